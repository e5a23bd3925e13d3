"""Guile's cards and knights: the columns of `cards.csv` and `knights.csv`, and the arrays the rules play with.

Influence cards stand before the characters of the extended cast, so that without the extended cast the
first cards of the list are the ones that are shuffled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from workbench.decks.deck import Deck
from workbench.decks.finding import Finding
from workbench.kernel.game import CardTable, Column

MAX_CARDS = 24
KNIGHTS = 8
FACTIONS = 2
ARTHUR, MORDRED = range(FACTIONS)
CHARACTERS = ("isolde", "morgana", "merlin")
NO_CHARACTER, ISOLDE, MORGANA, MERLIN = range(4)
COPIED_BY_ISOLDE = {"tristan": ARTHUR, "palamedes": MORDRED}  # the role of the knight she lies on (GL-205, GL-206)
NONE = -1

TABLES = (
    CardTable(
        "cards.csv",
        (
            Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
            Column("name", "name", "the name on the card", required=True),
            Column("character", "choice", "which of the extended cast it is; empty: influence", choices=CHARACTERS),
            Column("value", "number", "the influence it prints; empty for a character", most=99),
            Column("dagger", "flag", "1 if it shows the dagger"),
            Column("count", "number", "how many copies there are", least=1, most=MAX_CARDS),
            Column("note", "text", "a remark for the reader of the list"),
        ),
        least=KNIGHTS,
        most=MAX_CARDS,
    ),
    CardTable(
        "knights.csv",
        (
            Column("card_id", "key", "a short id that stays when the knight is renamed", required=True),
            Column("name", "name", "the knight's name", required=True),
            Column("faction", "letter", "the letter of the knight's faction", required=True),
            Column("role", "choice", "the knight that Isolde's card means", choices=tuple(COPIED_BY_ISOLDE)),
            Column("note", "text", "a remark for the reader of the list"),
        ),
        least=KNIGHTS,
        most=KNIGHTS,
        kind="knight",
    ),
)


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers, padded to the declared maxima.

    card            index of a physical card; copies of a kind are neighbours
    kind            index of a row of cards.csv
    knight          index of a row of knights.csv

    card_count, kind_count      cards and kinds in the list
    influence_count             cards before the first character: what is shuffled without the extended cast
    category_count              the factions
    kind[card]                  -> kind; -1 beyond card_count
    value[kind]                 -> the influence printed, 0 for a character
    dagger[kind]                -> 1 if it shows the dagger
    character[kind]             -> NO_CHARACTER, ISOLDE, MORGANA or MERLIN
    faction[knight]             -> ARTHUR or MORDRED
    copied_by_isolde[knight]    -> the faction whose highest card Isolde copies there; -1 none
    """

    card_count: int
    kind_count: int
    influence_count: int
    category_count: int
    kind: np.ndarray
    value: np.ndarray
    dagger: np.ndarray
    character: np.ndarray
    faction: np.ndarray
    copied_by_isolde: np.ndarray


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of a Guile deck."""
    rows, knights = deck.rows, deck.tables["knights.csv"]
    copies = [int(row["count"] or 1) for row in rows]
    influence = sum(count for count, row in zip(copies, rows, strict=True) if not row["character"])
    kind = np.full(MAX_CARDS, NONE, np.int64)
    kind[: sum(copies)] = np.repeat(np.arange(len(rows)), copies)
    value, dagger, character = np.zeros((3, MAX_CARDS), np.int64)
    for index, row in enumerate(rows):
        value[index] = int(row["value"] or 0)
        dagger[index] = int(row["dagger"] or 0)
        character[index] = ("", *CHARACTERS).index(str(row["character"]))
    letters = [category.letter for category in deck.meta.categories]
    faction = np.array([letters.index(str(row["faction"])) for row in knights], np.int64)
    copied = np.array([COPIED_BY_ISOLDE.get(str(row["role"]), NONE) for row in knights], np.int64)
    return DeckArrays(sum(copies), len(rows), influence, len(letters), kind, value, dagger, character, faction, copied)


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about a Guile deck, beyond what holds for any game."""
    return []
