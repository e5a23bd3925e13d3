"""Compile times and the speed of compiled games, here and at the commit before games were emitted once; see README.md.

Each side is a separate checkout, whose own package does the work in its own processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.earlier import CHECKOUT, earlier_checkout
from benchmarks.fresh import compile_time
from benchmarks.measuring import Row, Spread, ratios

BEFORE = "71a9e5b"  # the last commit that optimized and emitted every function by itself
ALL_TARGET, WORST_TARGET, FIRST_TARGET, SPEED_TARGET = 0.5, 0.6, 0.5, 0.95
TURNS = 60
PLAYED = {"guild_master": 150, "guile": 1000, "excalibur": 250, "quests": 30, "cadwallon": 400}  # games a turn

VARIANTS = """
import json
from workbench.kernel.registry import list_games
print(json.dumps([[game.id, variant.key] for game in list_games().values() for variant in game.variants]))
"""

# Numba is imported before the clock starts: the compiler itself is not measured.
COMPILES = """
import json, sys, time
import numba, pandas
from workbench.kernel.registry import game as find_game
from workbench.lab.course import trace
from workbench.lab.report import simulate
from workbench.lab.compiling import look_on
game = find_game(sys.argv[1])
begun = time.process_time()
report = simulate(game, games=1, bots=game.bots[0].name, options={"game_variant": sys.argv[2]}, threads=1,
                  compiled=True)
report.study
first = time.process_time() - begun
trace(report.plan, 1)
look_on(report.plan)
print(json.dumps({"first report": first, "all": time.process_time() - begun}))
"""

# Plays as many games as each input line asks for; prints the seconds a decision and a sum of the winners.
PLAYS = """
import json, sys, time
from workbench.kernel.engine.speeds import compiled_engine
from workbench.lab.report import Report
from workbench.lab.simulation import plan_run, play_games
for line in sys.stdin:
    plan = plan_run(sys.argv[1], games=int(line), bots="random", seed=2026)
    begun = time.process_time()
    outcome = Report.of(plan, play_games(plan, compiled_engine(plan.variant), 1)).outcome
    seconds = time.process_time() - begun
    print(json.dumps([seconds / int(outcome.decisions.sum()), int(outcome.winning.sum())]), flush=True)
"""


def _environment(checkout: Path, cache: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout), "WORKBENCH_CACHE": cache}


def _fresh(checkout: Path, cache: str, source: str, *words: str) -> Any:
    """Run a program in a fresh process with a checkout's package; returns the JSON on its last line."""
    done = subprocess.run(
        [sys.executable, "-c", source, *words],
        cwd=checkout, env=_environment(checkout, cache), stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def compiling(_repeats: int) -> Row:
    """Compile every variant with an empty cache, once here and once at the earlier commit, in turn."""
    what = f"All variants compiled on an empty cache, against commit {BEFORE}; processor time of fresh processes"
    target = f"<= {ALL_TARGET} in all, {WORST_TARGET} the worst, {FIRST_TARGET} a first report"
    with earlier_checkout(BEFORE) as earlier:
        if earlier is None:
            return Row("compile", what, "-", f"no commit {BEFORE} here", "-", target)
        variants = _fresh(CHECKOUT, "", VARIANTS)
        taken: dict[str, list[dict[str, float]]] = {}
        for game, key in variants:
            for checkout in (CHECKOUT, earlier):
                with tempfile.TemporaryDirectory() as cache:
                    taken.setdefault(f"{game} {key}", []).append(_fresh(checkout, cache, COMPILES, game, key))
    both = {name: (sides[0]["all"], sides[1]["all"]) for name, sides in taken.items()}
    here, then = (sum(pair[side] for pair in both.values()) for side in (0, 1))
    worst = max(one / other for one, other in both.values())
    first = ratios(*([sides[side]["first report"] for sides in taken.values()] for side in (0, 1)))
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = compile_time(cache), compile_time(cache)
    each = ", ".join(f"{name} {one:.1f} s ({one / other:.2f})" for name, (one, other) in both.items())
    return Row(
        "compile",
        what,
        f"{here:.1f} s",
        f"{then:.1f} s",
        f"{here / then:.2f}",
        target,
        here / then <= ALL_TARGET and worst <= WORST_TARGET and first.median <= FIRST_TARGET,
        (
            f"{each}. What a first report waits for: {first.text()} of what it did.",
            f"Guild Master's first report from the disk: {warm['processor']:.2f} s. Compiled after edits of the card "
            f"list (a changed card, 20 fewer, 30 more): {cold['after_edits'] + warm['after_edits']}.",
        ),
    )


def as_quick(_repeats: int) -> Row:
    """Play compiled random games of every game, here and at the earlier commit, in TURNS turns."""
    what = f"Random games, compiled, one thread: decisions a second against commit {BEFORE}, {TURNS} turns"
    with earlier_checkout(BEFORE) as earlier:
        if earlier is None:
            return Row("as_quick", what, "-", f"no commit {BEFORE} here", "-", f">= {SPEED_TARGET}")
        found = {game: _turns(game, games, (CHECKOUT, earlier)) for game, games in PLAYED.items()}
    shares = {game: ratios(then, now) for game, (now, then) in found.items()}
    return Row(
        "as_quick",
        what,
        ", ".join(f"{game} {Spread.of(now).median * 1e9:.1f}" for game, (now, _) in found.items()) + " ns a decision",
        ", ".join(f"{Spread.of(then).median * 1e9:.1f}" for _, then in found.values()) + " ns",
        ", ".join(f"{share.median:.3f}" for share in shares.values()),
        f">= {SPEED_TARGET} each",
        min(share.median for share in shares.values()) >= SPEED_TARGET,
        ("On equal seeds both count the same winners in every turn.",),
    )


def _turns(game: str, games: int, sides: Sequence[Path]) -> tuple[list[float], list[float]]:
    """The seconds a decision on both sides, turn by turn; the first turn compiles and is discarded."""
    times: tuple[list[float], list[float]] = ([], [])
    with ExitStack() as ended:
        players = [ended.enter_context(_player(game, checkout)) for checkout in sides]
        for turn in range(TURNS + 1):
            said = [_play(player, games) for player in players]
            if said[0][1] != said[1][1]:
                raise AssertionError(f"{game} is won by others than at {BEFORE}.")
            if turn > 0:
                for kept, (seconds, _) in zip(times, said, strict=True):
                    kept.append(seconds)
    return times


@contextmanager
def _player(game: str, checkout: Path) -> Iterator[subprocess.Popen[str]]:
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", PLAYS, game]
        environment = _environment(checkout, cache)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen(command, cwd=checkout, env=environment, text=True, **pipes) as process:  # type: ignore[call-overload]
            yield process
            process.stdin.close()


def _play(player: subprocess.Popen[str], games: int) -> tuple[float, int]:
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(f"{games}\n")
    player.stdin.flush()
    seconds, winners = json.loads(player.stdout.readline())
    return seconds, winners
