"""A visitor's browser and the dashboard server."""

from __future__ import annotations

from typing import Any

from tests.servers import RunningServer


def press(page: Any) -> None:
    """Press the button of the front door and wait until the kernel has answered."""
    page.get_by_role("button", name="Press me").click()
    page.get_by_text("pressed", exact=True).wait_for()


def test_a_dashboard_loads_and_its_kernel_answers(server: RunningServer, page: Any) -> None:
    page.goto(server.url)
    press(page)
    assert page.title() == "Front door"
    assert page.errors == []
