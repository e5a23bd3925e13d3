"""A page that draws scenes with table.js alone: no kernel, no notebook, the strictest policy."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from workbench.widgets.table import HERE

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Table</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/table.css">
    <script type="module" src="/harness.js"></script>
  </head>
  <body><main><h1>Table</h1><div id="table"></div></main></body>
</html>
"""
SCRIPT = """
import { draw } from "/table.js";
window.sent = [];
const root = document.getElementById("table");
window.show = (scene, more) => draw(root, scene, (message) => window.sent.push(message), more);
"""
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'"


class Harness(BaseHTTPRequestHandler):
    """Serves the page, its script and the two files under test."""

    def do_GET(self) -> None:
        """Answer with one of four texts."""
        parts = {
            "/": ("text/html", PAGE),
            "/harness.js": ("text/javascript", SCRIPT),
            "/table.js": ("text/javascript", (HERE / "table.js").read_text(encoding="utf-8")),
            "/table.css": ("text/css", (HERE / "table.css").read_text(encoding="utf-8")),
        }
        kind, text = parts.get(self.path, ("", ""))
        self.send_response(200 if kind else 404)
        self.send_header("Content-Type", f"{kind or 'text/plain'}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_args: Any) -> None:
        """Say nothing."""


@contextmanager
def running_harness() -> Iterator[str]:
    """The address of the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Harness)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def show(page: Any, scene: dict[str, Any], **more: Any) -> None:
    """Draw a scene on the page."""
    page.wait_for_function("window.show !== undefined")
    page.evaluate("([scene, more]) => window.show(scene, more)", [json.loads(json.dumps(scene)), more])


def sent(page: Any) -> list[dict[str, Any]]:
    """What the page has said so far."""
    return page.evaluate("window.sent")
