"""Increased Player Interaction: Guild Master with everybody playing at once, and a Guildmaster who picks what is built.

The variant is by Marcelo Paschoalin and is in the original document beside the base game. All draw, all bid in
secret for the title of Guildmaster, all trade with all, all discard, and all build for the category that the
Guildmaster picks (GM-201, GM-202). What stays as in the base game is the base game's own: its fields, verbs, events
and functions come from `guild_master/rules.py`. What is declared there comes first here, in the same order, so that
the names both use stand for the same numbers.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    OPEN_FLOOR,
    SECRET_TOGETHER,
    ActionList,
    Events,
    Phase,
    Phases,
    all_seats,
    allow,
    allow_range,
    allow_seats,
    argument_of,
    ask,
    ask_seats,
    cards_in,
    emit,
    enter,
    next_clockwise,
    picked_cards,
    random_below,
    rule,
    seat_bit,
)
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.player_interaction.floor import (
    ask_next_to_offer,
    legal_trades,
    open_the_floor,
    trade,
)
from workbench.games.guild_master.player_interaction.names import OPTIONS
from workbench.games.guild_master.player_interaction.table import ACTIONS, EVENTS, ZONES, InteractionState
from workbench.games.guild_master.rules import (
    build_picked,
    choose_card,
    deal,
    discard_picked,
    draw_card,
    draw_limit,
    legal_cards_to_build,
    legal_categories,
    legal_discards,
    legal_picks,
    seats_with_cards,
    tell_drawn,
)
from workbench.games.guild_master.table import ANY_CATEGORY, FULL_HAND

# Setup


@rule(inlined=True)
def setup(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """Shuffle and deal (GM-024 to GM-027); in the first round seat 0 draws first (GM-328)."""
    deal(state, deck, events)
    state.guildmaster = 0
    state.current = 0
    begin_round(state, events)


# Round


@rule(inlined=True)
def begin_round(state: InteractionState, events: Events) -> None:
    """All seats go through the seven phases together (GM-202)."""
    state.turn += 1
    state.active = 0
    state.category = NONE
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, state.turn)
    enter(state, PHASES.draw_1)


@rule(inlined=True)
def note_number(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """What a seat has chosen to draw or to bid; nobody else sees it before all have chosen."""
    state.own_number[seat] = argument_of(action)


# Draw phases


@rule
def begin_draw(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All seats say how many cards they draw, or one after another whether they draw one (GM-203, GM-278)."""
    for seat in range(state.seats):
        state.own_number[seat] = 0
        state.drawn_by[seat] = 0
    state.stopped = 0
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        ask_next_to_draw(state, state.guildmaster)
    else:
        ask_seats(state, seats_that_draw(state))


@rule(inlined=True)
def seats_that_draw(state: InteractionState) -> int:
    """The seats below their limit that have not stopped (GM-204, GM-303), as bits."""
    seats = 0
    for seat in range(state.seats):
        if draw_limit(state, seat, state.drawn_by[seat]) > 0:
            seats |= seat_bit(seat)
    return seats & ~state.stopped


