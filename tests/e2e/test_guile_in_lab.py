"""Guile's notebook in JupyterLab, run and played by a person with a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import Person

pytestmark = pytest.mark.slow


def test_a_round_is_played_and_its_cards_are_turned(run_in_lab: Callable[[str], Any]) -> None:
    person = Person(run_in_lab("guile.ipynb"))
    person.wait_until_asked()
    person.start_match(seed=7, code_of_chivalry="yes")
    while not person.reveals():
        person.act()
        person.wait_until_asked()
    said = person.turn_all()
    assert len(said) == 8
    assert "wins round 1" in said[-1]
    person.wait_until_asked()
    assert person.page.locator(".rt-layout-hand .rt-card").count() == 4
