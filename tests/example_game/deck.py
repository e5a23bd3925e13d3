"""The cards of Round Table Pledges: their columns, and the arrays the rules play with."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from workbench.author import COUNT, CardTable, Column, card_kinds, copies
from workbench.decks.finding import Finding, problem

MAX_CARDS = 64
MAX_KINDS = 12

TABLES = (
    CardTable(
        "cards.csv",
        (
            Column("card_id", "key", "a short id", required=True),
            Column("name", "name", "the name on the card", required=True),
            Column("resources", "letters", "the card's category", required=True, length=1),
            Column("points", "number", "points when pledged", required=True, most=9),
            Column("seer", "flag", "1 if the card lets its seat peek"),
            Column(COUNT, "number", "how many copies there are", least=1, most=MAX_CARDS),
        ),
        least=1,
        most=MAX_CARDS,
    ),
)


class DeckArrays(NamedTuple):
    """A deck as the rules see it.

    card_count, kind_count              cards and kinds in use
    kind[card]                          -> kind; copies are neighbours
    category[kind], points[kind], seer[kind]   what a kind shows
    """

    card_count: int
    kind_count: int
    kind: np.ndarray
    category: np.ndarray
    points: np.ndarray
    seer: np.ndarray


def deck_arrays(deck: Any) -> DeckArrays:
    """The arrays of a deck."""
    letters = [category.letter for category in deck.meta.categories]
    category, points, seer = np.zeros((3, MAX_KINDS), np.int64)
    for index, row in enumerate(deck.rows):
        category[index] = letters.index(row["resources"])
        points[index] = int(row["points"])
        seer[index] = int(row["seer"] or 0)
    cards, kind = sum(map(copies, deck.rows)), card_kinds(deck.rows, MAX_CARDS)
    return DeckArrays(cards, len(deck.rows), kind, category, points, seer)


def lint(deck: Any) -> list[Finding]:
    """More kinds than the actions have room for."""
    kinds = len(deck.tables[TABLES[0].file])  # this game need not be known yet
    if kinds <= MAX_KINDS:
        return []
    return [problem(f"There are {kinds} kinds of card.", f"Keep at most {MAX_KINDS}.", TABLES[0].file)]
