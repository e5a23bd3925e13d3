"""The open floor: all pairs at once (GM-210 to GM-212, GM-334, GM-406) and its other order (GM-274)."""

from __future__ import annotations

import pytest

from workbench.games.guild_master.options import OFFER_STOP
from workbench.games.guild_master.player_interaction.table import ZONES
from workbench.storage.errors import IllegalAction

from .table import PLAIN_HANDS, NewRound, Round

FLOORS = pytest.mark.parametrize("phase", ["trade_1", "trade_2"])


def floor(new_round: NewRound, phase: str = "trade_1", **options: object) -> Round:
    return new_round(4, **options).lay(phase=phase)


@FLOORS
@pytest.mark.rule("GM-210", "GM-406")
@pytest.mark.parametrize("giver", range(4))
def test_any_seat_offers_to_any_other_at_any_time(new_round: NewRound, phase: str, giver: int) -> None:
    table = floor(new_round, phase)
    others = [seat for seat in range(4) if seat != giver]
    assert table.asked == {0, 1, 2, 3}
    assert table.may(giver, "offer_to") == others
    table.offer(giver, others[0], PLAIN_HANDS[giver][:1], wish_number=2, wish_category="T")
    assert "asks for 2 cards" in table.told()
    assert "asks for cards of Trade" in table.told()


@pytest.mark.rule("GM-211")
def test_there_is_no_limit_on_trades(new_round: NewRound) -> None:
    table = floor(new_round)
    for _ in range(10):
        table.swap(0, 1, ["Port"], ["Docks"]).swap(1, 0, ["Port"], ["Docks"])
    assert table.may(0, "offer_to") == [1, 2, 3]
    assert table.hand(0) == set(PLAIN_HANDS[0])


@pytest.mark.rule("GM-211", "GM-283")
@pytest.mark.parametrize("order", ["open", "in_order"])
def test_people_go_on_offering_and_bots_stop_by_themselves(new_round: NewRound, order: str) -> None:
    table = new_round(2, trade_floor=order).lay(phase="trade_1")
    for _ in range(OFFER_STOP + 5):
        table.offer(0, 1, ["Port"]).play(1, "answer_to", 0).play(1, "decline")
        if order == "in_order":
            table.play(1, "end_trade")
    assert "offer_to" in table.verbs(0)
    assert table.bot_verbs(0) == {"end_trade"}


@pytest.mark.rule("GM-283")
def test_an_option_limits_the_offers_of_each_seat(new_round: NewRound) -> None:
    table = floor(new_round, trade_offer_cap=1).swap(0, 1, ["Port"], [])
    assert table.may(0, "offer_to") == []
    assert table.may(1, "offer_to") == [0, 2, 3]


@pytest.mark.rule("GM-212")
def test_nobody_has_to_trade_and_sides_may_differ(new_round: NewRound) -> None:
    table = floor(new_round).swap(0, 1, ["Port", "Mason"], ["Moat"]).swap(3, 2, ["Pub"], [])
    assert table.hand(0) == {"Quarry", "Moat"}
    assert table.hand(2) == {"Castle", "Temple", "Pub"}
    table.offer(2, 1, ["Pub"]).play(1, "answer_to", 2).play(1, "decline")
    assert "says no to" in table.told(0)
    assert table.hand(2) == {"Castle", "Temple", "Pub"}


@pytest.mark.rule("GM-334")
def test_several_offers_are_open_at_once_and_the_partner_chooses_which_it_answers(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).offer(2, 1, ["Castle"]).offer(1, 3, ["Moat"])
    assert table.may(1, "answer_to") == [0, 2]
    table.reply(1, 2, ["Docks"])
    assert table.may(1, "answer_to") == [0]
    table.play(2, "confirm")
    assert table.hand(2) == {"Temple", "Docks"}
    assert table.hand(1) == {"Castle"}
    assert table.cards_at(ZONES.offered + 0) == ["Port"]
    table.reply(1, 0, ["Castle"]).play(0, "confirm")
    assert table.hand(0) == {"Mason", "Quarry", "Castle"}


