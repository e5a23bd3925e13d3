"""What a score is made of: the columns of its sheet, who leads them, and the cards whose points they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.kernel.scenes.plain import emblem_of
from workbench.kernel.scenes.scene import CardFace
from workbench.kernel.score_sheet import FOR_EACH_CATEGORY, FOR_EACH_ROUND, ONCE, SheetColumn

if TYPE_CHECKING:
    from workbench.decks.model import Category
    from workbench.play.match import Match

Line = dict[str, Any]  # as `Match.score_lines` has them
PLAIN_COLOUR = "#5c4d3c"


class Part(NamedTuple):
    """A column of the sheet as it is drawn: its title and look, and the lines that belong to it."""

    title: str
    emblem: str
    colour: str
    reasons: tuple[str, ...]
    made_of: tuple[str, ...] = ()
    category: str | None = None  # of the lines that belong to it; None: of any
    round: int | None = None

    def holds(self, line: Line) -> bool:
        """Whether a line belongs to the column, whatever its reason."""
        return self.category in (None, line["category"]) and self.round in (None, line["round"])

    @property
    def of_one(self) -> bool:
        """Whether it is the column of one category or round."""
        return self.category is not None or self.round is not None

    def is_made_of(self, line: Line) -> bool:
        """Whether a line is about a card whose points the column is made of."""
        ours = self.of_one or line["reason"] in (*self.reasons, *self.made_of)
        return line["level"] == "point" and line["points"] != 0 and self.holds(line) and ours

    @property
    def look(self) -> dict[str, str]:
        """What a page needs to draw its head."""
        return {"title": self.title, "colour": self.colour, "emblem": self.emblem}


class Points:
    """The score lines of a match, added up by seat and by column of the score sheet.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=2, seed=4)
    >>> [column.title for column in Points(match, match.score_lines()).columns][:3]
    ['Food', 'Trade', 'Building']
    """

    def __init__(self, match: Match, lines: Sequence[Line]) -> None:
        self.match, self.lines = match, lines
        self.sheet = match.variant.ranking.sheet

    def of(self, seat: int, reasons: Iterable[str], part: Part | None = None) -> int:
        """The points of a seat's lines with one of some reasons, of one column alone if it is given."""
        wanted = set(reasons)
        own = (line for line in self.lines if line["seat"] == seat and line["reason"] in wanted)
        return int(sum(line["points"] for line in own if part is None or part.holds(line)))

    @cached_property
    def columns(self) -> list[Part]:
        """The columns of the sheet; those in which nobody has anything are left out, except categories."""
        found = [part for column in self.sheet.columns or self._plain_columns() for part in self._of_column(column)]
        counted = {(line["reason"], line["category"], line["round"]) for line in self.lines if line["points"]}
        return [
            part
            for part in found
            if part.category is not None
            or any(reason in part.reasons and part.round in (None, number) for reason, _, number in counted)
        ]

    def _plain_columns(self) -> list[SheetColumn]:
        """The columns of a game that declares none: its points, by round or by category where there are any."""
        points = [line for line in self.lines if line["level"] == "point"]
        reasons = tuple(dict.fromkeys(line["reason"] for line in points))
        if not reasons:
            return []
        if any(line["round"] for line in points):
            return [SheetColumn(reasons, "Round {number}", FOR_EACH_ROUND)]
        if any(line["category"] for line in points):
            return [SheetColumn(reasons, per=FOR_EACH_CATEGORY)]
        return [SheetColumn(reasons, "Points")]

    def _of_column(self, column: SheetColumn) -> list[Part]:
        if column.per == ONCE:
            return [Part(column.title, column.emblem, PLAIN_COLOUR, column.reasons, column.made_of)]
        if column.per == FOR_EACH_ROUND:
            rounds = sorted({int(line["round"]) for line in self.lines if line["reason"] in column.reasons} - {0})
            title = column.title or "{number}"
            return [Part(title.format(number=one), "", PLAIN_COLOUR, column.reasons, round=one) for one in rounds]
        return [
            Part(one.short or one.name, self._emblem_of(one), one.colour, column.reasons, category=one.letter)
            for one in self.match.deck.meta.categories
        ]

    @cached_property
    def _faces(self) -> list[CardFace]:
        deck = self.match.deck
        return [deck.game.studio.face(deck, kind) for kind in range(len(deck.names["card"]))]

    def _emblem_of(self, category: Category) -> str:
        """The emblem the deck has chosen for a category, otherwise one that all its cards share, or its usual one."""
        own = {face.emblem for face in self._faces if {one.letter for one in face.symbols} == {category.letter}}
        return own.pop() if len(own) == 1 and not category.own_emblem else category.emblem

    def leads(self, part: Part) -> set[int]:
        """The seats that lead a column: by the lines that say so, otherwise those who have most of it."""
        if self.sheet.led:
            led = (line for line in self.lines if line["reason"] in self.sheet.led and part.holds(line))
            return {int(line["seat"]) for line in led} if part.of_one else set()
        points = [self.of(seat, part.reasons, part) for seat in range(self.match.seats)]
        return {seat for seat, number in enumerate(points) if number == max(points) > max(0, min(points))}

    def row_of_sources(self, seat: int, part: Part) -> dict[str, Any] | None:
        """A column of a seat with the cards whose points it is; None where the seat has nothing there."""
        own = [line for line in self.lines if line["seat"] == seat and part.is_made_of(line)]
        points = self.of(seat, part.reasons, part)
        if not own and not points:
            return None
        order = list(dict.fromkeys(line["source"] for line in own))
        own.sort(key=lambda line: (order.index(line["source"]), line["reason"] in self._bonuses))
        blocks = [self._block(line) for line in own]
        sum_ = sum(block["points"] for block in blocks)
        return {
            **part.look,
            "led": seat in self.leads(part),
            "blocks": blocks,
            "times": points // sum_ if sum_ and points % sum_ == 0 else 1,  # where a column is a product
            "points": points,
        }

    def _block(self, line: Line) -> dict[str, Any]:
        """What one card gives: its points, and why; a bonus stands behind the card that prints it."""
        bonus = line["reason"] in self._bonuses
        return {
            "name": line["source"],
            "points": int(line["points"]),
            "bonus": bonus,
            "why": line["text"],
            "emblem": self._emblems.get(line["source"], ""),
        }

    @cached_property
    def _bonuses(self) -> set[str]:
        return {reason.name for reason in self.match.variant.ranking.reasons if reason.bonus}

    @cached_property
    def _emblems(self) -> dict[str, str]:
        """The emblem of each card by the card's name."""
        deck = self.match.deck
        return {self.match.naming("card", kind): emblem_of(deck, kind) for kind in range(len(deck.names["card"]))}
