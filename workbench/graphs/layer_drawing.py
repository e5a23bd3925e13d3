"""A position graph as SVG: layers from left to right, each position filled by how often one seat wins from there.

The bar in a position is one seat's share of the win, named in the legend; if it is estimated, the outline is
dashed. Boxes say what was done; if a layer has too many, they shrink to marks, which say it on hovering.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from workbench import pen
from workbench.graphs.drawn import drawn_node, drawn_way, percent, style_of
from workbench.heraldry import seat_colour
from workbench.pen import Drawn, Picture, cut

if TYPE_CHECKING:
    from workbench.graphs.positions import PositionGraph

BOX, HIGH, BELOW = 250, 38, 8
MARK, MARK_PITCH = 12, 14
BETWEEN, EDGE, TOP = 64, 12, 44
MOST_BOXES = 40  # in a layer; more are drawn as marks
MOST_MARKS = 100  # in a column; more stand side by side
STYLE = style_of("layers")

Places = dict[str, tuple[float, float, bool]]  # left, middle height, and whether it is a box


def layer_picture(graph: PositionGraph) -> Picture:
    """The whole picture."""
    focus = _focus(graph)
    columns = _columns(graph)
    places, width, height = _places(columns)
    came = graph.came
    ways = [_way(graph, places, here, there) for here, there in graph.edges]
    nodes = [_node(graph, node, place, came.get(node, ("", ""))[1], focus) for node, place in places.items()]
    who = graph.graph["names"][focus]
    legend = f"Filled: how often {who} wins. Dashed: estimated. Thick: the match is over, or the best play."
    style = pen.style_sheet(STYLE)
    return pen.picture(
        str(graph.graph.get("title", "Positions")), " ".join(graph.in_words()[:3]), style,
        pen.text(legend, EDGE, 18), pen.text(graph.in_words()[1], EDGE, 34, class_="rt-soft"), *ways, *nodes,
        box=(width, height), class_="rt-layers", width=width, height=height,
    )  # fmt: skip


def _focus(graph: PositionGraph) -> int:
    """The seat whose share is drawn: the requested one, otherwise the one that decides first."""
    seat = graph.graph.get("seat")
    if seat is None:
        seat = graph.nodes[graph.start]["seat"]
    return int(seat or 0)


def _columns(graph: PositionGraph) -> list[list[str]]:
    """The nodes of each layer, each near the node from which it was found."""
    layers: dict[float, list[str]] = {}
    for node, layer in graph.nodes(data="layer"):
        layers.setdefault(layer, []).append(node)
    height: dict[str, float] = {}
    columns = []
    for layer in sorted(layers):
        column = layers[layer]
        before = {node: [height[one] for one in graph.predecessors(node) if one in height] for node in column}
        column = sorted(column, key=lambda node: min(before[node], default=0.0))
        height.update({node: place / len(column) for place, node in enumerate(column)})
        columns.append(column)
    return columns


def _places(columns: list[list[str]]) -> tuple[Places, float, float]:
    """The place of each node, and the size of the picture; if a layer has many marks, they stand side by side."""
    abreast = [1 if len(column) <= MOST_BOXES else ceil(len(column) / MOST_MARKS) for column in columns]
    pitches = [HIGH + BELOW if len(column) <= MOST_BOXES else MARK_PITCH for column in columns]
    heights = [ceil(len(column) / many) * pitch for column, many, pitch in zip(columns, abreast, pitches, strict=True)]
    places: Places = {}
    x: float = EDGE
    for column, many, pitch, height in zip(columns, abreast, pitches, heights, strict=True):
        boxes = pitch != MARK_PITCH
        top = TOP + (max(heights) - height) / 2
        for number, node in enumerate(column):
            row, beside = divmod(number, many)
            places[node] = (x + beside * MARK_PITCH, top + (row + 0.5) * pitch, boxes)
        x += (BOX if boxes else MARK + (many - 1) * MARK_PITCH) + BETWEEN
    return places, x - BETWEEN + EDGE, TOP + max(heights) + EDGE


def _way(graph: PositionGraph, places: Places, here: str, there: str) -> Drawn:
    (x1, y1, boxes), (x2, y2, _) = places[here], places[there]
    start = x1 + (BOX if boxes else MARK)
    half = (start + x2) / 2
    facts = graph.edges[here, there]
    chance = f" ({percent(facts['probability'])})" if facts["probability"] < 1 else ""
    node = graph.nodes[here]
    is_best = node["seat"] is not None and node["exact"] and node["value"] == graph.nodes[there]["value"]
    course = f"M{start:.0f} {y1:.0f}C{half:.0f} {y1:.0f} {half:.0f} {y2:.0f} {x2:.0f} {y2:.0f}"
    way = pen.path(course, class_="rt-way")
    return drawn_way((here, there), facts["label"] + chance, way, look="rt-best" if is_best else None)


def _node(graph: PositionGraph, node: str, place: tuple[float, float, bool], came: str, focus: int) -> Drawn:
    facts, (x, y, box) = graph.nodes[node], place
    share = facts["value"][focus] if facts["value"] else None
    wide, high = (BOX, HIGH) if box else (MARK, MARK)
    looks = {"rt-over": facts["over"], "rt-guess": not facts["exact"], "rt-drawn": facts["kind"] != "position"}
    parts: list[Drawn] = [pen.rectangle(x, y - high / 2, wide, high, class_="rt-box", rx=4)]
    if share:
        colour = seat_colour(graph.graph["arms"][focus])
        filled = pen.rectangle(x, y - high / 2, wide * share, high, fill=colour, fill_opacity=0.35, rx=4)
        parts.append(filled)
    title = came or str(facts["title"])
    if box:
        parts.append(pen.text(cut(title, BOX - 12, 13), x + 6, y - 3))
        parts.append(pen.text(cut(_small(graph, facts, share), BOX - 12, 12), x + 6, y + 13, class_="rt-soft"))
    return drawn_node(node, title, *parts, looks=looks)


def _small(graph: PositionGraph, facts: dict[str, Any], share: float | None) -> str:
    """Who decides, and what the result would be."""
    who = "over" if facts["over"] else graph.graph["names"][facts["seat"]] if facts["seat"] is not None else ""
    much = "" if share is None else percent(share) if share else "0 %"
    return " · ".join(part for part in (str(who), much) if part)
