"""Games are compiled ahead beside a server: last in line, said on the first page, and gone with the server."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest

from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import wait_until
from workbench.kernel.engine.compiler import targets
from workbench.kernel.engine.doors import group_of
from workbench.kernel.engine.kept_code import MANIFEST, Kept, digest_of, write_code
from workbench.kernel.engine.speeds import fingerprint
from workbench.kernel.registry import game, list_games
from workbench.lab.making_ready import AT_ONCE, DOORS, NOTE, not_ready, take_note
from workbench.serving.making_ready import VARIABLE, wanted

PATIENCE = 120  # seconds; a server may start while other tests run


def helpers(server: RunningServer) -> list[psutil.Process]:
    """The processes beside a server that compile games."""
    children = psutil.Process(server.process.pid).children(recursive=True)
    return [child for child in children if any("workbench.lab" in word for word in words_of(child))]


def words_of(process: psutil.Process) -> list[str]:
    """The command that a process was started with; nothing for one that is ending."""
    with contextlib.suppress(psutil.Error):
        return process.cmdline()
    return []


@pytest.mark.slow
def test_a_server_compiles_games_last_in_line_says_so_and_takes_that_work_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    with running_dashboards(None, tmp_path, compile_ahead=True) as server:

        def page() -> str:
            with urlopen(server.url) as answer:
                return answer.read().decode()

        wait_until(lambda: "is being made ready for quick reports; " in page(), PATIENCE)
        wait_until(lambda: len(helpers(server)) == 1 + min(AT_ONCE, os.cpu_count() or 1), PATIENCE)
        working = helpers(server)
        assert {process.nice() for process in working} == {19}
        assert server.kernels() == []
    _gone, left = psutil.wait_procs(working, timeout=30)
    assert left == []


def test_a_server_that_a_test_starts_compiles_nothing(dashboards: RunningServer) -> None:
    with urlopen(dashboards.url) as answer:
        assert b"being made ready" not in answer.read()
    assert helpers(dashboards) == []


@pytest.mark.parametrize(("said", "compiles"), [("", True), ("yes", True), ("no", False), ("0", False), ("NO", False)])
def test_the_environment_can_forbid_it(said: str, compiles: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, said)
    assert wanted() is compiles


def test_one_process_is_enough_for_a_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    assert take_note()
    assert take_note(), "the same process may ask again"
    (tmp_path / NOTE).write_text(str(os.getppid()))
    assert not take_note()
    gone = psutil.Popen(["true"])
    gone.wait()
    (tmp_path / NOTE).write_text(str(gone.pid))
    assert take_note()
    (tmp_path / NOTE).write_text("nonsense")
    assert take_note()


def test_a_second_start_passes_over_what_is_compiled_and_goes_on_with_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    code = Kept(b"code", digest_of(b"code"), {}, ())
    for listed in list_games().values():
        for variant in listed.variants:
            for door in DOORS:
                write_code(tmp_path, fingerprint(variant), f"{group_of(door)}-x-{targets()[0].key}", code)
    assert list(not_ready()) == []
    guile = game("guile")
    kept = tmp_path / fingerprint(guile.variants[0])
    (kept / f"{group_of(DOORS[-1])}-x-{targets()[0].key}{MANIFEST}").unlink()
    start = [sys.executable, "-m", "workbench.lab.making_ready"]
    with subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as second:
        assert second.stdin is not None
        assert second.stdout is not None
        ready = [one.title for one in list_games().values() if one is not guile]
        assert json.loads(second.stdout.readline()) == {"title": guile.title, "left": 0, "ready": ready}
        second.stdin.close()  # its work ends with whoever wanted it
