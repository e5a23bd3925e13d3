"""The lesson of Labyrinth City in Voila: from the teachers' page to its last question, a person among 24 bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person, choose
from tests.e2e.waiting import wait_until
from tests.servers import RunningServer

CLASS = 25
ANSWERS = re.compile("I am done|Answer the offer|Decline the offer")
SIZES = ((1366, 768), (1920, 1080), (360, 740))


class Builder(Person):
    """Somebody who gives nothing away and lays whatever fits, in the first place that is offered."""

    def _submit_a_set(self) -> None:
        self._press_a_choice()

    def _press_a_choice(self) -> None:
        page = self.page
        answer = page.get_by_role("button", name=ANSWERS)  # bots act meanwhile, so one answer replaces another
        if answer.count():
            self.touch(answer.first)
            return
        for things in (".rt-layout-map button.rt-free", "button.rt-card.rt-may", ".rt-tally button.rt-may"):
            if page.locator(things).count():
                self._press(page.locator(things).first)
                return
        self.touch(page.get_by_role("button", name="Stop building"))


@pytest.mark.slow
def test_a_person_among_24_bots_builds_in_the_city_to_its_end(
    dashboards: RunningServer, shared_pages: Callable[..., Any]
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = shared_pages()
    page.goto(dashboards.notebook("teachers.ipynb"))
    page.get_by_role("link", name="Set this table").click()
    builder = Builder(page)
    assert builder.open_lobby().get_by_role("radio", name="Labyrinth City").is_checked()
    builder.start_match(seats=CLASS, seed=7, city_rounds=1)
    looked = False
    while not builder.is_over():
        builder.wait_until_asked()
        if builder.is_over():
            break
        if not looked and page.locator(".rt-map button.rt-free").count():
            looked = True
            page.locator(".rt-map .rt-lot .rt-tile >> nth=3").wait_for(state="attached")
            for wide, high in SIZES:
                page.set_viewport_size({"width": wide, "height": high})
                wait_until(page, "document.documentElement.scrollWidth <= innerWidth")
                assert serious_findings(page) == [], wide
            page.set_viewport_size({"width": 1366, "height": 768})
            grown = "document.querySelector('.rt-map').getBoundingClientRect().width"
            before = page.evaluate(grown)
            page.get_by_role("button", name="Larger").click()
            wait_until(page, f"(before) => {grown} > before", before)
            for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("PDF", b"%PDF")):
                with page.expect_download() as saving:
                    choose(page, f"Save the map as {kind}")
                assert Path(saving.value.path()).read_bytes().startswith(begins)
        builder.act()
    assert looked, "the person was never asked where to lay a card"
    page.get_by_text(re.compile(r"Guild Masters?")).first.wait_for(state="attached")
    page.goto(dashboards.notebook("teachers.ipynb"))
    page.get_by_role("link", name="The lesson as a sheet").first.click()
    page.get_by_text("Where would you get lost in your city?").wait_for()
    assert page.errors == []
