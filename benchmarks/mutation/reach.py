"""Which test files reach which line of the workbench: a plugin of pytest, and what it noted, read.

The plugin runs under coverage, which also starts in every Python process that a test starts (a server, a kernel, a
command): such a process belongs to the test file that started it. A server that several files share is noted for the
first of them, so files of its layer are told apart no further: a line that one of them reaches through a server is
taken to be reached by all of them.

    python -m benchmarks.mutation.reach FOLDER     # runs the README's tests once, and writes FOLDER/reach.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = "WORKBENCH_REACH"  # the variable of the environment that names the test file, for coverage in children
AT_START = "at start"  # the context of what runs before the first test: imports
SHARED = "Voila"  # the layer whose files share a server
SETTINGS = """[run]
branch = False
parallel = True
sigterm = True
context = ${WORKBENCH_REACH}
data_file = %(folder)s/reach
source_pkgs = workbench
disable_warnings = no-data-collected, module-not-measured, couldnt-parse, module-not-imported
"""

Reached = dict[str, dict[int, list[str]]]  # file below the checkout -> line -> test files


class Noting:
    """Tells coverage, here and in processes to come, which file's tests run."""

    def __init__(self) -> None:
        self.file = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin another context with each file."""
        import coverage

        file = nodeid.partition("::")[0]
        running = coverage.Coverage.current()
        if file != self.file and running is not None:
            self.file = os.environ[CONTEXT] = file
            running.switch_context(file)


class Timing:
    """Keeps what each file's tests took and which of them fail, in the process that hears of all."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: Counter[str] = Counter()
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what one test took."""
        self.seconds[report.nodeid.partition("::")[0]] += report.duration
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write it down."""
        self.file.write_text(json.dumps({"seconds": self.seconds, "failed": self.failed}), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to note, in a process that runs tests under coverage."""
    if settings := os.environ.get("COVERAGE_PROCESS_START"):
        config.pluginmanager.register(Noting())
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Timing(Path(settings).with_name("ran.json")))


def note(checkout: Path, folder: Path, tests: Iterable[str], python: str = sys.executable) -> int:
    """Run tests of a checkout under coverage; what they reach lies in the folder then. Returns pytest's exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coveragerc"
    settings.write_text(SETTINGS % {"folder": folder.resolve()}, encoding="utf-8")
    paths = os.pathsep.join([str(checkout), str(Path(__file__).parent)])  # another checkout has other benchmarks
    places = {"COVERAGE_PROCESS_START": str(settings.resolve()), CONTEXT: AT_START, "PYTHONPATH": paths}
    command = [python, "-m", "pytest", "-q", "-p", Path(__file__).stem, "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=checkout, env=os.environ | places, check=False).returncode


def read(checkout: Path, folder: Path) -> Reached:
    """What was noted in a folder, for each line of a file of the checkout the test files that reach it."""
    import coverage

    data = coverage.CoverageData(str(folder / "combined"))
    for part in sorted(folder.glob("reach.*")):
        one = coverage.CoverageData(str(part))
        one.read()
        data.update(one)
    root = checkout.resolve()
    files = {file: Path(file).resolve() for file in data.measured_files()}
    return {
        path.relative_to(root).as_posix(): {
            line: sorted({context.rpartition("|")[2] for context in found})  # "at start|tests/..." in a worker
            for line, found in data.contexts_by_lineno(file).items()
        }
        for file, path in files.items()
        if path.is_relative_to(root)
    }


def reaching(reached: Mapping[int, list[str]], first: int, last: int, shared: Iterable[str]) -> set[str]:
    """The test files that reach a line from `first` to `last`; with one of those that share a server, all of them.

    >>> reaching({3: ["a", "at start"], 9: ["b"]}, 1, 4, ["b", "c"])
    {'a'}
    >>> sorted(reaching({3: ["a"], 9: ["b"]}, 1, 9, ["b", "c"]))
    ['a', 'b', 'c']
    """
    found = {file for line in range(first, last + 1) for file in reached.get(line, ())} - {AT_START, ""}
    together = set(shared)
    return found | together if found & together else found


def main(given: list[str] | None = None) -> int:
    """Run the tests of a checkout once, and write which of them reach which line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation.reach", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="where the notes lie, and reach.json is written")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="default: this one")
    parser.add_argument("--python", default=sys.executable, help="the Python that runs its tests; default: this one")
    parser.epilog = "Further words are for pytest; without any, all that the README's line runs."
    asked, tests = parser.parse_known_args(given)
    tests = tests or ["-n", "auto", "--dist", "loadfile"]
    status = note(asked.checkout, asked.folder, tests, asked.python)
    found = read(asked.checkout, asked.folder)
    (asked.folder / "reach.json").write_text(json.dumps(found), encoding="utf-8")
    lines = sum(map(len, found.values()))
    print(f"{lines} lines of {len(found)} files are reached; pytest ended with {status}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
