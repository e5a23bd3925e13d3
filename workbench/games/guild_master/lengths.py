"""How long a match of Guild Master takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets
from workbench.games.guild_master.rules import TURN_STOP

SECONDS = 5  # that people take for one decision; many are offers that are declined at once

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"max_turns": TURN_STOP, "trade_offer_cap": "none"},
            "Every rule of the sheet, to the last card.",
            {2: 448, 3: 537, 4: 581, 5: 593, 6: 588, 7: 589, 8: 586},
        ),
        Preset(
            "quick",
            "Quick",
            {"max_turns": 12, "trade_offer_cap": 1},
            "Twelve turns, then the count. One offer a trade.",
            {2: 156, 3: 156, 4: 159, 5: 160, 6: 162, 7: 162, 8: 164},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"max_turns": 16, "trade_offer_cap": "none"},
            "Sixteen turns; seat up to eight houses, several pupils to each.",
            {2: 238, 3: 286, 4: 314, 5: 326, 6: 331, 7: 339, 8: 350},
        ),
    ),
    "How long people play.",
)
