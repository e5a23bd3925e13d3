"""What servers of ours do with requests, whichever handler answers: HEAD stands wherever GET does, pages keep apart."""

from __future__ import annotations

from functools import cache
from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketHandler

NO_SOCKET = "A socket is opened by GET."


class Answering(Application):
    """An application whose handlers answer HEAD as they answer GET, but for the body."""

    def get_handler_delegate(
        self, request: HTTPServerRequest, target_class: type[RequestHandler], *given: Any, **named: Any
    ) -> Any:
        """What answers a request by a handler of this class."""
        wanted = with_head(target_class) if request.method == "HEAD" else target_class  # type: ignore[arg-type]
        return super().get_handler_delegate(request, wanted, *given, **named)


def keep_apart(handler: RequestHandler, framed_by: str = "'none'") -> None:
    """Let a page load its own files alone, open its own sockets, lie in no copy, and stand in no frame but these."""
    host = handler.request.host
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors {framed_by}"
    )
    handler.set_header("Cache-Control", "no-store")
    handler.set_header("X-Content-Type-Options", "nosniff")
    handler.set_header("Referrer-Policy", "no-referrer")
    handler.set_header("Cross-Origin-Opener-Policy", "same-origin")
    handler.set_header("Content-Security-Policy", policy)


@cache  # as many as there are classes of handlers
def with_head(kind: type[RequestHandler]) -> type[RequestHandler]:
    """A class of handlers that answers HEAD; the same one where it does, or where GET does not stand either."""
    if kind.get is RequestHandler.get or kind.head is not RequestHandler.head:
        return kind
    head = _no_socket if issubclass(kind, WebSocketHandler) else _as_get
    return type(kind.__name__, (kind,), {"head": head, "SUPPORTED_METHODS": (*kind.SUPPORTED_METHODS, "HEAD")})


def _as_get(handler: Any, *path: Any, **named: Any) -> Any:
    """Answer as to GET; Tornado leaves the body away."""
    return handler.get(*path, **named)


def _no_socket(*_path: Any, **_named: Any) -> None:
    raise HTTPError(400, NO_SOCKET)
