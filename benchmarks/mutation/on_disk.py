"""Break the workbench on disk, in a copy, and see whether the tests that reach the broken line notice.

`benchmarks.mutation` breaks code in one process's memory. A kernel behind Voila, a child process, a compiled game and a
script in Chromium read files, so here a mutant is a file. First `benchmarks.mutation.reach` notes which tests reach
which line. Then, for each mutant, these tests run in a copy, the nearest and quickest first, and after them those that
share a fixture with them, until one fails or time runs out. A test has noticed a mutant only if, by itself, it fails
again and then passes in the mended copy.

What became of each mutant is kept in `kept/`, as a line of JSON, and an interrupted run continues where it stopped. A
mutant is judged anew once the function that it breaks has changed, once the test that noticed it is gone, or, if none
has noticed it, once more tests reach it or there is more time.

    python -m benchmarks.mutation.reach build/reach
    python -m benchmarks.mutation.on_disk build/reach kernel play decks lab
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property
from itertools import chain, zip_longest
from pathlib import Path
from queue import SimpleQueue
from tempfile import mkdtemp

import psutil

from benchmarks.mutation.mutants import Mutant, all_mutants, sample
from benchmarks.mutation.reach import AT_START, FIXTURE, ROOT, SHARED, Reached, reaching, test_of
from benchmarks.mutation.report import UNEXPLAINED, explanations, told
from benchmarks.mutation.scripts import script_mutants
from benchmarks.mutation.watching import AT_IMPORT, BY_A_TEST, BY_TIME, SURVIVED
from tests.layers import layer_of

KEPT = Path(__file__).parent / "kept"
JUDGED, EARLIER, SURVIVORS = KEPT / "on_disk.jsonl", KEPT / "on_disk_at_71a9e5b.jsonl", KEPT / "on_disk.md"
LONGEST = 600  # seconds a mutant
LONGEST_TEST = 120  # seconds a test, provided that none takes longer without a mutant
LONGEST_WAIT = 45  # seconds a test with a page, which would wait for minutes for what a mutant never shows
MEMORY = 12 * 2**30  # bytes that a test without a page may allocate, since a mutant may never stop allocating
FIRST = 40  # the number of nearest tests that run before the others are even imported
NOBODY, OUT_OF_TIME = "no test reaches it", "not noticed in time"
MARK = "HYPOTHESIS_STORAGE_DIRECTORY"  # in the environment of all that a copy's tests start; no test sets it
NEWER = "not there"  # no such lines in the other checkout, or several
KILLED = (BY_A_TEST, BY_TIME, AT_IMPORT)
SHARERS = 100  # a fixture used by more tests than this does not count as shared
COMPILING, COMPILED = "workbench/kernel/engine/speeds.py", "compiled_engine"
SCRIPTS = "JavaScript"
# Subject (a package of the workbench, or all scripts) -> how many of its mutants are tried.
SAMPLES = {"kernel": 60, "play": 60, "decks": 60, "lab": 60, "widgets": 40, SCRIPTS: 40}
SEED = 1
BEGIN, END = "<!-- on disk: written by python -m benchmarks.mutation.on_disk -->", "<!-- end of on disk -->"
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/\S+\.py(?:::[^\s\[]+(?:\[.*?\](?= - |$))?)?)", re.MULTILINE)
WORD = re.compile(r"[A-Z]?[a-z]{2,}")
EVERYWHERE = {"workbench", "widget", "test", "page", "in", "js", "py"}  # words that tell no page from another
AROUND = (".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", "node_modules", "build")

Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Judged:
    """What became of a mutant on disk: how it ended, and the test that noticed.

    `tests` is how many tests could have noticed, `limit` how many seconds they had, `commit` what was broken, and
    `source` a digest of the broken function.
    """

    subject: str
    file: str
    function: str
    line: int
    before: str
    after: str
    twin: int
    outcome: str
    test: str
    seconds: float
    tests: int
    limit: int
    commit: str
    source: str

    @property
    def key(self) -> Key:
        """What identifies a mutant, even after lines above it come or go."""
        return self.file, self.function, self.before, self.after, self.twin

    @property
    def killed(self) -> bool:
        """Whether a test has noticed."""
        return self.outcome in KILLED

    def holds(self, checkout: Path, mutant: Mutant, limit: int, tests: int) -> bool:
        """Whether this many tests would say the same in this many seconds, as far as is seen without running them."""
        if not self.killed and (self.tests < tests or (self.outcome == OUT_OF_TIME and self.limit < limit)):
            return False
        if self.source != digest(checkout / self.file, mutant.line):
            return False
        file, _, test = test_of(self.test).partition("::")
        path = checkout / file
        there = not file or (path.is_file() and test.rpartition("::")[2] in path.read_text(encoding="utf-8"))
        return not self.killed or there


def key_of(mutant: Mutant) -> Key:
    """The key of a mutant that is still to be judged."""
    return mutant.file, mutant.function, mutant.before, mutant.after, mutant.twin


def digest(file: Path, line: int) -> str:
    """A digest that changes with the innermost function around a line, but not with its comments and docstrings.

    For lines outside functions, and for scripts, it is always the same: the lines themselves tell whether they have
    changed.
    """
    if file.suffix != ".py":
        return ""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    around = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, kinds) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    if not around:
        return ""
    innermost = max(around, key=lambda node: node.lineno)
    for node in ast.walk(innermost):
        if isinstance(node, kinds | ast.ClassDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return hashlib.sha256(ast.unparse(innermost).encode()).hexdigest()[:8]


# What is broken


@cache
def mutants_of(checkout: Path, subject: str) -> list[Mutant]:
    """All mutants of a package of the workbench, or of all scripts."""
    if subject == SCRIPTS:
        files = sorted((checkout / "workbench").rglob("*.js"))
        return [one for file in files for one in script_mutants(_below(checkout, file), file.read_text("utf-8"))]
    sources = {
        _below(checkout, file).removesuffix(".py"): file.read_text(encoding="utf-8")
        for file in sorted((checkout / "workbench" / subject).rglob("*.py"))
    }
    return [one for module, source in sources.items() for one in all_mutants(module, source)]


def _below(checkout: Path, file: Path) -> str:
    return file.relative_to(checkout).as_posix()


# Which tests may notice


@dataclass(frozen=True)
class Tests:
    """What a run without any mutant noted: what reaches which line, how long each test takes, what fails anyway."""

    reached: Reached
    seconds: Mapping[str, float]
    fixtures: Mapping[str, Sequence[str]]
    failing: Sequence[str]

    @classmethod
    def noted(cls, folder: Path) -> Tests:
        """Read what `benchmarks.mutation.reach` wrote."""
        lines = json.loads((folder / "reach.json").read_text(encoding="utf-8"))
        names = lines["contexts"]
        reached = {
            file: {int(line): [names[number] for number in numbers] for line, numbers in of.items()}
            for file, of in lines["reached"].items()
        }
        ran = json.loads((folder / "ran.json").read_text(encoding="utf-8"))
        return cls(reached, ran["seconds"], ran["fixtures"], ran["failed"])

    def of(self, checkout: Path, mutant: Mutant) -> list[str]:
        """The tests that reach a mutant's lines, the nearest and quickest first, pages last."""
        file, line, lines = mutant.file, mutant.line, mutant.before.count("\n") + 1
        of_file = self.reached.get(file, {})
        further: set[str] = set()
        if file.endswith(".js"):  # which tests reach a line of a script is not known
            found = {test for test in self.seconds if with_page(test)}
        else:
            source = (checkout / file).read_text(encoding="utf-8")
            first, last, declared = statements(source, line, lines)
            contexts = _among(of_file, first, last)
            if declared or contexts == {AT_START}:  # what an import computes is read by everything that uses the file
                contexts = _among(of_file, 1, max(of_file, default=1))
            found = self._tests(contexts)
            further = self.sharing(found)
            if is_rule(source, line):
                further |= self._tests(self.compiling(checkout))
        script = f"{file} {mutant.function}" if file.endswith(".js") else ""
        near = {
            test: (with_page(test), test not in found, -nearness(test, file), -words_in_common(test, script))
            for test in found | further
        }
        return sorted(near, key=lambda test: (near[test], self.seconds[test]))

    def _tests(self, contexts: Iterable[str]) -> set[str]:
        return reaching(contexts, self.fixtures, [test for test in self.seconds if layer_of(test) == SHARED])

    def sharing(self, tests: set[str]) -> set[str]:
        """The tests that share a fixture with some others: what one of them makes it work out, others read."""
        wide = {context.removeprefix(FIXTURE) for context in self._contexts if context.startswith(FIXTURE)}
        users: dict[str, set[str]] = {name: set() for name in wide}
        for test, used in self.fixtures.items():
            for name in wide.intersection(used):
                users[name].add(test)
        return {test for one in users.values() if one & tests and len(one) <= SHARERS for test in one}

    @cached_property
    def _contexts(self) -> set[str]:
        return {context for of in self.reached.values() for contexts in of.values() for context in contexts}

    def compiling(self, checkout: Path) -> set[str]:
        """What asks for compiled rules, whose lines are never seen to be reached."""
        of_file = ast.parse((checkout / COMPILING).read_text(encoding="utf-8")).body
        (asked,) = [one for one in of_file if isinstance(one, ast.FunctionDef) and one.name == COMPILED]
        return _among(self.reached.get(COMPILING, {}), asked.lineno + 1, asked.end_lineno or 0)


