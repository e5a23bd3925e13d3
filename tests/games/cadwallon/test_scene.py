"""The city on a screen: what an agent would give, who stands where, who has how much support, what is asked."""

from __future__ import annotations

import pytest

from workbench.games.cadwallon.city import BOULEVARD_COUNT, ENDS
from workbench.kernel.scenes.scene import Scene, SceneZone
from workbench.play import Match

from .conftest import NewTable
from .positions import AGENTS as AGENTS_OF_BOARD
from .positions import BOARD

AGENTS = 6


def city(scene: Scene) -> SceneZone:
    return next(zone for zone in scene.zones if zone.id == "city")


@pytest.fixture
def match() -> Match:
    return Match(
        "cadwallon", seats=3, seed=7, bots=dict.fromkeys(range(3), "greedy"), options={"first_player": "seat_0"}
    )


def played_on(match: Match, acts: int) -> Match:
    while len(match.acts) < acts or match.phase != "place":
        match.play_bot(match.to_act[0])
    return match


@pytest.mark.rule("CA-037", "CA-039")
def test_the_city_has_nine_cells_in_three_rows_and_a_boulevard_between_neighbours(match: Match) -> None:
    zone = city(match.scene(0))
    assert [group.at for group in zone.groups] == [(row, column) for row in range(3) for column in range(3)]
    assert [edge.between for edge in zone.edges] == [tuple(map(str, ends)) for ends in ENDS]
    assert len(zone.edges) == BOULEVARD_COUNT


@pytest.mark.rule("CA-069")
def test_an_empty_boulevard_says_what_an_agent_there_gives_each_of_its_cards(match: Match) -> None:
    """The one that each card would be given is the value that stands on the card across."""
    zone = city(match.scene(0))
    value = {group.key: group.value for group in zone.groups}
    for edge in zone.edges:
        first, second = edge.between
        assert edge.ends == (value[second], value[first])


def test_an_agent_is_sent_by_pressing_its_boulevard_twice_and_stands_there_then(match: Match) -> None:
    before = match.scene(0)
    sends = {choice.on: choice for choice in before.choices if choice.on.startswith("edge:city/")}
    assert set(sends) == {f"edge:city/{edge.key}" for edge in city(before).edges}
    assert all(choice.points for choice in sends.values())
    assert before.prompt == "Send an agent."
    match.play(0, sends["edge:city/4"].action)
    edge = city(match.scene(None)).edges[4]
    assert edge.card is not None
    assert edge.card.owner == 0
    facts = {panel.seat: dict(panel.facts) for panel in match.scene(None).seats}
    assert (facts[0]["agents"], facts[1]["agents"]) == (str(AGENTS - 1), str(AGENTS))


@pytest.mark.rule("CA-063", "CA-068")
def test_the_standing_at_each_card_is_the_support_of_the_full_board_of_the_examples(new_table: NewTable) -> None:
    table = new_table().city(BOARD).agents(AGENTS_OF_BOARD)
    expected = [[2, 0, 3], [0, 2, 1], [3, 0, 2], [4, 2, 0], [2, 5, 2], [2, 1, 0], [2, 0, 2], [0, 1, 5], [0, 4, 0]]
    shown = [dict(group.standing) for group in city(table.match.scene(None)).groups]
    assert shown == [{seat: number for seat, number in enumerate(cell) if number} for cell in expected]


def test_points_of_a_seat_are_those_of_its_score_lines(match: Match) -> None:
    played_on(match, 40)
    totals = {line["seat"]: line["points"] for line in match.score_lines() if line["reason"] == "total"}
    shown = {panel.seat: int(dict(panel.facts)["points"]) for panel in match.scene(None).seats}
    assert shown == totals
    assert any(totals.values())


def test_cards_that_were_won_lie_before_their_owners_and_those_set_aside_nowhere(match: Match) -> None:
    played_on(match, 40)
    zones = match.scene(None).zones
    owners = {zone.owner for zone in zones if zone.layout == "tokens"}
    assert owners <= set(range(3))
    assert owners
    assert not {"Box", "Condition stock", "Contract stock"} & {zone.title for zone in zones}
