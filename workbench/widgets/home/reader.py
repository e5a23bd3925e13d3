"""Who reads a page that is drawn without a kernel, and from where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workbench.gallery import Gallery
from workbench.play.store import MatchStore
from workbench.widgets.home.network import Network


@dataclass(frozen=True)
class AboutRoom:
    """A room for a class: its code, what goes on in it, and who is in it (name, arms, whether something is asked)."""

    code: str
    lines: tuple[str, ...]
    people: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True)
class Reader:
    """What a drawn page needs to know about its reader.

    store: the matches that are kept for the reader.
    prefix: leads from the address of the page to the notebooks.
    asked: what the address asks for, such as {"game": "guile"}.
    making_ready: what the server is compiling now, in a sentence.
    frame: the element of the page's content: `main`, or `div` if the page is part of another.
    top: leads to where the server answers for variants; empty if there is none.
    gallery: what was published; None: the gallery of this process.
    rooms: what goes on in the rooms that the reader may lead, oldest first.
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
