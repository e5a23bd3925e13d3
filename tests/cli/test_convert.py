"""`workbench convert`: a deck as a file that people exchange, and such a file as a deck."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.typed import MEDIEVAL, refused
from tests.disks import NO_FILES, put_no_file
from workbench.cli import main
from workbench.decks import Deck, load_deck


@pytest.fixture
def town() -> Deck:
    """The deck that is converted."""
    return load_deck("guild_master")


@pytest.mark.parametrize("kind", ["csv", "toml", "xlsx", "XLSX"])
def test_a_deck_goes_into_a_file_and_comes_back(
    kind: str, town: Deck, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    file, folder = tmp_path / f"town.{kind}", tmp_path / "decks" / "town"
    assert main(["convert", "guild_master", str(file)]) == 0
    assert "Written: " in capsys.readouterr().out
    assert main(["convert", str(file), str(folder), "--game", "guild_master"]) == 0
    assert f"Written: {folder}" in capsys.readouterr().out
    assert load_deck("guild_master", folder) == town


def test_every_table_goes_into_a_csv_of_its_own(tmp_path: Path) -> None:
    file, folder = tmp_path / "list.csv", tmp_path / "round-table"
    assert main(["convert", "guile", str(file), "--table", "knights.csv"]) == 0
    changed = file.read_text(encoding="utf-8").replace("Sir Gawain", "Sir Bors")
    file.write_text(changed, encoding="utf-8")
    assert main(["convert", str(file), str(folder), "--game", "guile"]) == 0
    deck = load_deck("guile", folder)
    assert [row["name"] for row in deck.tables["knights.csv"]].count("Sir Bors") == 1
    assert deck.rows == load_deck("guile").rows


def test_a_file_changes_the_deck_of_a_folder_and_keeps_what_it_does_not_say(town: Deck, tmp_path: Path) -> None:
    folder, file = town.edit(meta={"title": "Our town"}).save(tmp_path / "town"), tmp_path / "list.csv"
    file.write_text("Name;Resources\nMill;ff\n", encoding="utf-8")
    assert main(["convert", str(file), str(folder)]) == 0
    deck = load_deck("guild_master", folder)
    assert [row["name"] for row in deck.rows] == ["Mill"]
    assert deck.meta.title == "Our town"


def test_what_was_mended_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "list.csv"
    file.write_text("Name;Resources\nMill;ff\n", encoding="utf-8")
    assert main(["convert", str(file), str(tmp_path / "town"), "--game", "guild_master"]) == 0
    said = capsys.readouterr().out
    assert "warning list.csv row 2, resources (cell B2)\n" in said
    assert "'ff' was read as 'FF'" in said
    assert "        Fix: " in said


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"name,resources\nMill,FQ\n", "error   list.csv row 2 (Mill), resources (cell B2)\n"),
        (b"\x89PNG", "This is a picture, no card list."),
        (b"", "The file is empty."),
    ],
)
def test_errors_are_listed_and_nothing_is_written(
    content: bytes, told: str, town: Deck, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    file, folder = tmp_path / "list.csv", town.save(tmp_path / "town")
    file.write_bytes(content)
    assert main(["convert", str(file), str(folder)]) == 1
    said = capsys.readouterr()
    assert told in said.out
    assert said.err == ""
    assert load_deck("guild_master", folder) == town
    assert main(["convert", str(file), str(tmp_path / "new"), "--game", "guild_master"]) == 1
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "town.xlsx"
    file.write_bytes(b"mine")
    assert "already" in refused(capsys, "convert", "guild_master", str(file))
    assert file.read_bytes() == b"mine"


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices lie in folders on POSIX systems")
@pytest.mark.parametrize("what", sorted({*NO_FILES} - {"folder"}))
def test_what_is_no_file_is_refused_at_once(what: str, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    source = put_no_file(tmp_path / "list.csv", what)
    assert NO_FILES[what] in refused(capsys, "convert", str(source), str(tmp_path / "town"), "--game", "guild_master")
    assert not (tmp_path / "town").exists()


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear Ada")
    (tmp_path / "list.csv").write_text("name,resources\nMill,FF\n")
    main(["convert", str(tmp_path / "list.csv"), str(tmp_path / "mine"), "--game", "guild_master"])
    assert "holds other things" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("source", "target", "more", "told"),
    [
        ("guild_master", "town.ods", [], "csv, toml, xlsx"),
        ("guild_master", "town", [], "csv, toml, xlsx"),
        ("guild_master", "no/such/folder/town.csv", [], "cannot be written"),
        ("guild_master", "x" * 300 + ".csv", [], "cannot be written"),
        ("guild_master", "town.csv", ["--table", "kards.csv"], "Did you mean 'cards.csv'?"),
        ("nothing", "town.csv", [], "There is no game"),
        ("list.csv", "town", [], "--game"),
        ("list.csv", "town", ["--game", "guild_mastr"], "Did you mean 'guild_master'?"),
        ("list.csv", str(MEDIEVAL), ["--game", "guile"], "is for 'guild_master'"),
    ],
)
def test_what_cannot_be_converted_is_refused_in_one_message(
    source: str,
    target: str,
    more: list[str],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("list.csv").write_text("name,resources\nMill,FF\n")
    assert told in refused(capsys, "convert", source, target, *more)
    assert [path.name for path in tmp_path.iterdir()] == ["list.csv"]


def test_the_encoding_of_a_list_can_be_named(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file, folder = tmp_path / "list.csv", tmp_path / "town"
    file.write_bytes("name,resources\nМельница,FF\nДорога,TT\n".encode("cp1251"))
    assert main(["convert", str(file), str(folder), "--game", "guild_master"]) == 1
    assert "--encoding NAME" in capsys.readouterr().out
    assert main(["convert", str(file), str(folder), "--game", "guild_master", "--encoding", "Windows-1251"]) == 0
    assert [row["name"] for row in load_deck("guild_master", folder).rows] == ["Мельница", "Дорога"]


def test_an_encoding_is_refused_where_there_is_no_text_to_read(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file = tmp_path / "list.xlsx"
    assert main(["convert", "guild_master", str(file), "--encoding", "cp1251"]) != 0
    assert "Leave it out" in capsys.readouterr().err
    assert main(["convert", "guild_master", str(file)]) == 0
    assert main(["convert", str(file), str(tmp_path / "town"), "--game", "guild_master", "--encoding", "cp1251"]) == 1
    assert "Leave the encoding out" in capsys.readouterr().out
    assert not (tmp_path / "town").exists()
