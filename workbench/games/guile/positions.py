"""What follows in a position of Guile from where the cards lie, and what is impossible."""

from __future__ import annotations

from typing import Any

from workbench.author import Positions, rule
from workbench.games.guile.deck import FACTIONS, KNIGHTS, GuileDeck
from workbench.games.guile.rules import PHASES, see
from workbench.games.guile.table import CYCLE, HAND_SIZE, SEATS, ZONES, GuileState


@rule(inlined=True)
def complete(state: GuileState, deck: GuileDeck) -> None:
    """The Knight-Errant, the coins and what each seat has been shown in this round."""
    state.knight_errant = (state.sword + state.actions_taken) % KNIGHTS
    state.coins_up = int(state.actions_taken >= CYCLE)
    state.round_start[state.rounds] = state.sword
    for seat in range(SEATS):
        state.seen[seat] = 0
        see(state, deck, seat)


def impossible(record: Any, deck: Any) -> str:
    """Knights that nobody leads or that sit in the wrong place, missing cards, a turn card in the wrong place."""
    if record.phase in (PHASES.choose_faction, PHASES.match_over):
        return ""
    if sorted(record.faction_seat) != [0, 1]:
        return "each seat leads one faction. Give faction_seat=[0, 1], or the option faction_choice"
    if [deck.arrays.faction[knight % KNIGHTS] for knight in record.knight_at] != [0, 1] * (KNIGHTS // FACTIONS):
        return "the factions sit alternately. Give knight_at such that every other knight is of the first one"
    if record.phase in (PHASES.act, PHASES.look):
        for position, place in enumerate(ZONES.position):
            if record.counts[place] != 1:
                return f"one card lies on each knight, and {record.counts[place]} at position {position}"
        if record.knight_errant != (record.sword + record.actions_taken) % KNIGHTS:
            return "the turn card moves with each action. Give sword and actions_taken, and leave out knight_errant"
        return ""
    if record.phase in (PHASES.draft, PHASES.place):
        for seat in range(SEATS):
            held = record.counts[ZONES.hand + seat] + record.counts[ZONES.kept + seat]
            if held != HAND_SIZE:
                return f"a seat has {HAND_SIZE} cards in hand and kept, and seat {seat} has {held}"
        if record.phase == PHASES.place and any(record.counts[ZONES.hand + seat] for seat in range(SEATS)):
            return "cards are placed once all of them are kept. Give kept, and no hand"
    return ""


POSITIONS = Positions(complete=complete, impossible=impossible)
