"""Mutants are what they say, samples are spread and repeatable, and each outcome is told from the others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from benchmarks.mutation import on_disk
from benchmarks.mutation.mutants import DECLARATIONS, Mutant, all_mutants, sample
from benchmarks.mutation.report import UNEXPLAINED, Result, explanations, report
from benchmarks.mutation.running import Subject, rule_modules
from benchmarks.mutation.scripts import script_mutants
from benchmarks.mutation.watching import AT_IMPORT, BY_A_TEST, SURVIVED, Run

ROOT = Path(__file__).resolve().parents[1]

RULES = '''"""A game in which one draws up to five cards."""

from __future__ import annotations

from kernel import rule

FULL_HAND = 5
FACES = Values("up", "down")
HELP = "Draw up to 5 cards."


@rule
def room(hand: int) -> int:
    """How many cards may be drawn, at most 5."""
    return FULL_HAND - hand


@rule
def draw(state, count):
    """Draw, and show the cards."""
    if state.open == FACES.up and count > 0:
        state.shown = -1
        emit(state, count)
    for _ in range(count):
        state.hand += 1


@rule
def hide(state):
    """Turn the cards down."""
    state.open = FACES.down
'''


def changes(function: str, source: str = RULES) -> set[tuple[str, str]]:
    """What the mutants of a function replace, and with what."""
    found = all_mutants("rules", source)
    return {(mutant.before.strip(), mutant.after.strip()) for mutant in found if mutant.function == function}


def test_numbers_operators_constants_and_statements_are_changed() -> None:
    assert changes("room") == {("return FULL_HAND - hand", "return FULL_HAND + hand")}
    condition = "if state.open == FACES.up and count > 0:"
    assert changes("draw") == {
        (condition, condition.replace("FACES.up", "FACES.down")),
        (condition, condition.replace("==", "!=")),
        (condition, condition.replace(" and ", " or ")),
        (condition, condition.replace(">", ">=")),
        (condition, condition.replace(">", "<=")),
        (condition, condition.replace("0", "1")),
        (condition, condition.replace("0", "-1")),
        ("state.shown = -1", "state.shown = 1"),
        ("state.shown = -1", "pass"),
        ("emit(state, count)", "pass"),
        ("for _ in range(count):", "for _ in []:"),
        ("state.hand += 1", "state.hand += 2"),
        ("state.hand += 1", "state.hand += 0"),
        ("state.hand += 1", "pass"),
    }


def test_methods_are_changed_one_by_one_and_fields_under_the_name_of_their_class() -> None:
    fields = "class Hand(Pile):\n    size = 5\n\n    @property\n    def room(self):\n        return self.size\n"
    source = f"{fields}\n    async def draw(self):\n        self.size -= 1\n"
    found = all_mutants("hand", source)
    assert {(mutant.function, mutant.line, mutant.after) for mutant in found} == {
        ("Hand", 2, "    size = 6"),
        ("Hand", 2, "    size = 4"),
        ("Hand.draw", 9, "        self.size -= 2"),
        ("Hand.draw", 9, "        self.size -= 0"),
        ("Hand.draw", 9, "        pass"),
    }
    assert all(mutant.source.count("\n") == source.count("\n") for mutant in found)


def test_declarations_are_changed_but_not_texts_imports_annotations_or_mere_numbering() -> None:
    assert changes(DECLARATIONS) == {("FULL_HAND = 5", "FULL_HAND = 6"), ("FULL_HAND = 5", "FULL_HAND = 4")}


def test_a_mutant_is_the_module_with_one_change_at_the_line_it_names() -> None:
    for mutant in all_mutants("rules", RULES):
        lines, new = RULES.split("\n"), mutant.source.split("\n")
        assert lines[mutant.line - 1] == mutant.before
        assert [one for one, other in zip(lines, new, strict=True) if one != other] == [mutant.before]
        assert new[mutant.line - 1] == mutant.after


def test_a_statement_of_several_lines_is_left_out_as_a_whole() -> None:
    source = "def step(state):\n    emit(\n        state,\n    )\n    state.turn = state.turn\n"
    (mutant,) = [mutant for mutant in all_mutants("rules", source) if mutant.before.startswith("    emit")]
    assert mutant.source == "def step(state):\n    pass\n    state.turn = state.turn\n"
    assert mutant.before == "    emit(\n        state,\n    )"


def test_mutants_that_read_alike_are_told_apart_by_their_number() -> None:
    source = "def step(state):\n    state.turn = 1\n    state.turn = 1\n"
    assert {(mutant.after.strip(), mutant.twin) for mutant in all_mutants("rules", source)} == {
        (after, twin) for after in ("pass", "state.turn = 2", "state.turn = 0") for twin in (0, 1)
    }


@pytest.fixture(scope="module")
def many() -> list[Mutant]:
    """The mutants of Guild Master's rules."""
    path = ROOT / "workbench" / "games" / "guild_master" / "rules.py"
    return all_mutants("rules", path.read_text(encoding="utf-8"))


