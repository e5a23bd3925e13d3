"""The commands for the games themselves: listing, checking and compiling them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.arguments import DECK, GAME, OPTION, home_written_out, options_of, whole_number
from workbench.cli.command import HAS_ERRORS, argument, command
from workbench.cli.long_work import Progress

if TYPE_CHECKING:
    from workbench.kernel.game import Game
    from workbench.kernel.options import Option


@command(
    argument("game", nargs="?", metavar="GAME", help="one game, in detail"),
)
def games(options: Namespace) -> int:
    """List the games, or one game's options, bots and decks.

    example:
      workbench games guild_master
    """
    from workbench.kernel.game import seat_counts
    from workbench.kernel.registry import game as find_game
    from workbench.kernel.registry import list_games as known_games

    if options.game:
        print(game_text(find_game(options.game)))
        return 0
    known = known_games()
    wide = max((len(game_id) for game_id in known), default=0)
    for game_id, game in known.items():
        print(f"{game_id:<{wide}}  {game.title}, {seat_counts(game.seats)}")
    return 0


def game_text(game: Game) -> str:
    """A game's seats, decks, bots and options, from its declaration."""
    from workbench.decks import list_decks
    from workbench.kernel.game import seat_counts

    decks = [f"{name} (its own)" if name == game.default_deck else name for name in list_decks(game)]
    lines = [game.title, "=" * len(game.title), f"decks   {', '.join(decks)}", "bots"]
    lines += [f"  {bot.name:<10} {bot.about}" for bot in game.players]
    for variant in game.variants:
        lines.append(f"{variant.key}: {variant.title}, {seat_counts(variant.seats)}")
        for group in variant.presets:
            presets = ", ".join(preset.key for preset in group.presets)
            lines += [f"  {group.key}", f"      {group.help} [{presets}]"]
        for option in variant.options:
            lines += [f"  {option.key}={option.default_text}", f"      {option_text(option)}"]
    return "\n".join(lines)


def option_text(option: Option) -> str:
    """What an option does, and the values that it may have."""
    if isinstance(option.default, bool):
        values = "true, false"
    elif option.choices:
        values = ", ".join(option.choices)
    else:
        values = option.bounds
    return f"{option.help} [{values}]"


@command(
    GAME,
    argument(
        "--effort", type=whole_number, default=0, metavar="N", help="0: seconds, 1: minutes, 2: a night (default: 0)"
    ),
    DECK,
    argument("--seats", type=whole_number, metavar="N", help="with so many seats only (default: few, usual and many)"),
    OPTION,
    argument("--only", action="append", metavar="CHECK", help="this check only; may be given several times"),
    argument("--save", type=home_written_out, metavar="FOLDER", help="write the matches that show a failure there"),
)
def check(options: Namespace) -> int:
    """Put a game through the conformance kit.

    examples:
      workbench check guile
      workbench check guile --effort 1 --save found
      workbench check guile --only secrecy --only scores
      workbench check excalibur --seats 3
      workbench check quests --option rules=published

    Exit code 1 if a check fails; --save keeps the matches that show it.
    """
    from workbench.checks import check_game

    with Progress() as progress:
        report = check_game(
            options.game,
            options.effort,
            deck=options.deck,
            seats=options.seats,
            options=options_of(options.options),
            checks=options.only,
            on_progress=lambda check, done, total: progress.say(f"{check}: {done} of {total} matches"),
        )
    print(report)
    if options.save is not None:
        for path in report.save(options.save):
            print(f"The match that fails is kept in {path}.")
    return 0 if report.passed else HAS_ERRORS


@command(
    GAME,
    argument("--record", action="store_true", help="record what is declared and missing, or outdated"),
)
def golden(options: Namespace) -> int:
    """Play a game's golden matches again, or record them.

    A golden match is a recorded one that must go on being played alike, with every
    view and score. Exit code 1 if one is not, or is missing. Recording is refused
    while rules have changed and the game's version has not.

    examples:
      workbench golden guile
      workbench golden guile --record   after new matches, or a new version
    """
    from workbench.checks.golden import faults, golden_matches, record
    from workbench.kernel.registry import game as find_game

    game = find_game(options.game)
    for path in record(game) if options.record else ():
        print(f"Recorded: {path.name}")
    found = faults(game)
    for fault in found:
        print(fault)
    print(f"{game.title}. Golden matches: {len(golden_matches(game))}; faults: {len(found)}.")
    return HAS_ERRORS if found else 0


@command(
    argument("game", nargs="?", metavar="GAME", help="one game (default: all of them)"),
    argument("--into", metavar="FOLDER", help="keep it there, for any processor of this kind"),
)
def warm(options: Namespace) -> int:
    """Compile the games ahead of time.

    What is compiled stays on disk; the first simulation need not wait for it.
    With --into it is compiled for every processor of this kind, so that the
    folder can be carried to other machines: see docs/compiled-code.md.
    """
    from workbench.kernel.registry import game as find_game
    from workbench.kernel.registry import list_games as known_games
    from workbench.lab import warm as compile_game

    chosen = [find_game(options.game)] if options.game else list(known_games().values())
    into = Path(options.into) if options.into else None
    for game in chosen:
        with Progress() as progress:
            compile_game(
                game, lambda variant, done, total: progress.say(f"{variant}: {done} of {total} compiled"), into=into
            )
        print(f"{game.title} is compiled.")
    return 0
