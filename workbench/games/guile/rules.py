"""Guile: two factions sit round a table with face-down influence cards that get looked at and exchanged.

The game is from Terra Nova Games; the rule ids (GL-...) are those of RULES.md in this folder. Read from top to
bottom, this file follows the rulebook: the table, what a seat can do, setup of the match, setup of a round, the
two cycles, the end of a round. How a round is totalled is in scoring.py.

Positions are numbered clockwise from 0; even ones are of the first faction, odd ones of the second (GL-302).
A kind is a row of cards.csv, a knight a row of knights.csv, and r a round, counted from 0 in the record and from 1
in events. What the fields of the record mean is said where they are declared, in STATE.
"""

from __future__ import annotations

from workbench.author import (
    EVERYONE_HEARS,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    OptionError,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
    action_with,
    allow,
    allow_cards,
    allow_range,
    argument_of,
    ask,
    ask_everybody,
    card_at,
    cards_in,
    clear_table,
    emit,
    enter,
    fill,
    first_argument,
    move,
    move_all,
    move_secretly,
    only,
    random_below,
    rule,
    second_argument,
    sees_card,
    show,
    shuffle,
    top_card,
    verb_of,
)
from workbench.games.guile.deck import FACTIONS, KNIGHTS, MAX_CARDS
from workbench.games.guile.options import OPTIONS
from workbench.games.guile.scoring import BOTH_WIN, NOBODY_WINS, decide_round, faction_total, resolve_influence

# Constants

SEATS = 2
HAND_SIZE = 4  # cards dealt to a seat, and knights of a faction (GL-003, GL-026)
CYCLE = KNIGHTS  # actions in a cycle (GL-042)
MOST_ROUNDS = 30  # the safety stop where rounds may be drawn (GL-316)

# The table

STATE = StateSpec(
    seats=SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="cards a seat chooses from in the draft"),
        Zone("kept", OWNER, per_seat=True, sorted=True, about="cards a seat has kept and not laid yet"),
        Zone("position", NOBODY, about="the cards on the knights, by position", many=KNIGHTS),
        Zone("stock", NOBODY, about="cards not dealt yet"),
        Zone("aside", NOBODY, about="cards not used in this round"),
    ),
    fields=(
        Field("start_seat", about="the start player's seat"),
        Field("faction_seat", "i2", (FACTIONS,), about="by faction: the seat that controls it, -1 while nobody does"),
        Field("knight_at", "i1", (KNIGHTS,), about="by position: the knight"),
        Field("sword", about="the position the sword points at: the Start Knight"),
        Field("knight_errant", about="the position at the turn card"),
        Field("actions_taken", about="actions taken in this round, 0 to 16"),
        Field("coins_up", about="1 in the second cycle"),
        Field("victory_cards", "i2", (SEATS,), about="by seat"),
        Field("chosen", "i1", (SEATS,), OWNER, "by seat: the kind it keeps in this pick, -1 before", unknown=-1),
        Field("plan", "i1", (SEATS, HAND_SIZE), OWNER, "the kind laid on a seat's i-th knight, -1 before", unknown=-1),
        Field("seen", "i4", (SEATS,), OWNER, "by seat: how many of each card it was shown in this round, as bits"),
        Field("rounds", about="rounds scored so far; it is the row r of the round being played"),
        Field("round_start", "i1", (MOST_ROUNDS,), about="the position of the Start Knight in round r"),
        Field("peeks_made", "i1", (MOST_ROUNDS, SEATS), about="how many of a seat's actions were peeks"),
        Field("scored_kind", "i1", (MOST_ROUNDS, KNIGHTS), about="by position: the kind turned there, plus 1"),
        Field("influence", "i1", (MOST_ROUNDS, KNIGHTS), about="by position: what it was worth"),
        Field("why", "i1", (MOST_ROUNDS, KNIGHTS), about="by position: why, the reason of its line"),
        Field("decided_by", "i1", (MOST_ROUNDS,), about="one of DECIDED_BY"),
        Field("round_winner", "i1", (MOST_ROUNDS,), about="the seat that won, NOBODY_WINS or BOTH_WIN"),
        Field("aside_shown", "i4", (MOST_ROUNDS,), about="how many of each card lay aside and were shown, as bits"),
    ),
    options=OPTIONS,
    frames=1,
)
ZONES = STATE.zones

