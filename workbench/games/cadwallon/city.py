"""The city of Cadwallon: nine cells in three rows, twelve boulevards between them, and the support that agents give.

Legend: cells 0 to 8 row by row from the top left; boulevards 0 to 5 lie between cells side by side, 6 to 11 between one
cell and the one below it.

    ENDS[boulevard]             the two cells that it lies between
    BOULEVARDS[cell, i]         the boulevards of a cell, -1 beyond its last
    ACROSS[cell, i]             the cell across each of them
    agents[boulevard, seat]     in the record: how many agents of a seat stand there
"""

from __future__ import annotations

import numpy as np

from workbench.author import ZONES, Values, card_at, next_clockwise, rule, seat_bit
from workbench.games.cadwallon.deck import NUMBER, TYPE

CELLS, SIDE = 9, 3
CENTRE = 4
CORNERS = (0, 2, 6, 8)
CORNER_BITS = sum(1 << cell for cell in CORNERS)
ENDS = np.array(
    [(cell, cell + 1) for cell in range(CELLS) if cell % SIDE < SIDE - 1]
    + [(cell, cell + SIDE) for cell in range(CELLS - SIDE)]
)
BOULEVARD_COUNT = len(ENDS)
ALL_BOULEVARDS = (1 << BOULEVARD_COUNT) - 1
CENTRE_BOULEVARDS = sum(1 << number for number, ends in enumerate(ENDS) if CENTRE in ends)
MOST_BOULEVARDS = 4  # of a cell


def _around(cell: int) -> list[tuple[int, int]]:
    """The boulevards of a cell, each with the cell across."""
    found = [(number, int(ends.sum()) - cell) for number, ends in enumerate(ENDS) if cell in ends]
    return found + [(-1, -1)] * (MOST_BOULEVARDS - len(found))


BOULEVARDS, ACROSS = np.moveaxis(np.array([_around(cell) for cell in range(CELLS)]), 2, 0).copy()
CELL_NAMES = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
BOULEVARD_NAMES = tuple(f"{CELL_NAMES[first]} and {CELL_NAMES[second]}" for first, second in ENDS)
HIGHEST_SUPPORT = 3  # of a card, Ducal Herald included (CA-112)

# How a cell was judged (CA-062 to CA-067, CA-170 to CA-172).
JUDGED = Values("nobody", "most_support", "vote", "arbiter", "tie")


@rule(inlined=False)
def rule_number(state, deck, what):
    """A NUMBER of the rules, as the condition in force has it (CA-093)."""
    return int(deck.numbers[state.condition_now + 1, what])


@rule
def card_in(state, cell):
    """The district card in a cell."""
    return card_at(state, ZONES.cell[cell], 0)


# Boulevards


@rule(inlined=False)
def occupied(state):
    """The boulevards in which an agent stands, as bits."""
    found = 0
    for boulevard in range(BOULEVARD_COUNT):
        for seat in range(int(state.seats)):
            if state.agents[boulevard, seat] > 0:
                found |= 1 << boulevard
    return found


@rule(inlined=False)
def free(state):
    """The boulevards that an agent may enter: without an agent (CA-051) and not closed (CA-114), as bits."""
    return ALL_BOULEVARDS & ~(occupied(state) | int(state.closed))


@rule(inlined=False)
def standing(state, seat):
    """The boulevards in which an agent of a seat stands, as bits."""
    found = 0
    for boulevard in range(BOULEVARD_COUNT):
        if state.agents[boulevard, seat] > 0:
            found |= 1 << boulevard
    return found


@rule
def place_agent(state, seat, boulevard):
    """An agent leaves its supply and enters a boulevard."""
    state.supply[seat] = state.supply[seat] - 1
    state.agents[boulevard, seat] = state.agents[boulevard, seat] + 1


# Support


@rule(inlined=False)
def support_value(state, deck, cell):
    """The support value of the card in a cell, with what markers and conditions change (CA-112, CA-113, CA-119).

    Scandal goes before Ducal Herald (CA-161).
    """
    card = card_in(state, cell)
    kind = int(deck.kind[card])
    if state.scandal[card] == 1:
        return 0
    value = int(deck.support[kind])
    if deck.type[kind] == TYPE.personality:
        value += rule_number(state, deck, NUMBER.personality_support)
    return max(value, min(HIGHEST_SUPPORT, value + int(state.herald[card])))


@rule(inlined=False)
def support_across(state, deck, cell, across):
    """What one agent between two cells gives toward the first: the value of the other (CA-069, CA-128, CA-173)."""
    value = support_value(state, deck, across)
    if (CORNER_BITS >> cell) & 1 == 1:
        value += rule_number(state, deck, NUMBER.corner_more)
    return value


@rule(inlined=False)
def count_support(state, deck, cell, found):
    """Count each seat's support toward the card in a cell into `found`, from all agents beside it (CA-068, CA-162)."""
    for seat in range(int(state.seats)):
        found[seat] = 0
    for i in range(MOST_BOULEVARDS):
        boulevard = int(BOULEVARDS[cell, i])
        if boulevard >= 0:
            given = support_across(state, deck, cell, int(ACROSS[cell, i]))
            for seat in range(int(state.seats)):
                found[seat] = found[seat] + given * state.agents[boulevard, seat]


@rule(inlined=False)
def judge(state, deck, cell, found):
    """Who wins the card in a cell as things are, and how it is decided: the seat (-1 nobody) plus 1, times 8, plus a
    JUDGED. Each seat's support is counted into `found`.

    The most support wins (CA-063), if it is more than 0 (CA-170). Of those who tie, one who made a Backroom Vote about
    the card wins (CA-116, CA-172), else with Ducal Arbiter the first one from the first player on (CA-123).
    """
    count_support(state, deck, cell, found)
    most, tied = 0, 0
    for seat in range(int(state.seats)):
        here = int(found[seat])
        if here > most:
            most, tied = here, 0
        if here == most and most > 0:
            tied |= seat_bit(seat)
    if tied == 0:
        return verdict(-1, JUDGED.nobody)
    if tied & (tied - 1) == 0:
        return verdict(next_clockwise(state, 0, tied), JUDGED.most_support)
    first = int(state.first_seat)
    voters = tied & int(state.votes[card_in(state, cell)])
    if voters != 0:
        return verdict(next_clockwise(state, first, voters), JUDGED.vote)
    if rule_number(state, deck, NUMBER.arbiter) == 1:
        return verdict(next_clockwise(state, first, tied), JUDGED.arbiter)
    return verdict(-1, JUDGED.tie)


@rule
def verdict(winner, how):
    """Who wins and how, in one number."""
    return (winner + 1) * 8 + how


@rule
def winner_of(judged):
    """Who wins by a verdict, -1 nobody."""
    return judged // 8 - 1


@rule
def how_judged(judged):
    """Which of JUDGED a verdict is."""
    return judged % 8
