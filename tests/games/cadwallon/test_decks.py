"""What is wrong or odd about a list of cards is found, and printed values can be typed in."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import Deck
from workbench.games.cadwallon.deck import BASE, CONDITIONS, NUMBER
from workbench.play import Match
from workbench.storage.errors import DeckError

from .table import Table


def findings(deck: Deck, **change: Any) -> list[str]:
    """What lint or a refusal says of a list with a changed row."""
    try:
        return [finding.text for finding in deck.edit(change=[change]).lint() if finding.level != "note"]
    except DeckError as refusal:
        return [finding.text for finding in refusal.problems]


def test_nothing_is_wrong_with_the_reconstruction(reconstruction: Deck):
    assert [finding for finding in reconstruction.lint() if finding.level != "note"] == []


@pytest.mark.rule("CA-143", "CA-010", "CA-011", "CA-014", "CA-015", "CA-017", "CA-019", "CA-009")
@pytest.mark.parametrize(
    ("card", "column", "value", "text"),
    [
        ("g_us1", "points", 0, "1 guild point"),
        ("g_us1", "support", 0, "from 1 to 3"),
        ("g_us1", "guild", "", "needs a guild"),
        ("m_1", "guild", "U", "belongs to no guild"),
        ("m_1", "penalty", 0, "carries a penalty"),
        ("m_1", "support", 3, "from 1 to 2"),
        ("m_1", "points", 1, "0 guild points"),
        ("p_1", "support", 1, "personality card is 0"),
        ("p_1", "points", 1, "0 guild points"),
        ("a_01", "points", 3, "2 guild points"),
        ("a_01", "support", 1, "action card is 2"),
        ("a_01", "effect", "", "needs an effect"),
        ("g_us1", "effect", "amnesty", "no effect"),
        ("a_01", "penalty", 1, "carries no penalty"),
    ],
)
def test_a_value_outside_of_what_the_rulebook_says_is_refused(
    reconstruction: Deck, card: str, column: str, value: Any, text: str
):
    assert any(text in found for found in findings(reconstruction, card_id=card, **{column: value}))


@pytest.mark.rule("CA-143", "CA-003")
def test_other_numbers_of_cards_are_refused(reconstruction: Deck):
    found = findings(reconstruction, card_id="m_1", type="personality", penalty=None, support=0)
    assert "There are 4 militia cards; the game has 5." in found
    assert "There are 5 personality cards; the game has 4." in found


@pytest.mark.parametrize(
    ("card", "column", "value", "text"),
    [
        ("c_04", "amount", None, "needs the column amount"),
        ("c_01", "amount", 2, "has no use for the column amount"),
        ("c_09", "amount", 6, "can be 5 at most"),
        ("c_05", "guild", "", "needs the column guild"),
        ("k_01", "guild", "", "needs its guild"),
        ("k_06", "guild", "U", "about no guild"),
        ("k_07", "at_least", None, "Everybody fulfils it"),
        ("k_07", "at_most", 1, "Nobody can fulfil it"),
    ],
)
def test_conditions_and_contracts_that_cannot_be_meant_are_found(
    reconstruction: Deck, card: str, column: str, value: Any, text: str
):
    assert any(text in found for found in findings(reconstruction, card_id=card, **{column: value}))


def test_a_district_type_without_two_cards_is_found(reconstruction: Deck):
    rows = [row["card_id"] for row in reconstruction.tables["district.csv"] if row["district_type"] == "harbour"]
    deck = reconstruction.edit(change=[{"card_id": key, "district_type": "noble"} for key in rows[1:]])
    assert any("New Markets never swaps" in finding.text for finding in deck.lint())


@pytest.mark.rule("CA-141")
def test_printed_values_are_typed_in_and_played_with(reconstruction: Deck):
    printed = reconstruction.edit(change=[{"card_id": "g_us4", "points": 5, "support": 2, "status": "printed"}])
    table = Table(Match("cadwallon", seats=2, seed=1, deck=printed)).owns(0, "US4 US1").finish()
    assert table.figure("base") == 12


@pytest.mark.rule("CA-093", "CA-141")
def test_the_amount_of_a_condition_is_what_its_row_says(reconstruction: Deck):
    deck = reconstruction.edit(change=[{"card_id": "c_04", "amount": 9}])
    options = {"condition_cards": True, "condition": "city_charter"}
    table = Table(Match("cadwallon", seats=2, seed=1, deck=deck, options=options))
    assert table.owns(0, "US1 BL1 GO1 AR1").finish().figure("condition") == 9


@pytest.mark.rule("CA-093")
def test_each_condition_changes_its_own_numbers_and_no_others(reconstruction: Deck):
    numbers = reconstruction.arrays.numbers
    assert numbers[0].tolist() == list(BASE.values())
    for index, kind in enumerate(reconstruction.kinds):
        changed = {name for name in NUMBER if numbers[index + 1, getattr(NUMBER, name)] != BASE[name]}
        effect = kind.row["effect"] if kind.table.file == "conditions.csv" else None
        assert changed == set(CONDITIONS.get(effect, {}))
