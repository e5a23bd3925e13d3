"""The computer players of Guild Master; each decides from what its seat may see.

`greedy` weighs every category by how near it is to a lead there, and every card by the weights of its
points; a card in its hand counts more for each other one there that can be built with it. It draws all it
may, offers the card that is worth most to a partner and little to itself, accepts trades that gain, gives up
its least useful cards while more can be drawn, and builds the category that gains most.
"""

from __future__ import annotations

from workbench.author import (
    NONE,
    ActionList,
    Bot,
    Bots,
    Numbers,
    argument_of,
    card_at,
    cards_in,
    identity_of,
    ranked,
    rule,
    verb_of,
)
from workbench.games.guild_master.deck import MAX_CATEGORIES, GuildMasterDeck
from workbench.games.guild_master.rules import PHASES, carries, prepares_offer
from workbench.games.guild_master.scoring import owns
from workbench.games.guild_master.table import ACTIONS, TRADE_STEPS, ZONES, GuildMasterState


class GuildMasterBots(Bots):
    """Who plays, the random one first."""

    random = Bot("Plays any legal move, each kind of move equally often.", "at random")
    greedy = Bot("Trades, discards and builds for the categories it can lead.", "plays to lead")


BOTS = GuildMasterBots()

NEAR = 12  # the weight of a point when it decides a lead
UNSEEN_CARD = 12  # what a face-down card of a trade is taken to be worth
LEAST_GAIN = 2  # a trade must gain more than this
KEEP = 14  # cards worth less may be discarded while the stock lasts
OFFERS = 3  # offers made in one trade phase, each to another seat
TOGETHER = 4  # how much more a card counts for each other card of the hand that is built in one category with it
ANY_WORTH = 1000  # more than any card is worth

# Legend of a bot's notes while it decides: [seat * MAX_CATEGORIES + category] what a point is worth, and behind them
SETS = 511  # how much more a card counts for each other card of its set: TOGETHER, or 0 if sets are worth nothing


