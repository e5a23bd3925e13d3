"""The computer player of Excalibur: `greedy` judges every action by what its seat has seen.

It wants Excalibur in its hand and the Cursed Blade elsewhere. If it knows where a sword is, it steals, draws or swaps
for it; if not, it takes from the fullest hand. It gives back, places and trashes what it needs least, above all the
Cursed Blade. With Excalibur in hand it plays quiet chips and hurries to the end; without it, it plays the chips that
move swords. Chance decides between actions that it judges alike.
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    EFFECT,
    NONE,
    TARGET,
    ActionList,
    Bot,
    Bots,
    argument_of,
    card_at,
    cards_in,
    random_below,
    rule,
    seat_bit,
    top_frame,
    verb_of,
)
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.chips_for_one import turned_kind
from workbench.games.excalibur.movements import chip_in_slot, is_sword, neighbour, region_named
from workbench.games.excalibur.table import ACTIONS, REGIONS, ZONES, ExcaliburDeck, ExcaliburState


class ExcaliburBots(Bots):
    """Who plays, the random one first."""

    random = Bot("Plays any legal move, each kind of move equally often.", "at random")
    greedy = Bot(
        "Goes for Excalibur where it has seen it, guards it, and passes the Cursed Blade on.",
        "wants the sword",
    )


BOTS = ExcaliburBots()


def serving(usual: int, **values: int) -> np.ndarray:
    """Effect -> how well its chip serves a seat: int64, `usual` where no other value is given."""
    served = np.full(len(EFFECTS), usual, np.int64)
    for name, value in values.items():
        served[getattr(EFFECTS, name)] = value
    return served


# A seat without Excalibur; the usual value is for chips that only draw or look.
SEEKING = serving(
    22, green_knight=90, merlin=60, gawain=70, arthur=75, robyn_of_roxley=65, thief=40, merchant=45, mordred=50,
    spirit=30, peasant=35, artisan=38, black_knight=28, lady_of_the_lake=25, uther=33, caelia=20, guinevere=15,
    galahad=5, fisher_king=18,
)  # fmt: skip
# The holder of Excalibur.
GUARDING = serving(
    30, galahad=90, fisher_king=85, merlin=5, spirit=8, uther=0, lady_of_the_lake=0, guinevere=2, mordred=12,
    artisan=20, green_knight=25, caelia=35,
)  # fmt: skip
# A seat that wants to be rid of the Cursed Blade.
PASSING_ON = serving(
    20, artisan=90, merchant=85, peasant=80, uther=70, lady_of_the_lake=60, mordred=75, guinevere=78, merlin=40,
    spirit=35,
)  # fmt: skip


@rule
def choose(bot: int, view: ExcaliburState, deck: ExcaliburDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` likes best, from the view of its seat."""
    excalibur, cursed = view.place[deck.key_chip[0]], view.place[deck.key_chip[1]]  # 255 where the seat cannot tell
    best = -1_000_000
    chosen = 0
    alike = 0
    for i in range(actions.count):
        value = judge(view, deck, seat, actions.list[i], excalibur, cursed)
        if value > best:
            best, chosen, alike = value, i, 1
        elif value == best:
            alike += 1
            if random_below(actions.random_state, alike) == 0:
                chosen = i
    return chosen


@rule
def is_with(seat: int, place: int) -> bool:
    """Whether a place is a seat's hand, or a place where chips wait that go (back) to that hand."""
    return place in (ZONES.hand + seat, ZONES.drawn + seat, ZONES.held_out + seat)


@rule
def judge(view: ExcaliburState, deck: ExcaliburDeck, seat: int, action: int, excalibur: int, cursed: int) -> int:
    """How good an action is."""
    holds, is_cursed, verb = is_with(seat, excalibur), is_with(seat, cursed), verb_of(action)
    if verb in (ACTIONS.slot_0, ACTIONS.slot_1, ACTIONS.slot_2) and turned_kind(view, action) != NONE:
        return value_of_keeping(deck, turned_kind(view, action), holds)
    if verb in (ACTIONS.slot_0, ACTIONS.slot_1, ACTIONS.slot_2, ACTIONS.region):
        return judge_slot(view, deck, action, holds, excalibur, cursed)
    if verb == ACTIONS.play or verb == ACTIONS.reveal:
        return value_of_playing(deck.effect[argument_of(action)], holds, is_cursed)
    if verb in (ACTIONS.flip, ACTIONS.let_be):
        return int((verb == ACTIONS.flip) == holds)
    if verb == ACTIONS.protect:
        return value_of_keeping(deck, argument_of(action), holds)
    if verb in (ACTIONS.take_played, ACTIONS.take_permanent):
        return judge_table(view, deck, seat, action, holds, is_cursed)
    if verb == ACTIONS.draw_chips:
        return 12 + 100 * int(excalibur >= ZONES.region_0 and excalibur < ZONES.region_0 + REGIONS)
    if verb == ACTIONS.steal_from:
        return judge_victim(view, argument_of(action), excalibur, cursed)
    if verb in (ACTIONS.give_back, ACTIONS.trash, ACTIONS.give, ACTIONS.place_0, ACTIONS.place_1, ACTIONS.place_2):
        return -value_of_keeping(deck, argument_of(action), holds)
    if verb in (ACTIONS.left, ACTIONS.right):
        return judge_direction(view, seat, int(verb == ACTIONS.left), holds, excalibur, cursed)
    return judge_other(view, deck, seat, action, excalibur, cursed)


