"""Guilds of Cadwallon: agents between nine district cards decide who wins them, and sets of guild members score.

The rulebook shows almost no card, so the faces are a reconstruction. The rule ids (CA-...) are those of RULES.md in
this folder. Read from top to bottom, this file follows the rulebook: set-up, reveal, dispatch, control, the end of a
round and of a game. The table and what a seat can do are in table.py, what agents give is in city.py, the action cards
are in actions.py, how a game is scored in scoring.py, conditions and contracts are rows of deck.py.

Seats are numbered clockwise from 0; the left of seat s is s + 1. A kind is a row of the card lists. Games of a series
and rounds are counted from 0 in the record and from 1 in events.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    SECRET_TOGETHER,
    ActionList,
    Events,
    OptionError,
    Phase,
    Phases,
    allow,
    allow_cards,
    allow_each,
    argument_of,
    ask,
    ask_everybody,
    can_begin_effect,
    card_at,
    card_of_kind,
    cards_in,
    check_seat,
    clear_table,
    emit,
    enter,
    fill,
    move,
    move_all,
    move_secretly,
    only,
    push_frame,
    random_below,
    rule,
    shuffle,
    top_card,
)
from workbench.decks.deck import Deck
from workbench.games.cadwallon.actions import EFFECT_OF_ACTION, clear_markers, enter_city, tell_boulevard
from workbench.games.cadwallon.city import (
    card_in,
    free,
    how_judged,
    judge,
    place_agent,
    rule_number,
    support_value,
    winner_of,
)
from workbench.games.cadwallon.deck import CONDITION, GUILDS, NUMBER, TYPE, CadwallonDeck
from workbench.games.cadwallon.names import OPTIONS
from workbench.games.cadwallon.options import CHOICE_OF_CONDITION, MOST_SEATS
from workbench.games.cadwallon.scoring import assign_best, holding_now
from workbench.games.cadwallon.table import (
    ACTIONS,
    AGENTS,
    BOULEVARD_COUNT,
    CELLS,
    EVENTS,
    JUDGED,
    REMOVED_ACTIONS,
    TOLD_OF_WINNER,
    ZONES,
    CadwallonState,
)

# Set-up (CA-022 to CA-032)


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse a first player who does not play, a condition or contracts that the deck lacks; raises OptionError."""
    check_seat(options, "first_player", "random", seats)
    condition, arrays = options["condition"], deck.arrays
    if condition != "random" and getattr(CONDITION, condition) not in arrays.condition:
        raise OptionError(
            f"Option 'condition' is {condition!r}, but the deck {deck.name!r} lists no card with this effect. "
            "Choose another one, or 'random'."
        )
    contracts, dealt = int(arrays.card_count - arrays.contracts_from), int(options["contracts_dealt"])
    if options["contract_cards"] and contracts < dealt * seats:
        raise OptionError(
            f"{seats} seats are dealt {dealt} contracts each, but the deck {deck.name!r} has {contracts}. "
            "Lower 'contracts_dealt'."
        )


