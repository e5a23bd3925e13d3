"""Chips that steal, or draw instead: Artisan, Merchant, Peasant; and those that steal again: Robyn of Roxley, Thief."""

from __future__ import annotations

from workbench.games.excalibur.movements import chips_in_avalon
from workbench.games.excalibur.parts import AVALON_CHOSEN, NO_TARGET, ask, finish, legal_victims, victims
from workbench.games.excalibur.table import (
    ARTISAN,
    DRAW_CHIPS,
    DRAWING,
    FULL_HAND,
    HAND,
    MERCHANT,
    PEASANT,
    PLACING,
    ROBYN,
    STEAL_FROM,
    STEALING,
    THIEF,
)
from workbench.kernel.actions import allow
from workbench.kernel.cards import cards_in
from workbench.kernel.frames import COUNTER, TARGET, push_frame, set_top_frame, top_frame
from workbench.kernel.rule import rule


@rule
def legal_source(state, effect, seat, actions):
    """Whom to steal from, and whether to draw instead (EX-318); the Thief's second seat is another one (EX-172)."""
    if effect in (ARTISAN, MERCHANT, PEASANT) and chips_in_avalon(state) > 0:
        allow(actions, DRAW_CHIPS)
    last = top_frame(state, TARGET)
    legal_victims(state, actions, seat, last if effect == THIEF else NO_TARGET, may_be_in_vain(effect, last))


@rule
def may_be_in_vain(effect, last):
    """Whether a steal may name a protected seat: all but Robyn's repeats, which would never end (EX-158, EX-316)."""
    return int(effect != ROBYN or last == NO_TARGET)


@rule
def choose_source(state, effect, seat, action):
    """Draw from Avalon or steal from a seat."""
    if action == DRAW_CHIPS:
        set_top_frame(state, TARGET, AVALON_CHOSEN)
        push_frame(state, DRAWING, seat, NO_TARGET, chips_wanted(effect))
    else:
        set_top_frame(state, TARGET, action - STEAL_FROM)
        push_frame(state, STEALING, seat, action - STEAL_FROM, chips_wanted(effect))


@rule
def chips_wanted(effect):
    """How many chips are drawn or stolen at a time (EX-103, EX-140, EX-149, EX-157, EX-171)."""
    return 2 if effect in (ARTISAN, MERCHANT) else 1


@rule
def exchange_chips(state, deck, events, effect, actor, at):
    """Draw or steal, then put chips back (EX-103, EX-104, EX-140, EX-141, EX-149, EX-150).

    at 0 where from, if anything can be had (EX-318); 1 put back; 2 done. TARGET is where the chips came from.
    """
    if at == 0:
        if chips_in_avalon(state) > 0 or victims(state, actor, NO_TARGET, 1) > 0:
            ask(state, actor)
    elif at == 1:
        if effect == ARTISAN and top_frame(state, TARGET) != NO_TARGET:
            push_frame(state, PLACING, actor, AVALON_CHOSEN, 2)  # EX-321: whatever was taken
        elif top_frame(state, COUNTER) > 0:
            push_frame(state, PLACING, actor, top_frame(state, TARGET), 1)  # EX-319: only if anything was taken
    else:
        finish(state, deck, events)


@rule
def steal_again(state, deck, events, effect, actor, at):
    """Steal one chip after another: the Thief of two seats, Robyn until seven chips (EX-157 to EX-159, EX-171, EX-172).

    at 0 and up whom; TARGET is the seat named last.
    """
    last = top_frame(state, TARGET)
    if effect == THIEF:
        goes_on = at < 2 and victims(state, actor, last, 1) > 0
    else:
        found = victims(state, actor, NO_TARGET, may_be_in_vain(effect, last))
        goes_on = (at == 0 or cards_in(state, HAND + actor) < FULL_HAND) and found > 0
    if goes_on:
        ask(state, actor)
    else:
        finish(state, deck, events)
