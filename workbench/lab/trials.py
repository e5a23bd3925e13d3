"""Trials: the games that are played with a deck to learn the figures that targets ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from workbench.decks import Deck
from workbench.kernel.game import Game
from workbench.lab.games_played import NothingPlayed
from workbench.lab.report import SMALL_RUN, Report, play_plan
from workbench.lab.simulation import How, Plan, plan_run
from workbench.lab.study import Study, studied_of, study_parts
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, WIN_RATE, ByCard, ByGame, Sample, Samples, Target
from workbench.lab.tournament import tournament
from workbench.storage.errors import OptionError

STUDIED_PART = 5  # one game in so many is studied for impacts, which takes many times as long
LEAST_STUDIED = 250  # games
LEAST_DEALS = 50


class Stopped(Exception):
    """The trials were cancelled."""


class Trials:
    """Plays games of a game with any deck, under the same options and seats, for the figures of some targets.

    `played` counts the games, `expected` is how many are thought to be needed in all.
    """

    def __init__(
        self, game: Game, targets: Sequence[Target], seats: int | None, options: Mapping[str, Any], how: How
    ) -> None:
        self.game, self.targets, self.seats, self.options = game, tuple(targets), seats, dict(options)
        self.how = how
        self.played, self.expected = 0, 0

    def plan(self, deck: Deck, bots: str, seed: int, games: int) -> Plan:
        """What is played with a deck by one bot at every seat; raises OptionError or DeckError."""
        return plan_run(
            self.game, games=games, seats=self.seats, bots=bots, seed=seed, deck=deck, options=self.options, levels=True
        )

    def samples(
        self,
        deck: Deck,
        bots: str,
        seed: int,
        games: int,
        targets: Sequence[Target] = (),
        cards: Collection[str] | None = None,
    ) -> Samples:
        """What so many games of a seed tell about each target; of impacts, perhaps only those of some cards.

        Raises Stopped, OptionError or DeckError.
        """
        wanted = tuple(targets) or self.targets
        kinds = {target.kind for target in wanted}
        plan = self.plan(deck, bots, seed, games)
        of_kind: dict[str, Sample] = {}
        if kinds & {FIRST_SEAT, LENGTH}:
            of_kind = self._of_results(self._report(plan), kinds)
        if IMPACT in kinds:
            of_kind[IMPACT] = self._of_impacts(replace(plan, games=studied_games(games)), cards)
        return {
            target: self._of_win_rate(target, deck, seed, games) if target.kind == WIN_RATE else of_kind[target.kind]
            for target in wanted
        }

    def report(self, deck: Deck, bots: str, seed: int, games: int, studied: bool) -> Report:
        """A report that is asked what stands out; with a study of some of its games where that is wanted."""
        report = self._report(self.plan(deck, bots, seed, games))
        if not studied:
            return report
        worths, parts = self._studied(replace(report.plan, games=studied_games(games)))
        return report.with_study(Study(worths, parts))

    def _report(self, plan: Plan) -> Report:
        try:
            report = play_plan(plan, self._playing)
        except NothingPlayed:
            raise Stopped from None
        return self._counted(report, report.games < report.asked, plan.games)

    def _of_results(self, report: Report, kinds: set[str]) -> dict[str, Sample]:
        found: dict[str, Sample] = {LENGTH: ByGame(LENGTH, report.outcome.turns)}
        if FIRST_SEAT in kinds:
            if len(report.wins_in_order) < report.games:
                raise self._without(FIRST_SEAT, "no seat alone begins with these rules")
            found[FIRST_SEAT] = ByGame(FIRST_SEAT, report.wins_in_order[:, 0], report.wins.mean(axis=1))
        return found

    def _of_impacts(self, plan: Plan, cards: Collection[str] | None) -> ByCard:
        if not studied_of(plan.deck):
            raise self._without(IMPACT, "its cards are worth nothing by themselves")
        return impacts_in(Study(*self._studied(plan, cards)), plan.deck)

    def _studied(self, plan: Plan, cards: Collection[str] | None = None) -> tuple[list[Any], list[Any]]:
        worths, parts = study_parts(plan, plan.games, self._playing, cards=cards)
        return self._counted((worths, parts), sum(len(part.winning) for part in parts) < plan.games, plan.games)

    def _of_win_rate(self, target: Target, deck: Deck, seed: int, games: int) -> ByGame:
        """What the first of two bots wins of all games of each deal, in every rotation of seats."""
        seats = self.seats or 2
        deals = max(LEAST_DEALS, games // (seats * max(1, seats - 1)))  # at that many tables, in each rotation
        try:
            cup = tournament(
                self.game, list(target.bots), games=deals, seats=self.seats, deck=deck, options=self.options, seed=seed,
                **vars(self._playing),
            )  # fmt: skip
        except NothingPlayed:
            raise Stopped from None
        won = cup.won.sum(axis=1)
        return self._counted(ByGame(WIN_RATE, won[:, 0] / won.sum(axis=1)), cup.deals < deals, cup.games)

    @property
    def _playing(self) -> How:
        compiled = True if self.how.compiled is None and self.expected > SMALL_RUN else self.how.compiled
        return replace(self.how, compiled=compiled, on_progress=self._heard)

    def _heard(self, done: int, _: int) -> None:
        self.how.tell(min(self.played + done, self.expected), self.expected)

    def _counted(self, told: Any, cut_short: bool, games: int) -> Any:
        """What games told, unless they were cut short."""
        if cut_short or self.how.cancelled:
            raise Stopped
        self.played += games
        self.expected = max(self.expected, self.played)
        return told

    def _without(self, kind: str, why: str) -> OptionError:
        """A refusal of a target that this game has no figure for, with those that it has."""
        others = [LENGTH, WIN_RATE] if len(self.game.bots) > 1 else [LENGTH]
        if kind != FIRST_SEAT:
            others.insert(0, FIRST_SEAT)
        if kind != IMPACT and (self.game.reports.worth or self.game.reports.chain):
            others.append(IMPACT)
        return OptionError(f"{self.game.title} has no {kind}, since {why}. Give one of: {', '.join(others)}.")


def studied_games(games: int) -> int:
    """How many of so many games are studied."""
    return min(games, max(LEAST_STUDIED, games // STUDIED_PART))


def impacts_in(study: Study, deck: Deck) -> ByCard:
    """What a study tells of impacts."""
    names = [kind.name for kind in deck.kinds]
    worths = zip(study.worths, study.impacts, strict=True)
    return ByCard({(names[worth.kind], worth.name): sums for worth, sums in worths})
