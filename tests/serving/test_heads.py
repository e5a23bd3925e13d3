"""HEAD is answered wherever GET is, with GET's headers and no body."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tornado.web import RequestHandler

from tests.servers import RunningServer
from tests.serving.visitors import Answer, Visitor
from workbench.serving.server import DashboardServer
from workbench.widgets.answering import with_head

UNKNOWN_KERNEL = "12345678-1234-1234-1234-123456789abc"
OF_ONE_ANSWER = ("date", "set-cookie", "transfer-encoding")  # the body may be announced in pieces, and there is none

# An address for each route, and what GET answers there.
ADDRESSES = {
    "/": 302,
    "/enter": 200,
    "/place": 204,
    "/network": 200,
    "/share": 200,
    "/v/guild_master.medieval": 200,
    "/v/guild_master.medieval/": 200,
    "/v/guild_master.medieval/1": 404,
    "/v/guild_master.medieval/deck.toml": 200,
    "/v/nobody-published-this": 404,
    "/rooms": 200,
    "/rooms/games.json": 200,
    "/rooms/open.js": 200,
    "/join": 200,
    "/join/code.css": 200,
    "/r/AAAAA": 404,
    "/r/AAAAA/about": 404,
    "/r/AAAAA/back": 405,
    f"/r/AAAAA/back/{'x' * 43}": 404,
    "/r/AAAAA/check": 400,
    "/r/AAAAA/join": 405,
    "/r/AAAAA/phone.js": 404,
    "/r/AAAAA/practice": 400,
    "/r/AAAAA/rules.json": 404,
    "/r/AAAAA/socket": 400,
    "/screen/AAAAA": 404,
    "/screen/AAAAA/qr.svg": 404,
    "/screen/AAAAA/socket": 400,
    "/screen/AAAAA/wall.js": 404,
    "/host/AAAAA": 404,
    "/host/AAAAA/files/match.json": 405,
    "/host/AAAAA/host.js": 404,
    "/host/AAAAA/socket": 400,
    "/voila/tree": 302,
    "/login": 404,
    "/voila/render/secret.txt": 404,
    "/voila/templates/lab/static/voila.js": 200,
    "/voila/api/contents": 404,
    f"/voila/api/shutdown/{UNKNOWN_KERNEL}": 403,
    "/voila/api/shutdown/x": 405,
    f"/api/kernels/{UNKNOWN_KERNEL}": 404,
    f"/api/kernels/{UNKNOWN_KERNEL}/channels": 404,
    "/voila/static/workbench.css": 200,
    "/voila/static/browser_storage.js": 200,
    "/voila/api/themes/missing": 404,
    "/voila/labextensions/missing": 404,
    "/voila/files/secret.txt": 403,
    "/nothing/here": 404,
}

# Of Voila, behind a route of ours for the same addresses.
BEHIND_OTHERS = {
    r"/api/kernels/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)",
    r"/api/kernels/(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)/channels",
    r"/logout",
    r"/voila/api/contents(?P<path>(?:(?:/[^/]+)+|/?))",
    r"/voila/tree(?P<path>(?:(?:/[^/]+)+|/?))",
}


def both(server: RunningServer, path: str) -> tuple[Answer, Answer]:
    """The answers to GET and HEAD, without what differs from one answer to the next."""
    answers = Visitor(server).ask(path), Visitor(server).ask(path, "HEAD")
    for answer in answers:
        for name in OF_ONE_ANSWER:
            answer.headers.pop(name, None)
    return answers


@pytest.mark.parametrize("path", ADDRESSES)
def test_the_answer_to_head_is_that_to_get_without_its_body(server: RunningServer, path: str) -> None:
    get, head = both(server, path)
    assert (get.status, head.status, head.body) == (ADDRESSES[path], ADDRESSES[path], b"")
    assert head.headers == get.headers


def test_each_route_that_answers_has_an_address_above(tmp_path: Path) -> None:
    server = DashboardServer(tmp_path, "127.0.0.1", 0)
    server.initialize([])
    server.connection_dir = str(tmp_path / "connections")
    server.init_settings()
    patterns = [str(entry[0]) for entry in server.init_handlers()]
    first = {next((one for one in patterns if re.fullmatch(one, path)), "") for path in ADDRESSES}
    assert set(patterns) - first == BEHIND_OTHERS


def test_a_page_is_looked_at_without_a_kernel(server: RunningServer) -> None:
    before = server.kernels()
    answer = Visitor(server).ask("/voila/render/quiet.ipynb", "HEAD")
    assert (answer.status, answer.headers["content-type"], answer.body) == (200, "text/html", b"")
    assert server.kernels_since(before) == []


@pytest.mark.slow  # a kernel starts
def test_the_headers_of_a_page_with_a_kernel_are_those_of_get(server: RunningServer) -> None:
    get, head = both(server, "/voila/render/quiet.ipynb")
    assert (get.status, head.headers) == (200, get.headers)


class Only(RequestHandler):
    """A handler that lets nothing but GET in."""

    SUPPORTED_METHODS = ("GET",)

    def get(self) -> None:
        """Something."""
        self.write("something")


class Own(RequestHandler):
    """A handler with a HEAD of its own."""

    def get(self) -> None:
        """Something."""

    def head(self) -> None:
        """Its own."""


class Post(RequestHandler):
    """A handler that cannot be read."""

    def post(self) -> None:
        """Something."""


def test_only_a_handler_with_get_and_without_head_is_given_one() -> None:
    assert "HEAD" in with_head(Only).SUPPORTED_METHODS
    assert with_head(Only) is with_head(Only)
    assert with_head(Own) is Own
    assert with_head(Post) is Post
    assert Only.SUPPORTED_METHODS == ("GET",)
    assert issubclass(with_head(Only), Only)
