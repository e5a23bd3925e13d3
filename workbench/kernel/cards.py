"""Moving cards between places, picking sets, and what a seat comes to know.

A place is a number from `StateSpec.place`; each card lies in one place by construction, because only
this room writes `place`, `rows` and `counts`.
"""

from __future__ import annotations

import numpy as np

from workbench.kernel.actions import PEOPLE_ONLY, PICKS, ROW, USE, VERB_OF, WRITTEN, end_verb
from workbench.kernel.arrays import ActionList, AnyDeck, RawWords
from workbench.kernel.asking import all_seats
from workbench.kernel.chance import CARD_BITS, card_key, random_word
from workbench.kernel.rule import index, rule
from workbench.kernel.state import NONE, OUT_OF_GAME, Record, seat_bit, sorted_place_count


@rule(inlined=True)
def clear_table(state: Record) -> None:
    """Put every card out of the game and empty every place: so a match begins, and each next game of a series."""
    for card in range(len(state.place)):
        state.place[card] = OUT_OF_GAME
        state.known[card] = 0
        state.staged[card] = 0
    for place in range(len(state.counts)):
        for i in range(state.counts[place]):
            state.rows[place, i] = 0
        state.counts[place] = 0
    for seat in range(len(state.staged_count)):
        pick_nothing(state, seat)
    state.frame_count = 0


@rule(inlined=True)
def pick_nothing(state: Record, seat: int) -> None:
    """Let a seat choose its set from the beginning."""
    state.staged_count[index(seat)] = 0
    state.staged_last[index(seat)] = NONE
    state.staged_end[index(seat)] = 0


@rule(inlined=True)
def fill(state: Record, place: int, cards: int) -> None:
    """Lay cards 0 to cards - 1 in a place, in order."""
    for card in range(cards):
        state.rows[place, card] = card
        state.place[card] = place
    state.counts[place] = cards
    state.card_count = cards


@rule
def shuffle(state: Record, deck: AnyDeck, place: int) -> None:
    """Shuffle a pile: lay its cards in the order of their `card_key`; nobody knows any card of it afterwards."""
    one = random_word(state.shuffle_state)
    other = random_word(state.shuffle_state)
    count = cards_in(state, place)
    keys = np.empty(count, np.int64)  # each with its card below it, which also tells equal ones apart
    for i in range(count):
        card = card_at(state, place, i)
        keys[i] = (card_key(deck.identity[card], one, other) << CARD_BITS) | card
    ordered = sort_keys(keys)
    for i in range(count):
        state.rows[index(place), i] = int(ordered[i]) & ((1 << CARD_BITS) - 1)
    lose_track(state, place, 0)


@rule(inlined=True)
def sort_keys(keys: RawWords) -> RawWords:
    """Keys in ascending order."""
    return np.sort(keys)


@rule(inlined=True)
def compiled_sort_keys(keys: RawWords) -> RawWords:
    """The same in compiled code: a drawer for each key, which are spread evenly, leaves little to sort.

    Measured with 113 keys: a fourth of the time of NumPy's sort in compiled code, and of an insertion sort's.
    """
    count = len(keys)
    start = np.zeros(count + 1, np.int64)  # of each drawer
    for i in range(count):
        start[index(drawer(int(keys[i]), count) + 1)] += 1
    for i in range(count):
        start[i + 1] += start[i]
    ordered = np.empty(count, np.int64)
    for i in range(count):
        key = int(keys[i])
        number = drawer(key, count)
        ordered[index(int(start[index(number)]))] = key
        start[index(number)] += 1
    for i in range(1, count):
        key = int(ordered[i])
        j = i
        while j > 0 and int(ordered[index(j - 1)]) > key:
            ordered[index(j)] = ordered[index(j - 1)]
            j -= 1
        ordered[index(j)] = key
    return ordered


@rule(inlined=True)
def drawer(key: int, count: int) -> int:
    """Which of `count` drawers a key with its card below it goes into, in ascending order."""
    return (key * count) >> (32 + CARD_BITS)


@rule(inlined=True)
def card_at(state: Record, place: int, i: int) -> int:
    """The card at position i of a place."""
    return int(state.rows[index(place), index(i)])


@rule(inlined=True)
def cards_in(state: Record, place: int) -> int:
    """How many cards lie in a place."""
    return int(state.counts[index(place)])


