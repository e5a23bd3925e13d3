"""Guild Master's notebook in JupyterLab, run and played by a person with a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.people import Person

pytestmark = pytest.mark.slow


def test_a_match_has_its_score_and_a_restarted_kernel_finds_it_again(
    run_in_lab: Callable[[str], Any],
) -> None:
    page = run_in_lab("guild_master.ipynb")
    person = Person(page)
    person.wait_until_asked()
    person.start_match(seats=2, seed=7)
    assert person.play(acts=4) == 4
    person.wait_until_asked()
    hand = person.hand()
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel and Run All Cells…").click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    assert person.hand() == hand
