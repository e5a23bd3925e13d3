"""The coats of arms of seats and knights as a script, made from the heralds' rules, for pages that draw shields."""

from __future__ import annotations

import json
from functools import cache

from workbench.heraldry.arms import Arms, Charge, Ordinary
from workbench.heraldry.bearers import KNIGHTS, SEATS, seat_arms
from workbench.heraldry.shapes import HIGH, OUTLINE, WIDE, charge_places, field_course, ordinary_course
from workbench.heraldry.tinctures import PAINT
from workbench.widgets.emblem_script import FINENESS, short_path

Part = list[str | float]


@cache
def arms_script() -> str:
    """A script that exports WIDE and HIGH of a shield, its OUTLINE, the PAINT of tinctures, and ARMS.

    ARMS maps the number of a seat or the id of a knight to parts in the order in which they are painted. Each part is
    a tincture with a path, or with the name of an emblem, its offsets to the right and down, and its size.
    """
    bearers = {str(seat): seat_arms(seat) for seat in range(SEATS)}
    bearers |= {name: bearer.arms for name, bearer in KNIGHTS.items()}
    arms = {name: _parts(of) for name, of in bearers.items()}
    exports = {"WIDE": WIDE * FINENESS, "HIGH": HIGH * FINENESS, "OUTLINE": short_path(OUTLINE), "PAINT": PAINT}
    lines = [f"export const {name} = {json.dumps(value, separators=(',', ':'))};" for name, value in exports.items()]
    return "\n".join(
        [
            "/** Coats of arms, made by arms_script.py from workbench/heraldry. */",
            *lines,
            f"export const ARMS = new Map(Object.entries({json.dumps(arms, separators=(',', ':'))}));\n",
        ]
    )


@cache
def ordinaries_script() -> str:
    """A script that exports ORDINARIES: what lies on the field of a seat's arms besides the charge, by its number."""
    kinds = {seat: part.kind for seat in range(SEATS) for part in seat_arms(seat).parts if isinstance(part, Ordinary)}
    return (
        "/** What lies on the fields of seats' arms, made by arms_script.py from workbench/heraldry. */\n"
        f"export const ORDINARIES = {json.dumps(kinds, separators=(',', ':'))};\n"
    )


def _parts(arms: Arms) -> list[Part]:
    field = field_course(arms.field.division, arms.field.tinctures)
    parts: list[Part] = [[tincture, short_path(course)] for course, tincture in field]
    kinds = [part.kind for part in arms.parts if isinstance(part, Ordinary)]
    for part in arms.parts:
        if isinstance(part, Charge):
            places = charge_places(part.number, part.on, kinds)
            parts += [
                [part.tincture, part.emblem, round(x * FINENESS, 1), round(y * FINENESS, 1), round(scale, 3)]
                for x, y, scale in places
            ]
        else:
            parts.append([part.tincture, short_path(ordinary_course(part.kind))])
    return parts
