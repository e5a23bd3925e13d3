"""A secret of this machine, used to give a page a name derived from something that it must not find out."""

from __future__ import annotations

import contextlib
import hmac
import secrets
from functools import cache
from pathlib import Path

from workbench.storage.folders import state_folder
from workbench.storage.writing import write_whole


def sealed(text: str, lasting: bool = True) -> str:
    """Eight hexadecimal digits for a text, against which nobody elsewhere can check a guess.

    They are always the same on this machine or, if nothing may be written, in this process.
    """
    secret = _secret(state_folder() if lasting else None)
    return hmac.new(secret.encode(), text.encode(), "sha256").hexdigest()[:8]


@cache
def _secret(folder: Path | None) -> str:
    """The secret in the folder, readable only by its owner, or one of this process if nothing can be saved."""
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
