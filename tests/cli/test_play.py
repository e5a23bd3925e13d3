"""The command `workbench play`, as somebody types it; the match itself is in tests/test_terminal.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.typed import workbench
from workbench.play import Match


def test_the_end_of_the_input_ends_the_match_kindly() -> None:
    done = workbench("play", "guild_master", "--seed", "3")
    assert done.returncode == 0
    assert "Your hand" in done.stdout
    assert done.stderr == ""
    assert done.stdout.endswith("save FILE keeps one.\n")


def test_people_share_the_keyboard_and_bots_sit_on_the_other_seats() -> None:
    done = workbench(
        "play", "guild_master", "--seats", "3", "--people", "1,3", "--bots", "random", "--seed", "4",
        "--option", "first_seat=0", typed="\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Seat 1, press Enter when nobody else is looking." in done.stdout
    assert "Seat 1 (you)" in done.stdout
    assert "Bors (bot: at random)" in done.stdout
    assert "Seat 3 (person)" in done.stdout


def test_people_are_called_by_their_names() -> None:
    done = workbench(
        "play", "guild_master", "--seats", "4", "--people", "1,3,4", "--names", "Anna Lena, Ben,Ben", "--seed", "4",
        "--option", "first_seat=0", typed="\nscore anna lena\nscore\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Anna Lena, press Enter when nobody else is looking." in done.stdout
    for line in ("Anna Lena (you)", "Bors (bot: plays to lead)", "Ben (person)", "Ben B. (person)"):
        assert line in done.stdout
    assert "total in Public health" in done.stdout, "a seat is called by its name, too"


def test_a_saved_match_keeps_its_names(tmp_path: Path) -> None:
    typed = "1\nsave half.json\n"
    workbench("play", "guild_master", "--seats", "2", "--seed", "3", "--names", "Anna", typed=typed, folder=tmp_path)
    assert "Anna (you)" in workbench("play", "--load", "half.json", folder=tmp_path).stdout
    refused = workbench("play", "--load", "half.json", "--names", "Ben", folder=tmp_path)
    assert refused.returncode != 0
    assert "leave out --names" in refused.stderr


@pytest.mark.parametrize(("names", "said"), [("Anna,Ben", "2 names to 1 people"), ("-", "at least one letter")])
def test_names_that_do_not_fit_are_refused(names: str, said: str) -> None:
    refused = workbench("play", "guild_master", "--seats", "2", f"--names={names}")
    assert refused.returncode != 0
    assert said in refused.stderr


def test_a_saved_match_goes_on_where_it_was_with_the_seats_as_they_were(tmp_path: Path) -> None:
    begun = workbench(
        "play", "guild_master", "--seats", "2", "--seed", "3", typed="1\nsave half.json\n", folder=tmp_path
    )
    assert begun.returncode == 0, begun.stderr
    saved = Match.load(tmp_path / "half.json")
    assert saved.log
    done = workbench("play", "--load", "half.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Seat 1 (you)" in done.stdout
    assert "Bors (bot: plays to lead)" in done.stdout
    assert saved.scene(0).log[-1] in done.stdout
