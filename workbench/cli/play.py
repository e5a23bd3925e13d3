"""The command that plays a match at the keyboard."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.cli.arguments import DECK, GAME, SETTING, home_written_out, options_of, words
from workbench.cli.command import argument, command
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from workbench.play.match import Match

USUAL_PEOPLE = "1"


@command(
    argument(*GAME.names, nargs="?", **GAME.settings),
    DECK,
    *SETTING,
    argument("--people", metavar="SEATS", help=f"seats that people play, counted from 1 (default: {USUAL_PEOPLE})"),
    argument(
        "--bots",
        metavar="NAME",
        help="the bot for the other seats, or one a seat with commas (default: the game's best)",
    ),
    argument(
        "--names", metavar="NAMES", help="the people's names with commas between them, in the order of their seats"
    ),
    argument("--as-printed", action="store_true", help="call cards as their list prints them, not in a school's words"),
    argument("--load", type=home_written_out, metavar="FILE", help="go on with a match that `save` wrote"),
)
def play(options: Namespace) -> int:
    """Play a match in the terminal.

    examples:
      workbench play guild_master
      workbench play guild_master --seats 3 --people 1,2   two people and a bot
      workbench play guile --people 1,2 --names Anna,Ben   two people by name
      workbench play --load evening.json                   go on with a saved match

    People share the keyboard, and a cover hides each hand. In the match, type help.
    """
    from workbench.play.match import Match
    from workbench.terminal import TerminalGame

    if options.load:
        refuse_settings_of_a_saved_match(options)
        match = Match.load(options.load)
        people = [seat for seat in range(match.seats) if seat not in match.bots] or [0]
    elif options.game:
        match = new_match(options)
        people = [seat for seat in range(match.seats) if seat not in match.bots]
    else:
        raise OptionError("Name a game (`workbench games` lists them), or a saved match with --load FILE.")
    TerminalGame(match, people).run()
    return 0


def refuse_settings_of_a_saved_match(options: Namespace) -> None:
    """Raise OptionError if something is set that the file already decides."""
    decided = {
        "GAME": options.game, "--seats": options.seats, "--seed": options.seed, "--deck": options.deck,
        "--option": options.options or None, "--people": options.people, "--bots": options.bots,
        "--names": options.names, "--as-printed": options.as_printed or None,
    }  # fmt: skip
    given = [name for name, value in decided.items() if value is not None]
    if given:
        raise OptionError(f"--load takes up a match as it was saved; leave out {', '.join(given)}.")


def new_match(options: Namespace) -> Match:
    """The match that the command line describes, with bots in the seats that people leave free."""
    from workbench.kernel.registry import game
    from workbench.play.match import Match
    from workbench.play.setup import check_deck

    deck = check_deck(game(options.game), options.deck)
    match = Match(
        options.game,
        seats=options.seats,
        seed=options.seed,
        deck=deck if options.as_printed else deck.in_school_words(),
        options=options_of(options.options),
    )
    people = people_of(USUAL_PEOPLE if options.people is None else options.people, match.seats)
    rest = [seat for seat in range(match.seats) if seat not in people]
    for seat, bot in bots_of(options.bots, match.game.usual_bot, rest).items():
        match.seat_bot(seat, bot)
    match.name_seats(names_of(options.names, people))
    return match


def people_of(text: str, seats: int) -> list[int]:
    """The seats that people play, counted from 0, from a list counted from 1; raises OptionError."""
    from workbench.terminal import number_up_to

    numbers = [number_up_to(seats, word) for word in words(text)]
    if not numbers or None in numbers:
        raise OptionError(
            f"--people is {shown(text)}. Give seats from 1 to {seats} with commas between them, e.g. 1,3."
        )
    return sorted({number - 1 for number in numbers if number is not None})


def names_of(text: str | None, people: Sequence[int]) -> dict[int, str]:
    """The names of these seats, as far as they are given; raises OptionError if there are too many."""
    names = [] if text is None else re.split("[,，]", text)
    if len(names) > len(people):
        raise OptionError(f"--names gives {len(names)} names to {len(people)} people. Give one name a person at most.")
    return dict(zip(people, names, strict=False))


def bots_of(text: str | None, usual: str, seats: Sequence[int]) -> dict[int, str]:
    """A bot for each of these seats; raises OptionError if bots are given per seat and their number does not fit."""
    names = words(text or usual)
    if len(names) == 1:
        names *= len(seats)
    if len(names) != len(seats):
        raise OptionError(f"--bots names {len(names)} bots for {len(seats)} seats. Name one, or one a seat.")
    return dict(zip(seats, names, strict=True))
