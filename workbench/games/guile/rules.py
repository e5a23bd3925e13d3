"""Guile: two factions sit round a table with face-down influence cards that get looked at and exchanged.

The game is from Terra Nova Games; the rule ids (GL-...) are those of RULES.md in this folder. Read from top to
bottom, this file follows the rulebook: setup of the match, setup of a round, the two cycles, the end of a round. What
lies on the table, what is remembered and what a seat can do is in table.py, how a round is totalled in scoring.py.

Positions are numbered clockwise from 0; even ones are of the first faction, odd ones of the second (GL-302).
A kind is a row of cards.csv, a knight a row of knights.csv, and r a round, counted from 0 in the record and from 1
in events.
"""

from __future__ import annotations

from typing import Any

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    SECRET_TOGETHER,
    ActionList,
    Events,
    OptionError,
    Phase,
    Phases,
    action_with,
    allow,
    allow_cards,
    allow_range,
    argument_of,
    ask,
    ask_everybody,
    card_at,
    cards_in,
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
from workbench.decks.deck import Deck
from workbench.games.guile.deck import FACTIONS, KNIGHTS, GuileDeck
from workbench.games.guile.names import OPTIONS
from workbench.games.guile.scoring import (
    BOTH_WIN,
    TOLD_OF_CARD,
    TOLD_OF_ROUND,
    decide_round,
    faction_total,
    resolve_influence,
)
from workbench.games.guile.table import ACTIONS, CYCLE, EVENTS, HAND_SIZE, MOST_ROUNDS, SEATS, ZONES, GuileState

# Who acts


@rule(inlined=True)
def faction_of(state: GuileState, seat: int) -> int:
    """The faction a seat controls; its knights are at the positions faction, faction + 2 and so on (GL-302)."""
    return 0 if state.faction_seat[0] == seat else 1


@rule(inlined=True)
def position_of(state: GuileState, knight: int) -> int:
    """Where a knight sits."""
    position = 0
    while state.knight_at[position] != knight:
        position += 1
    return position


# Setup of the match


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse an extended cast that the deck does not have; raises OptionError."""
    if options["extended_cast"] and deck.arrays.card_count == deck.arrays.influence_count:
        raise OptionError(
            f"Option 'extended_cast' is true, but the deck {deck.name!r} lists no character. "
            "Play without it, or add a row with Isolde, Morgana or Merlin in the column character."
        )


@rule(inlined=True)
def setup(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """Find the start player, who chooses a faction (GL-017 to GL-024)."""
    fill(state, ZONES.stock, deck.card_count if state.extended_cast == 1 else deck.influence_count)
    shuffle(state, deck, ZONES.stock)
    seat_knights(state, deck)
    state.start_seat = state.start_player - OPTIONS.start_player.seat_0
    if state.start_player == OPTIONS.start_player.random:
        state.start_seat = random_below(state.random_state, SEATS)
    emit(events, EVENTS.start_player, EVERYONE_HEARS, state.start_seat)
    enter(state, PHASES.choose_faction)


@rule(inlined=True)
def seat_knights(state: GuileState, deck: GuileDeck) -> None:
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
                state.knight_at[here], state.knight_at[there] = state.knight_at[there], state.knight_at[here]


@rule(inlined=True)
def find_factions(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """The start player chooses a faction (GL-018), or it is agreed (GL-224)."""
    if state.faction_choice == OPTIONS.faction_choice.start_player:
        ask(state, state.start_seat)
    else:
        take_faction(state, events, 0, state.faction_choice - OPTIONS.faction_choice.seat_0_arthur)


@rule(inlined=True)
def legal_factions(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """Either faction (GL-018)."""
    allow_range(actions, ACTIONS.choose_faction, FACTIONS)


@rule(inlined=True)
def choose_faction(state: GuileState, deck: GuileDeck, events: Events, seat: int, action: int) -> None:
    """The start player has chosen."""
    take_faction(state, events, seat, argument_of(action))


@rule(inlined=True)
def take_faction(state: GuileState, events: Events, seat: int, faction: int) -> None:
    """A seat controls one faction, the other seat the other (GL-018, GL-019)."""
    state.faction_seat[faction] = seat
    state.faction_seat[1 - faction] = 1 - seat
    for each in range(SEATS):
        emit(events, EVENTS.faction, EVERYONE_HEARS, each, faction_of(state, each))


@rule(inlined=True)
def find_start_knight(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """The start player chooses one of their knights (GL-022, GL-303), or chance does (GL-226)."""
    seat = state.start_seat
    if state.start_knight == OPTIONS.start_knight.random:
        state.sword = faction_of(state, seat) + FACTIONS * random_below(state.random_state, HAND_SIZE)
    else:
        ask(state, seat)


@rule(inlined=True)
def legal_start_knights(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """The knights of the start player's faction (GL-303)."""
    for knight in range(KNIGHTS):
        if deck.faction[knight] == faction_of(state, seat):
            allow(actions, ACTIONS.start_at + knight)


