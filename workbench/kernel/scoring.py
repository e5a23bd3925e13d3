"""Scoring emits lines; ranking is computed from the lines that the screen shows, so they cannot disagree.

Legend of a line, entry i of the buffer:

    round_number               the round it belongs to, counted from 1; 0 for the match as a whole (see `score_round`)
    seat, category, source     whose, in which category (-1: none), from which kind of card (-1: none)
    other                      what {other} names (a card, or what the reason says); without a source, the seats (bits)
                               that {shared} names, or the categories where the reason's `other` is a category
    points                     whole points
    reason                     a number of the variant's Ranking.reasons
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any

import numpy as np

from workbench.kernel.arrays import Numbers
from workbench.kernel.declared import check_each, check_is_one_of, check_named, check_parts
from workbench.kernel.names import Declaration, Names, attribute, in_order
from workbench.kernel.rule import Bound, rule
from workbench.kernel.score_sheet import ScoreSheet
from workbench.kernel.state import MOST_SEATS, PlainRecord, laid_out
from workbench.storage.errors import DeclarationError, one_of

LINE_CAPACITY = 2048
LEVELS = ("point", "use", "derived")
NAMED_IN_LINES = ("category", "source", "other", "shared")
PLAIN_SHEET = ScoreSheet()
NO_LEAST = -(2**31)  # of a ranking in which somebody always wins


@laid_out
class Lines(PlainRecord):
    """The lines of a score (legend above)."""

    count: Annotated[int, "i8"]
    current_round: Annotated[int, "i8"]
    points: Annotated[Numbers, "i4", (LINE_CAPACITY,)]
    seat: Annotated[Numbers, "i2", (LINE_CAPACITY,)]
    category: Annotated[Numbers, "i2", (LINE_CAPACITY,)]
    source: Annotated[Numbers, "i2", (LINE_CAPACITY,)]
    other: Annotated[Numbers, "i4", (LINE_CAPACITY,)]
    reason: Annotated[Numbers, "i2", (LINE_CAPACITY,)]
    round_number: Annotated[Numbers, "i2", (LINE_CAPACITY,)]


LINES_DTYPE = Lines.dtype


@dataclass(frozen=True)
class Reason(Declaration[int]):
    """Why a line gives points.

    level: `point` (a card's point), `use` (a card took effect, worth no points by itself) or `derived` (a sum, a lead,
    an outcome computed from the lines before it).
    `text` names {source}, {category}, {other} and {shared} of a line; `other` is the kind of thing that {other} names.
    `bonus` marks points that a card gives beside another. Raises DeclarationError.
    """

    level: str
    text: str
    rule: str = ""
    other: str = "card"
    bonus: bool = False
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_is_one_of(f"{self.called('reason')}: level", self.level, LEVELS)
        check_named(f"the text of the {self.called('reason')}", self.text, NAMED_IN_LINES)


class Ranking(Names):
    """How lines become a winner: seats are compared by `chain`, reason by reason, most points first.

    A seat's figure for a reason is the sum of its lines with that reason, 0 without any. `fewest` names
    the reasons of the chain where fewer is better. Nobody with less than `least` of the first wins.
    `sheet` says how the score is told and laid out. `reasons` are those of a variant that makes its own from others';
    otherwise those that the class declares.

    >>> class Leads(Ranking):
    ...     leads = Reason("derived", "leads")
    ...     cards = Reason("derived", "cards")
    >>> ranking = Leads(chain=("leads", "cards"))
    >>> ranking.leads, ranking.cards
    (0, 1)
    """

    def __init__(
        self,
        reasons: Sequence[Reason] | None = None,
        chain: Sequence[str] = (),
        fewest: Sequence[str] = (),
        least: int = NO_LEAST,
        sheet: ScoreSheet = PLAIN_SHEET,
    ) -> None:
        self.reasons = check_each("reasons", self._declared if reasons is None else reasons, Reason)
        self.chain, self.fewest = check_each("the chain", chain, str), check_each("fewest", fewest, str)
        self.least, self.sheet = least, sheet
        sheet.check(reason.name for reason in self.reasons)
        if not self.chain:
            raise DeclarationError("the chain of a ranking is empty; name the reason by which one wins")
        self._declare("reason", in_order((reason.name for reason in self.reasons), "reason"))
        for name in self.chain:
            if attribute(name) not in self._numbers:
                raise DeclarationError(one_of(name, self._numbers, "reason"))
        for name in self.fewest:
            if name not in self.chain:
                raise DeclarationError(one_of(name, self.chain, "reason of the chain"))

    def number(self, name: str) -> int:
        """The number of a reason."""
        return int(self._numbers[attribute(name)])

    def called(self, name: str) -> str:
        """What a reason of the chain is called in a sentence; nothing where it only says who has won."""
        text = self.reasons[self.number(name)].text
        return dict(self.sheet.steps).get(name, text.removeprefix("tie-break: "))

    @cached_property
    def chain_numbers(self) -> np.ndarray:
        """The chain as reason numbers, int64."""
        return np.array([self.number(name) for name in self.chain], np.int64)

    @cached_property
    def chain_signs(self) -> np.ndarray:
        """1 where more is better, -1 where fewer is, int64."""
        return np.array([-1 if name in self.fewest else 1 for name in self.chain], np.int64)

    @cached_property
    def is_of_card(self) -> np.ndarray:
        """1 for reasons that belong to a card, of level `point` or `use`, by reason number, int64."""
        return np.array([reason.level in ("point", "use") for reason in self.reasons], np.int64)

    @cached_property
    def is_bonus(self) -> np.ndarray:
        """1 for points that a card gives beside another one, by reason number, int64."""
        return np.array([reason.bonus for reason in self.reasons], np.int64)


# The ranking of a game that declares none: most points win.
class _Points(Ranking):
    points = Reason("point", "points")


MOST_POINTS = _Points(chain=("points",))
POINTS = MOST_POINTS.points


@dataclass(frozen=True)
class Recount:
    """What a game's second scorer found: the winners, and for each reason it counted the figure of every seat.

    It is written separately from the rules and uses only what lies open, so that the two can be compared.
    """

    winners: tuple[int, ...]
    figures: Mapping[str, tuple[int, ...]]


CHAIN: Any = Bound("CHAIN")
CHAIN_SIGNS: Any = Bound("CHAIN_SIGNS")
LEAST: Any = Bound("LEAST")


@rule(inlined=True)
def clear_lines(lines: Lines) -> None:
    """Begin a new score."""
    lines.count = 0
    lines.current_round = 0


@rule(inlined=True)
def score_round(lines: Lines, number: int) -> None:
    """Let the lines that follow belong to a round, counted from 1; 0 for the match as a whole."""
    lines.current_round = number


@rule(inlined=True)
def emit_line(lines: Lines, seat: int, category: int, source: int, other: int, points: int, reason: int) -> None:
    """Write one score line."""
    i = lines.count
    if i >= len(lines.reason):
        raise OverflowError("more score lines than LINE_CAPACITY")
    lines.seat[i] = seat
    lines.category[i] = category
    lines.source[i] = source
    lines.other[i] = other
    lines.points[i] = points
    lines.reason[i] = reason
    lines.round_number[i] = lines.current_round
    lines.count = i + 1


@rule(inlined=True)
def figure(lines: Lines, seat: int, reason: int) -> int:
    """The sum of a seat's lines with a reason."""
    total = 0
    for i in range(lines.count):
        if lines.seat[i] == seat and lines.reason[i] == reason:
            total += lines.points[i]
    return int(total)


@rule(inlined=True)
def best_of(lines: Lines, contenders: int, reason: int, sign: int) -> int:
    """The seats of a bit mask whose figure for a reason is best (sign 1: most, -1: fewest)."""
    best = 0
    kept = 0
    for seat in range(MOST_SEATS):
        if (contenders >> seat) & 1 == 1:
            points = sign * figure(lines, seat, reason)
            if kept == 0 or points > best:
                best = points
                kept = 1 << seat
            elif points == best:
                kept |= 1 << seat
    return kept


@rule
def winners(lines: Lines, seats: int) -> int:
    """The winning seats as a bit mask, computed from score lines alone; 0 if nobody wins."""
    contenders = 0
    for seat in range(seats):
        if CHAIN_SIGNS[0] * figure(lines, seat, CHAIN[0]) >= LEAST:
            contenders |= 1 << seat
    for i in range(len(CHAIN)):
        if contenders & (contenders - 1) != 0:
            contenders = best_of(lines, contenders, CHAIN[i], CHAIN_SIGNS[i])
    return contenders
