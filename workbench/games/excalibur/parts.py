"""What the effects of chips are made of: how one begins and ends, drawing, stealing, putting back, and offers to flip.

An effect is a frame: `carry_on` (chips.py) takes it one step further whenever nobody is asked, `answer` writes a
decision into it. An effect that needs another one first (draw two, steal one, is the Fisher King flipped?) puts that
one's frame on top; what it brings is added to the COUNTER of the frame below. In the legends of the steps, `at` is the
step.
"""

from __future__ import annotations

from workbench.games.excalibur.deck import MAX_KINDS
from workbench.games.excalibur.movements import (
    can_be_stolen_from,
    chip_of_kind,
    chip_with,
    chips_in_avalon,
    draw_chip,
    effect_of,
    flip_chip,
    give_chip,
    is_sword,
    place_chip,
    random_chip,
    seat_at,
    steal_chips,
    take_up_unseen,
    trash_chip,
)
from workbench.games.excalibur.table import (
    AIMS_AT,
    AT_RESOLVE,
    AVALON,
    DRAWING,
    DRAWN,
    FISHER_KING,
    FLIP_OFFERED,
    FLIPS_OFFERED,
    GAVE_BACK,
    GIVE_BACK,
    HAND,
    MAX_SEATS,
    MORGANA,
    NAME_REGION,
    PERMANENT,
    PLACE_IN,
    PLACING,
    PLAYED,
    PRIEST,
    REGION,
    REGIONS,
    SHIELDED,
    SLOT_IN,
    SLOTS,
    STEAL_FROM,
    STEALING,
)
from workbench.kernel.actions import allow, allow_range
from workbench.kernel.cards import allow_cards, card_at, cards_in
from workbench.kernel.events import EVERYONE_HEARS, emit
from workbench.kernel.frames import (
    ACTOR,
    COUNTER,
    EFFECT,
    STEP,
    TARGET,
    pop_frame,
    push_frame,
    set_top_frame,
    top_frame,
)
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit

AVALON_CHOSEN = MAX_SEATS  # as a TARGET: the chips come from Avalon
NO_TARGET = -1


@rule
def begin_effect(state, deck, events, seat, card):
    """A played chip takes effect; the Fisher King just stays (EX-058, EX-123)."""
    kind = int(deck.kind[card])
    state.resolved[kind, seat] = int(state.resolved[kind, seat]) + 1
    push_frame(state, effect_of(deck, card), seat, NO_TARGET, 0)


@rule
def ask(state, seat):
    """A seat decides next."""
    state.to_act = seat_bit(seat)


@rule
def ask_again(state, step):
    """The effect on top comes back to one of its steps."""
    set_top_frame(state, STEP, step)


@rule
def finish(state, deck, events):
    """The effect on top is over; its chip is trashed, unless it has left or stays (EX-027, EX-059)."""
    effect, actor = top_frame(state, EFFECT), top_frame(state, ACTOR)
    pop_frame(state)
    card = chip_with(state, deck, PLAYED + actor, effect)
    if card >= 0:
        trash_chip(state, deck, events, actor, card)


@rule
def add_below(state, number):
    """Add to the COUNTER of the frame below the top one: chips that were drawn or stolen."""
    below = int(state.frame_count) - 2
    state.frames[below, COUNTER] = int(state.frames[below, COUNTER]) + number


@rule
def carry_on_part(state, deck, events, effect, actor, at):
    """Draw, steal or return chip by chip; offer flips."""
    left = top_frame(state, COUNTER)
    if effect == DRAWING:
        if left == 0 or chips_in_avalon(state) == 0:
            take_up_unseen(state, deck, events, actor, place_of_drawn(state) + actor)
            pop_frame(state)
        else:
            ask(state, actor)
    elif effect == PLACING:
        if left == 0 or cards_in(state, HAND + actor) == 0:
            pop_frame(state)
        else:
            ask(state, actor)
    elif effect == STEALING:
        steal(state, deck, events, actor, at)
    elif effect == FLIP_OFFERED:
        if at == 0 and may_flip(state, deck, actor):
            ask(state, actor)
        else:
            pop_frame(state)
    else:
        offer_flips(state, deck)


# Drawing


@rule
def legal_slots(state, actions):
    """A chip of any region that is not empty, by its slot or at random (EX-046, EX-215)."""
    if state.avalon_choice == REGION:
        for region in range(REGIONS):
            if cards_in(state, AVALON + region) > 0:
                allow(actions, NAME_REGION + region)
        return
    for region in range(REGIONS):
        allow_range(actions, SLOT_IN + region * SLOTS, cards_in(state, AVALON + region))


