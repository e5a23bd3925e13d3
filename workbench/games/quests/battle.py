"""What cards are worth, what a seat may play or place with them, and whether a quest can still be built.

Pure rules: they read the record and the deck and change nothing. The rule ids (QU-...) are those of RULES.md in this
folder. A kind is a row of the card lists, a stage is counted from 0, and a quest is a kind, -1 if none is being played.

While a sponsor sets a quest up, its cards are in the hand, picked for stage n (`staged` is n + 1), so that nobody sees
how many there are; once it is set, they lie in the places of the stages. So a *group* is the cards of a place that
are picked with the same number, 0 for cards that are not picked. If nobody may see how many cards a group has, all
groups lie sealed together before their sponsor, still picked for their stages, until each is turned up (QU-279).
"""

from __future__ import annotations

from workbench.author import NONE, Values, card_at, cards_in, rule, top_card
from workbench.games.quests.deck import ABILITY, MAX_KINDS, TYPE, WHEN, QuestsDeck
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.table import ZONES, QuestsState

RANK = Values("squire", "knight", "champion_knight", "knight_of_the_round_table")  # QU-015
POINTS_OF_RANK = (5, 10, 20)  # in battle (QU-016 to QU-018)
PRICES = (5, 7, 10)  # shields that each rank hands in for the next (QU-019 to QU-021)

# What is being played


@rule(inlined=True)
def group_place(state: QuestsState, stage: int) -> int:
    """Where the cards of a stage lie: turned up, or still face down."""
    if cards_in(state, ZONES.turned[stage]) > 0:
        return ZONES.turned[stage]
    if sealed(state):
        return ZONES.sealed + state.sponsor
    return ZONES.stage[stage]


@rule(inlined=True)
def sealed(state: QuestsState) -> bool:
    """Whether all groups that are face down lie together, so that nobody sees how many cards each has (QU-279)."""
    return state.stage_counts == OPTIONS.stage_counts.hidden and state.sponsor != NONE


@rule(inlined=True)
def group_number(state: QuestsState, stage: int) -> int:
    """The number that the cards of a stage are picked with in the place of its group; 0 if the group lies alone."""
    return stage + 1 if sealed(state) and cards_in(state, ZONES.turned[stage]) == 0 else 0


@rule(inlined=True)
def story_kind(state: QuestsState, deck: QuestsDeck) -> int:
    """The kind of the story card in play; -1 in the final tournament, for which none is drawn."""
    return deck.kind[top_card(state, ZONES.story_card)] if cards_in(state, ZONES.story_card) > 0 else -1


@rule(inlined=True)
def story_in_play(state: QuestsState, deck: QuestsDeck, type_: int) -> int:
    """The kind of the story card in play if it is of a type, otherwise -1."""
    kind = story_kind(state, deck)
    return kind if kind >= 0 and deck.type[kind] == type_ else -1


@rule(inlined=True)
def quest_in_play(state: QuestsState, deck: QuestsDeck) -> int:
    """The quest being played; -1 in a tournament, so that what holds on a quest never holds there (QU-199)."""
    return story_in_play(state, deck, TYPE.quest)


@rule(inlined=True)
def table_allies_count(state: QuestsState, deck: QuestsDeck) -> bool:
    """Whether allies already in a tableau count: in quests, and in tournaments by option (QU-094, QU-125)."""
    return quest_in_play(state, deck) >= 0 or state.table_allies_in_tournaments == 1


