"""The report of a deck that is being edited, kept up to date in the background.

One thread works on the newest request, which at once ends what runs for an older one. What it publishes, in
order: reports of its first games, the report as soon as it is there (all with the comparison, if the baseline is
known), the comparison, both again with the figures of a first study, and once more where more games had to be studied.
Until the rules are compiled, a process of its own compiles them, and a report of the few games that plain Python
plays in STAND_IN_SECONDS is shown instead.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.engine.speeds import compiled_engine, plain_engine
from workbench.lab.comparison import Comparison
from workbench.lab.compiling import CompiledApart
from workbench.lab.intervals import DOUBT
from workbench.lab.kept_runs import keep_last, last_report
from workbench.lab.report import Report
from workbench.lab.simulation import CHUNK, How, check_threads, play_chunk, play_games
from workbench.lab.study import MOST_STUDIED, STUDIED, games_wanted, study
from workbench.storage.errors import WorkbenchError

if TYPE_CHECKING:
    import pandas
    from distributed import Client

    from workbench.kernel.engine.bundles import Outcome
    from workbench.kernel.game import Variant
    from workbench.lab.simulation import Plan

KEPT = 12  # reports of 10,000 games, about 5 MB each
BREATH = 0.08  # seconds in which a screen shows what an edit broke, before games take the processor
STAND_IN_SECONDS = 1.2  # so that it is on a screen within three, whatever else the machine does
FIRST_LOOK = 500  # games that are shown while the others are played
LOOKS_GROW = 20  # times as many games in each early look as in the one before
WORTH_A_LOOK = 4  # times as many games in the whole run; fewer are there as soon
EARLY_DOUBT = 0.01  # the chance that early looks mark anything where nothing shifts: what they mark should stay
PUBLISHED_EVERY = 1.0  # seconds between two tellings of how far a run is; each is a frame that a slow page must draw
PATIENCE = 5.0  # seconds that `close` waits for the thread


@dataclass(frozen=True)
class LiveState:
    """What a screen shows: the last report, the comparison with the baseline, and how far both are.

    fresh: both are of the newest request. stand_in: they are of few games, the first of those that are played or some
    of plain Python, and will be replaced. studied: the figures that need a study (who was ahead, impact) are there;
    asking a report for them sooner plays games. whole: no more games need to be studied for them. done of total games:
    how far the present work is; equal if there is none. error: why the newest request could not be fulfilled, in words;
    the report is then an older one.
    """

    report: Report | None = None
    comparison: Comparison | None = None
    fresh: bool = False
    stand_in: bool = False
    studied: bool = False
    whole: bool = False
    done: int = 0
    total: int = 0
    error: str = ""


@dataclass(frozen=True, eq=False)
class Request:
    """What is wanted, and the event that says that it no longer is."""

    plan: Plan
    baseline: Plan | None
    cancel: threading.Event = field(default_factory=threading.Event)


class Outdated(Exception):
    """The request being worked on is no longer the newest one."""


class LiveReport:
    """Keeps the report of a deck that is being edited up to date, in the background; only the newest request counts.

    `changed()` is called from the working thread whenever `state` is new. Finished reports are kept, so that undo
    and the baseline are there at once; a change only of words plays nothing. With a `client` a cluster plays, for as
    long as it is there.

    >>> live = LiveReport(changed=lambda: print(live.state.done))  # doctest: +SKIP
    >>> live.want(plan_run("guild_master", deck=edited), plan_run("guild_master"))  # doctest: +SKIP
    """

    def __init__(self, changed: Callable[[], None], client: Client | None = None) -> None:
        self.state = LiveState()
        self._client = client
        self._changed = changed
        self._condition = threading.Condition()
        self._request: Request | None = None  # the newest, None where nothing is wanted
        self._taken_up: Request | None = None
        self._closed = False
        self._compiled = CompiledApart()
        self._kept: OrderedDict[tuple[Hashable, ...], Report] = OrderedDict()
        self._stand_ins: OrderedDict[tuple[Hashable, ...], Report] = OrderedDict()
        self._published = 0.0
        self._worker = threading.Thread(target=self._work, name="live report", daemon=True)
        self._worker.start()

    def want(self, plan: Plan, baseline: Plan | None = None) -> None:
        """From now on this report, compared with that of `baseline`, is wanted; `state` is no longer fresh.

        Returns at once. After `close` nothing happens.
        """
        self._put(Request(plan, baseline), replace(self.state, fresh=False, error="", done=0, total=plan.games))

    def refuse(self, problem: WorkbenchError) -> None:
        """What is wanted cannot be planned: `state` says why, the last report stays and is no longer fresh."""
        self._put(None, replace(self.state, fresh=False, error=str(problem), done=0, total=0))

    def close(self) -> None:
        """End the work, its thread and its process.

        Rules that the thread itself compiles cannot be interrupted; it then ends as soon as they are compiled.
        """
        self._put(None, self.state)
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        self._compiled.end()
        if threading.current_thread() is not self._worker:
            self._worker.join(PATIENCE)

    # Requests, from any thread

    def _put(self, request: Request | None, state: LiveState) -> None:
        with self._condition:
            if self._closed:
                return
            if self._request is not None:
                self._request.cancel.set()
            self._request = request
            self.state = state
            self._condition.notify_all()

    def _next_request(self) -> Request | None:
        """The newest request as soon as there is one that was not taken up yet; None after `close`."""
        with self._condition:
            self._condition.wait_for(lambda: self._closed or self._request not in (None, self._taken_up))
            self._taken_up = None if self._closed else self._request
            return self._taken_up

    def _publish(self, request: Request, **news: Any) -> None:
        """Renew the state and say so; raises Outdated if the request no longer counts."""
        with self._condition:
            if request is not self._request:
                raise Outdated
            self.state = replace(self.state, **news)
        try:
            self._changed()
        except Exception:  # a screen that cannot be drawn must not end the work
            logging.getLogger(__name__).exception("A live report could not be shown.")

    # The work, in a thread of its own

    def _work(self) -> None:
        while (request := self._next_request()) is not None:
            with contextlib.suppress(Outdated):
                self._fulfil_or_say_why(request)

    def _fulfil_or_say_why(self, request: Request) -> None:
        try:
            self._fulfil(request)
            return
        except Outdated:
            raise
        except WorkbenchError as problem:
            why = str(problem)
        except Exception as fault:
            logging.getLogger(__name__).exception("A live report could not be made.")
            why = (
                f"The report could not be made ({type(fault).__name__}: {fault}). Change the deck or the setting back."
            )
        self._publish(request, fresh=False, error=why, done=0, total=0)

    def _fulfil(self, request: Request) -> None:
        if self._kept_report(request.plan) is None and request.cancel.wait(BREATH):
            raise Outdated
        if self._kept_report(request.plan) is None and not self._at_hand(request.plan.variant, "run_games"):
            self._compile(request, "run_games", self._stand_in)
        report = self._report(request, request.plan, early=True)
        baseline = None if request.baseline is None else self._kept_report(request.baseline)
        self._show(request, report, baseline)
        if request.baseline is not None and baseline is None:
            baseline = self._report(request, request.baseline)
            self._show(request, report, baseline)
        for most in (STUDIED, MOST_STUDIED):
            if not self.state.whole:
                report = self._studied(request, report, most)
                baseline = None if baseline is None else self._studied(request, baseline, most)
                self._show(request, report, baseline)
        if request.baseline is None:  # the deck as it was opened, not one of its many edits
            keep_last(report)

    def _show(
        self, request: Request, report: Report, baseline: Report | None, stand_in: bool = False, doubt: float = DOUBT
    ) -> None:
        """Publish a report, with the comparison where the baseline is there; the tables are made on this thread."""
        sides = (report,) if request.baseline is None else (report, baseline)
        studied, whole = (all(side is not None and holds(side) for side in sides) for holds in (is_studied, is_whole))
        # What is marked or said stays: it waits for the whole study, while pictures show the first one.
        comparison = None if baseline is None else Comparison.of(baseline, report, whole, doubt)
        make_tables(report, comparison, studied)
        self._publish(
            request,
            report=report,
            comparison=comparison,
            fresh=True,
            stand_in=stand_in,
            studied=studied,
            whole=whole,
            error="",
            done=report.games if whole and not stand_in else 0,
            total=report.asked,
        )

    def _progress(self, request: Request) -> Callable[[int, int], None]:
        def publish(done: int, total: int) -> None:
            if time.monotonic() - self._published > PUBLISHED_EVERY:
                self._published = time.monotonic()
                self._publish(request, done=done, total=total)

        return publish

    # Reports, kept for a while

    def _kept_report(self, plan: Plan) -> Report | None:
        """The finished report of the same games, said of this plan's deck; of its last opening, if none is newer."""
        found = _taken(self._kept, plan)
        if found is None and (found := last_report(plan)) is not None:
            _keep(self._kept, found)
        return found

    def _report(self, request: Request, plan: Plan, early: bool = False) -> Report:
        """The report of a plan, kept or played; with `early` its first games are shown before the last is played."""
        if (kept := self._kept_report(plan)) is not None:
            return kept
        outcomes: list[Outcome] = []
        for look, until in enumerate((*(early_looks(plan.games) if early else ()), plan.games)):
            outcomes += self._play_on(request, plan, outcomes, until, EARLY_DOUBT / 2**look)
            if len(outcomes) * CHUNK < until:
                raise Outdated
        report = Report.of(plan, outcomes)
        _keep(self._kept, report)
        return report

    def _play_on(
        self, request: Request, plan: Plan, first: Sequence[Outcome], until: int, doubt: float
    ) -> list[Outcome]:
        """Play the games after the first ones, which are shown meanwhile; progress is told once they are."""
        part, shown, progress = replace(plan, games=until), threading.Event(), self._progress(request)

        def tell(done: int, _: int) -> None:
            if shown.is_set():
                progress(done, plan.games)

        with ThreadPoolExecutor(1, thread_name_prefix="later games") as beside:
            later = beside.submit(self._play, part, How(on_progress=tell, cancel=request.cancel), len(first) * CHUNK)
            if first:
                self._show(request, *self._early(request, Report.of(plan, first)), stand_in=True, doubt=doubt)
            shown.set()
            return later.result()

    def _play(self, plan: Plan, how: How, first: int) -> list[Outcome]:
        """The outcomes of the games from number `first` on; what a cluster leaves when it goes away is played here."""
        outcomes: list[Outcome] = []
        if (client := self._cluster()) is not None:
            from workbench.lab.cluster import Cluster

            outcomes = Cluster(client).run(plan, plan.games, how, None, first=first)
            first += len(outcomes) * CHUNK
        if first < plan.games and not how.cancelled:
            outcomes += play_games(plan, compiled_engine(plan.variant), check_threads(None), how, first)
        return outcomes

    def _cluster(self) -> Client | None:
        """The client of a cluster that is there."""
        return self._client if self._client is not None and self._client.status == "running" else None

    def _at_hand(self, variant: Variant, entry: str) -> bool:
        """Whether nobody has to wait for this machine's compiler."""
        return self._cluster() is not None or self._compiled.at_hand(variant, entry)

    def _early(self, request: Request, report: Report) -> tuple[Report, Report | None]:
        """An early report, and the same games of the baseline, if a run is kept that began with them."""
        if request.baseline is None:
            return report, None
        run = _same_games(request.baseline)[:-1]
        begun = (kept for key, kept in self._kept.items() if key[:-1] == run and kept.games >= report.games)
        kept = next(begun, None)
        return report, kept and kept.first(len(report.card_chunks)).for_plan(request.baseline)

    def _studied(self, request: Request, report: Report, most: int) -> Report:
        """A report with a study of at most so many games; what was kept of the same games shares it."""
        kept = self._kept.get(_same_games(report.plan), report)
        begun = kept.study if is_studied(kept) else None
        if begun is None or games_wanted(report.plan, begun, most) > begun.games:
            if not self._at_hand(request.plan.variant, "study_games"):
                self._compile(request, "study_games")
            progress = self._progress(request)
            how = How(on_progress=progress, cancel=request.cancel, client=self._cluster())
            found = study(report.plan, None, how, most=most, begun=begun)
            if request.cancel.is_set():
                raise Outdated
            if begun is None:
                kept.study = found
            else:  # figures of the smaller study may be on their way to a screen
                kept = kept.with_study(found)
                _keep(self._kept, kept)
        if kept.plan is report.plan:
            return kept
        return report if is_studied(report) and report.study is kept.study else report.with_study(kept.study)

    def _stand_in(self, request: Request) -> None:
        """Publish what plain Python plays in STAND_IN_SECONDS, compared with what stood in for the baseline."""
        report = _taken(self._stand_ins, request.plan) or self._play_plain(request)
        _keep(self._stand_ins, report)
        baseline = None if request.baseline is None else _taken(self._stand_ins, request.baseline)
        self._show(request, report, baseline, stand_in=True, doubt=EARLY_DOUBT)

    def _play_plain(self, request: Request) -> Report:
        plan, engine, own = request.plan, plain_engine(request.plan.variant), threading.local()
        until = time.monotonic() + STAND_IN_SECONDS
        outcomes: list[Outcome] = []
        progress = self._progress(request)
        while len(outcomes) < plan.games and (not outcomes or time.monotonic() < until):
            outcomes.append(play_chunk(plan, engine, own, len(outcomes), 1))
            progress(len(outcomes), plan.games)
            if request.cancel.is_set():
                raise Outdated
        return Report.of(plan, outcomes, compiled=False)

    def _compile(self, request: Request, entry: str, meanwhile: Callable[[Request], None] | None = None) -> None:
        """Have a process compile what the request needs, and wait until an entry is, or can be compiled here alone."""
        with self._condition:
            if request is not self._request:
                raise Outdated
            self._compiled.begin(request.plan.game, request.plan.variant)
        if meanwhile is not None:
            meanwhile(request)
        if not self._compiled.wait(request.plan.variant, entry, request.cancel):
            raise Outdated


