"""A table with a position laid open, to view from any seat and to play on from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import ipywidgets

from workbench.pages.guard import Guard
from workbench.pages.messages import Act, Weigh
from workbench.pages.page import Page, handles
from workbench.play.device import ONE_DEVICE
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.storage.errors import RoomError
from workbench.widgets.table.messages import Ready, WholeScene
from workbench.widgets.table.widgets import TableWidget

EVERYBODY = "everybody"  # the viewer who sees what all may see
WHAT_ALL_SEE = "What all see"


class OpenTable(Page):
    """Shows a match as it stands. Whoever acts in it branches off: from then on bots play the other seats.

    `open_hands` says whether the table may be seen from a seat; while a match is in progress, that would reveal what is
    hidden. `branched` says whether the match on the table was played on from here.
    """

    ignores = (Ready,)  # no hand is covered here

    def __init__(self, guard: Guard, changed: Callable[[], None] = lambda: None) -> None:
        super().__init__(guard)
        self._changed = changed
        self.match: Match | None = None
        self.open_hands, self.branched = False, False
        self._host: TableHost | None = None
        self.table = TableWidget(self.hear)
        self.table.add_class("rt-open-table")
        self.eyes = ipywidgets.ToggleButtons(options=[(WHAT_ALL_SEE, EVERYBODY)], description="Whose eyes?")
        self.eyes.add_class("rt-eyes")
        self.branch_button = ipywidgets.Button(description="Play on from here", layout={"width": "max-content"})
        tools = ipywidgets.HBox([self.eyes, self.branch_button], layout={"flex_flow": "row wrap"})
        self.box = ipywidgets.VBox([tools, self.table])
        self.eyes.observe(guard(lambda _change: self._draw(), "looking with other eyes"), "value")
        self.branch_button.on_click(guard(lambda _button: self.branch_off(), "playing on from here"))

    @property
    def viewer(self) -> int | None:
        """The seat from which the table is seen; None: as everybody sees it."""
        return None if self.eyes.value == EVERYBODY else int(self.eyes.value)

    def show(self, match: Match, open_hands: bool) -> None:
        """Put a match on the table as it stands."""
        self.match, self.open_hands, self.branched, self._host = match, open_hands, False, None
        self._offer_eyes(match)
        self._draw()

    def _offer_eyes(self, match: Match) -> None:
        seats = [(name, str(seat)) for seat, name in enumerate(match.seat_names)] if self.open_hands else []
        wanted = self.eyes.value
        offered = [(WHAT_ALL_SEE, EVERYBODY), *seats]
        if tuple(offered) != tuple(self.eyes.options):
            self.eyes.options = offered
            self.eyes.value = wanted if wanted in [key for _, key in offered] else EVERYBODY
        self.branch_button.disabled = not self.open_hands or match.over

    def branch_off(self) -> None:
        """Play on from here: a person takes the seat from which the table is seen, or the one to act; bots the others.

        Raises RoomError if there is nothing to play on.
        """
        if self.match is None or self.match.over:
            raise RoomError("The match is over here. Go back to an earlier act, and play on from there.")
        if not self.open_hands:
            raise RoomError(
                "This match still goes on: play it at its own table. Once it is over it can be branched off."
            )
        match, names = self.match.fork(), self.match.seat_names
        seat = match.to_act[0] if self.viewer is None else self.viewer
        match.seat_bot(seat, None)
        match.name_seats(dict(enumerate(names)))  # otherwise bots change names once a person has one of theirs
        for other in range(match.seats):
            if other != seat and other not in match.bots:
                match.seat_bot(other, match.game.usual_bot)
        self.match, self.branched = match, True
        self._host = TableHost(match, ONE_DEVICE, changed=self._moved_on)
        self.eyes.value = str(seat)
        self._host.start()
        self._moved_on()

    def _moved_on(self) -> None:
        """Tell whoever else shows the branch that it has gone on, perhaps by bots."""
        self._draw()
        self._changed()

    def _draw(self) -> None:
        if self.match is None:
            return
        if self._host is not None and self.viewer == self._host.viewer:
            scene = self._host.scene(self.viewer)
        else:
            plain = replace(self.match.scene(self.viewer), reveal=None)
            scene = plain.as_dict() | {"asked": 1, "since": 0, "news": []}
        self.table.show(self.match.deck, scene, "", {})

    @handles
    def _whole_scene(self, _message: WholeScene) -> None:
        self.table.send_scene()

    @handles
    def _weigh(self, message: Weigh) -> None:
        if self._host is not None:
            self.table.answer = self._host.weigh(self.viewer, message.actions, message.asked)

    @handles
    def _act(self, message: Act) -> None:
        """Let somebody act on the table, which first branches off."""
        if self._host is None:
            viewer = self.viewer
            if viewer is None:
                raise RoomError("Choose with whose eyes to see, then act for that seat.")
            self.branch_off()
            assert self._host is not None
            self._host.act(viewer, message.actions)
        else:
            self._host.act(self.viewer, message.actions, message.asked)
        self._moved_on()
