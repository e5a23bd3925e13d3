"""What a designer saved as a version is there, whole and unchanged, whatever happens to what lies beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.disks import NO_FILES, put_no_file, room_for, without_permission
from workbench.decks import Deck, load_deck
from workbench.decks.versions import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_VERSIONS,
    UNFINISHED_SECONDS,
    VERSION_FILE,
    Versions,
    versioned_decks,
)
from workbench.storage.errors import DeckError, WorkbenchError
from workbench.storage.folders import LIMIT_VARIABLE, STATE_VARIABLE, bytes_in


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return Versions("guild_master", "hamlet", tmp_path)


def titled(deck: Deck, title: str) -> Deck:
    """The deck under another title: the least that makes it another version."""
    return deck.edit(meta={"title": title})


def test_a_version_comes_back_as_it_was_with_its_note_and_the_hour(versions: Versions, hamlet: Deck) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    saved = versions.save(hamlet, "  as it began\nwith two lines ")
    assert (saved.number, saved.note, saved.title) == (1, "as it began\nwith two lines", "Hamlet")
    assert saved.digest == hamlet.digest
    assert before <= datetime.fromisoformat(saved.saved_at) <= datetime.now(UTC)
    later = hamlet.edit(change=[{"card_id": "mill", "count": 2, "note": "two, ✿"}], meta={"options": {"deal_size": 4}})
    second = versions.save(later, wins="In turn order, seats win 51.0 and 49.0 of 100 games.")
    assert (second.number, saved.changed, saved.wins) == (2, "", "")
    assert second.changed == "Mill is changed; the deck has another house rule."
    assert versions.list()[1] == second
    assert versions.list()[0] == saved
    assert [version.number for version in versions.list()] == [1, 2]
    for number, deck in ((1, hamlet), (2, later)):
        loaded = versions.load(number)
        assert (loaded, loaded.name) == (deck, "hamlet")
        assert not loaded.diff(deck)


def test_beyond_a_limit_no_version_is_kept_and_it_is_said(
    versions: Versions, hamlet: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions.save(hamlet)
    monkeypatch.setenv(LIMIT_VARIABLE, str(bytes_in(versions.state) + 100))
    with pytest.raises(DeckError, match="The version is not kept: there is no room"):
        versions.save(titled(hamlet, "Another"))
    assert [version.number for version in versions.list()] == [1]
    assert len(list(versions.folder.iterdir())) == 1, "nothing unfinished is left"
    monkeypatch.setenv(LIMIT_VARIABLE, str(bytes_in(versions.state) + 100_000))
    assert versions.save(titled(hamlet, "Another")).number == 2


def test_versions_of_a_game_of_two_tables_are_compared(tmp_path: Path) -> None:
    versions = Versions("guile", "classic", tmp_path)
    classic = load_deck("guile")
    versions.save(classic)
    versions.save(classic.edit(table="knights.csv", change=[{"card_id": "sir_tristan", "note": "sings"}]))
    diff = versions.load(1).diff(versions.load(2))
    assert [(card.file, card.key, card.text_only) for card in diff.changed] == [("knights.csv", "sir_tristan", True)]


def test_a_version_is_a_deck_folder_like_any_other(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet)
    assert load_deck("guild_master", versions.path(1)) == hamlet


def test_a_new_title_goes_on_in_the_same_line_and_another_program_finds_it(
    versions: Versions, hamlet: Deck, tmp_path: Path
) -> None:
    versions.save(hamlet)
    versions.save(titled(hamlet, "City"))
    again = Versions("guild_master", "hamlet", tmp_path)
    assert [version.title for version in again.list()] == ["Hamlet", "City"]
    assert versioned_decks("guild_master", tmp_path) == ("hamlet",)


def test_an_unchanged_deck_is_refused_in_words_and_going_back_is_a_change(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet, "as it began\nand more")
    with pytest.raises(DeckError, match=r"^Nothing has changed since version 1 \(as it began\), so no new one"):
        versions.save(versions.load(1), "once more")
    city = titled(hamlet, "City")
    versions.save(city)
    with pytest.raises(DeckError, match="since version 2, so"):
        versions.save(city)
    assert versions.save(hamlet).number == 3
    assert len(os.listdir(versions.folder)) == 3


def test_the_note_of_a_version_can_be_changed_and_nothing_else_of_it_is(versions: Versions, hamlet: Deck) -> None:
    saved = versions.save(hamlet, "frist")
    changed = versions.note(1, "first")
    assert changed.note == "first"
    assert versions.list() == (changed,)
    assert (changed.saved_at, changed.title, changed.digest) == (saved.saved_at, saved.title, saved.digest)
    assert versions.load(1) == hamlet


@pytest.mark.parametrize("number", [0, 2, -1, "1", True, 1.0, None, 10**30])
def test_a_version_that_is_not_there_is_refused_with_those_that_are(
    versions: Versions, hamlet: Deck, number: object
) -> None:
    with pytest.raises(DeckError, match=r"There is no version .* of 'hamlet'\. Versions: none so far\."):
        versions.load(number)  # type: ignore[arg-type]
    versions.save(hamlet)
    for use in (versions.load, lambda wanted: versions.note(wanted, "x")):
        with pytest.raises(DeckError, match=r"Versions: 1 to 1\."):
            use(number)  # type: ignore[arg-type]


def test_a_deck_of_another_game_and_what_is_no_note_are_refused(versions: Versions, hamlet: Deck) -> None:
    with pytest.raises(DeckError, match="no version of one of 'guild_master'"):
        versions.save(load_deck("guile"))
    for note in (None, 7, b"x"):
        with pytest.raises(DeckError, match="A note is text"):
            versions.save(hamlet, note)  # type: ignore[arg-type]
    with pytest.raises(DeckError, match="2,001 characters"):
        versions.save(hamlet, "x" * (LONGEST_NOTE + 1))
    with pytest.raises(DeckError, match=r"cannot be kept.*surrogates"):
        versions.save(hamlet, "half \ud800")
    assert not versions.folder.exists() or os.listdir(versions.folder) == []
    versions.save(hamlet, "x" * LONGEST_NOTE)
    with pytest.raises(DeckError, match="2,001 characters"):
        versions.note(1, "x" * (LONGEST_NOTE + 1))
    with pytest.raises(WorkbenchError, match="There is no game"):
        Versions("chess", "hamlet")


# Names


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../../etc", "/etc", "con", "a" * LONGEST_NAME, "Bürger & Söhne", "日本", "a\nb", "\0", "'\"<b>"],
)
def test_any_name_of_a_deck_has_a_folder_of_its_own_in_the_state_folder(
    name: str, tmp_path: Path, hamlet: Deck
) -> None:
    versions = Versions("guild_master", name, tmp_path / "state")
    versions.save(hamlet)
    assert versions.load(1).name == name
    assert versions.folder.parent == tmp_path / "state" / "versions" / "guild_master"
    assert sorted(os.listdir(tmp_path)) == ["hamlet", "state"]
    assert versioned_decks("guild_master", tmp_path / "state") == (name,)


@given(names=st.lists(st.text(max_size=30), unique=True, max_size=20))
def test_different_names_never_share_a_folder_even_where_capitals_do_not_count(names: list[str]) -> None:
    folders = {Versions("guild_master", name, Path("/nowhere")).folder.name.lower() for name in names}
    assert len(folders) == len(names)
    assert all(len(folder) < 80 and folder.isascii() for folder in folders)


@pytest.mark.parametrize("name", ["a" * (LONGEST_NAME + 1), None, 7])
def test_a_name_that_is_none_is_refused(name: object) -> None:
    with pytest.raises(DeckError, match="A deck's name has up to 200 characters"):
        Versions("guild_master", name)  # type: ignore[arg-type]


def test_the_lines_of_two_games_are_apart(tmp_path: Path, hamlet: Deck) -> None:
    Versions("guild_master", "town", tmp_path).save(hamlet)
    Versions("guile", "town", tmp_path).save(load_deck("guile"))
    assert Versions("guild_master", "town", tmp_path).load(1) == hamlet
    assert Versions("guile", "town", tmp_path).load(1) == load_deck("guile")


quick = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
sign = st.characters(exclude_categories=("Cs",))
printed = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=60)


@quick
@given(note=st.text(sign, max_size=200), name=st.text(sign, max_size=60), remark=printed)
def test_any_text_comes_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, hamlet: Deck, note: str, name: str, remark: str
) -> None:
    versions = Versions("guild_master", name, tmp_path_factory.mktemp("texts"))
    deck = hamlet.edit(change=[{"card_id": "mill", "note": remark}], meta={"notes": remark})
    saved = versions.save(deck, note)
    assert saved.note == note.strip()
    assert versions.list() == (saved,)
    assert versions.load(1).name == name
    assert not versions.load(1).diff(deck)


# Damage


DAMAGE = [
    b"", b"format = 1", b"\xff\xfe", b"= 1", b"format = 2\n", b"x" * 70_000, b"\x00" * 100, b"a = " + b"[" * 30_000,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_version_is_left_out_and_named_and_its_number_is_not_given_again(
    versions: Versions, hamlet: Deck, damage: bytes
) -> None:
    versions.save(hamlet)
    versions.save(titled(hamlet, "City"))
    (versions.path(2) / VERSION_FILE).write_bytes(damage)
    assert [version.number for version in versions.list()] == [1]
    (said,) = versions.damaged()
    assert said.startswith(f"Version 2 of 'hamlet' is damaged: {versions.path(2)}")
    for use in (versions.load, lambda number: versions.note(number, "x")):
        with pytest.raises(DeckError, match="Version 2 of 'hamlet' is damaged"):
            use(2)
    assert versions.save(titled(hamlet, "City")).number == 3
    assert versions.load(1) == hamlet


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices lie in folders on POSIX systems")
@pytest.mark.parametrize("what", ["pipe", "link to a device"])
def test_a_version_whose_file_would_never_end_is_damaged(versions: Versions, hamlet: Deck, what: str) -> None:
    versions.save(hamlet)
    assert versioned_decks("guild_master", versions.folder.parents[2]) == ("hamlet",)
    (versions.path(1) / VERSION_FILE).unlink()
    put_no_file(versions.path(1) / VERSION_FILE, what)
    (said,) = versions.damaged()
    assert NO_FILES[what] in said
    assert versioned_decks("guild_master", versions.folder.parents[2]) == ()


def test_a_version_of_an_earlier_workbench_says_neither_what_changed_nor_who_wins(
    versions: Versions, hamlet: Deck
) -> None:
    saved = versions.save(hamlet)
    file = versions.path(1) / VERSION_FILE
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(line for line in lines if not line.startswith(("changed", "wins"))))
    assert versions.list() == (saved,)


@pytest.mark.parametrize("key", ["deck", "saved_at", "note", "title", "digest", "changed", "wins"])
@pytest.mark.parametrize("value", ["7", "'2026'", "[]", "1979-05-27"])
def test_a_value_of_the_wrong_kind_is_damage_too(versions: Versions, hamlet: Deck, key: str, value: str) -> None:
    versions.save(hamlet)
    file = versions.path(1) / VERSION_FILE
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(f"{key} = {value}" if one.startswith(f"{key} =") else one for one in lines))
    is_text_of_any_kind = value == "'2026'" and key not in ("saved_at", "digest")
    assert bool(versions.list()) is is_text_of_any_kind
    assert bool(versions.damaged()) is not is_text_of_any_kind


@pytest.mark.parametrize("file", ["cards.csv", "deck.toml"])
@pytest.mark.parametrize("damage", [b"", b"\xff\xfe", None])
def test_a_deck_that_is_damaged_is_refused_with_its_problems_and_the_next_version_can_be_saved(
    versions: Versions, hamlet: Deck, file: str, damage: bytes | None
) -> None:
    versions.save(hamlet)
    path = versions.path(1) / file
    path.unlink()
    if damage is not None:
        path.write_bytes(damage)
    with pytest.raises(DeckError, match=r"^Version 1 of 'hamlet' is damaged\. ") as refused:
        versions.load(1)
    assert {finding.file for finding in refused.value.problems} >= {file}
    assert versions.save(hamlet).number == 2


def test_a_deck_changed_by_hand_is_refused_and_can_be_loaded_by_its_folder(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet)
    changed = hamlet.edit(change=[{"card_id": "mill", "count": 3}])
    changed.save(versions.path(1))
    with pytest.raises(DeckError, match=f"was changed after it was saved.*{versions.path(1)}"):
        versions.load(1)
    assert load_deck("guild_master", versions.path(1)) == changed


def test_other_things_in_the_folder_are_no_versions(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet)
    for name in ("1", "00002", "0002.bak", "notes"):
        (versions.folder / name).mkdir()
    assert [version.number for version in versions.list()] == [1]
    assert versions.damaged() == ()
    (versions.folder / "0002").write_text("in the way")
    assert versions.save(titled(hamlet, "City")).number == 3
    assert [said[:23] for said in versions.damaged()] == ["Version 2 of 'hamlet' i"]
    assert (versions.folder / "0002").read_text() == "in the way"


# Folders


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, hamlet: Deck) -> None:
    (tmp_path / "file").write_text("in the way")
    versions = Versions("guild_master", "hamlet", tmp_path / "file")
    with pytest.raises(DeckError, match=f"cannot be kept in {versions.folder}.*{STATE_VARIABLE}"):
        versions.save(hamlet)
    assert versions.list() == versions.damaged() == ()


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX notion")
def test_a_read_only_folder_is_named(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet)
    os.chmod(versions.folder, 0o500)
    os.chmod(versions.path(1), 0o500)
    try:
        with without_permission():
            with pytest.raises(DeckError, match=f"cannot be kept in {versions.folder}"):
                versions.save(titled(hamlet, "City"))
            with pytest.raises(DeckError):
                versions.note(1, "x")
    finally:
        os.chmod(versions.folder, 0o700)
        os.chmod(versions.path(1), 0o700)
    assert [version.note for version in versions.list()] == [""]
    assert os.listdir(versions.folder) == ["0001"]


def test_a_full_disk_is_said_and_leaves_nothing_half_written(versions: Versions, hamlet: Deck) -> None:
    versions.save(hamlet, "kept")
    larger = hamlet.edit(change=[{"card_id": "mill", "note": "x" * 3900}])
    with room_for(2000), pytest.raises(DeckError, match=f"too large.*{STATE_VARIABLE}"):
        versions.save(larger)
    with room_for(100), pytest.raises(DeckError, match="too large"):
        versions.note(1, "y" * 1000)
    assert os.listdir(versions.folder) == ["0001"]
    assert [version.note for version in versions.list()] == ["kept"]
    assert versions.save(larger).number == 2


def test_a_deck_that_could_not_be_read_back_is_not_kept(versions: Versions, hamlet: Deck) -> None:
    crowd = hamlet.edit(meta={"authors": [f"Author {number} {'x' * 60}" for number in range(1000)]})
    with pytest.raises(DeckError, match="longer than 65,536 bytes"):
        versions.save(crowd)
    assert os.listdir(versions.folder) == []


def test_there_is_an_end_to_versions_and_it_is_said(versions: Versions, hamlet: Deck) -> None:
    for number in range(1, MOST_VERSIONS + 1):
        versions.path(number).mkdir(parents=True)
    with pytest.raises(DeckError, match=f"no room for another version.*999 are kept.*{versions.folder}"):
        versions.save(hamlet)
    versions.path(500).rmdir()
    assert versions.save(hamlet).number == MOST_VERSIONS + 1
    versions.path(9999).mkdir()
    versions.path(400).rmdir()
    versions.path(401).rmdir()
    with pytest.raises(DeckError, match="the last one is 9999"):
        versions.save(titled(hamlet, "City"))


def test_what_a_killed_program_left_unfinished_is_no_version_and_is_removed_after_a_day(
    versions: Versions, hamlet: Deck
) -> None:
    versions.save(hamlet)
    young, old = (versions.folder / f".unfinished-{age}" for age in ("young", "old"))
    for folder in (young, old):
        folder.mkdir()
        (folder / "cards.csv").write_text("half")
    day_ago = datetime.now().timestamp() - UNFINISHED_SECONDS - 10
    os.utime(old, (day_ago, day_ago))
    assert len(versions.list()) == 1
    versions.save(titled(hamlet, "City"))
    assert sorted(os.listdir(versions.folder)) == [young.name, "0001", "0002"]


def test_the_environment_chooses_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path))
    assert tmp_path in Versions("guild_master", "hamlet").folder.parents


# Several programs at once


SAVE_MANY = """
import sys
from pathlib import Path
from workbench.decks import Deck, load_deck
from workbench.decks.versions import Versions
folder, who, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
deck = load_deck("guild_master", folder / "hamlet")
versions = Versions("guild_master", "hamlet", folder)
print("ready", flush=True)
sys.stdin.readline()
for number in range(count):
    versions.save(deck.edit(meta={"title": f"{who} {number}"}), f"{who} {number}")
    print(number, flush=True)
