"""Windows for hands beside a public screen: a small server on 127.0.0.1, inside the kernel.

The shared page's kernel sends each seat its own scene over a WebSocket, so that no hidden card ever reaches the shared
page. A link holds a one-time ticket: opening it shows a page; pressing *Sit down* there claims the seat and gives the
window a secret that it keeps.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
from collections.abc import Callable
from string import Template
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from workbench.pages.guard import MATCH_STAYS, Guard, fault_notice
from workbench.pages.messages import Act, Message, Series, Weigh
from workbench.pages.page import Page, handles
from workbench.pen import joined
from workbench.play.host import TableHost
from workbench.storage.errors import RoomError
from workbench.widgets.answering import Answering, keep_apart
from workbench.widgets.script import source
from workbench.widgets.table.drawn_by import table_script, table_style
from workbench.widgets.table.messages import Ready, Sit
from workbench.widgets.table.scene_stream import SceneStream

LARGEST_FRAME = 4096
MOST_SOCKETS = 64
GONE = 4001
BROKEN = 500  # from this status up the fault is ours
TRY_AGAIN = 1011  # the window connects again
SCRIPT, STYLE = "table/seat.js", "table/seat.css"  # the only files that a window can request, each complete in itself
KINDS = {SCRIPT: "text/javascript", STYLE: "text/css"}
LOST = "This window has lost its seat. Ask for a new window on the shared screen."
NOT_OPEN, SITTING, AWAY = "nobody sits yet", "sits", "window closed"


class SeatWindows:
    """Serves each human seat of a host its own window; starts listening when a link is first needed."""

    def __init__(self, host: TableHost, changed: Callable[[], None] = lambda: None) -> None:
        self.host = host
        self.changed = changed
        self.port = 0
        self._server: HTTPServer | None = None
        self._tickets: dict[str, int] = {}
        self._secrets: dict[str, int] = {}
        self.pages: set[HandPage] = set()
        self._pushing: asyncio.Handle | None = None  # the call that will send changes to the windows

    @property
    def origin(self) -> str:
        """The origin of the windows; requests from any other origin are refused."""
        return f"http://127.0.0.1:{self.port}"

    def listen(self) -> None:
        """Start the server on a free port, once; needs a running event loop."""
        if self._server is not None:
            return
        sockets = bind_sockets(0, "127.0.0.1")
        self.port = sockets[0].getsockname()[1]
        handlers: list[Any] = [
            (r"/seat/([\w-]{20,60})", SeatPage, {"windows": self}),
            (r"/seat/([\w-]{20,60})/claim", ClaimSeat, {"windows": self}),
            (rf"/({'|'.join(map(re.escape, KINDS))})", SeatFile, {"windows": self}),
            (r"/socket", SeatSocket, {"windows": self}),
        ]
        application = Answering(
            handlers,
            compress_response=True,
            websocket_max_message_size=LARGEST_FRAME,
            websocket_ping_interval=20,
            log_function=lambda handler: None,
        )
        self._server = HTTPServer(application, max_body_size=LARGEST_FRAME, max_buffer_size=16 * LARGEST_FRAME)
        self._server.add_sockets(sockets)

    def close(self, reason: str = "This table is closed.") -> None:
        """Send every window away and stop listening."""
        for page in list(self.pages):
            page.socket.close(GONE, reason)
        if self._pushing is not None:
            self._pushing.cancel()
            self._pushing = None
        self._tickets.clear()
        self._secrets.clear()
        if self._server is not None:
            self._server.stop()
            self._server = None

    def describe(self) -> list[dict[str, Any]]:
        """What the shared page shows of each human seat: its name, its state, and a link while the seat is free."""
        self.listen()
        told = []
        for seat in self.host.humans:
            claimed = seat in self._secrets.values()
            status = NOT_OPEN if not claimed else SITTING if any(page.seat == seat for page in self.pages) else AWAY
            url = "" if claimed else f"{self.origin}/seat/{self._ticket(seat)}"
            told.append({"seat": seat, "name": self.host.match.seat_names[seat], "url": url, "status": status})
        return told

    def _ticket(self, seat: int) -> str:
        ticket = next((ticket for ticket, owner in self._tickets.items() if owner == seat), None)
        if ticket is None:
            ticket = secrets.token_urlsafe(24)
            self._tickets[ticket] = seat
        return ticket

    def name_behind(self, ticket: str) -> str:
        """The name of the person whose seat a ticket opens; empty if it is not a ticket, or no longer one."""
        seat = self._tickets.get(ticket)
        return "" if seat is None else str(self.host.match.seat_names[seat])

    def claim(self, ticket: str) -> str | None:
        """The seat's secret for a ticket, which this uses up; None if it is not a ticket, or no longer one."""
        seat = self._tickets.pop(ticket, None)
        if seat is None:
            return None
        secret = secrets.token_urlsafe(32)
        self._secrets[secret] = seat
        self.changed()
        return secret

    def seat_of(self, secret: str) -> int | None:
        """The seat that a secret opens."""
        return self._secrets.get(secret)

    def reissue(self, seat: int) -> None:
        """Free a seat whose window is lost: its secret ends, and a new link is made."""
        self._secrets = {secret: owner for secret, owner in self._secrets.items() if owner != seat}
        for page in [page for page in self.pages if page.seat == seat]:
            page.socket.close(GONE, "This hand was opened again from the shared screen.")
        self.changed()

    def free_seats(self) -> None:
        """End the windows of seats that people no longer play."""
        for seat in {*self._secrets.values(), *self._tickets.values()} - set(self.host.humans):
            self._tickets = {ticket: owner for ticket, owner in self._tickets.items() if owner != seat}
            self.reissue(seat)

    def push(self) -> None:
        """Send every seated window what its seat sees; several acts at the same moment make one scene."""
        if not self.pages:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._push()
        else:
            self._pushing = self._pushing or loop.call_soon(self._push)

    def _push(self) -> None:
        self._pushing = None
        for page in list(self.pages):
            page.refresh()


