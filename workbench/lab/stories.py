"""The story of a match as somebody holds it: all that there is to tell (`story_told.py`), its page and its pictures.

Every text is escaped, nothing is said by colour alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench import pen
from workbench.heraldry import seat_colour
from workbench.lab.expected_winner import ExpectedWinner, expected_winner
from workbench.lab.story_told import StoryTold
from workbench.pen import (
    FONT,
    Drawn,
    Picture,
    cut,
    element,
    elements,
    joined,
    rules_beside,
    style_sheet,
    table,
    text_width,
)

NAMES, ROW, GAP, FOOT, STEP = 110, 24, 4, 42, 22
DISC = 9  # half the width of a turning point's number
WIDEST, LEAST, MOST = 620, 5, 20  # of all cells together; of one cell
STYLE = f".rt-ahead {{ font: 13px {FONT}; }}\n{rules_beside(__file__, 'story_picture.css')}"
PAGE_STYLE = style_sheet(rules_beside(__file__, "story.css"))


class Story(StoryTold):
    """The story of a match, finished or not; while it goes on, it tells what lies open, and nothing of how it ends.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=2, seed=4, bots={0: "greedy", 1: "greedy"})
    >>> match.play_bots()
    >>> story = Story(match)
    >>> story.places[0] == match.winners, len(story.turns) == match.turn
    (True, True)

    `expected` is the expected winner, where it is known; `expecting` finds it.
    """

    def expecting(self, playouts: int | None = None, compiled: bool | None = None) -> Story:
        """The same story with the expected winner; see `expected_winner`."""
        return Story(self.match, expected_winner(self.match, playouts, compiled))

    def page(self, now: int | None = None) -> Drawn:
        """The story as HTML: the sentence, who was ahead as a picture, the turning points, why not the others.

        The turn `now` is marked in the picture.
        """
        parts = [element("p", element("strong", self.sentence)), _listed("What decided it", self.what_decided)]
        if self.told_apart:
            parts += [_heading("Who was ahead"), _scrolling(ahead_picture(self, now)), _lead_changes(self)]
        if self.expected is not None and self.expected.turns:
            picture = expected_picture(self, self.expected, now)
            parts += [_heading("Who was expected to win"), element("p", self.how_expected), _scrolling(picture)]
        points = [f"{point.title}, turn {point.turn} ({point.rule}). {point.text}" for point in self.turning_points]
        others = [f"{self.names[seat]}: {text}" for seat, text in self.why_not.items()]
        parts += [_tie_break(self), _waterfalls(self)]
        parts += [_listed("Turning points", points, "ol"), _listed("Why not the others?", others)]
        return element("section", PAGE_STYLE, *parts, class_="rt-story", aria_label="The story of the match")

    def _repr_html_(self) -> str:
        return self.page()


def _heading(title: str) -> Drawn:
    return element("h4", title)


def _scrolling(part: Drawn) -> Drawn:
    return element("div", part, style="overflow-x:auto", tabindex=0)


def _listed(title: str, sentences: Sequence[str], kind: str = "ul") -> Drawn:
    return joined(_heading(title), element(kind, elements("li", sentences))) if sentences else joined()


def _lead_changes(story: StoryTold) -> Drawn:
    """Every change of the lead with what was done, closed until somebody looks."""
    if not story.lead_changes:
        return joined()
    changes = [f"Turn {change.turn}: {change.title}. {change.text}".strip() for change in story.lead_changes]
    summary = element("summary", f"Every change of the lead ({len(changes)})")
    return element("details", summary, element("ul", elements("li", changes)))


def _tie_break(story: StoryTold) -> Drawn:
    """What decides, step by step, as a table: who was still equal, and who dropped out at which step."""
    steps = list(story.steps)
    if len(steps) < 2:
        return joined()
    rows = []
    for text, figures, left, out in steps:
        cells = [_equal(figure, seat in left, seat in out) for seat, figure in enumerate(figures)]
        rows.append(element("tr", element("th", text, scope="row"), *cells))
    title = "Step by step to who won" if story.match.over else "Step by step to who is ahead"
    return joined(_heading(title), _scrolling(table(["", *story.names], rows)))


def _equal(figure: int, left: bool, out: bool) -> Drawn:
    """The cell of a seat's figure at one step: struck out where it drops out."""
    if out:
        return element("td", element("s", str(figure)), " drops out")
    return element("td", element("b", str(figure)) if left else "–")


def _waterfalls(story: StoryTold) -> Drawn:
    """How each total arose, a picture for each seat, closed until somebody looks."""
    pictures = [(name, waterfall_picture(story, seat)) for seat, name in enumerate(story.names)]
    folds = [element("details", element("summary", name), drawn) for name, drawn in pictures if drawn]
    return joined(_heading("How each total arose"), *folds) if folds else joined()


