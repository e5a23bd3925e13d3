"""Guilds of Cadwallon: agents between nine district cards decide who wins them, and sets of guild members score.

The rulebook shows almost no card, so the faces are a reconstruction. The rule ids (CA-...) are those of RULES.md in
this folder. Read from top to bottom, this file follows the rulebook: the table, what a seat can do, set-up, reveal,
dispatch, control, the end of a round and of a game. The city and what agents give is in city.py, the action cards are
in actions.py, how a game is scored in scoring.py, conditions and contracts are rows of deck.py.

Seats are numbered clockwise from 0; the left of seat s is s + 1. A kind is a row of the card lists. Games of a series
and rounds are counted from 0 in the record and from 1 in events.
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    EVERYONE,
    EVERYONE_HEARS,
    HEARD_BY_ACTOR,
    NOBODY,
    OWNER,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    Effect,
    Effects,
    EventKind,
    EventKinds,
    Field,
    OptionError,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
    allow,
    allow_cards,
    allow_each,
    argument_of,
    ask,
    ask_everybody,
    can_begin_effect,
    card_at,
    cards_in,
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
from workbench.games.cadwallon.actions import (
    answer_mages,
    can_choose_boulevard,
    can_choose_card,
    can_cross,
    can_evict,
    can_look,
    can_mistake,
    can_pardon,
    can_swap,
    card_of_kind,
    clear_markers,
    close_boulevard,
    cross,
    enter_city,
    evict,
    herald,
    legal_boulevards,
    legal_cards,
    legal_crossing,
    legal_evictions,
    legal_mages,
    legal_mistakes,
    legal_pardons,
    legal_swap,
    mistake,
    one_target,
    pardon,
    place_another,
    scandal,
    swap,
    tarot_mages,
    tell_boulevard,
    two_targets,
    vote,
)
from workbench.games.cadwallon.city import (
    BOULEVARD_COUNT,
    BOULEVARD_NAMES,
    CELL_NAMES,
    CELLS,
    JUDGED,
    card_in,
    free,
    how_judged,
    judge,
    place_agent,
    rule_number,
    support_value,
    winner_of,
)
from workbench.games.cadwallon.deck import (
    CONDITION,
    GUILDS,
    MAX_CARDS,
    MAX_DISTRICTS,
    MAX_KINDS,
    NUMBER,
    TYPE,
)
from workbench.games.cadwallon.options import MOST_GAMES, MOST_SEATS, MOST_STALLED, OPTIONS
from workbench.games.cadwallon.scoring import assign_best, holding_now

# Constants

AGENTS = 6  # of each colour, whatever the number of players (CA-001, CA-145)
REMOVED_ACTIONS = 6  # that go back to the box (CA-026)

# The table

STATE = StateSpec(
    seats=MOST_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="action cards that others do not see"),
        Zone("contracts", OWNER, per_seat=True, sorted=True, about="contracts dealt, then the one that is kept"),
        Zone("looked", OWNER, per_seat=True, sorted=True, about="cards looked at with Tarot Mages"),
        Zone("won", EVERYONE, per_seat=True, sorted=True, about="action cards in hand that lie open"),
        Zone("played", EVERYONE, per_seat=True, about="action cards played"),
        Zone("tableau", EVERYONE, per_seat=True, about="district cards won"),
        Zone("cell", EVERYONE, about="the cells of the city", many=CELLS),
        Zone("stock", NOBODY, about="district cards not revealed yet"),
        Zone("box", NOBODY, about="action cards removed before the game"),
        Zone("out", EVERYONE, about="cards out of the game"),
        Zone("condition_stock", NOBODY, about="condition cards not drawn"),
        Zone("in_force", EVERYONE, about="the condition in force"),
        Zone("contract_stock", NOBODY, about="contracts not dealt, or returned"),
        Zone("shown", EVERYONE, per_seat=True, about="the contract kept, once it is shown"),
    ),
    fields=(
        # The city (see city.py): agents by boulevard and seat, agents left, boulevards closed this round as bits
        Field("agents", "i1", (BOULEVARD_COUNT, MOST_SEATS)),
        Field("supply", "i1", (MOST_SEATS,), about="agents left"),
        Field("closed", "i2"),
        # By district card, for this round: support value added, 1 for support value 0, votes about it as bits of seats
        Field("herald", "i1", (MAX_DISTRICTS,)),
        Field("scandal", "i1", (MAX_DISTRICTS,)),
        Field("votes", "i1", (MAX_DISTRICTS,)),
        # The course of a game: games of the series that are over, rounds of this one that have begun, the kind of the
        # condition in force (-1 none), the seat with the First Player card, the seat whose turn it is, action cards
        # played in this turn, cards that left the city in this round, rounds in a row in which none did
        Field("games", "i1"),
        Field("rounds", about="round"),
        Field("condition_now"),
        Field("first_seat", "i1"),
        Field("current", "i1"),
        Field("played_now", "i1"),
        Field("left_city", "i1"),
        Field("stalled", "i1"),
        # Secret answers
        Field("chosen", "i2", (MOST_SEATS,), OWNER, "the kind of the contract a seat keeps, -1 before", unknown=-1),
        Field("assignment", "i1", (MOST_SEATS, GUILDS), OWNER, "personalities a seat has assigned, by guild"),
        # Control phases so far; the last one by cell: the kind that lay there plus 1, its support value, support by
        # seat, who won it (-1 nobody), one of JUDGED; the agents that stood there then
        Field("judged"),
        Field("judged_kind", "i1", (CELLS,)),
        Field("judged_value", "i1", (CELLS,)),
        Field("judged_support", "i1", (CELLS, MOST_SEATS)),
        Field("judged_winner", "i1", (CELLS,)),
        Field("judged_how", "i1", (CELLS,)),
        Field("judged_agents", "i1", (BOULEVARD_COUNT, MOST_SEATS)),
        # The finished games of the series (see scoring.py)
        Field("held", "u1", (MOST_GAMES, MAX_DISTRICTS)),
        Field("assigned", "i1", (MOST_GAMES, MOST_SEATS, GUILDS)),
        Field("contract_of", "i1", (MOST_GAMES, MOST_SEATS)),
        Field("condition_of", "i1", (MOST_GAMES,)),
        # What reports are made of, by game: who began, rounds, cells by JUDGED
        Field("first_of", "i1", (MOST_GAMES,)),
        Field("rounds_of", "i2", (MOST_GAMES,)),
        Field("cells_judged", "i2", (MOST_GAMES, len(JUDGED))),
    ),
    options=OPTIONS,
    frames=1,
)
ZONES = STATE.zones

# What a seat can do

CARD, OWNED_BY = Argument("card", MAX_KINDS, "card"), Argument("owner", MOST_SEATS, "seat")
CELL = Argument("cell", CELLS, "choice", CELL_NAMES)
BOULEVARD = Argument("boulevard", BOULEVARD_COUNT, "choice", BOULEVARD_NAMES)
ACTIONS = ActionSpace(
    (
        Verb("keep", (CARD,), "Keep {card}"),
        Verb("place", (BOULEVARD,), "Send an agent between {boulevard}", plain=True),
        Verb("play", (CARD,), "Play {card}"),
        Verb("skip", (), "Play no card", plain=True),
        Verb("choose_card", (CELL,), "Choose the card {cell}", plain=True),
        Verb("choose_boulevard", (BOULEVARD,), "Choose the boulevard between {boulevard}", plain=True),
        Verb("choose_agent", (BOULEVARD, OWNED_BY), "Choose the agent of {owner} between {boulevard}", plain=True),
        Verb("exchange", (CARD, CELL), "Exchange {card} with the card {cell}"),
        Verb("keep_cards", (), "Exchange nothing"),
        Verb("put_back", (CARD,), "Put {card} back", HEARD_BY_ACTOR, "{seat} puts {card} back."),
        Verb("pardon", (CARD,), "Remove {card}", plain=True),
        Verb("assign", (Argument("guild", GUILDS, "category"),), "Assign a personality to {guild}"),
    )
)
PASS_VERBS = (
    ACTIONS.skip, ACTIONS.keep_cards, ACTIONS.keep, ACTIONS.put_back, ACTIONS.place, ACTIONS.assign,
    ACTIONS.choose_card, ACTIONS.choose_boulevard, ACTIONS.choose_agent, ACTIONS.pardon,
)  # fmt: skip
# In a round each boulevard takes an agent, after which as many action cards may be refused or played as there are; what
# action cards add is counted with them. A round without a card that leaves the city is one of a few in a row.
MOST_ROUNDS = (MAX_DISTRICTS + 1) * MOST_STALLED
MOST_DECISIONS = MOST_GAMES * (MOST_ROUNDS * 3 * (BOULEVARD_COUNT + 2) + 14 * 6 + MOST_SEATS * 8)

# Events

SEAT, WHO_ELSE, A_CARD, ANOTHER = ("seat", "seat"), ("other", "seat"), ("card", "card"), ("another", "card")
COUNT, AGAINST = ("count", "number"), ("against", "number")
EVENTS = EventKinds(
    (
        EventKind("game_begins", "Game {count} begins.", (COUNT,)),
        EventKind("condition", "This game is played with {card}.", (A_CARD,)),
        EventKind("first_player", "{seat} has the First Player card.", (SEAT,)),
        EventKind("dealt_action", "You are dealt {card}.", (A_CARD,)),
        EventKind("dealt_contract", "You are dealt the contract {card}.", (A_CARD,)),
        EventKind("contracts_kept", "Everybody keeps a contract."),
        EventKind("round_begins", "Round {count} begins.", (COUNT,)),
        EventKind("reveals", "{card} is revealed.", (A_CARD,)),
        EventKind("places", "{seat} sends an agent between {card} and {another}.", (SEAT, A_CARD, ANOTHER)),
        EventKind("plays", "{seat} plays {card}.", (SEAT, A_CARD)),
        EventKind("swaps", "{seat} swaps {card} and {another}.", (SEAT, A_CARD, ANOTHER)),
        EventKind("closes", "{seat} closes the boulevard between {card} and {another}.", (SEAT, A_CARD, ANOTHER)),
        EventKind("evicts", "{seat} sends an agent of {other} home.", (SEAT, WHO_ELSE)),
        EventKind("crosses", "{seat} moves an agent between {card} and {another}.", (SEAT, A_CARD, ANOTHER)),
        EventKind("mistakes", "{seat} swaps an agent of {other} with one of {third}.",
                  (SEAT, WHO_ELSE, ("third", "seat"))),
        EventKind("praises", "{seat} adds 1 to the support value of {card}.", (SEAT, A_CARD)),
        EventKind("slanders", "{seat} makes {card} worth 0 support this round.", (SEAT, A_CARD)),
        EventKind("votes", "{seat} will win a tie about {card}.", (SEAT, A_CARD)),
        EventKind("pardons", "{seat} takes {card} out of the game.", (SEAT, A_CARD)),
        EventKind("looks", "{seat} looks at {count:card} of the deck.", (SEAT, COUNT)),
        EventKind("saw", "You see {card}.", (A_CARD,), fleeting=True),
        EventKind("exchanges", "{seat} lays {card} into the city for {another}.", (SEAT, A_CARD, ANOTHER)),
        # The first four in the order of JUDGED from most_support on.
        EventKind("wins_card", "{seat} wins {card} with {count} support.", (SEAT, A_CARD, COUNT)),
        EventKind("wins_vote", "{seat} wins {card} by Backroom Vote.", (SEAT, A_CARD, COUNT)),
        EventKind("wins_tie", "{seat} wins the tie about {card}.", (SEAT, A_CARD, COUNT)),
        EventKind("tie", "{card} stays: a tie with {count} support.", (A_CARD, COUNT)),
        EventKind("stays", "{card} stays: nobody has support there.", (A_CARD,)),
        EventKind("deck_too_short", "Too few cards are left to fill the city: the game ends."),
        EventKind("stalled", "No card has left the city for {count:round}: the game ends.", (COUNT,)),
        EventKind("contract", "{seat} shows the contract {card}.", (SEAT, A_CARD)),
        EventKind("game_over", "Game {count} is over.", (COUNT,)),
    )
)  # fmt: skip


# Set-up (CA-022 to CA-032)


def check_table(deck, seats: int, options: dict) -> None:
    """Refuse a first player who does not play, a condition or contracts that the deck lacks; raises OptionError."""
    first = options["first_player"]
    if first != "random" and int(first.removeprefix("seat_")) >= seats:
        raise OptionError(
            f"Option 'first_player' is {first!r}, but seats 0 to {seats - 1} play. Choose one of them, or 'random'."
        )
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


@rule(inlined=False)
def setup(state, deck, events):
    """A series begins with its first game; most are one game long (CA-183)."""
    state.games = 0
    enter(state, PHASES.game_start)


@rule(inlined=False)
def begin_game(state, deck, events):
    """Set a game up: cards, condition, agents, first player, and the secret cards of the optional rules."""
    if state.series_games > 1:
        emit(events, EVENTS.game_begins, EVERYONE_HEARS, int(state.games) + 1)
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


@rule(inlined=False)
def prepare_deck(state, deck):
    """Six random action cards go to the box, the 33 other district cards are shuffled (CA-025 to CA-028)."""
    clear_table(state)
    cards = int(deck.card_count) if state.contract_cards == 1 else int(deck.contracts_from)
    fill(state, ZONES.stock, cards)
    for card in range(cards - 1, int(deck.district_count) - 1, -1):
        move(state, card, ZONES.condition_stock if card < deck.contracts_from else ZONES.contract_stock)
    for card in range(int(deck.district_count) - 1, -1, -1):
        if deck.type[deck.kind[card]] == TYPE.action:
            move(state, card, ZONES.box)
    shuffle(state, deck, ZONES.box)
    while cards_in(state, ZONES.box) > REMOVED_ACTIONS:
        move(state, top_card(state, ZONES.box), ZONES.stock)
    shuffle(state, deck, ZONES.stock)
    for card in range(int(deck.district_count)):
        clear_markers(state, card)
    state.rounds, state.stalled, state.left_city, state.closed = 0, 0, 0, 0


@rule(inlined=False)
def draw_condition(state, deck, events):
    """With this option a condition card is revealed, for each game of a series another one (CA-091 to CA-094)."""
    state.condition_now = -1
    if state.condition_cards == 0:
        return
    stock = ZONES.condition_stock
    shuffle(state, deck, stock)
    i = cards_in(state, stock) - 1
    while i > 0 and not may_be_drawn(state, deck, int(deck.kind[card_at(state, stock, i)])):
        i -= 1
    card = card_at(state, stock, i)
    state.condition_now = int(deck.kind[card])
    move(state, card, ZONES.in_force)
    emit(events, EVENTS.condition, EVERYONE_HEARS, int(state.condition_now))


@rule(inlined=False)
def may_be_drawn(state, deck, kind):
    """Whether a condition may come into force: the one chosen, or any that has not been since all have."""
    if state.condition != OPTIONS.condition.random:
        return deck.condition[kind] == state.condition - 1
    games, conditions = int(state.games), int(deck.contracts_from) - int(deck.district_count)
    for g in range(games - games % conditions, games):
        if state.condition_of[g] == kind + 1:
            return False
    return True


@rule(inlined=False)
def take_agents(state, deck):
    """Everybody has the six agents of a colour (CA-029, CA-145); with Curfew one is set aside (CA-125, CA-168)."""
    for seat in range(int(state.seats)):
        state.supply[seat] = max(1, AGENTS - rule_number(state, deck, NUMBER.agents_less))
        state.chosen[seat] = -1
        for guild in range(GUILDS):
            state.assignment[seat, guild] = 0
    clear_boulevards(state)


@rule(inlined=False)
def clear_boulevards(state):
    """No agent stands in the city."""
    for boulevard in range(BOULEVARD_COUNT):
        for seat in range(int(state.seats)):
            state.agents[boulevard, seat] = 0
    state.closed = 0


@rule(inlined=False)
def find_first_player(state, events):
    """A random seat has the First Player card, or the one that the host names (CA-030, CA-146)."""
    if state.first_player == OPTIONS.first_player.random:
        state.first_seat = random_below(state.random_state, int(state.seats))
    else:
        state.first_seat = state.first_player - OPTIONS.first_player.seat_0
    state.first_of[int(state.games)] = state.first_seat
    emit(events, EVENTS.first_player, EVERYONE_HEARS, int(state.first_seat))


@rule(inlined=False)
def deal_special_actions(state, deck, events):
    """With this option everybody is dealt one of the action cards removed, in secret (CA-095 to CA-097)."""
    if state.special_action_cards == 0:
        return
    for seat in range(int(state.seats)):
        card = top_card(state, ZONES.box)
        move(state, card, ZONES.hand + seat)
        emit(events, EVENTS.dealt_action, only(seat), int(deck.kind[card]))


@rule(inlined=False)
def deal_contracts(state, deck, events):
    """Everybody is dealt contracts face down (CA-099)."""
    shuffle(state, deck, ZONES.contract_stock)
    for _ in range(int(state.contracts_dealt)):
        for seat in range(int(state.seats)):
            card = top_card(state, ZONES.contract_stock)
            move(state, card, ZONES.contracts + seat)
            emit(events, EVENTS.dealt_contract, only(seat), int(deck.kind[card]))


@rule(inlined=False)
def legal_contracts(state, deck, seat, actions):
    """Any contract dealt (CA-100)."""
    allow_cards(state, deck, actions, ZONES.contracts + seat, 0, ACTIONS.keep)


@rule(inlined=False)
def choose_contract(state, deck, events, seat, action):
    """The choice is a secret."""
    state.chosen[seat] = argument_of(action)


@rule(inlined=False)
def keep_contracts(state, deck, events):
    """Everybody keeps one contract; the others go back unseen by the rest (CA-100)."""
    for seat in range(int(state.seats)):
        i = 0
        while cards_in(state, ZONES.contracts + seat) > 1:
            card = card_at(state, ZONES.contracts + seat, i)
            if deck.kind[card] == state.chosen[seat] and i == 0:
                i = 1
            else:
                move_secretly(state, card, ZONES.contract_stock, only(seat))
        state.chosen[seat] = -1
    emit(events, EVENTS.contracts_kept, EVERYONE_HEARS)
    enter(state, PHASES.reveal)


# Reveal (CA-036 to CA-042, CA-147 to CA-152)


@rule(inlined=False)
def reveal(state, deck, events):
    """Fill the gaps of the city from the top left; where the deck is too short for all, the game ends (CA-076)."""
    gaps = 0
    for cell in range(CELLS):
        gaps += int(cards_in(state, ZONES.cell[cell]) == 0)
    if gaps > cards_in(state, ZONES.stock):  # before any card is revealed (CA-148, CA-150, CA-151)
        emit(events, EVENTS.deck_too_short, EVERYONE_HEARS)
        enter(state, PHASES.assign)
        return
    state.rounds = state.rounds + 1
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, int(state.rounds))
    for cell in range(CELLS):
        if cards_in(state, ZONES.cell[cell]) == 0:
            card = top_card(state, ZONES.stock)
            enter_city(state, card, cell)
            emit(events, EVENTS.reveals, EVERYONE_HEARS, int(deck.kind[card]))
    state.current = state.first_seat  # CA-043
    enter(state, PHASES.place)


# Dispatch (CA-043 to CA-061, CA-153 to CA-158)


@rule(inlined=False)
def ask_to_place(state, deck, events):
    """The seat must place an agent; it cannot pass (CA-045)."""
    state.turn = state.turn + 1
    state.played_now = 0
    ask(state, int(state.current))


@rule(inlined=False)
def legal_places(state, deck, seat, actions):
    """Any boulevard that is empty and open (CA-050 to CA-052)."""
    allow_each(actions, ACTIONS.place, free(state))


@rule(inlined=False)
def place(state, deck, events, seat, action):
    """An agent is placed; then an action card may be played (CA-044)."""
    place_agent(state, seat, argument_of(action))
    tell_boulevard(state, deck, events, EVENTS.places, seat, argument_of(action))


@rule(inlined=False)
def offer_action(state, deck, events):
    """A seat with an action card in hand is asked, whether or not it can play it, which would be told otherwise."""
    if action_cards(state, int(state.current)) > 0:
        ask(state, int(state.current))


@rule(inlined=False)
def action_cards(state, seat):
    """How many action cards a seat has in hand, secret or open."""
    return cards_in(state, ZONES.hand + seat) + cards_in(state, ZONES.won + seat)


@rule(inlined=False)
def legal_actions(state, deck, seat, actions):
    """Any action card in hand that can be carried out on something, or none (CA-046, CA-054, CA-157)."""
    for kind in range(deck.kind_count):
        if deck.action[kind] >= 0 and can_play(state, deck, seat, kind):
            allow(actions, ACTIONS.play + kind)
    allow(actions, ACTIONS.skip)


@rule(inlined=False)
def can_play(state, deck, seat, kind):
    """Whether a seat has an action card in hand, and there is something to do it to (CA-157)."""
    if hand_card(state, deck, seat, kind) < 0:
        return False
    return can_begin_effect(state, deck, seat, EFFECTS.new_markets + int(deck.action[kind]))


@rule(inlined=False)
def hand_card(state, deck, seat, kind):
    """A card of a kind in a seat's hand, secret or open; -1 if there is none."""
    card = card_of_kind(state, deck, ZONES.hand + seat, kind)
    return card if card >= 0 else card_of_kind(state, deck, ZONES.won + seat, kind)


