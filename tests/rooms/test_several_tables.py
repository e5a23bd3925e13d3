"""A room with several tables: rounds, who sees which table, standings, files, and the way back."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from pathlib import Path

import pytest

from tests.rooms.robots import served
from tests.rooms.test_room import KEY, come_back
from workbench.checks.difference import first_difference
from workbench.rooms.files import FILES, file_of, worth_telling
from workbench.rooms.room import OVER, PLAYING, Room
from workbench.rooms.setting import Setting
from workbench.rooms.store import RoomStore
from workbench.storage.errors import RoomError


def room_of(folder: Path, people: int, game: str = "guile", **setting: int) -> Room:
    """A room that so many people have joined."""
    store = RoomStore(folder / "rooms.sqlite")
    room = Room.open(store, "KEHTA", Setting.of(game, setting.pop("places", people), **setting), KEY)
    for number in range(1, people + 1):
        room.join(f"Person {number}", None)
    return room


def play_round(room: Room) -> None:
    """Let bots play this round to its end."""
    for on in (True, False):
        for person in list(room.people):
            room.let_bot_play(person.id, on)
    assert room.stage == OVER


def everything(room: Room) -> dict[str, object]:
    """What a room tells everybody, and what lies on its tables."""
    people = [person.id for person in room.people]
    return {
        "told": {number: room.told(number) for number in (None, *people)},
        "host": room.told(None, host=True),
        "matches": [table.match.to_dict() for table in room.tables],
        "questions": [[table.question(seat) for seat in range(table.match.seats)] for table in room.tables],
        "dealt": [table.scene(None)["dealt"] for table in room.tables],
    }


def test_thirty_at_guile_sit_at_fifteen_tables_two_by_two(tmp_path: Path) -> None:
    room = room_of(tmp_path, 30)
    room.begin()
    assert room.stage == PLAYING
    assert [sorted(table.match.bots) for table in room.tables] == [[]] * 15
    places = {(person.table, person.seat) for person in room.people}
    assert places == {(table, seat) for table in range(15) for seat in (0, 1)}
    for person in room.people:
        assert room.tables[person.table or 0].match.seat_names[person.seat or 0] == person.name


def test_an_odd_one_plays_against_a_bot_and_never_twice_before_all_others(tmp_path: Path) -> None:
    room = room_of(tmp_path, 5)
    alone = []
    for _ in range(4):
        room.begin()
        (table,) = [table for table in room.tables if table.match.bots]
        alone.append(room.people.at(table.number)[0].id)
        play_round(room)
    assert len(set(alone)) == 4


def test_a_round_is_over_when_all_tables_are_and_then_people_stand_in_order(tmp_path: Path) -> None:
    room = room_of(tmp_path, 6)
    room.begin()
    told = room.told(None)
    assert (told["round"], told["several"], told["standings"]) == (
        1,
        True,
        {"after": 0, "called": "victory cards", "rows": []},
    )
    for person in room.people.at(0):
        room.let_bot_play(person.id, True)
    assert room.tables[0].match.over
    assert room.stage == PLAYING
    play_round(room)
    rows = room.told(None)["standings"]["rows"]
    winners = {
        person.id
        for table in room.tables
        for seat in table.match.winners
        for person in room.people.at(table.number, seat)
    }
    assert {row[0] for row in rows if row[1] == 1} == winners
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    room.begin()
    after = room.told(None)
    assert (after["round"], after["standings"]["after"], after["standings"]["rows"]) == (2, 1, rows)


def test_a_room_of_several_tables_comes_back_in_its_third_round(tmp_path: Path) -> None:
    room = room_of(tmp_path, 5)
    for _ in range(2):
        room.begin()
        play_round(room)
    room.begin()
    room.join("Late", None, {"table": room.free_places[0][0], "seat": room.free_places[0][1]})
    again = come_back(room)
    assert first_difference(everything(room), everything(again)) == ""
    assert [one.record for one in again.played] == [one.record for one in room.played]


def test_no_question_and_no_match_of_two_tables_has_the_same_number(tmp_path: Path) -> None:
    room = room_of(tmp_path, 6)
    seen: set[tuple[int, int]] = set()
    for _ in range(2):
        room.begin()
        for table in room.tables:
            assert (0, table.scene(None)["dealt"]) not in seen
            seen.add((0, table.scene(None)["dealt"]))
            for seat in table.match.to_act:
                assert (1 + seat, table.question(seat)) not in seen
                seen.add((1 + seat, table.question(seat)))
        play_round(room)


def test_a_phone_hears_of_thinking_at_its_own_table_alone(tmp_path: Path) -> None:
    room = room_of(tmp_path, 4)
    room.begin()
    for person in room.people:
        told = room.told(person.id)
        assert [one["table"] for one in told["tables"]] == [person.table]
        assert {one["table"] for one in told["people"] if one["thinks"] is not None} <= {person.table}
    assert len(room.told(None)["tables"]) == 2
    assert {one["table"] for one in room.told(None)["people"] if one["thinks"] is not None} == {0, 1}


def test_somebody_moves_to_a_bots_seat_at_another_table_and_a_bot_takes_their_seat(tmp_path: Path) -> None:
    room = room_of(tmp_path, 3, places=4)
    room.begin()
    (alone,) = [table for table in room.tables if table.match.bots]
    other = room.tables[1 - alone.number]
    mover = room.people.at(other.number)[0]
    (seat,) = alone.match.bots
    with pytest.raises(RoomError, match="That seat is taken"):
        room.move(mover.id, alone.number, 1 - seat)
    room.move(mover.id, alone.number, seat)
    assert room.people.by_id(mover.id).table == alone.number
    assert not alone.match.bots
    assert alone.match.seat_names[seat] == mover.name
    assert mover.seat in other.match.bots


def test_the_files_hold_all_rounds_and_all_tables_and_arms_instead_of_names_on_wish(tmp_path: Path) -> None:
    room = room_of(tmp_path, 4)
    for _ in range(2):
        room.begin()
        play_round(room)
    files = {name: file_of(room, name)[1] for name in FILES}
    results = files["results.csv"].decode("utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in results[1:]] == ["1"] * 4 + ["2"] * 4
    standings = files["standings.csv"].decode("utf-8-sig").splitlines()
    assert standings[0] == "place,name,matches won,victory cards,victory cards of others"
    assert [line.split(",")[1] for line in standings[1:]] == [
        room.people.by_id(one.person).name for one in room.standings
    ]
    archive = zipfile.ZipFile(io.BytesIO(files["matches.zip"]))
    assert archive.namelist() == [f"round-{round}-table-{table}.json" for round in (1, 2) for table in (1, 2)]
    assert json.loads(archive.read("round-2-table-2.json"))["acts"] == room.tables[1].written
    for name in FILES:
        content = file_of(room, name, arms=True)[1]
        whole = (
            b"".join(
                zipfile.ZipFile(io.BytesIO(content)).read(one)
                for one in zipfile.ZipFile(io.BytesIO(content)).namelist()
            )
            if content[:2] == b"PK"
            else content
        )
        assert b"Person" not in whole
    assert "Red lion" in file_of(room, "moves.csv", arms=True)[1].decode()


def test_the_host_reads_what_decided_the_closest_matches(tmp_path: Path) -> None:
    room = room_of(tmp_path, 8)
    room.begin()
    assert worth_telling(room) == []
    play_round(room)
    told = worth_telling(room)
    assert 0 < len(told) <= 3
    winners = {table.match.seat_names[seat] for table in room.tables for seat in table.match.winners}
    assert {one["name"] for one in told} <= winners
    assert all(one["words"].endswith(".") for one in told)


def test_more_people_than_seats_share_them_where_the_host_wants_one_table(tmp_path: Path) -> None:
    room = room_of(tmp_path, 5, tables=1)
    room.begin()
    assert len(room.tables) == 1
    assert [len(room.people.at(0, seat)) for seat in (0, 1)] == [3, 2]


def test_a_room_that_was_kept_before_there_were_several_tables_comes_back(tmp_path: Path) -> None:
    room = room_of(tmp_path, 1, "guild_master", places=3)
    room.begin()
    with room.store.file.writing() as connection:
        connection.execute("DROP TRIGGER what_has_happened_never_changes")
        for number, kind, content in connection.execute("SELECT number, kind, content FROM happenings").fetchall():
            old = json.loads(content)
            if kind == "opened":
                del old["setting"]["tables"]
            elif kind == "joined":
                del old["table"]
            elif kind == "dealt":
                (old,) = old["tables"]
            elif kind == "acts":
                del old["table"]
            connection.execute("UPDATE happenings SET content = ? WHERE number = ?", (json.dumps(old), number))
    again = come_back(room)
    assert first_difference(everything(room), everything(again)) == ""


def test_where_the_server_has_ended_nobody_writes_on(tmp_path: Path) -> None:
    async def ended() -> None:
        async with served(tmp_path) as (rooms, _origin):
            room, _ = rooms.open(Setting.of("guile", 2))
            for name in ("Mia", "Finn"):
                room.join(name, None)
            room.begin()
            for table in room.tables:
                table.bots.pace = 0.01
            for number in (1, 2):
                room.let_bot_play(number, True)
        number = room.number
        await asyncio.sleep(0.1)
        assert room.number == number
        assert room.stage == PLAYING
        with pytest.raises(RoomError, match="The server ends"):
            room.let_bot_play(1, False)

    asyncio.run(ended())
