"""The desks of a studio: one with a deck for each game opened there, and which one is in use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from workbench.decks import Deck, load_deck
from workbench.decks.editor import DeckEditor
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import DeckError
from workbench.widgets.studio.work import Work, kept_works

if TYPE_CHECKING:
    from workbench.gallery import Parent


class Desks:
    """What lies on the desk of each game, by the game's id, and which game is being worked on.

    `options` are those given to the studio; they hold only for its first game. `touched` says whether anybody has done
    anything yet: until then there is nothing to bring back.
    """

    def __init__(self, opened: Deck, parent: Parent | None, options: Mapping[str, Any] | None) -> None:
        self.game = opened.game
        self.works = {self.game.id: Work.on(DeckEditor(opened), opened, parent)}
        self._options = {self.game.id: options}
        self.touched = False

    @property
    def work(self) -> Work:
        """The work on the desk in use."""
        return self.works[self.game.id]

    def options_of(self, game: Game) -> Mapping[str, Any] | None:
        """The options that override those of a game's deck."""
        return self._options.get(game.id)

    def of(self, game: Game) -> Work:
        """The work on the desk of a game; if nobody has opened it yet, the game's usual deck."""
        if game.id in self.works:
            return self.works[game.id]
        deck = load_deck(game)
        return Work.on(DeckEditor(deck), deck)

    def turn_to(self, game: Game, work: Work) -> None:
        """Continue at the desk of a game."""
        self.works[game.id], self.game, self.touched = work, game, True

    # ------------------------------------------------------------ keeping

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        return {"game": self.game.id, "works": {game_id: work.to_dict() for game_id, work in self.works.items()}}

    @staticmethod
    def kept(values: Mapping[str, Any]) -> tuple[dict[str, Work], Game]:
        """What `to_dict` wrote: the works, and the game being worked on; DeckError if anything in it does not fit."""
        works = kept_works(values.get("works"))
        game = find_game(str(values.get("game")))
        if game.id not in works:
            raise DeckError("The draft holds no deck of its game. The deck is open as it was saved.")
        return works, game

    def bring_back(self, works: dict[str, Work], game: Game) -> None:
        """Put the kept works on the desks."""
        self.works, self.game, self.touched = works, game, True
