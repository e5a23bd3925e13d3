"""`workbench study`: a question that was saved on the page of the lab, asked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.cli import main
from workbench.lab.studies import SEATS, Study


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small study as the lab saves it."""
    path = tmp_path / "study.json"
    study = Study(question=SEATS, game="guile", bots=("greedy",), seats=2, games=30, seed=3)
    path.write_text(study.text(), encoding="utf-8")
    return path


def test_a_study_is_answered_in_a_sentence_with_what_it_stands_on(file: Path, capsys: pytest.CaptureFixture) -> None:
    assert main(["study", str(file)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Nobody gains by when they play, as far as 30 games can tell.\nA game takes ")
    assert "30 games of guile, 2 seats, greedy, seed 3; low and high: the 95% interval" in said
    assert "win_share" in said


def test_its_table_is_written_as_csv(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert main(["study", str(file), "--csv", "-"]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0] == "place,wins,win_share,low,high"
    assert main(["study", str(file), "--csv", str(tmp_path / "order.csv")]) == 0
    assert (tmp_path / "order.csv").read_text(encoding="utf-8") == printed


def test_what_is_no_study_is_refused_in_one_message(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    file.write_bytes(b"\xff\xfe")
    assert main(["study", str(file)]) == 2
    assert "cannot be read" in capsys.readouterr().err
    file.write_text("{}", encoding="utf-8")
    assert main(["study", str(file)]) == 2
    assert "This is no study: question is missing" in capsys.readouterr().err
    assert main(["study", str(tmp_path / "none.json")]) == 2
    assert "cannot be read" in capsys.readouterr().err
