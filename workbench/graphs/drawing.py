"""A bonus graph as SVG: cards as boxes, a line from each card that gives a bonus to the card that has it.

Nothing is shown by colour alone: a category has a letter and a sign; a missing source is dashed, has a question mark
and says so; a ring is heavier and says so, and so does a changed card. Text is broken, squeezed or cut so that it stays
in its box.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from workbench import pen
from workbench.graphs.drawn import style_of
from workbench.graphs.placing import BETWEEN, EDGE, HIGH, WIDE, Node, Placed, place
from workbench.kernel.words import counted
from workbench.pen import Drawn, Picture, Point, cut, joined, text_width, through

if TYPE_CHECKING:
    from workbench.graphs.bonuses import BonusGraph

STRIP = 34  # the part of a card that shows its categories
DISC = 8  # radius of the disc with the letter of a bonus
ARROW = 7
NAME_SIZE, SMALL = 13, 12
LINE = 15
LEAST_SQUEEZE = 0.8  # text is squeezed to this share of its width before it is cut

STYLE = "\n" + style_of("bonus-graph")
PLAIN = "#5c4d3c"  # the disc of a bonus without a category


# ---------------------------------------------------------------- text


# A change to a deck leaves most of its picture unchanged, so drawn parts are cached.
KEPT = 4096


@lru_cache(maxsize=KEPT)
def broken(text: str, room: float, size: int, most: int) -> tuple[str, ...]:
    """A text in at most `most` lines of `room` pixels; what does not fit ends in an ellipsis.

    >>> broken("Jousting Pavilion", 80, 13, 2)
    ('Jousting', 'Pavilion')
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or text_width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [" ".join(lines[most - 1 :])]
    return tuple(cut(line, room / LEAST_SQUEEZE, size) for line in lines)


@lru_cache(maxsize=KEPT)
def _text(words: str, x: float, y: float, size: int, room: float, kind: str | None = None) -> Drawn:
    """One line of text that fits its room."""
    squeezed = text_width(words, size) > room
    length, adjusted = (f"{room:.0f}", "spacingAndGlyphs") if squeezed else (None, None)
    return pen.text(words, x, y, font_size=size, class_=kind, textLength=length, lengthAdjust=adjusted)


# ---------------------------------------------------------------- lines

CORNER = 6
BEND = 12  # how far right of its source a line turns to another row


def _across(source: Point, card: Point, arrival: float) -> list[Point]:
    """From the right side of a source to the left side of its card in a layer further right."""
    (from_x, from_y), (x, y) = source, card
    start, turn, level = (from_x + WIDE, from_y + HIGH / 2), x - BETWEEN + BEND, y + arrival
    return [start, (turn, start[1]), (turn, level), (x, level)] if level != start[1] else [start, (x, level)]


def _above(source: Point, card: Point, top: float) -> list[Point]:
    """From the top of a ring's last card back to the top of its first."""
    (from_x, from_y), (x, y) = source, card
    return [(from_x + WIDE / 2, from_y), (from_x + WIDE / 2, top), (x + WIDE / 2, top), (x + WIDE / 2, y)]


def _indented(source: Point, card: Point) -> list[Point]:
    """From the lower edge of a source down to a card that is indented below it."""
    (from_x, from_y), (x, y) = source, card
    down = from_x + min(8, (x - from_x) / 2)
    return [(down, from_y + HIGH), (down, y + HIGH / 2), (x, y + HIGH / 2)]


def _beside(source: Point, card: Point, right: float) -> list[Point]:
    """From the right side of a source, along the right of an outline, to the right side of a card."""
    (from_x, from_y), (x, y) = source, card
    return [(from_x + WIDE, from_y + 26), (right, from_y + 26), (right, y + HIGH / 2), (x + WIDE, y + HIGH / 2)]


@lru_cache(maxsize=KEPT)
def _line(points: tuple[Point, ...], words: str, colour: str, missing: bool, closes: bool) -> Drawn:
    """A line with its arrowhead, and before that a disc with the letter of the bonus; heavier if it closes a ring."""
    end, before = points[-1], points[-2]
    kinds = "rt-line" + " rt-missing-line" * missing + " rt-ring-line" * closes
    tip = pen.path(through([end, *_wings(end, before)], closed=True), class_="rt-tip")
    drawn = [pen.path(_rounded(points), class_=kinds), tip, _disc(words, colour, end, before)]
    if closes:
        x, y = (end[0] + 14, end[1] - 10) if end[0] == before[0] else (end[0] + 4, end[1] - 12)
        drawn.append(pen.text("ring", x, y, class_="rt-ring-word"))
    return joined(*drawn)


def _disc(words: str, colour: str, end: Point, before: Point) -> Drawn:
    distance = ARROW + DISC
    length = abs(end[0] - before[0]) + abs(end[1] - before[1])
    share = distance / max(length, 1.0)
    x, y = end[0] + (before[0] - end[0]) * share, end[1] + (before[1] - end[1]) * share
    letter = _text(words, x, y + 4, SMALL, 2 * DISC - 3, "rt-on-colour")
    return joined(pen.circle(x, y, DISC, fill=colour), letter)


