"""A game's own tests against mutants of its rules, each in a process of its own, forked from a warm one.

Nothing is written to the working tree: a copy of it is tested, and a mutant exists in memory only, where the import
of its module finds it. Tests that ask for compiled rules are left out: plain Python runs the same source.
"""

from __future__ import annotations

import ast
import importlib
import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import resolve_name
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import pytest

from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.watching import BY_A_TEST, BY_TIME, SURVIVED, Run, Served, noting, run_tests

COPIED = ("workbench", "tests", "decks", "notebooks", "pyproject.toml", "README.md")
# Modules that every mutant needs, imported once; none of a game, which is imported with its mutant.
WARM = (
    "numpy", "pandas", "workbench", "workbench.decks", "workbench.kernel.engine.speeds", "workbench.kernel.frames",
    "workbench.kernel.scenes.scene", "workbench.lab.report", "workbench.lab.simulation", "workbench.play",
    "workbench.play.store",
)  # fmt: skip
# A test may take PATIENCE times the processor time that it takes without a mutant, and GRACE seconds more.
PATIENCE, GRACE = 10, 2.0

_processes = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Subject:
    """What is mutated, and the tests that should notice: modules of a package and a folder of tests."""

    package: str
    modules: tuple[str, ...]
    tests: str

    @classmethod
    def of_game(cls, root: Path, game: str) -> Subject:
        """The rules and the scoring of one of our own games, in all their modules."""
        package = f"workbench.games.{game}"
        return cls(package, rule_modules(root.joinpath(*package.split(".")), package), f"tests/games/{game}")

    def path(self, root: Path, module: str) -> Path:
        """The file of a module."""
        return root.joinpath(*self.package.split("."), f"{module}.py")

    def sources(self, root: Path) -> dict[str, str]:
        """Each module's source."""
        return {module: self.path(root, module).read_text(encoding="utf-8") for module in self.modules}


def rule_modules(folder: Path, package: str) -> tuple[str, ...]:
    """The names of a game's modules with rule functions that `rules`, `scoring` and the table of effects import.

    Imports are read from the sources, because the game is imported later, with a mutant. Rule functions of bots and of
    reports decide nothing in a game, and no rules import them.
    """
    trees = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob("*.py")}
    reached, waiting = set(), [name for name in trees if name in ("rules", "scoring") or _declares_effects(trees[name])]
    while waiting:
        reached.add(module := waiting.pop())
        imported = _imported(trees[module], package)
        waiting += [name for name in trees if f"{package}.{name}" in imported and name not in reached]
    return tuple(sorted(module for module in reached if _has_rules(trees[module])))


