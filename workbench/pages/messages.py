"""What pages may say: each type of message is a class that checks its parts and their size before anything reads it.

What a message asks for stands on its class: `type` is what pages call it, empty for what only others are made from;
`doing` says it in words, for the notice of a fault; `at` is the part of the page beside which a refusal is said; a
`quiet` one leaves the lines about the last step alone. Here are the messages of any page, and those of any page on
which a match is played; each page has its own beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from workbench.storage.errors import RoomError, belongs, shown

MOST_ACTIONS = 256
LARGEST_ACTION = 1_000_000
MOST_SEATS = 64
LONGEST_WORD = 200
LARGEST_NUMBER = 2**53  # that JavaScript counts without a gap

Spoken = TypeVar("Spoken", bound="Message")
Word = Annotated[str, Field(max_length=LONGEST_WORD)]
Whole = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Seat = Annotated[int, Field(ge=0, le=MOST_SEATS - 1)]
Action = Annotated[int, Field(ge=0, le=LARGEST_ACTION)]


class Message(BaseModel):
    """What a page has said, checked: no value is converted, no part is unknown, and nothing changes any more."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    type: ClassVar[str] = ""
    doing: ClassVar[str]
    at: ClassVar[str] = ""
    quiet: ClassVar[bool] = False

    def __init_subclass__(
        cls, type: str = "", doing: str = "", at: str = "", quiet: bool = False, **config: Any
    ) -> None:
        super().__init_subclass__(**config)
        cls.type, cls.doing, cls.at, cls.quiet = type, doing, at, quiet


def class_of(heard: Mapping[str, type[Spoken]], raw: object) -> type[Spoken] | None:
    """The class of what a page sent, among those that are heard by their types; None if it is none of them."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    return heard.get(kind) if isinstance(kind, str) else None


def read(heard: Mapping[str, type[Spoken]], raw: object) -> Spoken:
    """The message that a page sent, of one of the classes that are heard; RoomError says what is wrong with it.

    >>> read({"act": Act, "ping": Ping}, {"type": "act", "actions": [3, 4], "asked": 2})
    Act(actions=(3, 4), asked=2)
    """
    message = class_of(heard, raw)
    if not isinstance(raw, dict) or "type" not in raw:
        raise RoomError(f"A message is an object with a type, not {shown(raw, 40)}.")
    if message is None:
        types = ", ".join(map(repr, heard))
        raise RoomError(f"There is no message type {shown(raw['type'], 40)}. The types are: {types}.")
    try:
        return message.model_validate({part: value for part, value in raw.items() if part != "type"})
    except ValidationError as error:
        raise RoomError(_refusal(message.type, error.errors(include_url=False)[0])) from None


def _refusal(message: str, fault: ErrorDetails) -> str:
    kind, parts, given = fault["type"], fault["loc"], fault["input"]
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    part = ", ".join(f"entry {part + 1}" if isinstance(part, int) else shown(part, 40) for part in parts)
    if kind in ("extra_forbidden", "invalid_key") or not parts:
        return f"A message {message!r} has no part {part or shown(given, 40)}."
    if kind == "missing":
        return f"A message {message!r} lacks its part {part}."
    return f"In a message {message!r} the part {part} is {shown(given, 40)}. Give {belongs(fault)}."


# ---------------------------------------------------------------- any page


class Hello(Message, type="hello", doing="opening this page"):
    """A page has opened; `id` is what its browser remembers, or empty; `names` are those typed in it, seat by seat.

    `host` is where the browser has opened the page, such as 127.0.0.1; empty where the page does not say.
    """

    id: Word
    host: Word = ""
    names: Annotated[tuple[Word, ...], Field(strict=False, min_length=1, max_length=MOST_SEATS)] = ()


class Ping(Message, type="ping", doing="looking whether this page still has its work", quiet=True):
    """Is the kernel there?"""


class Undo(Message, type="undo", doing="undoing a step"):
    """Take the last step back."""


class Redo(Message, type="redo", doing="redoing a step"):
    """Take the step that was undone last again."""


class Save(Message, type="save", doing="saving"):
    """Make a file of the work on the page."""


# ---------------------------------------------------------------- a match


class Act(Message, type="act", doing="making a move", at="table"):
    """Take an action, or a set of them; `asked` is the number of the question that the page showed."""

    actions: Annotated[tuple[Action, ...], Field(strict=False, min_length=1, max_length=MOST_ACTIONS)]
    asked: Whole | None = None


class Series(Message, type="series", doing="making a few moves", at="table"):
    """Take the acts of one of the series that the scene offers, by its number."""

    number: Whole
    asked: Whole


class Weigh(Message, type="weigh", doing="looking what a move would lead to", quiet=True):
    """Say what an act that somebody only considers would lead to."""

    actions: Annotated[tuple[Action, ...], Field(strict=False, min_length=1, max_length=MOST_ACTIONS)]
    asked: Whole
