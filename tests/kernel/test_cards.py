from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernel.tables import assert_cards_agree, linked
from workbench.kernel import cards
from workbench.kernel.chance import SHUFFLE_STREAM, card_identities, seed_generator
from workbench.kernel.engine.speeds import deck_parts, first_cards
from workbench.kernel.state import EVERYONE, NOBODY, OUT_OF_GAME, OWNER, StateSpec, Zone, plain_record_class, sort_row

CARDS, SEATS = 12, 3
SPEC = StateSpec(
    seats=SEATS,
    cards=CARDS,
    zones=(
        Zone(OWNER, per_seat=True, sorted=True, name="hand"),
        Zone(OWNER, per_seat=True, name="secret"),
        Zone(NOBODY, name="stock"),
        Zone(EVERYONE, name="discard"),
    ),
)
HAND, SECRET, STOCK, DISCARD = (SPEC.place(name) for name in ("hand", "secret", "stock", "discard"))
NAMES = (
    "clear_table",
    "deal",
    "fill",
    "shuffle",
    "move",
    "move_secretly",
    "show",
    "lose_track",
    "stage",
    "unstage",
    "unstage_all",
    "move_picked",
    "picked_in",
    "show_to",
    "hide_from",
    "find_picks",
)
(
    clear_table,
    deal,
    fill,
    shuffle,
    move,
    move_secretly,
    show,
    lose_track,
    stage,
    unstage,
    unstage_all,
    move_picked,
    picked_in,
    show_to,
    hide_from,
    find_picks,
) = (linked(getattr(cards, name), SPEC) for name in NAMES)
KINDS = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4, 5]  # card -> kind, copies side by side


class Kinds:
    """The part of a deck that shuffling and picking sets need."""

    kind = KINDS
    identity = card_identities(np.array(KINDS)).tolist()
    first_card = first_cards(np.array(KINDS)).tolist()


def dealt(hand: int = 0, seed: int = 3) -> Any:
    """All cards in the stock, shuffled; then some in the hand of seat 0."""
    state = SPEC.record()
    state.seats = SEATS
    seed_generator(state.shuffle_state, seed, 0, SHUFFLE_STREAM)
    clear_table(state)
    fill(state, STOCK, CARDS)
    shuffle(state, Kinds, STOCK)
    for _ in range(hand):
        move(state, cards.top_card(state, STOCK), HAND)
    return state


def lying(state: Any, place: int) -> list[int]:
    return [state.rows[place, i] for i in range(state.counts[place])]


def known_to(state: Any, seat: int) -> set[int]:
    return {card for card in range(CARDS) if state.known[card] >> seat & 1}


def test_a_cleared_table_holds_no_card():
    state = dealt(hand=4)
    show(state, 3, 1)
    clear_table(state)
    assert set(state.place) == {OUT_OF_GAME}
    assert not any(state.counts)
    assert not any(state.known)
    assert not any(state.rows[place, i] for place in range(len(state.counts)) for i in range(CARDS))
    assert list(state.staged_last) == [-1] * SEATS


def test_a_filled_place_holds_the_cards_in_order():
    state = SPEC.record()
    clear_table(state)
    fill(state, STOCK, 7)
    assert lying(state, STOCK) == list(range(7))
    assert state.card_count == 7
    assert_cards_agree(SPEC, state.buffer.tobytes())


def test_cards_are_dealt_one_at_a_time_clockwise_from_the_top():
    state = dealt()
    top = lying(state, STOCK)[::-1]
    deal(state, STOCK, SECRET, 2)
    for seat in range(SEATS):
        assert lying(state, SECRET + seat) == top[seat : 2 * SEATS : SEATS]
    assert lying(state, STOCK) == top[: 2 * SEATS - 1 : -1]