class OfWindows(RequestHandler):
    """What is asked of the windows of a host, and only at their own address."""

    def initialize(self, windows: SeatWindows) -> None:
        """Remember whose windows these are."""
        self.windows = windows

    def prepare(self) -> None:
        """Refuse a request that was addressed to another name (DNS rebinding)."""
        if f"http://{self.request.host}" != self.windows.origin:
            raise HTTPError(403)


class SeatHandler(OfWindows):
    """What all answers share: they are only for this address, never stored, and load nothing from elsewhere."""

    def set_default_headers(self) -> None:
        """Allow only our own files and socket, and no frames."""
        keep_apart(self)

    def write_error(self, status_code: int, **_more: Any) -> None:
        """One line instead of a traceback, which is in the log."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(self.refused(status_code))

    def refused(self, status_code: int) -> str | dict[str, str]:
        """The answer to a refused request."""
        if status_code >= BROKEN:
            return fault_notice("opening a hand", MATCH_STAYS)
        return f"{status_code}: this address shows nothing."


class SeatPage(SeatHandler):
    """The page behind a link; it takes no seat (programs open links too)."""

    def get(self, ticket: str) -> None:
        """The same page for every ticket, except for whose hand it is, which people read first."""
        name = self.windows.name_behind(ticket)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        page = Template(source("table/seat.html"))
        self.write(page.substitute(hand=joined(f"The hand of {name}" if name else "Your hand")))


class SeatFile(SeatHandler):
    """The page's script and its style: one of each, so that a window opens in four requests with its socket."""

    def get(self, name: str) -> None:
        """The script or the style that draws the game of this table."""
        game = self.windows.host.match.game
        self.set_header("Content-Type", f"{KINDS[name]}; charset=utf-8")
        self.write(table_script(game, SCRIPT) if name == SCRIPT else table_style(game, STYLE))