def early_looks(games: int) -> list[int]:
    """How many games are shown, one look after the other, before all of so many are played.

    >>> early_looks(1_000), early_looks(10_000), early_looks(100_000)
    ([], [500], [500, 10000])
    """
    looks, look = [], FIRST_LOOK
    while WORTH_A_LOOK * look <= games:
        looks.append(look)
        look *= LOOKS_GROW
    return looks


def make_tables(report: Report, comparison: Comparison | None, studied: bool) -> tuple[pandas.DataFrame, ...]:
    """The tables that pages show of a report and of its comparison; each is made once, by whoever asks first."""
    closer = (report.leads, report.choices, report.impact) if studied else ()
    compared = () if comparison is None else (comparison.figures, comparison.cards)
    return report.seats, report.lengths, report.categories, report.category_leads, report.cards, *closer, *compared


def is_studied(report: Report) -> bool:
    """Whether the study of a report has been made, so that asking for its figures plays nothing."""
    return report.studied_games > 0


def is_whole(report: Report) -> bool:
    """Whether the study of a report has all the games that it needs."""
    return is_studied(report) and games_wanted(report.plan, report.study) <= report.study.games


def _same_games(plan: Plan) -> tuple[Hashable, ...]:
    """What decides the games of a plan, last how many there are: two plans that share it have the same games."""
    cards = hashlib.sha256()
    for part in plan.deck.arrays:
        array = np.asarray(part)
        cards.update(repr(array.shape).encode() + array.tobytes())
    options = tuple(sorted((key, repr(value)) for key, value in plan.options.items()))
    return (plan.game.id, id(plan.variant), cards.digest(), options, plan.bots, plan.seats, plan.seed, plan.games)


def _keep(reports: OrderedDict[tuple[Hashable, ...], Report], report: Report) -> None:
    key = _same_games(report.plan)
    reports[key] = report
    reports.move_to_end(key)
    while len(reports) > KEPT:
        reports.popitem(last=False)


def _taken(reports: OrderedDict[tuple[Hashable, ...], Report], plan: Plan) -> Report | None:
    """The kept report of a plan's games; if its deck has other words, as a report about the plan's own deck."""
    key = _same_games(plan)
    report = reports.get(key)
    if report is None:
        return None
    reports.move_to_end(key)
    kept, own = report.plan.deck, plan.deck
    if (kept.digest, kept.name, kept.meta) == (own.digest, own.name, own.meta):
        return report
    twin = report.for_plan(plan)
    return twin.with_study(report.study) if is_studied(report) else twin
