"""The computer players of Guile; each decides from what its seat may see.

`greedy` and `bold` weigh an exchange by the balance it leaves, their total less the other's, after the other seat's
best answer and their own next action. A card they know counts as it is, any other as the average of the cards that
may lie there: exact whole numbers, since all are multiplied by the same number of cases. Both draft the best card,
and lay the two better ones, in random order, on their knights that act first in a cycle, so that the last actions
can give low cards away.

In the first cycle the other seat has time to take back what an exchange gains; what a peek shows is kept. So
`greedy` peeks in the first cycle, and in the second if no exchange is better than leaving all cards where they
are. `bold` never peeks. What `greedy` gains over it is what peeks are worth, waiting included.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from workbench.author import (
    HIDDEN,
    NONE,
    ActionList,
    Bot,
    Bots,
    Numbers,
    argument_of,
    card_at,
    identity_of,
    random_below,
    ranked,
    rule,
    second_argument,
)
from workbench.games.guile.deck import CAST, FACTIONS, KNIGHTS, GuileDeck
from workbench.games.guile.names import OPTIONS
from workbench.games.guile.rules import PHASES, faction_of, out_of_sight, position_of
from workbench.games.guile.table import ACTIONS, CYCLE, HAND_SIZE, ZONES, GuileState


class GuileBots(Bots):
    """Who plays, the random one first."""

    random = Bot("Plays any legal move, each kind of move equally often.", "at random")
    greedy = Bot(
        "Peeks in the first cycle, then exchanges two actions ahead by what it knows and expects.",
        "peeks, then exchanges",
    )
    bold = Bot("Exchanges in both cycles by what it knows and expects, and never peeks.", "never peeks")


BOTS = GuileBots()

PLANS = np.array(list(permutations(range(HAND_SIZE))))  # every order of the kept cards on a seat's knights
FIRST_LISTED = 0  # a peek is the first of the actions that the rules list
LEAST = -1_000_000  # less than any balance

# The places of a bot's notes: what the card at each position is worth, which character it is, what it is resolved to.
WORTH, CHARACTER, RESOLVED = 0, KNIGHTS, 2 * KNIGHTS


@rule(inlined=True)
def choose(bot: int, view: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` or `bold` takes, from the view of its seat."""
    if view.phase == PHASES.act:
        return choose_action(bot, view, deck, seat, actions)
    if view.phase == PHASES.place:
        return choose_card_to_lay(view, deck, seat, actions)
    if view.phase == PHASES.draft:
        return choose_card_to_keep(deck, actions)
    return random_below(actions.random_state, actions.count)  # factions and Start Knights are all alike


# What a card is worth


@rule(inlined=True)
def worth(deck: GuileDeck, kind: int) -> int:
    """Twice the influence, and one for the dagger, which decides ties; for a character what it may become.

    Isolde counts as the highest card, Merlin as an average one, Morgana as nothing.
    """
    if deck.character[kind] == CAST.isolde:
        return highest_worth(deck)
    if deck.character[kind] == CAST.merlin:
        return average_worth(deck)
    return 2 * deck.value[kind] + deck.dagger[kind]


@rule(inlined=True)
def highest_worth(deck: GuileDeck) -> int:
    """What the highest influence is worth."""
    highest = 0
    for kind in range(deck.kind_count):
        highest = max(highest, 2 * deck.value[kind])
    return highest


@rule(inlined=True)
def average_worth(deck: GuileDeck) -> int:
    """What an influence card is worth on average, in whole numbers."""
    total = 0
    for card in range(deck.influence_count):
        total += 2 * deck.value[deck.kind[card]]
    return total // deck.influence_count


@rule(inlined=True)
def choose_card_to_keep(deck: GuileDeck, actions: ActionList) -> int:
    """Keep the card that is worth most; between equal ones the match decides, not the order of the list."""
    best, chosen = ranked(actions, LEAST, 0), 0
    for i in range(actions.count):
        kind = argument_of(actions.list[i])
        value = ranked(actions, worth(deck, kind), identity_of(deck, kind))
        if value > best:
            best, chosen = value, i
    return chosen


# Placement


