"""What the parts of `Reports` are made with: a game's own tables, and what takes its worth from a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import numpy as np


def report_table(
    columns: str, where: Callable[[Any], bool] | None = None
) -> Callable[[Callable[[Any], Iterator[tuple[Any, ...]]]], Callable[[Any], Any]]:
    """A table for `Reports.tables`, made of the rows that its function yields, given a report.

    columns: their names in one text. where: `(report) -> bool`, whether its variant has such a table; left out, any.
    """

    def of(rows: Callable[[Any], Iterator[tuple[Any, ...]]]) -> Callable[[Any], Any]:
        @wraps(rows)
        def made(report: Any) -> Any:
            from pandas import DataFrame

            if where and not where(report):
                return None
            return DataFrame(list(rows(report)), columns=columns.split())

        return made

    return of


def by_seat(report: Any, name: str, bot: str = "") -> Any:
    """What was counted as `NAME_of_seat_0` and so on, of the seats of a bot, or of all: int64 (games, seats)."""
    seats = [seat for seat, sitting in enumerate(report.bots) if bot in ("", sitting)]
    return np.stack([report.counted(f"{name}_of_seat_{seat}") for seat in seats], axis=1)


def without(*names: str) -> Callable[[Any, int], Any]:
    """What takes from a card all that some arrays say about its kind, for `Reports.worth`: `without("points")`."""

    def taken_away(arrays: Any, kind: int) -> Any:
        kept = {name: np.array(getattr(arrays, name)) for name in names}
        if not any(array[kind].any() for array in kept.values()):
            return None
        for array in kept.values():
            array[kind] = 0
        return arrays._replace(**kept)

    return taken_away
