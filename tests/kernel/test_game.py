from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.example_game import GAME
from workbench.kernel.bots import Bot
from workbench.kernel.game import Game, seat_counts
from workbench.kernel.options import Option
from workbench.kernel.registry import game, list_games, register, unregister
from workbench.kernel.tables import CardTable, Column, copies
from workbench.storage.errors import DeckError, OptionError, WorkbenchError, one_of, shown

FLAG = Option("open_oaths", False, "Open.")
NUMBER = Option("rounds", 3, "Rounds.", least=1, most=5)
CHOICE = Option("warding", "luck", "Ward.", choices=("luck", "sure"))
NONE = Option("draw_cap", "none", "Cap.", least=0, most=6, none="none", bots=2)


# Options


@pytest.mark.parametrize("option", [FLAG, NUMBER, CHOICE, NONE])
def test_a_default_is_a_value_of_its_option(option: Option):
    assert option.decode(option.encode(option.default)) == option.default


@given(st.integers(1, 5))
def test_a_number_option_holds_the_number_itself(number):
    assert NUMBER.encode(number) == NUMBER.encode(str(number)) == NUMBER.decode(number) == number


@pytest.mark.parametrize(("option", "value", "number"), [
    (FLAG, True, 1), (FLAG, "true", 1), (FLAG, "False", 0), (CHOICE, "luck", 0), (CHOICE, "sure", 1),
    (NONE, "none", -1), (NONE, "None", -1), (NONE, 0, 0), (NONE, "6", 6),
])  # fmt: skip
def test_a_value_is_held_as_a_number(option: Option, value: object, number: int):
    assert option.encode(value) == number


@pytest.mark.parametrize(("option", "number", "value"), [
    (FLAG, 1, True), (FLAG, 0, False), (CHOICE, 1, "sure"), (NONE, -1, "none"), (NONE, 0, 0), (NUMBER, 5, 5),
])  # fmt: skip
def test_a_number_stands_for_a_value(option: Option, number: int, value: object):
    assert option.decode(number) == value
    assert type(option.decode(number)) is type(option.decode(np.int16(number))) is type(value)


@pytest.mark.parametrize(("option", "value", "message"), [
    (FLAG, "perhaps", "Option 'open_oaths' is 'perhaps'. Choose true or false."),
    (FLAG, 1, "Option 'open_oaths' is 1. Choose true or false."),
    (NUMBER, 6, "Option 'rounds' is 6. Give a whole number from 1 to 5."),
    (NUMBER, 0, "Option 'rounds' is 0. Give a whole number from 1 to 5."),
    (NUMBER, 2.5, "Option 'rounds' is 2.5. Give a whole number from 1 to 5."),
    (NUMBER, "", "Option 'rounds' is ''. Give a whole number from 1 to 5."),
    (NUMBER, None, "Option 'rounds' is None. Give a whole number from 1 to 5."),
    (NUMBER, True, "Option 'rounds' is True. Give a whole number from 1 to 5."),
    (NUMBER, "none", "Option 'rounds' is 'none'. Give a whole number from 1 to 5."),
    (NONE, 7, "Option 'draw_cap' is 7. Give a whole number from 0 to 6 or 'none'."),
    (NONE, -1, "Option 'draw_cap' is -1. Give a whole number from 0 to 6 or 'none'."),
    (CHOICE, "lucky", "There is no value of option 'warding' 'lucky'. Choose one of: luck, sure. Did you mean 'luck'?"),
    (CHOICE, 0, "There is no value of option 'warding' 0. Choose one of: luck, sure."),
])  # fmt: skip
def test_a_wrong_value_is_refused_with_what_would_be_right(option: Option, value: object, message: str):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        option.encode(value)


# Games and variants


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
    import workbench.games

    folders = {path.parent.name for path in _folders(workbench.games.__path__[0])}
    assert folders
    assert folders <= set(list_games())


def _folders(path: str):
    from pathlib import Path

    return Path(path).glob("*/__init__.py")


def test_the_first_variant_is_the_default_one():
    assert GAME.variant() is GAME.variants[0]
    assert GAME.variant("great_hall") is GAME.variants[1]
    assert GAME.options is GAME.variants[0].options
    assert GAME.seats == range(2, 6)


def test_an_unknown_variant_or_bot_is_refused():
    with pytest.raises(OptionError, match="Choose one of: round_table, great_hall"):
        GAME.variant("small_hall")
    with pytest.raises(OptionError, match="Choose one of: random, eager"):
        GAME.bot_number("clever")


def test_bots_are_numbered_in_the_order_declared():
    assert [GAME.bot_number(bot.name) for bot in GAME.bots] == [0, 1]


def test_rules_are_read_from_the_games_own_folder():
    assert "RP-001" in GAME.rules
    assert (GAME.folder / "rules.py").is_file()


def test_a_game_shows_its_title_and_seats():
    assert repr(GAME) == "<Game pledges: Round Table Pledges, 2 to 5 seats>"


# Card tables


def test_a_table_is_found_by_its_file_and_the_first_one_where_no_file_is_given():
    guile = game("guile")
    cards, knights = guile.tables
    assert guile.table() is guile.table("cards.csv") is cards
    assert guile.table("knights.csv") is knights


@pytest.mark.parametrize("file", ["", "knight.csv", 3, ["cards.csv"]])
def test_an_unknown_table_is_refused_with_the_ones_there_are(file: object):
    with pytest.raises(DeckError, match=r"no table of Guile .*Choose one of: cards\.csv, knights\.csv"):
        game("guile").table(file)  # type: ignore[arg-type]


def test_cards_without_a_column_of_names_are_called_by_their_keys():
    key, name = Column("id", "key", "the id"), Column("title", "name", "the name")
    both = CardTable("c.csv", (name, key), 1, 9)
    assert (both.key_column, both.name_column) == ("id", "title")
    assert CardTable("c.csv", (key,), 1, 9).name_column == "id"


@pytest.mark.parametrize(("row", "cards"), [({"count": 3}, 3), ({"count": None}, 1), ({"name": "Moat"}, 1)])
def test_a_row_stands_for_as_many_cards_as_its_count_says_or_for_one(row: dict, cards: int):
    assert copies(row) == cards


# Errors


def test_errors_are_one_family():
    assert issubclass(OptionError, WorkbenchError)


@given(st.one_of(st.text(), st.integers(), st.none()), st.lists(st.text(min_size=1)))
def test_a_refusal_always_lists_what_is_allowed(given_value, allowed):
    sentence = one_of(given_value, allowed, "thing")
    assert shown(given_value) in sentence
    assert all(name in sentence for name in allowed)
    assert allowed or "(none)" in sentence


# The usual bot, and how many play


@pytest.mark.parametrize(
    ("names", "usual"),
    [(("random",), "random"), (("random", "eager"), "eager"), (("random", "greedy", "bold"), "greedy")],
)
def test_greedy_plays_where_no_bot_is_named_or_else_the_last_declared(names: tuple[str, ...], usual: str) -> None:
    game = replace(GAME, bots=tuple(Bot(name, "Plays.") for name in names))
    assert game.usual_bot == usual


def test_seats_are_told_in_words() -> None:
    assert (seat_counts(range(2, 9)), seat_counts(range(2, 3))) == ("2 to 8 seats", "2 seats")
