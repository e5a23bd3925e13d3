"""Loading: what is refused, with its place, its value and its fix; and how a name or a path finds a deck."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import pytest

from tests.decks.conftest import SMALL_CSV, SMALL_TOML, WriteDeck
from tests.disks import NO_FILES, put_no_file
from workbench.decks import Deck, list_decks, load_deck, packaged_decks_folder
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import DeckError

HEADER = SMALL_CSV.splitlines()[0]


def refused(folder: Path) -> DeckError:
    with pytest.raises(DeckError) as caught:
        load_deck("guild_master", folder)
    problems = caught.value.problems
    assert problems
    assert all(finding.level == "error" and finding.place and finding.text and finding.fix for finding in problems)
    return caught.value


def the_only_problem(folder: Path) -> str:
    error = refused(folder)
    assert len(error.problems) == 1, str(error)
    assert str(error.problems[0]) in str(error)
    return str(error.problems[0])


def test_the_small_deck_that_the_faults_are_planted_in_is_sound(hamlet: Deck) -> None:
    assert [row["name"] for row in hamlet.rows] == ["Mill", "Bakery", "Road"]
    assert hamlet.rows[2]["note"] == "long, and paved"
    assert hamlet.meta.authors == ("Ada",)


CELL_FAULTS = {
    "a wrong letter": ("mill,Mill,FF", "mill,Mill,FX", "cards.csv row 2 (Mill), resources", "'X' in 'FX'"),
    "a small letter": ("mill,Mill,FF", "mill,Mill,fF", "row 2 (Mill), resources", "Did you mean 'F'?"),
    "three letters": ("mill,Mill,FF", "mill,Mill,FFT", "row 2 (Mill), resources", "'FFT' is not 2 category letters"),
    "no letters": ("mill,Mill,FF", "mill,Mill,", "row 2 (Mill), resources", "The cell is empty."),
    "a wrong bonus letter": ("FT,F,", "FT,Q,", "row 3 (Bakery), bonus_resource", "'Q'"),
    "two bonus letters": ("FT,F,", "FT,FT,", "row 3 (Bakery), bonus_resource", "'FT' is not one category letter"),
    "no name": ("road,Road", "road,", "cards.csv row 4, name", "The cell is empty."),
    "no id": ("road,Road", ",Road", "row 4 (Road), card_id", "The cell is empty."),
    "an id with spaces": ("road,Road", "the road,Road", "row 4 (Road), card_id", "'the road' is not an id"),
    "the same id twice": ("road,Road", "mill,Road", "row 4 (Road), card_id", "'mill' is in row 2 already"),
    "the same name twice": ("road,Road", "road,Mill", "row 4 (Mill), name", "'Mill' is in row 2 already"),
    "an unprintable character": ("road,Road", "road,Ro\x07ad", "row 4", "U+0007"),
    "a name of two lines": ("road,Road", 'road,"Ro\nad"', "row 4", "line break"),
    "an endless name": ("road,Road", f"road,{'o' * 81}", "row 4", "81 characters"),
    "a source that is no card": ("Mill,Mill,", "Mill,Mil,", "row 3 (Bakery), bonus_source", "Did you mean 'Mill'?"),
    "a source of other case": ("Mill,Mill,", "Mill,mill,", "row 3 (Bakery), bonus_source", "Did you mean 'Mill'?"),
    "a bonus on itself": ("Mill,Mill,", "Mill,Bakery,", "row 3 (Bakery), bonus_source", "names itself"),
    "a printed bonus on itself": ("Mill,Mill,", "Bakery,Mill,", "(Bakery), bonus_source_printed", "prints itself"),
    "a bonus letter without source": ("FT,F,Mill,Mill,", "FT,F,,,", "(Bakery), bonus_source", "no card that gives it"),
    "a source without a bonus letter": ("FT,F,Mill,", "FT,,Mill,", "(Bakery), bonus_resource", "no category for"),
    "too few fields": ("mill,Mill,FF,,,,", "mill,Mill,FF", "cards.csv row 2", "has 3 fields, the header has 7"),
    "too many fields": ('"long, and paved"', "long, and paved", "cards.csv row 4", "has 8 fields, the header has 7"),
}


@pytest.mark.parametrize("fault", CELL_FAULTS)
def test_a_faulty_cell_is_refused_with_row_column_and_value(write_deck: WriteDeck, fault: str) -> None:
    good, bad, place, text = CELL_FAULTS[fault]
    assert SMALL_CSV.count(good) == 1
    words = the_only_problem(write_deck(cards=SMALL_CSV.replace(good, bad)))
    assert place in words
    assert text in words


def test_behind_a_row_without_an_id_the_same_id_twice_is_still_reported(write_deck: WriteDeck) -> None:
    cards = SMALL_CSV.replace("mill,Mill", ",Mill") + "road,Inn,TT,,,,\n"
    told = [(finding.row, finding.column, finding.text) for finding in refused(write_deck(cards=cards)).problems]
    assert (5, "card_id", "'road' is in row 4 already.") in told


@pytest.mark.parametrize(("length", "guessed"), [(10, 100), (70, 3)])
def test_names_that_were_meant_are_looked_for_until_that_costs_too_much(
    write_deck: WriteDeck, length: int, guessed: int
) -> None:
    names = [f"{'x' * length}{number:02}" for number in range(100)]
    rows = "".join(f"r{number},{name},FF,F,,{name}y,\n" for number, name in enumerate(names))
    problems = refused(write_deck(cards=f"{HEADER}\n{rows}")).problems
    assert len(problems) == 100
    assert sum("Did you mean" in finding.text for finding in problems) == guessed


def test_far_too_many_categories_are_one_problem_and_not_one_of_every_cell(write_deck: WriteDeck) -> None:
    letters = [chr(number) for number in range(0x4E00, 0x4E00 + 500)]
    categories = "".join(
        f"[[categories]]\nletter = '{letter}'\nname = '{letter}'\nsign = 'x'\ncolour = '#000000'\n"
        for letter in letters
    )
    words = the_only_problem(write_deck(SMALL_TOML.partition("[[")[0] + categories))
    assert "There are 500 categories; Guild Master has room for 16." in words


def test_an_unknown_column_is_refused_and_the_likely_one_named(write_deck: WriteDeck) -> None:
    words = the_only_problem(write_deck(cards=SMALL_CSV.replace(",note\n", ",notes\n")))
    assert "'notes'" in words
    assert "Did you mean 'note'?" in words


def test_a_missing_column_is_reported_once(write_deck: WriteDeck) -> None:
    lines = [",".join(line.split(",")[:2]) for line in SMALL_CSV.splitlines()]
    words = the_only_problem(write_deck(cards="\n".join(lines)))
    assert "The column 'resources' is missing" in words


def test_a_column_that_stands_there_twice_is_refused(write_deck: WriteDeck) -> None:
    assert "2 times" in the_only_problem(write_deck(cards="card_id,name,resources,name\nmill,Mill,FF,Mill\n"))


@pytest.mark.parametrize(("separator", "name"), [(";", "semicolons"), ("\t", "tabs")])
def test_other_separators_are_named(write_deck: WriteDeck, separator: str, name: str) -> None:
    words = the_only_problem(write_deck(cards=SMALL_CSV.replace(",", separator)))
    assert "commas" in words, name


@pytest.mark.parametrize("cards", ["", "\n\n", " , ,\n"])
def test_a_table_without_header_is_refused(write_deck: WriteDeck, cards: str) -> None:
    assert "The first row is empty" in the_only_problem(write_deck(cards=cards))


def test_a_deck_without_cards_is_refused(write_deck: WriteDeck) -> None:
    words = the_only_problem(write_deck(cards=HEADER + "\n"))
    assert "The deck has 0 cards" in words
    assert "between 1 and 192" in words


def test_500_cards_are_refused(write_deck: WriteDeck) -> None:
    rows = "\n".join(f"house_{number},House {number},FF,,,," for number in range(500))
    assert "The deck has 500 cards" in the_only_problem(write_deck(cards=f"{HEADER}\n{rows}\n"))


def test_copies_count_as_cards(write_deck: WriteDeck) -> None:
    table = "card_id,name,resources,count\nmill,Mill,FF,150\nroad,Road,TT,50\n"
    assert "The deck has 200 cards" in the_only_problem(write_deck(cards=table))


@pytest.mark.parametrize("count", ["0", "-1", "193", "2.0", "two", "１", "99999999999999999999"])
def test_a_count_that_is_no_whole_number_in_range_is_refused(write_deck: WriteDeck, count: str) -> None:
    words = the_only_problem(write_deck(cards=f"card_id,name,resources,count\nmill,Mill,FF,{count}\n"))
    assert f"{count!r} is not a whole number from 1 to 192" in words
    assert "row 2 (Mill), count" in words


def test_an_endless_table_is_not_read_to_its_end(write_deck: WriteDeck) -> None:
    rows = "\n".join(f"h{number},H{number},FF,,,," for number in range(5000))
    assert any(
        "more than 768 rows" in finding.text for finding in refused(write_deck(cards=HEADER + "\n" + rows)).problems
    )


@pytest.mark.parametrize("file", ["deck.toml", "cards.csv"])
def test_an_over_long_file_is_refused(write_deck: WriteDeck, file: str) -> None:
    long = b"#" * (1024 * 1024 + 1)
    folder = write_deck(toml=long) if file == "deck.toml" else write_deck(cards=long)
    assert any(finding.file == file and "longer than" in finding.text for finding in refused(folder).problems)


def test_bytes_that_are_not_utf_8_are_named_with_their_position(write_deck: WriteDeck) -> None:
    data = SMALL_CSV.replace("Road", "Röad").encode("latin-1")
    words = the_only_problem(write_deck(cards=data))
    assert f"Byte {data.index(0xF6)} (in line 4) is 0xf6" in words
    assert "Save the file as UTF-8" in words


def test_utf_16_from_a_spreadsheet_is_refused(write_deck: WriteDeck) -> None:
    assert "Byte 0 (in line 1) is 0xff" in the_only_problem(write_deck(cards=SMALL_CSV.encode("utf-16")))


def test_what_spreadsheets_do_to_a_table_is_harmless(write_deck: WriteDeck, hamlet: Deck) -> None:
    excel = "\ufeff" + SMALL_CSV.replace("\n", "\r\n").replace("mill,Mill", " mill , Mill") + ",,,,,,\r\n\r\n"
    assert load_deck("guild_master", write_deck(cards=excel)) == hamlet


def test_accents_written_in_two_ways_are_one_name(write_deck: WriteDeck) -> None:
    composed, apart = "Ch\u00e2teau", "Cha\u0302teau"
    deck = load_deck(
        "guild_master",
        write_deck(cards=SMALL_CSV.replace("mill,Mill", f"mill,{apart}").replace("Mill,Mill", f"{apart},{composed}")),
    )
    assert deck.rows[0]["name"] == deck.rows[1]["bonus_source"] == composed


def test_rows_are_numbered_as_a_spreadsheet_shows_them(write_deck: WriteDeck) -> None:
    table = SMALL_CSV.replace("bakery,", "\n,,,,,,\nbakery,").replace("road,Road,TT", "road,Road,XX")
    assert "cards.csv row 6 (Road)" in the_only_problem(write_deck(cards=table))


@pytest.mark.parametrize("cards", [HEADER + '\nmill,"Mill,FF,,,,\n', HEADER + '\nmill,"Mill"s,FF,,,,\n'])
def test_broken_quotes_are_refused_with_their_line(write_deck: WriteDeck, cards: str) -> None:
    words = [str(finding) for finding in refused(write_deck(cards=cards)).problems]
    assert any("is not CSV" in text and "line 2" in text.lower() for text in words)


META_FAULTS = {
    "no title": ('title = "Hamlet"\n', "", "deck.toml, title", "missing"),
    "an empty title": ('"Hamlet"', '" "', "deck.toml, title", "empty"),
    "a title that is a number": ('"Hamlet"', "7", "deck.toml, title", "7 was given where text in quotes belongs"),
    "another game": ('"guild_master"', '"guile"', "deck.toml, game", "'guile'"),
    "an unknown key": ("version = 1", "version = 1\nlicense = 'MIT'", "deck.toml, license", "Did you mean 'licence'?"),
    "a version in words": ("version = 1", "version = 'one'", "deck.toml, version", "a whole number"),
    "a version of nought": ("version = 1", "version = 0", "deck.toml, version", "from 1 up"),
    "an author that is no list": ('["Ada"]', '"Ada"', "deck.toml, authors", "a list"),
    "an author that is a number": ('["Ada"]', "[1]", "deck.toml, authors number 1", "text in quotes"),
    "a letter twice": ('letter = "T"', 'letter = "F"', "deck.toml, categories", "'F' is used by 2 categories"),
    "a category name twice": ('name = "Trade"', 'name = "Food"', "deck.toml, categories", "'Food' is used by 2"),
    "a letter of two": ('letter = "T"', 'letter = "TT"', "categories number 2 letter", "'TT' is not a category letter"),
    "a small letter": ('letter = "T"', 'letter = "t"', "categories number 2 letter", "'t' is not a category letter"),
    "a sign that is a word": ('sign = "⇄"', 'sign = "trade"', "categories number 2 sign", "'trade'"),
    "a colour by name": ('"#0b5c8a"', '"blue"', "categories number 2 colour", "#rrggbb"),
    "a category without colour": ('colour = "#0b5c8a"\n', "", "categories number 2 colour", "missing"),
    "an unknown category key": ('sign = "⇄"', 'sign = "⇄"\nicon = "x"', "categories number 2 icon", "'icon'"),
    "an unknown option": ("[[categories]]", "", "deck.toml, options dael_size", "Did you mean 'deal_size'?"),
    "an option out of range": ("[[categories]]", "", "deck.toml, options deal_size", "99"),
    "an option that is a list": ("[[categories]]", "", "deck.toml, options deal_size", "[1]"),
}
OPTION_LINES = {
    "an unknown option": "dael_size = 4",
    "an option out of range": "deal_size = 99",
    "an option that is a list": "deal_size = [1]",
}


@pytest.mark.parametrize("fault", META_FAULTS)
def test_a_faulty_deck_toml_is_refused_with_key_and_value(write_deck: WriteDeck, fault: str) -> None:
    good, bad, place, text = META_FAULTS[fault]
    if fault in OPTION_LINES:
        toml = SMALL_TOML + f"\n[options]\n{OPTION_LINES[fault]}\n"
    else:
        assert good in SMALL_TOML
        toml = SMALL_TOML.replace(good, bad)
    cards = "card_id,name,resources\nmill,Mill,FF\n"
    found = [str(finding) for finding in refused(write_deck(toml, cards)).problems]
    assert any(place in words and text in words for words in found), found


def test_option_defaults_of_the_game_are_kept(write_deck: WriteDeck) -> None:
    deck = load_deck("guild_master", write_deck(SMALL_TOML + "\n[options]\ndeal_size = 4\n"))
    assert dict(deck.meta.options) == {"deal_size": 4}


@pytest.mark.parametrize("toml", ["title = ", "= 1", "[[[", "a = " + "[" * 50_000, 'title = "a\x00b"'])
def test_broken_toml_is_refused(write_deck: WriteDeck, toml: str) -> None:
    assert "deck.toml: This is not TOML" in the_only_problem(write_deck(toml=toml))


def test_seventeen_categories_are_refused(write_deck: WriteDeck) -> None:
    letters = "ABCDEFGHIJKLMNOPQ"
    tables = "".join(
        f'[[categories]]\nletter = "{letter}"\nname = "Name {letter}"\nsign = "{letter}"\ncolour = "#333333"\n'
        for letter in letters
    )
    toml = f'title = "Many"\ngame = "guild_master"\n{tables}'
    words = the_only_problem(write_deck(toml, "card_id,name,resources\nmill,Mill,AQ\n"))
    assert "There are 17 categories; Guild Master has room for 16" in words


def test_all_problems_are_reported_at_once(write_deck: WriteDeck) -> None:
    toml = SMALL_TOML.replace("version = 1", "version = 0") + "\n[options]\nnonsense = 1\n"
    cards = (
        SMALL_CSV.replace("mill,Mill,FF", "mill,Mill,FX")
        .replace("FT,F,Mill,Mill", "FT,F,Mill,Mil")
        .replace("road,Road", "mill,Road")
    )
    error = refused(write_deck(toml, cards))
    places = {(finding.file, finding.row, finding.column) for finding in error.problems}
    assert places == {
        ("deck.toml", 0, "version"),
        ("deck.toml", 0, "options nonsense"),
        ("cards.csv", 2, "resources"),
        ("cards.csv", 3, "bonus_source"),
        ("cards.csv", 4, "card_id"),
    }
    assert all(finding.place in str(error) for finding in error.problems)


def test_a_long_list_of_problems_is_shortened_in_the_message_only(write_deck: WriteDeck) -> None:
    rows = "\n".join(f"house_{number},House {number},XX,,,," for number in range(50))
    error = refused(write_deck(cards=f"{HEADER}\n{rows}\n"))
    assert len(error.problems) == 50
    assert "... and 30 more" in str(error)


@pytest.mark.parametrize("file", ["deck.toml", "cards.csv"])
def test_a_missing_file_is_named(write_deck: WriteDeck, file: str) -> None:
    folder = write_deck()
    (folder / file).unlink()
    assert the_only_problem(folder).startswith(f"{file}: There is no such file")


@pytest.mark.parametrize("what", sorted({*NO_FILES} - {"device"}))
@pytest.mark.parametrize("file", ["deck.toml", "cards.csv"])
def test_what_is_no_file_in_place_of_one_is_refused_at_once(write_deck: WriteDeck, file: str, what: str) -> None:
    folder = write_deck()
    (folder / file).unlink()
    put_no_file(folder / file, what)
    assert the_only_problem(folder).startswith(f"{file}: The file cannot be read: {NO_FILES[what]}.")


@pytest.mark.parametrize("what", sorted({*NO_FILES} - {"folder"}))
def test_what_is_no_folder_is_no_deck(tmp_path: Path, what: str) -> None:
    with pytest.raises(DeckError, match=r"There is no deck folder .* Give the folder that holds a deck.toml"):
        load_deck("guild_master", put_no_file(tmp_path / "deck", what))


def test_a_deck_is_found_by_name_by_folder_and_by_its_file(medieval: Deck) -> None:
    folder = packaged_decks_folder() / "guild_master" / "medieval"
    for given in (None, folder, str(folder), folder / "deck.toml"):
        assert load_deck("guild_master", given) == medieval
    assert medieval.name == "medieval"
    assert "medieval" in list_decks("guild_master")


def test_a_list_that_has_not_changed_is_the_same_deck_and_one_that_has_is_read_again(write_deck: WriteDeck) -> None:
    folder = write_deck()
    deck = load_deck("guild_master", folder)
    assert load_deck("guild_master", folder) is deck
    write_deck(cards=SMALL_CSV.replace("Bakery", "Bakers"))  # as long as before, and in the same second
    assert load_deck("guild_master", folder).names["card"][1] == "Bakers"
    write_deck(cards=SMALL_CSV + "mill,Mill,FF,,,,\n")
    with pytest.raises(DeckError):
        load_deck("guild_master", folder)


def test_a_deck_of_a_game_that_has_changed_is_read_again(write_deck: WriteDeck) -> None:
    folder = write_deck()
    other = replace(find_game("guild_master"), title="Another game")
    assert load_deck("guild_master", folder).game.title == "Guild Master"
    assert load_deck(other, folder).game.title == "Another game"


def test_what_a_deck_holds_cannot_be_written_to(medieval: Deck) -> None:
    """Whoever loads it is given the same one."""
    with pytest.raises(TypeError):
        medieval.rows[0]["name"] = "Changed"
    with pytest.raises(TypeError):
        medieval.tables["cards.csv"] = ()
    with pytest.raises(TypeError):
        medieval.meta.options["max_turns"] = 1
    with pytest.raises(FrozenInstanceError):
        medieval.name = "changed"


def test_an_unknown_name_is_answered_with_a_suggestion() -> None:
    with pytest.raises(DeckError, match="Did you mean 'medieval'"):
        load_deck("guild_master", "mediaeval")


@pytest.mark.parametrize(
    "given", ["../medieval", "medieval/../medieval", "..", "..\\medieval", "", " ", "a\0b", "/nowhere/deck", "x" * 5000]
)
def test_names_that_climb_or_lead_nowhere_are_refused(given: str) -> None:
    with pytest.raises(DeckError):
        load_deck("guild_master", given)


@pytest.mark.parametrize("given", [5, b"medieval", ["medieval"], pytest.param(10**5000, id="endless")])
def test_what_is_no_name_and_no_path_is_refused(given: object) -> None:
    with pytest.raises(DeckError, match="neither a deck's name nor a path"):
        load_deck("guild_master", given)  # type: ignore[arg-type]


def test_a_game_may_have_two_tables_with_choices_numbers_and_flags(saga: Game, tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text('title = "First"\ngame = "saga"\n')
    (tmp_path / "heroes.csv").write_text("key,title,strength,kind,royal\na,Arthur,10,knight,1\nm,Mordred,9,,\n")
    (tmp_path / "places.csv").write_text("key,text\n")
    deck = load_deck("saga", tmp_path)
    assert deck.rows == (
        {"key": "a", "title": "Arthur", "strength": 10, "kind": "knight", "count": 1, "royal": 1},
        {"key": "m", "title": "Mordred", "strength": 9, "kind": "", "count": 1, "royal": None},
    )
    assert deck.tables["places.csv"] == ()
    assert Deck.from_dict(deck.to_dict()) == deck
    grown = deck.edit(table="places.csv", add=[{"key": "lake", "text": "a sword"}])
    assert grown.tables["places.csv"] == ({"key": "lake", "text": "a sword"},)
    assert [card.file for card in deck.diff(grown).added] == ["places.csv"]
    with pytest.raises(DeckError) as caught:
        deck.edit(change=[{"key": "a", "strength": 21, "kind": "king", "royal": 2}])
    assert [finding.column for finding in caught.value.problems] == ["strength", "kind", "royal"]
    with pytest.raises(DeckError, match="table of Saga"):
        deck.edit(table="lakes.csv")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda values: None,
        lambda values: [],
        lambda values: values | {"format": 2},
        lambda values: values | {"game": "giuld_master"},
        lambda values: values | {"game": ["guild_master"]},
        lambda values: values | {"meta": 5},
        lambda values: values | {"tables": {}},
        lambda values: values | {"tables": {"cards.csv": [1, 2]}},
        lambda values: values | {"tables": {"cards.csv": [], "more.csv": []}},
        lambda values: values | {"tables": {"cards.csv": [{"card_id": {"a": 1}, "name": 1.5}]}},
        lambda values: values | {"meta": values["meta"] | {"title": "\ud800"}},
        lambda values: values | {"digest": "0" * 64},
    ],
)
def test_a_spoilt_dict_is_refused(hamlet: Deck, spoil: Callable) -> None:
    with pytest.raises(DeckError):
        Deck.from_dict(spoil(hamlet.to_dict()))


def test_pandas_and_pydantic_wait_until_they_are_needed() -> None:
    program = """
import sys
import workbench.decks
assert not {"pandas", "pydantic", "numba"} & set(sys.modules), "import"
deck = workbench.decks.load_deck("guild_master", "medieval")
deck.arrays, deck.lint(), deck.digest, deck.edit(meta={"title": "Town"}).diff(deck), deck.to_dict()
assert not {"pandas", "numba"} & set(sys.modules), "load"
assert list(deck.cards["name"])[:2] == ["Cross Roads", "Trade route"]
assert "pandas" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
