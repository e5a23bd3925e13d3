"""Graphs of games and decks, as networkx graphs that draw themselves in a notebook.

    bonus_graph(load_deck("guild_master"))

bonuses.py          which card gives which card a bonus
placing.py          where its cards are in a picture of a given width
drawing.py          the picture as SVG
phases.py           how a game goes from phase to phase, measured from simulated games
match_course.py     where a match stands among them
round_drawing.py    the picture of a few phases as a ring
course_drawing.py   the picture of many as a column
exchanges.py        what went from seat to seat in a match
ring_drawing.py     the picture as SVG
positions.py        the positions that can follow on one
layer_drawing.py    the picture as SVG
arrows.py           arrows between circles
drawn.py            what all of them are: graphs that say what they show and draw themselves
exporting.py        a graph as a file: SVG, PNG, GraphML or DOT
pages.py            sentences beside a picture

networkx is loaded with the first graph.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.decks import Deck
    from workbench.graphs.bonuses import BonusGraph
    from workbench.graphs.exchanges import ExchangeGraph
    from workbench.graphs.phases import PhaseGraph
    from workbench.graphs.positions import PositionGraph
    from workbench.kernel.game import Game
    from workbench.play import Match

__all__ = ["bonus_graph", "exchange_graph", "phase_graph", "position_graph"]


def bonus_graph(deck: Deck, changed: Collection[str] = ()) -> BonusGraph:
    """The bonuses of a deck as a networkx graph: an edge from each card that gives one to the card that has it.

    The cards whose ids are in `changed` are marked in its picture.

    >>> from workbench.decks import load_deck
    >>> graph = bonus_graph(load_deck("guild_master"))
    >>> graph.number_of_edges(), len(graph.chains[0])
    (62, 6)
    """
    from workbench.graphs.bonuses import BonusGraph

    return BonusGraph.of(deck, changed)


def phase_graph(
    game: str | Game,
    games: int = 10_000,
    *,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int = 1,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    compiled: bool = True,
) -> PhaseGraph:
    """How a game goes from phase to phase, measured from games between bots, as a networkx graph.

    Seats, bots, deck and options are those of `simulate`; another variant is an option, `game_variant`.
    `compiled=False` plays in plain Python, which needs no compiler but is about a hundred times slower. Raises
    OptionError or DeckError.

    >>> graph = phase_graph("guile", games=20, bots="random", compiled=False)
    >>> sorted(graph.successors("look")), graph.ends
    (['act', 'draft', 'match_over'], ['match_over'])
    """
    from workbench.graphs.phases import graph_of
    from workbench.lab.course import keep_course, trace
    from workbench.lab.simulation import check_threads, plan_run

    plan = plan_run(game, games=games, seats=seats, bots=bots, seed=seed, deck=deck, options=options)
    course = trace(plan, check_threads(None) if compiled else 1, compiled)
    keep_course(plan, course)
    return graph_of(plan, course)


def exchange_graph(match: Match) -> ExchangeGraph:
    """What went from seat to seat in a match, and the ways of the cards that people follow, as a networkx graph.

    While the match goes on, it holds what everybody could hear and see. Each game declares which events are exchanges.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=3, seed=1, bots=dict.fromkeys(range(3), "greedy"))
    >>> match.play_bots()
    >>> exchange_graph(match).kinds
    ('trade',)
    """
    from workbench.graphs.exchanges import ExchangeGraph

    return ExchangeGraph.of(match)


def position_graph(
    match: Match,
    depth: int = 3,
    seat: int | None = None,
    *,
    worlds: int = 24,
    most: int = 5_000,
    playouts: int | None = None,
    compiled: bool | None = None,
) -> PositionGraph:
    """What can happen within `depth` decisions from a match's present position, as a networkx graph.

    Without a seat, every card is taken as it lies, including hidden ones; for a seat, what it cannot know is dealt in
    `worlds` ways. Equal positions are one node; no random generator of the match is used. Values are exact where
    the end is in reach; otherwise bots play on `playouts` times from each last position. `most` limits the number of
    positions. Compiled rules are used if available. Raises OptionError.

    >>> from workbench.play import Match
    >>> graph = position_graph(Match("guile", seed=3), depth=1)
    >>> [label for _, _, label in graph.out_edges("0", data="label")]
    ["Choose King Arthur's allies", "Choose Sir Mordred's pawns"]
    """
    from workbench.graphs.positions import graph_of_positions

    return graph_of_positions(match, depth, seat, worlds, most, playouts, compiled)
