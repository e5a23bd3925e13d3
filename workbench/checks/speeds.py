"""Two speeds: plain Python and compiled code agree byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.checks.trial import LATE_SHARE, Trial, any_action, random_game, require
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine.playout import RANDOM_BOT
from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.kernel.state import SPECTATOR
from workbench.play.match import Match


def runs_equal_at_both_speeds(trial: Trial) -> None:
    """Plain Python and compiled code give the same lists, bytes, events, views, worlds, bot choices and score lines."""
    match = trial.match()
    variant, raw = match.variant, match.record.buffer
    plain, fast = Speed(plain_engine(variant), match), Speed(compiled_engine(variant), match)
    for speed in (plain, fast):
        speed.begin()
    _agree(plain, fast, match, "setting up")
    require(plain.raw.tobytes() == raw.tobytes(), "The match was set up otherwise than its engine does.", match)
    if trial.chooser.random() < LATE_SHARE:
        log = random_game(match, trial.chooser.randrange(2**30))
        for seat, action in log[: -trial.chooser.randint(1, trial.effort.acts)]:
            match.play(seat, action)
            for speed in (plain, fast):
                speed.take(seat, action)
        _agree(plain, fast, match, "going ahead")
    while not match.over and trial.tally["decisions"] < trial.effort.acts * trial.tally["matches"]:
        trial.goes_on()
        seat = trial.chooser.choice(match.to_act)
        people = trial.chooser.randrange(2)
        lists = [speed.legal(seat, people) for speed in (plain, fast)]
        require(lists[0] == lists[1], f"The speeds list other actions for seat {seat + 1}.", match)
        for bot in range(RANDOM_BOT + 1, len(match.game.bots)):
            chosen = [speed.choice(bot, seat, match.seed + len(match.acts)) for speed in (plain, fast)]
            require(chosen[0] == chosen[1], f"The bot {match.game.bots[bot].name!r} chooses otherwise compiled.", match)
        action = any_action([match.wording.describe(number) for number in lists[0]], trial.chooser)
        match.play(seat, action)
        for speed in (plain, fast):
            speed.take(seat, action)
        trial.tally["decisions"] += 1
        _agree(plain, fast, match, f"playing {match.wording.describe(action).label!r}")


class Speed:
    """One record of a match at one speed."""

    def __init__(self, engine: Engine, match: Match) -> None:
        self.engine, self.spec = engine, match.variant.state
        (self.states, raw), (self.views, raw_view) = engine.new_states(), engine.new_states()
        self.raw, self.raw_view = raw[0], raw_view[0]
        # The record, and where it is laid as somebody sees it.
        self.seen = (self.states[0], self.raw, self.views[0], self.raw_view, self.spec.hidden)
        self.events, self.lists, self.lines = engine.new_events(), engine.new_actions(), engine.new_lines()
        self.decks = engine.deck(match.deck.arrays)
        numbers = [option.encode(match.options[option.key]) for option in match.variant.options]
        self.table = (self.states[0], self.raw, self.decks[0], self.events[0], match.seats, np.array(numbers, np.int64))
        self.seed = match.seed

    def begin(self) -> None:
        """Set the match up."""
        self.engine.begin(*self.table, self.seed, 0)

    def deal(self, number: int) -> Any:
        """The record after setup alone, of the match with a number."""
        self.engine.prepare(*self.table, self.seed, number)
        return self.raw.view(self.spec.dtype)[0]

    def legal(self, seat: int, people: int) -> list[int]:
        """The legal actions of a seat."""
        actions = self.lists[0]
        self.engine.list_actions(self.states[0], self.decks[0], seat, actions, people, 1)
        return [int(actions.list[i]) for i in range(int(actions.count))]

    def choice(self, bot: int, seat: int, seed: int) -> int:
        """What a bot would play in a seat."""
        actions = self.lists[0]
        seed_generator(actions.random_state, seed, seat, BOT_STREAM)
        return int(self.engine.bot_action(bot, *self.seen, self.decks[0], seat, actions))

    def take(self, seat: int, action: int) -> None:
        """Play an action."""
        self.engine.take(self.states[0], self.decks[0], self.events[0], seat, action)

    def result(self, seed: int) -> dict[str, Any]:
        """The record, the events, what each viewer sees, a determinization and the score lines."""
        seats = int(self.states[0].seats)
        return {
            "record": self.raw.tobytes(),
            "events": self._events(),
            "views": [self._observed(viewer) for viewer in (SPECTATOR, *range(seats))],
            "world": self._world(seed % seats, seed),
            "lines": self._lines(),
        }

    def _events(self) -> list[tuple[int, ...]]:
        events = self.events[0]
        return [
            (int(events.kind[i]), int(events.audience[i]), *(int(events.values[i, part]) for part in range(4)))
            for i in range(int(events.count))
        ]

    def _observed(self, viewer: int) -> bytes:
        self.engine.observe(*self.seen, viewer)
        return self.raw_view.tobytes()

    def _world(self, viewer: int, seed: int) -> bytes:
        numbers: Any = [seed & 0xFFFFFFFF | 1, seed >> 3 & 0x3FFFFFFF]
        generator = np.array(numbers, np.int64) if self.engine.compiled else numbers
        self.engine.redeal(*self.seen, self.spec.empty, self.decks[0], viewer, generator)
        return self.raw_view.tobytes()

    def _lines(self) -> list[tuple[int, ...]]:
        lines = self.lines[0]
        lines.count, lines.current_round = 0, 0
        self.engine.score(self.states[0], self.decks[0], lines)
        parts = (lines.round_number, lines.seat, lines.category, lines.source, lines.other, lines.points, lines.reason)
        return [tuple(int(part[i]) for part in parts) for i in range(int(lines.count))]


def _agree(plain: Speed, fast: Speed, match: Match, doing: str) -> None:
    seed = len(match.acts) + match.seed
    one, other = plain.result(seed), fast.result(seed)
    for part in one:
        require(one[part] == other[part], f"After {doing}, the two speeds differ in their {part}.", match)
