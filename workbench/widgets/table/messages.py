"""The messages that the page of a match may send, beyond those of any page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import Message, Seat, Word
from workbench.play.bot_turns import PACES
from workbench.play.replay import MOST_BYTES


class Ready(Message, doing="showing a hand", at="table"):
    """Show the hand of `seat`, whose people now hold the device."""

    type: Literal["ready"]
    seat: Seat


class WholeScene(Message, doing="showing the table", quiet=True):
    """Send the whole scene: this page has missed some changes."""

    type: Literal["whole"]


class Load(Message, doing="loading a match"):
    """Play on from a saved file."""

    type: Literal["load"]
    name: Word
    text: Annotated[str, Field(max_length=MOST_BYTES)]


class Draw(Message, doing="drawing"):
    """Make a file of what lies on the table; `kind` is its file name extension."""

    type: Literal["draw"]
    kind: Word


class Window(Message, doing="making a new window for a hand"):
    """Make a new link for the window of a hand."""

    type: Literal["window"]
    seat: Seat


class Sit(Message, doing="opening a hand"):
    """The window of a hand has opened; `secret` is what it was given for its seat."""

    type: Literal["sit"]
    secret: Word


class Rule(Message, doing="opening a rule"):
    """Open the rules at one of them, by its id."""

    type: Literal["rule"]
    rule: Word


class Turn(Message, doing="turning to another page"):
    """Turn to what lies beside or over the table, or back to the table alone."""

    type: Literal["turn"]
    to: Literal["table", "score", "graphs", "lobby", "rules"]


class Way(Message, doing="showing a turn", at="table"):
    """Show a turn or the last round again, give a hint, stop that, restart a first game, or go on without help."""

    type: Literal["way"]
    to: Literal["turn", "round", "hint", "stop", "first_game", "alone"]


class BotsPace(Message, doing="choosing how fast bots play"):
    """Let the bots of this table play at one of PACES, by its number."""

    type: Literal["pace"]
    number: Annotated[int, Field(ge=0, lt=len(PACES))]
