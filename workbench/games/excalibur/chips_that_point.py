"""Chips that point to the left or to the right: Lady of the Lake passes hands, Spirit steals, Uther passes swords."""

from __future__ import annotations

from workbench.games.excalibur.movements import (
    call_for_swords,
    can_be_stolen_from,
    hold_out,
    know_hand,
    move_among,
    neighbour,
    pass_swords,
    random_chip,
    seat_at,
)
from workbench.games.excalibur.parts import NO_TARGET, ask, finish, offer_flips_before_steal
from workbench.games.excalibur.table import (
    DRAWN,
    HAND,
    HANDS_PASSED,
    LEFT,
    SPIRIT,
    STOLE,
    TO_THE_LEFT,
    UTHER,
    YOU_LOST,
    YOU_STOLE,
)
from workbench.kernel.cards import move_all
from workbench.kernel.events import EVERYONE_HEARS, both, emit, only
from workbench.kernel.frames import TARGET, set_top_frame, top_frame
from workbench.kernel.rule import rule


@rule
def point(state, deck, events, effect, actor, at):
    """The actor points left or right; then all hands, one chip each, or all swords move that way.

    at 0 pointing; 1 flips are offered where chips are stolen; 2 moving. TARGET is 1 for left, 0 for right.
    """
    if at == 0:
        ask(state, actor)
    elif at == 1:
        if effect == SPIRIT:
            offer_flips_before_steal(state, NO_TARGET)
    else:
        left = top_frame(state, TARGET)
        if effect == SPIRIT:
            steal_from_neighbours(state, deck, events, left)
        elif effect == UTHER:
            pass_all_swords(state, deck, events, left)
        else:
            pass_hands(state, events, left)
        finish(state, deck, events)


@rule
def answer_point(state, events, seat, action):
    """All see which way the seat points."""
    set_top_frame(state, TARGET, int(action == LEFT))
    emit(events, TO_THE_LEFT + action - LEFT, EVERYONE_HEARS, seat, 0, 0, 0)


@rule
def steal_from_neighbours(state, deck, events, left):
    """Spirit: each seat steals one chip of the neighbour pointed at, from the hands before (EX-161, EX-162, EX-324).

    The chips taken wait with their thieves' drawn chips, so that none moves on.
    """
    for offset in range(state.seats):
        thief = seat_at(state, offset)
        victim = neighbour(state, thief, left)
        if can_be_stolen_from(state, victim):
            card = random_chip(state, HAND + victim)
            move_among(state, deck, card, DRAWN + thief, both(thief, victim))
            emit(events, YOU_STOLE, only(thief), int(deck.kind[card]), 0, 0, 0)
            emit(events, YOU_LOST, only(victim), thief, int(deck.kind[card]), 0, 0)
            emit(events, STOLE, EVERYONE_HEARS, thief, 1, victim, 0)
    for seat in range(state.seats):
        move_all(state, DRAWN + seat, HAND + seat)


@rule
def pass_all_swords(state, deck, events, left):
    """Uther: all swords of all hands move at the same time (EX-174, EX-338, EX-346)."""
    call_for_swords(state)
    for offset in range(state.seats):
        hold_out(state, deck, events, seat_at(state, offset))
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        pass_swords(state, deck, events, seat, neighbour(state, seat, left))


@rule
def pass_hands(state, events, left):
    """Lady of the Lake: all hands are passed at the same time; a seat knows what it passed on (EX-136, EX-350)."""
    for seat in range(state.seats):
        know_hand(state, seat, seat)
        move_all(state, HAND + seat, DRAWN + seat)
    for seat in range(state.seats):
        move_all(state, DRAWN + seat, HAND + neighbour(state, seat, left))
    emit(events, HANDS_PASSED, EVERYONE_HEARS, 0, 0, 0, 0)
