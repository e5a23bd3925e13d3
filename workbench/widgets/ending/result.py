"""The result of a match, or the score of one in progress, as plain data made from score lines alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from workbench.heraldry import seat_arms, shield
from workbench.heraldry.emblems import emblem, emblems
from workbench.kernel.score_sheet import SheetFigure
from workbench.kernel.scoring import NO_LEAST
from workbench.kernel.words import in_words, listed
from workbench.lab.points import Points
from workbench.play.match import Match
from workbench.play.seating import with_one_stop
from workbench.widgets.emblem_script import short_path
from workbench.widgets.parts import cloth_of

MOST_STEPS = 4  # of a tie-break that are named in advance
MOST_NAMED = 4  # of the winners, in the heading; more are counted, and each has a banner below
MOST_BANNERS = 8  # beside the heading; more people stand in the sheet alone
NOT_COUNTED = "Nothing has been counted yet."
PRACTICE = "This was a practice match."


class Result:
    """The score of a match in words and columns.

    >>> from workbench.play import Match
    >>> Result(Match("guile", seats=2, seed=3)).title
    'Nothing is decided yet'
    """

    def __init__(self, match: Match, seconds: float | None = None) -> None:
        self.match, self.seconds = match, seconds
        self.ranking = match.variant.ranking
        self.sheet = self.ranking.sheet
        self.lines = match.score_lines()
        self.points = Points(match, self.lines)
        self.names, self.winners = list(match.seat_names), match.winners

    def as_dict(self) -> dict[str, Any]:
        """The whole result, for a page."""
        match = self.match
        about = (
            match.deck.meta.title if match.deck.meta.title != match.game.title else "",
            _counted(match.turn, "turn"),
            _counted(round((self.seconds or 0) / 60), "minute"),
        )
        told = {
            "over": match.over,
            "game": match.game.title,
            "about": " · ".join(part for part in about if part),
            "title": self.title,
            "by": self.by,
            "banners": [self._banner(seat, place) for place, seat in self.in_order[:MOST_BANNERS]],
            "sheet": self._sheet(),
            "sources": self._sources(),
            "outcomes": self._outcomes(),
            "shields": [shield_source(number) for number in match.arms],
        }
        return told | {"emblems": {name: course_of(name) for name in sorted(_emblems_in(told))}}

    # ------------------------------------------------------------ places

    @cached_property
    def figures(self) -> list[tuple[int, ...]]:
        """The figure of every seat for each reason in the chain."""
        return self.match.figures()

    @cached_property
    def in_order(self) -> list[tuple[int, int]]:
        """(place, seat) from first to last; equal seats share a place, and winners share the first."""
        signs = [int(sign) for sign in self.ranking.chain_signs]
        rank = {
            seat: (seat in self.winners, *(sign * of[seat] for sign, of in zip(signs, self.figures, strict=True)))
            for seat in range(self.match.seats)
        }
        order = sorted(rank, key=lambda seat: rank[seat], reverse=True)
        found: list[tuple[int, int]] = []
        for _, equal in groupby(order, key=lambda seat: rank[seat]):
            place = len(found) + 1
            found += [(place, seat) for seat in equal]
        return found

    @property
    def first(self) -> tuple[int, ...]:
        """Those who have won, or are ahead; empty if nobody is ahead of anybody."""
        if self.match.over:
            return self.winners
        leading = tuple(sorted(seat for place, seat in self.in_order if place == 1))
        told_apart = len(leading) < self.match.seats and self.ranking.least == NO_LEAST
        return leading if told_apart else ()

    # ------------------------------------------------------------ in words

    @property
    def title(self) -> str:
        """Who has won or is ahead, as a heading."""
        if not self.first:
            return "Nobody wins" if self.match.over else "Nothing is decided yet"
        names = self._first_named
        if not self.match.over:
            return f"{names} {'are' if len(self.first) > 1 else 'is'} ahead so far"
        return (self.sheet.shared if len(self.first) > 1 else self.sheet.won).format(names=names)

    @property
    def _first_named(self) -> str:
        """Those who have won or are ahead; many are counted, not named, so that the heading stays short."""
        first, seats = len(self.first), self.match.seats
        if first <= MOST_NAMED:
            return listed(self._named(self.first))
        return f"All {in_words(seats)}" if first == seats else _begun(f"{in_words(first)} of {in_words(seats)}")

    @property
    def by(self) -> list[list[Any]]:
        """What decided, as [text, whether it is stressed]; for a match in progress, what is still to be compared."""
        match = self.match
        practice = [[f" {PRACTICE}", False]] if match.practice and match.over else []
        if match.over and self.ranking.least > NO_LEAST:  # figures stand for outcomes that the game has words for
            return [[with_one_stop(match.scene(None).message), False], *practice]
        if match.over:
            return [*self._by_what(), *practice]
        if self.ranking.least > NO_LEAST:
            return [["Who has won shows only at the end.", False]]
        steps = self._to_compare
        counted = "" if self.points.columns else f"{NOT_COUNTED} "
        later = listed([*steps[1:MOST_STEPS], *(["so on"] if steps[MOST_STEPS:] else [])])
        decides = f"{steps[0]} decide; where those are equal, {later}" if later else f"{steps[0]} decide"
        return [[f"{counted}At the end {decides}.", False]]

    @cached_property
    def _reasons(self) -> set[str]:
        """The reasons of all score lines."""
        return {line["reason"] for line in self.lines}

    @property
    def _to_compare(self) -> list[str]:
        """The chain in words from the first reason that lines count, as an option may leave out earlier ones."""
        called = [(reason, words) for reason in self.ranking.chain if (words := self.ranking.called(reason))]
        first = next((place for place, (reason, _) in enumerate(called) if reason in self._reasons), 0)
        return [words for _, words in called[first:]]

    @property
    def _telling(self) -> list[tuple[str, tuple[int, ...], int]]:
        """The chain without steps that say nothing or only who won: words, figures, and 1 if more is better, or -1."""
        won = tuple(int(seat in self.winners) for seat in range(self.match.seats))
        ranking, told = self.ranking, self._reasons
        chain = zip(ranking.chain, map(ranking.called, ranking.chain), self.figures, ranking.chain_signs, strict=True)
        steps = [(words, of, sign) for reason, words, of, sign in chain if words and (reason in told or any(of))]
        return [step for step in steps if step[1] != won] or steps

    def _by_what(self) -> list[list[Any]]:
        """Step by step who was equal, and the two figures of the step that decided."""
        left, first = list(range(self.match.seats)), list(self.first)
        equal_in: list[str] = []
        for number, (words, figures, sign) in enumerate(self._telling):
            best = max((figures[seat] for seat in left), key=lambda figure: sign * figure)
            still = [seat for seat in left if figures[seat] == best]
            if not set(first) <= set(still):
                break  # a step that only says who has won had already decided
            if len(still) == len(first) < len(left):
                lead = [_equal(self._named(left), equal_in), f"So {words} decide:"] if equal_in else [f"{words}:"]
                out = [figures[seat] for seat in left if seat not in still]
                nearest = min(out, key=lambda figure: abs(figure - best))
                shared = f". {self._shared_in(number + 1)}" if len(first) > 1 else "."
                return [[f"{_begun(' '.join(lead))} ", False], [f"{best} to {nearest}", True], [shared.rstrip(), False]]
            equal_in = [*(equal_in if len(still) == len(left) else []), _each(words, best)]
            left = still
        if not first:
            return []
        equal = [_equal(self._named(left), equal_in)] if equal_in and len(left) > 1 else []
        won = [with_one_stop(f"{listed(self._named(first))} {self._won_words}.")] if len(left) > len(first) else []
        return [[" ".join([*equal, *won]), False]]

    @property
    def _won_words(self) -> str:
        """What a winner has done, by the reason that says so."""
        wordless = [reason for reason in self.ranking.chain if not self.ranking.called(reason)]
        return self.ranking.reasons[self.ranking.number(wordless[0])].text if wordless else "won"

    def _shared_in(self, since: int) -> str:
        """In words, the figures in which those who share the win are equal, from a step of the chain on."""
        steps = [_each(words, figures[self.first[0]]) for words, figures, _ in self._telling[since:]]
        return _equal(self._named(self.first), steps) if steps else ""

    def _named(self, seats: Iterable[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    # ------------------------------------------------------------ banners

    def _banner(self, seat: int, place: int) -> dict[str, Any]:
        ranked = self.match.over and self.ranking.least == NO_LEAST
        return {
            "seat": seat,
            "name": self.names[seat],
            "won": seat in self.first,
            "place": _ordinal(place) if ranked else "",
            "depth": min(place, 4),
            **asdict(cloth_of(self.match.arms[seat])),
            "lines": [self._called(seat, one) for one in self.sheet_figures]
            or [["", next(self._outcome_lines(seat), "").split(":")[0], ""]],
        }

    def _called(self, seat: int, one: SheetFigure) -> list[str]:
        points = self.points.of(seat, one.reasons)
        return [str(points), one.called(points), one.shortly(points)]

    @cached_property
    def sheet_figures(self) -> tuple[SheetFigure, ...]:
        """What is shown with each name: the declared figures that lines count, otherwise the figure compared first."""
        if self.sheet.figures or self.ranking.least > NO_LEAST:
            return tuple(one for one in self.sheet.figures if self._reasons & set(one.reasons)) or self.sheet.figures
        reason = self.ranking.chain[0]
        words = self.ranking.called(reason)
        return (SheetFigure((reason,), words, words, words),)

    def _outcome_lines(self, seat: int) -> Iterator[str]:
        """The outcome of a seat in the words of a game without figures."""
        for line in self.lines:
            if line["seat"] == seat and line["level"] == "derived" and line["reason"] not in self.ranking.chain:
                yield line["text"]

    def _outcomes(self) -> list[dict[str, Any]]:
        """For a game that nobody wins by a figure: the outcome of each seat, and the cards that led to it."""
        if self.ranking.least == NO_LEAST or not self.match.over:
            return []
        return [
            {"seat": seat, "name": self.names[seat], "lines": [_sentence(text) for text in self._outcome_lines(seat)]}
            for _, seat in self.in_order
        ]

    # ------------------------------------------------------------ the sheet

    def _sheet(self) -> dict[str, Any] | None:
        if not self.points.columns:
            return None
        leads = [self.points.leads(part) for part in self.points.columns]
        rows = []
        for _, seat in self.in_order:
            cells = [
                [self.points.of(seat, part.reasons, part), seat in led]
                for part, led in zip(self.points.columns, leads, strict=True)
            ]
            figures = [self.points.of(seat, one.reasons) for one in self.sheet_figures]
            name = {"seat": seat, "name": self.names[seat], "won": seat in self.first}
            rows.append({**name, "cells": cells, "figures": figures})
        return {
            "heading": self.sheet.heading,
            "note": self.sheet.note,
            "marked": self.sheet.marked,
            "columns": [part.look for part in self.points.columns],
            "figures": [one.short for one in self.sheet_figures],
            "rows": rows,
        }

    # ------------------------------------------------------------ where the points came from

    def _sources(self) -> list[dict[str, Any]]:
        """Each seat's columns, those that it leads first; each column consists of the cards whose points it shows."""
        found = []
        for _, seat in self.in_order:
            rows = [row for part in self.points.columns if (row := self.points.row_of_sources(seat, part))]
            rows.sort(key=lambda row: (not row["led"], -row["points"] if row["led"] else 0))
            total = 0
            for row in rows:
                total += row["points"]
                row["sum"] = total
            found.append({"seat": seat, "name": self.names[seat], "total": total, "rows": rows})
        return found if any(one["rows"] for one in found) else []