@rule
def named_chip(state, action):
    """The chip of Avalon that an action names; -1 where its region has become empty."""
    if action >= NAME_REGION:
        place = AVALON + action - NAME_REGION
        return random_chip(state, place) if cards_in(state, place) > 0 else -1
    return card_at(state, AVALON + (action - SLOT_IN) // SLOTS, (action - SLOT_IN) % SLOTS)


@rule
def place_of_drawn(state):
    """Where the chips of a drawing go; Morgana and the Priest hold theirs apart until both are there."""
    below = int(state.frames[int(state.frame_count) - 2, EFFECT])
    return DRAWN if below in (MORGANA, PRIEST) else HAND


@rule
def draw_named(state, deck, events, seat, action):
    """A chip of Avalon is drawn."""
    set_top_frame(state, COUNTER, top_frame(state, COUNTER) - 1)
    draw_chip(state, deck, events, seat, named_chip(state, action), place_of_drawn(state) + seat)
    add_below(state, 1)


# Stealing


@rule
def steal(state, deck, events, thief, at):
    """A steal has named its target: the flip is offered, then chips are taken (EX-316, EX-317, EX-336)."""
    victim = top_frame(state, TARGET)
    if at == 0:
        emit(events, AIMS_AT, EVERYONE_HEARS, thief, victim, 0, 0)
        if state.fisher_king_windows != AT_RESOLVE:
            push_frame(state, FLIP_OFFERED, victim, NO_TARGET, 0)
    else:
        taken = steal_chips(state, deck, events, thief, victim, top_frame(state, COUNTER))
        add_below(state, taken)
        pop_frame(state)


@rule
def can_be_named(state, thief, seat, but_for, in_vain):
    """Whether a steal may name a seat: another one with a chip in hand, a protected one only `in_vain` (EX-316)."""
    if seat in (thief, but_for) or cards_in(state, HAND + seat) == 0:
        return False
    return in_vain == 1 or can_be_stolen_from(state, seat)


@rule
def legal_victims(state, actions, thief, but_for, in_vain):
    """The seats that a steal may name (EX-316)."""
    for seat in range(state.seats):
        if can_be_named(state, thief, seat, but_for, in_vain):
            allow(actions, STEAL_FROM + seat)


@rule
def victims(state, thief, but_for, in_vain):
    """How many seats a steal may name."""
    found = 0
    for seat in range(state.seats):
        if can_be_named(state, thief, seat, but_for, in_vain):
            found += 1
    return found


# Putting back


@rule
def legal_placing(state, deck, seat, actions):
    """A chip of the hand: back to the seat it was taken from, or into any region (EX-051 to EX-053, EX-104)."""
    if top_frame(state, TARGET) != AVALON_CHOSEN:
        allow_cards(state, deck, actions, HAND + seat, 0, GIVE_BACK)
        return
    for region in range(REGIONS):
        allow_cards(state, deck, actions, HAND + seat, 0, PLACE_IN + region * MAX_KINDS)


@rule
def put_back(state, deck, events, seat, action, target):
    """A chip of the hand goes back to where the taken ones came from."""
    set_top_frame(state, COUNTER, top_frame(state, COUNTER) - 1)
    if target == AVALON_CHOSEN:
        kind, region = (action - PLACE_IN) % MAX_KINDS, (action - PLACE_IN) // MAX_KINDS
        place_chip(state, deck, events, seat, chip_of_kind(state, deck, HAND + seat, kind), region)
    else:
        card = chip_of_kind(state, deck, HAND + seat, action - GIVE_BACK)
        give_chip(state, deck, events, seat, target, card)
        emit(events, GAVE_BACK, EVERYONE_HEARS, seat, target, 0, 0)


# Choosing a chip


@rule
def allow_not_swords(state, deck, actions, place, first):
    """Allow the chips of a place that are no swords, once for each kind; returns how many kinds there are."""
    before = actions.count
    last = -1
    for i in range(cards_in(state, place)):
        kind = int(deck.kind[card_at(state, place, i)])
        if kind != last and not is_sword(deck, card_at(state, place, i)):
            allow(actions, first + kind)
        last = kind
    return actions.count - before


# Flips of the Fisher King


@rule
def may_flip(state, deck, seat):
    """Whether a seat has the Fisher King in play and is not protected yet (EX-124, EX-336)."""
    king = chip_with(state, deck, PERMANENT + seat, FISHER_KING)
    return king >= 0 and int(state.protected) & seat_bit(seat) == 0


@rule
def offer_flips(state, deck):
    """Offer the flip to each owner of a Fisher King in turn order, but not to TARGET; COUNTER is the offset."""
    offset = top_frame(state, COUNTER)
    while offset < state.seats:
        seat = seat_at(state, offset)
        offset += 1
        if seat != top_frame(state, TARGET) and may_flip(state, deck, seat):
            set_top_frame(state, COUNTER, offset)
            push_frame(state, FLIP_OFFERED, seat, NO_TARGET, 0)
            return
    pop_frame(state)


@rule
def offer_flips_before_steal(state, actor):
    """Where all are robbed at once, all are asked before chips are taken (EX-336)."""
    if state.fisher_king_windows != AT_RESOLVE:
        push_frame(state, FLIPS_OFFERED, actor, actor, 0)


@rule
def flip_the_king(state, deck, events, seat):
    """Face up protects until the round ends, face down trashes him (EX-125, EX-126)."""
    king = chip_with(state, deck, PERMANENT + seat, FISHER_KING)
    if flip_chip(state, deck, events, seat, king):
        state.protected = int(state.protected) | seat_bit(seat)
        emit(events, SHIELDED, EVERYONE_HEARS, seat, 0, 0, 0)
