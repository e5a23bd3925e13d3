"""A person at the screen: looks at the page, presses what it offers, and waits for what follows."""

from __future__ import annotations

from typing import Any

from tests.conftest import is_ours, watch
from tests.e2e.waiting import wait_until

SECONDS = 1000  # Playwright counts in milliseconds
NOTE_PRESSES = """() => {
  const known = "pressedAt" in window;
  window.pressedAt = null; // the question at the last press: others may change it between a look and a press
  if (known) return;
  const note = () => { window.pressedAt = document.querySelector(".rt-table[data-asked]")?.dataset.asked ?? null; };
  window.addEventListener("click", note, true);
}"""
SCREENS = {"one device": "On this screen", "public screen": "In windows of their own"}
CHOSEN = {"at once": "0", "quick": "0.3", "slow": "1.2", "yes": "true", "no": "false", "True": "true", "False": "false"}
MOST_PRESSES = 400  # on the way to one thing
NEXT_STOP = """(key) => {
  const target = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  const active = document.activeElement;
  if (active === target) return "here";
  if (target.tabIndex === 0) return "Tab";
  let zone = target.parentElement;
  while (!zone.querySelector("[tabindex='0']")) zone = zone.parentElement;
  if (!zone.contains(active)) return "Tab";
  return active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? "ArrowLeft" : "ArrowRight";
}"""
LOBBY = ".rt-in-lobby .wb-lobby:not([hidden])"
ASKED = (
    ":is(.rt-table[data-over=true], .rt-table .rt-cover:not([hidden]) button, .rt-table .rt-ask:not([hidden]), "
    ".rt-frame [data-action]:not(:disabled):visible):not(.rt-in-lobby *)"
)
OPENED = ".rt-open-place:visible"  # on a phone, the contents of a closed place lie behind it


