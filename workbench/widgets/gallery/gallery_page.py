"""The gallery of variants, drawn without a kernel by the server, and in the same way in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from workbench.gallery import Gallery, Variant
from workbench.gallery.cover import WIDE, wide_cover
from workbench.gallery.store import LONGEST_SEARCH, ORDERS
from workbench.heraldry import arms_of
from workbench.kernel.registry import list_games
from workbench.kernel.tables import copies
from workbench.kernel.words import counted, in_words
from workbench.pen import Drawn, element, void
from workbench.storage.errors import WorkbenchError
from workbench.widgets.gallery.shown import PUBLIC, Shown, readable_decks
from workbench.widgets.gallery.variant_page import day_of
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.parts import DECKS, GALLERY, STUDIO, VARIANT, cover_picture, link, shield_picture

AT_ONCE = 15  # three rows: few enough for one screen, so that ten thousand variants cost no more than ten
WORDS_OF_ORDERS = {"newest": "newest first", "forks": "most taken further first", "title": "by title"}
LAST_PAGE = 10_000
MOST_DECKS = 10  # of the workbench, below people's variants


class GalleryPage(DrawnPage):
    """Tiles of published variants, to search and sort; below them the decks of the workbench.

    >>> GalleryPage("nowhere")
    <GalleryPage>
    """

    title = "Gallery · The Round Table Workbench"
    styles = ("home/home.css", "gallery/gallery.css")
    place = "gallery"

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        asked = _Asked(reader.asked)
        try:
            found, told = _Found.of(reader.gallery or Gallery(), asked), ""
        except WorkbenchError as damaged:
            found, told = _Found((), 0, 0, {}), str(damaged)
        variants = counted(sum(found.by_game.values()), "variant")
        lead = element("p", f"{variants}. Each can be played, measured and taken further.", class_="wb-soft")
        content = [
            element("div", element("h1", "What have others made?"), lead, class_="wb-gallery-asked"),
            *([element("p", told, role="alert")] if told else []),
            element("div", _form(asked), _games(asked, found), class_="wb-gallery-bar"),
            *_groups(found, asked, reader),
            _further(asked, found.number),
            *([] if asked.start else [self._decks_section(asked, reader)]),
        ]
        return self.framed(reader, *content, look="wb-gallery")

    def _decks_section(self, asked: _Asked, reader: Reader) -> Drawn:
        """The matching decks of the workbench, small and last, and a link to all of them."""
        decks = self._decks(asked)
        shown_decks = decks[:MOST_DECKS]
        fit = "fits" if len(decks) == 1 else "fit"
        told = f"{len(decks)} of {len(self._all_decks)} {fit}" if asked.search or asked.game_id else ""
        way = f"All {len(self._all_decks)}, side by side"
        tiles = [_small_tile(_of_deck(one), place, reader) for place, one in enumerate(shown_decks)]
        return _section(
            "Decks that come with the workbench",
            told,
            link(way, f"{reader.prefix}{DECKS}"),
            element("ul", *tiles, class_="wb-small-tiles") if tiles else element("p", "None of them fits."),
        )

    @cached_property
    def _all_decks(self) -> list[Shown]:
        return readable_decks()

    def _decks(self, asked: _Asked) -> list[Shown]:
        """The decks of the workbench that match the request."""
        words = asked.search.casefold().split()
        return [
            one
            for one in self._all_decks
            if asked.game_id in ("", one.deck.game_id) and all(word in _words_of(one) for word in words)
        ]


class _Asked:
    """The request in the address: its valid parts, with defaults for the rest."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        page, game_id, order = asked.get("page", ""), asked.get("game", ""), asked.get("order", "")
        self.search = asked.get("search", "")[:LONGEST_SEARCH].strip()
        self.game_id = game_id if game_id in list_games() else ""
        self.order = order if order in ORDERS else "newest"
        self.page = min(int(page), LAST_PAGE) if page.isdecimal() and len(page) < 7 and int(page) else 1

    @property
    def start(self) -> int:
        return (self.page - 1) * AT_ONCE

    def address(self, page: int, game_id: str | None = None) -> str:
        """The address of another page of this list, or of another game's list."""
        game_id = self.game_id if game_id is None else game_id
        given = {"search": self.search, "game": game_id, "order": self.order, "page": str(page)}
        return f"?{urlencode({key: value for key, value in given.items() if value})}"


