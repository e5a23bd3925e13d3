"""The computer players of Guile; each decides from what its seat may see."""

from __future__ import annotations

from workbench.kernel.game import Bot
from workbench.kernel.rule import rule

BOTS = (Bot("random", "Plays any legal move, each kind of move equally often."),)


@rule
def choose(bot, view, deck, seat, actions):
    """The position in the list of the action that a bot takes, from the view of its seat."""
    return 0
