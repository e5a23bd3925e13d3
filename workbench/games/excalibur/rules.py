"""Excalibur: play one chip a round, draw, steal and pass, and be the one who holds the Excalibur chip at the end.

The game is from Roxley Games; the rule ids (EX-...) are those of RULES.md in this folder. Read from top to bottom,
this file follows the rulebook: setup, then the five steps of a round, then the end. The table and what a seat can do
are in table.py, what each chip does is a row of chips.py, how chips move is in movements.py, who has won in scoring.py.

Seats are numbered clockwise from 0; the left neighbour of seat s is s + 1 (see Terms in RULES.md). A kind is a row of
cards.csv; an effect is a row of chips.py; an offset counts seats from the crown, clockwise.
"""

from __future__ import annotations

from typing import Any

from workbench.author import (
    EVERYONE_HEARS,
    NONE,
    SECRET_TOGETHER,
    ActionList,
    Events,
    Phase,
    Phases,
    action_with,
    allow,
    allow_range,
    answer_effect,
    argument_of,
    ask,
    card_at,
    card_of_kind,
    cards_in,
    carry_on_effect,
    check_seat,
    emit,
    fill,
    legal_for_effect,
    move,
    move_all,
    push_frame,
    random_below,
    rule,
    seat_bit,
    shuffle,
    top_card,
    verb_of,
)
from workbench.decks.deck import Deck
from workbench.games.excalibur.chips import ACTING_ON_REVEAL, EFFECTS
from workbench.games.excalibur.movements import (
    allow_not_swords,
    begin_effect,
    chip_with,
    chips_in_avalon,
    draw_chip,
    effect_of,
    is_sword,
    legal_slots,
    move_openly,
    named_chip,
    number_slots,
    seat_at,
    take_up_unseen,
    watch_the_end,
)
from workbench.games.excalibur.names import OPTIONS
from workbench.games.excalibur.table import (
    ACTIONS,
    CHARGES,
    CLAIMS,
    EVENTS,
    FIRST_CARD_NAMED,
    HAND_SIZE,
    NO_CHIP,
    NO_TARGET,
    REGIONS,
    SAYINGS,
    ZONES,
    ExcaliburDeck,
    ExcaliburState,
)


class ExcaliburPhases(Phases):
    """The course of a game."""

    draw = Phase("Draw", SECRET_TOGETHER)
    play = Phase("Play", SECRET_TOGETHER)
    reveal = Phase("Reveal")
    resolve = Phase("Resolve")
    game_over = Phase("Game over")


PHASES = ExcaliburPhases()


# Who acts


