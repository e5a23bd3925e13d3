"""The command line as a whole: help, the default command, what is refused."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.cli.typed import refused
from tests.servers import CHECKOUT
from workbench.cli import COMMANDS, build_parser, main, with_default_command
from workbench.cli.command import Command

HEAVY = ("numpy", "numba", "pandas", "pydantic", "ipywidgets", "voila", "tornado", "networkx")


# Help


def explained(capsys: pytest.CaptureFixture, *command: str) -> str:
    """What `--help` says."""
    with pytest.raises(SystemExit) as left:
        main([*command, "--help"])
    assert left.value.code == 0
    return capsys.readouterr().out


def test_help_lists_every_command_once_and_shows_examples(capsys: pytest.CaptureFixture) -> None:
    said = explained(capsys)
    assert re.findall(r"^    (\w+)  ", said, re.MULTILINE) == [command.name for command in COMMANDS]
    assert {"serve", "play", "simulate", "compare", "lint", "convert", "check"} < {command.name for command in COMMANDS}
    assert "\nexamples:\n" in said


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_explains_itself_and_all_its_arguments(
    command: Command, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = explained(capsys, command.name).splitlines()
    assert len(lines) > 8
    assert max(map(len, lines)) <= 80, "a terminal is 80 columns wide"
    for argument in command.arguments:
        assert argument.settings["help"], f"{command.name} {argument.names} is not explained"


@pytest.mark.parametrize("command", [(), *((command.name,) for command in COMMANDS)], ids=" ".join)
def test_every_example_of_the_help_is_a_command_line(command: tuple[str, ...], capsys: pytest.CaptureFixture) -> None:
    for example in re.findall(r"^  workbench(.*)$", explained(capsys, *command), re.MULTILINE):
        words = with_default_command(example.split("   ")[0].split())
        assert build_parser().parse_args(words).run


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


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    script = f"{sys.executable} -m workbench games guild_master | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=CHECKOUT, timeout=60)
    assert done.stdout == "Guild Master\n"
    assert done.stderr == ""


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
        (["play", "guild_master", "--deck", ""], "'' is neither a deck's name nor a path."),
        (["simulate", "guild_master", "--deck", ""], "'' is neither a deck's name nor a path."),
        (["lint", "guild_master", "--deck", ""], "'' is neither a deck's name nor a path."),
        (["play", "guild_master", "--option", "lead_ties"], "KEY=VALUE"),
        (["play", "guild_master", "--option", "lead_tie=nobody"], "Did you mean 'lead_ties'?"),
        (["play", "guild_master", "--option", "lead_ties=somebody"], "nobody"),
        (["play", "guild_master", "--option", "lead_ties＝somebody"], "nobody"),
        (["play", "guild_master", "--bots", "greedy，random"], "--bots names 2 bots for 3 seats"),
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