def _begun(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _each(words: str, figure: int) -> str:
    """How much of something each of several equal seats has.

    >>> _each("fewer buildings", 12)
    'buildings (12 each)'
    """
    return f"{words.removeprefix('fewer ')} ({figure} each)"


def _equal(names: Sequence[str], steps: Sequence[str]) -> str:
    return f"{listed(names)} are equal in {listed(steps)}."


def _counted(number: int, word: str) -> str:
    """A number of things in words; empty for none.

    >>> _counted(0, "turn"), _counted(1, "turn"), _counted(26, "turn")
    ('', '1 turn', '26 turns')
    """
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""


def _sentence(words: str) -> str:
    return with_one_stop(f"{_begun(words)}.")


def _ordinal(place: int) -> str:
    """A place as an ordinal.

    >>> [_ordinal(place) for place in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place // 10 == 1 else last}"


def _emblems_in(told: Any) -> set[str]:
    """The names of all the emblems in what is told."""
    if isinstance(told, dict):
        own = {told["emblem"]} if told.get("emblem") in emblems() else set()
        return own.union(*map(_emblems_in, told.values()))
    return set().union(*map(_emblems_in, told)) if isinstance(told, list) else set()


@lru_cache(maxsize=128)
def course_of(name: str) -> str:
    """An emblem as a path in a square with sides of `BOX * FINENESS`."""
    return short_path(emblem(name).course)


@lru_cache(maxsize=64)
def shield_source(number: int) -> str:
    """The shield with the arms of this number, as an image source."""
    return f"data:image/svg+xml;base64,{b64encode(shield(seat_arms(number)).encode()).decode()}"
