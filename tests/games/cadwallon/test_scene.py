"""The table on a screen: the city, what an agent would give, who would win what, what lies before whom."""

from __future__ import annotations

import pytest

from workbench.decks import Deck
from workbench.games.cadwallon.table import BOULEVARD_COUNT, ENDS
from workbench.kernel.scenes.scene import Scene, SceneZone
from workbench.play import Match

from .conftest import NewTable
from .table import AGENTS as AGENTS_OF_BOARD
from .table import BLUE, BOARD, RED, YELLOW

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
    """Each card would be given the value that stands on the card across the boulevard."""
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
    assert before.strong == "Send an agent."
    match.play(0, sends["edge:city/4"].action)
    edge = city(match.scene(None)).edges[4]
    assert edge.cards
    assert edge.cards[0].owner == 0
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


def test_cards_that_were_won_are_counted_before_their_owners_and_those_set_aside_nowhere(match: Match) -> None:
    played_on(match, 40)
    zones = match.scene(None).zones
    won = {zone.owner: zone for zone in zones if zone.layout == "counts"}
    assert set(won) == set(range(3))
    assert all(sum(int(face.value or 0) for face in zone.cards) == zone.count for zone in won.values())
    assert sum(zone.count for zone in won.values()) > 0
    assert not {"Box", "Condition stock", "Contract stock"} & {zone.title for zone in zones}


@pytest.mark.rule("CA-063", "CA-066")
def test_a_cell_says_who_would_win_its_card_and_how_many_points_that_would_bring(new_table: NewTable) -> None:
    """Cell 1 is a Blades card of 1 point for Blue, who has one of 2 points: 3 times 2 instead of 2."""
    table = new_table().city(BOARD).owns(BLUE, "BL3").agents(AGENTS_OF_BOARD)
    cells = city(table.match.scene(None)).groups
    assert [-1 if cell.seat is None else cell.seat for cell in cells] == table.winners()
    assert cells[1].notes == ((BLUE, "+4"),)
    assert cells[3].notes == ((RED, "−1"),)
    assert cells[6].notes == ()


@pytest.mark.rule("CA-116", "CA-123")
def test_a_tie_that_somebody_wins_says_how(new_table: NewTable) -> None:
    table = new_table("ducal_arbiter").city(BOARD).agents("- - - - Y - - - - R - -").first(BLUE)
    assert city(table.match.scene(None)).groups[6].notes == ((YELLOW, "+1 by arbiter"),)
    table.holds(RED, "A14").action(RED).play_card("A14").play("choose_card", 6)
    assert city(table.match.scene(None)).groups[6].notes == ((RED, "+1 by vote"),)


@pytest.mark.rule("CA-101")
def test_what_a_card_would_bring_leaves_contracts_and_secret_cards_out(new_table: NewTable) -> None:
    """Two personalities fulfil Red's contract; the one that Red would win brings no points by itself."""
    table = new_table(contract_cards=True, special_action_cards=True).city(BOARD).owns(RED, "P2")
    table.keeps(RED, "K08").agents("- R" + " -" * 10).turn(BLUE)
    for seat in (RED, BLUE, None):
        assert city(table.match.scene(seat)).groups[2].notes == ((RED, "+0"),)


@pytest.mark.rule("CA-112", "CA-113", "CA-119", "CA-121")
def test_a_cell_shows_what_its_card_counts_this_round(new_table: NewTable) -> None:
    table = new_table("golden_season").city(BOARD)
    assert city(table.match.scene(None)).groups[5].total == "2"
    table.holds(RED, "A10").action(RED).play_card("A10").play("choose_card", 0)
    raised = city(table.match.scene(None)).groups[0]
    assert (raised.value, raised.badge) == ("2", "noble, herald")
    festival = new_table("festival").city(BOARD)
    assert city(festival.match.scene(None)).groups[2].value == "1"


@pytest.mark.rule("CA-105", "CA-114")
def test_a_boulevard_shows_all_agents_in_it_and_that_it_is_closed(new_table: NewTable) -> None:
    table = new_table().city(BOARD).agents("RRB " + "- " * 11).holds(RED, "A12").action(RED)
    table.play_card("A12").play("choose_boulevard", 5)
    edges = city(table.match.scene(None)).edges
    assert [(card.owner, card.value) for card in edges[0].cards] == [(RED, "2"), (BLUE, "")]
    assert [card.description for card in edges[5].cards] == ["closed for this round"]
    assert edges[5].ends == ("", "")
    assert city(table.match.scene(table.match.to_act[0])).edges[5].why == "This boulevard is closed for this round."


@pytest.mark.rule("CA-092", "CA-093")
def test_the_condition_in_force_is_named_and_lies_open_with_its_words(new_table: NewTable) -> None:
    scene = new_table("tax_year").city(BOARD).turn(RED).match.scene(None)
    assert scene.phases == (("place", "Round 1, Tax Year"),)
    (card,) = next(zone.cards for zone in scene.zones if zone.id == "in_force")
    assert card.text == "Penalty points are added but not multiplied. Reconstructed"


@pytest.mark.rule("CA-141")
def test_the_screen_says_that_cards_are_reconstructed_until_all_are_printed(reconstruction: Deck) -> None:
    scene = Match("cadwallon", seats=2, seed=1, deck=reconstruction).scene(None)
    assert scene.title == "Guilds of Cadwallon: a reconstruction"
    assert all("reconstructed" in card.description for card in city(scene).cards)
    changes = [{"card_id": kind.key, "status": "printed"} for kind in reconstruction.kinds]
    printed = Match("cadwallon", seats=2, seed=1, deck=reconstruction.edit(change=changes)).scene(None)
    assert printed.title == "Guilds of Cadwallon"
    assert not any("reconstructed" in card.description for card in city(printed).cards)


@pytest.mark.rule("CA-002", "CA-073")
def test_the_first_player_card_hangs_on_a_banner(match: Match) -> None:
    assert [panel.marks for panel in match.scene(None).seats] == [("crown",), (), ()]


@pytest.mark.rule("CA-130", "CA-180")
def test_a_kept_contract_says_in_its_holders_hand_how_far_it_is(new_table: NewTable) -> None:
    table = new_table(contract_cards=True).city(BOARD).owns(RED, "BL2 P2").keeps(RED, "K02").turn(RED)
    (card,) = hand(table.match.scene(RED)).cards
    assert card.here == "1 so far, and 1 of your personalities may join; 3 needed."
    assert not any(zone.id == "hand" for zone in table.match.scene(BLUE).zones if zone.owner == RED)


def hand(scene: Scene) -> SceneZone:
    return next(zone for zone in scene.zones if zone.id == "hand")
