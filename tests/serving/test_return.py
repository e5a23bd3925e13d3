"""return.js alone: a page that broke off before it named its kernel."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import workbench.serving
from tests.e2e.storages import FORBIDDEN, FULL
from workbench.serving.server import STORAGE_SCRIPT
from workbench.widgets.script import source

SCRIPT = Path(workbench.serving.__file__).parent / "share" / "static" / "return.js"
HEAD = '<!doctype html><title>Table</title><script type="module" async src="/return.js"></script>'

SETTINGS = '<script id="jupyter-config-data" type="application/json">{"baseUrl": "/", "kernelId": "k"}</script>'


class Breaks(BaseHTTPRequestHandler):
    """The first page never ends; the next is whole."""

    protocol_version = "HTTP/1.1"
    pages = 0
    given_up = threading.Event()

    def do_GET(self) -> None:
        """The script, or a page."""
        if self.path == "/return.js":
            return self.answer("text/javascript", SCRIPT.read_text(encoding="utf-8"))
        if self.path == f"/{STORAGE_SCRIPT}":
            return self.answer("text/javascript", source(STORAGE_SCRIPT))
        type(self).pages += 1
        if self.pages > 1:
            return self.answer("text/html", "<!doctype html><title>Table</title><p>It is back.</p>")
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        text = f"{HEAD}<p>Setting the table</p>".encode()
        self.wfile.write(f"{len(text):x}\r\n".encode() + text + b"\r\n")
        self.wfile.flush()
        self.given_up.wait(60)
        self.close_connection = True
        return None

    def answer(self, kind: str, text: str) -> None:
        """A whole answer."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """A server whose first page breaks off."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), Breaks)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_port}/"
    Breaks.given_up.set()
    site.shutdown()
    site.server_close()


def stop_the_clock(page: Any) -> None:
    """The page's clock stands still unless it is put forward: on a slow machine seconds pass between two steps."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)


@pytest.mark.parametrize("storage", ["", FORBIDDEN, FULL])
def test_a_page_that_never_names_its_kernel_is_loaded_again(page: Any, address: str, storage: str) -> None:
    Breaks.pages = 0
    Breaks.given_up.clear()
    page.add_init_script(storage or "0")
    stop_the_clock(page)
    with page.expect_response("**/return.js"):
        page.goto(address, wait_until="commit")
    page.get_by_text("Setting the table").wait_for()
    page.clock.run_for(15_000)
    assert page.get_by_text("Setting the table").is_visible(), "a kernel may take a while to start"
    page.clock.resume()  # its script may have come late, and counts from then
    page.clock.run_for(20_000)
    page.get_by_text("It is back.").wait_for()
    assert page.errors == []


class Left(Breaks):
    """A page whose kernel has ended."""

    def do_GET(self) -> None:
        """The page, or what its scripts ask for."""
        if self.path.endswith(".js"):
            return super().do_GET()
        if self.path.startswith("/api/"):
            return self.send_error(404)
        return self.answer("text/html", f"{HEAD}{SETTINGS}<p>The table.</p>")


def test_a_page_that_somebody_leaves_for_a_slow_one_does_not_come_back_in_its_place(page: Any) -> None:
    site = ThreadingHTTPServer(("127.0.0.1", 0), Left)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    stop_the_clock(page)
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.evaluate("() => { window.dispatchEvent(new Event('beforeunload')); window.same = true; }")
    page.clock.run_for(11_000)
    assert page.evaluate("window.same") is True
    with page.expect_navigation():
        page.clock.run_for(15_000)  # they have thought better of it
    site.shutdown()
    site.server_close()
