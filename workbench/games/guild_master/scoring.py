"""Victory calculation of Guild Master: score lines, category leads and the tie-break chain (GM-054 to GM-061).

Lines in order: what each built card gives, what bonuses give, a total for every seat and category,
the leads, the number of leads, and as much of the tie-break chain as is needed.
"""

from __future__ import annotations

from workbench.author import (
    CHAIN,
    CHAIN_SIGNS,
    FOR_EACH_CATEGORY,
    Lines,
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
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.names import OPTIONS
from workbench.games.guild_master.table import ZONES, GuildMasterState


class GuildMasterRanking(Ranking):
    """Why lines give points."""

    base_double = Reason("point", "both resources of {source}", "GM-600")
    base_split = Reason("point", "one resource of {source}", "GM-601")
    bonus = Reason("point", "bonus of {source}: owns {other}", "GM-602", bonus=True)
    category_total = Reason("derived", "total in {category}", "GM-603")
    lead = Reason("derived", "leads {category}", "GM-604")
    shared_lead = Reason("derived", "shares the lead in {category} with {shared}", "GM-604")
    lead_count = Reason("derived", "categories led", "GM-605")
    tie_unshared_leads = Reason("derived", "tie-break: categories led alone", "GM-609")
    tie_total_points = Reason("derived", "tie-break: points in all categories", "GM-609")
    tie_fewer_cards = Reason("derived", "tie-break: cards built, fewer is better", "GM-609")
    shared_win = Reason("derived", "still tied: the win is shared", "GM-609")


RANKING = GuildMasterRanking(
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


@rule
def score(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines) -> None:
    """Write all score lines of the cards built so far."""
    score_cards(state, deck, lines)
    outcome(state, deck, lines)


@rule(inlined=True)
def outcome(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines) -> None:
    """What follows from the points of every seat in each category: the totals, the leads, the tie-break."""
    totals = total_categories(state, deck, lines)
    for category in range(deck.category_count):
        leaders = leaders_in(state, deck, lines, totals, category)
        if leaders & (leaders - 1) == 0 or state.lead_ties == OPTIONS.lead_ties.all_tied:
            write_leads(state, lines, category, leaders)
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, leads_of(lines, seat), RANKING.lead_count)
    break_tie(state, lines, 1)


@rule(inlined=True)
def score_cards(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines) -> None:
    """What cards and bonuses give."""
    for seat in range(state.seats):
        score_base_points(state, deck, lines, seat)
        score_bonuses(state, deck, lines, seat)


@rule(inlined=True)
def leads_of(lines: Lines, seat: int) -> int:
    """How many categories a seat leads, alone or with others."""
    return figure(lines, seat, RANKING.lead) + figure(lines, seat, RANKING.shared_lead)


@rule(inlined=True)
def score_base_points(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines, seat: int) -> None:
    """Two points in one category or one in each of two (GM-056 to GM-058, GM-320)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        kind = deck.kind[card_at(state, ZONES.built + seat, i)]
        for category in range(deck.category_count):
            points = deck.points[kind, category]
            if points > 0:
                reason = RANKING.base_double if points == 2 else RANKING.base_split
                emit_line(lines, seat, category, kind, -1, points, reason)


@rule(inlined=True)
def score_bonuses(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines, seat: int) -> None:
    """One extra point if the owner also owns the bonus source (GM-059, GM-322 to GM-324)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        kind = deck.kind[card_at(state, ZONES.built + seat, i)]
        source = deck.bonus_source[state.bonus_sources, kind]
        if source >= 0 and owns(state, deck, seat, source):
            write_bonus(deck, lines, seat, kind, source)


@rule(inlined=True)
def write_bonus(deck: GuildMasterDeck, lines: Lines, seat: int, kind: int, source: int) -> None:
    """The extra point of a card for its bonus source (GM-602)."""
    emit_line(lines, seat, deck.bonus_category[kind], kind, source, 1, RANKING.bonus)


@rule(inlined=True)
def owns(state: GuildMasterState, deck: GuildMasterDeck, seat: int, kind: int) -> bool:
    """Whether a seat has built a card of a kind (GM-049, GM-323)."""
    for i in range(cards_in(state, ZONES.built + seat)):
        if deck.kind[card_at(state, ZONES.built + seat, i)] == kind:
            return True
    return False


@rule(inlined=True)
def total_categories(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines) -> int:
    """Each seat's points, added up separately in each category (GM-054); returns the place of the first total."""
    first = lines.count
    categories = deck.category_count
    for seat in range(state.seats):
        for category in range(categories):
            emit_line(lines, seat, category, -1, -1, 0, RANKING.category_total)
    for i in range(first):
        total = first + lines.seat[i] * categories + lines.category[i]
        lines.points[total] += lines.points[i]
    return first


@rule(inlined=True)
def total_of(deck: GuildMasterDeck, lines: Lines, totals: int, seat: int, category: int) -> int:
    """A seat's total in a category; the totals begin at the line `totals`."""
    return lines.points[totals + seat * deck.category_count + category]


@rule(inlined=True)
def leaders_in(state: GuildMasterState, deck: GuildMasterDeck, lines: Lines, totals: int, category: int) -> int:
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


@rule(inlined=True)
def write_leads(state: GuildMasterState, lines: Lines, category: int, leaders: int) -> None:
    """One for each seat that leads a category, alone or with others (GM-604)."""
    shared = leaders & (leaders - 1) != 0
    for seat in range(state.seats):
        if (leaders >> seat) & 1 == 1:
            if shared:
                emit_line(lines, seat, category, -1, leaders, 1, RANKING.shared_lead)
            else:
                emit_line(lines, seat, category, -1, -1, 1, RANKING.lead)


@rule(inlined=True)
def break_tie(state: GuildMasterState, lines: Lines, step: int) -> None:
    """More unshared leads, more points, fewer cards; otherwise the win is shared (GM-061, GM-327).

    These are the steps of the chain from a given one on.
    """
    break_tie_of(state, lines, best_of(lines, all_seats(state), CHAIN[0], CHAIN_SIGNS[0]), step)


@rule(inlined=True)
def break_tie_of(state: GuildMasterState, lines: Lines, tied: int, step: int) -> None:
    """Write the steps from `step` on that tell the seats apart that are tied so far (a mask of seats; GM-327)."""
    for i in range(step, len(CHAIN)):
        if tied & (tied - 1) != 0:
            show_tie_break(state, lines, tied, CHAIN[i])
            tied = best_of(lines, tied, CHAIN[i], CHAIN_SIGNS[i])
    write_shared_win(state, lines, tied)


@rule(inlined=True)
def write_shared_win(state: GuildMasterState, lines: Lines, tied: int) -> None:
    """Seats that nothing tells apart win together (GM-609)."""
    if tied & (tied - 1) != 0:
        for seat in range(state.seats):
            if (tied >> seat) & 1 == 1:
                emit_line(lines, seat, -1, -1, tied, 0, RANKING.shared_win)


@rule(inlined=True)
def show_tie_break(state: GuildMasterState, lines: Lines, tied: int, reason: int) -> None:
    """Write for each tied seat the line of one tie-break."""
    for seat in range(state.seats):
        if (tied >> seat) & 1 == 1:
            emit_line(lines, seat, -1, -1, -1, tie_break_figure(state, lines, seat, reason), reason)


@rule(inlined=True)
def tie_break_figure(state: GuildMasterState, lines: Lines, seat: int, reason: int) -> int:
    """The figure that a tie-break compares."""
    if reason == RANKING.tie_unshared_leads:
        return figure(lines, seat, RANKING.lead)
    if reason == RANKING.tie_total_points:
        return figure(lines, seat, RANKING.category_total)
    return cards_in(state, ZONES.built + seat)
