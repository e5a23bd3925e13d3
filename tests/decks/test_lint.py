"""Lint: the medieval deck's known oddities, all of them and no others; and a planted fault of every kind."""

from __future__ import annotations

import pytest

from workbench.decks import Deck, Finding
from workbench.decks.lint import LEAST_CONTRAST, contrast_with_white
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.kernel.tables import CardTable, Column


def with_copies(deck: Deck, copies: int) -> Deck:
    """The deck with this many copies of every card."""
    return deck.edit(change=[{"card_id": row["card_id"], "count": copies} for row in deck.rows])


@pytest.fixture
def hamlet(hamlet: Deck) -> Deck:
    """The small deck with enough copies for a table of eight, so that nothing in it is odd."""
    return with_copies(hamlet, 20)


def planted(deck: Deck, *, text: str) -> Finding:
    """The one finding whose text holds `text`."""
    found = [finding for finding in deck.lint() if text in finding.text]
    assert len(found) == 1, deck.lint()
    assert found[0].fix
    return found[0]


@pytest.mark.rule("GM-003", "GM-301", "GM-324")
def test_lint_reports_each_known_oddity_of_the_medieval_deck_and_no_other(medieval: Deck) -> None:
    found = [(finding.level, finding.place) for finding in medieval.lint()]
    assert found == [
        ("warning", "deck.toml, declared_count"),
        ("warning", "cards.csv row 48 (Tavern), bonus_source_printed"),
        ("warning", "cards.csv row 56 (Tanner), bonus_source_printed"),
        ("warning", "cards.csv row 67 (Caravan), bonus_source_printed"),
        ("warning", "cards.csv row 94 (Pub), bonus_source_printed"),
        ("note", "cards.csv row 78 (Graveyard), bonus_resource"),
        ("note", "deck.toml, categories"),
        ("note", "deck.toml, categories"),
        ("note", "deck.toml, categories"),
        ("note", "deck.toml, categories"),
    ]
    texts = [finding.text for finding in medieval.lint()]
    assert texts[0] == "The deck announces 116 cards and lists 113."
    for index, printed, source in ((1, "Brewery", "Brewer"), (2, "Cattle Ranch", "Ranch"), (4, "Brewery", "Brewer")):
        assert f"{printed!r}, which is no card of this deck; {source!r}" in texts[index]
    assert "'Trade Route'; the card is called 'Trade route', with other capitals" in texts[3]
    assert "The bonus is in R, the card's own points are in PP" in texts[5]


@pytest.mark.rule("GM-022")
def test_thin_and_fat_categories_come_with_the_numbers_that_make_them_so(medieval: Deck) -> None:
    shares = [finding.text for finding in medieval.lint() if "an even share" in finding.text]
    expected = (("T", "fat", 38, "33.9"), ("R", "thin", 9, "11.3"), ("G", "thin", 11, "11.3"), ("I", "fat", 44, "33.9"))
    for text, (letter, word, points, bound) in zip(shares, expected, strict=True):
        assert f"({letter}) is {word}: {points} base points, an even share is 22.6" in text
        assert f"than {bound} counts as {word}" in text


def test_a_finding_knows_its_place_for_programs_too(medieval: Deck) -> None:
    tavern = medieval.lint()[1]
    assert (tavern.file, tavern.row, tavern.column, tavern.key) == ("cards.csv", 48, "bonus_source_printed", "tavern")


def for_a_few(deck: Deck) -> tuple[Finding, ...]:
    """The findings of a deck, except that a small one has too few cards for a class."""
    return tuple(finding for finding in deck.lint() if "Labyrinth City cannot be played with" not in finding.text)


def test_a_small_deck_has_too_few_cards_for_a_class(hamlet: Deck) -> None:
    found = planted(hamlet, text="Labyrinth City cannot be played with 19 to 30 seats")
    assert (found.level, found.fix) == ("warning", "Add cards, or lower the seats or deal_size.")


def test_the_small_deck_has_no_findings(hamlet: Deck) -> None:
    assert for_a_few(hamlet) == ()


