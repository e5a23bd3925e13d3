"""Victory calculation of Guile: what each card is worth when it is turned, who wins the round, and the score lines.

A round is resolved once, when it ends, into the record's result fields (`influence`, `why`, `decided_by`); the
lines are written from these fields alone, so the sheet and the victory cards cannot disagree.
"""

from __future__ import annotations

from workbench.author import (
    FOR_EACH_ROUND,
    OPTIONS,
    Ranking,
    Reason,
    ScoreSheet,
    SheetColumn,
    SheetFigure,
    Values,
    emit_line,
    rule,
    score_round,
)
from workbench.games.guile.deck import CAST, FACTIONS, KNIGHTS

RANKING = Ranking(
    reasons=(
        Reason("printed", "point", "{source} on {other}", "GL-600", "knight"),
        Reason("cancelled", "point", "{source} on {other} is cancelled by Morgana", "GL-600", "knight"),
        Reason("morgana_zero", "point", "{source} on {other} is worth 0", "GL-600", "knight"),
        Reason("merlin_copy", "point", "{source} on {other} copies the card across", "GL-600", "knight"),
        Reason("merlin_zero", "point", "{source} on {other} finds nothing to copy across", "GL-600", "knight"),
        Reason("isolde_copy", "point", "{source} on {other} copies the highest card", "GL-600", "knight"),
        Reason("isolde_zero", "point", "{source} on {other} is worth 0 there", "GL-600", "knight"),
        Reason("victory_by_total", "derived", "a victory card: the higher total", "GL-603"),
        Reason("victory_by_highest_card", "derived", "a victory card: the highest card", "GL-603"),
        Reason("victory_by_dagger", "derived", "a victory card: the dagger", "GL-603"),
        Reason("drawn_round", "derived", "the round is drawn", "GL-602"),
        Reason("faction_total", "derived", "total of {category}", "GL-601"),
        Reason("highest_card", "derived", "tie-break: the highest card, {source} on {other}", "GL-602", "knight"),
        Reason("dagger", "derived", "tie-break: the dagger, {source} on {other}", "GL-602", "knight"),
        Reason("victory_cards", "derived", "victory cards", "GL-604"),
        Reason("match_won", "derived", "controls Camelot", "GL-604"),
        Reason("match_drawn", "derived", "the match is drawn", "GL-604"),
    ),
    chain=("victory_cards",),
    sheet=ScoreSheet(
        won="{names} controls Camelot",
        shared="{names} share Camelot",
        columns=(SheetColumn(("faction_total",), "Round {number}", per=FOR_EACH_ROUND),),
        figures=(
            SheetFigure(("victory_cards",), "victory card", "victory cards", "cards"),
            SheetFigure(("faction_total",), "influence", "influence", "influence"),
        ),
        led=("victory_by_total", "victory_by_highest_card", "victory_by_dagger"),
        heading="Who won which round",
        note="Filled: won the victory card of the round.",
        marked="won",
        goal="rounds_to_win",
    ),
)
DECIDED_BY = Values("total", "highest_card", "dagger", "drawn")  # in the order of the reasons from victory_by_total on
NOBODY_WINS, BOTH_WIN = -1, 2  # round_winner[r], where it is no seat

# What each card is worth


@rule
def resolve_influence(state, deck, r):
    """What the eight scored cards of round r are worth: as printed, then Morgana, Merlin and Isolde (GL-310)."""
    for position in range(KNIGHTS):
        set_influence(state, r, position, int(deck.value[scored_kind(state, r, position)]), RANKING.printed)
    if state.extended_cast == 1:
        resolve_morgana(state, deck, r)
        resolve_merlin(state, deck, r)
        resolve_isolde(state, deck, r)


@rule
def scored_kind(state, r, position):
    """The kind of card that was turned at a position."""
    return int(state.scored_kind[r, position]) - 1


@rule
def set_influence(state, r, position, influence, why):
    """Note what the card at a position is worth, and why."""
    state.influence[r, position] = influence
    state.why[r, position] = why


@rule
def find_character(state, deck, r, character):
    """The position of a character that is not cancelled, -1 if there is none (GL-312)."""
    for position in range(KNIGHTS):
        if deck.character[scored_kind(state, r, position)] == character and state.why[r, position] != RANKING.cancelled:
            return position
    return -1


@rule
def resolve_morgana(state, deck, r):
    """Morgana is worth 0 and cancels the card one step counter-clockwise (GL-207, GL-208, GL-312)."""
    morgana = find_character(state, deck, r, CAST.morgana)
    if morgana >= 0:
        set_influence(state, r, morgana, 0, RANKING.morgana_zero)
        set_influence(state, r, (morgana + KNIGHTS - 1) % KNIGHTS, 0, RANKING.cancelled)