@rule(inlined=True)
def point_sword(state: GuileState, deck: GuileDeck, events: Events, seat: int, action: int) -> None:
    """The sword of the cycle card points at the Start Knight (GL-024)."""
    state.sword = position_of(state, argument_of(action))


# Setup of a round


@rule(inlined=True)
def begin_round(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """Deal four of the shuffled cards to each seat and lay the rest aside (GL-026, GL-027, GL-054)."""
    state.actions_taken = 0
    state.coins_up = 0  # GL-023, GL-056
    state.knight_errant = state.sword
    state.round_start[state.rounds] = state.sword
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, state.rounds + 1, state.knight_at[state.sword])
    for seat in range(SEATS):
        state.seen[seat] = 0
        for _ in range(HAND_SIZE):
            move(state, top_card(state, ZONES.stock), ZONES.hand + seat)
        see(state, deck, seat)
    move_all(state, ZONES.stock, ZONES.aside)
    if state.code_of_chivalry == 1:
        keep_hands(state)
    else:
        enter(state, PHASES.draft)


@rule(inlined=True)
def see(state: GuileState, deck: GuileDeck, seat: int) -> None:
    """Note what a seat has been shown: of each card as many copies as it can tell at once, as bits of the first ones.

    Nobody who has lost sight of a copy can tell which one it is.
    """
    kind, copies = -1, 0
    for card in range(state.card_count):
        if deck.kind[card] != kind:
            kind, copies = deck.kind[card], 0
        if sees_card(state, card, seat):
            state.seen[seat] |= 1 << (deck.first_card[kind] + copies)
            copies += 1


@rule(inlined=True)
def out_of_sight(state: GuileState, deck: GuileDeck, seat: int, kind: int) -> int:
    """How many copies of a card a seat was shown in this round besides those that it can place now."""
    copies, card = 0, deck.first_card[kind]
    while card < state.card_count and deck.kind[card] == kind:
        copies += ((state.seen[seat] >> card) & 1) - int(sees_card(state, card, seat))
        card += 1
    return copies


@rule(inlined=True)
def legal_to_keep(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """Any card of the hand (GL-028)."""
    allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.keep)


@rule(inlined=True)
def keep(state: GuileState, deck: GuileDeck, events: Events, seat: int, action: int) -> None:
    """A seat has chosen the card that it keeps; the other seat does not see it."""
    state.chosen[seat] = argument_of(action)


