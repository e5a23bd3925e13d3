"""The computer player of Cadwallon: `greedy` looks at what each cell would bring if the round ended now.

A card is worth to a seat what it adds to its points, given the cards that lie open before it. A cell that the seat
leads counts for it, one that another seat leads counts against it, both the more the clearer the lead. Agents go, and
action cards aim, where they improve the sum of all cells most: `greedy` tries each choice out on its view, which it
leaves as it was. It sees no further than that, and no more than its seat.
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    EFFECT,
    TARGET,
    ActionList,
    Bot,
    Bots,
    Numbers,
    argument_of,
    card_at,
    cards_in,
    first_argument,
    random_below,
    rule,
    second_argument,
    top_frame,
    verb_of,
)
from workbench.games.cadwallon.actions import (
    EFFECT_OF_ACTION,
    EFFECTS,
    boulevards_for,
    cells_for,
    exchangeable,
    movable_boulevards,
    partners,
)
from workbench.games.cadwallon.city import card_in, free, judge, rule_number, standing, winner_of
from workbench.games.cadwallon.deck import GUILDS, NUMBER, TYPE, CadwallonDeck
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.rules import PHASES
from workbench.games.cadwallon.scoring import next_guild
from workbench.games.cadwallon.table import ACTIONS, BOULEVARD_COUNT, CELLS, ENDS, ZONES, CadwallonState


class CadwallonBots(Bots):
    """Who plays, the random one first."""

    random = Bot("Plays any legal move, each kind of move equally often.", "at random")
    greedy = Bot(
        "Sends each agent where the round, if it ended now, would bring most, and plays cards likewise.",
        "takes what it can get",
    )


BOTS = CadwallonBots()
LEAST = -30_000  # less than any outlook
CLEAR = 3  # a lead of this much support is as good as won
ACTION_WORTH = 3  # the points of an action card, and what it does
NEW_GUILD = 1  # what a guild card is worth beyond its points today
ENOUGH = 8  # the improvement for which an action card is played, in sixths of a point
LOOK_WORTH = 10  # what a look at the deck is taken to be worth

# The places of a bot's notes: for each seat the points and cards of its guilds, its penalties and its militia cards;
# then the targets of an action card.
POINTS, CARDS, PENALTIES, MILITIA, NOTED = 0, GUILDS, 2 * GUILDS, 2 * GUILDS + 1, 2 * GUILDS + 2
FIRST, SECOND = MOST_SEATS * NOTED, MOST_SEATS * NOTED + 1


@rule
def choose(bot: int, view: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.frame_count == 0 and view.phase == PHASES.contract_choice:
        return choose_contract_or_pardon(deck, actions)
    note_seats(view, deck, actions.notes)
    if view.frame_count > 0:
        return choose_target(view, deck, seat, actions)
    if view.phase == PHASES.place:
        return choose_boulevard(view, deck, seat, actions)
    if view.phase == PHASES.action:
        return choose_card(view, deck, seat, actions)
    return position_of(actions, next_guild(view, deck, seat))


@rule
def choose_contract_or_pardon(deck: CadwallonDeck, actions: ActionList) -> int:
    """The contract that gives most for what it asks, or the militia card with the largest penalty."""
    best, chosen = LEAST, 0
    for i in range(actions.count):
        kind = argument_of(actions.list[i])
        pardons = verb_of(actions.list[i]) == ACTIONS.pardon
        value = deck.penalty[kind] if pardons else 2 * deck.points[kind] - deck.at_least[kind]
        if value > best:
            best, chosen = value, i
    return chosen


@rule
def position_of(actions: ActionList, wanted: int) -> int:
    """The position in the list of the action with an argument (two count as one number); the first if there is none."""
    for i in range(actions.count):
        if argument_of(actions.list[i]) == wanted:
            return i
    return 0


# What cards are worth


@rule
def note_seats(view: CadwallonState, deck: CadwallonDeck, notes: Numbers) -> None:
    """Note what lies open before every seat: guild points and cards, penalties and militia cards."""
    for i in range(MOST_SEATS * NOTED):
        notes[i] = 0
    for seat in range(view.seats):
        here = seat * NOTED
        for i in range(cards_in(view, ZONES.tableau + seat)):
            kind = deck.kind[card_at(view, ZONES.tableau + seat, i)]
            if deck.type[kind] == TYPE.guild:
                guild = here + deck.guild[kind]
                notes[POINTS + guild] = notes[POINTS + guild] + deck.points[kind]
                notes[CARDS + guild] = notes[CARDS + guild] + 1
            elif deck.type[kind] == TYPE.militia:
                notes[PENALTIES + here] = notes[PENALTIES + here] + deck.penalty[kind]
                notes[MILITIA + here] = notes[MILITIA + here] + 1


@rule
def worth(view: CadwallonState, deck: CadwallonDeck, notes: Numbers, seat: int, kind: int) -> int:
    """What a card adds to the points of a seat."""
    here = seat * NOTED
    if deck.type[kind] == TYPE.guild:
        guild, points = here + deck.guild[kind], deck.points[kind]
        return notes[POINTS + guild] + points * (notes[CARDS + guild] + 1) + NEW_GUILD
    if deck.type[kind] == TYPE.personality:
        most = 2 * NEW_GUILD
        for guild in range(GUILDS):
            if notes[CARDS + here + guild] < rule_number(view, deck, NUMBER.set_limit):
                most = max(most, notes[POINTS + here + guild])
        return most
    if deck.type[kind] == TYPE.militia:
        penalty = deck.penalty[kind] + rule_number(view, deck, NUMBER.penalty_more)
        if rule_number(view, deck, NUMBER.militia_multiplied) == 0:
            return -penalty
        return -notes[PENALTIES + here] - penalty * (notes[MILITIA + here] + 1)
    return ACTION_WORTH


@rule
def leaning(view: CadwallonState, deck: CadwallonDeck, notes: Numbers, seat: int, cell: int) -> int:
    """What a cell counts for a seat, in sixths of a point: what it wins, or minus what the leader wins."""
    found = np.zeros(MOST_SEATS, np.int64)
    winner = winner_of(judge(view, deck, cell, found))
    own, most, leader = int(found[seat]), 0, -1
    for other in range(view.seats):
        if other != seat and found[other] > most:
            most, leader = int(found[other]), other
    kind = deck.kind[card_in(view, cell)]
    if own == most:
        if winner < 0:
            return 0
        own, most, leader = (1, 0, leader) if winner == seat else (0, 1, winner)
    clear = min(abs(own - most), CLEAR)
    if own > most:
        return worth(view, deck, notes, seat, kind) * (CLEAR + clear)
    return -worth(view, deck, notes, leader, kind) * (CLEAR + clear) // (view.seats - 1)


@rule
def outlook(view: CadwallonState, deck: CadwallonDeck, notes: Numbers, seat: int) -> int:
    """What all cells count for a seat."""
    total = 0
    for cell in range(CELLS):
        total += leaning(view, deck, notes, seat, cell)
    return total


# An agent


@rule
def choose_boulevard(view: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> int:
    """The boulevard in which an agent improves the outlook most; chance decides among equal ones."""
    best, ties, chosen = LEAST, 0, 0
    for i in range(actions.count):
        boulevard = argument_of(actions.list[i])
        value = gain_of_agents(view, deck, actions.notes, seat, boulevard, seat, 1)
        if value > best:
            best, ties, chosen = value, 0, i
        if value == best:
            ties += 1
            if random_below(actions.random_state, ties) == 0:
                chosen = i
    return chosen


@rule
def gain_of_agents(
    view: CadwallonState, deck: CadwallonDeck, notes: Numbers, seat: int, boulevard: int, owner: int, more: int
) -> int:
    """What the outlook of a seat gains by more agents of somebody in a boulevard (-1: by one fewer)."""
    one, other = int(ENDS[boulevard, 0]), int(ENDS[boulevard, 1])
    before = leaning(view, deck, notes, seat, one) + leaning(view, deck, notes, seat, other)
    view.agents[boulevard, owner] += more
    after = leaning(view, deck, notes, seat, one) + leaning(view, deck, notes, seat, other)
    view.agents[boulevard, owner] -= more
    return after - before


# Action cards


@rule
def choose_card(view: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> int:
    """The card whose best targets improve the outlook most, if that is enough; otherwise none, which is listed last."""
    best, chosen = ENOUGH - 1, actions.count - 1
    for i in range(actions.count - 1):
        effect = EFFECT_OF_ACTION[deck.action[argument_of(actions.list[i])]]
        value = plan(view, deck, seat, effect, actions.notes)
        if value > best:
            best, chosen = value, i
    return chosen


@rule
def choose_target(view: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> int:
    """The target that was planned."""
    effect = top_frame(view, EFFECT)
    if effect == EFFECTS.tarot_mages:
        return choose_exchange(view, deck, seat, actions)
    if effect == EFFECTS.amnesty:
        return choose_contract_or_pardon(deck, actions)
    plan(view, deck, seat, effect, actions.notes)
    return position_of(actions, actions.notes[FIRST if top_frame(view, TARGET) < 0 else SECOND])


@rule
def plan(view: CadwallonState, deck: CadwallonDeck, seat: int, effect: int, notes: Numbers) -> int:
    """The best targets of an action card, noted as FIRST and SECOND; what they gain, LEAST if nothing is tried."""
    notes[FIRST] = -1
    notes[SECOND] = -1
    if effect == EFFECTS.new_markets or effect == EFFECTS.grand_procession or effect == EFFECTS.corner_deal:
        return plan_swap(view, deck, seat, effect, notes)
    if effect == EFFECTS.crowded_street or effect == EFFECTS.double_errand:
        return plan_another(view, deck, seat, effect, notes)
    if effect == EFFECTS.eviction:
        return plan_eviction(view, deck, seat, notes)
    if effect == EFFECTS.night_crossing:
        return plan_crossing(view, deck, seat, notes)
    if effect == EFFECTS.mistaken_identity:
        return plan_mistake(view, deck, seat, notes)
    if effect == EFFECTS.ducal_herald or effect == EFFECTS.scandal or effect == EFFECTS.backroom_vote:
        return plan_marker(view, deck, seat, effect, notes)
    if effect == EFFECTS.amnesty:
        return 6 * notes[seat * NOTED + PENALTIES]
    if effect == EFFECTS.tarot_mages:
        return LOOK_WORTH
    return LEAST  # a barricade


@rule(inlined=True)
def note_better(notes: Numbers, value: int, best: int, first: int, second: int) -> int:
    """Note targets that gain more than the best so far; returns the better gain."""
    if value > best:
        notes[FIRST] = first
        notes[SECOND] = second
        return value
    return best


@rule
def plan_swap(view: CadwallonState, deck: CadwallonDeck, seat: int, effect: int, notes: Numbers) -> int:
    """Two cards that change places."""
    best, before = LEAST, outlook(view, deck, notes, seat)
    for first in range(CELLS):
        found = partners(view, deck, effect, first)
        for second in range(first + 1, CELLS):
            if (found >> second) & 1 == 1:
                swap_cells(view, first, second)
                value = outlook(view, deck, notes, seat) - before
                swap_cells(view, first, second)
                best = note_better(notes, value, best, first, second)
    return best


@rule
def swap_cells(view: CadwallonState, first: int, second: int) -> None:
    """Try out that the cards of two cells change places."""
    card = card_in(view, first)
    view.rows[ZONES.cell[first], 0] = card_in(view, second)
    view.rows[ZONES.cell[second], 0] = card


@rule
def plan_another(view: CadwallonState, deck: CadwallonDeck, seat: int, effect: int, notes: Numbers) -> int:
    """One more agent."""
    best, fitting = LEAST, boulevards_for(view, seat, effect)
    for boulevard in range(BOULEVARD_COUNT):
        if (fitting >> boulevard) & 1 == 1:
            value = gain_of_agents(view, deck, notes, seat, boulevard, seat, 1)
            best = note_better(notes, value, best, boulevard, -1)
    return best


@rule
def plan_eviction(view: CadwallonState, deck: CadwallonDeck, seat: int, notes: Numbers) -> int:
    """One agent fewer of somebody else."""
    best, movable = LEAST, movable_boulevards(view, deck)
    for boulevard in range(BOULEVARD_COUNT):
        for owner in range(view.seats):
            if (movable >> boulevard) & 1 == 1 and owner != seat and view.agents[boulevard, owner] > 0:
                value = gain_of_agents(view, deck, notes, seat, boulevard, owner, -1)
                best = note_better(notes, value, best, boulevard * MOST_SEATS + owner, -1)
    return best


@rule
def plan_crossing(view: CadwallonState, deck: CadwallonDeck, seat: int, notes: Numbers) -> int:
    """One of the seat's agents moves."""
    best, before = LEAST, outlook(view, deck, notes, seat)
    from_here, to = standing(view, seat) & movable_boulevards(view, deck), free(view)
    for first in range(BOULEVARD_COUNT):
        for second in range(BOULEVARD_COUNT):
            if (from_here >> first) & 1 == 1 and (to >> second) & 1 == 1:
                view.agents[first, seat] -= 1
                view.agents[second, seat] += 1
                value = outlook(view, deck, notes, seat) - before
                view.agents[second, seat] -= 1
                view.agents[first, seat] += 1
                best = note_better(notes, value, best, first, second)
    return best


