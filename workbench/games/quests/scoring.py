"""The score of Quests: where each shield came from and went, ranks, and who has won (section Scoring of RULES.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.author import Lines, Ranking, Reason, ScoreSheet, SheetColumn, SheetFigure, emit_line, rule, score_round
from workbench.games.quests.deck import QuestsDeck

if TYPE_CHECKING:  # the table needs to know how many reasons there are
    from workbench.games.quests.table import QuestsState


class QuestsRanking(Ranking):
    """Why lines give points."""

    quest = Reason("point", "completed {source}", "QU-109")
    recognition = Reason("point", "King's Recognition, paid with {source}", "QU-144")
    tournament = Reason("point", "won {source}: its entrants", "QU-133")
    tournament_bonus = Reason("point", "won {source}: its bonus", "QU-133")
    chivalrous_deed = Reason("point", "{source}", "QU-140")
    pox = Reason("point", "{source}", "QU-141")
    plague = Reason("point", "{source}", "QU-142")
    handed_in = Reason("derived", "handed in for a promotion", "QU-023")
    played = Reason("use", "played {source}")
    career = Reason("derived", "career shields: all that were gained")
    shields = Reason("derived", "shields held", "QU-024")
    rank = Reason("derived", "promotions", "QU-015")
    won = Reason("derived", "won the game", "QU-205")
    kept = Reason("derived", "shields held, among those who have not won", "QU-224")


RANKING = QuestsRanking(
    chain=("won", "rank", "kept"),
    sheet=ScoreSheet(
        columns=(
            SheetColumn(("quest",), "Quests", emblem="dragon"),
            SheetColumn(("recognition",), "Recognition", emblem="crown"),
            SheetColumn(("tournament", "tournament_bonus"), "Tournaments", emblem="lance"),
            SheetColumn(("chivalrous_deed", "pox", "plague"), "Events", emblem="scroll"),
        ),
        figures=(
            SheetFigure(("rank",), "promotion", "promotions", "ranks"),
            SheetFigure(("career",), "shield gained", "shields gained", "shields"),
        ),
        steps=(("won", ""), ("rank", "steps up in rank"), ("kept", "shields held")),
        heading="Who gained shields with what",
    ),
)
REASONS: int = len(RANKING.reasons)


@rule
def score(state: QuestsState, deck: QuestsDeck, lines: Lines) -> None:
    """Write a line for each change of shields, then what they come to (QU-205, QU-224)."""
    for i in range(state.changes):
        score_round(lines, state.change_turn[i])
        seat, amount = state.change_seat[i], state.change_amount[i]
        emit_line(lines, seat, -1, state.change_source[i], -1, amount, state.change_reason[i])
    score_round(lines, 0)
    for seat in range(state.seats):
        for reason in range(RANKING.handed_in + 1):  # what did not fit into the list of changes
            if state.more[seat, reason] != 0:
                emit_line(lines, seat, -1, -1, -1, state.more[seat, reason], reason)
        for kind in range(len(state.used)):  # cards played, which give no shields by themselves
            if state.used[kind, seat] > 0:
                emit_line(lines, seat, -1, kind, -1, 0, RANKING.played)
        score_seat(state, lines, seat)


@rule
def score_seat(state: QuestsState, lines: Lines, seat: int) -> None:
    """What a seat's lines come to, and whether it has won."""
    gained, held = 0, 0
    for i in range(lines.count):
        if lines.seat[i] == seat and lines.reason[i] <= RANKING.handed_in:
            held += lines.points[i]
            gained += max(lines.points[i], 0)
    won = (state.won >> seat) & 1
    emit_line(lines, seat, -1, -1, -1, gained, RANKING.career)
    emit_line(lines, seat, -1, -1, -1, held, RANKING.shields)
    emit_line(lines, seat, -1, -1, -1, state.rank[seat], RANKING.rank)
    emit_line(lines, seat, -1, -1, -1, won, RANKING.won)
    emit_line(lines, seat, -1, -1, -1, 0 if won == 1 else held, RANKING.kept)
