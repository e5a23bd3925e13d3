"""How long a designer waits in the studio: from a committed cell to its effects, in Voila and a real browser.

`studio` runs on the machine as it is; for `slow_studio` the page and the kernel are throttled, and so is the bare
simulation that they are compared with.

The page itself takes the times: when Enter commits a cell, when the bars have changed, and when the report is there
(the pictures of the change and of the whole game and the table of numbers, each of the new deck and none out of date).
Every edit leads to a new deck, so that nothing is answered from what is kept. For `studio` the page also asks the
kernel for a sign of life twenty times a second, and counts its own frames.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat

from benchmarks.measuring import Row, Spread, elapsed_time, in_turn
from benchmarks.throttling import throttled
from workbench.lab.report import simulate

TARGET_SECONDS, TARGET_AT_ONCE = 1.5, 0.1
LEAST_EDITS = 15
GAMES = 10_000
BARE_RUNS = 5
PATIENCE = 120_000  # milliseconds
BEAT = 50  # milliseconds between questions to the kernel while its answers are timed: a quarter of a core
WIDTH, HEIGHT = 1920, 1080
NOTEBOOK = """
from workbench.widgets import DeckStudio
studio = DeckStudio("guild_master", autosave=True)
{before}
studio
"""

# Runs before anything else on the page: times and weighs what goes to the kernel and comes back.
LISTEN = """
window.answers = []; window.asked = []; window.received = 0;
const text = data => typeof data === "string" ? data : new TextDecoder().decode(data);
const holds = (data, word) => (data.byteLength ?? data.length) < 4000 && text(data).includes(word);
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (!this.timed) {
    this.timed = true;
    this.addEventListener("message", ({ data: got }) => {
      window.received += got.byteLength ?? got.length ?? 0;
      if (holds(got, '"pong"') && window.asked.length) {
        const since = window.asked.shift();
        window.answers.push([since, performance.now() - since]);
      }
    });
  }
  if (holds(data, '"ping"')) window.asked.push(performance.now());
  return send.call(this, data);
};
"""

# Runs before an edit: notes when it is committed, judged and measured, and, if frames are counted, the longest pause
# between two of them. Counting makes the page draw sixty times a second.
WATCH = """
() => {
  const part = title => document.querySelector(`section[aria-label="${title}"]`);
  const bars = part("Balance"), numbers = part("The numbers at a glance");
  const pictures = ["Before and after the edit", "Who wins, how long, how close"].map(part);
  const deck = shown => shown.querySelector("[data-deck]")?.dataset.deck;
  const before = deck(numbers);
  const isNew = shown => deck(shown) !== before && !shown.classList.contains("rt-stale");
  const seen = () => [numbers, ...pictures].every(isNew) && pictures.every(shown => shown.querySelector("svg"));
  const games = shown => Number(shown.querySelector("[data-games]")?.dataset.games);
  const measured = () => seen() && [numbers, ...pictures].every(shown => games(shown) === ALL_GAMES);
  window.over = new Promise(end => { window.end = end; });
  const round = window.round = { committed: 0, judged: 0, first: 0, measured: 0, pause: 0, received: 0 };
  const commit = event => {
    if (event.key !== "Enter") return;
    round.committed = performance.now();
    round.received = -window.received;
    let last = round.committed;
    const beat = now => {
      round.pause = Math.max(round.pause, now - last);
      last = now;
      if (!round.measured) requestAnimationFrame(beat);
    };
    if (COUNT_FRAMES) requestAnimationFrame(beat);
    document.removeEventListener("keydown", commit, true);
  };
  document.addEventListener("keydown", commit, true);
  const look = new MutationObserver(changes => {
    if (!round.committed) return;
    if (!round.judged && changes.some(({ target }) => bars.contains(target))) round.judged = performance.now();
    if (!round.first && seen()) round.first = performance.now();
    if (measured()) {
      round.measured = performance.now();
      round.received += window.received;
      look.disconnect();
      window.end();
    }
  });
  const all = { childList: true, subtree: true, attributes: true };
  for (const shown of [bars, numbers, ...pictures]) look.observe(shown, all);
}
"""
THROTTLED = 3  # times slower
MOST_OF_BARE, AT_LEAST = 0.4, 0.3  # until the first verdict: of a bare simulation, or seconds, whichever is larger
MOST_WHOLE, WHOLE_AT_LEAST = 1.5, 1.0
BARE = f"""
import sys, time
from workbench.lab.report import simulate
simulate("guild_master", games={GAMES})
for line in sys.stdin:
    since = time.perf_counter()
    simulate("guild_master", games={GAMES})
    print(time.perf_counter() - since, flush=True)
