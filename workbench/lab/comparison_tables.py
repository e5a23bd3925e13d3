"""The tables of a comparison: figures of games and of cards with one deck and with another, and what differs.

Game by game both decks meet the same chances, so what the change does not touch goes the same way on both sides and
drops out of the differences. That makes their intervals much narrower than those of two separate runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import hypot, isnan, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.decks.diff import ADDED, CHANGED, REMOVED
from workbench.kernel.tables import card_tables
from workbench.lab import intervals
from workbench.lab.edits import Edit, edits_of
from workbench.lab.figures import IMPACT_OF, SHARES, is_impact, is_share
from workbench.lab.intervals import DOUBT, Difference
from workbench.lab.report_tables import ReportTables
from workbench.lab.simulation import Plan

if TYPE_CHECKING:
    import pandas

    from workbench.decks import DeckDiff

FIGURE_COLUMNS = "figure before after difference low high games chance shifted"
CARD_COLUMNS = "card_id card change figure before after difference low high chance shifted"
FEWEST_PARCELS = 30  # by which two large runs are compared; one that was cut short has more games than that
NOT_KEPT = np.zeros(0)
UNKNOWN = Difference(nan, nan, nan, 1.0)
NO_DIFFERENCE = Difference(0.0, 0.0, 0.0, 1.0)  # to the rules both decks are the same


class ComparisonTables:
    """What two reports of the same games tell about the decks that they were played with; see `Comparison`.

    Each interval stands alone: one in twenty misses what it is about. So `shifted` asks for more than an interval
    without 0: in a table in which nothing shifts, the chance that anything is marked is `doubt` (Holm 1979).
    """

    def __init__(self, before: ReportTables, after: ReportTables, studied: bool = True, doubt: float = DOUBT) -> None:
        self.doubt = doubt
        if not parcel_of(before) == parcel_of(after) > 1:  # then by what both have game by game
            before, after = before.whole, after.whole
        self.before = before
        self.after = after
        self.studied = studied
        self.diff: DeckDiff = before.plan.deck.diff(after.plan.deck)
        self.games = min(before.games, after.games)

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
        """Whether both decks are the same to the rules (only text differs), so that no game can differ."""
        return same_to_the_rules(self.before.plan, self.after.plan)

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What only one side has, and which options the decks themselves set differently, in sentences."""
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

        The difference is the mean over games of what the same game has with one deck and the other, `chance` how likely
        one as large is if there is none. Figures of who was ahead and of choices come from the studied games, which are
        fewer. What one side does not have is NaN there.
        """
        old, new = (dict(report.by_game(self.studied)) for report in (self.before, self.after))
        rows: list[tuple[Any, ...]] = []
        for key in dict.fromkeys([*new, *old]):
            label, _, each = new.get(key) or old[key]
            before, after = (side[key].values if key in side else None for side in (old, new))
            games = min(len(values) for values in (before, after) if values is not None)
            means = [nan if values is None else float(values[:games].mean()) for values in (before, after)]
            difference = UNKNOWN
            if before is not None and after is not None:
                pair = (before[:games], after[:games])
                difference = NO_DIFFERENCE if self.same_games else intervals.paired_difference(*pair)
                difference = intervals.of_shares(difference) if is_share(label) else difference
            rows.append((label, *means, *difference[:3], games * each, difference.chance))
        return _marked(rows, FIGURE_COLUMNS, self.doubt)

    @cached_property
    def cards(self) -> pandas.DataFrame:
        """A row per card and figure: before, after, their difference with low and high, chance, whether it shifted.

        Cards are the same where their ids are; `change` says which were added, removed or changed. Figures:
        scored_share a game, points per scoring, bonus_share of the scorings, win_share of the owners, and the impact
        of each worth. What one side does not have (an added card, a card that never scored) is NaN there.

        What cards scored is kept by chunks of games, so chunks are paired, not games; a run of one chunk has no
        interval. Those of impact, and of runs that were cut short, treat the two sides as independent, which makes them
        too wide rather than too narrow.
        """
        old, new = (dict(by_card(report, self.studied)) for report in (self.before, self.after))
        changes = self._card_changes()
        names = {**_card_names(self.before), **_card_names(self.after)}
        rows: list[tuple[Any, ...]] = []
        for card, figure in dict.fromkeys([*new, *old]):
            before, after = (side.get((card, figure), CardFigure(nan)) for side in (old, new))
            difference = difference_of(before, after, self.same_games)
            difference = intervals.of_shares(difference) if figure in SHARES or is_impact(figure) else difference
            rows.append((card, names[card], changes.get(card, ""), figure, before.value, after.value, *difference))
        return _marked(rows, CARD_COLUMNS, self.doubt)

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
        return edits_of(self.diff, self.before.plan, self.after.plan)

    @cached_property
    def copiers(self) -> dict[str, str]:
        """The cards that copy what others are worth, by id, each with what it copies, in words."""
        copies = self.after.plan.game.reports.copies
        return dict(copies(self.after.plan.deck)) if copies is not None else {}

    def _card_changes(self) -> dict[str, str]:
        """What became of the cards that are not as they were, by id."""
        files = {table.file for table in card_tables(self.before.plan.game.tables)}
        parts = ((ADDED, self.diff.added), (REMOVED, self.diff.removed), (CHANGED, self.diff.changed))
        return {card.key: change for change, cards in parts for card in cards if card.file in files}


def parcel_of(report: ReportTables) -> int:
    """How many games stand together in a report: 1 where each is there by itself, or too few parcels are."""
    merged = report.merged
    return 1 if merged is None or merged.games < FEWEST_PARCELS * merged.size else merged.size


def same_to_the_rules(one: Plan, other: Plan) -> bool:
    """Whether two plans play the same games: same options, and the same in all that rules see of their decks."""
    return one.options == other.options and all(
        np.array_equal(*parts) for parts in zip(one.deck.arrays, other.deck.arrays, strict=True)
    )


# Figures of cards


class CardFigure(NamedTuple):
    """A figure of a card with its standard error; where that is kept, its value chunk by chunk of games.

    `unit` is how much one case (a game, a scoring) can change a chunk's value.
    """

    value: float
    error: float = nan
    values: np.ndarray = NOT_KEPT
    unit: float = 0.0

    @classmethod
    def ratios(cls, y: np.ndarray, x: np.ndarray, usual: np.ndarray | float = 1.0) -> list[CardFigure]:
        """The ratios sum(y) / sum(x) of what cards did in each chunk; NaN where there is nothing to divide by.

        y, x: (chunks, cards). `usual` is what one case can bring, for each card. The values by chunk are those to first
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
        value, low, high = intervals.ratio_interval(sums)
        return cls(value, (high - low) / (2 * intervals.NORMAL_95))


