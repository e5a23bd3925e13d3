"""What each of Excalibur's chips does, one function a chip, in alphabetical order (EX-101 to EX-174).

An effect is a frame: `carry_on` takes it one step further whenever nobody is asked, `answer` writes a decision into it.
An effect that needs another one first (draw two, steal one, is the Fisher King flipped?) puts that one's frame on top;
what it brings is added to the COUNTER of the frame below. In the legends of the steps, `at` is the step.
"""

from __future__ import annotations

from workbench.games.excalibur.deck import MAX_KINDS
from workbench.games.excalibur.movements import (
    call_for_swords,
    can_be_stolen_from,
    chip_of_kind,
    chip_with,
    chips_in_avalon,
    draw_chip,
    effect_of,
    end_protection_without_king,
    flip_chip,
    give_chip,
    has_sword,
    hold_out_swords,
    is_sword,
    known_copy,
    lands_face_up,
    move_among,
    move_openly,
    neighbour,
    pass_sword,
    pass_swords,
    place_chip,
    random_chip,
    seat_at,
    show_to_all,
    slot_of,
    steal_chips,
    take_back_swords,
    trash_chip,
    watch_the_end,
)
from workbench.games.excalibur.table import (
    AIMS_AT,
    ANY,
    ARTHUR,
    ARTISAN,
    AT_RESOLVE,
    AVALON,
    BARONESS,
    BLACK_KNIGHT,
    CAELIA,
    DRAW_CHIPS,
    DRAWING,
    DRAWN,
    FISHER_KING,
    FIST,
    FLIP,
    FLIP_OFFERED,
    FLIPS_OFFERED,
    FULL_HAND,
    GALAHAD,
    GAVE_BACK,
    GAVE_SWORDS,
    GAWAIN,
    GIVE,
    GIVE_BACK,
    GREEN_KNIGHT,
    GUINEVERE,
    HAND,
    HANDS_PASSED,
    HAS_PLAYED,
    HELD_OUT,
    HOLDS_OUT,
    HUZZAH,
    KEEP,
    KEPT_HAND,
    LADY_OF_THE_LAKE,
    LANCELOT,
    LANDED_DOWN,
    LANDED_UP,
    LAST_ON_REVEAL,
    LEFT,
    LET_BE,
    LOOKED,
    MAX_SEATS,
    MERCHANT,
    MERLIN,
    MIX,
    MIXED,
    MORDRED,
    MORGANA,
    NAME_REGION,
    NAME_SEAT,
    NO_EFFECT,
    NO_SWORD,
    PEASANT,
    PERCIVAL,
    PERMANENT,
    PLACE_IN,
    PLACED,
    PLACING,
    PLAY_CHIP,
    PLAYED,
    PRIEST,
    PROTECT,
    PROTECTS,
    REGION,
    REGIONS,
    REVEAL_CHIP,
    REVEAL_NONE,
    RIGHT,
    ROBYN,
    SHIELDED,
    SHOW,
    SHOWED,
    SLOT_IN,
    SLOTS,
    SPIRIT,
    STAYS,
    STEAL_FROM,
    STEALING,
    STOLE,
    STOP,
    SWAP,
    SWAPPED,
    TAKE_PERMANENT,
    TAKE_PLAYED,
    TAKE_SWORD_OF,
    TAKE_TURNED,
    THIEF,
    TO_THE_LEFT,
    TOOK_CHIP,
    TOOK_TURNED,
    TRASH_CHIP,
    TURNED,
    TURNED_UP,
    UTHER,
    YOU_LOST,
    YOU_SAW,
    YOU_STOLE,
)
from workbench.kernel.actions import allow, allow_range
from workbench.kernel.cards import (
    allow_cards,
    card_at,
    cards_in,
    lose_track,
    move,
    move_all,
    show,
    shuffle,
)
from workbench.kernel.events import EVERYONE_HEARS, both, emit, only
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
def carry_on(state, deck, events):
    """Take the effect on top one step further."""
    effect, actor, at = top_frame(state, EFFECT), top_frame(state, ACTOR), top_frame(state, STEP)
    set_top_frame(state, STEP, at + 1)
    if effect == NO_EFFECT:
        finish(state, deck, events)
    elif effect >= DRAWING:
        carry_on_part(state, deck, events, effect, actor, at)
    elif effect <= LAST_ON_REVEAL:
        carry_on_reveal(state, deck, events, effect, actor, at)
    elif effect in (ARTISAN, MERCHANT, PEASANT):
        exchange_chips(state, deck, events, effect, actor, at)
    elif effect in (BARONESS, PRIEST, MORGANA):
        draw_two(state, deck, events, effect, actor, at)
    elif effect in (THIEF, ROBYN):
        steal_again(state, deck, events, effect, actor, at)
    elif effect in (LADY_OF_THE_LAKE, SPIRIT, UTHER):
        point(state, deck, events, effect, actor, at)
    elif effect == ARTHUR:
        arthur(state, deck, events, actor, at)
    elif effect == CAELIA:
        caelia(state, deck, events, actor, at)
    elif effect == GAWAIN:
        gawain(state, deck, events, actor, at)
    elif effect in (GREEN_KNIGHT, MERLIN):
        demand_swords(state, deck, events, effect, actor, at)
    elif effect == GUINEVERE:
        guinevere(state, deck, events, actor, at)
    elif effect == PERCIVAL:
        percival(state, deck, events, actor, at)
    else:
        look_at_hand(state, deck, events, effect, actor, at)


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


