"""The code of a room, which is public, and the secrets that open a place in it, each known to one browser."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Container
from secrets import compare_digest

from workbench.storage.errors import RoomError, shown

LETTERS = "ACEFHKMNPRTWXY"  # easy to tell apart, and from digits, on a distant wall
LENGTH = 5
SECRET_BYTES = 32  # 256 bits
ONCE_LENGTH = 8  # of a single-use code, in the same letters: 30 bits, and a person can try only a few


def new_code(taken: Container[str]) -> str:
    """A new code that no open room has."""
    while (code := _letters(LENGTH)) in taken:
        pass
    return code


def code_for_once() -> str:
    """A single-use code that a host reads out to whoever comes back on another device."""
    return _letters(ONCE_LENGTH)


def _letters(many: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(many))


def read_code(typed: object) -> str:
    """Read a code as typed, perhaps in lower case or with spaces and dashes; RoomError if it cannot be a code.

    >>> read_code(" keh-ta ")
    'KEHTA'
    """
    if isinstance(typed, str):
        letters = "".join(sign for sign in typed[:40] if sign not in " -\u2013.\t").upper()
        if len(letters) == LENGTH and letters.isalpha() and letters.isascii():
            return letters
    raise RoomError(f"{shown(typed, 20)} is no code of a room. Type the {LENGTH} letters that stand on the wall.")


def new_secret() -> str:
    """A secret that opens a place in a room, for the browser that has taken it."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """The digest that is kept of a secret: enough to recognise it, too little to use it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opens(secret: object, kept: str) -> bool:
    """Whether a secret matches this digest; the time taken does not reveal how close it is.

    >>> opens("abc", digest("abc")), opens("abd", digest("abc")), opens(None, digest("abc"))
    (True, False, False)
    """
    return isinstance(secret, str) and len(secret) <= 200 and compare_digest(digest(secret), kept)
