"""The messages that the page of a studio may send: about the deck, its report, its versions, and where to go."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from workbench.lab.targets import Aim
from workbench.pages.messages import MOST_SEATS, Message, Word

MOST_UPLOAD = 4 * 1024 * 1024  # bytes of a file; a socket silently drops messages of about ten million bytes
LONGEST_UPLOAD = 4 * MOST_UPLOAD // 3 + 4  # the same in base64
MOST_GAMES = 100_000  # that one report plays
MOST_ROW = 100_000
LONGEST_NOTE = 2_000
MOST_MENDED = 1_000


def _digits(text: str) -> str:
    text = text.strip()
    if not re.fullmatch("[0-9]{1,40}", text):
        raise ValueError(f"The seed is {text[:40]!r}. Give a whole number of at most 40 digits.")
    return text


Said = Annotated[str, Field(max_length=400)]  # more than any line may have, so that the line's own check refuses it
Row = Annotated[int, Field(ge=0, le=MOST_ROW)]
Place = Annotated[tuple[Word, Row, Word], Field(strict=False)]


class OpenDeck(Message, doing="opening a deck"):
    """Open a deck of a game by its name."""

    type: Literal["open"]
    game: Word
    deck: Word


class ImportFile(Message, doing="reading a file"):
    """Read a deck from a file; `data` is in base64."""

    type: Literal["import"]
    name: Word
    data: Annotated[str, Field(max_length=LONGEST_UPLOAD)]


class ExportFile(Message, doing="saving a file"):
    """Make a file of the deck."""

    type: Literal["export"]
    kind: Word


class TakeFile(Message, doing="taking over a file"):
    """Take over the content of a file, to mend it here."""

    type: Literal["take"]


class PlayDeck(Message, doing="beginning a game"):
    """Begin a game with the deck as it is."""

    type: Literal["play"]


class Go(Message, doing="going to a cell", quiet=True):
    """Go to the place of a finding."""

    type: Literal["go"]
    file: Word
    row: Row
    column: Word


class FindEdits(Message, doing="looking for edits", quiet=True):
    """Look for edits that reach the aim."""

    type: Literal["suggest"]
    aim: Aim


class StopLooking(Message, doing="ending the search for edits", quiet=True):
    """Stop looking for edits."""

    type: Literal["stop"]


class TakeEdit(Message, doing="taking an edit that was found"):
    """Make one of the edits found, by its number."""

    type: Literal["edit"]
    number: Row


class Mend(Message, doing="mending what is odd"):
    """Write what should stand in the places of findings: file, row as a spreadsheet numbers it, column."""

    type: Literal["mend"]
    places: Annotated[tuple[Place, ...], Field(strict=False, min_length=1, max_length=MOST_MENDED)]


class ChooseBaseline(Message, doing="choosing what to compare with"):
    """Compare with another deck."""

    type: Literal["baseline"]
    id: Word


class Measure(Message, doing="choosing how games are played"):
    """Change how the games of the report are played."""

    type: Literal["measure"]
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    bots: Annotated[tuple[Word, ...], Field(strict=False, min_length=1, max_length=MOST_SEATS)]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    seed: Annotated[Word, AfterValidator(_digits)]


class MeasureAgain(Message, doing="measuring again"):
    """Play the games of the report with another seed."""

    type: Literal["again"]


class SaveVersion(Message, doing="saving"):
    """Keep the deck as a version."""

    type: Literal["save"]
    note: Annotated[str, Field(max_length=LONGEST_NOTE)]


class Share(Message, doing="turning to what would be published"):
    """Turn to the form for publishing the deck."""

    type: Literal["share"]


class Publish(Message, doing="publishing the deck"):
    """Publish the deck with its description; `of` is the variant of which it is the next version."""

    type: Literal["publish"]
    title: Said
    line: Said
    author: Said
    notes: Annotated[str, Field(max_length=2 * LONGEST_NOTE)]
    licence: Said
    language: Said
    emblem: Word
    of: Word
    unlisted: bool


class Preview(Message, doing="showing how others will see the deck", quiet=True):
    """Show how others would see the deck with what is typed so far."""

    type: Literal["preview"]
    title: Said
    line: Said
    author: Said
    licence: Said
    emblem: Word
    of: Word
    unlisted: bool


class TakeBack(Message, doing="taking back a variant"):
    """Withdraw a published variant, with all its versions."""

    type: Literal["take_back"]
    slug: Word


class Restore(Message, doing="bringing back a version"):
    """Bring a version back."""

    type: Literal["restore"]
    number: Row


class Compare(Message, doing="comparing two decks"):
    """Show what differs between two decks."""

    type: Literal["compare"]
    id: Word
    other: Word
