"""Several runs, one after the other: what tournaments and sweeps are made of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.lab.report import SMALL_RUN, Report, play_plan
from workbench.lab.simulation import Plan, say_nothing

if TYPE_CHECKING:
    from distributed import Client


def play_in_turn(
    plans: Sequence[Plan],
    *,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
    done: int = 0,
) -> Iterator[Report]:
    """Play the games of each plan in turn, when its report is asked for; the arguments are those of `simulate`.

    Rules are compiled where all runs together are worth it. `on_progress(done, total)` counts the games of all plans,
    and `done` games before them. Whether a run that is cancelled was the last to be wanted is for the caller to say.
    """
    total = done + sum(plan.games for plan in plans)
    if compiled is None and total - done > SMALL_RUN:
        compiled = True
    tell = on_progress or say_nothing
    for plan in plans:

        def progress(played: int, _: int, before: int = done) -> None:
            tell(before + played, total)

        yield play_plan(plan, threads=threads, compiled=compiled, on_progress=progress, cancel=cancel, client=client)
        done += plan.games