# Parts of effects: drawing, stealing, placing, and the offer to flip the Fisher King


@rule
def carry_on_part(state, deck, events, effect, actor, at):
    """Draw, steal or return chip by chip; offer flips."""
    left = top_frame(state, COUNTER)
    if effect == DRAWING:
        if left == 0 or chips_in_avalon(state) == 0:
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


@rule
def may_flip(state, deck, seat):
    """Whether a seat has the Fisher King in play and is not protected yet (EX-124, EX-336)."""
    king = chip_with(state, deck, PERMANENT + seat, FISHER_KING)
    return king >= 0 and int(state.protected) & seat_bit(seat) == 0


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
def legal_victims(state, actions, thief, but_for):
    """The seats that can be stolen from (EX-316)."""
    for seat in range(state.seats):
        if seat != thief and seat != but_for and can_be_stolen_from(state, seat):
            allow(actions, STEAL_FROM + seat)


@rule
def victims(state, thief, but_for):
    """How many seats can be stolen from."""
    found = 0
    for seat in range(state.seats):
        if seat != thief and seat != but_for and can_be_stolen_from(state, seat):
            found += 1
    return found


# On reveal: Black Knight, Galahad, Lancelot; permanent: Fisher King


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
        if ups > 0 and chips_on_table(state, actor) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def black_knight_reaches(state, actor, seat):
    """Whether the Black Knight may take a chip of a seat (EX-220)."""
    return seat != actor or state.black_knight_targets == ANY


@rule
def chips_on_table(state, actor):
    """How many played chips and permanents the Black Knight can take; his own chip is none."""
    found = 0
    for seat in range(state.seats):
        if black_knight_reaches(state, actor, seat):
            found += cards_in(state, PLAYED + seat) + cards_in(state, PERMANENT + seat)
            if seat == actor:
                found -= 1
    return found


@rule
def legal_black_knight(state, actions, actor):
    """A played chip or a permanent (EX-109, EX-111)."""
    for seat in range(state.seats):
        if black_knight_reaches(state, actor, seat) and cards_in(state, PLAYED + seat) > int(seat == actor):
            allow(actions, TAKE_PLAYED + seat)
    for seat in range(state.seats):
        if black_knight_reaches(state, actor, seat) and cards_in(state, PERMANENT + seat) > 0:
            allow(actions, TAKE_PERMANENT + seat)


@rule
def take_from_table(state, deck, events, actor, place, seat):
    """The chip taken goes to the hand; it loses its ability (EX-110, EX-327)."""
    card = card_at(state, place, cards_in(state, place) - 1)
    if place == PLAYED + actor and effect_of(deck, card) == BLACK_KNIGHT:
        card = card_at(state, place, 0)
    move(state, card, HAND + actor)
    show_to_all(state, card)
    emit(events, TOOK_CHIP, EVERYONE_HEARS, actor, int(deck.kind[card]), seat, 0)
    end_protection_without_king(state, deck, seat)


@rule
def protect(state, deck, events, seat, kind):
    """Galahad: the fist closes on a chip of the hand (EX-127, EX-330)."""
    move_among(state, deck, chip_of_kind(state, deck, HAND + seat, kind), FIST + seat, only(seat))
    emit(events, PROTECTS, EVERYONE_HEARS, seat, 0, 0, 0)


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


# Artisan, Merchant, Peasant