def _imported(tree: ast.Module, package: str) -> set[str]:
    """The full names of what a module of a package imports from elsewhere: modules, and what is in them."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def _has_rules(tree: ast.Module) -> bool:
    marks = [mark for node in tree.body if isinstance(node, ast.FunctionDef) for mark in node.decorator_list]
    names = [mark.func if isinstance(mark, ast.Call) else mark for mark in marks]  # @rule, @rule(inlined=True)
    return any(isinstance(name, ast.Name) and name.id == "rule" for name in names)


def _declares_effects(tree: ast.Module) -> bool:
    calls = [node.value for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)]
    return any(isinstance(call.func, ast.Name) and call.func.id == "Effects" for call in calls)


@contextmanager
def warm_copy(root: Path) -> Iterator[Path]:
    """A copy of a checkout, with this process ready to test it, until the context ends.

    Raises RuntimeError if the workbench was imported already.
    """
    if "workbench" in sys.modules:
        raise RuntimeError("The workbench is imported already; its copy must be imported in its place.")
    with TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder, "checkout")
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
            else:
                shutil.copy(root / name, copy / name)
        places = {"WORKBENCH_CACHE": "cache", "WORKBENCH_STATE": "state", "HYPOTHESIS_STORAGE_DIRECTORY": "hypothesis"}
        os.environ.update({name: str(Path(folder, place)) for name, place in places.items()})
        os.chdir(copy)
        sys.path.insert(0, str(copy))
        for name in WARM:
            importlib.import_module(name)
        _leave_compiling_out()
        _repeat_examples()
        yield copy


def _leave_compiling_out() -> None:
    """Skip a test where it asks for compiled rules."""

    def left_out(variant: Any) -> NoReturn:
        pytest.skip("compiled rules are left out")

    compiled: Any = importlib.import_module("workbench.kernel.engine.speeds")
    assert callable(compiled._link_compiled)
    compiled._link_compiled = left_out


def _repeat_examples() -> None:
    """Let Hypothesis try the same examples in each run, keep none of them and look for no simpler ones."""
    from hypothesis import Phase, settings

    phases = [Phase.explicit, Phase.generate]
    settings.register_profile("mutation", settings.get_profile("ci"), phases=phases)
    settings.load_profile("mutation")


def clean_runs(subjects: Sequence[Subject], copy: Path, at_once: int) -> dict[Subject, Run]:
    """Run each subject's tests without a mutant, twice: noting what each test reaches, then with the cheap tests first.

    At most `at_once` run at a time: these runs are most of what a small sample takes. Raises RuntimeError with what
    pytest printed if a test fails, since no mutant could be judged then.
    """
    clean = _passing({subject: _noted(subject, copy) for subject in subjects}, {}, copy, at_once)
    _passing({subject: _as_it_is(subject, copy) for subject in subjects}, clean, copy, at_once)
    return clean


def _noted(subject: Subject, copy: Path) -> list[Served]:
    return [_serve(subject, copy, module, noting(source)) for module, source in subject.sources(copy).items()]


def _as_it_is(subject: Subject, copy: Path) -> list[Served]:
    return [_serve(subject, copy, module, source) for module, source in subject.sources(copy).items()]


def _serve(subject: Subject, copy: Path, module: str, source: Any) -> Served:
    return Served(f"{subject.package}.{module}", subject.path(copy, module), source)


def _passing(
    served: Mapping[Subject, Sequence[Served]], ordered: Mapping[Subject, Run], copy: Path, at_once: int
) -> dict[Subject, Run]:
    """Runs that must pass, in the order that follows from earlier runs if there are any; raises RuntimeError."""
    runs, logs = {}, {subject: copy.parent / f"{subject.package}.log" for subject in served}
    orders = {subject: ordered[subject].order_for("") if subject in ordered else [] for subject in served}
    calls = ((one, (one.tests, modules, orders[one], {}, logs[one])) for one, modules in served.items())
    for subject, run in _in_processes(calls, at_once):
        if run.outcome != SURVIVED:
            printed = logs[subject].read_text(encoding="utf-8", errors="replace")
            raise RuntimeError(f"The tests in {subject.tests} fail without any mutant, {run.outcome}:\n{printed}")
        runs[subject] = run
    return runs


def outcomes(
    subject: Subject, copy: Path, mutants: Iterable[Mutant], clean: Run, at_once: int
) -> Iterator[tuple[Mutant, Run]]:
    """Run the tests against each mutant, `at_once` at a time; yields each mutant and its Run as they are done."""
    limits = {test: GRACE + PATIENCE * seconds for test, seconds in clean.seconds.items()}

    def call(mutant: Mutant) -> tuple:
        served = [_serve(subject, copy, mutant.module, mutant.source)]
        return subject.tests, served, clean.order_for(mutant.function), limits, Path(os.devnull)

    return _in_processes(((mutant, call(mutant)) for mutant in mutants), at_once)


def _in_processes(calls: Iterable[tuple[Any, tuple]], at_once: int) -> Iterator[tuple[Any, Run]]:
    """Call `run_tests`, each time in a process forked from this one; yields each call's name and its Run."""
    waiting = iter(calls)
    running: dict[Any, tuple[Any, BaseProcess]] = {}
    try:
        while True:
            for name, arguments in islice(waiting, at_once - len(running)):
                hearer, teller = _processes.Pipe(duplex=False)
                process: BaseProcess = _processes.Process(target=run_tests, args=(*arguments, teller))
                process.start()
                teller.close()
                running[hearer] = name, process
            if not running:
                return
            for hearer in wait(list(running)):
                name, process = running.pop(hearer)
                yield name, _told(hearer, process)
    finally:
        for _, process in running.values():
            process.kill()


def _told(hearer: Connection, process: BaseProcess) -> Run:
    """What a process said of its run before it ended, or how it ended without a word."""
    try:
        return hearer.recv()
    except EOFError:
        process.join()
        return Run(BY_TIME if process.exitcode == -signal.SIGALRM else BY_A_TEST, "(the process ended)")
    finally:
        hearer.close()
        process.join()
