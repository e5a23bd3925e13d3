"""What three test suites say about the same broken games: `python -m benchmarks.planted_faults [fault ...]`.

Each fault in `tests/checks/planted.py` is judged by the check of our kit that is named for it, and by the suites of
PettingZoo and OpenSpiel (`benchmarks.suites`). Without names, the table goes into docs/conformance.md.

A run takes some ten minutes on two cores. The exit code is 1 if the kit misses a fault, or if any suite finds something
in the sound game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.suites import passes_openspiel, passes_pettingzoo
from benchmarks.table import with_table
from tests.checks.planted import FAULTS, Fault, broken
from tests.example_game import PLAIN_DECK
from workbench.checks import check_game
from workbench.kernel.game import Game

PAGE = Path(__file__).resolve().parents[1] / "docs" / "conformance.md"
BEGIN, END = "<!-- table: written by python -m benchmarks.planted_faults -->", "<!-- end of table -->"
HEAD = ("check", "fault", "what is wrong", "our kit", "PettingZoo", "OpenSpiel")
SECONDS = 120.0  # after which a suite counts as hanging
SOUND = Fault("no fault", "The example game as it is.", "", "", lambda: nullcontext(broken()))


@dataclass(frozen=True)
class Verdict:
    """What the three suites say about a fault; None for a suite that finds nothing."""

    fault: Fault
    ours: str | None
    pettingzoo: str | None
    openspiel: str | None


def judge(fault: Fault, seconds: float = SECONDS) -> Verdict:
    """Let all three suites judge a fault."""
    with fault.planted() as game:
        return Verdict(
            fault,
            what_the_kit_says(game, fault),
            passes_pettingzoo(game, deck=PLAIN_DECK, seconds=seconds),
            passes_openspiel(game, deck=PLAIN_DECK, seconds=seconds),
        )


def what_the_kit_says(game: Game, fault: Fault) -> str | None:
    """The failure of the check named for a fault; for the sound game, of any check."""
    report = check_game(game, deck=PLAIN_DECK, checks=[fault.check] if fault.check else None)
    return next((str(failure) for failure in report.failures.values()), None)


def table(verdicts: Sequence[Verdict]) -> str:
    """The verdicts as Markdown, with how many each suite caught, and what the other two said."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for verdict in verdicts:
        fault = verdict.fault
        theirs = (cell(fault, said) for said in (verdict.pettingzoo, verdict.openspiel))
        lines.append(row(fault.check, fault.name, fault.about, "caught" if verdict.ours else "**missed**", *theirs))
    reached = [verdict for verdict in verdicts if not verdict.fault.beyond_engines]
    ours, pettingzoo, openspiel = (
        f"{number_caught(of, suite)} of {len(of)}"
        for suite, of in (("ours", verdicts), ("pettingzoo", reached), ("openspiel", reached))
    )
    lines.append(row("", "", "caught", ours, pettingzoo, openspiel))
    said = [f"- **{verdict.fault.name}**: {what}" for verdict in verdicts for what in what_others_said(verdict)]
    packages = ", ".join(f"{name} {version(package)}" for name, package in PACKAGES)
    return "\n".join([*lines, "", f"With {packages}. What they said:", "", *said])


PACKAGES = (("PettingZoo", "pettingzoo"), ("OpenSpiel", "open_spiel"))


def row(*cells: Any) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def cell(fault: Fault, said: str | None) -> str:
    """What another suite says, in a word."""
    if said is not None:
        return "caught"
    return "has none" if fault.beyond_engines else "passes"


def number_caught(verdicts: Iterable[Verdict], suite: str) -> int:
    """How many faults a suite caught."""
    return sum(getattr(verdict, suite) is not None for verdict in verdicts)


def what_others_said(verdict: Verdict) -> list[str]:
    """The sentences of the other two suites."""
    said = (("PettingZoo", verdict.pettingzoo), ("OpenSpiel", verdict.openspiel))
    return [f"{name}: `{text}`" for name, text in said if text is not None]


def main(given: list[str] | None = None) -> int:
    """Judge the faults asked for, print the table, and keep it in the docs if all were asked for."""
    about = "Put the planted faults before three test suites; without names all, and the table goes into the docs."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.planted_faults", description=about)
    parser.add_argument("faults", nargs="*", metavar="fault", help="names of faults, e.g. 'told to all'")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="until a suite is taken to hang")
    asked = parser.parse_args(given)
    known = {fault.name: fault for fault in FAULTS}
    if unknown := [name for name in asked.faults if name not in known]:
        parser.error(f"there is no fault {unknown[0]!r}; choose from {', '.join(known)}")
    sound = judge(SOUND, asked.seconds)
    verdicts = []
    for name in asked.faults or known:
        verdicts.append(judge(known[name], asked.seconds))
        print(f"{len(verdicts)} of {len(asked.faults or known)}: {name}", file=sys.stderr, flush=True)
    text = table(verdicts)
    print(text)
    if found := [said for said in (sound.ours, *what_others_said(sound)) if said is not None]:
        print("The sound game does not pass:", *found, sep="\n", file=sys.stderr)
        return 1
    if not asked.faults:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(number_caught(verdicts, "ours") < len(verdicts))


if __name__ == "__main__":
    sys.exit(main())
