"""How long a match of Quests takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 7  # that people take for one decision

LENGTHS = Presets.of_lengths(
    __file__,
    Preset(
        "as_printed",
        "As printed",
        {"turn_limit": "none"},
        "Until somebody is a Knight of the Round Table.",
    ),
    Preset(
        "quick",
        "Quick",
        {"turn_limit": 12},
        "Twelve story cards, then the highest rank and the most shields.",
    ),
    Preset(
        "whole_class",
        "Whole class",
        {"turn_limit": 20},
        "Twenty story cards, several pupils to each seat.",
    ),
)
