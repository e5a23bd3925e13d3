"""Pictures of graphs and stories on a page with other parts: no style sheet of either reaches into the other."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from workbench.decks import load_deck
from workbench.graphs import bonus_graph, exchange_graph, phase_graph, position_graph
from workbench.lab.stories import Story, ahead_picture, waterfall_picture
from workbench.play import Match
from workbench.widgets.script import HERE


def played() -> Match:
    match = Match("quests", seats=3, seed=4, bots=dict.fromkeys(range(3), "greedy"), options={"turn_limit": 6})
    match.play_bots()
    return match


def pictures() -> dict[str, str]:
    """A picture of each kind."""
    match = played()
    story = Story(match)
    return {
        "phases": phase_graph("guile", 2, bots="random", compiled=False).picture(),
        "bonuses": bonus_graph(load_deck("guild_master")).picture(),
        "exchanges": exchange_graph(match).picture(),
        "positions": position_graph(match.after(8), 1, playouts=0, compiled=False).picture(),
        "who was ahead": ahead_picture(story),
        "waterfall": next(filter(None, (waterfall_picture(story, seat) for seat in range(match.seats))), ""),
    }


def styled_alone(sheet: Path) -> set[str]:
    """The classes that a style sheet gives a look wherever they stand."""
    without_comments = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [one.strip() for rule in re.findall(r"([^{}]+)\{", without_comments) for one in rule.split(",")]
    return {found[1] for one in selectors if (found := re.fullmatch(r"\.(rt-[a-z-]+)(::?[a-z-]+)?", one))}


def test_no_style_sheet_reaches_into_a_picture() -> None:
    """A table had a ring of its own, so beside a table the exchanges could be neither enlarged nor made smaller."""
    styled = {name: sheet.name for sheet in HERE.rglob("*.css") for name in styled_alone(sheet)}
    assert "rt-table" in styled
    for kind, picture in pictures().items():
        parts = ElementTree.fromstring(picture).iter() if picture else []
        classes = {name for part in parts for name in (part.get("class") or "").split()}
        assert {name: styled[name] for name in classes & set(styled)} == {}, kind


@pytest.mark.parametrize("kind", ["phases", "bonuses", "exchanges", "positions"])
def test_the_style_of_a_picture_stays_within_it(kind: str) -> None:
    drawn = ElementTree.fromstring(pictures()[kind])
    root, style = drawn.get("class"), next(part.text or "" for part in drawn.iter() if part.tag.endswith("style"))
    selectors = re.findall(r"([^{}]+)\{", style)
    assert selectors
    assert all(selector.strip().startswith(f".{root}") for selector in selectors)
