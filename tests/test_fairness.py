"""The fairness benchmark: its counts are those of the kernel's chance, and it notices chance that is not fair."""

from __future__ import annotations

from math import erfc

import numpy as np
import pytest

from benchmarks import fairness
from benchmarks.fairness import Question, at_least, count_draws, counted, main, questions
from benchmarks.table import README
from workbench.checks.shuffling import deviation
from workbench.kernel.chance import GAME_STREAM, random_below, seed_generator
from workbench.kernel.rule import rule

SMALL = [question for question in questions() if question.cells <= 36]


@rule
def count_loaded_draws(first, deals, seed, state, deck, counts):
    """About one number in fifty is counted as 0, whatever was drawn."""
    for number in range(first, first + deals):
        seed_generator(state.random_state, seed, number, GAME_STREAM)
        drawn = random_below(state.random_state, 6)
        counts[0 if random_below(state.random_state, 50) == 0 else drawn] += 1


LOADED = Question("Loaded dice", count_loaded_draws, np.arange(3), 6)


@pytest.mark.parametrize("question", SMALL, ids=lambda question: question.text)
def test_chance_is_fair_in_thousands_of_deals(question: Question) -> None:
    counts = counted(question, 6_000, 31, plain=True)
    assert counts.sum() == 6_000
    assert at_least(question.statistic(counts), question.degrees) > fairness.UNFAIR


@pytest.mark.parametrize("number", [5, 6])
def test_every_card_and_position_of_a_real_deck_is_counted(number: int) -> None:
    question, deals = questions()[number], 40
    counts = counted(question, deals, 31, plain=True)
    if question.cards:
        table = counts.reshape(question.cards, question.cards)
        assert set(table.sum(axis=0)) == {deals} == set(table.sum(axis=1))
    else:
        assert counts.sum() == deals
        assert np.count_nonzero(counts) > deals * 0.9


@pytest.mark.slow
def test_compiled_counts_are_those_of_plain_python() -> None:
    question = SMALL[0]
    assert np.array_equal(counted(question, 500, 2**40 + 7), counted(question, 500, 2**40 + 7, plain=True))


@pytest.mark.parametrize(("statistic", "degrees"), [(15.086, 5), (57.342, 35), (23.209, 10), (135.807, 100)])
def test_p_is_that_of_printed_tables(statistic: float, degrees: int) -> None:
    assert at_least(statistic, degrees) == pytest.approx(0.01, rel=1e-3)


def test_p_of_many_degrees_of_freedom_is_that_of_a_normal_distribution() -> None:
    assert at_least(12_544, 12_544) == pytest.approx(0.5, abs=0.01)
    statistic = 12_544 + 3 * (2 * 12_544) ** 0.5
    normal = erfc(deviation(statistic, 12_544) / 2**0.5) / 2
    assert at_least(statistic, 12_544) == pytest.approx(normal, rel=0.01)
    assert at_least(0, 5) == 1


def test_the_command_fails_for_loaded_dice_alone(monkeypatch, capsys) -> None:
    before = README.read_text(encoding="utf-8")
    for question, code in ((LOADED, 1), (Question("Dice", count_draws, np.arange(3), 6), 0)):
        monkeypatch.setattr(fairness, "questions", lambda question=question: [question])
        assert main(["--deals", "100000", "--check"]) == code
        assert f"| {question.text} | 100,000 | 5 |" in capsys.readouterr().out
    assert README.read_text(encoding="utf-8") == before


def test_too_few_deals_are_refused(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["--deals", "10"])
    assert "--deals is 10; give at least 100000" in capsys.readouterr().err
