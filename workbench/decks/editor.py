"""DeckEditor: a deck while somebody changes it: the cells as typed, the last good deck, and a history of steps."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from workbench.decks.deck import Deck
from workbench.decks.edit import follow_names, key_from_name
from workbench.decks.finding import Finding, in_order, refusal
from workbench.decks.reading import FIRST_ROW, LONGEST_TEXT, Draft, DraftRow, DraftTable, read_dict, tidy
from workbench.decks.validation import main_key, name_column, validate
from workbench.kernel.errors import DeckError, one_of, shown
from workbench.kernel.game import CardTable, Game

FORMAT = 1
LONGEST_HISTORY = 500  # steps that can be undone
LONGEST_SHOWN = 30  # characters of a cell in the words for a step
NO_ROW = 0  # stands for a row's id where there is none
META_KEYS = ("title", "version", "authors", "licence", "notes", "declared_count")


class EditorRow(NamedTuple):
    """One row of a table being edited: an id that stays with it, and the text of every column."""

    id: int
    cells: Mapping[str, str]

    @property
    def blank(self) -> bool:
        """Whether nothing is written in it: such a row is no card yet."""
        return not any(text.strip() for text in self.cells.values())


Rows = tuple[EditorRow, ...]


@dataclass(frozen=True)
class _Cells:
    """All that a designer can change; never changed itself, and shared between the steps that leave it alone."""

    name: str
    meta: Mapping[str, Any]
    tables: Mapping[str, Rows]

    def same_as(self, other: _Cells) -> bool:
        """Whether nothing differs, not even 1 from True."""
        return (self.name, self.tables, repr(self.meta)) == (other.name, other.tables, repr(other.meta))

    def draft(self, game: Game) -> Draft:
        """These cells for `validate`. Blank rows are left out and keep their numbers."""
        tables = {
            table.file: DraftTable(
                tuple(column.key for column in table.columns),
                [
                    DraftRow(number, dict(row.cells))
                    for number, row in enumerate(self.tables[table.file], start=FIRST_ROW)
                    if not row.blank
                ],
            )
            for table in game.tables
        }
        return Draft(game, self.name, dict(self.meta), tables)


@dataclass(frozen=True)
class _Moment:
    """The cells after a step, what they were found to be, and the step in words."""

    cells: _Cells
    deck: Deck
    problems: tuple[Finding, ...]
    label: str

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return self.problems or self.deck.lint()


class DeckEditor:
    """A deck being edited: the text of every cell as typed, whole or not; every step can be undone.

    A step raises DeckError, and changes nothing, if it is impossible: a table, column or row that is not there, more
    rows than four times what the table may hold, a cell of more than 4000 characters. What is merely wrong is kept
    and listed in `problems`. A step that would change nothing is none. Blank rows are no cards and no problem.

    >>> editor = DeckEditor(load_deck("guild_master"))  # doctest: +SKIP
    >>> editor.set_cells("cards.csv", [(4, "resources", "FC")])  # doctest: +SKIP
    >>> editor.undo()  # doctest: +SKIP
    'Irrigation, resources: FF → FC'
    """

    def __init__(self, deck: Deck) -> None:
        self.began_with = deck
        self.game = deck.game
        self.revision = 0
        self._last_id = NO_ROW
        self._moments = [self._judged(self._cells_of(_draft(deck)), deck, "")]
        self._at = 0

    @property
    def deck(self) -> Deck:
        """The last good deck: it is what is measured and played."""
        return self._now.deck

    @property
    def whole(self) -> bool:
        """Whether the cells are that deck, i.e. nothing in them is wrong."""
        return not self._now.problems

    @property
    def problems(self) -> tuple[Finding, ...]:
        """What keeps the cells from being a deck; empty if they are one."""
        return self._now.problems

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The problems, or, if there is none, what is odd about the deck: warnings, then notes."""
        return self._now.findings

    @property
    def name(self) -> str:
        """The name of the deck, after its folder."""
        return self._now.cells.name

    @property
    def meta(self) -> dict[str, Any]:
        """What deck.toml would hold, categories and options included, right or wrong; a copy."""
        return _plain(self._now.cells.meta)

    def rows(self, file: str) -> Rows:
        """The rows of a table from top to bottom."""
        return self._now.cells.tables[self._table(file).file]

    def row_id(self, finding: Finding) -> int:
        """The id of the row that a finding is about; 0 if it is about none."""
        rows = self._now.cells.tables.get(finding.file, ())
        index = finding.row - FIRST_ROW
        return rows[index].id if 0 <= index < len(rows) else NO_ROW

    def finding_cells(self) -> dict[tuple[str, int, str], list[Finding]]:
        """Every finding by file, row id and column: the id is 0 and the column empty where a finding has none."""
        found: dict[tuple[str, int, str], list[Finding]] = {}
        for finding in self.findings:
            found.setdefault((finding.file, self.row_id(finding), finding.column), []).append(finding)
        return found

    # Steps in the cells of a table

    def set_cells(self, file: str, cells: Iterable[tuple[int, str, str]]) -> None:
        """Write cells, given as (row id, column, text).

        A renamed card keeps its name in the cells that point to it; a card without an id gets one from its name.
        """
        table, rows = self._table(file), self.rows(file)
        place_of = {row.id: index for index, row in enumerate(rows)}
        written = {}
        for row_id, column, text in cells:
            self._check_rows(table, [row_id])
            written[place_of[row_id], _column(table, column)] = _text(text)
        if written:
            self._step(_cells_label(table, rows, written), table, _with_cells(table, rows, written))

    def paste(self, file: str, row_id: int, column: str, block: Sequence[Sequence[str]]) -> None:
        """Write a block of cells from one cell right and down; rows that are missing are added.

        Empty rows and columns at the block's end are left out. Raises DeckError for a block wider than the table.
        """
        table, rows = self._table(file), self.rows(file)
        self._check_rows(table, [row_id])
        keys = [known.key for known in table.columns]
        left = keys.index(_column(table, column))
        top = [row.id for row in rows].index(row_id)
        block = _without_empty_edges(block)
        width = max((len(line) for line in block), default=0)
        if width > len(keys) - left:
            raise DeckError(
                f"The block is {width} cells wide; from {column} on there is room for {len(keys) - left}. "
                f"Paste it further left: the columns are {', '.join(keys)}."
            )
        missing = max(top + len(block) - len(rows), 0)
        _check_length(table, len(rows) + missing)
        longer = (*rows, *self._blank_rows(table, missing))
        written = {
            (top + down, keys[left + right]): _text(text)
            for down, line in enumerate(block)
            for right, text in enumerate(line)
        }
        label = f"Paste {_number(len(written), 'cell')} at {_called(table, rows, top)}, {column}"
        if written:
            self._step(label, table, _with_cells(table, longer, written))

    def add_rows(self, file: str, count: int = 1, after: int | None = None) -> tuple[int, ...]:
        """Add blank rows below the row `after` (0: at the top), else at the end; returns their ids."""
        table, rows = self._table(file), self.rows(file)
        if not isinstance(count, int) or count < 0:
            raise DeckError(f"{shown(count)} rows cannot be added. Give a whole number from 0 up.")
        _check_length(table, len(rows) + count)
        place = len(rows)
        if after is not None:
            place = 0 if after == NO_ROW else self._check_rows(table, [after])[0] + 1
        added = self._blank_rows(table, count)
        self._step(f"Add {_cards(table, count)}", table, (*rows[:place], *added, *rows[place:]))
        return tuple(row.id for row in added)

    def duplicate_rows(self, file: str, row_ids: Iterable[int]) -> tuple[int, ...]:
        """Copy rows below the last of them, each with a name and an id of its own; returns the new row ids."""
        table, rows = self._table(file), self.rows(file)
        places = self._check_rows(table, row_ids)
        if not places:
            return ()
        _check_length(table, len(rows) + len(places))
        copies = self._copies(table, rows, places)
        below = places[-1] + 1
        label = f"Duplicate {_these(table, rows, places)}"
        self._step(label, table, (*rows[:below], *copies, *rows[below:]))
        return tuple(row.id for row in copies)

    def delete_rows(self, file: str, row_ids: Iterable[int]) -> None:
        """Take rows out; cells that point to them stay and are listed in `problems`."""
        table, rows = self._table(file), self.rows(file)
        places = self._check_rows(table, row_ids)
        kept = tuple(row for index, row in enumerate(rows) if index not in set(places))
        self._step(f"Delete {_these(table, rows, places)}", table, kept)

    def move_rows(self, file: str, row_ids: Iterable[int], by: int) -> None:
        """Move rows, together, down by so many places, or up if `by` is negative; they stop at the ends."""
        table, rows = self._table(file), self.rows(file)
        places = self._check_rows(table, row_ids)
        if not places:
            return
        if not isinstance(by, int):
            raise DeckError(f"Rows cannot be moved by {shown(by)}. Give a whole number.")
        moved = tuple(rows[index] for index in places)
        others = tuple(row for index, row in enumerate(rows) if index not in set(places))
        place = min(max(places[0] + by, 0), len(others))
        label = f"Move {_these(table, rows, places)} {'down' if by > 0 else 'up'}"
        self._step(label, table, (*others[:place], *moved, *others[place:]))

    def sort_rows(self, file: str, column: str, descending: bool = False) -> None:
        """Sort a table by one column: numbers as numbers, then words; empty cells last; equal ones as they stand."""
        table = self._table(file)
        _column(table, column)

        def numbers(row: EditorRow) -> int:
            return int(row.cells[column])

        def words(row: EditorRow) -> str:
            return tidy(row.cells[column]).casefold()

        groups: tuple[list[EditorRow], ...] = ([], [], [])
        for row in self.rows(file):
            text = tidy(row.cells[column])
            groups[2 if not text else 0 if re.fullmatch(r"-?[0-9]{1,18}", text) else 1].append(row)
        sorted_rows = sorted(groups[0], key=numbers, reverse=descending)
        sorted_rows += sorted(groups[1], key=words, reverse=descending)
        label = f"Sort by {column}{', descending' if descending else ''}"
        self._step(label, table, (*sorted_rows, *groups[2]))

    # Steps in deck.toml

    def set_meta(self, key: str, value: object) -> None:
        """Write a line of deck.toml: title, version, authors, licence, notes or declared_count; None removes it."""
        if key not in META_KEYS:
            raise DeckError(one_of(key, META_KEYS, "line of deck.toml to edit here"))
        before = self._now.cells.meta.get(key)
        self._set_meta(key, value, f"{key}: {_brief(before)} → {_brief(value)}")

    def set_option(self, key: str, value: object) -> None:
        """Set the deck's own default of an option of its game; None takes it back."""
        options = self.meta.get("options")
        options = options if isinstance(options, dict) else {}
        known = sorted({option.key for variant in self.game.variants for option in variant.options} | options.keys())
        if key not in known:
            raise DeckError(one_of(key, known, f"option of {self.game.title}"))
        pair = [_brief(value, "(default)") for value in (options.get(key), value)]
        options = {option: given for option, given in (options | {key: value}).items() if given is not None}
        self._set_meta("options", options, f"option {key}: {pair[0]} → {pair[1]}")

    def set_categories(self, categories: Sequence[Mapping[str, str]]) -> None:
        """Write the whole list of categories.

        A category that keeps its place and has a new letter takes its letters in the cells along; a letter that
        another category has, or had, is not taken along, unless the categories' names show who is who.
        """
        wished = [_category(category) for category in categories]
        if len(wished) > 4 * self.game.max_categories:
            raise DeckError(
                f"There would be {len(wished)} categories; {self.game.title} has room for {self.game.max_categories}."
            )
        before = self._now.cells
        had = _mappings(before.meta.get("categories"))
        letters = str.maketrans(_new_letters(had, wished))
        tables = {table.file: _with_letters(table, before.tables[table.file], letters) for table in self.game.tables}
        meta = dict(before.meta) | {"categories": wished}
        self._take(_categories_label(had, wished), replace(before, meta=meta, tables=tables))

    def replace(self, deck_or_draft: Deck | Draft, label: str) -> None:
        """Put the cells of another deck or draft in the place of these, as one step with the words `label`.

        Rows with the id of a card that is here keep their row id; a part that a draft does not have stays as it is.
        What was wrong with a draft's source is for its reader to show: only its cells come over.
        """
        draft = _draft(deck_or_draft) if isinstance(deck_or_draft, Deck) else deck_or_draft
        if draft.game.id != self.game.id:
            raise DeckError(f"That is a deck of {draft.game.title}. Give one of {self.game.title}.")
        self._take(label, self._cells_of(draft, self._now.cells))

    # History

    def undo(self) -> str:
        """Take the last step back; returns it in words, or nothing if there is none."""
        label = self.undo_label
        if self._at:
            self._at -= 1
            self.revision += 1
        return label

    def redo(self) -> str:
        """Take the step again that was undone last; returns it in words, or nothing if there is none."""
        label = self.redo_label
        if self._at + 1 < len(self._moments):
            self._at += 1
            self.revision += 1
        return label

    @property
    def undo_label(self) -> str:
        """The step that `undo` would take back, in words; empty if there is none."""
        return self._now.label if self._at else ""

    @property
    def redo_label(self) -> str:
        """The step that `redo` would take again, in words; empty if there is none."""
        return self._moments[self._at + 1].label if self._at + 1 < len(self._moments) else ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold: the cells as they are, the last good deck, and the deck it began with."""
        cells = self._now.cells
        return {
            "format": FORMAT,
            "began_with": self.began_with.to_dict(),
            "deck": self.deck.to_dict(),
            "name": cells.name,
            "meta": self.meta,
            "tables": {file: [dict(row.cells) for row in rows] for file, rows in cells.tables.items()},
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> DeckEditor:
        """The editor that `to_dict` wrote, without its history; raises DeckError if anything in it does not fit."""
        if not isinstance(values, Mapping) or values.get("format") != FORMAT:
            raise DeckError(f"These are no saved edits of format {FORMAT}. Give what DeckEditor.to_dict returned.")
        editor = cls(Deck.from_dict(values.get("began_with")))  # type: ignore[arg-type]
        last_good = Deck.from_dict(values.get("deck"))  # type: ignore[arg-type]
        if last_good.game_id != editor.game.id:
            raise DeckError("The saved edits are of two games. Give what DeckEditor.to_dict returned.")
        name = values.get("name")
        draft = read_dict(
            editor.game, name if isinstance(name, str) else "unnamed", values.get("meta"), values.get("tables")
        )
        if draft.problems:
            raise refusal("The saved edits cannot be read", draft.problems)
        editor._moments = [editor._judged(editor._cells_of(draft, editor._now.cells), last_good, "")]
        return editor

    def __repr__(self) -> str:
        state = "whole" if self.whole else _number(len(self.problems), "problem")
        return f"<DeckEditor {self.game.id}/{self.name}: {state}, {_number(self._at, 'step')}>"

    @property
    def _now(self) -> _Moment:
        return self._moments[self._at]

    def _judged(self, cells: _Cells, last_good: Deck, label: str) -> _Moment:
        try:
            return _Moment(cells, validate(cells.draft(self.game)), (), label)
        except DeckError as error:
            return _Moment(cells, last_good, in_order(error.problems), label)

    def _take(self, label: str, cells: _Cells) -> None:
        """Make one step, unless it changes nothing; what was undone can then not be redone."""
        if cells.same_as(self._now.cells):
            return
        moment = self._judged(cells, self.deck, label)
        self._moments = [*self._moments[: self._at + 1], moment][-LONGEST_HISTORY - 1 :]
        self._at = len(self._moments) - 1
        self.revision += 1

    def _step(self, label: str, table: CardTable, rows: Rows) -> None:
        cells = self._now.cells
        self._take(label, replace(cells, tables=dict(cells.tables) | {table.file: rows}))

    def _set_meta(self, key: str, value: object, label: str) -> None:
        if _size(value) > LONGEST_TEXT:
            raise DeckError(f"The {key} would be longer than {LONGEST_TEXT} characters. Shorten it.")
        cells = self._now.cells
        meta = {known: given for known, given in cells.meta.items() if known != key}
        if value is not None:
            meta[key] = _plain(value)
        self._take(label, replace(cells, meta=meta))

    def _table(self, file: str) -> CardTable:
        for table in self.game.tables:
            if table.file == file:
                return table
        raise DeckError(one_of(file, [table.file for table in self.game.tables], f"table of {self.game.title}"))

    def _check_rows(self, table: CardTable, row_ids: Iterable[int]) -> list[int]:
        """The places of rows, from top to bottom."""
        wished = list(row_ids)
        places = {row.id: index for index, row in enumerate(self.rows(table.file))}
        for row_id in wished:
            if not isinstance(row_id, int) or row_id not in places:
                raise DeckError(f"There is no row {shown(row_id)} in {table.file} any more. Look at the rows again.")
        return sorted({places[row_id] for row_id in wished})

    def _next_id(self) -> int:
        self._last_id += 1
        return self._last_id

    def _blank_rows(self, table: CardTable, count: int) -> Rows:
        cells = MappingProxyType({column.key: "" for column in table.columns})
        return tuple(EditorRow(self._next_id(), cells) for _ in range(count))

    def _copies(self, table: CardTable, rows: Rows, places: list[int]) -> Rows:
        key, name = main_key(table), name_column(table)
        keys, names = ({tidy(row.cells[column]) for row in rows} for column in (key, name))
        copies = []
        for index in places:
            cells = dict(rows[index].cells)
            if name != key and tidy(cells[name]):
                cells[name] = _free_name(tidy(cells[name]), names)
            if tidy(cells[key]):
                cells[key] = key_from_name(cells[name], keys)
            keys.add(cells[key])
            names.add(cells[name])
            copies.append(EditorRow(self._next_id(), MappingProxyType(cells)))
        return tuple(copies)

    def _cells_of(self, draft: Draft, here: _Cells | None = None) -> _Cells:
        """The cells of a draft; parts that it does not have, and the row ids of cards that are `here`, are kept."""
        tables = {}
        for table in self.game.tables:
            drafted = draft.tables.get(table.file)
            known = here.tables[table.file] if here else ()
            tables[table.file] = known if drafted is None else self._rows_of(table, drafted, known)
        meta = here.meta if here and draft.meta is None else _plain(draft.meta)
        return _Cells(draft.name, meta, tables)

    def _rows_of(self, table: CardTable, drafted: DraftTable, known: Rows) -> Rows:
        _check_length(table, len(drafted.rows))
        key = main_key(table)
        id_of = {tidy(row.cells[key]): row.id for row in known}
        rows = []
        for row in drafted.rows:
            cells = {column.key: _text(row.cells.get(column.key, "")) for column in table.columns}
            row_id = id_of.pop(tidy(cells[key]), None) or self._next_id()
            rows.append(EditorRow(row_id, MappingProxyType(cells)))
        return tuple(rows)


def _draft(deck: Deck) -> Draft:
    return read_dict(deck.game, deck.name, deck.meta.to_dict(), deck.tables)


def _with_cells(table: CardTable, rows: Rows, written: Mapping[tuple[int, str], str]) -> Rows:
    """The rows with cells written, names followed and ids filled in; rows without a change are the same objects."""
    changed: list[dict[str, Any]] = [dict(row.cells) for row in rows]
    for (index, column), text in written.items():
        changed[index][column] = text
    follow_names(changed, table, [row.cells[name_column(table)] for row in rows], set(written))
    _fill_ids(changed, table, written)
    return _renewed(rows, changed)


def _fill_ids(rows: list[dict[str, Any]], table: CardTable, written: Iterable[tuple[int, str]]) -> None:
    key, name = main_key(table), name_column(table)
    for index, column in written:
        row = rows[index]
        if column == name != key and tidy(row[name]) and not tidy(row[key]):
            row[key] = key_from_name(tidy(row[name]), [tidy(other[key]) for other in rows])


def _with_letters(table: CardTable, rows: Rows, letters: Mapping[int, str]) -> Rows:
    columns = [column.key for column in table.columns if column.kind in ("letters", "letter")]
    changed = [dict(row.cells) for row in rows]
    for row in changed:
        row.update({column: row[column].translate(letters) for column in columns})
    return _renewed(rows, changed)


def _renewed(rows: Rows, changed: Sequence[Mapping[str, str]]) -> Rows:
    return tuple(
        row if row.cells == cells else EditorRow(row.id, MappingProxyType(dict(cells)))
        for row, cells in zip(rows, changed, strict=True)
    )


def _new_letters(had: Sequence[Mapping[str, Any]], have: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """New category letters by the old ones; nothing where two categories share a letter."""
    from workbench.decks.model import is_letter

    before = [str(category.get("letter", "")).strip() for category in had]
    after = [str(category.get("letter", "")).strip() for category in have]
    if len(set(before)) < len(before) or len(set(after)) < len(after):
        return {}
    letters = {}
    for old, new in zip(had, have, strict=False):
        was, now = str(old.get("letter", "")).strip(), str(new.get("letter", "")).strip()
        same = old.get("name") == new.get("name") or (was not in after and now not in before)
        if same and was != now and is_letter(was) and is_letter(now):
            letters[was] = now
    return letters


def _column(table: CardTable, key: str) -> str:
    known = [column.key for column in table.columns]
    if key not in known:
        raise DeckError(one_of(key, known, f"column of {table.file}"))
    return key


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise DeckError(f"A cell cannot hold {shown(text)}. Give text.")
    if len(text) > LONGEST_TEXT:
        raise DeckError(
            f"The cell would hold {len(text)} characters. Keep it within {LONGEST_TEXT}: {text[:LONGEST_SHOWN]!r}..."
        )
    return text


def _category(category: object) -> dict[str, str]:
    if not isinstance(category, Mapping):
        raise DeckError(f"A category cannot be {shown(category)}. Give letter, name, sign and colour.")
    return {_text(key): _text(value) for key, value in category.items()}


def _mappings(values: object) -> list[Mapping[str, Any]]:
    """The mappings of a list that may be anything; what is none counts as empty."""
    if not isinstance(values, list | tuple):
        return []
    return [value if isinstance(value, Mapping) else {} for value in values]


def _check_length(table: CardTable, rows: int) -> None:
    if rows > 4 * table.most:
        raise DeckError(
            f"{table.file} would have {rows} rows; a deck has at most {table.most} cards. Take rows out first."
        )


def _without_empty_edges(block: Sequence[Sequence[str]]) -> list[list[str]]:
    """A pasted block without the empty rows below and the empty columns to the right that spreadsheets add."""
    lines = [[_text(text) for text in line] for line in block]
    height = max((down + 1 for down, line in enumerate(lines) if any(line)), default=0)
    width = max((right + 1 for line in lines for right, text in enumerate(line) if text), default=0)
    return [line[:width] for line in lines[:height]]


def _free_name(name: str, taken: set[str]) -> str:
    """A name with the next free number behind it.

    >>> _free_name("Castle", {"Castle", "Castle 2"})
    'Castle 3'
    """
    stem = re.sub(r" [0-9]+$", "", name)
    number = 2
    while f"{stem} {number}" in taken:
        number += 1
    return f"{stem} {number}"


def _plain(value: object, depth: int = 0) -> Any:
    """A copy of a value in the types that JSON has; what has no such type becomes the text that shows it."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float) and abs(value) < 2**53 and math.isfinite(value):
        return value
    if isinstance(value, Mapping) and depth < 8:
        return {str(key): _plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple) and depth < 8:
        return [_plain(inner, depth + 1) for inner in value]
    return shown(value)


