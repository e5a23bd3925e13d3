"""Whether a shared server holds up: a flood of pages beside a table in play, and kills in the middle of everything.

    python -m benchmarks.sharing                    # 200 pages, 100 kills and 100 more while publishing
    python -m benchmarks.sharing --kills 6 --check  # fewer; prints only, else the tables go into README.md

The flood: ten visitors ask for pages as fast as they are answered, while a person plays in a browser whose page asks
its kernel for a sign of life four times a second. The kills: SIGKILL for the kernel, the server and both in turn, while
a person plays and a designer edits, sometimes with a full disk. After each kill the page must come back by itself, with
every act that it had shown as done, and none twice.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import nbformat
import psutil

from benchmarks.measuring import Spread
from benchmarks.publishing import kill_while_publishing
from benchmarks.studio import LISTEN
from benchmarks.table import README, machine_facts, with_table
from workbench.play.match import Match

VISITORS, PAGES, KILLS = 10, 200, 100
LONGEST_WAIT = 1000.0  # milliseconds for somebody who is playing meanwhile
PROMPT, LONGEST_SILENCE = 95, 1.0  # so many of 100 pages must begin to arrive within so many seconds
MOST_MEMORY = 3e9  # bytes for the server and its forty kernels, as the docs say
BEAT = 250  # milliseconds
PATIENCE = 120_000  # milliseconds
PLAY = f"""
from workbench.widgets import PlayApp
app = PlayApp("guild_master", seats=2, seed=7, pace=0)
app.table.beat = {BEAT}
app
"""
STUDIO = """
from workbench.widgets import DeckStudio
DeckStudio("guild_master")
"""
DISK_BYTES = 1000 * 4096  # whole pages of memory: a disk in memory is never smaller than asked for
HALF_LOADED_AFTER = 60_000  # milliseconds; by then the script that brings pages back has done so
NOTHING_ARRIVED = "pages that had not begun to arrive, loaded again by hand"
HALF_ARRIVED = "pages that had not arrived whole, loaded again by hand"
VICTIMS = ("the kernel", "the server", "both")
KEPT, ANSWERED = ".rt-bar-status", '.rt-grid[data-waiting="0"]'


MARK_AS_KILLED = "window.killed = true"  # a reloaded page does not have it
HAS_A_KERNEL = """async () => {
  if (window.killed) return false;
  const settings = document.getElementById("jupyter-config-data");
  if (!settings) return false;
  const { baseUrl, kernelId } = JSON.parse(settings.textContent);
  try { return (await fetch(`${baseUrl}api/kernels/${kernelId}`)).status === 200; } catch { return false; }
}"""


# ---------------------------------------------------------------- what is served


def write_notebooks(folder: Path) -> Path:
    """Write two dashboards: a table and a studio."""
    folder.mkdir()
    for name, source in (("index", PLAY), ("studio", STUDIO)):
        kernel = {"name": "python3", "display_name": "Python 3"}
        notebook = nbformat.v4.new_notebook(metadata={"title": name, "kernelspec": kernel})
        notebook.cells = [nbformat.v4.new_markdown_cell(f"# {name}"), nbformat.v4.new_code_cell(source)]
        nbformat.write(notebook, folder / f"{name}.ipynb")
    return folder


@dataclass
class Served:
    """A shared server that can be killed and comes back at the same address."""

    place: Path
    running: Any = None
    stack: ExitStack = field(default_factory=ExitStack)
    port: int = 0

    def start(self) -> None:
        """Start serving, at the same port as the last time."""
        from tests.servers import running_dashboards

        self.stack = ExitStack()
        options = ("--shared", "--port", str(self.port))
        self.running = self.stack.enter_context(running_dashboards(self.place / "notebooks", self.place, *options))
        self.port = urlsplit(self.running.url).port

    def end(self) -> None:
        """Stop what is running."""
        self.stack.close()

    def kill(self, victim: str) -> None:
        """Send SIGKILL to all kernels, the server, or both; a killed server is started again."""
        kernels = self.running.kernels()
        if victim != "the kernel":
            os.kill(self.running.process.pid, signal.SIGKILL)
            self.running.process.wait()
        if victim != "the server":
            for kernel in kernels:
                with suppress(psutil.NoSuchProcess):
                    kernel.kill()
        if victim != "the kernel":
            self.end()
            self.start()

    @property
    def state(self) -> Path:
        """The folder in which the server keeps things."""
        return self.place / "workbench"

    def kept(self, kind: str) -> dict[str, Any]:
        """The newest content of a kind, whoever it was kept for."""
        files = list((self.state / "spaces").glob(f"*/{kind}/*.json"))
        newest = max(files, key=lambda file: file.stat().st_mtime_ns)
        return json.loads(newest.read_text(encoding="utf-8"))["content"]


@contextmanager
def served() -> Iterator[Served]:
    """A shared server whose state lies on a small disk of its own, if one can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_notebooks(place / "notebooks")
        disk = place / "workbench"
        disk.mkdir()
        mounted = not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(disk)], capture_output=True
        ).returncode
        server = Served(place)
        server.start()
        try:
            yield server
        finally:
            server.end()
            if mounted:
                subprocess.run(["umount", str(disk)], check=True)


