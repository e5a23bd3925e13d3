"""How long a match of Guile takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 9  # that people take for one decision

LENGTHS = Presets.of_lengths(
    __file__,
    Preset(
        "as_printed",
        "As printed",
        {"rounds_to_win": 2, "code_of_chivalry": False},
        "Until somebody has two victory cards, with the draft.",
    ),
    Preset(
        "quick",
        "Quick",
        {"rounds_to_win": 1, "code_of_chivalry": True},
        "One round, with the four cards that are dealt.",
    ),
    Preset(
        "whole_class",
        "Whole class",
        {"rounds_to_win": 1, "code_of_chivalry": False},
        "One round with the draft, half of the class against the other.",
    ),
)
