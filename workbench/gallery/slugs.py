"""The short names of which addresses are made: lowercase letters, digits and hyphens, never a path."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator
from itertools import count

LONGEST_SLUG = 40
LONGEST_TITLE_PART = 32  # of a slug; the rest is for a number if the slug is taken
UNTITLED = "variant"  # used if a title has no letter that an address can hold
SECRET_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # no two look alike
SECRET_LENGTH = 16  # 80 bits
SLUG = rf"[a-z0-9](?:[a-z0-9-]{{0,{LONGEST_SLUG - 2}}}[a-z0-9])?"


def is_slug(text: object) -> bool:
    """Whether a text can be the slug of a variant.

    >>> is_slug("pilgrim-town"), is_slug("../town"), is_slug("")
    (True, False, False)
    """
    return isinstance(text, str) and re.fullmatch(SLUG, text) is not None


def slug_of(title: str) -> str:
    """A slug made of the letters and digits of a title.

    >>> slug_of("Pilgrim Town"), slug_of("Zunft & Zünfte"), slug_of("市")
    ('pilgrim-town', 'zunft-zunfte', 'variant')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "-", plain)[:LONGEST_TITLE_PART].strip("-") or UNTITLED


def slugs_for(title: str) -> Iterator[str]:
    """The slugs that a variant with this title may have, best first."""
    first = slug_of(title)
    yield first
    yield from (f"{first}-{number}" for number in count(2))


def secret_slug() -> str:
    """An unguessable slug, for a variant that only people with its address can find."""
    return "".join(secrets.choice(SECRET_LETTERS) for _ in range(SECRET_LENGTH))
