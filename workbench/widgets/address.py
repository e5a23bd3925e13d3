"""What the address of a page asks for: a game, such as `any_game.ipynb?game=joust`, or a match to continue."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs

import ipywidgets

from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.pen import element
from workbench.storage.errors import OptionError, WorkbenchError
from workbench.widgets import pages

USUAL_GAME = "guild_master"  # if neither the code nor the address of the page names one
VARIANT_OPTION = "game_variant"

Screen = TypeVar("Screen")


def asked_for(key: str) -> str:
    """The value of a key in the page's address; empty if it is not there, as always in JupyterLab."""
    return parse_qs(os.environ.get("QUERY_STRING", "")).get(key, [""])[-1]


def in_dashboard() -> bool:
    """Whether this kernel draws a dashboard rather than a notebook."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila/")


def way_to(page: str, match_id: str = "") -> str:
    """The address of another page, with a kept match if one is given; empty if no such page lies beside this one."""
    if not (in_dashboard() and Path(page).is_file()):
        return ""
    return f"{page}?match={match_id}" if match_id else page


def asked_game() -> Game:
    """The game that the page's address names, the usual one if it names none; OptionError if the game is unknown."""
    wanted = asked_for("game")
    try:
        return find_game(wanted) if wanted else _usual_game()
    except OptionError as unknown:
        raise OptionError(f"The address of this page (?game=): {unknown}") from None


def asked_or_usual_game() -> tuple[Game, str]:
    """A game that can always be opened, and why it is not the one in the page's address; empty if it is."""
    try:
        return asked_game(), ""
    except OptionError as unknown:
        return _usual_game(), str(unknown)


def _usual_game() -> Game:
    known = list_games()
    return known.get(USUAL_GAME) or next(iter(known.values()))


def of_asked_game(screen: Callable[..., Screen]) -> Screen | ipywidgets.HTML:
    """A screen of the game that the page's address names, or in words why there is none.

    If the address names one of the game's variants (`?game_variant=`), the screen is a table whose lobby opens with
    that variant. A dashboard would show neither the text of an exception nor anything below it.
    """
    try:
        game, variant = asked_game(), asked_for(VARIANT_OPTION)
        if not variant:
            return screen(game.id)
        table: Any = screen(game.id, options={VARIANT_OPTION: variant}, lobby=True)
        return table.lay_in_lobby()
    except WorkbenchError as refusal:
        return ipywidgets.HTML(pages.page("What is wrong", element("p", element("strong", str(refusal)))))
