"""The command `workbench sweep`, as somebody types it."""

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

DECKS = ("--decks", str(PLAIN_DECK))
RULES = ("--option", "rounds=3,1", "--option", "open_oaths=false,true")
SWEEP = ("sweep", "pledges", *DECKS, *RULES, "--games", "10", "--seed", "5", "--seats", "3", "--bots", "random")


@pytest.fixture(autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while a test runs."""
    with known():
        yield


def test_a_sweep_says_what_matters_then_what_shifts(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, *SWEEP)
    first, intervals, _, sentence, *_ = said.splitlines()
    assert first == "Round Table Pledges, 4 cells of 10 games, seed 5; swept: rounds and open_oaths"
    assert intervals == "low and high: the 95% interval, each by itself"
    assert 'Most for the length: "Rounds: 1" in place of "Rounds: 3": a game takes 1.0 turns, before 3.0' in sentence
    assert re.search(r"\nEffects that shift something \(--table effects prints all 16 rows\)\n", said)
    assert re.search(r"\n *rounds +1 +3 +turns a game +3\.000 +1\.000 +-2\.000 ", said)
    assert "NaN" not in said
    assert "open_oaths" not in said.partition("Effects")[2], "it shifts nothing"


def test_of_one_thing_alone_no_pairs_are_told(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "sweep", "pledges", *DECKS, "--option", "rounds=3,1", "--games", "10")
    assert "Effects that shift something" in said
    assert "Pairs" not in said


def test_the_seed_is_the_same_where_none_is_given_so_that_what_was_kept_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    command = [part for part in SWEEP if part not in ("--seed", "5")] + ["--keep", str(tmp_path / "cells")]
    one = said_by(capsys, *command)
    kept = (tmp_path / "cells").read_bytes()
    assert len(kept.splitlines()) == 4
    assert said_by(capsys, *command, "--threads", "1") == one
    assert (tmp_path / "cells").read_bytes() == kept


def test_values_of_everything_stand_between_commas(capsys: pytest.CaptureFixture) -> None:
    asked = ("--option", "rounds=1，2", "--seats", "2,3", "--bots", "random,eager", "--games", "1", "--json", "-")
    found = json.loads(said_by(capsys, "sweep", "pledges", *DECKS, *asked))
    assert found["cells"] == 8
    assert found["swept"] == {"rounds": [1, 2], "bots": ["random", "eager"], "seats": [2, 3]}
    asked = ("--seats", "2", "--bots", "random,eager+random", "--games", "1", "--json", "-")
    assert json.loads(said_by(capsys, "sweep", "pledges", *DECKS, *asked))["swept"] == {
        "bots": ["random", "eager, random"]
    }


def test_alone_and_in_samples_fewer_cells_are_played(capsys: pytest.CaptureFixture) -> None:
    more = ("--option", "warding=luck,sure", "--json", "-")
    assert json.loads(said_by(capsys, *SWEEP, *more, "--alone"))["cells"] == 4
    assert json.loads(said_by(capsys, *SWEEP, *more, "--sample", "6"))["cells"] == 6


def test_a_sweep_as_json_holds_its_whole_setting_and_every_table(capsys: pytest.CaptureFixture) -> None:
    found = json.loads(said_by(capsys, *SWEEP, "--json", "-"))
    assert [found[key] for key in ("game", "cells", "games", "seats", "seed")] == ["pledges", 4, 10, 3, 5]
    assert found["text"].startswith("Nothing is proven to matter for who wins. Most for the length: ")
    assert list(found["tables"]) == ["effects", "pairs", "figures"]
    row = next(row for row in found["tables"]["effects"] if row["figure"] == "turns a game")
    assert [row[key] for key in ("factor", "value", "first", "before", "after", "shifted")] == [
        "rounds", 1, 3, 3, 1, True,
    ]  # fmt: skip


def test_one_table_may_be_printed_or_written_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    printed = said_by(capsys, *SWEEP, "--table", "pairs")
    assert "\nPairs\n" in printed
    assert "Effects" not in printed
    assert re.search(r"\n *1 +true +win share, seat 1 ", said_by(capsys, *SWEEP, "--table", "figures"))
    file = tmp_path / "sweep.csv"
    for table, columns in (("effects", "factor,value"), ("pairs", "factor,value,other"), ("figures", "rounds,open_oa")):
        said_by(capsys, *SWEEP, "--table", table, "--csv", str(file))
        assert file.read_text(encoding="utf-8").startswith(columns)
    rows = list(csv.DictReader(io.StringIO(said_by(capsys, *SWEEP, "--csv", "-"))))
    assert {row["factor"] for row in rows} == {"rounds", "open_oaths"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--option", "rounds=3", "--option", "open_oaths=true"), "Nothing is swept"),
        (("--option", "rounds=9,3"), "Option 'rounds' is 9"),
        (("--option", "rounds="), "Give at least one"),
        (("--option", "rounds"), "KEY=VALUE"),
        (("--bots", "random,eagre"), "Did you mean 'eager'?"),
        (("--bots", "random,eager+random"), "2 bots are named for 3 seats"),
        (("--seats", "3,9"), "9 seats do not fit"),
        (("--games", "0"), "number of games of a cell is 0"),
        (("--sample", "1"), "from 3 (fewer cannot tell the values apart)"),
        (("--sample", "4", "--alone"), "Leave out one"),
        (("--keep", "/no/such/folder/cells"), "cannot be kept"),
        (("--decks", "plane"), "plane"),
        (("--json", "/no/such/folder/sweep.json"), "cannot be written"),
    ],
    ids=str,
)
def test_bad_input_is_refused_in_one_message(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture
) -> None:
    assert told in refused(capsys, *SWEEP, *arguments)


@pytest.mark.parametrize("arguments", [("--table", "seats"), ("--seats", "3,many"), ("--sample", "few")], ids=str)
def test_what_is_no_number_and_no_table_is_refused_with_what_there_is(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    with pytest.raises(SystemExit) as left:
        main([*SWEEP, *arguments])
    assert left.value.code == 2
    assert re.search(r"effects|is not a whole number", capsys.readouterr().err)