"""
CELLS = ".rt-sheet tbody tr:nth-child({row}) td.rt-type-letters >> nth=0"


def studio_edits(repeats: int) -> Row:
    """Cell edits in Guild Master's studio: the time until lint and bars, and the fresh report, are on the screen."""
    from tests.conftest import find_chromium

    what = "A committed cell edit until the fresh 10,000-game report is on the screen, and until the bars are (Voila)"
    path = find_chromium()
    if path is None:
        return Row("studio", what, "-", "no Chromium on this machine", "-", "<= 1.5 s and <= 100 ms")
    with _page(path, f"studio.bar.beat = {BEAT}") as page:
        rounds = list(_edits(page, repeats, count_frames=True))
        answers = page.evaluate("window.answers")
    (took,) = in_turn([lambda: elapsed_time(lambda: simulate("guild_master", games=GAMES))], BARE_RUNS)
    bare = Spread.of(took)
    measured, first, judged = (_until(moment, rounds) for moment in ("measured", "first", "judged"))
    spans = [(one["committed"], one["measured"]) for one in rounds]
    waits = [wait for since, wait in answers if any(start <= since <= end for start, end in spans)]
    return Row(
        "studio",
        what,
        measured.text("s"),
        judged.text("ms to the bars", 1000),
        f"{measured.median / judged.median:.3g}",
        "<= 1.5 s and <= 100 ms",
        measured.median <= TARGET_SECONDS and judged.median <= TARGET_AT_ONCE,
        (
            f"The first verdict, of fewer games, came after {first.text('s')}. A bare warm `simulate` of {GAMES:,} "
            f"games took {bare.text('s')} in the same run: the first verdict took {first.median / bare.median:.3g} of "
            f"it, the report {measured.median / bare.median:.3g}.",
            f"{len(rounds)} edits, each to a deck that was not there before; the longest took "
            f"{max(end - start for start, end in spans) / 1000:.3g} s, the slowest bars "
            f"{max(one['judged'] - one['committed'] for one in rounds):.3g} ms.",
            f"While a report was made the kernel answered {len(waits)} signs of life after "
            f"{Spread.of(waits).text('ms')}, at the latest after {max(waits):.3g} ms; "
            f"the page's longest pause between two frames was {max(one['pause'] for one in rounds):.3g} ms.",
            f"{Spread.of([one['received'] for one in rounds]).text('kB', 1e-3)} came over the socket for each edit.",
        ),
    )


def slow_studio(repeats: int) -> Row:
    """The same edits with page and kernel throttled, in turn with a bare simulation that is throttled too."""
    from tests.conftest import find_chromium

    what = f"Page and kernel throttled {THROTTLED} times: a committed edit until the first verdict, and the full report"
    target = f"<= {MOST_OF_BARE:g} or {AT_LEAST:g} s, <= {MOST_WHOLE:g} or {WHOLE_AT_LEAST:g} s"
    path = find_chromium()
    if path is None:
        return Row("slow_studio", what, "-", "no Chromium on this machine", "-", target)
    with _page(path) as page, _bare() as play, throttled(THROTTLED):
        took = [(edit, play()) for edit in _edits(page, repeats)]
    with _bare() as play, throttled(THROTTLED):
        alone = Spread.of([play() for _ in range(BARE_RUNS)])
    rounds, bare = [edit for edit, _ in took], Spread.of([seconds for _, seconds in took])
    first, whole = (_until(moment, rounds) for moment in ("first", "measured"))
    reached = first.median <= max(MOST_OF_BARE * bare.median, AT_LEAST)
    reached = reached and whole.median <= max(MOST_WHOLE * bare.median, WHOLE_AT_LEAST)
    ratios = f"{first.median / bare.median:.3g} and {whole.median / bare.median:.3g}"
    notes = (
        f"{len(rounds)} edits, each followed by a bare warm `simulate` of {GAMES:,} games in a process of its own, "
        f"beside the studio at rest: {bare.text('s')}.",
        f"Without the studio a bare one took {alone.text('s')}, since no threads of a browser and a server wake there "
        f"whenever they go on: the first verdict took {first.median / alone.median:.3g} of that, the report "
        f"{whole.median / alone.median:.3g}.",
    )
    return Row("slow_studio", what, first.text("s"), whole.text("s to the report"), ratios, target, reached, notes)


