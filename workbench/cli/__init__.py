"""The command `workbench`: serve the dashboards, play in the terminal, measure, and look after card lists and games.

Each command is declared in one module of this package, next to the code that carries it out. Nothing heavy is imported
before a command needs it, so that `workbench --help` answers at once.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from workbench.cli import decks, gallery, games, lab, play, serve
from workbench.cli.command import REFUSED
from workbench.storage.errors import WorkbenchError

COMMANDS = (
    serve.serve,
    serve.room,
    play.play,
    lab.simulate,
    lab.compare,
    lab.tournament,
    lab.sweep,
    lab.study,
    lab.suggest,
    decks.lint,
    decks.diff,
    decks.versions,
    decks.convert,
    gallery.publish,
    gallery.gallery,
    gallery.page,
    games.check,
    games.golden,
    games.warm,
    games.games,
)
DISTRIBUTION = "roundtable-workbench"
INTERRUPTED = 130
LONGEST_REFUSAL = 220  # characters

DESCRIPTION = "Medieval tabletop games to play, edit and measure. Without a command, the dashboards are served."
EXAMPLES = """\
examples:
  workbench                                    open the dashboards in the browser
  workbench --port 9000 --no-browser           the same, elsewhere and quietly
  workbench play guild_master                  a match in the terminal
  workbench simulate guild_master --games 10000 --seats 4
  workbench lint decks/guild_master/medieval   what is wrong or odd about a card list

`workbench COMMAND --help` explains a command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default those of the process); returns the exit code.

    0: done; 1: lint or a check found errors, or two decks differ; 2: refused, with a message that says why;
    130: interrupted.
    """
    speak_in_any_encoding(sys.stdin, sys.stdout, sys.stderr)
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = build_parser().parse_args(with_default_command(given))
    try:
        return options.run(options)
    except WorkbenchError as problem:
        print(f"workbench: {problem}", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output, such as `head`, has seen enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def speak_in_any_encoding(*streams: Any) -> None:
    """Write a replacement for each character that a stream's encoding lacks, as with files and pipes on Windows.

    On reading, bytes that the encoding lacks are replaced as well.
    """
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


def with_default_command(given: list[str]) -> list[str]:
    """The given words, with `serve` first if `workbench` is called alone or only with options."""
    asks_about_the_command = given[:1] in (["-h"], ["--help"], ["--version"])
    if not asks_about_the_command and (not given or given[0].startswith("-")):
        return ["serve", *given]
    return given


class ShowVersion(argparse.Action):
    """Prints the version, which is looked up only on request."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        """Print and exit."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version(DISTRIBUTION)
        except PackageNotFoundError:
            number = "(not installed)"
        print(f"workbench {number}")
        parser.exit()


class Help(argparse.RawDescriptionHelpFormatter):
    """Leaves room for the longest command beside its summary, since argparse forgets the indentation of commands."""

    def add_argument(self, action: argparse.Action) -> None:
        """Take another argument into account."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment


class Parser(argparse.ArgumentParser):
    """Refuses with a short text, however much was typed."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and exit; the middle of a long text, which quotes the input, is left out."""
        super().error(message if len(message) <= LONGEST_REFUSAL else f"{message[:60]}...{message[-150:]}")


def build_parser() -> argparse.ArgumentParser:
    """The parser for the command line as declared."""
    parser = Parser(
        prog="workbench",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=Help,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and leave")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.declare(commands)
    return parser
