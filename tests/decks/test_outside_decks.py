"""A package brings decks and games by its entry points: built as a wheel, installed, listed, loaded and measured."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import CHECKOUT
from workbench.decks import list_decks, load_deck

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "my-towns"
version = "1.0"

[project.entry-points."workbench.decks"]
my_towns = "my_towns"
nothing = "no_such_package"

[project.entry-points."workbench.games"]
joust = "joust:GAME"

[tool.hatch.build.targets.wheel]
packages = ["my_towns", "joust"]
"""
LISTS = """
import warnings
import workbench as wb
from workbench.decks import list_decks
from workbench.gallery import Gallery
from workbench.widgets.gallery.shown import all_decks
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    print(list_decks("guild_master"))
deck = wb.load_deck("guild_master", "hamlet")
print(deck.meta.title, wb.load_deck("guild_master").meta.title)
print("joust" in wb.list_games(), list_decks("joust"))
print(wb.Match("joust", seed=1).over, ("guild_master", "hamlet") in set(all_decks()))
print([str(one.message) for one in said if "no_such_package" in str(one.message)][0])
import sys
print("my_towns" in sys.modules)
"""


def run(*command: str, folder: Path, **environment: str) -> str:
    """What a command prints; the test fails with it when the command does."""
    done = subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which a wheel with two decks and a game was installed."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    (source / "pyproject.toml").write_text(PROJECT)
    shutil.copytree(CHECKOUT / "tests" / "small_game" / "joust", source / "joust")
    package = source / "my_towns"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('a package of decks is found and not run')\n")
    hamlet = load_deck("guild_master").edit(meta={"title": "Hamlet"})
    hamlet.save(package / "guild_master" / "hamlet")
    hamlet.save(package / "guild_master" / "medieval")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(source), str(source)]
    run(*build, folder=source)
    (wheel,) = source.glob("*.whl")
    run(
        *(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "-q", "--target", str(target), str(wheel)),
        folder=source,
    )
    return target


def test_decks_and_games_of_a_package_are_like_our_own(installed: Path) -> None:
    said = run(sys.executable, "-c", LISTS, folder=installed, PYTHONPATH=f"{installed}{os.pathsep}{CHECKOUT}")
    decks, titles, games, match, warning, imported = said.splitlines()
    assert ast.literal_eval(decks) == tuple(sorted([*list_decks("guild_master"), "hamlet"]))
    assert titles == "Hamlet Medieval town", "of two decks of one name, the game's own counts"
    assert games.startswith("True (")
    assert match == "False True"
    assert "which is no package" in warning
    assert imported == "False"


def test_the_command_line_knows_a_deck_of_a_package(installed: Path) -> None:
    command = (sys.executable, "-m", "workbench", "diff", "guild_master", "guild_master/hamlet")
    environment = {"PYTHONPATH": f"{installed}{os.pathsep}{CHECKOUT}"}
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 1
    assert "'Medieval town' -> 'Hamlet'" in done.stdout
