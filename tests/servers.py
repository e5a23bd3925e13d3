"""Server processes for tests: started on a free port of 127.0.0.1, ended by their own process id."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

CHECKOUT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 180  # while other tests run, on a slow machine
SECONDS_TO_END = 90


@dataclass
class RunningServer:
    """A server process of ours: where it answers and how to end it."""

    url: str
    process: subprocess.Popen
    log: list[str]  # what it has printed so far, by lines

    def notebook(self, name: str) -> str:
        """The address of a dashboard, e.g. notebook('guild_master.ipynb')."""
        return f"{self.url}voila/render/{name}"

    def kernels(self) -> list[psutil.Process]:
        """The processes of the kernels of its pages; none once it has ended."""
        with contextlib.suppress(psutil.NoSuchProcess):
            children = psutil.Process(self.process.pid).children(recursive=True)
            return [child for child in children if "ipykernel_launcher" in " ".join(child.cmdline())]
        return []

    def kernels_since(self, before: list[psutil.Process]) -> list[psutil.Process]:
        """Kernels that have started since; those of pages that were left may end meanwhile."""
        return [kernel for kernel in self.kernels() if kernel not in before]

    def end(self, number: int = signal.SIGTERM) -> int:
        """Ask the process to end and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


def environment_for_servers(folder: Path) -> dict[str, str]:
    """The environment of a server under test: what it keeps for its user goes below `folder`."""
    paths = [str(CHECKOUT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # else each server and each of its kernels reads all our files again
        "WORKBENCH_STATE": str(folder / "workbench"),
        "WORKBENCH_WARM": "no",
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_STATE_HOME": str(folder / "state"),
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_ALLOW_INSECURE_WRITES": "1",
    }


def first_address(process: subprocess.Popen, log: list[str]) -> str | None:
    """The first address the process prints; None if it ends without one."""
    assert process.stdout is not None
    for line in process.stdout:
        log.append(line)
        for word in line.split():
            if word.startswith(("http://127.0.0.1:", "http://localhost:")):
                return word
    return None


def _listen(output: Iterable[str], log: list[str]) -> None:
    for line in output:
        log.append(line)


@contextmanager
def running(command: list[str], environment: dict[str, str], folder: Path) -> Iterator[RunningServer]:
    """A server process that prints its address once it answers; ended on leaving."""
    process = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    log: list[str] = []
    watchdog = threading.Timer(SECONDS_TO_START, process.kill)
    watchdog.start()
    try:
        address = first_address(process, log)
        watchdog.cancel()
        assert address, f"{' '.join(command)} did not start:\n{''.join(log)}"
        assert process.stdout is not None
        threading.Thread(target=_listen, args=(process.stdout, log), daemon=True).start()
        server = RunningServer(address, process, log)
        yield server
        server.end()
    finally:
        watchdog.cancel()
        if process.poll() is None:
            process.kill()
            process.wait()


@contextmanager
def running_dashboards(
    folder: Path | None, place: Path, *options: str, compile_ahead: bool = False
) -> Iterator[RunningServer]:
    """`workbench serve` on `folder`, or on this checkout's notebooks; games are compiled ahead only where asked for."""
    command = [sys.executable, "-m", "workbench", "serve", *([str(folder)] if folder else [])]
    command += ["--no-browser", "--port", "0", *options]
    environment = environment_for_servers(place) | ({"WORKBENCH_WARM": "yes"} if compile_ahead else {})
    with running(command, environment, place) as server:
        yield server
