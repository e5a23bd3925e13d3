"""How long a match of Guild Master takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets
from workbench.games.guild_master.options import TURN_STOP

SECONDS = 5  # that people take for one decision; many just decline an offer at once

AS_PRINTED = Preset(
    "as_printed",
    "As printed",
    {"max_turns": TURN_STOP, "trade_offer_cap": "none"},
    "Every rule of the sheet, to the last card.",
)

LENGTHS = Presets.of_lengths(
    __file__,
    AS_PRINTED,
    Preset(
        "quick",
        "Quick",
        {"max_turns": 12, "trade_offer_cap": 1},
        "Twelve turns, then the count. One offer a trade.",
    ),
    Preset(
        "whole_class",
        "Whole class",
        {"max_turns": 16, "trade_offer_cap": "none"},
        "Sixteen turns; seat up to eight houses, several pupils to each.",
    ),
)
