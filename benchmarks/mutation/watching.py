"""One run of a game's tests in this process, with a mutant in place of a module."""

from __future__ import annotations

import ast
import gc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import Any, NoReturn

import pytest

SURVIVED, BY_A_TEST, BY_TIME, AT_IMPORT = "survived", "by a test", "by the time limit", "at import"
IMPORTS = ""  # in place of a test's name while the tests are imported
LONGEST = 1200  # seconds by the clock, after which a process that waits for something is ended

reached: set[str] = set()  # the functions that a test ran, in a run that notes them


@dataclass
class Run:
    """How a run of the tests ended: SURVIVED if all passed, else how it failed and the test that was running.

    Each test's processor seconds and functions reached are in the order in which the tests ran.
    """

    outcome: str = SURVIVED
    test: str = IMPORTS
    seconds: dict[str, float] = field(default_factory=dict)
    reached: dict[str, set[str]] = field(default_factory=dict)
    skipped: int = 0

    def order_for(self, function: str) -> list[str]:
        """All tests: those that reach a function first, and cheap ones before expensive ones."""
        tests = [test for test in self.seconds if test != IMPORTS]
        return sorted(tests, key=lambda test: (function not in self.reached[test], self.seconds[test]))


class Served(SourceFileLoader):
    """Gives a module a source other than its file's; is in `sys.meta_path` for this module only."""

    def __init__(self, name: str, path: Path, source: str | ast.Module) -> None:
        super().__init__(name, str(path))
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.source, self.path, "exec", dont_inherit=True)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """This loader, if the module asked for is its own."""
        return importlib.util.spec_from_file_location(name, self.path, loader=self) if name == self.name else None


def noting(source: str) -> ast.Module:
    """A module whose functions note in `reached` that they ran."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        function.body[:0] = ast.parse(f"reached.add({function.name!r})").body
    if functions:
        first = tree.body.index(functions[0])
        tree.body[first:first] = ast.parse(f"from {__name__} import reached").body
    return ast.fix_missing_locations(tree)


class Watch:
    """A plugin of pytest that orders the tests, limits their processor time and keeps what happens."""

    def __init__(self, order: Sequence[str], limits: Mapping[str, float], teller: Connection) -> None:
        self.place = {test: number for number, test in enumerate(order)}
        self.limits = limits
        self.teller = teller
        self.run = Run()
        signal.signal(signal.SIGVTALRM, self.out_of_time)
        self.begin(IMPORTS)

    def begin(self, test: str) -> None:
        """Note that a test begins."""
        self.test, self.started = test, time.process_time()
        reached.clear()
        signal.setitimer(signal.ITIMER_VIRTUAL, self.limits.get(test, 0))

    def end(self) -> None:
        """Note that the test that began last is done."""
        self.run.seconds[self.test] = time.process_time() - self.started
        self.run.reached[self.test] = set(reached)

    def out_of_time(self, *_: Any) -> NoReturn:
        """End this process, since the time of a test is over."""
        self.teller.send(Run(BY_TIME, self.test))
        os._exit(1)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.end()
        if self.place:
            items.sort(key=lambda item: self.place.get(item.nodeid, 0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item.nodeid)
        result = yield
        self.end()
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.run.skipped += report.skipped
        if report.failed and self.run.outcome == SURVIVED:
            self.run.outcome, self.run.test = BY_A_TEST, report.nodeid


def run_tests(
    folder: str,
    served: Sequence[Served],
    order: Sequence[str],
    limits: Mapping[str, float],
    log: Path,
    teller: Connection,
) -> None:
    """Run a folder's tests in this process until one fails, print into a file, and send the Run."""
    signal.alarm(LONGEST)
    gc.freeze()  # pytest often collects garbage; what was there before is left out
    printed = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # notebook plugins take seconds to import
    sys.meta_path[:0] = served
    watch = Watch(order, limits, teller)
    of_project = ["-p", "pytest_timeout", "-o", "timeout=0"]  # the settings need this one; time is limited here
    status = pytest.main(["-x", "-q", "--tb=short", "-p", "no:cacheprovider", *of_project, folder], plugins=[watch])
    if status and watch.run.outcome == SURVIVED:
        watch.run.outcome, watch.run.test = (BY_A_TEST if watch.test else AT_IMPORT), watch.test
    signal.alarm(0)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    teller.send(watch.run)