@rule
def exchange_chips(state, deck, events, effect, actor, at):
    """Draw or steal, then put chips back (EX-103, EX-104, EX-140, EX-141, EX-149, EX-150).

    at 0 where from, if anything can be had (EX-318); 1 put back; 2 done. TARGET is where the chips came from.
    """
    if at == 0:
        if chips_in_avalon(state) > 0 or victims(state, actor, NO_TARGET) > 0:
            ask(state, actor)
    elif at == 1:
        if effect == ARTISAN and top_frame(state, TARGET) != NO_TARGET:
            push_frame(state, PLACING, actor, AVALON_CHOSEN, 2)  # EX-321: whatever was taken
        elif top_frame(state, COUNTER) > 0:
            push_frame(state, PLACING, actor, top_frame(state, TARGET), 1)  # EX-319: only if anything was taken
    else:
        finish(state, deck, events)


@rule
def chips_wanted(effect):
    """How many chips Peasant, Merchant and Artisan draw or steal."""
    return 1 if effect == PEASANT else 2


@rule
def legal_source(state, actions, actor):
    """Avalon or a seat (EX-318)."""
    if chips_in_avalon(state) > 0:
        allow(actions, DRAW_CHIPS)
    legal_victims(state, actions, actor, NO_TARGET)


@rule
def choose_source(state, effect, actor, action):
    """Draw from Avalon or steal from a seat."""
    if action == DRAW_CHIPS:
        set_top_frame(state, TARGET, AVALON_CHOSEN)
        push_frame(state, DRAWING, actor, NO_TARGET, chips_wanted(effect))
    else:
        set_top_frame(state, TARGET, action - STEAL_FROM)
        push_frame(state, STEALING, actor, action - STEAL_FROM, chips_wanted(effect))


# Arthur


@rule
def arthur(state, deck, events, actor, at):
    """The others hold their swords out, one is taken unseen (EX-101, EX-102, EX-335, EX-342).

    at 0 flips are offered; 1 swords are held out; 2 done.
    """
    if at == 0:
        if state.fisher_king_blocks_arthur == 1:
            offer_flips_before_steal(state, actor)
    elif at == 1:
        held_out = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            shielded = state.fisher_king_blocks_arthur == 1 and int(state.protected) & seat_bit(seat) != 0
            if seat != actor and not shielded:
                held_out += hold_out(state, deck, events, seat)
        if held_out > 0:
            ask(state, actor)
    else:
        finish(state, deck, events)


@rule
def hold_out(state, deck, events, seat):
    """A seat holds out its swords, and everybody sees how many (EX-510)."""
    swords = hold_out_swords(state, deck, seat)
    if swords > 0:
        emit(events, HOLDS_OUT, EVERYONE_HEARS, seat, swords, 0, 0)
    return swords


@rule
def legal_held_out(state, actions):
    """The seats that hold out a sword."""
    for seat in range(state.seats):
        if cards_in(state, HELD_OUT + seat) > 0:
            allow(actions, TAKE_SWORD_OF + seat)


@rule
def unseen_sword(state, seat, witnesses):
    """A random one of the swords that a seat holds out; who does not see which loses track of them (EX-342)."""
    if cards_in(state, HELD_OUT + seat) > 1:
        lose_track(state, HELD_OUT + seat, witnesses)
    return random_chip(state, HELD_OUT + seat)


@rule
def take_held_out(state, deck, events, actor, seat):
    """Arthur takes a sword; the other swords go back (EX-102)."""
    card = unseen_sword(state, seat, both(actor, seat))
    move(state, card, HAND + actor)
    show(state, card, actor)
    show(state, card, seat)
    emit(events, STOLE, EVERYONE_HEARS, actor, 1, seat, 0)
    emit(events, YOU_STOLE, only(actor), int(deck.kind[card]), 0, 0, 0)
    emit(events, YOU_LOST, only(seat), actor, int(deck.kind[card]), 0, 0)
    for other in range(state.seats):
        take_back_swords(state, other)


# Baroness, Morgana, Priest


@rule
def draw_two(state, deck, events, effect, actor, at):
    """Draw two chips (EX-105, EX-146, EX-154); then trash one, reveal one, or call.

    at 0 drawing; 1 what follows; 2 done.
    """
    if at == 0:
        push_frame(state, DRAWING, actor, NO_TARGET, 2)
        return
    if at == 1:
        if effect == PRIEST:
            call_huzzah(state, deck, events, actor)
        if effect == BARONESS and cards_in(state, HAND + actor) > 0:
            ask(state, actor)
            return
        if effect == MORGANA and cards_in(state, DRAWN + actor) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def call_huzzah(state, deck, events, actor):
    """The Priest's call, made if a sword was drawn and only then (EX-155, EX-156, EX-349)."""
    state.huzzah = int(has_sword(state, deck, DRAWN + actor))
    if state.huzzah == 1:
        emit(events, HUZZAH, EVERYONE_HEARS, actor, 0, 0, 0)
    move_all(state, DRAWN + actor, HAND + actor)


