"""Invisible characters: which of them belong to a text's spelling, and which are left over from elsewhere."""

from __future__ import annotations

import unicodedata

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
SPACE_OF_NO_WIDTH = "\N{ZERO WIDTH SPACE}"
UNSPACED = ("THAI", "LAO", "KHMER", "MYANMAR", "TAI", "JAVANESE", "BALINESE", "TIBETAN")  # scripts without word spaces
SEEN_ALL_THE_SAME = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2")  # Arabic, Syriac
FLAG = "\N{WAVING BLACK FLAG}"


def belongs(text: str, place: int) -> bool:
    """Whether the invisible character at a place is part of the spelling there.

    Persian and Indic words and many emoji contain joiners, Thai and Khmer have zero-width spaces between words, and
    flags of regions end in tags. Between letters of scripts like Latin, such a character is left over from elsewhere.

    >>> belongs("\\U0001f469\\u200d\\U0001f33e", 1), belongs("Mi\\u200dll", 2)
    (True, False)
    """
    sign = text[place]
    before, after = text[place - 1 : place] if place else "", text[place + 1 : place + 2]
    if sign in JOINERS:
        return _joins(before) or (_joins(after) and not before.isspace())
    if sign == SPACE_OF_NO_WIDTH:
        return _is_unspaced(before) and _is_unspaced(after)
    if "\U000e0020" <= sign <= "\U000e007f":
        return FLAG in text[max(0, place - 7) : place]
    return sign in SEEN_ALL_THE_SAME


def printable(text: str) -> str:
    """A text with a blank for each character that cannot be printed; what belongs to its spelling stays.

    >>> printable("A\\x00B"), printable("\\U0001f469\\u200d\\U0001f33e") == "\\U0001f469\\u200d\\U0001f33e"
    ('A B', True)
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or belongs(text, place) else " " for place, sign in enumerate(text))


def unseen(text: str) -> list[str]:
    """The invisible characters of a text that do not belong to its spelling."""
    if text.isascii():
        return []
    return [sign for place, sign in enumerate(text) if unicodedata.category(sign) == "Cf" and not belongs(text, place)]


def without_unseen(text: str) -> str:
    """A text without its invisible characters; what belongs to its spelling stays."""
    if text.isascii():
        return text
    return "".join(
        sign for place, sign in enumerate(text) if unicodedata.category(sign) != "Cf" or belongs(text, place)
    )


def quoted(text: str) -> str:
    """A text in quotes, as a message shows it: unprintable characters become their codes, its spelling stays whole.

    >>> quoted("A\\x00"), quoted("\\U0001f469\\u200d\\U0001f33e") == "'\\U0001f469\\u200d\\U0001f33e'"
    ("'A\\\\x00'", True)
    """
    words = repr(text)
    for place, sign in enumerate(text):
        if not sign.isprintable() and belongs(text, place):
            words = words.replace(repr(sign)[1:-1], sign)
    return words


def _joins(sign: str) -> bool:
    """Whether joiners beside a character change what is seen: if its script is unlike Latin, or it is an emoji."""
    if not sign or sign.isascii() or sign.isspace():
        return False
    kind = unicodedata.category(sign)
    if kind[0] == "L":
        return not unicodedata.name(sign, "").startswith(("LATIN", "GREEK", "CYRILLIC", "FULLWIDTH", "CJK"))
    return kind in ("So", "Sk", "Mn", "Mc", "Me") and not "\u0300" <= sign <= "\u036f"


def _is_unspaced(sign: str) -> bool:
    return bool(sign) and unicodedata.name(sign, "").startswith(UNSPACED)
