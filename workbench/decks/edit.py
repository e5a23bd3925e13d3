"""Edits: a deck and a list of changes -> a new deck, or every reason why there is none."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from workbench.decks.finding import Finding, problem, refusal
from workbench.decks.reading import cell_text, near, read_dict, tidy
from workbench.decks.validation import AnyDeck, validate
from workbench.kernel.tables import CardTable, card_tables, named_together
from workbench.storage.errors import DeckError, shown

NewRow = dict[str, object]


def edit(
    deck: AnyDeck,
    *,
    change: Iterable[Mapping[str, object]] = (),
    add: Iterable[Mapping[str, object]] = (),
    remove: Iterable[str] = (),
    meta: Mapping[str, object] | None = None,
    categories: Iterable[Mapping[str, object]] | None = None,
    table: str | None = None,
    name: str | None = None,
) -> AnyDeck:
    """The deck after the edits; see Deck.edit."""
    game = deck.game
    tables = card_tables(game.tables) if table is None else (game.table(table),)
    rows: dict[str, list[NewRow]] = {file: [dict(row) for row in rows] for file, rows in deck.tables.items()}
    problems: list[Finding] = []
    gone = [str(key) for key in remove]
    _remove(rows, game.tables, tables, gone, problems)
    _change(rows, game.tables, tables, list(change), problems)
    _append(rows, game.tables, tables, list(add), problems)
    values = deck.meta.to_dict() | _words_without(deck, gone) | dict(meta or {})
    values = {key: value for key, value in values.items() if value is not None}
    if categories is not None:
        values["categories"] = [_as_dict(category) for category in categories]
    draft = read_dict(game, deck.name if name is None else name, values, rows)
    draft.problems[:0] = problems
    try:
        return validate(draft, type(deck))
    except DeckError as error:
        raise refusal(f"The edit of the deck {shown(deck.name)} was not made", error.problems) from None


def _words_without(deck: AnyDeck, gone: Collection[str]) -> dict[str, object]:
    """The alternative words of a deck's cards, without those of cards that are gone."""
    tables = {"school_words": deck.meta.school_words, "printed_words": deck.meta.printed_words}
    return {
        name: {key: word for key, word in words.items() if key not in gone} for name, words in tables.items() if words
    }


