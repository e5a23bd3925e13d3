"""The city of a match on paper: as a picture (SVG, PNG), or as cards of 63 by 88 mm to be taped on a board (PDF).

export_city(match, "city.pdf")
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench import pen
from workbench.author import OptionError, emblem_of
from workbench.games.guild_master.labyrinth_city.network import Placed, city_of, column_name
from workbench.heraldry import emblem

if TYPE_CHECKING:
    from workbench.decks import Deck

TILE = 100  # pixels of a card in the picture, and the units in which its drawing is measured
MARGIN = 40
DARK, ROAD, INK, GROUND = "#2b1c10", "#efdcae", "#fcf6e8", "#6a5438"
DOTS_PER_PIXEL = 2.0  # of a PNG, so that it may be printed
CARD_WIDE, CARD_HIGH = 63.0, 88.0  # mm
PAGE_WIDE, PAGE_HIGH = 210.0, 297.0  # mm, A4
ACROSS, DOWN = 3, 3  # cards on a page
LINE = 5.0  # mm, of the words below a card's picture
FONT = "helvetica"
MOST_LETTERS = 34  # of a line on a card


def city_cards(match: Any) -> tuple[Placed, ...]:
    """The cards of a match of Labyrinth City as laid, by rows and columns from the upper left corner of the city.

    Raises OptionError for a match of another variant.
    """
    if match.variant.key != "labyrinth_city":
        raise OptionError(f"{match.variant.title} has no city to draw; expected a match of Labyrinth City.")
    city = city_of(match.state, match.deck)
    top, left = min((card.row for card in city), default=0), min((card.column for card in city), default=0)
    return tuple(replace(card, row=card.row - top, column=card.column - left) for card in city)


def city_picture(match: Any) -> pen.Picture:
    """The city as one SVG picture, with letters for its columns and numbers for its rows."""
    city = city_cards(match)
    rows, columns = _size(city)
    box = (columns * TILE + 2 * MARGIN, rows * TILE + 2 * MARGIN)
    names = [
        *(_named(column_name(column), MARGIN + (column + 0.5) * TILE, MARGIN * 0.7) for column in range(columns)),
        *(_named(str(row + 1), MARGIN * 0.5, MARGIN + (row + 0.55) * TILE) for row in range(rows)),
    ]
    tiles = [
        pen.group(
            pen.title(f"{card.cell}: {card.title}, {match.naming('seat', card.owner)}"),
            *_tile(match.deck, card),
            transform=f"translate({MARGIN + card.column * TILE} {MARGIN + card.row * TILE})",
        )
        for card in city
    ]
    said = f"A city of {len(city)} cards whose roads meet."
    ground = pen.rectangle(0, 0, *box, fill=GROUND)
    return pen.picture("Labyrinth City", said, ground, *names, *tiles, box=box)


def _named(words: str, x: float, y: float) -> pen.Drawn:
    return pen.text(words, x, y, fill=ROAD, font_size=22, text_anchor="middle", font_family=pen.FONT)


def _tile(deck: Deck, card: Placed, wide: float = TILE, high: float = TILE) -> Iterator[pen.Drawn]:
    """A card's colours, its roads, and its emblem where they meet."""
    colours = [category.colour for category in deck.meta.categories if category.letter in card.categories]
    first, last = colours[0], colours[-1]
    x, y = wide / 2, high / 2
    ends = ((x, 0.0), (wide, y), (x, high), (0.0, y))
    yield pen.rectangle(0, 0, wide, high, fill=first)
    if last != first:
        yield pen.path(f"M{wide:g} 0V{high:g}H0Z", fill=last)
    roads = [end for end, road in zip(ends, card.edges, strict=True) if road == "1"]
    for colour, width in ((DARK, 30), (ROAD, 23)):
        yield from (pen.line((x, y), end, stroke=colour, stroke_width=width) for end in roads)
    yield pen.circle(x, y, 27, fill=first, stroke=ROAD, stroke_width=5)
    if name := emblem_of(deck, card.kind):
        yield emblem(name).drawn(x - 19, y - 19, 38, fill=INK)


def _size(city: Sequence[Placed]) -> tuple[int, int]:
    """The rows and columns of a city, one of each at least."""
    return max((card.row for card in city), default=0) + 1, max((card.column for card in city), default=0) + 1


