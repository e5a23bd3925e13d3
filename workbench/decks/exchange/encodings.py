"""Bytes of any encoding -> text; refused if several encodings are possible, as names could turn into nonsense."""

from __future__ import annotations

import codecs
import re
import unicodedata

from workbench.decks.exchange.sheet import quoted, refuse
from workbench.storage.errors import DeckError, shown

MARKED = (  # how a file begins -> its encoding, and what people call it
    ((b"\xef\xbb\xbf",), "utf-8-sig", ""),
    ((b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff"), "utf-32", "UTF-32"),
    ((b"\xff\xfe", b"\xfe\xff"), "utf-16", "UTF-16"),
)
SAVE_AS_UTF_8 = "Save it again as UTF-8 (in a spreadsheet: 'CSV UTF-8')."
SAVE_OR_SAY = (
    "Save it again as UTF-8 (in a spreadsheet: 'CSV UTF-8'), or say its encoding, such as windows-1250, shift_jis or "
    "macroman: workbench convert FILE FOLDER --encoding NAME."
)
NO_TEXT_OF_FILES = frozenset(("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"))  # mere codecs
OF_SEVEN_BITS = re.compile(r"\x1b\$[@AB(]|~\{(?:[!-~]{2})+~\}")  # how ISO-2022 and HZ write Chinese and Japanese
LOOKED_AT = 4000  # bytes searched for the zero bytes that reveal UTF-16

HARDLY_WRITTEN = re.compile(  # without a plain letter beside them, and Syriac, Thaana and N'Ko by a letter or two
    "[^\x00-\x7f]*[\u0180-\u019f\u01a2-\u01ae\u01b1-\u01cc\u01dd-\u0217\u021c-\u02ba\u02bd-\u02ff][^\x00-\x7f]*"
    "|[\u0700-\u07ff]{1,2}"
)

# What Western words look like: letters of Windows-1252 in whose place other encodings have letters of their own,
# each with the surroundings in which Western languages write it. The rest of SURE occurs in Central Europe as well.
SURE = "áâäçéëíîóôöúüßàãåæèêìïñòõøùûœ"
VOWELS = "aeiouyáâäéëíîóôöúüàãåæèêìïòõøùûœ"
SURROUNDINGS = {
    "ë": rf"(?<=[{VOWELS}])ë",  # Noël, België; ė in Lithuanian
    "á": r"(?<!a)á",  # ß where accents are those of DOS
    "ç": rf"ç(?=[{VOWELS}])|(?<=[{VOWELS}])ç|(?<=\w)ç$",  # ē in Latvian
    "â": r"â(?!j)",  # ā in Latvian
    "æ": rf"(?<![{VOWELS}])æ",  # bær, færge; ć in Polish and Croatian
    "è": rf"(?<![{VOWELS}])è(?![{VOWELS}])|[iuy]è(?![{VOWELS}])|(?<=po)è(?=[tm])|(?<=no)è$",  # père; č
    "ê": r"(?<![iyj])ê(?=[tmvlrq]|ch|ss|pe|s?$)|ê(?=n)",  # forêt, português; ę
    "à": rf"à(?![{VOWELS}])",  # ŕ, ą
    "ã": r"ã(?=[oe])|(?<=[çmlh])ã(?=s?$)|(?<=^r)ã(?=s?$)",  # pão; ă
    "å": r"å",
    "ì": r"(?<=[dslrt])ì$",  # lunedì; ě
    "ï": rf"(?<=[{VOWELS}])ï(?=\w)",  # maïs; ď
    "ñ": rf"ñ(?=[{VOWELS}])",  # niño; ń
    "ò": rf"(?<![{VOWELS}\W])ò$",  # però; ň
    "õ": r"õ(?=e)",  # leões; ő
    "ø": rf"(?<![{VOWELS}])ø(?![{VOWELS}])|(?<![{VOWELS}])ø(?=y|e[nr]?s?$)",  # smør, øy; ř
    "ù": r"(?<=^o)ù$|(?<![{VOWELS}])ù$|(?<=[i])ù$",  # où, virtù, più; ů
    "û": r"û(?=[tlr]|ch)",  # août; ű
    "œ": r"œ(?=u|il)",  # cœur; ś
}
FITS = {letter: re.compile(pattern) for letter, pattern in SURROUNDINGS.items()}
LETTERS = re.compile(r"[^\W\d_²³¹¼½¾ªºµ]+")
LONGEST_QUOTE = 300
OF_OTHERS = re.compile(r"[^\x00-\x7f]")
MOST_IN_A_ROW = 2  # consecutive letters with accents
ALONE = frozenset(("été", "à", "é", "è", "ó", "í", "å", "ö", "ø", "æ", "où", "ç", "çà"))

# Signs that are not letters, each where Western texts have it; elsewhere they are letters of another encoding. The
# other sign of a pair is looked for up to LONGEST_QUOTE characters away.
BEFORE = r"""(?:(?<=^)|(?<=[\s(\[{"'/,;|“‘„‚«‹»›–—-]))"""
AFTER = r"""(?=$|[\s)\]}"'.,;:|!?/“”’«»‹›–—-])"""
PLACES = re.compile(
    "|".join(
        (
            rf"{BEFORE}“(?=[\w¿¡‘'\"(.…])",
            rf"(?<=\S)[”“]{AFTER}",
            rf"{BEFORE}‘(?=\w)",
            rf"(?<=[\w.!?…)])[’‘]{AFTER}",
            r"(?<=[^\W\d_])’(?=\w)",
            rf"{BEFORE}’(?=[a-z0-9])",
            rf"{BEFORE}„(?=\w[^“”]{{0,LONGEST}}[“”])|{BEFORE}‚(?=\w[^‘’]{{0,LONGEST}}[‘’])",
            rf"{BEFORE}«(?=\s?\w[^»]{{0,LONGEST}}»)|{BEFORE}‹(?=\s?\w[^›]{{0,LONGEST}}›)",
            rf"{BEFORE}»(?=\w[^«]{{0,LONGEST}}«)|{BEFORE}›(?=\w[^‹]{{0,LONGEST}}‹)",
            rf"(?<=\S)[»«›‹]{AFTER}|(?<=\s)[»›]{AFTER}",
            r"–(?=$|[\W\d])|(?<=\w)–(?=[A-ZÀ-Þ])",
            r"(?<=\W)—|^—|—(?=$|\W)|(?<=\w\w)—(?=\w\w)",
            r"(?<=[\w’][\w.!?)])…(?!\w)|(?<=[\W])…|^…",
            r"(?<=[\d ])[°%€£¥½¼¾×±²³¢](?!\w)|^[½¼¾€£¥](?!\w)|(?<=\W)[€£¥½¼¾±](?=\s?\d|\W|$)|^[€£¥](?=\d)",
            rf"{BEFORE}[×§•·†‡©®](?=$|[\s\d)])|(?<=\w\w\w)[®™©†‡](?!\w)",
            r"(?<=\b[nN])[º°](?!\w)|(?<=\d)[ºª](?!\w)|(?<=\b[mM])[²³](?!\w)|(?<=\b[kcmdKCD]m)[²³](?!\w)",
            rf"{BEFORE}¿(?=[A-ZÁÉÍÓÚÑ][^?]{{0,LONGEST}}\?)|{BEFORE}¡(?=\w[^!]{{0,LONGEST}}!)",
            r"\u00a0",
        )
    ).replace("LONGEST", str(LONGEST_QUOTE))
)
PAIRS = {"»": "«", "›": "‹", "«": "»", "‹": "›"}


def decode(label: str, data: bytes) -> tuple[str, str, bool]:
    """The text of a file, what to say about its encoding, and whether that was guessed.

    Raises DeckError if it is not text, or may be in one of several encodings.
    """
    for starts, encoding, name in MARKED:
        if data.startswith(starts):
            text = _decoded(label, data, encoding, name or "UTF-8")
            return text, f"The file is written in {name}; it was read as that." if name else "", False
    encoding = _without_mark(data)
    if encoding:
        return _decoded(label, data, encoding, "UTF-16"), "The file is written in UTF-16; it was read as that.", False
    said = "The file is not written in UTF-8, and in which other encoding is not sure"
    try:
        text = data.decode("utf-8")
        found = OF_SEVEN_BITS.search(text)
        if found:
            raise refuse(label, f"{said}: as UTF-8 it says {quoted(text[found.start() :][:20])}.", SAVE_OR_SAY)
        return text, "", False
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refuse(label, f"{said}: byte {error.start} (in line {line}) fits none.", SAVE_OR_SAY) from None
    odd = not_western(text)
    if odd:
        raise refuse(label, f"{said}: as Windows-1252 it says {quoted(odd)}.", SAVE_OR_SAY)
    word = re.findall(r"\w*[^\x00-\x7f]+\w*", text)[0]
    said = f"The file is not written in UTF-8; it was read as Windows-1252, so that it says {quoted(word)}."
    return text, said, True


def decode_as(label: str, data: bytes, encoding: str) -> tuple[str, str, bool]:
    """What `decode` gives, for an encoding that somebody names; except in UTF, no word is decoded a second time.

    Raises DeckError if there is no such encoding, or if the file does not fit it.

    >>> decode_as("list.csv", b"\\xcc\\xeb\\xe8\\xed", "windows-1251")
    ('Млин', "The file was read as windows-1251, as was said, so that it says 'Млин'.", True)
    """
    try:
        found = codecs.lookup(encoding)
        known = found._is_text_encoding and found.name not in NO_TEXT_OF_FILES
    except (LookupError, ValueError):
        known = False
    if not known:
        fix = (
            "Name one such as utf-8, windows-1252, windows-1251, koi8-r, shift_jis, gb18030, big5, euc-kr or macroman."
        )
        raise DeckError(f"There is no encoding {shown(encoding)}. {fix}")
    text = _decoded(label, data, found.name, encoding, "Say another encoding, or save it again as UTF-8.")
    text = text.removeprefix("\ufeff")
    words = re.findall(r"\w*[^\x00-\x7f]+\w*", text)
    says = f", so that it says {quoted(words[0])}" if words else ""
    return text, f"The file was read as {encoding}, as was said{says}.", not found.name.startswith("utf")


def refuse_utf_8_by_chance(label: str, data: bytes, text: str) -> None:
    """Raise DeckError for a list without a mark whose bytes fit UTF-8 although it was written in another encoding."""
    odd = "" if any(data.startswith(starts) for starts, _, _ in MARKED) else utf_8_by_chance(text)
    if odd:
        said = f"The file fits UTF-8, but only by chance: in that it says {quoted(odd)}."
        raise refuse(label, said, SAVE_OR_SAY)


def not_western(text: str) -> str:
    """The first word of a text that cannot belong to a Western language; empty if there is none.

    >>> not_western("Château, Müller, El Niño, “Forêt”"), not_western("Mill, Ìåëüíèöà"), not_western("M³yn")
    ('', 'Ìåëüíèöà', 'M³yn')
    """
    for line in re.split(r"[\r\n]", text):
        if line.isascii():
            continue
        for found in LETTERS.finditer(line):
            if not found[0].isascii() and not _is_western(found[0]):
                return _word_around(line, found.start())
        for found in OF_OTHERS.finditer(line):
            if not LETTERS.fullmatch(found[0]) and not _is_in_place(line, found.start()):
                return _word_around(line, found.start())
    return ""


def utf_8_by_chance(text: str) -> str:
    """The first word of a text whose bytes fit UTF-8 although it was written in two bytes a letter; empty if none.

    Two bytes of an East Asian encoding can be one letter of UTF-8, up to U+07FF: a letter of a script that is hardly
    ever written, or letters of several scripts in one word.

    >>> utf_8_by_chance("\u02ee\u0707"), utf_8_by_chance("Château, Мельница")
    ('ˮ܇', '')
    """
    if text.isascii() or max(text) > "\u07ff":
        return ""
    for found in re.finditer(rf"{LETTERS.pattern}|[\u02b0-\u02ff\u0700-\u07ff]+", text):
        scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in found[0] if not sign.isascii()}
        if len(scripts) > 1 or HARDLY_WRITTEN.fullmatch(found[0]):
            return _word_around(text[max(0, found.start() - 40) : found.end() + 40], min(found.start(), 40))
    return ""


def _is_in_place(line: str, place: int) -> bool:
    """Whether a sign that is not a letter is where Western texts have it; the other sign of a pair must be there."""
    other = PAIRS.get(line[place], "")
    return bool(PLACES.match(line, place)) and (not other or other in line)


def _is_western(word: str) -> bool:
    """Whether a word with accents may belong to a Western language, and is not another language's decoded wrongly."""
    folded = word.casefold() if "ß" not in word else word.lower()
    if folded in ALONE:
        return True
    accented = OF_OTHERS.findall(folded)
    if any(letter not in SURE for letter in accented) or len(accented) == len(folded):
        return False
    if re.search(rf"[^\x00-\x7f]{{{MOST_IN_A_ROW + 1}}}", folded) or 2 * len(accented) > len(folded) + 1:
        return False
    judged = FITS.keys() & accented
    return all(len(FITS[letter].findall(folded)) == folded.count(letter) for letter in judged)


def _word_around(line: str, place: int) -> str:
    before, after = re.split(r"[\s,;|\"]", line[:place])[-1], re.split(r"[\s,;|\"]", line[place:])[0]
    return f"{before}{after}"


def _without_mark(data: bytes) -> str:
    """The encoding of a UTF-16 file without a byte order mark, told by the places of its zero bytes."""
    looked = data[:LOOKED_AT]
    even, odd = looked[0::2].count(0), looked[1::2].count(0)
    few = max(1, len(looked) // 20)
    if odd > few and odd > 9 * even:
        return "utf-16-le"
    return "utf-16-be" if even > few and even > 9 * odd else ""


def _decoded(label: str, data: bytes, encoding: str, name: str, fix: str = SAVE_AS_UTF_8) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"Byte {error.start} (in line {line}) does not fit {name}; the file is damaged or no card list."
    except UnicodeError:
        text = f"The file does not fit {name}; it is damaged or no card list."
    raise refuse(label, text, fix)