def waterfall_picture(story: StoryTold, seat: int) -> Picture | None:
    """How a seat's points add up: a bar for each column of the sheet, which begins where the one above it ends.

    None where the seat has no points in any column.
    """
    steps = story.sums[seat]
    if not steps:
        return None
    low = min(0, *(sum_ for _, _, sum_ in steps))
    high = max(1, *(sum_ for _, _, sum_ in steps))
    unit = (WIDEST - 130) / (high - low)
    bars = []
    for number, (part, points, sum_) in enumerate(steps):
        y, start, end = number * STEP, *sorted((sum_ - points, sum_))
        x, wide = NAMES + (start - low) * unit, max(1.0, (end - start) * unit)
        words = f"{part.title}: {points:+}, {sum_} in all"
        label = pen.text(f"{points:+} = {sum_}", x + wide + 6, y + 15, class_="rt-so-far")
        bar = pen.rectangle(x, y + 2, wide, STEP - 6, fill=part.colour, class_="rt-less" if points < 0 else None)
        bars.append(pen.group(pen.title(words), pen.text(cut(part.title, NAMES - 8, 13), 0, y + 15), bar, label))
    total, name = steps[-1][2], story.names[seat]
    told = "; ".join(f"{part.title} {points:+}" for part, points, _ in steps)
    return _picture(f"{name}: {total} in all", told, bars, NAMES + WIDEST, len(steps) * STEP + 4)


def ahead_picture(story: StoryTold, now: int | None = None) -> Picture:
    """A row for each seat, a cell for each turn: full where it was ahead alone, half where with others.

    The turn `now` has a frame around it.
    """
    full = [1.0 if len(turn.ahead) == 1 else 0.5 for turn in story.turns]
    filled = [
        [one if seat in turn.ahead else 0.0 for one, turn in zip(full, story.turns, strict=True)]
        for seat in range(story.match.seats)
    ]
    ahead = [" and ".join(story.names[seat] for seat in turn.ahead) or "nobody" for turn in story.turns]
    words = [f"Turn {turn.number}: {who}." for turn, who in zip(story.turns, ahead, strict=True)]
    return _turns_picture(story, "Who was ahead", words, filled, [turn.number for turn in story.turns], now)


def expected_picture(story: StoryTold, expected: ExpectedWinner, now: int | None = None) -> Picture:
    """A row for each seat, a cell for each turn and one for the beginning, filled by the seat's share of the win."""
    filled = [[of_seats[seat] for of_seats in expected.shares] for seat in range(story.match.seats)]
    words = []
    for turn, of_seats in zip(expected.turns, expected.shares, strict=True):
        named = zip(story.names, of_seats, strict=True)
        words.append(f"Turn {turn}: {', '.join(f'{name} {100 * share:.0f}' for name, share in named)}.")
    return _turns_picture(story, "Who was expected to win", words, filled, expected.turns, now)


def _turns_picture(
    story: StoryTold, title: str, words: Sequence[str], filled: Sequence[Sequence[float]], turns: Sequence[int],
    now: int | None,
) -> Picture:  # fmt: skip
    """A row for each seat with a cell for each turn, which is filled from below; turning points are numbered."""
    seats = story.match.seats
    wide = min(MOST, max(LEAST, WIDEST / max(len(turns), 1)))
    width, height = NAMES + wide * len(turns) + 12, seats * (ROW + GAP) + FOOT
    rows = [_row(story, seat, of_seat, wide, words) for seat, of_seat in enumerate(filled)]
    first = turns[0] if turns else 1
    moments = [
        _moment(number, point.turn - first, wide, height) for number, point in enumerate(story.turning_points, 1)
    ]
    if now is not None and now in turns:
        x, high = NAMES + (now - first) * wide, seats * (ROW + GAP) - GAP
        moments.append(pen.rectangle(x - 1.5, 0.5, wide + 2, high, class_="rt-now"))
    marked = [point.turn for point in story.turning_points]
    labels = [pen.text("turn", 0, height - FOOT + 24), *_numbers(turns, marked, wide, height)]
    return _picture(title, " ".join(words), [*rows, *labels, *moments], width, height)


def _picture(title: str, words: str, parts: Sequence[Drawn], width: float, height: float) -> Picture:
    style, box = pen.style_sheet(STYLE), (width, height)
    return pen.picture(title, words, style, *parts, box=box, class_="rt-ahead", width=width, height=height)


def _row(story: StoryTold, seat: int, filled: Sequence[float], wide: float, words: Sequence[str]) -> Drawn:
    top, parts = seat * (ROW + GAP), []
    for place, full in enumerate(filled):
        x, high = NAMES + place * wide, ROW * full
        inside = [pen.title(words[place]), pen.rectangle(x, top, wide - 1, ROW, class_="rt-turn-cell")]
        if high:
            inside.append(pen.rectangle(x, top + ROW - high, wide - 1, high, fill=seat_colour(story.match.arms[seat])))
        parts.append(pen.group(*inside))
    name = cut(story.names[seat], NAMES - 8, 13)
    return pen.group(pen.title(story.names[seat]), pen.text(name, 0, top + 17), *parts, data_seat=seat)


def _numbers(turns: Sequence[int], marked: Sequence[int], wide: float, height: float) -> list[Drawn]:
    """The number of the first turn, and of the last; none where the number of a turning point stands."""
    if len(turns) < 2:
        return []
    parts = []
    for turn in (turns[0], turns[-1]):
        begin = NAMES + (turn - turns[0]) * wide
        end = begin + text_width(str(turn), 13)
        middles = [NAMES + (other - turns[0] + 0.5) * wide for other in marked]
        if all(end < middle - DISC or middle + DISC < begin for middle in middles):
            parts.append(pen.text(str(turn), begin, height - FOOT + 24))
    return parts


def _moment(number: int, place: int, wide: float, height: float) -> Drawn:
    x = NAMES + (place + 0.5) * wide
    return pen.group(
        pen.line((x, 0), (x, height - FOOT + 6), class_="rt-moment"),
        pen.circle(x, height - FOOT + 18, DISC, class_="rt-point"),
        pen.text(str(number), x, height - FOOT + 22, class_="rt-in-point"),
    )
