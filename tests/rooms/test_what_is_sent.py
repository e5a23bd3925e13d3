"""What a room sends to a page, byte for byte, depends on nothing that its viewer may not know.

A room is opened twice. In the second, all cards that a viewer cannot know are dealt differently; both are played on
alike, and the pages of the viewer are sent the same texts for as long as the viewer sees the same.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.difference import first_difference
from workbench.pages.page import Page
from workbench.play.match import Match
from workbench.play.replay import acts_of
from workbench.rooms.pages import HostPage, PhonePage, RoomPage, WallPage
from workbench.rooms.practice_page import PracticePage
from workbench.rooms.room import OVER, Room
from workbench.rooms.setting import Setting
from workbench.rooms.store import RoomStore
from workbench.widgets.script import HERE

KEY = "k" * 43
AHEAD = 5
CHANCE = ("random_state", "shuffle_state", "decisions")  # fields of a record

TABLE = "workbench.widgets.table"


class Wire:
    """Keeps what a page is sent."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def send(self, **content: Any) -> None:
        self.texts.append(json.dumps(content))

    def close(self, code: int, reason: str) -> None:
        self.texts.append(reason)


def opened(folder: Path, game: str, seats: int, options: dict[str, Any]) -> tuple[Room, list[str]]:
    """A room whose cards are dealt, and the secrets of its people, seat by seat."""
    room = Room.open(RoomStore(folder / "rooms.sqlite"), "KEHTA", Setting.of(game, seats, options=options), KEY)
    secrets = [room.join(f"Pupil {number}", None)[1] for number in range(seats)]
    room.begin()
    return room, secrets


def world_of(match: Match, viewer: int | None, seed: int) -> Match:
    """Another world that the viewer cannot tell apart, in which later chance falls alike."""
    world = match.redealt(viewer, seed)
    for name in CHANCE:
        _record(world)[name] = _record(match)[name]
    return world


def _record(match: Match) -> Any:
    return match.record.buffer.view(match.variant.state.dtype)[0]


def twin(room: Room, match: Match, folder: Path, table: int = 0) -> Room:
    """The same room, but with this match on a table; both are written down from here on in files of their own."""
    room.store.close()
    (folder / "twin.sqlite").write_bytes(room.store.file.file.read_bytes())
    other = Room.come_back(RoomStore(folder / "twin.sqlite"), room.id, room.code)
    other.tables[table].match = match
    other.tables[table].written = acts_of(match)
    return other


def pages_of(room: Room, viewer: int | None, secrets: list[str]) -> dict[RoomPage, Wire]:
    """The pages that look at a room for a viewer: a phone, or wall and host."""
    kinds: list[tuple[type[RoomPage], dict[str, Any]]] = [
        (WallPage, {"type": "watch"}),
        (HostPage, {"type": "host", "key": KEY}),
    ]
    if viewer is not None:
        kinds = [(PhonePage, {"type": "sit", "secret": secrets[viewer]})]
    wires = {}
    for kind, opening in kinds:
        wire = Wire()
        page = kind(room, wire)
        page.hear(opening)
        wires[page] = wire
    return wires


def compare(rooms: tuple[Room, Room], viewer: int | None, secrets: list[str], chance: random.Random) -> str:
    """Play both rooms on alike; return the first difference in what the viewer's pages were sent, or an empty text."""
    wires = [pages_of(room, viewer, secrets) for room in rooms]
    for _ in range(AHEAD):
        tables = [room.tables[0] for room in rooms]
        views = [table.match.view(viewer) for table in tables]
        if views[0] != views[1] or rooms[0].stage == OVER:
            return ""
        for of_room in wires:
            for page in of_room:
                page.refresh()
                page.refresh_state()
        texts = [[text for wire in of_room.values() for text in wire.texts] for of_room in wires]
        if found := first_difference(*texts):
            return f"{viewer}: {found}"
        seat = chance.choice(tables[0].match.to_act)
        both = {action.id for action in tables[1].match.legal(seat)} if seat in tables[1].match.to_act else set()
        same = [action.id for action in tables[0].match.legal(seat) if action.id in both]
        if not same:
            return ""
        action = chance.choice(same)
        for room, of_room in zip(rooms, wires, strict=True):
            if seat == viewer:
                for page in of_room:
                    page.hear({"type": "weigh", "actions": [action], "asked": room.tables[0].question(seat)})
                    page.hear({"type": "act", "actions": [action], "asked": room.tables[0].question(seat)})
            else:
                room.tables[0].act(seat, (action,))
    return ""