@rule
def legal(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """List what a seat may do."""
    if state.to_act & seat_bit(seat) == 0:
        return
    if state.frame_count > 0:
        legal_for_effect(state, deck, seat, actions)
    elif state.phase == PHASES.draw:
        legal_slots(state, deck, seat, actions)
    elif allow_not_swords(state, deck, actions, ZONES.hand + seat, ACTIONS.play) == 0:
        allow(actions, ACTIONS.play_nothing)  # EX-307
    if actions.people == 1 and state.chat == 1 and state.said[seat, SAYINGS - 1] == NONE:
        legal_sayings(state, seat, actions)


@rule
def step(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """Carry out a legal action; when nobody is asked any more, go on."""
    if verb_of(action) in (ACTIONS.say, ACTIONS.say_of):
        i = 0  # it stays on the screens until the round ends; nothing else changes, and the seat is still asked
        while state.said[seat, i] != NONE:
            i += 1
        state.said[seat, i] = action
    elif state.frame_count > 0:
        state.to_act = 0
        answer_effect(state, deck, events, seat, action)
    elif state.phase == PHASES.draw:
        state.named[seat] = action
        state.to_act &= ~seat_bit(seat)
    else:
        state.chosen[seat] = NO_CHIP if action == ACTIONS.play_nothing else argument_of(action)
        state.to_act &= ~seat_bit(seat)
    while state.to_act == 0 and state.over == 0:
        go_on(state, deck, events)


@rule
def legal_sayings(state: ExcaliburState, seat: int, actions: ActionList) -> None:
    """Talk is part of the game, true or not (EX-035, EX-354): claims about oneself, and charges against others."""
    allow_range(actions, ACTIONS.say, len(CLAIMS))
    for other in range(state.seats):
        for charge in range(len(CHARGES)):
            if other != seat:
                allow(actions, action_with(ACTIONS.say_of, other, charge))


@rule
def go_on(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """Nobody is asked: the effect on top goes a step further, or else the round does (EX-018)."""
    if state.frame_count > 0:
        carry_on_effect(state, deck, events)
    elif state.phase == PHASES.draw:
        hand_out_slots(state, deck, events)
    elif state.phase == PHASES.play:
        show_played_chips(state, deck, events)
    elif state.phase == PHASES.reveal:
        act_on_reveal(state, deck, events)
    else:
        resolve_next(state, deck, events)


# Setup


def check_table(deck: Deck, seats: int, options: dict[str, Any]) -> None:
    """Refuse a crown for a seat that does not play; raises OptionError."""
    check_seat(options, "crown_start", "random", seats)


@rule
def setup(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """The crown, the starting chips, Avalon and its regions (EX-001 to EX-010)."""
    fill(state, ZONES.region_0, deck.card_count)
    shuffle(state, deck, ZONES.region_0)
    if state.seats <= 3 and state.squire_sword_small_table == OPTIONS.squire_sword_small_table.removed:
        squire = chip_with(state, deck, ZONES.region_0, EFFECTS.squire_sword)
        if squire >= 0:  # it is left out, if so agreed (EX-222, EX-313)
            move(state, squire, ZONES.trash)
    state.crown = state.crown_start - OPTIONS.crown_start.seat_0
    if state.crown_start == OPTIONS.crown_start.random:
        state.crown = random_below(state.random_state, state.seats)
    emit(events, EVENTS.crown, EVERYONE_HEARS, state.crown)
    deal_starting_chips(state, deck)
    divide_avalon(state)
    watch_the_end(state, events, REGIONS - 1, -1)  # of a deck too small for the table
    begin_round(state, events)


@rule
def deal_starting_chips(state: ExcaliburState, deck: ExcaliburDeck) -> None:
    """The two key chips and random ones are mixed, and each seat is dealt one (EX-003, EX-006 to EX-008)."""
    for i in range(2):
        move(state, deck.key_chip[i], ZONES.region_0 + 1)
    for _ in range(state.seats - 2):
        move(state, top_card(state, ZONES.region_0), ZONES.region_0 + 1)
    shuffle(state, deck, ZONES.region_0 + 1)
    for seat in range(state.seats):
        move(state, top_card(state, ZONES.region_0 + 1), ZONES.hand + seat)


@rule
def divide_avalon(state: ExcaliburState) -> None:
    """Three regions that differ by at most one chip, the surplus in the first ones (EX-009, EX-302)."""
    chips = cards_in(state, ZONES.region_0)
    for region in range(1, REGIONS):
        for _ in range((chips + REGIONS - 1 - region) // REGIONS):
            move(state, top_card(state, ZONES.region_0), ZONES.region_0 + region)
    for region in range(REGIONS):
        number_slots(state, region)


# Draw


@rule
def begin_round(state: ExcaliburState, events: Events) -> None:
    """A round begins with drawing (EX-018)."""
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, state.turn + 1)
    state.phase = PHASES.draw
    state.cursor = 0
    for seat in range(state.seats):  # everybody may speak again
        for i in range(SAYINGS):
            state.said[seat, i] = NONE
    ask_to_draw(state)


@rule
def wants_to_draw(state: ExcaliburState, seat: int) -> bool:
    """Whether a seat has fewer than four chips (EX-019, EX-352)."""
    return cards_in(state, ZONES.hand + seat) + cards_in(state, ZONES.unseen + seat) < HAND_SIZE


@rule
def ask_to_draw(state: ExcaliburState) -> None:
    """All seats with fewer than four chips name a slot, or one of them after the other (EX-020, EX-213, EX-301)."""
    if chips_in_avalon(state) == 0:
        return
    if state.draw_order == OPTIONS.draw_order.simultaneous:
        for seat in range(state.seats):
            if wants_to_draw(state, seat):
                state.to_act |= seat_bit(seat)
        return
    for turned in range(state.seats):
        offset = (state.cursor + turned) % state.seats
        if wants_to_draw(state, seat_at(state, offset)):
            state.cursor = offset + int(state.draw_order == OPTIONS.draw_order.one_each)
            ask(state, seat_at(state, offset))
            return


@rule
def hand_out_slots(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """Each slot goes to the first in turn order of those that named it; the others name again (EX-021, EX-301)."""
    for seat in range(state.seats):
        if state.named[seat] != NONE and verb_of(state.named[seat]) != ACTIONS.region:
            state.named[seat] = named_chip(state, state.named[seat]) + FIRST_CARD_NAMED
    drew = 0
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chip_for(state, state.named[seat])
        state.named[seat] = NONE
        if card >= 0:
            draw_chip(state, deck, events, seat, card, ZONES.hand + seat)
            drew |= seat_bit(seat)
    ask_to_draw(state)
    if state.draw_order == OPTIONS.draw_order.simultaneous:
        for offset in range(state.seats):  # who was asked and got no chip
            if state.to_act & ~drew & seat_bit(seat_at(state, offset)) != 0:
                emit(events, EVENTS.clashed, EVERYONE_HEARS, seat_at(state, offset))
    if state.to_act == 0:
        for offset in range(state.seats):
            take_up_unseen(state, deck, events, seat_at(state, offset), ZONES.hand + seat_at(state, offset))
        ask_to_play(state)


@rule
def chip_for(state: ExcaliburState, named: int) -> int:
    """The chip that a seat gets for what it has named; -1 if another seat has taken it, or nothing was named."""
    card = named - FIRST_CARD_NAMED
    if named != NONE and named < FIRST_CARD_NAMED:
        card = named_chip(state, named)
    return card if card >= 0 and is_in_avalon(state, card) else -1


@rule
def is_in_avalon(state: ExcaliburState, card: int) -> bool:
    """Whether a chip still lies in a region."""
    return state.place[card] >= ZONES.region_0 and state.place[card] < ZONES.region_0 + REGIONS


# Play and reveal


@rule
def ask_to_play(state: ExcaliburState) -> None:
    """All seats that hold chips choose one at the same time (EX-022, EX-023, EX-307, EX-308)."""
    state.phase = PHASES.play
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > 0:
            state.to_act |= seat_bit(seat)


@rule
def chosen_chip(state: ExcaliburState, deck: ExcaliburDeck, seat: int) -> int:
    """The chip that a seat plays, -1 if none; any playable one in a determinization, which does not know the choice."""
    if state.chosen[seat] != NONE:
        return card_of_kind(state, deck, ZONES.hand + seat, state.chosen[seat])
    for i in range(cards_in(state, ZONES.hand + seat)):
        if not is_sword(deck, card_at(state, ZONES.hand + seat, i)):
            return card_at(state, ZONES.hand + seat, i)
    return -1


@rule
def show_played_chips(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """All fists open at the same time (EX-024)."""
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chosen_chip(state, deck, seat)
        state.shown[seat] = NONE
        if card < 0:
            emit(events, EVENTS.played_nothing, EVERYONE_HEARS, seat)
        else:
            move_openly(state, deck, card, ZONES.played + seat)
            state.shown[seat] = deck.kind[card]
            emit(events, EVENTS.played, EVERYONE_HEARS, seat, deck.kind[card])
        state.chosen[seat] = NONE
    state.phase = PHASES.reveal
    state.cursor = 0


@rule
def act_on_reveal(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """On-reveal chips and permanents act now, in turn order (EX-025, EX-057, EX-326, EX-327)."""
    while state.cursor < state.seats:
        seat = seat_at(state, state.cursor)
        state.cursor += 1
        if cards_in(state, ZONES.played + seat) > 0:
            card = top_card(state, ZONES.played + seat)
            if effect_of(deck, card) in ACTING_ON_REVEAL:
                begin_effect(state, deck, events, seat, card)
                return
    state.phase = PHASES.resolve
    state.cursor = 0
    if state.fisher_king_windows != OPTIONS.fisher_king_windows.before_steal:
        push_frame(state, EFFECTS.flips_offered, 0, NO_TARGET, 0)


# Resolve and pass


@rule
def resolve_next(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """The crown holder's chip takes effect first, then the others clockwise (EX-026, EX-027)."""
    while state.cursor < state.seats:
        seat = seat_at(state, state.cursor)
        state.cursor += 1
        if cards_in(state, ZONES.played + seat) > 0:
            card = top_card(state, ZONES.played + seat)
            emit(events, EVENTS.resolves, EVERYONE_HEARS, seat, deck.kind[card])
            begin_effect(state, deck, events, seat, card)
            return
    pass_the_crown(state, deck, events)


@rule
def pass_the_crown(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """Fists open, protection ends, the crown goes to the left; the final round ends the game (EX-029, EX-034)."""
    for seat in range(state.seats):
        if cards_in(state, ZONES.fist + seat) > 0:
            move_all(state, ZONES.fist + seat, ZONES.hand + seat)  # EX-331
            emit(events, EVENTS.opens_fist, EVERYONE_HEARS, seat)
    state.protected = 0
    state.crown = seat_at(state, 1)
    emit(events, EVENTS.crown, EVERYONE_HEARS, state.crown)
    state.turn += 1
    if state.final == 0:
        begin_round(state, events)
    else:
        end_game(state, deck, events)


@rule
def end_game(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """All hands are shown, so that all see where the swords are (EX-034, EX-514, EX-608)."""
    state.phase = PHASES.game_over
    state.over = 1
    for seat in range(state.seats):
        move_all(state, ZONES.hand + seat, ZONES.open_hand + seat)
    for card in range(state.card_count):
        if is_sword(deck, card) and is_in_avalon(state, card):
            emit(events, EVENTS.in_avalon_at_end, EVERYONE_HEARS, deck.kind[card])
        elif is_sword(deck, card) and state.place[card] != ZONES.trash:
            holder = state.place[card] - ZONES.open_hand
            emit(events, EVENTS.held_at_end, EVERYONE_HEARS, holder, deck.kind[card])
