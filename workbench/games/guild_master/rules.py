"""Guild Master, the base game: founders of a medieval town draw, trade, discard and build.

The game and its card list are in the original document published on the Warpspawn pages; the rule
ids (GM-...) are those of RULES.md in this folder. Read from top to bottom, this file follows the rulebook:
the table, what a seat can do, setup, a turn's six phases, the end of the game. What the fields of the record mean
is said where they are declared, in STATE.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE,
    EVERYONE_HEARS,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    PICKS,
    ActionSpace,
    Argument,
    DeckError,
    EventKind,
    EventKinds,
    Field,
    OptionError,
    Phase,
    Phases,
    StateSpec,
    Values,
    Verb,
    Zone,
    all_seats,
    allow,
    allow_cards,
    allow_range,
    allow_seats,
    argument_of,
    ask,
    both,
    card_at,
    cards_in,
    clear_table,
    emit,
    enter,
    fill,
    known_to,
    lose_track,
    move,
    move_all,
    move_picked,
    only,
    picked_cards,
    random_below,
    rule,
    seat_bit,
    shuffle,
    stage,
    top_card,
    unstage,
    unstage_all,
    verb_of,
)
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES
from workbench.games.guild_master.options import MAX_SEATS, OFFER_STOP, OPTIONS, TURN_STOP

# Constants

FULL_HAND = 5  # GM-034, GM-035

TRADE_STEPS = Values("choosing", "answering", "confirming")
ANY_CATEGORY = -1

# The table

STATE = StateSpec(
    seats=MAX_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="cards a seat holds"),
        Zone("offered", OWNER, per_seat=True, sorted=True, about="cards a seat has put into the open trade"),
        Zone("built", EVERYONE, per_seat=True, sorted=True, about="cards a seat owns, face up before it"),
        Zone("stock", NOBODY, about="cards not dealt yet"),
        Zone("discard", EVERYONE, about="cards given up face up"),
        Zone("face_down_discard", NOBODY, about="cards given up face down"),
    ),
    fields=(
        Field("current", about="the seat whose turn it is"),
        Field("first", about="the seat that took the first turn"),
        Field("drawn", about="cards drawn so far in this draw phase"),
        Field("trade_step", about="one of TRADE_STEPS: choosing, answering or confirming"),
        Field("partner", about="the seat an offer has been made to, -1 if none"),
        Field("offers_made", about="offers the seat on turn has made in this trade phase"),
        Field("wish_number", about="the number of cards the open offer wishes for, -1 if none"),
        Field("wish_category", about="the category the open offer wishes for, -1 if none"),
        Field("own_partner", "i2", (MAX_SEATS,), OWNER, "the seat that a seat will offer to, -1 before", unknown=-1),
        Field("own_wish_number", "i2", (MAX_SEATS,), OWNER, "the number a seat will wish for, -1 before", unknown=-1),
        Field("own_wish_category", "i2", (MAX_SEATS,), OWNER, "the category it will wish for, -1 before", unknown=-1),
        Field("category", about="the category picked in this build phase, -1 before"),
        Field("base_points", "i2", (MAX_SEATS, MAX_CATEGORIES), about="base points so far (GM-055), bonuses aside"),
        Field("active", about="1 once the seat on turn has drawn, traded, discarded or built"),
        Field("idle_turns", about="turns in a row in which nothing was drawn, traded, discarded or built"),
    ),
    options=OPTIONS,
    frames=1,
)
ZONES = STATE.zones

# What a seat can do

CARD = Argument("card", MAX_CARDS, "card")
ACTIONS = ActionSpace(
    (
        Verb("draw", (Argument("count", FULL_HAND + 1),), "Draw {count}"),
        Verb("offer_to", (Argument("partner", MAX_SEATS, "seat"),), "Offer cards to {partner}"),
        Verb("pick", (CARD,), "Pick {card}", use=PICKS),
        Verb("put_back", (CARD,), "Put back {card}", use=PEOPLE_ONLY),
        Verb("wish_number", (Argument("number", FULL_HAND + 1),), "Wish for {number} in return", use=PEOPLE_ONLY),
        Verb(
            "wish_category",
            (Argument("category", MAX_CATEGORIES, "category"),),
            "Wish for {category}",
            use=PEOPLE_ONLY,
        ),
        Verb("done", (), "Done"),
        Verb("decline", (), "Decline the offer", HEARD_BY_EVERYONE, "{seat} says no.", plain=True),
        Verb("confirm", (), "Confirm the trade"),
        Verb("withdraw", (), "Withdraw the offer", HEARD_BY_EVERYONE, "{seat} takes the offer back."),
        Verb("call_off", (), "Choose another partner", use=PEOPLE_ONLY),
        Verb("end_trade", (), "End trading", plain=True),
        Verb(
            "build_category",
            (Argument("category", MAX_CATEGORIES, "category"),),
            "Build {category}",
            HEARD_BY_EVERYONE,
            "{seat} chooses {category} for building.",
            plain=True,
        ),
    )
)
# Each turn: two draw phases, two trade phases of at most OFFER_STOP offers, a discard and a build phase; more offers,
# put_back, call_off and wishes aside, which people may repeat.
MOST_DECISIONS = TURN_STOP * (2 * (FULL_HAND + 1) + 2 * (OFFER_STOP * (2 * MAX_CARDS + 4) + 1) + 11 + MAX_CARDS + 2)

# Events

SEAT, PARTNER = ("seat", "seat"), ("partner", "seat")
A_CARD, NUMBER, LEFT = ("card", "card"), ("count", "number"), ("left", "number")
EVENTS = EventKinds(
    (
        EventKind("turn_begins", "Turn {count}: {seat}.", (SEAT, NUMBER)),
        EventKind("drew", "{seat} draws {count:card}; {left} left in the stock.", (SEAT, NUMBER, LEFT)),
        EventKind("drew_card", "You draw {card}.", (SEAT, A_CARD)),
        EventKind("offer", "{seat} offers {partner} {count:card}.", (SEAT, PARTNER, NUMBER)),
        EventKind("wish_number", "{seat} asks for {count:card} in return.", (SEAT, NUMBER)),
        EventKind("wish_category", "{seat} asks for cards of {category}.", (SEAT, ("category", "category"))),
        EventKind("answer", "{seat} offers {count:card} in return.", (SEAT, NUMBER)),
        EventKind("shown_card", "{seat} puts {card} into the trade.", (SEAT, A_CARD)),
        EventKind(
            "trade",
            "{seat} gives {partner} {count:card} for {back:card}.",
            (SEAT, PARTNER, NUMBER, ("back", "number")),
        ),
        EventKind("received_card", "{seat} receives {card}.", (SEAT, A_CARD)),
        EventKind("discarded", "{seat} discards {count:card}.", (SEAT, NUMBER)),
        EventKind("discarded_card", "{seat} discards {card}.", (SEAT, A_CARD)),
        EventKind("built", "{seat} builds {count:card}.", (SEAT, NUMBER)),
        EventKind("built_card", "{seat} builds {card}.", (SEAT, A_CARD)),
        EventKind("last_card", "{seat} draws the last card of the stock.", (SEAT,)),
        EventKind("stalled", "Nothing has happened for {count:round}: the game ends.", (NUMBER,)),
        EventKind("stopped", "The game stops after {count:turn}.", (NUMBER,)),
    )
)
# Setup


def check_deal(deck, seats: int, options: dict) -> None:
    """Refuse a table that cannot be dealt (GM-308); raises DeckError."""
    dealt = seats * options["deal_size"]
    cards = int(deck.arrays.card_count)
    if dealt >= cards:
        raise DeckError(
            f"{seats} seats are dealt {options['deal_size']} cards each, {dealt} in all, but the deck "
            f"{deck.name!r} has {cards}; at least one must be left. Add cards, or lower the seats or deal_size."
        )


def check_table(deck, seats: int, options: dict) -> None:
    """Refuse a table that cannot be dealt, or where somebody begins who is not there; DeckError or OptionError."""
    check_deal(deck, seats, options)
    check_first_seat(seats, options)


def check_first_seat(seats: int, options: dict) -> None:
    """Refuse a table where somebody begins who is not there; raises OptionError."""
    first = options["first_seat"]
    if first != "random" and first >= seats:
        raise OptionError(
            f"Option 'first_seat' is {first}, but the seats are 0 to {seats - 1}. Choose one of them or 'random'."
        )


@rule
def setup(state, deck, events):
    """Shuffle, deal, choose who begins (GM-024 to GM-028)."""
    deal(state, deck, events)
    if state.first_seat < 0:
        state.first = random_below(state.random_state, int(state.seats))
    else:
        state.first = state.first_seat
    state.current = state.first
    for seat in range(state.seats):
        forget_plan(state, seat)
    forget_offer(state)
    begin_turn(state, events)


@rule
def deal(state, deck, events):
    """The whole deck is shuffled, and every seat is dealt its cards (GM-024 to GM-027)."""
    clear_table(state)
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for seat in range(state.seats):
        for _ in range(state.deal_size):
            draw_card(state, deck, events, seat)


# What may be done


@rule
def legal_draws(state, deck, seat, actions):
    """Any number from none to the limit (GM-033, GM-304)."""
    allow_range(actions, ACTIONS.draw, draw_limit(state, seat, int(state.drawn)) + 1)


@rule
def legal_trades(state, deck, seat, actions):
    """What the step of the trade allows (GM-313)."""
    if prepares_offer(state, seat):
        legal_offering(state, deck, seat, actions, 0)
    elif state.trade_step == TRADE_STEPS.choosing:
        if may_offer_again(state, actions, int(state.offers_made)):
            allow_seats(actions, ACTIONS.offer_to, possible_partners(state, seat))
        allow(actions, ACTIONS.end_trade)
    elif state.trade_step == TRADE_STEPS.answering:
        legal_answers(state, deck, seat, int(state.current), actions)
    else:
        allow(actions, ACTIONS.confirm)
        allow(actions, ACTIONS.withdraw)


@rule
def prepares_offer(state, seat):
    """Whether a seat has chosen a partner and has not made its offer yet, which nobody else can tell (GM-406)."""
    return state.own_partner[seat] >= 0


@rule
def possible_partners(state, seat):
    """Any other seat, if there is a card to trade between the two (GM-037)."""
    partners = 0
    if cards_in(state, ZONES.hand + seat) > 0:
        partners = all_seats(state)
    else:
        for partner in range(state.seats):
            if cards_in(state, ZONES.hand + partner) > 0:
                partners |= seat_bit(partner)
    return partners & ~seat_bit(seat)


@rule
def legal_offering(state, deck, seat, actions, beside):
    """Choose the cards to give, none included (GM-311), and a wish; then the offer is made.

    beside: how much is put in that is no card.
    """
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), ANY_CATEGORY)
    allow_range(actions, ACTIONS.wish_number + 1, FULL_HAND)
    allow_range(actions, ACTIONS.wish_category, deck.category_count)
    if picked_cards(state, seat) + cards_in(state, ZONES.hand + int(state.own_partner[seat])) + beside > 0:
        allow(actions, ACTIONS.done)
    allow_range(actions, ACTIONS.call_off, 1)


@rule
def legal_answers(state, deck, seat, giver, actions):
    """Choose any cards in return, or decline; both sides giving nothing is no trade (GM-038, GM-311)."""
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), ANY_CATEGORY)
    if picked_cards(state, seat) + cards_in(state, ZONES.offered + giver) > 0:
        allow(actions, ACTIONS.done)
    allow(actions, ACTIONS.decline)


@rule
def legal_discards(state, deck, seat, actions):
    """Choose up to the allowed number of any hand cards (GM-043, GM-317)."""
    legal_picks(state, deck, seat, actions, int(state.discard_max), ANY_CATEGORY)
    allow(actions, ACTIONS.done)


@rule
def legal_buildings(state, deck, seat, actions):
    """Pick one category, any of them (GM-045, GM-318); then any of the matching cards."""
    if state.category < 0:
        allow_range(actions, ACTIONS.build_category, deck.category_count)
    else:
        legal_cards_to_build(state, deck, seat, actions)


@rule
def legal_cards_to_build(state, deck, seat, actions):
    """Hand cards that carry the picked letter, any of them (GM-046, GM-047, GM-319)."""
    if state.build_choice == OPTIONS.build_choice.all_matching:
        legal_all_matching(state, deck, seat, actions)
    else:
        legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), int(state.category))
        allow(actions, ACTIONS.done)


@rule
def legal_all_matching(state, deck, seat, actions):
    """All matching cards or none (GM-319 under `all_matching`): done only when none or all are picked."""
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), int(state.category))
    picked = picked_cards(state, seat)
    if picked == 0 or picked == matching_cards(state, deck, seat, int(state.category)):
        allow(actions, ACTIONS.done)


@rule
def carries(deck, kind, category):
    """Whether a card carries a category; a split card carries both of its own (GM-320)."""
    return deck.points[kind, category] > 0


@rule
def matching_cards(state, deck, seat, category):
    """How many hand cards carry a category."""
    count = 0
    for i in range(cards_in(state, ZONES.hand + seat)):
        if carries(deck, int(deck.kind[card_at(state, ZONES.hand + seat, i)]), category):
            count += 1
    return count


@rule
def legal_picks(state, deck, seat, actions, most, category):
    """Hand cards of a category that may join the set being chosen, up to `most`, or leave it again."""
    if picked_cards(state, seat) < most:
        if category == ANY_CATEGORY:
            allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.pick)
        else:
            legal_matching_picks(state, deck, seat, actions, category)
    if picked_cards(state, seat) > 0:
        allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)


@rule
def legal_matching_picks(state, deck, seat, actions, category):
    """Hand cards that carry a category."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        kind = int(deck.kind[card])
        if state.staged[card] == 0 and kind != last and carries(deck, kind, category):
            allow(actions, ACTIONS.pick + kind)
            last = kind


