"""The cover of Guilds of Cadwallon: the city of nine cards from above, an agent on a boulevard between them."""

from __future__ import annotations

from workbench.author import GOLD, ground, on_cover
from workbench.pen import Drawn, circle, rectangle

HALL, STREET, EDGE, LINEN, CLOTH = "#2b2440", "#6a5438", "#e9d3a6", "#f7ecd3", "#a81d29"
CARDS = ("purse", "sword", "tower", "helm", "chalice", "purse", "scroll", "chalice", "mask")
LEFT, TOP, WIDE, HIGH, APART = 66, 22, 44, 42, 62


def cover() -> Drawn:
    """Nine cards in three rows, each with the emblem of its guild."""
    city = rectangle(LEFT - 12, TOP - 12, 2 * APART + WIDE + 24, 2 * APART + HIGH + 16, fill=STREET, stroke=EDGE, rx=6)
    parts = [city]
    for number, emblem in enumerate(CARDS):
        x, y = LEFT + APART * (number % 3), TOP + APART * (number // 3) - 4
        parts.append(rectangle(x, y, WIDE, HIGH, fill=CLOTH if number == 4 else HALL, stroke=EDGE, rx=4))
        parts.append(on_cover(emblem, x + 9, y + 8, 26, GOLD if number == 4 else LINEN))
    agent = circle(LEFT + APART + WIDE + 9, TOP + APART + 17, 9, fill=GOLD, stroke=LINEN, stroke_width=2)
    return ground(HALL, *parts, agent)
