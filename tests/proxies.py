"""A reverse proxy on this machine, as schools and hubs put one before a server: it shows the server below a path.

It passes requests and sockets on, strips its path or leaves it, and says about itself what it is told to say.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application
from tornado.websocket import WebSocketHandler, websocket_connect

OF_ONE_CONNECTION = ("Connection", "Keep-Alive", "Transfer-Encoding", "Upgrade", "Content-Length", "Accept-Encoding")
OF_A_SOCKET = ("Sec-Websocket-Key", "Sec-Websocket-Version", "Sec-Websocket-Extensions", "Sec-Websocket-Protocol")
PATIENCE = 120  # seconds


@dataclass(frozen=True)
class Shown:
    """How a server is shown.

    strips: whether the proxy strips its path. says: whether it says so by X-Forwarded-Prefix. keeps_host: whether
    it passes on the host that the browser asked for in Host; else in X-Forwarded-Host.
    """

    server: str
    path: str
    strips: bool = True
    says: bool = False
    keeps_host: bool = True


class Passing(WebSocketHandler):
    """Passes on whatever is asked."""

    SUPPORTED_METHODS = ("GET", "HEAD", "POST")

    def initialize(self, shown: Shown) -> None:
        """Remember what is shown."""
        self.shown = shown

    @property
    def _target(self) -> str:
        uri = self.request.uri or "/"
        inside = f"/{uri[len(self.shown.path) :]}" if self.shown.strips else uri
        return f"{self.shown.server.rstrip('/')}{inside}"

    def _handed_on(self, *left_out: str) -> dict[str, str]:
        headers = {name: value for name, value in self.request.headers.get_all() if name not in left_out}
        for name in OF_ONE_CONNECTION:
            headers.pop(name, None)
        if self.shown.says:
            headers["X-Forwarded-Prefix"] = self.shown.path.rstrip("/")
        if not self.shown.keeps_host:
            headers["X-Forwarded-Host"] = headers["Host"]
            headers["Host"] = urlsplit(self.shown.server).netloc
        return headers

    async def get(self) -> None:
        """A request, or a socket."""
        if self.request.headers.get("Upgrade", "").lower() == "websocket":
            await super().get()
        else:
            await self._pass_on()

    async def head(self) -> None:
        """A request."""
        await self._pass_on()

    async def post(self) -> None:
        """A request."""
        await self._pass_on()

    def check_xsrf_cookie(self) -> None:
        """That is the server's business."""

    async def _pass_on(self) -> None:
        method = self.request.method or "GET"
        body = self.request.body if method == "POST" else None
        request = HTTPRequest(
            self._target,
            method,
            self._handed_on(),
            body,
            follow_redirects=False,
            request_timeout=PATIENCE,
            decompress_response=False,
        )
        answer = await AsyncHTTPClient().fetch(request, raise_error=False)
        self.set_status(answer.code, answer.reason)
        self.clear_header("Content-Type")
        for name, value in answer.headers.get_all():
            if name not in OF_ONE_CONNECTION:
                self.add_header(name, value)
        if answer.body:
            self.write(answer.body)
        await self.finish()

    # ------------------------------------------------------------ sockets

    def check_origin(self, _origin: str) -> bool:
        """That is the server's business."""
        return True

    def select_subprotocol(self, subprotocols: list[str]) -> str | None:
        """The one that is asked for."""
        return subprotocols[0] if subprotocols else None

    async def open(self, *_path: str) -> None:
        """Connect to the server."""
        asked = self.request.headers.get("Sec-WebSocket-Protocol", "")
        spoken = [one.strip() for one in asked.split(",")][:1] if asked else None
        request = HTTPRequest(self._target.replace("http", "ws", 1), headers=self._handed_on(*OF_A_SOCKET))
        self.waiting: list[Any] = []
        self.other = None
        try:
            self.other = await websocket_connect(request, subprotocols=spoken, max_message_size=2**26)
        except Exception:
            self.close()
            return
        for message in self.waiting:
            await self.other.write_message(message, isinstance(message, bytes))
        asyncio.get_running_loop().create_task(self._bring_back())

    async def _bring_back(self) -> None:
        assert self.other is not None
        while (message := await self.other.read_message()) is not None:
            await self.write_message(message, isinstance(message, bytes))
        self.close(self.other.close_code, self.other.close_reason)

    async def on_message(self, message: str | bytes) -> None:
        """Pass it on."""
        if self.other is None:
            self.waiting.append(message)
        else:
            await self.other.write_message(message, isinstance(message, bytes))

    def on_close(self) -> None:
        """The server's side goes too."""
        if self.other is not None:
            self.other.close()


@contextmanager
def running_proxy(server: str, path: str = "/", **how: Any) -> Iterator[str]:
    """The address below which a proxy on this machine shows a server; ended on leaving."""
    shown = Shown(server, path, **how)
    sockets = bind_sockets(0, "127.0.0.1")
    loop = asyncio.new_event_loop()
    started = threading.Event()

    def run() -> None:
        asyncio.set_event_loop(loop)

        async def listen() -> None:
            rest = rf"{path}.*"
            application = Application([(rest, Passing, {"shown": shown})], websocket_max_message_size=2**26)
            HTTPServer(application).add_sockets(sockets)
            started.set()

        loop.run_until_complete(listen())
        loop.run_forever()
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert started.wait(10)
    try:
        yield f"http://127.0.0.1:{sockets[0].getsockname()[1]}{path}"
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
