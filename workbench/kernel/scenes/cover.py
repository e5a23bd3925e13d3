"""The tile of a game on the first page: its picture, what it is in one line, and from what age it is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.heraldry.arms import Arms, shield_parts
from workbench.heraldry.emblems import emblem
from workbench.kernel.declared import check_least, check_parts
from workbench.pen import Drawn, group, joined, rectangle

COVER = (300, 215)  # the box of a cover; a page may cut a little off its sides
LINEN, GOLD = "#f7f3e8", "#e3b341"  # the two colours of emblems on a cover
OLDEST = 99
LAST = 1_000_000  # the place of a tile that has none of its own


@dataclass(frozen=True)
class Tile:
    """What the first page says of a game before anybody opens it.

    pitch: the game in one line.
    place: where it stands among the tiles, 1 first; a game that says nothing stands behind those that do.
    age: the years of age from which it is played; 0 says nothing.
    cover: `() -> ` what lies on a cover of the size of `COVER`, drawn with `on_cover` and its fellows when a page asks
        for it; None leaves it to the emblems of the game's cards.

    >>> Tile("Trade, build, and lead.", age=10).age
    10
    """

    pitch: str = ""
    age: int = 0
    cover: Callable[[], Drawn] | None = None
    place: int = LAST

    def __post_init__(self) -> None:
        check_parts(self)
        check_least("tile: age", self.age, 0, OLDEST)
        check_least("tile: place", self.place, 1, LAST)


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
