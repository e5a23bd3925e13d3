"""The command `python -m benchmarks`: measure, print a table and keep it in README.md."""

from __future__ import annotations

import argparse
import sys

from benchmarks.measuring import wait_for_quiet
from benchmarks.rows import ROWS
from benchmarks.table import README, machine_facts, table, with_table


def main(given: list[str] | None = None) -> int:
    """Measure the requested rows; the exit code is 0 unless something does not work at all."""
    about = "Measure the workbench in ratios; without names, all rows, and the table goes into benchmarks/README.md."
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=about)
    parser.add_argument("rows", nargs="*", metavar="row", help=f"rows to measure and print: {', '.join(ROWS)}")
    parser.add_argument("--repeats", type=int, default=7, help="how often each side is measured (default 7)")
    parser.add_argument("--wait", type=float, default=0, metavar="SECONDS", help="wait so long for a quiet machine")
    asked = parser.parse_args(given)
    if unknown := [name for name in asked.rows if name not in ROWS]:
        parser.error(f"there is no row {unknown[0]!r}; choose from {', '.join(ROWS)}")
    if asked.repeats < 2:
        parser.error(f"--repeats is {asked.repeats}; give at least 2, a median of one has no spread")
    load, measured = wait_for_quiet(asked.wait), []
    for name in asked.rows or ROWS:
        row = ROWS[name](asked.repeats)
        print(f"{name}: {row.ours} against {row.against}, ratio {row.ratio}", file=sys.stderr, flush=True)
        measured.append(row)
    text = table(measured, machine_facts(load))
    print(text)
    if not asked.rows:
        README.write_text(with_table(README.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
