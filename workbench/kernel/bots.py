"""Computer players by name, and what a game has that declares none."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.kernel.rule import rule

GREEDY = "greedy"  # what the thinking bot of a game is called


@dataclass(frozen=True)
class Bot:
    """A computer player by name, with what it does in one sentence."""

    name: str
    about: str


BOTS = (Bot("random", "Plays any legal move, each kind of move equally often."),)


@rule
def first_listed(bot, view, deck, seat, actions):
    """What a bot does that a game has not written: the first action listed."""
    return 0
