"""The kit catches every fault that was planted, each by the check named for it, and finds nothing in sound games."""

from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import pytest

from tests.checks.broken_rules import shuffle_that_moves_every_card
from tests.checks.planted import FAULTS, Fault, broken
from tests.example_game import GAME as EXAMPLE
from tests.example_game import PLAIN_DECK, known, rules
from workbench.checks import CHECKS, check_game
from workbench.kernel import cards
from workbench.kernel.state import EVERYONE

FEW = 40  # acts that somebody reads through to see what is wrong


def tried_each_time(fault: Fault) -> object:
    """A fault, slow if its game is compiled for it."""
    return pytest.param(fault, marks=pytest.mark.slow) if fault.check == "two speeds" else fault


@pytest.mark.parametrize("fault", [*map(tried_each_time, FAULTS)], ids=str)
def test_a_planted_fault_is_caught_by_the_check_named_for_it(fault: Fault) -> None:
    with fault.planted() as game:
        report = check_game(game, deck=PLAIN_DECK, checks=[fault.check])
    failure = report[fault.check].failure
    assert failure is not None
    assert fault.says in failure.text
    assert failure.match is None or len(failure.match.acts) <= FEW


def test_every_check_has_a_fault_that_it_catches() -> None:
    assert {fault.check for fault in FAULTS} == {check.name for check in CHECKS}


def test_every_fault_has_a_name_of_its_own() -> None:
    assert [name for name, number in Counter(map(str, FAULTS)).items() if number > 1] == []


@pytest.mark.slow
def test_a_sound_game_passes_every_check() -> None:
    """Our own games take minutes: `.ci/run` checks each of them with more effort."""
    with known():
        report = check_game(EXAMPLE, deck=PLAIN_DECK)
    assert report.failures == {}
    assert all(result.tried for result in report.results)


def test_a_slight_bias_takes_more_deals() -> None:
    biased = broken({cards.shuffle: shuffle_that_moves_every_card})
    with known():
        assert check_game(biased, 0, deck=PLAIN_DECK, checks=["fair shuffle"]).passed
        assert not check_game(biased, 1, deck=PLAIN_DECK, checks=["fair shuffle"]).passed


def test_what_a_declaration_opens_is_the_word_of_the_game() -> None:
    """The limit of the kit: if hands are declared open, all may look into them, and no check can know better."""
    with patch.object(rules, "OWNER", EVERYONE):
        open_state = rules.state_spec(5)
    with known():
        assert check_game(broken(state=open_state), deck=PLAIN_DECK, checks=["secrecy"]).passed
