"""A sheet as it was uploaded: the text of every cell, and what is odd about some of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench import signs
from workbench.decks.finding import Finding, place, problem, refusal
from workbench.kernel.tables import CardTable
from workbench.storage.errors import DeckError

LARGEST_FILE = 10 * 1024 * 1024
MOST_ROWS = 100_000
MOST_COLUMNS = 200  # of a sheet; columns further right are ignored
FAULT, MENDED, DATE = "fault", "mended", "date"
KEEP = "Nothing needs mending if that is right."
SHOWN_ROWS = 5
RULE = re.compile(r"[-–—:+=_|─━═┼╪ ]+")
LONG_RULE = re.compile(r":?[-–—]+:|:[-–—]+|[-–—+=_|─━═┼╪ ]{2,}")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


class Mark(NamedTuple):
    """What is odd about one cell.

    A `fault` cannot be read: `text` says why, `fix` what to do. A `mended` cell was changed on reading: `text`
    says why, `fix` what stood there before. A `date` may have been something else: `text` says what.
    """

    kind: str
    text: str
    fix: str


@dataclass
class Sheet:
    """The cells of one CSV file, or of one sheet of a workbook; `rows[0]` is row 1 there.

    `label` is its name in findings, `title` the name that is matched to a table. `findings` are about the whole sheet.
    """

    label: str
    title: str
    rows: list[list[str]]
    marks: dict[tuple[int, int], Mark] = field(default_factory=dict)  # (row, column), both counted from 0
    findings: list[Finding] = field(default_factory=list)
    separator: str = ""  # of a CSV; a row longer than the header is a fault there
    guessed: bool = False  # whether the encoding of its text was: if so, no word of it is decoded again
    hidden: bool = False
    hidden_columns: set[int] = field(default_factory=set)
    too_wide: list[int] = field(default_factory=list)  # rows, from 1, that go on beyond the most columns
    values: dict[tuple[int, int], int | bool] = field(default_factory=dict)  # of cells that hold one, not text
    rules: set[int] = field(default_factory=set)  # rows, from 0, that only draw a line, and were reported
    merged: list[tuple[int, str]] = field(default_factory=list)  # (row from 0, reference) of cells merged sideways

    def say(self, level: str, text: str, fix: str, row: int = 0) -> None:
        """A finding about the sheet, or about a row of it (counted from 1)."""
        self.findings.append(Finding(level, place(self.label, row), text, fix, row=row))


def refuse(label: str, text: str, fix: str, row: int = 0) -> DeckError:
    """The error for a file that holds nothing usable."""
    return refusal(f"The file {label!r} was not read", [problem(text, fix, label, row)])


def refuse_too_long(label: str, table: CardTable, count: int) -> None:
    """Raise DeckError for a list that is far too long for a deck."""
    if count > table.most_rows:
        text = f"The list has {count:,} rows; a deck has at most {table.number_of(table.most)}."
        raise refuse(label, text, "Take rows out, or give the file of one deck.")


def text_at(row: Sequence[str], place: int) -> str:
    """The text of a cell; empty if the row ends before it."""
    return row[place].strip() if place < len(row) else ""


def texts_in(row: Iterable[str]) -> list[str]:
    """The texts of the filled cells of a row."""
    return [text.strip() for text in row if text.strip()]


def column_letter(index: int) -> str:
    """What spreadsheets call the column `index`, counted from 0.

    >>> column_letter(0), column_letter(27)
    ('A', 'AB')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def what_a_date_was(day: int, month: int, year: str = "") -> str:
    """What may have been typed where a spreadsheet read this day, or the first of a month of this year.

    >>> what_a_date_was(3, 1)
    "'1/3', '3/1', '3-1' or 'Jan 3'"
    """
    name = MONTHS[month - 1]
    words = (
        [f"{month}/{year}", f"{name.upper()}{year}"] if year else [f"{month}/{day}", f"{day}/{month}", f"{day}-{month}"]
    )
    words = [repr(word) for word in dict.fromkeys([*words, f"{name} {year or day}"])]
    return f"{', '.join(words[:-1])} or {words[-1]}"


def is_rule(texts: Sequence[str]) -> bool:
    """Whether the filled cells of a row only draw a line, like the one below the column names of a Markdown table.

    >>> is_rule(["---", ":--:"]), is_rule(["+----+---+"]), is_rule(["-", "Mill"]), is_rule(["-"])
    (True, True, False, False)
    """
    lines = sum(bool(LONG_RULE.fullmatch(text)) for text in texts)
    return (lines > 0 and all(RULE.fullmatch(text) for text in texts)) or (len(texts) > 1 and set(texts) <= set("-:"))


def rows_in_words(numbers: Sequence[int], word: str = "row") -> str:
    """Row numbers as part of a sentence; only the first few of many.

    >>> rows_in_words([4]), rows_in_words([4, 5, 6]), rows_in_words(range(4, 30))
    ('row 4', 'rows 4, 5 and 6', 'rows 4, 5, 6, 7, 8 and 21 more')
    """
    if len(numbers) == 1:
        return f"{word} {numbers[0]}"
    if len(numbers) > SHOWN_ROWS:
        return f"{word}s {', '.join(map(str, numbers[:SHOWN_ROWS]))} and {len(numbers) - SHOWN_ROWS} more"
    return f"{word}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def quoted(text: str, longest: int = 40) -> str:
    """A piece of somebody's text as a finding quotes it."""
    return signs.quoted(text if len(text) <= longest else text[: longest - 3] + "...")
