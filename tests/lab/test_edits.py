"""What was edited between two decks: cards, categories made thin or fat by several cards, rules."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.lab.comparison import Comparison, compare
from workbench.lab.edits import CHANGED, FAT, GONE, NEW, RULE, THIN, edit_words


def between(before: Deck, after: Deck) -> Comparison:
    """A comparison of so few games that only the decks tell anything."""
    return compare(before, after, games=1, bots="random")


def words(game: str, **edit: Any) -> str:
    """What is said of an edit of a game's own deck."""
    deck = load_deck(game)
    return edit_words(between(deck, deck.edit(**edit)).edits)


def test_a_card_that_is_gone_or_new_is_said_with_its_copies() -> None:
    assert words("guild_master", remove=["moat"]) == "Moat is gone."
    assert words("excalibur", remove=["merchant"]) == "Merchant is gone, seven copies."
    hospice = {"card_id": "hospice", "name": "Hospice", "resources": "PP", "count": 3}
    assert words("guild_master", add=[hospice]) == "Hospice is new, three copies."


def test_a_changed_card_is_said_with_what_stands_there_now() -> None:
    assert words("guile", change=[{"card_id": "influence_4", "value": 5}]) == (
        "Influence 4 is changed: value 5, before 4."
    )
    assert words("quests", change=[{"card_id": "lance", "bp": 25}]) == "Lance is changed: battle points 25, before 20."
    assert words("excalibur", change=[{"chip_id": "spy", "effect": "green_knight"}]) == (
        "Spy is changed: effect green knight, before spy."
    )
    several = {
        "card_id": "guard_tower",
        "resources": "GG",
        "bonus_resource": "",
        "bonus_source": "",
        "bonus_source_printed": "",
    }
    assert words("guild_master", change=[several]) == "Guard Tower is changed."


def test_of_several_cards_it_is_said_which_they_are_or_how_many() -> None:
    hospice = {"card_id": "hospice", "name": "Hospice", "resources": "PP"}
    change = [{"card_id": "farmland", "resources": "GG"}]
    assert words("guild_master", remove=["moat", "inn"], add=[hospice], change=change) == (
        "Moat and Inn are gone; Hospice is new; Farmland is changed."
    )
    many = [{"card_id": card, "road_class": "cross"} for card in ("moat", "inn", "farmland", "quarry")]
    assert words("guild_master", change=many) == "4 cards are changed."


def test_rules_are_said_in_the_words_of_the_lobby() -> None:
    rules: dict[str, Any] = {"draw_rule": "five_if_below", "equal_turns": True}
    said = "New rule: Up to five more whenever there are fewer than five. New rule: When the stock runs out, the round"
    assert words("guild_master", meta={"options": rules}).startswith(said)
    more = {"discard_max": 2, "lead_ties": "nobody"}
    assert words("guild_master", meta={"options": rules | more}) == "4 rules are set otherwise."
    deck = load_deck("guile")
    (edit,) = between(deck, deck.edit(meta={"options": {"start_player": "seat_0"}})).edits
    assert (edit.kind, edit.option, edit.words) == (RULE, "start_player", "Seat 1 begins.")


def test_words_that_no_rule_looks_at_are_no_edit() -> None:
    deck = load_deck("guild_master")
    assert between(deck, deck.edit(change=[{"card_id": "moat", "name": "Ditch"}], meta={"title": "Town"})).edits == ()


def of_military(deck: Deck, number: int) -> list[str]:
    """This many cards that give two points of Military and fortifications."""
    return [row["card_id"] for row in deck.rows if row["resources"] == "MM"][:number]


def test_cards_that_make_a_category_thin_are_said_together_in_it() -> None:
    deck = load_deck("guild_master")
    cards = of_military(deck, 4)
    changes = [
        {"card_id": card, "resources": letters} for card, letters in zip(cards, "II AA FF TT".split(), strict=True)
    ]
    thin, *others = between(deck, deck.edit(change=changes)).edits
    assert (thin.kind, thin.category, thin.cards, others) == (THIN, "M", tuple(cards), [])
    assert edit_words((thin,)) == ("Military and fortifications is made thin by 4 cards: 9 base points, before 17.")


def test_one_category_may_be_made_fat_by_what_another_loses() -> None:
    deck = load_deck("guild_master")
    cards = of_military(deck, 4)
    found = between(deck, deck.edit(change=[{"card_id": card, "resources": "CC"} for card in cards])).edits
    assert {(edit.kind, edit.category) for edit in found} == {(THIN, "M"), (FAT, "C")}
    assert edit_words(found) == "Construction and materials is made fat, Military and fortifications thin."
    assert edit_words(2 * found) == "4 categories are made thin or fat."


@pytest.mark.parametrize("number", [1, 2])
def test_one_card_or_a_little_less_makes_no_category_thin(number: int) -> None:
    deck = load_deck("guild_master")
    cards = of_military(deck, number)
    found = between(deck, deck.edit(change=[{"card_id": card, "resources": "MT"} for card in cards])).edits
    assert [(edit.kind, edit.cards) for edit in found] == [(CHANGED, (card,)) for card in cards]


def test_a_guild_is_made_fat_by_the_points_of_its_cards() -> None:
    deck = load_deck("cadwallon")
    changes = [{"card_id": card, "points": 5} for card in ("g_us3", "g_us4")]
    (edit,) = between(deck, deck.edit(change=changes)).edits
    assert (edit.kind, edit.category, edit.cards) == (FAT, "U", ("g_us3", "g_us4"))
    assert edit_words((edit,)) == "Usurers is made fat by 2 cards: 12 guild points, before 7."


def test_each_card_is_an_edit_of_its_own() -> None:
    deck = load_deck("guild_master")
    other = deck.edit(remove=["moat", "inn"], add=[{"card_id": "hospice", "name": "Hospice", "resources": "PP"}])
    found = between(deck, other).edits
    assert [(edit.kind, edit.cards) for edit in found] == [(GONE, ("moat",)), (GONE, ("inn",)), (NEW, ("hospice",))]
