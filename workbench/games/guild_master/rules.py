"""Guild Master, the base game: founders of a medieval town draw, trade, discard and build.

The game and its card list are in the original document published on the Warpspawn pages; the rule
ids (GM-...) are those of RULES.md in this folder. Read from top to bottom, this file follows the rulebook:
setup, a turn's six phases, the end of the game. The table and what a seat can do are in table.py.
"""

from __future__ import annotations

from typing import Any

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    ActionList,
    DeckError,
    Events,
    OptionError,
    Phase,
    Phases,
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
from workbench.decks.deck import Deck
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.names import OPTIONS
from workbench.games.guild_master.options import OFFER_STOP
from workbench.games.guild_master.table import (
    ACTIONS,
    ANY_CATEGORY,
    EVENTS,
    FULL_HAND,
    TRADE_STEPS,
    ZONES,
    GuildMasterState,
)

# Setup


def check_deal(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse a table that cannot be dealt (GM-308); raises DeckError."""
    dealt = seats * options["deal_size"]
    cards = int(deck.arrays.card_count)
    if dealt >= cards:
        raise DeckError(
            f"{seats} seats are dealt {options['deal_size']} cards each, {dealt} in all, but the deck "
            f"{deck.name!r} has {cards}; at least one must be left. Add cards, or lower the seats or deal_size."
        )


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse a table that cannot be dealt, or a first seat that does not exist; raises DeckError or OptionError."""
    check_deal(deck, seats, options)
    check_first_seat(seats, options)


def check_first_seat(seats: int, options: dict[str, Any]) -> None:
    """Refuse a first seat that does not exist; raises OptionError."""
    first = options["first_seat"]
    if first != "random" and first >= seats:
        raise OptionError(
            f"Option 'first_seat' is {first}, but the seats are 0 to {seats - 1}. Choose one of them or 'random'."
        )


@rule(inlined=True)
def setup(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """Shuffle, deal, choose who begins (GM-024 to GM-028)."""
    deal(state, deck, events)
    state.first = state.first_seat
    if state.first < 0:
        state.first = random_below(state.random_state, state.seats)
    state.current = state.first
    begin_turn(state, events)


@rule(inlined=True)
def deal(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """The whole deck is shuffled, and every seat is dealt its cards (GM-024 to GM-027)."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for seat in range(state.seats):
        for _ in range(state.deal_size):
            draw_card(state, deck, events, seat)


# What may be done


@rule(inlined=True)
def legal_draws(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Any number from none to the limit (GM-033, GM-304)."""
    allow_range(actions, ACTIONS.draw, draw_limit(state, seat, state.drawn) + 1)


@rule(inlined=True)
def legal_trades(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """What the step of the trade allows (GM-313)."""
    if prepares_offer(state, seat):
        legal_offering(state, deck, seat, actions, 0)
    elif state.trade_step == TRADE_STEPS.choosing:
        if may_offer_again(state, actions, state.offers_made):
            allow_seats(actions, ACTIONS.offer_to, possible_partners(state, seat))
        allow(actions, ACTIONS.end_trade)
    elif state.trade_step == TRADE_STEPS.answering:
        legal_answers(state, deck, seat, state.current, actions, 0)
    else:
        allow(actions, ACTIONS.confirm)
        allow(actions, ACTIONS.withdraw)


@rule(inlined=True)
def prepares_offer(state: GuildMasterState, seat: int) -> bool:
    """Whether a seat has chosen a partner and has not made its offer yet, which nobody else can tell (GM-406)."""
    return state.own_partner[seat] != NONE


@rule(inlined=True)
def possible_partners(state: GuildMasterState, seat: int) -> int:
    """Any other seat, if there is a card to trade between the two (GM-037)."""
    partners = seats_with_cards(state)
    if cards_in(state, ZONES.hand + seat) > 0:
        partners = all_seats(state)
    return partners & ~seat_bit(seat)


@rule(inlined=True)
def seats_with_cards(state: GuildMasterState) -> int:
    """The seats that hold a card, as bits; how many a seat holds is public."""
    seats = 0
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > 0:
            seats |= seat_bit(seat)
    return seats


@rule(inlined=True)
def legal_offering(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList, beside: int) -> None:
    """Choose the cards to give, none included (GM-311), and a wish; then the offer is made.

    beside: how much is put in besides cards.
    """
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), ANY_CATEGORY)
    allow_range(actions, ACTIONS.wish_number + 1, FULL_HAND)
    allow_range(actions, ACTIONS.wish_category, deck.category_count)
    if picked_cards(state, seat) + cards_in(state, ZONES.hand + state.own_partner[seat]) + beside > 0:
        allow(actions, ACTIONS.done)
    allow_range(actions, ACTIONS.call_off, 1)


@rule(inlined=True)
def legal_answers(
    state: GuildMasterState, deck: GuildMasterDeck, seat: int, giver: int, actions: ActionList, beside: int
) -> None:
    """Choose any cards in return, or decline; both sides giving nothing is not a trade (GM-038, GM-311).

    beside: how much the two put in besides cards.
    """
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), ANY_CATEGORY)
    if picked_cards(state, seat) + cards_in(state, ZONES.offered + giver) + beside > 0:
        allow(actions, ACTIONS.done)
    allow(actions, ACTIONS.decline)


