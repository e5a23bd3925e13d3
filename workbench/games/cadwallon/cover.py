"""The cover of Guilds of Cadwallon: nine houses from above, agents of four colours in the boulevards between them."""

from __future__ import annotations

from workbench.author import LINEN, ground, on_cover
from workbench.pen import Drawn, circle, rectangle

STREET, EDGE = "#2f332d", "#fffdf8"
HOUSES = (
    ("purse", "#8a6a1c"), ("key", "#3f4d5c"), ("chalice", "#8a6a1c"),
    ("sword", "#7e231a"), ("mask", "#5b2d82"), ("hammer", "#0b5c8a"),
    ("anchor", "#00695c"), ("scales", "#7e231a"), ("tower", "#0b5c8a"),
)  # fmt: skip
WIDE, HIGH, ACROSS, DOWN = 66, 50, 94, 66
LEFT, TOP = 23, 16
# Column and row of an agent, counted in houses, and its colour: those between are in a boulevard.
AGENTS = (
    (0.5, 0, "#a81d29"), (1.5, 0, "#1d6b3a"), (1, 0.5, "#e3b341"), (2, 0.5, "#e3b341"), (0, 1.5, "#1f4fa3"),
    (1.5, 1, "#1f4fa3"), (2, 1.5, "#a81d29"), (0.5, 2, "#1d6b3a"),
)  # fmt: skip


def cover() -> Drawn:
    """The city, each house with the emblem of its guild."""
    houses = [part for number, house in enumerate(HOUSES) for part in _house(number, *house)]
    agents = [_agent(column, row, colour) for column, row, colour in AGENTS]
    return ground(STREET, *houses, *agents)


def _house(number: int, emblem: str, colour: str) -> tuple[Drawn, Drawn]:
    x, y = LEFT + ACROSS * (number % 3), TOP + DOWN * (number // 3)
    wall = rectangle(x, y, WIDE, HIGH, fill=colour, stroke=EDGE, stroke_width=3, rx=4)
    return wall, on_cover(emblem, x + WIDE / 2 - 16, y + HIGH / 2 - 16, 32, LINEN)


def _agent(column: float, row: float, colour: str) -> Drawn:
    x, y = LEFT + WIDE / 2 + ACROSS * column, TOP + HIGH / 2 + DOWN * row
    return circle(x, y, 8, fill=colour, stroke=EDGE, stroke_width=2)
