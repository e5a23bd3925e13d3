"""What the page of a match may say besides what any page may."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import Message, Seat, Word
from workbench.play.replay import MOST_BYTES


class Ready(Message):
    """The people at `seat` hold the device."""

    type: Literal["ready"]
    seat: Seat
    doing = "showing a hand"
    at = "table"


class Load(Message):
    """Play on from a saved file."""

    type: Literal["load"]
    name: Word
    text: Annotated[str, Field(max_length=MOST_BYTES)]
    doing = "loading a match"


class Draw(Message):
    """Make a file of what lies on the table; `kind` is the ending of its name."""

    type: Literal["draw"]
    kind: Word
    doing = "drawing"


class Window(Message):
    """Make a new link for the window of a hand."""

    type: Literal["window"]
    seat: Seat
    doing = "making a new window for a hand"


class Sit(Message):
    """The window of a hand has opened; `secret` is what it was given for its seat."""

    type: Literal["sit"]
    secret: Word
    doing = "opening a hand"


class Rule(Message):
    """Open the rules at one of them, by its id."""

    type: Literal["rule"]
    rule: Word
    doing = "opening a rule"
