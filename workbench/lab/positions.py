"""What can follow from a position, looked through layer by layer, and who wins: exactly where the end is in reach.

Two positions are equal if all but generators and counters is: everything a rule may read, so whatever follows from one
follows from the other. A search knows every card; what a seat cannot know is dealt to it in several worlds.

A position's value is each seat's share of the win. Where every course to the end was looked through, it is exact: what
comes of it if everybody, seeing all cards, plays for their own share, and takes the first of several equal actions; so
it is where a seat can win for certain, whatever else might follow. Elsewhere it is estimated: bots play on from it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.chance import MULTIPLIER, WORD
from workbench.kernel.engine.positions import FOUND, SEES_ALL
from workbench.kernel.engine.speeds import Engine
from workbench.lab.simulation import check_threads

if TYPE_CHECKING:
    from workbench.play.match import Match

DRAWS = 60  # times that an action that draws by chance is carried out
AT_ONCE = 64  # positions that are looked on from at a time
FORGOTTEN = ("random_state", "shuffle_state", "decisions")  # what makes no difference between two positions
ALIKE = 1e-9  # shares that differ by less are equal
SEED = 1  # of what bots do, and of how chance falls; never the match's
PARTS = 4  # for each thread: early positions take longer than late ones


class Follows(NamedTuple):
    """One way on: by what action of which seat, with what probability (1 where nothing is drawn), to which position."""

    action: int
    seat: int
    drew: bool
    weight: float
    to: int


@dataclass
class Search:
    """Positions of one match, as int64 words, and how they follow from each other.

    `worlds` are the numbers of those that it began with. `layers[position]` says after how many decisions it was found.
    """

    match: Match
    engine: Engine
    most: int
    words: list[bytes] = field(default_factory=list)
    numbers: dict[bytes, int] = field(default_factory=dict)
    layers: list[int] = field(default_factory=list)
    ways: dict[int, list[Follows]] = field(default_factory=dict)
    worlds: list[int] = field(default_factory=list)
    full: bool = False  # whether there was no room for all that follows

    def __post_init__(self) -> None:
        spec = self.match.variant.state
        self.deck = self.engine.deck(self.match.deck.arrays)[0]
        self.events, self.actions = self.engine.new_events()[0], self.engine.new_actions()[0]
        self.dtype, self.starts = spec.dtype, generator_starts(DRAWS)
        self._make_room(AT_ONCE * DRAWS * 4)

    def _make_room(self, room: int) -> None:
        spec = self.match.variant.state
        self.states, self.raws = self.engine.new_records(spec.dtype, spec.record, AT_ONCE)
        self.children, self.child_raws = self.engine.new_records(spec.dtype, spec.record, room)
        self.found = np.zeros((room, FOUND), np.int64)

    # ------------------------------------------------------------ positions

    def begin(self, raws: np.ndarray) -> None:
        """Begin with these positions: int64 (worlds, words)."""
        raws = raws.copy()
        normalise(raws, self.dtype)
        self.worlds = [self._number(raw.tobytes(), 0) for raw in raws]

    def _number(self, words: bytes, layer: int) -> int:
        """The number of a position, a new one if it was not found before."""
        number = self.numbers.setdefault(words, len(self.words))
        if number == len(self.words):
            self.words.append(words)
            self.layers.append(layer)
        return number

    def raw(self, number: int) -> np.ndarray:
        """The words of a position; a copy."""
        return np.frombuffer(self.words[number], np.int64).copy()

    def record(self, number: int) -> Any:
        """A position as a record."""
        return self.match.variant.state.record(self.raw(number))

    def is_over(self, number: int) -> bool:
        """Whether the match has ended in a position."""
        return int(self.record(number).over) == 1

    # ------------------------------------------------------------ what follows

    def look(self, depth: int) -> None:
        """Look on for so many decisions, until all courses have ended or there is no more room."""
        layer = list(dict.fromkeys(self.worlds))
        for number in range(depth):
            before = len(self.words)
            for start in range(0, len(layer), AT_ONCE):
                if len(self.words) >= self.most:
                    self.full = True
                    return
                self._look_from(layer[start : start + AT_ONCE], number + 1)
            layer = list(range(before, len(self.words)))
            if not layer:
                return

    def _look_from(self, positions: Sequence[int], layer: int) -> None:
        """What follows from some positions in one decision."""
        waiting = list(positions)
        while waiting:
            for place, number in enumerate(waiting):
                self.raws[place] = np.frombuffer(self.words[number], np.int64)
            done, made = self.engine.expand(
                self.states, self.raws, len(waiting), self.children, self.child_raws, self.deck, self.events,
                self.actions, self.starts, self.found,
            )  # fmt: skip
            if done == 0:
                self._make_room(2 * len(self.child_raws))
                continue
            self._keep(waiting[:done], made, layer)
            waiting = waiting[done:]

    def _keep(self, positions: Sequence[int], made: int, layer: int) -> None:
        """Take over what was found, one way for each action and each position that it leads to."""
        normalise(self.child_raws[:made], self.dtype)
        ways: dict[tuple[int, int, int], list[float]] = {}
        for child, (before, seat, action, drew) in enumerate(self.found[:made].tolist()):
            if before >= len(positions):
                break
            to = self._number(self.child_raws[child].tobytes(), layer)
            facts = ways.setdefault((before, action, to), [seat, drew, 0.0])
            facts[2] += 1 / DRAWS if drew else 1.0
        for number in positions:
            self.ways.setdefault(number, [])
        for (before, action, to), (seat, drew, weight) in ways.items():
            self.ways[positions[before]].append(Follows(action, int(seat), bool(drew), weight, to))

    # ------------------------------------------------------------ who wins

    def values(self, playouts: int, bot: int) -> tuple[np.ndarray, np.ndarray]:
        """Each position's value, float64 (positions, seats), and whether it is exact; NaN without playouts."""
        shares = np.full((len(self.words), self.match.seats), np.nan)
        exact = np.array([self.is_over(number) for number in range(len(self.words))])
        for known, times in ((True, 1), (False, playouts)):
            wanted = np.flatnonzero(exact == known)
            if len(wanted) and times:
                raws = np.array([self.raw(int(number)) for number in wanted])
                shares[wanted] = shares_of_win(self.match, self.engine, raws, SEES_ALL, times, bot)
            if known:
                self._decide(shares, exact)
        return shares, exact

    def _decide(self, shares: np.ndarray, exact: np.ndarray) -> None:
        """Exact values from the end to the beginning; a position that can come back to itself has none."""
        order = TopologicalSorter({number: {way.to for way in ways} for number, ways in self.ways.items()})
        with contextlib.suppress(CycleError):  # all that does not come back to itself can still be had in order
            order.prepare()
        while ready := order.get_ready():
            for number in filter(self.ways.get, ready):
                shares[number], exact[number] = self._best(number, shares, exact)
            order.done(*ready)

    def _best(self, number: int, shares: np.ndarray, exact: np.ndarray) -> tuple[np.ndarray, bool]:
        """The value of a position from the exact ones that follow, and whether it is exact itself."""
        seat = self.ways[number][0].seat
        best, all_exact = np.full(shares.shape[1], np.nan), True
        for ways in self.by_action(number).values():
            if not all(exact[way.to] for way in ways):
                all_exact = False
                continue
            value = sum((way.weight * shares[way.to] for way in ways), np.zeros(shares.shape[1]))
            if np.isnan(best[seat]) or value[seat] > best[seat] + ALIKE:
                best = value
        return best, all_exact or bool(best[seat] >= 1 - ALIKE)

    def by_action(self, number: int) -> dict[int, list[Follows]]:
        """The ways on from a position, by action in ascending order."""
        found: dict[int, list[Follows]] = {}
        for way in self.ways.get(number, ()):
            found.setdefault(way.action, []).append(way)
        return found


