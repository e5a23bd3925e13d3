"""A machine that is several times slower, for a page and for processes: so that waits on a slow one can be measured.

A page's own thread is slowed by Chromium itself. A process is stopped and goes on a hundred times a second, so that it
has a part of the time alone.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil

PERIOD = 0.01  # seconds of a process going and stopped


@contextmanager
def throttled(processes: Callable[[], Iterable[psutil.Process]], times: float) -> Iterator[None]:
    """Processes, asked for anew as time goes on, have one part in `times` of the time while this lasts."""
    over = threading.Event()

    def take_turns() -> None:
        known, looked = list(processes()), time.monotonic()
        while not over.is_set():
            if time.monotonic() - looked > 1:
                known, looked = list(processes()), time.monotonic()
            _tell(known, signal.SIGCONT)
            time.sleep(PERIOD / times)
            _tell(known, signal.SIGSTOP)
            time.sleep(PERIOD * (1 - 1 / times))
            _tell(known, signal.SIGCONT)

    thread = threading.Thread(target=take_turns, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _tell(processes: Iterable[psutil.Process], what: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(what)


def slow_page(page: Any, times: float) -> None:
    """Make a page's own thread so many times slower, from now on."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def kernels_of(server: int) -> list[psutil.Process]:
    """The kernels that a server has started, by its process id."""
    return [child for child in psutil.Process(server).children(recursive=True) if "ipykernel" in _command(child)]


def _command(process: psutil.Process) -> str:
    """The command line of a process; nothing of one that has ended meanwhile."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return ""
