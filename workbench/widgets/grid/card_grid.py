"""The grid of a deck's cards: a page that shows what a DeckEditor holds, and passes on their edits.

The list, its judgement and its history stay in Python; how edits are answered is in editor_widget.py.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

import traitlets

from workbench.decks import Deck
from workbench.decks.cells import mappings
from workbench.decks.edit import key_from_name
from workbench.decks.editor import EditorRow
from workbench.decks.finding import Finding
from workbench.decks.model import short_of
from workbench.decks.reading import tidy
from workbench.kernel.scenes.plain import usual_emblem
from workbench.kernel.tables import COUNT, CardTable, Column, card_tables
from workbench.pages.page import handles
from workbench.widgets.grid import messages
from workbench.widgets.grid.editor_widget import EditorWidget, redo, undo
from workbench.widgets.grid.measured import MEASURED, Figures, MeasuredColumn, in_order
from workbench.widgets.grid.piles import face_of, piles_told
from workbench.widgets.script import script, style

GREY = "#767676"  # of a category without a colour so far
NOT_YET = "This card is not in a whole list yet. Mend what is wrong, and it is drawn here."
OUT_OF_DATE = "As in the last whole list: something in the list is wrong now."


class CardGrid(EditorWidget):
    """The cards that `editor` holds, edited like a spreadsheet.

    >>> from workbench.decks import load_deck
    >>> from workbench.decks.editor import DeckEditor
    >>> grid = CardGrid(DeckEditor(load_deck("guile")))
    >>> [table["title"] for table in grid.grid["tables"]]
    ['Cards', 'Knights']

    `grid` is all that the page shows of the list, `face` the card of the row being looked at, and `measured` what was
    measured of the cards: `columns`, `files` (file -> row -> see `show_measured`), and whether it is `stale`. `piles`
    is what Python tells about cards in piles (piles.py), while piles are shown.
    """

    _esm = script("grid/card_grid.js")
    _css = style("card_face.css", "grid/editing.css", "grid/card_grid.css", "grid/piles.css")
    # One text: otherwise ipywidgets would look for buffers in every cell of the list, whichever cell has changed.
    grid = traitlets.Dict().tag(sync=True, to_json=lambda told, _widget: json.dumps(told))
    face = traitlets.Dict().tag(sync=True)
    measured = traitlets.Dict().tag(sync=True)
    piles = traitlets.Dict().tag(sync=True)
    shown, what = "grid", "list"
    in_piles = False  # whether its cards are shown in piles
    in_sight = True  # whether it is in sight on its page; piles out of sight are not worked out
    _looked: tuple[str, int] = ("", 0)
    _laid: Deck | None = None  # the deck whose piles were last told
    _told: Mapping[str, tuple[list[Any], dict[int, tuple[EditorRow, dict[str, Any]]]]] = MappingProxyType({})

    # ------------------------------------------------------------ showing

    def show(self) -> None:
        """Bring the page up to date."""
        super().show()
        self.face = self._face()
        self._show_piles()

    def _show_piles(self) -> None:
        """Tell the page what piles show of the deck, if they are in sight and it has not been told."""
        if self.in_piles and self.in_sight and self._laid is not self.editor.deck:
            self.piles = piles_told(self.editor)
            self._laid = self.editor.deck

    def _state(self) -> dict[str, Any]:
        editor = self.editor
        return {
            "tables": [self._table(table) for table in editor.game.tables],
            "symbols": [category_shown(category) for category in mappings(editor.meta.get("categories"))],
            "findings": [self._finding(finding) for finding in editor.findings],
        }

    def show_cell(self, file: str, row_id: int, column: str) -> None:
        """Let the page go to a cell."""
        self.send({"type": "show", "file": file, "row": row_id, "column": column})

    @property
    def selected(self) -> str:
        """The id of the card being looked at; empty if it has none, or if nobody has looked at a card."""
        table, row = self._looked_at
        return tidy(row.cells[table.key_column]) if table and row else ""

    @property
    def _looked_at(self) -> tuple[CardTable | None, EditorRow | None]:
        """The table and the row of the card being looked at, as far as they are there."""
        file, row_id = self._looked
        table = next((table for table in self.editor.game.tables if table.file == file), None)
        return table, next((row for row in self.editor.rows(file) if row.id == row_id), None) if table else None

    def select(self, key: str) -> None:
        """Select the card with an id, in the table and in piles; do nothing if there is none."""
        for table in card_tables(self.editor.game.tables):
            for row in self.editor.rows(table.file):
                if tidy(row.cells[table.key_column]) == key:
                    self._looked = (table.file, row.id)
                    self.face = self._face()

    def show_selected(self) -> None:
        """Let the page bring the card being looked at into sight, without moving the focus."""
        self._show_piles()
        file, row_id = self._looked
        self.send({"type": "select", "file": file, "row": row_id})

    def show_measured(self, measured: Mapping[str, Figures], fresh: bool) -> None:
        """Show beside each card what was measured of it; the first call adds columns for that.

        measured: card id -> key of a column in `MEASURED` -> now, from, to and before (None: not known), each out of
        100 games, and whether that shifted (-1, 0, 1).
        """
        files: dict[str, dict[str, Figures]] = {}
        for table in self.editor.game.tables:
            if table.are_cards:
                ids = {row.cells[table.key_column]: row.id for row in self.editor.rows(table.file)}
                files[table.file] = {str(ids[key]): told for key, told in measured.items() if key in ids}
        self.measured = {"columns": [column._asdict() for column in MEASURED], "files": files, "stale": not fresh}

    def _now(self, file: str, column: MeasuredColumn) -> dict[int, float]:
        """Id of a row -> what was measured of its card; rows with nothing measured have none."""
        figures = self.measured.get("files", {}).get(file, {})
        return {int(row_id): told[column.key][0] for row_id, told in figures.items() if column.key in told}

    def _table(self, table: CardTable) -> dict[str, Any]:
        keys = [column.key for column in table.columns]
        return {
            "file": table.file,
            "title": readable(table.file.rpartition(".")[0]),
            "cards": table.are_cards,
            "columns": [_column(column) for column in table.columns],
            "name": keys.index(table.name_column),
            "rows": self._rows(table, keys),
        }

    def _rows(self, table: CardTable, keys: list[str]) -> list[dict[str, Any]]:
        """What the page shows of the rows of a table; unchanged rows are the same objects as before."""
        deck = self.editor.deck
        known = [(category.letter, category.name, category.own_emblem) for category in deck.meta.categories]
        before = self._told.get(table.file, ([], {}))
        told = before[1] if before[0] == known else {}
        shows = any(column.type == "emblem" for column in table.columns)
        shown = {}
        for row in self.editor.rows(table.file):
            kept = told.get(row.id)
            if kept is None or kept[0] is not row:
                emblem = usual_emblem(deck, table, row.cells) if shows and row.name(table) else ""
                cells, key = [row.cells[key] for key in keys], tidy(row.cells[table.key_column])
                keyed = bool(key) and key == key_from_name(row.name(table), ())  # such an id says nothing more
                kept = (row, {"id": row.id, "cells": cells, "emblem": emblem, "keyed": keyed})
            shown[row.id] = kept
        self._told = {**self._told, table.file: (known, shown)}
        return [one for _, one in shown.values()]

    def _finding(self, finding: Finding) -> dict[str, Any]:
        """A finding with the id of its row in place of the row's number."""
        said = {part: getattr(finding, part) for part in ("level", "place", "text", "fix", "file", "column")}
        return {**said, "row": self.editor.row_id(finding) or None}

    def _face(self) -> dict[str, Any]:
        """The card of the row being looked at; from the last valid list, if the present one is not valid."""
        table, row = self._looked_at
        if table is None or row is None or row.blank:
            return {}
        number = self._number_in_deck(table, row)
        shown = {"file": table.file, "row": row.id, "card": None, "note": NOT_YET}
        if number is None:
            return shown
        card = asdict(face_of(self.editor.deck, table, number))
        return {**shown, "card": card, "note": "" if self.editor.whole else OUT_OF_DATE}

    def _number_in_deck(self, table: CardTable, row: EditorRow) -> int | None:
        """The row of the last good deck that has the id of an edited row."""
        keys = [known[table.key_column] for known in self.editor.deck.tables[table.file]]
        wanted = tidy(row.cells[table.key_column])
        return keys.index(wanted) if wanted in keys else None

    # ------------------------------------------------------------ what each message does; the words to show then

    @handles
    def _look(self, message: messages.Look) -> None:
        self._looked = (message.file, message.row)
        self.face = self._face()

    @handles
    def _lay(self, message: messages.Lay) -> None:
        self.in_piles = message.piles
        self._show_piles()

    @handles
    def _set_cells(self, message: messages.SetCells) -> str:
        self.editor.set_cells(message.file, message.cells, if_sound=message.sound)
        return f"{self.editor.undo_label}." if message.sound else ""

    @handles
    def _paste(self, message: messages.Paste) -> str:
        self.editor.paste(message.file, message.row, message.column, message.block)
        return f"{self.editor.undo_label}."

    @handles
    def _add_rows(self, message: messages.AddRows) -> None:
        self.editor.add_rows(message.file, message.count, message.after)

    @handles
    def _duplicate_rows(self, message: messages.DuplicateRows) -> str:
        self.editor.duplicate_rows(message.file, message.rows)
        return f"{self.editor.undo_label}."

    @handles
    def _delete_rows(self, message: messages.DeleteRows) -> str:
        self.editor.delete_rows(message.file, message.rows)
        return f"{self.editor.undo_label}. Undo brings it back."

    @handles
    def _move_rows(self, message: messages.MoveRows) -> str:
        self.editor.move_rows(message.file, message.rows, message.by)
        return f"{self.editor.undo_label}."

    @handles
    def _sort_rows(self, message: messages.SortRows) -> str:
        measured = next((column for column in MEASURED if column.key == message.column), None)
        if measured is None:
            self.editor.sort_rows(message.file, message.column, message.descending)
        else:
            ordered = in_order(self.editor.rows(message.file), self._now(message.file, measured), message.descending)
            self.editor.order_rows(message.file, ordered, f"Sort by {measured.title}")
        return f"{self.editor.undo_label}. The list has this order now; Undo brings the old one back."

    @handles
    def _undo(self, _message: messages.UndoEdit) -> str:
        return undo(self.editor)

    @handles
    def _redo(self, _message: messages.RedoEdit) -> str:
        return redo(self.editor)


# What is sent to the page


def readable(key: str) -> str:
    """A declared name as shown to people.

    >>> readable("bonus_source")
    'Bonus source'
    """
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def _column(column: Column) -> dict[str, Any]:
    return {
        "key": column.key,
        "title": readable(column.key),
        "help": column.help,
        "type": column.type,
        "required": column.required,
        "usual": "1" if column.key == COUNT else "",
        "choices": [[choice, choice] for choice in column.choices],
    }


def category_shown(category: Mapping[str, Any]) -> dict[str, str]:
    """A category as cells show it, even if something is still wrong with it."""
    letter, name, sign, short = (str(category.get(part, "")) for part in ("letter", "name", "sign", "short"))
    named = {"letter": letter, "name": name or letter, "short": short or short_of(name) or letter}
    return {**named, "sign": sign, "colour": str(category.get("colour", GREY))}
