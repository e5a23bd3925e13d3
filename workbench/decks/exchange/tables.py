"""A table in a sheet -> its rows: what can be mended is mended and reported, ids too; the rest is a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.decks.edit import key_from_name
from workbench.decks.exchange.columns import look_at_columns
from workbench.decks.exchange.encodings import SAVE_AS_UTF_8
from workbench.decks.exchange.headers import form_of, read_header
from workbench.decks.exchange.lists import is_strong
from workbench.decks.exchange.mending import FREE_TEXT, Known, by_form, lost, mend, typewritten
from workbench.decks.exchange.sheet import FAULT, MENDED, is_rule, quoted, refuse_too_long, rows_in_words, texts_in
from workbench.decks.exchange.table_in_sheet import TableInSheet
from workbench.decks.reading import DraftRow, DraftTable
from workbench.kernel.game import Game
from workbench.kernel.tables import CardTable, Column, named_together

if TYPE_CHECKING:
    from workbench.decks.deck import Deck


Drafts = Mapping[str, DraftTable]


def of_other_cards(current: Deck, table: CardTable, drafts: Drafts, column: Callable[[CardTable], str]) -> list[str]:
    """The ids or names, as `column` finds them, in the other card tables of the file being read."""
    others = (other for other in named_together(current.game.tables, table) if other != table and other.file in drafts)
    return [row.cells.get(column(other), "").strip() for other in others for row in drafts[other.file].rows]


def fill_ids(
    rows: Sequence[DraftRow],
    table: CardTable,
    current: Deck,
    drafts: Drafts,
    word: str = "row",
    beside: Sequence[DraftRow] = (),
) -> list[tuple[int, str]]:
    """Give an id to each row that has a name but no id; returns what was done, with the number of the first such row.

    `drafts` are the tables of the file being read, `word` is what its format calls a row, `beside` are rows of the
    same table from elsewhere.
    """
    key, name = table.key_column, table.name_column
    empty = [row for row in rows if not row.cells.get(key, "").strip() and row.cells.get(name, "").strip()]
    taken = {row.cells[key] for row in (*rows, *beside) if row.cells.get(key)}
    taken.update(of_other_cards(current, table, drafts, lambda other: other.key_column))
    ids = {row[name]: str(row[key]) for row in current.tables[table.file]}
    kept: list[int] = []
    made: list[int] = []
    for row in empty:
        own = ids.get(row.cells[name].strip())
        if own is not None and own not in taken:
            row.cells[key] = own
            taken.add(own)
            kept.append(row.number)
    for row in empty:
        if row.number not in kept:
            row.cells[key] = key_from_name(row.cells[name], taken)
            taken.add(row.cells[key])
            made.append(row.number)
    said = []
    if kept:
        text = f"Cards without a {key} have that of the open deck's card of this name: {rows_in_words(kept, word)}."
        said.append((kept[0], text))
    if made:
        said.append((made[0], f"A {key} was made of the card's name: {rows_in_words(made, word)}."))
    return said


@dataclass
class TableReader(TableInSheet):
    """Reads the rows of a table.

    `letters` are the deck's categories as `letters_of` gives them, `drafts` the tables of the deck as read so far.
    """

    game: Game = field(kw_only=True)
    current: Deck = field(kw_only=True)
    letters: Mapping[str, str] = field(kw_only=True)
    drafts: Drafts = field(kw_only=True)
    beside: Sequence[DraftRow] = field(default=(), kw_only=True)  # rows of other sheets read together with this one
    before: int = 0  # rows of those sheets that are counted before its first one
    _mended: dict[tuple[str, str], list[tuple[int, str, str]]] = field(default_factory=dict)

    def read(self) -> DraftTable:
        """The rows below the header; raises DeckError if they are far too many."""
        self.findings += self.sheet.findings
        cards = self._card_rows()
        refuse_too_long(self.sheet.label, self.table, len(cards))
        look_at_columns(self, self.game, cards)
        rows = [self.raw_row(row) for row in cards]
        self._mend(rows)
        self._fill_ids(rows)
        return DraftTable(self._columns(), rows)

    def untouched(self) -> DraftTable:
        """The rows below the header, unchanged, up to the number that a deck may have."""
        return DraftTable(self._columns(), [self.raw_row(row) for row in self.below[: self.table.most]])

    def raw_rows(self) -> list[DraftRow]:
        """The filled rows below the header, unchanged."""
        return [self.raw_row(row) for row in self.below if self.filled(row)]

    def _columns(self) -> tuple[str, ...]:
        """The columns of the rows; ids are made if there are none."""
        return tuple(key for key in self.table.keys if key in {self.table.key_column, *self.header.columns})

    # Which rows are cards

    def _card_rows(self) -> list[int]:
        cards: list[int] = []
        blank: list[int] = []
        again: list[int] = []
        titles: list[int] = []
        rules: list[int] = []
        for row in self.below:
            if not self.filled(row):
                blank.append(row)
            elif self._is_header(row):
                again.append(row)
                while cards and len(texts_in(self.sheet.rows[cards[-1]])) == 1:
                    titles.append(cards.pop())
            elif row in self.sheet.rules or is_rule(texts_in(self.sheet.rows[row])):
                rules.append(row)
            elif self._begins_another_list(row):
                text = "Another list begins here; what follows was not read."
                self.say("error", text, "Put it in a file or a sheet of its own.", row + 1)
                break
            else:
                cards.append(row)
                if len(cards) > 4 * self.table.most_rows:  # even if the last of them are remarks
                    refuse_too_long(self.sheet.label, self.table, len(self.raw_rows()))
        self._leave_remarks_below(cards, set(blank))
        self.say_left_out("Blank rows were left out", [row for row in blank if cards and row < cards[-1]])
        self.say_left_out("The column names appear again and were left out", again)
        self.say_left_out("What stands above them was left out", sorted(titles))
        self.say_left_out("Rows that add up the copies were left out", list(self.totals))
        self.say_left_out("Rows of dashes were left out", [row for row in rules if row not in self.sheet.rules])
        return cards

    def _is_header(self, row: int) -> bool:
        """Whether a row repeats the names of its columns."""
        filled = self.filled(row)
        labels = {key: self.header.labels[where] for key, where in self.header.columns.items()}
        named = sum(form_of(text) == form_of(labels[key]) for key, text in filled.items())
        return named >= 2 and named == len(filled)

    def _begins_another_list(self, row: int) -> bool:
        """Whether a row names only columns of another table of the game, or those of this one again."""
        headers = filter(None, (read_header(self.sheet.rows[row], row, table) for table in self.game.tables))
        return any(
            is_strong(header) if header.table == self.table else header.complete and not header.unknown
            for header in headers
        )

    def _leave_remarks_below(self, cards: list[int], blank: Set[int]) -> None:
        """Leave out what follows the cards after a blank row with one cell per row: remarks, not cards."""
        start = len(cards)
        while start > 1 and len(self.filled(cards[start - 1])) == 1:
            start -= 1
            if cards[start] - 1 in blank:
                words = texts_in(self.sheet.rows[cards[start]])[0]
                self.say_left_out(f"What follows the cards was left out, {quoted(words)}", cards[start:])
                del cards[start:]
                return

    # What the cells mean

    def _known(self, names: Sequence[str]) -> Known:
        keys = [column.key for column in self.table.columns if column.type in (*FREE_TEXT, "key")]
        texts = {str(row[key]) for row in self.current.tables[self.table.file] for key in keys}
        names = [*names, *(row.cells.get(self.table.name_column, "") for row in self.beside)]
        names += of_other_cards(self.current, self.table, self.drafts, lambda other: other.name_column)
        respelt = {one: name for column in self.table.columns for one, name in column.aliases}
        folded = by_form(names, lambda name: typewritten(name).casefold())
        return Known(frozenset(texts), respelt | by_form(names, typewritten), folded, self.letters, self.sheet.guessed)

    def _mend(self, rows: Sequence[DraftRow]) -> None:
        """Mend names first, by those of the open deck, because the other cells are compared with them."""
        name = self.table.name_column
        known = self._known([str(row[name]) for row in self.current.tables[self.table.file]])
        for column in sorted(self.table.columns, key=lambda column: column.key != name):
            if column.key in self.header.columns:
                for row in rows:
                    self._mend_cell(row, column, known)
                if column.key == name:
                    known = self._known([row.cells[name] for row in rows])
        self._say_what_was_mended()

    def _mend_cell(self, row: DraftRow, column: Column, known: Known) -> None:
        text = row.cells[column.key]
        if not self._mark_lets_read(row, column, known):
            return
        if column.type in FREE_TEXT and text not in known.texts and lost(column, text):
            self.say("error", f"Letters were lost in {quoted(text)}.", SAVE_AS_UTF_8, row.number, column.key)
            return
        after = mend(column, text, known)
        row.cells[column.key] = after.text
        if after.reason:
            self._mended.setdefault((column.key, after.reason), []).append((row.number, text, after.text))

    def _mark_lets_read(self, row: DraftRow, column: Column, known: Known) -> bool:
        """Report what a cell's mark says; returns whether the cell can still be read."""
        mark = self.sheet.marks.get((row.number - 1, self.header.columns[column.key]))
        text = row.cells[column.key]
        if mark is None:
            return True
        if mark.kind == MENDED:
            self._mended.setdefault((column.key, mark.text), []).append((row.number, mark.fix, text))
            return True
        if self.sheet.separator and text in known.texts:  # words of the open deck that only look odd
            return True
        if mark.kind == FAULT:
            self.say("error", mark.text, mark.fix, row.number, column.key)
            return False
        return self._date_lets_read(row, column, text, mark.text)

    def _date_lets_read(self, row: DraftRow, column: Column, text: str, was: str) -> bool:
        """Report a date. It is kept among words, but not from a workbook, where its displayed form is unknown."""
        said = f"The cell holds the date {quoted(text)}; a spreadsheet may have made it of {was}."
        level = "error"
        if column.type == "text":
            level = "note"
        elif self.sheet.separator and column.type in (*FREE_TEXT, "key"):
            level = "warning"
        self.say(level, said, "Format the column as text, then type again what is meant.", row.number, column.key)
        return level != "error"

    def _say_what_was_mended(self) -> None:
        """Report one finding for each reason in a column."""
        for (column, reason), cells in self._mended.items():
            number, before, after = cells[0]
            text = f"{reason}: {quoted(before)} was read as {quoted(after)}"
            if len(cells) > 1:
                text += f", and {rows_in_words([other for other, _, _ in cells[1:]])} likewise"
            self.say("warning", f"{text}.", number=number, column=column)

    def _fill_ids(self, rows: Sequence[DraftRow]) -> None:
        for number, text in fill_ids(rows, self.table, self.current, self.drafts, beside=self.beside):
            self.say("warning", text, number=number)
        key = self.table.key_column
        if rows and key not in self.header.columns and not any(key in row.cells for row in rows):
            text = f"The column {key!r} is missing, and no names are there to make it of."
            self.say("error", text, "Add the column.", self.header.row + 1, key)
