"""Whatever encoding the output has, every command writes to its end, and its exit code means the same as elsewhere."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_signs import SPELT
from workbench.cli import main
from workbench.cli.command import DIFFERENT
from workbench.decks import Deck, load_deck

ENCODINGS = ("cp1252", "cp437", "cp932", "cp1251", "ascii", "latin-1")


def run(encoding: str, folder: Path, *words: str, typed: bytes = b"") -> subprocess.CompletedProcess:
    """Run `workbench` as Windows does with its output in a file or a pipe."""
    told = {"PYTHONUTF8": "0", "PYTHONIOENCODING": encoding, "WORKBENCH_STATE": str(folder / "state"), "LC_ALL": "C"}
    command = [sys.executable, "-m", "workbench", *words]
    return subprocess.run(command, capture_output=True, input=typed, env=os.environ | told, cwd=folder, check=False)


@pytest.fixture
def spelt(tmp_path: Path) -> Path:
    """A deck with names in many scripts."""
    town = load_deck("guild_master")
    rows = [{"card_id": f"c{place}", "name": name, "resources": "FF", "count": 5} for place, name in enumerate(SPELT)]
    values = {key: value for key, value in town.to_dict().items() if key != "digest"}
    return Deck.from_dict(values | {"tables": {"cards.csv": rows}}).save(tmp_path / "spelt")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_deck_of_many_scripts_is_spoken_of(encoding: str, spelt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))
    code = main(["diff", "guild_master", str(spelt)])
    assert b"Farmer" in written.getvalue()
    assert code == DIFFERENT


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ENCODINGS[:1])
@pytest.mark.parametrize(
    ("words", "code", "typed"),
    [
        (["diff", "guild_master", "guild_master/roman"], 1, ""),
        (["diff", "guild_master", "./spelt"], 1, ""),
        (["lint", "quests"], 0, ""),
        (["games"], 0, ""),
        (["--help"], 0, ""),
        (["simulate", "--help"], 0, ""),
        (["simulate", "guild_master", "--games", "20", "--deck", "./spelt"], 0, ""),
        (["convert", "./spelt", "spelt.csv"], 0, ""),
        (["play", "guile"], 0, "look\nrules\nscore\nlog\nquit\n"),
        (["play", "guile"], 0, "1\né中\nquit\n"),
        (["lint", "中文"], 2, ""),
        (["می\u200cخانه"], 2, ""),
    ],
)
def test_no_command_ends_in_a_traceback(words: list[str], code: int, typed: str, encoding: str, spelt: Path) -> None:
    done = run(encoding, spelt.parent, *words, typed=typed.encode())
    assert b"Traceback" not in done.stderr, done.stderr.decode("utf-8", "replace")
    assert done.returncode == code, done.stderr
    assert done.stdout or done.stderr
