"""Small games: every course of a deal is played, deal after deal, so that nothing is left to chance."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.checks.trial import Broken, Trial, legal_for_bots
from workbench.kernel.asking import OPEN_FLOOR
from workbench.play.match import Match

LONGEST = 30  # decisions in a course of a small game


def finished_matches(trial: Trial) -> Iterator[Match]:
    """Every course of as many deals of a trial's setup as `Effort.positions` allows; none if one deal has more.

    Everything that bots may do is tried, seat by seat; on the open floor, where the order matters, in every order.
    Raises Broken with a match that goes on after the declared maximum of decisions.
    """
    room, seed = trial.effort.positions, trial.seed
    while room > 0:
        courses: list[Match] = []
        room -= _play_every_way(trial.setup.match(seed), courses, room, trial)
        if room >= 0:
            trial.tally["deals played in every way"] += 1
            yield from courses
        seed += 1


def _play_every_way(match: Match, courses: list[Match], room: int, trial: Trial) -> int:
    """Add every course of a deal to a list; returns how many positions that took, more than `room` if it gave up."""
    most, waiting, met = match.variant.max_decisions, [match], 0
    while waiting:
        here = waiting.pop()
        met += 1
        trial.goes_on()
        if met > room or (met > LONGEST and not courses):
            return room + 1
        if here.over:
            courses.append(here)
        elif len(here.acts) == most:
            raise Broken(f"This match is not over after the declared maximum of {most} decisions.", here)
        else:
            waiting += _next_positions(here)
    return met


def _next_positions(match: Match) -> Iterator[Match]:
    open_floor = match.variant.together(match.state) == OPEN_FLOOR
    for seat in match.to_act if open_floor else match.to_act[:1]:
        for action in legal_for_bots(match, seat):
            following = match.fork()
            following.play(seat, action)
            yield following
