"""The registry: games are found by their ids, wherever they come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench.games
from tests.example_game import PLAIN_DECK
from workbench.decks.deck import Deck
from workbench.decks.reading import read_folder
from workbench.decks.validation import validate
from workbench.kernel import registry
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


def test_a_game_that_nobody_has_registered_looks_at_its_decks(example_game: Game):
    unregister("pledges")
    try:
        assert validate(read_folder(example_game, PLAIN_DECK), Deck).own_findings == ()
    finally:
        register(example_game)


def test_an_unknown_game_is_refused_with_the_nearest_name():
    with pytest.raises(OptionError, match="Did you mean 'pledges'"):
        game("pledge")


class Entry:
    """The entry point of a package, which is loaded by running its code."""

    module = "broken_game"

    def __init__(self, code: str) -> None:
        self.code = code

    def load(self) -> Game:
        """The game, if the code makes one."""
        scope: dict = {"__name__": "broken_game"}
        exec(compile(self.code, "broken_game/rules.py", "exec"), scope)
        return scope["GAME"]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("\n\nlost", "broken_game/rules.py line 3: NameError: name 'lost' is not defined"),
        (
            "from workbench.author import Field, Record\nclass Pot(Record):\n    pot = Field('i2', 2)",
            "broken_game/rules.py line 3: Field: shape is 2",
        ),
        ("from workbench.author import Zone\nZone()", "broken_game/rules.py line 2: TypeError: "),
        ("import no_such_package_at_all", "broken_game/rules.py line 1: ModuleNotFoundError: "),
    ],
)
def test_an_outside_game_that_cannot_be_loaded_says_why_and_leaves_the_others_alone(code, says, monkeypatch):
    monkeypatch.setattr(registry, "_outside_games", lambda: {"broken": Entry(code)})
    with pytest.raises(OptionError) as refusal:
        game("broken")
    assert str(refusal.value).startswith(f"The game 'broken' cannot be loaded. {says}")
    with pytest.warns(UserWarning, match="The game 'broken' cannot be loaded"):
        known = list_games()
    assert "broken" not in known
    assert "guile" in known


def test_an_entry_point_that_names_no_game_says_so(monkeypatch):
    monkeypatch.setattr(registry, "_outside_games", lambda: {"joust": Entry("GAME = 'joust'")})
    with pytest.raises(OptionError) as refusal:
        game("joust")
    says = "The entry point of the game 'joust' is 'joust', no Game. Name the Game: joust = \"broken_game:GAME\"."
    assert str(refusal.value) == says


def test_what_is_registered_is_a_game():
    with pytest.raises(OptionError, match=r"register\(\) was given 'joust'. Give it a Game"):
        register("joust")


def test_our_own_games_are_found_by_their_folders():
    folders = {path.parent.name for path in Path(workbench.games.__path__[0]).glob("*/__init__.py")}
    assert folders
    assert folders <= set(list_games())
