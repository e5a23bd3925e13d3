"""Increased Player Interaction in Voila: chosen in the lobby, bid for, traded on the open floor, played to its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person
from tests.servers import RunningServer

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1366, "height": 768}


class Bidder(Person):
    """Somebody who pays in full for a bid, and is done trading as soon as that can be said."""

    def start_variant(self, **choices: Any) -> None:
        """Choose the variant in the lobby and deal."""
        page = self.open_lobby()
        page.get_by_role("radio", name="Increased Player Interaction").check()
        self.start_match(**choices)

    def sentence(self) -> str:
        """What is asked of this screen."""
        return self.page.locator(".rt-message").inner_text()

    def _submit_a_set(self) -> None:
        price = re.search(r"give up (\d+) card", self.sentence())
        for _ in range(int(price[1]) if price else 0):
            self.page.locator(".rt-layout-hand button.rt-card[aria-pressed=false]").first.press("Enter")
        if price:
            self.page.locator(".rt-ask .rt-submit").first.click()
        else:
            super()._submit_a_set()

    def _press_a_choice(self) -> None:
        for name in ("I am done", "Answer the offer"):  # who is offered something has to answer first
            button = self.page.get_by_role("button", name=name)
            if button.count():
                button.first.press("Enter")
                return
        super()._press_a_choice()

    def play_until(self, words: str) -> None:
        """Act until the sentence has words in it."""
        for _ in range(200):
            self.wait_until_asked()
            if self.page.locator(".rt-cover:not([hidden]) button").count():
                self.say_ready()
                continue
            if words in self.sentence():
                return
            self.act()
        raise AssertionError(f"{words!r} was never asked; now: {self.sentence()}")


@pytest.fixture(scope="module")
def bidder(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Bidder:
    """Somebody who has opened the dashboard and begins one match after the other there."""
    page = shared_pages()
    page.goto(dashboards.notebook("guild_master.ipynb"))
    return Bidder(page)


@pytest.mark.slow
def test_a_whole_match_against_bots_ends_with_worst_guilds_and_leads(bidder: Bidder) -> None:
    page = bidder.page
    bidder.start_variant(seats=3, seed=7, max_turns=5)
    assert bidder.play() > 4
    page.keyboard.press("s")
    page.get_by_text("Seat 1: every line").wait_for()
    page.get_by_text("Seat 1: every line").click()
    assert page.get_by_text("worst: ").first.is_visible()
    assert page.errors == []


def test_two_people_at_one_device_trade_on_the_open_floor(bidder: Bidder) -> None:
    """Whoever holds the device keeps it until done; the other then sees the offer as a slip and answers it."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = bidder.page
    bidder.start_variant(seats=2, people=(0, 1), seed=7, bid_cost="none")
    bidder.play_until("Anybody may offer.")
    given = bidder.hand()[0]
    page.get_by_role("button", name="Offer cards to Seat 1").press("Enter")  # who bid last holds the device
    page.locator(".rt-layout-hand button.rt-card").first.press("Enter")
    page.locator(".rt-message").get_by_text(f"You offer Seat 1 {given}").wait_for()
    page.get_by_role("button", name="Make the offer").click()
    page.locator(".rt-slip .rt-slip-state").get_by_text("Seat 1 answers").wait_for()
    assert page.locator(".rt-cover:not([hidden])").count() == 0
    bidder.act()
    bidder.say_ready()
    bidder.wait_until_asked()
    slip = page.get_by_role("button", name="Answer the offer of Seat 2")
    assert given in slip.get_attribute("aria-label")
    page.set_viewport_size(PHONE)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert serious_findings(page) == []
    page.set_viewport_size(DESK)
    slip.press("Enter")
    page.locator(".rt-message").get_by_text(f"Seat 2 gives you {given}").wait_for()
    page.get_by_role("button", name="Give nothing for it").click()
    page.locator(".rt-message").get_by_text(f"Seat 2 gives you {given}").wait_for(state="detached")
    bidder.play_until("Do you agree?")
    page.get_by_role("button", name="Confirm the trade").click()
    page.get_by_role("log").get_by_text("Seat 2 and Seat 1 trade 1 for 0.").last.wait_for(state="attached")
    assert page.errors == []
