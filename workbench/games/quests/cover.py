"""The cover of Quests of the Round Table: a knight's way over the hills, past stag and dragon, to the Grail."""

from __future__ import annotations

from workbench.author import GOLD, LINEN, ground, on_cover
from workbench.pen import Drawn, circle, path

DUSK, HILLS, VALLEY, LEAVES = "#52306b", "#3d2350", "#331c44", "#7fae86"
FAR = "M0 148L46 106L84 138L140 72L186 126L232 44L300 130V215H0Z"
NEAR = "M0 172Q80 152 160 164T300 150V215H0Z"
WAY = "M22 200C70 200 84 172 120 176S168 190 196 168S214 120 236 104"


def cover() -> Drawn:
    """From the helm on the left to the Grail above."""
    way = path(WAY, fill="none", stroke=GOLD, stroke_width=3, stroke_dasharray="2 7", stroke_linecap="round")
    grail = [circle(252, 60, 30, fill=LINEN, opacity=0.13), on_cover("chalice", 232, 40, 40)]
    beasts = [
        on_cover("tree", 64, 130, 40, LEAVES),
        on_cover("stag", 98, 116, 52),
        on_cover("dragon", 157, 78, 78, GOLD),
    ]
    return ground(
        DUSK, path(FAR, fill=HILLS), path(NEAR, fill=VALLEY), way, on_cover("helm", 8, 150, 44), *beasts, *grail
    )
