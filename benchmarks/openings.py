"""How soon each page begins and is drawn, and the first graph against an empty page, in Voila and a browser.

Each round opens the pages anew, in a browser that has cached nothing. A page begins when the bytes of its title and
first sentence arrive, which come together; it is drawn when what people come for is visible.
"""

from __future__ import annotations

import json
import time
from typing import Any

from benchmarks.home import HEIGHT, PATIENCE, WIDTH, site
from benchmarks.measuring import Row, Spread, in_turn, ratios

MOST_OF_DRAWN, MOST_OF_EMPTY = 0.1, 2.0
EMPTY, GRAPHS = "empty.ipynb", "graphs.ipynb"
TABLE = ".rt-stage :is(.rt-frame, .wb-lobby)"
WITHOUT_KERNEL = {"index.ipynb": ".wb-tile"} | dict.fromkeys(
    ("matches.ipynb", "gallery.ipynb", "decks.ipynb", "teachers.ipynb", "rules.ipynb"), "main"
)
WITH_KERNEL = {  # page -> what people come for
    EMPTY: "#rendered_cells h1",
    **{f"{game}.ipynb": TABLE for game in ("guild_master", "guile", "excalibur", "quests", "cadwallon", "any_game")},
    "deck_studio.ipynb": ".rt-grid",
    "variant.ipynb": "#rendered_cells h1",
    "classroom.ipynb": "#rendered_cells h1",
    "replay.ipynb": ".rt-replay .rt-table",
    GRAPHS: ".rt-graph-frame svg",
}
DRAWN = WITHOUT_KERNEL | WITH_KERNEL
WATCH = """
const look = () => {
  const found = [...document.querySelectorAll(%s)].some((one) => one.checkVisibility());
  if (found) window.drawnAfter = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
BEGUN = "performance.getEntriesByType('navigation')[0].responseStart"
WHAT_OPENS = "The latest beginning of a page, title and a sentence, against its drawing (Voila)"
WHAT_DRAWS = "The first graph of the page of graphs, against a page with one heading (Voila)"


def openings(repeats: int) -> Row:
    """How soon each of our pages begins, as a fraction of the time until it is drawn."""
    begun: dict[str, list[float]] = {page: [] for page in DRAWN}
    drawn: dict[str, list[float]] = {page: [] for page in DRAWN}
    with site() as found:
        if found is None:
            return Row("openings", WHAT_OPENS, "-", "no Chromium on this machine", "-", f"<= {MOST_OF_DRAWN}")
        for turn in range(repeats + 1):
            for page in DRAWN:
                first, whole = opened(*found, page)
                if turn:  # the first round is a warm-up
                    begun[page].append(first)
                    drawn[page].append(whole)
    # A page without a kernel comes whole: all of it is there in a tenth of the time of the smallest page with a kernel.
    shares = {page: ratios(begun[page], drawn[page]) for page in WITH_KERNEL}
    shares |= {page: ratios(drawn[page], drawn[EMPTY]) for page in WITHOUT_KERNEL}
    worst = max(shares, key=lambda page: shares[page].median)
    first = drawn if worst in WITHOUT_KERNEL else begun
    whole = drawn[EMPTY if worst in WITHOUT_KERNEL else worst]
    notes = tuple(
        f"{page} begins after {Spread.of(begun[page]).text('ms', 1000)}, drawn after {Spread.of(drawn[page]).text('s')}"
        for page in DRAWN
    )
    return Row(
        "openings", WHAT_OPENS, f"{Spread.of(first[worst]).text('ms', 1000)}, {worst}", Spread.of(whole).text("s"),
        shares[worst].text(), f"<= {MOST_OF_DRAWN}", shares[worst].median <= MOST_OF_DRAWN, notes,
    )  # fmt: skip


def first_graph(repeats: int) -> Row:
    """The page of graphs until its first graph, and a page with only a heading, in turn."""
    with site() as found:
        if found is None:
            return Row("first_graph", WHAT_DRAWS, "-", "no Chromium on this machine", "-", f"<= {MOST_OF_EMPTY}")
        graphs, empty = in_turn([lambda page=page: opened(*found, page)[1] for page in (GRAPHS, EMPTY)], repeats)  # type: ignore[misc]
    share = ratios(graphs, empty)
    return Row(
        "first_graph", WHAT_DRAWS, Spread.of(graphs).text("s"), Spread.of(empty).text("s"), share.text(),
        f"<= {MOST_OF_EMPTY:.0f}", share.median <= MOST_OF_EMPTY,
    )  # fmt: skip


def opened(browser: Any, server: Any, page: str) -> tuple[float, float]:
    """Seconds from the request for a page until it begins, and until it is drawn."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
    tab = context.new_page()
    tab.add_init_script(WATCH % json.dumps(DRAWN[page]))
    tab.goto(server.notebook(page), wait_until="commit")
    end = time.monotonic() + PATIENCE / 1000
    while (drawn := tab.evaluate("window.drawnAfter")) is None:
        assert time.monotonic() < end, f"{page} is not drawn"
        time.sleep(0.05)
    begun = tab.evaluate(BEGUN)
    context.close()
    return begun / 1000, drawn / 1000
