"""A visitor's browser and the dashboard server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.waiting import wait_until
from tests.servers import RunningServer

WIDEST, NARROWEST = 1920, 360


def press(page: Any) -> None:
    """Press the button of the front door and wait until the kernel has answered."""
    page.get_by_role("button", name="Press me").click()
    page.get_by_text("pressed", exact=True).wait_for()


@pytest.fixture(scope="module")
def front_door(server: RunningServer, shared_pages: Callable[..., Any]) -> Any:
    """The first page, as opened on a phone by somebody who wants less motion."""
    page = shared_pages(width=NARROWEST, height=740, reduced_motion="reduce")
    page.goto(server.url)
    page.get_by_role("button", name="Press me").wait_for()
    return page


@pytest.fixture(scope="module")
def other_page(server: RunningServer, shared_pages: Callable[..., Any]) -> Any:
    """The page with a widget of our own kind, to which a link beside another notebook leads."""
    page = shared_pages()
    page.goto(server.notebook("quiet.ipynb"))
    page.get_by_role("link", name="Other").click()
    page.get_by_role("button", name="Knight 3, doubled 6").wait_for()
    page.wait_for_url(server.notebook("other.ipynb"))
    return page


def test_a_dashboard_loads_and_its_kernel_answers_without_motion_for_who_wants_none(front_door: Any) -> None:
    press(front_door)
    assert front_door.title() == "Front door"
    running = "document.getAnimations().filter(one => one.playState === 'running').length"
    assert front_door.evaluate(running) == 0
    assert front_door.errors == []


@pytest.mark.slow
def test_a_widget_of_our_own_kind_talks_to_its_kernel(other_page: Any) -> None:
    other_page.get_by_role("button", name="Knight 3").click()
    other_page.get_by_role("button", name="Knight 4, doubled 8").wait_for()
    assert other_page.errors == []


def test_a_dashboard_works_where_every_other_host_hangs(server: RunningServer, page_behind_dead_network: Any) -> None:
    with pytest.raises(Exception, match="Timeout"):
        page_behind_dead_network.goto("https://cdn.jsdelivr.net/", timeout=500)
    page_behind_dead_network.goto(server.url)
    press(page_behind_dead_network)


def test_the_source_of_a_notebook_is_not_in_its_page(front_door: Any) -> None:
    assert "ipywidgets.Button" not in front_door.content()


def test_a_page_fits_its_window(front_door: Any) -> None:
    for width in (NARROWEST, WIDEST):
        front_door.set_viewport_size({"width": width, "height": 740})
        wait_until(front_door, "document.documentElement.scrollWidth <= window.innerWidth")


def test_a_missing_page_leads_back(server: RunningServer, page: Any) -> None:
    page.goto(server.url + "nothing/here")
    assert violations(page) == []
    with page.expect_request(server.notebook("index.ipynb")):
        page.get_by_role("link", name="list of games").click()


@pytest.mark.parametrize("opened", ["front_door", pytest.param("other_page", marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(opened: str, request: pytest.FixtureRequest) -> None:
    page = request.getfixturevalue(opened)
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


def violations(page: Any) -> list[tuple[str, str, list[str]]]:
    """What axe finds on a page, slight things too: rule, impact and the elements."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe comes with the extra [dev]")
    return [
        (one["id"], one["impact"], [node["html"][:120] for node in one["nodes"]])
        for one in axe.Axe().run(page).response["violations"]
    ]
