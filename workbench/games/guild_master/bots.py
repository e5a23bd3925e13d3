"""The computer players of Guild Master; each decides from what its seat may see.

`greedy` weighs every category by how near it is to a lead there, and every card by the weights of its
points. It draws all it may, offers the card that is worth most to a partner and little to itself, accepts
trades that gain, gives up its least useful cards while more can be drawn, and builds the category that
gains most.
"""

from __future__ import annotations

from workbench.games.guild_master.rules import (
    ANSWERING,
    BUILD,
    BUILD_CATEGORY,
    BUILT,
    CHOOSING,
    CONFIRM,
    CONFIRMING,
    DISCARD_PHASE,
    DONE,
    DRAW_1,
    DRAW_2,
    END_TRADE,
    HAND,
    OFFER_TO,
    OFFERED,
    PICK,
    PUT_BACK,
    STOCK,
)
from workbench.kernel.cards import card_at, cards_in
from workbench.kernel.game import Bot
from workbench.kernel.rule import rule

BOTS = (
    Bot("random", "Plays any legal move, each kind of move equally often."),
    Bot("greedy", "Trades, discards and builds for the categories it can lead."),
)

NEAR = 12  # the weight of a point where it decides a lead
UNSEEN_CARD = 12  # what a face-down card of a trade is taken to be worth
LEAST_GAIN = 2  # a trade must gain more than this
KEEP = 14  # cards worth less may be discarded while the stock lasts
OFFERS = 1  # offers made in one trade phase


@rule
def choose(bot, view, deck, seat, actions):
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.phase == DRAW_1 or view.phase == DRAW_2:
        return actions.count - 1
    if view.phase == DISCARD_PHASE:
        return choose_discard(view, deck, seat, actions)
    if view.phase == BUILD:
        return choose_building(view, deck, seat, actions)
    if view.trade_step == CHOOSING:
        return choose_partner(view, deck, seat, actions)
    if view.trade_step == CONFIRMING:
        return choose_confirmation(view, deck, seat, actions)
    if view.trade_step == ANSWERING:
        return choose_answer(view, deck, seat, actions)
    return choose_offer(view, deck, seat, actions)


@rule
def built_points(view, deck, seat, category):
    """The points of a seat's built cards in a category, bonuses aside."""
    points = 0
    for i in range(cards_in(view, BUILT + seat)):
        points += int(deck.points[int(deck.kind[card_at(view, BUILT + seat, i)]), category])
    return points


@rule
def weight(view, deck, seat, category):
    """What a point in a category is worth to a seat: most where it is level or just behind the best other seat."""
    best = 0
    for other in range(view.seats):
        if other != seat:
            best = max(best, built_points(view, deck, other, category))
    margin = built_points(view, deck, seat, category) - best
    if margin > 0:
        return max(1, NEAR - 3 * margin)
    return max(2, NEAR + 2 * margin)


@rule
def worth(view, deck, seat, kind):
    """What a card is worth to a seat if it builds it."""
    value = 0
    for category in range(deck.category_count):
        if deck.points[kind, category] > 0:
            value += int(deck.points[kind, category]) * weight(view, deck, seat, category)
    source = int(deck.bonus_source[int(view.bonus_sources), kind])
    if source >= 0 and has_built(view, deck, seat, source):
        value += weight(view, deck, seat, int(deck.bonus_category[kind]))
    return value


@rule
def has_built(view, deck, seat, kind):
    """Whether a seat has built a card of a kind."""
    for i in range(cards_in(view, BUILT + seat)):
        if deck.kind[card_at(view, BUILT + seat, i)] == kind:
            return True
    return False


@rule
def choose_partner(view, deck, seat, actions):
    """Offer to the seat that gains most from one of our cards, or end trading."""
    best, chosen = 0, actions.count - 1
    if view.offers_made >= OFFERS:
        return chosen
    for i in range(actions.count):
        if actions.list[i] == END_TRADE:
            continue
        gain = best_gift(view, deck, seat, int(actions.list[i]) - OFFER_TO)
        if gain > best:
            best, chosen = gain, i
    return chosen


