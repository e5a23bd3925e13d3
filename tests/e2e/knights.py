"""A person who plays Quests at the screen: sponsors what can be built plainly, joins, fights, bids low."""

from __future__ import annotations

import re
from typing import Any

from tests.e2e.people import NOTE_PRESSES, Person, WithKeyboard, WithMouse
from tests.e2e.waiting import wait_until

FOE = re.compile(r"Foe, (\d+) battle points")
MOST_BID = 3
GONE_ON = """() => {
  const table = document.querySelector('.rt-table[data-asked]');
  return table.dataset.asked !== window.pressedAt || table.dataset.over === 'true'
    || document.querySelector('.rt-cover:not([hidden]) button') !== null;
}"""


class Knight(Person):
    """Presses things where they lie."""

    def phase(self) -> str:
        """Where the game is, as the bar says."""
        return self.page.locator(".rt-phase[aria-current=step]").inner_text()

    def told(self) -> str:
        """All that the log says."""
        return self.page.locator(".rt-log-lines").text_content() or ""

    def act(self) -> None:
        """Do one thing that the page offers and wait until it is done."""
        self.page.evaluate(NOTE_PRESSES)
        self._do()
        wait_until(self.page, GONE_ON)

    def _do(self) -> None:
        page = self.page
        stages = page.locator(".rt-open-stage")
        if stages.count():
            self._set_up(stages)
        elif self._button("Sponsor the quest").count():
            wanted = int(re.findall(r"\d+", page.locator(".rt-small-line").inner_text())[0])
            self._press_button("Sponsor the quest" if len(self._foes()) >= wanted else "Decline")
        elif self._button(r"Bid \d+").count():
            bid = int(self._button(r"Bid \d+").first.inner_text().removeprefix("Bid "))
            self._press_button("Leave the quest" if bid > MOST_BID else f"Bid {bid}")
        elif page.locator(".rt-layout-hand [data-action]").count() or self._button("Pay").count():
            self._pick()
        elif page.locator(".rt-layout-hand [aria-pressed]").count():
            self.touch(page.locator(".rt-layout-hand [aria-pressed]").first)
            self.touch(page.locator(".rt-ask .rt-submit").first)
        else:
            buttons = page.locator(".rt-ask .rt-choice:not(.rt-as-list)")
            main = page.locator(".rt-ask .rt-submit:not(:disabled)")
            self.touch((main if main.count() else buttons).first)

    def _button(self, label: str) -> Any:
        return self.page.locator(".rt-ask .rt-choice").filter(has_text=re.compile(f"^{label}$"))

    def _press_button(self, label: str) -> None:
        self.touch(self._button(label).first)

    def _foes(self) -> dict[int, Any]:
        """What the hand's foes count -> one foe that counts so, the weakest first."""
        cards = self.page.locator(".rt-layout-hand .rt-card[aria-label]")
        labels = cards.evaluate_all("all => all.map((card) => card.getAttribute('aria-label'))")
        found = {int(match[1]): cards.nth(i) for i, label in enumerate(labels) if (match := FOE.search(label))}
        return dict(sorted(found.items()))

    def _set_up(self, stages: Any) -> None:
        """Put the weakest foe that rises into the first empty stage; then set the quest."""
        totals = [int(text) if text else 0 for text in stages.evaluate_all(
            "all => all.map((stage) => stage.querySelector('.rt-total')?.innerText ?? '')")]  # fmt: skip
        if all(totals):
            self._press_button("Set the quest")
            return
        empty = totals.index(0)
        before = totals[empty - 1] if empty else -1
        self.touch(next(card for points, card in self._foes().items() if points > before))
        self.touch(stages.nth(empty).locator(".rt-gold-room"))

    def _pick(self) -> None:
        """Pick two cards, or as many as are asked for, and send them."""
        free = self.page.locator(".rt-layout-hand [data-action][aria-pressed=false]")
        submit = self.page.locator(".rt-ask .rt-submit")
        for _ in range(2 if submit.is_enabled() else 12):
            if free.count() and not (submit.is_enabled() and "Play" not in submit.inner_text()):
                self.touch(free.first)
        self.touch(submit)


class MouseKnight(WithMouse, Knight):
    """Plays with the mouse alone, and presses a card where the next card of a full hand does not cover it."""

    def touch(self, thing: Any) -> None:
        """Click a thing: a card near its left edge."""
        is_card = "rt-card" in (thing.get_attribute("class") or "").split()
        thing.click(position={"x": 8, "y": 40} if is_card else None)


class KeyboardKnight(WithKeyboard, Knight):
    """Plays with the keyboard alone."""
