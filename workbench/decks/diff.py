"""How two decks of a game differ, card by card."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from workbench.decks.data import DeckData, Row, filled_cells
from workbench.decks.reading import FIRST_ROW, TOML_FILE
from workbench.kernel.tables import CardTable, Column, card_tables
from workbench.kernel.words import in_states, listed
from workbench.pen import Drawn, element, elements, escaped_lines
from workbench.storage.errors import DeckError

Pair = tuple[object, object]  # before, and now

ADDED, REMOVED, CHANGED, MOVED = "added", "removed", "changed", "moved"
SIGNS = {ADDED: "+", REMOVED: "-", CHANGED: "~", MOVED: "^"}
WORDS = {"title", "version", "authors", "licence", "notes", "declared_count"}  # keys of deck.toml that no rule reads

KINDS_OF_META = {"options": "house rule", "category": "category"}  # the first word of a key -> what one is called


@dataclass(frozen=True)
class CardChange:
    """One card that was added, removed, changed or moved, with (old, new) for every cell that differs.

    A card that was moved has one such pair, its `row`, as a spreadsheet numbers it. `text_only` marks a
    change of words that no rule reads: a name (with the cells that follow it) or a remark.
    """

    file: str
    key: str
    name: str
    columns: Mapping[str, Pair]
    text_only: bool = False


class DiffLine(NamedTuple):
    """One difference in words, as a row of a table on a screen.

    `mark` is added, removed, changed or moved; `card` is the card's name, or the part of deck.toml.
    """

    mark: str
    file: str
    card: str
    column: str
    before: str
    after: str
    text_only: bool


@dataclass(frozen=True)
class DeckDiff:
    """What changes from one deck to another; `meta` holds the keys of deck.toml that differ.

    It is false if nothing changes. `moved` holds the smallest set of cards that explains the new order; cards that
    only made room for others are not among them.
    """

    added: tuple[CardChange, ...]
    removed: tuple[CardChange, ...]
    changed: tuple[CardChange, ...]
    moved: tuple[CardChange, ...]
    meta: Mapping[str, Pair]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.moved or self.meta)

    @property
    def text_only(self) -> bool:
        """Whether the game plays as before: only words and looks that no rule reads differ."""
        return all(line.text_only for line in self.lines)

    @property
    def lines(self) -> tuple[DiffLine, ...]:
        """Every cell that differs, one line each: deck.toml first, then the cards of each table."""
        cards = [
            DiffLine(mark, card.file, card.name, column, _shown(old), _shown(new), card.text_only)
            for mark, card in self._marked
            for column, (old, new) in card.columns.items()
        ]
        files = list(dict.fromkeys(line.file for line in cards))
        return (*_meta_lines(self.meta), *sorted(cards, key=lambda line: files.index(line.file)))

    @property
    def _marked(self) -> Iterator[tuple[str, CardChange]]:
        """Every card that differs, with what has become of it."""
        marked = ((ADDED, self.added), (REMOVED, self.removed), (CHANGED, self.changed), (MOVED, self.moved))
        return ((mark, card) for mark, changes in marked for card in changes)

    @property
    def words(self) -> str:
        """Which cards are gone, new, changed or moved, and what else differs; empty if nothing does.

        >>> from workbench.decks import load_deck
        >>> deck = load_deck("guild_master")
        >>> deck.diff(deck.edit(remove=["moat"], change=[{"card_id": "inn", "resources": "TT"}])).words
        'Moat is gone; Inn is changed.'
        """
        states = ((self.removed, "gone"), (self.added, "new"), (self.changed, "changed"), (self.moved, "moved"))
        cards = in_states([([card.name for card in some], state) for some, state in states], "card")
        parts = [cards] if cards else []
        if self.meta:
            said = (KINDS_OF_META.get(key.partition(" ")[0], key.replace("_", " ")) for key in self.meta)
            parts.append(f"the deck has another {listed(list(dict.fromkeys(said)))}")
        words = "; ".join(parts)
        return f"{words[:1].upper()}{words[1:]}." if words else ""

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold, for a screen to draw."""
        return {"text_only": self.text_only, "lines": [line._asdict() for line in self.lines]}

    def __str__(self) -> str:
        lines = []
        for mark, card in self._marked:
            words = " (text only)" if card.text_only else ""
            if mark in (CHANGED, MOVED):
                cells = ", ".join(f"{column}: {old!r} -> {new!r}" for column, (old, new) in card.columns.items())
                words += f": {cells}"
            lines.append(f"{SIGNS[mark]} {card.name} ({card.key}){words}")
        lines += [f"{TOML_FILE} {key}: {old!r} -> {new!r}" for key, (old, new) in _meta_pairs(self.meta)]
        return "\n".join(lines) or "No difference."

    def _repr_html_(self) -> Drawn:
        if not self:
            return element("p", "No difference.")
        heads = elements("th", ("Card", "Column", "Before", "After", "What"), scope="col")
        parts = [
            element("tbody", element("tr", element("th", file, scope="rowgroup", colspan=5)), *map(_row, lines))
            for file, lines in groupby(self.lines, lambda line: line.file)
        ]
        return element("table", element("thead", element("tr", heads)), *parts, class_="rt-diff")


