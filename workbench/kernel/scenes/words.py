"""Small pieces of the sentences that screens say."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """Names, or other words, one after the other as in a sentence; empty for none.

    >>> listed(["Anna", "Ben", "Chiara"]), listed(["Anna"])
    ('Anna, Ben and Chiara', 'Anna')
    """
    return ", ".join([*words[:-2], " and ".join(words[-2:])])


def counted(number: int, thing: str) -> str:
    """So many things of a kind, whose name takes an s where there is not one of them.

    >>> counted(1, "shield"), counted(3, "shield"), counted(0, "shield")
    ('1 shield', '3 shields', '0 shields')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
