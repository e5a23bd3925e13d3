"""The pages of rooms in a browser: a phone from the code to its cards, what covers them, the wall, the host's desk."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.waiting import wait_until
from tests.rooms.robots import served
from workbench.rooms.room import Room
from workbench.rooms.rooms import Rooms
from workbench.rooms.setting import Setting

PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 640}
DESK = {"width": 1366, "height": 768}
SMALL = """(least) => [...document.querySelectorAll(".wb :is(button, select, input, a[href])")]
  .filter((one) => one.getClientRects().length)
  .map((one) => (one.closest("label") ?? one))
  .filter((one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height) < least; })
  .map((one) => one.outerHTML.slice(0, 100))"""
# A phone sleeps: the page is hidden for so many milliseconds before it is seen again.
HIDE = """() => {
  Object.defineProperty(document, "hidden", { get: () => window.asleep, configurable: true });
  window.asleep = true;
  document.dispatchEvent(new Event("visibilitychange"));
}"""
WAKE = """(milliseconds) => {
  const kept = Object.keys(sessionStorage).find((key) => key.endsWith(":seen"));
  sessionStorage.setItem(kept, String(Date.now() - milliseconds));
  window.asleep = false;
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Served:
    """Rooms that are served by a thread of their own."""

    def __init__(self, folder: Path, shared: bool = False) -> None:
        self.folder, self.shared = folder, shared
        self.port, self.goes_on = 0, True
        self.loop = asyncio.new_event_loop()
        self.ready, self.ended = threading.Event(), asyncio.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self._serve(),))

    async def _serve(self) -> None:
        while self.goes_on:
            async with served(self.folder, self.shared, self.port) as (self.rooms, self.origin):
                self.port = int(self.origin.rsplit(":", 1)[1])
                self.ready.set()
                await self.ended.wait()
            self.ended.clear()

    def __enter__(self) -> Served:
        self.thread.start()
        assert self.ready.wait(20)
        return self

    def __exit__(self, *_fault: object) -> None:
        self.goes_on = False
        self.loop.call_soon_threadsafe(self.ended.set)
        self.thread.join(20)

    def restart(self, room: Room) -> Room:
        """End the server and start it again at its port; return the room as it is then, made from what was written."""
        self.ready.clear()
        self.loop.call_soon_threadsafe(self.ended.set)
        assert self.ready.wait(20)
        again = self.do(lambda rooms: rooms.by_code(room.code))
        assert again is not room
        return again

    def wait_for(self, work: Coroutine[Any, Any, Any]) -> Any:
        """The result of a coroutine that is run in the rooms' own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def do(self, act: Callable[[Rooms], Any]) -> Any:
        """The result of something that is done with the rooms in their own loop."""

        async def now() -> Any:
            return act(self.rooms)

        return asyncio.run_coroutine_threadsafe(now(), self.loop).result(20)

    def open(self, game: str = "guile", places: int = 2, options: Any = None, **rules: Any) -> tuple[Room, str]:
        """A new room, and the key of its host."""

        def opened(rooms: Rooms) -> tuple[Room, str]:
            room, key = rooms.open(Setting.of(game, places, options=options))
            room.rule(title="Ms Berger", **rules)
            return room, key

        return self.do(opened)

    def begin(self, room: Room) -> None:
        """The cards are dealt."""
        self.do(lambda rooms: room.begin())


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("rooms")) as running:
        yield running


@pytest.fixture
def phone(new_page: Callable[..., Any]) -> Any:
    return new_page(**PHONE)


def type_name(page: Any, name: str) -> None:
    page.fill("input[autocomplete='given-name']", name)
    page.click("button[type='submit']")


def sit_down(page: Any, rooms: Served, room: Room, name: str) -> None:
    page.goto(f"{rooms.origin}/r/{room.code}")
    type_name(page, name)
    page.wait_for_selector("[data-state='wait']")


def test_a_phone_comes_in_by_its_code_and_gets_its_cards(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    phone.goto(f"{rooms.origin}/join")
    phone.click(".rm-code-field")
    phone.keyboard.type(f" {room.code[:3].lower()}-{room.code[3:].lower()}1")
    phone.wait_for_selector("[data-state='start']")
    type_name(phone, "Mia")
    phone.wait_for_selector("[data-state='wait']")
    phone.wait_for_selector("h1:text-is('You are in, Mia')")
    phone.wait_for_selector(".rm-lead:has-text('1 of 2')")
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    phone.reload()
    phone.wait_for_selector("#table .rt-message")
    assert [person.name for person in room.people] == ["Mia"]


def test_a_wrong_code_is_said_and_can_be_typed_again(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    wrong = "AAAAA" if room.code != "AAAAA" else "CCCCC"
    phone.goto(f"{rooms.origin}/r/{wrong}")
    phone.console_errors.clear()  # of the status, which is 404
    wait_until(phone, "document.activeElement.getAttribute('role') === 'alert'")
    assert f"There is no room {wrong}." in phone.inner_text(".rm-bad")
    phone.click("button[type='submit']")
    phone.keyboard.type(room.code)
    phone.wait_for_selector("[data-state='start']")


@pytest.mark.slow
def test_a_taken_name_asks_who_it_is_and_the_host_lets_the_same_one_back(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open()
    first, second, desk = new_page(**PHONE), new_page(**PHONE), new_page(**DESK)
    sit_down(first, rooms, room, "Mia")
    second.goto(f"{rooms.origin}/r/{room.code}")
    type_name(second, "mia")
    second.wait_for_selector("[data-state='taken']")
    second.console_errors.clear()  # of the status, which is 409
    assert second.input_value("input[autocomplete='given-name']") == "mia B."
    second.click("text=I am that mia")
    second.wait_for_selector("[data-state='asked']")
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    desk.click("button:text-is('Yes, let in')")
    second.wait_for_selector("[data-state='wait']")
    first.wait_for_selector("text=This seat is open on another phone")
    assert len(room.people) == 1


def test_a_second_tab_takes_over_and_the_first_can_take_back(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    sit_down(phone, rooms, room, "Mia")
    other = phone.context.new_page()
    other.goto(f"{rooms.origin}/r/{room.code}")
    other.wait_for_selector("[data-state='wait']")
    phone.click("button:text-is('Use this one')")
    phone.wait_for_selector("[data-state='wait']")
    other.wait_for_selector("button:text-is('Use this one')")


def test_cards_are_covered_while_a_phone_sleeps_and_until_a_press(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    sit_down(phone, rooms, room, "Mia")
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    phone.evaluate(HIDE)
    wait_until(phone, "getComputedStyle(document.getElementById('table')).visibility === 'hidden'")
    phone.evaluate(WAKE, 2_000)
    phone.wait_for_selector("#table .rt-message")  # a short look elsewhere covers nothing
    phone.evaluate(HIDE)
    phone.evaluate(WAKE, 125_000)
    phone.wait_for_selector("[data-state='asleep']")
    phone.wait_for_selector("h1:text-is('You were away 2 minutes')")
    phone.wait_for_selector("#table", state="hidden")
    phone.click("button:text-is('Show my cards')")
    phone.wait_for_selector("#table .rt-message")


def test_what_covers_the_cards_names_none_of_them(rooms: Served, phone: Any) -> None:
    """Whoever comes back hears what all have heard, and nothing that they alone know."""
    room, _ = rooms.open("guild_master", 2)
    sit_down(phone, rooms, room, "Mia")
    phone.evaluate(HIDE)
    rooms.begin(room)
    zones = rooms.do(lambda _: room.tables[0].scene(0))["zones"]
    own = {card["title"] for zone in zones for card in zone["cards"]} - {""}
    phone.evaluate(WAKE, 125_000)
    phone.wait_for_selector("[data-state='asleep'] .rm-since li")
    words = phone.inner_text("main")
    assert len(own) > 3
    assert not [title for title in own if title in words]


@pytest.mark.slow
def test_whoever_comes_late_takes_the_seat_of_a_bot(rooms: Served, new_page: Any) -> None:
    room, _ = rooms.open("guild_master", 4)
    first, late = new_page(**PHONE), new_page(**NARROW)
    sit_down(first, rooms, room, "Mia")
    rooms.begin(room)
    late.goto(f"{rooms.origin}/r/{room.code}")
    type_name(late, "Zoe")
    late.wait_for_selector("[data-state='late']")
    late.select_option(".rm-whose >> nth=0", index=1)
    late.click("button[type='submit']")
    late.wait_for_selector("#table .rt-message")
    assert [person.seat for person in room.people] == [0, 2]


@pytest.mark.slow
def test_two_hold_one_phone_and_each_sees_their_own_cards_after_a_press(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    sit_down(phone, rooms, room, "Mia")
    phone.click("button:text-is('Somebody else on this device')")
    phone.click("button:text-is('Somebody new')")
    phone.wait_for_selector("[data-state='start']")
    type_name(phone, "Noah")
    phone.wait_for_selector("h1:text-is('You are in, Noah')")
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    phone.click("[data-key='menu']")
    phone.click("[data-key='menu:hand-on']")
    phone.wait_for_selector("[data-state='holds']")
    assert not phone.locator("#table").count(), "nothing of the hand is on the page"
    phone.click("[aria-label='I am Mia']")
    phone.wait_for_selector("h1:text-is('Mia, your cards are covered')")
    phone.click("button:text-is('Show my cards')")
    phone.wait_for_selector("#table .rt-self:has-text('Mia')")
    assert [person.name for person in room.people] == ["Mia", "Noah"]


def test_a_phone_is_checked_before_the_lesson_and_goes_on_once_the_room_opens(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open(places=3, wifi="school-guests")
    desk, wall, phone = new_page(**DESK), new_page(**DESK), new_page(**PHONE)
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    desk.click("button:text-is('Check')")
    desk.wait_for_selector("h1:text-is('0 of 3 phones reach this computer')")
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    wall.wait_for_selector("h2:text-is('Does your phone reach us?')")
    phone.goto(f"{rooms.origin}/r/{room.code}")
    phone.wait_for_selector(".rm-checks li:has-text('It answers')")  # quickly or slowly, depending on this machine
    phone.wait_for_selector("h1:has-text('reaches us')")
    assert not phone.locator("input").count(), "nobody is asked for a name"
    desk.wait_for_selector("h1:text-is('1 of 3 phones reach this computer')")
    desk.click("[data-key='shows:alone']")
    wall.wait_for_selector("text=Join school-guests and switch mobile data off.")
    desk.click("button:text-is('The letter')")
    desk.wait_for_selector(f"#letter:has-text('{rooms.origin}')")
    desk.click("button:has-text('with 1')")
    phone.wait_for_selector("[data-state='start']")
    phone.wait_for_selector("input[value='0']:checked", state="attached")  # the arms are kept
    wall.wait_for_selector("h2:text-is('Who sits down?')")
    assert len(room.people) == 0


@pytest.mark.slow
def test_whoever_waits_reads_the_game_in_one_minute_and_plays_a_hand(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    sit_down(phone, rooms, room, "Mia")
    phone.click("text=Guile in one minute")
    for number in range(1, 5):
        phone.wait_for_selector(f"text={number} of 5")
        phone.click("button:text-is('Next')")
    phone.click("button:text-is('Play a hand against a bot')")
    phone.wait_for_selector(".rm-practice .rt-message")
    phone.click("button:text-is('Back to the room')")
    phone.click("button:text-is('A hand against a bot')")
    phone.wait_for_selector(".rm-practice .rt-message")
    assert phone.evaluate(SMALL, 44) == []
    assert serious_findings(phone) == []
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    assert not phone.locator(".rm-practice").count()


def test_a_phrase_is_chosen_on_a_phone_and_hangs_from_the_banner_on_the_wall(rooms: Served, new_page: Any) -> None:
    room, _ = rooms.open("excalibur", 2)
    phone, wall = new_page(**PHONE), new_page(**DESK)
    sit_down(phone, rooms, room, "Mia")
    rooms.begin(room)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    wall.wait_for_selector("#table .rt-message")
    phone.wait_for_selector("#table .rt-message")
    phone.click("[data-key='talk']")
    phone.click("dialog button:text-is('I saw …')")
    phone.click("dialog button:text-is('I saw a thief.')")
    wall.wait_for_selector(".rm-slip:has-text('I saw a thief.')")
    phone.wait_for_selector(".rm-slip:has-text('I saw a thief.')")
    rooms.do(lambda _: room.mute(1, True))
    phone.click("[data-key='talk']")
    phone.wait_for_selector("dialog h1:text-is('Ms Berger has closed your talk.')")
    phone.click("dialog button:text-is('Close')")
    rooms.do(lambda _: room.allow_talk(False))
    phone.wait_for_selector("[data-key='talk']", state="hidden")


def test_a_phone_is_given_a_hint_that_lies_at_its_things_until_it_is_read(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open(options={"start_player": "seat_0"})
    sit_down(phone, rooms, room, "Mia")
    rooms.begin(room)
    phone.wait_for_selector(".rt-table[data-asked]:not([data-asked='0'])")
    phone.get_by_role("button", name="Menu").click()
    phone.get_by_role("menuitem", name="Give me a hint").click()
    hint = phone.locator(".rt-prompt").get_by_text(": wins ")
    hint.wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    phone.get_by_role("button", name="Stop").click()
    hint.wait_for(state="hidden")


def test_a_pause_locks_the_table_and_says_why(rooms: Served, phone: Any) -> None:
    room, _ = rooms.open()
    sit_down(phone, rooms, room, "Mia")
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    rooms.do(lambda _: room.pause("Ms Berger has paused the game. No clock runs."))
    phone.wait_for_selector("#strip:has-text('has paused the game')")
    wait_until(phone, "document.getElementById('table').inert")
    rooms.do(lambda _: room.pause(""))
    wait_until(phone, "() => !document.getElementById('table').inert && document.getElementById('strip').hidden")


def test_the_wall_shows_who_comes_then_the_table_and_leads_nowhere(rooms: Served, new_page: Any) -> None:
    room, _ = rooms.open(wifi="school-guests")
    wall, phone = new_page(width=1920, height=1080), new_page(**PHONE)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    wall.wait_for_selector("[data-state='gathering']")
    wall.wait_for_selector(".rm-pattern")
    assert wall.evaluate("document.querySelector('.rm-pattern').decode().then(() => true)")
    for words in ("Who sits down?", "school-guests", rooms.origin.removeprefix("http://"), "Nobody is in yet."):
        wall.wait_for_selector(f"main:has-text('{words}')")
    sit_down(phone, rooms, room, "Mia")
    wall.wait_for_selector(".rm-banner:has-text('Mia')")
    rooms.begin(room)
    wall.wait_for_selector("#table .rt-message")
    assert wall.inner_text(".rm-join-small .rm-letters").split()[-5:] == list(room.code)
    assert not wall.locator("a[href]:visible").count()
    assert wall.evaluate("getComputedStyle(document.getElementById('table')).pointerEvents") == "none"
    rooms.do(lambda _: room.close())
    wall.wait_for_selector("text=The room is closed")
    phone.wait_for_selector("text=Ms Berger has closed the room")
    phone.goto(f"{rooms.origin}/r/{room.code}")
    phone.wait_for_selector(f"text=That was Guile in the room {room.code}")
    phone.wait_for_selector(".rm-hang:has-text('Mia')")


def test_cards_dealt_while_the_last_banner_is_still_new_stay_on_the_wall(rooms: Served, new_page: Any) -> None:
    room, _ = rooms.open("guile", 4)
    for name in ("Finn", "Zoe"):
        rooms.do(lambda _, name=name: room.join(name, None))
    wall = new_page(**DESK)
    wall.clock.install()
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    wall.wait_for_selector(".rm-banner >> nth=1")
    rooms.do(lambda _: room.join("Mia", None))
    wall.wait_for_selector(".rm-fresh:has-text('Mia')")
    rooms.do(lambda _: room.rename(3, "Mina"))
    wall.wait_for_selector(".rm-fresh:has-text('Mina')")
    wall.clock.run_for(5_000)
    wall.wait_for_selector(".rm-banner:not(.rm-fresh):has-text('Mina')")
    rooms.do(lambda _: room.join("Ida", None))
    wall.wait_for_selector(".rm-fresh:has-text('Ida')")
    rooms.begin(room)
    wall.wait_for_selector("text=All two tables play.")
    wall.clock.run_for(5_000)
    assert wall.get_attribute("html", "data-state") == "tables"
    assert wall.is_visible("text=All two tables play.")


@pytest.mark.slow
def test_the_wall_turns_the_cards_of_a_reveal_by_itself(rooms: Served, new_page: Any) -> None:
    """Two bots play Guile to its first reveal."""
    room, _ = rooms.open()
    wall = new_page(**DESK)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    wall.wait_for_selector("[data-state='gathering']")
    rooms.begin(room)
    rooms.do(lambda _: setattr(room.tables[0].bots, "pace", 0.02))
    wall.wait_for_selector(".rt-revealing")
    assert not wall.locator(".rt-choices:visible").count()
    wait_until(wall, "() => document.querySelector('[data-key=\"reveal:on\"]:not(:disabled)')")
    wall.wait_for_selector(".rt-revealing", state="detached")


@pytest.mark.slow  # two tables on the wall: test_cards_dealt_while_…; their rounds: rooms/test_several_tables.py
def test_two_tables_play_at_once_and_all_stand_on_the_wall(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open("guile", 4)
    phone, wall, desk = new_page(**PHONE), new_page(**DESK), new_page(**DESK)
    for name in ("Finn", "Zoe", "Ida"):
        rooms.do(lambda _, name=name: room.join(name, None))
    sit_down(phone, rooms, room, "Mia")
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    desk.click("[data-key='begin']")
    phone.wait_for_selector("text=You sit at table")
    mia = next(person for person in room.people if person.name == "Mia")
    assert mia.table is not None
    wall.wait_for_selector("text=All two tables play.")
    wall.wait_for_selector(".rm-table >> nth=1")
    desk.wait_for_selector(".rm-one-table .rm-person >> nth=3")
    assert (wall.locator(".rm-table").count(), desk.locator(".rm-one-table .rm-person").count()) == (2, 4)
    for table in room.tables:
        table.bots.pace = 0.01
    here, other = room.people.at(mia.table), room.people.at(1 - mia.table)
    for person in other:
        rooms.do(lambda _, person=person: room.let_bot_play(person.id, True))
    wall.wait_for_selector("text=One table is done.")
    wall.wait_for_selector(".rm-table-done .rm-cup-won >> nth=1", state="attached")
    phone.goto("about:blank")  # a phone that comes back would take its seat again
    for person in here:
        rooms.do(lambda _, person=person: room.let_bot_play(person.id, True))
    wall.wait_for_selector("text=Round 1 is over.")
    desk.click("[data-key='shows:standings']")
    wall.wait_for_selector(".rm-all-standing li >> nth=3")
    first = room.people.by_id(room.standings[0].person).name
    assert wall.inner_text(".rm-all-standing li >> nth=0").startswith(first)
    desk.wait_for_selector(f"h1:text-is('Round 1 is over: {first} stands first')")
    desk.wait_for_selector("text=Deal round 2")
    for page in (phone, wall, desk):
        assert not page.errors


@pytest.mark.slow
def test_the_desk_says_who_needs_help_and_what_is_pressed_is_done(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open(places=2)
    desk, phone = new_page(**DESK), new_page(**PHONE)
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    desk.wait_for_selector("h1:text-is('Nobody is in yet')")
    assert key not in desk.url
    sit_down(phone, rooms, room, "Mia")
    desk.click("button:text-is('Deal the cards')")
    phone.wait_for_selector("#table .rt-message")
    phone.close()
    desk.wait_for_selector(".rm-lost:has-text('Mia')")
    desk.click(".rm-person:has-text('Mia')")
    desk.click("button:text-is('Rename')")
    desk.wait_for_selector(".rm-new-name:focus")
    desk.keyboard.type("Mia Lou")
    desk.keyboard.press("Enter")
    desk.wait_for_selector("h1:text-is('Mia Lou')")
    desk.click("button:text-is('Bot plays on')")
    desk.wait_for_selector(".rm-person.rm-bot:has-text('Mia Lou')")
    desk.click("button:text-is('Pause everything')")
    desk.wait_for_selector("button:text-is('Go on')")
    desk.click("button:text-is('Take out')")
    assert len(room.people) == 1, "it is asked first"
    desk.click("button:text-is('Take Mia Lou out')")
    desk.wait_for_selector(".rm-person:has-text('Mia Lou') .rm-state:text-is('bot')", state="detached")
    assert len(room.people) == 0


def test_a_host_without_the_key_sees_nothing(rooms: Served, page: Any) -> None:
    room, _ = rooms.open()
    page.goto(f"{rooms.origin}/host/{room.code}#{'x' * 43}")
    page.wait_for_selector("#strip.rm-wrong:has-text('lost the host')")
    assert not page.is_visible("main")


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["360", "320"])
def test_pages_fit_a_phone_and_can_be_pressed_with_a_thumb(rooms: Served, new_page: Any, size: dict[str, int]) -> None:
    """With the longest names that there are."""
    room, key = rooms.open(places=30)
    phone, other, desk = (new_page(**size) for _ in range(3))
    long = "Wolfeschlegelsteinhausen"

    def look(page: Any) -> None:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
        assert page.evaluate(SMALL, 44) == []
        assert serious_findings(page) == []

    phone.goto(f"{rooms.origin}/join")
    phone.wait_for_selector("h1")
    look(phone)
    phone.goto(f"{rooms.origin}/r/{room.code}")
    phone.wait_for_selector("h1")
    look(phone)
    type_name(phone, long)
    phone.wait_for_selector("[data-state='wait']")
    look(phone)
    other.goto(f"{rooms.origin}/r/{room.code}")
    type_name(other, long)
    other.wait_for_selector("[data-state='taken']")
    other.console_errors.clear()
    look(other)
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    desk.click(".rm-person")
    look(desk)
    desk.click("button:text-is('Check')")
    other.goto(f"{rooms.origin}/r/{room.code}")
    other.wait_for_selector(".rm-checks li:has-text('It answers')")
    look(other)
    desk.wait_for_selector(".rm-check-quick")
    desk.click("button:text-is('The letter')")
    look(desk)


def test_an_old_browser_sees_one_sentence(rooms: Served, phone: Any) -> None:
    """A browser that does not know :has() drops what stands in the rule for those that do."""
    room, _ = rooms.open()

    def aged(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("selector(:has(a))", "selector(:not-yet(a))"))

    phone.route("**/phone.css", aged)
    phone.goto(f"{rooms.origin}/r/{room.code}")
    assert phone.is_visible("text=This phone is too old. Share a seat.")
    assert not phone.is_visible("main")


@pytest.mark.slow
def test_names_are_text_on_every_page(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open()
    name = "<img src=x onerror=1>"
    phone, wall, desk = new_page(**PHONE), new_page(**DESK), new_page(**DESK)
    sit_down(phone, rooms, room, name)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    for page in (phone, wall, desk):
        page.wait_for_selector(f"text={json.dumps(name)}")
        assert page.locator("img[src='x']").count() == 0
