"""What the page of an ending may say."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message


class PlayAgain(Message):
    """Deal again to the same people, with the same cards and rules."""

    type: Literal["play_again"]
    doing = "dealing again"


class NewGame(Message):
    """Open the lobby."""

    type: Literal["new_game"]
    doing = "opening the lobby"


class SaveSheet(Message):
    """Make a file for a spreadsheet of how the match has ended."""

    type: Literal["sheet"]
    kind: Literal["csv", "xlsx"]
    doing = "making a file for a spreadsheet"
