"""How lists give the number of copies of a card: the names of such columns, and how people write the number."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

SURE_WORDS = """
    count counts copies copy qty qtys qnty quantity quantities amount amounts how many pcs pc pieces piece units
    anzahl anz menge stuck stuckzahl stk exemplare exemplar kopien kopie
    quantite quantites qte nb nbre nbr exemplaires exemplaire combien
    cantidad cant cantidades copias copia ejemplares ejemplar unidades uds ud cuantas cuantos
    quantidade quantidades qtd qtde qtdade unidade quantas
    quantita qta quantitativo copie esemplari esemplare pezzi pz quante quanti
    aantal aantallen hoeveelheid stuks exemplaren kopieen
    antal antall stk styck mangd mengde eksemplarer kopior fjoldi
    maara lukumaara kpl kappaletta kogus arv tk kiekis skaicius vnt skaits daudzums gab
    ilosc liczba sztuk szt sztuki egzemplarze kopii
    pocet mnozstvo mnozstvi kusu kusy kusov ks kolicina kolicine komada kom stevilo
    darab darabszam db mennyiseg peldany cantitate bucati buc exemplare
    adet miktar sayi sayisi kopya
    quantitat copies exemplars kopurua cantidade kvanto nombro kopioj
    количество количества колво число копии копий копия штук шт штуки экземпляров экз
    кількість кть ксть копіи копіі примірників брои количина бр
    ποσοτητα πληθος τεμαχια τμχ αντιτυπα αντιτυπων
    כמות עותקים العدد عدد الكمية كمية نسخ النسخ تعداد
    संख्या मात्रा प्रतियां प्रतियाँ จํานวน จำนวน ใบ số lượng so luong sl jumlah banyak kuantitas
    数量 數量 张数 張數 枚数 枚數 份数 份數 个数 個数 個數 件数 数目 數目 冊数 部数
    수량 개수 갯수 장수 매수 枚 張 张 份 個 个 장 개
"""  # that can only mean a number of copies
UNSURE_WORDS = """
    # x × ✕ ✖ number numbers num no nr n numero numer nombre
    cislo broj numar numarul zahl total αριθμος מספר номер 数 數
"""
BESIDE_WORDS = """
    of the in per each ea to a an this deck decks set box game list card cards total print printed needed required
    st ex
    karte karten je pro im der des d de du des la le les l dans par el los las en por da do das dos di del della nel
    carte cartes carta cartas mazo mazzo baralho jeu jogo kaarten kaart kort kortit kortteja van het w kart karty karet
    в из карт карты колоде колоді карток แผ่น καρτων البطاقات کارت カード の 卡牌 卡片 牌 卡 印刷 所需 카드
