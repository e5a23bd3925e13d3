"""Rooms over real sockets: joining, secrets, foreign pages, floods, and what reaches whom."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

from tests.rooms.robots import Phone, Socket, actions_in, as_sent, ask, open_host, open_wall, served, who_is_asked
from workbench.pages.messages import Message
from workbench.rooms import messages
from workbench.rooms.handlers import LATER
from workbench.rooms.pages import HostPage, PhonePage, RoomPage, WallPage
from workbench.rooms.room import OVER, Room
from workbench.rooms.rooms import MOST_ROOMS, WRONG_CODES, Rooms
from workbench.rooms.setting import MOST_PEOPLE, Setting
from workbench.rooms.store import RoomStore
from workbench.storage.errors import RoomError

Played = Callable[[Rooms, str], Awaitable[None]]


@pytest.fixture
def in_rooms(tmp_path: Path) -> Callable[[Played], None]:
    """Run something with rooms that are served."""

    def run(played: Played) -> None:
        async def serve() -> None:
            async with served(tmp_path) as (rooms, origin):
                await played(rooms, origin)

        asyncio.run(serve())

    return run


def opened(rooms: Rooms, game: str = "guile", places: int = 2) -> tuple[Room, str]:
    return rooms.open(Setting.of(game, places))


def test_a_get_takes_no_seat_and_a_post_does(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        for path in (f"/r/{room.code}", f"/r/{room.code}/about", f"/screen/{room.code}/qr.svg"):
            assert (await ask(origin + path)).code in (200, 500)  # pages are tried in a browser
        assert len(room.people) == 0
        answer = await ask(f"{origin}/r/{room.code.lower()}/join", {"name": "Mia", "arms": 12})
        assert json.loads(answer.body)["name"] == "Mia"
        assert len(room.people) == 1

    in_rooms(played)


def test_what_is_refused_says_why_and_changes_nothing(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        join = f"{origin}/r/{room.code}/join"
        await ask(join, {"name": "Mia"})
        taken = await ask(join, {"name": "mia"})
        assert taken.code == 409
        assert json.loads(taken.body)["at"] == "taken"
        assert json.loads(taken.body)["suggestion"] == "mia B."
        await ask(join, {"name": "Finn"})
        assert json.loads((await ask(join, {"name": "Zoe"})).body)["at"] == "full"
        assert (await ask(join, {"name": "Zoe", "seat": 1})).code == 400
        assert (await ask(join, raw=b"[" * 3000)).code == 400
        assert (await ask(join, {"name": "Zoe", "way": "watch"}, origin="http://evil.example")).code == 403
        assert [person.name for person in room.people] == ["Mia", "Finn"]

    in_rooms(played)


def test_wrong_codes_are_answered_twenty_times_a_minute_and_sixty_right_ones_get_in(
    in_rooms: Callable[[Played], None],
) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms, places=60)
        for number in range(60):
            assert (await ask(f"{origin}/r/{room.code}/join", {"name": f"Pupil {number}"})).code == 200
        wrong = "AAAAA" if room.code != "AAAAA" else "CCCCC"
        answers = [(await ask(f"{origin}/r/{wrong}/about")).code for _ in range(WRONG_CODES + 2)]
        assert answers == [404] * WRONG_CODES + [429] * 2

    in_rooms(played)


def test_phones_of_a_class_whose_room_was_closed_have_guessed_no_wrong_code(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        closed, _ = opened(rooms)
        closed.close()
        answers = [(await ask(f"{origin}/r/{closed.code}/about")).code for _ in range(WRONG_CODES + 5)]
        assert answers == [404] * len(answers)
        room, _ = opened(rooms)
        assert (await ask(f"{origin}/r/{room.code}/join", {"name": "Mia"})).code == 200

    in_rooms(played)


def test_where_somebody_guesses_codes_phones_that_have_a_place_keep_it(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        mia = await Phone.join(origin, room.code, "Mia")
        wrong = "AAAAA" if room.code != "AAAAA" else "CCCCC"
        for _ in range(WRONG_CODES):
            await ask(f"{origin}/r/{wrong}/about")
        await mia.close()
        await mia.open()
        await mia.until(lambda: mia.closed)
        assert mia.closed
        assert mia.closed[0] == LATER  # a page tries again; 4001 would take its place away

    in_rooms(played)


def test_a_socket_is_silent_until_a_secret_is_shown_and_no_other_opens_it(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        mia = await Phone.join(origin, room.code, "Mia")
        for path, opening in (
            (f"/r/{room.code}/socket", {"type": "sit", "secret": mia.secret[:-1]}),
            (f"/r/{room.code}/socket", {"type": "act", "actions": [0], "asked": 1}),
            (f"/r/{room.code}/socket", {"type": "watch"}),
            (f"/host/{room.code}/socket", {"type": "host", "key": mia.secret}),
            (f"/host/{room.code}/socket", {"type": "begin"}),
            (f"/screen/{room.code}/socket", {"type": "host", "key": key}),
        ):
            stranger = await Socket(origin, path, opening).open()
            await stranger.until(lambda stranger=stranger: stranger.closed)
            assert stranger.texts == []
        assert room.stage == "gathering"

    in_rooms(played)


def test_pages_of_other_sites_open_no_socket(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        with pytest.raises(Exception, match="403"):
            await Socket(origin, f"/screen/{room.code}/socket", {"type": "watch"}).open("http://evil.example")

    in_rooms(played)


def test_a_foreign_name_for_this_machine_opens_no_socket(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        foreign = HTTPRequest(
            f"{origin.replace('http', 'ws')}/screen/{room.code}/socket",
            headers={"Origin": "http://evil.example", "Host": "evil.example"},
        )
        with pytest.raises(Exception, match="403"):
            await websocket_connect(foreign)

    in_rooms(played)


def test_a_second_phone_takes_over_and_the_first_says_so_and_takes_back(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        first = await Phone.join(origin, room.code, "Mia")
        second = await Phone(origin, room.code, "Mia", first.secret, 1).open()
        await first.until(lambda: first.closed)
        assert first.closed == (4001, "This seat is open on another phone.")
        await first.open()
        await second.until(lambda: second.closed)

    in_rooms(played)


def test_phones_play_and_all_pages_see_the_same_table(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        phones = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        wall, host = await open_wall(origin, room.code), await open_host(origin, room.code, key)
        await host.send(type="begin")
        for phone in phones:
            phone.play()
        await wall.until(lambda: len(wall.said) > 12)
        await host.send(type="end")
        for page in (*phones, wall, host):
            await page.until(lambda page=page: page.room["stage"] == OVER)
        table = room.tables[0]
        assert [phone.scene for phone in phones] == [as_sent(table.scene(seat)) for seat in (0, 1)]
        assert wall.scene == as_sent(table.scene(None))
        assert host.scene == {}  # no hand, and no table of its own
        assert [row["person"] for row in host.room["results"]["rows"]] != []

    in_rooms(played)


def test_who_comes_back_is_sent_the_whole(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        mia, _ = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        host = await open_host(origin, room.code, key)
        await host.send(type="begin")
        await mia.until(lambda: mia.scene)
        await mia.close()
        await host.until(lambda: not host.room["people"][0]["here"])
        await host.send(type="bot", person=1, on=True)
        await host.until(lambda: host.room["people"][0]["bot"])
        mia.scene = {}
        await mia.open()
        await mia.until(lambda: mia.scene)
        assert mia.scene == as_sent(room.tables[0].scene(0))
        assert not mia.room["people"][0]["bot"]  # handed back at once

    in_rooms(played)


def test_a_host_pauses_renames_nods_and_takes_out(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        host = await open_host(origin, room.code, key)
        await host.send(type="call", person=2, name="Finn <b>")
        await mia.until(lambda: mia.room["people"][1]["name"] == "Finn <b>")
        await host.send(type="begin")
        asked = await who_is_asked((mia, finn))
        await host.send(type="pause", on=True)
        await asked.until(lambda: asked.room["paused"])
        await asked.act(actions_in(asked.scene)[0])
        assert "paused" in await asked.notice()
        await host.send(type="pause", on=False)
        ticket = json.loads((await ask(f"{origin}/r/{room.code}/back", {"name": "Mia"})).body)["ticket"]
        answered = f"{origin}/r/{room.code}/back/{ticket}"
        assert json.loads((await ask(answered)).body) == {"state": "asked"}
        await host.until(lambda: host.room["asks"])
        await host.send(type="nod", ask=host.room["asks"][0]["ask"], yes=True)
        await mia.until(lambda: mia.closed)
        answer = json.loads((await ask(answered)).body)
        assert room.known(answer["secret"]).name == "Mia"
        assert (await ask(answered)).code == 404  # told once
        await host.send(type="take_out", person=2)
        await finn.until(lambda: finn.closed)
        assert [person.name for person in room.people] == ["Mia"]

    in_rooms(played)


def test_a_code_of_one_use_goes_to_the_host_alone(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        mia, wall = await Phone.join(origin, room.code, "Mia"), await open_wall(origin, room.code)
        host = await open_host(origin, room.code, key)
        await host.send(type="code_for", person=1)
        code = (await host.until(lambda: host.said[-1].get("code")))["code"]
        assert code not in "".join((*mia.texts, *wall.texts))
        back = f"{origin}/r/{room.code}/back"
        assert (await ask(back, {"name": "Mia", "code": "AAAAAAAA"})).code == 409
        answer = await ask(back, {"name": "Mia", "code": code})
        assert room.known(json.loads(answer.body)["secret"]).id == 1

    in_rooms(played)


def test_files_are_the_host_s_alone(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        mia = await Phone.join(origin, room.code, "Mia")
        room.begin()
        place = f"{origin}/host/{room.code}/files/match.json"
        assert (await ask(place, {"key": mia.secret})).code == 403
        assert (await ask(place, {"key": key}, origin="http://evil.example")).code == 403
        assert json.loads((await ask(place, {"key": key})).body)["seed"] == room.tables[0].match.seed
        assert (await ask(f"{origin}/host/{room.code}/files/rooms.sqlite", {"key": key})).code == 409

    in_rooms(played)


def test_a_flood_is_slowed_and_the_others_play_on(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        room.begin()
        asked = await who_is_asked((mia, finn))
        other = mia if asked is finn else finn
        for number in range(300):
            await other.send(type="alive", number=number)
        before = asked.scene
        await asked.act(actions_in(asked.scene)[0])
        await asked.until(lambda: asked.scene != before)
        assert sum("alive" in said for said in other.said) < 300  # most of them still wait

    in_rooms(played)


STRANGE: tuple[Any, ...] = (
    None, True, 7, [], {}, "", {"type": 7}, {"type": "act"}, {"type": "act", "actions": []}, {"type": "deal"},
    {"type": "act", "actions": [0], "asked": 10**30}, {"type": "act", "actions": ["0"], "asked": 1},
    {"type": "sit", "secret": "x"}, {"type": "begin"}, {"type": "take_out", "person": 1}, {"type": "close"},
    {"type": "act", "actions": [5], "asked": 1, "seat": 1}, {"type": "host", "key": "x"},
)  # fmt: skip


def test_malformed_stale_and_foreign_messages_change_nothing(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        room.begin()
        mia = await who_is_asked((mia, finn))
        chance, before = random.Random(1), (room.number, room.tables[0].match.to_dict())
        page = next(page for page in room.pages if page.person == mia.number)
        for _ in range(2000):
            strange = chance.choice(STRANGE)
            text = json.dumps(strange)
            page.hear_text(text if chance.random() < 0.7 else text[: chance.randrange(len(text) + 1)])  # type: ignore[attr-defined]
        for action in range(room.setting.variant.actions.size):  # of the other seat, or of an earlier question
            if action not in actions_in(mia.scene):
                page.hear({"type": "act", "actions": [action], "asked": mia.asked})  # type: ignore[attr-defined]
            page.hear({"type": "act", "actions": [action], "asked": mia.asked + 1})  # type: ignore[attr-defined]
        assert (room.number, room.tables[0].match.to_dict()) == before
        assert not mia.closed

    in_rooms(played)


FRAMES = 100_000
VALUES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 10**9, 10**30, 0.5, "", "x", "Mia", "0", "sit", "\ud800", "\u0000", "x" * 300,
    [], [0], [[]], [0, 1, 2], ["x"], {}, {"a": {}}, [None] * 50,
)  # fmt: skip


def frame(chance: random.Random) -> str:
    """A text that a page of ours would never send: of an existing kind, with anything in it; or half of one."""
    kinds = [name for kind in vars(messages).values() for name in kind_of(kind)]
    message: Any = {"type": chance.choice([*kinds, "", "nothing", 3])}
    fields = (
        "actions",
        "asked",
        "secret",
        "key",
        "name",
        "arms",
        "person",
        "on",
        "seconds",
        "ask",
        "yes",
        "table",
        "seat",
    )
    message |= {chance.choice((*fields, "?")): chance.choice(VALUES) for _ in range(chance.randrange(5))}
    text = json.dumps(chance.choice((message, message, message, [message], chance.choice(VALUES))))
    return (
        text if chance.random() < 0.8 else text[: chance.randrange(len(text) + 1)] + chance.choice(("", "}", "\u0000"))
    )


def kind_of(kind: Any) -> tuple[str, ...]:
    """The types that messages of a class can have."""
    return (kind.type,) if isinstance(kind, type) and issubclass(kind, Message) and kind.type else ()


@pytest.mark.slow
def test_a_hundred_thousand_frames_that_no_page_of_ours_sends_change_nothing(tmp_path: Path) -> None:
    class Nowhere:
        def send(self, **_content: Any) -> None:
            """Nobody hears it."""

        def close(self, _code: int, _reason: str) -> None:
            """It ends nothing here."""

    room = Room.open(RoomStore(tmp_path / "rooms.sqlite"), "KEHTA", Setting.of("guile", 4), "k" * 43)
    secrets = [room.join(name, None)[1] for name in ("Mia", "Finn", "Zoe", "Ida")]
    room.begin()
    waits = next(
        place for place, one in enumerate(room.people) if one.seat not in room.tables[one.table or 0].match.to_act
    )

    def page(kind: type[RoomPage], opening: dict[str, Any] | None) -> RoomPage:
        made = kind(room, Nowhere())
        if opening:
            made.hear(opening)
        return made

    kinds: list[tuple[type[RoomPage], dict[str, Any] | None]] = [
        (PhonePage, {"type": "sit", "secret": secrets[waits]}), (PhonePage, None),
        (WallPage, {"type": "watch"}), (HostPage, None),
    ]  # fmt: skip
    pages = [page(*kind) for kind in kinds]
    chance, before = (
        random.Random(2),
        (room.number, [table.match.to_dict() for table in room.tables], list(room.people), dict(room.rules)),
    )
    for _ in range(FRAMES):
        place = chance.randrange(len(pages))
        pages[place].hear_text(frame(chance))
        assert pages[place].open is (kinds[place][1] is not None)
    assert (
        room.number,
        [table.match.to_dict() for table in room.tables],
        list(room.people),
        dict(room.rules),
    ) == before


def test_a_message_that_is_too_long_ends_its_socket_alone(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, _ = opened(rooms)
        mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
        await mia.wire.write_message("x" * 10_000)
        await mia.until(lambda: mia.closed)
        assert finn.closed is None
        assert len(room.people) == 2

    in_rooms(played)


def test_rooms_come_back_with_code_and_secrets_when_the_server_does(tmp_path: Path) -> None:
    async def first() -> tuple[str, str, dict[str, Any], str]:
        async with served(tmp_path) as (rooms, origin):
            room, key = opened(rooms)
            mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
            room.begin()
            asked = await who_is_asked((mia, finn))
            before = asked.scene
            await asked.act(actions_in(asked.scene)[0])
            await asked.until(lambda: asked.scene != before)
            mia.scene = as_sent(room.tables[0].scene(0))
            await finn.close()
            return room.code, mia.secret, mia.scene, key

    async def second(code: str, secret: str, scene: dict[str, Any], key: str) -> None:
        async with served(tmp_path) as (_, origin):
            mia = await Phone(origin, code, "Mia", secret, 1).open()
            await mia.until(lambda: mia.scene)
            assert mia.scene == scene
            host = await open_host(origin, code, key)
            assert [person["name"] for person in host.room["people"]] == ["Mia", "Finn"]

    asyncio.run(second(*asyncio.run(first())))


def test_at_most_twenty_rooms_are_open(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        made = [opened(rooms)[0] for _ in range(MOST_ROOMS)]
        with pytest.raises(RoomError, match="Close one"):
            opened(rooms)
        made[0].close()
        rooms.tick()
        opened(rooms)

    in_rooms(played)


def test_a_room_without_its_host_is_closed_after_an_hour_and_kept(in_rooms: Callable[[Played], None]) -> None:
    async def played(rooms: Rooms, origin: str) -> None:
        room, key = opened(rooms)
        room.host_seen -= 3601
        host = await open_host(origin, room.code, key)
        rooms.tick()
        assert not room.closed
        await host.close()
        room.host_seen -= 3601
        rooms.tick()
        assert room.closed
        assert rooms.by_code(room.code) is None
        assert rooms.store.happenings(room.id)

    in_rooms(played)


def test_where_the_rooms_cannot_be_kept_there_are_none_and_the_server_says_why(tmp_path: Path) -> None:
    (tmp_path / "rooms.sqlite").write_bytes(b"no database at all")

    async def played() -> None:
        async with served(tmp_path) as (rooms, origin):
            with pytest.raises(RoomError, match="damaged"):
                opened(rooms)
            assert (await ask(f"{origin}/r/KEHTA/about")).code == 404

    asyncio.run(played())
    assert (tmp_path / "rooms.sqlite").read_bytes() == b"no database at all"


def test_a_room_of_which_nothing_was_written_hurts_no_other(tmp_path: Path) -> None:
    async def first() -> str:
        async with served(tmp_path) as (rooms, _):
            rooms.store.open_room("AAAAA")  # and then the process ends
            return opened(rooms)[0].code

    async def second(code: str) -> None:
        async with served(tmp_path) as (rooms, _):
            assert (rooms.damaged, list(rooms.open_rooms)) == (["AAAAA"], [code])

    asyncio.run(second(asyncio.run(first())))


def test_on_a_shared_server_the_key_of_its_terminal_alone_opens_rooms(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path, shared=True) as (rooms, origin):
            there = json.loads((await ask(f"{origin}/rooms/games.json")).body)
            assert there["most_people"] == MOST_PEOPLE
            assert {"game": "guile", "variant": "base_game", "title": "Guile", "most": 2, "usual": 2} in there["games"]
            asked = {"game": "guile", "variant": "base_game", "places": 30}
            for key in ("", "x" * 43, None):
                assert (await ask(f"{origin}/rooms", {**asked, "key": key})).code == 403
            assert (await ask(f"{origin}/rooms", {**asked, "places": "30", "key": rooms.key})).code == 400
            refused = await ask(f"{origin}/rooms", {**asked, "places": 999, "key": rooms.key})
            assert "not for 999" in json.loads(refused.body)["error"]
            opened = json.loads((await ask(f"{origin}/rooms", {**asked, "key": rooms.key})).body)
            room = rooms.by_code(opened["code"])
            assert room is not None
            assert room.is_host(opened["host"].partition("#")[2])
            assert room.setting.tables == 15

    asyncio.run(played())
