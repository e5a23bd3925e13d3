"""Chips by which one seat gains: those that act on reveal, draw, steal, and put back (see chips.py)."""

from __future__ import annotations

from workbench.author import (
    ACTOR,
    COUNTER,
    EFFECT,
    EVERYONE_HEARS,
    NONE,
    STEP,
    TARGET,
    ActionList,
    Events,
    allow,
    allow_cards,
    allow_seats,
    argument_of,
    ask,
    both,
    card_at,
    card_of_kind,
    cards_in,
    emit,
    frame_at,
    frame_below,
    frames,
    move,
    move_all,
    only,
    pop_frame,
    push_frame,
    rule,
    seat_bit,
    set_frame_below,
    set_top_frame,
    show_to,
    top_frame,
    verb_of,
)
from workbench.games.excalibur.movements import (
    add_slot,
    allow_not_swords,
    begin_effect,
    can_be_stolen_from,
    chip_with,
    chips_in_avalon,
    draw_chip,
    effect_of,
    end_protection_without_king,
    finish,
    flip_chip,
    flip_like_a_coin,
    has_sword,
    leave_slot,
    move_among,
    move_openly,
    named_chip,
    region_named,
    seat_at,
    slot_action,
    slot_of,
    steal_chips,
    take_up_unseen,
    trash_chip,
    watch_the_end,
)
from workbench.games.excalibur.names import EFFECTS, OPTIONS
from workbench.games.excalibur.table import (
    ACTIONS,
    AVALON_CHOSEN,
    EVENTS,
    FILLED,
    FULL_HAND,
    MAX_KINDS,
    NO_TARGET,
    REGIONS,
    SLOTS,
    TURNED,
    ZONES,
    ExcaliburDeck,
    ExcaliburState,
)

# Chips that act as soon as they are shown (EX-056, EX-058)


