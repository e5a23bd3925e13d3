"""The pen: draws pictures as SVG, without ids, links or scripts, so that a page may hold any number of them.

It also writes all other markup of pages; no other module escapes a text.

    picture("A seat", "One seat of a table.", circle(50, 50, 8, fill="#7a2e1d"), box=(100, 100))

Every text and every attribute is escaped where it is put in; only what the pen has drawn itself (`Drawn`)
goes in as it is. Lengths are in pixels. Attributes are named as in Python: `stroke_width=2`, `class_="rt-box"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from pathlib import Path

from workbench.signs import printable

FONT = 'system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'

Attribute = str | float | None  # None leaves the attribute out
Point = tuple[float, float]

KEPT = 4096  # most parts of a picture recur in the next one


class Drawn(str):
    """A piece of SVG or HTML that the pen has drawn."""

    __slots__ = ()


class Picture(Drawn):
    """A whole SVG picture; on the last line of a notebook's cell it shows itself."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


# ---------------------------------------------------------------- elements


def element(tag: str, *inside: str, **look: Attribute) -> Drawn:
    """An element with its attributes, and with texts and drawn pieces inside."""
    return Drawn(f"<{tag}{_attributes(**look)}>{joined(*inside)}</{tag}>")


def joined(*parts: str) -> Drawn:
    """Drawn pieces and texts, joined in order."""
    return Drawn("".join([part if isinstance(part, Drawn) else escaped(part) for part in parts]))


def void(tag: str, **look: Attribute) -> Drawn:
    """An HTML element without content or closing tag.

    >>> void("input", type="checkbox", checked="")
    '<input type="checkbox" checked="">'
    """
    return Drawn(f"<{tag}{_attributes(**look)}>")


def rules_beside(file: str, name: str) -> str:
    """The CSS rules of a file beside a module, whose own `__file__` is given."""
    return Path(file).with_name(name).read_text(encoding="utf-8")


def style_sheet(rules: str, **look: Attribute) -> Drawn:
    """Our own CSS rules as a style element; nothing in them is escaped."""
    return element("style", Drawn(rules), **look)


def elements(tag: str, insides: Iterable[str], **look: Attribute) -> Drawn:
    """An element for each text or drawn piece, all with the same attributes.

    >>> elements("li", ["Salt & pepper", circle(1, 2, 3)], class_="rt-one")
    '<li class="rt-one">Salt &amp; pepper</li><li class="rt-one"><circle cx="1" cy="2" r="3"/></li>'
    """
    begin = f"<{tag}{_attributes(**look)}>"
    return Drawn("".join([f"{begin}{joined(inside)}</{tag}>" for inside in insides]))


def table(head: Iterable[str], rows: Iterable[str], caption: str = "", **look: Attribute) -> Drawn:
    """An HTML table: drawn rows below column heads, which are texts or drawn cells; an empty text is no head."""
    cells = [_head(words) if words else element("td") for words in head]
    named = [element("caption", caption)] if caption else []
    return element("table", *named, element("thead", element("tr", *cells)), element("tbody", *rows), **look)


def _head(words: str) -> Drawn:
    return words if isinstance(words, Drawn) else element("th", words, scope="col")


def line(start: Point, end: Point, **look: Attribute) -> Drawn:
    """A straight line between two points."""
    (x1, y1), (x2, y2) = start, end
    return Drawn(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{_attributes(**look)}/>')


def path(course: str, **look: Attribute) -> Drawn:
    """A line or a shape whose course is described as in the attribute `d`; see `through`."""
    return Drawn(f'<path d="{escaped(course)}"{_attributes(**look)}/>')


def through(points: Iterable[Point], *, closed: bool = False) -> str:
    """The course of a path straight from point to point.

    >>> through([(0, 0), (4, 0), (2, 3.5)], closed=True)
    'M0 0L4 0L2 3.5Z'
    """
    return "M" + "L".join([f"{x:g} {y:g}" for x, y in points]) + "Z" * closed


def rectangle(x: float, y: float, width: float, height: float, **look: Attribute) -> Drawn:
    """A rectangle from its upper left corner."""
    return Drawn(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{_attributes(**look)}/>')


def circle(x: float, y: float, radius: float, **look: Attribute) -> Drawn:
    """A circle around a point."""
    return Drawn(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_attributes(**look)}/>')


def text(words: str, x: float, y: float, **look: Attribute) -> Drawn:
    """One line of text, whose baseline is at the height `y`."""
    return Drawn(f'<text x="{x:g}" y="{y:g}"{_attributes(**look)}>{escaped(words)}</text>')


def title(words: str) -> Drawn:
    """The name of a group, as its first part; a browser shows it beside the pointer."""
    return Drawn(f"<title>{escaped(words)}</title>")


def group(*parts: str, **look: Attribute) -> Drawn:
    """A group of pieces that share a look."""
    return element("g", *parts, **look)


def picture(name: str, description: str, *parts: str, box: Point, **look: Attribute) -> Picture:
    """A whole picture of the width and height of `box`, read out as one image with a name and a description.

    The attributes `width` and `height` set its displayed size, in pixels or, given as texts, in other units.
    """
    look = {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "viewBox": f"0 0 {box[0]:g} {box[1]:g}", **look}
    return Picture(element("svg", title(name), element("desc", description), *parts, **look))


@lru_cache(maxsize=KEPT)
def _attributes(**look: Attribute) -> str:
    """Attributes as they are written in an element."""
    return "".join([f' {_named(name)}="{_value(value)}"' for name, value in look.items() if value is not None])


def _named(name: str) -> str:
    """The SVG name of an attribute."""
    return name.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else f"{value:g}"


@lru_cache(maxsize=KEPT)
def escaped(words: str) -> str:
    """A text escaped for markup, with a blank for each character that XML may forbid.

    >>> escaped("<b>A\\x00 & B")
    '&lt;b&gt;A  &amp; B'
    """
    return escape(clean(words))


def escaped_lines(words: str) -> Drawn:
    """A text of several lines, escaped with its line breaks kept, for a page that shows them."""
    return Drawn("\n".join(map(escaped, words.split("\n"))))


def clean(words: str) -> str:
    """A text with a blank for each character that cannot be printed; joiners inside words and emoji stay."""
    return printable(words)


# ---------------------------------------------------------------- how wide texts are

# In ems, in the widest font that a reader may have (DejaVu Sans); other ASCII characters take USUAL.
WIDTHS = {
    0.34: "iljI.,'|!:; ·",
    0.43: "ftr()[]-/",
    0.7: "BEFJLPSTVXYZ",
    0.86: "wMAOQGDHNUCRK&+=<>−×",
    1.0: "mW%@",
}
USUAL, WIDEST = 0.64, 1.0
WIDTH_OF = {letter: width for width, letters in WIDTHS.items() for letter in letters}


@lru_cache(maxsize=KEPT)
def text_width(words: str, size: float) -> float:
    """The greatest width that a text of this size can have.

    >>> text_width("ox", 100)
    128.0
    """
    return size * sum(WIDTH_OF.get(letter, USUAL if letter.isascii() else WIDEST) for letter in words)


def cut(words: str, room: float, size: float) -> str:
    """As much of a text of this size as fits, with an ellipsis if it is cut.

    >>> cut("Jousting Pavilion", 80, 13)
    'Jousting…'
    """
    if text_width(words, size) <= room:
        return words
    while words and text_width(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"
