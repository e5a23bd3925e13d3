"""What each option of the rulebook may be, and what it is if nobody chooses."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import GAME

CHOICES = {
    "crown_start": ("random", *(f"seat_{seat}" for seat in range(8))),
    "final_threshold": ("auto", "1", "2", "3"),
    "draw_order": ("simultaneous", "one_each", "seat_by_seat"),
    "draw_sight": ("each_chip", "after_all"),
    "avalon_choice": ("slot", "region"),
    "male_art": ("deck", "none", "all"),
    "fisher_king_windows": ("both", "resolve_start", "before_steal"),
    "black_knight_targets": ("any", "others"),
    "squire_sword_small_table": ("in_pool", "removed"),
    "memory_aid": ("off", "on"),
}
SWITCHES = {
    "fisher_king_blocks_arthur": True,
    "caelia_self": False,
    "cursed_squire_wins": False,
    "spy_must_show": True,
    "chat": True,
}


VALUES = {"win_value": 100, "tainted_win_value": 50, "loss_value": 0, "ultimate_loss_value": -100}


@pytest.mark.rule("EX-211", "EX-212", "EX-213", "EX-214", "EX-215", "EX-216", "EX-218", "EX-220", "EX-222", "EX-225")
def test_the_first_choice_is_the_usual_one() -> None:
    chosen = {option.key: option for option in GAME.options if option.choices}
    assert {key: option.choices for key, option in chosen.items()} == CHOICES
    assert all(option.default == option.choices[0] for option in chosen.values())


@pytest.mark.rule("EX-219", "EX-221", "EX-223", "EX-224", "EX-226")
def test_what_can_be_switched_is_as_the_rulebook_has_it() -> None:
    switches = {option.key: option.default for option in GAME.options if isinstance(option.default, bool)}
    assert switches == SWITCHES


@pytest.mark.rule("EX-217")
def test_the_chance_of_a_flip_is_given_in_percent() -> None:
    (chance,) = [option for option in GAME.options if option.key == "flip_chance"]
    assert (chance.default, chance.least, chance.most) == (50, 0, 100)


@pytest.mark.rule("EX-227")
def test_what_outcomes_are_worth_is_given_in_percent_of_a_win() -> None:
    worth = {option.key: option for option in GAME.options if option.key.endswith("_value")}
    assert {key: option.default for key, option in worth.items()} == VALUES
    assert all(option.least < -100 and option.most > 100 for option in worth.values())


def test_there_are_no_other_options() -> None:
    assert {option.key for option in GAME.options} == {*CHOICES, *SWITCHES, *VALUES, "flip_chance"}
