"""The gallery: which variants there are. Drawn without a kernel by the server, and so in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from urllib.parse import urlencode

from workbench.gallery import Gallery, Variant
from workbench.gallery.cover import WIDE, wide_cover
from workbench.gallery.store import LONGEST_SEARCH, ORDERS
from workbench.heraldry import arms_of
from workbench.kernel.registry import list_games
from workbench.pen import Drawn, element
from workbench.play.store import MatchStore
from workbench.storage.errors import WorkbenchError
from workbench.widgets.gallery.shown import PUBLIC, Shown, readable_decks
from workbench.widgets.gallery.variant_page import day_of, void
from workbench.widgets.home.reader import Reader
from workbench.widgets.parts import DECKS, GALLERY, STUDIO, VARIANT, header, parts_style, shield_picture

AT_ONCE = 12  # few enough for one screen, so that ten thousand variants cost no more than ten
WORDS_OF_ORDERS = {"newest": "newest first", "forks": "most taken further first", "title": "by title"}
LAST_PAGE = 10_000


class GalleryPage:
    """Tiles of what was published, to be searched and ordered; the decks of the workbench come first.

    >>> GalleryPage("nowhere")
    <GalleryPage>
    """

    title = "Gallery · The Round Table Workbench"
    styles = ("home/home.css", "gallery/gallery.css")

    def __init__(self, folder: str | Path = ".") -> None:
        self.folder = folder

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        gallery = reader.gallery or Gallery()
        asked = _Asked.read(reader.asked)
        try:
            found, count = gallery.variants(*asked.wanted, asked.start, AT_ONCE), gallery.count(*asked.wanted[:2])
            told = ""
        except WorkbenchError as damaged:
            found, count, told = (), 0, str(damaged)
        decks = self._decks(asked) if not asked.start else []
        tiles = [_tile(_of_deck(one), reader) for one in decks] + [_tile(_of_variant(one), reader) for one in found]
        content = [
            element("h1", "What have others made?"),
            element("p", _lead(count, asked), class_="wb-soft", role="status"),
            element(
                "p",
                element(
                    "a", "The decks of the workbench, side by side", href=f"{reader.prefix}{DECKS}", target="_self"
                ),
            ),
            *([element("p", told, role="alert")] if told else []),
            _form(asked),
            element("ul", *tiles, class_="wb-tiles") if tiles else _nothing(reader),
            _further(asked, count),
        ]
        page = element(reader.frame, *content, class_="wb-gallery")
        return element("div", header("gallery", reader.prefix), page, class_="wb wb-page")

    @cached_property
    def _all_decks(self) -> list[Shown]:
        return readable_decks()

    def _decks(self, asked: _Asked) -> list[Shown]:
        """The decks of the workbench that fit what is asked for."""
        words = asked.search.casefold().split()
        return [
            one
            for one in self._all_decks
            if asked.game_id in ("", one.deck.game_id) and all(word in _words_of(one) for word in words)
        ]

    def _repr_html_(self) -> str:
        return f"{parts_style(*self.styles)}{self.drawn(Reader(MatchStore(), frame='div'))}"

    def __repr__(self) -> str:
        return "<GalleryPage>"


class _Asked:
    """What the address asks for, made to fit."""

    def __init__(self, search: str, game_id: str, order: str, page: int) -> None:
        self.search, self.game_id, self.order, self.page = search, game_id, order, page

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> _Asked:
        """What fits of what an address says; the usual in place of the rest."""
        page, game_id, order = asked.get("page", ""), asked.get("game", ""), asked.get("order", "")
        return cls(
            asked.get("search", "")[:LONGEST_SEARCH].strip(),
            game_id if game_id in list_games() else "",
            order if order in ORDERS else "newest",
            min(int(page), LAST_PAGE) if page.isdecimal() and len(page) < 7 and int(page) else 1,
        )

    @property
    def wanted(self) -> tuple[str, str, str]:
        return self.search, self.game_id, self.order

    @property
    def start(self) -> int:
        return (self.page - 1) * AT_ONCE

    def address(self, page: int) -> str:
        """The address of another page of the same list."""
        given = {"search": self.search, "game": self.game_id, "order": self.order, "page": str(page)}
        return f"?{urlencode({key: value for key, value in given.items() if value})}"


# ---------------------------------------------------------------- parts


def _lead(count: int, asked: _Asked) -> str:
    what = "variant" if count == 1 else "variants"
    fits = f" for {asked.search!r}" if asked.search else ""
    return f"{count:,} {what}{fits}, {WORDS_OF_ORDERS[asked.order]}. Each can be played, measured and taken further."


def _form(asked: _Asked) -> Drawn:
    search = void("input", type="search", name="search", value=asked.search, maxlength=str(LONGEST_SEARCH))
    games = [("", "all games"), *((key, game.title) for key, game in list_games().items())]
    parts = [
        element("label", "Title, author or card", search),
        element("label", "Game", _choice("game", games, asked.game_id)),
        element("label", "Order", _choice("order", list(WORDS_OF_ORDERS.items()), asked.order)),
        element("button", "Search", type="submit", class_="wb-button"),
    ]
    return element("form", *parts, class_="wb-search", method="get", role="search")


def _choice(name: str, choices: list[tuple[str, str]], chosen: str) -> Drawn:
    options = [element("option", words, value=key, selected="" if key == chosen else None) for key, words in choices]
    return element("select", *options, name=name)


class _Tile:
    """What a tile shows."""

    def __init__(self, address: str, emblem: str, title: str, line: str, facts: list[str]) -> None:
        self.address, self.emblem, self.title, self.line, self.facts = address, emblem, title, line, facts


def _of_deck(one: Shown) -> _Tile:
    facts = [one.deck.game.title, "comes with the workbench"]
    return _Tile(one.address, one.about.emblem, one.about.title, "", facts)


def _of_variant(one: Variant) -> _Tile:
    games = list_games()
    title = games[one.game_id].title if one.game_id in games else one.game_id
    forks = f"taken further {one.forks} times" if one.forks > 1 else "taken further once" if one.forks else ""
    by = f"by {one.author}" if one.author else ""
    return _Tile(one.slug, one.emblem, one.title, one.line, [title, by, day_of(one.published_at), forks])


def _tile(tile: _Tile, reader: Reader) -> Drawn:
    box = f"0 0 {WIDE[0]} {WIDE[1]}"
    cover = element("svg", wide_cover(tile.emblem), class_="wb-cover", viewBox=box, aria_hidden="true")
    pitch = [element("span", tile.line, class_="wb-pitch")] if tile.line else []
    facts = element("span", *[element("span", fact) for fact in tile.facts if fact], class_="wb-facts")
    inside = [cover, element("b", tile.title, class_="wb-title"), *pitch, facts]
    return element("li", element("a", *inside, class_="wb-tile", href=_address(tile.address, reader), target="_self"))


def _address(slug: str, reader: Reader) -> str:
    """The way to a variant's page."""
    return f"{reader.top}{PUBLIC}/{slug}" if reader.top else f"{VARIANT}?variant={slug}"


