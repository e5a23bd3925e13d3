"""The pages as others reach them: at a school's own host without encryption, below a path, behind a hub's proxy."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.conftest import ROOM
from tests.proxies import running_proxy
from tests.servers import RunningServer, environment_for_servers, running, running_dashboards

SIZES = ((360, 740), (1366, 768))
LINKS = "[...document.querySelectorAll('a[href]')].map((link) => link.href)"

pytestmark = pytest.mark.slow


@contextmanager
def straight(place: Path) -> Iterator[tuple[RunningServer, str]]:
    """A server at its own port."""
    with running_dashboards(None, place, "--shared") as server:
        yield server, server.url


@contextmanager
def proxied(place: Path, *options: str, **how: Any) -> Iterator[tuple[RunningServer, str]]:
    """A server behind a proxy of this machine that shows it below /workbench/."""
    with running_dashboards(None, place, "--shared", *options) as server:
        parts = urlsplit(server.url)
        with running_proxy(f"{parts.scheme}://{parts.netloc}", "/workbench/", **how) as address:
            yield server, address


@contextmanager
def behind_a_hub(place: Path) -> Iterator[tuple[RunningServer, str]]:
    """A server behind jupyter-server-proxy, as on somebody's server of a JupyterHub."""
    pytest.importorskip("jupyter_server_proxy", reason="jupyter-server-proxy comes with the extra [dev]")
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0"]
    command += ["--ServerApp.port_retries=0", "--IdentityProvider.token=", "--ServerApp.base_url=/user/x/"]
    command += ["--ServerApp.allow_remote_access=True", f"--ServerApp.root_dir={place}"]
    with (
        running_dashboards(None, place / "workbench", "--shared") as server,
        running(command, environment_for_servers(place / "hub"), place) as hub,
    ):
        yield server, f"http://127.0.0.1:{urlsplit(hub.url).port}/user/x/proxy/{urlsplit(server.url).port}/"


WAYS: dict[str, Callable[[Path], Any]] = {
    "at a host of the school": straight,
    "below a path that the proxy takes away": lambda place: proxied(place, "--base-url", "/workbench/"),
    "below a path that the proxy leaves": lambda place: proxied(place, "--base-url", "/workbench/", strips=False),
    "below a path that the proxy tells": lambda place: proxied(place, says=True, keeps_host=False),
    "behind a hub": behind_a_hub,
}


@pytest.fixture(scope="module", params=WAYS)
def way(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[RunningServer, str]]:
    """A server, and where the school finds it."""
    place = tmp_path_factory.mktemp("place")
    for folder in ("workbench", "hub"):
        (place / folder).mkdir()
    with WAYS[request.param](place) as (server, address):
        parts = urlsplit(address)
        yield server, f"http://{ROOM}:{parts.port}{parts.path}"


def looks_right(page: Any, root: str) -> None:
    """Nothing has gone wrong on the page, and it asks and links only below the root, on a phone and a laptop."""
    assert page.errors == []
    assert page.evaluate("isSecureContext") is False
    below = (root, root.replace("http", "ws", 1), "data:", "blob:")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert [link for link in page.evaluate(LINKS) if not link.startswith(below)] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [asked for asked in page.requests if not asked.startswith(below)] == []


def test_a_class_comes_from_the_first_page_to_a_table_and_looks_round(
    way: tuple[RunningServer, str], school_page: Callable[..., Any]
) -> None:
    server, root = way
    page = school_page()
    page.goto(root)
    page.get_by_role("link", name="Guild Master").first.wait_for()
    looks_right(page, root)
    page.get_by_role("link", name="Guild Master").first.click()
    page.locator(".wb-lobby").wait_for()
    windows = page.get_by_role("radio", name="In windows of their own")
    windows.wait_for()
    assert windows.is_disabled()
    assert "Only on the machine that serves this page" in page.locator(".wb-side").inner_text()
    looks_right(page, root)
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".wb-lobby").wait_for(state="hidden")
    page.locator(".rt-frame [data-action]:not(:disabled):visible, .rt-cover button:visible").first.wait_for()
    looks_right(page, root)
    before = server.kernels()
    assert before
    page.goto(f"{root}voila/render/gallery.ipynb")
    page.get_by_role("heading", level=1).first.wait_for()
    looks_right(page, root)
    page.goto(f"{root}voila/render/deck_studio.ipynb")
    page.locator(".rt-studio td, .rt-studio [role=gridcell]").first.wait_for()
    looks_right(page, root)


def test_the_link_of_a_variant_is_copied_without_a_secure_context(
    way: tuple[RunningServer, str], school_page: Callable[..., Any]
) -> None:
    _, root = way
    page = school_page()
    page.goto(f"{root}v/guild_master.medieval")
    assert page.evaluate("navigator.clipboard === undefined")
    link = f"{root}v/guild_master.medieval"
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied.").wait_for()
    page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))")
    page.locator("#pasted").focus()
    page.keyboard.press("Control+V")
    pasted = page.locator("#pasted").input_value()
    assert pasted == link
    assert link in page.content()
    looks_right(page, root)
