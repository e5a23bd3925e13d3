"""The tables of a tournament: the ratings of bots, and who beats whom.

Whatever is said about how sure a figure is takes the deal as one piece: its games are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import comb, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.words import counted, listed
from workbench.lab.figures import Rows, table
from workbench.lab.intervals import beyond_doubt, paired_difference
from workbench.lab.strengths import Results, fitted, with_games_of_pairs

if TYPE_CHECKING:
    from workbench.lab.simulation import Plan

RESAMPLES = 1_000  # of the deals, for each interval
ENDS = (0.025, 0.975)  # of an interval of 95%
SHARED = 0.5  # of a deal, for each of two bots: the deal that they are taken to have shared beside those played
TEN_TO_ONE = 400  # points between two bots when one wins ten games for each of the other's, as in chess


class Sums(NamedTuple):
    """What deals bring together; what comes before the last axes are several such sums.

    deals: float64 (...), how many; won: float64 (..., tables, bots), games; each_way: float64 (..., pairs, 2), games
    of each two bots in the deal that they are taken to have shared, pairs in the order of `itertools.combinations`.
    """

    deals: np.ndarray
    won: np.ndarray
    each_way: np.ndarray


def as_they_came(won: np.ndarray, seats: int) -> Sums:
    """The sums of all deals; won: float64 (deals, tables, bots)."""
    pairs = comb(won.shape[2], 2)
    return Sums(np.array(float(len(won))), won.sum(axis=0), np.full((pairs, 2), SHARED * seats))


def as_they_might_have_come(won: np.ndarray, seats: int, seed: int) -> Sums:
    """RESAMPLES sums, in each of which a deal counts as often as an exponential variable says (Rubin 1981).

    The shared deal of two bots is as uncertain as so much of a deal is. So where one of two bots wins all of a deal the
    interval is that of Jeffreys, by which a bot that has won all deals might have lost one.
    """
    chance = np.random.default_rng(seed)
    deals, by_deal = np.empty(RESAMPLES), won.reshape(len(won), -1)
    sums = np.empty((RESAMPLES, by_deal.shape[1]))
    for number in range(RESAMPLES):
        weights = chance.standard_exponential(len(won))
        deals[number], sums[number] = weights.sum(), weights @ by_deal
    each_way = seats * chance.standard_gamma(SHARED, (RESAMPLES, comb(won.shape[2], 2), 2))
    return Sums(deals, sums.reshape(RESAMPLES, *won.shape[1:]), each_way)


def ratings_of(seated: np.ndarray, sums: Sums) -> np.ndarray:
    """The ratings of bots, float64 (..., bots); their sum is 0.

    >>> sums = Sums(np.array(10.0), np.array([[18.0, 2.0]]), np.array([[1.0, 1.0]]))
    >>> high, low = ratings_of(np.array([[1, 1]]), sums)
    >>> bool(np.isclose(high - low, 400 * np.log10(19 / 3)))
    True
    """
    played = np.broadcast_to(sums.deals[..., None] * seated[0].sum(), sums.won.shape[:-1])
    results = Results(seated.astype(float), played, sums.won.sum(axis=-2))
    return TEN_TO_ONE * np.log10(fitted(with_games_of_pairs(results, sums.each_way)))


@dataclass(frozen=True, eq=False, repr=False)
class TournamentTables:
    """Who won what: `won` (deals, tables, bots) is how many games of a deal each bot won at each table.

    `bots` are their names, `seated` (tables, bots) says how many seats a bot has at a table, and `plan` what was
    played: game, deck, options, seats and seed. A game that several win counts for each of them as a part of a win.
    """

    plan: Plan
    bots: tuple[str, ...]
    seated: np.ndarray
    won: np.ndarray

    @property
    def deals(self) -> int:
        """How many deals all tables have played."""
        return len(self.won)

    @property
    def games(self) -> int:
        """How many games were played: each deal at each table in each rotation of its seats."""
        return self.deals * len(self.seated) * self.plan.seats

    @property
    def about(self) -> dict[str, Any]:
        """What every figure belongs to: enough to play the same games again."""
        played = {"deals": self.deals, "games": self.games}
        return {**self.plan.played, **played, **self.plan.setting, "bots": self.bots}

    @table("bot rating low high games won")
    def ratings(self) -> Rows:
        """A row per bot, the strongest first: rating with low and high (95% interval), games it sat in, and won.

        A bot that is 400 points above another wins ten games for each that the other wins, as in chess; the average of
        all is 0. Each pair of bots is taken to have shared one more deal than they played, each winning half of its
        games: otherwise the rating of a bot that wins all its games would have no end. See docs/reports.md.
        """
        ratings = ratings_of(self.seated, as_they_came(self.won, self.plan.seats))
        low, high = np.quantile(ratings_of(self.seated, self._resampled), ENDS, axis=0)
        low, high = np.minimum(low, ratings), np.maximum(high, ratings)
        games = self.deals * self.plan.seats * (self.seated > 0).sum(axis=0)
        won = self.won.sum(axis=(0, 1))
        rows = zip(self.bots, ratings, low, high, games, won, strict=True)
        yield from sorted(rows, key=lambda row: -row[1])

    @cached_property
    def _resampled(self) -> Sums:
        return as_they_might_have_come(self.won, self.plan.seats, self.plan.seed)

    @table("bot other share low high games ahead")
    def beats(self) -> Rows:
        """Who beats whom, a row for each bot and each other: share of the games that one of the two won, low and high.

        Columns: bot, other, share with its 95% interval, games at tables with both, ahead. The last says that the bot
        wins more than the other beyond doubt: in a tournament of equals the chance that any is marked is 5 of 100
        (Holm 1979). Where neither won a game, the share is NaN. Bots are in the order of `ratings`.
        """
        pairs = list(combinations(range(len(self.bots)), 2))
        stands = dict(zip(pairs, beyond_doubt([self._chance(*pair) for pair in pairs]), strict=True))
        order = [self.bots.index(name) for name in self.ratings.bot]
        for bot, other in permutations(order, 2):
            pair = min(bot, other), max(bot, other)
            share, low, high = self._share(bot, other, pairs.index(pair))
            games = self.deals * self.plan.seats * int(self._with_both(bot, other).sum())
            yield self.bots[bot], self.bots[other], share, low, high, games, stands[pair] and low > 0.5

    def _with_both(self, bot: int, other: int) -> np.ndarray:
        """Which tables two bots sit at together, bool (tables,)."""
        return (self.seated[:, bot] > 0) & (self.seated[:, other] > 0)

    def _share(self, bot: int, other: int, pair: int) -> tuple[float, float, float]:
        """What a bot won of all that it and another won from each other, with its interval."""
        both = self._with_both(bot, other)
        ours, theirs = (float(self.won[:, both, number].sum()) for number in (bot, other))
        if not ours + theirs:
            return nan, 0.0, 1.0
        many = self._resampled
        won, lost = (many.won[:, both, number].sum(axis=1) for number in (bot, other))
        first, second = many.each_way[:, pair].T
        won, lost = (won + first, lost + second) if bot < other else (won + second, lost + first)
        low, high = np.quantile(won / (won + lost), ENDS).tolist()
        share = ours / (ours + theirs)
        return share, min(low, share), max(high, share)

    def _chance(self, bot: int, other: int) -> float:
        """How likely it is that two bots are as far apart by luck alone; by what each won of each deal."""
        both = self._with_both(bot, other)
        theirs, ours = (self.won[:, both, number].mean(axis=1) / self.plan.seats for number in (other, bot))
        return paired_difference(theirs, ours, 1.0).chance

    @cached_property
    def text(self) -> str:
        """Who is ahead of whom beyond doubt, and between whom nothing is proven, in a sentence."""
        ahead = {(row.bot, row.other) for row in self.beats.itertuples() if row.ahead}
        return in_words(list(self.ratings.bot), ahead)

    @property
    def title(self) -> str:
        """What was played, in one line."""
        plan = self.plan
        stopped = f" (stopped early; {plan.games:,} were asked for)" if self.deals < plan.games else ""
        tables = f"{counted(len(self.seated), 'table')} of {plan.seats} seats in every rotation"
        return (
            f"{plan.game.title}, deck {plan.deck.name}: {counted(self.deals, 'deal')}{stopped} at {tables}, "
            f"{counted(self.games, 'game')}, seed {plan.seed}"
        )

    def __repr__(self) -> str:
        return f"<Tournament {self.title}. {self.text}>"


def in_words(ranked: Sequence[str], ahead: Set[tuple[str, str]]) -> str:
    """A sentence about bots, the highest rated first, of which the first of each pair of `ahead` is ahead.

    They may go in a circle, which ratings cannot show.

    >>> in_words(["greedy", "bold", "random"], {("greedy", "random"), ("bold", "random")})
    'greedy is ahead of random; bold is ahead of random; between greedy and bold nothing is proven.'
    >>> in_words(["greedy", "random"], {("random", "greedy")})
    'random is ahead of greedy (though rated below it).'
    """
    said = []
    for place, bot in enumerate(ranked):
        behind = [
            other if other in ranked[place:] else f"{other} (though rated below it)"
            for other in ranked
            if (bot, other) in ahead
        ]
        said += [f"{bot} is ahead of {listed(behind)}"] * bool(behind)
    for place, bot in enumerate(ranked):
        unproven = [other for other in ranked[place + 1 :] if not {(bot, other), (other, bot)} & ahead]
        said += [f"between {bot} and {' or '.join(unproven)} nothing is proven"] * bool(unproven)
    return "; ".join(said) + "."
