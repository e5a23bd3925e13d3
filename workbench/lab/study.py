"""A study: the first games of a run looked at closely, for what its outcome alone does not tell.

Who was ahead after each turn, how much there was to choose from, and what each card's worth (its points, its bonus)
does to the result: the same games with and without it, the bots playing as if it were there. See
`workbench.kernel.engine.study`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from math import ceil
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.engine.bundles import StudiedGames, Without
from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.lab.intervals import ratio_interval
from workbench.lab.simulation import CHUNK, How, Plan, bench_of, check_threads, has_levels, run_chunks, run_of
from workbench.storage.errors import OptionError

if TYPE_CHECKING:
    from workbench.decks import Deck

STUDIED = 2_000  # games; what they tell says how many more are needed
MOST_STUDIED = 20_000  # games, however little is known by then
PRECISE = 0.03  # half an interval: an impact is known well enough within this share of a win
EVENTS = 10  # games that a worth decided, before its interval says how many more are needed
CHAIN = "chain"  # what a card is worth by what it enables: the bonuses of other cards


class Worth(NamedTuple):
    """Something that a kind of card is worth, as its game declares it: the kind, and the name (or CHAIN)."""

    kind: int
    name: str


class Ended(StrEnum):
    """Why a study is as large as it is, as the end of a sentence."""

    ASKED = "as many as were asked for"
    PRECISE = f"which tell each impact within {100 * PRECISE:g} wins in 100 games"
    NOTHING_TOLD = "since more would tell little of what cards are worth"
    ALL = "which are all games of the run"
    MOST = "as many as are studied at once"
    PLAIN = "since more would take long in plain Python"
    CANCELLED = "then it was cancelled"


class Study:
    """The studied games of a run, put together; `worths` says what the rows of `impacts` are about.

    `ended` says why there are no more of them. A study is itself a part of a longer one.
    """

    def __init__(
        self, worths: Sequence[Worth], parts: Sequence[StudiedGames | Study], ended: Ended = Ended.ASKED
    ) -> None:
        self.worths = tuple(worths)
        self.ended = ended
        self.leaders, self.behind, self.winning, self.used, self.by_phase, self.by_seat = (
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("leaders", "behind", "winning", "used", "by_phase", "by_seat")
        )
        self.impacts, self.leading = (
            np.sum([getattr(part, name) for part in parts], axis=0) for name in ("impacts", "leading")
        )
        self.games = len(self.winning)

    @cached_property
    def loosest(self) -> tuple[Worth, float] | None:
        """The worth whose impact is known least well, and half its interval; None where too few games tell anything."""
        told = zip(self.worths, self.impacts, strict=True)
        known = [(worth, ratio_interval(sums)) for worth, sums in told if sums[-1] >= EVENTS]
        halves = ((worth, (high - low) / 2) for worth, (_, low, high) in known)
        return max(halves, key=itemgetter(1), default=None)

    @property
    def needed(self) -> int:
        """How many games it takes until each impact is known well enough, by what these tell (Stein 1945)."""
        if self.loosest is None or self.loosest[1] <= PRECISE:
            return self.games
        return ceil(self.games * (self.loosest[1] / PRECISE) ** 2 / CHUNK) * CHUNK

    def words(self, names: Sequence[str]) -> str:
        """How many games were studied and why no more, in a sentence or two; `names` are those of the kinds of card."""
        said = f"Studied: the first {self.games:,} games, {self.ended}."
        if self.loosest is None or self.loosest[1] <= PRECISE:
            return said
        worth, half = self.loosest
        return (
            f"{said} Least is known of {names[worth.kind]}'s {worth.name}: within {100 * half:.1f} wins in 100 games."
        )

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
        """How often in each game none of those who held the lead was ahead any more, int64 (games,).

        To draw level with those who hold it takes nothing; of those who share it, each holds it while ahead.

        >>> study_of([[0b01, 0b11, 0b10, 0b10, 0b01]]).lead_changes  # doctest: +SKIP
        array([2])
        """
        changes = np.zeros(self.games, np.int64)
        holders = self.leaders[:, 0]
        for ahead in self.leaders.T:
            still = holders & ahead
            lost = (ahead != 0) & (still == 0)
            changes += lost
            holders = np.where(lost, ahead, np.where(ahead != 0, still, holders))
        return changes

    @cached_property
    def decided(self) -> np.ndarray:
        """The turn, counted from 1, from which on nobody was ahead of those who won each game, int64 (games,).

        It is one after which they alone were ahead. Where they never were, or nobody won, it is the last turn.

        >>> study_of([[0b10, 0b01, 0b11, 0b01]], winning=[0b01]).decided  # doctest: +SKIP
        array([2])
        """
        numbers, won = np.arange(1, self.leaders.shape[1] + 1), self.winning[:, None]
        noted = numbers <= self.turns[:, None]
        behind = noted & (self.leaders & won != won)
        alone = noted & (self.leaders == won) & (numbers > (numbers * behind).max(axis=1, keepdims=True))
        return np.where(alone.any(axis=1), alone.argmax(axis=1) + 1, self.turns)

    @cached_property
    def decided_share(self) -> np.ndarray:
        """The share of its turns after which each game was decided, float64 (games,)."""
        return np.asarray(self.decided / np.maximum(self.turns, 1))

    @cached_property
    def comebacks(self) -> np.ndarray:
        """Whether each game was won by one seat that was not ahead when half of its turns were over, bool."""
        halfway = self.leaders[np.arange(self.games), np.maximum(self.turns // 2 - 1, 0)]
        alone = (self.winning != 0) & (self.winning & (self.winning - 1) == 0)
        return alone & (halfway & self.winning == 0) & (self.turns > 1)

    @cached_property
    def overcome(self) -> np.ndarray:
        """The most points by which the winner of each game was behind; of several winners, the one most behind."""
        won = (self.winning[:, None] >> np.arange(self.behind.shape[1])) & 1
        return (self.behind * won).max(axis=1)

    @cached_property
    def choices(self) -> np.ndarray:
        """What there was to choose from in each game: int64 (games, CHOICE_COUNTS), as in `StudiedGames.by_seat`."""
        return self.by_seat.sum(axis=1, dtype=np.int64)


def worths_of(deck: Deck) -> list[tuple[Worth, Any]]:
    """Everything that the cards of a deck are worth, each with the deck's arrays without it."""
    ways = deck.game.reports.worth.items()
    return [one for name, take_away in ways for one in _without_each(deck, name, take_away)]


