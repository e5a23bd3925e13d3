"""table.js alone: planted scenes of stages, a board and a trade, which games to come lay on the same table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import sent, show
from tests.widgets.sample_scene import CATEGORIES, sample_scene
from workbench.kernel.scenes.scene import CardFace, Choice, Edge, Group, Scene, SceneZone


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    bare_page.goto(address)
    return bare_page


def scene(*zones: SceneZone, choices: tuple[Choice, ...] = ()) -> dict[str, Any]:
    """The sample of four seats with other zones in the middle."""
    seats = sample_scene(0).seats
    phases = (("quest", "Quest"),)
    return Scene("Planted", 0, "quest", phases, "Choose.", seats=seats, zones=zones, choices=choices).as_dict() | {
        "asked": 1
    }


def stages() -> SceneZone:
    """A quest: one stage past, one fought, one to come."""
    groups = (
        Group("1", "Stage 1", total="15", standing=((0, 1), (1, 1)), state="past"),
        Group("2", "Stage 2", total="25", standing=((0, 30),), state="current", fault="not over 15"),
        Group("3", "Stage 3", badge="3 cards", state="ahead"),
    )
    foes = (
        CardFace("robber", "Robber Knight", value="15", emblem="horse", group="1"),
        CardFace("saxon", "Saxon Knight", value="15", emblem="helm", group="2"),
        CardFace("back", face_down=True, group="3"),
    )
    return SceneZone("quest", "The quest", "stages", None, 3, foes, groups)


def board() -> SceneZone:
    """Four districts in a square, with four boulevards, on one of which an agent lies."""
    places = ((0, 0), (0, 1), (1, 0), (1, 1))
    symbols = tuple(CATEGORIES.values())
    cells = tuple(
        Group(f"{row}{column}", f"District {row}{column}", symbols[number], "2", standing=((1, 3),), at=(row, column))
        for number, (row, column) in enumerate(places)
    )
    agent = CardFace("agent", "Agent", emblem="key", description="an agent of Seat 2")
    edges = (
        Edge("north", ("00", "01"), agent),
        Edge("west", ("00", "10"), ends=("1", "2")),
        Edge("east", ("01", "11"), ends=("3", "1"), why="It is full."),
        Edge("south", ("10", "11")),
    )
    return SceneZone("city", "The city", "board", groups=cells, edges=edges)


def test_the_stage_that_is_fought_is_the_largest_and_is_said_to_be_the_current_one(table: Any) -> None:
    show(table, scene(stages()))
    steps = table.locator(".rt-step")
    assert steps.evaluate_all("all => all.map((one) => one.getAttribute('aria-current'))") == [None, "step", None]
    sizes = [step.bounding_box()["width"] for step in steps.all()]
    assert sizes[1] == max(sizes)
    assert table.get_by_role("img", name="Stage 2: you 30; 25; not over 15").count() == 1
    assert steps.nth(2).locator(".rt-back").inner_text() == ""


def test_a_stage_is_chosen_where_it_lies(table: Any) -> None:
    show(table, scene(stages(), choices=(Choice(7, "Play to stage 2", on="group:quest/2", tab="play"),)))
    table.locator(".rt-frame .rt-stage-title").get_by_text("Stage 2").click()
    assert sent(table) == [{"type": "act", "actions": [7], "asked": 1}]


def test_cells_lie_in_rows_and_columns_with_edges_between_them(table: Any) -> None:
    show(table, scene(board()))
    boxes = [cell.bounding_box() for cell in table.locator(".rt-cell").all()]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    assert boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"] == boxes[3]["x"]
    north = table.get_by_role("group", name="District 00 and District 01").bounding_box()
    assert boxes[0]["x"] + boxes[0]["width"] <= north["x"] < north["x"] + north["width"] <= boxes[1]["x"]
    assert table.get_by_role("img", name="an agent of Seat 2").is_visible()


def test_an_edge_that_cannot_be_taken_back_is_pointed_at_first(table: Any) -> None:
    choice = Choice(9, "Send an agent here", on="edge:city/west", points=True)
    show(table, scene(board(), choices=(choice,)))
    table.get_by_role("button", name="Send an agent here: District 00 and District 10").click()
    assert sent(table) == []
    assert table.locator(".rt-edge.rt-pointed").count() == 1
    table.locator(".rt-ask").get_by_role("button", name="Send an agent here").click()
    assert sent(table) == [{"type": "act", "actions": [9], "asked": 1}]


def test_what_cannot_be_chosen_says_why(table: Any) -> None:
    show(table, scene(board()))
    table.get_by_role("button", name="It is full.").click()
    assert table.get_by_role("alert").inner_text() == "It is full."
    assert sent(table) == []


@pytest.mark.parametrize("planted", [stages(), board()], ids=lambda zone: zone.layout)
def test_axe_finds_nothing_serious(table: Any, planted: SceneZone) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    show(table, scene(planted))
    assert serious_findings(table) == []
