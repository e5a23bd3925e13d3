"""What the lab counts in a game of Excalibur, and its tables: who ends with which sword, and how games end.

The game has no points: what a chip does to winning shows in the outcome alone, so its worth is its effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.author import Lines, Numbers, Values, WorkbenchError, by_seat, figure, report_table, rule
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.deck import SWORDS
from workbench.games.excalibur.options import MAX_SEATS
from workbench.games.excalibur.scoring import LOSS, RANKING, TAINTED_WIN, ULTIMATE_LOSS, WIN, holder
from workbench.games.excalibur.table import ExcaliburDeck, ExcaliburState

OTHER_TABLES = 500  # games at each other number of players
ENDS = Values("one_winner", "winner_and_squire", "tainted_win", "chaos")  # how a game ends
CHAOS = "chaos: nobody holds Excalibur"
COUNTERS = Values(
    *(f"holder_of_{sword}" for sword in SWORDS),
    "end",
    "rounds",
    "final_region",
    *(f"outcome_of_seat_{seat}" for seat in range(MAX_SEATS)),
)
HOLDERS = tuple((getattr(COUNTERS, f"holder_of_{sword}"), getattr(EFFECTS, sword)) for sword in SWORDS)
OUTCOMES = {"win": WIN, "tainted_win": TAINTED_WIN, "loss": LOSS, "ultimate_loss": ULTIMATE_LOSS}


@rule(inlined=True)
def first_in_turn_order(state: ExcaliburState) -> int:
    """The seat with the crown (EX-211)."""
    return state.crown


@rule
def count(state: ExcaliburState, deck: ExcaliburDeck, lines: Lines, counted: Numbers) -> None:
    """Count a game: who holds each sword, how it ended, its rounds, the region that was empty, each seat's outcome."""
    for counter, sword in HOLDERS:
        counted[counter] = holder(state, deck, sword)
    counted[COUNTERS.end] = how_it_ended(lines)
    counted[COUNTERS.rounds] = state.turn
    counted[COUNTERS.final_region] = state.final_region
    for seat in range(state.seats):
        counted[COUNTERS.outcome_of_seat_0 + seat] = figure(lines, seat, RANKING.outcome)


@rule
def how_it_ended(lines: Lines) -> int:
    """Which of ENDS it is, from the reasons of the lines."""
    for i in range(lines.count):
        if lines.reason[i] == RANKING.holds_both:
            return ENDS.tainted_win
        if lines.reason[i] == RANKING.squire_of_winner:
            return ENDS.winner_and_squire
        if lines.reason[i] == RANKING.no_excalibur:
            return ENDS.chaos
    return ENDS.one_winner


@report_table("sword holder games share low high even_share")
def who_ends_with_swords(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often each sword ends up with a seat of each bot, or in Avalon.

    Columns: sword, holder (a bot, or Avalon), games, share, low, high (95% interval), an even share of a seat times
    the seats that the bot plays.
    """
    bots = np.array([*report.bots, "Avalon"])
    for sword in SWORDS:
        ended = bots[report.counted(f"holder_of_{sword}")]  # NOBODY, -1, is the last
        for name in dict.fromkeys(bots):
            games = int((ended == name).sum())
            seats = sum(bot == name for bot in report.bots)
            share = report.share(games, report.games)
            yield sword.replace("_", " "), name, games, *share, seats / len(report.bots)


@report_table("end games share low high")
def how_games_end(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often one seat wins, alone, with a squire or by a taint, or nobody does: end, games, share, low, high."""
    ended = report.counted("end")
    for number, end in enumerate(ENDS):
        games = int((ended == number).sum())
        words = CHAOS if end == "chaos" else end.replace("_", " ")
        yield words, games, *report.share(games, report.games)


@report_table(f"bot seats {' '.join(OUTCOMES)} value low high")
def outcomes_by_bot(report: Any) -> Iterator[tuple[Any, ...]]:
    """How a seat of each bot fares: its share of each outcome, and what that is worth in percent of a win (EX-227).

    Columns: bot, seats, win, tainted_win, loss, ultimate_loss (shares of its seats), value with low and high (95%
    interval over games: seats of one game are not independent).
    """
    for bot in dict.fromkeys(report.bots):
        ended = by_seat(report, "outcome", bot)
        shares = {outcome: ended == rank for outcome, rank in OUTCOMES.items()}
        values = sum(report.plan.options[f"{outcome}_value"] * share for outcome, share in shares.items())
        yield bot, ended.shape[1], *(share.mean() for share in shares.values()), *report.mean(values.mean(axis=1))


@report_table("seats games rounds low high least most")
def length_by_players(report: Any) -> Iterator[tuple[Any, ...]]:
    """How many rounds a game lasts, by number of players: in this report, and in games like its own with other numbers.

    Columns: seats, games, rounds with low and high (95% interval), least, most. If the rules are not
    compiled, or the options do not fit a table, other numbers of players are left out.
    """
    for seats in report.plan.variant.seats:
        if seats == report.plan.seats:
            found = report
        elif report.compiled:
            try:
                found = report.again(seats=seats, games=OTHER_TABLES)
            except WorkbenchError:
                continue
        else:
            continue
        length = found.lengths.set_index("measure").loc["turns"]
        yield seats, found.games, *length[["mean", "low", "high", "least", "most"]]


REPORT_TABLES = {
    "Who ends with which sword": who_ends_with_swords,
    "How games end": how_games_end,
    "Outcomes of each bot": outcomes_by_bot,
    "Length by players": length_by_players,
}
