"""What the pages on which a deck is edited may say: the grid of its cards, and the fields of the deck itself."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.play.messages import LARGEST_NUMBER, LONGEST_WORD, Vocabulary, list_part, text_part, whole_part
from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import RoomError

MOST_CELLS = 20_000

# ---------------------------------------------------------------- a card grid


@dataclass(frozen=True)
class GridMessage:
    """A checked wish about a card list; rows are named by their ids, columns by their keys.

    `id` is what the page calls the message, `revision` the state of the list that it was made on.
    """

    type: str
    id: str = ""
    revision: int = -1
    file: str = ""
    row: int = 0
    column: str = ""
    cells: tuple[tuple[int, str, str], ...] = ()
    block: tuple[tuple[str, ...], ...] = ()
    rows: tuple[int, ...] = ()
    count: int = 1
    after: int | None = None
    by: int = 0
    descending: bool = False


def _row(value: object) -> int:
    return whole_part(value, 0, LARGEST_NUMBER, "row")


def _column(value: object) -> str:
    return text_part(value, LONGEST_WORD, "column")


def _cell(value: object) -> str:
    return text_part(value, MOST_BYTES, "cell")


def _cells(value: object) -> tuple[tuple[int, str, str], ...]:
    cells = list_part(value, MOST_CELLS, "cells")
    if not all(isinstance(cell, list) and len(cell) == 3 for cell in cells):
        raise RoomError("Each cell of a message is a list of a row, a column and a text.")
    return tuple((_row(row), _column(column), _cell(text)) for row, column, text in cells)


def _block(value: object) -> tuple[tuple[str, ...], ...]:
    lines = list_part(value, MOST_CELLS, "rows that are pasted")
    block = tuple(tuple(_cell(text) for text in list_part(line, MOST_CELLS, "cells that are pasted")) for line in lines)
    if sum(map(len, block)) > MOST_CELLS:
        raise RoomError(f"More than {MOST_CELLS} cells were pasted. Paste fewer, or import the list as a file.")
    return block


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise RoomError("Whether an order is descending is true or false.")
    return value


GRID = Vocabulary(
    {
        "set": ("id", "revision", "file", "cells"),
        "paste": ("id", "revision", "file", "row", "column", "block"),
        "add": ("id", "revision", "file", "count", "after"),
        "duplicate": ("id", "revision", "file", "rows"),
        "delete": ("id", "revision", "file", "rows"),
        "move": ("id", "revision", "file", "rows", "by"),
        "sort": ("id", "revision", "file", "column", "descending"),
        "undo": ("id", "revision"),
        "redo": ("id", "revision"),
        "look": ("file", "row"),
    },
    {
        "id": lambda value: text_part(value, LONGEST_WORD, "id"),
        "revision": lambda value: whole_part(value, 0, LARGEST_NUMBER, "revision"),
        "file": lambda value: text_part(value, LONGEST_WORD, "table"),
        "row": _row,
        "column": _column,
        "cells": _cells,
        "block": _block,
        "rows": lambda value: tuple(_row(row) for row in list_part(value, MOST_CELLS, "rows")),
        "count": lambda value: whole_part(value, 1, MOST_CELLS, "number of rows"),
        "after": lambda value: None if value is None else _row(value),
        "by": lambda value: whole_part(value, -MOST_CELLS, MOST_CELLS, "number of places"),
        "descending": _flag,
    },
    GridMessage,
)


# ---------------------------------------------------------------- the fields of a deck


@dataclass(frozen=True)
class FieldsMessage:
    """A checked wish about what a deck says of itself; `number` is the place of a category, from 0."""

    type: str
    id: str = ""
    revision: int = -1
    key: str = ""
    text: str = ""
    number: int = 0
    by: int = 0


FIELDS = Vocabulary(
    {
        "meta": ("id", "revision", "key", "text"),
        "option": ("id", "revision", "key", "text"),
        "category": ("id", "revision", "number", "key", "text"),
        "add_category": ("id", "revision"),
        "delete_category": ("id", "revision", "number"),
        "move_category": ("id", "revision", "number", "by"),
    },
    {
        "id": GRID.readers["id"],
        "revision": GRID.readers["revision"],
        "key": lambda value: text_part(value, LONGEST_WORD, "key"),
        "text": _cell,
        "number": lambda value: whole_part(value, 0, MOST_CELLS, "number of a category"),
        "by": GRID.readers["by"],
    },
    FieldsMessage,
)
