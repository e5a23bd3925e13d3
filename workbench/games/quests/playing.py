"""Playing cards face down in a stage or a tournament, showing them together, and what becomes of them afterwards.

Legend of the last battle, which screens show: row s is a seat's, the last row the foes';
`battle_kind[s, i]` the kinds of its cards, `battle_points[s, i]` what each counted, `battle_total[s]` the total
with the rank. `battle` counts battles, `battle_seats` has the seats in it as bits.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    ActionList,
    Events,
    allow,
    allow_cards,
    argument_of,
    ask,
    card_at,
    cards_in,
    emit,
    move,
    move_picked,
    picked_cards,
    rule,
    seat_bit,
    stage,
    unstage,
    verb_of,
)
from workbench.games.quests.battle import battle_points, group_total, may_play, player_total, table_allies_count
from workbench.games.quests.deck import TYPE, QuestsDeck
from workbench.games.quests.hands import discard_card, discard_type
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.options import MOST_SEATS
from workbench.games.quests.table import ACTIONS, EVENTS, MOST_IN_BATTLE, ZONES, QuestsState

FOES = MOST_SEATS  # the row of the foes
MOST_USES = 100  # counted of a kind and a seat


@rule
def legal_plays(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList, weapons: int) -> None:
    """Weapons (1: against foes), allies and amours of the hand, put back or done (QU-074, QU-075, QU-077, QU-122)."""
    hand, last = ZONES.hand + seat, -1
    for i in range(cards_in(state, hand)):
        card = card_at(state, hand, i)
        kind = deck.kind[card]
        if kind != last and state.staged[card] == 0:
            if may_play(state, deck, seat, kind, weapons):
                allow(actions, ACTIONS.pick + kind)
            last = kind
    allow_cards(state, deck, actions, hand, 1, ACTIONS.put_back)
    allow(actions, ACTIONS.done)


@rule
def choose_card(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """Pick a card, put one back, or be done; nobody else sees which or how many (QU-073, QU-234)."""
    if verb_of(action) == ACTIONS.pick:
        stage(state, deck, seat, ZONES.hand + seat, argument_of(action))
        ask(state, seat)
    elif verb_of(action) == ACTIONS.put_back:
        unstage(state, deck, seat, ZONES.hand + seat, argument_of(action))
        ask(state, seat)


@rule
def show_plays(state: QuestsState, deck: QuestsDeck, events: Events, seats: int) -> int:
    """The selections of the seats of a bit mask are turned up together (QU-073, QU-121); returns who played a card."""
    played = 0
    for seat in range(state.seats):
        if (seats >> seat) & 1 == 1:
            if picked_cards(state, seat) == 0:
                emit(events, EVENTS.plays_nothing, EVERYONE_HEARS, seat)
            else:
                played |= seat_bit(seat)
                show_cards(state, deck, events, seat)
    return played


@rule
def show_cards(state: QuestsState, deck: QuestsDeck, events: Events, seat: int) -> None:
    """A seat's picked cards lie open before it."""
    hand = ZONES.hand + seat
    for i in range(cards_in(state, hand)):
        card = card_at(state, hand, i)
        if state.staged[card] == 1:
            kind = deck.kind[card]
            state.used[kind, seat] = min(state.used[kind, seat] + 1, MOST_USES)
            emit(events, EVENTS.plays, EVERYONE_HEARS, seat, kind)
    move_picked(state, seat, hand, ZONES.played + seat)


# The last battle, for screens


@rule
def note_battle(state: QuestsState, deck: QuestsDeck, seats: int, foes: int) -> None:
    """Write down what each seat of a bit mask has in the battle and what it counts, and the same of the foes.

    foes: the place where they lie, -1 in a tournament, which has none.
    """
    state.battle += 1
    state.battle_seats = seats
    state.battle_total[FOES] = group_total(state, deck, foes, 0) if foes >= 0 else 0
    forget_row(state, FOES, note_place(state, deck, foes, FOES, 0) if foes >= 0 else 0)
    for seat in range(state.seats):
        n = 0
        if (seats >> seat) & 1 == 1:
            state.battle_total[seat] = player_total(state, deck, seat)
            if table_allies_count(state, deck):
                n = note_place(state, deck, ZONES.tableau + seat, seat, n)
            n = note_place(state, deck, ZONES.played + seat, seat, n)
        forget_row(state, seat, n)


@rule
def note_place(state: QuestsState, deck: QuestsDeck, place: int, row: int, n: int) -> int:
    """Write the cards of a place behind the first n of a row; returns how many it has then."""
    for i in range(cards_in(state, place)):
        if n < MOST_IN_BATTLE:
            kind = deck.kind[card_at(state, place, i)]
            state.battle_kind[row, n] = kind
            state.battle_points[row, n] = battle_points(state, deck, kind, row)
            n += 1
    return n


@rule
def forget_row(state: QuestsState, row: int, n: int) -> None:
    """Clear what stands behind the first n cards of a row."""
    for i in range(n, MOST_IN_BATTLE):
        state.battle_kind[row, i] = NONE
        state.battle_points[row, i] = 0


# What becomes of the cards


@rule
def clear_played(state: QuestsState, deck: QuestsDeck, seat: int) -> None:
    """Weapons are discarded; allies and amours stay in play, or are discarded too by option (QU-085 to QU-089)."""
    discard_type(state, deck, ZONES.played + seat, TYPE.weapon)
    while cards_in(state, ZONES.played + seat) > 0:
        card = card_at(state, ZONES.played + seat, 0)
        if state.cleanup == OPTIONS.cleanup.all_at_once:
            state.amours_gone[seat] += int(deck.type[deck.kind[card]] == TYPE.amour)
            discard_card(state, card)
        else:
            move(state, card, ZONES.tableau + seat)


@rule
def clear_all(state: QuestsState, deck: QuestsDeck) -> None:
    """What was played is cleared (QU-086), and amours leave; new ones may join next time (QU-079, QU-115, QU-137)."""
    for seat in range(state.seats):
        clear_played(state, deck, seat)
        state.amours_gone[seat] = 0
        discard_type(state, deck, ZONES.tableau + seat, TYPE.amour)
