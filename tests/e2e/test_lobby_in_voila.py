"""The lobby as a new teacher meets it: from the first page to dealt cards for four named people."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.servers import RunningServer

PEOPLE = ("Anna", "Ben", "Chiara", "Deniz")


@pytest.mark.slow
def test_four_named_people_come_from_the_first_page_to_dealt_cards_with_the_keyboard(
    dashboards: RunningServer, page: Any
) -> None:
    page.goto(dashboards.url)
    page.get_by_role("link", name="Guild Master").press("Enter")
    for seat, name in enumerate(PEOPLE):
        page.get_by_label(f"Who plays Seat {seat + 1}", exact=True).select_option("")
        page.get_by_label(f"Name of Seat {seat + 1}", exact=True).fill(name)
    page.keyboard.press("Control+Enter")
    page.locator(".wb-lobby").wait_for(state="hidden")
    page.get_by_text("Pass the device to").wait_for()
    assert page.locator(".rt-cover button").inner_text().removeprefix("I am ").removesuffix(": go on") in PEOPLE
    assert page.errors == []


def test_four_named_people_come_from_the_first_page_to_dealt_cards_with_the_mouse(
    dashboards: RunningServer, page: Any
) -> None:
    """Bots leave, people come, and each name is typed where it is pressed; then the first of them takes the hand."""
    page.goto(dashboards.url)
    page.get_by_role("link", name="Guild Master").click()
    lobby = page.locator(".wb-lobby")
    leave = lobby.get_by_role("button", name="Remove ")
    leave.first.wait_for()
    page.wait_for_url(dashboards.notebook("guild_master.ipynb"))
    lobby.get_by_label("Name of Seat 1", exact=True).click()
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")
    lobby.get_by_role("button", name="Remove Anna").wait_for()
    while leave.count() > 1:
        name = leave.last.get_attribute("aria-label")
        leave.last.click()
        lobby.get_by_role("button", name=name, exact=True).wait_for(state="detached")
    for seat, name in ((2, "Ben"), (3, "Chiara")):
        lobby.get_by_role("button", name="a person").click()
        lobby.get_by_label(f"Name of Seat {seat}", exact=True).click()
        page.keyboard.type(name)
    lobby.get_by_role("button", name="a person").click()
    last = lobby.get_by_label("Name of Seat 4", exact=True)
    last.fill(PEOPLE[-1])
    lobby.get_by_role("button", name="Deal the cards").click()
    page.locator(".wb-lobby").wait_for(state="hidden")
    page.locator(".rt-said-words", has_text="A new match has begun.").wait_for(state="attached")
    cover = page.locator(".rt-cover button", has_text="I am ")
    cover.wait_for()
    assert cover.inner_text().removeprefix("I am ").removesuffix(": go on") in PEOPLE
    cover.click()
    page.locator(".rt-hand .rt-card, .rt-layout-hand .rt-card").first.wait_for()
    for name in PEOPLE:
        page.locator(".rt-table").get_by_text(name).first.wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_the_lobby_fits_its_window_and_keeps_nobody_out(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("quests.ipynb"))
    page.get_by_role("button", name="Deal the cards").wait_for()
    page.locator("summary", has_text="Stages").click()
    for width, height in ((360, 740), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.locator(".wb-lobby-page").evaluate("page => page.scrollWidth <= page.clientWidth"), width
        assert serious_findings(page) == [], width
    assert page.errors == []
