"""Tinctures: two metals and five colours, each with its paint and the lines or dots that stand for it in grey."""

from __future__ import annotations

from math import cos, radians, sin

from workbench.heraldry.emblems import outlines
from workbench.pen import Drawn, Point, group, path, through

METALS = ("argent", "or")
COLOURS = ("gules", "azure", "vert", "purpure", "sable")
PLAINLY = {"gules": "red", "azure": "blue", "vert": "green", "purpure": "purple", "sable": "black"}
PAINT = {
    "argent": "#f7f3e8", "or": "#f2c230", "gules": "#b3202c", "azure": "#1f4fa3", "sable": "#1d1d1f",
    "vert": "#1d6b3a", "purpure": "#6a2a7b",
}  # fmt: skip
# The angles of the lines, in degrees clockwise from level; or is dotted, argent is left blank.
ANGLES = {"argent": (), "or": (0,), "gules": (90,), "azure": (0,), "vert": (45,), "purpure": (-45,), "sable": (0, 90)}
SPACE = 6
EDGE = 1

Place = tuple[float, float, float]  # how far right and down, and how many times as large


def inked() -> str:
    """The colour of outlines."""
    return PAINT["sable"]


def painted(course: str, tincture: str, place: Place = (0, 0, 1)) -> Drawn:
    """A shape in a tincture, with its outline and its hatching; whatever it lies on is covered."""
    x, y, scale = place
    lines = [[(x + a * scale, y + b * scale) for a, b in line] for line in outlines(course)]
    shape = "".join(through(line, closed=True) for line in lines)
    fill = path(shape, fill=PAINT[tincture], fill_rule="evenodd", stroke=inked(), stroke_width=EDGE)
    courses = "".join(hatching(lines, angle) for angle in ANGLES[tincture])
    look: dict[str, str | float] = {"stroke": inked(), "stroke_opacity": 0.6, "stroke_width": 1.8}
    look |= {"stroke_dasharray": "0 6", "stroke_linecap": "round"}
    if tincture in COLOURS:
        look = {"stroke": PAINT["argent"], "stroke_opacity": 0.45, "stroke_width": 1}
    return group(fill, path(courses, fill="none", **look)) if courses else fill


def hatching(lines: list[list[Point]], angle: float) -> str:
    """The course of parallel lines inside closed ones, by the rule `evenodd`."""
    c, s = cos(radians(angle)), sin(radians(angle))
    level = [[(x * c + y * s, y * c - x * s) for x, y in line] for line in lines]
    heights = [y for line in level for _, y in line]
    height = SPACE * (min(heights) // SPACE + 0.5)
    course = ""
    while height < max(heights):
        ends = sorted(_crossings(level, height))
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            points = [(x * c - height * s, x * s + height * c) for x in (start, end)]
            course += through([(round(x, 2), round(y, 2)) for x, y in points])
        height += SPACE
    return course


def _crossings(lines: list[list[Point]], height: float) -> list[float]:
    """Where closed lines cross a level one."""
    found = []
    for line in lines:
        for (x1, y1), (x2, y2) in zip(line, [*line[1:], line[0]], strict=True):
            if (y1 <= height) != (y2 <= height):
                found.append(x1 + (height - y1) / (y2 - y1) * (x2 - x1))
    return found
