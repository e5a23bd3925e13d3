"""Victory calculation of Guild Master: score lines, category leads and the tie-break chain (GM-054 to GM-061).

Lines in order: what each built card gives, what bonuses give, a total for every seat and category,
the leads, the number of leads, and as much of the tie-break chain as is needed.
"""

from __future__ import annotations

from workbench.author import (
    CHAIN,
    CHAIN_SIGNS,
    FOR_EACH_CATEGORY,
    Ranking,
    Reason,
    ScoreSheet,
    SheetColumn,
    SheetFigure,
    all_seats,
    best_of,
    card_at,
    cards_in,
    emit_line,
    figure,
    rule,
)
from workbench.games.guild_master.rules import OPTIONS, ZONES

RANKING = Ranking(
    reasons=(
        Reason("base_double", "point", "both resources of {source}", "GM-600"),
        Reason("base_split", "point", "one resource of {source}", "GM-601"),
        Reason("bonus", "point", "bonus of {source}: owns {other}", "GM-602", bonus=True),
        Reason("category_total", "derived", "total in {category}", "GM-603"),
        Reason("lead", "derived", "leads {category}", "GM-604"),
        Reason("shared_lead", "derived", "shares the lead in {category} with {shared}", "GM-604"),
        Reason("lead_count", "derived", "categories led", "GM-605"),
        Reason("tie_unshared_leads", "derived", "tie-break: categories led alone", "GM-609"),
        Reason("tie_total_points", "derived", "tie-break: points in all categories", "GM-609"),
        Reason("tie_fewer_cards", "derived", "tie-break: cards built, fewer is better", "GM-609"),
        Reason("shared_win", "derived", "still tied: the win is shared", "GM-609"),
    ),
    chain=("lead_count", "tie_unshared_leads", "tie_total_points", "tie_fewer_cards"),
    fewest=("tie_fewer_cards",),
    sheet=ScoreSheet(
        won="{names} is Guild Master",
        shared="{names} are Guild Masters together",
        columns=(SheetColumn(("category_total",), per=FOR_EACH_CATEGORY),),
        figures=(
            SheetFigure(("lead_count",), "guild led", "guilds led", "led"),
            SheetFigure(("category_total",), "point", "points", "points"),
        ),
        led=("lead", "shared_lead"),
        steps=(
            ("lead_count", "guilds led"),
            ("tie_unshared_leads", "guilds led alone"),
            ("tie_total_points", "all points"),
            ("tie_fewer_cards", "fewer buildings"),
        ),
        heading="Who led what",
        note="Filled: leads the guild.",
        marked="led",
    ),
)


@rule(inlined=False)
def score(state, deck, lines):
    """Write all score lines of the cards built so far."""
    score_cards(state, deck, lines)
    outcome(state, deck, lines)


@rule
def outcome(state, deck, lines):
    """What follows from the points of every seat in each category: the totals, the leads, the tie-break."""
    totals = total_categories(state, deck, lines)
    for category in range(deck.category_count):
        leaders = leaders_in(state, deck, lines, totals, category)
        if leaders & (leaders - 1) == 0 or state.lead_ties == OPTIONS.lead_ties.all_tied:
            write_leads(state, lines, category, leaders)
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, leads_of(lines, seat), RANKING.lead_count)
    break_tie(state, lines, 1)


@rule
def score_cards(state, deck, lines):
    """What cards and bonuses give."""
    for seat in range(state.seats):
        score_base_points(state, deck, lines, seat)
        score_bonuses(state, deck, lines, seat)


@rule
def leads_of(lines, seat):
    """How many categories a seat leads, alone or with others."""
    return figure(lines, seat, RANKING.lead) + figure(lines, seat, RANKING.shared_lead)


@rule
def score_base_points(state, deck, lines, seat):
    """Two points in one category or one in each of two (GM-056 to GM-058, GM-320)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        kind = int(deck.kind[card_at(state, ZONES.built + seat, i)])
        for category in range(deck.category_count):
            points = int(deck.points[kind, category])
            if points == 2:
                emit_line(lines, seat, category, kind, -1, 2, RANKING.base_double)
            elif points == 1:
                emit_line(lines, seat, category, kind, -1, 1, RANKING.base_split)


@rule
def score_bonuses(state, deck, lines, seat):
    """One extra point if the owner also owns the bonus source (GM-059, GM-322 to GM-324)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        kind = int(deck.kind[card_at(state, ZONES.built + seat, i)])
        source = int(deck.bonus_source[int(state.bonus_sources), kind])
        if source >= 0 and owns(state, deck, seat, source):
            write_bonus(deck, lines, seat, kind, source)


