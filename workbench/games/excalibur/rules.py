"""Excalibur: play one chip a round, draw, steal and pass, and be the one who holds the Excalibur chip at the end.

The game is from Roxley Games; the rule ids (EX-...) are those of RULES.md in this folder. Read from top to bottom,
this file follows the rulebook: setup, then the five steps of a round, then the end. What each chip does is found from
chips.py: in chips_on_reveal.py, chips_that_*.py, and parts.py, which they share. How chips move stands in movements.py,
the table itself in table.py, who has won in scoring.py.
"""

from __future__ import annotations

from workbench.games.excalibur.chips import answer, carry_on, legal_answer
from workbench.games.excalibur.movements import (
    chip_of_kind,
    chip_with,
    chips_in_avalon,
    draw_chip,
    effect_of,
    is_sword,
    move_openly,
    seat_at,
    take_up_unseen,
    watch_the_end,
)
from workbench.games.excalibur.parts import (
    NO_TARGET,
    allow_not_swords,
    ask,
    begin_effect,
    legal_slots,
    named_chip,
)
from workbench.games.excalibur.table import (
    AVALON,
    BEFORE_STEAL,
    CHARGES_EACH,
    CLASHED,
    DRAW,
    FIRST_CARD_NAMED,
    FIST,
    FLIPS_OFFERED,
    GAME_OVER,
    HAND,
    HAND_SIZE,
    HAS_CROWN,
    HAS_PLAYED,
    HELD_AT_END,
    IN_AVALON_AT_END,
    LAST_ON_REVEAL,
    NAME_REGION,
    NOTHING_CHOSEN,
    ONE_EACH,
    OPEN_HAND,
    OPENS_FIST,
    PLAY,
    PLAY_CHIP,
    PLAY_NOTHING,
    PLAYED,
    PLAYED_NOTHING,
    RANDOM_CROWN,
    REGIONS,
    REMOVED,
    RESOLVE,
    RESOLVES,
    REVEAL,
    ROUND_BEGINS,
    SAY,
    SAY_OF,
    SAYINGS,
    SIMULTANEOUS,
    SQUIRE_SWORD,
    TRASH,
    UNSEEN,
)
from workbench.kernel.actions import allow, allow_range
from workbench.kernel.cards import card_at, cards_in, clear_table, fill, move, move_all, shuffle, top_card
from workbench.kernel.chance import random_below
from workbench.kernel.events import EVERYONE_HEARS, emit
from workbench.kernel.frames import push_frame
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit
from workbench.storage.errors import OptionError

# Who acts


@rule
def legal(state, deck, seat, actions):
    """List what a seat may do."""
    if int(state.to_act) & seat_bit(seat) == 0:
        return
    if state.frame_count > 0:
        legal_answer(state, deck, seat, actions)
    elif state.phase == DRAW:
        legal_slots(state, actions)
    elif allow_not_swords(state, deck, actions, HAND + seat, PLAY_CHIP) == 0:
        allow(actions, PLAY_NOTHING)  # EX-307
    if actions.people == 1 and state.chat == 1 and state.said[seat, SAYINGS - 1] == 0:
        legal_sayings(state, seat, actions)


@rule
def step(state, deck, events, seat, action):
    """Carry out a legal action; when nobody is asked any more, go on."""
    if action >= SAY:
        say(state, seat, action)
    elif state.frame_count > 0:
        answer(state, deck, events, seat, action)
    elif state.phase == DRAW:
        state.named[seat] = action + 1
        state.to_act = int(state.to_act) & ~seat_bit(seat)
    else:
        state.chosen[seat] = NOTHING_CHOSEN if action == PLAY_NOTHING else action - PLAY_CHIP + 1
        state.to_act = int(state.to_act) & ~seat_bit(seat)
    while state.to_act == 0 and state.over == 0:
        go_on(state, deck, events)


@rule
def legal_sayings(state, seat, actions):
    """Talk belongs to the game, true or not (EX-035, EX-354): claims of a seat's own, and charges against others."""
    allow_range(actions, SAY, SAY_OF - SAY)
    for other in range(state.seats):
        for charge in range(CHARGES_EACH):
            if other != seat:
                allow(actions, SAY_OF + other * CHARGES_EACH + charge)


@rule
def say(state, seat, action):
    """What is said stands on the screens until the round ends; nothing else changes, and the seat is still asked."""
    i = 0
    while state.said[seat, i] > 0:
        i += 1
    state.said[seat, i] = action + 1


@rule
def fall_silent(state):
    """A new round: everybody may speak again."""
    for seat in range(state.seats):
        for i in range(SAYINGS):
            state.said[seat, i] = 0


@rule
def go_on(state, deck, events):
    """Nobody is asked: the effect on top goes a step further, or else the round does (EX-018)."""
    if state.frame_count > 0:
        carry_on(state, deck, events)
    elif state.phase == DRAW:
        hand_out_slots(state, deck, events)
    elif state.phase == PLAY:
        show_played_chips(state, deck, events)
    elif state.phase == REVEAL:
        act_on_reveal(state, deck, events)
    else:
        resolve_next(state, deck, events)


