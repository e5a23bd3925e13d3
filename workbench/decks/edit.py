"""Edits: a deck and a list of wishes -> a new deck, or every reason why not."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.decks.finding import Finding, problem, refusal
from workbench.decks.reading import cell_text, near, read_dict, tidy
from workbench.decks.validation import validate
from workbench.kernel.tables import CardTable, main_key, name_column
from workbench.storage.errors import DeckError

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
    table = deck.game.table(table_file)
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


def follow_names(
    rows: Sequence[Row], table: CardTable, before: Sequence[object], touched: set[tuple[int, str]]
) -> None:
    """Let the rows that point to a renamed card name it anew, also where they print its name exactly.

    `before` holds the names that the rows had, `touched` the cells (index, column) that the edit itself wrote. A name
    that two cards had or have now is not followed: nobody can say which of them is meant.
    """
    after = [row[name_column(table)] for row in rows]
    if list(before) == after:
        return
    renamed = _renamed([_words(name) for name in before], [_words(name) for name in after])
    pointers = [column.key for column in table.columns if column.kind == "card"]
    followers = [column.key for column in table.columns if column.kind in ("card", "text")]
    for index, row in enumerate(rows):
        targets = {_words(row[column]) for column in pointers} & renamed.keys()
        for column in followers:
            if _words(row[column]) in targets and (index, column) not in touched:
                row[column] = renamed[_words(row[column])]


def _words(value: object) -> str:
    return tidy(cell_text(value) or "")


def _renamed(before: list[str], after: list[str]) -> dict[str, str]:
    """New names by the old ones, each of a single card before and after."""
    had, have = Counter(before), Counter(after)
    pairs = zip(before, after, strict=True)
    return {old: new for old, new in pairs if old != new and old and new and had[old] == have[new] == 1}


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
    names = [row[name_column(table)] for row in rows]
    place_of = {row[column]: index for index, row in enumerate(rows)}
    touched: set[tuple[int, str]] = set()
    for wish in changes:
        key = wish.get(column) if isinstance(wish, Mapping) else None
        if not isinstance(key, str) or key not in place_of:
            problems.append(_unknown_id(table, rows, key))
            continue
        index = place_of[key]
        touched |= {(index, str(changed)) for changed in wish}
        rows[index].update(wish)
    follow_names(rows, table, names, touched)


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
