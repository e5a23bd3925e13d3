"""Behind a path prefix: what a proxy says is believed on this machine alone, and every link begins where it should."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import Answer, Visitor
from workbench.serving.pages import asked_from_here
from workbench.serving.way_in import as_prefix, come_in

HUB = "/user/x/proxy/8866/"
GIVEN = "/workbench/"
LINK = re.compile(r"""(?:href|src|action|data-base-url)=["']?([^"'\s>]*)""")
PAGES = (
    "/",
    "/share",
    "/enter",
    "/nothing/here",
    "/v/guild_master.medieval",
    "/v/nobody-published-this",
    "/voila/render/index.ipynb",
    "/voila/render/gallery.ipynb",
    "/voila/render/teachers.ipynb",
    "/voila/render/decks.ipynb",
    "/voila/render/rules.ipynb?game=guile",
)


class Connection:
    """What a request knows about where it comes from."""

    def __init__(self, remote_ip: str) -> None:
        self.context = self
        self.remote_ip, self.protocol = remote_ip, "http"


def come(path: str, base_url: str = "/", remote_ip: str = "127.0.0.1", **said: str) -> HTTPServerRequest:
    """A request as a handler meets it."""
    headers = HTTPHeaders({"Host": "127.0.0.1:8866"} | {name.replace("_", "-"): value for name, value in said.items()})
    line = RequestStartLine("GET", path, "HTTP/1.1")
    connection: Any = Connection(remote_ip)
    request = HTTPServerRequest(headers=headers, connection=connection, start_line=line)
    come_in(request, base_url)
    return request


@pytest.mark.parametrize(
    ("path", "base_url", "said", "inside", "outside"),
    [
        ("/share", "/", "", "/share", "/share"),
        ("/workbench/share?a=1", GIVEN, "", "/share", "/workbench/share?a=1"),
        ("/share?a=1", GIVEN, "", "/share", "/workbench/share?a=1"),
        ("/workbench", GIVEN, "", "/", GIVEN),
        ("/workbenches", GIVEN, "", "/workbenches", "/workbench/workbenches"),
        ("/share", "/", "/user/x/proxy/8866", "/share", f"{HUB}share"),
        ("/share", "/", "/a, /b/", "/share", "/a/b/share"),
        ("/share", GIVEN, "/workbench", "/share", "/workbench/share"),
        ("/workbench/share", GIVEN, "/outer", "/share", "/outer/workbench/share"),
    ],
)
def test_the_prefix_goes_from_the_path_and_stays_in_the_links(
    path: str, base_url: str, said: str, inside: str, outside: str
) -> None:
    request = come(path, base_url, **({"X_Forwarded_Prefix": said} if said else {}))
    assert (request.path, request.uri) == (inside, outside)
    assert outside.startswith(request.prefix)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "said",
    ["//evil.example", "https://evil.example", "/a//b", "/../x", "/a/./b", "/a b", '/"><script>', "/a\\b", "/%0a%zz"],
)
def test_what_is_no_path_is_no_prefix(said: str) -> None:
    assert as_prefix(said) is None
    assert come("/share", X_Forwarded_Prefix=said).uri == "/share"


def test_only_a_proxy_on_this_machine_is_believed() -> None:
    said = {"X_Forwarded_Prefix": "/a", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "school.test"}
    near, far = come("/share", **said), come("/share", remote_ip="192.168.0.9", **said)
    assert (near.full_url(), far.full_url()) == ("https://school.test/a/share", "http://127.0.0.1:8866/share")


def test_a_page_that_has_made_its_name_lead_here_cannot_call_itself_otherwise() -> None:
    request = come("/", Host="evil.example", X_Forwarded_Host="localhost")
    assert (request.host, request.headers["Host"]) == ("evil.example", "evil.example")