@rule
def legal_not_swords(state, deck, actions, place, first, nothing):
    """The chips of a place that are no swords, once for each kind; `nothing` where there is no other choice."""
    before = actions.count
    last = -1
    for i in range(cards_in(state, place)):
        kind = int(deck.kind[card_at(state, place, i)])
        if kind != last and not is_sword(deck, card_at(state, place, i)):
            allow(actions, first + kind)
        last = kind
    if actions.count == before or nothing == REVEAL_NONE:
        allow(actions, nothing)


@rule
def reveal_drawn(state, deck, events, actor, action):
    """Morgana: one of the two chips is revealed and resolved at once, or none (EX-147, EX-148, EX-332)."""
    if action != REVEAL_NONE:
        card = chip_of_kind(state, deck, DRAWN + actor, action - REVEAL_CHIP)
        move_openly(state, deck, card, PLAYED + actor)
        emit(events, HAS_PLAYED, EVERYONE_HEARS, actor, int(deck.kind[card]), 0, 0)
    move_all(state, DRAWN + actor, HAND + actor)
    if action != REVEAL_NONE:
        begin_effect(state, deck, events, actor, card)


# Caelia


@rule
def caelia(state, deck, events, actor, at):
    """Up to two seats are named; then each trashes its chips with male figures (EX-112, EX-113, EX-341).

    at 0 and 1 naming; 2 trashing. TARGET holds the seats named as bits, COUNTER how many.
    """
    if at == 0:
        set_top_frame(state, TARGET, 0)
    if at < min(2, int(state.seats) - 1 + int(state.caelia_self)):
        ask(state, actor)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            for i in range(cards_in(state, HAND + seat) - 1, -1, -1):
                card = card_at(state, HAND + seat, i)
                if deck.male_art[deck.kind[card]] == 1 and not is_sword(deck, card):
                    trash_chip(state, deck, events, seat, card)
    finish(state, deck, events)


@rule
def legal_caelia(state, actions, actor):
    """A seat not named yet, or no more (EX-341)."""
    for seat in range(state.seats):
        if (seat != actor or state.caelia_self == 1) and top_frame(state, TARGET) & seat_bit(seat) == 0:
            allow(actions, NAME_SEAT + seat)
    allow(actions, STOP)


# Gawain


@rule
def gawain(state, deck, events, actor, at):
    """A seat is picked; if it has a sword it gives one of its choice (EX-129, EX-130, EX-345).

    at 0 whom; 1 that seat is asked; 2 done. How many swords it has stays its own affair.
    """
    if at == 0:
        ask(state, actor)
        return
    if at == 1:
        target = top_frame(state, TARGET)
        emit(events, AIMS_AT, EVERYONE_HEARS, actor, target, 0, 0)
        if has_sword(state, deck, HAND + target):
            ask(state, target)
            return
        emit(events, NO_SWORD, EVERYONE_HEARS, target, 0, 0, 0)
    finish(state, deck, events)


@rule
def give_sword(state, deck, events, giver, receiver, kind):
    """The giver chooses which sword; the others know no longer which swords it has (EX-130, EX-339)."""
    for i in range(cards_in(state, HAND + giver)):
        card = card_at(state, HAND + giver, i)
        if is_sword(deck, card):
            state.known[card] = int(state.known[card]) & both(giver, receiver)
    pass_sword(state, deck, events, giver, receiver, chip_of_kind(state, deck, HAND + giver, kind))
    emit(events, GAVE_SWORDS, EVERYONE_HEARS, giver, 1, receiver, 0)


@rule
def legal_gift(state, deck, actions, place):
    """The swords of a hand, once each; in a re-deal that has none there, any chip."""
    if not has_sword(state, deck, place):
        allow_cards(state, deck, actions, place, 0, GIVE)
        return
    for i in range(cards_in(state, place)):
        if is_sword(deck, card_at(state, place, i)):
            allow(actions, GIVE + int(deck.kind[card_at(state, place, i)]))


# Green Knight, Merlin


