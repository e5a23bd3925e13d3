"""The score of Cadwallon: guild sets, action cards, militia, condition and contract (CA-077 to CA-090).

What the cards of a seat come to is computed from who holds each district card. While a game goes on this is where the
cards lie; for a finished game of a series it is in the record:

    held[game, card]                    what `holding` says of a district card
    assigned[game, seat, guild]         personalities in a guild set
    contract_of[game, seat]             the kind of the contract kept, or NONE
    condition_of[game]                  the kind of the condition in force, or NONE
"""

from __future__ import annotations

import numpy as np

from workbench.author import (
    FOR_EACH_CATEGORY,
    NONE,
    Lines,
    Numbers,
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
from workbench.games.cadwallon.city import number_under
from workbench.games.cadwallon.deck import BACKGROUNDS, COUNTED, GUILDS, NUMBER, TYPE, CadwallonDeck
from workbench.games.cadwallon.names import OPTIONS
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.table import ZONES, CadwallonState


class CadwallonRanking(Ranking):
    """Why lines give points."""

    guild_points = Reason("point", "{source} in the set of {category}", "CA-084")
    golden_points = Reason("point", "{source}: more points of {category} by the condition", "CA-121")
    personality = Reason("use", "{source} joins the set of {category}", "CA-081")
    played_points = Reason("point", "{source}, played", "CA-087")
    in_hand_points = Reason("point", "{source}, in hand", "CA-087")
    penalty = Reason("point", "{source}: penalty", "CA-089")
    contract = Reason("point", "{source}: fulfilled", "CA-101")
    contract_missed = Reason("use", "{source}: not fulfilled", "CA-102")
    guild_set = Reason("derived", "set of {category}: points times cards", "CA-085")
    base = Reason("derived", "base score: all guild sets", "CA-086")
    actions = Reason("derived", "action cards", "CA-087")
    militia = Reason("derived", "militia: penalties times cards", "CA-089")
    condition = Reason("derived", "a card of each guild, by {source}", "CA-120")
    total = Reason("derived", "guild points", "CA-078")
    crests = Reason("derived", "tie-break: different guild crests", "CA-079")
    best_assignment = Reason("derived", "guild points with the best assignment of personalities", "CA-174")


RANKING = CadwallonRanking(
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
IN_TABLEAU, IN_HAND, PLAYED = 0, MOST_SEATS, 2 * MOST_SEATS

# Who holds what


@rule
def holding(state: CadwallonState, g: int, card: int) -> int:
    """Who holds a district card in game g, and how: IN_TABLEAU, IN_HAND or PLAYED plus the seat, or NONE."""
    return state.held[g, card] if g < state.games else holding_now(state, card)


@rule
def holding_now(state: CadwallonState, card: int) -> int:
    """The same for the current game, from where the card lies."""
    place = state.place[card]
    if place >= ZONES.tableau and place < ZONES.tableau + MOST_SEATS:
        return IN_TABLEAU + place - ZONES.tableau
    if place >= ZONES.played and place < ZONES.played + MOST_SEATS:
        return PLAYED + place - ZONES.played
    if place >= ZONES.won and place < ZONES.won + MOST_SEATS:
        return IN_HAND + place - ZONES.won
    if place >= ZONES.hand and place < ZONES.hand + MOST_SEATS:
        return IN_HAND + place - ZONES.hand
    return NONE


@rule(inlined=True)
def is_held(held: int, seat: int) -> bool:
    """Whether a seat holds a card, by what `holding` says of it."""
    return held != NONE and held % MOST_SEATS == seat


@rule
def condition_number(state: CadwallonState, deck: CadwallonDeck, g: int, what: int) -> int:
    """A NUMBER of the rules under the condition of game g."""
    return number_under(deck, condition_in(state, g), what)


@rule(inlined=True)
def condition_in(state: CadwallonState, g: int) -> int:
    """The kind of the condition in force in game g, or NONE."""
    return state.condition_of[g] if g < state.games else state.condition_now


# Guild sets


@rule
def card_points(state: CadwallonState, deck: CadwallonDeck, g: int, kind: int) -> int:
    """The guild points of a guild card; with Golden Season more in one guild (CA-121)."""
    points = deck.points[kind]
    if deck.guild[kind] == condition_number(state, deck, g, NUMBER.golden_guild):
        points += condition_number(state, deck, g, NUMBER.golden_more)
    return points


@rule
def count_guilds(state: CadwallonState, deck: CadwallonDeck, g: int, seat: int, sums: Numbers, cards: Numbers) -> int:
    """Add up the points of a seat's guild cards, and count them, by guild (CA-080, CA-084).

    sums, cards: int64 (guilds,), filled in. Other cards carry no crest (CA-176). Returns the seat's personalities.
    """
    personalities = 0
    for guild in range(GUILDS):
        sums[guild] = 0
        cards[guild] = 0
    for card in range(deck.district_count):
        if is_held(holding(state, g, card), seat):
            kind = deck.kind[card]
            if deck.type[kind] == TYPE.guild:
                sums[deck.guild[kind]] += card_points(state, deck, g, kind)
                cards[deck.guild[kind]] += 1
            elif deck.type[kind] == TYPE.personality:
                personalities += 1
    return personalities


@rule
def assign_best(
    state: CadwallonState, deck: CadwallonDeck, g: int, seat: int, contract: int, assigned: Numbers
) -> None:
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
            if contract != NONE and deck.counted[contract] == COUNTED.guild_set:  # another contract asks for no set
                found += contract_points(state, deck, g, seat, contract, cards, tried)
            if found >= best:
                best = found
                for guild in range(GUILDS):
                    assigned[guild] = tried[guild]


@rule
def next_guild(state: CadwallonState, deck: CadwallonDeck, seat: int) -> int:
    """The guild that the next personality of a seat joins in its best assignment; -1 if it has departed from that."""
    best, contract = np.zeros(GUILDS, np.int64), -1
    if cards_in(state, ZONES.contracts + seat) > 0:
        contract = deck.kind[card_at(state, ZONES.contracts + seat, 0)]
    assign_best(state, deck, state.games, seat, contract, best)
    for guild in range(GUILDS):
        if state.assignment[seat, guild] < best[guild]:
            return guild
    return -1


@rule
def read_assignment(code: int, personalities: int, limit: int, cards: Numbers, tried: Numbers) -> int:
    """Read a number as an assignment of personalities, the last guild first; returns whether all sets have room."""
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


@rule
def set_points(sums: Numbers, cards: Numbers, assigned: Numbers) -> int:
    """All guild sets: the points of each times its cards (CA-085, CA-086)."""
    total = 0
    for guild in range(GUILDS):
        total += int(sums[guild]) * int(cards[guild] + assigned[guild])
    return total


# Contracts (CA-129 to CA-140)


@rule
def contract_points(
    state: CadwallonState, deck: CadwallonDeck, g: int, seat: int, contract: int, cards: Numbers, assigned: Numbers
) -> int:
    """What a contract gives: its points if what it counts is within its limits, its lesser ones for a shared lead."""
    counted = count_for_contract(state, deck, g, seat, contract, cards, assigned)
    if counted >= deck.at_least[contract] and counted <= deck.at_most[contract]:
        return deck.points[contract]
    if deck.counted[contract] == COUNTED.lead and counted == 0:
        return deck.shared_points[contract]
    return 0


@rule
def count_for_contract(
    state: CadwallonState, deck: CadwallonDeck, g: int, seat: int, contract: int, cards: Numbers, assigned: Numbers
) -> int:
    """What a contract counts of a seat: one of COUNTED."""
    what = deck.counted[contract]
    if what == COUNTED.guild_set:
        guild = deck.guild[contract]
        return int(cards[guild] + assigned[guild])
    if what == COUNTED.guilds:
        return crests(cards)
    if what == COUNTED.militia:
        return count_of(state, deck, g, seat, deck.type, TYPE.militia)
    if what == COUNTED.personalities:
        return count_of(state, deck, g, seat, deck.type, TYPE.personality)
    if what == COUNTED.played:
        return count_held(state, deck, g, PLAYED + seat)
    if what == COUNTED.in_hand:
        return count_held(state, deck, g, IN_HAND + seat)
    if what == COUNTED.district_type:
        return most_of_a_background(state, deck, g, seat)
    return lead(state, deck, g, seat)


@rule
def crests(cards: Numbers) -> int:
    """Guilds of which a seat has a guild card; a personality adds no crest (CA-177)."""
    found = 0
    for guild in range(GUILDS):
        found += int(cards[guild] > 0)
    return found


@rule
def count_of(state: CadwallonState, deck: CadwallonDeck, g: int, seat: int, column: Numbers, value: int) -> int:
    """How many cards a seat holds whose kind has a value in an array of the deck."""
    found = 0
    for card in range(deck.district_count):
        if is_held(holding(state, g, card), seat) and column[deck.kind[card]] == value:
            found += 1
    return found


@rule
def count_held(state: CadwallonState, deck: CadwallonDeck, g: int, held: int) -> int:
    """How many district cards a seat holds in one way, as `holding` says it; dealt cards count too (CA-180)."""
    found = 0
    for card in range(deck.district_count):
        found += int(holding(state, g, card) == held)
    return found


@rule
def all_held(state: CadwallonState, deck: CadwallonDeck, g: int, seat: int) -> int:
    """How many district cards a seat has in all (CA-182)."""
    found = 0
    for card in range(deck.district_count):
        found += int(is_held(holding(state, g, card), seat))
    return found


@rule
def most_of_a_background(state: CadwallonState, deck: CadwallonDeck, g: int, seat: int) -> int:
    """How many cards a seat has of the district type of which it has most (CA-139)."""
    most = 0
    for background in range(BACKGROUNDS):
        most = max(most, count_of(state, deck, g, seat, deck.background, background))
    return most


@rule
def lead(state: CadwallonState, deck: CadwallonDeck, g: int, seat: int) -> int:
    """How many more district cards a seat has than any other; 0 for a shared lead (CA-140)."""
    most = 0
    for other in range(state.seats):
        if other != seat:
            most = max(most, all_held(state, deck, g, other))
    return all_held(state, deck, g, seat) - most


# The score lines


@rule
def score(state: CadwallonState, deck: CadwallonDeck, lines: Lines) -> None:
    """Write the lines of every game of the series; those of the current one without contracts (CA-101, CA-183)."""
    for g in range(min(state.games + 1, state.series_games)):
        score_round(lines, g + 1)
        for seat in range(state.seats):
            score_seat(state, deck, lines, g, seat)


@rule
def score_seat(state: CadwallonState, deck: CadwallonDeck, lines: Lines, g: int, seat: int) -> None:
    """The lines of a seat in game g, and what they come to."""
    sums, cards, assigned = np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64), np.zeros(GUILDS, np.int64)
    contract = NONE
    count_guilds(state, deck, g, seat, sums, cards)
    if g < state.games:
        contract = state.contract_of[g, seat]
        for guild in range(GUILDS):
            assigned[guild] = state.assigned[g, seat, guild]
    else:
        assign_best(state, deck, g, seat, contract, assigned)
    score_members(state, deck, lines, g, seat, assigned)
    for guild in range(GUILDS):  # each set: points times cards (CA-085, CA-086)
        if cards[guild] + assigned[guild] > 0:
            points = int(sums[guild]) * int(cards[guild] + assigned[guild])
            emit_line(lines, seat, guild, -1, -1, points, RANKING.guild_set)
    total = set_points(sums, cards, assigned)
    emit_line(lines, seat, -1, -1, -1, total, RANKING.base)
    total += score_actions(state, deck, lines, g, seat)
    total -= score_militia(state, deck, lines, g, seat)
    charter = condition_number(state, deck, g, NUMBER.charter)
    if charter != 0 and crests(cards) == GUILDS:  # a guild card of each guild (CA-120)
        emit_line(lines, seat, -1, condition_in(state, g), -1, charter, RANKING.condition)
        total += charter
    if contract != NONE:  # one that is not fulfilled costs nothing (CA-101, CA-102)
        points = contract_points(state, deck, g, seat, contract, cards, assigned)
        reason = RANKING.contract if points > 0 else RANKING.contract_missed
        emit_line(lines, seat, -1, contract, -1, points, reason)
        total += points
    emit_line(lines, seat, -1, -1, -1, total, RANKING.total)
    emit_line(lines, seat, -1, -1, -1, crests(cards), RANKING.crests)
    if state.personality_assignment == OPTIONS.personality_assignment.manual and g < state.games:
        best = np.zeros(GUILDS, np.int64)  # what the points would be with the best assignment of personalities (CA-174)
        assign_best(state, deck, g, seat, contract, best)
        total += set_points(sums, cards, best) - set_points(sums, cards, assigned)
        if contract != NONE:
            total += contract_points(state, deck, g, seat, contract, cards, best)
            total -= contract_points(state, deck, g, seat, contract, cards, assigned)
        emit_line(lines, seat, -1, -1, -1, total, RANKING.best_assignment)


@rule
def score_members(
    state: CadwallonState, deck: CadwallonDeck, lines: Lines, g: int, seat: int, assigned: Numbers
) -> None:
    """Each guild card, and the personalities as they are assigned (CA-081, CA-084)."""
    guild, placed = 0, 0
    for card in range(deck.district_count):
        if not is_held(holding(state, g, card), seat):
            continue
        kind = deck.kind[card]
        if deck.type[kind] == TYPE.guild:
            printed = deck.points[kind]
            more = card_points(state, deck, g, kind) - printed
            emit_line(lines, seat, deck.guild[kind], kind, -1, printed, RANKING.guild_points)
            if more > 0:
                emit_line(lines, seat, deck.guild[kind], kind, -1, more, RANKING.golden_points)
        elif deck.type[kind] == TYPE.personality:
            while guild < GUILDS and placed == assigned[guild]:
                guild, placed = guild + 1, 0
            if guild < GUILDS:
                emit_line(lines, seat, guild, kind, -1, 0, RANKING.personality)
                placed += 1


@rule
def score_actions(state: CadwallonState, deck: CadwallonDeck, lines: Lines, g: int, seat: int) -> int:
    """Action cards give what they print, played or not, and are never multiplied (CA-059, CA-087, CA-088, CA-122)."""
    total = 0
    for card in range(deck.district_count):
        held, kind = holding(state, g, card), deck.kind[card]
        if deck.type[kind] != TYPE.action or not is_held(held, seat):
            continue
        points = condition_number(state, deck, g, NUMBER.played_points)
        reason = RANKING.played_points
        if held < PLAYED:
            points = condition_number(state, deck, g, NUMBER.in_hand_points)
            reason = RANKING.in_hand_points
        if points < 0:
            points = deck.points[kind]
        emit_line(lines, seat, -1, kind, -1, points, reason)
        total += points
    emit_line(lines, seat, -1, -1, -1, total, RANKING.actions)
    return total


@rule
def score_militia(state: CadwallonState, deck: CadwallonDeck, lines: Lines, g: int, seat: int) -> int:
    """The penalties of militia cards, added up, then multiplied by the cards (CA-089, CA-090, CA-117, CA-118)."""
    penalties, cards = 0, 0
    for card in range(deck.district_count):
        kind = deck.kind[card]
        if deck.type[kind] == TYPE.militia and is_held(holding(state, g, card), seat):
            penalty = deck.penalty[kind] + condition_number(state, deck, g, NUMBER.penalty_more)
            emit_line(lines, seat, -1, kind, -1, -penalty, RANKING.penalty)
            penalties += penalty
            cards += 1
    if condition_number(state, deck, g, NUMBER.militia_multiplied) == 1:
        penalties *= cards
    if cards > 0:
        emit_line(lines, seat, -1, -1, -1, -penalties, RANKING.militia)
    return penalties
