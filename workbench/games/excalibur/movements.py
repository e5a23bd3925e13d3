"""How chips move in Excalibur: drawing, stealing, flipping, trashing (the glossary, EX-041 to EX-063).

Every move says who learns what (EX-511). A chip drawn from a slot is known to a seat that knew that slot; a chip
stolen is known to thief and victim (EX-320); a chip put into Avalon is known to its seat, in its slot (EX-300, EX-306).
Copies look alike: a seat that knows a Thief in a hand and sees a Thief leave it cannot tell whether it was that one.
"""

from __future__ import annotations

from workbench.author import (
    ACTOR,
    EFFECT,
    EVERYONE_HEARS,
    NONE,
    ActionList,
    Events,
    allow,
    argument_of,
    both,
    card_at,
    cards_in,
    effect_at_work,
    emit,
    frame_at,
    hide_from,
    move,
    move_secretly,
    only,
    pop_frame,
    push_frame,
    random_below,
    rule,
    seat_bit,
    sees_card,
    show,
    show_to,
    top_frame,
    verb_of,
)
from workbench.games.excalibur.names import EFFECTS, OPTIONS
from workbench.games.excalibur.table import (
    ACTIONS,
    EVENTS,
    FILLED,
    LEFT,
    MAX_KINDS,
    NO_SLOT,
    NO_TARGET,
    REGIONS,
    SLOTS,
    ZONES,
    ExcaliburDeck,
    ExcaliburState,
)

# Seats


@rule
def seat_at(state: ExcaliburState, offset: int) -> int:
    """The seat `offset` places clockwise from the crown; offset 0 is first in turn order (EX-026)."""
    return (state.crown + offset) % state.seats


@rule
def neighbour(state: ExcaliburState, seat: int, to_the_left: int) -> int:
    """The seat beside a seat: left is clockwise (EX-322)."""
    if to_the_left == 1:
        return (seat + 1) % state.seats
    return (seat + state.seats - 1) % state.seats


@rule
def effect_of(deck: ExcaliburDeck, card: int) -> int:
    """What a chip does."""
    return deck.effect[deck.kind[card]]


@rule
def is_sword(deck: ExcaliburDeck, card: int) -> bool:
    """Whether a chip is Excalibur, the Cursed Blade or the Squire Sword (EX-044)."""
    return is_sword_effect(effect_of(deck, card))


@rule
def is_sword_effect(effect: int) -> bool:
    """Whether an effect is that of a sword (EX-044)."""
    return effect in (EFFECTS.excalibur, EFFECTS.cursed_blade, EFFECTS.squire_sword)


@rule
def chip_with(state: ExcaliburState, deck: ExcaliburDeck, place: int, effect: int) -> int:
    """A chip of a place with an effect, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if effect_of(deck, card_at(state, place, i)) == effect:
            return card_at(state, place, i)
    return -1


@rule
def has_sword(state: ExcaliburState, deck: ExcaliburDeck, place: int) -> bool:
    """Whether there is a sword among the chips of a place."""
    for i in range(cards_in(state, place)):
        if is_sword(deck, card_at(state, place, i)):
            return True
    return False


# Who knows what


@rule
def see_leave(state: ExcaliburState, deck: ExcaliburDeck, card: int, witnesses: int) -> None:
    """Witnesses (bits) see which chip leaves: one who knew of a copy there, but not of this one, knows of one fewer."""
    place, kind = state.place[card], deck.kind[card]
    if chips_of_kind(state, deck, place, kind) == 1:  # most chips: there is no copy to know of
        return
    for seat in range(state.seats):
        if witnesses & seat_bit(seat) != 0 and not sees_card(state, card, seat):
            known = known_copy(state, deck, place, kind, seat)
            if known >= 0:
                hide_from(state, known, seat_bit(seat))


@rule
def chips_of_kind(state: ExcaliburState, deck: ExcaliburDeck, place: int, kind: int) -> int:
    """How many chips of a kind lie in a place."""
    found = 0
    for i in range(cards_in(state, place)):
        found += int(deck.kind[card_at(state, place, i)] == kind)
    return found


@rule
def known_copy(state: ExcaliburState, deck: ExcaliburDeck, place: int, kind: int, seat: int) -> int:
    """A chip of a kind that a seat can tell to lie in a place, -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if deck.kind[card] == kind and sees_card(state, card, seat):
            return card
    return -1


@rule
def move_openly(state: ExcaliburState, deck: ExcaliburDeck, card: int, place: int) -> None:
    """A chip goes to an open place, and all see it leave."""
    see_leave(state, deck, card, EVERYONE_HEARS)
    move(state, card, place)


@rule
def move_among(state: ExcaliburState, deck: ExcaliburDeck, card: int, place: int, witnesses: int) -> None:
    """Only the witnesses (bits) see which chip moves; the others lose track of the place, unless it lay there alone."""
    see_leave(state, deck, card, witnesses)
    if cards_in(state, state.place[card]) > 1:
        move_secretly(state, card, place, witnesses)
    else:
        move(state, card, place)
        show_to(state, card, witnesses)


