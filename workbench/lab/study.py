"""A study: the first games of a run looked at closely, for what its outcome alone does not tell.

Who was ahead after each turn, and what each card's worth (its points, its bonus) does to the result: the same games
with and without it, the bots playing as if it were there. See `workbench.kernel.engine.study`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.engine.bundles import StudiedGames, Without
from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.kernel.engine.study import IMPACT_SUMS, TURNS_NOTED
from workbench.lab.simulation import CHUNK, Plan, bench_of, check_threads, run_chunks, run_of, say_nothing
from workbench.storage.errors import OptionError

if TYPE_CHECKING:
    from workbench.decks import Deck

STUDIED = 2_000  # games, where nothing else is asked for
CHAIN = "chain"  # what a card is worth by what it enables: the bonuses of other cards


class Worth(NamedTuple):
    """Something that a kind of card is worth, as its game declares it: the kind, and the name (or CHAIN)."""

    kind: int
    name: str


class Study:
    """The studied games of a run, put together; `worths` says what the rows of `impacts` are about."""

    def __init__(self, worths: Sequence[Worth], parts: Sequence[StudiedGames]) -> None:
        self.worths = tuple(worths)
        self.leaders, self.behind, self.winning, self.used = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("leaders", "behind", "winning", "used")
        )
        self.impacts, self.leading = (
            np.sum([getattr(part, name) for part in parts], axis=0) for name in ("impacts", "leading")
        )
        self.games = len(self.winning)

    @cached_property
    def turns(self) -> np.ndarray:
        """How many turns of each game were noted, int64 (games,)."""
        return (self.leaders != 0).sum(axis=1)

    @cached_property
    def led_early(self) -> np.ndarray:
        """Whether some seat was ahead of another in each game before its last turn was over, bool (games,)."""
        everybody = (1 << self.behind.shape[1]) - 1
        before_the_end = np.arange(self.leaders.shape[1]) < self.turns[:, None] - 1
        return (before_the_end & (self.leaders != everybody)).any(axis=1)

    @cached_property
    def lead_changes(self) -> np.ndarray:
        """How often the lead passed from one seat to another in each game, int64 (games,); a shared lead is nobody's.

        >>> study_of([[0b01, 0b11, 0b10, 0b10, 0b01]]).lead_changes  # doctest: +SKIP
        array([2])
        """
        changes = np.zeros(self.games, np.int64)
        holder = np.zeros(self.games, np.int64)
        for turn in range(self.leaders.shape[1]):
            ahead = self.leaders[:, turn]
            alone = (ahead != 0) & (ahead & (ahead - 1) == 0)
            changes += alone & (holder != 0) & (holder != ahead)
            holder = np.where(alone, ahead, holder)
        return changes

    @cached_property
    def comebacks(self) -> np.ndarray:
        """Whether one seat won each game that was not among the leaders when half of the turns were over, bool."""
        halfway = self.leaders[np.arange(self.games), np.maximum(self.turns // 2 - 1, 0)]
        alone = (self.winning != 0) & (self.winning & (self.winning - 1) == 0)
        return alone & (halfway & self.winning == 0) & (self.turns > 1)

    @cached_property
    def overcome(self) -> np.ndarray:
        """The most points by which the winner of each game was behind; of several winners, the one most behind."""
        won = (self.winning[:, None] >> np.arange(self.behind.shape[1])) & 1
        return (self.behind * won).max(axis=1)


def worths_of(deck: Deck) -> list[tuple[Worth, Any]]:
    """Everything that the cards of a deck are worth, each with the deck's arrays without it."""
    arrays = deck.arrays
    found = [
        (Worth(kind, name), take_away(arrays, kind))
        for name, take_away in deck.game.reports.worth.items()
        for kind in range(len(deck.kinds))
    ]
    return [(worth, without) for worth, without in found if without is not None]


def studied_of(deck: Deck) -> list[tuple[Worth, Any]]:
    """Everything that a study takes away: what cards are worth, and then what they enable, each card's `CHAIN`."""
    chain, kinds = deck.game.reports.chain, range(len(deck.kinds))
    found = [(Worth(kind, CHAIN), chain(deck.arrays, kind)) for kind in kinds] if chain else []
    return [*worths_of(deck), *((worth, without) for worth, without in found if without is not None)]


def kinds_of_worth(deck: Deck) -> set[int]:
    """The kinds of card that are worth anything by themselves: all of them, where the game declares no worth."""
    return {worth.kind for worth, _ in worths_of(deck)} if deck.game.reports.worth else set(range(len(deck.kinds)))


def study(
    plan: Plan,
    games: int | None = None,
    *,
    threads: int | None = None,
    compiled: bool = True,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> Study:
    """Study the first games of a run, all of them or STUDIED; raises OptionError if it is cancelled before any."""
    games = min(plan.games, STUDIED) if games is None else min(plan.games, games)
    engine = compiled_engine(plan.variant) if compiled else plain_engine(plan.variant)
    worths, parts = study_parts(plan, games, engine, check_threads(threads) if compiled else 1, on_progress, cancel)
    if not parts:
        raise OptionError("The study was cancelled before any game was finished. Start it again.")
    return Study(worths, parts)


def study_parts(
    plan: Plan,
    games: int,
    engine: Engine,
    workers: int,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
) -> tuple[list[Worth], list[StudiedGames]]:
    """What a `study` is made of: what cards are worth, and the studied games, parcel by parcel."""
    worths = studied_of(plan.deck)
    decks = engine.decks([without for _, without in worths], plan.deck.arrays)
    kinds = np.array([worth.kind for worth, _ in worths], np.int64)

    def run_chunk(own: threading.local, start: int) -> StudiedGames:
        return _study_chunk(plan, engine, own, start, min(CHUNK, games - start), decks, kinds)

    parts = run_chunks(games, workers, run_chunk, on_progress or say_nothing, cancel or threading.Event())
    return [worth for worth, _ in worths], parts


def _study_chunk(
    plan: Plan, engine: Engine, own: threading.local, start: int, games: int, decks: Any, kinds: np.ndarray
) -> StudiedGames:
    if not hasattr(own, "without"):
        held = np.zeros((plan.variant.state.max_cards, plan.seats, 2), np.int64)
        points = np.zeros((plan.seats, plan.game.studio.most_categories), np.int32)
        own.without = Without(decks, kinds, engine.new_lines(), held, points)
    studied = StudiedGames(
        leaders=np.zeros((games, TURNS_NOTED), np.int64),
        behind=np.zeros((games, plan.seats), np.int32),
        winning=np.zeros(games, np.int64),
        used=np.zeros((games, len(plan.variant.actions.verbs)), np.uint8),
        impacts=np.zeros((len(kinds), IMPACT_SUMS)),
        leading=np.zeros((plan.variant.state.max_cards, plan.game.studio.most_categories, 2), np.int64),
    )
    bench = bench_of(own, plan, engine)._replace(log=np.zeros((1, 2), np.int32))  # hears what each decision was
    engine.study_games(run_of(plan, start, games), bench, own.without, studied)
    return studied
