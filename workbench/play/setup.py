"""What a match or a run is set up with: deck, seats, seed and options, checked in one place."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from difflib import get_close_matches
from os import PathLike
from typing import Any

import numpy as np

from workbench.decks import Deck, load_deck
from workbench.kernel.game import Game, Variant
from workbench.storage.errors import OptionError, one_of, shown

MOST_SEED = (1 << 63) - 1


def options_given(options: Any) -> dict[str, Any]:
    """The options somebody gave as a dict of their own; raises OptionError."""
    if options is not None and not isinstance(options, Mapping):
        raise OptionError(f"The options are {shown(options)}. Give a mapping from option to value.")
    return dict(options or {})


def check_deck(game: Game, deck: Deck | str | PathLike[str] | None) -> Deck:
    """A deck of the game, given as one, by its name or by its path; raises OptionError or DeckError."""
    found = deck if isinstance(deck, Deck) else load_deck(game.id, deck)
    if found.game_id != game.id:
        raise OptionError(f"This deck is for {found.game_id!r}, not for {game.id!r}. Give a deck of {game.title}.")
    return found


def check_seats(variant: Variant, seats: Any) -> int:
    """A seat count the variant allows; raises OptionError."""
    if seats is None:
        return variant.default_seats
    if isinstance(seats, bool) or not isinstance(seats, (int, np.integer)) or seats not in variant.seats:
        least, most = variant.seats.start, variant.seats.stop - 1
        raise OptionError(f"{shown(seats)} seats do not fit {variant.title}. Choose {least} to {most}.")
    return int(seats)


def check_seat(seat: Any, seats: int) -> int:
    """One of so many seats, by its number; raises OptionError."""
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)) or not 0 <= seat < seats:
        raise OptionError(f"There is no seat {shown(seat)}. This match has seats 0 to {seats - 1}.")
    return int(seat)


def check_seed(seed: Any) -> int:
    """A seed from 0 to 2**63 - 1, a fresh one for None; raises OptionError."""
    if seed is None:
        return secrets.randbelow(MOST_SEED)
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MOST_SEED:
        raise OptionError(f"The seed is {shown(seed)}. Give a whole number from 0 to {MOST_SEED}.")
    return int(seed)


def complete_options(variant: Variant, *given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option of a variant with its value: as given last, if several mappings give it, otherwise its default.

    A preset sets the options that the same mapping does not. Raises OptionError for an unknown option or a wrong value.
    """
    declared = {option.key: option for option in variant.options}
    presets = {group.key: group for group in variant.presets}
    chosen: dict[str, Any] = {}
    for options in given:
        for key in options:
            if key not in declared and key not in presets:
                raise OptionError(one_of(key, [*declared, *presets, "game_variant"], f"option of {variant.title}"))
            chosen.update(presets[key].values(options[key]) if key in presets else {})
        chosen.update({key: value for key, value in options.items() if key in declared})
    return {key: option.settled(chosen.get(key, option.default)) for key, option in declared.items()}


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a file holds them, and as a view tells them."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in options.items()}


def deck_in_play(deck: Deck, variant: Variant, options: Mapping[str, Any]) -> Deck:
    """The deck as complete options leave it: without the cards that one of them takes out.

    The deck then names them among its own options, so that with it the same options mean the same again.
    Raises OptionError for an id that no card has, DeckError where too few are left.
    """
    for option in variant.options:
        if option.cards is None:
            continue
        ids = options[option.key]
        known = {kind.key for kind in deck.kinds}
        named = option.card_ids(deck.meta.options.get(option.key, ()))
        out = {key for key in named if key not in known}  # of a deck that was here before
        for key in ids:
            if key not in known and key not in out:
                alike = get_close_matches(key, sorted(known), 3)
                meant = (
                    f"Did you mean {' or '.join(alike)}?" if alike else "The ids stand in the first column of its list."
                )
                raise OptionError(f"Option {option.key!r} names {shown(key)}, which is no card of {deck.name}. {meant}")
        gone, told = tuple(key for key in ids if key in known), {*ids, *out}
        if gone or told != set(named):
            others = {key: value for key, value in deck.meta.options.items() if key != option.key}
            kept = {option.key: ", ".join(sorted(told))} if told else {}
            deck = option.cards(deck, gone).edit(meta={"options": {**others, **kept}})
    return deck
