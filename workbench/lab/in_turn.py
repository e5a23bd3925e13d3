"""Several runs, one after the other: what tournaments and sweeps are made of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.lab.kept_runs import KeptRuns
from workbench.lab.report import SMALL_RUN, Report, play_plan
from workbench.lab.simulation import Plan, say_nothing

if TYPE_CHECKING:
    from distributed import Client


def play_in_turn(
    plans: Sequence[Plan],
    kept: KeptRuns,
    *,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Iterator[Report]:
    """The report of each plan in turn, played when it is asked for, unless it is kept; a run that is whole is kept.

    Rules are compiled where all runs together are worth it, and `on_progress(done, total)` counts the games of all
    plans; the other arguments are those of `simulate`. It is for the caller to say whether a cancelled run was the last
    to be wanted. Raises what `play_plan` does, and OptionError where a run cannot be kept.
    """
    done, total, tell = 0, sum(plan.games for plan in plans), on_progress or say_nothing
    if compiled is None and total > SMALL_RUN:
        compiled = True
    for plan in plans:

        def progress(played: int, _: int, before: int = done) -> None:
            tell(before + played, total)

        report = kept.find(plan)
        if report is None:
            report = play_plan(
                plan, threads=threads, compiled=compiled, on_progress=progress, cancel=cancel, client=client
            )
            kept.add(report)
        yield report
        done += plan.games