def test_a_shuffle_keeps_the_cards_and_follows_the_seed():
    orders = [lying(dealt(seed=seed), STOCK) for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == list(range(CARDS)) == sorted(orders[2])


def test_nobody_knows_a_card_of_a_shuffled_pile():
    state = dealt()
    show(state, lying(state, STOCK)[4], 1)
    shuffle(state, Kinds, STOCK)
    assert not any(state.known)


def test_a_card_moves_to_the_top_of_a_pile():
    state = dealt()
    top, bottom = cards.top_card(state, STOCK), cards.card_at(state, STOCK, 0)
    move(state, bottom, DISCARD)
    move(state, top, DISCARD)
    assert lying(state, DISCARD) == [bottom, top]
    assert cards.cards_in(state, STOCK) == CARDS - 2


def test_a_card_moves_to_its_rank_in_a_sorted_zone():
    state = dealt(hand=8)
    assert lying(state, HAND) == sorted(lying(state, HAND))


def test_a_card_may_move_to_the_place_where_it_lies():
    state = dealt()
    first = cards.card_at(state, STOCK, 0)
    move(state, first, STOCK)
    assert cards.top_card(state, STOCK) == first
    assert_cards_agree(SPEC, state.buffer.tobytes())


def test_equal_positions_have_equal_bytes_however_they_came_about():
    one, other = dealt(), dealt()
    top, below = lying(one, STOCK)[-1], lying(one, STOCK)[-2]
    for state, order in ((one, (top, below)), (other, (below, top))):
        for card in order:
            move(state, card, HAND + 1)
    move(other, top, DISCARD)
    move(other, top, HAND + 1)
    assert one.buffer.tobytes() == other.buffer.tobytes()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, CARDS - 1), st.integers(0, SPEC.places - 1)),
        st.tuples(
            st.just("move_secretly"), st.integers(0, CARDS - 1), st.integers(0, SPEC.places - 1), st.integers(0, 7)
        ),
        st.tuples(st.just("show"), st.integers(0, CARDS - 1), st.integers(0, SEATS - 1)),
        st.tuples(st.just("lose_track"), st.integers(0, SPEC.places - 1), st.integers(0, 7)),
        st.tuples(st.just("shuffle"), st.just(STOCK)),
    ),
    max_size=40,
)


class OnPaper:
    """The same moves with lists and sets."""

    def __init__(self, state: Any) -> None:
        self.rows = [lying(state, place) for place in range(SPEC.places)]
        self.known = [0] * CARDS

    def move(self, card: int, place: int) -> None:
        next(row for row in self.rows if card in row).remove(card)
        self.rows[place].append(card)
        if SPEC.place_zone[place].sorted:
            self.rows[place].sort()

    def move_secretly(self, card: int, place: int, witnesses: int) -> None:
        self.lose_track(next(here for here, row in enumerate(self.rows) if card in row), witnesses)
        self.move(card, place)
        self.known[card] = witnesses

    def show(self, card: int, seat: int) -> None:
        self.known[card] |= 1 << seat

    def lose_track(self, place: int, but_for: int) -> None:
        for card in self.rows[place]:
            self.known[card] &= but_for


@given(STEPS)
def test_any_moves_end_as_they_would_on_paper(steps):
    state = dealt()
    paper = OnPaper(state)
    functions = {"move": move, "move_secretly": move_secretly, "show": show, "lose_track": lose_track}
    for name, *values in steps:
        if name == "shuffle":
            shuffle(state, Kinds, STOCK)
            assert sorted(lying(state, STOCK)) == sorted(paper.rows[STOCK])
            paper.rows[STOCK] = lying(state, STOCK)
            paper.lose_track(STOCK, 0)
        else:
            functions[name](state, *values)
            getattr(paper, name)(*values)
        assert [lying(state, place) for place in range(SPEC.places)] == paper.rows
        assert list(state.known) == paper.known
        assert_cards_agree(SPEC, state.buffer.tobytes())


def test_a_secret_move_leaves_nobody_certain_but_its_witnesses():
    state = dealt(hand=5)
    held = lying(state, HAND)
    for card in held:
        show(state, card, 1)
        show(state, card, 2)
    move_secretly(state, held[2], SECRET, 0b101)
    assert known_to(state, 0) == {held[2]}
    assert known_to(state, 1) == set()
    assert known_to(state, 2) == set(held)


def test_an_open_move_keeps_what_is_known():
    state = dealt(hand=5)
    card = lying(state, HAND)[2]
    show(state, card, 1)
    move(state, card, SECRET)
    assert known_to(state, 1) == {card}


def test_a_spectator_comes_to_know_nothing():
    state = dealt()
    show(state, 3, -1)
    assert not any(state.known)


# Picking sets


def picked(state: Any) -> list[int]:
    return [card for card in range(CARDS) if state.staged[card] == 1]


def hand_of(kinds: list[int]) -> Any:
    """A record whose seat 1 holds one card for each kind named."""
    state = dealt()
    for kind in kinds:
        move(state, next(card for card in range(CARDS) if KINDS[card] == kind and state.place[card] == STOCK), HAND + 1)
    return state


def test_copies_of_a_kind_are_picked_one_after_another():
    state = hand_of([0, 0, 2])
    for _ in range(2):
        stage(state, Kinds, 1, HAND + 1, 0)
    assert picked(state) == [0, 1]
    assert (state.staged_count[1], state.staged_last[1]) == (2, 0)


