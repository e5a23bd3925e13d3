"""The figures of a run game by game, and how they are spread where the games themselves are no longer there.

A run of more than MOST_WHOLE games is played in parcels. All that is kept of each parcel is how often each value of a
figure came up, so memory does not grow with the games. Counts are whole numbers, so they add up to the same in any
order; two runs are paired by the figures of their parcels. Parcels are added in the order of their games, so that the
sums are the same for any number of threads or workers; those that come early wait for the others.
"""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from math import nan, sqrt
from typing import Any, NamedTuple

import numpy as np

from workbench.kernel.engine.bundles import Outcome
from workbench.kernel.engine.speeds import Engine
from workbench.lab.figures import PerGame, of_categories, of_results, of_scores, two_best
from workbench.lab.games_played import GamesPlayed
from workbench.lab.intervals import NORMAL_95, mean_interval
from workbench.lab.simulation import CHUNK, How, Plan, play_chunk, run_chunks

MOST_WHOLE = 100_000  # games of a run that are kept one by one
MOST_PARCELS = 1_000  # that a larger run is cut into
LEAST_PARCEL = 10  # chunks
NO_PLACE = -1

Key = tuple[Hashable, ...]


def parcel_size(games: int) -> int:
    """How many games of a run are one parcel.

    >>> parcel_size(300_000), parcel_size(10_000_000)
    (2500, 10000)
    """
    return CHUNK * max(LEAST_PARCEL, -(-games // (MOST_PARCELS * CHUNK)))


class Spread(NamedTuple):
    """The values of a figure: those of all games, or each once with how often it came up (`counts`, int64)."""

    values: np.ndarray
    counts: np.ndarray | None = None

    @property
    def cases(self) -> int:
        """How many games there are."""
        return len(self.values) if self.counts is None else int(self.counts.sum())

    @property
    def total(self) -> float:
        """The sum over all games."""
        return float(self.values.sum() if self.counts is None else (self.values * self.counts).sum())

    @property
    def mean(self) -> float:
        """The mean of all games; 0 for none."""
        return self.total / max(self.cases, 1)

    def mapped(self, function: Callable[[np.ndarray], np.ndarray]) -> Spread:
        """The spread of a function of the figure."""
        return Spread(function(self.values), self.counts)

    def quantiles(self, shares: tuple[float, ...]) -> list[float]:
        """The values below which these shares of the games are, as `numpy.quantile` has them."""
        if self.counts is None:
            found: list[float] = np.quantile(self.values, shares).tolist()
            return found
        places = np.array(shares) * (self.cases - 1)
        below, ends = np.floor(places).astype(np.int64), np.cumsum(self.counts)
        low, high = (
            self.values[np.searchsorted(ends, at, side="right")].astype(float) for at in (below, np.ceil(places))
        )
        between: list[float] = (low + (high - low) * (places - below)).tolist()
        return between

    @property
    def interval(self) -> tuple[float, float, float]:
        """The mean with its interval; see `mean_interval`, which this is of counts."""
        if self.counts is None:
            return mean_interval(self.values)
        cases, mean = self.cases, self.mean
        if len(self.values) < 2:
            return mean, nan, nan
        usual = self.quantiles((0.5,))[0]
        apart = (self.values - usual) ** 2
        differing = int(self.counts[self.values != usual].sum())
        unit = float((apart * self.counts).sum()) / differing
        squares = float(((self.values - mean) ** 2 * self.counts).sum()) + 2 * unit
        half = NORMAL_95 * sqrt(squares / (cases - 1) / cases)
        return mean, mean - half, mean + half


# The figures of a report's games


def figures_of(report: GamesPlayed) -> dict[Key, np.ndarray]:
    """The figures of a report whose games are all there, by their keys: a value for each game that has the figure."""
    seats, outcome = report.plan.seats, report.outcome
    found: dict[Key, np.ndarray] = {key: figure.values for key, figure in (*of_results(report), *of_scores(report))}
    found["winners",] = (report.wins > 0).sum(axis=1)
    for seat in range(seats):
        found["points of seat", seat] = outcome.points[:, seat].sum(axis=1)
        found["order", seat] = report.wins_in_order[:, seat]
    # Of a run that was kept in a file, no points of categories are there.
    for category, points in zip(report.plan.deck.meta.categories, report.category_points, strict=False):
        best, second = two_best(points)
        alone, letter = best > second, category.letter
        found["points", letter], found["best", letter] = points.mean(axis=0), best
        found["margin", letter] = best - second
        found["leader wins", letter] = report.wins[alone, points.argmax(axis=0)[alone]]
    for role, seats_with in report.plan.game.reports.roles.items():
        names, holders = seats_with(report)
        for part in range(len(names)):
            had = holders[:, part] >= 0
            seat, began = holders[had, part], outcome.began[had]
            found["role", role, part] = report.wins[had, seat]
            found["role place", role, part] = np.where(began >= 0, (seat - began) % seats, NO_PLACE)
    return found


# Parcels


class Sums(NamedTuple):
    """What is kept of a parcel: how many games, how often each value of a figure came up, what cards scored.

    `paired` has the sum of each figure by which two runs are compared, under its key there.
    """

    games: int
    counts: dict[Key, tuple[np.ndarray, np.ndarray]]
    paired: dict[Key, float]
    cards: np.ndarray

    @classmethod
    def of(cls, report: GamesPlayed) -> Sums:
        """The sums of a report whose games are all there."""
        paired = {key: float(figure.values.sum()) for key, figure in paired_figures(report)}
        counts = {key: np.unique(values, return_counts=True) for key, values in figures_of(report).items()}
        return cls(report.games, counts, paired, report.outcome.cards)


class Played(NamedTuple):
    """What is left of a parcel: its sums, and its chunks if they are among the first of the run."""

    sums: Sums
    first: list[Outcome]

    @classmethod
    def of(cls, plan: Plan, start: int, chunks: list[Outcome]) -> Played:
        """What is left of a parcel that begins with game `start`."""
        return cls(Sums.of(GamesPlayed.of(plan, chunks)), chunks if start < MOST_WHOLE else [])


def paired_figures(report: GamesPlayed) -> list[tuple[Key, PerGame]]:
    """The figures by which two runs are compared, except those of a study."""
    return [*of_results(report), *of_categories(report)]


class Merged:
    """The sums of a run's parcels, added up as they come; `labels` are the names of the paired figures."""

    def __init__(self, size: int) -> None:
        self.size, self.games = size, 0
        self.cards: list[np.ndarray] = []
        self._counts: dict[Key, Counter[float]] = defaultdict(Counter)
        self._paired: dict[Key, list[float]] = defaultdict(list)

    def add(self, sums: Sums) -> None:
        """Add the next parcel."""
        self.games += sums.games
        self.cards.append(sums.cards)
        for key, (values, counts) in sums.counts.items():
            self._counts[key].update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        if sums.games == self.size:  # a smaller last one would weigh as much as the others
            for name, total in sums.paired.items():
                self._paired[name].append(total / sums.games)

    @cached_property
    def spreads(self) -> Mapping[Key, Spread]:
        """The spread of each figure."""
        spreads = {}
        for key, counter in self._counts.items():
            values = np.array(sorted(counter))
            spreads[key] = Spread(values, np.array([counter[value] for value in values.tolist()], np.int64))
        return spreads

    def paired(self, label_of: Mapping[Any, PerGame]) -> list[tuple[Any, PerGame]]:
        """The figures by which two runs are compared, parcel by parcel, under the names of a few whole games."""
        return [
            (key, PerGame(label_of[key].label, np.array(means), self.size))
            for key, means in self._paired.items()
            if key in label_of and len(means) == self.games // self.size
        ]


# Runs of more games than are kept one by one


class Gathering:
    """The parcels of a large run, added up as they come."""

    def __init__(self, plan: Plan, compiled: bool) -> None:
        self.plan, self.compiled, self.size = plan, compiled, parcel_size(plan.games)
        self.merged = Merged(self.size)
        self.first: list[Outcome] = []
        self._early: dict[int, Played] = {}

    def take(self, start: int, played: Played) -> None:
        """Take the parcel that begins with a game; after one that was cut short, no other counts."""
        self._early[start] = played
        while (following := self._early.pop(self.merged.games, None)) is not None:
            self.merged.add(following.sums)
            self.first += following.first


def play_large(plan: Plan, engine: Engine, workers: int, how: How) -> Gathering:
    """Play a large run on threads; if a parcel is not done when it is cancelled, the chunks played count."""
    gathering = Gathering(plan, engine.compiled)

    def play(own: threading.local, start: int) -> Played:
        chunks: list[Outcome] = []
        end = min(start + gathering.size, plan.games)
        for first in range(start, end, CHUNK):
            chunks.append(play_chunk(plan, engine, own, first, min(CHUNK, end - first)))
            if how.cancelled:
                break
        return Played.of(plan, start, chunks)

    run_chunks(plan.games, workers, play, how, size=gathering.size, take=gathering.take)
    return gathering