@rule(inlined=True)
def pass_hands(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """Each seat keeps the card it chose and passes the others to the other seat (GL-028 to GL-030, GL-305).

    A seat that passes a card on knows where it is, and later knows that it was kept: it is missing when the hand
    comes back.
    """
    for seat in range(SEATS):
        move(state, card_of_kind(state, deck, ZONES.hand + seat, state.chosen[seat]), ZONES.kept + seat)
        state.chosen[seat] = NONE
    for card in range(state.card_count):
        seat = state.place[card] - ZONES.hand
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


@rule(inlined=True)
def card_of_kind(state: GuileState, deck: GuileDeck, place: int, kind: int) -> int:
    """A card of a kind in a place; its first card in a determinization, which does not know the other seat's choice."""
    i = 0
    while kind != NONE and deck.kind[card_at(state, place, i)] != kind:
        i += 1
    return card_at(state, place, i)


@rule(inlined=True)
def keep_hands(state: GuileState) -> None:
    """The whole hand is kept; then both seats look at their cards and place them (GL-031, GL-200)."""
    for seat in range(SEATS):
        move_all(state, ZONES.hand + seat, ZONES.kept + seat)
    enter(state, PHASES.place)


@rule(inlined=True)
def legal_cards(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """A card not laid yet for the first bare knight; when no knight is bare, done (GL-032)."""
    i = 0
    while i < HAND_SIZE and state.plan[seat, i] != NONE:
        i += 1
    if i < HAND_SIZE:
        knight = state.knight_at[faction_of(state, seat) + FACTIONS * i]
        last = -1
        for j in range(cards_in(state, ZONES.kept + seat)):
            kind = deck.kind[card_at(state, ZONES.kept + seat, j)]
            if kind != last and copies_left(state, deck, seat, kind) > 0:
                allow(actions, action_with(ACTIONS.lay, knight, kind))
            last = kind
    if actions.people == 1:  # no bot takes a card back
        for knight in range(KNIGHTS):
            if is_laid(state, deck, seat, knight):
                allow(actions, ACTIONS.take_back + knight)
    if i == HAND_SIZE:
        allow(actions, ACTIONS.done)


@rule(inlined=True)
def copies_left(state: GuileState, deck: GuileDeck, seat: int, kind: int) -> int:
    """How many cards of a kind a seat has kept and not laid yet."""
    copies = 0
    for i in range(HAND_SIZE):
        copies += int(deck.kind[card_at(state, ZONES.kept + seat, i)] == kind) - int(state.plan[seat, i] == kind)
    return copies


@rule(inlined=True)
def is_laid(state: GuileState, deck: GuileDeck, seat: int, knight: int) -> bool:
    """Whether a seat has laid a card on a knight of its own."""
    if deck.faction[knight] != faction_of(state, seat):
        return False
    return state.plan[seat, position_of(state, knight) // FACTIONS] != NONE


@rule(inlined=True)
def place(state: GuileState, deck: GuileDeck, events: Events, seat: int, action: int) -> None:
    """Lay a card on a knight, take it back, or be done; nobody sees it before both are (GL-033)."""
    if action == ACTIONS.done:
        return
    if verb_of(action) == ACTIONS.lay:
        state.plan[seat, position_of(state, first_argument(action)) // FACTIONS] = second_argument(action)
    else:
        state.plan[seat, position_of(state, argument_of(action)) // FACTIONS] = NONE
    ask(state, seat)


@rule(inlined=True)
def lay_cards(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """All cards are laid face down; each seat knows where its own lie (GL-032, GL-306)."""
    for seat in range(SEATS):
        for i in range(HAND_SIZE):
            card = card_of_kind(state, deck, ZONES.kept + seat, state.plan[seat, i])
            move_secretly(state, card, ZONES.position[faction_of(state, seat) + FACTIONS * i], only(seat))
        forget_choices(state, seat)
    emit(events, EVENTS.laid, EVERYONE_HEARS)
    enter(state, PHASES.act)


@rule(inlined=True)
def forget_choices(state: GuileState, seat: int) -> None:
    """A seat has chosen no card to keep and laid none."""
    state.chosen[seat] = NONE
    for i in range(HAND_SIZE):
        state.plan[seat, i] = NONE


# The two cycles


@rule(inlined=True)
def begin_action(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """The seat that controls the Knight-Errant acts (GL-034)."""
    state.turn += 1
    ask_controller(state, deck, events)


@rule(inlined=True)
def ask_controller(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """The seat that controls the Knight-Errant decides (GL-034)."""
    ask(state, state.faction_seat[state.knight_errant % FACTIONS])


@rule(inlined=True)
def legal_actions(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """One peek, or an exchange with any of the seven other knights (GL-035 to GL-038, GL-307)."""
    allow(actions, ACTIONS.peek)
    for knight in range(KNIGHTS):
        if knight != state.knight_at[state.knight_errant]:
            allow(actions, ACTIONS.exchange + knight)


@rule(inlined=True)
def act(state: GuileState, deck: GuileDeck, events: Events, seat: int, action: int) -> None:
    """Peek or exchange (GL-035)."""
    if action == ACTIONS.peek:
        peek(state, deck, events, seat)
    else:
        exchange(state, events, seat, position_of(state, argument_of(action)))


@rule(inlined=True)
def legal_look(state: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> None:
    """A card that was looked at goes back where it lay (GL-036)."""
    allow(actions, ACTIONS.lay_back)


@rule(inlined=True)
def peek(state: GuileState, deck: GuileDeck, events: Events, seat: int) -> None:
    """The seat alone sees the Knight-Errant's card, until it puts it back (GL-036, GL-308)."""
    position = state.knight_errant
    card, knight = card_at(state, ZONES.position[position], 0), state.knight_at[position]
    show(state, card, seat)
    see(state, deck, seat)
    state.peeks_made[state.rounds, seat] += 1
    emit(events, EVENTS.peeked, EVERYONE_HEARS, seat, knight)
    emit(events, EVENTS.saw, only(seat), deck.kind[card], knight)
    enter(state, PHASES.look)


@rule(inlined=True)
def exchange(state: GuileState, events: Events, seat: int, other: int) -> None:
    """The Knight-Errant's card and another change places unseen (GL-037 to GL-039); whoever knew them follows them."""
    position = state.knight_errant
    card, other_card = card_at(state, ZONES.position[position], 0), card_at(state, ZONES.position[other], 0)
    move(state, card, ZONES.position[other])
    move(state, other_card, ZONES.position[position])
    emit(events, EVENTS.exchanged, EVERYONE_HEARS, seat, state.knight_at[position], state.knight_at[other])


@rule(inlined=True)
def next_knight(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """The turn card moves one knight clockwise; two cycles make a round (GL-040 to GL-045)."""
    state.actions_taken += 1
    state.knight_errant = (state.knight_errant + 1) % KNIGHTS
    if state.actions_taken == 2 * CYCLE:
        end_round(state, deck, events)
        return
    if state.actions_taken == CYCLE:
        state.coins_up = 1
        emit(events, EVENTS.coins_up, EVERYONE_HEARS)
    enter(state, PHASES.act)


# The end of a round


@rule(inlined=True)
def end_round(state: GuileState, deck: GuileDeck, events: Events) -> None:
    """Turn the cards, give the victory card, and play another round or end the match (GL-048 to GL-059)."""
    r = state.rounds
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


@rule(inlined=True)
def turn_cards(state: GuileState, deck: GuileDeck, events: Events, r: int) -> None:
    """All cards are turned face up from the Start Knight on, clockwise, and resolved (GL-048, GL-049)."""
    for position in range(KNIGHTS):
        state.scored_kind[r, position] = deck.kind[card_at(state, ZONES.position[position], 0)]
    resolve_influence(state, deck, r)
    for i in range(KNIGHTS):
        position = (state.sword + i) % KNIGHTS
        kind, knight = state.scored_kind[r, position], state.knight_at[position]
        event = TOLD_OF_CARD[state.why[r, position]]
        emit(events, event, EVERYONE_HEARS, knight, kind, state.influence[r, position])
    for faction in range(FACTIONS):
        emit(events, EVENTS.totalled, EVERYONE_HEARS, faction, faction_total(state, r, faction))


@rule(inlined=True)
def give_victory_card(state: GuileState, deck: GuileDeck, events: Events, r: int) -> None:
    """The seat of the winning faction gains a victory card (GL-015, GL-051); a draw is GL-315."""
    faction = decide_round(state, deck, r)
    if faction >= 0:
        winner = state.faction_seat[faction]
        state.victory_cards[winner] += 1
    elif state.drawn_round == OPTIONS.drawn_round.count_for_both:
        winner = BOTH_WIN
        for seat in range(SEATS):
            state.victory_cards[seat] += 1
    else:
        winner = NONE
    state.round_winner[r] = winner
    emit(events, TOLD_OF_ROUND[state.decided_by[r]], EVERYONE_HEARS, r + 1, winner)


@rule(inlined=True)
def show_aside(state: GuileState, deck: GuileDeck, events: Events, r: int) -> None:
    """The cards that were not used are shown (GL-232)."""
    for i in range(cards_in(state, ZONES.aside)):
        kind = deck.kind[card_at(state, ZONES.aside, i)]
        copy = deck.first_card[kind]
        while (state.aside_shown[r] >> copy) & 1 == 1:
            copy += 1
        state.aside_shown[r] |= 1 << copy
        emit(events, EVENTS.lay_aside, EVERYONE_HEARS, kind)


@rule(inlined=True)
def collect_cards(state: GuileState, deck: GuileDeck) -> None:
    """All influence cards are shuffled for the next round, including those aside (GL-025, GL-304)."""
    for position in range(KNIGHTS):
        move_all(state, ZONES.position[position], ZONES.stock)
    move_all(state, ZONES.aside, ZONES.stock)
    shuffle(state, deck, ZONES.stock)


@rule(inlined=True)
def match_ends(state: GuileState, r: int) -> int:
    """A seat has enough victory cards, and more than the other (GL-016, GL-059, GL-316); or a limit is reached."""
    first, second = state.victory_cards[0], state.victory_cards[1]
    if max(first, second) >= state.rounds_to_win and first != second:
        return True
    if state.drawn_round == OPTIONS.drawn_round.count_for_none_move_on and r + 1 >= 2 * state.rounds_to_win - 1:
        return True
    return r + 1 == MOST_ROUNDS


@rule(inlined=True)
def announce_winner(state: GuileState, events: Events) -> None:
    """Say who controls Camelot (GL-059)."""
    first, second = state.victory_cards[0], state.victory_cards[1]
    if first == second:
        emit(events, EVENTS.match_drawn, EVERYONE_HEARS)
    else:
        emit(events, EVENTS.match_won, EVERYONE_HEARS, 0 if first > second else 1)


# The course of a match


class GuilePhases(Phases):
    """The course of a game."""

    choose_faction = Phase(
            "Choose a faction",
            begin=find_factions, legal=legal_factions, answer=choose_faction, then="choose_start_knight",
        )  # fmt: skip
    choose_start_knight = Phase(
            "Choose the Start Knight",
            begin=find_start_knight, legal=legal_start_knights, answer=point_sword, end=begin_round,
        )  # fmt: skip
    draft = Phase("Draft", SECRET_TOGETHER, begin=ask_everybody, legal=legal_to_keep, answer=keep, end=pass_hands)
    place = Phase(
            "Placement", SECRET_TOGETHER, begin=ask_everybody, legal=legal_cards, answer=place, end=lay_cards
        )  # fmt: skip
    act = Phase("Action", begin=begin_action, legal=legal_actions, answer=act, end=next_knight)
    look = Phase("Peek", begin=ask_controller, legal=legal_look, end=next_knight)
    match_over = Phase("Match over")


PHASES = GuilePhases()


# Other worlds


@rule(inlined=True)
def possible(state: GuileState, deck: GuileDeck, seat: int) -> bool:
    """Whether a world fits what a seat was shown: no card it saw in the draft lies aside.

    Among the copies that it cannot place, the first ones stand for those that it saw.
    """
    if seat < 0:
        return True
    kind, left = -1, 0
    for card in range(state.card_count):
        if deck.kind[card] != kind:
            kind = deck.kind[card]
            left = out_of_sight(state, deck, seat, kind)
        if left > 0 and not sees_card(state, card, seat):
            left -= 1
            if state.place[card] == ZONES.aside:
                return False
    return True
