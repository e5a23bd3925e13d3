"""The command `workbench simulate`, as somebody types it."""

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
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import workbench as wb
from tests.cli.typed import refused, said_by, workbench
from tests.example_game import PLAIN_DECK, known
from tests.servers import environment_for_servers
from workbench.cli import main
from workbench.cli.reports import REPORT_TABLES, as_csv, table_of
from workbench.decks import load_deck
from workbench.lab.study import studied_of

RUN = ("--games", "600", "--seats", "3", "--seed", "5")


SMALL = ("simulate", "guild_master", "--games", "300", "--seats", "3", "--seed", "5")


def simulate(*more: str) -> str:
    """What a small run prints."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main([*SMALL, *more]) == 0
    return printed.getvalue()


@pytest.fixture(scope="module")
def as_json() -> dict:
    """A small run as JSON."""
    return json.loads(simulate("--json", "-"))


def test_simulate_reports_shares_with_their_intervals() -> None:
    done = workbench(*SMALL)
    assert done.returncode == 0, done.stderr
    assert "300 games, 3 seats, seed 5" in done.stdout
    assert "95% interval" in done.stdout
    assert "win share, seat 1 (greedy)" in done.stdout
    assert "Industry and crafts" in done.stdout
    assert done.stderr == "", "progress is for people who look at a terminal"


def test_printed_tables_count_seats_from_one_and_files_from_zero(as_json: dict) -> None:
    printed = simulate("--table", "seats").split("\nSeats\n")[1]
    assert [line.split()[0] for line in printed.splitlines()] == ["seat", "1", "2", "3"]
    assert [row["seat"] for row in as_json["tables"]["seats"]] == [0, 1, 2]


def test_simulate_as_json_holds_every_table_and_the_whole_setting(as_json: dict) -> None:
    assert {"game", "deck", "deck_digest", "games", "seats", "bots", "seed", "options", "tables"} == set(as_json)
    assert tuple(as_json["tables"]) == REPORT_TABLES
    assert as_json["tables"]["leads"][0]["figure"] == "lead changes a game"
    assert sum(row["wins"] for row in as_json["tables"]["seats"]) == pytest.approx(300)
    for row in as_json["tables"]["seats"]:
        assert row["low"] < row["win_share"] < row["high"]


def test_simulate_gives_the_same_report_on_one_thread_and_on_two(as_json: dict) -> None:
    assert json.loads(simulate("--json", "-", "--threads", "1")) == as_json
    assert json.loads(simulate("--json", "-", "--threads", "2")) == as_json


def test_simulate_writes_the_table_that_was_asked_for_as_csv(tmp_path: Path, as_json: dict) -> None:
    file = tmp_path / "cards.csv"
    simulate("--csv", str(file), "--table", "cards")
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
    assert [row["card"] for row in rows] == [row["card"] for row in as_json["tables"]["cards"]]


def test_a_table_of_another_variant_is_refused_with_those_of_this_one(capsys: pytest.CaptureFixture) -> None:
    asked = ["--games", "4", "--seats", "2", "--bots", "random", "--table", "Whose worst category"]
    assert main(["simulate", "guild_master", *asked]) != 0
    assert "There is no table of Guild Master, base game 'Whose worst category'." in capsys.readouterr().err
    asked[asked.index("2")] = "6"
    assert main(["simulate", "guild_master", *asked, "--option", "game_variant=player_interaction"]) == 0


def pledges(*more: str) -> int:
    """A small run of the example game, which has a table of its own."""
    with known():
        deck = str(PLAIN_DECK)
        return main(["simulate", "pledges", "--deck", deck, "--games", "40", "--bots", "eager", "--seats", "3", *more])


def test_no_spreadsheet_calculates_the_name_of_a_card_in_a_table(tmp_path: Path) -> None:
    with known():
        deck = load_deck("pledges", PLAIN_DECK)
        table = deck.game.tables[0]
        change = {table.key_column: deck.rows[0][table.key_column], table.name_column: "＝1+1"}
        folder = deck.edit(change=[change]).save(tmp_path / "town")
        report = wb.simulate("pledges", deck=folder, games=4, bots="eager", seats=3, seed=1, compiled=False)
    cells = [cell for row in csv.reader(io.StringIO(as_csv(table_of(report, "cards")))) for cell in row]
    assert "'＝1+1" in cells
    assert "＝1+1" not in cells


def test_simulate_prints_the_games_own_tables_after_the_usual_ones(capsys: pytest.CaptureFixture) -> None:
    assert pledges() == 0
    said = capsys.readouterr().out
    assert said.index("win share, seat 1") < said.index("\nCategories\n") < said.index("\nPledging\n")
    assert re.fullmatch(r" *\d+ to \d+ left +\d+\.\d{3} *", said.rstrip("\n").splitlines()[-1])


def test_simulate_as_json_holds_the_games_own_tables_too(capsys: pytest.CaptureFixture) -> None:
    assert pledges("--json", "-") == 0
    tables = json.loads(capsys.readouterr().out)["tables"]
    assert list(tables) == [*REPORT_TABLES, "Pledging"]
    # Eager bots pledge alike in each game: without spread no interval.
    assert [(row["pledged"], row["low"], row["high"]) for row in tables["Pledging"]] == [(21.0, None, None)]


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


def test_simulate_into_a_folder_instead_of_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    told = refused(capsys, "simulate", "guild_master", "--games", "10", "--csv", str(tmp_path))
    assert "cannot be written" in told


def test_an_option_of_the_game_reaches_the_simulation(as_json: dict) -> None:
    other = json.loads(simulate("--json", "-", "--option", "lead_ties=nobody"))
    assert other["options"]["lead_ties"] == "nobody"
    assert other["tables"]["seats"] != as_json["tables"]["seats"]


@pytest.mark.slow
def test_a_simulation_that_is_interrupted_reports_the_games_played_by_then(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "workbench", "simulate", "guild_master", "--games", "10000000", "--seats", "2"]
    screen, keyboard = pty.openpty()  # progress is shown on a terminal only
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=keyboard, text=True, env=environment_for_servers(tmp_path)
    )
    os.close(keyboard)
    shown = ""
    while "of 10,000,000 games" not in shown:
        ready, _, _ = select.select([screen], [], [], 120)
        assert ready, f"no progress was shown: {shown!r}"
        shown += os.read(screen, 4096).decode()
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    os.close(screen)
    assert process.returncode == 0
    assert "stopped early; 10,000,000 were asked for" in told


# What it says beyond its figures


def test_simulate_says_who_was_ahead_and_which_cards_decide(capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "simulate", "guild_master", *RUN)
    titles = ["Categories", "Category leads", "Leads (600 games studied)", "Impact of points,", "Impact of bonus,"]
    places = [said.index(f"\n{title}") for title in titles]
    assert places == sorted(places)
    assert "lead changes a game" in said
    assert "\nStudied: the first 600 games, which " in said
    impacts = said[said.index("\nImpact of points") : said.index("\nImpact of bonus")].strip().splitlines()[2:]
    values = [float(line.split()[-4]) for line in impacts]
    assert len(values) == 10
    assert values == sorted(values, reverse=True)
    assert values[0] > 0.03


def test_simulate_names_the_cards_that_hardly_ever_score(capsys: pytest.CaptureFixture) -> None:
    assert "hardly ever score" not in said_by(capsys, "simulate", "guild_master", *RUN)
    said = said_by(capsys, "simulate", "guild_master", *RUN, "--option", "max_turns=2")
    (listed,) = re.findall(r"^Cards that hardly ever score: (.+)", said, re.MULTILINE)
    names = {row["name"] for row in load_deck("guild_master").rows}
    assert set(listed.split(", ")) < names


def test_simulate_does_not_blame_cards_that_are_not_in_play(capsys: pytest.CaptureFixture) -> None:
    assert "hardly ever score" not in said_by(capsys, "simulate", "guile", "--games", "90", "--seed", "5")


def test_simulate_leaves_the_study_out_where_plain_python_plays(
    nothing_compiled: None, capsys: pytest.CaptureFixture
) -> None:
    said = said_by(capsys, "simulate", "guild_master", "--games", "3", "--seats", "2")
    assert "\nCategory leads\n" in said
    assert "\nLeads" not in said
    assert "\nImpact" not in said


@pytest.mark.parametrize("table", ["leads", "choices", "impact", "category_leads"])
def test_simulate_prints_a_table_that_is_asked_for(table: str, capsys: pytest.CaptureFixture) -> None:
    said = said_by(capsys, "simulate", "guild_master", *RUN, "--table", table)
    assert f"\n{table.replace('_', ' ').capitalize()}\n" in said
    lines = said[said.index(f"\n{table.replace('_', ' ').capitalize()}\n") :].strip().splitlines()
    impacts = len(studied_of(load_deck("guild_master")))
    rows = {"leads": 6, "choices": 1 + 6 + 3, "impact": impacts, "category_leads": 10}[table]
    assert len(lines) == 2 + rows, "a title and the names of the columns"
    assert len({re.search(r"[a-zA-Z ]+", line)[0].strip() for line in lines[2:]}) > 2  # type: ignore[index]
