"""A disk without room and a folder without permission, as tests can have them: real refusals of the system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

NOBODY = 65534


@contextmanager
def room_for(most_bytes: int) -> Iterator[None]:
    """No file may grow beyond so many bytes meanwhile; the system refuses with OSError."""
    resource = pytest.importorskip("resource", reason="only POSIX systems limit the size of files")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def without_permission() -> Iterator[None]:
    """Files have owners who count: the administrator, for whom nothing is read-only, is nobody meanwhile."""
    administrator = hasattr(os, "geteuid") and os.geteuid() == 0
    if administrator:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if administrator:
            os.seteuid(0)
