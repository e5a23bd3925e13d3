"""The results of the kit: a report that draws itself as text and in a notebook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from workbench.kernel.game import Game
from workbench.pen import Drawn, element, table, void
from workbench.play.match import Match
from workbench.storage.errors import OptionError, WorkbenchError, one_of


class CheckFailed(WorkbenchError):
    """A game did not pass the kit in strict mode."""


@dataclass(frozen=True)
class Failure:
    """The smallest counter-example found: what is wrong, with which setup, and the match that shows it."""

    text: str
    table: str
    match: Match | None
    endless: bool = False  # whether a step did not end

    @property
    def seed(self) -> int | None:
        """The seed of the match."""
        return None if self.match is None else self.match.seed

    def __str__(self) -> str:
        if self.match is None:
            return f"{self.text} ({self.table})" if self.table else self.text
        return f"{self.text} ({self.table}, seed {self.seed}, after {len(self.match.acts)} acts)"


@dataclass(frozen=True)
class Result:
    """The result of one check: `tried` counts what was examined; `failure` is None if it passed."""

    name: str
    about: str
    tried: Mapping[str, int]
    failure: Failure | None

    @property
    def passed(self) -> bool:
        """Whether the check passed."""
        return self.failure is None

    @property
    def how_much(self) -> str:
        """How much was tried, in words."""
        return ", ".join(f"{number:,} {what}" for what, number in self.tried.items())


@dataclass(frozen=True)
class CheckReport:
    """The results of all checks of a game, in the order of the checks; `report["secrecy"]` is one of them.

    A failure's `match` can be inspected, played on, and saved with `failure.match.save(path)`.
    """

    game: Game
    effort: int
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(result.passed for result in self.results)

    @property
    def failures(self) -> dict[str, Failure]:
        """The failures by the names of their checks."""
        return {result.name: result.failure for result in self.results if result.failure is not None}

    def __getitem__(self, name: str) -> Result:
        for result in self.results:
            if result.name == name:
                return result
        raise OptionError(one_of(name, [result.name for result in self.results], "check of this report"))

    def require(self) -> None:
        """Raise CheckFailed, with a list of the failures, unless everything passed."""
        if not self.passed:
            found = "\n".join(f"- {name}: {failure}" for name, failure in self.failures.items())
            failed = f"{len(self.failures)} of {len(self.results)} checks"
            raise CheckFailed(f"{self.game.title} did not pass {failed}:\n{found}")

    def save(self, folder: str | PathLike[str]) -> list[Path]:
        """Save the match of each failure that has one into a folder; returns the files. Raises ReplayError."""
        files = []
        for name, failure in self.failures.items():
            if failure.match is not None:
                Path(folder).mkdir(parents=True, exist_ok=True)
                files.append(Path(folder) / f"{self.game.id}-{name.replace(' ', '-')}.json")
                failure.match.save(files[-1])
        return files

    def __str__(self) -> str:
        width = max(len(result.name) for result in self.results)
        lines = [f"{self.game.title} ({self.game.id}, version {self.game.version}), effort {self.effort}"]
        for result in self.results:
            lines.append(f"  {'passed' if result.passed else 'FAILED'}  {result.name:<{width}}  {result.how_much}")
            if result.failure is not None:
                lines.append(f"          {result.failure}")
        passed = sum(result.passed for result in self.results)
        return "\n".join([*lines, f"{passed} of {len(self.results)} checks passed."])

    def _repr_html_(self) -> Drawn:
        title = f"{self.game.title}, version {self.game.version}, effort {self.effort}"
        return table(("check", "result", "tried"), map(_row, self.results), title)


def _row(result: Result) -> Drawn:
    failure = [] if result.failure is None else [void("br"), str(result.failure)]
    return element(
        "tr",
        element("td", element("strong", result.name), void("br"), result.about, style="text-align:left"),
        element("td", "✓ passed" if result.passed else "✗ failed"),
        element("td", result.how_much, *failure, style="text-align:left"),
    )