@rule
def demand_swords(state, deck, events, effect, actor, at):
    """All others give their swords (EX-131, EX-142); Merlin's givers steal a chip back, in turn order (EX-143, EX-344).

    at 0 giving; from 1 on the next giver steals. TARGET holds the givers as bits.
    """
    if at == 0:
        givers = 0
        call_for_swords(state)
        for offset in range(state.seats):
            seat = seat_at(state, offset)
            if seat != actor and hold_out_swords(state, deck, seat) > 0:
                given = pass_swords(state, deck, events, seat, actor)
                emit(events, GAVE_SWORDS, EVERYONE_HEARS, seat, given, actor, 0)
                givers |= seat_bit(seat)
        set_top_frame(state, TARGET, givers if effect == MERLIN else 0)
        return
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        if top_frame(state, TARGET) & seat_bit(seat) != 0:
            set_top_frame(state, TARGET, top_frame(state, TARGET) & ~seat_bit(seat))
            if can_be_stolen_from(state, actor):
                push_frame(state, STEALING, seat, actor, 1)
            return
    finish(state, deck, events)


# Guinevere


@rule
def guinevere(state, deck, events, actor, at):
    """All swords are held out; up to two go unseen into a region, which is mixed (EX-132 to EX-134, EX-343).

    at 0 holding out, which region; 1 and 2 whose swords; 3 mixing. TARGET is the region.
    """
    if at == 0:
        call_for_swords(state)
        for offset in range(state.seats):
            hold_out(state, deck, events, seat_at(state, offset))
        ask(state, actor)
        return
    if at < 3 and swords_held_out(state) > 0:
        ask(state, actor)
        return
    if at < 3:
        ask_again(state, 3)
        return
    for seat in range(state.seats):
        take_back_swords(state, seat)
    region = top_frame(state, TARGET)
    shuffle(state, AVALON + region)
    emit(events, MIXED, EVERYONE_HEARS, actor, region + 1, 0, 0)
    finish(state, deck, events)


@rule
def swords_held_out(state):
    """How many swords are held out in all."""
    total = 0
    for seat in range(state.seats):
        total += cards_in(state, HELD_OUT + seat)
    return total


@rule
def put_sword_into_region(state, events, seat):
    """A sword goes into the region that is to be mixed, and nobody but its seat knows which (EX-133)."""
    region = top_frame(state, TARGET)
    move(state, unseen_sword(state, seat, only(seat)), AVALON + region)
    emit(events, PLACED, EVERYONE_HEARS, seat, region + 1, 0, 0)


# Lady of the Lake, Spirit, Uther


@rule
def point(state, deck, events, effect, actor, at):
    """The actor points left or right; then all hands, one chip each, or all swords move that way.

    at 0 pointing; 1 flips are offered where chips are stolen; 2 moving. TARGET is 1 for left, 0 for right.
    """
    if at == 0:
        ask(state, actor)
    elif at == 1:
        if effect == SPIRIT:
            offer_flips_before_steal(state, NO_TARGET)
    else:
        left = top_frame(state, TARGET)
        if effect == SPIRIT:
            steal_from_neighbours(state, deck, events, left)
        elif effect == UTHER:
            pass_all_swords(state, deck, events, left)
        else:
            pass_hands(state, events, left)
        finish(state, deck, events)


@rule
def steal_from_neighbours(state, deck, events, left):
    """Spirit: each seat steals one chip of the neighbour pointed at, from the hands before (EX-161, EX-162, EX-324).

    The chips taken wait with their thieves' drawn chips, so that none moves on.
    """
    for offset in range(state.seats):
        thief = seat_at(state, offset)
        victim = neighbour(state, thief, left)
        if can_be_stolen_from(state, victim):
            card = random_chip(state, HAND + victim)
            move_among(state, deck, card, DRAWN + thief, both(thief, victim))
            emit(events, YOU_STOLE, only(thief), int(deck.kind[card]), 0, 0, 0)
            emit(events, YOU_LOST, only(victim), thief, int(deck.kind[card]), 0, 0)
            emit(events, STOLE, EVERYONE_HEARS, thief, 1, victim, 0)
    for seat in range(state.seats):
        move_all(state, DRAWN + seat, HAND + seat)


@rule
def pass_all_swords(state, deck, events, left):
    """Uther: all swords of all hands move at the same time (EX-174, EX-338, EX-346)."""
    call_for_swords(state)
    for offset in range(state.seats):
        hold_out(state, deck, events, seat_at(state, offset))
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        pass_swords(state, deck, events, seat, neighbour(state, seat, left))


