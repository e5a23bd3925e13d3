"""Fixtures of pages that work with our scripts alone (see harness.py), and of pages as a school's network shows them.

address         where they are served
school_page     makes pages of a browser that finds this machine by a name, as in a school
bare_page       one page for all tests of a module, which each of them finds empty: opening one takes longer than most
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.chromium import CHROMIUM_ARGUMENTS
from tests.conftest import PATIENCE, chromium, late, watch
from tests.e2e.harness import running_harness

ROOM = "room.test"  # what this machine is called in the network of `school`
USUAL_SIZE = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def school(playwright_driver: Any) -> Iterator[Any]:
    """A browser in whose network this machine has a name, as a school's server has; its pages lack a secure context."""
    named = f"--host-resolver-rules=MAP {ROOM} 127.0.0.1"
    browser = playwright_driver.chromium.launch(executable_path=chromium(), args=[*CHROMIUM_ARGUMENTS, named])
    yield browser
    browser.close()


@pytest.fixture
def school_page(school: Any) -> Iterator[Callable[..., Any]]:
    """A factory of watched pages in empty profiles of that browser."""
    with ExitStack() as contexts:

        def make(**viewport: int) -> Any:
            context = late(school.new_context(viewport=viewport or USUAL_SIZE))
            contexts.callback(context.close)
            context.set_default_timeout(PATIENCE)
            return watch(context.new_page())

        yield make


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_harness() as url:
        yield url


@pytest.fixture(scope="module")
def opened_page(shared_pages: Callable[..., Any], address: str) -> Any:
    page = shared_pages()
    page.goto(f"{address}table/table.css")  # of the same origin, and without a script
    return page


@pytest.fixture
def bare_page(opened_page: Any) -> Any:
    """A page that its user sends to the address they want; it is as large as any other, and remembers nothing."""
    opened_page.evaluate("localStorage.clear(); sessionStorage.clear()")
    if opened_page.viewport_size != USUAL_SIZE:
        opened_page.set_viewport_size(USUAL_SIZE)
    opened_page.errors.clear()
    opened_page.console_errors.clear()
    return opened_page
