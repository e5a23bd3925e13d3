"""The figures of a report as parts of the studio's page: first pictures, all numbers in one table, more pictures.

Drawn in threads, since pandas and pictures take time. The table needs no pictures, so it is there as soon as
the games are; the report counts as shown when the first pictures are there too.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from math import isnan, nan
from typing import Any, NamedTuple

from workbench.decks import Deck
from workbench.lab.comparison import Comparison
from workbench.lab.figures import IMPACT_OF, is_impact, is_share
from workbench.lab.findings import findings_of, nothing_found
from workbench.lab.live import LiveState
from workbench.lab.pages import FIRST_PARTS, PARTS, STYLE, CardName, about_html, findings_html, part_html, parts_of
from workbench.lab.report import Report
from workbench.lab.simulation import Plan
from workbench.pen import Drawn, element, elements, joined, table
from workbench.widgets.grid.measured import DECIDES, OWNERS_WIN, SCORES, Figure

GLANCE, CHANGE, OVERVIEW = "glance", "change", "overview"
OF_CARDS = "of_cards"  # not a part of the page but the measurements of each card, as JSON for the grid
TITLES = {GLANCE: "The numbers at a glance", **PARTS}
FIRST = (*FIRST_PARTS, GLANCE)  # the parts beside the cards, in their order there
ALONE = tuple(part for part in PARTS if part != CHANGE)  # parts that need no baseline
FINDINGS_IN = OVERVIEW  # what is odd about the deck stands before its pictures
MOST_CARDS = 5
SCORED_SHARE, WIN_SHARE = "scored_share", "win_share"
NOTHING_CHANGED = element("p", "Both decks are the same: nothing has been changed since.")


class Games(NamedTuple):
    """Identifies the games of a report and those that it is compared with."""

    plan: Hashable
    baseline: Hashable

    @classmethod
    def of(cls, plan: Plan, baseline: Plan | None) -> Games:
        """The games of two plans."""
        return cls(_games(plan), baseline and _games(baseline))

    @classmethod
    def shown(cls, state: LiveState) -> Games:
        """The games of which a state has figures."""
        assert state.report is not None
        return cls.of(state.report.plan, None if state.comparison is None else state.comparison.before.plan)


def _games(plan: Plan) -> Hashable:
    return plan.deck.digest, plan.deck.meta.title, plan.games, plan.seats, plan.bots, plan.seed, str(plan.options)


def to_draw(state: LiveState) -> Iterator[tuple[str, Hashable]]:
    """The parts for which a state has something, in the order wanted, each with what it is made of."""
    report = state.report
    assert report is not None
    shown = Games.shown(state)
    age = report.games, report.studied_games, state.whole, state.stand_in
    yield GLANCE, (shown, age)
    yield CHANGE, (shown, age)
    for part in parts_of(report, None, state.studied) if state.studied else FIRST_PARTS:
        if part != CHANGE:
            yield part, (shown.plan, age)
    yield OF_CARDS, (shown, age)


def draw(part: str, state: LiveState) -> str:
    """One part of the report, naming its deck and its number of games; empty if there is nothing to show."""
    report = state.report
    assert report is not None
    if part == OF_CARDS:
        return json.dumps(_of_cards(report, state.comparison, state.studied))
    html = _drawn(part, state, report)
    whose = {"data-deck": report.deck_digest, "data-games": str(report.games)}
    return joined(STYLE, element("div", html, class_="rt-report", **whose)) if html else ""


def card_buttons(deck: Deck) -> dict[str, CardName]:
    """By card id, a button with the card's name that takes the grid to the card."""
    buttons = {}
    for kind in deck.kinds:
        row = deck.row_numbers[kind.table.file][kind.number]
        place = {"data-file": kind.table.file, "data-row": str(row), "data-column": kind.table.name_column}
        button = element("button", kind.name, type="button", class_="rt-finding-place")
        buttons[kind.key] = CardName(kind.name, element("span", button, class_="rt-finding", **place))
    return buttons


def _drawn(part: str, state: LiveState, report: Report) -> Drawn:
    comparison, studied = state.comparison, state.studied
    if part == GLANCE:
        return _figures(report, studied) if comparison is None else _shifts(comparison)
    if part == FINDINGS_IN:
        found = findings_of(report, studied=state.whole)  # a sentence once shown here stays
        said = findings_html(found, nothing_found(report), card_buttons(report.plan.deck))
        return joined(said, part_html(part, report, comparison, studied))
    if part != CHANGE:
        return part_html(part, report, comparison, studied)
    if comparison is None:
        return joined(NOTHING_CHANGED, about_html(report, studied))
    shifts = part_html(part, report, comparison, studied, cards=card_buttons(report.plan.deck))
    return joined(shifts, about_html(report, studied))


# ---------------------------------------------------------------- in the grid