# What a seat can do

KNIGHT, CARD = Argument("knight", KNIGHTS, "knight"), Argument("card", MAX_CARDS, "card")
ACTIONS = ActionSpace(
    (
        Verb("choose_faction", (Argument("faction", FACTIONS, "category"),), "Choose {faction}", plain=True),
        Verb("start_at", (KNIGHT,), "Begin with {knight}", plain=True),
        Verb("keep", (CARD,), "Keep {card}"),
        Verb("lay", (KNIGHT, CARD), "Lay {card} on {knight}"),
        Verb("take_back", (KNIGHT,), "Take back the card on {knight}", use=PEOPLE_ONLY),
        Verb("done", (), "Placement is done"),
        Verb("peek", (), "Peek"),
        Verb("exchange", (KNIGHT,), "Exchange with {knight}", plain=True),
        Verb("lay_back", (), "Put the card back"),
    )
)
# A faction and a Start Knight; in each round three picks, four cards laid and done for both seats, 16 actions, and as
# many looks that end. Cards taken back aside: people may repeat that, as long as their time lasts.
MOST_DECISIONS = 2 + MOST_ROUNDS * (SEATS * (HAND_SIZE - 1 + HAND_SIZE + 1) + 2 * 2 * CYCLE)

# Events

SEAT, FACTION, A_KNIGHT = ("seat", "seat"), ("faction", "category"), ("knight", "knight")
A_CARD, NUMBER = ("card", "card"), ("count", "number")
TURNED, WON = (A_KNIGHT, A_CARD, NUMBER), (NUMBER, SEAT)
EVENTS = EventKinds(
    (
        # The first seven in the order of `why`, the next four in that of `decided_by`; a test sees to it.
        EventKind("turned", "{card} lies on {knight}.", TURNED),
        EventKind("turned_cancelled", "{card} lies on {knight}, but Morgana cancels it.", TURNED),
        EventKind("turned_morgana", "{card} lies on {knight}: it counts 0.", TURNED),
        EventKind("turned_merlin", "{card} lies on {knight}: it counts {count}, like the card across.", TURNED),
        EventKind("turned_merlin_zero", "{card} lies on {knight}: it counts 0.", TURNED),
        EventKind("turned_isolde", "{card} lies on {knight}: it counts {count}, like the highest card.", TURNED),
        EventKind("turned_isolde_zero", "{card} lies on {knight}: it counts 0 here.", TURNED),
        EventKind("won_by_total", "{seat} wins round {count}.", WON),
        EventKind("won_by_highest_card", "{seat} wins round {count} with the highest card.", WON),
        EventKind("won_by_dagger", "{seat} wins round {count} with the dagger.", WON),
        EventKind("drawn_round", "Round {count} is a tie.", (NUMBER,)),
        EventKind("start_player", "{seat} begins.", (SEAT,)),
        EventKind("faction", "{seat} leads {faction}.", (SEAT, FACTION)),
        EventKind("round_begins", "Round {count}: the sword points at {knight}.", (NUMBER, A_KNIGHT)),
        EventKind("passed", "Both players keep a card and pass {count:card} on.", (NUMBER,)),
        EventKind("laid", "All cards lie face down."),
        EventKind("peeked", "{seat} peeks at the card on {knight}.", (SEAT, A_KNIGHT)),
        EventKind("saw", "You see {card} on {knight}.", (A_CARD, A_KNIGHT), fleeting=True),
        EventKind("exchanged", "{seat} exchanges {knight} with {other}.", (SEAT, A_KNIGHT, ("other", "knight"))),
        EventKind("coins_up", "Second time round: the cycle card shows its coins."),
        EventKind("totalled", "{faction} have {count} in all.", (FACTION, NUMBER)),
        EventKind("lay_aside", "{card} was left over.", (A_CARD,)),
        EventKind("match_won", "{seat} controls Camelot.", (SEAT,)),
        EventKind("match_drawn", "The match is a tie."),
    )
)
# Who acts


