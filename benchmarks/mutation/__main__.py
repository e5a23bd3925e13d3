"""The command `python -m benchmarks.mutation`: break a game's rules in many ways, and see whether its tests notice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.mutation.mutants import Mutant, all_mutants, sample
from benchmarks.mutation.report import UNEXPLAINED, Result, explanations, kept_rows, report, report_of, table
from benchmarks.mutation.running import Subject, clean_runs, outcomes, warm_copy
from benchmarks.mutation.watching import SURVIVED, Run

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- mutants: written by python -m benchmarks.mutation -->", "<!-- end of mutants -->"


def own_games() -> list[str]:
    """The ids of our own games."""
    return sorted(path.parent.name for path in (ROOT / "workbench" / "games").glob("*/rules.py"))


def mutants_of(subject: Subject, copy: Path) -> list[Mutant]:
    """All mutants of a subject's modules."""
    kernel = [path.read_text(encoding="utf-8") for path in sorted((copy / "workbench" / "kernel").rglob("*.py"))]
    sources = subject.sources(copy)
    return [
        mutant
        for module, source in sources.items()
        for mutant in all_mutants(module, source, [*kernel, *sources.values()])
    ]


def tell(*words: object) -> None:
    """Print how far the command is."""
    print(*words, file=sys.stderr, flush=True)


def examine(game: str, subject: Subject, clean: Run, copy: Path, asked: argparse.Namespace, known: set) -> Result:
    """Run a game's tests against a sample of its mutants; those known to survive are not tried again."""
    mutants = mutants_of(subject, copy)
    chosen = sample(mutants, asked.sample, asked.seed)
    seconds = sum(clean.seconds.values())
    passed = f"{len(clean.seconds) - 1} tests pass in {seconds:.0f} s, {clean.skipped} of them left out"
    tell(f"{game}: {len(chosen)} of {len(mutants)} mutants; without any, {passed}")
    done = [(mutant, Run()) for mutant in chosen if mutant.key in known]
    tried = [mutant for mutant in chosen if mutant.key not in known]
    for mutant, run in outcomes(subject, copy, tried, clean, asked.jobs):
        done.append((mutant, run))
        tell(f"{len(done):4} {mutant.place}: {run.outcome} {run.test}")
    return Result(game, mutants, asked.seed, done)


def parse(given: list[str] | None) -> argparse.Namespace:
    """What the command is asked to do; ends the program if it cannot be done."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.mutation",
        description="Break the rules of games in many ways, and report which breaks their tests do not notice.",
    )
    parser.add_argument("games", nargs="*", metavar="game", help=f"default: all, {', '.join(own_games())}")
    parser.add_argument("--sample", type=int, default=200, help="mutants to try of each game (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="the number that chooses the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="how many to try at once (default 2)")
    parser.add_argument("--least", type=float, default=0.9, help="the share that must be killed (default 0.9)")
    parser.add_argument(
        "--check", action="store_true", help="write no report, and do not try again what one explains as a survivor"
    )
    asked = parser.parse_args(given)
    if unknown := [game for game in asked.games if game not in own_games()]:
        parser.error(f"there is no game {unknown[0]!r}; choose from {', '.join(own_games())}")
    for name in ("sample", "jobs"):
        if getattr(asked, name) < 1:
            parser.error(f"--{name} is {getattr(asked, name)}; give at least 1")
    return asked


def keep(result: Result, before: str) -> None:
    """Write a game's report, and its row into the table of benchmarks/README.md."""
    from benchmarks.table import README, with_table  # it imports the workbench, which had to come from the copy

    report_of(result.game).write_text(report(result, before), encoding="utf-8")
    text = README.read_text(encoding="utf-8")
    README.write_text(with_table(text, table(kept_rows()), BEGIN, END), encoding="utf-8")


def main(given: list[str] | None = None) -> int:
    """Examine the games asked for; the exit code is 1 if too few mutants are killed in one of them."""
    asked, results = parse(given), []
    with warm_copy(ROOT) as copy:
        subjects = {game: Subject.of_game(copy, game) for game in asked.games or own_games()}
        tell(f"first the tests without any mutant: {', '.join(subjects)}")
        clean = clean_runs(list(subjects.values()), copy, asked.jobs)
        for game, subject in subjects.items():
            before = report_of(game).read_text(encoding="utf-8") if report_of(game).exists() else ""
            explained = {key for key, text in explanations(before)[0].items() if text != UNEXPLAINED}
            result = examine(game, subject, clean[subject], copy, asked, explained if asked.check else set())
            results.append(result)
            if not asked.check:
                keep(result, before)
            for mutant, run in result.sample:
                if run.outcome == SURVIVED and mutant.key not in explained:
                    tell(f"warning: a survivor without an explanation\n{mutant.place}\n{mutant.difference}")
    print(table(result.row() for result in results))
    return int(any(result.killed < asked.least for result in results))


if __name__ == "__main__":
    sys.exit(main())