class ClaimSeat(SeatHandler):
    """Sitting down."""

    def check_xsrf_cookie(self) -> None:
        """Do nothing: there are no cookies, and the origin is checked instead."""

    def post(self, ticket: str) -> None:
        """The seat's secret, or why there is none."""
        if self.request.headers.get("Origin") != self.windows.origin:
            raise HTTPError(403)
        secret = self.windows.claim(ticket)
        if secret is None:
            self.set_status(409)
            self.write({"error": "This link was used already. Ask for a new window on the shared screen."})
        else:
            self.write({"secret": secret})

    def refused(self, status_code: int) -> dict[str, str]:
        """The answer to a refused request, in the form that the page expects."""
        return {"error": str(super().refused(status_code))}


class HandPage(Page):
    """The page of a hand in a window of its own, which must sit down first; `socket` carries its messages."""

    ignores = (Ready,)  # no hand is covered here

    def __init__(self, windows: SeatWindows, socket: SeatSocket) -> None:
        super().__init__(Guard(self._tell, MATCH_STAYS))
        self.windows, self.socket = windows, socket
        self.seat: int | None = None
        self.stream = SceneStream()
        self.refresh = self.guard(self.show, "showing your hand")

    def begin(self, message: Message) -> None:
        """Hear a message; a window must sit down once, before anything else."""
        super().begin(message)
        if (self.seat is None) != isinstance(message, Sit):
            raise RoomError(LOST if self.seat is None else "This window sits already. Look at the table again.")

    @handles
    def _sit(self, message: Sit) -> None:
        self.seat = self.windows.seat_of(message.secret)
        if self.seat is None:
            raise RoomError(LOST)
        self.windows.pages.add(self)
        self.windows.changed()
        self.show()

    @handles
    def _act(self, message: Act) -> None:
        self.windows.host.act(self.seat, message.actions, message.asked)

    @handles
    def _act_series(self, message: Series) -> None:
        self.windows.host.act_series(self.seat, message.number, message.asked)

    @handles
    def _weigh(self, message: Weigh) -> None:
        self.socket.send(answer=self.windows.host.weigh(self.seat, message.actions, message.asked))

    def show_lines(self) -> None:
        """Say what was refused; a window without a seat is sent away."""
        if self.seat is None:
            self.socket.close(GONE, LOST)
        else:
            self.show(self.lines.error)

    def show(self, notice: str = "") -> None:
        """Send the window what its seat sees: the whole scene at first, then only changes."""
        host = self.windows.host
        self.socket.send(**self.stream.next(host, self.seat), notice=notice, kept_words=host.kept_words)

    def _tell(self, notice: str) -> None:
        """Send the window a notice alone; one without a seat yet is asked to try again."""
        self.socket.send(notice=notice)
        if self.seat is None:
            self.socket.close(TRY_AGAIN)


class SeatSocket(OfWindows, WebSocketHandler):
    """The connection between a seat's window and its page; silent until the window shows its secret.

    Tornado does not check an origin that is the host's own.
    """

    def initialize(self, windows: SeatWindows) -> None:
        """Start without a seat."""
        super().initialize(windows)
        self.page = HandPage(windows, self)

    def check_origin(self, origin: str) -> bool:
        """Accept only our own pages."""
        return origin == self.windows.origin

    def open(self, *_args: str, **_kwargs: str) -> None:
        """Answer without delay; send away a socket over the limit."""
        self.set_nodelay(True)
        if len(self.windows.pages) >= MOST_SOCKETS:
            self.close(GONE, "Too many windows are open.")

    def on_message(self, message: str | bytes) -> None:
        """A secret first, then acts; anything else changes nothing."""
        self.page.hear_text(message)

    def send(self, **content: Any) -> None:
        """Send the window a message if it is still there."""
        with contextlib.suppress(WebSocketClosedError):
            self.write_message(json.dumps(content))

    def on_close(self) -> None:
        """The seat stays taken; its window may come back."""
        if self.page in self.windows.pages:
            self.windows.pages.discard(self.page)
            self.windows.changed()
