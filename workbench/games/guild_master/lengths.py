"""How long a match of Guild Master takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets
from workbench.games.guild_master.rules import TURN_STOP

SECONDS = 6  # that people take for one decision

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"max_turns": TURN_STOP, "trade_offer_cap": "none"},
            "Every rule of the sheet, to the last card.",
            {2: 476, 3: 467, 4: 456, 5: 445, 6: 431, 7: 417, 8: 404},
        ),
        Preset(
            "quick",
            "Quick",
            {"max_turns": 12, "trade_offer_cap": 1},
            "Twelve turns, then the count. One offer a trade.",
            {2: 175, 3: 176, 4: 179, 5: 179, 6: 181, 7: 181, 8: 182},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"max_turns": 16, "trade_offer_cap": "none"},
            "Sixteen turns; seat up to eight houses, several pupils to each.",
            {2: 270, 3: 274, 4: 279, 5: 281, 6: 285, 7: 287, 8: 288},
        ),
    ),
    "How long people play.",
)
