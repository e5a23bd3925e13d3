"""A game with many options through the conformance kit: `python -m benchmarks.conformance GAME [--effort 1]`.

The kit alone tries each value of an option by itself. Here every preset is played with every number of seats, and then
any two values of two options at least once together (pairwise testing, Cohen et al. 1997, with allpairspy). Each line
is a whole run of `check_game`, which takes minutes. The table goes into docs/conformance.md when the run is whole;
`--only FIRST LAST` plays some lines and writes nothing; so does `--ends`: the fewest and the most seats, with
the options as they are. `--variant KEY` is another variant than the first one of the game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
BEGIN, END = "<!-- table: written by python -m benchmarks.conformance -->", "<!-- end of conformance -->"
HEAD = ("line", "seats", "options that differ from the defaults", "checks passed", "matches", "minutes")


@dataclass(frozen=True)
class Line:
    """One run of the kit: how many seats, and which options hold in every match."""

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


def lines_of(variant: Variant) -> Iterator[Line]:
    """Every preset with every number of seats, then every pair of values of two options."""
    seats = list(variant.seats)
    for presets in variant.presets:
        for preset in presets.presets:
            for number in seats:
                yield Line(number, {presets.key: preset.key})
    options = list(variant.options)
    for number, values in enumerate(AllPairs([values_of(option) for option in options])):
        chosen = {option.key: value for option, value in zip(options, values, strict=True)}
        yield Line(seats[number % len(seats)], chosen)


def told(line: Line, variant: Variant) -> str:
    """The options of a line that are not as usual."""
    usual = {option.key: option.default for option in variant.options}
    return ", ".join(f"{key} {value}" for key, value in line.options.items() if usual.get(key) != value)


def result(number: int, line: Line, variant: Variant, report: CheckReport, seconds: float) -> str:
    """A line of the table."""
    passed = sum(result.passed for result in report.results)
    matches = sum(result.tried.get("matches", 0) for result in report.results)
    return row(
        number, line.seats, told(line, variant), f"{passed} of {len(report.results)}", matches, f"{seconds / 60:.1f}"
    )


def main(given: Sequence[str] | None = None) -> int:
    """Run the kit line by line; the exit code is 1 if a check of any line failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conformance", description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--effort", type=int, default=1, help="of check_game")
    parser.add_argument("--only", nargs=2, type=int, metavar=("FIRST", "LAST"), help="lines to play, from 1")
    parser.add_argument("--variant", help="its key; the first one of the game by default")
    parser.add_argument("--ends", action="store_true", help="play the fewest and the most seats alone")
    asked = parser.parse_args(given)
    game = find_game(asked.game)
    variant = game.variant(asked.variant) if asked.variant else game.variants[0]
    alone = replace(game, variants=(variant,))  # other variants may have as many seats
    ends = [Line(seats, {}) for seats in (variant.seats[0], variant.seats[-1])]
    lines = list(enumerate(ends if asked.ends else lines_of(variant), 1))
    first, last = asked.only or (1, len(lines))
    table, failed = [row(*HEAD), f"|{'---|' * len(HEAD)}"], []
    for number, line in lines[first - 1 : last]:
        began = time.perf_counter()
        report = check_game(alone, asked.effort, seats=line.seats, options=line.options, on_progress=lambda *_: None)
        table.append(result(number, line, variant, report, time.perf_counter() - began))
        print(table[-1], *report.failures.items(), sep="\n", flush=True)
        failed += report.failures
    if asked.only is None and not asked.ends and not failed:
        about = f"`{asked.game}`, effort {asked.effort}, {len(lines)} lines, nothing found."
        PAGE.write_text(
            with_table(PAGE.read_text(encoding="utf-8"), "\n".join([about, "", *table]), BEGIN, END), encoding="utf-8"
        )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
