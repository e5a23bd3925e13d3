"""The commands for card lists."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.arguments import (
    GAME,
    TWO_DECKS,
    deck_called,
    deck_given,
    game_named_in,
    home_written_out,
)
from workbench.cli.command import DIFFERENT, HAS_ERRORS, argument, command
from workbench.signs import printable
from workbench.storage.errors import DeckError, OptionError, WorkbenchError, reason_of, shown, shown_path
from workbench.storage.reading import beginning_of

if TYPE_CHECKING:
    from workbench.decks import Deck, Finding


@command(
    argument("target", metavar="GAME_OR_DECK", help="a game's name, or the path of a deck"),
    argument("--deck", type=deck_given, metavar="NAME", help="one of the game's decks instead of its own"),
    argument(
        "--level", choices=["error", "warning", "note"], default="note", help="the least level shown (default: note)"
    ),
)
def lint(options: Namespace) -> int:
    """Say what is wrong or odd about a card list.

    Errors keep a deck from loading, warnings are likely slips, notes are legal but
    odd. The exit code is 1 when there are errors.

    examples:
      workbench lint guild_master                  the game's own deck
      workbench lint decks/guild_master/medieval   a deck's folder, or its deck.toml
    """
    from workbench.decks import load_deck
    from workbench.decks.finding import LEVELS

    try:
        deck = deck_called(options.target) if options.deck is None else load_deck(options.target, options.deck)
        findings: Sequence[Finding] = deck.lint()
        name = f"{deck.game_id}/{deck.name}"
    except DeckError as problem:
        if not problem.problems:
            raise
        findings, name = problem.problems, options.target
    print_findings([one for one in findings if LEVELS.index(one.level) <= LEVELS.index(options.level)])
    counts = {level: sum(finding.level == level for finding in findings) for level in LEVELS}
    print(f"{name}: " + ", ".join(f"{count} {level}{'' if count == 1 else 's'}" for level, count in counts.items()))
    return HAS_ERRORS if counts["error"] else 0


def print_findings(findings: Sequence[Finding]) -> None:
    """Print each finding with its level, place and fix."""
    for finding in findings:
        print(f"{finding.level:<8}{finding.place}\n        {finding.text}\n        Fix: {finding.fix}")


@command(
    *TWO_DECKS,
)
def diff(options: Namespace) -> int:
    """Show what two card lists differ in.

    {HOW_DECKS_ARE_CALLED}

    + added   - removed   ~ changed   ^ moved   (text only): no rule looks at it

    The exit code is 1 when they differ.

    examples:
      workbench diff guild_master my-decks/town      the game's own deck and yours
      workbench diff guild_master@2 guild_master@5   two versions of a deck
    """
    found = deck_called(options.before).diff(deck_called(options.after))
    print(found)
    if found and found.text_only:
        print("The game plays as before: no rule looks at what differs.")
    return DIFFERENT if found else 0


@command(
    GAME,
)
def versions(options: Namespace) -> int:
    """List the versions that were saved of a game's decks.

    Versions are saved in the deck studio. Each is a folder with a deck in it.

    examples:
      workbench versions guild_master
      workbench diff guild_master/medieval@1 guild_master/medieval@2
    """
    from workbench.decks.versions import Versions, versioned_decks

    names = versioned_decks(options.game)
    if not names:
        print(f"No versions were saved of a deck of {options.game}. The deck studio saves them.")
    for name in names:
        saved = Versions(options.game, name)
        print(f"{options.game}/{in_one_line(name)}   in {saved.folder}")
        for version in saved.list():
            hour = version.saved_at[:16].replace("T", " ")
            print(f"  @{version.number:<4} {hour}  {in_one_line(version.title)}  {in_one_line(version.note)}".rstrip())
        for damage in saved.damaged():
            print(f"  {damage}")
    return 0


def in_one_line(text: str) -> str:
    """A text as one line of a list, without line breaks and anything else that moves a terminal's cursor."""
    return printable(" ".join(text.split()))


