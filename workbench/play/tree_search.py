"""What each action of a seat comes to, found by searching: for the hard bot, for a hint, for whoever replays a match.

The search itself, with its sources, is `workbench.kernel.engine.tree_search`: it deals anew in each iteration what the
seat cannot know, so that what it says depends only on what the seat knows. It needs nothing of a game but its rules.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol

import numpy as np

from workbench.decks import Deck
from workbench.kernel.engine.bundles import Tree
from workbench.kernel.engine.speeds import Engine, compiled_engine, is_compiled, plain_engine
from workbench.kernel.engine.tree_search import ACTION, ROOT, USUAL_EDGE, VISITS, WON
from workbench.kernel.game import Game, Variant
from workbench.play.asking import refuse_unasked
from workbench.play.bots import act_of, drawn_for, for_bots
from workbench.play.setup import check_seat, check_seed
from workbench.play.standing import Standing
from workbench.storage.errors import OptionError, shown

ITERATIONS = 300  # of a decision, by default
PLAIN_ITERATIONS = 8  # the same in plain Python, where a person waits
MOST_ITERATIONS = 100_000
ERRORS = 2.0  # standard errors by which another action must be better than the usual bot's
AT_ONCE = 20  # iterations between two looks at the clock
DOOR = "search_tree"


@dataclass(frozen=True)
class Weighed:
    """An action with how often it was tried, and the seat's share of the win in those tries.

    action: its number. expected: from 0 to 1, None where it was never tried.
    """

    action: int
    visits: int
    expected: float | None


@dataclass(frozen=True)
class Advice:
    """What a search says of a decision: the actions, and how many iterations it took.

    weighed: the action to take first, then the others, those tried most often first.
    """

    seat: int
    weighed: tuple[Weighed, ...]
    iterations: int

    @property
    def best(self) -> Weighed:
        """The action to take; see `choice_among`."""
        return self.weighed[0]

    def in_words(self, labels: Sequence[str]) -> str:
        """The choice explained in a sentence or two; `labels` name the actions in the order of `weighed`.

        >>> told = Advice(0, (Weighed(4, 200, 0.41), Weighed(7, 100, 0.36)), 300)
        >>> told.in_words(["Swap", "Keep"])
        'Swap: wins 41% of 200 tries. Next best: Keep, 36% of 100 tries.'
        """
        if self.best.visits == 0:
            return f"{labels[0]}: nothing else is allowed."
        said = f"{labels[0]}: wins {_tries(self.best)}."
        if len(self.weighed) > 1 and self.weighed[1].visits:
            said += f" Next best: {labels[1]}, {_tries(self.weighed[1])}."
        return said


def _tries(one: Weighed) -> str:
    return f"{one.expected or 0.0:.0%} of {one.visits:,} {'try' if one.visits == 1 else 'tries'}"


class Played(Protocol):
    """What a search needs to know beside a position: of a match, or of a run of many games."""

    @property
    def game(self) -> Game:
        """The game that is played."""

    @property
    def variant(self) -> Variant:
        """Whose rules it is played by."""

    @property
    def deck(self) -> Deck:
        """The deck in play."""

    @property
    def seats(self) -> int:
        """How many play."""


class TreeSearch:
    """A search from one decision of a match, or of a game of a run; `run` goes on with it.

    record: the position, of this match. mixed: the chance in a hundred that a seat plays at random in a play-out.
    """

    def __init__(self, match: Played, seat: int, record: Any, engine: Engine, seed: int, room: int, mixed: int = 0):
        variant = match.variant
        self.seat, self.engine, self.seed, self.mixed = seat, engine, seed, mixed
        self.bench = engine.new_bench(match.deck.arrays)
        self.raws = np.array([record.buffer])
        self.tree = Tree.empty(room, variant.actions.size, match.seats, self.raws.shape[1])
        self.bots = np.full(match.seats, match.game.bot_number(match.game.usual_bot), np.int64)
        self.unknown, self.most = variant.state.empty, variant.max_decisions
        self.iterations = 0

    def run(self, iterations: int) -> None:
        """Search on for so many iterations."""
        self.engine.search_tree(
            self.raws, self.bench, self.unknown, self.bots, self.tree, self.seat, self.seed, iterations, self.most,
            self.mixed,
        )  # fmt: skip
        self.iterations += iterations

    def run_for(self, seconds: float, iterations: int) -> None:
        """Search on for so many seconds, and `iterations` at most; at least a few."""
        until = time.monotonic() + seconds
        while self.iterations < iterations:
            self.run(min(AT_ONCE if self.engine.compiled else 1, iterations - self.iterations))
            if time.monotonic() >= until:
                break

    def advice(self) -> Advice:
        """What it has found so far."""
        root = int(self.tree.counts[ROOT])
        found = [
            Weighed(int(edge[ACTION]), int(edge[VISITS]), won / edge[VISITS] if edge[VISITS] else None)
            for edge, won in zip(self.tree.edges[:root].tolist(), self.tree.worth[:root, WON].tolist(), strict=True)
        ]
        usual = int(self.tree.counts[USUAL_EDGE])
        best = choice_among(found, found[usual] if usual >= 0 else None)
        others = sorted(found, key=lambda one: (one is not best, -one.visits, -(one.expected or 0.0), one.action))
        return Advice(self.seat, tuple(others), self.iterations)


def choice_among(weighed: Sequence[Weighed], usual: Weighed | None) -> Weighed:
    """The action to take: the usual bot's, unless others win more often by more than ERRORS standard errors.

    Of these it is the one for which that is clearest: where hundreds of tries are spread over dozens of actions, the
    one that looks best is mostly the luckiest. Where there is no usual action, it is the one tried most often.

    >>> choice_among([Weighed(3, 200, 0.5), Weighed(5, 40, 0.52), Weighed(9, 60, 0.7)], Weighed(3, 200, 0.5)).action
    9
    """
    if usual is None:
        return max(weighed, key=lambda one: (one.visits, one.expected or 0.0, -one.action))
    clearest, best = ERRORS, usual
    for one in weighed:
        if one is not usual and one.visits and usual.visits:
            clearness = ((one.expected or 0.0) - (usual.expected or 0.0)) / sqrt(_variance(one) + _variance(usual))
            if clearness > clearest:
                clearest, best = clearness, one
    return best


def _variance(one: Weighed) -> float:
    """The variance of a share of the win: as if there were one more try, half won, so that none is certain."""
    share = ((one.expected or 0.0) * one.visits + 0.5) / (one.visits + 1)
    return share * (1 - share) / one.visits


def advise(
    match: Standing,
    seat: int,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 1,
    compiled: bool | None = None,
    mixed: int = 0,
) -> Advice:
    """What each action of a seat comes to, found by searching many worlds that it cannot tell from this one.

    It searches for so many iterations (by default 300, or a few in plain Python), or for so many seconds; where
    only iterations are given, equal seeds give equal advice. Compiled rules are used where they are at hand. In
    play-outs all seats play as the game's usual bot does, but with a chance of `mixed` in a hundred at random.
    Raises OptionError, and IllegalAction if the seat may not act. Source: see workbench.kernel.engine.tree_search.

    >>> from workbench.play import Match
    >>> match = Match("guile", seed=5)
    >>> advice = match.advise(match.to_act[0], iterations=4, compiled=False)
    >>> advice.iterations, sum(one.visits for one in advice.weighed)
    (4, 4)
    """
    refuse_unasked(match, check_seat(seat, match.seats))
    return weigh(match, seat, for_bots(match, match.record), check_seed(seed), iterations, seconds, compiled, mixed)


def explained(match: Standing, advice: Advice) -> str:
    """Advice in words: the action to take, how often it wins, and the next best.

    >>> from workbench.play import Match
    >>> match = Match("guile", seed=5)
    >>> match.explained(match.advise(match.to_act[0], iterations=2, compiled=False)).count("wins")
    1
    """
    return advice.in_words(_labels_of(match, advice))


def act_by_search(match: Standing, seat: int, iterations: int | None = None, compiled: bool | None = None) -> list[int]:
    """The act that a search chooses on a seat, a whole set included; see `advise`."""
    return _searched(match, seat, iterations, compiled)[0]


def hint(
    match: Standing, seat: int, iterations: int | None = None, compiled: bool | None = None
) -> tuple[list[int], str]:
    """The act that a search chooses on a seat, and why: how often it wins, and the next best; see `advise`.

    >>> from workbench.play import Match
    >>> match = Match("guile", seed=5)
    >>> act, words = match.hint(match.to_act[0], iterations=2, compiled=False)
    >>> words.startswith(match.words_of(act))
    True
    """
    act, advice = _searched(match, seat, iterations, compiled)
    return act, advice.in_words([match.words_of(act), *_labels_of(match, advice)[1:]])


def _searched(match: Standing, seat: int, iterations: int | None, compiled: bool | None) -> tuple[list[int], Advice]:
    """The act that a search chooses on a seat, and what it said of the first of its actions."""
    told: list[Advice] = []

    def choose(record: Any, taken: int) -> int:
        told.append(weigh(match, seat, record, drawn_for(match, seat, taken), iterations, compiled=compiled))
        return told[-1].best.action

    return act_of(match, seat, choose), told[0]


def _labels_of(match: Standing, advice: Advice) -> list[str]:
    return [match.wording.describe(one.action).label for one in advice.weighed]


def engine_at_hand(match: Standing, compiled: bool | None = None) -> Engine:
    """The rules compiled, or as plain Python; by default compiled, if nobody has to wait for that."""
    if compiled is None:
        compiled = is_compiled(match.variant, DOOR)
    return compiled_engine(match.variant) if compiled else plain_engine(match.variant)


def weigh(
    match: Standing,
    seat: int,
    record: Any,
    seed: int,
    iterations: int | None = None,
    seconds: float | None = None,
    compiled: bool | None = None,
    mixed: int = 0,
) -> Advice:
    """What the actions of a seat that is asked come to from a position of a match; raises OptionError.

    See `Match.advise`; `seed` decides which worlds are dealt.
    """
    engine = engine_at_hand(match, compiled)
    only = match.referee.legal_for_bots(seat, record)
    if len(only) == 1:
        return Advice(seat, (Weighed(only[0], 0, None),), 0)
    if iterations is None:
        iterations = MOST_ITERATIONS if seconds is not None else ITERATIONS if engine.compiled else PLAIN_ITERATIONS
    _check_budget(iterations, seconds, mixed)
    search = TreeSearch(match, seat, record, engine, seed, iterations, mixed)
    if seconds is None:
        search.run(iterations)
    else:
        search.run_for(seconds, iterations)
    return search.advice()


def _check_budget(iterations: Any, seconds: Any, mixed: Any) -> None:
    if isinstance(iterations, bool) or not isinstance(iterations, int) or not 1 <= iterations <= MOST_ITERATIONS:
        raise OptionError(f"iterations is {shown(iterations)}. Give a whole number from 1 to {MOST_ITERATIONS:,}.")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or seconds <= 0):
        raise OptionError(f"seconds is {shown(seconds)}. Give a number above 0, or None for none.")
    if isinstance(mixed, bool) or not isinstance(mixed, int) or not 0 <= mixed <= 100:
        raise OptionError(f"mixed is {shown(mixed)}. Give a whole number from 0 to 100.")
