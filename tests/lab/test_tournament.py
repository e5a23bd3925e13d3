"""Tournaments: who meets whom on which deals, what is said of who is stronger, and how sure that is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from tests.small_game.joust import GAME as JOUST
from workbench.kernel.bots import Bot, Bots
from workbench.kernel.registry import registered
from workbench.lab.simulation import CHUNK, plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.tournament import Tournament, put_together, rotations, seated_at_tables, shares_of_wins
from workbench.storage.errors import DeckError, OptionError

SQUIRES = ["random", "anna", "ben"]  # the last two do the same


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    """Two small games: one of cards that a bot plays well, and one of luck with three bots."""
    bots = Bots(
        [Bot("Lays any lance.", name="random"), *(Bot("Lays its first lance.", name=name) for name in SQUIRES[1:])]
    )
    with known(), registered(replace(JOUST, bots=bots)):
        yield


def pledges(games: int = 12, **given: Any) -> Tournament:
    return wb.tournament("pledges", deck=PLAIN_DECK, games=games, compiled=False, **given)


def joust(games: int = 30, **given: Any) -> Tournament:
    return wb.tournament("joust", games=games, compiled=False, **given)


def made_up(won: np.ndarray, seats: int = 2, seed: int = 1) -> Tournament:
    """A tournament of two or three bots with these games won of each deal at each table."""
    plan = replace(plan_run("joust", games=len(won), seats=seats, bots="random"), seed=seed)
    return Tournament(plan, tuple(SQUIRES[: won.shape[2]]), seated_at_tables(won.shape[2], seats), won)


def of_strengths(strengths: list[float], deals: int, seed: int) -> Tournament:
    """A tournament of pairs whose games are independent and won as often as strengths say."""
    chance, seated = np.random.default_rng(seed), seated_at_tables(len(strengths), 2)
    won = np.zeros((deals, *seated.shape))
    for table, (one, other) in enumerate(np.nonzero(row)[0] for row in seated):
        share = strengths[one] / (strengths[one] + strengths[other])
        won[:, table, one] = chance.binomial(2, share, deals)
        won[:, table, other] = 2 - won[:, table, one]
    return made_up(won, seed=seed)


# Who plays


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (4, 2), (4, 3), (2, 5), (3, 4), (3, 6)])
def test_all_bots_have_as_many_seats_and_no_table_comes_twice(bots: int, seats: int) -> None:
    seated = seated_at_tables(bots, seats)
    assert (seated.sum(axis=1) == seats).all()
    assert len(set(seated.sum(axis=0))) == 1
    assert len({tuple(row) for row in seated.tolist()}) == len(seated)
    assert (seated.max() == 1) if seats <= bots else (seated.min() == 1)


def test_in_rotation_each_bot_has_each_seat_once() -> None:
    seats = list(zip(*rotations(("random", "greedy", "bold")), strict=True))
    assert all(set(seat) == {"random", "greedy", "bold"} for seat in seats)


def test_every_table_plays_the_games_that_simulate_plays_with_its_seed() -> None:
    cup = pledges(games=8, seed=5)
    ahead, behind = (
        wb.simulate("pledges", deck=PLAIN_DECK, games=8, seats=2, bots=order, seed=5, compiled=False).wins
        for order in (("random", "eager"), ("eager", "random"))
    )
    assert cup.bots == ("random", "eager")
    assert cup.won[:, 0, 1].tolist() == (ahead[:, 1] + behind[:, 0]).tolist()


def test_every_deal_is_shared_out_wholly_at_every_table() -> None:
    for cup in (joust(), joust(seats=3), joust(seats=4), pledges(seats=3)):
        assert np.allclose(cup.won.sum(axis=2), cup.plan.seats)
        assert cup.games == cup.deals * len(cup.seated) * cup.plan.seats
        assert cup.ratings.won.sum() == pytest.approx(cup.games)


def test_bots_that_do_the_same_share_every_deal_as_luck_cancels() -> None:
    cup = joust(bots=["anna", "ben"])
    assert (cup.won == 1).all()
    assert cup.ratings.rating.tolist() == pytest.approx([0, 0])
    assert cup.text == "between anna and ben nothing is proven."


def test_a_tournament_is_the_same_to_the_bit_by_its_seed_on_any_number_of_threads() -> None:
    one, same, other = joust(seed=3), joust(seed=3, threads=2), joust(seed=4)
    assert one.ratings.equals(same.ratings)
    assert one.beats.equals(same.beats)
    assert not one.ratings.equals(other.ratings)
    assert wb.tournament("joust", games=2, seed=None, compiled=False).about["seed"] > 0


def test_bots_are_all_of_the_game_and_seats_as_few_as_it_allows_where_nobody_says() -> None:
    about = joust(games=2).about
    assert (about["bots"], about["seats"], about["deals"], about["games"]) == (tuple(SQUIRES), 2, 2, 12)
    hall = wb.tournament(
        "pledges", deck=PLAIN_DECK, games=1, options={"game_variant": "great_hall"}, compiled=False
    ).about
    assert (hall["game_variant"], hall["seats"], hall["games"]) == ("great_hall", 3, 6)


# Progress and cancelling


def test_progress_counts_the_games_of_all_tables() -> None:
    told: list[tuple[int, int]] = []
    joust(games=5, on_progress=lambda *said: told.append(said))
    assert told == [(done, 30) for done in range(5, 31, 5)]


def test_what_was_kept_is_not_played_again_and_more_bots_play_what_is_new(tmp_path: Path) -> None:
    path, told, fresh = tmp_path / "cup", list[int](), joust()
    joust(bots=SQUIRES[:2], keep=path)
    assert len(path.read_bytes().splitlines()) == 2, "one table in both rotations"
    cup = joust(keep=path, on_progress=lambda done, _: told.append(done))
    assert told == [90, 120, 150, 180]
    assert cup.won.tobytes() == fresh.won.tobytes()
    assert joust(keep=path, on_progress=lambda *_: pytest.fail("nothing is left to play")).ratings.equals(fresh.ratings)


def test_of_a_tournament_that_is_cancelled_only_whole_tables_are_kept(tmp_path: Path) -> None:
    cancel, path = threading.Event(), tmp_path / "cup"
    joust(games=CHUNK + 1, bots=["anna", "ben"], keep=path, cancel=cancel, on_progress=lambda *_: cancel.set())
    assert path.read_bytes() == b""


def test_deals_that_one_table_lacks_count_for_none() -> None:
    turns = [(0, ("anna", "ben")), (0, ("ben", "anna"))]
    won = put_together(("anna", "ben"), turns, [np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[1.0, 0.0]])])
    assert won.tolist() == [[[1, 1]]]


def test_a_tournament_that_is_cancelled_has_the_deals_that_all_tables_have() -> None:
    cancel = threading.Event()
    cup = joust(games=CHUNK + 1, bots=["anna", "ben"], cancel=cancel, on_progress=lambda *_: cancel.set())
    assert cup.deals == CHUNK
    assert f"{CHUNK} deals (stopped early; {CHUNK + 1} were asked for)" in repr(cup)


# What is said


def test_of_two_bots_the_difference_of_ratings_is_that_of_the_odds_with_a_deal_more() -> None:
    cup = made_up(np.array([[[2.0, 0.0]]] * 30 + [[[0.0, 2.0]]] * 10))
    (high, low) = cup.ratings.rating
    assert high - low == pytest.approx(400 * np.log10(61 / 21))
    assert high + low == pytest.approx(0)
    assert cup.beats.share.tolist() == [0.75, 0.25]


def test_three_bots_are_rated_as_worked_out_by_hand() -> None:
    """At one table of three they have won 4, 1 and 1 games in two deals; each pair shares three more, half each.

    Let the first be x times as strong as each of the others. It has won 4 + 3 games, out of 6 at the table and 3 with
    each of the others. So 7 = 6 x / (x + 2) + 6 x / (x + 1), that is 5 x x - 3 x - 14 = 0.
    """
    cup = made_up(np.array([[[2.0, 0.5, 0.5]]] * 2), seats=3)
    times = (3 + np.sqrt(9 + 280)) / 10
    assert times == 2
    assert cup.ratings.rating[0] - cup.ratings.rating[1] == pytest.approx(400 * np.log10(2))
    assert cup.ratings.rating[1] == pytest.approx(cup.ratings.rating[2])


@pytest.mark.parametrize("deals", [1, 20, 400])
def test_a_bot_that_wins_everything_has_a_rating_with_an_end_and_is_never_wholly_sure(deals: int) -> None:
    cup = made_up(np.array([[[2.0, 0.0]]] * deals))
    best, share = cup.ratings.iloc[0], cup.beats.iloc[0]
    assert np.isfinite(cup.ratings[["rating", "low", "high"]].to_numpy()).all()
    assert best.low < best.rating < best.high
    assert (share.share, share.high) == (1, 1)
    # For `deals` cases without a miss Jeffreys' interval begins near 1 - 2.5 / deals.
    assert 1 - 3.2 / deals < share.low < 1 - 1.8 / deals or deals == 1
    assert (cup.text == "random is ahead of anna.") == (deals > 1)


def test_planted_strengths_lie_in_the_intervals() -> None:
    """In 20 tournaments of three bots about three of 60 intervals of 95% leave the truth out."""
    strengths = [6.0, 2.0, 1.0]
    truth = 400 * (np.log10(strengths) - np.log10(strengths).mean())
    found = 0
    for seed in range(20):
        ratings = of_strengths(strengths, 60, seed).ratings.set_index("bot").loc[SQUIRES]
        found += int(((ratings.low <= truth) & (truth <= ratings.high)).sum())
    assert 52 <= found <= 60


def test_more_deals_make_intervals_narrower() -> None:
    few, many = (of_strengths([3.0, 1.0], deals, 1).ratings for deals in (50, 800))
    assert ((many.high - many.low) < (few.high - few.low) / 3).all()


def test_deals_whose_games_go_alike_tell_less_than_games_by_themselves() -> None:
    alike = made_up(np.array([[[2.0, 0.0]], [[0.0, 2.0]]] * 50))
    apart = made_up(np.array([[[2.0, 0.0]], [[0.0, 2.0]], [[1.0, 1.0]], [[1.0, 1.0]]] * 25))
    assert (alike.beats.high - alike.beats.low > 1.3 * (apart.beats.high - apart.beats.low)).all()


def test_equals_are_hardly_ever_told_apart() -> None:
    ahead = [of_strengths([1.0, 1.0, 1.0], 40, seed).beats.ahead.any() for seed in range(40)]
    assert sum(ahead) <= 6, "5 of 100 are to be expected"


def test_where_many_bots_meet_an_interval_above_half_alone_does_not_put_one_ahead() -> None:
    """The first has won 39 of 60 deals against the second: chance does so 2 times in 100, and there are three pairs."""
    won = np.ones((60, 3, 3)) * seated_at_tables(3, 2)
    won[:39, 0], won[39:, 0] = (2, 0, 0), (0, 2, 0)
    row = made_up(won).beats.set_index(["bot", "other"]).loc[("random", "anna")]
    assert row.low > 0.5
    assert not row.ahead
    assert made_up(won[:, :1, :2]).beats.ahead.tolist() == [True, False], "the only pair"


def test_bots_that_beat_each_other_in_a_circle_are_said_to() -> None:
    """The first beats the second, the second the third, the third the first."""
    cup = made_up(np.array([[[1.8, 0.2, 0.0], [0.3, 0.0, 1.7], [0.0, 1.7, 0.3]]] * 60))
    assert cup.text.count(" is ahead of ") == 3
    assert "(though rated below it)" in cup.text


def test_who_beats_whom_says_the_same_from_both_sides() -> None:
    beats = of_strengths([4.0, 2.0, 1.0], 30, 7).beats.set_index(["bot", "other"])
    assert len(beats) == 6
    for bot, other in beats.index:
        one, two = beats.loc[(bot, other)], beats.loc[(other, bot)]
        assert [one.share, one.low, one.high] == pytest.approx([1 - two.share, 1 - two.high, 1 - two.low])
        assert not (one.ahead and two.ahead)
        assert one.low <= one.share <= one.high


def test_of_bots_that_won_nothing_against_a_third_it_is_not_known_who_beats_whom() -> None:
    cup = made_up(np.array([[[3.0, 0.0, 0.0]]] * 20), seats=3)
    row = cup.beats.set_index(["bot", "other"]).loc[("anna", "ben")]
    assert np.isnan(row.share)
    assert (row.low, row.high, row.ahead) == (0, 1, False)
    assert "between anna and ben nothing is proven" in cup.text
    assert "nan" not in cup.plot()


def test_a_game_that_nobody_wins_is_shared_by_all() -> None:
    assert shares_of_wins(np.array([[0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.5, 0.0]])).tolist() == [
        [0.25] * 4, [0.5, 0.0, 0.5, 0.0],
    ]  # fmt: skip


def test_it_draws_itself_with_every_figure_and_escapes_names() -> None:
    cup = replace(of_strengths([9.0, 1.0], 30, 7), bots=("<b>", "anna"))
    html = cup._repr_html_()
    assert html.count("<svg ") == 2
    assert "<b>" not in html
    assert "&lt;b&gt; is ahead of anna." in html
    assert "30 deals at 1 table of 2 seats in every rotation, 60 games, seed 7" in html
    assert "percent of games that one of the two won" in str(cup.plot())


# What is refused


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            {"bots": ["random", "ana"]},
            "There is no bot for Joust 'ana'. Choose one of: easy, ben, hard, random, anna. Did",
        ),
        ({"bots": ["anna"]}, "A tournament takes two bots or more, and anna alone is named. Joust has: random, anna"),
        ({"bots": []}, "two bots or more, and none is named"),
        ({"bots": ["anna", "ben", "anna"]}, "The bot 'anna' is named 2 times. Name each bot once."),
        ({"bots": "anna"}, "The bots are 'anna'. Give a list of two names or more, of: random, anna, ben, easy, hard."),
        ({"bots": [1, 2]}, "There is no bot for Joust 1."),
        ({"seats": 1}, "1 seats do not fit Base game. Choose 2 to 6."),
        ({"seats": "2"}, "'2' seats do not fit Base game"),
        ({"games": 0}, "The number of deals is 0. Give a whole number from 1 to 100,000."),
        ({"games": MOST_WHOLE + 1}, "The number of deals is 100001. Give a whole number from 1 to 100,000."),
        ({"games": "many"}, "The number of deals is 'many'."),
        ({"seed": -1}, "The seed is -1."),
        ({"threads": 0}, "The number of threads is 0."),
        ({"options": {"lances": 3}}, "'lances'"),
    ],
    ids=str,
)
def test_what_is_no_tournament_is_refused_before_a_game_is_played(given: dict[str, Any], told: str) -> None:
    played: list[int] = []
    with pytest.raises(OptionError) as refused:
        joust(**{"games": 1, **given}, on_progress=lambda done, _: played.append(done))
    assert told in str(refused.value)
    assert not played


def test_an_unknown_game_or_deck_is_refused() -> None:
    with pytest.raises(OptionError, match="Did you mean 'joust'"):
        wb.tournament("jost")
    with pytest.raises(DeckError, match="tourneys"):
        joust(deck="tourneys")


def test_a_game_with_one_bot_has_no_tournament() -> None:
    with registered(replace(JOUST, id="lists", title="Lists")), pytest.raises(OptionError) as refused:
        wb.tournament("lists", deck="tourney")
    assert "two bots or more, and random alone is named. Lists has: random, hard." in str(refused.value)
