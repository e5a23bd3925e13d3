"""What a run tells: shares, intervals and sums that agree with the games they come from."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import workbench as wb
from workbench.kernel.engine.playout import CARD_SUMS, SQUARES
from workbench.kernel.engine.study import DECISIONS
from workbench.lab import Report, simulate
from workbench.lab import study as studies
from workbench.lab.figures import DEAD
from workbench.lab.intervals import difference_interval, mean_interval, ratio_interval, share_interval
from workbench.lab.report_tables import STUDIED_PLAIN
from workbench.lab.simulation import CHUNK, Outcome, plan_run
from workbench.lab.study import study
from workbench.storage.errors import OptionError

GAMES = 1_000


@pytest.fixture(scope="module")
def report() -> Report:
    """A run in which seats differ."""
    return simulate("guild_master", games=GAMES, seats=4, bots=["greedy", "random", "greedy", "random"], seed=4)


def counted(winning: list[int], seats: int = 4, began: list[int] | None = None) -> Report:
    """A report of games that were won as given, as bit masks, and begun by seat 0 or as given; nothing scored."""
    games = len(winning)
    plan = plan_run("guild_master", games=games, seats=seats)
    numbers = np.arange(games)
    return Report(
        plan,
        Outcome(
            began=np.zeros(games, np.int64) if began is None else np.array(began, np.int64),
            winning=np.array(winning, np.int64),
            decisions=10 * numbers,
            turns=numbers + 1,
            scores=np.zeros((games, seats), np.int32),
            points=np.zeros((games, seats, 16), np.int32),
            cards=np.tile([0, 0, 0, 0, 0, games, *[0] * (CARD_SUMS - SQUARES)], (192, 1)),
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


# Turn order


def test_wins_are_counted_by_place_in_turn_order_too() -> None:
    report = counted([0b0001, 0b0010, 0b0100, 0b0101], began=[0, 1, 3, 2])
    assert report.order.place.tolist() == [1, 2, 3, 4]
    assert report.order.wins.tolist() == pytest.approx([1 + 1 + 1 / 2, 0, 1 / 2, 1])
    assert report.order.win_share.tolist() == pytest.approx([2.5 / 4, 0, 1 / 8, 1 / 4])
    assert report.order.loc[1, ["win_share", "low", "high"]].tolist() == pytest.approx(share_interval(2.5, 4))


def test_games_in_which_no_seat_begins_alone_have_no_turn_order() -> None:
    report = counted([0b0001, 0b0010, 0b0100], began=[-1, 1, -1])
    assert report.order.wins.tolist() == [1, 0, 0, 0]
    assert counted([0b0001], began=[-1]).order.empty
    assert "turn order" not in " ".join(report.summary().index), "games are paired, so none may be missing"


@pytest.mark.parametrize(("game", "seats"), [("guild_master", 4), ("guile", 2), ("excalibur", 4), ("cadwallon", 3)])
def test_each_game_says_who_begins_whichever_seat_it_is(game: str, seats: int) -> None:
    report = simulate(game, games=40, seats=seats, bots="random", seed=3, compiled=False)
    assert set(report.outcome.began.tolist()) == set(range(seats))
    assert report.order.wins.sum() == pytest.approx(report.wins.sum())


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
    long = simulate("guild_master", games=4_000, seats=2, bots="random", seed=1).seats.win_share[0]
    covered = 0
    for seed in range(100, 140):
        seats = simulate("guild_master", games=100, seats=2, bots="random", seed=seed).seats
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


def with_points(points: list[list[list[int]]], winning: list[int]) -> Report:
    """A report of games that ended with these points, by seat and category."""
    report = counted(winning, seats=len(points[0]))
    for game, seats in enumerate(points):
        for seat, own in enumerate(seats):
            report.outcome.points[game, seat, : len(own)] = own
    return report


def test_a_category_is_led_by_the_one_seat_that_has_most_in_it() -> None:
    table = with_points(
        [
            [[5, 0], [2, 0], [1, 0]],  # seat 0 leads by 3 and wins
            [[2, 7], [4, 7], [3, 1]],  # seat 1 leads the first category by 1; the second is shared
            [[9, 1], [0, 0], [4, 0]],  # seat 0 leads both, and shares the win with seat 2
            [[1, 1], [1, 2], [0, 4]],  # nobody leads the first
        ],
        [0b001, 0b001, 0b101, 0b100],
    ).category_leads
    first, second = table.iloc[0], table.iloc[1]
    assert (first.led_share, second.led_share) == (3 / 4, 2 / 4)
    assert first.margin == pytest.approx((3 + 1 + 5) / 3)
    assert second.margin == pytest.approx((1 + 2) / 2)
    assert first.win_share == pytest.approx((1 + 0 + 1 / 2) / 3)
    assert second.win_share == pytest.approx((1 / 2 + 1) / 2)
    assert (first.led_share, first.low, first.high) == pytest.approx(share_interval(3, 4))
    assert (first.win_share, first.win_low, first.win_high) == pytest.approx(share_interval(1.5, 3))
    nobody = table.iloc[2]
    assert (nobody.led_share, nobody.margin, nobody.win_share, nobody.win_low, nobody.win_high) == (0, 0, 0, 0, 1)


def test_leads_of_categories_are_those_of_the_games(report: Report) -> None:
    table = report.category_leads
    assert list(table.category) == list(report.categories.category)
    for number, row in enumerate(table.itertuples()):
        led, won, margins = 0, 0.0, []
        for game in range(GAMES):
            points = report.outcome.points[game, :, number].tolist()
            best, second = sorted(points, reverse=True)[:2]
            if best > second:
                led += 1
                margins.append(best - second)
                won += report.wins[game, points.index(best)]
        assert row.led_share == pytest.approx(led / GAMES)
        assert row.margin == pytest.approx(np.mean(margins))
        assert row.win_share == pytest.approx(won / led)
        assert row.low <= row.led_share <= row.high


def test_the_bonus_of_a_card_is_counted_in_the_scorings_that_had_it(report: Report) -> None:
    deck, cards = wb.load_deck("guild_master"), report.cards
    with_bonus = np.array([bool(row["bonus_source"]) for row in deck.rows])
    assert (cards.bonus_share[~with_bonus] == 0).all()
    assert (cards.bonus_share[with_bonus] > 0).all()
    assert np.allclose(cards.points, 2 + cards.bonus_share), "two points, and a bonus of one"
    assert ((cards.bonus_low <= cards.bonus_share) & (cards.bonus_share <= cards.bonus_high)).all()


def test_built_minus_not_is_how_much_more_often_owners_won_than_the_others(report: Report) -> None:
    won = ((report.outcome.winning[:, None] >> np.arange(4)) & 1).sum()
    assert won >= GAMES
    for row, (scored, _, _, winning, *_) in zip(report.cards.itertuples(), report.outcome.cards, strict=False):
        others = 4 * GAMES - scored
        assert row.built_minus_not == pytest.approx(winning / scored - (won - winning) / others)
        assert row.built_minus_not_low < row.built_minus_not < row.built_minus_not_high


def test_squares_and_products_are_those_of_each_game() -> None:
    report = simulate("guild_master", games=5, seats=3, bots="greedy", seed=5, compiled=False)
    expected = np.zeros((len(report.plan.deck.kinds), CARD_SUMS - SQUARES), np.int64)
    for number in range(5):
        match = report.match(number)
        lines = [line for line in match.score_lines() if line["level"] != "derived" and line["source"]]
        for kind, sums in enumerate(expected):
            name = match.naming("card", kind)
            scored = {line["seat"] for line in lines if line["source"] == name}
            s, w, all_winners = len(scored), len(scored & {*match.winners}), len(match.winners)
            sums += (s * s, s * w, w * w, s * all_winners, w * all_winners)
    assert expected.any()
    assert np.array_equal(report.outcome.cards[: len(expected), SQUARES:], expected)


def test_a_card_is_dead_if_it_surely_scores_in_few_games() -> None:
    games = 1_000
    report = counted([1] * games)
    for card, scored in enumerate([0, 10, 30, 45, 60, 900]):
        report.outcome.cards[card, :2] = (scored, 2 * scored)
    cards = report.cards
    assert cards.dead[:6].tolist() == [True, True, True, False, False, False]
    assert cards.scored_high[2] < DEAD < cards.scored_high[3], "0.045 may as well be 0.051"
    assert cards.points[0] == cards.win_share[0] == 0
    assert (cards.low[0], cards.high[0]) == (0, 1)
    assert not counted([1] * 20).cards.dead.any(), "of twenty games nothing is sure"
    assert counted([1] * 100).cards.dead.all()


def test_a_card_that_was_in_no_game_is_not_dead() -> None:
    report = counted([1] * 100)
    report.outcome.cards[3, 5] = 0
    assert report.cards.dead[:5].tolist() == [True, True, True, False, True]


def test_what_cards_scored_is_kept_chunk_by_chunk_too() -> None:
    report = simulate("guild_master", games=2 * CHUNK + 9, seats=2, bots="random", seed=1)
    assert report.card_chunks.shape == (3, *report.outcome.cards.shape)
    assert np.array_equal(report.card_chunks.sum(axis=0), report.outcome.cards)
    first = simulate("guild_master", games=CHUNK, seats=2, bots="random", seed=1)
    assert np.array_equal(report.card_chunks[0], first.outcome.cards)


# What a study adds


def test_leads_are_the_figures_of_the_study(report: Report) -> None:
    leads, study = report.leads, report.study
    assert leads.value.to_dict() == pytest.approx(
        {
            "lead changes a game": study.lead_changes.mean(),
            "comebacks": study.comebacks.mean(),
            "points behind that a winner overcame": study.overcome.mean(),
            "turns until it is decided": (study.decided / study.turns).mean(),
            "decided by half-time": (2 * study.decided <= study.turns).mean(),
            "open until the last turn": (study.decided == study.turns).mean(),
        }
    )
    assert ((leads.low < leads.value) & (leads.value < leads.high)).all()
    assert leads.loc["comebacks"].tolist() == pytest.approx(share_interval(study.comebacks.sum(), GAMES))
    late = np.count_nonzero(study.decided == study.turns)
    assert leads.loc["open until the last turn"].tolist() == pytest.approx(share_interval(late, GAMES))


def test_choices_are_means_over_the_games_that_had_such_decisions(report: Report) -> None:
    choices, study = report.choices, report.study
    assert choices[choices.of == "phase"].name.tolist() == [
        phase.title
        for phase, counts in zip(report.plan.variant.phases, study.by_phase.sum(axis=0), strict=True)
        if counts[DECISIONS]
    ]
    assert choices[choices.of == "seat"].name.tolist() == [f"seat {seat}" for seat in range(report.plan.seats)]
    for of in ("phase", "seat"):
        assert choices[choices.of == of].decisions.sum() == pytest.approx(study.choices[:, DECISIONS].mean())
    build = next(number for number, phase in enumerate(report.plan.variant.phases) if phase.key == "build")
    made, forced, listed = study.by_phase[:, build].T.astype(float)
    row = choices[choices.name == "Build"].iloc[0]
    assert (row.forced_share, row.low, row.high) == pytest.approx(mean_interval(forced / made))
    assert (row.choices, row.choices_low, row.choices_high) == pytest.approx(
        mean_interval((listed - forced) / (made - forced))
    )


def test_with_another_study_nothing_is_left_of_what_the_first_one_told() -> None:
    plan = plan_run("guile", games=2 * CHUNK)
    report, other = (simulate("guile", games=plan.games, seed=plan.seed) for _ in range(2))
    report.study, other.study = study(plan, CHUNK), study(plan)
    for name, kept in vars(Report).items():
        if isinstance(kept, cached_property):  # whatever may have been asked for before
            getattr(report, name)
    renewed = report.with_study(other.study)
    assert report.studied_games < renewed.studied_games == plan.games
    for name, kept in vars(Report).items():
        if isinstance(kept, cached_property) and name != "study":
            assert repr(getattr(renewed, name)) == repr(getattr(other, name)), name


def test_impact_is_what_is_owed_to_a_card_by_what_it_stood_apart(report: Report) -> None:
    impact, study = report.impact, report.study
    cards = report.cards
    for row, worth, sums in zip(impact.itertuples(), study.worths, study.impacts, strict=True):
        assert (row.card, row.worth) == (cards.card[worth.kind], worth.name)
        assert row.games == sums[0]
        assert (row.impact, row.low, row.high) == pytest.approx(ratio_interval(sums))
        assert row.built_minus_not == cards.built_minus_not[worth.kind]
        assert row.built_minus_not_low == cards.built_minus_not_low[worth.kind]
    points = impact[impact.worth == "points"].impact
    assert (points > 0).mean() > 0.9, "points help whoever has them"
    assert points.mean() > impact[impact.worth == "bonus"].impact.mean()


def test_a_report_of_compiled_games_studies_its_first_ones_and_one_of_plain_games_fewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert simulate("guild_master", games=40, seats=2, bots="random", seed=1, compiled=True).study.games == 40
    monkeypatch.setattr(studies, "STUDIED", 250)
    monkeypatch.setattr(studies, "PRECISE", 1.0)
    assert simulate("guild_master", games=400, seats=4, bots="greedy", seed=1).study.games == 250
    plain = simulate("guild_master", games=STUDIED_PLAIN + 1, seats=2, bots="random", seed=1, compiled=False)
    assert plain.study.games == STUDIED_PLAIN


# The summary


def test_the_summary_says_it_in_words(report: Report) -> None:
    summary = report.summary()
    assert list(summary.columns) == ["value", "low", "high"]
    figures = [
        *(f"win share, seat {seat} ({report.bots[seat]})" for seat in range(4)),
        *(f"score, seat {seat} ({report.bots[seat]})" for seat in range(4)),
        "win share, the one who begins",
        *(f"win share, place {place} in turn order" for place in (2, 3, 4)),
        "turns a game",
        "decisions a game",
    ]
    assert list(summary.index) == [*figures, "score of a winner", "score spread", "shared wins"]
    assert np.allclose(summary[:4], report.seats[["win_share", "low", "high"]])
    assert np.allclose(summary[4:8], report.seats[["score", "score_low", "score_high"]])
    assert np.allclose(summary[8:12], report.order[["win_share", "low", "high"]])
    assert np.allclose(summary[12:14], report.lengths[["mean", "low", "high"]])
    scores = report.outcome.scores
    assert summary.loc["score of a winner"].tolist() == pytest.approx(mean_interval(scores.max(axis=1)))
    assert summary.loc["score spread"].tolist() == pytest.approx(mean_interval(scores.max(axis=1) - scores.min(axis=1)))
    shared = sum(bool(winning & (winning - 1)) for winning in report.outcome.winning.tolist())
    assert summary.loc["shared wins"].tolist() == pytest.approx(share_interval(shared, GAMES))


def test_a_report_draws_itself(report: Report) -> None:
    html = report._repr_html_()
    assert "<svg" in html
    assert "<table" in html
    assert "Seat 1 (greedy)" in html
    assert "1,000 games" in repr(report)


def test_a_run_of_one_game_has_a_report_too() -> None:
    report = simulate("guild_master", games=1, seats=2, seed=1)
    for table in (report.seats, report.lengths, report.categories, report.cards, report.summary()):
        known = [name for name in table if not name.endswith(("low", "high"))]
        assert not table[known].isna().any().any()
    assert report.summary().loc["score spread", ["low", "high"]].isna().all()


def test_no_game_at_all_is_no_report() -> None:
    with pytest.raises(OptionError, match="cancelled before any game"):
        Report.of(plan_run("guild_master", games=5), [])


# Intervals


@given(st.integers(1, 10**8), st.floats(0, 1))
@example(1000, 0.0)
@example(1000, 1.0)
def test_an_interval_of_a_share_holds_it_and_stays_a_share(games: int, share: float) -> None:
    value, low, high = share_interval(share * games, games)
    assert value == share * games / games
    assert 0 <= low <= value <= high <= 1
    assert low < high


# Newcombe (1998), Statistics in Medicine 17, table I, Wilson's method.
@pytest.mark.parametrize(
    ("count", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_shares_are_the_published_ones(count: int, games: int, low: float, high: float) -> None:
    assert share_interval(count, games) == pytest.approx((count / games, low, high), abs=5e-5)


def test_an_interval_of_a_mean_is_the_normal_one_with_two_more_values_that_differ() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    mean, low, high = mean_interval(values)
    usual = np.mean((values - 2.5) ** 2)  # how far values are from the usual one
    half = 1.96 * np.sqrt((5 + 2 * usual) / 3) / 2
    assert mean == 2.5
    assert (low, high) == pytest.approx((2.5 - half, 2.5 + half), abs=1e-4)


@pytest.mark.parametrize("values", [[7.0], [7.0, 7.0], [0.0] * 1000])
def test_an_interval_is_empty_where_a_sample_shows_no_spread(values: list[float]) -> None:
    mean, low, high = mean_interval(np.array(values))
    assert mean == values[0]
    assert np.isnan([low, high]).all()


def sums_of(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """What an interval of a ratio is made from."""
    return np.array([len(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()])


def test_an_interval_of_a_ratio_is_that_of_its_residuals_and_of_two_games_more() -> None:
    dice = np.random.default_rng(1)
    x, y = dice.integers(1, 5, 300), dice.normal(2, 1, 300)
    ratio, low, high = ratio_interval(sums_of(x, y))
    assert ratio == pytest.approx(y.sum() / x.sum())
    residuals = y - ratio * x
    squares = np.sum(residuals**2) + 2 * np.mean(x**2)
    half = 1.959964 * np.sqrt(squares / 299 / 300) / x.mean()
    assert (low, high) == pytest.approx((ratio - half, ratio + half))


@pytest.mark.parametrize("sums", [[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1], [5, 0, 0, 0, 0, 0]])
def test_without_games_that_tell_something_a_ratio_may_be_anything(sums: list[float]) -> None:
    assert ratio_interval(np.array(sums, float)) == (0, -1, 1)


def test_intervals_of_ratios_cover_the_true_one_about_as_often_as_they_say() -> None:
    dice = np.random.default_rng(2)
    covered = 0
    for _ in range(1_000):
        x = dice.integers(1, 4, 150).astype(float)
        y = 0.3 * x + dice.normal(0, 0.5, 150) * x
        _, low, high = ratio_interval(sums_of(x, y))
        covered += low <= 0.3 <= high
    assert 925 <= covered <= 975


# Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10.
@pytest.mark.parametrize(
    ("count", "cases", "other", "others", "low", "high"),
    [
        (56, 70, 48, 80, 0.0524, 0.3339),
        (9, 10, 3, 10, 0.1705, 0.8090),
        (10, 10, 0, 20, 0.6791, 1.0),
        (10, 10, 0, 10, 0.6075, 1.0),
    ],
)
def test_intervals_of_differences_are_the_published_ones(
    count: int, cases: int, other: int, others: int, low: float, high: float
) -> None:
    assert difference_interval(count, cases, other, others) == pytest.approx(
        (count / cases - other / others, low, high), abs=5e-5
    )


def test_of_no_cases_a_difference_may_be_anything() -> None:
    assert difference_interval(0, 0, 3, 5) == difference_interval(3, 5, 0, 0) == (0, -1, 1)


def test_intervals_of_differences_cover_the_true_one_about_as_often_as_they_say() -> None:
    dice = np.random.default_rng(3)
    covered = 0
    for _ in range(2_000):
        _, low, high = difference_interval(dice.binomial(60, 0.3), 60, dice.binomial(200, 0.1), 200)
        covered += low <= 0.2 <= high
    assert 1_860 <= covered <= 1_950
