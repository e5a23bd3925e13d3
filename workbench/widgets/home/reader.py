"""The reader of a page that is drawn without a kernel, and the page's place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.gallery import Gallery
from workbench.play.store import MatchStore
from workbench.widgets.home.network import Network


@dataclass(frozen=True)
class AboutRoom:
    """A room for a class: its code, what is going on, and who is in it (name, arms, whether they are asked)."""

    code: str
    lines: tuple[str, ...]
    people: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True)
class Reader:
    """What a drawn page needs to know about its reader.

    store: the matches that are kept for the reader.
    prefix: leads from the address of the page to the notebooks.
    asked: the parameters of the address, such as {"game": "guile"}.
    making_ready: what the server is compiling now, in words.
    frame: the element of the page's content: `main`, or `div` if the page is part of another.
    top: leads to where the server answers for variants; empty if there is none.
    gallery: the published variants; None: the gallery of this process.
    rooms: the rooms that the reader may lead, oldest first.
    network: what the server knows about its network; None if there is no server.
    """

    store: MatchStore
    prefix: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)
    frame: str = "main"
    top: str = ""
    gallery: Gallery | None = None
    making_ready: str = ""
    rooms: Sequence[AboutRoom] = ()
    network: Network | None = None
