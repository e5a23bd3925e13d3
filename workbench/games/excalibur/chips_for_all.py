"""Chips that reach across the table: swords are called for, seats point, players are named (see chips.py)."""

from __future__ import annotations

from workbench.author import (
    ACTOR,
    EFFECT,
    EVERYONE_HEARS,
    STEP,
    TARGET,
    ActionList,
    Events,
    all_seats,
    allow,
    allow_cards,
    allow_range,
    allow_seats,
    argument_of,
    ask,
    both,
    card_at,
    card_of_kind,
    cards_in,
    emit,
    hide_from,
    lose_track,
    move,
    move_all,
    only,
    push_frame,
    rule,
    seat_bit,
    set_top_frame,
    show,
    shuffle,
    top_frame,
    verb_of,
)
from workbench.games.excalibur.chips_for_one import offer_flips_before_steal
from workbench.games.excalibur.movements import (
    add_slot,
    can_be_stolen_from,
    finish,
    has_sword,
    is_sword,
    known_copy,
    move_among,
    neighbour,
    number_slots,
    random_chip,
    seat_at,
    trash_chip,
)
from workbench.games.excalibur.names import EFFECTS, OPTIONS
from workbench.games.excalibur.table import ACTIONS, EVENTS, NO_TARGET, REGIONS, ZONES, ExcaliburDeck, ExcaliburState

# Swords called for: Arthur, Green Knight, Merlin, Guinevere


@rule
def call_for_swords(state: ExcaliburState) -> None:
    """Swords are called for: what was held out or given before is over."""
    for seat in range(state.seats):
        state.swords_out[seat] = 0


@rule
def hold_out_swords(state: ExcaliburState, deck: ExcaliburDeck, seat: int) -> int:
    """A seat holds all swords of its hand out, face down; returns how many, which is public (EX-101, EX-510)."""
    for i in range(cards_in(state, ZONES.hand + seat) - 1, -1, -1):
        card = card_at(state, ZONES.hand + seat, i)
        if is_sword(deck, card):
            move(state, card, ZONES.held_out + seat)
    state.swords_out[seat] = cards_in(state, ZONES.held_out + seat)
    return cards_in(state, ZONES.held_out + seat)


@rule
def hold_out(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int) -> int:
    """A seat holds out its swords, and everybody sees how many (EX-510)."""
    swords = hold_out_swords(state, deck, seat)
    if swords > 0:
        emit(events, EVENTS.held_out, EVERYONE_HEARS, seat, swords)
    return swords


@rule
def pass_swords(state: ExcaliburState, deck: ExcaliburDeck, events: Events, giver: int, receiver: int) -> int:
    """All swords that a seat holds out go to another hand; the two see which (EX-339); returns how many."""
    given = cards_in(state, ZONES.held_out + giver)
    for i in range(given - 1, -1, -1):
        pass_sword(state, deck, events, giver, receiver, card_at(state, ZONES.held_out + giver, i))
    return given


@rule
def pass_sword(
    state: ExcaliburState, deck: ExcaliburDeck, events: Events, giver: int, receiver: int, card: int
) -> None:
    """A sword goes to another hand; giver and receiver see which (EX-339)."""
    move(state, card, ZONES.hand + receiver)
    show(state, card, giver)
    show(state, card, receiver)
    emit(events, EVENTS.you_got, only(receiver), giver, deck.kind[card])


