"""How chips move in Excalibur: drawing, stealing, returning, trashing, swords (the glossary, EX-041 to EX-063).

Every move says who comes to know what (EX-511). A chip drawn from a slot is known to a seat that knew that slot; a chip
stolen is known to thief and victim (EX-320); a chip put into Avalon is known to its seat, in its slot (EX-300, EX-306).
Copies look alike: a seat that knows a Thief in a hand and sees a Thief leave it cannot tell whether it was that one.
"""

from __future__ import annotations

from workbench.author import (
    ACTIONS,
    ACTOR,
    COUNTER,
    EFFECT,
    EFFECTS,
    EVENTS,
    EVERYONE_HEARS,
    OPTIONS,
    STEP,
    ZONES,
    allow,
    argument_of,
    both,
    card_at,
    cards_in,
    effect_at_work,
    emit,
    frame_at,
    frame_below,
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
    set_frame_below,
    set_top_frame,
    show,
    show_to,
    top_frame,
    verb_of,
)

MAX_SEATS = 8
MAX_CARDS = 80
MAX_KINDS = 40
MOST_MORGANAS = 9  # each may reveal the next, and the table keeps a frame for each
REGIONS = 3
SLOTS = MAX_CARDS
HAND_SIZE = 4  # chips to which the draw step fills a hand (EX-019)
FULL_HAND = 7  # where Robyn stops (EX-158)
TURNED = 4  # chips that Percival turns up (EX-151)
NO_SLOT, FILLED, LEFT = 0, 1, -1  # of a slot: beyond the last one, with a chip, and what one has left (EX-300)
NO_TARGET = -1
AVALON_CHOSEN = MAX_SEATS  # as a TARGET: the chips come from Avalon


# Seats


@rule(inlined=False)
def seat_at(state, offset):
    """The seat so many places clockwise from the crown; offset 0 is first in turn order (EX-026)."""
    return (int(state.crown) + offset) % int(state.seats)


@rule(inlined=False)
def neighbour(state, seat, to_the_left):
    """The seat beside a seat: left is clockwise (EX-322)."""
    if to_the_left == 1:
        return (seat + 1) % int(state.seats)
    return (seat + int(state.seats) - 1) % int(state.seats)


@rule(inlined=False)
def effect_of(deck, card):
    """What a chip does."""
    return int(deck.effect[deck.kind[card]])


@rule(inlined=False)
def is_sword(deck, card):
    """Whether a chip is Excalibur, the Cursed Blade or the Squire Sword (EX-044)."""
    return is_sword_effect(effect_of(deck, card))


@rule(inlined=False)
def is_sword_effect(effect):
    """Whether an effect is that of a sword (EX-044)."""
    return effect in (EFFECTS.excalibur, EFFECTS.cursed_blade, EFFECTS.squire_sword)


@rule(inlined=False)
def chip_of_kind(state, deck, place, kind):
    """A chip of a kind in a place, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if deck.kind[card_at(state, place, i)] == kind:
            return card_at(state, place, i)
    return -1


@rule(inlined=False)
def chip_with(state, deck, place, effect):
    """A chip of a place with an effect, -1 if there is none."""
    for i in range(cards_in(state, place)):
        if effect_of(deck, card_at(state, place, i)) == effect:
            return card_at(state, place, i)
    return -1


@rule(inlined=False)
def has_sword(state, deck, place):
    """Whether there is a sword among the chips of a place."""
    for i in range(cards_in(state, place)):
        if is_sword(deck, card_at(state, place, i)):
            return True
    return False


# Who knows what


@rule(inlined=False)
def see_leave(state, deck, card, witnesses):
    """Witnesses (bits) see which chip leaves: who knew of a copy there, but not of this one, knows one copy less."""
    place, kind = int(state.place[card]), int(deck.kind[card])
    if chips_of_kind(state, deck, place, kind) == 1:  # most chips: there is no copy to know of
        return
    for seat in range(state.seats):
        if witnesses & seat_bit(seat) != 0 and not sees_card(state, card, seat):
            known = known_copy(state, deck, place, kind, seat)
            if known >= 0:
                hide_from(state, known, seat_bit(seat))


@rule(inlined=False)
def chips_of_kind(state, deck, place, kind):
    """How many chips of a kind lie in a place."""
    found = 0
    for i in range(cards_in(state, place)):
        found += int(deck.kind[card_at(state, place, i)] == kind)
    return found


@rule(inlined=False)
def known_copy(state, deck, place, kind, seat):
    """A chip of a kind that a seat can tell to lie in a place, -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if deck.kind[card] == kind and sees_card(state, card, seat):
            return card
    return -1


