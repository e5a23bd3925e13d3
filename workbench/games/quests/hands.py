"""Hands of Quests: cards are given, a hand over the limit is trimmed, and Mordred is given up to remove an ally.

The last two are effects that interrupt whatever goes on. A window for Mordred opens for a seat exactly when another
seat has an ally in play, whether or not it holds a Mordred (QU-270), so that being asked tells nothing about a hand.
"""

from __future__ import annotations

from workbench.author import (
    COUNTER,
    EVERYONE_HEARS,
    ActionList,
    Events,
    action_with,
    allow,
    allow_cards,
    argument_of,
    ask,
    ask_seats,
    card_at,
    cards_in,
    emit,
    first_argument,
    known_to,
    move,
    move_all,
    next_clockwise,
    only,
    pop_frame,
    push_frame,
    rule,
    seat_bit,
    second_argument,
    set_top_frame,
    shuffle,
    top_card,
    top_frame,
    verb_of,
)
from workbench.games.quests.battle import allies_of_others, card_before, card_of_kind, mordred_of
from workbench.games.quests.deck import MAX_ADVENTURE_KINDS, TYPE, QuestsDeck
from workbench.games.quests.names import EFFECTS, OPTIONS
from workbench.games.quests.table import ACTIONS, EVENTS, ZONES, QuestsState

# Being given cards


@rule
def give(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, number: int) -> int:
    """Give a seat cards from the stock, which is rebuilt when it is empty (QU-041, QU-211, QU-212)."""
    given = 0
    while given < number and has_stock(state, deck, events):
        card = top_card(state, ZONES.stock)
        move(state, card, ZONES.hand + seat)
        emit(events, EVENTS.you_drew, only(seat), deck.kind[card])
        given += 1
    if number > 0:
        emit(events, EVENTS.drew, EVERYONE_HEARS, seat, given)
    return given


@rule
def has_stock(state: QuestsState, deck: QuestsDeck, events: Events) -> bool:
    """Whether there is a card to give, after shuffling the discards if necessary."""
    discarded = cards_in(state, ZONES.covered) + cards_in(state, ZONES.discard)
    if cards_in(state, ZONES.stock) == 0 and state.adventure_reshuffle == 1 and discarded > 0:
        move_all(state, ZONES.covered, ZONES.stock)
        move_all(state, ZONES.discard, ZONES.stock)
        shuffle(state, deck, ZONES.stock)
        emit(events, EVENTS.reshuffled, EVERYONE_HEARS)
    return cards_in(state, ZONES.stock) > 0


@rule
def give_each(state: QuestsState, deck: QuestsDeck, events: Events, first: int, seats: int, number: int) -> None:
    """Give cards to the seats of a bit mask clockwise from a seat, each all of its cards before the next (QU-213)."""
    waiting = seats
    while waiting != 0:
        seat = next_clockwise(state, first, waiting)
        give(state, deck, events, seat, number)
        waiting &= ~seat_bit(seat)
    trim_at_once(state)


@rule
def discard_card(state: QuestsState, card: int) -> None:
    """Lay a card on the discard pile."""
    move(state, card, ZONES.discard)
    cover_discards(state, ZONES.discard, ZONES.covered)


@rule
def discard_type(state: QuestsState, deck: QuestsDeck, place: int, type_: int) -> None:
    """Every card of a type in a place is discarded."""
    for i in range(cards_in(state, place) - 1, -1, -1):
        card = card_at(state, place, i)
        if deck.type[deck.kind[card]] == type_:
            discard_card(state, card)


@rule
def cover_discards(state: QuestsState, pile: int, covered: int) -> None:
    """By option nobody looks through a discard pile: what lies under its top card is no longer seen (QU-278)."""
    if state.discard_pile == OPTIONS.discard_pile.top_card:
        while cards_in(state, pile) > 1:
            known_to(state, card_at(state, pile, 0), 0)
            move(state, card_at(state, pile, 0), covered)


# Trimming: an effect that interrupts whatever goes on


@rule
def over_the_limit(state: QuestsState) -> int:
    """The seats that hold more cards than they may, as bits; what lies in play does not count (QU-010, QU-011)."""
    seats = 0
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > state.hand_limit:
            seats |= seat_bit(seat)
    return seats


@rule
def trim_at_once(state: QuestsState) -> None:
    """Hands over the limit are trimmed before anything else goes on, or at the end of the turn by option (QU-012)."""
    if state.over_limit_timing == OPTIONS.over_limit_timing.at_once:
        trim(state)


@rule
def trim(state: QuestsState) -> None:
    """Begin to trim if a hand is over the limit."""
    if over_the_limit(state) != 0:
        push_frame(state, EFFECTS.trim, 0, -1, 0)


@rule
def ask_to_trim(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Several seats trim at the same time and independently; the flow goes on when all are done (QU-214)."""
    seats = over_the_limit(state)
    if seats == 0:
        pop_frame(state)
    else:
        ask_seats(state, seats)


@rule
def legal_trims(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Put an ally into play, or discard any card (QU-013, QU-014, QU-215)."""
    hand = ZONES.hand + seat
    for kind in range(MAX_ADVENTURE_KINDS):
        if deck.type[kind] == TYPE.ally and card_of_kind(state, deck, hand, 0, kind) >= 0:
            allow(actions, ACTIONS.put_into_play + kind)
    allow_cards(state, deck, actions, hand, 0, ACTIONS.discard)


@rule
def trim_one(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """One card leaves the hand; a seat that is still over the limit is asked again."""
    kind = argument_of(action)
    card = card_of_kind(state, deck, ZONES.hand + seat, 0, kind)
    if verb_of(action) == ACTIONS.put_into_play:
        move(state, card, ZONES.tableau + seat)
        emit(events, EVENTS.puts_into_play, EVERYONE_HEARS, seat, kind)
    else:
        discard_card(state, card)
        emit(events, EVENTS.discards, EVERYONE_HEARS, seat, kind)
    state.trimmed[seat] += 1
    if cards_in(state, ZONES.hand + seat) > state.hand_limit:
        ask(state, seat)


# Mordred: a window in which seats may give him up


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
