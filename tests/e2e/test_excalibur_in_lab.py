"""Excalibur's notebook in JupyterLab, run and played by a person with a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import Person

pytestmark = pytest.mark.slow


def test_a_game_is_played_to_its_end_and_the_sheet_says_how_it_ended(run_in_lab: Callable[[str], Any]) -> None:
    person = Person(run_in_lab("excalibur.ipynb"))
    page = person.page
    person.wait_until_asked()
    person.start_match(seats=8, seed=3)
    person.play()
    assert page.locator("[data-zone=open-hands]").count() == 8
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    for every_line in page.get_by_text(": every line").all():
        every_line.click()
    outcomes = page.get_by_role("region", name="Score").get_by_role(
        "cell", name=re.compile("^(tainted )?win: |^(ultimate )?loss: ")
    )
    assert outcomes.count() == 8
