"""Guile's dashboard in Voila, played by people with a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person, WithMouse, open_hand
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer

AT_THE_TABLE = {"faction_choice": "seat_0_arthur", "start_knight": "random", "start_player": "seat_0"}

WATCH_COVERED_FACES = """() => {
  window.coveredFaces = 0;
  new MutationObserver(() => {
    if (!document.querySelector(".rt-cover:not([hidden])")) return;
    window.coveredFaces += document.querySelectorAll(".rt-table .rt-card:not(.rt-back)").length;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture(scope="module")
def person(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Person:
    """Somebody who has opened the dashboard and begins one match after the other there."""
    page = shared_pages()
    page.goto(dashboards.notebook("guile.ipynb"))
    return Person(page)


def phase(person: Person) -> str:
    """The step of the round that a screen marks."""
    marked = person.page.locator(".rt-phase[aria-current=step]")
    return marked.inner_text() if marked.count() else ""


def faces(person: Person) -> list[str]:
    """The cards that lie face up on the knights."""
    return person.page.locator(".rt-frame .rt-place .rt-card:not(.rt-back) .rt-title").all_inner_texts()


def peek(person: Person) -> str:
    """Look at the Knight-Errant's card and return its title once it is put back."""
    person.page.get_by_role("button", name="Peek at the card").click()
    back = person.page.get_by_role("button", name="Put the card back", exact=True)
    back.wait_for()
    (seen,) = faces(person)
    back.click()
    back.wait_for(state="detached")
    return seen


@pytest.mark.slow
def test_a_whole_match_against_a_bot_ends_with_its_score(person: Person) -> None:
    """With the mouse alone; axe looks at every phase."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    person, page = WithMouse(person.page), person.page
    page.set_viewport_size({"width": 1366, "height": 768})
    person.start_match(seed=7)
    for width, height in ((360, 740), (1920, 1080), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, f"document.documentElement.scrollWidth <= {width}")
    outcomes, looked_at = [], set()
    while True:
        person.wait_until_asked()
        now = "cards are turned" if person.reveals() else phase(person)
        if now not in looked_at and not person.is_over():
            looked_at.add(now)
            assert serious_findings(page) == [], now
        if person.reveals():
            number = len(outcomes) + 1
            assert f"wins round {number}" not in page.locator(".rt-table").inner_text(), "told too early"
            said = person.turn_all()
            assert len(said) == 8
            outcomes.append(said[-1])
            assert f"round {number}" in outcomes[-1]
            continue
        if person.is_over():
            break
        if phase(person).endswith("cycle"):
            assert faces(person) == []
            if phase(person) == "First cycle":
                peek(person)
                continue
        person.act()
    assert {"Draft", "Placement", "First cycle", "Second cycle", "cards are turned"} <= looked_at
    page.set_viewport_size({"width": 1280, "height": 900})
    assert len(outcomes) >= 2
    winner = page.locator(".rt-message").inner_text().split(" wins 2 victory cards")[0]
    assert outcomes[-1].startswith(f"{winner} wins round")
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    page.get_by_text(f"{winner} wins.").first.wait_for()
    page.get_by_text("Round 2: every line").click()
    page.get_by_text("total of King Arthur's allies").nth(1).wait_for()
    page.keyboard.press("r")
    page.get_by_label("Search the rules").fill("gl-049")
    page.get_by_role("button", name="All rules").click()
    page.locator(".rt-rules .rt-number", has_text="GL-049").wait_for()
    assert page.errors == []


@pytest.mark.slow  # covers: test_excalibur_in_voila.py, test_table_in_a_browser.py, widgets/table/test_play_app.py
def test_two_people_at_one_device_never_see_what_is_secret(person: Person) -> None:
    """Hands, placement and peeks are covered from the other; test_round_table_in_a_browser.py covers the reveal."""
    page = person.page
    person.start_match(people=(0, 1), seed=7, **AT_THE_TABLE)
    page.evaluate(WATCH_COVERED_FACES)
    passed, seen, holder = [], [], None
    while len(seen) < 4:
        person.wait_until_asked()
        if page.locator(".rt-cover:not([hidden])").count():
            assert page.locator(".rt-card:not(.rt-back)").count() == 0, "a covered table shows no face"
            holder = page.locator(".rt-cover h3").inner_text()
            passed.append(holder)
            person.say_ready()
            continue
        if phase(person).endswith("cycle"):
            assert faces(person) == [], "nobody is shown a card again"
            seen.append((holder, peek(person)))
            continue
        laid, held = len(faces(person)), len(person.hand())
        if phase(person) == "Placement":
            assert laid + held == 4, "a seat sees its own four cards and no other"
        person.act()
    assert {name for name, _ in seen} == {"Pass the device to Seat 1", "Pass the device to Seat 2"}
    assert all(one != other for one, other in pairwise(passed))
    assert page.evaluate("window.coveredFaces") == 0, "no face is drawn under a cover, not for a moment"
    assert page.errors == []


def sit_at_windows(person: Person, acts: int) -> list[Person]:
    """Two people in windows of their own, who have done so many acts each while the screen for all shows no card."""
    page = person.page
    person.start_match(people=(0, 1), seed=7, screen="public screen", code_of_chivalry="yes", **AT_THE_TABLE)
    people = [open_hand(page, seat) for seat in (0, 1)]
    for one in people:
        one.page.bring_to_front()
        for _ in range(acts):
            one.wait_until_asked()
            one.act()
        assert faces(person) == []
        assert page.locator(".rt-card:not(.rt-back)").count() == 0
    return people


def test_a_class_watches_while_two_people_play_in_windows_of_their_own(person: Person) -> None:
    people = sit_at_windows(person, acts=1)
    assert serious_findings(people[0].page) == []
    assert all(one.hand() for one in people)
    assert all(one.page.errors == [] for one in (person, *people))
    for one in people:
        one.page.close()  # else the screen stays behind these pages, where little of it is drawn


@pytest.mark.slow
def test_each_window_and_the_screen_for_all_turn_the_cards_by_themselves(person: Person) -> None:
    page, people = person.page, sit_at_windows(person, acts=5)
    acted = 0
    while not person.reveals():
        page.wait_for_selector(".rt-seat.rt-current, .rt-revealing")
        if person.reveals():
            break
        current = people[int(page.locator(".rt-seat.rt-current").get_attribute("data-seat"))]
        current.page.bring_to_front()
        current.page.wait_for_selector(".rt-ask:not([hidden])")
        current.page.get_by_role("button", name="Peek at the card").click()
        page.locator(".rt-message").get_by_text("looks at the card on").wait_for()
        assert faces(person) == faces(people[1 - people.index(current)]) == []
        current.page.get_by_role("button", name="Put the card back", exact=True).click()
        acted += 1
        counted = f"action {acted % 8 + 1} of 8"
        page.wait_for_selector(f".rt-revealing, .rt-centre:has-text('{counted}')")
    assert acted == 16
    told = []
    for one in (people[1], person, people[0]):
        one.page.bring_to_front()
        told.append(one.turn_all())
    assert told[0] == told[1] == told[2], "each screen turns the cards by itself"
    page.locator(".rt-card").first.wait_for(state="detached")
    wait_for(people[0].page, lambda: len(people[0].hand()) == 4)
    assert all(one.page.errors == [] for one in (person, *people))
    for one in people:
        one.page.close()  # else the screen stays behind these pages, where little of it is drawn


@pytest.fixture
def on_a_phone(person: Person) -> Iterator[Person]:
    """The same person with a narrow screen."""
    wide = person.page.viewport_size
    person.page.set_viewport_size({"width": 360, "height": 740})
    yield person
    person.page.set_viewport_size(wide)


@pytest.mark.slow
def test_on_a_phone_axe_finds_nothing_serious_and_nothing_scrolls_sideways(on_a_phone: Person) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    person, page, width = on_a_phone, on_a_phone.page, 360
    person.start_match(code_of_chivalry="yes", memory_aid="on", **AT_THE_TABLE)
    for _ in range(6):
        person.wait_until_asked()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        person.act()
    person.wait_until_asked()
    page.locator(".rt-place .rt-card .rt-badge").first.wait_for()  # the memory aid marks what the seat knows
    assert serious_findings(page) == []
    while not person.reveals():
        person.act()
        person.wait_until_asked()
    person.turn_all()
    page.keyboard.press("s")
    page.get_by_text("Round 1: every line").click()
    wait_until(page, f"document.documentElement.scrollWidth <= {width}")
    assert serious_findings(page) == []
