"""What a screen asks: which things may be pressed for each choice, and what is said before it is done."""

from __future__ import annotations

import pytest

from workbench.kernel.scenes.scene import Choice, Scene
from workbench.play import Match

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, RED, Table

HALF = "R B Y - - - B R Y - - -"
# Card -> what its first target lies on: a cell, a boulevard, an agent, or a card before the seat that plays it.
TARGETS = {
    "A01": "group:city/", "A03": "edge:city/", "A04": "group:city/", "A05": "group:city/", "A06": "card:agent-",
    "A07": "card:agent-", "A08": "edge:city/", "A09": "card:agent-", "A10": "group:city/", "A11": "group:city/",
    "A12": "edge:city/", "A13": "card:card-", "A14": "group:city/",
}  # fmt: skip


def on_things(scene: Scene, table: Table) -> dict[str, Choice]:
    """The choices on things, each of which the screen has."""
    found = {choice.on: choice for choice in scene.choices if choice.on}
    there = {f"card:{card.id}" for zone in scene.zones for card in zone.cards}
    for zone in scene.zones:
        there |= {f"group:{zone.id}/{group.key}" for group in zone.groups}
        there |= {f"edge:{zone.id}/{edge.key}" for edge in zone.edges}
        there |= {f"card:{card.id}" for edge in zone.edges for card in edge.cards}
    assert set(found) <= there
    assert len(found) == len([choice for choice in scene.choices if choice.on]), "one choice on each thing"
    return found


@pytest.mark.parametrize("card", TARGETS)
def test_all_targets_of_an_action_card_are_things_on_the_table(new_table: NewTable, card: str) -> None:
    table = new_table().city(BOARD).agents(HALF).owns(RED, "M5").holds(RED, card).action(RED).play_card(card)
    scene = table.match.scene(RED)
    pressed = on_things(scene, table)
    assert len(pressed) == len(table.match.legal(RED)) > 0
    assert all(thing.startswith(TARGETS[card]) for thing in pressed)
    assert all(choice.points and choice.sentence.endswith(".") for choice in pressed.values())
    assert scene.strong == f"{table.match.deck.kinds[table.kind(card)].name}."


@pytest.mark.rule("CA-103", "CA-107", "CA-111")
@pytest.mark.parametrize(
    ("card", "first", "prefix", "words"),
    [
        ("A05", ("choose_card", 0), "group:city/", "change places; all agents stay."),
        ("A07", ("choose_boulevard", 0), "edge:city/", "Here you gain "),
        ("A09", ("choose_agent", 0, RED), "card:agent-", "changes places with another."),
    ],
)
def test_the_second_target_is_a_thing_as_well_and_the_first_is_marked(
    new_table: NewTable, card: str, first: tuple, prefix: str, words: str
) -> None:
    table = new_table().city(BOARD).agents(HALF).holds(RED, card).action(RED).play_card(card).play(*first)
    scene = table.match.scene(RED)
    pressed = on_things(scene, table)
    assert pressed
    assert all(thing.startswith(prefix) and words in choice.sentence for thing, choice in pressed.items())
    city = next(zone for zone in scene.zones if zone.id == "city")
    marked = [group.key for group in city.groups if group.state == "latest"]
    marked += [card.id for edge in city.edges for card in edge.cards if card.mark == "latest"]
    assert marked == (["0"] if card == "A05" else ["agent-0-0"])


@pytest.mark.rule("CA-069")
@pytest.mark.parametrize(
    ("boulevard", "words"),
    [
        (0, "Here you gain 3 at the Usurers left, 1 at the Blades right."),
        (4, "Here you gain 2 at the Architects left, 3 right."),
        (9, "Here you gain 3 at the militia above, 2 at the Architects below."),
        (10, "Here you gain 2 at Tarot Mages above, 2 at the Architects below."),
    ],
)
def test_what_an_agent_would_gain_is_said_before_it_is_sent(new_table: NewTable, boulevard: int, words: str) -> None:
    scene = new_table().city(BOARD).turn(RED).match.scene(RED)
    choice = next(choice for choice in scene.choices if choice.on == f"edge:city/{boulevard}")
    assert choice.sentence == words
    assert choice.press == "Send an agent here"