def test_who_asks_through_a_proxy_for_another_machine_is_not_here() -> None:
    assert asked_from_here(come("/"))
    assert asked_from_here(come("/", X_Forwarded_For="127.0.0.1"))
    assert not asked_from_here(come("/", X_Forwarded_For="192.168.0.9"))
    assert not asked_from_here(come("/", X_Forwarded_For="192.168.0.9, 127.0.0.1"))
    assert not asked_from_here(come("/", remote_ip="172.17.0.1"))


@pytest.fixture(scope="module")
def prefixed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A shared server that was given a path, and that a proxy may give another."""
    with running_dashboards(None, tmp_path_factory.mktemp("prefixed"), "--shared", "--base-url", GIVEN) as server:
        yield server


def answers(server: RunningServer, path: str) -> dict[str, Answer]:
    """What is answered below each prefix, by the prefix."""
    visitor = Visitor(server)
    return {
        GIVEN: visitor.ask(path),
        HUB: visitor.ask(path, X_Forwarded_Prefix=HUB.rstrip("/")),
        "/outer/workbench/": visitor.ask(f"/workbench{path}", X_Forwarded_Prefix="/outer"),
    }


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_without_a_kernel_begins_with_the_prefix(prefixed: RunningServer, path: str) -> None:
    for prefix, answer in answers(prefixed, path).items():
        links = [link for link in LINK.findall(answer.body.decode()) if not link.startswith(("data:", "#"))]
        assert len(links) > 0, (path, prefix)
        outside = [link for link in links if link.startswith("/") and not link.startswith(prefix)]
        assert outside == [], (path, prefix)
        stray = [link for link in links if ":" in link.split("/")[0] and "127.0.0.1" not in link]
        assert stray == [], (path, prefix)


@pytest.mark.parametrize("path", ["/", "/voila/tree", "/voila/render/guile.ipynb"])
def test_redirects_and_cookies_stay_below_the_prefix(prefixed: RunningServer, path: str) -> None:
    for prefix, answer in answers(prefixed, path).items():
        if "location" in answer.headers:
            location = answer.headers["location"]
            assert urljoin(f"{prefix}{path[1:]}", location).startswith(prefix)
            assert prefix == GIVEN or not location.startswith("/"), "the proxy may put its prefix before a whole path"
        for cookie in re.findall(r"Path=([^;,]*)", answer.headers.get("set-cookie", "")):
            assert cookie == prefix


def test_every_cookie_of_a_visitor_is_below_the_prefix(prefixed: RunningServer) -> None:
    answer = Visitor(prefixed).ask("/share", X_Forwarded_Prefix=HUB.rstrip("/"))
    assert re.findall(r"Path=([^;,]*)", answer.headers["set-cookie"]) == [HUB]


def test_the_address_for_others_and_its_code_have_the_prefix(prefixed: RunningServer) -> None:
    said = {"Host": "school.test", "X_Forwarded_Proto": "https", "X_Forwarded_Prefix": "/games"}
    visitor = Visitor(prefixed)
    assert "https://school.test/games/<" in visitor.ask("/share", **said).body.decode()
    variant = visitor.ask("/v/guild_master.medieval", **said).body.decode()
    assert "https://school.test/games/v/guild_master.medieval" in variant
    assert "<title>https://school.test/games/v/guild_master.medieval</title>" in variant, "of the code"
    assert "127.0.0.1" not in variant


def test_a_missing_notebook_is_said_in_our_own_look_and_leads_home(prefixed: RunningServer) -> None:
    page = Visitor(prefixed).ask("/workbench/nothing").body.decode()
    assert f'href="{GIVEN}"' in page
    assert f'href="{GIVEN}voila/static/workbench.css"' in page


@pytest.mark.parametrize(
    ("path", "status"), [("/workbench/voila/static/workbench.css", 200), ("/workbench/place", 204)]
)
def test_files_and_questions_are_answered_with_the_prefix_and_without(
    prefixed: RunningServer, path: str, status: int
) -> None:
    for asked in (path, path.removeprefix("/workbench")):
        assert Visitor(prefixed).ask(asked).status == status