def _row(line: DiffLine) -> Drawn:
    style = "white-space:pre-wrap;text-align:left"
    cells = elements("td", map(escaped_lines, (line.column, line.before, line.after)), style=style)
    mark = element("td", f"{line.mark}, text only" if line.text_only else line.mark)
    return element("tr", element("th", escaped_lines(line.card), scope="row", style=style), cells, mark)


def _shown(value: object) -> str:
    """A value as a cell shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return "" if value is None else str(value)


def _meta_pairs(meta: Mapping[str, Pair]) -> Iterator[tuple[str, Pair]]:
    """The keys of deck.toml that differ; for a category, the part of it that differs."""
    for key, (old, new) in meta.items():
        if not isinstance(old, Mapping) and not isinstance(new, Mapping):
            yield key, (old, new)
            continue
        before, after = (part if isinstance(part, Mapping) else {} for part in (old, new))
        yield from ((f"{key} {field}", pair) for field, pair in _differing(before, after).items())


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Pair]:
    """What two mappings say differently, by its key, as (before, after)."""
    pairs = {key: (before.get(key), after.get(key)) for key in {**before, **after}}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}


def _meta_lines(meta: Mapping[str, Pair]) -> Iterator[DiffLine]:
    for key, (old, new) in _meta_pairs(meta):
        subject, _, column = key.rpartition(" ")
        category = meta.get(subject, ())  # in both decks, only its name or its looks can differ
        words = key in WORDS or (bool(category) and all(isinstance(part, Mapping) for part in category))
        mark = ADDED if old in (None, "", []) else REMOVED if new in (None, "", []) else CHANGED
        yield DiffLine(mark, TOML_FILE, subject or "deck", column, _shown(old), _shown(new), words)


def diff(old: DeckData, new: DeckData) -> DeckDiff:
    """What changes from `old` to `new`; raises DeckError for decks of different games."""
    if old.game_id != new.game_id:
        raise DeckError(
            f"A deck of {old.game_id!r} cannot be compared with one of {new.game_id!r}. Give two decks of one game."
        )
    added: list[CardChange] = []
    removed: list[CardChange] = []
    moved: list[CardChange] = []
    for table in old.game.tables:
        before, after = _by_id(old, table), _by_id(new, table)
        added += [_whole(table, after[card], new=True) for card in after if card not in before]
        removed += [_whole(table, before[card], new=False) for card in before if card not in after]
        moved += _moved(table, before, after)
    return DeckDiff(tuple(added), tuple(removed), tuple(_changed(old, new)), tuple(moved), _meta(old, new))


RowsById = Mapping[str, Row]


def _by_id(deck: DeckData, table: CardTable) -> RowsById:
    key = table.key_column
    return {str(row[key]): row for row in deck.tables[table.file]}


def _whole(table: CardTable, row: Row, new: bool) -> CardChange:
    columns = {key: ("", value) if new else (value, "") for key, value in filled_cells(row).items()}
    return _of_card(table, row, columns)


def _of_card(table: CardTable, row: Row, columns: Mapping[str, Pair], words: bool = False) -> CardChange:
    return CardChange(table.file, str(row[table.key_column]), str(row[table.name_column]), columns, words)


def _key_of_name(deck: DeckData, table: CardTable) -> dict[object, str]:
    """The ids of all cards, and of a table's rows, by their names."""
    named = dict.fromkeys([*card_tables(deck.game.tables), table])
    return {row[other.name_column]: key for other in named for key, row in _by_id(deck, other).items()}


