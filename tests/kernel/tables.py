"""A table to test the kernel at: the example game, one record, and what can be done with it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tests.example_game import GAME, PLAIN_DECK
from workbench.decks.deck import Deck
from workbench.decks.reading import read_folder
from workbench.decks.validation import validate
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine.playout import seed_bots
from workbench.kernel.engine.speeds import Engine
from workbench.kernel.state import HIDDEN, OUT_OF_GAME, SPECTATOR, StateSpec

DECK = validate(read_folder(GAME, PLAIN_DECK), Deck)
MOST_LOGGED = 4000


class Table:
    """One record of the example game, played by one engine.

    `state` is the record, `raw` its bytes; `begin` starts a game, `take` plays, `copy` and `put` save
    and restore the bytes.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine, self.variant = engine, engine.variant
        self.spec: StateSpec = engine.variant.state
        self.state, self.raw = self.new_state()
        self.deck = engine.deck(DECK.arrays)[0]
        self.events = engine.new_events()[0]

    def new_state(self) -> tuple[Any, np.ndarray]:
        """An empty record and its bytes."""
        states, raws = self.engine.new_states()
        return states[0], raws[0]

    def begin(self, *, seats: int = 4, seed: int = 1, index: int = 0, **options: Any) -> Table:
        """Set up a game."""
        numbers = [option.encode(options.get(option.key, option.default)) for option in self.spec.options]
        sized = np.array(numbers, np.int64)
        self.engine.begin(self.state, self.raw, self.deck, self.events, seats, sized, seed, index)
        return self

    def generator(self, seed: int) -> Any:
        """A generator of the test's own."""
        numbers = [0, 0]
        seed_generator(numbers, seed, 0, BOT_STREAM)
        return np.array(numbers, np.int64) if self.engine.compiled else numbers

    # Playing

    @property
    def to_act(self) -> list[int]:
        """The seats that may act."""
        return [seat for seat in range(int(self.state.seats)) if (int(self.state.to_act) >> seat) & 1]

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat."""
        actions = self.engine.new_actions()[0]
        self.engine.list_actions(self.state, self.deck, seat, actions, 1, 1)
        return [int(action) for action in actions.list[: actions.count]]

    def take(self, seat: int, verb: str | int, *args: int) -> None:
        """Play an action, which must be legal."""
        action = verb if isinstance(verb, int) else self.variant.actions.encode(verb, *args)
        assert action in self.legal(seat), f"{verb} {args} is not legal for seat {seat}"
        self.engine.take(self.state, self.deck, self.events, seat, action)

    def wander(self, seed: int, most: int = MOST_LOGGED) -> Iterator[tuple[int, int]]:
        """Play at random, picks put back included; yields (seat, action) before each is taken."""
        chooser = random.Random(seed)
        for _ in range(most):
            if not self.to_act:
                return
            seat = chooser.choice(self.to_act)
            action = chooser.choice(self.legal(seat))
            yield seat, action
            self.take(seat, action)

    def wandered(self, seed: int, most: int) -> Table:
        """This table after at most this many random actions."""
        for _ in self.wander(seed, most):
            pass
        return self

    def play_out(self, seed: int, index: int, bots: Sequence[int]) -> tuple[np.ndarray, bytes, list, int]:
        """Let bots play to the end: the log, the record's bytes, the score lines, the winners as a bit mask."""
        engine = self.engine
        views, raw_views = engine.new_states()
        actions = engine.new_actions()[0]
        seed_bots(actions, seed, index)
        log = np.full((MOST_LOGGED, 2), -1, np.int32)
        made = engine.play_game(
            self.state, self.raw, views[0], raw_views[0], self.spec.hidden, self.deck, self.deck, self.events,
            np.array(bots, np.int64), actions, log, MOST_LOGGED,
        )  # fmt: skip
        return log[:made], self.raw.tobytes(), self.lines(), self.winners()

    # Scores and events

    def score(self) -> Any:
        """The buffer of score lines."""
        lines = self.engine.new_lines()[0]
        self.engine.score(self.state, self.deck, lines)
        return lines

    def lines(self) -> list[tuple[int, ...]]:
        """The score lines as (seat, category, source, other, points, reason)."""
        lines = self.score()
        columns = (lines.seat, lines.category, lines.source, lines.other, lines.points, lines.reason)
        return [tuple(int(column[i]) for column in columns) for i in range(int(lines.count))]

    def winners(self) -> int:
        """The winning seats as a bit mask."""
        return int(self.engine.winners(self.score(), int(self.state.seats)))

    def told(self) -> list[tuple[int, int, list[int]]]:
        """What the last step told: (kind, audience, values)."""
        events = self.events
        return [
            (int(events.kind[i]), int(events.audience[i]), [int(events.values[i, part]) for part in range(4)])
            for i in range(int(events.count))
        ]

    # What seats see

    def copy(self) -> bytes:
        """The record's bytes."""
        return self.raw.tobytes()

    def put(self, raw: bytes) -> Table:
        """Write the record's bytes."""
        self.raw[:] = np.frombuffer(raw, self.raw.dtype)
        return self

    def observed(self, seat: int) -> tuple[Any, bytes]:
        """What a seat sees, as a record and as bytes."""
        view, raw = self.new_state()
        self.engine.observe(self.state, self.raw, view, raw, self.spec.hidden, seat)
        return view, raw.tobytes()

    def view(self, seat: int) -> bytes:
        """What a seat sees, as bytes."""
        return self.observed(seat)[1]

    def redealt(self, seat: int, seed: int) -> bytes:
        """The bytes of a world that the seat cannot tell from this one."""
        world, raw = self.new_state()
        spec = self.spec
        self.engine.redeal(
            self.state, self.raw, world, raw, spec.hidden, spec.empty, self.deck, seat, self.generator(seed)
        )  # fmt: skip
        return raw.tobytes()

    def dealt_world(self, seat: int, seed: int) -> tuple[bool, bytes]:
        """Whether a publicly possible world was found, and the last one dealt."""
        world, raw = self.new_state()
        spec = self.spec
        found = self.engine.deal_world(
            self.state, self.raw, world, raw, spec.hidden, spec.empty, self.deck, seat, self.generator(seed)
        )  # fmt: skip
        return bool(found), raw.tobytes()

    def viewers(self) -> list[int]:
        """Every seat of the game, and a spectator."""
        return [*range(int(self.state.seats)), SPECTATOR]


