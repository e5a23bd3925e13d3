"""Which row of a sheet holds the column names, and which table of the game they belong to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from workbench.decks.exchange.counts import are_counts, may_say_count, says_count
from workbench.decks.exchange.sheet import text_at, texts_in
from workbench.kernel.tables import COUNT, CardTable, Column

LOOKED_AT = 60  # rows searched for a header
OTHER_NAMES = {  # of the columns that every game has
    "key": ("id", "key", "card id"),
    "name": ("name", "card", "card name", "title"),
}


@dataclass(frozen=True)
class Header:
    """A row of column names; `columns` says where each column of the table is, counted from 0.

    `twice` holds further places of a column, `unknown` the places whose name fits no column. `first_row` lies above
    `row` if two rows together make up the names.
    """

    table: CardTable
    row: int
    columns: Mapping[str, int]
    labels: Mapping[int, str]
    twice: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    unknown: tuple[int, ...] = ()
    first_row: int = 0

    @property
    def complete(self) -> bool:
        """Whether every column that a row must have is there; ids can be made."""
        return not self.missing

    @property
    def missing(self) -> list[Column]:
        """The columns that every row must have and that are not there, apart from ids."""
        needed = (column for column in self.table.columns if column.required and column.type != "key")
        return [column for column in needed if column.key not in self.columns]


@lru_cache(maxsize=4096)
def form_of(label: str) -> str:
    """The form in which two spellings of a column's name are equal.

    >>> form_of("Card ID"), form_of("Bonus source (name)"), form_of("note") == form_of("Notes")
    ('cardid', 'bonussource', True)
    """
    words = re.sub(r"[(\[{].*", "", unicodedata.normalize("NFKC", label).casefold()) or label.casefold()
    return "".join(sign for sign in words if sign.isalnum()).removesuffix("s")


def find_header(rows: Sequence[Sequence[str]], table: CardTable) -> Header | None:
    """The header of a table in these rows: the first row that names the most of its columns."""
    found: list[Header] = []
    above = 0
    for number, row in enumerate(rows[:LOOKED_AT]):
        found += filter(None, (read_header(row, number, table), _of_two_rows(rows, above, number, table)))
        if texts_in(row):
            above = number
    best = max(found, key=lambda header: len(header.columns), default=None)
    return best and _with_count(best, rows)


def read_header(row: Sequence[str], number: int, table: CardTable) -> Header | None:
    """A row as the header of a table; None if it is not one."""
    return _header({place: text.strip() for place, text in enumerate(row) if text.strip()}, number, number, table)


def _with_count(header: Header, rows: Sequence[Sequence[str]]) -> Header:
    """The header, with an ambiguously named column taken as copies if the cells below it show that it is one."""
    if COUNT not in header.table.keys or COUNT in header.columns:
        return header
    below = rows[header.row + 1 :]
    for place in header.unknown:
        texts = [text_at(row, place) for row in below]
        if may_say_count(header.labels[place]) and are_counts(texts):
            unknown = tuple(other for other in header.unknown if other != place)
            return replace(header, columns={**header.columns, COUNT: place}, unknown=unknown)
    return header


def find_headers(rows: Sequence[Sequence[str]], tables: Sequence[CardTable]) -> list[Header]:
    """The header of each table that these rows may hold."""
    return [header for table in tables if (header := find_header(rows, table)) is not None]


def _of_two_rows(rows: Sequence[Sequence[str]], above: int, number: int, table: CardTable) -> Header | None:
    """The header of two rows: 'Bonus' above 'resource' and 'source', as merged cells make it."""
    labels: dict[int, str] = {}
    group = ""
    known = _forms_of_keys(table)
    for place, text in enumerate(rows[number]):
        over = text_at(rows[above], place) if above < number else ""
        group = over or group
        own = text.strip()
        if own:
            together = f"{group} {own}".strip()
            labels[place] = together if form_of(together) in known else own
        elif over:
            labels[place] = over
    return _header(labels, number, above, table) if group else None


@cache
def _forms_of_keys(table: CardTable) -> frozenset[str]:
    """The forms of a table's own column names."""
    return frozenset(form_of(column.key) for column in table.columns)


@cache
def _forms_of(table: CardTable) -> frozenset[str]:
    """The forms of all names that a table's columns may have."""
    return _forms_of_keys(table).union(*(_other_names(column.type) for column in table.columns))


def _header(labels: Mapping[int, str], number: int, first_row: int, table: CardTable) -> Header | None:
    places = {place: form_of(label) for place, label in labels.items()}
    if _forms_of(table).isdisjoint(places.values()):
        return None  # a row of cards, as most rows are
    by_key = {key: [place for place, form in places.items() if form == form_of(key)] for key in table.keys}
    named = {key: found for key, found in by_key.items() if found}
    taken = {place for found in named.values() for place in found}
    for column in table.columns:
        found = [place for place, form in places.items() if place not in taken and form in _other_names(column.type)]
        if found and column.key not in named:
            named[column.key] = found[:1]
            taken.add(found[0])
    if COUNT in table.keys:
        sure = [place for place, label in labels.items() if place not in taken and says_count(label)]
        named.setdefault(COUNT, []).extend(sure)
        taken.update(sure)
    columns = {key: found[0] for key, found in named.items() if found}
    names = [column.key for column in table.columns if column.type in ("key", "name")]
    if len(columns) < min(2, len(table.columns)) or not any(key in columns for key in names):
        return None
    twice = {key: tuple(found[1:]) for key, found in named.items() if len(found) > 1}
    unknown = tuple(place for place in labels if place not in taken)
    return Header(table, number, columns, labels, twice, unknown, first_row)


@cache
def _other_names(kind: str) -> frozenset[str]:
    """The forms of other names that people give a column of a kind."""
    return frozenset(form_of(name) for name in OTHER_NAMES.get(kind, ()))
