"""A table in a sheet: its cells by row and column, where they are, and what is found about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workbench.decks.exchange.headers import Header
from workbench.decks.exchange.sheet import KEEP, Sheet, column_letter, rows_in_words
from workbench.decks.finding import Finding, place
from workbench.decks.reading import DraftRow
from workbench.kernel.tables import CardTable


@dataclass
class TableInSheet:
    """A sheet with the header of a table. `problems` keep it from being part of a deck, `findings` are said beside.

    Rows are counted from 0 in the sheet; in what is found, from 1 as a spreadsheet shows them.
    """

    sheet: Sheet
    header: Header
    problems: list[Finding] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def table(self) -> CardTable:
        """The table that the header belongs to."""
        return self.header.table

    @property
    def has_names(self) -> bool:
        """Whether the cards' names are there."""
        return self.table.name_column in self.header.columns

    @property
    def below(self) -> range:
        """The rows below the header."""
        return range(self.header.row + 1, len(self.sheet.rows))

    def text(self, row: int, where: int) -> str:
        """The text of a cell."""
        cells = self.sheet.rows[row]
        return cells[where].strip() if where < len(cells) else ""

    def filled(self, row: int) -> dict[str, str]:
        """The cells of a row that are not empty, by the table's columns."""
        if not any(self.sheet.rows[row]):
            return {}
        cells = ((key, self.text(row, where)) for key, where in self.header.columns.items())
        return {key: text for key, text in cells if text}

    def raw_row(self, row: int) -> DraftRow:
        """A row as it is in the sheet."""
        return DraftRow(row + 1, {key: self.text(row, where) for key, where in self.header.columns.items()})

    def place(self, number: int, column: str = "", name: str = "") -> str:
        """Where something is, in words: 'list.csv row 7 (Road), resources (cell C7)'."""
        words = place(self.sheet.label, number, name, column)
        where = self.header.columns.get(column)
        return words if where is None or not number else f"{words} (cell {column_letter(where)}{number})"

    def say(self, level: str, text: str, fix: str = KEEP, number: int = 0, column: str = "") -> None:
        """Find something in a row, of which a column may be meant; an error also goes among the problems."""
        below = self.header.row < number - 1 < len(self.sheet.rows)
        where = self.header.columns.get(self.table.name_column)
        name = self.text(number - 1, where)[:60] if level == "error" and below and where is not None else ""
        found = Finding(level, self.place(number, column, name), text, fix, self.table.file, number, column)
        (self.problems if level == "error" else self.findings).append(found)

    def say_left_out(self, text: str, rows: Sequence[int]) -> None:
        """Warn that rows were left out, if there are any."""
        if rows:
            self.say("warning", f"{text}: {rows_in_words([row + 1 for row in rows])}.", number=rows[0] + 1)
