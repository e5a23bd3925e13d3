"""Runs whose games are not kept one by one: the figures are those of the same games, and memory does not grow."""

from __future__ import annotations

import threading
from math import nan
from typing import Any

import numpy as np
import pandas
import pytest

import workbench as wb
from workbench.lab import Report, comparison_tables, report, simulate, spreads
from workbench.lab.comparison import Comparison, compare
from workbench.lab.intervals import mean_interval
from workbench.lab.simulation import CHUNK
from workbench.lab.spreads import Spread, parcel_size

TABLES = ("seats", "order", "roles", "lengths", "categories", "category_leads", "cards")
LEAST, GAMES, WHOLE = 2 * CHUNK, 6 * CHUNK + 100, 2 * CHUNK - 1


@pytest.fixture
def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of more than WHOLE games are large, and their parcels have LEAST games."""
    monkeypatch.setattr(spreads, "LEAST_PARCEL", 2)
    for module in (spreads, report):
        monkeypatch.setattr(module, "MOST_WHOLE", WHOLE)


def run(game: str = "guile", games: int = GAMES, **given: Any) -> Report:
    return simulate(game, games=games, **{"seed": 4, **given})


def equal_tables(one: dict[str, pandas.DataFrame], other: dict[str, pandas.DataFrame]) -> bool:
    return all(table.equals(other[name]) for name, table in one.items())


def tables_of(made: Report) -> dict[str, pandas.DataFrame]:
    return {**{name: getattr(made, name) for name in TABLES}, "summary": made.summary()}


@pytest.mark.parametrize("game", ["guile", "guild_master"])
def test_sums_tell_what_the_games_themselves_tell(game: str, early: None) -> None:
    large = run(game)
    assert (large.games, large.whole.games) == (GAMES, LEAST)
    with pytest.MonkeyPatch.context() as kept:
        kept.setattr(report, "MOST_WHOLE", GAMES)
        games = run(game)
    assert games.merged is None
    assert np.array_equal(large.outcome.cards, games.outcome.cards)
    for name, table in tables_of(games).items():
        pandas.testing.assert_frame_equal(table, tables_of(large)[name], rtol=1e-9, check_dtype=False)


def test_sums_are_the_same_for_any_number_of_threads(early: None) -> None:
    one, other = run(threads=1), run(threads=3)
    assert all(table.equals(tables_of(other)[name]) for name, table in tables_of(one).items())


def test_parcels_that_come_in_another_order_make_the_same_report(early: None) -> None:
    made = run(threads=1)
    taken: list[tuple[int, Any]] = []
    with pytest.MonkeyPatch.context() as spied:
        take = spreads.Gathering.take
        spied.setattr(spreads.Gathering, "take", lambda self, *came: (taken.append(came), take(self, *came))[1])
        run(threads=1)
    gathering = spreads.Gathering(made.plan, compiled=True)
    for came in (taken[2], taken[0], taken[3]):
        gathering.take(*came)
    assert Report.of_sums(gathering).games == LEAST  # the second is missing
    gathering.take(*taken[1])
    assert all(table.equals(tables_of(made)[name]) for name, table in tables_of(Report.of_sums(gathering)).items())


def test_a_large_run_that_is_cancelled_has_its_first_parcels(early: None) -> None:
    cancel = threading.Event()
    made = run(games=40 * LEAST, cancel=cancel, on_progress=lambda done, _: cancel.set() if done >= 2 * LEAST else None)
    assert 2 * LEAST <= made.games < 40 * LEAST
    assert made.games % CHUNK == 0
    assert made.seats.wins.sum() == pytest.approx(made.games - (made.figure("winners").values == 0).sum())
    again = run(games=made.games)  # the same games, though the last parcel may have been cut short
    assert equal_tables(tables_of(made), tables_of(again))
    assert run(cancel=cancel).games == CHUNK  # cancelled before it began: its first games are there


@pytest.mark.slow
def test_two_large_runs_are_compared_parcel_by_parcel(early: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison_tables, "FEWEST_PARCELS", 2)
    deck = wb.load_deck("guild_master")
    edited = deck.edit(change=[{"card_id": "moat", "resources": "CC"}])
    large = compare(deck, edited, games=2 * LEAST + 20, seats=2, bots="random").figures.set_index("figure")
    assert set(large.games[[name for name in large.index if "lead changes" not in name]]) >= {2 * LEAST}
    with pytest.MonkeyPatch.context() as kept:
        kept.setattr(report, "MOST_WHOLE", GAMES)
        games = compare(deck, edited, games=2 * LEAST, seats=2, bots="random").figures.set_index("figure")
    results = [name for name in games.index if large.games[name] == 2 * LEAST]
    assert len(results) > 10
    pandas.testing.assert_series_equal(large.before[results], games.before[results])
    pandas.testing.assert_series_equal(large.difference[results], games.difference[results])


def test_a_large_run_beside_a_small_one_is_compared_by_the_games_that_both_have(early: None) -> None:
    large, small = run(), run(games=300)
    compared = Comparison.of(large, small, studied=False)
    assert compared.games == 300
    assert compared.figures.before.equals(compared.figures.after)


def test_large_runs_of_few_parcels_are_compared_by_their_games(early: None) -> None:
    compared = Comparison.of(run(), run(), studied=False)
    assert compared.games == LEAST
    assert set(compared.figures.games) == {LEAST}
    assert compared.verdict


def test_a_spread_of_counts_is_that_of_the_values() -> None:
    values = np.random.default_rng(3).poisson(3.0, 999)
    counted = Spread(*np.unique(values, return_counts=True))
    assert counted.cases == 999
    assert counted.total == values.sum()
    assert counted.interval == pytest.approx(mean_interval(values), rel=1e-12)
    shares = (0, 0.05, 0.5, 0.95, 1)
    assert counted.quantiles(shares) == pytest.approx(np.quantile(values, shares).tolist())
    constant = Spread(np.array([2.0]), np.array([50]))
    assert constant.interval == pytest.approx(mean_interval(np.full(50, 2.0)), nan_ok=True)
    assert Spread(np.array([4.0]), np.array([1])).interval == pytest.approx((4.0, nan, nan), nan_ok=True)


def test_a_run_has_at_most_a_thousand_parcels() -> None:
    for games in (200_001, 1_000_000, 10_000_000, 99_999_999):
        assert -(-games // parcel_size(games)) <= spreads.MOST_PARCELS, games
        assert parcel_size(games) % CHUNK == 0, games
