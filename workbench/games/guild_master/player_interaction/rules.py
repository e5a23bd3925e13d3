"""Increased Player Interaction: Guild Master with all at once, and a Guildmaster who picks what is built.

The variant is by Marcelo Paschoalin and stands in the original document beside the base game. All draw, all bid in
secret for the title of Guildmaster, all trade with all, all discard, and all build for the category that the
Guildmaster picks (GM-201, GM-202). What stays as in the base game is the base game's own: its fields, verbs, events
and functions come from `guild_master/rules.py`. What is declared there comes first here, in the same order, so that
the names both use stand for the same numbers.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    HEARD_BY_EVERYONE,
    NOBODY,
    OPEN_FLOOR,
    OWNER,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
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
from workbench.games.guild_master import rules as base_game
from workbench.games.guild_master.deck import MAX_CARDS
from workbench.games.guild_master.floor import (
    ask_next_to_offer,
    forget_offer,
    forget_own,
    legal_trades,
    open_the_floor,
    trade,
)
from workbench.games.guild_master.player_interaction.options import OPTIONS
from workbench.games.guild_master.rules import (
    ANY_CATEGORY,
    FULL_HAND,
    MAX_SEATS,
    OFFER_STOP,
    TURN_STOP,
    build_picked,
    choose_card,
    deal,
    discard_picked,
    draw_card,
    draw_limit,
    legal_cards_to_build,
    legal_discards,
    legal_picks,
    tell_drawn,
)

# Constants

MOST_ROUNDS = TURN_STOP // 2  # GM-289 counts turns of one seat; two play at least


# The table

KEPT_FIELDS = "current own_partner own_wish_number own_wish_category category base_points active idle_turns".split()
STATE = StateSpec(
    seats=MAX_SEATS,
    cards=MAX_CARDS,
    zones=(
        *base_game.STATE.zones,
        # A seat that answers an offer sees what it has put in there, because it knows these cards.
        Zone("answered", NOBODY, many=MAX_SEATS, about="cards put in against the offer of each seat"),
    ),
    fields=(
        *(field for field in base_game.STATE.fields if field.name in KEPT_FIELDS),
        Field("guildmaster", about="the seat that won the last bid; the first seat before (GM-328)"),
        Field("drawn_by", "i2", (MAX_SEATS,), about="cards that each seat has drawn in this draw phase"),
        Field("own_number", "i2", (MAX_SEATS,), OWNER, "the number that a seat has chosen to draw or to bid"),
        Field("bids", "i2", (MAX_SEATS,), about="the bids of this round, -1 before they are told"),
        Field("tied", "i2", about="the seats that are tied in the bid, as bits; 0 without a tie"),
        Field("votes", "i2", (MAX_SEATS,), about="the seat that a seat has voted for, -1 before"),
        Field("stopped", "i2", about="the seats that draw no more in this phase or are done trading, as bits"),
        Field("passed", "i2", about="how many seats in a row have made no offer, where they offer in order"),
        Field("partner", "i2", (MAX_SEATS,), about="the seat that each has an open offer to, -1 if none"),
        Field("step", "i2", (MAX_SEATS,), about="how far each open offer is: one of TRADE_STEPS"),
        Field("offers_by", "i2", (MAX_SEATS,), about="offers that each seat has made in this trade phase"),
        Field("wish_number", "i2", (MAX_SEATS,), about="the number that each open offer wishes for, -1 if none"),
        Field("wish_category", "i2", (MAX_SEATS,), about="the category that each wishes for, -1 if none"),
        Field(
            "own_answer", "i2", (MAX_SEATS,), OWNER, "the seat whose offer a seat will answer, -1 before", unknown=-1
        ),
        Field("own_favour", "i2", (MAX_SEATS,), OWNER, "the favour that a seat will put into its offer or answer"),
        Field("favour", "i2", (MAX_SEATS,), about="the favour that each open offer speaks of"),
        Field("answer_favour", "i2", (MAX_SEATS,), about="the favour that the answer to each offer speaks of"),
        Field("owes", "i2", (MAX_SEATS, MAX_SEATS), about="how many favours a seat owes another"),
    ),
    options=OPTIONS,
    frames=1,
)
ZONES = STATE.zones

# What a seat can do

PROMISE = Argument("favour", 3, "choice", names=("Owe nothing", "Owe a favour", "Ask a favour"))
DECLINE = Verb("decline", (), "Decline the offer")  # an event tells whose offer, since several are open
ACTIONS = ActionSpace(
    (
        *(DECLINE if verb.name == DECLINE.name else verb for verb in base_game.ACTIONS.verbs),
        Verb("bid", (Argument("count", MAX_CARDS + 1),), "Bid {count}"),
        Verb(
            "vote_for",
            (Argument("candidate", MAX_SEATS, "seat"),),
            "Vote for {candidate}",
            HEARD_BY_EVERYONE,
            "{seat} votes for {candidate}.",
        ),
        Verb("answer_to", (Argument("giver", MAX_SEATS, "seat"),), "Answer the offer of {giver}"),
        Verb("leave", (), "Leave it for now"),
        Verb("promise", (PROMISE,), "{favour}"),
    )
)
# Each round: what the base game allows a seat, for each seat, and a bid, a vote and a payment.
MOST_DECISIONS = MOST_ROUNDS * MAX_SEATS * (
    2 * (FULL_HAND + 1) + 2 * (OFFER_STOP * (4 * MAX_CARDS + 11) + MAX_SEATS * OFFER_STOP) + 3 * (MAX_CARDS + 1) + 3
)  # fmt: skip

# Events

SEAT, NUMBER = ("seat", "seat"), ("count", "number")
EVENTS = EventKinds(
    (
        *base_game.EVENTS.kinds,
        EventKind("round_begins", "Round {count}.", (NUMBER,)),
        EventKind("last_round", "The stock is empty: this round is the last."),
        EventKind("bid", "{seat} bids {count:card}.", (SEAT, NUMBER)),
        EventKind("lot_falls", "They do not agree: the lot picks {seat}.", (SEAT,)),
        EventKind("guildmaster", "{seat} is Guildmaster with a bid of {count:card}.", (SEAT, NUMBER)),
        EventKind("floor_opens", "Trading is open: anybody may offer.", ()),
        EventKind("is_done", "{seat} is done trading.", (SEAT,)),
        EventKind("answers", "{seat} offers {partner} {count:card} in return.", (SEAT, ("partner", "seat"), NUMBER)),
        EventKind("declines", "{seat} says no to {partner}.", (SEAT, ("partner", "seat"))),
        EventKind("would_owe", "{seat} would owe {partner} a favour.", (SEAT, ("partner", "seat"))),
        EventKind("owes_favour", "{seat} owes {partner} a favour.", (SEAT, ("partner", "seat"))),
    )
)

# Setup


@rule
def setup(state, deck, events):
    """Shuffle and deal (GM-024 to GM-027); in the first round seat 0 draws first (GM-328)."""
    deal(state, deck, events)
    state.guildmaster = 0
    state.current = 0
    for seat in range(MAX_SEATS):
        forget_own(state, seat)
        forget_offer(state, seat)
        state.bids[seat] = -1
        state.votes[seat] = -1
    begin_round(state, events)


# Round


@rule
def begin_round(state, events):
    """All seats go through the seven phases together (GM-202)."""
    state.turn = state.turn + 1
    state.active = 0
    state.category = -1
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, int(state.turn))
    enter(state, PHASES.draw_1)


@rule
def seats_with_cards(state):
    """The seats that hold a card, as bits; how many a seat holds is public."""
    seats = 0
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > 0:
            seats |= seat_bit(seat)
    return seats


@rule
def note_number(state, deck, events, seat, action):
    """What a seat has chosen to draw or to bid; nobody else sees it before all have chosen."""
    state.own_number[seat] = argument_of(action)


# Draw phases


@rule(inlined=False)
def begin_draw(state, deck, events):
    """All seats say how many cards they draw, or one after another whether they draw one (GM-203, GM-278)."""
    for seat in range(state.seats):
        state.own_number[seat] = 0
        state.drawn_by[seat] = 0
    state.stopped = 0
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        ask_next_to_draw(state, int(state.guildmaster))
    else:
        ask_seats(state, seats_that_draw(state))


@rule
def seats_that_draw(state):
    """The seats below their limit that have not stopped (GM-204, GM-303), as bits."""
    seats = 0
    for seat in range(state.seats):
        if draw_limit(state, seat, int(state.drawn_by[seat])) > 0:
            seats |= seat_bit(seat)
    return seats & ~int(state.stopped)


@rule
def legal_draws(state, deck, seat, actions):
    """Any number from none to the limit (GM-303, GM-304)."""
    allow_range(actions, ACTIONS.draw, draw_limit(state, seat, int(state.drawn_by[seat])) + 1)


@rule
def draw(state, deck, events, seat, action):
    """Note the number; where seats draw one by one, draw at once or stop."""
    note_number(state, deck, events, seat, action)
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        if argument_of(action) == 0:
            state.stopped = int(state.stopped) | seat_bit(seat)
        else:
            draw_one(state, deck, events, seat)
            tell_drawn(state, events, seat, 1)


@rule
def draw_one(state, deck, events, seat):
    """One card for a seat."""
    draw_card(state, deck, events, seat)
    state.drawn_by[seat] = state.drawn_by[seat] + 1


@rule
def ask_next_to_draw(state, seat):
    """Ask the next seat that may draw, from a seat on (GM-328)."""
    following = next_clockwise(state, seat, seats_that_draw(state))
    if following >= 0:
        state.current = following
        ask(state, following)


@rule(inlined=False)
def end_draw(state, deck, events):
    """All have chosen: one card each in turn, from the last Guildmaster on, while the stock lasts (GM-305, GM-328)."""
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        ask_next_to_draw(state, (int(state.current) + 1) % int(state.seats))
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


@rule(inlined=False)
def deal_in_turn(state, deck, events):
    """Each seat gets the number that it has named, one card in each pass."""
    for _ in range(FULL_HAND):
        for i in range(state.seats):
            seat = (int(state.guildmaster) + i) % int(state.seats)
            if state.drawn_by[seat] < state.own_number[seat] and cards_in(state, ZONES.stock) > 0:
                draw_one(state, deck, events, seat)
    for seat in range(state.seats):
        if state.drawn_by[seat] > 0:
            tell_drawn(state, events, seat, int(state.drawn_by[seat]))
        state.own_number[seat] = 0


@rule
def drawn_by_all(state):
    """How many cards all seats together have drawn in this phase."""
    drawn = 0
    for seat in range(state.seats):
        drawn += int(state.drawn_by[seat])
    return drawn


# Guildmaster phase


@rule(inlined=False)
def begin_bid(state, deck, events):
    """Every seat bids in secret (GM-205); the only bid of an empty hand is none."""
    state.tied = 0
    for seat in range(state.seats):
        state.own_number[seat] = 0
        state.bids[seat] = -1
        state.votes[seat] = -1
    ask_seats(state, seats_with_cards(state))


@rule
def legal_bids(state, deck, seat, actions):
    """A number of cards from zero to the hand size (GM-206, GM-329)."""
    allow_range(actions, ACTIONS.bid, cards_in(state, ZONES.hand + seat) + 1)


@rule(inlined=False)
def tell_bids(state, deck, events):
    """All numbers are told together (GM-206, GM-507); the highest wins (GM-207), or a vote or chance decides."""
    highest = 0
    for seat in range(state.seats):
        state.bids[seat] = state.own_number[seat]
        state.own_number[seat] = 0
        highest = max(highest, int(state.bids[seat]))
        emit(events, EVENTS.bid, EVERYONE_HEARS, seat, int(state.bids[seat]))
    tied = seats_that_bid(state, highest)
    if tied & (tied - 1) == 0:
        crown(state, events, next_clockwise(state, 0, tied))
        return
    state.tied = tied
    if tied == all_seats(state) or state.bid_tie == OPTIONS.bid_tie.random:
        draw_lots(state, events, tied)
    else:
        enter(state, PHASES.vote)


@rule
def seats_that_bid(state, number):
    """The seats with this bid, as bits."""
    seats = 0
    for seat in range(state.seats):
        if state.bids[seat] == number:
            seats |= seat_bit(seat)
    return seats


@rule
def begin_vote(state, deck, events):
    """The seats outside the tie vote openly (GM-208)."""
    ask_seats(state, all_seats(state) & ~int(state.tied))


@rule
def legal_votes(state, deck, seat, actions):
    """Only tied seats may be named (GM-331)."""
    allow_seats(actions, ACTIONS.vote_for, int(state.tied))


@rule
def vote(state, deck, events, seat, action):
    """A vote is seen at once (GM-508)."""
    state.votes[seat] = argument_of(action)


@rule(inlined=False)
def count_votes(state, deck, events):
    """The vote agrees on a seat (GM-331), or chance decides (GM-209)."""
    most = 0
    voters = 0
    for seat in range(state.seats):
        most = max(most, votes_for(state, seat))
        voters += int(state.votes[seat] >= 0)
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
        draw_lots(state, events, int(state.tied))


@rule
def votes_for(state, candidate):
    """How many have voted for a seat."""
    count = 0
    for seat in range(state.seats):
        count += int(state.votes[seat] == candidate)
    return count


@rule(inlined=False)
def draw_lots(state, events, seats):
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


@rule(inlined=False)
def crown(state, events, seat):
    """The title lasts until the next guildmaster phase (GM-333); then bids are paid (GM-330)."""
    state.guildmaster = seat
    emit(events, EVENTS.guildmaster, EVERYONE_HEARS, seat, int(state.bids[seat]))
    enter(state, PHASES.pay_bid)


@rule
def begin_payment(state, deck, events):
    """The seats that pay choose as many hand cards as they bid (GM-330)."""
    for seat in range(state.seats):
        if cards_to_pay(state, seat) > 0:
            ask(state, seat)


@rule
def cards_to_pay(state, seat):
    """How many cards a seat gives up for the bid."""
    winner = state.bid_cost == OPTIONS.bid_cost.winner and seat == state.guildmaster
    if winner or state.bid_cost == OPTIONS.bid_cost.all:
        return int(state.bids[seat])
    return 0


@rule
def legal_payment(state, deck, seat, actions):
    """Any hand cards, exactly as many as were bid."""
    price = cards_to_pay(state, seat)
    legal_picks(state, deck, seat, actions, price, ANY_CATEGORY)
    if picked_cards(state, seat) == price:
        allow(actions, ACTIONS.done)


@rule
def choose_set(state, deck, events, seat, action):
    """Choose cards in secret; what is chosen lies in the hand until all have chosen (GM-335)."""
    if action != ACTIONS.done:
        choose_card(state, deck, seat, action)


@rule(inlined=False)
def show_discards(state, deck, events):
    """What all have chosen goes to the discard pile together (GM-335)."""
    for seat in range(state.seats):
        discard_picked(state, deck, events, seat)
    if state.phase == PHASES.pay_bid:
        enter(state, PHASES.trade_1)
    else:
        enter(state, PHASES.draw_2)


# Trade phases


@rule(inlined=False)
def begin_trade(state, deck, events):
    """The floor is open to all pairs at once (GM-210, GM-334), or seats offer in order from the Guildmaster."""
    open_the_floor(state, events, int(state.guildmaster))


@rule(inlined=False)
def end_trade(state, deck, events):
    """All are done, or in order the next seat may offer, until all have passed in a row (GM-334)."""
    ask_next_to_offer(state)
    if state.to_act != 0:
        return
    if state.phase == PHASES.trade_1:
        enter(state, PHASES.discard)
    else:
        enter(state, PHASES.build)


# Discard phase


@rule
def begin_discard(state, deck, events):
    """All seats choose what they discard (GM-213)."""
    if state.discard_max > 0:
        ask_seats(state, seats_with_cards(state))


# Build phase


@rule
def begin_build(state, deck, events):
    """The Guildmaster alone picks the category, for everybody (GM-214)."""
    ask(state, int(state.guildmaster))


@rule
def legal_categories(state, deck, seat, actions):
    """Any of the categories (GM-318)."""
    allow_range(actions, ACTIONS.build_category, deck.category_count)


@rule
def pick_category(state, deck, events, seat, action):
    """The category of this round's buildings."""
    state.category = argument_of(action)


