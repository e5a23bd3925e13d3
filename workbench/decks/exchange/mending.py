"""Undoes what a spreadsheet did to a cell, if it is certain what stood there before.

Text that the open deck has in exactly that form is never touched, because it was meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.decks.exchange.counts import count_in, digits
from workbench.kernel.tables import BETWEEN_KEYS, COUNT, Column
from workbench.signs import belongs

YES = frozenset("1 true yes y x on wahr ja vrai oui verdadero sí vero waar ✓ ✔ ☑".split())
NO = frozenset("0 false no n off falsch nein faux non falso onwaar nee ✗ ✘ ☐".split())
DASHES = frozenset("-‐‑‒–—−－")
INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad")
SPACES = dict.fromkeys(map(ord, "\u00a0\u1680\u2007\u202f\u205f\u3000"), " ")
QUOTES = str.maketrans(dict.fromkeys("‘’‚‛′´`", "'") | dict.fromkeys("“”„‟″", '"'))
WHOLE = re.compile(r"([+-]?[0-9]{1,9})(?:[.,](?:0{1,2}|0{4,}))?")  # not 1.000, which may be a thousand
BETWEEN_LETTERS = frozenset(" ,;/+&.|-")
LOST = re.compile(r"(?:\W*[?]){4,}\W*|.*[^\W\d_][?]+[^\W\d_].*", re.DOTALL)  # letters as 8-bit files replace them
FREE_TEXT = ("name", "text", "card")


class Mended(NamedTuple):
    """What a cell reads as; `reason` is empty if nothing was changed."""

    text: str
    reason: str = ""


@dataclass(frozen=True)
class Known:
    """What a cell is compared with.

    `texts` are those of the open deck; `names` holds the cards' names by how they are typed, `folded` the same
    ignoring case; `letters` holds a category's letter by that letter, its sign and its name, ignoring case. `guessed`
    says that the encoding of the texts was guessed: none of them is decoded again.
    """

    texts: frozenset[str] = frozenset()
    names: Mapping[str, str] = field(default_factory=dict)
    folded: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    guessed: bool = False


def plain(text: str) -> str:
    """Text with ordinary spaces and without invisible characters, except those that belong to its spelling."""
    if not text.isascii():
        text = "".join(
            sign for place, sign in enumerate(text) if sign not in INVISIBLE or belongs(text, place)
        ).translate(SPACES)
    return text.strip()


def typewritten(text: str) -> str:
    """The form in which two spellings of one name are equal: plain, with straight quotes and one kind of dash."""
    straight = unicodedata.normalize("NFC", plain(text)).translate(QUOTES)
    return "".join("-" if sign in DASHES else sign for sign in straight)


def by_form(names: Iterable[str], form: Callable[[str], str]) -> dict[str, str]:
    """Names by a form of them, without forms that two names share."""
    found: dict[str, set[str]] = {}
    for name in names:
        found.setdefault(form(name), set()).add(name)
    return {key: alike.pop() for key, alike in found.items() if len(alike) == 1}


def letters_of(categories: object) -> dict[str, str]:
    """Each category's letter by its name, sign and letter, ignoring case; only those that can be read."""
    given = categories if isinstance(categories, list | tuple) else ()
    readable = [one for one in given if isinstance(one, Mapping) and isinstance(one.get("letter"), str)]
    words = [(one.get(key), one["letter"]) for key in ("name", "sign", "letter") for one in readable]
    return {word.casefold(): letter for word, letter in words if isinstance(word, str) and word}


def mend(column: Column, text: str, known: Known) -> Mended:
    """What a cell of `column` reads as; a doubtful text is left unchanged for the validator to refuse."""
    text = text.strip()
    if not text or text in known.texts:
        return Mended(text)
    if column.type in FREE_TEXT:
        return _free_text(column, text, known)
    if not column.required and set(text) <= DASHES:
        return Mended("", "A dash stands for an empty cell")
    tidy = unicodedata.normalize("NFKC", plain(text)).replace("−", "-")
    match column.type:
        case "keys":
            keys = BETWEEN_KEYS.join(filter(None, map(str.strip, re.split(r"[|,;/\n]", tidy))))
            return _changed(text, keys, f"Ids are written with {BETWEEN_KEYS} between them")
        case "number":
            return _number(text, tidy, column.key == COUNT)
        case "flag":
            return _flag(text, tidy)
        case "letters" | "letter":
            return _letters(column, text, tidy, known)
        case "choice":
            folded = {choice.casefold(): choice for choice in column.choices}
            return _changed(text, folded.get(tidy.casefold(), tidy), "The words allowed have their own capitals")
        case "emblem":
            return _changed(text, tidy.casefold(), "Emblems are written in small letters")
    return _changed(text, plain(text), "Invisible characters were taken out")


def _changed(before: str, after: str, reason: str) -> Mended:
    return Mended(after, reason if after != before else "")


def rightly_decoded(text: str) -> str:
    """Text with those accented letters corrected that were decoded in the wrong encoding.

    >>> rightly_decoded("ChÃ¢teau"), rightly_decoded("Château")
    ('Château', 'Château')
    """
    if text.isascii():
        return text
    try:
        data = b"".join(sign.encode("latin-1" if "\x80" <= sign <= "\x9f" else "cp1252") for sign in text)
        decoded = data.decode("utf-8")
    except UnicodeError:
        return text
    letters = [sign for sign in decoded if sign.isalpha() and not sign.isascii()]
    scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in letters}
    return decoded if len(scripts) < 2 and "MODIFIER" not in scripts else text


def lost(column: Column, text: str) -> bool:
    """Whether letters were lost when a file was saved, leaving question marks or the like in their place.

    >>> name = Column("name", "name", "the name on the card")
    >>> lost(name, "M\\ufffdhle"), lost(name, "????????"), lost(name, "Who?")
    (True, True, False)
    """
    return "\ufffd" in text or (bool(LOST.fullmatch(text)) and column.type != "text")


def _free_text(column: Column, text: str, known: Known) -> Mended:
    decoded = text if known.guessed else rightly_decoded(text)
    if decoded != text:
        return Mended(decoded, "Letters with accents had been read in the wrong encoding")
    form = typewritten(text)
    name = known.names.get(form)
    if name is None and column.type == "card":
        name = known.folded.get(form.casefold())
    if name is not None:
        return _changed(text, name, "It is spelt as the card's name is")
    if column.type == "card" and set(text) <= DASHES:
        return Mended("", "A dash stands for an empty cell")
    return _changed(text, plain(text), "Non-breaking spaces were made plain, invisible characters taken out")


def _number(text: str, tidy: str, of_copies: bool = False) -> Mended:
    found = WHOLE.fullmatch(digits(tidy).removeprefix("'"))
    copies = count_in(text) if of_copies else None
    if not found and copies is None:
        return Mended(text)
    return _changed(text, found[1].removeprefix("+") if found else str(copies), "A whole number has digits only")


def _flag(text: str, tidy: str) -> Mended:
    word = _number(text, tidy).text.casefold()
    if word in YES:
        return _changed(text, "1", "1 stands for yes")
    return _changed(text, "0", "0 stands for no") if word in NO else Mended(text)


def _letters(column: Column, text: str, tidy: str, known: Known) -> Mended:
    whole = known.letters.get(tidy.casefold())
    if column.type == "letter" and whole:
        return _changed(text, whole, "A category is written as its letter")
    signs = [known.letters.get(sign.casefold(), "") for sign in tidy if sign not in BETWEEN_LETTERS]
    if not signs or not all(signs):
        return Mended(text)
    return _changed(text, "".join(signs), "Categories are written as capital letters without spaces")