def test_the_copy_that_is_picked_lies_where_the_set_is_chosen_from():
    state = hand_of([2])
    for card in (5, 6):
        move(state, card, HAND + (card == 6))
    stage(state, Kinds, 1, HAND + 1, 2)
    assert [state.place[card] for card in picked(state)] == [HAND + 1]


@given(st.lists(st.integers(0, 5)))
def test_the_first_card_of_each_kind_is_found_where_copies_are_neighbours(kinds):
    row = [*sorted(kinds), *[-1] * 6]
    first = first_cards(np.array(row))
    assert all(first[kind] == row.index(kind) for kind in set(kinds))


@pytest.mark.parametrize(("kinds", "has_copies"), [([0, 0, 1, -1], 1), ([0, 1, 1], 1), ([0, 1, 2, -1, -1], 0)])
def test_a_deck_knows_whether_a_card_has_copies(kinds, has_copies):
    class Arrays(NamedTuple):
        kind: np.ndarray

    assert deck_parts(Arrays(np.array(kinds)))["copies"] == has_copies


def test_the_last_pick_is_the_highest_left_after_one_is_put_back():
    state = hand_of([0, 2, 4])
    for kind in (0, 2, 4):
        stage(state, Kinds, 1, HAND + 1, kind)
    unstage(state, Kinds, 1, HAND + 1, 4)
    assert (state.staged_count[1], state.staged_last[1]) == (2, 2)
    unstage(state, Kinds, 1, HAND + 1, 0)
    unstage(state, Kinds, 1, HAND + 1, 2)
    assert (state.staged_count[1], state.staged_last[1]) == (0, -1)


@given(st.permutations([0, 0, 1, 2, 2, 4]), st.permutations([0, 0, 1, 2, 2, 4]), st.integers(0, 6))
def test_a_set_is_the_same_in_whatever_order_it_was_chosen(one_order, other_order, returned):
    """Picked in any order, some put back and picked again: the same bytes."""
    one, other = hand_of([0, 0, 1, 2, 2, 4]), hand_of([0, 0, 1, 2, 2, 4])
    for kind in one_order:
        stage(one, Kinds, 1, HAND + 1, kind)
    for kind in other_order:
        stage(other, Kinds, 1, HAND + 1, kind)
    for kind in other_order[:returned]:
        unstage(other, Kinds, 1, HAND + 1, kind)
    for kind in other_order[:returned]:
        stage(other, Kinds, 1, HAND + 1, kind)
    assert one.staged_count[1] == 6
    assert one.buffer.tobytes() == other.buffer.tobytes()


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 5)), max_size=30))
def test_what_is_counted_is_what_is_picked(steps):
    state = hand_of([0, 0, 1, 2, 2, 4])
    for picks, kind in steps:
        if picks and [0, 0, 1, 2, 2, 4].count(kind) > sum(KINDS[card] == kind for card in picked(state)):
            stage(state, Kinds, 1, HAND + 1, kind)
        elif not picks and any(KINDS[card] == kind for card in picked(state)):
            unstage(state, Kinds, 1, HAND + 1, kind)
        assert state.staged_count[1] == len(picked(state))
        if not picks:
            assert state.staged_last[1] == max((KINDS[card] for card in picked(state)), default=-1)


def test_forgetting_a_set_leaves_other_seats_sets_alone():
    state = hand_of([0, 0, 2])
    move(state, 3, HAND)
    before = state.buffer.tobytes()
    stage(state, Kinds, 0, HAND, 1)
    own = state.buffer.tobytes()
    stage(state, Kinds, 1, HAND + 1, 0)
    stage(state, Kinds, 1, HAND + 1, 2)
    unstage_all(state, 1, HAND + 1)
    assert state.buffer.tobytes() == own != before


@given(st.sets(st.sampled_from([0, 3, 5, 8]), min_size=1), st.sets(st.sampled_from([9, 10, 11, 1, 4])))
def test_picks_stay_where_other_cards_come_and_go(picks, more):
    later, before = hand_of([0, 1, 2, 3]), hand_of([0, 1, 2, 3])
    for card in more:
        move(before, card, HAND + 1)
    for state in (later, before):
        for card in sorted(picks):
            stage(state, Kinds, 1, HAND + 1, KINDS[card])
    for card in more:
        move(later, card, HAND + 1)
    find_picks(later, 1, HAND + 1)
    assert later.staged_end[1] == before.staged_end[1]
    assert later.staged_last[1] == before.staged_last[1]


# Piles


