"""Our own notebooks on both stages: as dashboards, and in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.servers import CHECKOUT, RunningServer

NOTEBOOKS = [path.name for path in sorted((CHECKOUT / "notebooks").glob("*.ipynb"))]


def test_the_index_leads_to_a_game_as_a_dashboard(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.url)
    page.get_by_role("link", name="Guild Master").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.get_by_role("tab", name="Rules").wait_for()
    assert page.url == dashboards.notebook("guild_master.ipynb")
    assert page.errors == []


@pytest.mark.slow
def test_the_index_leads_to_a_game_in_jupyterlab(run_in_lab: Callable[[str], Any]) -> None:
    page = run_in_lab("index.ipynb")
    page.get_by_role("link", name="Guild Master").click()
    page.get_by_role("tab", name="guild_master.ipynb").wait_for()


def test_the_index_leads_to_the_studio(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.url)
    page.get_by_role("link", name="Open the studio").click()
    page.get_by_role("button", name="Play this deck").wait_for()
    assert page.url == dashboards.notebook("deck_studio.ipynb")
    assert page.errors == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_dashboard_fits_a_phone_and_a_projector(
    dashboards: RunningServer, new_page: Callable[..., Any], name: str
) -> None:
    page = new_page(width=360, height=800)
    page.goto(dashboards.notebook(name))
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width


def test_our_dashboards_load_where_every_other_host_hangs(
    dashboards: RunningServer, page_behind_dead_network: Any
) -> None:
    page = page_behind_dead_network
    page.goto(dashboards.notebook("guild_master.ipynb"))
    page.get_by_role("button", name="Deal the cards").wait_for()
