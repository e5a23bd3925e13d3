"""A game with many options through the conformance kit: `python -m benchmarks.conformance GAME [--effort 1]`.

The kit alone tries each value of an option by itself. Here every preset is played with every number of seats, and then
any two values of two options at least once together (pairwise testing, Cohen et al. 1997, with allpairspy). Each line
is a whole run of `check_game`: the presets at `--effort`, the pairs, of which there are many, at `--pairs`. The table
goes into docs/conformance.md when the run is whole; `--only FIRST LAST` plays some lines and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from allpairspy import AllPairs

from benchmarks.planted_faults import row
from benchmarks.table import with_table
from workbench.checks import CheckReport, check_game
from workbench.kernel.game import Variant
from workbench.kernel.options import Option
from workbench.kernel.registry import game as find_game

PAGE = Path(__file__).resolve().parents[1] / "docs" / "conformance.md"
BEGIN, END = "<!-- {game}: written by python -m benchmarks.conformance -->", "<!-- end of {game} -->"
HEAD = ("line", "seats", "effort", "options that differ", "checks passed", "matches", "processor minutes")


@dataclass(frozen=True)
class Line:
    """One run of the kit: its effort, how many seats, and which options hold in every match."""

    effort: int
    seats: int
    options: Mapping[str, Any]


def values_of(option: Option) -> list[Any]:
    """What is tried of an option: every choice; of a number its ends, its default, and its word for "no limit"."""
    if option.choices:
        return list(option.choices)
    if isinstance(option.default, bool):
        return [False, True]
    ends = [option.least, option.most, option.default, *([option.none] if option.none else [])]
    return list(dict.fromkeys(ends))


def lines_of(variant: Variant, effort: int, pairs: int) -> Iterator[Line]:
    """Every preset with every number of seats at one effort, then every pair of values of two options at another."""
    seats = list(variant.seats)
    for presets in variant.presets:
        for preset in presets.presets:
            for number in seats:
                yield Line(effort, number, {presets.key: preset.key})
    options = list(variant.options)
    for number, values in enumerate(AllPairs([values_of(option) for option in options])):
        chosen = {option.key: value for option, value in zip(options, values, strict=True)}
        yield Line(pairs, seats[number % len(seats)], chosen)


def told(line: Line, variant: Variant) -> str:
    """The options of a line that are not as usual."""
    usual = {option.key: option.default for option in variant.options}
    return ", ".join(f"{key} {value}" for key, value in line.options.items() if usual.get(key) != value)


def result(number: int, line: Line, variant: Variant, report: CheckReport, seconds: float) -> str:
    """A line of the table."""
    passed = sum(result.passed for result in report.results)
    matches = sum(result.tried.get("matches", 0) for result in report.results)
    checks, minutes = f"{passed} of {len(report.results)}", f"{seconds / 60:.1f}"
    return row(number, line.seats, line.effort, told(line, variant), checks, matches, minutes)


def main(given: Sequence[str] | None = None) -> int:
    """Run the kit line by line; the exit code is 1 if a check of any line failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conformance", description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--effort", type=int, default=1, help="of check_game, for each preset (default 1)")
    parser.add_argument("--pairs", type=int, default=0, help="the same for pairs of values (default 0)")
    parser.add_argument("--only", nargs=2, type=int, metavar=("FIRST", "LAST"), help="lines to play, from 1")
    asked = parser.parse_args(given)
    variant = find_game(asked.game).variants[0]
    lines = list(enumerate(lines_of(variant, asked.effort, asked.pairs), 1))
    first, last = asked.only or (1, len(lines))
    table, failed = [row(*HEAD), f"|{'---|' * len(HEAD)}"], []
    for number, line in lines[first - 1 : last]:
        began = time.process_time()
        report = check_game(
            asked.game, line.effort, seats=line.seats, options=line.options, on_progress=lambda *_: None
        )
        table.append(result(number, line, variant, report, time.process_time() - began))
        print(table[-1], *report.failures.items(), sep="\n", flush=True)
        failed += report.failures
    if asked.only is None and not failed:
        about = f"`{asked.game}`: {len(lines)} lines, nothing found."
        marks = (mark.format(game=asked.game) for mark in (BEGIN, END))
        PAGE.write_text(
            with_table(PAGE.read_text(encoding="utf-8"), "\n".join([about, "", *table]), *marks), encoding="utf-8"
        )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
