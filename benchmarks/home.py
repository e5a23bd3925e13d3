"""How soon the first page appears: its first paint, against the time until a table is drawn, in Voila and a browser.

Each round opens both pages anew, in a browser that has cached nothing. The browser itself reports when it first painted
something of a page; a table is drawn when a hand lies on it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat

from benchmarks.measuring import Row, Spread, in_turn, ratios

TARGET = 0.5
PATIENCE = 120_000  # milliseconds
WIDTH, HEIGHT = 1366, 768
TABLE = 'from workbench.widgets import PlayApp\napp = PlayApp("guild_master", seats=4, autosave=False)\napp'
WHAT = "The first paint of the first page, against the time until a table is drawn (Voila)"
FIRST_PAINT = """
() => new Promise(seen => new PerformanceObserver(list => {
  const paint = list.getEntries().find(({ name }) => name === "first-contentful-paint");
  if (paint) seen(paint.startTime);
}).observe({ type: "paint", buffered: true }))
"""
DRAWN = "() => new Promise(seen => requestAnimationFrame(() => seen(performance.now())))"


def first_paint(repeats: int) -> Row:
    """The first page against a table, each opened by a browser that has cached nothing."""
    with site() as found:
        if found is None:
            return Row("home", WHAT, "-", "no Chromium on this machine", "-", f"<= {TARGET}")
        browser, server = found

        def home() -> float:
            return _opened(browser, server.url, ".wb-tile", FIRST_PAINT)

        def table() -> float:
            return _opened(browser, server.notebook("table.ipynb"), ".rt-layout-hand .rt-card", DRAWN)

        paints, tables = in_turn((home, table), repeats)
    share = ratios(paints, tables)
    ours, theirs = Spread.of(paints), Spread.of(tables)
    return Row(
        "home", WHAT, ours.text("s"), theirs.text("s to a drawn table"), share.text(), f"<= {TARGET}",
        share.median <= TARGET,
    )  # fmt: skip


def _opened(browser: Any, address: str, shown: str, when: str) -> float:
    """The seconds from the request until `when` reports that part of a page is visible; `shown` must be on it."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    page = context.new_page()
    page.goto(address, wait_until="commit")
    page.locator(shown).first.wait_for(timeout=PATIENCE)
    milliseconds = page.evaluate(when)
    context.close()
    return float(milliseconds) / 1000


@contextmanager
def site() -> Iterator[tuple[Any, Any] | None]:
    """A browser, and a server of the workbench's notebooks, a table and an empty page; None without Chromium."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM_ARGUMENTS, find_chromium
    from tests.servers import CHECKOUT, running_dashboards

    if (chromium := find_chromium()) is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder, as_installed(Path(folder)):
        notebooks = Path(folder, "notebooks")
        shutil.copytree(CHECKOUT / "notebooks", notebooks)
        kernel = {"name": "python3", "display_name": "Python 3"}
        for name, cell in (
            ("table", nbformat.v4.new_code_cell(TABLE)),
            ("empty", nbformat.v4.new_markdown_cell("# Empty")),
        ):
            notebook = nbformat.v4.new_notebook(metadata={"title": name.title(), "kernelspec": kernel}, cells=[cell])
            nbformat.write(notebook, notebooks / f"{name}.ipynb")
        with running_dashboards(notebooks, Path(folder)) as server, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
            yield browser, server
            browser.close()


@contextmanager
def as_installed(folder: Path) -> Iterator[None]:
    """Let processes started meanwhile keep their bytecode, as an installed package does."""
    before = dict(os.environ)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
