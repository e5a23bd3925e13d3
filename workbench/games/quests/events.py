"""The eight events of Quests, each a row of EFFECTS in rules.py (QU-138 to QU-151)."""

from __future__ import annotations

from workbench.author import (
    ACTIONS,
    EVENTS,
    EVERYONE_HEARS,
    OPTIONS,
    RANKING,
    TARGET,
    ZONES,
    all_seats,
    allow,
    allow_cards,
    ask,
    ask_seats,
    card_at,
    cards_in,
    emit,
    picked_cards,
    pop_frame,
    rule,
    seat_bit,
    set_top_frame,
)
from workbench.games.quests.deck import TYPE
from workbench.games.quests.hands import give, give_each, trim_at_once
from workbench.games.quests.mordred import remove_allies
from workbench.games.quests.quest import discard_picked
from workbench.games.quests.shields import fewest_shields, gain, highest_rank, lose, lowest_rank

DEED_SHIELDS, POX_SHIELDS, PLAGUE_SHIELDS = 3, 1, 2
GIVEN = 2  # cards of Queen's Favor and of Prosperity
FOES_INSTEAD = 2  # discarded by who has no weapon (QU-149)


@rule(inlined=False)
def chivalrous_deed(state, deck, events, actor, step):
    """Of the lowest rank present, those with the fewest shields receive three, all at once (QU-140, QU-221)."""
    pop_frame(state)
    rank = lowest_rank(state)
    fewest = fewest_shields(state, rank)
    chosen = 0
    for seat in range(int(state.seats)):
        if state.rank[seat] == rank and state.shields[seat] == fewest:
            chosen |= seat_bit(seat)
    for seat in range(int(state.seats)):
        if (chosen >> seat) & 1 == 1:
            gain(state, deck, events, seat, DEED_SHIELDS, RANKING.chivalrous_deed)


@rule(inlined=False)
def pox(state, deck, events, actor, step):
    """Everybody but the drawer loses a shield (QU-141)."""
    pop_frame(state)
    for seat in range(int(state.seats)):
        if seat != actor:
            lose(state, deck, events, seat, POX_SHIELDS, RANKING.pox)


@rule(inlined=False)
def plague(state, deck, events, actor, step):
    """The drawer loses two shields (QU-142)."""
    pop_frame(state)
    lose(state, deck, events, actor, PLAGUE_SHIELDS, RANKING.plague)


@rule(inlined=False)
def kings_recognition(state, deck, events, actor, step):
    """Two bonus shields wait for the next completed quest (QU-143, QU-262)."""
    pop_frame(state)
    state.pending_recognition = state.pending_recognition + 1
    emit(events, EVENTS.recognition_waits, EVERYONE_HEARS, int(state.pending_recognition))


@rule(inlined=False)
def queens_favor(state, deck, events, actor, step):
    """Everybody of the lowest rank present is given two cards (QU-145, QU-146)."""
    pop_frame(state)
    rank, seats = lowest_rank(state), 0
    for seat in range(int(state.seats)):
        if state.rank[seat] == rank:
            seats |= seat_bit(seat)
    give_each(state, deck, events, actor, seats, GIVEN)


@rule(inlined=False)
def court_called_to_camelot(state, deck, events, actor, step):
    """All allies in play are discarded (QU-147)."""
    pop_frame(state)
    for seat in range(int(state.seats)):
        remove_allies(state, deck, ZONES.tableau + seat)
    emit(events, EVENTS.court_called, EVERYONE_HEARS)


# King's Call to Arms (QU-148, QU-149, QU-263 to QU-265)


@rule(inlined=False)
def of_type(state, deck, seat, type_):
    """How many cards of a type a hand holds, picked ones too (QU-264)."""
    number = 0
    for i in range(cards_in(state, ZONES.hand + seat)):
        number += int(deck.type[deck.kind[card_at(state, ZONES.hand + seat, i)]] == type_)
    return number


@rule(inlined=False)
def arms_due(state, deck, seat):
    """How many cards a seat must discard: a weapon, without one two foes, or those there are (QU-149, QU-263)."""
    if of_type(state, deck, seat, TYPE.weapon) > 0:
        return 1
    return min(FOES_INSTEAD, of_type(state, deck, seat, TYPE.foe))


@rule(inlined=False)
def call_to_arms(state, deck, events, actor, step):
    """Everybody of the highest rank chooses at the same time, and the discards are shown together (QU-265).

    TARGET has the seats that were hit. All of them are asked, whatever they hold.
    """
    if step == 0:
        rank, seats = highest_rank(state), 0
        for seat in range(int(state.seats)):
            if state.rank[seat] == rank:
                seats |= seat_bit(seat)
        set_top_frame(state, TARGET, seats)
        ask_seats(state, seats)
    else:
        pop_frame(state)
        for seat in range(int(state.seats)):
            if picked_cards(state, seat) > 0:
                discard_picked(state, deck, events, seat)


@rule(inlined=False)
def legal_arms(state, deck, seat, actions):
    """A weapon of one's choice; without one, foes (QU-148, QU-149)."""
    hand, due, last = ZONES.hand + seat, arms_due(state, deck, seat), -1
    wanted = TYPE.weapon if of_type(state, deck, seat, TYPE.weapon) > 0 else TYPE.foe
    if picked_cards(state, seat) < due:
        for i in range(cards_in(state, hand)):
            card = card_at(state, hand, i)
            kind = int(deck.kind[card])
            if kind != last and state.staged[card] == 0 and deck.type[kind] == wanted:
                last = kind
                allow(actions, ACTIONS.pick + kind)
    allow_cards(state, deck, actions, hand, 1, ACTIONS.put_back)
    if picked_cards(state, seat) == due:
        allow(actions, ACTIONS.done)


# Prosperity Throughout the Realm (QU-150, QU-151, QU-266)


@rule(inlined=False)
def prosperity(state, deck, events, actor, step):
    """Everybody is given two cards; by option each may leave them, clockwise from the drawer."""
    if state.prosperity == OPTIONS.prosperity.must_draw:
        pop_frame(state)
        give_each(state, deck, events, actor, all_seats(state), GIVEN)
    elif step < state.seats:
        ask(state, (actor + step) % int(state.seats))
    else:
        pop_frame(state)


@rule(inlined=False)
def legal_prosperity(state, deck, seat, actions):
    """Both cards or none (QU-266)."""
    allow(actions, ACTIONS.take_cards)
    allow(actions, ACTIONS.leave_cards)


@rule(inlined=False)
def take_cards(state, deck, events, seat, action):
    """The cards are drawn at once, or left."""
    if action == ACTIONS.take_cards:
        give(state, deck, events, seat, GIVEN)
        trim_at_once(state)
    else:
        emit(events, EVENTS.leaves_cards, EVERYONE_HEARS, seat)