@rule
def controller(state, position):
    """The seat that controls the knight at a position (GL-034)."""
    return int(state.faction_seat[position % FACTIONS])


@rule
def faction_of(state, seat):
    """The faction a seat controls; its knights are at the positions faction, faction + 2 and so on (GL-302)."""
    return 0 if state.faction_seat[0] == seat else 1


@rule
def position_of(state, knight):
    """Where a knight sits."""
    position = 0
    while state.knight_at[position] != knight:
        position += 1
    return position


# Setup of the match


def check_table(deck, seats: int, options: dict) -> None:
    """Refuse an extended cast that the deck does not have; raises OptionError."""
    if options["extended_cast"] and deck.arrays.card_count == deck.arrays.influence_count:
        raise OptionError(
            f"Option 'extended_cast' is true, but the deck {deck.name!r} lists no character. "
            "Play without it, or add a row with Isolde, Morgana or Merlin in the column character."
        )


@rule
def setup(state, deck, events):
    """Find the start player, who chooses a faction (GL-017 to GL-024)."""
    clear_table(state)
    if state.extended_cast == 1:
        fill(state, ZONES.stock, deck.card_count)
    else:
        fill(state, ZONES.stock, deck.influence_count)
    shuffle(state, deck, ZONES.stock)
    for seat in range(SEATS):
        forget_choices(state, seat)
    seat_knights(state, deck)
    state.start_seat = state.start_player - OPTIONS.start_player.seat_0
    if state.start_player == OPTIONS.start_player.random:
        state.start_seat = random_below(state.random_state, SEATS)
    emit(events, EVENTS.start_player, EVERYONE_HEARS, int(state.start_seat))
    state.faction_seat[0] = -1
    state.faction_seat[1] = -1
    enter(state, PHASES.choose_faction)


@rule
def seat_knights(state, deck):
    """The factions alternate round the table, each in random order (GL-020, GL-021, GL-302) or as listed (GL-225)."""
    for faction in range(FACTIONS):
        position = faction
        for knight in range(KNIGHTS):
            if deck.faction[knight] == faction:
                state.knight_at[position] = knight
                position += FACTIONS
        if state.table_order == OPTIONS.table_order.shuffled:
            for i in range(HAND_SIZE - 1, 0, -1):
                j = random_below(state.random_state, i + 1)
                here, there = faction + FACTIONS * i, faction + FACTIONS * j
                other = state.knight_at[here]
                state.knight_at[here] = state.knight_at[there]
                state.knight_at[there] = other


@rule
def find_factions(state, deck, events):
    """The start player chooses a faction (GL-018), or it is agreed (GL-224)."""
    if state.faction_choice == OPTIONS.faction_choice.start_player:
        ask(state, int(state.start_seat))
    else:
        take_faction(state, events, 0, int(state.faction_choice) - OPTIONS.faction_choice.seat_0_arthur)


@rule
def legal_factions(state, deck, seat, actions):
    """Either faction (GL-018)."""
    allow_range(actions, ACTIONS.choose_faction, FACTIONS)


@rule
def choose_faction(state, deck, events, seat, action):
    """The start player has chosen."""
    take_faction(state, events, seat, argument_of(action))


@rule
def take_faction(state, events, seat, faction):
    """A seat controls one faction, the other seat the other (GL-018, GL-019)."""
    state.faction_seat[faction] = seat
    state.faction_seat[1 - faction] = 1 - seat
    for each in range(SEATS):
        emit(events, EVENTS.faction, EVERYONE_HEARS, each, faction_of(state, each))