@rule(inlined=True)
def legal_discards(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Choose up to the allowed number of any hand cards (GM-043, GM-317)."""
    legal_picks(state, deck, seat, actions, state.discard_max, ANY_CATEGORY)
    allow(actions, ACTIONS.done)


@rule(inlined=True)
def legal_buildings(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Pick one category, any of them (GM-045, GM-318); then any of the matching cards."""
    if state.category == NONE:
        legal_categories(state, deck, seat, actions)
    else:
        legal_cards_to_build(state, deck, seat, actions)


@rule(inlined=True)
def legal_categories(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Any of the categories, even one that no card fits (GM-318, GM-341)."""
    allow_range(actions, ACTIONS.build_category, deck.category_count)


@rule(inlined=True)
def legal_cards_to_build(state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Hand cards that carry the picked letter, any of them (GM-046, GM-047), or by option all or none (GM-319)."""
    legal_picks(state, deck, seat, actions, cards_in(state, ZONES.hand + seat), state.category)
    picked, any_subset = picked_cards(state, seat), state.build_choice == OPTIONS.build_choice.any_subset
    if any_subset or picked == 0 or picked == matching_cards(state, deck, seat, state.category):
        allow(actions, ACTIONS.done)


@rule(inlined=True)
def carries(deck: GuildMasterDeck, kind: int, category: int) -> bool:
    """Whether a card carries a category; a split card carries both of its own (GM-320)."""
    return deck.points[kind, category] > 0


@rule(inlined=True)
def matching_cards(state: GuildMasterState, deck: GuildMasterDeck, seat: int, category: int) -> int:
    """How many hand cards carry a category."""
    count = 0
    for i in range(cards_in(state, ZONES.hand + seat)):
        if carries(deck, deck.kind[card_at(state, ZONES.hand + seat, i)], category):
            count += 1
    return count


@rule(inlined=True)
def legal_picks(
    state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList, most: int, category: int
) -> None:
    """Hand cards of a category that may join the set being chosen, up to `most`, or leave it again."""
    if picked_cards(state, seat) < most:
        if category == ANY_CATEGORY:
            allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.pick)
        else:
            legal_matching_picks(state, deck, seat, actions, category)
    if picked_cards(state, seat) > 0:
        allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)


@rule(inlined=True)
def legal_matching_picks(
    state: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList, category: int
) -> None:
    """Hand cards that carry a category."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        kind = deck.kind[card]
        if state.staged[card] == 0 and kind != last and carries(deck, kind, category):
            allow(actions, ACTIONS.pick + kind)
            last = kind


# Turn


@rule(inlined=True)
def begin_turn(state: GuildMasterState, events: Events) -> None:
    """The current seat's six phases begin (GM-029, GM-030)."""
    state.turn += 1
    state.active = 0
    emit(events, EVENTS.turn_begins, EVERYONE_HEARS, state.current, state.turn)
    enter(state, PHASES.draw_1)


@rule(inlined=True)
def begin_phase(state: GuildMasterState) -> None:
    """Forget what belonged to the phase before."""
    state.drawn = 0
    state.offers_made = 0
    state.trade_step = TRADE_STEPS.choosing
    state.category = NONE


