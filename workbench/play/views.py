"""A seat's view as plain data, made from its observed record by the variant's declaration alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.kernel.game import Variant
from workbench.kernel.state import EVERYONE, HIDDEN, OWNER

Naming = Callable[[str, int], str]

# What views show in a form of their own, or not at all.
_TOLD_OTHERWISE = frozenset(
    "to_act random_state shuffle_state phase entered over seats turn decisions card_count frames frame_count "
    "staged_count staged_last staged_end known place staged counts rows".split()
)


def view_as_dict(variant: Variant, view: Any, deck: Any, naming: Naming, seat: int | None) -> dict[str, Any]:
    """The game's fields, zones and picked cards that an observed record shows, by name."""
    return {
        "fields": _fields(variant, view, deck, seat),
        "zones": {zone.name: _zone(variant, view, deck, naming, zone.name) for zone in variant.state.zones},
        "picked": _picked(view, deck, naming),
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


def _zone(variant: Variant, view: Any, deck: Any, naming: Naming, name: str) -> Any:
    """One entry, or one per seat or number: the count, and each card's name (None where the seat cannot tell it)."""
    spec = variant.state
    first, zone = spec.place(name), next(zone for zone in spec.zones if zone.name == name)
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


def _picked(view: Any, deck: Any, naming: Naming) -> list[str]:
    return [naming("card", deck.kind[card]) for card in range(view.card_count) if view.staged[card] != 0]
