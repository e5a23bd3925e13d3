"""The computer player of Excalibur: `greedy` judges every action by what its seat has seen.

It wants Excalibur in its hand and the Cursed Blade elsewhere. Where it knows a sword to be, it steals, draws or swaps
for it; where it does not, it takes from the fullest hand. It gives back, places and trashes what it needs least, the
Cursed Blade before all. With Excalibur in hand it plays quiet chips and hurries to the end; without, it plays the chips
that move swords. Actions that it judges alike are chosen among by chance.
"""

from __future__ import annotations

import numpy as np

from workbench.games.excalibur.chips_that_draw import turned_kind
from workbench.games.excalibur.deck import EFFECTS
from workbench.games.excalibur.movements import is_sword, neighbour
from workbench.games.excalibur.table import (
    ARTHUR,
    ARTISAN,
    AVALON,
    BLACK_KNIGHT,
    CAELIA,
    CURSED_BLADE,
    DRAW_CHIPS,
    DRAWN,
    EXCALIBUR,
    FISHER_KING,
    FLIP,
    GALAHAD,
    GAWAIN,
    GIVE,
    GIVE_BACK,
    GREEN_KNIGHT,
    GUINEVERE,
    HAND,
    HELD_OUT,
    KEEP,
    LADY_OF_THE_LAKE,
    LEFT,
    LET_BE,
    MAX_KINDS,
    MERCHANT,
    MERLIN,
    MIX,
    MORDRED,
    NAME_REGION,
    NAME_SEAT,
    PEASANT,
    PERMANENT,
    PLACE_IN,
    PLAY_CHIP,
    PLAY_NOTHING,
    PLAYED,
    PROTECT,
    REGIONS,
    REVEAL_CHIP,
    REVEAL_NONE,
    RIGHT,
    ROBYN,
    SHOW,
    SLOTS,
    SPIRIT,
    SQUIRE_SWORD,
    STEAL_FROM,
    STOP,
    SWAP,
    TAKE_PERMANENT,
    TAKE_PLAYED,
    TAKE_SWORD_OF,
    THIEF,
    TRASH_CHIP,
    UTHER,
)
from workbench.kernel.bots import Bot
from workbench.kernel.cards import card_at, cards_in
from workbench.kernel.chance import random_below
from workbench.kernel.frames import EFFECT, TARGET, top_frame
from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit

BOTS = (
    Bot("random", "Plays any legal move, each kind of move equally often."),
    Bot("greedy", "Goes for Excalibur where it has seen it, guards it, and passes the Cursed Blade on."),
)


def serving(usual: int, values: dict[int, int]) -> np.ndarray:
    """Effect -> how well its chip serves a seat: int64, `usual` where no other value is given."""
    served = np.full(len(EFFECTS), usual, np.int64)
    served[list(values)] = list(values.values())
    return served


# A seat without Excalibur; the usual value is for chips that only draw or look.
SEEKING = serving(22, {
    GREEN_KNIGHT: 90, MERLIN: 60, GAWAIN: 70, ARTHUR: 75, ROBYN: 65, THIEF: 40, MERCHANT: 45, MORDRED: 50,
    SPIRIT: 30, PEASANT: 35, ARTISAN: 38, BLACK_KNIGHT: 28, LADY_OF_THE_LAKE: 25, UTHER: 33, CAELIA: 20,
    GUINEVERE: 15, GALAHAD: 5, FISHER_KING: 18,
})  # fmt: skip
# The holder of Excalibur.
GUARDING = serving(30, {
    GALAHAD: 90, FISHER_KING: 85, MERLIN: 5, SPIRIT: 8, UTHER: 0, LADY_OF_THE_LAKE: 0, GUINEVERE: 2, MORDRED: 12,
    ARTISAN: 20, GREEN_KNIGHT: 25, CAELIA: 35,
})  # fmt: skip
# Whoever wants to be rid of the Cursed Blade.
PASSING_ON = serving(20, {
    ARTISAN: 90, MERCHANT: 85, PEASANT: 80, UTHER: 70, LADY_OF_THE_LAKE: 60, MORDRED: 75, GUINEVERE: 78, MERLIN: 40,
    SPIRIT: 35,
})  # fmt: skip


