"""Where a server is found: from this machine, and from others in its network."""

from __future__ import annotations

import io
import socket

from workbench.widgets.nearby import is_loopback

NOWHERE = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "fd00::ffff"}  # to ask for a route; nothing is sent there
WHOM_IT_OPENS_TO = (
    "Everybody who is in your network can open it: play, edit decks and measure them, each in a space of their own.\n"
    "Nobody sees your files, your matches or your decks, and nobody can run code. What goes over the network is not\n"
    "encrypted; do this in a network that you trust."
)


def is_everywhere(host: str) -> bool:
    """Whether `host` stands for every address of this machine."""
    return host in ("", "0.0.0.0", "::")


def here(host: str) -> str:
    """The host name that a browser on this machine uses for a server that listens on `host`."""
    return ("::1" if host == "::" else "127.0.0.1") if is_everywhere(host) else host


def in_network(host: str) -> str:
    """The host name that other machines use for a server that listens on `host`; empty if there is no network."""
    if not is_everywhere(host):
        return "" if is_loopback(host) else host
    families = (socket.AF_INET6, socket.AF_INET) if host == "::" else (socket.AF_INET,)
    return next(filter(None, map(_own_address, families)), "")


def web_address(host: str, port: int, path: str = "/") -> str:
    """The address of a page, as a browser takes it.

    >>> web_address("fe80::1", 8866)
    'http://[fe80::1]:8866/'
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def code_as_text(address: str) -> str:
    """A QR code of an address for a terminal, with two rows in each line."""
    import segno

    text = io.StringIO()
    segno.make(address, micro=False).terminal(text, compact=True)
    return text.getvalue()


def code_as_svg(address: str) -> str:
    """A QR code of an address as an SVG element, dark on light, that a page may scale."""
    import segno

    return segno.make(address, micro=False).svg_inline(omitsize=True, border=4, light="#fff", title=address)


def _own_address(family: socket.AddressFamily) -> str:
    """This machine's address in its network; empty if there is none. Nothing is sent."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((NOWHERE[family], 9))
            found = asking.getsockname()[0]
    except OSError:
        return ""
    return "" if is_loopback(found) else found
