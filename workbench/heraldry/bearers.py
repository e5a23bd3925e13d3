"""Who bears which arms: the seats of a table, and the knights of Guile."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.heraldry.arms import Arms, Charge, Field, Ordinary, laid_out
from workbench.heraldry.tinctures import COLOURS, PAINT, PLAINLY

SEATS = 30
SEAT_EMBLEMS = (
    "lion", "key", "tree", "griffin", "anchor", "eagle", "bell", "fish", "star", "windmill",
    "stag", "harp", "rose", "sword", "ship", "owl", "horseshoe", "wheat", "moon", "book",
    "dragon", "scales", "grapes", "chalice", "barrel", "unicorn", "anvil", "bee", "wheel", "shell",
)  # fmt: skip


def seat_arms(seat: int) -> Arms:
    """The arms of a seat, 0 to 29: each has an emblem of its own, so that grey tells them apart."""
    name, row = SEAT_EMBLEMS[_checked(seat)], seat // len(COLOURS)
    colour, metal = COLOURS[seat % len(COLOURS)], ("or", "argent")[seat % 2]
    if row % 2:
        return laid_out(metal, colour, ("", "chief", "bordure")[row // 2], name)
    return laid_out(colour, metal, ("", "bordure", "chief")[row // 2], name)


def seat_colour(seat: int) -> str:
    """The main colour of a seat, as six hexadecimal digits; neighbours differ, and every fifth seat shares one."""
    return PAINT[COLOURS[_checked(seat) % len(COLOURS)]]


def seat_arms_plainly(seat: int) -> str:
    """The arms of a seat as people who know no heraldry say them: main colour and emblem.

    >>> seat_arms_plainly(1)
    'blue key'
    """
    return f"{PLAINLY[COLOURS[_checked(seat) % len(COLOURS)]]} {SEAT_EMBLEMS[seat]}"


def _checked(seat: int) -> int:
    if not 0 <= seat < SEATS:
        raise ValueError(f"There are arms for the seats 0 to {SEATS - 1}, not for seat {seat}.")
    return seat


@dataclass(frozen=True)
class Bearer:
    """A knight's arms and where they come from; `invented` says that no old armorial gives them."""

    arms: Arms
    source: str
    invented: bool = False


ARMORIALS = "armorials of the 15th century, after Michel Pastoureau"
EAGLE = Charge("two-headed-eagle", "or")
KNIGHTS = {
    "sir_tristan": Bearer(Arms(Field(("vert",)), (Charge("lion", "or"),)), ARMORIALS),
    "sir_lancelot": Bearer(Arms(Field(("argent",)), (Ordinary("three bends", "gules"),)), ARMORIALS),
    "sir_galahad": Bearer(Arms(Field(("argent",)), (Ordinary("cross", "gules"),)), ARMORIALS),
    "sir_gawain": Bearer(Arms(Field(("purpure",)), (EAGLE,)), ARMORIALS),
    "sir_palamedes": Bearer(Arms(Field(("argent", "sable"), "chequy")), ARMORIALS),
    "sir_agravaine": Bearer(Arms(Field(("purpure",)), (EAGLE, Ordinary("fess", "vert", over=True))), ARMORIALS),
    "sir_meleagant": Bearer(
        Arms(Field(("gules",)), (Charge("glove", "argent", 3), Ordinary("label", "or"))),
        "the arms of Gorre, his house, in the armorials; the label of a son is ours",
        invented=True,
    ),
    "sir_accolon": Bearer(Arms(Field(("sable",)), (Charge("bow", "argent"),)), "ours: none were found", invented=True),
}


def knight_arms(card: str) -> Arms:
    """The arms of a knight of Guile by the id of the card; raises KeyError."""
    return KNIGHTS[card].arms