def test_a_sample_has_mutants_of_each_function_in_proportion(many: list[Mutant]) -> None:
    chosen = [mutant.function for mutant in sample(many, 200, 1)]
    everywhere = [mutant.function for mutant in many]
    assert len(chosen) == 200
    assert set(chosen) == set(everywhere)
    for function in set(everywhere):
        share = everywhere.count(function) * 200 / len(everywhere)
        assert share / 2 - 1 <= chosen.count(function) <= share + 1


def test_a_sample_is_repeatable_and_a_smaller_one_is_its_beginning(many: list[Mutant]) -> None:
    assert sample(many, 200, 1)[:20] == sample(many, 20, 1)
    assert sample(many, 200, 1) != sample(many, 200, 2)
    assert sorted(mutant.key for mutant in sample(many, 10**6, 1)) == sorted(mutant.key for mutant in many)


def test_a_change_of_one_function_changes_no_others_sample() -> None:
    """So that explained survivors stay in the sample."""
    longer = RULES.replace("    state.shown = -1\n", "    state.shown = -1\n        state.seen = state.shown * 2\n")
    of_room = [
        [mutant.key for mutant in sample(all_mutants("rules", source), 10, 1) if mutant.function == "room"]
        for source in (RULES, longer)
    ]
    assert of_room[0] == of_room[1]


# What is mutated

RULE = "from workbench.kernel.rule import rule\n\n\n@rule\ndef {0}(state):\n    return state.{0}\n"


@pytest.mark.parametrize("game", ["guild_master", "guile"])
def test_of_a_game_its_rules_and_its_scoring_are_mutated(game: str) -> None:
    assert Subject.of_game(ROOT, game).modules == ("rules", "scoring")


def test_rules_of_several_modules_are_mutated_in_all_of_them() -> None:
    modules = Subject.of_game(ROOT, "excalibur").modules
    chips = [path.stem for path in (ROOT / "workbench" / "games" / "excalibur").glob("chips*.py")]
    assert sorted(modules) == sorted([*chips, "movements", "rules", "scoring"])


def test_choices_rows_and_verbs_are_changed_for_others_of_the_same_declaration() -> None:
    source = """
ROWS = Effects([Effect("thief", steal, answer), Effect("spy")])
def step(state, action):
    if action == ACTIONS.draw or state.mode == OPTIONS.mode.slow or state.cap == OPTIONS.cap.none:
        return state.cards.none
    return ACTIONS.pass_ + OPTIONS.mode.fast
"""
    condition = "if action == ACTIONS.draw or state.mode == OPTIONS.mode.slow or state.cap == OPTIONS.cap.none:"
    assert changes("step", source) >= {
        (condition, condition.replace("ACTIONS.draw", "ACTIONS.pass_")),
        (condition, condition.replace("mode.slow", "mode.fast")),
    }
    assert not any(
        "cap.fast" in after or "cards." in after.replace("cards.none", "") for _, after in changes("step", source)
    )
    assert changes(DECLARATIONS, source) == {
        (row, row.replace(", answer", ""))
        for row in ['ROWS = Effects([Effect("thief", steal, answer), Effect("spy")])']
    }


