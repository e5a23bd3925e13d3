"""Simulation: the games of a run, compiled, on all cores; each game's seed comes from its number.

A run is cut into chunks of fixed size; chunks are shared out among threads and put together in order, so
the result is the same for any number of threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.bots import HARD_BOT
from workbench.kernel.engine.bundles import Bench, Outcome, Run
from workbench.kernel.engine.speeds import Engine
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.play.setup import check_deck, check_seats, check_seed, complete_options, deck_in_play, options_given
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from distributed import Client

    from workbench.decks import Deck

CHUNK = 250
MOST_GAMES = 100_000_000
TRIED_FIRST = 3  # games that are played in plain Python before rules are compiled for the first time


@dataclass(frozen=True)
class Plan:
    """Everything that decides the outcome of a run."""

    game: Game
    variant: Variant
    deck: Deck
    games: int
    seats: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, Any]

    @property
    def played(self) -> dict[str, str]:
        """The game, its variant and the deck, as everything that is kept of a run names them."""
        return {
            "game": self.game.id,
            "game_variant": self.variant.key,
            "deck": self.deck.meta.title,
            "deck_digest": self.deck.digest,
        }

    @property
    def setting(self) -> dict[str, Any]:
        """What else decides the games."""
        return {"seats": self.seats, "bots": self.bots, "options": dict(self.options), "seed": self.seed}


@dataclass(frozen=True)
class How:
    """How games are played: on how many threads or by which cluster, at which speed, who hears of it and may end it."""

    threads: int | None = None
    compiled: bool | None = None
    on_progress: Callable[[int, int], None] | None = None
    cancel: threading.Event | None = None
    client: Client | None = None

    def tell(self, done: int, total: int) -> None:
        """Say how many games are done."""
        if self.on_progress is not None:
            self.on_progress(done, total)

    @property
    def cancelled(self) -> bool:
        """Whether it is to end early."""
        return self.cancel is not None and self.cancel.is_set()

    def after(self, before: int, total: int) -> How:
        """The same for a run that follows so many games and is told as a part of them all."""
        return replace(self, on_progress=lambda done, _: self.tell(before + done, total))


def number_of_player(game: Game, name: str) -> int:
    """The number by which a run knows a bot, also one of a level; raises OptionError for one that cannot be.

    >>> from workbench.kernel.registry import game
    >>> number_of_player(game("guile"), "random"), number_of_player(game("guile"), "hard") >= len(game("guile").bots)
    (0, True)
    """
    player = game.player(name)
    if player in game.bots:
        return game.bot_number(name)
    return len(game.bots) + (player is HARD_BOT)


def has_levels(game: Game, bots: Iterable[str]) -> bool:
    """Whether any of the bots is one that the game does not declare itself."""
    return any(number_of_player(game, name) >= len(game.bots) for name in bots)


def plan_run(
    game: str | Game,
    *,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int = 1,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    levels: bool = False,
) -> Plan:
    """Check everything that a run is asked to do; raises OptionError or DeckError.

    With `levels` the bots may be any that people play against; otherwise those that the game declares, which play at
    once.
    """
    found = find_game(game)
    chosen = options_given(options)
    variant = found.variant(chosen.pop("game_variant", None))
    games = check_number("The number of games", games, 1, MOST_GAMES)
    seats = check_seats(variant, seats)
    bots = found.usual_bot if bots is None else bots
    if not isinstance(bots, (str, list, tuple)):
        raise OptionError(f"The bots are {shown(bots)}. Give the name of a bot, or a list of one name per seat.")
    names = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    if len(names) != seats:
        raise OptionError(f"{len(names)} bots are named for {seats} seats. Give one name, or one per seat.")
    for name in names:
        number_of_player(found, name) if levels else found.bot_number(name)
    cards = check_deck(found, deck)
    for_bots = {option.key: option.bots for option in variant.options if option.bots is not None}
    complete = complete_options(variant, for_bots, cards.meta.options, chosen)
    cards = deck_in_play(cards, variant, complete)
    if variant.check is not None:
        variant.check(cards, seats, complete)
    return Plan(found, variant, cards, games, seats, names, check_seed(seed), complete)


def play_games(plan: Plan, engine: Engine, workers: int, how: How | None = None, first: int = 0) -> list[Outcome]:
    """The outcomes of a run's games from number `first` on, chunk by chunk in order; see `simulate` in report.py."""

    def play(own: threading.local, start: int) -> Outcome:
        return play_chunk(plan, engine, own, start, min(CHUNK, plan.games - start))

    return run_chunks(plan.games, workers, play, how or How(), first)


