"""The games that have a page: in a notebook of their own, or in the one that plays any game."""

from __future__ import annotations

from pathlib import Path

from workbench.kernel.game import Game
from workbench.kernel.registry import list_games

ANY_GAME = "any_game.ipynb"  # plays the game in the address, if it has no notebook of its own


class Catalogue:
    """The games that have a page in `folder`, in the order of their tiles, each with the page's address from there.

    A game without a notebook there, such as one from another package, is played in the notebook for any game.
    """

    def __init__(self, folder: str | Path = ".") -> None:
        self.folder = Path(folder)
        known = dict(sorted(list_games().items(), key=lambda one: one[1].tile.place))
        self.pages: dict[str, str] = {game_id: page for game_id in known if (page := self._page(game_id))}
        self.games: dict[str, Game] = {game_id: known[game_id] for game_id in self.pages}

    def has(self, page: str) -> bool:
        """Whether the notebook of a page lies in the folder."""
        return (self.folder / page).is_file()

    def _page(self, game_id: str) -> str:
        """The address of a game's page, from the folder; empty if it has none."""
        if (self.folder / f"{game_id}.ipynb").is_file():
            return f"{game_id}.ipynb"
        return f"{ANY_GAME}?game={game_id}" if (self.folder / ANY_GAME).is_file() else ""


def with_query(page: str, key: str, value: str) -> str:
    """The address of a page with one more query parameter.

    >>> with_query("any_game.ipynb?game=kuhn", "match", "1f")
    'any_game.ipynb?game=kuhn&match=1f'
    """
    return f"{page}{'&' if '?' in page else '?'}{key}={value}"