@contextmanager
def _bare() -> Iterator[Callable[[], float]]:
    """A process that plays a warm simulation on request, and says how many seconds it took."""
    command = [sys.executable, "-c", BARE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        asked, answered = process.stdin, process.stdout
        assert asked is not None
        assert answered is not None

        def play() -> float:
            print(file=asked, flush=True)
            return float(answered.readline())

        play()
        yield play
        asked.close()


def _cells_to_change() -> Iterator[tuple[int, str]]:
    """Cells to change, as a row number of the grid and the text typed there; each makes a new deck."""
    for letters in ("GG", "MM", "LL"):
        for row in range(1, 40):
            yield row, letters


def _edits(page: Any, repeats: int, count_frames: bool = False) -> Iterator[dict[str, float]]:
    """Make edits, each to a new deck, and yield the times of each; a warm-up edit is discarded."""
    cells = itertools.islice(_cells_to_change(), max(LEAST_EDITS, 2 * repeats) + 1)
    edits = (_edit(page, row, letters, count_frames) for row, letters in cells)
    next(edits)
    yield from edits


def _until(moment: str, rounds: Sequence[dict[str, float]]) -> Spread:
    """The seconds from the commit of each edit to a moment."""
    return Spread.of([(one[moment] - one["committed"]) / 1000 for one in rounds])


def _edit(page: Any, row: int, letters: str, count_frames: bool) -> dict[str, float]:
    """Change one cell and wait until its report is there; returns the page's times."""
    page.locator(CELLS.format(row=row)).click()
    watch = WATCH.replace("ALL_GAMES", str(GAMES)).replace("COUNT_FRAMES", "true" if count_frames else "false")
    page.evaluate(watch)
    page.keyboard.type(letters)
    page.keyboard.press("Enter")
    page.evaluate("window.over")
    page.locator('.rt-report-status[data-mood="fresh"]:has(progress[hidden])').wait_for(timeout=PATIENCE)
    return page.evaluate("window.round")


@contextmanager
def _page(chromium: str, before: str = "") -> Iterator[Any]:
    """The studio in a browser, its first report shown; the code `before` has run in its kernel."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM_ARGUMENTS
    from tests.servers import running_dashboards

    with tempfile.TemporaryDirectory() as folder:
        notebooks = Path(folder, "notebooks")
        notebooks.mkdir()
        kernel = {"name": "python3", "display_name": "Python 3"}
        notebook = nbformat.v4.new_notebook(metadata={"title": "Studio", "kernelspec": kernel})
        code = NOTEBOOK.format(before=before)
        notebook.cells = [nbformat.v4.new_markdown_cell("# Studio"), nbformat.v4.new_code_cell(code)]
        nbformat.write(notebook, notebooks / "index.ipynb")
        with running_dashboards(notebooks, Path(folder)) as server, sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
            page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
            page.add_init_script(LISTEN)
            page.goto(server.notebook("index.ipynb"))
            page.locator('.rt-report-status[data-mood="fresh"]:has(progress[hidden])').wait_for(timeout=PATIENCE)
            page.locator('section[aria-label="Bonuses and dead cards"] svg').first.wait_for(
                state="attached", timeout=PATIENCE
            )  # on a tab of its own
            yield page
            browser.close()