# Turn


@rule
def begin_turn(state, events):
    """The current seat's six phases begin (GM-029, GM-030)."""
    state.turn = state.turn + 1
    state.active = 0
    emit(events, EVENTS.turn_begins, EVERYONE_HEARS, int(state.current), int(state.turn))
    enter(state, PHASES.draw_1)


@rule
def begin_phase(state):
    """Forget what belonged to the phase before."""
    state.drawn = 0
    state.offers_made = 0
    state.trade_step = TRADE_STEPS.choosing
    state.category = -1


@rule
def choose_card(state, deck, seat, action):
    """Pick a card of the hand for a set, or put it back; the seat goes on choosing."""
    if verb_of(action) == ACTIONS.pick:
        stage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    else:
        unstage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    ask(state, seat)


# Draw phases


@rule
def begin_draw(state, deck, events):
    """Ask the current seat, if it may draw (GM-032)."""
    begin_phase(state)
    if draw_limit(state, int(state.current), 0) > 0:
        ask(state, int(state.current))


@rule
def draw_limit(state, seat, drawn):
    """The most cards a seat that has drawn some may draw now (GM-034 to GM-036, GM-303, GM-305, GM-306)."""
    hand = cards_in(state, ZONES.hand + seat)
    if hand >= FULL_HAND and drawn == 0:
        return 0
    room = FULL_HAND - hand
    if state.draw_rule == OPTIONS.draw_rule.five_if_below:
        room = FULL_HAND - drawn
    if state.draw_mode == OPTIONS.draw_mode.one_by_one:
        room = min(room, 1)
    return min(room, cards_in(state, ZONES.stock))


