"""What the runs of many games are handed: each a NamedTuple, so that compiled code takes them apart by name.

The records are sequences of one (`recarray` compiled, a list of records in plain Python), their words int64 arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


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
    """What `run_games` fills, by game but for `cards`.

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


class Without(NamedTuple):
    """What a study takes away: `decks` has a record for each worth, `kinds` (int64) the kind it is taken from.

    `lines` is a second record of score lines, `held` (int64 (kinds, seats, 2)) room to count copies in, `points` (int32
    (seats, categories)) room to count points in.
    """

    decks: Any
    kinds: np.ndarray
    lines: Any
    held: np.ndarray
    points: np.ndarray


class StudiedGames(NamedTuple):
    """What `study_games` fills.

    leaders (int64 (games, TURNS_NOTED)): the seats ahead after each turn as bit masks, 0 after the last; behind (int32
    (games, seats)): the most points by which a seat was behind; winning (int64 (games,)): bit masks; used (uint8
    (games, verbs)): ALLOWED for a verb that a decision allowed, TAKEN for one that was taken; impacts (float64 (worths,
    IMPACT_SUMS)), leading (int64 (kinds, categories, 2)): sums over all games.
    """

    leaders: np.ndarray
    behind: np.ndarray
    winning: np.ndarray
    used: np.ndarray
    impacts: np.ndarray
    leading: np.ndarray


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
