"""Small pieces of the sentences that screens say."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """Names, or other words, one after the other as in a sentence; empty for none.

    >>> listed(["Anna", "Ben", "Chiara"]), listed(["Anna"])
    ('Anna, Ben and Chiara', 'Anna')
    """
    return ", ".join([*words[:-2], " and ".join(words[-2:])])
