"""How `greedy` plays Labyrinth City: all for one category, its own best, and roads that leave the city open.

It gives away what does not count there, asks for a favour if it gets nothing back, names the category in which it
can lay most, and lays each card where most roads stay open.
"""

from __future__ import annotations

from workbench.author import NONE, ActionList, Numbers, argument_of, card_at, cards_in, rule, verb_of
from workbench.games.guild_master.bots import (
    ANY_WORTH,
    SETS,
    choose_answer,
    choose_card,
    choose_category,
    choose_confirmation,
    position,
    side_worth,
)
from workbench.games.guild_master.deck import MAX_CATEGORIES, GuildMasterDeck
from workbench.games.guild_master.labyrinth_city.rules import PHASES, open_ends_after, spot_called, turned
from workbench.games.guild_master.labyrinth_city.table import ACTIONS, ZONES, CityState
from workbench.games.guild_master.player_interaction.bots import answer_or_offer, is_listed
from workbench.games.guild_master.player_interaction.floor import NO_FAVOUR, THEIR_FAVOUR
from workbench.games.guild_master.rules import prepares_offer

BEST = 12  # the weight of a point in a seat's best category, and how much less one weighs elsewhere per point behind
STEP = 3
USEFUL = 15  # from here on a card counts in the best category: worth owing a favour, and kept


@rule(inlined=True)
def choose(bot: int, view: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    weigh_categories(view, deck, seat, actions.notes)
    actions.notes[SETS] = 0
    if view.phase == PHASES.build:
        return choose_category(view, deck, seat, actions)
    if view.phase == PHASES.placement:
        return choose_placement(view, deck, seat, actions)
    return choose_on_the_floor(view, deck, seat, actions)


@rule(inlined=True)
def weigh_categories(view: CityState, deck: GuildMasterDeck, own: int, weights: Numbers) -> None:
    """What a point in a category is worth to a seat: most in its best one, less for each point that it is behind there.

    Fills weights[seat * MAX_CATEGORIES + category] from the running totals, for the bot with its hand as well.
    """
    for seat in range(view.seats):
        best = 0
        for category in range(deck.category_count):
            best = max(best, points_in(view, deck, own, seat, category))
        for category in range(deck.category_count):
            behind = best - points_in(view, deck, own, seat, category)
            weights[seat * MAX_CATEGORIES + category] = max(1, BEST - STEP * behind)


@rule(inlined=True)
def points_in(view: CityState, deck: GuildMasterDeck, own: int, seat: int, category: int) -> int:
    """The base points of a seat in a category, those of the bot's own hand included."""
    points = view.base_points[seat, category]
    if seat == own:
        for i in range(cards_in(view, ZONES.hand + seat)):
            points += deck.points[deck.kind[card_at(view, ZONES.hand + seat, i)], category]
    return points


@rule(inlined=True)
def choose_on_the_floor(view: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Go on with what was begun; otherwise decide, answer, offer or be done."""
    if view.staged_count[seat] > 0:
        return finish_offer(view, seat, actions)
    if prepares_offer(view, seat):
        return choose_card(view, deck, seat, view.own_partner[seat], actions, ANY_WORTH)
    if view.own_answer[seat] != NONE:
        return accept_or_swap(view, deck, seat, view.own_answer[seat], actions)
    if is_listed(actions, ACTIONS.confirm):
        return agree_or_not(view, deck, seat, actions)
    return answer_or_offer(view, deck, seat, actions)


@rule(inlined=True)
def finish_offer(view: CityState, seat: int, actions: ActionList) -> int:
    """An offer is made, and asks for a favour if favours are written down; an answer is given."""
    asks = prepares_offer(view, seat) and view.own_favour[seat] == NO_FAVOUR
    if asks and is_listed(actions, ACTIONS.promise + THEIR_FAVOUR):
        return position(actions, ACTIONS.promise + THEIR_FAVOUR)
    return position(actions, ACTIONS.done)


@rule(inlined=True)
def accept_or_swap(view: CityState, deck: GuildMasterDeck, seat: int, giver: int, actions: ActionList) -> int:
    """Give a card that is worth less for what is offered; without one take it as a gift, and owe a favour."""
    chosen = choose_answer(view, deck, seat, giver, actions)
    useful = side_worth(view, deck, seat, ZONES.offered + giver, actions.notes) >= USEFUL
    if actions.list[chosen] == ACTIONS.decline and useful and is_listed(actions, ACTIONS.done):
        return position(actions, ACTIONS.done)
    return chosen


@rule(inlined=True)
def agree_or_not(view: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Agree to what gains; give away a card that counts for little in return for a favour."""
    given = side_worth(view, deck, seat, ZONES.offered + seat, actions.notes)
    if view.favour[seat] == THEIR_FAVOUR and given < USEFUL:
        return position(actions, ACTIONS.confirm)
    return choose_confirmation(view, deck, seat, ZONES.answered[seat], ZONES.offered + seat, actions)


@rule(inlined=True)
def choose_placement(view: CityState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Take the first card that fits, and lay it so that most roads stay open."""
    if view.own_card[seat] == NONE:
        return 0
    roads = deck.roads[deck.kind[view.own_card[seat]]]
    best, chosen = -1, 0
    for i in range(actions.count):
        action = actions.list[i]
        spot = view.own_spot[seat]
        if verb_of(action) == ACTIONS.lay_beside:
            spot = spot_called(view, action - ACTIONS.lay_beside)
        elif verb_of(action) == ACTIONS.turn:
            roads = turned(deck.roads[deck.kind[view.own_card[seat]]], argument_of(action))
        left = open_ends_after(view, spot, roads)
        if left > best:
            best, chosen = left, i
    return chosen
