"""Our own notebooks on both stages: as dashboards, and in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.waiting import wait_until
from tests.servers import CHECKOUT, RunningServer

# Where each notebook is opened on a phone and on a projector, and found to fit.
LOOKED_AT = {
    "any_game.ipynb": "serving/test_notebooks_in_a_browser.py",
    "cadwallon.ipynb": "e2e/test_cadwallon_in_voila.py",
    "deck_studio.ipynb": "e2e/test_deck_studio_in_voila.py",
    "classroom.ipynb": "serving/test_notebooks_in_a_browser.py",
    "decks.ipynb": "serving/test_drawn_pages.py",
    "excalibur.ipynb": "e2e/test_excalibur_in_voila.py",
    "gallery.ipynb": "serving/test_variants.py",
    "graphs.ipynb": "e2e/test_graphs_in_voila.py",
    "guild_master.ipynb": "e2e/test_guild_master_in_voila.py",
    "guile.ipynb": "e2e/test_guile_in_voila.py",
    "index.ipynb": "serving/test_drawn_pages.py",
    "lab.ipynb": "e2e/test_lab_in_voila.py",
    "matches.ipynb": "serving/test_drawn_pages.py",
    "minute.ipynb": "serving/test_drawn_pages.py",
    "quests.ipynb": "e2e/test_quests_in_voila.py",
    "replay.ipynb": "e2e/test_graphs_in_voila.py",
    "rules.ipynb": "serving/test_drawn_pages.py",
    "teachers.ipynb": "serving/test_drawn_pages.py",
    "variant.ipynb": "e2e/test_sharing_a_variant.py",
}
SIZES = ("360", "1920")


def test_every_notebook_is_looked_at_on_a_phone_and_on_a_projector() -> None:
    assert set(LOOKED_AT) == {path.name for path in (CHECKOUT / "notebooks").glob("*.ipynb")}
    for name, test in LOOKED_AT.items():
        text = (CHECKOUT / "tests" / test).read_text(encoding="utf-8")
        assert name in text or f"/v/{name}" in text, test
        assert all(size in text for size in SIZES), test


@pytest.mark.parametrize(
    "notebook",
    [
        "any_game.ipynb",
        pytest.param("classroom.ipynb", marks=pytest.mark.slow),  # pages of a class: e2e/test_rooms_in_a_browser.py
    ],
)
def test_a_dashboard_fits_a_phone_and_a_projector(dashboards: RunningServer, page: Any, notebook: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(dashboards.notebook(notebook))
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        wait_until(page, "document.documentElement.scrollWidth <= window.innerWidth")


@pytest.mark.slow
def test_the_index_leads_to_a_game_in_jupyterlab(run_in_lab: Callable[[str], Any]) -> None:
    page = run_in_lab("index.ipynb")
    page.get_by_role("link", name="Guild Master").click()
    page.get_by_role("tab", name="guild_master.ipynb").wait_for()
