"""The kernels behind the pages: their number and owners, what a page may say to them, and when they end.

A page takes a place before its kernel starts, and the place is free again when the kernel ends. A kernel without a
connected page is ended, whatever it is doing.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from jupyter_server.services.kernels.connection.base import (
    deserialize_binary_message,
    deserialize_msg_from_ws_v1,
)
from traitlets import Integer

from workbench.serving.limits import KERNELS
from workbench.serving.voila_inside import AsyncMappingKernelManager, ZMQChannelsWebsocketConnection

SECONDS_TO_CONNECT = 40  # a page on a slow phone takes half of this to load its scripts
SECONDS_TO_RETURN = 20  # time for a page whose network failed for a moment to reconnect
MOST_QUEUED = 8  # pages; others try again in a moment
LONGEST_TURN_SECONDS = 60.0  # a notebook may take longer, but others no longer wait for it
SPEECH = "v1.kernel.websocket.jupyter.org"  # messages in bytes; otherwise JSON
FROM_PAGES = ("comm_open", "comm_close", "comm_msg", "comm_info_request", "kernel_info_request")
OPENED_BY_PAGES = "jupyter.widget.control"  # the only channel to a kernel that a page opens
UNREADABLE = 1003  # a socket's code for what cannot be understood


@dataclass(eq=False)
class Visit:
    """A page of a visitor and the kernel behind it, which is started while the page is rendered."""

    visitor: str
    environment: Mapping[str, str] = field(default_factory=dict)
    kernel_id: str = ""
    rendering: bool = True
    connected: bool = False  # whether the page ever was
    alone_since: float = 0.0  # seconds of a monotonic clock

    def abandoned(self, now: float) -> bool:
        """Whether the visit has been without a page for so long that none will come."""
        patience = SECONDS_TO_RETURN if self.connected else SECONDS_TO_CONNECT
        return not self.rendering and now - self.alone_since > patience


_VISIT: ContextVar[Visit] = ContextVar("visit")


class PageKernels(AsyncMappingKernelManager):
    """Kernels for pages, limited in total and for each visitor."""

    most = Integer(KERNELS, help="How many kernels run at once.", config=True)
    most_of_a_visitor = Integer(0, help="How many of them for one visitor; 0 is as many as there are.", config=True)
    at_a_time = Integer(2, help="How many pages are rendered at the same time.", config=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.visits: set[Visit] = set()
        self.turns = asyncio.Semaphore(self.at_a_time)
        self.queued = 0  # pages that have a turn or wait for one

    # ------------------------------------------------------------ places

    def reason_to_wait(self, visitor: str) -> tuple[str, int]:
        """Why a visitor cannot have another page now, and which limit is reached; empty if there is a place."""
        own = sum(visit.visitor == visitor for visit in self.visits)
        if self.most_of_a_visitor and own >= self.most_of_a_visitor:
            return "enough", self.most_of_a_visitor
        if len(self.visits) >= self.most:
            return "full", self.most
        return ("crowded", MOST_QUEUED) if self.queued >= MOST_QUEUED else ("", 0)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until few other pages are rendered, so that running kernels stay quick; a long turn is handed on."""
        self.queued += 1
        try:
            await self.turns.acquire()
        except BaseException:
            self.queued -= 1
            raise
        clock = asyncio.get_running_loop()
        end = clock.call_later(LONGEST_TURN_SECONDS, self._end_turn)
        try:
            yield
        finally:
            if end.when() > clock.time():
                end.cancel()
                self._end_turn()

    def _end_turn(self) -> None:
        self.queued -= 1
        self.turns.release()

    @contextmanager
    def visit(self, visitor: str, environment: Mapping[str, str]) -> Iterator[Visit]:
        """Take a place for the page that is rendered within; its kernel keeps the place."""
        visit = Visit(visitor, environment)
        self.visits.add(visit)
        mark = _VISIT.set(visit)
        try:
            yield visit
        finally:
            _VISIT.reset(mark)
            visit.rendering, visit.alone_since = False, time.monotonic()
            if visit.kernel_id not in self:
                self.visits.discard(visit)

    def visit_of(self, kernel_id: str) -> Visit | None:
        """The visit that a kernel was started for."""
        return next((visit for visit in self.visits if visit.kernel_id == kernel_id), None)

    async def start_kernel(self, **given: Any) -> str:  # type: ignore[override]
        """Start the kernel of the page that is being rendered."""
        visit = _VISIT.get()
        visit.kernel_id = self.new_kernel_id()  # known from the start, so that nobody takes it for abandoned
        given["env"] = {**given.get("env", {}), **visit.environment}
        return await super().start_kernel(kernel_id=visit.kernel_id, **given)

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget a kernel that has ended; its place is free."""
        if (visit := self.visit_of(kernel_id)) is not None:
            self.visits.discard(visit)
        return super().remove_kernel(kernel_id)

    # ------------------------------------------------------------ ends

    async def end_if_dead(self, kernel_id: str) -> bool:
        """End a kernel that has died, so that its place is free; return whether it has stopped."""
        alive = kernel_id in self and await self.get_kernel(kernel_id).is_alive()  # type: ignore[misc]
        if not alive and kernel_id in self:
            await self.shutdown_kernel(kernel_id, now=True)
        return kernel_id not in self

    def notify_connect(self, kernel_id: str) -> None:
        """Note that a page has connected to its kernel."""
        super().notify_connect(kernel_id)
        if (visit := self.visit_of(kernel_id)) is not None:
            visit.connected = True

    def notify_disconnect(self, kernel_id: str) -> None:
        """Note that a page, or its network, has gone."""
        super().notify_disconnect(kernel_id)
        if (visit := self.visit_of(kernel_id)) is not None:
            visit.alone_since = time.monotonic()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that has died or that no page will come back to, busy or not."""
        visit = self.visit_of(kernel_id)
        alone = not self._kernel_connections.get(kernel_id, 0)
        if visit is None or (alone and visit.abandoned(time.monotonic())):
            await self.shutdown_kernel(kernel_id, now=True)
        else:
            await self.end_if_dead(kernel_id)


# ---------------------------------------------------------------- what a page says


class PageConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel: small messages are sent at once, and invalid data closes it."""

    connected = False  # whether the kernel counts this page among its own

    def connect(self) -> Any:
        """Connect as usual, with Nagle's delay of 40 ms switched off first."""
        self.connected = True
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    def give_up(self) -> None:
        """Release what was taken for a page that left before it was connected."""
        self._open_sessions.pop(self.session_key, None)

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Pass a message on if pages may send its kind."""
        try:
            kind, content = _kind_and_content(incoming_msg, self.subprotocol == SPEECH)
            if kind in FROM_PAGES and (kind != "comm_open" or content.get("target_name") == OPENED_BY_PAGES):
                super().handle_incoming_message(incoming_msg)
        except Exception:  # whatever a stranger may have sent
            self.websocket_handler.close(UNREADABLE, "This is no message for a kernel.")


def _kind_and_content(incoming: Any, in_bytes: bool) -> tuple[str, dict[str, Any]]:
    """The kind and the content of a message; bytes that are not a message may raise any exception."""
    if in_bytes:
        _channel, parts = deserialize_msg_from_ws_v1(incoming)
        header, content = json.loads(bytes(parts[0])), json.loads(bytes(parts[3]))
    else:
        message = deserialize_binary_message(incoming) if isinstance(incoming, bytes) else json.loads(incoming)
        header, content = message["header"], message["content"]
    if not isinstance(content, dict):
        raise TypeError("A message's content is a table.")
    return header["msg_type"], content
