"""The check before a lesson, over real sockets: who reaches this computer, without a name and without a seat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.robots import CheckedPhone, Phone, Socket, ask, open_host, open_wall, served
from workbench.rooms import check, handlers
from workbench.rooms.room import Room
from workbench.rooms.setting import Setting

Played = Callable[[Room, Socket, str], Awaitable[None]]


@pytest.fixture
def in_check(tmp_path: Path) -> Callable[[Played], None]:
    """Run something with a room whose host checks the phones."""

    def run(played: Played) -> None:
        async def serve() -> None:
            async with served(tmp_path) as (rooms, origin):
                room, key = rooms.open(Setting.of("guile", 2))
                host = await open_host(origin, room.code, key)
                await host.send(type="check", on=True)
                await host.until(lambda: host.room["check"])
                await played(room, host, origin)

        asyncio.run(serve())

    return run


def phones_of(page: Socket) -> list[dict[str, Any]]:
    return page.room["check"]["phones"]


def test_each_phone_gets_arms_and_host_and_wall_see_how_quick_it_is(
    in_check: Callable[[Played], None],
) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        wall = await open_wall(origin, room.code)
        quick, slow = [await CheckedPhone.come(origin, room.code) for _ in range(2)]
        assert [quick.arms, slow.arms] == [0, 1]
        await quick.measure(29)
        await slow.measure(640, forgets=True)
        wanted = [
            {"arms": 0, "milliseconds": 29, "too_old": False, "forgets": False},
            {"arms": 1, "milliseconds": 640, "too_old": False, "forgets": True},
        ]
        for page in (host, wall):
            await page.until(lambda page=page: phones_of(page) == wanted)

    in_check(played)


def test_a_check_names_nobody_takes_no_seat_and_writes_nothing_down(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        before = room.number
        phone = await CheckedPhone.come(origin, room.code)
        await phone.measure(29)
        await host.until(lambda: phones_of(host))
        answer = await ask(f"{origin}/r/{room.code}/join", {"name": "Mia"})
        assert (answer.code, json.loads(answer.body)["at"]) == (409, "check")
        assert (len(room.people), room.number) == (0, before)
        assert phone.ticket not in "".join(host.texts), "nobody else can come as this phone"

    in_check(played)


def test_a_phone_that_sleeps_is_counted_and_comes_back_with_its_arms(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        first, second = [await CheckedPhone.come(origin, room.code) for _ in range(2)]
        await second.measure(40)
        await first.close()  # before it was measured
        await second.close()
        await host.until(lambda: [phone["arms"] for phone in phones_of(host)] == [1])
        again = await CheckedPhone.come(origin, room.code, second.ticket)
        assert again.arms == 1

    in_check(played)


def test_opening_the_room_sends_the_phones_on_and_lets_them_sit_down(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        phone = await CheckedPhone.come(origin, room.code)
        await phone.measure(29)
        await host.send(type="check", on=False)
        await phone.until(lambda: phone.closed)
        assert phone.closed == (4001, "The check is over.")
        await host.until(lambda: host.room["check"] is None)
        await Phone.join(origin, room.code, "Mia")
        late = await CheckedPhone(origin, room.code, phone.ticket).open()
        await late.until(lambda: late.closed)
        await host.send(type="begin")
        await host.send(type="check", on=True)
        assert "dealt already" in await host.notice()

    in_check(played)


def test_the_wall_shows_letters_or_help_as_the_host_says(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        wall = await open_wall(origin, room.code)
        assert wall.room["check"]["shows"] == "letters"
        await host.send(type="check_shows", shows="help")
        await wall.until(lambda: wall.room["check"]["shows"] == "help")

    in_check(played)


def test_what_a_checked_phone_may_not_say_changes_nothing(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        phone = await CheckedPhone.come(origin, room.code)
        for strange in (
            {"type": "measured", "milliseconds": -1, "too_old": False, "forgets": False},
            {"type": "measured", "milliseconds": 10**9, "too_old": False, "forgets": False},
            {"type": "measured", "milliseconds": "29", "too_old": False, "forgets": False},
            {"type": "check", "on": False},
            {"type": "come", "ticket": ""},
            {"type": "begin"},
        ):
            await phone.send(**strange)
            assert await phone.notice()
        assert phones_of(host) == [{"arms": 0, "milliseconds": None, "too_old": False, "forgets": False}]
        unknown = await Socket(origin, f"/r/{room.code}/check", {"type": "sit", "secret": "x"}).open()
        await unknown.until(lambda: unknown.closed)
        assert unknown.texts == []
        with pytest.raises(Exception, match="403"):
            await CheckedPhone(origin, room.code).open("http://evil.example")

    in_check(played)


def test_more_phones_than_arms_share_them_and_at_most_so_many_come(
    in_check: Callable[[Played], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "ARMS", 2)
    monkeypatch.setattr(check, "MOST_PEOPLE", 3)

    async def played(room: Room, host: Socket, origin: str) -> None:
        phones = [await CheckedPhone.come(origin, room.code) for _ in range(3)]
        assert [phone.arms for phone in phones] == [0, 1, 0]
        late = await CheckedPhone(origin, room.code).open()
        await late.until(lambda: late.closed)

    in_check(played)


def test_dealing_by_another_page_of_the_host_ends_the_check(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        phone = await CheckedPhone.come(origin, room.code)
        await host.send(type="begin")
        await phone.until(lambda: phone.closed)
        await host.until(lambda: host.room["check"] is None)

    in_check(played)


def test_closing_the_room_says_so_to_the_phones(in_check: Callable[[Played], None]) -> None:
    async def played(room: Room, host: Socket, origin: str) -> None:
        phone = await CheckedPhone.come(origin, room.code)
        await host.send(type="close")
        await phone.until(lambda: phone.closed)
        assert phone.closed == (4001, "This room is closed.")

    in_check(played)


def test_a_room_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path) as (rooms, _):
            room, _ = rooms.open(Setting.of("guile", 2))
            room.check_phones(True)
            assert room.told(None)["check"]["keeps"]
            rooms.store.close()
            (tmp_path / "rooms.sqlite").write_bytes(b"no database at all")
            room.check_phones(False)
            room.check_phones(True)
            assert not room.told(None)["check"]["keeps"]

    asyncio.run(played())


def test_a_phone_has_come_through_once_one_of_another_machine_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test has no other machine: for the second phone, this one does not count as our own."""

    async def played() -> None:
        async with served(tmp_path, shared=True) as (rooms, origin):
            room, _ = rooms.open(Setting.of("guile", 2))
            room.check_phones(True)
            await CheckedPhone.come(origin, room.code)
            assert not room.told(None)["check"]["came_through"]
            monkeypatch.setattr(handlers, "is_loopback", lambda address: False)
            rooms.address = "http://10.0.4.17:8866/"
            await CheckedPhone.come(origin, room.code)
            assert room.told(None)["check"]["came_through"]

    asyncio.run(played())
