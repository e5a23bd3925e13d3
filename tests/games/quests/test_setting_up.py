"""Before the first turn: shuffling, ranks, the deal, and who begins (QU-001 to QU-009, QU-026, QU-027)."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import Deck
from workbench.games.quests import GAME
from workbench.kernel import cards, chance
from workbench.kernel.engine.speeds import linked_plain
from workbench.play import Match
from workbench.storage.errors import OptionError

from .table import PHASES, ZONES

CHANCE = linked_plain(
    GAME.variant(),
    {
        **{name: getattr(cards, name) for name in ("clear_table", "fill", "move", "shuffle")},
        **{name: getattr(chance, name) for name in ("seed_generator", "random_below")},
    },
)


def begun(deck: Deck, seed: int = 3, seats: int = 4, **options: Any) -> Match:
    """A match after its set-up."""
    return Match("quests", seats=seats, seed=seed, deck=deck, options=options)


def in_place(record: Any, place: int) -> list[int]:
    """The cards of a place of a record, in order."""
    return [int(record.rows[place, i]) for i in range(int(record.counts[place]))]


def lying(match: Match, place: int) -> list[int]:
    """The cards of a place of a match, in order."""
    return in_place(match.state, place)


@pytest.mark.rule("QU-001")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_two_to_four_seats_play(classic: Deck, seats: int):
    if 2 <= seats <= 4:
        assert begun(classic, seats=seats).seats == seats
    else:
        with pytest.raises(OptionError):
            begun(classic, seats=seats)


@pytest.mark.rule("QU-005", "QU-006", "QU-008", "QU-015")
@pytest.mark.parametrize(("seats", "dealt"), [(2, 12), (4, 12), (4, 5)])
def test_all_begin_as_squires_without_shields_and_with_twelve_cards(classic: Deck, seats: int, dealt: int):
    match = begun(classic, seats=seats, starting_hand=dealt)
    assert match.state.rank.tolist() == [0] * 4
    assert match.state.shields.tolist() == [0] * 4
    assert [len(lying(match, ZONES.hand + seat)) for seat in range(4)] == [dealt] * seats + [0] * (4 - seats)


@pytest.mark.rule("QU-004", "QU-007", "QU-009", "QU-026")
def test_chance_shuffles_the_story_deck_then_the_adventure_deck_then_says_who_begins(classic: Deck):
    for seed in range(6):
        match, again = begun(classic, seed), GAME.variant().state.record()
        again.seats = 4
        CHANCE["clear_table"](again)
        CHANCE["fill"](again, ZONES.stock, 153)
        for card in range(125, 153):
            CHANCE["move"](again, card, ZONES.story_stock)
        unshuffled = in_place(again, ZONES.stock)
        CHANCE["seed_generator"](again.random_state, seed, 0, chance.GAME_STREAM)
        CHANCE["seed_generator"](again.shuffle_state, seed, 0, chance.SHUFFLE_STREAM)
        CHANCE["shuffle"](again, match.referee.arrays, ZONES.story_stock)
        CHANCE["shuffle"](again, match.referee.arrays, ZONES.stock)
        stock, story = in_place(again, ZONES.stock), in_place(again, ZONES.story_stock)
        drawn = lying(match, ZONES.story_discard) + lying(match, ZONES.story_card)
        assert lying(match, ZONES.story_stock) + drawn[::-1] == story
        assert stock != unshuffled
        if match.phase in ("sponsor_offer", "entry_offer") and len(drawn) == 1:
            assert lying(match, ZONES.stock) == stock[:77]
            assert {card for seat in range(4) for card in lying(match, ZONES.hand + seat)} == set(stock[77:])
            assert sorted(stock[:76:-1][0::4]) == lying(match, ZONES.hand)  # clockwise, a card at a time
            assert match.state.current == CHANCE["random_below"](again.random_state, 4)


@pytest.mark.rule("QU-026")
def test_any_seat_may_be_the_first(classic: Deck):
    first = {begun(classic, seed).seat_log(None)[0].split(" draws")[0] for seed in range(24)}
    assert first == {"Seat 1", "Seat 2", "Seat 3", "Seat 4"}


@pytest.mark.rule("QU-027")
@pytest.mark.parametrize(
    ("seats", "dealer", "first"), [(4, "last", "Seat 1"), (3, "seat_0", "Seat 2"), (4, "seat_3", "Seat 1")]
)
def test_the_seat_left_of_the_dealer_begins_by_option(classic: Deck, seats: int, dealer: str, first: str):
    for seed in range(3):
        match = begun(classic, seed, seats, first_player="left_of_dealer", dealer_seat=dealer)
        assert match.seat_log(None)[0].startswith(f"{first} draws")


def test_a_dealer_who_does_not_play_and_a_deck_that_is_too_small_are_refused(classic: Deck):
    with pytest.raises(OptionError, match="dealer_seat"):
        begun(classic, seats=2, first_player="left_of_dealer", dealer_seat="seat_2")
    many = ("sword", "horse", "saxon_knight", "battle_ax", "thieves")
    few = classic.edit(change=[{"card_id": key, "count": 1} for key in many])
    with pytest.raises(OptionError, match="starting_hand"):
        begun(few, hand_limit=20, starting_hand=20)
    assert begun(few).phase in {phase.key for phase in PHASES}