@rule(inlined=False)
def play_action(state, deck, events, seat, action):
    """The card is laid face up before its player and carried out (CA-055, CA-057, CA-058)."""
    if action == ACTIONS.skip:
        state.played_now = rule_number(state, deck, NUMBER.actions_in_a_turn)
        return
    kind = argument_of(action)
    move(state, hand_card(state, deck, seat, kind), ZONES.played + seat)
    state.played_now = state.played_now + 1
    emit(events, EVENTS.plays, EVERYONE_HEARS, seat, kind)
    push_frame(state, EFFECTS.new_markets + int(deck.action[kind]), seat, -1, -1)


@rule(inlined=False)
def end_turn(state, deck, events):
    """With Long Session another card may follow (CA-124, CA-166); then the next seat that can place has its turn.

    Where nobody can, the phase ends (CA-048, CA-153 to CA-156).
    """
    if may_play_another(state, deck):
        enter(state, PHASES.action)
        return
    seat = next_to_place(state)
    if seat < 0:
        enter(state, PHASES.control)
    else:
        state.current = seat
        enter(state, PHASES.place)


@rule(inlined=False)
def may_play_another(state, deck):
    """Whether the seat has played a card in this turn, may play more, and has one."""
    played = int(state.played_now)
    more = played > 0 and played < rule_number(state, deck, NUMBER.actions_in_a_turn)
    return more and action_cards(state, int(state.current)) > 0


