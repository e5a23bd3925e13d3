"""Ids for cards without one: those of the open deck if it knows the name, otherwise new ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.decks.edit import key_from_name
from workbench.decks.exchange.sheet import rows_in_words
from workbench.decks.reading import DraftRow, DraftTable
from workbench.kernel.tables import CardTable, named_together

if TYPE_CHECKING:
    from workbench.decks.deck import Deck


Drafts = Mapping[str, DraftTable]


def of_other_cards(current: Deck, table: CardTable, drafts: Drafts, column: Callable[[CardTable], str]) -> list[str]:
    """The ids or names, as `column` finds them, in the other card tables of the file being read."""
    others = (other for other in named_together(current.game.tables, table) if other != table and other.file in drafts)
    return [row.cells.get(column(other), "").strip() for other in others for row in drafts[other.file].rows]


def fill_ids(
    rows: Sequence[DraftRow],
    table: CardTable,
    current: Deck,
    drafts: Drafts,
    word: str = "row",
    beside: Sequence[DraftRow] = (),
) -> list[tuple[int, str]]:
    """Give an id to each row that has a name but no id; returns what was done, with the number of the first such row.

    `drafts` are the tables of the file being read, `word` is what its format calls a row, `beside` are rows of the
    same table from elsewhere.
    """
    key, name = table.key_column, table.name_column
    empty = [row for row in rows if not row.cells.get(key, "").strip() and row.cells.get(name, "").strip()]
    taken = {row.cells[key] for row in (*rows, *beside) if row.cells.get(key)}
    taken.update(of_other_cards(current, table, drafts, lambda other: other.key_column))
    ids = {row[name]: str(row[key]) for row in current.tables[table.file]}
    kept: list[int] = []
    made: list[int] = []
    for row in empty:
        own = ids.get(row.cells[name].strip())
        if own is not None and own not in taken:
            row.cells[key] = own
            taken.add(own)
            kept.append(row.number)
    for row in empty:
        if row.number not in kept:
            row.cells[key] = key_from_name(row.cells[name], taken)
            taken.add(row.cells[key])
            made.append(row.number)
    said = []
    if kept:
        text = f"Cards without a {key} have that of the open deck's card of this name: {rows_in_words(kept, word)}."
        said.append((kept[0], text))
    if made:
        said.append((made[0], f"A {key} was made of the card's name: {rows_in_words(made, word)}."))
    return said
