"""Few games: what they cannot tell is left empty and pointed out, in tables, pictures and words."""

from __future__ import annotations

import re

import pytest

import workbench as wb
from tests.cli.typed import said_by
from workbench.lab.intervals import EMPTY_BECAUSE
from workbench.lab.pages import comparison_html


@pytest.mark.parametrize("games", [1, 2, 3])
def test_no_interval_of_a_report_has_the_width_nought_but_where_a_share_is_sure(games: int) -> None:
    report = wb.simulate("guile", games=games, seed=4)
    for table in (report.summary(), report.seats.set_index("seat"), report.lengths, report.categories):
        for low, high in ((name, name.replace("low", "high")) for name in table if name.endswith("low")):
            widths = table[high] - table[low]
            assert not (widths == 0).any(), table


def test_one_game_is_told_with_empty_intervals_and_why(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "simulate", "guile", "--games", "1", "--seed", "4")
    assert re.search(r"turns a game +32\.000 *\n", said)
    assert re.search(r"score, seat 1 \(greedy\) +2\.000 *\n", said)
    assert EMPTY_BECAUSE in said
    assert "1 games, 2 seats" not in said
    html = wb.simulate("guile", games=1, seed=4)._repr_html_()
    assert EMPTY_BECAUSE in html
    assert "nan" not in re.sub(r"<[^>]*>", " ", html).lower().split()
    assert not re.search(r'="[^"]*\bnan\b', html)


@pytest.mark.parametrize("games", [1, 2, 3, 5])
def test_no_shift_larger_than_100_in_100_games_is_named_and_none_from_two(games: int) -> None:
    town = wb.load_deck("guild_master")
    comparison = wb.compare(town, town.edit(change=[{"card_id": "moat", "resources": "MC"}]), games=games)
    for figure in re.findall(r"larger than ([\d.]+) in 100", comparison.verdict):
        assert float(figure) < 100
        assert games > 2
    if games <= 2:
        assert f"{games} game{'s' * (games > 1)} cannot tell how large a shift" in comparison.verdict
    wins = comparison.figures[comparison.figures.figure.str.contains("win share|shared wins")]
    assert (wins[["low", "high"]].dropna().abs() <= 1).all(axis=None)
    cards = comparison.cards[comparison.cards.figure.str.startswith(("impact", "win_share", "bonus_share"))]
    assert (cards[["low", "high"]].dropna().abs() <= 1).all(axis=None)
    html = comparison_html(comparison)
    assert not re.search(r'="[^"]*\bnan\b', html)
