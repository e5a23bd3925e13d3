"""A quest: who sponsors it, setting it up, joining, stage after stage, and its end (QU-042 to QU-115)."""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    ActionList,
    Events,
    action_with,
    all_seats,
    allow,
    allow_cards,
    allow_range,
    argument_of,
    ask,
    ask_seats,
    card_at,
    cards_in,
    emit,
    enter,
    first_argument,
    known_to,
    move,
    move_all,
    move_picked,
    next_clockwise,
    only,
    picked_cards,
    rule,
    seat_bit,
    second_argument,
    show_to,
    stage,
    unstage,
    unstage_all,
    verb_of,
)
from workbench.games.quests.battle import (
    can_sponsor,
    capacity,
    cards_to_pay,
    completes,
    first_fault,
    group_number,
    group_place,
    group_total,
    last_stage,
    least_bid,
    may_place,
    merlin_of,
    of_type,
    player_total,
    sealed,
    stages_of,
)
from workbench.games.quests.deck import TYPE, QuestsDeck
from workbench.games.quests.hands import cover_discards, give, give_each, open_further_window, open_window, trim_at_once
from workbench.games.quests.names import OPTIONS, PHASES
from workbench.games.quests.playing import clear_all, clear_played, legal_plays, note_battle, show_plays
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.shields import gain
from workbench.games.quests.table import ACTIONS, EVENTS, ZONES, QuestsState

YES, NO = 1, 2  # answers that are heard together
EACH_RECOGNITION = 2  # shields (QU-143)

# Asking in turn


@rule
def ask_next(state: QuestsState, first: int) -> int:
    """Ask the next of the waiting seats, clockwise from the first; returns whether there was one."""
    seat = next_clockwise(state, first, state.waiting)
    if seat < 0:
        return False
    state.waiting &= ~seat_bit(seat)
    ask(state, seat)
    return True


