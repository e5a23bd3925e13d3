"""Chips that name players: Caelia, Gawain, Mordred, Spy."""

from __future__ import annotations

from workbench.games.excalibur.movements import (
    chip_of_kind,
    has_sword,
    is_sword,
    know_hand,
    known_copy,
    pass_sword,
    seat_at,
    trash_chip,
)
from workbench.games.excalibur.parts import ask, ask_again, finish
from workbench.games.excalibur.table import (
    AIMS_AT,
    DRAWN,
    GAVE_SWORDS,
    GIVE,
    HAND,
    LOOKED,
    MORDRED,
    NAME_SEAT,
    NO_SWORD,
    SHOW,
    SHOWED,
    STOP,
    SWAPPED,
    YOU_SAW,
)
from workbench.kernel.actions import allow
from workbench.kernel.cards import allow_cards, card_at, cards_in, move_all, show
from workbench.kernel.events import EVERYONE_HEARS, both, emit, only
from workbench.kernel.frames import TARGET, set_top_frame, top_frame
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit


@rule
def legal_others(state, actions, actor):
    """Any other seat (EX-129, EX-144, EX-163)."""
    for seat in range(state.seats):
        if seat != actor:
            allow(actions, NAME_SEAT + seat)


# Caelia


@rule
def caelia(state, deck, events, actor, at):
    """Up to two seats are named; then each trashes its chips with male figures (EX-112, EX-113, EX-341).

    at 0 and 1 naming; 2 trashing. TARGET holds the seats named as bits, COUNTER how many.
    """
    if at == 0:
        set_top_frame(state, TARGET, 0)
    if at < min(2, int(state.seats) - 1 + int(state.caelia_self)):
        ask(state, actor)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            for i in range(cards_in(state, HAND + seat) - 1, -1, -1):
                card = card_at(state, HAND + seat, i)
                if deck.male_art[deck.kind[card]] == 1 and not is_sword(deck, card):
                    trash_chip(state, deck, events, seat, card)
    finish(state, deck, events)


@rule
def legal_caelia(state, actions, actor):
    """A seat not named yet, or no more (EX-341)."""
    for seat in range(state.seats):
        if (seat != actor or state.caelia_self == 1) and top_frame(state, TARGET) & seat_bit(seat) == 0:
            allow(actions, NAME_SEAT + seat)
    allow(actions, STOP)


@rule
def answer_caelia(state, events, actor, action):
    """A seat is named; after two, or no more, the chips are trashed."""
    if action == STOP:
        ask_again(state, 2)
    else:
        emit(events, AIMS_AT, EVERYONE_HEARS, actor, action - NAME_SEAT, 0, 0)
        set_top_frame(state, TARGET, top_frame(state, TARGET) | seat_bit(action - NAME_SEAT))


# Gawain


@rule
def gawain(state, deck, events, actor, at):
    """A seat is picked; if it has a sword it gives one of its choice (EX-129, EX-130, EX-345).

    at 0 whom; 1 that seat is asked; 2 done. How many swords it has stays its own affair.
    """
    if at == 0:
        ask(state, actor)
        return
    if at == 1:
        target = top_frame(state, TARGET)
        emit(events, AIMS_AT, EVERYONE_HEARS, actor, target, 0, 0)
        if has_sword(state, deck, HAND + target):
            ask(state, target)
            return
        emit(events, NO_SWORD, EVERYONE_HEARS, target, 0, 0, 0)
    finish(state, deck, events)


@rule
def legal_gift(state, deck, actions, place):
    """The swords of a hand, once each; in a re-deal that has none there, any chip."""
    if not has_sword(state, deck, place):
        allow_cards(state, deck, actions, place, 0, GIVE)
        return
    for i in range(cards_in(state, place)):
        if is_sword(deck, card_at(state, place, i)):
            allow(actions, GIVE + int(deck.kind[card_at(state, place, i)]))


@rule
def give_sword(state, deck, events, giver, receiver, kind):
    """The giver chooses which sword; the others know no longer which swords it has (EX-130, EX-339)."""
    for i in range(cards_in(state, HAND + giver)):
        card = card_at(state, HAND + giver, i)
        if is_sword(deck, card):
            state.known[card] = int(state.known[card]) & both(giver, receiver)
    pass_sword(state, deck, events, giver, receiver, chip_of_kind(state, deck, HAND + giver, kind))
    emit(events, GAVE_SWORDS, EVERYONE_HEARS, giver, 1, receiver, 0)


# Mordred, Spy


@rule
def look_at_hand(state, deck, events, effect, actor, at):
    """Look at a hand (EX-144, EX-163); then swap it or not (EX-145), or show a chip of it (EX-164, EX-351).

    at 0 whose; 1 it is seen; 2 done.
    """
    if at == 0:
        ask(state, actor)
        return
    if at == 1:
        target = top_frame(state, TARGET)
        emit(events, LOOKED, EVERYONE_HEARS, actor, target, 0, 0)
        know_hand(state, actor, target)
        for i in range(cards_in(state, HAND + target)):
            kind = int(deck.kind[card_at(state, HAND + target, i)])
            emit(events, YOU_SAW, only(actor), kind, target, 0, 0)
        if effect == MORDRED or cards_in(state, HAND + target) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def swap_hands(state, events, actor, other):
    """Mordred: the two hands change places, and both seats know what they gave (EX-145, EX-350)."""
    know_hand(state, actor, actor)
    know_hand(state, other, other)
    move_all(state, HAND + actor, DRAWN + actor)
    move_all(state, HAND + other, HAND + actor)
    move_all(state, DRAWN + actor, HAND + other)
    emit(events, SWAPPED, EVERYONE_HEARS, actor, other, 0, 0)


@rule
def legal_showing(state, deck, actions):
    """Spy: a chip of the hand that was seen; none only if so agreed (EX-224, EX-351)."""
    if state.spy_must_show == 0:
        allow(actions, STOP)
    allow_cards(state, deck, actions, HAND + top_frame(state, TARGET), 0, SHOW)


@rule
def show_chip(state, deck, events, actor, target, kind):
    """Spy: everybody sees one chip, which stays in that hand (EX-164, EX-165)."""
    card = chip_of_kind(state, deck, HAND + target, kind)
    for seat in range(state.seats):
        if known_copy(state, deck, HAND + target, kind, seat) < 0:
            show(state, card, seat)
    emit(events, SHOWED, EVERYONE_HEARS, actor, kind, target, 0)
