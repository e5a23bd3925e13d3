"""The emblems: each is one drawing, a file in `drawings/<family>/<name>.svg`, which any drawing program opens.

A drawing is one path in a box of 64 by 64, filled by the rule `evenodd`, made of the commands M, L, Q, C and Z.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from pathlib import Path

from workbench.pen import Drawn, Point, path
from workbench.storage.errors import DeckError

BOX = 64
FAMILIES = ("trades", "places", "beasts", "quest", "milieus", "signs")
MILIEUS = FAMILIES[-2]  # what decks of other times and places need on their cards: no coat of arms bears it
SIGNS = FAMILIES[-1]  # what a screen says, such as a tick: nobody bears them
HERE = Path(__file__).resolve().parent
DRAWINGS = HERE / "drawings"
WRITTEN = tomllib.loads((HERE / "words.toml").read_text(encoding="utf-8"))
COURSE = re.compile(r' d="([^"]+)"')
PART = re.compile(r"[MLQCZ]|-?\d+(?:\.\d+)?")
STEPS = 6  # straight pieces that stand for a curve where a drawing is measured or hatched


@dataclass(frozen=True)
class Emblem:
    """A drawing with its name and its family; `course` is its path."""

    name: str
    family: str
    course: str

    def drawn(self, x: float, y: float, size: float, **look: str | float | None) -> Drawn:
        """The emblem in a square from its upper left corner, in one colour."""
        place = f"translate({x:g} {y:g}) scale({size / BOX:g})"
        return path(self.course, transform=place, fill_rule="evenodd", **look)


@cache
def emblems() -> dict[str, Emblem]:
    """All emblems by name, family by family."""
    found = {}
    for family in FAMILIES:
        for file in sorted((DRAWINGS / family).glob("*.svg")):
            (course,) = COURSE.findall(file.read_text(encoding="utf-8"))
            found[file.stem] = Emblem(file.stem, family, " ".join(course.split()))
    return found


def emblem(name: str) -> Emblem:
    """The emblem of a name; raises DeckError, which says which names are near."""
    known = emblems()
    if name not in known:
        near = ", ".join(near_emblems(name))
        raise DeckError(f"There is no emblem {name!r}. Write the name of one, such as: {near}.")
    return known[name]


def near_emblems(name: str) -> list[str]:
    """The names of emblems that are written much like a name; all names if none is."""
    return get_close_matches(name.casefold(), emblems(), 3, 0.5) or sorted(emblems())


def outlines(course: str) -> list[list[Point]]:
    """The closed lines of a path as points, with curves cut into short straight pieces; raises ValueError."""
    lines: list[list[Point]] = []
    parts = PART.findall(course)
    if PART.sub("", course).strip(" ,"):
        raise ValueError(f"A path may have the commands M, L, Q, C and Z alone, not {course!r}.")
    position = 0
    while position < len(parts):
        command, position = parts[position], position + 1
        count = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}[command]
        numbers = [float(part) for part in parts[position : position + count]]
        position += count
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if command == "M":
            lines.append(points)
        elif command != "Z":
            lines[-1] += _pieces([lines[-1][-1], *points])
    return lines


def _pieces(controls: list[Point]) -> list[Point]:
    """The points of a curve after its first one, by de Casteljau's rule; for a straight line, its end."""
    if len(controls) == 2:
        return controls[1:]
    return [_at(controls, step / STEPS) for step in range(1, STEPS + 1)]


def _at(controls: list[Point], part: float) -> Point:
    while len(controls) > 1:
        pairs = pairwise(controls)
        controls = [(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in pairs]
    return controls[0]
