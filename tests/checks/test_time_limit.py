"""A limit of time ends what loops for ever, and nothing that goes on."""

from __future__ import annotations

import time

import numba
import numpy as np
import pytest

from workbench.checks.time_limit import TooLong, time_limit

LIMIT = 0.2  # seconds


def test_what_never_ends_is_interrupted() -> None:
    def step_for_ever() -> None:
        while True:
            pass

    with pytest.raises(TooLong), time_limit(LIMIT):
        step_for_ever()


def test_a_step_that_compiles_is_not_called_endless() -> None:
    @numba.njit
    def spread(values: np.ndarray) -> float:
        return np.sort(values).std() + np.median(values)

    since = time.monotonic()
    with time_limit(LIMIT):
        assert spread(np.array([1.0, 3.0])) == 3.0
    assert time.monotonic() - since > 2 * LIMIT, "it was compiled within the limit: nothing is told"


def test_a_step_that_goes_on_starts_the_time_again() -> None:
    since = time.monotonic()
    with time_limit(LIMIT) as begin_anew:
        while time.monotonic() - since < 2 * LIMIT:
            begin_anew()
