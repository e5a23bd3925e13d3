"""The pages that need no kernel: answered at once, at both addresses, with the asker's matches and no others."""

from __future__ import annotations

import shutil
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility import serious_findings
from tests.servers import CHECKOUT, RunningServer, running_dashboards
from tests.serving.visitors import Visitor
from tests.widgets.home.test_home_page import kept
from workbench.play.store import MatchStore
from workbench.serving.drawn_pages import LONGEST_NOTEBOOK, USUAL_OPENING, DrawnPages
from workbench.serving.spaces import COOKIE

PAGES = (
    "index.ipynb",
    "teachers.ipynb",
    "matches.ipynb",
    "minute.ipynb",
    "minute.ipynb?game=quests",
    "rules.ipynb?game=guile",
    "decks.ipynb",
    "decks.ipynb?deck=guild_master.roman&beside=quests.short",
)
# Every run looks where there is least room, on a few pages; the slow tests look at every page and size.
EACH_TIME = ("index.ipynb", "teachers.ipynb", "decks.ipynb?deck=guild_master.roman&beside=quests.short")
SIZES = [((360, 740),), pytest.param(((1366, 768), (1920, 1080)), marks=pytest.mark.slow)]
A_WHILE = 5_000  # milliseconds, in which network.js asks again


@pytest.fixture
def shared(notebooks: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """Our first page, that of a game, and a notebook with nothing to run, for visitors that are told apart."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    ours = CHECKOUT / "notebooks"
    for notebook in (
        ours / "index.ipynb",
        ours / "matches.ipynb",
        ours / "guild_master.ipynb",
        notebooks / "quiet.ipynb",
    ):
        shutil.copy(notebook, folder)
    with running_dashboards(folder, tmp_path, "--shared") as running:
        yield running


def test_a_drawn_page_is_answered_without_a_kernel(dashboards: RunningServer) -> None:
    before = dashboards.kernels()
    for path in ("/", *(f"/voila/render/{page}" for page in PAGES)):
        answer = Visitor(dashboards).ask(path)
        assert answer.status == 200, path
        assert b'class="wb-top"' in answer.body, path
    assert dashboards.kernels_since(before) == []


def test_links_mean_the_same_at_both_addresses_of_the_first_page(dashboards: RunningServer) -> None:
    assert b'href="/voila/render/guile.ipynb"' in Visitor(dashboards).ask("/").body
    assert b'href="guile.ipynb"' in Visitor(dashboards).ask("/voila/render/index.ipynb").body


def test_a_visitor_goes_on_with_a_match_of_their_own_and_never_with_anothers(
    shared: RunningServer, tmp_path: Path
) -> None:
    visitor, other = Visitor(shared), Visitor(shared)
    visitor.open("quiet.ipynb")
    host = kept(MatchStore(tmp_path / "workbench" / "spaces" / space_of(visitor)))
    pages = ("/", "/voila/render/matches.ipynb?all=1")
    for page in pages:
        assert host.kept.id.encode() in visitor.ask(page).body, page
        assert host.kept.id.encode() not in other.ask(page).body, page
    other.open("quiet.ipynb")
    for page in pages:
        assert host.kept.id.encode() not in other.ask(page).body, page


def space_of(visitor: Visitor) -> str:
    """The space that a visitor's signed cookie names, in its fifth part."""
    return b64decode(visitor.cookies[COOKIE].split("|")[4].split(":")[1]).decode()


@pytest.mark.parametrize("sizes", SIZES, ids=["phone", "desk and projector"])
@pytest.mark.parametrize(
    "name", [name if name in EACH_TIME else pytest.param(name, marks=pytest.mark.slow) for name in PAGES]
)
def test_a_drawn_page_fits_its_window_and_keeps_nobody_out(
    dashboards: RunningServer, page: Any, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page.goto(dashboards.notebook(name))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
        if width != 1366:  # what axe looks at is between them there
            assert serious_findings(page) == [], width
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.errors == []


def test_all_games_and_doors_are_seen_without_scrolling(dashboards: RunningServer, page: Any) -> None:
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto(dashboards.url)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= 768, f"It is {height} pixels high, with {page.inner_text('.wb-hero')!r} above the games."


def test_a_notebook_is_drawn_only_if_it_says_so(tmp_path: Path) -> None:
    pages = DrawnPages(tmp_path)
    for text in (
        "{}",
        "no notebook",
        '{"metadata": {"workbench_page": "other"}}',
        '{"metadata": {"workbench_page": []}}',
    ):
        (tmp_path / "index.ipynb").write_text(text)
        assert pages.named("index.ipynb") is None, text
    (tmp_path / "index.ipynb").write_text('{"metadata": {"workbench_page": "home"}}')
    assert pages.named("index.ipynb") is not None
    assert pages.named("missing.ipynb") is None
    assert pages.named(f"../{tmp_path.name}/index.ipynb") is None
    (tmp_path / "index.ipynb").write_text('{"metadata": {"workbench_page": "home"}}' + " " * LONGEST_NOTEBOOK)
    assert pages.named("index.ipynb") is None


def test_a_notebook_without_a_title_is_called_by_its_name(tmp_path: Path) -> None:
    pages = DrawnPages(tmp_path)
    for text in ("{}", "no notebook", '{"metadata": []}', '{"metadata": {"title": ""}}', '{"metadata": {"title": 3}}'):
        (tmp_path / "my game.ipynb").write_text(text)
        assert pages.title("my game.ipynb") == "my game", text
    (tmp_path / "my game.ipynb").write_text('{"metadata": {"title": "Joust"}}')
    assert (pages.title("my game.ipynb"), pages.opening("my game.ipynb")) == ("Joust", USUAL_OPENING)
    (tmp_path / "my game.ipynb").write_text('{"metadata": {"workbench_opening": "Saddling the horses …"}}')
    assert pages.opening("my game.ipynb") == "Saddling the horses …"
    assert pages.title(f"../{tmp_path.name}/my game.ipynb") == "my game"


def test_our_first_page_is_drawn() -> None:
    assert DrawnPages(CHECKOUT / "notebooks").named("index.ipynb") is not None


def test_lines_about_the_network_tick_themselves(dashboards: RunningServer, page: Page) -> None:
    page.clock.install()
    page.goto(dashboards.notebook("teachers.ipynb"))
    lines = page.locator(".wb-network li")
    expect(lines).to_have_count(3)
    told = {"lines": [[True, "This computer answers at 10.0.0.7:8866"], [True, "Room"], [True, "Another device"]]}
    page.route("**/network", lambda route: route.fulfill(json=told))
    page.clock.fast_forward(A_WHILE)
    expect(page.locator(".wb-network .wb-holds")).to_have_count(3, timeout=30_000)
    expect(lines.first).to_have_text("This computer answers at 10.0.0.7:8866")
