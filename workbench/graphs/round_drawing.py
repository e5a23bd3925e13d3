"""A phase graph as SVG: its phases clockwise in the game's order, with the deal and the end of the game outside them.

The area of a circle shows how often seats decide there, the red ring on it how many of 100 decisions stay there, and
a number on an arrow how many of 100 that leave it go this way. A match's phase is gold. A game with more phases and
effects than fit around a circle has only the column (`course_drawing`), as does a narrow page.
"""

from __future__ import annotations

from math import cos, hypot, pi, sin
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from workbench import pen
from workbench.graphs.arrows import Arrow, bent_arrow
from workbench.graphs.drawn import SELDOM, drawn_node, drawn_way
from workbench.graphs.phases import DEAL
from workbench.kernel.words import counted
from workbench.pen import FONT, Drawn, Picture, Point, text_width

if TYPE_CHECKING:
    from workbench.graphs.phases import PhaseGraph

MOST = 8  # phases and effects that fit, with the arrows between them
ACROSS, DOWN = 220.0, 142.0  # half of the width and of the height of the ring, to the middles of its circles
FIRST = -0.66 * pi  # the angle of the first phase: upper left
LARGEST, LEAST, OUTSIDE = 66.0, 20.0, 38.0  # radii; the last is that of the deal and of the end
STAYING, INSET = 6.0, 8.0  # thickness of the ring for what stays, and how far it lies inside its circle
OUT = 34.0  # between a circle and the deal or the end
THICKEST = 15.0
NEXT, FORWARD, BACK = 0.06, -0.03, 0.09  # how far arrows bend: outwards to the next phase, all others inwards
TITLE, NUMBER, SMALL, MIDDLE = 15, 24, 13, 44  # font sizes
LINE = 18
HERE = "the match is here"
LETTERS = 10  # in a line of a title
WHOLE = 10  # decisions per game; from here on, they are written without a decimal
LABELLED, ALL = 0.02, 0.995  # shares between these are written on an arrow
ALONG = (0.5, 0.35, 0.65, 0.25, 0.75)  # places along an arrow where its number may stand, best first
UPRIGHT = 0.35  # from this distance aside, the name of a circle stands beside it, not above or below
EDGE = 12
STYLE = (
    f".rt-round {{ font: {TITLE}px {FONT}; }}"
    + f"""
.rt-round text {{ fill: #2b2118; text-anchor: middle; }}
.rt-round .rt-name {{ font-weight: 600; paint-order: stroke; stroke: #fbf7ee; stroke-width: 4px; }}
.rt-round .rt-inside {{ font-weight: 600; paint-order: stroke; stroke: #f3ead8; stroke-width: 3px; }}
.rt-round .rt-now .rt-inside {{ stroke: #f6c544; }}
.rt-round .rt-beyond .rt-inside {{ stroke: #fbf7ee; }}
.rt-round .rt-often {{ font-size: {NUMBER}px; font-weight: 700; }}
.rt-round .rt-soft {{ fill: #5c4d3c; font-size: {SMALL}px; paint-order: stroke; stroke: #fbf7ee; stroke-width: 4px; }}
.rt-round .rt-all {{ font-size: {MIDDLE}px; font-weight: 700; }}
.rt-round .rt-all {{ paint-order: stroke; stroke: #fbf7ee; stroke-width: 6px; }}
.rt-round .rt-box {{ fill: #f3ead8; stroke: #8d7a5f; stroke-width: 2; }}
.rt-round .rt-inner .rt-box {{ stroke-dasharray: 5 3; }}
.rt-round .rt-beyond .rt-box {{ fill: none; stroke: #7d6b54; stroke-dasharray: 3 4; }}
.rt-round .rt-now .rt-box {{ fill: #f6c544; stroke: #241a12; stroke-width: 4; }}
.rt-round .rt-here {{ fill: #241a12; }}
.rt-round .rt-here-words {{ fill: #fffdf8; font-size: {SMALL}px; font-weight: 600; }}
.rt-round .rt-stays {{ fill: none; stroke: #7a2e1d; }}
.rt-round .rt-way {{ fill: none; stroke: #8d7a5f; }}
.rt-round .rt-tip {{ fill: #8d7a5f; }}
.rt-round .rt-came .rt-way {{ stroke: #a67800; }}
.rt-round .rt-came .rt-tip {{ fill: #a67800; }}
.rt-round .rt-share {{ font-weight: 700; paint-order: stroke; stroke: #fbf7ee; stroke-width: 5px; }}
.rt-round .rt-right {{ text-anchor: end; }}
.rt-round .rt-left {{ text-anchor: start; }}
"""
)


