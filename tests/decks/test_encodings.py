"""Encodings: what is surely Western is read; what may be anything else is refused, and no name is ever nonsense."""

from __future__ import annotations

import pytest

from workbench.decks import Deck, load_deck
from workbench.decks.exchange import Import, read_upload
from workbench.decks.exchange.mending import rightly_decoded
from workbench.storage.errors import DeckError

NO_SIGNS = b"\x81\x8d\x8f\x90\x9d"  # of cp1252
HEADER = "card_id,name,resources,bonus_resource,bonus_source,note\r\n"
WESTERN = """
Château; Forêt; Rivière; Évêque; Marché; Noël; Août; Bœuf; Maïs; Été; Île; Maître; Hôpital; Crêpe; Prêtre; Garçon
Bibliothèque; Trésor; Bûcheron; Flûte; Gâteau; Guêpe; Chèvre; Héroïne; Voilà; Mühle; Bäcker; Straße; Öl; Äpfel; Größe
König; Tür; Niño; España; Leñador; Árbol; Cigüeña; Cañón; Ñandú; Pão; Mãe; Maçã; Irmãs; Corações; Três; Português
Ciência; Açougue; Città; Virtù; Però; Lunedì; Perché; Più; België; Ruïne; Coördinatie; Kvarn; Åker; Ägg; Smör; Björn
Mølle; Bær; Brød; Færge; Ærø; Æble; Købmand; Træ; Øy; Päärynä; Hämähäkki; Yö; Comerç; Baker’s; “Inn”; Paris–Lyon; «Bar»
"""
OTHERS = {
    "cp1250": "Młyn; Źródło; Żyto; Świt; Koń; Gęś; Kůň; Hradčany; Řeka; Kovář; Meč; Země; Erdő; Kő; Fű; Moară; Kuća",
    "iso8859-2": "Młyn; Źródło; Żyto; Świt; Koń; Łąka; Kůň; Řeka; Šachta; Erdő",
    "cp1251": "Мельница; Поле; Дорога; Дуб; Млин; Ёлка; Воденица",
    "koi8-r": "Мельница; Поле; Дорога; Дуб",
    "koi8-u": "Млин; Поле; Дорога; Їжа",
    "cp866": "Мельница; Поле; Дорога",
    "iso8859-5": "Мельница; Поле; Дорога",
    "mac_cyrillic": "Мельница; Поле; Дорога",
    "cp1253": "Μύλος; Χωράφι; Δρόμος; Γη",
    "iso8859-7": "Μύλος; Χωράφι; Δρόμος",
    "cp1254": "Değirmen; Şehir; Kapı; Balıkçı; Taş; Işık",
    "cp1255": "טחנה; שדה; דרך",
    "cp1256": "طاحونة; حقل; طريق; مطحنة",
    "cp1257": "Malūnas; Žąsis; Bitė; Māja; Pļava; Ķēniņš; Ūdens",
    "cp874": "โรงสี; ทุ่งนา; ถนน",
    "gbk": "水车; 麦田; 道路; 旅馆; 教堂; 城墙; 大门; 铁匠; 市场; 农夫",
    "gb18030": "水車; 麥田; 道路",
    "big5": "水車; 麥田; 道路; 旅館; 城牆; 鐵匠",
    "shift_jis": "水車; 麦畑; 宿屋; 教会; みずうみ; ミル; 城; 門; 金",
    "euc-jp": "水車; 麦畑; 道; みず; ミル",
    "euc-kr": "물레방아; 밭; 여관; 성당; 집",
    "cp850": "Château; Müller; König; Forêt; Straße",
    "cp437": "Château; Müller; König",
    "mac_roman": "Château; Café; Müller; Forêt; König; Señor",
}


@pytest.fixture
def town() -> Deck:
    """The deck that is open."""
    return load_deck("guild_master")


def listed(names: list[str]) -> str:
    rows = [f"c{number},{name},FF,F,{names[number - 1]}," for number, name in enumerate(names)]
    return HEADER + "\r\n".join([*rows, "road,Road,TT,T,Inn,", "inn,Inn,TF,,,"]) + "\r\n"


def words(text: str) -> list[str]:
    return [word.strip() for word in text.replace("\n", ";").split(";") if word.strip()]


def read(data: bytes, town: Deck) -> Import:
    return read_upload(town.game, "list.csv", data, town)


def names(taken: Import) -> list[str]:
    assert taken.deck is not None, taken.findings
    return [str(row["name"]) for row in taken.deck.rows]


def test_what_is_surely_western_is_read_and_a_word_shows_that_it_was_right(town: Deck) -> None:
    for word in words(WESTERN):
        taken = read(listed([word, "Mill"]).encode("cp1252"), town)
        assert names(taken)[0] == word
        assert word.isascii() or f"so that it says {word.strip('”»')!r}"[:-1] in taken.findings[0].text
    assert names(read(listed(words(WESTERN)).encode("cp1252"), town))[:-2] == words(WESTERN)


