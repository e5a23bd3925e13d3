"""A time limit for code that may never end: plain Python that loops forever is interrupted in its own thread."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import walk_stack


class TooLong(BaseException):
    """The time limit has passed."""


@contextmanager
def time_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Raise TooLong inside the block when it takes longer; works in any thread, for code that runs as Python.

    The block receives a function that restarts the time. Code that is compiling when time is up gets the time again.
    """
    thread, lock, done = threading.get_ident(), threading.Lock(), threading.Event()
    end = time.monotonic() + seconds

    def begin_anew() -> None:
        nonlocal end
        end = time.monotonic() + seconds

    def watch() -> None:
        while (left := end - time.monotonic()) > 0 or _is_compiling(thread):
            if left <= 0:
                begin_anew()
            elif done.wait(left):
                return
        with lock:
            if not done.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TooLong))

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield begin_anew
    finally:
        with lock:
            done.set()


def _is_compiling(thread: int) -> bool:
    """Whether a thread is inside Numba, which can take minutes on a slow machine but does end."""
    top = sys._current_frames().get(thread)
    frames = (frame for frame, _ in walk_stack(top)) if top else ()
    return any(str(frame.f_globals.get("__name__")).partition(".")[0] == "numba" for frame in frames)
