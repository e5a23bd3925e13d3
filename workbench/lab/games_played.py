"""The games of a run as they were played: what figures are counted from, and what a game makes its own tables of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np

from workbench.kernel.engine.bundles import Outcome
from workbench.lab.intervals import mean_interval, share_interval
from workbench.lab.simulation import Plan, put_together
from workbench.storage.errors import OptionError, one_of


class NothingPlayed(OptionError):
    """A run that ended before any of its games was finished."""


class GamesPlayed:
    """The games of a run, each in a row of `outcome`, and the `plan` by which they were played.

    `games` is how many were finished, of those that were `asked` for.
    """

    def __init__(
        self, plan: Plan, outcome: Outcome, compiled: bool = True, card_chunks: np.ndarray | None = None
    ) -> None:
        self.plan = plan
        self.outcome = outcome
        self.compiled = compiled
        # What cards scored, chunk by chunk of the run, for pairing two runs.
        self.card_chunks = outcome.cards[None] if card_chunks is None else card_chunks
        self.games = len(outcome.winning)
        self.asked = plan.games
        self.seed = plan.seed
        self.bots = plan.bots
        self.options = dict(plan.options)
        self.deck_digest = plan.deck.digest

    @classmethod
    def of(cls, plan: Plan, outcomes: Sequence[Outcome], compiled: bool = True) -> Self:
        """Put the outcomes of a run's chunks together; raises OptionError if there are none."""
        if not outcomes:
            raise NothingPlayed("The run was cancelled before any game was finished. Start it again.")
        return cls(plan, put_together(outcomes), compiled, np.stack([outcome.cards for outcome in outcomes]))

    @cached_property
    def wins(self) -> np.ndarray:
        """Each game's win, shared by its winners: float64 (games, seats)."""
        won = (self.outcome.winning[:, None] >> np.arange(self.plan.seats)) & 1
        return won / np.maximum(won.sum(axis=1, keepdims=True), 1)  # where nobody wins, nobody has a share

    @cached_property
    def wins_in_order(self) -> np.ndarray:
        """Each game's win by place in turn order, first to last: float64 (games in which one seat began, seats)."""
        begun = self.outcome.began >= 0
        seats = (self.outcome.began[begun, None] + np.arange(self.plan.seats)) % self.plan.seats
        return np.take_along_axis(self.wins[begun], seats, axis=1)

    @cached_property
    def category_points(self) -> np.ndarray:
        """What each seat ends with in each category: int32 (categories, seats, games)."""
        points = self.outcome.points[:, :, : len(self.plan.deck.meta.categories)]
        return np.ascontiguousarray(points.transpose(2, 1, 0))

    def counted(self, name: str) -> np.ndarray:
        """What the game counted in each finished game under a name of its variant's counters: int64 (games,).

        Tables of a game are made from it (see `Measures.count`); raises OptionError for a name that is not a counter's.
        """
        counters = list(self.plan.variant.measures.counters)
        if name not in counters:
            raise OptionError(one_of(name, counters, f"counter of {self.plan.game.title}"))
        return self.outcome.counted[:, counters.index(name)]

    # For the tables of a game, which is below the lab and imports nothing of it.
    share = staticmethod(share_interval)
    mean = staticmethod(mean_interval)
