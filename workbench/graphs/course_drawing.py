"""A phase graph as SVG: phases in a column in the game's order, arcs right of it for going on, left for going back.

An arc is as thick as it is often taken, and from LABELLED on it says how often in words; what stays in its phase is a
number in its box, and ways that are seldom taken are counted below. So nothing is shown by colour alone, and the same
stands in words beside the picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench import pen
from workbench.graphs.words import SELDOM, counted, percent
from workbench.pen import FONT, Drawn, Picture, cut, text_width

if TYPE_CHECKING:
    from workbench.graphs.phases import PhaseGraph

WIDE, HIGH, BELOW, INDENT = 300, 44, 22, 26
EDGE = 12
BEND = 15  # how much further out an arc is for each phase that it passes
LABELLED = 0.05  # the least share that is written on an arc
THICKEST = 7.0
STYLE = (
    f".rt-course {{ font: 13px {FONT}; }}"
    + """
.rt-course text { fill: #2b2118; }
.rt-course .rt-soft { fill: #5c4d3c; font-size: 11px; }
.rt-course .rt-box { fill: #fffdf8; stroke: #7d6b54; }
.rt-course .rt-inner .rt-box { fill: #f4ecdb; stroke-dasharray: 5 3; }
.rt-course .rt-over .rt-box { stroke-width: 3; }
.rt-course .rt-now .rt-box { fill: #f6c544; stroke: #241a12; stroke-width: 3; }
.rt-course .rt-way { fill: none; stroke: #5c4d3c; }
.rt-course .rt-came .rt-way { stroke: #7a2e1d; }
.rt-course .rt-tip { fill: #5c4d3c; }
.rt-course .rt-came .rt-tip { fill: #7a2e1d; }
.rt-course .rt-share { font-size: 11px; font-weight: 600; paint-order: stroke; stroke: #fbf7ee; stroke-width: 3px; }
"""
)


def course_picture(graph: PhaseGraph, now: str = "", came: tuple[str, str] | None = None) -> Picture:
    """The whole picture; `now` is the node in which a match stands, `came` the edge by which it came there."""
    nodes = graph.in_order()
    row = {node: number for number, node in enumerate(nodes)}
    moves = [(here, there, facts) for here, there, facts in graph.edges(data=True) if here != there]
    ways = [way for way in moves if way[2]["share"] >= SELDOM or way[:2] == came]
    left_out = len(moves) - len(ways)
    left, right = (EDGE + _room(row, ways, back) for back in (True, False))
    arcs = [_arc(graph, row, left, way, way[:2] == came) for way in ways]
    boxes = [_box(graph, node, row[node], left, node == now) for node in nodes]
    width, height = left + WIDE + right, 2 * EDGE + len(nodes) * (HIGH + BELOW)
    legend = f"Left out: {counted(left_out, 'way')} taken in {percent(0)}." if left_out else ""
    below = pen.text(legend, left, height - EDGE, class_="rt-soft")
    style = pen.element("style", Drawn(STYLE))
    name, words = f"Phases of {graph.graph.get('title', 'a game')}", " ".join(graph.in_words())
    return pen.picture(
        name, words, style, *arcs, *boxes, below, box=(width, height), class_="rt-course", width=width, height=height
    )


def _room(row: dict[str, int], ways: list[tuple[str, str, dict[str, Any]]], back: bool) -> float:
    """How far the arcs of one side reach out."""
    passed = [abs(row[there] - row[here]) for here, there, _ in ways if (row[there] < row[here]) == back]
    return (BEND * max(passed, default=0)) + text_width("under 1 %", 11)


def _top(number: int) -> float:
    return EDGE + number * (HIGH + BELOW)


def _arc(
    graph: PhaseGraph, row: dict[str, int], left: float, way: tuple[str, str, dict[str, Any]], came: bool
) -> Drawn:
    """From one box to another, around those between."""
    here, there, facts = way
    passed, back = abs(row[there] - row[here]), row[there] < row[here]
    side = -1 if back else 1
    start, end = _top(row[here]) + HIGH * 0.62, _top(row[there]) + HIGH * 0.38
    first, last = (left + (_inner(graph, node) if back else WIDE) for node in (here, there))
    out = (left if back else left + WIDE) + side * BEND * passed
    thick = max(1.0, THICKEST * facts["share"] ** 0.5 * 0.8)
    course = f"M{first:g} {start:g}C{out:g} {start:g} {out:g} {end:g} {last + side * 6:g} {end:g}"
    tip = pen.through([(last, end), (last + side * 8, end - 4.5), (last + side * 8, end + 4.5)], closed=True)
    verbs = ", ".join(f"{verb.replace('_', ' ')} {percent(share)}" for verb, share in facts["verbs"].items())
    by = f", by {verbs}" if verbs else ""
    who = f". {graph.who_decides(facts)}" if facts["seats"] else ""
    words = f"{percent(facts['share'])} of what follows, {counted(facts['count'], 'time')}{by}{who}"
    parts = [pen.title(words), pen.path(course, class_="rt-way", stroke_width=thick), pen.path(tip, class_="rt-tip")]
    if facts["share"] >= LABELLED:
        share = percent(facts["share"])
        at = (first + last) / 8 + out * 0.75 + side * (3 + thick / 2)
        at = at - text_width(share, 11) if back else at
        parts.append(pen.text(share, at, (start + end) / 2 + 4, class_="rt-share"))
    return pen.group(*parts, class_="rt-came" if came else None, data_edge=f"{here} > {there}")


def _inner(graph: PhaseGraph, node: str) -> int:
    """How far the box of an effect is drawn in."""
    return INDENT if graph.nodes[node]["effect"] else 0


def _box(graph: PhaseGraph, node: str, number: int, left: float, now: bool) -> Drawn:
    """A phase with how often one decides in it, who, and how often one stays."""
    facts = graph.nodes[node]
    inner = _inner(graph, node)
    x, y = left + inner, _top(number)
    kept = graph.get_edge_data(node, node, {"share": 0.0})["share"]
    often = graph.how_often(node)
    said = [often] if often else ["games end here"] if facts["over"] else []
    said += [f"stays {percent(kept)}"] if kept else []
    said += ["all at once"] if facts["together"] else []
    said = said or ["not yet" if graph.of_match and facts["phase"] else "chance"]
    kinds = (("rt-inner", facts["effect"]), ("rt-over", facts["over"]), ("rt-now", now))
    look = " ".join(kind for kind, holds in kinds if holds)
    room = WIDE - inner - 16
    return pen.group(
        pen.title(f"{facts['title']}: {', '.join(said)}"),
        pen.rectangle(x, y, WIDE - inner, HIGH, class_="rt-box", rx=6),
        pen.text(cut(facts["title"], room, 13), x + 8, y + 18),
        pen.text(cut(" · ".join(said), room, 11), x + 8, y + 35, class_="rt-soft"),
        class_=look or None,
        data_key=node,
    )
