"""Visitors of a shared server are told apart by a signed cookie; each has a space and a share of the kernels."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import Visitor
from workbench.serving.server import DashboardServer
from workbench.serving.spaces import COOKIE, SPACE_BYTES, UNVISITED_SECONDS, Spaces
from workbench.storage.folders import LIMIT_VARIABLE, STATE_VARIABLE

KEEPING, QUIET = "keeps.ipynb", "quiet.ipynb"
KERNELS, OF_A_VISITOR = 3, 2
LIMITS = ("--shared", "--kernels", str(KERNELS), "--kernels-per-visitor", str(OF_A_VISITOR))


@pytest.fixture(scope="module")
def shared_place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(scope="module")
def shared(notebooks: Path, shared_place: Path) -> Iterator[RunningServer]:
    with running_dashboards(notebooks, shared_place, *LIMITS) as server:
        yield server


@pytest.fixture
def come(shared: RunningServer) -> Iterator[Callable[..., Visitor]]:
    """A factory of visitors, who leave after the test."""
    visitors: list[Visitor] = []

    def enter(**cookies: str) -> Visitor:
        visitors.append(Visitor(shared, cookies))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.leave()


def kept_before(page: bytes) -> list[str]:
    """The ids of the matches that a page of keeps.ipynb has found."""
    found = re.findall(r"before:([ 0-9a-f]*)", page.decode())
    assert len(found) == 1, f"The notebook's cell has printed nothing on this page:\n{page.decode()}"
    return found[0].split()


@pytest.mark.slow
def test_what_a_visitor_keeps_is_seen_by_nobody_else_and_known_to_a_later_server(
    come: Callable[..., Visitor], notebooks: Path, shared_place: Path
) -> None:
    first, second = come(), come()
    assert kept_before(first.open(KEEPING).body) == []
    assert len(kept_before(first.open(KEEPING).body)) == 1
    assert kept_before(second.open(KEEPING).body) == []
    with running_dashboards(notebooks, shared_place, *LIMITS) as later:  # which knows only what is on the disk
        assert len(kept_before(Visitor(later, first.cookies).open(KEEPING).body)) == 2


FORGED = ["0" * 32, "2|1:0|10:1795468151|15:workbench-space|4:MDAw|00", "../../..", ""]


def test_a_cookie_that_we_did_not_sign_opens_no_space(come: Callable[..., Visitor], shared_place: Path) -> None:
    spaces = set((shared_place / "workbench" / "spaces").glob("*"))
    for forged in FORGED:
        visitor = come(**{COOKIE: forged})
        asked = visitor.ask(f"/voila/render/{KEEPING}")
        assert (asked.status, asked.kernel) == (302, ""), forged
        assert visitor.cookies[COOKIE] != forged
    assert kept_before(visitor.open(KEEPING).body) == []
    (new,) = set((shared_place / "workbench" / "spaces").glob("*")) - spaces
    assert re.fullmatch("[0-9a-f]{32}", new.name)


def test_a_browser_without_cookies_gets_no_kernel_and_is_told_why(come: Callable[..., Visitor]) -> None:
    visitor = come()
    asked = visitor.ask("/voila/render/index.ipynb")
    assert (asked.status, asked.kernel) == (302, "")
    visitor.cookies.clear()
    answer = visitor.ask(asked.headers["location"])
    assert answer.status == 200
    assert "One cookie, please" in answer.body.decode()
    assert answer.kernel == ""


@pytest.mark.parametrize("to", ["https://evil.example/", "//evil.example/", "/\\evil.example/", "javascript:alert(1)"])
def test_the_way_back_leads_nowhere_else(come: Callable[..., Visitor], to: str) -> None:
    visitor = come()
    visitor.ask("/voila/render/index.ipynb")
    assert visitor.ask(f"/enter?to={to}").headers["location"] == "/"


def test_the_cookie_is_kept_from_scripts_and_from_other_sites(come: Callable[..., Visitor]) -> None:
    cookie = come().ask("/voila/render/index.ipynb").headers["set-cookie"]
    assert cookie.startswith(COOKIE)
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_nobody_asks_for_connects_to_or_ends_the_kernel_of_another(come: Callable[..., Visitor]) -> None:
    owner, other = come(), come()
    kernel = owner.open(QUIET).kernel
    other.open(QUIET)
    assert other.ask(f"/api/kernels/{kernel}").status == 404
    assert other.ask(f"/api/kernels/{kernel}/channels").status == 404
    assert other.close(kernel) == 404
    assert owner.ask(f"/api/kernels/{kernel}").status == 200
    assert owner.close(kernel) == 204


def test_a_visitor_may_open_so_many_dashboards_and_all_together_so_many(come: Callable[..., Visitor]) -> None:
    first, second, late = come(), come(), come()
    opened = [first.open(QUIET), first.open(QUIET), second.open(QUIET)]
    assert all(page.kernel for page in opened)
    one_more = first.open(QUIET)
    assert one_more.status == 503
    assert f"You have {OF_A_VISITOR} dashboards open" in one_more.body.decode()
    waiting = late.open(QUIET)
    assert (waiting.status, waiting.kernel) == (503, "")
    assert f"No place is free ({KERNELS} in all)" in waiting.body.decode()
    assert "waiting.js" in waiting.body.decode()
    assert (late.ask("/place").status, first.ask("/place").status) == (503, 503)
    second.close(opened[-1].kernel)
    assert (late.ask("/place").status, first.ask("/place").status) == (204, 503)
    by_another_name = late.open(QUIET, Host="games.school.example")
    assert by_another_name.kernel, "visitors may come through a proxy"


def test_visitors_who_come_at_once_take_no_more_places_than_there_are(come: Callable[..., Visitor]) -> None:
    with ThreadPoolExecutor(8) as people:
        pages = list(people.map(lambda visitor: visitor.open(QUIET), [come() for _ in range(8)]))
    assert 1 <= sum(bool(page.kernel) for page in pages) <= KERNELS
    assert {page.status for page in pages} == {200, 503}


FOREIGN = [
    {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate", "Sec_Fetch_Dest": "document"},
    {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Referer": "https://evil.example/page"},
]


def test_what_another_site_asks_for_starts_no_kernel_and_leads_to_the_dashboard(server: RunningServer) -> None:
    visitor = Visitor(server)
    for shows in FOREIGN:
        answer = visitor.ask(f"/voila/render/{QUIET}?a=1&b=2", **shows)
        assert (answer.status, answer.kernel) == (200, ""), shows
        (address,) = re.findall(r'class="workbench-button" href="([^"]*)"', answer.body.decode())
        assert address == f"/voila/render/{QUIET}?a=1&amp;b=2"


def test_a_server_for_this_machine_alone_has_one_space_and_no_cookie(server: RunningServer, place: Path) -> None:
    """What a person or our own page asks for is the dashboard; it keeps things in the same place for everybody."""
    first, second = Visitor(server), Visitor(server)
    before = kept_before(first.open(KEEPING, Sec_Fetch_Site="none").body)
    assert COOKIE not in first.cookies
    assert len(kept_before(second.open(KEEPING, Sec_Fetch_Site="same-origin").body)) == len(before) + 1
    assert not (place / "workbench" / "spaces").exists()
    first.leave()
    second.leave()


@pytest.mark.parametrize(
    ("host", "said", "shared"),
    [("127.0.0.1", False, False), ("127.0.0.1", True, True), ("0.0.0.0", False, True), ("::", False, True)],
)
def test_a_server_that_others_can_reach_is_shared(tmp_path: Path, host: str, said: bool, shared: bool) -> None:
    assert DashboardServer(tmp_path, host, 0, said).shared is shared


# The folders


def test_a_space_has_a_folder_and_a_limit_of_its_own(tmp_path: Path) -> None:
    spaces = Spaces(tmp_path)
    first, second = spaces.new(), spaces.new()
    folders = {spaces.environment(space)[STATE_VARIABLE] for space in (first, second)}
    assert len(folders) == 2
    assert spaces.environment(first)[LIMIT_VARIABLE] == str(SPACE_BYTES)
    assert not spaces.folder.exists(), "nothing is made before something is kept"


def test_where_all_spaces_are_taken_a_new_visitor_keeps_nothing_and_displaces_nobody(tmp_path: Path) -> None:
    spaces = Spaces(tmp_path, most=2)
    taken = [spaces.new(), spaces.new()]
    for space in taken:
        (spaces.folder / space).mkdir(parents=True)
    assert spaces.environment(spaces.new())[LIMIT_VARIABLE] == "0"
    assert [spaces.environment(space)[LIMIT_VARIABLE] for space in taken] == [str(SPACE_BYTES)] * 2
    long_ago = time.time() - UNVISITED_SECONDS - 60
    os.utime(spaces.folder / taken[0], (long_ago, long_ago))
    assert spaces.environment(spaces.new())[LIMIT_VARIABLE] == str(SPACE_BYTES)
    assert [folder.name for folder in spaces.folder.iterdir()] == [taken[1]]


def test_a_visit_keeps_a_space_from_being_forgotten(tmp_path: Path) -> None:
    spaces = Spaces(tmp_path, most=1)
    (spaces.folder / (space := spaces.new())).mkdir(parents=True)
    long_ago = time.time() - UNVISITED_SECONDS - 60
    os.utime(spaces.folder / space, (long_ago, long_ago))
    spaces.environment(space)
    spaces.environment(spaces.new())
    assert (spaces.folder / space).is_dir()


@pytest.mark.parametrize("damage", [lambda file: file.unlink(), lambda file: file.write_text("no number")])
def test_the_secret_stays_and_is_replaced_where_it_is_lost(tmp_path: Path, damage: Callable[[Path], object]) -> None:
    spaces = Spaces(tmp_path)
    secret = spaces.secret()
    assert Spaces(tmp_path).secret() == secret
    assert spaces.secret_file.stat().st_mode & 0o077 == 0
    damage(spaces.secret_file)
    assert Spaces(tmp_path).secret() != secret
