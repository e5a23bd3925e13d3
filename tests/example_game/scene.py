"""The table of Round Table Pledges as a screen shows it."""

from __future__ import annotations

from tests.example_game.rules import PHASES
from workbench.author import CardFace, Choice, Scene, SceneZone, SeatPanel, Sight


def scene(sight: Sight) -> Scene:
    """The scene of a seat, or of everybody for `seat=None`."""
    view = sight.view
    return Scene(
        title="Round Table Pledges",
        seat=sight.seat,
        phase=PHASES[view.phase].key,
        phases=PHASES.titles,
        message="The game is over." if view.over == 1 else "Choose." if sight.actions else "Wait for the others.",
        over=view.over == 1,
        seats=tuple(
            SeatPanel(seat, sight.naming("seat", seat), sight.bots.get(seat, "human"), bool(view.to_act >> seat & 1))
            for seat in range(view.seats)
        ),
        zones=tuple(_zones(sight)),
        choices=tuple(Choice(action.id, action.label, action.verb) for action in sight.actions),
        log=sight.log,
    )


def _zones(sight: Sight):
    spec = sight.variant.state
    for place, zone in enumerate(spec.place_zone):
        owner = spec.place_owner[place]
        if owner >= sight.view.seats:
            continue
        seen = tuple(_face(sight, card) for card in sight.cards(place))
        backs = tuple(
            CardFace(f"back-{place}-{i}", face_down=True) for i in range(sight.view.counts[place] - len(seen))
        )
        kind = "pile" if owner < 0 else "hand" if owner == sight.seat and zone.name == "hand" else "row"
        title = zone.name if owner < 0 else f"{zone.name} of {sight.naming('seat', owner)}"
        cards = (*seen, *backs[:1]) if kind == "pile" else (*seen, *backs)
        yield SceneZone(
            f"{zone.name}-{owner}", title, kind, None if owner < 0 else owner, sight.view.counts[place], cards
        )


def _face(sight: Sight, card: int) -> CardFace:
    name = sight.naming("card", int(sight.arrays.kind[card]))
    return CardFace(sight.face_id(card), name, selected=sight.view.staged[card] == 1, description=name)
