"""Chips that take from Avalon alone: Baroness, Morgana, Percival, Priest."""

from __future__ import annotations

from workbench.games.excalibur.movements import (
    chip_of_kind,
    chips_in_avalon,
    has_sword,
    move_openly,
    show_to_all,
    slot_of,
    watch_the_end,
)
from workbench.games.excalibur.parts import (
    NO_TARGET,
    ask,
    ask_again,
    begin_effect,
    finish,
    named_chip,
)
from workbench.games.excalibur.table import (
    AVALON,
    BARONESS,
    DRAWING,
    DRAWN,
    HAND,
    HAS_PLAYED,
    HUZZAH,
    MORGANA,
    PLAYED,
    PRIEST,
    REGIONS,
    REVEAL_CHIP,
    REVEAL_NONE,
    SLOT_IN,
    SLOTS,
    TOOK_TURNED,
    TURNED,
    TURNED_UP,
)
from workbench.kernel.actions import allow
from workbench.kernel.cards import cards_in, move, move_all
from workbench.kernel.events import EVERYONE_HEARS, emit
from workbench.kernel.frames import COUNTER, push_frame, set_top_frame, top_frame
from workbench.kernel.rule import rule

# Baroness, Morgana, Priest


@rule
def draw_two(state, deck, events, effect, actor, at):
    """Draw two chips (EX-105, EX-146, EX-154); then trash one, reveal one, or call.

    at 0 drawing; 1 what follows; 2 done.
    """
    if at == 0:
        push_frame(state, DRAWING, actor, NO_TARGET, 2)
        return
    if at == 1:
        if effect == PRIEST:
            call_huzzah(state, deck, events, actor)
        if effect == BARONESS and cards_in(state, HAND + actor) > 0:
            ask(state, actor)
            return
        if effect == MORGANA and cards_in(state, DRAWN + actor) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def call_huzzah(state, deck, events, actor):
    """The Priest's call, made if a sword was drawn and only then (EX-155, EX-156, EX-349)."""
    state.huzzah = int(has_sword(state, deck, DRAWN + actor))
    if state.huzzah == 1:
        emit(events, HUZZAH, EVERYONE_HEARS, actor, 0, 0, 0)
    move_all(state, DRAWN + actor, HAND + actor)


@rule
def reveal_drawn(state, deck, events, actor, action):
    """Morgana: one of the two chips is revealed and resolved at once, or none (EX-147, EX-148, EX-332)."""
    if action != REVEAL_NONE:
        card = chip_of_kind(state, deck, DRAWN + actor, action - REVEAL_CHIP)
        move_openly(state, deck, card, PLAYED + actor)
        emit(events, HAS_PLAYED, EVERYONE_HEARS, actor, int(deck.kind[card]), 0, 0)
    move_all(state, DRAWN + actor, HAND + actor)
    if action != REVEAL_NONE:
        begin_effect(state, deck, events, actor, card)


# Percival


@rule
def percival(state, deck, events, actor, at):
    """Turn up to four chips of Avalon up, take one, turn the others down (EX-151 to EX-153, EX-348).

    at 0 to 3 which slot; 4 which chip; 5 done. COUNTER is how many are turned up.
    """
    turned = top_frame(state, COUNTER)
    if at < TURNED and chips_in_avalon(state) > turned:
        ask(state, actor)
        return
    if at <= TURNED and turned > 0:
        ask_again(state, TURNED + 1)
        ask(state, actor)
        return
    for i in range(TURNED):
        state.turned[i] = 0
        state.turned_slot[i] = 0
    finish(state, deck, events)


@rule
def turned_kind(state, action):
    """The kind of the chip that Percival has turned up in the slot that an action names, -1 if it lies face down."""
    for i in range(TURNED):
        if state.turned_slot[i] == action + 1:
            return int(state.turned[i]) - 1
    return -1


@rule
def legal_percival(state, actions, at):
    """A slot whose chip is still face down; then one of those turned up (EX-418)."""
    for region in range(REGIONS):
        for i in range(cards_in(state, AVALON + region)):
            action = SLOT_IN + region * SLOTS + i
            if (turned_kind(state, action) >= 0) == (at >= TURNED):
                allow(actions, action)


@rule
def turn_up(state, deck, events, action):
    """All see the chip, and know its slot from then on (EX-300, EX-508)."""
    turned, card = top_frame(state, COUNTER), named_chip(state, action)
    state.turned[turned] = int(deck.kind[card]) + 1
    state.turned_slot[turned] = action + 1
    set_top_frame(state, COUNTER, turned + 1)
    show_to_all(state, card)
    slot, region = slot_of(state, card), int(state.place[card]) - AVALON
    emit(events, TURNED_UP, EVERYONE_HEARS, slot + 1, region + 1, int(deck.kind[card]), 0)


@rule
def take_turned(state, events, actor, action):
    """The chip of one of the turned slots goes to the hand, and all know it (EX-152)."""
    card = named_chip(state, action)  # in a spectator's re-deal another kind: what was shown is told
    slot, region = slot_of(state, card), int(state.place[card]) - AVALON
    move(state, card, HAND + actor)
    emit(events, TOOK_TURNED, EVERYONE_HEARS, actor, turned_kind(state, action), slot + 1, region + 1)
    watch_the_end(state, events, region, actor)
