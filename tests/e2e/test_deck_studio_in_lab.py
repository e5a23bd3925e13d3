"""The designer's studio in JupyterLab, run and worked by a designer with a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.designers import CHANGE, Designer
from tests.e2e.people import Person

pytestmark = pytest.mark.slow


@pytest.fixture
def designer(run_in_lab: Callable[[str], Any]) -> Designer:
    """Somebody who has opened the notebook and run all its cells."""
    somebody = Designer(run_in_lab("deck_studio.ipynb"))
    somebody.wait_until_fresh()
    return somebody


def test_a_card_is_changed_judged_measured_found_again_by_a_new_kernel_undone_and_played(designer: Designer) -> None:
    page = designer.page
    opened = designer.digest()
    designer.write("Irrigation", "Resources", "GG")
    designer.part("Balance").get_by_text("was 33").first.wait_for()
    designer.wait_until_measured(opened)
    edited = designer.digest()
    designer.seen(CHANGE).get_by_role("img", name="Shares: after less before").wait_for()
    page.get_by_text("kept", exact=True).wait_for()
    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel and Run All Cells…").click()
    page.get_by_role("button", name="Confirm Kernel Restart").click()
    page.get_by_text("Your deck was brought back").wait_for()
    assert designer.cell("Irrigation", "Resources").inner_text().split() == ["♛", "G", "♛", "G"]
    designer.wait_until_measured(opened)
    assert designer.digest() == edited
    designer.write("Irrigation", "Resources", "TT")
    page.get_by_role("group", name="Deck", exact=True).get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: Irrigation, resources: GG → TT.").wait_for()
    page.get_by_role("button", name="Play this deck").click()
    Person(page).wait_until_asked()
    page.get_by_text("This game is played with the list as it is now.").wait_for()
