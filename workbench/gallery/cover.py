"""The cover of a variant: its author's emblem above a landscape that is always the same, in its own tincture."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from workbench.decks import Deck
from workbench.heraldry.emblems import emblem, emblems
from workbench.pen import Drawn, circle, joined, path, rectangle

TALL, WIDE = (300, 400), (300, 215)  # the covers of a page and of a tile
GOLD, LINEN, LEAVES = "#f6cf55", "#f7f3e8", "#e0a94a"
GROUNDS = (  # sky, far hills, near hills
    ("#7c1a22", "#5e1218", "#470d12"),
    ("#1c3863", "#142a4c", "#0e1f3a"),
    ("#24492f", "#1a3824", "#12291a"),
    ("#52306b", "#3f2454", "#2f1a40"),
    ("#30302b", "#242420", "#191916"),
)
FAR = "M0 292 Q60 250 120 276 T240 262 T300 270 V400 H0Z"
NEAR = "M0 330 Q90 300 170 322 T300 312 V400 H0Z"
ROAD = "M150 400 C120 372 196 350 168 326 C146 306 210 296 204 274"
LOW_FAR = "M0 158 Q60 124 120 144 T240 134 T300 140 V215 H0Z"
LOW_NEAR = "M0 186 Q90 166 170 180 T300 174 V215 H0Z"


def tall_cover(name: str) -> Drawn:
    """The drawing on a cover of the size `TALL`."""
    sky, far, near = _ground(name)
    road = path(ROAD, fill="none", stroke=GOLD, stroke_width=4, stroke_dasharray="3 9", stroke_linecap="round")
    land = [
        rectangle(0, 0, *TALL, fill=sky),
        path(FAR, fill=far),
        path(NEAR, fill=near),
        road,
        emblem("church").drawn(170, 194, 84, fill=LINEN),
        emblem("mountain").drawn(32, 194, 104, fill=far),
        emblem("tree").drawn(7, 271, 58, fill=LEAVES),
        emblem("tree").drawn(246, 262, 44, fill=LEAVES),
        circle(150, 128, 82, fill=GOLD, opacity=0.12),
    ]
    return joined(*land, *_charge(name, 88, 66, 124))


def wide_cover(name: str, place: int | None = None) -> Drawn:
    """The drawing on a cover of the size `WIDE`.

    place: its number in a list. Even and odd places never share a ground, so that no two neighbours in rows
    of one, three or five have the same.
    """
    own = GROUNDS[place % 2 :: 2] if place is not None else ()
    sky, far, near = own[(place or 0) // 2 % len(own)] if own else _ground(name)
    land = [rectangle(0, 0, *WIDE, fill=sky), path(LOW_FAR, fill=far), path(LOW_NEAR, fill=near)]
    trees = [emblem("tree").drawn(20, 132, 46, fill=LEAVES), emblem("tree").drawn(242, 126, 40, fill=LEAVES)]
    return joined(*land, *trees, circle(150, 96, 74, fill=GOLD, opacity=0.12), *_charge(name, 94, 40, 112))


def usual_emblem(deck: Deck, before: Deck | None = None) -> str:
    """The emblem of the first card that differs from `before`, else of the first that has one; empty if none has."""
    return next(emblems_of(deck, before), "")


def emblems_of(deck: Deck, before: Deck | None = None) -> Iterator[str]:
    """The emblems of a deck's cards, first those of cards that differ from `before`; some occur more than once."""
    keys: list[str] = []
    if before is not None:
        found = before.diff(deck)
        keys = [change.key for change in (*found.changed, *found.added) if not change.text_only]
    kinds = [number for number, kind in enumerate(deck.kinds) if kind.row[kind.table.key_column] in keys]
    faces = (deck.game.studio.face(deck, kind).emblem for kind in (*kinds, *range(len(deck.kinds))))
    return (name for name in faces if name in emblems())


def _ground(name: str) -> tuple[str, str, str]:
    return GROUNDS[zlib.crc32(name.encode()) % len(GROUNDS)]


def _charge(name: str, x: float, y: float, size: float) -> list[Drawn]:
    return [emblem(name).drawn(x, y, size, fill=GOLD)] if name in emblems() else []
