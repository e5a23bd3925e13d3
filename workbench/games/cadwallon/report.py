"""What the lab counts in a game of Cadwallon, and its tables: who begins, guilds, action cards, how cells are judged.

Intervals take games as independent of each other; in a series they count every game of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.author import NONE, Lines, Numbers, Values, by_seat, index, report_table, rule
from workbench.games.cadwallon.deck import ACTION, GUILDS, TYPE, CadwallonDeck
from workbench.games.cadwallon.options import MOST_SEATS
from workbench.games.cadwallon.scoring import PLAYED, RANKING
from workbench.games.cadwallon.table import JUDGED, CadwallonState

JUDGES = len(JUDGED)
COUNTERS = Values(
    "first_seat",
    "rounds",
    *(f"cells_{how}" for how in JUDGED),
    *(f"points_of_guild_{guild}_of_seat_{seat}" for guild in range(GUILDS) for seat in range(MOST_SEATS)),
    *(f"cards_of_guild_{guild}_of_seat_{seat}" for guild in range(GUILDS) for seat in range(MOST_SEATS)),
    *(f"seats_with_{action}" for action in ACTION),
    *(f"seats_that_played_{action}" for action in ACTION),
)

# Counting


@rule(inlined=True)
def first_in_turn_order(state: CadwallonState) -> int:
    """The seat with the First Player card (CA-031)."""
    return state.first_seat


@rule
def count(state: CadwallonState, deck: CadwallonDeck, lines: Lines, counted: Numbers) -> None:
    """Count a match: who began it, its rounds and cells, guild sets, who had which action."""
    counted[COUNTERS.first_seat] = state.first_of[0]
    for g in range(state.games):
        counted[COUNTERS.rounds] += state.rounds_of[g]
        for how in range(JUDGES):
            counted[COUNTERS.cells_nobody + how] += state.cells_judged[g, how]
        count_actions(state, deck, g, counted)
    for i in range(lines.count):
        if lines.reason[i] == RANKING.guild_set:
            here = index(lines.category[i] * MOST_SEATS + lines.seat[i])
            counted[COUNTERS.points_of_guild_0_of_seat_0 + here] += lines.points[i]
        elif lines.reason[i] == RANKING.guild_points:
            here = index(lines.category[i] * MOST_SEATS + lines.seat[i])
            counted[COUNTERS.cards_of_guild_0_of_seat_0 + here] += 1


@rule
def count_actions(state: CadwallonState, deck: CadwallonDeck, g: int, counted: Numbers) -> None:
    """Which seats had each action card in game g, and which played it, as bits."""
    for card in range(deck.district_count):
        kind, held = deck.kind[card], state.held[g, card]
        if deck.type[kind] == TYPE.action and held != NONE:
            bit = 1 << (held % MOST_SEATS)
            had = COUNTERS.seats_with_new_markets + deck.action[kind]
            counted[had] = int(counted[had]) | bit
            if held >= PLAYED:
                played = COUNTERS.seats_that_played_new_markets + deck.action[kind]
                counted[played] = int(counted[played]) | bit


# Tables


@report_table("place share low high fair")
def first_player(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often each place in the order of the first round wins: place (1 begins), share won, low, high, fair share.

    A shared win counts as a part of one. The bots do not choose who begins, so these are effects of the place as
    long as all seats have the same bot.
    """
    seats, first, winning = report.plan.seats, report.counted("first_seat"), report.outcome.winning
    winners = sum((winning >> seat) & 1 for seat in range(seats))
    for place in range(seats):
        seat = (first + place) % seats
        won = np.where((winning >> seat) & 1, 1 / np.maximum(winners, 1), 0.0)
        yield place + 1, *report.mean(won), 1 / seats


@report_table("guild cards points low high points_a_card")
def guild_values(report: Any) -> Iterator[tuple[Any, ...]]:
    """What the guild sets of a seat bring: guild, cards and points of a set in a game, points for each card."""
    for guild, category in enumerate(report.plan.deck.meta.categories):
        points, cards = (by_seat(report, f"{what}_of_guild_{guild}") for what in ("points", "cards"))
        mean, low, high = report.mean(points.mean(axis=1))
        yield category.name, cards.mean(), mean, low, high, points.sum() / max(int(cards.sum()), 1)


@report_table("action card games won share low high")
def action_impact(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often a seat with an action card wins, having played it or not: action, played, wins, share, low, high.

    This shows what goes together, not what the card causes: a seat that wins many cards has more action cards too.
    """
    winning = report.outcome.winning
    for action in ACTION:
        had, used = (report.counted(f"{what}_{action}") for what in ("seats_with", "seats_that_played"))
        for label, seats in (("played", used), ("kept in hand", had & ~used)):
            holders, winners = int((seats > 0).sum()), int(((seats & winning) > 0).sum())
            if holders:
                yield action.replace("_", " "), label, holders, winners, *report.share(winners, holders)


@report_table("judged cells_a_round share low high")
def ties_per_round(report: Any) -> Iterator[tuple[Any, ...]]:
    """How the nine cells of a round are judged: how, cells in a round, share of all cells, low, high."""
    rounds = max(int(report.counted("rounds").sum()), 1)
    cells = [int(report.counted(f"cells_{how}").sum()) for how in JUDGED]
    names = ("nobody there", "most support", "Backroom Vote", "Ducal Arbiter", "tie, stays")
    for name, number in zip(names, cells, strict=True):
        yield name, number / rounds, *report.share(number, sum(cells))


REPORT_TABLES = {
    "Who begins": first_player,
    "Guild values": guild_values,
    "Action cards and wins": action_impact,
    "How cells are judged": ties_per_round,
}