@rule(inlined=True)
def legal_draws(state: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Any number from none to the limit (GM-303, GM-304)."""
    allow_range(actions, ACTIONS.draw, draw_limit(state, seat, state.drawn_by[seat]) + 1)


@rule(inlined=True)
def draw(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """Note the number; if seats draw one by one, draw at once or stop."""
    note_number(state, deck, events, seat, action)
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        if argument_of(action) == 0:
            state.stopped |= seat_bit(seat)
        else:
            draw_one(state, deck, events, seat)
            tell_drawn(state, events, seat, 1)


@rule(inlined=True)
def draw_one(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """One card for a seat."""
    draw_card(state, deck, events, seat)
    state.drawn_by[seat] += 1


@rule(inlined=True)
def ask_next_to_draw(state: InteractionState, seat: int) -> None:
    """Ask the next seat that may draw, from a seat on (GM-328)."""
    following = next_clockwise(state, seat, seats_that_draw(state))
    if following >= 0:
        state.current = following
        ask(state, following)


@rule
def end_draw(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All have chosen: one card each in turn, from the last Guildmaster on, while the stock lasts (GM-305, GM-328)."""
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        ask_next_to_draw(state, (state.current + 1) % state.seats)
        if state.to_act != 0:
            return
    else:
        deal_in_turn(state, deck, events)
    if cards_in(state, ZONES.stock) == 0 and drawn_by_all(state) > 0:
        emit(events, EVENTS.last_round, EVERYONE_HEARS)
    if state.phase == PHASES.draw_1:
        enter(state, PHASES.bid)
    else:
        enter(state, PHASES.trade_2)


@rule
def deal_in_turn(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """Each seat gets the number that it has named, one card in each pass."""
    for _ in range(FULL_HAND):
        for i in range(state.seats):
            seat = (state.guildmaster + i) % state.seats
            if state.drawn_by[seat] < state.own_number[seat] and cards_in(state, ZONES.stock) > 0:
                draw_one(state, deck, events, seat)
    for seat in range(state.seats):
        if state.drawn_by[seat] > 0:
            tell_drawn(state, events, seat, state.drawn_by[seat])
        state.own_number[seat] = 0


@rule(inlined=True)
def drawn_by_all(state: InteractionState) -> int:
    """How many cards all seats together have drawn in this phase."""
    drawn = 0
    for seat in range(state.seats):
        drawn += state.drawn_by[seat]
    return drawn


# Guildmaster phase


@rule
def begin_bid(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """Every seat bids in secret (GM-205); the only bid of an empty hand is none."""
    state.tied = 0
    for seat in range(state.seats):
        state.own_number[seat] = 0
        state.bids[seat] = NONE
        state.votes[seat] = NONE
    ask_seats(state, seats_with_cards(state))


@rule(inlined=True)
def legal_bids(state: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """A number of cards from zero to the hand size (GM-206, GM-329)."""
    allow_range(actions, ACTIONS.bid, cards_in(state, ZONES.hand + seat) + 1)


@rule
def tell_bids(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All numbers are told together (GM-206, GM-507); the highest wins (GM-207), or a vote or chance decides."""
    highest = 0
    for seat in range(state.seats):
        state.bids[seat] = state.own_number[seat]
        state.own_number[seat] = 0
        highest = max(highest, state.bids[seat])
        emit(events, EVENTS.bid, EVERYONE_HEARS, seat, state.bids[seat])
    tied = seats_that_bid(state, highest)
    if tied & (tied - 1) == 0:
        crown(state, events, next_clockwise(state, 0, tied))
        return
    state.tied = tied
    if tied == all_seats(state) or state.bid_tie == OPTIONS.bid_tie.random:
        draw_lots(state, events, tied)
    else:
        enter(state, PHASES.vote)


@rule(inlined=True)
def seats_that_bid(state: InteractionState, number: int) -> int:
    """The seats with this bid, as bits."""
    seats = 0
    for seat in range(state.seats):
        if state.bids[seat] == number:
            seats |= seat_bit(seat)
    return seats


@rule(inlined=True)
def begin_vote(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """The seats outside the tie vote openly (GM-208)."""
    ask_seats(state, all_seats(state) & ~state.tied)


@rule(inlined=True)
def legal_votes(state: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Only tied seats may be named (GM-331)."""
    allow_seats(actions, ACTIONS.vote_for, state.tied)


@rule(inlined=True)
def vote(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """A vote is seen at once (GM-508)."""
    state.votes[seat] = argument_of(action)


@rule
def count_votes(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """The vote agrees on a seat (GM-331), or chance decides (GM-209)."""
    most = 0
    voters = 0
    for seat in range(state.seats):
        most = max(most, votes_for(state, seat))
        voters += int(state.votes[seat] != NONE)
    ahead = 0
    for seat in range(state.seats):
        if votes_for(state, seat) == most:
            ahead |= seat_bit(seat)
    if state.bid_tie == OPTIONS.bid_tie.plurality:
        if ahead & (ahead - 1) != 0:
            draw_lots(state, events, ahead)
        else:
            crown(state, events, next_clockwise(state, 0, ahead))
    elif 2 * most > voters and (state.bid_tie == OPTIONS.bid_tie.majority or most == voters):
        crown(state, events, next_clockwise(state, 0, ahead))
    else:
        draw_lots(state, events, state.tied)


@rule(inlined=True)
def votes_for(state: InteractionState, candidate: int) -> int:
    """How many have voted for a seat."""
    count = 0
    for seat in range(state.seats):
        count += int(state.votes[seat] == candidate)
    return count


@rule
def draw_lots(state: InteractionState, events: Events, seats: int) -> None:
    """Chance picks one of the seats of a bit mask (GM-209, GM-332)."""
    count = 0
    for seat in range(state.seats):
        count += (seats >> seat) & 1
    left = random_below(state.random_state, count)
    chosen = next_clockwise(state, 0, seats)
    for _ in range(left):
        chosen = next_clockwise(state, chosen + 1, seats)
    emit(events, EVENTS.lot_falls, EVERYONE_HEARS, chosen)
    crown(state, events, chosen)


@rule
def crown(state: InteractionState, events: Events, seat: int) -> None:
    """The title lasts until the next guildmaster phase (GM-333); then bids are paid (GM-330)."""
    state.guildmaster = seat
    emit(events, EVENTS.guildmaster, EVERYONE_HEARS, seat, state.bids[seat])
    enter(state, PHASES.pay_bid)


@rule(inlined=True)
def begin_payment(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """The seats that pay choose as many hand cards as they bid (GM-330)."""
    for seat in range(state.seats):
        if cards_to_pay(state, seat) > 0:
            ask(state, seat)


@rule(inlined=True)
def cards_to_pay(state: InteractionState, seat: int) -> int:
    """How many cards a seat gives up for the bid."""
    winner = state.bid_cost == OPTIONS.bid_cost.winner and seat == state.guildmaster
    if winner or state.bid_cost == OPTIONS.bid_cost.all:
        return state.bids[seat]
    return 0


@rule(inlined=True)
def legal_payment(state: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Any hand cards, exactly as many as were bid."""
    price = cards_to_pay(state, seat)
    legal_picks(state, deck, seat, actions, price, ANY_CATEGORY)
    if picked_cards(state, seat) == price:
        allow(actions, ACTIONS.done)


@rule(inlined=True)
def choose_set(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """Choose cards in secret; what is chosen lies in the hand until all have chosen (GM-335)."""
    if action != ACTIONS.done:
        choose_card(state, deck, seat, action)


@rule
def show_discards(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """What all have chosen goes to the discard pile together (GM-335)."""
    for seat in range(state.seats):
        discard_picked(state, deck, events, seat)
    if state.phase == PHASES.pay_bid:
        enter(state, PHASES.trade_1)
    else:
        enter(state, PHASES.draw_2)


# Trade phases


@rule
def begin_trade(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """The floor is open to all pairs at once (GM-210, GM-334), or seats offer in order from the Guildmaster."""
    open_the_floor(state, events, state.guildmaster)


@rule
def end_trade(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All are done, or in order the next seat may offer, until all have passed in a row (GM-334)."""
    ask_next_to_offer(state)
    if state.to_act != 0:
        return
    if state.phase == PHASES.trade_1:
        enter(state, PHASES.discard)
    else:
        enter(state, PHASES.build)


# Discard phase


@rule(inlined=True)
def begin_discard(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All seats choose what they discard (GM-213)."""
    if state.discard_max > 0:
        ask_seats(state, seats_with_cards(state))


# Build phase


@rule(inlined=True)
def begin_build(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """The Guildmaster alone picks the category, for everybody (GM-214)."""
    ask(state, state.guildmaster)


@rule(inlined=True)
def pick_category(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """The category of this round's buildings."""
    state.category = argument_of(action)


@rule(inlined=True)
def begin_building(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """Every seat with cards may build (GM-215), even without a fitting one, so that building nothing tells nothing."""
    ask_seats(state, seats_with_cards(state))


@rule
def show_buildings(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """All buildings are shown together (GM-216, GM-335); the round is over."""
    for seat in range(state.seats):
        build_picked(state, deck, events, seat)
    end_round(state, deck, events)


# End of the game


@rule(inlined=True)
def end_round(state: InteractionState, deck: GuildMasterDeck, events: Events) -> None:
    """Another round begins, unless the game ends with this one (GM-222)."""
    state.idle_turns = 0 if state.active == 1 else state.idle_turns + 1
    if game_ends(state, events):
        state.over = 1
        state.phase = PHASES.game_over
    else:
        begin_round(state, events)


@rule(inlined=True)
def game_ends(state: InteractionState, events: Events) -> int:
    """The stock is empty (GM-222), nobody does anything (GM-309), or the safety stop in turns of seats (GM-289)."""
    if cards_in(state, ZONES.stock) == 0:
        return True
    if state.idle_turns >= state.stall_rounds:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, state.stall_rounds)
        return True
    if state.turn * state.seats >= state.max_turns:
        emit(events, EVENTS.stopped, EVERYONE_HEARS, state.turn * state.seats)
        return True
    return False


# The course of a match


class InteractionPhases(Phases):
    """The course of a game."""

    draw_1 = Phase("First draw", SECRET_TOGETHER, begin_draw, legal_draws, draw, end_draw)
    trade_1 = Phase("First trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade)
    discard = Phase("Discard", SECRET_TOGETHER, begin_discard, legal_discards, choose_set, show_discards)
    draw_2 = Phase("Second draw", SECRET_TOGETHER, begin_draw, legal_draws, draw, end_draw)
    trade_2 = Phase("Second trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade)
    build = Phase("Category", "", begin_build, legal_categories, pick_category, then="build_cards")
    game_over = Phase("Game over")
    bid = Phase("Guildmaster", SECRET_TOGETHER, begin_bid, legal_bids, note_number, tell_bids)
    vote = Phase("Vote", OPEN_FLOOR, begin_vote, legal_votes, vote, count_votes)
    pay_bid = Phase("Payment", SECRET_TOGETHER, begin_payment, legal_payment, choose_set, show_discards)
    build_cards = Phase(
            "Build", SECRET_TOGETHER, begin_building, legal_cards_to_build, choose_set, show_buildings,
        )  # fmt: skip


PHASES = InteractionPhases()
# What screens show of them, in the order of play (GM-202).
COURSE = ("draw_1", "bid", "vote", "pay_bid", "trade_1", "discard", "draw_2", "trade_2", "build", "build_cards")
