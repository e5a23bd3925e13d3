"""The report of a game's mutants: a Markdown file with every survivor and its explanation, which runs keep."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.watching import AT_IMPORT, BY_A_TEST, BY_TIME, SURVIVED, Run

FOLDER = Path(__file__).parent
UNEXPLAINED = "Not explained yet."
HEAD = ("game", "mutants", "sample", "seed", BY_A_TEST, BY_TIME, AT_IMPORT, SURVIVED, "killed")
SURVIVORS, KILLED_SINCE = "## Survivors", "## Survived once, killed since"
ENTRY = re.compile(
    r"^### (?P<module>[\w/.-]+?)(?:\.py)?:(?P<line>\d+) (?P<function>[\w.]+)(?: \((?P<place>\d+)\))?\n\n"
    r"```diff\n(?P<diff>.*?)\n```\n\n(?P<text>.*?)\n*(?=^##|\Z)",
    re.MULTILINE | re.DOTALL,
)

Key = tuple[str, str, str, str, int]


@dataclass(frozen=True)
class Result:
    """What became of a sample of a game's mutants."""

    game: str
    mutants: Sequence[Mutant]  # all there are
    seed: int
    sample: Sequence[tuple[Mutant, Run]]

    def count(self, outcome: str) -> int:
        """How many mutants of the sample had an outcome."""
        return sum(run.outcome == outcome for _, run in self.sample)

    @property
    def killed(self) -> float:
        """The share of the sample that was killed."""
        return 1 - self.count(SURVIVED) / len(self.sample)

    def row(self) -> str:
        """This result as a row of the table."""
        counts = [self.count(outcome) for outcome in HEAD[4:8]]
        return _row([self.game, len(self.mutants), len(self.sample), self.seed, *counts, f"{self.killed:.1%}"])


def table(rows: Iterable[str]) -> str:
    """Rows of results under their head."""
    return "\n".join([_row(HEAD), "|---" * len(HEAD) + "|", *rows])


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def report_of(game: str) -> Path:
    """The file that keeps a game's survivors."""
    return FOLDER / f"{game}.md"


def kept_rows() -> list[str]:
    """The row of the last whole run of each game."""
    start = f"{_row(HEAD)}\n"
    texts = [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.md"))]
    return [text.partition(start)[2].splitlines()[1] for text in texts]


def explanations(report: str) -> tuple[dict[Key, str], dict[Key, str]]:
    """What a report says about each mutant: those that survive, and those killed since."""
    alive, killed = report.partition(KILLED_SINCE)[::2]
    return _entries(alive), _entries(killed)


def _entries(text: str) -> dict[Key, str]:
    found = {}
    for entry in ENTRY.finditer(text):
        lines = entry["diff"].split("\n")
        before, after = ("\n".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        found[entry["module"], entry["function"], before, after, int(entry["place"] or 1) - 1] = entry["text"]
    return found


def report(result: Result, before: str) -> str:
    """The report of a run, with the explanations of the report before it, without what the source no longer has."""
    alive, killed = explanations(before)
    for mutant, run in result.sample:
        if run.outcome == SURVIVED:
            alive.setdefault(mutant.key, UNEXPLAINED)
            killed.pop(mutant.key, None)
        elif alive.pop(mutant.key, None):
            killed[mutant.key] = f"Killed {run.outcome}: `{run.test}`"
    title = result.game.replace("_", " ").title()
    return (
        "\n\n".join(
            [
                f"# Mutants of {title}",
                f"Written by `python -m benchmarks.mutation {result.game}`; explanations are written by hand and kept.",
                table([result.row()]),
                f"Per function, killed of sampled: {_by_function(result)}.",
                SURVIVORS,
                *told(result.mutants, alive),
                KILLED_SINCE,
                *told(result.mutants, killed),
            ]
        )
        + "\n"
    )


def _by_function(result: Result) -> str:
    functions: dict[str, list[bool]] = {}
    for mutant, run in sorted(result.sample, key=lambda pair: (pair[0].module, pair[0].line)):
        functions.setdefault(mutant.function, []).append(run.outcome != SURVIVED)
    return ", ".join(f"`{name}` {sum(kills)} of {len(kills)}" for name, kills in functions.items())


def told(mutants: Sequence[Mutant], texts: Mapping[Key, str]) -> list[str]:
    """An entry for each mutant that has a text, in the order of the source."""
    return [
        f"### {mutant.place}\n\n```diff\n{mutant.difference}\n```\n\n{texts[mutant.key]}"
        for mutant in mutants
        if mutant.key in texts
    ]
