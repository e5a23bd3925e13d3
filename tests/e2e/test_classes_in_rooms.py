"""Whole games of a class: pages of phones and walls among robots."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from tests.e2e.conftest import ROOM
from tests.e2e.test_rooms_in_a_browser import DESK, PHONE, Served, type_name
from tests.rooms.robots import Phone, as_sent
from workbench.rooms.room import OVER, Room

pytestmark = pytest.mark.slow

# Presses something that the table offers, like a person trying things out; tells whether there was anything.
PRESS = """(number) => {
  const offered = [...document.querySelectorAll("#table :is([data-action], [data-key^='reveal'])")]
    .filter((one) => !one.disabled && one.getAttribute("aria-disabled") !== "true" && one.getClientRects().length);
  offered[number % Math.max(1, offered.length)]?.click();
  return offered.length;
}"""


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("classes"), shared=True) as running:
        yield running


def at(rooms: Served, path: str) -> str:
    """An address as the class finds it."""
    return f"http://{ROOM}:{rooms.port}/{path}"


def robots(rooms: Served, room: Room, many: int) -> list[Phone]:
    """So many robots sit down, and play as soon as cards are dealt."""

    async def sit() -> list[Phone]:
        seated = [await Phone.join(rooms.origin, room.code, f"Robot {number}") for number in range(1, many + 1)]
        for one in seated:
            one.play()
        return seated

    return rooms.wait_for(sit())


GAMES = [
    ("guild_master", 4),
    ("guile", 2),
    ("excalibur", 4),
    ("quests", 4),
    ("cadwallon", 4),
]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_whole_game_from_joining_to_the_score(rooms: Served, school_page: Any, game: str, seats: int) -> None:
    """A page is reloaded, the server restarted, a phone leaves and returns, a seat is skipped, a bot comes and goes."""
    room, key = rooms.open(game, seats)
    wall, desk = school_page(**DESK), school_page(**DESK)
    wall.goto(at(rooms, f"screen/{room.code}"))
    desk.goto(at(rooms, f"host/{room.code}#{key}"))
    names = ["Mia", "Finn"][: seats - 1]
    phones = [school_page(**PHONE) for _ in names]
    for phone, name in zip(phones, names, strict=True):
        phone.goto(at(rooms, f"r/{room.code}"))
        type_name(phone, name)
        phone.wait_for_selector("[data-state='wait']")
    others = robots(rooms, room, seats - len(names))
    desk.click("[data-key='begin']")
    for phone in phones:
        phone.wait_for_selector("#table .rt-message")
        assert phone.evaluate("isSecureContext") is False
    press_all(phones, 30)
    phones[0].reload()
    phones[0].wait_for_selector("#table .rt-message")

    played = len(room.tables[0].match.acts)
    room = rooms.restart(room)
    assert len(room.tables[0].match.acts) >= played > 0
    until(lambda: len(room.pages) == seats + 2, "everybody is back")
    press_all(phones, 20)

    phones[-1].goto("about:blank")
    until(lambda: len(room.pages) == seats + 1, "the phone is gone")
    phones[-1].goto(at(rooms, f"r/{room.code}"))
    phones[-1].wait_for_selector("#table .rt-message")

    mia = next(person for person in room.people if person.name == "Mia")
    until_asked(rooms, room, mia.seat or 0)
    before = len(room.tables[0].match.acts)
    desk.click(f"[data-key='person:{mia.id}']")
    desk.click(f"[data-key='skip:{mia.id}']")
    until(lambda: len(room.tables[0].match.acts) > before, "the safe choice is played")

    desk.click(f"[data-key='bot:{mia.id}']")
    phones[0].click("text=I am back")
    until(lambda: not room.people.by_id(mia.id).bot, "the seat is handed back")

    rooms.do(lambda _: setattr(room.tables[0].bots, "pace", 0.01))
    finish(rooms, room)
    wall.wait_for_selector("[data-state='over']")
    desk.wait_for_selector(".rm-results")
    for robot, person in zip(others, list(room.people)[len(names) :], strict=True):
        rooms.wait_for(
            robot.until(lambda robot=robot, seat=person.seat: robot.scene == as_sent(room.tables[0].scene(seat)))
        )
    for page in (*phones, wall, desk):
        assert not page.errors
    rooms.do(lambda _: room.close())


def until(holds: Callable[[], Any], what: str, seconds: float = 30) -> None:
    """Wait until something holds where the rooms are."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"It never came true: {what}"
        time.sleep(0.05)