@rule
def begin_building(state, deck, events):
    """Every seat with cards may build (GM-215), also without a fitting one, so that building nothing tells nothing."""
    ask_seats(state, seats_with_cards(state))


@rule(inlined=False)
def show_buildings(state, deck, events):
    """All buildings are shown together (GM-216, GM-335); the round is over."""
    for seat in range(state.seats):
        build_picked(state, deck, events, seat)
    end_round(state, deck, events)


# End of the game


@rule
def end_round(state, deck, events):
    """Another round begins, unless the game ends with this one (GM-222)."""
    if state.active == 1:
        state.idle_turns = 0
    else:
        state.idle_turns = state.idle_turns + 1
    if game_ends(state, events):
        state.over = 1
        state.phase = PHASES.game_over
    else:
        begin_round(state, events)


@rule
def game_ends(state, events):
    """The stock is empty (GM-222), nobody does anything (GM-309), or the safety stop in turns of seats (GM-289)."""
    if cards_in(state, ZONES.stock) == 0:
        return True
    if state.idle_turns >= state.stall_rounds:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, int(state.stall_rounds))
        return True
    if state.turn * state.seats >= state.max_turns:
        emit(events, EVENTS.stopped, EVERYONE_HEARS, int(state.turn) * int(state.seats))
        return True
    return False


