"""The fourteen action cards of Cadwallon, each a row of EFFECTS (CA-103 to CA-116).

Most ask for one target or two, cell by cell, boulevard by boulevard or agent by agent, and rows that ask alike share
their rules. What a row may be aimed at is one bit mask (`cells_for`, `boulevards_for`), which also tells
whether the card can be played at all (CA-157). A frame has the first target in TARGET and the second in COUNTER, -1
before they are chosen.
"""

from __future__ import annotations

from workbench.author import (
    EFFECT,
    EVERYONE_HEARS,
    TARGET,
    ActionList,
    Effect,
    Effects,
    Events,
    action_with,
    all_seats,
    allow,
    allow_each,
    argument_of,
    ask,
    card_at,
    card_of_kind,
    cards_in,
    emit,
    first_argument,
    hide_from,
    move,
    move_secretly,
    only,
    pop_frame,
    rule,
    second_argument,
    set_top_frame,
    top_card,
    top_frame,
    verb_of,
)
from workbench.games.cadwallon.city import card_in, free, occupied, place_agent, rule_number, standing
from workbench.games.cadwallon.deck import ACTION, NUMBER, TYPE, CadwallonDeck
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.table import (
    ACTIONS,
    BOULEVARD_COUNT,
    CELLS,
    CENTRE,
    CENTRE_BOULEVARDS,
    CORNER_BITS,
    ENDS,
    EVENTS,
    SIDE,
    ZONES,
    CadwallonState,
)

ALL_CELLS = (1 << CELLS) - 1
LOOKED_AT = 3  # cards of Tarot Mages


# What several cards share


@rule
def one_target(state: CadwallonState, deck: CadwallonDeck, events: Events, actor: int, step: int) -> None:
    """Ask for a target; the answer carries the card out."""
    if step == 0:
        ask(state, actor)
    else:
        pop_frame(state)


@rule
def two_targets(state: CadwallonState, deck: CadwallonDeck, events: Events, actor: int, step: int) -> None:
    """Ask for two targets, one after the other; the second answer carries the card out."""
    if step < 2:
        ask(state, actor)
    else:
        pop_frame(state)


@rule
def movable_cells(state: CadwallonState, deck: CadwallonDeck) -> int:
    """The cells whose card an action card may move: with Gated Centre all but the centre (CA-127, CA-167), as bits."""
    return ALL_CELLS & ~(1 << CENTRE) if rule_number(state, deck, NUMBER.gated) == 1 else ALL_CELLS


@rule
def movable_boulevards(state: CadwallonState, deck: CadwallonDeck) -> int:
    """The boulevards whose agents an action card may move: with Gated Centre none of the centre's (CA-127), as bits."""
    gated = rule_number(state, deck, NUMBER.gated) == 1
    return occupied(state) & ~CENTRE_BOULEVARDS if gated else occupied(state)


# Two district cards are swapped: New Markets, Grand Procession, Corner Deal (CA-103, CA-106, CA-107)