@rule
def find_start_knight(state, deck, events):
    """The start player chooses one of their knights (GL-022, GL-303), or chance does (GL-226)."""
    seat = int(state.start_seat)
    if state.start_knight == OPTIONS.start_knight.random:
        state.sword = faction_of(state, seat) + FACTIONS * random_below(state.random_state, HAND_SIZE)
    else:
        ask(state, seat)


@rule
def legal_start_knights(state, deck, seat, actions):
    """The knights of the start player's faction (GL-303)."""
    for knight in range(KNIGHTS):
        if deck.faction[knight] == faction_of(state, seat):
            allow(actions, ACTIONS.start_at + knight)


@rule
def point_sword(state, deck, events, seat, action):
    """The sword of the cycle card points at the Start Knight (GL-024)."""
    state.sword = position_of(state, argument_of(action))


# Setup of a round


@rule
def begin_round(state, deck, events):
    """Deal four of the shuffled cards to each seat and lay the rest aside (GL-026, GL-027, GL-054)."""
    state.actions_taken = 0
    state.coins_up = 0  # GL-023, GL-056
    state.knight_errant = state.sword
    state.round_start[int(state.rounds)] = state.sword
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, int(state.rounds) + 1, int(state.knight_at[int(state.sword)]))
    for seat in range(SEATS):
        state.seen[seat] = 0
        for _ in range(HAND_SIZE):
            card = top_card(state, ZONES.stock)
            move(state, card, ZONES.hand + seat)
        see(state, deck, seat)
    move_all(state, ZONES.stock, ZONES.aside)
    if state.code_of_chivalry == 1:
        keep_hands(state)
    else:
        enter(state, PHASES.draft)


@rule
def see(state, deck, seat):
    """Note what a seat has been shown: of each card as many copies as it can tell at once, as bits of the first ones.

    Which copy it is nobody can tell who has lost sight of it.
    """
    kind, copies = -1, 0
    for card in range(int(state.card_count)):
        if deck.kind[card] != kind:
            kind, copies = int(deck.kind[card]), 0
        if sees_card(state, card, seat):
            state.seen[seat] = int(state.seen[seat]) | (1 << (int(deck.first_card[kind]) + copies))
            copies += 1


@rule
def out_of_sight(state, deck, seat, kind):
    """How many copies of a card a seat was shown in this round beside those that it can place now."""
    copies, card = 0, int(deck.first_card[kind])
    while card < state.card_count and deck.kind[card] == kind:
        copies += ((int(state.seen[seat]) >> card) & 1) - int(sees_card(state, card, seat))
        card += 1
    return copies


@rule
def legal_to_keep(state, deck, seat, actions):
    """Any card of the hand (GL-028)."""
    allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.keep)


@rule
def keep(state, deck, events, seat, action):
    """A seat has chosen the card that it keeps; the other seat does not see it."""
    state.chosen[seat] = argument_of(action)


@rule
def pass_hands(state, deck, events):
    """Each seat keeps the card it chose and passes the others to the other seat (GL-028 to GL-030, GL-305).

    A seat that passes a card on knows where it is, and later knows that it was kept: it is missing when the hand
    comes back.
    """
    for seat in range(SEATS):
        move(state, card_of_kind(state, deck, ZONES.hand + seat, int(state.chosen[seat])), ZONES.kept + seat)
        state.chosen[seat] = -1
    for card in range(int(state.card_count)):
        seat = int(state.place[card]) - ZONES.hand
        if seat >= 0 and seat < SEATS:
            show(state, card, seat)
            move(state, card, ZONES.hand + 1 - seat)
    for seat in range(SEATS):
        see(state, deck, seat)
    emit(events, EVENTS.passed, EVERYONE_HEARS, cards_in(state, ZONES.hand))
    if cards_in(state, ZONES.hand) > 1:
        enter(state, PHASES.draft)
    else:
        keep_hands(state)


