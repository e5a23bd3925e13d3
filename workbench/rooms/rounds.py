"""Pairings for a room with several tables, round by round, and the standings after the matches played so far.

The first round is drawn by lot; later, people with equally many wins meet, as in a Swiss tournament. If it can be
avoided, nobody meets the same person twice or sits alone with a bot twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from random import Random
from typing import Any

from workbench.kernel.game import Variant
from workbench.play.match import Match
from workbench.rooms.setting import shared_out
from workbench.widgets.ending.result import Result

PAIR = 2
NOBODY = 0  # no person's number: whoever is paired with it sits with a bot
MET, UNLIKE, LOT = 10_000, 100, 60  # the cost of a pairing: for having met, for unlike wins (squared), by lot
ALONE = 100  # sitting with a bot again costs this many times as much as meeting somebody again: sometimes one must


@dataclass(frozen=True)
class Played:
    """A match of a room as it stands, or as it ended: who sat where (person -> seat), and how it came out.

    `figures` are those that rank seats, each listed by seat; `called` names what people are compared by besides
    wins (see `counted_in`). `times` are the seconds from the deal to each act.
    """

    round: int
    table: int
    seats: Mapping[int, int]
    record: Mapping[str, Any]
    times: Sequence[float]
    winners: Sequence[int]
    places: Mapping[int, int]
    figures: Sequence[Sequence[int]]
    called: str

    @classmethod
    def of(cls, match: Match, round: int, table: int, seats: Mapping[int, int], times: Sequence[float]) -> Played:
        """The match as it stands now."""
        return cls(
            round,
            table,
            dict(seats),
            match.to_dict(),
            list(times),
            list(match.winners),
            {seat: place for place, seat in Result(match).in_order},
            [[int(figure) for figure in of] for of in match.figures()],
            counted_in(match.variant),
        )

    def counted(self, seat: int) -> tuple[int, int]:
        """What speaks for a seat and against it: both seats' first figure, or the numbers of seats behind and ahead."""
        if self.called:
            return self.figures[0][seat], self.figures[0][1 - seat]
        own = self.places[seat]
        return sum(own < other for other in self.places.values()), sum(own > other for other in self.places.values())


def counted_in(variant: Variant) -> str:
    """What the first figure of a two-player game counts, such as victory cards; empty if seats are counted instead."""
    ranking = variant.ranking
    return ranking.called(ranking.chain[0]) if variant.seats.stop - 1 == PAIR else ""


@dataclass(frozen=True)
class Standing:
    """Somebody's standing: how often they have won, and what speaks for and against them (see `Played.counted`)."""

    person: int
    won: int = 0
    own: int = 0
    others: int = 0

    @property
    def rank(self) -> tuple[int, int, int]:
        """The key that sorts people, the best first."""
        return -self.won, self.others - self.own, -self.own


def standings(played: Iterable[Played], people: Sequence[int]) -> list[Standing]:
    """The standings of the people, the best first; those who are level keep the order given."""
    of = {person: Standing(person) for person in people}
    for match in played:
        for person, seat in match.seats.items():
            if before := of.get(person):
                own, others = match.counted(seat)
                won = before.won + (seat in match.winners)
                of[person] = Standing(person, won, before.own + own, before.others + others)
    return sorted(of.values(), key=lambda one: one.rank)


def in_places(standings: Sequence[Standing]) -> list[tuple[int, Standing]]:
    """Each standing with its place; those who are level share one.

    >>> [place for place, _ in in_places([Standing(4, 2), Standing(2, 1), Standing(3, 1), Standing(1)])]
    [1, 2, 2, 4]
    """
    ranks = [one.rank for one in standings]
    return [(ranks.index(one.rank) + 1, one) for one in standings]


@dataclass
class Pairing:
    """Assigns people to tables according to what they have played so far."""

    people: Sequence[int]
    played: Sequence[Played]
    chance: Random = field(default_factory=Random)

    def at(self, tables: int) -> list[list[int]]:
        """Who sits at each of this many tables, in the order of their seats.

        >>> people = Pairing([1, 2, 3, 4, 5], [], Random(1)).at(3)
        >>> [len(table) for table in people], sorted(sum(people, []))
        ([2, 2, 1], [1, 2, 3, 4, 5])
        """
        sizes = shared_out(len(self.people), tables)
        pairs = sizes.count(PAIR) == len(self.people) // PAIR  # as few tables as possible, one person alone if odd
        groups = self._pairs() if max(sizes) == PAIR and pairs and self.played else self._groups(sizes)
        for group in groups:
            self.chance.shuffle(group)
        return groups

    @cached_property
    def wins(self) -> dict[int, int]:
        """How often each has won."""
        return {one.person: one.won for one in standings(self.played, self.people)}

    @cached_property
    def met(self) -> Counter[frozenset[int]]:
        """How often two people have sat at one table; with `NOBODY`, how often one sat there alone."""
        met: Counter[frozenset[int]] = Counter()
        for match in self.played:
            alone = [NOBODY] if len(match.seats) == 1 else []
            met.update(frozenset(two) for two in combinations([*match.seats, *alone], PAIR))
        return met

    @cached_property
    def order(self) -> list[int]:
        """Everybody, most wins first; those who are level are ordered by lot."""
        lots = list(self.people)
        self.chance.shuffle(lots)
        return sorted(lots, key=lambda person: -self.wins[person])

    def _groups(self, sizes: Sequence[int]) -> list[list[int]]:
        """Fill the tables in turn from the top of the order, each with those nearby who have met least."""
        left, groups = list(self.order), []
        for size in sizes:
            group: list[int] = []
            for _ in range(size):
                nearby = left[: PAIR * size]
                group.append(min(nearby, key=lambda one: sum(self.met[frozenset((one, other))] for other in group)))
                left.remove(group[-1])
            groups.append(group)
        return groups

    def _pairs(self) -> list[list[int]]:
        """Seat two at each table; all pairs are weighed together, so that the last pair left has not met before."""
        from networkx import Graph, max_weight_matching

        order = [*self.order, *([NOBODY] if len(self.people) % PAIR else [])]
        costs = {two: self._cost(*two) for two in combinations(order, PAIR)}
        highest = max(costs.values()) + 1
        graph = Graph()
        graph.add_weighted_edges_from((*two, highest - cost) for two, cost in costs.items())
        place = {person: number for number, person in enumerate(order)}
        pairs = [sorted(pair, key=place.__getitem__) for pair in max_weight_matching(graph, maxcardinality=True)]
        return [[one for one in pair if one != NOBODY] for pair in sorted(pairs, key=lambda pair: place[pair[0]])]

    def _cost(self, one: int, other: int) -> int:
        fewest = min(self.wins.values())
        unlike = self.wins.get(one, fewest) - self.wins.get(other, fewest)
        again = MET * self.met[frozenset((one, other))] * (ALONE if NOBODY in (one, other) else 1)
        return again + UNLIKE * unlike**2 + self.chance.randrange(LOT)
