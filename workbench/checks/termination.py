"""Termination: the declared maximum of decisions holds even if everybody stalls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from workbench.checks.small_games import finished_matches
from workbench.checks.speeds import Speed
from workbench.checks.time_limit import TooLong
from workbench.checks.trial import Broken, Trial
from workbench.kernel.engine.speeds import plain_engine
from workbench.play.match import Match

PATIENCE = 20  # a stalling match is watched for this many times the decisions of a random one, at least LEAST_WATCHED
LEAST_WATCHED = 2_000


def ends(trial: Trial) -> None:
    """Play one match at random to its end, then stall in every way that bots can stall.

    In a small game, every course of some deals is played as well.
    """
    length = _play(trial, lambda speed, seat, numbers: trial.chooser.choice(numbers), None, "at random")
    for way, choose in STALLING.items():
        _play(trial, choose, max(LEAST_WATCHED, PATIENCE * length), way)
    for _ in finished_matches(trial):
        trial.tally["matches ended"] += 1


# (speed, seat, the action numbers a bot may choose from) -> one of them
Chooser = Callable[[Speed, int, list[int]], int]


def _play(trial: Trial, choose: Chooser, watched: int | None, way: str) -> int:
    """Play one way and return how many decisions were made; raises Broken if a position recurs, as it would forever."""
    match = trial.match()
    speed, most = Speed(plain_engine(match.variant), match), match.variant.max_decisions
    speed.begin()
    state, seen = speed.states[0], set()
    made: list[tuple[int, int]] = []
    while not state.over:
        trial.goes_on()
        here = _position_without_counter(speed)
        if watched is not None and here in seen:
            fault = f"Played {way}, the same position comes again after {len(made)} decisions: it never ends."
            raise Broken(fault, _replayed(match, made))
        if len(made) == most:
            fault = f"Played {way}, the match is not over after the declared maximum of {most} decisions."
            raise Broken(fault, _replayed(match, made))
        if len(made) == watched:
            trial.tally["stalled matches not watched to their end"] += 1
            return len(made)
        seen.add(here)
        seat = next(seat for seat in range(match.seats) if (state.to_act >> seat) & 1)
        action = choose(speed, seat, speed.legal(seat, 0))
        try:
            speed.take(seat, action)
        except TooLong:
            trial.latest = _replayed(match, made)
            raise
        made.append((seat, action))
    trial.tally["decisions"] += len(made)
    trial.tally["matches ended"] += 1
    return len(made)


def _replayed(match: Match, made: list[tuple[int, int]]) -> Match:
    for seat, action in made:
        match.play(seat, action)
    return match


def _position_without_counter(speed: Speed) -> bytes:
    state = speed.states[0]
    decisions, state.decisions = state.decisions, 0
    position = speed.raw.tobytes()
    state.decisions = decisions
    return hashlib.blake2b(position, digest_size=16).digest()


def _pass(speed: Speed, seat: int, numbers: list[int]) -> int:
    """The declared pass, if bots have one."""
    variant = speed.engine.variant
    verbs = variant.actions.verb_starts
    passes = (number for verb in variant.passes for number in numbers if verbs[number] == verb)
    return next(passes, numbers[0])


STALLING: dict[str, Chooser] = {
    "by passing": _pass,
    "by the first legal action": lambda speed, seat, numbers: numbers[0],
    "by the last legal action": lambda speed, seat, numbers: numbers[-1],
}
