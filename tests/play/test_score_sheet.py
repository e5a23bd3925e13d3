"""The score sheet of a match as a table, and who wins by it."""

from __future__ import annotations

from tests.play.matches import finished
from workbench.play import Match


def test_winners_are_those_the_score_lines_put_first() -> None:
    for seed in range(8):
        match = finished(seed, seats=4)
        assert match.over
        table = match.scores()
        leads = table[table.reason == "lead_count"].groupby("seat").points.sum()
        first = set(leads[leads == leads.max()].index)
        assert match.winners
        assert set(match.winners) <= first
        if len(first) == 1:
            assert match.winners == tuple(first)


def test_scores_are_the_score_lines_as_a_table() -> None:
    match = finished()
    table = match.scores()
    assert list(table.columns) == ["round", "seat", "category", "source", "points", "level", "reason", "rule", "text"]
    assert table.to_dict("records") == match.score_lines()
    assert set(table.level) == {"point", "derived"}
    assert table.rule.str.fullmatch(r"GM-\d{3}").all()
    points = table[table.level == "point"].groupby(["seat", "category"]).points.sum()
    totals = table[table.reason == "category_total"].set_index(["seat", "category"]).points
    assert totals[points.index].tolist() == points.tolist()


def test_an_empty_table_has_columns_too(match: Match) -> None:
    assert set(match.scores().columns) >= {"seat", "category", "source", "points", "reason"}