@pytest.mark.rule("CA-104", "CA-164")
def test_tarot_mages_lets_one_press_a_card_that_was_seen_and_then_one_of_the_city(new_table: NewTable) -> None:
    table = new_table().city(BOARD.replace("A02", "A04")).stock(9, "US1", "GO1", "M1").holds(RED, "A02")
    table.action(RED).play_card("A02")
    scene = table.match.scene(RED)
    (held,) = (zone for zone in scene.zones if zone.id == "hand")
    seen = {f"card:{card.id}" for card in held.cards}
    assert {card.title for card in held.cards} == {"Usurers member 1", "Goldsmiths member 1", "Militia 1"}
    exchanges = [choice for choice in scene.choices if choice.on]
    assert {choice.using for choice in exchanges} == {(thing,) for thing in seen}
    assert {choice.on for choice in exchanges} == {f"group:city/{cell}" for cell in range(9)}
    assert [choice.label for choice in scene.choices if not choice.on] == ["Exchange nothing"]
    table.play("keep_cards")
    back = on_things(table.match.scene(RED), table)
    assert set(back) == seen
    assert not any(zone.id == "hand" and zone.owner == RED for zone in table.match.scene(BLUE).zones)


@pytest.mark.rule("CA-099", "CA-100")
def test_a_contract_is_kept_by_pressing_it_and_shown_as_kept_to_nobody_else() -> None:
    match = Match("cadwallon", seats=2, seed=3, options={"contract_cards": True})
    (held,) = (zone for zone in match.scene(0).zones if zone.id == "hand")
    keeps = {choice.on: choice for choice in match.scene(0).choices}
    assert set(keeps) == {f"card:{card.id}" for card in held.cards}
    match.play(0, keeps[f"card:{held.cards[1].id}"].action)
    (after,) = (zone for zone in match.scene(0).zones if zone.id == "hand")
    assert [card.badge for card in after.cards] == ["", "you keep it"]
    assert match.scene(1).ready == (0,)
    assert match.scene(0).prompt == f"{match.seat_names[1]} still chooses a contract."


@pytest.mark.rule("CA-081", "CA-085")
def test_a_personality_is_assigned_by_pressing_a_guild_which_says_what_that_adds(new_table: NewTable) -> None:
    table = new_table(personality_assignment="manual").city(BOARD).owns(RED, "US3 BL2 BL4 P2")
    table.assigning(RED)
    pressed = on_things(table.match.scene(RED), table)
    assert {thing: choice.tab for thing, choice in pressed.items()} == {
        "card:won-0-guild-0": "+2", "card:won-0-guild-1": "+4", "card:won-0-guild-2": "+0", "card:won-0-guild-3": "+0",
    }  # fmt: skip
    assert table.match.scene(RED).prompt == "Which guild does your personality join? 1 left."


@pytest.mark.rule("CA-081", "CA-174")
def test_the_best_guild_is_pointed_at_from_the_start_and_another_may_be_pressed(new_table: NewTable) -> None:
    table = new_table(personality_assignment="manual", contract_cards=True).city(BOARD)
    table.owns(RED, "US3 US1 BL2 BL4 BL1 P2 P1").keeps(RED, "K01").assigning(RED)
    pressed = on_things(table.match.scene(RED), table)
    (main,) = [choice for choice in pressed.values() if choice.main]
    assert (main.press, main.points) == ("Assign it to Usurers", True), "the contract pays for a third card"
    assert main.sentence.endswith(": the best for you.")
    table.match.play(RED, pressed["card:won-0-guild-1"].action)


@pytest.mark.rule("CA-157")
def test_an_action_card_that_has_no_target_says_so(new_table: NewTable) -> None:
    table = new_table().city(BOARD).agents(AGENTS).holds(RED, "A08 A11").action(RED)
    scene = table.match.scene(RED)
    (held,) = (zone for zone in scene.zones if zone.id == "hand")
    assert {card.title: card.why for card in held.cards} == {
        "Double Errand": "There is nothing to play it on now.", "Scandal": "",
    }  # fmt: skip
    assert [choice.press for choice in scene.choices if choice.on] == ["Play Scandal"]


def test_who_is_awaited_is_said_to_everybody_else(new_table: NewTable) -> None:
    table = new_table().city(BOARD).agents(HALF).holds(RED, "A11").action(RED)
    name = table.match.seat_names[RED]
    assert table.match.scene(BLUE).prompt == f"{name} may play an action card."
    table.play_card("A11")
    assert table.match.scene(None).prompt == f"{name} plays Scandal."
    table.play("choose_card", 0)
    assert table.match.scene(RED).prompt == f"{table.match.seat_names[BLUE]} sends an agent."