@pytest.mark.parametrize("encoding", OTHERS)
def test_what_may_be_in_another_encoding_is_refused_word_by_word(encoding: str, town: Deck) -> None:
    for word in [*words(OTHERS[encoding]), *([" ".join(words(OTHERS[encoding]))])]:
        data = listed([word, "Mill"]).encode(encoding)
        with pytest.raises(DeckError) as caught:
            read(data, town)
        (found,) = caught.value.problems
        assert "Save it again as UTF-8" in found.fix, word


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-32", "utf-8-sig"])
def test_unicode_is_read_whatever_its_script_with_or_without_a_mark(encoding: str, town: Deck) -> None:
    for kind in ("cp1251", "gbk", "shift_jis", "cp1255", "cp874", "cp1250", "euc-kr"):
        taken = read(listed(words(OTHERS[kind])).encode(encoding), town)
        assert names(taken)[:-2] == words(OTHERS[kind])
    short = "name,resources\n" + "\n".join(f"{word},FF" for word in words(OTHERS["gbk"]))
    assert names(read(short.encode(encoding), town)) == words(OTHERS["gbk"])


@pytest.mark.parametrize("encoding", OTHERS)
def test_a_list_is_read_in_the_encoding_that_is_named(encoding: str, town: Deck) -> None:
    taken = read_upload(town.game, "list.csv", listed(words(OTHERS[encoding])).encode(encoding), town, encoding)
    assert names(taken)[:-2] == words(OTHERS[encoding])
    assert words(OTHERS[encoding])[0] in taken.findings[0].text


def test_an_icelandic_list_can_be_read_by_naming_its_encoding(town: Deck) -> None:
    data = listed(["Þorp", "Víðir", "Æðey"]).encode("cp1252")
    with pytest.raises(DeckError) as caught:
        read(data, town)
    assert "--encoding" in caught.value.problems[0].fix
    assert names(read_upload(town.game, "list.csv", data, town, "windows-1252"))[:3] == ["Þorp", "Víðir", "Æðey"]


@pytest.mark.parametrize("encoding", ["klingon", "idna", "base64", "unicode_escape", "utf\0", "x" * 5000])
def test_an_encoding_that_no_text_is_in_is_refused_with_some_that_are(encoding: str, town: Deck) -> None:
    with pytest.raises(DeckError, match=r"There is no encoding .*windows-1251"):
        read_upload(town.game, "list.csv", listed(["Mill"]).encode(), town, encoding)


def test_bytes_that_do_not_fit_the_named_encoding_are_said_with_their_line(town: Deck) -> None:
    with pytest.raises(DeckError) as caught:
        read_upload(town.game, "list.csv", listed(["Mill", "Mühle"]).encode("cp1252"), town, "utf-8")
    assert "line 2" in caught.value.problems[0].text
    assert "Say another encoding" in caught.value.problems[0].fix


@pytest.mark.parametrize("encoding", ["cp437", "mac_roman", "shift_jis", "cp866"])
def test_bytes_that_windows_1252_lacks_are_no_damage(encoding: str, town: Deck) -> None:
    with pytest.raises(DeckError) as caught:
        read(listed(words(OTHERS[encoding])).encode(encoding), town)
    assert "damaged" not in caught.value.problems[0].text
    assert "--encoding" in caught.value.problems[0].fix


@pytest.mark.parametrize("encoding", ["iso2022_jp", "hz"])
def test_two_letters_of_seven_bits_are_no_names(encoding: str, town: Deck) -> None:
    names_there = ["水車", "道"] if encoding == "iso2022_jp" else ["水车", "道"]
    data = listed(names_there).encode(encoding)
    with pytest.raises(DeckError) as caught:
        read(data, town)
    assert "--encoding" in caught.value.problems[0].fix
    assert names(read_upload(town.game, "list.csv", data, town, encoding))[:2] == names_there


def test_nothing_is_mended_twice(town: Deck) -> None:
    taken = read(listed(["ChÃ¢teau", "Mill"]).encode(), town)
    assert names(taken)[0] == "Château"
    with pytest.raises(DeckError):
        read(listed(["ChÃ¢teau", "Mühle"]).encode("cp1252"), town)
    for word in ("Ë®Ü‡", "Âó®x"):  # letters of several scripts, if they were decoded
        assert names(read(listed([word, "Mill"]).encode(), town))[0] == word


@pytest.mark.parametrize("word", ["M\ufffdhle", "????????", "?? ?????", "M?hle", "B?cker"])
def test_letters_that_were_lost_where_a_file_was_saved_are_an_error(word: str, town: Deck) -> None:
    taken = read(listed([word, "Mill"]).encode(), town)
    assert taken.deck is None
    errors = [finding for finding in taken.findings if finding.level == "error"]
    assert {(one.column, one.text) for one in errors} == {
        (column, f"Letters were lost in {word!r}.") for column in ("name", "bonus_source")
    }


def test_question_marks_of_ones_own_are_kept(town: Deck) -> None:
    data = (HEADER + "c,Who goes there?,FF,,,http://example.org/a?b ????\r\nd,???,FF,,,\r\n").encode()
    assert names(read(data, town)) == ["Who goes there?", "???"]


@pytest.mark.parametrize("name", ["Château – l’abri", "«Noël» … 3 €", "Дуб № 7", "Μύλος — 12"])
def test_a_name_that_was_read_wrongly_is_put_right_with_its_signs_and_numbers(name: str) -> None:
    read = "".join(bytes([byte]).decode("latin-1" if byte in NO_SIGNS else "cp1252") for byte in name.encode())
    assert read != name
    assert rightly_decoded(read) == name
