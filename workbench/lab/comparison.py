"""Two decks compared on the same seeds: what a change of the card list does, through the noise of single games.

Game by game both decks meet the same chances, so what the change does not touch goes alike on both sides and drops out
of the differences. That makes their intervals much narrower than those of two runs apart.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import erfc, exp, hypot, isnan, log, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.decks.deck import Deck
from workbench.decks.diff import ADDED, CHANGED, REMOVED
from workbench.decks.validation import main_key
from workbench.kernel.errors import OptionError, shown
from workbench.lab.report import NORMAL_95, ratio_interval
from workbench.lab.simulation import simulate
from workbench.play.setup import check_seed

if TYPE_CHECKING:
    import pandas

    from workbench.decks import DeckDiff
    from workbench.lab.report import Report
    from workbench.lab.simulation import Plan

DOUBT = 0.05  # the chance to mark anything as shifted in a table where nothing is
FIGURE_COLUMNS = "figure before after difference low high games shifted"
NOT_KEPT = np.zeros(0)
CARD_COLUMNS = "card_id card change figure before after difference low high shifted"


class Difference(NamedTuple):
    """A difference with its 95% interval, and how likely one as large is where there is none."""

    value: float
    low: float
    high: float
    chance: float


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
) -> Comparison:
    """Play the same games with two decks of a game and say what shifts from the first to the second.

    `on_progress(done, total)` counts the games of both; setting `cancel` ends early with the games that both have.
    The other arguments are those of `simulate`; the seed None draws one for both. Raises OptionError or DeckError.

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
            cancel=cancel, on_progress=progress,
        )  # fmt: skip

    return Comparison.of(play(deck_a, 0), play(deck_b, games))


class Comparison:
    """What shifts from one report to another of the same games, played with two decks.

    `before` and `after` are the reports, `diff` says what differs in the decks, `games` how many games are held
    against each other: those that both reports have. `remarks` says what has one side only.

    Each interval stands alone: of twenty, one misses what it is about. So `shifted` asks for more than an interval
    without 0: in a table in which nothing shifts, the chance that anything is marked is 5% (Holm 1979).
    """

    def __init__(self, before: Report, after: Report, studied: bool = True) -> None:
        self.before = before
        self.after = after
        self.studied = studied
        self.diff: DeckDiff = before.plan.deck.diff(after.plan.deck)
        self.games = min(before.games, after.games)

    @classmethod
    def of(cls, before: Report, after: Report, studied: bool = True) -> Comparison:
        """Compare two reports of plans that differ in nothing but the deck (and in how many games they have).

        Without `studied`, the figures that need a study of the games (who was ahead, impact) are left out.
        Raises OptionError that says what else differs, DeckError for decks of two games.
        """
        if apart := list(_apart(before.plan, after.plan)):
            raise OptionError(
                f"The two reports are not of the same games: {'; '.join(apart)}. Play both decks with the same "
                "seats, bots, options and seed, for instance with compare(deck_a, deck_b)."
            )
        return cls(before, after, studied)

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
        one, other = self.before.plan, self.after.plan
        return one.options == other.options and all(
            np.array_equal(*parts) for parts in zip(one.deck.arrays, other.deck.arrays, strict=True)
        )

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
        """A row per figure: before, after, their difference with low and high, the games, and whether it shifted.

        The difference is the mean over games of what the same game has with one deck and the other. Figures of who
        was ahead come from the studied games, which are fewer. What one side does not have is NaN there.
        """
        old, new = (dict(by_game(report, self.studied)) for report in (self.before, self.after))
        rows: list[tuple[Any, ...]] = []
        chances: list[float] = []
        for key in dict.fromkeys([*new, *old]):
            label = (new.get(key) or old[key]).label
            before, after = (side[key].values if key in side else None for side in (old, new))
            games = min(len(values) for values in (before, after) if values is not None)
            means = [nan if values is None else float(values[:games].mean()) for values in (before, after)]
            difference = UNKNOWN
            if before is not None and after is not None:
                pair = (before[:games], after[:games])
                difference = NO_DIFFERENCE if self.same_games else paired_difference(*pair)
            rows.append((label, *means, *difference[:3], games))
            chances.append(difference.chance)
        return _marked(rows, chances, FIGURE_COLUMNS)

    @cached_property
    def cards(self) -> pandas.DataFrame:
        """A row per card and figure: before, after, their difference with low and high, and whether it shifted.

        Cards are the same where their ids are; `change` says which were added, removed or changed. Figures:
        scored_share a game, points per scoring, bonus_share of the scorings, win_share of the owners, and the impact
        of each worth. What one side does not have (an added card, a card that never scored) is NaN there.

        What cards scored is kept chunk by chunk of games, so that chunks are paired, not games; a run of one chunk
        has no interval. Those of impact, and of runs that were cut short, are made as if the two sides were
        independent, which is too wide rather than too narrow.
        """
        old, new = (dict(_by_card(report, self.studied)) for report in (self.before, self.after))
        changes = self._card_changes()
        names = {**_card_names(self.before), **_card_names(self.after)}
        rows: list[tuple[Any, ...]] = []
        chances: list[float] = []
        for card, figure in dict.fromkeys([*new, *old]):
            before, after = (side.get((card, figure)) for side in (old, new))
            difference = UNKNOWN
            if before is not None and after is not None:
                difference = difference_of(before, after, self.same_games)
            means = [nan if side is None else side.value for side in (before, after)]
            rows.append((card, names[card], changes.get(card, ""), figure, *means, *difference[:3]))
            chances.append(difference.chance)
        return _marked(rows, chances, CARD_COLUMNS)

    def _card_changes(self) -> dict[str, str]:
        """What became of the cards of the main table that are not as they were, by id."""
        file = self.before.plan.game.tables[0].file
        parts = ((ADDED, self.diff.added), (REMOVED, self.diff.removed), (CHANGED, self.diff.changed))
        return {card.key: change for change, cards in parts for card in cards if card.file == file}

    def __repr__(self) -> str:
        plan = self.after.plan
        lines = len(self.diff.lines)
        return (
            f"<Comparison {plan.game.id}/{plan.variant.key}: {lines} difference{'' if lines == 1 else 's'}, "
            f"{self.games:,} games, {plan.seats} seats, seed {plan.seed}>"
        )

    def _repr_html_(self) -> str:
        """Pictures with tables behind them, what differs in the decks, and both reports side by side."""
        from workbench.lab.pages import comparison_html

        return comparison_html(self)


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


