"""The shapes of a shield: its outline, how a field is divided, the ordinaries, and where charges lie."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.heraldry.emblems import BOX, outlines
from workbench.heraldry.tinctures import Place
from workbench.pen import Point, through

WIDE, HIGH = 100, 120
OUTLINE = "M4 4L96 4L96 54C96 84 76 104 50 116C24 104 4 84 4 54Z"
ALL: list[Point] = [(0, 0), (100, 0), (100, 120), (0, 120)]

# Division -> the parts of the second tincture; what is left is of the first. Chief is up, dexter on the viewer's left.
DIVISIONS: dict[str, list[list[Point]]] = {
    "": [],
    "per pale": [[(50, 0), (100, 0), (100, 120), (50, 120)]],
    "per fess": [[(0, 56), (100, 56), (100, 120), (0, 120)]],
    "per bend": [[(0, 0), (110, 110), (110, 130), (0, 130)]],
    "per saltire": [[(0, 4), (50, 54), (0, 104)], [(100, 4), (50, 54), (100, 104)]],
    "quarterly": [[(50, 0), (100, 0), (100, 54), (50, 54)], [(0, 54), (50, 54), (50, 120), (0, 120)]],
    "chequy": [
        [(x, y), (x + 23, y), (x + 23, y + 23), (x, y + 23)]
        for row, y in enumerate(range(4, 119, 23)) for x in range(27 - 23 * (row % 2), 96, 46)
    ],
}  # fmt: skip
ORDINARIES: dict[str, list[list[Point]]] = {
    "chief": [[(0, 0), (100, 0), (100, 32), (0, 32)]],
    "pale": [[(31, 0), (69, 0), (69, 120), (31, 120)]],
    "fess": [[(0, 40), (100, 40), (100, 72), (0, 72)]],
    "cross": [[(40, 0), (60, 0), (60, 44), (100, 44), (100, 64), (60, 64), (60, 120), (40, 120), (40, 64), (0, 64),
               (0, 44), (40, 44)]],
    "bend": [[(-12, 4), (12, -20), (124, 92), (100, 116)]],
    "three bends": [[(shift - 20, 0), (shift, 0), (shift + 130, 130), (shift + 110, 130)] for shift in (-40, 10, 60)],
    "label": [[(4, 12), (96, 12), (96, 18), (86, 18), (86, 30), (76, 30), (76, 18), (55, 18), (55, 30), (45, 30),
               (45, 18), (24, 18), (24, 30), (14, 30), (14, 18), (4, 18)]],
    "bordure": [],
}  # fmt: skip
BORDURE = 0.78  # how large the field is within


def field_course(division: str, tinctures: Sequence[str]) -> list[tuple[str, str]]:
    """The courses that a field is painted by, one after the other, each with its tincture."""
    whole = [(_course([ALL]), tinctures[0])]
    return whole + [(_course(DIVISIONS[division]), tinctures[1])] if division else whole


def ordinary_course(kind: str) -> str:
    """The course of an ordinary within the outline of the shield."""
    if kind != "bordure":
        return _course(ORDINARIES[kind])
    (outer,) = outlines(OUTLINE)
    inner = [(50 + (x - 50) * BORDURE, 54 + (y - 54) * BORDURE) for x, y in outer]
    return through(outer, closed=True) + through(inner, closed=True)


def charge_places(number: int, on: str, kinds: Sequence[str]) -> list[Place]:
    """Where charges lie: one in the middle of what is free, three as two over one."""
    if on:
        return [_place(50, 56, 30)]
    if number == 3:
        top = 46 if "label" in kinds else 34
        return [_place(27, top, 32), _place(73, top, 32), _place(50, top + 44, 32)]
    if "chief" in kinds:
        return [_place(50, 67, 54)]
    return [_place(50, 54, 50 if "bordure" in kinds else 68)]


def _place(x: float, y: float, size: float) -> Place:
    """A charge around a point."""
    return (x - size / 2, y - size / 2, size / BOX)


def _course(shapes: list[list[Point]]) -> str:
    return "".join(through(inside, closed=True) for inside in map(within_outline, shapes) if inside)


def within_outline(shape: list[Point]) -> list[Point]:
    """A shape cut to the outline of the shield, edge by edge, as Sutherland and Hodgman did; the outline is convex."""
    (outline,) = outlines(OUTLINE)
    for start, end in zip(outline, [*outline[1:], outline[0]], strict=True):
        shape = _cut(shape, start, end)
    return [(round(x, 2), round(y, 2)) for x, y in shape]


def _cut(shape: list[Point], start: Point, end: Point) -> list[Point]:
    """The part of a shape to the right of a line, as one sees it from its start."""
    kept: list[Point] = []

    def side(point: Point) -> float:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    for here, after in zip(shape, [*shape[1:], *shape[:1]], strict=True):
        before, behind = side(here), side(after)
        if before >= 0:
            kept.append(here)
        if before * behind < 0:
            part = before / (before - behind)
            kept.append((here[0] + (after[0] - here[0]) * part, here[1] + (after[1] - here[1]) * part))
    return kept
