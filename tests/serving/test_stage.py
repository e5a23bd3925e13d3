"""stage.js on dashboards: a page of one table fills the window; a page with more on it scrolls as before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
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
        assert not page.evaluate(SCROLLS), width
        assert page.locator(".rt-stage").bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Only a table"]
    assert words.is_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    page.get_by_role("menuitem", name="About this page").click()
    assert words.is_visible()
    assert serious_findings(page) == []
    page.keyboard.press("Escape")
    assert words.is_hidden()
    assert menu.evaluate("menu => menu === document.activeElement")


def test_a_page_with_more_than_a_table_keeps_it_in_sight(server: RunningServer, page: Any) -> None:
    page.goto(server.notebook("more.ipynb"))
    page.locator(".rt-stage .rt-frame").wait_for()
    assert page.get_by_role("heading", name="A table and more").is_visible()
    assert page.get_by_text("and this line").is_visible()
    assert page.locator("body.workbench-stage").count() == 0
    assert page.evaluate(SCROLLS)