@rule
def write_bonus(deck, lines, seat, kind, source):
    """The extra point of a card for its bonus source (GM-602)."""
    emit_line(lines, seat, int(deck.bonus_category[kind]), kind, source, 1, RANKING.bonus)


@rule
def owns(state, deck, seat, kind):
    """Whether a seat has built a card of a kind (GM-049, GM-323)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        if deck.kind[card_at(state, ZONES.built + seat, i)] == kind:
            return True
    return False


@rule
def total_categories(state, deck, lines):
    """Each seat's points, added up separately in each category (GM-054); returns the place of the first total."""
    first = int(lines.count)
    categories = int(deck.category_count)
    for seat in range(state.seats):
        for category in range(categories):
            emit_line(lines, seat, category, -1, -1, 0, RANKING.category_total)
    for i in range(first):
        total = first + int(lines.seat[i]) * categories + int(lines.category[i])
        lines.points[total] = lines.points[total] + lines.points[i]
    return first


@rule
def total_of(deck, lines, totals, seat, category):
    """A seat's total in a category; the totals begin at the line `totals`."""
    return int(lines.points[totals + seat * int(deck.category_count) + category])


@rule
def leaders_in(state, deck, lines, totals, category):
    """The seats with the most points in a category, as bits; with no points nobody leads (GM-325, GM-326)."""
    best = 0
    leaders = 0
    for seat in range(state.seats):
        points = total_of(deck, lines, totals, seat, category)
        if points > best:
            best = points
            leaders = 0
        if points == best and best > 0:
            leaders |= 1 << seat
    return leaders


@rule
def write_leads(state, lines, category, leaders):
    """One for each seat that leads a category, alone or with others (GM-604)."""
    shared = leaders & (leaders - 1) != 0
    for seat in range(state.seats):
        if (leaders >> seat) & 1 == 1:
            if shared:
                emit_line(lines, seat, category, -1, leaders, 1, RANKING.shared_lead)
            else:
                emit_line(lines, seat, category, -1, -1, 1, RANKING.lead)


@rule
def break_tie(state, lines, step):
    """More unshared leads, more points, fewer cards; else the win is shared (GM-061, GM-327).

    These are the steps of the chain from one on.
    """
    break_tie_of(state, lines, best_of(lines, all_seats(state), CHAIN[0], CHAIN_SIGNS[0]), step)


@rule
def break_tie_of(state, lines, tied, step):
    """Write the steps from `step` on that tell seats apart which are tied so far (a mask of seats; GM-327)."""
    for i in range(step, len(CHAIN)):
        if tied & (tied - 1) != 0:
            show_tie_break(state, lines, tied, CHAIN[i])
            tied = best_of(lines, tied, CHAIN[i], CHAIN_SIGNS[i])
    write_shared_win(state, lines, tied)


@rule
def write_shared_win(state, lines, tied):
    """Several seats that nothing tells apart win together (GM-609)."""
    if tied & (tied - 1) != 0:
        for seat in range(state.seats):
            if (tied >> seat) & 1 == 1:
                emit_line(lines, seat, -1, -1, tied, 0, RANKING.shared_win)


@rule
def show_tie_break(state, lines, tied, reason):
    """Write for each tied seat the line of one tie-break."""
    for seat in range(state.seats):
        if (tied >> seat) & 1 == 1:
            emit_line(lines, seat, -1, -1, -1, tie_break_figure(state, lines, seat, reason), reason)


@rule
def tie_break_figure(state, lines, seat, reason):
    """The figure that a tie-break compares."""
    if reason == RANKING.tie_unshared_leads:
        return figure(lines, seat, RANKING.lead)
    if reason == RANKING.tie_total_points:
        return figure(lines, seat, RANKING.category_total)
    return cards_in(state, ZONES.built + seat)
