"""Shields and ranks of Quests: what is gained and lost, promotions, and the list that the score sheet is made of.

Legend of the list of changes, in the order they happened; `changes` is how many there are:

    change_turn[i], change_seat[i]    the story card, counted from 1, and the seat
    change_amount[i]                  shields: gained (more than 0), lost or handed in (less)
    change_reason[i]                  a reason of the ranking
    change_source[i]                  the kind of story card that it came from, -1 for a promotion

Once the list is full, further changes are added up in `more[seat, reason]`.
"""

from __future__ import annotations

from workbench.author import EVERYONE_HEARS, Events, emit, rule, seat_bit
from workbench.games.quests.battle import PRICES, RANK, story_kind
from workbench.games.quests.deck import QuestsDeck
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.table import EVENTS, MOST_CHANGES, QuestsState

HIGHEST, LOWEST = 1, -1  # rank: the sign that the ranks are compared with
TOLD_OF_RANK = EVENTS.numbers_of(RANK, "becomes_{}")


@rule
def note_change(state: QuestsState, deck: QuestsDeck, seat: int, amount: int, reason: int, source: int) -> None:
    """Write a change of a seat's shields into the list."""
    i = state.changes
    if i == MOST_CHANGES:
        state.more[seat, reason] += amount
        return
    state.change_turn[i] = state.turn
    state.change_seat[i] = seat
    state.change_amount[i] = amount
    state.change_reason[i] = reason
    state.change_source[i] = source
    state.changes = i + 1


@rule
def price(rank: int) -> int:
    """The shields that a rank hands in for the next; 0 for the highest (QU-019 to QU-021)."""
    return PRICES[rank] if rank < RANK.knight_of_the_round_table else 0


@rule
def gain(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, amount: int, reason: int) -> None:
    """A seat receives shields, and is promoted as often as they suffice (QU-022, QU-219)."""
    if amount > 0:
        note_change(state, deck, seat, amount, reason, story_kind(state, deck))
        state.shields[seat] += amount
        emit(events, EVENTS.gains, EVERYONE_HEARS, seat, amount)
        promote(state, deck, events, seat)


@rule
def promote(state: QuestsState, deck: QuestsDeck, events: Events, seat: int) -> None:
    """The price of each promotion is handed in, what is left over stays (QU-023, QU-024); nothing is chosen."""
    while price(state.rank[seat]) > 0 and state.shields[seat] >= price(state.rank[seat]):
        paid = price(state.rank[seat])
        state.shields[seat] -= paid
        state.rank[seat] += 1
        note_change(state, deck, seat, -paid, RANKING.handed_in, -1)
        emit(events, TOLD_OF_RANK[state.rank[seat]], EVERYONE_HEARS, seat)
        if state.rank[seat] == RANK.knight_of_the_round_table:
            state.risen |= seat_bit(seat)  # QU-205


@rule
def lose(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, amount: int, reason: int) -> None:
    """A seat loses shields, never more than it has (QU-025, QU-222); its rank stays (QU-220)."""
    held = state.shields[seat]
    lost = min(held, amount)
    if state.shield_loss == OPTIONS.shield_loss.all_or_nothing and held < amount:
        lost = 0
    if lost > 0:
        note_change(state, deck, seat, -lost, reason, story_kind(state, deck))
        state.shields[seat] = held - lost
    emit(events, EVENTS.loses, EVERYONE_HEARS, seat, lost)


@rule
def seats_of_rank(state: QuestsState, sign: int) -> int:
    """The seats of the HIGHEST or the LOWEST rank present, as bits (QU-140, QU-145, QU-148)."""
    best, seats = sign * state.rank[0], 0
    for seat in range(state.seats):
        rank = sign * state.rank[seat]
        if rank > best:
            best, seats = rank, 0
        if rank == best:
            seats |= seat_bit(seat)
    return seats
