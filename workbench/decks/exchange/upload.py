"""A file being read: the draft so far, and the outcome."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.decks.deck import Deck
from workbench.decks.exchange.deck_sheets import CATEGORIES, stem
from workbench.decks.exchange.mending import letters_of
from workbench.decks.exchange.sheet import KEEP, refuse_too_long
from workbench.decks.exchange.table_in_sheet import TableInSheet
from workbench.decks.exchange.tables import TableReader, fill_ids
from workbench.decks.finding import Finding, in_order, problem
from workbench.decks.reading import TOML_FILE, Draft, DraftTable, read_dict, table_of_rows
from workbench.decks.validation import validate
from workbench.kernel.game import Game
from workbench.kernel.tables import CardTable
from workbench.storage.errors import DeckError

TABLES = "tables"  # the key of the cards in a TOML file that holds a whole deck
NAME_IN_PLACE = re.compile(r" row [0-9]+ \((.*)\)", re.DOTALL)
MOST_SAID = 100  # errors, and as many other findings


@dataclass(frozen=True)
class Import:
    """What an uploaded file holds.

    `findings`: errors say what keeps `draft` from being a deck, warnings what was mended, notes the rest. Their rows
    are rows of the file. `deck` is the deck that the draft makes, None if there are errors.
    """

    draft: Draft
    findings: tuple[Finding, ...]
    deck: Deck | None


@dataclass
class Upload:
    """A file whose parts replace those of the open deck, `current`."""

    game: Game
    label: str
    current: Deck
    findings: list[Finding] = field(default_factory=list)
    draft: Draft = field(init=False)
    _readers: dict[str, list[TableReader]] = field(default_factory=dict)  # file of a table that was read -> its sheets
    _numbered: set[str] = field(default_factory=set)  # tables of a TOML file, whose cards are counted from 1
    _meta_places: dict[str, str] = field(default_factory=dict)  # key of deck.toml -> what to call the part that has it

    def __post_init__(self) -> None:
        self.draft = read_dict(self.game, self.current.name, self.current.meta.to_dict(), self.current.tables)

    def say(self, level: str, text: str, fix: str) -> None:
        """A finding about the file as a whole."""
        self.findings.append(Finding(level, self.label, text, fix))

    def wrong(self, text: str, fix: str, where: str) -> None:
        """A problem in a part of the file."""
        self.draft.problems.append(problem(text, fix, self.label, column=where))

    # The parts

    def take_meta(self, values: Mapping[str, object], places: Mapping[str, str]) -> None:
        """Take the file's part that corresponds to deck.toml; an incomplete one is merged into that of the open deck.

        `places` says, by key of deck.toml, what to call the part of the file that has it; "" stands for all others.
        """
        self._meta_places = dict(places)
        if "title" in values:
            self.draft.meta = {"game": self.game.id, **values}
            return
        self.draft.meta = {**(self.draft.meta or {}), **values}
        said = "The file has no title; what it does not say is taken from the open deck."
        self.say("warning", said, "Add a title to make it a whole deck.")

    def take_rows(self, table: CardTable, rows: Sequence[object]) -> None:
        """Take the cards of a table, given as mappings; raises DeckError if they are far too many."""
        refuse_too_long(self.label, table, len(rows))
        found: list[Finding] = []
        drafted = table_of_rows(rows, table, found)
        for row in drafted.rows:
            row.number -= 1
        self.draft.tables[table.file] = drafted
        self._numbered.add(table.file)
        counted = (one._replace(row=one.row - 1) if one.row else one for one in found)
        self.draft.problems += [self._placed(one) for one in counted]
        for number, text in fill_ids(drafted.rows, table, self.current, self.draft.tables, "number"):
            found_at = Finding("warning", "", text, KEEP, table.file, number)
            self.findings.append(found_at._replace(place=self._place_in_list(found_at)))

    def take_list(self, found: Sequence[TableInSheet]) -> None:
        """Take the cards of a table from one sheet or several; raises DeckError if they are far too many."""
        table = found[0].table
        readers = [self._reader(one) for one in found]
        rows = [reader.raw_rows() for reader in readers] if len(readers) > 1 else [[]]
        columns: set[str] = set()
        before = 0
        self._readers[table.file] = readers
        for place, reader in enumerate(readers):
            reader.before = before
            reader.beside = [row for other, of_other in enumerate(rows) if other != place for row in of_other]
            read = reader.read()
            rows[place] = read.rows
            columns.update(read.columns)
            for row in read.rows:
                row.number += before
            self.draft.problems += [one._replace(row=one.row and one.row + before) for one in reader.problems]
            self.findings += reader.findings
            before += len(reader.sheet.rows)
        refuse_too_long(self.label, table, sum(map(len, rows)))
        keys = tuple(key for key in table.keys if key in columns)
        self.draft.tables[table.file] = DraftTable(keys, [row for of_sheet in rows for row in of_sheet])

    def _reader_of(self, found: Finding) -> TableReader | None:
        """The reader of the sheet in which a finding lies."""
        fitting = [reader for reader in self._readers.get(found.file, []) if reader.before < max(found.row, 1)]
        return fitting[-1] if fitting else None

    def _reader(self, one: TableInSheet) -> TableReader:
        letters = letters_of((self.draft.meta or {}).get("categories"))
        drafts = self.draft.tables
        return TableReader(one.sheet, one.header, game=self.game, current=self.current, letters=letters, drafts=drafts)

    # The outcome

    def untouched(self, found: Sequence[TableInSheet], digest: object) -> Import | None:
        """The deck with this digest, if these sheets hold it exactly: then nothing in them needs mending."""
        if len(found) < len(self.game.tables) or any(one.sheet.marks for one in found):
            return None
        tables = {one.table.file: self._reader(one).untouched() for one in found}
        draft = Draft(self.game, self.current.name, self.draft.meta, tables)
        try:
            deck = validate(draft, Deck)
        except DeckError:
            return None
        return Import(draft, (), deck) if deck.digest == digest else None

    def outcome(self) -> Import:
        """The draft with everything there is to say about it, errors first."""
        met = len(self.draft.problems)
        deck: Deck | None = None
        problems: tuple[Finding, ...] = ()
        try:
            deck = validate(self.draft, Deck)
        except DeckError as error:
            problems = error.problems
        faulty = {(one.file, one.row, one.column) for one in problems[:met] if one.row and one.column}
        later = [one for one in problems[met:] if (one.file, one.row, one.column) not in faulty]
        errors = [self._of_sheet(one) for one in problems[:met]]
        errors += [self._placed(one) for one in later if not self._follows(one)]
        said = [*_shortened(errors, "problems"), *_shortened(self.findings, "remarks")]
        return Import(self.draft, in_order(said), deck)

    def _follows(self, found: Finding) -> bool:
        """Whether a problem is there only because the column of names is missing."""
        readers = self._readers.get(found.file, [])
        if not readers or any(reader.has_names for reader in readers):
            return False
        return any(column.key == found.column and column.type == "card" for column in readers[0].table.columns)

    def _of_sheet(self, found: Finding) -> Finding:
        """A problem with its row number in its own sheet."""
        of = self._reader_of(found)
        return found._replace(row=found.row - of.before) if of and found.row else found

    def _placed(self, found: Finding) -> Finding:
        """A problem of the draft with its place in the uploaded file."""
        if found.file == TOML_FILE and self._meta_places:
            where = self._meta_places.get(found.column.partition(" ")[0]) or self._meta_places.get("", TOML_FILE)
            return found._replace(place=found.place.replace(TOML_FILE, where, 1))
        if found.file in self._numbered:
            return found._replace(place=self._place_in_list(found))
        of = self._reader_of(found)
        if of:
            name = NAME_IN_PLACE.search(found.place)
            found = self._of_sheet(found)
            if self._meta_places.get("categories"):
                found = found._replace(fix=found.fix.replace(TOML_FILE, f"the sheet {CATEGORIES}"))
            return found._replace(place=of.place(found.row, found.column, name[1] if name else ""))
        return found

    def _place_in_list(self, found: Finding) -> str:
        """Where a problem is in a TOML file's list of cards: 'deck.toml tables.cards number 5 (Mill), resources'."""
        number = f" number {found.row}" if found.row else ""
        rest = re.sub(r"^ row \d+", "", found.place.removeprefix(found.file))
        return f"{self.label} {TABLES}.{stem(self.game.table(found.file))}{number}{rest}"


def _shortened(found: Sequence[Finding], what: str) -> list[Finding]:
    if len(found) <= MOST_SAID:
        return list(found)
    last = found[MOST_SAID]
    more = f"There are {len(found) - MOST_SAID:,} more {what}."
    said = Finding(last.level, last.file, more, "Mend these first, then read the file again.", last.file)
    return [*found[:MOST_SAID], said]
