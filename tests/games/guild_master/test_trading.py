"""The trade phases (GM-037 to GM-042, GM-310 to GM-316) and the options that concern them."""

from __future__ import annotations

import pytest

from workbench.games.guild_master.options import OFFER_STOP
from workbench.games.guild_master.table import TRADE_STEPS
from workbench.storage.errors import IllegalAction, OptionError

from .table import NewTable, Table

HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks"], 2: ["Castle", "Temple"], 3: ["Pub"]}
BUILT = {0: ["Inn"], 1: ["Circus"], 2: ["Bridge"]}
TRADES = pytest.mark.parametrize("phase", ["trade_1", "trade_2"])


def trading(new_table: NewTable, phase: str = "trade_1", **options: object) -> Table:
    """Four seats with cards in hand and before them; seat 0 may trade."""
    return new_table(4, **options).put(hands=HANDS, built=BUILT, phase=phase)


def hands(table: Table) -> list[set[str]]:
    return [table.hand(seat) for seat in range(4)]


def in_trade(table: Table, viewer: int | None, seat: int) -> list[str | None]:
    """The cards that a seat has put into the open trade, as a viewer sees them."""
    return table.match.view(viewer)["zones"]["offered"][seat]["cards"]


def heard_since(table: Table, viewer: int | None, before: int) -> str:
    return " ".join(table.match.seat_log(viewer)[before:])


@TRADES
@pytest.mark.rule("GM-037", "GM-042")
@pytest.mark.parametrize("partner", [1, 2, 3])
def test_the_current_seat_trades_with_any_other(new_table: NewTable, phase: str, partner: int) -> None:
    table = trading(new_table, phase)
    assert table.may(0, "offer_to") == [1, 2, 3]
    card = HANDS[partner][0]
    table.trade(0, partner, ["Port"], [card])
    assert table.hand(0) == {"Mason", "Quarry", card}
    assert table.hand(partner) == {*HANDS[partner], "Port"} - {card}
    assert table.phase == phase


@pytest.mark.rule("GM-037")
def test_several_trades_are_made_in_one_phase(new_table: NewTable) -> None:
    table = trading(new_table)
    table.trade(0, 1, ["Mason"], ["Moat"]).trade(0, 2, ["Port"], ["Castle"]).trade(0, 1, ["Quarry"], ["Docks"])
    assert hands(table)[:3] == [{"Moat", "Castle", "Docks"}, {"Mason", "Quarry"}, {"Port", "Temple"}]
    assert table.phase == "trade_1"


