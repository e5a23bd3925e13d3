"""Break the workbench on disk, in a copy, and see whether the tests that reach the broken line notice.

What `benchmarks.mutation` breaks is in one process's memory. A kernel behind Voila, a child process, a compiled game
and a script in Chromium read files, so here a mutant is a file. First `benchmarks.mutation.reach` notes which test
files reach which line; then, for each mutant, these run in a copy, the nearest and the quickest first, until one
fails or ten minutes are over. A line of JSON a mutant is kept, and a run that was ended goes on where it was.

    python -m benchmarks.mutation.reach build/reach
    python -m benchmarks.mutation.on_disk build/reach kernel play decks lab --sample 60 --kept build/mutants.jsonl
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from tempfile import mkdtemp

from benchmarks.mutation.mutants import Mutant, all_mutants, sample
from benchmarks.mutation.reach import ROOT, SHARED, Reached, reaching
from benchmarks.mutation.scripts import script_mutants
from benchmarks.mutation.watching import AT_IMPORT, BY_A_TEST, SURVIVED
from tests.layers import layer_of

LONGEST = 600  # seconds a mutant
NOBODY, OUT_OF_TIME = "no test reaches it", "nobody had noticed in time"
SCRIPTS = "JavaScript"
FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/[^ ]+)", re.MULTILINE)
AROUND = (".git", ".venv", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", "node_modules", "build")


@dataclass(frozen=True)
class Judged:
    """What became of a mutant on disk: how it ended, the test that noticed, seconds, and how many files could have."""

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
    files: int

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What tells a mutant from the others, also after lines above it came or went."""
        return self.file, self.function, self.before, self.after, self.twin


def key_of(mutant: Mutant) -> tuple[str, str, str, str, int]:
    """The same of a mutant that is still to be judged."""
    return file_of(mutant), mutant.function, mutant.before, mutant.after, mutant.twin


def file_of(mutant: Mutant) -> str:
    """The file of a mutant, below the checkout."""
    return mutant.module if mutant.module.endswith(".js") else f"{mutant.module}.py"


# What is broken


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
    """What a run without any mutant noted: what reaches which line, how long each file takes, what fails anyway."""

    reached: Reached
    seconds: Mapping[str, float]
    failing: Sequence[str]

    @classmethod
    def noted(cls, folder: Path) -> Tests:
        """Read what `benchmarks.mutation.reach` wrote."""
        lines = json.loads((folder / "reach.json").read_text(encoding="utf-8"))
        reached = {file: {int(line): tests for line, tests in of.items()} for file, of in lines.items()}
        ran = json.loads((folder / "ran.json").read_text(encoding="utf-8"))
        return cls(reached, ran["seconds"], ran["failed"])

    def of(self, checkout: Path, file: str, line: int, lines: int) -> list[str]:
        """The test files that reach these lines, those that are nearest and quickest first, pages last."""
        if file.endswith(".js"):  # what reaches a line of a script is not known
            found = {test for test in self.seconds if with_page(test)}
        else:
            first, last, declared = statements((checkout / file).read_text(encoding="utf-8"), line, lines)
            shared = [test for test in self.seconds if layer_of(test) == SHARED]
            of_file = self.reached.get(file, {})
            if declared:
                first, last = 1, max(of_file, default=1)
            found = reaching(of_file, first, last, shared)
        return sorted(
            found & set(self.seconds), key=lambda test: (with_page(test), -nearness(test, file), self.seconds[test])
        )


def with_page(test: str) -> bool:
    """Whether the tests of a file drive a browser or a server."""
    return layer_of(test) in ("pages", SHARED, "JupyterLab")


def nearness(test: str, file: str) -> int:
    """How many parts of their addresses a test file and a file of the workbench share.

    >>> nearness("tests/kernel/engine/test_speeds.py", "workbench/kernel/engine/speeds.py")
    3
    >>> nearness("tests/kernel/test_state.py", "workbench/kernel/engine/speeds.py")
    1
    """
    parts = [part.removeprefix("test_").rpartition(".")[0] or part for part in Path(test).parts[1:]]
    others = [part.rpartition(".")[0] or part for part in Path(file).parts[1:]]
    same = [one == other for one, other in zip(parts, others, strict=False)]
    return same.index(False) if False in same else len(same)


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


# One mutant after another


