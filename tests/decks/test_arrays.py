"""The arrays that Guild Master's rules play with."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.decks import Deck
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES


def test_doubled_letters_give_two_points_and_split_letters_one_each(hamlet: Deck) -> None:
    assert hamlet.arrays.points[:3, :2].tolist() == [[2, 0], [1, 1], [0, 2]]


@pytest.mark.rule("GM-302")
def test_the_order_of_the_two_letters_has_no_meaning(hamlet: Deck) -> None:
    turned = hamlet.edit(change=[{"card_id": "bakery", "resources": "TF"}])
    assert np.array_equal(hamlet.arrays.points, turned.arrays.points)
    assert hamlet.diff(turned).text_only


def test_bonuses_name_a_category_and_a_kind(hamlet: Deck) -> None:
    assert hamlet.arrays.bonus_category[:3].tolist() == [-1, 0, -1]
    assert hamlet.arrays.bonus_source[:, :3].tolist() == [[-1, 0, -1], [-1, 0, -1]]


def test_copies_of_a_kind_are_neighbouring_cards(hamlet: Deck) -> None:
    arrays = hamlet.edit(change=[{"card_id": "mill", "count": 3}, {"card_id": "road", "count": 2}]).arrays
    assert (arrays.card_count, arrays.kind_count) == (6, 3)
    assert arrays.kind[:7].tolist() == [0, 0, 0, 1, 2, 2, -1]


def test_all_arrays_are_of_the_declared_size_and_type_and_padded(medieval: Deck, hamlet: Deck) -> None:
    for deck in (medieval, hamlet):
        arrays = deck.arrays
        assert arrays.kind.shape == arrays.bonus_category.shape == (MAX_CARDS,)
        assert arrays.points.shape == (MAX_CARDS, MAX_CATEGORIES)
        assert arrays.bonus_source.shape == (2, MAX_CARDS)
        assert {array.dtype for array in arrays[3:]} == {np.dtype(np.int64)}
        assert all(type(number) is int for number in arrays[:3])
        assert (arrays.kind[arrays.card_count :] == -1).all()
        assert not arrays.points[arrays.kind_count :].any()
        assert (arrays.bonus_category[arrays.kind_count :] == -1).all()
        assert (arrays.bonus_source[:, arrays.kind_count :] == -1).all()


def test_a_missing_source_never_gives_its_bonus(hamlet: Deck) -> None:
    arrays = hamlet.edit(change=[{"card_id": "bakery", "bonus_source": "", "bonus_source_printed": "Windmill"}]).arrays
    assert arrays.bonus_category[1] == 0
    assert arrays.bonus_source[:, 1].tolist() == [-1, -1]


def test_the_largest_deck_and_the_most_categories_fit(hamlet: Deck) -> None:
    categories = [
        {"letter": letter, "name": f"Category {letter}", "sign": letter, "colour": "#333333"}
        for letter in "ABCDEFGHIJKLMNOP"
    ]
    deck = hamlet.edit(
        change=[{"card_id": "mill", "resources": "PP"}, {"card_id": "bakery", "resources": "AP"}],
        remove=["road"],
        add=[{"name": f"House {number}", "resources": "AB"} for number in range(MAX_CARDS - 2)],
        categories=categories,
    )
    assert (deck.arrays.card_count, deck.arrays.category_count) == (MAX_CARDS, MAX_CATEGORIES)
    assert deck.arrays.points[0, 15] == 2
    assert (deck.arrays.points.sum(axis=1) == 2).all()


def test_arrays_are_made_once(hamlet: Deck) -> None:
    assert hamlet.arrays is hamlet.arrays
