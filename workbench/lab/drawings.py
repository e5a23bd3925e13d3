"""The drawings that pictures are made of: labelled rows of dots in their intervals, and columns of counts.

`rows_drawing` puts labelled rows one below the other, each with dots in their intervals and perhaps a bar;
`columns_drawing` shows how often each number came up. The words of a row or a column also appear beside the pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor, isnan, log10, sqrt
from typing import NamedTuple

from workbench import pen
from workbench.pen import FONT, Drawn, Picture, Point, clean, cut, text_width, through

INK, SOFT, GRID, GROUND, ACCENT, PALE = "#2b2118", "#5c4d3c", "#e3d8c3", "#fffdf8", "#7a2e1d", "#cbb994"
WIDTH = 340  # fits a phone of 360 pixels
TYPE = 15  # pixels of an em for which widths are given: a drawing grows with the type around it
LARGE, SMALL = 12, 11  # pixels of an em of the texts inside
LINE, ROW, MARGIN, AXIS = 16, 38, 10, 38
BAR = 7  # height of a bar
EDGE = 8  # between the outermost dots and the ends of the scale
TALLEST, WIDEST = 100, 70  # of a column
LONGEST = 60  # letters of a label
ROW_TICKS, COLUMN_TICKS = 5, 7  # about so many numbers are below a drawing
RADIUS = 4.33  # of a dot
SHAPES: dict[str, Sequence[Point]] = {  # the corners of the dots that are not circles, as shares of the radius
    "diamond": [(-1, 0), (0, -1), (1, 0), (0, 1)],
    "triangle-up": [(0, -0.87), (-1, 0.87), (1, 0.87)],
    "triangle-down": [(0, 0.87), (-1, -0.87), (1, -0.87)],
    "cross": [(-1, -0.4), (-1, 0.4), (-0.4, 0.4), (-0.4, 1), (0.4, 1), (0.4, 0.4),
              (1, 0.4), (1, -0.4), (0.4, -0.4), (0.4, -1), (-0.4, -1), (-0.4, -0.4)],
}  # fmt: skip


class Dot(NamedTuple):
    """A value in its interval; hollow ones are those that are beside what matters."""

    value: float
    low: float
    high: float
    shape: str = "circle"
    colour: str = ACCENT
    hollow: bool = False


class Row(NamedTuple):
    """One row: its label, the number written beside it, its dots, a bar from zero, and a second line of words."""

    label: str
    number: str
    dots: tuple[Dot, ...] = ()
    bar: float | None = None
    colour: str = PALE
    note: str = ""


class Line(NamedTuple):
    """A dashed line through the dots of all rows, and what the key says of it."""

    at: float
    text: str = ""


class Column(NamedTuple):
    """How often a number from `start` up to and with `end` came up, and the same in words, perhaps written above."""

    start: float
    end: float
    height: float
    words: str = ""
    written: bool = True


class Scale(NamedTuple):
    """The numbers from `low` to `high`, from left to right on so many pixels."""

    low: float
    high: float
    width: float

    @classmethod
    def around(cls, numbers: Iterable[float], width: float) -> Scale:
        """The scale on which these numbers have room; a lone number lies in the middle."""
        known = [number for number in numbers if not isnan(number)] or [0]
        low, high = min(known), max(known)
        over = EDGE * (high - low) / (width - 2 * EDGE) or 1
        return cls(low - over, high + over, width)

    def at(self, number: float) -> float:
        """Where a number lies."""
        return self.width * (number - self.low) / (self.high - self.low)

    def ticks(self, count: int, least: float = 0) -> list[tuple[float, str]]:
        """About `count` round numbers, at least `least` apart: where each lies, and its text.

        >>> [number for _, number in Scale(-0.25, 0.75, 100).ticks(5)]
        ['−0.2', '0.0', '0.2', '0.4', '0.6']
        """
        step = max(least, round_step((self.high - self.low) / count))
        places = max(0, -floor(log10(step)))
        numbers = [round(step * times, places) for times in range(ceil(self.low / step), floor(self.high / step) + 1)]
        return [(self.at(number), f"{number or 0:,.{places}f}".replace("-", "−")) for number in numbers]


def round_step(rough: float) -> float:
    """The nearest step of 1, 2 or 5 times a power of ten.

    >>> round_step(0.23), round_step(6), round_step(800)
    (0.2, 5.0, 1000.0)
    """
    power = 10.0 ** floor(log10(rough))
    return power * next(times for times, most in ((1, 2), (2, 10), (5, 50), (10, 100)) if rough / power <= sqrt(most))


# ---------------------------------------------------------------- rows


def rows_drawing(
    name: str,
    rows: Sequence[Row],
    *,
    axis: str = "",
    key: Sequence[str] = (),
    lines: Sequence[Line] = (),
    width: int = WIDTH,
    nothing: str = "",
) -> Picture:
    """Rows one below the other; without `axis`, its title, there are no numbers below them.

    Where there are no rows, it says `nothing` alone.
    """
    if nothing and not rows:
        axis, key, lines = "", [nothing], ()
    key = [*key, *(f"┆ {line.text}" for line in lines if line.text)]
    scale = Scale.around([*(line.at for line in lines), *_numbers(rows)], width - 2 * MARGIN)
    top = LINE * len(key)
    high = ROW + LINE * any(row.note for row in rows)
    bottom = top + high * len(rows)
    drawn = [_row(row, top + high * number, high, scale, lines) for number, row in enumerate(rows)]
    ticks = scale.ticks(ROW_TICKS) if axis else []
    grid = [pen.line((x, top), (x, bottom), stroke=GRID) for x, _ in ticks]
    below = AXIS if axis else MARGIN
    sentences = [*key, *map(_row_in_words, rows)]
    parts = [*_key(key), *grid, *drawn, *_axis(ticks, axis, bottom, scale)]
    return _picture(name, sentences, width, bottom + below, parts)


def _numbers(rows: Iterable[Row]) -> Iterator[float]:
    """All numbers that rows must have room for."""
    for row in rows:
        if row.bar is not None:
            yield from (0, row.bar)
        for dot in row.dots:
            yield from (dot.value, dot.low, dot.high)


def _row(row: Row, top: float, high: float, scale: Scale, lines: Iterable[Line]) -> Drawn:
    """A row: its bar, lines, intervals, the dots on them, and its texts above all that."""
    bottom, middle = top + high, top + high - 13
    drawn = [pen.title(_row_in_words(row))]
    if row.bar is not None:
        left, right = sorted((scale.at(0), scale.at(row.bar)))
        drawn.append(pen.rectangle(left, middle - 2 - BAR / 2, right - left, BAR, fill=row.colour))
        middle += 8  # dots are below the bar
    drawn += [_dashed(scale.at(at), bottom - 20, bottom) for at, _ in lines]
    first = middle - 5 * (len(row.dots) - 1) / 2
    heights = [(dot, first + 5 * number) for number, dot in enumerate(row.dots)]
    for dot, y in heights:
        if dot.low < dot.high:
            ends, thick = [(scale.at(end), y) for end in (dot.low, dot.high)], 2.4 - 1.2 * dot.hollow
            drawn.append(pen.line(*ends, stroke=dot.colour, stroke_width=thick))
    drawn += [_dot(dot, scale.at(dot.value), y) for dot, y in heights]
    return pen.group(*drawn, _above(_row_texts(row, top, scale.width)))


def _dot(dot: Dot, x: float, y: float) -> Drawn:
    fill = GROUND if dot.hollow else dot.colour
    if dot.shape == "circle":
        return pen.circle(x, y, RADIUS, fill=fill, stroke=dot.colour, stroke_width=1.8)
    corners = [(x + RADIUS * right, y + RADIUS * down) for right, down in SHAPES[dot.shape]]
    return pen.path(through(corners, closed=True), fill=fill, stroke=dot.colour, stroke_width=1.8)


def _row_texts(row: Row, top: float, inner: float) -> Iterator[Drawn]:
    """The label and the number on one line; with a note, the number is on the second line."""
    label, number, note = map(printable, (row.label, row.number, row.note))
    upper = top + 14
    lower = upper + LINE if note else upper
    room = inner - text_width(number, LARGE) - 8
    yield _text(cut(label, inner if note else max(room, 60), LARGE), 0, upper)
    yield _text(number, inner, lower, text_anchor="end")
    if note:
        yield _text(cut(note, room, SMALL), 0, lower, SMALL, SOFT)


def _row_in_words(row: Row) -> str:
    return ", ".join(filter(None, (f"{row.label}: {row.number}" if row.number else row.label, row.note)))


# ---------------------------------------------------------------- columns


def columns_drawing(
    name: str, columns: Sequence[Column], *, axis: str, key: Sequence[str] = (), at: float, width: int = WIDTH
) -> Picture:
    """Columns side by side with a dashed line `at` their mean."""
    first, last = min(column.start for column in columns), max(column.end for column in columns)
    scale = Scale(first - 0.5, last + 0.5, width - 2 * MARGIN)
    top = LINE * (len(key) + 1) + 4
    bottom = top + TALLEST
    unit = TALLEST / max(column.height for column in columns)
    drawn = [_column(column, bottom, unit * column.height, scale) for column in columns]
    ground = pen.line((0, bottom), (scale.width, bottom), stroke=SOFT)
    ticks = scale.ticks(COLUMN_TICKS, least=1)
    parts = [*_key(key), *drawn, ground, _dashed(scale.at(at), top, bottom), *_axis(ticks, axis, bottom, scale)]
    sentences = [*key, *(_column_in_words(column) for column in columns if column.written)]
    return _picture(name, sentences, width, bottom + AXIS, parts)


def _column(column: Column, bottom: float, height: float, scale: Scale) -> Drawn:
    half = min(0.46 * scale.at(scale.low + 1), WIDEST / 2)
    left, right = scale.at(column.start) - half, scale.at(column.end) + half
    shape = pen.rectangle(left, bottom - height, right - left, height, fill=PALE, stroke=SOFT, stroke_width=0.5)
    above = _text(column.words, (left + right) / 2, bottom - height - 6, SMALL, text_anchor="middle")
    texts = [above] if column.words and column.written else []
    return pen.group(pen.title(_column_in_words(column)), shape, _above(texts))


def _column_in_words(column: Column) -> str:
    numbers = f"{column.start:g}" if column.start == column.end else f"{column.start:g} to {column.end:g}"
    return f"{numbers}: {column.words}"


# ---------------------------------------------------------------- what both have


def _picture(name: str, sentences: Iterable[str], width: int, height: float, parts: Iterable[Drawn]) -> Picture:
    """The whole drawing with a name and a description; what is inside is not read out part by part."""
    height += MARGIN
    ground = pen.rectangle(0, 0, width, height, fill=GROUND)
    inside = pen.group(*parts, transform=f"translate({MARGIN} {MARGIN})", font_family=FONT, font_size=LARGE, fill=INK)
    return pen.picture(
        name,
        ". ".join(sentences),
        pen.group(ground, inside, aria_hidden="true"),
        box=(width, height),
        class_="rt-picture",
        width=f"{width / TYPE:.3f}em",
        height=f"{height / TYPE:.3f}em",
    )


def _key(key: Sequence[str]) -> list[Drawn]:
    return [_text(words, 0, 10 + LINE * number, SMALL, SOFT) for number, words in enumerate(key)]


def _axis(ticks: Iterable[tuple[float, str]], axis: str, bottom: float, scale: Scale) -> Iterator[Drawn]:
    """Numbers below a drawing, none of them beyond its margin, and what they count."""
    for x, number in ticks:
        half = text_width(number, SMALL) / 2 + 2 - MARGIN
        yield _text(number, min(max(x, half), scale.width - half), bottom + 11.5, SMALL, SOFT, text_anchor="middle")
    if axis:
        yield _text(axis, scale.width / 2, bottom + 30, SMALL, SOFT, text_anchor="middle")


def _dashed(x: float, top: float, bottom: float) -> Drawn:
    return pen.line((x, top), (x, bottom), stroke=INK, stroke_dasharray="4 3")


def _above(texts: Iterable[Drawn]) -> Drawn:
    """Texts that have lines end before them."""
    return pen.group(*texts, stroke=GROUND, stroke_width=4, stroke_linejoin="round", paint_order="stroke")


def _text(
    words: str, x: float, y: float, size: int = LARGE, colour: str = INK, text_anchor: str | None = None
) -> Drawn:
    """A text; what is usual is left out."""
    look = {"font_size": size if size != LARGE else None, "fill": colour if colour != INK else None}
    return pen.text(printable(words), x, y, **look, text_anchor=text_anchor)


def printable(words: str) -> str:
    """A text that a drawing can hold: one line of at most LONGEST letters, none of which XML forbids.

    >>> printable("A\\x00 card\\nof two lines")
    'A card of two lines'
    """
    words = " ".join(clean(words).split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"