@rule
def draw(state, deck, events, seat, action):
    """Draw the number named (GM-033); with `one_by_one` go on until the seat stops (GM-278)."""
    count = argument_of(action)
    for _ in range(count):
        draw_card(state, deck, events, seat)
    state.drawn = state.drawn + count
    if count > 0:
        tell_drawn(state, events, seat, count)
        if cards_in(state, ZONES.stock) == 0:
            emit(events, EVENTS.last_card, EVERYONE_HEARS, seat)
    goes_on = state.draw_mode == OPTIONS.draw_mode.one_by_one and count > 0
    if goes_on and draw_limit(state, seat, int(state.drawn)) > 0:
        ask(state, seat)


@rule
def tell_drawn(state, events, seat, count):
    """Say how many cards a seat has drawn."""
    state.active = 1
    emit(events, EVENTS.drew, EVERYONE_HEARS, seat, count, cards_in(state, ZONES.stock))


@rule
def draw_card(state, deck, events, seat):
    """Take the top card of the stock."""
    card = top_card(state, ZONES.stock)
    move(state, card, ZONES.hand + seat)
    emit(events, EVENTS.drew_card, only(seat), seat, int(deck.kind[card]))


# Trade phases


@rule
def begin_trade(state, deck, events):
    """Ask the current seat, if it may trade."""
    begin_phase(state)
    if may_trade(state):
        ask(state, int(state.current))


