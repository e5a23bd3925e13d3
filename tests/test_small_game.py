"""docs/adding-a-game.md: its files are the small game, its programs and commands run, its game passes the kit."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs_pages import Page, changed, lines_of_code, run, run_program, trimmed
from tests.e2e.accessibility import serious_findings
from tests.e2e.waiting import wait_until
from tests.servers import CHECKOUT, RunningServer, running_dashboards
from tests.serving.conftest import write_notebook
from tests.small_game.joust import GAME
from workbench.checks import check_game
from workbench.kernel.registry import list_games

PAGE = Page("adding-a-game.md")
FILES = CHECKOUT / "tests" / "small_game" / "joust"
GAME_FILE, TRY_IT, IN_A_NOTEBOOK, MEASURE, KIT, FAILURE, OWN_TESTS = PAGE.texts("python")
DECK_FILE, PYPROJECT = PAGE.texts("toml")
(CARDS_FILE,) = PAGE.texts("csv")
LEAK, ONE_STEP_MORE = PAGE.texts("diff")


def lay_out(folder: Path, game_file: str = GAME_FILE) -> Path:
    """A folder with the files of the page."""
    deck = folder / "joust" / "decks" / "tourney"
    deck.mkdir(parents=True)
    (folder / "joust" / "__init__.py").write_text(game_file, encoding="utf-8")
    (deck / "deck.toml").write_text(DECK_FILE, encoding="utf-8")
    (deck / "cards.csv").write_text(CARDS_FILE, encoding="utf-8")
    return folder


def alike(output: str) -> str:
    """An output without how much the kit has tried and which lances it met: the kit may try more one day."""
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


def test_the_small_game_is_as_short_as_the_page_says_and_imports_from_one_module() -> None:
    (most,) = re.findall(r"It is (\d+) lines of code below one import", PAGE.text)
    assert len(lines_of_code(GAME_FILE)) == int(most)
    imports = [node for node in ast.walk(ast.parse(GAME_FILE)) if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert [ast.unparse(node).split(" import ")[0] for node in imports] == ["from workbench.author"]


def test_lines_of_code_are_neither_blank_nor_comments_nor_docstrings_nor_imports() -> None:
    source = '"""What\nit is."""\n\nimport ast  # why\n\n\ndef one():\n    """One."""\n    return (\n        1\n    )\n'
    assert lines_of_code(source) == {7, 9, 10, 11}


# The programs


def test_a_seat_of_the_page_sees_what_the_page_says(folder: Path) -> None:
    assert run_program(folder, TRY_IT) == PAGE.shown_after(TRY_IT)


@pytest.mark.slow
def test_the_figures_of_the_page_are_measured(folder: Path) -> None:
    assert trimmed(run_program(folder, MEASURE)) == PAGE.shown_after(MEASURE)


@pytest.mark.slow
def test_the_small_game_passes_the_kit(folder: Path) -> None:
    printed = run_program(folder, KIT)
    assert alike(printed) == alike(PAGE.shown_after(KIT))
    assert printed.endswith("14 of 14 checks passed.\n")


def test_the_kit_takes_a_game_that_nobody_has_registered() -> None:
    assert check_game(GAME, checks=["conservation", "history"]).passed
    assert "joust" not in list_games()


def test_the_failure_of_the_page_is_what_the_kit_says(tmp_path: Path) -> None:
    lay_out(tmp_path, changed(GAME_FILE, LEAK))
    assert alike(run_program(tmp_path, FAILURE)) == alike(PAGE.shown_after(FAILURE))


@pytest.mark.slow  # the failure that it mends is shown above
def test_the_mend_that_the_page_names_satisfies_the_kit(tmp_path: Path) -> None:
    mended = changed(GAME_FILE, LEAK).replace("HEARD_BY_EVERYONE", "HEARD_BY_ACTOR").replace("{seat} lays", "You lay")
    lay_out(tmp_path, mended)
    program = KIT.replace("check_game(GAME)", "check_game(GAME, checks=['secrecy', 'simultaneity'])")
    assert run_program(tmp_path, program).endswith("2 of 2 checks passed.\n")


TRIED = """try:
    from joust import GAME
    from workbench.author import register
    from workbench.play import Match
    register(GAME)
    Match("joust", seed=1)
except Exception as fault:
    print(fault)
