"""Work in progress survives a refresh, and nothing but something kept can be named, read or overwritten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.disks import room_for, without_permission
from workbench.decks.drafts import DraftStore
from workbench.play.store import MatchStore
from workbench.storage.errors import DeckError, RoomError
from workbench.storage.folders import LIMIT_VARIABLE, STATE_VARIABLE, bytes_in
from workbench.storage.store import UNFINISHED_SECONDS, KeptWork, Store, is_kept_id


@pytest.fixture(params=[MatchStore, DraftStore])
def kind(request: pytest.FixtureRequest) -> type[Store]:
    return request.param


@pytest.fixture
def store(kind: type[Store], tmp_path: Path) -> Store:
    return kind(tmp_path)


def test_what_is_written_is_read_back_by_another_holder(store: Store, kind: type[Store], tmp_path: Path) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {"steps": [1, 2]})
    store.write(kept_id, {"steps": [1, 2, 3]})
    assert kind(tmp_path).read(kept_id) == {"steps": [1, 2, 3]}


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(content=st.dictionaries(st.text(), anything, max_size=5))
def test_any_content_comes_back_as_it_was(tmp_path_factory: pytest.TempPathFactory, content: dict) -> None:
    store = DraftStore(tmp_path_factory.getbasetemp() / "any")
    kept_id = store.new_id()
    store.write(kept_id, content)
    assert store.read(kept_id) == content
    store.forget(kept_id)


def test_a_kernel_killed_right_after_writing_has_lost_nothing(kind: type[Store], tmp_path: Path) -> None:
    program = (
        f"import os, signal, sys; from pathlib import Path; from {kind.__module__} import {kind.__name__} as Kept\n"
        "store = Kept(Path(sys.argv[1])); kept_id = store.new_id()\n"
        "store.write(kept_id, {'steps': 7}); print(kept_id, flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert killed.returncode == -9
    store, kept_id = kind(tmp_path), killed.stdout.strip()
    assert store.read(kept_id) == {"steps": 7}
    assert not store.holds(kept_id)
    store.claim(kept_id)
    store.write(kept_id, {"steps": 8})
    assert store.read(kept_id) == {"steps": 8}


def test_no_half_written_file_is_left_beside(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    assert {path.name for path in store.folder.iterdir()} == {f"{kept_id}.json", f"{kept_id}.holder"}


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX notion")
def test_only_the_owner_of_the_account_can_read_what_is_kept(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    assert store.path(kept_id).stat().st_mode & 0o077 == 0
    assert store.folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("given", ["", "../../etc/passwd", "A" * 32, "0" * 31, "0" * 33, "0" * 32 + "\n", 7, None])
def test_an_id_that_is_no_id_is_refused(store: Store, given: object) -> None:
    assert not is_kept_id(given)
    for use in (store.read, store.claim, store.holds, store.forget):
        with pytest.raises(store.refusal, match=f"A kept {store.kind} has an id of 32 hexadecimal digits"):
            use(given)  # type: ignore[arg-type]
    with pytest.raises(store.refusal, match="32 hexadecimal digits"):
        store.write(given, {})  # type: ignore[arg-type]


def test_something_that_is_gone_is_said_to_be_gone(store: Store) -> None:
    with pytest.raises(store.refusal, match=f"No {store.kind} is kept .*{store.again}"):
        store.read("0" * 32)
    store.forget("0" * 32)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"7", b'{"format": "other"}', b"[" * 100_000, b"\x00", b"\xff\xfe\xff"]
)
def test_a_damaged_file_is_named_in_the_error_and_can_be_written_again(store: Store, damage: bytes) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    store.path(kept_id).write_bytes(damage)
    with pytest.raises(store.refusal, match=f"The kept {store.kind} .*{kept_id}.* is damaged"):
        store.read(kept_id)
    store.write(kept_id, {"whole": True})
    assert store.read(kept_id) == {"whole": True}


def test_a_damaged_mark_of_the_holder_is_mended_by_the_next_claim(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    store.path(kept_id).with_suffix(".holder").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(store.refusal, match="another window"):
        store.write(kept_id, {})
    store.claim(kept_id)
    store.write(kept_id, {"again": True})


def test_what_one_kind_keeps_is_not_taken_for_the_other(kind: type[Store], tmp_path: Path) -> None:
    store, other = kind(tmp_path), (DraftStore if kind is MatchStore else MatchStore)(tmp_path)
    kept_id = store.new_id()
    store.write(kept_id, {})
    with pytest.raises(other.refusal, match=f"No {other.kind} is kept"):
        other.read(kept_id)
    other.write(kept_id, {})
    store.path(kept_id).replace(other.path(kept_id))
    with pytest.raises(other.refusal, match=f"it is no {other.file_format}"):
        other.read(kept_id)


def test_a_file_larger_than_any_of_its_kind_is_not_read(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    with store.path(kept_id).open("r+b") as file:
        file.truncate(store.most_bytes + 1)
    with pytest.raises(store.refusal, match=f"larger than {store.most_bytes:,} bytes"):
        store.read(kept_id)


def test_what_could_not_be_read_back_is_not_written_either(store: Store) -> None:
    kept_id = store.new_id()
    around = len(
        json.dumps({"format": store.file_format, "version": 1, "content": {"text": ""}}, separators=(",", ":"))
    )
    largest = {"text": "x" * (store.most_bytes - around)}
    store.write(kept_id, largest)
    with pytest.raises(store.refusal, match=f"not kept: it fills {store.most_bytes + 1:,} bytes"):
        store.write(kept_id, {"text": largest["text"] + "x"})
    assert store.read(kept_id) == largest


def test_a_file_of_a_newer_program_is_refused_by_its_version(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    record = json.loads(store.path(kept_id).read_text(encoding="utf-8"))
    store.path(kept_id).write_text(json.dumps(record | {"version": 99}), encoding="utf-8")
    with pytest.raises(store.refusal, match=r"version 99.* reads 1"):
        store.read(kept_id)


def test_an_older_holder_learns_that_the_work_goes_on_elsewhere(
    store: Store, kind: type[Store], tmp_path: Path
) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {"steps": [1]})
    newer = kind(tmp_path)
    newer.claim(kept_id)
    newer.write(kept_id, {"steps": [1, 2]})
    assert not store.holds(kept_id)
    with pytest.raises(store.refusal, match=f"This {store.kind} .* in another window"):
        store.write(kept_id, {"steps": [1, 9]})
    store.forget(kept_id)
    assert newer.read(kept_id) == {"steps": [1, 2]}
    newer.forget(kept_id)
    assert list(store.folder.iterdir()) == []


def test_those_written_longest_ago_are_dropped_with_the_marks_of_their_holders(
    kind: type[Store], tmp_path: Path
) -> None:
    store = kind(tmp_path, kept=3)
    ids = [store.new_id() for _ in range(5)]
    for age, kept_id in enumerate(ids):
        store.write(kept_id, {})
        os.utime(store.path(kept_id), ns=(age, age))
    store.write(ids[4], {})
    assert {path.stem for path in store.folder.iterdir()} == set(ids[2:])


def test_files_dated_ahead_of_the_clock_do_not_displace_what_is_new(kind: type[Store], tmp_path: Path) -> None:
    store = kind(tmp_path, kept=3)
    ids = [store.new_id() for _ in range(3)]
    ahead = time.time() + 86_400
    for kept_id in ids:
        store.write(kept_id, {})
        os.utime(store.path(kept_id), (ahead, ahead))
    new, newer = store.new_id(), store.new_id()
    store.write(new, {"first": True})
    store.write(newer, {"second": True})
    assert store.read(new) == {"first": True}
    assert store.read(newer) == {"second": True}
    assert len(list(store.folder.glob("*.json"))) == 3


def test_the_order_of_writing_outlives_a_clock_that_was_set_back(kind: type[Store], tmp_path: Path) -> None:
    store = kind(tmp_path, kept=2)
    first, second, third = (store.new_id() for _ in range(3))
    store.write(first, {})
    os.utime(store.path(first), (time.time() + 600,) * 2)
    store.write(second, {})
    store.write(third, {})
    assert {path.stem for path in store.folder.glob("*.json")} == {second, third}


def test_what_killed_writers_left_is_cleaned_and_what_is_being_written_stays(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {})
    leftovers = [store.folder / f".{'0' * 32}.json.x7", store.folder / f"{'1' * 32}.holder"]
    fresh = store.folder / f".{'2' * 32}.json.x8"
    for file in (*leftovers, fresh):
        file.write_text("half", encoding="utf-8")
    for file in (*leftovers, store.path(kept_id).with_suffix(".holder")):
        os.utime(file, (time.time() - 2 * UNFINISHED_SECONDS,) * 2)
    store.write(store.new_id(), {})
    assert [file.exists() for file in leftovers] == [False, False]
    assert fresh.exists()
    assert store.holds(kept_id)
    assert store.path(kept_id).with_suffix(".holder").exists()


def test_within_a_limit_the_oldest_makes_room(
    kind: type[Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = kind(tmp_path)
    ids = [store.new_id() for _ in range(3)]
    for kept_id in ids:
        store.write(kept_id, {"text": "x" * 1000})
    monkeypatch.setenv(LIMIT_VARIABLE, str(bytes_in(tmp_path) + 500))
    store.write(new := store.new_id(), {"text": "x" * 1000})
    assert {path.stem for path in store.folder.glob("*.json")} == {*ids[1:], new}


def test_beyond_a_limit_nothing_is_dropped_in_vain_and_it_is_said(
    kind: type[Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = kind(tmp_path)
    store.write(kept_id := store.new_id(), {"text": "x" * 1000})
    monkeypatch.setenv(LIMIT_VARIABLE, "1500")
    with pytest.raises(store.refusal, match=f"The {store.kind} is not kept: there is no room"):
        store.write(store.new_id(), {"text": "x" * 2000})
    assert store.read(kept_id) == {"text": "x" * 1000}
    store.write(kept_id, {"text": "y" * 1200})


def test_a_folder_that_cannot_be_made_is_named(kind: type[Store], tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    store = kind(blocked)
    with pytest.raises(store.refusal, match=f"cannot be kept in {store.folder}.*{STATE_VARIABLE}"):
        store.write(store.new_id(), {})


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX notion")
def test_a_folder_that_is_read_only_is_named_and_what_is_there_stays(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {"steps": 1})
    store.folder.chmod(0o500)
    try:
        with without_permission(), pytest.raises(store.refusal, match=f"{store.folder}.*{STATE_VARIABLE}"):
            store.write(store.new_id(), {})
    finally:
        store.folder.chmod(0o700)
    assert store.read(kept_id) == {"steps": 1}


def test_a_full_disk_is_said_and_what_was_kept_stays(store: Store) -> None:
    kept_id = store.new_id()
    store.write(kept_id, {"steps": 1})
    with room_for(2000), pytest.raises(store.refusal, match="cannot be kept"):
        store.write(kept_id, {"steps": "x" * 9000})
    assert store.read(kept_id) == {"steps": 1}
    assert len(list(store.folder.iterdir())) == 2


def test_the_environment_chooses_the_folder(kind: type[Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "elsewhere"))
    assert kind().folder == tmp_path / "elsewhere" / kind.place


# The work on a page


@pytest.fixture
def work(tmp_path: Path) -> KeptWork:
    """The work of one window."""
    return KeptWork(DraftStore, DraftStore(tmp_path))


def another_window(work: KeptWork) -> KeptWork:
    """A window that looks into the same folder."""
    assert work.store is not None
    return KeptWork(DraftStore, DraftStore(work.store.folder.parent))


def test_work_that_is_brought_back_elsewhere_is_written_here_no_more(work: KeptWork) -> None:
    work.write(lambda: {"step": 1})
    other = another_window(work)
    assert other.bring_back(work.id, lambda kept: kept["step"]) == 1
    assert work.check_holder()
    assert not work.check_holder(), "that is news once"
    with pytest.raises(RoomError, match="another window"):
        work.refuse_if_taken_over()
    with pytest.raises(DeckError, match="another window"):
        work.write(lambda: {"step": 2})
    assert work.behind
    other.write(lambda: {"step": 3})
    assert other.words(begun=True) == "Your deck is kept."


def test_what_cannot_be_taken_stays_whose_it_was(work: KeptWork) -> None:
    work.write(lambda: {"step": 1})
    other = another_window(work)
    before = other.id

    def refuse(_kept: dict[str, Any]) -> None:
        raise DeckError("It does not fit.")

    with pytest.raises(DeckError, match="not fit"):
        other.bring_back(work.id, refuse)
    work.refuse_if_taken_over()
    assert (other.id, other.written) == (before, False)


def test_a_fault_while_writing_leaves_the_last_steps_behind_until_they_are_written(work: KeptWork) -> None:
    assert work.words(begun=False) == "Nothing has been changed yet."
    with pytest.raises(ZeroDivisionError):
        work.write(lambda: {"step": 1 / 0})
    assert work.words(begun=True) == "Your deck is kept nowhere else than here."
    work.write(lambda: {"step": 1})
    with pytest.raises(ZeroDivisionError):
        work.write(lambda: {"step": 1 / 0})
    assert work.words(begun=True) == "Your deck is kept, but for the last steps."
    work.write(lambda: {"step": 2})
    assert not work.behind


def test_what_is_no_id_or_kept_nowhere_is_not_brought_back(work: KeptWork) -> None:
    with pytest.raises(DeckError, match="no valid draft"):
        work.bring_back("../elsewhere", dict)
    nowhere = KeptWork(DraftStore, None)
    nowhere.write(lambda: {"step": 1})
    assert not nowhere.written
    with pytest.raises(DeckError, match="autosave is off"):
        nowhere.bring_back(work.id, dict)
