"""A type checker knows the names that a game declares, and what rules are handed (docs/author.md)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs_pages import Page
from tests.servers import CHECKOUT

KUHN = CHECKOUT / "tests" / "small_game" / "kuhn" / "__init__.py"
(PROGRAM,) = [text for text in Page("author.md").texts("python") if "class PotInAll" in text]


def checked(folder: Path, program: str) -> str:
    """What mypy says about a program beside Kuhn poker, strictly but for Kuhn's own rules, which have no types."""
    (folder / "kuhn.py").write_text(KUHN.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", str(folder / "kept")]
    where = {"MYPYPATH": str(CHECKOUT), "PATH": ""}
    told = subprocess.run([*command, "program.py"], cwd=folder, env=where, capture_output=True, text=True)
    return told.stdout + told.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("state.paid[seat]", "state.payd[seat]", '"PotInAll" has no attribute "payd"'),
        ("state.pot += 1", "state.pott += 1", '"PotInAll" has no attribute "pott"'),
        ("ACTIONS.call", "ACTIONS.cal", '"Acts" has no attribute "cal"'),
        ("allow(actions, ACTIONS.check)", "allow(ACTIONS.check, actions)", "incompatible type"),
        ("state.paid[seat] += 1", "state.paid = 1", 'variable has type "Numbers"'),
    ],
)
def test_a_misspelt_name_is_found_while_it_is_written(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in PROGRAM
    assert told in checked(tmp_path, PROGRAM.replace(right, wrong, 1))


@pytest.mark.slow
def test_the_program_of_the_page_is_right(tmp_path: Path) -> None:
    assert checked(tmp_path, PROGRAM) == "Success: no issues found in 1 source file\n"
