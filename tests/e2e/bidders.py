"""A person who plays Guild Master with Increased Player Interaction."""

from __future__ import annotations

import re
from typing import Any

from tests.e2e.people import Person


class Bidder(Person):
    """Somebody who pays in full for a bid, and is done trading as soon as the page lets them say so."""

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
        for name in ("I am done", "Answer the offer"):  # whoever is offered something has to answer first
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
