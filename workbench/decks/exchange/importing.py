"""An uploaded file -> a draft of a deck, with what was mended in it and what keeps it from being a deck."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from workbench.decks.exchange import text_files, workbooks
from workbench.decks.exchange.deck_sheets import (
    CATEGORIES,
    DECK,
    DIGEST,
    read_categories,
    read_deck,
    sheet_called,
    sheet_title,
    stem,
)
from workbench.decks.exchange.exporting import TABLES
from workbench.decks.exchange.headers import Header, find_header, form_of, matched
from workbench.decks.exchange.sheet import LARGEST_FILE, Sheet, refuse, too_long
from workbench.decks.exchange.tables import TableReader, category_letters
from workbench.decks.finding import Finding, in_order, problem
from workbench.decks.reading import TOML_FILE, Draft, near, parse_toml, read_dict, table_of_rows
from workbench.decks.validation import validate
from workbench.kernel.errors import DeckError
from workbench.kernel.game import CardTable, Game

if TYPE_CHECKING:
    from workbench.decks.deck import Deck


MOST_PROBLEMS = 100
LONGEST_TOML = 1024 * 1024
PLAIN_QUOTES = str.maketrans("“”„", '""' + '"')
FOREIGN = (  # how a file begins -> what it is
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a text with formats (RTF)"),
    (b"\x1f\x8b", "a packed file"),
    (b"7z\xbc\xaf", "a packed file"),
    (b"Rar!", "a packed file"),
    (b"SQLite", "a database"),
)


@dataclass(frozen=True)
class Import:
    """What an uploaded file holds.

    `findings`: errors say what keeps `draft` from being a deck, warnings what was mended, notes the rest. Their rows
    are those of the file. `deck` is the deck that the draft makes, None if there are errors.
    """

    draft: Draft
    findings: tuple[Finding, ...]
    deck: Deck | None


def read_upload(game: Game, name: str, data: bytes, current: Deck) -> Import:
    """Read an uploaded CSV, TOML or XLSX file; parts of a deck that are not in it are those of `current`.

    What it is, is told from its content first. Raises DeckError, which lists why, if it holds no part of a deck of
    this game; nothing else.
    """
    label = _label(name)
    if current.game_id != game.id:
        raise DeckError(
            f"The open deck is for {current.game.title}, not for {game.title}. Open a deck of {game.title}."
        )
    data = bytes(data)
    _refuse_foreign(label, data)
    upload = _Upload(game, label, current)
    if workbooks.is_workbook(data):
        return upload.read_workbook(workbooks.read_workbook(label, data)) or upload.outcome()
    upload.read_text(data)
    return upload.outcome()


@dataclass
class _Upload:
    """A file being read into a draft that begins as the open deck."""

    game: Game
    label: str
    current: Deck
    findings: list[Finding] = field(default_factory=list)
    readers: dict[str, TableReader] = field(default_factory=dict)
    numbered: set[str] = field(default_factory=set)  # tables of a TOML file, whose rows are counted from 1
    meta_place: str = ""  # what to call the part of the file that stands for deck.toml
    draft: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.draft = read_dict(self.game, self.current.name, self.current.meta.to_dict(), self.current.tables)

    def read_text(self, data: bytes) -> None:
        text, said = text_files.decode(self.label, data)
        if not text.strip(" \t\r\n\f\v\0\ufeff"):
            raise refuse(self.label, "The file is empty.", "Give a file with a card list in it.")
        text_files.refuse_what_is_no_text(self.label, text)
        self._refuse_markup(text)
        if said:
            fix = "Look at names with accents; save it as UTF-8 (in a spreadsheet: 'CSV UTF-8') if they are wrong."
            self._say("warning", said, fix)
        values = self._toml_values(text)
        if values is not None:
            self.read_toml(values)
        else:
            self.read_csv(text)

    # TOML

    def _toml_values(self, text: str) -> dict[str, object] | None:
        """What the text says as TOML; None if it is a table with separators."""
        found: list[Finding] = []
        if len(text) <= LONGEST_TOML:
            for attempt in (text, text.translate(PLAIN_QUOTES)):
                values = parse_toml(attempt, found)
                if values:
                    if attempt != text:
                        said = "Typographic quotes stood in place of plain ones; they were read as such."
                        self._say("warning", said, "Turn off automatic quotes.")
                    return values
        named_toml = self.label.lower().endswith(".toml")
        if not named_toml or text_files.separator_of(text, self._columns_named)[1]:
            return None
        if len(text) > LONGEST_TOML:
            raise refuse(self.label, f"The file is longer than {LONGEST_TOML:,} characters.", "Give one deck.")
        text, fix = (found[0].text, found[0].fix) if found else ("It says nothing.", "Give a deck.toml.")
        raise refuse(self.label, text, fix)

    def _columns_named(self, records: list[list[str]]) -> int:
        return matched(records, self.game.tables)

    def read_toml(self, values: dict[str, object]) -> None:
        tables = values.pop(TABLES, {})
        if values:
            self._take_meta(values, self.label)
        known = {stem(table): table for table in self.game.tables}
        if not isinstance(tables, Mapping):
            raise refuse(self.label, f"{TABLES} is no table of tables.", f"Write [[{TABLES}.{next(iter(known))}]].")
        for key, rows in tables.items():
            table = known.get(key)
            if table is None:
                text = f"{self.game.title} has no table {key!r}.{near(key, known)}"
                self._wrong(text, f"Use {', '.join(known)}.", f"{TABLES}.{key}")
            elif not isinstance(rows, list):
                self._wrong("It is no list of cards.", f"Write [[{TABLES}.{key}]] above each card.", f"{TABLES}.{key}")
            elif len(rows) > 4 * table.most:
                raise too_long(self.label, table, len(rows))
            else:
                self._take_rows(table, rows)

    def _take_rows(self, table: CardTable, rows: Sequence[object]) -> None:
        found: list[Finding] = []
        drafted = table_of_rows(rows, table, found)
        for row in drafted.rows:
            row.number -= 1
        self.numbered.add(table.file)
        self.draft.tables[table.file] = drafted
        self.draft.problems += [self._numbered(one._replace(row=one.row - 1 if one.row else 0)) for one in found]

    def _take_meta(self, values: Mapping[str, object], where: str) -> None:
        """The meta of the file; what makes no whole deck.toml is laid over that of the open deck."""
        self.meta_place = where
        if "title" in values:
            self.draft.meta = {"game": self.game.id} | dict(values)
            return
        self.draft.meta = (self.draft.meta or {}) | dict(values)
        said = "The file has no title; what it does not say is taken from the open deck."
        self._say("warning", said, "Add a title to make it a whole deck.")

    def _wrong(self, text: str, fix: str, where: str = "") -> None:
        self.draft.problems.append(problem(text, fix, self.label, column=where))

    # Tables

    def read_csv(self, text: str) -> None:
        sheet = text_files.read_separated(self.label, PurePosixPath(self.label).stem, text, self._columns_named)
        header = best_header(self.game, sheet)
        if header is None:
            raise self._no_header(sheet)
        self._take_sheet(sheet, header)

    # Workbooks

    def read_workbook(self, sheets: Sequence[Sheet]) -> Import | None:
        """Read each sheet as what it is; the whole of it at once if it is an export that nobody has touched."""
        headers = self._headers(sheets)
        about = self._sheets_about(sheets, headers)
        if not headers and not about:
            raise self._no_sheet(sheets)
        values = read_deck(about[DECK]) if DECK in about else {}
        digest = values.pop(DIGEST, None)
        if CATEGORIES in about:
            values["categories"] = read_categories(about[CATEGORIES])
        elif values:
            values["categories"] = self.current.meta.to_dict()["categories"]
        if values:
            self._take_meta(values, " and ".join(sheet.label for sheet in about.values()))
        if digest is not None and (untouched := self._untouched(headers, digest)):
            return untouched
        for sheet, header in headers:
            self._take_sheet(sheet, header)
        self._say_what_was_left(sheets, [*about.values(), *(sheet for sheet, _ in headers)])
        return None

    def _headers(self, sheets: Sequence[Sheet]) -> list[tuple[Sheet, Header]]:
        """A sheet and its header for each table that is there: the one called so, else one with its columns."""
        found = [(sheet, header) for sheet in sheets if (header := best_header(self.game, sheet)) is not None]
        chosen = []
        for table in self.game.tables:
            of_table = [pair for pair in found if pair[1].table == table]
            if of_table:
                chosen.append(max(of_table, key=lambda pair: (not pair[0].hidden, _is_called(pair[0], table))))
        return chosen

    def _sheets_about(self, sheets: Sequence[Sheet], headers: Sequence[tuple[Sheet, Header]]) -> dict[str, Sheet]:
        others = [sheet for sheet in sheets if all(sheet is not taken for taken, _ in headers)]
        found = {title: sheet_called(title, others) for title in (DECK, CATEGORIES)}
        return {title: sheet for title, sheet in found.items() if sheet is not None}

    def _untouched(self, headers: Sequence[tuple[Sheet, Header]], digest: object) -> Import | None:
        """The deck with this digest, if the workbook holds it to the letter."""
        readers = {header.table.file: self._reader(sheet, header) for sheet, header in headers}
        if len(readers) < len(self.game.tables) or any(sheet.marks for sheet, _ in headers):
            return None
        tables = {file: reader.untouched() for file, reader in readers.items()}
        draft = Draft(self.game, self.current.name, self.draft.meta, tables)
        try:
            deck = validate(draft)
        except DeckError:
            return None
        return Import(draft, (), deck) if deck.digest == digest else None

    def _say_what_was_left(self, sheets: Sequence[Sheet], taken: Sequence[Sheet]) -> None:
        for sheet in sheets:
            hidden = "hidden " if sheet.hidden else ""
            if any(sheet is one for one in taken):
                if hidden:
                    self._say("warning", f"The hidden sheet {sheet.title!r} was read.", "Delete it if it is not meant.")
            elif any(sheet.rows):
                text = f"The {hidden}sheet {sheet.title!r} was left out: it is none of {self._sheet_titles()}."
                if best_header(self.game, sheet) is not None:
                    text = f"The {hidden}sheet {sheet.title!r} was left out: another one was taken for the cards."
                self._say("note", text, "Give it that name if it is meant.")

    def _say(self, level: str, text: str, fix: str) -> None:
        self.findings.append(Finding(level, self.label, text, fix))

    def _sheet_titles(self) -> str:
        return ", ".join([*(sheet_title(table) for table in self.game.tables), CATEGORIES, DECK])

    def _no_sheet(self, sheets: Sequence[Sheet]) -> DeckError:
        filled = [sheet for sheet in sheets if any(sheet.rows)]
        if not filled:
            return refuse(self.label, "The workbook is empty.", "Give a file with a card list in it.")
        return self._no_header(filled[0])

    # What all tables have in common

    def _reader(self, sheet: Sheet, header: Header) -> TableReader:
        letters = category_letters((self.draft.meta or {}).get("categories"))
        return TableReader(sheet, header, self.game, self.current, letters)

    def _take_sheet(self, sheet: Sheet, header: Header) -> None:
        reader = self._reader(sheet, header)
        self.draft.tables[header.table.file] = reader.read()
        self.draft.problems += reader.problems
        self.findings += reader.findings
        self.readers[header.table.file] = reader

    def _no_header(self, sheet: Sheet) -> DeckError:
        first = next((row for row in sheet.rows if any(text.strip() for text in row)), [])
        begins = ", ".join(text.strip() for text in first[:6])[:80]
        wanted = " or ".join(", ".join(column.key for column in table.columns) for table in self.game.tables)
        text = f"No row names the columns of {self.game.title}; it begins with {begins!r}."
        return refuse(sheet.label, text, f"Write the column names above the cards: {wanted}.")

    # What came of it

    def outcome(self) -> Import:
        met = len(self.draft.problems)
        deck, problems = None, ()  # type: Deck | None, tuple[Finding, ...]
        try:
            deck = validate(self.draft)
        except DeckError as error:
            problems = error.problems
        faulty = {(one.file, one.row, one.column) for one in problems[:met] if one.row and one.column}
        later = [one for one in problems[met:] if (one.file, one.row, one.column) not in faulty]
        errors = [*problems[:met], *(self._placed(one) for one in later if not self._follows(one))]
        return Import(self.draft, in_order([*_shortened(errors), *self.findings]), deck)

    def _follows(self, found: Finding) -> bool:
        """Whether a problem is there only because the column of names is missing."""
        reader = self.readers.get(found.file)
        kinds = {column.key: column.kind for column in reader.table.columns} if reader else {}
        return reader is not None and not reader.has_names and kinds.get(found.column) == "card"

    def _placed(self, found: Finding) -> Finding:
        """A problem of the draft with its place in the uploaded file."""
        if found.file in self.numbered:
            return self._numbered(found)
        if found.file == TOML_FILE and self.meta_place:
            return found._replace(place=found.place.replace(TOML_FILE, self.meta_place, 1))
        reader = self.readers.get(found.file)
        if reader is None:
            return found
        name = re.search(rf" row {found.row} \((.*)\)", found.place, re.DOTALL)
        return found._replace(place=reader.place(found.row, found.column, name[1] if name else ""))

    def _numbered(self, found: Finding) -> Finding:
        """A problem of a TOML file's list of cards with its place there."""
        table = next(table for table in self.game.tables if table.file == found.file)
        where = f"{self.label} {TABLES}.{stem(table)}"
        where += f" number {found.row}" if found.row else ""
        rest = re.sub(r"^ row \d+", "", found.place.removeprefix(found.file))
        return found._replace(place=where + rest)

    def _refuse_markup(self, text: str) -> None:
        start = text.lstrip()[:200].lower()
        if re.match(r"<(!doctype|html|\?xml|table|meta|head|svg)", start):
            raise refuse(self.label, "This is a web page or an XML file, no card list.", "Save it as XLSX or CSV.")
        if re.match(r'[\[{]\s*["{\[\]}]', start) and not start.startswith("[["):
            raise refuse(self.label, "This is JSON, no card list.", "Give a CSV, TOML or XLSX file.")


