"""Quests' dashboard in Voila, played by people with a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.knights import KeyboardKnight, Knight, MouseKnight
from tests.e2e.waiting import wait_for
from tests.servers import RunningServer

EVERYBODY = (0, 1, 2)
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1366, "height": 768}


@pytest.fixture(scope="module")
def knight(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Knight:
    """Somebody who has opened the dashboard and begins one game after the other there."""
    page = shared_pages()
    page.goto(dashboards.notebook("quests.ipynb"))
    return Knight(page)


def scrolls(page: Any) -> bool:
    """Whether something is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def play_on(knight: Knight, until: Callable[[], bool], seen: dict[str, list[str]], most: int = 3000) -> None:
    """Play for all at the device until something holds; `seen` collects the phases and the outcomes of the battles."""
    page = knight.page
    for _ in range(most):
        knight.wait_until_asked()
        if knight.is_over() and not knight.reveals():
            return
        if page.locator(".rt-cover:not([hidden]) button").count():
            assert page.locator(".rt-frame .rt-card:not(.rt-back)").count() == 0, "a covered table shows no face"
            knight.say_ready()
            continue
        if knight.reveals():
            seen["battles"].append(knight.turn_all()[-1])
            continue
        if until():
            return
        seen["phases"].append(knight.phase())
        knight.act()
    raise AssertionError(f"still {knight.phase()!r} after {most} acts")


def test_a_quest_is_set_on_a_phone_and_its_cards_are_seen_by_nobody_else(knight: Knight) -> None:
    """Three people share one device."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page, seen = knight.page, {"phases": [], "battles": []}
    knight.start_match(seats=3, people=EVERYBODY, seed=3)
    play_on(knight, lambda: knight.phase() == "Quest: you sponsor it", seen)
    page.set_viewport_size(PHONE)
    wait_for(page, lambda: not scrolls(page))
    assert serious_findings(page) == []
    blocked = page.get_by_role("button", name="Set the quest", exact=True)
    wait_for(page, lambda: blocked.get_attribute("aria-disabled") == "true")
    blocked.press("Enter")
    page.get_by_role("alert").get_by_text("Stage 1 needs a foe or a test.").wait_for()
    play_on(knight, lambda: knight.phase() == "Quest: who joins?", seen)
    assert page.locator(".rt-stages .rt-card:not(.rt-back)").count() == 0, "the groups lie face down"
    page.set_viewport_size(DESK)
    assert page.errors == []


@pytest.mark.slow  # a quest is set above; test_stages_and_boards_in_a_browser.py shows the stage that is fought
def test_three_people_play_a_quest_to_its_end(knight: Knight) -> None:
    """At one device; outcomes are told, and the rules are read."""
    page, seen = knight.page, {"phases": [], "battles": []}
    knight.start_match(seats=3, people=EVERYBODY, seed=3)
    play_on(knight, lambda: knight.phase() == "Quest: who joins?", seen)
    page.set_viewport_size({"width": 1920, "height": 1080})
    wait_for(page, lambda: not scrolls(page))
    page.set_viewport_size(DESK)
    ends = ("completes the quest", "Nobody completes the quest")
    play_on(knight, lambda: any(end in knight.told() for end in ends), seen)
    assert seen["battles"]
    assert all("The stage has" in outcome for outcome in seen["battles"])
    assert any(phase.startswith("Quest: stage 1") for phase in seen["phases"])
    page.keyboard.press("r")
    page.get_by_role("button", name="House rules").click()
    page.get_by_text("Use cases.", exact=True).wait_for()
    page.keyboard.press("Escape")
    assert page.errors == []


def test_a_set_of_rules_and_a_rule_are_chosen_in_the_lobby(knight: Knight) -> None:
    page = knight.open_lobby()
    page.locator("summary", has=page.get_by_text("Rules", exact=True)).click()
    page.get_by_role("radio", name="Published rules").check()
    page.get_by_text("Only foe or test is told of a stage.").first.wait_for()
    knight.set_rules({"stage_reveal": "cards"})
    page.get_by_role("radio", name="Our own rules").wait_for()
    page.get_by_role("button", name="As printed").click()
    page.get_by_role("radio", name="Our own rules").wait_for(state="detached")
    wait_for(page, page.get_by_role("radio", name="Use cases").is_checked)
    assert page.errors == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "seats", "size", "options"),
    [
        (KeyboardKnight, 3, {"width": 1920, "height": 1080}, {}),
        (MouseKnight, 4, PHONE, {"mordred_windows": "every_step"}),
    ],
    ids=["three by keyboard", "four by mouse on a phone"],
)
def test_a_whole_game_is_played_with_one_device_of_input_alone(
    knight: Knight, way: type[Knight], seats: int, size: dict[str, int], options: dict[str, Any]
) -> None:
    """One person against bots; what can be pressed can be reached, nothing lies over it, and the score says who won."""
    person, seen = way(knight.page), {"phases": [], "battles": []}
    page = person.page
    page.set_viewport_size(DESK)
    person.start_match(seats=seats, people=(0,), seed=5, turn_limit=5, **options)
    page.set_viewport_size(size)
    play_on(person, lambda: False, seen)
    assert person.is_over()
    assert seen["battles"]
    assert "Who sponsors?" in seen["phases"]
    message = page.locator(".rt-message").inner_text()
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    assert "wins the game" in message or "share the win" in message or "nobody has become" in message
    assert page.errors == []
