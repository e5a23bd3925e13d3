"""One game of a run as a match: the same deal and the same acts, so that it can be looked at and played on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from workbench.kernel.actions import PICKS
from workbench.kernel.engine.playout import seed_bots
from workbench.kernel.engine.speeds import is_compiled
from workbench.lab.levels import engine_of
from workbench.lab.simulation import Plan, has_levels, run_of
from workbench.play.match import Match
from workbench.play.tree_search import DOOR


def match_before(plan: Plan, number: int) -> Match:
    """A match at the beginning of game `number` of a run, with the run's bots in their seats."""
    return Match(
        plan.game,
        seats=plan.seats,
        seed=plan.seed,
        deck=plan.deck,
        options={**plan.options, "game_variant": plan.variant.key},
        bots=dict(enumerate(plan.bots)),
        number=number,
    )


def match_of(plan: Plan, number: int) -> Match:
    """Game `number` of a run, act by act as the run's bots played it."""
    match = match_before(plan, number)
    for seat, actions in _acts(plan, number):
        match.play(seat, actions)
    return match


def _acts(plan: Plan, number: int) -> Iterator[tuple[int, list[int]]]:
    """What each seat did at once: a set with the picks before it."""
    uses = plan.variant.actions.use
    verbs = plan.variant.actions.verb_numbers
    for seat, of_seat in groupby(_decisions(plan, number), key=lambda decision: decision[0]):
        picked: list[int] = []
        for _, action in of_seat:
            picked.append(action)
            if uses[verbs[action]] != PICKS:
                yield seat, picked
                picked = []


def _decisions(plan: Plan, number: int) -> list[tuple[int, int]]:
    """Who decided what in a game of the run, played once more as the run does."""
    searches = has_levels(plan.game, plan.bots)
    engine = engine_of(plan, compiled=searches and is_compiled(plan.variant, DOOR))
    bench = engine.new_bench(plan.deck.arrays)._replace(log=np.zeros((plan.variant.max_decisions, 2), np.int32))
    run = run_of(plan, number, 1)
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, events, actions = bench.decks[0], bench.events[0], bench.lists[0]
    events.unheard = 1
    engine.begin(state, raw, deck, events, run.seats, run.options, run.seed, number)
    seed_bots(actions, run.seed, number)
    made = engine.play_game(
        state, raw, view, raw_view, bench.hidden, deck, deck, events, run.bots, actions, bench.log, run.most
    )  # fmt: skip
    return [(int(seat), int(action)) for seat, action in bench.log[:made]]