@rule
def card_of_kind(state: Record, deck: AnyDeck, place: int, kind: int) -> int:
    """The first card of a kind in a place; -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if deck.kind[card] == kind:
            return card
    return -1


@rule(inlined=True)
def picked_cards(state: Record, seat: int) -> int:
    """How many cards a seat has picked, in all sets that it is choosing."""
    return state.staged_count[index(seat)]


@rule(inlined=True)
def picked_in(state: Record, place: int, number: int) -> int:
    """How many cards of a place are picked for a set; sets are numbered from 1."""
    picked = 0
    for i in range(state.counts[index(place)]):
        picked += int(state.staged[card_at(state, place, i)] == number)
    return picked


@rule(inlined=True)
def top_card(state: Record, place: int) -> int:
    """The top card of a pile that is not empty."""
    return int(state.rows[index(place), state.counts[index(place)] - 1])


@rule(inlined=True)
def move(state: Record, card: int, place: int) -> None:
    """Move a card from where it lies to a place: on top of a pile, at its rank in a sorted zone.

    What anybody knew of the card beyond what they see is kept; see `show` and `lose_track`.
    """
    here = state.place[card]
    last = state.counts[index(here)] - 1
    i = last
    while state.rows[index(here), index(i)] != card:
        i -= 1
    while i < last:
        state.rows[index(here), index(i)] = state.rows[index(here), index(i + 1)]
        i += 1
    state.rows[index(here), index(last)] = 0  # equal positions have equal bytes, and nothing stays behind to be read
    state.counts[index(here)] = last
    put(state, card, place)


@rule(inlined=True)
def put(state: Record, card: int, place: int) -> None:
    """Lay a card that has left its row into a place."""
    j = state.counts[index(place)]
    if place < sorted_place_count():
        while j > 0 and state.rows[index(place), index(j - 1)] > card:
            state.rows[index(place), index(j)] = state.rows[index(place), index(j - 1)]
            j -= 1
    state.rows[index(place), index(j)] = card
    state.counts[index(place)] += 1
    state.place[card] = place


@rule(inlined=True)
def deal(state: Record, place: int, to: int, cards: int) -> None:
    """Deal each seat so many cards from the top of a pile, one at a time, clockwise; `to` is the place of seat 0."""
    for _ in range(cards):
        for seat in range(state.seats):
            move(state, top_card(state, place), to + seat)


@rule(inlined=True)
def move_all(state: Record, place: int, to: int) -> None:
    """Move every card of a place, in order."""
    count = state.counts[index(place)]
    state.counts[index(place)] = 0
    for i in range(count):
        card = state.rows[index(place), index(i)]
        state.rows[index(place), index(i)] = 0
        put(state, card, to)


@rule(inlined=True)
def move_picked(state: Record, seat: int, place: int, to: int, number: int = 1) -> None:
    """Move the cards of a place that a seat has picked for a set; of this set nothing is picked afterwards."""
    left = picked_cards(state, seat)
    count = state.counts[index(place)]
    kept = 0
    for i in range(count):
        card = state.rows[index(place), index(i)]
        state.rows[index(place), index(i)] = 0  # here, because a loop that only clears is compiled to a slow call
        if state.staged[card] == number:
            state.staged[card] = 0
            put(state, card, to)
            left -= 1
        else:
            state.rows[index(place), index(kept)] = card
            kept += 1
    state.counts[index(place)] = kept
    pick_nothing(state, seat)
    state.staged_count[index(seat)] = left


@rule(inlined=True)
def allow_cards(state: Record, deck: AnyDeck, actions: ActionList, place: int, picked: int, first: int) -> None:
    """List an action, counted from `first`, for each kind among the cards of a place.

    picked: 0 for the cards that are not picked, otherwise the number of the set that they are picked for.
    """
    use = USE[VERB_OF[first]]
    if actions.people == 0 and use == PEOPLE_ONLY:
        return
    here = actions.count
    if actions.listing == 0 and use == PICKS and deck.copies == 0 and place < sorted_place_count():
        # Picked in ascending order, with one card of each kind: what is left is the rest of the row.
        actions.row[index(actions.verbs)] = place
        actions.start[index(actions.verbs)] = actions.last_pick_at
        end_verb(actions, ROW, first, here + state.counts[index(place)] - actions.last_pick_at)
        return
    least = -1
    if actions.people == 0 and use == PICKS:
        least = actions.last_pick
    last = -1
    for i in range(state.counts[index(place)]):
        card = state.rows[index(place), index(i)]
        kind = deck.kind[card]
        # Written always and kept or not: no branch that a processor could guess wrongly.
        actions.list[index(here)] = first + kind
        listed = (state.staged[card] == picked) & (kind != last) & (kind >= least)
        here += int(listed)
        last = kind if listed else last
    end_verb(actions, WRITTEN, first, here)


@rule(inlined=True)
def move_secretly(state: Record, card: int, place: int, witnesses: int) -> None:
    """Move a card so that only the seats in a bit mask see which one it was; they know where it is then.

    The others can no longer tell where this card is, nor any card they knew in the place it came from.
    """
    lose_track(state, state.place[card], witnesses)
    move(state, card, place)
    state.known[card] = witnesses


@rule(inlined=True)
def show(state: Record, card: int, seat: int) -> None:
    """Let a seat know where a card is."""
    state.known[card] |= seat_bit(seat)


@rule(inlined=True)
def show_to(state: Record, card: int, seats: int) -> None:
    """Let the seats of a bit mask know where a card is."""
    state.known[card] |= seats & all_seats(state)


@rule(inlined=True)
def hide_from(state: Record, card: int, seats: int) -> None:
    """Let the seats of a bit mask forget where a card is."""
    state.known[card] &= ~seats


@rule(inlined=True)
def known_to(state: Record, card: int, seats: int) -> None:
    """Let the seats of a bit mask know where a card is, and no others."""
    state.known[card] = seats & all_seats(state)


@rule(inlined=True)
def lose_track(state: Record, place: int, but_for: int) -> None:
    """Let every seat forget the cards of a place, except the seats whose bits are set in `but_for`."""
    for i in range(state.counts[index(place)]):
        card = state.rows[index(place), index(i)]
        state.known[card] &= but_for


@rule(inlined=True)
def stage(state: Record, deck: AnyDeck, seat: int, place: int, kind: int, number: int = 1) -> None:
    """Pick the first unpicked card of a kind in a place for a set that a seat is choosing.

    number: the set, from 1 on, where a seat chooses several at a time; within one set, picks come in ascending order.
    """
    card = deck.first_card[index(kind)]
    while state.place[index(card)] != place or state.staged[index(card)] != 0:
        card += 1
    state.staged[index(card)] = number
    state.staged_count[index(seat)] += 1
    if kind >= state.staged_last[index(seat)]:
        state.staged_last[index(seat)] = kind
        state.staged_end[index(seat)] = position_after(state, card, place, state.staged_end[index(seat)])


@rule(inlined=True)
def position_after(state: Record, card: int, place: int, start: int) -> int:
    """The position after a card in a place, or `start` if that is later; it is looked for from there on, then below."""
    count = state.counts[index(place)]
    here = start if start < count else 0
    while state.rows[index(place), index(here)] != card:
        here += 1
        if here == count:  # with several sets, a lower copy may have been put back
            here = 0
    return max(here + 1, start)


@rule(inlined=True)
def unstage(state: Record, deck: AnyDeck, seat: int, place: int, kind: int, number: int = 1) -> None:
    """Put a card of a kind back that is picked for a set, the last of them."""
    kept = picked_cards(state, seat) - 1
    pick_nothing(state, seat)
    state.staged_count[index(seat)] = kept
    found = False
    for i in range(state.counts[index(place)] - 1, -1, -1):
        card = state.rows[index(place), index(i)]
        if state.staged[card] != 0:
            if not found and deck.kind[card] == kind and state.staged[card] == number:
                state.staged[card] = 0
                found = True
            elif deck.kind[card] > state.staged_last[index(seat)]:
                state.staged_last[index(seat)] = deck.kind[card]
                state.staged_end[index(seat)] = i + 1


@rule(inlined=True)
def unstage_all(state: Record, seat: int, place: int) -> None:
    """Forget every set that a seat was choosing."""
    for i in range(state.counts[index(place)]):
        state.staged[state.rows[index(place), index(i)]] = 0
    pick_nothing(state, seat)


@rule(inlined=True)
def find_picks(state: Record, seat: int, place: int) -> None:
    """Find the cards again that a seat has picked in a place that has got or lost other cards since; they stay picked.

    Where the last one lies is where bots go on picking; `move` and `move_all` do not follow it.
    """
    if picked_cards(state, seat) > 0:
        for i in range(state.counts[index(place)]):
            if state.staged[card_at(state, place, i)] != 0:
                state.staged_end[index(seat)] = i + 1