# Setup


def check_table(deck, seats: int, options: dict) -> None:
    """Refuse a crown for a seat that does not play; raises OptionError."""
    crown = options["crown_start"]
    if crown != "random" and int(crown.removeprefix("seat_")) >= seats:
        raise OptionError(
            f"Option 'crown_start' is {crown!r}, but seats 0 to {seats - 1} play. Choose one of them, or 'random'."
        )


@rule
def setup(state, deck, events):
    """The crown, the starting chips, Avalon and its regions (EX-001 to EX-010)."""
    clear_table(state)
    fill(state, AVALON, deck.card_count)
    shuffle(state, deck, AVALON)
    if state.seats <= 3 and state.squire_sword_small_table == REMOVED:
        remove_squire_sword(state, deck)
    state.crown = state.crown_start - 1
    if state.crown_start == RANDOM_CROWN:
        state.crown = random_below(state.random_state, int(state.seats))
    emit(events, HAS_CROWN, EVERYONE_HEARS, int(state.crown), 0, 0, 0)
    deal_starting_chips(state, deck)
    divide_avalon(state)
    state.final_region = -1
    state.final_seat = -1
    watch_the_end(state, events, REGIONS - 1, -1)  # of a deck too small for the table
    begin_round(state, events)


@rule
def remove_squire_sword(state, deck):
    """Leave the Squire Sword out with two or three seats, if so agreed (EX-222, EX-313)."""
    squire = chip_with(state, deck, AVALON, SQUIRE_SWORD)
    if squire >= 0:
        move(state, squire, TRASH)


@rule
def deal_starting_chips(state, deck):
    """The two key chips and random ones are mixed, and each seat is dealt one (EX-003, EX-006 to EX-008)."""
    for i in range(2):
        move(state, int(deck.key_chip[i]), AVALON + 1)
    for _ in range(int(state.seats) - 2):
        move(state, top_card(state, AVALON), AVALON + 1)
    shuffle(state, deck, AVALON + 1)
    for seat in range(state.seats):
        move(state, top_card(state, AVALON + 1), HAND + seat)


