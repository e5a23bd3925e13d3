"""Row order: a card list means the same whatever the order of its rows.

Bots play the same games with the deck and with a copy whose rows are reversed. Single games may differ, as they do
between two seeds; how often cards score and who wins may not differ on average. A card's rows in both lists are
known, so one figure tells most: how much more often cards score in the list in which they come later.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from workbench.checks.trial import Broken, Setup, Trial, Tried, first_setups
from workbench.decks import Deck
from workbench.kernel.engine.playout import RANDOM_BOT
from workbench.kernel.engine.speeds import compiled_engine, is_compiled, plain_engine
from workbench.kernel.tables import card_tables
from workbench.lab.intervals import paired_difference
from workbench.lab.simulation import Plan, plan_run, play_chunk

DEALS_A_GAME = 20  # a game takes at least as long as this many deals
SURE = 1e-7  # the share of runs in which a sound game fails


def means_nothing(trial: Trial) -> None:
    """Play with the deck and with its rows reversed, without the random bot, which depends on their order."""
    game, deck = trial.setup.game, trial.setup.deck
    bot = game.usual_bot
    if game.bot_number(bot) == RANDOM_BOT:
        trial.tally["tables of the random bot alone"] += 1
        return
    before, after = (_plan(trial, one, bot) for one in (deck, turned_round(deck)))
    (kinds, rows), (other_kinds, other_rows) = (_by_key(plan.deck) for plan in (before, after))
    later = other_rows - rows
    of_cards, of_seats = [], []
    for one, other in zip(_games(trial, before), _games(trial, after), strict=True):
        of_cards.append((other.cards[other_kinds, 0] - one.cards[kinds, 0]) @ later)
        of_seats.append(other.winning[0] - one.winning[0])
    for figures, says in ((of_cards, "Cards that come later in the list score"), (of_seats, "Later seats win")):
        found = paired_difference(np.zeros(len(figures)), np.array(figures, float))
        if found.chance < SURE:
            more = "more" if found.value > 0 else "less"
            raise Broken(
                f"The order of rows matters: {says} {more} often in {len(figures)} games of {bot} with each list. "
                "Let bots choose between equals by `ranked` with `identity_of`, not by a card's number."
            )


def first_variant(tried: Tried) -> Iterator[Setup]:
    """Only the first variant, at its usual number of seats, because playing whole games takes a while."""
    return islice(first_setups(tried), 1)


def turned_round(deck: Deck) -> Deck:
    """The deck with the rows of its card tables reversed within each group that has the same cells filled in.

    This keeps groups apart that a table separates, such as influence and characters.
    """
    values = {name: part for name, part in deck.to_dict().items() if name != "digest"}
    tables = {table.file: _turned(values["tables"][table.file]) for table in card_tables(deck.game.tables)}
    return Deck.from_dict({**values, "tables": {**values["tables"], **tables}})


def _turned(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    sorts = [frozenset(name for name, cell in row.items() if cell not in (None, "")) for row in rows]
    of_sort: dict[frozenset[str], list[Mapping[str, Any]]] = {sort: [] for sort in sorts}
    for sort, row in zip(sorts, rows, strict=True):
        of_sort[sort].append(row)
    return [of_sort[sort].pop() for sort in sorts]


def _plan(trial: Trial, deck: Deck, bot: str) -> Plan:
    setup = trial.setup
    options = {"game_variant": setup.variant.key, **dict(setup.options)}
    games = max(2, trial.effort.deals // DEALS_A_GAME)
    return plan_run(setup.game, games=games, seats=setup.seats, bots=bot, seed=trial.seed, deck=deck, options=options)


def _games(trial: Trial, plan: Plan) -> Iterable[Any]:
    """The outcome of each single game of a plan."""
    engine = compiled_engine(plan.variant) if is_compiled(plan.variant) else plain_engine(plan.variant)
    own = threading.local()
    for number in range(plan.games):
        trial.goes_on()
        trial.tally["games"] += 1
        yield play_chunk(plan, engine, own, number, 1)


def _by_key(deck: Deck) -> tuple[np.ndarray, np.ndarray]:
    """The kinds of a deck in the order of their tables and keys, and the place of each in its table; int64 (kinds,)."""
    kinds = sorted(range(len(deck.kinds)), key=lambda number: (deck.kinds[number].table.file, deck.kinds[number].key))
    return np.array(kinds), np.array([deck.kinds[number].number for number in kinds])
