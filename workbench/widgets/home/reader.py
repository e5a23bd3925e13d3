"""A page that is drawn without a kernel, and what it needs to know about its reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from workbench.gallery import Gallery
from workbench.pen import Drawn, element
from workbench.play.store import MatchStore
from workbench.widgets.home.catalogue import Catalogue
from workbench.widgets.parts import header, parts_style, words_for_school


@dataclass(frozen=True)
class AboutRoom:
    """A room for a class: its code, what is going on, and who is in it (name, arms, whether they are asked)."""

    code: str
    lines: tuple[str, ...]
    people: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True)
class Network:
    """What a server knows about its network.

    address: where other machines find it, empty if none can; screens: how many pages with a table or a studio may be
    open at once; open_screens: how many are; answered: whether another machine has asked for a page.
    """

    address: str = ""
    screens: int = 0
    open_screens: int = 0
    answered: bool = False

    @property
    def lines(self) -> tuple[tuple[bool, str], ...]:
        """Each line, and whether it is true.

        >>> Network("http://192.168.1.20:8866/", 40, 2).lines[1]
        (True, 'Room for 40 screens, 2 are open')
        """
        at = self.address.removeprefix("http://").removesuffix("/")
        alone = "Only this computer reaches these pages: start them with --host 0.0.0.0"
        are = "is" if self.open_screens == 1 else "are"
        full = self.open_screens >= self.screens
        return (
            (bool(at), f"This computer answers at {at}" if at else alone),
            (not full, f"Room for {self.screens} screens, {self.open_screens} {are} open"),
            (self.answered, "Another device has answered" if self.answered else "No phone has answered yet"),
        )


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


class DrawnPage:
    """A page of the notebooks in a folder: drawn by the server, and in a notebook by the same function.

    title: of its window. styles: its style sheets by their paths among the widgets. place: the part of the house that
    its header marks. joins: whether the header leads to where people type the code of a room.
    """

    title: str
    styles: tuple[str, ...]
    place: str
    joins = True

    def __init__(self, folder: str | Path = ".") -> None:
        self.catalogue = Catalogue(folder)

    @cached_property
    def school(self) -> str:
        """The names used here for cards whose printed names are not for pupils; empty if no list needs any."""
        return words_for_school(self.catalogue.games.values())

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        raise NotImplementedError

    def framed(self, reader: Reader, *content: Drawn, look: str) -> Drawn:
        """The content of the page below the header of the house."""
        join = f"{reader.top}join" if reader.top and self.joins else ""
        page = element(reader.frame, *content, class_=look)
        return element("div", header(self.place, reader.prefix, join), page, class_="wb wb-page")

    def _repr_html_(self) -> str:
        return f"{parts_style(*self.styles)}{self.drawn(Reader(MatchStore(), frame='div'))}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
