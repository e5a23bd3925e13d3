"""What our servers do for every handler: HEAD works wherever GET does, and pages are isolated."""

from __future__ import annotations

from functools import cache
from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.web import Application, HTTPError, RequestHandler
from tornado.websocket import WebSocketHandler

NO_SOCKET = "A socket is opened by GET."


class Answering(Application):
    """An application whose handlers answer HEAD as they answer GET, without the body."""

    def get_handler_delegate(
        self, request: HTTPServerRequest, target_class: type[RequestHandler], *given: Any, **named: Any
    ) -> Any:
        """The delegate that answers a request with a handler of this class."""
        wanted = with_head(target_class) if request.method == "HEAD" else target_class  # type: ignore[arg-type]
        return super().get_handler_delegate(request, wanted, *given, **named)


def keep_apart(handler: RequestHandler, framed_by: str = "'none'") -> None:
    """Let a page load only its own files and open only its own sockets, uncached, and framed only by these pages."""
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


@cache  # one for each class of handlers
def with_head(kind: type[RequestHandler]) -> type[RequestHandler]:
    """A handler class that answers HEAD; the same class if it already does, or if it does not answer GET either."""
    if kind.get is RequestHandler.get or kind.head is not RequestHandler.head:
        return kind
    head = _no_socket if issubclass(kind, WebSocketHandler) else _as_get
    return type(kind.__name__, (kind,), {"head": head, "SUPPORTED_METHODS": (*kind.SUPPORTED_METHODS, "HEAD")})


def _as_get(handler: Any, *path: Any, **named: Any) -> Any:
    """Answer HEAD as GET; Tornado leaves out the body."""
    return handler.get(*path, **named)


def _no_socket(*_path: Any, **_named: Any) -> None:
    raise HTTPError(400, NO_SOCKET)
