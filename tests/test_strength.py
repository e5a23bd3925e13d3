"""The search that bots are measured by."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks import strength
from benchmarks.strength import SEARCH, WORLDS, Strength, better_action

USUAL, OTHER, THIRD = 3, 7, 9


def wins(*of_worlds: float) -> np.ndarray:
    """What an action is worth in each world, given in turn."""
    return np.resize(np.array(of_worlds), WORLDS)


@pytest.mark.parametrize(
    ("values", "action"),
    [
        ({USUAL: wins(0.2, 0.4), OTHER: wins(0.3, 0.5)}, OTHER),  # by the same amount in every world
        ({USUAL: wins(0.2, 0.4), OTHER: wins(0.1, 0.3)}, USUAL),
        ({USUAL: wins(0.2, 0.4), OTHER: wins(0.2, 0.4)}, USUAL),
        ({USUAL: wins(0.5), OTHER: wins(1.0, 0.1)}, USUAL),  # it may be chance
        ({USUAL: wins(0.5), OTHER: wins(1.0, 0.4), THIRD: wins(0.7, 0.6)}, THIRD),  # the clearer one
        ({OTHER: wins(1.0)}, USUAL),  # the bot's own action was not looked at
    ],
)
def test_the_search_leaves_the_bot_only_where_another_action_is_clearly_better(
    values: dict[int, np.ndarray], action: int
) -> None:
    assert better_action(values, USUAL) == action


def test_a_row_says_whether_the_search_wins_more_than_is_wanted() -> None:
    assert Strength("guile", 2, SEARCH, "greedy", 100, 61.0).row.endswith(
        "| 61.0% | 51.2% to 70.0% | 50.0% | <= 61.5% | yes |"
    )
    assert Strength("guile", 2, SEARCH, "greedy", 100, 62.0).row.endswith("| <= 61.5% | no |")
    assert Strength("guile", 2, "bold", "greedy", 100, 62.0).row.endswith("| 50.0% |  |  |")


def test_matches_of_all_parts_are_counted(tmp_path: Path) -> None:
    kept = tmp_path / "parts.jsonl"
    for number in range(4):
        one = strength.Searched("guile", number, float(number > 0), 10, 2)
        with kept.open("a", encoding="utf-8") as file:
            file.write(strength.as_line(one))
    assert strength.of_search("guile", strength.kept_matches(kept)).won == 3
