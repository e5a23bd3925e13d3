"""A sheet with a header -> the rows of a table: what can be mended is mended and said, what cannot is a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.decks.edit import key_from_name
from workbench.decks.exchange.headers import Header, form_of, read_header
from workbench.decks.exchange.mending import FREE_TEXT, Known, by_form, mend, typewritten
from workbench.decks.exchange.sheet import (
    FAULT,
    KEEP,
    MENDED,
    Sheet,
    column_letter,
    quoted,
    rows_in_words,
    too_long,
)
from workbench.decks.finding import Finding, place
from workbench.decks.reading import DraftRow, DraftTable, near
from workbench.decks.validation import main_key, name_column
from workbench.kernel.game import CardTable, Column, Game

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

SHOWN_COLUMNS = 10


@dataclass
class TableReader:
    """Reads one table out of a sheet; `problems` keep the draft from being a deck, `findings` are said beside it."""

    sheet: Sheet
    header: Header
    game: Game
    current: Deck
    letters: Mapping[str, str]
    problems: list[Finding] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    _mended: dict[tuple[str, str], list[tuple[int, str, str]]] = field(default_factory=dict)

    @property
    def table(self) -> CardTable:
        """The table that the header belongs to."""
        return self.header.table

    @property
    def has_names(self) -> bool:
        """Whether the cards' names are there."""
        return name_column(self.table) in self.header.columns

    def read(self) -> DraftTable:
        """The rows below the header; raises DeckError if they are far too many."""
        self.findings += self.sheet.findings
        self._look_above()
        self._look_at_columns()
        self._look_at_hidden()
        self._look_at_merged()
        numbers = self._card_rows()
        if len(numbers) > 4 * self.table.most:
            raise too_long(self.sheet.label, self.table, len(numbers))
        rows = [self._raw_row(number) for number in numbers]
        self._mend(rows)
        self._fill_ids(rows)
        self._say_what_was_mended()
        columns = tuple(column.key for column in self.table.columns if column.key in self.header.columns)
        key = main_key(self.table)
        return DraftTable(columns if key in columns else (key, *columns), rows)

    def untouched(self) -> DraftTable:
        """The rows below the header as they stand, up to the number that a deck may have."""
        rows = [self._raw_row(number) for number in range(self.header.row + 1, len(self.sheet.rows))]
        return DraftTable(tuple(self.header.columns), rows[: self.table.most])

    def place(self, row: int, column: str = "", name: str = "") -> str:
        """Where something is in the uploaded file, in words; `row` is counted from 1 as it is shown there."""
        words = place(self.sheet.label, row, name, column)
        where = self.header.columns.get(column)
        return words if where is None or not row else f"{words} (cell {column_letter(where)}{row})"

    def _problem(self, row: int, column: str, name: str, text: str, fix: str) -> None:
        where = self.place(row, column, name)
        self.problems.append(Finding("error", where, text, fix, self.table.file, row, column))

    def _warn(self, text: str, fix: str = KEEP, row: int = 0, column: str = "") -> None:
        where = self.place(row, column)
        self.findings.append(Finding("warning", where, text, fix, self.table.file, row, column))

    # The header and what lies around it

    def _look_above(self) -> None:
        above = [number for number in range(self.header.first_row) if any(map(str.strip, self.sheet.rows[number]))]
        if above:
            words = next(text.strip() for text in self.sheet.rows[above[0]] if text.strip())
            numbers = rows_in_words([number + 1 for number in above])
            self._warn(
                f"What stands above the column names was left out: {numbers}, {quoted(words)}.", row=above[0] + 1
            )
        if self.header.first_row < self.header.row:
            both = rows_in_words([self.header.first_row + 1, self.header.row + 1])
            self._warn(f"The column names stand in {both}; they were put together.", row=self.header.row + 1)

    def _look_at_columns(self) -> None:
        row = self.header.row + 1
        respelt = [
            (self.header.labels[where], key)
            for key, where in self.header.columns.items()
            if self.header.labels[where] != key
        ]
        if respelt:
            pairs = ", ".join(f"{quoted(label)} as {key}" for label, key in respelt)
            self._warn(f"Column names were read by their sense: {pairs}.", row=row)
        for key, places in self.header.twice.items():
            self._look_at_twice(key, places)
        self._look_at_unknown()
        for column in self.table.columns:
            if column.required and column.kind != "key" and column.key not in self.header.columns:
                text = f"The column {column.key!r} is missing: {column.help}."
                self._problem(row, column.key, "", text, "Add the column and fill it in every row.")

    def _look_at_twice(self, key: str, places: Sequence[int]) -> None:
        first = self.header.columns[key]
        letters = " and ".join(column_letter(where) for where in (first, *places))
        below = range(self.header.row + 1, len(self.sheet.rows))
        alike = all(
            self._text(number, where) in ("", self._text(number, first)) for number in below for where in places
        )
        text = f"The columns {letters} are both called {key}"
        if alike:
            self._warn(f"{text} and say the same; the first was taken.", row=self.header.row + 1, column=key)
        else:
            self._problem(self.header.row + 1, key, "", f"{text} and differ.", "Keep one of them.")

    def _look_at_unknown(self) -> None:
        row = self.header.row + 1
        known = [column.key for column in self.table.columns if column.key not in self.header.columns]
        for where in self.header.unknown[:SHOWN_COLUMNS]:
            label = self.header.labels[where]
            hint = near(label, known)
            text = f"The column {column_letter(where)} was left out: there is no column {quoted(label)}.{hint}"
            self._warn(text, f"Rename it if it is meant; the columns are {', '.join(self._keys())}.", row)
        more = len(self.header.unknown) - SHOWN_COLUMNS
        if more > 0:
            self._warn(f"{more} more columns were left out, which are none of {self.game.title}.", KEEP, row)
        wide = max((len(cells) for cells in self.sheet.rows[row:]), default=0)
        nameless = [where for where in range(wide) if where not in self.header.labels]
        for where in nameless:
            filled = [number for number in range(row, len(self.sheet.rows)) if self._text(number, where)]
            if filled:
                self._look_at_nameless(where, filled)

    def _look_at_nameless(self, where: int, filled: Sequence[int]) -> None:
        """Cells below no column name: a comma too many in a CSV, a remark elsewhere."""
        last = max(self.header.labels)
        if self.sheet.separator and where > last:
            for number in filled if where == last + 1 else ():
                count = max(i for i, text in enumerate(self.sheet.rows[number]) if text.strip()) + 1
                text = f"The row has {count} fields, the header has {last + 1}."
                fix = "Give it one field per column; a field with a separator in it stands in plain double quotes."
                self._problem(number + 1, "", self._name(number), text, fix)
            return
        text = f"The column {column_letter(where)} has no name; what stands there was left out: "
        text += f"{rows_in_words([number + 1 for number in filled])}, {quoted(self._text(filled[0], where))}."
        self._warn(text, "Give it a name, or nothing if it is a remark of yours.", filled[0] + 1)

    def _look_at_hidden(self) -> None:
        hidden = [key for key, where in self.header.columns.items() if where in self.sheet.hidden_columns]
        if hidden:
            self._warn(f"Hidden columns were read like the others: {', '.join(hidden)}.", "Delete them if not meant.")

    def _look_at_merged(self) -> None:
        for number, reference in self.sheet.merged:
            if number > self.header.row:
                text = f"The cells {reference} are merged; what stands there counts for the first column alone."
                self._warn(text, "Take the cells apart and fill each.", number + 1)

    def _keys(self) -> list[str]:
        return [column.key for column in self.table.columns]

    # The rows

    def _text(self, number: int, where: int) -> str:
        cells = self.sheet.rows[number]
        return cells[where].strip() if where < len(cells) else ""

    def _name(self, number: int) -> str:
        where = self.header.columns.get(name_column(self.table))
        return "" if where is None else self._text(number, where)[:60]

    def _card_rows(self) -> list[int]:
        """The numbers, counted from 0, of the rows that hold cards."""
        found: list[int] = []
        blank: list[int] = []
        again: list[int] = []
        for number in range(self.header.row + 1, len(self.sheet.rows)):
            if not self._filled(number):
                blank.append(number)
            elif self._is_header(number):
                again.append(number)
            elif self._begins_another_list(number):
                text = "Another list begins here; what stands from here on was not read."
                self._problem(number + 1, "", "", text, "Put it in a file or a sheet of its own.")
                break
            else:
                found.append(number)
        self._leave_remarks_below(found, blank)
        self._say_left_out("Blank rows were left out", [number for number in blank if found and number < found[-1]])
        self._say_left_out("The column names stand there again and were left out", again)
        return found

    def _leave_remarks_below(self, found: list[int], blank: Sequence[int]) -> None:
        """Leave out what stands below the cards and a blank row, one cell a row: a remark, no card."""
        start = len(found)
        while start > 1 and len(self._filled(found[start - 1])) == 1:
            start -= 1
            if found[start] - 1 in blank:
                words = next(iter(self._filled(found[start]).values()))
                self._say_left_out(f"What stands below the cards was left out, {quoted(words)}", found[start:])
                del found[start:]
                return

    def _say_left_out(self, text: str, numbers: Sequence[int]) -> None:
        if numbers:
            self._warn(f"{text}: {rows_in_words([number + 1 for number in numbers])}.", row=numbers[0] + 1)

    def _filled(self, number: int) -> dict[str, str]:
        """The cells of a row that are not empty, by their columns."""
        cells = ((key, self._text(number, where)) for key, where in self.header.columns.items())
        return {key: text for key, text in cells if text}

    def _begins_another_list(self, number: int) -> bool:
        """Whether a row names the columns of another table of the game, and holds nothing else."""
        others = (table for table in self.game.tables if table != self.table)
        headers = (read_header(self.sheet.rows[number], number, table) for table in others)
        return any(header is not None and header.complete and not header.unknown for header in headers)

    def _is_header(self, number: int) -> bool:
        """Whether a row repeats the names of the columns that it stands in."""
        filled = self._filled(number)
        labels = {key: self.header.labels[where] for key, where in self.header.columns.items()}
        named = sum(form_of(text) == form_of(labels[key]) for key, text in filled.items())
        return named >= 2 and named == len(filled)

    def _raw_row(self, number: int) -> DraftRow:
        return DraftRow(number + 1, {key: self._text(number, where) for key, where in self.header.columns.items()})

    def _known(self, rows: Sequence[DraftRow], names: Sequence[str]) -> Known:
        texts = {
            str(row[column.key])
            for column in self.table.columns
            if column.kind in FREE_TEXT or column.kind == "key"
            for row in self.current.tables[self.table.file]
        }
        return Known(
            frozenset(texts),
            by_form(names, typewritten),
            by_form(names, lambda name: typewritten(name).casefold()),
            self.letters,
        )

    def _mend(self, rows: Sequence[DraftRow]) -> None:
        """Names first: the other cells are compared with them."""
        name = name_column(self.table)
        before = [str(row[name]) for row in self.current.tables[self.table.file]]
        columns = sorted(self.table.columns, key=lambda column: column.key != name)
        known = self._known(rows, before)
        for column in columns:
            if column.key not in self.header.columns:
                continue
            for row in rows:
                self._mend_cell(row, column, known)
            if column.key == name:
                known = self._known(rows, [row.cells[name] for row in rows])

    def _mend_cell(self, row: DraftRow, column: Column, known: Known) -> None:
        before = row.cells[column.key]
        mark = self.sheet.marks.get((row.number - 1, self.header.columns[column.key]))
        meant = bool(self.sheet.separator) and before in known.texts
        if mark is not None and not (meant and mark.kind != MENDED):
            if mark.kind == FAULT:
                self._problem(row.number, column.key, row.cells.get(name_column(self.table), ""), mark.text, mark.fix)
                return
            if mark.kind == MENDED:
                self._mended.setdefault((column.key, mark.text), []).append((row.number, mark.fix, before))
            elif self._a_date(row, column, before, mark.text):
                return
        after = mend(column, before, known)
        row.cells[column.key] = after.text
        if after.reason:
            self._mended.setdefault((column.key, after.reason), []).append((row.number, before, after.text))

    def _a_date(self, row: DraftRow, column: Column, text: str, was: str) -> bool:
        """Say that a cell is a date; whether that is a problem, as it is everywhere but in words."""
        said = f"The cell holds the date {quoted(text)}; a spreadsheet may have made it of {was}."
        fix = "Format the column as text, then type again what is meant."
        is_words = column.kind == "text" or (self.sheet.separator and column.kind in ("name", "card", "key"))
        if is_words:  # what a date of a workbook was shown as is not known, the words of a CSV are
            level = "note" if column.kind == "text" else "warning"
            where = self.place(row.number, column.key)
            self.findings.append(Finding(level, where, said, fix, self.table.file, row.number, column.key))
            return False
        self._problem(row.number, column.key, row.cells.get(name_column(self.table), ""), said, fix)
        return True

    def _say_what_was_mended(self) -> None:
        for (column, reason), cells in self._mended.items():
            row, before, after = cells[0]
            text = f"{reason}: {quoted(before)} was read as {quoted(after)}"
            if len(cells) > 1:
                others = rows_in_words([number for number, _, _ in cells[1:]])
                text += f", and {others} likewise"
            self._warn(f"{text}.", row=row, column=column)

    def _fill_ids(self, rows: Sequence[DraftRow]) -> None:
        """Give an id to the rows without one: that of the open deck's card of this name, else one made of the name."""
        key, name = main_key(self.table), name_column(self.table)
        empty = [row for row in rows if not row.cells.get(key) and row.cells.get(name)]
        if key == name or not empty:
            if rows and key not in self.header.columns:
                text = f"The column {key!r} is missing."
                self._problem(self.header.row + 1, key, "", text, "Add the column, or the cards' names.")
            return
        taken = {row.cells[key] for row in rows if row.cells.get(key)}
        ids = {str(row[name]): str(row[key]) for row in self.current.tables[self.table.file]}
        kept, made = [], []
        for row in empty:
            own = ids.get(row.cells[name])
            if own is not None and own not in taken:
                row.cells[key] = own
                taken.add(own)
                kept.append(row.number)
        for row in empty:
            if not row.cells.get(key):
                row.cells[key] = key_from_name(row.cells[name], taken)
                taken.add(row.cells[key])
                made.append(row.number)
        self._say_which_ids(key, kept, made)

    def _say_which_ids(self, key: str, kept: Sequence[int], made: Sequence[int]) -> None:
        if kept:
            text = f"Cards without a {key} have the one that the open deck gives their name: {rows_in_words(kept)}."
            self._warn(text, row=kept[0])
        if made:
            self._warn(f"A {key} was made of the card's name: {rows_in_words(made)}.", row=made[0])


def category_letters(categories: object) -> dict[str, str]:
    """A category's letter by its name, its sign and its letter, whatever their case; as far as they can be read."""
    found: dict[str, str] = {}
    for field_name in ("name", "sign", "letter"):
        for category in categories if isinstance(categories, list | tuple) else ():
            if isinstance(category, Mapping) and isinstance(category.get("letter"), str):
                word = category.get(field_name)
                if isinstance(word, str) and word:
                    found[word.casefold()] = category["letter"]
    return found
