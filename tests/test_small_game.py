"""docs/adding-a-game.md: its files are the small game, its programs and commands run, its game passes the kit."""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.servers import CHECKOUT, RunningServer, environment_for_servers, running_dashboards
from tests.serving.conftest import write_notebook
from tests.small_game.joust import GAME
from workbench.checks import check_game
from workbench.kernel.registry import list_games

PAGE = (CHECKOUT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FILES = CHECKOUT / "tests" / "small_game" / "joust"


@dataclass(frozen=True)
class Block:
    """A fenced block of the page."""

    language: str
    text: str


BLOCKS = [Block(*found) for found in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


def texts(language: str) -> list[str]:
    """The blocks of a language, in order."""
    return [block.text for block in BLOCKS if block.language == language]


GAME_FILE, TRY_IT, IN_A_NOTEBOOK, MEASURE, KIT, FAILURE, OWN_TESTS = texts("python")
DECK_FILE, PYPROJECT = texts("toml")
(CARDS_FILE,) = texts("csv")
LEAK, ONE_STEP_MORE = texts("diff")


def shown_after(program: str) -> str:
    """The output that the page shows for a program."""
    place = BLOCKS.index(Block("python", program))
    assert BLOCKS[place + 1].language == "text"
    return BLOCKS[place + 1].text


def trimmed(output: str) -> str:
    """An output without blanks at the ends of its lines."""
    return re.sub(r" +$", "", output, flags=re.MULTILINE)


def changed(source: str, diff: str) -> str:
    """A file with the changes of a diff: each run of lines that go, and of lines that come in their place."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE):
        gone, come = (re.sub(r"^[-+]", "", lines, flags=re.MULTILINE) for lines in (old, new))
        assert source.count(gone) == 1, gone
        source = source.replace(gone, come)
    return source


def lay_out(folder: Path, game_file: str = GAME_FILE) -> Path:
    """A folder with the files of the page."""
    deck = folder / "joust" / "decks" / "tourney"
    deck.mkdir(parents=True)
    (folder / "joust" / "__init__.py").write_text(game_file, encoding="utf-8")
    (deck / "deck.toml").write_text(DECK_FILE, encoding="utf-8")
    (deck / "cards.csv").write_text(CARDS_FILE, encoding="utf-8")
    return folder


def run(folder: Path, *command: str | Path, typed: str = "", path: Path | None = None) -> str:
    """What a command of this Python prints in a folder; the test fails with it when the command does."""
    environment = environment_for_servers(folder)
    if path is not None:
        environment["PYTHONPATH"] = os.pathsep.join([str(path), environment["PYTHONPATH"]])
    words = [sys.executable, *map(str, command)]
    done = subprocess.run(words, cwd=folder, env=environment, input=typed, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_program(folder: Path, program: str) -> str:
    """What a program of the page prints, run as the page says."""
    (folder / "try_it.py").write_text(program, encoding="utf-8")
    return run(folder, "try_it.py")


def alike(output: str) -> str:
    """An output but for how much the kit has tried and which lances it met: the kit may try more one day."""
    output = re.sub(r"(Willow|Pine|Birch|Oak|Ash|Iron-shod|King's) Lance", "a lance", output)
    return re.sub(r"\s+", " ", re.sub(r"[\d,]*\d", "#", output))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has followed the page."""
    return lay_out(tmp_path_factory.mktemp("page"))


# The files


def test_the_files_of_the_page_are_the_small_game() -> None:
    assert (FILES / "__init__.py").read_text(encoding="utf-8") == GAME_FILE
    assert (FILES / "decks" / "tourney" / "deck.toml").read_text(encoding="utf-8") == DECK_FILE
    assert (FILES / "decks" / "tourney" / "cards.csv").read_text(encoding="utf-8") == CARDS_FILE


def lines_of_code(source: str) -> set[int]:
    """The numbers of the lines that hold code: not those that are blank, a comment, a docstring or an import."""
    nodes = list(ast.walk(ast.parse(source)))
    documented = (ast.Module, ast.FunctionDef, ast.ClassDef)
    left_out = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    left_out += [node.body[0] for node in nodes if isinstance(node, documented) and ast.get_docstring(node) is not None]
    other = {line for node in left_out for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    nothing = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0] for token in tokens if token.type not in nothing} - other


def test_the_small_game_is_as_short_as_the_page_says_and_imports_from_one_module() -> None:
    (most,) = re.findall(r"It is (\d+) lines of code below one import", PAGE)
    assert len(lines_of_code(GAME_FILE)) == int(most)
    imports = [node for node in ast.walk(ast.parse(GAME_FILE)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [ast.unparse(node).split(" import ")[0] for node in imports] == ["from workbench.author"]


def test_lines_of_code_are_neither_blank_nor_comments_nor_docstrings_nor_imports() -> None:
    source = '"""What\nit is."""\n\nimport ast  # why\n\n\ndef one():\n    """One."""\n    return (\n        1\n    )\n'
    assert lines_of_code(source) == {7, 9, 10, 11}


# The programs


def test_a_seat_of_the_page_sees_what_the_page_says(folder: Path) -> None:
    assert run_program(folder, TRY_IT) == shown_after(TRY_IT)


def test_the_figures_of_the_page_are_measured(folder: Path) -> None:
    assert trimmed(run_program(folder, MEASURE)) == shown_after(MEASURE)


def test_the_small_game_passes_the_kit(folder: Path) -> None:
    printed = run_program(folder, KIT)
    assert alike(printed) == alike(shown_after(KIT))
    assert printed.endswith("12 of 12 checks passed.\n")


def test_the_kit_takes_a_game_that_nobody_has_registered() -> None:
    assert check_game(GAME, checks=["conservation", "history"]).passed
    assert "joust" not in list_games()


def test_the_failure_of_the_page_is_what_the_kit_says(tmp_path: Path) -> None:
    lay_out(tmp_path, changed(GAME_FILE, LEAK))
    assert alike(run_program(tmp_path, FAILURE)) == alike(shown_after(FAILURE))


def test_the_mend_that_the_page_names_satisfies_the_kit(tmp_path: Path) -> None:
    mended = changed(GAME_FILE, LEAK).replace("TOLD_TO_EVERYONE", "TOLD_TO_ACTOR").replace("{seat} lays", "You lay")
    lay_out(tmp_path, mended)
    program = KIT.replace("check_game(GAME)", "check_game(GAME, checks=['secrecy', 'simultaneity'])")
    assert run_program(tmp_path, program).endswith("2 of 2 checks passed.\n")


def test_an_option_and_a_bot_pass_the_kit_and_the_bot_is_better_than_chance(tmp_path: Path) -> None:
    lay_out(tmp_path, changed(GAME_FILE, ONE_STEP_MORE))
    program = KIT + "from workbench.author import register\nfrom workbench.lab import simulate\nregister(GAME)\n"
    program += "report = simulate('joust', games=400, bots=['bold', 'random'], options={'tilts': 1}, seed=1)\n"
    program += "print(report.options, *report.summary()['value'].iloc[:2])\n"
    *_, passed, figures = run_program(tmp_path, program).splitlines()
    assert passed == "12 of 12 checks passed."
    assert figures.startswith("{'tilts': 1}")
    bold, by_lot = map(float, figures.split()[-2:])
    assert bold > by_lot


def test_a_column_of_ones_own_is_an_array(tmp_path: Path) -> None:
    (columns,) = re.findall(r"`(\(\*PLAIN_COLUMNS, Column\(.*?\)\))`", PAGE)
    source = GAME_FILE.replace('"cards.csv", PLAIN_COLUMNS', f'"cards.csv", {columns}').replace(
        "    CardTable,\n", "    CardTable,\n    Column,\n"
    )
    lay_out(tmp_path, source)
    cards = tmp_path / "joust" / "decks" / "tourney" / "cards.csv"
    rows = CARDS_FILE.splitlines()
    cards.write_text("\n".join([f"{rows[0]},weight", *(f"{row},{i}" for i, row in enumerate(rows[1:]))]) + "\n")
    program = "from joust import GAME\nfrom workbench.decks import load_deck\nfrom workbench.author import register\n"
    program += "register(GAME)\nprint(load_deck('joust').arrays.weight[:7])\n"
    assert run_program(tmp_path, program) == "[0 1 2 3 4 5 6]\n"


# The package


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the page's package is installed."""
    project = lay_out(tmp_path_factory.mktemp("project"))
    (project / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    site = tmp_path_factory.mktemp("site")
    run(project, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation", "--target", site, ".")
    return site


def commands() -> Iterator[list[str]]:
    """The commands of the page, as arguments of `workbench`."""
    for block in texts("console"):
        for line in block.splitlines():
            prompt, program, *words = line.split()
            assert (prompt, program) == ("$", "workbench")
            yield words


def test_an_installed_game_answers_every_command_of_the_page(installed: Path, tmp_path: Path) -> None:
    said = [run(tmp_path, "-m", "workbench", *words, typed="1\n1\n1\n", path=installed) for words in commands()]
    listed, checked, played, recorded, replayed = said
    assert "decks   tourney (its own)" in listed
    assert "1 of 1 checks passed." in checked
    assert re.search(r"(wins|share the win)\.\n$", played)
    assert re.search(r"^points +\d", played, re.MULTILINE), "the score stands under the table"
    assert recorded.count("Recorded: ") == 2
    assert replayed == "Joust. Golden matches: 2; faults: 0.\n"
    listing = run(tmp_path, "-m", "workbench", "games", path=installed)
    assert "joust         Joust, 2 to 6 seats\n" in listing


def test_a_game_without_categories_has_no_empty_table_of_them(installed: Path, tmp_path: Path) -> None:
    command = ["-m", "workbench", "simulate", "joust", "--games", "20", "--bots", "random"]
    printed = run(tmp_path, *command, path=installed)
    assert "win share" in printed
    assert "Empty" not in printed


def test_the_tests_of_the_page_pass_in_the_package(installed: Path, tmp_path: Path) -> None:
    run(tmp_path, "-m", "workbench", "golden", "joust", "--record", path=installed)
    (tmp_path / "test_joust.py").write_text(OWN_TESTS, encoding="utf-8")
    assert "2 passed" in run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_joust.py", path=installed)


# The screen


@pytest.fixture
def dashboard(folder: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """The page's notebook program as a dashboard."""
    write_notebook(folder / "index.ipynb", "Games", "0")
    write_notebook(folder / "joust.ipynb", "Joust", IN_A_NOTEBOOK)
    with running_dashboards(folder, tmp_path) as server:
        yield server


WAITING = """tilt => {
  const number = selector => document.querySelectorAll(selector).length;
  return number(".rt-kind-groups .rt-card") === 4 * tilt && number(".rt-kind-hand button.rt-card") === 3 - tilt;
}"""


def test_the_small_game_is_played_in_a_browser_on_the_plain_table(dashboard: RunningServer, page: Any) -> None:
    page.goto(dashboard.notebook("joust.ipynb"))
    for tilt in range(3):
        page.wait_for_function(WAITING, arg=tilt)
        if tilt == 1:
            assert serious_findings(page) == []
            page.locator(".rt-choice").first.click()
        else:
            page.locator(".rt-kind-hand button.rt-card").first.click()
    page.wait_for_function(WAITING, arg=3)
    assert re.search(r"wins\.|share the win\.", page.locator(".rt-message").inner_text())
    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Joust: three tilts").wait_for()
    page.get_by_role("tab", name="Score").click()
    page.get_by_role("heading", name="Final score").wait_for()
    assert page.errors == []
