"""Imbalances that a target would notice, planted in decks that reach it: for `benchmarks.suggestions`.

A plant states what is planted, by how many edits, and which target it is meant to miss. Before planting, each deck
reaches its targets: Guild Master is played to the end of the round, and Guile has fewer weak cards, so that the seat
that begins wins an even share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from benchmarks.fair_decks import Row, changed
from benchmarks.planted_edits import with_rule
from workbench.decks import Deck, load_deck
from workbench.kernel.tables import COUNT
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, WIN_RATE

POINTS, COUNTS, BONUSES, OPTIONS = "points", "counts", "bonuses", "options"


@dataclass(frozen=True)
class Missed:
    """A deck that misses a target, how many edits made it from one that reaches it, and these edits in words."""

    deck: Deck
    edits: int
    about: str


@dataclass(frozen=True)
class TargetPlant:
    """A kind of imbalance of a game: `make(deck, random)` plants one that is meant to miss a target of a kind."""

    game: str
    group: str
    target: str
    make: Callable[[Deck, Random], Missed]


def of_guild_master() -> Deck:
    """The game's own deck, with each round played to its end."""
    return with_rule(load_deck("guild_master"), "equal_turns", True)


def of_guile() -> Deck:
    """The game's own deck with one Influence 2."""
    return changed(load_deck("guile"), "influence_2", count=1)


REACHES: Mapping[str, Callable[[], Deck]] = {"guild_master": of_guild_master, "guile": of_guile}
BOTS = {"guile": ("greedy", "bold")}  # for a win rate; in other games the best bot and the random one


@cache
def reaching(game: str) -> Deck:
    """The deck of a game that reaches its targets."""
    return REACHES.get(game, lambda: load_deck(game))()


def a_rule(**values: tuple[Any, ...]) -> Callable[[Deck, Random], Missed]:
    """Set one of several options to one of its values."""

    def make(deck: Deck, random: Random) -> Missed:
        option = random.choice(sorted(values))
        value = random.choice(values[option])
        return Missed(with_rule(deck, option, value), 1, f"{option}: {str(value).lower()}")

    return make


def a_cell(column: str, numbers: tuple[int, ...], is_one: Callable[[Row], Any]) -> Callable[[Deck, Random], Missed]:
    """Put another number into a column of a card."""

    def make(deck: Deck, random: Random) -> Missed:
        known = [kind.row for kind in deck.kinds if is_one(kind.row)]
        row = random.choice([row for row in known if set(numbers) - {row[column]}])
        number = random.choice([number for number in numbers if number != row[column]])
        key = str(row.get("chip_id") or row.get("card_id"))
        about = f"{row['name']}: {column} {row[column]} to {number}"
        return Missed(changed(deck, key, **{column: number}), 1, about)

    return make


def _is(*types: str) -> Callable[[Row], bool]:
    return lambda row: row.get("type") in types


def _may_be_many(row: Row) -> bool:
    return row["effect"] not in ("excalibur", "cursed_blade", "squire_sword", "morgana")


def _is_single(row: Row) -> bool:
    return row[COUNT] == 1 and _may_be_many(row)


def _are_many(row: Row) -> bool:
    return bool(row.get("type") == "weapon" and row[COUNT] > 8)


def _is_influence(row: Row) -> bool:
    return not row["character"]


PLANTS = (
    TargetPlant("guild_master", OPTIONS, FIRST_SEAT, a_rule(equal_turns=(False,))),
    TargetPlant("guild_master", OPTIONS, LENGTH, a_rule(discard_max=(0, 1), max_turns=(10, 12, 14, 16))),
    TargetPlant("guild_master", OPTIONS, LENGTH, a_rule(deal_size=(9, 10), draw_rule=("five_if_below",))),
    TargetPlant("guild_master", COUNTS, LENGTH, a_cell(COUNT, (16, 24, 32), lambda row: True)),
    TargetPlant("guile", POINTS, FIRST_SEAT, a_cell("value", tuple(range(10)), _is_influence)),
    TargetPlant("guile", COUNTS, FIRST_SEAT, a_cell(COUNT, (3, 4, 6), _is_influence)),
    TargetPlant("guile", BONUSES, FIRST_SEAT, a_cell("dagger", (1,), _is_influence)),
    TargetPlant("guile", OPTIONS, LENGTH, a_rule(rounds_to_win=(1, 3, 4, 5), code_of_chivalry=(True,))),
    TargetPlant("guile", POINTS, WIN_RATE, a_cell("value", tuple(range(10)), _is_influence)),
    TargetPlant("guile", BONUSES, WIN_RATE, a_cell("dagger", (1,), _is_influence)),
    TargetPlant("excalibur", OPTIONS, LENGTH, a_rule(final_threshold=("1", "2", "3"))),
    TargetPlant("excalibur", OPTIONS, WIN_RATE, a_rule(final_threshold=("3",))),
    TargetPlant("excalibur", COUNTS, LENGTH, a_cell(COUNT, (9, 12, 15, 18), _may_be_many)),
    TargetPlant("excalibur", COUNTS, LENGTH, a_cell(COUNT, (10, 14, 18), _is_single)),
    TargetPlant("quests", POINTS, IMPACT, a_cell("bp", (30, 40, 50, 60), _is("weapon"))),
    TargetPlant("quests", POINTS, LENGTH, a_cell("bp", (40, 50, 60), _are_many)),
    TargetPlant("quests", OPTIONS, LENGTH, a_rule(turn_limit=(10, 15, 20), hand_limit=(4, 6), rising_stages=(False,))),
    TargetPlant("quests", COUNTS, LENGTH, a_cell(COUNT, (5, 7, 9), _is("quest", "tournament"))),
    TargetPlant("cadwallon", POINTS, IMPACT, a_cell("points", (6, 7, 8, 9), _is("guild"))),
    TargetPlant("cadwallon", OPTIONS, LENGTH, a_rule(series_games=(2, 3))),
)
