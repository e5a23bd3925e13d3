"""A person who plays Guilds of Cadwallon at the screen, with nothing but a mouse or nothing but a keyboard."""

from __future__ import annotations

from typing import Any

from tests.e2e.people import NOTE_PRESSES, Person
from tests.e2e.waiting import is_soon

THINGS = ":is(.rt-field, .rt-own, .rt-self) button[data-action]"
SEEN = ".rt-own button[aria-pressed=false]"  # a card to press before what can be done with it
BUTTONS = ".rt-ask .rt-choice:not(.rt-as-list):not(:disabled)"
ARROWS = (("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp"), ("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))
A_MISS = 10  # seconds after which a press that has done nothing counts as a miss
GONE_ON = """() => {
  const table = document.querySelector('.rt-table[data-asked]');
  return table.dataset.asked !== window.askedBefore || table.dataset.over === 'true'
    || document.querySelector('.rt-cover:not([hidden]) button') !== null
    || table.classList.contains('rt-revealing');
}"""
MIDDLE = """thing => {
  thing.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { x, y, width, height } = thing.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
IS_POINTED = "thing => thing.classList.contains('rt-pointed')"


class Courier(Person):
    """Sends agents and plays cards, each time choosing another of the things that may be pressed."""

    def __init__(self, page: Any) -> None:
        super().__init__(page)
        self.acts = 0

    def press(self, selector: str, number: int = 0) -> bool:
        """Press one of the things of a kind; return whether it was pointed at before, so that the press has done it."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Do what is pointed at."""
        raise NotImplementedError

    def act(self) -> None:
        """Do one thing that the page offers and wait until it is done."""
        page = self.page
        page.evaluate(NOTE_PRESSES)
        page.evaluate("() => { window.askedBefore = document.querySelector('.rt-table[data-asked]').dataset.asked; }")
        self.acts += 1
        self._press_what_is_offered()
        while not is_soon(page, GONE_ON, A_MISS):  # what was weighed meanwhile has redrawn it under the press
            self._press_what_is_offered()

    def _press_what_is_offered(self) -> None:
        page = self.page
        if page.locator(SEEN).count() and not page.locator(".rt-own button[aria-pressed=true]").count():
            self.press(SEEN)
        if page.locator(THINGS).count():
            was_pointed = self.press(THINGS, self.acts)
            if not was_pointed and page.locator(".rt-pointed").count():
                self.confirm()
        else:
            self.press(BUTTONS)

    def judge_all(self) -> list[str]:
        """Go through a control phase and return what was said about the cards, the outcome last."""
        while self.page.locator("[data-key='reveal:next']").is_enabled():
            self.press("[data-key='reveal:next']")
        said = self.page.locator(".rt-said li").all_inner_texts()[::-1]
        self.press("[data-key='reveal:on']")
        self.page.wait_for_selector(".rt-table:not(.rt-revealing)")
        return said

    def play_on(self, seen: dict[str, list], rounds: int = 99, most: int = 400) -> None:
        """Play for all people at the device until so many rounds or the match are over; `seen` gets what is said."""
        for _ in range(most):
            self.wait_until_asked()
            if self.is_over() and not self.reveals():
                return
            if self.page.locator(".rt-cover:not([hidden]) button").count():
                self.say_ready()
            elif self.reveals():
                seen["rounds"].append(self.judge_all())
                if len(seen["rounds"]) == rounds:
                    return
            else:
                seen["asked"].append(self.page.locator(".rt-message").inner_text())
                self.act()
        raise AssertionError(f"The match goes on after {most} acts: {seen['asked'][-3:]}")


def middle(thing: Any) -> tuple[float, float]:
    """The middle of a thing, once it is in sight; what was weighed meanwhile may redraw it at any time."""
    return tuple(thing.evaluate(MIDDLE))


class MouseCourier(Courier):
    """Presses with the mouse, in the middle of what it sees."""

    def press(self, selector: str, number: int = 0) -> bool:
        things = self.page.locator(selector)
        thing = things.nth(number % things.count())
        self.page.mouse.move(*middle(thing))
        was_pointed = thing.evaluate(IS_POINTED)
        self.page.mouse.click(*middle(thing))  # a card may have risen under the mouse
        return was_pointed

    def confirm(self) -> None:
        self.press(".rt-ask .rt-submit")


class KeyboardCourier(Courier):
    """Presses with Tab, the arrow keys and Enter, without a mouse."""

    def press(self, selector: str, number: int = 0) -> bool:
        self.tab_to(selector)
        for turn in range(number % 7 if selector == THINGS else 0):
            there, back = ARROWS[(number + turn) % len(ARROWS)]
            self.page.keyboard.press(there)
            if not self.is_at(selector):  # what can only be read
                self.page.keyboard.press(back)
        was_pointed = self.page.evaluate(f"({IS_POINTED})(document.activeElement)")
        self.page.keyboard.press("Enter")
        return was_pointed

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def is_at(self, selector: str) -> bool:
        """Whether the focus is on something of a kind."""
        return self.page.evaluate("selector => document.activeElement.matches(selector)", selector)

    def tab_to(self, selector: str) -> None:
        """Press Tab until something of a kind has the focus; fails if a round of the page finds nothing.

        On the board the arrow keys lead there from a cell that was chosen before.
        """
        for _ in range(200):
            for there, _ in ARROWS if self.is_at(".rt-board *") else ():
                if not self.is_at(selector):
                    self.page.keyboard.press(there)
            if self.is_at(selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"No {selector} can be reached with Tab.")
