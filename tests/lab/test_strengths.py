"""How strong players are by their results: closed forms, examples worked by hand, and what holds for any results."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.lab.strengths import Results, _followed, fitted, log_likelihood, one_step, with_games_of_pairs

COUNTS = st.integers(0, 40)


def round_robin(won: np.ndarray) -> Results:
    """Results of games of two: the row's player has won this many against the column's; each pair shares one more.

    won: (players, players); what stands on the diagonal does not count.
    """
    players = len(won)
    pairs = list(combinations(range(players), 2))
    seated = np.array([[float(player in pair) for player in range(players)] for pair in pairs])
    played = np.array([won[one, other] + won[other, one] for one, other in pairs], float)
    off = won * (1.0 - np.eye(players))
    return with_games_of_pairs(Results(seated, played, off.sum(axis=1)), np.full((len(pairs), 2), 0.5))


@st.composite
def results_of_pairs(draw: st.DrawFn) -> np.ndarray:
    """How often each of some players has beaten each other."""
    players = draw(st.integers(2, 5))
    return np.array([[draw(COUNTS) for _ in range(players)] for _ in range(players)])


# Known answers


@pytest.mark.parametrize(("won", "lost"), [(7, 3), (1, 0), (500, 0), (13, 13)])
def test_of_two_players_the_quotient_is_the_odds_with_half_a_game_more_each(won: int, lost: int) -> None:
    one, other = fitted(round_robin(np.array([[0, won], [lost, 0]])))
    assert one / other == pytest.approx((won + 0.5) / (lost + 0.5))


def test_at_one_table_strengths_are_as_wins() -> None:
    strengths = fitted(Results(np.ones((1, 3)), np.array([10.0]), np.array([6.0, 3.0, 1.0])))
    assert strengths / strengths[2] == pytest.approx([6, 3, 1])
    assert np.log(strengths).mean() == pytest.approx(0)


def test_a_player_on_two_of_three_seats_is_as_strong_as_one_that_wins_half_as_often_on_one() -> None:
    strengths = fitted(Results(np.array([[2.0, 1.0]]), np.array([12.0]), np.array([8.0, 4.0])))
    assert strengths == pytest.approx([1, 1])


def test_the_first_step_is_as_worked_out_by_hand() -> None:
    """Each pair of three has met twice, and they won 3, 2 and 1 games: equals would be expected to win 2 each."""
    results = Results(np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1]]), np.array([2.0, 2, 2]), np.array([3.0, 2, 1]))
    strengths = one_step(results, np.ones(3))
    assert strengths / strengths[1] == pytest.approx([1.5, 1, 0.5])
    # Now games of 1.5 and 1 and of 1.5 and 0.5: 2 / 2.5 + 2 / 2 for the first, 2 / 2.5 + 2 / 1.5, and 2 / 2 + 2 / 1.5.
    strengths = one_step(results, strengths)
    by_hand = np.array([3 / (0.8 + 1), 2 / (0.8 + 4 / 3), 1 / (1 + 4 / 3)])
    assert strengths / strengths[1] == pytest.approx(by_hand / by_hand[1])


# For any results


@given(results_of_pairs())
def test_every_step_makes_the_results_more_likely(won: np.ndarray) -> None:
    results = round_robin(won)
    strengths = np.ones(len(won))
    for _ in range(6):
        following = one_step(results, strengths)
        assert log_likelihood(results, following) >= log_likelihood(results, strengths) - 1e-9
        strengths = following


@given(results_of_pairs())
def test_at_the_end_each_player_has_won_as_much_as_was_to_be_expected(won: np.ndarray) -> None:
    results = round_robin(won)
    strengths = fitted(results)
    expected = strengths * ((results.played / (results.seated @ strengths)) @ results.seated)
    assert expected == pytest.approx(results.won, rel=1e-5)


@given(results_of_pairs(), st.randoms())
def test_strengths_follow_the_players_in_whatever_order_they_are_listed(won: np.ndarray, chance: Random) -> None:
    order = list(range(len(won)))
    chance.shuffle(order)
    in_order = fitted(round_robin(won[np.ix_(order, order)]))
    assert np.log(in_order) == pytest.approx(np.log(fitted(round_robin(won)))[order], abs=1e-4)


@given(st.integers(2, 6), COUNTS)
def test_equal_results_give_equal_strengths(players: int, won: int) -> None:
    assert fitted(round_robin(np.full((players, players), won))) == pytest.approx(np.ones(players))


@given(results_of_pairs())
def test_whoever_wins_a_game_more_becomes_stronger(won: np.ndarray) -> None:
    before = fitted(round_robin(won))
    more = won.copy()
    more[0, 1] += 1
    assert fitted(round_robin(more))[0] > before[0]


def test_several_results_at_once_are_fitted_as_each_by_itself() -> None:
    seated, played = np.ones((1, 3)), np.array([[9.0], [20.0]])
    won = np.array([[4.0, 3.0, 2.0], [18.0, 1.0, 1.0]])
    both = fitted(Results(seated, played, won))
    for number in range(2):
        assert both[number] == pytest.approx(fitted(Results(seated, played[number], won[number])))


def test_groups_that_hardly_ever_beat_each_other_are_told_apart_to_the_end() -> None:
    """Plain steps would need hundreds of thousands here: one player wins all, the others are alike."""
    strengths = fitted(round_robin(np.array([[0, 10**6, 10**6], [0, 0, 500], [0, 500, 0]])))
    assert strengths[1] == pytest.approx(strengths[2])
    # The others' one game, shared with the first, of all that was played with it: two million games, and two shared.
    assert strengths[0] / strengths[1] == pytest.approx((2 * 10**6 + 1) / 1, rel=1e-3)


def test_steps_are_followed_no_further_than_makes_the_results_more_likely() -> None:
    """Followed unchecked, the fourth pair of steps would make these less likely by e to the power of 2,663."""
    pairs = [(5, 5), (1000, 100), (0.5, 1), (1000, 0.5), (0.5, 1), (1000, 0.5), (0.5, 100), (1, 5), (1000, 1), (1, 0.5)]
    won = np.zeros((5, 5))
    for (one, other), (ours, theirs) in zip(combinations(range(5), 2), pairs, strict=True):
        won[one, other], won[other, one] = ours, theirs
    results, likely = round_robin(won), [-np.inf]
    strengths = np.ones(5)
    for _ in range(12):
        first = one_step(results, strengths)
        second = one_step(results, first)
        strengths = _followed(results, strengths, first, second)
        likely += [float(log_likelihood(results, second)), float(log_likelihood(results, strengths))]
    assert likely == sorted(likely)


def test_a_player_without_a_win_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="A player has won nothing"):
        fitted(Results(np.ones((1, 2)), np.array([3.0]), np.array([3.0, 0.0])))
