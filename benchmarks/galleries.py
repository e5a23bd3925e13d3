"""The first screen of a gallery of ten thousand variants, against that of one with ten."""

from __future__ import annotations

import hashlib
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measuring import Row, Spread, in_turn, processor_time, ratios
from workbench.decks import load_deck
from workbench.gallery import About, Gallery, Parent
from workbench.gallery.publication import Content
from workbench.gallery.store import add_publication, add_variant
from workbench.play.store import MatchStore
from workbench.widgets.gallery.gallery_page import GalleryPage
from workbench.widgets.home.reader import Reader

FEW, MANY, TIMES, MOST_RATIO = 10, 10_000, 20, 1.2


def filled(file: Path, number: int) -> Gallery:
    """A gallery of `number` variants, each made from the first, inserted at once."""
    gallery, deck = Gallery(file), load_deck("guild_master").edit(name="variant")
    parent = None
    with gallery.database.writing() as connection:
        for count in range(number):
            about = About(
                title=f"Town {count}", line="Everybody wants to sell something.", author=f"Author {count % 97}"
            )
            content = Content(
                variant=hashlib.sha256(str(count).encode()).hexdigest()[:32],
                number=1,
                published_at=f"2031-01-01T{count // 3600:02}:{count // 60 % 60:02}:{count % 60:02}+00:00",
                about=about,
                parent=parent,
                deck=deck.to_dict(),
            )
            slug = f"town-{count}"
            add_variant(connection, key=content.variant, slug=slug, game="guild_master", owner="", unlisted=False)
            made = add_publication(connection, content, slug, deck)
            parent = parent or Parent.of_publication(made)
    return gallery


def _seconds(page: GalleryPage, reader: Reader) -> float:
    """The processor seconds of one screen."""
    return processor_time(lambda: [page.drawn(reader) for _ in range(TIMES)]) / TIMES


def gallery_screens(repeats: int) -> Row:
    """The server's work for the first screen of a large gallery and of a small one, with the file opened anew."""
    with tempfile.TemporaryDirectory() as place:
        page = GalleryPage()
        sides = []
        for number in (MANY, FEW):
            gallery = filled(Path(place) / f"{number}.sqlite", number)
            reader = Reader(MatchStore(Path(place)), "/", {}, "main", "/", gallery)
            sides.append(partial(_seconds, page, reader))
        many, few = in_turn(sides, repeats)
    ratio = ratios(many, few)
    return Row(
        "gallery",
        f"The first screen of a gallery of {MANY:,} variants against one of {FEW}",
        Spread.of(many).text("ms", 1000),
        Spread.of(few).text("ms", 1000),
        ratio.text(),
        f"<= {MOST_RATIO}",
        ratio.median <= MOST_RATIO,
    )
