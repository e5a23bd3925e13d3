"""The exchange graph: what went from seat to seat in a match, and the ways of the cards that people follow.

Each game declares in its `exchanges.py` which events are exchanges; they are read from the log that everybody hears.
The way of a card is read from the positions of the match: whole positions once it is over, until then what lies open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.graphs.drawn import DrawnGraph
from workbench.kernel.events import EVERYONE_HEARS, TAKEN
from workbench.kernel.state import HIDDEN, SPECTATOR
from workbench.kernel.words import counted, listed

if TYPE_CHECKING:
    from workbench.kernel.exchanges import Exchange
    from workbench.play.log import LogLine
    from workbench.play.match import Match

TABLE = "table"  # the node for what lies with nobody
CARD = "way of a card"  # the kind of exchange that is read from the positions
MOST_TOLD = 12  # stays of a card named in one sentence


class Passage(NamedTuple):
    """Something that went from one node to another: after which act, in which turn, of which kind, and how much."""

    act: int
    turn: int
    kind: str
    giver: int | str
    taker: int | str
    things: int
    said: str


class ExchangeGraph(DrawnGraph):
    """Who gave whom what in a match: an edge from each seat that gave something to each seat that got it.

    A node is a seat, or "table" where a followed card lay with nobody; it has `title`. An edge has `times`
    (kind of exchange -> how often), `things` (kind -> how many things) and `turns`, a tuple.
    `passages` lists every exchange in order. The graph draws itself in a notebook.
    """

    shows = "The exchanges"
    passages: tuple[Passage, ...] = ()

    @classmethod
    def of(cls, match: Match) -> ExchangeGraph:
        """The exchanges of a match so far, without what stays hidden until the match is over."""
        told = sorted([*_told(match), *_ways(match)], key=lambda passage: passage.act)
        about = {"title": f"Exchanges in {match.game.title}", "acts": len(match.acts), "arms": match.arms}
        return cls._with(match.seat_names, told, about)

    @classmethod
    def _with(cls, names: Sequence[str], told: Sequence[Passage], about: dict[str, Any]) -> ExchangeGraph:
        """The graph of some exchanges."""
        graph = cls(**about)
        graph.add_nodes_from((seat, {"title": name}) for seat, name in enumerate(names))
        graph.passages = tuple(told)
        for passage in told:
            if TABLE in passage[3:5]:
                graph.add_node(TABLE, title="The table")
            graph.add_edge(passage.giver, passage.taker)
            facts = graph.edges[passage.giver, passage.taker]
            for name, number in (("times", 1), ("things", passage.things)):
                counts = facts.setdefault(name, {})
                counts[passage.kind] = counts.get(passage.kind, 0) + number
            facts["turns"] = tuple(dict.fromkeys((*facts.get("turns", ()), passage.turn)))
        return graph

    def until(self, act: int) -> ExchangeGraph:
        """The graph of the exchanges up to a number of acts."""
        names = [title for node, title in self.nodes(data="title") if node != TABLE]
        return self._with(names, [passage for passage in self.passages if passage.act < act], dict(self.graph))

    # ------------------------------------------------------------ in words

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of exchanges, in the order in which they first occurred."""
        return tuple(dict.fromkeys(passage.kind for passage in self.passages))

    def given(self, giver: int, taker: int) -> int:
        """How many things went from one seat to another, without counting the ways of cards again."""
        facts = self.get_edge_data(giver, taker, {"things": {}})
        return sum(number for kind, number in facts["things"].items() if kind != CARD)

    def in_words(self) -> list[str]:
        """The graph as sentences: a summary, who gave whom what, and the way of each card."""
        between = [passage for passage in self.passages if passage.kind != CARD]
        often = {kind: sum(passage.kind == kind for passage in between) for kind in self.kinds if kind != CARD}
        told = listed([f"{number} × {kind}" for kind, number in often.items()])
        pairs = sorted(self.edges, key=lambda pair: (str(pair[0]), str(pair[1])))
        return [
            f"{self.graph.get('title', 'Exchanges')}: {told or 'nothing went from seat to seat'}.",
            *(self.pair_in_words(*pair) for pair in pairs if set(self.edges[pair]["times"]) != {CARD}),
            *self._ways_in_words(),
        ]

    def said_of(self) -> dict[int | str, str]:
        """Everything there is to say about each node: what went out from it, and what came to it."""
        return {node: self._said(node) for node in self}

    def pair_in_words(self, giver: int | str, taker: int | str) -> str:
        """What went from one node to another."""
        facts = self.edges[giver, taker]
        ways = []
        for kind, times in facts["times"].items():
            things = facts["things"][kind]
            ways.append(f"{kind} {counted(times, 'time')}{f' ({things} things)' if things > times else ''}")
        return f"{self.nodes[giver]['title']} to {self.nodes[taker]['title']}: {listed(ways)}."

    def _said(self, node: int | str) -> str:
        pairs = [*self.out_edges(node), *self.in_edges(node)]
        return " ".join(self.pair_in_words(*pair) for pair in pairs) or f"{self.nodes[node]['title']}: nothing."

    def _ways_in_words(self) -> Iterator[str]:
        """Where each followed card went, e.g. Excalibur from Anna to Ben in turn 3."""
        of_cards: dict[str, list[Passage]] = {}
        for passage in self.passages:
            if passage.kind == CARD:
                of_cards.setdefault(passage.said, []).append(passage)
        for name, ways in of_cards.items():
            stays = [f"{self.nodes[ways[0].giver]['title']}"]
            stays += [f"{self.nodes[way.taker]['title']} (turn {way.turn})" for way in ways]
            left_out = len(stays) - MOST_TOLD
            if left_out > 0:
                stays = [*stays[: MOST_TOLD - 1], f"{left_out + 1} more", stays[-1]]
            yield f"{name}: {' → '.join(stays)}."

    # ------------------------------------------------------------ drawn

    def picture(self) -> str:
        """The graph as SVG: the seats as a ring, below it their exchanges over time."""
        from workbench.graphs.ring_drawing import ring_picture

        return ring_picture(self)


