"""How `greedy` plays Increased Player Interaction: the base game's sums, with more weight on its worst category.

It bids what it could spare, lets the weakest tied seat have the title, answers and decides before it offers, and builds
all that fits. Since every category counts, a set of cards of one category is worth no more than its cards.
"""

from __future__ import annotations

from workbench.author import NONE, ActionList, Numbers, argument_of, card_at, cards_in, ranked, rule, verb_of
from workbench.games.guild_master.bots import (
    ANY_WORTH,
    KEEP,
    SETS,
    best_partner,
    choose_answer,
    choose_card,
    choose_category,
    choose_confirmation,
    choose_discards,
    choose_least,
    position,
    weigh_categories,
    worth_in_hand,
)
from workbench.games.guild_master.deck import MAX_CATEGORIES, GuildMasterDeck
from workbench.games.guild_master.player_interaction.names import OPTIONS
from workbench.games.guild_master.player_interaction.rules import PHASES, cards_to_pay
from workbench.games.guild_master.player_interaction.table import ACTIONS, ZONES, InteractionState
from workbench.games.guild_master.rules import prepares_offer

WORST = 6  # how much more a point counts in a worst category
MOST_BID = 2  # cards bid for the title, if bids are paid


@rule(inlined=True)
def choose(bot: int, view: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.phase == PHASES.draw_1 or view.phase == PHASES.draw_2:
        return actions.count - 1
    if view.phase == PHASES.build_cards:
        return 0
    if view.phase == PHASES.vote:
        return choose_candidate(view, actions)
    weigh_categories(view, deck, actions.notes)
    weigh_worst(view, deck, actions.notes)
    actions.notes[SETS] = 0
    if view.phase == PHASES.bid:
        return choose_bid(view, deck, seat, actions)
    if view.phase == PHASES.pay_bid:
        return choose_least(view, deck, seat, cards_to_pay(view, seat), ANY_WORTH, actions)
    if view.phase == PHASES.discard:
        return choose_discards(view, deck, seat, actions)
    if view.phase == PHASES.build:
        return choose_category(view, deck, seat, actions)
    return choose_on_the_floor(view, deck, seat, actions)


@rule(inlined=True)
def weigh_worst(view: InteractionState, deck: GuildMasterDeck, weights: Numbers) -> None:
    """A point in a seat's worst category counts once more (GM-218)."""
    for seat in range(view.seats):
        worst = view.base_points[seat, 0]
        for category in range(1, deck.category_count):
            worst = min(worst, view.base_points[seat, category])
        for category in range(deck.category_count):
            if view.base_points[seat, category] == worst:
                place = seat * MAX_CATEGORIES + category
                weights[place] = weights[place] + WORST


@rule(inlined=True)
def choose_bid(view: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Bid as many cards as can be spared, at most two; all of them if nobody pays."""
    if view.bid_cost == OPTIONS.bid_cost.none:
        return actions.count - 1
    spare = 0
    for i in range(cards_in(view, ZONES.hand + seat)):
        kind = deck.kind[card_at(view, ZONES.hand + seat, i)]
        spare += int(worth_in_hand(view, deck, seat, kind, actions.notes) < KEEP)
    return min(spare, MOST_BID, actions.count - 1)


@rule(inlined=True)
def choose_candidate(view: InteractionState, actions: ActionList) -> int:
    """Vote for the tied seat that has the fewest points."""
    fewest, chosen = ranked(actions, ANY_WORTH, 0), 0
    for i in range(actions.count):
        candidate = argument_of(actions.list[i])
        points = 0
        for category in range(MAX_CATEGORIES):
            points += view.base_points[candidate, category]
        found = ranked(actions, points, candidate)
        if found < fewest:
            fewest, chosen = found, i
    return chosen


@rule(inlined=True)
def choose_on_the_floor(view: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Go on with what was begun; otherwise decide, answer, offer or be done."""
    if view.staged_count[seat] > 0:
        return position(actions, ACTIONS.done)
    if prepares_offer(view, seat):
        return choose_card(view, deck, seat, view.own_partner[seat], actions, ANY_WORTH)
    if view.own_answer[seat] != NONE:
        return choose_answer(view, deck, seat, view.own_answer[seat], actions)
    if is_listed(actions, ACTIONS.confirm):
        return choose_confirmation(view, deck, seat, ZONES.answered[seat], ZONES.offered + seat, actions)
    return answer_or_offer(view, deck, seat, actions)


@rule(inlined=True)
def is_listed(actions: ActionList, action: int) -> bool:
    """Whether an action may be taken."""
    return actions.list[position(actions, action)] == action


@rule(inlined=True)
def answer_or_offer(view: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Look at an offer that waits for an answer; otherwise offer to the seat that gains most, or be done."""
    if verb_of(actions.list[actions.count - 1]) == ACTIONS.answer_to:
        return actions.count - 1
    chosen = -1
    if view.offers_by[seat] == 0:
        chosen = best_partner(view, deck, seat, actions, 0)
    return chosen if chosen >= 0 else position(actions, ACTIONS.end_trade)
