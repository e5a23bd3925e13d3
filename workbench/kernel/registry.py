"""Where games are found: our own by folder, outside ones by entry point, those of a notebook as they are registered."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from workbench.kernel.game import Game
from workbench.storage.errors import DeclarationError, OptionError, WorkbenchError, frames_of, one_of, place_in, shown


@cache
def _own_games() -> tuple[str, ...]:
    import workbench.games as package

    return tuple(sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg))


@cache
def _outside_games() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="workbench.games")}


_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known by its id for this process (a game of a test or a notebook)."""
    if not isinstance(game, Game):
        raise OptionError(f"register() was given {shown(game)}. Give it a Game: register(GAME).")
    _registered[game.id] = game
    return game


def unregister(game_id: str) -> None:
    """Undo `register`; a game that was never registered is left alone."""
    _registered.pop(game_id, None)


def is_registered(game_id: str) -> bool:
    """Whether a game is known by its id only to this process, so that no other one finds it."""
    return game_id in _registered


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """Make a game known by its id for as long as a block lasts; whatever was known by it before is then known again."""
    before = _registered.get(game.id)
    register(game)
    try:
        yield game
    finally:
        unregister(game.id)
        if before is not None:
            register(before)


def list_games() -> dict[str, Game]:
    """All games by id: our own by folder, outside ones by the entry point group `workbench.games`.

    An outside game that cannot be loaded is left out with a warning that says why.
    """
    found = {}
    for name in dict.fromkeys([*_own_games(), *_outside_games(), *_registered]):
        try:
            found[name] = game(name)
        except WorkbenchError as problem:
            warnings.warn(str(problem), stacklevel=2)
    return found


def _loaded(name: str) -> Game:
    """An outside game; raises OptionError that names the line at which it fails."""
    try:
        found = _outside_games()[name].load()
    except Exception as fault:
        place = "" if isinstance(fault, DeclarationError) else place_in(frames_of(fault))
        what = str(fault) if isinstance(fault, WorkbenchError) else f"{type(fault).__name__}: {fault}"
        raise OptionError(f"The game {name!r} cannot be loaded. {place}{': ' * bool(place)}{what}") from None
    if not isinstance(found, Game):
        point = f'{name} = "{_outside_games()[name].module}:GAME"'
        raise OptionError(f"The entry point of the game {name!r} is {shown(found)}, no Game. Name the Game: {point}.")
    return found


def game(game_id: str | Game) -> Game:
    """The game called `game_id`; a Game is returned as it is, if it is known by its id."""
    if isinstance(game_id, Game):
        if not any(game_id.id in known for known in (_registered, _own_games(), _outside_games())):
            raise OptionError(
                f"{game_id.title} is not known by its id {game_id.id!r} yet. "
                "Call workbench.author.register(...) with the Game first."
            )
        return game_id
    if isinstance(game_id, str):
        if game_id in _registered:
            return _registered[game_id]
        if game_id in _own_games():
            found: Game = importlib.import_module(f"workbench.games.{game_id}").GAME
            return found
        if game_id in _outside_games():
            return _loaded(game_id)
    raise OptionError(one_of(game_id, [*_own_games(), *_outside_games(), *_registered], "game"))
