"""Covers: the pictures of games on the first page, made of one colour, emblems and coats of arms."""

from __future__ import annotations

from workbench.heraldry.arms import Arms, shield_parts
from workbench.heraldry.emblems import emblem
from workbench.pen import Drawn, group, joined, rectangle

COVER = (300, 215)  # the box of a cover; a page may cut a little off its sides
LINEN, GOLD = "#f7f3e8", "#e3b341"  # the two colours of emblems on a cover


def ground(colour: str, *parts: Drawn) -> Drawn:
    """A cover: one colour, and what lies on it from back to front."""
    return joined(rectangle(0, 0, *COVER, fill=colour), *parts)


def on_cover(name: str, x: float, y: float, size: float, colour: str = LINEN, turned: float = 0) -> Drawn:
    """An emblem in a square from its upper left corner, turned by so many degrees."""
    drawn = emblem(name).drawn(x, y, size, fill=colour)
    middle = f"{x + size / 2:g} {y + size / 2:g}"
    return group(drawn, transform=f"rotate({turned:g} {middle})") if turned else drawn


def shield_on_cover(arms: Arms, x: float, y: float, width: float) -> Drawn:
    """A coat of arms from its upper left corner."""
    return group(*shield_parts(arms), transform=f"translate({x:g} {y:g}) scale({width / 100:g})")
