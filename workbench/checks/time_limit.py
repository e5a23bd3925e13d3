"""A limit for what may never end: plain Python code that loops for ever is interrupted in its own thread."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(BaseException):
    """The time limit has passed."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooLong inside the block when it takes longer; works in any thread, for code that runs as Python."""
    thread, lock, running = threading.get_ident(), threading.Lock(), True

    def interrupt() -> None:
        with lock:
            if running:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))

    timer = threading.Timer(seconds, interrupt)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            running = False
        timer.cancel()
