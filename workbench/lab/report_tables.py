"""The tables of a report, with 95% intervals: who wins, how long it takes, what scores, what each card decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import cached_property
from math import nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from workbench.kernel.engine.study import DECISIONS, FORCED, LISTED
from workbench.kernel.words import listed
from workbench.lab import figures
from workbench.lab.figures import Key, PerGame, Rows, frame_of, is_share, of_100, table
from workbench.lab.games_played import GamesPlayed
from workbench.lab.intervals import (
    difference_interval,
    mean_interval,
    mean_share_interval,
    ratio_interval,
    share_interval,
)
from workbench.lab.simulation import How
from workbench.lab.spreads import NO_PLACE, Gathering, Merged, Spread, figures_of, paired_figures
from workbench.lab.study import Study, kinds_of_worth, study

if TYPE_CHECKING:
    import pandas
    from distributed import Client


STUDIED_PLAIN = 25  # games studied in plain Python, where a game takes a hundred times as long


class ReportTables(GamesPlayed):
    """What is counted of the games of a run; see `Report`, which a user holds."""

    merged: Merged | None = None  # the sums of a run whose games are not kept one by one
    _alike: Self | None = None
    _client: Client | None = None  # of the cluster that played it, which then studies it as well

    @cached_property
    def whole(self) -> Self:
        """The report of the games that are kept one by one: this one, unless that of a large run."""
        return self

    @classmethod
    def of_sums(cls, gathering: Gathering) -> Self:
        """Put the sums of a large run together with its first games; raises OptionError if there is none."""
        plan, merged, compiled = gathering.plan, gathering.merged, gathering.compiled
        whole = cls.of(plan, gathering.first, compiled)
        cards = np.stack(merged.cards)
        report = cls(plan, whole.outcome._replace(cards=cards.sum(axis=0)), compiled, cards)
        report.merged, report.whole, report.games = merged, whole, merged.games
        return report

    def figure(self, *key: Hashable) -> Spread:
        """How a figure of the games is spread; see `workbench.lab.spreads` for the keys."""
        return Spread(self._figures[key]) if self.merged is None else self.merged.spreads[key]

    @cached_property
    def _figures(self) -> dict[tuple[Hashable, ...], np.ndarray]:
        return figures_of(self)

    @property
    def about(self) -> dict[str, Any]:
        """What every figure of this report belongs to: enough to play the same games again."""
        return {**self.plan.played, "games": self.games, **self.plan.setting}

    @cached_property
    def study(self) -> Study:
        """The first games looked at closely, see `workbench.lab.study`; played when first asked for."""
        if self._alike is not None:
            return self._alike.study
        finished = replace(self.plan, games=self.games)
        client = self._client if self._client is not None and self._client.status == "running" else None
        how = How(compiled=self.compiled, client=client)
        return study(finished, None if self.compiled else STUDIED_PLAIN, how)

    @property
    def studied_games(self) -> int:
        """How many games have been studied by now; 0 as long as nobody has asked for what a study tells."""
        return self.study.games if "study" in vars(self) else 0

    def by_game(self, studied: bool) -> Iterator[tuple[Key, PerGame]]:
        """Every figure game by game, or parcel by parcel; without `studied`, not those that need a study."""
        if self.merged is not None:
            yield from self.merged.paired(dict(paired_figures(self.whole)))
        else:
            yield from figures.of_results(self)
        if studied:
            yield from of_leads(self.study)
            yield from of_choices(self.study)
        if self.merged is None:
            yield from figures.of_categories(self)

    @property
    def study_words(self) -> str:
        """How many games were studied and why no more, in a sentence or two."""
        return self.study.words([kind.name for kind in self.plan.deck.kinds])

    @table("seat bot wins win_share low high score score_low score_high points", index="seat")
    def seats(self) -> Rows:
        """A row per seat: bot, wins, win_share with low and high, score with score_low and score_high, points."""
        for seat in range(self.plan.seats):
            wins = self.figure("win", seat).total
            points = self.figure("points of seat", seat).total / self.games
            won = share_interval(wins, self.games)
            yield seat, self.bots[seat], wins, *won, *self.figure("score", seat).interval, points

    @table("place wins win_share low high", index="place")
    def order(self) -> Rows:
        """A row per place in turn order, 1 for the seat that began: wins, win_share with low and high.

        Where a game draws by lot who begins, this shows what the shares of seats hide. It covers the games in which one
        seat alone began; empty if there are none.
        """
        for place in range(self.plan.seats):
            won = self.figure("order", place)
            if won.cases:
                yield place + 1, won.total, *share_interval(won.total, won.cases)

    @property
    def order_words(self) -> str:
        """Who wins by place in turn order, as a sentence; empty where no seat alone begins.

        >>> from workbench.lab import simulate
        >>> simulate("guile", games=200, compiled=False).order_words
        'In turn order, seats win 43.0 and 57.0 of 100 games.'
        """
        shares = [f"{100 * share:.1f}" for share in self.order["win_share"]]
        return f"In turn order, seats win {listed(shares)} of 100 games." if shares else ""

    @table("role name games win_share low high usual")
    def roles(self) -> Rows:
        """A row per role that the game gives to a seat, such as a faction; empty for most games.

        Columns: role, name, games in which a seat had it, win_share with low and high, usual. The last is how often
        seats win in the same places in turn order as those who had the role, so that a role is not blamed for its
        places.
        """
        for role, seats_with in self.plan.game.reports.roles.items():
            names, _ = seats_with(self.whole)
            for number, name in enumerate(names):
                won = self.figure("role", role, number)
                usual = self.figure("role place", role, number).mapped(self._usual_share).mean
                yield role, name, won.cases, *share_interval(won.total, won.cases), usual

    def _usual_share(self, places: np.ndarray) -> np.ndarray:
        """How often seats win that have these places in turn order, counted from 0; an even share for NO_PLACE."""
        even = np.full(len(places), 1 / self.plan.seats)
        if self.order.empty:
            return even
        return np.where(places != NO_PLACE, self.order.win_share.to_numpy()[places.astype(int)], even)

    @table("measure mean low high least p05 median p95 most")
    def lengths(self) -> Rows:
        """How long games took, in turns and decisions: mean with low and high, and the spread over games."""
        for measure in ("turns", "decisions"):
            values = self.figure("length", measure)
            yield measure, *values.interval, *values.quantiles((0, 0.05, 0.5, 0.95, 1))

    @table("category name points low high best_points empty_share")
    def categories(self) -> Rows:
        """A row per category: points a seat ends with, with low and high; the share of games where nobody has any."""
        for category in self.plan.deck.meta.categories:
            points, best = (self.figure(name, category.letter) for name in ("points", "best"))
            empty = best.mapped(lambda most: most == 0).mean
            yield category.letter, category.name, *points.interval, best.mean, empty

    @table("category name led_share low high margin win_share win_low win_high")
    def category_leads(self) -> Rows:
        """A row per category: how often one seat leads it alone at the end, by how much, and how often that seat wins.

        Columns: category, name, led_share with low and high (one seat alone has most points in it), margin (its mean
        distance to the next), win_share with win_low and win_high (how often the sole leader wins).
        """
        for category in self.plan.deck.meta.categories:
            margin, won = (self.figure(name, category.letter) for name in ("margin", "leader wins"))
            led, mean = share_interval(won.cases, self.games), margin.total / max(won.cases, 1)
            yield category.letter, category.name, *led, mean, *share_interval(won.total, won.cases)

    @table(
        "card games scored scored_share scored_low scored_high can_score dead points bonus_share bonus_low bonus_high "
        "win_share low high built_minus_not built_minus_not_low built_minus_not_high"
    )
    def cards(self) -> Rows:
        """A row per kind of card: how often it scored, what it gave, its bonus, and how its owners fared.

        Columns: card; games it was in; scored (seats that scored with it), scored_share, how many of them there are in
        a game, with scored_low and scored_high; can_score (it has a worth, where the game declares any); dead (in play,
        it could score and hardly ever does); points per scoring; bonus_share
        of the scorings with bonus_low and bonus_high; win_share of the seats that scored with it with low and high;
        built_minus_not, that share less the share of the seats that did not, with built_minus_not_low and _high. The
        last two follow strength as well as make it, so they do not measure what the card causes: for that see
        `impact`.
        """
        winners = self.figure("winners")
        winning, winning_squared = int(winners.total), int(winners.mapped(np.square).total)
        worth = kinds_of_worth(self.plan.deck)
        for number, kind in enumerate(self.plan.deck.kinds):
            scored, points, _, won, bonuses, played, *products = (int(value) for value in self.outcome.cards[number])
            sums = (scored, won, winning, *products, winning_squared)
            scorers = Scorers._make((self.games, self.plan.seats, *sums))
            dead = played > 0 and number in worth and scorers.share[2] < figures.DEAD
            told = (number in worth, dead, points / scored if scored else 0.0)
            shares = (*share_interval(min(bonuses, scored), scored), *share_interval(won, scored))
            yield kind.name, played, scored, *scorers.share, *told, *shares, *scorers.built_minus_not

    @table("card worth games impact low high built_minus_not built_minus_not_low built_minus_not_high")
    def impact(self) -> Rows:
        """What the worth of each card does to its owner's win: the same games with it and without it.

        A row for each card and worth ("points", "bonus"): games that tell something, impact (the share of the win
        that one copy brings) with low and high; beside it the naive built_minus_not with its interval, which is not an
        effect: a seat that leads builds more, and owners are compared with seats that built something else instead (see
        docs/reports.md).
        """
        study, cards = self.study, self.cards
        for worth, sums in zip(study.worths, study.impacts, strict=True):
            card = cards.iloc[worth.kind]
            naive = (card.built_minus_not, card.built_minus_not_low, card.built_minus_not_high)
            yield card.card, worth.name, int(sums[0]), *ratio_interval(sums), *naive

    @cached_property
    def leads(self) -> pandas.DataFrame:
        """Who was ahead while games lasted: a row per figure with low and high, of `study.games` games.

        Ahead is who would win if the game ended now. A lead changes when none of those who held it is ahead any more; a
        comeback is won by one seat that was not among those ahead when half of the turns were over; overcome is the
        most points by which a winner was behind. A game is decided once nobody is ahead of those who won any more:
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
        early, late = of_100(value[figures.DECIDED_EARLY]), of_100(value[figures.OPEN_TO_THE_END])
        return (
            f"The lead changes {value[figures.LEAD_CHANGES]:.1f} times a game. "
            f"Games are decided after {of_100(value[figures.DECIDED])} of 100 turns: "
            f"{early} of 100 games by half-time, and {late} stay open until the last turn."
        )

    @table("of name decisions forced_share low high choices choices_low choices_high")
    def choices(self) -> Rows:
        """What there was to choose from: a row for the game, each phase in which somebody decided, and each seat.

        Columns: of ("game", "phase" or "seat"), name, decisions a game, forced_share with low and high (decisions in
        which only one action was legal), choices with choices_low and choices_high (how many actions were legal in the
        others; NaN if there were none). Means of `study.games` games, each of those that had such decisions. A set that
        is chosen card by card is one decision, unlike in `lengths`: see `workbench.kernel.engine.study`.
        """
        study = self.study
        parts = [("game", self.plan.game.title, study.choices)]
        parts += [("phase", *named) for named in zip(self._phase_names, study.by_phase.transpose(1, 0, 2), strict=True)]
        parts += [("seat", f"seat {seat}", study.by_seat[:, seat]) for seat in range(self.plan.seats)]
        for of, name, counts in parts:
            made, free = counts[:, DECISIONS], leaves_choice(counts)
            if made.any():
                forced = mean_share_interval(forced_share(counts[made > 0]))
                listed = mean_interval(listed_actions(counts[free])) if free.any() else (nan, nan, nan)
                yield of, name, made.mean(), *forced, *listed

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

    @cached_property
    def tables(self) -> dict[str, pandas.DataFrame]:
        """The tables that this game declares for its own questions, by title: none for most games and some variants.

        `workbench simulate` prints them after its own, and a notebook shows them under the summary.
        """
        made = ((title, table(self.whole)) for title, table in self.plan.game.reports.tables.items())
        return {title: table for title, table in made if table is not None}

    def summary(self) -> pandas.DataFrame:
        """The figures one looks at first: who wins, what each seat scores, how long and close it is; 95% intervals."""
        rows = [self._row(*named) for named in figures.of_results(self.whole)]
        rows[self.plan.seats : self.plan.seats] = [self._row(*named) for named in figures.of_scores(self.whole)]
        return frame_of(rows, "figure value low high").set_index("figure")

    def _row(self, key: Key, figure: PerGame) -> tuple[str, float, float, float]:
        """A figure of a summary: that of all games."""
        if self.merged is None:
            return figure.row
        spread = self.figure(*key)
        known = share_interval(spread.total, spread.cases) if is_share(figure.label) else spread.interval
        return figure.label, *known

    def __repr__(self) -> str:
        plan = self.plan
        return f"<Report {plan.game.id}/{plan.variant.key}: {self.games:,} games, {plan.seats} seats, seed {self.seed}>"


