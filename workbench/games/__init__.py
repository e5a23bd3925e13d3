"""Our own games, one folder each. Importing this package puts it where `workbench.games()` was, so it answers calls."""

from __future__ import annotations

import sys
from types import ModuleType

from workbench.kernel.game import Game
from workbench.kernel.game import games as all_games


class _Games(ModuleType):
    def __call__(self) -> dict[str, Game]:
        """All games by id; see `workbench.kernel.game.games`."""
        return all_games()


sys.modules[__name__].__class__ = _Games
