"""What each option of the rulebook may be, and what it is if nobody chooses."""

from __future__ import annotations

import pytest

from workbench.games.guile import GAME

CHOICES = {
    "start_player": ("random", "seat_0", "seat_1"),
    "faction_choice": ("start_player", "seat_0_arthur", "seat_0_mordred"),
    "table_order": ("shuffled", "listed"),
    "start_knight": ("chosen", "random"),
    "drawn_round": ("replay", "count_for_both", "count_for_none_move_on"),
    "isolde_source": ("resolved", "printed"),
    "memory_aid": ("off", "on"),
    "show_aside": ("never", "after_round"),
}


@pytest.mark.rule("GL-223", "GL-224", "GL-225", "GL-226", "GL-229", "GL-230", "GL-231", "GL-232")
def test_the_first_choice_is_the_usual_one() -> None:
    chosen = {option.key: option for option in GAME.options if option.choices}
    assert {key: option.choices for key, option in chosen.items()} == CHOICES
    assert all(option.default == option.choices[0] for option in chosen.values())


@pytest.mark.rule("GL-220", "GL-221", "GL-222")
def test_two_victory_cards_win_without_a_variant_unless_that_is_chosen() -> None:
    others = {option.key: option for option in GAME.options if not option.choices}
    rounds = others.pop("rounds_to_win")
    assert (rounds.default, rounds.least, rounds.most) == (2, 1, 5)
    assert {key: option.default for key, option in others.items()} == {
        "code_of_chivalry": False,
        "extended_cast": False,
    }
