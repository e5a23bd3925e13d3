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
from workbench.games.guild_master.scoring import score_categories, total_of

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
    category = category_of_rank(deck, lines, totals, seat, rank)
    points = total_of(deck, lines, totals, seat, category)
    emit_line(lines, seat, category, -1, -1, points, RANKING.best_category + rank)


@rule
def category_of_rank(deck, lines, totals, seat, rank):
    """The category of a seat before which so many come: those with more points, or as many and an earlier place."""
    for category in range(deck.category_count):
        own = total_of(deck, lines, totals, seat, category)
        before = 0
        for other in range(deck.category_count):
            points = total_of(deck, lines, totals, seat, other)
            before += int(points > own or (points == own and other < category))
        if before == rank:
            return category
    return 0
