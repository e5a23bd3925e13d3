"""Aliasing: what a match hands out belongs to the caller, and a copy of a match is independent of it."""

from __future__ import annotations

import copy
from typing import Any

from workbench.checks.trial import Trial, everything, play_somehow, require_equal, shown_to
from workbench.play.match import Match

LOOKED_AT = 0.25  # share of the positions of a walk; each is copied and compared many times


def keeps_its_own(trial: Trial) -> None:
    """What a match hands out stays the same while the match goes on, and writing into it changes nothing."""
    match = trial.match()
    earlier: tuple[Any, Any] = ({}, {})
    for _ in trial.walk(match):
        if trial.chooser.random() > LOOKED_AT:
            continue
        viewer = trial.chooser.choice([None, *range(match.seats)])
        handed = _handed_out(match, viewer)
        require_equal(*earlier, "What was handed out changes when the match goes on", match)
        kept, before = copy.deepcopy(handed), everything(match)
        other = match.fork()
        if not other.over:
            play_somehow(other, trial.chooser)
        require_equal(handed, kept, "What was handed out changes when a copy of the match goes on", match)
        require_equal(everything(match), before, "The match changes when a copy of it goes on", match)
        _scribble(handed)
        require_equal(everything(match), before, "Writing into what was handed out changes the match", match)
        require_equal(_handed_out(match, viewer), kept, "Writing into what was handed out changes what is shown", match)
        earlier = (_handed_out(match, viewer), kept)


def _handed_out(match: Match, viewer: int | None) -> dict[str, Any]:
    return {
        **shown_to(match, viewer),
        "scene as data": match.scene(viewer).as_dict(),
        "saved": match.to_dict(),
        "log of the host": match.log,
    }


def _scribble(value: Any) -> None:
    """Empty every list and mapping in a nested value."""
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _scribble(part)
        value.clear()
