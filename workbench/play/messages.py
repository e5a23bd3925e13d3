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


def list_part(value: object, most: int, what: str) -> list[Any]:
    """A list that is not empty and has at most so many entries; RoomError otherwise."""
    if not isinstance(value, list) or not 1 <= len(value) <= most:
        raise RoomError(f"The {what} of a message are a list of 1 to {most}.")
    return value


def _actions(value: object) -> tuple[int, ...]:
    numbers = list_part(value, MOST_ACTIONS, "actions")
    return tuple(whole_part(number, 0, LARGEST_ACTION, "action") for number in numbers)


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
