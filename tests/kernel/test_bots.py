"""Bots: which one plays when none is named, and what a bot does that nobody has written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.example_game import GAME
from tests.small_game.joust import GAME as JOUST
from workbench.kernel.bots import BOTS, Bot, Bots, first_listed
from workbench.kernel.registry import registered
from workbench.play import Match
from workbench.storage.errors import OptionError

BOLD = [Bot("Dares.", name="bold")]


@pytest.mark.parametrize(
    ("names", "usual"),
    [(("random",), "random"), (("random", "eager"), "eager"), (("random", "greedy", "bold"), "greedy")],
)
def test_greedy_plays_where_no_bot_is_named_or_else_the_last_declared(names: tuple[str, ...], usual: str) -> None:
    game = replace(GAME, bots=Bots([Bot("Plays.", name=name) for name in names]))
    assert game.usual_bot == usual


def test_every_game_has_an_easy_and_a_hard_bot_beside_its_own():
    game = replace(
        GAME, bots=Bots([Bot("Any.", "at random", name="random"), Bot("Thinks.", "for points", name="greedy"), *BOLD])
    )
    assert game.player_titles() == {
        "easy": "easy: often at random",
        "greedy": "normal: for points",
        "hard": "hard: looks ahead",
        "random": "at random",
        "bold": "bold",
    }
    assert [bot.name for bot in game.bots] == ["random", "greedy", "bold"], "for the lab, which compiles them"


def test_where_the_usual_bot_plays_at_random_there_is_no_easier_one():
    assert [bot.name for bot in replace(GAME, bots=BOTS).players] == ["random", "hard"]


def test_a_game_s_own_hard_bot_is_the_one_that_is_meant():
    game = replace(GAME, bots=Bots([*BOTS, Bot("Its own.", name="hard"), *BOLD]))
    assert [bot.about for bot in game.players if bot.name == "hard"] == ["Its own."]
    assert game.player("hard").about == "Its own."


@pytest.mark.parametrize("name", ["hrad", None, 3, ["hard"]])
def test_a_bot_that_no_game_has_is_refused_with_the_names_of_those_there_are(name: object):
    with pytest.raises(OptionError, match="hard"):
        GAME.player(name)  # type: ignore[arg-type]


def test_a_bot_that_a_game_has_not_written_takes_the_first_action_listed():
    assert first_listed(1, None, None, 0, None) == 0
    with registered(replace(JOUST, bots=Bots((*BOTS, Bot("Plays the first action.", name="first"))))):
        match = Match("joust", seed=1, bots={0: "first"})
        first = match.legal(0)[0]
        match.play_bot(0)
        assert match.log == [(0, first)]
