"""Victory calculation of Labyrinth City: the highest single category, ties by the next ones (GM-252).

Lines in order: those of the base game up to the totals, then what each seat has for the title. If this is its best
category (GM-294), the category follows, and as many of the next ones as it takes to tell the best seats apart (GM-608);
between seats that are equal in all of them, the leads and the tie-breaks of the base game (GM-327). If it is the
categories led, the lines of the base game follow at once (GM-061).
"""

from __future__ import annotations

from dataclasses import replace

from workbench.author import (
    Lines,
    Reason,
    SheetFigure,
    all_seats,
    emit_line,
    rule,
    seat_bit,
)
from workbench.games.guild_master import scoring as base_game
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.labyrinth_city.names import OPTIONS
from workbench.games.guild_master.labyrinth_city.table import ZONES, CityState
from workbench.games.guild_master.scoring import (
    break_tie,
    break_tie_of,
    leaders_in,
    leads_of,
    score_base_points,
    score_bonuses,
    total_categories,
    write_bonus,
    write_leads,
)
from workbench.games.guild_master.scoring import tie_break_figure as base_game_figure

ORDINALS = "second third fourth fifth sixth seventh eighth ninth tenth 11th 12th 13th 14th 15th 16th".split()
NEXT = tuple(f"tie_{ordinal}" for ordinal in ORDINALS)
BY_LEADS = base_game.RANKING.chain
BUT_THE_LAST = [reason.name for reason in base_game.RANKING.reasons if reason.name != "shared_win"]


class CityRanking(base_game.GuildMasterRanking, only=BUT_THE_LAST):
    """Why lines give points."""

    title = Reason("derived", "for the title", "GM-608")
    best_category = Reason("derived", "most in one category: {category}", "GM-608")
    tie_breaks = tuple(
        Reason("derived", f"tie-break: {ordinal} best category", "GM-608", name=name)
        for name, ordinal in zip(NEXT, ORDINALS, strict=True)
    )
    shared_win = Reason("derived", "still tied: the win is shared", "GM-609")


RANKING = CityRanking(
    chain=("title", "best_category", *NEXT, *BY_LEADS),
    fewest=base_game.RANKING.fewest,
    sheet=replace(
        base_game.RANKING.sheet,
        figures=(
            SheetFigure(("best_category",), "point in one guild", "points in one guild", "best guild"),
            *base_game.RANKING.sheet.figures,
        ),
        led=(),
        steps=(
            ("title", ""),
            ("best_category", "points in the best guild"),
            *((name, f"points in the {ordinal} best guild") for name, ordinal in zip(NEXT, ORDINALS, strict=True)),
            *base_game.RANKING.sheet.steps,
        ),
        heading="Who has what",
        note="Filled: most in the guild.",
        marked="most",
    ),
)
FIRST_TIE_OF_LEADS = len(RANKING.chain) - len(BY_LEADS) + 1  # the step of the chain after the number of leads


@rule
def score(state: CityState, deck: GuildMasterDeck, lines: Lines) -> None:
    """Write all score lines of the cards built so far."""
    for seat in range(state.seats):
        score_base_points(state, deck, lines, seat)
        if state.city_bonus == OPTIONS.city_bonus.owned:
            score_bonuses(state, deck, lines, seat)
        else:
            score_linked_bonuses(state, deck, lines, seat)
    outcome(state, deck, lines)


@rule(inlined=True)
def outcome(state: CityState, deck: GuildMasterDeck, lines: Lines) -> None:
    """What follows from the points of every seat in each category: the totals, what counts for the title, the ties."""
    totals = total_categories(state, deck, lines)
    if state.city_title == OPTIONS.city_title.most_leads:
        rank_by_leads(state, deck, lines, totals)
    else:
        rank_by_categories(state, deck, lines, totals)


@rule(inlined=True)
def score_linked_bonuses(state: CityState, deck: GuildMasterDeck, lines: Lines, seat: int) -> None:
    """One extra point if a road joins the card and its source over cards of their owner alone (GM-295)."""
    for number in range(state.laid):
        kind = deck.kind[state.city[number]]
        source = deck.bonus_source[state.bonus_sources, kind]
        its_own = state.place[state.city[number]] == ZONES.built + seat
        if its_own and source >= 0 and reaches(state, deck, state.reached[number], source):
            write_bonus(deck, lines, seat, kind, source)


@rule(inlined=True)
def reaches(state: CityState, deck: GuildMasterDeck, first: int, kind: int) -> bool:
    """Whether a card of a kind is among those that roads join, over cards of one owner, to the first one of them."""
    for number in range(state.laid):
        if state.reached[number] == first and deck.kind[state.city[number]] == kind:
            return True
    return False


