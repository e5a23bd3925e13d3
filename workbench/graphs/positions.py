"""The position graph: what can happen from a position of a match, and what would result."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import networkx
import numpy as np

from workbench.graphs.drawn import DrawnGraph, percent
from workbench.kernel.engine.speeds import compiled_engine, is_compiled, plain_engine
from workbench.kernel.words import counted, listed
from workbench.lab.positions import SEED, Search
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from workbench.play.match import Match

MOST_DEPTH = 1_000
PLAYOUTS = 64  # maximum from each position that is not exact
ALL_PLAYOUTS, ALL_PLAIN = 40_000, 60  # maximum from all positions together, compiled and in plain Python
BEGINS, POSITION, CHANCE = "worlds", "position", "chance"


class PositionGraph(DrawnGraph):
    """What can happen from a position: a node for each position, an edge for each action that leads on.

    A node is a text; `kind` says whether it is a "position", "chance" (each outcome has the `probability` of its
    edge), or "worlds": for a seat, the first node, from which an edge with its weight leads to each way in which the
    cards may lie. A position has `title`, `layer` (decisions from the beginning), `seat` (who decides; None
    if the match is over), `value` (each seat's share of the win, empty where unknown) and `exact`; an edge has
    `label`, `seat`, `action` and `probability`. `match_at` opens a position. Values: see workbench.lab.positions.
    """

    shows = "The positions"
    search: Search

    @classmethod
    def of(cls, search: Search, seat: int | None, playouts: int) -> PositionGraph:
        """The graph of what a search found."""
        match = search.match
        names, title = match.seat_names, f"Positions of {match.game.title}, {_where(match)}"
        bot = match.game.bot_number(match.game.usual_bot)
        shares, exact = search.values(playouts, bot)
        graph = cls(title=title, seat=seat, names=names, arms=match.arms, full=search.full, depth=max(search.layers),
                    playouts=playouts)  # fmt: skip
        graph.search = search
        if seat is not None:
            graph.graph["worlds"] = len(search.worlds)
            value = _as_value(np.mean(shares[search.worlds], axis=0))
            graph.add_node(BEGINS, kind=BEGINS, title=f"What {names[seat]} may think", layer=-1, seat=None, value=value,
                           exact=False, over=False)  # fmt: skip
        for number in range(len(search.words)):
            graph.add_node(str(number), **_facts(search, number, shares[number], bool(exact[number])))
        if seat is not None:
            for number in dict.fromkeys(search.worlds):
                weight = search.worlds.count(number) / len(search.worlds)
                label = f"a world, {percent(weight)}"
                graph.add_edge(BEGINS, str(number), label=label, seat=-1, action=-1, probability=weight)
        for number in list(search.ways):
            graph._add_ways(number, shares, exact)
        return graph

    def _add_ways(self, number: int, shares: np.ndarray, exact: np.ndarray) -> None:
        """Add the edges that lead on from a position, through a chance node where an action draws."""
        for action, ways in self.search.by_action(number).items():
            facts = {"label": self._label(action), "seat": ways[0].seat, "action": action}
            if len(ways) == 1:
                self.add_edge(str(number), str(ways[0].to), **facts, probability=1.0)
                continue
            node = f"{number}/{action}"
            value = _as_value(sum((way.weight * shares[way.to] for way in ways), np.zeros(shares.shape[1])))
            known = all(exact[way.to] for way in ways)
            self.add_node(node, kind=CHANCE, title="chance", layer=self.nodes[str(number)]["layer"] + 0.5, seat=None,
                          value=value, exact=known, over=False)  # fmt: skip
            self.add_edge(str(number), node, **facts, probability=1.0)
            for way in ways:
                self.add_edge(node, str(way.to), label=percent(way.weight), seat=-1, action=-1, probability=way.weight)

    def _label(self, action: int) -> str:
        match = self.search.match
        return match.variant.actions.describe(action, match.naming).label

    # ------------------------------------------------------------ queries

    @property
    def start(self) -> str:
        """The first node."""
        return BEGINS if self.graph["seat"] is not None else "0"

    @property
    def value(self) -> tuple[float, ...]:
        """Each seat's share of the win from the first node on; empty if unknown."""
        return tuple(self.nodes[self.start]["value"])

    @property
    def exact(self) -> bool:
        """Whether `value` is exact: every course that matters was searched to its end."""
        return bool(self.nodes[self.start]["exact"])

    @property
    def best(self) -> str:
        """The label of the best action of the seat that decides first; of a seat's graph, the best on average.

        Empty if no value is known.
        """
        gains: dict[str, float] = {}
        for world, weight in self._worlds():
            seat = self.nodes[world]["seat"]
            for _, to, facts in self.out_edges(world, data=True):
                if value := self.nodes[to]["value"]:
                    gains[facts["label"]] = gains.get(facts["label"], 0.0) + weight * value[seat]
        return max(gains, key=lambda label: round(gains[label], 12)) if gains else ""

    def _worlds(self) -> Iterator[tuple[str, float]]:
        """The positions with which the graph begins, and their weights."""
        if self.graph["seat"] is None:
            yield "0", 1.0
        else:
            for _, world, facts in self.out_edges(BEGINS, data=True):
                yield world, facts["probability"]

    def match_at(self, node: str) -> Match:
        """A match in the position of a node, to be inspected or played on; raises OptionError."""
        if node not in self or self.nodes[node]["kind"] != POSITION:
            raise OptionError(f"{shown(node)} is no position of this graph. Give a node whose kind is 'position'.")
        return self.search.match.at(self.search.record(int(node)))

    @property
    def came(self) -> dict[str, tuple[str, str]]:
        """From where each node was found first, and the label of the edge that led there."""
        return {there: (here, label) for here, there, label in reversed(list(self.edges(data="label")))}

    def way_to(self, node: str) -> list[str]:
        """The labels of the actions from the first node to a node."""
        way = networkx.shortest_path(self, self.start, node)
        return [self.edges[pair]["label"] for pair in pairwise(way)]

    # ------------------------------------------------------------ in words

    def in_words(self) -> list[str]:
        """The graph as sentences: what was searched, what results, and what would result from each first action."""
        kinds = [kind for _, kind in self.nodes(data="kind")]
        found = f"{self.graph.get('title', 'Positions')}: {counted(kinds.count(POSITION), 'position')}"
        chance = f", {counted(kinds.count(CHANCE), 'draw')} of chance" if CHANCE in kinds else ""
        more = "; more would not fit" if self.graph.get("full") else ""
        return [
            f"{found}{chance} within {counted(int(self.graph.get('depth', 0)), 'decision')}{more}.",
            self._as_seen_by(),
            *([self._value_in_words(self.start)] if BEGINS in self or "0" in self else []),
            *self._first_actions(),
        ]

    def _as_seen_by(self) -> str:
        seat = self.graph.get("seat")
        if seat is None:
            return "As if all cards lay open: it shows what is hidden, and what will be drawn."
        name = self.graph["names"][seat]
        return f"What {name} cannot know is dealt in {self.graph['worlds']} ways; in each, all cards lie open."

    def _value_in_words(self, node: str) -> str:
        facts = self.nodes[node]
        if facts["over"]:
            won = [self.graph["names"][seat] for seat, share in enumerate(facts["value"]) if share > 0]
            return f"The match is over: {listed(won) or 'nobody'} won."
        if not facts["value"]:
            return "Nobody has looked further."
        named = zip(self.graph["names"], facts["value"], strict=True)
        shares = [f"{name} {percent(share) if share else '0 %'}" for name, share in named]
        how = "with the best play" if facts["exact"] else f"estimated: bots played on {self.graph['playouts']} times"
        return f"Who wins: {', '.join(shares)} ({how})."

    def _first_actions(self) -> Iterator[str]:
        if self.graph.get("seat") is not None or "0" not in self:
            return
        for _, to, facts in self.out_edges("0", data=True):
            yield f"{facts['label']}: {self._value_in_words(to)}"

    def said_of(self) -> dict[str, str]:
        """Everything there is to say about each node: how it is reached, who decides there, and who would win."""
        came = self.came
        return {node: self._said(node, came) for node in self}

    def _said(self, node: str, came: dict[str, tuple[str, str]]) -> str:
        way: list[str] = []
        here = node
        while here in came and here != self.start and len(way) < MOST_DEPTH:
            here, label = came[here]
            way.insert(0, label)
        facts = self.nodes[node]
        reached = f"After {', '.join(way)}. " if way else ""
        decides = (
            f"{self.graph['names'][facts['seat']]} decides: {facts['title']}. " if facts["seat"] is not None else ""
        )
        return f"{reached}{decides}{self._value_in_words(node)}"

    # ------------------------------------------------------------ drawn

    def picture(self) -> str:
        """The graph as SVG, layer by layer from left to right."""
        from workbench.graphs.layer_drawing import layer_picture

        return layer_picture(self)


def _as_value(shares: np.ndarray) -> tuple[float, ...]:
    """Shares of the win in the form of a node's attribute; empty if unknown."""
    return () if np.isnan(shares).any() else tuple(shares.tolist())


def _where(match: Match) -> str:
    title = next(phase.title for phase in match.variant.phases if phase.key == match.phase)
    return f"turn {match.turn}, {title}" if match.turn else title


def _facts(search: Search, number: int, shares: np.ndarray, exact: bool) -> dict[str, Any]:
    """The attributes of a node."""
    match, record = search.match, search.record(number)
    over, ways = int(record.over) == 1, search.ways.get(number)
    to_act = next((seat for seat in range(match.seats) if (int(record.to_act) >> seat) & 1), None)
    value = _as_value(shares)
    return {
        "kind": POSITION,
        "title": match.variant.phases[int(record.phase)].title,
        "layer": search.layers[number],
        "seat": None if over else ways[0].seat if ways else to_act,
        "value": value,
        "exact": exact,
        "over": over,
    }


def graph_of_positions(
    match: Match, depth: int, seat: int | None, worlds: int, most: int, playouts: int | None, compiled: bool | None
) -> PositionGraph:
    """See `workbench.graphs.position_graph`."""
    for name, number, limit in (("depth", depth, MOST_DEPTH), ("worlds", worlds, 10_000), ("most", most, 10**7)):
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= limit:
            raise OptionError(f"{name} is {shown(number)}. Give a whole number from 1 to {limit:,}.")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < match.seats):
        raise OptionError(f"There is no seat {shown(seat)}. Give a seat from 0 to {match.seats - 1}, or None.")
    if compiled is None:
        compiled = all(is_compiled(match.variant, entry) for entry in ("expand", "play_out"))
    engine = compiled_engine(match.variant) if compiled else plain_engine(match.variant)
    search = Search(match, engine, most)
    record = match.for_bots(match.positions()[-1].record)
    if seat is None:
        search.begin(np.array([record.buffer]))
    else:
        search.begin(np.array([match.redealt_record(record, seat, SEED, number).buffer for number in range(worlds)]))
    search.look(depth)
    if playouts is None:
        playouts = min(PLAYOUTS, (ALL_PLAYOUTS if compiled else ALL_PLAIN) // len(search.words))
    return PositionGraph.of(search, seat, playouts)
