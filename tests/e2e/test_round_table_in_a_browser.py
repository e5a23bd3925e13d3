"""table.js alone: cards in a circle, and cards that people turn one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import atan2, tau
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show
from tests.e2e.scenes import moments
from tests.widgets.sample_scene import KNIGHTS, ring_scene, sample_reveal
from workbench.kernel.scenes.scene import Reveal

BOXES = """
all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])
"""


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    show(bare_page, scene())
    return bare_page


def scene(seat: int | None = 0, reveal: Reveal | None = None, asked: int = 1, **changed: Any) -> dict[str, Any]:
    """The sample of a round table, as the page is sent it."""
    return ring_scene(seat, reveal, **changed).as_dict() | {"asked": asked}


def focused(page: Any) -> str:
    """The name of what has the focus."""
    return page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")


# ---------------------------------------------------------------- a circle


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
@pytest.mark.parametrize("projector", [False, True])
def test_the_places_lie_round_the_table_clockwise_from_the_top(table: Any, width: int, projector: bool) -> None:
    page = resized(table, width, 740)
    show(page, scene())
    if projector:
        page.keyboard.press("m")
        page.get_by_role("menuitemcheckbox", name="Larger type").click()
        page.keyboard.press("m")
    places = page.locator(".rt-place")
    assert places.locator(".rt-group-name").all_inner_texts() == list(KNIGHTS)
    cards = places.locator(".rt-card")
    centres = [((left + right) / 2, (top + bottom) / 2) for left, top, right, bottom in cards.evaluate_all(BOXES)]
    middle = [sum(parts) / len(KNIGHTS) for parts in zip(*centres, strict=True)]
    turns = [atan2(x - middle[0], middle[1] - y) / tau % 1 for x, y in centres]
    assert min(turns[0], 1 - turns[0]) < 0.01, "the first place is at the top"
    assert turns[1:] == sorted(turns[1:]), "the others follow clockwise"
    boxes = cards.evaluate_all(BOXES) + places.locator("h4").evaluate_all(BOXES)
    for one, other in combinations(boxes, 2):
        assert not overlap(one, other), (one, other)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert min(box[0] for box in boxes) >= 0
    assert max(box[2] for box in boxes) <= width


def overlap(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share more than their edges."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 1


def test_places_are_read_in_order_with_all_that_marks_them(table: Any) -> None:
    names = table.locator(".rt-place .rt-card").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    assert [name.split(",")[0] for name in names] == list(KNIGHTS)
    assert names[2] == "Percival, government and nobility, Knight-Errant: Face-down card"
    assert table.locator(".rt-centre p").all_inner_texts() == ["Coins down", "Excalibur ↘"]
    assert table.get_by_role("region", name="Round Table").locator(".rt-symbol .rt-letter").count() == len(KNIGHTS)


def test_a_card_of_the_ring_is_pressed_directly(table: Any) -> None:
    table.get_by_role("button", name="Gareth").first.click()
    assert sent(table) == [{"type": "act", "actions": [26], "asked": 1}]


def test_arrow_keys_go_round_and_round(table: Any) -> None:
    card = table.locator(".rt-place .rt-card").first
    card.focus()
    table.keyboard.press("ArrowLeft")
    assert focused(table).startswith("Accolon")
    table.keyboard.press("ArrowRight")
    table.keyboard.press("ArrowRight")
    assert focused(table).startswith("Agravaine")
    table.keyboard.press("End")
    assert focused(table).startswith("Accolon")
    assert table.locator(".rt-place [tabindex='0']").count() == 1, "one tab stop for the whole ring"
    table.keyboard.press("Enter")
    assert sent(table) == [{"type": "act", "actions": [27], "asked": 1}]


def test_a_place_without_a_card_keeps_its_name(table: Any) -> None:
    ring, aside = ring_scene(None).as_dict()["zones"]
    show(table, scene(None) | {"zones": [ring | {"cards": ring["cards"][:3], "count": 3}, aside]})
    assert table.locator(".rt-place .rt-card").count() == 3
    assert table.locator(".rt-place .rt-group-name").count() == len(KNIGHTS)


def test_a_place_that_can_be_chosen_is_edged_in_gold_and_another_says_why_not(table: Any) -> None:
    asked = (one for one in moments("guile", "base_game", 2) if one.viewer == "asked")
    show(table, next(one.scene for one in asked if one.phase == "choose_start_knight"))
    edges = table.locator(".rt-empty-place").evaluate_all("all => all.map(one => getComputedStyle(one).border)")
    gold = [edge for edge in edges if edge.endswith("dashed rgb(246, 197, 68)")]
    assert (len(edges), len(gold)) == (8, 4)
    table.locator(".rt-empty-place.rt-cannot").first.click()
    table.get_by_text("The Start Knight is one of your own faction.").wait_for()
    assert sent(table) == []


def test_a_reveal_without_cards_asks_nobody_to_turn_any(table: Any) -> None:
    reveal = sample_reveal()
    empty = replace(reveal, key="nothing", zone=replace(reveal.zone, cards=()), steps=())
    show(table, scene(reveal=empty))
    assert table.locator(".rt-revealing").count() == 0
    show(table, scene(reveal=reveal))
    assert table.locator(".rt-revealing").count() == 1


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(table: Any, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = resized(table, width)
    show(page, scene())
    assert serious_findings(page) == []
    show(page, scene(reveal=sample_reveal()))
    page.get_by_role("button", name="Turn the next card").click()
    assert serious_findings(page) == []
    page.get_by_role("button", name="All at once").click()
    assert serious_findings(page) == []


def test_marks_are_seen_without_colours(table: Any) -> None:
    table.emulate_media(forced_colors="active")
    try:
        borders = table.locator(".rt-place h4").evaluate_all(
            "all => all.map(one => getComputedStyle(one).borderTopWidth)"
        )
    finally:
        table.emulate_media(forced_colors="none")
    assert [borders[2], borders[5]] == ["3px", "3px"]
    assert set(borders[:2]) == {"1px"}


# ---------------------------------------------------------------- turning cards


def revealing(page: Any) -> bool:
    """Whether cards wait to be turned."""
    return page.locator(".rt-revealing").count() == 1


def turned(page: Any) -> int:
    """How many cards lie face up."""
    return page.locator(".rt-place .rt-card:not(.rt-back)").count()


def test_cards_are_turned_one_by_one_and_nothing_is_shown_too_early(table: Any) -> None:
    reveal = sample_reveal()
    won = {"message": "Seat 2 has won.", "log": ("Seat 2 wins round 1.",), "phase": "build"}
    seats = tuple({**panel, "facts": (("wins", "7"),)} for panel in scene()["seats"])
    before = table.get_by_role("log").inner_text()
    show(table, scene(reveal=reveal, asked=2, **won) | {"seats": seats})
    for count, step in enumerate(reveal.steps):
        page_text = table.locator(".rt-table").inner_text()
        assert turned(table) == count
        assert "Seat 2 wins" not in page_text
        assert "Seat 2 has won" not in page_text
        assert "7" not in table.locator(".rt-fact b").all_inner_texts()
        assert "to act" not in page_text
        assert step.said not in page_text
        assert table.get_by_role("log").inner_text() == before
        assert table.locator(".rt-phase[aria-current=step]").inner_text() == "First trade"
        table.get_by_role("button", name="Turn the next card").click()
        assert table.locator(".rt-latest").get_attribute("aria-label").startswith(KNIGHTS[count])
    said = [step.said for step in reversed(reveal.steps)]
    assert table.locator(".rt-said li").all_inner_texts() == [reveal.outcome, *said]
    assert table.locator(".rt-message").inner_text() == reveal.outcome
    assert table.get_by_role("button", name="Exchange with Bors").count() == 0
    table.get_by_role("button", name="Go on").click()
    assert table.locator(".rt-message").inner_text() == "Seat 2 has won."
    assert "7" in table.locator(".rt-seats .rt-fact b").all_inner_texts()
    assert table.get_by_role("log").locator("p").inner_text().strip() == "Seat 2 wins round 1."
    table.get_by_role("button", name="Exchange with Bors").click()
    assert sent(table) == [{"type": "act", "actions": [20], "asked": 2}], "turning cards is said to nobody"


def test_face_down_cards_of_a_reveal_say_nothing(table: Any) -> None:
    show(table, scene(reveal=sample_reveal()))
    for _ in range(3):
        table.get_by_role("button", name="Turn the next card").click()
    backs = table.locator(".rt-place .rt-back")
    names = backs.evaluate_all("all => all.map(one => one.getAttribute('aria-label').split(': ')[1])")
    assert names == ["Face-down card"] * 5
    assert backs.all_inner_texts() == [""] * 5
    assert backs.locator("svg").count() == 0


def test_all_can_be_turned_at_once_and_go_on_waits_for_them(table: Any) -> None:
    show(table, scene(reveal=sample_reveal()))
    go_on = table.get_by_role("button", name="Go on")
    assert go_on.is_disabled()
    table.get_by_role("button", name="All at once").click()
    assert turned(table) == len(KNIGHTS)
    assert table.get_by_role("button", name="Turn the next card").is_disabled()
    assert go_on.is_enabled()


def test_newer_scenes_wait_behind_and_the_newest_is_shown_then(table: Any) -> None:
    show(table, scene(reveal=sample_reveal(), asked=2))
    table.get_by_role("button", name="Turn the next card").click()
    for number in (3, 4):
        show(table, scene(reveal=sample_reveal(), asked=number, message=f"Scene {number}"))
        assert turned(table) == 1
    table.get_by_role("button", name="All at once").click()
    table.get_by_role("button", name="Go on").click()
    assert table.locator(".rt-message").inner_text() == "Scene 4"
    show(table, scene(reveal=sample_reveal(), asked=5))
    assert not revealing(table), "each is shown once"
    show(table, scene(reveal=sample_reveal("round 2"), asked=6))
    assert revealing(table)
    show(table, scene(asked=7))
    assert not revealing(table), "what was taken back is not revealed"
    show(table, scene(reveal=sample_reveal(), asked=8))
    assert revealing(table), "another match may come to the same cards"


def test_a_page_reveals_only_what_came_while_it_was_open(table: Any, address: str) -> None:
    show(table, scene(reveal=sample_reveal()))
    table.get_by_role("button", name="All at once").click()
    table.get_by_role("button", name="Go on").click()
    table.goto(address)
    show(table, scene())
    show(table, scene(reveal=sample_reveal()))
    assert not revealing(table), "a reloaded page has revealed it already"
    table.goto(address)
    show(table, scene(reveal=sample_reveal("round 2")))
    assert not revealing(table), "somebody who comes later sees the table as it is"
    show(table, scene(reveal=sample_reveal("round 3")) | {"dealt": 2})
    assert not revealing(table), "a match that is brought back lies as it was left"
    show(table, scene() | {"dealt": 2})
    show(table, scene(reveal=sample_reveal("round 4")) | {"dealt": 2})
    assert revealing(table)


def test_cards_are_turned_by_keyboard_alone(table: Any) -> None:
    table.get_by_role("button", name="Exchange with Bors").focus()
    show(table, scene(reveal=sample_reveal(), asked=2))
    assert focused(table) == "Turn the next card"
    for _ in KNIGHTS:
        table.keyboard.press("Enter")
    assert turned(table) == len(KNIGHTS)
    assert focused(table) == "Go on"
    table.keyboard.press("Enter")
    assert not revealing(table)


def test_a_cover_waits_until_the_cards_are_turned(table: Any) -> None:
    cover = {"seat": 1, "title": "Pass the device to Seat 2", "button": "I am Seat 2: go on"}
    show(table, scene(None, sample_reveal()), cover=cover)
    assert table.locator(".rt-cover").is_hidden()
    table.get_by_role("button", name="All at once").click()
    table.get_by_role("button", name="Go on").click()
    table.get_by_role("button", name="I am Seat 2").click()
    assert sent(table) == [{"type": "ready", "seat": 1}]


def test_nothing_turns_round_for_those_who_asked_for_stillness(table: Any) -> None:
    table.emulate_media(reduced_motion="reduce")
    try:
        show(table, scene(reveal=sample_reveal()))
        table.get_by_role("button", name="Turn the next card").click()
        assert table.locator(".rt-latest").evaluate("one => getComputedStyle(one).animationName") == "none"
    finally:
        table.emulate_media(reduced_motion="no-preference")