@rule(inlined=True)
def choose_card_to_lay(view: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> int:
    """Lay the next card of one of the best plans; chance decides between equal ones, which hides them."""
    best, ties, chosen = LEAST, 0, 0
    for i in range(actions.count):
        value = best_plan(view, deck, seat, second_argument(actions.list[i]), actions.notes)
        if value > best:
            best, ties, chosen = value, 0, i
        if value == best:
            ties += 1
            if random_below(actions.random_state, ties) == 0:
                chosen = i
    return chosen


@rule(inlined=True)
def best_plan(view: GuileState, deck: GuileDeck, seat: int, kind: int, notes: Numbers) -> int:
    """The value of the best way to lay all cards, given those laid already and a kind for the first bare knight."""
    best = LEAST
    for plan in range(len(PLANS)):
        if fits(view, deck, seat, kind, plan):
            best = max(best, plan_value(view, deck, seat, plan, notes))
    return best


@rule(inlined=True)
def planned_kind(view: GuileState, deck: GuileDeck, seat: int, plan: int, i: int) -> int:
    """The kind of card that a plan has for a seat's i-th knight."""
    return deck.kind[card_at(view, ZONES.kept + seat, int(PLANS[plan, i]))]


@rule(inlined=True)
def fits(view: GuileState, deck: GuileDeck, seat: int, kind: int, plan: int) -> bool:
    """Whether a plan begins with the cards laid already and goes on with a kind for the first bare knight."""
    i = 0
    while view.plan[seat, i] != NONE:
        if planned_kind(view, deck, seat, plan, i) != view.plan[seat, i]:
            return False
        i += 1
    return planned_kind(view, deck, seat, plan, i) == kind


@rule(inlined=True)
def plan_value(view: GuileState, deck: GuileDeck, seat: int, plan: int, notes: Numbers) -> int:
    """The balance with average cards on the other side, and the worth of the cards on the knights that act first."""
    faction, average = faction_of(view, seat), average_worth(deck)
    early = 0
    for position in range(KNIGHTS):
        notes[WORTH + position] = average
        notes[CHARACTER + position] = CAST.none
    for i in range(HAND_SIZE):
        position = faction + FACTIONS * i
        kind = planned_kind(view, deck, seat, plan, i)
        note_card(deck, notes, position, kind, 1)
        if (position - view.sword) % KNIGHTS < KNIGHTS // 2:
            early += worth(deck, kind)
    return balance(view, deck, notes, faction) + early


# Actions


@rule(inlined=True)
def choose_action(bot: int, view: GuileState, deck: GuileDeck, seat: int, actions: ActionList) -> int:
    """Peek, or exchange for the best balance; `greedy` peeks in the first cycle and when no exchange gains.

    Chance decides between equal exchanges: the order of the knights in the list must not.
    """
    if bot == BOTS.greedy and view.coins_up == 0:
        return FIRST_LISTED
    faction, errant = faction_of(view, seat), view.knight_errant
    note_table(view, deck, seat, actions.notes)
    best, ties, chosen = LEAST, 0, FIRST_LISTED
    for i in range(actions.count):
        action = actions.list[i]
        if action == ACTIONS.peek and bot == BOTS.bold:
            continue
        other = errant if action == ACTIONS.peek else position_of(view, argument_of(action))
        swap(actions.notes, errant, other)
        value = after_answer(view, deck, actions.notes, faction)
        swap(actions.notes, errant, other)
        if value > best:
            best, ties, chosen = value, 0, i
        if value == best and actions.list[chosen] != ACTIONS.peek:
            ties += 1
            if random_below(actions.random_state, ties) == 0:
                chosen = i
    return chosen


@rule(inlined=True)
def note_table(view: GuileState, deck: GuileDeck, seat: int, notes: Numbers) -> None:
    """Note what every position's card is worth: known cards as they are, the others the average of what may lie there.

    A card the seat was shown in this round and cannot place lies on the table for certain; the other unknown places
    are filled from those it was not shown. So of U unknown places one holds each card it has seen, and
    each other one any of the N unseen cards; the average of all, multiplied by U * N, is a whole number.
    """
    unknown, seen, unseen, seen_worth, unseen_worth, last, left = 0, 0, 0, 0, 0, -1, 0
    for position in range(KNIGHTS):
        unknown += int(card_at(view, ZONES.position[position], 0) == HIDDEN)
    for card in range(view.card_count):
        kind = deck.kind[card]
        if kind != last:
            last, left = kind, out_of_sight(view, deck, seat, kind)
        if view.place[card] != HIDDEN:
            continue
        if left > 0:
            left -= 1
            seen += 1
            seen_worth += worth(deck, kind)
        else:
            unseen += 1
            unseen_worth += worth(deck, kind)
    unseen = max(unseen, 1)
    expected = seen_worth * unseen + (unknown - seen) * unseen_worth
    for position in range(KNIGHTS):
        card = card_at(view, ZONES.position[position], 0)
        if card == HIDDEN:
            notes[WORTH + position] = expected
            notes[CHARACTER + position] = CAST.none
        else:
            note_card(deck, notes, position, deck.kind[card], max(unknown, 1) * unseen)


@rule(inlined=True)
def note_card(deck: GuileDeck, notes: Numbers, position: int, kind: int, cases: int) -> None:
    """Note a known card: its worth times the cases; a character is worth what it will be resolved to."""
    notes[CHARACTER + position] = deck.character[kind]
    notes[WORTH + position] = 0
    if deck.character[kind] == CAST.none:
        notes[WORTH + position] = worth(deck, kind) * cases


@rule(inlined=True)
def swap(notes: Numbers, position: int, other: int) -> None:
    """Let the cards of two positions change places in the notes."""
    for part in (WORTH, CHARACTER):
        notes[part + position], notes[part + other] = notes[part + other], notes[part + position]


@rule(inlined=True)
def is_worth_trying(view: GuileState, notes: Numbers, ahead: int, position: int, other: int) -> bool:
    """Whether to look at an exchange some actions ahead: one that changes something, or none (the same position).

    If the round is over by then, there is none.
    """
    if position == other:
        return True
    if view.actions_taken + ahead >= 2 * CYCLE:
        return False
    return notes[WORTH + position] != notes[WORTH + other] or notes[CHARACTER + position] != notes[CHARACTER + other]


@rule(inlined=True)
def after_answer(view: GuileState, deck: GuileDeck, notes: Numbers, faction: int) -> int:
    """The balance when the other seat has answered as well as it can, and we have acted once more."""
    worst, position = -LEAST, (view.knight_errant + 1) % KNIGHTS
    for other in range(KNIGHTS):
        if is_worth_trying(view, notes, 1, position, other):
            swap(notes, position, other)
            worst = min(worst, after_next_action(view, deck, notes, faction))
            swap(notes, position, other)
    return worst


@rule(inlined=True)
def after_next_action(view: GuileState, deck: GuileDeck, notes: Numbers, faction: int) -> int:
    """The balance when we have acted as well as we can."""
    best, position = LEAST, (view.knight_errant + 2) % KNIGHTS
    for other in range(KNIGHTS):
        if is_worth_trying(view, notes, 2, position, other):
            swap(notes, position, other)
            best = max(best, balance(view, deck, notes, faction))
            swap(notes, position, other)
    return best


# Totals


@rule(inlined=True)
def balance(view: GuileState, deck: GuileDeck, notes: Numbers, faction: int) -> int:
    """A faction's total less the other's, by the notes."""
    values = WORTH
    if view.extended_cast == 1:
        resolve(view, deck, notes)
        values = RESOLVED
    total = 0
    for position in range(KNIGHTS):
        if position % FACTIONS == faction:
            total += notes[values + position]
        else:
            total -= notes[values + position]
    return total


@rule(inlined=True)
def resolve(view: GuileState, deck: GuileDeck, notes: Numbers) -> None:
    """What noted cards are worth when the known characters are resolved: Morgana, Merlin, Isolde (GL-310).

    A copy of the card with the dagger is taken for a dagger too, which makes it half a point too high.
    """
    for position in range(KNIGHTS):
        notes[RESOLVED + position] = notes[WORTH + position]
    morgana, merlin, isolde = find(notes, CAST.morgana), find(notes, CAST.merlin), find(notes, CAST.isolde)
    cancelled = -1
    if morgana >= 0:
        cancelled = (morgana + KNIGHTS - 1) % KNIGHTS
        notes[RESOLVED + cancelled] = 0
    if merlin >= 0 and merlin != cancelled:
        notes[RESOLVED + merlin] = notes[RESOLVED + (merlin + KNIGHTS // 2) % KNIGHTS]
    if isolde >= 0 and isolde != cancelled:
        notes[RESOLVED + isolde] = copied_by_isolde(view, deck, notes, isolde)


@rule(inlined=True)
def find(notes: Numbers, character: int) -> int:
    """Where a known character lies, -1 if nowhere."""
    for position in range(KNIGHTS):
        if notes[CHARACTER + position] == character:
            return position
    return -1


@rule(inlined=True)
def copied_by_isolde(view: GuileState, deck: GuileDeck, notes: Numbers, isolde: int) -> int:
    """What Isolde copies where she lies: the highest card of her knight's faction, or 0.

    She is noted as worth 0 herself.
    """
    faction = deck.copied_by_isolde[view.knight_at[isolde]]
    highest = 0
    if faction < 0:
        return highest
    values = WORTH if view.isolde_source == OPTIONS.isolde_source.printed else RESOLVED
    for position in range(faction, KNIGHTS, FACTIONS):
        highest = max(highest, notes[values + position])
    return highest
