"""The benchmark of the searching bot says what it measures."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import workbench as wb
from benchmarks import tree_search
from benchmarks.table import README, with_table
from benchmarks.tree_search import BEGIN, END, Pair, is_reached, kept_pairs, new_match, row_of, share_of
from workbench.kernel.engine.speeds import plain_engine
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


def test_the_command_adds_up_all_parts_and_says_whether_all_is_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    kept = tmp_path / "pairs.jsonl"
    kept.write_text(
        "".join(f"{json.dumps(asdict(pair(number, 1.0, 0.5)))}\n" for number in range(10)), encoding="utf-8"
    )
    monkeypatch.setattr(tree_search, "speed_of", lambda _game: (500.0, 1_000.0))
    asked = ["--games", "guile", "--pairs", "10", "--keep", str(kept), "--check"]
    assert tree_search.main(asked) == 0
    told = capsys.readouterr().out
    assert "| guile | 2 | 10 | 100.0% |" in told
    assert "- guile: 500 iterations a second, 0.50 of bare play-outs" in told
    assert "- guile: 10.0 decisions a match, in 2.0 not as the usual bot" in told
    monkeypatch.setattr(tree_search, "speed_of", lambda _game: (300.0, 1_000.0))
    assert tree_search.main(asked) == 1, "too slow"


def test_the_readme_has_a_place_for_the_table() -> None:
    text = README.read_text(encoding="utf-8")
    assert f"{BEGIN}\n\nnew\n\n{END}" in with_table(text, "new", BEGIN, END)


def test_speed_is_measured_from_positions_in_which_there_is_a_choice() -> None:
    searched, played = tree_search.speed_of("guile", plain_engine(wb.game("guile").variants[0]), 1)
    assert searched > 0 < played


def test_the_table_goes_into_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme, kept = tmp_path / "README.md", tmp_path / "pairs.jsonl"
    readme.write_text(f"{BEGIN}{END}", encoding="utf-8")
    kept.write_text(json.dumps(asdict(pair(0, 1.0, 0.5))), encoding="utf-8")
    monkeypatch.setattr(tree_search, "README", readme)
    monkeypatch.setattr(tree_search, "speed_of", lambda _game: (500.0, 1_000.0))
    tree_search.main(["--games", "guile", "--pairs", "1", "--keep", str(kept)])
    assert "| guile | 2 | 1 |" in readme.read_text(encoding="utf-8")


def test_sizes_of_one_game_become_a_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, drawn = tmp_path / "pairs.jsonl", tmp_path / "sizes.svg"
    won = {30: 0.5, 900: 1.0}
    pairs = [replace(pair(number, won[size], 0.5), iterations=size) for size in won for number in range(4)]
    kept.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in pairs), encoding="utf-8")
    monkeypatch.setattr(tree_search, "SIZES_PICTURE", drawn)
    assert tree_search.main(["--games", "guile", "--sizes", "30", "900", "--pairs", "4", "--keep", str(kept)]) == 0
    picture = drawn.read_text(encoding="utf-8")
    assert picture.index("30 iterations") < picture.index("900 iterations")
    assert "100.0% (51.0% to 100.0%), 4 pairs" in picture
    assert "the fair share, 50.0%" in picture
