"""Trials: what games tell of each target is what reports, studies and tournaments tell of the same games."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from workbench.decks import load_deck
from workbench.kernel.registry import game
from workbench.lab.simulation import How
from workbench.lab.study import study
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, WIN_RATE, Target
from workbench.lab.trials import Trials, impacts_in
from workbench.storage.errors import OptionError

FIRST = Target(FIRST_SEAT, -0.01, 0.01)
TURNS = Target(LENGTH, 1, 2)
BRINGS = Target(IMPACT, -1, 0.1)
BEATS = Target(WIN_RATE, 0.5, 1, ("eager", "random"))


def trials(name: str, *targets: Target, **options: object) -> Trials:
    return Trials(game(name), targets, None, options, How(threads=1, compiled=False))


def test_who_begins_and_the_length_are_those_of_a_report() -> None:
    asked = trials("guild_master", FIRST, TURNS)
    samples = asked.samples(load_deck("guild_master"), "random", 3, 3)
    report = wb.simulate("guild_master", games=3, bots="random", seed=3, compiled=False)
    assert samples[FIRST].figure[:3] == tuple(report.order.iloc[0][["win_share", "low", "high"]])
    assert samples[FIRST].figure.even == 0.25
    assert samples[TURNS].figure[:3] == tuple(report.lengths.iloc[0][["mean", "low", "high"]])
    assert asked.played == 3


def test_impacts_are_those_of_a_study_of_all_cards_or_of_some() -> None:
    deck, asked = load_deck("guile"), trials("guile", BRINGS)
    whole = study(asked.plan(deck, "random", 3, 2), 2, How(compiled=False))
    sample = asked.samples(deck, "random", 3, 2)[BRINGS]
    assert {key: sums.tolist() for key, sums in sample.sums.items()} == {  # type: ignore[attr-defined]
        key: sums.tolist() for key, sums in impacts_in(whole, deck).sums.items()
    }
    some = asked.samples(deck, "random", 3, 2, cards={"influence_1"})[BRINGS]
    assert {card for card, _ in some.sums} == {"Influence 1"}  # type: ignore[attr-defined]


def test_a_win_rate_is_that_of_a_tournament_on_the_same_deals() -> None:
    with known():
        deck = load_deck("pledges", PLAIN_DECK)
        sample = trials("pledges", BEATS).samples(deck, "random", 3, 4)[BEATS]
        cup = wb.tournament("pledges", ["eager", "random"], deck=deck, games=50, seed=3, compiled=False)
    assert sample.figure.value == pytest.approx(cup.beats.set_index("bot").share["eager"])


def test_options_and_the_deck_s_own_options_are_played_with() -> None:
    asked = trials("guild_master", TURNS, max_turns=5)
    assert asked.samples(load_deck("guild_master"), "random", 3, 2)[TURNS].figure.value == 5


def test_where_chance_says_who_is_next_nobody_begins() -> None:
    with pytest.raises(OptionError, match=r"Quests of the Round Table has no first_seat.*length, win_rates, impact"):
        trials("quests", FIRST, next_player="random").samples(load_deck("quests"), "random", 3, 2)
