"""A time limit ends what loops for ever, and nothing that makes progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numba
import numpy as np
import pytest

from workbench.checks.time_limit import TooLong, time_limit

LIMIT = 0.2  # seconds
PAUSE = 0.8  # a machine that pauses for longer makes no progress


def for_ever() -> None:
    while True:
        pass


def busy_for(seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Run Python code for this long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        meanwhile()


def test_what_never_ends_is_interrupted() -> None:
    with pytest.raises(TooLong), time_limit(LIMIT):
        for_ever()


def test_what_never_ends_is_interrupted_in_any_thread() -> None:
    caught: list[BaseException] = []

    def run() -> None:
        try:
            with time_limit(LIMIT):
                for_ever()
        except TooLong as limit:
            caught.append(limit)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert len(caught) == 1


@pytest.mark.slow
def test_a_step_that_compiles_is_not_called_endless() -> None:
    @numba.njit
    def spread(values: np.ndarray) -> float:
        return np.sort(values).std() + np.median(values)

    since = time.monotonic()
    with time_limit(LIMIT):
        assert spread(np.array([1.0, 3.0])) == 3.0
    assert time.monotonic() - since > 2 * LIMIT, "it was compiled within the limit: nothing is told"


def test_the_time_can_begin_again() -> None:
    """As long as the time begins again, a block may take as long as it likes."""
    with time_limit(PAUSE) as begin_anew:
        busy_for(1.2 * PAUSE, begin_anew)
        with pytest.raises(TooLong):
            for_ever()


def test_what_ends_in_time_is_not_interrupted_later() -> None:
    with time_limit(PAUSE):
        pass
    busy_for(1.2 * PAUSE)
