"""Intervals of what a card scores, where the seats of a game are not independent."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.lab.report_tables import Scorers

GAMES, SEATS = 400, 4


def scorers(scored: np.ndarray, won: np.ndarray, winners: np.ndarray) -> Scorers:
    """The sums of games, each given as a number of seats."""
    products = ((scored, scored), (scored, won), (won, won), (scored, winners), (won, winners), (winners, winners))
    sums = (float(part.sum()) for part in (scored, won, winners))
    return Scorers(len(scored), SEATS, *sums, *(float(one @ other) for one, other in products))


def covered(figure: str, truth: float, draw) -> float:
    """How often the interval of a figure holds the truth."""
    random = np.random.default_rng(4)
    intervals = [getattr(scorers(*draw(random)), figure) for _ in range(2_000)]
    return sum(low <= truth <= high for _, low, high in intervals) / len(intervals)


def test_a_single_copy_is_counted_by_games_and_not_by_seats() -> None:
    def one_copy(random: np.random.Generator) -> tuple[np.ndarray, ...]:
        scored = (random.random(GAMES) < 0.8).astype(int)
        return scored, scored * 0, np.ones(GAMES, int)

    assert 0.935 < covered("share", 0.8, one_copy) < 0.97


def test_what_all_seats_do_together_is_counted_by_games_too() -> None:
    def together(random: np.random.Generator) -> tuple[np.ndarray, ...]:
        scored = SEATS * (random.random(GAMES) < 0.3)
        return scored, scored // SEATS, np.ones(GAMES, int)

    assert 0.935 < covered("share", 0.3 * SEATS, together) < 0.97


def test_that_one_seat_wins_is_that_another_loses() -> None:
    def half_score(random: np.random.Generator) -> tuple[np.ndarray, ...]:
        scored = np.full(GAMES, 2)
        return scored, (random.random(GAMES) < 0.5).astype(int), np.ones(GAMES, int)

    assert 0.935 < covered("built_minus_not", 0.0, half_score) < 0.97


def test_of_games_that_are_all_alike_it_is_not_sure_that_all_others_are() -> None:
    every, none = np.ones(GAMES, int), np.zeros(GAMES, int)
    value, low, high = scorers(every, none, every).share
    assert low < value == 1 < high
    value, low, high = scorers(none, none, every).share
    assert low == value == 0 < high < 0.05


@pytest.mark.parametrize("scored", [0, SEATS])
def test_where_no_seat_or_every_seat_scores_nothing_is_known_of_the_others(scored: int) -> None:
    won = np.full(GAMES, scored // SEATS)
    assert scorers(np.full(GAMES, scored), won, np.ones(GAMES, int)).built_minus_not == (0.0, -1.0, 1.0)
