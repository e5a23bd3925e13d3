"""The table of a run, printed and kept in README.md between its marks, with facts about the machine."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.c_program import FLAGS, compiler
from benchmarks.measuring import Row

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- table: written by python -m benchmarks -->", "<!-- end of table -->"
HEAD = ("row", "what", "ours", "against", "ratio", "target", "reached")


def processor_model() -> str:
    """The processor's name, as the system reports it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine_facts(load_before: float) -> list[str]:
    """The machine and software that the figures were measured with, one fact a line."""
    built = "no C compiler"
    if compiler() is not None:
        first = subprocess.run([str(compiler()), "--version"], capture_output=True, text=True, check=True).stdout
        built = f"{first.splitlines()[0]} with {' '.join(FLAGS)}"
    libraries = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "pandas"))
    return [
        f"{datetime.date.today().isoformat()}; {processor_model()}, {os.cpu_count()} cores; {platform.platform()}",
        f"{platform.python_implementation()} {platform.python_version()}, {libraries}; {built}",
        f"load average before and after the run: {load_before:.2f}, {os.getloadavg()[0]:.2f}",
    ]


def table(rows: Sequence[Row], facts: Sequence[str]) -> str:
    """Rows, their notes and the machine as Markdown."""
    reached = {None: "", True: "yes", False: "no"}
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for row in rows:
        cells = (row.name, row.measured, row.ours, row.against, row.ratio, row.target, reached[row.reached])
        lines.append(f"| {' | '.join(cells)} |")
    lines.append("")
    lines += [f"- **{row.name}**: {' '.join(row.notes)}" for row in rows if row.notes]
    lines.append("")
    lines += [f"- {fact}" for fact in facts]
    return "\n".join(lines)


def with_table(text: str, new: str, begin: str = BEGIN, end: str = END) -> str:
    """A README with the part between two marks replaced; raises ValueError if a mark is missing."""
    before, begins, rest = text.partition(begin)
    _, ends, after = rest.partition(end)
    if not begins or not ends:
        raise ValueError(f"the README needs the marks {begin!r} and {end!r}, in this order")
    return f"{before}{begin}\n\n{new}\n\n{end}{after}"
