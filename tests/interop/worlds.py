"""Games played at random, and worlds that a seat cannot tell from where they stand."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from workbench.interop.table import Table
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine.speeds import plain_engine


def wander(table: Table, seed: int, most: int = 100_000) -> Iterator[bytes]:
    """The positions of a game played at random, one after the other, at most `most` of them."""
    chooser = random.Random(seed)
    position = table.begin(seed)[0]
    for _ in range(most):
        yield position
        if table.asked(position) is None:
            return
        position = table.take(position, chooser.choice(table.legal(position)))[0]


def redealt(table: Table, position: bytes, seat: int, seed: int) -> bytes:
    """Another world that a seat cannot tell from a position."""
    engine, spec, generator = plain_engine(table.variant), table.variant.state, [0, 0]
    seed_generator(generator, seed, 0, BOT_STREAM)
    state = spec.record(np.frombuffer(position, np.int64).copy())
    world = spec.record()
    deck = engine.deck(table.plan.deck.arrays)[0]
    engine.deal_world(state, state.buffer, world, world.buffer, spec.hidden, spec.empty, deck, seat, generator)
    return world.buffer.tobytes()
