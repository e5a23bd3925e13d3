"""Screens for notebooks: the table, the studio, the graphs, and the parts they are built from."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.widgets.graph.state_graphs import StateGraphs
    from workbench.widgets.studio.deck_studio import DeckStudio
    from workbench.widgets.table.play_app import PlayApp

__all__ = ["DeckStudio", "PlayApp", "StateGraphs"]

_HOME = {"DeckStudio": "studio.deck_studio", "PlayApp": "table.play_app", "StateGraphs": "graph.state_graphs"}


def __getattr__(name: str) -> Any:
    """Import ipywidgets only when a screen is asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
