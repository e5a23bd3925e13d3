"""Round Table Pledges: a tiny game that uses every mechanism of the kernel, kept as a test (rules in RULES.md).

Legend of the record's own fields:

    omen                hidden until the end: the category whose cards give one point more
    omen_shown          the omen once it is turned up, else -1
    oath[seat]          the category of the card the seat has sworn, known to the seat alone
    drawn[seat]         cards the seat has drawn in this market
    without_grail[seat] 1 while it is publicly proven that the seat holds no Grail card
    guests              cards given to the hall (great hall only)
"""

from __future__ import annotations

from typing import Any

from tests.example_game.deck import MAX_CARDS, MAX_KINDS
from workbench.author import (
    ACTOR,
    EFFECT,
    EVERYONE,
    EVERYONE_HEARS,
    HEARD_BY_ACTOR,
    HEARD_BY_EVERYONE,
    NOBODY,
    OPEN_FLOOR,
    OWNER,
    PEOPLE_ONLY,
    PICKS,
    SECRET_TOGETHER,
    STEP,
    TARGET,
    ActionSpace,
    Argument,
    Bound,
    EventKind,
    EventKinds,
    Field,
    Option,
    Options,
    Phase,
    Phases,
    Ranking,
    Reason,
    StateSpec,
    Verb,
    Zone,
    allow,
    allow_cards,
    argument_of,
    both,
    card_at,
    cards_in,
    emit,
    emit_line,
    figure,
    fill,
    identity_of,
    move,
    move_secretly,
    only,
    pop_frame,
    push_frame,
    random_below,
    ranked,
    rule,
    seat_bit,
    set_top_frame,
    show,
    shuffle,
    stage,
    top_card,
    top_frame,
    unstage,
    unstage_all,
    verb_of,
)

PHASES = Phases(
    (
        Phase("Swear", SECRET_TOGETHER, key="swear"),
        Phase("Pledge", SECRET_TOGETHER, key="pledge"),
        Phase("Peek", key="peek"),
        Phase("Market", OPEN_FLOOR, key="market"),
    )
)
GRAIL, CATEGORIES, DEALT, MOST_PLEDGED = 0, 3, 4, 2
MARKET_STOP = 6  # cards a person may draw in one market; bots have the cap of the option
PEEKING, WARDING = 1, 2  # effects

OPTIONS = Options(
    (
        Option("rounds", 3, "Rounds of pledging.", "RP-003", least=1, most=5),
        Option("warding", "luck", "Whether warding off a peek needs luck.", "RP-006", choices=("luck", "sure")),
        Option("open_oaths", False, "Sworn cards are shown to everybody.", "RP-002"),
        Option("draw_cap", "none", "Cards a seat draws in one market.", "RP-007", least=0, most=6, none="none", bots=2),
    )
)
RANKING = Ranking(
    (
        Reason("point", "{source}", "RP-010", name="card"),
        Reason("point", "{source}, of the omen's category", "RP-010", name="omen"),
        Reason("derived", "all points", "RP-010", name="total"),
        Reason("derived", "cards pledged", "RP-010", name="cards"),
    ),
    chain=("total", "cards"),
    fewest=("cards",),
)


def state_spec(seats: int, *own_zones: Zone, own_fields: tuple[Field, ...] = ()) -> StateSpec:
    """The record of a variant."""
    zones = (
        Zone(OWNER, per_seat=True, sorted=True, name="hand"),
        Zone(EVERYONE, per_seat=True, sorted=True, name="pledged"),
        Zone(OWNER, per_seat=True, name="sworn"),
        Zone(NOBODY, name="stock"),
        *own_zones,
    )
    fields = (
        Field("i2", (), NOBODY, name="omen"),
        Field(name="omen_shown"),
        Field("i2", (seats,), OWNER, optional=True, name="oath"),
        Field("i1", (seats,), name="drawn"),
        Field("i1", (seats,), name="without_grail"),
        *own_fields,
    )
    return StateSpec(seats=seats, cards=MAX_CARDS, zones=zones, fields=fields, options=OPTIONS, frames=26)