def shares_of_win(match: Match, engine: Engine, raws: np.ndarray, viewer: int, playouts: int, bot: int) -> np.ndarray:
    """Who wins if a bot plays all seats on from some positions (int64 (positions, words)): float64, by seat.

    What the viewer cannot know is dealt anew each time, nothing for SEES_ALL; a shared win counts as a share.
    """
    won = np.zeros((len(raws), match.seats))
    bots = np.full(match.seats, bot, np.int64)
    unknown, most = match.variant.state.empty, match.variant.max_decisions

    def play_on(some: slice) -> None:
        bench = engine.new_bench(match.deck.arrays)
        many = len(raws[some])
        engine.play_out(raws[some], many, bench, unknown, bots, viewer, playouts, SEED, most, won[some])

    workers = check_threads(None) if engine.compiled else 1
    bounds = np.linspace(0, len(raws), min(PARTS * workers, len(raws)) + 1).astype(int).tolist()
    with ThreadPoolExecutor(workers) as pool:  # each position is played on alike, whichever thread it falls to
        list(pool.map(play_on, map(slice, bounds, bounds[1:])))
    return won


def normalise(raws: np.ndarray, dtype: np.dtype) -> None:
    """Let equal positions have equal words: without generators and counters, and without what places held before."""
    records = raws.view(dtype)[:, 0]
    for name in FORGOTTEN:
        records[name] = 0
    rows, counts = records["rows"], records["counts"]
    rows[np.arange(rows.shape[2]) >= counts[:, :, None]] = 0
    frames = records["frames"]
    frames[np.arange(frames.shape[1]) >= records["frame_count"][:, None]] = 0


def generator_starts(draws: int) -> np.ndarray:
    """Starts of a generator whose first words are evenly spaced: int64 (draws, 2).

    So the shares of what one draw among `n` can bring are exact for every `n` that divides `draws`; a second draw of
    the same action is as good as random.
    """
    starts = np.zeros((draws, 2), np.int64)
    for draw in range(draws):
        word = ((2 * draw + 1) << 32) // (2 * draws)
        carry = 1 + (draw * 0x9E3779B1 + 0x7F4A7C15) % (MULTIPLIER - 2)
        starts[draw] = divmod((carry << 32) | ((word ^ carry) & WORD), MULTIPLIER)
    return starts
