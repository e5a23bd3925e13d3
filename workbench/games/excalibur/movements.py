"""How chips move in Excalibur: drawing, stealing, returning, trashing, swords (the glossary, EX-041 to EX-063).

Every move says who comes to know what (EX-511). A chip drawn from a slot is known to whoever knew that slot; a chip
stolen is known to thief and victim (EX-320); a chip put into Avalon is known to its seat, in its slot (EX-300, EX-306).
Copies look alike: whoever knows a Thief in a hand and sees a Thief leave it cannot tell whether it was that one.
"""

from __future__ import annotations

from workbench.games.excalibur.table import (
    AUTO,
    AVALON,
    DREW,
    FINAL_ROUND,
    FISHER_KING,
    HAND,
    HELD_OUT,
    HOLDS_OUT,
    LANDED_DOWN,
    LANDED_UP,
    LAST_SWORD,
    PERMANENT,
    PLACED,
    REGIONS,
    STOLE,
    TRASH,
    TRASHED,
    YOU_DREW,
    YOU_GOT,
    YOU_LOST,
    YOU_PLACED,
    YOU_STOLE,
)
from workbench.kernel.cards import card_at, cards_in, move, move_secretly, show
from workbench.kernel.chance import random_below
from workbench.kernel.events import EVERYONE_HEARS, both, emit, only
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit, sees_card

# Seats


@rule
def seat_at(state, offset):
    """The seat so many places clockwise from the crown; offset 0 is first in turn order (EX-026)."""
    return (int(state.crown) + offset) % int(state.seats)


@rule
def neighbour(state, seat, to_the_left):
    """The seat beside a seat: left is clockwise (EX-322)."""
    if to_the_left == 1:
        return (seat + 1) % int(state.seats)
    return (seat + int(state.seats) - 1) % int(state.seats)


@rule
def effect_of(deck, card):
    """What a chip does."""
    return int(deck.effect[deck.kind[card]])


@rule
def is_sword(deck, card):
    """Whether a chip is Excalibur, the Cursed Blade or the Squire Sword (EX-044)."""
    return effect_of(deck, card) <= LAST_SWORD


@rule
def chip_of_kind(state, deck, place, kind):
    """A chip of a kind in a place, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if deck.kind[card_at(state, place, i)] == kind:
            return card_at(state, place, i)
    return -1


@rule
def chip_with(state, deck, place, effect):
    """A chip of a place with an effect, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if effect_of(deck, card_at(state, place, i)) == effect:
            return card_at(state, place, i)
    return -1


@rule
def has_sword(state, deck, place):
    """Whether there is a sword among the chips of a place."""
    for i in range(cards_in(state, place)):
        if is_sword(deck, card_at(state, place, i)):
            return True
    return False


# Who knows what


@rule
def see_leave(state, deck, card, witnesses):
    """Witnesses (bits) see which chip leaves: who knew of a copy there, but not of this one, knows one copy less."""
    for seat in range(state.seats):
        if witnesses & seat_bit(seat) != 0 and not sees_card(state, card, seat):
            known = known_copy(state, deck, int(state.place[card]), int(deck.kind[card]), seat)
            if known >= 0:
                state.known[known] = int(state.known[known]) & ~seat_bit(seat)


@rule
def known_copy(state, deck, place, kind, seat):
    """A chip of a kind that a seat can tell to lie in a place, -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if deck.kind[card] == kind and sees_card(state, card, seat):
            return card
    return -1


@rule
def move_openly(state, deck, card, place):
    """A chip goes to an open place, and all see it leave."""
    see_leave(state, deck, card, EVERYONE_HEARS)
    move(state, card, place)


@rule
def move_among(state, deck, card, place, witnesses):
    """Only the witnesses (bits) see which chip moves; the others lose track of the place, unless it lay there alone."""
    see_leave(state, deck, card, witnesses)
    if cards_in(state, int(state.place[card])) > 1:
        move_secretly(state, card, place, witnesses)
    else:
        move(state, card, place)
        state.known[card] = int(state.known[card]) | witnesses


@rule
def show_to_all(state, card):
    """All seats know where a chip is."""
    for seat in range(state.seats):
        show(state, card, seat)


@rule
def know_hand(state, seat, holder):
    """A seat knows every chip of a hand."""
    for i in range(cards_in(state, HAND + holder)):
        show(state, card_at(state, HAND + holder, i), seat)


# Avalon and the end


@rule
def chips_in_avalon(state):
    """How many chips Avalon holds (EX-041)."""
    total = 0
    for region in range(REGIONS):
        total += cards_in(state, AVALON + region)
    return total


@rule
def empty_regions_wanted(state):
    """How many empty regions make the round the final one (EX-030, EX-031, EX-212)."""
    if state.final_threshold != AUTO:
        return int(state.final_threshold)
    return 1 if state.seats <= 5 else 2


@rule
def watch_the_end(state, events, region):
    """A region has lost a chip: with enough empty at this moment the round is final for good (EX-030 to EX-033)."""
    empty = 0
    for other in range(REGIONS):
        empty += int(cards_in(state, AVALON + other) == 0)
    if state.final == 0 and empty >= empty_regions_wanted(state):
        state.final = 1
        state.final_region = region
        emit(events, FINAL_ROUND, EVERYONE_HEARS, region + 1, 0, 0, 0)


@rule
def slot_of(state, card):
    """The position of a chip in its region, counted from 0."""
    slot = 0
    while card_at(state, int(state.place[card]), slot) != card:
        slot += 1
    return slot


@rule
def draw_chip(state, deck, events, seat, card, to):
    """A seat takes a chip out of Avalon into a place of its own; the slot is public (EX-045, EX-401)."""
    region = int(state.place[card]) - AVALON
    emit(events, DREW, EVERYONE_HEARS, seat, slot_of(state, card) + 1, region + 1, 0)
    emit(events, YOU_DREW, only(seat), int(deck.kind[card]), 0, 0, 0)
    move(state, card, to)
    show(state, card, seat)
    watch_the_end(state, events, region)


@rule
def place_chip(state, deck, events, seat, card, region):
    """A seat puts a chip of its hand into a new slot at a region's end (EX-053, EX-306)."""
    move_among(state, deck, card, AVALON + region, only(seat))
    emit(events, PLACED, EVERYONE_HEARS, seat, region + 1, 0, 0)
    emit(events, YOU_PLACED, only(seat), int(deck.kind[card]), region + 1, 0, 0)


