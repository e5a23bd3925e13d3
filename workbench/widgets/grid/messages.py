"""The messages of the pages on which a deck is edited: the grid of its cards, and the fields of the deck itself."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from workbench.pages.messages import Message, Whole, Word

MOST_CELLS = 20_000
LONGEST_TEXT = 4_000_000  # of a cell or a field; the text is judged in its place


def _refuse_a_large_block(block: Block) -> Block:
    if sum(map(len, block)) > MOST_CELLS:
        raise ValueError(f"More than {MOST_CELLS} cells were pasted. Paste fewer, or import the list as a file.")
    return block


SOME = Field(strict=False, min_length=1, max_length=MOST_CELLS)  # a JSON list that becomes a tuple
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Cell = Annotated[tuple[Whole, Word, Text], Field(strict=False)]  # the id of a row, a column, a text
Block = tuple[Annotated[tuple[Text, ...], SOME], ...]
Rows = Annotated[tuple[Whole, ...], SOME]
Places = Annotated[int, Field(ge=-MOST_CELLS, le=MOST_CELLS)]


class Edit(Message):
    """An edit of a deck: `id` is the page's name for it, `revision` the state of the deck on which it was made."""

    id: Word
    revision: Whole


# ---------------------------------------------------------------- a card grid


class TableEdit(Edit):
    """An edit of one table of a deck; rows are named by their ids, columns by their keys."""

    file: Word


class SetCells(TableEdit, type="set", doing="writing in cells"):
    """Write cells; `sound`: only if the list stays valid."""

    cells: Annotated[tuple[Cell, ...], SOME]
    sound: bool = False


class Paste(TableEdit, type="paste", doing="pasting cells"):
    """Write a block of cells to the right of and below one cell."""

    row: Whole
    column: Word
    block: Annotated[Block, SOME, AfterValidator(_refuse_a_large_block)]


class AddRows(TableEdit, type="add", doing="adding rows"):
    """Add blank rows below the row `after`, or at the end."""

    count: Annotated[int, Field(ge=1, le=MOST_CELLS)]
    after: Whole | None = None


class DuplicateRows(TableEdit, type="duplicate", doing="duplicating rows"):
    """Copy rows."""

    rows: Rows


class DeleteRows(TableEdit, type="delete", doing="deleting rows"):
    """Delete rows."""

    rows: Rows


class MoveRows(TableEdit, type="move", doing="moving rows"):
    """Move rows down, or up if `by` is negative."""

    rows: Rows
    by: Places


class SortRows(TableEdit, type="sort", doing="sorting the list"):
    """Sort the table by a column."""

    column: Word
    descending: bool


class UndoEdit(Edit, type="undo", doing="undoing a step"):
    """Take the last edit back."""


class RedoEdit(Edit, type="redo", doing="redoing a step"):
    """Repeat the edit that was undone last."""


class Look(Message, type="look", doing="drawing the card of a row", quiet=True):
    """Show the card of a row."""

    file: Word
    row: Whole


class Lay(Message, type="lay", doing="laying the cards in piles", quiet=True):
    """Show the cards in piles, or no longer."""

    piles: bool


# ---------------------------------------------------------------- the fields of a deck


class SetMeta(Edit, type="meta", doing="writing what the deck says of itself"):
    """Write a line of deck.toml."""

    key: Word
    text: Text


class SetOption(Edit, type="option", doing="setting a rule"):
    """Set a rule of the deck; an empty text leaves it to the game."""

    key: Word
    text: Text


class CategoryEdit(Edit):
    """An edit of one category; `number` is its place, from 0."""

    number: Annotated[int, Field(ge=0, le=MOST_CELLS)]


class SetCategory(CategoryEdit, type="category", doing="changing a category"):
    """Write a part of a category."""

    key: Word
    text: Text


class AddCategory(Edit, type="add_category", doing="adding a category"):
    """Add a category at the end."""


class DeleteCategory(CategoryEdit, type="delete_category", doing="deleting a category"):
    """Delete a category."""


class MoveCategory(CategoryEdit, type="move_category", doing="moving a category"):
    """Move a category down, or up if `by` is negative."""

    by: Places
