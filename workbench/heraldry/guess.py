"""Which emblem a card has: the one that its list names, or else a good guess from its title and its category."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256

from workbench.heraldry.emblems import SIGNS, WRITTEN, emblem, emblems

TITLES: Mapping[str, str] = WRITTEN["titles"]
PHRASES: Mapping[str, Sequence[str]] = WRITTEN["phrases"]
CATEGORIES: Mapping[str, str] = WRITTEN["categories"]
# Emblems of other times and places whose names begin other words, as in Carpenter: they speak for no title.
BEGIN_OTHERS = (
    "ball", "car", "column", "crane", "dish", "dome", "drop", "flame", "hat", "lamp", "palm", "plane", "tank", "tram",
)  # fmt: skip
NEUTRAL = ("star", "fleur-de-lis", "moon", "rose", "shell", "pine")
WORD = re.compile(r"[a-z]+")


@lru_cache(maxsize=4096)
def emblem_for(title: str, category: str = "", art: str = "", of_category: str = "") -> str:
    """The name of a card's emblem: `art` if it names one, or what title or category speak for, or else a neutral one.

    A category that has chosen an emblem, `of_category`, speaks with that one whatever it is called. Raises DeckError
    for an `art` that is not an emblem; it says which names are near.
    """
    if art:
        return emblem(art).name
    spoken = of_category or _spoken_for(category, CATEGORIES)
    return _phrased(title) or _spoken_for(title, _speaking()) or spoken or _neutral(title)


def _spoken_for(words: str, table: Mapping[str, str]) -> str:
    """The emblem that the latest known word speaks for; of several, the one that knows the most letters of it."""
    found = [
        (position, len(start), name)
        for position, word in enumerate(WORD.findall(words.lower()))
        for name, starts in table.items() for start in starts.split() if word.startswith(start)
    ]  # fmt: skip
    return max(found)[2] if found else ""


@lru_cache(maxsize=1024)
def emblem_for_category(name: str) -> str:
    """The name of the emblem that stands for a whole category, by the category's name.

    >>> emblem_for_category("Government and nobility"), emblem_for_category("Goldsmiths")
    ('glove', 'chalice')
    """
    return _spoken_for(name, CATEGORIES) or _spoken_for(name, _speaking()) or _neutral(name)


@cache
def _speaking() -> dict[str, str]:
    """Emblem -> all beginnings of words that speak for it, its own name among them."""
    borne = [name for name, one in emblems().items() if one.family != SIGNS and name not in BEGIN_OTHERS]
    return {name: f"{TITLES.get(name, '')} {name}" for name in borne}


def _phrased(title: str) -> str:
    """The emblem that the latest known phrase speaks for."""
    words = title.lower()
    found = [(words.rfind(phrase), name) for name, phrases in PHRASES.items() for phrase in phrases if phrase in words]
    return max(found)[1] if found else ""


def _neutral(title: str) -> str:
    """One of a few emblems that say little, the same for a title on every machine."""
    return NEUTRAL[sha256(title.encode()).digest()[0] % len(NEUTRAL)]