def _card_names(report: ReportTables) -> dict[str, str]:
    """The names of the cards by id, in the order of their kinds."""
    return {kind.key: kind.name for kind in report.plan.deck.kinds}


def by_card(report: ReportTables, studied: bool) -> Iterator[tuple[tuple[str, str], CardFigure]]:
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
    """How a figure of a card changed: by pairs of chunks if both sides have the same, otherwise as if independent."""
    if isnan(before.value) or isnan(after.value):
        return UNKNOWN
    if same:
        return NO_DIFFERENCE
    if len(before.values) == len(after.values) > 1:
        return intervals.paired_difference(before.values, after.values, max(before.unit, after.unit))
    value, error = after.value - before.value, hypot(before.error, after.error)
    if isnan(error) or not error:
        return Difference(value, nan, nan, 1.0)
    return intervals.difference_within(value, error, intervals.LARGE)


def _marked(rows: Sequence[tuple[Any, ...]], columns: str, doubt: float) -> pandas.DataFrame:
    """The table of the rows, which end with a chance, each marked with whether it shifted beyond doubt."""
    import pandas

    stands = intervals.beyond_doubt([row[-1] for row in rows], doubt)
    return pandas.DataFrame([(*row, sure) for row, sure in zip(rows, stands, strict=True)], columns=columns.split())
