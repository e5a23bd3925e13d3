"""The eight events of Quests, each a row of EFFECTS in rules.py (QU-138 to QU-151)."""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    TARGET,
    ActionList,
    Events,
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
from workbench.games.quests.battle import of_type
from workbench.games.quests.deck import TYPE, QuestsDeck
from workbench.games.quests.hands import discard_type, give, give_each, trim_at_once
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.quest import discard_picked
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.shields import fewest_shields, gain, highest_rank, lose, lowest_rank, seats_of_rank
from workbench.games.quests.table import ACTIONS, EVENTS, ZONES, QuestsState

DEED_SHIELDS, POX_SHIELDS, PLAGUE_SHIELDS = 3, 1, 2
GIVEN = 2  # cards of Queen's Favor and of Prosperity
FOES_INSTEAD = 2  # discarded by a seat without a weapon (QU-149)


@rule
def chivalrous_deed(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Those of the lowest rank present with the fewest shields receive three, all at once (QU-140, QU-221)."""
    pop_frame(state)
    rank = lowest_rank(state)
    fewest = fewest_shields(state, rank)
    chosen = 0
    for seat in range(state.seats):
        if state.rank[seat] == rank and state.shields[seat] == fewest:
            chosen |= seat_bit(seat)
    for seat in range(state.seats):
        if (chosen >> seat) & 1 == 1:
            gain(state, deck, events, seat, DEED_SHIELDS, RANKING.chivalrous_deed)


@rule
def pox(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody but the drawer loses a shield (QU-141)."""
    pop_frame(state)
    for seat in range(state.seats):
        if seat != actor:
            lose(state, deck, events, seat, POX_SHIELDS, RANKING.pox)


@rule
def plague(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """The drawer loses two shields (QU-142)."""
    pop_frame(state)
    lose(state, deck, events, actor, PLAGUE_SHIELDS, RANKING.plague)


@rule
def kings_recognition(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Two bonus shields wait for the next completed quest (QU-143, QU-262)."""
    pop_frame(state)
    state.pending_recognition += 1
    emit(events, EVENTS.recognition_waits, EVERYONE_HEARS, state.pending_recognition)


@rule
def queens_favor(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody of the lowest rank present is given two cards (QU-145, QU-146)."""
    pop_frame(state)
    give_each(state, deck, events, actor, seats_of_rank(state, lowest_rank(state)), GIVEN)


@rule
def court_called_to_camelot(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """All allies in play are discarded (QU-147)."""
    pop_frame(state)
    for seat in range(state.seats):
        discard_type(state, deck, ZONES.tableau + seat, TYPE.ally)
    emit(events, EVENTS.court_called, EVERYONE_HEARS)


# King's Call to Arms (QU-148, QU-149, QU-263 to QU-265)


@rule
def held_of_type(state: QuestsState, deck: QuestsDeck, seat: int, type_: int) -> int:
    """How many cards of a type a hand holds, including picked ones (QU-264)."""
    return of_type(state, deck, ZONES.hand + seat, 0, type_) + of_type(state, deck, ZONES.hand + seat, 1, type_)


@rule
def arms_due(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """How many cards a seat must discard: a weapon; without one, two foes, or as many as it has (QU-149, QU-263)."""
    if held_of_type(state, deck, seat, TYPE.weapon) > 0:
        return 1
    return min(FOES_INSTEAD, held_of_type(state, deck, seat, TYPE.foe))


@rule
def call_to_arms(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody of the highest rank chooses at the same time, and the discards are shown together (QU-265).

    TARGET has the seats that were hit. All of them are asked, whatever they hold.
    """
    if step == 0:
        seats = seats_of_rank(state, highest_rank(state))
        set_top_frame(state, TARGET, seats)
        ask_seats(state, seats)
    else:
        pop_frame(state)
        for seat in range(state.seats):
            if picked_cards(state, seat) > 0:
                discard_picked(state, deck, events, seat)


@rule
def legal_arms(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """A weapon of one's choice; without one, foes (QU-148, QU-149)."""
    hand, due, last = ZONES.hand + seat, arms_due(state, deck, seat), -1
    wanted = TYPE.weapon if held_of_type(state, deck, seat, TYPE.weapon) > 0 else TYPE.foe
    if picked_cards(state, seat) < due:
        for i in range(cards_in(state, hand)):
            card = card_at(state, hand, i)
            kind = deck.kind[card]
            if kind != last and state.staged[card] == 0 and deck.type[kind] == wanted:
                last = kind
                allow(actions, ACTIONS.pick + kind)
    allow_cards(state, deck, actions, hand, 1, ACTIONS.put_back)
    if picked_cards(state, seat) == due:
        allow(actions, ACTIONS.done)


# Prosperity Throughout the Realm (QU-150, QU-151, QU-266)


@rule
def prosperity(state: QuestsState, deck: QuestsDeck, events: Events, actor: int, step: int) -> None:
    """Everybody is given two cards; by option each may leave them, clockwise from the drawer."""
    if state.prosperity == OPTIONS.prosperity.must_draw:
        pop_frame(state)
        give_each(state, deck, events, actor, all_seats(state), GIVEN)
    elif step < state.seats:
        ask(state, (actor + step) % state.seats)
    else:
        pop_frame(state)


@rule
def legal_prosperity(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Both cards or none (QU-266)."""
    allow(actions, ACTIONS.take_cards)
    allow(actions, ACTIONS.leave_cards)


@rule
def take_cards(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """The cards are drawn at once, or left."""
    if action == ACTIONS.take_cards:
        give(state, deck, events, seat, GIVEN)
        trim_at_once(state)
    else:
        emit(events, EVENTS.leaves_cards, EVERYONE_HEARS, seat)