# Of the studied games


def of_leads(study: Study) -> Iterator[tuple[Key, PerGame]]:
    """Who was ahead while the studied games lasted; nothing where nobody ever is before the end."""
    if not study.led_early.any():
        return
    yield ("lead", "changes"), PerGame(figures.LEAD_CHANGES, study.lead_changes)
    yield ("lead", "comebacks"), PerGame(figures.COMEBACKS, study.comebacks)
    if study.overcome.any():  # otherwise nobody behind in the first figure can still win, or it only says who won
        yield ("lead", "overcome"), PerGame(figures.OVERCOME, study.overcome)
    yield ("decided", "turns"), PerGame(figures.DECIDED, study.decided_share)
    yield ("decided", "early"), PerGame(figures.DECIDED_EARLY, 2 * study.decided <= study.turns)
    yield ("decided", "late"), PerGame(figures.OPEN_TO_THE_END, study.decided == study.turns)


def of_choices(study: Study) -> Iterator[tuple[Key, PerGame]]:
    """What there was to choose from in the studied games."""
    yield ("choice", "without"), PerGame(figures.WITHOUT_CHOICE, forced_share(study.choices))
    if leaves_choice(study.choices).all():  # a comparison pairs games, so none may be missing
        yield ("choice", "actions"), PerGame(figures.TO_CHOOSE_FROM, listed_actions(study.choices))


