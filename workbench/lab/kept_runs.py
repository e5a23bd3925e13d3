"""Runs that are kept in a file as they end, so that a study that is interrupted goes on from there.

A line of JSON holds what the games of one run brought. It is used again only for the same question: its digest is made
of everything that decides the games, which are the rules as they would be compiled, the lab's own code, the deck's
content, options, seats, bots and seed. A line of more games than are asked for serves too, since a game depends only on
its number. What a process left half written when it ended is cut off; a file of another kind is refused.

The last report of a deck and the course of a game are kept too, each in a file of its own beside compiled rules.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from workbench.kernel.engine.bundles import Outcome
from workbench.kernel.engine.playout import CARD_SUMS
from workbench.kernel.engine.speeds import fingerprint
from workbench.lab.parcels import QUICKLY, narrow, understanding
from workbench.lab.report import SMALL_RUN, Report, play_plan
from workbench.lab.simulation import How, Plan
from workbench.play.setup import plain_options
from workbench.storage.errors import OptionError, reason_of, shown_path
from workbench.storage.folders import cache_folder
from workbench.storage.reading import beginning_of
from workbench.storage.writing import add_whole, write_whole

BEGINS = '{"kept_run": 1, "digest": "'  # each line, with the number of its format
KEPT = ("began", "winning", "decisions", "turns", "scores")  # of an outcome; what cards and categories brought is not
MOST_BYTES = 2_000_000_000
# Of the games of a deck as it is opened.
LEAST_GAMES, MOST_GAMES = 10_000, 20_000  # fewer are there soon anyway, more are not a first look
MOST_FILES = 24  # of one variant's rules; the one that was read or written longest ago goes first
MOST_BYTES_OF_A_REPORT = 50_000_000
CARD_CHUNKS = "card_chunks"


class KeptRuns:
    """The runs that a file holds; a `path` of None keeps nothing. Raises OptionError for a file of another kind."""

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(os.path.expanduser(path))
        self.lines: dict[str, dict[str, Any]] = {}
        self._understood: dict[tuple[str, str], str] = {}
        if self.path is not None:
            self._read(self.path)

    def _read(self, path: Path) -> None:
        try:
            content = beginning_of(path, MOST_BYTES + 1) if path.exists() else b""
            if len(content) > MOST_BYTES:
                raise OptionError(f"{shown_path(path)} has more than {MOST_BYTES:,} bytes. Keep the rest in another.")
            *lines, half = content.split(b"\n")
            for number, line in enumerate(lines, 1):
                self._take(number, line)
            begun = BEGINS.encode()
            if half[: len(begun)] != begun[: len(half)]:
                raise self._refusal(len(lines) + 1)
            add_whole(path, "")  # whether it can be written is known before games are played
            if half:
                os.truncate(path, len(content) - len(half))
        except (OSError, ValueError) as problem:
            raise OptionError(
                f"What is played cannot be kept in {shown_path(path)}: {reason_of(problem)}. Name another file."
            ) from None

    def _take(self, number: int, line: bytes) -> None:
        try:
            if not line.startswith(BEGINS.encode()):
                raise ValueError
            kept = json.loads(line)
            self.lines[kept["digest"]] = kept
        except (ValueError, KeyError):
            raise self._refusal(number) from None

    def _refusal(self, number: int) -> OptionError:
        assert self.path is not None
        return OptionError(
            f"Line {number} of {shown_path(self.path)} is no run that was kept. Name a file that a sweep or a "
            "tournament has written, or a new one; nothing was changed in this one."
        )

    def find(self, plan: Plan) -> Report | None:
        """The run of a plan, where it is kept with enough games; raises OptionError for a line that was changed."""
        kept = self.lines.get(self.digest(plan)) if self.lines else None
        if kept is None or kept["games"] < plan.games:
            return None
        try:
            return Report(plan, unpacked(kept["outcome"], plan, kept["games"]))
        except (KeyError, TypeError, ValueError, zlib.error) as fault:
            raise OptionError(
                f"{shown_path(self.path)} was changed: a run of {kept['games']:,} games cannot be read "
                f"({type(fault).__name__}). Name another file."
            ) from None

    def add(self, report: Report) -> None:
        """Keep a run, unless it was cut short; raises OptionError where the disk has no room for it."""
        if self.path is None or report.games < report.asked:
            return
        plan = report.plan
        kept: dict[str, Any] = {"kept_run": 1, "digest": self.digest(plan), "games": report.games, "plan": about(plan)}
        kept["outcome"] = packed(report.outcome)
        try:
            add_whole(self.path, f"{json.dumps(kept)}\n")
        except OSError as problem:
            raise OptionError(
                f"{shown_path(self.path)} takes no more: {reason_of(problem)}. The runs before are kept in it "
                f"({len(self.lines):,}). Make room and give the same again: it goes on from there."
            ) from None
        self.lines[kept["digest"]] = kept

    def digest(self, plan: Plan) -> str:
        """A digest of all that decides the games of a plan, except how many there are."""
        rules = (plan.game.id, plan.variant.key)
        if rules not in self._understood:
            self._understood[rules] = understanding(plan)
        question = json.dumps([self._understood[rules], about(plan)], sort_keys=True)
        return hashlib.sha256(question.encode()).hexdigest()[:32]


def play_in_turn(plans: Sequence[Plan], kept: KeptRuns, how: How) -> Iterator[Report]:
    """The report of each plan in turn, played when it is asked for, unless it is kept; a run that is whole is kept.

    Rules are compiled where all runs together are worth it, and `how.on_progress(done, total)` counts the games of all
    plans. It is for the caller to say whether a cancelled run was the last to be wanted. Raises what `play_plan` does,
    and OptionError where a run cannot be kept.
    """
    done, total = 0, sum(plan.games for plan in plans)
    if how.compiled is None and total > SMALL_RUN:
        how = replace(how, compiled=True)
    for plan in plans:
        report = kept.find(plan)
        if report is None:
            report = play_plan(plan, how.after(done, total))
            kept.add(report)
        yield report
        done += plan.games


def about(plan: Plan) -> dict[str, Any]:
    """What decides the games of a plan, as a line holds it."""
    return {
        "game": plan.game.id,
        "version": plan.game.version,
        "game_variant": plan.variant.key,
        "deck_digest": plan.deck.digest,
        "seats": plan.seats,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "options": plain_options(plan.options),
    }


def packed(outcome: Outcome) -> dict[str, list[str]]:
    """What is kept of an outcome, each array as its type and its numbers, compressed and written in letters."""
    return {name: in_letters(getattr(outcome, name)) for name in KEPT}


def unpacked(texts: dict[str, list[str]], plan: Plan, games: int) -> Outcome:
    """The outcome of the first games of a plan, without what cards and categories brought; raises what texts bring."""
    nothing = Outcome.empty(0, plan.seats, 0, 0, 0)
    whole = {}
    for name in KEPT:
        like = getattr(nothing, name)
        whole[name] = from_letters(texts[name]).reshape(games, *like.shape[1:])[: plan.games].astype(like.dtype)
    return slim(nothing._replace(**whole))


def in_letters(array: np.ndarray) -> list[str]:
    """An array of whole numbers as its type and its numbers, compressed and written in letters."""
    small = narrow(array)
    return [small.dtype.str, base64.b64encode(zlib.compress(small.tobytes(), QUICKLY)).decode()]


def from_letters(texts: list[str]) -> np.ndarray:
    """What `in_letters` wrote, one number after the other; raises what texts bring."""
    kind, letters = texts
    if kind not in {np.dtype(name).str for name in "bBhHiIqQ"}:
        raise ValueError(kind)
    return np.frombuffer(zlib.decompress(base64.b64decode(letters, validate=True)), np.dtype(kind))


def slim(outcome: Outcome) -> Outcome:
    """An outcome without what cards and categories brought, which takes up most of its room."""
    games, seats = outcome.scores.shape
    return outcome._replace(
        points=np.zeros((games, seats, 0), np.int32),
        cards=np.zeros((0, CARD_SUMS), np.int64),
        counted=np.zeros((games, 0), np.int64),
    )


# The games of a deck as it is opened, kept beside its rules: whoever opens it again sees their report at once. They are
# used again only for the same question, and made again where they are lost or damaged.


def keep_last(report: Report) -> None:
    """Keep the games of a report, unless they are few, many or cut short; what cannot be kept is played again."""
    plan = report.plan
    if report.merged is not None or report.games < plan.games or not LEAST_GAMES <= plan.games <= MOST_GAMES:
        return
    arrays = {**report.outcome._asdict(), CARD_CHUNKS: report.card_chunks}
    file = _file_of(plan)
    with contextlib.suppress(OSError):
        keep_again(file, {name: [array.shape, *in_letters(array)] for name, array in arrays.items()})
        newest_first = sorted(file.parent.glob("report-*.json"), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in newest_first[MOST_FILES:]:
            old.unlink(missing_ok=True)


def last_report(plan: Plan) -> Report | None:
    """The report of a plan's games, if they have been kept."""
    file, nothing = _file_of(plan), Outcome.empty(0, plan.seats, 0, 0, 0)
    try:
        if file.stat().st_size > MOST_BYTES_OF_A_REPORT:
            return None
        kept = json.loads(file.read_text(encoding="utf-8"))
        arrays = {name: _unpacked(kept[name], getattr(nothing, name).dtype) for name in Outcome._fields}
        chunks = _unpacked(kept[CARD_CHUNKS], nothing.cards.dtype)
        file.touch()
    except (OSError, KeyError, ValueError, TypeError, zlib.error):
        return None
    return Report(plan, Outcome(**arrays), card_chunks=chunks)


def _file_of(plan: Plan) -> Path:
    return beside_rules(plan, "report", json.dumps([understanding(plan), about(plan), plan.games], sort_keys=True))


def beside_rules(plan: Plan, kind: str, question: str) -> Path:
    """The file of what is kept, beside the compiled rules of a plan, as the answer to a question."""
    name = hashlib.sha256(question.encode()).hexdigest()[:24]
    return cache_folder() / fingerprint(plan.variant) / f"{kind}-{name}.json"


def keep_again(file: Path, content: Any) -> None:
    """Keep what can be made again; raises OSError where it cannot be kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(content), lasting=False)


def _unpacked(told: list[Any], kind: np.dtype) -> np.ndarray:
    shape, *texts = told
    return from_letters(texts).reshape(shape).astype(kind)
