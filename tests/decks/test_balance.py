"""The numbers behind the balance picture: what each game declares, shares, marks, and what an edit moved."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.decks.balance import BalancePart, balance
from workbench.kernel.game import Game, Studio
from workbench.kernel.registry import registered
from workbench.kernel.tables import Bar

Values = dict[str, float]


def values(part: BalancePart) -> Values:
    """How long each bar of a part is."""
    return {bar.letter or bar.label: bar.value for bar in part.bars}


@pytest.mark.rule("GM-022", "GM-023")
def test_guild_master_shows_base_points_and_bonus_points_by_category(medieval: Deck) -> None:
    base, extra = balance(medieval)
    assert (base.title, extra.title) == ("base points", "bonus points")
    assert values(base) == {"F": 33, "T": 38, "C": 13, "R": 9, "G": 11, "M": 17, "P": 21, "A": 26, "L": 14, "I": 44}
    assert values(extra) == {"F": 6, "T": 11, "C": 4, "R": 3, "G": 3, "M": 5, "P": 5, "A": 7, "L": 4, "I": 14}
    assert (base.total, base.even_share, extra.total) == (226, 22.6, 62)
    assert [bar.letter for bar in base.bars] == [category.letter for category in medieval.meta.categories]


def test_the_first_part_by_category_is_marked_and_no_other(medieval: Deck) -> None:
    base, extra = balance(medieval)
    assert {bar.letter: bar.mark for bar in base.bars if bar.mark} == {"T": "fat", "R": "thin", "G": "thin", "I": "fat"}
    assert not any(bar.mark for bar in extra.bars)


def test_guile_shows_its_influence_and_its_knights() -> None:
    cards, influence, knights = balance(load_deck("guile"))
    assert values(cards) == {"influence 1": 3, "influence 2": 3, "influence 3": 2, "influence 4": 2}
    assert values(influence) == {"influence 1": 3, "influence 2": 6, "influence 3": 6, "influence 4": 8}
    assert (cards.total, influence.total) == (10, 23)
    assert values(knights) == {"A": 4, "M": 4}
    assert (cards.by_category, knights.by_category) == (False, True)


def test_a_game_that_declares_no_bars_has_its_categories_counted() -> None:
    with known():
        (part,) = balance(load_deck("pledges", PLAIN_DECK))
    assert part.title == "resources"
    assert values(part) == {"G": 8, "V": 24, "M": 28}


def test_copies_count(hamlet: Deck) -> None:
    base, extra = balance(hamlet.edit(change=[{"card_id": "bakery", "count": 3}]))
    assert values(base) == {"F": 5, "T": 5}
    assert values(extra) == {"F": 3, "T": 0}


@pytest.mark.rule("GM-262")
def test_a_bonus_without_a_source_is_no_point_and_is_said_to_be_lost(hamlet: Deck) -> None:
    lost = {"card_id": "bakery", "bonus_source": "", "bonus_source_printed": "Windmill", "count": 2}
    food, trade = balance(hamlet.edit(change=[lost]))[1].bars
    assert (food.value, food.note) == (0, "and 2 that nobody can have: the source is missing")
    assert trade.note == ""


@pytest.mark.rule("GM-275")
def test_where_a_deck_counts_printed_names_only_bars_and_faces_do(medieval: Deck) -> None:
    printed = medieval.edit(meta={"options": {"bonus_sources": "printed"}})
    lost = {printed.rows[bonus.card]["name"] for bonus in printed.game.studio.bonuses(printed) if bonus.source is None}
    assert lost == {"Caravan", "Pub", "Tanner", "Tavern"}
    assert all(bonus.source is not None for bonus in medieval.game.studio.bonuses(medieval))
    assert balance(medieval)[1].total - balance(printed)[1].total == len(lost)
    pub = next(index for index, row in enumerate(medieval.rows) if row["name"] == "Pub")
    texts = [deck.game.studio.face(deck, pub).text for deck in (medieval, printed)]
    assert texts == ["+A with Brewer", "+A with Brewery"]


def test_every_bar_says_where_it_stood_before_an_edit(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "road", "resources": "FF"}])
    base, extra = balance(deck, hamlet)
    assert [(bar.letter, bar.before, bar.value) for bar in base.bars] == [("F", 3, 5), ("T", 3, 1)]
    assert [(bar.before, bar.value) for bar in extra.bars] == [(1, 1), (0, 0)]
    assert (base.before, base.total) == (6, 6)
    assert all(bar.before is None for part in balance(deck) for bar in part.bars)


def test_a_renamed_category_keeps_its_bar_and_one_taken_out_is_said_to_be_gone(hamlet: Deck) -> None:
    food, trade = (category.model_dump() for category in hamlet.meta.categories)
    deck = hamlet.edit(
        categories=[food | {"name": "Meals"}],
        change=[{"card_id": "bakery", "resources": "FF"}, {"card_id": "road", "resources": "FF"}],
    )
    base, _ = balance(deck, hamlet)
    assert [(bar.label, bar.before, bar.value) for bar in base.bars] == [("Meals", 3, 6)]
    assert base.gone == ((trade["name"], 3),)
    base, _ = balance(hamlet, deck)
    assert [(bar.letter, bar.before) for bar in base.bars] == [("F", 6), ("T", None)]


def game_of(bars: list[Bar]) -> Game:
    """A game that declares these bars, whatever the deck."""
    return Game(
        "guild_master", "Bars", 1, (), load_deck("guild_master").game.tables, studio=Studio(bars=lambda deck: bars)
    )


@given(st.lists(st.integers(0, 100), min_size=1, max_size=16))
def test_thin_and_fat_mean_less_than_half_and_more_than_one_and_a_half_even_shares(numbers: list[int]) -> None:
    deck = load_deck("guild_master")
    bars = [Bar(f"Category {i}", value, "points", chr(ord("A") + i)) for i, value in enumerate(numbers)]
    with registered(game_of(bars)):
        (part,) = balance(Deck.from_dict(deck.to_dict()))
    for bar in part.bars:
        # value against half and one and a half of total / number, in whole numbers
        twice = 2 * bar.value * len(numbers)
        expected = "thin" if twice < sum(numbers) else "fat" if twice > 3 * sum(numbers) else ""
        assert bar.mark == expected
