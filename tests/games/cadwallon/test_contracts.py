"""The twelve contracts: what each counts, and that they stay secret until the end."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import BLUE, RED, YELLOW, ZONES, Table

# Contract, cards that fulfil it, cards that just do not, and its points. Action cards before the bar were played,
# those behind it are in hand; in the order of CA-129 to CA-139.
CONTRACTS = [
    ("K01", "US1 US2 P1", "US1 US2 BL1", 5),
    ("K02", "BL1 BL2 BL3", "BL1 BL2", 5),
    ("K03", "GO1 GO2 GO3", "GO1 GO2 AR1", 5),
    ("K04", "AR1 P1 P2", "AR1 P1", 5),
    ("K05", "US1 BL1 GO1 AR1", "US1 BL1 GO1 P1", 5),
    ("K06", "US1", "US1 M1", 4),
    ("K07", "M1 M2", "M1", 6),
    ("K08", "P1 P2", "P1", 4),
    ("K09", "A01 A02 A03", "A01 A02 | A03", 4),
    ("K10", "| A01 A02", "A03 | A01", 4),
    ("K11", "US1 US4 BL3 P4 M1", "US1 US4 BL3 P4 M2", 4),
]


def with_contract(new_table: NewTable, contract: str, cards: str) -> Table:
    """A game that is over, in which Red has kept a contract and has these cards."""
    table = new_table(contract_cards=True).keeps(RED, contract)
    before, _, in_hand = cards.partition("|")
    played = [card for card in before.split() if card.startswith("A0")]
    table.owns(RED, " ".join(card for card in before.split() if card not in played))
    return table.has_played(RED, " ".join(played)).holds(RED, in_hand).finish()


@pytest.mark.rule("CA-101", "CA-102")
@pytest.mark.rule(
    "CA-129", "CA-130", "CA-131", "CA-132", "CA-133", "CA-134", "CA-135", "CA-136", "CA-137", "CA-138", "CA-139"
)
@pytest.mark.parametrize(("contract", "fulfils", "misses", "points"), CONTRACTS)
def test_a_contract_gives_its_points_if_it_is_fulfilled(
    new_table: NewTable, contract: str, fulfils: str, misses: str, points: int
):
    table = with_contract(new_table, contract, fulfils)
    assert table.figure("contract") == points
    rest = sum(table.figure(reason) for reason in ("base", "actions", "militia"))
    assert table.figure("total") == rest + points
    table = with_contract(new_table, contract, misses)
    assert table.figure("contract") == 0
    assert table.figure("total") == sum(table.figure(reason) for reason in ("base", "actions", "militia"))


@pytest.mark.rule("CA-140", "CA-182")
@pytest.mark.parametrize(("cards", "others", "points"), [("US1 M1", "A01", 4), ("US1", "A01", 2), ("", "A01", 0)])
def test_the_land_register_counts_all_district_cards(new_table: NewTable, cards: str, others: str, points: int):
    table = new_table(contract_cards=True).keeps(RED, "K12").owns(RED, cards).holds(BLUE, others)
    table.has_played(YELLOW, "A03").finish()
    assert table.figure("contract") == points


@pytest.mark.rule("CA-140", "CA-182")
def test_played_cards_and_hands_count_for_the_land_register(new_table: NewTable):
    table = new_table(contract_cards=True).keeps(RED, "K12").owns(RED, "P1").holds(RED, "A01").has_played(RED, "A02")
    table.owns(BLUE, "US1 US2").finish()
    assert table.figure("contract") == 4


@pytest.mark.rule("CA-130", "CA-174")
def test_a_contract_can_change_the_best_assignment(new_table: NewTable):
    cards = "US1 US4 BL1 BL3 P1"
    assert with_contract(new_table, "K02", cards).figure("total") == 22
    assert with_contract(new_table, "K01", cards).figure("total") == 12 + 6 + 5
    assert new_table().owns(RED, cards).finish().figure("total") == 18


@pytest.mark.rule("CA-174", "CA-130")
def test_the_best_assignment_that_the_sheet_names_counts_the_contract(new_table: NewTable):
    table = new_table(contract_cards=True, personality_assignment="manual").keeps(RED, "K02")
    table.owns(RED, "US1 US4 BL1 BL3 P1")
    table.say(assignment={RED: {0: 1}}).finish()
    assert (table.figure("total"), table.figure("best_assignment")) == (18, 22)


@pytest.mark.rule("CA-140", "CA-182")
def test_all_cards_of_the_only_owner_are_a_lead(new_table: NewTable):
    table = new_table(contract_cards=True).keeps(RED, "K12").owns(RED, "US1").finish()
    assert table.figure("contract") == 4


@pytest.mark.rule("CA-181", "CA-134", "CA-115")
def test_a_militia_card_that_was_removed_does_not_count(new_table: NewTable):
    table = new_table(contract_cards=True).keeps(RED, "K06").lay(ZONES.out, "M1").finish()
    assert table.figure("contract") == 4


@pytest.mark.rule("CA-180", "CA-138")
def test_a_special_action_card_counts_for_a_contract(new_table: NewTable):
    table = new_table(contract_cards=True, special_action_cards=True).keeps(RED, "K10")
    table.say(hand={RED: ""}).holds_secretly(RED, "A05").holds(RED, "A06").finish()
    assert table.figure("contract") == 4
