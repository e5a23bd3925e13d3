"""The page of graphs in JupyterLab: a graph, the replay and the story of a match, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.waiting import wait_until

pytestmark = pytest.mark.slow


def test_graphs_replay_and_story_work_and_every_exercise_checks_itself(run_in_lab: Callable[[str], Any]) -> None:
    page = run_in_lab("graphs.ipynb")
    graphs, replay = page.locator(".rt-graphs"), page.locator(".rt-replay")
    graphs.locator(".rt-graph-frame [data-key=deal]").click()
    said = graphs.locator(".rt-graph-said")
    said.filter(has_text="The deal").wait_for()
    graphs.locator(".rt-graph-frame [data-key=deal]").press("ArrowRight")
    said.filter(has_text="First trade").wait_for()
    graphs.locator(".rt-graph-frame [data-key=trade_1]").press("End")
    said.filter(has_text="the game is over").wait_for()
    replay.get_by_role("slider", name="Act").press("ArrowRight")
    replay.get_by_role("status").filter(has_text="Act 1 of").wait_for()
    replay.get_by_label("Graph").select_option(label="Where in the game")
    replay.locator(".rt-graph-frame [data-key]").first.wait_for()
    replay.locator(".rt-replay-moments button", has_text="The end").click()
    wait_until(page, "() => document.querySelector('.rt-replay .rt-table').dataset.over === 'true'")
    replay.get_by_role("heading", name="Who was expected to win").wait_for()
    page.locator(".jp-Cell").last.locator(".jp-OutputArea-output").wait_for()
    assert page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    assert page.errors == []
