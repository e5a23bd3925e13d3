"""Reads a named file without ever waiting: anything but a plain file is refused before a byte is read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
NO_FILES = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)


def beginning_of(path: Path, most_bytes: int) -> bytes:
    """The first bytes of a file, or all of them; raises OSError or ValueError for anything but a plain file.

    Ask for one byte more than a file may have in order to see whether it is longer.
    """
    _refuse_what_is_no_file(path, os.stat(path).st_mode)  # before opening it, which alone can start a device
    handle = os.open(path, os.O_RDONLY | AT_ONCE)
    with open(handle, "rb") as file:
        _refuse_what_is_no_file(path, os.fstat(handle).st_mode)  # it may have been replaced meanwhile
        return file.read(most_bytes) or b""


def _refuse_what_is_no_file(path: Path, mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    what = next((words for is_such, words in NO_FILES if is_such(mode)), "it is something else")
    raise OSError(errno.EINVAL, f"{what}, not a file", str(path))