def _rounded(points: Sequence[Point]) -> str:
    """A path through some points with rounded corners."""
    steps = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        (ax, ay), (bx, by) = _towards(corner, before, CORNER), _towards(corner, after, CORNER)
        steps.append(f"L{ax:g} {ay:g}Q{corner[0]:g} {corner[1]:g} {bx:g} {by:g}")
    return "".join(steps) + f"L{points[-1][0]:g} {points[-1][1]:g}"


def _towards(start: Point, end: Point, distance: float) -> Point:
    """The point at this distance from `start` on the way to `end`, at most halfway."""
    (x, y), (to_x, to_y) = start, end
    length = max(abs(to_x - x) + abs(to_y - y), 1.0)  # lines are vertical or horizontal
    share = min(distance / length, 0.5)
    return x + (to_x - x) * share, y + (to_y - y) * share


# ---------------------------------------------------------------- the parts of the picture


class Drawing:
    """Draws a graph that has bonuses, at any number of widths."""

    def __init__(self, graph: BonusGraph) -> None:
        self.graph = graph
        self.changed = graph.graph.get("changed", frozenset())
        self.category = {category.letter: category for category in graph.graph.get("categories", ())}
        self.nodes = graph.nodes
        self.names = graph.names
        self.sources = graph.sources
        self.closing = {(ring[-1], ring[0]) for ring in graph.rings}

    @cached_property
    def sentences(self) -> list[str]:
        """The graph in words."""
        return self.graph.in_words()

    @cached_property
    def cards(self) -> dict[Node, Drawn]:
        """The cards that have or give a bonus, each drawn once for all widths."""
        return {card: self._card(card) for card in self.graph.connected}

    def picture(self, width: int) -> Picture:
        """The whole picture."""
        groups = place(self.sources, width)
        right = max(width, *(placed.right for placed in groups))
        legend, bottom = self._legend(right, max(placed.bottom for placed in groups))
        summary, *rest = self.sentences
        return pen.picture(
            f"{self.graph.graph.get('title', '')}: bonus graph",
            ". ".join(rest),
            pen.style_sheet(STYLE),
            *map(self._group, groups),
            legend,
            box=(right, bottom),
            width=right,
            height=bottom,
            class_="rt-bonus-graph",
            aria_label=f"Bonus graph. {summary}",
        )

    def _group(self, placed: Placed) -> Drawn:
        """The linked cards, after their lines, so that lines pass below the cards."""
        group = placed.group
        at: dict[Node, Point] = {card: (placed.x + x, placed.y + y) for card, (x, y) in group.places.items()}
        links = [(source, card) for card in at for source in self.sources[card]]
        lines = [self._line(source, card, tuple(self._path(source, card, at, placed))) for source, card in links]
        cards = [pen.group(self.cards[card], transform=f"translate({x:g} {y:g})") for card, (x, y) in at.items()]
        back = pen.rectangle(placed.x, placed.y, group.width, group.height, class_="rt-group-back", rx=8)
        return pen.group(back, *lines, *cards)

    def _path(self, source: Node, card: Node, at: dict[Node, Point], placed: Placed) -> list[Point]:
        group = placed.group
        if group.outline and group.parent.get(card) == source:
            return _indented(at[source], at[card])
        if group.outline:
            return _beside(at[source], at[card], placed.x + group.width - 2 * EDGE)
        if (source, card) in self.closing:
            return _above(at[source], at[card], placed.y + EDGE + 8)
        arriving = [other for other in self.sources[card] if (other, card) not in self.closing]
        step = min(2 * DISC, HIGH / len(arriving))
        return _across(at[source], at[card], HIGH / 2 + step * (arriving.index(source) - (len(arriving) - 1) / 2))

    def _line(self, source: Node, card: Node, points: tuple[Point, ...]) -> Drawn:
        words = "".join(self.graph.edges[source, card]["letters"]) or "+"
        first = self.category.get(words[0])
        missing, closes = self.nodes[source]["missing"], (source, card) in self.closing
        drawn = _line(points, words, first.colour if first else PLAIN, missing, closes)
        return pen.group(drawn, data_edge=f"{source} > {card}")

    def _card(self, card: Node) -> Drawn:
        """A card: its categories, its name in up to two lines, and everything about it as a tooltip."""
        facts = self.nodes[card]
        strip: Sequence[Drawn]
        if facts["missing"]:
            word, strip, name = "missing", QUESTION_MARK, str(facts["name"] or "no card named")
        else:
            word, strip, name = "changed" if card in self.changed else "", self._strip(facts["letters"]), facts["name"]
            name = f"{facts['copies']}× {name}" if facts["copies"] > 1 else str(name)
        left = STRIP + 6 if strip else 6
        room = WIDE - left - 6
        lines = broken(name, room, NAME_SIZE, 2)
        top = HIGH / 2 + 5 - (len(lines) - 1) * LINE / 2
        words = [_text(line, left, top + i * LINE, NAME_SIZE, room) for i, line in enumerate(lines)]
        parts = [pen.title(self.card_in_words(card)), BOX, *strip, *words, *(_flag(word) if word else ())]
        return pen.group(*parts, class_=f"rt-{word}" if word else None, data_key=card)

    def _strip(self, letters: str) -> list[Drawn]:
        """The categories of a card's own points: one below the other, each with its letters and its sign."""
        own = list(dict.fromkeys(letters))[:3]
        high = (HIGH - 2) / max(len(own), 1)
        middle = 1 + STRIP / 2
        parts = []
        for index, letter in enumerate(own):
            top, category = 1 + index * high, self.category.get(letter)
            parts.append(pen.rectangle(1, top, STRIP, high, fill=category.colour if category else PLAIN))
            sign, times = category.sign if category else "", letter * letters.count(letter)
            if len(own) == 1:
                parts.append(_text(sign, middle, top + 16, 15, STRIP - 4, "rt-on-colour"))
                parts.append(_text(times, middle, top + 31, 12, STRIP - 4, "rt-on-colour"))
            else:
                size = min(12, int(high))
                parts.append(_text(sign + times, middle, top + high / 2 + 4, size, STRIP - 4, "rt-on-colour"))
        return parts

    def card_in_words(self, card: Node) -> str:
        """Everything that the picture shows of a card, in words."""
        letters = self.nodes[card]["letters"]
        own = [self.category[letter].name for letter in dict.fromkeys(letters) if letter in self.category]
        words = self.names[card] + (f": {letters} ({', '.join(own)})" if own else "")
        for source in self.sources[card]:
            given = self.graph.edges[source, card]["letters"]
            inside = f" in {' and '.join(filter(None, given))}" if any(given) else ""
            words += f"; has a bonus{inside} from {self.names[source]}"
        cards = [self.names[other] for other in self.graph.successors(card)]
        worth = self.graph.worth_in_words(card)
        return (
            words + (f"; gives a bonus to {', '.join(cards)}" if cards else "") + "." + (f" {worth}" if worth else "")
        )

    def _legend(self, width: int, top: int) -> tuple[Drawn, float]:
        """The meaning of the signs, below the picture, and where the picture ends."""
        parts, x, y = [], float(EDGE), top + 8
        for category in self.category.values():
            name = cut(category.name, width - 2 * EDGE - STRIP - 8, 12)
            wide = STRIP + 6 + text_width(name, 12) + 12
            if x > EDGE and x + wide > width - EDGE:
                x, y = EDGE, y + 24
            sign = f"{category.sign} {category.letter}"
            parts.append(pen.rectangle(x, y, STRIP, 18, rx=3, fill=category.colour))
            parts.append(_text(sign, x + STRIP / 2, y + 13, 12, STRIP - 4, "rt-on-colour"))
            parts.append(_text(name, x + STRIP + 6, y + 13, 12, width))
            x += wide
        y += 34 if parts else 8
        for sentence in self._explained():
            for line in broken(sentence, width - 2 * EDGE, 12, 9):
                parts.append(_text(line, EDGE, y, 12, width - 2 * EDGE))
                y += 16
        return pen.group(*parts, class_="rt-legend"), y

    def _explained(self) -> list[str]:
        left_out = [node for node in self.nodes if node not in self.cards]
        sentences = [
            "A line leads from the card that gives a bonus to the card that has it; the disc names its category."
        ]
        if self.graph.missing:
            sentences.append("Dashed, with a question mark: a source that is no card of the deck.")
        if self.closing:
            sentences.append("Heavy: the bonus that closes a ring.")
        if left_out:
            sentences.append(f"Left out: {counted(len(left_out), 'card')} without any bonus.")
        changed = [str(self.nodes[node]["name"]) for node in left_out if node in self.changed]
        if changed:
            sentences.append(f"Changed among them: {', '.join(changed)}.")
        return sentences


BOX = pen.rectangle(0, 0, WIDE, HIGH, class_="rt-box", rx=5)
QUESTION_MARK = (
    pen.circle(1 + STRIP / 2, HIGH / 2, 12, fill="#a61b0f"),
    _text("?", 1 + STRIP / 2, HIGH / 2 + 6, 17, 20, "rt-on-colour"),
)


@cache
def _flag(word: str) -> tuple[Drawn, Drawn]:
    """A word on the upper edge of a card."""
    back = pen.rectangle(WIDE - 62, -8, 58, 14, class_="rt-flag", rx=3)
    return back, _text(word, WIDE - 58, 3, SMALL, 50, "rt-flag-word")


def _wings(end: Point, before: Point) -> tuple[Point, Point]:
    """The two back corners of an arrowhead."""
    x, y = end[0] - before[0], end[1] - before[1]
    length = max(abs(x) + abs(y), 1.0)
    x, y = x / length, y / length
    back = end[0] - x * ARROW, end[1] - y * ARROW
    return (back[0] - y * ARROW / 2, back[1] + x * ARROW / 2), (back[0] + y * ARROW / 2, back[1] - x * ARROW / 2)
