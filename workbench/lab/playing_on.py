"""Who wins if bots play on from positions of a match."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from workbench.kernel.engine.speeds import Engine
from workbench.lab.simulation import bench_for, check_threads

if TYPE_CHECKING:
    from workbench.play.match import Match

SEED = 1  # of what bots do, and of how chance falls; never the match's
PARTS = 4  # for each thread: early positions take longer than late ones


def shares_of_win(match: Match, engine: Engine, raws: np.ndarray, viewer: int, playouts: int, bot: int) -> np.ndarray:
    """Who wins if a bot plays all seats on from some positions (int64 (positions, words)): float64, by seat.

    What the viewer cannot know is dealt anew each time, nothing for SEES_ALL; a shared win counts as a share.
    """
    won = np.zeros((len(raws), match.seats))
    bots = np.full(match.seats, bot, np.int64)
    unknown, most = match.variant.state.empty, match.variant.max_decisions

    def play_on(some: slice) -> None:
        bench = bench_for(match.variant, match.deck, engine)
        many = len(raws[some])
        engine.play_out(raws[some], many, bench, unknown, bots, viewer, playouts, SEED, most, won[some])

    workers = check_threads(None) if engine.compiled else 1
    bounds = np.linspace(0, len(raws), min(PARTS * workers, len(raws)) + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:  # each position is played on alike, whichever thread it falls to
        list(pool.map(play_on, map(slice, bounds, bounds[1:])))
    return won
