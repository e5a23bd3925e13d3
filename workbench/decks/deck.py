"""Deck: a card list with its metadata; immutable, known by the digest of its content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.decks.finding import Finding, place
from workbench.decks.reading import read_dict
from workbench.decks.validation import Value, validate
from workbench.kernel.chance import with_identity
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.tables import CardTable, copies, main_key, name_column
from workbench.storage.errors import DeckError, WorkbenchError

if TYPE_CHECKING:
    import pandas

    from workbench.decks.diff import DeckDiff
    from workbench.decks.model import Meta

FORMAT = 1


@dataclass(frozen=True, eq=False, repr=False)
class Deck:
    """A valid deck of a game. Make one with `load_deck`, `Deck.from_dict` or another deck's `edit`.

    Two decks are equal if their game and their content are: categories, option defaults and rows in their
    order. Name, title, authors and notes do not count.
    """

    game_id: str
    name: str
    meta: Meta
    _tables: Mapping[str, tuple[dict[str, Value], ...]]
    _row_numbers: Mapping[str, tuple[int, ...]]

    @cached_property
    def game(self) -> Game:
        """The game this deck is for."""
        return find_game(self.game_id)

    @property
    def tables(self) -> dict[str, tuple[dict[str, Value], ...]]:
        """Every table's rows by file name; copies, so that changing them changes no deck."""
        return {file: tuple(dict(row) for row in rows) for file, rows in self._tables.items()}

    @property
    def rows(self) -> tuple[dict[str, Value], ...]:
        """The rows of the main table; copies."""
        return tuple(dict(row) for row in self._tables[self.game.tables[0].file])

    @property
    def cards(self) -> pandas.DataFrame:
        """The main table as a DataFrame, a row per kind of card."""
        import pandas

        return pandas.DataFrame(list(self.rows), columns=[column.key for column in self.game.tables[0].columns])

    @cached_property
    def arrays(self) -> Any:
        """What the game's rules play with: a NamedTuple of arrays, with `identity[card]` at its end. Read it only."""
        table = self.game.tables[0]
        keys = [(table.file, row[main_key(table)]) for row in self._tables[table.file]]
        return with_identity(self.game.deck_arrays(self), keys)

    @cached_property
    def digest(self) -> str:
        """sha256 of the content; an empty cell counts as no cell, so that a new column leaves it alone."""
        content = {
            "game": self.game_id,
            "categories": [category.model_dump() for category in self.meta.categories],
            "options": dict(self.meta.options),
            "tables": {
                file: [{key: value for key, value in row.items() if value not in ("", None)} for row in rows]
                for file, rows in self._tables.items()
            },
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and (self.game_id, self.digest) == (other.game_id, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        return Deck.from_dict, (self.to_dict(),)

    def lint(self) -> tuple[Finding, ...]:
        """What is odd about this deck though it can be played: warnings, then notes."""
        from workbench.decks.lint import lint

        return lint(self)

    def diff(self, other: Deck) -> DeckDiff:
        """What changes from this deck to `other`."""
        from workbench.decks.diff import diff

        return diff(self, other)

    def edit(
        self,
        *,
        change: Iterable[Mapping[str, object]] = (),
        add: Iterable[Mapping[str, object]] = (),
        remove: Iterable[str] = (),
        meta: Mapping[str, object] | None = None,
        categories: Iterable[Mapping[str, object]] | None = None,
        table: str | None = None,
        name: str | None = None,
    ) -> Deck:
        """A new deck with the edits, or DeckError; this one stays as it is.

        `change` holds rows with the card's id and the columns to change; a renamed card keeps its name in
        the cells that point to it. `add` holds new rows (an id is made from the name where none is
        given), `remove` ids. `meta` holds keys of deck.toml; `categories` is the whole new list.
        `table` is the file to edit where a game has several; else the main one.

        >>> deck = deck.edit(change=[{"card_id": "moat", "resources": "MC"}])  # doctest: +SKIP
        """
        from workbench.decks.edit import edited

        return edited(self, change, add, remove, meta, categories, table, name)

    def save(self, path: str | Path) -> Path:
        """Write deck.toml and the tables into the folder `path` and return that folder; raises DeckError."""
        from workbench.decks.writing import save

        return save(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold; `Deck.from_dict` reads them back."""
        return {
            "format": FORMAT,
            "game": self.game_id,
            "name": self.name,
            "digest": self.digest,
            "meta": self.meta.to_dict(),
            "tables": {file: list(rows) for file, rows in self.tables.items()},
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Deck:
        """The deck that `to_dict` wrote; raises DeckError if anything in it does not fit."""
        if not isinstance(values, Mapping):
            raise DeckError(f"A deck is a mapping, not {type(values).__name__}. Give what Deck.to_dict returned.")
        if values.get("format") != FORMAT:
            raise DeckError(
                f"The deck's format is {str(values.get('format'))[:40]!r}; this version reads format {FORMAT}. "
                "Give what Deck.to_dict returned, or update the workbench."
            )
        game_id = values.get("game")
        if not isinstance(game_id, str):
            raise DeckError(f"The deck's game is of type {type(game_id).__name__}. Give the id of a game as text.")
        try:
            game = find_game(game_id)
        except WorkbenchError as error:
            raise DeckError(f"The deck's game is unknown. {error}") from None
        name = values.get("name")
        deck = validate(
            read_dict(game, name if isinstance(name, str) else "unnamed", values.get("meta"), values.get("tables"))
        )
        if values.get("digest", deck.digest) != deck.digest:
            raise DeckError(
                f"The deck {deck.name!r} was changed after it was saved: its digest does not fit its content. "
                "Use an unchanged copy, or leave the digest out."
            )
        return deck

    def finding(
        self, level: str, text: str, fix: str, index: int | None, column: str = "", table: CardTable | None = None
    ) -> Finding:
        """A finding about the row `index` (0 is the first card) of the main table or of `table`.

        With None it is about the table as a whole, or about its `column`; so is every finding while it has no rows.
        """
        table = table or self.game.tables[0]
        rows = self._tables[table.file]
        if index is None or not rows:
            return Finding(level, place(table.file, column=column), text, fix, table.file, column=column)
        row = rows[index]
        number = self._row_numbers[table.file][index]
        name, key = str(row[name_column(table)]), str(row[main_key(table)])
        return Finding(level, place(table.file, number, name, column), text, fix, table.file, number, column, key)

    def __repr__(self) -> str:
        count = sum(copies(row) for row in self._tables[self.game.tables[0].file])
        return f"<Deck {self.game_id}/{self.name}: {self.meta.title}, {count} cards, {self.digest[:12]}>"

    def _repr_html_(self) -> str:
        main = self._tables[self.game.tables[0].file]
        chips = " ".join(
            f'<span style="background:{escape(category.colour)};color:#fff;border-radius:3px;padding:0 .4em">'
            f"{escape(category.sign)} {escape(category.letter)}</span> {escape(category.name)}"
            for category in self.meta.categories
        )
        authors = escape(", ".join(self.meta.authors))
        return (
            f"<div><strong>{escape(self.meta.title)}</strong> ({escape(self.game.title)}, {escape(self.name)}), "
            f"{sum(copies(row) for row in main)} cards"
            f"{', by ' + authors if authors else ''}<br>{chips}<br><code>{self.digest[:12]}</code></div>"
        )
