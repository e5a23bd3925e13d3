"""A secret of this machine, by which a page can be told a name made of what it must not find out."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from functools import cache
from pathlib import Path

from workbench.storage.folders import state_folder
from workbench.storage.writing import write_whole


def sealed(text: str, lasting: bool = True) -> str:
    """Eight hexadecimal digits for a text, by which nobody elsewhere can tell whether they have guessed it.

    They are the same each time on this machine, or, if nothing may be written, in this process.
    """
    return hmac.new(_secret(state_folder() if lasting else None).encode(), text.encode(), hashlib.sha256).hexdigest()[
        :8
    ]


@cache
def _secret(folder: Path | None) -> str:
    """What lies in the folder, for its owner alone; of this process if nothing can be kept."""
    if folder is None:
        return secrets.token_hex(16)
    path = folder / "secret"
    with contextlib.suppress(OSError, ValueError):
        if kept := path.read_text(encoding="utf-8"):
            return kept
    made = secrets.token_hex(16)
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, made)
    return made
