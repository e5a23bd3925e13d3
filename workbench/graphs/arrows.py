"""Arrows between circles, bent a little, so that the two directions can be told apart."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from workbench import pen
from workbench.pen import Drawn, Point

GAP = 2.0  # between the tip of an arrow and the circle to which it points
HEAD, WING = 10.0, 4.0  # how long the head is, and how far it stands out on each side of the line


class Arrow(NamedTuple):
    """A line from `first` to `neck` that bends towards `bend`, its head, and how thick the line is."""

    first: Point
    bend: Point
    neck: Point
    head: Drawn
    thick: float

    @property
    def line(self) -> Drawn:
        """Its line."""
        (x1, y1), (x2, y2), (x3, y3) = self[:3]
        course = f"M{x1:.1f} {y1:.1f}Q{x2:.1f} {y2:.1f} {x3:.1f} {y3:.1f}"
        return pen.path(course, class_="rt-way", stroke_width=self.thick)

    def at(self, along: float) -> Point:
        """The point at this share of its line: 0.5 is its middle."""
        weights = (1 - along) ** 2, 2 * along * (1 - along), along**2
        x, y = (sum(weight * point[axis] for weight, point in zip(weights, self[:3], strict=True)) for axis in (0, 1))
        return x, y


def bent_arrow(start: Point, end: Point, radii: tuple[float, float], bow: float, thick: float) -> Arrow:
    """An arrow from one circle to another, bent to its left by `bow` of its length; `radii` are those of the circles.

    >>> bent_arrow((0, 0), (100, 0), (20, 20), 0.0, 2.0).at(0.5)
    (47.0, 0.0)
    """
    (x1, y1), (x2, y2) = start, end
    bend = (x1 + x2) / 2 + (y2 - y1) * 2 * bow, (y1 + y2) / 2 - (x2 - x1) * 2 * bow
    out, back = hypot(bend[0] - x1, bend[1] - y1) or 1.0, hypot(bend[0] - x2, bend[1] - y2) or 1.0
    ax, ay = (x2 - bend[0]) / back, (y2 - bend[1]) / back
    first = x1 + (bend[0] - x1) / out * radii[0], y1 + (bend[1] - y1) / out * radii[0]
    tip = x2 - ax * (radii[1] + GAP), y2 - ay * (radii[1] + GAP)
    neck = tip[0] - ax * HEAD, tip[1] - ay * HEAD
    wide = WING + thick / 2
    wings = [(neck[0] - ay * wide * side, neck[1] + ax * wide * side) for side in (1, -1)]
    head = pen.path(pen.through([tip, *wings], closed=True), class_="rt-tip")
    return Arrow(first, bend, neck, head, thick)
