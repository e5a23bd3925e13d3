"""The messages that the page of a studio may send: about the deck, its report, its versions, and where to go."""

from __future__ import annotations

import re
from typing import Annotated

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


class OpenDeck(Message, type="open", doing="opening a deck"):
    """Open a deck of a game by its name."""

    game: Word
    deck: Word


class ImportFile(Message, type="import", doing="reading a file"):
    """Read a deck from a file; `data` is in base64."""

    name: Word
    data: Annotated[str, Field(max_length=LONGEST_UPLOAD)]


class ExportFile(Message, type="export", doing="saving a file"):
    """Make a file of the deck."""

    kind: Word


class TakeFile(Message, type="take", doing="taking over a file"):
    """Take over the content of a file, to mend it here."""


class PlayDeck(Message, type="play", doing="beginning a game"):
    """Begin a game with the deck as it is."""


class Go(Message, type="go", doing="going to a cell", quiet=True):
    """Go to the place of a finding."""

    file: Word
    row: Row
    column: Word


class FindEdits(Message, type="suggest", doing="looking for edits", quiet=True):
    """Look for edits that reach the aim."""

    aim: Aim


class StopLooking(Message, type="stop", doing="ending the search for edits", quiet=True):
    """Stop looking for edits."""


class TakeEdit(Message, type="edit", doing="taking an edit that was found"):
    """Make one of the edits found, by its number."""

    number: Row


class Mend(Message, type="mend", doing="mending what is odd"):
    """Write what should stand in the places of findings: file, row as a spreadsheet numbers it, column."""

    places: Annotated[tuple[Place, ...], Field(strict=False, min_length=1, max_length=MOST_MENDED)]


class ChooseBaseline(Message, type="baseline", doing="choosing what to compare with"):
    """Compare with another deck."""

    id: Word


class Measure(Message, type="measure", doing="choosing how games are played"):
    """Change how the games of the report are played."""

    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    bots: Annotated[tuple[Word, ...], Field(strict=False, min_length=1, max_length=MOST_SEATS)]
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)]
    seed: Annotated[Word, AfterValidator(_digits)]


class MeasureAgain(Message, type="again", doing="measuring again"):
    """Play the games of the report with another seed."""


class SaveVersion(Message, type="save", doing="saving"):
    """Keep the deck as a version."""

    note: Annotated[str, Field(max_length=LONGEST_NOTE)]


class Share(Message, type="share", doing="turning to what would be published"):
    """Turn to the form for publishing the deck."""


class Described(Message):
    """A deck to be published, with its description; `of` is the variant of which it is the next version."""

    title: Said
    line: Said
    author: Said
    licence: Said
    emblem: Word
    of: Word
    unlisted: bool


class Publish(Described, type="publish", doing="publishing the deck"):
    """Publish the deck with its description."""

    notes: Annotated[str, Field(max_length=2 * LONGEST_NOTE)]
    language: Said


class Preview(Described, type="preview", doing="showing how others will see the deck", quiet=True):
    """Show how others would see the deck with what is typed so far."""


class TakeBack(Message, type="take_back", doing="taking back a variant"):
    """Withdraw a published variant, with all its versions."""

    slug: Word


class Restore(Message, type="restore", doing="bringing back a version"):
    """Bring a version back."""

    number: Row


class Compare(Message, type="compare", doing="comparing two decks"):
    """Show what differs between two decks."""

    id: Word
    other: Word
