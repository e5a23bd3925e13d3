"""What is refused in a Guile deck, and what is pointed out."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.decks import load_deck
from workbench.games.guile.deck import CAST, FACTION, MAX_CARDS, deck_arrays
from workbench.storage.errors import DeckError

CLASSIC = load_deck("guile", "classic")
KNIGHTS = "knights.csv"
TRISTAN, PALAMEDES = {"card_id": "sir_tristan"}, {"card_id": "sir_palamedes"}


def odd(deck) -> list[str]:
    """What lint says about a deck."""
    return [f"{finding.level}: {finding.text}" for finding in deck.lint()]


def test_the_classic_deck_has_nothing_to_point_out() -> None:
    assert odd(CLASSIC) == []


def test_the_arrays_hold_what_the_lists_say() -> None:
    arrays = deck_arrays(CLASSIC)
    assert (arrays.card_count, arrays.kind_count, arrays.influence_count, arrays.category_count) == (13, 8, 10, 2)
    assert arrays.kind.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7] + [-1] * (MAX_CARDS - 13)
    assert arrays.value[:8].tolist() == [1, 2, 3, 4, 4, 0, 0, 0]
    assert np.flatnonzero(arrays.dagger).tolist() == [4]
    assert arrays.character[:8].tolist() == [0] * 5 + [CAST.isolde, CAST.morgana, CAST.merlin]
    assert arrays.faction.tolist() == [FACTION.arthur] * 4 + [FACTION.mordred] * 4
    assert arrays.copied_by_isolde.tolist() == [FACTION.arthur, -1, -1, -1, FACTION.mordred, -1, -1, -1]


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"remove": ["influence_1"]}, "There are 7 influence cards; 8 are laid"),
        ({"change": [{"card_id": "influence_2", "value": ""}]}, "An influence card needs a value"),
        ({"change": [{"card_id": "merlin", "count": 2}]}, "Merlin is in the deck more than once"),
        ({"add": [{"name": "Old Merlin", "character": "merlin"}]}, "Merlin is in the deck more than once"),
        ({"add": [{"name": "Influence 5", "value": 5}]}, "An influence card comes after a character"),
        ({"change": [{**TRISTAN, "faction": "M"}], "table": KNIGHTS}, "Faction A has 3 knights, M 5"),
        ({"remove": ["sir_accolon"], "table": KNIGHTS}, "The deck has 7 knights"),
        ({"categories": [CLASSIC.meta.categories[0]]}, "'M' is not a category letter|'M' in 'M'"),
    ],
    ids=["seven", "no value", "two Merlins", "another Merlin", "order", "factions", "knights", "one faction"],
)
def test_a_deck_that_cannot_be_played_is_refused(edit: dict, text: str) -> None:
    with pytest.raises(DeckError, match=text):
        CLASSIC.edit(**edit)


def test_a_third_faction_is_refused() -> None:
    third = {"letter": "L", "name": "Ladies of the lake", "sign": "≈", "colour": "#123456"}
    categories = [category.model_dump() for category in CLASSIC.meta.categories]
    with pytest.raises(DeckError, match="room for 2"):
        CLASSIC.edit(categories=[*categories, third])


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        ({"change": [{"card_id": "influence_4_dagger", "dagger": ""}]}, "warning: No card shows the dagger"),
        ({"change": [{"card_id": "influence_4", "dagger": 1}]}, "warning: 2 cards show the dagger"),
        ({"change": [{"card_id": "influence_4_dagger", "count": 2}]}, "warning: 2 cards show the dagger"),
        ({"change": [{"card_id": "influence_4", "value": 5}]}, "warning: The dagger is on a 4, not on a 5"),
        ({"change": [{"card_id": "isolde", "dagger": 1}]}, "warning: A character shows the dagger"),
        ({"change": [{"card_id": "morgana", "value": 3}]}, "warning: A character is worth what it does"),
        ({"change": [{**TRISTAN, "role": ""}], "table": KNIGHTS}, "warning: No knight has the role tristan"),
        (
            {"change": [{**PALAMEDES, "role": "tristan"}], "table": KNIGHTS},
            "warning: The role tristan belongs to faction 1",
        ),
    ],
    ids=[
        "no dagger",
        "two daggers",
        "two copies",
        "not highest",
        "on a character",
        "value",
        "no role",
        "other faction",
    ],
)
def test_what_is_odd_about_a_deck_is_pointed_out(edit: dict, text: str) -> None:
    assert any(finding.startswith(text) for finding in odd(CLASSIC.edit(**edit)))


def test_no_roles_are_missed_in_a_deck_without_isolde() -> None:
    deck = CLASSIC.edit(remove=["isolde"]).edit(
        change=[{**TRISTAN, "role": ""}, {**PALAMEDES, "role": ""}], table=KNIGHTS
    )
    assert not any("role" in finding for finding in odd(deck))


def test_an_unused_value_of_a_character_never_counts() -> None:
    deck = CLASSIC.edit(change=[{"card_id": "merlin", "value": 9}])
    assert deck.arrays.value[:8].tolist() == [1, 2, 3, 4, 4, 0, 0, 0]
