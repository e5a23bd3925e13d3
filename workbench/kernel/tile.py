"""The tile of a game on the first page: its picture, what it is in one line, and from what age it is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.kernel.declared import check_least, check_parts

OLDEST = 99
LAST = 1_000_000  # the place of a tile that has none of its own


@dataclass(frozen=True)
class Tile:
    """What the first page says of a game before anybody opens it.

    pitch: the game in one line.
    place: where it stands among the tiles, 1 first; a game that says nothing stands behind those that do.
    age: the years of age from which it is played; 0 says nothing.
    cover: `() -> Drawn`, its cover (see `workbench.heraldry.covers`), drawn when a page asks for it; None leaves it to
        the emblems of the game's cards.

    >>> Tile("Trade, build, and lead.", age=10).age
    10
    """

    pitch: str = ""
    age: int = 0
    cover: Callable[[], Any] | None = None
    place: int = LAST

    def __post_init__(self) -> None:
        check_parts(self)
        check_least("tile: age", self.age, 0, OLDEST)
        check_least("tile: place", self.place, 1, LAST)
