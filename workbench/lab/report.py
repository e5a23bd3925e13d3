"""Simulate many games, and what the run tells: a report of tidy tables with 95% intervals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.engine.speeds import is_compiled, plain_engine
from workbench.kernel.game import Game
from workbench.lab.levels import engine_of
from workbench.lab.report_tables import ReportTables
from workbench.lab.simulation import CHUNK, TRIED_FIRST, How, Plan, check_threads, has_levels, plan_run, play_games
from workbench.lab.spreads import MOST_WHOLE, Gathering, play_large
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from distributed import Client

    from workbench.decks import Deck
    from workbench.lab.findings import Finding
    from workbench.lab.study import Study
    from workbench.play.match import Match

SMALL_RUN = 100  # games that plain Python plays in less time than the compiler takes
# What is kept of a report, once it has been asked for.
TOLD_BY_A_STUDY = ("study", "impact", "leads", "choices", "findings")


class Report(ReportTables):
    """The result of a run: who won, how long games took, what scored, who was ahead, what there was to choose from,
    what each card decides.

    `games` is how many were finished; `about` says what they were: deck digest, options, bots, seed. Figures that the
    results alone do not tell (`leads`, `choices`, `impact`) come from a `study` of the first games, made when first
    asked for.

    Of a run of more than MOST_WHOLE games only sums and its first games are kept: `outcome` then has these (but
    `outcome.cards` all), and `whole` is their report, from which the game's own tables are made.
    """

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What stands out, in sentences, what shifts most who wins first; empty where nothing is wrong.

        Some come from a study of the first games, made when first asked for. See `workbench.lab.findings`.
        """
        from workbench.lab.findings import findings_of

        return findings_of(self)

    def again(self, *, seats: int, games: int) -> Report:
        """A report of games like these with another number of seats; raises OptionError or DeckError.

        One bot that has all seats here has all seats there; otherwise the game's usual one plays.
        """
        plan = self.plan
        return simulate(
            plan.game,
            games=games,
            seats=seats,
            bots=self.bots[0] if len(set(self.bots)) == 1 else plan.game.usual_bot,
            seed=self.seed,
            deck=plan.deck,
            options={"game_variant": plan.variant.key, **self.options},
            compiled=self.compiled,
            client=self._client,
        )

    def match(self, number: int) -> Match:
        """Game `number` of the run, counted from 0, as a match to be replayed; raises OptionError.

        >>> report = simulate("guile", games=3, seed=1, compiled=False)
        >>> report.match(2).over
        True
        """
        from workbench.lab.replaying import match_of

        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < self.games:
            raise OptionError(f"There is no game {shown(number)}. Give a number from 0 to {self.games - 1}.")
        return match_of(self.plan, int(number))

    def _repr_html_(self) -> str:
        """Pictures with tables behind them; what needs a study is shown once there is one."""
        from workbench.lab.pages import report_html

        return report_html(self, study=self.studied_games > 0)

    def for_plan(self, plan: Plan) -> Report:
        """This report as that of a plan whose deck is the same to the rules, so that no game is played again."""
        report = Report(plan, self.outcome, self.compiled, self.card_chunks)
        report._alike, report._client = self, self._client
        report.merged, report.games = self.merged, self.games
        if self.merged is not None:
            report.whole = self.whole.for_plan(plan)
        return report

    def with_study(self, study: Study) -> Report:
        """This report with another study of the same games, such as a larger one."""
        report = copy(self)
        for name in TOLD_BY_A_STUDY:
            vars(report).pop(name, None)
        report.study = study
        return report

    def first(self, parcels: int) -> Report:
        """The report of the first parcels of this run alone, as it was when no more had been played."""
        if self.merged is not None:
            return self.whole.first(parcels)
        cards = self.card_chunks[:parcels]
        games = min(parcels * CHUNK, self.games)
        by_game = {name: getattr(self.outcome, name)[:games] for name in self.outcome._fields if name != "cards"}
        return Report(self.plan, self.outcome._replace(**by_game, cards=cards.sum(axis=0)), self.compiled, cards)


def simulate(
    game: str | Game,
    *,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int = 1,
    deck: Deck | str | PathLike[str] | None = None,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Report:
    """Play games between bots and report what happened.

    `bots` is one name or one per seat, the game's usual bot by default; they may include the levels that people play
    against, easy and hard (hard takes about as long as in play); `on_progress(done, total)` is called as games are
    finished; setting `cancel` ends the run early with the games finished by then.
    `compiled=False` plays in plain Python, with the same results; left open, so do small runs that would be
    done before the compiler is. A `client` (a dask.distributed.Client) lets a cluster play, with the same results; see
    docs/cluster.md.
    Raises OptionError or DeckError, ClusterError for a cluster that cannot play.

    >>> simulate("guild_master", games=20, seats=3, bots="random", seed=1, compiled=False).games
    20
    """
    plan = plan_run(game, games=games, seats=seats, bots=bots, seed=seed, deck=deck, options=options, levels=True)
    return play_plan(plan, How(threads, compiled, on_progress, cancel, client))


def play_plan(plan: Plan, how: How) -> Report:
    """Play the games of a plan and report what happened; raises what `simulate` does."""
    if how.client is not None:
        return _play_on(how.client, plan, how)
    workers, compiled = check_threads(how.threads), how.compiled
    searches = has_levels(plan.game, plan.bots)
    ready = compiled is not False and (searches or is_compiled(plan.variant))
    if compiled is None:
        compiled = plan.games > SMALL_RUN or ready
    workers = workers if compiled else 1
    if compiled and not ready:
        # Compiled rules look at nothing: what only fails in plain Python could bring the process down.
        play_games(replace(plan, games=min(plan.games, TRIED_FIRST)), plain_engine(plan.variant), 1)
    engine = engine_of(plan, compiled)
    if plan.games > MOST_WHOLE:
        return Report.of_sums(play_large(plan, engine, workers, how))
    return Report.of(plan, play_games(plan, engine, workers, how), compiled)


def _play_on(client: Client, plan: Plan, how: How) -> Report:
    """The report of a plan's games, played by a cluster."""
    from workbench.lab.cluster import Cluster

    if how.threads is not None:
        raise OptionError("Both threads and a client are given. Leave out one: workers have threads of their own.")
    compiled = how.compiled is not False
    gathering = Gathering(plan, compiled) if plan.games > MOST_WHOLE else None
    played = Cluster(client).run(plan, plan.games, how, gathering)
    report = Report.of(plan, played, compiled) if gathering is None else Report.of_sums(gathering)
    report._client = client  # as long as it is there, it plays the study too
    return report
