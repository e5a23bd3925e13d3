"""The computer player of Quests: `greedy` weighs what a quest pays against what its cards cost.

It sponsors what its hand can make harder than the others look able to fight, sets the weakest foes first and the
strongest last, plays the cheapest set that beats what it sees, bids what it can spare, and keeps weapons and allies.
It uses what its seat sees and no more.
"""

from __future__ import annotations

from workbench.author import (
    ACTIONS,
    EFFECT,
    EFFECTS,
    PHASES,
    ZONES,
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
    first_unused,
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
from workbench.games.quests.deck import TYPE

BOTS = Bots(
    (
        Bot("random", "Plays any legal move, each kind of move equally often.", "at random"),
        Bot(
            "greedy",
            "Sponsors what others can hardly fight, and plays the cheapest cards that win.",
            "thrifty with its cards",
        ),
    )
)
# How a greedy seat thinks of what it cannot see.
USUAL_ARMS = 25  # battle points that another seat adds to its rank where it has to
CARD_OF_A_HIDDEN_STAGE = 12  # battle points of a card that lies face down
SPARED = 3  # cards that a seat keeps back from a bid
ALLY_WORTH, AMOUR_WORTH, TEST_WORTH, ABILITY_WORTH = 60, 22, 15, 20
PICKED = 1  # the one group of cards where a seat picks a set
MORE_THAN_ANY = 1 << 60  # than any rank


@rule(inlined=False)
def choose(bot, view, deck, seat, actions):
    """The position in the list of the action that `greedy` takes, from the view of its seat."""
    if view.frame_count > 0:
        return choose_in_effect(view, deck, seat, actions)
    if view.phase == PHASES.sponsor_offer or view.phase == PHASES.sponsor_vote:
        return 0 if pays_to_sponsor(view, deck, seat) else actions.count - 1
    if view.phase == PHASES.quest_setup:
        return choose_setup(view, deck, seat, actions)
    if view.phase == PHASES.stage_play:
        return choose_play(view, deck, seat, actions, still_needed(view, deck, seat))
    if view.phase == PHASES.tournament_play:
        return choose_play(view, deck, seat, actions, worth_winning(view, deck, seat))
    if view.phase == PHASES.bidding:
        return choose_bid(view, deck, seat, actions)
    if view.phase == PHASES.bid_payment:
        return choose_least(view, deck, seat, actions, int(view.to_pay))
    return 0  # join, enter, look, the lone bid


@rule(inlined=False)
def choose_in_effect(view, deck, seat, actions):
    """In a window, while trimming, and in an event."""
    effect = top_frame(view, EFFECT)
    if effect == EFFECTS.mordred_window:
        return choose_victim(view, deck, seat, actions)
    if effect == EFFECTS.trim:
        return choose_trim(view, deck, actions)
    return 0 if effect == EFFECTS.prosperity else choose_lowest(view, deck, actions)


# What cards are worth to a hand


@rule(inlined=False)
def worth(view, deck, kind):
    """What a card is worth in hand: weapons and allies win fights, foes only fill quests."""
    type_ = deck.type[kind]
    if type_ == TYPE.ally:
        return ALLY_WORTH + int(deck.bp[kind])
    if type_ == TYPE.amour:
        return AMOUR_WORTH
    if type_ == TYPE.test:
        return TEST_WORTH
    if type_ == TYPE.weapon:
        return 2 * int(deck.bp[kind])
    return int(deck.bp[kind]) // 2 + (ABILITY_WORTH if deck.ability[kind] > 0 else 0)


@rule(inlined=False)
def rank_in_hand(view, deck, actions, kind):
    """What a card is worth in hand, told apart from others that are worth as much."""
    return ranked(actions, int(worth(view, deck, kind)), identity_of(deck, kind))


@rule(inlined=False)
def choose_lowest(view, deck, actions):
    """The listed card that is worth least; `done` once nothing else is listed."""
    chosen, least = actions.count - 1, MORE_THAN_ANY
    for i in range(actions.count):
        if verb_of(int(actions.list[i])) == ACTIONS.pick:
            found = rank_in_hand(view, deck, actions, argument_of(int(actions.list[i])))
            if found < least:
                chosen, least = i, found
    return chosen


@rule(inlined=False)
def choose_trim(view, deck, actions):
    """The best ally goes into play; else what is worth least is discarded."""
    into_play = verb_of(int(actions.list[0])) == ACTIONS.put_into_play
    chosen, best = 0, -MORE_THAN_ANY
    for i in range(actions.count):
        action = int(actions.list[i])
        if (verb_of(action) == ACTIONS.put_into_play) == into_play:
            found = rank_in_hand(view, deck, actions, argument_of(action))
            rank = found if into_play else -found
            if rank > best:
                chosen, best = i, rank
    return chosen


@rule(inlined=False)
def choose_least(view, deck, seat, actions, number):
    """Of a hand, the cards that are worth least, so many of them, in the order in which a set is picked."""
    hand = ZONES.hand + seat
    for a in range(actions.count):
        action = int(actions.list[a])
        if verb_of(action) == ACTIONS.pick and is_among_least(view, deck, hand, argument_of(action), number, actions):
            return a
    return actions.count - 1 if picked_cards(view, seat) == number else 0


@rule(inlined=False)
def is_among_least(view, deck, hand, kind, number, actions):
    """Whether an unpicked card of a kind is among so many cards of a hand that are worth least."""
    rank = rank_in_hand(view, deck, actions, kind)
    lower, met = 0, False
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        if deck.kind[card] != kind:
            lower += int(rank_in_hand(view, deck, actions, int(deck.kind[card])) < rank)
        elif view.staged[card] == 0:
            met = True
        elif not met:
            lower += 1  # one of the kind that is picked already
    return met and lower < number


# Sponsoring


@rule(inlined=False)
def pays_to_sponsor(view, deck, seat):
    """Whether the last stage could be harder than the strongest of the others looks able to fight."""
    return best_stage(view, deck, seat) > strongest_other(view, deck, seat) + USUAL_ARMS


@rule(inlined=False)
def best_stage(view, deck, seat):
    """The strongest foe of the hand with every weapon once."""
    hand, foe, arms = ZONES.hand + seat, 0, 0
    for i in range(cards_in(view, hand)):
        kind = int(deck.kind[card_at(view, hand, i)])
        if deck.type[kind] == TYPE.foe:
            foe = max(foe, battle_points(view, deck, kind, -1))
        elif deck.type[kind] == TYPE.weapon and first_unused(view, deck, hand, 0, i):
            arms += int(deck.bp[kind])
    return foe + arms


@rule(inlined=False)
def strongest_other(view, deck, seat):
    """The highest total that lies open before another seat."""
    best = 0
    for other in range(int(view.seats)):
        if other != seat:
            best = max(best, player_total(view, deck, other))
    return best


@rule(inlined=False)
def choose_setup(view, deck, seat, actions):
    """The weakest card for each stage but the last; there the strongest, armed until it is hard enough."""
    stage, last = last_stage(view, seat), stages_of(view, deck) - 1
    if stage == last:
        arms = choose_arms(view, deck, seat, actions)
        if arms >= 0:
            return arms
    wants_most = stage + 1 >= last
    chosen, best = 0, -MORE_THAN_ANY
    for i in range(actions.count):
        action = int(actions.list[i])
        if verb_of(action) == ACTIONS.place:
            kind = second_argument(action)
            points = int(battle_points(view, deck, kind, -1))
            value = points if wants_most else -points
            if first_argument(action) > stage:
                value += 1000  # a new stage rather than a weapon for the one before
            rank = ranked(actions, value, identity_of(deck, kind))
            if rank > best:
                chosen, best = i, rank
    return chosen


@rule(inlined=False)
def choose_arms(view, deck, seat, actions):
    """The next weapon of the last stage, in the order in which a stage is armed; with none left, the quest is set.

    -1 where it cannot be set yet.
    """
    weapons = weapons_to_set(view, deck, seat, actions)
    chosen, least = -1, MORE_THAN_ANY
    if actions.list[actions.count - 1] == ACTIONS.confirm:
        chosen = actions.count - 1
    for i in range(actions.count):
        action = int(actions.list[i])
        if verb_of(action) == ACTIONS.place and (weapons >> second_argument(action)) & 1 == 1:
            place = place_in_order(deck, second_argument(action))
            if place < least:
                chosen, least = i, place
    return chosen


@rule(inlined=False)
def weapons_to_set(view, deck, seat, actions):
    """The kinds of weapons of the last stage, as bits: the largest until it is hard enough.

    They follow from the hand alone, placed cards or not, so that they are the same after each one that is placed.
    """
    hand, group = ZONES.hand + seat, last_stage(view, seat) + 1
    missing = strongest_other(view, deck, seat) + USUAL_ARMS
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        if view.staged[card] == group and deck.type[deck.kind[card]] == TYPE.foe:
            missing -= battle_points(view, deck, int(deck.kind[card]), -1)
    chosen = 0
    while missing >= 0:
        kind = largest_weapon(view, deck, seat, chosen, group, actions)
        if kind < 0:
            return chosen
        chosen |= 1 << kind
        missing -= int(deck.bp[kind])
    return chosen


# Fighting


@rule(inlined=False)
def still_needed(view, deck, seat):
    """Battle points that a seat lacks to pass the stage, as far as it can tell; 0 in a test."""
    stage = int(view.stage_now)
    open_cards = cards_in(view, ZONES.turned[stage])
    if open_cards > 0:
        if deck.type[deck.kind[card_at(view, ZONES.turned[stage], 0)]] == TYPE.test:
            return 0
        return group_total(view, deck, ZONES.turned[stage], 0) - player_total(view, deck, seat)
    return CARD_OF_A_HIDDEN_STAGE * (1 + cards_of_hidden(view, deck, stage)) - player_total(view, deck, seat)


@rule(inlined=False)
def cards_of_hidden(view, deck, stage):
    """How many cards a stage has that is face down; by option only how many all those left have, which share them."""
    if not sealed(view):
        return cards_in(view, ZONES.stage[stage])
    left = stages_of(view, deck) - stage
    return (cards_in(view, ZONES.sealed + int(view.sponsor)) + left - 1) // left


@rule(inlined=False)
def worth_winning(view, deck, seat):
    """Battle points to add in a tournament: what another contender may well add to its rank, and a little more."""
    best = 0
    for other in range(int(view.seats)):
        if other != seat and (int(view.contenders) >> other) & 1 == 1:
            best = max(best, rank_points(view, other))
    return best + USUAL_ARMS + 1 - player_total(view, deck, seat)


@rule(inlined=False)
def choose_play(view, deck, seat, actions, needed):
    """Allies always, an amour where it may help, and the cheapest weapons that make up what is missing.

    The set follows from the hand alone, picked cards or not, so that it is the same after each pick.
    """
    weapons = weapons_to_play(view, deck, seat, needed - points_of_friends(view, deck, seat), actions)
    for i in range(actions.count):
        action = int(actions.list[i])
        if verb_of(action) == ACTIONS.pick:
            kind = argument_of(action)
            if deck.type[kind] != TYPE.weapon or (weapons >> kind) & 1 == 1:
                return i
    return actions.count - 1


@rule(inlined=False)
def points_of_friends(view, deck, seat):
    """Battle points of the allies of a hand, and of an amour if none is in play."""
    hand, points, amour = ZONES.hand + seat, 0, False
    for i in range(cards_in(view, hand)):
        card = card_at(view, hand, i)
        kind = int(deck.kind[card])
        if deck.type[kind] == TYPE.ally:
            points += battle_points(view, deck, kind, seat)
        elif deck.type[kind] == TYPE.amour and not amour and may_add_amour(view, deck, seat, card):
            points, amour = points + battle_points(view, deck, kind, seat), True
    return points


@rule(inlined=False)
def may_add_amour(view, deck, seat, card):
    """Whether an amour of a hand is picked already, or may be."""
    return view.staged[card] == PICKED or may_play(view, deck, seat, int(deck.kind[card]), 1)


@rule(inlined=False)
def weapons_to_play(view, deck, seat, needed, actions):
    """The kinds of weapons to play, as bits: none if even all of them are too few.

    The largest until one weapon is enough for the rest, and then the smallest that is.
    """
    chosen = 0
    while needed > 0:
        kind = smallest_weapon(view, deck, seat, chosen, needed, actions)
        if kind < 0:
            kind = largest_weapon(view, deck, seat, chosen, PICKED, actions)
        if kind < 0:
            return 0
        chosen |= 1 << kind
        needed -= int(deck.bp[kind])
    return chosen


@rule(inlined=False)
def smallest_weapon(view, deck, seat, chosen, least, actions):
    """The weapon of a hand with the fewest battle points that are enough; -1 if there is none."""
    best, found = MORE_THAN_ANY, -1
    for i in range(cards_in(view, ZONES.hand + seat)):
        kind = int(deck.kind[card_at(view, ZONES.hand + seat, i)])
        if is_free_weapon(view, deck, seat, kind, chosen) and least <= deck.bp[kind]:
            rank = ranked(actions, int(deck.bp[kind]), identity_of(deck, kind))
            if rank < best:
                best, found = rank, kind
    return found


@rule(inlined=False)
def largest_weapon(view, deck, seat, chosen, group, actions):
    """The weapon of a hand with the most battle points, in no other group than this; -1 if there is none."""
    best, found = 0, -1
    for i in range(cards_in(view, ZONES.hand + seat)):
        card = card_at(view, ZONES.hand + seat, i)
        kind = int(deck.kind[card])
        here = view.staged[card] in (0, group) and deck.bp[kind] > 0
        if here and is_free_weapon(view, deck, seat, kind, chosen):
            rank = ranked(actions, int(deck.bp[kind]), identity_of(deck, kind))
            if rank > best:
                best, found = rank, kind
    return found


@rule(inlined=False)
def is_free_weapon(view, deck, seat, kind, chosen):
    """Whether a weapon is neither chosen nor played already."""
    if deck.type[kind] != TYPE.weapon or (chosen >> kind) & 1 == 1:
        return False
    for i in range(cards_in(view, ZONES.played + seat)):
        if deck.kind[card_at(view, ZONES.played + seat, i)] == kind:
            return False
    return True


# Bidding, and Mordred


@rule(inlined=False)
def choose_bid(view, deck, seat, actions):
    """The lowest bid that is listed, as long as it costs no more cards than can be spared; else pass."""
    action = int(actions.list[0])
    spare = cards_in(view, ZONES.hand + seat) - SPARED - stages_of(view, deck) + int(view.stage_now)
    if verb_of(action) == ACTIONS.bid and argument_of(action) - free_bids(view, deck, seat) <= spare:
        return 0
    return actions.count - 1


@rule(inlined=False)
def choose_victim(view, deck, seat, actions):
    """The ally with most battle points, of a seat whose rank is highest; or pass where none is worth a Mordred."""
    chosen, best = actions.count - 1, (ALLY_WORTH + 1) << 32
    for i in range(actions.count):
        action = int(actions.list[i])
        if verb_of(action) == ACTIONS.use_mordred:
            owner, kind = first_argument(action), second_argument(action)
            value = 3 * int(battle_points(view, deck, kind, owner)) + 10 * int(view.rank[owner])
            rank = ranked(actions, value, identity_of(deck, kind))
            if rank > best:
                chosen, best = i, rank
    return chosen
