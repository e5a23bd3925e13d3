"""The benchmarks measure what they say: the C program plays our game, ratios and table come out right."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.c_program import CProgram, deck_text, differences
from benchmarks.conformance import BEGIN as CONFORMANCE_BEGIN
from benchmarks.conformance import END as CONFORMANCE_END
from benchmarks.conformance import lines_of, with_line
from benchmarks.fresh import import_time
from benchmarks.measuring import Row, Spread, in_turn, ratios
from benchmarks.rows import ROWS, play
from benchmarks.sizes import code_lines, house
from benchmarks.table import BEGIN, END, README, machine_facts, table, with_table
from workbench.decks import Deck, load_deck
from workbench.kernel.registry import game as find_game
from workbench.lab.simulation import plan_run

ROOT = Path(__file__).resolve().parents[1]
SEED = 31_415_926_535  # more than 32 bits, so that both halves of a seed are compared

needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (cc) on this machine")


@pytest.fixture(scope="module")
def medieval() -> Deck:
    return load_deck("guild_master")


@pytest.fixture(scope="module")
def many_copies(medieval: Deck) -> Deck:
    """A deck in which a third of the cards have copies."""
    gone = {row["name"] for row in medieval.rows[60:]}
    change = [
        {"card_id": row["card_id"], "count": 1 + 2 * (number % 3 == 0)}
        | ({"bonus_source": medieval.rows[0]["name"]} if row["bonus_source"] in gone else {})
        for number, row in enumerate(medieval.rows[:60])
    ]
    return medieval.edit(remove=[row["card_id"] for row in medieval.rows[60:]], change=change)


def compare(tmp_path: Path, deck: Deck, seats: int, games: int, *, compiled: bool, first: int = 0) -> list[str]:
    """The results in which the C program and ours differ over some games."""
    plan = plan_run("guild_master", games=first + games, seats=seats, bots="random", seed=SEED, deck=deck)
    offers = int(plan.options["trade_offer_cap"])
    theirs, seconds = CProgram.build(tmp_path, deck).play(
        seed=SEED, first=0, games=plan.games, seats=seats, offers=offers
    )
    assert len(theirs) == plan.games
    assert seconds > 0
    return differences(theirs, play(plan, compiled=compiled))


@needs_cc
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_c_program_plays_the_same_games_as_the_plain_rules(tmp_path, medieval, seats):
    assert compare(tmp_path, medieval, seats, 3, compiled=False) == []


@needs_cc
def test_the_c_program_plays_the_same_games_with_copies_of_cards(tmp_path, many_copies):
    assert compare(tmp_path, many_copies, 5, 3, compiled=False) == []


@needs_cc
@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_c_program_plays_the_same_games_as_the_compiled_rules(tmp_path, medieval, seats):
    assert compare(tmp_path, medieval, seats, 1000, compiled=True) == []


@needs_cc
def test_a_difference_between_the_two_programs_is_named(tmp_path, medieval):
    plan = plan_run("guild_master", games=2, seats=3, bots="random", seed=SEED, deck=medieval)
    program = CProgram.build(tmp_path, medieval)
    theirs, _ = program.play(seed=SEED + 1, first=0, games=2, seats=3, offers=3)
    assert "decisions" in differences(theirs, play(plan, compiled=False))


@needs_cc
def test_the_c_program_begins_at_any_game_of_a_run(tmp_path, medieval):
    program = CProgram.build(tmp_path, medieval)
    whole, _ = program.play(seed=SEED, first=0, games=20, seats=4, offers=3)
    rest, _ = program.play(seed=SEED, first=15, games=5, seats=4, offers=3)
    assert np.array_equal(whole[15:], rest)


@needs_cc
def test_the_c_program_compiles_without_a_warning(tmp_path):
    source = ROOT / "benchmarks" / "guild_master.c"
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O2", "-c", "-o"]
    subprocess.run([*command, str(tmp_path / "guild_master.o"), str(source)], check=True)


def test_the_c_programs_deck_has_a_line_for_each_kind(medieval):
    lines = deck_text(medieval).splitlines()
    assert lines[0] == f"{len(medieval.meta.categories)} {len(medieval.rows)}"
    assert len(lines) == 1 + len(medieval.rows)
    letters = [category.letter for category in medieval.meta.categories]
    identities = set()
    for row, line in zip(medieval.rows, lines[1:], strict=True):
        one, other, bonus, _, copies, identity = (int(cell) for cell in line.split())
        identities.add(identity)
        assert sorted(letters[one] + letters[other]) == sorted(row["resources"])
        assert (letters[bonus] if bonus >= 0 else "") == (row["bonus_resource"] or "")
        assert copies == 1
    assert identities == set(medieval.arrays.identity[: len(medieval.rows)].tolist())


def test_two_sides_are_measured_in_turn_after_a_round_that_does_not_count():
    order: list[str] = []

    def side(name: str) -> float:
        order.append(name)
        return float(len(order))

    assert in_turn((lambda: side("a"), lambda: side("b")), 2) == [[3.0, 5.0], [4.0, 6.0]]
    assert order == ["a", "b"] * 3


def test_a_ratio_is_the_median_of_the_quotients_of_neighbours():
    assert ratios([2.0, 9.0, 8.0], [1.0, 3.0, 2.0]) == Spread(3.0, 2.5, 3.5)


def test_the_table_replaces_what_stands_between_the_marks_and_nothing_else():
    rows = [Row("copy", "Copying", "1 s", "2 s", "2 (1.9 to 2.1)", ">= 1", True, ("Seen on the way.",))]
    text = with_table(f"before\n{BEGIN}\nold\n{END}\nafter\n", table(rows, machine_facts(0.25)))
    assert text.startswith(f"before\n{BEGIN}\n")
    assert text.endswith(f"{END}\nafter\n")
    assert "old" not in text
    assert "| copy | Copying | 1 s | 2 s | 2 (1.9 to 2.1) | >= 1 | yes |" in text
    assert "- **copy**: Seen on the way." in text
    assert "load average before and after the run: 0.25" in text


def test_a_readme_without_its_marks_is_not_overwritten():
    with pytest.raises(ValueError, match="marks"):
        with_table("no marks here", "table")


def test_the_readme_explains_every_row_and_has_its_marks():
    text = README.read_text(encoding="utf-8")
    assert with_table(text, "new") != text
    for name in ROWS:
        assert f"| `{name}` |" in text, f"benchmarks/README.md does not say what the row {name!r} measures"


def test_an_unknown_row_is_refused_by_name(capsys):
    with pytest.raises(SystemExit) as refused:
        main(["speed"])
    assert refused.value.code == 2
    assert "'speed'" in capsys.readouterr().err


def test_one_repeat_is_refused():
    with pytest.raises(SystemExit) as refused:
        main(["copy", "--repeats", "1"])
    assert refused.value.code == 2


def test_a_row_named_is_printed_and_the_readme_left_alone():
    before = README.read_bytes()
    command = [sys.executable, "-m", "benchmarks", "decision", "--repeats", "2"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "| decision |" in done.stdout
    assert README.read_bytes() == before


@pytest.mark.slow
def test_threads_and_workers_of_a_cluster_are_measured_in_turns():
    command = [
        sys.executable,
        "-m",
        "benchmarks.cluster",
        "guile",
        "--size",
        "2000",
        "--turns",
        "2",
        "--workers",
        "1",
        "2",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for workers in (1, 2):
        assert f"| guile | {workers} | " in done.stdout


def test_a_fresh_import_says_which_heavy_modules_came_along():
    assert import_time("import workbench")["heavy"] == []
    assert import_time("import pandas")["heavy"] == ["pandas"]


def test_blank_lines_comments_and_docstrings_are_no_code() -> None:
    source = '"""What it is."""\n\n# why\nx = (\n    1,\n\n    2,  # two\n)\n'
    assert code_lines(source) == 4


def test_of_a_house_its_rules_its_needless_words_and_its_circles_are_counted(tmp_path: Path) -> None:
    rule = "@rule\ndef deal(state, seats: int):\n    return int(state.seats) + int(state.over == 1)\n"
    for name, source in {
        "one": f"import {tmp_path.name}.other\n{rule}",
        "other": f"import {tmp_path.name}.one\n",
    }.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    assert list(house(tmp_path).values()) == [2, 5, 1, 0, 1, 1, 1, 2]


def test_every_preset_meets_every_number_of_seats_and_every_two_values_each_other() -> None:
    game, deck = find_game("quests"), load_deck("quests")
    variant, lines = game.variant(), list(lines_of(game, deck))
    met = {(line.seats, *item) for line in lines if line.open for item in line.options.items()}
    keys = [(presets.key, preset.key) for presets in variant.presets for preset in presets.presets]
    assert met == {(seats, *key) for seats in variant.seats for key in keys}
    together = {pair for line in lines if not line.open for pair in itertools.combinations(line.options.items(), 2)}
    flags = [option.key for option in variant.options if isinstance(option.default, bool)]
    switches = [[(key, value) for value in (False, True)] for key in flags]
    assert together.issuperset(
        pair for one, other in itertools.combinations(switches, 2) for pair in itertools.product(one, other)
    )


def test_a_table_made_in_parts_keeps_the_lines_played_before_and_says_how_many_are_there() -> None:
    marks = [mark.format(game="guile") for mark in (CONFORMANCE_BEGIN, CONFORMANCE_END)]
    page = "\n".join(["Before.", *marks, "After."])
    for number, seats in ((2, 3), (1, 2), (2, 4)):
        page = with_line(page, "guile", 2, number, f"| {number} | {seats} |")
        said = [line for line in page.splitlines() if line.startswith("`guile`")]
        assert said == [f"`guile`: {'1 of 2 lines played' if (number, seats) == (2, 3) else '2 lines'}, nothing found."]
    rows = [line for line in page.splitlines() if line.startswith(("| 1", "| 2"))]
    assert rows == ["| 1 | 2 |", "| 2 | 4 |"]
    assert page.startswith("Before.\n")
    assert page.endswith("\nAfter.")
