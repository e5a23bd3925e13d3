"""table.js alone: places side by side, round chips and fists, and what is said beside the game."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show
from tests.e2e.people import choose
from tests.widgets.sample_scene import places_scene
from workbench.kernel.scenes.scene import Choice
from workbench.play.match import Match


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    show(bare_page, scene())
    return bare_page


def scene(asked: int = 1, **changed: Any) -> dict[str, Any]:
    return places_scene(**changed).as_dict() | {"asked": asked}


def test_a_place_without_cards_is_still_a_place(table: Any) -> None:
    headings = table.locator("[data-zone=avalon] h4").all_inner_texts()
    assert [heading.split() for heading in headings] == [
        ["Region", "1", "3"],
        ["Region", "2", "2"],
        ["Region", "3", "0"],
    ]


def test_backs_show_their_numbers_and_a_press_names_one(table: Any) -> None:
    region = table.locator("[data-zone=avalon] .rt-group").nth(1)
    assert region.locator(".rt-back").all_inner_texts() == ["1", "2"]
    table.get_by_role("button", name="chip 2 of region 2").click()
    assert sent(table) == [{"type": "act", "actions": [11], "asked": 1}]


def test_a_chip_is_round_and_a_closed_fist_tells_nothing_but_that_it_is_closed(table: Any) -> None:
    chip = table.locator("[data-zone=avalon] .rt-chip").first
    box = chip.bounding_box()
    assert abs(box["width"] - box["height"]) < 1
    assert chip.evaluate("chip => getComputedStyle(chip).borderRadius") == "50%"
    assert table.get_by_role("img", name="closed fist").inner_text() == "closed"


def test_a_shape_that_is_none_is_a_card(table: Any) -> None:
    drawn = scene(asked=2)
    drawn["zones"][0]["cards"][0]["shape"] = "chip rt-cover"
    show(table, drawn)
    assert table.locator(".rt-own .rt-card").get_attribute("class").split() == ["rt-card"]


def test_what_is_said_beside_the_game_is_folded_and_stays_unfolded_while_somebody_speaks(table: Any) -> None:
    phrase = table.get_by_role("button", name="I hold no sword.")
    assert table.locator(".rt-ask").is_hidden(), "talk asks for no move"
    assert phrase.is_hidden()
    choose(table, "Say something")
    phrase.click()
    assert sent(table) == [{"type": "act", "actions": [90], "asked": 1}]
    show(table, scene(asked=2))
    assert phrase.is_visible()
    show(table, scene(asked=3, choices=(Choice(1, "Draw"),)))
    assert table.locator(".rt-asides").is_hidden()
    assert table.locator(".rt-ask").get_by_role("button").all_inner_texts() == ["Draw"]


@pytest.mark.parametrize("width", [360, *(pytest.param(width, marks=pytest.mark.slow) for width in (900, 1920))])
def test_what_can_be_pressed_comes_first_on_a_narrow_screen_and_lies_above_the_hand(table: Any, width: int) -> None:
    page = resized(table, width)
    show(page, scene())
    avalon, table, hand = (page.locator(f"[data-zone={zone}]").bounding_box() for zone in ("avalon", "table", "hand"))
    if width == 1920:
        assert max(table["y"] + table["height"], avalon["y"] + avalon["height"]) <= hand["y"]
        assert table["x"] < avalon["x"], "on a wide screen places stay where they are"
    else:
        assert avalon["y"] < table["y"] < hand["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    choose(page, "Say something")
    assert serious_findings(page) == []


def test_a_map_that_is_larger_than_its_frame_is_moved_with_the_mouse(table: Any) -> None:
    options, bots = {"game_variant": "labyrinth_city"}, dict.fromkeys(range(6), "random")
    match = Match("guild_master", seats=6, seed=7, options=options, bots=bots)
    while match.phase != "build":
        match.play_bot(match.to_act[0])
    show(table, match.scene(0).as_dict() | {"asked": 2})
    frame, position = table.locator(".rt-map-frame"), "frame => [frame.scrollLeft, frame.scrollTop]"
    for _ in range(4):
        table.get_by_role("button", name="Larger").click()
    left, top = frame.evaluate(position)
    box = frame.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.mouse.move(x, y)
    table.mouse.down()
    table.mouse.move(x - 20, y - 10)
    assert frame.evaluate(position) == [left + 20, top + 10]
    table.mouse.up()
    table.mouse.move(x, y)
    assert frame.evaluate(position) == [left + 20, top + 10], "only while the button is down"
