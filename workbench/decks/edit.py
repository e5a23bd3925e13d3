"""Edits: a deck and a list of changes -> a new deck, or every reason why there is none."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count

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
    """A new deck with the edits, or DeckError; the deck itself does not change.

    `change` holds rows with the card's id and the columns to change; a renamed card keeps its name in
    the cells that point to it. `add` holds new rows (an id is made from the name if none is
    given), `remove` holds ids. `meta` holds keys of deck.toml; `categories` is the whole new list.
    `table` is the file to edit. Without it, cards are found by their ids in every card table, and new cards can
    be added only if there is a single card table.

    >>> deck = deck.edit(change=[{"card_id": "moat", "resources": "MC"}])  # doctest: +SKIP
    """
    game = deck.game
    tables = card_tables(game.tables) if table is None else (game.table(table),)
    rows = _Rows(game.tables, tables, {file: [dict(row) for row in rows] for file, rows in deck.tables.items()})
    gone = [str(key) for key in remove]
    rows.remove(gone)
    rows.change(change)
    rows.append(list(add))
    values = deck.meta.to_dict() | _words_without(deck, gone) | dict(meta or {})
    values = {key: value for key, value in values.items() if value is not None}
    if categories is not None:
        values["categories"] = [one.model_dump() if hasattr(one, "model_dump") else one for one in categories]
    draft = read_dict(game, deck.name if name is None else name, values, rows.by_file)
    draft.problems[:0] = rows.problems
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
    keys = chain([stem], (f"{stem}_{number}" for number in count(2)))
    return next(key for key in keys if key not in used)


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
    elsewhere = [other for other in card_tables(tables) if other != table]
    others = [_words(row[other.name_column]) for other in elsewhere for row in rows[other.file]]
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


@dataclass
class _Rows:
    """The rows of a deck by file while it is edited; the edit is of `tables`, which are some of `all_tables`."""

    all_tables: Sequence[CardTable]
    tables: Sequence[CardTable]
    by_file: dict[str, list[NewRow]]
    problems: list[Finding] = field(default_factory=list)

    def remove(self, keys: list[str]) -> None:
        """Remove the rows with these ids."""
        known = {row[table.key_column] for table in self.tables for row in self.by_file[table.file]}
        columns = [table.key_column for table in self.all_tables]
        self.problems += [self._not_found(dict.fromkeys(columns, key), key) for key in keys if key not in known]
        for table in self.tables:
            self.by_file[table.file] = [row for row in self.by_file[table.file] if row[table.key_column] not in keys]

    def change(self, changes: Iterable[Mapping[str, object]]) -> None:
        """Write the changes into the rows of the tables that have them, and let cells follow renamed cards."""
        rows = self.by_file
        names = {table.file: [row[table.name_column] for row in rows[table.file]] for table in self.tables}
        places = {
            table.file: {row[table.key_column]: i for i, row in enumerate(rows[table.file])} for table in self.tables
        }
        touched: set[Cell] = set()
        for change in changes:
            keys = _keys(change, self.all_tables)
            at = [
                (table.file, places[table.file][key])
                for table in self.tables
                if isinstance(key := keys.get(table.key_column), str) and key in places[table.file]
            ]
            if not at:
                self.problems.append(self._not_found(keys, change))
                continue
            file, index = at[0]
            touched |= {(file, index, str(column)) for column in change}
            rows[file][index].update(change)
        for table in self.tables:
            following = following_cells(self.all_tables, rows, table, names[table.file], touched)
            for (file, index, column), text in list(following):
                rows[file][index][column] = text

    def append(self, add: list[Mapping[str, object]]) -> None:
        """Add new rows, with ids made of their names where they have none."""
        if add and len(self.tables) != 1:
            files = [table.file for table in self.tables]
            where = f"Say where new ones go: table={files[0]!r}."
            raise DeckError(f"Cards of this game are in {' and '.join(files)}. {where}")
        for given in add:
            table = self.tables[0]
            if not isinstance(given, Mapping):
                text = f"{shown(given)} is not a row."
                self.problems.append(problem(text, "Give a mapping of column to value.", table.file))
                continue
            row = dict(given)
            if not row.get(table.key_column):
                name = str(row.get(table.name_column) or "")
                row[table.key_column] = key_from_name(name, keys_of(self.all_tables, self.by_file, table))
            self.by_file[table.file].append(row)

    def _not_found(self, keys: Mapping[str, object], change: object) -> Finding:
        """Why `change` matches no row of the edited tables; `keys` are the ids that it gives, by their columns."""
        files = [table.file for table in self.tables]
        columns = " or ".join(dict.fromkeys(table.key_column for table in self.tables))
        nouns = " or ".join(dict.fromkeys(table.noun for table in self.tables))
        others = (other for other in self.all_tables if other not in self.tables)
        elsewhere = next((other for other in others if keys.get(other.key_column) in self._ids_in(other)), None)
        given = [keys[table.key_column] for table in self.tables if table.key_column in keys]
        if elsewhere is not None:
            key = keys[elsewhere.key_column]
            text = f"{shown(key)} ({elsewhere.noun}) is in {elsewhere.file}; this edit is of {' and '.join(files)}."
            fix = f"Edit it with table={elsewhere.file!r}."
        elif given:
            known = [key for table in self.tables for key in self._ids_in(table)]
            meant = near(given[0], known) if isinstance(given[0], str) else ""
            text = f"There is no {nouns} with the {columns} {shown(given[0])}.{meant}"
            fix = f"Use a {columns} of this deck."
        else:
            text = f"The change {shown(change)} names no {nouns}."
            fix = f"Give a mapping of column to value with the {columns} of the {nouns}."
        found = problem(text, fix, " or ".join(files), column=columns)
        return found if len(files) == 1 else found._replace(file="")

    def _ids_in(self, table: CardTable) -> list[str]:
        return [str(row[table.key_column]) for row in self.by_file[table.file]]


def _keys(change: object, tables: Sequence[CardTable]) -> dict[str, object]:
    """The ids by which a change names a row of some tables, by key column."""
    given = change if isinstance(change, Mapping) else {}
    columns = [table.key_column for table in tables]
    return {column: given[column] for column in columns if given.get(column) is not None}
