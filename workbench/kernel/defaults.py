"""What a game that declares no more has: no events, most points win, the random bot, its columns as arrays.

A first game is its rules and its card list; each of these parts can be declared later, one by one.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from workbench.kernel.chance import OF_CARDS
from workbench.kernel.tables import COUNT, Bar, Bonus, CardTable, Column, card_tables, copies
from workbench.storage.errors import DeckError, DeclarationError, shown

NONE = -1
LARGEST = 32_767  # the arrays of a deck are stored in 16 bits
NOT_AN_ARRAY = ("key", "name", "text", "emblem")
OF_EVERY_DECK = ("card_count", "kind_count", "kind", "first_card", "copies", *OF_CARDS, "card_tables")
OF_SEVERAL_TABLES = "table"


def plain_arrays(deck: Any) -> Any:
    """A deck as rules see it, made from its card tables: a NamedTuple of whole numbers and int64 arrays.

    card_count, kind_count      cards and kinds in use; kinds are the rows of the first card table, then of the next
    kind[card]                  -> kind, copies being neighbours; -1 beyond card_count
    table[kind]                 -> which of several card tables it is of (0 is the first); -1 beyond kind_count

    and by the key of each column, which tables may share:

    number or flag [kind]           -> the number, 0 for an empty cell
    choice, letter or card [kind]   -> which of the choices, categories or kinds it is; -1 for an empty cell
    letters [i, kind]               -> the category of the i-th letter
    keys [kind, other]              -> 1 if the kind names the other one; `all` names every kind
    condition [0, kind]             -> which of the choices it is; -1 for an empty cell
              [1, kind]             -> the kind that it names; -1 if none

    A column that a table does not have is empty there. Names, texts and the column `count` are not arrays, nor are
    tables whose rows are not cards; `table` is left out where there is only one. Raises DeckError for a number of more
    than 16 bits.
    """
    tables = card_tables(deck.game.tables)
    most = sum(table.most for table in tables)
    arrays = {column.key: _array(deck, column, most) for column in array_columns(tables)}
    parts: dict[str, Any] = {"card_count": sum(map(copies, deck.rows)), "kind_count": len(deck.kinds)}
    parts["kind"] = card_kinds(deck.rows, most)
    if len(tables) > 1:
        parts[OF_SEVERAL_TABLES] = _padded([tables.index(kind.table) for kind in deck.kinds], most)
    parts |= arrays
    return namedtuple("DeckArrays", parts)(**parts)


def card_kinds(rows: Sequence[Mapping[str, Any]], most: int) -> np.ndarray:
    """Card -> kind, from the rows of a deck by kind: int64 (most,). Copies are neighbours; -1 beyond the last card.

    >>> card_kinds([{"count": 2}, {"count": None}], 5).tolist()
    [0, 0, 1, -1, -1]
    """
    return _padded([kind for kind, row in enumerate(rows) for _ in range(copies(row))], most)


def _padded(numbers: list[int], most: int) -> np.ndarray:
    return np.array(numbers + [NONE] * (most - len(numbers)), np.int64)


def array_columns(tables: Sequence[CardTable]) -> list[Column]:
    """The columns that become arrays, those of the same key as one, letters as many as the most.

    Raises DeclarationError for a column with the name of an array that every deck has, or two of one key that differ.
    """
    found: dict[str, Column] = {}
    taken = (*OF_EVERY_DECK, *([OF_SEVERAL_TABLES] if len(tables) > 1 else []))
    for table in tables:
        for column in table.columns:
            if column.type in NOT_AN_ARRAY or column.key == COUNT:
                continue
            if column.key in taken:
                text = f"every deck has an array {column.key!r}; give this column another key"
                raise DeclarationError(f"{table.file}: {text}")
            other = found.setdefault(column.key, column)
            if (column.type, column.choices) != (other.type, other.choices):
                raise DeclarationError(
                    f"{table.file}: the column {column.key!r} is not of the same kind and choices as that of another "
                    "table, but both make one array; give one of them another key"
                )
            if column.length > other.length:
                found[column.key] = column
    return list(found.values())


def _array(deck: Any, column: Column, most: int) -> np.ndarray:
    """One column by kind, padded to the most kinds there can be; several numbers a cell have an axis of their own."""
    if column.type == "keys":
        return _named_kinds(deck, column, most)
    shape = {"letters": (column.length, most), "condition": (2, most)}.get(column.type, (most,))
    array = np.full(shape, 0 if column.type in ("number", "flag") else NONE, np.int64)
    numbers_of = _reader(deck, column)
    for kind, row in enumerate(deck.rows):
        value = row.get(column.key)
        if value in ("", None):
            continue
        numbers = numbers_of(value)
        if isinstance(numbers, list):
            array[: len(numbers), kind] = numbers
        else:
            array[kind] = numbers
    return array


def _named_kinds(deck: Any, column: Column, most: int) -> np.ndarray:
    """A column of keys, by kind and by the kind that it names."""
    array = np.zeros((most, most), np.int64)
    for number, kind in enumerate(deck.kinds):
        text = str(kind.row.get(column.key) or "")
        for other, named in enumerate(deck.kinds):
            array[number, other] = column.names(text, named.key)
    return array


def _reader(deck: Any, column: Column) -> Callable[[Any], int | list[int]]:
    """What tells the number, or the numbers, that an array has for a cell of a column that is not empty."""
    letters = [category.letter for category in deck.meta.categories]
    if column.type == "letters":
        return lambda value: [letters.index(letter) for letter in value]
    if column.type == "letter":
        return letters.index
    if column.type == "choice":
        return column.choices.index
    if column.type == "condition":
        return lambda value: [column.choices.index(column.choice_in(value)), *_named_in(deck, column, value)]
    if column.type == "card":  # a deck is judged without its faulty rows, which others may name
        of_names = _by_name(deck)
        return lambda name: of_names.get(name, NONE)
    return lambda number: _small(deck, column, number)


def _named_in(deck: Any, column: Column, value: Any) -> list[int]:
    named = column.keys_in(value)
    return [number for number, kind in enumerate(deck.kinds) if kind.key in named] or [NONE]


def _by_name(deck: Any) -> dict[str, int]:
    return {kind.name: number for number, kind in enumerate(deck.kinds)}


def _small(deck: Any, column: Column, number: int) -> int:
    if abs(number) > LARGEST:
        raise DeckError(f"{column.key} is {number} in the deck {shown(deck.name)}. Give a number up to {LARGEST}.")
    return int(number)


def plain_bonuses(deck: Any) -> list[Bonus]:
    """The bonuses of a deck whose cards name other cards: one for each cell of a `card` column that is filled, and for
    each condition that another card fulfils.
    """
    of_names = _by_name(deck)
    names = {kind.key: kind.name for kind in deck.kinds}
    found = []
    for table in card_tables(deck.game.tables):
        letters = [column.key for column in table.columns if column.type == "letter"]
        for column in table.columns:
            for card, kind in enumerate(deck.kinds):
                if kind.table != table or column.type not in ("card", "condition") or not kind.row[column.key]:
                    continue
                cell = str(kind.row[column.key])
                for source in [cell] if column.type == "card" else map(names.get, column.keys_in(cell)):
                    if source is not None:
                        category = next((kind.row[key] for key in letters), "")
                        found.append(Bonus(card, of_names.get(source), source, category))
    return found


def plain_bars(deck: Any) -> list[Bar]:
    """How often each category occurs on the cards, column by column, copies counted; then on rows that are no cards."""
    parts: dict[tuple[str, str], list[str]] = {}  # (what has the letters, column) -> letters
    for table in sorted(deck.game.tables, key=lambda table: not table.are_cards):
        of = "" if table.are_cards else table.noun
        for column in table.columns:
            if column.type in ("letters", "letter"):
                found = parts.setdefault((of, column.key.replace("_", " ")), [])
                found += [str(row[column.key]) * copies(row) for row in deck.tables[table.file]]
    return [
        Bar(
            category.name,
            sum(letters.count(category.letter) for letters in found),
            f"{title} of {of}s" if of and ("", title) in parts else title,
            category.letter,
        )
        for (of, title), found in parts.items()
        for category in deck.meta.categories
    ]