@pytest.mark.parametrize("row", [[], [4], [1, 2, 3], [3, 1, 2, 0], [5, 4, 3, 2, 1]])
def test_a_sorted_row_is_in_card_order(row):
    state = SPEC.record()
    state.counts[HAND] = len(row)
    for i, card in enumerate(row):
        state.rows[HAND, i] = card
    sort_row(state, HAND)
    assert lying(state, HAND) == sorted(row)


def test_a_plain_record_class_can_be_made_for_any_numbers():
    dtype = np.dtype([("count", "i8"), ("points", "i4", (3,))], align=True)
    record = plain_record_class(dtype, "Small")()
    record.points[2] = 9
    assert list(record.points) == [0, 0, 9]


# Moving many cards, and listing cards as actions

move_all, move_picked = linked(cards.move_all, SPEC), linked(cards.move_picked, SPEC)


@given(st.sets(st.integers(0, CARDS - 1), max_size=8), st.sampled_from([HAND + 2, SECRET, DISCARD]))
def test_moving_all_cards_of_a_place_is_moving_each_in_order(held, to):
    one, other = dealt(), dealt()
    for state in (one, other):
        for card in held:
            move(state, card, SECRET + 1)
    move_all(one, SECRET + 1, to)
    for card in lying(other, SECRET + 1):
        move(other, card, to)
    assert one.buffer.tobytes() == other.buffer.tobytes()
    assert_cards_agree(SPEC, one.buffer.tobytes())


@given(
    st.lists(st.sampled_from([0, 0, 1, 2, 2, 4]), max_size=6, unique_by=lambda kind: kind),
    st.sampled_from([HAND, SECRET, DISCARD]),
)
def test_a_chosen_set_moves_as_one_and_is_forgotten(kinds, to):
    one, other = hand_of([0, 0, 1, 2, 2, 4]), hand_of([0, 0, 1, 2, 2, 4])
    for kind in kinds:
        stage(one, Kinds, 1, HAND + 1, kind)
        stage(other, Kinds, 1, HAND + 1, kind)
    chosen = picked(other)
    unstage_all(other, 1, HAND + 1)
    for card in chosen:
        move(other, card, to)
    move_picked(one, 1, HAND + 1, to)
    assert one.buffer.tobytes() == other.buffer.tobytes()
    assert_cards_agree(SPEC, one.buffer.tobytes())


# Several sets


def whole_hand() -> Any:
    """Every card in the hand of seat 0."""
    return dealt(hand=CARDS)


def test_a_seat_builds_several_sets_and_takes_back_from_each():
    state = whole_hand()
    for kind, number in ((0, 1), (0, 2), (4, 2), (2, 3)):
        stage(state, Kinds, 0, HAND, kind, number)
    assert [picked_in(state, HAND, number) for number in range(4)] == [CARDS - 4, 1, 2, 1]
    unstage(state, Kinds, 0, HAND, 0, 2)
    assert [picked_in(state, HAND, number) for number in range(4)] == [CARDS - 3, 1, 1, 1]
    assert cards.picked_cards(state, 0) == 3


def test_a_copy_that_was_put_back_from_one_set_is_picked_for_another():
    state = whole_hand()
    for number in (2, 1):
        stage(state, Kinds, 0, HAND, 1, number)
    unstage(state, Kinds, 0, HAND, 1, 2)
    stage(state, Kinds, 0, HAND, 1, 1)
    assert picked_in(state, HAND, 1) == 2
    assert state.staged_end[0] == lying(state, HAND).index(4) + 1


def test_one_set_moves_and_the_others_stay_picked():
    state = whole_hand()
    for kind, number in ((0, 1), (1, 2), (4, 2)):
        stage(state, Kinds, 0, HAND, kind, number)
    move_picked(state, 0, HAND, DISCARD, 2)
    assert sorted(Kinds.kind[card] for card in lying(state, DISCARD)) == [1, 4]
    assert (cards.picked_cards(state, 0), picked_in(state, HAND, 1), picked_in(state, HAND, 2)) == (1, 1, 0)
    unstage_all(state, 0, HAND)
    assert (cards.picked_cards(state, 0), picked_in(state, HAND, 1)) == (0, 0)
    assert_cards_agree(SPEC, state.buffer.tobytes())


# Who knows


def test_seats_come_to_know_a_card_and_forget_it():
    state = dealt()
    show_to(state, 3, 0b101)
    show_to(state, 3, 0b010)
    assert [3 in known_to(state, seat) for seat in range(SEATS)] == [True, True, True]
    hide_from(state, 3, 0b100)
    assert [3 in known_to(state, seat) for seat in range(SEATS)] == [True, True, False]
    linked(cards.known_to, SPEC)(state, 3, -1)  # everyone hears
    assert state.known[3] == 0b111