# What decisions had to choose from; a set that is chosen card by card is one (see `workbench.kernel.engine.study`).


def forced_share(counts: np.ndarray) -> np.ndarray:
    """The share of decisions in which only one action was legal, from (..., CHOICE_COUNTS); 0 where there were none.

    >>> forced_share(np.array([[8, 2, 20]])).tolist()
    [0.25]
    """
    return np.asarray(counts[..., FORCED] / np.maximum(counts[..., DECISIONS], 1))


def leaves_choice(counts: np.ndarray) -> np.ndarray:
    """Whether any decision left a choice, from (..., CHOICE_COUNTS).

    >>> leaves_choice(np.array([[8, 2, 20], [3, 3, 3]])).tolist()
    [True, False]
    """
    return np.asarray(counts[..., DECISIONS] > counts[..., FORCED])


def listed_actions(counts: np.ndarray) -> np.ndarray:
    """How many actions were legal in the mean decision that left a choice, from (..., CHOICE_COUNTS); 1 without any.

    >>> listed_actions(np.array([[8, 2, 20], [3, 3, 3]])).tolist()
    [3.0, 1.0]
    """
    free = counts[..., DECISIONS] - counts[..., FORCED]
    return np.where(free > 0, (counts[..., LISTED] - counts[..., FORCED]) / np.maximum(free, 1), 1.0)


