"""The phase graph: what games between bots say of a game's course, in numbers, in words and drawn."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import networkx
import numpy as np
import pytest

from workbench.graphs import phase_graph
from workbench.graphs.drawn import SELDOM
from workbench.graphs.exporting import export
from workbench.graphs.phases import DEAL, PhaseGraph
from workbench.graphs.round_drawing import LEAST, MOST, round_picture
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.registry import list_games
from workbench.lab.course import trace
from workbench.lab.simulation import plan_run, play_games
from workbench.pen import text_width
from workbench.play import Match
from workbench.storage.errors import OptionError

GAMES = 30


@pytest.fixture(scope="module")
def guile() -> PhaseGraph:
    return phase_graph("guile", GAMES, bots="random", compiled=False)


def test_what_follows_from_a_phase_adds_up_to_all(guile: PhaseGraph) -> None:
    for node in guile:
        ways = [facts["share"] for _, _, facts in guile.out_edges(node, data=True)]
        assert not ways or sum(ways) == pytest.approx(1)
        assert bool(ways) != guile.nodes[node]["over"]


def test_what_leads_to_a_phase_leads_on_from_it(guile: PhaseGraph) -> None:
    for node in set(guile) - {DEAL}:
        came = sum(facts["count"] for _, _, facts in guile.in_edges(node, data=True))
        went = sum(facts["count"] for _, _, facts in guile.out_edges(node, data=True))
        assert came == (GAMES if guile.nodes[node]["over"] else went)


def test_the_course_is_that_of_the_games_which_a_report_counts() -> None:
    plan = plan_run("guile", games=5, bots="greedy", seed=5)
    (outcome,) = play_games(plan, plain_engine(plan.variant), 1)
    course = trace(plan, 1, compiled=False)
    assert course.steps.sum() == course.deciders.sum() == outcome.decisions.sum()


def test_a_round_of_guile_has_sixteen_actions(guile: PhaseGraph) -> None:
    """GL-042: two cycles of eight; each peek is looked at once more."""
    rounds = guile.nodes["draft"]["visits"] / 6  # three cards kept by each of two seats
    assert guile.nodes["act"]["visits"] == pytest.approx(16 * rounds)
    assert guile["act"]["look"]["verbs"] == {"peek": 1.0}
    assert guile.nodes["look"]["visits"] == pytest.approx(guile["act"]["look"]["count"] / GAMES)


def test_seats_that_decide_together_are_said_to(guile: PhaseGraph) -> None:
    assert guile.nodes["draft"]["together"]
    assert not guile.nodes["act"]["together"]
    assert guile.nodes["draft"]["seats"] == pytest.approx((0.5, 0.5))


def test_who_decides_is_counted_for_each_way(guile: PhaseGraph) -> None:
    """GL-018: the start player takes a faction; who that is may be agreed on."""
    for here, there, facts in guile.edges(data=True):
        assert here == DEAL or sum(facts["seats"]) == pytest.approx(1), (here, there)
    for node in set(guile) - {DEAL, *guile.ends}:
        ways = [facts for _, _, facts in guile.out_edges(node, data=True)]
        of_ways = [sum(facts["share"] * facts["seats"][seat] for facts in ways) for seat in range(2)]
        assert of_ways == pytest.approx(guile.nodes[node]["seats"])
    agreed = phase_graph("guile", 10, bots="random", compiled=False, options={"start_player": "seat_1"})
    assert agreed["choose_faction"]["choose_start_knight"]["seats"] == (0.0, 1.0)
    said = agreed.said_of()["choose_faction"]
    assert "Who decides: Seat 1 0 %, Seat 2 100 %." in said


def test_what_is_still_to_come_is_said_of_each_phase(guile: PhaseGraph) -> None:
    said = guile.said_of()
    predicted, measured, _low, _high = guile.graph["lengths"]["act"]
    assert f"Still to come: about {measured:.0f} decisions." in said["act"]
    assert f"would say {predicted:.0f}." in said["act"]
    assert "Still to come" not in said["match_over"]


def test_the_chain_foretells_the_length_of_the_games_it_was_fitted_to() -> None:
    """From the deal on, the mean of a fitted absorbing chain is the mean of its games; here all of both halves."""
    plan = plan_run("guile", games=60, bots="random")
    course = trace(plan, 1, compiled=False)
    steps = course.steps[0].sum(axis=1)
    graph = phase_graph("guile", 60, bots="random", compiled=False)
    first = next(iter(graph.successors(DEAL)))
    predicted = graph.lengths.set_index("phase").loc[first, "predicted"]
    assert predicted == pytest.approx(steps.sum() / course.begun[0].sum())


def test_what_is_measured_lies_in_its_interval_of_other_games() -> None:
    graph = phase_graph("guile", 80, bots="random", compiled=False)
    lengths = graph.lengths.set_index("phase")
    other = phase_graph("guile", 80, bots="random", compiled=False, seed=2).lengths.set_index("phase")
    assert (lengths["low"] < lengths["measured"]).all()
    apart = (lengths["measured"] - other["measured"]).abs()
    assert (apart < 2 * (lengths["high"] - lengths["low"])).all()


def test_effects_that_interrupt_a_phase_are_places_within_it() -> None:
    graph = phase_graph("excalibur", 6, bots="random", compiled=False)
    node = graph.nodes["resolve/thief"]
    assert (node["phase"], node["effect"], node["title"]) == ("resolve", "thief", "Resolve: Thief")
    assert graph.has_edge("play", "resolve/thief")


def test_what_no_game_visited_is_said() -> None:
    """In Guile with both factions agreed on and chivalry, nobody chooses a faction and nobody drafts."""
    options = {"faction_choice": "seat_0_arthur", "code_of_chivalry": True}
    graph = phase_graph("guile", 10, bots="random", compiled=False, options=options)
    assert set(graph.never) == {"Choose a faction", "Draft"}
    assert graph.in_words()[-1] == f"Never visited: {', '.join(graph.never)}."


@pytest.mark.parametrize("game", list_games())
def test_every_game_has_one_and_draws_it(game: str) -> None:
    graph = phase_graph(game, 2, bots="random", compiled=False)
    assert networkx.has_path(graph, DEAL, graph.ends[0])
    drawn = ElementTree.fromstring(graph.picture())
    keys = {part.get("data-key") for part in drawn.iter() if part.get("data-key")}
    assert keys == set(graph)
    assert "nan" not in graph.picture()


def test_no_share_of_a_way_lies_upon_another() -> None:
    """Excalibur has the most ways of all games."""
    drawn = ElementTree.fromstring(phase_graph("excalibur", 8, bots="random", compiled=False).picture())
    shares = [part for part in drawn.iter() if part.get("class") == "rt-share"]
    places = [(float(part.get("x", 0)), float(part.get("y", 0)), text_width(part.text or "", 12)) for part in shares]
    assert len(places) > 20
    for (x, y, wide), (other_x, other_y, other_wide) in combinations(places, 2):
        assert abs(y - other_y) >= 12 or x + wide <= other_x or other_x + other_wide <= x


@pytest.fixture(scope="module")
def guild_master() -> PhaseGraph:
    return phase_graph("guild_master", 2, bots="random", compiled=False)


def test_around_the_circle_the_phases_go_clockwise_from_the_upper_left(guild_master: PhaseGraph) -> None:
    drawn = ElementTree.fromstring(round_picture(guild_master))
    assert {part.get("data-key") for part in drawn.iter() if part.get("data-key")} == set(guild_master)
    circles = circles_of(drawn)
    around = [node for node in guild_master.in_order() if node != DEAL and not guild_master.nodes[node]["over"]]
    middle = np.mean([circles[node][:2] for node in around], axis=0)
    angles = [np.arctan2(circles[node][1] - middle[1], circles[node][0] - middle[0]) for node in around]
    first = angles[0]
    assert -np.pi < first < -np.pi / 2
    turned = [(angle - first) % (2 * np.pi) for angle in angles]
    assert turned == sorted(turned)


def test_the_area_of_a_circle_is_how_often_one_decides_there(guild_master: PhaseGraph) -> None:
    circles = circles_of(ElementTree.fromstring(round_picture(guild_master)))
    visits = dict(guild_master.nodes(data="visits"))
    large = [node for node in visits if visits[node] and circles[node][2] > LEAST]
    assert len(large) > 2
    for one, other in combinations(large, 2):
        assert circles[one][2] ** 2 / circles[other][2] ** 2 == pytest.approx(visits[one] / visits[other], rel=0.01)


def test_the_numbers_on_arrows_count_those_that_leave_a_phase(guild_master: PhaseGraph) -> None:
    drawn = ElementTree.fromstring(round_picture(guild_master))
    numbers = {part.text for part in drawn.iter() if part.get("class") == "rt-share"}
    for node in guild_master:
        ways = {there: facts["count"] for _, there, facts in guild_master.out_edges(node, data=True) if there != node}
        if len(ways) > 1:
            assert f"{100 * max(ways.values()) / sum(ways.values()):.0f}" in numbers, node
    assert "100" not in numbers, "a phase that leads to one other needs no number"


def test_a_game_with_more_phases_than_have_room_is_a_column_alone(guild_master: PhaseGraph) -> None:
    quests = phase_graph("quests", 2, bots="random", compiled=False)
    assert len(quests) > MOST
    assert [drawn.count("rt-round") > 0 for drawn in quests.pictures()] == [False]
    assert [drawn.count("rt-round") > 0 for drawn in guild_master.pictures()] == [True, False], "the widest first"


def circles_of(drawn: ElementTree.Element) -> dict[str, tuple[float, float, float]]:
    """Node -> the middle and the radius of its circle."""
    found = {}
    for part in drawn.iter():
        box = next((inner for inner in part if inner.get("class") == "rt-box"), None)
        if part.get("data-key") and box is not None:
            found[str(part.get("data-key"))] = tuple(float(box.get(name, 0)) for name in ("cx", "cy", "r"))
    return found


def test_what_stands_beside_the_picture_adds_up(guild_master: PhaseGraph) -> None:
    """Each way with its number out of 100, and first the phase in which most is decided."""
    facts = guild_master.facts_of()
    assert set(facts) == set(guild_master)
    first = next(iter(facts))
    assert guild_master.nodes[first]["visits"] == max(dict(guild_master.nodes(data="visits")).values())
    for node, shown in facts.items():
        told, left_out = [share for _to, _by, share in shown["ways"]], SELDOM * 100 * guild_master.out_degree(node)
        assert not told or 100 - left_out <= sum(told) <= 100.001
        assert bool(told) != guild_master.nodes[node]["over"]
        assert told == sorted(told, reverse=True)


def test_where_a_match_stands_is_marked_in_the_picture(guile: PhaseGraph) -> None:
    match = Match("guile", seed=3)
    marked = ElementTree.fromstring(guile.picture(now=match.phase, came=(DEAL, match.phase)))
    looks = {part.get("data-key"): part.get("class") or "" for part in marked.iter() if part.get("data-key")}
    assert [key for key, look in looks.items() if "rt-now" in look] == [match.phase]
    ways = {part.get("data-edge"): part.get("class") for part in marked.iter() if part.get("data-edge")}
    assert [way for way, look in ways.items() if look == "rt-came"] == [f"{DEAL} > {match.phase}"]


def test_a_graph_goes_into_files_that_other_programs_read(guile: PhaseGraph, tmp_path: Path) -> None:
    read = networkx.read_graphml(export(guile, tmp_path / "guile.graphml"))
    assert set(read) == set(guile)
    assert set(read.edges) == set(guile.edges)
    assert read.nodes["act"]["visits"] == pytest.approx(guile.nodes["act"]["visits"])
    dot = export(guile, tmp_path / "guile.dot").read_text()
    assert dot.count("->") == guile.number_of_edges()
    assert ElementTree.fromstring(export(guile, tmp_path / "guile.svg").read_text()).tag.endswith("svg")
    assert export(guile, tmp_path / "guile.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(OptionError, match="ending"):
        export(guile, tmp_path / "guile.docx")


@pytest.mark.slow
def test_compiled_games_have_the_same_course_in_any_number_of_threads() -> None:
    plan = plan_run("guile", games=600, bots="greedy")
    plain, *compiled = trace(plan, 1, compiled=False), trace(plan, 1), trace(plan, 3)
    for course in compiled:
        assert all(np.array_equal(*parts) for parts in zip(plain, course, strict=True))