@rule(inlined=False)
def move_openly(state, deck, card, place):
    """A chip goes to an open place, and all see it leave."""
    see_leave(state, deck, card, EVERYONE_HEARS)
    move(state, card, place)


@rule(inlined=False)
def move_among(state, deck, card, place, witnesses):
    """Only the witnesses (bits) see which chip moves; the others lose track of the place, unless it lay there alone."""
    see_leave(state, deck, card, witnesses)
    if cards_in(state, int(state.place[card])) > 1:
        move_secretly(state, card, place, witnesses)
    else:
        move(state, card, place)
        show_to(state, card, witnesses)


@rule(inlined=False)
def show_to_all(state, card):
    """All seats know where a chip is."""
    show_to(state, card, EVERYONE_HEARS)


@rule(inlined=False)
def know_hand(state, seat, holder):
    """A seat knows every chip of a hand."""
    for i in range(cards_in(state, ZONES.hand + holder)):
        show(state, card_at(state, ZONES.hand + holder, i), seat)


# Avalon and the end


@rule(inlined=False)
def chips_in_avalon(state):
    """How many chips Avalon holds (EX-041)."""
    total = 0
    for region in range(REGIONS):
        total += cards_in(state, ZONES.region_0 + region)
    return total


@rule(inlined=False)
def empty_regions_wanted(state):
    """How many empty regions make the round the final one (EX-030, EX-031, EX-212)."""
    if state.final_threshold != OPTIONS.final_threshold.auto:
        return int(state.final_threshold) - OPTIONS.final_threshold.auto  # the choices after it count from 1
    return 1 if state.seats <= 5 else 2


@rule(inlined=False)
def watch_the_end(state, events, region, seat):
    """A seat (-1: the setup) has taken a chip of a region: with enough empty now the round is final for good.

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
        state.final_effect = frame_at(state, at_work, EFFECT) + 1 if at_work >= 0 else 0
        emit(events, EVENTS.final_round, EVERYONE_HEARS, region + 1)


@rule(inlined=False)
def number_slots(state, region):
    """The chips of a region lie in its first slots, without a gap: when it is laid out, and when it was mixed."""
    for slot in range(SLOTS):
        state.slots[region, slot] = FILLED if slot < cards_in(state, ZONES.region_0 + region) else NO_SLOT


@rule(inlined=False)
def add_slot(state, region):
    """The chip that was put into a region lies in a new slot at its end (EX-306); should they run out, gaps close."""
    slot = 0
    while slot < SLOTS and state.slots[region, slot] != NO_SLOT:
        slot += 1
    if slot < SLOTS:
        state.slots[region, slot] = FILLED
    else:
        number_slots(state, region)


@rule(inlined=False)
def chip_in_slot(state, region, slot):
    """The chip in a slot that holds one, counted from 0."""
    position = 0
    for before in range(slot):
        position += int(state.slots[region, before] == FILLED)
    return card_at(state, ZONES.region_0 + region, position)


@rule(inlined=False)
def slot_of(state, card):
    """The slot of a chip in its region, counted from 0."""
    place = int(state.place[card])
    slot, position = -1, -1
    while position < 0 or card_at(state, place, position) != card:
        slot += 1
        position += int(state.slots[place - ZONES.region_0, slot] == FILLED)
    return slot


@rule(inlined=False)
def leave_slot(state, card):
    """A chip is about to leave its region, and its slot stays empty (EX-300); returns which one it was."""
    slot = slot_of(state, card)
    state.slots[int(state.place[card]) - ZONES.region_0, slot] = LEFT
    return slot


@rule(inlined=False)
def draw_chip(state, deck, events, seat, card, to):
    """A seat takes a chip out of Avalon into a place of its own; the slot is public (EX-045, EX-214, EX-401)."""
    region = int(state.place[card]) - ZONES.region_0
    emit(events, EVENTS.drew, EVERYONE_HEARS, seat, leave_slot(state, card) + 1, region + 1)
    if state.draw_sight == OPTIONS.draw_sight.after_all:
        move(state, card, ZONES.unseen + seat)
    else:
        take_up(state, deck, events, seat, card, to)
    watch_the_end(state, events, region, seat)


@rule(inlined=False)
def take_up(state, deck, events, seat, card, to):
    """A seat looks at a chip that it has drawn."""
    emit(events, EVENTS.you_drew, only(seat), int(deck.kind[card]))
    move(state, card, to)
    show(state, card, seat)


@rule(inlined=False)
def take_up_unseen(state, deck, events, seat, to):
    """A draw is over: what a seat has not looked at yet, it looks at now (EX-214)."""
    while cards_in(state, ZONES.unseen + seat) > 0:
        take_up(state, deck, events, seat, card_at(state, ZONES.unseen + seat, 0), to)


@rule(inlined=False)
def place_chip(state, deck, events, seat, card, region):
    """A seat puts a chip of its hand into a new slot at a region's end (EX-053, EX-306)."""
    move_among(state, deck, card, ZONES.region_0 + region, only(seat))
    add_slot(state, region)
    emit(events, EVENTS.placed, EVERYONE_HEARS, seat, region + 1)
    emit(events, EVENTS.you_placed, only(seat), int(deck.kind[card]), region + 1)


