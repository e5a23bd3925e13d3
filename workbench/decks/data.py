"""DeckData: what a deck holds, once it is validated, and what follows from it; nothing in it ever changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from workbench.decks.finding import Finding, place
from workbench.kernel.chance import with_identity
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.tables import CARD, Bar, Bonus, CardTable, Kind, card_tables, copies, numbered_kinds
from workbench.pen import Drawn, element, void

if TYPE_CHECKING:
    import pandas

    from workbench.decks.model import Category, Meta

Value = str | int | None
Row = Mapping[str, Value]
Rows = tuple[Row, ...]

FORMAT = 1


def filled_cells(row: Row) -> dict[str, Value]:
    """The cells of a row that are not empty."""
    return {key: value for key, value in row.items() if value not in ("", None)}


@dataclass(frozen=True, eq=False, repr=False)
class DeckData:
    """The content of a valid deck; what can be done with it is in `Deck`.

    `tables` holds the validated rows of every table by its file name; they cannot be changed, but `dict(row)` is a
    copy that can. `row_numbers` says where each row stood in its source, as a spreadsheet counts.

    Two decks are equal if their game and their content are equal: categories, option defaults, and rows in their
    order. Nothing else in deck.toml counts, such as title and authors, nor do the short names of categories.
    """

    game_id: str
    name: str
    meta: Meta
    tables: Mapping[str, Rows]
    row_numbers: Mapping[str, tuple[int, ...]]

    @cached_property
    def game(self) -> Game:
        """The game this deck is for."""
        return find_game(self.game_id)

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind of card by its number: its table and its row."""
        return numbered_kinds(self.game.tables, self.tables)

    @cached_property
    def rows(self) -> Rows:
        """The rows of all card tables by kind; rows of other tables, which are not cards, are in `tables` only."""
        return tuple(kind.row for kind in self.kinds)

    def kind_of(self, table: CardTable, number: int) -> int:
        """The kind of a row of a card table; the reverse of `kinds`."""
        tables = card_tables(self.game.tables)
        return sum(len(self.tables[before.file]) for before in tables[: tables.index(table)]) + number

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of things by their noun: cards in the order of their kinds, other rows by number."""
        called = tuple(kind.name for kind in self.kinds)
        names = {table.noun: called for table in card_tables(self.game.tables)}
        for table in self.game.tables:
            if not table.are_cards:
                names[table.noun] = tuple(str(row[table.name_column]) for row in self.tables[table.file])
        return {**names, CARD: called}

    @cached_property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The cards that are worth more beside another card, as the game declares them."""
        return tuple(self.game.studio.bonuses(self))

    @cached_property
    def bars(self) -> tuple[Bar, ...]:
        """The bars of the balance picture, as the game declares them."""
        return tuple(self.game.studio.bars(self))

    @property
    def cards(self) -> pandas.DataFrame:
        """The cards as a DataFrame, one row per kind; if there are several card tables, `table` names each card's."""
        import pandas

        tables = card_tables(self.game.tables)
        columns = {column.key: column for table in tables for column in table.columns}
        empty = {key: column.empty for key, column in columns.items()}
        rows = [{"table": kind.table.file, **empty, **kind.row} for kind in self.kinds]
        keys = list(dict.fromkeys(["table", *empty] if len(tables) > 1 else empty))
        return pandas.DataFrame(rows, columns=keys)

    @cached_property
    def arrays(self) -> Any:
        """The arrays that the game's rules use: a read-only NamedTuple that ends with those of OF_CARDS."""
        keys = [(kind.table.file, kind.row[kind.table.key_column]) for kind in self.kinds]
        tables = card_tables(self.game.tables)
        return with_identity(self.game.deck_arrays(self), keys, [tables.index(kind.table) for kind in self.kinds])

    @cached_property
    def own_findings(self) -> tuple[Finding, ...]:
        """What the game says is wrong or odd about the deck; computed once, for both validation and lint."""
        return tuple(self.game.studio.lint(self))

    @cached_property
    def digest(self) -> str:
        """The sha256 of the content; an empty cell counts as no cell, so that a new column does not change it."""
        content = {
            "game": self.game_id,
            "categories": [category.model_dump(exclude={"short"}) for category in self.meta.categories],
            "options": dict(self.meta.options),
            "tables": {file: [filled_cells(row) for row in rows] for file, rows in self.tables.items()},
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold; `Deck.from_dict` reads them back."""
        return {
            "format": FORMAT,
            "game": self.game_id,
            "name": self.name,
            "digest": self.digest,
            "meta": self.meta.to_dict(),
            "tables": {file: [dict(row) for row in rows] for file, rows in self.tables.items()},
        }

    def finding(
        self, level: str, text: str, fix: str, index: int | None, column: str = "", table: CardTable | None = None
    ) -> Finding:
        """A finding about a card, `index` being its kind, or about the row `index` (0 is the first) of `table`.

        With None it is about the table (or the first one) as a whole, or about its `column`; the same holds for every
        finding while there are no rows.
        """
        if table is None:
            kind = self.kinds[index] if index is not None and self.kinds else None
            table, index = (kind.table, kind.number) if kind else (self.game.table(), None)
        rows = self.tables[table.file]
        if index is None or not rows:
            return Finding(level, place(table.file, column=column), text, fix, table.file, column=column)
        number = self.row_numbers[table.file][index]
        name, key = str(rows[index][table.name_column]), str(rows[index][table.key_column])
        return Finding(level, place(table.file, number, name, column), text, fix, table.file, number, column, key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeckData) and (self.game_id, self.digest) == (other.game_id, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def card_count(self) -> int:
        """How many cards there are, including copies."""
        return sum(map(copies, self.rows))

    def __repr__(self) -> str:
        return f"<Deck {self.game_id}/{self.name}: {self.meta.title}, {self.card_count} cards, {self.digest[:12]}>"

    def _repr_html_(self) -> Drawn:
        of = f" ({self.game.title}, {self.name}), {self.card_count} cards"
        by = f", by {', '.join(self.meta.authors)}" if self.meta.authors else ""
        chips = [part for category in self.meta.categories for part in (" ", *_chip(category))][1:]
        digest = element("code", self.digest[:12])
        return element("div", element("strong", self.meta.title), of, by, void("br"), *chips, void("br"), digest)


def _chip(category: Category) -> tuple[Drawn, str]:
    look = f"background:{category.colour};color:#fff;border-radius:3px;padding:0 .4em"
    return element("span", f"{category.sign} {category.letter}", style=look), f" {category.name}"
