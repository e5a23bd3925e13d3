"""Tournaments: bots meet each other on the same deals, and what is known of who is stronger.

Every table plays the same deals, and each deal once in every rotation of its seats, so that luck with cards and seats
falls on all alike. Whatever is said of how sure a figure is takes the deal as one piece: its games are not independent.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, nan
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.words import counted, listed
from workbench.lab.figures import frame_of
from workbench.lab.in_turn import play_in_turn
from workbench.lab.intervals import beyond_doubt, paired_difference
from workbench.lab.kept_runs import KeptRuns
from workbench.lab.levels import number_of_player
from workbench.lab.simulation import plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.strengths import Results, fitted, with_games_of_pairs
from workbench.play.setup import check_seats, check_seed, options_given
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    import pandas
    from distributed import Client

    from workbench.decks import Deck
    from workbench.lab.simulation import Plan
    from workbench.pen import Picture

RESAMPLES = 1_000  # of the deals, for each interval
ENDS = (0.025, 0.975)  # of an interval of 95%
SHARED = 0.5  # of a deal, for each of two bots: the deal that they are taken to have shared beside those played
TEN_TO_ONE = 400  # points between two bots of which one wins ten games for each of the other's, as chess has them


def tournament(
    game: str | Game,
    bots: Sequence[str] | None = None,
    *,
    games: int = 1_000,
    seats: int | None = None,
    deck: Deck | str | PathLike | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = 1,
    keep: str | PathLike | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Tournament:
    """Let bots of a game meet each other on the same deals and say who is stronger.

    `bots` are two names or more, by default all that the game declares; the levels easy and hard may be among them.
    `games` is how many deals each table plays, each of them in every rotation of its `seats`, by default as few as the
    game allows. A table has as many different bots as there is room for; with more seats than bots, every table at
    which all of them sit.
    `keep` names a file to which the games of each table in each rotation are added as they end: given again, the
    tournament goes on from there, and one of more bots plays what is new.
    `on_progress(done, total)` counts the games of all tables; setting `cancel` ends early with the deals that all have.
    The other arguments are those of `simulate`; the seed None draws one.
    Raises OptionError, DeckError or ClusterError.

    >>> cup = tournament("guile", ["random", "greedy"], games=10, compiled=False)
    >>> cup.ratings.bot.tolist(), cup.text
    (['greedy', 'random'], 'greedy is ahead of random.')
    """
    plan, names, seated = plan_tournament(game, bots, games, seats, deck, options, seed)
    turns = [(table, order) for table, row in enumerate(seated) for order in rotations(first_order(names, row))]
    reports = play_in_turn(
        [replace(plan, bots=order) for _, order in turns], KeptRuns(keep),
        threads=threads, compiled=compiled, on_progress=on_progress, cancel=cancel, client=client,
    )  # fmt: skip
    shares = [shares_of_wins(report.wins) for report in reports]
    return Tournament(plan, names, seated, put_together(names, turns, shares))


def plan_tournament(
    game: str | Game,
    bots: Any,
    games: int,
    seats: int | None,
    deck: Deck | str | PathLike | None,
    options: Mapping[str, Any] | None,
    seed: int | None,
) -> tuple[Plan, tuple[str, ...], np.ndarray]:
    """What is played at the first table, the bots, and who sits at which table; raises OptionError or DeckError."""
    found = find_game(game)
    names = check_bots(found, bots)
    if isinstance(games, bool) or not isinstance(games, (int, np.integer)) or not 1 <= games <= MOST_WHOLE:
        raise OptionError(f"The number of deals is {shown(games)}. Give a whole number from 1 to {MOST_WHOLE:,}.")
    variant = found.variant(options_given(options).get("game_variant"))
    seats = check_seats(variant, min(variant.seats) if seats is None else seats)
    seated = seated_at_tables(len(names), seats)
    order, seed = first_order(names, seated[0]), check_seed(seed)
    plan = plan_run(found, games=games, seats=seats, bots=order, seed=seed, deck=deck, options=options, levels=True)
    return plan, names, seated


def check_bots(game: Game, bots: Any) -> tuple[str, ...]:
    """The bots of a tournament, all of a game's for None; raises OptionError."""
    known = [bot.name for bot in game.bots]
    can_sit = list(dict.fromkeys([*known, *(bot.name for bot in game.players)]))
    if bots is not None and not isinstance(bots, (list, tuple)):
        raise OptionError(f"The bots are {shown(bots)}. Give a list of two names or more, of: {', '.join(can_sit)}.")
    names = tuple(known if bots is None else bots)
    for name in names:
        number_of_player(game, name)
        if names.count(name) > 1:
            raise OptionError(f"The bot {name!r} is named {names.count(name)} times. Name each bot once.")
    if len(names) < 2:
        raise OptionError(
            f"A tournament takes two bots or more, and {f'{names[0]} alone' if names else 'none'} is named. "
            f"{game.title} has: {', '.join(can_sit)}."
        )
    return names


def seated_at_tables(bots: int, seats: int) -> np.ndarray:
    """How many seats each bot has at each table, int64 (tables, bots).

    >>> seated_at_tables(3, 2).tolist()
    [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    >>> seated_at_tables(2, 4).tolist()
    [[3, 1], [2, 2], [1, 3]]
    """
    if seats <= bots:
        chosen: Iterator[tuple[int, ...]] = combinations(range(bots), seats)
    else:
        everybody = tuple(range(bots))
        chosen = (everybody + more for more in combinations_with_replacement(everybody, seats - bots))
    return np.array([np.bincount(table, minlength=bots) for table in chosen])


