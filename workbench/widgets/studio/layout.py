"""The layout of a studio: one bar, the verdict, and below them two panes: what is edited, and the proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

from workbench.widgets.studio.figures import CHANGE, GLANCE, OVERVIEW

if TYPE_CHECKING:
    from workbench.widgets.grid.card_grid import CardGrid
    from workbench.widgets.grid.deck_fields import DeckFields
    from workbench.widgets.studio.deck_studio import DeckStudio

CARDS, DECK, BONUSES, VERSIONS, PLAY, PUBLISH = range(6)
TAB_TITLES = ("Cards", "Deck", "Bonuses", "Versions", "Play", "Publish")
PROOF_TITLES = ("Odd or wrong", "What moved", "Who wins", "All numbers")
ALONE = (PLAY, PUBLISH)  # the tabs that take the full width of the page
WITHOUT_PROOF = "rt-without-proof"  # the page's look while one of them is open


class StudioLayout:
    """The tabs for editing and those of the proof, laid out in `view`.

    With `whole` the studio fills a dashboard's window.
    """

    def __init__(self, studio: DeckStudio, whole: bool) -> None:
        self._cards, self._deck = ipywidgets.VBox(), ipywidgets.VBox()
        self._cards.add_class("rt-cards-tab")
        self.tabs = self._laid_as_tabs(studio)
        self.proof = _laid_as_proof(studio)
        for tabs in (self.tabs, self.proof):
            tabs.add_class("rt-tabs")
        self.proof.add_class("rt-proof")
        self._head = studio.report.head
        card = group("rt-card-place")  # the grid puts the card being looked at there
        self._proven = group("rt-proof-pane", card, self.proof)
        self._panes = group("rt-studio-parts", self.tabs, self._proven)
        self.view = group("rt-studio", studio.bar, studio.files.part, self._head, self._panes)
        if whole:
            self.view.add_class("rt-studio-whole")

    def _laid_as_tabs(self, studio: DeckStudio) -> ipywidgets.Tab:
        """The tabs for editing a deck and for using it."""
        versions, panel = studio.versions, studio.publishing
        kept = group("rt-versions-tab", versions.list, versions.differences, versions.sides)
        public = group("rt-publish-tab", panel.form, group("rt-versions-tab", panel.public, panel.odd))
        left = [self._cards, self._deck, studio.bonuses.box, kept, studio.played.box, public]
        return ipywidgets.Tab(left, titles=TAB_TITLES)

    def set_out(self, grid: CardGrid, fields: DeckFields) -> None:
        """Put the tables of a deck into their tabs, in place of another deck's."""
        left = (*self._cards.children, *self._deck.children)
        self._cards.children, self._deck.children = [grid], [fields]
        for widget in left:
            widget.close()

    @property
    def tab(self) -> int:
        """The number of the open tab: CARDS and so on."""
        return self.tabs.selected_index

    def turn_to(self, tab: int) -> None:
        """Open a tab."""
        self.tabs.selected_index = tab

    def give_room(self) -> None:
        """Give the open tab the full width of the page, if it needs that."""
        self._panes.remove_class(WITHOUT_PROOF)
        if self.tab in ALONE:
            self._panes.add_class(WITHOUT_PROOF)

    def show_or_hide(self, shown: bool) -> None:
        """Show the deck, or hide all of it."""
        for part in (self._head, self.tabs, self._proven):
            part.layout.display = None if shown else "none"


def _laid_as_proof(studio: DeckStudio) -> ipywidgets.Tab:
    """The tabs beside the cards: what is odd about them, and what they do in play."""
    parts = dict(studio.report.parts)
    moved, wins, glance = (parts.pop(name) for name in (CHANGE, OVERVIEW, GLANCE))
    judged = group("rt-judged", studio.judgement.findings, studio.suggesting.panel, studio.judgement.bars)
    numbers = group("rt-measured", glance, *parts.values())
    shown = [judged, group("rt-measured", moved), group("rt-measured", wins), numbers]
    return ipywidgets.Tab(shown, titles=PROOF_TITLES)


def group(name: str, *parts: ipywidgets.Widget) -> ipywidgets.VBox:
    """A group of parts of the page, with the name by which the style sheet places it."""
    box = ipywidgets.VBox(parts)
    box.add_class(name)
    return box