@rule
def pass_hands(state, events, left):
    """Lady of the Lake: all hands are passed at the same time; a seat knows what it passed on (EX-136, EX-350)."""
    for seat in range(state.seats):
        know_hand(state, seat, seat)
        move_all(state, HAND + seat, DRAWN + seat)
    for seat in range(state.seats):
        move_all(state, DRAWN + seat, HAND + neighbour(state, seat, left))
    emit(events, HANDS_PASSED, EVERYONE_HEARS, 0, 0, 0, 0)


@rule
def know_hand(state, seat, holder):
    """A seat knows every chip of a hand."""
    for i in range(cards_in(state, HAND + holder)):
        show(state, card_at(state, HAND + holder, i), seat)


# Mordred, Spy


@rule
def look_at_hand(state, deck, events, effect, actor, at):
    """Look at a hand (EX-144, EX-163); then swap it or not (EX-145), or show a chip of it (EX-164, EX-351).

    at 0 whose; 1 it is seen; 2 done.
    """
    if at == 0:
        ask(state, actor)
        return
    if at == 1:
        target = top_frame(state, TARGET)
        emit(events, LOOKED, EVERYONE_HEARS, actor, target, 0, 0)
        know_hand(state, actor, target)
        for i in range(cards_in(state, HAND + target)):
            kind = int(deck.kind[card_at(state, HAND + target, i)])
            emit(events, YOU_SAW, only(actor), kind, target, 0, 0)
        if effect == MORDRED or cards_in(state, HAND + target) > 0:
            ask(state, actor)
            return
    finish(state, deck, events)


@rule
def swap_hands(state, events, actor, other):
    """Mordred: the two hands change places, and both seats know what they gave (EX-145, EX-350)."""
    know_hand(state, actor, actor)
    know_hand(state, other, other)
    move_all(state, HAND + actor, DRAWN + actor)
    move_all(state, HAND + other, HAND + actor)
    move_all(state, DRAWN + actor, HAND + other)
    emit(events, SWAPPED, EVERYONE_HEARS, actor, other, 0, 0)


@rule
def show_chip(state, deck, events, actor, target, kind):
    """Spy: everybody sees one chip, which stays in that hand (EX-164, EX-165)."""
    card = chip_of_kind(state, deck, HAND + target, kind)
    for seat in range(state.seats):
        if known_copy(state, deck, HAND + target, kind, seat) < 0:
            show(state, card, seat)
    emit(events, SHOWED, EVERYONE_HEARS, actor, kind, target, 0)


# Percival


@rule
def percival(state, deck, events, actor, at):
    """Turn up to four chips of Avalon up, take one, turn the others down (EX-151 to EX-153, EX-348).

    at 0 to 3 which slot; 4 which chip; 5 done. COUNTER is how many are turned up.
    """
    turned = top_frame(state, COUNTER)
    if at < TURNED and chips_in_avalon(state) > turned:
        ask(state, actor)
        return
    if at <= TURNED and turned > 0:
        ask_again(state, TURNED + 1)
        ask(state, actor)
        return
    for i in range(TURNED):
        state.turned[i] = 0
        state.turned_slot[i] = 0
    finish(state, deck, events)


@rule
def is_turned(state, action):
    """Whether Percival has turned up the chip in the slot that an action names."""
    for i in range(TURNED):
        if state.turned_slot[i] == action + 1:
            return True
    return False


@rule
def legal_turning(state, actions):
    """A slot whose chip is not turned up yet."""
    for region in range(REGIONS):
        for i in range(cards_in(state, AVALON + region)):
            if not is_turned(state, SLOT_IN + region * SLOTS + i):
                allow(actions, SLOT_IN + region * SLOTS + i)


@rule
def turn_up(state, deck, events, action):
    """All see the chip, and know its slot from then on (EX-300, EX-508)."""
    turned, card = top_frame(state, COUNTER), named_chip(state, action)
    state.turned[turned] = card + 1
    state.turned_slot[turned] = action + 1
    set_top_frame(state, COUNTER, turned + 1)
    show_to_all(state, card)
    slot, region = slot_of(state, card), int(state.place[card]) - AVALON
    emit(events, TURNED_UP, EVERYONE_HEARS, slot + 1, region + 1, int(deck.kind[card]), 0)


