"""What somebody types into the form for publishing stays there, whatever arrives from the kernel meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.designers import Designer
from tests.servers import RunningServer


@pytest.mark.slow
def test_what_is_typed_waits_for_the_form_to_be_filled_and_outlives_edits_that_change_what_is_proposed(
    dashboards: RunningServer, page: Any
) -> None:
    """Text typed while a field is being filled would be mixed with what arrives."""
    designer = Designer(page)
    page.goto(dashboards.url)
    page.get_by_role("link", name="Open the studio").click()
    designer.wait_for_cards()
    assert page.url == dashboards.notebook("deck_studio.ipynb"), "the first page leads to the studio"
    form = page.locator(".rt-publish-form")
    fields = form.locator("input, textarea, select, button")
    assert fields.evaluate_all("all => all.every(one => one.disabled)")
    designer.turn_to("Publish")
    title = form.get_by_label("Title", exact=True)
    title.fill("Mine")  # waits until it can be typed into
    assert title.input_value() == "Mine"
    assert fields.evaluate_all("all => all.every(one => !one.disabled)")
    for resources in ("GG", "MM", "RR"):
        designer.turn_to("Cards")
        designer.write("Inn", "Resources", resources)
        page.locator('.rt-grid[data-waiting="0"]').first.wait_for(state="attached")
        designer.turn_to("Publish")
        page.get_by_role("region", name="What will be public").get_by_text(resources).first.wait_for()
        assert title.input_value() == "Mine"
    assert page.get_by_label("Licence of your changes").input_value() == "CC BY-SA 4.0"
    assert page.errors == []