def _among(of_file: Mapping[int, list[str]], first: int, last: int) -> set[str]:
    return {context for line in range(first, last + 1) for context in of_file.get(line, ())}


def with_page(test: str) -> bool:
    """Whether the tests of a file drive a browser or a server."""
    return layer_of(test) in ("pages", SHARED, "JupyterLab")


def nearness(test: str, file: str) -> int:
    """How many leading parts of their paths a test and a file of the workbench share.

    >>> nearness("tests/kernel/engine/test_speeds.py::test_both", "workbench/kernel/engine/speeds.py")
    3
    >>> nearness("tests/kernel/test_state.py::test_a_field", "workbench/kernel/engine/speeds.py")
    1
    """
    address = Path(test.partition("::")[0])
    parts = [part.removeprefix("test_").rpartition(".")[0] or part for part in address.parts[1:]]
    others = [part.rpartition(".")[0] or part for part in Path(file).parts[1:]]
    same = [one == other for one, other in zip(parts, others, strict=False)]
    return same.index(False) if False in same else len(same)


def words_in_common(test: str, place: str) -> int:
    """How many words the addresses of a test and of a function have in common, whatever their number.

    >>> words_in_common(
    ...     "tests/e2e/test_lobby_in_a_browser.py::test_rules_fold", "workbench/widgets/lobby/lobby.js foldedRule"
    ... )
    2
    """
    one, other = ({word.lower().removesuffix("s") for word in WORD.findall(text)} for text in (test, place))
    return len((one & other) - EVERYWHERE)