@rule(inlined=False)
def next_to_place(state):
    """The next seat clockwise with an agent left, if a boulevard is empty and open; -1 if nobody can place."""
    if free(state) != 0:
        for i in range(1, int(state.seats) + 1):
            seat = (int(state.current) + i) % int(state.seats)
            if state.supply[seat] > 0:
                return seat
    return -1


# Control (CA-062 to CA-071, CA-169 to CA-173)


@rule(inlined=False)
def control(state, deck, events):
    """All nine cards are judged as they lie; then those that are won leave together (CA-169)."""
    state.judged = state.judged + 1
    found = np.zeros(MOST_SEATS, np.int64)
    for cell in range(CELLS):
        verdict = judge(state, deck, cell, found)
        state.judged_kind[cell] = int(deck.kind[card_in(state, cell)]) + 1
        state.judged_value[cell] = support_value(state, deck, cell)
        state.judged_winner[cell] = winner_of(verdict)
        state.judged_how[cell] = how_judged(verdict)
        for seat in range(int(state.seats)):
            state.judged_support[cell, seat] = int(found[seat])
    for boulevard in range(BOULEVARD_COUNT):
        for seat in range(int(state.seats)):
            state.judged_agents[boulevard, seat] = state.agents[boulevard, seat]
    for cell in range(CELLS):
        hand_out(state, deck, events, cell)