class Copy:
    """A copy of a checkout in which one file at a time is broken and mended again."""

    def __init__(self, checkout: Path, python: str) -> None:
        self.checkout, self.python = checkout, python
        self.place = Path(mkdtemp(prefix="on-disk-"))
        self.tree = self.place / "checkout"
        shutil.copytree(checkout, self.tree, ignore=shutil.ignore_patterns(*AROUND), symlinks=True)
        self.writings = 0

    def judge(self, file: str, source: str, tests: Sequence[str], failing: Sequence[str]) -> tuple[str, str]:
        """Run test files against a broken file; how that ended, and the test that noticed."""
        good = (self.checkout / file).read_text(encoding="utf-8")
        self._write(file, source)
        until = time.monotonic() + LONGEST
        try:
            for some in ([test for test in tests if not with_page(test)], [test for test in tests if with_page(test)]):
                if some and (ended := self._run(some, failing, until)):
                    return ended
            return SURVIVED, ""
        finally:
            self._write(file, good)
            shutil.rmtree(self.place / "kept", ignore_errors=True)

    def _write(self, file: str, source: str) -> None:
        """Write a file with a time of its own: compiled code is told from older one by size and second."""
        self.writings += 1
        path = self.tree / file
        path.write_text(source, encoding="utf-8")
        os.utime(path, (path.stat().st_atime, 1_000_000_000 + self.writings))

    def _run(self, tests: Sequence[str], failing: Sequence[str], until: float) -> tuple[str, str] | None:
        """How the first test failed, or that the time is over; None if all pass."""
        left = [word for test in failing for word in ("--deselect", test)]
        command = [self.python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *left, *tests]
        process = subprocess.Popen(
            command,
            cwd=self.tree,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=max(1.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return OUT_OF_TIME, ""
        finally:
            _end(process)
        if process.returncode == 0:
            return None
        failed = FAILED.search(printed)
        return (BY_A_TEST if process.returncode == 1 else AT_IMPORT), (failed[1] if failed else printed[-300:])

    def _environment(self) -> dict[str, str]:
        """Places of its own; compiled code that the user has may be read."""
        kept = self.place / "kept"
        cache = os.pathsep.join([str(kept / "cache"), *filter(None, [os.environ.get("WORKBENCH_CACHE")])])
        return os.environ | {
            "PYTHONPATH": str(self.tree),
            "WORKBENCH_CACHE": cache,
            "WORKBENCH_STATE": str(kept / "state"),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(kept / "hypothesis"),
            "CI": "1",  # Hypothesis tries the same examples each time
        }


def _end(process: subprocess.Popen) -> None:
    """End a process and what it started: servers, kernels, Chromium."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def judged(subject: str, mutant: Mutant, copy: Copy, tests: Tests) -> Judged:
    """Break the copy by one mutant."""
    file, begun = file_of(mutant), time.monotonic()
    found = tests.of(copy.checkout, file, mutant.line, len(mutant.before.split("\n")))
    outcome, test = copy.judge(file, mutant.source, found, tests.failing) if found else (NOBODY, "")
    seconds = round(time.monotonic() - begun, 1)
    return Judged(subject, *key_of(mutant)[:2], mutant.line, *key_of(mutant)[2:], outcome, test, seconds, len(found))


def kept(file: Path) -> list[Judged]:
    """What is in a file of judged mutants."""
    return (
        [Judged(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []
    )


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
    return Mutant(module, judgement.function, "", place + 1, judgement.before, judgement.after, 0, whole)


def table(judgements: Iterable[Judged]) -> str:
    """How many of each subject's mutants ended how."""
    outcomes = (BY_A_TEST, AT_IMPORT, SURVIVED, OUT_OF_TIME, NOBODY)
    counts: dict[str, Counter[str]] = {}
    for one in judgements:
        counts.setdefault(one.subject, Counter())[one.outcome] += 1
    rows = [["on disk", "sample", *outcomes, "killed"], ["---"] * (len(outcomes) + 3)]
    for subject, of in counts.items():
        killed = of[BY_A_TEST] + of[AT_IMPORT]
        rows.append([subject, of.total(), *(of[outcome] for outcome in outcomes), f"{killed / of.total():.1%}"])
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


def waiting(asked: argparse.Namespace) -> Iterator[tuple[str, Mutant]]:
    """What is to be judged: samples of the subjects, or what survived in another file."""
    done = {one.key for one in kept(asked.kept)}
    if asked.survivors:
        alive = (one for one in kept(asked.survivors) if one.outcome in (SURVIVED, OUT_OF_TIME, NOBODY))
        for one in alive:
            if one.key not in done and (mutant := again(one, asked.checkout)):
                yield one.subject, mutant
        return
    for subject in asked.subjects:
        for mutant in sample(mutants_of(asked.checkout, subject), asked.sample, asked.seed):
            if key_of(mutant) not in done:
                yield subject, mutant


def parse(given: list[str] | None) -> argparse.Namespace:
    """What the command is asked to do."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutation.on_disk",
        description="Break the workbench on disk in many ways, and keep which breaks its tests do not notice.",
    )
    parser.add_argument("reach", type=Path, help="the folder that python -m benchmarks.mutation.reach wrote")
    parser.add_argument("subjects", nargs="*", help=f"packages of the workbench, or {SCRIPTS}")
    parser.add_argument("--kept", type=Path, required=True, help="the file that judgements are added to")
    parser.add_argument("--sample", type=int, default=60, help="mutants of each subject (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="the number that chooses the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once (default 1)")
    parser.add_argument("--survivors", type=Path, help="try what survived in this file, in another checkout")
    parser.add_argument("--checkout", type=Path, default=ROOT, help="default: this one")
    parser.add_argument("--python", default=sys.executable, help="the Python of that checkout; default: this one")
    return parser.parse_args(given)


def main(given: list[str] | None = None) -> int:
    """Judge what is asked for, and print the table of all that is kept."""
    asked = parse(given)
    tests = Tests.noted(asked.reach)
    free: SimpleQueue[Copy] = SimpleQueue()
    for _ in range(asked.jobs):
        free.put(Copy(asked.checkout, asked.python))

    def one(pair: tuple[str, Mutant]) -> Judged:
        copy = free.get()
        try:
            return judged(*pair, copy, tests)
        finally:
            free.put(copy)

    asked.kept.parent.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(asked.jobs) as pool, asked.kept.open("a", encoding="utf-8") as file:
        for judgement in pool.map(one, waiting(asked)):
            file.write(json.dumps(asdict(judgement)) + "\n")
            file.flush()
            where = f"{judgement.file}:{judgement.line} {judgement.function}"
            print(f"{where}: {judgement.outcome} {judgement.test} ({judgement.seconds} s)", file=sys.stderr, flush=True)
    while not free.empty():
        shutil.rmtree(free.get().place, ignore_errors=True)
    print(table(kept(asked.kept)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