# Stealing and giving


@rule
def can_be_stolen_from(state, seat):
    """Whether a seat has a chip in hand and no protection by the Fisher King (EX-316)."""
    return cards_in(state, HAND + seat) > 0 and int(state.protected) & seat_bit(seat) == 0


@rule
def random_chip(state, place):
    """A chip of a place that is not empty, each as likely as the others (EX-320)."""
    return card_at(state, place, random_below(state.random_state, cards_in(state, place)))


@rule
def take_unseen(state, deck, events, thief, victim, card):
    """A chip goes from one hand to another; thief and victim see it, the others lose track of the hand (EX-320)."""
    move_among(state, deck, card, HAND + thief, both(thief, victim))
    emit(events, YOU_STOLE, only(thief), int(deck.kind[card]), 0, 0, 0)
    emit(events, YOU_LOST, only(victim), thief, int(deck.kind[card]), 0, 0)


@rule
def steal_chips(state, deck, events, thief, victim, number):
    """Take so many random chips, or as many as there are; returns how many (EX-048, EX-317)."""
    if not can_be_stolen_from(state, victim):
        return 0
    taken = min(number, cards_in(state, HAND + victim))
    for _ in range(taken):
        take_unseen(state, deck, events, thief, victim, random_chip(state, HAND + victim))
    emit(events, STOLE, EVERYONE_HEARS, thief, taken, victim, 0)
    return taken


@rule
def give_chip(state, deck, events, giver, receiver, card):
    """A chip of one seat goes to another by choice; the two see which (EX-506)."""
    move_among(state, deck, card, HAND + receiver, both(giver, receiver))
    emit(events, YOU_GOT, only(receiver), giver, int(deck.kind[card]), 0, 0)


@rule
def hold_out_swords(state, deck, seat):
    """A seat holds all swords of its hand out, face down; returns how many, which is public (EX-101, EX-510)."""
    for i in range(cards_in(state, HAND + seat) - 1, -1, -1):
        card = card_at(state, HAND + seat, i)
        if is_sword(deck, card):
            move(state, card, HELD_OUT + seat)
    state.swords_out[seat] = cards_in(state, HELD_OUT + seat)
    return cards_in(state, HELD_OUT + seat)


@rule
def hold_out(state, deck, events, seat):
    """A seat holds out its swords, and everybody sees how many (EX-510)."""
    swords = hold_out_swords(state, deck, seat)
    if swords > 0:
        emit(events, HOLDS_OUT, EVERYONE_HEARS, seat, swords, 0, 0)
    return swords


@rule
def call_for_swords(state):
    """Swords are called for: what was held out or given before is over."""
    for seat in range(state.seats):
        state.swords_out[seat] = 0


@rule
def take_back_swords(state, seat):
    """What a seat still holds out goes back to its hand (EX-102)."""
    for i in range(cards_in(state, HELD_OUT + seat) - 1, -1, -1):
        move(state, card_at(state, HELD_OUT + seat, i), HAND + seat)


@rule
def pass_swords(state, deck, events, giver, receiver):
    """All swords that a seat holds out go to another hand; the two see which (EX-339); returns how many."""
    given = cards_in(state, HELD_OUT + giver)
    for i in range(given - 1, -1, -1):
        pass_sword(state, deck, events, giver, receiver, card_at(state, HELD_OUT + giver, i))
    return given


@rule
def pass_sword(state, deck, events, giver, receiver, card):
    """A sword goes to another hand; giver and receiver see which (EX-339)."""
    move(state, card, HAND + receiver)
    show(state, card, giver)
    show(state, card, receiver)
    emit(events, YOU_GOT, only(receiver), giver, int(deck.kind[card]), 0, 0)


# Flipping and trashing


@rule
def lands_face_up(state):
    """Flip a chip like a coin (EX-062, EX-063, EX-217)."""
    return random_below(state.random_state, 100) < state.flip_chance


@rule
def trash_chip(state, deck, events, seat, card):
    """A chip of a seat goes out of play, face up in the box (EX-054, EX-055)."""
    move_openly(state, deck, card, TRASH)
    emit(events, TRASHED, EVERYONE_HEARS, seat, int(deck.kind[card]), 0, 0)
    end_protection_without_king(state, deck, seat)


@rule
def end_protection_without_king(state, deck, seat):
    """The Fisher King's protection ends when he leaves (EX-337)."""
    if chip_with(state, deck, PERMANENT + seat, FISHER_KING) < 0:
        state.protected = int(state.protected) & ~seat_bit(seat)


@rule
def flip_chip(state, deck, events, seat, card):
    """Flip a chip on the table; face down it is trashed and its ability is lost (EX-138)."""
    if lands_face_up(state):
        emit(events, LANDED_UP, EVERYONE_HEARS, seat, int(deck.kind[card]), 0, 0)
        return True
    emit(events, LANDED_DOWN, EVERYONE_HEARS, seat, int(deck.kind[card]), 0, 0)
    trash_chip(state, deck, events, seat, card)
    return False
