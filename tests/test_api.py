"""The package from outside: the names that were promised, how light it is, and whether its examples run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import workbench as wb
from workbench.storage import errors

CHECKOUT = Path(__file__).parents[1]
HEAVY = ("numba", "pandas", "ipywidgets", "anywidget", "networkx")
PROMISED = (
    "list_games", "game", "load_deck", "Deck", "Match", "position", "simulate", "compare", "tournament", "sweep",
    "suggest", "warm", "check_game", "bonus_graph",
    "WorkbenchError", "DeckError", "IllegalAction", "OptionError", "PositionError", "ReplayError", "RoomError",
)  # fmt: skip


def loaded_by(code: str) -> set[str]:
    """The heavy packages that a new Python process has loaded after running some code."""
    ending = f"\nimport sys\nprint(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code + ending], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


# Light


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import workbench") == set()


def test_every_name_but_the_lab_is_light() -> None:
    assert loaded_by("import workbench as wb\nfor name in wb.__all__: getattr(wb, name)") == set()


A_WHOLE_MATCH = """
import pathlib, tempfile
import workbench as wb
match = wb.Match("guild_master", seats=3, seed=1, bots={0: "greedy", 1: "random", 2: "greedy"})
match.play_bots()
assert match.over
for seat in (None, 0, 1, 2):
    match.view(seat), match.scene(seat)
match.score_lines(), match.winners, match.log, match.export(0), match.deck.lint()
match.undo(), match.redo()
with tempfile.TemporaryDirectory() as place:
    path = pathlib.Path(place) / "match.json"
    match.save(path)
    assert wb.Match.load(path).winners == match.winners
wb.game("guild_master").rules
"""


def test_a_whole_match_in_plain_python_loads_nothing_heavy() -> None:
    assert loaded_by(A_WHOLE_MATCH) == set()


def test_the_rooms_of_matches_and_of_pages_know_no_widgets() -> None:
    """Phones will need the host of a table and the kit of its pages."""
    names = [name for name in modules() if name.startswith(("workbench.play.", "workbench.pages."))]
    assert {"workbench.play.host", "workbench.pages.page"} <= set(names)
    assert loaded_by("\n".join(f"import {name}" for name in names)) == set()


def test_the_lab_in_plain_python_needs_no_compiler() -> None:
    code = "import workbench as wb\nwb.simulate('guild_master', games=2, compiled=False).outcome"
    assert "numba" not in loaded_by(code)


def test_what_is_heavy_would_be_noticed() -> None:
    assert loaded_by("import workbench as wb\nwb.load_deck('guild_master').cards") == {"pandas"}


# Names


def test_every_promised_name_is_there() -> None:
    assert set(PROMISED) <= set(wb.__all__)
    for name in wb.__all__:
        assert callable(getattr(wb, name))
        assert name in dir(wb)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        wb.simulat  # noqa: B018


def test_names_are_the_same_objects_wherever_they_are_taken_from() -> None:
    from workbench.lab import simulate
    from workbench.play import Match

    assert wb.Match is Match
    assert wb.simulate is simulate
    assert wb.Match is wb.Match


def test_errors_are_one_family() -> None:
    for name in ("DeckError", "IllegalAction", "OptionError", "ReplayError", "RoomError"):
        assert issubclass(getattr(wb, name), wb.WorkbenchError)
    assert issubclass(errors.WorkbenchError, Exception)


def test_games_are_found_by_id() -> None:
    for _ in range(2):  # importing a game must not put the package of that name in the function's place
        games = wb.list_games()
        assert set(games) >= {"guild_master"}
    game = wb.game("guild_master")
    assert game is games["guild_master"] is wb.game(game)
    assert (game.title, game.seats) == ("Guild Master", range(2, 9))
    assert [option.key for option in game.options][:2] == ["deal_size", "draw_rule"]
    assert game.rules.startswith("#")
    assert "GM-021" in game.rules


@pytest.mark.parametrize("unknown", ["guild_mastr", "", 5, None, [], {}, ("guild_master",)], ids=repr)
def test_an_unknown_game_is_refused_by_name(unknown: object) -> None:
    with pytest.raises(wb.OptionError, match=r"There is no game .*guild_master"):
        wb.game(unknown)  # type: ignore[arg-type]


def test_the_public_api_plays_from_beginning_to_end() -> None:
    deck = wb.load_deck("guild_master", "medieval")
    match = wb.Match("guild_master", seats=4, seed=7, deck=deck, options={})
    while not match.over:
        seat = match.to_act[0]
        assert match.view(seat)["legal"] == [action.label for action in match.legal(seat)]
        match.play(seat, match.legal(seat)[-1])
    assert match.winners
    assert set(match.scores().columns) >= {"seat", "category", "source", "points", "reason"}
    report = wb.simulate("guild_master", games=4, seats=4, bots="greedy", seed=1, deck=deck, options={}, compiled=False)
    assert len(report.seats) == 4
    assert set(report.seats.columns) >= {"bot", "wins", "win_share", "low", "high"}
    for table in (report.cards, report.categories, report.lengths, report.summary()):
        assert len(table)


# Examples


def modules() -> list[str]:
    """Every module of the package but the ones that run when they are imported."""
    found = pkgutil.walk_packages(wb.__path__, "workbench.", onerror=lambda name: None)
    return [name for _, name, _ in found if not name.endswith("__main__")]


def imported(name: str) -> ModuleType:
    """A module; the test is skipped if a package that is not ours is missing."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] == "workbench":
            raise
        pytest.skip(f"{name} needs {missing.name}")


@pytest.mark.parametrize("name", ["workbench", *modules()])
def test_the_examples_of_a_module_run(name: str) -> None:
    result = doctest.testmod(imported(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_there_are_examples_to_run() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    light = [name for name in modules() if name.split(".")[1] in ("kernel", "play", "lab", "decks")]
    with_examples = {name for name in light if any(test.examples for test in finder.find(imported(name)))}
    assert {"workbench.play.match", "workbench.lab.report", "workbench.kernel.state"} <= with_examples
