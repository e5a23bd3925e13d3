"""How long a match of Labyrinth City takes: sets of options, each with its decisions by seats.

The decisions are the median of 400 simulated matches of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 3  # that people take for one decision, where all trade at once and build one after another

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed",
            "Two rounds",
            {"city_rounds": 2, "deal_size": 3},
            "As the class played it: three cards, two rounds.",
            {n: 22 * n for n in range(6, 31)},
        ),
        Preset(
            "quick",
            "One round",
            {"city_rounds": 1, "deal_size": 3},
            "One round of trading and building.",
            {n: 14 * n for n in range(6, 31)},
        ),
    ),
    "How long people play.",
)