# Figures of games


class PerGame(NamedTuple):
    """A figure: its name in words, and its value in each game."""

    label: str
    values: np.ndarray


def by_game(report: Report, studied: bool) -> Iterator[tuple[tuple[str, object], PerGame]]:
    """Every figure of a report game by game, each under a key that stays when a category gets another name."""
    outcome = report.outcome
    for seat, bot in enumerate(report.bots):
        yield ("win", seat), PerGame(f"win share, seat {seat} ({bot})", report.wins[:, seat])
    for measure in ("turns", "decisions"):
        yield ("length", measure), PerGame(f"{measure} a game", getattr(outcome, measure))
    yield ("score", "winner"), PerGame("score of a winner", outcome.scores.max(axis=1))
    yield ("score", "spread"), PerGame("score spread", np.ptp(outcome.scores, axis=1))
    yield ("win", "shared"), PerGame("shared wins", (report.wins > 0).sum(axis=1) > 1)
    if studied:
        study = report.study
        yield ("lead", "changes"), PerGame("lead changes a game", study.lead_changes)
        yield ("lead", "comebacks"), PerGame("comebacks", study.comebacks)
        yield ("lead", "overcome"), PerGame("points behind that a winner overcame", study.overcome)
    for number, category in enumerate(report.plan.deck.meta.categories):
        points = outcome.points[:, :, number]
        ranked = np.sort(points, axis=1)
        yield ("points", category.letter), PerGame(f"{category.name}: points of a seat", points.mean(axis=1))
        yield ("led", category.letter), PerGame(f"{category.name}: one seat leads alone", ranked[:, -1] > ranked[:, -2])


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
    def ratio(cls, y: np.ndarray, x: np.ndarray, usual: float = 1.0) -> CardFigure:
        """The ratio sum(y) / sum(x) of what a card did in each chunk; NaN where there is nothing to divide by.

        `usual` is what one case can bring. The values by chunk are those to first order, whose mean is the ratio
        (Cochran 1977, 6.4).
        """
        if not x.sum():
            return cls(nan)
        ratio = float(y.sum() / x.sum())
        values = ratio + (y - ratio * x) / x.mean()
        error = float(values.std(ddof=1)) / sqrt(len(x)) if len(x) > 1 else nan
        return cls(ratio, error, values, usual / float(x.mean()))

    @classmethod
    def impact(cls, sums: np.ndarray) -> CardFigure:
        """The impact of a worth from the sums of a study (see `workbench.kernel.study`)."""
        if sums[0] < 2:
            return cls(nan)
        value, low, high = ratio_interval(sums)
        return cls(value, (high - low) / (2 * NORMAL_95))


