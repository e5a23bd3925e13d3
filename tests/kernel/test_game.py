"""A game's declaration: its variants, tables and bots by name, its rules, how many play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.example_game import GAME
from workbench.author import NOBODY, PEOPLE_ONLY, ActionSpace, StateSpec, Verb, Zone
from workbench.kernel.game import seat_counts
from workbench.kernel.registry import game
from workbench.storage.errors import DeckError, OptionError


def test_the_first_variant_is_the_default_one():
    assert GAME.variant() is GAME.variants[0]
    assert GAME.variant("great_hall") is GAME.variants[1]
    assert GAME.options is GAME.variants[0].options
    assert GAME.seats == range(2, 6)


def test_a_record_for_one_seat_is_a_game_for_one():
    alone = StateSpec(seats=1, cards=3, zones=[Zone(NOBODY, name="stock")])
    assert replace(GAME.variants[0], state=alone, seats=range(0), default_seats=0).seats == range(1, 2)


def test_the_verbs_of_a_seat_out_of_time_are_those_of_the_actions_at_hand():
    actions = ActionSpace((Verb(name="draw"), Verb(name="stop"), Verb(use=PEOPLE_ONLY, name="back")))
    variant = replace(GAME.variants[0], pass_verbs=())
    assert variant.passes != (1, 0)
    assert replace(variant, actions=actions).passes == (1, 0)


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


def test_a_table_is_found_by_its_file_and_the_first_one_where_no_file_is_given():
    guile = game("guile")
    cards, knights = guile.tables
    assert guile.table() is guile.table("cards.csv") is cards
    assert guile.table("knights.csv") is knights


@pytest.mark.parametrize("file", ["", "knight.csv", 3, ["cards.csv"]])
def test_an_unknown_table_is_refused_with_the_ones_there_are(file: object):
    with pytest.raises(DeckError, match=r"no table of Guile .*Choose one of: cards\.csv, knights\.csv"):
        game("guile").table(file)  # type: ignore[arg-type]


def test_seats_are_described_in_words() -> None:
    assert (seat_counts(range(2, 9)), seat_counts(range(2, 3))) == ("2 to 8 seats", "2 seats")
