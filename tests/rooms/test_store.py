"""What happens in rooms is on the disk, only grows, and is refused where it is damaged."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from workbench.rooms.store import RoomsFile, RoomStore
from workbench.storage.errors import RoomError


@pytest.fixture
def store(tmp_path: Path) -> RoomStore:
    return RoomStore(tmp_path / "rooms.sqlite")


def test_what_has_happened_is_found_by_another_process_at_once(store: RoomStore) -> None:
    room = store.open_room("KEHTA")
    store.add(room, 1, "joined", {"name": "Mia"})
    store.add(room, 2, "joined", {"name": "Jürgen 🎲"})
    store.add(room, 3, "acts", {"keep": 0, "acts": [[0, [5]]]})
    other = RoomStore(store.file.file)
    assert [(one.kind, one.content) for one in other.happenings(room)] == [
        ("joined", {"name": "Mia"}), ("joined", {"name": "Jürgen 🎲"}), ("acts", {"keep": 0, "acts": [[0, [5]]]}),
    ]  # fmt: skip
    assert other.open_rooms() == [(room, "KEHTA")]


def test_a_number_is_used_once_and_none_is_left_out(store: RoomStore) -> None:
    room = store.open_room("KEHTA")
    store.add(room, 2, "second", {})
    with pytest.raises(RoomError):
        store.add(room, 2, "second", {"again": True})
    with pytest.raises(RoomError, match="something is missing"):
        store.happenings(room)
    store.add(room, 1, "first", {})
    assert [(one.kind, one.content) for one in store.happenings(room)] == [("first", {}), ("second", {})]


def test_what_has_happened_never_changes(store: RoomStore) -> None:
    room = store.open_room("KEHTA")
    store.add(room, 1, "joined", {})
    store.close()
    with pytest.raises(sqlite3.IntegrityError, match="never changes"):
        sqlite3.connect(store.file.file).execute("UPDATE happenings SET content = '{}'")


def test_an_open_code_is_one_room_s_and_free_once_it_is_closed(store: RoomStore) -> None:
    room = store.open_room("KEHTA")
    with pytest.raises(RoomError):
        store.open_room("KEHTA")
    store.close_room(room)
    assert store.open_rooms() == []
    assert store.open_room("KEHTA") != room


def test_closed_rooms_are_purged_after_a_while_and_open_ones_stay(store: RoomStore) -> None:
    closed, open_one = store.open_room("KEHTA"), store.open_room("KEHTC")
    store.add(closed, 1, "joined", {})
    store.close_room(closed)
    assert store.purge() == 0
    assert store.purge(before=time.time() + 1) == 1
    assert store.happenings(closed) == []
    assert [number for number, _ in store.open_rooms()] == [open_one]


def test_rooms_are_kept_on_the_disk_before_they_are_told(store: RoomStore) -> None:
    store.open_room("KEHTA")
    with store.file.writing() as connection:
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"no database at all" * 50, "damaged"),
        (lambda data: data[:60] + (len(RoomsFile.versions) + 1).to_bytes(4, "big") + data[64:], "of a newer workbench"),
        (lambda data: data[:68] + (RoomsFile.application + 1).to_bytes(4, "big") + data[72:], "of another program"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_left_as_it_is(store: RoomStore, spoil, words: str) -> None:
    store.open_room("KEHTA")
    store.close()
    spoilt = spoil(store.file.file.read_bytes())
    store.file.file.write_bytes(spoilt)
    other = RoomStore(store.file.file)
    with pytest.raises(RoomError, match=words):
        other.open_room("KEHTC")
    with pytest.raises(RoomError, match=words):
        other.open_rooms()
    assert store.file.file.read_bytes() == spoilt


def test_the_tables_say_what_is_kept_and_nothing_of_addresses() -> None:
    assert not any("address" in script for script in RoomsFile.versions)


def test_one_process_at_a_time_writes_the_rooms(store: RoomStore) -> None:
    store.hold()
    store.hold()
    other = RoomStore(store.file.file)
    with pytest.raises(RoomError, match="another workbench that runs here"):
        other.hold()
    store.close()
    other.hold()
    other.close()
