"""Candidates: which edits are tried, in which order, and that all of them can be made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import workbench as wb
from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.decks.deck_edit import card_edit
from workbench.kernel.registry import game
from workbench.lab.candidates import Candidates, other_values


@pytest.fixture(scope="module", autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while these tests run."""
    with known():
        yield


def candidates(deck: Deck, *fixed: str, leading: tuple[str, ...] = ()) -> Candidates:
    report = wb.simulate(deck.game, deck=deck, games=3, bots="random", compiled=False)
    return Candidates(report, fixed, leading, False)


def plain() -> Deck:
    return load_deck("pledges", PLAIN_DECK)


def test_the_leading_card_comes_first_then_the_one_that_stands_out() -> None:
    deck = plain().edit(change=[{"card_id": "bread", "count": 13}, {"card_id": "hermit", "count": 3}])
    found = candidates(deck, leading=("ransom",))
    assert found.named[0] == "ransom"
    assert found.named.index("bread") < 4
    assert found.of_cards()[0].card == "ransom"


def test_numbers_copies_flags_and_letters_are_tried_within_their_bounds() -> None:
    deck = plain()
    edits = [edit for edit in candidates(deck, leading=("chalice",)).of_cards() if edit.card == "chalice"]
    values: dict[str, set[object]] = {}
    for edit in edits:
        ((key, value),) = edit.after.items()
        values.setdefault(key, set()).add(value)
    assert values["points"] == {2, 3, 5, 6}
    assert values["count"] >= {2, 3, 5, 6, 8}
    assert values["seer"] == {1}
    assert "G" not in values["resources"]
    for edit in edits:
        assert edit.taken_back(edit.applied(deck)).digest == deck.digest


def test_a_bonus_is_taken_away_and_moved_and_its_source_is_tried_too() -> None:
    found = candidates(load_deck("guild_master"), leading=("farmland",))
    assert found.named[:2] == ["farmland", "irrigation"]
    words = [edit.words for edit in found.of_cards() if "bonus" in edit.words]
    assert words[0] == "Take its bonus beside Irrigation from Farmland."
    assert words[1].startswith("Give Farmland its bonus beside ")


def test_options_that_are_given_stay() -> None:
    found = candidates(plain(), "rounds", "draw_cap")
    assert {edit.option for edit in found.of_options()} == {"warding", "open_oaths"}


def test_an_option_is_tried_near_by_and_far_off() -> None:
    (limit,) = [option for option in game("quests").variant().options if option.key == "turn_limit"]
    assert other_values(limit, "none") == [200, 100, 50, 25, 12, 6]
    (hand,) = [option for option in game("quests").variant().options if option.key == "hand_limit"]
    assert other_values(hand, 4)[-1] == 12, "as printed"
    assert other_values(limit, 20) == [21, 22, 19, 18, 10, 5, 2, 1, 40, 80, "none"]


def test_numbers_near_by_are_half_way_to_what_was_tried_or_beyond_all_of_it() -> None:
    found, deck = candidates(plain()), plain()
    middle = [card_edit(deck, "sword", {"count": count}) for count in (2, 12, 16)]
    assert [edit.after for edit in found.between(middle[1], middle)] == [{"count": 10}, {"count": 14}]
    tried = [card_edit(deck, "sword", {"count": count}) for count in (2, 16)]
    assert [edit.after for edit in found.between(tried[1], tried)] == [{"count": 12}, {"count": 32}], "none above it"
    assert [edit.after for edit in found.between(tried[0], tried)] == [{"count": 5}, {"count": -10}], "which is no deck"
    flag = card_edit(deck, "spring", {"seer": None})
    assert found.between(flag, [flag]) == []
