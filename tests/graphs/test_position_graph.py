"""The position graph: what can follow, with what probability, and who wins, compared with brute force."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import networkx
import numpy as np
import pytest

from tests.small_game.kuhn import GAME as KUHN
from workbench.checks.trial import legal_for_bots
from workbench.graphs import position_graph
from workbench.graphs.exporting import text_of
from workbench.graphs.positions import BEGINS, CHANCE, POSITION, PositionGraph
from workbench.kernel.chance import random_below, random_word
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import register, unregister
from workbench.lab.positions import DRAWS, Search, generator_starts
from workbench.play import Match
from workbench.storage.errors import OptionError


@pytest.fixture(autouse=True)
def kuhn() -> Iterator[None]:
    register(KUHN)
    yield
    unregister("kuhn")


def played(game: str, seed: int, acts: int | None = None, **options: object) -> Match:
    """A match between bots, whole or of so many acts."""
    found = find_game(game)
    seats = 2 if 2 in found.variants[0].seats else found.variants[0].default_seats
    bots = dict.fromkeys(range(seats), found.usual_bot)
    match = Match(game, seed=seed, seats=seats, options=options, bots=bots)
    while not match.over and (acts is None or len(match.acts) < acts):
        match.play_bot(match.to_act[0])
    return match


def before_its_end(game: str, seed: int, decisions: int, **options: object) -> Match:
    """A match between bots, so many decisions before its end."""
    match = played(game, seed, **options)
    while sum(len(act.actions) for act in match.acts) and decisions > 0:
        decisions -= len(match.acts[-1].actions)
        match.undo()
    return match


def by_brute_force(match: Match) -> tuple[float, ...]:
    """Each seat's share of the win with the best play: every course of the match itself, action by action."""
    if match.over:
        return tuple(1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(match.seats))
    seat = match.to_act[0]
    best: tuple[float, ...] = ()
    for action in legal_for_bots(match, seat):
        then = match.fork()
        then.play(seat, action)
        value = by_brute_force(then)
        if not best or value[seat] > best[seat] + 1e-9:
            best = value
    return best


# ---------------------------------------------------------------- who wins


@pytest.mark.parametrize("seed", range(6))
def test_kuhn_poker_with_open_cards_is_won_as_brute_force_says(seed: int) -> None:
    match = Match("kuhn", seed=seed)
    graph = position_graph(match, 3)
    assert graph.exact
    assert graph.value == by_brute_force(match)
    assert sorted(graph.value) == [0, 1]


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_the_last_turns_of_guile_are_won_as_brute_force_says(seed: int) -> None:
    match = before_its_end("guile", seed, 3, rounds_to_win=1)
    graph = position_graph(match, 3, most=50_000)
    certain = [node for node, facts in graph.nodes(data=True) if facts["exact"] and facts["layer"] > 0]
    assert certain
    for node in certain[:60]:
        assert graph.nodes[node]["value"] == pytest.approx(by_brute_force(graph.match_at(node)))
    if graph.exact:
        assert graph.value == pytest.approx(by_brute_force(match))


@pytest.mark.parametrize("seed", [1, 4])
def test_the_end_of_a_round_of_cadwallon_is_won_as_brute_force_says(seed: int) -> None:
    match = before_its_end("cadwallon", seed, 2)
    graph = position_graph(match, 8, most=50_000)
    assert graph.exact
    assert graph.value == pytest.approx(by_brute_force(match))


def test_what_is_not_looked_through_to_the_end_is_estimated_by_bots_that_play_on() -> None:
    graph = position_graph(played("guile", 3, 20), 1, playouts=2)
    assert not graph.exact
    assert sum(graph.value) == pytest.approx(1)
    for value in networkx.get_node_attributes(graph, "value").values():
        assert sum(value) == pytest.approx(1)
    assert "bots played on 2 times" in graph.in_words()[2]


# ---------------------------------------------------------------- what follows


@pytest.mark.parametrize(
    ("game", "acts"), [("guild_master", 30), ("guile", 30), ("excalibur", 40), ("quests", 30), ("cadwallon", 5)]
)
def test_what_follows_is_what_the_match_itself_would_do(game: str, acts: int) -> None:
    """Where nothing is drawn, the match plays each action and then stands in the position of the graph."""
    match = played(game, 3, acts)
    graph = position_graph(match, 1, playouts=0)
    seat = match.to_act[0]
    assert len(set(legal_for_bots(match, seat))) == graph.out_degree("0")
    for _, there, facts in graph.out_edges("0", data=True):
        if graph.nodes[there]["kind"] == CHANCE:
            continue
        then = match.fork()
        then.play(seat, facts["action"])
        seen = graph.match_at(there)
        assert seen.view(None)["zones"] == then.view(None)["zones"]
        assert seen.to_act == then.to_act


def test_what_is_drawn_has_probabilities_and_is_never_the_matchs_own() -> None:
    match = played("excalibur", 3, 60)
    other = match.at(match.positions()[-1].record)
    other.record.random_state[0] += 1
    graph, same = (position_graph(one, 2, playouts=0) for one in (match, other))
    assert nodes_and_ways(graph) == nodes_and_ways(same)
    for node, kind in graph.nodes(data="kind"):
        if kind == CHANCE:
            shares = [facts["probability"] for _, _, facts in graph.out_edges(node, data=True)]
            assert sum(shares) == pytest.approx(1)
            assert all(share * DRAWS == pytest.approx(round(share * DRAWS)) for share in shares)
    assert CHANCE in dict(graph.nodes(data="kind")).values()


