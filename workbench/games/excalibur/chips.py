"""From a chip to what carries it out: each goes a step further, asks, and is answered (EX-101 to EX-174).

Chips that are carried out alike stand together: those that act on reveal in chips_on_reveal.py, the others in
chips_that_draw.py, chips_that_steal.py, chips_that_point.py, chips_that_call_for_swords.py and
chips_that_name_players.py. What several of them are made of is in parts.py.

All are called from here, not from a function of their file between: measured, such a floor more takes the compiler a
twentieth longer.
"""

from __future__ import annotations

from workbench.games.excalibur.chips_on_reveal import carry_on_reveal, legal_black_knight, protect, take_from_table
from workbench.games.excalibur.chips_that_call_for_swords import (
    answer_guinevere,
    arthur,
    demand_swords,
    guinevere,
    legal_guinevere,
    legal_held_out,
    take_held_out,
)
from workbench.games.excalibur.chips_that_draw import (
    draw_two,
    legal_percival,
    percival,
    reveal_drawn,
    take_turned,
    turn_up,
    turned_kind,
)
from workbench.games.excalibur.chips_that_name_players import (
    answer_caelia,
    caelia,
    gawain,
    give_sword,
    legal_caelia,
    legal_gift,
    legal_others,
    legal_showing,
    look_at_hand,
    show_chip,
    swap_hands,
)
from workbench.games.excalibur.chips_that_point import answer_point, point
from workbench.games.excalibur.chips_that_steal import choose_source, exchange_chips, legal_source, steal_again
from workbench.games.excalibur.movements import chip_of_kind, trash_chip
from workbench.games.excalibur.parts import (
    allow_not_swords,
    carry_on_part,
    draw_named,
    finish,
    flip_the_king,
    legal_placing,
    legal_slots,
    put_back,
)
from workbench.games.excalibur.table import (
    ARTHUR,
    ARTISAN,
    BARONESS,
    BLACK_KNIGHT,
    CAELIA,
    DRAWING,
    DRAWN,
    FLIP,
    FLIP_OFFERED,
    GALAHAD,
    GAWAIN,
    GIVE,
    GREEN_KNIGHT,
    GUINEVERE,
    HAND,
    KEEP,
    KEPT_HAND,
    LADY_OF_THE_LAKE,
    LAST_ON_REVEAL,
    LEFT,
    LET_BE,
    MERCHANT,
    MERLIN,
    MORDRED,
    MORGANA,
    NAME_SEAT,
    NO_EFFECT,
    PEASANT,
    PERCIVAL,
    PLACING,
    PRIEST,
    PROTECT,
    REVEAL_CHIP,
    REVEAL_NONE,
    RIGHT,
    ROBYN,
    SHOW,
    SPIRIT,
    STOP,
    SWAP,
    TAKE_SWORD_OF,
    THIEF,
    TRASH_CHIP,
    UTHER,
)
from workbench.kernel.actions import allow
from workbench.kernel.cards import allow_cards
from workbench.kernel.events import EVERYONE_HEARS, emit
from workbench.kernel.frames import ACTOR, EFFECT, STEP, TARGET, set_top_frame, top_frame
from workbench.kernel.rule import rule


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
    elif effect in (BARONESS, MORGANA, PRIEST):
        draw_two(state, deck, events, effect, actor, at)
    elif effect in (ROBYN, THIEF):
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
        legal_black_knight(state, deck, actions, seat)
    elif effect in (ARTISAN, MERCHANT, PEASANT, ROBYN, THIEF):
        legal_source(state, effect, seat, actions)
    elif effect == BARONESS:
        if allow_not_swords(state, deck, actions, HAND + seat, TRASH_CHIP) == 0:
            allow(actions, STOP)  # EX-347
    elif effect == MORGANA:
        allow_not_swords(state, deck, actions, DRAWN + seat, REVEAL_CHIP)
        allow(actions, REVEAL_NONE)
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
        legal_percival(state, actions, at)
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
def answer(state, deck, events, seat, action):
    """Carry out what the seat that is asked by the effect on top has chosen."""
    state.to_act = 0
    effect, target = top_frame(state, EFFECT), top_frame(state, TARGET)
    if effect == DRAWING:
        draw_named(state, deck, events, seat, action)
    elif action == FLIP:
        flip_the_king(state, deck, events, seat)
    elif effect == PLACING:
        put_back(state, deck, events, seat, action, target)
    elif effect == GALAHAD:
        protect(state, deck, events, seat, action - PROTECT)
    elif effect == BLACK_KNIGHT:
        take_from_table(state, deck, events, seat, action)
    elif effect in (ARTISAN, MERCHANT, PEASANT, ROBYN, THIEF):
        choose_source(state, effect, seat, action)
    elif effect == BARONESS:
        if action != STOP:
            trash_chip(state, deck, events, seat, chip_of_kind(state, deck, HAND + seat, action - TRASH_CHIP))
    elif effect == MORGANA:
        reveal_drawn(state, deck, events, seat, action)
    elif action in (LEFT, RIGHT):
        answer_point(state, events, seat, action)
    elif effect == ARTHUR:
        take_held_out(state, deck, events, seat, action - TAKE_SWORD_OF)
    elif effect == CAELIA:
        answer_caelia(state, events, seat, action)
    elif effect == GUINEVERE:
        answer_guinevere(state, events, seat, action)
    elif effect == PERCIVAL and turned_kind(state, action) < 0:
        turn_up(state, deck, events, action)
    elif effect == PERCIVAL:
        take_turned(state, events, seat, action)
    elif action >= NAME_SEAT and action < STOP:
        set_top_frame(state, TARGET, action - NAME_SEAT)
    elif effect == GAWAIN:
        give_sword(state, deck, events, seat, top_frame(state, ACTOR), action - GIVE)
    elif action == SWAP:
        swap_hands(state, events, seat, target)
    elif action == KEEP:
        emit(events, KEPT_HAND, EVERYONE_HEARS, seat, 0, 0, 0)
    elif action >= SHOW:
        show_chip(state, deck, events, seat, target, action - SHOW)