@rule
def may_trade(state):
    """Whether the current seat may make an offer."""
    return offers_left(state, int(state.offers_made)) and someone_has_cards(state)


@rule
def offers_left(state, made):
    """Whether a seat that has made some offers in this trade phase may make another one (GM-211, GM-283)."""
    return state.trade_offer_cap < 0 or made < state.trade_offer_cap


@rule
def may_offer_again(state, actions, made):
    """Whether whoever the actions are listed for may make another offer: bots stop at OFFER_STOP, people do not."""
    return offers_left(state, made) and (actions.people == 1 or made < OFFER_STOP)


@rule
def one_offer_more(made):
    """The number of offers made, counted as far as it matters."""
    return min(made + 1, OFFER_STOP)


@rule
def someone_has_cards(state):
    """Whether any seat holds a card, so that there is something to trade."""
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > 0:
            return True
    return False


@rule
def trade(state, deck, events, seat, action):
    """One step of a trade: name a partner, make the offer, answer, confirm or withdraw (GM-313)."""
    if verb_of(action) == ACTIONS.pick or verb_of(action) == ACTIONS.put_back:
        choose_card(state, deck, seat, action)
    elif is_plan(action):
        plan_offer(state, seat, action)
    elif action == ACTIONS.end_trade:
        return
    elif prepares_offer(state, seat):
        make_offer(state, deck, events, seat)
    elif action == ACTIONS.done:
        answer_offer(state, deck, events, seat)
    elif action == ACTIONS.confirm:
        confirm_trade(state, deck, events)
    else:
        end_offer(state)


