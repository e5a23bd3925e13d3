"""What is planted for suggestions to mend, and how their success is judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.planted_targets import BONUSES, COUNTS, OPTIONS, PLANTS, POINTS, TargetPlant, reaching
from benchmarks.suggestions import BEGIN, END, PAGE, PLANTED, Tried, in_turn, misses, table
from benchmarks.table import with_table
from workbench.lab.simulation import plan_run
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, Figure, Target


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.game}, {plant.group}, {plant.target}")
def test_what_is_planted_is_a_deck_that_can_be_played(plant: TargetPlant) -> None:
    deck = reaching(plant.game)
    for seed in range(3):
        planted = plant.make(deck, Random(seed))
        assert plan_run(plant.game, deck=planted.deck).deck.digest == planted.deck.digest != deck.digest
        assert planted.edits == 1
        assert planted.about


def test_all_games_and_all_kinds_of_edits_are_drawn() -> None:
    turns = [first for first, *_ in in_turn(7)]
    assert len(turns) == PLANTED
    assert Counter(turns) == Counter(PLANTS)
    assert {plant.group for plant in turns} == {POINTS, COUNTS, BONUSES, OPTIONS}
    assert len({plant.game for plant in turns}) == 5


def test_only_what_clearly_misses_its_window_is_planted() -> None:
    turns, first, impact = Target(LENGTH, 20, 22), Target(FIRST_SEAT, -0.01, 0.01), Target(IMPACT, -1, 0.2)
    assert [misses(turns, Figure(value, value, value)) for value in (19, 21, 22.5, 23)] == [True, False, False, True]
    assert [misses(first, Figure(of, of, of, 0.25)) for of in (0.25, 0.265, 0.28)] == [False, False, True]
    assert [misses(impact, Figure(value, value, value)) for value in (0.1, 0.22, 0.24)] == [False, False, True]
    assert not misses(impact, Figure(0.24, 0.19, 0.29)), "by its interval it may be in the window"


def test_the_table_counts_what_is_mended_and_what_is_said_wrongly() -> None:
    of = (20.0, 19.0, 21.0)
    one = Tried(7, 0, "guile", OPTIONS, LENGTH, "a rule", "a target", of, of, of, True, True, 2, ("New rule.",), 60.0)
    wrong = replace(one, mended=False)
    text = table([one, wrong, replace(wrong, reached=False, edits=()), replace(wrong, edits=())])
    assert "1 of 4 are mended, 1 of them with no more edits than were planted." in text
    assert "Of the others 1 are said to be not reached, 1 to need no edit, and 1 to be reached" in text
    assert "| guile | a rule | a target | 20.0 (19.0 to 21.0) | 20.0 (19.0 to 21.0) | **no** |" in text


def test_the_table_has_its_place_on_the_page() -> None:
    text = Path(PAGE).read_text(encoding="utf-8")
    assert with_table(text, "new", BEGIN, END) != text
