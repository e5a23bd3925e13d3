"""The messages that the page of an ending may send."""

from __future__ import annotations

from typing import Literal

from workbench.pages.messages import Message


class PlayAgain(Message, type="play_again", doing="dealing again"):
    """Deal again to the same people, with the same cards and rules."""


class NewGame(Message, type="new_game", doing="opening the lobby"):
    """Open the lobby."""


class SaveSheet(Message, type="sheet", doing="making a file for a spreadsheet"):
    """Make a spreadsheet file of the match's result."""

    kind: Literal["csv", "xlsx"]
