"""What the pages for editing a deck may say: everything malformed is refused in words that name it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pages.spoken import check_refusal, classes_of, malformed
from workbench.pages.messages import LONGEST_WORD, read
from workbench.storage.errors import RoomError
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.deck_fields import DeckFields
from workbench.widgets.grid.messages import MOST_CELLS, SetCells

EDIT = {"id": "page-1", "revision": 3}
GRID_SAMPLES: dict[str, dict[str, Any]] = {
    "set": {**EDIT, "file": "cards.csv", "cells": [[4, "resources", "FC"], [5, "name", ""]], "sound": True},
    "paste": {**EDIT, "file": "cards.csv", "row": 4, "column": "name", "block": [["Harbour", "TM"], ["Pier"]]},
    "add": {**EDIT, "file": "cards.csv", "count": 2, "after": 0},
    "duplicate": {**EDIT, "file": "cards.csv", "rows": [4, 5]},
    "delete": {**EDIT, "file": "cards.csv", "rows": [4]},
    "move": {**EDIT, "file": "cards.csv", "rows": [4], "by": -1},
    "sort": {**EDIT, "file": "cards.csv", "column": "name", "descending": True},
    "undo": EDIT,
    "redo": EDIT,
    "look": {"file": "cards.csv", "row": 4},
    "lay": {"piles": True},
}
FIELDS_SAMPLES: dict[str, dict[str, Any]] = {
    "meta": {**EDIT, "key": "title", "text": "Hamlet"},
    "option": {**EDIT, "key": "open_hands", "text": ""},
    "category": {**EDIT, "number": 0, "key": "name", "text": "Grain"},
    "add_category": EDIT,
    "delete_category": {**EDIT, "number": 0},
    "move_category": {**EDIT, "number": 0, "by": -1},
}


@pytest.mark.parametrize("kind", classes_of(CardGrid))
def test_a_message_of_a_grid_in_order_is_read_as_its_class(kind: str) -> None:
    message = read(CardGrid.heard, {"type": kind, **GRID_SAMPLES[kind]})
    assert type(message) is classes_of(CardGrid)[kind]
    assert message.model_dump(mode="json") == GRID_SAMPLES[kind]


@pytest.mark.parametrize("kind", classes_of(DeckFields))
def test_a_message_of_the_fields_in_order_is_read_as_its_class(kind: str) -> None:
    message = read(DeckFields.heard, {"type": kind, **FIELDS_SAMPLES[kind]})
    assert type(message) is classes_of(DeckFields)[kind]
    assert message.model_dump(mode="json") == FIELDS_SAMPLES[kind]


@pytest.mark.parametrize(("kind", "part", "said"), malformed(CardGrid, GRID_SAMPLES))
def test_a_malformed_part_of_a_message_of_a_grid_is_refused(kind: str, part: str, said: dict) -> None:
    check_refusal(CardGrid, kind, part, said)


@pytest.mark.parametrize(("kind", "part", "said"), malformed(DeckFields, FIELDS_SAMPLES))
def test_a_malformed_part_of_a_message_of_the_fields_is_refused(kind: str, part: str, said: dict) -> None:
    check_refusal(DeckFields, kind, part, said)


def test_cells_become_tuples() -> None:
    said = read(CardGrid.heard, {"type": "set", **GRID_SAMPLES["set"]})
    assert isinstance(said, SetCells)
    assert said.cells == ((4, "resources", "FC"), (5, "name", ""))


def test_rows_may_be_added_at_the_end() -> None:
    sample = GRID_SAMPLES["add"]
    assert read(CardGrid.heard, {"type": "add", **sample, "after": None}).after is None
    assert read(CardGrid.heard, {"type": "add", **{part: sample[part] for part in ("id", "revision", "file", "count")}})


@pytest.mark.parametrize(
    ("kind", "part", "value"),
    [
        ("set", "cells", [[4, "name"]]),
        ("set", "cells", [[4, "name", "x", "y"]]),
        ("set", "cells", [["4", "name", "x"]]),
        ("set", "cells", [[4, "x" * (LONGEST_WORD + 1), "x"]]),
        ("set", "cells", [{"row": 4, "column": "name", "text": "x"}]),
        ("paste", "block", [[]]),
        ("paste", "block", [["x"], [7]]),
        ("paste", "block", [["x"] * (MOST_CELLS + 1)]),
        ("paste", "row", -1),
        ("add", "count", 0),
        ("add", "count", MOST_CELLS + 1),
        ("add", "after", -1),
        ("move", "by", MOST_CELLS + 1),
        ("move", "by", -MOST_CELLS - 1),
        ("sort", "descending", None),
    ],
)
def test_bounds_hold_inside_the_parts_of_a_message(kind: str, part: str, value: object) -> None:
    check_refusal(CardGrid, kind, part, {"type": kind, **GRID_SAMPLES[kind], part: value})


def test_a_block_of_too_many_cells_is_refused_in_words() -> None:
    with pytest.raises(RoomError, match=r"More than 20000 cells were pasted\. Paste fewer, or import the list"):
        read(CardGrid.heard, {"type": "paste", **GRID_SAMPLES["paste"], "block": [["x"] * 200] * 101})