def best_header(game: Game, sheet: Sheet) -> Header | None:
    """The header in a sheet of the table that fits it best: by the columns, then by the sheet's title."""
    headers = [header for table in game.tables if (header := find_header(sheet.rows, table)) is not None]

    def fit(header: Header) -> tuple[bool, int, bool]:
        return header.complete, len(header.columns) - len(header.unknown), _is_called(sheet, header.table)

    return max(headers, key=fit, default=None)


def _is_called(sheet: Sheet, table: CardTable) -> bool:
    return form_of(sheet.title) in (form_of(stem(table)), form_of(table.file))


def _label(name: str) -> str:
    """What an uploaded file is called in findings: its name without folders, in one short line."""
    last = re.split(r"[/\\]", str(name))[-1]
    shown = "".join(sign for sign in last if unicodedata.category(sign)[0] != "C").strip() or "the file"
    return shown if len(shown) <= 60 else f"{shown[:40]}...{shown[-12:]}"


def _refuse_foreign(label: str, data: bytes) -> None:
    if len(data) > LARGEST_FILE:
        text = f"The file is longer than {LARGEST_FILE // 1024 // 1024} MB."
        raise refuse(label, text, "A deck is a short list: keep the list alone in the file.")
    for start, what in FOREIGN:
        if data.startswith(start):
            raise refuse(label, f"This is {what}, no card list.", "Give a CSV, TOML or XLSX file.")


def _shortened(errors: Sequence[Finding]) -> list[Finding]:
    if len(errors) <= MOST_PROBLEMS:
        return list(errors)
    more = f"There are {len(errors) - MOST_PROBLEMS:,} more problems."
    return [*errors[:MOST_PROBLEMS], problem(more, "Mend these first, then read the file again.", errors[-1].file)]
