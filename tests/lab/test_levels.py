"""Runs with easy and hard bots: they play as their level says, the same on any threads, and can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from tests.small_game.joust import GAME as JOUST
from workbench.kernel.registry import registered
from workbench.lab import levels
from workbench.lab.report import Report
from workbench.lab.simulation import number_of_player, plan_run
from workbench.storage.errors import OptionError

SEVERAL = "easy", "eager", "random"


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    """A small game of cards with a bot that plays well, and one of luck with the random bot alone."""
    with known(), registered(JOUST):
        yield


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hard bot tries little, since plain Python is slow."""
    monkeypatch.setattr(levels, "ITERATIONS", 4)


def pledges(*bots: str, games: int, **given: Any) -> Report:
    return wb.simulate("pledges", deck=PLAIN_DECK, games=games, seats=len(bots), bots=bots, compiled=False, **given)


def check_replay(report: Report, number: int) -> None:
    match = report.match(number)
    assert match.over
    won = report.wins[number] > 0
    assert [seat in match.winners for seat in range(match.seats)] == won.tolist()


def test_the_easy_bot_plays_otherwise_than_the_usual_one_and_its_games_replay_as_they_were_played() -> None:
    usual, easy = pledges("eager", "eager", "random", games=30), pledges(*SEVERAL, games=30)
    assert not np.array_equal(usual.outcome.scores, easy.outcome.scores)
    for number in (0, 29):
        check_replay(easy, number)
    again = pledges(*SEVERAL, games=10)
    assert np.array_equal(again.outcome.scores, easy.outcome.scores[:10]), "a game does not depend on how many follow"


def test_the_easy_bot_loses_to_the_usual_one() -> None:
    report = pledges("easy", "eager", games=150)
    assert report.seats["high"][0] < 0.5


def test_the_hard_bot_plays_by_searching_and_its_games_replay(few_tries: None) -> None:
    def joust(*bots: str) -> Report:
        return wb.simulate("joust", games=10, seats=2, bots=bots, compiled=False)

    searched, usual = joust("hard", "random"), joust("random", "random")
    firsts = [[report.match(number).acts[0].actions for number in range(10)] for report in (searched, usual)]
    assert firsts[0] != firsts[1]
    for number in range(10):
        check_replay(searched, number)
    assert np.array_equal(joust("hard", "random").wins, searched.wins)


def test_levels_enter_tournaments() -> None:
    cup = wb.tournament("pledges", ["easy", "eager", "random"], deck=PLAIN_DECK, games=20, seats=2, compiled=False)
    assert set(cup.ratings["bot"]) == {"easy", "eager", "random"}
    assert cup.ratings["bot"].iloc[0] == "eager"


def test_what_plays_on_for_every_card_takes_no_levels_and_says_which_bots_it_takes() -> None:
    with pytest.raises(OptionError, match=r"play at once. Seat some of these: random, eager"):
        _ = pledges(*SEVERAL, games=3).impact
    with pytest.raises(OptionError, match="There is no bot"):
        plan_run("pledges", deck=PLAIN_DECK, seats=2, bots="hard")


def test_an_unknown_bot_is_refused_with_all_that_can_sit() -> None:
    with pytest.raises(OptionError, match="Choose one of: easy, eager, hard, random"):
        pledges("clever", "eager", games=1)


def test_a_bot_that_a_game_calls_by_a_levels_name_is_its_own() -> None:
    game = wb.game("pledges")
    numbers = [number_of_player(game, bot.name) for bot in game.players]
    assert len(set(numbers)) == len(numbers)
    assert number_of_player(game, game.usual_bot) < len(game.bots) <= number_of_player(game, "hard")
