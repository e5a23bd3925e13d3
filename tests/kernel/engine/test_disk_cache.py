"""Compiled code on disk: found by other processes wherever the rules lie, never found for a changed rule.

Each run is a process of its own that imports a copy of Joust from a folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from tests.small_game import joust
from workbench.kernel.engine.doors import FOR_ANY_PROCESSOR
from workbench.kernel.engine.kept_code import CODE, MANIFEST

pytestmark = pytest.mark.slow  # what fingerprints and kept code are made of: test_speeds.py, test_kept_code.py
CHECKOUT = Path(__file__).parents[3]

# Plays games compiled and in plain Python, and says what the compiler did.
PROGRAM = """
import json, sys
from numba.core import config, event
from joust_copy import GAME
import joust_copy
from workbench.kernel.engine.speeds import fingerprint, is_compiled
from workbench.kernel.registry import register
from workbench.lab import simulate
from workbench.lab.compiling import compile_ahead
register(GAME)
variant = GAME.variants[0]
ready = [is_compiled(variant, door) for door in ("run_games", "play_out")]
with event.install_recorder("numba:compile") as compiled:
    if sys.argv[1] == "everything":
        compile_ahead(GAME, variant)
    else:
        simulate(GAME, games=1, compiled=True)
runs = [simulate(GAME, games=20, seats=3, bots="random", seed=5, compiled=speed).outcome for speed in (True, False)]
print(json.dumps({
    "from": joust_copy.__file__,
    "fingerprint": fingerprint(variant),
    "ready": ready,
    "ready afterwards": [is_compiled(variant, door) for door in ("run_games", "play_out")],
    "compiled": sum(1 for _, happened in compiled.buffer if happened.is_start),
    "equal": bool((runs[0].scores == runs[1].scores).all()),
    "scores": runs[0].scores.tolist(),
    "level": [config.OPT, config.CPU_NAME],
}))
"""


def environment_of(checkout: Path, cache: Path | str, **more: str) -> dict[str, str]:
    return {**os.environ, "WORKBENCH_CACHE": str(cache), "PYTHONPATH": f"{checkout}{os.pathsep}{CHECKOUT}", **more}


def run(checkout: Path, cache: Path | str, **more: str) -> dict[str, Any]:
    """Run PROGRAM on the game in `checkout` with these folders for compiled code."""
    (said,) = run_at_once(["everything"], checkout, cache, **more)
    assert said["ready afterwards"] == [True, True]
    return said


def run_at_once(wanted: list[str], checkout: Path, cache: Path | str, **more: str) -> list[dict[str, Any]]:
    """Run PROGRAM in several processes at once, each with the doors it wants; return what each says."""
    environment = environment_of(checkout, cache, **more)
    with ExitStack() as ended:
        running = [
            ended.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", PROGRAM, doors], cwd=checkout, env=environment, stdout=PIPE, text=True
                )
            )
            for doors in wanted
        ]
        printed = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * len(wanted), printed
    said = [json.loads(lines.splitlines()[-1]) for lines in printed]
    for one in said:
        assert Path(one["from"]).is_relative_to(checkout), "it is the copy that runs"
        assert one["equal"], "compiled code plays as plain Python does"
    return said


def copy_of_the_game(checkout: Path) -> Path:
    """A folder that holds a copy of the game; its rules."""
    shutil.copytree(Path(joust.__file__).parent, checkout / "joust_copy", ignore=shutil.ignore_patterns("__pycache__"))
    return checkout / "joust_copy" / "__init__.py"


def change(rules: Path, old: str, new: str) -> None:
    """Change a file but not its times, which are what Numba's own cache goes by."""
    source, times = rules.read_text(encoding="utf-8"), rules.stat()
    assert source.count(old) == 1
    rules.write_text(source.replace(old, new), encoding="utf-8")
    os.utime(rules, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The game compiled for the first time: its report by one of two processes that want it at once, then all of it."""
    checkout, cache = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("compiled")
    copy_of_the_game(checkout)
    at_once = run_at_once(["report", "report"], checkout, cache)
    return {"checkout": checkout, "cache": cache, "at once": at_once, **run(checkout, cache)}


def test_the_first_run_compiles_and_files_code_under_its_fingerprint(first: dict[str, Any]) -> None:
    assert first["ready"] == [True, False], "the report's doors were made before, the others are not there yet"
    assert first["compiled"] > 50
    assert [path.name for path in first["cache"].iterdir()] == [first["fingerprint"]]
    kept = sorted(path.name for path in (first["cache"] / first["fingerprint"]).iterdir())
    assert [name.partition("-")[0] + Path(name).suffix for name in kept] == [
        f"{doors}{suffix}"
        for doors in ("looking_on", "report", "rules", "searching")
        for suffix in (CODE, MANIFEST, ".lock")
    ]


def test_of_processes_that_want_the_same_rules_at_once_one_compiles_and_the_others_load(first: dict[str, Any]) -> None:
    few, many = sorted(one["compiled"] for one in first["at once"])
    assert few == 0
    assert many > 50
    assert [one["ready"] for one in first["at once"]] == [[False, False]] * 2
    assert first["at once"][0]["scores"] == first["at once"][1]["scores"] == first["scores"]


def test_the_same_rules_elsewhere_with_other_words_and_in_other_lines_compile_nothing(
    first: dict[str, Any], tmp_path: Path
) -> None:
    rules = copy_of_the_game(tmp_path)
    change(rules, "@rule\ndef setup(", "# Who deals?\n\n\n@rule\ndef setup(")
    change(rules, '"""Any lance in hand."""', '"""Every lance that is left."""')
    again = run(tmp_path, first["cache"])
    assert again["ready"] == [True, True]
    assert again["compiled"] == 0
    assert again["scores"] == first["scores"]


@pytest.fixture(scope="module")
def changed(first: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The game with a changed rule, compiled for any processor where a school carries the code of the other rule."""
    checkout, own, school = tmp_path_factory.mktemp("changed"), tmp_path_factory.mktemp("own"), first["cache"]
    rules = copy_of_the_game(checkout)
    change(rules, "emit_line(lines, seat, -1, -1, -1, 1, POINTS)", "emit_line(lines, seat, -1, -1, -1, 7, POINTS)")
    shipped = Path(joust.__file__).stat()
    assert (rules.stat().st_size, rules.stat().st_mtime_ns) == (shipped.st_size, shipped.st_mtime_ns)
    before = sorted(path.name for path in school.iterdir())
    (said,) = run_at_once(["report"], checkout, f"{own}{os.pathsep}{school}", **FOR_ANY_PROCESSOR)
    return {"checkout": checkout, "cache": own, "school before": before, **said}


def test_a_changed_rule_is_compiled_and_plays_as_changed_while_a_school_carries_the_other(
    first: dict[str, Any], changed: dict[str, Any]
) -> None:
    own, school = changed["cache"], first["cache"]
    assert changed["ready"] == [False, False]
    assert changed["compiled"] > 50
    assert changed["fingerprint"] != first["fingerprint"]
    assert changed["scores"] != first["scores"]
    assert [path.name for path in own.iterdir()] == [changed["fingerprint"]]
    carried = run(first["checkout"], f"{own}{os.pathsep}{school}")
    assert carried["compiled"] == 0
    assert carried["scores"] == first["scores"]
    assert sorted(path.name for path in school.iterdir()) == changed["school before"], "only the first is written"


def test_code_for_any_processor_serves_where_there_is_none_for_this_one(changed: dict[str, Any]) -> None:
    assert changed["level"][1] == "generic"
    (here,) = run_at_once(["report"], changed["checkout"], changed["cache"])
    assert here["level"][1] != "generic"
    assert here["fingerprint"] == changed["fingerprint"]
    assert here["ready"] == [True, False]
    assert here["compiled"] == 0
    assert here["scores"] == changed["scores"]