@rule
def card_of_kind(state, deck, place, kind):
    """A card of a kind in a place; its first card in a determinization, which does not know the other seat's choice."""
    i = 0
    while kind >= 0 and deck.kind[card_at(state, place, i)] != kind:
        i += 1
    return card_at(state, place, i)


@rule
def keep_hands(state):
    """The whole hand is kept; then both seats look at their cards and place them (GL-031, GL-200)."""
    for seat in range(SEATS):
        move_all(state, ZONES.hand + seat, ZONES.kept + seat)
    enter(state, PHASES.place)


@rule
def legal_cards(state, deck, seat, actions):
    """A card not laid yet for the first bare knight; when no knight is bare, done (GL-032)."""
    i = 0
    while i < HAND_SIZE and state.plan[seat, i] >= 0:
        i += 1
    if i < HAND_SIZE:
        knight = int(state.knight_at[faction_of(state, seat) + FACTIONS * i])
        last = -1
        for j in range(cards_in(state, ZONES.kept + seat)):
            kind = int(deck.kind[card_at(state, ZONES.kept + seat, j)])
            if kind != last and copies_left(state, deck, seat, kind) > 0:
                allow(actions, action_with(ACTIONS.lay, knight, kind))
            last = kind
    if actions.people == 1:  # no bot takes a card back
        for knight in range(KNIGHTS):
            if is_laid(state, deck, seat, knight):
                allow(actions, ACTIONS.take_back + knight)
    if i == HAND_SIZE:
        allow(actions, ACTIONS.done)


@rule
def copies_left(state, deck, seat, kind):
    """How many cards of a kind a seat has kept and not laid yet."""
    copies = 0
    for i in range(HAND_SIZE):
        copies += int(deck.kind[card_at(state, ZONES.kept + seat, i)] == kind) - int(state.plan[seat, i] == kind)
    return copies