@rule
def resolve_merlin(state, deck, r):
    """Merlin copies the card across, unless it is a character or cancelled (GL-209, GL-210, GL-313)."""
    merlin = find_character(state, deck, r, CAST.merlin)
    if merlin >= 0:
        across = (merlin + KNIGHTS // 2) % KNIGHTS
        if state.why[r, across] == RANKING.printed and deck.character[scored_kind(state, r, across)] == CAST.none:
            set_influence(state, r, merlin, int(state.influence[r, across]), RANKING.merlin_copy)
        else:
            set_influence(state, r, merlin, 0, RANKING.merlin_zero)


@rule
def resolve_isolde(state, deck, r):
    """Isolde on Tristan or Palamedes copies the highest other card of that faction (GL-205, GL-206, GL-310, GL-311)."""
    isolde = find_character(state, deck, r, CAST.isolde)
    if isolde < 0:
        return
    faction = int(deck.copied_by_isolde[int(state.knight_at[isolde])])
    if faction < 0:
        set_influence(state, r, isolde, 0, RANKING.isolde_zero)
        return
    highest = 0
    for position in range(faction, KNIGHTS, FACTIONS):
        influence = int(state.influence[r, position])
        if state.isolde_source == OPTIONS.isolde_source.printed:
            influence = int(deck.value[scored_kind(state, r, position)])
        if position != isolde and influence > highest:
            highest = influence
    set_influence(state, r, isolde, highest, RANKING.isolde_copy)


# Who wins the round


@rule
def decide_round(state, deck, r):
    """The winning faction of round r, -1 if none: the total, the highest card, the dagger (GL-050 to GL-053)."""
    lead = faction_total(state, r, 0) - faction_total(state, r, 1)
    state.decided_by[r] = DECIDED_BY.total
    if lead == 0:
        lead = highest_influence(state, r, 0) - highest_influence(state, r, 1)
        state.decided_by[r] = DECIDED_BY.highest_card
    if lead == 0:
        lead = int(find_dagger(state, deck, r, 0) >= 0) - int(find_dagger(state, deck, r, 1) >= 0)
        state.decided_by[r] = DECIDED_BY.dagger
    if lead == 0:
        state.decided_by[r] = DECIDED_BY.drawn
        return -1
    return 0 if lead > 0 else 1


@rule
def faction_total(state, r, faction):
    """The influence on a faction's four knights (GL-050)."""
    total = 0
    for position in range(faction, KNIGHTS, FACTIONS):
        total += int(state.influence[r, position])
    return total


@rule
def highest_position(state, r, faction):
    """Where the faction's highest card lies; it is compared as resolved (GL-052, GL-317)."""
    highest = faction
    for position in range(faction, KNIGHTS, FACTIONS):
        if state.influence[r, position] > state.influence[r, highest]:
            highest = position
    return highest


@rule
def highest_influence(state, r, faction):
    """What the faction's highest card is worth."""
    return int(state.influence[r, highest_position(state, r, faction)])


@rule
def find_dagger(state, deck, r, faction):
    """The position of a faction's dagger card that is not cancelled, -1 if it has none (GL-053, GL-312)."""
    for position in range(faction, KNIGHTS, FACTIONS):
        if deck.dagger[scored_kind(state, r, position)] == 1 and state.why[r, position] != RANKING.cancelled:
            return position
    return -1


# The score lines


@rule(inlined=False)
def score(state, deck, lines):
    """Write the lines of every scored round, then those of the match."""
    for r in range(int(state.rounds)):
        score_round(lines, r + 1)
        for i in range(KNIGHTS):
            position = (int(state.round_start[r]) + i) % KNIGHTS
            emit_card(state, lines, r, position, int(state.influence[r, position]), int(state.why[r, position]))
        for faction in range(FACTIONS):
            seat = int(state.faction_seat[faction])
            emit_line(lines, seat, faction, -1, -1, faction_total(state, r, faction), RANKING.faction_total)
        score_tie(state, deck, lines, r)
        score_victory(state, lines, r)
    score_round(lines, 0)
    score_match(state, lines)


@rule
def emit_card(state, lines, r, position, points, reason):
    """A line about the card at a position."""
    faction = position % FACTIONS
    seat, knight = int(state.faction_seat[faction]), int(state.knight_at[position])
    emit_line(lines, seat, faction, scored_kind(state, r, position), knight, points, reason)


@rule
def score_tie(state, deck, lines, r):
    """The cards compared, as far as the tie-break was needed (GL-602)."""
    if state.decided_by[r] == DECIDED_BY.total:
        return
    for faction in range(FACTIONS):
        position = highest_position(state, r, faction)
        emit_card(state, lines, r, position, int(state.influence[r, position]), RANKING.highest_card)
    if state.decided_by[r] == DECIDED_BY.highest_card:
        return
    for faction in range(FACTIONS):
        position = find_dagger(state, deck, r, faction)
        if position >= 0:
            emit_card(state, lines, r, position, int(state.influence[r, position]), RANKING.dagger)


@rule
def score_victory(state, lines, r):
    """Who gained a victory card, and by which step (GL-603); a drawn round names both seats (GL-315)."""
    winner = int(state.round_winner[r])
    for seat in range(state.seats):
        if winner == seat or state.decided_by[r] == DECIDED_BY.drawn:
            gained = 0 if winner == NOBODY_WINS else 1
            emit_line(lines, seat, -1, -1, -1, gained, RANKING.victory_by_total + int(state.decided_by[r]))


@rule
def score_match(state, lines):
    """The victory cards of both seats, and at the end who has won the match (GL-059, GL-604)."""
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, int(state.victory_cards[seat]), RANKING.victory_cards)
    if state.over == 0:
        return
    lead = int(state.victory_cards[0]) - int(state.victory_cards[1])
    for seat in range(state.seats):
        if lead == 0:
            emit_line(lines, seat, -1, -1, -1, 1, RANKING.match_drawn)
        elif (lead > 0) == (seat == 0):
            emit_line(lines, seat, -1, -1, -1, 1, RANKING.match_won)
