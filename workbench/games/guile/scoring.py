"""Victory calculation of Guile: what each card is worth when it is turned, who wins the round, and the score lines.

A round is resolved once, when it ends, into the record's result fields (`influence`, `why`, `decided_by`); the
lines are written from these fields alone, so the sheet and the victory cards cannot disagree.
"""

from __future__ import annotations

from workbench.author import (
    FOR_EACH_ROUND,
    NONE,
    Lines,
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
from workbench.games.guile.deck import CAST, FACTIONS, KNIGHTS, GuileDeck
from workbench.games.guile.names import OPTIONS
from workbench.games.guile.table import EVENTS, SEATS, GuileState


class GuileRanking(Ranking):
    """Why lines give points."""

    printed = Reason("point", "{source} on {other}", "GL-600", "knight")
    cancelled = Reason("point", "{source} on {other} is cancelled by Morgana", "GL-600", "knight")
    morgana_zero = Reason("point", "{source} on {other} is worth 0", "GL-600", "knight")
    merlin_copy = Reason("point", "{source} on {other} copies the card across", "GL-600", "knight")
    merlin_zero = Reason("point", "{source} on {other} finds nothing to copy across", "GL-600", "knight")
    isolde_copy = Reason("point", "{source} on {other} copies the highest card", "GL-600", "knight")
    isolde_zero = Reason("point", "{source} on {other} is worth 0 there", "GL-600", "knight")
    victory_by_total = Reason("derived", "a victory card: the higher total", "GL-603")
    victory_by_highest_card = Reason("derived", "a victory card: the highest card", "GL-603")
    victory_by_dagger = Reason("derived", "a victory card: the dagger", "GL-603")
    drawn_round = Reason("derived", "the round is drawn", "GL-602")
    faction_total = Reason("derived", "total of {category}", "GL-601")
    highest_card = Reason("derived", "tie-break: the highest card, {source} on {other}", "GL-602", "knight")
    dagger = Reason("derived", "tie-break: the dagger, {source} on {other}", "GL-602", "knight")
    victory_cards = Reason("derived", "victory cards", "GL-604")
    match_won = Reason("derived", "controls Camelot", "GL-604")
    match_drawn = Reason("derived", "the match is drawn", "GL-604")


RANKING = GuileRanking(
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
STEPS = {  # by which a round is decided, and the reason of the victory card
    "total": "victory_by_total",
    "highest_card": "victory_by_highest_card",
    "dagger": "victory_by_dagger",
    "drawn": "drawn_round",
}
DECIDED_BY, REASON_OF_STEP = Values(*STEPS), RANKING.numbers_of(STEPS.values())
TOLD_OF_ROUND = EVENTS.numbers_of(DECIDED_BY, "decided_{}")
TOLD_OF_CARD = EVENTS.numbers_of((reason.name for reason in RANKING.reasons), "turned_{}")
BOTH_WIN = SEATS  # round_winner[r], if it is neither a seat nor NONE

# What each card is worth


@rule(inlined=True)
def resolve_influence(state: GuileState, deck: GuileDeck, r: int) -> None:
    """What the eight scored cards of round r are worth: as printed, then Morgana, Merlin and Isolde (GL-310)."""
    for position in range(KNIGHTS):
        set_influence(state, r, position, deck.value[state.scored_kind[r, position]], RANKING.printed)
    if state.extended_cast == 1:
        resolve_morgana(state, deck, r)
        resolve_merlin(state, deck, r)
        resolve_isolde(state, deck, r)


@rule(inlined=True)
def set_influence(state: GuileState, r: int, position: int, influence: int, why: int) -> None:
    """Note what the card at a position is worth, and why."""
    state.influence[r, position] = influence
    state.why[r, position] = why


@rule(inlined=True)
def find_character(state: GuileState, deck: GuileDeck, r: int, character: int) -> int:
    """The position of a character that is not cancelled, -1 if there is none (GL-312)."""
    for position in range(KNIGHTS):
        if deck.character[state.scored_kind[r, position]] == character and state.why[r, position] != RANKING.cancelled:
            return position
    return -1


@rule(inlined=True)
def resolve_morgana(state: GuileState, deck: GuileDeck, r: int) -> None:
    """Morgana is worth 0 and cancels the card one step counter-clockwise (GL-207, GL-208, GL-312)."""
    morgana = find_character(state, deck, r, CAST.morgana)
    if morgana >= 0:
        set_influence(state, r, morgana, 0, RANKING.morgana_zero)
        set_influence(state, r, (morgana + KNIGHTS - 1) % KNIGHTS, 0, RANKING.cancelled)


@rule(inlined=True)
def resolve_merlin(state: GuileState, deck: GuileDeck, r: int) -> None:
    """Merlin copies the card across, unless it is a character or cancelled (GL-209, GL-210, GL-313)."""
    merlin = find_character(state, deck, r, CAST.merlin)
    if merlin >= 0:
        across = (merlin + KNIGHTS // 2) % KNIGHTS
        if state.why[r, across] == RANKING.printed and deck.character[state.scored_kind[r, across]] == CAST.none:
            set_influence(state, r, merlin, state.influence[r, across], RANKING.merlin_copy)
        else:
            set_influence(state, r, merlin, 0, RANKING.merlin_zero)


@rule(inlined=True)
def resolve_isolde(state: GuileState, deck: GuileDeck, r: int) -> None:
    """Isolde on Tristan or Palamedes copies the highest other card of that faction (GL-205, GL-206, GL-310, GL-311)."""
    isolde = find_character(state, deck, r, CAST.isolde)
    if isolde < 0:
        return
    faction = deck.copied_by_isolde[state.knight_at[isolde]]
    if faction < 0:
        set_influence(state, r, isolde, 0, RANKING.isolde_zero)
        return
    highest = 0
    for position in range(faction, KNIGHTS, FACTIONS):
        influence = state.influence[r, position]
        if state.isolde_source == OPTIONS.isolde_source.printed:
            influence = deck.value[state.scored_kind[r, position]]
        if position != isolde and influence > highest:
            highest = influence
    set_influence(state, r, isolde, highest, RANKING.isolde_copy)


# Who wins the round


@rule(inlined=True)
def decide_round(state: GuileState, deck: GuileDeck, r: int) -> int:
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


@rule(inlined=True)
def faction_total(state: GuileState, r: int, faction: int) -> int:
    """The influence on a faction's four knights (GL-050)."""
    total = 0
    for position in range(faction, KNIGHTS, FACTIONS):
        total += state.influence[r, position]
    return total


@rule(inlined=True)
def highest_position(state: GuileState, r: int, faction: int) -> int:
    """Where the faction's highest card lies; it is compared as resolved (GL-052, GL-317)."""
    highest = faction
    for position in range(faction, KNIGHTS, FACTIONS):
        if state.influence[r, position] > state.influence[r, highest]:
            highest = position
    return highest


@rule(inlined=True)
def highest_influence(state: GuileState, r: int, faction: int) -> int:
    """What the faction's highest card is worth."""
    return state.influence[r, highest_position(state, r, faction)]


@rule(inlined=True)
def find_dagger(state: GuileState, deck: GuileDeck, r: int, faction: int) -> int:
    """The position of a faction's dagger card that is not cancelled, -1 if it has none (GL-053, GL-312)."""
    for position in range(faction, KNIGHTS, FACTIONS):
        if deck.dagger[state.scored_kind[r, position]] == 1 and state.why[r, position] != RANKING.cancelled:
            return position
    return -1


# The score lines


@rule
def score(state: GuileState, deck: GuileDeck, lines: Lines) -> None:
    """Write the lines of every scored round, then those of the match."""
    for r in range(state.rounds):
        score_round(lines, r + 1)
        for i in range(KNIGHTS):
            position = (state.round_start[r] + i) % KNIGHTS
            emit_card(state, lines, r, position, state.influence[r, position], state.why[r, position])
        for faction in range(FACTIONS):
            seat = state.faction_seat[faction]
            emit_line(lines, seat, faction, -1, -1, faction_total(state, r, faction), RANKING.faction_total)
        score_tie(state, deck, lines, r)
        score_victory(state, lines, r)
    score_round(lines, 0)
    score_match(state, lines)


@rule(inlined=True)
def emit_card(state: GuileState, lines: Lines, r: int, position: int, points: int, reason: int) -> None:
    """A line about the card at a position."""
    faction = position % FACTIONS
    seat, knight = state.faction_seat[faction], state.knight_at[position]
    emit_line(lines, seat, faction, state.scored_kind[r, position], knight, points, reason)


@rule(inlined=True)
def score_tie(state: GuileState, deck: GuileDeck, lines: Lines, r: int) -> None:
    """The cards that were compared to break a tie, as far as needed (GL-602)."""
    if state.decided_by[r] == DECIDED_BY.total:
        return
    for faction in range(FACTIONS):
        position = highest_position(state, r, faction)
        emit_card(state, lines, r, position, state.influence[r, position], RANKING.highest_card)
    if state.decided_by[r] == DECIDED_BY.highest_card:
        return
    for faction in range(FACTIONS):
        position = find_dagger(state, deck, r, faction)
        if position >= 0:
            emit_card(state, lines, r, position, state.influence[r, position], RANKING.dagger)


@rule(inlined=True)
def score_victory(state: GuileState, lines: Lines, r: int) -> None:
    """Who gained a victory card, and by which step (GL-603); a drawn round names both seats (GL-315)."""
    winner = state.round_winner[r]
    for seat in range(state.seats):
        if winner == seat or state.decided_by[r] == DECIDED_BY.drawn:
            gained = 0 if winner == NONE else 1
            emit_line(lines, seat, -1, -1, -1, gained, REASON_OF_STEP[state.decided_by[r]])


@rule(inlined=True)
def score_match(state: GuileState, lines: Lines) -> None:
    """The victory cards of both seats, and at the end who has won the match (GL-059, GL-604)."""
    for seat in range(state.seats):
        emit_line(lines, seat, -1, -1, -1, state.victory_cards[seat], RANKING.victory_cards)
    if state.over == 0:
        return
    lead = state.victory_cards[0] - state.victory_cards[1]
    for seat in range(state.seats):
        if lead == 0:
            emit_line(lines, seat, -1, -1, -1, 1, RANKING.match_drawn)
        elif (lead > 0) == (seat == 0):
            emit_line(lines, seat, -1, -1, -1, 1, RANKING.match_won)
