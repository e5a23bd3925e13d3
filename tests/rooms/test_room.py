"""A room takes the course that is written down, and is restored from it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from workbench.checks.difference import first_difference
from workbench.rooms.files import FILES, file_of
from workbench.rooms.people import Person
from workbench.rooms.room import GATHERING, OVER, PLAYING, Room
from workbench.rooms.setting import Setting
from workbench.rooms.store import RoomStore
from workbench.storage.errors import IllegalAction, RoomError

KEY = "k" * 43


@pytest.fixture
def store(tmp_path: Path) -> RoomStore:
    return RoomStore(tmp_path / "rooms.sqlite")


@pytest.fixture
def room(store: RoomStore) -> Room:
    return Room.open(store, "KEHTA", Setting.of("guild_master", 4), KEY)


def play_on(room: Room, acts: int, seed: int = 1) -> None:
    """Let people, and bots, play at random."""
    chance, table = random.Random(seed), room.tables[0]
    for _ in range(acts):
        if table.match.over:
            return
        seat = chance.choice(table.match.to_act)
        action = chance.choice(table.match.legal(seat)).id
        table.act(seat, (action,))


def come_back(room: Room) -> Room:
    """The same room after the server has ended and started again."""
    room.store.close()
    return Room.come_back(RoomStore(room.store.file.file), room.id, room.code)


def everything(room: Room) -> dict[str, Any]:
    """What a room tells everybody, and what it holds."""
    table, people = room.tables[0], [person.id for person in room.people]
    return {
        "told": {number: room.told(number) for number in (None, *people)},
        "host": room.told(None, host=True),
        "match": table.match.to_dict(),
        "times": [round(seconds, 3) for seconds in table.times],
        "views": [table.match.view(seat) for seat in (None, *range(table.match.seats))],
        "undo": [table.may_undo(seat) for seat in range(table.match.seats)],
    }


def require_same(one: Room, other: Room) -> None:
    """Require that two rooms tell everybody the same."""
    assert first_difference(everything(one), everything(other)) == ""


def test_people_come_in_and_cards_are_dealt_to_them_and_to_bots(room: Room) -> None:
    mia, secret = room.join("Mia", 12)
    room.join("Finn", 3)
    assert room.stage == GATHERING
    room.begin()
    assert room.stage == PLAYING
    match = room.tables[0].match
    assert match.seat_names[:2] == ("Mia", "Finn")
    assert sorted(match.bots) == [2, 3]
    assert match.arms[:2] == (12, 3)
    assert room.known(secret).id == mia.id
    assert room.people.by_id(mia.id).seat == 0


def test_a_room_that_comes_back_tells_everybody_the_same(room: Room) -> None:
    for name in ("Mia", "Finn", "Zoe"):
        room.join(name, None)
    room.rule(limit=90, title="Ms Berger", wifi="school-guests")
    room.begin()
    play_on(room, 40)
    room.let_bot_play(2, True)
    room.rename(3, "Zoë")
    play_on(room, 20)
    require_same(room, come_back(room))


def test_what_was_taken_back_stays_so_after_a_restart(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    table = room.tables[0]
    for _ in range(60):
        play_on(room, 1)
        for seat in table.humans:
            if table.may_undo(seat) and random.Random(len(table.match.acts)).random() < 0.5:
                table.undo_for(seat)
    require_same(room, come_back(room))


def test_a_secret_and_the_host_s_key_hold_after_a_restart_and_are_not_on_the_disk(room: Room) -> None:
    _, secret = room.join("Mia", None)
    room.begin()
    again = come_back(room)
    assert again.known(secret).name == "Mia"
    assert again.is_host(KEY)
    assert not again.is_host(KEY[:-1])
    again.store.close()
    kept = b"".join(path.read_bytes() for path in room.store.file.file.parent.iterdir())
    assert secret.encode() not in kept
    assert KEY.encode() not in kept


def test_an_act_that_cannot_be_written_has_not_happened(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    play_on(room, 12)
    table = room.tables[0]
    seat = next(seat for seat in table.match.to_act if seat in table.humans)
    before = table.match.to_dict(), room.number

    def disk_is_full(*_given: object) -> None:
        raise RoomError("The disk is full.")

    monkeypatch.setattr(room.store, "add", disk_is_full)
    with pytest.raises(RoomError, match="disk is full"):
        table.act(seat, (table.match.legal(seat)[0].id,))
    assert (table.match.to_dict(), room.number) == before
    monkeypatch.undo()
    table.act(seat, (table.match.legal(seat)[0].id,))
    require_same(room, come_back(room))


def test_all_places_taken_then_late_comers_sit_share_or_watch(room: Room) -> None:
    for name in ("Mia", "Finn", "Zoe"):
        room.join(name, None)
    room.begin()
    late, _ = room.join("Ida", None)
    assert (late.seat, late.watching) == (3, False)
    assert 3 not in room.tables[0].match.bots
    with pytest.raises(RoomError, match="That seat is taken"):
        room.join("Noah", None)
    shares, _ = room.join("Noah", None, {"share": 1})
    watches, _ = room.join("Emre", None, "watch")
    assert (shares.seat, shares.watching) == (None, True), "nobody sees cards before the host has nodded"
    (asked,) = room.told(None, host=True)["asks"]
    assert (asked["kind"], asked["person"]) == ("share", 1)
    room.answer(asked["ask"], True)
    shares = room.people.by_id(shares.id)
    assert (shares.seat, watches.seat, watches.watching) == (0, None, True)
    assert room.tables[0].match.seat_names[0] == "Mia, Noah"
    require_same(room, come_back(room))


def test_more_people_than_seats_share_them(store: RoomStore) -> None:
    room = Room.open(store, "KEHTA", Setting.of("guile", 5, tables=1), KEY)
    for number in range(5):
        room.join(f"Player {number}", None)
    room.begin()
    assert [person.seat for person in room.people] == [0, 1, 0, 1, 0]


def test_a_bot_plays_for_who_is_away_and_hands_back_at_once(room: Room) -> None:
    mia, _ = room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    room.let_bot_play(mia.id, True)
    assert 0 in room.tables[0].match.bots
    with pytest.raises(RoomError, match="played by a bot"):
        room.tables[0].act(0, (0,))
    room.let_bot_play(mia.id, False)
    assert 0 not in room.tables[0].match.bots


def test_the_host_chooses_how_good_bots_are_in_words_and_a_room_that_comes_back_keeps_it(room: Room) -> None:
    room.join("Mia", None)
    room.begin()
    offered = {one["name"]: one["title"] for one in room.told(None, host=True)["bot_names"]}
    assert [title.partition(":")[0] for title in offered.values()][:3] == ["easy", "normal", "hard"]
    for name in ("hard", "easy"):
        room.rule(bot=name)
        assert set(room.tables[0].match.bots.values()) == {name}
    require_same(room, come_back(room))


def test_who_is_taken_out_is_known_no_more_and_a_bot_plays_on(room: Room) -> None:
    mia, secret = room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    room.take_out(mia.id)
    assert 0 in room.tables[0].match.bots
    with pytest.raises(RoomError, match="lost its place"):
        room.known(secret)
    again, _ = room.join("Mia", None)
    assert again.id != mia.id


def test_a_skip_plays_the_safe_choice_and_only_for_who_is_asked(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    table = room.tables[0]
    asked = next(person for person in room.people if person.seat in table.match.to_act)
    before = len(table.match.acts)
    room.skip(asked.id)
    assert len(table.match.acts) == before + 1
    waits = [person for person in room.people if person.seat not in table.match.to_act]
    for person in waits:
        with pytest.raises(RoomError, match="is not asked now"):
            room.skip(person.id)


def test_clocks_run_while_the_room_does_and_a_limit_plays_the_safe_choice(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    table = room.tables[0]
    asked = table.due[0]
    room.tick(5, 10)
    assert table.thinking.seconds(asked) == 5
    room.rule(limit=8)
    acts = len(table.match.acts)
    room.tick(2, 10)
    assert len(table.match.acts) == acts
    room.tick(2, 10)
    assert len(table.match.acts) > acts


def test_after_a_gap_all_is_paused_and_says_why(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    room.rule(limit=30)
    table, acts = room.tables[0], len(room.tables[0].match.acts)
    room.tick(3600, 10)
    assert "slept" in str(room.told(None)["paused"])
    assert len(table.match.acts) == acts
    assert table.thinking.seconds(table.due[0]) == 0
    with pytest.raises(RoomError, match="slept"):
        table.act(table.due[0], (table.match.legal(table.due[0])[0].id,))
    room.pause("")
    table.act(table.due[0], (table.match.legal(table.due[0])[0].id,))


def test_on_another_device_a_place_is_given_back_by_the_host_s_nod(room: Room) -> None:
    mia, old = room.join("Mia", None)
    ticket = room.ask_back("mia")
    assert room.ask_back("Mia") == ticket
    assert [ask["person"] for ask in room.told(None, host=True)["asks"]] == [mia.id]
    assert "asks" not in room.told(None)
    room.answer(ticket, True)
    assert room.known(room.asks[ticket].secret).id == mia.id
    with pytest.raises(RoomError):
        room.known(old)
    with pytest.raises(RoomError, match="Nobody asks"):
        room.answer(ticket, True)


def test_a_denied_device_gets_nothing_and_the_old_one_keeps_the_place(room: Room) -> None:
    mia, old = room.join("Mia", None)
    ticket = room.ask_back("Mia")
    room.answer(ticket, False)
    assert room.asks[ticket].secret == ""
    assert room.known(old).id == mia.id
    with pytest.raises(RoomError, match="Nobody here is called"):
        room.ask_back("Zoe")


def test_a_code_of_one_use_opens_its_place_once(room: Room) -> None:
    mia, _ = room.join("Mia", None)
    room.join("Finn", None)
    code = room.new_code_for(mia.id)
    for name, typed in (("Finn", code), ("Mia", "AAAAAAAA")):
        with pytest.raises(RoomError, match="does not open"):
            room.back_by_code(name, typed)
    assert room.known(room.back_by_code("Mia", code)).id == mia.id
    with pytest.raises(RoomError, match="does not open"):
        room.back_by_code("Mia", code)


def test_names_are_told_apart_and_stay_so_when_one_is_changed(room: Room) -> None:
    room.join("Mia", 1)
    with pytest.raises(RoomError, match="at the table already"):
        room.join("MIA", 2)
    other, _ = room.join("Finn", 1)
    assert other.arms != 1
    with pytest.raises(RoomError, match="at the table already"):
        room.rename(other.id, "mia")
    with pytest.raises(RoomError, match="Somebody bears these arms"):
        room.rename(other.id, arms=1)
    assert room.people.by_id(other.id) == Person(other.id, "Finn", other.arms, other.known_by)


def test_a_game_whose_seats_have_colours_gives_no_arms_beyond_them(store: RoomStore) -> None:
    room = Room.open(store, "KEHTA", Setting.of("cadwallon", 4), KEY)
    with pytest.raises(RoomError, match="no arms with the number"):
        room.join("Mia", 29)
    room.join("Mia", 3)
    room.join("Finn", 2)
    room.begin()
    assert room.tables[0].match.arms[:2] == (3, 2)


def test_the_next_match_keeps_the_people_and_their_seats(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    with pytest.raises(RoomError, match="dealt already"):
        room.begin()
    before = room.tables[0].match.seed
    room.end()
    assert room.stage == OVER
    room.begin()
    assert room.stage == PLAYING
    assert room.tables[0].match.seed != before
    assert room.tables[0].match.seat_names[:2] == ("Mia", "Finn")
    play_on(room, 5)
    require_same(room, come_back(room))


def test_files_of_a_room_hold_results_moves_and_the_match(store: RoomStore) -> None:
    room = Room.open(store, "KEHTA", Setting.of("guile", 2), KEY)
    room.join("=HYPERLINK(1)", None)
    room.join("Zoe", None)
    room.begin()
    play_on(room, 30)
    room.let_bot_play(1, True)
    room.let_bot_play(2, True)
    assert room.stage == OVER
    content = {name: file_of(room, name)[1] for name in FILES}
    results = content["results.csv"].decode("utf-8-sig").splitlines()
    assert results[0].startswith("round,table,name,seat,place,won,")
    assert {line.split(",")[2] for line in results[1:]} == {"'=HYPERLINK(1)", "Zoe"}
    assert sum(line.split(",")[5] == "True" for line in results[1:]) == len(room.tables[0].match.winners)
    assert len(content["moves.csv"].decode().splitlines()) == 1 + len(room.tables[0].match.acts)
    assert content["results.xlsx"][:2] == b"PK"
    assert json.loads(content["match.json"])["acts"] == room.tables[0].written
    with pytest.raises(RoomError, match="There is no file"):
        file_of(room, "seed.txt")


def test_nothing_is_played_before_cards_are_dealt_or_after_the_room_is_closed(room: Room) -> None:
    room.join("Mia", None)
    with pytest.raises(RoomError, match="have no seat at a table"):
        room.skip(1)
    with pytest.raises(RoomError, match="No cards are dealt"):
        file_of(room, "results.csv")
    room.begin()
    room.close()
    assert room.store.open_rooms() == []
    with pytest.raises(RoomError, match="closed"):
        room.join("Finn", None)


def test_a_stale_act_is_refused_and_changes_nothing(room: Room) -> None:
    room.join("Mia", None)
    room.join("Finn", None)
    room.begin()
    table = room.tables[0]
    seat = table.due[0]
    asked = table.question(seat)
    before = room.number
    with pytest.raises(IllegalAction, match="moved on"):
        table.act(seat, (table.match.legal(seat)[0].id,), asked - 1)
    assert room.number == before


def test_the_owner_of_a_seat_says_whether_somebody_shares_it(room: Room) -> None:
    for name in ("Mia", "Finn", "Zoe", "Ida"):
        room.join(name, None)
    room.begin()
    late, _ = room.join("Noah", None, {"share": 2})
    (asked,) = room.told(2)["asks"]
    assert (asked["kind"], asked["sharer"]) == ("share", late.id)
    assert room.told(1)["asks"] == []
    with pytest.raises(RoomError, match="Nobody asks that"):
        room.answer(asked["ask"], True, of=1)
    assert room.people.by_id(late.id).watching
    room.answer(asked["ask"], True, of=2)
    finn = room.people.by_id(2)
    assert (room.people.by_id(late.id).table, room.people.by_id(late.id).seat) == (finn.table, finn.seat)


def test_nobody_but_the_host_lets_somebody_back(room: Room) -> None:
    room.join("Mia", None)
    ticket = room.ask_back("Mia")
    assert room.told(1)["asks"] == []
    with pytest.raises(RoomError, match="Nobody asks that"):
        room.answer(ticket, True, of=1)


def test_what_is_kept_of_a_closed_room_is_deleted_on_wish_and_is_on_the_disk_no_more(room: Room) -> None:
    room.join("Melusine", None)
    room.begin()
    play_on(room, 5)
    folder = room.store.file.file.parent
    with pytest.raises(RoomError, match="Close it first"):
        room.forget()
    room.close()
    assert b"Melusine" in b"".join(path.read_bytes() for path in folder.iterdir())
    room.forget()
    assert room.store.happenings(room.id) == []
    assert room.told(None, host=True)["forgotten"]
    assert b"Melusine" not in b"".join(path.read_bytes() for path in folder.iterdir())
    with pytest.raises(RoomError, match="Nothing is kept"):
        file_of(room, "results.csv")