@rule(inlined=True)
def choose_card(state: GuildMasterState, deck: GuildMasterDeck, seat: int, action: int) -> None:
    """Pick a card of the hand for a set, or put it back; the seat goes on choosing."""
    if verb_of(action) == ACTIONS.pick:
        stage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    else:
        unstage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    ask(state, seat)


# Draw phases


@rule(inlined=True)
def begin_draw(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """Ask the current seat, if it may draw (GM-032)."""
    begin_phase(state)
    if draw_limit(state, state.current, 0) > 0:
        ask(state, state.current)


@rule(inlined=True)
def draw_limit(state: GuildMasterState, seat: int, drawn: int) -> int:
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


@rule(inlined=True)
def draw(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """Draw the number named (GM-033); with `one_by_one` go on until the seat stops (GM-278)."""
    count = argument_of(action)
    for _ in range(count):
        draw_card(state, deck, events, seat)
    state.drawn += count
    if count > 0:
        tell_drawn(state, events, seat, count)
        if cards_in(state, ZONES.stock) == 0:
            emit(events, EVENTS.last_card, EVERYONE_HEARS, seat)
    goes_on = state.draw_mode == OPTIONS.draw_mode.one_by_one and count > 0
    if goes_on and draw_limit(state, seat, state.drawn) > 0:
        ask(state, seat)


@rule(inlined=True)
def tell_drawn(state: GuildMasterState, events: Events, seat: int, count: int) -> None:
    """Say how many cards a seat has drawn."""
    state.active = 1
    emit(events, EVENTS.drew, EVERYONE_HEARS, seat, count, cards_in(state, ZONES.stock))


@rule(inlined=True)
def draw_card(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """Take the top card of the stock."""
    card = top_card(state, ZONES.stock)
    move(state, card, ZONES.hand + seat)
    emit(events, EVENTS.drew_card, only(seat), seat, deck.kind[card])


# Trade phases


@rule(inlined=True)
def begin_trade(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """Ask the current seat, if it may trade."""
    begin_phase(state)
    if may_trade(state):
        ask(state, state.current)


@rule(inlined=True)
def may_trade(state: GuildMasterState) -> bool:
    """Whether the current seat may make an offer."""
    return offers_left(state, state.offers_made) and seats_with_cards(state) != 0


@rule(inlined=True)
def offers_left(state: GuildMasterState, made: int) -> bool:
    """Whether a seat that has made some offers in this trade phase may make another one (GM-211, GM-283)."""
    return state.trade_offer_cap < 0 or made < state.trade_offer_cap


@rule(inlined=True)
def may_offer_again(state: GuildMasterState, actions: ActionList, made: int) -> bool:
    """Whether whoever the actions are listed for may make another offer: bots stop at OFFER_STOP, people do not."""
    return offers_left(state, made) and (actions.people == 1 or made < OFFER_STOP)


@rule(inlined=True)
def one_offer_more(made: int) -> int:
    """The number of offers made plus one, counted as far as it matters."""
    return min(made + 1, OFFER_STOP)


@rule(inlined=True)
def trade(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
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


@rule(inlined=True)
def is_plan(action: int) -> bool:
    """Whether an action prepares an offer: a partner, a wish, another partner."""
    return (
        verb_of(action) == ACTIONS.offer_to
        or action == ACTIONS.call_off
        or verb_of(action) == ACTIONS.wish_category
        or verb_of(action) == ACTIONS.wish_number
    )


@rule(inlined=True)
def plan_offer(state: GuildMasterState, seat: int, action: int) -> None:
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


@rule(inlined=True)
def make_offer(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """Put the chosen cards before the partner, who is asked (GM-037, GM-039)."""
    partner = state.own_partner[seat]
    state.partner = partner
    state.offers_made = one_offer_more(state.offers_made)
    state.wish_number = state.own_wish_number[seat]
    state.wish_category = state.own_wish_category[seat]
    tell_offer(state, events, seat)
    forget_plan(state, seat)
    put_into_trade(state, deck, events, seat, partner, ZONES.offered + seat)
    state.trade_step = TRADE_STEPS.answering
    ask(state, partner)


@rule(inlined=True)
def tell_offer(state: GuildMasterState, events: Events, seat: int) -> None:
    """Now all learn of the offer that a seat has prepared, though not of its cards (GM-406)."""
    emit(events, EVENTS.offer, EVERYONE_HEARS, seat, state.own_partner[seat], picked_cards(state, seat))
    if state.own_wish_number[seat] > 0:
        emit(events, EVENTS.wish_number, EVERYONE_HEARS, seat, state.own_wish_number[seat])
    if state.own_wish_category[seat] != NONE:
        emit(events, EVENTS.wish_category, EVERYONE_HEARS, seat, state.own_wish_category[seat])


@rule(inlined=True)
def answer_offer(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """The partner puts in any cards of its own; the offering seat decides (GM-041)."""
    giver = state.current
    emit(events, EVENTS.answer, EVERYONE_HEARS, seat, picked_cards(state, seat))
    put_into_trade(state, deck, events, seat, giver, ZONES.offered + seat)
    state.trade_step = TRADE_STEPS.confirming
    ask(state, giver)


@rule(inlined=True)
def put_into_trade(
    state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int, other: int, place: int
) -> None:
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
        emit(events, EVENTS.shown_card, audience, seat, deck.kind[card])


@rule(inlined=True)
def confirm_trade(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """Both sets change hands together (GM-313)."""
    seat, partner = state.current, state.partner
    given, received = cards_in(state, ZONES.offered + seat), cards_in(state, ZONES.offered + partner)
    emit(events, EVENTS.trade, EVERYONE_HEARS, seat, partner, given, received)
    hand_over(state, deck, events, ZONES.offered + seat, partner)
    hand_over(state, deck, events, ZONES.offered + partner, seat)
    state.active = 1
    end_offer(state)


@rule(inlined=True)
def hand_over(state: GuildMasterState, deck: GuildMasterDeck, events: Events, place: int, receiver: int) -> None:
    """Move one side of a trade into the other hand; a seat that saw the cards still knows them there."""
    if state.trade_reveal == OPTIONS.trade_reveal.face_down:
        for i in range(cards_in(state, place)):
            kind = deck.kind[card_at(state, place, i)]
            emit(events, EVENTS.received_card, only(receiver), receiver, kind)
    move_all(state, place, ZONES.hand + receiver)


@rule(inlined=True)
def end_offer(state: GuildMasterState) -> None:
    """The trade is over, done or not: cards still in it go back; the current seat goes on trading or not."""
    take_back(state, state.current)
    take_back(state, state.partner)
    forget_offer(state)
    state.trade_step = TRADE_STEPS.choosing
    if may_trade(state):
        ask(state, state.current)


@rule(inlined=True)
def take_back(state: GuildMasterState, seat: int) -> None:
    """Return a seat's side of a trade to its hand; whoever saw the cards still knows them (GM-505)."""
    if picked_cards(state, seat) > 0:
        unstage_all(state, seat, ZONES.hand + seat)
    move_all(state, ZONES.offered + seat, ZONES.hand + seat)


@rule(inlined=True)
def forget_offer(state: GuildMasterState) -> None:
    """No partner, no wish."""
    state.partner = NONE
    state.wish_number = NONE
    state.wish_category = NONE


@rule(inlined=True)
def forget_plan(state: GuildMasterState, seat: int) -> None:
    """A seat prepares no offer: no partner, no wish."""
    state.own_partner[seat] = NONE
    state.own_wish_number[seat] = NONE
    state.own_wish_category[seat] = NONE


# Discard phase


@rule(inlined=True)
def begin_discard(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """Ask the current seat, if it may discard (GM-044)."""
    begin_phase(state)
    if state.discard_max > 0 and cards_in(state, ZONES.hand + state.current) > 0:
        ask(state, state.current)


@rule(inlined=True)
def discard(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """Choose cards, then give them up (GM-043)."""
    if action == ACTIONS.done:
        discard_picked(state, deck, events, seat)
    else:
        choose_card(state, deck, seat, action)


@rule(inlined=True)
def discard_picked(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """The chosen cards go to the discard pile (GM-043), face up or face down (GM-280)."""
    if picked_cards(state, seat) > 0:
        state.active = 1
        emit(events, EVENTS.discarded, EVERYONE_HEARS, seat, picked_cards(state, seat))
        if state.discard_visibility == OPTIONS.discard_visibility.face_down:
            lose_track(state, ZONES.hand + seat, only(seat))
            lay_down(state, deck, events, seat, ZONES.face_down_discard, only(seat), EVENTS.discarded_card)
        else:
            lay_down(state, deck, events, seat, ZONES.discard, EVERYONE_HEARS, EVENTS.discarded_card)


@rule(inlined=True)
def lay_down(
    state: GuildMasterState,
    deck: GuildMasterDeck,
    events: Events,
    seat: int,
    place: int,
    audience: int,
    kind_of_event: int,
) -> None:
    """Move a seat's chosen cards from its hand to a place and tell an audience which they are."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if state.staged[card] == 1:
            known_to(state, card, audience)
            emit(events, kind_of_event, audience, seat, deck.kind[card])
    move_picked(state, seat, ZONES.hand + seat, place)


# Build phase


@rule(inlined=True)
def begin_build(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """The current seat builds, or not (GM-051)."""
    begin_phase(state)
    ask(state, state.current)


@rule(inlined=True)
def build(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """Pick a category (GM-045), choose cards, then build them (GM-046, GM-047)."""
    if action == ACTIONS.done:
        build_picked(state, deck, events, seat)
    elif verb_of(action) == ACTIONS.build_category:
        # The seat is asked for cards even if none match: building nothing tells nothing about its hand.
        state.category = argument_of(action)
        ask(state, seat)
    else:
        choose_card(state, deck, seat, action)


@rule(inlined=True)
def build_picked(state: GuildMasterState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """The chosen cards lie face up before the seat, which owns them (GM-048, GM-049)."""
    if picked_cards(state, seat) > 0:
        state.active = 1
        emit(events, EVENTS.built, EVERYONE_HEARS, seat, picked_cards(state, seat))
        note_base_points(state, deck, seat)
        lay_down(state, deck, events, seat, ZONES.built + seat, EVERYONE_HEARS, EVENTS.built_card)


@rule(inlined=True)
def note_base_points(state: GuildMasterState, deck: GuildMasterDeck, seat: int) -> None:
    """Note the base points of the cards about to be built (GM-055)."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if state.staged[card] == 1:
            kind = deck.kind[card]
            for letter in range(2):
                category = deck.resource[letter, kind]
                state.base_points[seat, category] += 1


# End of the game


@rule(inlined=True)
def end_turn(state: GuildMasterState, deck: GuildMasterDeck, events: Events) -> None:
    """The next seat has its turn (GM-031), unless the game ends with this turn (GM-052, GM-053)."""
    state.idle_turns = 0 if state.active == 1 else state.idle_turns + 1
    following = (state.current + 1) % state.seats
    if game_ends(state, events, following):
        state.over = 1
        state.phase = PHASES.game_over
    else:
        state.current = following
        begin_turn(state, events)


@rule(inlined=True)
def game_ends(state: GuildMasterState, events: Events, following: int) -> int:
    """The stock is empty (GM-052, GM-307, GM-286), nobody does anything (GM-309), or the safety stop (GM-289)."""
    if cards_in(state, ZONES.stock) == 0 and (state.equal_turns == 0 or following == state.first):
        return True
    if state.idle_turns >= state.stall_rounds * state.seats:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, state.stall_rounds)
        return True
    if state.turn >= state.max_turns:
        emit(events, EVENTS.stopped, EVERYONE_HEARS, state.turn)
        return True
    return False


# The course of a match


class GuildMasterPhases(Phases):
    """The course of a game."""

    draw_1 = Phase("First draw", begin=begin_draw, legal=legal_draws, answer=draw, then="trade_1")
    trade_1 = Phase("First trade", begin=begin_trade, legal=legal_trades, answer=trade, then="discard")
    discard = Phase("Discard", begin=begin_discard, legal=legal_discards, answer=discard, then="draw_2")
    draw_2 = Phase("Second draw", begin=begin_draw, legal=legal_draws, answer=draw, then="trade_2")
    trade_2 = Phase("Second trade", begin=begin_trade, legal=legal_trades, answer=trade, then="build")
    build = Phase("Build", begin=begin_build, legal=legal_buildings, answer=build, end=end_turn)
    game_over = Phase("Game over")


PHASES = GuildMasterPhases()
