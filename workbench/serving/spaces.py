"""A space for each visitor of a shared server: a folder for what they keep, behind a signed cookie.

Whoever has the cookie has the space; nobody else can list, read, evict or fill it. A kernel learns its space from the
two variables that set every kernel's state folder, so that no code that keeps files knows about visitors.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import time
from pathlib import Path

from workbench.storage.folders import GALLERY_FILE, GALLERY_VARIABLE, LIMIT_VARIABLE, STATE_VARIABLE
from workbench.storage.writing import write_whole

COOKIE = "workbench-space"
COOKIE_DAYS = 180  # from the last visit
SPACE_BYTES = 20_000_000  # what a visitor may keep: about a hundred matches
MOST_SPACES = 1000
UNVISITED_SECONDS = COOKIE_DAYS * 86_400  # after this nobody can still have the cookie
_SPACE = re.compile(r"[0-9a-f]{32}")


class Spaces:
    """The visitors' folders below a state folder.

    >>> import tempfile
    >>> spaces = Spaces(Path(tempfile.mkdtemp()))
    >>> space = spaces.new()
    >>> Path(spaces.environment(space)["WORKBENCH_STATE"]).name == space
    True
    """

    def __init__(self, state: Path, most: int = MOST_SPACES) -> None:
        self.folder = state / "spaces"
        self.secret_file = state / "cookie-secret"
        self.gallery_file = state / GALLERY_FILE
        self.most = most

    def new(self) -> str:
        """The name of a new space; its folder is made when something is kept in it."""
        return secrets.token_hex(16)

    def environment(self, space: str) -> dict[str, str]:
        """The variables of a kernel that keeps things in a space; it keeps nothing if all spaces are taken."""
        folder = self.folder / space
        with contextlib.suppress(OSError):
            os.utime(folder)
        room = folder.is_dir() or len(self._all()) < self.most or self._forget_unvisited() < self.most
        limit = str(SPACE_BYTES if room else 0)
        return {STATE_VARIABLE: str(folder), LIMIT_VARIABLE: limit, GALLERY_VARIABLE: str(self.gallery_file)}

    def secret(self) -> bytes:
        """What cookies are signed with, the same after a restart; a new one if none can be kept."""
        with contextlib.suppress(OSError, ValueError):
            return bytes.fromhex(self.secret_file.read_text(encoding="ascii"))
        secret = secrets.token_bytes(32)
        with contextlib.suppress(OSError):
            self.secret_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.secret_file, secret.hex())
        return secret

    def _all(self) -> list[Path]:
        with contextlib.suppress(OSError):
            return [folder for folder in self.folder.iterdir() if _SPACE.fullmatch(folder.name)]
        return []

    def _forget_unvisited(self) -> int:
        """Remove the spaces whose cookies have expired; return how many are left."""
        for folder in self._all():
            with contextlib.suppress(OSError):
                if time.time() - folder.stat().st_mtime > UNVISITED_SECONDS:
                    shutil.rmtree(folder, ignore_errors=True)
        return len(self._all())
