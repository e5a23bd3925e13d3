"""The cover of Excalibur: the sword that rises from the lake between the chips that people hold."""

from __future__ import annotations

from math import cos, radians, sin

from workbench.author import GOLD, LINEN, ground, on_cover
from workbench.pen import Drawn, circle, element, joined

LAKE, NIGHT, RIPPLE = "#1c3863", "#2b4f86", "#9fc0dd"
WOOD, GRAIN, BONE, BROWN, INK = "#543a22", "#a98657", "#f3e3c0", "#8a6a3f", "#3a2a1a"
RIPPLES = ((150, 34, 0.25), (112, 25, 0.4), (74, 16, 0.6), (38, 8, 0.9))
CHIPS = (-90, -75, -60, -45, -30, 30, 45, 60, 75, 90)  # degrees from above, around the sword
MIDDLE, AROUND, CHIP = (150, 148), 112, 12.5


def cover() -> Drawn:
    """The lake at night."""
    rings = [
        element("ellipse", cx=150, cy=184, rx=rx, ry=ry, fill="none", stroke=RIPPLE, stroke_width=1.6, opacity=seen)
        for rx, ry, seen in RIPPLES
    ]
    held = [_chip(angle) for angle in CHIPS]
    told = [_open_chip(94, "crown"), _open_chip(206, "skull")]
    sword = on_cover("sword", 87, 42, 126, LINEN, turned=-45)
    return ground(LAKE, *rings, circle(150, 96, 74, fill=NIGHT), *held, *told, sword)


def _chip(angle: float) -> Drawn:
    x, y = MIDDLE[0] + AROUND * sin(radians(angle)), MIDDLE[1] - AROUND * cos(radians(angle))
    rim = circle(x, y, CHIP, fill=WOOD, stroke=GOLD, stroke_width=1.6)
    return joined(rim, circle(x, y, 8, fill="none", stroke=GRAIN))


def _open_chip(x: float, name: str) -> Drawn:
    return joined(circle(x, 128, 17, fill=BONE, stroke=BROWN, stroke_width=2), on_cover(name, x - 11, 117, 22, INK))
