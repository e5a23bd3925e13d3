"""What is compiled ahead of time for a variant of a game: everything that a run, a graph or the hard bot may call."""

from __future__ import annotations

import numpy as np

from workbench.kernel.engine.speeds import compiled_engine
from workbench.kernel.game import Game, Variant
from workbench.lab.course import trace
from workbench.lab.positions import Search
from workbench.lab.replaying import match_before
from workbench.lab.report import simulate
from workbench.lab.simulation import Plan
from workbench.play.tree_search import TreeSearch


def compile_ahead(game: Game, variant: Variant, search: bool = True) -> None:
    """Compile a variant and keep the result on disk: games first, then what looks closer, then its rules.

    Without `search` the hard bot and hints have no compiled rules; everything else has.
    """
    options = {"game_variant": variant.key}
    report = simulate(game, games=1, bots=game.bots[0].name, options=options, threads=1, compiled=True)
    report.study  # noqa: B018
    trace(report.plan, 1)
    look_on(report.plan)
    if search:
        search_on(report.plan)
    list_first_actions(report.plan)


def look_on(plan: Plan) -> None:
    """Look one decision on from the beginning of a match, and let bots play on: what position graphs are made of."""
    match = match_before(plan, 0)
    search = Search(match, compiled_engine(plan.variant), most=1)
    search.begin(np.array([match.for_bots(match.positions()[-1].record).buffer]))
    search.look(1)
    search.values(1, plan.game.bot_number(plan.bots[0]))


def search_on(plan: Plan) -> None:
    """Search at the beginning of a match, which is what the hard bot does."""
    match = match_before(plan, 0)
    record = match.for_bots(match.positions()[-1].record)
    TreeSearch(match, match.to_act[0], record, compiled_engine(plan.variant), seed=1, room=1).run(1)


def list_first_actions(plan: Plan) -> None:
    """List what the first seat may do at the beginning of a match: rules are called one by one by the conformance kit.

    Here they take a second or two. A process that found the rest on disk would compile all of it again for them.
    """
    match, engine = match_before(plan, 0), compiled_engine(plan.variant)
    states, raws = engine.new_states()
    raws[0][:] = match.positions()[0].record.buffer
    engine.list_actions(states[0], engine.deck(plan.deck.arrays)[0], match.to_act[0], engine.new_actions()[0], 1, 1)
