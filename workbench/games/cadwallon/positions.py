"""What follows in a position of Cadwallon from where agents stand, and what is impossible."""

from __future__ import annotations

from typing import Any

from workbench.author import Positions, rule
from workbench.games.cadwallon.city import rule_number
from workbench.games.cadwallon.deck import NUMBER, CadwallonDeck
from workbench.games.cadwallon.rules import PHASES
from workbench.games.cadwallon.table import AGENTS, BOULEVARD_COUNT, ZONES, CadwallonState


@rule(inlined=True)
def complete(state: CadwallonState, deck: CadwallonDeck) -> None:
    """The agents that do not stand in the city are in their supply (CA-029, CA-125)."""
    for seat in range(state.seats):
        state.supply[seat] = max(1, AGENTS - rule_number(state, deck, NUMBER.agents_less))
        for boulevard in range(BOULEVARD_COUNT):
            state.supply[seat] -= state.agents[boulevard, seat]


def impossible(record: Any, deck: Any) -> str:
    """Gaps in the city while agents are sent, more agents than there are, missing contracts."""
    if record.phase in (PHASES.place, PHASES.action, PHASES.control):
        for number, place in enumerate(ZONES.cell):
            if record.counts[place] != 1:
                return f"one card lies in each cell of the city, and {record.counts[place]} in cell {number}"
    for seat in range(record.seats):
        if record.supply[seat] < 0:
            return f"seat {seat} has {-record.supply[seat]} agents more in the city than there are. Give fewer agents"
        contracts = record.counts[ZONES.contracts + seat]
        kept = record.phase not in (PHASES.game_start, PHASES.contract_choice, PHASES.game_over)
        if record.contract_cards and kept and contracts != 1:
            return f"each seat has kept one contract, and seat {seat} has {contracts}. Give contracts={{{seat}: 1}}"
    return ""


POSITIONS = Positions(complete=complete, impossible=impossible)
