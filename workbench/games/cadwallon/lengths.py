"""How long a match of Cadwallon takes: presets that `python -m benchmarks.lengths` measures."""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 20  # that people take for one decision

LENGTHS = Presets.of_lengths(
    __file__,
    Preset("as_printed", "As printed", {"series_games": 1}, "One game, until the deck runs out."),
)
