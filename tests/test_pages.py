"""README, CONTRIBUTING and docs: the commands they give run, their links lead somewhere, their map is true."""

from __future__ import annotations

import io
import re
import shlex
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.servers import CHECKOUT, environment_for_servers, running
from workbench.cli import build_parser, main
from workbench.decks import load_deck
from workbench.decks.exchange import export
from workbench.decks.versions import Versions
from workbench.storage.folders import STATE_VARIABLE

README, CONTRIBUTING = CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md"
DOCS = sorted((CHECKOUT / "docs").glob("*.md"))
PAGES = [README, CONTRIBUTING, *DOCS]
COMMAND = re.compile(r"(?:^(?: {4}|\$ |\.venv/bin/)?|`)workbench ([^`\n]*)", re.MULTILINE)
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)[^)]*\)")


def text_of(page: Path) -> str:
    """A page as it is written."""
    return page.read_text(encoding="utf-8")


def command_lines(page: Path) -> list[list[str]]:
    """What follows `workbench` in each command line of a page, whether in a block or in a sentence."""
    return [shlex.split(line, comments=True) for line in COMMAND.findall(text_of(page))]


def outcome(words: list[str]) -> int | str | None:
    """The exit code of a command line."""
    try:
        return main(words)
    except SystemExit as left:
        return left.code


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder, empty but for a list from a spreadsheet; a version of a deck is kept, nobody types."""
    deck = load_deck("guild_master")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    Versions("guild_master", "medieval").save(deck)
    Path("list.csv").write_bytes(export(deck, "csv")[1])


# Command lines


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_command_line_of_a_page_is_one_that_the_command_takes(page: Path) -> None:
    for words in command_lines(page):
        if words != ["--help"]:
            assert build_parser().parse_args(words).run, words


@pytest.mark.parametrize(
    ("name", "lines"),
    [pytest.param("README.md", 8, marks=pytest.mark.slow), ("docs/exchanging-decks.md", 4), ("docs/deck-studio.md", 3)],
)
@pytest.mark.usefixtures("desk")
def test_the_command_lines_of_a_page_run_one_after_the_other(name: str, lines: int) -> None:
    """Except what serves until it is ended, and `check`, with which `.ci/run` puts every game through the kit."""
    given = command_lines(CHECKOUT / name)
    assert len(given) >= lines
    for words in given:
        if words[0] not in ("serve", "room", "check"):
            assert outcome(words) == 0, words


def test_the_command_alone_serves_the_dashboards(tmp_path: Path) -> None:
    assert text_of(README).count("&& .venv/bin/workbench\n") == 1
    command = [sys.executable, "-m", "workbench", "--no-browser", "--port", "0"]
    with running(command, environment_for_servers(tmp_path), tmp_path) as server, urlopen(server.url) as page:
        assert "guild_master.ipynb" in page.read().decode()


def test_the_dashboards_open_as_notebooks(tmp_path: Path) -> None:
    ((program, *words),) = map(str.split, re.findall(r"^\.venv/bin/(jupyter .*?) +#", text_of(README), re.MULTILINE))
    options = ["--no-browser", "--allow-root", "--port=0", "--ServerApp.port_retries=0", "--LabApp.news_url=None"]
    command = [str(Path(sys.executable).with_name(program)), *words, *options]
    with running(command, environment_for_servers(tmp_path), CHECKOUT) as server:
        assert urlsplit(server.url).path == "/lab"


def test_the_program_of_the_readme_runs() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```$", text_of(README), re.MULTILINE | re.DOTALL)
    names: dict = {}
    exec(compile(program, "README.md", "exec"), names)
    assert names["match"].legal(names["match"].to_act[0])


# Links and the map


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    assert [link for link in LINK.findall(text_of(page)) if not (page.parent / link).exists()] == []


def test_the_readme_or_contributing_leads_to_every_page() -> None:
    linked = {link for page in (README, CONTRIBUTING) for link in LINK.findall(text_of(page))}
    assert {f"docs/{page.name}" for page in DOCS} - linked == set()


def test_the_map_of_the_house_has_its_rooms_on_their_floors() -> None:
    rows = re.findall(r"^\| (\d) \| (.*?) \|", text_of(CONTRIBUTING), re.MULTILINE)
    planned = set(re.findall(r"\*`(\w+)`\*", " ".join(rooms for _, rooms in rows)))
    floors = [set(re.findall(r"`(\w+)`", rooms)) for _, rooms in rows]
    package = CHECKOUT / "workbench"
    built = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert set().union(*floors) - planned == built - {"__init__", "__main__"}

    linter = tomllib.loads(text_of(CHECKOUT / "pyproject.toml"))["tool"]["importlinter"]
    layers = [set(re.findall(r"\w+", layer)) - {"__main__"} for layer in linter["contracts"][0]["layers"]]
    assert floors == layers
    assert [number for number, _ in rows] == [str(floor) for floor in reversed(range(len(layers)))]
