"""The list of games that the index notebook shows: one entry per game that has a dashboard."""

from __future__ import annotations

from html import escape
from pathlib import Path

from workbench.kernel.game import Game, seat_counts
from workbench.kernel.registry import list_games


class Catalogue:
    """The games whose notebook lies in `folder`, drawn as links that work in JupyterLab and in Voila alike."""

    def __init__(self, folder: str | Path = ".") -> None:
        self.folder = Path(folder)
        self.games: dict[str, Game] = {
            game_id: game for game_id, game in list_games().items() if (self.folder / f"{game_id}.ipynb").is_file()
        }

    def _repr_html_(self) -> str:
        # A relative address means the notebook beside this one in both worlds.
        entries = "".join(
            f"<h2><a href='{escape(game_id, quote=True)}.ipynb' target='_self'>{escape(game.title)}</a></h2>"
            f"<p>{seat_counts(game.seats)} · bots: "
            f"{escape(', '.join(bot.name for bot in game.bots))}</p>"
            for game_id, game in self.games.items()
        )
        return f"<section aria-label='Games'>{entries}</section>"

    def __repr__(self) -> str:
        return "Catalogue(" + ", ".join(game.title for game in self.games.values()) + ")"