class _Found(NamedTuple):
    """The matches: the variants on this page, how many there are, how many of them by title, and all by game."""

    variants: tuple[Variant, ...]
    number: int
    titled: int
    by_game: Mapping[str, int]

    @classmethod
    def of(cls, gallery: Gallery, asked: _Asked) -> _Found:
        """Look into a gallery; raises WorkbenchError if it is damaged."""
        search, game_id = asked.search, asked.game_id
        by_game = {game: gallery.count(game_id=game) for game in list_games()}
        titled = gallery.count(search, game_id, in_title=True) if search else 0
        found = gallery.variants(search, game_id, asked.order, asked.start, AT_ONCE)
        return cls(found, gallery.count(search, game_id), titled, by_game)


# ---------------------------------------------------------------- parts


def _groups(found: _Found, asked: _Asked, reader: Reader) -> list[Drawn]:
    """What was published, in one list; for a search, matches in the title, then matches elsewhere."""
    studio = link("Make one of your own", f"{reader.prefix}{STUDIO}")
    if not found.number:
        return [_section(_nothing(asked), "", studio)]
    here = max(0, found.titled - asked.start) if asked.search else 0
    called, inside = found.variants[:here], found.variants[here:]
    if not asked.search:
        heading = f"All {in_words(found.number)}" if found.number > 1 else "The first one"
        return [_section(heading, WORDS_OF_ORDERS[asked.order], studio, _tiles(inside, reader))]
    sections = []
    if called:
        are = "variant is" if found.titled == 1 else "variants are"
        heading = f"{in_words(found.titled).capitalize()} {are} called {asked.search}"
        note = "the exact title first, then other titles" if found.titled > 1 else ""
        sections.append(_section(heading, note, studio, _tiles(called, reader)))
    if inside:
        tiles = [_small_tile(_of_variant(one), place, reader) for place, one in enumerate(inside)]
        number = found.number - found.titled
        have = "has" if number == 1 else "have"
        heading = f"{in_words(number).capitalize()}{' more' * bool(found.titled)} {have} it inside"
        way, shown = Drawn("") if called else studio, element("ul", *tiles, class_="wb-small-tiles")
        sections.append(_section(heading, "in a card, or in a name", way, shown))
    return sections


def _tiles(variants: Iterable[Variant], reader: Reader) -> Drawn:
    tiles = [_tile(_of_variant(one), place, reader) for place, one in enumerate(variants)]
    return element("ul", *tiles, class_="wb-tiles")


def _section(heading: str, note: str, way: Drawn, *content: Drawn) -> Drawn:
    """A part of the page under a heading, with a note on how many there are and a link to more."""
    told = [element("span", note, class_="wb-soft")] if note else []
    head = element("div", element("h2", heading), *told, way, class_="wb-gallery-head")
    return element("section", head, *content)


def _nothing(asked: _Asked) -> str:
    if asked.search:
        return f"Nothing fits {asked.search}"
    return "Nothing fits" if asked.game_id else "Yours could be the first"


def _form(asked: _Asked) -> Drawn:
    inside = "Title, author or card"
    look = {"maxlength": str(LONGEST_SEARCH), "placeholder": inside, "aria_label": inside}
    orders = _choice("order", list(WORDS_OF_ORDERS.items()), asked.order)
    parts = [
        void("input", type="search", name="search", value=asked.search, **look),
        *([void("input", type="hidden", name="game", value=asked.game_id)] if asked.game_id else []),
        element("label", element("span", "Order", class_="wb-unseen"), orders),
        element("button", "Search", type="submit", class_="wb-button"),
    ]
    return element("form", *parts, class_="wb-search", method="get", role="search")


