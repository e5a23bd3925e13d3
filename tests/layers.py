"""The layers of the tests: the time each took, beside its share of the eight minutes.

The shares are those of the table in CONTRIBUTING.md, in seconds of one of two quick cores. Nothing fails for taking
long.
"""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
CONTRIBUTING = CHECKOUT / "CONTRIBUTING.md"
# Layer -> patterns of its files below tests/; what matches none is a unit.
LAYERS = {
    "JupyterLab": ("*_in_lab.py",),
    "Voila": (
        "e2e/*_in_voila.py",
        "e2e/test_sharing_a_variant.py",
        "e2e/test_publish_form_in_a_browser.py",
        "serving/*",
    ),
    "pages": ("*_in_a_browser.py", "e2e/*", "graphs/test_pictures_on_a_page.py", "lab/test_pictures.py"),
    "notebooks": ("test_project.py", "test_pages.py"),
    "kit": ("checks/*", "interop/*", "test_small_game.py", "test_kuhn_poker.py"),
    "rules": ("games/*",),
    "benchmarks": (
        "test_benchmarks.py",
        "test_coverage.py",
        "test_fair_decks.py",
        "test_fairness.py",
        "test_mutation.py",
        "test_strength.py",
        "test_verdicts.py",
    ),
    "units": ("*",),
}
ROW = re.compile(r"^\| (\w+) \| (\d+) \|", re.MULTILINE)


def layer_of(test: str) -> str:
    """The layer of a test, by its address.

    >>> layer_of("tests/e2e/test_guile_in_lab.py::test_a_match"), layer_of("tests/play/test_match.py::test_undo")
    ('JupyterLab', 'units')
    """
    file = test.partition("::")[0].removeprefix("tests/")
    return next(
        layer for layer, patterns in LAYERS.items() if any(fnmatch.fnmatch(file, pattern) for pattern in patterns)
    )


def shares() -> dict[str, int]:
    """How many seconds each layer may take, as CONTRIBUTING.md says."""
    text = CONTRIBUTING.read_text(encoding="utf-8")
    table = text.partition("## What the tests may take")[2].partition("\n## ")[0]
    return {layer: int(seconds) for layer, seconds in ROW.findall(table)}


def taken(reports: list[pytest.TestReport]) -> Counter[str]:
    """The seconds of each layer."""
    seconds: Counter[str] = Counter()
    for report in reports:
        seconds[layer_of(report.nodeid)] += report.duration
    return seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what each layer took beside its share."""
    if not CONTRIBUTING.exists():
        return  # a copy of the package and its tests, in which something is broken on purpose
    reports = [
        report
        for several in terminalreporter.stats.values()
        for report in several
        if isinstance(report, pytest.TestReport)
    ]
    seconds, share = taken(reports), shares()
    if sum(seconds.values()) < min(share.values()):
        return  # a few tests that somebody runs by hand
    terminalreporter.section("seconds by layer, and its share of eight minutes on two quick cores")
    for layer in LAYERS:
        terminalreporter.line(f"{layer:12}{seconds[layer]:6.0f}{share[layer]:6}")
    terminalreporter.line(f"{'together':12}{sum(seconds.values()):6.0f}{sum(share.values()):6}")
