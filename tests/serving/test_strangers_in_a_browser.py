"""Pages of other sites start no kernels here, and whoever must wait gets in without pressing anything."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import wait_until
from workbench.serving.pages import BACK_IN_SECONDS

PICTURES = 30


@pytest.fixture
def other_site(server: RunningServer) -> Iterator[str]:
    """A page of another origin with a link to a dashboard, and with pictures that are not pictures."""
    dashboard = server.notebook("index.ipynb")
    pictures = "".join(f"<img src='{dashboard}?number={i}'>" for i in range(PICTURES))
    page = f"<a href='{dashboard}'>Play with us</a><iframe src='{dashboard}'></iframe>{pictures}".encode()

    class OnePage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


def test_pictures_and_frames_of_another_site_start_no_kernel_and_its_link_works(
    server: RunningServer, other_site: str, page: Any
) -> None:
    before = server.kernels()
    page.goto(other_site, wait_until="networkidle")
    assert sum("number=" in address for address in page.requests) == PICTURES
    assert server.kernels_since(before) == []
    page.get_by_role("link", name="Play with us").click()
    page.get_by_role("heading", name="The table is ready for you").wait_for()
    assert serious_findings(page) == []
    assert server.kernels_since(before) == []
    with page.expect_navigation(wait_until="commit"):
        page.get_by_role("link", name="Open the dashboard").click()
    page.reload()  # which no other site asked for either
    page.get_by_role("button", name="Press me").click()
    page.get_by_text("pressed", exact=True).wait_for()


@pytest.fixture
def for_one(notebooks: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """A shared server with room for one dashboard."""
    with running_dashboards(notebooks, tmp_path, "--shared", "--kernels", "1") as server:
        yield server


@pytest.mark.slow
def test_who_must_wait_gets_in_by_itself_when_somebody_leaves(
    for_one: RunningServer, new_page: Callable[..., Any]
) -> None:
    first, second = new_page(), new_page(width=360, height=740)
    first.goto(for_one.notebook("quiet.ipynb"))
    first.get_by_role("heading", name="Quiet").wait_for()
    second.clock.install()
    second.goto(for_one.url)
    second.get_by_text("No place is free (1 in all)").wait_for()
    assert second.evaluate("document.documentElement.scrollWidth") <= 360
    assert serious_findings(second) == []
    first.goto("about:blank")
    wait_until(lambda: for_one.kernels() == [])
    second.clock.run_for(1000 * BACK_IN_SECONDS)
    second.get_by_role("button", name="Press me").click()
    second.get_by_text("pressed", exact=True).wait_for()
    assert second.errors == []
