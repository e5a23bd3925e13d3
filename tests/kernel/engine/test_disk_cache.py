"""Compiled code on disk: found again by a second process, never found for a changed rule.

Each run is a process of its own on a copy of the example game in a temporary folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

CHECKOUT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow

# Plays one compiled and one plain game of the copy and reports what the compiler did.
PROGRAM = """
import json, sys
from numba.core import config
from tests.example_game import GAME, known, rules
from tests.kernel.tables import Table
from workbench.kernel.engine.speeds import compiled_engine, fingerprint, plain_engine

def reached(dispatchers):
    found = []
    def walk(dispatcher):
        if all(dispatcher is not other for other in found):
            found.append(dispatcher)
            for value in dispatcher.py_func.__globals__.values():
                if hasattr(value, "py_func"):
                    walk(value)
    for dispatcher in dispatchers:
        walk(dispatcher)
    return found

with known():
    played = []
    for engine in (compiled_engine(GAME.variants[0]), plain_engine(GAME.variants[0])):
        log, whole, lines, winners = Table(engine).begin(seats=4, seed=5, draw_cap=2).play_out(5, 0, [0, 1, 0, 1])
        played.append((log.tolist(), whole.hex(), lines, winners))
    dispatchers = reached(compiled_engine(GAME.variants[0]).functions.values())
json.dump({
    "from": rules.__file__,
    "fingerprint": fingerprint(GAME.variants[0]),
    "equal": played[0] == played[1],
    "lines": played[0][2],
    "hits": sum(sum(dispatcher.stats.cache_hits.values()) for dispatcher in dispatchers),
    "misses": sum(sum(dispatcher.stats.cache_misses.values()) for dispatcher in dispatchers),
    "level": config.OPT,
    "within": [
        dispatcher.py_func.__name__
        for dispatcher in dispatchers
        if dispatcher.targetoptions["forceinline"] and dispatcher.targetoptions["no_cpython_wrapper"]
    ],
    "signatures": {dispatcher.py_func.__name__: len(dispatcher.signatures) for dispatcher in dispatchers},
}, sys.stdout)
"""


def run(checkout: Path, cache: Path) -> dict[str, Any]:
    """Run PROGRAM on the game in `checkout` with its own folder for compiled code."""
    environment = {**os.environ, "WORKBENCH_CACHE": str(cache), "PYTHONPATH": f"{checkout}{os.pathsep}{CHECKOUT}"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def copy_of_the_game(folder: Path) -> Path:
    """A folder that holds the example game and the table to play it at, and nothing else of ours."""
    for package in ("example_game", "kernel"):
        shutil.copytree(
            CHECKOUT / "tests" / package, folder / "tests" / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (folder / "tests" / "__init__.py").touch()
    return folder


def edit(checkout: Path, old: str, new: str) -> None:
    path = checkout / "tests" / "example_game" / "rules.py"
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1
    path.write_text(source.replace(old, new), encoding="utf-8")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The game run twice, then with a changed line, a changed constant, and as it was at first."""
    checkout = copy_of_the_game(tmp_path_factory.mktemp("checkout"))
    cache = tmp_path_factory.mktemp("compiled")
    rules = checkout / "tests" / "example_game" / "rules.py"
    original = rules.read_text(encoding="utf-8")
    results = {"cache": cache, "checkout": checkout, "first": run(checkout, cache), "second": run(checkout, cache)}
    edit(checkout, "-1, 1, RANKING.omen)", "-1, 7, RANKING.omen)")
    results["changed line"] = run(checkout, cache)
    rules.write_text(original, encoding="utf-8")
    edit(
        checkout,
        "GRAIL, CATEGORIES, DEALT, MOST_PLEDGED = 0, 3, 4, 2",
        "GRAIL, CATEGORIES, DEALT, MOST_PLEDGED = 0, 3, 4, 1",
    )
    results["changed constant"] = run(checkout, cache)
    return results


def test_the_first_run_compiles_each_rule_once(runs: dict[str, Any]):
    first = runs["first"]
    assert Path(first["from"]).is_relative_to(runs["checkout"]), "it is the copy that runs"
    assert first["misses"] > 30
    assert first["hits"] == 0
    assert {"push_frame", "emit", "emit_line", "move", "top_frame", "allow"} <= set(first["signatures"])
    several = {name for name, count in first["signatures"].items() if count > 1}
    assert several == set(), "constants or number widths make Numba compile these anew"


def test_a_rule_that_is_a_part_of_its_callers_is_kept_with_them_alone(runs: dict[str, Any]):
    kept = [path.name for path in (runs["cache"] / runs["first"]["fingerprint"]).rglob("*.nbc")]
    assert kept
    assert runs["first"]["within"]
    assert [name for name in kept for rule in runs["first"]["within"] if f".{rule}_" in name] == []


def test_the_level_of_numba_is_as_before(runs: dict[str, Any]):
    assert {runs[name]["level"] for name in ("first", "second")} == {config.OPT}


def test_the_second_run_compiles_nothing(runs: dict[str, Any]):
    assert runs["second"]["hits"] > 0
    assert runs["second"]["misses"] == 0
    assert runs["second"]["fingerprint"] == runs["first"]["fingerprint"]
    assert runs["second"]["lines"] == runs["first"]["lines"]


@pytest.mark.parametrize("change", ["changed line", "changed constant"])
def test_a_changed_rule_is_compiled_again_and_plays_as_changed(runs: dict[str, Any], change: str):
    first, changed = runs["first"], runs[change]
    assert changed["fingerprint"] != first["fingerprint"]
    assert changed["misses"] > 30
    assert changed["lines"] != first["lines"]


def test_a_changed_line_changes_exactly_what_it_says(runs: dict[str, Any]):
    omen_point = 1
    points = {
        name: [line[4] for line in runs[name]["lines"] if line[5] == omen_point] for name in ("first", "changed line")
    }
    assert set(points["first"]) == {1}
    assert set(points["changed line"]) == {7}
    assert len(points["first"]) == len(points["changed line"])


@pytest.mark.parametrize("name", ["first", "second", "changed line", "changed constant"])
def test_compiled_code_from_disk_or_not_plays_as_plain_python_does(runs: dict[str, Any], name: str):
    assert runs[name]["equal"]


def test_compiled_code_is_filed_under_its_fingerprint(runs: dict[str, Any]):
    folders = {path.name for path in runs["cache"].iterdir()}
    assert folders == {runs[name]["fingerprint"] for name in ("first", "changed line", "changed constant")}
    assert all(any(path.rglob("*.nbi")) for path in runs["cache"].iterdir())


BEGIN = """
import sys
from tests.example_game import GAME, known
from tests.kernel.tables import Table
from workbench.kernel.engine.speeds import compiled_engine

with known():
    engine = compiled_engine(GAME.variants[0])
    print("ready", flush=True)
    sys.stdin.readline()
    Table(engine).begin(seats=4, seed=5)
stats = engine.functions["begin"].stats
print(sum(stats.cache_misses.values()), sum(stats.cache_hits.values()))
"""


def test_of_processes_that_want_the_same_rules_at_once_one_compiles_and_the_others_load(tmp_path: Path):
    environment = {**os.environ, "WORKBENCH_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", BEGIN]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with ExitStack() as ended:
        start = partial(subprocess.Popen, command, cwd=CHECKOUT, env=environment, **pipes)
        processes = [ended.enter_context(start()) for _ in range(3)]
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        compiled_and_loaded = sorted(tuple(map(int, process.communicate()[0].split())) for process in processes)
    assert compiled_and_loaded == [(0, 1), (0, 1), (1, 0)]