"""


def test_a_wrong_declaration_and_a_wrong_rule_say_what_the_page_says(tmp_path: Path) -> None:
    (said,) = [text for text in PAGE.texts("text") if text.startswith("joust/__init__.py line")]
    of_field, of_rule = said.splitlines(keepends=True)
    wrong_field = GAME_FILE.replace("\n\nZONES, ", '\n\nclass Laid(Record):\n    laid = Field("i2", 6)\n\n\nZONES, ', 1)
    wrong_field = wrong_field.replace("    CardTable,\n", "    CardTable,\n    Field,\n    Record,\n")
    assert run_program(lay_out(tmp_path / "field", wrong_field), TRIED) == of_field
    wrong_rule = GAME_FILE.replace("ZONES.hand, TILTS", "ZONES.hnd, TILTS")
    assert run_program(lay_out(tmp_path / "rule", wrong_rule), TRIED) == of_rule


@pytest.mark.slow
def test_an_option_and_a_bot_pass_the_kit_and_the_bot_is_better_than_chance(tmp_path: Path) -> None:
    lay_out(tmp_path, changed(GAME_FILE, ONE_STEP_MORE))
    program = KIT + "from workbench.author import register\nfrom workbench.lab import simulate\nregister(GAME)\n"
    program += "report = simulate('joust', games=400, bots=['bold', 'random'], options={'tilts': 1}, seed=1)\n"
    program += "print(report.options, *report.summary()['value'].iloc[:2])\n"
    *_, passed, figures = run_program(tmp_path, program).splitlines()
    assert passed == "14 of 14 checks passed."
    assert figures.startswith("{'tilts': 1}")
    bold, by_lot = map(float, figures.split()[-2:])
    assert bold > by_lot


def test_a_column_of_ones_own_is_an_array(tmp_path: Path) -> None:
    (columns,) = re.findall(r"`(\(\*PLAIN_COLUMNS, Column\(.*?\)\))`", PAGE.text)
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
    for block in PAGE.texts("console"):
        for line in block.splitlines():
            prompt, program, *words = line.split()
            assert (prompt, program) == ("$", "workbench")
            yield words


@pytest.mark.slow
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


@pytest.mark.slow
def test_an_installed_game_is_compiled_for_any_processor(installed: Path, tmp_path: Path) -> None:
    into = tmp_path / "carried"

    def kept() -> list[str]:
        return sorted(path.name.partition("-")[0] for path in into.rglob("*-generic-*.code"))

    without = (
        f"from pathlib import Path; import workbench as wb; wb.warm('joust', into=Path({str(into)!r}), search=False)"
    )
    run(tmp_path, "-c", without, path=installed)
    assert kept() == ["looking_on", "report", "rules"]
    said = run(tmp_path, "-m", "workbench", "warm", "joust", "--into", str(into), path=installed)
    assert "Joust is compiled." in said
    assert kept() == ["looking_on", "report", "rules", "searching"]


@pytest.mark.slow
def test_a_game_without_categories_has_no_empty_table_of_them(installed: Path, tmp_path: Path) -> None:
    command = ["-m", "workbench", "simulate", "joust", "--games", "20", "--bots", "random"]
    printed = run(tmp_path, *command, path=installed)
    assert "win share" in printed
    assert "Empty" not in printed


@pytest.mark.slow
def test_the_tests_of_the_page_pass_in_the_package(installed: Path, tmp_path: Path) -> None:
    run(tmp_path, "-m", "workbench", "golden", "joust", "--record", path=installed)
    (tmp_path / "test_joust.py").write_text(OWN_TESTS, encoding="utf-8")
    assert "2 passed" in run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_joust.py", path=installed)


# The screen


@pytest.fixture
def home_page(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RunningServer]:
    """Our own dashboards, where the page's package is installed."""
    monkeypatch.setenv("PYTHONPATH", str(installed), prepend=os.pathsep)
    with running_dashboards(None, tmp_path) as server:
        yield server


@pytest.mark.slow
def test_an_installed_game_stands_on_the_home_page_and_is_played_from_there(
    home_page: RunningServer, page: Any
) -> None:
    page.goto(home_page.url)
    page.get_by_role("link", name="Joust").click()
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".rt-layout-hand button.rt-card").first.wait_for()
    assert "Lance" in page.locator(".rt-layout-hand").inner_text()
    page.keyboard.press("r")
    page.get_by_text("Joust: three tilts").wait_for()
    page.keyboard.press("Escape")  # else the next letter goes to the search
    assert page.errors == []


@pytest.fixture
def dashboard(folder: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """The page's notebook program as a dashboard."""
    write_notebook(folder / "index.ipynb", "Games", "0")
    write_notebook(folder / "joust.ipynb", "Joust", IN_A_NOTEBOOK)
    with running_dashboards(folder, tmp_path) as server:
        yield server


WAITING = """tilt => {
  const number = selector => document.querySelectorAll(selector).length;
  return number(".rt-layout-groups .rt-card") === 4 * tilt && number(".rt-layout-hand button.rt-card") === 3 - tilt;
}"""


@pytest.mark.slow
def test_the_small_game_is_played_in_a_browser_on_the_plain_table(dashboard: RunningServer, page: Any) -> None:
    page.goto(dashboard.notebook("joust.ipynb"))
    for tilt in range(3):
        wait_until(page, WAITING, arg=tilt)
        if tilt == 1:
            assert serious_findings(page) == []
            page.locator(".rt-choice").first.click()
        else:
            page.locator(".rt-layout-hand button.rt-card").first.click()
    wait_until(page, WAITING, arg=3)
    assert re.search(r"wins\.|share the win\.", page.locator(".rt-message").inner_text())
    page.keyboard.press("r")
    page.get_by_text("Joust: three tilts").wait_for()
    page.keyboard.press("Escape")  # else the next letter goes to the search
    page.keyboard.press("s")
    page.get_by_role("heading", name="Line by line").wait_for()
    assert page.errors == []
