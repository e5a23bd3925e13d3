"""Chips that call for everybody's swords: Arthur, Green Knight, Guinevere, Merlin."""

from __future__ import annotations

from workbench.games.excalibur.movements import (
    call_for_swords,
    can_be_stolen_from,
    hold_out,
    hold_out_swords,
    pass_swords,
    random_chip,
    seat_at,
    take_back_swords,
)
from workbench.games.excalibur.parts import ask, ask_again, finish, offer_flips_before_steal
from workbench.games.excalibur.table import (
    AVALON,
    GAVE_SWORDS,
    HAND,
    HELD_OUT,
    MERLIN,
    MIX,
    MIXED,
    PUT_SWORD,
    REGIONS,
    STEALING,
    STOLE,
    STOP,
    TAKE_SWORD_OF,
    YOU_LOST,
    YOU_STOLE,
)
from workbench.kernel.actions import allow, allow_range
from workbench.kernel.cards import cards_in, lose_track, move, show, shuffle
from workbench.kernel.events import EVERYONE_HEARS, both, emit, only
from workbench.kernel.frames import TARGET, push_frame, set_top_frame, top_frame
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit

# Swords held out


@rule
def legal_held_out(state, actions):
    """The seats that hold out a sword."""
    for seat in range(state.seats):
        if cards_in(state, HELD_OUT + seat) > 0:
            allow(actions, TAKE_SWORD_OF + seat)


@rule
def unseen_sword(state, seat, witnesses):
    """A random one of the swords that a seat holds out; who does not see which loses track of them (EX-342)."""
    if cards_in(state, HELD_OUT + seat) > 1:
        lose_track(state, HELD_OUT + seat, witnesses)
    return random_chip(state, HELD_OUT + seat)


@rule
def swords_held_out(state):
    """How many swords are held out in all."""
    total = 0
    for seat in range(state.seats):
        total += cards_in(state, HELD_OUT + seat)
    return total


# Arthur


@rule
def arthur(state, deck, events, actor, at):
    """The others hold their swords out, one is taken unseen (EX-101, EX-102, EX-335, EX-342).

    at 0 flips are offered; 1 swords are held out; 2 done.
    """
    if at == 0:
        if state.fisher_king_blocks_arthur == 1:
            offer_flips_before_steal(state, actor)
    elif at == 1:
        held_out = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            shielded = state.fisher_king_blocks_arthur == 1 and int(state.protected) & seat_bit(seat) != 0
            if seat != actor and not shielded:
                held_out += hold_out(state, deck, events, seat)
        if held_out > 0:
            ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def take_held_out(state, deck, events, actor, seat):
    """Arthur takes a sword; the other swords go back (EX-102)."""
    card = unseen_sword(state, seat, both(actor, seat))
    move(state, card, HAND + actor)
    show(state, card, actor)
    show(state, card, seat)
    emit(events, STOLE, EVERYONE_HEARS, actor, 1, seat, 0)
    emit(events, YOU_STOLE, only(actor), int(deck.kind[card]), 0, 0, 0)
    emit(events, YOU_LOST, only(seat), actor, int(deck.kind[card]), 0, 0)
    for other in range(state.seats):
        take_back_swords(state, other)


# Green Knight, Merlin


@rule
def demand_swords(state, deck, events, effect, actor, at):
    """All others give their swords (EX-131, EX-142); Merlin's givers steal a chip back, in turn order (EX-143, EX-344).

    at 0 giving; from 1 on the next giver steals. TARGET holds the givers as bits.
    """
    if at == 0:
        givers = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            if seat != actor and hold_out_swords(state, deck, seat) > 0:
                given = pass_swords(state, deck, events, seat, actor)
                emit(events, GAVE_SWORDS, EVERYONE_HEARS, seat, given, actor, 0)
                givers |= seat_bit(seat)
        set_top_frame(state, TARGET, givers if effect == MERLIN else 0)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            set_top_frame(state, TARGET, top_frame(state, TARGET) & ~seat_bit(seat))
            if can_be_stolen_from(state, actor):
                push_frame(state, STEALING, seat, actor, 1)
            return
    finish(state, deck, events)


# Guinevere


@rule
def guinevere(state, deck, events, actor, at):
    """All swords are held out; up to two go unseen into a region, which is mixed (EX-132 to EX-134, EX-343).

    at 0 holding out, which region; 1 and 2 whose swords, if there are any; then mixing. TARGET is the region.
    """
    if at == 0:
        call_for_swords(state)
        for offset in range(state.seats):
            hold_out(state, deck, events, seat_at(state, offset))
        ask(state, actor)
        return
    if at < 3 and swords_held_out(state) > 0:
        ask(state, actor)
        return
    for seat in range(state.seats):
        take_back_swords(state, seat)
    region = top_frame(state, TARGET)
    shuffle(state, deck, AVALON + region)
    emit(events, MIXED, EVERYONE_HEARS, actor, region + 1, 0, 0)
    finish(state, deck, events)


@rule
def put_sword_into_region(state, events, actor, seat):
    """A sword goes into the region that is to be mixed, and nobody but its seat knows which (EX-133)."""
    region = top_frame(state, TARGET)
    move(state, unseen_sword(state, seat, only(seat)), AVALON + region)
    emit(events, PUT_SWORD, EVERYONE_HEARS, actor, seat, region + 1, 0)


@rule
def legal_guinevere(state, actions, at):
    """First the region, then the swords, none to two (EX-343)."""
    if at == 0:
        allow_range(actions, MIX, REGIONS)
        return
    allow(actions, STOP)
    legal_held_out(state, actions)


@rule
def answer_guinevere(state, events, actor, action):
    """The region is named; then a sword goes in, or no more."""
    if action == STOP:
        ask_again(state, 3)
    elif action < TAKE_SWORD_OF:
        set_top_frame(state, TARGET, action - MIX)
    else:
        put_sword_into_region(state, events, actor, action - TAKE_SWORD_OF)
