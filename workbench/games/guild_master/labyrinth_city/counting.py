"""What the lab counts in a finished game of Labyrinth City: what was laid, where roads lead, what is owed."""

from __future__ import annotations

import numpy as np

from workbench.author import NONE, Lines, Numbers, Values, cards_in, rule
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.labyrinth_city.options import MAX_SEATS
from workbench.games.guild_master.labyrinth_city.rules import roads_among, turned
from workbench.games.guild_master.labyrinth_city.table import SIDES, ZONES, CityState

COUNTERS = Values(
    "cards_laid",
    "cards_left",
    "longest_road",
    "dead_ends",
    "open_ends",
    *(f"owed_by_seat_{seat}" for seat in range(MAX_SEATS)),
)


@rule
def count(state: CityState, deck: GuildMasterDeck, lines: Lines, counted: Numbers) -> None:
    """Count a finished game: cards laid and left, its roads, the favours that each seat owes."""
    counted[COUNTERS.cards_laid] = state.laid
    counted[COUNTERS.longest_road] = longest_road(state, deck)
    counted[COUNTERS.open_ends] = state.open_ends
    for number in range(state.laid):
        counted[COUNTERS.dead_ends] += int(roads_among(deck.roads[deck.kind[state.city[number]]]) == 1)
    for seat in range(state.seats):
        counted[COUNTERS.cards_left] += cards_in(state, ZONES.hand + seat)
        for creditor in range(state.seats):
            counted[COUNTERS.owed_by_seat_0 + seat] += state.owes[seat, creditor]


@rule
def longest_road(state: CityState, deck: GuildMasterDeck) -> int:
    """How many cards lie on the way between the two that are farthest apart by road."""
    laid, longest = state.laid, 0
    neighbours = np.full((laid + 1, len(SIDES)), NONE, np.int64)
    for number in range(laid):
        roads = turned(deck.roads[deck.kind[state.city[number]]], state.turns[number])
        for side in range(len(SIDES)):
            if (roads >> side) & 1 == 1:
                neighbours[number, side] = card_beside(state, number, side)
    way, queue = np.zeros(laid + 1, np.int64), np.zeros(laid + 1, np.int64)
    for start in range(laid):
        for number in range(laid):
            way[number] = 0
        way[start], queue[0], ready, waiting = 1, start, 0, 1
        while ready < waiting:
            here = queue[ready]
            ready += 1
            longest = max(longest, int(way[here]))
            for side in range(len(SIDES)):
                beside = neighbours[here, side]
                if beside != NONE and way[beside] == 0:
                    way[beside] = way[here] + 1
                    queue[waiting] = beside
                    waiting += 1
    return longest


@rule
def card_beside(state: CityState, number: int, side: int) -> int:
    """The card of the city that lies beside another one, by its number; -1 where none does."""
    column = state.column[number] + int(side == 1) - int(side == 3)
    row = state.row[number] + int(side == 2) - int(side == 0)
    for other in range(state.laid):
        if state.column[other] == column and state.row[other] == row:
            return other
    return NONE
