"""What seats and spectators see of a match: their view as plain data, their log, the scene on their screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from workbench.kernel.game import Variant
from workbench.kernel.scenes.scene import LogNote, Scene, Sight
from workbench.kernel.state import EVERYONE, HIDDEN, OWNER, Zone
from workbench.play.log import note_of
from workbench.play.seating import with_one_stop
from workbench.play.setup import check_seat, plain_options
from workbench.play.standing import Standing

Naming = Callable[[str, int], str]

# What views show in a form of their own, or not at all.
_TOLD_OTHERWISE = frozenset(
    "to_act random_state shuffle_state phase entered over seats turn decisions card_count frames frame_count "
    "staged_count staged_last staged_end known place staged counts rows".split()
)


def seat_log(match: Standing, seat: int | None) -> list[str]:
    """The log as a seat hears it; None: as everybody hears it."""
    return [line.text for line in match.told.to(_viewer(match, seat))]


def screen_log(match: Standing, seat: int | None) -> list[str]:
    """The log as a screen lists it: without what the seat may look at only once."""
    return [line.text for line in match.told.shown_to(_viewer(match, seat))]


def view(match: Standing, seat: int | None) -> dict[str, Any]:
    """What a seat may see, as plain data; None: a spectator."""
    seen = match.observed(seat)
    actions = [] if seat is None else [action.label for action in match.legal(seat)]
    return {
        "game": match.game.id,
        "variant": match.variant.key,
        "seat": seat,
        "seats": match.seats,
        "phase": match.phase,
        "turn": match.turn,
        "to_act": list(match.to_act),
        "over": match.over,
        "winners": list(match.winners),
        "options": plain_options(match.options),
        **view_as_dict(match.variant, seen, match.referee.arrays, match.wording.naming, seat),
        "legal": actions,
        "log": seat_log(match, seat),
    }


def scene(match: Standing, seat: int | None) -> Scene:
    """What a seat's screen shows; None: the projector's. It is built once for each revision of the match."""
    viewer, scenes = _viewer(match, seat), match.screens.scenes
    if viewer not in scenes:
        sight = _public(match) if viewer is None else _sight(match, viewer)
        drawn = (match.variant.scene or match.game.scene)(sight)
        message = with_one_stop(drawn.message)
        scenes[viewer] = replace(drawn, message=message, notes=_notes(match, viewer), arms=match.arms)
    return scenes[viewer]


def _viewer(match: Standing, seat: int | None) -> int | None:
    return None if seat is None else check_seat(seat, match.seats)


def _public(match: Standing) -> Sight[Any]:
    """What a spectator's scene is made from; every seat's scene shares parts that are made from it."""
    if match.screens.public is None:
        match.screens.public = _sight(match, None)
    return match.screens.public


def _sight(match: Standing, seat: int | None) -> Sight[Any]:
    """What a scene is made from: nothing in it holds the match, so a match that is left is gone at once."""
    view, referee, wording = match.observed(seat), match.referee, match.wording
    players = ((one, match.game.player(bot)) for one, bot in match.bots.items())
    return Sight(
        game=match.game,
        variant=match.variant,
        deck=match.deck,
        seat=seat,
        view=view,
        arrays=referee.arrays,
        actions=() if seat is None else tuple(match.legal(seat)),
        score=lambda: tuple(wording.score(referee.score(view))),
        log=tuple(screen_log(match, seat)),
        naming=wording.naming,
        bots={seat: one.manner or one.name.replace("_", " ") for seat, one in players},
        winners=match.winners,
        linked=referee.engine.linked,
        new_lines=referee.new_lines,
        everybody=None if seat is None else _public(match),
        prints=match.screens.prints,
    )


def _notes(match: Standing, seat: int | None) -> tuple[LogNote, ...]:
    told, screens = match.told, match.screens
    if screens.notes is None:  # a line that everybody hears is noted alike on every screen
        screens.notes = {
            id(line): note_of(line, told.whose.get(line.turn), None, match.seats) for line in told.shown_to(None)
        }
    public = screens.notes
    return tuple(
        public[id(line)] if id(line) in public else note_of(line, told.whose.get(line.turn), seat, match.seats)
        for line in told.shown_to(seat)
    )


def view_as_dict(variant: Variant, view: Any, deck: Any, naming: Naming, seat: int | None) -> dict[str, Any]:
    """The game's fields, zones and picked cards that an observed record shows, by name."""
    return {
        "fields": _fields(variant, view, deck, seat),
        "zones": {zone.name: _zone(variant, view, deck, naming, zone) for zone in variant.state.zones},
        "picked": [naming("card", deck.kind[card]) for card in range(view.card_count) if view.staged[card] != 0],
    }


def _fields(variant: Variant, view: Any, deck: Any, seat: int | None) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    options = {option.key for option in variant.state.options}
    for field in variant.state.fields:
        if field.name in _TOLD_OTHERWISE or field.name in options:
            continue
        value = getattr(view, field.name)
        value = value.tolist() if field.shape else value
        if field.cards:
            value = _first_copies(value, view, deck)
        if field.seen_by == EVERYONE:
            shown[field.name] = value
        elif field.seen_by == OWNER:
            shown[field.name] = None if seat is None else value[seat]
    return shown


def _first_copies(value: Any, view: Any, deck: Any) -> Any:
    """Numbers of cards as nobody can tell copies apart: each is the first copy of its kind."""
    if isinstance(value, list):
        return [_first_copies(part, view, deck) for part in value]
    return int(deck.first_card[deck.kind[value]]) if 0 <= value < view.card_count else value


def _zone(variant: Variant, view: Any, deck: Any, naming: Naming, zone: Zone[Any]) -> Any:
    """One entry, or one per seat or number: the count, and each card's name (None where the seat cannot tell it)."""
    first = variant.state.place(zone.name)
    several = view.seats if zone.per_seat else zone.many
    places = range(first, first + (several or 1))
    entries = [{"count": view.counts[place], "cards": _cards(view, deck, naming, place)} for place in places]
    return entries if several else entries[0]


def _cards(view: Any, deck: Any, naming: Naming, place: int) -> list[str | None]:
    row = [view.rows[place, i] for i in range(view.counts[place])]
    if HIDDEN not in row:
        return [naming("card", deck.kind[card]) for card in row]
    known = [naming("card", deck.kind[card]) for card in range(view.card_count) if view.place[card] == place]
    return [*known, *[None] * (len(row) - len(known))]
