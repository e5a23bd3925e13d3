"""The cells of a deck while somebody edits it: immutable rows of text, and how new ones are made.

Unchanged rows are the same objects before and after a step, so that a long history takes little memory.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from workbench.decks.edit import Cell, following_cells, key_from_name, keys_of
from workbench.decks.reading import FIRST_ROW, LONGEST_TEXT, Draft, DraftRow, DraftTable, tidy
from workbench.kernel.game import Game
from workbench.kernel.tables import CardTable, named_together
from workbench.storage.errors import DeckError, shown

DEEPEST = 8  # nested lists in deck.toml
MOST_EXACT = 2**53  # a page holds no larger whole number exactly
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")


class EditorRow(NamedTuple):
    """One row of a table being edited: a permanent id, and the text of every column."""

    id: int
    cells: Mapping[str, str]

    @property
    def blank(self) -> bool:
        """Whether the row is blank, and so not a card yet."""
        return not "".join(self.cells.values()).strip()

    def name(self, table: CardTable) -> str:
        """The name of its card; empty if it has no name."""
        return tidy(self.cells[table.name_column])


Rows = tuple[EditorRow, ...]


@dataclass(frozen=True)
class Cells:
    """All that a designer can change in a deck of a game: its name, what deck.toml holds, and the rows by file."""

    game: Game
    name: str
    meta: Mapping[str, Any]
    tables: Mapping[str, Rows]

    def same_as(self, other: Cells) -> bool:
        """Whether nothing differs; 1 and True count as different."""
        return (self.name, self.tables, repr(self.meta)) == (other.name, other.tables, repr(other.meta))

    def draft(self) -> Draft:
        """These cells as a draft for `validate`; blank rows are left out, the others keep their numbers."""
        tables = {}
        for table in self.game.tables:
            numbered = enumerate(self.tables[table.file], start=FIRST_ROW)
            rows = [DraftRow(number, dict(row.cells)) for number, row in numbered if not row.blank]
            tables[table.file] = DraftTable(table.keys, rows)
        return Draft(self.game, self.name, dict(self.meta), tables)

    def with_rows(self, table: CardTable, rows: Rows) -> Cells:
        """These cells with other rows in a table."""
        return replace(self, tables={**self.tables, table.file: rows})

    def copies(self, table: CardTable, places: Iterable[int], ids: Iterator[int]) -> Rows:
        """Copies of some rows of a table, each with its own name and key; the copy of a blank row is blank."""
        key, name, rows = table.key_column, table.name_column, self.tables[table.file]
        keys = set(map(tidy, self._keys_of(table)))
        together = named_together(self.game.tables, table)
        names = {row.name(other) for other in together for row in self.tables[other.file]}
        copies = []
        for index in places:
            copied = dict(rows[index].cells)
            if name != key and rows[index].name(table):
                copied[name] = free_name(rows[index].name(table), names)
            if tidy(copied[name]) or tidy(copied[key]):
                copied[key] = key_from_name(tidy(copied[name]) or copied[key], keys)
            keys.add(copied[key])
            names.add(copied[name])
            copies.append(EditorRow(next(ids), MappingProxyType(copied)))
        return tuple(copies)

    def written(self, table: CardTable, written: Mapping[tuple[int, str], str]) -> Cells:
        """These cells with some (index, column) of one table written.

        Cells that name a renamed card follow it, and cards named for the first time get a key.
        """
        texts: dict[Cell, str] = {(table.file, index, column): text for (index, column), text in written.items()}
        names = [row.cells[table.name_column] for row in self.tables[table.file]]
        changed = self._with_texts(texts)
        followers = dict(following_cells(self.game.tables, changed._texts(), table, names, texts))
        changed = changed._with_texts(followers)
        key, name = table.key_column, table.name_column
        for index, column in written:
            row = changed.tables[table.file][index]
            if column == name != key and row.name(table) and not tidy(row.cells[key]):
                free = key_from_name(row.name(table), map(tidy, changed._keys_of(table)))
                changed = changed._with_texts({(table.file, index, key): free})
        return changed

    def lettered(self, letters: Mapping[str, str]) -> Cells:
        """These cells with the category letters in `letters` replaced by new ones."""
        new_of = str.maketrans(dict(letters))
        texts = {
            (table.file, index, key): row.cells[key].translate(new_of)
            for table in self.game.tables
            for key in _lettered(table)
            for index, row in enumerate(self.tables[table.file])
        }
        return self._with_texts(texts)

    def letter_counts(self) -> Counter[str]:
        """How many rows, over all tables, hold each category letter."""
        counts: Counter[str] = Counter()
        for table in self.game.tables:
            if columns := _lettered(table):
                written = itemgetter(*columns)
                for row in self.tables[table.file]:
                    counts.update({*"".join(written(row.cells))})
        return counts

    def names_with(self, letter: str) -> list[str]:
        """The names of the rows, over all tables, that hold a category letter."""
        return [
            row.name(table)
            for table in self.game.tables
            for row in self.tables[table.file]
            if any(letter in row.cells[key] for key in _lettered(table))
        ]

    def _texts(self) -> dict[str, list[Mapping[str, str]]]:
        return {file: [row.cells for row in rows] for file, rows in self.tables.items()}

    def _keys_of(self, table: CardTable) -> list[str]:
        return keys_of(self.game.tables, self._texts(), table)

    def _with_texts(self, texts: Mapping[Cell, str]) -> Cells:
        """These cells with some written; rows in which nothing differs are the same objects."""
        tables = {file: list(self.tables[file]) for file, _, _ in texts}
        for (file, index, column), text in texts.items():
            row = tables[file][index]
            if row.cells[column] != text:
                tables[file][index] = EditorRow(row.id, MappingProxyType({**row.cells, column: text}))
        return replace(self, tables={**self.tables, **{file: tuple(rows) for file, rows in tables.items()}})


def drafted_rows(table: CardTable, drafted: DraftTable, here: Rows, ids: Iterator[int]) -> Rows:
    """The rows of a draft; a row with the key of a row in `here` gets that row's id."""
    key = table.key_column
    id_of = {tidy(row.cells[key]): row.id for row in here}
    rows = []
    for row in drafted.rows:
        cells = {column.key: checked_text(row.cells.get(column.key, "")) for column in table.columns}
        row_id = id_of.pop(tidy(cells[key]), None)
        rows.append(EditorRow(next(ids) if row_id is None else row_id, MappingProxyType(cells)))
    return tuple(rows)


