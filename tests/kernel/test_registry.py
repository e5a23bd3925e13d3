"""The registry: games are found by their ids, wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench.games
from workbench.kernel.game import Game
from workbench.kernel.registry import game, list_games, register, unregister
from workbench.storage.errors import OptionError


def test_a_registered_game_is_found_by_its_id_and_listed(example_game: Game):
    assert game("pledges") is example_game is game(example_game)
    assert list_games()["pledges"] is example_game


def test_a_game_that_is_no_longer_registered_is_unknown(example_game: Game):
    unregister("pledges")
    try:
        with pytest.raises(OptionError, match="There is no game 'pledges'"):
            game("pledges")
        assert "pledges" not in list_games()
        unregister("pledges")
    finally:
        register(example_game)


def test_an_unknown_game_is_refused_with_the_nearest_name():
    with pytest.raises(OptionError, match="Did you mean 'pledges'"):
        game("pledge")


def test_our_own_games_are_found_by_their_folders():
    folders = {path.parent.name for path in Path(workbench.games.__path__[0]).glob("*/__init__.py")}
    assert folders
    assert folders <= set(list_games())
