"""The public suites of PettingZoo and OpenSpiel, run for real on every game of ours, and on broken ones."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.suites import openspiel_suite, passes_openspiel, passes_pettingzoo, pettingzoo_suite, tables
from tests.example_game import GAME as EXAMPLE
from tests.example_game import PLAIN_DECK
from tests.example_game.rules import ACTIONS
from tests.interop.conftest import Setting
from workbench.kernel.actions import allow
from workbench.kernel.game import Game
from workbench.kernel.rule import rule


def test_every_game_passes_the_suite_of_pettingzoo(setting: Setting) -> None:
    pettingzoo_suite(setting.game, setting.variant, setting.seats, setting.deck)


def test_every_game_passes_the_suite_of_openspiel(setting: Setting) -> None:
    """Full tables play a match of the shortest length: a state is saved and read back, act by act, at each of them."""
    options = setting.shortest if setting.full else {}
    openspiel_suite(setting.game, setting.variant, setting.seats, setting.deck, simulations=1, **options)


def test_every_variant_is_tried_at_both_ends_of_its_seats() -> None:
    assert list(tables(EXAMPLE)) == [("round_table", 2), ("round_table", 5), ("great_hall", 3), ("great_hall", 12)]


# Games that are broken on purpose; the suites must say so, whatever becomes of the process.


@rule
def lists_out_of_order(state, deck, seat, actions):
    allow(actions, ACTIONS.pass_)
    allow(actions, ACTIONS.done)


@rule
def asks_nobody(state, deck, events, seat, action):
    state.to_act = 0


def crashes(state, deck, events, seat, action):
    import os

    os._exit(7)


def hangs(state, deck, events, seat, action):
    threading.Event().wait()


def broken(**changed: Any) -> Game:
    """The example game with other rules."""
    return replace(EXAMPLE, variants=(replace(EXAMPLE.variants[0], **changed),))


def test_a_sound_game_passes_in_a_child_process() -> None:
    small = broken(seats=range(2, 3), default_seats=2)
    assert passes_pettingzoo(small, deck=PLAIN_DECK) is None
    assert passes_openspiel(small, deck=PLAIN_DECK, simulations=1) is None


@pytest.mark.parametrize("passes", [passes_pettingzoo, passes_openspiel])
def test_what_a_broken_game_fails_with_is_reported_in_one_line(passes: Any) -> None:
    reason = passes(broken(step=rule(asks_nobody)), deck=PLAIN_DECK)
    assert reason.startswith("round_table with 2 seats: ")
    assert "nobody is asked" in reason
    assert "\n" not in reason


@pytest.mark.parametrize("passes", [passes_pettingzoo, passes_openspiel])
def test_a_game_that_lasts_longer_than_it_declares_fails(passes: Any) -> None:
    assert "is not over after 20 decisions, the most it has" in passes(broken(max_decisions=20), deck=PLAIN_DECK)


def test_openspiel_wants_actions_in_order() -> None:
    reason = passes_openspiel(broken(legal=lists_out_of_order), deck=PLAIN_DECK)
    assert reason is not None
    assert "actions[i - 1] < actions[i]" in reason


@pytest.mark.parametrize("passes", [passes_pettingzoo, passes_openspiel])
def test_a_game_that_crashes_fails(passes: Any) -> None:
    assert passes(broken(step=rule(crashes)), deck=PLAIN_DECK) == "the process died with exit code 7"


@pytest.mark.parametrize("passes", [passes_pettingzoo, passes_openspiel])
def test_a_game_that_hangs_fails(passes: Any) -> None:
    assert passes(broken(step=rule(hangs)), deck=PLAIN_DECK, seconds=1) == "it is not done after 1 seconds"
