"""What a page may say: every message is checked for its type, its parts and their size before anything reads it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.kernel.errors import RoomError
from workbench.play.replay import MOST_BYTES

MOST_ACTIONS = 256
LARGEST_ACTION = 1_000_000
MOST_SEATS = 64
LONGEST_WORD = 200


@dataclass(frozen=True)
class Message:
    """A checked message; parts that its type does not have keep their defaults."""

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


def read_message(raw: object) -> Message:
    """The message a page sent; RoomError says what is wrong with it.

    >>> read_message({"type": "act", "actions": [3, 4], "asked": 2})
    Message(type='act', actions=(3, 4), asked=2, seat=-1, id='', name='', text='')
    """
    if not isinstance(raw, dict):
        raise RoomError(f"A message is an object with a type, not {type(raw).__name__}.")
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in PARTS:
        raise RoomError(f"There is no message type {str(kind)[:40]!r}. The types are: {', '.join(PARTS)}.")
    unknown = sorted(str(key)[:40] for key in raw if key != "type" and key not in PARTS[kind])
    if unknown:
        raise RoomError(f"A message {kind!r} has no part {unknown[0]!r}.")
    return Message(kind, **{part: _READERS[part](raw.get(part)) for part in PARTS[kind]})


def _whole(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RoomError(f"The {what} of a message is a whole number from {least} to {most}, not {str(value)[:40]!r}.")
    return value


def _actions(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_ACTIONS:
        raise RoomError(f"The actions of a message are a list of 1 to {MOST_ACTIONS} numbers.")
    return tuple(_whole(number, 0, LARGEST_ACTION, "action") for number in value)


def _text(value: object, longest: int, what: str) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise RoomError(f"The {what} of a message is a text of at most {longest} characters.")
    return value


_READERS: dict[str, Callable[[object], Any]] = {
    "actions": _actions,
    "asked": lambda value: None if value is None else _whole(value, 0, 2**53, "question"),
    "seat": lambda value: _whole(value, 0, MOST_SEATS - 1, "seat"),
    "id": lambda value: _text(value, LONGEST_WORD, "id"),
    "name": lambda value: _text(value, LONGEST_WORD, "file name"),
    "text": lambda value: _text(value, MOST_BYTES, "file"),
}
