"""The cover of Guild Master: a town at sunset, and below it a card of each of its ten categories."""

from __future__ import annotations

from workbench.author import GOLD, LINEN, ground, on_cover
from workbench.pen import Drawn, circle, joined, path, rectangle

MEADOW, WOOD, SAND = "#24492f", "#1b3a25", "#efe3cb"
HILL = "M0 162Q70 130 150 144T300 138V215H0Z"
# Emblem, place, size, colour
TOWN = (
    ("windmill", 9, 82, 64, LINEN), ("tree", 62, 116, 40, GOLD), ("church", 85, 74, 74, LINEN),
    ("gate", 144, 60, 92, GOLD), ("tower", 217, 84, 66, LINEN), ("tree", 262, 120, 38, GOLD),
)  # fmt: skip
CARDS = (
    ("wheat", "#3f6b1f"), ("ship", "#0b5c8a"), ("hammer", "#7a4a22"), ("church", "#6a2c91"), ("crown", "#8a1538"),
    ("round-shield", "#3d4650"), ("mortar", "#00695c"), ("harp", "#b0186a"), ("book", "#2b3a9b"), ("anvil", "#9a4a00"),
)  # fmt: skip
WIDE, HIGH, STEP = 26, 44, 28.6


def cover() -> Drawn:
    """The town above its cards."""
    sky = [circle(226, 64, 22, fill=GOLD), path(HILL, fill=WOOD)]
    town = [on_cover(*building) for building in TOWN]
    cards = [_card(8 + number * STEP, name, colour) for number, (name, colour) in enumerate(CARDS)]
    return ground(MEADOW, *sky, *town, rectangle(0, 152, 300, 63, fill=SAND), *cards)


def _card(x: float, name: str, colour: str) -> Drawn:
    return joined(rectangle(x, 161, WIDE, HIGH, rx=3, fill=colour), on_cover(name, x + 2.5, 172.5, 21))
