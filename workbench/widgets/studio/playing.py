"""A game with the list as it is, saved or not, in the studio itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets

from workbench.decks import Deck
from workbench.pages.guard import Handler
from workbench.pen import element
from workbench.widgets.studio.report import ReportRequest
from workbench.widgets.studio.widgets import Part

if TYPE_CHECKING:
    from workbench.widgets.table.play_app import PlayApp

NO_GAME = element(
    "p", "Press ", element("strong", "Play this deck"), ": a game begins here with the list as it is, saved or not."
)
AS_IT_IS = element("p", "This game is played with the list as it is now.")
CHANGED = "The list has been changed since this game began. Play this deck starts one with the new list."


class PlayedDeck:
    """The last game begun, if any; `words` say whether its list is still the one on the desk."""

    def __init__(self, hear: Handler) -> None:
        self.app: PlayApp | None = None
        self.words = Part(hear, title="A game with this deck", html=NO_GAME)
        self.box = ipywidgets.VBox([self.words])

    def begin(self, deck: Deck, request: ReportRequest) -> str:
        """Begin a game with a deck by the rules of the report; return in words what was done."""
        from workbench.widgets.table.play_app import PlayApp

        plan = request.plan(deck)
        app = PlayApp(deck.game_id, plan.seats, deck=deck.in_school_words(), options=request.options, autosave=False)
        if self.app is not None:
            self.app.close()
        self.app = app
        self.box.children = [self.words, app.view]
        return f"A game with {deck.meta.title} as it is now has begun."

    def show(self, deck: Deck) -> None:
        """Say whether the game is played with the present deck."""
        if self.app is not None:
            same = self.app.match.deck.as_printed() == deck.as_printed()
            self.words.show(AS_IT_IS if same else element("p", element("strong", CHANGED)))