def test_a_declared_count_that_fits_is_no_finding(hamlet: Deck) -> None:
    assert for_a_few(hamlet.edit(meta={"declared_count": 60})) == ()
    grown = hamlet.edit(meta={"declared_count": 60}, change=[{"card_id": "bakery", "count": 21}])
    assert planted(grown, text="announces 60 cards and lists 61").level == "warning"


@pytest.mark.rule("GM-262")
def test_a_source_marked_as_missing_is_a_warning(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "bakery", "bonus_source": "", "bonus_source_printed": "Windmill"}])
    finding = planted(deck, text="'Windmill' is marked as missing, so nobody can complete this bonus")
    assert (finding.level, finding.key, finding.column) == ("warning", "bakery", "bonus_source")


def test_a_source_that_is_not_printed_is_a_note(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "bakery", "bonus_source_printed": ""}])
    assert planted(deck, text="prints no bonus source").level == "note"


def test_a_printed_source_that_is_another_card_is_a_warning(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "bakery", "bonus_source_printed": "Road"}])
    assert planted(deck, text="prints 'Road', a card of this deck, but its bonus comes from 'Mill'").level == "warning"


def test_other_capitals_in_a_printed_source_are_a_warning(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "bakery", "bonus_source_printed": "mill"}])
    assert planted(deck, text="with other capitals").level == "warning"


def test_a_bonus_outside_the_card_s_own_letters_is_a_note(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "mill", "bonus_resource": "T", "bonus_source": "Road"}])
    assert planted(deck, text="The bonus is in T, the card's own points are in FF").level == "note"


def test_bonuses_in_a_ring_are_a_note_that_names_the_ring(hamlet: Deck) -> None:
    deck = hamlet.edit(
        change=[
            {"card_id": "mill", "bonus_resource": "F", "bonus_source": "Road", "bonus_source_printed": "Road"},
            {"card_id": "road", "bonus_resource": "T", "bonus_source": "Bakery", "bonus_source_printed": "Bakery"},
        ]
    )
    finding = planted(deck, text="in a ring")
    assert (finding.level, finding.key) == ("note", "mill")
    assert "Mill -> Road -> Bakery -> Mill" in finding.text


def test_a_chain_that_leads_into_a_ring_is_reported_once(hamlet: Deck) -> None:
    bonus = {"bonus_resource": "F", "bonus_source": "Bakery", "bonus_source_printed": "Bakery"}
    deck = hamlet.edit(change=[{"card_id": "mill", **bonus}], add=[{"name": "Inn", "resources": "FF", **bonus}])
    assert "Mill -> Bakery -> Mill" in planted(deck, text="in a ring").text


def test_a_category_without_points_is_a_warning(hamlet: Deck) -> None:
    categories = [category.model_dump() for category in hamlet.meta.categories]
    extra = {"letter": "R", "name": "Religion", "sign": "☩", "colour": "#6a2c91"}
    finding = planted(hamlet.edit(categories=[*categories, extra]), text="Religion (R) is thin: 0 base points")
    assert finding.level == "warning"


@pytest.mark.parametrize("name", ["MILL", "mill", "M ill", " Mi  ll"])
def test_names_that_differ_in_case_or_spaces_only_are_a_warning(hamlet: Deck, name: str) -> None:
    deck = hamlet.edit(change=[{"card_id": "road", "name": name}])
    finding = planted(deck, text="differs from 'Mill' in case or spaces only")
    assert (finding.level, finding.key) == ("warning", "road")


def test_two_cards_of_the_same_points_and_bonus_are_no_duplicates(hamlet: Deck) -> None:
    twin = {"name": "Cake shop", "resources": "FT", "bonus_resource": "F"}
    twin |= {"bonus_source": "Mill", "bonus_source_printed": "Mill"}
    assert for_a_few(hamlet.edit(add=[twin])) == ()


def test_a_name_too_long_for_print_is_a_note(hamlet: Deck) -> None:
    assert for_a_few(hamlet.edit(change=[{"card_id": "road", "name": "R" * 18}])) == ()
    deck = hamlet.edit(change=[{"card_id": "road", "name": "R" * 19}])
    assert planted(deck, text="19 characters; a printed card has room for 18").level == "note"


