"""Screens for notebooks: the table, the session bar and the apps built from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.widgets.play_app import PlayApp

__all__ = ["PlayApp"]


def __getattr__(name: str) -> Any:
    """Import ipywidgets only when a screen is asked for."""
    if name == "PlayApp":
        from workbench.widgets.play_app import PlayApp

        return PlayApp
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
