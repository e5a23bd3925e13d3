"""A game with many options through the conformance kit: `python -m benchmarks.conformance GAME [--effort 1]`.

On its own, the kit tries each value of an option by itself. Here every preset is played with every number of seats,
each line being a whole run of `check_game`; then any two values of two options are played together at least once
(pairwise testing, Cohen et al. 1997, with allpairspy), each line being one match for every check. A line in which
nothing is found goes into the table of docs/conformance.md at once and replaces its earlier version. `--only FIRST
LAST` plays some of the lines, so that a table can be made in parts. `--ends` writes nothing and plays only the fewest
and the most seats, with no options set. `--variant KEY` plays a variant other than the game's first, and writes nothing
either.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from allpairspy import AllPairs

from benchmarks.planted_faults import row
from benchmarks.table import with_table
from workbench.checks import CHECKS, Result, check_game
from workbench.checks.kit import run_check
from workbench.checks.trial import Effort, Tried, option_values
from workbench.decks import Deck, load_deck
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game

PAGE = Path(__file__).resolve().parents[1] / "docs" / "conformance.md"
BEGIN, END = "<!-- {game}: written by python -m benchmarks.conformance -->", "<!-- end of {game} -->"
HEAD = ("line", "seats", "how much", "options that differ", "checks passed", "matches", "processor seconds")
ONCE = Effort(setups=1, matches=1, acts=60, worlds=2, deals=400, positions=200)  # one match where possible


@dataclass(frozen=True)
class Line:
    """One run of the kit: its seats, the options fixed in every match, and whether presets leave others open."""

    seats: int
    options: Mapping[str, Any]
    open: bool

    def on(self, game: Game, deck: Deck) -> Tried:
        """The trial in which each check plays one match."""
        return Tried(game, deck, ONCE, self.seats, tuple(self.options.items()))

    def results(self, game: Game, deck: Deck, effort: int) -> Sequence[Result]:
        """Run the kit."""
        if self.open:
            return check_game(game, effort, seats=self.seats, options=self.options, on_progress=silent).results
        return [run_check(check, self.on(game, deck), silent) for check in CHECKS]


def silent(*_: object) -> None:
    """Show no progress."""


def lines_of(game: Game, deck: Deck) -> Iterator[Line]:
    """Every preset with every number of seats, then every pair of values of two options where a table allows them."""
    variant = game.variants[0]
    seats = itertools.cycle(variant.seats)
    most = max((len(presets.presets) for presets in variant.presets), default=0)
    for number in variant.seats:
        for i in range(most):
            chosen = {presets.key: presets.presets[i % len(presets.presets)].key for presets in variant.presets}
            yield Line(number, chosen, open=True)
    for values in AllPairs([option_values(option) for option in variant.options]):
        chosen = {option.key: value for option, value in zip(variant.options, values, strict=True)}
        tables = [Line(next(seats), chosen, open=False) for _ in variant.seats]
        next(seats)  # so that the next line begins with the following number of seats
        yield from [line for line in tables if line.on(game, deck).setup(variant, line.seats).is_allowed()][:1]


def told(line: Line, variant: Variant) -> str:
    """The options of a line that differ from their defaults."""
    usual = {option.key: option.default for option in variant.options}
    return ", ".join(f"{key} {value}" for key, value in line.options.items() if usual.get(key) != value)


def cells(number: int, line: Line, variant: Variant, effort: int, results: Sequence[Result], seconds: float) -> str:
    """A line of the table."""
    much = f"effort {effort}" if line.open else "one match"
    passed = sum(result.passed for result in results)
    matches = sum(result.tried.get("matches", 0) for result in results)
    whole = f"{passed} of {len(results)}"
    return row(number, line.seats, much, told(line, variant), whole, matches, f"{seconds:.0f}")


def with_line(page: str, game: str, lines: int, number: int, line: str) -> str:
    """The page with a line put in its place in a game's table, and above the table the number of lines played."""
    begin, end = (mark.format(game=game) for mark in (BEGIN, END))
    kept = [row.split("|") for row in page.partition(begin)[2].partition(end)[0].splitlines() if row.startswith("|")]
    rows = {int(cells[1]): "|".join(cells) for cells in kept if cells[1].strip().isdigit()} | {number: line}
    there = [rows[i] for i in sorted(rows) if i <= lines]
    played = f"{lines} lines" if len(there) == lines else f"{len(there)} of {lines} lines played"
    about = f"`{game}`: {played}, nothing found."
    return with_table(page, "\n".join([about, "", row(*HEAD), f"|{'---|' * len(HEAD)}", *there]), begin, end)


def main(given: Sequence[str] | None = None) -> int:
    """Run the kit line by line; the exit code is 1 if a check of any line failed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conformance", description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--effort", type=int, default=0, help="of check_game, for each preset (default 0)")
    parser.add_argument("--only", nargs=2, type=int, metavar=("FIRST", "LAST"), help="lines to play, from 1")
    parser.add_argument("--variant", help="its key; the first one of the game by default")
    parser.add_argument("--ends", action="store_true", help="play the fewest and the most seats alone")
    asked = parser.parse_args(given)
    found, deck = find_game(asked.game), load_deck(asked.game)
    variant = found.variant(asked.variant) if asked.variant else found.variants[0]
    game = replace(found, variants=(variant,))  # other variants may have the same numbers of seats
    ends = [Line(seats, {}, open=True) for seats in (variant.seats[0], variant.seats[-1])]
    lines = list(enumerate(ends if asked.ends else lines_of(game, deck), 1))
    first, last = asked.only or (1, len(lines))
    failed = False
    for number, line in lines[first - 1 : last]:
        began = time.process_time()
        results = line.results(game, deck, asked.effort)
        written = cells(number, line, variant, asked.effort, results, time.process_time() - began)
        failures = [(result.name, result.failure) for result in results if result.failure]
        print(written, *failures, sep="\n", flush=True)
        failed = failed or bool(failures)
        if not (asked.ends or asked.variant or failures):
            text = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(with_line(text, asked.game, len(lines), number, written), encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