# Avalon and the end


@rule
def chips_in_avalon(state: ExcaliburState) -> int:
    """How many chips Avalon holds (EX-041)."""
    total = 0
    for region in range(REGIONS):
        total += cards_in(state, ZONES.region_0 + region)
    return total


@rule
def empty_regions_wanted(state: ExcaliburState) -> int:
    """How many empty regions make the round the final one (EX-030, EX-031, EX-212)."""
    if state.final_threshold != OPTIONS.final_threshold.auto:
        return state.final_threshold - OPTIONS.final_threshold.auto  # the choices after it count from 1
    return 1 if state.seats <= 5 else 2


@rule
def watch_the_end(state: ExcaliburState, events: Events, region: int, seat: int) -> None:
    """A seat (-1: the setup) has taken a chip of a region: if enough are empty now, the round is final for good.

    EX-030 to EX-033; what made it final is kept for the end (EX-608).
    """
    empty = 0
    for other in range(REGIONS):
        empty += int(cards_in(state, ZONES.region_0 + other) == 0)
    if state.final == 0 and empty >= empty_regions_wanted(state):
        state.final = 1
        state.final_region = region
        state.final_seat = seat
        at_work = effect_at_work(state)
        state.final_effect = frame_at(state, at_work, EFFECT) if at_work >= 0 else NONE
        emit(events, EVENTS.final_round, EVERYONE_HEARS, region + 1)


@rule
def number_slots(state: ExcaliburState, region: int) -> None:
    """The chips of a region lie in its first slots, without a gap: when it is laid out, and after it is mixed."""
    for slot in range(SLOTS):
        state.slots[region, slot] = FILLED if slot < cards_in(state, ZONES.region_0 + region) else NO_SLOT


@rule
def add_slot(state: ExcaliburState, region: int) -> None:
    """The chip that was put into a region lies in a new slot at its end (EX-306); if slots run out, the gaps close."""
    slot = 0
    while slot < SLOTS and state.slots[region, slot] != NO_SLOT:
        slot += 1
    if slot < SLOTS:
        state.slots[region, slot] = FILLED
    else:
        number_slots(state, region)


@rule
def chip_in_slot(state: ExcaliburState, region: int, slot: int) -> int:
    """The chip in a slot that holds one, counted from 0."""
    position = 0
    for before in range(slot):
        position += int(state.slots[region, before] == FILLED)
    return card_at(state, ZONES.region_0 + region, position)


@rule
def slot_of(state: ExcaliburState, card: int) -> int:
    """The slot of a chip in its region, counted from 0."""
    place = state.place[card]
    slot, position = -1, -1
    while position < 0 or card_at(state, place, position) != card:
        slot += 1
        position += int(state.slots[place - ZONES.region_0, slot] == FILLED)
    return slot


@rule
def leave_slot(state: ExcaliburState, card: int) -> int:
    """A chip is about to leave its region, and its slot stays empty (EX-300); returns which one it was."""
    slot = slot_of(state, card)
    state.slots[state.place[card] - ZONES.region_0, slot] = LEFT
    return slot


@rule
def draw_chip(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int, to: int) -> None:
    """A seat takes a chip out of Avalon into a place of its own; the slot is public (EX-045, EX-214, EX-401)."""
    region = state.place[card] - ZONES.region_0
    emit(events, EVENTS.drew, EVERYONE_HEARS, seat, leave_slot(state, card) + 1, region + 1)
    if state.draw_sight == OPTIONS.draw_sight.after_all:
        move(state, card, ZONES.unseen + seat)
    else:
        take_up(state, deck, events, seat, card, to)
    watch_the_end(state, events, region, seat)


@rule
def take_up(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int, to: int) -> None:
    """A seat looks at a chip that it has drawn."""
    emit(events, EVENTS.you_drew, only(seat), deck.kind[card])
    move(state, card, to)
    show(state, card, seat)


@rule
def take_up_unseen(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, to: int) -> None:
    """A draw is over: the seat now looks at what it has not looked at yet (EX-214)."""
    while cards_in(state, ZONES.unseen + seat) > 0:
        take_up(state, deck, events, seat, card_at(state, ZONES.unseen + seat, 0), to)


# Stealing


@rule
def can_be_stolen_from(state: ExcaliburState, seat: int) -> bool:
    """Whether a seat has a chip in hand and no protection by the Fisher King (EX-316)."""
    return cards_in(state, ZONES.hand + seat) > 0 and state.protected & seat_bit(seat) == 0


@rule
def random_chip(state: ExcaliburState, place: int) -> int:
    """A chip of a place that is not empty, each as likely as the others (EX-320)."""
    return card_at(state, place, random_below(state.random_state, cards_in(state, place)))


