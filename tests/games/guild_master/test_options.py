"""What each option of the rulebook may be, and what it is if nobody chooses."""

from __future__ import annotations

import pytest

from workbench.games.guild_master import GAME

NUMBERS = {
    "deal_size": (5, 1, 10),
    "discard_max": (3, 0, 10),
    "trade_offer_cap": ("none", 0, 60),
    "first_seat": ("random", 0, 7),
    "stall_rounds": (3, 1, 100),
    "max_turns": (1000, 1, 1000),
}
CHOICES = {
    "draw_rule": ("refill_to_five", "five_if_below"),
    "draw_mode": ("count", "one_by_one"),
    "discard_visibility": ("face_up", "face_down"),
    "trade_reveal": ("to_partner", "face_down", "public"),
    "build_choice": ("any_subset", "all_matching"),
    "lead_ties": ("all_tied", "nobody"),
    "bonus_sources": ("resolved", "printed"),
}


@pytest.mark.rule("GM-276", "GM-279", "GM-283", "GM-287", "GM-288", "GM-289")
def test_numbers_have_the_bounds_of_the_rulebook() -> None:
    assert {
        option.key: (option.default, option.least, option.most)
        for option in GAME.options
        if not option.choices and not isinstance(option.default, (bool, tuple))
    } == NUMBERS


@pytest.mark.rule("GM-275", "GM-277", "GM-278", "GM-280", "GM-282", "GM-284", "GM-285")
def test_the_first_choice_is_the_usual_one() -> None:
    chosen = {option.key: option for option in GAME.options if option.choices}
    assert {key: option.choices for key, option in chosen.items()} == CHOICES
    assert all(option.default == option.choices[0] for option in chosen.values())


@pytest.mark.rule("GM-286", "GM-283")
def test_the_last_round_is_not_completed_and_bots_make_three_offers_unless_that_is_chosen() -> None:
    options = {option.key: option for option in GAME.options}
    assert options["equal_turns"].default is False
    assert {key: option.bots for key, option in options.items() if option.bots is not None} == {"trade_offer_cap": 3}
