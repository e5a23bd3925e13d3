"""The cover of Guile: the round table, its knights' shields around it, their cards face down but for one."""

from __future__ import annotations

from math import cos, radians, sin

from workbench.author import GOLD, ground, on_cover, shield_on_cover
from workbench.heraldry import knight_arms
from workbench.pen import Drawn, circle, group, joined, line, rectangle, text

HALL, RIM, WOOD, EDGE, GRAIN, RED = "#5e1a1e", "#5b3d20", "#c99c5e", "#e9d3a6", "#b2854a", "#7a2e1d"
KNIGHTS = (
    "sir_gawain", "sir_meleagant", "sir_tristan", "sir_accolon", "sir_galahad", "sir_agravaine", "sir_lancelot",
    "sir_palamedes",
)  # fmt: skip
OPEN = 2  # the place whose card lies face up
MIDDLE, TABLE, CARDS, SHIELDS = (150, 107.5), 74, 48, 86


def cover() -> Drawn:
    """The table seen from above."""
    x, y = MIDDLE
    angles = range(0, 360, 360 // len(KNIGHTS))
    wood = [circle(x, y, TABLE, fill=RIM), circle(x, y, TABLE - 4, fill=WOOD, stroke=EDGE, stroke_width=1.2)]
    grain = [line(_at(angle + 22.5, 22), _at(angle + 22.5, TABLE - 6), stroke=GRAIN) for angle in angles]
    crown = [circle(x, y, 22, fill=GRAIN), circle(x, y, 19, fill=RED), on_cover("crown", x - 12, y - 12, 24, GOLD)]
    cards = [_card(angle, number == OPEN) for number, angle in enumerate(angles)]
    return ground(HALL, *wood, *grain, *crown, *cards, *map(_shield, KNIGHTS, angles))


def _at(angle: float, distance: float) -> tuple[float, float]:
    """The point at a distance from the middle of the table and an angle clockwise from the top."""
    x, y = MIDDLE
    return x + distance * sin(radians(angle)), y - distance * cos(radians(angle))


def _card(angle: float, is_open: bool) -> Drawn:
    x, y = _at(angle, CARDS)
    face = text("4", 0, 5, font_size=14, font_weight="bold", font_family="Georgia, serif", text_anchor="middle")
    back = circle(0, 0, 3.7, fill="none", stroke=GOLD)
    card = rectangle(-7.5, -10, 15, 20, rx=2, fill="#fffdf8" if is_open else RED, stroke="#f3e2bd")
    upright = group(face, transform=f"rotate({-angle:g})")
    return group(card, upright if is_open else back, transform=f"translate({x:g} {y:g}) rotate({angle:g})")


def _shield(knight: str, angle: float) -> Drawn:
    x, y = _at(angle, SHIELDS)
    return joined(shield_on_cover(knight_arms(knight), x - 13, y - 15.6, 26))
