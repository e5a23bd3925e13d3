"""Targets: when a figure lies where it should, how sure that is, and what of two decks is clearly further off."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.lab.targets import (
    FIRST_SEAT,
    IMPACT,
    LENGTH,
    WIN_RATE,
    ByCard,
    ByGame,
    Figure,
    Target,
    clearly_behind,
    off,
)

TURNS = Target(LENGTH, 20, 26)
FIRST = Target(FIRST_SEAT, -0.01, 0.01)
NOTHING = np.zeros(6)


def turns(mean: float, games: int = 400, seed: int = 1) -> ByGame:
    return ByGame(LENGTH, mean + np.random.default_rng(seed).normal(0, 5, games))


def impact(share: float, games: int = 1_000) -> np.ndarray:
    """The sums of a card that decides this share of this many games, in each of which one seat alone has it."""
    won = share * games
    return np.array([games, games, won, games, won, won])


def test_a_figure_holds_within_its_window_and_surely_with_all_of_its_interval() -> None:
    assert [TURNS.holds(Figure(value, 0, 0)) for value in (19.9, 20, 26, 26.1)] == [False, True, True, False]
    assert TURNS.surely_holds(Figure(21, 20.5, 21.5))
    assert not TURNS.surely_holds(Figure(21, 19.5, 22.5))
    assert not TURNS.surely_holds(Figure(21, float("nan"), float("nan"))), "where nothing tells how sure it is"


def test_who_begins_is_held_against_the_share_that_all_have_on_average() -> None:
    won = np.array([1.0, 0, 0, 0] * 250)
    nobody = np.array([0.25, 0.25, 0.25, 0.25] * 250)
    figure = ByGame(FIRST_SEAT, won, nobody).figure
    assert (figure.value, figure.even) == (0.25, 0.25)
    assert FIRST.holds(figure)
    drawn = ByGame(FIRST_SEAT, won, nobody * 0.8).figure
    assert not FIRST.holds(drawn), "of fewer games that anybody wins it has as many"


def test_of_games_that_one_bot_always_wins_it_is_not_sure_that_it_always_does() -> None:
    figure = ByGame(WIN_RATE, np.ones(100)).figure
    assert figure.value == figure.high == 1
    assert 0.95 < figure.low < 0.99


def test_a_search_aims_a_little_within_the_window() -> None:
    assert TURNS.aim == pytest.approx((20.46, 25.54))
    assert FIRST.aim == pytest.approx((-0.007, 0.007))
    assert TURNS.off(Figure(27, 0, 0)) == pytest.approx(1.46 / 0.46)
    assert TURNS.off(Figure(20.5, 0, 0)) == 0
    assert FIRST.off(Figure(0.287, 0, 0, 0.25)) == pytest.approx(3)


def test_games_and_further_games_tell_what_all_of_them_tell() -> None:
    one, other = turns(20, 100, 1), turns(20, 300, 2)
    both = one.joined(other).figure
    assert both.value == pytest.approx((100 * one.figure.value + 300 * other.figure.value) / 400)
    assert both.high - both.low < one.figure.high - one.figure.low
    cards = ByCard({("Moat", "points"): impact(0.2)}).joined(ByCard({("Moat", "points"): impact(0.4)}))
    assert cards.figure.value == pytest.approx(0.3)


def test_of_cards_the_largest_impact_counts() -> None:
    of = ByCard({("Moat", "points"): impact(0.2), ("Mill", "bonus"): impact(0.3), ("Inn", "points"): NOTHING})
    figure = of.figure
    assert figure.about == "the bonus of Mill"
    assert figure.value == pytest.approx(0.3)
    assert figure.low < 0.3 < figure.high


def test_a_card_that_few_games_tell_of_comes_first_only_where_it_is_by_far_the_largest() -> None:
    many = {(name, "points"): impact(0.3, 2_000) for name in ("Moat", "Mill", "Port")}
    for share, games, first in ((0.38, 40, False), (0.6, 40, True), (0.9, 20, False)):  # 20 tell nothing
        figure = ByCard({("Inn", "points"): impact(share, games)} | many).figure
        assert (figure.about == "the points of Inn") == first, (share, games)
        assert figure.value == pytest.approx(share if first else 0.3), "it is told as it is"


def test_where_no_card_decides_anything_nothing_is_known() -> None:
    assert ByCard({("Inn", "points"): NOTHING}).figure[:3] == (0, -1, 1)


def test_a_deck_is_clearly_behind_by_the_same_games_where_two_runs_would_not_tell() -> None:
    near, far = {TURNS: turns(26.2)}, {TURNS: turns(26.5)}
    assert clearly_behind(far, near)
    assert not clearly_behind(near, far)
    assert not clearly_behind({TURNS: turns(26.5, seed=2)}, near)
    assert not clearly_behind({TURNS: turns(23)}, {TURNS: turns(24)}), "both are where they should be"


def test_a_deck_that_is_off_on_the_other_side_is_as_far_off() -> None:
    high, low = {TURNS: turns(28, 40_000)}, {TURNS: turns(18, 40_000)}
    assert off(high) == pytest.approx(off(low), abs=0.3)
    assert not clearly_behind({TURNS: turns(18, 400)}, {TURNS: turns(28, 400)})


def test_targets_are_told_in_words() -> None:
    assert [
        target.words for target in (TURNS, FIRST, Target(IMPACT, -1, 0.15), Target(WIN_RATE, 0.6, 0.9, ("a", "b")))
    ] == [
        "a game takes 20 to 26 turns",
        "who begins wins an even share, within 1.0 of 100 games",
        "no card brings more than 15.0 wins in 100 games",
        "a wins 60.0 to 90.0 of 100 games against b",
    ]
