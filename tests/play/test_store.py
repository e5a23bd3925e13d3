"""Running matches survive a refresh, and nothing but a kept match can be named, read or overwritten."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from workbench.kernel.errors import ReplayError
from workbench.play.replay import MOST_BYTES
from workbench.play.store import STATE_VARIABLE, MatchStore, is_match_id, state_folder


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path)


def test_what_is_written_is_read_back_by_another_holder(store: MatchStore, tmp_path: Path) -> None:
    match_id = store.new_id()
    store.write(match_id, {"acts": [1, 2]})
    store.write(match_id, {"acts": [1, 2, 3]})
    assert MatchStore(tmp_path).read(match_id) == {"acts": [1, 2, 3]}


def test_no_half_written_file_is_left_beside(store: MatchStore) -> None:
    match_id = store.new_id()
    store.write(match_id, {})
    assert {path.name for path in store.folder.iterdir()} == {f"{match_id}.json", f"{match_id}.holder"}


def test_only_the_owner_of_the_account_can_read_the_hands(store: MatchStore) -> None:
    if os.name != "posix":
        pytest.skip("file modes are a POSIX notion")
    match_id = store.new_id()
    store.write(match_id, {})
    assert store.path(match_id).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("given", ["", "../../etc/passwd", "A" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n", 7, None])
def test_an_id_that_is_no_id_is_refused(store: MatchStore, given: object) -> None:
    assert not is_match_id(given)
    with pytest.raises(ReplayError, match="32 hexadecimal digits"):
        store.read(given)  # type: ignore[arg-type]


def test_a_match_that_is_gone_is_said_to_be_gone(store: MatchStore) -> None:
    with pytest.raises(ReplayError, match="No match is kept"):
        store.read("0" * 32)


@pytest.mark.parametrize("damage", ["", "{", "[]", "7", '{"format": "other"}', "[" * 100_000, "\x00"])
def test_a_damaged_file_is_named_in_the_error(store: MatchStore, damage: str) -> None:
    match_id = store.new_id()
    store.write(match_id, {})
    store.path(match_id).write_text(damage, encoding="utf-8")
    with pytest.raises(ReplayError, match="damaged"):
        store.read(match_id)


def test_bytes_that_are_no_text_are_damage(store: MatchStore) -> None:
    match_id = store.new_id()
    store.write(match_id, {})
    store.path(match_id).write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ReplayError, match="damaged"):
        store.read(match_id)


def test_a_file_larger_than_any_match_is_not_read(store: MatchStore) -> None:
    match_id = store.new_id()
    store.write(match_id, {})
    with store.path(match_id).open("r+b") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(ReplayError, match="larger than 4,000,000 bytes"):
        store.read(match_id)


def test_a_file_of_a_newer_program_is_refused_by_its_version(store: MatchStore) -> None:
    match_id = store.new_id()
    store.write(match_id, {})
    record = json.loads(store.path(match_id).read_text(encoding="utf-8"))
    store.path(match_id).write_text(json.dumps(record | {"version": 99}), encoding="utf-8")
    with pytest.raises(ReplayError, match="version 99"):
        store.read(match_id)


def test_an_older_holder_learns_that_the_match_goes_on_elsewhere(store: MatchStore, tmp_path: Path) -> None:
    match_id = store.new_id()
    store.write(match_id, {"acts": [1]})
    newer = MatchStore(tmp_path)
    newer.claim(match_id)
    newer.write(match_id, {"acts": [1, 2]})
    assert not store.holds(match_id)
    with pytest.raises(ReplayError, match="another window"):
        store.write(match_id, {"acts": [1, 9]})
    store.forget(match_id)
    assert newer.read(match_id) == {"acts": [1, 2]}


def test_the_matches_written_longest_ago_are_dropped(tmp_path: Path) -> None:
    store = MatchStore(tmp_path, kept=3)
    ids = [store.new_id() for _ in range(5)]
    for age, match_id in enumerate(ids):
        store.write(match_id, {})
        os.utime(store.path(match_id), ns=(age, age))
    store.write(ids[4], {})
    assert {path.stem for path in store.folder.glob("*.json")} == set(ids[2:])


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    store = MatchStore(blocked)
    with pytest.raises(ReplayError, match=STATE_VARIABLE):
        store.write(store.new_id(), {})


def test_the_environment_chooses_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "elsewhere"))
    assert state_folder() == tmp_path / "elsewhere"
    assert MatchStore().folder == tmp_path / "elsewhere" / "autosave"