# How certain it is how many seats score with a card and how its owners fare: seats of a game are not independent. A
# card with a single copy scores for one seat at most, and a win is one seat's gain and the others' loss. So the
# intervals that would hold for seats drawn one by one are made as wide as the games show (a design effect: Kish 1965,
# 8.2).


class Scorers(NamedTuple):
    """Sums over games: in a game, `scored` seats scored with the card, `won` of them won, and `winners` seats won."""

    games: int
    seats: int  # of a game
    scored: float
    won: float
    winners: float
    scored_scored: float  # sum of scored * scored, and so on
    scored_won: float
    won_won: float
    scored_winners: float
    won_winners: float
    winners_winners: float

    @property
    def share(self) -> tuple[float, float, float]:
        """How many seats score with the card in a game, and the 95% interval.

        It is Wilson's for as many cases as tell as much as these games do, made as if two more games differed from the
        others, one each way.

        >>> one_copy = Scorers(100, 4, 50, 9, 100, 50, 9, 9, 50, 9, 100)
        >>> [round(number, 2) for number in one_copy.share]
        [0.5, 0.41, 0.61]
        """
        cases = self.games * self.seats
        share = self.scored / cases
        apart = cases * share * (1 - share)
        told = cases * _ratio(apart, self.scored_scored - self.scored**2 / self.games + 2)
        _, low, high = share_interval(share * told, told)
        return share * self.seats, low * self.seats, high * self.seats

    @property
    def built_minus_not(self) -> tuple[float, float, float]:
        """The share of wins of the seats that scored with the card less that of the others, and the 95% interval.

        It is Newcombe's, as much wider or narrower as the two shares differ more or less from game to game than if
        seats were independent (the linearized difference of two ratios: Cochran 1977, 6.4).

        >>> half = Scorers(100, 2, 100, 60, 100, 100, 60, 60, 100, 60, 100)
        >>> [round(number, 2) for number in half.built_minus_not]
        [0.2, 0.0, 0.38]
        """
        others, lost = self.games * self.seats - self.scored, self.winners - self.won
        value, low, high = difference_interval(self.won, self.scored, lost, others)
        if not self.scored or not others:
            return value, low, high
        share, other = self.won / self.scored, lost / others
        apart = share * (1 - share) / self.scored + other * (1 - other) / others
        # What a game moves the difference by, from its won, scored, winners, and being one.
        moves = np.array([1 / self.scored + 1 / others, -share / self.scored - other / others, -1 / others, 0])
        moves[3] = other * self.seats / others
        products = np.array(
            [
                [self.won_won, self.scored_won, self.won_winners, self.won],
                [self.scored_won, self.scored_scored, self.scored_winners, self.scored],
                [self.won_winners, self.scored_winners, self.winners_winners, self.winners],
                [self.won, self.scored, self.winners, self.games],
            ]
        )
        wider = sqrt(_ratio(float(moves @ products @ moves), apart))
        return value, value - wider * (value - low), value + wider * (high - value)


def _ratio(part: float, of: float) -> float:
    """The ratio of two variances; 1 where one is nothing, since that proves nothing about them."""
    return part / of if part > 0 and of > 0 else 1.0