@rule(inlined=False)
def hand_out(state, deck, events, cell):
    """A card that is won goes to its winner (CA-064), an action card into the hand (CA-065); another one stays."""
    card, winner, how = card_in(state, cell), int(state.judged_winner[cell]), int(state.judged_how[cell])
    kind, most = int(deck.kind[card]), 0
    for seat in range(int(state.seats)):
        most = max(most, int(state.judged_support[cell, seat]))
    g = int(state.games)
    state.cells_judged[g, how] = state.cells_judged[g, how] + 1
    if winner < 0:
        if how == JUDGED.tie:
            emit(events, EVENTS.tie, EVERYONE_HEARS, kind, most)  # CA-066
        else:
            emit(events, EVENTS.stays, EVERYONE_HEARS, kind)  # CA-170, CA-171
        return
    state.left_city = state.left_city + 1
    emit(events, EVENTS.wins_card + how - JUDGED.most_support, EVERYONE_HEARS, winner, kind, most)
    if deck.type[kind] != TYPE.action:
        move(state, card, ZONES.tableau + winner)
    elif state.won_actions == OPTIONS.won_actions.open:
        move(state, card, ZONES.won + winner)  # CA-159
    else:
        move(state, card, ZONES.hand + winner)


@rule(inlined=False)
def end_round(state, deck, events):
    """Agents come home, markers go, the First Player card passes to the left (CA-072, CA-073)."""
    for seat in range(int(state.seats)):
        for boulevard in range(BOULEVARD_COUNT):
            state.supply[seat] = state.supply[seat] + state.agents[boulevard, seat]
    clear_boulevards(state)
    for card in range(int(deck.district_count)):
        clear_markers(state, card)
    state.first_seat = (int(state.first_seat) + 1) % int(state.seats)
    state.stalled = int(state.stalled) + 1 if state.left_city == 0 else 0
    state.left_city = 0


