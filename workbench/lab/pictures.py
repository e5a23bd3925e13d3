"""Pictures of a report, a comparison and a tournament, one function for each: an SVG with a name and a description.

Every picture shows its numbers as text too, tells nothing by colour alone, and is wide enough for a phone (`width`).
What the figures mean is in docs/reports.md; `workbench.lab.pages` puts pictures and tables together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, isnan, log10
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.words import capital
from workbench.lab import figures
from workbench.lab.drawings import (
    INK,
    SOFT,
    WIDTH,
    Column,
    Dot,
    Line,
    Row,
    columns_drawing,
    rows_drawing,
)
from workbench.lab.figures import is_share
from workbench.lab.intervals import mean_interval
from workbench.lab.which_matters import clearest_first
from workbench.pen import Picture
from workbench.play.seating import seat_name

if TYPE_CHECKING:
    import pandas

    from workbench.lab.comparison_tables import ComparisonTables
    from workbench.lab.report_tables import ReportTables
    from workbench.lab.sweep_tables import Effect, SweepTables
    from workbench.lab.tournament_tables import TournamentTables

MOST_COLUMNS = 24
FEW_COLUMNS = 9  # so few that each has its number written above
MOST_CARDS = 8  # at each end of a picture of cards
MOST_SHIFTS = 8
MOST_PHASES = 8
PERCENT, IN_100 = "percent of games", "of 100 games"
WINS_IN_100 = "wins in 100 games"


# ---------------------------------------------------------------- numbers for people


def number(value: float, places: int = 1) -> str:
    """A figure as people write it, with decimal places up to a thousand.

    >>> number(24.1952), number(-0.42), number(12345.6), number(float("nan"))
    ('24.2', '−0.4', '12,346', '–')
    """
    if isnan(value):
        return "–"
    text = f"{value:,.{places if abs(value) < 1000 else 0}f}"
    return (text if text.strip("-0.") else text.lstrip("-")).replace("-", "−")


def percent(share: float, places: int = 1) -> str:
    """A share as a percentage.

    >>> percent(0.2631)
    '26.3 %'
    """
    return "–" if isnan(share) else f"{number(100 * share, places)} %"


def signed(value: float, places: int = 1) -> str:
    """A difference with its sign.

    >>> signed(1.63), signed(-0.4), signed(0.0)
    ('+1.6', '−0.4', '0.0')
    """
    text = number(value, places)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def interval(low: float, high: float, places: int = 1) -> str:
    """The two ends of an interval; a dash where it is empty.

    >>> interval(24.417, 28.27), interval(float("nan"), float("nan"))
    ('24.4 to 28.3', '–')
    """
    if isnan(low) or isnan(high):
        return "–"
    return f"{number(low, places)} to {number(high, places)}"


def places_of(low: float, high: float) -> int:
    """How many decimal places tell the ends of an interval apart: at least one, at most four.

    >>> places_of(-2.1, 3.4), places_of(-0.02, 0.013)
    (1, 2)
    """
    apart = high - low
    return min(4, max(1, ceil(-log10(apart / 2)))) if apart > 0 else 1


def seats_counted(figure: str) -> str:
    """A figure's name with seats counted from 1, as everywhere on screens, and a capital.

    >>> seats_counted("win share, seat 0 (greedy)")
    'Win share, seat 1 (greedy)'
    """
    return capital(figures.counted_from_one(figure))


# ---------------------------------------------------------------- overview


def win_shares(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often each seat wins, in its interval, beside the line of an even share."""
    rows = [
        _share_row(f"{seat_name(row.seat)} ({row.bot})", row.win_share, row.low, row.high)
        for row in report.seats.itertuples()
    ]
    return _shares("Win share of each seat", rows, report, width)