@rule
def is_plan(action):
    """Whether a seat prepares an offer with an action: a partner, a wish, another partner."""
    return (
        verb_of(action) == ACTIONS.offer_to
        or action == ACTIONS.call_off
        or verb_of(action) == ACTIONS.wish_category
        or verb_of(action) == ACTIONS.wish_number
    )


@rule
def plan_offer(state, seat, action):
    """Prepare an offer, which nobody else can tell (GM-406)."""
    if verb_of(action) == ACTIONS.offer_to:
        state.own_partner[seat] = argument_of(action)
    elif action == ACTIONS.call_off:
        unstage_all(state, seat, ZONES.hand + seat)
        forget_plan(state, seat)
    elif verb_of(action) == ACTIONS.wish_category:
        state.own_wish_category[seat] = argument_of(action)
    else:
        state.own_wish_number[seat] = argument_of(action)
    ask(state, seat)


@rule
def make_offer(state, deck, events, seat):
    """Put the chosen cards before the partner, who is asked (GM-037, GM-039)."""
    partner = int(state.own_partner[seat])
    state.partner = partner
    state.offers_made = one_offer_more(int(state.offers_made))
    state.wish_number = state.own_wish_number[seat]
    state.wish_category = state.own_wish_category[seat]
    tell_offer(state, events, seat)
    forget_plan(state, seat)
    put_into_trade(state, deck, events, seat, partner, ZONES.offered + seat)
    state.trade_step = TRADE_STEPS.answering
    ask(state, partner)


@rule
def tell_offer(state, events, seat):
    """Now all learn of the offer that a seat has prepared, though not of its cards (GM-406)."""
    emit(events, EVENTS.offer, EVERYONE_HEARS, seat, int(state.own_partner[seat]), picked_cards(state, seat))
    if state.own_wish_number[seat] > 0:
        emit(events, EVENTS.wish_number, EVERYONE_HEARS, seat, int(state.own_wish_number[seat]))
    if state.own_wish_category[seat] >= 0:
        emit(events, EVENTS.wish_category, EVERYONE_HEARS, seat, int(state.own_wish_category[seat]))


