"""The match from which the page of an end was drawn, act by act: 26 turns, decided by all points, 30 to 29."""

from __future__ import annotations

import json
from pathlib import Path

from workbench.play import Match

ACTS = Path(__file__).with_suffix(".json")  # seat and actions of each act
NAMES = ("Anna", "Ben", "Chiara", "Deniz")


def drawn_match() -> Match:
    """The finished match; its seats are bots with people's names."""
    match = Match("guild_master", seats=4, seed=54, names=NAMES, bots=dict.fromkeys(range(4), "greedy"))
    for seat, actions in json.loads(ACTS.read_text(encoding="utf-8")):
        match.play(seat, actions)
    return match