def action_space(seats: int) -> ActionSpace:
    """What a seat can do; the verb that grows with the seats comes last, so that all other numbers are shared."""
    card = Argument("card", MAX_KINDS, "card")
    return ActionSpace(
        (
            Verb((card,), "Swear {card}", HEARD_BY_ACTOR, "You swear {card}.", name="swear"),
            Verb((card,), "Pick {card}", use=PICKS, name="pick"),
            Verb((card,), "Put back {card}", use=PEOPLE_ONLY, name="put_back"),
            Verb((), "Done", name="done"),
            Verb((), "Draw", HEARD_BY_EVERYONE, "{seat} draws.", name="draw"),
            Verb((card,), "Bury {card}", name="bury"),
            Verb((), "Pass", HEARD_BY_EVERYONE, "{seat} passes.", name="pass"),
            Verb((), "Let it be", name="let_be"),
            Verb((), "Ward it off", HEARD_BY_EVERYONE, "{seat} wards off the peek.", name="ward"),
            Verb((), "Peek at the stock", HEARD_BY_EVERYONE, "{seat} peeks at the stock.", name="peek_stock"),
            Verb(
                (Argument("other", seats, "seat"),),
                "Peek at {other}",
                HEARD_BY_EVERYONE,
                "{seat} peeks at {other}.",
                name="peek_at",
            ),
        )
    )


STATE, GREAT_STATE = (
    state_spec(5),
    state_spec(12, Zone(EVERYONE, sorted=True, name="hall"), own_fields=(Field(name="guests"),)),
)
ACTIONS, GREAT_ACTIONS = action_space(5), action_space(12)
EVENTS = EventKinds(
    (
        EventKind("{seat} pledges {card}.", (("seat", "seat"), ("card", "card")), name="pledged"),
        EventKind("You see {card} of {other}.", (("card", "card"), ("other", "seat")), name="saw"),
        EventKind("You see {card} on top of the stock.", (("card", "card"),), name="saw_top"),
        EventKind("{seat} draws {card}.", (("seat", "seat"), ("card", "card")), name="drew"),
        EventKind("{seat} buries a card and draws.", (("seat", "seat"),), name="buried"),
        EventKind("The omen is {category}.", (("category", "category"),), name="omen"),
    )
)
# Of the variant at hand: the places, which depend on the number of seats, and what follows a reveal.
ZONES: Any = Bound("ZONES")
after_reveal: Any = Bound("after_reveal")


@rule
def setup(state, deck, events):
    """Deal, and draw the omen (RP-001)."""
    fill(state, ZONES.stock, deck.card_count)
    shuffle(state, deck, ZONES.stock)
    for seat in range(state.seats):
        for _ in range(DEALT):
            move(state, top_card(state, ZONES.stock), ZONES.hand + seat)
    state.omen = random_below(state.random_state, CATEGORIES)
    state.omen_shown = -1
    ask_everybody(state, PHASES.swear)


@rule
def ask_everybody(state, phase):
    """Begin a phase in which all seats act at once."""
    state.phase = phase
    state.to_act = (1 << state.seats) - 1


@rule
def legal(state, deck, seat, actions):
    """List what a seat may do."""
    if state.to_act & seat_bit(seat) == 0:
        return
    if state.phase == PHASES.swear:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.swear)
    elif state.phase == PHASES.pledge:
        legal_pledge(state, deck, seat, actions)
    elif state.phase == PHASES.market:
        legal_market(state, deck, seat, actions)
    elif top_frame(state, EFFECT) == WARDING:
        allow(actions, ACTIONS.let_be)
        allow(actions, ACTIONS.ward)
    else:
        legal_peek(state, seat, actions)


@rule
def legal_pledge(state, deck, seat, actions):
    """Up to two cards; none only without a Grail card (RP-003, RP-004)."""
    if state.staged_count[seat] < MOST_PLEDGED:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.pick)
    allow_cards(state, deck, actions, ZONES.hand + seat, 1, ACTIONS.put_back)
    if state.staged_count[seat] > 0 or not holds_grail(state, deck, seat):
        allow(actions, ACTIONS.done)


@rule
def holds_grail(state, deck, seat):
    """Whether a seat holds a Grail card."""
    for i in range(cards_in(state, ZONES.hand + seat)):
        if deck.category[deck.kind[card_at(state, ZONES.hand + seat, i)]] == GRAIL:
            return True
    return False


@rule
def legal_peek(state, seat, actions):
    """The stock, or any other seat with cards (RP-005)."""
    allow(actions, ACTIONS.peek_stock)
    for other in range(state.seats):
        if other != seat and cards_in(state, ZONES.hand + other) > 0:
            allow(actions, ACTIONS.peek_at + other)


@rule
def legal_market(state, deck, seat, actions):
    """Draw, bury a card and draw, or pass (RP-007)."""
    cap = MARKET_STOP if state.draw_cap < 0 else state.draw_cap
    if cards_in(state, ZONES.stock) > 0 and state.drawn[seat] < cap:
        allow(actions, ACTIONS.draw)
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.bury)
    allow(actions, ACTIONS.pass_)


@rule
def card_of_kind(state, deck, place, kind):
    """The first card of a kind in a place that holds one."""
    for i in range(cards_in(state, place)):
        if deck.kind[card_at(state, place, i)] == kind:
            return card_at(state, place, i)
    return -1


