"""The course of a run's games: which phase follows which, by what, and how often.

The same games as those of a report, traced decision by decision; see `workbench.kernel.engine.course`.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from pathlib import Path

import numpy as np

from workbench.kernel.engine.bundles import Course
from workbench.kernel.engine.course import HALVES
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.lab.kept_runs import beside_rules, keep_again
from workbench.lab.simulation import CHUNK, How, Plan, bench_of, run_chunks, run_of
from workbench.storage.errors import OptionError

LEAST_KEPT = 1_000  # games; with fewer, the shares are too rough to show to others


def trace(plan: Plan, workers: int, compiled: bool = True, *, cancel: threading.Event | None = None) -> Course:
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

    if not run_chunks(plan.games, workers, run_chunk, How(cancel=cancel)):
        raise OptionError("The run was ended before its first games were done. Let it go on for a moment.")
    added = Course(*(np.sum(parts, axis=0) for parts in zip(*kept, strict=True)))
    return added._replace(visits=np.zeros_like(added.visits))


def trace_a_while(plan: Plan, seconds: float, cancel: threading.Event | None = None) -> Course:
    """The course of as many games as plain Python plays in the seconds given, at least two: one of each half."""
    engine, own, course = plain_engine(plan.variant), threading.local(), empty_course(plan)
    until, number = time.monotonic() + seconds, 0
    while number < HALVES or (number < plan.games and time.monotonic() < until):
        engine.trace_games(run_of(plan, number, 1), bench_of(own, plan, engine), course, len(plan.variant.effects))
        number += 1
        if cancel is not None and cancel.is_set():
            break
    return course


def keep_course(plan: Plan, course: Course) -> None:
    """Keep what was counted of a run beside the compiled rules, for whoever shows a match at such a table."""
    if plan.games < LEAST_KEPT or set(plan.bots) != {plan.game.usual_bot}:
        return
    counted = {
        name: {"at": np.flatnonzero(part).tolist(), "counts": part[part != 0].tolist()}
        for name, part in course._asdict().items()
    }
    with contextlib.suppress(OSError):  # what cannot be kept is counted again
        keep_again(_file_of(plan), counted)


def kept_course(plan: Plan) -> Course | None:
    """What was counted and kept of a run at such a table, of however many games; None if nothing is at hand."""
    course = empty_course(plan)
    try:
        counted = json.loads(_file_of(plan).read_text(encoding="utf-8"))
        for name, part in course._asdict().items():
            np.put(part, counted[name]["at"], counted[name]["counts"])
    except (OSError, KeyError, ValueError, IndexError, TypeError):
        return None
    return course


def _file_of(plan: Plan) -> Path:
    """Where the course of such a table is kept: beside the rules it was played by, named by deck, seats and options."""
    return beside_rules(plan, "course", repr((plan.deck.digest, plan.seats, sorted(plan.options.items()))))


def empty_course(plan: Plan) -> Course:
    """Nothing counted yet."""
    places = len(plan.variant.phases) * (len(plan.variant.effects) + 1)
    return Course.empty(places, len(plan.variant.actions.verbs), plan.seats)
