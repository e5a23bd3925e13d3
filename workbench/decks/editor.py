"""DeckEditor: a deck while somebody edits it, with the cells as typed, the last good deck, and every step so far."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from workbench.decks.cells import (
    Cells,
    EditorRow,
    Rows,
    characters,
    checked_text,
    drafted_rows,
    mappings,
    new_letters,
    plain,
    sorted_rows,
    without_empty_edges,
)
from workbench.decks.deck import Deck
from workbench.decks.exchange.lists import as_it_is_meant, by_names
from workbench.decks.finding import Finding, few, in_order, refusal
from workbench.decks.reading import FIRST_ROW, LONGEST_TEXT, Draft, read_dict, tidy
from workbench.decks.validation import validate
from workbench.kernel.tables import CardTable
from workbench.kernel.words import counted
from workbench.storage.errors import DeckError, one_of, shown

__all__ = ["DeckEditor", "EditorRow"]

FORMAT = 1
LONGEST_HISTORY = 500  # steps that can be undone
NO_ROW = 0  # stands for a row's id where there is none
META_KEYS = ("title", "version", "authors", "licence", "notes", "declared_count")


@dataclass(frozen=True)
class _Moment:
    """The cells after a step, the last good deck at that point, what is wrong with the cells, and the step in words."""

    cells: Cells
    deck: Deck
    problems: tuple[Finding, ...]
    label: str

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        return self.problems or self.deck.lint()


class DeckEditor:
    """A deck being edited: the text of every cell as typed, valid or not; every step can be undone.

    An impossible step raises DeckError and changes nothing: a missing table, column or row, more
    rows than four times what the table may hold, a cell of more than 4000 characters. What is merely wrong is kept
    and listed in `problems`. A step that would change nothing is not taken. Blank rows are neither cards nor a problem.

    >>> editor = DeckEditor(load_deck("guild_master"))  # doctest: +SKIP
    >>> editor.set_cells("cards.csv", [(4, "resources", "FC")])  # doctest: +SKIP
    >>> editor.undo()  # doctest: +SKIP
    'Irrigation, resources: FF → FC'
    """

    def __init__(self, deck: Deck) -> None:
        self.began_with = deck
        self.game = deck.game
        self.revision = 0
        self._ids = itertools.count(NO_ROW + 1)
        nothing = Cells(deck.game, deck.name, {}, {table.file: () for table in deck.game.tables})
        self._moments = [self._judged(self._drafted(_draft(deck), nothing), deck, "")]
        self._at = 0

    @property
    def deck(self) -> Deck:
        """The last good deck, which is the one measured and played."""
        return self._now.deck

    @property
    def whole(self) -> bool:
        """Whether the cells make up that deck, i.e. nothing in them is wrong."""
        return not self._now.problems

    @property
    def problems(self) -> tuple[Finding, ...]:
        """What keeps the cells from being a deck; empty if they make one."""
        return self._now.problems

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The problems or, if there are none, what is odd about the deck: warnings, then notes."""
        return self._now.findings

    @property
    def name(self) -> str:
        """The deck's name, which is that of its folder."""
        return self._now.cells.name

    @property
    def meta(self) -> dict[str, Any]:
        """A copy of what deck.toml would hold, including categories and options, right or wrong."""
        return plain(self._now.cells.meta)

    def rows(self, file: str) -> tuple[EditorRow, ...]:
        """The rows of a table from top to bottom."""
        return self._now.cells.tables[self.game.table(file).file]

    def letter_counts(self) -> Mapping[str, int]:
        """How many rows hold each category letter; 0 for a letter that no row holds."""
        return self._now.cells.letter_counts()

    def row_id(self, finding: Finding) -> int:
        """The id of the row that a finding is about; 0 if it is about none."""
        rows = self._now.cells.tables.get(finding.file, ())
        index = finding.row - FIRST_ROW
        return rows[index].id if 0 <= index < len(rows) else NO_ROW

    # Steps in the rows of a table

    def set_cells(self, file: str, cells: Iterable[tuple[int, str, str]], *, if_sound: bool = False) -> None:
        """Write cells, given as (row id, column, text).

        A renamed card keeps its name in the cells that point to it; a card without a key gets one from its name.
        With `if_sound`, a text that causes a new problem is refused instead of kept.
        """
        table, rows, given = self.game.table(file), self.rows(file), list(cells)
        places = self._places(table, (row_id for row_id, _, _ in given))
        written = {
            (place, _column(table, column)): checked_text(text)
            for place, (_, column, text) in zip(places, given, strict=True)
        }
        self._step(_cells_label(table, rows, written), self._now.cells.written(table, written), if_sound)

    def paste(self, file: str, row_id: int, column: str, block: Sequence[Sequence[str]]) -> None:
        """Write a block of cells from one cell right and down; missing rows are added.

        Empty rows and columns at the block's end are left out. A block that begins with column names goes under those
        columns, in whatever order. Raises DeckError for a block wider than the table, and for several lists in one.
        """
        table, rows = self.game.table(file), self.rows(file)
        (top,) = self._places(table, [row_id])
        keys = table.keys
        left = keys.index(_column(table, column))
        block = without_empty_edges(block)
        named = by_names(table, block)
        if named is not None:
            left, keys, block = 0, named.columns, named.rows
        width = max((len(line) for line in block), default=0)
        if width > len(keys) - left:
            raise DeckError(
                f"The block is {width} cells wide; from {column} on there is room for {len(keys) - left}. "
                f"Paste it further left: the columns are {', '.join(keys)}."
            )
        added = self._blank_rows(table, max(top + len(block) - len(rows), 0))
        written = {
            (top + down, keys[left + right]): as_it_is_meant(keys[left + right], text)
            for down, line in enumerate(block)
            for right, text in enumerate(line)
        }
        where = named.said if named is not None else column
        label = f"Paste {counted(len(written), 'cell')} at {_called(table, rows, top)}, {where}"
        self._step(label, self._now.cells.with_rows(table, (*rows, *added)).written(table, written))

    def add_rows(self, file: str, count: int = 1, after: int | None = None) -> tuple[int, ...]:
        """Add blank rows below the row `after` (0: at the top), or at the end if none is given; returns their ids."""
        table, rows = self.game.table(file), self.rows(file)
        if not isinstance(count, int) or count < 0:
            raise DeckError(f"{shown(count)} rows cannot be added. Give a whole number from 0 up.")
        place = len(rows)
        if after is not None:
            place = 0 if after == NO_ROW else self._places(table, [after])[0] + 1
        added = self._blank_rows(table, count)
        self._set_rows(f"Add {_cards(table, count)}", table, (*rows[:place], *added, *rows[place:]))
        return tuple(row.id for row in added)

    def duplicate_rows(self, file: str, row_ids: Iterable[int]) -> tuple[int, ...]:
        """Copy rows below the last of them, each with its own name and key; returns the ids of the new rows."""
        table, rows = self.game.table(file), self.rows(file)
        places = sorted({*self._places(table, row_ids)})
        _check_length(table, len(rows) + len(places))
        copies = self._now.cells.copies(table, places, self._ids)
        below = max(places, default=0) + 1
        label = f"Duplicate {_these(table, rows, places)}"
        self._set_rows(label, table, (*rows[:below], *copies, *rows[below:]))
        return tuple(row.id for row in copies)

    def delete_rows(self, file: str, row_ids: Iterable[int]) -> None:
        """Delete rows; cells that point to them stay and are listed in `problems`."""
        table, rows = self.game.table(file), self.rows(file)
        places = sorted({*self._places(table, row_ids)})
        kept = tuple(row for index, row in enumerate(rows) if index not in places)
        self._set_rows(f"Delete {_these(table, rows, places)}", table, kept)

    def move_rows(self, file: str, row_ids: Iterable[int], by: int) -> None:
        """Move rows together, down by `by` places or up if it is negative; they stop at the ends."""
        table, rows = self.game.table(file), self.rows(file)
        places = sorted({*self._places(table, row_ids)})
        if not isinstance(by, int):
            raise DeckError(f"Rows cannot be moved by {shown(by)}. Give a whole number.")
        moved = tuple(rows[index] for index in places)
        others = tuple(row for index, row in enumerate(rows) if index not in places)
        top = max(min(places, default=0) + by, 0)
        label = f"Move {_these(table, rows, places)} {'down' if by > 0 else 'up'}"
        self._set_rows(label, table, (*others[:top], *moved, *others[top:]))

    def sort_rows(self, file: str, column: str, descending: bool = False) -> None:
        """Sort a table by one column: numbers first, then words, empty cells last; ties keep their order."""
        table = self.game.table(file)
        rows = sorted_rows(self.rows(file), _column(table, column), descending)
        self._set_rows(f"Sort by {column}{', descending' if descending else ''}", table, rows)

    def order_rows(self, file: str, row_ids: Sequence[int], label: str) -> None:
        """Put the rows of a table into an order; rows that it does not name follow in their old order."""
        table = self.game.table(file)
        number = {row_id: number for number, row_id in enumerate(row_ids)}
        rows = sorted(self.rows(file), key=lambda row: number.get(row.id, len(number)))
        self._set_rows(label, table, tuple(rows))

    def mend(self, findings: Sequence[Finding]) -> None:
        """Write the corrections of findings (`Finding.instead`) into their places, all in one step."""
        cells = self._now.cells
        meta = dict(cells.meta)
        for finding in findings:
            if finding.instead == "":
                raise DeckError(f"{finding.place}: what should stand there, only you can know. {finding.fix}")
            if finding.file in cells.tables:
                written = {(finding.row - FIRST_ROW, finding.column): str(finding.instead)}
                cells = cells.written(self.game.table(finding.file), written)
            else:
                meta[finding.column] = finding.instead
        label = f"Mend {findings[0].place}" if len(findings) == 1 else f"Mend {counted(len(findings), 'place')}"
        self._step(label, replace(cells, meta=meta))

    # Steps in deck.toml

    def set_meta(self, key: str, value: object) -> None:
        """Write a line of deck.toml: title, version, authors, licence, notes or declared_count; None removes it."""
        if key not in META_KEYS:
            raise DeckError(one_of(key, META_KEYS, "line of deck.toml to edit here"))
        self._set_meta(f"{key}: {_brief(self.meta.get(key))} → {_brief(value)}", key, value)

    def set_option(self, key: str, value: object) -> None:
        """Set the deck's own default of an option of its game; None takes it back."""
        options = self.meta.get("options")
        options = options if isinstance(options, dict) else {}
        known = sorted({option.key for variant in self.game.variants for option in variant.options} | options.keys())
        if key not in known:
            raise DeckError(one_of(key, known, f"option of {self.game.title}"))
        label = f"Option {key}: {_brief(options.get(key), 'default')} → {_brief(value, 'default')}"
        options = {option: given for option, given in (options | {key: value}).items() if given is not None}
        self._set_meta(label, "options", options)

    def set_categories(self, categories: Sequence[Mapping[str, str]], if_sound: bool = False) -> None:
        """Write the whole list of categories.

        If a category keeps its place and gets a new letter, its letters in the cells change too, unless two
        categories share a letter for now, or a new name and another category's letter show that it is another category.
        With `if_sound`, a list that causes a new problem is refused.
        """
        wanted = []
        for category in categories:
            if not isinstance(category, Mapping):
                raise DeckError(f"A category cannot be {shown(category)}. Give letter, name, sign and colour.")
            wanted.append({checked_text(key): checked_text(value) for key, value in category.items()})
        most = self.game.studio.most_categories
        if len(wanted) > 4 * most:
            raise DeckError(f"There would be {len(wanted)} categories; {self.game.title} has room for {most}.")
        cells = self._now.cells
        had = mappings(cells.meta.get("categories"))
        lettered = cells.lettered(new_letters(had, wanted))
        meta = {**cells.meta, "categories": wanted}
        self._step(_categories_label(had, wanted), replace(lettered, meta=meta), if_sound)

    def remove_category(self, number: int) -> None:
        """Remove the category with this number, from 0; refused while cards have its letter."""
        categories = [dict(category) for category in mappings(self.meta.get("categories"))]
        if not isinstance(number, int) or not 0 <= number < len(categories):
            place = number + 1 if isinstance(number, int) else shown(number)
            raise DeckError(f"There is no category number {place} any more. Look at the categories again.")
        removed = categories.pop(number)
        letter = tidy(str(removed.get("letter", "")))
        names = self._now.cells.names_with(letter) if letter else []
        if names and letter not in [tidy(str(other.get("letter", ""))) for other in categories]:
            has, them = ("has", "it") if len(names) == 1 else ("have", "them")
            named = few([_brief(name, "a row without a name") for name in names])
            raise DeckError(f"{named} {has} the letter {letter}. Give {them} another one first.")
        self.set_categories(categories, if_sound=True)

    def replace(self, deck_or_draft: Deck | Draft, label: str) -> None:
        """Replace these cells with those of another deck or draft, as one step called `label`.

        A row with the key of a card in the editor keeps that card's row id; a part that a draft lacks stays as it is.
        Only the cells of a draft are taken over; showing what was wrong with its source is its reader's task.
        """
        draft = _draft(deck_or_draft) if isinstance(deck_or_draft, Deck) else deck_or_draft
        if draft.game.id != self.game.id:
            raise DeckError(f"That is a deck of {draft.game.title}. Give one of {self.game.title}.")
        self._step(label, self._drafted(draft, self._now.cells))

    # History

    def undo(self) -> str:
        """Undo the last step; returns it in words, or nothing if there is none."""
        return self._go(self._at - 1, self.undo_label)

    def redo(self) -> str:
        """Redo the step that was undone last; returns it in words, or nothing if there is none."""
        return self._go(self._at + 1, self.redo_label)

    @property
    def undo_label(self) -> str:
        """The step that `undo` would undo, in words; empty if there is none."""
        return self._now.label if self._at > 0 else ""

    @property
    def redo_label(self) -> str:
        """The step that `redo` would redo, in words; empty if there is none."""
        return self._moments[self._at + 1].label if self._at + 1 < len(self._moments) else ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold: the cells as they are, the last good deck, and the initial deck."""
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
        deck = Deck.from_dict(values.get("deck"))  # type: ignore[arg-type]
        if deck.game_id != editor.game.id:
            raise DeckError("These saved edits are of two games. Give what DeckEditor.to_dict returned.")
        name = values.get("name")
        name = name if isinstance(name, str) else deck.name
        draft = read_dict(editor.game, name, values.get("meta"), values.get("tables"))
        if draft.problems:
            raise refusal("The saved edits cannot be read", draft.problems)
        editor._moments = [editor._judged(editor._drafted(draft, editor._now.cells), deck, "")]
        return editor

    def __repr__(self) -> str:
        state = "whole" if self.whole else counted(len(self.problems), "problem")
        return f"<DeckEditor {self.game.id}/{self.name}: {state}, {counted(self._at, 'step')}>"

    @property
    def _now(self) -> _Moment:
        return self._moments[self._at]

    def _judged(self, cells: Cells, last_good: Deck, label: str) -> _Moment:
        try:
            return _Moment(cells, validate(cells.draft(), Deck), (), label)
        except DeckError as error:
            return _Moment(cells, last_good, in_order(error.problems), label)

    def _step(self, label: str, cells: Cells, if_sound: bool = False) -> None:
        """Take one step, unless it changes nothing; undone steps can then no longer be redone.

        With `if_sound`, a step that causes a new problem is refused.
        """
        if cells.same_as(self._now.cells):
            return
        moment = self._judged(cells, self.deck, label)
        known = {_of_what(problem) for problem in self.problems}
        wrong = next((problem for problem in moment.problems if _of_what(problem) not in known), None)
        if if_sound and wrong:
            raise DeckError(f"{wrong.text} {wrong.fix}".strip())
        self._moments[self._at + 1 :] = [moment]
        del self._moments[: -LONGEST_HISTORY - 1]
        self._go(len(self._moments) - 1, label)

    def _go(self, moment: int, label: str) -> str:
        """Go to a moment, if there is one; returns the label of the step that leads there."""
        if 0 <= moment < len(self._moments):
            self._at = moment
            self.revision += 1
        return label

    def _set_rows(self, label: str, table: CardTable, rows: Rows) -> None:
        self._step(label, self._now.cells.with_rows(table, rows))

    def _set_meta(self, label: str, key: str, value: object) -> None:
        value = plain(value)
        if characters(value) > LONGEST_TEXT:
            raise DeckError(f"The {key} would be longer than {LONGEST_TEXT} characters. Shorten it.")
        cells = self._now.cells
        meta = {known: given for known, given in (dict(cells.meta) | {key: value}).items() if given is not None}
        self._step(label, replace(cells, meta=meta))

    def _places(self, table: CardTable, row_ids: Iterable[int]) -> list[int]:
        """Where rows are."""
        place_of = {row.id: index for index, row in enumerate(self.rows(table.file))}
        places = []
        for row_id in row_ids:
            if not isinstance(row_id, int) or row_id not in place_of:
                raise DeckError(f"There is no row {shown(row_id)} in {table.file} any more. Look at the rows again.")
            places.append(place_of[row_id])
        return places

    def _blank_rows(self, table: CardTable, count: int) -> Rows:
        _check_length(table, len(self.rows(table.file)) + count)
        cells = MappingProxyType(dict.fromkeys(table.keys, ""))
        return tuple(EditorRow(next(self._ids), cells) for _ in range(count))

    def _drafted(self, draft: Draft, here: Cells) -> Cells:
        """The cells of a draft; parts that it lacks, and the ids of cards that are `here`, are kept."""
        tables = dict(here.tables)
        for table in self.game.tables:
            if table.file in draft.tables:
                drafted = draft.tables[table.file]
                _check_length(table, len(drafted.rows))
                tables[table.file] = drafted_rows(table, drafted, here.tables[table.file], self._ids)
        return Cells(self.game, draft.name, here.meta if draft.meta is None else plain(draft.meta), tables)


def _draft(deck: Deck) -> Draft:
    return read_dict(deck.game, deck.name, deck.meta.to_dict(), deck.tables)


def _column(table: CardTable, key: str) -> str:
    if key not in table.keys:
        raise DeckError(one_of(key, table.keys, f"column of {table.file}"))
    return key


def _check_length(table: CardTable, rows: int) -> None:
    if rows > table.most_rows:
        most = table.number_of(table.most)
        raise DeckError(f"{table.file} would have {rows} rows; a deck has at most {most}. Take rows out first.")


def _of_what(problem: Finding) -> tuple[str, int, str]:
    """What identifies a problem after a step: its cell, or its text if categories may have been renumbered."""
    return problem.file, problem.row, problem.column if problem.row else problem.text


# What a step is called


def _cards(table: CardTable, count: int) -> str:
    if count != 1:
        return table.number_of(count)
    return f"{'an' if table.noun[0] in 'aeiou' else 'a'} {table.noun}"


def _these(table: CardTable, rows: Rows, places: Sequence[int]) -> str:
    return _called(table, rows, places[0]) if len(places) == 1 else _cards(table, len(places))


def _called(table: CardTable, rows: Rows, index: int) -> str:
    return _brief(rows[index].name(table), f"row {index + FIRST_ROW}")


def _brief(value: object, nothing: str = "(empty)") -> str:
    """A value in one short line."""
    if isinstance(value, list | tuple):
        value = ", ".join(str(part) for part in value)
    words = " ".join((value if isinstance(value, str) else shown(value)).split())
    if value is None or not words:
        return nothing
    return words if len(words) <= 30 else words[:29] + "…"


def _cells_label(table: CardTable, rows: Rows, written: Mapping[tuple[int, str], str]) -> str:
    changes = [(index, column) for (index, column), text in written.items() if rows[index].cells[column] != text]
    if len(changes) == 1:
        index, column = changes[0]
        before, after = rows[index].cells[column], written[index, column]
        return f"{_called(table, rows, index)}, {column}: {_brief(before)} → {_brief(after)}"
    return f"{counted(len(changes), 'cell')} of {_these(table, rows, sorted({index for index, _ in changes}))}"


def _categories_label(had: Sequence[Mapping[str, Any]], have: Sequence[Mapping[str, Any]]) -> str:
    if len(had) != len(have):
        word, more, fewer = ("Add", have, had) if len(have) > len(had) else ("Remove", had, have)
        letters = [category.get("letter") for category in fewer]
        others = [category.get("letter") for category in more if category.get("letter") not in letters]
        return f"{word} category {_brief(others)}"
    pairs = list(zip(had, have, strict=True))
    changes = [(old, new, key) for old, new in pairs for key in {**old, **new} if old.get(key) != new.get(key)]
    if len(changes) == 1:
        old, new, key = changes[0]
        return f"Category {_brief(old.get('letter'))}, {key}: {_brief(old.get(key))} → {_brief(new.get(key))}"
    return "Change the categories"
