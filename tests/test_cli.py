"""The command `workbench`, as somebody types it."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.example_game import PLAIN_DECK, known
from tests.servers import CHECKOUT, environment_for_servers
from workbench.cli import build_parser, main, with_default_command
from workbench.cli.reports import REPORT_TABLES

COMMANDS = (
    "serve",
    "play",
    "simulate",
    "compare",
    "lint",
    "diff",
    "versions",
    "convert",
    "check",
    "golden",
    "warm",
    "games",
)
HEAVY = ("numpy", "numba", "pandas", "pydantic", "ipywidgets", "altair", "voila", "tornado", "networkx")
MEDIEVAL = CHECKOUT / "decks" / "guild_master" / "medieval"


def workbench(*arguments: str, typed: str = "", folder: Path = CHECKOUT) -> subprocess.CompletedProcess:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "workbench", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=300,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(CHECKOUT), "COLUMNS": "100"},
    )


def refused(capsys: pytest.CaptureFixture, *arguments: str) -> str:
    """The one message with which a command is refused."""
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("workbench: ")
    assert "Traceback" not in said.err
    return said.err


# Help


def test_help_names_every_command_and_shows_examples(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    said = capsys.readouterr().out
    for command in COMMANDS:
        assert f"\n    {command} " in said
    assert "examples:" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_and_all_its_arguments(
    command: str, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    explained = capsys.readouterr().out.splitlines()
    assert len(explained) > 8
    assert max(map(len, explained)) <= 80, "a terminal is 80 columns wide"
    parser = next(action for action in build_parser()._actions if action.dest == "==SUPPRESS==" or action.choices)
    for action in parser.choices[command]._actions:  # type: ignore[index, call-overload]
        assert action.help, f"{command} {action.dest} is not explained"


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\nfrom workbench.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"print('HEAVY', [name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=CHECKOUT, timeout=60)
    assert done.stdout.endswith("HEAVY []\n"), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["serve"]),
        (["--port", "9000"], ["serve", "--port", "9000"]),
        (["--no-browser"], ["serve", "--no-browser"]),
        (["--help"], ["--help"]),
        (["-h"], ["-h"]),
        (["--version"], ["--version"]),
        (["games"], ["games"]),
    ],
)
def test_without_a_command_the_dashboards_are_served(given: list[str], meant: list[str]) -> None:
    assert with_default_command(given) == meant


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
    from workbench.kernel.game import register, unregister
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


# games and lint


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


@pytest.mark.parametrize("target", ["guild_master", str(MEDIEVAL), str(MEDIEVAL / "deck.toml")])
def test_lint_prints_findings_with_level_place_and_fix(target: str, capsys: pytest.CaptureFixture) -> None:
    assert main(["lint", target]) == 0
    said = capsys.readouterr().out
    assert "warning cards.csv row 48 (Tavern)" in said
    assert "Fix: " in said
    assert "guild_master/medieval: 0 errors, " in said


def test_lint_can_leave_the_notes_out(capsys: pytest.CaptureFixture) -> None:
    main(["lint", "guild_master", "--level", "warning"])
    said = capsys.readouterr().out
    assert "\nnote " not in said
    assert "warning " in said


def test_lint_of_a_deck_with_errors_lists_them_and_says_so_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    deck = tmp_path / "broken"
    deck.mkdir()
    (deck / "deck.toml").write_bytes((MEDIEVAL / "deck.toml").read_bytes())
    cards = (MEDIEVAL / "cards.csv").read_text(encoding="utf-8").splitlines()
    (deck / "cards.csv").write_text("\n".join([*cards, cards[1]]) + "\n", encoding="utf-8")
    assert main(["lint", str(deck)]) == 1
    said = capsys.readouterr().out
    assert "error   cards.csv row " in said
    assert " 0 errors" not in said


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"title = 'no game'\n", "which game"), (b"game = \n", "not a TOML file"), (b"\xff\xfe", "not a TOML file")],
)
def test_lint_of_a_file_that_is_no_deck_says_why(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "deck.toml").write_bytes(content)
    assert told in refused(capsys, "lint", str(tmp_path))


def test_lint_of_a_table_instead_of_a_deck_names_what_to_give(capsys: pytest.CaptureFixture) -> None:
    assert "Name the folder that holds a deck.toml." in refused(capsys, "lint", str(MEDIEVAL / "cards.csv"))


def test_lint_of_a_folder_without_a_deck_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert "deck.toml" in refused(capsys, "lint", str(tmp_path))


# Refusals


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["play", "guild_mastr"], "Did you mean 'guild_master'?"),
        (["play"], "Name a game"),
        (["play", "guild_master", "--seats", "99"], "Choose 2 to 8"),
        (["play", "guild_master", "--people", "9"], "--people"),
        (["play", "guild_master", "--people", "one"], "--people"),
        (["play", "guild_master", "--people", "1" * 5000], "--people"),
        (["play", "guild_master", "--bots", "clever"], "Choose one of"),
        (["play", "guild_master", "--bots", "greedy,random"], "--bots names 2 bots for 3 seats"),
        (["play", "guild_master", "--seed", "-1"], "seed"),
        (["play", "guild_master", "--deck", "nothing"], "medieval"),
        (["play", "guild_master", "--deck", "./no/such"], "deck"),
        (["play", "guild_master", "--option", "lead_ties"], "KEY=VALUE"),
        (["play", "guild_master", "--option", "lead_tie=nobody"], "Did you mean 'lead_ties'?"),
        (["play", "guild_master", "--option", "lead_ties=somebody"], "nobody"),
        (["play", "--load", "/no/such/file.json"], "/no/such/file.json"),
        (["play", "guild_master", "--load", "match.json"], "leave out GAME."),
        (["play", "--load", "match.json", "--seats", "3", "--people", "1,2"], "leave out --seats, --people."),
        (["simulate", "nothing"], "There is no game"),
        (["simulate", "guild_master", "--games", "0"], "number of games"),
        (["simulate", "guild_master", "--threads", "0"], "number of threads"),
        (["simulate", "guild_master", "--bots", "greedy,random"], "2 bots are named for"),
        (["lint", "nothing"], "There is no game"),
        (["warm", "nothing"], "There is no game"),
        (["games", "nothing"], "There is no game"),
        (["serve", "/no/such/folder"], "/no/such/folder"),
        (["serve", "~nobody-of-that-name"], "~nobody-of-that-name"),
        (["lint", "~nobody-of-that-name/x"], "~nobody-of-that-name"),
        (["play", "guild_master", "--deck", "~nobody-of-that-name/x"], "~nobody-of-that-name"),
    ],
)
def test_bad_input_is_refused_in_one_message(arguments: list[str], told: str, capsys: pytest.CaptureFixture) -> None:
    assert told in refused(capsys, *arguments)


@pytest.mark.parametrize("port", ["-1", "65536", "eighty"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", f"--port={port}"])
    assert left.value.code == 2
    assert "from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--games", "--seats", "--seed", "--threads"])
@pytest.mark.parametrize("given", ["1e4", "ten", "1.5", ""])
def test_a_number_that_is_none_is_refused(option: str, given: str, capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit) as left:
        main(["simulate", "guild_master", f"{option}={given}"])
    assert left.value.code == 2
    assert f"{option}: {given!r} is not a whole number" in capsys.readouterr().err


# simulate


def simulate(*more: str) -> subprocess.CompletedProcess:
    """A small run of the real thing."""
    done = workbench("simulate", "guild_master", "--games", "300", "--seats", "3", "--seed", "5", *more)
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def as_json() -> dict:
    """A small run as JSON."""
    return json.loads(simulate("--json", "-").stdout)


def test_simulate_reports_shares_with_their_intervals() -> None:
    done = simulate()
    assert "300 games, 3 seats, seed 5" in done.stdout
    assert "95% interval" in done.stdout
    assert "win share, seat 0 (greedy)" in done.stdout
    assert "Industry and crafts" in done.stdout
    assert done.stderr == "", "progress is for people who look at a terminal"


def test_simulate_as_json_holds_every_table_and_the_whole_setting(as_json: dict) -> None:
    assert {"game", "deck", "deck_digest", "games", "seats", "bots", "seed", "options", "tables"} == set(as_json)
    assert tuple(as_json["tables"]) == REPORT_TABLES
    assert as_json["tables"]["leads"][0]["figure"] == "lead changes a game"
    assert sum(row["wins"] for row in as_json["tables"]["seats"]) == pytest.approx(300)
    for row in as_json["tables"]["seats"]:
        assert row["low"] < row["win_share"] < row["high"]


def test_simulate_gives_the_same_report_on_one_thread_and_on_two(as_json: dict) -> None:
    assert json.loads(simulate("--json", "-", "--threads", "1").stdout) == as_json
    assert json.loads(simulate("--json", "-", "--threads", "2").stdout) == as_json


def test_simulate_writes_the_table_that_was_asked_for_as_csv(tmp_path: Path, as_json: dict) -> None:
    file = tmp_path / "cards.csv"
    simulate("--csv", str(file), "--table", "cards")
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert [row["card"] for row in rows] == [row["card"] for row in as_json["tables"]["cards"]]


def pledges(*more: str) -> int:
    """A small run of the example game, which has a table of its own."""
    with known():
        deck = str(PLAIN_DECK)
        return main(["simulate", "pledges", "--deck", deck, "--games", "40", "--bots", "eager", "--seats", "3", *more])


def test_simulate_prints_the_games_own_tables_after_the_usual_ones(capsys: pytest.CaptureFixture) -> None:
    assert pledges() == 0
    said = capsys.readouterr().out
    assert said.index("win share, seat 0") < said.index("\nCategories\n") < said.index("\nPledging\n")
    assert re.fullmatch(r" *\d+ to \d+ left( +\d+\.\d{3}){3}", said.rstrip().splitlines()[-1])


def test_simulate_as_json_holds_the_games_own_tables_too(capsys: pytest.CaptureFixture) -> None:
    assert pledges("--json", "-") == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert list(tables) == [*REPORT_TABLES, "Pledging"]
    assert all(row["low"] <= row["pledged"] <= row["high"] for row in tables["Pledging"])


def test_a_table_of_the_games_own_may_be_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert pledges("--table", "Pledging", "--csv", str(tmp_path / "pledging.csv")) == 0
    assert "\nCategories\n" not in capsys.readouterr().out
    assert (tmp_path / "pledging.csv").read_text(encoding="utf-8").startswith("stock,pledged,low,high\n")


def test_an_unknown_table_is_refused_before_a_game_is_played(capsys: pytest.CaptureFixture) -> None:
    told = refused(capsys, "simulate", "guild_master", "--games", "90000000", "--table", "card")
    assert "Did you mean 'cards'?" in told
    with known():
        told = refused(capsys, "simulate", "pledges", "--games", "90000000", "--table", "pledging")
    assert "Did you mean 'Pledging'?" in told


@pytest.mark.parametrize("option", ["--csv", "--json"])
def test_simulate_into_a_folder_that_is_not_there_is_refused_before_a_game_is_played(
    option: str, capsys: pytest.CaptureFixture
) -> None:
    told = refused(capsys, "simulate", "guild_master", "--games", "90000000", option, "/no/such/folder/report")
    assert "cannot be written" in told


def test_simulate_into_a_folder_instead_of_a_file_is_refused(tmp_path: Path) -> None:
    done = workbench("simulate", "guild_master", "--games", "10", "--csv", str(tmp_path))
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_of_the_game_reaches_the_simulation(as_json: dict) -> None:
    other = json.loads(simulate("--json", "-", "--option", "lead_ties=nobody").stdout)
    assert other["options"]["lead_ties"] == "nobody"
    assert other["tables"]["seats"] != as_json["tables"]["seats"]


def test_warm_says_when_a_game_is_compiled() -> None:
    done = workbench("warm", "guild_master")
    assert done.returncode == 0, done.stderr
    assert "Guild Master is compiled." in done.stdout


def test_a_simulation_that_is_interrupted_reports_the_games_played_by_then(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workbench", "simulate", "guild_master", "--games", "90000000", "--seats", "2"]
    screen, keyboard = pty.openpty()  # progress is shown on a terminal only
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=keyboard, text=True, env=environment_for_servers(tmp_path)
    )
    os.close(keyboard)
    shown = ""
    while "of 90,000,000 games" not in shown:
        ready, _, _ = select.select([screen], [], [], 120)
        assert ready, f"no progress was shown: {shown!r}"
        shown += os.read(screen, 4096).decode()
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    os.close(screen)
    assert process.returncode == 0
    assert "stopped early; 90,000,000 were asked for" in told


# play


def test_the_end_of_the_input_ends_the_match_kindly() -> None:
    done = workbench("play", "guild_master", "--seed", "3")
    assert done.returncode == 0
    assert "Your hand" in done.stdout
    assert done.stderr == ""
    assert done.stdout.endswith("save FILE keeps one.\n")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    script = f"{sys.executable} -m workbench games guild_master | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=CHECKOUT, timeout=60)
    assert done.stdout == "Guild Master\n"
    assert done.stderr == ""
