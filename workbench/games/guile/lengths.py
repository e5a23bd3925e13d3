"""How long a match of Guile takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 9  # that people take for one decision

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"rounds_to_win": 2, "code_of_chivalry": False},
            "Until somebody has two victory cards, with the draft.",
            {2: 131},
        ),
        Preset(
            "quick",
            "Quick",
            {"rounds_to_win": 1, "code_of_chivalry": True},
            "One round, with the four cards that are dealt.",
            {2: 39},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"rounds_to_win": 1, "code_of_chivalry": False},
            "One round with the draft, half of the class against the other.",
            {2: 46},
        ),
    ),
    "How long people play.",
)
