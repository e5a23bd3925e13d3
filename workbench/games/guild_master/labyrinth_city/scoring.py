"""Victory calculation of Labyrinth City: the highest single category, ties by the next ones (GM-252).

Lines in order: those of the base game up to the totals, then each seat's best category, and as many of its next ones as
it takes to tell the best seats apart (GM-608).
"""

from __future__ import annotations

from workbench.author import (
    CHAIN,
    FOR_EACH_CATEGORY,
    Ranking,
    Reason,
    ScoreSheet,
    SheetColumn,
    SheetFigure,
    all_seats,
    best_of,
    emit_line,
    rule,
)
from workbench.games.guild_master import scoring as base_game
from workbench.games.guild_master.scoring import score_categories

KEPT = ("base_double", "base_split", "bonus", "category_total")
ORDINALS = "second third fourth fifth sixth seventh eighth ninth tenth 11th 12th 13th 14th 15th 16th".split()
NEXT = tuple(f"tie_{ordinal}" for ordinal in ORDINALS)
RANKING = Ranking(
    reasons=(
        *(reason for reason in base_game.RANKING.reasons if reason.name in KEPT),
        Reason("best_category", "derived", "most in one category: {category}", "GM-608"),
        *(
            Reason(name, "derived", f"tie-break: {ordinal} best category", "GM-608")
            for name, ordinal in zip(NEXT, ORDINALS, strict=True)
        ),
        Reason("shared_win", "derived", "still tied: the win is shared", "GM-609"),
    ),
    chain=("best_category", *NEXT),
    sheet=ScoreSheet(
        won="{names} is Guild Master",
        shared="{names} are Guild Masters together",
        columns=(SheetColumn(("category_total",), per=FOR_EACH_CATEGORY),),
        figures=(
            SheetFigure(("best_category",), "point in one guild", "points in one guild", "best guild"),
            SheetFigure(("category_total",), "point", "points", "points"),
        ),
        steps=(
            ("best_category", "most in one guild"),
            *((name, f"{ordinal} best guild") for name, ordinal in zip(NEXT, ORDINALS, strict=True)),
        ),
        heading="Who has what",
        note="The most points in one guild win.",
    ),
)


@rule(inlined=False)
def score(state, deck, lines):
    """Write all score lines of the cards built so far."""
    totals = score_categories(state, deck, lines)
    for seat in range(state.seats):
        write_rank(deck, lines, totals, seat, 0)
    tied = best_of(lines, all_seats(state), CHAIN[0], 1)
    rank = 1
    while tied & (tied - 1) != 0 and rank < deck.category_count:
        for seat in range(state.seats):
            if (tied >> seat) & 1 == 1:
                write_rank(deck, lines, totals, seat, rank)
        tied = best_of(lines, tied, CHAIN[rank], 1)
        rank += 1
    if tied & (tied - 1) != 0:
        for seat in range(state.seats):
            if (tied >> seat) & 1 == 1:
                emit_line(lines, seat, -1, -1, tied, 0, RANKING.shared_win)


@rule(inlined=False)
def write_rank(deck, lines, totals, seat, rank):
    """A seat's best category, or its next ones: the one that so many others of it come before (GM-252)."""
    categories = int(deck.category_count)
    line = line_of_rank(lines, totals + seat * categories, categories, rank)
    emit_line(lines, seat, int(lines.category[line]), -1, -1, int(lines.points[line]), RANKING.best_category + rank)


@rule
def line_of_rank(lines, first, number, rank):
    """Of so many totals of a seat, from the line `first` on, the line before which so many others come.

    Those come before it that have more points, or as many and an earlier place.
    """
    for line in range(first, first + number):
        before = 0
        for other in range(first, first + number):
            more, equal = lines.points[other] > lines.points[line], lines.points[other] == lines.points[line]
            before += int(more or (equal and other < line))
        if before == rank:
            return line
    return first


@rule
def tie_break_figure(state, lines, seat, reason):
    """The points of a seat in its best category, or in a next one; 0 where there are not so many."""
    first, number = -1, 0
    for i in range(lines.count):
        if lines.seat[i] == seat and lines.reason[i] == RANKING.category_total:
            first = i if number == 0 else first
            number += 1
    rank = reason - RANKING.best_category
    return int(lines.points[line_of_rank(lines, first, number, rank)]) if rank < number else 0