@rule
def setup(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """A series begins with its first game; most are one game long (CA-183)."""
    state.games = 0
    enter(state, PHASES.game_start)


@rule
def begin_game(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Set a game up: cards, condition, agents, first player, and the secret cards of the optional rules."""
    if state.series_games > 1:
        emit(events, EVENTS.game_begins, EVERYONE_HEARS, state.games + 1)
    prepare_deck(state, deck)
    draw_condition(state, deck, events)
    take_agents(state, deck)
    find_first_player(state, events)
    deal_special_actions(state, deck, events)
    if state.contract_cards == 1:
        deal_contracts(state, deck, events)
        enter(state, PHASES.contract_choice)
    else:
        enter(state, PHASES.reveal)


@rule
def prepare_deck(state: CadwallonState, deck: CadwallonDeck) -> None:
    """Six random action cards go to the box, the 33 other district cards are shuffled (CA-025 to CA-028)."""
    clear_table(state)
    cards = deck.card_count if state.contract_cards == 1 else deck.contracts_from
    fill(state, ZONES.stock, cards)
    for card in range(cards - 1, deck.district_count - 1, -1):
        move(state, card, ZONES.condition_stock if card < deck.contracts_from else ZONES.contract_stock)
    for card in range(deck.district_count - 1, -1, -1):
        if deck.type[deck.kind[card]] == TYPE.action:
            move(state, card, ZONES.box)
    shuffle(state, deck, ZONES.box)
    while cards_in(state, ZONES.box) > REMOVED_ACTIONS:
        move(state, top_card(state, ZONES.box), ZONES.stock)
    shuffle(state, deck, ZONES.stock)
    for card in range(deck.district_count):
        clear_markers(state, card)
    state.rounds, state.stalled, state.left_city = 0, 0, 0


@rule
def draw_condition(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """With this option a condition card is revealed, a different one for each game of a series (CA-091 to CA-094)."""
    state.condition_now = NONE
    if state.condition_cards == 0:
        return
    stock = ZONES.condition_stock
    shuffle(state, deck, stock)
    i = cards_in(state, stock) - 1
    while i > 0 and not may_be_drawn(state, deck, deck.kind[card_at(state, stock, i)]):
        i -= 1
    card = card_at(state, stock, i)
    state.condition_now = deck.kind[card]
    move(state, card, ZONES.in_force)
    emit(events, EVENTS.condition, EVERYONE_HEARS, state.condition_now)


@rule
def may_be_drawn(state: CadwallonState, deck: CadwallonDeck, kind: int) -> bool:
    """Whether a condition may come into force: the one chosen, or any not in force since all have been."""
    if state.condition != OPTIONS.condition.random:
        return CHOICE_OF_CONDITION[deck.condition[kind]] == state.condition
    games, conditions = state.games, deck.contracts_from - deck.district_count
    for g in range(games - games % conditions, games):
        if state.condition_of[g] == kind:
            return False
    return True


@rule
def take_agents(state: CadwallonState, deck: CadwallonDeck) -> None:
    """Everybody has the six agents of a colour (CA-029, CA-145); with Curfew one is set aside (CA-125, CA-168)."""
    for seat in range(state.seats):
        state.supply[seat] = max(1, AGENTS - rule_number(state, deck, NUMBER.agents_less))
        for guild in range(GUILDS):
            state.assignment[seat, guild] = 0
        for boulevard in range(BOULEVARD_COUNT):
            state.agents[boulevard, seat] = 0
    state.closed = 0


@rule
def find_first_player(state: CadwallonState, events: Events) -> None:
    """A random seat has the First Player card, or the seat that the host names (CA-030, CA-146)."""
    if state.first_player == OPTIONS.first_player.random:
        state.first_seat = random_below(state.random_state, state.seats)
    else:
        state.first_seat = state.first_player - OPTIONS.first_player.seat_0
    state.first_of[state.games] = state.first_seat
    emit(events, EVENTS.first_player, EVERYONE_HEARS, state.first_seat)


@rule
def deal_special_actions(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """With this option everybody is dealt one of the action cards removed, in secret (CA-095 to CA-097)."""
    if state.special_action_cards == 0:
        return
    for seat in range(state.seats):
        card = top_card(state, ZONES.box)
        move(state, card, ZONES.hand + seat)
        emit(events, EVENTS.dealt_action, only(seat), deck.kind[card])


@rule
def deal_contracts(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Everybody is dealt contracts face down (CA-099)."""
    shuffle(state, deck, ZONES.contract_stock)
    for _ in range(state.contracts_dealt):
        for seat in range(state.seats):
            card = top_card(state, ZONES.contract_stock)
            move(state, card, ZONES.contracts + seat)
            emit(events, EVENTS.dealt_contract, only(seat), deck.kind[card])


@rule
def legal_contracts(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any contract dealt (CA-100)."""
    allow_cards(state, deck, actions, ZONES.contracts + seat, 0, ACTIONS.keep)


@rule
def choose_contract(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The choice is a secret."""
    state.chosen[seat] = argument_of(action)


@rule
def keep_contracts(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Everybody keeps one contract; the others go back unseen by the rest (CA-100)."""
    for seat in range(state.seats):
        i = 0
        while cards_in(state, ZONES.contracts + seat) > 1:
            card = card_at(state, ZONES.contracts + seat, i)
            if deck.kind[card] == state.chosen[seat] and i == 0:
                i = 1
            else:
                move_secretly(state, card, ZONES.contract_stock, only(seat))
        state.chosen[seat] = NONE
    emit(events, EVENTS.contracts_kept, EVERYONE_HEARS)
    enter(state, PHASES.reveal)


# Reveal (CA-036 to CA-042, CA-147 to CA-152)


@rule
def reveal(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Fill the gaps of the city from the top left; if the deck is too short for all, the game ends (CA-076)."""
    gaps = 0
    for cell in range(CELLS):
        gaps += int(cards_in(state, ZONES.cell[cell]) == 0)
    if gaps > cards_in(state, ZONES.stock):  # before any card is revealed (CA-148, CA-150, CA-151)
        emit(events, EVENTS.deck_too_short, EVERYONE_HEARS)
        enter(state, PHASES.assign)
        return
    state.rounds += 1
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, state.rounds)
    for cell in range(CELLS):
        if cards_in(state, ZONES.cell[cell]) == 0:
            card = top_card(state, ZONES.stock)
            enter_city(state, card, cell)
            emit(events, EVENTS.reveals, EVERYONE_HEARS, deck.kind[card])
    state.current = state.first_seat  # CA-043
    enter(state, PHASES.place)


# Dispatch (CA-043 to CA-061, CA-153 to CA-158)


@rule
def ask_to_place(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """The seat must place an agent; it cannot pass (CA-045)."""
    state.turn += 1
    state.played_now = 0
    ask(state, state.current)


@rule
def legal_places(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any boulevard that is empty and open (CA-050 to CA-052)."""
    allow_each(actions, ACTIONS.place, free(state))


@rule
def place(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """An agent is placed; then an action card may be played (CA-044)."""
    place_agent(state, seat, argument_of(action))
    tell_boulevard(state, deck, events, EVENTS.places, seat, argument_of(action))


@rule
def offer_action(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """A seat with an action card in hand is asked even if it cannot play it, so that being asked tells nothing."""
    if action_cards(state, state.current) > 0:
        ask(state, state.current)


@rule
def action_cards(state: CadwallonState, seat: int) -> int:
    """How many action cards a seat has in hand, secret or open."""
    return cards_in(state, ZONES.hand + seat) + cards_in(state, ZONES.won + seat)


@rule
def legal_actions(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any action card in hand that can be carried out on something, or none (CA-046, CA-054, CA-157)."""
    for kind in range(deck.kind_count):
        if deck.action[kind] >= 0 and can_play(state, deck, seat, kind):
            allow(actions, ACTIONS.play + kind)
    allow(actions, ACTIONS.skip)


@rule
def can_play(state: CadwallonState, deck: CadwallonDeck, seat: int, kind: int) -> bool:
    """Whether a seat has an action card in hand, and there is something to do it to (CA-157)."""
    if hand_card(state, deck, seat, kind) < 0:
        return False
    return can_begin_effect(state, deck, seat, EFFECT_OF_ACTION[deck.action[kind]])


@rule
def hand_card(state: CadwallonState, deck: CadwallonDeck, seat: int, kind: int) -> int:
    """A card of a kind in a seat's hand, secret or open; -1 if there is none."""
    card = card_of_kind(state, deck, ZONES.hand + seat, kind)
    return card if card >= 0 else card_of_kind(state, deck, ZONES.won + seat, kind)


@rule
def play_action(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The card is laid face up before its player and carried out (CA-055, CA-057, CA-058)."""
    if action == ACTIONS.skip:
        state.played_now = rule_number(state, deck, NUMBER.actions_in_a_turn)
        return
    kind = argument_of(action)
    move(state, hand_card(state, deck, seat, kind), ZONES.played + seat)
    state.played_now += 1
    emit(events, EVENTS.plays, EVERYONE_HEARS, seat, kind)
    push_frame(state, EFFECT_OF_ACTION[deck.action[kind]], seat, -1, -1)


@rule
def end_turn(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """With Long Session another card may follow (CA-124, CA-166); then the next seat that can place has its turn.

    If nobody can, the phase ends (CA-048, CA-153 to CA-156).
    """
    played = state.played_now
    more = played > 0 and played < rule_number(state, deck, NUMBER.actions_in_a_turn)
    if more and action_cards(state, state.current) > 0:
        enter(state, PHASES.action)
        return
    seat = next_to_place(state)
    if seat < 0:
        enter(state, PHASES.control)
    else:
        state.current = seat
        enter(state, PHASES.place)


@rule
def next_to_place(state: CadwallonState) -> int:
    """The next seat clockwise with an agent left, if a boulevard is empty and open; -1 if nobody can place."""
    if free(state) != 0:
        for i in range(1, state.seats + 1):
            seat = (state.current + i) % state.seats
            if state.supply[seat] > 0:
                return seat
    return -1


# Control (CA-062 to CA-071, CA-169 to CA-173)


@rule
def control(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """All nine cards are judged as they lie; then those that are won leave together (CA-169)."""
    state.judged += 1
    found = np.zeros(MOST_SEATS, np.int64)
    for cell in range(CELLS):
        verdict = judge(state, deck, cell, found)
        state.judged_kind[cell] = deck.kind[card_in(state, cell)]
        state.judged_value[cell] = support_value(state, deck, cell)
        state.judged_winner[cell] = winner_of(verdict)
        state.judged_how[cell] = how_judged(verdict)
        for seat in range(state.seats):
            state.judged_support[cell, seat] = int(found[seat])
    for boulevard in range(BOULEVARD_COUNT):
        for seat in range(state.seats):
            state.judged_agents[boulevard, seat] = state.agents[boulevard, seat]
    for cell in range(CELLS):
        hand_out(state, deck, events, cell)


@rule
def hand_out(state: CadwallonState, deck: CadwallonDeck, events: Events, cell: int) -> None:
    """A card that is won goes to its winner (CA-064), an action card into the hand (CA-065); any other stays."""
    card, winner, how = card_in(state, cell), state.judged_winner[cell], state.judged_how[cell]
    kind, most = deck.kind[card], 0
    for seat in range(state.seats):
        most = max(most, state.judged_support[cell, seat])
    g = state.games
    state.cells_judged[g, how] += 1
    if winner == NONE:
        if how == JUDGED.tie:
            emit(events, EVENTS.tie, EVERYONE_HEARS, kind, most)  # CA-066
        else:
            emit(events, EVENTS.stays, EVERYONE_HEARS, kind)  # CA-170, CA-171
        return
    state.left_city += 1
    emit(events, TOLD_OF_WINNER[how], EVERYONE_HEARS, winner, kind, most)
    if deck.type[kind] != TYPE.action:
        move(state, card, ZONES.tableau + winner)
    elif state.won_actions == OPTIONS.won_actions.open:
        move(state, card, ZONES.won + winner)  # CA-159
    else:
        move(state, card, ZONES.hand + winner)


@rule
def end_round(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Agents come home, markers go, the First Player card passes to the left (CA-072, CA-073)."""
    take_agents(state, deck)  # as when the game began: those in the city and in the supply are always all of them
    for card in range(deck.district_count):
        clear_markers(state, card)
    state.first_seat = (state.first_seat + 1) % state.seats
    state.stalled = state.stalled + 1 if state.left_city == 0 else 0
    state.left_city = 0


@rule
def next_round(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """The next round begins (CA-075), unless too many in a row have changed nothing (CA-152)."""
    if state.stalled >= state.stall_rounds:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, state.stalled)
        enter(state, PHASES.assign)
    else:
        emit(events, EVENTS.first_player, EVERYONE_HEARS, state.first_seat)
        enter(state, PHASES.reveal)


# The end of a game (CA-076 to CA-083, CA-174)


@rule
def ask_to_assign(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """By option everybody with a personality assigns it, in secret; otherwise the best sets are made."""
    if state.personality_assignment == OPTIONS.personality_assignment.manual:
        for seat in range(state.seats):
            ask_for_rest(state, deck, seat)


@rule
def ask_for_rest(state: CadwallonState, deck: CadwallonDeck, seat: int) -> None:
    """Ask a seat as long as it has an unassigned personality, and a set with room for it."""
    left, room = 0, 0
    for i in range(cards_in(state, ZONES.tableau + seat)):
        left += int(deck.type[deck.kind[card_at(state, ZONES.tableau + seat, i)]] == TYPE.personality)
    for guild in range(GUILDS):
        left -= state.assignment[seat, guild]
        room += int(has_room(state, deck, seat, guild))
    if left > 0 and room > 0:
        ask(state, seat)


@rule
def has_room(state: CadwallonState, deck: CadwallonDeck, seat: int, guild: int) -> bool:
    """Whether a personality can join a guild set (CA-082, CA-083)."""
    cards = state.assignment[seat, guild]
    for i in range(cards_in(state, ZONES.tableau + seat)):
        kind = deck.kind[card_at(state, ZONES.tableau + seat, i)]
        cards += int(deck.type[kind] == TYPE.guild and deck.guild[kind] == guild)
    return cards < rule_number(state, deck, NUMBER.set_limit)


@rule
def legal_assignments(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any guild whose set has room (CA-081, CA-175)."""
    for guild in range(GUILDS):
        if has_room(state, deck, seat, guild):
            allow(actions, ACTIONS.assign + guild)


@rule
def assign(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """A personality joins a guild set; the others see it when all are done."""
    guild = argument_of(action)
    state.assignment[seat, guild] += 1
    ask_for_rest(state, deck, seat)


@rule
def end_game(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """Hands and contracts are shown, and what everybody has is written down; another game of the series follows."""
    g = state.games
    for seat in range(state.seats):
        move_all(state, ZONES.hand + seat, ZONES.won + seat)
        if state.contract_cards == 1:  # CA-101
            card = top_card(state, ZONES.contracts + seat)
            state.contract_of[g, seat] = deck.kind[card]
            move(state, card, ZONES.shown + seat)
            emit(events, EVENTS.contract, EVERYONE_HEARS, seat, deck.kind[card])
    move_all(state, ZONES.box, ZONES.out)
    for card in range(deck.district_count):
        state.held[g, card] = holding_now(state, card)
    state.condition_of[g] = state.condition_now
    state.rounds_of[g] = state.rounds
    best = np.zeros(GUILDS, np.int64)
    for seat in range(state.seats):  # personalities as their owner has assigned them, or at their best (CA-174)
        assign_best(state, deck, g, seat, state.contract_of[g, seat], best)
        for guild in range(GUILDS):
            state.assigned[g, seat, guild] = int(best[guild])
            if state.personality_assignment == OPTIONS.personality_assignment.manual:
                state.assigned[g, seat, guild] = state.assignment[seat, guild]
    state.games = g + 1
    if state.series_games > 1:
        emit(events, EVENTS.game_over, EVERYONE_HEARS, g + 1)
    enter(state, PHASES.game_start if state.games < state.series_games else PHASES.game_over)


@rule
def end_match(state: CadwallonState, deck: CadwallonDeck, events: Events) -> None:
    """All games of the series are over; the score says who has won."""
    state.over = 1


# The course of a game


class CadwallonPhases(Phases):
    """The course of a game."""

    game_start = Phase("Set-up", begin=begin_game)
    contract_choice = Phase(
            "Choosing a contract", SECRET_TOGETHER,
            ask_everybody, legal_contracts, choose_contract, keep_contracts,
        )  # fmt: skip
    reveal = Phase("Reveal", begin=reveal)
    place = Phase("Dispatch: an agent", begin=ask_to_place, legal=legal_places, answer=place, then="action")
    action = Phase(
            "Dispatch: an action card",
            begin=offer_action, legal=legal_actions, answer=play_action, end=end_turn,
        )  # fmt: skip
    control = Phase("Control", begin=control, then="round_end")
    round_end = Phase("The round ends", begin=end_round, end=next_round)
    assign = Phase(
            "Assigning personalities", SECRET_TOGETHER,
            ask_to_assign, legal_assignments, assign, end_game,
        )  # fmt: skip
    game_over = Phase("Game over", begin=end_match)


PHASES = CadwallonPhases()
