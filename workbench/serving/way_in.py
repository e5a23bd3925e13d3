"""How a request arrived: directly, or through a proxy that shows these pages at a host and below a prefix.

A proxy is trusted only on this machine; it speaks through the headers X-Forwarded-Prefix, -Host and -Proto.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jupyter_server.base.handlers import JupyterHandler
from tornado.httputil import HTTPServerRequest, split_host_and_port
from tornado.web import RequestHandler

from workbench.widgets.nearby import is_loopback

PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))(?:[A-Za-z0-9._~!$&'()*+=:@-]|%[0-9A-Fa-f]{2})+)*/?")
LONGEST_PREFIX = 500
HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")
SCHEMES = ("http", "https")
OWN = (
    "api", "enter", "host", "join", "login", "logout", "place", "r", "screen", "share", "static", "v", "voila",
)  # fmt: skip # how paths of ours begin


def as_prefix(text: str) -> str | None:
    """A path with a slash at both ends; None if it is no path, or could be taken for another host.

    >>> as_prefix("workbench"), as_prefix("//evil.example")
    ('/workbench/', None)
    """
    whole = text if text.startswith("/") else f"/{text}"
    if len(whole) > LONGEST_PREFIX or PREFIX.fullmatch(whole) is None:
        return None
    return whole if whole.endswith("/") else f"{whole}/"


def come_in(request: HTTPServerRequest, base_url: str) -> None:
    """Treat a request as if it came directly, and store in its `prefix` the path below which its browser finds us.

    `base_url` is the prefix given for the whole server. A proxy may leave it in the path or take it away.
    Afterwards `path` lacks the prefix and `uri` has it; `host` and `protocol` are the browser's.
    """
    path, prefix, taken = request.path, base_url, None
    inside = f"{path}/".startswith(base_url)
    if inside:
        path = f"/{path[len(base_url) :]}"
    if is_loopback(request.remote_ip or ""):
        taken = _taken_away(request)
        if taken is not None:  # what stands before the path, whatever part of ours is left in it
            prefix = taken + (base_url[1:] if inside else "")
        _named_by_the_proxy(request)
    request.prefix, request.proxied = prefix, taken is not None  # type: ignore[attr-defined]
    request.path = path
    request.uri = prefix + path[1:] + (f"?{request.query}" if request.query else "")


def _taken_away(request: HTTPServerRequest) -> str | None:
    """The prefix that proxies have taken from the path, the outermost part first; None if no proxy names one."""
    said = request.headers.get("X-Forwarded-Prefix")
    parts = [as_prefix(part.strip()) for part in said.split(",")] if said else []
    if not parts or None in parts:
        return None
    return "/" + "".join(part[1:] for part in parts if part)


def _named_by_the_proxy(request: HTTPServerRequest) -> None:
    """Take host and protocol from a proxy.

    A proxy that names a host asks us by a name of this machine. A request by another name may come from a page that
    has made its own name lead here, and must not choose the name that lets it in.
    """
    protocol = request.headers.get("X-Forwarded-Proto", "").split(",")[0].strip().lower()
    if protocol in SCHEMES:
        request.protocol = protocol
    host = request.headers.get("X-Forwarded-Host", "").split(",")[0].strip()
    if HOST.fullmatch(host) and is_loopback(host_name(request.host)):
        request.host = request.headers["Host"] = host


def host_name(host: str) -> str:
    """A host without its port.

    >>> host_name("[::1]:8866"), host_name("room.test")
    ('[::1]', 'room.test')
    """
    return split_host_and_port(host.lower())[0]


class Prefixed:
    """A handler whose links begin at the address under which the request's browser finds us."""

    request: HTTPServerRequest

    @property
    def base_url(self) -> str:
        """The path of the first page, as the browser sees it."""
        return self.request.prefix  # type: ignore[attr-defined]

    def redirect(self, url: str, *given: Any, **named: Any) -> None:
        """Redirect; a proxy that takes a prefix away may put it before absolute paths, so ours are relative."""
        if self.request.proxied and url.startswith(self.base_url):  # type: ignore[attr-defined]
            url = "../" * (self.request.path.count("/") - 1) + url[len(self.base_url) :] or "./"
        super().redirect(url, *given, **named)  # type: ignore[misc]

    def set_cookie(self, name: str, value: Any, *given: Any, path: str = "/", **named: Any) -> None:
        """Set a cookie below the prefix: another service at the same host may have one of the same name."""
        below = self.base_url if path == "/" else path
        super().set_cookie(name, value, *given, path=below, **named)  # type: ignore[misc]


@cache
def prefixed(kind: type[RequestHandler]) -> type[RequestHandler]:
    """The handler class with links that have the request's prefix, if its pages have links."""
    return type(kind.__name__, (Prefixed, kind), {}) if issubclass(kind, JupyterHandler) else kind


def root_for_others(handler: Any) -> str:
    """The address of the first page for other machines: the browser's own, unless only this machine knows that.

    Empty if none is known.
    """
    request = handler.request
    if is_loopback(host_name(request.host)):
        return handler.settings["server"].network_address
    return f"{request.protocol}://{request.host}{handler.base_url}"