@rule
def best_gift(view, deck, seat, partner):
    """The most that a partner gains over us from one of our cards."""
    best = 0
    for i in range(cards_in(view, HAND + seat)):
        kind = int(deck.kind[card_at(view, HAND + seat, i)])
        best = max(best, worth(view, deck, partner, kind) - worth(view, deck, seat, kind))
    return best


@rule
def choose_offer(view, deck, seat, actions):
    """Offer the one card that the partner gains most from."""
    return choose_one_card(view, deck, seat, int(view.partner), actions, 1000)


@rule
def choose_one_card(view, deck, seat, partner, actions, most):
    """Pick the card, worth less than `most` to us, that the partner gains most from; then be done."""
    chosen = position(actions, DONE)
    if view.staged_count[seat] > 0:
        return chosen
    best = -1000
    for i in range(actions.count):
        kind = int(actions.list[i]) - PICK
        if actions.list[i] >= PICK and actions.list[i] < PUT_BACK and worth(view, deck, seat, kind) < most:
            gain = worth(view, deck, partner, kind) - worth(view, deck, seat, kind)
            if gain > best:
                best, chosen = gain, i
    return chosen


@rule
def position(actions, action):
    """Where an action stands in the list, or the last place."""
    for i in range(actions.count):
        if actions.list[i] == action:
            return i
    return actions.count - 1


@rule
def side_worth(view, deck, seat, giver):
    """What a giver's side of the trade is worth to a seat, as far as the seat sees the cards."""
    value = 0
    seen = 0
    for card in range(view.card_count):
        if view.place[card] == OFFERED + giver:
            value += worth(view, deck, seat, int(deck.kind[card]))
            seen += 1
    return value + UNSEEN_CARD * (cards_in(view, OFFERED + giver) - seen)


@rule
def choose_answer(view, deck, seat, actions):
    """Answer with one card worth less to us than the offer, or decline (the last action)."""
    offered = side_worth(view, deck, seat, int(view.current))
    if view.staged_count[seat] > 0:
        return position(actions, DONE)
    chosen = choose_one_card(view, deck, seat, int(view.current), actions, offered - LEAST_GAIN)
    if actions.list[chosen] == DONE:
        return actions.count - 1
    return chosen


@rule
def choose_confirmation(view, deck, seat, actions):
    """Confirm a trade that gains, withdraw from any other."""
    gain = side_worth(view, deck, seat, int(view.partner)) - side_worth(view, deck, seat, seat)
    if gain > LEAST_GAIN:
        return position(actions, CONFIRM)
    return actions.count - 1


@rule
def choose_discard(view, deck, seat, actions):
    """Give up the least useful cards, while new ones can be drawn for them."""
    room = min(int(view.discard_max), cards_in(view, STOCK))
    for i in range(actions.count):
        if actions.list[i] >= PICK and actions.list[i] < PUT_BACK:
            kind = int(actions.list[i]) - PICK
            if worth(view, deck, seat, kind) < KEEP and rank(view, deck, seat, kind) < room:
                return i
    return position(actions, DONE)


@rule
def rank(view, deck, seat, kind):
    """How many cards of the hand are worth less than a card, equal ones in card order."""
    own = worth(view, deck, seat, kind)
    less = 0
    for i in range(cards_in(view, HAND + seat)):
        other = int(deck.kind[card_at(view, HAND + seat, i)])
        value = worth(view, deck, seat, other)
        if value < own or (value == own and other < kind):
            less += 1
    return less


@rule
def choose_building(view, deck, seat, actions):
    """Pick the category whose matching cards are worth most together, then build them all."""
    if view.category >= 0:
        return 0
    best, chosen = -1, 0
    for i in range(actions.count):
        value = 0
        for j in range(cards_in(view, HAND + seat)):
            kind = int(deck.kind[card_at(view, HAND + seat, j)])
            if deck.points[kind, int(actions.list[i]) - BUILD_CATEGORY] > 0:
                value += worth(view, deck, seat, kind)
        if value > best:
            best, chosen = value, i
    return chosen
