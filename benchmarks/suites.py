"""What the public test suites of PettingZoo and OpenSpiel say about a game: `python -m benchmarks.suites [game ...]`.

`passes_pettingzoo(game)` and `passes_openspiel(game)` take any Game, even one broken on purpose, and return None or, in
one line, why it fails. They run in a child process, so that a game that hangs or crashes is a failure like any other.

- PettingZoo: `api_test` and `seed_test`.
- OpenSpiel: `random_sim_test` with states saved and read back, and the tests of OpenSpiel's own
  `integration_tests/api_test.py` for games too large for their whole tree.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import unittest
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from workbench.kernel.game import Game
from workbench.kernel.registry import list_games, register

SAMPLINGS = 3  # games with different random actions on PettingZoo's deal
SIMULATIONS = 10  # as in OpenSpiel's own tests of games written in Python
LONGEST = 600.0  # seconds after which a suite counts as hanging
LONGEST_REASON = 200  # characters


def tables(game: Game) -> Iterator[tuple[str, int]]:
    """Every variant of a game with the fewest and the most seats it allows."""
    for variant in game.variants:
        for seats in sorted({variant.seats[0], variant.seats[-1]}):
            yield variant.key, seats


def passes_pettingzoo(game: Game, *, deck: Any = None, seconds: float = LONGEST) -> str | None:
    """Why a game fails PettingZoo's suite at any of its `tables`, in one line; None if it passes."""
    return _in_a_child(seconds, game, lambda variant, seats: pettingzoo_suite(game, variant, seats, deck))


def passes_openspiel(
    game: Game, *, deck: Any = None, simulations: int = SIMULATIONS, seconds: float = LONGEST
) -> str | None:
    """Why a game fails OpenSpiel's suite at any of its `tables`, in one line; None if it passes."""
    return _in_a_child(seconds, game, lambda variant, seats: openspiel_suite(game, variant, seats, deck, simulations))


# The suites


def pettingzoo_suite(game: Game, variant: str, seats: int, deck: Any = None) -> None:
    """Run PettingZoo's suite on one table; raises whatever it finds."""
    from pettingzoo.test import api_test, seed_test

    from workbench.interop.pettingzoo import env

    def make() -> Any:
        return env(game, seats=seats, deck=deck, options={"game_variant": variant})

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for sampling in range(SAMPLINGS):
            world = make()
            # api_test seeds the deal; without this it would play other actions each time, and a failure could vanish.
            for number, space in enumerate(world.action_spaces.values()):
                space.seed(sampling * seats + number)
            api_test(world)
        seed_test(make)


def openspiel_suite(
    game: Game, variant: str, seats: int, deck: Any = None, simulations: int = SIMULATIONS, **options: Any
) -> None:
    """Run OpenSpiel's suite on one table, perhaps with options of the game; raises whatever it finds."""
    import pyspiel
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    from workbench.interop.openspiel import load

    loaded = load(game, seats=seats, deck=deck, options={"game_variant": variant, **options})
    pyspiel.random_sim_test(loaded, num_sims=simulations, serialize=True, verbose=False)
    case = type("PartialTree", (EnforceAPIOnPartialTreeBase,), {"game": loaded, "game_name": str(loaded)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    for test, trace in result.errors + result.failures:
        raise AssertionError(f"{test}: {trace.splitlines()[-1]}")
    if result.testsRun == 0:
        raise AssertionError("OpenSpiel's suite has no tests for a part of a tree.")


# The child process


def _in_a_child(seconds: float, game: Game, suite: Callable[[str, int], None]) -> str | None:
    """Run a suite for every table of a game in a process of its own; returns what it says."""
    # Forked, because a game that a test has put together cannot be sent to another process.
    forking = multiprocessing.get_context("fork")
    receiver, sender = forking.Pipe(duplex=False)
    child = forking.Process(target=_run, args=(sender, game, suite), daemon=True)
    child.start()
    sender.close()
    try:
        if not receiver.poll(seconds):
            return f"it is not done after {seconds:g} seconds"
        return receiver.recv()
    except EOFError:
        child.join()
        return f"the process died with exit code {child.exitcode}"
    finally:
        child.kill()
        child.join()


def _run(sender: Any, game: Game, suite: Callable[[str, int], None]) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # the suites print, and OpenSpiel prints even what it catches
    os.dup2(nowhere, 2)
    register(game)
    for variant, seats in tables(game):
        try:
            suite(variant, seats)
        except Exception as error:
            first = next(iter(str(error).splitlines()), "")
            sender.send(f"{variant} with {seats} seats: {type(error).__name__}: {first}"[:LONGEST_REASON])
            return
    sender.send(None)


def main(names: list[str]) -> int:
    """Run both suites on the games named, or on all; the exit code is 1 if any fails."""
    failed = 0
    for name, game in list_games().items():
        if names and name not in names:
            continue
        for title, passes in (("PettingZoo", passes_pettingzoo), ("OpenSpiel", passes_openspiel)):
            reason = passes(game)
            failed |= reason is not None
            print(f"{name}: {title}: {reason or 'passes'}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
