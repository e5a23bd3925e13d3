"""Disks without room, folders without permission and things that are not files, for tests: all of them real."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NOBODY = 65534
NO_FILES = {  # what lies where a file is expected -> what an error calls it
    "pipe": "it is a pipe, not a file",
    "socket": "it is a socket, not a file",
    "folder": "it is a folder, not a file",
    "device": "it is a device, not a file",
    "link to a device": "it is a device, not a file",
    "link to a pipe": "it is a pipe, not a file",
}


@contextmanager
def room_for(most_bytes: int) -> Iterator[None]:
    """No file can grow beyond so many bytes inside this block; the system refuses with OSError."""
    resource = pytest.importorskip("resource", reason="only POSIX systems limit the size of files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def without_permission() -> Iterator[None]:
    """File permissions count: the administrator, for whom nothing is read-only, becomes nobody inside this block."""
    administrator = hasattr(os, "geteuid") and os.geteuid() == 0
    if administrator:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if administrator:
            os.seteuid(0)


def put_no_file(path: Path, what: str) -> Path:
    """Put one of NO_FILES where a file is expected and return the path to give, which is elsewhere for a device."""
    match what:
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as listening:
                listening.bind(str(path))
        case "folder":
            path.mkdir()
        case "device":
            return Path("/dev/zero")
        case "link to a device":
            path.symlink_to("/dev/zero")
        case _:
            os.mkfifo(path.with_name("pipe"))
            path.symlink_to("pipe")
    return path
