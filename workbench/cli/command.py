"""A command: its name, its explanation and its function, declared in one place."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, NamedTuple

HAS_ERRORS = DIFFERENT = 1
REFUSED = 2
HOW_DECKS_ARE_CALLED = (
    "A deck is GAME for the game's own, GAME/DECK for another, either with @NUMBER\n"
    "for a version that was saved of it; or it is the path of a deck's folder."
)


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
            help=f"{self.summary[:1].lower()}{self.summary[1:]}".removesuffix("."),
            description=self.summary,
            epilog=self.explanation,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        for names, settings in self.arguments:
            parser.add_argument(*names, **settings)
        parser.set_defaults(run=self.run)


def command(*arguments: Argument) -> Callable[[Callable[[Namespace], int]], Command]:
    """Make a command from the decorated function, which has the command's name and its help as docstring.

    The first line of the help is its summary; in the explanation below it, {HOW_DECKS_ARE_CALLED} is filled in.
    """

    def declared(run: Callable[[Namespace], int]) -> Command:
        summary, _, explanation = (getdoc(run) or "").partition("\n\n")
        explanation = explanation.format(HOW_DECKS_ARE_CALLED=HOW_DECKS_ARE_CALLED)
        return Command(run.__name__, summary, explanation, arguments, run)

    return declared
