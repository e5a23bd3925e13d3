"""The games of a deck as it is opened, kept beside its rules: whoever opens it again sees their report at once.

They are used again only for the same question (see kept_runs.py), and made again where they are lost or damaged.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from workbench.kernel.engine.bundles import Outcome
from workbench.kernel.engine.speeds import fingerprint
from workbench.lab.kept_runs import about, from_letters, in_letters
from workbench.lab.parcels import understanding
from workbench.lab.report import Report
from workbench.lab.simulation import Plan
from workbench.storage.folders import cache_folder
from workbench.storage.writing import write_whole

LEAST_GAMES, MOST_GAMES = 10_000, 20_000  # fewer are there soon anyway, more are not a first look
MOST_FILES = 24  # of one variant's rules; the one that was read or written longest ago goes first
MOST_BYTES = 50_000_000
CARD_CHUNKS = "card_chunks"


def keep_last(report: Report) -> None:
    """Keep the games of a report, unless they are few, many or cut short; what cannot be kept is played again."""
    plan = report.plan
    if report.merged is not None or report.games < plan.games or not LEAST_GAMES <= plan.games <= MOST_GAMES:
        return
    arrays = {**report.outcome._asdict(), CARD_CHUNKS: report.card_chunks}
    kept = {name: [array.shape, *in_letters(array)] for name, array in arrays.items()}
    file = _file_of(plan)
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(kept), lasting=False)
        _make_room(file.parent)


def last_report(plan: Plan) -> Report | None:
    """The report of a plan's games, if they have been kept."""
    file, nothing = _file_of(plan), Outcome.empty(0, plan.seats, 0, 0, 0)
    try:
        if file.stat().st_size > MOST_BYTES:
            return None
        kept = json.loads(file.read_text(encoding="utf-8"))
        arrays = {name: _unpacked(kept[name], getattr(nothing, name).dtype) for name in Outcome._fields}
        chunks = _unpacked(kept[CARD_CHUNKS], nothing.cards.dtype)
        file.touch()
    except (OSError, KeyError, ValueError, TypeError, zlib.error):
        return None
    report = Report(plan, Outcome(**arrays))
    report.card_chunks = chunks
    return report


def _file_of(plan: Plan) -> Path:
    question = json.dumps([understanding(plan), about(plan), plan.games], sort_keys=True)
    name = hashlib.sha256(question.encode()).hexdigest()[:24]
    return cache_folder() / fingerprint(plan.variant) / f"report-{name}.json"


def _make_room(folder: Path) -> None:
    newest_first = sorted(folder.glob("report-*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in newest_first[MOST_FILES:]:
        file.unlink(missing_ok=True)


def _unpacked(told: list[Any], kind: np.dtype) -> np.ndarray:
    shape, *texts = told
    return from_letters(texts).reshape(shape).astype(kind)
