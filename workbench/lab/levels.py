"""Runs with easy and hard bots, as people meet them: rules in plain Python, the hard bot's search compiled.

The levels are not rules of a game, so compiled runs do not know them. Their numbers follow those of the bots that
the game declares; a seat of that number asks here what to do, and everything else is the run that every bot plays.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from workbench.kernel.bots import HARD_BOT, slips
from workbench.kernel.chance import LEVEL_STREAM, absorb, what_follows
from workbench.kernel.engine import playout
from workbench.kernel.engine.speeds import Engine, compiled_engine, linked_plain, plain_engine
from workbench.lab.simulation import Plan, has_levels, number_of_player
from workbench.play.tree_search import ITERATIONS, TreeSearch


def engine_of(plan: Plan, compiled: bool) -> Engine:
    """What plays the games of a plan: its rules at a speed; where levels sit, plain Python with a search at that speed.

    Results are the same at both speeds.
    """
    at_speed = compiled_engine(plan.variant) if compiled else plain_engine(plan.variant)
    if not has_levels(plan.game, plan.bots):
        return at_speed
    plain = plain_engine(plan.variant)
    entries: dict[str, Callable[..., Any]] = {"run_games": playout.run_games, "play_game": playout.play_game}
    linked = linked_plain(plan.variant, entries, {playout.bot_action: Seated(plan, plain, at_speed)})
    return replace(plain, functions={**plain.functions, **linked}, _linked={})


class Seated:
    """What takes the place of `bot_action` where levels sit; the hard bot searches with the rules of `searching`."""

    def __init__(self, plan: Plan, plain: Engine, searching: Engine) -> None:
        self.plan, self.searching = plan, searching
        self.declared, self.usual = len(plan.game.bots), plan.game.bot_number(plan.game.usual_bot)
        self.hard = number_of_player(plan.game, HARD_BOT.name)
        self.bot_action, self.random_bot = plain.functions["bot_action"], plain.functions["random_bot"]
        self.list_actions = plain.functions["list_actions"]

    def __call__(
        self, bot: int, state: Any, raw: Any, view: Any, raw_view: Any, hidden: Any, deck: Any, seat: int, actions: Any
    ) -> int:
        """The action that a bot takes, whatever its level."""
        if bot < self.declared:
            return self.bot_action(bot, state, raw, view, raw_view, hidden, deck, seat, actions)
        following = what_follows(actions.random_state)  # of this game's bots, who draw it all the same
        drawn = absorb(0, following, (int(state.decisions) << 8) + seat, LEVEL_STREAM)
        if bot == self.hard:
            return self._searched(state, deck, seat, actions, drawn)
        if slips(drawn):
            return self.random_bot(state, deck, seat, actions)
        return self.bot_action(self.usual, state, raw, view, raw_view, hidden, deck, seat, actions)

    def _searched(self, state: Any, deck: Any, seat: int, actions: Any, drawn: int) -> int:
        self.list_actions(state, deck, seat, actions, 0, 1)
        if actions.count == 1:
            return int(actions.list[0])
        search = TreeSearch(self.plan, seat, state, self.searching, drawn, ITERATIONS)
        search.run(ITERATIONS)
        return search.advice().best.action
