"""The anywidget of a match: the table that draws a scene, its bar, and the rules beside it."""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.decks import Deck
from workbench.kernel.game import Game
from workbench.pages.guard import Handler
from workbench.play.differences import differences
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.table.drawn_by import table_script, table_style
from workbench.widgets.table.scene_stream import emblems_of


class TableWidget(OneWayWidget):
    """Draws a Scene of a game, or of any game if none is given.

    `emblems` are those that its script does not contain, by name. `notice` is a line about the last act, and `cover`
    hides a hand until its seat is ready.
    The page is told what has changed in a scene: `step` is the number of the scene, which the scene also carries, and
    the changes that turn the previous scene into it. A page that has another scene asks for the whole one. `answer`
    says what an act would lead to that somebody at the page is considering. `state` is what the bar and its menu say:
    slot, can_undo, can_redo, practice, undo_refusal, note, error, kept, kept_words, largest_file, windows, drawing,
    phase. `opened` is the page that lies over the table. `page` is what `rules_page` makes, empty until somebody looks,
    and `wanted` the rule to go to, with the number of the request. `beat` is the number of milliseconds between two
    heartbeats.
    """

    _esm = _css = ""
    emblems = traitlets.Dict().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    step: traitlets.Dict[str, Any] = traitlets.Dict({"number": 0, "changes": []}).tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)
    cover = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    opened = traitlets.Unicode("table").tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    wanted = traitlets.Dict().tag(sync=True)
    beat = traitlets.Int(10_000).tag(sync=True)

    def __init__(self, hear: Handler, game: Game | None = None) -> None:
        drawn = {"_esm": table_script(game), "_css": table_style(game, "table/stage.css")}
        # A page has one style sheet for each of these ids, as it may hold tables of two games.
        super().__init__(hear, **drawn, _anywidget_id=f"{__name__}.{game.id if game else 'any'}")

    def show(self, deck: Deck, scene: dict[str, Any], notice: str, cover: dict[str, Any]) -> None:
        """Tell the page everything at once: no other picture may appear between a cover and its scene.

        The emblems of the deck that the scene needs come before it.
        """
        self.emblems = emblems_of(deck, scene)
        with self.hold_sync():
            self._take_step(scene)
            self.notice, self.cover = notice, cover

    def _take_step(self, scene: dict[str, Any]) -> None:
        """Take another scene; one that looks the same is not a step, so that nobody can count hidden acts of others."""
        number = self.step["number"]
        if changes := differences(self.scene, {**scene, "step": number}):
            self.step = {"number": number + 1, "changes": [*changes, [["step"], number + 1]]}
            self.scene = {**scene, "step": number + 1}

    def send_state(self, key: Any = None) -> None:
        """Send traits to the page; a scene is left out if its step, with the changes, is sent too."""
        super().send_state(key - {"scene"} if isinstance(key, set) and {"scene", "step"} <= key else key)

    def send_scene(self) -> None:
        """Send the whole scene to a page that cannot build it from the changes."""
        self.send_state("scene")

    def open_rule(self, rule: str) -> None:
        """Let the page open the rules at one of them, by its id."""
        self.wanted = {"rule": rule, "request": self.wanted.get("request", 0) + 1}