def statements(source: str, line: int, lines: int) -> tuple[int, int, bool]:
    """First and last line of the statements that some lines belong to, and whether they are outside functions."""
    tree = ast.parse(source)
    first, last, declared = line, line + lines - 1, True
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or node.end_lineno is None:
            continue
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if body else node.end_lineno
        if node.lineno <= line <= end and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            first, last = min(first, node.lineno), max(last, end)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.body[0].lineno <= line <= node.end_lineno:
            declared = False
    return first, last, declared


def is_rule(source: str, line: int) -> bool:
    """Whether a line is in a function that is compiled with the rules of games: one under `@rule`."""
    return any(
        isinstance(node, ast.FunctionDef)
        and node.lineno <= line <= (node.end_lineno or 0)
        and any(ast.unparse(mark).partition("(")[0] == "rule" for mark in node.decorator_list)
        for node in ast.parse(source).body
    )


# One mutant after another


class Copy:
    """A copy of a checkout in which one file at a time is broken and mended again."""

    def __init__(self, checkout: Path, python: str, limit: int = LONGEST) -> None:
        self.checkout, self.python, self.limit = checkout, python, limit
        self.place = Path(mkdtemp(prefix="on-disk-"))
        self.tree, self.kept = self.place / "checkout", self.place / "kept"
        shutil.copytree(checkout, self.tree, ignore=shutil.ignore_patterns(*AROUND), symlinks=True)
        self.writings = 0

    def judge(self, file: str, source: str, tests: Sequence[str], failing: Iterable[str]) -> tuple[str, str]:
        """Run tests against a broken file; returns how that ended, and the test that noticed."""
        good = (self.tree / file).read_text(encoding="utf-8")
        until, left = time.monotonic() + self.limit, set(failing)
        plain = [test for test in tests if not with_page(test)]
        stages = [plain[:FIRST], plain[FIRST:], [test for test in tests if with_page(test)]]
        try:
            while stages:
                if not stages[0]:
                    del stages[0]
                    continue
                self._write(file, source)
                outcome, test = self._run(stages[0], left, until)
                if outcome == OUT_OF_TIME:
                    return outcome, ""
                if outcome == SURVIVED:
                    del stages[0]
                    continue
                if self._tells(file, source, good, [test] if test else stages[0], left):
                    return outcome, test
                if not test or test in left:
                    raise RuntimeError(f"pytest cannot run these without a mutant: {stages[0]}")
                left.add(test)
            return SURVIVED, ""
        finally:
            self._write(file, good)
            shutil.rmtree(self.kept, ignore_errors=True)

    def _tells(self, file: str, source: str, good: str, tests: Sequence[str], left: Iterable[str]) -> bool:
        """Whether tests, by themselves, fail in the broken copy and pass in the mended one."""
        ended = []
        for text in (source, good):
            self._write(file, text)
            ended.append(self._run(tests, left, time.monotonic() + LONGEST)[0])
        return ended[0] in KILLED and ended[1] == SURVIVED

    def _write(self, file: str, source: str) -> None:
        """Write a file with a time of its own, since compiled code is matched to its source by size and second."""
        self.writings += 1
        path = self.tree / file
        path.write_text(source, encoding="utf-8")
        os.utime(path, (path.stat().st_atime, 1_000_000_000 + self.writings))

    def _run(self, tests: Sequence[str], failing: Iterable[str], until: float) -> tuple[str, str]:
        """Run tests; returns how the first failure ended and its test, or that time is over, or that all passed."""
        left = [word for test in sorted(failing) for word in ("--deselect", test)]
        command = [self.python, "-m", "pytest", "-x", "-q", "--tb=short", "-p", "no:cacheprovider"]
        pages = any(with_page(test) for test in tests)
        longest = LONGEST_WAIT if pages else LONGEST_TEST
        environment = self._environment()
        process = subprocess.Popen(
            [*command, "-p", "pytest_timeout", "-o", f"timeout={longest}", *left, *tests],
            cwd=self.tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        if not pages:  # Chromium asks for more than there is, but uses little
            resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            printed, _ = process.communicate(timeout=max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return OUT_OF_TIME, ""
        finally:
            _end(process, environment)
        if process.returncode in (0, 5):  # 5: no test is left
            return SURVIVED, ""
        found = FAILED.search(printed)
        test = found[1] if found else ""
        if process.returncode == 1:
            return (BY_TIME if "from pytest-timeout" in printed else BY_A_TEST), test
        return AT_IMPORT, test

    def _environment(self) -> dict[str, str]:
        """An environment with folders of its own; compiled code that the user has may be read."""
        compiled = [str(self.kept / "cache"), os.environ.get("WORKBENCH_CACHE", "")]
        if self.checkout != ROOT:  # an earlier checkout may find only what was compiled in this very folder
            compiled = [str(self.place / "compiled")]
        return os.environ | {
            "PYTHONPATH": str(self.tree),
            "WORKBENCH_CACHE": os.pathsep.join(filter(None, compiled)),
            "WORKBENCH_STATE": str(self.kept / "state"),
            MARK: str(self.kept / "hypothesis"),
            "CI": "1",  # Hypothesis tries the same examples each time
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # notebook plugins take seconds to import
        }


def _end(process: subprocess.Popen, environment: Mapping[str, str]) -> None:
    """End a process and all that it started, also what has a session of its own or outlives its parent.

    Servers, kernels, Chromium and what compiles a game go on by themselves; the last is known by its environment.
    """
    started: list[psutil.Process] = []
    with contextlib.suppress(psutil.NoSuchProcess):
        started = psutil.Process(process.pid).children(recursive=True)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for one in chain(started, psutil.process_iter()):
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            if one in started or one.environ().get(MARK) == environment[MARK]:
                one.kill()
    process.wait()


def judged(subject: str, mutant: Mutant | Judged, copy: Copy, found: Sequence[str], failing: Iterable[str]) -> Judged:
    """Break the copy with one mutant and run what may notice; one judged elsewhere that the copy lacks is newer."""
    begun = time.monotonic()
    if isinstance(mutant, Judged):
        commit = commit_of(copy.checkout)
        return replace(mutant, outcome=NEWER, test="", seconds=0.0, tests=0, limit=copy.limit, commit=commit)
    outcome, test = copy.judge(mutant.file, mutant.source, found, failing) if found else (NOBODY, "")
    seconds = round(time.monotonic() - begun, 1)
    return Judged(
        subject,
        mutant.file,
        mutant.function,
        mutant.line,
        mutant.before,
        mutant.after,
        mutant.twin,
        outcome,
        test,
        seconds,
        len(found),
        copy.limit,
        commit_of(copy.checkout),
        digest(copy.checkout / mutant.file, mutant.line),
    )


def commit_of(checkout: Path) -> str:
    """The commit of a checkout."""
    command = ["git", "rev-parse", "--short=8", "HEAD"]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout.strip()


# What is kept


def kept(file: Path) -> dict[Key, Judged]:
    """The judgements in a file; of a mutant that was judged twice, the later one."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {one.key: one for one in (Judged(**json.loads(line)) for line in lines)}


def line_of(judgement: Judged) -> str:
    """A judgement as a line of a file."""
    return json.dumps(asdict(judgement), ensure_ascii=False) + "\n"


def again(judgement: Judged, checkout: Path) -> Mutant | None:
    """The same break in another checkout; None if it has no such lines, or several."""
    path = checkout / judgement.file
    source = path.read_text(encoding="utf-8") if path.exists() else ""
    lines, before = source.split("\n"), judgement.before.split("\n")
    places = [place for place in range(len(lines)) if lines[place : place + len(before)] == before]
    if len(places) != 1:
        return None
    (place,) = places
    whole = "\n".join([*lines[:place], *judgement.after.split("\n"), *lines[place + len(before) :]])
    module = judgement.file.removesuffix(".py")
    return Mutant(module, judgement.function, "", place + 1, judgement.before, judgement.after, judgement.twin, whole)


def chosen(checkout: Path, subjects: Sequence[str]) -> dict[str, list[Mutant]]:
    """The sample of each subject."""
    return {subject: sample(mutants_of(checkout, subject), SAMPLES[subject], SEED) for subject in subjects}


def in_turns(samples: Mapping[str, Sequence[Mutant]]) -> Iterator[tuple[str, Mutant]]:
    """All mutants of some samples, one of each subject in turn, so that an interrupted run has some of each."""
    pairs = [[(subject, mutant) for mutant in mutants] for subject, mutants in samples.items()]
    return (pair for pair in chain(*zip_longest(*pairs)) if pair is not None)


def waiting(asked: argparse.Namespace) -> Iterator[tuple[str, Mutant, Sequence[str]]]:
    """The mutants to be judged here, and the tests that may notice each."""
    done = kept(JUDGED)
    for subject, mutant in in_turns(chosen(ROOT, asked.subjects)):
        before = done.get(key_of(mutant))
        if asked.tests:
            if before is not None and not before.killed:
                yield subject, mutant, asked.tests
            continue
        found = asked.noted.of(ROOT, mutant)
        if before is None or not before.holds(ROOT, mutant, asked.limit, len(found)):
            yield subject, mutant, found


def waiting_elsewhere(asked: argparse.Namespace) -> Iterator[tuple[str, Mutant | Judged, Sequence[str]]]:
    """The mutants that survive here and are to be judged in another checkout, and the tests there that may notice each.

    These are tests of its package, without a page, that are gone from here or have changed: an unchanged test has not
    noticed it here. A mutant that cannot be found there comes as it was judged here.
    """
    done, here, there = kept(EARLIER), texts_of_tests(ROOT), texts_of_tests(asked.checkout)
    changed = [test for test, text in there.items() if here.get(test) != text and not with_page(test)]
    judged_here = kept(JUDGED)
    for subject, mutant in in_turns(chosen(ROOT, asked.subjects)):
        judgement = judged_here.get(key_of(mutant))
        if judgement is None or judgement.killed or judgement.key in done:
            continue
        near = {test: nearness(test, judgement.file) for test in changed}
        lost = sorted((test for test in changed if near[test]), key=lambda test: (-near[test], test))
        yield subject, again(judgement, asked.checkout) or judgement, lost


def texts_of_tests(checkout: Path) -> dict[str, str]:
    """The source of each test function of a checkout, without its comments."""
    return {
        f"{_below(checkout, file)}::{node.name}": ast.unparse(node)
        for file in sorted((checkout / "tests").rglob("test_*.py"))
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


# Reporting


def table(samples: Mapping[str, Sequence[Mutant]]) -> str:
    """How many of each subject's mutants ended how, and how many of them the tests of another commit notice."""
    now, then, explained = kept(JUDGED), kept(EARLIER), explained_in(SURVIVORS)
    outcomes = (*KILLED, SURVIVED, OUT_OF_TIME, NOBODY)
    rows = [
        [
            "on disk",
            "sample",
            "judged",
            *outcomes,
            "killed",
            "explained",
            "the rest at 71a9e5b: not there",
            "tried",
            "killed",
        ]
    ]
    rows.append(["---"] * len(rows[0]))
    for subject, mutants in samples.items():
        found = [now[key_of(one)] for one in mutants if key_of(one) in now]
        rest = [then[one.key] for one in found if not one.killed and one.key in then]
        why = sum(one.key in explained and not now[key_of(one)].killed for one in mutants if key_of(one) in now)
        newer = sum(one.outcome == NEWER for one in rest)
        counts = [str(sum(one.outcome == outcome for one in found)) for outcome in outcomes]
        share = f"{sum(one.killed for one in found) / len(found):.1%}"
        there = [str(newer), str(len(rest) - newer), str(sum(one.killed for one in rest))]
        rows.append([subject, str(len(mutants)), str(len(found)), *counts, share, str(why), *there])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def explained_in(page: Path) -> dict[tuple, str]:
    """What was written about mutants that survive, by `Mutant.key`."""
    told_so_far = explanations(page.read_text(encoding="utf-8"))[0] if page.exists() else {}
    return {key: text for key, text in told_so_far.items() if text != UNEXPLAINED}


def survivors(samples: Mapping[str, Sequence[Mutant]]) -> str:
    """The page of what survives, with the explanations that it has so far."""
    now, explained = kept(JUDGED), explained_in(SURVIVORS)
    parts = ["# Mutants on disk that survive", "Written by `python -m benchmarks.mutation.on_disk`; explanations are"]
    parts[1] += " written by hand and kept."
    for subject, mutants in samples.items():
        alive = [one for one in mutants if key_of(one) in now and not now[key_of(one)].killed]
        texts = {one.key: explained.get(one.key, UNEXPLAINED) for one in alive}
        if alive:
            parts += [f"## {subject}", *told(alive, texts)]
    return "\n\n".join(parts) + "\n"


def tell() -> None:
    """Write what is kept into the page of survivors and into benchmarks/README.md."""
    from benchmarks.table import README, with_table  # imports the workbench, which is broken only in copies

    begun = {one.subject for one in kept(JUDGED).values()}
    samples = chosen(ROOT, [subject for subject in SAMPLES if subject in begun])
    SURVIVORS.write_text(survivors(samples), encoding="utf-8")
    print(table(samples))
    README.write_text(with_table(README.read_text(encoding="utf-8"), table(samples), BEGIN, END), encoding="utf-8")


def parse(given: list[str] | None) -> argparse.Namespace:
    """What the command is asked to do."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutation.on_disk",
        description="Break the workbench on disk in many ways, and keep which breaks its tests do not notice.",
    )
    parser.add_argument("reach", type=Path, help="the folder that python -m benchmarks.mutation.reach wrote")
    parser.add_argument("subjects", nargs="*", help=f"of {', '.join(SAMPLES)}; none: only tell what is kept")
    parser.add_argument("--limit", type=int, default=LONGEST, help=f"seconds a mutant (default {LONGEST})")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (default 1)")
    parser.add_argument("--tests", nargs="+", help="run these only, against what has not been noticed so far")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="try what survives against another one's tests")
    parser.add_argument("--python", default=sys.executable, help="the Python of that checkout; default: this one")
    asked = parser.parse_args(given)
    if unknown := [subject for subject in asked.subjects if subject not in SAMPLES]:
        parser.error(f"there is no subject {unknown[0]!r}; choose from {', '.join(SAMPLES)}")
    return asked


def main(given: list[str] | None = None) -> int:
    """Judge what is asked for, and report what is kept so far."""
    asked = parse(given)
    asked.noted = Tests.noted(asked.reach)
    path = JUDGED if asked.checkout == ROOT else EARLIER
    path.parent.mkdir(exist_ok=True)
    free: SimpleQueue[Copy] = SimpleQueue()

    def one(subject: str, mutant: Mutant | Judged, tests: Sequence[str]) -> Judged:
        copy = free.get()
        try:
            return judged(subject, mutant, copy, tests, asked.noted.failing)
        finally:
            free.put(copy)

    todo = list(waiting(asked) if asked.checkout == ROOT else waiting_elsewhere(asked))
    for _ in range(asked.jobs if todo else 0):
        free.put(Copy(asked.checkout, asked.python, asked.limit))
    with ThreadPoolExecutor(asked.jobs) as pool, path.open("a", encoding="utf-8") as file:
        running = [pool.submit(one, *each) for each in todo]
        try:
            for number, done in enumerate(as_completed(running), 1):
                judgement = done.result()
                if judgement.killed or not asked.tests:  # a few tests cannot say that a mutant survives
                    file.write(line_of(judgement))
                    file.flush()
                where = f"{number} of {len(todo)} {judgement.file}:{judgement.line} {judgement.function}"
                how = f"{judgement.outcome} {judgement.test} ({judgement.seconds} s)"
                print(f"{where}: {how}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:  # what has begun is still judged, but not kept
            pool.shutdown(cancel_futures=True)
    while not free.empty():
        shutil.rmtree(free.get().place, ignore_errors=True)
    path.write_text("".join(map(line_of, kept(path).values())), encoding="utf-8")
    tell()
    return 0


if __name__ == "__main__":
    sys.exit(main())