# The course of a match

PHASES = Phases(
    (
        Phase("draw_1", "First draw", SECRET_TOGETHER, begin_draw, legal_draws, draw, end_draw),
        Phase("trade_1", "First trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade),
        Phase("discard", "Discard", SECRET_TOGETHER, begin_discard, legal_discards, choose_set, show_discards),
        Phase("draw_2", "Second draw", SECRET_TOGETHER, begin_draw, legal_draws, draw, end_draw),
        Phase("trade_2", "Second trade", OPEN_FLOOR, begin_trade, legal_trades, trade, end_trade),
        Phase("build", "Category", "", begin_build, legal_categories, pick_category, then="build_cards"),
        Phase("game_over", "Game over"),
        Phase("bid", "Guildmaster", SECRET_TOGETHER, begin_bid, legal_bids, note_number, tell_bids),
        Phase("vote", "Vote", OPEN_FLOOR, begin_vote, legal_votes, vote, count_votes),
        Phase("pay_bid", "Payment", SECRET_TOGETHER, begin_payment, legal_payment, choose_set, show_discards),
        Phase(
            "build_cards", "Build", SECRET_TOGETHER, begin_building, legal_cards_to_build, choose_set, show_buildings,
        ),
    )
)  # fmt: skip
# What screens show of them, in the order of play (GM-202).
COURSE = ("draw_1", "bid", "vote", "pay_bid", "trade_1", "discard", "draw_2", "trade_2", "build", "build_cards")
