"""The command `workbench tournament`, as somebody types it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.typed import refused, said_by
from tests.example_game import PLAIN_DECK, known
from workbench.cli import main

CUP = ("tournament", "pledges", "--deck", str(PLAIN_DECK), "--games", "10", "--seed", "5")


@pytest.fixture(autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while a test runs."""
    with known():
        yield


def test_a_tournament_says_who_is_ahead_then_the_ratings_and_who_beats_whom(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, *CUP, "--bots", "random,eager")
    first, intervals, _, sentence, *_ = said.splitlines()
    assert first == (
        "Round Table Pledges, deck plain: 10 deals at 1 table of 2 seats in every rotation, 20 games, seed 5"
    )
    assert intervals == "low and high: the 95% interval"
    assert sentence == "eager is ahead of random."
    assert said.index("\nRatings\n") < said.index("\nWho beats whom\n")
    assert re.search(r"\n *eager +\d+ +\d+ +\d+ +20 +\d+\.\d{3}\n", said)
    assert re.search(r"\n *eager random( +\d\.\d{3}){3} +20 +yes\n", said)
    assert "NaN" not in said


def test_all_bots_of_the_game_meet_where_none_is_named(capsys: pytest.CaptureFixture) -> None:
    assert said_by(capsys, *CUP) == said_by(capsys, *CUP, "--bots", "random，eager", "--threads", "1")


def test_with_a_file_to_keep_tables_in_the_same_command_goes_on_from_there(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    command = ("tournament", "pledges", "--deck", str(PLAIN_DECK), "--games", "10", "--keep", str(tmp_path / "cup"))
    one = said_by(capsys, *command)
    kept = (tmp_path / "cup").read_bytes()
    assert len(kept.splitlines()) == 2
    assert said_by(capsys, *command) == one
    assert (tmp_path / "cup").read_bytes() == kept


def test_a_tournament_as_json_holds_its_whole_setting_and_every_table(capsys: pytest.CaptureFixture) -> None:
    cup = json.loads(said_by(capsys, *CUP, "--seats", "3", "--json", "-"))
    setting = [cup[key] for key in ("game", "deals", "games", "seats", "bots", "seed")]
    assert setting == ["pledges", 10, 60, 3, ["random", "eager"], 5]
    assert cup["text"] == "eager is ahead of random."
    assert [row["bot"] for row in cup["tables"]["ratings"]] == ["eager", "random"]
    assert sum(row["won"] for row in cup["tables"]["ratings"]) == pytest.approx(60)
    assert [row["ahead"] for row in cup["tables"]["beats"]] == [True, False]


def test_one_table_may_be_printed_or_written_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert "\nRatings\n" not in said_by(capsys, *CUP, "--table", "beats")
    file = tmp_path / "cup.csv"
    for table, columns in (("ratings", "bot,rating,low"), ("beats", "bot,other,share")):
        said_by(capsys, *CUP, "--table", table, "--csv", str(file))
        assert file.read_text(encoding="utf-8").startswith(columns)
    rows = list(csv.DictReader(io.StringIO(said_by(capsys, *CUP, "--csv", "-"))))
    assert [row["bot"] for row in rows] == ["eager", "random"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--bots", "random,eagre"), "Did you mean 'eager'?"),
        (("--bots", "eager"), "eager alone is named"),
        (("--bots", "eager,eager"), "named 2 times"),
        (("--bots", ","), "none is named"),
        (("--games", "0"), "number of deals is 0"),
        (("--seats", "9"), "9 seats do not fit"),
        (("--option", "draw_cap"), "KEY=VALUE"),
        (("--keep", "/no/such/folder/cup"), "cannot be kept"),
        (("--json", "/no/such/folder/cup.json"), "cannot be written"),
        (("--csv", "/no/such/folder/cup.csv"), "cannot be written"),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_message(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture
) -> None:
    assert told in refused(capsys, *CUP, *arguments)


def test_a_table_that_is_none_is_refused_with_those_there_are(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as left:
        main([*CUP, "--table", "seats"])
    assert left.value.code == 2
    assert "ratings" in capsys.readouterr().err
