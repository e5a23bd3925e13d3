"""The messages that the page of a match may send, beyond those of any page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import Message, Seat, Word
from workbench.play.bot_turns import PACES
from workbench.play.replay import MOST_BYTES


class Ready(Message, type="ready", doing="showing a hand", at="table"):
    """Show the hand of `seat`, whose people now hold the device."""

    seat: Seat


class WholeScene(Message, type="whole", doing="showing the table", quiet=True):
    """Send the whole scene: this page has missed some changes."""


class Load(Message, type="load", doing="loading a match"):
    """Play on from a saved file."""

    name: Word
    text: Annotated[str, Field(max_length=MOST_BYTES)]


class Draw(Message, type="draw", doing="drawing"):
    """Make a file of what lies on the table; `kind` is its file name extension."""

    kind: Word


class Window(Message, type="window", doing="making a new window for a hand"):
    """Make a new link for the window of a hand."""

    seat: Seat


class Sit(Message, type="sit", doing="opening a hand"):
    """The window of a hand has opened; `secret` is what it was given for its seat."""

    secret: Word


class Rule(Message, type="rule", doing="opening a rule"):
    """Open the rules at one of them, by its id."""

    rule: Word


class Turn(Message, type="turn", doing="turning to another page"):
    """Turn to what lies beside or over the table, or back to the table alone."""

    to: Literal["table", "score", "graphs", "lobby", "rules"]


class Way(Message, type="way", doing="showing a turn", at="table"):
    """Show a turn or the last round again, give a hint, stop that, restart a first game, or go on without help."""

    to: Literal["turn", "round", "hint", "stop", "first_game", "alone"]


class PlayAgain(Message, type="play_again", doing="dealing again"):
    """Deal again to the same people, with the same cards and rules."""


class NewGame(Message, type="new_game", doing="opening the lobby"):
    """Open the lobby."""


class SaveSheet(Message, type="sheet", doing="making a file for a spreadsheet"):
    """Make a spreadsheet file of the match's result."""

    kind: Literal["csv", "xlsx"]


class BotsPace(Message, type="pace", doing="choosing how fast bots play"):
    """Let the bots of this table play at one of PACES, by its number."""

    number: Annotated[int, Field(ge=0, lt=len(PACES))]