def check_number(what: str, given: Any, least: int, most: int) -> int:
    """A whole number of something, such as of games; raises OptionError."""
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not least <= given <= most:
        raise OptionError(f"{what} is {shown(given)}. Give a whole number from {least} to {most:,}.")
    return int(given)


def check_threads(threads: Any) -> int:
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise OptionError(f"The number of threads is {shown(threads)}. Give a whole number from 1 to 1024.")
    return threads


def run_chunks(
    games: int,
    workers: int,
    run_chunk: Callable[[threading.local, int], Any],
    how: How,
    first: int = 0,
    size: int = CHUNK,
    take: Callable[[int, Any], None] | None = None,
) -> list[Any]:
    """The results of all chunks from game `first` on; after a cancellation, of those before the first missing one.

    `run_chunk(own, start)` plays the chunk that begins with game `start`; `own` is its thread's to keep records in.
    With `take` each result is handed to it, with its first game, as soon as it is there, and none is kept here.
    """
    starts = iter(range(first, games, size))
    outcomes: dict[int, Any] = {}
    done = first
    own = threading.local()
    with ThreadPoolExecutor(workers) as pool:
        running: dict[Future[Any], int] = {}
        for start in islice(starts, workers):
            running[pool.submit(run_chunk, own, start)] = start
        while running:
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                start = running.pop(future)
                (take or outcomes.__setitem__)(start, future.result())
                done += min(size, games - start)
                how.tell(done, games)
                if not how.cancelled and (following := next(starts, None)) is not None:
                    running[pool.submit(run_chunk, own, following)] = following
    return in_order(outcomes, first)


def in_order(outcomes: Mapping[int, Any], first: int) -> list[Any]:
    """The results of chunks by the game they begin with, in order, those before the first missing one."""
    whole: list[Any] = []
    while (outcome := outcomes.get(first + len(whole) * CHUNK)) is not None:
        whole.append(outcome)
    return whole


ADDED = ("cards", "impacts", "leading")  # over all games of a bundle; the rest has a row a game


def put_together(bundles: Sequence[Any]) -> Any:
    """What several runs of neighbouring games brought, as if they had been one."""
    return type(bundles[0])(
        *(
            np.sum(parts, axis=0) if name in ADDED else np.concatenate(parts)
            for name, parts in zip(bundles[0]._fields, zip(*bundles, strict=True), strict=True)
        )
    )


def bench_of(own: threading.local, plan: Plan, engine: Engine) -> Bench:
    """The records of this thread, made when it first asks."""
    if not hasattr(own, "bench"):
        own.bench = engine.new_bench(plan.deck.arrays)
    return own.bench


def run_of(plan: Plan, start: int, games: int) -> Run:
    """Some games of a plan as the engine is handed them."""
    return Run(
        first=start,
        games=games,
        seed=plan.seed,
        seats=plan.seats,
        options=np.array([option.encode(plan.options[option.key]) for option in plan.variant.options], np.int64),
        bots=np.array([number_of_player(plan.game, name) for name in plan.bots], np.int64),
        most=plan.variant.max_decisions,
    )


def play_chunk(plan: Plan, engine: Engine, own: threading.local, start: int, games: int) -> Outcome:
    """What `games` games of a run from number `start` on bring; `own` is the thread's to keep its records in."""
    kinds, counters = plan.variant.state.max_cards, len(plan.variant.measures.counters)
    outcome = Outcome.empty(games, plan.seats, plan.game.studio.most_categories, kinds, counters)
    engine.run_games(run_of(plan, start, games), bench_of(own, plan, engine), outcome)
    return outcome
