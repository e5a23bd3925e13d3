"""Victory calculation of Increased Player Interaction: the worst category and the leads (GM-217 to GM-221).

Lines in order: those of the base game up to the leads, then each seat's worst category, its score, and as much of the
tie-break chain as is needed, which is the base game's (GM-337).
"""

from __future__ import annotations

from dataclasses import replace

from workbench.author import Lines, Reason, SheetFigure, emit_line, rule
from workbench.games.guild_master import scoring as base_game
from workbench.games.guild_master.deck import GuildMasterDeck
from workbench.games.guild_master.player_interaction.table import InteractionState
from workbench.games.guild_master.scoring import (
    break_tie,
    leaders_in,
    leads_of,
    score_cards,
    total_categories,
    total_of,
    write_leads,
)


class InteractionRanking(base_game.GuildMasterRanking):
    """Why lines give points."""

    worst_category = Reason("derived", "worst: {shared}", "GM-606", other="category")
    variant_score = Reason("derived", "worst category and categories led", "GM-607")


RANKING = InteractionRanking(
    chain=("variant_score", *base_game.RANKING.chain[1:]),
    fewest=base_game.RANKING.fewest,
    sheet=replace(
        base_game.RANKING.sheet,
        figures=(
            SheetFigure(("variant_score",), "in all", "in all", "in all"),
            SheetFigure(("worst_category",), "in the worst guild", "in the worst guild", "worst guild"),
            SheetFigure(("lead",), "guild led alone", "guilds led alone", "led alone"),
            SheetFigure(("shared_lead",), "lead shared", "leads shared", "shared"),
        ),
        steps=(
            ("variant_score", "points in the worst guild plus guilds led"),
            *(step for step in base_game.RANKING.sheet.steps if step[0] != "lead_count"),
        ),
        note="Filled: leads the guild, alone or with others.",
    ),
)


@rule
def score(state: InteractionState, deck: GuildMasterDeck, lines: Lines) -> None:
    """Write all score lines of the cards built so far."""
    score_cards(state, deck, lines)
    outcome(state, deck, lines)


@rule(inlined=True)
def outcome(state: InteractionState, deck: GuildMasterDeck, lines: Lines) -> None:
    """What follows from the points of every seat in each category: the totals, the leads, the worst, the tie-break."""
    totals = total_categories(state, deck, lines)
    for category in range(deck.category_count):
        write_leads(state, lines, category, leaders_in(state, deck, lines, totals, category))  # GM-219, GM-220
    for seat in range(state.seats):
        worst = worst_total(deck, lines, totals, seat)
        emit_line(lines, seat, -1, -1, worst_categories(deck, lines, totals, seat), worst, RANKING.worst_category)
        emit_line(lines, seat, -1, -1, -1, worst + leads_of(lines, seat), RANKING.variant_score)
    break_tie(state, lines, 1)


@rule(inlined=True)
def worst_total(deck: GuildMasterDeck, lines: Lines, totals: int, seat: int) -> int:
    """The number of points in a seat's own worst category, which may be zero (GM-218, GM-336)."""
    worst = total_of(deck, lines, totals, seat, 0)
    for category in range(1, deck.category_count):
        worst = min(worst, total_of(deck, lines, totals, seat, category))
    return worst


@rule(inlined=True)
def worst_categories(deck: GuildMasterDeck, lines: Lines, totals: int, seat: int) -> int:
    """The categories with that number, as bits (GM-606)."""
    worst = worst_total(deck, lines, totals, seat)
    categories = 0
    for category in range(deck.category_count):
        categories |= int(total_of(deck, lines, totals, seat, category) == worst) << category
    return categories
