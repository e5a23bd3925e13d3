"""The control phase on a screen: card by card, who wins it and why, on the city as it was."""

from __future__ import annotations

import pytest

from workbench.kernel.scenes.scene import Reveal
from workbench.play import Match

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, NOBODY, RED, Table

SAID = [
    "Yellow wins Usurers member 4 with 3; Red 2.",
    "Blue wins Blades member 1 with 2; Yellow 1.",
    "Red wins Personality 1 with 3; Yellow 2.",
    "Red wins Militia 2 with 4; Blue 2.",
    "Blue wins Tarot Mages with 5; Red 2, Yellow 2.",
    "Red wins Goldsmiths member 2 with 2; Blue 1.",
    "Architects member 1 stays: Red and Yellow tie with 2.",
    "Yellow wins Architects member 3 with 5; Blue 1.",
    "Blue wins Militia 4 with 4.",
]


def revealed(table: Table) -> Reveal:
    """What the control phase of a table shows, with people called by their colours."""
    table.match.name_seats(("Red", "Blue", "Yellow"))
    table.match.revise()
    reveal = table.match.scene(None).reveal
    assert reveal is not None
    return reveal


def test_nothing_is_revealed_before_the_first_control_phase() -> None:
    assert Match("cadwallon", seats=2, seed=1).scene(None).reveal is None


@pytest.mark.rule("CA-062", "CA-064", "CA-066", "CA-169")
def test_each_card_is_judged_in_a_step_of_its_own(new_table: NewTable) -> None:
    reveal = revealed(new_table().city(BOARD).agents(AGENTS).control())
    assert [step.said for step in reveal.steps] == SAID
    assert [step.card for step in reveal.steps] == [card.id for card in reveal.zone.cards]
    assert reveal.outcome == "Cards won: Red 3, Blue 3, Yellow 2. In the city stay 1."
    assert {step.button for step in reveal.steps} == {"Judge the next card"}


def test_the_city_lies_there_as_it_was_with_its_agents_and_winners(new_table: NewTable) -> None:
    table = new_table().city(BOARD).agents(AGENTS).control()
    zone = revealed(table).zone
    assert [NOBODY if cell.seat is None else cell.seat for cell in zone.groups] == table.decided_winners()
    assert [[card.owner for card in edge.cards] for edge in zone.edges] == [
        ["RBY".index(word)] for word in AGENTS.split()
    ]
    assert [cell.value for cell in zone.groups] == list("130222321")


@pytest.mark.rule("CA-116", "CA-123", "CA-172")
def test_a_tie_that_is_decided_says_by_what(new_table: NewTable) -> None:
    table = new_table("ducal_arbiter").city(BOARD).agents(AGENTS).first(BLUE).control()
    assert revealed(table).steps[6].said == (
        "Red and Yellow tie for Architects member 1 with 2; Yellow wins it by Ducal Arbiter."
    )
    voted = new_table("ducal_arbiter").city(BOARD).agents(AGENTS).first(BLUE).holds(RED, "A14").action(RED)
    voted.play_card("A14").play("choose_card", 6)
    assert (
        revealed(voted).steps[6].said
        == "Red and Yellow tie for Architects member 1 with 2; Red wins it by Backroom Vote."
    )


@pytest.mark.rule("CA-170", "CA-171")
def test_a_card_at_which_nobody_has_support_stays(new_table: NewTable) -> None:
    table = new_table().city("P1 P2 US1 BL1 P3 GO1 AR1 M1 M2").agents("- " * 6 + "R " + "- " * 5).control()
    assert revealed(table).steps[3].said == "Blades member 1 stays: nobody has support there."


def test_every_control_phase_is_revealed_once_to_everybody_alike() -> None:
    match = Match("cadwallon", seats=2, seed=2, bots={0: "greedy", 1: "greedy"})
    keys = set()
    while not match.over:
        match.play_bot(match.to_act[0])
        assert len({match.scene(seat).reveal_key for seat in (None, 0, 1)}) == 1
        keys.add(match.scene(None).reveal_key)
    assert len(keys - {""}) == match.view(None)["fields"]["judged"]