# Stealing and giving


@rule(inlined=False)
def can_be_stolen_from(state, seat):
    """Whether a seat has a chip in hand and no protection by the Fisher King (EX-316)."""
    return cards_in(state, ZONES.hand + seat) > 0 and int(state.protected) & seat_bit(seat) == 0


@rule(inlined=False)
def random_chip(state, place):
    """A chip of a place that is not empty, each as likely as the others (EX-320)."""
    return card_at(state, place, random_below(state.random_state, cards_in(state, place)))


@rule(inlined=False)
def take_unseen(state, deck, events, thief, victim, card):
    """A chip goes from one hand to another; thief and victim see it, the others lose track of the hand (EX-320)."""
    move_among(state, deck, card, ZONES.hand + thief, both(thief, victim))
    emit(events, EVENTS.you_stole, only(thief), int(deck.kind[card]))
    emit(events, EVENTS.you_lost, only(victim), thief, int(deck.kind[card]))


@rule(inlined=False)
def steal_chips(state, deck, events, thief, victim, number):
    """Take so many random chips, or as many as there are; returns how many (EX-048, EX-317)."""
    if not can_be_stolen_from(state, victim):
        return 0
    taken = min(number, cards_in(state, ZONES.hand + victim))
    for _ in range(taken):
        take_unseen(state, deck, events, thief, victim, random_chip(state, ZONES.hand + victim))
    emit(events, EVENTS.stole, EVERYONE_HEARS, thief, taken, victim)
    return taken


@rule(inlined=False)
def give_chip(state, deck, events, giver, receiver, card):
    """A chip of one seat goes to another by choice; the two see which (EX-506)."""
    move_among(state, deck, card, ZONES.hand + receiver, both(giver, receiver))
    emit(events, EVENTS.you_got, only(receiver), giver, int(deck.kind[card]))


@rule(inlined=False)
def hold_out_swords(state, deck, seat):
    """A seat holds all swords of its hand out, face down; returns how many, which is public (EX-101, EX-510)."""
    for i in range(cards_in(state, ZONES.hand + seat) - 1, -1, -1):
        card = card_at(state, ZONES.hand + seat, i)
        if is_sword(deck, card):
            move(state, card, ZONES.held_out + seat)
    state.swords_out[seat] = cards_in(state, ZONES.held_out + seat)
    return cards_in(state, ZONES.held_out + seat)


@rule(inlined=False)
def hold_out(state, deck, events, seat):
    """A seat holds out its swords, and everybody sees how many (EX-510)."""
    swords = hold_out_swords(state, deck, seat)
    if swords > 0:
        emit(events, EVENTS.held_out, EVERYONE_HEARS, seat, swords)
    return swords


@rule(inlined=False)
def call_for_swords(state):
    """Swords are called for: what was held out or given before is over."""
    for seat in range(state.seats):
        state.swords_out[seat] = 0


@rule(inlined=False)
def take_back_swords(state, seat):
    """What a seat still holds out goes back to its hand (EX-102)."""
    for i in range(cards_in(state, ZONES.held_out + seat) - 1, -1, -1):
        move(state, card_at(state, ZONES.held_out + seat, i), ZONES.hand + seat)


