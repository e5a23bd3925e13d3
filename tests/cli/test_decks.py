"""The commands `workbench lint`, `diff` and `versions`, as somebody types them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import MEDIEVAL, refused
from tests.disks import NO_FILES, put_no_file
from workbench.cli import main
from workbench.decks import load_deck
from workbench.decks.versions import VERSION_FILE, Versions
from workbench.storage.folders import STATE_VARIABLE


@pytest.fixture(autouse=True)
def state_below_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions are kept below the test's own folder, never in the account's."""
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "state"))


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with the medieval deck, one card changed and one remark made."""
    deck = load_deck("guild_master", "medieval")
    changes = [{"card_id": deck.rows[0]["card_id"], "count": 2}, {"card_id": deck.rows[1]["card_id"], "note": "x"}]
    return deck.edit(change=changes).save(tmp_path / "town")


# lint


@pytest.mark.parametrize("target", ["guild_master", str(MEDIEVAL), str(MEDIEVAL / "deck.toml")])
def test_lint_prints_findings_with_level_place_and_fix(target: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["lint", target]) == 0
    said = capsys.readouterr().out
    assert "warning cards.csv row 48 (Tavern)" in said
    assert "Fix: " in said
    assert "guild_master/medieval: 0 errors, " in said


def test_lint_can_leave_the_notes_out(capsys: pytest.CaptureFixture) -> None:
    main(["lint", "guild_master", "--level", "warning"])
    said = capsys.readouterr().out
    assert "\nnote " not in said
    assert "warning " in said


def test_lint_of_a_deck_with_errors_lists_them_and_says_so_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    deck = tmp_path / "broken"
    deck.mkdir()
    (deck / "deck.toml").write_bytes((MEDIEVAL / "deck.toml").read_bytes())
    cards = (MEDIEVAL / "cards.csv").read_text(encoding="utf-8").splitlines()
    (deck / "cards.csv").write_text("\n".join([*cards, cards[1]]) + "\n", encoding="utf-8")
    assert main(["lint", str(deck)]) == 1
    said = capsys.readouterr().out
    assert "error   cards.csv row " in said
    assert " 0 errors" not in said


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"title = 'no game'\n", "which game"), (b"game = \n", "This is not TOML"), (b"\xff\xfe", "not UTF-8")],
)
def test_lint_of_a_file_that_is_no_deck_says_why(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "deck.toml").write_bytes(content)
    assert told in refused(capsys, "lint", str(tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices lie in folders on POSIX systems")
@pytest.mark.parametrize("what", sorted({*NO_FILES} - {"folder"}))
def test_lint_of_what_is_no_file_says_so_at_once(what: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert NO_FILES[what] in refused(capsys, "lint", str(put_no_file(tmp_path / "deck.toml", what)))


def test_lint_of_a_deck_toml_without_end_says_so(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    (tmp_path / "deck.toml").write_text("game = 'guile'\n" * 10_000)
    assert "longer than 65,536 bytes" in refused(capsys, "lint", str(tmp_path))


def test_lint_of_a_table_instead_of_a_deck_names_what_to_give(capsys: pytest.CaptureFixture) -> None:
    assert "Name the folder that holds a deck.toml." in refused(capsys, "lint", str(MEDIEVAL / "cards.csv"))


def test_lint_of_a_folder_without_a_deck_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert "deck.toml" in refused(capsys, "lint", str(tmp_path))


# diff


@pytest.mark.parametrize("same", ["guild_master", "guild_master/medieval", str(MEDIEVAL), str(MEDIEVAL / "deck.toml")])
def test_a_deck_does_not_differ_from_itself_however_it_is_called(same: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["diff", same, "guild_master"]) == 0
    assert capsys.readouterr().out == "No difference.\n"


def test_what_differs_is_printed_and_the_exit_code_says_so(town: Path, capsys: pytest.CaptureFixture) -> None:
    first, second = load_deck("guild_master").rows[:2]
    assert main(["diff", "guild_master", str(town)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"~ {first['name']} ({first['card_id']}): count: 1 -> 2",
        f"~ {second['name']} ({second['card_id']}) (text only): note: {second['note']!r} -> 'x'",
    ]


def test_words_alone_are_said_to_leave_the_game_as_it_was(town: Path, capsys: pytest.CaptureFixture) -> None:
    load_deck("guild_master", town).edit(meta={"title": "City"}).save(town.parent / "city")
    assert main(["diff", str(town), str(town.parent / "city")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "deck.toml title: 'Medieval town' -> 'City'",
        "The game plays as before: no rule looks at what differs.",
    ]


def test_a_path_from_where_one_stands_is_found_before_a_deck_of_that_name(town: Path) -> None:
    shutil.copytree(town, town.parent / "guild_master" / "medieval")
    done = subprocess.run(
        [sys.executable, "-m", "workbench", "diff", "guild_master/medieval", "guild_master"],
        cwd=town.parent,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "count: 2 -> 1" in done.stdout


def test_kept_versions_are_called_by_their_number(capsys: pytest.CaptureFixture) -> None:
    deck = load_deck("guild_master")
    versions = Versions("guild_master", "medieval")
    versions.save(deck)
    versions.save(deck.edit(meta={"title": "City"}))
    for before in ("guild_master@1", "guild_master/medieval@1", str(versions.path(1))):
        assert main(["diff", before, "guild_master@2"]) == 1
        assert "'Medieval town' -> 'City'" in capsys.readouterr().out
    assert "There is no version 3 of 'medieval'. Versions: 1 to 2." in refused(
        capsys, "diff", "guild_master@3", "guild_master"
    )


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("nothing", "There is no game 'nothing'"),
        ("nothing@1", "There is no game 'nothing'"),
        ("nothing/town", "There is no deck 'nothing/town'"),
        ("guild_master/twon", "There is no deck of Guild Master 'twon'"),
        ("guild_master/a/b", "There is no deck 'guild_master/a/b'"),
        ("guild_master/../guile", "There is no deck"),
        ("guild_master/", "There is no deck"),
        ("guild_master@one", "There is no game 'guild_master@one'"),
        ("guild_master@" + "9" * 5000, "There is no game"),
        ("~nobody-of-that-name/x", "There is no deck"),
        ("", "There is no game ''"),
        ("\0", "There is no game"),
        ("x" * 5000, "There is no game"),
        ("guile", "Give two decks of one game"),
    ],
)
def test_a_deck_that_is_none_is_refused_in_words(called: str, said: str, capsys: pytest.CaptureFixture) -> None:
    assert said in refused(capsys, "diff", "guild_master", called)


def test_lint_takes_decks_by_the_same_names(capsys: pytest.CaptureFixture) -> None:
    assert main(["lint", "guild_master/medieval", "--level", "error"]) == 0
    assert capsys.readouterr().out.startswith("guild_master/medieval: 0 errors")


# versions


def test_versions_of_every_deck_of_a_game_are_listed_with_their_notes(capsys: pytest.CaptureFixture) -> None:
    deck = load_deck("guild_master")
    for name in ("medieval", "Bürger's town"):
        versions = Versions("guild_master", name)
        versions.save(deck, "as printed")
        versions.save(deck.edit(meta={"title": "City"}), "two\nlines \x1b[2J")
    (versions.path(1) / VERSION_FILE).write_text("damaged")
    assert main(["versions", "guild_master"]) == 0
    lines = capsys.readouterr().out.splitlines()
    hour = versions.list()[0].saved_at[:16].replace("T", " ")
    assert lines[0] == f"guild_master/Bürger's town   in {versions.folder}"
    assert lines[1].split(maxsplit=3)[0] == "@2"
    assert lines[1].endswith(f"{hour}  City  two lines  [2J")
    assert 'Version 1 of "Bürger\'s town" is damaged' in lines[2]
    assert lines[3].startswith("guild_master/medieval   in ")
    assert lines[4].endswith("Medieval town  as printed")
    assert len(lines) == 6


def test_a_game_without_versions_says_where_they_come_from(capsys: pytest.CaptureFixture) -> None:
    assert main(["versions", "guile"]) == 0
    assert "The deck studio saves them." in capsys.readouterr().out
    assert "There is no game" in refused(capsys, "versions", "nothing")
