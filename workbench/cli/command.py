"""A command: its name, its explanation and its function, declared in one place."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

HAS_ERRORS = DIFFERENT = 1
REFUSED = 2


class Argument(NamedTuple):
    """An argument or an option of a command, in the form that argparse takes."""

    names: tuple[str, ...]
    settings: dict[str, Any]


def argument(*names: str, **settings: Any) -> Argument:
    """Declare an argument with the parameters of `argparse.ArgumentParser.add_argument`."""
    return Argument(names, settings)


@dataclass(frozen=True)
class Command:
    """A command with its one-line summary, its explanation, its arguments in order, and the function that runs it.

    `run` takes the parsed arguments and returns the exit code.
    """

    name: str
    summary: str
    explanation: str
    arguments: tuple[Argument, ...]
    run: Callable[[Namespace], int]

    def declare(self, commands: argparse._SubParsersAction[Any]) -> None:
        """Add the command to the command line."""
        parser: argparse.ArgumentParser = commands.add_parser(
            self.name,
            help=self.summary,
            description=f"{self.summary[0].upper()}{self.summary[1:]}.",
            epilog=self.explanation,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        for names, settings in self.arguments:
            parser.add_argument(*names, **settings)
        parser.set_defaults(run=self.run)


def command(summary: str, explanation: str, *arguments: Argument) -> Callable[[Callable[[Namespace], int]], Command]:
    """Make a command from the decorated function, which has the command's name."""
    return lambda run: Command(run.__name__, summary, explanation, arguments, run)
