"""What a page may say: every message is checked for its type, its parts and their size before anything reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import RoomError

MOST_ACTIONS = 256
LARGEST_ACTION = 1_000_000
MOST_SEATS = 64
LONGEST_WORD = 200
MOST_CELLS = 20_000
LARGEST_NUMBER = 2**53  # that JavaScript counts without a gap

Checked = TypeVar("Checked")


@dataclass(frozen=True)
class Vocabulary(Generic[Checked]):
    """What one kind of page may say: the parts of each message type, what reads a part, and the checked message."""

    types: Mapping[str, tuple[str, ...]]
    readers: Mapping[str, Callable[[object], Any]]
    message: Callable[..., Checked]

    def read(self, raw: object) -> Checked:
        """The message a page sent; RoomError says what is wrong with it."""
        if not isinstance(raw, dict):
            raise RoomError(f"A message is an object with a type, not {type(raw).__name__}.")
        kind = raw.get("type")
        if not isinstance(kind, str) or kind not in self.types:
            raise RoomError(f"There is no message type {str(kind)[:40]!r}. The types are: {', '.join(self.types)}.")
        unknown = sorted(str(key)[:40] for key in raw if key != "type" and key not in self.types[kind])
        if unknown:
            raise RoomError(f"A message {kind!r} has no part {unknown[0]!r}.")
        return self.message(kind, **{part: self.readers[part](raw.get(part)) for part in self.types[kind]})


# ---------------------------------------------------------------- how a part is read


def whole_part(value: object, least: int, most: int, what: str) -> int:
    """A whole number within bounds; RoomError otherwise. `what` names the part."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RoomError(f"The {what} of a message is a whole number from {least} to {most}, not {str(value)[:40]!r}.")
    return value


def text_part(value: object, longest: int, what: str) -> str:
    """A text of at most so many characters; RoomError otherwise."""
    if not isinstance(value, str) or len(value) > longest:
        raise RoomError(f"The {what} of a message is a text of at most {longest} characters.")
    return value


def _list(value: object, most: int, what: str) -> list[Any]:
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        raise RoomError(f"The {what} of a message are a list of 1 to {most}.")
    return value


def _actions(value: object) -> tuple[int, ...]:
    return tuple(whole_part(number, 0, LARGEST_ACTION, "action") for number in _list(value, MOST_ACTIONS, "actions"))


# ---------------------------------------------------------------- a match


@dataclass(frozen=True)
class Message:
    """A checked message of a match; parts that its type does not have keep their defaults."""

    type: str
    actions: tuple[int, ...] = ()
    asked: int | None = None
    seat: int = -1
    id: str = ""
    name: str = ""
    text: str = ""


PARTS = {
    "act": ("actions", "asked"),
    "ready": ("seat",),
    "hello": ("id",),
    "load": ("name", "text"),
    "window": ("seat",),
    "ping": (),
    "undo": (),
    "redo": (),
    "save": (),
}


TABLE = Vocabulary(
    PARTS,
    {
        "actions": _actions,
        "asked": lambda value: None if value is None else whole_part(value, 0, LARGEST_NUMBER, "question"),
        "seat": lambda value: whole_part(value, 0, MOST_SEATS - 1, "seat"),
        "id": lambda value: text_part(value, LONGEST_WORD, "id"),
        "name": lambda value: text_part(value, LONGEST_WORD, "file name"),
        "text": lambda value: text_part(value, MOST_BYTES, "file"),
    },
    Message,
)


def read_message(raw: object) -> Message:
    """The message that the page of a match sent; RoomError says what is wrong with it.

    >>> read_message({"type": "act", "actions": [3, 4], "asked": 2})
    Message(type='act', actions=(3, 4), asked=2, seat=-1, id='', name='', text='')
    """
    return TABLE.read(raw)


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
    cells = _list(value, MOST_CELLS, "cells")
    if not all(isinstance(cell, list) and len(cell) == 3 for cell in cells):
        raise RoomError("Each cell of a message is a list of a row, a column and a text.")
    return tuple((_row(row), _column(column), _cell(text)) for row, column, text in cells)


def _block(value: object) -> tuple[tuple[str, ...], ...]:
    lines = _list(value, MOST_CELLS, "rows that are pasted")
    block = tuple(tuple(_cell(text) for text in _list(line, MOST_CELLS, "cells that are pasted")) for line in lines)
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
        "rows": lambda value: tuple(_row(row) for row in _list(value, MOST_CELLS, "rows")),
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