def test_what_rules_import_is_followed_however_it_is_written(tmp_path: Path) -> None:
    imports = {
        "rules": "from games.own.dice import roll\n",
        "dice": "from games.own import hands\n",
        "hands": "from .places import HAND\nfrom . import luck\n",
        "bots": "from games.own.rules import rules\n",
        "luck": "from games.own.rules import rules\n",
        "chips": "EFFECTS = Effects([])\n",
    }
    for name, lines in imports.items():
        (tmp_path / f"{name}.py").write_text(lines + RULE.format(name), encoding="utf-8")
    (tmp_path / "places.py").write_text("HAND = 0\n", encoding="utf-8")
    assert rule_modules(tmp_path, "games.own") == ("chips", "dice", "hands", "luck", "rules")


# Outcomes

TESTS = """
import pytest
from hypothesis import given, strategies as st
from small_game.rules import next_seat, over

@pytest.mark.parametrize("seat", range(4))
def test_all_seats_have_a_turn(seat):
    assert next_seat(seat, 4) == (seat + 1) % 4

@given(st.integers(0, 9), st.integers(1, 9))
def test_a_seat_follows(seat, seats):
    assert 0 <= next_seat(seat, seats) < seats

def test_the_game_ends():
    turn = 0
    while not over(turn):
        turn += 1

def test_compiled():
    pytest.skip("left out")
"""
SMALL_RULES = "def next_seat(seat, seats):\n    return (seat + 1) % seats\n\n\ndef over(turn):\n    return turn == 3\n"
MUTANTS = {
    "survives": ("turn == 3", "turn >= 3"),
    "fails": ("% seats", "+ seats"),
    "never ends": ("turn == 3", "turn == -3"),
    "is no Python": ("def over", "def over_"),
    "ends the process": ("turn == 3", "__import__('os')._exit(0)"),
}
EXAMINE = """
import hypothesis, json, pytest, sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.running import Subject, clean_runs, outcomes
sys.path.insert(0, "")
subject, here = Subject("small_game", ("rules",), "tests"), Path.cwd()
source = subject.sources(here)["rules"]
clean = clean_runs([subject], here, 1)[subject]
mutants = [
    Mutant("rules", "over", name, 1, old, new, 0, source.replace(old, new))
    for name, (old, new) in json.loads(sys.argv[1]).items()
]
ended = {mutant.operator: (run.outcome, run.test) for mutant, run in outcomes(subject, here, mutants, clean, 2)}
noted = {test.partition("::")[2]: sorted(functions) for test, functions in clean.reached.items()}
print(json.dumps([ended, clean.skipped, clean.order_for("over"), noted]))
"""


