"""What a table's page weighs: what draws its own game, at most so much, and nothing of other games."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from workbench.decks import load_deck
from workbench.kernel.game import Game
from workbench.kernel.registry import list_games
from workbench.kernel.scenes.scene import LARGE_LAYOUTS
from workbench.pages.guard import Guard
from workbench.play import Match
from workbench.widgets.emblem_script import few_emblems
from workbench.widgets.script import source
from workbench.widgets.table.drawn_by import LARGE, large_files, style_names, table_script, table_style
from workbench.widgets.table.scene_stream import emblems_of
from workbench.widgets.table.widgets import TableWidget

MOST = 95_000  # bytes of a table's script and style, packed
GAMES = list(list_games().values())


def packed(text: str) -> int:
    return len(gzip.compress(text.encode()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("entry", ["table", "seat"])
def test_a_page_of_one_game_weighs_at_most_ninety_five_kilobytes(game: Game, entry: str) -> None:
    """With the emblems that it learns."""
    script = table_script(game, f"table/{entry}.js")
    style = table_style(game, "table/stage.css" if entry == "table" else "table/seat.css")
    learnt = emblems_of(load_deck(game.id, game.default_deck), {})
    assert packed(script) + packed(style) + packed(json.dumps(learnt)) <= MOST


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_layouts_of_other_games_are_not_sent(game: Game) -> None:
    sent = table_script(game) + table_style(game)
    for file in LARGE:
        mark = f"const of_table_{file} = "
        assert (mark in sent) is (file in large_files(game))
        assert (f"table/{file}.css" in style_names(game)) is (file in large_files(game))


def test_every_large_layout_is_drawn_by_one_file() -> None:
    assert sorted(layout for drawn in LARGE.values() for layout in drawn) == sorted(LARGE_LAYOUTS)
    for file, drawn in LARGE.items():
        (entered,) = re.findall(r"^enterLayouts\(\{ (.*) \}\);$", source(f"table/{file}.js"), re.MULTILINE)
        assert sorted(one.split(":")[0] for one in entered.split(", ")) == sorted(drawn)


def test_tables_of_two_games_may_stand_on_one_page() -> None:
    """A page has one style sheet for each id: with the same id the second would take the first one's place."""
    hear = Guard(lambda _notice: None, "")(lambda _message: None)
    one, other = (TableWidget(hear, game) for game in GAMES[:2])
    try:
        assert one._anywidget_id != other._anywidget_id
        assert one._esm == table_script(GAMES[0])
        assert other._css == table_style(GAMES[1], "table/stage.css")
    finally:
        one.close()
        other.close()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_page_knows_every_emblem_of_its_deck_and_of_its_scene(game: Game) -> None:
    match = Match(game.id, seed=3)
    scene = match.scene(0).as_dict() | {"planted": [{"emblem": "telescope"}]}
    known = few_emblems() | emblems_of(match.deck, scene).keys()
    faces = {match.game.studio.face(match.deck, kind).emblem for kind in range(len(match.deck.kinds))}
    named = set(re.findall(r'"emblem": "([^"]+)"', json.dumps(scene)))
    assert "telescope" in named
    assert (faces | named) - {""} <= known
    assert "telescope" not in emblems_of(match.deck, match.scene(0).as_dict())
