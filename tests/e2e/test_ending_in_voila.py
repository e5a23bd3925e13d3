"""The end of a game in a real browser, through the dashboard: it takes the table's place and leads on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer

PHONE, DESK, PROJECTOR = (360, 740), (1366, 768), (1920, 1080)
ALL_ON_PAPER = """ending => {
  const [below, sheet] = [ending.getBoundingClientRect().bottom + scrollY, document.documentElement];
  return 400 < below && below <= sheet.scrollHeight + 1 && sheet.scrollWidth <= innerWidth;
}"""


@pytest.fixture(scope="module")
def person(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Person:
    """Somebody at the dashboard of Guild Master, who has played a match of a few turns to its end."""
    page = shared_pages()
    page.goto(dashboards.notebook("guild_master.ipynb"))
    somebody = Person(page)
    somebody.start_match(seats=2, seed=7, max_turns=3, names=("Anna",))
    assert somebody.play() > 6
    return somebody


@pytest.fixture(autouse=True)
def at_the_end(person: Person) -> None:
    """Whatever the previous test has turned to, the end is shown again at a desk."""
    person.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    for _ in range(2):  # what is open beside it, then what lies over it
        person.page.keyboard.press("Escape")
    person.page.locator(".rt-score").wait_for(state="hidden")


def test_the_end_takes_the_place_of_the_table_and_leads_on(person: Person) -> None:
    """Who won is read first, and the table is one press away."""
    page = person.page
    ending = page.locator(".rt-game .wb-end")
    heading = ending.get_by_role("heading", level=2)
    heading.wait_for()
    wait_for(page, lambda: heading.inner_text().endswith(("is Guild Master", "are Guild Masters together")))
    ending.get_by_role("heading", name="Who led what").wait_for()
    ending.get_by_role("table", name="Who led what").get_by_role("rowheader", name="Anna").wait_for()
    ending.get_by_role("heading", name="Why not the others?").wait_for()
    ending.get_by_role("button", name="See the table").click()
    heading.wait_for(state="hidden")
    page.locator(".rt-table[data-asked]:not([inert])").wait_for()
    ending.get_by_role("button", name="How it ended").click()
    heading.wait_for()
    page.locator(".rt-table[data-asked][inert]").wait_for(state="attached")
    ending.get_by_role("button", name="Save").click()
    page.locator(".rt-said-words", has_text="Saved as guild_master-turn-3.json").wait_for(state="attached")
    for _ in range(2):  # when the second answer comes, the page has heard the first
        page.wait_for_event("response", lambda answer: "/api/kernels/" in answer.url)
    assert page.locator(".rt-table[data-asked][inert]").count() == 1, "a server that is there unlocks no table below"
    page.keyboard.press("Control+z")
    heading.wait_for(state="hidden")
    page.keyboard.press("Control+y")  # at once, before the bar can have heard that there is anything to redo
    heading.wait_for()
    wait_until(page, "document.activeElement.matches('.rt-game .wb-end h2')")
    ending.get_by_role("button", name="New game").click()
    page.get_by_role("heading", name="Who plays?").wait_for()
    wait_for(page, lambda: page.locator(".wb-lobby input.wb-name").first.input_value() == "Anna")
    page.get_by_role("button", name="Back to the match").click()
    page.locator(".wb-lobby").wait_for(state="hidden")
    heading.wait_for()
    assert page.errors == []


@pytest.mark.slow  # each time by test_endings.py, without a kernel
def test_an_end_fits_its_window_and_keeps_nobody_out(person: Person) -> None:
    page = person.page
    page.locator(".rt-game .wb-end").get_by_role("heading", name="Why not the others?").wait_for()
    for width, height in (PHONE, DESK, PROJECTOR):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, "document.documentElement.scrollWidth <= innerWidth")
        if width != DESK[0]:  # what axe looks at is between them there
            assert serious_findings(page) == [], width
    assert page.errors == []


def test_the_score_the_rules_that_it_cites_and_the_log_of_a_whole_match_are_read(person: Person) -> None:
    page = person.page
    assert "Guild Master" in page.locator(".rt-message").inner_text()
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    page.get_by_text("wins.").or_(page.get_by_text("share the win.")).first.wait_for(state="attached")
    page.get_by_text("Anna: every line").click()
    page.locator(".rt-page").get_by_text("both resources of").first.wait_for()
    page.get_by_role("link", name="GM-600").locator("visible=true").first.click()
    page.locator("#rule-GM-600:focus").get_by_text("A double card: one line of 2 points").wait_for()
    page.get_by_role("button", name="How to play, half a page").click()
    page.locator("img[alt^='A town']").wait_for()
    page.keyboard.press("l")
    page.locator(".rt-log-lines p:visible").nth(5).wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_who_was_expected_to_win_is_added_while_the_end_is_read(person: Person) -> None:
    """Another process finds it; whatever is pressed meanwhile is answered."""
    page = person.page
    ending = page.locator(".rt-game .wb-end")
    ending.get_by_role("heading", name="Why not the others?").wait_for()
    ending.get_by_role("button", name="Save").click()
    page.locator(".rt-said-words", has_text="Saved as guild_master-turn-3.json").wait_for(state="attached")
    ending.get_by_role("heading", name="Who was expected to win").wait_for()
    assert serious_findings(page) == []
    assert page.errors == []


def test_on_paper_the_whole_end_is_printed_and_nothing_that_is_pressed(person: Person) -> None:
    """As wide as a sheet of A4 in landscape; what does not fit goes on the next."""
    page = person.page
    page.locator(".rt-game .wb-end").get_by_role("heading", name="Why not the others?").wait_for()
    for key, ending in (("", ".rt-game .wb-end"), ("s", ".rt-score .wb-end")):
        if key:
            page.keyboard.press(key)
        page.locator(ending).get_by_role("heading", name="Why not the others?").wait_for()
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 1050, "height": 400})
        page.locator(ending).get_by_role("button", name="Play again").wait_for(state="hidden")
        page.locator(".rt-bar-of-table").wait_for(state="hidden")
        wait_for(page, lambda ending=ending: page.locator(ending).evaluate(ALL_ON_PAPER), "the whole end is on paper")
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1366, "height": 768})
    assert page.errors == []


def test_people_play_again_and_the_score_of_a_match_that_goes_on_says_what_is_not_decided(person: Person) -> None:
    """The same people with the same rules sit down again."""
    page = person.page
    ending = page.locator(".rt-game .wb-end")
    ending.get_by_role("button", name="Play again").click()
    page.locator(".rt-said-words", has_text="A new match has begun.").wait_for(state="attached")
    page.locator(".rt-table[data-over=false]").wait_for()
    person.wait_until_asked()
    page.locator(".rt-table").get_by_text("Anna").first.wait_for()
    person.act()
    page.keyboard.press("s")
    score = page.locator(".rt-score .wb-end")
    score.get_by_text("At the end guilds led decide").wait_for()
    assert score.get_by_role("button", name="Play again").count() == 0
    assert serious_findings(page) == []
    assert page.errors == []
