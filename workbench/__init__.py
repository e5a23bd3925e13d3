"""The Round Table Workbench: medieval card games as playable, editable, measurable things in Jupyter.

    import workbench as wb
    match = wb.Match("guild_master", seats=4, seed=7)

Names are loaded when they are first used, so that importing the package stays quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.checks import check_game
    from workbench.decks import Deck, load_deck
    from workbench.graphs import bonus_graph, exchange_graph, phase_graph, position_graph
    from workbench.kernel.registry import game, list_games
    from workbench.lab import simulate, story, warm
    from workbench.lab.comparison import compare
    from workbench.lab.suggest import suggest
    from workbench.lab.sweep import sweep
    from workbench.lab.tournament import tournament
    from workbench.play import Match, position
    from workbench.storage.errors import (
        DeckError,
        DeclarationError,
        GalleryError,
        IllegalAction,
        OptionError,
        PositionError,
        ReplayError,
        RoomError,
        RuleError,
        WorkbenchError,
    )

_HOME = {
    "Deck": "workbench.decks",
    "load_deck": "workbench.decks",
    "Match": "workbench.play",
    "position": "workbench.play",
    "game": "workbench.kernel.registry",
    "list_games": "workbench.kernel.registry",
    "simulate": "workbench.lab",
    "compare": "workbench.lab.comparison",
    "tournament": "workbench.lab.tournament",
    "sweep": "workbench.lab.sweep",
    "suggest": "workbench.lab.suggest",
    "check_game": "workbench.checks",
    "bonus_graph": "workbench.graphs",
    "phase_graph": "workbench.graphs",
    "exchange_graph": "workbench.graphs",
    "position_graph": "workbench.graphs",
    "story": "workbench.lab",
    "warm": "workbench.lab",
    "WorkbenchError": "workbench.storage.errors",
    "DeckError": "workbench.storage.errors",
    "DeclarationError": "workbench.storage.errors",
    "GalleryError": "workbench.storage.errors",
    "IllegalAction": "workbench.storage.errors",
    "OptionError": "workbench.storage.errors",
    "PositionError": "workbench.storage.errors",
    "ReplayError": "workbench.storage.errors",
    "RoomError": "workbench.storage.errors",
    "RuleError": "workbench.storage.errors",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
