"""What redrawing a table costs and what its page weighs, against the commit before the table was drawn as a stage.

Each side is a separate checkout, whose own scripts draw scenes of its own matches in a browser. A redraw is measured in
the page, from the scene to the finished layout, without motion.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

from benchmarks.earlier import CHECKOUT, earlier_checkout
from benchmarks.measuring import Row, Spread, in_turn, ratios

BEFORE = "a449924"  # the last commit before the table was drawn as a stage
TARGET, MORE_WEIGHT = 1.2, 100_000  # bytes
WHAT = "A redraw of Guild Master's table at four seats in Chromium, against that of an earlier commit"
SIDE = """
import gzip, json, statistics
from urllib.request import urlopen
from playwright.sync_api import sync_playwright
from tests.conftest import CHROMIUM_ARGUMENTS, find_chromium
from tests.e2e.harness import running_harness
from workbench.play import Match

match = Match("guild_master", seats=4, seed=7, bots=dict.fromkeys(range(4), "greedy"))
scenes = []
for act in range(140):
    match.play_bot(match.to_act[0])
    if act >= 100:
        scenes.append(match.scene(0).as_dict() | {"asked": act})
with running_harness() as address, sync_playwright() as driver:
    browser = driver.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    page.goto(address)
    page.wait_for_function("window.show !== undefined")
    times = page.evaluate('''(scenes) => [0, 1, 2].flatMap(() => scenes.map((scene) => {
        const begin = performance.now();
        window.show(scene);
        document.getElementById("table").getBoundingClientRect();
        return performance.now() - begin;
    }))''', json.loads(json.dumps(scenes)))
    names = page.evaluate('performance.getEntriesByType("resource").map((one) => one.name)')
    files = [urlopen(name).read() for name in names]
    browser.close()
weights = {"weight": sum(map(len, files)), "packed": sum(len(gzip.compress(file)) for file in files)}
print(json.dumps({"seconds": statistics.median(times[len(scenes):]) / 1000, **weights}))
"""


def redraw(repeats: int) -> Row:
    """The table's redraw here and at the earlier commit, and how much more its page weighs."""
    from tests.conftest import find_chromium

    if find_chromium() is None:
        return Row("redraw", WHAT, "-", "no Chromium on this machine", "-", f"<= {TARGET}")
    with earlier_checkout(BEFORE) as old:
        if old is None:
            return Row("redraw", WHAT, "-", f"no commit {BEFORE} here", "-", f"<= {TARGET}")
        weights: dict[Path, tuple[int, int]] = {}

        def seconds(checkout: Path) -> float:
            made = _measured(checkout)
            weights[checkout] = int(made["packed"]), int(made["weight"])
            return made["seconds"]

        now, before = in_turn((lambda: seconds(CHECKOUT), lambda: seconds(old)), repeats)
        packed, plain = ((here, here - there) for here, there in zip(weights[CHECKOUT], weights[old], strict=True))
    share = ratios(now, before)
    return Row(
        "redraw",
        WHAT,
        Spread.of(now).text("ms", 1000),
        Spread.of(before).text("ms", 1000),
        share.text(),
        f"<= {TARGET}, and a page at most {MORE_WEIGHT // 1000} kB more",
        share.median <= TARGET and packed[1] <= MORE_WEIGHT,
        (
            f"Scripts and styles weigh {packed[0] / 1000:.0f} kB as our server packs them, {packed[1] / 1000:.0f} kB "
            f"more than then; unpacked {plain[0] / 1000:.0f} kB, {plain[1] / 1000:.0f} kB more: the files "
            "of all layouts and emblems.",
            f"A seat's own window, whose four requests are page, style sheet, script and socket, weighs {_windows()}.",
        ),
    )


def _windows() -> str:
    """The packed weight of each game's window, with the emblems of its default deck."""
    from workbench.decks import load_deck
    from workbench.kernel.registry import list_games
    from workbench.widgets.table.drawn_by import table_script, table_style
    from workbench.widgets.table.scene_stream import emblems_of

    weights = []
    for game in list_games().values():
        learnt = json.dumps(emblems_of(load_deck(game.id), {}))
        texts = (table_script(game, "table/seat.js"), table_style(game, "table/seat.css"), learnt)
        weight = sum(len(gzip.compress(text.encode())) for text in texts)
        weights.append(f"{weight / 1000:.0f} kB for {game.title}")
    return ", ".join(weights)


def _measured(checkout: Path) -> dict[str, float]:
    """The median redraw of one checkout in seconds, and the weight of its page in bytes."""
    done = subprocess.run([sys.executable, "-c", SIDE], cwd=checkout, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)
