"""A visitor without a browser: requests that carry cookies, and sockets to kernels."""

from __future__ import annotations

import json
import re
import socket
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.servers import RunningServer

PATIENCE = 60  # seconds


def wait_until(reached: Callable[[], object], patience: float = PATIENCE) -> None:
    """Look again and again until something holds; fails if it takes longer than `patience` seconds."""
    end = time.monotonic() + patience
    while not reached():
        assert time.monotonic() < end, "It never came true."
        time.sleep(0.1)


@dataclass
class Answer:
    """A response as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes
    began: float = 0.0  # seconds of time.monotonic() at which the first byte of the body arrived

    @property
    def kernel(self) -> str:
        """The kernel behind a page; empty where there is none."""
        found = re.search(r'"kernelId": "([0-9a-f-]+)"', self.body.decode())
        return found[1] if found else ""


@dataclass
class Visitor:
    """Somebody whose browser keeps cookies."""

    server: RunningServer
    cookies: dict[str, str] = field(default_factory=dict)
    kernels: list[str] = field(default_factory=list)  # behind the pages that were opened

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """One request, redirects not followed."""
        connection = HTTPConnection("127.0.0.1", urlsplit(self.server.url).port, timeout=PATIENCE)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"Cookie": self._cookie(), **names})
        response = connection.getresponse()
        first, began = response.read(1), time.monotonic()
        body = first + response.read()
        connection.close()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                self.cookies |= {key: morsel.value for key, morsel in SimpleCookie(value).items()}
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, body, began)

    def open(self, notebook: str = "index.ipynb", **headers: str) -> Answer:
        """The page of a notebook, as a browser gets it after redirects."""
        answer = self.ask(f"/voila/render/{notebook}", **headers)
        for _ in range(3):
            if answer.status == 302:
                answer = self.ask(answer.headers["location"], **headers)
        if answer.kernel:
            self.kernels.append(answer.kernel)
        return answer

    def close(self, kernel: str) -> int:
        """Close a page as a browser does, and return the status of the answer."""
        return self.ask(f"/voila/api/shutdown/{kernel}", "POST", Origin=self.server.url.rstrip("/")).status

    def leave(self) -> None:
        """Close every page."""
        while self.kernels:
            self.close(self.kernels.pop())

    def _cookie(self) -> str:
        return "; ".join(f'{name}="{value}"' for name, value in self.cookies.items())

    async def connect(self, kernel: str) -> WebSocketClientConnection:
        """A socket to a kernel, for messages in JSON."""
        address = self.server.url.replace("http", "ws", 1) + f"api/kernels/{kernel}/channels?session_id={uuid.uuid4()}"
        return await websocket_connect(HTTPRequest(address, headers={"Cookie": self._cookie()}))

    def connect_and_leave(self, kernel: str) -> None:
        """Ask for a socket to a kernel that does not answer, and leave before it is opened."""
        asked = f"GET /api/kernels/{kernel}/channels?session_id={uuid.uuid4()} HTTP/1.1\r\n"
        upgrade = (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a2V5\r\n"
        )
        place = urlsplit(self.server.url)
        with socket.create_connection((place.hostname, place.port)) as left:
            left.sendall(f"{asked}Host: {place.netloc}\r\nCookie: {self._cookie()}\r\n{upgrade}\r\n".encode())
            left.shutdown(socket.SHUT_WR)
            assert left.recv(1) == b"", "the server has heard that nobody waits any more"


def message(kind: str, content: dict[str, Any], channel: str = "shell") -> str:
    """A message to a kernel, as a page writes it."""
    header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "username": "", "session": "s", "version": "5.3"}
    parts = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": channel}
    return json.dumps(parts)