@rule
def choose(bot, view, deck, seat, actions):
    """The position in the list of the action that `greedy` likes best, from the view of its seat."""
    excalibur, cursed = place_of(view, deck, 0), place_of(view, deck, 1)
    best = -1_000_000
    chosen = 0
    alike = 0
    for i in range(actions.count):
        value = judge(view, deck, seat, int(actions.list[i]), excalibur, cursed)
        if value > best:
            best, chosen, alike = value, i, 1
        elif value == best:
            alike += 1
            if random_below(actions.random_state, alike) == 0:
                chosen = i
    return chosen


@rule
def place_of(view, deck, i):
    """Where Excalibur (0) or the Cursed Blade (1) lies, as far as the seat can tell; 255 if it cannot."""
    return int(view.place[int(deck.key_chip[i])])


@rule
def is_with(seat, place):
    """Whether a place is a seat's hand, or where its chips wait that go (back) to the hand."""
    return place in (HAND + seat, DRAWN + seat, HELD_OUT + seat)


@rule
def judge(view, deck, seat, action, excalibur, cursed):
    """How good an action is."""
    holds, is_cursed = is_with(seat, excalibur), is_with(seat, cursed)
    if action < NAME_REGION and turned_kind(view, action) >= 0:
        return value_of_keeping(deck, turned_kind(view, action), holds)
    if action < PLAY_CHIP:
        return judge_slot(view, deck, action, holds, excalibur, cursed)
    if action < PLAY_NOTHING:
        return value_of_playing(int(deck.effect[action - PLAY_CHIP]), holds, is_cursed)
    if action in (FLIP, LET_BE):
        return int((action == FLIP) == holds)
    if action >= PROTECT and action < TAKE_PLAYED:
        return value_of_keeping(deck, action - PROTECT, holds)
    if action >= TAKE_PLAYED and action < DRAW_CHIPS:
        return judge_table(view, deck, seat, action, holds, is_cursed)
    if action == DRAW_CHIPS:
        return 12 + 100 * int(excalibur >= AVALON and excalibur < AVALON + REGIONS)
    if action >= STEAL_FROM and action < GIVE_BACK:
        return judge_victim(view, action - STEAL_FROM, excalibur, cursed)
    if action >= GIVE_BACK and action < PLACE_IN:
        return -value_of_keeping(deck, action - GIVE_BACK, holds)
    if action >= PLACE_IN and action < TRASH_CHIP:
        return -value_of_keeping(deck, (action - PLACE_IN) % MAX_KINDS, holds)
    if action >= TRASH_CHIP and action < LEFT:
        return -value_of_keeping(deck, action - TRASH_CHIP, holds)
    if action in (LEFT, RIGHT):
        return judge_direction(view, seat, int(action == LEFT), holds, excalibur, cursed)
    return judge_other(view, deck, seat, action, holds, is_cursed, excalibur, cursed)


@rule
def judge_slot(view, deck, action, holds, excalibur, cursed):
    """A chip of Avalon: Excalibur if it is known there; with it in hand, the emptiest region, to come to the end."""
    if action >= NAME_REGION:
        region, slot = action - NAME_REGION, -1
    else:
        region, slot = action // SLOTS, action % SLOTS
    value = cards_in(view, AVALON + region)
    if holds:
        value = -value
    if slot < 0 and excalibur == AVALON + region:
        return 100
    if slot >= 0 and excalibur == AVALON + region and card_at(view, AVALON + region, slot) == deck.key_chip[0]:
        return 1000
    if slot >= 0 and cursed == AVALON + region and card_at(view, AVALON + region, slot) == deck.key_chip[1]:
        return -1000
    return value


@rule
def value_of_playing(effect, holds, is_cursed):
    """How well a chip serves the seat now."""
    if is_cursed:
        return int(PASSING_ON[effect])
    if holds:
        return int(GUARDING[effect])
    return int(SEEKING[effect])


