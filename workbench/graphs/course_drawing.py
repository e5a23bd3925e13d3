"""A phase graph as SVG: phases in a column in the game's order, arcs on its right for going on, left for going back.

An arc is thicker the more often it is taken, and from LABELLED on it states its share; what stays in its phase is a
number in its box, and ways that are seldom taken are counted below. Nothing is shown by colour alone, and everything
is also given in words beside the picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench import pen
from workbench.graphs.drawn import SELDOM, drawn_node, drawn_way, percent, style_of
from workbench.kernel.words import counted
from workbench.pen import Drawn, Picture, Point, cut, text_width

if TYPE_CHECKING:
    from workbench.graphs.phases import PhaseGraph

WIDE, HIGH, BELOW, INDENT = 264, 44, 22, 26  # so wide that a phone shows a box with the arcs beside it
EDGE = 12
BEND = 15  # how much further out an arc is for each phase that it passes
LABELLED = 0.05  # the smallest share that is written on an arc
THICKEST = 7.0
SHARE_SIZE, LINE = 12, 17
ALONG = (0.5, 0.38, 0.62, 0.28, 0.72, 0.2, 0.8)  # places along an arc where its share may stand, best first
STYLE = style_of("course")


Way = tuple[str, str, dict[str, Any]]


def course_picture(graph: PhaseGraph, now: str = "", came: tuple[str, str] | None = None) -> Picture:
    """The whole picture; `now` is the node in which a match stands, `came` the edge by which it came there."""
    nodes = graph.in_order()
    row = {node: number for number, node in enumerate(nodes)}
    moves = [(here, there, facts) for here, there, facts in graph.edges(data=True) if here != there]
    ways = [way for way in moves if way[2]["share"] >= SELDOM or way[:2] == came]
    left_out = len(moves) - len(ways)
    left, right = (EDGE + _room(row, ways, back) for back in (True, False))
    labels = _labels(graph, row, left, ways)
    arcs = [_arc(graph, row, left, way, way[:2] == came, labels.get(way[:2])) for way in ways]
    boxes = [_box(graph, node, row[node], left, node == now) for node in nodes]
    width, height = left + WIDE + right, 2 * EDGE + len(nodes) * (HIGH + BELOW)
    legend = [] if graph.of_match else ["Numbers: decisions made there in a game."]
    legend += [f"Left out: {counted(left_out, 'way')} taken in {percent(0)}."] if left_out else []
    below = [pen.text(words, left, height - EDGE + LINE * line, class_="rt-soft") for line, words in enumerate(legend)]
    height += LINE * max(len(legend) - 1, 0)
    style = pen.style_sheet(STYLE)
    name, words = f"Phases of {graph.graph.get('title', 'a game')}", " ".join(graph.in_words())
    return pen.picture(
        name, words, style, *arcs, *boxes, *below, box=(width, height), class_="rt-course", width=width, height=height
    )


def _room(row: dict[str, int], ways: list[Way], back: bool) -> float:
    """How far the arcs on one side reach out."""
    passed = [abs(row[there] - row[here]) for here, there, _ in ways if (row[there] < row[here]) == back]
    return (BEND * max(passed, default=0)) + text_width("under 1 %", 12)


def _top(number: int) -> float:
    return EDGE + number * (HIGH + BELOW)


def _bends(graph: PhaseGraph, row: dict[str, int], left: float, here: str, there: str) -> tuple[int, list[Point]]:
    """The side of an arc, and its four points: where it begins, two that pull it outwards, where it ends."""
    passed, back = abs(row[there] - row[here]), row[there] < row[here]
    side = -1 if back else 1
    start, end = _top(row[here]) + HIGH * 0.62, _top(row[there]) + HIGH * 0.38
    first, last = (left + (_inner(graph, node) if back else WIDE) for node in (here, there))
    out = (left if back else left + WIDE) + side * BEND * passed
    return side, [(first, start), (out, start), (out, end), (last + side * 6, end)]


def _labels(graph: PhaseGraph, row: dict[str, int], left: float, ways: list[Way]) -> dict[tuple[str, str], Point]:
    """Where the share of each way is written along its arc, placed by frequency so that none overlaps another.

    A share without room is given only in the words about its phase.
    """
    found: dict[tuple[str, str], Point] = {}
    taken: list[tuple[Point, float]] = []
    for here, there, facts in sorted(ways, key=lambda way: -way[2]["share"]):
        if facts["share"] < LABELLED:
            continue
        side, bends = _bends(graph, row, left, here, there)
        wide = text_width(percent(facts["share"]), SHARE_SIZE)
        for along in ALONG:
            x, y = _point(bends, along)
            at = x + side * (3 + _thick(facts["share"]) / 2) - (wide if side < 0 else 0), y + 4
            if all(_apart(at, wide, *other) for other in taken):
                taken.append((at, wide))
                found[here, there] = at
                break
    return found


def _point(bends: list[Point], along: float) -> Point:
    """The point of a cubic curve at this share of its length."""
    rest = 1 - along
    weights = (rest**3, 3 * rest**2 * along, 3 * rest * along**2, along**3)
    x, y = (sum(weight * bend[axis] for weight, bend in zip(weights, bends, strict=True)) for axis in range(2))
    return x, y


def _apart(at: Point, wide: float, other: Point, other_wide: float) -> bool:
    """Whether two texts that begin at these points do not overlap."""
    beside = at[0] + wide < other[0] or other[0] + other_wide < at[0]
    return beside or abs(at[1] - other[1]) >= SHARE_SIZE + 2


def _thick(share: float) -> float:
    """How thick the arc of a way is."""
    return max(1.0, THICKEST * share**0.5 * 0.8)


def _arc(graph: PhaseGraph, row: dict[str, int], left: float, way: Way, came: bool, label: Point | None) -> Drawn:
    """An arc from one box to another, around those between them, with its share if there is a place for it."""
    here, there, facts = way
    side, ((first, start), (out, _), _, (_, end)) = _bends(graph, row, left, here, there)
    last = left + (_inner(graph, there) if side < 0 else WIDE)
    course = f"M{first:g} {start:g}C{out:g} {start:g} {out:g} {end:g} {last + side * 6:g} {end:g}"
    tip = pen.through([(last, end), (last + side * 8, end - 4.5), (last + side * 8, end + 4.5)], closed=True)
    line = pen.path(course, class_="rt-way", stroke_width=_thick(facts["share"]))
    head = pen.path(tip, class_="rt-tip")
    labels = [] if label is None else [pen.text(percent(facts["share"]), *label, class_="rt-share")]
    look = "rt-came" if came else None
    return drawn_way((here, there), graph.way_in_words(here, there), line, head, *labels, look=look)


def _inner(graph: PhaseGraph, node: str) -> int:
    """How far the box of an effect is indented."""
    return INDENT if graph.nodes[node]["effect"] else 0


def _box(graph: PhaseGraph, node: str, number: int, left: float, now: bool) -> Drawn:
    """A phase with how often seats decide in it, which seats do, and how often they stay."""
    facts = graph.nodes[node]
    inner = _inner(graph, node)
    x, y = left + inner, _top(number)
    kept = graph.get_edge_data(node, node, {"share": 0.0})["share"]
    stays = [f"stays {percent(kept)}"] if kept else []
    stays += ["all at once"] if facts["together"] else []
    if often := graph.how_often(node):
        short = often if graph.of_match else f"{facts['visits']:.1f} a game"
    else:
        often = short = _without_decisions(graph, facts)
    room = WIDE - inner - 16
    return drawn_node(
        node,
        f"{facts['title']}: {', '.join([often, *stays])}",
        pen.rectangle(x, y, WIDE - inner, HIGH, class_="rt-box", rx=6),
        pen.text(cut(facts["title"], room, 13), x + 8, y + 18),
        pen.text(cut(" · ".join([short, *stays]), room, 12), x + 8, y + 35, class_="rt-soft"),
        looks={"rt-inner": facts["effect"], "rt-over": facts["over"], "rt-now": now},
    )


def _without_decisions(graph: PhaseGraph, facts: dict[str, Any]) -> str:
    """What is said about a phase in which nobody has decided anything."""
    if facts["over"]:
        return "games end here"
    return "not yet" if graph.of_match and facts["phase"] else "chance"
