"""Whole games of a class: pages of phones and walls among robots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.test_rooms_in_a_browser import DESK, PHONE, Served, type_name
from tests.rooms.robots import Phone, as_sent
from workbench.rooms.room import OVER, Room

pytestmark = pytest.mark.slow

WHOLE_GAME = 120_000  # milliseconds
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


def press(page: Any, times: int) -> None:
    """Press what the phone offers, one thing after the other."""
    for number in range(times):
        page.evaluate(PRESS, number * 7)
        page.wait_for_timeout(50)


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
    press(phone, 60)
    phone.reload()
    phone.wait_for_selector("#table .rt-message")
    press(phone, 60)
    mia = next(person for person in room.people if person.name == "Mia")
    rooms.do(lambda _: (setattr(room.tables[0].bots, "pace", 0.01), room.let_bot_play(mia.id, True)))
    phone.wait_for_selector("text=A bot plays for you")
    wall.wait_for_selector("[data-state='over']", timeout=WHOLE_GAME)
    assert room.stage == OVER
    for robot, person in zip(others, room.people, strict=False):
        assert robot.scene == as_sent(room.tables[0].scene(person.seat))
    for page in (phone, wall):
        assert not page.errors


def test_a_class_of_thirty_sits_at_one_city(rooms: Served, new_page: Any) -> None:
    room, key = rooms.open("guild_master", 30, options={"game_variant": "labyrinth_city"})
    pages = [new_page(**PHONE) for _ in range(4)]
    wall, desk = new_page(**DESK), new_page(**DESK)
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
    assert len(room.tables[0].match.acts) > 30
    for page in (*pages, wall, desk):
        assert not page.errors
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    rooms.do(lambda _: room.close())
