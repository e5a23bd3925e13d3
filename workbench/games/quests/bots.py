"""The computer player of Quests: `greedy` weighs what a quest pays against what its cards cost.

It sponsors if its hand can make a quest harder than the others look able to fight, sets the weakest foes first and the
strongest last, plays the cheapest set that beats what it sees, bids what it can spare, and keeps weapons and allies.
It uses what its seat sees and no more.
"""

from __future__ import annotations

from workbench.author import (
    EFFECT,
    ActionList,
    Bot,
    Bots,
    argument_of,
    card_at,
    cards_in,
    first_argument,
    identity_of,
    picked_cards,
    ranked,
    rule,
    second_argument,
    top_frame,
    verb_of,
)
from workbench.games.quests.battle import (
    battle_points,
    card_of_kind,
    free_bids,
    group_total,
    last_stage,
    may_play,
    place_in_order,
    player_total,
    rank_points,
    sealed,
    stages_of,
)
from workbench.games.quests.deck import TYPE, QuestsDeck
from workbench.games.quests.rules import EFFECTS, PHASES
from workbench.games.quests.table import ACTIONS, ZONES, QuestsState


class QuestsBots(Bots):
    """Who plays, the random one first."""

    random = Bot("Plays any legal move, each kind of move equally often.", "at random")
    greedy = Bot(
        "Sponsors what others can hardly fight, and plays the cheapest cards that win.",
        "thrifty with its cards",
    )


BOTS = QuestsBots()
# What a greedy seat assumes about what it cannot see.
USUAL_ARMS = 25  # battle points that another seat adds to its rank when it has to
CARD_OF_A_HIDDEN_STAGE = 12  # battle points of a card that lies face down
SPARED = 3  # cards that a seat keeps back from a bid
ALLY_WORTH, AMOUR_WORTH, TEST_WORTH, ABILITY_WORTH = 60, 22, 15, 20
PICKED = 1  # the one group of cards when a seat picks a set
MORE_THAN_ANY = 1 << 60  # than any rank
MOST, LEAST = 1, -1  # as the sign of ranks


