"""What Python tells of cards in piles: nothing before they are looked at, and nothing twice."""

from __future__ import annotations

from typing import Any

import pytest

import workbench.widgets.grid.card_grid as card_grid
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor
from workbench.kernel.registry import list_games
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.piles import piles_told

CARDS = "cards.csv"


@pytest.fixture
def grid() -> CardGrid:
    return CardGrid(DeckEditor(load_deck("guild_master")))


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was told, each time that piles were worked out."""
    made: list[Any] = []

    def counted(editor: DeckEditor) -> dict[str, Any]:
        made.append(piles_told(editor))
        return made[-1]

    monkeypatch.setattr(card_grid, "piles_told", counted)
    return made


def write(grid: CardGrid, column: str, text: str, **more: Any) -> None:
    """An edit of the first card, as the page sends it."""
    row = grid.editor.rows(CARDS)[0].id
    edit = {"id": "page-1", "revision": grid.editor.revision, "file": CARDS}
    grid.hear({"type": "set", **edit, "cells": [[row, column, text]], **more})


def test_piles_are_worked_out_only_while_somebody_looks_at_them(grid: CardGrid, worked_out: list[Any]) -> None:
    write(grid, "resources", "FC")
    assert (grid.piles, worked_out) == ({}, [])
    grid.hear({"type": "lay", "piles": True})
    grid.show()
    assert len(worked_out) == 1, "the list is the same"
    write(grid, "bonus_source_printed", "Mason")
    write(grid, "bonus_source", "Mason")
    write(grid, "bonus_resource", "F")
    first, mason = (
        next(row.id for row in grid.editor.rows(CARDS) if row.cells["name"] == name)
        for name in ("Cross Roads", "Mason")
    )
    (chain,) = [chain for chain in grid.piles["chains"] if (CARDS, mason, 1) in chain]
    assert (CARDS, first, 2) in chain
    known = len(worked_out)
    grid.in_sight = False
    write(grid, "resources", "GG")
    assert len(worked_out) == known
    grid.in_sight = True
    grid.show_selected()
    known += 1
    assert len(worked_out) == known
    grid.hear({"type": "lay", "piles": False})
    write(grid, "resources", "FF")
    assert len(worked_out) == known


def test_every_row_of_every_game_has_its_emblem_and_every_bonus_its_chain() -> None:
    for game_id in list_games():
        editor = DeckEditor(load_deck(game_id))
        told = piles_told(editor)
        for table in editor.game.tables:
            assert told["emblems"][table.file].keys() == {str(row.id) for row in editor.rows(table.file)}, game_id
        linked = {(file, row) for chain in told["chains"] for file, row, _ in chain}
        kinds = {card for one in editor.deck.bonuses if one.source is not None for card in (one.card, one.source)}
        assert len(linked) == len(kinds), game_id


def test_a_move_to_another_pile_is_told_in_words_and_refused_where_the_list_would_be_wrong(grid: CardGrid) -> None:
    write(grid, "resources", "FC", sound=True)
    assert (grid.grid["status"], grid.grid["refused"]) == ("Cross Roads, resources: TT → FC.", False)
    before = grid.editor.to_dict()
    write(grid, "resources", "XX", sound=True)
    assert grid.grid["refused"]
    assert grid.grid["status"].startswith("'X' in 'XX' is not a category")
    assert grid.editor.to_dict() == before


def test_the_card_that_is_looked_at_is_the_selected_one_and_can_be_selected_elsewhere(grid: CardGrid) -> None:
    assert grid.selected == ""
    rows = grid.editor.rows(CARDS)
    grid.hear({"type": "look", "file": CARDS, "row": rows[3].id})
    assert grid.selected == rows[3].cells["card_id"]
    grid.select(rows[5].cells["card_id"])
    assert (grid.selected, grid.face["row"]) == (rows[5].cells["card_id"], rows[5].id)
    grid.select("no such card")
    assert grid.selected == rows[5].cells["card_id"]
