"""The score of Cadwallon: guild sets, action cards, militia, condition and contract (CA-077 to CA-090).

What the cards of a seat come to is computed from who holds each district card. While a game goes on this is where the
cards lie; of a finished game of a series it stands in the record:

    held[game, card]                    what `holding` says of a district card
    assigned[game, seat, guild]         personalities in a guild set
    contract_of[game, seat]             the kind of the contract kept, plus 1; 0 none
    condition_of[game]                  the kind of the condition in force, plus 1; 0 none
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    FOR_EACH_CATEGORY,
    OPTIONS,
    ZONES,
    Ranking,
    Reason,
    ScoreSheet,
    SheetColumn,
    SheetFigure,
    card_at,
    cards_in,
    emit_line,
    rule,
    score_round,
)
from workbench.games.cadwallon.deck import BACKGROUNDS, COUNTED, GUILDS, NUMBER, TYPE
from workbench.games.cadwallon.options import MOST_SEATS

RANKING = Ranking(
    reasons=(
        Reason("guild_points", "point", "{source} in the set of {category}", "CA-084"),
        Reason("golden_points", "point", "{source}: more points of {category} by the condition", "CA-121"),
        Reason("personality", "use", "{source} joins the set of {category}", "CA-081"),
        Reason("played_points", "point", "{source}, played", "CA-087"),
        Reason("in_hand_points", "point", "{source}, in hand", "CA-087"),
        Reason("penalty", "point", "{source}: penalty", "CA-089"),
        Reason("contract", "point", "{source}: fulfilled", "CA-101"),
        Reason("contract_missed", "use", "{source}: not fulfilled", "CA-102"),
        Reason("guild_set", "derived", "set of {category}: points times cards", "CA-085"),
        Reason("base", "derived", "base score: all guild sets", "CA-086"),
        Reason("actions", "derived", "action cards", "CA-087"),
        Reason("militia", "derived", "militia: penalties times cards", "CA-089"),
        Reason("condition", "derived", "a card of each guild, by {source}", "CA-120"),
        Reason("total", "derived", "guild points", "CA-078"),
        Reason("crests", "derived", "tie-break: different guild crests", "CA-079"),
        Reason("best_assignment", "derived", "guild points with the best assignment of personalities", "CA-174"),
    ),
    chain=("total", "crests"),
    sheet=ScoreSheet(
        won="{names} wins the quarter",
        shared="{names} win the quarter together",
        columns=(
            SheetColumn(("guild_set",), per=FOR_EACH_CATEGORY),
            SheetColumn(("actions",), "Actions", emblem="scroll", made_of=("played_points", "in_hand_points")),
            SheetColumn(("militia",), "Militia", emblem="crossed-swords", made_of=("penalty",)),
            SheetColumn(("condition",), "Charter", emblem="key"),
            SheetColumn(("contract",), "Contract", emblem="quill"),
        ),
        figures=(
            SheetFigure(("total",), "point", "points", "points"),
            SheetFigure(("crests",), "crest", "crests", "crests"),
        ),
        steps=(("crests", "guild crests"),),
        heading="Who got points for what",
    ),
)
# How a seat holds a district card.
NOT_HELD, IN_TABLEAU, IN_HAND, PLAYED = 0, 1, 1 + MOST_SEATS, 1 + 2 * MOST_SEATS

# Who holds what


@rule(inlined=False)
def holding(state, g, card):
    """Who holds a district card in game g, and how: IN_TABLEAU, IN_HAND or PLAYED plus the seat; NOT_HELD."""
    return int(state.held[g, card]) if g < state.games else holding_now(state, card)


@rule(inlined=False)
def holding_now(state, card):
    """The same of the game that goes on, from where the card lies."""
    place = int(state.place[card])
    if place >= ZONES.tableau and place < ZONES.tableau + MOST_SEATS:
        return IN_TABLEAU + place - ZONES.tableau
    if place >= ZONES.played and place < ZONES.played + MOST_SEATS:
        return PLAYED + place - ZONES.played
    if place >= ZONES.won and place < ZONES.won + MOST_SEATS:
        return IN_HAND + place - ZONES.won
    if place >= ZONES.hand and place < ZONES.hand + MOST_SEATS:
        return IN_HAND + place - ZONES.hand
    return NOT_HELD


@rule
def is_held(held, seat):
    """Whether a seat holds a card, by what `holding` says of it."""
    return held > 0 and (held - 1) % MOST_SEATS == seat


@rule(inlined=False)
def condition_number(state, deck, g, what):
    """A NUMBER of the rules as the condition of game g has it."""
    row = int(state.condition_of[g]) if g < state.games else int(state.condition_now) + 1
    return int(deck.numbers[row, what])


# Guild sets


@rule(inlined=False)
def card_points(state, deck, g, kind):
    """The guild points of a guild card; by Golden Season more in one guild (CA-121)."""
    points = int(deck.points[kind])
    if deck.guild[kind] == condition_number(state, deck, g, NUMBER.golden_guild):
        points += condition_number(state, deck, g, NUMBER.golden_more)
    return points


@rule(inlined=False)
def count_guilds(state, deck, g, seat, sums, cards):
    """Add up the points of a seat's guild cards, and count them, by guild (CA-080, CA-084).

    sums, cards: int64 (guilds,), filled in. Other cards carry no crest (CA-176). Returns the seat's personalities.
    """
    personalities = 0
    for guild in range(GUILDS):
        sums[guild] = 0
        cards[guild] = 0
    for card in range(deck.district_count):
        if is_held(holding(state, g, card), seat):
            kind = int(deck.kind[card])
            if deck.type[kind] == TYPE.guild:
                sums[int(deck.guild[kind])] += card_points(state, deck, g, kind)
                cards[int(deck.guild[kind])] += 1
            elif deck.type[kind] == TYPE.personality:
                personalities += 1
    return personalities


@rule(inlined=False)
def assign_best(state, deck, g, seat, contract, assigned):
    """Assign a seat's personalities so that sets and contract (-1: none) give most (CA-081 to CA-083, CA-174, CA-175).

    assigned: int64 (guilds,), filled in.
    """
    sums, cards, tried = np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64)
    left = count_guilds(state, deck, g, seat, sums, cards)
    limit, room = condition_number(state, deck, g, NUMBER.set_limit), 0
    for guild in range(GUILDS):
        assigned[guild] = 0
        room += max(0, limit - int(cards[guild]))
    left = min(left, room)
    if left == 0:
        return
    best = -1
    for code in range((left + 1) ** (GUILDS - 1)):
        if read_assignment(code, left, limit, cards, tried):
            found = set_points(sums, cards, tried)
            if contract >= 0 and is_about_sets(deck, contract):
                found += contract_points(state, deck, g, seat, contract, cards, tried)
            if found >= best:
                best = found
                for guild in range(GUILDS):
                    assigned[guild] = tried[guild]


@rule(inlined=False)
def next_guild(state, deck, seat):
    """The guild that the next personality of a seat joins in its best assignment; -1 if it has left that."""
    best, contract = np.zeros(GUILDS, np.int64), -1
    if cards_in(state, ZONES.contracts + seat) > 0:
        contract = int(deck.kind[card_at(state, ZONES.contracts + seat, 0)])
    assign_best(state, deck, int(state.games), seat, contract, best)
    for guild in range(GUILDS):
        if state.assignment[seat, guild] < best[guild]:
            return guild
    return -1


@rule(inlined=False)
def read_assignment(code, personalities, limit, cards, tried):
    """Read a number as an assignment of so many personalities, the last guild first; whether all sets have room."""
    left = personalities
    for guild in range(GUILDS - 1):
        tried[guild] = code % (personalities + 1)
        left -= int(tried[guild])
        code //= personalities + 1
    tried[GUILDS - 1] = left
    if left < 0:
        return False
    for guild in range(GUILDS):
        if tried[guild] > 0 and cards[guild] + tried[guild] > limit:
            return False
    return True


@rule(inlined=False)
def set_points(sums, cards, assigned):
    """All guild sets: the points of each times its cards (CA-085, CA-086)."""
    total = 0
    for guild in range(GUILDS):
        total += int(sums[guild]) * int(cards[guild] + assigned[guild])
    return total


# Contracts (CA-129 to CA-140)


@rule
def is_about_sets(deck, contract):
    """Whether the assignment of personalities matters to a contract."""
    return deck.counted[contract] == COUNTED.guild_set


@rule(inlined=False)
def contract_points(state, deck, g, seat, contract, cards, assigned):
    """What a contract gives: its points if what it counts is within its limits, its lesser ones for a shared lead."""
    counted = count_for_contract(state, deck, g, seat, contract, cards, assigned)
    if counted >= deck.at_least[contract] and counted <= deck.at_most[contract]:
        return int(deck.points[contract])
    if deck.counted[contract] == COUNTED.lead and counted == 0:
        return int(deck.shared_points[contract])
    return 0


@rule(inlined=False)
def count_for_contract(state, deck, g, seat, contract, cards, assigned):
    """What a contract counts of a seat: one of COUNTED."""
    what = int(deck.counted[contract])
    if what == COUNTED.guild_set:
        guild = int(deck.guild[contract])
        return int(cards[guild] + assigned[guild])
    if what == COUNTED.guilds:
        return crests(cards)
    if what == COUNTED.militia:
        return count_type(state, deck, g, seat, TYPE.militia)
    if what == COUNTED.personalities:
        return count_type(state, deck, g, seat, TYPE.personality)
    if what == COUNTED.played:
        return count_held(state, deck, g, PLAYED + seat)
    if what == COUNTED.in_hand:
        return count_held(state, deck, g, IN_HAND + seat)
    if what == COUNTED.district_type:
        return most_of_a_background(state, deck, g, seat)
    return lead(state, deck, g, seat)


@rule(inlined=False)
def crests(cards):
    """Guilds of which there is a guild card; a personality adds no crest (CA-177)."""
    found = 0
    for guild in range(GUILDS):
        found += int(cards[guild] > 0)
    return found


@rule(inlined=False)
def count_type(state, deck, g, seat, type_):
    """How many cards of a type a seat holds."""
    found = 0
    for card in range(deck.district_count):
        if is_held(holding(state, g, card), seat) and deck.type[deck.kind[card]] == type_:
            found += 1
    return found


@rule(inlined=False)
def count_held(state, deck, g, held):
    """How many district cards a seat holds in one way, as `holding` says it; dealt cards count too (CA-180)."""
    found = 0
    for card in range(deck.district_count):
        found += int(holding(state, g, card) == held)
    return found


@rule(inlined=False)
def all_held(state, deck, g, seat):
    """How many district cards a seat has in all (CA-182)."""
    return (
        count_held(state, deck, g, IN_TABLEAU + seat)
        + count_held(state, deck, g, IN_HAND + seat)
        + count_held(state, deck, g, PLAYED + seat)
    )


@rule(inlined=False)
def most_of_a_background(state, deck, g, seat):
    """The cards of the district type of which a seat has most (CA-139)."""
    most = 0
    for background in range(BACKGROUNDS):
        found = 0
        for card in range(deck.district_count):
            held = is_held(holding(state, g, card), seat)
            found += int(held and deck.background[deck.kind[card]] == background)
        most = max(most, found)
    return most


@rule(inlined=False)
def lead(state, deck, g, seat):
    """District cards that a seat has more than any other; 0 for a shared lead (CA-140)."""
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, all_held(state, deck, g, other))
    return all_held(state, deck, g, seat) - most


# The score lines


@rule(inlined=False)
def score(state, deck, lines):
    """Write the lines of every game of the series; of the one that goes on, without contracts (CA-101, CA-183)."""
    for g in range(min(int(state.games) + 1, int(state.series_games))):
        score_round(lines, g + 1)
        for seat in range(int(state.seats)):
            score_seat(state, deck, lines, g, seat)


@rule(inlined=False)
def score_seat(state, deck, lines, g, seat):
    """The lines of a seat in game g, and what they come to."""
    sums, cards, assigned = np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64)
    contract = -1
    count_guilds(state, deck, g, seat, sums, cards)
    if g < state.games:
        contract = int(state.contract_of[g, seat]) - 1
        for guild in range(GUILDS):
            assigned[guild] = state.assigned[g, seat, guild]
    else:
        assign_best(state, deck, g, seat, contract, assigned)
    total = score_sets(state, deck, lines, g, seat, sums, cards, assigned)
    total += score_actions(state, deck, lines, g, seat)
    total -= score_militia(state, deck, lines, g, seat)
    total += score_condition(state, deck, lines, g, seat, cards)
    total += score_contract(state, deck, lines, g, seat, contract, cards, assigned)
    emit_line(lines, seat, -1, -1, -1, total, RANKING.total)
    emit_line(lines, seat, -1, -1, -1, crests(cards), RANKING.crests)
    if state.personality_assignment == OPTIONS.personality_assignment.manual and g < state.games:
        best = best_total(state, deck, g, seat, contract, total, sums, cards, assigned)
        emit_line(lines, seat, -1, -1, -1, best, RANKING.best_assignment)


@rule(inlined=False)
def score_sets(state, deck, lines, g, seat, sums, cards, assigned):
    """Each guild card, the personalities as they are assigned, and each set: points times cards (CA-084 to CA-086)."""
    guild, placed = 0, 0
    for card in range(deck.district_count):
        if not is_held(holding(state, g, card), seat):
            continue
        kind = int(deck.kind[card])
        if deck.type[kind] == TYPE.guild:
            printed = int(deck.points[kind])
            more = card_points(state, deck, g, kind) - printed
            emit_line(lines, seat, int(deck.guild[kind]), kind, -1, printed, RANKING.guild_points)
            if more > 0:
                emit_line(lines, seat, int(deck.guild[kind]), kind, -1, more, RANKING.golden_points)
        elif deck.type[kind] == TYPE.personality:
            while guild < GUILDS and placed == assigned[guild]:
                guild, placed = guild + 1, 0
            if guild < GUILDS:
                emit_line(lines, seat, guild, kind, -1, 0, RANKING.personality)
                placed += 1
    for each in range(GUILDS):
        if cards[each] + assigned[each] > 0:
            points = int(sums[each]) * int(cards[each] + assigned[each])
            emit_line(lines, seat, each, -1, -1, points, RANKING.guild_set)
    emit_line(lines, seat, -1, -1, -1, set_points(sums, cards, assigned), RANKING.base)
    return set_points(sums, cards, assigned)


@rule(inlined=False)
def score_actions(state, deck, lines, g, seat):
    """Action cards give what they print, played or not, without any product (CA-059, CA-087, CA-088, CA-122)."""
    total = 0
    for card in range(deck.district_count):
        held, kind = holding(state, g, card), int(deck.kind[card])
        if deck.type[kind] != TYPE.action or not is_held(held, seat):
            continue
        points = condition_number(state, deck, g, NUMBER.played_points)
        reason = RANKING.played_points
        if held < PLAYED:
            points = condition_number(state, deck, g, NUMBER.in_hand_points)
            reason = RANKING.in_hand_points
        if points < 0:
            points = int(deck.points[kind])
        emit_line(lines, seat, -1, kind, -1, points, reason)
        total += points
    emit_line(lines, seat, -1, -1, -1, total, RANKING.actions)
    return total


@rule(inlined=False)
def score_militia(state, deck, lines, g, seat):
    """The penalties of militia cards, added and multiplied by the cards (CA-089, CA-090, CA-117, CA-118)."""
    penalties, cards = 0, 0
    for card in range(deck.district_count):
        kind = int(deck.kind[card])
        if deck.type[kind] == TYPE.militia and is_held(holding(state, g, card), seat):
            penalty = int(deck.penalty[kind]) + condition_number(state, deck, g, NUMBER.penalty_more)
            emit_line(lines, seat, -1, kind, -1, -penalty, RANKING.penalty)
            penalties += penalty
            cards += 1
    if condition_number(state, deck, g, NUMBER.militia_multiplied) == 1:
        penalties *= cards
    if cards > 0:
        emit_line(lines, seat, -1, -1, -1, -penalties, RANKING.militia)
    return penalties


@rule(inlined=False)
def score_condition(state, deck, lines, g, seat, cards):
    """City Charter: points for a guild card of each guild (CA-120)."""
    points = condition_number(state, deck, g, NUMBER.charter)
    if points == 0 or crests(cards) < GUILDS:
        return 0
    kind = int(state.condition_of[g]) - 1 if g < state.games else int(state.condition_now)
    emit_line(lines, seat, -1, kind, -1, points, RANKING.condition)
    return points


@rule(inlined=False)
def score_contract(state, deck, lines, g, seat, contract, cards, assigned):
    """A contract that is fulfilled gives its points; another one costs nothing (CA-101, CA-102)."""
    if contract < 0:
        return 0
    points = contract_points(state, deck, g, seat, contract, cards, assigned)
    reason = RANKING.contract if points > 0 else RANKING.contract_missed
    emit_line(lines, seat, -1, contract, -1, points, reason)
    return points


@rule(inlined=False)
def best_total(state, deck, g, seat, contract, total, sums, cards, assigned):
    """What a seat's points would be with the best assignment of its personalities (CA-174)."""
    best = np.zeros(GUILDS, np.int64)
    assign_best(state, deck, g, seat, contract, best)
    more = set_points(sums, cards, best) - set_points(sums, cards, assigned)
    if contract >= 0:
        more += contract_points(state, deck, g, seat, contract, cards, best)
        more -= contract_points(state, deck, g, seat, contract, cards, assigned)
    return total + more