@rule(inlined=False)
def next_round(state, deck, events):
    """The next round begins (CA-075), unless too many in a row have changed nothing (CA-152)."""
    if state.stalled >= state.stall_rounds:
        emit(events, EVENTS.stalled, EVERYONE_HEARS, int(state.stalled))
        enter(state, PHASES.assign)
    else:
        emit(events, EVENTS.first_player, EVERYONE_HEARS, int(state.first_seat))
        enter(state, PHASES.reveal)


# The end of a game (CA-076 to CA-083, CA-174)


@rule(inlined=False)
def ask_to_assign(state, deck, events):
    """By option everybody with a personality assigns it, in secret; otherwise the best sets are made."""
    if state.personality_assignment == OPTIONS.personality_assignment.manual:
        for seat in range(int(state.seats)):
            ask_for_rest(state, deck, seat)


@rule(inlined=False)
def ask_for_rest(state, deck, seat):
    """Ask a seat as long as it has a personality that is not assigned, and a set with room for it."""
    left, room = 0, 0
    for i in range(cards_in(state, ZONES.tableau + seat)):
        left += int(deck.type[deck.kind[card_at(state, ZONES.tableau + seat, i)]] == TYPE.personality)
    for guild in range(GUILDS):
        left -= int(state.assignment[seat, guild])
        room += int(has_room(state, deck, seat, guild))
    if left > 0 and room > 0:
        ask(state, seat)


