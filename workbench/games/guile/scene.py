"""The Round Table as a screen shows it: one scene from one seat's sight."""

from __future__ import annotations

from workbench.games.guile.rules import PHASES
from workbench.kernel.scene import Choice, Scene, SeatPanel, Sight


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    return Scene(
        title=f"{sight.game.title}: {sight.deck.meta.title}",
        seat=sight.seat,
        phase=PHASES[sight.view.phase][0],
        phases=PHASES[:-1],
        message=PHASES[sight.view.phase][1],
        over=sight.view.over == 1,
        seats=tuple(_panel(sight, seat) for seat in range(sight.view.seats)),
        choices=tuple(Choice(action.id, action.label, action.verb) for action in sight.actions),
        log=sight.log,
    )


def _panel(sight: Sight, seat: int) -> SeatPanel:
    view = sight.view
    return SeatPanel(
        seat=seat,
        name=sight.naming("seat", seat),
        kind=sight.bots.get(seat, "human"),
        to_act=(view.to_act >> seat) & 1 == 1,
        facts=(("Victory cards", str(view.victory_cards[seat])),),
    )
