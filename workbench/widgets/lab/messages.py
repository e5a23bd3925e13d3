"""The messages that the page of the lab may send."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.lab.studies import LONGEST_FILE
from workbench.pages.messages import Message, Whole, Word

Part = Literal["question", "game", "deck", "rules", "bots", "seats", "games", "aim"]  # of the choices


class Choose(Message, type="choose", doing="choosing what is asked"):
    """Choose another question, game, list of cards, set of rules, bot, number of seats or of games."""

    part: Part
    value: Word


class Run(Message, type="run", doing="playing the games of a study"):
    """Play the games asked for."""


class Stop(Message, type="stop", doing="ending a study early"):
    """Play no more games."""


class OpenStudy(Message, type="open", doing="opening a study"):
    """Ask the question of a file again."""

    text: Annotated[str, Field(max_length=LONGEST_FILE + 1)]


class ExportFigures(Message, type="export", doing="saving the figures of an answer"):
    """Save the table of the answer as a file."""


class SaveDeck(Message, type="deck", doing="saving a deck with its edits"):
    """Save the deck with the edits of the answer as a file for the studio."""


class ShowAnswer(Message, type="answer", doing="showing an answer that was found before"):
    """Show an earlier answer again, by its number."""

    number: Whole


class HoldAgainst(Message, type="against", doing="comparing two answers"):
    """Mark beside each figure what it was in an earlier answer; -1 marks none."""

    number: Annotated[int, Field(ge=-1, le=2**53)]


class ShowNumbers(Message, type="numbers", doing="showing all numbers of an answer"):
    """Show the whole report, tournament or sweep below the answer, or fold it away."""