def first_order(names: Sequence[str], seated: np.ndarray) -> tuple[str, ...]:
    """The bots of a table by seat before it is rotated."""
    return tuple(name for name, times in zip(names, seated.tolist(), strict=True) for _ in range(times))


def rotations(order: tuple[str, ...]) -> list[tuple[str, ...]]:
    """An order of seats, and each that comes of it when all move on by some seats.

    >>> rotations(("greedy", "random"))
    [('greedy', 'random'), ('random', 'greedy')]
    """
    return [order[turned:] + order[:turned] for turned in range(len(order))]


def shares_of_wins(wins: np.ndarray) -> np.ndarray:
    """Each game's win by seat, float64 (games, seats); one that nobody wins is taken to be shared by all.

    >>> shares_of_wins(np.array([[1.0, 0.0], [0.0, 0.0]])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """
    return np.where(wins.any(axis=1, keepdims=True), wins, 1 / wins.shape[1])


def put_together(
    names: Sequence[str], turns: Sequence[tuple[int, tuple[str, ...]]], shares: Sequence[np.ndarray]
) -> np.ndarray:
    """The games that each bot won of each deal at each table, float64 (deals, tables, bots).

    A turn is the number of a table and the bots by seat; its shares are those of each game's win, float64 (games,
    seats). The deals are those that all turns have.

    >>> turns = [(0, ("greedy", "random")), (0, ("random", "greedy"))]
    >>> put_together(("random", "greedy"), turns, [np.array([[1.0, 0.0]]), np.array([[0.5, 0.5]])]).tolist()
    [[[0.5, 1.5]]]
    """
    deals = min(map(len, shares))
    won = np.zeros((deals, 1 + max(table for table, _ in turns), len(names)))
    for (table, order), won_by_seat in zip(turns, shares, strict=True):
        for seat, name in enumerate(order):
            won[:, table, names.index(name)] += won_by_seat[:deals, seat]
    return won


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
class Tournament:
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
        plan = self.plan
        return {
            **plan.played,
            "deals": self.deals,
            "games": self.games,
            "seats": plan.seats,
            "bots": self.bots,
            "options": dict(plan.options),
            "seed": plan.seed,
        }

    @cached_property
    def ratings(self) -> pandas.DataFrame:
        """A row per bot, the strongest first: rating with low and high (95% interval), games it sat in, and won.

        A bot that is 400 points above another wins ten games for each that the other wins, as in chess; the average of
        all is 0. Each two bots are taken to have shared one deal more than they played, each winning half of its games:
        otherwise the rating of a bot that wins all its games would have no end. See docs/reports.md.
        """
        ratings = ratings_of(self.seated, as_they_came(self.won, self.plan.seats))
        low, high = np.quantile(ratings_of(self.seated, self._resampled), ENDS, axis=0)
        low, high = np.minimum(low, ratings), np.maximum(high, ratings)
        games = self.deals * self.plan.seats * (self.seated > 0).sum(axis=0)
        won = self.won.sum(axis=(0, 1))
        rows = list(zip(self.bots, ratings, low, high, games, won, strict=True))
        return frame_of(sorted(rows, key=lambda row: -row[1]), "bot rating low high games won")

    @cached_property
    def _resampled(self) -> Sums:
        return as_they_might_have_come(self.won, self.plan.seats, self.plan.seed)

    @cached_property
    def beats(self) -> pandas.DataFrame:
        """Who beats whom, a row for each bot and each other: share of the games that one of the two won, low and high.

        Columns: bot, other, share with its 95% interval, games at tables with both, ahead. The last says that the bot
        wins more than the other beyond doubt: in a tournament of equals the chance that any is marked is 5 of 100
        (Holm 1979). Where neither won a game, the share is NaN. Bots are in the order of `ratings`.
        """
        pairs = list(combinations(range(len(self.bots)), 2))
        stands = dict(zip(pairs, beyond_doubt([self._chance(*pair) for pair in pairs]), strict=True))
        order = [self.bots.index(name) for name in self.ratings.bot]
        rows = []
        for bot, other in permutations(order, 2):
            pair = min(bot, other), max(bot, other)
            share, low, high = self._share(bot, other, pairs.index(pair))
            games = self.deals * self.plan.seats * int(self._with_both(bot, other).sum())
            rows.append((self.bots[bot], self.bots[other], share, low, high, games, stands[pair] and low > 0.5))
        return frame_of(rows, "bot other share low high games ahead")

    def _with_both(self, bot: int, other: int) -> np.ndarray:
        """Which tables two bots sit at together, bool (tables,)."""
        return (self.seated[:, bot] > 0) & (self.seated[:, other] > 0)

    def _share(self, bot: int, other: int, pair: int) -> tuple[float, float, float]:
        """What a bot won of all that it and another won of each other, with its interval."""
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

    def plot(self) -> Picture:
        """The picture of who beats whom: of each two bots what the one rated higher won, in its interval."""
        from workbench.lab.pictures import who_beats_whom

        return who_beats_whom(self)

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

    def _repr_html_(self) -> str:
        """Both pictures with the tables behind them."""
        from workbench.lab.pages import tournament_html

        return tournament_html(self)


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
