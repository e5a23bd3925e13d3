"""One edit of a deck as plain data: it can be applied, undone and applied again, alone or after others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from workbench.kernel.tables import COUNT, CardTable
from workbench.kernel.words import counted, listed

if TYPE_CHECKING:
    from workbench.decks.deck import Deck
    from workbench.kernel.options import Option

Value = str | int | bool | None


@dataclass(frozen=True)
class DeckEdit:
    """New values for some cells of one card, or a new value for one of the deck's options.

    `name` is the card's name, or what the option decides; `words` is the edit as a sentence. `before` and `after`
    hold the values by column, or by the option's key, where None stands for an option that the deck leaves open.
    """

    name: str
    words: str
    before: Mapping[str, Value]
    after: Mapping[str, Value]
    file: str = ""
    card: str = ""

    @property
    def option(self) -> str:
        """The key of the option that it sets; empty if it is about a card."""
        return "" if self.card else next(iter(self.after))

    @property
    def place(self) -> tuple[str, ...]:
        """What it writes to: the same for two edits if one would undo the other."""
        return (self.file, self.card, *self.after)

    def applied(self, deck: Deck) -> Deck:
        """The deck with this edit; raises DeckError if the card is missing or the deck would be invalid.

        >>> from workbench.decks import load_deck
        >>> deck = load_deck("guile")
        >>> edit = card_edit(deck, "influence_1", {"count": 2})
        >>> edit.words, edit.applied(deck).card_count, edit.taken_back(edit.applied(deck)).digest == deck.digest
        ('Put in 2 copies of "Influence 1" instead of 3.', 12, True)
        """
        return self._with(deck, self.after)

    def taken_back(self, deck: Deck) -> Deck:
        """The deck with the values that were there before this edit; raises DeckError as `applied` does."""
        return self._with(deck, self.before)

    def _with(self, deck: Deck, values: Mapping[str, Value]) -> Deck:
        if self.card:
            table = deck.game.table(self.file)
            return deck.edit(change=[{table.key_column: self.card, **values}], table=self.file)
        options = {**deck.meta.options, **values}
        return deck.edit(meta={"options": {key: value for key, value in options.items() if value is not None}})

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold, for a file or a screen."""
        return asdict(self) | {"before": dict(self.before), "after": dict(self.after), "option": self.option}


def card_edit(deck: Deck, card: str, values: Mapping[str, Value]) -> DeckEdit:
    """The edit that gives these values to cells of a card."""
    kind = next(kind for kind in deck.kinds if kind.key == card)
    before = {key: kind.row[key] for key in values}
    name = f'"{kind.name}"' if kind.name[-1:].isdigit() else kind.name  # otherwise its number would run into others
    words = _of_bonus(kind.table, name, before, values) or _of_cells(kind.table, name, before, values)
    return DeckEdit(kind.name, words, before, dict(values), kind.table.file, card)


def option_edit(deck: Deck, option: Option, holds: Value, value: Value) -> DeckEdit:
    """The edit that sets an option of a deck to `value`; `holds` is its value before."""
    words = f"New rule: {option.sentence(value)} Before: {option.sentence(holds)}"
    set_before = deck.meta.options.get(option.key)
    return DeckEdit(option.asked, words, {option.key: set_before}, {option.key: value})


def bonus_columns(table: CardTable) -> tuple[str, ...]:
    """The columns of a table that make up a card's bonus for another card; empty if no column names a card.

    They hold the card that is named, the category in which the bonus counts, and the name as it is printed.
    """
    cards = [column.key for column in table.columns if column.type == "card"]
    if not cards:
        return ()
    return tuple(
        column.key
        for column in table.columns
        if column.type == "card"
        or (column.type == "letter" and not column.required)
        or (column.type == "text" and column.key.startswith(tuple(cards)))
    )


def bonus_source(table: CardTable) -> str:
    """The column that names the card of a bonus."""
    return next(column.key for column in table.columns if column.type == "card")


# Sentences


def _of_bonus(table: CardTable, name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> str:
    """What happens to a bonus, as a sentence; empty if the edit is not about one."""
    columns = bonus_columns(table)
    if not columns or not set(after) <= set(columns):
        return ""
    old, new = (values.get(bonus_source(table)) for values in (before, after))
    if not new:
        return f"Take its bonus beside {old} from {name}."
    return f"Give {name} its bonus beside {new} instead of {old}." if old else f"Give {name} a bonus beside {new}."


def _of_cells(table: CardTable, name: str, before: Mapping[str, Value], after: Mapping[str, Value]) -> str:
    """What happens to some cells, as one sentence."""
    parts = [_of_cell(table, key, before[key], value) for key, value in after.items()]
    if list(after) == [COUNT]:
        return f"Put in {counted(int(after[COUNT] or 1), 'copy', 'copies')} of {name} instead of {before[COUNT]}."
    return f"Give {name} {listed(parts)}."


def _of_cell(table: CardTable, key: str, old: Value, new: Value) -> str:
    """What happens to a cell, worded as the object of "give".

    >>> from workbench.kernel.tables import PLAIN_COLUMNS
    >>> table = CardTable("cards.csv", PLAIN_COLUMNS, 0, 8)
    >>> _of_cell(table, "points", 9, 5), _of_cell(table, "points", 9, None)
    ('5 points instead of 9', 'no points instead of 9')
    """
    called, now, before = table.in_words(key), _told(new, "no"), _told(old, "none")
    many = called.endswith("s") or now == "no"
    return f"{now} {called} instead of {before}" if many else f"the {called} {now} instead of {before}"


def _told(value: Value, nothing: str) -> str:
    return nothing if value in ("", None) else str(value).replace("_", " ")
