"""The rules compiled against the rules in plain Python: the same source, so the same bytes."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.games.guild_master import GAME
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES

from ..speeds import compiled_so_far, play_out
from .decks import MEDIEVAL, made_deck, tables

CHECKOUT = Path(__file__).parents[3]
bots = st.lists(st.sampled_from(["random", "greedy"]), min_size=8, max_size=8)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(table=tables(), names=bots, seed=st.integers(0, 2**63 - 1), index=st.integers(0, 2**40))
def test_both_speeds_play_the_same_game(table: tuple, names: list[str], seed: int, index: int) -> None:
    deck, seats, options = table
    plain, compiled = (
        play_out(deck, seats, options, names[:seats], seed, index, compiled=compiled) for compiled in (False, True)
    )
    assert compiled.log == plain.log
    assert compiled.record == plain.record
    assert compiled.lines == plain.lines
    assert compiled.winners == plain.winners
    assert compiled.over
    assert plain.over


@pytest.mark.parametrize(("cards", "categories"), [(20, 2), (MAX_CARDS, MAX_CATEGORIES)])
def test_both_speeds_play_the_same_games_at_the_ends_of_what_is_allowed(cards: int, categories: int) -> None:
    for seats in (2, 8):
        deck = made_deck(cards, categories, random.Random(cards))
        options = {"deal_size": 2, "trade_reveal": "public"}
        played = [play_out(deck, seats, options, ["greedy"] * seats, 1, 0, compiled=speed) for speed in (False, True)]
        assert played[0] == played[1]
        assert len(played[0].log) > cards / 5


# Compiled once


def edited_decks() -> list[Any]:
    """The medieval deck after edits, and decks of other sizes."""
    chooser = random.Random(3)
    moat = next(row["card_id"] for row in MEDIEVAL.rows if row["name"] == "Moat")
    return [
        MEDIEVAL.edit(change=[{"card_id": moat, "resources": "MC", "count": 3}]),
        MEDIEVAL.edit(remove=[moat]),
        *(made_deck(cards, categories, chooser) for cards, categories in ((24, 2), (113, 9), (192, 16))),
    ]


def test_nothing_is_compiled_again_after_a_card_edit_or_for_another_deck() -> None:
    simulate("guild_master", games=2, bots="greedy", deck=MEDIEVAL)
    before = compiled_so_far(GAME.variant())
    assert before
    assert before["run_games"]
    reports = [simulate("guild_master", games=2, seats=seats, bots="greedy", deck=deck)
               for deck in edited_decks() for seats in (2, 4)]  # fmt: skip
    simulate("guild_master", games=2, seats=3, bots=["random", "greedy", "random"], options={"draw_mode": "one_by_one"})
    assert len({report.deck_digest for report in reports}) == 5
    assert compiled_so_far(GAME.variant()) == before


# A changed rule

ASK = """
import sys, json
import workbench as wb
report = wb.simulate("guild_master", games=30, seats=3, bots="greedy", seed=5, compiled=sys.argv[1] == "compiled")
print(json.dumps([report.outcome.points.sum(axis=(0, 1)).tolist(), report.outcome.turns.tolist(), wb.__file__]))
"""


def ask(package: Path, cache: Path, speed: str) -> list[Any]:
    """What a new process with a copy of the package computes."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(package),
        "WORKBENCH_CACHE": str(cache),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", ASK, speed]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *result, file = json.loads(done.stdout)
    assert Path(file).is_relative_to(package), "the copy is what was asked"
    return result


CHANGES = [
    ("games/guild_master/rules.py", "FULL_HAND = 5", "FULL_HAND = 4"),
    ("games/guild_master/scoring.py", "kind, -1, 2, RANKING.base_double", "kind, -1, 3, RANKING.base_double"),
]


@pytest.mark.slow
def test_a_changed_rule_is_never_answered_by_code_compiled_before(tmp_path: Path) -> None:
    package, cache = tmp_path / "copy", tmp_path / "cache"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "workbench", package / "workbench", ignore=ignored)
    shutil.copytree(CHECKOUT / "decks", package / "decks", ignore=ignored)
    results = [ask(package, cache, "compiled")]
    assert results[0] == ask(package, cache, "plain")
    for file, old, new in CHANGES:
        source = package / "workbench" / file
        text, times = source.read_text(encoding="utf-8"), source.stat()
        assert text.count(old) == 1
        source.write_text(text.replace(old, new), encoding="utf-8")
        # As large and as old as before: what Numba's own cache goes by.
        os.utime(source, ns=(times.st_atime_ns, times.st_mtime_ns))
        results.append(ask(package, cache, "compiled"))
        assert results[-1] == ask(package, cache, "plain")
    assert all(one != other for one, other in combinations(results, 2))
