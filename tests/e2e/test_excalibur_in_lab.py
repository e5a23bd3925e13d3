"""Excalibur's notebook in JupyterLab, run and played by a person with a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import Person

pytestmark = pytest.mark.slow


def test_a_table_of_eight_is_played_at_and_has_its_score(run_in_lab: Callable[[str], Any]) -> None:
    """A whole game and its end, in Voila: test_excalibur_in_voila.py."""
    person = Person(run_in_lab("excalibur.ipynb"))
    page = person.page
    person.wait_until_asked()
    person.start_match(seats=8, seed=3)
    assert person.play(acts=4) == 4
    person.wait_until_asked()
    assert len(person.hand()) > 0
    page.keyboard.press("s")
    page.locator(".rt-score .wb-end").wait_for()
    assert page.errors == []