@rule
def partners(state: CadwallonState, deck: CadwallonDeck, effect: int, cell: int) -> int:
    """The cells whose card a swap may exchange with the card of a cell, as bits."""
    found, movable = 0, movable_cells(state, deck)
    if (movable >> cell) & 1 == 0:
        return 0
    for other in range(CELLS):
        if effect == EFFECTS.new_markets:
            fits = deck.background[deck.kind[card_in(state, cell)]] == deck.background[deck.kind[card_in(state, other)]]
        elif effect == EFFECTS.grand_procession:
            apart = abs(cell - other)  # side by side, or one below the other
            fits = apart == SIDE or (apart == 1 and cell // SIDE == other // SIDE)
        else:
            fits = (CORNER_BITS >> cell) & (CORNER_BITS >> other) & 1 == 1
        if fits and other != cell:
            found |= 1 << other
    return found & movable


@rule
def swappable(state: CadwallonState, deck: CadwallonDeck, effect: int) -> int:
    """The cells whose card a swap may move, as bits."""
    found = 0
    for cell in range(CELLS):
        if partners(state, deck, effect, cell) != 0:
            found |= 1 << cell
    return found


@rule
def can_swap(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether any two cards fit."""
    return swappable(state, deck, effect) != 0


@rule
def legal_swap(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """A card, then one that fits it."""
    effect, first = top_frame(state, EFFECT), top_frame(state, TARGET)
    if first < 0:
        allow_each(actions, ACTIONS.choose_card, swappable(state, deck, effect))
    else:
        allow_each(actions, ACTIONS.choose_card, partners(state, deck, effect, first))


@rule
def swap(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The two cards change places; all others and all agents stay (CA-060, CA-061), markers go with them (CA-160)."""
    first, second = top_frame(state, TARGET), argument_of(action)
    if first < 0:
        set_top_frame(state, TARGET, second)
        return
    card, other = card_in(state, first), card_in(state, second)
    move(state, card, ZONES.cell[second])
    move(state, other, ZONES.cell[first])
    emit(events, EVENTS.swaps, EVERYONE_HEARS, seat, deck.kind[card], deck.kind[other])


# A boulevard: Crowded Street, Double Errand, Barricade (CA-105, CA-110, CA-114)


@rule
def boulevards_for(state: CadwallonState, seat: int, effect: int) -> int:
    """The boulevards that a card may be aimed at, as bits."""
    if effect == EFFECTS.barricade:
        return free(state)
    if state.supply[seat] == 0:
        return 0
    return occupied(state) if effect == EFFECTS.crowded_street else free(state)


@rule
def can_choose_boulevard(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether there is such a boulevard."""
    return boulevards_for(state, seat, effect) != 0


@rule
def legal_boulevards(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any boulevard that fits."""
    allow_each(actions, ACTIONS.choose_boulevard, boulevards_for(state, seat, top_frame(state, EFFECT)))


@rule
def place_another(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """One more agent of the seat, where it has one already or in an empty boulevard."""
    place_agent(state, seat, argument_of(action))
    tell_boulevard(state, deck, events, EVENTS.places, seat, argument_of(action))


@rule
def close_boulevard(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """An empty boulevard is closed for this round."""
    state.closed |= 1 << argument_of(action)
    tell_boulevard(state, deck, events, EVENTS.closes, seat, argument_of(action))


@rule
def tell_boulevard(
    state: CadwallonState, deck: CadwallonDeck, events: Events, event: int, seat: int, boulevard: int
) -> None:
    """Tell what a seat does in a boulevard, by the cards that it lies between."""
    one, other = card_in(state, int(ENDS[boulevard, 0])), card_in(state, int(ENDS[boulevard, 1]))
    emit(events, event, EVERYONE_HEARS, seat, deck.kind[one], deck.kind[other])


# Agents: Eviction, Night Crossing, Mistaken Identity (CA-108, CA-109, CA-111)


@rule
def can_evict(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether an agent of another seat can be moved."""
    for other in range(state.seats):
        if other != seat and standing(state, other) & movable_boulevards(state, deck) != 0:
            return True
    return False


@rule
def legal_evictions(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any agent of another seat."""
    movable = movable_boulevards(state, deck)
    for boulevard in range(BOULEVARD_COUNT):
        for other in range(state.seats):
            if (movable >> boulevard) & 1 == 1 and other != seat and state.agents[boulevard, other] > 0:
                allow(actions, action_with(ACTIONS.choose_agent, boulevard, other))


@rule
def evict(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The agent returns to its supply, from where it may be placed again (CA-163)."""
    boulevard, owner = first_argument(action), second_argument(action)
    state.agents[boulevard, owner] -= 1
    state.supply[owner] += 1
    emit(events, EVENTS.evicts, EVERYONE_HEARS, seat, owner)


@rule
def can_cross(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether the seat has an agent that can be moved, and there is an empty boulevard."""
    return standing(state, seat) & movable_boulevards(state, deck) != 0 and free(state) != 0


@rule
def legal_crossing(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """An agent of the seat, then an empty boulevard, even one of the centre (CA-167)."""
    if top_frame(state, TARGET) < 0:
        allow_each(actions, ACTIONS.choose_boulevard, standing(state, seat) & movable_boulevards(state, deck))
    else:
        allow_each(actions, ACTIONS.choose_boulevard, free(state))


@rule
def cross(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The agent moves."""
    here, there = top_frame(state, TARGET), argument_of(action)
    if here < 0:
        set_top_frame(state, TARGET, there)
        return
    state.agents[here, seat] -= 1
    state.agents[there, seat] += 1
    tell_boulevard(state, deck, events, EVENTS.crosses, seat, there)


@rule
def exchangeable(state: CadwallonState, deck: CadwallonDeck, boulevard: int, owner: int) -> int:
    """The boulevards with an agent of another seat that an agent may change places with, as bits."""
    found, movable = 0, movable_boulevards(state, deck)
    if (movable >> boulevard) & 1 == 0 or state.agents[boulevard, owner] == 0:
        return 0
    for other in range(state.seats):
        if other != owner:
            found |= standing(state, other)
    return found & movable & ~(1 << boulevard)


@rule
def can_mistake(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether two agents of different seats can be moved."""
    for boulevard in range(BOULEVARD_COUNT):
        for owner in range(state.seats):
            if exchangeable(state, deck, boulevard, owner) != 0:
                return True
    return False


@rule
def legal_mistakes(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """An agent of anybody, then one of somebody else in another boulevard."""
    first, movable = top_frame(state, TARGET), movable_boulevards(state, deck)
    for boulevard in range(BOULEVARD_COUNT):
        for owner in range(state.seats):
            if (movable >> boulevard) & 1 == 0 or state.agents[boulevard, owner] == 0:
                continue
            if first < 0:
                fits = exchangeable(state, deck, boulevard, owner) != 0
            else:
                fits = boulevard != first // MOST_SEATS and owner != first % MOST_SEATS
            if fits:
                allow(actions, action_with(ACTIONS.choose_agent, boulevard, owner))


@rule
def mistake(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The two agents change places."""
    first, boulevard, owner = top_frame(state, TARGET), first_argument(action), second_argument(action)
    if first < 0:
        set_top_frame(state, TARGET, boulevard * MOST_SEATS + owner)
        return
    there, other = first // MOST_SEATS, first % MOST_SEATS
    state.agents[there, other] -= 1
    state.agents[boulevard, other] += 1
    state.agents[boulevard, owner] -= 1
    state.agents[there, owner] += 1
    emit(events, EVENTS.mistakes, EVERYONE_HEARS, seat, other, owner)


# A district card: Ducal Herald, Scandal, Backroom Vote (CA-112, CA-113, CA-116)


@rule
def cells_for(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> int:
    """The cells that a card may be aimed at, as bits."""
    found = 0
    for cell in range(CELLS):
        if effect == EFFECTS.ducal_herald and deck.type[deck.kind[card_in(state, cell)]] != TYPE.personality:
            found |= 1 << cell
    if effect == EFFECTS.scandal:
        return ALL_CELLS
    if effect == EFFECTS.backroom_vote:
        for boulevard in range(BOULEVARD_COUNT):
            if state.agents[boulevard, seat] > 0:
                found |= (1 << int(ENDS[boulevard, 0])) | (1 << int(ENDS[boulevard, 1]))
    return found


@rule
def can_choose_card(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether there is such a card."""
    return cells_for(state, deck, seat, effect) != 0


@rule
def legal_cards(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any card that fits."""
    allow_each(actions, ACTIONS.choose_card, cells_for(state, deck, seat, top_frame(state, EFFECT)))


@rule
def herald(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The card has 1 more support value this round."""
    card = card_in(state, argument_of(action))
    state.herald[card] += 1
    emit(events, EVENTS.praises, EVERYONE_HEARS, seat, deck.kind[card])


@rule
def scandal(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The card has support value 0 this round."""
    card = card_in(state, argument_of(action))
    state.scandal[card] = 1
    emit(events, EVENTS.slanders, EVERYONE_HEARS, seat, deck.kind[card])


@rule
def vote(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The seat wins the card if it ties for the most support there this round."""
    card = card_in(state, argument_of(action))
    state.votes[card] |= 1 << seat
    emit(events, EVENTS.votes, EVERYONE_HEARS, seat, deck.kind[card])


# Amnesty (CA-115)


@rule
def can_pardon(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether the seat has won a militia card."""
    for i in range(cards_in(state, ZONES.tableau + seat)):
        if deck.type[deck.kind[card_at(state, ZONES.tableau + seat, i)]] == TYPE.militia:
            return True
    return False


@rule
def legal_pardons(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """Any militia card of the seat's tableau."""
    for kind in range(deck.kind_count):
        if deck.type[kind] == TYPE.militia and card_of_kind(state, deck, ZONES.tableau + seat, kind) >= 0:
            allow(actions, ACTIONS.pardon + kind)


@rule
def pardon(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """The militia card is out of the game and counts for nothing (CA-181)."""
    kind = argument_of(action)
    move(state, card_of_kind(state, deck, ZONES.tableau + seat, kind), ZONES.out)
    emit(events, EVENTS.pardons, EVERYONE_HEARS, seat, kind)


# Tarot Mages (CA-104)


@rule
def can_look(state: CadwallonState, deck: CadwallonDeck, seat: int, effect: int) -> bool:
    """Whether there is a card in the deck (CA-164)."""
    return cards_in(state, ZONES.stock) > 0


@rule
def tarot_mages(state: CadwallonState, deck: CadwallonDeck, events: Events, actor: int, step: int) -> None:
    """Look at the top three cards, exchange one or none, and put the cards back, one by one."""
    looked = ZONES.looked + actor
    if step == 0:
        number = min(LOOKED_AT, cards_in(state, ZONES.stock))
        for _ in range(number):
            card = top_card(state, ZONES.stock)
            move(state, card, looked)
            emit(events, EVENTS.saw, only(actor), deck.kind[card])
        emit(events, EVENTS.looks, EVERYONE_HEARS, actor, number)
        ask(state, actor)
    elif cards_in(state, looked) > 1:
        ask(state, actor)
    else:
        if cards_in(state, looked) == 1:
            move_secretly(state, top_card(state, looked), ZONES.stock, only(actor))
        pop_frame(state)


@rule
def legal_mages(state: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> None:
    """First an exchange with any card of the city that may be moved, or none; then the card that is put back."""
    looked, first = ZONES.looked + seat, top_frame(state, TARGET) < 0
    movable = movable_cells(state, deck)
    last = -1
    for i in range(cards_in(state, looked)):
        kind = deck.kind[card_at(state, looked, i)]
        if kind == last:
            continue
        last = kind
        if not first:
            allow(actions, ACTIONS.put_back + kind)
            continue
        for cell in range(CELLS):
            if (movable >> cell) & 1 == 1:
                allow(actions, action_with(ACTIONS.exchange, kind, cell))
    if first:
        allow(actions, ACTIONS.keep_cards)


@rule
def answer_mages(state: CadwallonState, deck: CadwallonDeck, events: Events, seat: int, action: int) -> None:
    """Exchange a card, exchange none, or put one back on top of the deck: the last one put back is the next card."""
    looked = ZONES.looked + seat
    if verb_of(action) == ACTIONS.put_back:
        move_secretly(state, card_of_kind(state, deck, looked, argument_of(action)), ZONES.stock, only(seat))
        return
    set_top_frame(state, TARGET, 0)
    if verb_of(action) == ACTIONS.exchange:
        cell = second_argument(action)
        card, leaving = card_of_kind(state, deck, looked, first_argument(action)), card_in(state, cell)
        move(state, leaving, looked)
        clear_markers(state, leaving)  # CA-165
        enter_city(state, card, cell)
        state.left_city += 1
        emit(events, EVENTS.exchanges, EVERYONE_HEARS, seat, deck.kind[card], deck.kind[leaving])


@rule
def clear_markers(state: CadwallonState, card: int) -> None:
    """No action card is in effect on a district card."""
    state.herald[card] = 0
    state.scandal[card] = 0
    state.votes[card] = 0


@rule
def enter_city(state: CadwallonState, card: int, cell: int) -> None:
    """A card is laid face up in a cell; what anybody knew about it before is of no further use."""
    hide_from(state, card, all_seats(state))
    move(state, card, ZONES.cell[cell])


# The rows (CA-103 to CA-116)

SWAP = "Choose a district card.", "Choose the card that it changes places with."


class CadwallonEffects(Effects):
    """What cards do."""

    new_markets = Effect(two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap)
    tarot_mages = Effect(
            tarot_mages, legal_mages, answer_mages,
            question=("Exchange a card with one in the city, or none.", "Choose the card that you put back next."),
            can_begin=can_look,
        )  # fmt: skip
    crowded_street = Effect(
            one_target, legal_boulevards, place_another,
            question="Choose a boulevard in which an agent stands.", can_begin=can_choose_boulevard,
        )  # fmt: skip
    grand_procession = Effect(two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap)
    corner_deal = Effect(two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap)
    eviction = Effect(
            one_target, legal_evictions, evict,
            question="Choose the agent that goes home.", can_begin=can_evict,
        )  # fmt: skip
    night_crossing = Effect(
            two_targets, legal_crossing, cross,
            question=("Choose an agent of yours.", "Choose the boulevard that it moves to."), can_begin=can_cross,
        )  # fmt: skip
    double_errand = Effect(
            one_target, legal_boulevards, place_another,
            question="Choose an empty boulevard.", can_begin=can_choose_boulevard,
        )  # fmt: skip
    mistaken_identity = Effect(
            two_targets, legal_mistakes, mistake,
            question=("Choose an agent.", "Choose the agent that it changes places with."), can_begin=can_mistake,
        )  # fmt: skip
    ducal_herald = Effect(
            one_target, legal_cards, herald,
            question="Choose the card that has 1 more support value.", can_begin=can_choose_card,
        )  # fmt: skip
    scandal = Effect(
            one_target, legal_cards, scandal,
            question="Choose the card that has support value 0.", can_begin=can_choose_card,
        )  # fmt: skip
    barricade = Effect(
            one_target, legal_boulevards, close_boulevard,
            question="Choose the boulevard that is closed.", can_begin=can_choose_boulevard,
        )  # fmt: skip
    amnesty = Effect(
            one_target, legal_pardons, pardon,
            question="Choose the militia card that leaves the game.", can_begin=can_pardon,
        )  # fmt: skip
    backroom_vote = Effect(
            one_target, legal_cards, vote,
            question="Choose the card of which you win a tie.", can_begin=can_choose_card,
        )  # fmt: skip


EFFECTS = CadwallonEffects()
EFFECT_OF_ACTION = EFFECTS.numbers_of(ACTION)