@rule
def steal_chips(
    state: ExcaliburState, deck: ExcaliburDeck, events: Events, thief: int, victim: int, number: int
) -> int:
    """Take a number of random chips, or all there are; returns how many (EX-048, EX-317)."""
    if not can_be_stolen_from(state, victim):
        return 0
    taken = min(number, cards_in(state, ZONES.hand + victim))
    for _ in range(taken):
        card = random_chip(state, ZONES.hand + victim)  # the others lose track of the hand (EX-320)
        move_among(state, deck, card, ZONES.hand + thief, both(thief, victim))
        emit(events, EVENTS.you_stole, only(thief), deck.kind[card])
        emit(events, EVENTS.you_lost, only(victim), thief, deck.kind[card])
    emit(events, EVENTS.stole, EVERYONE_HEARS, thief, taken, victim)
    return taken


# Flipping and trashing


@rule
def flip_like_a_coin(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int) -> int:
    """Flip a chip like a coin, and tell how it lands; returns 1 if face up (EX-062, EX-063, EX-217)."""
    up = random_below(state.random_state, 100) < state.flip_chance
    emit(events, EVENTS.landed_up if up else EVENTS.landed_down, EVERYONE_HEARS, seat, deck.kind[card])
    return up


@rule
def trash_chip(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int) -> None:
    """A chip of a seat goes out of play, face up in the box (EX-054, EX-055)."""
    move_openly(state, deck, card, ZONES.trash)
    emit(events, EVENTS.trashed, EVERYONE_HEARS, seat, deck.kind[card])
    end_protection_without_king(state, deck, seat)


@rule
def end_protection_without_king(state: ExcaliburState, deck: ExcaliburDeck, seat: int) -> None:
    """The Fisher King's protection ends when he leaves (EX-337)."""
    if chip_with(state, deck, ZONES.permanent + seat, EFFECTS.fisher_king) < 0:
        state.protected &= ~seat_bit(seat)


@rule
def flip_chip(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int) -> int:
    """Flip a chip on the table; face down it is trashed and its ability is lost (EX-138)."""
    if flip_like_a_coin(state, deck, events, seat, card):
        return True
    trash_chip(state, deck, events, seat, card)
    return False


# Effects: how one begins and ends


@rule
def begin_effect(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, card: int) -> None:
    """A played chip takes effect; the Fisher King just stays (EX-058, EX-123)."""
    kind = deck.kind[card]
    state.resolved[kind, seat] += 1
    push_frame(state, effect_of(deck, card), seat, NO_TARGET, 0)


@rule
def finish(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """The effect on top is over; its chip is trashed, unless it has left or stays (EX-027, EX-059)."""
    effect, actor = top_frame(state, EFFECT), top_frame(state, ACTOR)
    pop_frame(state)
    card = chip_with(state, deck, ZONES.played + actor, effect)
    if card >= 0:
        trash_chip(state, deck, events, actor, card)


# Naming chips


@rule(inlined=True)
def slot_action(region: int, slot: int) -> int:
    """The action that names a slot of a region, both counted from 0."""
    return ACTIONS.slot_0 + region * SLOTS + slot


@rule(inlined=True)
def region_named(action: int) -> int:
    """The region that an action names: by a slot, as a whole, or to put a chip there."""
    verb = verb_of(action)
    if verb == ACTIONS.region:
        return argument_of(action)
    if verb == ACTIONS.slot_0 or verb == ACTIONS.slot_1 or verb == ACTIONS.slot_2:
        return (verb - ACTIONS.slot_0) // SLOTS
    return (verb - ACTIONS.place_0) // MAX_KINDS


@rule
def legal_slots(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """A chip of any region that is not empty, by its slot or at random (EX-046, EX-215)."""
    if state.avalon_choice == OPTIONS.avalon_choice.region:
        for region in range(REGIONS):
            if cards_in(state, ZONES.region_0 + region) > 0:
                allow(actions, ACTIONS.region + region)
        return
    for region in range(REGIONS):
        for slot in range(SLOTS):
            if state.slots[region, slot] == FILLED:
                allow(actions, slot_action(region, slot))


@rule
def named_chip(state: ExcaliburState, action: int) -> int:
    """The chip of Avalon that an action names; -1 if its region has become empty."""
    place = ZONES.region_0 + region_named(action)
    if verb_of(action) == ACTIONS.region:
        return random_chip(state, place) if cards_in(state, place) > 0 else -1
    return chip_in_slot(state, region_named(action), argument_of(action))


# Choosing a chip


@rule
def allow_not_swords(state: ExcaliburState, deck: ExcaliburDeck, actions: ActionList, place: int, first: int) -> int:
    """Allow the chips of a place that are not swords, once for each kind; returns how many kinds there are."""
    before = actions.count
    last = -1
    for i in range(cards_in(state, place)):
        kind = deck.kind[card_at(state, place, i)]
        if kind != last and not is_sword(deck, card_at(state, place, i)):
            allow(actions, first + kind)
        last = kind
    return actions.count - before
