"""stage.js on dashboards: a page of one table fills the window; a page with more on it scrolls as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer
from tests.serving.conftest import write_notebook

TABLE = "from workbench.widgets import PlayApp\nPlayApp('guile', seed=7, autosave=False)"
SCROLLS = "document.documentElement.scrollHeight > innerHeight"


@pytest.fixture(scope="module")
def server(notebooks: Path, server: RunningServer) -> RunningServer:
    """The usual one, with a notebook of a table between words, and one of a table and something else."""
    write_notebook(notebooks / "table.ipynb", "Only a table", TABLE, "assert True")
    write_notebook(notebooks / "more.ipynb", "A table and more", TABLE, "print('and this line')")
    return server


def test_a_page_of_one_table_fills_the_window_and_its_words_fold_away(server: RunningServer, page: Any) -> None:
    page.goto(server.notebook("table.ipynb"))
    words = page.get_by_role("link", name="Other")
    page.locator("body.workbench-stage").wait_for()
    for width, height in ((1366, 768), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        whole = {"x": 0, "y": 0, "width": width, "height": height}
        wait_for(page, lambda whole=whole: page.locator(".rt-stage").bounding_box() == whole, str(whole))
        wait_until(page, f"!({SCROLLS})")
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Only a table"]
    words.wait_for(state="hidden")
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    page.get_by_role("menuitem", name="About this page").click()
    words.wait_for()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    words.wait_for(state="hidden")
    wait_for(page, lambda: menu.evaluate("menu => menu === document.activeElement"))


def test_a_page_with_more_than_a_table_keeps_it_in_sight(server: RunningServer, page: Any) -> None:
    page.goto(server.notebook("more.ipynb"))
    page.locator(".rt-stage .rt-frame").wait_for()
    page.get_by_role("heading", name="A table and more").wait_for()
    page.get_by_text("and this line").wait_for()
    wait_until(page, SCROLLS)
    assert page.locator("body.workbench-stage").count() == 0