def _without_each(deck: Deck, name: str, take_away: Callable[[Any, int], Any]) -> Iterator[tuple[Worth, Any]]:
    """The cards of a deck that have something of this name to take away, each with the deck's arrays without it."""
    for kind in range(len(deck.kinds)):
        if (without := take_away(deck.arrays, kind)) is not None:
            yield Worth(kind, name), without


def studied_of(deck: Deck, cards: Collection[str] | None = None) -> list[tuple[Worth, Any]]:
    """Everything that a study takes away: what cards are worth, and then what they enable, each card's `CHAIN`.

    With `cards`, ids, only of these.
    """
    chain = deck.game.reports.chain
    everything = [*worths_of(deck), *(_without_each(deck, CHAIN, chain) if chain else ())]
    return [one for one in everything if cards is None or deck.kinds[one[0].kind].key in cards]


def kinds_of_worth(deck: Deck) -> set[int]:
    """The kinds of card that are worth anything by themselves: all of them, where the game declares no worth."""
    return {worth.kind for worth, _ in worths_of(deck)} if deck.game.reports.worth else set(range(len(deck.kinds)))


def study(
    plan: Plan, games: int | None = None, how: How | None = None, most: int = MOST_STUDIED, begun: Study | None = None
) -> Study:
    """Study the first games of a run: the number given, or as many as it takes to know each impact within PRECISE.

    Left open, STUDIED games say how many that takes; a study ends with the run, or at `most` games, at the latest.
    With `begun` it goes on where that one ended. Rules are compiled unless `how` says otherwise.
    Raises OptionError if it is cancelled before any game is finished.
    """
    how, found = how or How(), begun
    while True:
        done = found.games if found else 0
        goal = games_wanted(plan, found, most) if games is None else min(games, plan.games)
        if found and (goal <= done or how.cancelled):
            break
        worths, parts = study_parts(plan, goal, how, done)
        cut_short = sum(len(part.winning) for part in parts) < goal - done
        lost = how.client is not None and cut_short and not how.cancelled
        how = replace(how, client=None) if lost else how  # the cluster went away, so the rest is studied here
        if parts:
            found = Study(worths, [*([found] if found else []), *parts])
        elif not found and not lost:
            raise OptionError("The study was cancelled before any game was finished. Start it again.")
    assert found is not None
    found.ended = _why(plan, games, found, how)
    return found


