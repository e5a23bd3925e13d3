"""Which tests reach which line of the workbench: a pytest plugin that notes it, and functions that read the notes.

The plugin runs under coverage, which also starts in every Python process that a test starts (a server, a kernel, a
command); such a process belongs to the test that started it. A test is a function, whatever it is called with. What a
fixture of more than one test reaches counts as reached by all tests that use it, and what a test file reaches during
its import, by all tests of that file. Results that the workbench keeps from earlier calls are forgotten before each
test. A server that several files share is noted for its fixture but starts only for the first of them, so tests of its
layer are not told apart: a line that one of them reaches counts as reached by all of them. Several runs into one folder
add up.

    python -m benchmarks.mutation.reach FOLDER     # runs the README's tests once, and writes FOLDER/reach.json
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = "WORKBENCH_REACH"  # the environment variable that names the test, for coverage in child processes
AT_START = "at start"  # the context of what runs before the first test: imports
FIXTURE = "fixture "  # the context of a fixture that several tests share begins with this
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

Reached = dict[str, dict[int, list[str]]]  # file below the checkout -> line -> tests, files of tests and fixtures


def test_of(nodeid: str) -> str:
    """The function of a test, without what it is called with.

    >>> test_of("tests/kernel/test_chance.py::test_a_shuffle[3-a/b]")
    'tests/kernel/test_chance.py::test_a_shuffle'
    """
    return nodeid.partition("[")[0]


class Noting:
    """Tells coverage, here and in processes started later, which test is running."""

    def __init__(self) -> None:
        self.context = AT_START

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a new context with each test."""
        forget_calls(sys.modules)
        self.switch(test_of(nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[Any]:
        """Count what the import of a test file reaches as reached by the file."""
        with self.within(collector.nodeid if isinstance(collector, pytest.Module) else self.context):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[Any]:
        """Count what a fixture of several tests reaches as reached by all that use it."""
        with self.within(self.context if fixturedef.scope == "function" else FIXTURE + fixturedef.argname):
            return (yield)

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Let the report of a test name its fixtures."""
        item.user_properties.append((FIXTURE, getattr(item, "fixturenames", [])))

    @contextmanager
    def within(self, context: str) -> Iterator[None]:
        """Switch to another context, until this ends."""
        before = self.context
        self.switch(context)
        yield
        self.switch(before)

    def switch(self, context: str) -> None:
        """Assign what runs from now on to this context."""
        import coverage

        running = coverage.Coverage.current()
        if context != self.context and running is not None:
            self.context = os.environ[CONTEXT] = context
            running.switch_context(context)


def forget_calls(modules: Mapping[str, Any]) -> None:
    """Make functions of the workbench forget the results they keep, so that each test is seen to reach them."""
    for name, module in list(modules.items()):
        if name.partition(".")[0] == "workbench":
            for value in list(vars(module).values()):
                forget: Callable[[], None] | None = getattr(value, "cache_clear", None)
                if forget is not None and getattr(value, "__module__", "") == name:
                    forget()


class Timing:
    """Keeps each test's time and fixtures, and the failures, in the process that hears of all tests."""

    def __init__(self, file: Path) -> None:
        before = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        self.file = file
        self.seconds: Counter[str] = Counter()
        self.earlier: dict[str, float] = before.get("seconds", {})
        self.failed: list[str] = before.get("failed", [])
        self.fixtures: dict[str, list[str]] = before.get("fixtures", {})

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the time that one test took."""
        test = test_of(report.nodeid)
        self.seconds[test] += report.duration
        self.fixtures[test] = dict(report.user_properties).get(FIXTURE, [])
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write the notes to the file."""
        seconds = self.earlier | self.seconds
        noted = {"seconds": seconds, "failed": self.failed, "fixtures": self.fixtures}
        self.file.write_text(json.dumps(noted), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to note, in a process that runs tests under coverage."""
    if settings := os.environ.get("COVERAGE_PROCESS_START"):
        config.pluginmanager.register(Noting())
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Timing(Path(settings).with_name("ran.json")))


def note(checkout: Path, folder: Path, tests: Iterable[str], python: str = sys.executable) -> int:
    """Run tests of a checkout under coverage, which notes in the folder what they reach; returns pytest's exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coveragerc"
    settings.write_text(SETTINGS % {"folder": folder.resolve()}, encoding="utf-8")
    paths = os.pathsep.join([str(checkout), str(Path(__file__).parent)])  # another checkout has other benchmarks
    places = {"COVERAGE_PROCESS_START": str(settings.resolve()), CONTEXT: AT_START, "PYTHONPATH": paths}
    command = [python, "-m", "pytest", "-q", "-p", Path(__file__).stem, "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, cwd=checkout, env=os.environ | places, check=False).returncode


def read(checkout: Path, folder: Path) -> Reached:
    """What was noted in a folder: for each line of a file of the checkout, what reaches it."""
    import coverage

    data = coverage.CoverageData(str(folder / "combined"))
    for part in sorted(folder.glob("reach.*")):
        if part.suffix != ".json":
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


def reaching(contexts: Iterable[str], fixtures: Mapping[str, Sequence[str]], shared: Iterable[str]) -> set[str]:
    """The tests that contexts stand for; if one of them shares a server, all that share it.

    >>> fixtures = {"t/a.py::test_one": ["deck"], "t/a.py::test_other": [], "t/b.py::test_it": ["deck"]}
    >>> reaching(["t/a.py::test_other", "at start"], fixtures, [])
    {'t/a.py::test_other'}
    >>> sorted(reaching(["fixture deck"], fixtures, []))
    ['t/a.py::test_one', 't/b.py::test_it']
    >>> sorted(reaching(["t/a.py"], fixtures, ["t/b.py::test_it", "t/a.py::test_one"]))
    ['t/a.py::test_one', 't/a.py::test_other', 't/b.py::test_it']
    """
    named, together = set(contexts), set(shared)
    found = {
        test
        for test, used in fixtures.items()
        if test in named or test.partition("::")[0] in named or any(FIXTURE + name in named for name in used)
    }
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
    numbers: dict[str, int] = {}
    by_number = {
        file: {line: [numbers.setdefault(context, len(numbers)) for context in of] for line, of in lines.items()}
        for file, lines in found.items()
    }
    written = {"contexts": list(numbers), "reached": by_number}
    (asked.folder / "reach.json").write_text(json.dumps(written, separators=(",", ":")), encoding="utf-8")
    lines = sum(map(len, found.values()))
    print(f"{lines} lines of {len(found)} files are reached; pytest ended with {status}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
