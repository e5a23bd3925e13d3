"""The notebook of graphs in JupyterLab: a graph is asked, and a match is replayed, as in a dashboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.slow


def test_a_graph_is_asked_and_a_match_replayed(run_in_lab: Callable[[str], Any]) -> None:
    page = run_in_lab("graphs.ipynb")
    graphs = page.locator(".rt-graphs")
    graphs.locator(".rt-graph-frame [data-key=build]").first.click()
    assert graphs.locator(".rt-graph-said").inner_text().startswith("Build, ")
    replay = page.locator(".rt-replay")
    replay.scroll_into_view_if_needed()
    replay.get_by_role("slider", name="Act").press("ArrowRight")
    replay.get_by_role("status").filter(has_text="Act 1 of").wait_for()
    replay.get_by_label("Moments").select_option(label="The end")
    replay.locator(".rt-table[data-over=true]").wait_for()
    assert page.errors == []
