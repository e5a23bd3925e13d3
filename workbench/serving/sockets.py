"""The folder for the sockets of a server and its kernels, and the removal of folders that killed servers left.

A server holds a lock beside its folder for as long as it runs; the system releases it when the process ends.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

PREFIX = "roundtable_"
LONGEST_PATH = 100  # of a socket; the smallest limit among systems is 104 bytes
NAME_LENGTH = len(f"/{PREFIX}12345678/kernel-00000000-0000-0000-0000-000000000000.json-ipc-5")


def sockets_root() -> Path:
    """A folder short enough for the kernels' sockets (macOS has long temporary folders)."""
    folder = tempfile.gettempdir()
    fits = len(os.fsencode(folder)) + NAME_LENGTH <= LONGEST_PATH
    return Path(folder if fits or sys.platform == "win32" else "/tmp")


@contextlib.contextmanager
def sockets_folder(root: Path | None = None) -> Iterator[Path]:
    """A new folder that only this account can read; removed at the end, with those of servers that were killed.

    >>> with sockets_folder() as folder:
    ...     folder.is_dir()
    True
    >>> folder.exists()
    False
    """
    root = sockets_root() if root is None else root
    folder = root / f"{PREFIX}{secrets.token_hex(4)}"
    with FileLock(_lock_of(folder), mode=0o600):
        _sweep(root)
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    with contextlib.suppress(OSError):
        _lock_of(folder).unlink(missing_ok=True)


def _lock_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.lock")


def _sweep(root: Path) -> None:
    """Remove the folders whose lock nobody holds."""
    for lock in root.glob(f"{PREFIX}*.lock"):
        with contextlib.suppress(OSError, Timeout), FileLock(lock, timeout=0):
            shutil.rmtree(lock.with_suffix(""), ignore_errors=True)
            lock.unlink(missing_ok=True)
