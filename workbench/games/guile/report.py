"""What the lab counts in a match of Guile, and its tables: who starts, what peeks go with, how rounds are decided.

A drawn round counts for nobody: shares of rounds won are shares of the rounds that were decided. Intervals take
rounds as independent of each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.author import Lines, Numbers, Values, report_table, rule
from workbench.games.guile.deck import FACTIONS, GuileDeck
from workbench.games.guile.scoring import DECIDED_BY
from workbench.games.guile.table import CYCLE, SEATS, GuileState

MOST_PEEKS = CYCLE  # a seat has eight actions a round (GL-046)


def peek_counter(what: str, seat: int, peeks: int) -> str:
    """The counter of the rounds in which a seat made so many peeks: those `decided`, or those it `won`."""
    return f"{what}_with_{peeks}_peeks_of_seat_{seat}"


BY_PEEKS = [(seat, peeks) for seat in range(SEATS) for peeks in range(MOST_PEEKS + 1)]
COUNTERS = Values(
    "start_seat",
    "start_faction",
    "first_round_decided",
    "first_round_won",
    *(f"rounds_started_by_faction_{faction}" for faction in range(FACTIONS)),
    *(f"rounds_won_by_starting_faction_{faction}" for faction in range(FACTIONS)),
    *DECIDED_BY,
    *(peek_counter("decided", seat, peeks) for seat, peeks in BY_PEEKS),
    *(peek_counter("won", seat, peeks) for seat, peeks in BY_PEEKS),
)

# Counting


@rule(inlined=True)
def first_in_turn_order(state: GuileState) -> int:
    """The start player (GL-017)."""
    return state.start_seat


@rule(inlined=True)
def count(state: GuileState, deck: GuileDeck, lines: Lines, counted: Numbers) -> None:
    """Count a match: who started it, and what its rounds were like."""
    counted[COUNTERS.start_faction] = state.round_start[0] % FACTIONS
    counted[COUNTERS.start_seat] = state.faction_seat[state.round_start[0] % FACTIONS]
    for r in range(state.rounds):
        count_round(state, r, counted)


@rule(inlined=True)
def count_round(state: GuileState, r: int, counted: Numbers) -> None:
    """Count round r: how it was decided; whether the side that started won; how many peeks each seat made."""
    counted[COUNTERS.total + state.decided_by[r]] += 1
    if state.decided_by[r] == DECIDED_BY.drawn:
        return
    faction, winner = state.round_start[r] % FACTIONS, state.round_winner[r]
    won = int(state.faction_seat[faction] == winner)
    counted[COUNTERS.rounds_started_by_faction_0 + faction] += 1
    counted[COUNTERS.rounds_won_by_starting_faction_0 + faction] += won
    if r == 0:
        counted[COUNTERS.first_round_decided] = 1
        counted[COUNTERS.first_round_won] = won
    for seat in range(SEATS):
        peeks = seat * (MOST_PEEKS + 1) + state.peeks_made[r, seat]
        counted[COUNTERS.decided_with_0_peeks_of_seat_0 + peeks] += 1
        counted[COUNTERS.won_with_0_peeks_of_seat_0 + peeks] += int(winner == seat)


# Tables


@report_table("case decided won share low high")
def who_starts(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often the side that starts wins: rounds, by faction too, first rounds, and matches of the start player.

    Columns: case, decided, won, share, low, high (the 95% interval). A share below a half says that acting last is
    worth more than acting first. The bots do not choose who starts, so these shares are effects of starting as long as
    both seats have the same bot.
    """
    names = [category.name for category in report.plan.deck.meta.categories]
    started, won = (
        [int(report.counted(f"rounds_{what}_faction_{faction}").sum()) for faction in range(FACTIONS)]
        for what in ("started_by", "won_by_starting")
    )
    first = [int(report.counted(f"first_round_{what}").sum()) for what in ("decided", "won")]
    cases = [
        ("rounds", sum(started), sum(won)),
        *((f"rounds, {names[faction]} start", started[faction], won[faction]) for faction in range(FACTIONS)),
        ("first rounds", *first),
        ("matches", *_matches(report, range(FACTIONS))),
        *((f"matches, {names[faction]} start", *_matches(report, [faction])) for faction in range(FACTIONS)),
    ]
    for row in cases:
        yield *row, *report.share(row[-1], row[-2])


def _matches(report: Any, factions: Any) -> tuple[int, int]:
    """How many matches that these factions started had one winner, and how many of them the start player won."""
    winning = report.outcome.winning
    asked = np.isin(report.counted("start_faction"), list(factions)) & (winning != (1 << SEATS) - 1)
    won = (winning >> report.counted("start_seat")) & 1
    return int(asked.sum()), int(won[asked].sum())


def factions(report: Any) -> tuple[list[str], np.ndarray]:
    """The factions, and which seat had each in every game."""
    began, seat = report.counted("start_faction"), report.counted("start_seat")
    seats = np.stack([np.where(began == faction, seat, 1 - seat) for faction in range(FACTIONS)], axis=1)
    return [category.name for category in report.plan.deck.meta.categories], seats


@report_table("bot peeks decided won share low high")
def peeks_and_wins(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often a seat won a decided round, by how many peeks it made; the other actions were exchanges.

    Columns: bot, peeks, decided, won, share, low, high. A row for each bot and number of peeks that came up; if a
    bot has both seats, a round is in two rows or counts twice in one. This shows what goes together, not what a
    peek causes: a seat peeks more when no exchange tempts it and when it does not know its cards. To see what
    peeks are worth as such, let `greedy` play against `bold`, which never peeks.
    """
    for bot in dict.fromkeys(report.bots):
        for peeks in range(MOST_PEEKS + 1):
            decided, won = (
                sum(
                    int(report.counted(peek_counter(what, seat, peeks)).sum())
                    for seat in range(SEATS)
                    if report.bots[seat] == bot
                )
                for what in ("decided", "won")
            )
            if decided:
                yield bot, peeks, decided, won, *report.share(won, decided)


@report_table("step rounds share low high")
def how_decided(report: Any) -> Iterator[tuple[Any, ...]]:
    """By which step rounds were decided: their number and share; the last row has those whose totals were equal.

    Columns: step, rounds, share, low, high. Of all ways to give eight of the ten cards to the two factions, 12.8% tie
    in total and 6.9% reach the dagger (GL-300); bots that seek the higher total reach both more often.
    """
    rounds = [int(report.counted(step).sum()) for step in DECIDED_BY]
    steps = [step.replace("_", " ") for step in DECIDED_BY]
    cases = [*zip(steps, rounds, strict=True), ("any but total", sum(rounds[1:]))]
    for step, number in cases:
        yield step, number, *report.share(number, sum(rounds))


REPORT_TABLES = {"Who starts": who_starts, "Peeks and wins": peeks_and_wins, "How rounds are decided": how_decided}
