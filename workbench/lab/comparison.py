"""Two decks compared on the same seeds: what a change of the card list does, through the noise of single games.

Game by game both decks meet the same chances, so what the change does not touch goes alike on both sides and drops out
of the differences. That makes their intervals much narrower than those of two runs apart.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import hypot, isnan, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.decks.deck import Deck
from workbench.decks.diff import ADDED, CHANGED, REMOVED
from workbench.kernel.tables import card_tables
from workbench.kernel.words import counted
from workbench.lab.figures import IMPACT_OF, SHARES, by_game, is_impact, is_share
from workbench.lab.intervals import (
    DOUBT,
    LARGE,
    NORMAL_95,
    Difference,
    beyond_doubt,
    difference_within,
    of_shares,
    paired_difference,
    ratio_interval,
)
from workbench.lab.report import simulate
from workbench.lab.simulation import plan_run
from workbench.play.setup import check_seed
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    import pandas
    from distributed import Client

    from workbench.decks import DeckDiff
    from workbench.lab.edits import Edit
    from workbench.lab.findings import Finding
    from workbench.lab.report import Report
    from workbench.lab.simulation import Plan

FIGURE_COLUMNS = "figure before after difference low high games chance shifted"
CARD_COLUMNS = "card_id card change figure before after difference low high chance shifted"
FEWEST_PARCELS = 30  # by which two large runs are compared; one that was cut short has more games than that
NOT_KEPT = np.zeros(0)
UNKNOWN = Difference(nan, nan, nan, 1.0)
NO_DIFFERENCE = Difference(0.0, 0.0, 0.0, 1.0)  # to the rules both decks are the same


def compare(
    deck_a: Deck,
    deck_b: Deck,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int | None = 1,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    client: Client | None = None,
) -> Comparison:
    """Play the same games with two decks of a game and say what shifts from the first to the second.

    `on_progress(done, total)` counts the games of both; setting `cancel` ends early with the games that both have.
    The other arguments are those of `simulate`, a cluster's `client` too; the seed None draws one for both.
    Raises OptionError, DeckError or ClusterError.

    >>> deck = wb.load_deck("guild_master")  # doctest: +SKIP
    >>> wb.compare(deck, deck.edit(change=[{"card_id": "moat", "resources": "MC"}])).figures  # doctest: +SKIP
    """
    for deck in (deck_a, deck_b):
        if not isinstance(deck, Deck):
            raise OptionError(f"{shown(deck)} is no deck. Give two decks, each as load_deck or Deck.edit returns it.")
    deck_a.diff(deck_b)
    seed = check_seed(seed)

    def play(deck: Deck, before: int) -> Report:
        def progress(done: int, total: int) -> None:
            if on_progress is not None:
                on_progress(before + done, 2 * total)

        return simulate(
            deck.game, games=games, seats=seats, bots=bots, seed=seed, deck=deck, options=options, threads=threads,
            cancel=cancel, on_progress=progress, client=client,
        )  # fmt: skip

    one = play(deck_a, 0)
    plan = plan_run(deck_b.game, games=games, seats=seats, bots=bots, seed=seed, deck=deck_b, options=options)
    same = same_to_the_rules(one.plan, plan)
    return Comparison.of(one, one.for_plan(plan) if same else play(deck_b, games))


class Comparison:
    """What shifts from one report to another of the same games, played with two decks.

    `before` and `after` are the reports, `diff` says what differs in the decks, `games` how many games are held
    against each other: those that both reports have. `remarks` says what has one side only.

    Each interval is alone: of twenty, one misses what it is about. So `shifted` asks for more than an interval
    without 0: in a table in which nothing shifts, the chance that anything is marked is `doubt` (Holm 1979).
    """

    def __init__(self, before: Report, after: Report, studied: bool = True, doubt: float = DOUBT) -> None:
        self.doubt = doubt
        if not parcel_of(before) == parcel_of(after) > 1:  # then by what both have game by game
            before, after = before.whole, after.whole
        self.before = before
        self.after = after
        self.studied = studied
        self.diff: DeckDiff = before.plan.deck.diff(after.plan.deck)
        self.games = min(before.games, after.games)

    @classmethod
    def of(cls, before: Report, after: Report, studied: bool = True, doubt: float = DOUBT) -> Comparison:
        """Compare two reports of plans that differ in nothing but the deck (and in how many games they have).

        Without `studied`, the figures that need a study of the games (who was ahead, impact) are left out.
        Raises OptionError that says what else differs, DeckError for decks of two games.
        """
        if apart := list(_apart(before.plan, after.plan)):
            raise OptionError(
                f"The two reports are not of the same games: {'; '.join(apart)}. Play both decks with the same "
                "seats, bots, options and seed, for instance with compare(deck_a, deck_b)."
            )
        return cls(before, after, studied, doubt)

    @property
    def about(self) -> dict[str, Any]:
        """What every figure belongs to: enough to play the same games again."""
        one, other = self.before.about, self.after.about
        sides = ("deck", "deck_digest", "options")
        return {
            **{key: value for key, value in one.items() if key not in sides},
            "games": self.games,
            "studied_games": self.studied_games,
            **{f"{key}_{side}": about[key] for key in sides for side, about in (("before", one), ("after", other))},
        }

    @property
    def studied_games(self) -> int:
        """How many games were looked at closely on both sides; 0 if that was left out."""
        return min(self.before.study.games, self.after.study.games) if self.studied else 0

    @cached_property
    def same_games(self) -> bool:
        """Whether both decks are the same to the rules (text alone differs), so that no game can differ."""
        return same_to_the_rules(self.before.plan, self.after.plan)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What has one side only, and which options the decks themselves set apart, in sentences."""
        before, after = self.before.plan, self.after.plan
        old, new = ({category.letter: category for category in plan.deck.meta.categories} for plan in (before, after))
        said = [f"Only the first deck has the category {old[key].name} ({key})." for key in old if key not in new]
        said += [f"Only the second deck has the category {new[key].name} ({key})." for key in new if key not in old]
        said += [
            f"The decks set the option {key} apart: {before.options[key]}, then {after.options[key]}."
            for key in before.options
            if before.options[key] != after.options[key]
        ]
        return tuple(said)

    @cached_property
    def figures(self) -> pandas.DataFrame:
        """A row per figure: before, after, their difference with low and high, the games, chance, whether it shifted.

        The difference is the mean over games of what the same game has with one deck and the other, `chance` how
        likely one as large is where there is none. Figures of who was ahead come from the studied games, which are
        fewer. What one side does not have is NaN there.
        """
        old, new = (dict(by_game(report, self.studied)) for report in (self.before, self.after))
        rows: list[tuple[Any, ...]] = []
        chances: list[float] = []
        for key in dict.fromkeys([*new, *old]):
            label, _, each = new.get(key) or old[key]
            before, after = (side[key].values if key in side else None for side in (old, new))
            games = min(len(values) for values in (before, after) if values is not None)
            means = [nan if values is None else float(values[:games].mean()) for values in (before, after)]
            difference = UNKNOWN
            if before is not None and after is not None:
                pair = (before[:games], after[:games])
                difference = NO_DIFFERENCE if self.same_games else paired_difference(*pair)
                difference = of_shares(difference) if is_share(label) else difference
            rows.append((label, *means, *difference[:3], games * each))
            chances.append(difference.chance)
        return _marked(rows, chances, FIGURE_COLUMNS, self.doubt)

    @cached_property
    def cards(self) -> pandas.DataFrame:
        """A row per card and figure: before, after, their difference with low and high, chance, whether it shifted.

        Cards are the same where their ids are; `change` says which were added, removed or changed. Figures:
        scored_share a game, points per scoring, bonus_share of the scorings, win_share of the owners, and the impact
        of each worth. What one side does not have (an added card, a card that never scored) is NaN there.

        What cards scored is kept chunk by chunk of games, so that chunks are paired, not games; a run of one chunk
        has no interval. Those of impact, and of runs that were cut short, are made as if the two sides were
        independent, which is too wide rather than too narrow.
        """
        old, new = (dict(by_card(report, self.studied)) for report in (self.before, self.after))
        changes = self._card_changes()
        names = {**_card_names(self.before), **_card_names(self.after)}
        rows: list[tuple[Any, ...]] = []
        chances: list[float] = []
        for card, figure in dict.fromkeys([*new, *old]):
            before, after = (side.get((card, figure)) for side in (old, new))
            difference = UNKNOWN
            if before is not None and after is not None:
                difference = difference_of(before, after, self.same_games)
                difference = of_shares(difference) if figure in SHARES or is_impact(figure) else difference
            means = [nan if side is None else side.value for side in (before, after)]
            rows.append((card, names[card], changes.get(card, ""), figure, *means, *difference[:3]))
            chances.append(difference.chance)
        return _marked(rows, chances, CARD_COLUMNS, self.doubt)

    @cached_property
    def clearest_cards(self) -> pandas.DataFrame:
        """Impacts before and after (without a study: how often cards score): edited cards first, then the clearest."""
        cards = self.cards
        impacts = cards[cards.figure.map(is_impact)]
        known = impacts if len(impacts) else cards[cards.figure == "scored_share"]
        known = known[known.before.notna() & known.after.notna()]
        doubt = (known.high - known.low).fillna(2) / known.difference.abs().clip(lower=1e-12)
        rank = doubt.where(known.change == "", -1.0).where(~known.shifted, -2.0)
        return known.loc[rank.sort_values(kind="stable").index]

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """What was edited: cards, categories that several cards make thin or fat, rules; see `workbench.lab.edits`."""
        from workbench.lab.edits import edits_of

        return edits_of(self)

    @cached_property
    def copiers(self) -> dict[str, str]:
        """The cards that copy what others are worth, by id, each with what it copies, in words."""
        copies = self.after.plan.game.reports.copies
        return dict(copies(self.after.plan.deck)) if copies is not None else {}

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What shifted, in sentences: who wins, then what was edited, then what else; see `workbench.lab.shifts`."""
        from workbench.lab.shifts import shifts_of

        return shifts_of(self)

    @cached_property
    def verdict_parts(self) -> tuple[str, str]:
        """What was edited with the first finding, and how large a shift in who wins may be unseen, if none is seen."""
        from workbench.lab.shifts import verdict_of

        return verdict_of(self)

    @property
    def verdict(self) -> str:
        """Both parts of the verdict, one after the other."""
        return " ".join(filter(None, self.verdict_parts))

    def _card_changes(self) -> dict[str, str]:
        """What became of the cards that are not as they were, by id."""
        files = {table.file for table in card_tables(self.before.plan.game.tables)}
        parts = ((ADDED, self.diff.added), (REMOVED, self.diff.removed), (CHANGED, self.diff.changed))
        return {card.key: change for change, cards in parts for card in cards if card.file in files}

    def __repr__(self) -> str:
        plan = self.after.plan
        lines = len(self.diff.lines)
        return (
            f"<Comparison {plan.game.id}/{plan.variant.key}: {counted(lines, 'difference')}, "
            f"{self.games:,} games, {plan.seats} seats, seed {plan.seed}>"
        )

    def _repr_html_(self) -> str:
        """Pictures with tables behind them, what differs in the decks, and both reports side by side."""
        from workbench.lab.pages import comparison_html

        return comparison_html(self)


def parcel_of(report: Report) -> int:
    """How many games stand together in a report: 1 where each is there by itself, or too few parcels are."""
    merged = report.merged
    return 1 if merged is None or merged.games < FEWEST_PARCELS * merged.size else merged.size


def same_to_the_rules(one: Plan, other: Plan) -> bool:
    """Whether two plans play the same games: their options are the same, and of their decks all that rules see."""
    return one.options == other.options and all(
        np.array_equal(*parts) for parts in zip(one.deck.arrays, other.deck.arrays, strict=True)
    )


def _apart(before: Plan, after: Plan) -> Iterator[str]:
    """What differs between two plans, in words, but for the deck, what the deck sets, and the number of games."""
    parts: dict[str, tuple[Any, Any]] = {
        "game": (before.game.id, after.game.id),
        "variant": (before.variant.key, after.variant.key),
        "seats": (before.seats, after.seats),
        "bots": (", ".join(before.bots), ", ".join(after.bots)),
        "seed": (before.seed, after.seed),
    }
    for key in dict.fromkeys([*before.options, *after.options]):
        if before.deck.meta.options.get(key) == after.deck.meta.options.get(key):
            parts[f"option {key}"] = (before.options.get(key), after.options.get(key))
    for part, (one, other) in parts.items():
        if one != other:
            yield f"{part} {one} and {other}"


# Figures of cards


class CardFigure(NamedTuple):
    """A figure of a card with its standard error; where that is kept, its value chunk by chunk of games.

    `unit` is what one case (a game, a scoring) can change of a chunk's value.
    """

    value: float
    error: float = nan
    values: np.ndarray = NOT_KEPT
    unit: float = 0.0

    @classmethod
    def ratios(cls, y: np.ndarray, x: np.ndarray, usual: np.ndarray | float = 1.0) -> list[CardFigure]:
        """The ratios sum(y) / sum(x) of what cards did in each chunk; NaN where there is nothing to divide by.

        y, x: (chunks, cards). `usual` is what one case can bring, of each card. The values by chunk are those to first
        order, whose mean is the ratio (Cochran 1977, 6.4).
        """
        chunks, known = len(x), x.sum(axis=0) > 0
        total = np.where(known, x.sum(axis=0), 1.0)
        ratio, mean = y.sum(axis=0) / total, total / chunks
        values = ratio + (y - ratio * x) / mean
        error = values.std(axis=0, ddof=1) / sqrt(chunks) if chunks > 1 else np.full(len(mean), nan)
        found = zip(ratio.tolist(), error.tolist(), values.T, (usual / mean).tolist(), strict=True)
        return [cls(*figure) if there else cls(nan) for there, figure in zip(known, found, strict=True)]

    @classmethod
    def impact(cls, sums: np.ndarray) -> CardFigure:
        """The impact of a worth from the sums of a study (see `workbench.kernel.engine.study`)."""
        if sums[0] < 2:
            return cls(nan)
        value, low, high = ratio_interval(sums)
        return cls(value, (high - low) / (2 * NORMAL_95))


def _card_names(report: Report) -> dict[str, str]:
    """The names of the cards by id, in the order of their kinds."""
    return {kind.key: kind.name for kind in report.plan.deck.kinds}


def by_card(report: Report, studied: bool) -> Iterator[tuple[tuple[str, str], CardFigure]]:
    """Every figure of every card of a report, by the card's id and the figure's name."""
    ids = list(_card_names(report))
    chunks = report.card_chunks.astype(float)
    scored, points, _, won, bonuses, *_ = chunks.transpose(2, 0, 1)
    games = np.full_like(scored, report.games / len(chunks))
    a_scoring = np.abs(points.sum(axis=0)) / np.maximum(scored.sum(axis=0), 1)
    figures = {
        "scored_share": CardFigure.ratios(scored, games),
        "points": CardFigure.ratios(points, scored, np.where(a_scoring, a_scoring, 1.0)),
        "bonus_share": CardFigure.ratios(bonuses, scored),
        "win_share": CardFigure.ratios(won, scored),
    }
    for number, card in enumerate(ids):
        for name, of_cards in figures.items():
            yield (card, name), of_cards[number]
    if studied:
        for worth, sums in zip(report.study.worths, report.study.impacts, strict=True):
            yield (ids[worth.kind], f"{IMPACT_OF}{worth.name}"), CardFigure.impact(sums)


def difference_of(before: CardFigure, after: CardFigure, same: bool) -> Difference:
    """How a figure of a card changed: by pairs of chunks where both sides have the same, else as if independent."""
    if isnan(before.value) or isnan(after.value):
        return UNKNOWN
    if same:
        return NO_DIFFERENCE
    if len(before.values) == len(after.values) > 1:
        return paired_difference(before.values, after.values, max(before.unit, after.unit))
    value, error = after.value - before.value, hypot(before.error, after.error)
    return Difference(value, nan, nan, 1.0) if isnan(error) or not error else difference_within(value, error, LARGE)


def _marked(rows: Sequence[tuple[Any, ...]], chances: Sequence[float], columns: str, doubt: float) -> pandas.DataFrame:
    """The table of the rows, each marked with whether it shifted beyond doubt."""
    import pandas

    marked = [(*row, *of) for row, *of in zip(rows, chances, beyond_doubt(chances, doubt), strict=True)]
    return pandas.DataFrame(marked, columns=columns.split())
