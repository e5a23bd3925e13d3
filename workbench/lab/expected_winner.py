"""The expected winner of a match over time: who wins if bots play on from what was public at the end of each turn.

Each time, all that a spectator could not know is first dealt anew, and chance falls anew: what was in a hand, or lay
next in the stock, counts for nothing. So the shares say how good a position looked, not how good it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.engine.speeds import compiled_engine, is_compiled, plain_engine
from workbench.kernel.state import SPECTATOR
from workbench.lab.positions import shares_of_win
from workbench.lab.simulation import check_number

if TYPE_CHECKING:
    from workbench.play.match import Match

PLAYOUTS, PLAIN_PLAYOUTS = 400, 6  # from the end of each turn, by default
ALTOGETHER, FEWEST = 10_000, 200  # in a long match fewer from each, so that whoever reads its story does not wait
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class ExpectedWinner:
    """Each seat's share of the win, at the beginning and at the end of every turn.

    turns: their numbers, the first of them 0 for the beginning. shares: for each of them a share for each seat; a win
    that is shared counts as a share. playouts: how often bots played on from each. bots: which ones.
    """

    turns: tuple[int, ...]
    shares: tuple[tuple[float, ...], ...]
    playouts: int
    bots: str

    @property
    def swings(self) -> dict[int, float]:
        """How much of the win went from some seats to others in each turn, from 0 to 1.

        >>> ExpectedWinner((0, 1), ((0.5, 0.5), (0.8, 0.2)), 400, "greedy").swings
        {1: 0.3}
        """
        pairs = pairwise(self.shares)
        return {turn: round(moved(*pair), 4) for turn, pair in zip(self.turns[1:], pairs, strict=True)}

    def as_dict(self) -> dict[str, Any]:
        """All of it as JSON-ready data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> ExpectedWinner:
        """What `as_dict` made."""
        shares = tuple(tuple(of_seats) for of_seats in data["shares"])
        return cls(tuple(data["turns"]), shares, int(data["playouts"]), str(data["bots"]))


def moved(before: Sequence[float], after: Sequence[float]) -> float:
    """Half of what seats have more or less after than before: how much went from some to others, if no more came."""
    return sum(abs(now - then) for then, now in zip(before, after, strict=True)) / 2


def turns_of(match: Match) -> Iterator[tuple[int, int, int]]:
    """Each turn that has begun: its number, and the places of the positions in which it began and in which it ended.

    For the last one, the latter is the present position.
    """
    positions = match.positions()
    for number, group in groupby(range(len(positions)), key=lambda place: int(positions[place].record.turn)):
        places = list(group)
        if number >= 1:
            yield number, places[0], min(places[-1] + 1, len(positions) - 1)


def ends_of_turns(match: Match) -> list[tuple[int, Any]]:
    """Each turn that has begun, with the record in which it ended; for the last one, the present record.

    The first is turn 0, the beginning: before the first turn, or before its first act. Empty in a game without turns.
    """
    positions, turns = match.positions(), list(turns_of(match))
    places = [(0, begin) for _, begin, _ in turns[:1]] + [(number, end) for number, _, end in turns]
    return [(number, positions[place].record) for number, place in places]


def playouts_for(turns: int) -> int:
    """How often bots play on from each turn of a match of so many turns, by default.

    >>> playouts_for(10), playouts_for(40), playouts_for(100)
    (400, 250, 200)
    """
    return min(PLAYOUTS, max(FEWEST, ALTOGETHER // max(turns, 1)))


def expected_winner(match: Match, playouts: int | None = None, compiled: bool | None = None) -> ExpectedWinner:
    """Let the game's usual bots play on from the end of every turn of a match, `playouts` times each.

    By default 400 times, and 10,000 times at most in all, but at least 200 from each turn. Compiled rules
    are used where they are at hand; in plain Python bots play on less often. Raises OptionError.

    >>> from workbench.play import Match
    >>> match = Match("guile", seed=3, bots={0: "greedy", 1: "greedy"})
    >>> match.play_bots()
    >>> found = expected_winner(match, playouts=1, compiled=False)
    >>> found.turns[0], len(found.shares) == match.turn + 1
    (0, True)
    """
    if compiled is None:
        compiled = is_compiled(match.variant, "play_out")
    ends = ends_of_turns(match)
    if playouts is None:
        playouts = playouts_for(len(ends)) if compiled else PLAIN_PLAYOUTS
    playouts = check_number("playouts", playouts, 1, MOST_PLAYOUTS)
    engine = compiled_engine(match.variant) if compiled else plain_engine(match.variant)
    going_on = [place for place, (_, record) in enumerate(ends) if not record.over]
    shares = np.zeros((len(ends), match.seats))
    shares[:, list(match.winners)] = 1 / max(len(match.winners), 1)  # a match that was over needs no playing on
    if going_on:
        raws = np.array([match.for_bots(ends[place][1]).buffer for place in going_on])
        bot = match.game.bot_number(match.game.usual_bot)
        shares[going_on] = shares_of_win(match, engine, raws, SPECTATOR, playouts, bot)
    turns = tuple(number for number, _ in ends)
    return ExpectedWinner(turns, tuple(map(tuple, shares.round(4).tolist())), playouts, match.game.usual_bot)
