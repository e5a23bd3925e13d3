"""What two decks of a game differ in, card by card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.decks.validation import Value, main_key, name_column
from workbench.kernel.errors import DeckError
from workbench.kernel.game import CardTable

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

Pair = tuple[object, object]  # what stood there, what stands there now


@dataclass(frozen=True)
class CardChange:
    """One card that was added, removed or changed, with (old, new) for every cell that differs.

    `text_only` marks a change of words that no rule looks at: a name (with the cells that follow it) or a remark.
    """

    file: str
    key: str
    name: str
    columns: Mapping[str, Pair]
    text_only: bool = False


@dataclass(frozen=True)
class DeckDiff:
    """What changes from one deck to another. `meta` holds the keys of deck.toml that differ."""

    added: tuple[CardChange, ...]
    removed: tuple[CardChange, ...]
    changed: tuple[CardChange, ...]
    meta: Mapping[str, Pair]
    reordered: bool

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.meta or self.reordered)

    @property
    def text_only(self) -> bool:
        """Whether the game plays as before: only words that no rule looks at differ."""
        words = {"title", "version", "authors", "licence", "notes", "declared_count"}
        cards_alike = not (self.added or self.removed or self.reordered)
        return cards_alike and all(card.text_only for card in self.changed) and set(self.meta) <= words

    def __str__(self) -> str:
        lines = [f"+ {card.name} ({card.key})" for card in self.added]
        lines += [f"- {card.name} ({card.key})" for card in self.removed]
        for card in self.changed:
            mark = " (text only)" if card.text_only else ""
            cells = ", ".join(f"{column}: {old!r} -> {new!r}" for column, (old, new) in card.columns.items())
            lines.append(f"~ {card.name} ({card.key}){mark}: {cells}")
        lines += [f"deck.toml {key}: {old!r} -> {new!r}" for key, (old, new) in self.meta.items()]
        if self.reordered:
            lines.append("The cards stand in another order.")
        return "\n".join(lines) or "No difference."


def diff(old: Deck, new: Deck) -> DeckDiff:
    """What changes from `old` to `new`; raises DeckError for decks of two games."""
    if old.game_id != new.game_id:
        raise DeckError(
            f"A deck of {old.game_id!r} cannot be compared with one of {new.game_id!r}. Give two decks of one game."
        )
    added, removed, changed = [], [], []
    reordered = False
    for table in old.game.tables:
        key = main_key(table)
        before = {str(row[key]): row for row in old.tables[table.file]}
        after = {str(row[key]): row for row in new.tables[table.file]}
        added += [_whole(table, after[card], new=True) for card in after if card not in before]
        removed += [_whole(table, before[card], new=False) for card in before if card not in after]
        effects = _effects(table, before), _effects(table, after)
        both = [card for card in before if card in after]
        for card in both:
            if before[card] != after[card]:
                changed.append(_change(table, before[card], after[card], effects))
        reordered = reordered or both != [card for card in after if card in before]
    return DeckDiff(tuple(added), tuple(removed), tuple(changed), _meta(old, new), reordered)


def _whole(table: CardTable, row: Mapping[str, Value], new: bool) -> CardChange:
    columns = {key: ("", value) if new else (value, "") for key, value in row.items() if value not in ("", None)}
    return CardChange(table.file, str(row[main_key(table)]), str(row[name_column(table)]), columns)


Effects = Callable[[Mapping[str, Value]], dict[str, object]]


def _effects(table: CardTable, rows: Mapping[str, Mapping[str, Value]]) -> Effects:
    """What of a row can matter to a rule: names of cards become their ids, all other words are dropped."""
    key_of_name = {row[name_column(table)]: key for key, row in rows.items()}

    def effects(row: Mapping[str, Value]) -> dict[str, object]:
        found: dict[str, object] = {}
        for column in table.columns:
            value = row[column.key]
            if column.kind in ("card", "text"):
                found[column.key] = key_of_name.get(value)
            elif column.kind != "name":
                found[column.key] = "".join(sorted(str(value))) if column.kind == "letters" else value
        return found

    return effects


def _change(
    table: CardTable, old: Mapping[str, Value], new: Mapping[str, Value], effects: tuple[Effects, Effects]
) -> CardChange:
    columns = {column.key: (old[column.key], new[column.key]) for column in table.columns}
    columns = {key: pair for key, pair in columns.items() if pair[0] != pair[1]}
    text_only = effects[0](old) == effects[1](new)
    return CardChange(table.file, str(new[main_key(table)]), str(new[name_column(table)]), columns, text_only)


def _meta(old: Deck, new: Deck) -> dict[str, Pair]:
    before, after = old.meta.to_dict(), new.meta.to_dict()
    changes: dict[str, Pair] = {}
    for key in dict.fromkeys([*before, *after]):
        if before.get(key) == after.get(key):
            continue
        if key == "categories":
            changes |= _categories(old, new)
        elif key == "options":
            options = dict.fromkeys([*old.meta.options, *new.meta.options])
            pairs = {option: (old.meta.options.get(option), new.meta.options.get(option)) for option in options}
            changes |= {f"options {option}": pair for option, pair in pairs.items() if pair[0] != pair[1]}
        else:
            changes[key] = (before.get(key), after.get(key))
    return changes


def _categories(old: Deck, new: Deck) -> dict[str, Pair]:
    before = {category.letter: category.model_dump() for category in old.meta.categories}
    after = {category.letter: category.model_dump() for category in new.meta.categories}
    changes: dict[str, Pair] = {}
    for letter in dict.fromkeys([*before, *after]):
        if before.get(letter) != after.get(letter):
            changes[f"category {letter}"] = (before.get(letter), after.get(letter))
    if not changes:
        changes["category order"] = ("".join(before), "".join(after))
    return changes
