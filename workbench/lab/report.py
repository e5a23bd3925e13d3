"""Simulate many games, and what the run tells: a report of tidy tables with 95% intervals."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from math import nan
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.engine.speeds import is_compiled, plain_engine
from workbench.kernel.engine.study import DECISIONS, FORCED
from workbench.kernel.game import Game
from workbench.kernel.words import listed
from workbench.lab.choices import forced_share, listed_actions
from workbench.lab.figures import (
    DEAD,
    DECIDED,
    DECIDED_EARLY,
    LEAD_CHANGES,
    OPEN_TO_THE_END,
    Key,
    PerGame,
    frame_of,
    is_share,
    of_100,
    of_leads,
    of_results,
    of_scores,
)
from workbench.lab.intervals import mean_interval, mean_share_interval, ratio_interval, share_interval
from workbench.lab.levels import engine_of, has_levels
from workbench.lab.scorers import Scorers
from workbench.lab.simulation import CHUNK, TRIED_FIRST, Outcome, Plan, check_threads, plan_run, play_games, say_nothing
from workbench.lab.spreads import MOST_WHOLE, NO_PLACE, Figures, Merged, Spread
from workbench.lab.study import Study, kinds_of_worth, study
from workbench.storage.errors import OptionError, one_of, shown

if TYPE_CHECKING:
    import pandas
    from distributed import Client

    from workbench.decks import Deck
    from workbench.lab.findings import Finding
    from workbench.play.match import Match

SMALL_RUN = 100  # games that plain Python plays in less time than the compiler takes
# What is kept of a report, once it has been asked for.
TOLD_BY_A_STUDY = ("study", "impact", "leads", "choices", "findings")
STUDIED_PLAIN = 25  # games studied in plain Python, where a game takes a hundred times as long


class NothingPlayed(OptionError):
    """A run that ended before any of its games was finished."""


class Report:
    """The result of a run: who won, how long games took, what scored, who was ahead, what there was to choose from,
    what each card decides.

    `games` is how many were finished; `about` says what they were: deck digest, options, bots, seed. Figures that the
    results alone do not tell (`leads`, `choices`, `impact`) come from a `study` of the first games, made when first
    asked for.

    Of a run of more than MOST_WHOLE games no more is kept than sums, and its first games: `outcome` then has these
    (but `outcome.cards` all), and `whole` is their report, of which the game's own tables are.
    """

    def __init__(self, plan: Plan, outcome: Outcome, compiled: bool = True) -> None:
        self.plan = plan
        self.outcome = outcome
        self.compiled = compiled
        self.card_chunks = outcome.cards[None]  # what cards scored, chunk by chunk of the run, for pairing two runs
        self.games = len(outcome.winning)
        self.asked = plan.games
        self.seed = plan.seed
        self.bots = plan.bots
        self.options = dict(plan.options)
        self.deck_digest = plan.deck.digest
        self._alike: Report | None = None
        self.merged: Merged | None = None  # the sums of a run whose games are not kept one by one
        self.whole = self
        self._client: Client | None = None  # of the cluster that played it, which then studies it as well

    @classmethod
    def of(cls, plan: Plan, outcomes: Sequence[Outcome], compiled: bool = True) -> Report:
        """Put the outcomes of a run's chunks together; raises OptionError if there is none."""
        if not outcomes:
            raise NothingPlayed("The run was cancelled before any game was finished. Start it again.")
        kind = type(outcomes[0])
        whole = kind(
            **{
                name: np.concatenate([getattr(outcome, name) for outcome in outcomes])
                for name in ("began", "winning", "decisions", "turns", "scores", "points", "counted")
            },
            cards=np.sum([outcome.cards for outcome in outcomes], axis=0),
        )
        report = cls(plan, whole, compiled)
        report.card_chunks = np.stack([outcome.cards for outcome in outcomes])
        return report

    @classmethod
    def of_sums(cls, plan: Plan, merged: Merged, first: Sequence[Outcome], compiled: bool = True) -> Report:
        """Put the sums of a large run together with its first games; raises OptionError if there is none."""
        whole = cls.of(plan, first, compiled)
        cards = np.stack(merged.cards)
        report = cls(plan, whole.outcome._replace(cards=cards.sum(axis=0)), compiled)
        report.merged, report.whole, report.games, report.card_chunks = merged, whole, merged.games, cards
        return report

    def for_plan(self, plan: Plan) -> Report:
        """This report as that of a plan whose deck is the same to the rules, so that no game is played again."""
        report = Report(plan, self.outcome, self.compiled)
        report.card_chunks, report._alike = self.card_chunks, self
        report.merged, report.games, report._client = self.merged, self.games, self._client
        if self.merged is not None:
            report.whole = self.whole.for_plan(plan)
        return report

    def figure(self, *key: Hashable) -> Spread:
        """How a figure of the games is spread; see `workbench.lab.spreads` for the keys."""
        return Spread(self._figures[key]()) if self.merged is None else self.merged.spreads[key]

    @cached_property
    def _figures(self) -> Figures:
        return Figures(self)

    def on(self, client: Client | None) -> Report:
        """This report, whose games a cluster has played: as long as it is there, it plays the study too."""
        self._client = client
        return self

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
        report = Report(self.plan, self.outcome._replace(**by_game, cards=cards.sum(axis=0)), self.compiled)
        report.card_chunks = cards
        return report

    @property
    def about(self) -> dict[str, Any]:
        """What every figure of this report belongs to: enough to play the same games again."""
        plan = self.plan
        return {
            **plan.played,
            "games": self.games,
            "seats": plan.seats,
            "bots": self.bots,
            "options": self.options,
            "seed": self.seed,
        }

    @cached_property
    def study(self) -> Study:
        """The first games looked at closely, see `workbench.lab.study`; played when first asked for."""
        if self._alike is not None:
            return self._alike.study
        finished = replace(self.plan, games=self.games)
        client = self._client if self._client is not None and self._client.status == "running" else None
        return study(finished, None if self.compiled else STUDIED_PLAIN, compiled=self.compiled, client=client)

    @property
    def studied_games(self) -> int:
        """How many games have been studied by now; 0 as long as nobody has asked for what a study tells."""
        return self.study.games if "study" in vars(self) else 0

    @property
    def study_words(self) -> str:
        """How many games were studied and why no more, in a sentence or two."""
        return self.study.words([kind.name for kind in self.plan.deck.kinds])

    @cached_property
    def wins(self) -> np.ndarray:
        """Each game's win, shared by its winners: float64 (games, seats)."""
        won = (self.outcome.winning[:, None] >> np.arange(self.plan.seats)) & 1
        return won / np.maximum(won.sum(axis=1, keepdims=True), 1)  # where nobody wins, nobody has a share

    @cached_property
    def seats(self) -> pandas.DataFrame:
        """A row per seat: bot, wins, win_share with low and high, score with score_low and score_high, points."""
        rows = []
        for seat in range(self.plan.seats):
            wins = self.figure("win", seat).total
            points = self.figure("points of seat", seat).total / self.games
            won = share_interval(wins, self.games)
            rows.append((seat, self.bots[seat], wins, *won, *self.figure("score", seat).interval, points))
        columns = "seat bot wins win_share low high score score_low score_high points"
        return frame_of(rows, columns).set_index("seat", drop=False)

    @cached_property
    def wins_in_order(self) -> np.ndarray:
        """Each game's win by place in turn order, first to last: float64 (games in which one seat began, seats)."""
        begun = self.outcome.began >= 0
        seats = (self.outcome.began[begun, None] + np.arange(self.plan.seats)) % self.plan.seats
        return np.take_along_axis(self.wins[begun], seats, axis=1)

    @cached_property
    def order(self) -> pandas.DataFrame:
        """A row per place in turn order, 1 for the seat that began: wins, win_share with low and high.

        Where a game draws by lot who begins, this shows what the shares of seats hide. Of the games in which one seat
        alone began; empty where none did.
        """
        places = [self.figure("order", place) for place in range(self.plan.seats)]
        rows = [
            (place, won.total, *share_interval(won.total, won.cases))
            for place, won in enumerate(places, 1)
            if won.cases
        ]
        return frame_of(rows, "place wins win_share low high").set_index("place", drop=False)

    @property
    def order_words(self) -> str:
        """Who wins by place in turn order, as a sentence; empty where no seat alone begins.

        >>> simulate("guile", games=200, compiled=False).order_words
        'In turn order, seats win 43.0 and 57.0 of 100 games.'
        """
        shares = [f"{100 * share:.1f}" for share in self.order["win_share"]]
        return f"In turn order, seats win {listed(shares)} of 100 games." if shares else ""

    @cached_property
    def roles(self) -> pandas.DataFrame:
        """A row per role that the game gives to a seat, such as a faction; empty for most games.

        Columns: role, name, games in which a seat had it, win_share with low and high, usual. The last is how often
        seats win that have the places in turn order of those who had the role, so that a role is not blamed for them.
        """
        rows = []
        for role, seats_with in self.plan.game.reports.roles.items():
            names, _ = seats_with(self.whole)
            for number, name in enumerate(names):
                won = self.figure("role", role, number)
                usual = self.figure("role place", role, number).mapped(self._usual_share).mean
                rows.append((role, name, won.cases, *share_interval(won.total, won.cases), usual))
        return frame_of(rows, "role name games win_share low high usual")

    def _usual_share(self, places: np.ndarray) -> np.ndarray:
        """How often seats win that have these places in turn order, counted from 0; an even share for NO_PLACE."""
        even = np.full(len(places), 1 / self.plan.seats)
        if self.order.empty:
            return even
        return np.where(places != NO_PLACE, self.order.win_share.to_numpy()[places.astype(int)], even)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What stands out, in sentences, what shifts most who wins first; empty where nothing is wrong.

        Some come from a study of the first games, made when first asked for. See `workbench.lab.findings`.
        """
        from workbench.lab.findings import findings_of

        return findings_of(self)

    @cached_property
    def lengths(self) -> pandas.DataFrame:
        """How long games took, in turns and decisions: mean with low and high, and the spread over games."""
        rows = []
        for measure in ("turns", "decisions"):
            values = self.figure("length", measure)
            rows.append((measure, *values.interval, *values.quantiles((0, 0.05, 0.5, 0.95, 1))))
        return frame_of(rows, "measure mean low high least p05 median p95 most")

    @cached_property
    def category_points(self) -> np.ndarray:
        """What each seat ends with in each category: int32 (categories, seats, games)."""
        points = self.outcome.points[:, :, : len(self.plan.deck.meta.categories)]
        return np.ascontiguousarray(points.transpose(2, 1, 0))

    @cached_property
    def categories(self) -> pandas.DataFrame:
        """A row per category: points a seat ends with, with low and high; the share of games where nobody has any."""
        rows = []
        for category in self.plan.deck.meta.categories:
            points, best = (self.figure(name, category.letter) for name in ("points", "best"))
            empty = best.mapped(lambda most: most == 0).mean
            rows.append((category.letter, category.name, *points.interval, best.mean, empty))
        return frame_of(rows, "category name points low high best_points empty_share")

    @cached_property
    def category_leads(self) -> pandas.DataFrame:
        """A row per category: how often one seat leads it alone at the end, by how much, and how often that seat wins.

        Columns: category, name, led_share with low and high (one seat alone has most points in it), margin (its mean
        distance to the next), win_share with win_low and win_high (how often the sole leader wins).
        """
        rows = []
        for category in self.plan.deck.meta.categories:
            margin, won = (self.figure(name, category.letter) for name in ("margin", "leader wins"))
            led = won.cases
            mean = margin.total / max(led, 1)
            rows.append(
                (
                    category.letter,
                    category.name,
                    *share_interval(led, self.games),
                    mean,
                    *share_interval(won.total, led),
                )
            )
        return frame_of(rows, "category name led_share low high margin win_share win_low win_high")

    @cached_property
    def cards(self) -> pandas.DataFrame:
        """A row per kind of card: how often it scored, what it gave, its bonus, and how its owners fared.

        Columns: card; games it was in; scored (seats that scored with it), scored_share, how many of them there are in
        a game, with scored_low and scored_high; can_score (it has a worth, where the game declares any); dead (in play,
        it could score and hardly ever does); points per scoring; bonus_share
        of the scorings with bonus_low and bonus_high; win_share of the seats that scored with it with low and high;
        built_minus_not, that share less the share of the seats that did not, with built_minus_not_low and _high. The
        last two follow strength as well as they make it, so they are no measure of what the card causes: for that see
        `impact`.
        """
        rows = []
        winners = self.figure("winners")
        winning, winning_squared = int(winners.total), int(winners.mapped(np.square).total)
        worth = kinds_of_worth(self.plan.deck)
        for number, kind in enumerate(self.plan.deck.kinds):
            scored, points, _, won, bonuses, played, *products = (int(value) for value in self.outcome.cards[number])
            sums = (scored, won, winning, *products, winning_squared)
            scorers = Scorers._make((self.games, self.plan.seats, *sums))
            dead = played > 0 and number in worth and scorers.share[2] < DEAD
            rows.append(
                (kind.name, played, scored, *scorers.share, number in worth, dead, points / scored if scored else 0.0,
                 *share_interval(min(bonuses, scored), scored), *share_interval(won, scored), *scorers.built_minus_not)
            )  # fmt: skip
        return frame_of(
            rows,
            "card games scored scored_share scored_low scored_high can_score dead points bonus_share bonus_low "
            "bonus_high win_share low high built_minus_not built_minus_not_low built_minus_not_high",
        )

    @cached_property
    def impact(self) -> pandas.DataFrame:
        """What the worth of each card does to its owner's win: the same games with it and without it.

        A row for each card and worth ("points", "bonus"): games that tell something, impact (the share of the win
        that one copy brings) with low and high; beside it the naive built_minus_not with its interval, which is no
        effect: a seat that leads builds more, and owners are compared with seats that built something else instead (see
        docs/reports.md).
        """
        study, cards = self.study, self.cards
        rows = []
        for worth, sums in zip(study.worths, study.impacts, strict=True):
            card = cards.iloc[worth.kind]
            naive = (card.built_minus_not, card.built_minus_not_low, card.built_minus_not_high)
            rows.append((card.card, worth.name, int(sums[0]), *ratio_interval(sums), *naive))
        columns = "card worth games impact low high built_minus_not built_minus_not_low built_minus_not_high"
        return frame_of(rows, columns)

    @cached_property
    def leads(self) -> pandas.DataFrame:
        """Who was ahead while games lasted: a row per figure with low and high, of `study.games` games.

        Ahead is who would win if the game ended now. A lead changes when none of those who held it is ahead any more; a
        comeback is won by one seat that was not among those ahead when half of the turns were over; overcome is the
        most points by which a winner was behind. A game is decided from when on nobody was ahead of those who won:
        after which share of its turns, by half-time, not before the last turn. Empty where nobody is ahead before the
        end, since outcomes fall there.
        """
        rows = [figure.row for _, figure in of_leads(self.study)]
        return frame_of(rows, "figure value low high").set_index("figure")

    @property
    def leads_words(self) -> str:
        """How often the lead changes and when games are decided, in two sentences; or why there is nothing to tell."""
        if self.leads.empty:
            return "Nobody is ahead before the end of this game: its outcome falls there."
        value = self.leads.value
        share, early, late = (of_100(value[figure]) for figure in (DECIDED, DECIDED_EARLY, OPEN_TO_THE_END))
        return (
            f"The lead changes {value[LEAD_CHANGES]:.1f} times a game. Games are decided after {share} of 100 turns: "
            f"{early} of 100 games by half-time, and {late} stay open until the last turn."
        )

    @cached_property
    def choices(self) -> pandas.DataFrame:
        """What there was to choose from: a row for the game, each phase in which somebody decided, and each seat.

        Columns: of ("game", "phase" or "seat"), name, decisions a game, forced_share with low and high (decisions in
        which one action alone was legal), choices with choices_low and choices_high (how many actions were legal in the
        others; NaN if there were none). Means of `study.games` games, each of those that had such decisions; sets are
        chosen card by card, as bots do.
        """
        study = self.study
        parts = [("game", self.plan.game.title, study.choices)]
        parts += [("phase", *named) for named in zip(self._phase_names, study.by_phase.transpose(1, 0, 2), strict=True)]
        parts += [("seat", f"seat {seat}", study.by_seat[:, seat]) for seat in range(self.plan.seats)]
        rows = []
        for of, name, counts in parts:
            made, free = counts[:, DECISIONS], counts[:, DECISIONS] > counts[:, FORCED]
            if made.any():
                forced = mean_share_interval(forced_share(counts[made > 0]))
                listed = mean_interval(listed_actions(counts[free])) if free.any() else (nan, nan, nan)
                rows.append((of, name, made.mean(), *forced, *listed))
        return frame_of(rows, "of name decisions forced_share low high choices choices_low choices_high")

    @property
    def choices_words(self) -> str:
        """How often there is no choice, where most often, and how large one is, in a sentence or two."""
        whole, phases = self.choices.iloc[0], self.choices[self.choices.of == "phase"]
        said = f"{of_100(whole.forced_share)} of 100 decisions leave no choice"
        if whole.choices > 1:
            said += f"; the others let one choose among {whole.choices:.1f} actions"
        forced = phases.decisions * phases.forced_share
        if len(phases) == 1 or not forced.any():
            return f"{said}."
        most = phases.loc[forced.idxmax()]
        return f"{said}. Most without a choice come in {most['name']}: {forced.max():.1f} a game."

    @property
    def _phase_names(self) -> list[str]:
        """The titles of the phases, with their keys where several have the same."""
        titles = self.plan.variant.phases.titles
        several = Counter(title for _, title in titles)
        return [title if several[title] == 1 else f"{title} ({key.replace('_', ' ')})" for key, title in titles]

    def again(self, *, seats: int, games: int) -> Report:
        """A report of games like these with another number of seats; raises OptionError or DeckError.

        One bot that has all seats here has all seats there; else the game's usual one plays.
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

    def counted(self, name: str) -> np.ndarray:
        """What the game counted in each finished game under a name of its variant's counters: int64 (games,).

        Tables of a game are made from it (see `Measures.count`); raises OptionError for a name that is no counter.
        """
        counters = list(self.plan.variant.measures.counters)
        if name not in counters:
            raise OptionError(one_of(name, counters, f"counter of {self.plan.game.title}"))
        return self.outcome.counted[:, counters.index(name)]

    @cached_property
    def tables(self) -> dict[str, pandas.DataFrame]:
        """The tables that this game declares for its own questions, by title: none for most games and some variants.

        `workbench simulate` prints them after its own, and a notebook shows them under the summary.
        """
        made = ((title, table(self.whole)) for title, table in self.plan.game.reports.tables.items())
        return {title: table for title, table in made if table is not None}

    def summary(self) -> pandas.DataFrame:
        """The figures one looks at first: who wins, what each seat scores, how long and close it is; 95% intervals."""
        rows = [self._row(*named) for named in of_results(self.whole)]
        rows[self.plan.seats : self.plan.seats] = [self._row(*named) for named in of_scores(self.whole)]
        return frame_of(rows, "figure value low high").set_index("figure")

    def _row(self, key: Key, figure: PerGame) -> tuple[str, float, float, float]:
        """A figure of a summary: that of all games."""
        if self.merged is None:
            return figure.row
        spread = self.figure(*key)
        if is_share(figure.label):
            return figure.label, *share_interval(spread.total, spread.cases)
        return figure.label, *spread.interval

    @staticmethod
    def share(count: float, cases: float) -> tuple[float, float, float]:
        """`share_interval` for the tables of a game, which is below the lab and imports nothing of it."""
        return share_interval(count, cases)

    @staticmethod
    def mean(values: np.ndarray) -> tuple[float, float, float]:
        """`mean_interval` of a figure of each game, for the tables of a game."""
        return mean_interval(values)

    def __repr__(self) -> str:
        plan = self.plan
        return f"<Report {plan.game.id}/{plan.variant.key}: {self.games:,} games, {plan.seats} seats, seed {self.seed}>"

    def _repr_html_(self) -> str:
        """Pictures with tables behind them; what needs a study is shown once there is one."""
        from workbench.lab.pages import report_html

        return report_html(self, study=self.studied_games > 0)


