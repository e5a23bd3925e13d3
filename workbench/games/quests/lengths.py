"""How long a match of Quests takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 7  # that people take for one decision

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"turn_limit": "none"},
            "Until somebody is a Knight of the Round Table.",
            {2: 273, 3: 419, 4: 499},
        ),
        Preset(
            "quick",
            "Quick",
            {"turn_limit": 12},
            "Twelve story cards, then the highest rank and the most shields.",
            {2: 109, 3: 173, 4: 229},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"turn_limit": 20},
            "Twenty story cards, several pupils to each seat.",
            {2: 162, 3: 257, 4: 346},
        ),
    ),
    "How long people play.",
)
