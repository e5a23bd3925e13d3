"""What a run tells: shares, intervals and sums that agree with the games they come from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import workbench as wb
from workbench.kernel.errors import OptionError
from workbench.lab import Report, simulate
from workbench.lab.report import mean_interval, share_interval
from workbench.lab.simulation import Outcome, plan_run

GAMES = 1_000


@pytest.fixture(scope="module")
def report() -> Report:
    """A run in which seats differ."""
    return simulate("guild_master", games=GAMES, seats=4, bots=["greedy", "random", "greedy", "random"], seed=4)


def counted(winning: list[int], seats: int = 4) -> Report:
    """A report of games that were won as given, as bit masks; nothing scored."""
    games = len(winning)
    plan = plan_run("guild_master", games=games, seats=seats)
    numbers = np.arange(games)
    return Report(
        plan,
        Outcome(
            winning=np.array(winning, np.int64),
            decisions=10 * numbers,
            turns=numbers + 1,
            scores=np.zeros((games, seats), np.int32),
            points=np.zeros((games, seats, 16), np.int32),
            cards=np.zeros((192, 4), np.int64),
            counted=np.zeros((games, 0), np.int64),
        ),
    )


# Seats


def test_the_table_of_seats_has_the_columns_that_were_promised(report: Report) -> None:
    seats = report.seats
    assert list(seats.columns[:6]) == ["seat", "bot", "wins", "win_share", "low", "high"]
    assert list(seats.index) == list(seats.seat) == [0, 1, 2, 3]
    assert list(seats.bot) == ["greedy", "random", "greedy", "random"]


def test_wins_add_up_to_the_games(report: Report) -> None:
    assert report.seats.wins.sum() == pytest.approx(GAMES)
    assert report.seats.win_share.sum() == pytest.approx(1)
    assert np.allclose(report.seats.win_share, report.seats.wins / GAMES)
    assert np.allclose(report.wins.sum(axis=1), 1)


def test_a_shared_win_counts_as_a_fraction() -> None:
    report = counted([0b0001, 0b0011, 0b1111, 0b0111, 0b0100])
    assert report.seats.wins.tolist() == pytest.approx(
        [1 + 1 / 2 + 1 / 4 + 1 / 3, 1 / 2 + 1 / 4 + 1 / 3, 1 / 4 + 1 / 3 + 1, 1 / 4]
    )
    assert report.summary().loc["shared wins", "value"] == pytest.approx(3 / 5)


def test_winners_are_those_with_the_most_categories_led(report: Report) -> None:
    best = report.outcome.scores.max(axis=1, keepdims=True)
    won = (report.outcome.winning[:, None] >> np.arange(4)) & 1
    assert (report.outcome.scores[won == 1] == np.broadcast_to(best, won.shape)[won == 1]).all()
    assert won.any(axis=1).all()


def test_intervals_bracket_what_they_are_about(report: Report) -> None:
    seats = report.seats
    for low, value, high in (("low", "win_share", "high"), ("score_low", "score", "score_high")):
        assert (seats[low] <= seats[value]).all()
        assert (seats[value] <= seats[high]).all()
        assert (seats[low] < seats[high]).all()
    assert (seats.low >= 0).all()
    assert (seats.high <= 1).all()
    for table in (report.lengths.rename(columns={"mean": "value"}), report.summary()):
        assert (table.low <= table.value).all()
        assert (table.value <= table.high).all()
    categories = report.categories
    assert ((categories.low <= categories.points) & (categories.points <= categories.high)).all()
    cards = report.cards
    assert ((cards.low <= cards.win_share) & (cards.win_share <= cards.high)).all()


def test_greedy_seats_win_more_than_random_ones(report: Report) -> None:
    seats = report.seats
    assert seats.low[[0, 2]].min() > seats.high[[1, 3]].max()


def test_intervals_cover_the_share_of_a_long_run_about_as_often_as_they_say() -> None:
    long = simulate("guild_master", games=4_000, seats=2, bots="greedy", seed=1).seats.win_share[0]
    covered = 0
    for seed in range(100, 140):
        seats = simulate("guild_master", games=100, seats=2, bots="greedy", seed=seed).seats
        covered += bool(seats.low[0] <= long <= seats.high[0])
    assert covered >= 33  # of 40; fewer happens by chance once in ten thousand


# Lengths, categories, cards


def test_lengths_are_those_of_the_games(report: Report) -> None:
    lengths = report.lengths.set_index("measure")
    for measure in ("turns", "decisions"):
        values = getattr(report.outcome, measure)
        row = lengths.loc[measure]
        assert row["mean"] == pytest.approx(values.mean())
        assert (row.least, row["median"], row.most) == (values.min(), np.median(values), values.max())
        assert row.least <= row.p05 <= row["median"] <= row.p95 <= row.most
    assert (report.outcome.decisions > report.outcome.turns).all()


def test_categories_are_those_of_the_deck_with_their_points(report: Report) -> None:
    table = report.categories
    categories = wb.load_deck("guild_master").meta.categories
    assert list(table.category) == [category.letter for category in categories]
    assert list(table.name) == [category.name for category in categories]
    points = report.outcome.points[:, :, : len(categories)]
    assert np.allclose(table.points, points.mean(axis=(0, 1)))
    assert np.allclose(table.best_points, points.max(axis=1).mean(axis=0))
    assert np.allclose(table.empty_share, (points.max(axis=1) == 0).mean(axis=0))
    assert not report.outcome.points[:, :, len(categories) :].any()


def test_what_cards_score_is_what_categories_and_seats_score(report: Report) -> None:
    total = report.outcome.points.sum()
    cards = report.cards
    assert report.outcome.cards[:, 1].sum() == total
    assert (cards.points * cards.scored).sum() == pytest.approx(total)
    assert report.categories.points.sum() * GAMES * 4 == pytest.approx(total)
    assert report.seats.points.sum() * GAMES == pytest.approx(total)


def test_what_winners_score_with_cards_is_what_they_score(report: Report) -> None:
    won = ((report.outcome.winning[:, None] >> np.arange(4)) & 1).astype(bool)
    assert report.outcome.cards[:, 2].sum() == report.outcome.points[won].sum()


def test_a_card_scores_for_one_seat_a_game_at_most(report: Report) -> None:
    cards = report.cards
    deck = wb.load_deck("guild_master")
    assert list(cards.card) == [row["name"] for row in deck.rows]
    assert (cards.scored <= GAMES).all(), "there is one of each"
    assert (cards.scored > 0).all()
    assert np.allclose(cards.scored_share, cards.scored / GAMES)
    assert (report.outcome.cards[:, 3] <= report.outcome.cards[:, 0]).all()
    assert (cards.points >= 2 - 1e-12).all(), "every card has two points"
    assert (cards.points <= 3 + 1e-12).all(), "and a bonus of one"
    assert not report.outcome.cards[len(deck.rows) :].any()


def test_copies_of_a_card_are_counted_as_one_kind() -> None:
    deck = wb.load_deck("guild_master").edit(change=[{"card_id": "moat", "count": 40}])
    report = simulate("guild_master", games=50, seats=4, seed=1, deck=deck)
    cards = report.cards.set_index("card")
    assert cards.scored["Moat"] > 50, "several seats a game"
    assert cards.scored["Moat"] <= 200, "a seat once a game"
    assert (cards.points * cards.scored).sum() == pytest.approx(report.outcome.points.sum())


# The summary


def test_the_summary_says_it_in_words(report: Report) -> None:
    summary = report.summary()
    assert list(summary.columns) == ["value", "low", "high"]
    figures = [
        *(f"win share, seat {seat} ({report.bots[seat]})" for seat in range(4)),
        "turns a game",
        "decisions a game",
    ]
    assert list(summary.index) == [*figures, "score of a winner", "score spread", "shared wins"]
    assert np.allclose(summary.value[:4], report.seats.win_share)
    assert summary.value["turns a game"] == pytest.approx(report.outcome.turns.mean())
    assert summary.value["score of a winner"] == pytest.approx(report.outcome.scores.max(axis=1).mean())


def test_a_report_draws_itself(report: Report) -> None:
    html = report._repr_html_()
    assert "<svg" in html
    assert "<table" in html
    assert "Seat 1 (greedy)" in html
    assert "1,000 games" in repr(report)


def test_a_run_of_one_game_has_a_report_too() -> None:
    report = simulate("guild_master", games=1, seats=2, seed=1)
    for table in (report.seats, report.lengths, report.categories, report.cards, report.summary()):
        assert not table.isna().any().any()


def test_no_game_at_all_is_no_report() -> None:
    with pytest.raises(OptionError, match="cancelled before any game"):
        Report.of(plan_run("guild_master", games=5), [])


# Intervals


@given(st.integers(1, 10**8), st.floats(0, 1))
@example(1000, 0.0)
@example(1000, 1.0)
def test_an_interval_of_a_share_holds_it_and_stays_a_share(games: int, share: float) -> None:
    low, high = share_interval(share * games, games)
    assert 0 <= low <= share * games / games <= high <= 1
    assert low < high


# Newcombe (1998), Statistics in Medicine 17, table I, Wilson's method.
@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_shares_are_the_published_ones(count: int, games: int, low: float, high: float) -> None:
    assert share_interval(count, games) == pytest.approx((low, high), abs=5e-5)


def test_an_interval_of_a_mean_is_the_normal_one() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    mean, low, high = mean_interval(values)
    half = 1.96 * np.sqrt(5 / 3) / 2
    assert mean == 2.5
    assert (low, high) == pytest.approx((2.5 - half, 2.5 + half), abs=1e-4)
    assert mean_interval(np.array([7.0])) == (7, 7, 7)