def as_dict(spec: StateSpec, raw: bytes) -> dict[str, Any]:
    """A record's fields by name, as NumPy reads them."""
    record = np.frombuffer(raw, spec.dtype)[0]
    return {name: record[name].copy() for name in spec.dtype.names}


def assert_cards_agree(spec: StateSpec, raw: bytes) -> None:
    """Every card lies in exactly one place, and place, rows and counts agree."""
    record = as_dict(spec, raw)
    lying: dict[int, int] = {}
    for place in range(spec.places):
        row = record["rows"][place][: record["counts"][place]].tolist()
        for card in row:
            assert card not in lying, f"card {card} lies in places {lying[card]} and {place}"
            lying[card] = place
        if spec.place_zone[place].sorted:
            assert row == sorted(row), f"place {place} ({spec.place_zone[place].name}) is not sorted"
    for card in range(int(record["card_count"])):
        expected = lying.get(card, OUT_OF_GAME)
        assert int(record["place"][card]) == expected != HIDDEN


def linked(function: Callable, spec: StateSpec) -> Callable:
    """A rule function in plain Python, linked to the places of a spec."""
    from workbench.kernel.engine.linking import link
    from workbench.kernel.rule import rule

    bindings = {
        "PLACE_SEEN": list(spec.place_seen()),
        "PLACE_OWNER": spec.place_owner,
        "SORTED_PLACES": spec.sorted_places,
    }
    return link({"function": function}, bindings, rule)["function"]
