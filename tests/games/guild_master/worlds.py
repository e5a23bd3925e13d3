"""Other worlds of a match: the same for one seat, with the cards it cannot tell lying otherwise."""

from __future__ import annotations

from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.compiled import plain_engine
from workbench.kernel.state import SPECTATOR
from workbench.play import Match


def redealt(match: Match, viewer: int | None, seed: int) -> Match:
    """A match that `viewer` (None: a spectator) cannot tell from this one."""
    spec, engine = match.variant.state, plain_engine(match.variant)
    world, generator = spec.record(), [0, 0]
    seed_generator(generator, seed, 0, BOT_STREAM)
    seat = SPECTATOR if viewer is None else viewer
    record = match._record  # there is no public way into another world
    engine.redeal(record, record.buffer, world, world.buffer, spec.hidden, spec.unknown, seat, generator)
    other = Match(
        match.game, seats=match.seats, seed=match.seed, deck=match.deck, options=match.options, bots=match.bots
    )
    other._record, other._told, other.acts = world, list(match._told), list(match.acts)
    other._moments = list(match._moments)
    return other
