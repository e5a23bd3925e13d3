"""The story of a match: who was ahead when, what decided it, and why the others did not win; each in plain sentences.

Everything here is read off the match itself, its positions and its score lines; no game is played for it, except for
the expected winner, which can be added. Turns are those of the record, so a game without turns has no timeline.

Turning points are chosen by a rule, so that nobody picks them: where the expected winner is known, the three turns with
its greatest swings, of those of LEAST_SWING and more; a swing is how much of the win went from some seats to others.
Where it is not known: of the turns in which those ahead changed, the last one; the one in which the figure that decides
moved most, over all seats; and the one that broke the longest lead of one seat alone. Turns that are chosen twice count
once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from itertools import accumulate, chain, combinations, groupby, pairwise, takewhile
from typing import TYPE_CHECKING, Any

from workbench.kernel.events import EVERYONE_HEARS
from workbench.kernel.scoring import NO_LEAST
from workbench.kernel.words import capital, listed
from workbench.lab.expected_winner import ExpectedWinner, moved, turns_of
from workbench.lab.points import Part, Points
from workbench.lab.study import Worth, worths_of

if TYPE_CHECKING:
    from workbench.play.match import Match

MOST_REMOVED = 2  # cards' worths of a smallest set without which somebody else wins
MOST_SENTENCES = 2
MOST_MORE = 2  # points that a seat lacked in a category
MOST_TOLD = 2  # lines of the log about a turn
MOST_SWINGS, LEAST_SWING = 3, 0.1  # turning points by the expected winner; what chance alone does not do in playouts
NUMBERS = ("No", "One", "Two")
SWINGS = ("the greatest", "the second greatest", "the third greatest")
# "Anna builds 2 cards.", before the lines that name the cards.
ONLY_COUNTED = re.compile(r"\b(\d+|(\d+|no) (card|point|chip|sword)s?)\.$")


Change = tuple[int, int, int]  # a seat, a category, and how many more points


@dataclass(frozen=True)
class Turn:
    """One turn as it ended: its number, who was ahead, the first figure of the ranking by seat, and what was done."""

    number: int
    ahead: tuple[int, ...]
    figures: tuple[int, ...]
    said: tuple[str, ...]


@dataclass(frozen=True)
class TurningPoint:
    """A turn in which a match turned: which rule chose it, and what it says in words."""

    turn: int
    rule: str
    title: str
    text: str


class StoryTold:
    """What there is to tell of a match, in figures and sentences; see `Story`."""

    def __init__(self, match: Match, expected: ExpectedWinner | None = None) -> None:
        self.match, self.expected = match, expected
        self.ranking = match.variant.ranking
        self.names = list(match.seat_names)

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, counted once: a story of many seats asks for them thousands of times."""
        return self.match.winners

    @cached_property
    def _lines(self) -> list[dict[str, Any]]:
        return self.match.score_lines()

    # ------------------------------------------------------------ who was ahead

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every turn that has begun, with who was ahead when it ended."""
        positions = self.match.positions()
        found = []
        for number, begin, end in turns_of(self.match):
            record = positions[end].record
            lines = self.match.log_lines[positions[begin].log_lines :]
            if int(record.turn) != number:  # others follow
                lines = lines[: positions[end].log_lines - positions[begin].log_lines]
            said = tuple(line.text for line in lines if line.audience == EVERYONE_HEARS)
            ended = self.match.over and end == len(positions) - 1
            deciding = self._figures(record)[self._deciding]
            found.append(Turn(number, self._ahead(deciding, ended), deciding, said))
        return tuple(found)

    def _figures(self, record: Any) -> list[tuple[int, ...]]:
        """The figure of every seat for each reason of the chain; higher is better."""
        figures = zip(self.match.figures(record), self.ranking.chain_signs.tolist(), strict=True)
        return [tuple(sign * figure for figure in of_seats) for of_seats, sign in figures]

    @cached_property
    def _now(self) -> list[tuple[int, ...]]:
        return self._figures(self.match.positions()[-1].record)

    @cached_property
    def _deciding(self) -> int:
        """The place in the chain of the figure that tells who is ahead: the first that says more than who has won."""
        figures = self._now
        won = tuple(int(seat in self.winners) for seat in range(self.match.seats))
        steps = enumerate(zip(self.ranking.chain, figures, strict=True))
        telling = [
            place for place, (reason, of_seats) in steps
            if self.ranking.called(reason) and of_seats != won and len(set(of_seats)) > 1
        ]  # fmt: skip
        return telling[0] if telling and self.ranking.least == NO_LEAST else 0

    def _ahead(self, figures: tuple[int, ...], ended: bool) -> tuple[int, ...]:
        """The seats with the best figure; once the match has ended, those whom the tie-break leaves."""
        if ended:
            return self.winners
        best = max(figures)
        return tuple(seat for seat, figure in enumerate(figures) if figure == best and best >= self.ranking.least)

    @cached_property
    def told_apart(self) -> bool:
        """Whether some seat was ahead of another before the last turn: otherwise there is no timeline to show."""
        everybody = tuple(range(self.match.seats))
        return any(turn.ahead not in ((), everybody) for turn in self.turns[:-1])

    # ------------------------------------------------------------ how it ended

    @cached_property
    def chain(self) -> list[tuple[str, tuple[int, ...]]]:
        """What decides, in its order: each reason in words with the figure of every seat.

        A figure that only says who has won, 1 for them and 0 for others, is left out.
        """
        figures = self.match.figures(self.match.positions()[-1].record)
        return list(zip(map(self.ranking.called, self.ranking.chain), figures, strict=True))[self._deciding :]

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """The seats from first to last; equal ones share a place."""
        by_seat = list(zip(*self._now, strict=True))
        order = sorted(range(self.match.seats), key=lambda seat: by_seat[seat], reverse=True)
        return tuple(tuple(sorted(group)) for _, group in groupby(order, key=lambda seat: by_seat[seat]))

    @cached_property
    def sentence(self) -> str:
        """Who won, or is ahead, and by what: the tie-break as far as it was needed."""
        if self.ranking.least > NO_LEAST:  # figures stand for outcomes, which the game has words for
            return self.match.scene(None).message
        first = self.winners if self.match.over else self.places[0]
        if not first or len(first) == self.match.seats:
            return "Nobody wins." if self.match.over else "Nobody is ahead."
        verb = (
            ("win" if self.match.over else "are ahead") if len(first) > 1 else ("wins" if self.match.over else "leads")
        )
        return f"{listed(self._named(first))} {verb}: {self._by_what(first)}."

    @cached_property
    def steps(self) -> tuple[tuple[str, tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...]:
        """Each step that told somebody from the first: in words, every seat's figure, who was left, who drops out."""
        first = self.winners if self.match.over else self.places[0]
        left: set[int] = set(range(self.match.seats))
        found = []
        for text, figures in self.chain:
            if left == set(first) or not first:
                break
            out = tuple(seat for seat in sorted(left) if figures[seat] != figures[first[0]])
            if out:
                found.append((text, figures, tuple(sorted(left)), out))
                left -= set(out)
        return tuple(found)

    def _by_what(self, first: Sequence[int]) -> str:
        """How the first are told from all others: each step at which somebody drops out."""
        told: list[str] = []
        for text, figures, left, out in self.steps:
            best = figures[first[0]]
            nearest = max((figures[seat] for seat in out), key=lambda figure: -abs(figure - best))
            equal = f" ({listed(self._named(left))} were equal)" if told else ""
            told.append(f"{text} {best} to {nearest}{equal}")
        return ", then ".join(told) or "all are equal"

    @cached_property
    def sums(self) -> tuple[tuple[tuple[Part, int, int], ...], ...]:
        """How each seat's total arose: column after column of the sheet, its points, and the sum so far."""
        points = Points(self.match, self._lines)
        found = []
        for seat in range(self.match.seats):
            own = [(part, points.of(seat, part.reasons, part)) for part in points.columns]
            counted = [(part, number) for part, number in own if number]
            so_far = accumulate(number for _, number in counted)
            found.append(tuple((*one, sum_) for one, sum_ in zip(counted, so_far, strict=True)))
        return tuple(found)

    # ------------------------------------------------------------ turning points

    @cached_property
    def _changes(self) -> list[tuple[Turn, Turn]]:
        """The turns in which those ahead changed, each after the one before it."""
        if not self.told_apart:
            return []
        return [(before, after) for before, after in pairwise(self.turns) if before.ahead != after.ahead]

    @cached_property
    def lead_changes(self) -> tuple[TurningPoint, ...]:
        """Every turn in which those ahead changed, with what they did in it."""
        return tuple(self._told("a change of the lead", *change) for change in self._changes)

    @cached_property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """At most three turns, by the rule at the head of this file, in their order."""
        if self.expected is not None:
            return tuple(self._swings(self.expected))
        changes = self._changes
        if not changes:
            return ()
        chosen: dict[int, tuple[str, Turn, Turn]] = {}
        for rule, (before, after) in (
            ("the last change", changes[-1]),
            ("the greatest swing", max(changes, key=lambda change: moved(change[0].figures, change[1].figures))),
            ("the end of the longest lead", max(changes, key=lambda change: self._held(change[0]))),
        ):
            chosen.setdefault(after.number, (rule, before, after))
        return tuple(self._told(*chosen[number]) for number in sorted(chosen))

    def _swings(self, expected: ExpectedWinner) -> Iterator[TurningPoint]:
        """The turns in which most of the expected win went from some seats to others."""
        great = [turn for turn, swing in expected.swings.items() if swing >= LEAST_SWING]
        great.sort(key=lambda turn: -expected.swings[turn])
        chosen = great[:MOST_SWINGS]
        for turn in sorted(chosen):
            place = expected.turns.index(turn)
            before, after = expected.shares[place - 1], expected.shares[place]
            seat = max(range(self.match.seats), key=lambda seat: abs(after[seat] - before[seat]))
            way = "rises" if after[seat] > before[seat] else "falls"
            title = f"{self.names[seat]} {way} from {100 * before[seat]:.0f} to {100 * after[seat]:.0f} of 100"
            said = next(one.said for one in self.turns if one.number == turn)
            text = self._done(said, [self.names[seat]]) or self._done(said, self.names)
            rule = f"{SWINGS[chosen.index(turn)]} swing of the expected winner"
            yield TurningPoint(turn, rule, title, " ".join(text))

    def _done(self, said: Sequence[str], names: Sequence[str]) -> list[str]:
        """The last lines about what some people have done."""
        done = [line for line in said if names and line.startswith(tuple(names)) and not ONLY_COUNTED.search(line)]
        return done[-MOST_TOLD:]

    def _held(self, turn: Turn) -> int:
        """For how many turns, up to this one, one seat was ahead alone."""
        before = reversed(self.turns[: self.turns.index(turn) + 1])
        held = takewhile(lambda earlier: earlier.ahead == turn.ahead, before)
        return len(list(held)) if len(turn.ahead) == 1 else 0

    def _told(self, rule: str, before: Turn, after: Turn) -> TurningPoint:
        alone = len(after.ahead) == 1
        now = listed(self._named(after.ahead))
        title = f"{now} alone in front" if alone else f"{now} level" if after.ahead else "Nobody in front"
        earlier = f"Before, it was {listed(self._named(before.ahead))}." if before.ahead else ""
        done = self._done(after.said, self._named(after.ahead))
        return TurningPoint(after.number, rule, title, " ".join([*done, earlier]).strip())

    # ------------------------------------------------------------ what decided it

    @cached_property
    def decisive(self) -> tuple[tuple[tuple[Worth, ...], tuple[int, ...]], ...]:
        """The smallest sets of what cards are worth without which others win, each with who wins then.

        At most MOST_REMOVED at a time, only the winners' own. Empty while the match goes on, in games whose cards
        count before the end, and where no such set is that small.
        """
        match = self.match
        if not match.over or not self.winners or not match.variant.measures.scored_at_end:
            return ()
        own = {line["source"] for line in self._lines if line["seat"] in self.winners and line["points"]}
        worths = [worth for worth, _ in worths_of(match.deck) if match.naming("card", worth.kind) in own]
        worths.reverse()  # what a card gives beside another one is the lesser loss: it is told first
        for size in range(1, MOST_REMOVED + 1):
            found = [(removed, won) for removed in combinations(worths, size)
                     if (won := self._won_without(removed)) != self.winners]  # fmt: skip
            if found:
                return tuple(found)
        return ()

    def _won_without(self, removed: Sequence[Worth]) -> tuple[int, ...]:
        """Who wins if some of what cards are worth is not counted."""
        if self._other_points is not None:
            return self._other_points.winners(chain.from_iterable(map(self._taken, removed)))
        return self.match.winners_with(self._arrays_without(removed))

    def _arrays_without(self, removed: Sequence[Worth]) -> Any:
        take_away = self.match.game.reports.worth
        return reduce(lambda arrays, worth: take_away[worth.name](arrays, worth.kind), removed, self.match.deck.arrays)

    @cached_property
    def _other_points(self) -> OtherPoints | None:
        """Who would have won with other points; None where the game must count all cards again to say so."""
        return OtherPoints(self.match) if self.match.variant.measures.outcome is not None else None

    @cached_property
    def _taken(self) -> Callable[[Worth], tuple[Change, ...]]:
        """The points that are gone if a card's worth is not counted."""
        assert self._other_points is not None
        changes = self._other_points.changes
        return cache(lambda worth: changes(self._arrays_without([worth])))

    @cached_property
    def what_decided(self) -> tuple[str, ...]:
        """The same as sentences, at most MOST_SENTENCES, and how many more there are.

        In games whose cards count before the end: in which turns the winner gained what decided it.
        """
        if not self.match.over or not self.winners:
            return ()
        if not self.match.variant.measures.scored_at_end:
            one = len(self.winners) == 1
            outcomes = self.ranking.least > NO_LEAST
            return tuple((self._came_ahead() if outcomes else self._gains_that_decided()) if one else ())
        if not self.decisive:
            return ("No single card decided it, and no two: without them the winner is the same.",)
        told = []
        for removed, won in self.decisive[:MOST_SENTENCES]:
            without = listed([f"the {worth.name} of {self.match.naming('card', worth.kind)}" for worth in removed])
            then = f"{listed(self._named(won))} {'win' if len(won) > 1 else 'wins'}" if won else "nobody wins"
            told.append(f"Without {without}, {then}.")
        if further := len(self.decisive) - len(told):
            alike = "more" if len(self.decisive[0][0]) == 1 else f"more pair{'s' if further > 1 else ''}"
            told.append(f"The same holds of {further} {alike}.")
        return tuple(told)

    def _came_ahead(self) -> Iterator[str]:
        """The turn in which the winner came ahead for the last time."""
        (winner,) = self.winners
        for before, after in reversed(list(pairwise(self.turns))):
            if winner in after.ahead and winner not in before.ahead:
                yield f"It was decided in turn {after.number}. {self._told('', before, after).text}".strip()
                return

    def _gains_that_decided(self) -> Iterator[str]:
        """The fewest turns without whose gains the winner would not be ahead of all others."""
        (winner,) = self.winners
        if not self.turns:
            return
        place, begin = self._deciding, self.match.positions()[0].record
        figures = [self._figures(begin)[place][winner], *(turn.figures[winner] for turn in self.turns)]
        gains = [(now - then, turn.number) for (then, now), turn in zip(pairwise(figures), self.turns, strict=True)]
        best = max(figure for seat, figure in enumerate(self.turns[-1].figures) if seat != winner)
        left, chosen = figures[-1], []
        for gain, number in sorted(gains, reverse=True):  # the greatest first: so they are the fewest
            if left <= best or gain <= 0:
                break
            left -= gain
            chosen.append(number)
        if left > best or not chosen:
            return
        name, sign = self.names[winner], int(self.ranking.chain_signs[place])
        rivals = [seat for seat, figure in enumerate(self.turns[-1].figures) if figure == best and seat != winner]
        turns = f"turn{'s' if len(chosen) > 1 else ''} {listed([str(number) for number in sorted(chosen)])}"
        would = "be level with" if left == best else "be behind"
        decides = f"{self.chain[0][0]} {sign * left} to {sign * best}"
        yield f"Without what {name} gained in {turns}, {name} would {would} {listed(self._named(rivals))}: {decides}."

    # ------------------------------------------------------------ why not the others

    @cached_property
    def why_not(self) -> dict[int, str]:
        """For each seat that did not win, the first that holds: points that it lacked, a lead lost at the end, more
        points than a lead needed, or the step at which it dropped out. Empty while the match goes on."""
        if not self.match.over or not self.winners:
            return {}
        losers = (seat for seat in range(self.match.seats) if seat not in self.winners)
        return {seat: next(self._reasons_why_not(seat)) for seat in losers}

    def _reasons_why_not(self, seat: int) -> Iterator[str]:
        if self.ranking.least > NO_LEAST:
            own = (line for line in self._lines if line["seat"] == seat and line["level"] == "derived")
            yield from (f"{capital(line['text'])}." for line in own if line["reason"] not in self.ranking.chain)
        yield from self._lacked(seat)
        lost = [name for letter, name in self._leads_before[seat].items() if letter not in self._leads[seat]]
        if lost:
            yield f"Lost {listed(lost)} in the last turn."
        yield from self._more_than_needed(seat)
        signs = self.ranking.chain_signs[self._deciding :]
        for (text, figures), sign in zip(self.chain, signs, strict=True):
            best = figures[self.winners[0]]
            if figures[seat] < best and text:
                yield f"{capital(text)}: {sign * figures[seat]}, where {sign * best} won."
            if figures[seat] > best:
                break  # what only says who has won had decided before
        yield "Equal in all that decides, and yet not among the winners."

    def _lacked(self, seat: int) -> Iterator[str]:
        """The fewest points in one category with which the seat would have won, alone or with others."""
        categories = self.match.deck.meta.categories
        if self._other_points is None or not self._other_points.wins_with(seat, MOST_MORE, range(len(categories))):
            return
        for more in range(1, MOST_MORE + 1):
            found = self._other_points.first_that_wins(seat, more, range(len(categories)))
            if found is not None:
                points = f"{NUMBERS[more]} more point{'s' if more > 1 else ''}"
                yield f"{points} in {categories[found].short or categories[found].name} would have won."
                return

    @cached_property
    def _leads(self) -> list[dict[str, str]]:
        """The categories that each seat leads, by letter, with their names."""
        return self._leads_in(self.match.positions()[-1].record)

    @cached_property
    def _leads_before(self) -> list[dict[str, str]]:
        """The same before the last turn; nothing where there was no other."""
        positions = self.match.positions()
        last = int(positions[-1].record.turn)
        before = next((one.record for one in reversed(positions) if int(one.record.turn) < last), None)
        return [{} for _ in self.names] if before is None else self._leads_in(before)

    def _leads_in(self, record: Any) -> list[dict[str, str]]:
        names = {category.letter: category.short or category.name for category in self.match.deck.meta.categories}
        found: list[dict[str, str]] = [{} for _ in self.names]
        for line in self.match.lines_of(record):
            if line["category"] and "lead" in line["reason"].split("_"):
                found[line["seat"]][line["category"]] = names.get(line["category"], line["category"])
        return found

    @cached_property
    def _totals(self) -> dict[str, list[int]]:
        """The points of every seat in each category, by letter, as cards give them."""
        totals: dict[str, list[int]] = {}
        for line in self._lines:
            if line["level"] == "point" and line["category"]:
                totals.setdefault(line["category"], [0] * self.match.seats)[line["seat"]] += line["points"]
        return totals

    def _more_than_needed(self, seat: int) -> Iterator[str]:
        """The category in which the seat had most points beyond what the lead needed."""
        spare = []
        for letter, name in self._leads[seat].items():
            of_seats = self._totals.get(letter, [0] * self.match.seats)
            needed = max(points for other, points in enumerate(of_seats) if other != seat) + 1
            spare.append((of_seats[seat] - needed, of_seats[seat], needed, name))
        if spare and max(spare)[0] > 1:
            _, had, needed, name = max(spare)
            yield f"{had} points in {name}, where {needed} {'was' if needed == 1 else 'were'} enough."

    # ------------------------------------------------------------ in words and drawn

    def _named(self, seats: Sequence[int]) -> list[str]:
        return [self.names[seat] for seat in seats]

    def in_words(self) -> list[str]:
        """The whole story as sentences."""
        points = [f"Turn {point.turn}: {point.title}. {point.text}".strip() for point in self.turning_points]
        others = [f"{self.names[seat]}: {text}" for seat, text in self.why_not.items()]
        return [self.sentence, *self.what_decided, *self._expected_in_words(), *points, *others]

    def _expected_in_words(self) -> Iterator[str]:
        """What the expected winner is, and how it was at the beginning."""
        if self.expected is None or not self.expected.turns:
            return
        yield self.how_expected
        first = zip(self.names, self.expected.shares[0], strict=True)
        yield f"At the beginning: {', '.join(f'{name} {100 * share:.0f}' for name, share in first)}."

    @cached_property
    def how_expected(self) -> str:
        """How the expected winner was found."""
        if self.expected is None:
            return ""
        times = f"{self.expected.playouts:,}"
        return (
            f"Of 100 matches that bots play on from the end of a turn, knowing what everybody could see then, "
            f"so many each would win ({times} were played from each)."
        )


