"""Screens for notebooks: the table, the studio, the graphs, the replay, and the parts they are built from."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.widgets.classroom import Classroom
    from workbench.widgets.gallery.decks_page import DecksPage
    from workbench.widgets.gallery.gallery_page import GalleryPage
    from workbench.widgets.gallery.variant_screen import VariantScreen
    from workbench.widgets.graph.exercises import GraphExercises
    from workbench.widgets.graph.match_replay import MatchReplay
    from workbench.widgets.graph.state_graphs import StateGraphs
    from workbench.widgets.home.home_page import HomePage
    from workbench.widgets.home.matches_page import MatchesPage
    from workbench.widgets.home.minute_page import MinutePage
    from workbench.widgets.home.printed_rules import PrintedRules
    from workbench.widgets.home.teachers_page import TeachersPage
    from workbench.widgets.lab.lab_page import LabPage
    from workbench.widgets.studio.deck_studio import DeckStudio
    from workbench.widgets.table.play_app import PlayApp

__all__ = [
    "Classroom", "DeckStudio", "DecksPage", "GalleryPage", "GraphExercises", "HomePage", "LabPage", "MatchReplay",
    "MatchesPage", "MinutePage", "PlayApp", "PrintedRules", "StateGraphs", "TeachersPage", "VariantScreen",
]  # fmt: skip

_HOME = {
    "Classroom": "classroom",
    "DeckStudio": "studio.deck_studio",
    "DecksPage": "gallery.decks_page",
    "GalleryPage": "gallery.gallery_page",
    "GraphExercises": "graph.exercises",
    "HomePage": "home.home_page",
    "LabPage": "lab.lab_page",
    "MatchReplay": "graph.match_replay",
    "MatchesPage": "home.matches_page",
    "MinutePage": "home.minute_page",
    "PlayApp": "table.play_app",
    "PrintedRules": "home.printed_rules",
    "StateGraphs": "graph.state_graphs",
    "TeachersPage": "home.teachers_page",
    "VariantScreen": "gallery.variant_screen",
}


def __getattr__(name: str) -> Any:
    """Import ipywidgets only when a screen is asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