@rule(inlined=False)
def pass_swords(state, deck, events, giver, receiver):
    """All swords that a seat holds out go to another hand; the two see which (EX-339); returns how many."""
    given = cards_in(state, ZONES.held_out + giver)
    for i in range(given - 1, -1, -1):
        pass_sword(state, deck, events, giver, receiver, card_at(state, ZONES.held_out + giver, i))
    return given


@rule(inlined=False)
def pass_sword(state, deck, events, giver, receiver, card):
    """A sword goes to another hand; giver and receiver see which (EX-339)."""
    move(state, card, ZONES.hand + receiver)
    show(state, card, giver)
    show(state, card, receiver)
    emit(events, EVENTS.you_got, only(receiver), giver, int(deck.kind[card]))


# Flipping and trashing


@rule(inlined=False)
def lands_face_up(state):
    """Flip a chip like a coin (EX-062, EX-063, EX-217)."""
    return random_below(state.random_state, 100) < state.flip_chance


@rule(inlined=False)
def trash_chip(state, deck, events, seat, card):
    """A chip of a seat goes out of play, face up in the box (EX-054, EX-055)."""
    move_openly(state, deck, card, ZONES.trash)
    emit(events, EVENTS.trashed, EVERYONE_HEARS, seat, int(deck.kind[card]))
    end_protection_without_king(state, deck, seat)


@rule(inlined=False)
def end_protection_without_king(state, deck, seat):
    """The Fisher King's protection ends when he leaves (EX-337)."""
    if chip_with(state, deck, ZONES.permanent + seat, EFFECTS.fisher_king) < 0:
        state.protected = int(state.protected) & ~seat_bit(seat)


@rule(inlined=False)
def flip_chip(state, deck, events, seat, card):
    """Flip a chip on the table; face down it is trashed and its ability is lost (EX-138)."""
    if lands_face_up(state):
        emit(events, EVENTS.landed_up, EVERYONE_HEARS, seat, int(deck.kind[card]))
        return True
    emit(events, EVENTS.landed_down, EVERYONE_HEARS, seat, int(deck.kind[card]))
    trash_chip(state, deck, events, seat, card)
    return False


# Effects: how one begins and ends


@rule(inlined=False)
def begin_effect(state, deck, events, seat, card):
    """A played chip takes effect; the Fisher King just stays (EX-058, EX-123)."""
    kind = int(deck.kind[card])
    state.resolved[kind, seat] = int(state.resolved[kind, seat]) + 1
    push_frame(state, effect_of(deck, card), seat, NO_TARGET, 0)


@rule(inlined=False)
def ask_again(state, step):
    """The effect on top comes back to one of its steps."""
    set_top_frame(state, STEP, step)


@rule(inlined=False)
def finish(state, deck, events):
    """The effect on top is over; its chip is trashed, unless it has left or stays (EX-027, EX-059)."""
    effect, actor = top_frame(state, EFFECT), top_frame(state, ACTOR)
    pop_frame(state)
    card = chip_with(state, deck, ZONES.played + actor, effect)
    if card >= 0:
        trash_chip(state, deck, events, actor, card)


@rule(inlined=False)
def add_below(state, number):
    """Add to the COUNTER of the frame below the top one: chips that were drawn or stolen."""
    set_frame_below(state, COUNTER, frame_below(state, COUNTER) + number)


# Naming chips


@rule
def slot_action(region, slot):
    """The action that names a slot of a region, both counted from 0."""
    return ACTIONS.slot_0 + region * SLOTS + slot


@rule
def region_named(action):
    """The region that an action names: by a slot, as a whole, or to put a chip there."""
    verb = verb_of(action)
    if verb == ACTIONS.region:
        return argument_of(action)
    if verb == ACTIONS.slot_0 or verb == ACTIONS.slot_1 or verb == ACTIONS.slot_2:
        return (verb - ACTIONS.slot_0) // SLOTS
    return (verb - ACTIONS.place_0) // MAX_KINDS


@rule(inlined=False)
def legal_slots(state, deck, seat, actions):
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


@rule(inlined=False)
def named_chip(state, action):
    """The chip of Avalon that an action names; -1 where its region has become empty."""
    place = ZONES.region_0 + region_named(action)
    if verb_of(action) == ACTIONS.region:
        return random_chip(state, place) if cards_in(state, place) > 0 else -1
    return chip_in_slot(state, region_named(action), argument_of(action))


# Choosing a chip


@rule(inlined=False)
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
