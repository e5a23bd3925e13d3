"""The figures of a report as parts of the studio's page: at a glance first, then pictures with their tables.

Drawn in a thread, since pandas and pictures take their time. What is seen at a glance needs no pictures, so that it is
there as soon as the games are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from html import escape
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from workbench.lab.comparison import Comparison
    from workbench.lab.live import LiveState
    from workbench.lab.report import Report
    from workbench.lab.simulation import Plan

GLANCE, CHANGE = "glance", "change"
STUDIED = ("leads", "impact", "cards")  # drawn once the games have been looked at closely
AT_ONCE = (GLANCE,)  # drawn without pictures
ALONE = ("overview", *STUDIED)  # what a baseline has no part in
TITLES = {
    GLANCE: "The report at a glance",
    CHANGE: "Before and after the edit",
    "overview": "Who wins, how long, how close",
    "impact": "What each card decides",
    "leads": "Who is ahead",
    "cards": "Bonuses and dead cards",
}
MOST_CARDS = 5
NOTHING_CHANGED = "<p>Both decks are the same: nothing has been changed since.</p>"

STYLE = """<style>
.rt-glance { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; color: #2b2118; }
.rt-glance caption { padding: 0.5em 0 0.2em; text-align: left; font-weight: 700; color: inherit; }
.rt-glance :is(th, td) { padding: 0.12em 0.5em 0.12em 0; text-align: left; vertical-align: baseline; border: 0; }
.rt-glance :is(th, td) { border-bottom: 1px solid #e3d8c3; background: none; color: inherit; font-weight: 400; }
.rt-glance thead :is(th, td) { font-size: 0.9em; color: #5c4d3c; }
.rt-glance { font-size: 0.93em; }
.rt-glance .rt-figure, .rt-glance td:nth-last-child(2) { white-space: nowrap; }
.rt-glance .rt-figure { text-align: right; }
.rt-glance .rt-shifted { font-weight: 700; background: #fbe6b4; }
.rt-glance .rt-span { width: 20%; min-width: 5em; padding-right: 0; }
.rt-range-room { position: relative; display: block; height: 0.9em; background: #efe3cb; border-radius: 3px; }
.rt-range { position: absolute; inset: 0.2em auto 0.2em 0; min-width: 2px; background: #7a2e1d; border-radius: 2px; }
.rt-range-zero { position: absolute; inset: -0.1em auto -0.1em 50%; border-left: 1px dashed #2b2118; }
@container rt-part (max-width: 28em) { .rt-glance .rt-span { display: none; } }
</style>"""


class Games(NamedTuple):
    """What tells the games of a report, and those it is compared with, from others."""

    plan: Hashable
    baseline: Hashable

    @classmethod
    def of(cls, plan: Plan, baseline: Plan | None) -> Games:
        """The games of two plans."""
        return cls(_games(plan), baseline and _games(baseline))

    @classmethod
    def shown(cls, state: LiveState) -> Games:
        """The games that a state has figures of."""
        assert state.report is not None
        return cls.of(state.report.plan, None if state.comparison is None else state.comparison.before.plan)


def _games(plan: Plan) -> Hashable:
    return plan.deck.digest, plan.deck.meta.title, plan.games, plan.seats, plan.bots, plan.seed, str(plan.options)


def to_draw(state: LiveState) -> Iterator[tuple[str, Hashable]]:
    """The parts that a state has something for, in the order in which they are wanted, each with what it is made of."""
    shown = Games.shown(state)
    yield GLANCE, (shown, state.studied, state.stand_in)
    yield CHANGE, (shown, state.studied, state.stand_in)
    yield "overview", (shown.plan, state.stand_in)
    for name in STUDIED if state.studied else ():
        yield name, (shown.plan, state.stand_in)


def draw(name: str, state: LiveState) -> str:
    """One part of the report."""
    from workbench.lab import pages

    report, comparison = state.report, state.comparison
    assert report is not None
    if name == GLANCE:
        return glance(report, comparison, state.studied)
    if name == CHANGE and comparison is None:
        return NOTHING_CHANGED
    part = pages.part_html(name, report, comparison, state.studied)
    return f'{pages.STYLE}<div class="rt-report">{part}</div>' if part else ""


# ---------------------------------------------------------------- at a glance


def glance(report: Report, comparison: Comparison | None, studied: bool) -> str:
    """The figures one looks at first; beside a baseline, what has shifted, and the cards that matter most for it."""
    from workbench.lab import pages

    tables = _figures(report, studied) if comparison is None else _shifts(comparison)
    return f'{pages.STYLE}{STYLE}<div class="rt-report">{tables}{pages.about_html(report, studied)}</div>'


def _figures(report: Report, studied: bool) -> str:
    summary = report.summary()
    if studied:
        import pandas

        summary = pandas.concat([summary, report.leads])
    rows = [
        [_named(row.Index), (_value(row.Index, row.value), "rt-figure"), _ends(row)] for row in summary.itertuples()
    ]
    return _table("", ("Figure", "Value", "95% interval"), rows)


def _shifts(comparison: Comparison) -> str:
    from workbench.lab import pictures

    figures = pictures.shown_shifts(comparison.figures)
    cards = pictures.shifted_cards(comparison).head(MOST_CARDS)
    head = ("Figure", "Before", "After", "Difference, 95% interval", "")
    told = _table(
        "", head, [_shift(row, _named(row.figure), pictures.is_share(row.figure)) for row in figures.itertuples()]
    )
    if not len(cards):
        return told
    measure = "wins in 100 games that it brings" if pictures.is_impact(cards.iloc[0].figure) else "scores in 100 games"
    rows = [_shift(row, (_card(row), ""), True) for row in cards.itertuples()]
    return told + _table(f"Cards: {measure}", ("Card", *head[1:]), rows)


Cell = tuple[str, str]  # a text and the class of its cell


def _shift(row: Any, name: Cell, share: bool) -> list[Cell]:
    from workbench.lab.pictures import interval, number, signed

    factor = 100 if share else 1
    before, after = ("–" if isnan(value) else number(factor * value) for value in (row.before, row.after))
    if isnan(row.difference):
        return [name, (before, "rt-figure"), (after, "rt-figure"), ("on one side only", ""), ("", "rt-span")]
    mark = ("▲ " if row.difference > 0 else "▼ ") if row.shifted else ""
    ends = "" if isnan(row.low) else f" ({interval(factor * row.low, factor * row.high)})"
    told = (f"{mark}{signed(factor * row.difference)}{ends}", "rt-shifted" if row.shifted else "")
    return [name, (before, "rt-figure"), (after, "rt-figure"), told, (_span(row), "rt-span")]


def _span(row: Any) -> str:
    """Where the interval of a difference lies around no difference, as numbers from 0 to 100; empty if unknown."""
    reach = max(abs(row.low), abs(row.high))
    if isnan(reach) or not reach:
        return ""
    return f"{50 + 48 * row.low / reach:.1f} {48 * (row.high - row.low) / reach:.1f}"


def _named(figure: str) -> Cell:
    from workbench.lab.pictures import is_share, seats_counted

    return f"{seats_counted(figure)}{', %' if is_share(figure) else ''}", ""


def _value(figure: str, value: float) -> str:
    from workbench.lab.pictures import is_share, number

    return number(100 * value if is_share(figure) else value)


def _ends(row: Any) -> Cell:
    from workbench.lab.pictures import interval, is_share

    factor = 100 if is_share(row.Index) else 1
    return interval(factor * row.low, factor * row.high), ""


def _card(row: Any) -> str:
    worth = row.figure.removeprefix("impact of ").replace("_", " ")
    changed = f" ({row.change})" if row.change else ""
    return f"{row.card}{changed} · {worth}"


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    heads = "".join(f'<th scope="col">{escape(text)}</th>' if text else '<td class="rt-span"></td>' for text in head)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    named = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f'<table class="rt-glance">{named}<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _cells(row: Sequence[Cell]) -> str:
    (name, _kind), *rest = row
    cells = "".join(
        f'<td class="rt-span">{_range(text)}</td>' if kind == "rt-span" else f'<td class="{kind}">{escape(text)}</td>'
        for text, kind in rest
    )
    return f'<th scope="row">{escape(name)}</th>{cells}'


def _range(span: str) -> str:
    if not span:
        return ""
    left, width = span.split()
    return (
        '<span class="rt-range-room" aria-hidden="true"><span class="rt-range-zero"></span>'
        f'<span class="rt-range" style="left:{left}%;width:{width}%"></span></span>'
    )