def _effects(table: CardTable, row: Row, key_of_name: Mapping[object, str]) -> dict[str, object]:
    """The part of a row that can matter to a rule: card names become ids, all other words are dropped."""
    found: dict[str, object] = {}
    for column in table.columns:
        value = row[column.key]
        if column.type in ("card", "text"):
            found[column.key] = key_of_name.get(value)
        elif column.type not in ("name", "emblem"):
            found[column.key] = _whatever_order(column, value)
    return found


def _whatever_order(column: Column, value: object) -> object:
    """A cell whose order means nothing, in a fixed order; any other cell as it is."""
    if column.type == "letters":
        return "".join(sorted(str(value)))
    return sorted(column.keys_in(str(value))) or value if column.type == "keys" else value


def _changed(old: DeckData, new: DeckData) -> Iterator[CardChange]:
    kept = [row for table in old.game.tables for row in _kept(old, new, table)]
    # The target of a cell may change while the cell does not: then the rename behind it is more than words.
    misled = (after for _, before, after, alike in kept if before == after and not alike)
    led_astray = {value for row in misled for value in row.values()}
    for table, before, after, alike in kept:
        if columns := _differing(before, after):
            words = alike and not led_astray & set(columns.get(table.name_column, ()))
            yield _of_card(table, after, columns, words)


def _kept(old: DeckData, new: DeckData, table: CardTable) -> Iterator[tuple[CardTable, Row, Row, bool]]:
    """The rows of a table that both decks have, before and after, and whether they mean the same to the rules."""
    old_keys, new_keys = _key_of_name(old, table), _key_of_name(new, table)
    same_names = old_keys == new_keys
    before, after = _by_id(old, table), _by_id(new, table)
    for card in before:
        if card in after:
            row, other = before[card], after[card]
            same = same_names and row == other
            yield table, row, other, same or _effects(table, row, old_keys) == _effects(table, other, new_keys)


def _moved(table: CardTable, before: RowsById, after: RowsById) -> Iterator[CardChange]:
    old_rows, new_rows = ({card: row for row, card in enumerate(rows, FIRST_ROW)} for rows in (before, after))
    both = [card for card in before if card in after]
    staying = _longest_rising([(old_rows[card], new_rows[card]) for card in both])
    for card in both:
        if new_rows[card] not in staying:
            yield _of_card(table, after[card], {"row": (old_rows[card], new_rows[card])})


def _longest_rising(rows: Sequence[tuple[int, int]]) -> Collection[int]:
    """The longest rising run of new rows, in the order of the old ones; of several, one that keeps most rows in place.

    >>> sorted(_longest_rising([(1, 3), (2, 1), (3, 2), (4, 4)]))
    [1, 2, 4]
    >>> sorted(_longest_rising([(1, 3), (2, 2), (3, 1)]))
    [2]
    """
    new_rows = [new for _, new in rows]
    if new_rows == sorted(new_rows):
        return new_rows  # most edits move nothing
    runs: list[tuple[int, int, int]] = []  # the best run ending at each row: length, rows kept in place, row before it
    for number, (old, new) in enumerate(rows):
        before = max((runs[i][:2] + (i,) for i in range(number) if rows[i][1] < new), default=(0, 0, -1))
        runs.append((before[0] + 1, before[1] + (old == new), before[2]))
    kept: set[int] = set()
    last = max(range(len(runs)), key=lambda number: runs[number][:2], default=-1)
    while last >= 0:
        kept.add(rows[last][1])
        last = runs[last][2]
    return kept


def _meta(old: DeckData, new: DeckData) -> dict[str, Pair]:
    before, after = old.meta.to_dict(), new.meta.to_dict()
    changes: dict[str, Pair] = {}
    for key, pair in _differing(before, after).items():
        if key == "categories":
            changes |= _categories(old, new)
        elif key == "options":
            options = _differing(old.meta.options, new.meta.options)
            changes |= {f"options {option}": values for option, values in options.items()}
        elif key != "measured":  # which follows from the list
            changes[key] = pair
    return changes


def _categories(old: DeckData, new: DeckData) -> dict[str, Pair]:
    before = {category.letter: category.model_dump() for category in old.meta.categories}
    after = {category.letter: category.model_dump() for category in new.meta.categories}
    changes: dict[str, Pair] = {f"category {letter}": pair for letter, pair in _differing(before, after).items()}
    if [letter for letter in before if letter in after] != [letter for letter in after if letter in before]:
        changes["category order"] = ("".join(before), "".join(after))
    return changes