@rule
def legal_turned(state, deck, actions):
    """The kinds turned up, in ascending order."""
    for kind in range(deck.kind_count):
        for i in range(TURNED):
            if state.turned[i] > 0 and deck.kind[int(state.turned[i]) - 1] == kind:
                allow(actions, TAKE_TURNED + kind)
                break


@rule
def take_turned(state, deck, events, actor, kind):
    """One of the turned chips goes to the hand, and all know it (EX-152)."""
    i = 0
    while deck.kind[int(state.turned[i]) - 1] != kind:
        i += 1
    card = named_chip(state, int(state.turned_slot[i]) - 1)  # for a spectator's re-deal, whatever lies there
    region = int(state.place[card]) - AVALON
    move(state, card, HAND + actor)
    emit(events, TOOK_TURNED, EVERYONE_HEARS, actor, kind, 0, 0)
    watch_the_end(state, events, region)


# Robyn of Roxley, Thief


@rule
def steal_again(state, deck, events, effect, actor, at):
    """Steal one chip after another: the Thief of two seats, Robyn until seven chips (EX-157 to EX-159, EX-171, EX-172).

    at 0 and up whom; TARGET is the seat named last.
    """
    last = top_frame(state, TARGET)
    if effect == THIEF:
        goes_on = at < 2 and victims(state, actor, last) > 0
    else:
        goes_on = (at == 0 or cards_in(state, HAND + actor) < FULL_HAND) and victims(state, actor, NO_TARGET) > 0
    if goes_on:
        ask(state, actor)
    else:
        finish(state, deck, events)


# Answers


@rule
def legal_answer(state, deck, seat, actions):
    """What the seat that is asked by the effect on top may do."""
    effect, at = top_frame(state, EFFECT), top_frame(state, STEP) - 1
    if effect == DRAWING:
        legal_slots(state, actions)
    elif effect == FLIP_OFFERED:
        allow(actions, FLIP)
        allow(actions, LET_BE)
    elif effect == PLACING:
        legal_placing(state, deck, seat, actions)
    elif effect == GALAHAD:
        allow_cards(state, deck, actions, HAND + seat, 0, PROTECT)
    elif effect == BLACK_KNIGHT:
        legal_black_knight(state, actions, seat)
    elif effect in (ARTISAN, MERCHANT, PEASANT):
        legal_source(state, actions, seat)
    elif effect == THIEF:
        legal_victims(state, actions, seat, top_frame(state, TARGET))
    elif effect == ROBYN:
        legal_victims(state, actions, seat, NO_TARGET)
    elif effect == BARONESS:
        legal_not_swords(state, deck, actions, HAND + seat, TRASH_CHIP, STOP)
    elif effect == MORGANA:
        legal_not_swords(state, deck, actions, DRAWN + seat, REVEAL_CHIP, REVEAL_NONE)
    elif effect in (LADY_OF_THE_LAKE, SPIRIT, UTHER):
        allow(actions, LEFT)
        allow(actions, RIGHT)
    elif effect == ARTHUR:
        legal_held_out(state, actions)
    elif effect == CAELIA:
        legal_caelia(state, actions, seat)
    elif effect == GUINEVERE:
        legal_guinevere(state, actions, at)
    elif effect == PERCIVAL:
        if at < TURNED:
            legal_turning(state, actions)
        else:
            legal_turned(state, deck, actions)
    elif at == 0:
        legal_others(state, actions, seat)
    elif effect == GAWAIN:
        legal_gift(state, deck, actions, HAND + seat)
    elif effect == MORDRED:
        allow(actions, SWAP)
        allow(actions, KEEP)
    else:
        legal_showing(state, deck, actions)


@rule
def legal_placing(state, deck, seat, actions):
    """A chip of the hand: back to the seat it was taken from, or into any region (EX-051 to EX-053, EX-104)."""
    if top_frame(state, TARGET) != AVALON_CHOSEN:
        allow_cards(state, deck, actions, HAND + seat, 0, GIVE_BACK)
        return
    for region in range(REGIONS):
        allow_cards(state, deck, actions, HAND + seat, 0, PLACE_IN + region * MAX_KINDS)


@rule
def legal_guinevere(state, actions, at):
    """First the region, then the swords, none to two (EX-343)."""
    if at == 0:
        allow_range(actions, MIX, REGIONS)
        return
    allow(actions, STOP)
    legal_held_out(state, actions)


@rule
def legal_others(state, actions, actor):
    """Any other seat (EX-129, EX-144, EX-163)."""
    for seat in range(state.seats):
        if seat != actor:
            allow(actions, NAME_SEAT + seat)


