"""An exchange graph as SVG: the seats as a ring, an arrow for each pair, and below it every exchange over time.

An arrow is thicker the more went its way, and gives the amount as a number; the way of a card is dashed. Over time,
each seat has its own line, an exchange is an arrow from line to line, and a followed card is a band along the line
of whoever had it.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from workbench import pen
from workbench.graphs.arrows import bent_arrow
from workbench.graphs.drawn import drawn_node, drawn_way, style_of
from workbench.graphs.exchanges import CARD, TABLE
from workbench.heraldry import seat_colour
from workbench.pen import Drawn, Picture, Point, cut

if TYPE_CHECKING:
    from workbench.graphs.exchanges import ExchangeGraph, Passage

WIDE, RING_HIGH, RADIUS, NODE = 720, 400, 130, 24
NAME, BESIDE = "rt-node-name", 170  # the room for a name beside the ring
OVAL = 1.1  # ratio of the ring's width to its height; with its nodes it fits a phone
BOW = 0.16  # how far an arrow bends out, as a share of its length
THICKEST = 9.0
EDGE, NAMES, LANE, LANES_TOP = 8, 124, 30, 26
STYLE = style_of("exchanges")


def ring_picture(graph: ExchangeGraph) -> Picture:
    """The whole picture."""
    places = _places(graph)
    ways = [_arrow(graph, places, giver, taker) for giver, taker in graph.edges]
    nodes = [_node(graph, node, place) for node, place in places.items()]
    lanes = _over_time(graph, list(places))
    height = RING_HIGH + LANES_TOP + LANE * len(places) + 30
    style = pen.style_sheet(STYLE)
    return pen.picture(
        str(graph.graph.get("title", "Exchanges")), " ".join(graph.in_words()), style, *ways, *nodes, *lanes,
        box=(WIDE, height), class_="rt-exchanges", width=WIDE, height=height,
    )  # fmt: skip


def _places(graph: ExchangeGraph) -> dict[int | str, Point]:
    """The seats, clockwise from the top, with the table in the middle."""
    seats = [node for node in graph if node != TABLE]
    found: dict[int | str, Point] = {}
    for number, seat in enumerate(seats):
        angle = 2 * pi * number / len(seats) - pi / 2
        found[seat] = (WIDE / 2 + OVAL * RADIUS * cos(angle), RING_HIGH / 2 + RADIUS * sin(angle))
    if TABLE in graph:
        found[TABLE] = (WIDE / 2, RING_HIGH / 2)
    return found


def _arrow(graph: ExchangeGraph, places: dict[int | str, Point], giver: int | str, taker: int | str) -> Drawn:
    """What went from one node to another, as an arrow that bends to its left to keep the two directions apart."""
    edge = graph.edges[giver, taker]
    much = sum(edge["things"].values())
    arrow = bent_arrow(places[giver], places[taker], (NODE, NODE), BOW, min(THICKEST, 1 + 0.9 * much**0.5))
    x, y = arrow.at(0.5)
    label = pen.text(str(much), x, y + 4, class_="rt-much")
    look = "rt-of-card" if set(edge["times"]) == {CARD} else None
    return drawn_way((giver, taker), graph.pair_in_words(giver, taker), arrow.line, arrow.head, label, look=look)


def _node(graph: ExchangeGraph, node: int | str, place: Point) -> Drawn:
    title, (x, y) = str(graph.nodes[node]["title"]), place
    colour = "#f3ead8" if isinstance(node, str) else seat_colour(graph.graph["arms"][node])
    number = "" if isinstance(node, str) else str(node + 1)
    circle = pen.circle(x, y, NODE, class_="rt-box", fill=colour)
    written = pen.text(number, x, y + 5, class_="rt-on-node")
    return drawn_node(node, title, circle, written, *_name(title, place, amid=isinstance(node, str)))


def _name(title: str, place: Point, amid: bool) -> list[Drawn]:
    """The name of a node, outside the ring where no arrow passes; for the middle node, inside it, one word per line."""
    x, y = place
    if amid:
        words = title.split()
        return [pen.text(word, x, y + 4 + 14 * (row - (len(words) - 1) / 2)) for row, word in enumerate(words)]
    aside = x - WIDE / 2
    if abs(aside) < NODE:
        return [pen.text(cut(title, 150, 13), x, y + (-NODE - 8 if y < RING_HIGH / 2 else NODE + 18), class_=NAME)]
    out, anchor = (NODE + 8, "rt-left") if aside > 0 else (-NODE - 8, "rt-right")
    return [pen.text(cut(title, BESIDE, 13), x + out, y + 5, class_=f"{NAME} {anchor}")]


# ---------------------------------------------------------------- over time


def _over_time(graph: ExchangeGraph, nodes: list[int | str]) -> list[Drawn]:
    """A line for each node, and every exchange as an arrow from line to line."""
    heights = {node: RING_HIGH + LANES_TOP + LANE * number for number, node in enumerate(nodes)}
    parts = [pen.text("Over time", EDGE, RING_HIGH + 6, class_="rt-soft rt-left")]
    for node, y in heights.items():
        parts.append(
            pen.text(cut(str(graph.nodes[node]["title"]), NAMES - 10 - EDGE, 13), EDGE, y + 4, class_="rt-left")
        )
        parts.append(pen.line((NAMES, y), (WIDE - 8, y), class_="rt-seat-line"))
    parts += _bands(graph, heights)
    parts += [_step(graph, passage, heights) for passage in graph.passages]
    last = max(heights.values()) + LANE - 6
    turns = dict.fromkeys(passage.turn for passage in graph.passages)
    for turn in list(turns)[:1] + list(turns)[1:][-1:]:
        act = next(passage.act for passage in graph.passages if passage.turn == turn)
        parts.append(pen.text(f"turn {turn}", _across(graph, act), last, class_="rt-soft"))
    return parts


def _across(graph: ExchangeGraph, act: int) -> float:
    """How far right an act is."""
    return NAMES + 14 + (WIDE - NAMES - 50) * act / max(int(graph.graph.get("acts", 1)), 1)


def _step(graph: ExchangeGraph, passage: Passage, heights: dict[int | str, int]) -> Drawn:
    x, start, end = _across(graph, passage.act), heights[passage.giver], heights[passage.taker]
    down = 1 if end > start else -1
    tip = pen.through([(x, end), (x - 4, end - 7 * down), (x + 4, end - 7 * down)], closed=True)
    head = pen.path(tip, class_="rt-tip")
    words = f"Turn {passage.turn}, {passage.kind}: {passage.said}"
    line = pen.line((x, start), (x, end - 6 * down), class_="rt-way", stroke_width=1.2)
    look = "rt-of-card" if passage.kind == CARD else None
    return drawn_way((passage.giver, passage.taker), words, line, head, look=look)


def _bands(graph: ExchangeGraph, heights: dict[int | str, int]) -> list[Drawn]:
    """A band along the line of whoever had a card, for as long as the card was there."""
    parts: list[Drawn] = []
    cards = dict.fromkeys(passage.said for passage in graph.passages if passage.kind == CARD)
    for number, name in enumerate(cards):
        ways = [passage for passage in graph.passages if passage.kind == CARD and passage.said == name]
        holders = [ways[0].giver, *(way.taker for way in ways)]
        ends = [0, *(way.act for way in ways), int(graph.graph.get("acts", 1))]
        for holder, begin, end in zip(holders, ends, ends[1:], strict=False):
            y = heights[holder] - 4 + 8 * number
            where = f"{name}: {graph.nodes[holder]['title']}"
            line = pen.line((_across(graph, begin), y), (_across(graph, end), y), class_="rt-band")
            parts.append(pen.group(pen.title(where), line))
    if cards:
        legend = f"band: {' above '.join(cards)}"
        parts.append(pen.text(legend, NAMES + 14, RING_HIGH + 6, class_="rt-soft rt-left"))
    return parts
