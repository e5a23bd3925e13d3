"""What `greedy` does on the open floor, whatever it weighs cards by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.author import ActionList, rule, verb_of
from workbench.games.guild_master.bots import best_partner, position
from workbench.games.guild_master.deck import GuildMasterDeck

if TYPE_CHECKING:  # the variants whose floor this is import it, and have at least what the first of them declares
    from workbench.games.guild_master.player_interaction.table import ACTIONS, InteractionState
else:
    from workbench.author import ACTIONS


@rule(inlined=True)
def is_listed(actions: ActionList, action: int) -> bool:
    """Whether an action may be taken."""
    return actions.list[position(actions, action)] == action


@rule(inlined=True)
def answer_or_offer(view: InteractionState, deck: GuildMasterDeck, seat: int, actions: ActionList) -> int:
    """Look at an offer that waits for an answer; otherwise offer to the seat that gains most, or be done."""
    if verb_of(actions.list[actions.count - 1]) == ACTIONS.answer_to:
        return actions.count - 1
    chosen = -1
    if view.offers_by[seat] == 0:
        chosen = best_partner(view, deck, seat, actions, 0)
    return chosen if chosen >= 0 else position(actions, ACTIONS.end_trade)
