"""The emblems as a script: their names and their paths, made from the drawings, for pages that draw cards."""

from __future__ import annotations

import json
import re
from functools import cache

from workbench.heraldry.arms import Charge
from workbench.heraldry.bearers import KNIGHTS, SEATS, seat_arms
from workbench.heraldry.emblems import BOX, SIGNS, emblems

FINENESS = 3  # steps per unit of the drawings' box: fewer would show on a large screen, more would make paths longer
IN_SCRIPTS = ("figure", "sword")  # emblems that the table's scripts draw themselves
STEP = re.compile(r"([MLQCZ])([^MLQCZ]*)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@cache
def emblem_script() -> str:
    """A script that exports BOX, the side of the square of all paths, PATHS, from name to path, and SIGNS.

    SIGNS are the names of emblems that nobody bears. It also exports `learnEmblems`, which adds further emblems.
    """
    return _script(emblem_paths())


@cache
def few_emblem_script() -> str:
    """The same script with only the emblems that every table shows; it learns the others."""
    return _script({name: path for name, path in emblem_paths().items() if name in few_emblems()})


@cache
def emblem_paths() -> dict[str, str]:
    """The short paths of all emblems by their names."""
    return {name: short_path(one.course) for name, one in emblems().items()}


@cache
def few_emblems() -> frozenset[str]:
    """The names of the emblems that every table shows: those of its seats' and knights' arms, and the signs."""
    arms = [*map(seat_arms, range(SEATS)), *(bearer.arms for bearer in KNIGHTS.values())]
    charges = {part.emblem for bearer in arms for part in bearer.parts if isinstance(part, Charge)}
    return frozenset(charges | {*signs(), *IN_SCRIPTS})


def signs() -> list[str]:
    """The names of the emblems that accompany a screen's words."""
    return [name for name, one in emblems().items() if one.family == SIGNS]


def _script(paths: dict[str, str]) -> str:
    return (
        "/** The emblems of workbench/heraldry/drawings by their names; made by emblem_script.py. */\n"
        f"export const BOX = {BOX * FINENESS};\n"
        f"export const PATHS = new Map(Object.entries({json.dumps(paths, separators=(',', ':'))}));\n"
        f"export const SIGNS = {json.dumps(signs())};\n"
        "/** Lets a page draw further emblems. @param {Record<string, string>} paths */\n"
        "export function learnEmblems(paths) {\n"
        "  for (const [name, path] of Object.entries(paths)) PATHS.set(name, path);\n"
        "}\n"
    )


def short_path(course: str) -> str:
    """A drawing's path in whole numbers, each relative to the previous point: half as long.

    >>> short_path("M1 1L3 1L3 4Z")
    'm3 3l6 0l0 9z'
    """
    parts, here, start = [], (0, 0), (0, 0)
    for command, numbers in STEP.findall(course):
        whole = [round(float(number) * FINENESS) for number in NUMBER.findall(numbers)]
        points = list(zip(whole[::2], whole[1::2], strict=True))
        moves = [number for x, y in points for number in (x - here[0], y - here[1])]
        parts.append(command.lower() + " ".join(map(str, moves)).replace(" -", "-"))
        if command == "M":
            start = points[-1]
        here = points[-1] if points else start
    return "".join(parts)
