"""What `greedy` does on the open floor, whatever it weighs cards by."""

from __future__ import annotations

from workbench.author import ACTIONS, rule, verb_of
from workbench.games.guild_master.bots import best_partner, position


@rule
def is_listed(actions, action):
    """Whether an action may be taken."""
    return actions.list[position(actions, action)] == action


@rule
def answer_or_offer(view, deck, seat, actions):
    """Look at an offer that waits for an answer; else offer to who gains most, or be done."""
    if verb_of(actions.list[actions.count - 1]) == ACTIONS.answer_to:
        return actions.count - 1
    chosen = -1
    if view.offers_by[seat] == 0:
        chosen = best_partner(view, deck, seat, actions, 0)
    return chosen if chosen >= 0 else position(actions, ACTIONS.end_trade)