@rule
def answer_offer(state, deck, events, seat):
    """The partner puts in any cards of its own; the offering seat decides (GM-041)."""
    giver = int(state.current)
    emit(events, EVENTS.answer, EVERYONE_HEARS, seat, picked_cards(state, seat))
    put_into_trade(state, deck, events, seat, giver, ZONES.offered + seat)
    state.trade_step = TRADE_STEPS.confirming
    ask(state, giver)


@rule
def put_into_trade(state, deck, events, seat, other, place):
    """Move a seat's chosen cards from its hand to a place in the trade and show them to those who may see (GM-314).

    A seat that is not shown them loses track of the hand: a card known from before must not tell what is offered.
    """
    if picked_cards(state, seat) == 0:
        return
    audience = only(seat)
    if state.trade_reveal == OPTIONS.trade_reveal.public:
        audience = EVERYONE_HEARS
    elif state.trade_reveal == OPTIONS.trade_reveal.to_partner:
        audience = both(seat, other)
    lose_track(state, ZONES.hand + seat, audience)
    move_picked(state, seat, ZONES.hand + seat, place)
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        known_to(state, card, audience)
        emit(events, EVENTS.shown_card, audience, seat, int(deck.kind[card]))


@rule
def confirm_trade(state, deck, events):
    """Both sets change hands together (GM-313)."""
    seat, partner = int(state.current), int(state.partner)
    given, received = cards_in(state, ZONES.offered + seat), cards_in(state, ZONES.offered + partner)
    emit(events, EVENTS.trade, EVERYONE_HEARS, seat, partner, given, received)
    hand_over(state, deck, events, ZONES.offered + seat, partner)
    hand_over(state, deck, events, ZONES.offered + partner, seat)
    state.active = 1
    end_offer(state)


@rule
def hand_over(state, deck, events, place, receiver):
    """Move one side of a trade into the other hand; a seat that saw the cards still knows them there."""
    if state.trade_reveal == OPTIONS.trade_reveal.face_down:
        for i in range(cards_in(state, place)):
            kind = int(deck.kind[card_at(state, place, i)])
            emit(events, EVENTS.received_card, only(receiver), receiver, kind)
    move_all(state, place, ZONES.hand + receiver)


@rule
def end_offer(state):
    """The trade is over, done or not: cards still in it go back; the current seat goes on trading or not."""
    take_back(state, int(state.current))
    take_back(state, int(state.partner))
    forget_offer(state)
    state.trade_step = TRADE_STEPS.choosing
    if may_trade(state):
        ask(state, int(state.current))


@rule
def take_back(state, seat):
    """Return a seat's side of a trade to its hand; who saw the cards keeps that knowledge (GM-505)."""
    if picked_cards(state, seat) > 0:
        unstage_all(state, seat, ZONES.hand + seat)
    move_all(state, ZONES.offered + seat, ZONES.hand + seat)


@rule
def forget_offer(state):
    """No partner, no wish."""
    state.partner = -1
    state.wish_number = -1
    state.wish_category = -1


@rule
def forget_plan(state, seat):
    """A seat prepares no offer: no partner, no wish."""
    state.own_partner[seat] = -1
    state.own_wish_number[seat] = -1
    state.own_wish_category[seat] = -1


# Discard phase


@rule
def begin_discard(state, deck, events):
    """Ask the current seat, if it may discard (GM-044)."""
    begin_phase(state)
    if state.discard_max > 0 and cards_in(state, ZONES.hand + int(state.current)) > 0:
        ask(state, int(state.current))


@rule
def discard(state, deck, events, seat, action):
    """Choose cards, then give them up (GM-043)."""
    if action == ACTIONS.done:
        discard_picked(state, deck, events, seat)
    else:
        choose_card(state, deck, seat, action)


