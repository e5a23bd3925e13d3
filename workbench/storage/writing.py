"""Writes a text into a file as a whole, or adds it to one: a reader sees the old or the new text, never half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

FOR_ITS_OWNER, FOR_EVERYBODY = 0o600, 0o644  # who may read a file


def write_whole(path: Path, text: str, mode: int = FOR_ITS_OWNER, lasting: bool = True) -> None:
    """Write `text` beside `path`, then put it in place; raises OSError or ValueError and leaves the old file unchanged.

    A `lasting` text survives a power cut, and its writer waits for the disk; any text survives the end of its writer.
    """
    write_together({path: text}, mode, lasting)


def write_together(texts: Mapping[Path, str | bytes], mode: int = FOR_ITS_OWNER, lasting: bool = True) -> None:
    """Write each text beside its path and, when all are complete, put them in place; otherwise like `write_whole`."""
    waiting: dict[Path, str] = {}
    try:
        for path, text in texts.items():
            handle, waiting[path] = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            with open(handle, "wb") as file:
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                if lasting:
                    os.fsync(handle)
            os.chmod(waiting[path], mode)
        for path, beside in waiting.items():
            os.replace(beside, path)
    finally:
        for beside in waiting.values():
            Path(beside).unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes that everybody may read beside `path`, then put them in place; see `write_whole`."""
    write_together({path: content}, FOR_EVERYBODY, lasting=False)


def add_whole(path: Path, text: str) -> None:
    """Add `text` at the end of a file, which is made if there is none, and wait for the disk.

    Raises OSError and restores the file if the disk allows that; a reader finds half of a text
    if the process was killed on the way.
    """
    with open(path, "ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        left = memoryview(text.encode())
        try:
            while left:
                left = left[file.write(left) or 0 :]
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(before)
            raise
