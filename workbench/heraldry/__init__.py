"""Heraldry: emblems of our own, coats of arms made of them, and their words."""

from workbench.heraldry.arms import Arms, Charge, Field, Ordinary, arms_of, blazon, obeys_tincture, shield
from workbench.heraldry.bearers import KNIGHTS, Bearer, knight_arms, seat_arms, seat_arms_plainly, seat_colour
from workbench.heraldry.emblems import Emblem, emblem, emblems
from workbench.heraldry.guess import emblem_for, emblem_for_category
from workbench.heraldry.sheet import sheet, shuffled

__all__ = [
    "KNIGHTS", "Arms", "Bearer", "Charge", "Emblem", "Field", "Ordinary", "arms_of", "blazon", "emblem", "emblem_for",
    "emblem_for_category", "emblems", "knight_arms", "obeys_tincture", "seat_arms", "seat_arms_plainly", "seat_colour",
    "sheet", "shield", "shuffled",
]  # fmt: skip
