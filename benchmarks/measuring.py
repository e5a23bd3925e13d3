"""Measuring side by side: both sides of a ratio take turns, so that a busy machine slows them alike."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """The median and the quartiles of repeated measurements."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The median and the quartiles of at least two values.

        >>> Spread.of([3.0, 1.0, 2.0])
        Spread(median=2.0, low=1.5, high=2.5)
        """
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        return cls(median, low, high)

    def text(self, unit: str = "", scale: float = 1.0) -> str:
        """The median to three significant figures, with the quartiles in brackets.

        >>> Spread(0.00213, 0.002, 0.0023).text("ms", 1000)
        '2.13 ms (2 to 2.3)'
        """
        median, low, high = (f"{value * scale:.3g}" for value in (self.median, self.low, self.high))
        return f"{median}{' ' if unit else ''}{unit} ({low} to {high})"


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured against what, and whether a target is reached.

    `reached` is None where there is no target. `notes` hold what else was observed in the same run.
    """

    name: str
    measured: str
    ours: str
    against: str
    ratio: str
    target: str = ""
    reached: bool | None = None
    notes: tuple[str, ...] = ()


def in_turn(sides: Sequence[Callable[[], float]], repeats: int) -> list[list[float]]:
    """Run the sides in turn, A B A B ..., and return what each of them measured.

    A warm-up round, which compiles and loads, is discarded.
    """
    for side in sides:
        side()
    measured: list[list[float]] = [[] for _ in sides]
    for _ in range(repeats):
        for side, values in zip(sides, measured, strict=True):
            values.append(side())
    return measured


def ratios(above: Sequence[float], below: Sequence[float]) -> Spread:
    """The spread of the quotients of measurements that were taken next to each other."""
    return Spread.of([one / other for one, other in zip(above, below, strict=True)])


def processor_time(work: Callable[[], object]) -> float:
    """The processor seconds, of all threads, that some work takes; a busy machine hardly changes them."""
    start = time.process_time()
    work()
    return time.process_time() - start


def elapsed_time(work: Callable[[], object]) -> float:
    """The seconds on the clock that some work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def wait_for_quiet(seconds: float, enough: float = 0.5) -> float:
    """Wait until the load average of the last minute is below `enough`, at most `seconds`; returns that average."""
    patience = time.monotonic() + seconds
    while (load := os.getloadavg()[0]) > enough and time.monotonic() < patience:
        time.sleep(min(5.0, seconds))
    return load
