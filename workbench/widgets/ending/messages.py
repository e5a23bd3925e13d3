"""The messages that the page of an ending may send."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message


class PlayAgain(Message, doing="dealing again"):
    """Deal again to the same people, with the same cards and rules."""

    type: Literal["play_again"]


class NewGame(Message, doing="opening the lobby"):
    """Open the lobby."""

    type: Literal["new_game"]


class SaveSheet(Message, doing="making a file for a spreadsheet"):
    """Make a spreadsheet file of the match's result."""

    type: Literal["sheet"]
    kind: Literal["csv", "xlsx"]