@rule
def plan_mistake(view: CadwallonState, deck: CadwallonDeck, seat: int, notes: Numbers) -> int:
    """One of the seat's agents changes places with another one."""
    best, before = LEAST, outlook(view, deck, notes, seat)
    for first in range(BOULEVARD_COUNT):
        found = exchangeable(view, deck, first, seat)
        for second in range(BOULEVARD_COUNT):
            for other in range(view.seats):
                if (found >> second) & 1 == 0 or other == seat or view.agents[second, other] == 0:
                    continue
                change_places(view, first, seat, second, other)
                value = outlook(view, deck, notes, seat) - before
                change_places(view, second, seat, first, other)
                target = second * MOST_SEATS + other
                best = note_better(notes, value, best, first * MOST_SEATS + seat, target)
    return best


@rule
def change_places(view: CadwallonState, first: int, seat: int, second: int, other: int) -> None:
    """Try out that an agent of one seat and one of another change places."""
    view.agents[first, seat] -= 1
    view.agents[second, seat] += 1
    view.agents[second, other] -= 1
    view.agents[first, other] += 1


@rule
def plan_marker(view: CadwallonState, deck: CadwallonDeck, seat: int, effect: int, notes: Numbers) -> int:
    """A card with more support value, with none, or with a vote."""
    best, before, fitting = LEAST, outlook(view, deck, notes, seat), cells_for(view, deck, seat, effect)
    for cell in range(CELLS):
        if (fitting >> cell) & 1 == 1:
            card = card_in(view, cell)
            more, none, votes = view.herald[card], view.scandal[card], view.votes[card]
            if effect == EFFECTS.ducal_herald:
                view.herald[card] = more + 1
            elif effect == EFFECTS.scandal:
                view.scandal[card] = 1
            else:
                view.votes[card] = votes | (1 << seat)
            value = outlook(view, deck, notes, seat) - before
            view.herald[card] = more
            view.scandal[card] = none
            view.votes[card] = votes
            best = note_better(notes, value, best, cell, -1)
    return best


@rule
def choose_exchange(view: CadwallonState, deck: CadwallonDeck, seat: int, actions: ActionList) -> int:
    """The exchange that improves the outlook most, or none; the cards are put back as they are listed."""
    if verb_of(actions.list[0]) == ACTIONS.put_back:
        return 0
    best, chosen, before = 0, actions.count - 1, outlook(view, deck, actions.notes, seat)
    for i in range(actions.count - 1):
        kind, cell = first_argument(actions.list[i]), second_argument(actions.list[i])
        leaving = card_in(view, cell)
        view.rows[ZONES.cell[cell], 0] = deck.first_card[kind]
        value = outlook(view, deck, actions.notes, seat) - before
        view.rows[ZONES.cell[cell], 0] = leaving
        if value > best:
            best, chosen = value, i
    return chosen