@rule
def left_of(state: QuestsState, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % state.seats


# The sponsor (QU-042 to QU-047)


@rule
def offer_quest(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All are asked, including the drawer, who is first (QU-042, QU-043)."""
    state.sponsor = NONE
    state.willing = 0
    state.participants = 0
    state.waiting = all_seats(state)


@rule
def legal_sponsor(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """To sponsor, if the hand can build the quest; to decline (QU-225, QU-226)."""
    if can_sponsor(state, deck, seat):
        allow(actions, ACTIONS.sponsor)
    allow(actions, ACTIONS.decline)


@rule
def answer_offer(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """The first to accept is the sponsor and nobody else is asked (QU-044)."""
    if action == ACTIONS.sponsor:
        state.sponsor = seat
        state.waiting = 0
    else:
        emit(events, EVENTS.declines, EVERYONE_HEARS, seat)


@rule
def end_offer(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Ask the next; everybody is told who sponsors (QU-045); without a sponsor the story is over (QU-046)."""
    if state.sponsor == NONE and ask_next(state, state.current):
        return
    begin_setup(state, deck, events)


@rule
def ask_all_to_sponsor(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All answer together (QU-230)."""
    offer_quest(state, deck, events)
    ask_seats(state, all_seats(state))


@rule
def answer_together(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """An answer that is heard once the last one is in."""
    state.answer[seat] = YES if action == ACTIONS.sponsor or action == ACTIONS.join else NO


@rule
def end_vote(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Of those willing, the nearest to the drawer clockwise becomes the sponsor (QU-230)."""
    willing = 0
    for seat in range(state.seats):
        if state.answer[seat] == YES:
            willing |= seat_bit(seat)
            emit(events, EVENTS.willing, EVERYONE_HEARS, seat)
        else:
            emit(events, EVENTS.declines, EVERYONE_HEARS, seat)
        state.answer[seat] = 0
    state.willing = willing
    state.sponsor = next_clockwise(state, state.current, willing)
    begin_setup(state, deck, events)


@rule
def begin_setup(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The sponsor sets the quest up, or the story is over (QU-045, QU-046)."""
    if state.sponsor == NONE:
        emit(events, EVENTS.nobody_sponsors, EVERYONE_HEARS)
        forget_recognition(state)
        enter(state, PHASES.turn_end)
    else:
        state.cards_set = 0
        state.looked = 0
        for seat in range(state.seats):
            state.looked_at[seat] = NONE
        emit(events, EVENTS.sponsors, EVERYONE_HEARS, state.sponsor, stages_of(state, deck))
        enter(state, PHASES.quest_setup)


@rule
def forget_recognition(state: QuestsState) -> None:
    """By option, King's Recognition waits for the next quest card only (QU-260)."""
    if state.recognition == OPTIONS.recognition.next_quest_card:
        state.pending_recognition = 0


# Setting up (QU-048 to QU-064)


@rule
def ask_sponsor(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The sponsor alone sets the quest up (QU-227)."""
    ask(state, state.sponsor)


@rule
def legal_setup(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Place cards, take them back, and set the quest once it is legal (QU-049 to QU-058, QU-228)."""
    if actions.people == 1:
        legal_in_stages(state, deck, seat, actions, ACTIONS.place)
        legal_in_stages(state, deck, seat, actions, ACTIONS.take_back)
    else:
        legal_places_in_order(state, deck, seat, actions, 1)
        legal_places_in_order(state, deck, seat, actions, 0)
    fault = first_fault(state, deck, seat)
    if picked_cards(state, seat) > 0 and (actions.people == 1 or (actions.count == 0 and fault >= 0)):
        allow(actions, ACTIONS.start_over)
    if fault < 0 or not can_sponsor(state, deck, seat):  # in a determinization the hand may be one that cannot
        allow(actions, ACTIONS.confirm)
    if actions.people == 1:
        allow(actions, ACTIONS.set_for_me)


@rule
def legal_in_stages(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList, verb: int) -> None:
    """Every card for every stage that it may join as it stands, or every card of every stage to be taken back."""
    hand = ZONES.hand + seat
    for n in range(stages_of(state, deck)):
        picked, last = n + 1 if verb == ACTIONS.take_back else 0, -1
        for i in range(cards_in(state, hand)):
            card = card_at(state, hand, i)
            kind = deck.kind[card]
            if kind != last and state.staged[card] == picked:
                last = kind
                if picked > 0 or may_place(state, deck, seat, n, kind):
                    allow(actions, action_with(verb, n, kind))


@rule
def legal_places_in_order(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList, weapons: int) -> None:
    """What computer players are offered: cards after which the quest can still be completed, stage after stage."""
    hand, last, here = ZONES.hand + seat, -1, last_stage(state, seat)
    for i in range(cards_in(state, hand)):
        card = card_at(state, hand, i)
        kind = deck.kind[card]
        if kind != last and state.staged[card] == 0:
            last = kind
            is_weapon = int(deck.type[kind] == TYPE.weapon)
            if is_weapon == weapons and completes(state, deck, seat, i):
                allow(actions, action_with(ACTIONS.place, here + 1 - is_weapon, kind))


@rule
def set_up(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """Place a card, take one back, begin again, have all placed, or set it, after which nothing changes (QU-228)."""
    hand = ZONES.hand + seat
    if action == ACTIONS.confirm:
        lay_groups(state, deck, events, seat)
        return
    if action == ACTIONS.set_for_me:
        place_what_fits(state, deck, seat)  # as a proposal, which the sponsor can still set or change
    elif action == ACTIONS.start_over:
        unstage_all(state, seat, hand)
    elif verb_of(action) == ACTIONS.place:
        stage(state, deck, seat, hand, second_argument(action), first_argument(action) + 1)
    else:
        take_back(state, deck, seat, first_argument(action), second_argument(action))
    ask(state, seat)


@rule
def take_back(state: QuestsState, deck: QuestsDeck, seat: int, n: int, kind: int) -> None:
    """A card leaves its stage, a foe with its weapons, since no weapon may lie there without one (QU-054, QU-228)."""
    hand = ZONES.hand + seat
    unstage(state, deck, seat, hand, kind, n + 1)
    if deck.type[kind] == TYPE.foe:
        for i in range(cards_in(state, hand)):
            card = card_at(state, hand, i)
            if state.staged[card] == n + 1:
                unstage(state, deck, seat, hand, deck.kind[card], n + 1)


@rule
def place_what_fits(state: QuestsState, deck: QuestsDeck, seat: int) -> None:
    """The quest with the fewest weapons possible, for a sponsor who will not choose or is out of time (QU-227)."""
    hand = ZONES.hand + seat
    unstage_all(state, seat, hand)
    i = next_that_fits(state, deck, seat)
    while i >= 0 and first_fault(state, deck, seat) >= 0:
        kind = deck.kind[card_at(state, hand, i)]
        n = last_stage(state, seat) + int(deck.type[kind] != TYPE.weapon)
        stage(state, deck, seat, hand, kind, n + 1)
        i = next_that_fits(state, deck, seat)


@rule
def next_that_fits(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The position in a hand of a card after which the quest can still be completed, weapons last; -1 if none."""
    hand, found = ZONES.hand + seat, -1
    for i in range(cards_in(state, hand)):
        if completes(state, deck, seat, i):
            if deck.type[deck.kind[card_at(state, hand, i)]] != TYPE.weapon:
                return i
            if found < 0:
                found = i
    return found


@rule
def lay_groups(state: QuestsState, deck: QuestsDeck, events: Events, seat: int) -> None:
    """The groups lie face down; how many cards each has is public, or by option all lie together (QU-064, QU-279)."""
    if sealed(state):
        for i in range(cards_in(state, ZONES.hand + seat) - 1, -1, -1):
            card = card_at(state, ZONES.hand + seat, i)
            if state.staged[card] > 0:  # and stays picked for its stage
                move(state, card, ZONES.sealed + seat)
        state.cards_set = cards_in(state, ZONES.sealed + seat)
        emit(events, EVENTS.sets_quest, EVERYONE_HEARS, seat)
        return
    for n in range(stages_of(state, deck)):
        move_picked(state, seat, ZONES.hand + seat, ZONES.stage[n], n + 1)
        for i in range(cards_in(state, ZONES.stage[n])):
            known_to(state, card_at(state, ZONES.stage[n], i), only(seat))
        state.cards_set += cards_in(state, ZONES.stage[n])
        emit(events, EVENTS.set_up, EVERYONE_HEARS, seat, n + 1, cards_in(state, ZONES.stage[n]))


@rule
def sort_out_groups(state: QuestsState, deck: QuestsDeck) -> None:
    """In a determinization nobody knows which sealed card is in which stage: they are shared by the stages left."""
    if not sealed(state):
        return
    seat, first, stages = state.sponsor, 0, stages_of(state, deck)
    while first < stages and cards_in(state, ZONES.turned[first]) > 0:
        first += 1
    for i in range(cards_in(state, ZONES.sealed + seat)):
        card = card_at(state, ZONES.sealed + seat, i)
        if state.staged[card] == 0:
            state.staged[card] = first + i % max(1, stages - first) + 1
            state.staged_count[seat] += 1


@rule
def unseal(state: QuestsState, n: int) -> None:
    """The group of a stage is laid alone, to be turned up."""
    seat = state.sponsor
    for i in range(cards_in(state, ZONES.sealed + seat) - 1, -1, -1):
        card = card_at(state, ZONES.sealed + seat, i)
        if state.staged[card] == n + 1:
            state.staged[card] = 0
            state.staged_count[seat] -= 1
            move(state, card, ZONES.stage[n])
    if cards_in(state, ZONES.sealed + seat) == 0:
        unstage_all(state, seat, ZONES.sealed + seat)


@rule
def end_setup(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The others are asked whether they join."""
    enter(state, PHASES.join_offer if state.join_order == OPTIONS.join_order.in_turn else PHASES.join_vote)


# Joining (QU-065 to QU-067)


@rule
def others_than_sponsor(state: QuestsState) -> int:
    """All seats but the sponsor's, which neither fights nor bids (QU-047)."""
    return all_seats(state) & ~seat_bit(state.sponsor)


@rule
def offer_joining(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Every other player is asked, clockwise from the sponsor's left (QU-065, QU-231)."""
    state.waiting = others_than_sponsor(state)


@rule
def ask_all_to_join(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All others answer together (QU-231)."""
    ask_seats(state, others_than_sponsor(state))


@rule
def legal_join(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Join or stay out."""
    allow(actions, ACTIONS.join)
    allow(actions, ACTIONS.stay_out)


@rule
def answer_join(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """Each answer is heard at once; whoever declines sits out until the quest is over (QU-066, QU-231)."""
    take_join(state, events, seat, action == ACTIONS.join)


@rule
def take_join(state: QuestsState, events: Events, seat: int, joins: int) -> None:
    """A seat joins the quest or stays out."""
    if joins:
        state.participants |= seat_bit(seat)
        emit(events, EVENTS.joins, EVERYONE_HEARS, seat)
    else:
        emit(events, EVENTS.stays_out, EVERYONE_HEARS, seat)


@rule
def end_joining(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Ask the next; then the stages begin, or without participants the quest ends (QU-232)."""
    if not ask_next(state, left_of(state, state.sponsor)):
        begin_stages(state)


@rule
def end_join_vote(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All answers are revealed together (QU-231)."""
    for seat in range(state.seats):
        if seat != state.sponsor:
            take_join(state, events, seat, state.answer[seat] == YES)
        state.answer[seat] = 0
    begin_stages(state)


@rule
def begin_stages(state: QuestsState) -> None:
    """The stages begin if there are participants; otherwise the quest ends (QU-232)."""
    enter(state, PHASES.quest_end if state.participants == 0 else PHASES.quest_deal)


@rule
def deal_to_participants(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Each participant is given a card before the first stage (QU-067, QU-213)."""
    state.stage_now = 0
    give_each(state, deck, events, left_of(state, state.sponsor), state.participants, 1)


# A stage begins (QU-068 to QU-071)


@rule
def turn_up(state: QuestsState, deck: QuestsDeck, events: Events, n: int) -> None:
    """A group lies open until the quest ends (QU-236)."""
    if sealed(state):
        sort_out_groups(state, deck)
        unseal(state, n)
    for i in range(cards_in(state, ZONES.stage[n])):
        emit(events, EVENTS.group_card, EVERYONE_HEARS, deck.kind[card_at(state, ZONES.stage[n], i)], n + 1)
    move_all(state, ZONES.stage[n], ZONES.turned[n])


@rule
def is_test(state: QuestsState, deck: QuestsDeck, n: int) -> bool:
    """Whether a stage is a test (QU-050, QU-097)."""
    return of_type(state, deck, group_place(state, n), group_number(state, n), TYPE.test) > 0


@rule
def begin_stage(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The stage is presented: its cards, or by option only its kind; a test is always shown (QU-069 to QU-071)."""
    n = state.stage_now
    sort_out_groups(state, deck)
    state.test_now = int(is_test(state, deck, n))
    if state.stage_reveal == OPTIONS.stage_reveal.cards or state.test_now == 1:
        turn_up(state, deck, events, n)
    else:
        emit(events, EVENTS.foe_ahead, EVERYONE_HEARS, n + 1)
    open_window(state, state.participants | seat_bit(state.sponsor))  # QU-268


# Merlin looks ahead (QU-204, QU-275 to QU-277)


@rule
def wait_for_merlin(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Participants who have Merlin in play and have not looked in this quest (QU-275)."""
    state.waiting = state.participants & ~state.looked if state.merlin_preview == 1 else 0


@rule
def ask_merlin(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Ask the next owner of Merlin while a stage is still face down; then cards are chosen."""
    waiting = state.waiting
    if hidden_stages(state, deck) > 0:
        while waiting != 0:
            seat = next_clockwise(state, state.current, waiting)
            waiting &= ~seat_bit(seat)
            state.waiting = waiting
            if merlin_of(state, deck, seat) >= 0:
                ask(state, seat)
                return
    enter(state, PHASES.stage_play)


@rule
def hidden_stages(state: QuestsState, deck: QuestsDeck) -> int:
    """How many stages lie face down."""
    number = 0
    for n in range(stages_of(state, deck)):
        number += int(cards_in(state, ZONES.turned[n]) == 0)
    return number


@rule
def legal_looks(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """One stage that is still face down, or none yet (QU-276)."""
    for n in range(stages_of(state, deck)):
        if cards_in(state, ZONES.turned[n]) == 0:
            allow(actions, ACTIONS.look + n)
    allow(actions, ACTIONS.keep_look)


@rule
def look(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """All know which stage is looked at; only Merlin's owner sees its cards (QU-276)."""
    if action == ACTIONS.keep_look:
        return
    n = argument_of(action)
    state.looked |= seat_bit(seat)
    state.looked_at[seat] = n
    emit(events, EVENTS.looks, EVERYONE_HEARS, seat, n + 1)
    sort_out_groups(state, deck)
    place = group_place(state, n)
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if state.staged[card] == group_number(state, n):
            show_to(state, card, only(seat))
            emit(events, EVENTS.saw, only(seat), deck.kind[card], n + 1)


# Cards are chosen and shown (QU-072 to QU-079, QU-248)


@rule
def ask_participants(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """All participants choose at the same time (QU-072, QU-073); alone in a test there is only one (QU-106)."""
    ask_seats(state, state.participants)


@rule
def legal_stage_plays(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Weapons only where there is a foe (QU-077, QU-248)."""
    legal_plays(state, deck, seat, actions, 1 - state.test_now)


@rule
def show_stage_plays(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The selections are revealed together; a foe that was hidden is turned up now (QU-070, QU-073)."""
    n = state.stage_now
    show_plays(state, deck, events, state.participants)
    turn_up(state, deck, events, n)
    enter(state, PHASES.stage_window if state.test_now == 0 else PHASES.bid_window)


# Foe stage (QU-092 to QU-096)


@rule
def open_stage_window(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """By option Mordred may be given up between reveal and evaluation (QU-271)."""
    note_battle(state, deck, state.participants, ZONES.turned[state.stage_now])
    open_further_window(state, state.participants | seat_bit(state.sponsor))


@rule
def fight(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Each participant is evaluated separately; whoever fails is eliminated (QU-080 to QU-084, QU-095, QU-096)."""
    place = ZONES.turned[state.stage_now]
    note_battle(state, deck, state.participants, place)
    foes = group_total(state, deck, place, 0)
    for seat in range(state.seats):
        if (state.participants >> seat) & 1 == 1:
            total = player_total(state, deck, seat)
            passes = total > foes or (total == foes and state.foe_tie == OPTIONS.foe_tie.player_passes)
            if passes:
                emit(events, EVENTS.passes, EVERYONE_HEARS, seat, total, foes)
            else:
                state.participants &= ~seat_bit(seat)
                emit(events, EVENTS.falls, EVERYONE_HEARS, seat, total, foes)
    close_stage(state, deck, events)


@rule
def close_stage(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Cards played in the stage go, and by option those who passed may draw (QU-085 to QU-091)."""
    for seat in range(state.seats):
        clear_played(state, deck, seat)
    last = state.stage_now + 1 == stages_of(state, deck)
    if state.cards_per_passed_stage == 1 and (not last or state.card_after_last_stage == 1):  # QU-235
        give_each(state, deck, events, left_of(state, state.sponsor), state.participants, 1)


@rule
def next_stage(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The next stage, unless nobody is left or the last one has been passed (QU-083, QU-108)."""
    if state.participants == 0 or state.stage_now + 1 == stages_of(state, deck):
        enter(state, PHASES.quest_end)
    else:
        state.stage_now += 1
        enter(state, PHASES.stage_start)


# Test stage (QU-097 to QU-107, QU-243 to QU-252)


@rule
def test_of_stage(state: QuestsState, deck: QuestsDeck) -> int:
    """The kind of the test of this stage."""
    place = ZONES.turned[state.stage_now]
    for i in range(cards_in(state, place)):
        kind = deck.kind[card_at(state, place, i)]
        if deck.type[kind] == TYPE.test:
            return kind
    return deck.kind[card_at(state, place, 0)]


@rule
def begin_bid(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Before every bid Mordred may be given up by option (QU-271)."""
    open_further_window(state, state.participants | seat_bit(state.sponsor))


@rule
def ask_for_bid(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A seat that came to the test alone is asked for its minimum; otherwise the bids go round (QU-106, QU-249)."""
    alone = state.participants & (state.participants - 1) == 0
    enter(state, PHASES.lone_bid if alone and state.speaker == NONE else PHASES.bidding)


@rule
def ask_bidder(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The next participant clockwise bids, the first one to the left of the sponsor (QU-098, QU-243, QU-245)."""
    if state.speaker == NONE:
        state.waiting = state.participants
        state.speaker = state.sponsor
    bidders = state.participants
    if state.bidding == OPTIONS.bidding.single_round:
        bidders = state.waiting
    state.speaker = next_clockwise(state, left_of(state, state.speaker), bidders)
    state.waiting &= ~seat_bit(state.speaker)
    ask(state, state.speaker)


@rule
def legal_bids(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Above the bid before, from the minimum in force up to the seat's capacity; or pass (QU-099, QU-100, QU-247)."""
    least = max(least_bid(state, deck, test_of_stage(state, deck), False), state.bid + 1)
    allow_range(actions, ACTIONS.bid + least, capacity(state, deck, seat) - least + 1)
    allow(actions, ACTIONS.pass_)


@rule
def answer_bid(state: QuestsState, deck: QuestsDeck, events: Events, seat: int, action: int) -> None:
    """A bid stands until it is outbid; whoever passes is out of the quest for good (QU-101, QU-244)."""
    if action == ACTIONS.pass_ or action == ACTIONS.drop_out:
        state.participants &= ~seat_bit(seat)
        emit(events, EVENTS.passes_bid, EVERYONE_HEARS, seat)
    else:
        state.bid = argument_of(action)
        state.bidder = seat
        emit(events, EVENTS.bids, EVERYONE_HEARS, seat, state.bid)


@rule
def end_bid(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The auction ends once only the highest bidder is left; with none the quest ends (QU-102, QU-249 to QU-251)."""
    left = state.participants
    if state.bidding == OPTIONS.bidding.single_round and state.waiting == 0:
        left = seat_bit(state.bidder)
    if left != 0 and left != seat_bit(state.bidder):
        enter(state, PHASES.bid_window)
        return
    state.participants = left
    end_lone(state, deck, events)


@rule
def legal_lone(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Exactly the minimum in force, if the capacity allows; or drop out (QU-106, QU-107, QU-252)."""
    bid = least_bid(state, deck, test_of_stage(state, deck), True)
    if capacity(state, deck, seat) >= bid:
        allow(actions, ACTIONS.bid + bid)
    allow(actions, ACTIONS.drop_out)


@rule
def end_lone(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A bid is paid; with nobody left the quest ends (QU-102, QU-107)."""
    enter(state, PHASES.test_end if state.participants == 0 else PHASES.bid_payment)


@rule
def ask_payment(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The highest bidder discards cards of its own choice: the bid less its free bids (QU-103, QU-273)."""
    state.to_pay = cards_to_pay(state, deck, state.bidder, state.bid)
    if state.to_pay > 0:
        ask(state, state.bidder)


@rule
def legal_payment(state: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> None:
    """Exactly the number due, of any kind (QU-103)."""
    if picked_cards(state, seat) < state.to_pay:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.pick)
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    if picked_cards(state, seat) == state.to_pay:
        allow(actions, ACTIONS.done)


@rule
def pay(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The cards are discarded; a seat that dropped out pays nothing (QU-104)."""
    discard_picked(state, deck, events, state.bidder)
    emit(events, EVENTS.passes_test, EVERYONE_HEARS, state.bidder, state.to_pay)
    state.to_pay = 0
    enter(state, PHASES.test_end)


@rule
def discard_picked(state: QuestsState, deck: QuestsDeck, events: Events, seat: int) -> None:
    """The cards that a seat has picked are discarded for all to see."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if state.staged[card] == 1:
            emit(events, EVENTS.discards, EVERYONE_HEARS, seat, deck.kind[card])
    move_picked(state, seat, ZONES.hand + seat, ZONES.discard)
    cover_discards(state, ZONES.discard, ZONES.covered)


@rule
def end_test(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """The stage is over; nothing of its auction remains."""
    state.bid = 0
    state.bidder = NONE
    state.speaker = NONE
    close_stage(state, deck, events)


# The end of a quest (QU-108 to QU-115)


@rule
def end_quest(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Shields, then the sponsor's cards, then the discards (QU-114)."""
    award_quest(state, deck, events)
    reward_sponsor(state, deck, events)
    discard_quest(state, deck, events)
    trim_at_once(state)  # QU-216


@rule
def award_quest(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A shield for each stage, and those of King's Recognition, for all who remain (QU-109 to QU-111, QU-144)."""
    waiting = state.pending_recognition
    if state.participants != 0:
        state.pending_recognition = 0
        if state.recognition_stacks == 0:
            waiting = min(waiting, 1)  # QU-261
        for seat in range(state.seats):
            if (state.participants >> seat) & 1 == 1:
                emit(events, EVENTS.completes, EVERYONE_HEARS, seat)
                gain(state, deck, events, seat, stages_of(state, deck), RANKING.quest)
                state.shields_given[state.sponsor] += stages_of(state, deck)
                gain(state, deck, events, seat, EACH_RECOGNITION * waiting, RANKING.recognition)
    else:
        emit(events, EVENTS.nobody_completes, EVERYONE_HEARS)
    forget_recognition(state)


@rule
def reward_sponsor(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """A card for each one the set-up used and for each stage, completed or not (QU-112, QU-113, QU-232)."""
    sponsor = state.sponsor
    received = give(state, deck, events, sponsor, state.cards_set + stages_of(state, deck))
    state.times_sponsored[sponsor] += 1
    state.cards_used[sponsor] += state.cards_set
    state.cards_received[sponsor] += received


@rule
def discard_quest(state: QuestsState, deck: QuestsDeck, events: Events) -> None:
    """Groups, including those never reached, weapons and amours; not the allies (QU-115, QU-233, QU-238)."""
    for n in range(stages_of(state, deck)):
        turn_up(state, deck, events, n)
        move_all(state, ZONES.turned[n], ZONES.discard)
    cover_discards(state, ZONES.discard, ZONES.covered)
    clear_all(state, deck)
    state.participants = 0
