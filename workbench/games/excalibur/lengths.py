"""How long a match of Excalibur takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 10  # that people take for one decision

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "As printed",
            {"final_threshold": "auto", "chat": True},
            "As many empty regions end it as the table of the rules says.",
            {2: 134, 3: 174, 4: 184, 5: 182, 6: 186, 7: 190, 8: 185},
        ),
        Preset(
            "whole_class",
            "Whole class",
            {"final_threshold": "auto", "chat": False},
            "Several pupils to each seat; they talk aloud, without set phrases.",
            {2: 134, 3: 174, 4: 184, 5: 182, 6: 186, 7: 190, 8: 185},
        ),
    ),
    "How long people play.",
)
