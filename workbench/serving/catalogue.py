"""The list of games that the index notebook shows: one entry per game that has a dashboard."""

from __future__ import annotations

from html import escape
from pathlib import Path

from workbench.kernel.game import Game, seat_counts
from workbench.kernel.registry import list_games

ANY_GAME = "any_game.ipynb"  # the notebook that plays a game that has none of its own, by the address it is opened with


class Catalogue:
    """The games whose notebook lies in `folder`, drawn as links that work in JupyterLab and in Voila alike.

    A game that has none there, such as one from a package of its own, is played in the notebook for any game.
    """

    def __init__(self, folder: str | Path = ".") -> None:
        self.folder = Path(folder)
        known = list_games()
        self.pages: dict[str, str] = {game_id: page for game_id in known if (page := self._page(game_id))}
        self.games: dict[str, Game] = {game_id: known[game_id] for game_id in self.pages}

    def _page(self, game_id: str) -> str:
        """The address of a game's page, from this one; empty if it has none."""
        if (self.folder / f"{game_id}.ipynb").is_file():
            return f"{game_id}.ipynb"
        return f"{ANY_GAME}?game={game_id}" if (self.folder / ANY_GAME).is_file() else ""

    def _repr_html_(self) -> str:
        # A relative address means the notebook beside this one in both worlds.
        entries = "".join(
            f"<h2><a href='{escape(self.pages[game_id], quote=True)}' target='_self'>{escape(game.title)}</a></h2>"
            f"<p>{seat_counts(game.seats)} · bots: "
            f"{escape(', '.join(bot.name for bot in game.bots))}</p>"
            for game_id, game in self.games.items()
        )
        return f"<section aria-label='Games'>{entries}</section>"

    def __repr__(self) -> str:
        return "Catalogue(" + ", ".join(game.title for game in self.games.values()) + ")"
