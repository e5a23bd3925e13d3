"""The command `workbench` as tests type it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import CHECKOUT
from workbench.cli import main

MEDIEVAL = CHECKOUT / "decks" / "guild_master" / "medieval"


def workbench(*arguments: str, typed: str = "", folder: Path = CHECKOUT) -> subprocess.CompletedProcess:
    """Run the command in a process of its own, in a folder, with these lines typed at it."""
    return subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "COLUMNS": "100"},
    )


def said_by(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    """What a successful command prints."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    """The one message with which a command is refused."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("workbench: ")
    assert "Traceback" not in said.err
    return said.err
