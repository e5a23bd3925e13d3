"""The messages of the pages on which a deck is edited: the grid of its cards, and the fields of the deck itself."""

from __future__ import annotations

from typing import Annotated, Literal

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


class SetCells(TableEdit, doing="writing in cells"):
    """Write cells; `sound`: only if the list stays valid."""

    type: Literal["set"]
    cells: Annotated[tuple[Cell, ...], SOME]
    sound: bool = False


class Paste(TableEdit, doing="pasting cells"):
    """Write a block of cells to the right of and below one cell."""

    type: Literal["paste"]
    row: Whole
    column: Word
    block: Annotated[Block, SOME, AfterValidator(_refuse_a_large_block)]


class AddRows(TableEdit, doing="adding rows"):
    """Add blank rows below the row `after`, or at the end."""

    type: Literal["add"]
    count: Annotated[int, Field(ge=1, le=MOST_CELLS)]
    after: Whole | None = None


class DuplicateRows(TableEdit, doing="duplicating rows"):
    """Copy rows."""

    type: Literal["duplicate"]
    rows: Rows


class DeleteRows(TableEdit, doing="deleting rows"):
    """Delete rows."""

    type: Literal["delete"]
    rows: Rows


class MoveRows(TableEdit, doing="moving rows"):
    """Move rows down, or up if `by` is negative."""

    type: Literal["move"]
    rows: Rows
    by: Places


class SortRows(TableEdit, doing="sorting the list"):
    """Sort the table by a column."""

    type: Literal["sort"]
    column: Word
    descending: bool


class UndoEdit(Edit, doing="undoing a step"):
    """Take the last edit back."""

    type: Literal["undo"]


class RedoEdit(Edit, doing="redoing a step"):
    """Repeat the edit that was undone last."""

    type: Literal["redo"]


class Look(Message, doing="drawing the card of a row", quiet=True):
    """Show the card of a row."""

    type: Literal["look"]
    file: Word
    row: Whole


class Lay(Message, doing="laying the cards in piles", quiet=True):
    """Show the cards in piles, or no longer."""

    type: Literal["lay"]
    piles: bool


# ---------------------------------------------------------------- the fields of a deck


class SetMeta(Edit, doing="writing what the deck says of itself"):
    """Write a line of deck.toml."""

    type: Literal["meta"]
    key: Word
    text: Text


class SetOption(Edit, doing="setting a rule"):
    """Set a rule of the deck; an empty text leaves it to the game."""

    type: Literal["option"]
    key: Word
    text: Text


class CategoryEdit(Edit):
    """An edit of one category; `number` is its place, from 0."""

    number: Annotated[int, Field(ge=0, le=MOST_CELLS)]


class SetCategory(CategoryEdit, doing="changing a category"):
    """Write a part of a category."""

    type: Literal["category"]
    key: Word
    text: Text


class AddCategory(Edit, doing="adding a category"):
    """Add a category at the end."""

    type: Literal["add_category"]


class DeleteCategory(CategoryEdit, doing="deleting a category"):
    """Delete a category."""

    type: Literal["delete_category"]


class MoveCategory(CategoryEdit, doing="moving a category"):
    """Move a category down, or up if `by` is negative."""

    type: Literal["move_category"]
    by: Places