# Who would have won with other points, in games that declare `Measures.outcome`: there the changes of several cards'
# worths simply add up, and what changes the points alike changes the winners alike.


class OtherPoints:
    """The points that a finished match came to, and who would have won with others; each question is answered once.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=2, seed=4, bots={0: "greedy", 1: "greedy"})
    >>> match.play_bots()
    >>> OtherPoints(match).winners([]) == match.winners
    True
    """

    def __init__(self, match: Match) -> None:
        self.match, self.points = match, match.points()
        self._winners = cache(self._counted)

    def changes(self, arrays: Any) -> tuple[Change, ...]:
        """What another deck's arrays change."""
        other = self.match.points(arrays)
        more = ((at, other.get(at, 0) - self.points.get(at, 0)) for at in sorted(self.points | other))
        return tuple((*at, points) for at, points in more if points)

    def winners(self, changes: Iterable[Change]) -> tuple[int, ...]:
        """Who wins with some points more or less."""
        points: dict[tuple[int, int], int] = {}
        for seat, category, more in changes:
            points[seat, category] = points.get((seat, category), 0) + more
        return self._winners(frozenset(points.items()))

    def _counted(self, changes: frozenset[tuple[tuple[int, int], int]]) -> tuple[int, ...]:
        return self.match.winners_by(self.points | {at: self.points.get(at, 0) + more for at, more in changes})

    def wins_with(self, seat: int, more: int, categories: Iterable[int]) -> bool:
        """Whether a seat wins with so many more points in each of some categories."""
        return seat in self.winners((seat, category, more) for category in categories)

    def first_that_wins(self, seat: int, more: int, categories: Sequence[int]) -> int | None:
        """The first of some categories in which so many more points let a seat win; None if there is none.

        Where points in all of them together do not, those in one do not either, for points do no harm.
        """
        if not categories or not self.wins_with(seat, more, categories):
            return None
        if len(categories) == 1:
            return categories[0]
        half = len(categories) // 2
        parts = (self.first_that_wins(seat, more, part) for part in (categories[:half], categories[half:]))
        return next((found for found in parts if found is not None), None)
