"""A checkout of an earlier commit of this repository, measured in turn with the current one."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


@contextmanager
def earlier_checkout(commit: str) -> Iterator[Path | None]:
    """A folder with the files of a commit; None if there is no repository with that commit."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            archived = subprocess.run(["git", "archive", commit], cwd=CHECKOUT, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            yield None
            return
        with tarfile.open(fileobj=io.BytesIO(archived)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)