"""


def start_saving(folder: Path, who: str, count: int) -> subprocess.Popen[str]:
    """A program that waits for a line and then saves this many versions."""
    program = subprocess.Popen(
        [sys.executable, "-c", SAVE_MANY, str(folder), who, str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    return program


def test_programs_that_save_at_once_never_take_a_version_from_each_other(
    versions: Versions, hamlet: Deck, tmp_path: Path
) -> None:
    hamlet.save(tmp_path / "hamlet")
    programs = [start_saving(tmp_path, who, 15) for who in ("ada", "bo", "cy")]
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    for program in programs:
        program.communicate()
        assert program.returncode == 0
    kept = versions.list()
    assert [version.number for version in kept] == list(range(1, 46))
    assert {version.note for version in kept} == {
        f"{who} {number}" for who in ("ada", "bo", "cy") for number in range(15)
    }
    for version in kept:
        assert versions.load(version.number).meta.title == version.title == version.note
    assert versions.damaged() == ()


def test_a_program_killed_while_it_saves_leaves_whole_versions_only(
    versions: Versions, hamlet: Deck, tmp_path: Path
) -> None:
    hamlet.save(tmp_path / "hamlet")
    told = 0
    for who in ("ada", "bo", "cy"):
        program = start_saving(tmp_path, who, 10_000)
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("go\n")
        program.stdin.flush()
        for _ in range(5):
            program.stdout.readline()
        program.kill()
        rest = program.communicate()[0]
        told += 5 + rest.count("\n")
    kept = versions.list()
    assert len(kept) >= told >= 15
    assert versions.damaged() == ()
    for version in kept:
        assert versions.load(version.number).meta.title == version.title
