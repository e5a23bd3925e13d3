"""Which decks there are, where they lie, and how they are found by name."""

from __future__ import annotations

import os
import re
import warnings
from functools import cache
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from workbench.decks.deck import Deck
from workbench.decks.reading import TOML_FILE, Texts, read_texts, texts_in
from workbench.decks.validation import validate
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import DeckError, one_of, shown, shown_path

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
MOST_LOADED = 100


class Loaded(NamedTuple):
    """A deck, which is immutable, with the game and the texts from which it was made."""

    game: Game
    texts: Texts
    deck: Deck


# Folder -> the deck last found in it. Every match and every lobby asks for one, and reading it takes longer than
# everything else at the beginning of a match.
_loaded: dict[Path, Loaded] = {}


@cache
def packaged_decks_folder() -> Path:
    """Where the decks that come with the workbench lie: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "_decks"
    return inside if inside.is_dir() else package.parent / "decks"


def decks_folder(game: Game) -> Path:
    """Where a game's decks lie: among those that come with the workbench, or in `decks` beside the game's own files."""
    packaged = packaged_decks_folder() / game.id
    return packaged if packaged.is_dir() else game.folder / "decks"


@cache
def folders_of_packages() -> tuple[Path, ...]:
    """The deck folders of installed packages, found by entry points `workbench.decks` that each name a package.

    The package is found but not imported; in its folder, decks lie as GAME/DECK/deck.toml.
    """
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    folders: list[Path] = []
    for point in entry_points(group="workbench.decks"):
        try:
            found = find_spec(point.value)
        except (ImportError, ValueError):
            found = None
        if found is None or not found.submodule_search_locations:
            warnings.warn(
                f"The entry point {point.name!r} of workbench.decks names {shown(point.value)}, which is no package. "
                "Name the package whose folder holds GAME/DECK/deck.toml.",
                stacklevel=2,
            )
            continue
        folders += map(Path, found.submodule_search_locations)
    return tuple(folders)


def deck_folders(game: Game) -> dict[str, Path]:
    """The folder of each of a game's decks by name; if two share a name, the game's own counts, otherwise the first."""
    found: dict[str, Path] = {}
    for folder in (decks_folder(game), *(folder / game.id for folder in folders_of_packages())):
        for file in sorted(folder.glob(f"*/{TOML_FILE}")):
            found.setdefault(file.parent.name, file.parent)
    return found


def list_decks(game_id: str | Game) -> tuple[str, ...]:
    """The names of a game's decks in alphabetical order, including those that installed packages bring."""
    return tuple(sorted(deck_folders(find_game(game_id))))


def load_deck(game_id: str | Game, name_or_path: str | PathLike[str] | None = None) -> Deck:
    """The deck of a game by its name, or by the path of its folder or its deck.toml.

    Without a name it is the game's default deck. Raises DeckError, which lists every problem.
    """
    game = find_game(game_id)
    folder = _deck_folder(game, game.default_deck if name_or_path is None else name_or_path)
    texts = texts_in(game, folder)
    if (known := _loaded.get(folder)) and known.game is game and known.texts == texts:
        return known.deck
    deck = validate(read_texts(game, folder.name, texts), Deck)
    if len(_loaded) >= MOST_LOADED:
        _loaded.clear()
    _loaded[folder] = Loaded(game, texts, deck)
    return deck


def _deck_folder(game: Game, given: str | PathLike[str]) -> Path:
    if isinstance(given, str) and NAME.fullmatch(given):
        if given not in list_decks(game):
            there = f" There is a folder {shown(given)} here: for that, give {shown_path('./' + given)}."
            hint = there if os.path.isdir(given) else ""
            raise DeckError(one_of(given, list_decks(game), f"deck of {game.title}") + hint)
        return deck_folders(game)[given]
    if not isinstance(given, str | PathLike) or not os.fspath(given).strip() or "\0" in str(given):
        raise DeckError(f"{shown(given)} is neither a deck's name nor a path. Decks: {', '.join(list_decks(game))}.")
    if isinstance(given, str) and ".." in re.split(r"[/\\]", given):
        raise DeckError(
            f"The deck name {shown(given)} climbs out of its folder. If you mean a path, give pathlib.Path(...)."
        )
    path = Path(given)
    folder = path.parent if path.name == TOML_FILE else path
    if not os.path.isdir(folder):  # unlike Path.is_dir, returns False for a name that is too long
        raise DeckError(f"There is no deck folder {str(folder)[:200]!r}. Give the folder that holds a {TOML_FILE}.")
    return folder.resolve()
