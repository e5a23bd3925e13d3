"""The card grid's Python: what a page is told, and what its messages may and may not do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.example_game import PLAIN_DECK, known
from tests.pages.spoken import distorted
from tests.small_game.joust import GAME as JOUST
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor
from workbench.kernel.registry import registered
from workbench.play.match import Match
from workbench.widgets.grid.card_grid import NOT_YET, OUT_OF_DATE, CardGrid
from workbench.widgets.grid.messages import MOST_CELLS

CARDS, KNIGHTS = "cards.csv", "knights.csv"


@pytest.fixture
def changes() -> list[int]:
    """The revisions at which the grid said that something has changed."""
    return []


@pytest.fixture
def grid(changes: list[int]) -> CardGrid:
    """The grid of the medieval deck."""
    editor = DeckEditor(load_deck("guild_master"))

    def changed() -> None:
        changes.append(editor.revision)
        grid.show()

    grid = CardGrid(editor, changed)
    return grid


def tell(grid: CardGrid, kind: str, **parts: Any) -> None:
    """Say something as a page does that shows what the grid shows now."""
    grid.hear({"type": kind, "id": "page-1", "revision": grid.grid["revision"], **parts})


def row_id(grid: CardGrid, name: str, file: str = CARDS) -> int:
    """The id of the row of a card."""
    return next(row.id for row in grid.editor.rows(file) if row.cells["name"] == name)


def cells(grid: CardGrid, name: str) -> dict[str, str]:
    """What the page is told to show of a card."""
    table = grid.grid["tables"][0]
    shown = next(row["cells"] for row in table["rows"] if name in row["cells"])
    return dict(zip([column["key"] for column in table["columns"]], shown, strict=True))


def test_a_row_says_which_emblem_its_card_shows_without_a_chosen_one(grid: CardGrid) -> None:
    def emblem(name: str) -> str:
        return next(row["emblem"] for row in grid.grid["tables"][0]["rows"] if name in row["cells"])

    assert (emblem("Iron Mine"), emblem("Farmland")) == ("pickaxe", "wheat")
    row = row_id(grid, "Iron Mine")
    for column, text in (("name", "Zzz"), ("resources", "?F"), ("art", "owl")):
        tell(grid, "set", file=CARDS, cells=[[row, column, text]])
    assert emblem("Zzz") == "wheat", "by its category, of which a letter is wrong"
    tell(grid, "set", file=CARDS, cells=[[row, "name", ""]])
    assert emblem("owl") == "", "a row without a name is no card yet"


def test_a_column_says_what_is_meant_where_nothing_is_written(grid: CardGrid) -> None:
    told = {column["key"]: column["usual"] for column in grid.grid["tables"][0]["columns"]}
    assert told == dict.fromkeys(told, "") | {"count": "1"}


# ---------------------------------------------------------------- what the page is told


@pytest.mark.parametrize("game", ["guild_master", "guile"])
def test_every_table_column_and_cell_of_a_game_is_reported(game: str) -> None:
    editor = DeckEditor(load_deck(game))
    told = CardGrid(editor).grid["tables"]
    assert [table["file"] for table in told] == [table.file for table in editor.game.tables]
    for table, declared in zip(told, editor.game.tables, strict=True):
        assert [(column["key"], column["type"], column["help"]) for column in table["columns"]] == [
            (column.key, column.type, column.help) for column in declared.columns
        ]
        assert [(row["id"], row["cells"]) for row in table["rows"]] == [
            (row.id, [row.cells[column.key] for column in declared.columns]) for row in editor.rows(declared.file)
        ]
        assert declared.columns[table["name"]].type == "name"


def test_a_row_says_whether_its_id_is_the_one_that_its_name_gives(grid: CardGrid) -> None:
    def keyed(name: str) -> bool:
        return next(row["keyed"] for row in grid.grid["tables"][0]["rows"] if name in row["cells"])

    row = row_id(grid, "Tavern")
    assert keyed("Tavern")
    grid.editor.set_cells(CARDS, [(row, "card_id", "the_inn")])
    grid.show()
    assert not keyed("Tavern")
    grid.editor.set_cells(CARDS, [(row, "name", "The Inn")])
    grid.show()
    assert keyed("The Inn")


def test_findings_name_rows_by_their_ids(grid: CardGrid) -> None:
    tavern = row_id(grid, "Tavern")
    found = [finding for finding in grid.grid["findings"] if finding["row"] == tavern]
    assert [(finding["level"], finding["column"]) for finding in found] == [("warning", "bonus_source_printed")]
    wide = [finding for finding in grid.grid["findings"] if finding["file"] == "deck.toml"]
    assert {finding["row"] for finding in wide} == {None}


def test_categories_that_are_wrong_yet_are_shown_all_the_same(grid: CardGrid) -> None:
    grid.editor.set_categories([{"letter": "F"}, {"name": "Nobody", "colour": "red"}])
    grid.show()
    assert grid.grid["symbols"] == [
        {"letter": "F", "name": "F", "short": "F", "sign": "", "colour": "#767676"},
        {"letter": "", "name": "Nobody", "short": "Nobody", "sign": "", "colour": "red"},
    ]


def test_a_page_cannot_write_what_only_python_says(grid: CardGrid) -> None:
    before = dict(grid.grid)
    grid.set_state({"grid": {"revision": 99}, "_esm": "alert(1)"})
    assert grid.grid == before
    assert repr(grid) == "<CardGrid>"


# ---------------------------------------------------------------- steps


def test_cells_are_set(grid: CardGrid, changes: list[int]) -> None:
    tell(grid, "set", file=CARDS, cells=[[row_id(grid, "Farmland"), "resources", "FC"]])
    assert cells(grid, "Farmland")["resources"] == "FC"
    assert grid.grid["answered"] == "page-1"
    assert grid.grid["revision"] == grid.editor.revision
    assert grid.grid["undo"] == "Farmland, resources: FF → FC"
    assert changes == [grid.editor.revision]


def test_a_block_is_pasted(grid: CardGrid) -> None:
    last = grid.editor.rows(CARDS)[-1]
    tell(grid, "paste", file=CARDS, row=last.id, column="name", block=[["Harbour", "TM"], ["Pier", "TT"]])
    assert cells(grid, "Pier")["resources"] == "TT"
    assert grid.grid["status"].startswith("Paste 4 cells")


def test_rows_are_added_duplicated_moved_and_deleted(grid: CardGrid) -> None:
    def names() -> list[str]:
        return [row["cells"][1] for row in grid.grid["tables"][0]["rows"]][:4]

    top = row_id(grid, "Cross Roads")
    tell(grid, "add", file=CARDS, count=1, after=top)
    assert names() == ["Cross Roads", "", "Trade route", "Farmland"]
    tell(grid, "delete", file=CARDS, rows=[grid.editor.rows(CARDS)[1].id])
    tell(grid, "duplicate", file=CARDS, rows=[top])
    assert names() == ["Cross Roads", "Cross Roads 2", "Trade route", "Farmland"]
    tell(grid, "move", file=CARDS, rows=[top], by=2)
    assert names() == ["Cross Roads 2", "Trade route", "Cross Roads", "Farmland"]
    tell(grid, "add", file=CARDS, count=2, after=None)
    assert [row.cells["name"] for row in grid.editor.rows(CARDS)[-2:]] == ["", ""]


def test_sorting_says_that_it_changes_the_order(grid: CardGrid) -> None:
    tell(grid, "sort", file=CARDS, column="name", descending=False)
    names = [row.cells["name"] for row in grid.editor.rows(CARDS)]
    assert names == sorted(names, key=str.casefold)
    assert grid.grid["status"] == "Sort by name. The list has this order now; Undo brings the old one back."


def test_steps_are_undone_and_done_again(grid: CardGrid) -> None:
    tell(grid, "set", file=CARDS, cells=[[row_id(grid, "Farmland"), "note", "x"]])
    tell(grid, "undo")
    assert cells(grid, "Farmland")["note"] == ""
    assert grid.grid["status"] == "Undone: Farmland, note: (empty) → x."
    tell(grid, "redo")
    assert cells(grid, "Farmland")["note"] == "x"
    tell(grid, "redo")
    assert grid.grid["status"] == "There is nothing to redo."


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"type": "set", "file": CARDS, "cells": [[10**6, "name", "x"]]}, "no row 1000000"),
        ({"type": "set", "file": CARDS, "cells": [[1, "nome", "x"]]}, "nome"),
        ({"type": "set", "file": "deck.toml", "cells": [[1, "name", "x"]]}, "deck.toml"),
        ({"type": "set", "file": CARDS, "cells": [[1, "name", "x" * 5000]]}, "4000"),
        ({"type": "set", "file": CARDS, "cells": [[1, "name"]]}, "lacks its part 'cells', entry 1, entry 3"),
        ({"type": "set", "file": CARDS, "cells": []}, "a list of at least 1"),
        ({"type": "paste", "file": CARDS, "row": 1, "column": "note", "block": [["a", "b"]]}, "2 cells wide"),
        ({"type": "paste", "file": CARDS, "row": 1, "column": "note", "block": [["x"]] * 2000}, "at most 192 cards"),
        ({"type": "paste", "file": CARDS, "row": 1, "column": "name", "block": [["x"] * 200] * 200}, "20000 cells"),
        ({"type": "add", "file": CARDS, "count": 5000, "after": None}, "at most 192 cards"),
        ({"type": "sort", "file": CARDS, "column": "name", "descending": "yes"}, "true or false"),
        ({"type": "move", "file": CARDS, "rows": [1], "by": MOST_CELLS + 1}, "up to 20000"),
        ({"type": "sudo"}, "no message type 'sudo'"),
        ({"type": "undo", "revison": 3}, "no part 'revison'"),
    ],
)
def test_an_edit_that_cannot_be_done_changes_nothing_and_is_answered(
    grid: CardGrid, changes: list[int], message: dict[str, Any], reason: str
) -> None:
    before = grid.editor.to_dict()
    tell(grid, **{"kind": message["type"], **{key: value for key, value in message.items() if key != "type"}})
    assert grid.editor.to_dict() == before
    assert grid.grid["refused"] is True
    assert reason in grid.grid["status"]
    assert grid.grid["answered"] == "page-1", "the page goes on with what waits behind it"
    assert changes == []


def test_a_stale_edit_changes_nothing_and_is_answered(grid: CardGrid) -> None:
    row = row_id(grid, "Farmland")
    stale = {"type": "set", "id": "a", "revision": grid.editor.revision, "file": CARDS, "cells": [[row, "note", "x"]]}
    grid.editor.add_rows(CARDS)
    grid.hear(stale)
    assert cells(grid, "Farmland")["note"] == ""
    assert grid.grid["refused"] is True
    assert grid.grid["status"].startswith("The list was changed elsewhere meanwhile.")


SAID = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(max_size=8), parts, max_size=4),
    max_leaves=12,
)


@settings(max_examples=200)
@given(SAID | distorted(CardGrid, SAID))
def test_nothing_that_a_page_says_raises(said: object) -> None:
    grid = CardGrid(DeckEditor(load_deck("guile")))
    if isinstance(said, dict):
        said = {"id": "x", "revision": 0, **said}
    grid.hear(said)
    assert grid.editor.deck.digest


# ---------------------------------------------------------------- the card of the row that is looked at


def look(grid: CardGrid, name: str, file: str = CARDS) -> dict[str, Any]:
    """The card that the page is shown after looking at a row."""
    grid.hear({"type": "look", "file": file, "row": row_id(grid, name, file)})
    return grid.face


def test_the_card_is_the_one_that_the_table_draws(grid: CardGrid, changes: list[int]) -> None:
    face = look(grid, "Trade route")
    assert face["card"]["title"] == "Trade route"
    assert [symbol["letter"] for symbol in face["card"]["symbols"]] == ["T", "T"]
    assert face["card"]["text"] == "+T with Cross Roads"
    assert face["note"] == ""
    assert changes == [], "looking changes nothing"


@pytest.mark.parametrize("game", ["guild_master", "guile"])
def test_a_card_looks_the_same_with_and_without_a_match_around_it(game: str) -> None:
    match = Match(game, seats=2, seed=7, bots=dict.fromkeys(range(2), "greedy"))
    while not (hand := next((zone for zone in match.scene(0).zones if zone.id == "hand"), None)) or not hand.cards:
        match.play_bot(match.to_act[0])
    for held in hand.cards:
        faces = (match.game.studio.face(match.deck, kind) for kind in range(len(match.deck.kinds)))
        face = next(face for face in faces if face.title == held.title)
        assert (face.title, face.symbols, face.emblem) == (held.title, held.symbols, held.emblem)
        assert bool(face.text) == bool(held.text)
        assert held.description.startswith(face.description)


def test_the_card_follows_its_row(grid: CardGrid) -> None:
    look(grid, "Trade route")
    tell(grid, "set", file=CARDS, cells=[[row_id(grid, "Trade route"), "name", "Silk Road"]])
    assert grid.face["card"]["title"] == "Silk Road"
    tell(grid, "sort", file=CARDS, column="name", descending=True)
    assert grid.face["card"]["title"] == "Silk Road"


def test_while_something_is_wrong_the_card_is_the_last_good_one_and_says_so(grid: CardGrid) -> None:
    look(grid, "Trade route")
    tell(grid, "set", file=CARDS, cells=[[row_id(grid, "Trade route"), "resources", "XX"]])
    assert [symbol["letter"] for symbol in grid.face["card"]["symbols"]] == ["T", "T"]
    assert grid.face["note"] == OUT_OF_DATE
    tell(grid, "add", file=CARDS, count=1, after=None)
    new = grid.editor.rows(CARDS)[-1].id
    tell(grid, "set", file=CARDS, cells=[[new, "name", "Harbour"]])
    assert look(grid, "Harbour") == {"file": CARDS, "row": new, "card": None, "note": NOT_YET}


def test_rows_that_are_no_cards_have_no_picture(grid: CardGrid) -> None:
    tell(grid, "add", file=CARDS, count=1, after=None)
    grid.hear({"type": "look", "file": CARDS, "row": grid.editor.rows(CARDS)[-1].id})
    assert grid.face == {}
    grid.hear({"type": "look", "file": "no such table.csv", "row": 1})
    assert grid.face == {}


def test_a_row_of_a_further_table_is_drawn_as_its_columns_say() -> None:
    guile = CardGrid(DeckEditor(load_deck("guile")))
    knight = look(guile, "Sir Tristan", KNIGHTS)
    assert knight["card"]["title"] == "Sir Tristan"
    assert [symbol["letter"] for symbol in knight["card"]["symbols"]] == ["A"]
    assert knight["card"]["text"] == "role tristan"
    tell(guile, "set", file=KNIGHTS, cells=[[row_id(guile, "Sir Tristan", KNIGHTS), "faction", "Q"]])
    assert [symbol["letter"] for symbol in guile.face["card"]["symbols"]] == ["A"]
    assert guile.face["note"] == OUT_OF_DATE


@pytest.fixture
def joust() -> Iterator[None]:
    """The small game, known while a test runs."""
    with registered(JOUST):
        yield


@pytest.mark.usefixtures("joust")
def test_a_game_that_draws_nothing_has_plain_cards() -> None:
    grid = CardGrid(DeckEditor(load_deck("joust")))
    first = grid.editor.rows(CARDS)[0]
    grid.hear({"type": "look", "file": CARDS, "row": first.id})
    assert grid.face["card"]["title"] == first.cells["name"]


def test_every_game_has_a_grid() -> None:
    with known():
        grid = CardGrid(DeckEditor(load_deck("pledges", PLAIN_DECK)))
    assert grid.grid["tables"][0]["rows"]