@rule
def card_of_kind(state: QuestsState, deck: QuestsDeck, place: int, picked: int, kind: int) -> int:
    """The first card of a kind in a group; -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if deck.kind[card] == kind and state.staged[card] == picked:
            return card
    return -1


@rule
def card_before(state: QuestsState, deck: QuestsDeck, seat: int, kind: int) -> int:
    """A card of a kind that lies before a seat; -1 if there is none."""
    card = card_of_kind(state, deck, ZONES.tableau + seat, 0, kind)
    return card if card >= 0 else card_of_kind(state, deck, ZONES.played + seat, 0, kind)


@rule
def completes_pair(state: QuestsState, deck: QuestsDeck, kind: int, owner: int) -> bool:
    """Whether the other card of a pair is in play: anybody's, or the owner's by option (QU-239 to QU-241)."""
    for seat in range(state.seats):
        if seat == owner or state.pair_scope == OPTIONS.pair_scope.anyone:
            if card_of_kind(state, deck, ZONES.played + seat, 0, kind) >= 0:
                return True
            if table_allies_count(state, deck) and card_of_kind(state, deck, ZONES.tableau + seat, 0, kind) >= 0:
                return True
    return False


@rule
def condition_holds(state: QuestsState, deck: QuestsDeck, kind: int, when: int, named: int, owner: int) -> bool:
    """Whether the condition of a higher value holds for a card of an owner (QU-061 to QU-063, QU-198, QU-199)."""
    if when == WHEN.never:
        return False
    if when == WHEN.in_play:
        return completes_pair(state, deck, named, owner)
    quest = quest_in_play(state, deck)
    if when == WHEN.quest:
        return quest == named
    return quest >= 0 and deck.names_foe[quest, kind] == 1


@rule(inlined=True)
def battle_points(state: QuestsState, deck: QuestsDeck, kind: int, owner: int) -> int:
    """Battle points of a card: the higher value replaces the base value while its condition holds (QU-198)."""
    high = condition_holds(state, deck, kind, deck.bp_high_when[kind], deck.bp_high_with[kind], owner)
    return deck.bp_high[kind] if high else deck.bp[kind]


@rule(inlined=True)
def card_bids(state: QuestsState, deck: QuestsDeck, kind: int, owner: int) -> int:
    """Free bids of a card in play; none if it prints none (QU-105, QU-242)."""
    high = condition_holds(state, deck, kind, deck.bids_high_when[kind], deck.bids_high_with[kind], owner)
    return deck.bids_high[kind] if high else deck.bids[kind]


# Totals


@rule(inlined=True)
def rank_points(state: QuestsState, seat: int) -> int:
    """Battle points of a seat's rank (QU-016 to QU-018, QU-258)."""
    rank = state.rank[seat]
    return POINTS_OF_RANK[rank] if rank < RANK.knight_of_the_round_table else state.top_rank_bp