class Person:
    """Works the table of a page like somebody who wants the match to end soon."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.table = page.locator(".rt-table[data-asked]")

    # ------------------------------------------------------------ looking

    def question(self) -> str:
        """The number of what is asked of this screen's seat; 0 if nothing is."""
        return self.table.get_attribute("data-asked")

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.table.get_attribute("data-over") == "true"

    def hand(self) -> list[str]:
        """The names of the cards in the hand that the page shows."""
        return self.page.locator(".rt-frame .rt-layout-hand .rt-card .rt-title").all_inner_texts()

    def wait_until_asked(self) -> None:
        """Wait until this screen is asked something, has to be passed on, reveals cards, or the match is over.

        Where a dashboard asks who plays, the cards are dealt as it proposes.
        """
        self.page.wait_for_selector(f"{LOBBY}, {ASKED}")
        if self.page.locator(LOBBY).is_visible():
            self.page.get_by_role("button", name="Deal the cards").click()
        self.page.wait_for_selector(ASKED)

    def reveals(self) -> bool:
        """Whether cards wait to be turned."""
        return self.page.locator(".rt-table.rt-revealing").count() == 1

    # ------------------------------------------------------------ doing

    def start_match(
        self,
        seats: int = 2,
        people: tuple[int, ...] = (0,),
        seed: int = 7,
        screen: str = "one device",
        pace: str = "at once",
        names: tuple[str, ...] = (),
        **options: str | int,
    ) -> None:
        """Set the table in the lobby, rules included, and deal; a rule that is not named is as printed.

        `names` are the people's, in the order of their seats.
        """
        page = self.open_lobby()
        if page.get_by_role("button", name="As printed").count():
            page.get_by_role("button", name="As printed").click()
            page.get_by_role("button", name="As printed").wait_for(state="detached")
        self.seat(seats, people, names)
        page.get_by_role("radio", name=SCREENS[screen]).check()
        self.set_rules({"pace": pace, "seed": seed} | options)
        page.get_by_role("button", name="Deal the cards").click()
        page.locator(".wb-lobby").wait_for(state="hidden")
        page.locator(".rt-said-words", has_text="A new match has begun.").wait_for(state="attached")

    def open_lobby(self) -> Any:
        """Go to the lobby, if the page is not there, and return the page."""
        page = self.page
        page.wait_for_selector(f"{LOBBY}, .rt-stage:not(.rt-in-lobby)")
        while page.locator(".rt-stage .rt-close:visible").count():  # the drawer and the score of the match before
            page.keyboard.press("Escape")
        if not page.locator(LOBBY).is_visible():
            if page.locator(".rt-game .wb-end:not(.wb-folded)").is_visible():
                page.locator(".rt-game .wb-end").get_by_role("button", name="New game").click()
            else:
                choose(page, "New game")
            page.locator(LOBBY).wait_for()
        return page

    def seat(self, seats: int, people: tuple[int, ...], names: tuple[str, ...] = ()) -> None:
        """Let so many sit down, people on some seats and the thinking bot on the others."""
        page = self.page
        banners = page.locator(".wb-seats > li:has(.wb-banner)")
        for number in range(banners.count(), seats):
            page.get_by_role("button", name="a bot").click()
            page.locator(f".wb-seats > li:has(.wb-banner) >> nth={number}").wait_for()
        for number in reversed(range(seats, banners.count())):
            banners.nth(number).get_by_role("button").click()
            page.locator(f".wb-seats > li:has(.wb-banner) >> nth={number}").wait_for(state="detached")
        for seat in range(seats):
            player = page.get_by_label(f"Who plays Seat {seat + 1}", exact=True)
            player.select_option("" if seat in people else "greedy")
            name = page.get_by_label(f"Name of Seat {seat + 1}", exact=True)
            name.wait_for(state="visible" if seat in people else "detached")
        given = dict(zip(people, names, strict=False))
        for seat in people:
            field = page.get_by_label(f"Name of Seat {seat + 1}", exact=True)
            field.fill(given.get(seat, ""))
            field.blur()

    def set_rules(self, rules: dict[str, Any]) -> None:
        """Choose the settings of some rules, by their keys."""
        page = self.page
        for key, chosen in rules.items():
            row = page.locator(f".wb-lobby [data-option='{key}']")
            if not row.is_visible():
                page.locator(f"details:has([data-option='{key}']) > summary").click()
            value = CHOSEN.get(str(chosen), str(chosen).replace(" ", "_"))
            choice = row.locator(f"[data-key='{key}:{value}']")
            if choice.count():
                choice.check()
            else:
                field = row.locator("input.wb-number")
                field.fill(str(chosen))
                field.blur()

    def say_ready(self) -> None:
        """Take the device where a cover asks for somebody, and go past what is new."""
        self.page.locator(".rt-cover [data-key^='ready:']").click()
        self.page.locator(".rt-cover [data-key^='ready:']").wait_for(state="detached")
        if self.page.locator(".rt-cover:not([hidden]) button").count():
            self.page.locator(".rt-cover button").click()
        self.page.wait_for_selector(".rt-cover[hidden]", state="attached")

    def act(self) -> None:
        """Do one thing that the page offers and wait until it is done."""
        self.page.evaluate(NOTE_PRESSES)
        pressed = self.page.locator(".rt-layout-hand [aria-pressed], .rt-side [aria-pressed]")
        if pressed.count() and self.page.locator(".rt-ask .rt-submit").count():
            self._submit_a_set()
        else:
            if pressed.count():  # a card comes first, and then where it goes
                self.touch(pressed.first)
            self._press_a_choice()
        wait_until(
            self.page,
            "() => { const table = document.querySelector('.rt-table[data-asked]');"
            " return window.pressedAt !== null"
            " && (table.dataset.asked !== window.pressedAt || table.dataset.over === 'true'); }",
        )

    def _submit_a_set(self) -> None:
        cards = self.page.locator(".rt-layout-hand button.rt-card[aria-pressed=false]")
        submit = self.page.locator(".rt-ask .rt-submit").first
        picks = cards.count() if "Discard" in submit.inner_text() or "Build" in submit.inner_text() else 1
        for _ in range(min(picks, 3)):
            self.touch(cards.first)
        self.touch(submit)

    def _press_a_choice(self) -> None:
        choices = self.page.locator(
            ".rt-frame [data-action]:not(:disabled):not(.rt-asides *):visible"
        )  # talk is not a move
        if not choices.count():
            self.touch(self.page.locator(OPENED).first)
        labels = choices.evaluate_all("all => all.map((one) => one.getAttribute('aria-label') || one.innerText)")
        wanted = ("End trading", "Decline", "Withdraw")
        for number, label in enumerate(labels):
            if any(word in label for word in wanted):
                self._press(choices.nth(number))
                return
        back = ("take it back", "peek")
        forward = [number for number, label in enumerate(labels) if not any(word in label.lower() for word in back)]
        self._press(choices.nth(max(forward, key=lambda number: _promise(labels[number], number))))

    def _press(self, choice: Any) -> None:
        """Press a choice where it lies; one that only points at first is pressed again."""
        number = choice.get_attribute("data-action")
        self.touch(choice)
        pointed = self.page.locator(f".rt-pointed[data-action='{number}']")
        if pointed.count():
            self.touch(pointed.first)

    def touch(self, thing: Any) -> None:
        """Work a thing of the table."""
        thing.press("Enter")

    def turn_all(self) -> list[str]:
        """Turn the cards of a reveal one by one and go on; return what was said, the outcome last."""
        said = []
        button = self.page.locator("[data-key='reveal:next']")
        while button.is_enabled():
            self.touch(button)
            said.append(self.page.locator(".rt-said li").first.text_content())
        self.touch(self.page.locator("[data-key='reveal:on']"))
        self.page.wait_for_selector(".rt-table:not(.rt-revealing)")
        return said

    def play(self, acts: int = 10_000) -> int:
        """Act until the match is over or so many acts are done; return how many were done."""
        done = 0
        while done < acts:
            self.wait_until_asked()
            if self.reveals():
                self.turn_all()
                continue
            if self.is_over():
                break
            if self.page.locator(".rt-cover:not([hidden]) button").count():
                self.say_ready()
                continue
            self.act()
            done += 1
        return done