@rule
def judge_slot(view: ExcaliburState, deck: ExcaliburDeck, action: int, holds: int, excalibur: int, cursed: int) -> int:
    """A chip of Avalon: Excalibur if it is known there; with it in hand, the emptiest region, to hasten the end."""
    region = region_named(action)
    slot = -1 if verb_of(action) == ACTIONS.region else argument_of(action)
    value = cards_in(view, ZONES.region_0 + region)
    if holds:
        value = -value
    if slot < 0 and excalibur == ZONES.region_0 + region:
        return 100
    if slot >= 0 and excalibur == ZONES.region_0 + region and chip_in_slot(view, region, slot) == deck.key_chip[0]:
        return 1000
    if slot >= 0 and cursed == ZONES.region_0 + region and chip_in_slot(view, region, slot) == deck.key_chip[1]:
        return -1000
    return value


@rule
def value_of_playing(effect: int, holds: int, is_cursed: int) -> int:
    """How well a chip serves the seat now."""
    if is_cursed:
        return int(PASSING_ON[effect])
    if holds:
        return int(GUARDING[effect])
    return int(SEEKING[effect])


@rule
def value_of_keeping(deck: ExcaliburDeck, kind: int, holds: int) -> int:
    """How much a seat wants to keep a chip of a kind."""
    effect = deck.effect[kind]
    if effect == EFFECTS.excalibur:
        return 1000
    if effect == EFFECTS.cursed_blade:
        return -1000
    if effect == EFFECTS.squire_sword:
        return 60
    return value_of_playing(effect, holds, False)


@rule
def judge_table(view: ExcaliburState, deck: ExcaliburDeck, seat: int, action: int, holds: int, is_cursed: int) -> int:
    """A chip on the table: what it would be worth in the hand; one's own Fisher King serves better where he lies."""
    if action == ACTIONS.take_permanent + seat:
        return -1
    place = (ZONES.played if verb_of(action) == ACTIONS.take_played else ZONES.permanent) + argument_of(action)
    card = card_at(view, place, cards_in(view, place) - 1)
    return value_of_playing(deck.effect[deck.kind[card]], holds, is_cursed)


@rule
def judge_victim(view: ExcaliburState, other: int, excalibur: int, cursed: int) -> int:
    """Whom to rob; a protected seat loses nothing, which is better than gaining the Cursed Blade (EX-316)."""
    if view.protected & seat_bit(other) != 0:
        return 10
    return judge_seat(view, other, excalibur, cursed, 10, 15)


@rule
def judge_seat(view: ExcaliburState, other: int, excalibur: int, cursed: int, least: int, risk: int) -> int:
    """Whom to rob or name: the seat that holds Excalibur; otherwise a full hand, less `risk` for the Cursed Blade's.

    `least` is what even an empty hand is worth, to compare with the other choices.
    """
    value = least + cards_in(view, ZONES.hand + other)
    if excalibur == ZONES.hand + other:
        value += 100
    if cursed == ZONES.hand + other:
        value -= risk
    return value


@rule
def judge_direction(view: ExcaliburState, seat: int, left: int, holds: int, excalibur: int, cursed: int) -> int:
    """Left or right: towards the seat what it wants, away what it does not; chips come from the other side."""
    source = neighbour(view, seat, left if top_frame(view, EFFECT) == EFFECTS.spirit else 1 - left)
    value = 0
    if not holds and excalibur == ZONES.hand + source:
        value += 100
    if cursed == ZONES.hand + source:
        value -= 60
    return value


@rule
def judge_other(view: ExcaliburState, deck: ExcaliburDeck, seat: int, action: int, excalibur: int, cursed: int) -> int:
    """Naming seats, mixing, taking swords held out, swapping, and showing."""
    holds, is_cursed, verb = is_with(seat, excalibur), is_with(seat, cursed), verb_of(action)
    if verb == ACTIONS.name_seat:
        if argument_of(action) == seat:
            return 0  # Caelia would trash chips of her own player
        return judge_seat(view, argument_of(action), excalibur, cursed, 22, 10)
    if verb == ACTIONS.mix:
        return cards_in(view, ZONES.region_0 + argument_of(action))
    if verb == ACTIONS.take_sword_of:
        return judge_held_out(seat, argument_of(action), holds, is_cursed, excalibur, cursed)
    if verb == ACTIONS.swap:
        target = ZONES.hand + top_frame(view, TARGET)
        return 100 * int(excalibur == target) + 50 * int(is_cursed) - 200 * int(holds) - 100 * int(cursed == target)
    if verb == ACTIONS.keep:
        return 10
    if verb == ACTIONS.show:
        return int(is_sword(deck, deck.first_card[argument_of(action)]))
    return 21  # to stop, or to reveal nothing: better than what serves badly


@rule
def judge_held_out(seat: int, holder: int, holds: int, is_cursed: int, excalibur: int, cursed: int) -> int:
    """Whose held-out sword: Arthur takes Excalibur, Guinevere puts away others' swords and one's own Cursed Blade."""
    if holder == seat:
        return 100 * int(is_cursed and not holds) - 50 * int(holds)
    return 30 + 50 * int(excalibur == ZONES.held_out + holder) - 15 * int(cursed == ZONES.held_out + holder)
