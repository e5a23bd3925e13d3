"""Whether a page is viewed on the machine of its kernel: only there do addresses such as 127.0.0.1 reach it."""

from __future__ import annotations

import ipaddress
import os

ROOMS_VARIABLE = "WORKBENCH_ROOMS"  # of a kernel whose page may open rooms on its server
ELSEWHERE_VARIABLE = "WORKBENCH_ELSEWHERE"  # of a kernel whose page another machine requested


def is_loopback(host: str) -> bool:
    """Whether `host` leads every machine only to itself.

    >>> is_loopback("[::1]"), is_loopback("192.168.0.7")
    (True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host.removeprefix("[").removesuffix("]")).is_loopback
    except ValueError:
        return False


def opened_here(host: str) -> bool:
    """Whether a browser that opened the page at `host` is on this machine; without a host it is not."""
    return is_loopback(host) and not os.environ.get(ELSEWHERE_VARIABLE)


def is_visitors() -> bool:
    """Whether this kernel runs for a visitor to a server, who may open no rooms there."""
    return os.environ.get(ROOMS_VARIABLE) == ""


def opens_rooms() -> bool:
    """Whether the server of this kernel's page lets it open rooms for phones."""
    return bool(os.environ.get(ROOMS_VARIABLE))
