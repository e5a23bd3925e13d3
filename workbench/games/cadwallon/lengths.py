"""How long a game of Cadwallon takes: the sets of options to choose from, each with its decisions by seats.

The decisions are the median of simulated games of the usual bot; a test measures them again.
"""

from __future__ import annotations

from workbench.author import Preset, Presets

SECONDS = 20  # that people take for one decision

LENGTHS = Presets(
    "length",
    "Length",
    (
        Preset(
            "as_printed", "As printed", {"series_games": 1}, "One game, until the deck runs out.", {2: 68, 3: 69, 4: 67}
        ),
    ),
    "How long people play.",
)