@rule(inlined=True)
def choose(bot: int, view: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.phase == PHASES.draw_1 or view.phase == PHASES.draw_2:
        return actions.count - 1
    if view.phase == PHASES.build and view.category != NONE:
        return 0
    if view.staged_count[seat] > 0 and view.phase != PHASES.discard:
        return position(actions, ACTIONS.done)
    weigh_categories(view, deck, actions.notes)
    actions.notes[SETS] = TOGETHER
    if view.phase == PHASES.discard:
        return choose_discards(view, deck, seat, actions)
    if view.phase == PHASES.build:
        return choose_category(view, deck, seat, actions)
    if prepares_offer(view, seat):
        return choose_card(view, deck, seat, view.own_partner[seat], actions, ANY_WORTH)
    if view.trade_step == TRADE_STEPS.choosing:
        return choose_partner(view, deck, seat, actions)
    if view.trade_step == TRADE_STEPS.confirming:
        received, given = ZONES.offered + view.partner, ZONES.offered + seat
        return choose_confirmation(view, deck, seat, received, given, actions)
    return choose_answer(view, deck, seat, view.current, actions)


@rule(inlined=True)
def weigh_categories(view: GuildMasterState, deck: GuildMasterDeck, weights: Numbers) -> None:
    """What a point in a category is worth to a seat: most where it is level or just behind the best other seat.

    Fills weights[seat * MAX_CATEGORIES + category] from the running totals.
    """
    for category in range(deck.category_count):
        best = -1
        second = -1
        for seat in range(view.seats):
            points = view.base_points[seat, category]
            if points > best:
                second = best
                best = points
            elif points > second:
                second = points
        for seat in range(view.seats):
            points = view.base_points[seat, category]
            margin = points - (second if points == best else best)
            weight = max(1, NEAR - 3 * margin) if margin > 0 else max(2, NEAR + 2 * margin)
            weights[seat * MAX_CATEGORIES + category] = weight


@rule(inlined=True)
def worth(view: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int, weights: Numbers) -> int:
    """What a card is worth to a seat that builds it; the bonus counts if its source is built."""
    sheet = seat * MAX_CATEGORIES
    value = int(weights[sheet + deck.resource[0, kind]]) + int(weights[sheet + deck.resource[1, kind]])
    source = deck.bonus_source[view.bonus_sources, kind]
    if source >= 0 and owns(view, deck, seat, source):
        value += int(weights[sheet + deck.bonus_category[kind]])
    return value


@rule(inlined=True)
def worth_in_hand(view: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int, weights: Numbers) -> int:
    """What a card of our hand is worth to us, beside the others there."""
    return worth(view, deck, seat, kind, weights) + int(weights[SETS]) * (most_together(view, deck, seat, kind) - 1)


@rule(inlined=True)
def worth_beside_hand(view: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int, weights: Numbers) -> int:
    """What a card that is not in our hand would be worth to us there."""
    return worth(view, deck, seat, kind, weights) + int(weights[SETS]) * most_together(view, deck, seat, kind)


@rule(inlined=True)
def most_together(view: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int) -> int:
    """How many cards of our hand could be built at once in a category of a kind, the better of its two."""
    first, second = 0, 0
    for i in range(cards_in(view, ZONES.hand + seat)):
        other = deck.kind[card_at(view, ZONES.hand + seat, i)]
        first += int(carries(deck, other, deck.resource[0, kind]))
        second += int(carries(deck, other, deck.resource[1, kind]))
    return max(first, second)


@rule(inlined=True)
def choose_partner(view: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Offer to the seat that gains most from one of our cards, next to the seat that gains second most, or end trading.

    What a seat gains stays the same after an offer is refused, so no seat is offered the same again.
    """
    chosen = -1
    if view.offers_made < OFFERS:
        chosen = best_partner(view, deck, seat, actions, view.offers_made)
    return chosen if chosen >= 0 else position(actions, ACTIONS.end_trade)


@rule(inlined=True)
def best_partner(view: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList, asked: int) -> int:
    """The position of the offer to the seat that gains most over us from one of our cards, after those asked; -1: none.

    The `asked` seats that gain most have already been asked.
    """
    chosen, least = -1, ranked(actions, ANY_WORTH, 0)
    for _ in range(asked + 1):
        best, chosen = 0, -1
        for i in range(actions.count):
            if verb_of(actions.list[i]) == ACTIONS.offer_to:
                partner = argument_of(actions.list[i])
                gain = best_gift(view, deck, seat, partner, actions.notes)
                found = ranked(actions, gain, partner)
                if gain > 0 and best < found < least:
                    best, chosen = found, i
        least = best
    return chosen


@rule(inlined=True)
def best_gift(view: GuildMasterState, deck: GuildMasterDeck, seat: int, partner: int, weights: Numbers) -> int:
    """The most that a partner gains over us from one of our cards."""
    best = 0
    for i in range(cards_in(view, ZONES.hand + seat)):
        kind = deck.kind[card_at(view, ZONES.hand + seat, i)]
        best = max(best, worth(view, deck, partner, kind, weights) - worth_in_hand(view, deck, seat, kind, weights))
    return best


@rule(inlined=True)
def choose_card(
    view: GuildMasterState, deck: GuildMasterDeck, seat: int, partner: int, actions: ActionList, most: int
) -> int:
    """Pick the card, worth less than `most` to us, that the partner gains most from; with none, be done."""
    chosen = position(actions, ACTIONS.done)
    best = ranked(actions, -ANY_WORTH, 0)
    for i in range(actions.count):
        if verb_of(actions.list[i]) != ACTIONS.pick:
            continue
        kind = argument_of(actions.list[i])
        own = worth_in_hand(view, deck, seat, kind, actions.notes)
        gain = worth(view, deck, partner, kind, actions.notes) - own
        found = ranked(actions, gain, identity_of(deck, kind))
        if own < most and found > best:
            best, chosen = found, i
    return chosen


@rule(inlined=True)
def position(actions: ActionList, action: int) -> int:
    """Where an action is in the list, or the last place."""
    for i in range(actions.count):
        if actions.list[i] == action:
            return i
    return actions.count - 1


@rule(inlined=True)
def choose_answer(view: GuildMasterState, deck: GuildMasterDeck, seat: int, giver: int, actions: ActionList) -> int:
    """Answer with one card worth less to us than the offer, or decline."""
    offered = side_worth(view, deck, seat, ZONES.offered + giver, actions.notes)
    chosen = choose_card(view, deck, seat, giver, actions, offered - LEAST_GAIN)
    if verb_of(actions.list[chosen]) != ACTIONS.pick:
        return position(actions, ACTIONS.decline)
    return chosen


@rule(inlined=True)
def side_worth(view: GuildMasterState, deck: GuildMasterDeck, seat: int, place: int, weights: Numbers) -> int:
    """What one side of a trade is worth to a seat, as far as the seat sees the cards."""
    count = cards_in(view, place)
    value = 0
    seen = 0
    card = 0
    while seen < count and card < view.card_count:
        if view.place[card] == place:
            value += worth_beside_hand(view, deck, seat, deck.kind[card], weights)
            seen += 1
        card += 1
    return value + UNSEEN_CARD * (count - seen)


@rule(inlined=True)
def choose_confirmation(
    view: GuildMasterState, deck: GuildMasterDeck, seat: int, received: int, given: int, actions: ActionList
) -> int:
    """Confirm a trade that gains, withdraw from any other; both sides are places."""
    gain = side_worth(view, deck, seat, received, actions.notes) - side_worth(view, deck, seat, given, actions.notes)
    return position(actions, ACTIONS.confirm if gain > LEAST_GAIN else ACTIONS.withdraw)


@rule(inlined=True)
def choose_discards(view: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Give up the least useful cards, while new ones can be drawn for them."""
    return choose_least(view, deck, seat, min(view.discard_max, cards_in(view, ZONES.stock)), KEEP, actions)


@rule(inlined=True)
def choose_least(
    view: GuildMasterState, deck: GuildMasterDeck, seat: int, number: int, most: int, actions: ActionList
) -> int:
    """Pick from a hand the `number` cards that are worth least, those that are worth less than `most`; then be done."""
    for i in range(actions.count):
        if verb_of(actions.list[i]) != ACTIONS.pick:
            continue
        kind = argument_of(actions.list[i])
        value = worth_in_hand(view, deck, seat, kind, actions.notes)
        if value < most and worse_cards(view, deck, seat, kind, value, actions) < number:
            return i
    return position(actions, ACTIONS.done)


@rule(inlined=True)
def worse_cards(
    view: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int, value: int, actions: ActionList
) -> int:
    """How many cards of the hand are worth less than one of a kind."""
    rank = ranked(actions, value, identity_of(deck, kind))
    worse = 0
    for i in range(cards_in(view, ZONES.hand + seat)):
        other = deck.kind[card_at(view, ZONES.hand + seat, i)]
        its = worth_in_hand(view, deck, seat, other, actions.notes)
        worse += int(ranked(actions, its, identity_of(deck, other)) < rank)
    return worse


@rule(inlined=True)
def choose_category(view: GuildMasterState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Pick the category whose matching cards are worth most together."""
    best, chosen = ranked(actions, -1, 0), 0
    for i in range(actions.count):
        category = argument_of(actions.list[i])
        value = 0
        for j in range(cards_in(view, ZONES.hand + seat)):
            kind = deck.kind[card_at(view, ZONES.hand + seat, j)]
            if carries(deck, kind, category):
                value += worth(view, deck, seat, kind, actions.notes)
        found = ranked(actions, value, category)
        if found > best:
            best, chosen = found, i
    return chosen
