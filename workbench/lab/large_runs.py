"""Runs of more games than are kept one by one: played in parcels, whose sums are added up as they come.

The memory of such a run does not grow with its games. Parcels are added in the order of their games, so that the
sums are the same for any number of threads or workers; those that come early wait for the others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from workbench.kernel.engine.bundles import Outcome
from workbench.kernel.engine.speeds import Engine
from workbench.lab.games_played import GamesPlayed
from workbench.lab.simulation import CHUNK, Plan, play_chunk, run_chunks
from workbench.lab.spreads import MOST_WHOLE, Merged, Played, Sums, parcel_size


def summed(plan: Plan, start: int, chunks: list[Outcome]) -> Played:
    """What is left of a parcel that begins with game `start`."""
    return Played(Sums.of(GamesPlayed.of(plan, chunks)), chunks if start < MOST_WHOLE else [])


class Gathering:
    """The parcels of a large run, added up as they come."""

    def __init__(self, plan: Plan, compiled: bool) -> None:
        self.plan, self.compiled, self.size = plan, compiled, parcel_size(plan.games)
        self.merged = Merged(self.size)
        self.first: list[Outcome] = []
        self._early: dict[int, Played] = {}

    def take(self, start: int, played: Played) -> None:
        """Take the parcel that begins with a game; after one that was cut short, no other counts."""
        self._early[start] = played
        while (following := self._early.pop(self.merged.games, None)) is not None:
            self.merged.add(following.sums)
            self.first += following.first


def play_large(
    plan: Plan,
    engine: Engine,
    workers: int,
    on_progress: Callable[[int, int], None],
    cancel: threading.Event,
) -> Gathering:
    """Play a large run on threads; if a parcel is not done when it is cancelled, the chunks played count."""
    gathering = Gathering(plan, engine.compiled)

    def play(own: threading.local, start: int) -> Played:
        chunks: list[Any] = []
        end = min(start + gathering.size, plan.games)
        for first in range(start, end, CHUNK):
            chunks.append(play_chunk(plan, engine, own, first, min(CHUNK, end - first)))
            if cancel.is_set():
                break
        return summed(plan, start, chunks)

    run_chunks(plan.games, workers, play, on_progress, cancel, size=gathering.size, take=gathering.take)
    return gathering
