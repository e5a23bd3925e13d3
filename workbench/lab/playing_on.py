"""Who wins if bots play on from positions of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.kernel.engine.speeds import Engine
from workbench.lab.simulation import bench_for

if TYPE_CHECKING:
    from workbench.play.match import Match

SEED = 1  # of what bots do, and of how chance falls; never the match's


def shares_of_win(match: Match, engine: Engine, raws: np.ndarray, viewer: int, playouts: int, bot: int) -> np.ndarray:
    """Who wins if a bot plays all seats on from some positions (int64 (positions, words)): float64, by seat.

    What the viewer cannot know is dealt anew each time, nothing for SEES_ALL; a shared win counts as a share.
    """
    won = np.zeros((len(raws), match.seats))
    bench = bench_for(match.variant, match.deck, engine)
    bots = np.full(match.seats, bot, np.int64)
    unknown, most = match.variant.state.unknown, match.variant.max_decisions
    engine.play_out(raws, len(raws), bench, unknown, bots, viewer, playouts, SEED, most, won)
    return won
