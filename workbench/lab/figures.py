"""The figures of games: what each is called, and its value in every game.

Tables, comparisons and pictures know a figure by its name, so names are written only here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.lab.intervals import mean_interval, mean_share_interval, share_interval
from workbench.play.seating import seat_name

if TYPE_CHECKING:
    import pandas

    from workbench.lab.games_played import GamesPlayed

WIN_SHARE = "win share"
SCORE = "score"  # before the seat
SHARED_WINS = "shared wins"
WINNER_SCORE = "score of a winner"
SCORE_SPREAD = "score spread"
LEAD_CHANGES = "lead changes a game"
COMEBACKS = "comebacks"
OVERCOME = "points behind that a winner overcame"
DECIDED = "turns until it is decided"  # of all turns of the game
DECIDED_EARLY = "decided by half-time"
OPEN_TO_THE_END = "open until the last turn"
WITHOUT_CHOICE = "decisions without a choice"
TO_CHOOSE_FROM = "actions to choose from"
POINTS = "points of a seat"  # this and the next come after the name of a category
LEADS_ALONE = "one seat leads alone"
SHARES = ("bonus_share", "win_share")  # figures of cards that are shares; impacts are as well
SHARES_OF_GAMES = (SHARED_WINS, COMEBACKS, DECIDED_EARLY, OPEN_TO_THE_END)
SHARE_OF = {DECIDED: "turns", WITHOUT_CHOICE: "decisions"}  # what each game has a share of
IMPACT_OF = "impact of "  # before the name of a worth: a figure of a card

DEAD = 0.05  # a card that scores in fewer games than this share is called dead

Key = tuple[str, object]  # stays when a category gets another name


def frame_of(rows: Sequence[tuple[Any, ...]], columns: str | Sequence[str]) -> pandas.DataFrame:
    """Rows as a table, even if there are none, its columns named in one text or one by one."""
    import pandas

    return pandas.DataFrame(rows, columns=columns.split() if isinstance(columns, str) else list(columns))


Rows = Iterator[tuple[Any, ...]]


def table(columns: str, index: str = "") -> Callable[[Callable[[Any], Rows]], cached_property[pandas.DataFrame]]:
    """A property that is a table, made once of the rows that its function yields; `index` is a column that counts them.

    Columns are named in one text.
    """

    def of(rows: Callable[[Any], Rows]) -> cached_property[pandas.DataFrame]:
        @wraps(rows)
        def made(self: Any) -> pandas.DataFrame:
            frame = frame_of(list(rows(self)), columns)
            return frame.set_index(index, drop=False) if index else frame

        return cached_property(made)

    return of


class PerGame(NamedTuple):
    """A figure: its name in words, and its value in each game, or its mean in each parcel of `games` games."""

    label: str
    values: np.ndarray
    games: int = 1

    @property
    def row(self) -> tuple[str, float, float, float]:
        """The name, and what the figure is in a run, with its 95% interval."""
        if self.label in SHARE_OF:
            return self.label, *mean_share_interval(self.values)
        if is_share(self.label):
            return self.label, *share_interval(float(self.values.sum()), len(self.values))
        return self.label, *mean_interval(self.values)


def counted_from_one(label: str) -> str:
    """A figure's name with seats counted from 1, as wherever people read; tables count them from 0.

    >>> counted_from_one("win share, seat 0 (greedy)")
    'win share, seat 1 (greedy)'
    """
    return re.sub(r"\bseat (\d+)", lambda found: seat_name(int(found[1])).lower(), label)


def whose_wins(label: str) -> str:
    """Whose share of wins a figure is, counted from 1; what is no share of wins keeps its name.

    >>> whose_wins("win share, seat 0 (greedy)")
    'seat 1 (greedy)'
    """
    return counted_from_one(label).removeprefix(f"{WIN_SHARE}, ")


def place_in_order(place: int) -> str:
    """A place in turn order, counted from 0, in words.

    >>> place_in_order(0), place_in_order(2)
    ('the one who begins', 'place 3 in turn order')
    """
    return f"place {place + 1} in turn order" if place else "the one who begins"


def is_share(label: str) -> bool:
    """Whether a figure is a share, of games or of what they are made of, rather than a number of something.

    >>> is_share("win share, seat 0 (greedy)"), is_share("turns until it is decided"), is_share("score spread")
    (True, True, False)
    """
    named = label in SHARES_OF_GAMES or label in SHARE_OF
    return named or label.startswith(f"{WIN_SHARE}, ") or label.endswith(f": {LEADS_ALONE}")


def share_of(label: str) -> str:
    """What a figure that is a share is a share of.

    >>> share_of("comebacks"), share_of("turns until it is decided")
    ('games', 'turns')
    """
    return SHARE_OF.get(label, "games")


def of_100(share: float) -> str:
    """A share as sentences have it, of 100.

    >>> of_100(0.2631)
    '26.3'
    """
    return f"{100 * share:.1f}"


def is_of_category(label: str) -> bool:
    """Whether a figure is of one category rather than of the whole game.

    >>> is_of_category("Trade: points of a seat"), is_of_category("score spread")
    (True, False)
    """
    return label.endswith((f": {POINTS}", f": {LEADS_ALONE}"))


def category_figures(name: str) -> tuple[str, ...]:
    """What the figures of a category are called.

    >>> category_figures("Trade")
    ('Trade: points of a seat', 'Trade: one seat leads alone')
    """
    return f"{name}: {POINTS}", f"{name}: {LEADS_ALONE}"


def is_impact(figure: str) -> bool:
    """Whether a figure of a comparison's cards is an impact.

    >>> is_impact("impact of points"), is_impact("scored_share")
    (True, False)
    """
    return figure.startswith(IMPACT_OF)


def of_results(report: GamesPlayed) -> Iterator[tuple[Key, PerGame]]:
    """Who won, how long it took, how close it was."""
    outcome = report.outcome
    for seat, bot in enumerate(report.bots):
        yield ("win", seat), PerGame(f"{WIN_SHARE}, seat {seat} ({bot})", report.wins[:, seat])
    if len(report.wins_in_order) == report.games:  # a comparison pairs games, so that none may be missing
        for place in range(report.plan.seats):
            yield ("order", place), PerGame(f"{WIN_SHARE}, {place_in_order(place)}", report.wins_in_order[:, place])
    for measure in ("turns", "decisions"):
        yield ("length", measure), PerGame(f"{measure} a game", getattr(outcome, measure))
    yield ("score", "winner"), PerGame(WINNER_SCORE, outcome.scores.max(axis=1))
    yield ("score", "spread"), PerGame(SCORE_SPREAD, np.ptp(outcome.scores, axis=1))
    yield ("win", "shared"), PerGame(SHARED_WINS, (report.wins > 0).sum(axis=1) > 1)


def of_scores(report: GamesPlayed) -> Iterator[tuple[Key, PerGame]]:
    """What each seat scores."""
    for seat, bot in enumerate(report.bots):
        yield ("score", seat), PerGame(f"{SCORE}, seat {seat} ({bot})", report.outcome.scores[:, seat])


def of_categories(report: GamesPlayed) -> Iterator[tuple[Key, PerGame]]:
    """How many points seats end with in each category, and whether one seat alone has most."""
    for category, points in zip(report.plan.deck.meta.categories, report.category_points, strict=True):
        best, second = two_best(points)
        of_points, of_leads = category_figures(category.name)
        yield ("points", category.letter), PerGame(of_points, points.mean(axis=0))
        yield ("led", category.letter), PerGame(of_leads, best > second)


def two_best(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The most and the second most of what seats have in each game, the same where two share it: (seats, games).

    >>> [best.tolist() for best in two_best(np.array([[3, 5], [4, 5], [1, 2]]))]
    [[4, 5], [3, 5]]
    """
    second, best = np.partition(points, -2, axis=0)[-2:]
    return best, second
