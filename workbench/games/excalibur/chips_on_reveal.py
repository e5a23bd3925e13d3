"""Chips that act as soon as they are shown: Black Knight, Galahad and Lancelot, and the Fisher King, who stays."""

from __future__ import annotations

from workbench.games.excalibur.movements import (
    chip_of_kind,
    chip_with,
    effect_of,
    end_protection_without_king,
    flip_chip,
    lands_face_up,
    move_among,
    seat_at,
    show_to_all,
)
from workbench.games.excalibur.parts import ask, finish
from workbench.games.excalibur.table import (
    BLACK_KNIGHT,
    FISHER_KING,
    FIST,
    GALAHAD,
    HAND,
    LANCELOT,
    LANDED_DOWN,
    LANDED_UP,
    OTHERS,
    PERMANENT,
    PLAYED,
    PROTECTS,
    STAYS,
    TAKE_PERMANENT,
    TAKE_PLAYED,
    TOOK_CHIP,
)
from workbench.kernel.actions import allow
from workbench.kernel.cards import card_at, cards_in, move
from workbench.kernel.events import EVERYONE_HEARS, emit, only
from workbench.kernel.frames import ACTOR, EFFECT, pop_frame
from workbench.kernel.rule import rule


@rule
def carry_on_reveal(state, deck, events, effect, actor, at):
    """The chips that act as soon as they are shown (EX-056, EX-058)."""
    if effect == FISHER_KING:
        pop_frame(state)
        card = chip_with(state, deck, PLAYED + actor, FISHER_KING)
        if card >= 0:
            move(state, card, PERMANENT + actor)
            emit(events, STAYS, EVERYONE_HEARS, actor, int(deck.kind[card]), 0, 0)
    elif effect == LANCELOT:
        flip_all(state, deck, events)
        finish(state, deck, events)
    elif effect == GALAHAD:
        if at == 0 and cards_in(state, HAND + actor) > 0:
            ask(state, actor)
        else:
            finish(state, deck, events)
    else:
        black_knight(state, deck, events, actor, at)


# Black Knight


@rule
def black_knight(state, deck, events, actor, at):
    """Flipped twice; if one lands face up, a chip on the table is taken (EX-108 to EX-111, EX-328)."""
    if at == 0:
        card = chip_with(state, deck, PLAYED + actor, BLACK_KNIGHT)
        ups = 0
        for _ in range(2):
            if lands_face_up(state):
                ups += 1
                emit(events, LANDED_UP, EVERYONE_HEARS, actor, int(deck.kind[card]), 0, 0)
            else:
                emit(events, LANDED_DOWN, EVERYONE_HEARS, actor, int(deck.kind[card]), 0, 0)
        if ups > 0 and anything_to_take(state, deck, actor):
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def chip_to_take(state, deck, actor, place, seat):
    """The chip before a seat that the Black Knight can take, -1 if there is none (EX-220, EX-328).

    None that is being resolved: so not himself, nor the Morgana who revealed him.
    """
    if seat == actor and state.black_knight_targets == OTHERS:
        return -1
    for i in range(cards_in(state, place) - 1, -1, -1):
        card = card_at(state, place, i)
        himself = seat == actor and effect_of(deck, card) == BLACK_KNIGHT
        if not himself and not is_resolving(state, seat, effect_of(deck, card)):
            return card
    return -1


@rule
def anything_to_take(state, deck, actor):
    """Whether there is a played chip or a permanent that the Black Knight can take."""
    for seat in range(state.seats):
        if chip_to_take(state, deck, actor, PLAYED + seat, seat) >= 0:
            return True
        if chip_to_take(state, deck, actor, PERMANENT + seat, seat) >= 0:
            return True
    return False


@rule
def legal_black_knight(state, deck, actions, actor):
    """A played chip or a permanent (EX-109, EX-111)."""
    for seat in range(state.seats):
        if chip_to_take(state, deck, actor, PLAYED + seat, seat) >= 0:
            allow(actions, TAKE_PLAYED + seat)
    for seat in range(state.seats):
        if chip_to_take(state, deck, actor, PERMANENT + seat, seat) >= 0:
            allow(actions, TAKE_PERMANENT + seat)


@rule
def take_from_table(state, deck, events, actor, action):
    """The chip taken goes to the hand; it loses its ability (EX-110, EX-327)."""
    seat = action - TAKE_PLAYED if action < TAKE_PERMANENT else action - TAKE_PERMANENT
    place = PLAYED + seat if action < TAKE_PERMANENT else PERMANENT + seat
    card = chip_to_take(state, deck, actor, place, seat)
    move(state, card, HAND + actor)
    show_to_all(state, card)
    emit(events, TOOK_CHIP, EVERYONE_HEARS, actor, int(deck.kind[card]), seat, 0)
    end_protection_without_king(state, deck, seat)


# Galahad


@rule
def protect(state, deck, events, seat, kind):
    """Galahad: the fist closes on a chip of the hand (EX-127, EX-330)."""
    move_among(state, deck, chip_of_kind(state, deck, HAND + seat, kind), FIST + seat, only(seat))
    emit(events, PROTECTS, EVERYONE_HEARS, seat, 0, 0, 0)


# Lancelot


@rule
def flip_all(state, deck, events):
    """Lancelot: every chip on the table is flipped, in turn order, but none that is being resolved (EX-137, EX-329)."""
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        for i in range(cards_in(state, PLAYED + seat) - 1, -1, -1):
            card = card_at(state, PLAYED + seat, i)
            if not is_resolving(state, seat, effect_of(deck, card)):
                flip_chip(state, deck, events, seat, card)
        for i in range(cards_in(state, PERMANENT + seat) - 1, -1, -1):
            flip_chip(state, deck, events, seat, card_at(state, PERMANENT + seat, i))


@rule
def is_resolving(state, seat, effect):
    """Whether a seat's chip of an effect is being resolved below the effect on top."""
    for i in range(int(state.frame_count) - 1):
        if state.frames[i, EFFECT] == effect and state.frames[i, ACTOR] == seat:
            return True
    return False
