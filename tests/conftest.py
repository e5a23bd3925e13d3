"""Fixtures that every room's tests may use.

Rules:
    nothing_compiled           no compiled code is at hand, as on a new machine

Servers (real processes on free ports of 127.0.0.1, ended by their own process id):
    serve_dashboards(folder)   start `workbench serve` on a folder of notebooks; a RunningServer
    dashboards                 the dashboards of this checkout's notebooks, one server for the session
    lab                        JupyterLab on a copy of this checkout's notebooks, one for the session
    run_in_lab(name)           opens a notebook there and runs all its cells; the page

Browser (a real Chromium; skipped with a reason where there is none, never skipped under .ci/run):
    browser                    one Chromium for all tests of a process (see chromium.py)
    page                       a new empty profile; the test fails if the page asked any host but 127.0.0.1
    new_page                   a factory of such pages, e.g. for two windows or another screen size:
                               new_page(width=360, height=740, reduced_motion="reduce", ...)
    shared_pages               the same, kept for all tests of a module: a dashboard takes seconds to open
    page_behind_dead_network   a page for which every host but 127.0.0.1 hangs for ever

A page's `requests` (list of addresses it asked for), `errors` (uncaught errors of its scripts) and
`console_errors` are there to be asserted on.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, settings

from tests.chromium import CHROMIUM_ARGUMENTS, RunningChromium, find_chromium
from tests.layers import pytest_terminal_summary  # noqa: F401
from tests.servers import CHECKOUT, RunningServer, environment_for_servers, running, running_dashboards
from tests.shares import share_of

PATIENCE = 120_000  # milliseconds for what a page does: it may wait for rules to compile while other tests run
WRITES_NO_BYTECODE = pytest.StashKey[bool]()
LATE = "WORKBENCH_TESTS_LATE"  # an environment variable: by how many milliseconds all that reaches a page is delayed

# No property fails for being slow: a machine that pauses for a second is no fault of what it runs.
# Everything else in the profile in force (that of CI, or of broken rules) stays.
settings.register_profile("no_clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no_clock")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run take a share of the files, so that slow ones can take turns."""
    parser.addoption("--share", metavar="PART/PARTS", help="run one part of the files only: 2/3 is the second of three")


def pytest_configure(config: pytest.Config) -> None:
    """Workers take files in the order of the collection, not those with the fewest tests last: those are the longest.

    What pytest makes of our tests is kept for the next run even where bytecode is not: making it takes longer than
    collecting them.
    """
    config.option.loadscopereorder = False
    config.stash[WRITES_NO_BYTECODE] = sys.dont_write_bytecode
    sys.dont_write_bytecode = False
    sys.modules.setdefault("rfc3987_syntax", None)  # as in our servers: see voila_inside.py


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile all games once, one on each core, before workers start that would wait for each other to do it."""
    config = session.config
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if everything and getattr(config.option, "numprocesses", None):
        command = [sys.executable, "-m", "workbench.lab.making_ready", "--without-search"]  # few tests search compiled
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
            process.wait()  # with its input open: it ends when that is closed


@pytest.hookimpl(trylast=True)  # after tests that are not asked for are left out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files with pages first, so that no worker is left alone with one at the end; the others stay in order."""
    if share := config.option.share:
        ours = share_of((item.path for item in items), share)
        config.hook.pytest_deselected(items=[item for item in items if item.path not in ours])
        items[:] = [item for item in items if item.path in ours]
    with_pages = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path not in with_pages)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for unused cycles less often: with all that is imported here it took a sixth of the time (measured)."""
    sys.dont_write_bytecode = session.config.stash[WRITES_NO_BYTECODE]
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No rules are compiled yet, neither on disk nor in this process."""
    from workbench.kernel.engine import speeds

    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "compiled"))
    monkeypatch.setattr(speeds, "_compiled", {})


@pytest.fixture
def serve_dashboards(tmp_path: Path) -> Iterator[Callable[[Path], RunningServer]]:
    """Start `workbench serve` on a folder of notebooks; every server started is ended with the test."""
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(running_dashboards(folder, tmp_path))


@pytest.fixture(scope="session")
def dashboards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """The dashboards of this checkout's notebooks."""
    with running_dashboards(None, tmp_path_factory.mktemp("dashboards")) as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """JupyterLab on a copy of this checkout's notebooks: open lab.url + 'lab/tree/guild_master.ipynb'."""
    pytest.importorskip("jupyterlab", reason="JupyterLab is not installed; it comes with the extra [dev]")
    place = tmp_path_factory.mktemp("lab")
    notebooks = place / "notebooks"
    shutil.copytree(CHECKOUT / "notebooks", notebooks, ignore=shutil.ignore_patterns(".*"))
    settings = place / "jupyter" / "labconfig" / "page_config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}))
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={notebooks}"]
    command += ["--ServerApp.password=", "--LabApp.news_url=None", "--LabApp.check_for_updates_class="]
    command[-1] += "jupyterlab.NeverCheckForUpdate"
    with running(command, environment_for_servers(place), place) as server:
        address = urlsplit(server.url)
        server.url = f"http://127.0.0.1:{address.port}/"
        yield server


