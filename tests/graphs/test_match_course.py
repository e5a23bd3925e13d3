"""Where a match stands among the phases of its game: from what everybody sees, and without playing a game."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from workbench.graphs import phase_graph
from workbench.graphs.match_course import course_for, graph_of_match, pictures_of, plan_like, where
from workbench.graphs.phases import DEAL
from workbench.kernel.asking import SECRET_TOGETHER
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.lab.course import LEAST_KEPT, keep_course, kept_course, trace
from workbench.lab.simulation import plan_run
from workbench.play import Match


@pytest.fixture(autouse=True)
def an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))


def played(game: str, acts: int | None = None) -> Match:
    seats = find_game(game).variants[0].default_seats
    match = Match(game, seats=seats, seed=3, bots=dict.fromkeys(range(seats), find_game(game).usual_bot))
    while not match.over and (acts is None or len(match.acts) < acts):
        match.play_bot(match.to_act[0])
    return match


def keep(match: Match) -> None:
    """Keep a course as if of many games, few of which are played: only how it is found matters here."""
    plan = plan_like(match, 4)
    keep_course(plan_like(match, LEAST_KEPT), trace(plan, 1, compiled=False))


@pytest.mark.parametrize("game", list_games())
def test_the_ways_that_a_match_has_gone_lead_from_the_deal_to_where_it_is(game: str) -> None:
    for acts in (0, 30, None):
        match = played(game, acts)
        graph = graph_of_match(match)
        now, came = where(match)
        assert graph.has_edge(*came)
        assert came[1] == now
        for node in set(graph) - {DEAL, now}:
            came_in = sum(count for *_, count in graph.in_edges(node, data="count"))
            went_out = sum(count for *_, count in graph.out_edges(node, data="count"))
            assert came_in == went_out == graph.nodes[node]["visits"]
        assert graph.ends == ([now] if match.over else [])
        for picture in pictures_of(graph, match):
            drawn = ElementTree.fromstring(picture)
            lit = [one.get("data-key") for one in drawn.iter() if "rt-now" in (one.get("class") or "").split()]
            assert lit == [now]


def test_phases_that_a_match_has_not_been_in_are_there_all_the_same() -> None:
    graph = graph_of_match(played("guile", 0))
    assert {phase.key for phase in find_game("guile").variants[0].phases} <= set(graph)
    assert "not yet" in graph.picture()


def test_it_is_the_same_in_another_world_that_nobody_can_tell_from_this_one() -> None:
    match = played("excalibur", 60)
    assert graph_of_match(match).in_words() == graph_of_match(match.redealt(None, 7)).in_words()


def test_acts_that_seats_do_in_secret_are_not_counted() -> None:
    """Whether others have already chosen is for them to know: nothing changes before a phase is left."""
    match = played("quests", 0)
    while match.variant.together(match.positions()[-1].record) != SECRET_TOGETHER or len(match.to_act) < 2:
        match.play_bot(match.to_act[0])
    before = graph_of_match(match).in_words()
    match.play_bot(match.to_act[0])
    assert match.to_act
    assert graph_of_match(match).in_words() == before


def test_a_course_that_was_kept_is_shown_to_a_match_at_such_a_table_alone() -> None:
    match = played("guile", 20)
    assert course_for(match).of_match
    keep(match)
    graph = course_for(match)
    assert not graph.of_match
    assert graph.edges == phase_graph("guile", 4, compiled=False).edges
    assert where(match)[0] in graph
    other = Match("guile", seed=3, options={"code_of_chivalry": not match.options["code_of_chivalry"]})
    assert course_for(other).of_match


def test_what_was_kept_is_what_was_counted() -> None:
    plan = plan_run("guile", games=LEAST_KEPT)
    course = trace(plan_run("guile", games=3), 1, compiled=False)
    assert kept_course(plan) is None
    keep_course(plan, course)
    kept = kept_course(plan)
    assert kept is not None
    assert all((one == other).all() for one, other in zip(kept, course, strict=True))


@pytest.mark.parametrize("plan", [{"games": LEAST_KEPT - 1}, {"games": LEAST_KEPT, "bots": "random"}])
def test_few_games_and_those_of_other_bots_are_not_kept(plan: dict[str, object]) -> None:
    run = plan_run("guile", **plan)  # type: ignore[arg-type]
    keep_course(run, trace(plan_run("guile", games=2), 1, compiled=False))
    assert kept_course(run) is None


def test_a_spoilt_file_is_no_course(tmp_path: Path) -> None:
    match = played("guile", 5)
    keep(match)
    (file,) = tmp_path.rglob("course-*.json")
    file.write_text('{"begun": 3', encoding="utf-8")
    assert course_for(match).of_match