@contextmanager
def browser_page(width: int = 1280) -> Iterator[Callable[[], Any]]:
    """A factory of pages in one visitor's browser."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM_ARGUMENTS, chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=CHROMIUM_ARGUMENTS)
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(LISTEN)
        yield context.new_page
        browser.close()


# ---------------------------------------------------------------- the flood


def flood(pages: int = PAGES) -> list[tuple[str, str, str, bool]]:
    """Let ten visitors ask for pages while somebody plays; returns what was measured, as rows of a table."""
    from tests.e2e.people import Person
    from tests.serving.visitors import Visitor

    with served() as server, browser_page() as new_page:
        page = new_page()
        page.goto(server.running.url)
        person = Person(page)
        person.wait_until_asked()
        answers: Counter[int] = Counter()
        seconds: list[float] = []
        until_begun: list[float] = []
        most = [0.0]
        done = threading.Event()

        def visit(number: int) -> None:
            visitor = Visitor(server.running)
            for _ in range(pages // VISITORS):
                start = time.monotonic()
                answer = visitor.open(("index", "studio")[number % 2] + ".ipynb")
                answers[answer.status] += 1
                until_begun.append(answer.began - start)
                seconds.append(time.monotonic() - start)

        def weigh() -> None:
            while not done.wait(0.5):
                most[0] = max(most[0], memory(server))

        threads = [threading.Thread(target=visit, args=(number,)) for number in range(VISITORS)]
        scales = threading.Thread(target=weigh)
        begun = page.evaluate("performance.now()")
        start = time.monotonic()
        for thread in (*threads, scales):
            thread.start()
        try:
            acts = play_until(person, lambda: not any(thread.is_alive() for thread in threads))
        except AssertionError as stuck:
            raise AssertionError(f"{stuck}; the table shows {shown_by(page)}") from None
        finally:
            done.set()  # otherwise this program would never end
            scales.join()
        elapsed = time.monotonic() - start
        waits = [wait for since, wait in page.evaluate("window.answers") if since >= begun]
        said = "".join(server.running.log)
    asked = sum(answers.values())
    prompt = sorted(until_begun)[len(until_begun) * PROMPT // 100 - 1]
    return [
        ("pages asked for", f"{asked}, by {VISITORS} visitors in {elapsed:.0f} s", f"{PAGES}", asked >= pages),
        ("dashboards, and pages that ask to wait", f"{answers[200]} and {answers[503]}", "no other answer",
         set(answers) <= {200, 503}),
        ("an answer began after", f"{Spread.of(until_begun).text('s')}, {PROMPT} of 100 within {prompt:.2f} s",
         f"{PROMPT} of 100 within {LONGEST_SILENCE:.0f} s", prompt <= LONGEST_SILENCE),
        ("an answer took", Spread.of(seconds).text("s"), "", True),
        ("most memory of server and kernels", f"{most[0] / 1e9:.2f} GB", f"<= {MOST_MEMORY / 1e9:.0f} GB",
         most[0] <= MOST_MEMORY),
        ("acts at the table meanwhile", str(acts), "", acts > 0),
        ("a sign of life of its kernel took", f"{Spread.of(waits).text('ms')}, at most {max(waits):.0f} ms",
         f"<= {LONGEST_WAIT:.0f} ms", max(waits) <= LONGEST_WAIT),
        ("tracebacks in the terminal", str(said.count("Traceback")), "0", "Traceback" not in said),
    ]  # fmt: skip


def play_until(person: Any, enough: Callable[[], bool]) -> int:
    """Play one act after another until there are enough; returns how many."""
    for acts in itertools.count():
        if enough():
            return acts
        person.wait_until_asked()
        if person.is_over():
            person.start_match()
        else:
            person.act()
    raise AssertionError


def memory(server: Served) -> float:
    """The bytes that the server and its kernels use, with shared memory counted once."""
    total = 0.0
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(server.running.process.pid)
        for each in (process, *process.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                total += each.memory_full_info().pss
    return total


# ---------------------------------------------------------------- kills


class Player:
    """Plays at the table, and knows what the page has shown as done."""

    kind = "autosave"

    def __init__(self, server: Served, page: Any) -> None:
        from tests.e2e.people import Person

        self.server, self.page, self.person = server, page, Person(page)
        page.goto(server.running.notebook("index.ipynb"))
        self.person.wait_until_asked()
        self.person.start_match()

    def settle(self) -> None:
        """Wait until the match is on the page."""
        self.person.wait_until_asked()

    def work(self, number: int, full: bool) -> Sequence[Any]:
        """Play some acts, each shown as done before the next; returns what must be there after a kill."""
        before = self._acts() if full else ()
        for _ in range(1 + number % 3):
            self.person.wait_until_asked()
            if self.person.is_over():
                self.person.start_match()
            self.person.act()
        if full:
            self.page.locator(".rt-bar-error", has_text="cannot be kept").wait_for()
            return before
        return self._acts()

    def hurry(self) -> None:
        """Play one more act, without waiting for its answer."""
        choice = self.page.locator(".rt-ask .rt-choice, button.rt-card").first
        with suppress(Exception):
            choice.click(timeout=500)

    def missing(self, done: Sequence[Any], full: bool) -> str:
        """What is wrong with the restored page; empty if nothing is."""
        self.page.locator(".rt-said-words", has_text="Your match was brought back").wait_for(state="attached")
        self.person.wait_until_asked()
        after = self._acts()
        if list(after[: len(done)]) != list(done):
            return f"{len(done)} acts were done, and {len(after)} others are there"
        own = sum(seat == 0 for seat, *_ in after[len(done) :])
        return f"{own} acts more than were done" if own > 1 else ""

    def _acts(self) -> list[tuple[int, Any]]:
        match = Match.from_dict(self.server.kept(self.kind)["match"])
        return [(act.seat, act.actions) for act in match.acts]


class Editor:
    """Edits a cell of a deck, and knows what the page has shown as kept."""

    kind = "drafts"
    card, column = "Moat", "Resources"

    def __init__(self, server: Served, page: Any) -> None:
        from tests.e2e.designers import Designer

        self.server, self.page, self.designer = server, page, Designer(page)
        page.goto(server.running.notebook("studio.ipynb"))
        self.designer.wait_for_cards()
        self.values = itertools.cycle(["GG", "LL", "MC", "MM"])
        self.seen: list[str] = []  # what the page said was kept
        self.tried: list[str] = []  # what it has since said it cannot keep, but may keep once the disk has room again
        self.work(0, full=False)  # a deck that was never edited is not kept, and not brought back

    def settle(self) -> None:
        """Wait until the deck is on the page, as it was left."""
        if self.seen:
            self.page.get_by_text("Your deck was brought back").wait_for()
        self.designer.wait_for_cards()

    def work(self, number: int, full: bool) -> Sequence[Any]:
        """Make some edits, each shown as kept before the next; returns what must be there after a kill."""
        before, self.tried = self.seen[-1:], []
        for _ in range(1 + number % 3):
            there = "".join(filter(str.isupper, self._shown()))  # after failed edits this may be any of the texts
            text = next(text for text in self.values if text != there)
            self.designer.write(self.card, self.column, text)
            if full:
                self.page.locator(".rt-bar-error", has_text="cannot be kept").wait_for()
                self.tried.append(self._shown())
            else:
                self.page.locator(ANSWERED).first.wait_for(state="attached")
                self.page.locator(KEPT, has_text="kept").wait_for()
                self.seen.append(self._shown())
        return before if full else self.seen[-1:]

    def hurry(self) -> None:
        """Do nothing: a text that is still being typed counts for nothing."""

    def missing(self, done: Sequence[Any], full: bool) -> str:
        """What is wrong with the restored page; empty if nothing is."""
        self.page.get_by_text("Your deck was brought back").wait_for()
        self.designer.wait_for_cards()
        shown = self._shown()
        if done and shown not in (done[-1], *self.tried):
            return f"the cell shows {shown!r} in place of {done[-1]!r}"
        self.seen = self.seen[:1] + [shown]
        return ""

    def _shown(self) -> str:
        return self.designer.cell(self.card, self.column).inner_text().strip()


def wait_for_kernel(page: Any) -> str:
    """Wait until a page, which may be coming back by itself, has a kernel.

    Returns the state in which a person had to reload it, else an empty text. A reload is needed if the server was
    killed before the page began to arrive, so that the browser shows an error of its own, or before the script that
    brings pages back had arrived.
    """
    stood = ""
    for waited in range(PATIENCE // 100):
        with suppress(Exception):  # it is being loaded
            if page.evaluate(HAS_A_KERNEL):
                return stood
            if page.evaluate("location.href").startswith("chrome-error"):
                stood = NOTHING_ARRIVED
                page.reload()
        if waited == HALF_LOADED_AFTER // 100:
            stood = HALF_ARRIVED
            print(f"Half loaded for {HALF_LOADED_AFTER} ms: {source_of(page)}", file=sys.stderr)
            page.reload()
        page.wait_for_timeout(100)
    raise AssertionError(f"The page has no kernel: {page.url} shows {shown_by(page)}")


def source_of(page: Any) -> str:
    """The beginning of a page as the browser holds it, for reporting a fault."""
    try:
        source = page.evaluate("document.readyState + (document.documentElement?.outerHTML ?? ' of an empty page')")
        return str(source)[:3000]
    except Exception as problem:
        return str(problem)


def shown_by(page: Any) -> str:
    """The first words of a page, for reporting a fault."""
    try:
        return repr(" ".join(page.locator("body").inner_text(timeout=1000).split())[:300])
    except Exception as problem:  # it is being loaded, or shows an error of the browser's own
        return f"nothing ({type(problem).__name__})"


@contextmanager
def full_disk(server: Served) -> Iterator[None]:
    """Fill the disk on which the server keeps things, to the last byte."""
    filler = server.state / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    try:
        yield
    finally:
        filler.unlink(missing_ok=True)


def kills(number: int = KILLS) -> list[tuple[str, str, str, bool]]:
    """Kill, check what comes back, and go on; returns what was counted, as rows of a table."""
    chance = random.Random(13)
    faults: list[str] = []
    counts: Counter[str] = Counter()
    seconds = []
    with served() as server, browser_page() as new_page:
        full_at = (
            set(chance.sample(range(number), number // 8))
            if shutil.disk_usage(server.state).total <= DISK_BYTES
            else set()
        )
        people = [Player(server, new_page()), Editor(server, new_page())]
        for attempt in range(number):
            person, victim = people[attempt // 3 % 2], VICTIMS[attempt % 3]
            person.page.bring_to_front()
            stood = wait_for_kernel(person.page)
            person.settle()
            full = attempt in full_at
            with full_disk(server) if full else ExitStack():
                done = person.work(attempt, full)
            if attempt % 2 and not full:
                person.hurry()
            time.sleep(chance.random() / 5)
            for someone in people:  # a kill affects everybody
                with suppress(Exception):  # it is being loaded
                    someone.page.evaluate(MARK_AS_KILLED)
            start = time.monotonic()
            server.kill(victim)
            try:
                stood = wait_for_kernel(person.page) or stood
                fault = person.missing(done, full)
            except Exception as problem:
                fault = f"{type(problem).__name__}: {str(problem).splitlines()[0]}; shown: {shown_by(person.page)}"
                person.page.reload()
            counts.update([stood] if stood else [])
            seconds.append(time.monotonic() - start)
            counts[f"killed: {victim} under {'a match' if isinstance(person, Player) else 'a deck'}"] += 1
            if fault:
                faults.append(f"{attempt} ({victim}, full: {full}): {fault}")
            print(attempt, victim, person.kind, full, round(seconds[-1], 1), fault, file=sys.stderr, flush=True)
    return [
        *((what, str(times), "", True) for what, times in counts.items()),
        ("with a disk that had been full just before", str(len(full_at)), "", bool(full_at) or number < 8),
        ("from the kill until the page was back by itself", Spread.of(seconds).text("s"), "", True),
        ("acts lost or doubled, pages that did not come back", "; ".join(faults) or "0", "0", not faults),
    ]


# ---------------------------------------------------------------- publishing


def publishing(number: int = KILLS) -> list[tuple[str, str, str, bool]]:
    """Kill what publishes, two at a time, and check the gallery; returns what was counted, as rows of a table."""
    with tempfile.TemporaryDirectory() as place:
        outcome = kill_while_publishing(Path(place), max(1, number // 2))
    return [
        ("killed while publishing, two at a time", str(outcome.kills), "", True),
        ("versions that were said to be published", f"{outcome.published:,}", "", True),
        ("refused in words on a full disk", str(outcome.refused), "", bool(outcome.refused) or number < 16),
        ("from a kill until the whole gallery was read", Spread.of(outcome.seconds).text("s"), "", True),
        ("versions lost, doubled or half written", "; ".join(outcome.faults[:9]) or "0", "0", not outcome.faults),
    ]


# ---------------------------------------------------------------- the command


def main(given: list[str] | None = None) -> int:
    """Flood and kill; the exit code is 1 if something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sharing", description="Whether a shared server holds.")
    parser.add_argument("--pages", type=int, default=PAGES, help=f"pages of the flood (default {PAGES})")
    parser.add_argument("--kills", type=int, default=KILLS, help=f"kills (default {KILLS})")
    parser.add_argument("--publishing", type=int, default=KILLS, help=f"kills while publishing (default {KILLS})")
    parser.add_argument(
        "--check", action="store_true", help="print only; else the table goes into benchmarks/README.md"
    )
    asked = parser.parse_args(given)
    held = True
    parts = (("flood", asked.pages, flood), ("kills", asked.kills, kills), ("publishing", asked.publishing, publishing))
    for name, number, run in parts:
        if number:
            load = os.getloadavg()[0]
            rows = run(number)
            text = "\n".join([*_table(rows), "", *(f"- {fact}" for fact in machine_facts(load)[:2])])
            print(text)
            held &= all(row[-1] for row in rows)
            if not asked.check:
                begin, end = f"<!-- {name}: written by python -m benchmarks.sharing -->", f"<!-- end of {name} -->"
                README.write_text(with_table(README.read_text(encoding="utf-8"), text, begin, end), encoding="utf-8")
    return int(not held)


def _table(rows: Sequence[tuple[str, str, str, bool]]) -> Iterator[str]:
    yield from ("| what | measured | target | held |", "|---|---|---|---|")
    for what, measured, target, held in rows:
        yield f"| {what} | {measured} | {target} | {'yes' if held else 'no'} |"


if __name__ == "__main__":
    sys.exit(main())