def order_shares(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often each place in turn order wins, in its interval, beside the line of an even share."""
    rows = [
        _share_row(capital(figures.place_in_order(row.place - 1)), row.win_share, row.low, row.high)
        for row in report.order.itertuples()
    ]
    return _shares("Win share in turn order", rows, report, width)


def role_shares(role: str, holders: pandas.DataFrame, report: ReportTables, width: int = WIDTH) -> Picture:
    """How often the holders of each part of a role win, in its interval, beside the line of an even share."""
    rows = [_share_row(capital(row.name), row.win_share, row.low, row.high) for row in holders.itertuples(index=False)]
    return _shares(f"Win share by {role}", rows, report, width)


def _shares(title: str, rows: list[Row], report: ReportTables, width: int) -> Picture:
    even = 100 / report.plan.seats
    lines = [Line(even, f"an even share, {number(even)} %")]
    return rows_drawing(title, rows, axis=PERCENT, lines=lines, width=width)


def length(report: ReportTables, width: int = WIDTH) -> Picture:
    """How many turns games take."""
    mean = report.lengths.iloc[0]
    most = f"nine of ten games: {mean.p05:g} to {mean.p95:g} turns"
    return _spread("Length of games", report.outcome.turns, "turns", (mean["mean"], mean.low, mean.high), [most], width)


def score_unit(report: ReportTables) -> str:
    """What the score of this game counts: the first figure that decides, in the words of its rules."""
    ranking = report.plan.variant.ranking
    return next(reason.text for reason in ranking.reasons if reason.name == ranking.chain[0])


def score_spread(report: ReportTables, width: int = WIDTH) -> Picture:
    """How far the best score is from the worst at the end."""
    values = np.ptp(report.outcome.scores, axis=1)
    title = "Score spread, best from worst"
    return _spread(title, values, score_unit(report), mean_interval(values), [], width)


# ---------------------------------------------------------------- leads


def lead_changes(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often those who are ahead in a game lose the lead to others."""
    mean = tuple(report.leads.loc[figures.LEAD_CHANGES])
    return _spread("Lead changes in a game", report.study.lead_changes, "lead changes", mean, [], width)


def decided(report: ReportTables, width: int = WIDTH) -> Picture:
    """After which part of its turns nobody was ahead of a game's winners any more, in tenths."""
    study = report.study
    tenths = np.maximum(np.ceil(10 * study.decided_share), 1).astype(np.int64)
    shares = np.bincount(tenths, minlength=11)[1:] / study.games
    columns = [
        Column(10 * part + 1, 10 * part + 10, float(share), percent(share, 0)) for part, share in enumerate(shares)
    ]
    value, low, high = (100 * number for number in report.leads.loc[figures.DECIDED])
    key = [
        f"┆ mean {number(value)} ({interval(low, high)})",
        *(_told(label, *report.leads.loc[label]) for label in (figures.DECIDED_EARLY, figures.OPEN_TO_THE_END)),
    ]
    return columns_drawing(
        "When games are decided", columns, axis="percent of its turns", key=key, at=value, width=width
    )


def _told(label: str, share: float, low: float, high: float) -> str:
    return f"{label}: {percent(share)} ({interval(100 * low, 100 * high)})"


def comebacks(report: ReportTables, width: int = WIDTH) -> Picture:
    """How many games are won by a seat that was not ahead at half-time, and how many wins are shared."""
    rows = [
        _share_row("Comebacks", *report.leads.loc[figures.COMEBACKS]),
        _share_row("Shared wins", *report.summary().loc[figures.SHARED_WINS]),
    ]
    return rows_drawing("Comebacks and shared wins", rows, axis=PERCENT, lines=[Line(0)], width=width)


def overcome(report: ReportTables, width: int = WIDTH) -> Picture:
    """The most by which winners were behind."""
    mean = tuple(report.leads.loc[figures.OVERCOME])
    title = "How far behind winners were"
    return _spread(title, report.study.overcome, score_unit(report), mean, [], width)


def category_leads(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often one seat alone leads each category at the end, and how often that seat wins."""
    categories = {category.letter: category for category in report.plan.deck.meta.categories}
    rows = []
    for row in report.category_leads.itertuples():
        category = categories[row.category]
        wins = Dot(100 * row.win_share, 100 * row.win_low, 100 * row.win_high, "diamond", INK)
        label, led = f"{category.sign} {row.category} {row.name}", row.led_share
        said = f"led {percent(led, 0)}, wins {percent(row.win_share, 0)}"
        rows.append(Row(label, said, (wins,) if led > 0 else (), bar=100 * led, colour=category.colour))
    title, nothing = "Category leads", "This deck has no categories."
    key = ["▬ games in which one seat alone leads it", "◆ of these, games that its leader wins"]
    even = 100 / report.plan.seats
    lines = [Line(even, f"an even share of wins, {number(even)} %")]
    return rows_drawing(title, rows, axis=PERCENT, key=key, lines=lines, width=width, nothing=nothing)


# ---------------------------------------------------------------- choices


def choices(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often decisions leave no choice: in the game, and in the phases with most decisions, in their order."""
    table = report.choices
    phases = table[table.of == "phase"]
    shown = [*table.index[table.of == "game"], *sorted(phases.decisions.nlargest(MOST_PHASES).index)]
    rows = []
    for row in table.loc[shown].itertuples(index=False):
        free = "" if isnan(row.choices) else f"; {number(row.choices)} choices"
        note = f"{number(row.decisions)} a game{free}"
        rows.append(_share_row(row.name, row.forced_share, row.low, row.high)._replace(note=note))
    more = len(phases) - MOST_PHASES
    key = [f"{more} more phases have fewer decisions"] if more > 0 else []
    title = "Decisions without a choice"
    return rows_drawing(title, rows, axis="percent of decisions", key=key, lines=[Line(0)], width=width)


# ---------------------------------------------------------------- cards

BONUS_AXIS = "percent of the times it scored"
SCORED_AXIS = "times it scored in 100 games"


def bonus_cards(report: ReportTables) -> pandas.DataFrame:
    """The cards of `report.cards` that have a bonus and scored at all, the most often completed first."""
    deck = report.plan.deck
    kinds = sorted({bonus.card for bonus in deck.bonuses})
    cards = report.cards.iloc[kinds]
    return cards[cards.scored > 0].sort_values("bonus_share", ascending=False, kind="stable")


def bonus_completion(report: ReportTables, width: int = WIDTH) -> Picture:
    """How often the bonus of a card is there when the card scores: the cards with the most and the fewest."""
    cards = bonus_cards(report)
    rows = both_ends(
        [_share_row(row.card, row.bonus_share, row.bonus_low, row.bonus_high) for row in cards.itertuples()]
    )
    nothing = "No card with a bonus has scored."
    return rows_drawing("Bonuses completed", rows, axis=BONUS_AXIS, lines=[Line(0)], width=width, nothing=nothing)


def dead_cards(report: ReportTables, width: int = WIDTH) -> Picture:
    """The cards that score least often of those that took part, and which of them are called dead."""
    cards = report.cards[report.cards.games > 0].sort_values("scored_share", kind="stable")
    rows = []
    for row in cards.head(MOST_CARDS).itertuples():
        scored = 100 * row.scored_share
        ends = (100 * row.scored_low, 100 * row.scored_high)
        shape, word = ("cross", "✚ dead, ") if row.dead else ("circle", "")
        rows.append(Row(row.card, f"{word}{number(scored)}", (Dot(scored, *ends, shape),)))
    lines = [Line(100 * figures.DEAD, f"dead: the whole interval is below {100 * figures.DEAD:g}")]
    return rows_drawing("Cards that score least", rows, axis=SCORED_AXIS, lines=lines, width=width)


# ---------------------------------------------------------------- impact


def known_impacts(report: ReportTables) -> pandas.DataFrame:
    """The rows of `report.impact` that games tell something of, the largest first."""
    impact = report.impact
    return impact[impact.high - impact.low < 2].sort_values("impact", ascending=False, kind="stable")


def impact(report: ReportTables, width: int = WIDTH) -> Picture:
    """What a card's worth does to its owner's win, beside how owners fared: the cards at the top and the bottom."""
    rows = both_ends([_impact_row(row) for row in known_impacts(report).itertuples()])
    nothing = "No game tells what a card's worth does."
    key = ["● impact: what it causes", "◇ built minus not: how its owners fared"]
    return rows_drawing("Card impact", rows, axis=WINS_IN_100, key=key, lines=[Line(0)], width=width, nothing=nothing)


def _impact_row(row: Any) -> Row:
    dots = [Dot(100 * row.impact, 100 * row.low, 100 * row.high)]
    if row.built_minus_not_high - row.built_minus_not_low < 2:
        ends = (100 * row.built_minus_not_low, 100 * row.built_minus_not_high)
        dots.append(Dot(100 * row.built_minus_not, *ends, "diamond", SOFT, True))
    text = f"{signed(100 * row.impact)} ({interval(100 * row.low, 100 * row.high)})"
    return Row(f"{row.card} · {row.worth}", text, tuple(dots))


# ---------------------------------------------------------------- change


def share_shifts(comparison: ComparisonTables, width: int = WIDTH) -> Picture:
    """What the edit does to shares of games: the difference of each in its interval, around no difference."""
    shares = comparison.figures[comparison.figures.figure.map(is_share)]
    return _shifts("Shares: after less before", shares, "of 100", width)


def number_shifts(comparison: ComparisonTables, width: int = WIDTH) -> Picture:
    """What the edit does to the other figures, each to a scale of its own."""
    others = comparison.figures[~comparison.figures.figure.map(is_share)]
    return _shifts("Other figures: after less before", others, "", width)


def shown_shifts(shifts: pandas.DataFrame) -> pandas.DataFrame:
    """The figures a picture of shifts has room for: those of the whole game, then of categories the clearest."""
    doubt = (shifts.high - shifts.low) / shifts.difference.abs().clip(lower=1e-12)
    rank = doubt.where(shifts.figure.map(figures.is_of_category), -1.0).where(~shifts.shifted, -2.0)
    return shifts.loc[rank.sort_values(kind="stable").index[: max(MOST_SHIFTS, (rank < 0).sum())].sort_values()]


def card_shifts(comparison: ComparisonTables, width: int = WIDTH) -> Picture:
    """What the edit does to the impact of cards: where each was before and is after."""
    cards = comparison.clearest_cards
    rows = []
    for row in cards.head(MOST_SHIFTS).itertuples():
        before, after = 100 * row.before, 100 * row.after
        ends = (min(before, after), max(before, after))
        dots = (Dot(after, *ends, _shape(row)), Dot(before, before, before, "diamond", SOFT, True))
        worth = row.figure.removeprefix(figures.IMPACT_OF).replace("_", " ")
        changed = f" ({row.change})" if row.change else ""
        was, is_now, difference, between = shift_words(row, 100)
        note = f"{was} before, {is_now} after"
        rows.append(Row(f"{row.card}{changed} · {worth}", _shift_text(row, difference, between), dots, note=note))
    axis = WINS_IN_100 if cards.figure.map(figures.is_impact).any() else IN_100
    title, nothing, key = "Cards: before and after", "No card has figures on both sides.", ["◇ before", *SHIFT_KEY]
    return rows_drawing(title, rows, axis=axis, key=key, lines=[Line(0)], width=width, nothing=nothing)


SHIFT_KEY = ("▲ ▼ shifted, up or down", "● no shift shown")


def _shifts(title: str, shifts: pandas.DataFrame, axis: str, width: int) -> Picture:
    rows = []
    factor, unit = (100, " %") if axis else (1, "")
    for row in shown_shifts(shifts).itertuples():
        before, after, difference, ends = shift_words(row, factor)
        note = f"{before}{unit} before, {after}{unit} after"
        empty = isnan(row.difference) or (isnan(row.low) and not axis)  # without an interval there is no scale
        scale = factor if axis or empty else 1 / (max(abs(row.low), abs(row.high)) or 1)
        dot = Dot(scale * row.difference, scale * row.low, scale * row.high, _shape(row))
        dots = () if empty else (dot,)
        rows.append(Row(seats_counted(row.figure), _shift_text(row, difference, ends), dots, note=note))
    lines = [Line(0, "no difference")]
    return rows_drawing(title, rows, axis=axis, key=SHIFT_KEY, lines=lines, width=width)


def shift_words(row: Any, factor: float) -> tuple[str, str, str, str]:
    """Before, after, difference and interval of a row of a comparison, with as many places as its interval needs."""
    places = places_of(factor * row.low, factor * row.high)
    return (
        number(factor * row.before, places),
        number(factor * row.after, places),
        signed(factor * row.difference, places),
        interval(factor * row.low, factor * row.high, places),
    )


def _shape(row: Any) -> str:
    return "circle" if not row.shifted else "triangle-up" if row.difference > 0 else "triangle-down"


def _shift_text(row: Any, difference: str, ends: str) -> str:
    if isnan(row.difference):
        return "on one side only"
    arrow = ("▲ " if row.difference > 0 else "▼ ") if row.shifted else ""
    return f"{arrow}{difference}" + ("" if isnan(row.low) else f" ({ends})")


# ---------------------------------------------------------------- tournaments


def who_beats_whom(tournament: TournamentTables, width: int = WIDTH) -> Picture:
    """What the higher rated of each pair of bots won of what either of them won, in its interval."""
    beats, place = tournament.beats, {bot: number for number, bot in enumerate(tournament.ratings.bot)}
    rows = [
        _share_row(f"{row.bot} against {row.other}", row.share, row.low, row.high)
        for row in beats.itertuples()
        if place[row.bot] < place[row.other]
    ]
    lines = [Line(50, "an even share, 50 %")]
    return rows_drawing(
        "Who beats whom", rows, axis="percent of games that one of the two won", lines=lines, width=width
    )


def ratings(tournament: TournamentTables, width: int = WIDTH) -> Picture:
    """How strong each bot is, in its interval, beside the line of the average."""
    rows = [
        Row(
            row.bot,
            f"{signed(row.rating, 0)} ({interval(row.low, row.high, 0)})",
            (Dot(row.rating, row.low, row.high),),
        )
        for row in tournament.ratings.itertuples()
    ]
    return rows_drawing("Ratings", rows, axis="points", lines=[Line(0, "the average of all")], width=width)


# ---------------------------------------------------------------- sweeps


def main_effects(sweep: SweepTables, figure: str, width: int = WIDTH) -> Picture:
    """What each value that is swept does to a figure in place of the first, the clearest first, in its interval."""
    rows = []
    for effect in clearest_first(effect for effect in sweep.main_effects if effect.figure == figure):
        ((factor, value, first),) = sweep.values_of(effect)
        rows.append(_effect_row(effect, f"{factor}: {value.text}, not {first.text}", "{after}, before {before}"))
    return _effects(seats_counted(figure), rows, figure, width)


def together(sweep: SweepTables, figure: str, width: int = WIDTH) -> Picture:
    """How much a value that is swept changes what another does to a figure, the clearest first, in its interval."""
    rows = []
    for effect in clearest_first(effect for effect in sweep.interactions if effect.figure == figure)[:MOST_SHIFTS]:
        (factor, value, _), (other, beside, _) = sweep.values_of(effect)
        label = f"{factor}: {value.text} beside {other}: {beside.text}"
        rows.append(_effect_row(effect, label, "{after}, without it {before}"))
    return _effects(f"{seats_counted(figure)}: two together", rows, figure, width)


def _effect_row(effect: Effect, label: str, note: str) -> Row:
    factor = 100 if is_share(effect.figure) else 1
    before, after, difference, ends = shift_words(effect, factor)
    dot = Dot(
        factor * effect.difference, factor * effect.low, factor * effect.high, _shape(effect), hollow=not effect.shifted
    )
    note = note.format(before=before, after=after)
    return Row(label, _shift_text(effect, difference, ends), (dot,), note=note)


def _effects(title: str, rows: list[Row], figure: str, width: int) -> Picture:
    axis = IN_100 if is_share(figure) else figure
    lines, nothing = [Line(0, "no difference")], "The cells that were played do not tell."
    return rows_drawing(title, rows, axis=axis, key=EFFECT_KEY, lines=lines, width=width, nothing=nothing)


EFFECT_KEY = ("▲ ▼ shifted, up or down", "○ may be chance")


# ---------------------------------------------------------------- parts of pictures


def both_ends(rows: list[Row]) -> list[Row]:
    """The first and the last of sorted rows, and how many are between them; all if they are few."""
    between = len(rows) - 2 * MOST_CARDS
    if between <= 1:
        return rows
    return [*rows[:MOST_CARDS], Row(f"… {between} between these …", ""), *rows[-MOST_CARDS:]]


def _share_row(label: str, share: float, low: float, high: float) -> Row:
    if isnan(share):
        return Row(label, "–")
    text = f"{percent(share)} ({interval(100 * low, 100 * high)})"
    return Row(label, text, (Dot(100 * share, 100 * low, 100 * high),))


def _spread(
    title: str, values: np.ndarray, axis: str, mean: Sequence[float], key: Iterable[str], width: int
) -> Picture:
    """How often each number came up in games, and the mean with its interval."""
    value, low, high = mean
    lines = [f"┆ mean {number(value)} ({interval(low, high)})", *key]
    return columns_drawing(title, columns_of(values), axis=axis, key=lines, at=float(value), width=width)


def columns_of(values: np.ndarray) -> list[Column]:
    """Whole numbers counted, as columns of shares: at most MOST_COLUMNS, so that one may hold several numbers.

    >>> [(column.start, column.words) for column in columns_of(np.array([2, 3, 3, 5]))]
    [(2, '25 %'), (3, '50 %'), (4, '0 %'), (5, '25 %')]
    """
    least, most = int(values.min()), int(values.max())
    size = ceil((most - least + 1) / MOST_COLUMNS)
    counts = np.bincount((np.asarray(values, np.int64) - least) // size)
    shares = counts / len(values)
    return [
        Column(
            least + size * place,
            least + size * (place + 1) - 1,
            float(share),
            f"{100 * share:.0f} %",
            len(shares) <= FEW_COLUMNS or place == int(shares.argmax()),
        )
        for place, share in enumerate(shares)
    ]