@rule
def player_total(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """Rank, allies and amour in front of the seat, and what it has played (QU-093, QU-127)."""
    total = rank_points(state, seat) + points_in(state, deck, ZONES.played + seat, 0, seat)
    if table_allies_count(state, deck):
        total += points_in(state, deck, ZONES.tableau + seat, 0, seat)
    return total


@rule
def group_total(state: QuestsState, deck: QuestsDeck, place: int, picked: int) -> int:
    """Battle points of a stage: its foe's and those of its weapons; 0 for a test (QU-059, QU-057)."""
    return points_in(state, deck, place, picked, -1)


@rule
def points_in(state: QuestsState, deck: QuestsDeck, place: int, picked: int, owner: int) -> int:
    """Battle points of the cards of a group."""
    total = 0
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if state.staged[card] == picked:
            total += battle_points(state, deck, deck.kind[card], owner)
    return total


@rule
def of_type(state: QuestsState, deck: QuestsDeck, place: int, picked: int, type_: int) -> int:
    """How many cards of a type a group holds."""
    number = 0
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        number += int(state.staged[card] == picked and deck.type[deck.kind[card]] == type_)
    return number


# Bids


@rule
def free_bids(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The part of a bid that a seat need not pay with cards: its own allies and amours (QU-105)."""
    if state.free_bids == 0:
        return 0
    return bids_in(state, deck, ZONES.tableau + seat, seat) + bids_in(state, deck, ZONES.played + seat, seat)


@rule
def bids_in(state: QuestsState, deck: QuestsDeck, place: int, owner: int) -> int:
    """Free bids of all cards of a place."""
    bids = 0
    for i in range(cards_in(state, place)):
        bids += card_bids(state, deck, deck.kind[card_at(state, place, i)], owner)
    return bids


@rule(inlined=True)
def capacity(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The largest bid a seat can make: cards in hand plus free bids (QU-247)."""
    return cards_in(state, ZONES.hand + seat) + free_bids(state, deck, seat)


@rule
def cards_to_pay(state: QuestsState, deck: QuestsDeck, seat: int, bid: int) -> int:
    """How many cards a winning bid costs: less the free bids, never less than 0, at most the hand (QU-103, QU-273)."""
    return min(max(bid - free_bids(state, deck, seat), 0), cards_in(state, ZONES.hand + seat))


@rule(inlined=True)
def minimum_in_force(state: QuestsState, deck: QuestsDeck, test: int) -> int:
    """The minimum that a test prints, if it applies on this quest; 0 if there is none (QU-183 to QU-186)."""
    named = deck.min_bid_with[test]
    return deck.min_bid[test] if named in (-1, quest_in_play(state, deck)) else 0


@rule
def least_bid(state: QuestsState, deck: QuestsDeck, test: int, lone: int) -> int:
    """The first bid of a test, or what a lone participant bids (QU-100, QU-106, QU-246)."""
    minimum = minimum_in_force(state, deck, test)
    if minimum > 0:
        return minimum
    return state.lone_bid_minimum if lone else state.first_bid_minimum


# What may be played


@rule
def may_play(state: QuestsState, deck: QuestsDeck, seat: int, kind: int, weapons: int) -> bool:
    """Whether a card of a kind may join what a seat has picked and played; `weapons` is 0 in a test.

    QU-075 to QU-079, QU-122 to QU-124, QU-248.
    """
    type_ = deck.type[kind]
    if type_ == TYPE.weapon:
        if weapons == 0 or card_of_kind(state, deck, ZONES.played + seat, 0, kind) >= 0:
            return False
        return card_of_kind(state, deck, ZONES.hand + seat, 1, kind) < 0
    if type_ == TYPE.amour:
        picked = of_type(state, deck, ZONES.hand + seat, 1, TYPE.amour)
        return state.amour_limit < 0 or amours_played(state, deck, seat) + picked < state.amour_limit
    return type_ == TYPE.ally


@rule
def amours_played(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """How many amours a seat has played in this quest or tournament, including any since discarded (QU-079)."""
    return state.amours_gone[seat] + in_play(state, deck, seat, TYPE.amour)


@rule
def in_play(state: QuestsState, deck: QuestsDeck, seat: int, type_: int) -> int:
    """How many cards of a type lie before a seat."""
    return of_type(state, deck, ZONES.tableau + seat, 0, type_) + of_type(state, deck, ZONES.played + seat, 0, type_)


@rule
def allies_of_others(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """How many allies lie before other seats: while there are any, a window opens for a seat (QU-270, QU-274)."""
    number = 0
    for other in range(state.seats):
        if other != seat:
            number += in_play(state, deck, other, TYPE.ally)
    return number


@rule
def card_with_ability(state: QuestsState, deck: QuestsDeck, place: int, ability: int) -> int:
    """The first unpicked card of a place that has an ability; -1 if there is none."""
    for i in range(cards_in(state, place)):
        card = card_at(state, place, i)
        if state.staged[card] == 0 and deck.ability[deck.kind[card]] == ability:
            return card
    return -1


@rule(inlined=True)
def mordred_of(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """A card of a seat's hand that can remove an ally (QU-200); -1 if it holds none."""
    return card_with_ability(state, deck, ZONES.hand + seat, ABILITY.remove_ally)


@rule(inlined=True)
def merlin_of(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """A card before a seat that lets it look at a stage (QU-204); -1 if there is none."""
    return card_with_ability(state, deck, ZONES.tableau + seat, ABILITY.preview_stage)


# Setting a quest up


@rule(inlined=True)
def stages_of(state: QuestsState, deck: QuestsDeck) -> int:
    """How many stages the quest in play has (QU-048)."""
    return deck.stages[quest_in_play(state, deck)]


@rule
def may_place(state: QuestsState, deck: QuestsDeck, seat: int, stage: int, kind: int) -> bool:
    """Whether a card of a kind may join a stage as it stands, whatever becomes of the others (QU-050 to QU-058)."""
    hand, picked, type_ = ZONES.hand + seat, stage + 1, deck.type[kind]
    if type_ == TYPE.weapon:
        armed = card_of_kind(state, deck, hand, picked, kind) >= 0
        return not armed and of_type(state, deck, hand, picked, TYPE.foe) > 0
    if type_ != TYPE.foe and type_ != TYPE.test:
        return False
    if of_type(state, deck, hand, picked, TYPE.foe) + of_type(state, deck, hand, picked, TYPE.test) > 0:
        return False
    return type_ == TYPE.foe or tests_placed(state, deck, seat) < state.max_tests


@rule
def tests_placed(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """How many tests a sponsor has placed (QU-058)."""
    number = 0
    for i in range(cards_in(state, ZONES.hand + seat)):
        card = card_at(state, ZONES.hand + seat, i)
        number += int(state.staged[card] > 0 and deck.type[deck.kind[card]] == TYPE.test)
    return number


@rule
def first_fault(state: QuestsState, deck: QuestsDeck, seat: int) -> int:
    """The first stage of a set-up that is empty or does not rise above those before it; -1 if it is legal.

    What `may_place` allows can have no other fault (QU-049, QU-056, QU-057).
    """
    last = -1
    for stage in range(stages_of(state, deck)):
        if of_type(state, deck, ZONES.hand + seat, stage + 1, TYPE.foe) > 0:
            total = group_total(state, deck, ZONES.hand + seat, stage + 1)
            if total <= last and state.rising_stages == 1:
                return stage
            last = total
        elif of_type(state, deck, ZONES.hand + seat, stage + 1, TYPE.test) == 0:
            return stage
    return -1


# Whether a quest can still be built

CLOSED = 1 << 30  # behind all weapons in their order: none may follow


@rule
def can_sponsor(state: QuestsState, deck: QuestsDeck, seat: int) -> bool:
    """Whether a seat can build a legal quest from its hand (QU-225)."""
    foes = stages_of(state, deck) - tests_to_use(state, deck, seat, 0, 0, stages_of(state, deck))
    return can_rise(state, deck, ZONES.hand + seat, 0, -2, -1, CLOSED, CLOSED, foes)


@rule
def tests_to_use(state: QuestsState, deck: QuestsDeck, seat: int, used: int, placed: int, stages: int) -> int:
    """How many of the remaining stages tests can fill; `placed` tests are already in the set-up (QU-058)."""
    held = unused_of_type(state, deck, ZONES.hand + seat, used, TYPE.test)
    return min(held, stages, max(state.max_tests - placed, 0))


@rule
def last_stage(state: QuestsState, seat: int) -> int:
    """The last stage that a sponsor has begun; -1 before the first."""
    last = -1
    for i in range(cards_in(state, ZONES.hand + seat)):
        last = max(last, state.staged[card_at(state, ZONES.hand + seat, i)] - 1)
    return last


@rule
def standing(state: QuestsState, deck: QuestsDeck, seat: int) -> tuple[int, int, int, int, int, int]:
    """A set-up as it stands: the cards used, and what its last stage must rise above, its total, the lowest place of a
    weapon that it may still take; then the number of tests, and whether all stages are in order.

    The cards are a bit for each position of the hand. After a test there is nothing to rise above, and the total is
    that of the last foe, -1 before the first (QU-057).
    """
    hand, used = ZONES.hand + seat, 0
    for i in range(cards_in(state, hand)):
        used |= int(state.staged[card_at(state, hand, i)] > 0) << i
    above, total, least, tests, in_order = -2, -1, CLOSED, 0, True
    for stage in range(last_stage(state, seat) + 1):
        in_order = in_order and rises(state, total, above)
        if of_type(state, deck, hand, stage + 1, TYPE.foe) > 0:
            above, total = total, group_total(state, deck, hand, stage + 1)
            least = weapons_end(state, deck, hand, stage + 1)
        else:
            in_order = in_order and of_type(state, deck, hand, stage + 1, TYPE.test) > 0
            above, least, tests = -2, CLOSED, tests + 1
    return used, above, total, least, tests, in_order


@rule(inlined=True)
def rises(state: QuestsState, total: int, above: int) -> bool:
    """Whether a stage's total is above that of the foe before it, if it has to be (QU-056)."""
    return total > above or state.rising_stages == 0


@rule
def completes(state: QuestsState, deck: QuestsDeck, seat: int, i: int) -> bool:
    """Whether a set-up built in order can still be completed after its next card, at position i of the hand.

    A weapon joins the last stage, in order behind the weapons there; a foe or a test begins the next.
    This is what computer players are offered: each set-up is reached in one way only.
    """
    used, above, total, least, tests, in_order = standing(state, deck, seat)
    stage = last_stage(state, seat)
    kind = deck.kind[card_at(state, ZONES.hand + seat, i)]
    type_, points = deck.type[kind], battle_points(state, deck, kind, -1)
    if used >> i & 1 == 1:
        return False
    used |= 1 << i
    if type_ == TYPE.weapon:
        in_order = in_order and place_in_order(deck, kind) >= least
        total, least = total + points, place_in_order(deck, kind) + 1
    elif type_ == TYPE.foe:
        in_order = in_order and rises(state, total, above)
        stage, above, total, least = stage + 1, total, points, 0
    else:
        in_order = in_order and type_ == TYPE.test and rises(state, total, above)
        stage, above, least, tests = stage + 1, -2, CLOSED, tests + 1
    left = stages_of(state, deck) - stage - 1
    if not in_order or left < 0 or tests > state.max_tests:
        return False
    foes = left - tests_to_use(state, deck, seat, used, tests, left)
    return can_rise(state, deck, ZONES.hand + seat, used, above, total, least, CLOSED, foes)


@rule
def weapons_end(state: QuestsState, deck: QuestsDeck, hand: int, picked: int) -> int:
    """The lowest place in order of a weapon that a group may still take."""
    end = 0
    for j in range(cards_in(state, hand)):
        card = card_at(state, hand, j)
        if state.staged[card] == picked and deck.type[deck.kind[card]] == TYPE.weapon:
            end = max(end, place_in_order(deck, deck.kind[card]) + 1)
    return end


@rule(inlined=True)
def place_in_order(deck: QuestsDeck, kind: int) -> int:
    """The place of a kind of weapon in the order in which a stage is armed: the weaker before the stronger."""
    return deck.bp[kind] * MAX_KINDS + kind


@rule
def can_rise(
    state: QuestsState,
    deck: QuestsDeck,
    hand: int,
    used: int,
    above: int,
    total: int,
    least: int,
    below: int,
    foes: int,
) -> bool:
    """Whether a stage with a total can be armed above a number, and `foes` more follow, each stage above the last.

    The stage may take weapons from the place `least` up to, but not including, `below`, so that each set is tried once.
    Every way is tried, one card deeper at a time, until one leads to the end; with enough foes of different battle
    points left, that is at once. Cards are tried from the end of the list back: the weak ones before the strong.
    """
    if state.rising_stages == 0:
        return unused_of_type(state, deck, hand, used, TYPE.foe) >= foes
    risen = total > above
    if risen and (foes == 0 or different_foes(state, deck, hand, used, total) >= foes):
        return True
    if unused_of_type(state, deck, hand, used, TYPE.foe) < foes:
        return False
    for i in range(cards_in(state, hand) - 1, -1, -1):
        kind = deck.kind[card_at(state, hand, i)]
        if (used >> i) & 1 == 1 or not last_unused(state, deck, hand, used, i):
            continue
        with_card, points = used | 1 << i, battle_points(state, deck, kind, -1)
        if deck.type[kind] == TYPE.weapon:
            place = place_in_order(deck, kind)
            may_arm = least <= place < below and points > 0
            if may_arm and can_rise(state, deck, hand, with_card, above, total + points, least, place, foes):
                return True
        if deck.type[kind] == TYPE.foe:
            may_follow = risen and foes > 0
            if may_follow and can_rise(state, deck, hand, with_card, total, points, 0, CLOSED, foes - 1):
                return True
    return False


@rule(inlined=True)
def last_unused(state: QuestsState, deck: QuestsDeck, hand: int, used: int, i: int) -> bool:
    """Whether no card of the same kind behind position i is unused."""
    kind = deck.kind[card_at(state, hand, i)]
    i += 1
    while i < cards_in(state, hand) and deck.kind[card_at(state, hand, i)] == kind:
        if (used >> i) & 1 == 0:
            return False
        i += 1
    return True


@rule
def unused_of_type(state: QuestsState, deck: QuestsDeck, hand: int, used: int, type_: int) -> int:
    """How many cards of a type in a hand are not used."""
    number = 0
    for i in range(cards_in(state, hand)):
        number += int((used >> i) & 1 == 0 and deck.type[deck.kind[card_at(state, hand, i)]] == type_)
    return number


@rule
def different_foes(state: QuestsState, deck: QuestsDeck, hand: int, used: int, above: int) -> int:
    """How many different battle points above a number the unused foes of a hand have."""
    number = 0
    for i in range(cards_in(state, hand)):
        kind = deck.kind[card_at(state, hand, i)]
        if (used >> i) & 1 == 0 and deck.type[kind] == TYPE.foe:
            points = battle_points(state, deck, kind, -1)
            number += int(points > above and not has_points_before(state, deck, hand, used, i, points))
    return number


@rule
def has_points_before(state: QuestsState, deck: QuestsDeck, hand: int, used: int, end: int, points: int) -> bool:
    """Whether an unused foe before a position of a hand has these battle points."""
    for i in range(end):
        kind = deck.kind[card_at(state, hand, i)]
        if (used >> i) & 1 == 0 and deck.type[kind] == TYPE.foe and battle_points(state, deck, kind, -1) == points:
            return True
    return False
