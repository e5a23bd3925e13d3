"""The command `workbench compare`, as somebody types it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.typed import refused, said_by
from tests.servers import CHECKOUT
from workbench.decks import load_deck

RUN = ("--games", "600", "--seats", "3", "--seed", "5")
MORE = ("--games", "4000", *RUN[2:])


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A folder with the medieval deck, in which ten more cards give two points in defence."""
    deck = load_deck("guild_master")
    others = [row["card_id"] for row in deck.rows if "M" not in str(row["resources"]) and not row["bonus_resource"]]
    return deck.edit(change=[{"card_id": card, "resources": "MM"} for card in others[:10]]).save(tmp_path / "town")


def test_compare_prints_what_differs_and_what_that_shifts(town: Path, capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "compare", "guild_master", str(town), *MORE)
    assert "Guild Master: 4,000 games, 3 seats, seed 5, played with both decks" in said
    assert "95% interval of the difference" in said
    assert str(load_deck("guild_master").diff(load_deck("guild_master", town))) in said
    assert said.index("\nFigures\n") < said.index("win share, seat 1 (greedy)") < said.index("\nCards\n")
    defence = next(line for line in said.splitlines() if "Military and fortifications: points of a seat" in line)
    assert re.search(r"( +-?\d+\.\d{3}){5} +4000 +yes$", defence)
    assert re.search(r"changed +scored_share", said)
    assert "NaN" not in said


def test_compare_of_a_deck_with_itself_shifts_nothing(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "compare", "guild_master", "guild_master/medieval", *RUN, "--bots", "greedy,random,random")
    assert "No difference." in said
    assert "win share, seat 2 (random)" in said
    assert "yes" not in said
    assert "\nCards\n" not in said


def test_compare_without_a_seed_draws_one_for_both_decks(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "compare", "guild_master", "guild_master", "--games", "5", "--seats", "2")
    assert re.search(r"5 games, 2 seats, seed \d+, played with both decks", said)


def test_compare_says_what_only_one_deck_has(town: Path, capsys: pytest.CaptureFixture) -> None:
    load_deck("guild_master", town).edit(meta={"options": {"deal_size": 4}}).save(town.parent / "four")
    said = said_by(capsys, "compare", str(town), str(town.parent / "four"), "--games", "50", "--seats", "2")
    assert "The decks set the option deal_size apart: 5, then 4." in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("guild_master", "guile"), "cannot be compared with one of 'guile'"),
        (("guild_master", "guild_master/medievil"), "'medievil'"),
        (("guild_master", "guild_master", "--games", "0"), "number of games"),
        (("guild_master", "guild_master", "--seats", "9"), "9 seats"),
        (("guild_master", "guild_master", "--option", "deal_size"), "KEY=VALUE"),
    ],
    ids=str,
)
def test_compare_refuses_what_cannot_be_compared(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture
) -> None:
    assert says in refused(capsys, "compare", *arguments)


@pytest.mark.slow
def test_ctrl_c_compares_the_games_played_by_then(town: Path) -> None:
    command = [sys.executable, "-u", "-m", "workbench", "compare", "guild_master", str(town), "--games", "10000000"]
    code = (
        "import os, signal, sys, threading, workbench.lab.simulation as simulation\n"
        "from workbench.cli import main\n"
        "play = simulation.play_chunk\n"
        "def interrupted(*given):\n"
        "    if given[3] == 500: os.kill(os.getpid(), signal.SIGINT)\n"
        "    return play(*given)\n"
        "simulation.play_chunk = interrupted\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command[4:]], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    games = int(re.search(r"Guild Master: ([\d,]+) games", done.stdout)[1].replace(",", ""))  # type: ignore[index]
    assert 0 < games < 10_000_000