@rule
def choose(bot: int, view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.frame_count > 0:
        return choose_in_effect(view, deck, seat, actions)
    if view.phase == PHASES.sponsor_offer or view.phase == PHASES.sponsor_vote:
        pays = best_stage(view, deck, seat) > strongest_other(view, deck, seat) + USUAL_ARMS
        return 0 if pays else actions.count - 1
    if view.phase == PHASES.quest_setup:
        return choose_setup(view, deck, seat, actions)
    if view.phase == PHASES.stage_play:
        return choose_play(view, deck, seat, actions, still_needed(view, deck, seat))
    if view.phase == PHASES.tournament_play:
        return choose_play(view, deck, seat, actions, worth_winning(view, deck, seat))
    if view.phase == PHASES.bidding:
        return choose_bid(view, deck, seat, actions)
    if view.phase == PHASES.bid_payment:
        return choose_least(view, deck, seat, actions, view.to_pay)
    return 0  # join, enter, look, the lone bid


@rule
def choose_in_effect(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """In a window, in an event, and while trimming, where the best ally goes into play before a card is discarded."""
    effect = top_frame(view, EFFECT)
    if effect == EFFECTS.mordred_window:
        return choose_victim(view, deck, seat, actions)
    if effect == EFFECTS.prosperity:
        return 0
    if effect == EFFECTS.kings_call_to_arms:
        return choose_by_worth(view, deck, actions, ACTIONS.pick, LEAST)
    if verb_of(actions.list[0]) == ACTIONS.put_into_play:
        return choose_by_worth(view, deck, actions, ACTIONS.put_into_play, MOST)
    return choose_by_worth(view, deck, actions, ACTIONS.discard, LEAST)


# What cards are worth to a hand


@rule
def worth(view: QuestsState, deck: QuestsDeck, kind: int) -> int:
    """What a card is worth in hand: weapons and allies win fights, foes only fill quests."""
    type_ = deck.type[kind]
    if type_ == TYPE.ally:
        return ALLY_WORTH + deck.bp[kind]
    if type_ == TYPE.amour:
        return AMOUR_WORTH
    if type_ == TYPE.test:
        return TEST_WORTH
    if type_ == TYPE.weapon:
        return 2 * deck.bp[kind]
    return deck.bp[kind] // 2 + (ABILITY_WORTH if deck.ability[kind] > 0 else 0)


@rule
def rank_in_hand(view: QuestsState, deck: QuestsDeck, actions: ActionList, kind: int) -> int:
    """What a card is worth in hand, with a key that decides between equal ones."""
    return ranked(actions, int(worth(view, deck, kind)), identity_of(deck, kind))


@rule
def choose_by_worth(view: QuestsState, deck: QuestsDeck, actions: ActionList, verb: int, sign: int) -> int:
    """The listed card of a verb that is worth most or, with the sign -1, least; without one what is listed last."""
    chosen, best = actions.count - 1, -MORE_THAN_ANY
    for i in range(actions.count):
        if verb_of(actions.list[i]) == verb:
            rank = sign * rank_in_hand(view, deck, actions, argument_of(actions.list[i]))
            if rank > best:
                chosen, best = i, rank
    return chosen


@rule
def choose_least(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList, number: int) -> int:
    """Pick the `number` cards of a hand that are worth least, in the order in which a set is picked."""
    hand = ZONES.hand + seat
    for a in range(actions.count):
        action = actions.list[a]
        if verb_of(action) == ACTIONS.pick and is_among_least(view, deck, hand, argument_of(action), number, actions):
            return a
    return actions.count - 1 if picked_cards(view, seat) == number else 0


@rule
def is_among_least(view: QuestsState, deck: QuestsDeck, hand: int, kind: int, number: int, actions: ActionList) -> bool:
    """Whether an unpicked card of a kind is among the `number` cards of a hand that are worth least."""
    rank = rank_in_hand(view, deck, actions, kind)
    lower, met = 0, False
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        if deck.kind[card] != kind:
            lower += int(rank_in_hand(view, deck, actions, deck.kind[card]) < rank)
        elif view.staged[card] == 0:
            met = True
        elif not met:
            lower += 1  # one of the kind that has already been picked
    return met and lower < number


# Sponsoring


@rule
def best_stage(view: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The strongest foe of the hand with every weapon once."""
    hand, foe, arms, last = ZONES.hand + seat, 0, 0, -1
    for i in range(cards_in(view, hand)):
        kind = deck.kind[card_at(view, hand, i)]
        if deck.type[kind] == TYPE.foe:
            foe = max(foe, battle_points(view, deck, kind, -1))
        elif deck.type[kind] == TYPE.weapon and kind != last:
            arms += deck.bp[kind]
        last = kind
    return foe + arms


@rule
def strongest_other(view: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The highest total that lies open before another seat."""
    best = 0
    for other in range(view.seats):
        if other != seat:
            best = max(best, player_total(view, deck, other))
    return best


@rule
def choose_setup(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The weakest card for each stage but the last; there the strongest, armed until it is hard enough."""
    stage, last = last_stage(view, seat), stages_of(view, deck) - 1
    if stage == last:
        arms = choose_arms(view, deck, seat, actions)
        if arms >= 0:
            return arms
    sign = MOST if stage + 1 >= last else LEAST
    chosen, best = 0, -MORE_THAN_ANY
    for i in range(actions.count):
        action = actions.list[i]
        if verb_of(action) == ACTIONS.place:
            kind = second_argument(action)
            value = sign * int(battle_points(view, deck, kind, -1))
            if first_argument(action) > stage:
                value += 1000  # a new stage rather than a weapon for the one before
            rank = ranked(actions, value, identity_of(deck, kind))
            if rank > best:
                chosen, best = i, rank
    return chosen


@rule
def choose_arms(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The next weapon of the last stage, in the order in which a stage is armed; with none left, the quest is set.

    -1 if it cannot be set yet.
    """
    weapons = weapons_to_set(view, deck, seat, actions)
    chosen = actions.count - 1 if actions.list[actions.count - 1] == ACTIONS.confirm else -1
    least = MORE_THAN_ANY
    for i in range(actions.count):
        action = actions.list[i]
        if verb_of(action) == ACTIONS.place and (weapons >> second_argument(action)) & 1 == 1:
            place = place_in_order(deck, second_argument(action))
            if place < least:
                chosen, least = i, place
    return chosen


@rule
def weapons_to_set(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The kinds of weapons of the last stage, as bits: the largest until it is hard enough.

    They depend on the hand alone, whether or not its cards are placed, so they stay the same after each placement.
    """
    hand, group = ZONES.hand + seat, last_stage(view, seat) + 1
    missing = strongest_other(view, deck, seat) + USUAL_ARMS
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        if view.staged[card] == group and deck.type[deck.kind[card]] == TYPE.foe:
            missing -= battle_points(view, deck, deck.kind[card], -1)
    chosen = 0
    while missing >= 0:
        kind = find_weapon(view, deck, seat, chosen, group, 1, MOST, actions)
        if kind < 0:
            return chosen
        chosen |= 1 << kind
        missing -= deck.bp[kind]
    return chosen


# Fighting


@rule
def still_needed(view: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """Battle points that a seat lacks to pass the stage, as far as it can tell; 0 in a test."""
    stage = view.stage_now
    if cards_in(view, ZONES.turned[stage]) > 0:
        if deck.type[deck.kind[card_at(view, ZONES.turned[stage], 0)]] == TYPE.test:
            return 0
        return group_total(view, deck, ZONES.turned[stage], 0) - player_total(view, deck, seat)
    return CARD_OF_A_HIDDEN_STAGE * (1 + cards_of_hidden(view, deck, stage)) - player_total(view, deck, seat)


@rule
def cards_of_hidden(view: QuestsState, deck: QuestsDeck, stage: int) -> int:
    """How many cards a face-down stage has; if only the number of all those left is known, an even share of it."""
    if not sealed(view):
        return cards_in(view, ZONES.stage[stage])
    left = stages_of(view, deck) - stage
    return (cards_in(view, ZONES.sealed + view.sponsor) + left - 1) // left


@rule
def worth_winning(view: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """Battle points to add in a tournament: what another contender may well add to its rank, and a little more."""
    best = 0
    for other in range(view.seats):
        if other != seat and (view.contenders >> other) & 1 == 1:
            best = max(best, rank_points(view, other))
    return best + USUAL_ARMS + 1 - player_total(view, deck, seat)


@rule
def choose_play(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList, needed: int) -> int:
    """Allies always, an amour if it may help, and the cheapest weapons that make up what is missing.

    The set depends on the hand alone, whether or not its cards are picked, so it stays the same after each pick.
    """
    weapons = weapons_to_play(view, deck, seat, needed - points_of_friends(view, deck, seat), actions)
    for i in range(actions.count):
        action = actions.list[i]
        if verb_of(action) == ACTIONS.pick:
            kind = argument_of(action)
            if deck.type[kind] != TYPE.weapon or (weapons >> kind) & 1 == 1:
                return i
    return actions.count - 1


@rule
def points_of_friends(view: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """Battle points of the allies of a hand, and of an amour if none is in play."""
    hand, points, amour = ZONES.hand + seat, 0, False
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        kind = deck.kind[card]
        if deck.type[kind] == TYPE.ally:
            points += battle_points(view, deck, kind, seat)
        elif deck.type[kind] == TYPE.amour and not amour:
            amour = view.staged[card] == PICKED or may_play(view, deck, seat, kind, 1)
            points += battle_points(view, deck, kind, seat) if amour else 0
    return points


@rule
def weapons_to_play(view: QuestsState, deck: QuestsDeck, seat: int, needed: int, actions: ActionList) -> int:
    """The kinds of weapons to play, as bits: none if even all of them are too few.

    The largest until one weapon is enough for the rest, and then the smallest that is.
    """
    chosen = 0
    while needed > 0:
        kind = find_weapon(view, deck, seat, chosen, PICKED, needed, LEAST, actions)
        if kind < 0:
            kind = find_weapon(view, deck, seat, chosen, PICKED, 1, MOST, actions)
        if kind < 0:
            return 0
        chosen |= 1 << kind
        needed -= deck.bp[kind]
    return chosen


@rule
def find_weapon(
    view: QuestsState, deck: QuestsDeck, seat: int, chosen: int, group: int, least: int, sign: int, actions: ActionList
) -> int:
    """A weapon of a hand that is in no group but this one, and neither chosen nor played; -1 if there is none.

    Of those with enough battle points it is the largest or, with the sign -1, the smallest.
    """
    best, found = -MORE_THAN_ANY, -1
    for i in range(cards_in(view, ZONES.hand + seat)):
        card = card_at(view, ZONES.hand + seat, i)
        kind = deck.kind[card]
        free = deck.type[kind] == TYPE.weapon and view.staged[card] in (0, group) and (chosen >> kind) & 1 == 0
        if free and least <= deck.bp[kind] and card_of_kind(view, deck, ZONES.played + seat, 0, kind) < 0:
            rank = sign * ranked(actions, deck.bp[kind], identity_of(deck, kind))
            if rank > best:
                best, found = rank, kind
    return found


# Bidding, and Mordred


@rule
def choose_bid(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The lowest bid that is listed, as long as it costs no more cards than can be spared; otherwise pass."""
    action = actions.list[0]
    spare = cards_in(view, ZONES.hand + seat) - SPARED - stages_of(view, deck) + view.stage_now
    if verb_of(action) == ACTIONS.bid and argument_of(action) - free_bids(view, deck, seat) <= spare:
        return 0
    return actions.count - 1


@rule
def choose_victim(view: QuestsState, deck: QuestsDeck, seat: int, actions: ActionList) -> int:
    """The ally worth most by its battle points and its owner's rank; pass if none is worth a Mordred."""
    chosen, best = actions.count - 1, (ALLY_WORTH + 1) << 32
    for i in range(actions.count):
        action = actions.list[i]
        if verb_of(action) == ACTIONS.use_mordred:
            owner, kind = first_argument(action), second_argument(action)
            value = 3 * int(battle_points(view, deck, kind, owner)) + 10 * view.rank[owner]
            rank = ranked(actions, value, identity_of(deck, kind))
            if rank > best:
                chosen, best = i, rank
    return chosen
