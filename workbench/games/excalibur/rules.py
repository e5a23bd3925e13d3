"""Excalibur: play one chip a round, draw, steal and pass, and be the one who holds the Excalibur chip at the end.

The game is from Roxley Games; the rule ids (EX-...) are those of RULES.md in this folder. Read from top to bottom,
this file follows the rulebook: the table, setup, then the five steps of a round, then the end. What each chip does is
a row of chips.py, how chips move is in movements.py, who has won in scoring.py.

Seats are numbered clockwise from 0; the left neighbour of seat s is s + 1 (see Terms in RULES.md). A kind is a row of
cards.csv; an effect is a row of chips.py; an offset counts seats from the crown, clockwise.
"""

from __future__ import annotations

from workbench.author import (
    EFFECTS,
    EVERYONE,
    EVERYONE_HEARS,
    HEARD_BY_EVERYONE,
    NOBODY,
    OWNER,
    PEOPLE_ONLY,
    SECRET_TOGETHER,
    ActionSpace,
    Argument,
    EventKind,
    EventKinds,
    Field,
    OptionError,
    Phase,
    Phases,
    StateSpec,
    Verb,
    Zone,
    action_with,
    allow,
    allow_range,
    answer_effect,
    argument_of,
    ask,
    card_at,
    cards_in,
    carry_on_effect,
    clear_table,
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
from workbench.games.excalibur.chips import ACTING_ON_REVEAL
from workbench.games.excalibur.movements import (
    HAND_SIZE,
    MAX_CARDS,
    MAX_KINDS,
    MAX_SEATS,
    MOST_MORGANAS,
    NO_TARGET,
    REGIONS,
    SLOTS,
    TURNED,
    allow_not_swords,
    begin_effect,
    chip_of_kind,
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
from workbench.games.excalibur.options import OPTIONS

SAYINGS = 3  # how often a seat may speak in a round, so that every game ends

PHASES = Phases(
    (
        Phase("draw", "Draw", SECRET_TOGETHER),
        Phase("play", "Play", SECRET_TOGETHER),
        Phase("reveal", "Reveal"),
        Phase("resolve", "Resolve"),
        Phase("game_over", "Game over"),
    )
)

STATE = StateSpec(
    seats=MAX_SEATS,
    cards=MAX_CARDS,
    zones=(
        Zone("hand", OWNER, per_seat=True, sorted=True, about="chips a seat holds"),
        Zone("drawn", OWNER, per_seat=True, sorted=True, about="chips on their way to a hand"),
        Zone("unseen", NOBODY, per_seat=True, about="chips drawn that are looked at when the draw is over"),
        Zone("held_out", OWNER, per_seat=True, sorted=True, about="swords held out"),
        Zone("fist", OWNER, per_seat=True, sorted=True, about="the chip under Galahad's protection"),
        Zone("played", EVERYONE, per_seat=True, about="played chips that are not resolved yet"),
        Zone("permanent", EVERYONE, per_seat=True, about="permanents in play"),
        Zone("open_hand", EVERYONE, per_seat=True, sorted=True, about="hands as they lie open at the end"),
        Zone("trash", EVERYONE, sorted=True, about="chips out of play"),
        *(Zone(f"region_{region}", NOBODY, about="a region of Avalon, slot by slot") for region in range(REGIONS)),
    ),
    fields=(
        Field("crown", about="the seat with the crown"),
        Field("final", about="1 once the round is the final one"),
        Field("final_region", "i2", (), about="the region that was empty then, -1 before"),
        Field("final_seat", about="the seat that drew its last chip; -1 before, and if the deck was too small"),
        Field("final_effect", about="the effect by which it was drawn, plus 1; 0 in the draw step"),
        Field("cursor", about="the offset of the next seat of the draw, reveal or resolve step"),
        Field("named", "i2", (MAX_SEATS,), OWNER, "the slot or region a seat has named in the draw step, plus 1"),
        Field(
            "chosen", "i2", (MAX_SEATS,), OWNER, "the kind a seat has chosen to play, plus 1; NOTHING_CHOSEN", unknown=0
        ),
        Field("slots", "i1", (REGIONS, SLOTS), about="by region and slot: NO_SLOT, FILLED or LEFT"),
        Field("protected", "i2", (), about="by bits: the seats that the Fisher King protects in this round"),
        Field("resolved", "i1", (MAX_KINDS, MAX_SEATS), about="by kind and seat: how many chips took effect"),
        Field("turned", "i2", (TURNED,), about="the kinds of the chips that Percival has turned up, plus 1"),
        Field("turned_slot", "i2", (TURNED,), about="the actions that name their slots, plus 1"),
        Field("swords_out", "i2", (MAX_SEATS,), about="how many swords each seat held out or gave the last time"),
        Field("huzzah", about="1 if the last Priest drew a sword"),
        Field("shown", "i2", (MAX_SEATS,), about="the kind each seat showed in the last reveal, plus 1; 0 for none"),
        Field("said", "i2", (MAX_SEATS, SAYINGS), about="what each seat said in this round, as actions plus 1"),
    ),
    options=OPTIONS,
    frames=MOST_MORGANAS + 3,  # the chip that the last one reveals, its steal, the flip offered then
)
ZONES = STATE.zones
NOTHING_CHOSEN = MAX_KINDS + 1

CHIP, SEAT, SLOT_OF_REGION = (
    Argument("card", MAX_KINDS, "card"),
    Argument("other", MAX_SEATS, "seat"),
    Argument("slot", SLOTS, "choice", tuple(str(slot + 1) for slot in range(SLOTS))),
)
REGION_NAMES = tuple(f"region {region + 1}" for region in range(REGIONS))
A_REGION = Argument("region", REGIONS, "choice", REGION_NAMES)
CLAIMS = (
    "I hold Excalibur.",
    "I hold the Cursed Blade.",
    "I hold the Squire Sword.",
    "I hold no sword.",
    "Steal from me!",
    "Leave me alone!",
    "That is not true.",
)
CHARGES = ("holds Excalibur.", "holds the Cursed Blade.")
ACTIONS = ActionSpace(
    (
        *(
            Verb(f"slot_{region}", (SLOT_OF_REGION,), f"Chip {{slot}} of {REGION_NAMES[region]}")
            for region in range(REGIONS)
        ),
        Verb("region", (A_REGION,), "A chip of {region}"),
        Verb("play", (CHIP,), "Play {card}"),
        Verb("play_nothing", (), "Play nothing"),
        Verb("flip", (), "Flip the Fisher King"),
        Verb("let_be", (), "Let the Fisher King be"),
        Verb("protect", (CHIP,), "Protect {card}"),
        Verb("take_played", (SEAT,), "Take the played chip of {other}"),
        Verb("take_permanent", (SEAT,), "Take the permanent of {other}"),
        Verb("draw_chips", (), "Draw"),
        Verb("steal_from", (SEAT,), "Steal from {other}"),
        Verb("give_back", (CHIP,), "Give back {card}"),
        *(Verb(f"place_{region}", (CHIP,), f"Put {{card}} into {REGION_NAMES[region]}") for region in range(REGIONS)),
        Verb("trash", (CHIP,), "Trash {card}"),
        Verb("left", (), "To the left"),
        Verb("right", (), "To the right"),
        Verb("name_seat", (SEAT,), "Name {other}"),
        Verb("stop", (), "No more"),
        Verb("give", (CHIP,), "Give {card}"),
        Verb("mix", (A_REGION,), "Mix {region}"),
        Verb("take_sword_of", (SEAT,), "Take a sword of {other}"),
        Verb("swap", (), "Swap hands"),
        Verb("keep", (), "Keep your hand"),
        Verb("show", (CHIP,), "Show {card}"),
        Verb("reveal", (CHIP,), "Reveal {card}"),
        Verb("reveal_none", (), "Reveal none"),
        Verb(
            "say", (Argument("claim", len(CLAIMS), "choice", CLAIMS),), "Say: {claim}", HEARD_BY_EVERYONE,
            "{seat} says: {claim}", PEOPLE_ONLY,
        ),
        Verb(
            "say_of", (SEAT, Argument("charge", len(CHARGES), "choice", CHARGES)), "Say: {other} {charge}",
            HEARD_BY_EVERYONE, "{seat} says: {other} {charge}", PEOPLE_ONLY,
        ),
    )
)  # fmt: skip
FIRST_CARD_NAMED = ACTIONS.size + 1  # while slots are handed out, `named` is the chip plus this, and so no action
# A round trashes a chip at least, so there are no more rounds than chips; in it a seat names as many slots as seats may
# clash over, plays, speaks, and answers its chip: the longest, Robyn, steals once for each chip there is.
MOST_DECISIONS = MAX_CARDS * MAX_SEATS * (HAND_SIZE * MAX_SEATS + 1 + SAYINGS + 24)

WHO, OTHER, WHAT, HOW_MANY, SLOT_TOLD, WHERE = (
    ("seat", "seat"),
    ("other", "seat"),
    ("card", "card"),
    ("count", "number"),
    ("slot", "number"),
    ("region", "number"),
)
EVENTS = EventKinds(
    (
        EventKind("crown", "{seat} has the crown.", (WHO,)),
        EventKind("round_begins", "Round {count}.", (HOW_MANY,)),
        EventKind("drew", "{seat} draws chip {slot} from region {region}.", (WHO, SLOT_TOLD, WHERE)),
        EventKind("you_drew", "You draw {card}.", (WHAT,)),
        EventKind("clashed", "{seat} must choose again.", (WHO,)),
        EventKind("final_round", "Region {region} is empty: this is the final round.", (WHERE,)),
        EventKind("played", "{seat} plays {card}.", (WHO, WHAT)),
        EventKind("played_nothing", "{seat} plays nothing.", (WHO,)),
        EventKind("resolves", "{seat} uses {card}.", (WHO, WHAT)),
        EventKind("trashed", "{seat}'s {card} is trashed.", (WHO, WHAT)),
        EventKind("landed_up", "{seat}'s {card} lands face up.", (WHO, WHAT)),
        EventKind("landed_down", "{seat}'s {card} lands face down.", (WHO, WHAT)),
        EventKind("stays", "{card} stays with {seat}.", (WHO, WHAT)),
        EventKind("protects", "{seat} closes a fist around a chip.", (WHO,)),
        EventKind("opens_fist", "{seat} opens the fist again.", (WHO,)),
        EventKind("shielded", "Nobody steals from {seat} in this round.", (WHO,)),
        EventKind("took_chip", "{seat} takes {card} from {other}.", (WHO, WHAT, OTHER)),
        EventKind("aims_at", "{seat} aims at {other}.", (WHO, OTHER)),
        EventKind("stole", "{seat} steals {count:chip} from {other}.", (WHO, HOW_MANY, OTHER)),
        EventKind("you_stole", "You steal {card}.", (WHAT,)),
        EventKind("you_lost", "{seat} steals your {card}.", (WHO, WHAT)),
        EventKind("placed", "{seat} puts a chip into region {region}.", (WHO, WHERE)),
        EventKind("you_placed", "You put {card} into region {region}.", (WHAT, WHERE)),
        EventKind("gave_back", "{seat} gives a chip back to {other}.", (WHO, OTHER)),
        EventKind("you_got", "You get {card} from {seat}.", (WHO, WHAT)),
        EventKind("held_out", "{seat} holds out {count:sword}.", (WHO, HOW_MANY)),
        EventKind("gave_swords", "{seat} gives {other} {count:sword}.", (WHO, HOW_MANY, OTHER)),
        EventKind("put_sword", "{seat} puts a sword of {other} into region {region}.", (WHO, OTHER, WHERE)),
        EventKind("no_sword", "{seat} has no sword.", (WHO,)),
        EventKind("to_the_left", "{seat} points to the left.", (WHO,)),
        EventKind("to_the_right", "{seat} points to the right.", (WHO,)),
        EventKind("hands_passed", "All hands are passed on."),
        EventKind("looked", "{seat} looks at the hand of {other}.", (WHO, OTHER)),
        EventKind("you_saw", "You see {card} in the hand of {other}.", (WHAT, OTHER), fleeting=True),
        EventKind("showed", "{seat} shows {card} from the hand of {other}.", (WHO, WHAT, OTHER)),
        EventKind("swapped", "{seat} swaps hands with {other}.", (WHO, OTHER)),
        EventKind("kept_hand", "{seat} does not swap hands.", (WHO,)),
        EventKind("mixed", "{seat} mixes region {region}.", (WHO, WHERE)),
        EventKind("turned_up", "Chip {slot} of region {region} is {card}.", (SLOT_TOLD, WHERE, WHAT)),
        EventKind("took_turned", "{seat} takes {card}, chip {slot} of region {region}.", (WHO, WHAT, SLOT_TOLD, WHERE)),
        EventKind("huzzah", "{seat} calls: Huzzah!", (WHO,)),
        EventKind("held_at_end", "{seat} holds {card} at the end.", (WHO, WHAT)),
        EventKind("in_avalon_at_end", "{card} lies in Avalon at the end.", (WHAT,)),
    )
)


# Who acts


@rule(inlined=False)
def legal(state, deck, seat, actions):
    """List what a seat may do."""
    if int(state.to_act) & seat_bit(seat) == 0:
        return
    if state.frame_count > 0:
        legal_for_effect(state, deck, seat, actions)
    elif state.phase == PHASES.draw:
        legal_slots(state, deck, seat, actions)
    elif allow_not_swords(state, deck, actions, ZONES.hand + seat, ACTIONS.play) == 0:
        allow(actions, ACTIONS.play_nothing)  # EX-307
    if actions.people == 1 and state.chat == 1 and state.said[seat, SAYINGS - 1] == 0:
        legal_sayings(state, seat, actions)


@rule(inlined=False)
def step(state, deck, events, seat, action):
    """Carry out a legal action; when nobody is asked any more, go on."""
    if verb_of(action) in (ACTIONS.say, ACTIONS.say_of):
        say(state, seat, action)
    elif state.frame_count > 0:
        state.to_act = 0
        answer_effect(state, deck, events, seat, action)
    elif state.phase == PHASES.draw:
        state.named[seat] = action + 1
        state.to_act = int(state.to_act) & ~seat_bit(seat)
    else:
        state.chosen[seat] = NOTHING_CHOSEN if action == ACTIONS.play_nothing else argument_of(action) + 1
        state.to_act = int(state.to_act) & ~seat_bit(seat)
    while state.to_act == 0 and state.over == 0:
        go_on(state, deck, events)


@rule(inlined=False)
def legal_sayings(state, seat, actions):
    """Talk belongs to the game, true or not (EX-035, EX-354): claims of a seat's own, and charges against others."""
    allow_range(actions, ACTIONS.say, len(CLAIMS))
    for other in range(state.seats):
        for charge in range(len(CHARGES)):
            if other != seat:
                allow(actions, action_with(ACTIONS.say_of, other, charge))


@rule(inlined=False)
def say(state, seat, action):
    """What is said stays on the screens until the round ends; nothing else changes, and the seat is still asked."""
    i = 0
    while state.said[seat, i] > 0:
        i += 1
    state.said[seat, i] = action + 1


@rule(inlined=False)
def fall_silent(state):
    """A new round: everybody may speak again."""
    for seat in range(state.seats):
        for i in range(SAYINGS):
            state.said[seat, i] = 0


@rule(inlined=False)
def go_on(state, deck, events):
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


def check_table(deck, seats: int, options: dict) -> None:
    """Refuse a crown for a seat that does not play; raises OptionError."""
    crown = options["crown_start"]
    if crown != "random" and int(crown.removeprefix("seat_")) >= seats:
        raise OptionError(
            f"Option 'crown_start' is {crown!r}, but seats 0 to {seats - 1} play. Choose one of them, or 'random'."
        )


@rule(inlined=False)
def setup(state, deck, events):
    """The crown, the starting chips, Avalon and its regions (EX-001 to EX-010)."""
    clear_table(state)
    fill(state, ZONES.region_0, deck.card_count)
    shuffle(state, deck, ZONES.region_0)
    if state.seats <= 3 and state.squire_sword_small_table == OPTIONS.squire_sword_small_table.removed:
        remove_squire_sword(state, deck)
    state.crown = state.crown_start - OPTIONS.crown_start.seat_0
    if state.crown_start == OPTIONS.crown_start.random:
        state.crown = random_below(state.random_state, int(state.seats))
    emit(events, EVENTS.crown, EVERYONE_HEARS, int(state.crown))
    deal_starting_chips(state, deck)
    divide_avalon(state)
    state.final_region = -1
    state.final_seat = -1
    watch_the_end(state, events, REGIONS - 1, -1)  # of a deck too small for the table
    begin_round(state, events)


@rule(inlined=False)
def remove_squire_sword(state, deck):
    """Leave the Squire Sword out with two or three seats, if so agreed (EX-222, EX-313)."""
    squire = chip_with(state, deck, ZONES.region_0, EFFECTS.squire_sword)
    if squire >= 0:
        move(state, squire, ZONES.trash)


@rule(inlined=False)
def deal_starting_chips(state, deck):
    """The two key chips and random ones are mixed, and each seat is dealt one (EX-003, EX-006 to EX-008)."""
    for i in range(2):
        move(state, int(deck.key_chip[i]), ZONES.region_0 + 1)
    for _ in range(int(state.seats) - 2):
        move(state, top_card(state, ZONES.region_0), ZONES.region_0 + 1)
    shuffle(state, deck, ZONES.region_0 + 1)
    for seat in range(state.seats):
        move(state, top_card(state, ZONES.region_0 + 1), ZONES.hand + seat)


@rule(inlined=False)
def divide_avalon(state):
    """Three regions that differ by at most one chip, the surplus in the first ones (EX-009, EX-302)."""
    chips = cards_in(state, ZONES.region_0)
    for region in range(1, REGIONS):
        for _ in range((chips + REGIONS - 1 - region) // REGIONS):
            move(state, top_card(state, ZONES.region_0), ZONES.region_0 + region)
    for region in range(REGIONS):
        number_slots(state, region)


# Draw


@rule(inlined=False)
def begin_round(state, events):
    """A round begins with drawing (EX-018)."""
    emit(events, EVENTS.round_begins, EVERYONE_HEARS, int(state.turn) + 1)
    state.phase = PHASES.draw
    state.cursor = 0
    fall_silent(state)
    ask_to_draw(state)


@rule(inlined=False)
def wants_to_draw(state, seat):
    """Whether a seat has fewer than four chips (EX-019, EX-352)."""
    return cards_in(state, ZONES.hand + seat) + cards_in(state, ZONES.unseen + seat) < HAND_SIZE


@rule(inlined=False)
def ask_to_draw(state):
    """All seats with fewer than four chips name a slot, or one of them after the other (EX-020, EX-213, EX-301)."""
    if chips_in_avalon(state) == 0:
        return
    if state.draw_order == OPTIONS.draw_order.simultaneous:
        for seat in range(state.seats):
            if wants_to_draw(state, seat):
                state.to_act = int(state.to_act) | seat_bit(seat)
        return
    for turned in range(state.seats):
        offset = (int(state.cursor) + turned) % int(state.seats)
        if wants_to_draw(state, seat_at(state, offset)):
            state.cursor = offset + int(state.draw_order == OPTIONS.draw_order.one_each)
            ask(state, seat_at(state, offset))
            return


@rule(inlined=False)
def hand_out_slots(state, deck, events):
    """Each slot goes to the first in turn order of those that named it; the others name again (EX-021, EX-301)."""
    for seat in range(state.seats):
        if state.named[seat] > 0 and verb_of(int(state.named[seat]) - 1) != ACTIONS.region:
            state.named[seat] = named_chip(state, int(state.named[seat]) - 1) + FIRST_CARD_NAMED
    drew = 0
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chip_for(state, int(state.named[seat]))
        state.named[seat] = 0
        if card >= 0:
            draw_chip(state, deck, events, seat, card, ZONES.hand + seat)
            drew |= seat_bit(seat)
    ask_to_draw(state)
    if state.draw_order == OPTIONS.draw_order.simultaneous:
        tell_who_names_again(state, events, int(state.to_act) & ~drew)
    if state.to_act == 0:
        for offset in range(state.seats):
            take_up_unseen(state, deck, events, seat_at(state, offset), ZONES.hand + seat_at(state, offset))
        ask_to_play(state)


@rule(inlined=False)
def chip_for(state, named):
    """The chip that a seat gets for what it has named; -1 if another seat has taken it, or nothing was named."""
    card = named - FIRST_CARD_NAMED
    if named > 0 and named < FIRST_CARD_NAMED:
        card = named_chip(state, named - 1)
    return card if card >= 0 and is_in_avalon(state, card) else -1


@rule(inlined=False)
def tell_who_names_again(state, events, seats):
    """Who was asked and got no chip is known to all."""
    for offset in range(state.seats):
        if seats & seat_bit(seat_at(state, offset)) != 0:
            emit(events, EVENTS.clashed, EVERYONE_HEARS, seat_at(state, offset))


@rule(inlined=False)
def is_in_avalon(state, card):
    """Whether a chip still lies in a region."""
    return state.place[card] >= ZONES.region_0 and state.place[card] < ZONES.region_0 + REGIONS


# Play and reveal


@rule(inlined=False)
def ask_to_play(state):
    """All seats that hold chips choose one at the same time (EX-022, EX-023, EX-307, EX-308)."""
    state.phase = PHASES.play
    for seat in range(state.seats):
        if cards_in(state, ZONES.hand + seat) > 0:
            state.to_act = int(state.to_act) | seat_bit(seat)


@rule(inlined=False)
def chosen_chip(state, deck, seat):
    """The chip that a seat plays, -1 if none; any playable one in a determinization, which does not know the choice."""
    if state.chosen[seat] > 0:
        return chip_of_kind(state, deck, ZONES.hand + seat, int(state.chosen[seat]) - 1)
    for i in range(cards_in(state, ZONES.hand + seat)):
        if not is_sword(deck, card_at(state, ZONES.hand + seat, i)):
            return card_at(state, ZONES.hand + seat, i)
    return -1


@rule(inlined=False)
def show_played_chips(state, deck, events):
    """All fists open at the same time (EX-024)."""
    for offset in range(state.seats):
        seat = seat_at(state, offset)
        card = chosen_chip(state, deck, seat)
        state.shown[seat] = 0
        if card < 0:
            emit(events, EVENTS.played_nothing, EVERYONE_HEARS, seat)
        else:
            move_openly(state, deck, card, ZONES.played + seat)
            state.shown[seat] = int(deck.kind[card]) + 1
            emit(events, EVENTS.played, EVERYONE_HEARS, seat, int(deck.kind[card]))
        state.chosen[seat] = 0
    state.phase = PHASES.reveal
    state.cursor = 0


@rule(inlined=False)
def act_on_reveal(state, deck, events):
    """On-reveal chips and permanents act now, in turn order (EX-025, EX-057, EX-326, EX-327)."""
    while state.cursor < state.seats:
        seat = seat_at(state, int(state.cursor))
        state.cursor = state.cursor + 1
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


@rule(inlined=False)
def resolve_next(state, deck, events):
    """The crown holder's chip takes effect first, then the others clockwise (EX-026, EX-027)."""
    while state.cursor < state.seats:
        seat = seat_at(state, int(state.cursor))
        state.cursor = state.cursor + 1
        if cards_in(state, ZONES.played + seat) > 0:
            card = top_card(state, ZONES.played + seat)
            emit(events, EVENTS.resolves, EVERYONE_HEARS, seat, int(deck.kind[card]))
            begin_effect(state, deck, events, seat, card)
            return
    pass_the_crown(state, deck, events)


@rule(inlined=False)
def pass_the_crown(state, deck, events):
    """Fists open, protection ends, the crown goes to the left; the final round ends the game (EX-029, EX-034)."""
    for seat in range(state.seats):
        if cards_in(state, ZONES.fist + seat) > 0:
            move_all(state, ZONES.fist + seat, ZONES.hand + seat)  # EX-331
            emit(events, EVENTS.opens_fist, EVERYONE_HEARS, seat)
    state.protected = 0
    state.crown = seat_at(state, 1)
    emit(events, EVENTS.crown, EVERYONE_HEARS, int(state.crown))
    state.turn = state.turn + 1
    if state.final == 0:
        begin_round(state, events)
    else:
        end_game(state, deck, events)


@rule(inlined=False)
def end_game(state, deck, events):
    """All hands are shown, so that all see where the swords are (EX-034, EX-514, EX-608)."""
    state.phase = PHASES.game_over
    state.over = 1
    for seat in range(state.seats):
        move_all(state, ZONES.hand + seat, ZONES.open_hand + seat)
    for card in range(state.card_count):
        if is_sword(deck, card) and is_in_avalon(state, card):
            emit(events, EVENTS.in_avalon_at_end, EVERYONE_HEARS, int(deck.kind[card]))
        elif is_sword(deck, card) and state.place[card] != ZONES.trash:
            emit(
                events,
                EVENTS.held_at_end,
                EVERYONE_HEARS,
                int(state.place[card]) - ZONES.open_hand,
                int(deck.kind[card]),
            )
