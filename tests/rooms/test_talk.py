"""Talk over real sockets: phrases that are chosen, to those who see the table, as the host allows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.robots import Phone, Socket, ask, open_host, open_wall, served
from workbench.rooms import talk
from workbench.rooms.room import Room
from workbench.rooms.setting import Setting
from workbench.rooms.talk import ANY_GAME, Talk

Played = Callable[[Room, Socket, list[Phone], str], Awaitable[None]]
SWORD, NOT_ME, SAW = 0, 1, 3  # phrases of Excalibur


@pytest.fixture
def in_talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Run something with a room in which Mia and Finn play."""
    monkeypatch.setattr(talk, "EVERY_SECONDS", 0.0)

    def run(played: Played, game: str = "excalibur", names: tuple[str, ...] = ("Mia", "Finn")) -> None:
        async def serve() -> None:
            async with served(tmp_path) as (rooms, origin):
                room, key = rooms.open(Setting.of(game, len(names)))
                phones = [await Phone.join(origin, room.code, name) for name in names]
                host = await open_host(origin, room.code, key)
                await host.send(type="begin")
                for phone in phones:
                    await phone.until(lambda phone=phone: phone.scene)
                await played(room, host, phones, origin)

        asyncio.run(serve())

    return run


def said(page: Socket) -> list[dict[str, Any]]:
    return [message["said"] for message in page.said if "said" in message]


def test_a_phrase_reaches_all_who_see_the_table_and_is_kept_nowhere(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        (mia, finn), number = phones, room.number
        wall = await open_wall(origin, room.code)
        other = {0: 1, 1: 0}[room.people.by_id(mia.number).seat or 0]
        await mia.send(type="say", phrase=SWORD, seat=other)
        for page in (mia, finn, wall):
            found = await page.until(lambda page=page: said(page))
            assert found == [{"table": 0, "seat": 1 - other, "words": "You have the sword, Finn!"}]
        await finn.send(type="say", phrase=SAW, kind=room.talk.kinds.index("a thief"))
        await mia.until(lambda: len(said(mia)) == 2)
        assert said(mia)[1]["words"] == "I saw a thief."
        assert said(host) == []
        assert room.number == number

    in_talk(played)


def test_the_host_closes_talk_for_all_or_for_one(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        mia, finn = phones
        await host.send(type="mute", person=mia.number, on=True)
        await mia.until(lambda: mia.room["talk"]["muted"] == [mia.number])
        await mia.send(type="say", phrase=NOT_ME)
        assert await mia.notice() == "Your teacher has closed your talk."
        await finn.send(type="say", phrase=NOT_ME)
        await mia.until(lambda: said(mia))
        await host.send(type="mute", person=mia.number, on=False)
        await host.send(type="talk", on=False)
        await mia.until(lambda: mia.room["talk"] == {"on": False, "muted": []})
        await mia.send(type="say", phrase=NOT_ME)
        assert await mia.notice() == "No talk in this game."
        assert len(said(finn)) == 1

    in_talk(played)


@pytest.mark.parametrize(
    "strange",
    [
        {"phrase": 99}, {"phrase": NOT_ME, "seat": 0}, {"phrase": SWORD}, {"phrase": SWORD, "seat": 7},
        {"phrase": SAW, "kind": 999}, {"phrase": -1}, {"phrase": "Give it to me"}, {"phrase": NOT_ME, "words": "x"},
    ],
)  # fmt: skip
def test_only_what_is_declared_can_be_said(in_talk: Callable[..., None], strange: dict[str, Any]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        await phones[0].send(type="say", **strange)
        assert await phones[0].notice()
        assert said(phones[1]) == []

    in_talk(played)


def test_one_phrase_every_few_seconds_a_person(tmp_path: Path) -> None:
    spoken = Talk.of(Setting.of("excalibur"))
    spoken.say(1, NOT_ME, None, None, "")
    spoken.say(2, NOT_ME, None, None, "")
    with pytest.raises(talk.RoomError, match="Wait a moment"):
        spoken.say(1, NOT_ME, None, None, "")


def test_who_watches_or_is_paused_says_nothing(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        zoe = await Phone.join(origin, room.code, "Zoe", way="watch")
        await zoe.send(type="say", phrase=NOT_ME)
        assert "You watch" in await zoe.notice()
        await host.send(type="pause", on=True)
        await phones[0].until(lambda: phones[0].room["paused"])
        await phones[0].send(type="say", phrase=NOT_ME)
        assert "paused" in await phones[0].notice()
        assert said(zoe) == []

    in_talk(played)


def test_who_sits_at_another_table_hears_nothing(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        assert not room.talk.on, "nothing is declared"
        await host.send(type="talk", on=True)
        speaker = room.people.by_id(phones[0].number)
        near = [phone for phone in phones if room.people.by_id(phone.number).table == speaker.table]
        assert len(near) == 2
        await phones[0].send(type="say", phrase=0)
        for phone in near:
            await phone.until(lambda phone=phone: said(phone))
            assert said(phone)[0]["words"] == ANY_GAME[0]
        for phone in phones:
            if phone not in near:
                await phone.send(type="alive", number=1)
                await phone.until(lambda phone=phone: {"alive": 1} in phone.said)
                assert said(phone) == []

    in_talk(played, "guile", ("Mia", "Finn", "Zoe", "Ida"))


def test_the_phrases_of_the_game_itself_make_way(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        match = room.tables[0].match
        assert room.setting.options["chat"]
        labels = [action.label for seat in match.to_act for action in match.legal(seat)]
        assert labels
        assert [label for label in labels if label.startswith("Say: ")] == []

    in_talk(played)


def test_a_phone_learns_the_phrases_and_the_kinds(in_talk: Callable[..., None]) -> None:
    async def played(room: Room, host: Socket, phones: list[Phone], origin: str) -> None:
        told = json.loads((await ask(f"{origin}/r/{room.code}/talk.json")).body)
        assert told["phrases"][SWORD] == "You have the sword, {seat}!"
        assert "the Cursed Blade" in told["kinds"]

    in_talk(played)
