"""Edits: a deck and a list of wishes -> a new deck, or every reason why not."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from workbench.decks.finding import Finding, problem, refusal
from workbench.decks.reading import near, read_dict
from workbench.decks.validation import main_key, name_column, validate
from workbench.kernel.errors import DeckError, one_of
from workbench.kernel.game import CardTable

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

Row = dict[str, object]


def edited(
    deck: Deck,
    change: Iterable[Mapping[str, object]],
    add: Iterable[Mapping[str, object]],
    remove: Iterable[str],
    meta: Mapping[str, object] | None,
    categories: Iterable[Mapping[str, object]] | None,
    table_file: str | None,
    name: str | None,
) -> Deck:
    """The deck after the edits; see Deck.edit."""
    table = _table(deck, table_file)
    problems: list[Finding] = []
    tables: dict[str, list[Row]] = {file: [dict(row) for row in rows] for file, rows in deck.tables.items()}
    rows = tables[table.file]
    rows = _removed(rows, table, [str(key) for key in remove], problems)
    _apply_changes(rows, table, list(change), problems)
    _append(rows, table, list(add), problems)
    tables[table.file] = rows
    values = deck.meta.to_dict() | dict(meta or {})
    values = {key: value for key, value in values.items() if value is not None}
    if categories is not None:
        values["categories"] = [_as_dict(category) for category in categories]
    draft = read_dict(deck.game, deck.name if name is None else name, values, tables)
    draft.problems[:0] = problems
    try:
        return validate(draft)
    except DeckError as error:
        raise refusal(f"The edit of the deck {deck.name!r} was not made", error.problems) from None


def key_from_name(name: str, taken: Iterable[str]) -> str:
    """A free card id made from a card's name.

    >>> key_from_name("King's Highway", ["kings_highway"])
    'kings_highway_2'
    """
    plain = unicodedata.normalize("NFKD", name.replace("'", "")).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:50] or "card"
    used = set(taken)
    key, number = stem, 2
    while key in used:
        key, number = f"{stem}_{number}", number + 1
    return key


def _table(deck: Deck, file: str | None) -> CardTable:
    tables = deck.game.tables
    if file is None:
        return tables[0]
    for table in tables:
        if table.file == file:
            return table
    raise DeckError(one_of(file, [table.file for table in tables], f"table of {deck.game.title}"))


def _as_dict(category: object) -> object:
    dump = getattr(category, "model_dump", None)
    return dump() if dump else category


def _unknown_id(table: CardTable, rows: list[Row], key: object) -> Finding:
    column = main_key(table)
    text = f"There is no card with the {column} {key!r}.{near(str(key), [str(row[column]) for row in rows])}"
    return problem(text, f"Use a {column} of this deck.", table.file, column=column)


def _removed(rows: list[Row], table: CardTable, remove: list[str], problems: list[Finding]) -> list[Row]:
    column = main_key(table)
    known = {row[column] for row in rows}
    problems.extend(_unknown_id(table, rows, key) for key in remove if key not in known)
    return [row for row in rows if row[column] not in remove]


def _apply_changes(
    rows: list[Row], table: CardTable, changes: list[Mapping[str, object]], problems: list[Finding]
) -> None:
    column = main_key(table)
    by_key = {row[column]: row for row in rows}
    renamed: dict[object, object] = {}
    touched: set[tuple[object, str]] = set()
    for wish in changes:
        key = wish.get(column) if isinstance(wish, Mapping) else None
        if not isinstance(key, str) or key not in by_key:
            problems.append(_unknown_id(table, rows, key))
            continue
        row = by_key[key]
        name = name_column(table)
        if name in wish and wish[name] != row[name]:
            renamed[row[name]] = wish[name]
        touched |= {(key, str(changed)) for changed in wish}
        row.update(wish)
    if renamed:
        _follow_names(rows, table, renamed, touched)


def _follow_names(
    rows: list[Row], table: CardTable, renamed: Mapping[object, object], touched: set[tuple[object, str]]
) -> None:
    """Let the rows that point to a renamed card name it anew, also where they print its name exactly."""
    key = main_key(table)
    pointers = [column.key for column in table.columns if column.kind == "card"]
    followers = [column.key for column in table.columns if column.kind in ("card", "text")]
    for row in rows:
        targets = [row[column] for column in pointers if isinstance(row[column], str) and row[column] in renamed]
        for column in followers:
            if row[column] in targets and (row[key], column) not in touched:
                row[column] = renamed[row[column]]


def _append(rows: list[Row], table: CardTable, add: list[Mapping[str, object]], problems: list[Finding]) -> None:
    column, name = main_key(table), name_column(table)
    for given in add:
        if not isinstance(given, Mapping):
            problems.append(problem(f"{given!r} is not a row.", "Give a mapping of column to value.", table.file))
            continue
        row = dict(given)
        if not row.get(column):
            row[column] = key_from_name(str(row.get(name) or ""), [str(other[column]) for other in rows])
        rows.append(row)
