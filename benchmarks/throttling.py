"""Simulates a machine that is several times slower, so that waits on a slow one can be measured.

Everything that this process has started (a browser, a server, its kernels) stops and continues together, ten times a
second, so that it has every core for part of the time and none for the rest. Chromium has a throttle of its own for a
page, but that keeps a core busy even when the page is idle, as no slow machine does.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import psutil

# Seconds of running and stopping. In shorter turns a process that keeps every core busy gets well over its share,
# because whatever is told to stop must first be given a core.
PERIOD = 0.1
LOOKED_FOR_EVERY = 1.0  # seconds between two searches for started processes


@contextmanager
def throttled(times: float) -> Iterator[None]:
    """While this lasts, everything that this process has started runs for one part in `times` of the time."""
    over = threading.Event()

    def take_turns() -> None:
        started, looked = _started(), time.monotonic()
        while not over.is_set():
            if time.monotonic() - looked > LOOKED_FOR_EVERY:
                started, looked = _started(), time.monotonic()
            began = time.monotonic()
            _tell(started, signal.SIGCONT)
            time.sleep(PERIOD / times)
            _tell(started, signal.SIGSTOP)
            time.sleep((time.monotonic() - began) * (times - 1))
            _tell(started, signal.SIGCONT)

    thread = threading.Thread(target=take_turns, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _started() -> list[int]:
    """The ids of all processes that this one has started, directly or through others."""
    return [process.pid for process in psutil.Process().children(recursive=True)]


def _tell(processes: Iterable[int], what: signal.Signals) -> None:
    """Signal all of them at once; slow signalling keeps them stopped for longer than their share."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)
