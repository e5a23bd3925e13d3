"""Fixtures of pages that work with our scripts alone (see harness.py).

address         where they are served
bare_page       one page for all tests of a module, which each of them finds empty: opening one takes longer than most
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.harness import running_harness

USUAL_SIZE = {"width": 1280, "height": 900}


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
    """Whoever asks for it goes to the page that is wanted; it is as large as any other, and remembers nothing."""
    opened_page.evaluate("localStorage.clear(); sessionStorage.clear()")
    if opened_page.viewport_size != USUAL_SIZE:
        opened_page.set_viewport_size(USUAL_SIZE)
    opened_page.errors.clear()
    opened_page.console_errors.clear()
    return opened_page