def chromium() -> str:
    """The path of a Chromium; skips the test if there is none, fails it where one is promised."""
    found = find_chromium()
    if found is None:
        reason = "no Chromium was found: install chromium-headless-shell, or name one in WORKBENCH_CHROMIUM"
        if os.environ.get("WORKBENCH_BROWSER_REQUIRED"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def is_ours(address: str) -> bool:
    """Whether asking for this address stays on this machine."""
    parts = urlsplit(address)
    return parts.scheme in ("data", "blob", "about") or parts.hostname == "127.0.0.1"


def watch(page: Any) -> Any:
    """Record what the page asks for and what goes wrong in it."""
    page.requests, page.errors, page.console_errors = [], [], []
    page.on("request", lambda request: page.requests.append(request.url))
    page.on("websocket", lambda connection: page.requests.append(connection.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda said: page.console_errors.append(said.text) if said.type == "error" else None)
    return page


@pytest.fixture(scope="module")
def playwright_driver() -> Iterator[Any]:
    """Playwright for one test module; longer would leave its event loop running under other tests."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright comes with the extra [dev]")
    chromium()
    with playwright.sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def running_chromium() -> Iterator[RunningChromium]:
    """One Chromium for all modules."""
    running = RunningChromium()
    yield running
    running.end()


@pytest.fixture(scope="module")
def browser(playwright_driver: Any, running_chromium: RunningChromium) -> Iterator[Any]:
    """One module's connection to the Chromium; every page gets a new empty profile."""
    browser = playwright_driver.chromium.connect_over_cdp(running_chromium.address(chromium()))
    yield browser
    browser.close()  # ends the connection and what was opened through it, not the Chromium


def late(context: Any) -> Any:
    """A context whose pages hear everything late where `WORKBENCH_TESTS_LATE` asks for it."""
    if os.environ.get(LATE):
        script = (CHECKOUT / "tests" / "late.js").read_text(encoding="utf-8")
        context.add_init_script(script.replace("MILLISECONDS", str(int(os.environ[LATE]))))
    return context


@contextmanager
def watched_pages(browser: Any) -> Iterator[Callable[..., Any]]:
    """A factory of watched pages in empty profiles; closes them and fails if one asked another host."""
    pages: list[Any] = []

    def make(width: int = 1280, height: int = 900, **options: Any) -> Any:
        context = late(browser.new_context(viewport={"width": width, "height": height}, **options))
        context.set_default_timeout(PATIENCE)
        pages.append(watch(context.new_page()))
        return pages[-1]

    yield make
    for page in pages:
        page.context.close()
    strangers = sorted({address for page in pages for address in page.requests if not is_ours(address)})
    assert not strangers, f"The page asked other hosts: {strangers}"


@pytest.fixture
def new_page(browser: Any) -> Iterator[Callable[..., Any]]:
    """A factory of watched pages; `width`, `height` and any option of a Playwright context."""
    with watched_pages(browser) as make:
        yield make


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """A new page in an empty profile that must never ask another host."""
    return new_page()


@pytest.fixture(scope="module")
def shared_pages(browser: Any) -> Iterator[Callable[..., Any]]:
    """A factory of pages that the tests of a module use one after the other."""
    with watched_pages(browser) as make:
        yield make


@pytest.fixture
def run_in_lab(lab: RunningServer, page: Any) -> Callable[[str], Any]:
    """A function that opens a notebook in JupyterLab, runs all its cells and returns the page."""

    def run(name: str) -> Any:
        # The server remembers which notebooks were open, and for a moment an earlier test's would be in front.
        page.goto(f"{lab.url}lab/tree/{name}?reset")
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for(state="attached")
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        return page

    return run


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that accepts connections and never answers."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield listener.getsockname()[1]


@pytest.fixture
def page_behind_dead_network(playwright_driver: Any, silent_port: int) -> Iterator[Any]:
    """A page on a network that swallows packets: every host but 127.0.0.1 hangs for ever."""
    swallow = f"--host-resolver-rules=MAP * 127.0.0.1:{silent_port}, EXCLUDE 127.0.0.1"
    browser = playwright_driver.chromium.launch(executable_path=chromium(), args=[*CHROMIUM_ARGUMENTS, swallow])
    yield watch(browser.new_context(viewport={"width": 1280, "height": 900}).new_page())
    browser.close()