@rule(inlined=False)
def has_room(state, deck, seat, guild):
    """Whether a personality can join a guild set (CA-082, CA-083)."""
    cards = int(state.assignment[seat, guild])
    for i in range(cards_in(state, ZONES.tableau + seat)):
        kind = int(deck.kind[card_at(state, ZONES.tableau + seat, i)])
        cards += int(deck.type[kind] == TYPE.guild and deck.guild[kind] == guild)
    return cards < rule_number(state, deck, NUMBER.set_limit)


@rule(inlined=False)
def legal_assignments(state, deck, seat, actions):
    """Any guild whose set has room (CA-081, CA-175)."""
    for guild in range(GUILDS):
        if has_room(state, deck, seat, guild):
            allow(actions, ACTIONS.assign + guild)


@rule(inlined=False)
def assign(state, deck, events, seat, action):
    """A personality joins a guild set; the others see it when all are done."""
    guild = argument_of(action)
    state.assignment[seat, guild] = state.assignment[seat, guild] + 1
    ask_for_rest(state, deck, seat)


@rule(inlined=False)
def end_game(state, deck, events):
    """Hands and contracts are shown, and what everybody has is written down; another game of the series follows."""
    g = int(state.games)
    for seat in range(int(state.seats)):
        move_all(state, ZONES.hand + seat, ZONES.won + seat)
        show_contract(state, deck, events, g, seat)
    move_all(state, ZONES.box, ZONES.out)
    for card in range(int(deck.district_count)):
        state.held[g, card] = holding_now(state, card)
    state.condition_of[g] = state.condition_now + 1
    state.rounds_of[g] = state.rounds
    for seat in range(int(state.seats)):
        write_assignment(state, deck, g, seat)
    state.games = g + 1
    if state.series_games > 1:
        emit(events, EVENTS.game_over, EVERYONE_HEARS, g + 1)
    enter(state, PHASES.game_start if state.games < state.series_games else PHASES.game_over)


