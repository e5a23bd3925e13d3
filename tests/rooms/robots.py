"""Rooms on real sockets in one process, and robots that play in them as phones do."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from workbench.rooms.handlers import room_handlers
from workbench.rooms.pages import LOST
from workbench.rooms.rooms import Rooms
from workbench.rooms.store import RoomStore
from workbench.widgets.answering import Answering

PATIENCE = 6.0  # seconds
GOES_AWAY = 1001  # why sockets of a server that ends are closed


@asynccontextmanager
async def served(folder: Path, shared: bool = False, port: int = 0) -> AsyncIterator[tuple[Rooms, str]]:
    """Rooms kept in a folder, served on a port of this machine, by default a free one; yields them and their origin."""
    rooms = Rooms(RoomStore(folder / "rooms.sqlite"))
    rooms.come_back()
    sockets = bind_sockets(port, "127.0.0.1")
    server = HTTPServer(Answering(room_handlers(rooms, lambda path: path, shared), log_function=lambda handler: None))
    server.add_sockets(sockets)
    rooms.address = f"http://127.0.0.1:{sockets[0].getsockname()[1]}/"
    rooms.start()
    try:
        yield rooms, rooms.address.rstrip("/")
    finally:
        server.stop()
        for page in [page for room in rooms.open_rooms.values() for page in room.pages]:
            page.wire.close(GOES_AWAY, "")  # type: ignore[attr-defined] # as a process that ends closes them
        await server.close_all_connections()
        rooms.stop()


async def ask(
    url: str, body: dict[str, Any] | None = None, origin: str | None = None, raw: bytes | None = None
) -> HTTPResponse:
    """The answer to GET, or to POST where there is something to post; `origin` is the server's own if not given."""
    own = "/".join(url.split("/")[:3])
    posted = raw if raw is not None else None if body is None else json.dumps(body).encode()
    request = HTTPRequest(
        url,
        method="GET" if posted is None else "POST",
        body=posted,
        headers={"Origin": own if origin is None else origin},
        follow_redirects=False,
    )
    return await AsyncHTTPClient().fetch(request, raise_error=False)


class Socket:
    """A socket of a page; `texts` are all that it was sent, `room` and `scene` what it shows now."""

    def __init__(self, origin: str, path: str, opening: dict[str, Any]) -> None:
        self.origin, self.path, self.opening = origin, path, opening
        self.texts: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self.scene: dict[str, Any] = {}
        self.closed: tuple[int | None, str | None] | None = None
        self.heard: Callable[[dict[str, Any]], None] = lambda message: None
        self.returns = False  # whether it connects again when the connection is lost
        self._news = asyncio.Event()

    async def open(self, origin: str | None = None) -> Socket:
        """Connect, and say who this is."""
        address = self.origin.replace("http", "ws") + self.path
        headers = {"Origin": self.origin if origin is None else origin}
        self.wire: WebSocketClientConnection = await websocket_connect(HTTPRequest(address, headers=headers))
        self.reading = asyncio.create_task(self._read())
        await self.send(**self.opening)
        return self

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.wire.write_message(json.dumps(message))

    async def _read(self) -> None:
        while (text := await self.wire.read_message()) is not None:
            assert isinstance(text, str)
            self.texts.append(text)
            message = json.loads(text)
            self.said.append(message)
            self.room = message.get("room", self.room)
            self.scene = message.get("scene", self.scene)
            for change in message.get("changes", ()):
                self.scene = with_change(self.scene, *change)
            self.heard(message)
            self._news.set()
        self.closed = self.wire.close_code, self.wire.close_reason
        self._news.set()
        if self.returns and self.closed[0] != LOST:
            self.returning = asyncio.create_task(self._come_back())

    async def _come_back(self) -> None:
        """Connect again, as pages do, once the server is there again."""
        self.closed = None
        while True:
            await asyncio.sleep(0.2)
            with contextlib.suppress(OSError, HTTPClientError):
                await self.open()
                return

    async def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until a condition holds for what has been heard."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not (found := holds()):
            self._news.clear()
            left = end - loop.time()
            assert left > 0, f"In vain, after {len(self.said)} messages: {str(self.said[-1:])[:300]}"
            try:
                await asyncio.wait_for(self._news.wait(), min(left, 1.0))
            except TimeoutError:
                continue
        return found

    async def notice(self) -> str:
        """The next notice that says something."""
        before = len(self.said)
        return await self.until(lambda: next((one["notice"] for one in self.said[before:] if one.get("notice")), ""))

    async def close(self) -> None:
        """Leave."""
        self.wire.close()
        await self.until(lambda: self.closed)