def simulate(
    game: str | Game,
    *,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int = 1,
    deck: Deck | str | PathLike | None = None,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Report:
    """Play games between bots and report what happened.

    `bots` is one name or one per seat, the game's usual bot by default; among them may be the levels that people play
    against, easy and hard, of which hard takes about as long as in play; `on_progress(done, total)` is called as games
    are finished; setting `cancel` ends the run early with the games finished by then.
    `compiled=False` plays in plain Python, with the same results; left open, so do small runs that would be
    done before the compiler is. A `client` (a dask.distributed.Client) lets a cluster play, with the same results; see
    docs/cluster.md.
    Raises OptionError or DeckError, ClusterError for a cluster that cannot play.

    >>> simulate("guild_master", games=20, seats=3, bots="random", seed=1, compiled=False).games
    20
    """
    plan = plan_run(game, games=games, seats=seats, bots=bots, seed=seed, deck=deck, options=options, levels=True)
    return play_plan(plan, threads=threads, compiled=compiled, on_progress=on_progress, cancel=cancel, client=client)


def play_plan(
    plan: Plan,
    *,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Report:
    """Play the games of a plan and report what happened; the arguments are those of `simulate`."""
    if client is not None:
        if threads is not None:
            raise OptionError("Both threads and a client are given. Leave out one: workers have threads of their own.")
        return _play_on(client, plan, compiled is not False, on_progress, cancel).on(client)
    workers = check_threads(threads)
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
        from workbench.lab.large_runs import play_large

        return play_large(plan, engine, workers, on_progress or say_nothing, cancel or threading.Event())
    return Report.of(plan, play_games(plan, engine, workers, on_progress, cancel), compiled)


def _play_on(
    client: Client,
    plan: Plan,
    compiled: bool,
    on_progress: Callable[[int, int], None] | None,
    cancel: threading.Event | None,
) -> Report:
    """The report of a plan's games, played by a cluster."""
    from workbench.lab.cluster import Cluster
    from workbench.lab.large_runs import Gathering

    gathering = Gathering(plan, compiled) if plan.games > MOST_WHOLE else None
    cluster = Cluster(client)
    played = cluster.run(plan, plan.games, gathering, compiled=compiled, on_progress=on_progress, cancel=cancel)
    return Report.of(plan, played, compiled) if gathering is None else gathering.report()
