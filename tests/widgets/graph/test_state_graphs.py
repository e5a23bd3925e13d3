"""The page of graphs in Python: each graph of a game, and a position that is opened on a table below."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.graphs import exporting
from workbench.graphs.exchanges import ExchangeGraph
from workbench.graphs.exporting import text_of
from workbench.graphs.positions import PositionGraph
from workbench.widgets import StateGraphs
from workbench.widgets.graph.state_graphs import EXCHANGES, POSITIONS


@pytest.fixture
def graphs(monkeypatch: pytest.MonkeyPatch) -> StateGraphs:
    """The page of Guile, on which nothing is compiled: plain Python stands in."""
    monkeypatch.setattr("workbench.lab.compiling.CompiledApart.at_hand", lambda *_given: False)
    monkeypatch.setattr("workbench.lab.compiling.CompiledApart.begin", lambda *_given: None)
    monkeypatch.setattr(
        "workbench.lab.compiling.CompiledApart.wait", lambda _self, _variant, _entry, cancel: cancel.set()
    )
    page = StateGraphs("guile", games=4)
    assert page.wait(60)
    return page


def test_a_match_between_bots_has_its_exchanges(graphs: StateGraphs) -> None:
    graphs.kind_choice.value = EXCHANGES
    assert isinstance(graphs.graph, ExchangeGraph)
    assert graphs.match_choice.layout.display == ""
    assert graphs.act_choice.layout.display == "none"


def test_a_position_is_opened_on_a_table_below_the_graph(graphs: StateGraphs) -> None:
    graphs.kind_choice.value = POSITIONS
    assert graphs.wait(60)
    assert isinstance(graphs.graph, PositionGraph)
    assert graphs.view.opens
    assert graphs.opened.box.layout.display == "none"
    node = next(node for node, layer in graphs.graph.nodes(data="layer") if layer == 2)
    graphs.view._handle_custom_msg({"type": "stand", "node": node}, [])
    assert graphs.notice.value == ""
    assert graphs.opened.box.layout.display == ""
    assert graphs.opened.match is not None
    assert graphs.opened.match.view(None)["zones"] == graphs.graph.match_at(node).view(None)["zones"]
    graphs.view._handle_custom_msg({"type": "stand", "node": "elsewhere"}, [])
    assert "no position" in graphs.notice.value


def test_a_graph_is_written_for_other_programs_when_the_page_asks_for_it(
    graphs: StateGraphs, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def note(graph: Any, ending: str) -> str:
        written.append(ending)
        return text_of(graph, ending)

    monkeypatch.setattr(exporting, "text_of", note)
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(graphs.view, "send", sent.append)
    graphs.kind_choice.value = EXCHANGES
    assert written == sent == []
    for ending in (".graphml", ".dot"):
        graphs.view._handle_custom_msg({"type": "write", "ending": ending}, [])
    assert sent == [
        {"type": "file", "ending": ending, "text": text_of(graphs.graph, ending)} for ending in (".graphml", ".dot")
    ]
    assert written == [".graphml", ".dot"]
    graphs.view._handle_custom_msg({"type": "write", "ending": ".exe"}, [])
    assert "ending" in graphs.notice.value
    assert len(sent) == 2


def test_what_a_seat_may_think_is_drawn_for_that_seat(graphs: StateGraphs) -> None:
    graphs.kind_choice.value = POSITIONS
    graphs.depth_choice.value = 1
    graphs.seat_choice.value = 1
    assert graphs.wait(60)
    assert "dealt in 24 ways" in graphs.graph.in_words()[1]


def test_the_rules_that_are_chosen_are_those_of_the_graph(graphs: StateGraphs) -> None:
    titles = [title for title, _place in graphs.rules_choice.options]
    assert titles == ["Guile", "Quick", "Whole class", "Code of chivalry", "Extended cast"]
    assert "draft" in graphs.graph
    graphs.rules_choice.value = titles.index("Code of chivalry")
    assert graphs.wait(60)
    assert "draft" not in graphs.graph
    assert "Draft" in graphs.graph.never
    graphs.kind_choice.value = EXCHANGES
    assert not graphs.graph.passages


def test_every_variant_of_a_game_has_its_phases_on_the_page(graphs: StateGraphs) -> None:
    graphs.game_choice.value = "guild_master"
    assert graphs.wait(60)
    seats = len(graphs.seat_choice.options)
    titles = dict(graphs.rules_choice.options)
    for title, own in (("Increased Player Interaction", "trade_2"), ("Labyrinth City", "open_trade")):
        graphs.rules_choice.value = titles[title]
        assert graphs.wait(60)
        assert own in graphs.graph, sorted(graphs.graph)
    assert len(graphs.seat_choice.options) > seats, "Labyrinth City is played by a whole class"