def export_city(match: Any, path: str | PathLike[str]) -> Path:
    """Write the city of a match to a file in the format of its ending: .svg, .png or .pdf.

    Raises OptionError for another ending. A PNG needs the package vl-convert-python, a PDF the package fpdf2.
    """
    file = Path(path)
    kind = file.suffix.lower()
    if kind not in WRITERS:
        raise OptionError(
            f"The map was not written: {file.name!r} has no ending of a map. Give it one of {', '.join(WRITERS)}."
        )
    file.write_bytes(WRITERS[kind](match))
    return file


def city_svg(match: Any) -> bytes:
    """The city as an SVG file."""
    return str(city_picture(match)).encode()


def city_png(match: Any) -> bytes:
    """The city as a PNG file; raises OptionError without the package vl-convert-python."""
    try:
        import vl_convert
    except ImportError:
        raise OptionError("A PNG needs vl-convert-python: pip install vl-convert-python. Or write .svg.") from None
    return bytes(vl_convert.svg_to_png(str(city_picture(match)), scale=DOTS_PER_PIXEL))


def city_pdf(match: Any) -> bytes:
    """The city as cards of 63 by 88 mm on pages of A4, nine on each, to be cut out and taped where they belong.

    Roads go to the middle of each edge, so that they meet. Raises OptionError without the package fpdf2.
    """
    try:
        from fpdf import FPDF
    except ImportError:
        raise OptionError("A PDF needs fpdf2: pip install fpdf2. Or write .svg.") from None
    document = FPDF(orientation="portrait", unit="mm", format="A4")
    document.set_auto_page_break(False)
    document.set_title("Labyrinth City")
    city = city_cards(match)
    rows, columns = _size(city)
    for top in range(0, rows, DOWN):
        for left in range(0, columns, ACROSS):
            shown = [card for card in city if top <= card.row < top + DOWN and left <= card.column < left + ACROSS]
            if shown:
                _page(document, match, shown, top, left)
    if not city:
        document.add_page()
    return bytes(document.output())


def _page(document: Any, match: Any, cards: list[Placed], top: int, left: int) -> None:
    """Up to nine cards, each in its place, and below them where the page belongs."""
    document.add_page()
    x, y = (PAGE_WIDE - ACROSS * CARD_WIDE) / 2, (PAGE_HIGH - DOWN * CARD_HIGH) / 2
    for card in cards:
        _card(document, match, card, x + (card.column - left) * CARD_WIDE, y + (card.row - top) * CARD_HIGH)
    first, last = column_name(left), column_name(left + ACROSS - 1)
    document.set_text_color(0)
    document.set_font(FONT, size=9)
    document.set_xy(x, PAGE_HIGH - 12)
    document.cell(text=f"Columns {first} to {last}, rows {top + 1} to {top + DOWN}. Print at full size, cut, and tape.")


def _card(document: Any, match: Any, card: Placed, x: float, y: float) -> None:
    """One card: its tile as high as the card, a line to cut along, its cell and name above, its owner below."""
    high = TILE * CARD_HIGH / CARD_WIDE
    box = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {TILE} {high:g}"}
    drawing = pen.element("svg", *_tile(match.deck, card, TILE, high), **box)  # without words, which the PDF has
    document.image(BytesIO(drawing.encode()), x=x, y=y, w=CARD_WIDE, h=CARD_HIGH)
    document.set_draw_color(60)
    document.set_line_width(0.2)
    document.rect(x, y, CARD_WIDE, CARD_HIGH)
    document.set_text_color(255)
    lines = (
        (card.cell, 2.0),
        (card.title, CARD_HIGH - 2 * LINE - 1),
        (match.naming("seat", card.owner), CARD_HIGH - LINE - 1),
    )
    for words, down in lines:
        _words(document, words, x + 1.5, y + down)


def _words(document: Any, words: str, x: float, y: float) -> None:
    """A short line on a dark ground, so that it can be read on any colour."""
    plain = words[:MOST_LETTERS].encode("latin-1", "replace").decode("latin-1")  # the letters of the built-in fonts
    document.set_font(FONT, style="B", size=9)
    document.set_fill_color(43, 28, 16)
    document.set_xy(x, y)
    document.cell(w=document.get_string_width(plain) + 2, h=LINE - 0.6, text=plain, fill=True)


WRITERS: dict[str, Callable[[Any], bytes]] = {".svg": city_svg, ".png": city_png, ".pdf": city_pdf}
