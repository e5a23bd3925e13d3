"""What a worker of a cluster does with the parcels that it is given; parcels.py is what travels.

Only a worker imports this: whoever asks a cluster names it (`parcels.WORKER`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.lab.compiling import CompiledApart
from workbench.lab.levels import engine_of
from workbench.lab.parcels import STUDY, SUMS, Parcel, Refused, pack, pack_sums, receive, understanding, versions_here
from workbench.lab.simulation import CHUNK, TRIED_FIRST, has_levels, play_chunk, play_games, put_together
from workbench.lab.spreads import Played
from workbench.lab.study import study_chunk, taken_away
from workbench.storage.errors import WorkbenchError

PLANS_KEPT = 4  # of a comparison or of a studio's edits the last few come again


class NotWanted(Exception):
    """The task was cancelled while it was carried out."""


def examine(sent: bytes) -> tuple[str, dict[str, str]]:
    """How this process understands a plan (in words, if not at all), and what it plays with."""
    try:
        return _received(sent).understanding, versions_here()
    except WorkbenchError as problem:
        return str(problem), versions_here()


class Unwanted(threading.Event):
    """The event that a task is not wanted any more, for what waits for one."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._wanted = wanted

    def is_set(self) -> bool:
        """Whether it is so; asks anew each time."""
        return not self._wanted()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for so many seconds, and say whether it is so then."""
        super().wait(timeout)
        return self.is_set()


class Received:
    """A plan that a worker has received, and what it plays it with; the threads of the worker share it."""

    def __init__(self, sent: bytes) -> None:
        self.travelled, self.plan = receive(sent)
        self.understanding = understanding(self.plan)
        self._own = {compiled: threading.local() for compiled in (True, False)}
        self._lock = threading.Lock()
        self._apart = CompiledApart()
        self._tried = False

    def play(self, parcel: Parcel, unwanted: threading.Event) -> list[Any]:
        """The outcomes of a parcel's games chunk by chunk, or what a study of them brings."""
        engine, studied = self.engine(parcel.compiled, unwanted), parcel.wanted == STUDY
        end = parcel.first + parcel.games
        return [
            self._chunk(engine, studied, start, min(CHUNK, end - start), unwanted)
            for start in range(parcel.first, end, CHUNK)
        ]

    def engine(self, compiled: bool, unwanted: threading.Event) -> Engine:
        """The rules at the speed asked for. Raises NotWanted.

        They are compiled once a worker, in a process of its own that can be ended; if that is not possible, here; and
        if that is not either, plain Python plays, with the same results.
        """
        variant = self.plan.variant
        if has_levels(self.plan.game, self.plan.bots):
            return engine_of(self.plan, compiled)
        if not compiled:
            return plain_engine(variant)
        if not self.travelled and not self._apart.at_hand(variant, "run_games"):
            self._try()
            self._apart.begin(self.plan.game, variant)
            if not self._apart.wait(variant, "run_games", unwanted):
                self._apart.end()
                raise NotWanted
        try:
            return compiled_engine(variant)
        except (ImportError, OSError):
            return plain_engine(variant)

    def _try(self) -> None:
        """Play a few games in plain Python before rules are compiled, as `simulate` does."""
        with self._lock:
            if not self._tried:
                few = replace(self.plan, games=min(self.plan.games, TRIED_FIRST))
                play_games(few, plain_engine(few.variant), 1)
                self._tried = True

    def _chunk(self, engine: Engine, studied: bool, start: int, games: int, unwanted: threading.Event) -> Any:
        """One chunk; plain Python, which takes long, checks after each game whether it is still wanted."""
        steps = [(start, games)] if engine.compiled else [(start + number, 1) for number in range(games)]
        own = self._own[engine.compiled]
        found: list[Any] = []
        if studied and not hasattr(own, "taken_away"):
            own.taken_away = taken_away(self.plan, engine)
        for first, number in steps:
            if unwanted.is_set():
                raise NotWanted
            if studied:
                found.append(study_chunk(self.plan, engine, own, first, number, own.taken_away))
            else:
                found.append(play_chunk(self.plan, engine, own, first, number))
        return found[0] if len(found) == 1 else put_together(found)


_plans = lru_cache(maxsize=PLANS_KEPT)(Received)
_receiving = threading.Lock()


def _received(sent: bytes) -> Received:
    """The plan, received once."""
    with _receiving:
        return _plans(sent)


def play(parcel: Parcel) -> bytes | Refused:
    """What a task does: the games of a parcel, packed; or why not, in words."""
    try:
        received = _received(parcel.plan)
        if received.understanding != parcel.understanding:
            return Refused()
        chunks = received.play(parcel, Unwanted(_is_wanted))
        return pack(chunks) if parcel.wanted != SUMS else pack_sums(Played.of(received.plan, parcel.first, chunks))
    except WorkbenchError as problem:
        return Refused(problem)


def _is_wanted() -> bool:
    """Whether somebody still waits for the task that this thread carries out; outside a worker, always."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:
        return True
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"
