"""The pages that need no kernel: answered at once, at both addresses, with the matches of who asks and no others."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.servers import CHECKOUT, RunningServer, running_dashboards
from tests.serving.visitors import Visitor
from tests.widgets.home.test_home_page import kept
from workbench.play.store import MatchStore
from workbench.serving.drawn_pages import LONGEST_NOTEBOOK, DrawnPages
from workbench.serving.spaces import COOKIE

PAGES = (
    "index.ipynb",
    "teachers.ipynb",
    "rules.ipynb?game=guile",
    "decks.ipynb",
    "decks.ipynb?deck=guild_master.roman&beside=quests.short",
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, Path]]:
    """Our notebooks for visitors that are told apart, and the folder of their spaces."""
    place = tmp_path_factory.mktemp("shared")
    with running_dashboards(None, place, "--shared") as running:
        yield running, place / "workbench" / "spaces"


@pytest.mark.parametrize("path", ["/", *(f"/voila/render/{page}" for page in PAGES)])
def test_a_drawn_page_is_answered_without_a_kernel(dashboards: RunningServer, path: str) -> None:
    before = len(dashboards.kernels())
    answer = Visitor(dashboards).ask(path)
    assert answer.status == 200
    assert b'class="wb-top"' in answer.body
    assert len(dashboards.kernels()) == before


def test_links_mean_the_same_at_both_addresses_of_the_first_page(dashboards: RunningServer) -> None:
    assert b'href="/voila/render/guile.ipynb"' in Visitor(dashboards).ask("/").body
    assert b'href="guile.ipynb"' in Visitor(dashboards).ask("/voila/render/index.ipynb").body


def test_a_visitor_goes_on_with_a_match_of_their_own_and_never_with_anothers(
    shared: tuple[RunningServer, Path],
) -> None:
    server, spaces = shared
    visitor, other = Visitor(server), Visitor(server)
    visitor.open("guile.ipynb")
    host = kept(MatchStore(spaces / space_of(visitor)))
    assert host.id.encode() in visitor.ask("/").body
    assert host.id.encode() not in other.ask("/").body
    other.open("guile.ipynb")
    assert host.id.encode() not in other.ask("/").body
    visitor.leave()
    other.leave()


def space_of(visitor: Visitor) -> str:
    """The space that a visitor's signed cookie names, in its fifth part."""
    return b64decode(visitor.cookies[COOKIE].split("|")[4].split(":")[1]).decode()


@pytest.mark.parametrize("size", [(360, 740), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("path", ["", *(f"voila/render/{page}" for page in PAGES)])
def test_a_drawn_page_fits_its_window_and_keeps_nobody_out(
    dashboards: RunningServer, new_page: Callable[..., Any], path: str, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(f"{dashboards.url}{path}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.get_by_role("heading", level=1).count() == 1
    assert serious_findings(page) == []
    assert page.errors == []


def test_all_games_and_doors_are_seen_without_scrolling(
    dashboards: RunningServer, new_page: Callable[..., Any]
) -> None:
    page = new_page(width=1366, height=768)
    page.goto(dashboards.url)
    assert page.evaluate("document.documentElement.scrollHeight <= window.innerHeight")


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


def test_our_first_page_is_drawn() -> None:
    assert DrawnPages(CHECKOUT / "notebooks").named("index.ipynb") is not None
