"""What rules do at either speed: a match between bots with all its results, and what was compiled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.decks import Deck
from workbench.kernel.engine.playout import seed_bots
from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.kernel.game import Variant

MOST_LOGGED = 20_000


@dataclass(frozen=True)
class Played:
    """A game that was played out: acts as (seat, action), the record's bytes, its score lines and winners."""

    log: list[tuple[int, int]]
    record: bytes
    lines: list[tuple[int, ...]]
    winners: int
    over: bool


def play_out(
    deck: Deck,
    seats: int,
    options: Mapping[str, Any],
    bots: Sequence[str],
    seed: int,
    index: int,
    *,
    compiled: bool,
    variant_key: str | None = None,
) -> Played:
    """Let bots play game `index` of a run to its end."""
    game, variant = deck.game, deck.game.variant(variant_key)
    engine = compiled_engine(variant) if compiled else plain_engine(variant)
    states, raws = engine.new_states()
    views, raw_views = engine.new_states()
    events, actions, lines = engine.new_events()[0], engine.new_actions()[0], engine.new_lines()[0]
    cards = engine.deck(deck.arrays)[0]
    numbers = np.array(
        [option.encode(options.get(option.key, option.default)) for option in variant.state.options], np.int64
    )
    engine.begin(states[0], raws[0], cards, events, seats, numbers, seed, index)
    seed_bots(actions, seed, index)
    log = np.zeros((MOST_LOGGED, 2), np.int32)
    made = engine.play_game(
        states[0], raws[0], views[0], raw_views[0], variant.state.hidden, cards, cards, events,
        np.array([game.bot_number(bot) for bot in bots], np.int64), actions, log, MOST_LOGGED,
    )  # fmt: skip
    engine.score(states[0], cards, lines)
    columns = (lines.round_number, lines.seat, lines.category, lines.source, lines.other, lines.points, lines.reason)
    return Played(
        [(int(seat), int(action)) for seat, action in log[:made]],
        raws[0].tobytes(),
        [tuple(int(column[i]) for column in columns) for i in range(int(lines.count))],
        int(engine.winners(lines, seats)),
        int(states[0].over) == 1,
    )


def compiled_so_far(variant: Variant) -> dict[str, Any]:
    """The types for which each door exists, and those for which each rule was compiled in this process, by name."""
    found: dict[int, Any] = {}

    def walk(dispatcher: Any) -> None:
        if id(dispatcher) in found:
            return
        found[id(dispatcher)] = dispatcher
        for value in dispatcher.py_func.__globals__.values():
            if hasattr(value, "py_func"):
                walk(value)

    doors = compiled_engine(variant).functions
    for door in doors.values():
        walk(door.rule)
    return {name: [str(types) for types in door.entries] for name, door in doors.items()} | {
        f"{dispatcher.py_func.__module__}.{dispatcher.py_func.__qualname__}": [
            str(signature) for signature in dispatcher.signatures
        ]
        for dispatcher in found.values()
    }
