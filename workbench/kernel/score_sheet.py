"""How the score of a match is said and laid out: who won in words, and what the score is made of, column by column.

A game declares it beside its ranking, by the reasons of its score lines, so that a sheet holds nothing but lines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.kernel.declared import check_is_one_of, check_named, check_parts
from workbench.storage.errors import DeclarationError, one_of

ONCE, FOR_EACH_CATEGORY, FOR_EACH_ROUND = "once", "category", "round"


@dataclass(frozen=True)
class SheetColumn:
    """A column of a score sheet: the points of all lines with one of the `reasons`.

    `per` makes it a column for each category of the deck, or for each round that was scored, whose number is {number}
    in the title. `emblem` stands above it. A column that is computed from cards names their reasons in `made_of`,
    unless it is that of a category or a round, which is made of all cards there.

    >>> SheetColumn(("printed",), "Round {number}", per=FOR_EACH_ROUND).title.format(number=2)
    'Round 2'
    """

    reasons: tuple[str, ...]
    title: str = ""
    per: str = ONCE
    emblem: str = ""
    made_of: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self, self.title)
        check_is_one_of(f"sheet column {self.title!r}: per", self.per, (ONCE, FOR_EACH_CATEGORY, FOR_EACH_ROUND))
        check_named("the title of a sheet column", self.title, ("number",))


@dataclass(frozen=True)
class SheetFigure:
    """A figure that stands with a name: the points of all lines with one of the `reasons`.

    It is called `one` where it is 1, otherwise `many`, and `short` where there is little room.
    """

    reasons: tuple[str, ...]
    one: str
    many: str
    short: str

    def __post_init__(self) -> None:
        check_parts(self, self.many)

    def called(self, points: int) -> str:
        """What so many are called.

        >>> SheetFigure(("lead_count",), "guild led", "guilds led", "led").called(1)
        'guild led'
        """
        return self.one if points == 1 else self.many

    def shortly(self, points: int) -> str:
        """What so many are called where there is little room: a single one loses a final "s".

        >>> influence = SheetFigure(("faction_total",), "influence", "influence", "influence")
        >>> SheetFigure(("rank",), "promotion", "promotions", "ranks").shortly(1), influence.shortly(1)
        ('rank', 'influence')
        """
        return self.short.removesuffix("s") if points == 1 else self.short


@dataclass(frozen=True)
class ScoreSheet:
    """The score of a match in words and columns; what is left out is made from the ranking.

    won, shared: who has won, as a heading about {names}: one seat, several.
    columns, figures: what the sheet is made of, and what stands with each name.
    led: the reasons of lines that say who leads a column; without any, those who have most of it lead it.
    steps: what a reason of the chain is called in a sentence, where its text does not do: (reason, words); no words for
        one that only says who has won, or repeats another.
    heading, note: of the sheet; `marked` is what one calls a column that a seat leads.
    goal: the option that says how many of the chain's first reason win, where these are few enough to be drawn.
    """

    won: str = "{names} wins"
    shared: str = "{names} win together"
    columns: tuple[SheetColumn, ...] = ()
    figures: tuple[SheetFigure, ...] = ()
    led: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    heading: str = "Who got what"
    note: str = "Filled: most of it."
    marked: str = "most"
    goal: str = ""

    def __post_init__(self) -> None:
        check_parts(self)
        for part in ("won", "shared"):
            check_named(f"ScoreSheet: {part}", getattr(self, part), ("names",))

    def check(self, reasons: Iterable[str]) -> None:
        """Raise DeclarationError where the sheet names a reason that its ranking does not have."""
        known = list(reasons)
        named = [reason for column in self.columns for reason in (*column.reasons, *column.made_of)]
        named += [reason for one in self.figures for reason in one.reasons]
        for reason in (*named, *self.led, *(reason for reason, _ in self.steps)):
            if reason not in known:
                raise DeclarationError(f"the score sheet: {one_of(reason, known, 'reason')}")
