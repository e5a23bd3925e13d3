"""A visitor's browser and the dashboard server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.servers import RunningServer

WIDEST, NARROWEST = 1920, 360


def press(page: Any) -> None:
    """Press the button of the front door and wait until the kernel has answered."""
    page.get_by_role("button", name="Press me").click()
    page.get_by_text("pressed", exact=True).wait_for()


def test_a_dashboard_loads_and_its_kernel_answers(server: RunningServer, page: Any) -> None:
    page.goto(server.url)
    press(page)
    assert page.title() == "Front door"
    assert page.errors == []


def test_a_link_beside_the_notebook_opens_the_other_dashboard(server: RunningServer, page: Any) -> None:
    page.goto(server.url)
    page.get_by_role("link", name="Other").click()
    card = page.get_by_role("button", name="Knight 3, doubled 6")
    card.wait_for()
    assert page.url == server.notebook("other.ipynb")


def test_a_widget_of_our_own_kind_talks_to_its_kernel(server: RunningServer, page: Any) -> None:
    page.goto(server.notebook("other.ipynb"))
    page.get_by_role("button", name="Knight 3").click()
    page.get_by_role("button", name="Knight 4, doubled 8").wait_for()
    assert page.errors == []


def test_a_dashboard_works_where_every_other_host_hangs(server: RunningServer, page_behind_dead_network: Any) -> None:
    page_behind_dead_network.goto(server.url)
    press(page_behind_dead_network)


def test_the_dead_network_is_really_dead(page_behind_dead_network: Any) -> None:
    with pytest.raises(Exception, match="Timeout"):
        page_behind_dead_network.goto("https://cdn.jsdelivr.net/", timeout=1500)


def test_the_source_of_a_notebook_is_not_in_its_page(server: RunningServer, page: Any) -> None:
    page.goto(server.url)
    press(page)
    assert "ipywidgets.Button" not in page.content()


@pytest.mark.parametrize("width", [NARROWEST, WIDEST])
def test_a_page_fits_its_window(server: RunningServer, new_page: Callable[..., Any], width: int) -> None:
    page = new_page(width=width, height=740)
    page.goto(server.url)
    page.get_by_role("button", name="Press me").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_missing_page_leads_back(server: RunningServer, page: Any) -> None:
    page.goto(server.url + "nothing/here")
    page.get_by_role("link", name="list of games").click()
    press(page)


def test_a_visitor_who_wants_less_motion_sees_none(server: RunningServer, new_page: Callable[..., Any]) -> None:
    page = new_page(reduced_motion="reduce")
    page.goto(server.url)
    press(page)
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert page.evaluate(running) == 0


@pytest.mark.parametrize("path", ["", "voila/render/other.ipynb", "nothing/here"])
def test_axe_finds_nothing_serious(server: RunningServer, page: Any, path: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe comes with the extra [dev]")
    page.goto(server.url + path)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    found = [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]])
        for one in axe.Axe().run(page).response["violations"]
    ]
    assert found == []