@rule
def step(state, deck, events, seat, action):
    """Carry out a legal action, then go on to the next decision."""
    if state.phase == PHASES.swear:
        swear(state, deck, seat, argument_of(action))
    elif state.phase == PHASES.pledge:
        pledge(state, deck, seat, action)
    elif state.phase == PHASES.peek:
        answer(state, seat, action)
    else:
        trade(state, deck, events, seat, action)
    while state.to_act == 0 and state.over == 0:
        advance(state, deck, events)


@rule
def swear(state, deck, seat, kind):
    """Lay a card down unseen (RP-002)."""
    card = card_of_kind(state, deck, ZONES.hand + seat, kind)
    move_secretly(state, card, ZONES.sworn + seat, only(seat))
    state.oath[seat] = deck.category[kind]
    state.to_act &= ~seat_bit(seat)


@rule
def open_oaths(state):
    """Once all have sworn, everybody may look at what was sworn, if so agreed (RP-002)."""
    if state.open_oaths == 1:
        for seat in range(state.seats):
            for other in range(state.seats):
                show(state, top_card(state, ZONES.sworn + seat), other)


@rule
def pledge(state, deck, seat, action):
    """Choose a set in secret (RP-003)."""
    if verb_of(action) == ACTIONS.pick:
        stage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    elif verb_of(action) == ACTIONS.put_back:
        unstage(state, deck, seat, ZONES.hand + seat, argument_of(action))
    else:
        state.to_act &= ~seat_bit(seat)


@rule
def advance(state, deck, events):
    """Go on when nobody is asked: the next phase, or the effect on top."""
    if state.phase == PHASES.swear:
        open_oaths(state)
        ask_everybody(state, PHASES.pledge)
    elif state.phase == PHASES.pledge:
        reveal(state, deck, events)
        state.phase = PHASES.peek
    elif state.phase == PHASES.market:
        end_round(state, deck, events)
    elif state.frame_count == 0:
        for seat in range(state.seats):
            state.drawn[seat] = 0
        ask_everybody(state, PHASES.market)
    else:
        carry_on(state, deck, events)


@rule
def reveal(state, deck, events):
    """Turn all pledges up at once, in the order of seats (RP-003, RP-004)."""
    for seat in range(state.seats):
        state.without_grail[seat] = 1 if state.staged_count[seat] == 0 else 0
        pledges = state.staged_count[seat]
        for i in range(cards_in(state, ZONES.hand + seat) - 1, -1, -1):
            card = card_at(state, ZONES.hand + seat, i)
            if state.staged[card] == 1:
                state.staged[card] = 0
                move(state, card, ZONES.pledged + seat)
                emit(events, EVENTS.pledged, EVERYONE_HEARS, seat, deck.kind[card])
                if deck.seer[deck.kind[card]] == 1:
                    push_frame(state, PEEKING, seat, -1, 0)
        unstage_all(state, seat, ZONES.hand + seat)
        after_reveal(state, seat, pledges)


@rule
def nothing_more(state, seat, pledges):
    """The base game: a pledge stays with its seat."""


@rule
def give_to_hall(state, seat, pledges):
    """The great hall: a seat that pledges two cards gives its lowest one away (RP-011)."""
    if pledges == MOST_PLEDGED:
        move(state, card_at(state, ZONES.pledged + seat, 0), ZONES.hall)
        state.guests += 1


@rule
def carry_on(state, deck, events):
    """Advance the effect on top by a step (RP-005, RP-006)."""
    at, actor = top_frame(state, STEP), top_frame(state, ACTOR)
    set_top_frame(state, STEP, at + 1)
    if top_frame(state, EFFECT) == WARDING:
        if at == 0:
            state.to_act = seat_bit(actor)
        else:
            pop_frame(state)
    elif at == 0:
        state.to_act = seat_bit(actor)
    else:
        other = top_frame(state, TARGET)
        pop_frame(state)
        if other >= 0:
            see_card(state, deck, events, actor, other)
        elif other == -1 and cards_in(state, ZONES.stock) > 0:
            show(state, top_card(state, ZONES.stock), actor)
            emit(events, EVENTS.saw_top, only(actor), deck.kind[top_card(state, ZONES.stock)])


@rule
def see_card(state, deck, events, actor, other):
    """See a random card of another seat (RP-005)."""
    card = card_at(state, ZONES.hand + other, random_below(state.random_state, cards_in(state, ZONES.hand + other)))
    show(state, card, actor)
    emit(events, EVENTS.saw, only(actor), deck.kind[card], other)


