"""Decks, options and acts of Excalibur made at random, within what it declares."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from workbench.decks import Deck, load_deck
from workbench.games.excalibur.deck import EFFECT_NAMES, SWORDS
from workbench.games.excalibur.options import MAX_SEATS
from workbench.games.excalibur.rules import OPTIONS
from workbench.games.excalibur.table import MOST_MORGANAS
from workbench.play import Match

CLASSIC = load_deck("excalibur", "classic")


def listed_first(effect: str) -> Deck:
    """The classic deck with the chips of an effect first in the list."""
    content = CLASSIC.to_dict()
    content["tables"]["cards.csv"].sort(key=lambda row: row["effect"] != effect)
    del content["digest"]
    return Deck.from_dict(content)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck of any effects in any numbers, with the two key chips and perhaps the Squire Sword."""
    others = draw(st.lists(st.sampled_from(EFFECT_NAMES[len(SWORDS) :]), min_size=3, max_size=20, unique=True))
    swords = SWORDS if draw(st.booleans()) else SWORDS[:2]
    rows = [{"chip_id": name, "name": name, "effect": name, "count": 1} for name in swords]
    left = 60
    for name in others:
        count = draw(st.integers(3, MOST_MORGANAS if name == "morgana" else 12))
        if count <= left:
            left -= count
            row = {"chip_id": name, "name": name, "effect": name, "count": count, "male_art": draw(st.integers(0, 1))}
            rows.append(row)
    rows = draw(st.permutations(rows))
    content = {**CLASSIC.to_dict(), "name": "random", "tables": {"cards.csv": rows}}
    content["meta"] = {**content["meta"], "declared_count": None}
    del content["digest"]
    return Deck.from_dict(content)


def values(option: Any) -> st.SearchStrategy[Any]:
    """Any value of an option."""
    if isinstance(option.default, bool):
        return st.booleans()
    return st.sampled_from(option.choices) if option.choices else st.integers(option.least, option.most)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Deck, int, dict[str, Any]]:
    """A deck (mostly the classic one), a number of seats, and options that fit."""
    deck = CLASSIC if draw(st.booleans()) else draw(decks())
    seats = draw(st.integers(2, MAX_SEATS))
    options = draw(st.fixed_dictionaries({}, optional={option.key: values(option) for option in OPTIONS}))
    crown = options.get("crown_start", "random")
    if crown != "random" and int(crown[-1]) >= seats:
        options["crown_start"] = "random"
    return deck, seats, options


def begin(deal: tuple[Deck, int, dict[str, Any]], seed: int) -> Match:
    """A match of a deal, without talk unless the deal has it."""
    deck, seats, options = deal
    return Match("excalibur", seats=seats, seed=seed, deck=deck, options={"chat": False, **options})


def somehow(match: Match, chooser: random.Random) -> None:
    """Play one act of any seat: any verb that is legal, then any of its actions."""
    seat = chooser.choice(match.to_act)
    verbs: dict[str, list] = {}
    for action in match.legal(seat):
        verbs.setdefault(action.verb, []).append(action)
    match.play(seat, chooser.choice(verbs[chooser.choice(sorted(verbs))]))