@rule
def divide_avalon(state):
    """Three regions that differ by at most one chip, the surplus in the first ones (EX-009, EX-302)."""
    chips = cards_in(state, AVALON)
    for region in range(1, REGIONS):
        for _ in range((chips + REGIONS - 1 - region) // REGIONS):
            move(state, top_card(state, AVALON), AVALON + region)


# Draw


@rule
def begin_round(state, events):
    """A round begins with drawing (EX-018)."""
    emit(events, ROUND_BEGINS, EVERYONE_HEARS, int(state.turn) + 1, 0, 0, 0)
    state.phase = DRAW
    state.cursor = 0
    fall_silent(state)
    ask_to_draw(state)


@rule
def wants_to_draw(state, seat):
    """Whether a seat has fewer than four chips (EX-019, EX-352)."""
    return cards_in(state, HAND + seat) + cards_in(state, UNSEEN + seat) < HAND_SIZE


@rule
def ask_to_draw(state):
    """All seats with fewer than four chips name a slot, or one of them after the other (EX-020, EX-213, EX-301)."""
    if chips_in_avalon(state) == 0:
        return
    if state.draw_order == SIMULTANEOUS:
        for seat in range(state.seats):
            if wants_to_draw(state, seat):
                state.to_act = int(state.to_act) | seat_bit(seat)
        return
    for turned in range(state.seats):
        offset = (int(state.cursor) + turned) % int(state.seats)
        if wants_to_draw(state, seat_at(state, offset)):
            state.cursor = offset + int(state.draw_order == ONE_EACH)
            ask(state, seat_at(state, offset))
            return


@rule
def hand_out_slots(state, deck, events):
    """Each slot goes to the first in turn order of those that named it; the others name again (EX-021, EX-301)."""
    for seat in range(state.seats):
        if state.named[seat] > 0 and state.named[seat] <= NAME_REGION:
            state.named[seat] = named_chip(state, int(state.named[seat]) - 1) + FIRST_CARD_NAMED
    drew = 0
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chip_for(state, int(state.named[seat]))
        state.named[seat] = 0
        if card >= 0:
            draw_chip(state, deck, events, seat, card, HAND + seat)
            drew |= seat_bit(seat)
    ask_to_draw(state)
    if state.draw_order == SIMULTANEOUS:
        tell_who_names_again(state, events, int(state.to_act) & ~drew)
    if state.to_act == 0:
        for offset in range(state.seats):
            take_up_unseen(state, deck, events, seat_at(state, offset), HAND + seat_at(state, offset))
        ask_to_play(state)


@rule
def chip_for(state, named):
    """The chip that a seat gets for what it has named; -1 if another seat has taken it, or nothing was named."""
    card = named - FIRST_CARD_NAMED
    if named > 0 and named < FIRST_CARD_NAMED:
        card = named_chip(state, named - 1)
    return card if card >= 0 and is_in_avalon(state, card) else -1


@rule
def tell_who_names_again(state, events, seats):
    """Who was asked and got no chip is known to all."""
    for offset in range(state.seats):
        if seats & seat_bit(seat_at(state, offset)) != 0:
            emit(events, CLASHED, EVERYONE_HEARS, seat_at(state, offset), 0, 0, 0)


@rule
def is_in_avalon(state, card):
    """Whether a chip still lies in a region."""
    return state.place[card] >= AVALON and state.place[card] < AVALON + REGIONS


# Play and reveal


@rule
def ask_to_play(state):
    """All seats that hold chips choose one at the same time (EX-022, EX-023, EX-307, EX-308)."""
    state.phase = PLAY
    for seat in range(state.seats):
        if cards_in(state, HAND + seat) > 0:
            state.to_act = int(state.to_act) | seat_bit(seat)


@rule
def chosen_chip(state, deck, seat):
    """The chip that a seat plays, -1 if none; in a re-deal, where the choice of others is unknown, any playable one."""
    if state.chosen[seat] > 0:
        return chip_of_kind(state, deck, HAND + seat, int(state.chosen[seat]) - 1)
    for i in range(cards_in(state, HAND + seat)):
        if not is_sword(deck, card_at(state, HAND + seat, i)):
            return card_at(state, HAND + seat, i)
    return -1


@rule
def show_played_chips(state, deck, events):
    """All fists open at the same time (EX-024)."""
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chosen_chip(state, deck, seat)
        state.shown[seat] = 0
        if card < 0:
            emit(events, PLAYED_NOTHING, EVERYONE_HEARS, seat, 0, 0, 0)
        else:
            move_openly(state, deck, card, PLAYED + seat)
            state.shown[seat] = int(deck.kind[card]) + 1
            emit(events, HAS_PLAYED, EVERYONE_HEARS, seat, int(deck.kind[card]), 0, 0)
        state.chosen[seat] = 0
    state.phase = REVEAL
    state.cursor = 0


@rule
def act_on_reveal(state, deck, events):
    """On-reveal chips and permanents act now, in turn order (EX-025, EX-057, EX-326, EX-327)."""
    while state.cursor < state.seats:
        seat = seat_at(state, int(state.cursor))
        state.cursor = state.cursor + 1
        if cards_in(state, PLAYED + seat) > 0:
            card = top_card(state, PLAYED + seat)
            if effect_of(deck, card) <= LAST_ON_REVEAL:
                begin_effect(state, deck, events, seat, card)
                return
    state.phase = RESOLVE
    state.cursor = 0
    if state.fisher_king_windows != BEFORE_STEAL:
        push_frame(state, FLIPS_OFFERED, 0, NO_TARGET, 0)


# Resolve and pass


@rule
def resolve_next(state, deck, events):
    """The crown holder's chip takes effect first, then the others clockwise (EX-026, EX-027)."""
    while state.cursor < state.seats:
        seat = seat_at(state, int(state.cursor))
        state.cursor = state.cursor + 1
        if cards_in(state, PLAYED + seat) > 0:
            card = top_card(state, PLAYED + seat)
            emit(events, RESOLVES, EVERYONE_HEARS, seat, int(deck.kind[card]), 0, 0)
            begin_effect(state, deck, events, seat, card)
            return
    pass_the_crown(state, deck, events)


@rule
def pass_the_crown(state, deck, events):
    """Fists open, protection ends, the crown goes to the left; the final round ends the game (EX-029, EX-034)."""
    for seat in range(state.seats):
        if cards_in(state, FIST + seat) > 0:
            move_all(state, FIST + seat, HAND + seat)  # EX-331
            emit(events, OPENS_FIST, EVERYONE_HEARS, seat, 0, 0, 0)
    state.protected = 0
    state.crown = seat_at(state, 1)
    emit(events, HAS_CROWN, EVERYONE_HEARS, int(state.crown), 0, 0, 0)
    state.turn = state.turn + 1
    if state.final == 0:
        begin_round(state, events)
    else:
        end_game(state, deck, events)


@rule
def end_game(state, deck, events):
    """All hands are shown, so that all see where the swords are (EX-034, EX-514, EX-608)."""
    state.phase = GAME_OVER
    state.over = 1
    for seat in range(state.seats):
        move_all(state, HAND + seat, OPEN_HAND + seat)
    for card in range(state.card_count):
        if is_sword(deck, card) and is_in_avalon(state, card):
            emit(events, IN_AVALON_AT_END, EVERYONE_HEARS, int(deck.kind[card]), 0, 0, 0)
        elif is_sword(deck, card) and state.place[card] != TRASH:
            emit(events, HELD_AT_END, EVERYONE_HEARS, int(state.place[card]) - OPEN_HAND, int(deck.kind[card]), 0, 0)
