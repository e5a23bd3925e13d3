"""A sheet of all emblems, mixed and without names, on which strangers can be asked what they see."""

from __future__ import annotations

from hashlib import sha256

from workbench.heraldry.emblems import Emblem, emblems
from workbench.pen import Picture, picture, text

COLUMNS, SIZE, GAP, LINE = 10, 48, 20, 16
GREY, INK = "#555555", "#000000"


def shuffled(seed: int) -> list[Emblem]:
    """All emblems in an order that a seed decides, the same on every machine."""
    return sorted(emblems().values(), key=lambda one: sha256(f"{seed} {one.name}".encode()).digest())


def sheet(seed: int | None = None) -> Picture:
    """All emblems in grey, 48 pixels large: mixed and numbered by a seed, or in order and with their names."""
    shown = list(emblems().values()) if seed is None else shuffled(seed)
    names = [one.name for one in shown] if seed is None else [str(number) for number in range(1, len(shown) + 1)]
    wide, high = SIZE + GAP + (40 if seed is None else 0), SIZE + GAP + LINE
    parts = []
    for place, (one, name) in enumerate(zip(shown, names, strict=True)):
        x, y = wide * (place % COLUMNS), high * (place // COLUMNS)
        parts.append(one.drawn(x + (wide - SIZE) / 2, y + GAP / 2, SIZE, fill=GREY))
        parts.append(text(name, x + wide / 2, y + GAP / 2 + SIZE + 13, font_size=11, text_anchor="middle", fill=INK))
    box = (wide * COLUMNS, high * -(-len(shown) // COLUMNS))
    return picture("Emblems", f"{len(shown)} emblems in grey.", *parts, box=box, width=box[0], height=box[1])
