"""A class whose browsers may store nothing: play goes on, and a page comes back after its kernel has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.people import Person
from tests.e2e.storages import FORBIDDEN, FULL
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer, running_dashboards


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of its own, whose kernels may be ended."""
    with running_dashboards(None, tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("storage", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_a_match_comes_back_where_the_browser_may_store_nothing(
    server: RunningServer, new_page: Callable[..., Any], storage: str
) -> None:
    page = new_page(width=360, height=740)
    page.add_init_script(storage)
    page.goto(server.notebook("guile.ipynb"))
    person = Person(page)
    person.start_match(seats=2, people=(0,), seed=7)
    unkept = page.locator(".rt-bar-unkept")
    unkept.wait_for()
    unkept.get_by_text("storage is forbidden or full").wait_for()
    wait_until(page, "document.documentElement.scrollWidth <= 360")
    unkept.get_by_role("button", name="Understood").click()
    person.wait_until_asked()
    person.play(acts=2)
    person.wait_until_asked()
    hand, asked = person.hand(), person.question()
    for kernel in server.kernels():
        kernel.kill()
    page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
    person.wait_until_asked()
    wait_for(page, lambda: (person.hand(), person.question() != "0") == (hand, asked != "0"))
    assert unkept.count() == 0, "it is said once"
    person.play(acts=1)
    assert page.errors == []