# ---------------------------------------------------------------- read off the log


def _told(match: Match) -> Iterator[Passage]:
    """The exchanges that everybody has heard of."""
    kinds = match.variant.events.kinds
    begins = [moment.log_lines for moment in match.positions()]
    named: dict[str, dict[str, int]] = {}  # event name -> what its last event said
    order: list[str] = []  # the events so far, the last one at the end
    act = 0
    for number, line in enumerate(match.log_lines):
        while act + 1 < len(begins) and begins[act + 1] <= number:
            act += 1
        if line.event == TAKEN or line.audience != EVERYONE_HEARS:
            continue
        kind = kinds[line.event - 1]
        parts = dict(zip((name for name, _ in kind.parts), line.values, strict=False))
        order.append(kind.name)
        for exchange in match.variant.exchanges.events:
            if kind.name in exchange.until:  # it must not look back to them
                for part in exchange.parts:
                    named.pop(part.rpartition(".")[0], None)
            if kind.name == exchange.event:
                before = {f"{event}.{part}": value for event, told in named.items() for part, value in told.items()}
                yield from _passages(exchange, match.seats, (act, line), {**before, **parts}, order)
        named[kind.name] = parts


def _passages(
    exchange: Exchange, seats: int, told: tuple[int, LogLine], parts: dict[str, int], order: list[str]
) -> Iterator[Passage]:
    """What went from seat to seat according to an event."""
    act, line = told
    things = parts[exchange.things] if exchange.things else 1
    back = parts[exchange.back] if exchange.back else things if exchange.mutual else 0
    if exchange.around:
        last = next((event for event in reversed(order) if event in exchange.around), exchange.around[0])
        turned = -1 if exchange.around.index(last) else 1
        ways = [(seat, (seat + turned) % seats, things) for seat in range(seats)]
    else:
        giver, taker = (parts.get(part) for part in (exchange.giver, exchange.taker))
        if giver is None or taker is None or giver == taker:
            return
        ways = [(giver, taker, things), (taker, giver, back)]
    for giver, taker, number in ways:
        if number > 0:
            yield Passage(act, line.turn, exchange.kind, giver, taker, number, line.text)


# ---------------------------------------------------------------- read off the positions


def _ways(match: Match) -> Iterator[Passage]:
    """The ways of the cards that people follow, from one holder to the next."""
    positions = [moment.record for moment in match.positions()]
    seen = positions if match.over else [match.observed_record(record, SPECTATOR) for record in positions]
    kind_of = match.deck.arrays.kind
    for kind, card_kind in enumerate(match.deck.kinds):
        if card_kind.key not in match.variant.exchanges.followed:
            continue
        for copy, card in enumerate([card for card, of in enumerate(kind_of.tolist()) if of == kind]):
            name = card_kind.name if copy == 0 else f"{card_kind.name} ({copy + 1})"
            if card < int(positions[0].card_count):
                yield from _way_of(match, card, name, seen)


def _way_of(match: Match, card: int, name: str, records: list[Any]) -> Iterator[Passage]:
    stays: list[tuple[int, int | str]] = []
    for act, record in enumerate(records):
        place = int(record.place[card])
        if place == HIDDEN:
            continue
        owners = match.variant.state.place_owner
        owner = owners[place] if place < len(owners) else -1
        holder: int | str = owner if owner >= 0 else TABLE
        if not stays or stays[-1][1] != holder:
            stays.append((act, holder))
    for (_, giver), (act, taker) in pairwise(stays):
        yield Passage(act - 1, int(records[act].turn), CARD, giver, taker, 1, name)
