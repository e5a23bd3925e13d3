"""The phase graph: how a game goes from phase to phase, measured from simulated games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.graphs.drawn import SELDOM, DrawnGraph, percent
from workbench.kernel.effects import nothing_allowed
from workbench.kernel.engine.bundles import Course
from workbench.kernel.engine.course import HALVES
from workbench.kernel.game import Variant
from workbench.kernel.words import counted
from workbench.lab.simulation import Plan
from workbench.play.seating import numbered

if TYPE_CHECKING:
    import pandas

FITTED, HELD_OUT = range(HALVES)
DEAL = "deal"  # the node before the first decision: chance
ALIKE = 0.05  # shares of seats that lie closer together are reported as equal
CERTAIN = 1.96  # standard errors on either side of a 95 % interval


class PhaseGraph(DrawnGraph):
    """The phases of a game between bots: an edge where a decision led from one to another, with how often it did.

    A node is a phase's key, or `phase/effect` where an effect of a card interrupts that phase; the first node is
    `deal`, which is chance. It has `title`, `phase`, `effect` (empty without one), `visits` (decisions made there in a
    game, on average), `seats` (the share of each seat in them), `together` (empty, or how seats decide at once), `over`
    (whether games end there) and `number`, its place in the order of the game.
    An edge has `count` (how often in all games), `share` (of what follows from its first node), `verbs` (each verb that
    led there with its share of the edge) and `seats` (the share of each seat in having decided so; empty for the deal).
    The graph draws itself in a notebook. `graph` holds `title`, `games`, `bots`, `never` (titles of phases and effects
    that no game visited) and `lengths` (see `lengths`).
    """

    shows = "The phases"

    # ------------------------------------------------------------ queries

    @property
    def never(self) -> tuple[str, ...]:
        """The titles of phases and effects that no game visited."""
        return tuple(self.graph.get("never", ()))

    @property
    def ends(self) -> list[str]:
        """The nodes in which games end."""
        return [node for node, over in self.nodes(data="over") if over]

    @property
    def lengths(self) -> pandas.DataFrame:
        """How many decisions are still to come from each phase: `predicted` by the chain, and `measured`.

        The chain knows where a match stands but not how it got there (an absorbing Markov chain; Kemeny and
        Snell, Finite Markov Chains, 1960, chapter 3). It is fitted to every other game; `measured` is the average over
        visits in the games between those, from `low` to `high` with 95 % confidence. Where the two differ, a phase
        has a memory: rounds are counted, a stock runs out.
        """
        import pandas

        rows = [(node, self.nodes[node]["title"], *figures) for node, figures in self.graph.get("lengths", {}).items()]
        return pandas.DataFrame(rows, columns=["phase", "title", "predicted", "measured", "low", "high"])

    # ------------------------------------------------------------ in words

    def in_words(self) -> list[str]:
        """The graph as sentences: what was played, then from each phase where it leads."""
        facts = self.graph
        title, decisions = facts.get("title", "A game"), facts.get("decisions", 0)
        played = f"{facts.get('games', 0):,} games between bots, about {decisions:.0f} decisions a game"
        sentences = [f"{title}: {counted(decisions, 'step') + ' so far' if self.of_match else played}."]
        for node in self.in_order():
            if self.out_degree(node):
                sentences.append(self._leads_on(node))
        if self.never:
            sentences.append(f"Never visited: {', '.join(self.never)}.")
        return sentences

    def said_of(self) -> dict[str, str]:
        """Everything there is to say about each node: how often seats decide there, what leads to it and from it."""
        return {node: self.told_of(node) for node in self}

    def told_of(self, node: str) -> str:
        """Everything there is to say about a node."""
        return " ".join(filter(None, (self._leads_on(node), *self._more_of(node))))

    def _more_of(self, node: str) -> list[str]:
        """The sentences about a node apart from where it leads."""
        told = self.who_decides(self.nodes[node]), self._still_to_come(node), self._comes_from(node)
        return [sentence for sentence in told if sentence]

    def facts_of(self) -> dict[str, dict[str, Any]]:
        """What is shown beside the graph of each node: `title`, `often`, `sentence`, `ways` (where to, by which verbs,
        how many of 100, the most frequent first) and `more` sentences; the node with most decisions first."""
        often = sorted(self, key=lambda node: -self.nodes[node]["visits"])
        return {node: self._shown_of(node) for node in often}

    def _shown_of(self, node: str) -> dict[str, Any]:
        facts, decisions = self.nodes[node], self.graph.get("decisions", 0)
        ways = self._ways_from(node)
        stays = sum(round(100 * way["share"]) for _, there, way in ways if there == node)
        often = self.how_often(node)
        sentence = f"Of 100 decisions here, {stays} are followed by another one in the same phase." if stays else ""
        return {
            "title": facts["title"],
            "often": often if self.of_match or not often else f"{facts['visits']:.0f} of {decisions:.0f} decisions",
            "sentence": sentence if ways else f"{self._ends_here[0].upper()}{self._ends_here[1:]}.",
            "ways": [
                ["Stays here" if there == node else f"To: {self.nodes[there]['title']}",
                 ", ".join(verb.replace("_", " ") for verb in way["verbs"]), 100 * way["share"]]
                for _, there, way in ways
                if way["share"] >= SELDOM
            ],
            "more": self._more_of(node),
        }  # fmt: skip

    def _still_to_come(self, node: str) -> str:
        """How many decisions follow from a phase, as measured and as the chain predicts; empty if unknown."""
        if node not in self.graph.get("lengths", {}):
            return ""
        predicted, measured, *_ = self.graph["lengths"][node]
        known = f"Who knew the phase alone would say {predicted:.0f}."
        return f"Still to come: about {counted(round(measured), 'decision')}. {known}"

    def in_order(self) -> list[str]:
        """The nodes in the order of the game."""
        return sorted(self.nodes, key=lambda node: self.nodes[node]["number"])

    def _leads_on(self, node: str) -> str:
        ways = self._ways_from(node)
        told = [
            f"{self.nodes[to]['title'] if to != node else 'stays'} {percent(facts['share'])}{_by(facts['verbs'])}"
            for _, to, facts in ways
            if facts["share"] >= SELDOM
        ]
        if further := len(ways) - len(told):
            told.append(f"elsewhere {counted(further, 'way')} of {percent(0)} each")
        often = f", {self.how_often(node)}" if self.nodes[node]["visits"] else ""
        return f"{self.nodes[node]['title']}{often}: {'; '.join(told) or self._ends_here}."

    def _ways_from(self, node: str) -> list[tuple[str, str, dict[str, Any]]]:
        """The edges that lead on from a node, most frequent first."""
        return sorted(self.out_edges(node, data=True), key=lambda edge: -edge[2]["count"])

    @property
    def _ends_here(self) -> str:
        return "the match has not gone on from here" if self.of_match else "the game is over"

    def way_in_words(self, here: str, there: str) -> str:
        """How often a way is taken, by which verbs, and who decides so."""
        facts = self.edges[here, there]
        verbs = ", ".join(f"{verb.replace('_', ' ')} {percent(share)}" for verb, share in facts["verbs"].items())
        by = f", by {verbs}" if verbs else ""
        who = f". {self.who_decides(facts)}" if facts["seats"] else ""
        return f"{percent(facts['share'])} of what follows, {counted(facts['count'], 'time')}{by}{who}"

    @property
    def of_match(self) -> bool:
        """Whether the graph has the ways of one match, not of many games."""
        return bool(self.graph.get("match"))

    def how_often(self, node: str) -> str:
        """How often seats decide in a phase; empty if none does."""
        visits = self.nodes[node]["visits"]
        if not visits:
            return ""
        return f"left {counted(int(visits), 'time')} so far" if self.of_match else f"{visits:.1f} decisions a game"

    @staticmethod
    def who_decides(facts: Mapping[str, Any]) -> str:
        """Which seats decide in a phase, or have taken a way, with the share of each; empty if nobody does."""
        shares = facts["seats"]
        if not shares:
            return ""
        if max(shares) - min(shares) < ALIKE:
            return "All decide, about equally often."
        named = zip(numbered(len(shares)), shares, strict=True)
        told = [f"{name} {percent(share) if share else '0 %'}" for name, share in named]
        return f"Who decides: {', '.join(told)}."

    def _comes_from(self, node: str) -> str:
        ways = sorted(self.in_edges(node, data=True), key=lambda edge: -edge[2]["count"])
        came = sum(facts["count"] for here, _, facts in ways if here != node)
        told = [
            f"{self.nodes[here]['title']} {percent(facts['count'] / came)}" for here, _, facts in ways if here != node
        ]
        return f"Comes after: {', '.join(told)}." if told else ""

    # ------------------------------------------------------------ drawn and written

    def picture(self, now: str = "", came: tuple[str, str] | None = None) -> str:
        """The graph as SVG; the node `now` is marked as where a match is, the edge `came` as how it got there."""
        from workbench.graphs.course_drawing import course_picture

        return course_picture(self, now, came)

    def pictures(self, now: str = "", came: tuple[str, str] | None = None) -> list[str]:
        """The graph for pages of any width: round if its phases have room around a circle, and as a column."""
        from workbench.graphs.round_drawing import has_room, round_picture

        return [*([round_picture(self, now, came)] if has_room(self) else []), self.picture(now, came)]


# ---------------------------------------------------------------- the graph of the counts


def graph_of(plan: Plan, course: Course) -> PhaseGraph:
    """The graph of a course."""
    variant = plan.variant
    begun, steps = course.begun.sum(axis=0), course.steps.sum(axis=0)
    games = int(begun.sum())
    visited = np.flatnonzero(begun + steps.sum(axis=(1, 2)) + steps.sum(axis=(0, 1)))
    bots = " and ".join(dict.fromkeys(plan.bots))
    graph = PhaseGraph(title=f"{plan.deck.meta.title} ({variant.title})", games=games, bots=bots)
    graph.graph["decisions"] = float(steps.sum() / games)
    graph.add_node(
        DEAL, title="The deal", phase="", effect="", visits=0.0, seats=(), together="", over=False, number=-1
    )
    for place in visited:
        graph.add_node(key_of(variant, place), **_facts(variant, course, int(place), games))
    for place in np.flatnonzero(begun):
        share = float(begun[place] / games)
        facts = {"count": int(begun[place]), "share": share, "verbs": {"deal": 1.0}, "seats": ()}
        graph.add_edge(DEAL, key_of(variant, place), **facts)
    verbs = [verb.name for verb in variant.actions.verbs]
    for here in visited:
        made = steps[here].sum()
        for there in np.flatnonzero(steps[here].sum(axis=0)):
            ways = steps[here, :, there]
            count = int(ways.sum())
            often = sorted(np.flatnonzero(ways), key=lambda verb: -ways[verb])
            shares = {verbs[verb]: float(ways[verb] / count) for verb in often}
            edge = key_of(variant, here), key_of(variant, there)
            seats = _as_shares(course.deciders[here, there])
            graph.add_edge(*edge, count=count, share=float(count / made), verbs=shares, seats=seats)
    graph.graph["never"] = list(_never(variant, visited))
    graph.graph["lengths"] = dict(_lengths(variant, course))
    return graph


def _by(verbs: Iterable[str]) -> str:
    """The verbs by which a way is taken, in brackets; empty if unknown."""
    told = ", ".join(verb.replace("_", " ") for verb in verbs)
    return f" ({told})" if told else ""


def key_of(variant: Variant, place: int | np.integer) -> str:
    """The name of a node: `build`, or `stage_play/trim` where an effect interrupts a phase."""
    phase, effect = divmod(int(place), len(variant.effects) + 1)
    key = variant.phases[phase].key
    return f"{key}/{variant.effects[effect - 1].name}" if effect else key


def place_facts(variant: Variant, place: int) -> dict[str, Any]:
    """The attributes of a node in any match: its title, phase, effect, how seats decide there, and its place."""
    phase, effect = divmod(place, len(variant.effects) + 1)
    at_work = variant.effects[effect - 1] if effect else None
    row = variant.phases[phase]
    return {
        "title": f"{row.title}: {at_work.title}" if at_work else row.title,
        "phase": row.key,
        "effect": at_work.name if at_work else "",
        "together": row.together if not effect else "",
        "number": place,
    }


def _facts(variant: Variant, course: Course, place: int, games: int) -> dict[str, Any]:
    """The attributes of a node, including what was counted there."""
    deciders = course.deciders[place].sum(axis=0)
    made = int(deciders.sum())
    return {
        **place_facts(variant, place),
        "visits": made / games,
        "seats": _as_shares(deciders) if made else (),
        "over": not made,
    }


def _as_shares(counts: np.ndarray) -> tuple[float, ...]:
    """Each seat's share of what was counted."""
    return tuple((counts / counts.sum()).tolist())


