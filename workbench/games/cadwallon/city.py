"""The support that agents give to the cards of the city (what a cell and a boulevard is: table.py)."""

from __future__ import annotations

from workbench.author import Numbers, card_at, next_clockwise, rule, seat_bit
from workbench.games.cadwallon.deck import NUMBER, TYPE, CadwallonDeck
from workbench.games.cadwallon.table import (
    ACROSS,
    ALL_BOULEVARDS,
    BOULEVARD_COUNT,
    BOULEVARDS,
    CORNER_BITS,
    HIGHEST_SUPPORT,
    JUDGED,
    MOST_BOULEVARDS,
    ZONES,
    CadwallonState,
)


@rule
def rule_number(state: CadwallonState, deck: CadwallonDeck, what: int) -> int:
    """A NUMBER of the rules under the condition in force (CA-093)."""
    return number_under(deck, state.condition_now, what)


@rule(inlined=True)
def number_under(deck: CadwallonDeck, condition: int, what: int) -> int:
    """A NUMBER of the rules under a condition, or as it is under none."""
    return deck.numbers[condition + 1, what]


@rule(inlined=True)
def card_in(state: CadwallonState, cell: int) -> int:
    """The district card in a cell."""
    return card_at(state, ZONES.cell[cell], 0)


# Boulevards


@rule
def occupied(state: CadwallonState) -> int:
    """The boulevards in which an agent stands, as bits."""
    found = 0
    for seat in range(state.seats):
        found |= standing(state, seat)
    return found


@rule
def free(state: CadwallonState) -> int:
    """The boulevards that an agent may enter: without an agent (CA-051) and not closed (CA-114), as bits."""
    return ALL_BOULEVARDS & ~(occupied(state) | state.closed)


@rule
def standing(state: CadwallonState, seat: int) -> int:
    """The boulevards in which an agent of a seat stands, as bits."""
    found = 0
    for boulevard in range(BOULEVARD_COUNT):
        if state.agents[boulevard, seat] > 0:
            found |= 1 << boulevard
    return found


@rule(inlined=True)
def place_agent(state: CadwallonState, seat: int, boulevard: int) -> None:
    """An agent leaves its supply and enters a boulevard."""
    state.supply[seat] -= 1
    state.agents[boulevard, seat] += 1


# Support


@rule
def support_value(state: CadwallonState, deck: CadwallonDeck, cell: int) -> int:
    """The support value of the card in a cell, with what markers and conditions change (CA-112, CA-113, CA-119).

    Scandal goes before Ducal Herald (CA-161).
    """
    card = card_in(state, cell)
    kind = deck.kind[card]
    if state.scandal[card] == 1:
        return 0
    value = deck.support[kind]
    if deck.type[kind] == TYPE.personality:
        value += rule_number(state, deck, NUMBER.personality_support)
    return max(value, min(HIGHEST_SUPPORT, value + state.herald[card]))


@rule
def support_across(state: CadwallonState, deck: CadwallonDeck, cell: int, across: int) -> int:
    """What one agent between two cells gives toward the first: the value of the other (CA-069, CA-128, CA-173)."""
    value = support_value(state, deck, across)
    if (CORNER_BITS >> cell) & 1 == 1:
        value += rule_number(state, deck, NUMBER.corner_more)
    return value


@rule
def count_support(state: CadwallonState, deck: CadwallonDeck, cell: int, found: Numbers) -> None:
    """Count each seat's support toward the card in a cell into `found`, from all agents beside it (CA-068, CA-162)."""
    for seat in range(state.seats):
        found[seat] = 0
    for i in range(MOST_BOULEVARDS):
        boulevard = int(BOULEVARDS[cell, i])
        if boulevard >= 0:
            given = support_across(state, deck, cell, int(ACROSS[cell, i]))
            for seat in range(state.seats):
                found[seat] = found[seat] + given * state.agents[boulevard, seat]


@rule
def judge(state: CadwallonState, deck: CadwallonDeck, cell: int, found: Numbers) -> int:
    """Who wins the card in a cell as things stand, and how it is decided: the seat (-1 nobody) plus 1, times 8, plus a
    JUDGED. Each seat's support is counted into `found`.

    The most support wins (CA-063), if it is more than 0 (CA-170). Of those who tie, one who made a Backroom Vote about
    the card wins (CA-116, CA-172); otherwise, with Ducal Arbiter, the first from the first player on (CA-123).
    """
    count_support(state, deck, cell, found)
    most, tied = 0, 0
    for seat in range(state.seats):
        here = int(found[seat])
        if here > most:
            most, tied = here, 0
        if here == most and most > 0:
            tied |= seat_bit(seat)
    if tied == 0:
        return verdict(-1, JUDGED.nobody)
    if tied & (tied - 1) == 0:
        return verdict(next_clockwise(state, 0, tied), JUDGED.most_support)
    first = state.first_seat
    voters = tied & state.votes[card_in(state, cell)]
    if voters != 0:
        return verdict(next_clockwise(state, first, voters), JUDGED.vote)
    if rule_number(state, deck, NUMBER.arbiter) == 1:
        return verdict(next_clockwise(state, first, tied), JUDGED.arbiter)
    return verdict(-1, JUDGED.tie)


@rule(inlined=True)
def verdict(winner: int, how: int) -> int:
    """Who wins and how, in one number."""
    return (winner + 1) * 8 + how


@rule(inlined=True)
def winner_of(judged: int) -> int:
    """Who wins by a verdict, -1 nobody."""
    return judged // 8 - 1


@rule(inlined=True)
def how_judged(judged: int) -> int:
    """Which of JUDGED a verdict is."""
    return judged % 8
