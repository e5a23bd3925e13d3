"""How long a match of Labyrinth City takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 3  # that people take for one decision, when all trade at once and build one after another

LENGTHS = Presets.of_lengths(
    __file__,
    Preset(
        "as_printed",
        "Two rounds",
        {"city_rounds": 2, "deal_size": 3},
        "As the class played it: three cards, two rounds.",
    ),
    Preset(
        "quick",
        "One round",
        {"city_rounds": 1, "deal_size": 3},
        "One round of trading and building.",
    ),
)
