"""Whether verdicts hold with the strongest bot, as the benchmark asks it."""

from __future__ import annotations

import pytest

import workbench as wb
from benchmarks.verdicts import Asked, Wins, asked_of, asked_of_match, impact, owners_win, top_cards
from workbench.lab.report_tables import STUDIED_PLAIN


@pytest.mark.parametrize(
    ("usual", "search", "holds"),
    [
        ((0.1, 0.05, 0.15), (0.2, 0.01, 0.4), "yes"),
        ((0.1, 0.05, 0.15), (0.05, -0.1, 0.2), "not settled"),
        ((0.1, 0.05, 0.15), (0.0, -0.05, 0.05), "no, not as much"),
        ((0.1, 0.05, 0.15), (-0.1, -0.15, -0.05), "no, the other way"),
        ((-0.1, -0.15, -0.05), (-0.2, -0.3, -0.1), "yes"),
        ((0.01, -0.05, 0.05), (0.2, 0.1, 0.3), "nothing was said"),
    ],
)
def test_a_verdict_holds_where_the_search_says_the_same(usual: tuple, search: tuple, holds: str) -> None:
    assert Asked("guile", "wins", Wins(*usual), Wins(*search)).holds == holds


@pytest.mark.slow
def test_an_impact_counted_from_matches_is_that_of_the_report() -> None:
    report = wb.simulate("guild_master", games=STUDIED_PLAIN, seed=3, bots="greedy", compiled=False)
    first = next(iter(report.plan.game.reports.worth))
    told = report.impact[(report.impact.worth == first) & (report.impact.games > 10)].head(3)
    keys = {kind.name: kind.key for kind in report.plan.deck.kinds}
    asked = [keys[name] for name in told.card]
    matches = [asked_of_match(report.match(number), asked, number) for number in range(STUDIED_PLAIN)]
    assert len(told) == 3
    for row, key in zip(told.itertuples(), asked, strict=True):
        assert impact(matches, key) == pytest.approx((row.impact, row.low, row.high))
    by_name = report.cards.set_index("card")
    for name, key in zip(told.card, asked, strict=True):
        assert owners_win(matches, key).value == pytest.approx(by_name.win_share[name] - 1 / 4)


def test_a_table_has_turn_order_and_the_cards_that_decide_most() -> None:
    report = wb.simulate("guile", games=400, seed=3, bots="random")
    keys = [key for key, _, _ in top_cards(report)]
    matches = [asked_of_match(report.match(number), keys, number) for number in range(12)]
    rows = list(asked_of(report, matches))
    assert [row.what[:15] for row in rows[:2]] == ["wins of place 1", "wins of place 2"]
    assert sum(row.search.value for row in rows[:2]) == pytest.approx(0, abs=1e-9)
    assert len(rows) == 2 + len(keys)
    assert all(row.row.count("|") == 8 for row in rows)