@rule
def value_of_keeping(deck, kind, holds):
    """How much a seat wants to keep a chip of a kind."""
    effect = int(deck.effect[kind])
    if effect == EXCALIBUR:
        return 1000
    if effect == CURSED_BLADE:
        return -1000
    if effect == SQUIRE_SWORD:
        return 60
    return value_of_playing(effect, holds, False)


@rule
def judge_table(view, deck, seat, action, holds, is_cursed):
    """A chip on the table: what it would be worth in the hand; the own Fisher King serves better where he lies."""
    if action == TAKE_PERMANENT + seat:
        return -1
    place = PLAYED + action - TAKE_PLAYED
    if action >= TAKE_PERMANENT:
        place = PERMANENT + action - TAKE_PERMANENT
    card = card_at(view, place, cards_in(view, place) - 1)
    return value_of_playing(int(deck.effect[deck.kind[card]]), holds, is_cursed)


@rule
def judge_victim(view, other, excalibur, cursed):
    """Whom to rob; a protected seat loses nothing, which is better than to gain the Cursed Blade (EX-316)."""
    if int(view.protected) & seat_bit(other) != 0:
        return 10
    return judge_seat(view, other, excalibur, cursed, 10, 15)


@rule
def judge_seat(view, other, excalibur, cursed, least, risk):
    """Whom to rob or to name: the seat that holds Excalibur; else a full hand, but for `risk` not the Cursed Blade's.

    `least` is what even an empty hand is worth, to be compared with what else may be done.
    """
    value = least + cards_in(view, HAND + other)
    if excalibur == HAND + other:
        value += 100
    if cursed == HAND + other:
        value -= risk
    return value


@rule
def judge_direction(view, seat, left, holds, excalibur, cursed):
    """Left or right: towards oneself what is wanted, away what is not; chips move from the other side."""
    source = neighbour(view, seat, left if top_frame(view, EFFECT) == SPIRIT else 1 - left)
    value = 0
    if not holds and excalibur == HAND + source:
        value += 100
    if cursed == HAND + source:
        value -= 60
    return value


@rule
def judge_other(view, deck, seat, action, holds, is_cursed, excalibur, cursed):
    """Naming seats, giving, mixing, swapping, showing, and what Morgana reveals."""
    if action >= NAME_SEAT and action < STOP:
        if action - NAME_SEAT == seat:
            return 0  # Caelia would trash chips of her own player
        return judge_seat(view, action - NAME_SEAT, excalibur, cursed, 22, 10)
    if action >= GIVE and action < MIX:
        return -value_of_keeping(deck, action - GIVE, holds)
    if action >= MIX and action < TAKE_SWORD_OF:
        return cards_in(view, AVALON + action - MIX)
    if action >= TAKE_SWORD_OF and action < SWAP:
        return judge_held_out(seat, action - TAKE_SWORD_OF, holds, is_cursed, excalibur, cursed)
    if action == SWAP:
        target = HAND + top_frame(view, TARGET)
        return 100 * int(excalibur == target) + 50 * int(is_cursed) - 200 * int(holds) - 100 * int(cursed == target)
    if action == KEEP:
        return 10
    if action >= SHOW and action < REVEAL_CHIP:
        return int(is_sword(deck, int(deck.first_card[action - SHOW])))
    if action >= REVEAL_CHIP and action < REVEAL_NONE:
        return value_of_playing(int(deck.effect[action - REVEAL_CHIP]), holds, is_cursed)
    return 21  # to stop, or to reveal nothing: better than what serves badly


@rule
def judge_held_out(seat, holder, holds, is_cursed, excalibur, cursed):
    """Whose held-out sword: Arthur takes Excalibur, Guinevere puts others' swords away and one's own Cursed Blade."""
    if holder == seat:
        return 100 * int(is_cursed and not holds) - 50 * int(holds)
    return 30 + 50 * int(excalibur == HELD_OUT + holder) - 15 * int(cursed == HELD_OUT + holder)
