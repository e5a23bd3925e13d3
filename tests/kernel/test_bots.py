"""Bots: which one plays where none is named, and what one does that nobody has written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.example_game import GAME
from tests.small_game.joust import GAME as JOUST
from workbench.kernel.bots import BOTS, Bot, Bots, first_listed
from workbench.kernel.registry import registered
from workbench.play import Match


@pytest.mark.parametrize(
    ("names", "usual"),
    [(("random",), "random"), (("random", "eager"), "eager"), (("random", "greedy", "bold"), "greedy")],
)
def test_greedy_plays_where_no_bot_is_named_or_else_the_last_declared(names: tuple[str, ...], usual: str) -> None:
    game = replace(GAME, bots=Bots([Bot(name, "Plays.") for name in names]))
    assert game.usual_bot == usual


def test_a_bot_that_a_game_has_not_written_takes_the_first_action_listed():
    assert first_listed(1, None, None, 0, None) == 0
    with registered(replace(JOUST, bots=Bots((*BOTS, Bot("first", "Plays the first action."))))):
        match = Match("joust", seed=1, bots={0: "first"})
        first = match.legal(0)[0]
        match.play_bot(0)
        assert match.log == [(0, first)]
