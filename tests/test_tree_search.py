"""The benchmark of the searching bot says what it measures."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from benchmarks import tree_search
from benchmarks.tree_search import Pair, is_reached, kept_pairs, new_match, row_of, share_of
from workbench.play import Match


def pair(number: int, won: float, usual: float, game: str = "guile") -> Pair:
    """A pair of a game."""
    return Pair(game, number, won, usual, 10, 2)


@pytest.mark.parametrize(("game", "low", "high", "reached"), [
    ("guild_master", 0.26, 0.4, True), ("guild_master", 0.24, 0.4, False), ("guild_master", 0.25, 0.4, False),
    ("excalibur", 0.2, 0.3, True), ("excalibur", 0.1, 0.24, False), ("excalibur", 0.26, 0.4, True),
])  # fmt: skip
def test_some_games_are_to_be_won_more_often_and_others_not_less(
    game: str, low: float, high: float, reached: bool
) -> None:
    assert is_reached(game, low, high, 0.25) is reached


def test_a_row_tells_the_share_and_what_of_it_is_not_the_deal() -> None:
    pairs = [pair(number, 1.0, float(number % 2)) for number in range(100)]
    assert row_of("guile", pairs) == (
        "| guile | 2 | 100 | 100.0% | 96.3% to 100.0% | 50.0% | 50.0% | +50.0% | +40.2% to +59.8% | yes |"
    )


def test_both_matches_of_a_pair_are_one_deal_and_a_shared_win_counts_as_a_share() -> None:
    one, other = new_match(wb.game("guile"), 3), new_match(wb.game("guile"), 3)
    assert (one.state == other.state, one.seed) == (True, other.seed)
    shared = type("Shared", (), {"winners": (0, 2)})
    assert [share_of(shared, seat) for seat in (0, 1, 2)] == [0.5, 0.0, 0.5]  # type: ignore[arg-type]


def test_a_pair_is_kept_and_counts_how_often_the_search_left_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_search = Match.act_by_search
    monkeypatch.setattr(Match, "act_by_search", lambda match, seat, most, compiled: by_search(match, seat, 1, False))
    kept = tmp_path / "pairs.jsonl"
    (one,) = tree_search.play_pairs("guile", [4], 300, float("inf"), kept, 1)
    assert kept_pairs(kept) == [one]
    assert (one.game, one.number) == ("guile", 4)
    assert 5 < one.decisions > one.left, "one iteration goes where the bot goes, but for ties"
    assert list(tree_search.play_pairs("guile", [5], 300, -1.0, kept, 1)) == []
    assert kept_pairs(None) == []
