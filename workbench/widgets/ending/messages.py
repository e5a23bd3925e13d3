"""What the page of an ending may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from workbench.play.messages import Message, Save, read


class PlayAgain(Message):
    """Deal again to the same people, with the same cards and rules."""

    type: Literal["play_again"]


class NewGame(Message):
    """Open the lobby."""

    type: Literal["new_game"]


class SaveSheet(Message):
    """Make a file for a spreadsheet of how the match has ended."""

    type: Literal["sheet"]
    kind: Literal["csv", "xlsx"]


EndingMessage = Annotated[PlayAgain | NewGame | Save | SaveSheet, Field(discriminator="type")]
ENDING: TypeAdapter[EndingMessage] = TypeAdapter(EndingMessage)


def read_message(raw: object) -> EndingMessage:
    """The message that the page of an ending sent; RoomError says what is wrong with it.

    >>> read_message({"type": "play_again"})
    PlayAgain(type='play_again')
    """
    return read(ENDING, raw)