@rule
def legal_held_out(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """The seats that hold out a sword."""
    for other in range(state.seats):
        if cards_in(state, ZONES.held_out + other) > 0:
            allow(actions, ACTIONS.take_sword_of + other)


@rule
def unseen_sword(state: ExcaliburState, seat: int, witnesses: int) -> int:
    """A random one of the swords that a seat holds out; whoever does not see which loses track of them (EX-342)."""
    if cards_in(state, ZONES.held_out + seat) > 1:
        lose_track(state, ZONES.held_out + seat, witnesses)
    return random_chip(state, ZONES.held_out + seat)


# Arthur


@rule
def arthur(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """The others hold their swords out, one is taken unseen (EX-101, EX-102, EX-335, EX-342).

    Step 0 flips are offered; 1 swords are held out; 2 done.
    """
    if step == 0:
        if state.fisher_king_blocks_arthur == 1:
            offer_flips_before_steal(state, actor)
    elif step == 1:
        held_out = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            shielded = state.fisher_king_blocks_arthur == 1 and state.protected & seat_bit(seat) != 0
            if seat != actor and not shielded:
                held_out += hold_out(state, deck, events, seat)
        if held_out > 0:
            ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def take_held_out(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, action: int) -> None:
    """Arthur takes a sword; the other swords go back (EX-102)."""
    seat = argument_of(action)
    card = unseen_sword(state, seat, both(actor, seat))
    move(state, card, ZONES.hand + actor)
    show(state, card, actor)
    show(state, card, seat)
    emit(events, EVENTS.stole, EVERYONE_HEARS, actor, 1, seat)
    emit(events, EVENTS.you_stole, only(actor), deck.kind[card])
    emit(events, EVENTS.you_lost, only(seat), actor, deck.kind[card])
    for other in range(state.seats):
        move_all(state, ZONES.held_out + other, ZONES.hand + other)


# Green Knight, Merlin


@rule
def demand_swords(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """All others give their swords (EX-131, EX-142); Merlin's givers steal a chip back, in turn order (EX-143, EX-344).

    Step 0 giving; from 1 on the next giver steals. TARGET holds the givers as bits.
    """
    if step == 0:
        givers = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            if seat != actor and hold_out_swords(state, deck, seat) > 0:
                given = pass_swords(state, deck, events, seat, actor)
                emit(events, EVENTS.gave_swords, EVERYONE_HEARS, seat, given, actor)
                givers |= seat_bit(seat)
        set_top_frame(state, TARGET, givers if top_frame(state, EFFECT) == EFFECTS.merlin else 0)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            set_top_frame(state, TARGET, top_frame(state, TARGET) & ~seat_bit(seat))
            if can_be_stolen_from(state, actor):
                push_frame(state, EFFECTS.stealing, seat, actor, 1)
            return
    finish(state, deck, events)


# Guinevere


@rule
def guinevere(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """All swords are held out; up to two go unseen into a region, which is mixed (EX-132 to EX-134, EX-343).

    Step 0 holding out, which region; 1 and 2 whose swords, if there are any; then mixing. TARGET is the region.
    """
    if step == 0:
        call_for_swords(state)
        for offset in range(state.seats):
            hold_out(state, deck, events, seat_at(state, offset))
        ask(state, actor)
        return
    swords = 0
    for seat in range(state.seats):
        swords += cards_in(state, ZONES.held_out + seat)
    if step < 3 and swords > 0:
        ask(state, actor)
        return
    for seat in range(state.seats):
        move_all(state, ZONES.held_out + seat, ZONES.hand + seat)  # the other swords go back (EX-102)
    region = top_frame(state, TARGET)
    shuffle(state, deck, ZONES.region_0 + region)
    number_slots(state, region)
    emit(events, EVENTS.mixed, EVERYONE_HEARS, actor, region + 1)
    finish(state, deck, events)


@rule
def legal_guinevere(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """First the region, then the swords, none to two (EX-343)."""
    if top_frame(state, STEP) == 1:
        allow_range(actions, ACTIONS.mix, REGIONS)
        return
    allow(actions, ACTIONS.stop)
    legal_held_out(state, deck, seat, actions)


@rule
def answer_guinevere(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, action: int) -> None:
    """The region is named; then a sword goes in, and nobody but its seat knows which (EX-133), or no more."""
    region, seat = top_frame(state, TARGET), argument_of(action)
    if action == ACTIONS.stop:
        set_top_frame(state, STEP, 3)
    elif verb_of(action) == ACTIONS.mix:
        set_top_frame(state, TARGET, argument_of(action))
    else:
        move(state, unseen_sword(state, seat, only(seat)), ZONES.region_0 + region)
        add_slot(state, region)
        emit(events, EVENTS.put_sword, EVERYONE_HEARS, actor, seat, region + 1)


# Pointing to the left or to the right: Lady of the Lake, Spirit, Uther


@rule
def legal_pointing(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """To the left or to the right (EX-322)."""
    allow(actions, ACTIONS.left)
    allow(actions, ACTIONS.right)


@rule
def answer_point(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """All see which way the seat points; TARGET is 1 for left, 0 for right."""
    left = action == ACTIONS.left
    set_top_frame(state, TARGET, int(left))
    emit(events, EVENTS.to_the_left if left else EVENTS.to_the_right, EVERYONE_HEARS, seat)


@rule
def lady_of_the_lake(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """All hands are passed at the same time; a seat knows what it passed on (EX-135, EX-136, EX-350).

    Step 0 pointing; 1 passing.
    """
    if step == 0:
        ask(state, actor)
        return
    for seat in range(state.seats):
        know_hand(state, seat, seat)
        move_all(state, ZONES.hand + seat, ZONES.drawn + seat)
    for seat in range(state.seats):
        move_all(state, ZONES.drawn + seat, ZONES.hand + neighbour(state, seat, top_frame(state, TARGET)))
    emit(events, EVENTS.hands_passed, EVERYONE_HEARS)
    finish(state, deck, events)


@rule
def spirit(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Each seat steals a chip of the neighbour pointed at, from the hands before (EX-160 to EX-162, EX-324).

    Step 0 pointing; 1 flips are offered; 2 stealing. The chips taken wait with their thieves' drawn chips, so that
    none moves on.
    """
    if step == 0:
        ask(state, actor)
        return
    if step == 1:
        offer_flips_before_steal(state, NO_TARGET)
        return
    for offset in range(state.seats):
        thief = seat_at(state, offset)
        victim = neighbour(state, thief, top_frame(state, TARGET))
        if can_be_stolen_from(state, victim):
            card = random_chip(state, ZONES.hand + victim)
            move_among(state, deck, card, ZONES.drawn + thief, both(thief, victim))
            emit(events, EVENTS.you_stole, only(thief), deck.kind[card])
            emit(events, EVENTS.you_lost, only(victim), thief, deck.kind[card])
            emit(events, EVENTS.stole, EVERYONE_HEARS, thief, 1, victim)
    for seat in range(state.seats):
        move_all(state, ZONES.drawn + seat, ZONES.hand + seat)
    finish(state, deck, events)


@rule
def uther(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """All swords of all hands move that way at the same time (EX-173, EX-174, EX-338, EX-346).

    Step 0 pointing; 1 passing.
    """
    if step == 0:
        ask(state, actor)
        return
    call_for_swords(state)
    for offset in range(state.seats):
        hold_out(state, deck, events, seat_at(state, offset))
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        pass_swords(state, deck, events, seat, neighbour(state, seat, top_frame(state, TARGET)))
    finish(state, deck, events)


# Naming players: Caelia, Gawain, Mordred, Spy


# Caelia


@rule
def caelia(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Up to two seats are named; then each trashes its chips with male figures (EX-112, EX-113, EX-341).

    Step 0 and 1 naming; 2 trashing. TARGET holds the seats named as bits, COUNTER how many.
    """
    if step == 0:
        set_top_frame(state, TARGET, 0)
    if step < min(2, state.seats - 1 + state.caelia_self):
        ask(state, actor)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            for i in range(cards_in(state, ZONES.hand + seat) - 1, -1, -1):
                card = card_at(state, ZONES.hand + seat, i)
                if shows_male_figure(state, deck, card):
                    trash_chip(state, deck, events, seat, card)
    finish(state, deck, events)


@rule
def shows_male_figure(state: ExcaliburState, deck: ExcaliburDeck, card: int) -> bool:
    """Whether Caelia counts a chip: as the deck says, none, or all; a sword never (EX-216, EX-340)."""
    if is_sword(deck, card) or state.male_art == OPTIONS.male_art.none:
        return False
    return state.male_art == OPTIONS.male_art.all or deck.male_art[deck.kind[card]] == 1


@rule
def legal_caelia(state: ExcaliburState, deck: ExcaliburDeck, actor: int, actions: ActionList) -> None:
    """A seat not named yet, or no more (EX-341)."""
    seats = all_seats(state) if state.caelia_self == 1 else all_seats(state) & ~seat_bit(actor)
    allow_seats(actions, ACTIONS.name_seat, seats & ~top_frame(state, TARGET))
    allow(actions, ACTIONS.stop)


@rule
def answer_caelia(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, action: int) -> None:
    """A seat is named; after two, or no more, the chips are trashed."""
    if action == ACTIONS.stop:
        set_top_frame(state, STEP, 2)
    else:
        emit(events, EVENTS.aims_at, EVERYONE_HEARS, actor, argument_of(action))
        set_top_frame(state, TARGET, top_frame(state, TARGET) | seat_bit(argument_of(action)))


# Gawain


@rule
def gawain(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """A seat is picked; if it has a sword it gives one of its choice (EX-129, EX-130, EX-345).

    Step 0 whom; 1 that seat is asked; 2 done. How many swords it has stays secret.
    """
    if step == 0:
        ask(state, actor)
        return
    if step == 1:
        target = top_frame(state, TARGET)
        emit(events, EVENTS.aims_at, EVERYONE_HEARS, actor, target)
        if has_sword(state, deck, ZONES.hand + target):
            ask(state, target)
            return
        emit(events, EVENTS.no_sword, EVERYONE_HEARS, target)
    finish(state, deck, events)


@rule
def legal_gawain(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Another seat; then a sword of its hand, each kind once; in a determinization that has none there, any chip."""
    hand = ZONES.hand + seat
    if top_frame(state, STEP) == 1:
        allow_seats(actions, ACTIONS.name_seat, all_seats(state) & ~seat_bit(seat))
    elif not has_sword(state, deck, hand):
        allow_cards(state, deck, actions, hand, 0, ACTIONS.give)
    else:
        for i in range(cards_in(state, hand)):
            if is_sword(deck, card_at(state, hand, i)):
                allow(actions, ACTIONS.give + deck.kind[card_at(state, hand, i)])


@rule
def answer_gawain(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A seat is named; then it gives a sword of its choice, and others no longer know which it has (EX-130, EX-339)."""
    if verb_of(action) == ACTIONS.name_seat:
        set_top_frame(state, TARGET, argument_of(action))
        return
    receiver = top_frame(state, ACTOR)
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        if is_sword(deck, card):
            hide_from(state, card, ~both(seat, receiver))
    pass_sword(state, deck, events, seat, receiver, card_of_kind(state, deck, ZONES.hand + seat, argument_of(action)))
    emit(events, EVENTS.gave_swords, EVERYONE_HEARS, seat, 1, receiver)


# Mordred, Spy


@rule
def know_hand(state: ExcaliburState, seat: int, holder: int) -> None:
    """A seat knows every chip of a hand."""
    for i in range(cards_in(state, ZONES.hand + holder)):
        show(state, card_at(state, ZONES.hand + holder, i), seat)


@rule
def look_at_hand(state: ExcaliburState, deck: ExcaliburDeck, events: Events, actor: int, step: int) -> None:
    """Look at a hand (EX-144, EX-163); then swap it or not (EX-145), or show a chip of it (EX-164, EX-351).

    Step 0 whose; 1 it is seen; 2 done.
    """
    if step == 0:
        ask(state, actor)
        return
    if step == 1:
        target = top_frame(state, TARGET)
        emit(events, EVENTS.looked, EVERYONE_HEARS, actor, target)
        know_hand(state, actor, target)
        for i in range(cards_in(state, ZONES.hand + target)):
            kind = deck.kind[card_at(state, ZONES.hand + target, i)]
            emit(events, EVENTS.you_saw, only(actor), kind, target)
        if top_frame(state, EFFECT) == EFFECTS.mordred or cards_in(state, ZONES.hand + target) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def legal_mordred(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Another seat; then swap hands with it or not (EX-145)."""
    if top_frame(state, STEP) == 1:
        allow_seats(actions, ACTIONS.name_seat, all_seats(state) & ~seat_bit(seat))
    else:
        allow(actions, ACTIONS.swap)
        allow(actions, ACTIONS.keep)


@rule
def answer_mordred(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A seat is named; then the two hands change places and both seats know what they gave, or not (EX-145, EX-350)."""
    other = top_frame(state, TARGET)
    if verb_of(action) == ACTIONS.name_seat:
        set_top_frame(state, TARGET, argument_of(action))
    elif action == ACTIONS.swap:
        know_hand(state, seat, seat)
        know_hand(state, other, other)
        move_all(state, ZONES.hand + seat, ZONES.drawn + seat)
        move_all(state, ZONES.hand + other, ZONES.hand + seat)
        move_all(state, ZONES.drawn + seat, ZONES.hand + other)
        emit(events, EVENTS.swapped, EVERYONE_HEARS, seat, other)
    else:
        emit(events, EVENTS.kept_hand, EVERYONE_HEARS, seat)


@rule
def legal_spy(state: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> None:
    """Another seat; then a chip of the hand that was seen, or none if so agreed (EX-224, EX-351)."""
    if top_frame(state, STEP) == 1:
        allow_seats(actions, ACTIONS.name_seat, all_seats(state) & ~seat_bit(seat))
        return
    if state.spy_must_show == 0:
        allow(actions, ACTIONS.stop)
    allow_cards(state, deck, actions, ZONES.hand + top_frame(state, TARGET), 0, ACTIONS.show)


@rule
def answer_spy(state: ExcaliburState, deck: ExcaliburDeck, events: Events, seat: int, action: int) -> None:
    """A seat is named; then everybody sees one chip, which stays in that hand, or none (EX-164, EX-165)."""
    target = top_frame(state, TARGET)
    if verb_of(action) == ACTIONS.name_seat:
        set_top_frame(state, TARGET, argument_of(action))
    elif verb_of(action) == ACTIONS.show:
        card = card_of_kind(state, deck, ZONES.hand + target, argument_of(action))
        for other in range(state.seats):
            if known_copy(state, deck, ZONES.hand + target, argument_of(action), other) < 0:
                show(state, card, other)
        emit(events, EVENTS.showed, EVERYONE_HEARS, seat, argument_of(action), target)
