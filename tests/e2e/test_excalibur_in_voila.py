"""Excalibur's dashboard in Voila, played by people with a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person, WithMouse, choose
from tests.e2e.waiting import wait_for
from tests.servers import RunningServer

PHONE, PROJECTOR = 360, 1920
OUTCOMES = ("win: ", "tainted win: ", "loss: ", "ultimate loss: ")


@pytest.fixture(scope="module")
def person(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Person:
    """Somebody who has opened the dashboard on a phone and begins one game after the other there."""
    page = shared_pages(width=PHONE, height=740)
    page.goto(dashboards.notebook("excalibur.ipynb"))
    return Person(page)


def phase(person: Person) -> str:
    """The step of the round that the screen marks."""
    marked = person.page.locator(".rt-phase[aria-current=step]")
    return marked.inner_text() if marked.count() else ""


def scrolls_sideways(page: Any) -> bool:
    """Whether something is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


def chips(person: Person, zone: str, look: str = "") -> list[str]:
    """The chips of a zone in words, as a screen reader says them; `look` chooses among them."""
    found = person.page.locator(f"[data-zone={zone}] .rt-card{look}")
    return [found.nth(i).get_attribute("aria-label") for i in range(found.count())]


def say(person: Person, phrase: str) -> None:
    """Open what may be said, say it, wait until the table has heard it, and close it again."""
    page = person.page
    if not page.locator(".rt-asides").is_visible():
        choose(page, "Say something")
    page.get_by_role("button", name=phrase).click()
    page.locator(".rt-log-lines").get_by_text(f"Seat 1 says: {phrase}").wait_for()
    for _ in range(2):
        page.get_by_role("button", name="Menu", exact=True).click()
    page.locator(".rt-asides").wait_for(state="hidden")


@pytest.mark.slow
def test_a_whole_game_is_played_on_a_phone_and_its_end_stands_on_the_projector(person: Person) -> None:
    """With the mouse alone, against four bots; each step of a round and the end are looked at by axe."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    person, page = WithMouse(person.page), person.page
    page.set_viewport_size({"width": PHONE, "height": 740})
    person.start_match(seats=5, seed=7)
    steps: list[str] = []
    while True:
        person.wait_until_asked()
        if person.is_over():
            break
        if phase(person) not in steps:
            steps.append(phase(person))
            assert serious_findings(page) == []
            if phase(person) == "Draw":
                say(person, "I hold no sword.")
                assert phase(person) == "Draw", "talk is no move"
        assert not scrolls_sideways(page)
        person.act()
    assert {"Draw", "Play", "Resolve"} <= set(steps)
    for width in (PHONE, PROJECTOR):
        page.set_viewport_size({"width": width, "height": 1080})
        wait_for(page, lambda: not scrolls_sideways(page))
        assert serious_findings(page) == []
    told = page.locator(".rt-banner").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    outcomes = [re.search(rf"({'|'.join(OUTCOMES)}).*(?= Outcome:)", words)[0] for words in told]
    assert len(outcomes) == 5
    assert all(outcome.startswith(OUTCOMES) for outcome in outcomes)
    message = page.locator(".rt-message").inner_text()
    assert ("and wins." in message) == any(outcome == "win: holds Excalibur" for outcome in outcomes)
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    for every_line in page.get_by_text(": every line").all():
        every_line.click()
    page.get_by_role("cell", name=outcomes[0], exact=True).first.wait_for()
    page.keyboard.press("r")
    page.get_by_label("Search the rules").fill("ex-336")
    page.locator("#rule-EX-336").wait_for()
    assert page.errors == []


@pytest.mark.parametrize("most", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_two_people_at_one_device_play_rounds_and_never_see_each_others_chips(person: Person, most: int) -> None:
    page = person.page
    person.start_match(seats=2, people=(0, 1), seed=7)
    hands, rounds = {}, 0
    while rounds < most:
        person.wait_until_asked()
        if page.locator(".rt-cover:not([hidden])").count():
            assert page.locator(".rt-layout-hand").count() == 0
            assert page.locator("[data-zone=seen-hand]").count() == 0
            holder = page.locator(".rt-cover h3").inner_text()
            person.say_ready()
            hands[holder] = person.hand()
            continue
        if phase(person) == "Play":
            closed = chips(person, "table", ".rt-fist")
            rounds += len(closed) == 1
            assert all("fist" in words for words in closed), "a closed fist tells nothing"
        person.act()
    assert set(hands) == {"Pass the device to Seat 1", "Pass the device to Seat 2"}
    assert page.errors == []