@rule
def is_laid(state, deck, seat, knight):
    """Whether a seat has laid a card on a knight of its own."""
    if deck.faction[knight] != faction_of(state, seat):
        return False
    return state.plan[seat, position_of(state, knight) // FACTIONS] >= 0


@rule
def place(state, deck, events, seat, action):
    """Lay a card on a knight, take it back, or be done; nobody sees it before both are (GL-033)."""
    if action == ACTIONS.done:
        return
    if verb_of(action) == ACTIONS.lay:
        state.plan[seat, position_of(state, first_argument(action)) // FACTIONS] = second_argument(action)
    else:
        state.plan[seat, position_of(state, argument_of(action)) // FACTIONS] = -1
    ask(state, seat)


@rule
def lay_cards(state, deck, events):
    """All cards are laid face down; each seat knows where its own lie (GL-032, GL-306)."""
    for seat in range(SEATS):
        for i in range(HAND_SIZE):
            card = card_of_kind(state, deck, ZONES.kept + seat, int(state.plan[seat, i]))
            move_secretly(state, card, ZONES.position[faction_of(state, seat) + FACTIONS * i], only(seat))
        forget_choices(state, seat)
    emit(events, EVENTS.laid, EVERYONE_HEARS)
    enter(state, PHASES.act)


@rule
def forget_choices(state, seat):
    """A seat has chosen no card to keep and laid none."""
    state.chosen[seat] = -1
    for i in range(HAND_SIZE):
        state.plan[seat, i] = -1


# The two cycles


@rule
def begin_action(state, deck, events):
    """The seat that controls the Knight-Errant acts (GL-034)."""
    state.turn = state.turn + 1
    ask_controller(state, deck, events)


@rule
def ask_controller(state, deck, events):
    """The seat that controls the Knight-Errant decides."""
    ask(state, controller(state, int(state.knight_errant)))


@rule
def legal_actions(state, deck, seat, actions):
    """One peek, or an exchange with any of the seven other knights (GL-035 to GL-038, GL-307)."""
    allow(actions, ACTIONS.peek)
    for knight in range(KNIGHTS):
        if knight != state.knight_at[int(state.knight_errant)]:
            allow(actions, ACTIONS.exchange + knight)


@rule
def act(state, deck, events, seat, action):
    """Peek or exchange (GL-035)."""
    if action == ACTIONS.peek:
        peek(state, deck, events, seat)
    else:
        exchange(state, events, seat, position_of(state, argument_of(action)))


@rule
def legal_look(state, deck, seat, actions):
    """A card that was looked at goes back where it lay (GL-036)."""
    allow(actions, ACTIONS.lay_back)


@rule
def peek(state, deck, events, seat):
    """The seat alone sees the Knight-Errant's card, until it puts it back (GL-036, GL-308)."""
    position = int(state.knight_errant)
    card, knight = card_at(state, ZONES.position[position], 0), int(state.knight_at[position])
    show(state, card, seat)
    see(state, deck, seat)
    state.peeks_made[int(state.rounds), seat] = int(state.peeks_made[int(state.rounds), seat]) + 1
    emit(events, EVENTS.peeked, EVERYONE_HEARS, seat, knight)
    emit(events, EVENTS.saw, only(seat), int(deck.kind[card]), knight)
    enter(state, PHASES.look)


@rule
def exchange(state, events, seat, other):
    """The Knight-Errant's card and another change places unseen (GL-037 to GL-039); who knew them follows them."""
    position = int(state.knight_errant)
    card, other_card = card_at(state, ZONES.position[position], 0), card_at(state, ZONES.position[other], 0)
    move(state, card, ZONES.position[other])
    move(state, other_card, ZONES.position[position])
    emit(events, EVENTS.exchanged, EVERYONE_HEARS, seat, int(state.knight_at[position]), int(state.knight_at[other]))


@rule
def next_knight(state, deck, events):
    """The turn card moves one knight clockwise; two cycles make a round (GL-040 to GL-045)."""
    state.actions_taken = state.actions_taken + 1
    state.knight_errant = (state.knight_errant + 1) % KNIGHTS
    if state.actions_taken == 2 * CYCLE:
        end_round(state, deck, events)
        return
    if state.actions_taken == CYCLE:
        state.coins_up = 1
        emit(events, EVENTS.coins_up, EVERYONE_HEARS)
    enter(state, PHASES.act)


# The end of a round


@rule
def end_round(state, deck, events):
    """Turn the cards, give the victory card, and play another round or end the match (GL-048 to GL-059)."""
    r = int(state.rounds)
    turn_cards(state, deck, events, r)
    give_victory_card(state, deck, events, r)
    if state.show_aside == OPTIONS.show_aside.after_round:
        show_aside(state, deck, events, r)
    state.rounds = r + 1
    if match_ends(state, r):
        state.over = 1
        state.phase = PHASES.match_over
        announce_winner(state, events)
    else:
        state.sword = (state.sword + 1) % KNIGHTS  # GL-055, GL-056
        collect_cards(state, deck)
        begin_round(state, deck, events)


@rule
def turn_cards(state, deck, events, r):
    """All cards are turned face up from the Start Knight on, clockwise, and resolved (GL-048, GL-049)."""
    for position in range(KNIGHTS):
        state.scored_kind[r, position] = int(deck.kind[card_at(state, ZONES.position[position], 0)]) + 1
    resolve_influence(state, deck, r)
    for i in range(KNIGHTS):
        position = (int(state.sword) + i) % KNIGHTS
        kind, knight = int(state.scored_kind[r, position]) - 1, int(state.knight_at[position])
        event = EVENTS.turned + int(state.why[r, position])
        emit(events, event, EVERYONE_HEARS, knight, kind, int(state.influence[r, position]))
    for faction in range(FACTIONS):
        emit(events, EVENTS.totalled, EVERYONE_HEARS, faction, faction_total(state, r, faction))


@rule
def give_victory_card(state, deck, events, r):
    """The seat of the winning faction gains a victory card (GL-015, GL-051); a draw is GL-315."""
    faction = decide_round(state, deck, r)
    if faction >= 0:
        winner = int(state.faction_seat[faction])
        state.victory_cards[winner] = state.victory_cards[winner] + 1
    elif state.drawn_round == OPTIONS.drawn_round.count_for_both:
        winner = BOTH_WIN
        for seat in range(SEATS):
            state.victory_cards[seat] = state.victory_cards[seat] + 1
    else:
        winner = NOBODY_WINS
    state.round_winner[r] = winner
    event = EVENTS.won_by_total + int(state.decided_by[r])
    emit(events, event, EVERYONE_HEARS, r + 1, winner)


@rule
def show_aside(state, deck, events, r):
    """The cards that were not used are shown (GL-232)."""
    for i in range(cards_in(state, ZONES.aside)):
        kind = int(deck.kind[card_at(state, ZONES.aside, i)])
        copy = int(deck.first_card[kind])
        while (int(state.aside_shown[r]) >> copy) & 1 == 1:
            copy += 1
        state.aside_shown[r] = int(state.aside_shown[r]) | (1 << copy)
        emit(events, EVENTS.lay_aside, EVERYONE_HEARS, kind)


@rule
def collect_cards(state, deck):
    """All influence cards are shuffled for the next round, those aside too (GL-025, GL-304)."""
    for position in range(KNIGHTS):
        move_all(state, ZONES.position[position], ZONES.stock)
    move_all(state, ZONES.aside, ZONES.stock)
    shuffle(state, deck, ZONES.stock)


@rule
def match_ends(state, r):
    """A seat has enough victory cards, and more than the other (GL-016, GL-059, GL-316); or a limit is reached."""
    first, second = int(state.victory_cards[0]), int(state.victory_cards[1])
    if max(first, second) >= state.rounds_to_win and first != second:
        return True
    if state.drawn_round == OPTIONS.drawn_round.count_for_none_move_on and r + 1 >= 2 * int(state.rounds_to_win) - 1:
        return True
    return r + 1 == MOST_ROUNDS


@rule
def announce_winner(state, events):
    """Say who controls Camelot (GL-059)."""
    first, second = int(state.victory_cards[0]), int(state.victory_cards[1])
    if first == second:
        emit(events, EVENTS.match_drawn, EVERYONE_HEARS)
    else:
        emit(events, EVENTS.match_won, EVERYONE_HEARS, 0 if first > second else 1)


# The course of a match

PHASES = Phases(
    (
        Phase(
            "choose_faction", "Choose a faction",
            begin=find_factions, legal=legal_factions, answer=choose_faction, then="choose_start_knight",
        ),
        Phase(
            "choose_start_knight", "Choose the Start Knight",
            begin=find_start_knight, legal=legal_start_knights, answer=point_sword, end=begin_round,
        ),
        Phase("draft", "Draft", SECRET_TOGETHER, begin=ask_everybody, legal=legal_to_keep, answer=keep, end=pass_hands),
        Phase(
            "place", "Placement", SECRET_TOGETHER, begin=ask_everybody, legal=legal_cards, answer=place, end=lay_cards
        ),
        Phase("act", "Action", begin=begin_action, legal=legal_actions, answer=act, end=next_knight),
        Phase("look", "Peek", begin=ask_controller, legal=legal_look, end=next_knight),
        Phase("match_over", "Match over"),
    )
)  # fmt: skip


# Other worlds


@rule
def possible(state, deck, seat):
    """Whether a world fits what a seat was shown: no card it saw in the draft lies aside.

    Of the copies that it cannot place, the first ones stand for those that it saw.
    """
    if seat < 0:
        return True
    kind, left = -1, 0
    for card in range(int(state.card_count)):
        if deck.kind[card] != kind:
            kind = int(deck.kind[card])
            left = out_of_sight(state, deck, seat, kind)
        if left > 0 and not sees_card(state, card, seat):
            left -= 1
            if state.place[card] == ZONES.aside:
                return False
    return True
