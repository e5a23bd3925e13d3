"""How long a match of Excalibur takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 10  # that people take for one decision

LENGTHS = Presets.of_lengths(
    __file__,
    Preset(
        "as_printed",
        "As printed",
        {"final_threshold": "auto", "chat": True},
        "As many empty regions end it as the table of the rules says.",
    ),
    Preset(
        "whole_class",
        "Whole class",
        {"final_threshold": "auto", "chat": False},
        "Several pupils to each seat; they talk aloud, without set phrases.",
    ),
)