@pytest.mark.rule("GM-334")
def test_a_seat_has_one_open_offer_of_its_own_and_a_card_is_in_one_only(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).offer(2, 0, ["Castle"])
    assert table.may(0, "offer_to") == []
    table.play(0, "answer_to", 2)
    assert set(table.may(0, "pick")) == {"Mason", "Quarry"}


@pytest.mark.rule("GM-334")
def test_the_floor_closes_when_all_are_done_and_no_offer_is_open(new_round: NewRound) -> None:
    table = floor(new_round)
    for seat in (0, 1, 2):
        table.play(seat, "end_trade")
    table.offer(3, 0, ["Pub"]).play(3, "end_trade")
    assert table.asked == {0}
    assert table.may(0, "end_trade") == []
    table.play(0, "answer_to", 3).play(0, "decline")
    assert table.phase == "trade_1"
    table.close()
    assert table.phase == "discard"


@pytest.mark.rule("GM-334")
def test_an_offer_and_an_answer_call_a_seat_back_that_was_done(new_round: NewRound) -> None:
    table = floor(new_round).play(1, "end_trade")
    assert table.asked == {0, 2, 3}
    table.offer(0, 1, ["Port"]).play(0, "end_trade")
    assert table.asked == {1, 2, 3}
    assert table.may(1, "offer_to") == [0, 2, 3]
    table.reply(1, 0, ["Moat"])
    assert 0 in table.asked
    assert {"confirm", "withdraw"} <= table.verbs(0)


@pytest.mark.rule("GM-334")
def test_people_take_back_their_offer_and_leave_an_answer(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).play(1, "answer_to", 0).play(1, "pick", "Moat").play(1, "leave")
    assert table.may(1, "answer_to") == [0]
    assert table.hand(1) == {"Moat", "Docks"}
    table.play(1, "answer_to", 0).play(0, "withdraw")
    assert table.hand(0) == set(PLAIN_HANDS[0])
    assert table.may(1, "offer_to") == [0, 2, 3]


@pytest.mark.rule("GM-334")
def test_a_hand_that_gets_cards_goes_on_with_what_was_being_picked(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).reply(1, 0, ["Moat"])
    table.play(1, "offer_to", 2).play(1, "pick", "Docks").play(0, "confirm")
    assert table.hand(1) == {"Docks", "Port"}
    assert (table.may(1, "put_back"), table.may(1, "pick")) == (["Docks"], ["Port"])
    table.play(1, "done").reply(2, 1).play(1, "confirm")
    assert (table.hand(1), table.hand(2)) == ({"Port"}, {"Castle", "Temple", "Docks"})


@pytest.mark.rule("GM-334")
@pytest.mark.parametrize("ending", ["confirm", "decline", "withdraw", "withdraw unanswered"])
@pytest.mark.parametrize("choosing", ["an offer", "an answer"])
def test_the_end_of_an_offer_puts_down_nothing_else(new_round: NewRound, ending: str, choosing: str) -> None:
    table = floor(new_round).offer(2, 1, ["Castle"]).offer(3, 0, ["Pub"]).offer(0, 1, ["Port"])
    if ending in ("confirm", "withdraw"):
        table.reply(1, 0, ["Moat"])
    if ending == "decline":  # the giver answers somebody else meanwhile; the partner can do nothing else
        table.play(0, "answer_to", 3).play(0, "pick", "Mason").play(1, "answer_to", 0).play(1, "decline")
        assert (table.may(0, "put_back"), set(table.may(0, "pick"))) == (["Mason"], {"Port", "Quarry"})
        return
    table.play(1, "offer_to", 3) if choosing == "an offer" else table.play(1, "answer_to", 2)
    table.play(1, "pick", "Docks").play(0, ending.split()[0])
    assert table.may(1, "put_back") == ["Docks"]
    table.play(1, "done")
    assert table.cards_at(ZONES.offered + 1 if choosing == "an offer" else ZONES.answered[2]) == ["Docks"]


