"""Tournaments: bots meet each other on the same deals, and what is known about who is stronger.

Every table plays the same deals, and each deal once in every rotation of its seats, so that luck with cards and seats
falls on all alike. Whatever is said about how sure a figure is takes the deal as one piece: its games are not
independent.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.lab.kept_runs import KeptRuns, play_in_turn
from workbench.lab.simulation import How, check_number, number_of_player, plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.tournament_tables import TournamentTables
from workbench.play.setup import check_seats, check_seed, options_given
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from distributed import Client

    from workbench.decks import Deck
    from workbench.pen import Picture


def tournament(
    game: str | Game,
    bots: Sequence[str] | None = None,
    *,
    games: int = 1_000,
    seats: int | None = None,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = 1,
    keep: str | PathLike[str] | None = None,
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
    found = find_game(game)
    names = check_bots(found, bots)
    games = check_number("The number of deals", games, 1, MOST_WHOLE)
    variant = found.variant(options_given(options).get("game_variant"))
    seats = check_seats(variant, min(variant.seats) if seats is None else seats)
    seated = seated_at_tables(len(names), seats)
    order, seed = first_order(names, seated[0]), check_seed(seed)
    plan = plan_run(found, games=games, seats=seats, bots=order, seed=seed, deck=deck, options=options, levels=True)
    turns = [(table, order) for table, row in enumerate(seated) for order in rotations(first_order(names, row))]
    plans = [replace(plan, bots=order) for _, order in turns]
    reports = play_in_turn(plans, KeptRuns(keep), How(threads, compiled, on_progress, cancel, client))
    shares = [shares_of_wins(report.wins) for report in reports]
    return Tournament(plan, names, seated, put_together(names, turns, shares))


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
    """An order of seats, and each that results when all move on by some seats.

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
    """The games that each bot won in each deal at each table, float64 (deals, tables, bots).

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


class Tournament(TournamentTables):
    """A tournament as a user holds it: its tables and its pictures."""

    def plot(self) -> Picture:
        """The picture of who beats whom: for each pair of bots, what the one rated higher won, in its interval."""
        from workbench.lab.pictures import who_beats_whom

        return who_beats_whom(self)

    def _repr_html_(self) -> str:
        """Both pictures with the tables behind them."""
        from workbench.lab.pages import tournament_html

        return tournament_html(self)
