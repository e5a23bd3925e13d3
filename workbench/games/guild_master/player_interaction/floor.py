"""The open floor: all seats trade with all at once, or make offers one after another.

Increased Player Interaction and Labyrinth City share it; the latter has at least what the former declares.

Any seat may have one offer open, and each goes through the three steps of a trade (GM-313, GM-334). Steps that the base
game has too come from there. If there is a favour ledger (GM-242, GM-296), each side may put a favour beside its
cards, or in their place.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    ActionList,
    Events,
    all_seats,
    allow,
    allow_range,
    allow_seats,
    argument_of,
    ask,
    ask_seats,
    cards_in,
    emit,
    find_picks,
    move_all,
    picked_cards,
    rule,
    seat_bit,
    unstage_all,
    verb_of,
)
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.player_interaction.names import OPTIONS
from workbench.games.guild_master.player_interaction.table import ACTIONS, EVENTS, ZONES, InteractionState
from workbench.games.guild_master.rules import (
    choose_card,
    forget_plan,
    hand_over,
    is_plan,
    legal_answers,
    legal_offering,
    may_offer_again,
    offers_left,
    one_offer_more,
    plan_offer,
    possible_partners,
    prepares_offer,
    put_into_trade,
    seats_with_cards,
    tell_offer,
)
from workbench.games.guild_master.table import TRADE_STEPS

NO_FAVOUR, OWN_FAVOUR, THEIR_FAVOUR = 0, 1, 2  # what a side puts in: it owes none; it owes one; the other side owes one


@rule
def open_the_floor(state: InteractionState, events: Events, first: int) -> None:
    """The floor is open to all pairs at once (GM-210, GM-334), or seats offer in order from the first on."""
    state.passed = 0
    state.stopped = 0
    for seat in range(state.seats):
        state.offers_by[seat] = 0
    if not offers_possible(state):
        return
    if state.trade_floor == OPTIONS.trade_floor.in_order:
        state.current = first
        ask(state, first)
    else:
        emit(events, EVENTS.floor_opens, EVERYONE_HEARS)
        ask_seats(state, all_seats(state))


@rule(inlined=True)
def has_offer(state: InteractionState, seat: int) -> bool:
    """Whether a seat has an open offer of its own."""
    return state.partner[seat] != NONE


@rule(inlined=True)
def offers_to(state: InteractionState, seat: int) -> int:
    """The seats whose offers wait for an answer of a seat, as bits."""
    givers = 0
    for giver in range(state.seats):
        if state.partner[giver] == seat and state.step[giver] == TRADE_STEPS.answering:
            givers |= seat_bit(giver)
    return givers


@rule(inlined=True)
def keeps_ledger(state: InteractionState) -> bool:
    """Whether favours are written down (GM-296)."""
    return state.favour_ledger == OPTIONS.favour_ledger.on


@rule(inlined=True)
def legal_trades(state: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> None:
    """Go on with an offer or an answer; or begin one, decide on an answer or be done (GM-313, GM-334)."""
    if prepares_offer(state, seat):
        legal_offers(state, deck, seat, state.own_partner[seat], actions)
    elif state.own_answer[seat] != NONE:
        legal_replies(state, deck, seat, state.own_answer[seat], actions)
    else:
        legal_on_the_floor(state, seat, actions)


@rule(inlined=True)
def legal_offers(state: InteractionState, deck: GuildMasterDeck, seat: int, partner: int, actions: ActionList) -> None:
    """Any cards and a wish, as in the base game, and a favour, which may be all there is (GM-413)."""
    legal_offering(state, deck, seat, actions, int(state.own_favour[seat] != NO_FAVOUR))
    if not keeps_ledger(state) and cards_in(state, ZONES.hand + seat) + cards_in(state, ZONES.hand + partner) == 0:
        allow(actions, ACTIONS.leave)  # others have taken the last card in the meantime
    legal_favours(state, seat, actions)


@rule(inlined=True)
def legal_replies(state: InteractionState, deck: GuildMasterDeck, seat: int, giver: int, actions: ActionList) -> None:
    """Any cards and a favour in return, or decline (GM-212, GM-311, GM-413); people may look at another offer first."""
    spoken_of = state.favour[giver] != NO_FAVOUR or state.own_favour[seat] != NO_FAVOUR
    legal_answers(state, deck, seat, giver, actions, int(spoken_of))
    if actions.people == 1:
        allow(actions, ACTIONS.leave)
    legal_favours(state, seat, actions)


@rule(inlined=True)
def legal_favours(state: InteractionState, seat: int, actions: ActionList) -> None:
    """Promise a favour or ask for one (GM-242); people may change their minds."""
    if keeps_ledger(state):
        if actions.people == 1:
            allow_range(actions, ACTIONS.promise, 3)
        elif state.own_favour[seat] == NO_FAVOUR:
            allow_range(actions, ACTIONS.promise + OWN_FAVOUR, 2)


@rule(inlined=True)
def legal_on_the_floor(state: InteractionState, seat: int, actions: ActionList) -> None:
    """At most one open offer of one's own; a seat that owes an answer or a decision gives it before it is done."""
    decides = has_offer(state, seat) and state.step[seat] == TRADE_STEPS.confirming
    waiting = offers_to(state, seat)
    if may_offer(state, seat) and may_offer_again(state, actions, state.offers_by[seat]):
        allow_seats(actions, ACTIONS.offer_to, partners_on_the_floor(state, seat))
    if decides:
        allow(actions, ACTIONS.confirm)
    if decides or (has_offer(state, seat) and actions.people == 1):
        allow(actions, ACTIONS.withdraw)
    if not decides and waiting == 0:
        allow(actions, ACTIONS.end_trade)
    allow_seats(actions, ACTIONS.answer_to, waiting)