def sorted_rows(rows: Rows, column: str, descending: bool) -> Rows:
    """The rows sorted by a column: numbers, then other words, then empty cells; ties keep their old order."""
    texts = {row.id: tidy(row.cells[column]) for row in rows}
    numbers = [row for row in rows if WHOLE_NUMBER.fullmatch(texts[row.id])]
    words = [row for row in rows if texts[row.id] and not WHOLE_NUMBER.fullmatch(texts[row.id])]
    numbers.sort(key=lambda row: int(texts[row.id]), reverse=descending)
    words.sort(key=lambda row: texts[row.id].casefold(), reverse=descending)
    return (*numbers, *words, *(row for row in rows if not texts[row.id]))


def _lettered(table: CardTable) -> list[str]:
    return [column.key for column in table.columns if column.type in ("letters", "letter")]


def new_letters(had: Sequence[Mapping[str, Any]], have: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Old letter -> new letter of the categories that keep their place; empty while two categories share a letter.

    A category counts as the same if it keeps its name, or if no other category has, or had, either letter.
    """
    from workbench.decks.model import is_letter

    before = [_letter(category) for category in had]
    after = [_letter(category) for category in have]
    if len(set(before)) < len(before) or len(set(after)) < len(after):
        return {}
    letters = {}
    for index, (old, new) in enumerate(zip(before, after, strict=False)):
        same = had[index].get("name") == have[index].get("name") or (old not in after and new not in before)
        if same and old != new and is_letter(old) and is_letter(new):
            letters[old] = new
    return letters


def _letter(category: Mapping[str, Any]) -> str:
    return str(category.get("letter", "")).strip()


def mappings(values: object) -> list[Mapping[str, Any]]:
    """The mappings in a list that may hold anything; other values count as empty mappings."""
    if not isinstance(values, list | tuple):
        return []
    return [value if isinstance(value, Mapping) else {} for value in values]


def checked_text(text: object) -> str:
    """The text of one cell; raises DeckError for anything else, and for more than a cell can hold."""
    if not isinstance(text, str):
        raise DeckError(f"A cell cannot hold {shown(text)}. Give text.")
    if len(text) > LONGEST_TEXT:
        raise DeckError(f"A cell cannot hold {len(text)} characters, {text[:20]!r}... Keep it within {LONGEST_TEXT}.")
    return text


def without_empty_edges(block: Iterable[Iterable[str]]) -> list[list[str]]:
    """A pasted block without the empty rows below and the empty columns to the right that spreadsheets add."""
    lines = [[checked_text(text) for text in line] for line in block]
    height = max((down + 1 for down, line in enumerate(lines) if any(line)), default=0)
    width = max((right + 1 for line in lines for right, text in enumerate(line) if text), default=0)
    return [line[:width] for line in lines[:height]]


def free_name(name: str, taken: Iterable[str]) -> str:
    """A name with the next free number after it.

    >>> free_name("Castle", ["Castle", "Castle 2"])
    'Castle 3'
    """
    stem = re.sub(r" [0-9]+$", "", name)
    names = (f"{stem} {number}" for number in count(2))
    return next(name for name in names if name not in taken)


def plain(value: object, depth: int = 0) -> Any:
    """A copy of a value in JSON types; anything else becomes the text that shows it."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float) and abs(value) < MOST_EXACT:  # false for NaN too
        return value
    if isinstance(value, Mapping) and depth < DEEPEST:
        return {str(key): plain(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple) and depth < DEEPEST:
        return [plain(inner, depth + 1) for inner in value]
    return shown(value)


def characters(value: object) -> int:
    """How many characters it takes to type a plain value; each list item, number and key adds one."""
    if isinstance(value, dict):
        return sum(characters(key) + characters(inner) for key, inner in value.items())
    if isinstance(value, list):
        return 1 + sum(characters(inner) for inner in value)
    return len(value) if isinstance(value, str) else 1
