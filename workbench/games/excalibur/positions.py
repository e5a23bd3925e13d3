"""What follows in a position of Excalibur from where the chips lie, how a step begins, and what is impossible."""

from __future__ import annotations

from typing import Any

from workbench.author import Events, Positions, rule
from workbench.games.excalibur.movements import number_slots
from workbench.games.excalibur.options import MAX_SEATS
from workbench.games.excalibur.rules import PHASES, ask_to_play, begin_round, end_game, go_on
from workbench.games.excalibur.table import REGIONS, ZONES, ExcaliburDeck, ExcaliburState

SWORDS = ("excalibur", "cursed_blade", "squire_sword")


@rule(inlined=True)
def complete(state: ExcaliburState, deck: ExcaliburDeck) -> None:
    """The chips of each region lie in its first slots."""
    for region in range(REGIONS):
        number_slots(state, region)


@rule(inlined=True)
def begin(state: ExcaliburState, deck: ExcaliburDeck, events: Events) -> None:
    """A round begins with its draw step, or with the step that is named; or the game is over."""
    if state.phase == PHASES.draw:
        begin_round(state, events)
    elif state.phase == PHASES.play:
        ask_to_play(state)
    elif state.phase == PHASES.game_over:
        end_game(state, deck, events)
    while state.to_act == 0 and state.over == 0:
        go_on(state, deck, events)


def impossible(record: Any, deck: Any) -> str:
    """Swords that have been played."""
    shown = {first + seat for first in (ZONES.played, ZONES.permanent) for seat in range(MAX_SEATS)}
    for card in range(record.card_count):
        if record.place[card] in shown and deck.rows[deck.arrays.kind[card]]["effect"] in SWORDS:
            return "no sword is ever played. Lay it into a hand, or into Avalon"
    return ""


POSITIONS = Positions(complete=complete, begin=begin, impossible=impossible)
