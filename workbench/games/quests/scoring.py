"""The score of Quests: where each shield came from and went, ranks, and who has won (section Scoring of RULES.md)."""

from __future__ import annotations

from workbench.author import Ranking, Reason, ScoreSheet, SheetColumn, SheetFigure, emit_line, rule, score_round

RANKING = Ranking(
    reasons=(
        Reason("quest", "point", "completed {source}", "QU-109"),
        Reason("recognition", "point", "King's Recognition, paid with {source}", "QU-144"),
        Reason("tournament", "point", "won {source}: its entrants", "QU-133"),
        Reason("tournament_bonus", "point", "won {source}: its bonus", "QU-133"),
        Reason("chivalrous_deed", "point", "{source}", "QU-140"),
        Reason("pox", "point", "{source}", "QU-141"),
        Reason("plague", "point", "{source}", "QU-142"),
        Reason("handed_in", "derived", "handed in for a promotion", "QU-023"),
        Reason("played", "use", "played {source}"),
        Reason("career", "derived", "career shields: all that were gained"),
        Reason("shields", "derived", "shields held", "QU-024"),
        Reason("rank", "derived", "promotions", "QU-015"),
        Reason("won", "derived", "won the game", "QU-205"),
        Reason("kept", "derived", "shields held, among those who have not won", "QU-224"),
    ),
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
REASONS = len(RANKING.reasons)


@rule(inlined=False)
def score(state, deck, lines):
    """Write a line for each change of shields, then what they come to (QU-205, QU-224)."""
    for i in range(int(state.changes)):
        score_round(lines, int(state.change_turn[i]))
        seat, amount = int(state.change_seat[i]), int(state.change_amount[i])
        emit_line(lines, seat, -1, int(state.change_source[i]), -1, amount, int(state.change_reason[i]))
    score_round(lines, 0)
    for seat in range(int(state.seats)):
        score_rest(state, lines, seat)
        score_uses(state, deck, lines, seat)
        score_seat(state, lines, seat)


@rule(inlined=False)
def score_rest(state, lines, seat):
    """What did not fit into the list of changes."""
    for reason in range(RANKING.handed_in + 1):
        if state.more[seat, reason] != 0:
            emit_line(lines, seat, -1, -1, -1, int(state.more[seat, reason]), reason)


@rule(inlined=False)
def score_uses(state, deck, lines, seat):
    """Which cards a seat has played; they give no shields by themselves."""
    for kind in range(len(state.used)):
        if state.used[kind, seat] > 0:
            emit_line(lines, seat, -1, kind, -1, 0, RANKING.played)


@rule(inlined=False)
def score_seat(state, lines, seat):
    """What a seat's lines come to, and whether it has won."""
    gained, held = 0, 0
    for i in range(lines.count):
        if lines.seat[i] == seat and lines.reason[i] <= RANKING.handed_in:
            held += int(lines.points[i])
            gained += max(int(lines.points[i]), 0)
    won = (int(state.won) >> seat) & 1
    emit_line(lines, seat, -1, -1, -1, gained, RANKING.career)
    emit_line(lines, seat, -1, -1, -1, held, RANKING.shields)
    emit_line(lines, seat, -1, -1, -1, int(state.rank[seat]), RANKING.rank)
    emit_line(lines, seat, -1, -1, -1, won, RANKING.won)
    emit_line(lines, seat, -1, -1, -1, 0 if won == 1 else held, RANKING.kept)