def _of_cards(report: Report, comparison: Comparison | None, studied: bool) -> dict[str, dict[str, Figure]]:
    """The measurements of each card, by card id and column of the grid."""
    before = {} if comparison is None else _shifted_cards(comparison)
    decides = _main_impacts(report) if studied else {}
    told: dict[str, dict[str, Figure]] = {}
    for kind, card in zip(report.plan.deck.kinds, report.cards.itertuples(), strict=True):
        figures: dict[str, tuple[str, float, float, float]] = {
            SCORES: (SCORED_SHARE, card.scored_share, card.scored_low, card.scored_high),
            DECIDES: decides.get(kind.number, ("", nan, nan, nan)),
            OWNERS_WIN: (WIN_SHARE, card.win_share, card.low, card.high),
        }
        told[kind.key] = {
            column: _of_100(shares, *before.get((kind.key, figure), (nan, 0)))
            for column, (figure, *shares) in figures.items()
            if not isnan(shares[0])
        }
    return told


def _shifted_cards(comparison: Comparison) -> dict[tuple[str, str], tuple[float, int]]:
    """Card id and figure -> the value before, and which way it has shifted: -1, 0 or 1."""
    rows = comparison.cards.dropna(subset=["before", "after"])
    return {
        (row.card_id, row.figure): (row.before, int(row.shifted) * (1 if row.difference > 0 else -1))
        for row in rows.itertuples()
    }


def _main_impacts(report: Report) -> dict[int, tuple[str, float, float, float]]:
    """Number of a card -> the impact of the first worth that its game declares: its figure, its share, low, high."""
    impacts: dict[int, tuple[str, float, float, float]] = {}
    for worth, row in zip(report.study.worths, report.impact.itertuples(), strict=True):
        impacts.setdefault(worth.kind, (IMPACT_OF + row.worth, row.impact, row.low, row.high))
    return impacts


def _of_100(shares: Sequence[float], before: float, shift: int) -> Figure:
    told = [None if isnan(share) else round(100 * share, 1) for share in (*shares, before)]
    return [*told, shift]


# ---------------------------------------------------------------- at a glance


def _figures(report: Report, studied: bool) -> Drawn:
    """The figures to look at first."""
    summary = report.summary()
    if studied:
        import pandas

        summary = pandas.concat([summary, report.leads])
    rows = [_row(_named(row.Index), *_ends(row)) for row in summary.itertuples()]
    return _table("", ("Figure", "Value", "95% interval"), rows)


def _shifts(comparison: Comparison) -> Drawn:
    """What has shifted from one deck to the other, and the cards that matter most for that."""
    from workbench.lab import pictures

    figures = pictures.shown_shifts(comparison.figures)
    cards = comparison.clearest_cards.head(MOST_CARDS)
    head = ("Figure", "Before", "After", "Difference, 95% interval", "")
    shifts = _table("", head, [_shift(row, _named(row.figure), is_share(row.figure)) for row in figures.itertuples()])
    if not len(cards):
        return shifts
    measure = "wins in 100 games that it brings" if is_impact(cards.iloc[0].figure) else "scores in 100 games"
    rows = [_shift(row, _card(row), True) for row in cards.itertuples()]
    return joined(shifts, _table(f"Cards: {measure}", ("Card", *head[1:]), rows))


def _shift(row: Any, name: str, share: bool) -> Drawn:
    from workbench.lab.pictures import shift_words

    before, after, difference, ends = shift_words(row, 100 if share else 1)
    sides = elements("td", [before, after], class_="rt-figure")
    if isnan(row.difference):
        return _row(name, sides, _cell("on one side only", ""), _cell("", "rt-span"))
    mark = ("▲ " if row.difference > 0 else "▼ ") if row.shifted else ""
    words = f"{mark}{difference}" + ("" if isnan(row.low) else f" ({ends})")
    return _row(name, sides, _cell(words, "rt-ends rt-shifted" if row.shifted else "rt-ends"), _span(row))


def _span(row: Any) -> Drawn:
    """Where a difference's interval begins and how wide it is, in 100 parts around no difference; empty if unknown."""
    reach = max(abs(row.low), abs(row.high))
    if isnan(reach) or not reach:
        return _cell("", "rt-span")
    place = f"left:{50 + 48 * row.low / reach:.1f}%;width:{48 * (row.high - row.low) / reach:.1f}%"
    parts = element("span", class_="rt-range-zero"), element("span", class_="rt-range", style=place)
    return _cell(element("span", *parts, class_="rt-range-track", aria_hidden="true"), "rt-span")


def _named(figure: str) -> str:
    from workbench.lab.pictures import seats_counted

    return f"{seats_counted(figure)}{', %' if is_share(figure) else ''}"


def _ends(row: Any) -> list[Drawn]:
    """A figure and its interval, with as many decimal places as the interval needs."""
    from workbench.lab.pictures import interval, number, places_of

    factor = 100 if is_share(row.Index) else 1
    value, low, high = (factor * end for end in row[1:])
    places = places_of(low, high)
    return [_cell(number(value, places), "rt-figure"), _cell(interval(low, high, places), "rt-ends")]


def _card(row: Any) -> str:
    worth = row.figure.removeprefix(IMPACT_OF).replace("_", " ")
    changed = f" ({row.change})" if row.change else ""
    return f"{row.card}{changed} · {worth}"


def _table(caption: str, head: Sequence[str], rows: Sequence[Drawn]) -> Drawn:
    return table([words or _cell("", "rt-span") for words in head], rows, caption, class_="rt-glance")


def _row(name: str, *cells: Drawn) -> Drawn:
    return element("tr", element("th", name, scope="row"), *cells)


def _cell(words: str, look: str) -> Drawn:
    return element("td", words, class_=look)