@rule
def fisher_king(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """The Fisher King stays as a permanent (EX-123)."""
    pop_frame(state)
    card = chip_with(state, deck, ZONES.played + actor, EFFECTS.fisher_king)
    if card >= 0:
        move(state, card, ZONES.permanent + actor)
        emit(events, EVENTS.stays, EVERYONE_HEARS, actor, deck.kind[card])


# Black Knight


@rule
def black_knight(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Flipped twice; if one lands face up, a chip on the table is taken (EX-108 to EX-111, EX-328)."""
    if step == 0:
        card = chip_with(state, deck, ZONES.played + actor, EFFECTS.black_knight)
        ups = 0
        for _ in range(2):
            ups += int(flip_like_a_coin(state, deck, events, actor, card))
        anything = takeable(state, deck, actor, ZONES.played) | takeable(state, deck, actor, ZONES.permanent)
        if ups > 0 and anything != 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def chip_to_take(state: ExcaliburState, deck: ExcaliburDeck, actor: int, place: int, seat: int) -> int:
    """The chip before a seat that the Black Knight can take, -1 if there is none (EX-220, EX-328).

    No chip that is being resolved: so not himself, nor the Morgana who revealed him.
    """
    if seat == actor and state.black_knight_targets == OPTIONS.black_knight_targets.others:
        return -1
    for i in range(cards_in(state, place) - 1, -1, -1):
        card = card_at(state, place, i)
        himself = seat == actor and effect_of(deck, card) == EFFECTS.black_knight
        if not himself and not is_resolving(state, seat, effect_of(deck, card)):
            return card
    return -1


@rule
def takeable(state: ExcaliburState, deck: ExcaliburDeck, actor: int, zone: int) -> int:
    """The seats that have a chip in a zone which the Black Knight can take, as bits."""
    found = 0
    for seat in range(state.seats):
        if chip_to_take(state, deck, actor, zone + seat, seat) >= 0:
            found |= seat_bit(seat)
    return found


@rule
def legal_black_knight(state: ExcaliburState, deck: ExcaliburDeck, actor: int, actions: ActionList) -> None:
    """A played chip or a permanent (EX-109, EX-111)."""
    allow_seats(actions, ACTIONS.take_played, takeable(state, deck, actor, ZONES.played))
    allow_seats(actions, ACTIONS.take_permanent, takeable(state, deck, actor, ZONES.permanent))


@rule
def take_from_table(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, action: int) -> None:
    """The chip taken goes to the hand; it loses its ability (EX-110, EX-327)."""
    seat = argument_of(action)
    place = ZONES.played + seat if verb_of(action) == ACTIONS.take_played else ZONES.permanent + seat
    card = chip_to_take(state, deck, actor, place, seat)
    move(state, card, ZONES.hand + actor)
    show_to(state, card, EVERYONE_HEARS)
    emit(events, EVENTS.took_chip, EVERYONE_HEARS, actor, deck.kind[card], seat)
    end_protection_without_king(state, deck, seat)


# Galahad


@rule
def galahad(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """A chip of the hand is protected, if there is one (EX-127)."""
    if step == 0 and cards_in(state, ZONES.hand + actor) > 0:
        ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def legal_protection(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Any chip of the hand (EX-127)."""
    allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.protect)


@rule
def protect(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """The fist closes on a chip of the hand (EX-127, EX-330)."""
    card = card_of_kind(state, deck, ZONES.hand + seat, argument_of(action))
    move_among(state, deck, card, ZONES.fist + seat, only(seat))
    emit(events, EVENTS.protects, EVERYONE_HEARS, seat)


# Lancelot


@rule
def lancelot(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Every chip on the table is flipped, in turn order, but none that is being resolved (EX-137, EX-329)."""
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        for i in range(cards_in(state, ZONES.played + seat) - 1, -1, -1):
            card = card_at(state, ZONES.played + seat, i)
            if not is_resolving(state, seat, effect_of(deck, card)):
                flip_chip(state, deck, events, seat, card)
        for i in range(cards_in(state, ZONES.permanent + seat) - 1, -1, -1):
            flip_chip(state, deck, events, seat, card_at(state, ZONES.permanent + seat, i))
    finish(state, deck, events)


@rule
def is_resolving(state: ExcaliburState, seat: int, effect: int) -> bool:
    """Whether a seat's chip of an effect is being resolved below the effect on top."""
    for i in range(frames(state) - 1):
        if frame_at(state, i, EFFECT) == effect and frame_at(state, i, ACTOR) == seat:
            return True
    return False


# Chips that draw two: Baroness, Morgana, Priest


@rule
def draw_two_then_ask(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Baroness: draw two, then trash a chip of the hand (EX-105 to EX-107). Morgana: then reveal one of them (EX-146).

    Step 0 drawing; 1 which one, if there is any; 2 done.
    """
    place = ZONES.drawn if top_frame(state, EFFECT) == EFFECTS.morgana else ZONES.hand
    if step == 0:
        push_frame(state, EFFECTS.drawing, actor, NO_TARGET, 2)
    elif step == 1 and cards_in(state, place + actor) > 0:
        ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def legal_trashing(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A chip of the hand that is not a sword; none if all are swords (EX-347)."""
    if allow_not_swords(state, deck, actions, ZONES.hand + seat, ACTIONS.trash) == 0:
        allow(actions, ACTIONS.stop)


@rule
def trash_named(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """The chip goes out of play."""
    if action != ACTIONS.stop:
        trash_chip(state, deck, events, seat, card_of_kind(state, deck, ZONES.hand + seat, argument_of(action)))


@rule
def priest(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Draw two chips (EX-154); the call is made if and only if a sword was drawn (EX-155, EX-156, EX-349).

    Step 0 drawing; 1 the call.
    """
    if step == 0:
        push_frame(state, EFFECTS.drawing, actor, NO_TARGET, 2)
        return
    state.huzzah = int(has_sword(state, deck, ZONES.drawn + actor))
    if state.huzzah == 1:
        emit(events, EVENTS.huzzah, EVERYONE_HEARS, actor)
    move_all(state, ZONES.drawn + actor, ZONES.hand + actor)
    finish(state, deck, events)


@rule
def legal_reveal(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """One of the chips drawn that is not a sword, or none (EX-147, EX-332)."""
    allow_not_swords(state, deck, actions, ZONES.drawn + seat, ACTIONS.reveal)
    allow(actions, ACTIONS.reveal_none)


@rule
def reveal_drawn(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, action: int) -> None:
    """One of the two chips is revealed and resolved at once, or none (EX-147, EX-148, EX-332)."""
    if action != ACTIONS.reveal_none:
        card = card_of_kind(state, deck, ZONES.drawn + actor, argument_of(action))
        move_openly(state, deck, card, ZONES.played + actor)
        emit(events, EVENTS.played, EVERYONE_HEARS, actor, deck.kind[card])
    move_all(state, ZONES.drawn + actor, ZONES.hand + actor)
    if action != ACTIONS.reveal_none:
        begin_effect(state, deck, events, actor, card)


# Percival


@rule
def percival(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Turn up to four chips of Avalon up, take one, turn the others down (EX-151 to EX-153, EX-348).

    Step 0 to 3 which slot; 4 which chip; 5 done. COUNTER is how many are turned up.
    """
    turned = top_frame(state, COUNTER)
    if step < TURNED and chips_in_avalon(state) > turned:
        ask(state, actor)
        return
    if step <= TURNED and turned > 0:
        set_top_frame(state, STEP, TURNED + 1)
        ask(state, actor)
        return
    for i in range(TURNED):
        state.turned[i] = NONE
        state.turned_slot[i] = NONE
    finish(state, deck, events)


@rule
def turned_kind(state: ExcaliburState, action: int) -> int:
    """The kind of the chip that Percival has turned up in the slot that an action names; NONE if it lies face down."""
    for i in range(TURNED):
        if state.turned_slot[i] == action:
            return state.turned[i]
    return NONE


@rule
def legal_percival(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A slot whose chip is still face down; then one of those turned up (EX-418)."""
    taking = top_frame(state, STEP) > TURNED
    for region in range(REGIONS):
        for slot in range(SLOTS):
            action = slot_action(region, slot)
            if state.slots[region, slot] == FILLED and (turned_kind(state, action) != NONE) == taking:
                allow(actions, action)


@rule
def answer_percival(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A slot is named: its chip is turned up, or taken if it lies face up."""
    turned, kind, card = top_frame(state, COUNTER), turned_kind(state, action), named_chip(state, action)
    slot, region = slot_of(state, card), state.place[card] - ZONES.region_0
    if kind == NONE:  # all see the chip, and know its slot from then on (EX-300, EX-508)
        state.turned[turned] = deck.kind[card]
        state.turned_slot[turned] = action
        set_top_frame(state, COUNTER, turned + 1)
        show_to(state, card, EVERYONE_HEARS)
        emit(events, EVENTS.turned_up, EVERYONE_HEARS, slot + 1, region + 1, deck.kind[card])
        return
    leave_slot(state, card)  # it goes to the hand, and all know it (EX-152)
    move(state, card, ZONES.hand + seat)  # in a spectator's determinization another kind: the event names the one shown
    emit(events, EVENTS.took_turned, EVERYONE_HEARS, seat, kind, slot + 1, region + 1)
    watch_the_end(state, events, region, seat)


# Chips that steal, or draw instead: Artisan, Merchant, Peasant; Robyn of Roxley and Thief steal again


@rule
def legal_source(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Draw from Avalon, or steal from a seat (EX-318)."""
    if chips_in_avalon(state) > 0:
        allow(actions, ACTIONS.draw_chips)
    allow_seats(actions, ACTIONS.steal_from, victims(state, seat, NO_TARGET, 1))


@rule
def choose_source(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """Draw from Avalon or steal from a seat."""
    # How many chips are drawn or stolen at a time (EX-103, EX-140, EX-149, EX-157, EX-171).
    wanted = 2 if top_frame(state, EFFECT) in (EFFECTS.artisan, EFFECTS.merchant) else 1
    if action == ACTIONS.draw_chips:
        set_top_frame(state, TARGET, AVALON_CHOSEN)
        push_frame(state, EFFECTS.drawing, seat, NO_TARGET, wanted)
    else:
        set_top_frame(state, TARGET, argument_of(action))
        push_frame(state, EFFECTS.stealing, seat, argument_of(action), wanted)


@rule
def exchange_chips(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Draw or steal, then put chips back (EX-103, EX-104, EX-140, EX-141, EX-149, EX-150).

    Step 0 where from, if anything can be had (EX-318); 1 put back; 2 done. TARGET is where the chips came from.
    """
    if step == 0:
        if chips_in_avalon(state) > 0 or victims(state, actor, NO_TARGET, 1) != 0:
            ask(state, actor)
    elif step == 1:
        if top_frame(state, EFFECT) == EFFECTS.artisan and top_frame(state, TARGET) != NO_TARGET:
            push_frame(state, EFFECTS.placing, actor, AVALON_CHOSEN, 2)  # EX-321: whatever was taken
        elif top_frame(state, COUNTER) > 0:
            push_frame(state, EFFECTS.placing, actor, top_frame(state, TARGET), 1)  # EX-319: only if anything was taken
    else:
        finish(state, deck, events)


@rule
def thief(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Steal a chip of a seat, then one of another (EX-171, EX-172).

    Step 0 and 1 whom; TARGET is the seat named last.
    """
    if step < 2 and victims(state, actor, top_frame(state, TARGET), 1) != 0:
        ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def legal_other_victims(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A seat to steal from, but not the one before (EX-172)."""
    allow_seats(actions, ACTIONS.steal_from, victims(state, seat, top_frame(state, TARGET), 1))


@rule
def robyn_of_roxley(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Steal one chip after another until seven are held (EX-157 to EX-159).

    Step 0 and up whom; TARGET is the seat named last.
    """
    found = victims(state, actor, NO_TARGET, may_be_in_vain(state))
    if (step == 0 or cards_in(state, ZONES.hand + actor) < FULL_HAND) and found != 0:
        ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def legal_any_victim(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A seat to steal from, even the one before (EX-158)."""
    allow_seats(actions, ACTIONS.steal_from, victims(state, seat, NO_TARGET, may_be_in_vain(state)))


@rule
def may_be_in_vain(state: ExcaliburState) -> int:
    """Whether Robyn may name a protected seat: at first, but not when she repeats, or she would never stop (EX-158)."""
    return int(top_frame(state, TARGET) == NO_TARGET)


# What these are made of: drawing, stealing and putting back, chip by chip


@rule
def drawing(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Chips are drawn, COUNTER of them, as long as there are any."""
    if top_frame(state, COUNTER) == 0 or chips_in_avalon(state) == 0:
        take_up_unseen(state, deck, events, actor, place_of_drawn(state) + actor)
        pop_frame(state)
    else:
        ask(state, actor)


@rule
def place_of_drawn(state: ExcaliburState) -> int:
    """Where the chips of a drawing go; Morgana and the Priest keep theirs apart until both are there."""
    below = frame_below(state, EFFECT)
    return ZONES.drawn if below in (EFFECTS.morgana, EFFECTS.priest) else ZONES.hand


@rule
def draw_named(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A chip of Avalon is drawn."""
    set_top_frame(state, COUNTER, top_frame(state, COUNTER) - 1)
    draw_chip(state, deck, events, seat, named_chip(state, action), place_of_drawn(state) + seat)
    set_frame_below(state, COUNTER, frame_below(state, COUNTER) + 1)


# Stealing


@rule
def stealing(state: ExcaliburState, deck: ExcaliburDeck, events: Events, thief: int, step: int) -> None:
    """A steal has named its target: the flip is offered, then chips are taken (EX-316, EX-317, EX-336)."""
    victim = top_frame(state, TARGET)
    if step == 0:
        emit(events, EVENTS.aims_at, EVERYONE_HEARS, thief, victim)
        if state.fisher_king_windows != OPTIONS.fisher_king_windows.resolve_start:
            push_frame(state, EFFECTS.flip_offered, victim, NO_TARGET, 0)
    else:
        taken = steal_chips(state, deck, events, thief, victim, top_frame(state, COUNTER))
        set_frame_below(state, COUNTER, frame_below(state, COUNTER) + taken)
        pop_frame(state)


@rule
def victims(state: ExcaliburState, thief: int, but_for: int, in_vain: int) -> int:
    """The seats that a steal may name, as bits: others with a chip, protected ones only `in_vain` (EX-316)."""
    found = 0
    for seat in range(state.seats):
        other = seat != thief and seat != but_for and cards_in(state, ZONES.hand + seat) > 0
        if other and (in_vain == 1 or can_be_stolen_from(state, seat)):
            found |= seat_bit(seat)
    return found


# Putting back


@rule
def placing(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Chips go back, COUNTER of them, as long as the hand has any."""
    if top_frame(state, COUNTER) == 0 or cards_in(state, ZONES.hand + actor) == 0:
        pop_frame(state)
    else:
        ask(state, actor)


@rule
def legal_placing(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A chip of the hand: back to the seat it was taken from, or into any region (EX-051 to EX-053, EX-104)."""
    if top_frame(state, TARGET) != AVALON_CHOSEN:
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.give_back)
        return
    for region in range(REGIONS):
        allow_cards(state, deck, actions, ZONES.hand + seat, 0, ACTIONS.place_0 + region * MAX_KINDS)


@rule
def put_back(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A chip of the hand goes back to where the taken ones came from."""
    target, card = top_frame(state, TARGET), card_of_kind(state, deck, ZONES.hand + seat, argument_of(action))
    set_top_frame(state, COUNTER, top_frame(state, COUNTER) - 1)
    if target == AVALON_CHOSEN:  # into a new slot at a region's end, which others do not see (EX-053, EX-306)
        region = region_named(action)
        move_among(state, deck, card, ZONES.region_0 + region, only(seat))
        add_slot(state, region)
        emit(events, EVENTS.placed, EVERYONE_HEARS, seat, region + 1)
        emit(events, EVENTS.you_placed, only(seat), deck.kind[card], region + 1)
    else:  # the two see which (EX-506)
        move_among(state, deck, card, ZONES.hand + target, both(seat, target))
        emit(events, EVENTS.you_got, only(target), seat, deck.kind[card])
        emit(events, EVENTS.gave_back, EVERYONE_HEARS, seat, target)


# Flips of the Fisher King


@rule
def may_flip(state: ExcaliburState, deck: ExcaliburDeck, seat: int) -> bool:
    """Whether a seat has the Fisher King in play and is not protected yet (EX-124, EX-336)."""
    king = chip_with(state, deck, ZONES.permanent + seat, EFFECTS.fisher_king)
    return king >= 0 and state.protected & seat_bit(seat) == 0


@rule
def flip_offered(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """One owner is asked whether to flip, if the chip is still there (EX-124)."""
    if step == 0 and may_flip(state, deck, actor):
        ask(state, actor)
    else:
        pop_frame(state)


@rule
def legal_flip(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Flip the Fisher King or not (EX-124)."""
    allow(actions, ACTIONS.flip)
    allow(actions, ACTIONS.let_be)


@rule
def answer_flip(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """Face up protects until the round ends, face down trashes him (EX-125, EX-126)."""
    king = chip_with(state, deck, ZONES.permanent + seat, EFFECTS.fisher_king)
    if action == ACTIONS.flip and flip_chip(state, deck, events, seat, king):
        state.protected |= seat_bit(seat)
        emit(events, EVENTS.shielded, EVERYONE_HEARS, seat)


@rule
def flips_offered(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Offer the flip to each owner of a Fisher King in turn order, but not to TARGET; COUNTER is the offset."""
    offset = top_frame(state, COUNTER)
    while offset < state.seats:
        seat = seat_at(state, offset)
        offset += 1
        if seat != top_frame(state, TARGET) and may_flip(state, deck, seat):
            set_top_frame(state, COUNTER, offset)
            push_frame(state, EFFECTS.flip_offered, seat, NO_TARGET, 0)
            return
    pop_frame(state)


@rule
def offer_flips_before_steal(state: ExcaliburState, actor: int) -> None:
    """If all are robbed at once, all are asked before chips are taken (EX-336)."""
    if state.fisher_king_windows != OPTIONS.fisher_king_windows.resolve_start:
        push_frame(state, EFFECTS.flips_offered, actor, actor, 0)
