"""The game that the address of a page asks for, on pages other than the studio."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

from workbench.storage.errors import OptionError
from workbench.widgets import PlayApp
from workbench.widgets.address import asked_game, of_asked_game, way_to

ANY_GAME = Path(__file__).resolve().parents[2] / "notebooks" / "any_game.ipynb"


@pytest.mark.parametrize(
    ("asked", "opened"),
    [("", "guild_master"), ("voila=1", "guild_master"), ("game=", "guild_master"), ("voila=1&game=guile", "guile")],
)
def test_an_address_opens_the_game_that_it_names_and_the_usual_one_where_it_names_none(
    asked: str, opened: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", asked)
    assert asked_game().id == opened


@pytest.mark.parametrize("asked", ["joust", "../../x", "guild master"])
def test_a_game_that_is_not_known_is_never_another_one_without_a_word(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", f"game={asked}")
    with pytest.raises(OptionError) as refused:
        asked_game()
    assert f"There is no game {asked!r}. Choose one of: " in str(refused.value)
    assert "?game=" in str(refused.value)


def test_the_words_of_why_there_is_no_table_stand_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "game=<b>x")
    shown = of_asked_game(PlayApp)
    assert isinstance(shown, ipywidgets.HTML)
    assert "There is no game &#x27;&lt;b&gt;x&#x27;." in shown.value


@pytest.mark.parametrize(("asked", "shown"), [("joust", ipywidgets.HTML), ("guile", PlayApp)])
def test_the_notebook_for_any_game_runs_to_its_end_whatever_its_address_names(
    asked: str, shown: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", f"game={asked}")
    names: dict[str, Any] = {}
    for cell in json.loads(ANY_GAME.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert isinstance(names["app"], shown)


def test_a_way_leads_only_to_a_page_that_lies_beside_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")
    assert way_to("replay.ipynb", "1f") == ""
    (tmp_path / "replay.ipynb").write_text("{}")
    assert way_to("replay.ipynb", "1f") == "replay.ipynb?match=1f"
    assert way_to("replay.ipynb") == "replay.ipynb"
    monkeypatch.delenv("SERVER_SOFTWARE")
    assert way_to("replay.ipynb") == "", "a notebook has no pages beside it"
