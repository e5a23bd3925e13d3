"""Exercises on graphs: an answer is checked against the graph itself, and a wrong one says where to look."""

from __future__ import annotations

import pytest

from workbench.graphs import exchange_graph, position_graph
from workbench.widgets.graph.exercises import ACT, DECISIONS, EXERCISES, GraphExercises
from workbench.widgets.graph.state_graphs import EXCHANGES, StateGraphs


@pytest.fixture(scope="module")
def exercises() -> GraphExercises:
    return GraphExercises()


@pytest.mark.parametrize("number", range(len(EXERCISES)))
def test_the_right_number_is_right_and_the_next_one_is_not(exercises: GraphExercises, number: int) -> None:
    right = exercises.answer(number)
    assert right > 1
    exercises.fields[number].value = str(right + 1)
    assert EXERCISES[number].hint in exercises.said[number].value
    exercises.fields[number].value = f" {right} "
    assert f"Right: {right}," in exercises.said[number].value
    assert EXERCISES[number].hint not in exercises.said[number].value


def test_what_is_no_number_is_asked_for_again(exercises: GraphExercises) -> None:
    exercises.fields[0].value = "four <b>"
    assert exercises.said[0].value == '<p role="status">Type a whole number, such as 7.</p>'
    exercises.fields[0].value = ""
    assert exercises.said[0].value == '<p role="status"></p>'


def test_the_match_that_is_asked_about_is_the_one_that_the_page_shows(exercises: GraphExercises) -> None:
    page = StateGraphs("excalibur", games=4)
    page.kind_choice.value = EXCHANGES
    assert page.wait(60)
    passages = exchange_graph(page.played_match()).passages
    assert sum(passage.said == "Excalibur" for passage in passages) == exercises.answer(3)
    match = StateGraphs("guile", games=4).played_match().after(ACT)
    assert len(position_graph(match, DECISIONS, playouts=0, compiled=False).search.words) == exercises.answer(4)