def _never(variant: Variant, visited: np.ndarray) -> Iterator[str]:
    """The titles of phases and effects in which somebody could have decided something, but nobody did."""
    phases, effects = np.divmod(visited, len(variant.effects) + 1)
    titles = [phase.title for phase in variant.phases]
    for number, phase in enumerate(variant.phases):
        silent = variant.phases.have_courses and phase.legal is nothing_allowed
        if number not in phases and not silent:
            yield f"{phase.title} ({phase.key})" if titles.count(phase.title) > 1 else phase.title
    for number, effect in enumerate(variant.effects):
        if number + 1 not in effects and effect.legal is not nothing_allowed:
            yield effect.title


def _lengths(variant: Variant, course: Course) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
    """Node -> decisions still to come: by the chain fitted to one half of the games, and measured in the other."""
    steps = course.steps[FITTED].sum(axis=1)
    inner = np.flatnonzero(steps.sum(axis=1))
    chain = steps[np.ix_(inner, inner)] / steps[inner].sum(axis=1)[:, None]
    predicted = np.linalg.solve(np.eye(len(inner)) - chain, np.ones(len(inner)))
    for place, to_come in zip(inner, predicted, strict=True):
        v, r, vv, vr, rr = course.sums[HELD_OUT, place]
        if v > 0:
            mean = r / v
            error = sqrt(max(rr - 2 * mean * vr + mean * mean * vv, 0.0)) / v  # of a ratio of sums over games
            figures = (float(to_come), float(mean), float(mean - CERTAIN * error), float(mean + CERTAIN * error))
            yield key_of(variant, place), figures
