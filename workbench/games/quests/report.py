"""What the lab counts in a game of Quests, and its tables: sources of shields, what sponsoring brings, the ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.author import Lines, Numbers, Values, by_seat, figure, report_table, rule
from workbench.games.quests.deck import QuestsDeck
from workbench.games.quests.names import OPTIONS
from workbench.games.quests.options import MOST_SEATS
from workbench.games.quests.scoring import RANKING
from workbench.games.quests.table import QuestsState

SOURCES = {
    "quests": ("quest",),
    "King's Recognition": ("recognition",),
    "tournaments": ("tournament", "tournament_bonus"),
    "Chivalrous Deed": ("chivalrous_deed",),
    "lost by Pox and Plague": ("pox", "plague"),
}
COUNTED = tuple(reason for reasons in SOURCES.values() for reason in reasons)
REASONS_COUNTED = RANKING.numbers_of(COUNTED)
SPONSORED = ("times_sponsored", "cards_used", "cards_received", "shields_given", "trimmed")
ENDS = Values("one_winner", "several_winners", "final_tournament", "last_turn")  # how a game ends
COUNTERS = Values(
    "end",
    *(f"{reason}_of_seat_{seat}" for reason in COUNTED for seat in range(MOST_SEATS)),
    *(f"{field}_of_seat_{seat}" for field in SPONSORED for seat in range(MOST_SEATS)),
)


@rule(inlined=True)
def first_in_turn_order(state: QuestsState) -> int:
    """The seat that drew the first story card (QU-026); -1 if chance decides who draws next.

    Story cards that ask nobody anything have been drawn by its neighbours before anybody is asked.
    """
    if state.next_player == OPTIONS.next_player.random:
        return -1
    return (state.current - state.turn + 1) % state.seats


@rule
def count(state: QuestsState, deck: QuestsDeck, lines: Lines, counted: Numbers) -> None:
    """Count a game: how it ended, each seat's shields by source, what it sponsored and what that cost and brought."""
    counted[COUNTERS.end] = how_it_ended(state)
    for seat in range(state.seats):
        for i in range(len(REASONS_COUNTED)):
            counted[COUNTERS.quest_of_seat_0 + i * MOST_SEATS + seat] = figure(lines, seat, REASONS_COUNTED[i])
        counted[COUNTERS.times_sponsored_of_seat_0 + seat] = state.times_sponsored[seat]
        counted[COUNTERS.cards_used_of_seat_0 + seat] = state.cards_used[seat]
        counted[COUNTERS.cards_received_of_seat_0 + seat] = state.cards_received[seat]
        counted[COUNTERS.shields_given_of_seat_0 + seat] = state.shields_given[seat]
        counted[COUNTERS.trimmed_of_seat_0 + seat] = state.trimmed[seat]


@rule
def how_it_ended(state: QuestsState) -> int:
    """Which of ENDS it is."""
    if state.final == 1:
        return ENDS.final_tournament
    if state.won == 0:
        return ENDS.last_turn
    return ENDS.one_winner if state.won & (state.won - 1) == 0 else ENDS.several_winners


@report_table("bot source shields low high")
def shields_by_source(report: Any) -> Iterator[tuple[Any, ...]]:
    """What a seat of each bot gains in a game, by source: bot, source, shields with low and high (95% interval)."""
    for bot in dict.fromkeys(report.bots):
        for source, reasons in SOURCES.items():
            gained = sum(by_seat(report, reason, bot) for reason in reasons)
            yield bot, source, *report.mean(gained.mean(axis=1))


@report_table("bot quests low high cards_used cards_received shields_to_others trimmed")
def sponsors_return(report: Any) -> Iterator[tuple[Any, ...]]:
    """What sponsoring costs and brings a seat of each bot.

    Columns: bot, quests (sponsored in a game, with low and high, a 95% interval), cards_used, cards_received and
    shields_to_others (for each quest that it sponsored), trimmed (cards that a hand over the limit lost in a game).
    """
    for bot in dict.fromkeys(report.bots):
        totals = {field: by_seat(report, field, bot) for field in SPONSORED}
        quests = max(int(totals["times_sponsored"].sum()), 1)
        of_each = [totals[field].sum() / quests for field in ("cards_used", "cards_received", "shields_given")]
        sponsored = report.mean(totals["times_sponsored"].mean(axis=1))
        yield bot, *sponsored, *of_each, totals["trimmed"].mean()


@report_table("end games share low high")
def how_games_end(report: Any) -> Iterator[tuple[Any, ...]]:
    """How often games have one winner, several, a final tournament or no turns left: end, games, share, low, high."""
    ended = report.counted("end")
    for number, end in enumerate(ENDS):
        games = int((ended == number).sum())
        yield end.replace("_", " "), games, *report.share(games, report.games)


REPORT_TABLES = {
    "Shields by source": shields_by_source,
    "The sponsor's return": sponsors_return,
    "How games end": how_games_end,
}
