"""Where a match stands among the phases of its game, and how it got there; no game is played for this.

The phases are those of a graph that was measured and stored, if there is one, otherwise the ways that the match has
taken. Everything is read from what everybody may see.
"""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from workbench.graphs.phases import DEAL, PhaseGraph, graph_of, key_of, place_facts
from workbench.kernel.engine.course import place_of
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.state import SPECTATOR
from workbench.lab.course import kept_course
from workbench.lab.simulation import Plan, plan_run

if TYPE_CHECKING:
    from workbench.play.match import Match


def where(match: Match) -> tuple[str, tuple[str, str]]:
    """The node of a phase graph in which a match stands, and the edge by which it got there."""
    keys = [key_of(match.variant, place) for place, _ in groupby(_places(match))]
    return keys[-1], (keys[-2] if len(keys) > 1 else DEAL, keys[-1])


def pictures_of(graph: PhaseGraph, match: Match) -> list[str]:
    """A phase graph as SVG with the place where a match stands, and how it got there; the widest picture first."""
    now, came = where(match)
    return graph.pictures(now if now in graph else "", came if graph.has_edge(*came) else None)


def plan_like(match: Match, games: int) -> Plan:
    """A run of games between the usual bots at the table of a match."""
    options = {
        option.key: match.options[option.key]
        for option in match.variant.options
        if option.bots is None or match.options[option.key] != option.default
    }
    options["game_variant"] = match.variant.key
    return plan_run(match.game, games=games, seats=match.seats, deck=match.deck, options=options)


def course_for(match: Match) -> PhaseGraph:
    """The phases of a match's game: as measured and stored, otherwise as the match has gone through them."""
    plan = plan_like(match, 1)
    course = kept_course(plan)
    return graph_of(plan, course) if course is not None else graph_of_match(match)


def graph_of_match(match: Match) -> PhaseGraph:
    """The phases of a match's game with the ways that it has taken; a phase that it has not visited has none.

    The number of decisions before a phase was left is not given: if seats choose in secret, it would reveal who has.
    """
    variant, path = match.variant, [place for place, _ in groupby(_places(match))]
    effects = len(variant.effects)
    graph = PhaseGraph(title=f"{match.deck.meta.title} ({variant.title})", match=True, decisions=len(path) - 1)
    deal = {"title": "The deal", "phase": "", "effect": "", "together": "", "number": -1}
    graph.add_node(DEAL, **deal, visits=0.0, seats=(), over=False)
    for place in sorted({*path, *(phase * (effects + 1) for phase in range(len(variant.phases)))}):
        visits = path[:-1].count(place)
        over = match.over and place == path[-1]
        graph.add_node(key_of(variant, place), **place_facts(variant, place), visits=float(visits), seats=(), over=over)
    graph.add_edge(DEAL, key_of(variant, path[0]), count=1, share=1.0, verbs={}, seats=())
    for (here, there), count in Counter(pairwise(path)).items():
        share = count / path[:-1].count(here)
        graph.add_edge(key_of(variant, here), key_of(variant, there), count=count, share=share, verbs={}, seats=())
    return graph


def _places(match: Match) -> list[int]:
    """The place of a match in the course, before each act and now, as everybody may see it."""
    effects = len(match.variant.effects)
    place = plain_engine(match.variant).linked(place_of)
    records = [match.observed_record(moment.record, SPECTATOR) for moment in match.positions()]
    return [int(place(record, effects)) for record in records]