@rule(inlined=False)
def show_contract(state, deck, events, g, seat):
    """A contract is shown at the end (CA-101)."""
    state.contract_of[g, seat] = 0
    if state.contract_cards == 1:
        card = top_card(state, ZONES.contracts + seat)
        state.contract_of[g, seat] = int(deck.kind[card]) + 1
        move(state, card, ZONES.shown + seat)
        emit(events, EVENTS.contract, EVERYONE_HEARS, seat, int(deck.kind[card]))


@rule(inlined=False)
def write_assignment(state, deck, g, seat):
    """The personalities of a seat as it has assigned them, or as it is best (CA-174)."""
    best = np.zeros(GUILDS, np.int64)
    assign_best(state, deck, g, seat, int(state.contract_of[g, seat]) - 1, best)
    for guild in range(GUILDS):
        state.assigned[g, seat, guild] = int(best[guild])
        if state.personality_assignment == OPTIONS.personality_assignment.manual:
            state.assigned[g, seat, guild] = state.assignment[seat, guild]


@rule(inlined=False)
def end_match(state, deck, events):
    """All games of the series are over; the score says who has won."""
    state.over = 1


# The action cards, in the order of ACTION (CA-103 to CA-116)

SWAP = "Choose a district card.", "Choose the card that it changes places with."
EFFECTS = Effects(
    (
        Effect("new_markets", two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap),
        Effect(
            "tarot_mages", tarot_mages, legal_mages, answer_mages,
            question=("Exchange a card with one in the city, or none.", "Choose the card that you put back next."),
            can_begin=can_look,
        ),
        Effect(
            "crowded_street", one_target, legal_boulevards, place_another,
            question="Choose a boulevard in which an agent stands.", can_begin=can_choose_boulevard,
        ),
        Effect("grand_procession", two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap),
        Effect("corner_deal", two_targets, legal_swap, swap, question=SWAP, can_begin=can_swap),
        Effect(
            "eviction", one_target, legal_evictions, evict,
            question="Choose the agent that goes home.", can_begin=can_evict,
        ),
        Effect(
            "night_crossing", two_targets, legal_crossing, cross,
            question=("Choose an agent of yours.", "Choose the boulevard that it moves to."), can_begin=can_cross,
        ),
        Effect(
            "double_errand", one_target, legal_boulevards, place_another,
            question="Choose an empty boulevard.", can_begin=can_choose_boulevard,
        ),
        Effect(
            "mistaken_identity", two_targets, legal_mistakes, mistake,
            question=("Choose an agent.", "Choose the agent that it changes places with."), can_begin=can_mistake,
        ),
        Effect(
            "ducal_herald", one_target, legal_cards, herald,
            question="Choose the card that has 1 more support value.", can_begin=can_choose_card,
        ),
        Effect(
            "scandal", one_target, legal_cards, scandal,
            question="Choose the card that has support value 0.", can_begin=can_choose_card,
        ),
        Effect(
            "barricade", one_target, legal_boulevards, close_boulevard,
            question="Choose the boulevard that is closed.", can_begin=can_choose_boulevard,
        ),
        Effect(
            "amnesty", one_target, legal_pardons, pardon,
            question="Choose the militia card that leaves the game.", can_begin=can_pardon,
        ),
        Effect(
            "backroom_vote", one_target, legal_cards, vote,
            question="Choose the card of which you win a tie.", can_begin=can_choose_card,
        ),
    )
)  # fmt: skip

# The course of a game

PHASES = Phases(
    (
        Phase("game_start", "Set-up", begin=begin_game),
        Phase(
            "contract_choice", "Choosing a contract", SECRET_TOGETHER,
            ask_everybody, legal_contracts, choose_contract, keep_contracts,
        ),
        Phase("reveal", "Reveal", begin=reveal),
        Phase("place", "Dispatch: an agent", begin=ask_to_place, legal=legal_places, answer=place, then="action"),
        Phase(
            "action", "Dispatch: an action card",
            begin=offer_action, legal=legal_actions, answer=play_action, end=end_turn,
        ),
        Phase("control", "Control", begin=control, then="round_end"),
        Phase("round_end", "The round ends", begin=end_round, end=next_round),
        Phase(
            "assign", "Assigning personalities", SECRET_TOGETHER,
            ask_to_assign, legal_assignments, assign, end_game,
        ),
        Phase("game_over", "Game over", begin=end_match),
    )
)  # fmt: skip
