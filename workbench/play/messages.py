"""What a page may say: each type of message is a class that checks its parts and their size before anything reads it.

A page's messages are a union of such classes, distinguished by `type`; `read` finds the class, and whatever acts on a
message is found by its class.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from workbench.play.replay import MOST_BYTES
from workbench.storage.errors import RoomError, belongs, shown

MOST_ACTIONS = 256
LARGEST_ACTION = 1_000_000
MOST_SEATS = 64
LONGEST_WORD = 200
LARGEST_NUMBER = 2**53  # that JavaScript counts without a gap
NO_MESSAGE = ("model_attributes_type", "union_tag_not_found")  # what pydantic calls a value that is no message at all

Spoken = TypeVar("Spoken")
Word = Annotated[str, Field(max_length=LONGEST_WORD)]
Whole = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]


class Message(BaseModel):
    """What a page has said, checked: no value is converted, no part is unknown, and nothing changes any more."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


def read(messages: TypeAdapter[Spoken], raw: object) -> Spoken:
    """The message that a page sent, as one of `messages`; RoomError says what is wrong with it."""
    try:
        return messages.validate_python(raw)
    except ValidationError as error:
        raise RoomError(_refusal(error.errors(include_url=False)[0])) from None


def _refusal(fault: ErrorDetails) -> str:
    kind, place, given = fault["type"], fault["loc"], fault["input"]
    if kind in NO_MESSAGE:
        return f"A message is an object with a type, not {shown(given, 40)}."
    if kind == "union_tag_invalid":
        return f"There is no message type {shown(given['type'], 40)}. The types are: {fault['ctx']['expected_tags']}."
    if kind == "value_error":
        return str(fault["ctx"]["error"])
    message, *parts = place
    part = ", ".join(f"entry {part + 1}" if isinstance(part, int) else shown(part, 40) for part in parts)
    if kind in ("extra_forbidden", "invalid_key") or not parts:
        return f"A message {message!r} has no part {part or shown(given, 40)}."
    if kind == "missing":
        return f"A message {message!r} lacks its part {part}."
    return f"In a message {message!r} the part {part} is {shown(given, 40)}. Give {belongs(fault)}."


# ---------------------------------------------------------------- a match


Seat = Annotated[int, Field(ge=0, le=MOST_SEATS - 1)]
Action = Annotated[int, Field(ge=0, le=LARGEST_ACTION)]


class Act(Message):
    """Take an action, or a set of them; `asked` is the number of the question that the page showed."""

    type: Literal["act"]
    actions: Annotated[tuple[Action, ...], Field(strict=False, min_length=1, max_length=MOST_ACTIONS)]
    asked: Whole | None = None


class Weigh(Message):
    """Say what an act would lead to that somebody only thinks of."""

    type: Literal["weigh"]
    actions: Annotated[tuple[Action, ...], Field(strict=False, min_length=1, max_length=MOST_ACTIONS)]
    asked: Whole


class Ready(Message):
    """The people at `seat` hold the device."""

    type: Literal["ready"]
    seat: Seat


class Hello(Message):
    """A page has opened; `id` is what its browser remembers, or empty; `names` are those typed in it, seat by seat.

    `host` is where the browser has opened the page, such as 127.0.0.1; empty where the page does not say.
    """

    type: Literal["hello"]
    id: Word
    host: Word = ""
    names: Annotated[tuple[Word, ...], Field(strict=False, min_length=1, max_length=MOST_SEATS)] = ()


class Ping(Message):
    """Is the kernel there?"""

    type: Literal["ping"]


class Undo(Message):
    """Take the last step back."""

    type: Literal["undo"]


class Redo(Message):
    """Take the step again that was undone last."""

    type: Literal["redo"]


class Load(Message):
    """Play on from a saved file."""

    type: Literal["load"]
    name: Word
    text: Annotated[str, Field(max_length=MOST_BYTES)]


class Save(Message):
    """Make a file of the match."""

    type: Literal["save"]


class Draw(Message):
    """Make a file of what lies on the table; `kind` is the ending of its name."""

    type: Literal["draw"]
    kind: Word


class Window(Message):
    """Make a new link for the window of a hand."""

    type: Literal["window"]
    seat: Seat


class Rule(Message):
    """Open the rules at one of them, by its id."""

    type: Literal["rule"]
    rule: Word


class Turn(Message):
    """Turn to what lies beside or over the table, or back to it alone."""

    type: Literal["turn"]
    to: Literal["table", "score", "graphs", "lobby", "rules"]


MatchMessage = Annotated[
    Act | Weigh | Ready | Hello | Load | Window | Rule | Turn | Ping | Undo | Redo | Save | Draw,
    Field(discriminator="type"),
]
MATCH: TypeAdapter[MatchMessage] = TypeAdapter(MatchMessage)


def read_message(raw: object) -> MatchMessage:
    """The message that the page of a match sent; RoomError says what is wrong with it.

    >>> read_message({"type": "act", "actions": [3, 4], "asked": 2})
    Act(type='act', actions=(3, 4), asked=2)
    """
    return read(MATCH, raw)