def games_wanted(plan: Plan, found: Study | None, most: int = MOST_STUDIED) -> int:
    """How many of a run's first games should be studied, by what those studied so far tell."""
    return min(found.needed if found else STUDIED, plan.games, most)


def _why(plan: Plan, games: int | None, found: Study, how: How) -> Ended:
    """Why a study ended where it did."""
    if how.cancelled:
        return Ended.CANCELLED
    if games is not None and games < plan.games:
        return Ended.PLAIN if how.compiled is False else Ended.ASKED
    if found.loosest is not None and found.loosest[1] <= PRECISE:
        return Ended.PRECISE
    if found.games == plan.games:
        return Ended.ALL
    return Ended.NOTHING_TOLD if found.loosest is None else Ended.MOST


def study_parts(
    plan: Plan, games: int, how: How, first: int = 0, cards: Collection[str] | None = None
) -> tuple[list[Worth], list[StudiedGames]]:
    """What a `study` of the games from `first` on is made of: what cards are worth, and the games, parcel by parcel.

    With `cards`, ids, it asks what these decide alone, which is quicker (but on a cluster, which looks at all).
    Raises OptionError for bots that take their time: each game is played on once more for each card.
    """
    if has_levels(plan.game, plan.bots):
        own = ", ".join(bot.name for bot in plan.game.bots)
        raise OptionError(f"What cards decide is studied with bots that play at once. Seat some of these: {own}.")
    if how.client is not None:
        from workbench.lab.cluster import Cluster

        played = Cluster(how.client).run(plan, games, how, None, studied=True, first=first)
        return of_cards([worth for worth, _ in studied_of(plan.deck)], played, plan.deck, cards)
    engine = plain_engine(plan.variant) if how.compiled is False else compiled_engine(plan.variant)
    workers = check_threads(how.threads) if engine.compiled else 1
    without = taken_away(plan, engine, cards)

    def run_chunk(own: threading.local, start: int) -> StudiedGames:
        return study_chunk(plan, engine, own, start, min(CHUNK, games - start), without)

    parts = run_chunks(games, workers, run_chunk, how, first)
    return [worth for worth, _ in studied_of(plan.deck, cards)], parts


def of_cards(
    worths: list[Worth], parts: Sequence[StudiedGames], deck: Deck, cards: Collection[str] | None
) -> tuple[list[Worth], list[StudiedGames]]:
    """What a study tells of some cards, by their ids; of all of them for None."""
    kept = [number for number, worth in enumerate(worths) if cards is None or deck.kinds[worth.kind].key in cards]
    return [worths[number] for number in kept], [part._replace(impacts=part.impacts[kept]) for part in parts]


def taken_away(plan: Plan, engine: Engine, cards: Collection[str] | None = None) -> tuple[Any, np.ndarray]:
    """The decks of a study, each without something that a card is worth, and the kinds of those cards."""
    worths = studied_of(plan.deck, cards)
    decks = engine.decks([without for _, without in worths], plan.deck.arrays)
    return decks, np.array([worth.kind for worth, _ in worths], np.int64)


def study_chunk(
    plan: Plan, engine: Engine, own: threading.local, start: int, games: int, without: tuple[Any, np.ndarray]
) -> StudiedGames:
    """What a study of `games` games from number `start` on brings; `own` is the thread's to keep its records in."""
    (decks, kinds), categories, most_kinds = without, plan.game.studio.most_categories, plan.variant.state.max_cards
    if not hasattr(own, "without"):
        own.without = Without.of(decks, kinds, engine.new_lines(), plan.seats, categories, most_kinds)
    phases, verbs = len(plan.variant.phases), len(plan.variant.actions.verbs)
    studied = StudiedGames.empty(games, plan.seats, phases, categories, most_kinds, verbs, len(kinds))
    bench = bench_of(own, plan, engine)._replace(log=np.zeros((1, 2), np.int32))  # hears what each decision was
    engine.study_games(run_of(plan, start, games), bench, own.without, studied)
    return studied