@rule
def rank_by_leads(state: CityState, deck: GuildMasterDeck, lines: Lines, totals: int) -> None:
    """The most categories led win, including shared ones; ties as in the base game (GM-061, GM-294, GM-327)."""
    for category in range(deck.category_count):
        write_leads(state, lines, category, leaders_in(state, deck, lines, totals, category))
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, leads_of(lines, seat), RANKING.title)
        emit_line(lines, seat, -1, -1, -1, leads_of(lines, seat), RANKING.lead_count)
    break_tie(state, lines, FIRST_TIE_OF_LEADS)


@rule
def rank_by_categories(state: CityState, deck: GuildMasterDeck, lines: Lines, totals: int) -> None:
    """The most points in one category win, then those in the next best ones (GM-252).

    Seats that are equal in all of them are told apart as any tie for the win is (GM-327).
    """
    tied, rank = all_seats(state), 0
    most = 1
    while tied & (tied - 1) != 0 and most > 0 and rank < deck.category_count:
        first = lines.count
        for seat in range(state.seats):
            if (tied >> seat) & 1 == 1:
                write_rank(deck, lines, totals, seat, rank)
        most = most_since(lines, first)
        tied = seats_with(lines, first, most)
        if rank == 0:
            write_title(state, lines, first)
        rank += 1
    if tied & (tied - 1) != 0:
        for category in range(deck.category_count):
            write_leads(state, lines, category, leaders_in(state, deck, lines, totals, category))
        break_tie_of(state, lines, tied, FIRST_TIE_OF_LEADS)


@rule(inlined=True)
def most_since(lines: Lines, first: int) -> int:
    """The most points in a line from a place on."""
    most = 0
    for i in range(first, lines.count):
        most = max(most, lines.points[i])
    return most


@rule(inlined=True)
def seats_with(lines: Lines, first: int, points: int) -> int:
    """The seats that have a number of points in a line from a place on, as bits."""
    seats = 0
    for i in range(first, lines.count):
        if lines.points[i] == points:
            seats |= seat_bit(lines.seat[i])
    return seats


@rule(inlined=True)
def write_title(state: CityState, lines: Lines, first: int) -> None:
    """What each seat has for the title is what it has in its best category; their lines stand from a place on."""
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, lines.points[first + seat], RANKING.title)


@rule
def write_rank(deck: GuildMasterDeck, lines: Lines, totals: int, seat: int, rank: int) -> None:
    """A seat's best category, or a next one: the one that `rank` of its others come before (GM-252)."""
    categories = deck.category_count
    line = line_of_rank(lines, totals + seat * categories, categories, rank)
    emit_line(lines, seat, lines.category[line], -1, -1, lines.points[line], RANKING.best_category + rank)


@rule(inlined=True)
def line_of_rank(lines: Lines, first: int, number: int, rank: int) -> int:
    """Of `number` totals of a seat, from the line `first` on, the line that `rank` others come before.

    A line comes before it with more points, or with as many and an earlier place.
    """
    for line in range(first, first + number):
        before = 0
        for other in range(first, first + number):
            more, equal = lines.points[other] > lines.points[line], lines.points[other] == lines.points[line]
            before += int(more or (equal and other < line))
        if before == rank:
            return line
    return first


@rule(inlined=True)
def tie_break_figure(state: CityState, lines: Lines, seat: int, reason: int) -> int:
    """The figure of a seat that a tie-break compares; 0 for those that do not decide this title (GM-294).

    A rank beyond the last category is also 0. Lines of leads are not needed.
    """
    by_leads = state.city_title == OPTIONS.city_title.most_leads
    first, number = -1, 0
    for i in range(lines.count):
        if lines.seat[i] == seat and lines.reason[i] == RANKING.category_total:
            first = i if number == 0 else first
            number += 1
    if reason == RANKING.tie_unshared_leads:
        return leads_alone(state, lines, first - seat * number, number, seat)
    if reason == RANKING.lead_count and not by_leads:
        return 0
    if reason < RANKING.title:
        return base_game_figure(state, lines, seat, reason)
    rank = reason - RANKING.best_category
    if by_leads or rank >= number:
        return 0
    return lines.points[line_of_rank(lines, first, number, rank)]


@rule(inlined=True)
def leads_alone(state: CityState, lines: Lines, totals: int, number: int, seat: int) -> int:
    """How many of `number` categories a seat leads alone; the totals of all begin at the line `totals`."""
    alone = 0
    for category in range(number):
        points = lines.points[totals + seat * number + category]
        ahead = points > 0
        for other in range(state.seats):
            if other != seat and lines.points[totals + other * number + category] >= points:
                ahead = False
        alone += int(ahead)
    return alone