@command(
    argument("source", metavar="FROM", help="a deck, or a CSV, TOML or XLSX file"),
    argument("target", metavar="TO", help="a file that is not there yet, or the folder of a deck"),
    argument("--game", metavar="GAME", help="the game that the deck of a file is for"),
    argument("--table", metavar="FILE", help="the table that a CSV is to hold (default: the first)"),
    argument("--encoding", default="", metavar="NAME", help="the encoding of a text that is given as a file"),
)
def convert(options: Namespace) -> int:
    """Turn a deck into a CSV, TOML or XLSX file, or such a file into a deck.

    {HOW_DECKS_ARE_CALLED}

    A file becomes the deck in a folder: a new one, or one whose deck it changes.
    What the file does not say is that deck's, or the game's own deck's. What was
    mended is listed; with errors nothing is written, and the exit code is 1.

    examples:
      workbench convert guild_master town.xlsx
      workbench convert guile knights.csv --table knights.csv
      workbench convert town.xlsx my-decks/town --game guild_master
      workbench convert list.csv my-decks/town --encoding windows-1251
    """
    source, target = home_written_out(options.source), home_written_out(options.target)
    if os.path.isfile(source) and source.name != "deck.toml":
        return take_in(source, target, options.game, options.encoding)
    if options.encoding:
        raise OptionError(
            "--encoding says how a file is written that is read; a deck is written in UTF-8. Leave it out."
        )
    from workbench.decks.exchange import export

    deck = deck_called(options.source)
    _, data = export(deck, target.suffix.lower().removeprefix("."), options.table)
    write_new(target, data, DeckError, "Name another one, or remove it first.")
    print(f"Written: {options.target}, {deck!r}")
    return 0


def write_new(target: Path, data: bytes, refusal: type[WorkbenchError], instead: str) -> None:
    """Write a new file; raises an error of a kind, which says what to do `instead` where there is such a file."""
    try:
        with open(target, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise refusal(f"There is a file {shown_path(target)} already. {instead}") from None
    except (OSError, ValueError) as problem:
        raise refusal(f"{shown_path(target)} cannot be written: {reason_of(problem)}. Name another file.") from None


def take_in(source: Path, target: Path, game_id: str | None, encoding: str = "") -> int:
    """Write the deck in a file into a folder, unless it has errors; prints what was found. Raises DeckError."""
    from workbench.decks.exchange import LARGEST_FILE, read_upload

    current = deck_to_change(target, game_id)
    try:
        data = beginning_of(source, LARGEST_FILE + 1)
        taken = read_upload(current.game, source.name, data, current, encoding)
    except OSError as problem:
        raise DeckError(
            f"{shown_path(source)} cannot be read: {problem.strerror}. Name a file that you may read."
        ) from None
    except DeckError as problem:
        if not problem.problems:
            raise
        print_findings(problem.problems)
        return HAS_ERRORS
    print_findings(taken.findings)
    if taken.deck is None:
        print(f"Nothing was written: {source.name} is no deck of {current.game.title} yet.")
        return HAS_ERRORS
    print(f"Written: {taken.deck.save(target)}, {taken.deck!r}")
    return 0


def deck_to_change(folder: Path, game_id: str | None) -> Deck:
    """The deck in a folder, or the game's own if the folder has none yet; raises DeckError or OptionError."""
    from workbench.decks import load_deck

    if not os.path.isfile(folder / "deck.toml"):
        if game_id is None:
            raise DeckError("Say which game the deck is for, with --game. `workbench games` lists them.")
        return load_deck(game_id)
    own = game_named_in(folder)
    if game_id not in (None, own):
        raise DeckError(
            f"The deck in {shown_path(folder)} is for {shown(own)}. Name another folder, or leave out --game."
        )
    return load_deck(own, folder)
