"""The lab as a dashboard (`lab.ipynb`): the one journey of this page, whose games a thread of a kernel plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.waiting import wait_until
from tests.servers import RunningServer
from workbench.lab.studies import read_study


def test_questions_are_asked_answered_saved_and_fit_any_screen(
    dashboards: RunningServer, page: Any, tmp_path: Path
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page.goto(f"{dashboards.notebook('lab.ipynb')}?game=guile")
    play = page.get_by_role("button", name="Play the games")
    page.get_by_label("Games?").select_option("500")
    play.click()
    page.locator(".wb-row").nth(1).wait_for()
    page.get_by_text("500 games, sure to").wait_for()
    assert page.locator(".wb-verdict").get_by_text("of 100 games").count() == 1

    page.get_by_role("button", name="Which bot is best?").press("Enter")
    play.click()
    page.locator(".wb-duels .wb-won").first.wait_for()
    assert page.get_by_role("rowheader").first.inner_text().startswith("1")
    page.get_by_text("Found before:").wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the study").click()
    file = tmp_path / "study.json"
    saved.value.save_as(file)
    assert read_study(file.read_text(encoding="utf-8")).bots == ("random", "greedy", "bold")
    page.get_by_role("button", name="All numbers").click()
    page.get_by_role("heading", name="Who beats whom").or_(page.get_by_text("who beats whom")).first.wait_for()
    assert serious_findings(page) == []
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        wait_until(page, "document.documentElement.scrollWidth <= window.innerWidth")

    page.get_by_label("Open a study").set_input_files(file)
    page.get_by_text("Greedy beats").first.wait_for()
    assert page.errors == []