@rule(inlined=True)
def partners_on_the_floor(state: InteractionState, seat: int) -> int:
    """Any other seat, if there is a card to trade between the two, or favours are written down (GM-413)."""
    if keeps_ledger(state):
        return all_seats(state) & ~seat_bit(seat)
    return possible_partners(state, seat)


@rule(inlined=True)
def may_offer(state: InteractionState, seat: int) -> bool:
    """Whether a seat may make an offer now (GM-334, GM-283)."""
    if has_offer(state, seat) or not offers_left(state, state.offers_by[seat]):
        return False
    return state.trade_floor == OPTIONS.trade_floor.open or seat == state.current


@rule(inlined=True)
def trade(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, action: int) -> None:
    """One step of a seat: in an offer of its own, in an answer, or saying that it is done."""
    if action == ACTIONS.end_trade:
        be_done(state, events, seat)
        return
    ask(state, seat)
    if verb_of(action) == ACTIONS.answer_to:
        state.own_answer[seat] = argument_of(action)
    elif verb_of(action) == ACTIONS.promise:
        state.own_favour[seat] = argument_of(action)
    elif action == ACTIONS.leave or action == ACTIONS.call_off:
        leave(state, seat)
    elif is_plan(action):
        plan_offer(state, seat, action)
    elif action == ACTIONS.confirm:
        confirm_trade(state, deck, events, seat)
    elif action == ACTIONS.withdraw:
        end_offer(state, seat)
    elif action == ACTIONS.decline:
        emit(events, EVENTS.declines, EVERYONE_HEARS, seat, state.own_answer[seat])
        end_offer(state, state.own_answer[seat])
    elif action != ACTIONS.done:
        choose_card(state, deck, seat, action)
    elif prepares_offer(state, seat):
        make_offer(state, deck, events, seat)
    else:
        answer_offer(state, deck, events, seat)


@rule(inlined=True)
def be_done(state: InteractionState, events: Events, seat: int) -> None:
    """A seat is done until it receives an offer or an answer; in order, it makes no offer this time."""
    if state.trade_floor == OPTIONS.trade_floor.in_order:
        state.passed += 1
        return
    state.stopped |= seat_bit(seat)
    emit(events, EVENTS.is_done, EVERYONE_HEARS, seat)


@rule(inlined=True)
def call_back(state: InteractionState, seat: int) -> None:
    """A seat that is offered something, or answered, may act again (GM-334)."""
    state.stopped &= ~seat_bit(seat)
    ask(state, seat)


@rule
def leave(state: InteractionState, seat: int) -> None:
    """Neither offer nor answer for now."""
    unstage_all(state, seat, ZONES.hand + seat)
    forget_own(state, seat)


@rule(inlined=True)
def forget_own(state: InteractionState, seat: int) -> None:
    """A seat prepares neither an offer nor an answer."""
    forget_plan(state, seat)
    state.own_answer[seat] = NONE
    state.own_favour[seat] = NO_FAVOUR


