"""Determinism: seed and acts decide the whole game, whatever else the program does meanwhile."""

from __future__ import annotations

import random

import numpy as np

from workbench.checks.trial import Broken, Trial, everything, play_somehow, require_equal
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction


def is_determined(trial: Trial) -> None:
    """The same setup, seed and acts give the same bytes, logs and scores, whatever else happens."""
    state, numbers = random.getstate(), np.random.get_state()
    try:
        beside = trial.setup.match(trial.seed + 1)
        first = trial.match()
        _disturb(1, beside)
        second = trial.match()
        _same(first, second)
        for _ in trial.walk(first):
            _disturb(len(first.acts), beside)
            _follow(first, second)
            _same(first, second)
            _disturb(-len(first.acts), beside)
    finally:
        random.setstate(state)
        np.random.set_state(numbers)


def _disturb(number: int, beside: Match) -> None:
    """Do what a program may do between two acts: draw random numbers, and play at another table."""
    random.seed(number)
    np.random.seed(number & 0xFFFF)
    if not beside.over:
        play_somehow(beside, random.Random(number))


def _follow(first: Match, second: Match) -> None:
    """Repeat in the second match what was played in the first."""
    for act in first.acts[len(second.acts) :]:
        try:
            second.play(act.seat, list(act.actions))
        except IllegalAction as refusal:
            raise Broken(f"The same acts after the same seed are refused the second time: {refusal}", second) from None


def _same(first: Match, second: Match) -> None:
    require_equal(everything(first), everything(second), "Twice the same seed and the same acts end differently", first)