def _size(value: object, depth: int = 0) -> int:
    """How long a value is, in characters; each part of a list counts as one more."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, Mapping) and depth < 8:
        return sum(1 + len(str(key)) + _size(inner, depth + 1) for key, inner in value.items())
    if isinstance(value, list | tuple) and depth < 8:
        return sum(1 + _size(inner, depth + 1) for inner in value)
    return 1


def _number(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _cards(table: CardTable, count: int) -> str:
    return f"a {table.kind}" if count == 1 else f"{count} {table.kind}s"


def _these(table: CardTable, rows: Rows, places: Sequence[int]) -> str:
    return _called(table, rows, places[0]) if len(places) == 1 else _cards(table, len(places))


def _called(table: CardTable, rows: Rows, index: int) -> str:
    """What a row is called in the words for a step."""
    return (
        _brief(tidy(rows[index].cells[name_column(table)]))
        if _named(table, rows[index])
        else f"row {index + FIRST_ROW}"
    )


def _named(table: CardTable, row: EditorRow) -> bool:
    return bool(tidy(row.cells[name_column(table)]))


def _brief(value: object, nothing: str = "(empty)") -> str:
    """A value as the words for a step show it: in one short line."""
    words = ", ".join(str(part) for part in value) if isinstance(value, list | tuple) else shown(value)
    words = " ".join((value if isinstance(value, str) else words).split())
    if value is None or not words:
        return nothing
    return words if len(words) <= LONGEST_SHOWN else words[: LONGEST_SHOWN - 1] + "…"


def _cells_label(table: CardTable, rows: Rows, written: Mapping[tuple[int, str], str]) -> str:
    written = {cell: text for cell, text in written.items() if rows[cell[0]].cells[cell[1]] != text} or written
    indices = sorted({index for index, _ in written})
    if len(written) == 1:
        (((index, column), text),) = written.items()
        return f"{_called(table, rows, index)}, {column}: {_brief(rows[index].cells[column])} → {_brief(text)}"
    return f"{_number(len(written), 'cell')} of {_these(table, rows, indices)}"


def _categories_label(had: Sequence[Mapping[str, Any]], have: Sequence[Mapping[str, Any]]) -> str:
    if len(had) != len(have):
        longer, word = (have, "Add") if len(have) > len(had) else (had, "Remove")
        shorter = had if longer is have else have
        letters = [category.get("letter") for category in shorter]
        others = [category for category in longer if category.get("letter") not in letters]
        return f"{word} category {_brief(', '.join(str(category.get('letter', '')) for category in others))}"
    changes = [
        (old, new, key)
        for old, new in zip(had, have, strict=True)
        for key in dict.fromkeys([*old, *new])
        if old.get(key) != new.get(key)
    ]
    if len(changes) == 1:
        old, new, key = changes[0]
        return f"Category {_brief(old.get('letter'))}, {key}: {_brief(old.get(key))} → {_brief(new.get(key))}"
    return "Categories"