def search(folder: Path, game: str, seats: int, options: dict[str, Any], looks: int, apart: int) -> list[str]:
    """Look this many times along a match, fewer than `apart` acts after the last look."""
    room, secrets = opened(folder, game, seats, options)
    chance, found = random.Random(4), []
    for look in range(looks):
        table = room.tables[0]
        for _ in range(chance.randrange(apart)):
            if table.match.over:
                return found
            seat = chance.choice(table.match.to_act)
            table.act(seat, (chance.choice(table.match.legal(seat)).id,))
        viewer = chance.choice([None, *range(seats)])
        both = twin(room, table.match.fork(), folder), twin(room, world_of(table.match, viewer, look), folder / "other")
        if difference := compare(both, viewer, secrets, chance):
            found.append(difference)
        for other in both:
            other.store.close()
    return found


def in_a_loop(work: Callable[[], Any]) -> Any:
    """Run the work in an event loop, in which rooms show what is new."""

    async def run() -> Any:
        return work()

    return asyncio.run(run())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "other").mkdir()
    return tmp_path


GAMES = [
    ("guild_master", 3, {}),
    ("guild_master", 6, {"game_variant": "labyrinth_city"}),
    ("guile", 2, {}),
    ("excalibur", 3, {}),
    ("quests", 3, {}),
    ("cadwallon", 2, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_what_is_sent_depends_on_nothing_hidden(game: str, seats: int, options: dict[str, Any], folder: Path) -> None:
    assert in_a_loop(lambda: search(folder, game, seats, options, looks=3, apart=12)) == []


def three_tables(folder: Path) -> tuple[Room, list[str]]:
    """A room in which six play Guile two by two, and the secrets of its people."""
    room = Room.open(RoomStore(folder / "rooms.sqlite"), "KEHTA", Setting.of("guile", 6), KEY)
    secrets = [room.join(f"Pupil {number}", None)[1] for number in range(6)]
    room.begin()
    return room, secrets


def test_of_several_tables_a_phone_is_sent_its_own_alone(folder: Path) -> None:
    def every_phone() -> None:
        room, secrets = three_tables(folder)
        for person, secret in zip(room.people, secrets, strict=True):
            wire = Wire()
            PhonePage(room, wire).hear({"type": "sit", "secret": secret})
            (scene,) = [json.loads(text)["scene"] for text in wire.texts if "scene" in json.loads(text)]
            own = room.tables[person.table or 0]
            assert scene == json.loads(json.dumps(own.scene(person.seat)))
            assert {one["name"] for one in scene["seats"]} == {one.name for one in room.people.at(own.number)}

    in_a_loop(every_phone)


def test_what_is_hidden_at_one_table_changes_nothing_that_others_are_sent(folder: Path) -> None:
    def two_worlds() -> str:
        room, secrets = three_tables(folder)
        chance, number = random.Random(3), 1
        for _ in range(8):
            table = room.tables[number]
            seat = chance.choice(table.match.to_act)
            table.act(seat, (chance.choice(table.match.legal(seat)).id,))
        match = room.tables[number].match
        elsewhere = next(place for place, person in enumerate(room.people) if person.table != number)
        other_world = world_of(match, None, 5)
        rooms = twin(room, match.fork(), folder, number), twin(room, other_world, folder / "other", number)
        pages = [{**pages_of(one, None, secrets), **pages_of(one, elsewhere, secrets)} for one in rooms]
        for _ in range(AHEAD):
            for of_room in pages:
                for page in of_room:
                    page.refresh()
            texts = [[text for wire in of_room.values() for text in wire.texts] for of_room in pages]
            if found := first_difference(*texts):
                return found
            both = [{action.id for action in one.tables[number].match.legal(seat)} for one in rooms]
            for one in rooms:
                one.tables[number].act(seat, (min(both[0] & both[1]),))
            seat = rooms[0].tables[number].match.to_act[0]
        assert len(rooms[0].tables[number].match.acts) == 8 + AHEAD
        return ""

    assert in_a_loop(two_worlds) == ""


def test_a_room_that_shows_a_neighbour_s_hand_is_found_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build that leaks turns the test above red."""
    seat_of = PhonePage.viewer.fget
    assert seat_of is not None
    monkeypatch.setattr(PhonePage, "viewer", property(lambda page: (seat_of(page) + 1) % 3))
    assert in_a_loop(lambda: search(folder, "guild_master", 3, {}, looks=6, apart=4)) != []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_in_whole_games_nothing_hidden_is_sent(game: str, seats: int, options: dict[str, Any], folder: Path) -> None:
    assert in_a_loop(lambda: search(folder, game, seats, options, looks=20, apart=40)) == []


def test_a_hint_is_sent_to_the_phone_that_asked_and_to_no_other_page(folder: Path, nothing_compiled: None) -> None:
    async def asked_for() -> None:
        room, secrets = opened(folder, "guile", 2, {})
        table = room.tables[0]
        (seat,) = table.match.to_act
        pages = {viewer: pages_of(room, viewer, secrets) for viewer in (0, 1, None)}
        ((phone, wire),) = pages[seat].items()
        ((other, said),) = pages[1 - seat].items()
        assert json.loads([text for text in wire.texts if "state" in text][-1])["state"]["shows"]["hint"] is True
        sent = {page: len(one.texts) for of_viewer in pages.values() for page, one in of_viewer.items()}
        other.hear({"type": "way", "to": "hint"})
        assert "Wait until it is yours" in said.texts.pop()
        phone.hear({"type": "way", "to": "turn"})
        assert "Ask for a hint" in wire.texts.pop()
        phone.hear({"type": "way", "to": "hint"})
        phone.hear({"type": "way", "to": "hint"})
        while seat not in table.help.hints or table.help.hints[seat].words not in wire.texts[-1]:
            await asyncio.sleep(0.01)  # a page is told once the loop comes to it
        words = table.help.hints[seat].words
        assert words.startswith(table.match.words_of(table.help.hints[seat].act))
        for of_viewer in pages.values():
            for page, one in of_viewer.items():
                assert page is phone or not any(words in text for text in one.texts[sent[page] :])
        phone.hear({"type": "way", "to": "stop"})
        assert table.scene(seat)["mark"] is None
        assert '"mark"' in wire.texts[-1]

    asyncio.run(asked_for())


def test_a_hint_that_comes_too_late_is_not_told(folder: Path, nothing_compiled: None) -> None:
    room, _secrets = opened(folder, "guile", 2, {})
    table = room.tables[0]
    (seat,) = table.match.to_act
    asked, found = table.question(seat), table.match.hint(seat)
    table.act(seat, (table.match.legal(seat)[0].id,))
    table.help.take_hint(seat, asked, found)
    assert table.help.hints == {}


@pytest.mark.parametrize(
    ("page", "list_in", "besides"), [(PhonePage, "phone.js", {"back", "rename"}), (PracticePage, "practice.js", set())]
)
def test_whatever_a_table_says_that_its_room_hears_is_passed_on(page: type[Page], list_in: str, besides: set) -> None:
    passed_on = re.search(r"const (?:OURS|HEARD) = (\[.*?\]);", (HERE / "room" / list_in).read_text(encoding="utf-8"))
    assert passed_on is not None
    of_tables = {kind for kind, one in page.heard.items() if one.__module__.startswith(("workbench.pages", TABLE))}
    assert set(json.loads(passed_on[1])) == of_tables - {"ready"} | besides