def test_a_colour_that_white_text_cannot_stand_on_is_a_warning(hamlet: Deck) -> None:
    categories = [category.model_dump() for category in hamlet.meta.categories]
    categories[0]["colour"] = "#88cc66"
    assert planted(hamlet.edit(categories=categories), text="White text on #88cc66").level == "warning"


def test_white_text_is_readable_on_every_colour_of_the_medieval_deck(medieval: Deck) -> None:
    assert contrast_with_white("#ffffff") == pytest.approx(1.0)
    assert contrast_with_white("#767676") == pytest.approx(4.54, abs=0.01)
    for category in medieval.meta.categories:
        assert contrast_with_white(category.colour) >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("copies", "level", "seats"), [(6, "warning", "4 or 5 or 6 or 7 or 8"), (10, "note", "6 or 7 or 8")]
)
def test_a_deck_too_small_for_the_usual_table_is_a_warning_and_for_larger_ones_a_note(
    hamlet: Deck, copies: int, level: str, seats: str
) -> None:
    finding = planted(with_copies(hamlet, copies), text="base game cannot be played")
    assert (finding.level, finding.file, finding.row) == (level, "cards.csv", 0)
    assert f"cannot be played with {seats} seats" in finding.text
    assert finding.fix == "Add cards, or lower the seats or deal_size."


def test_a_deck_that_no_table_can_be_dealt_says_so(hamlet: Deck) -> None:
    assert planted(with_copies(hamlet, 1), text="base game cannot be played at all").level == "warning"
    fewer = with_copies(hamlet, 1).edit(meta={"options": {"deal_size": 1}})
    assert "with 3 or 4 or 5 or 6 or 7 or 8 seats" in planted(fewer, text="base game cannot be played").text


def test_a_number_too_large_for_the_rules_is_reported_before_anybody_plays() -> None:
    columns = Column("card_id", "key", "an id", required=True), Column("points", "number", "points")
    game = Game("giants", "Giants", 1, (), (CardTable("cards.csv", columns, least=1, most=9),))
    with registered(game):
        deck = load_giant("40000")
        assert "points is 40000" in planted(deck, text="cannot be played").text
        assert load_giant("32767").lint() == ()


def load_giant(points: str) -> Deck:
    """A deck of one giant."""
    tables = {"cards.csv": [{"card_id": "giant", "points": points}]}
    meta = {"title": "Giants", "game": "giants"}
    return Deck.from_dict({"format": 1, "game": "giants", "name": "giants", "meta": meta, "tables": tables})


def test_a_copied_row_is_reported_wherever_it_stands_and_only_as_long_as_it_is_alike(hamlet: Deck) -> None:
    road = {"resources": "TT", "note": "long, and paved"}
    assert planted(hamlet.edit(add=[{"name": "Road 2", **road}]), text="'Road' once more").key == "road_2"
    assert "'Road' once more" in planted(hamlet.edit(add=[{"name": "Road (12)", **road}]), text="once more").text
    for changed in ({"note": "short"}, {"resources": "FF"}, {"name": "Road of Two"}, {"name": "Road2"}):
        deck = hamlet.edit(add=[{"name": "Road 2", **road} | changed])
        assert not [finding for finding in deck.lint() if "once more" in finding.text]


def test_letters_that_look_alike_are_a_warning(hamlet: Deck) -> None:
    food, trade = (category.model_dump() for category in hamlet.meta.categories)
    for letter in ("Τ", "Т", "Ť"):  # Greek, Cyrillic, with a caron
        more = {"letter": letter, "name": "Tea", "sign": "☕", "colour": "#6a2c91"}
        deck = hamlet.edit(
            categories=[food, trade, more],
            change=[{"card_id": "mill", "resources": "F" + letter}, {"card_id": "bakery", "resources": "FF"}],
        )
        assert f"The letters T and {letter} look alike" in planted(deck, text="look alike").text


def test_the_colours_of_the_medieval_deck_are_far_enough_apart(medieval: Deck) -> None:
    assert not [finding for finding in medieval.lint() if "told apart" in finding.text]
