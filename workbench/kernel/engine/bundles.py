"""What the runs of many games are handed: each a NamedTuple, so that compiled code takes them apart by name.

The records are sequences of one (`recarray` compiled, a list of records in plain Python), their words int64 arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from workbench.kernel.engine.course import COURSE_SUMS, HALVES
from workbench.kernel.engine.playout import CARD_SUMS
from workbench.kernel.engine.study import CHOICE_COUNTS, IMPACT_SUMS, SET_PARTS, TURNS_NOTED
from workbench.kernel.engine.tree_search import COUNTS, DEPTH, EDGE, NODE, WORTH

EDGES_A_NODE, MOST_EDGES = 64, 4_000_000  # of a search's tree: where there is no room, no node is added
KEYS_SEED = 1


class Run(NamedTuple):
    """Which games are played: games `first` to `first + games - 1` of a seed, each from a seed of its own.

    `options` are int64 as `Option.encode` gives them, `bots` a bot's number for each seat, `most` the decisions after
    which a game is stopped.
    """

    first: int
    games: int
    seed: int
    seats: int
    options: np.ndarray
    bots: np.ndarray
    most: int


class Bench(NamedTuple):
    """The records that a run works in, made once: state and view with their words, deck, events, score lines, actions.

    `hidden` is StateSpec.hidden; `log` (int32 (n, 2)) receives seat and action of the first n decisions of a game.
    """

    states: Any
    raws: np.ndarray
    views: Any
    raw_views: np.ndarray
    hidden: np.ndarray
    decks: Any
    events: Any
    lines: Any
    lists: Any
    log: np.ndarray


class Outcome(NamedTuple):
    """What `run_games` fills, by game except for `cards`.

    began (int64 (games,)): the seat first in turn order, -1 where no seat alone is; winning (int64 (games,)): bit masks
    of seats; decisions, turns (int64 (games,)); scores (int32 (games, seats)): the first figure of the ranking; points
    (int32 (games, seats, categories)); cards (int64 (kinds, CARD_SUMS)): sums over all games, see `tally` and
    `note_taking_part`; counted (int64 (games, counters)): what the game counts for itself.
    """

    began: np.ndarray
    winning: np.ndarray
    decisions: np.ndarray
    turns: np.ndarray
    scores: np.ndarray
    points: np.ndarray
    cards: np.ndarray
    counted: np.ndarray

    @classmethod
    def empty(cls, games: int, seats: int, categories: int, kinds: int, counters: int) -> Outcome:
        """Nothing played yet."""
        return cls(
            began=np.zeros(games, np.int64),
            winning=np.zeros(games, np.int64),
            decisions=np.zeros(games, np.int64),
            turns=np.zeros(games, np.int64),
            scores=np.zeros((games, seats), np.int32),
            points=np.zeros((games, seats, categories), np.int32),
            cards=np.zeros((kinds, CARD_SUMS), np.int64),
            counted=np.zeros((games, counters), np.int64),
        )


class Without(NamedTuple):
    """What a study takes away: `decks` has a record for each worth, `kinds` (int64) the kind it is taken from.

    `lines` is a second record of score lines, `held` (int64 (kinds, seats, 2)) room to count copies in, `points` (int32
    (seats, categories)) room to count points in, `sets` (int64 (seats, SET_PARTS)) room for what seats are in the
    middle of.
    """

    decks: Any
    kinds: np.ndarray
    lines: Any
    held: np.ndarray
    points: np.ndarray
    sets: np.ndarray

    @classmethod
    def of(cls, decks: Any, taken_from: np.ndarray, lines: Any, seats: int, categories: int, kinds: int) -> Without:
        """These decks, with room to count in."""
        return cls(
            decks,
            taken_from,
            lines,
            held=np.zeros((kinds, seats, 2), np.int64),
            points=np.zeros((seats, categories), np.int32),
            sets=np.zeros((seats, SET_PARTS), np.int64),
        )


class StudiedGames(NamedTuple):
    """What `study_games` fills.

    leaders (int64 (games, TURNS_NOTED)): the seats ahead after each turn as bit masks, 0 after the last; behind (int32
    (games, seats)): the most points by which a seat was behind; winning (int64 (games,)): bit masks; used (uint8
    (games, verbs)): ALLOWED for a verb that a decision allowed, TAKEN for one that was taken; by_phase, by_seat (int32
    (games, phases or seats, CHOICE_COUNTS)): how many decisions there were, a set as one, those with one action, and
    all actions that they listed; impacts (float64 (worths, IMPACT_SUMS)), leading (int64 (kinds, categories, 2)): sums
    over all games.
    """

    leaders: np.ndarray
    behind: np.ndarray
    winning: np.ndarray
    used: np.ndarray
    by_phase: np.ndarray
    by_seat: np.ndarray
    impacts: np.ndarray
    leading: np.ndarray

    @classmethod
    def empty(
        cls, games: int, seats: int, phases: int, categories: int, kinds: int, verbs: int, worths: int
    ) -> StudiedGames:
        """Nothing studied yet."""
        return cls(
            leaders=np.zeros((games, TURNS_NOTED), np.int64),
            behind=np.zeros((games, seats), np.int32),
            winning=np.zeros(games, np.int64),
            used=np.zeros((games, verbs), np.uint8),
            by_phase=np.zeros((games, phases, CHOICE_COUNTS), np.int32),
            by_seat=np.zeros((games, seats, CHOICE_COUNTS), np.int32),
            impacts=np.zeros((worths, IMPACT_SUMS)),
            leading=np.zeros((kinds, categories, 2), np.int64),
        )


class Course(NamedTuple):
    """What `trace_games` adds to; see the legends in `workbench.kernel.engine.course`.

    begun (int64 (halves, places)): in which place games began; steps (int64 (halves, places, verbs, places)): how often
    a verb led from one place to another; deciders (int64 (places, places, seats)): who decided so, in all games; sums
    (float64 (halves, places, COURSE_SUMS)); visits (int64 (places, 2)): room to count one game in.
    """

    begun: np.ndarray
    steps: np.ndarray
    deciders: np.ndarray
    sums: np.ndarray
    visits: np.ndarray

    @classmethod
    def empty(cls, places: int, verbs: int, seats: int) -> Course:
        """Nothing counted yet."""
        return cls(
            begun=np.zeros((HALVES, places), np.int64),
            steps=np.zeros((HALVES, places, verbs, places), np.int64),
            deciders=np.zeros((places, places, seats), np.int64),
            sums=np.zeros((HALVES, places, COURSE_SUMS)),
            visits=np.zeros((places, 2), np.int64),
        )


class Tree(NamedTuple):
    """What `search_tree` grows; see the legends in `workbench.kernel.engine.tree_search`.

    counts (int64 (COUNTS,)); nodes (int64 (slots, NODE)), a hash table whose number of slots is a power of two; edges
    (int64 (room, EDGE)) and worth (float64 (room, WORTH)); path (int64 (depth, 2)): room for the edges of one
    iteration; listed (int64 (actions,)), edge_of (int64 (actions,)): room for the edges of one node, by place in the
    list of actions and by action; players (int64 (seats,)): room for who plays on; multipliers (int64 (2, words)): what
    the words of a view are made a key with.
    """

    counts: np.ndarray
    nodes: np.ndarray
    edges: np.ndarray
    worth: np.ndarray
    path: np.ndarray
    listed: np.ndarray
    edge_of: np.ndarray
    players: np.ndarray
    multipliers: np.ndarray

    @classmethod
    def empty(cls, iterations: int, actions: int, seats: int, words: int) -> Tree:
        """An empty tree with room for so many iterations."""
        slots = 1 << max(4, (2 * iterations).bit_length())
        room = max(2 * actions, min(EDGES_A_NODE * iterations, MOST_EDGES))
        multipliers = np.random.default_rng(KEYS_SEED).integers(1 << 62, size=(2, words)) * 2 + 1
        return cls(
            counts=np.zeros(COUNTS, np.int64),
            nodes=np.zeros((slots, NODE), np.int64),
            edges=np.zeros((room, EDGE), np.int64),
            worth=np.zeros((room, WORTH)),
            path=np.zeros((DEPTH, 2), np.int64),
            listed=np.zeros(actions + 2, np.int64),
            edge_of=np.zeros(actions, np.int64),
            players=np.zeros(seats, np.int64),
            multipliers=multipliers,
        )