@rule
def make_offer(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """Put the chosen cards before the partner (GM-313)."""
    partner = state.own_partner[seat]
    tell_offer(state, events, seat)
    state.partner[seat] = partner
    state.step[seat] = TRADE_STEPS.answering
    state.offers_by[seat] = one_offer_more(state.offers_by[seat])
    state.wish_number[seat] = state.own_wish_number[seat]
    state.wish_category[seat] = state.own_wish_category[seat]
    state.favour[seat] = speak_of_favour(state, events, seat, partner)
    forget_own(state, seat)
    put_into_trade(state, deck, events, seat, partner, ZONES.offered + seat)
    wait_in_order(state, seat)
    call_back(state, partner)


@rule
def answer_offer(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """Put the chosen cards against the offer that was chosen; the offering seat decides (GM-313)."""
    giver = state.own_answer[seat]
    emit(events, EVENTS.answers, EVERYONE_HEARS, seat, giver, picked_cards(state, seat))
    state.answer_favour[giver] = speak_of_favour(state, events, seat, giver)
    put_into_trade(state, deck, events, seat, giver, ZONES.answered[giver])
    forget_own(state, seat)
    state.step[giver] = TRADE_STEPS.confirming
    wait_in_order(state, seat)
    call_back(state, giver)


@rule(inlined=True)
def wait_in_order(state: InteractionState, seat: int) -> None:
    """If seats offer in order, only the one that has to answer or to decide is asked."""
    if state.trade_floor == OPTIONS.trade_floor.in_order:
        state.to_act &= ~seat_bit(seat)


@rule
def speak_of_favour(state: InteractionState, events: Events, seat: int, other: int) -> int:
    """All read what is owed if the two agree (GM-242); returns the favour that the seat puts in."""
    favour = state.own_favour[seat]
    if favour == OWN_FAVOUR:
        emit(events, EVENTS.would_owe, EVERYONE_HEARS, seat, other)
    elif favour == THEIR_FAVOUR:
        emit(events, EVENTS.would_owe, EVERYONE_HEARS, other, seat)
    return favour


@rule
def note_favour(state: InteractionState, events: Events, seat: int, other: int, favour: int) -> None:
    """A line in the ledger, once both sides have agreed, for the favour that one put in (GM-242, GM-413)."""
    if favour == OWN_FAVOUR:
        owe(state, events, seat, other)
    elif favour == THEIR_FAVOUR:
        owe(state, events, other, seat)


@rule(inlined=True)
def owe(state: InteractionState, events: Events, debtor: int, creditor: int) -> None:
    """One more favour, which nobody enforces."""
    state.owes[debtor, creditor] += 1
    emit(events, EVENTS.owes_favour, EVERYONE_HEARS, debtor, creditor)


@rule
def confirm_trade(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int) -> None:
    """Both sets change hands together, and favours are written down (GM-313, GM-413)."""
    partner = state.partner[seat]
    note_favour(state, events, seat, partner, state.favour[seat])
    note_favour(state, events, partner, seat, state.answer_favour[seat])
    if cards_in(state, ZONES.offered + seat) + cards_in(state, ZONES.answered[seat]) > 0:
        exchange(state, deck, events, seat, partner)
    end_offer(state, seat)


@rule
def exchange(state: InteractionState, deck: GuildMasterDeck, events: Events, seat: int, partner: int) -> None:
    """The cards of a trade change hands; nothing for nothing is none (GM-311)."""
    given, received = cards_in(state, ZONES.offered + seat), cards_in(state, ZONES.answered[seat])
    emit(events, EVENTS.trade, EVERYONE_HEARS, seat, partner, given, received)
    hand_over(state, deck, events, ZONES.offered + seat, partner)
    hand_over(state, deck, events, ZONES.answered[seat], seat)
    state.active = 1


@rule
def end_offer(state: InteractionState, seat: int) -> None:
    """An offer is closed, done or not: cards still in it go back; whoever saw them still knows them (GM-505).

    The answer that the partner was about to give to it is put down; the two go on with what else they were choosing.
    """
    partner = state.partner[seat]
    if state.own_answer[partner] == seat:
        leave(state, partner)
    move_all(state, ZONES.offered + seat, ZONES.hand + seat)
    move_all(state, ZONES.answered[seat], ZONES.hand + partner)
    find_picks(state, seat, ZONES.hand + seat)
    find_picks(state, partner, ZONES.hand + partner)
    forget_offer(state, seat)
    if state.trade_floor == OPTIONS.trade_floor.in_order:
        state.passed = 0
        state.to_act = 0


@rule(inlined=True)
def forget_offer(state: InteractionState, seat: int) -> None:
    """A seat has no open offer."""
    state.partner[seat] = NONE
    state.step[seat] = TRADE_STEPS.choosing
    state.wish_number[seat] = NONE
    state.wish_category[seat] = NONE
    state.favour[seat] = NO_FAVOUR
    state.answer_favour[seat] = NO_FAVOUR


@rule
def ask_next_to_offer(state: InteractionState) -> None:
    """In order, ask the next seat that may offer, until all have passed in a row; nobody is asked any more then."""
    if state.trade_floor == OPTIONS.trade_floor.in_order and offers_possible(state):
        while state.passed < state.seats:
            state.current = (state.current + 1) % state.seats
            if may_offer(state, state.current):
                ask(state, state.current)
                return
            state.passed += 1
    state.stopped = 0


@rule(inlined=True)
def offers_possible(state: InteractionState) -> bool:
    """Whether there is anything to trade when the floor opens."""
    return state.trade_offer_cap != 0 and seats_with_cards(state) != 0