class Spot(NamedTuple):
    """Where a node is drawn: its middle, its radius, and its direction from the middle of the ring."""

    x: float
    y: float
    radius: float
    angle: float


def has_room(graph: PhaseGraph) -> bool:
    """Whether the phases of a graph fit around a circle."""
    return 2 < len(_around(graph)) <= MOST


def round_picture(graph: PhaseGraph, now: str = "", came: tuple[str, str] | None = None) -> Picture:
    """The whole picture; `now` is the node in which a match stands, `came` the edge by which it came there."""
    spots = _spots(graph)
    leaving = {node: 1 - _stays(graph, node) for node in graph}
    ways = [(here, there, facts) for here, there, facts in graph.edges(data=True) if here != there]
    drawn = [way for way in ways if way[2]["share"] / leaving[way[0]] >= SELDOM or way[:2] == came]
    shares = {way[:2]: way[2]["share"] / leaving[way[0]] for way in drawn}
    arrows = {edge: _arrow(graph, spots, edge, share) for edge, share in shares.items()}
    lines = [
        drawn_way(edge, graph.way_in_words(*edge), arrow.line, arrow.head, look="rt-came" if edge == came else None)
        for edge, arrow in arrows.items()
    ]
    labels = _numbers(graph, arrows, shares)
    nodes = [_node(graph, node, spots[node], node == now) for node in graph.in_order()]
    left, top, right, bottom = _bounds(graph, spots)
    legend = _legend(graph, len(ways) - len(drawn))
    below = [pen.text(words, left, bottom + LINE * (line + 1), class_="rt-soft rt-left")
             for line, words in enumerate(legend)]  # fmt: skip
    bottom += LINE * len(legend)
    wide, high = right - left + 2 * EDGE, bottom - top + 2 * EDGE
    inside = pen.group(
        *lines, *nodes, *labels, *_amid(graph), *below, transform=f"translate({EDGE - left:g} {EDGE - top:g})"
    )
    name, words = f"Phases of {graph.graph.get('title', 'a game')}", " ".join(graph.in_words())
    style = pen.style_sheet(STYLE)
    return pen.picture(name, words, style, inside, box=(wide, high), class_="rt-round", width=wide, height=high,
                       data_least=SMALL)  # fmt: skip


# ---------------------------------------------------------------- where nodes are


def _beyond(graph: PhaseGraph, node: str) -> bool:
    """Whether a node lies outside the ring: the deal, and where games end."""
    return node == DEAL or bool(graph.nodes[node]["over"])


def _around(graph: PhaseGraph) -> list[str]:
    return [node for node in graph.in_order() if not _beyond(graph, node)]


def _spots(graph: PhaseGraph) -> dict[str, Spot]:
    """The phases clockwise, each with as much of the ring as its circle needs; deal and end next to their phases."""
    around = _around(graph)
    most = max((graph.nodes[node]["visits"] for node in around), default=0.0) or 1.0
    radii = {node: max(LEAST, LARGEST * (graph.nodes[node]["visits"] / most) ** 0.5) for node in around}
    apart = sum(radii.values()) / len(around)  # distance between two circles, so that small ones are not crowded
    whole = sum(radius + apart for radius in radii.values())
    spots: dict[str, Spot] = {}
    gone = 0.0
    for node in around:
        half = (radii[node] + apart) / 2
        angle = FIRST + 2 * pi * (gone + (half if spots else 0.0)) / whole
        gone += 2 * half if spots else half
        spots[node] = Spot(ACROSS * cos(angle), DOWN * sin(angle), radii[node], angle)
    for node in graph:
        if node not in spots:
            spots[node] = _outside(graph, spots, node)
    return spots