def finish(rooms: Served, room: Room) -> None:
    """Bots play for everybody until all tables are done, and hand back."""
    for on in (True, False):
        for person in list(room.people):
            rooms.do(lambda _, person=person, on=on: room.let_bot_play(person.id, on))
        until(lambda: room.stage == OVER, "all tables are done", seconds=120)


def press_all(phones: Sequence[Any], times: int) -> None:
    """Press what the phones offer, one thing after the other."""
    for number in range(times):
        for phone in phones:
            phone.evaluate(PRESS, number * 7)
            phone.wait_for_timeout(20)


def until_asked(rooms: Served, room: Room, seat: int) -> None:
    """Bots play for the others until a seat is asked."""
    others = [person.id for person in room.people if person.seat != seat and not person.bot]
    for on in (True, False):
        for number in others:
            rooms.do(lambda _, number=number, on=on: room.let_bot_play(number, on))
        until(lambda: seat in room.tables[0].match.to_act, f"seat {seat} is asked")


def test_a_class_of_thirty_sits_at_one_city(rooms: Served, school_page: Any) -> None:
    room, key = rooms.open("guild_master", 30, options={"game_variant": "labyrinth_city"})
    pages = [school_page(**PHONE) for _ in range(4)]
    wall, desk = school_page(**DESK), school_page(**DESK)
    wall.goto(at(rooms, f"screen/{room.code}"))
    desk.goto(at(rooms, f"host/{room.code}#{key}"))
    robots(rooms, room, 24)
    for number, page in enumerate(pages):
        page.goto(at(rooms, f"r/{room.code}"))
        type_name(page, f"Pupil {number}")
        page.wait_for_selector("[data-state='wait']")
    rooms.begin(room)
    for page in pages:
        page.wait_for_selector("#table .rt-message")
    for number in range(40):
        for page in pages:
            page.evaluate(PRESS, number * 5)
        wall.wait_for_timeout(50)
    assert len(room.tables[0].match.acts) > 30
    for page in (*pages, wall, desk):
        assert not page.errors
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    rooms.do(lambda _: room.close())


def test_thirty_play_guile_at_fifteen_tables_round_by_round(rooms: Served, school_page: Any) -> None:
    room, key = rooms.open("guile", 30)
    wall, desk, phones = school_page(**DESK), school_page(**DESK), [school_page(**PHONE) for _ in range(2)]
    wall.goto(at(rooms, f"screen/{room.code}"))
    desk.goto(at(rooms, f"host/{room.code}#{key}"))
    others = robots(rooms, room, 28)
    for number, phone in enumerate(phones):
        phone.goto(at(rooms, f"r/{room.code}"))
        type_name(phone, f"Pupil {number}")
        phone.wait_for_selector("[data-state='wait']")
    met: list[frozenset[str]] = []
    for round in (1, 2):
        desk.click("[data-key='begin']")
        until(lambda room=room, round=round: room.round == round, "the cards are dealt")
        for phone in phones:
            phone.wait_for_selector("#table .rt-message")
        # asked where the rooms are: another thread might see some tables of the round before
        met += rooms.do(lambda _, room=room: [frozenset(table.match.seat_names) for table in room.tables])
        press_all(phones, 10)
        if round == 2:
            room = rooms.restart(room)
            until(lambda room=room: len(room.pages) == 32, "everybody is back")
        for table in room.tables:
            table.bots.pace = 0.01
        finish(rooms, room)
        wall.wait_for_selector(f"text=Round {round} is over.")
        assert wall.locator(".rm-table-done").count() == 15
    assert len(set(met)) == 30  # nobody has met the same person twice
    assert sum(one.won for one in room.standings) >= 30
    desk.click("[data-key='shows:standings']")
    wall.wait_for_selector(".rm-all-standing")
    assert wall.locator(".rm-all-standing li").count() == 30
    for robot in others:
        person = room.people.by_id(robot.number)
        rooms.wait_for(
            robot.until(
                lambda robot=robot, person=person: (
                    robot.scene == as_sent(room.tables[person.table or 0].scene(person.seat))
                )
            )
        )
    for page in (*phones, wall, desk):
        assert not page.errors
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
