"""What somebody types into the form for publishing stays there, whatever arrives from the kernel meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.designers import Designer
from tests.servers import running_dashboards


def test_nothing_can_be_typed_before_the_kernel_has_filled_the_form(
    tmp_path: Path, new_page: Callable[..., Any]
) -> None:
    """What is typed while a field is filled would be mixed with what comes."""
    with running_dashboards(None, tmp_path) as server:
        designer = Designer(new_page(width=1366, height=768))
        page = designer.page
        page.goto(server.notebook("deck_studio.ipynb"))
        designer.wait_for_cards()
        form = page.locator(".rt-publish-form")
        fields = form.locator("input, textarea, select, button")
        assert fields.evaluate_all("all => all.every(one => one.disabled)")
        designer.turn_to("Publish")
        title = form.get_by_label("Title", exact=True)
        title.fill("Mine")  # waits until it can be typed into
        assert title.input_value() == "Mine"
        assert fields.evaluate_all("all => all.every(one => !one.disabled)")


@pytest.mark.parametrize("turns", [1, 3])
def test_what_is_typed_outlives_an_edit_that_changes_what_is_proposed(
    tmp_path: Path, new_page: Callable[..., Any], turns: int
) -> None:
    with running_dashboards(None, tmp_path) as server:
        designer = Designer(new_page(width=1366, height=768))
        page = designer.page
        page.goto(server.notebook("deck_studio.ipynb"))
        designer.wait_for_cards()
        designer.turn_to("Publish")
        page.get_by_label("Emblem on the cover").locator("option").first.wait_for(state="attached")
        title = page.locator(".rt-publish-form").get_by_label("Title", exact=True)
        title.fill("Mine")
        for resources in ("GG", "MM", "RR")[:turns]:
            designer.turn_to("Cards")
            designer.write("Inn", "Resources", resources)
            page.locator('.rt-grid[data-waiting="0"]').first.wait_for(state="attached")
            designer.turn_to("Publish")
            page.get_by_role("region", name="What will be public").get_by_text(resources).first.wait_for()
        assert title.input_value() == "Mine"
        assert page.get_by_label("Licence of your changes").input_value() == "CC BY-SA 4.0"
        assert page.errors == []