@pytest.mark.rule("GM-334")
def test_an_answer_to_an_offer_that_is_withdrawn_is_put_down(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).play(1, "answer_to", 0).play(1, "pick", "Docks")
    table.play(0, "withdraw")
    assert table.may(1, "offer_to") == [0, 2, 3]
    assert not {"put_back", "pick", "done"} & table.verbs(1)
    table.play(1, "offer_to", 2)
    assert (set(table.may(1, "pick")), table.may(1, "put_back")) == ({"Docks", "Moat"}, [])


@pytest.mark.rule("GM-334")
def test_bots_go_on_picking_where_they_were_when_their_hand_has_changed(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port", "Mason"]).reply(1, 0, ["Moat"])
    table.play(1, "offer_to", 2).play(1, "pick", "Docks").play(0, "confirm")
    picks = [action.label for action in table.bot_actions(1) if action.verb == "pick"]
    assert picks == ["Pick Port"], "Mason comes before Docks"
    match = table.match
    counted = match.referee.engine.new_actions()[0]
    match.referee.engine.list_actions(match.record, match.referee.arrays, 1, counted, 0, 0)
    assert counted.count == len(table.bot_actions(1)), "counted, not listed, as where many games are played"


@pytest.mark.rule("GM-504", "GM-505", "GM-314")
def test_only_the_partner_sees_an_offer_and_keeps_it_in_mind(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).offer(2, 1, ["Castle"])
    offered = {seat: table.match.view(seat)["zones"]["offered"] for seat in (1, 3)}
    assert [offered[1][seat]["cards"] for seat in (0, 2)] == [["Port"], ["Castle"]]
    assert all(card is None for seat in (0, 2) for card in offered[3][seat]["cards"])
    table.play(1, "answer_to", 0).play(1, "decline")
    assert "Port" in table.told(1)
    assert "Port" not in table.told(3)


@pytest.mark.rule("GM-274", "GM-334")
def test_in_order_seats_offer_one_after_another_from_the_guildmaster_on(new_round: NewRound) -> None:
    table = new_round(4, trade_floor="in_order").lay(phase="trade_1", guildmaster=2)
    order = []
    for _ in range(3):
        (seat,) = table.asked
        order.append(seat)
        table.play(seat, "end_trade")
    (last,) = table.asked
    table.offer(last, 2, ["Docks"])
    assert table.asked == {2}
    assert table.verbs(2) == {"answer_to"}
    table.reply(2, last).play(last, "confirm")
    assert [*order, last] == [2, 3, 0, 1]
    for seat in (2, 3, 0, 1):
        assert table.asked == {seat}
        table.play(seat, "end_trade")
    assert table.phase == "discard"


@pytest.mark.rule("GM-334")
@pytest.mark.parametrize("floor_rule", ["open", "in_order"])
def test_without_any_card_there_is_no_floor(new_round: NewRound, floor_rule: str) -> None:
    table = new_round(2, trade_floor=floor_rule).lay({}, "trade_2")
    assert table.phase == "build"


def test_who_is_not_asked_may_not_act(new_round: NewRound) -> None:
    table = new_round(4, trade_floor="in_order").lay(phase="trade_1")
    with pytest.raises(IllegalAction):
        table.play(1, "offer_to", 0)


def test_a_screen_shows_each_open_offer_as_a_slip_to_those_who_may_act_on_it(new_round: NewRound) -> None:
    table = floor(new_round).offer(0, 1, ["Port"]).offer(2, 1, ["Castle"], wish_category="C")
    scene = table.match.scene(1)
    (slips,) = [zone for zone in scene.zones if zone.layout == "slips"]
    assert [(group.between, group.state) for group in slips.groups] == [((0, 1), "you decide"), ((2, 1), "you decide")]
    assert slips.groups[1].badge == "asks for Building"
    assert {choice.on for choice in scene.choices} >= {"group:slips/0", "group:slips/2"}
    (others,) = [zone for zone in table.match.scene(3).zones if zone.layout == "slips"]
    assert all(card.face_down for card in others.cards)
