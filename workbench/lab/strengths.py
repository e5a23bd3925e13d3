"""How strong players are, by who won at which table: the model of Luce (1959) and Plackett (1975), fitted by steps.

Each player has a strength, and its share of wins is its share of all strengths at the table. For two players it is the
model of Bradley and Terry (1952). Only who wins counts, since places after the first are not a figure that every game
has; a shared first place counts for each of its n winners as one n-th of a win.

The strengths that make the results most likely are found by minorization and maximization (Hunter 2004, "MM algorithms
for generalized Bradley-Terry models", Annals of Statistics 32): each step makes the results more likely, and none is
ever below zero. Steps grow short where one group of players hardly ever loses to another, so two of them are followed
further in their direction (Varadhan and Roland 2008), as far as that makes the results more likely too.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np

CLOSE = 1e-9  # the change of a logarithm of a strength by one more step, when the fit has ended
MOST_STEPS = 2_000  # of three each; so many are needed only by results that hardly tell anything
FARTHEST = 200.0  # the largest logarithm of a strength that is tried


class Results(NamedTuple):
    """Games and who won them; what comes before the last axis of the last two are several such results at once.

    seated: float64 (tables, players): how many seats a player has at a table; played: float64 (..., tables): how many
    games it had; won: float64 (..., players): how many games a player won, at all tables together.
    """

    seated: np.ndarray
    played: np.ndarray
    won: np.ndarray


def with_games_of_pairs(results: Results, each_way: np.ndarray) -> Results:
    """The results and some more games of each pair of players: `each_way` (..., pairs, 2) is what each of the two wins.

    Pairs are in the order of `itertools.combinations`.

    >>> results = Results(np.ones((1, 2)), np.array([9.0]), np.array([9.0, 0.0]))
    >>> with_games_of_pairs(results, np.array([[0.5, 0.5]])).won.tolist()
    [9.5, 0.5]
    """
    players = results.seated.shape[1]
    pairs = np.array(list(combinations(range(players), 2)))
    seated = np.zeros((len(pairs), players))
    np.put_along_axis(seated, pairs, 1.0, axis=1)
    won = results.won.copy()
    for number, pair in enumerate(pairs):
        won[..., pair] += each_way[..., number, :]
    return Results(
        np.concatenate([results.seated, seated]),
        np.concatenate([results.played, each_way.sum(axis=-1)], axis=-1),
        won,
    )


def log_likelihood(results: Results, strengths: np.ndarray) -> np.ndarray:
    """The logarithm of how likely the results are; strengths: float64 (..., players).

    >>> results = Results(np.ones((1, 2)), np.array([4.0]), np.array([3.0, 1.0]))
    >>> bool(np.isclose(log_likelihood(results, np.array([3.0, 1.0])), 3 * np.log(0.75) + np.log(0.25)))
    True
    """
    at_tables = strengths @ results.seated.T
    likely: np.ndarray = (results.won * np.log(strengths)).sum(axis=-1) - (results.played * np.log(at_tables)).sum(-1)
    return likely


def one_step(results: Results, strengths: np.ndarray) -> np.ndarray:
    """Strengths that make the results at least as likely (Hunter 2004, 3), float64 (..., players), on average 1.

    The average is that of logarithms, since only the quotients of strengths mean something.

    >>> results = Results(np.ones((1, 2)), np.array([4.0]), np.array([3.0, 1.0]))
    >>> found = one_step(results, np.ones(2))
    >>> bool(np.isclose(found[0] / found[1], 3))
    True
    """
    expected = (results.played / (strengths @ results.seated.T)) @ results.seated
    return _averaging_one(np.log(results.won) - np.log(expected))


def fitted(results: Results) -> np.ndarray:
    """The strengths that make the results most likely, float64 (..., players), on average 1 (of logarithms).

    Each player has to have won something, and groups of players have to have won something from each other: see
    `with_games_of_pairs`. Raises ValueError for a player without a win.

    >>> results = Results(np.ones((1, 2)), np.array([4.0]), np.array([3.0, 1.0]))
    >>> bool(np.isclose(fitted(results)[0] / fitted(results)[1], 3))
    True
    """
    if not np.all(results.won > 0):
        raise ValueError("A player has won nothing, so that no strength is small enough. Let each two share a game.")
    strengths = np.ones_like(results.won)
    for _ in range(MOST_STEPS):
        first = one_step(results, strengths)
        second = one_step(results, first)
        if np.max(np.abs(np.log(second) - np.log(first))) < CLOSE:
            return second
        strengths = _followed(results, strengths, first, second)
    return strengths


def _followed(results: Results, start: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Two steps followed further in their direction, where that makes the results more likely than they do."""
    change = np.log(first) - np.log(start)
    turn = np.log(second) - np.log(first) - change
    length = np.sqrt((change**2).sum(-1) / np.maximum((turn**2).sum(-1), np.finfo(float).tiny))[..., None]
    aim = np.clip(np.log(start) + 2 * length * change + length**2 * turn, -FARTHEST, FARTHEST)
    further = one_step(results, _averaging_one(aim))
    better = log_likelihood(results, further) > log_likelihood(results, second)
    return np.where(better[..., None], further, second)


def _averaging_one(logarithms: np.ndarray) -> np.ndarray:
    """Strengths by their logarithms, whose average becomes 0."""
    return np.exp(logarithms - logarithms.mean(axis=-1, keepdims=True))