def as_sent(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene as it is after its way over a socket."""
    return json.loads(json.dumps(scene))


def with_change(part: Any, place: list[Any], value: Any, begins: int | None = None) -> Any:
    """Plain data with one change in it, as `differences` tells them."""
    if not place:
        return value if begins is None else [*part[:begins], *value]
    copy = list(part) if isinstance(part, list) else dict(part)
    copy[place[0]] = with_change(part[place[0]], place[1:], value, begins)
    return copy


def actions_in(shown: Any) -> list[int]:
    """The numbers of the actions that a scene offers."""
    found: list[int] = []
    parts = shown.values() if isinstance(shown, dict) else shown if isinstance(shown, list) else ()
    if isinstance(shown, dict) and isinstance(shown.get("action"), int):
        found.append(shown["action"])
    for part in parts:
        found += actions_in(part)
    return found


class Phone(Socket):
    """Somebody's phone; after `play` it answers each question with a random choice among what its scene offers."""

    def __init__(self, origin: str, code: str, name: str, secret: str, number: int) -> None:
        super().__init__(origin, f"/r/{code}/socket", {"type": "sit", "secret": secret})
        self.code, self.name, self.secret, self.number = code, name, secret, number
        self.chance = random.Random(number)
        self.answered: tuple[int, list[int]] = (0, [])

    @classmethod
    async def join(cls, origin: str, code: str, name: str, **given: Any) -> Phone:
        """Come in by a name, and open the page."""
        answer = await ask(f"{origin}/r/{code}/join", {"name": name, **given})
        assert answer.code == 200, answer.body
        place = json.loads(answer.body)
        phone = cls(origin, code, place["name"], place["secret"], place["id"])
        await phone.open()
        await phone.until(lambda: phone.room)
        return phone

    @property
    def asked(self) -> int:
        """The number of the question that is put to it."""
        return self.scene.get("asked", 0)

    def play(self) -> None:
        """Answer at random from now on, also after the server has been away."""
        self.returns = True
        self.heard = lambda message: self._answer()
        self._answer()

    def _answer(self) -> None:
        """Answer a question once, and again if it offers something else or the answer came too late."""
        if self.said and self.said[-1].get("notice"):
            self.answered = (0, [])
        offered = actions_in(self.scene) if self.asked and not self.room["paused"] else []
        if offered and (self.asked, offered) != self.answered:
            self.answered = self.asked, offered
            self.acting = asyncio.create_task(self.act(self.chance.choice(offered)))

    async def act(self, action: int) -> None:
        """Take one action."""
        with contextlib.suppress(WebSocketClosedError):  # what was not heard is done again after reconnecting
            await self.send(type="act", actions=[action], asked=self.asked)

    async def open(self, origin: str | None = None) -> Socket:
        """Connect; whatever was asked is asked again."""
        self.answered = (0, [])
        return await super().open(origin)


async def open_host(origin: str, code: str, key: str) -> Socket:
    """The page of a host."""
    host = await Socket(origin, f"/host/{code}/socket", {"type": "host", "key": key}).open()
    await host.until(lambda: host.room)
    return host


async def open_wall(origin: str, code: str) -> Socket:
    """A wall."""
    wall = await Socket(origin, f"/screen/{code}/socket", {"type": "watch"}).open()
    await wall.until(lambda: wall.room)
    return wall


async def who_is_asked(phones: Sequence[Phone]) -> Phone:
    """The phone that has something to choose in a match that has begun."""
    for phone in phones:
        await phone.until(lambda phone=phone: phone.scene)
    return next(phone for phone in phones if actions_in(phone.scene))


class CheckedPhone(Socket):
    """A phone that is checked before a lesson: it has arms, and a ticket by which it comes again."""

    def __init__(self, origin: str, code: str, ticket: str = "") -> None:
        super().__init__(origin, f"/r/{code}/check", {"type": "come", "ticket": ticket})
        self.ticket, self.arms = ticket, -1

    @classmethod
    async def come(cls, origin: str, code: str, ticket: str = "") -> CheckedPhone:
        """Come to the check of a room."""
        phone = cls(origin, code, ticket)
        await phone.open()
        told = await phone.until(lambda: next((said for said in phone.said if "ticket" in said), None))
        phone.ticket, phone.arms = told["ticket"], told["arms"]
        return phone

    async def measure(self, milliseconds: int, too_old: bool = False, forgets: bool = False) -> None:
        """Say what was measured."""
        await self.send(type="measured", milliseconds=milliseconds, too_old=too_old, forgets=forgets)
