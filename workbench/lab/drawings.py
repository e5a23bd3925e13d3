"""The drawings that pictures are made of: Altair describes each once, then rows of numbers fill it.

To describe a chart and compile it takes Altair longer than to draw it takes Vega, so both are done once for each kind
of drawing and width; what is left for a refresh is Vega's part. Nothing is fetched and nothing is run in the browser:
a drawing is an SVG without ids, links or scripts, whose every text comes from Vega or `html.escape`.

`rows_drawing` puts labelled rows below each other, each with dots in their intervals and perhaps a bar;
`columns_drawing` shows how often each number came up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any, NamedTuple

INK, SOFT, GRID, GROUND, ACCENT, PALE = "#2b2118", "#5c4d3c", "#e3d8c3", "#fffdf8", "#7a2e1d", "#cbb994"
WIDTH = 340  # fits a phone of 360 pixels
TYPE = 15  # pixels of an em for which widths are given: a drawing grows with the type around it
LINE, ROW, MARGIN, AXIS = 16, 38, 10, 38
WIDEST = 70  # pixels of a column
LONGEST = 60  # letters of a label
HALO = f'stroke="{GROUND}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'  # lines end before a text
NARROW = "ijltfrI.,:;!|'()[] "

Datum = dict[str, Any]
Compiled = Mapping[str, Any]


class Dot(NamedTuple):
    """A value in its interval; hollow ones are those that stand beside what matters."""

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
    """How often a number from `start` up to and with `end` came up, and what is written above."""

    start: float
    end: float
    height: float
    text: str = ""


def rows_drawing(
    title: str,
    rows: Sequence[Row],
    *,
    axis: str = "",
    key: Sequence[str] = (),
    lines: Sequence[Line] = (),
    width: int = WIDTH,
) -> str:
    """Rows below each other, as an SVG; without `axis`, its title, no numbers stand below them."""
    key = [*key, *(f"┆ {line.text}" for line in lines if line.text)]
    inner = width - 2 * MARGIN
    top = LINE * len(key)
    high = ROW + LINE * any(row.note for row in rows)
    tops = [top + high * number for number in range(len(rows))]
    texts = _key(key)
    dots: list[Datum] = []
    bars: list[Datum] = []
    for row, y in zip(rows, tops, strict=True):
        texts += _row_texts(row, y, inner)
        middle = y + high - 13
        if row.bar is not None:
            bars.append({"value": row.bar, "zero": 0, "y": middle - 2, "colour": row.colour})
            middle += 8  # dots stand below the bar
        dots += [_dot(dot, middle, len(row.dots), number) for number, dot in enumerate(row.dots)]
    marked = [{"at": line.at, "y": y + high - 20, "foot": y + high} for line in lines for y in tops]
    data = {"dots": dots, "bars": bars, "lines": marked}
    told = [*key, *(_told(row) for row in rows)]
    height = max(1, top + high * len(rows))
    below = AXIS if axis else MARGIN
    drawn = _render(_rows_compiled(width, bool(axis)), height, below, data)
    return _svg(drawn, title, told, width, height + below, texts + _axis_title(axis, height, inner))


def columns_drawing(
    title: str, columns: Sequence[Column], *, axis: str, key: Sequence[str] = (), at: float, width: int = WIDTH
) -> str:
    """Columns beside each other with a dashed line `at` their mean, as an SVG."""
    inner = width - 2 * MARGIN
    top = LINE * (len(key) + 1) + 4
    bottom = top + 100
    least, most = min(column.start for column in columns), max(column.end for column in columns)
    span = most - least + 1
    half = min(0.46, WIDEST / inner * span / 2)
    tallest = max(column.height for column in columns)
    tops = [bottom - 100 * column.height / tallest for column in columns]
    shown = [
        {"start": column.start - half, "end": column.end + half, "y": y, "foot": bottom}
        for column, y in zip(columns, tops, strict=True)
    ]
    ground = {"start": least - 0.5, "end": most + 0.5, "y": bottom, "foot": bottom}
    texts = _key(key) + _axis_title(axis, bottom, inner)
    for column, y in zip(columns, tops, strict=True):
        middle = inner * ((column.start + column.end) / 2 - least + 0.5) / span
        texts += [_text(column.text, middle, y - LINE, INK, 11, "middle")] if column.text else []
    data = {"columns": [*shown, ground], "lines": [{"at": at, "y": top, "foot": bottom}]}
    told = [*key, *(_told_column(column) for column in columns if column.text)]
    drawn = _render(_columns_compiled(width), bottom, AXIS, data)
    return _svg(drawn, title, told, width, bottom + AXIS, texts)


def _key(key: Sequence[str]) -> list[str]:
    return [_text(text, 0, LINE * number, SOFT, 11) for number, text in enumerate(key)]


def _axis_title(axis: str, y: int, inner: int) -> list[str]:
    return [_text(axis, inner / 2, y + 20, SOFT, 11, "middle")] if axis else []


def _row_texts(row: Row, y: int, inner: int) -> list[str]:
    """The label and the number on one line; with a note, the number stands on the second line."""
    lower = y + LINE if row.note else y
    taken = _length(row.number, 12) + 8
    label = _cut(row.label, 12, inner if row.note else max(inner - taken, 60))
    texts = [_text(label, 0, y + 4, INK, 12), _text(row.number, inner, lower + 4, INK, 12, "end")]
    return texts + ([_text(_cut(row.note, 11, inner - taken), 0, lower + 4, SOFT, 11)] if row.note else [])


def _text(text: str, x: float, y: float, colour: str, size: int, anchor: str = "start") -> str:
    """A text whose middle is at the height `y`. Vega would measure it first, which takes longer than all the rest."""
    place = f'x="{MARGIN + x:.1f}" y="{MARGIN + y + 0.35 * size + 6:.1f}"'
    look = f'fill="{colour}" font-size="{size}px" text-anchor="{anchor}"'
    return f"<text {place} {look}>{escape(printable(text))}</text>"


def _length(text: str, size: int) -> float:
    """About how many pixels a text takes at most, in the letters that browsers draw it with."""
    return size * sum(_em(letter) for letter in text)


def _em(letter: str) -> float:
    if letter in NARROW:
        return 0.4
    if letter.isupper() or letter > "\u2000" or letter in "mw%":
        return 0.85
    return 0.65


def _cut(text: str, size: int, room: float) -> str:
    """As much of a text as there is room for."""
    text = printable(text)
    if _length(text, size) <= room:
        return text
    while text and _length(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _dot(dot: Dot, y: float, dots: int, number: int) -> Datum:
    y += 5 * (number - (dots - 1) / 2)
    fill = GROUND if dot.hollow else dot.colour
    return dot._asdict() | {"y": y, "fill": fill, "thickness": 1.2 if dot.hollow else 2.4}


def _told(row: Row) -> str:
    return f"{row.label}: {row.number}" + (f", {row.note}" if row.note else "")


def _told_column(column: Column) -> str:
    numbers = f"{column.start:g}" if column.start == column.end else f"{column.start:g} to {column.end:g}"
    return f"{numbers}: {column.text}"


def printable(text: str) -> str:
    """A text that a drawing can hold: one line of at most LONGEST letters, none of which XML forbids.

    >>> printable("A\\x00 card\\nof two lines")
    'A card of two lines'
    """
    text = " ".join(_clean(text).split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# ---------------------------------------------------------------- described once


@cache
def _rows_compiled(width: int, axis: bool) -> Compiled:
    import altair

    x = altair.Axis(title=None, tickCount=5) if axis else None
    scale = altair.Scale(zero=False, nice=False, padding=8)
    y = altair.Y("y:Q", scale=None)
    dots = altair.Chart(altair.NamedData("dots")).encode(y=y)
    return _compile(
        width,
        altair.Chart(altair.NamedData("bars"))
        .mark_bar(height=7)
        .encode(x=altair.X("value:Q", scale=scale, axis=x), x2="zero:Q", y=y, color=_own("colour")),
        altair.Chart(altair.NamedData("lines"))
        .mark_rule(stroke=INK, strokeDash=[4, 3])
        .encode(x=altair.X("at:Q", scale=scale, axis=x), y=y, y2="foot:Q"),
        dots.mark_rule().encode(
            x=altair.X("low:Q", scale=scale, axis=x),
            x2="high:Q",
            color=_own("colour"),
            strokeWidth=altair.StrokeWidth("thickness:Q", scale=None),
        ),
        dots.mark_point(size=75, strokeWidth=1.8, opacity=1).encode(
            x=altair.X("value:Q", scale=scale, axis=x),
            shape=altair.Shape("shape:N", scale=None),
            stroke=altair.Stroke("colour:N", scale=None),
            fill=altair.Fill("fill:N", scale=None),
        ),
    )


@cache
def _columns_compiled(width: int) -> Compiled:
    import altair

    whole = "datum.value % 1 ? '' : datum.label"
    x = altair.Axis(title=None, tickCount=7, format="d", labelExpr=whole, grid=False)
    scale = altair.Scale(zero=False, nice=False)
    columns = altair.Chart(altair.NamedData("columns")).encode(y=altair.Y("y:Q", scale=None))
    return _compile(
        width,
        columns.mark_bar(color=PALE, stroke=SOFT, strokeWidth=0.5).encode(
            x=altair.X("start:Q", scale=scale, axis=x), x2="end:Q", y2="foot:Q"
        ),
        altair.Chart(altair.NamedData("lines"))
        .mark_rule(stroke=INK, strokeDash=[4, 3])
        .encode(x=altair.X("at:Q", scale=scale, axis=x), y=altair.Y("y:Q", scale=None), y2="foot:Q"),
    )


def _own(field: str) -> Any:
    """A colour that stands in the data."""
    import altair

    return altair.Color(f"{field}:N", scale=None)


def _compile(width: int, *layers: Any) -> Compiled:
    """The layers on each other as a Vega specification, whose height and padding stay open."""
    import altair
    import vl_convert

    chart = (
        altair.layer(*layers)
        .properties(width=width - 2 * MARGIN, height=1, autosize=altair.AutoSizeParams(type="none"))
        .configure(background=GROUND)
        .configure_view(stroke=None)
        .configure_mark(aria=False)
        .configure_axisY(disable=True)
        .configure_axisX(
            labelColor=SOFT,
            labelFontSize=11,
            labelOverlap=False,
            labelFlush=True,
            gridColor=GRID,
            domain=False,
            ticks=False,
        )
    )
    compiled: Compiled = vl_convert.vegalite_to_vega(chart.to_dict())
    return compiled


# ---------------------------------------------------------------- filled often


def _render(compiled: Compiled, height: int, below: int, data: Mapping[str, list[Datum]]) -> str:
    import vl_convert

    filled = [source | {"values": data.get(source["name"], [])} if "source" not in source else source
              for source in compiled["data"]]  # fmt: skip
    padding = {"left": MARGIN, "right": MARGIN, "top": MARGIN, "bottom": below}
    drawn: str = vl_convert.vega_to_svg({**compiled, "data": filled, "height": height, "padding": padding})
    return drawn


def _svg(drawn: str, title: str, told: Sequence[str], width: int, height: int, texts: Sequence[str]) -> str:
    """The drawing as one picture with a name and a description; what is inside is not read out part by part."""
    inner = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    height += MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="rt-picture" viewBox="0 0 {width} {height}" '
        f'width="{width / TYPE:.3f}em" height="{height / TYPE:.3f}em"><title>{escape(_clean(title))}</title>'
        f"<desc>{escape(_clean('. '.join(told)))}</desc>"
        f'<g aria-hidden="true" font-family="sans-serif">{inner}<g {HALO}>{"".join(texts)}</g></g></svg>'
    )


def _clean(text: str) -> str:
    """A text with a blank for each letter that XML may forbid."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
