"""Whole games of a class: pages of phones and walls among robots, at an address that is no secure context."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.test_rooms_in_a_browser import DESK, PHONE, Served, type_name
from tests.rooms.robots import Phone, as_sent
from workbench.rooms.room import OVER, Room

pytestmark = pytest.mark.slow

WHOLE_GAME = 240.0  # seconds
# Presses something that the table offers, as a person does who tries out what there is; whether there was anything.
PRESS = """(number) => {
  const offered = [...document.querySelectorAll("#table :is([data-action], [data-key^='reveal'])")]
    .filter((one) => !one.disabled && one.getAttribute("aria-disabled") !== "true" && one.getClientRects().length);
  offered[number % Math.max(1, offered.length)]?.click();
  return offered.length;
}"""


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("classes")) as running:
        yield running


def robots(rooms: Served, room: Room, many: int) -> list[Phone]:
    """So many robots sit down, and play as soon as cards are dealt."""

    async def sit() -> list[Phone]:
        seated = [await Phone.join(rooms.origin, room.code, f"Robot {number}") for number in range(1, many + 1)]
        for one in seated:
            one.play()
        return seated

    return rooms.wait_for(sit())


def play_to_the_end(room: Room, phone: Any, press: Callable[[int], Any]) -> None:
    """Press what the phone offers until the match is over."""
    for number in range(int(WHOLE_GAME / 0.05)):
        if room.stage == OVER:
            return
        press(number)
        phone.wait_for_timeout(50)
    pytest.fail(f"not over after {len(room.playing_table.match.acts)} acts, in {room.playing_table.match.phase}")


@pytest.mark.parametrize(("game", "seats"), [("guile", 2), ("excalibur", 4), ("quests", 4), ("cadwallon", 4)])
def test_a_whole_game_from_joining_to_the_score(rooms: Served, new_page: Any, game: str, seats: int) -> None:
    room, _ = rooms.open(game, seats)
    wall, phone = new_page(**DESK), new_page(**PHONE)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    others = robots(rooms, room, seats - 1)
    phone.goto(f"{rooms.origin}/r/{room.code}")
    type_name(phone, "Mia")
    phone.wait_for_selector("[data-state='wait']")
    rooms.begin(room)
    phone.wait_for_selector("#table .rt-message")
    reloaded = False

    def press(number: int) -> None:
        nonlocal reloaded
        if number == 60 and not reloaded:  # in the middle of it
            reloaded = True
            phone.reload()
            phone.wait_for_selector("#table .rt-message, [data-state='asleep'] button")
        if phone.locator("[data-state='asleep'] button:has-text('Show my cards')").count():
            phone.click("button:has-text('Show my cards')")
        phone.evaluate(PRESS, number * 7)

    play_to_the_end(room, phone, press)
    assert reloaded
    seats_of = [person.seat for person in room.people]
    for robot, seat in zip(others, seats_of, strict=False):
        assert robot.scene == as_sent(room.playing_table.scene(seat))
    assert not phone.errors
    assert not wall.errors


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_class_of_thirty_builds_one_city(rooms: Served, new_page: Any, size: dict[str, int], tmp_path: Path) -> None:
    room, key = rooms.open("guild_master", 30, options={"game_variant": "labyrinth_city"})
    pages = [new_page(**PHONE) for _ in range(4)]
    wall, desk = new_page(**DESK), new_page(**size)
    wall.goto(f"{rooms.origin}/screen/{room.code}")
    desk.goto(f"{rooms.origin}/host/{room.code}#{key}")
    robots(rooms, room, 24)
    for number, page in enumerate(pages):
        page.goto(f"{rooms.origin}/r/{room.code}")
        type_name(page, f"Pupil {number}")
        page.wait_for_selector("[data-state='wait']")
    rooms.begin(room)
    for page in pages:
        page.wait_for_selector("#table .rt-message")
    for number in range(40):
        for page in pages:
            page.evaluate(PRESS, number * 5)
        wall.wait_for_timeout(50)
    assert len(room.playing_table.match.acts) > 30
    for page in (*pages, wall, desk):
        assert not page.errors
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    rooms.do(lambda _: room.close())
