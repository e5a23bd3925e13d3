"""The stubs with the options, phases and effects of games say what the games declare."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.declared_names import stubs
from tests.servers import CHECKOUT

STUBS = dict(stubs())


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.parent.name)
def test_a_stub_has_the_names_that_the_game_declares(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == STUBS[path], "write it anew with: python -m tests.declared_names"


@pytest.mark.slow
def test_a_type_checker_knows_each_option_choice_phase_and_effect(tmp_path: Path) -> None:
    right = "from workbench.games.quests.names import EFFECTS, OPTIONS, PHASES\n"
    right += "numbers: list[int] = [OPTIONS.first_player.random, PHASES.turn_start, EFFECTS.pox]\n"
    assert checked(tmp_path, right) == ""
    told = checked(tmp_path, re.sub(r"\.(first_player|turn_start|pox)\b", r".\1s", right))
    told += checked(tmp_path, right.replace(".random", ".randomly"))
    for name in ("first_players", "turn_starts", "poxs", "randomly"):
        assert f'has no attribute "{name}"' in told


def checked(folder: Path, program: str) -> str:
    """What mypy complains of in a program."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--follow-imports=silent", "--no-error-summary", "program.py"]
    where = {"MYPYPATH": str(CHECKOUT), "PATH": "", "MYPY_CACHE_DIR": str(folder / "kept")}
    return subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True).stdout
