"""How long a match of Increased Player Interaction takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets
from workbench.games.guild_master.lengths import AS_PRINTED

SECONDS = 3  # that people take for one decision, when all decide at once

LENGTHS = Presets.of_lengths(
    __file__,
    AS_PRINTED,
    Preset(
        "quick",
        "Quick",
        {"max_turns": 24, "trade_offer_cap": 1},
        "Twenty-four turns of a seat, then the count. One offer a trade.",
    ),
    Preset(
        "whole_class",
        "Whole class",
        {"max_turns": 40, "trade_offer_cap": "none"},
        "Forty turns of a seat; seat up to eight houses, several pupils to each.",
    ),
)
