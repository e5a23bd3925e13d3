"""Arguments that several commands take, declared once, and how they are read."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli.command import HOW_DECKS_ARE_CALLED, argument
from workbench.storage.errors import DeckError, OptionError, shown, shown_path

if TYPE_CHECKING:
    from workbench.decks import Deck, Finding

# Reading what was given


def whole_number(text: str) -> int:
    """A whole number of any size; its user checks whether it fits."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a whole number; write it in digits, e.g. 10000"
        ) from None


def whole_numbers(text: str) -> list[int]:
    """Whole numbers separated by commas."""
    return [whole_number(word) for word in words(text)]


def number(text: str) -> float:
    """A number, with a point or a comma."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not a number; write it in digits, e.g. 1.5") from None


def of_100_games(text: str) -> float:
    """A number of games out of 100, as a share.

    >>> of_100_games("15")
    0.15
    """
    return number(text) / 100


def window(text: str) -> tuple[float, float]:
    """Two numbers with a dash between them: the lower and the upper end.

    >>> window("20-26")
    (20.0, 26.0)
    """
    ends = re.split("[-–]", text.strip())
    if len(ends) != 2:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no window; write from where to where, e.g. 20-26")
    return number(ends[0]), number(ends[1])


def two_bots_and_a_window(text: str) -> tuple[tuple[str, ...], tuple[float, float]]:
    """Two bots, and how many of 100 games the first wins.

    >>> two_bots_and_a_window("greedy,random=60-90")
    (('greedy', 'random'), (0.6, 0.9))
    """
    names, _, wins = text.partition("=")
    least, most = window(wins)
    return tuple(words(names)), (least / 100, most / 100)


def words(text: str) -> list[str]:
    """Words separated by commas, wide ones too, or blanks."""
    return re.sub("[,，]", " ", text).split()


def bots_of_seats(text: str) -> str | list[str]:
    """One bot for all seats, or one per seat separated by commas."""
    names = words(text)
    return names[0] if len(names) == 1 else names


def bots_of_cells(text: str) -> list[str | list[str]]:
    """Bots separated by commas, each for all seats, or one per seat joined by +.

    >>> bots_of_cells("greedy,bold+greedy")
    ['greedy', ['bold', 'greedy']]
    """
    tables = [table.split("+") for table in words(text)]
    return [names[0] if len(names) == 1 else names for names in tables]


def options_of(pairs: Sequence[str]) -> dict[str, str]:
    """The options given as KEY=VALUE, or with a wide equals sign; raises OptionError."""
    chosen: dict[str, str] = {}
    for pair in pairs:
        key, *value = re.split("[=＝]", pair, maxsplit=1)
        if not value or not key.strip():
            raise OptionError(f"--option {shown(pair)} is not of the form KEY=VALUE, e.g. --option lead_ties=nobody.")
        chosen[key.strip()] = value[0].strip()
    return chosen


def home_written_out(path: str | Path) -> Path:
    """The path with ~ expanded; the ~ of an unknown user stays, so that the path is reported as missing."""
    return Path(os.path.expanduser(path))


def deck_given(text: str) -> str | Path:
    """A deck's name unchanged, or a path if the text looks like one."""
    looks_like_a_path = any(sign in text for sign in ("/", os.sep, "~")) or text.endswith(".toml")
    return home_written_out(text) if looks_like_a_path else text


def decks_given(text: str) -> list[str | Path]:
    """Decks separated by commas, so that a path cannot contain any."""
    return [deck_given(name.strip()) for name in re.split("[,，]", text)]


# Finding decks by name


def deck_called(text: str) -> Deck:
    """The deck that `text` names, as HOW_DECKS_ARE_CALLED says; raises DeckError or OptionError."""
    from workbench.decks.folders import NAME, load_deck
    from workbench.kernel.registry import list_games

    path = home_written_out(text)

    if text and text not in list_games() and os.path.exists(path):  # unlike Path.exists, accepts a name of any length
        return load_deck(game_named_in(path), path)
    called, sign, number = text.rpartition("@") if re.search(r"@[0-9]{1,9}$", text) else (text, "", "")
    game_id, slash, name = called.partition("/")
    if slash and (game_id not in list_games() or not (sign or NAME.fullmatch(name))):
        raise DeckError(f"There is no deck {shown(text)}.\n{HOW_DECKS_ARE_CALLED}")
    if sign:
        from workbench.decks.versions import Versions
        from workbench.kernel.registry import game as find_game

        return Versions(game_id, name or find_game(game_id).default_deck).load(int(number))
    return load_deck(game_id, name or None)


def game_named_in(path: Path) -> str:
    """The game that a deck.toml names for its deck; raises DeckError."""
    from workbench.decks.reading import TOML_FILE, read_toml

    file = path / TOML_FILE if os.path.isdir(path) else path
    name = shown_path(file)
    found: list[Finding] = []
    values = read_toml(file.parent, found, file.name)
    if values is None:
        fix = found[0].fix if file.name == TOML_FILE else f"Name the folder that holds a {TOML_FILE}."
        raise DeckError(f"{name} was not read. {found[0].text} {fix}")
    if "game" not in values:
        raise DeckError(f'{name} does not say which game it is for. Add a line like: game = "guild_master"')
    return str(values["game"])


# Declarations


GAME = argument("game", metavar="GAME", help="the game's name, as `workbench games` lists it")
DECK = argument(
    "--deck", type=deck_given, metavar="DECK", help="a deck's name, or its folder (default: the game's own)"
)
TWO_DECKS = (
    argument("before", metavar="DECK_A", help="the deck before"),
    argument("after", metavar="DECK_B", help="the deck after"),
)
OPTION = argument(
    "--option",
    action="append",
    default=[],
    metavar="KEY=VALUE",
    dest="options",
    help="set an option of the game, or a preset; may be given several times (`workbench games GAME` lists them)",
)
SEATS = argument("--seats", type=whole_number, metavar="N", help="how many seats (default: the game's usual number)")
SAME_SEED = argument("--seed", type=whole_number, default=1, metavar="N", help="of all chances (default: %(default)s)")
SETTING = (
    SEATS,
    argument("--seed", type=whole_number, metavar="N", help="the same seed gives the same chances"),
    OPTION,
)
