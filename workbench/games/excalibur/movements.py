"""How chips move in Excalibur: drawing, stealing, returning, trashing, swords (the glossary, EX-041 to EX-063).

Every move says who comes to know what. A chip drawn from a slot is known to whoever knew that slot; a chip stolen is
known to thief and victim (EX-320); a chip put into Avalon is known to its seat, in its slot (EX-300, EX-306).
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
from workbench.kernel.state import seat_bit


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
    """A chip of a kind in a place; in a re-deal, which may have another one there, the place's first chip."""
    for i in range(cards_in(state, place)):
        if deck.kind[card_at(state, place, i)] == kind:
            return card_at(state, place, i)
    return card_at(state, place, 0)


@rule
def chip_with(state, deck, place, effect):
    """A chip of a place with an effect, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if effect_of(deck, card_at(state, place, i)) == effect:
            return card_at(state, place, i)
    return -1


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
def watch_the_end(state, events):
    """After every move: enough regions are empty at this moment, so the round is final for good (EX-032, EX-304)."""
    empty = 0
    last = 0
    for region in range(REGIONS):
        if cards_in(state, AVALON + region) == 0:
            empty += 1
            last = region
    if state.final == 0 and empty >= empty_regions_wanted(state):
        state.final = 1
        state.final_region = last
        emit(events, FINAL_ROUND, EVERYONE_HEARS, last + 1, 0, 0, 0)


@rule
def draw_chip(state, deck, events, seat, card, to):
    """A seat takes a chip out of Avalon into a place of its own; the slot is public (EX-045, EX-401)."""
    region = int(state.place[card]) - AVALON
    move(state, card, to)
    show(state, card, seat)
    emit(events, DREW, EVERYONE_HEARS, seat, region + 1, 0, 0)
    emit(events, YOU_DREW, only(seat), int(deck.kind[card]), 0, 0, 0)
    watch_the_end(state, events)


@rule
def place_chip(state, deck, events, seat, card, region):
    """A seat puts a chip of its hand into a new slot at a region's end (EX-053, EX-306)."""
    move_secretly(state, card, AVALON + region, only(seat))
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
    move_secretly(state, card, HAND + thief, both(thief, victim))
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
    move_secretly(state, card, HAND + receiver, both(giver, receiver))
    emit(events, YOU_GOT, only(receiver), giver, int(deck.kind[card]), 0, 0)


@rule
def hold_out_swords(state, deck, seat):
    """A seat holds all swords of its hand out, face down; returns how many (EX-101, EX-510)."""
    for i in range(cards_in(state, HAND + seat) - 1, -1, -1):
        card = card_at(state, HAND + seat, i)
        if is_sword(deck, card):
            move(state, card, HELD_OUT + seat)
    return cards_in(state, HELD_OUT + seat)


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
        card = card_at(state, HELD_OUT + giver, i)
        move(state, card, HAND + receiver)
        show(state, card, giver)
        show(state, card, receiver)
        emit(events, YOU_GOT, only(receiver), giver, int(deck.kind[card]), 0, 0)
    return given


# Flipping and trashing


@rule
def lands_face_up(state):
    """Flip a chip like a coin (EX-062, EX-063, EX-217)."""
    return random_below(state.random_state, 100) < state.flip_chance


@rule
def trash_chip(state, deck, events, seat, card):
    """A chip of a seat goes out of play, face up in the box (EX-054, EX-055)."""
    move(state, card, TRASH)
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
