"""History: undo and redo, saving and loading, and replaying the acts all lead to the same bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from workbench.checks.trial import Trial, everything, play_somehow, require_equal, shown_to
from workbench.play.match import Match

STEPS_BACK = 5


def remembers(trial: Trial) -> None:
    """Go back some acts and forward again every few positions along a walk, and save and load at the end."""
    match = trial.match()
    moments: dict[int, dict[str, Any]] = {}
    for _ in trial.walk(match):
        moments[len(match.acts)] = _moment(match)
        _back_and_forth(match, moments, trial)
    _saved_and_loaded(match)


def _moment(match: Match) -> dict[str, Any]:
    """Everything about a match at one moment, except whether there is something to undo or redo."""
    logs = [match.seat_log(viewer) for viewer in (None, *range(match.seats))]
    return {"everything": everything(match), "logs": logs}


def _back_and_forth(match: Match, moments: dict[int, dict[str, Any]], trial: Trial) -> None:
    now = len(match.acts)
    steps = trial.chooser.randint(0, min(STEPS_BACK, now - min(moments)))
    for back in range(1, steps + 1):
        match.undo()
        trial.tally["acts undone"] += 1
        text = f"After {back} of {now} acts undone, the match differs"
        require_equal(_moment(match), moments[now - back], text, match)
    if not match.over:
        play_somehow(match.fork(), trial.chooser)
    for back in range(steps, 0, -1):
        match.redo()
        text = f"Act {now - back + 1}, done again, ends differently"
        require_equal(_moment(match), moments[now - back + 1], text, match)


def _saved_and_loaded(match: Match) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        loaded = type(match).load(path)
    require_equal(everything(loaded), everything(match), "The match, saved and loaded, differs", match)
    for viewer in (None, *range(match.seats)):
        shown = [{**shown_to(one, viewer), "undo": None} for one in (loaded, match)]
        require_equal(shown[0], shown[1], "The match, saved and loaded, shows something else", match)