def _nothing(reader: Reader) -> Drawn:
    studio = element("a", "the studio", href=f"{reader.prefix}{STUDIO}")
    return element("p", "Nothing fits. Change a card in ", studio, " and publish the first.")


def _further(asked: _Asked, count: int) -> Drawn:
    pages = -(-count // AT_ONCE)
    links = []
    if asked.page > 1:
        links.append(element("a", "Back", href=asked.address(asked.page - 1), rel="prev"))
    if asked.page < pages:
        links.append(element("a", "Further", href=asked.address(asked.page + 1), rel="next"))
    told = element("span", f"Page {asked.page} of {pages}") if pages > 1 else Drawn("")
    return element("nav", *links, told, class_="wb-further", aria_label="Pages") if pages > 1 else Drawn("")


def gallery_door(reader: Reader, most: int = 3) -> Drawn:
    """What was published last, and the way to the rest, as a part of the first page; a damaged gallery has nothing."""
    gallery = reader.gallery or Gallery()
    try:
        found, count = gallery.variants(most=most), gallery.count()
    except WorkbenchError:
        found, count = (), 0
    if found:
        shown = element("ul", *[element("li", _in_the_door(one, reader)) for one in found])
        words, page = f"All {count:,} variants" if count > 1 else "The gallery", GALLERY
    else:
        shown = element("p", "Nobody has published a variant here yet. Yours could be the first.")
        words, page = "Change a card and publish it", STUDIO
    way = element("a", words, href=f"{reader.prefix}{page}", target="_self", class_="wb-go")
    return element("div", element("h2", "Made by others"), shown, way, class_="wb-door wb-made")


def _in_the_door(one: Variant, reader: Reader) -> Drawn:
    """A variant as the first page shows it: arms, title and author."""
    by = [element("span", one.author)] if one.author else []
    inside = [shield_picture(arms_of(one.title)), element("b", one.title), *by]
    return element("a", *inside, href=_address(one.slug, reader), target="_self", title=one.title)


def _words_of(one: Shown) -> str:
    names = "\n".join(kind.name for kind in one.deck.kinds)
    return f"{one.about.title}\n{one.about.author}\n{names}".casefold()
