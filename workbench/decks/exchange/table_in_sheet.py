"""A table in a sheet: its cells by row and column, their places, and the findings about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from workbench.decks.exchange.counts import count_in
from workbench.decks.exchange.headers import Header
from workbench.decks.exchange.sheet import KEEP, Sheet, column_letter, rows_in_words, text_at
from workbench.decks.finding import Finding, place
from workbench.decks.reading import DraftRow
from workbench.kernel.tables import COUNT, CardTable


@dataclass
class TableInSheet:
    """A sheet with the header of a table. `problems` keep it from being part of a deck; `findings` are all others.

    Rows are counted from 0 in the sheet; in findings from 1, as a spreadsheet shows them.
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
        """Whether there is a column with the cards' names."""
        return self.table.name_column in self.header.columns

    @cached_property
    def below(self) -> list[int]:
        """The rows below the header, without totals."""
        return [row for row in range(self.header.row + 1, len(self.sheet.rows)) if row not in self.totals]

    @cached_property
    def totals(self) -> dict[int, int]:
        """The rows that only add up the copies above them, in all or since the last total, with their sums."""
        if COUNT not in self.header.columns:
            return {}
        found: dict[int, int] = {}
        added: list[int] = [0, 0]  # all copies, those since the last total
        rows = [0, 0]
        for row in range(self.header.row + 1, len(self.sheet.rows)):
            number = self._only_number_in(row)
            if number and any(number == copies and of > 1 for copies, of in zip(added, rows, strict=True)):
                found[row] = number
                added[1] = rows[1] = 0
            elif copies := int(count_in(self.filled(row).get(COUNT, "")) or 0):
                added = [copies + before for before in added]
                rows = [before + 1 for before in rows]
        return found

    def _only_number_in(self, row: int) -> int:
        """The number of copies in a row with at most one word beside it, and nothing that a card needs; otherwise 0."""
        filled = self.filled(row)
        number = count_in(filled.pop(COUNT, "")) or "0"
        needed = {column.key for column in self.table.columns if column.required and column.type not in ("key", "name")}
        return 0 if len(filled) > 1 or not needed or needed & filled.keys() else int(number)

    def text(self, row: int, where: int) -> str:
        """The text of a cell."""
        return text_at(self.sheet.rows[row], where)

    def filled(self, row: int) -> dict[str, str]:
        """The cells of a row that are not empty, by the table's columns."""
        if not any(self.sheet.rows[row]):
            return {}
        cells = ((key, self.text(row, where)) for key, where in self.header.columns.items())
        return {key: text for key, text in cells if text}

    def raw_row(self, row: int) -> DraftRow:
        """A row unchanged from the sheet."""
        return DraftRow(row + 1, {key: self.text(row, where) for key, where in self.header.columns.items()})

    def place(self, number: int, column: str = "", name: str = "") -> str:
        """Where something is, in words: 'list.csv row 7 (Road), resources (cell C7)'."""
        words = place(self.sheet.label, number, name, column)
        where = self.header.columns.get(column)
        return words if where is None or not number else f"{words} (cell {column_letter(where)}{number})"

    def say(self, level: str, text: str, fix: str = KEEP, number: int = 0, column: str = "") -> None:
        """Report something in a row, or in one column of it; an error also goes among the problems."""
        below = self.header.row < number - 1 < len(self.sheet.rows)
        where = self.header.columns.get(self.table.name_column)
        name = self.text(number - 1, where)[:60] if level == "error" and below and where is not None else ""
        found = Finding(level, self.place(number, column, name), text, fix, self.table.file, number, column)
        (self.problems if level == "error" else self.findings).append(found)

    def say_left_out(self, text: str, rows: Sequence[int]) -> None:
        """Warn that rows were left out, if there are any."""
        if rows:
            self.say("warning", f"{text}: {rows_in_words([row + 1 for row in rows])}.", number=rows[0] + 1)
