"""What a game has that declares no more: no events, most points win, the random bot, its columns as arrays.

A first game is its rules and its card list; each of these parts can be declared later, one by one.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from workbench.kernel.tables import COUNT, Bar, Bonus, CardTable, Column, copies, name_column
from workbench.storage.errors import DeckError

NONE = -1
LARGEST = 32_767  # the arrays of a deck are stored in 16 bits
NOT_AN_ARRAY = ("key", "name", "text")
OF_EVERY_DECK = ("card_count", "kind_count", "kind", "first_card", "copies", "identity")


def plain_arrays(deck: Any) -> Any:
    """A deck as rules see it, made from its main table: a NamedTuple of whole numbers and int64 arrays.

    card_count, kind_count      cards and kinds in use; a kind is a row of the table
    kind[card]                  -> kind, copies being neighbours; -1 beyond card_count

    and by the key of each column:

    number or flag [kind]           -> the number, 0 for an empty cell
    choice, letter or card [kind]   -> which of the choices, categories or kinds it is; -1 for an empty cell
    letters [i, kind]               -> the category of the i-th letter

    Names, texts and the column `count` are no arrays. Raises DeckError for a number of more than 16 bits.
    """
    table, rows = deck.game.tables[0], deck.rows
    arrays = {column.key: _array(deck, table, column) for column in array_columns(table)}
    counts = {"card_count": sum(map(copies, rows)), "kind_count": len(rows)}
    parts = {**counts, "kind": card_kinds(rows, table.most), **arrays}
    return namedtuple("DeckArrays", parts)(**parts)


def card_kinds(rows: Sequence[Mapping[str, Any]], most: int) -> np.ndarray:
    """Card -> kind, a row of the main table: int64 (most,). Copies are neighbours; -1 beyond the last card.

    >>> card_kinds([{"count": 2}, {"count": None}], 5).tolist()
    [0, 0, 1, -1, -1]
    """
    kinds = [kind for kind, row in enumerate(rows) for _ in range(copies(row))]
    return np.array(kinds + [NONE] * (most - len(kinds)), np.int64)


def array_columns(table: CardTable) -> list[Column]:
    """The columns that become arrays; raises ValueError for one with the name of an array that every deck has."""
    columns = [column for column in table.columns if column.kind not in NOT_AN_ARRAY and column.key != COUNT]
    for column in columns:
        if column.key in OF_EVERY_DECK:
            raise ValueError(f"{table.file}: every deck has an array {column.key!r}; give this column another key")
    return columns


def _array(deck: Any, table: CardTable, column: Column) -> np.ndarray:
    """One column by kind, padded to the most kinds there can be; letters have an axis for themselves."""
    shape = (column.length, table.most) if column.kind == "letters" else (table.most,)
    array = np.full(shape, 0 if column.kind in ("number", "flag") else NONE, np.int64)
    for kind, row in enumerate(deck.rows):
        if row[column.key] not in ("", None):
            array[..., kind] = _numbers(deck, column, row[column.key])
    return array


def _numbers(deck: Any, column: Column, value: Any) -> int | list[int]:
    """What stands in an array for a cell that is not empty."""
    letters = [category.letter for category in deck.meta.categories]
    if column.kind == "letters":
        return [letters.index(letter) for letter in value]
    if column.kind == "letter":
        return letters.index(value)
    if column.kind == "choice":
        return column.choices.index(value)
    if column.kind == "card":
        return _names(deck).index(value)
    if abs(value) > LARGEST:
        raise DeckError(f"{column.key} is {value} in the deck {deck.name!r}. Give a number up to {LARGEST}.")
    return int(value)


def _names(deck: Any) -> list[str]:
    """What the cards are called, whatever the column of their names is; their ids where there is none."""
    column = name_column(deck.game.tables[0])
    return [str(row[column]) for row in deck.rows]


def plain_bonuses(deck: Any) -> list[Bonus]:
    """The bonuses of a deck whose cards name other cards: one for each cell of a `card` column that is filled."""
    columns, rows, names = deck.game.tables[0].columns, deck.rows, _names(deck)
    letters = [column.key for column in columns if column.kind == "letter"]
    return [
        Bonus(card, names.index(row[column.key]), row[column.key], next((row[key] for key in letters), ""))
        for column in columns
        if column.kind == "card"
        for card, row in enumerate(rows)
        if row[column.key]
    ]


def plain_bars(deck: Any) -> list[Bar]:
    """How often each category stands on the cards, column by column, copies counted."""
    return [
        Bar(
            category.name,
            sum(str(row[column.key]).count(category.letter) * copies(row) for row in rows),
            column.key.replace("_", " "),
            category.letter,
        )
        for table in deck.game.tables
        for rows in [deck.tables[table.file]]
        for column in table.columns
        if column.kind in ("letters", "letter")
        for category in deck.meta.categories
    ]
