"""Cadwallon's dashboard in Voila, played by people with a real browser: by mouse, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.couriers import KeyboardCourier, MouseCourier
from tests.e2e.waiting import wait_for
from tests.servers import RunningServer

DESK, PROJECTOR, PHONE = (1366, 768), (1920, 1080), (360, 740)
CARDS = 9
ALL_CARDS = {"special_action_cards": True, "contract_cards": True, "condition_cards": True}
NO_CARDS = dict.fromkeys(ALL_CARDS, False)  # said again: the lobby keeps the rules of the match before
# The parts of the city that do not lie in their field, or are too small to read.
CITY_FAULTS = """() => {
  const field = document.querySelector(".rt-field").getBoundingClientRect();
  return [...document.querySelectorAll(".rt-cell, .rt-edge")].flatMap((part) => {
    const box = part.getBoundingClientRect();
    const inside = box.left >= field.left - 1 && box.right <= field.right + 1 && box.top >= field.top - 1
      && box.bottom <= field.bottom + 1;
    const size = parseFloat(getComputedStyle(part).fontSize);
    return inside && size >= 11 ? [] : [part.getAttribute("aria-label") ?? part.ariaLabel];
  });
}"""


@pytest.fixture(scope="module")
def page(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Any:
    """The dashboard, on which one match after the other is begun."""
    opened = shared_pages()
    opened.goto(dashboards.notebook("cadwallon.ipynb"))
    return opened


def sized(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.slow  # an agent is sent below; test_stages_and_boards_in_a_browser.py judges cards, test_stage.py looks
def test_a_round_is_played_by_mouse_and_judged_card_by_card(page: Any) -> None:
    """One person against two bots; the whole city is in sight on a desk, a projector and a phone."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    courier, seen = MouseCourier(page), {"rounds": [], "asked": []}
    sized(page, DESK)
    courier.start_match(seats=3, people=(0,), seed=5, **ALL_CARDS)
    courier.play_on(seen, rounds=1)
    (said,) = seen["rounds"]
    assert len(said) == CARDS + 1
    assert all(" wins " in words or " stays: " in words for words in said[:-1])
    assert said[-1].startswith("Cards won: ")
    assert any(words.startswith("Which contract do you keep?") for words in seen["asked"])
    assert sum(words.startswith("Send an agent.") for words in seen["asked"]) >= 4
    for size in (DESK, PROJECTOR, PHONE):
        sized(page, size)
        courier.wait_until_asked()
        wait_for(page, lambda: page.locator(".rt-cell").count() == CARDS)
        wait_for(page, lambda: page.evaluate(CITY_FAULTS) == [], f"the whole city is in sight: {size}")
        wait_for(page, lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
    assert serious_findings(page) == []
    assert "a reconstruction" in page.locator(".rt-heading").text_content()
    assert page.errors == []


def test_what_an_agent_would_gain_is_said_before_it_is_sent(page: Any) -> None:
    """Then it is sent, a bot answers, and the person is asked again."""
    courier = KeyboardCourier(page)
    sized(page, DESK)
    courier.start_match(seats=2, people=(0,), seed=5, first_player="seat_0", **NO_CARDS)
    courier.wait_until_asked()
    page.locator(".rt-heading").click()
    courier.tab_to(".rt-field button.rt-edge")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator(".rt-message", has_text="Send an agent. Here you gain ").wait_for()
    wait_for(page, lambda: page.locator(".rt-touched").count() == 2)
    gains = page.locator(".rt-edge.rt-pointed .rt-end").all_inner_texts()
    message = page.locator(".rt-message").inner_text()
    assert [word for word in message.replace(",", " ").split() if word.isdigit()] == gains
    page.locator(".rt-small-line.rt-answer").wait_for()
    assert page.locator(".rt-agent").count() == 6, "nothing is sent yet; those to send lie before the person"
    asked = courier.question()
    page.keyboard.press("Enter")
    page.locator(".rt-board .rt-agent").nth(1).wait_for()
    wait_for(page, lambda: courier.question() not in (asked, "0"), "the bot has answered")
    page.locator(".rt-field button.rt-edge").first.wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_a_whole_game_is_played_to_its_end_with_the_keyboard_alone(page: Any) -> None:
    courier, seen = KeyboardCourier(page), {"rounds": [], "asked": []}
    sized(page, DESK)
    courier.start_match(seats=3, people=(0,), seed=11, **ALL_CARDS, personality_assignment="manual")
    sized(page, PROJECTOR)
    courier.play_on(seen)
    assert courier.is_over()
    assert len(seen["rounds"]) >= 3
    assert all(len(said) == CARDS + 1 for said in seen["rounds"])
    assert " with " in page.locator(".rt-message").inner_text()
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_two_people_play_a_round_at_one_phone_with_the_mouse_alone(page: Any) -> None:
    courier, seen = MouseCourier(page), {"rounds": [], "asked": []}
    sized(page, DESK)
    courier.start_match(seats=2, people=(0, 1), seed=11, **NO_CARDS, personality_assignment="best")
    sized(page, PHONE)
    courier.play_on(seen, rounds=1)
    (said,) = seen["rounds"]
    assert len(said) == CARDS + 1
    courier.wait_until_asked()
    assert not courier.is_over()
    assert page.errors == []
