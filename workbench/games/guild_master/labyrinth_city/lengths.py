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
            {
                6: 129,
                7: 148,
                8: 170,
                9: 191,
                10: 213,
                11: 234,
                12: 266,
                13: 289,
                14: 311,
                15: 331,
                16: 354,
                17: 377,
                18: 403,
                19: 427,
                20: 450,
                21: 470,
                22: 493,
                23: 514,
                24: 548,
                25: 573,
                26: 596,
                27: 618,
                28: 641,
                29: 661,
                30: 689,
            },
        ),
        Preset(
            "quick",
            "One round",
            {"city_rounds": 1, "deal_size": 3},
            "One round of trading and building.",
            {
                6: 79,
                7: 91,
                8: 103,
                9: 115,
                10: 128,
                11: 139,
                12: 155,
                13: 167,
                14: 179,
                15: 190,
                16: 202,
                17: 214,
                18: 227,
                19: 240,
                20: 253,
                21: 265,
                22: 277,
                23: 287,
                24: 301,
                25: 314,
                26: 326,
                27: 338,
                28: 349,
                29: 361,
                30: 375,
            },
        ),
    ),
    "How long people play.",
)