def _outside(graph: PhaseGraph, spots: dict[str, Spot], node: str) -> Spot:
    """The place beside the phase to which a node outside the ring is linked most, a little further on if taken."""
    ways = graph.out_edges(node, data=True) if node == DEAL else graph.in_edges(node, data=True)
    joined = [(facts["count"], there if node == DEAL else here) for here, there, facts in ways]
    beside = spots[max(joined)[1]] if joined else Spot(0.0, 0.0, 0.0, FIRST)
    turned = 0.35 if node == DEAL else -0.35
    for step in (0.0, turned, -turned, 2 * turned):
        angle = beside.angle + step
        dx, dy = cos(angle) * ACROSS, sin(angle) * DOWN
        far = beside.radius + OUT + OUTSIDE
        x, y = beside.x + dx / hypot(dx, dy) * far, beside.y + dy / hypot(dx, dy) * far
        if all(hypot(x - spot.x, y - spot.y) > spot.radius + OUTSIDE + 8 for spot in spots.values()):
            break
    return Spot(x, y, OUTSIDE, beside.angle)


def _bounds(graph: PhaseGraph, spots: dict[str, Spot]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all circles and of the names beside them."""
    boxes = []
    for node, spot in spots.items():
        boxes.append((spot.x - spot.radius, spot.y - spot.radius, spot.x + spot.radius, spot.y + spot.radius))
        for words, x, y, anchor, _look in _beside(graph, node, spot):
            wide = text_width(words, TITLE)
            begin = {"rt-left": x, "rt-right": x - wide}.get(anchor, x - wide / 2)
            boxes.append((begin, y - TITLE, begin + wide, y + 4))
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


# ---------------------------------------------------------------- what is drawn


def _stays(graph: PhaseGraph, node: str) -> float:
    """The share of decisions in a phase that are followed by another one in it."""
    return float(graph.get_edge_data(node, node, {"share": 0.0})["share"])


def _arrow(graph: PhaseGraph, spots: dict[str, Spot], edge: tuple[str, str], share: float) -> Arrow:
    here, there = (spots[node] for node in edge)
    thick = max(1.5, THICKEST * 0.7 * share)
    return bent_arrow(here[:2], there[:2], (here.radius, there.radius), _bow(graph, edge), thick)


def _bow(graph: PhaseGraph, edge: tuple[str, str]) -> float:
    """How far an arrow bends: outwards if it goes on to the next phase, inwards if it passes others."""
    around = _around(graph)
    if not set(edge) <= set(around):
        return 0.0
    here, there = (around.index(node) for node in edge)
    passed = (there - here) % len(around)
    if passed == 1:
        return NEXT
    return FORWARD if passed <= len(around) / 2 else BACK


def _numbers(
    graph: PhaseGraph, arrows: dict[tuple[str, str], Arrow], shares: dict[tuple[str, str], float]
) -> list[Drawn]:
    """How many of 100 that leave a phase go each way, written on its arrow; none if all go the same way.

    A number that would overlap another one, or that of all decisions in the middle, is given only in the words.
    """
    taken: list[Point] = []
    drawn: list[Drawn] = []
    for edge, share in sorted(shares.items(), key=lambda one: -one[1]):
        if not LABELLED <= share < ALL:
            continue
        free = [point for point in map(arrows[edge].at, ALONG) if all(_apart(point, other) for other in taken)]
        free = [(x, y) for x, y in free if graph.of_match or abs(x) >= 2 * MIDDLE or abs(y) >= MIDDLE]
        if free:
            taken.append(free[0])
            drawn.append(pen.text(f"{100 * share:.0f}", free[0][0], free[0][1] + TITLE / 3, class_="rt-share"))
    return drawn


def _apart(one: Point, other: Point) -> bool:
    """Whether numbers at two points do not overlap."""
    return abs(one[0] - other[0]) > 2 * TITLE or abs(one[1] - other[1]) > TITLE


def _node(graph: PhaseGraph, node: str, spot: Spot, now: bool) -> Drawn:
    """A circle with its name and how often seats decide there, inside it if they fit, otherwise beside it."""
    facts, stays = graph.nodes[node], _stays(graph, node)
    x, y, radius, _ = spot
    ring = []
    if stays:
        within = radius - INSET
        ring = [
            pen.circle(x, y, within, class_="rt-stays", stroke_width=STAYING, pathLength=100,
                       stroke_dasharray=f"{100 * stays:.1f} 100", transform=f"rotate(-90 {x:g} {y:g})")
        ]  # fmt: skip
    return drawn_node(
        node,
        graph.told_of(node),
        pen.circle(x, y, radius, class_="rt-box"),
        *ring,
        *_inside(graph, node, spot),
        *(pen.text(words, at, down, class_=f"{look} {anchor}".strip())
          for words, at, down, anchor, look in _beside(graph, node, spot)),
        *(_here(spot) if now else ()),
        looks={"rt-inner": facts["effect"], "rt-beyond": _beyond(graph, node), "rt-now": now},
    )  # fmt: skip


def _here(spot: Spot) -> tuple[Drawn, Drawn]:
    """The words above the phase in which a match stands."""
    wide, middle = text_width(HERE, SMALL) + 16, spot.y - spot.radius
    back = pen.rectangle(spot.x - wide / 2, middle - 12, wide, 24, class_="rt-here", rx=12)
    return back, pen.text(HERE, spot.x, middle + 5, class_="rt-here-words")


def _fits(graph: PhaseGraph, node: str, spot: Spot) -> tuple[bool, bool]:
    """Whether the name of a node fits inside its circle, and the number of decisions below the name."""
    lines, often = _lines(graph, node), _often(graph, node)
    room = 2 * (spot.radius - (INSET + STAYING / 2 if _stays(graph, node) else 3))
    high = len(lines) * LINE
    named = max(hypot(text_width(line, TITLE), high) for line in lines) <= room
    return named, named and often != "" and hypot(text_width(often, NUMBER), 2 * NUMBER + high) <= 2 * spot.radius


def _inside(graph: PhaseGraph, node: str, spot: Spot) -> list[Drawn]:
    """The words inside a circle."""
    named, with_number = _fits(graph, node, spot)
    lines = _lines(graph, node) if named else []
    top = spot.y + 5 - LINE * (len(lines) - 1) / 2 - (NUMBER / 2 if with_number else 0)
    drawn = [pen.text(line, spot.x, top + LINE * row, class_="rt-inside") for row, line in enumerate(lines)]
    if with_number:
        drawn.append(pen.text(_often(graph, node), spot.x, top + LINE * len(lines) + 8, class_="rt-often"))
    return drawn


def _beside(graph: PhaseGraph, node: str, spot: Spot) -> list[tuple[str, float, float, str, str]]:
    """The words beside a circle, away from the ring: text, place, alignment and style."""
    (named, with_number), often = _fits(graph, node, spot), _often(graph, node)
    words = [] if named else [(line, "rt-name") for line in _lines(graph, node)]
    if often and not with_number:
        words.append((f"{often} so far" if graph.of_match else f"{often} a game", "rt-soft"))
    aside, below = cos(spot.angle), sin(spot.angle)
    if named or abs(aside) < UPRIGHT:  # below or above it
        top = spot.y + spot.radius + LINE if named or below > 0 else spot.y - spot.radius - LINE * len(words) + LINE - 8
        return [(line, spot.x, top + LINE * row, "", look) for row, (line, look) in enumerate(words)]
    x, anchor = (spot.x + spot.radius + 8, "rt-left") if aside > 0 else (spot.x - spot.radius - 8, "rt-right")
    top = spot.y + 5 - LINE * (len(words) - 1) / 2
    return [(line, x, top + LINE * row, anchor, look) for row, (line, look) in enumerate(words)]


def _lines(graph: PhaseGraph, node: str) -> list[str]:
    """The title of a node in short lines; for an effect only its own, without that of the phase it interrupts."""
    facts = graph.nodes[node]
    title = str(facts["title"]).rpartition(": ")[2] if facts["effect"] else str(facts["title"])
    return title.split() if _beyond(graph, node) else wrap(title, LETTERS)


def _often(graph: PhaseGraph, node: str) -> str:
    """How often seats decide in a phase, per game or in the match; empty if none does."""
    visits = graph.nodes[node]["visits"]
    if not visits:
        return ""
    return f"{visits:.0f}" if graph.of_match or visits >= WHOLE else f"{visits:.1f}"


def _amid(graph: PhaseGraph) -> list[Drawn]:
    """All decisions of a game, in the middle of the ring."""
    if graph.of_match:
        return []
    decisions = graph.graph["decisions"]
    return [
        pen.text(f"{decisions:.0f}", 0, 8, class_="rt-all"),
        pen.text("decisions a game", 0, 32, class_="rt-soft"),
    ]


def _legend(graph: PhaseGraph, left_out: int) -> list[str]:
    """The lines that explain the picture."""
    about = "" if graph.of_match else "Area: how often one decides there. Red: of 100, those that stay. "
    told = [f"{about}Numbers on arrows: of 100 that leave."]
    return told + ([f"Left out: {counted(left_out, 'way')} taken by fewer than 1 of 100."] if left_out else [])