def key_from_name(name: str, taken: Iterable[str]) -> str:
    """An unused card id made from a card's name.

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


AnyRow = Mapping[str, object]
Cell = tuple[str, int, str]  # file, index of the row, column


def following_cells(
    tables: Sequence[CardTable],
    rows: Mapping[str, Sequence[AnyRow]],
    table: CardTable,
    before: Sequence[object],
    touched: Collection[Cell],
) -> Iterator[tuple[Cell, str]]:
    """The cells that follow renamed cards, with their new text: cells that point to such a card, and cells of the same
    row that print its exact name.

    `tables` are the game's, `rows` those of each file after an edit of `table`, whose rows had the names `before`;
    `touched` are the cells that the edit itself wrote. A name that two cards had or now have is not followed,
    because it is unclear which of them is meant.
    """
    after = [row[table.name_column] for row in rows[table.file]]
    if not table.are_cards or list(before) == after:
        return
    others = [
        _words(row[other.name_column]) for other in card_tables(tables) if other != table for row in rows[other.file]
    ]
    renamed = _renamed([_words(name) for name in before], [_words(name) for name in after], others)
    for follower in tables:
        pointers = [column.key for column in follower.columns if column.type == "card"]
        printing = [column.key for column in follower.columns if column.type in ("card", "text")]
        for index, row in enumerate(rows[follower.file] if pointers else ()):
            targets = {_words(row[column]) for column in pointers} & renamed.keys()
            for column in printing if targets else ():
                cell = (follower.file, index, column)
                if _words(row[column]) in targets and cell not in touched:
                    yield cell, renamed[_words(row[column])]


def _words(value: object) -> str:
    return tidy(cell_text(value) or "")


def _renamed(before: list[str], after: list[str], others: list[str]) -> dict[str, str]:
    """Old name -> new name, each of a single card before and after; `others` are names of cards that keep theirs."""
    had, have = Counter([*before, *others]), Counter([*after, *others])
    pairs = zip(before, after, strict=True)
    return {old: new for old, new in pairs if old != new and old and new and had[old] == have[new] == 1}


def keys_of(tables: Sequence[CardTable], rows: Mapping[str, Sequence[AnyRow]], table: CardTable) -> list[str]:
    """The ids that a new row of `table` must not have, found in the rows of each file."""
    return [str(row[other.key_column]) for other in named_together(tables, table) for row in rows[other.file]]


def _as_dict(category: object) -> object:
    dump = getattr(category, "model_dump", None)
    return dump() if dump else category


def _not_found(
    all_tables: Sequence[CardTable],
    tables: Sequence[CardTable],
    rows: Mapping[str, Sequence[AnyRow]],
    keys: Mapping[str, object],
    change: object,
) -> Finding:
    """Why `change` matches no row of `tables`; `keys` are the ids that it gives, by their columns."""
    files = [table.file for table in tables]
    columns = " or ".join(dict.fromkeys(table.key_column for table in tables))
    nouns = " or ".join(dict.fromkeys(table.noun for table in tables))
    elsewhere = next((other for other in all_tables if other not in tables and _names_a_row(keys, other, rows)), None)
    given = [keys[table.key_column] for table in tables if table.key_column in keys]
    if elsewhere is not None:
        key = keys[elsewhere.key_column]
        text = f"{shown(key)} ({elsewhere.noun}) is in {elsewhere.file}; this edit is of {' and '.join(files)}."
        fix = f"Edit it with table={elsewhere.file!r}."
    elif given:
        known = [str(row[table.key_column]) for table in tables for row in rows[table.file]]
        meant = near(given[0], known) if isinstance(given[0], str) else ""
        text = f"There is no {nouns} with the {columns} {shown(given[0])}.{meant}"
        fix = f"Use a {columns} of this deck."
    else:
        text = f"The change {shown(change)} names no {nouns}."
        fix = f"Give a mapping of column to value with the {columns} of the {nouns}."
    found = problem(text, fix, " or ".join(files), column=columns)
    return found if len(files) == 1 else found._replace(file="")


def _names_a_row(keys: Mapping[str, object], table: CardTable, rows: Mapping[str, Sequence[AnyRow]]) -> bool:
    key = keys.get(table.key_column)
    return isinstance(key, str) and any(row[table.key_column] == key for row in rows[table.file])


def _remove(
    rows: dict[str, list[NewRow]],
    all_tables: Sequence[CardTable],
    tables: Sequence[CardTable],
    remove: list[str],
    problems: list[Finding],
) -> None:
    known = {row[table.key_column] for table in tables for row in rows[table.file]}
    columns = [table.key_column for table in all_tables]
    problems.extend(
        _not_found(all_tables, tables, rows, dict.fromkeys(columns, key), key) for key in remove if key not in known
    )
    for table in tables:
        rows[table.file] = [row for row in rows[table.file] if row[table.key_column] not in remove]


def _change(
    rows: dict[str, list[NewRow]],
    all_tables: Sequence[CardTable],
    tables: Sequence[CardTable],
    changes: list[Mapping[str, object]],
    problems: list[Finding],
) -> None:
    """Write the changes into the rows of the tables that have them, and let cells follow renamed cards."""
    names = {table.file: [row[table.name_column] for row in rows[table.file]] for table in tables}
    places = {table.file: {row[table.key_column]: i for i, row in enumerate(rows[table.file])} for table in tables}
    touched: set[Cell] = set()
    for change in changes:
        keys = _keys(change, all_tables)
        at = [
            (table.file, places[table.file][key])
            for table in tables
            if isinstance(key := keys.get(table.key_column), str) and key in places[table.file]
        ]
        if not at:
            problems.append(_not_found(all_tables, tables, rows, keys, change))
            continue
        file, index = at[0]
        touched |= {(file, index, str(column)) for column in change}
        rows[file][index].update(change)
    for table in tables:
        for (file, index, column), text in list(following_cells(all_tables, rows, table, names[table.file], touched)):
            rows[file][index][column] = text


def _keys(change: object, tables: Sequence[CardTable]) -> dict[str, object]:
    """The ids by which a change names a row of some tables, by key column."""
    given = change if isinstance(change, Mapping) else {}
    columns = [table.key_column for table in tables]
    return {column: given[column] for column in columns if given.get(column) is not None}


def _append(
    rows: dict[str, list[NewRow]],
    all_tables: Sequence[CardTable],
    tables: Sequence[CardTable],
    add: list[Mapping[str, object]],
    problems: list[Finding],
) -> None:
    if add and len(tables) != 1:
        files = [table.file for table in tables]
        raise DeckError(f"Cards of this game are in {' and '.join(files)}. Say where new ones go: table={files[0]!r}.")
    for given in add:
        table = tables[0]
        if not isinstance(given, Mapping):
            problems.append(problem(f"{shown(given)} is not a row.", "Give a mapping of column to value.", table.file))
            continue
        row = dict(given)
        if not row.get(table.key_column):
            name = str(row.get(table.name_column) or "")
            row[table.key_column] = key_from_name(name, keys_of(all_tables, rows, table))
        rows[table.file].append(row)