@rule
def discard_picked(state, deck, events, seat):
    """The chosen cards go to the discard pile (GM-043), face up or face down (GM-280)."""
    if picked_cards(state, seat) > 0:
        state.active = 1
        emit(events, EVENTS.discarded, EVERYONE_HEARS, seat, picked_cards(state, seat))
        if state.discard_visibility == OPTIONS.discard_visibility.face_down:
            lose_track(state, ZONES.hand + seat, only(seat))
            lay_down(state, deck, events, seat, ZONES.face_down_discard, only(seat), EVENTS.discarded_card)
        else:
            lay_down(state, deck, events, seat, ZONES.discard, EVERYONE_HEARS, EVENTS.discarded_card)


@rule
def lay_down(state, deck, events, seat, place, audience, kind_of_event):
    """Move a seat's chosen cards from its hand to a place and tell an audience which they are."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if state.staged[card] == 1:
            known_to(state, card, audience)
            emit(events, kind_of_event, audience, seat, int(deck.kind[card]))
    move_picked(state, seat, ZONES.hand + seat, place)


# Build phase


@rule
def begin_build(state, deck, events):
    """The current seat builds, or not (GM-051)."""
    begin_phase(state)
    ask(state, int(state.current))


@rule
def build(state, deck, events, seat, action):
    """Pick a category (GM-045), choose cards, then build them (GM-046, GM-047)."""
    if action == ACTIONS.done:
        build_picked(state, deck, events, seat)
    elif verb_of(action) == ACTIONS.build_category:
        # The seat is asked for cards even if it holds none that match: who builds nothing tells nothing of its hand.
        state.category = argument_of(action)
        ask(state, seat)
    else:
        choose_card(state, deck, seat, action)


@rule
def build_picked(state, deck, events, seat):
    """The chosen cards lie face up before the seat, which owns them (GM-048, GM-049)."""
    if picked_cards(state, seat) > 0:
        state.active = 1
        emit(events, EVENTS.built, EVERYONE_HEARS, seat, picked_cards(state, seat))
        note_base_points(state, deck, seat)
        lay_down(state, deck, events, seat, ZONES.built + seat, EVERYONE_HEARS, EVENTS.built_card)


@rule
def note_base_points(state, deck, seat):
    """Note the base points of the cards about to be built (GM-055)."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if state.staged[card] == 1:
            kind = int(deck.kind[card])
            for letter in range(2):
                category = int(deck.resource[letter, kind])
                state.base_points[seat, category] = state.base_points[seat, category] + 1


# End of the game


@rule
def end_turn(state, deck, events):
    """The next seat is on turn (GM-031), unless the game ends with this turn (GM-052, GM-053)."""
    if state.active == 1:
        state.idle_turns = 0
    else:
        state.idle_turns = state.idle_turns + 1
    following = (int(state.current) + 1) % int(state.seats)
    if game_ends(state, events, following):
        state.over = 1
        state.phase = PHASES.game_over
    else:
        state.current = following
        begin_turn(state, events)


@rule
def game_ends(state, events, following):
    """The stock is empty (GM-052, GM-307, GM-286), nobody does anything (GM-309), or the safety stop (GM-289)."""
    if cards_in(state, ZONES.stock) == 0 and (state.equal_turns == 0 or following == state.first):
        return True
    if state.idle_turns >= state.stall_rounds * state.seats:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, int(state.stall_rounds))
        return True
    if state.turn >= state.max_turns:
        emit(events, EVENTS.stopped, EVERYONE_HEARS, int(state.turn))
        return True
    return False


# The course of a match

PHASES = Phases(
    (
        Phase("draw_1", "First draw", begin=begin_draw, legal=legal_draws, answer=draw, then="trade_1"),
        Phase("trade_1", "First trade", begin=begin_trade, legal=legal_trades, answer=trade, then="discard"),
        Phase("discard", "Discard", begin=begin_discard, legal=legal_discards, answer=discard, then="draw_2"),
        Phase("draw_2", "Second draw", begin=begin_draw, legal=legal_draws, answer=draw, then="trade_2"),
        Phase("trade_2", "Second trade", begin=begin_trade, legal=legal_trades, answer=trade, then="build"),
        Phase("build", "Build", begin=begin_build, legal=legal_buildings, answer=build, end=end_turn),
        Phase("game_over", "Game over"),
    )
)