@rule
def legal_showing(state, deck, actions):
    """Spy: a chip of the hand that was seen; none only if so agreed (EX-224, EX-351)."""
    if state.spy_must_show == 0:
        allow(actions, STOP)
    allow_cards(state, deck, actions, HAND + top_frame(state, TARGET), 0, SHOW)


@rule
def answer(state, deck, events, seat, action):
    """Carry out what the seat that is asked by the effect on top has chosen."""
    state.to_act = 0
    effect, target = top_frame(state, EFFECT), top_frame(state, TARGET)
    if action < PLAY_CHIP:
        answer_slot(state, deck, events, effect, seat, action)
    elif action == FLIP:
        flip_the_king(state, deck, events, seat)
    elif effect == GALAHAD:
        protect(state, deck, events, seat, action - PROTECT)
    elif effect == BLACK_KNIGHT:
        if action < TAKE_PERMANENT:
            take_from_table(state, deck, events, seat, PLAYED + action - TAKE_PLAYED, action - TAKE_PLAYED)
        else:
            take_from_table(state, deck, events, seat, PERMANENT + action - TAKE_PERMANENT, action - TAKE_PERMANENT)
    elif effect in (ARTISAN, MERCHANT, PEASANT):
        choose_source(state, effect, seat, action)
    elif effect in (THIEF, ROBYN):
        set_top_frame(state, TARGET, action - STEAL_FROM)
        push_frame(state, STEALING, seat, action - STEAL_FROM, 1)
    elif effect == PLACING:
        put_back(state, deck, events, seat, action, target)
    elif effect == BARONESS:
        if action != STOP:
            trash_chip(state, deck, events, seat, chip_of_kind(state, deck, HAND + seat, action - TRASH_CHIP))
    elif effect == MORGANA:
        reveal_drawn(state, deck, events, seat, action)
    elif action in (LEFT, RIGHT):
        set_top_frame(state, TARGET, int(action == LEFT))
        emit(events, TO_THE_LEFT + action - LEFT, EVERYONE_HEARS, seat, 0, 0, 0)
    elif effect == ARTHUR:
        take_held_out(state, deck, events, seat, action - TAKE_SWORD_OF)
    elif effect == CAELIA:
        answer_caelia(state, events, seat, action)
    elif effect == GUINEVERE:
        answer_guinevere(state, events, action)
    elif effect == PERCIVAL:
        take_turned(state, deck, events, seat, action - TAKE_TURNED)
    elif effect == GAWAIN and action >= GIVE and action < MIX:
        give_sword(state, deck, events, seat, top_frame(state, ACTOR), action - GIVE)
    elif action == SWAP:
        swap_hands(state, events, seat, target)
    elif action == KEEP:
        emit(events, KEPT_HAND, EVERYONE_HEARS, seat, 0, 0, 0)
    elif action >= SHOW and action < TAKE_TURNED:
        show_chip(state, deck, events, seat, target, action - SHOW)
    elif action >= NAME_SEAT and action < STOP:
        set_top_frame(state, TARGET, action - NAME_SEAT)


@rule
def answer_slot(state, deck, events, effect, seat, action):
    """A chip of Avalon: Percival turns it up, anybody else draws it; Morgana and the Priest look at both together."""
    if effect == PERCIVAL:
        turn_up(state, deck, events, action)
        return
    set_top_frame(state, COUNTER, top_frame(state, COUNTER) - 1)
    below = int(state.frames[int(state.frame_count) - 2, EFFECT])
    place = DRAWN if below in (MORGANA, PRIEST) else HAND
    draw_chip(state, deck, events, seat, named_chip(state, action), place + seat)
    add_below(state, 1)


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


@rule
def answer_caelia(state, events, actor, action):
    """A seat is named; after two, or no more, the chips are trashed."""
    if action == STOP:
        ask_again(state, 2)
    else:
        emit(events, AIMS_AT, EVERYONE_HEARS, actor, action - NAME_SEAT, 0, 0)
        set_top_frame(state, TARGET, top_frame(state, TARGET) | seat_bit(action - NAME_SEAT))


@rule
def answer_guinevere(state, events, action):
    """The region is named; then a sword goes in, or no more."""
    if action >= MIX and action < TAKE_SWORD_OF:
        set_top_frame(state, TARGET, action - MIX)
    elif action == STOP:
        ask_again(state, 3)
    else:
        put_sword_into_region(state, events, action - TAKE_SWORD_OF)
