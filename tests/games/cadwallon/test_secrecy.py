"""What no other seat may learn, and that a re-dealt world cannot be told apart."""

from __future__ import annotations

import pytest

from workbench.play import Match

from .conftest import NewTable
from .table import BLUE, BOARD, RED, ZONES, Table

HIDDEN = 255


def places(table: Table, seat: int | None, cards: str) -> list[int]:
    """Where a seat sees some cards lie."""
    view = table.match.observed(seat).place
    return [view[table.card(card)] for card in cards.split()]


@pytest.fixture
def mages(new_table: NewTable) -> Table:
    """Red looks at three cards of the deck with Tarot Mages."""
    table = new_table().city(BOARD.replace("A02", "A04")).stock(8, "GO4", "US1", "P2").holds(RED, "A02").action(RED)
    return table.play_card("A02")


@pytest.mark.rule("CA-104", "CA-164")
def test_what_tarot_mages_show_is_seen_by_their_player_alone(mages: Table):
    assert places(mages, RED, "GO4 US1 P2") == [ZONES.looked + RED] * 3
    for seat in (None, BLUE):
        assert places(mages, seat, "GO4 US1 P2") == [HIDDEN] * 3
        assert not any("Goldsmiths member 4" in line for line in mages.match.seat_log(seat))
    assert "Seat 1 looks at 3 cards of the deck." in mages.match.seat_log(None)


@pytest.mark.rule("CA-104")
def test_the_order_put_back_is_known_to_their_player_alone(mages: Table):
    mages.play("exchange", mages.kind("US1"), 0).play("put_back", mages.kind("US4")).play("put_back", mages.kind("P2"))
    assert places(mages, RED, "GO4 US4 P2") == [ZONES.stock] * 3
    for seat in (None, BLUE):
        assert places(mages, seat, "GO4 US4 P2") == [HIDDEN] * 3
    orders = {
        tuple(mages.match.redealt(BLUE, seed).state.rows[ZONES.stock, : mages.record.counts[ZONES.stock]][-3:])
        for seed in range(20)
    }
    assert len(orders) > 1
    own = {
        tuple(mages.match.redealt(RED, seed).state.rows[ZONES.stock, : mages.record.counts[ZONES.stock]][-3:])
        for seed in range(20)
    }
    assert own == {tuple(mages.card(name) for name in ("US4", "P2", "GO4"))}


@pytest.mark.rule("CA-164", "CA-104")
def test_a_later_look_makes_the_knowledge_of_an_earlier_one_void(mages: Table):
    mages.play("keep_cards").play("put_back", mages.kind("P2")).play("put_back", mages.kind("US1"))
    assert places(mages, RED, "P2 US1 GO4") == [ZONES.stock] * 3
    mages.lay(ZONES.won + BLUE, "A02").action(BLUE).play_card("A02").play("keep_cards")
    mages.play("put_back", mages.kind("GO4")).play("put_back", mages.kind("US1"))
    assert places(mages, BLUE, "P2 US1 GO4") == [ZONES.stock] * 3
    assert places(mages, RED, "P2 US1 GO4") == [HIDDEN] * 3


@pytest.mark.rule("CA-097", "CA-157")
def test_a_seat_with_a_card_is_asked_even_if_it_cannot_play_it(new_table: NewTable):
    table = new_table(special_action_cards=True, seats=2).city(BOARD)
    table.say(hand={RED: ""}).holds_secretly(RED, "A13").turn(RED).play("place", 0)
    assert (table.match.phase, table.match.to_act) == ("action", (RED,))
    assert [action.verb for action in table.match.legal(RED)] == ["skip"]


@pytest.mark.rule("CA-101", "CA-100")
def test_contracts_and_the_box_are_shown_at_the_end_and_what_went_back_is_not():
    options = {"contract_cards": True, "special_action_cards": True}
    match = Match("cadwallon", seats=3, seed=5, options=options, bots=dict.fromkeys(range(3), "random"))
    while not match.over:
        assert match.state.counts[ZONES.shown] == 0
        lines = match.score_lines()
        assert not any(line["reason"].startswith("contract") for line in lines)
        match.play_bot(match.to_act[0])
    view = match.observed(None).place
    contracts = range(int(match.deck.arrays.contracts_from), int(match.state.card_count))
    assert sum(view[card] != HIDDEN for card in contracts) == 3
    actions = [card for card in range(39) if match.deck.arrays.action[match.deck.arrays.kind[card]] >= 0]
    stock = int(match.state.counts[ZONES.stock])
    assert sum(view[card] == HIDDEN for card in actions) <= stock
    assert match.state.counts[ZONES.box] == 0


@pytest.mark.rule("CA-097", "CA-180")
def test_a_running_score_leaves_the_secret_cards_of_others_out(new_table: NewTable):
    table = new_table(special_action_cards=True).city(BOARD)
    assert [line["points"] for line in table.match.score_lines() if line["reason"] == "actions"] == [0, 0, 0]