def examine(folder: Path) -> subprocess.CompletedProcess:
    """Run the tests of a small game against its mutants."""
    return subprocess.run(
        [sys.executable, "-c", EXAMINE, json.dumps(MUTANTS)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def small_game(tmp_path: Path) -> Path:
    """A checkout of a game of two functions."""
    checkout = tmp_path / "checkout"
    for file, text in (("small_game/rules.py", SMALL_RULES), ("tests/test_small.py", TESTS)):
        (checkout / file).parent.mkdir(parents=True)
        (checkout / file).write_text(text, encoding="utf-8")
    (checkout / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return checkout


def test_each_mutant_ends_as_its_change_makes_it(small_game: Path) -> None:
    done = examine(small_game)
    assert done.returncode == 0, done.stderr
    ended, skipped, order, noted = json.loads(done.stdout)
    ends = "tests/test_small.py::test_the_game_ends"
    assert ended["survives"] == ["survived", ""]
    assert ended["fails"][0] == "by a test"
    assert ended["never ends"] == ["by the time limit", ends]
    assert ended["is no Python"] == ["at import", ""]
    assert ended["ends the process"] == ["by a test", "(the process ended)"]
    assert skipped == 1
    assert order[0] == ends, "what reaches the function comes first"
    assert len(order) == 7
    assert noted["test_the_game_ends"] == ["over"]
    assert noted["test_a_seat_follows"] == ["next_seat"]
    assert noted["test_compiled"] == []
    assert (small_game / "small_game" / "rules.py").read_text(encoding="utf-8") == SMALL_RULES


def test_tests_that_fail_without_a_mutant_stop_the_run_and_are_shown(small_game: Path) -> None:
    with (small_game / "tests" / "test_small.py").open("a", encoding="utf-8") as tests:
        tests.write("def test_nothing_works():\n    assert 1 == 2\n")
    done = examine(small_game)
    assert done.returncode == 1
    assert "fail without any mutant" in done.stderr
    assert "test_nothing_works" in done.stderr


# The report


def results(*outcomes: Run) -> Result:
    """A run over the first mutants of the rules above."""
    found = all_mutants("rules", RULES)
    return Result("a_game", found, 1, list(zip(found, outcomes, strict=False)))


def test_a_report_keeps_what_was_written_about_a_survivor() -> None:
    alive, killed = Run(), Run(BY_A_TEST, "test_it")
    first = report(results(alive, alive, killed), "")
    assert first.count(UNEXPLAINED) == 2
    written = first.replace(UNEXPLAINED, "Nobody can tell.", 1)
    again = report(results(alive, alive, killed), written)
    assert again == written
    explained, since = explanations(again)
    keys = [mutant.key for mutant in results().mutants]
    assert explained == {keys[0]: "Nobody can tell.", keys[1]: UNEXPLAINED}
    assert since == {}


def test_a_survivor_that_is_killed_now_is_reported_with_the_test_that_killed_it() -> None:
    first = report(results(Run(), Run()), "")
    again = report(results(Run(), Run(BY_A_TEST, "test_it")), first)
    alive, since = explanations(again)
    keys = [mutant.key for mutant in results().mutants]
    assert list(alive) == [keys[0]]
    assert since == {keys[1]: "Killed by a test: `test_it`"}
    assert explanations(report(results(Run(), Run(BY_A_TEST, "test_other")), again))[1] == since
    assert explanations(report(results(Run(), Run(SURVIVED)), again))[1] == {}


def test_what_another_sample_told_stays_while_the_source_has_it() -> None:
    first = report(results(Run(), Run()), "").replace(UNEXPLAINED, "Nobody can tell.")
    other = Result("a_game", results().mutants[1:], 2, [(results().mutants[2], Run(BY_A_TEST, "test_it"))])
    assert list(explanations(report(other, first))[0]) == [results().mutants[1].key]


def test_the_share_killed_and_the_counts_are_in_the_table() -> None:
    found = results(Run(), Run(BY_A_TEST, "test_it"), Run(BY_A_TEST, "test_it"), Run(BY_A_TEST, "test_it"))
    assert found.killed == 0.75
    assert found.row().endswith("| 4 | 1 | 3 | 0 | 0 | 1 | 75.0% |")


def test_an_unknown_game_is_refused_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.mutation", "chess"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "'chess'" in done.stderr


# On disk

REST = ("", 1.0, 2, 600, "12345678", "")
LINT_TEST, ITS_LIMIT = "tests/decks/test_lint.py::test_one", "tests/decks/test_lint.py::test_limit"
WAY_IN, HEADS = "tests/serving/test_way_in.py::test_asked", "tests/serving/test_heads.py::test_all"
LINT = "LIMIT = 3\n\ndef one(a):\n    return a\n\n\ndef other(\n    b,\n):\n    return b + LIMIT\n"


def noted(reached: dict[int, list[str]], **fixtures: list[str]) -> on_disk.Tests:
    """What a run of four tests noted, with what reached the lines of one file."""
    seconds = {ITS_LIMIT: 4.0, LINT_TEST: 3.0, WAY_IN: 1.0, HEADS: 2.0}
    used = {test: [name for name, tests in fixtures.items() if test in tests] for test in seconds}
    return on_disk.Tests({"workbench/decks/lint.py": reached}, seconds, used, [])


def a_break(outcome: str = SURVIVED, test: str = "", limit: int = 600, source: str = "") -> on_disk.Judged:
    """A judged mutant of LINT."""
    place = ("decks", "lint.py", "one", 4, "    return a", "    return -a", 0)
    return on_disk.Judged(*place, outcome, test, 1.0, 2, limit, "12345678", source)


def test_only_tests_that_reach_a_broken_line_run_the_quickest_first_and_those_with_pages_last(tmp_path: Path) -> None:
    file = tmp_path / "workbench" / "decks" / "lint.py"
    file.parent.mkdir(parents=True)
    file.write_text(LINT, encoding="utf-8")

    def of(line: int, reached: dict[int, list[str]], **fixtures: list[str]) -> list[str]:
        mutant = Mutant("workbench/decks/lint", "", "", line, "", "", 0, "")
        return noted(reached, **fixtures).of(tmp_path, mutant)

    assert of(4, {9: [LINT_TEST]}) == []
    assert of(10, {10: [ITS_LIMIT, "at start"]}) == [ITS_LIMIT]
    assert of(10, {10: [ITS_LIMIT, WAY_IN, LINT_TEST]}) == [LINT_TEST, ITS_LIMIT, WAY_IN, HEADS], "one server for all"
    assert of(10, {10: ["tests/decks/test_lint.py"]}) == [LINT_TEST, ITS_LIMIT], "a file of tests reached it, imported"
    assert of(10, {10: ["fixture deck"]}, deck=[ITS_LIMIT]) == [ITS_LIMIT]
    both = [LINT_TEST, ITS_LIMIT]
    assert of(10, {4: ["fixture deck"], 10: [ITS_LIMIT]}, deck=both) == both[::-1], "they share a deck"
    assert of(1, {4: [LINT_TEST], 10: [ITS_LIMIT]}) == [LINT_TEST, ITS_LIMIT], "a declaration is read by all"
    assert of(10, {4: [LINT_TEST], 10: ["at start"]}) == [LINT_TEST], "so is what an import works out"


def test_of_a_rule_tests_that_ask_for_compiled_ones_run_after_those_that_are_seen_to_reach_it(tmp_path: Path) -> None:
    for file, text in (("decks/lint.py", LINT), ("kernel/engine/speeds.py", "def compiled_engine():\n    return 1\n")):
        (tmp_path / "workbench" / file).parent.mkdir(parents=True)
        (tmp_path / "workbench" / file).write_text(text.replace("def one", "@rule\ndef one"))
    tests = noted({4: [LINT_TEST], 5: [ITS_LIMIT], 11: [LINT_TEST]})
    tests.reached[on_disk.COMPILING] = {2: [LINT_TEST, HEADS]}

    def of(line: int) -> list[str]:
        return tests.of(tmp_path, Mutant("workbench/decks/lint", "", "", line, "", "", 0, ""))

    assert of(5) == [ITS_LIMIT, LINT_TEST, WAY_IN, HEADS]
    assert of(11) == [LINT_TEST]


def test_a_break_is_found_again_in_another_checkout_unless_its_lines_stand_there_twice(tmp_path: Path) -> None:
    assert on_disk.again(a_break(), tmp_path) is None
    (tmp_path / "lint.py").write_text(LINT, encoding="utf-8")
    found = on_disk.again(a_break(), tmp_path)
    assert found is not None
    assert found.source == LINT.replace("return a\n", "return -a\n")
    (tmp_path / "lint.py").write_text(LINT * 2, encoding="utf-8")
    assert on_disk.again(a_break(), tmp_path) is None


def test_a_test_has_changed_if_its_code_has_and_not_its_comments(tmp_path: Path) -> None:
    file = tmp_path / "tests" / "decks" / "test_lint.py"
    file.parent.mkdir(parents=True)
    file.write_text("def test_one():\n    assert 1  # always\n\n\nLIMIT = 3\n", encoding="utf-8")
    texts = on_disk.texts_of_tests(tmp_path)
    assert texts == {LINT_TEST: "def test_one():\n    assert 1"}


def test_of_a_break_that_was_judged_twice_the_later_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    assert on_disk.kept(file) == {}
    one, later = a_break(), a_break(BY_A_TEST, LINT_TEST)
    file.write_text(on_disk.line_of(one) + on_disk.line_of(later), encoding="utf-8")
    assert on_disk.kept(file) == {one.key: later}


def test_a_judgement_holds_until_its_function_changes_its_test_is_gone_or_more_might_notice(tmp_path: Path) -> None:
    file, tests = tmp_path / "lint.py", tmp_path / "tests" / "decks" / "test_lint.py"
    tests.parent.mkdir(parents=True)
    tests.write_text("def test_one():\n    pass\n", encoding="utf-8")
    file.write_text(LINT, encoding="utf-8")
    mutant, source = Mutant("lint", "one", "", 4, "    return a", "    return -a", 0, ""), on_disk.digest(file, 4)
    killed, alive = a_break(BY_A_TEST, f"{LINT_TEST}[1]", source=source), a_break(source=source)
    late = a_break(on_disk.OUT_OF_TIME, limit=100, source=source)
    assert killed.holds(tmp_path, mutant, 600, 9)
    assert alive.holds(tmp_path, mutant, 600, 2)
    assert late.holds(tmp_path, mutant, 100, 2)
    assert not alive.holds(tmp_path, mutant, 600, 3), "more tests"
    assert not late.holds(tmp_path, mutant, 600, 2), "more time"
    assert not a_break(BY_A_TEST, ITS_LIMIT, source=source).holds(tmp_path, mutant, 600, 2), "the test is gone"
    said = 'def one(a):\n    """What it is."""\n    # A comment.\n'
    file.write_text(LINT.replace("def one(a):\n", said), encoding="utf-8")
    assert on_disk.digest(file, 6) == source
    file.write_text(LINT.replace("    return a\n", "    a += 1\n    return a\n"), encoding="utf-8")
    assert not alive.holds(tmp_path, replace(mutant, line=5), 600, 2)


@pytest.mark.slow
def test_who_notices_a_break_must_pass_without_it(small_game: Path) -> None:
    tests = small_game / "tests" / "test_small.py"
    whole = 'def test_nothing_works():\n    assert not "always red"\n\n\nfrom small_game.rules import over\n\n\n'
    tests.write_text(whole + "def test_the_game_ends():\n    assert over(3)\n", encoding="utf-8")
    copy = on_disk.Copy(small_game, sys.executable)
    named = [f"tests/test_small.py::{test}" for test in ("test_nothing_works", "test_the_game_ends")]
    try:
        judge = partial(copy.judge, "small_game/rules.py", tests=named, failing=[])
        assert judge(source=SMALL_RULES.replace("turn == 3", "turn == 4")) == (BY_A_TEST, named[1])
        assert judge(source=SMALL_RULES.replace("def over", "def under")) == (AT_IMPORT, "tests/test_small.py")
    finally:
        shutil.rmtree(copy.place)


def test_what_survives_keeps_what_was_written_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUDGED", "EARLIER", "SURVIVORS"):
        monkeypatch.setattr(on_disk, name, tmp_path / name)
    mutants = all_mutants("workbench/decks/lint", "class Lint:\n    def one(self, a):\n        return a + 1\n")
    outcomes = [SURVIVED, BY_A_TEST, on_disk.NOBODY]
    lines = [
        on_disk.line_of(on_disk.Judged("decks", *on_disk.key_of(one)[:2], 3, *on_disk.key_of(one)[2:], outcome, *REST))
        for one, outcome in zip(mutants, outcomes, strict=False)
    ]
    on_disk.JUDGED.write_text("".join(lines), encoding="utf-8")
    page = on_disk.survivors({"decks": mutants})
    assert page.count(UNEXPLAINED) == 2
    assert "### workbench/decks/lint.py:3 Lint.one\n" in page
    on_disk.SURVIVORS.write_text(page.replace(UNEXPLAINED, "Nobody can tell.", 1), encoding="utf-8")
    assert on_disk.survivors({"decks": mutants}) == on_disk.SURVIVORS.read_text(encoding="utf-8")
    (row,) = on_disk.table({"decks": mutants}).splitlines()[2:]
    assert row == f"| decks | {len(mutants)} | 3 | 1 | 0 | 0 | 1 | 0 | 1 | 33.3% | 1 | 0 | 0 | 0 |"


def test_scripts_are_broken_in_their_code_and_not_in_what_they_say() -> None:
    lines = ['import { a } from "./a.js";', "// a === b", "function f(x) {", '  const said = "true";', "  go(x);"]
    source = "\n".join([*lines, "  return x && true;", "}", ""])
    changed = {(mutant.line, mutant.after.strip()) for mutant in script_mutants("f.js", source)}
    assert changed == {(5, ";"), (6, "return x || true;"), (6, "return x && false;")}
