"""The course of a run's games: which phase follows which, by what, and how often.

The same games as those of a report, traced decision by decision; see `workbench.kernel.engine.course`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from workbench.kernel.engine.bundles import Course
from workbench.kernel.engine.course import COURSE_SUMS, HALVES
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.lab.simulation import CHUNK, Plan, bench_of, run_chunks, run_of, say_nothing
from workbench.storage.errors import OptionError


def trace(
    plan: Plan,
    workers: int,
    compiled: bool = True,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> Course:
    """The course of a run's games added up; the same for any number of workers, since only whole numbers are added."""
    engine = compiled_engine(plan.variant) if compiled else plain_engine(plan.variant)
    effects = len(plan.variant.effects)
    kept: list[Course] = []

    def run_chunk(own: threading.local, start: int) -> bool:
        if not hasattr(own, "course"):
            own.course = empty_course(plan)
            kept.append(own.course)
        run = run_of(plan, start, min(CHUNK, plan.games - start))
        engine.trace_games(run, bench_of(own, plan, engine), own.course, effects)
        return True

    if not run_chunks(plan.games, workers, run_chunk, on_progress or say_nothing, cancel or threading.Event()):
        raise OptionError("The run was ended before its first games were done. Let it go on for a moment.")
    added = Course(*(np.sum(parts, axis=0) for parts in zip(*kept, strict=True)))
    return added._replace(visits=np.zeros_like(added.visits))


def trace_a_while(plan: Plan, seconds: float, cancel: threading.Event | None = None) -> Course:
    """The course of as many games as plain Python plays in so many seconds, at least two: one of each half."""
    engine, own, course = plain_engine(plan.variant), threading.local(), empty_course(plan)
    until, number = time.monotonic() + seconds, 0
    while number < HALVES or (number < plan.games and time.monotonic() < until):
        engine.trace_games(run_of(plan, number, 1), bench_of(own, plan, engine), course, len(plan.variant.effects))
        number += 1
        if cancel is not None and cancel.is_set():
            break
    return course


def empty_course(plan: Plan) -> Course:
    """Nothing counted yet."""
    places = len(plan.variant.phases) * (len(plan.variant.effects) + 1)
    verbs = len(plan.variant.actions.verbs)
    return Course(
        begun=np.zeros((HALVES, places), np.int64),
        steps=np.zeros((HALVES, places, verbs, places), np.int64),
        deciders=np.zeros((HALVES, places, plan.seats), np.int64),
        sums=np.zeros((HALVES, places, COURSE_SUMS)),
        visits=np.zeros((places, 2), np.int64),
    )
