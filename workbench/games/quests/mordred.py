"""Mordred: a window in which seats may give him up to remove an ally; an effect that interrupts whatever goes on.

A window opens for a seat exactly when another seat has an ally in play, whether or not it holds a Mordred (QU-270), so
that being asked tells nothing about a hand.
"""

from __future__ import annotations

from workbench.author import (
    COUNTER,
    EVERYONE_HEARS,
    ActionList,
    Events,
    action_with,
    allow,
    ask,
    emit,
    first_argument,
    next_clockwise,
    pop_frame,
    push_frame,
    rule,
    seat_bit,
    second_argument,
    set_top_frame,
    top_frame,
    verb_of,
)
from workbench.games.quests.battle import allies_of_others, card_before, mordred_of
from workbench.games.quests.deck import MAX_ADVENTURE_KINDS, TYPE, QuestsDeck
from workbench.games.quests.hands import discard_card
from workbench.games.quests.names import EFFECTS, OPTIONS
from workbench.games.quests.table import ACTIONS, EVENTS, QuestsState


@rule
def open_window(state: QuestsState, seats: int) -> None:
    """The seats of a bit mask may give up Mordred, clockwise from the one that drew the story card (QU-267, QU-268)."""
    if state.mordred_windows != OPTIONS.mordred_windows.off:  # QU-272
        push_frame(state, EFFECTS.mordred_window, state.current, -1, seats | seat_bit(state.current))


@rule
def open_further_window(state: QuestsState, seats: int) -> None:
    """A window that opens only by option: before an evaluation, and before every bid (QU-271)."""
    if state.mordred_windows == OPTIONS.mordred_windows.every_step:
        open_window(state, seats)


@rule
def ask_in_window(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """The window goes round once (QU-269); COUNTER holds the seats that it has yet to reach."""
    waiting = top_frame(state, COUNTER)
    while waiting != 0:
        seat = next_clockwise(state, actor, waiting)
        waiting &= ~seat_bit(seat)
        set_top_frame(state, COUNTER, waiting)
        if allies_of_others(state, deck, seat) > 0:
            ask(state, seat)
            return
    pop_frame(state)


@rule
def legal_in_window(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Give up Mordred against an ally of another player, or pass (QU-200, QU-201, QU-274)."""
    if mordred_of(state, deck, seat) >= 0:
        for other in range(state.seats):
            for kind in range(MAX_ADVENTURE_KINDS):
                if other != seat and deck.type[kind] == TYPE.ally and card_before(state, deck, other, kind) >= 0:
                    allow(actions, action_with(ACTIONS.use_mordred, other, kind))
    allow(actions, ACTIONS.pass_)


@rule
def use_mordred(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """Mordred and the ally go to the discard pile at once (QU-202); the seat may use another (QU-269)."""
    if verb_of(action) == ACTIONS.pass_:
        return
    other, kind = first_argument(action), second_argument(action)
    mordred = mordred_of(state, deck, seat)
    ally = card_before(state, deck, other, kind)
    emit(events, EVENTS.gives_up, EVERYONE_HEARS, seat, deck.kind[mordred], kind, other)
    discard_card(state, mordred)
    discard_card(state, ally)
    if allies_of_others(state, deck, seat) > 0:
        ask(state, seat)