@rule
def answer(state, seat, action):
    """Write a decision into the effect it belongs to (RP-005, RP-006)."""
    state.to_act = 0
    if verb_of(action) == ACTIONS.peek_at:
        set_top_frame(state, TARGET, argument_of(action))
        push_frame(state, WARDING, argument_of(action), seat, 0)
    elif action == ACTIONS.ward and (state.warding == OPTIONS.warding.sure or random_below(state.random_state, 2) == 1):
        pop_frame(state)
        pop_frame(state)


@rule
def trade(state, deck, events, seat, action):
    """Draw, bury or pass (RP-007, RP-008)."""
    if action == ACTIONS.pass_:
        state.to_act &= ~seat_bit(seat)
        return
    neighbour = (seat + 1) % state.seats
    if action != ACTIONS.draw:
        move_secretly(state, card_of_kind(state, deck, ZONES.hand + seat, argument_of(action)), ZONES.stock, 0)
        shuffle(state, deck, ZONES.stock)
        emit(events, EVENTS.buried, EVERYONE_HEARS, seat)
    card = top_card(state, ZONES.stock)
    move(state, card, ZONES.hand + seat)
    show(state, card, neighbour)
    emit(events, EVENTS.drew, both(seat, neighbour), seat, deck.kind[card])
    state.drawn[seat] += 1
    state.without_grail[seat] = 0


@rule
def end_round(state, deck, events):
    """Begin the next round, or turn up oaths and omen (RP-009)."""
    state.turn += 1
    if state.turn < state.rounds:
        ask_everybody(state, PHASES.pledge)
        return
    for seat in range(state.seats):
        card = top_card(state, ZONES.sworn + seat)
        move(state, card, ZONES.pledged + seat)
        emit(events, EVENTS.pledged, EVERYONE_HEARS, seat, deck.kind[card])
    state.omen_shown = state.omen
    state.over = 1
    emit(events, EVENTS.omen, EVERYONE_HEARS, state.omen)


@rule
def score(state, deck, lines):
    """Points of pledged cards, one more for the omen's category; then the sums (RP-010)."""
    for seat in range(state.seats):
        for i in range(cards_in(state, ZONES.pledged + seat)):
            kind = deck.kind[card_at(state, ZONES.pledged + seat, i)]
            category = deck.category[kind]
            emit_line(lines, seat, category, kind, -1, deck.points[kind], RANKING.card)
            if category == state.omen_shown:
                emit_line(lines, seat, category, kind, -1, 1, RANKING.omen)
        emit_line(
            lines,
            seat,
            -1,
            -1,
            -1,
            figure(lines, seat, RANKING.card) + figure(lines, seat, RANKING.omen),
            RANKING.total,
        )
        emit_line(lines, seat, -1, -1, -1, cards_in(state, ZONES.pledged + seat), RANKING.cards)


@rule
def count(state, deck, lines, counted):
    """How many cards were pledged, and how many were left in the stock."""
    for seat in range(state.seats):
        counted[0] += cards_in(state, ZONES.pledged + seat)
    counted[1] = cards_in(state, ZONES.stock)


@rule
def possible(state, deck, seat):
    """Whether no seat holds a Grail card that is proven to hold none (RP-004)."""
    for other in range(state.seats):
        if state.without_grail[other] == 1 and holds_grail(state, deck, other):
            return False
    return True


@rule
def choose(bot, view, deck, seat, actions):
    """`eager` pledges its dearest cards, its oath's category first, and draws up to four; it wards at random."""
    if view.phase == PHASES.market:
        return 0 if cards_in(view, ZONES.hand + seat) < DEALT else actions.count - 1
    if view.phase == PHASES.peek:
        return random_below(actions.random_state, actions.count)
    best, chosen = -1, actions.count - 1
    for i in range(actions.count):
        kind = argument_of(actions.list[i])
        if verb_of(actions.list[i]) == ACTIONS.pick and dearer_cards(view, deck, seat, kind, actions) < MOST_PLEDGED:
            return i
        if verb_of(actions.list[i]) == ACTIONS.swear and dearness(view, deck, seat, kind, actions) > best:
            best, chosen = dearness(view, deck, seat, kind, actions), i
    return chosen


@rule
def dearness(view, deck, seat, kind, actions):
    """What a card is worth to `eager`; between equals the match decides, not the order of the list."""
    points = 2 * deck.points[kind] + (1 if deck.category[kind] == view.oath[seat] else 0)
    return ranked(actions, points, identity_of(deck, kind))


@rule
def dearer_cards(view, deck, seat, kind, actions):
    """How many cards of the own hand are dearer than one of a kind, picked ones included."""
    value, dearer = dearness(view, deck, seat, kind, actions), 0
    for i in range(cards_in(view, ZONES.hand + seat)):
        other = deck.kind[card_at(view, ZONES.hand + seat, i)]
        dearer += int(dearness(view, deck, seat, other, actions) > value)
    return dearer