def _games(asked: _Asked, found: _Found) -> Drawn:
    """All games, then each game that has published variants, with their number."""
    games = list_games()
    named = {"": "All games"}
    named |= {key: f"{games[key].title} {number}" for key, number in found.by_game.items() if number}
    pills = []
    for key, words in named.items():
        here = "true" if key == asked.game_id else None
        pill = element("a", words, href=asked.address(1, key), aria_current=here, class_="wb-pill")
        pills.append(element("li", pill))
    return element("nav", element("ul", *pills), class_="wb-pills", aria_label="Games")


def _choice(name: str, choices: list[tuple[str, str]], chosen: str) -> Drawn:
    options = [element("option", words, value=key, selected="" if key == chosen else None) for key, words in choices]
    return element("select", *options, name=name)


class _Tile:
    """What a tile shows."""

    def __init__(self, address: str, emblem: str, title: str, line: str, facts: list[str]) -> None:
        self.address, self.emblem, self.title, self.line, self.facts = address, emblem, title, line, facts


def _of_deck(one: Shown) -> _Tile:
    facts = [one.deck.game.title, f"{sum(map(copies, one.deck.rows))} cards"]
    return _Tile(one.address, one.about.emblem, one.about.title, "", facts)


def _of_variant(one: Variant) -> _Tile:
    games = list_games()
    title = games[one.game_id].title if one.game_id in games else one.game_id
    forks = f"taken further {one.forks} times" if one.forks > 1 else "taken further once" if one.forks else ""
    by = f"by {one.author}" if one.author else ""
    return _Tile(one.slug, one.emblem, one.title, one.line, [title, by, day_of(one.published_at), forks])


def _tile(tile: _Tile, place: int, reader: Reader) -> Drawn:
    pitch = [element("span", tile.line, class_="wb-pitch")] if tile.line else []
    facts = element("span", *[element("span", fact) for fact in tile.facts if fact], class_="wb-facts")
    cover = cover_picture(wide_cover(tile.emblem, place), WIDE)
    inside = [cover, element("b", tile.title, class_="wb-title"), *pitch, facts]
    return element("li", element("a", *inside, class_="wb-tile", href=_address(tile.address, reader), target="_self"))


def _small_tile(tile: _Tile, place: int, reader: Reader) -> Drawn:
    facts = element("span", " · ".join(fact for fact in tile.facts[:2] if fact), class_="wb-soft")
    told = element("span", element("b", tile.title), facts)
    look = {"class_": "wb-small-tile", "href": _address(tile.address, reader), "target": "_self"}
    return element("li", element("a", cover_picture(wide_cover(tile.emblem, place), WIDE), told, **look))


def _address(slug: str, reader: Reader) -> str:
    """The way to a variant's page."""
    return f"{reader.top}{PUBLIC}/{slug}" if reader.top else f"{VARIANT}?variant={slug}"


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
    """The latest variants and a link to the rest, for the first page; empty if the gallery is damaged."""
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
    way = link(words, f"{reader.prefix}{page}", "wb-go")
    return element("div", element("h2", "Made by others"), shown, way, class_="wb-door wb-made")


def _in_the_door(one: Variant, reader: Reader) -> Drawn:
    """A variant as the first page shows it: arms, title and author."""
    by = [element("span", one.author)] if one.author else []
    inside = [shield_picture(arms_of(one.title)), element("b", one.title), *by]
    return element("a", *inside, href=_address(one.slug, reader), target="_self", title=one.title)


def _words_of(one: Shown) -> str:
    names = "\n".join(kind.name for kind in one.deck.kinds)
    return f"{one.about.title}\n{one.about.author}\n{names}".casefold()