"""  # that may stand beside those above
SIGNS = "#×✕✖"
IN_NAME = re.compile(
    r"\d{1,2}\s?[x×]\s+\S.*|[x×]\s?\d{1,2}\s+\S.*|.*\S\s+\(?(?:[x×]\s?\d{1,2}|\d{1,2}\s?[x×])\)?", re.IGNORECASE
)
UNDIVIDED = str.maketrans("ıłđø", "ildo")  # letters whose accent is part of them
TIMES = "x×✕✖*·хХ"  # a Cyrillic letter that looks like an x as well
WRITTEN = re.compile(rf"(?:[{TIMES}]\s*)?([0-9]{{1,9}})(?:\s*[{TIMES}]|[.,]0{{1,2}})?", re.IGNORECASE)
WITH_WORD = re.compile(r"([0-9]{1,9})\s*([^\W\d_]{1,20})\.?")
SMALL = 99


@lru_cache(maxsize=4096)
def says_count(label: str) -> bool:
    """Whether the name of a column can only mean the number of copies.

    >>> says_count("# of copies"), says_count("Qté"), says_count("Anzahl Karten"), says_count("Number")
    (True, True, True, False)
    """
    words = _words_known(label)
    counted = {"#", "number", "no", "nr"} & words and {"of", "copies"} & words
    return bool(counted or words & SURE)


@lru_cache(maxsize=4096)
def may_say_count(label: str) -> bool:
    """Whether a column's name may mean the number of copies or else each card's own number; the cells decide.

    >>> may_say_count("#"), may_say_count("Number"), may_say_count("Name")
    (True, True, False)
    """
    return bool(_words_known(label) & UNSURE)


def count_in(text: str) -> str | None:
    """The number of copies that a text gives, in digits; None if it gives none.

    >>> [count_in(text) for text in ("3x", "x 2", "×3", "3 Stück", "12", "1-2", "x")]
    ['3', '2', '3', '3', '12', None, None]
    """
    text = digits(unicodedata.normalize("NFKC", text.strip()))
    found = WRITTEN.fullmatch(text)
    if found:
        return found[1]
    found = WITH_WORD.fullmatch(text)
    return found[1] if found and {*_words(found[2])} <= SURE | BESIDE else None


def stands_in_name(name: str) -> bool:
    """Whether a card's name has a number of copies before or after it, as in typical deck lists.

    >>> [stands_in_name(name) for name in ("3x Mill", "Mill (x2)", "Mill", "2x4")]
    [True, True, False, False]
    """
    return bool(IN_NAME.fullmatch(name))


def digits(text: str) -> str:
    """Text with the digits of other scripts turned into ours.

    >>> digits("٣ x")
    '3 x'
    """
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in text)


def are_counts(texts: Sequence[str]) -> bool:
    """Whether the filled cells of a column are numbers of copies, and not each card's own number.

    >>> are_counts(["3", "2x", "", "1"]), are_counts(["1", "2", "3", "4"]), are_counts(["1", "C-2"]), are_counts([""])
    (True, False, False, False)
    """
    numbers = [count_in(text) for text in texts if text]
    found = [int(number) for number in numbers if number is not None]
    return bool(found) and len(found) == len(numbers) and not _numbers_each(found)


def small_counts(texts: Sequence[str]) -> bool:
    """Whether the filled cells of a column read like numbers of copies: small whole numbers, and not all of them 1.

    >>> small_counts(["3", "2x", "", "1"]), small_counts(["300", "200", "200"]), small_counts(["1", "1"])
    (True, False, False)
    """
    return are_counts(texts) and 1 < max(int(count_in(text) or 0) for text in texts if text) <= SMALL


def _numbers_each(found: Sequence[int]) -> bool:
    """Whether numbers identify cards: they count up from 1, or there are more than a few and no number repeats."""
    in_turn = len(found) > 1 and list(found) == list(range(1, len(found) + 1))
    return in_turn or (len(found) > 3 and len(set(found)) == len(found))


def _words(label: str) -> list[str]:
    """The words of a label, with marks for the number sign, without accents and brackets; numCopies as two."""
    plain = unicodedata.normalize("NFKC", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)).casefold().replace("-", "")
    if re.match(r"\s*[^(\[{\s]", plain):
        plain = re.sub(r"[(\[{][^)\]}]*[)\]}]?", " ", plain)
    parts = (sign if _of_a_word(sign) else f" {sign} " if sign in SIGNS else " " for sign in _without_accents(plain))
    return "".join(parts).split()


def _words_known(label: str) -> set[str]:
    """The words of a label, none if one is unknown; those of several words for counting split: Kartenanzahl."""
    parts = (PART.findall(word) if MADE_OF_PARTS.fullmatch(word) else [word] for word in _words(label))
    words = set(chain.from_iterable(parts))
    return words if words <= SURE | UNSURE | BESIDE else set()


def _of_a_word(sign: str) -> bool:
    return sign.isalnum() or unicodedata.category(sign).startswith("M")


def _without_accents(text: str) -> str:
    """Text without the accents of Latin, Greek and Cyrillic letters, and with an ordinary i for the dotless one."""
    parts = unicodedata.normalize("NFD", text.translate(UNDIVIDED))
    return unicodedata.normalize("NFC", "".join(sign for sign in parts if not "\u0300" <= sign <= "\u036f"))


SURE = frozenset(_words(SURE_WORDS))
UNSURE = frozenset(_words(UNSURE_WORDS))
BESIDE = frozenset(_words(BESIDE_WORDS))
PARTS = sorted((word for word in SURE | UNSURE | BESIDE if len(word) > 3 or word > "\u0e00"), key=len, reverse=True)
PART = re.compile("|".join(map(re.escape, PARTS)))
MADE_OF_PARTS = re.compile(f"(?:{PART.pattern}){{2,}}")
