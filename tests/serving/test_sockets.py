"""A server leaves no folder behind, and the next one clears away what a killed one had to leave."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.servers import running_dashboards
from workbench.serving.sockets import LONGEST_PATH, NAME_LENGTH, PREFIX, sockets_folder, sockets_root

HOLDS = """
import sys
from pathlib import Path
from workbench.serving.sockets import sockets_folder
with sockets_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def folders(root: Path) -> set[str]:
    return {path.name for path in root.glob(f"{PREFIX}*")}


@contextmanager
def holder(root: Path) -> Iterator[subprocess.Popen]:
    """A process that holds a folder as a server does, until its input ends."""
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(root)], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process


def test_the_next_server_clears_away_what_a_killed_one_left_and_nothing_of_one_that_runs(
    notebooks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = sockets_root() / "rt"  # short enough for sockets
    root.mkdir(exist_ok=True)
    monkeypatch.setenv("TMPDIR", str(root))
    with holder(root):
        kept = folders(root)
        with holder(root) as killed:
            left = folders(root) - kept
            killed.kill()
        assert folders(root) == kept | left != kept
        with running_dashboards(notebooks, tmp_path) as next_one:
            assert left & folders(root) == set()
            assert kept < folders(root)
            assert next_one.end() == 0
        assert folders(root) == kept
    assert folders(root) == set()


def test_the_sockets_of_kernels_lie_in_a_folder_with_a_short_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", "/a" * 40)
    assert len(str(sockets_root())) + NAME_LENGTH <= LONGEST_PATH


def test_nobody_else_can_look_into_the_folder(tmp_path: Path) -> None:
    with sockets_folder(tmp_path) as folder:
        assert folder.stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == []
