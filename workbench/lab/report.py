"""What a run of many games tells, as tidy tables with 95% intervals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from html import escape
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.errors import OptionError, one_of

if TYPE_CHECKING:
    import pandas

    from workbench.lab.simulation import Outcome, Plan

NORMAL_95 = 1.959963984540054


def share_interval(count: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share of games (Wilson 1927); `count` may be fractional.

    >>> [round(end, 3) for end in share_interval(25, 100)]
    [0.175, 0.343]
    """
    share, spread = count / games, NORMAL_95**2 / games
    centre = (share + spread / 2) / (1 + spread)
    half = NORMAL_95 / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share))  # rounding must not exclude it


def mean_interval(values: np.ndarray) -> tuple[float, float, float]:
    """The mean of a sample and its 95% interval."""
    mean = float(values.mean())
    half = NORMAL_95 * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, mean - half, mean + half


class Report:
    """The result of a run: who won, how long games took, what scored.

    `games` is how many were finished; the run's deck digest, options, bots and seed are kept with it.
    """

    def __init__(self, plan: Plan, outcome: Outcome) -> None:
        self.plan = plan
        self.outcome = outcome
        self.games = len(outcome.winning)
        self.asked = plan.games
        self.seed = plan.seed
        self.bots = plan.bots
        self.options = dict(plan.options)
        self.deck_digest = plan.deck.digest

    @classmethod
    def of(cls, plan: Plan, outcomes: Sequence[Outcome]) -> Report:
        """Put the outcomes of a run's chunks together; raises OptionError if there is none."""
        if not outcomes:
            raise OptionError("The run was cancelled before any game was finished. Start it again.")
        kind = type(outcomes[0])
        whole = kind(
            **{
                name: np.concatenate([getattr(outcome, name) for outcome in outcomes])
                for name in ("winning", "decisions", "turns", "scores", "points", "counted")
            },
            cards=np.sum([outcome.cards for outcome in outcomes], axis=0),
        )
        return cls(plan, whole)

    @cached_property
    def wins(self) -> np.ndarray:
        """Each game's win, shared by its winners: float64 (games, seats)."""
        won = (self.outcome.winning[:, None] >> np.arange(self.plan.seats)) & 1
        return won / won.sum(axis=1, keepdims=True)

    @cached_property
    def seats(self) -> pandas.DataFrame:
        """A row per seat: bot, wins, win_share with low and high, score with score_low and score_high, points."""
        rows = []
        for seat in range(self.plan.seats):
            wins = float(self.wins[:, seat].sum())
            low, high = share_interval(wins, self.games)
            score, score_low, score_high = mean_interval(self.outcome.scores[:, seat])
            points = float(self.outcome.points[:, seat].sum(axis=1).mean())
            rows.append(
                (seat, self.bots[seat], wins, wins / self.games, low, high, score, score_low, score_high, points)
            )
        columns = "seat bot wins win_share low high score score_low score_high points"
        return self._frame(rows, columns).set_index("seat", drop=False)

    @cached_property
    def lengths(self) -> pandas.DataFrame:
        """How long games took, in turns and decisions: mean with low and high, and the spread over games."""
        rows = []
        for measure in ("turns", "decisions"):
            values = getattr(self.outcome, measure)
            quantiles = np.quantile(values, (0, 0.05, 0.5, 0.95, 1))
            rows.append((measure, *mean_interval(values), *quantiles))
        return self._frame(rows, "measure mean low high least p05 median p95 most")

    @cached_property
    def categories(self) -> pandas.DataFrame:
        """A row per category: points a seat ends with, with low and high; the share of games where nobody has any."""
        rows = []
        for number, category in enumerate(self.plan.deck.meta.categories):
            points = self.outcome.points[:, :, number]
            mean, low, high = mean_interval(points.mean(axis=1))
            best = points.max(axis=1)
            rows.append(
                (category.letter, category.name, mean, low, high, float(best.mean()), float((best == 0).mean()))
            )
        return self._frame(rows, "category name points low high best_points empty_share")

    @cached_property
    def cards(self) -> pandas.DataFrame:
        """A row per kind of card: the share of games it scored in, points per scoring, and how often its owner won.

        `win_share` says how often the seats that scored with the card won: it follows strength as well as
        it makes it, so it is no measure of what the card causes.
        """
        rows = []
        for number, row in enumerate(self.plan.deck.rows):
            scored, points, _, won = (int(value) for value in self.outcome.cards[number])
            per_scoring = points / scored if scored else 0.0
            rows.append((row["name"], scored, scored / self.games, per_scoring, *self.share(won, scored)))
        return self._frame(rows, "card scored scored_share points win_share low high")

    def counted(self, name: str) -> np.ndarray:
        """What the game counted in each finished game under a name of its variant's counters: int64 (games,).

        Tables of a game are made from it (see `Variant.count`); raises OptionError for a name that is no counter.
        """
        counters = self.plan.variant.counters
        if name not in counters:
            raise OptionError(one_of(name, counters, f"counter of {self.plan.game.title}"))
        return self.outcome.counted[:, counters.index(name)]

    @cached_property
    def tables(self) -> dict[str, pandas.DataFrame]:
        """The tables that this game declares for its own questions, by title: none for most games.

        `workbench simulate` prints them after its own, and a notebook shows them under the summary.
        """
        return {title: table(self) for title, table in self.plan.game.report_tables.items()}

    def summary(self) -> pandas.DataFrame:
        """The figures one looks at first: a row per figure with its 95% interval."""
        rows: list[tuple[Any, ...]] = []
        for row in self.seats.itertuples():
            rows.append((f"win share, seat {row.seat} ({row.bot})", row.win_share, row.low, row.high))
        for row in self.lengths.itertuples():
            rows.append((f"{row.measure} a game", row.mean, row.low, row.high))
        rows.append(("score of a winner", *mean_interval(self.outcome.scores.max(axis=1))))
        rows.append(("score spread", *mean_interval(np.ptp(self.outcome.scores, axis=1))))
        rows.append(("shared wins", *self.share(int((self.wins.max(axis=1) < 1).sum()), self.games)))
        return self._frame(rows, "figure value low high").set_index("figure")

    @staticmethod
    def share(count: int, cases: int) -> tuple[float, float, float]:
        """A count of some cases as a share, with its 95% interval; of no cases nothing is known.

        >>> [round(number, 3) for number in Report.share(25, 100)]
        [0.25, 0.175, 0.343]
        """
        return (count / cases, *share_interval(count, cases)) if cases else (0.0, 0.0, 1.0)

    @staticmethod
    def _frame(rows: Sequence[tuple], columns: str) -> pandas.DataFrame:
        import pandas

        return pandas.DataFrame(rows, columns=columns.split())

    def __repr__(self) -> str:
        plan = self.plan
        return f"<Report {plan.game.id}/{plan.variant.key}: {self.games:,} games, {plan.seats} seats, seed {self.seed}>"

    def _repr_html_(self) -> str:
        own = (
            f"<h4>{escape(title)}</h4>{table.to_html(index=False, float_format=_three_places)}"
            for title, table in self.tables.items()
        )
        return self.summary().to_html(float_format=_three_places) + "".join(own)


def _three_places(value: float) -> str:
    return f"{value:.3f}"