def _card_names(report: Report) -> dict[str, str]:
    """The cards of the main table by id, in order."""
    deck = report.plan.deck
    key = main_key(deck.game.tables[0])
    return {str(row[key]): str(row["name"]) for row in deck.rows}


def _by_card(report: Report, studied: bool) -> Iterator[tuple[tuple[str, str], CardFigure]]:
    """Every figure of every card of a report, by the card's id and the figure's name."""
    ids = list(_card_names(report))
    chunks = report.card_chunks.astype(float)
    games = np.full(len(chunks), report.games / len(chunks))
    for number, card in enumerate(ids):
        scored, points, _, won, bonuses, _ = chunks[:, number].T
        yield (card, "scored_share"), CardFigure.ratio(scored, games)
        yield (card, "points"), CardFigure.ratio(points, scored, abs(points.sum()) / max(scored.sum(), 1) or 1.0)
        yield (card, "bonus_share"), CardFigure.ratio(bonuses, scored)
        yield (card, "win_share"), CardFigure.ratio(won, scored)
    if studied:
        for worth, sums in zip(report.study.worths, report.study.impacts, strict=True):
            yield (ids[worth.kind], f"impact of {worth.name}"), CardFigure.impact(sums)


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


# Intervals

LARGE = 10**9  # degrees of freedom of a normal distribution


def paired_difference(before: np.ndarray, after: np.ndarray, unit: float | None = None) -> Difference:
    """The mean difference of pairs with its 95% interval (Student's).

    Few pairs that differ prove little, and none that does proves less than nothing could: so the interval is made as
    if two pairs more differed, by `unit` (left open: as much as the others that do), one each way. Then five pairs of
    yes and no that all rise are chance and six are not, as the sign test has it (after Bonett and Price 2012).

    >>> before, after = np.zeros(100), np.arange(100) < 5
    >>> [round(number, 3) for number in paired_difference(before, after)]
    [0.05, -0.002, 0.102, 0.058]
    """
    apart = np.asarray(after, float) - np.asarray(before, float)
    if unit is None:
        differing = apart[apart != 0]
        unit = sqrt(float(np.mean(differing**2))) if len(differing) else 1.0
    pairs, mean = len(apart), float(apart.mean())
    degrees = max(1, pairs - 1)
    squares = float(np.sum((apart - mean) ** 2)) + 2 * unit**2
    return difference_within(mean, sqrt(squares / degrees / pairs), degrees)


def difference_within(value: float, error: float, degrees: int) -> Difference:
    """A difference with its interval, by the normal approximation of Student's t (Wallace 1959); the error is not 0."""
    shrink = (8 * degrees + 1) / (8 * degrees + 3)
    half = error * sqrt(degrees * (exp((NORMAL_95 / shrink) ** 2 / degrees) - 1))
    normal = shrink * sqrt(degrees * log(1 + (value / error) ** 2 / degrees))
    return Difference(value, value - half, value + half, erfc(normal / sqrt(2)))


def beyond_doubt(chances: Sequence[float], doubt: float = DOUBT) -> list[bool]:
    """Which of many findings stand, so that the chance of any false one is at most `doubt` (Holm 1979).

    >>> beyond_doubt([0.001, 0.02, 0.04])
    [True, True, True]
    >>> beyond_doubt([0.001, 0.03, 0.04])
    [True, False, False]
    """
    stands = [False] * len(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > doubt / (len(chances) - rank):
            break
        stands[place] = True
    return stands


def _marked(rows: Sequence[tuple[Any, ...]], chances: Sequence[float], columns: str) -> pandas.DataFrame:
    """The table of the rows, each marked with whether it shifted beyond doubt."""
    import pandas

    marked = [(*row, stands) for row, stands in zip(rows, beyond_doubt(chances), strict=True)]
    return pandas.DataFrame(marked, columns=columns.split())
