"""How long a match of Increased Player Interaction takes: sets of options, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets
from workbench.games.guild_master.rules import TURN_STOP

SECONDS = 3  # that people take for one decision, where all decide at once

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"max_turns": TURN_STOP, "trade_offer_cap": "none"},
            "Every rule of the sheet, to the last card.",
            {2: 726, 3: 972, 4: 1082, 5: 1128, 6: 1147, 7: 1119, 8: 1095},
        ),
        Preset(
            "quick",
            "Quick",
            {"max_turns": 24, "trade_offer_cap": 1},
            "Twenty-four turns of a seat, then the count. One offer a trade.",
            {2: 371, 3: 339, 4: 310, 5: 301, 6: 261, 7: 306, 8: 233},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"max_turns": 40, "trade_offer_cap": "none"},
            "Forty turns of a seat; seat up to eight houses, several pupils to each.",
            {2: 678, 3: 691, 4: 607, 5: 571, 6: 577, 7: 540, 8: 489},
        ),
    ),
    "How long people play.",
)