def nodes_and_ways(graph: PositionGraph) -> tuple:
    return list(graph.nodes(data="title")), list(graph.edges(data="probability")), graph.search.words


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6, 10, 12])
def test_one_draw_among_a_divisor_has_exact_shares(limit: int) -> None:
    drawn = [random_below(start.tolist(), limit) for start in generator_starts(DRAWS)]
    assert np.bincount(drawn).tolist() == [DRAWS // limit] * limit


def test_a_second_draw_is_as_good_as_random() -> None:
    starts = [start.tolist() for start in generator_starts(600)]
    words = [(random_word(start), random_word(start))[1] for start in starts]
    assert len(set(words)) == 600
    assert abs(np.mean(words) / 2**32 - 0.5) < 0.05


def test_equal_positions_are_one_node() -> None:
    """In Guile two exchanges of different pairs lead to the same table in either order."""
    match = played("guile", 3, 60)
    graph = position_graph(match, 3, playouts=0)
    positions = [node for node, kind in graph.nodes(data="kind") if kind == POSITION]
    assert max(graph.in_degree(node) for node in positions) > 1
    assert len({graph.search.words[int(node)] for node in positions}) == len(positions)


# ---------------------------------------------------------------- what a seat may know


def test_a_seats_graph_hangs_on_what_that_seat_sees_alone() -> None:
    match = played("guile", 3, 20)
    seat = match.to_act[0]
    here, elsewhere = (position_graph(one, 1, seat, worlds=6, playouts=0) for one in (match, match.redealt(seat, 7)))
    assert nodes_and_ways(here) == nodes_and_ways(elsewhere)
    weights = [facts["probability"] for _, _, facts in here.out_edges(BEGINS, data=True)]
    assert sum(weights) == pytest.approx(1)
    assert "dealt in 6 ways" in here.in_words()[1]


def test_equal_worlds_are_one_with_their_weights_together() -> None:
    """A seat of Kuhn poker can think of two deals of the other hand."""
    graph = position_graph(Match("kuhn", seed=1), 3, 0, worlds=40)
    weights = [facts["probability"] for _, _, facts in graph.out_edges(BEGINS, data=True)]
    assert len(weights) == 2
    assert sum(weights) == pytest.approx(1)
    assert all(0.25 < weight < 0.75 for weight in weights)
    assert sum(graph.value) == pytest.approx(1)


def test_without_a_seat_it_says_that_cards_lie_open() -> None:
    assert position_graph(Match("kuhn", seed=1), 1).in_words()[1].startswith("As if all cards lay open")


# ---------------------------------------------------------------- on a page


def test_a_position_is_opened_and_played_on() -> None:
    match = played("guile", 3, 30)
    graph = position_graph(match, 2, playouts=0)
    node = next(node for node, layer in graph.nodes(data="layer") if layer == 2)
    then = graph.match_at(node)
    assert len(then.acts) == len(match.acts) == 30
    then.play(then.to_act[0], then.legal(then.to_act[0])[0])
    assert then.positions()[-1].record.decisions == 1
    assert len(graph.way_to(node)) == 2
    with pytest.raises(OptionError, match="no position"):
        graph.match_at("elsewhere")


@pytest.mark.parametrize(("seat", "depth"), [(None, 2), (1, 2)])
def test_it_draws_itself_and_goes_into_files(seat: int | None, depth: int) -> None:
    graph = position_graph(played("excalibur", 3, 60), depth, seat, worlds=3, playouts=0)
    drawn = ElementTree.fromstring(graph.picture())
    assert {part.get("data-key") for part in drawn.iter() if part.get("data-key")} == set(graph)
    assert set(graph.said_of()) == set(graph)
    assert text_of(graph, ".dot").count("->") == graph.number_of_edges()
    assert "nan" not in graph.picture()


@pytest.mark.parametrize("wrong", [{"depth": 0}, {"seat": 9}, {"seat": True}, {"worlds": 0}, {"most": "all"}])
def test_what_cannot_be_drawn_is_refused(wrong: dict) -> None:
    with pytest.raises(OptionError):
        position_graph(Match("guile", seed=1), **wrong)


def test_there_are_no_more_positions_than_there_is_room_for() -> None:
    search = Search(played("excalibur", 3, 30), plain_engine(find_game("excalibur").variants[0]), most=300)
    search.begin(np.array([search.match.positions()[-1].record.buffer]))
    search.look(4)
    assert search.full
    assert len(search.words) < 300 + 64 * DRAWS


@pytest.mark.slow
def test_compiled_rules_find_the_same_positions() -> None:
    match = played("guile", 3, 60)
    plain, compiled = (position_graph(match, 3, playouts=2, compiled=speed) for speed in (False, True))
    assert nodes_and_ways(plain) == nodes_and_ways(compiled)
    assert dict(plain.nodes(data="value")) == dict(compiled.nodes(data="value"))


def test_thousands_of_positions_are_a_picture_that_is_not_all_height() -> None:
    """Marks stand side by side, none upon another, and all within the picture."""
    match = played("guile", 3, 30)
    assert match.phase == "act"
    graph = position_graph(match, depth=8, most=1_000, playouts=0, compiled=False)
    assert len(graph) >= 1_000
    drawn = ElementTree.fromstring(graph.picture())
    width, height = (float(drawn.get("width", 0)), float(drawn.get("height", 0)))
    assert height < 2_000
    boxes = [one for one in drawn.iter() if one.get("class") == "rt-box"]
    corners = {(float(one.get("x", 0)), float(one.get("y", 0))) for one in boxes}
    assert len(corners) == len(boxes) == len(graph)
    assert all(0 <= x < width and 0 <= y < height for x, y in corners)
