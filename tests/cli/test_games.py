"""The commands `workbench games`, `warm` and `check`, as somebody types them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.typed import workbench
from workbench.cli import main


def test_games_lists_every_game(capsys: pytest.CaptureFixture) -> None:
    assert main(["games"]) == 0
    assert "guild_master  Guild Master, 2 to 8 seats" in capsys.readouterr().out


def test_one_game_is_shown_with_its_decks_bots_and_options(capsys: pytest.CaptureFixture) -> None:
    assert main(["games", "guild_master"]) == 0
    said = capsys.readouterr().out
    assert "medieval (its own)" in said
    assert "greedy" in said
    assert "lead_ties=all_tied" in said
    assert "[all_tied, nobody]" in said


@pytest.mark.slow
def test_warm_says_when_a_game_is_compiled() -> None:
    done = workbench("warm", "guile")
    assert done.returncode == 0, done.stderr
    assert "Guile is compiled." in done.stdout


def test_warm_says_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    done = workbench("warm", "guile", "--into", str(tmp_path / "a file"))
    assert done.returncode == 2
    assert "a file" in done.stderr
    assert "Traceback" not in done.stderr


# check


def test_check_prints_each_check_with_how_much_was_tried(capsys: pytest.CaptureFixture) -> None:
    assert main(["check", "guile", "--only", "conservation", "--only", "scores"]) == 0
    said = capsys.readouterr().out
    assert "passed  conservation  5 matches, " in said
    assert "figures counted again" in said
    assert said.endswith("2 of 2 checks passed.\n")


def test_check_keeps_the_match_that_fails_and_says_so(
    capsys: pytest.CaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.games.guile import GAME
    from workbench.kernel.registry import register, unregister
    from workbench.kernel.scoring import Recount
    from workbench.play import Match

    wrong = replace(GAME.variants[0], recount=lambda view, deck: Recount((), {"victory_cards": (9, 9)}))
    register(replace(GAME, variants=(wrong,)))
    try:
        assert main(["check", "guile", "--only", "scores", "--save", str(tmp_path / "found")]) == 1
        said = capsys.readouterr().out
        kept = tmp_path / "found" / "guile-scores.json"
        assert f"The match that fails is kept in {kept}." in said
        assert Match.load(kept).over
    finally:
        unregister("guile")


def test_check_refuses_a_check_that_does_not_exist(capsys: pytest.CaptureFixture) -> None:
    assert main(["check", "guile", "--only", "secrets"]) == 2
    assert "secrecy" in capsys.readouterr().err


def test_check_tries_one_number_of_seats_or_says_which_there_are(capsys: pytest.CaptureFixture) -> None:
    assert main(["check", "excalibur", "--seats", "3", "--only", "conservation"]) == 0
    assert "1 of 1 checks passed." in capsys.readouterr().out
    assert main(["check", "guile", "--seats", "3"]) == 2
    assert "No variant of Guile has 3 seats." in capsys.readouterr().err