class WithMouse(Person):
    """Works things by pointing at them and pressing the button of the mouse."""

    def touch(self, thing: Any) -> None:
        """Click a thing: fails where something else lies over it, or where it is not on the screen."""
        thing.click()


class WithKeyboard(Person):
    """Works things with Tab, the arrow keys and Enter, and touches no mouse."""

    def touch(self, thing: Any) -> None:
        """Go to a thing and press Enter; fails where no keys lead to it."""
        key, keyboard = thing.get_attribute("data-key"), self.page.keyboard
        for _ in range(MOST_PRESSES):
            step = self.page.evaluate(NEXT_STOP, key)
            if step == "here":
                keyboard.press("Enter")
                return
            keyboard.press(step)
        raise AssertionError(f"No keys lead to {key}.")


def choose(page: Any, name: str) -> None:
    """Choose something in the menu of a table."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("menuitem", name=name).click()


def open_hand(page: Any, seat: int) -> Person:
    """Follow the shared page's link for a seat and sit down."""
    with page.context.expect_page() as opened:
        choose(page, f"Open the hand of Seat {seat + 1}")
    window = watch(opened.value)
    window.get_by_role("button", name="Sit down").click()
    window.wait_for_selector(".rt-layout-hand")
    window.get_by_role("heading", name=f"Seat {seat + 1}", exact=True).wait_for()
    assert all(map(is_ours, window.requests))
    assert window.errors == []
    return Person(window)


def _promise(label: str, number: int) -> tuple[int, int]:
    """How much a choice promises: the number in its text, then its place."""
    digits = [int(word) for word in label.replace("(", " ").split() if word.isdigit()]
    return (max(digits, default=0), number)
