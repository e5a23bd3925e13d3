from __future__ import annotations

from typing import Any

import pytest

from workbench.kernel.cards import shuffle
from workbench.kernel.chance import random_word
from workbench.kernel.engine.linking import link
from workbench.kernel.rule import Bound, rule

STEP: Any = Bound("STEP")
TABLE: Any = Bound("TABLE")
finish: Any = Bound("finish")


@rule
def count_up(number):
    """Count up by a bound number, then let a bound rule finish."""
    return finish(number + STEP) + TABLE[0]


@rule
def double(number):
    """Twice a number; reaches a bound name of its own."""
    return 2 * number + len(TABLE)


@rule
def negate(number):
    """The other sign."""
    return -number


def plain(number: int) -> int:
    """No rule: it is left as it is."""
    return number


@rule
def outer(number):
    """Reaches a rule in a comprehension and a function that is none."""
    return plain(sum([double(i) for i in range(number)]))


def linked(function, step, finishing, table=(5, 6)):
    return link({"it": function}, {"STEP": step, "TABLE": table, "finish": finishing}, rule)["it"]


def test_bound_names_are_filled_with_numbers_arrays_and_rules():
    assert linked(count_up, 3, negate)(4) == -7 + 5
    assert linked(count_up, 3, double)(4) == 14 + 2 + 5


def test_two_games_linked_from_one_source_do_not_touch_each_other():
    one, other = linked(count_up, 1, negate), linked(count_up, 100, negate)
    assert (one(0), other(0)) == (4, -95)


def test_the_original_functions_stay_as_they_are():
    linked(count_up, 3, negate)
    with pytest.raises(TypeError, match=r"STEP|finish|unsupported"):
        count_up(1)


def test_rules_inside_comprehensions_are_linked_too():
    assert linked(outer, 0, negate)(3) == 2 * (0 + 1 + 2) + 3 * 2


def test_every_reached_rule_is_wrapped_once_and_nothing_else():
    wrapped = []

    def note(clone):
        wrapped.append(clone.__name__)
        return rule(clone)

    link({"one": outer, "other": double}, {"TABLE": (1,)}, note)
    assert sorted(wrapped) == ["double", "outer"]


def test_rules_of_other_modules_are_reached():
    wrapped = []

    def note(clone):
        wrapped.append(clone)
        return rule(clone)

    link({"shuffle": shuffle}, {}, note)
    names = {clone.__name__ for clone in wrapped}
    assert {"shuffle", "card_key", "random_word", "lose_track"} <= names
    assert random_word not in wrapped


def test_a_clone_keeps_its_name_place_and_documentation():
    clone = linked(count_up, 1, negate)
    assert (clone.__name__, clone.__module__, clone.__doc__) == ("count_up", __name__, count_up.__doc__)


def test_a_missing_binding_is_an_error_that_names_it():
    with pytest.raises(KeyError, match=r"STEP|TABLE|finish"):
        link({"it": count_up}, {}, rule)


@pytest.mark.parametrize("use", [lambda bound: bound(1), lambda bound: bound[0], len], ids=["call", "index", "length"])
def test_a_name_that_no_game_has_filled_says_what_to_do(use):
    with pytest.raises(TypeError, match=r"STEP is filled when a game is played"):
        use(STEP)


def test_a_rule_may_take_the_place_of_another():
    @rule
    def five_times(number):
        return 5 * number

    swapped = link({"it": outer}, {"TABLE": (1,)}, rule, {double: five_times})["it"]
    assert swapped(3) == 5 * (0 + 1 + 2)
    assert link({"it": outer}, {"TABLE": (1,)}, rule)["it"](3) == 2 * (0 + 1 + 2) + 3 * 1