@TRADES
@pytest.mark.rule("GM-312", "GM-037", "GM-281")
def test_waiting_seats_make_no_offers(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    assert [table.match.legal(seat) for seat in (1, 2, 3)] == [[], [], []]
    table.offer(0, 1, ["Port"])
    assert table.verbs(1) == {"pick", "done", "decline"}
    assert [table.match.legal(seat) for seat in (0, 2, 3)] == [[], [], []]
    for partner in (0, 2, 3):
        with pytest.raises(IllegalAction):
            table.play(1, "offer_to", partner)


@pytest.mark.rule("GM-281")
def test_there_is_no_option_that_lets_others_make_offers(new_table: NewTable) -> None:
    with pytest.raises(OptionError, match="trade_initiative"):
        new_table(4, trade_initiative="either_side")


@TRADES
@pytest.mark.rule("GM-038", "GM-042", "GM-407")
def test_the_partner_may_decline(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    table.offer(0, 1, ["Port", "Mason"])
    assert table.match.to_act == (1,)
    table.play(1, "decline")
    assert hands(table) == [set(HANDS[seat]) for seat in range(4)]
    assert (table.phase, table.match.to_act) == (phase, (0,))


@pytest.mark.rule("GM-038", "GM-407")
def test_a_partner_that_declines_after_all_has_put_nothing_in(new_table: NewTable) -> None:
    table = trading(new_table).offer(0, 1, ["Port"])
    table.play(1, "pick", "Docks").play(1, "decline")
    assert table.match.view(1)["picked"] == []
    table.offer(0, 1, ["Port"]).answer(1, ["Moat"]).play(0, "confirm")
    assert table.hand(1) == {"Docks", "Port"}


@pytest.mark.rule("GM-038", "GM-313")
@pytest.mark.parametrize("picked", [["Moat"], ["Moat", "Docks"]])
def test_what_a_partner_had_picked_before_declining_can_be_picked_again(new_table: NewTable, picked: list[str]) -> None:
    table = trading(new_table).offer(0, 1, ["Port"])
    for card in picked:
        table.play(1, "pick", card)
    table.play(1, "decline").offer(0, 1, ["Port"])
    assert sorted(table.may(1, "pick")) == ["Docks", "Moat"]
    assert table.may(1, "put_back") == []


@TRADES
@pytest.mark.rule("GM-038", "GM-408", "GM-042")
def test_the_offering_seat_may_withdraw_after_the_answer(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    table.offer(0, 1, ["Port", "Mason"]).answer(1, ["Docks"])
    assert table.match.to_act == (0,)
    assert table.verbs(0) == {"confirm", "withdraw"}
    table.play(0, "withdraw")
    assert hands(table) == [set(HANDS[seat]) for seat in range(4)]
    assert (table.phase, table.match.to_act) == (phase, (0,))


@pytest.mark.rule("GM-038", "GM-040")
def test_a_deal_called_off_may_be_followed_by_another(new_table: NewTable) -> None:
    table = trading(new_table)
    table.offer(0, 1, ["Port"]).play(1, "decline").offer(0, 1, ["Mason"], wish_number=1).answer(1, ["Moat"])
    table.play(0, "withdraw").trade(0, 2, ["Quarry"], ["Temple"])
    assert hands(table)[:3] == [{"Mason", "Port", "Temple"}, {"Moat", "Docks"}, {"Castle", "Quarry"}]


@pytest.mark.rule("GM-039", "GM-040")
def test_nobody_has_to_put_a_card_into_a_trade(new_table: NewTable) -> None:
    table = trading(new_table)
    table.offer(0, 1)
    assert in_trade(table, 1, 0) == []
    assert table.match.view(1)["zones"]["hand"][0]["cards"] == [None] * 3
    table.play(1, "decline")
    assert table.match.view(0)["zones"]["hand"][1]["cards"] == [None] * 2
    table.offer(0, 1, ["Port"]).answer(1)
    assert in_trade(table, 0, 1) == []
    assert table.match.view(0)["zones"]["hand"][1]["cards"] == [None] * 2


@TRADES
@pytest.mark.rule("GM-040", "GM-042", "GM-406")
def test_the_current_seat_may_go_on_without_trading(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    table.play(0, "end_trade")
    assert hands(table) == [set(HANDS[seat]) for seat in range(4)]
    assert table.phase == {"trade_1": "discard", "trade_2": "build"}[phase]


@TRADES
@pytest.mark.rule("GM-406")
def test_nobody_else_can_tell_an_offer_that_is_being_prepared(new_table: NewTable, phase: str) -> None:
    """Partner, cards and wish: nothing that others are shown changes until the offer is made."""

    def shown_to_others(table: Table) -> list[tuple[object, ...]]:
        match = table.match
        return [(match.view(viewer), match.scene(viewer), match.screen_log(viewer)) for viewer in (None, 1, 2, 3)]

    table = trading(new_table, phase)
    before = shown_to_others(table)
    for verb, argument in (("offer_to", 2), ("pick", "Port"), ("wish_number", 2), ("wish_category", "T")):
        table.play(0, verb, argument)
        assert shown_to_others(table) == before
    assert table.match.view(0)["fields"]["own_partner"] == 2
    assert table.match.scene(0).message == "What do you offer Seat 3?"
    table.play(0, "call_off")
    assert shown_to_others(table) == before
    table.offer(0, 2, ["Port"])
    for viewer in (None, 1, 2, 3):
        fields = table.match.view(viewer)["fields"]
        assert (fields["partner"], fields["trade_step"]) == (2, TRADE_STEPS.answering)
    assert table.match.view(0)["fields"]["own_partner"] == -1


@pytest.mark.rule("GM-040")
def test_a_seat_may_give_up_an_offer_it_is_still_thinking_about(new_table: NewTable) -> None:
    table = trading(new_table)
    table.play(0, "offer_to", 2).play(0, "pick", "Port").play(0, "wish_number", 2).play(0, "call_off")
    assert table.match.view(0)["picked"] == []
    table.offer(0, 1)  # nothing of the offer given up is in this one
    assert in_trade(table, 0, 0) == []
    assert table.match.view(0)["fields"]["wish_number"] == -1
    table.play(1, "decline").play(0, "end_trade")
    assert hands(table) == [set(HANDS[seat]) for seat in range(4)]
    assert table.phase == "discard"


@TRADES
@pytest.mark.rule("GM-041", "GM-311", "GM-042")
@pytest.mark.parametrize(
    ("given", "received"), [(2, 1), (1, 2), (3, 1), (3, 2), (1, 1), (0, 1), (0, 2), (2, 0), (1, 0)]
)
def test_the_sides_may_give_different_numbers(new_table: NewTable, phase: str, given: int, received: int) -> None:
    table = trading(new_table, phase)
    table.trade(0, 1, HANDS[0][:given], HANDS[1][:received])
    assert table.hand(0) == {*HANDS[0][given:], *HANDS[1][:received]}
    assert table.hand(1) == {*HANDS[1][received:], *HANDS[0][:given]}


@pytest.mark.rule("GM-311")
def test_nothing_for_nothing_is_no_trade(new_table: NewTable) -> None:
    table = trading(new_table)
    table.offer(0, 1)
    assert table.verbs(1) == {"pick", "decline"}
    with pytest.raises(IllegalAction):
        table.answer(1)
    assert table.answer(1, ["Docks"]).verbs(0) == {"confirm", "withdraw"}


@pytest.mark.rule("GM-311")
def test_nothing_is_not_offered_to_a_seat_without_cards(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Port"], 2: ["Pub"]}, phase="trade_1")
    table.play(0, "offer_to", 1)
    assert "done" not in table.verbs(0)
    assert "done" in table.play(0, "pick", "Port").verbs(0)


@pytest.mark.rule("GM-311")
def test_seats_without_cards_are_no_partners_of_each_other(new_table: NewTable) -> None:
    table = new_table(3).put(hands={2: ["Pub"]}, phase="trade_1")
    assert table.may(0, "offer_to") == [2]
    table.offer(0, 2).answer(2, ["Pub"]).play(0, "confirm")
    assert table.hand(0) == {"Pub"}


@TRADES
@pytest.mark.rule("GM-310", "GM-042")
def test_only_cards_in_hand_are_offered_and_answered(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    table.play(0, "offer_to", 1)
    assert sorted(table.may(0, "pick")) == sorted(HANDS[0])
    for card in ("Inn", "Circus", "Moat", "Arena"):
        with pytest.raises(IllegalAction):
            table.play(0, "pick", card)
    table.play(0, "pick", "Port").play(0, "done")
    assert sorted(table.may(1, "pick")) == sorted(HANDS[1])
    for card in ("Circus", "Port", "Castle"):
        with pytest.raises(IllegalAction):
            table.play(1, "pick", card)
    table.answer(1, ["Moat"]).play(0, "confirm")
    assert [table.built(seat) for seat in range(3)] == [{"Inn"}, {"Circus"}, {"Bridge"}]


@TRADES
@pytest.mark.rule("GM-313", "GM-042", "GM-406", "GM-407", "GM-408")
def test_a_trade_is_offered_answered_and_confirmed(new_table: NewTable, phase: str) -> None:
    table = trading(new_table, phase)
    asked, owned = [], []

    def note() -> None:
        asked.append(table.match.to_act)
        owned.append((table.hand(0) & set(HANDS[1]), table.hand(1) & set(HANDS[0])))

    table.offer(0, 1, ["Port", "Mason"], wish_number=2, wish_category="T")
    note()
    table.answer(1, ["Docks"])
    note()
    table.play(0, "confirm")
    note()
    assert asked == [(1,), (0,), (0,)]
    assert owned == [(set(), set()), (set(), set()), ({"Docks"}, {"Port", "Mason"})]


@pytest.mark.rule("GM-313", "GM-406", "GM-407", "GM-408", "GM-504")
def test_everybody_hears_of_offer_wish_answer_and_result_by_numbers(new_table: NewTable) -> None:
    table = trading(new_table)
    before = len(table.match.seat_log(None))
    table.offer(0, 1, ["Port", "Mason"], wish_number=1, wish_category="T").answer(1, ["Docks"])
    for viewer in (None, 2, 3):
        assert table.match.view(viewer)["fields"]["partner"] == 1
        assert [table.match.view(viewer)["zones"]["offered"][seat]["count"] for seat in (0, 1)] == [2, 1]
    table.play(0, "confirm")
    lines = table.match.seat_log(None)[before:]
    for words in (
        ["Seat 1", "offers", "Seat 2", "2 cards."],
        ["asks", "1 card "],
        ["asks", "Trade"],
        ["Seat 2", "offers", "1 card "],
        ["gives", "2 cards", "1 card."],
    ):
        assert any(all(word in line for word in words) for line in lines), words
    declined = trading(new_table)
    declined.offer(0, 1, ["Port"]).play(1, "decline").offer(0, 2, ["Port"]).answer(2).play(0, "withdraw")
    assert "Seat 2 says no" in heard_since(declined, 3, before)
    assert "Seat 1 takes the offer back" in heard_since(declined, 3, before)


@pytest.mark.rule("GM-313")
@pytest.mark.parametrize("then", ["decline", "withdraw", "confirm"])
def test_a_wish_ends_with_its_offer(new_table: NewTable, then: str) -> None:
    table = trading(new_table)
    table.offer(0, 1, ["Port"], wish_number=2, wish_category="R")
    fields = table.match.view(3)["fields"]
    assert (fields["wish_number"], fields["wish_category"]) == (2, table.letters.index("R"))
    if then == "decline":
        table.play(1, then)
    else:
        table.answer(1, ["Moat"]).play(0, then)
    none_yet = table.match.view(2)["fields"]
    table.offer(0, 2, ["Quarry"])
    without = table.match.view(2)["fields"]
    for fields in (none_yet, without):
        assert (fields["wish_number"], fields["wish_category"]) == (-1, -1)


@pytest.mark.rule("GM-316", "GM-313")
def test_a_wish_binds_nobody(new_table: NewTable) -> None:
    table = trading(new_table)
    table.offer(0, 1, ["Port"], wish_number=1, wish_category="R")
    assert sorted(table.may(1, "pick")) == sorted(HANDS[1])
    table.answer(1, ["Moat", "Docks"])
    assert "withdraw" in table.verbs(0)
    table.play(0, "confirm")
    assert table.hand(1) == {"Port"}


@pytest.mark.rule("GM-315")
def test_received_cards_are_traded_on_in_the_same_phase(new_table: NewTable) -> None:
    table = trading(new_table)
    table.trade(0, 1, ["Port"], ["Moat"]).trade(0, 2, ["Moat"], ["Castle"]).trade(0, 1, ["Castle"], ["Port"])
    assert hands(table)[:3] == [{"Mason", "Quarry", "Port"}, {"Docks", "Castle"}, {"Temple", "Moat"}]


@pytest.mark.rule("GM-314", "GM-504", "GM-282")
def test_the_partners_see_the_cards_before_they_agree_and_nobody_else_does(new_table: NewTable) -> None:
    table = trading(new_table)
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (None, 0, 1, 2, 3)}
    table.offer(0, 1, ["Port"])
    assert in_trade(table, 1, 0) == ["Port"]
    table.answer(1, ["Docks"])
    assert in_trade(table, 0, 1) == ["Docks"]
    table.play(0, "confirm")
    for viewer in (0, 1):
        heard = heard_since(table, viewer, before[viewer])
        assert "Port" in heard
        assert "Docks" in heard


@pytest.mark.rule("GM-314", "GM-504", "GM-505", "GM-282")
@pytest.mark.parametrize("result", ["decline", "withdraw", "confirm"])
def test_third_seats_never_learn_the_cards_of_a_trade(new_table: NewTable, result: str) -> None:
    table = trading(new_table)
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (None, 2, 3)}

    def nothing_is_seen() -> None:
        for viewer in (None, 2, 3):
            zones = table.match.view(viewer)["zones"]
            for seat in (0, 1):
                assert set(zones["offered"][seat]["cards"]) <= {None}
                assert set(zones["hand"][seat]["cards"]) <= {None}
            heard = heard_since(table, viewer, before[viewer])
            assert not any(name in heard for name in [*HANDS[0], *HANDS[1]])

    table.offer(0, 1, ["Port", "Mason"])
    nothing_is_seen()
    if result == "decline":
        table.play(1, "decline")
    else:
        table.answer(1, ["Docks"])
        nothing_is_seen()
        table.play(0, result)
    nothing_is_seen()


@pytest.mark.rule("GM-314", "GM-282")
def test_face_down_cards_are_seen_only_after_the_exchange(new_table: NewTable) -> None:
    table = trading(new_table, trade_reveal="face_down")
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (0, 1, 2)}
    table.offer(0, 1, ["Port"]).answer(1, ["Docks"])
    assert in_trade(table, 1, 0) == in_trade(table, 0, 1) == [None]
    assert in_trade(table, 0, 0) == ["Port"]
    assert "Port" not in heard_since(table, 1, before[1])
    assert "Docks" not in heard_since(table, 0, before[0])
    table.play(0, "confirm")
    assert "Port" in heard_since(table, 1, before[1])
    assert "Docks" in heard_since(table, 0, before[0])
    assert "Port" not in heard_since(table, 2, before[2])


@pytest.mark.rule("GM-314", "GM-282")
def test_face_down_cards_of_a_withdrawn_offer_stay_unseen(new_table: NewTable) -> None:
    table = trading(new_table, trade_reveal="face_down")
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (0, 1)}
    table.offer(0, 1, ["Port"]).answer(1, ["Docks"]).play(0, "withdraw")
    assert "Port" not in heard_since(table, 1, before[1])
    assert "Docks" not in heard_since(table, 0, before[0])
    assert table.match.view(1)["zones"]["hand"][0]["cards"] == [None] * 3
    assert table.match.view(0)["zones"]["hand"][1]["cards"] == [None] * 2


@pytest.mark.rule("GM-314", "GM-282")
def test_public_offers_are_seen_by_all(new_table: NewTable) -> None:
    table = trading(new_table, trade_reveal="public")
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (None, 1, 2, 3)}
    table.offer(0, 1, ["Port"]).answer(1, ["Docks"])
    for viewer in (1, 2, 3):
        assert in_trade(table, viewer, 0) == ["Port"]
    for viewer in (0, 2, 3):
        assert in_trade(table, viewer, 1) == ["Docks"]
    for viewer in (None, 1, 2, 3):
        heard = heard_since(table, viewer, before[viewer])
        assert "Port" in heard
        assert "Docks" in heard
        assert "Mason" not in heard


@pytest.mark.rule("GM-504")
@pytest.mark.parametrize("reveal", ["to_partner", "face_down"])
def test_the_two_partners_know_where_the_traded_cards_went(new_table: NewTable, reveal: str) -> None:
    table = trading(new_table, trade_reveal=reveal).trade(0, 1, ["Port"], ["Docks"])
    zones = {viewer: table.match.view(viewer)["zones"]["hand"] for viewer in (0, 1, 2)}
    assert sorted(zones[0][1]["cards"], key=str) == [None, "Port"]
    assert sorted(zones[1][0]["cards"], key=str) == ["Docks", None, None]
    assert {*zones[2][0]["cards"], *zones[2][1]["cards"]} == {None}


@pytest.mark.rule("GM-505")
def test_only_the_partner_remembers_a_declined_offer(new_table: NewTable) -> None:
    table = trading(new_table)
    before = {viewer: len(table.match.seat_log(viewer)) for viewer in (None, 1, 2, 3)}
    table.offer(0, 1, ["Port"]).play(1, "decline")
    assert "Port" in heard_since(table, 1, before[1])
    assert all("Port" not in heard_since(table, viewer, before[viewer]) for viewer in (None, 2, 3))
    table.trade(0, 2, ["Mason"], []).play(0, "end_trade")
    assert "Port" in heard_since(table, 1, before[1])


@pytest.mark.rule("GM-504", "GM-314")
@pytest.mark.parametrize("reveal", ["to_partner", "face_down"])
def test_a_seat_that_knows_a_card_from_before_does_not_see_it_wander_into_an_offer(
    new_table: NewTable, reveal: str
) -> None:
    views = []
    for card in ("Temple", "Quarry"):
        table = trading(new_table, trade_reveal=reveal)
        table.trade(0, 2, ["Mason"], ["Temple"])  # seat 2 knows from now on that seat 0 holds the Temple
        before = len(table.match.seat_log(2))
        table.offer(0, 1, [card])
        views.append([table.match.view(2), table.match.seat_log(2)[before:], table.match.scene(2)])
        if reveal == "face_down":
            table.play(1, "decline").offer(0, 2, [card])
            views[-1].append(table.match.view(2)["zones"])
    assert views[0] == views[1]


@pytest.mark.rule("GM-406", "GM-504")
def test_choosing_cards_and_wishes_for_an_offer_shows_nothing(new_table: NewTable) -> None:
    table = trading(new_table)
    table.play(0, "offer_to", 1)
    before = [table.match.view(viewer) for viewer in (None, 1, 2, 3)]
    table.play(0, "pick", "Port").play(0, "wish_number", 2).play(0, "wish_category", "T")
    assert [table.match.view(viewer) for viewer in (None, 1, 2, 3)] == before
    assert table.match.view(0)["picked"] == ["Port"]


@pytest.mark.rule("GM-407", "GM-504")
def test_choosing_cards_for_an_answer_shows_nothing(new_table: NewTable) -> None:
    table = trading(new_table).offer(0, 1, ["Port"])
    before = [table.match.view(viewer) for viewer in (None, 0, 2, 3)]
    table.play(1, "pick", "Docks").play(1, "pick", "Moat").play(1, "put_back", "Docks")
    assert [table.match.view(viewer) for viewer in (None, 0, 2, 3)] == before
    table.play(1, "done").play(0, "confirm")
    assert table.hand(1) == {"Docks", "Port"}


@TRADES
@pytest.mark.rule("GM-283")
@pytest.mark.parametrize("cap", [1, 3])
def test_offers_are_capped_in_each_phase(new_table: NewTable, phase: str, cap: int) -> None:
    table = trading(new_table, phase, trade_offer_cap=cap)
    for made in range(cap):
        assert (table.phase, table.match.to_act) == (phase, (0,)), made
        table.offer(0, 1 + made % 3, ["Port"]).play(1 + made % 3, "decline")
    assert table.phase != phase


@pytest.mark.rule("GM-283")
def test_the_cap_counts_again_in_the_second_phase(new_table: NewTable) -> None:
    table = trading(new_table, trade_offer_cap=1)
    table.trade(0, 1, ["Port"], ["Moat"]).discard(0, []).play(0, "draw", 0)
    assert table.phase == "trade_2"
    table.trade(0, 1, ["Moat"], ["Port"])
    assert table.phase == "build"


@TRADES
@pytest.mark.rule("GM-283")
def test_no_offers_at_all_pass_over_the_phase(new_table: NewTable, phase: str) -> None:
    assert trading(new_table, phase, trade_offer_cap=0).phase != phase


@pytest.mark.rule("GM-283")
def test_people_make_as_many_offers_as_they_like_and_bots_stop_by_themselves(new_table: NewTable) -> None:
    table = trading(new_table)
    for _ in range(OFFER_STOP + 5):
        table.offer(0, 1, ["Port"]).play(1, "decline")
    assert table.phase == "trade_1"
    assert "offer_to" in table.verbs(0)
    assert table.bot_verbs(0) == {"end_trade"}
