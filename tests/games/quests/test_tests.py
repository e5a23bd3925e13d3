"""Stages that are tests: bids, auctions, and what is paid (QU-097 to QU-107, QU-243 to QU-252, QU-273)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import Table

BOARS, BEAST = "Boar Hunt", "Search for the Questing Beast"
VALOR, MORGAN, BEASTS = "Test of Valor", "Test of Morgan Le Fey", "Test of the Questing Beast"


def bidding(
    new_table: NewTable,
    test: str = VALOR,
    held: tuple[int, ...] = (8, 8, 8),
    *,
    quest: str = BOARS,
    sponsor: int = 3,
    **options: object,
) -> Table:
    """A test has come up and the participants have put nothing into play."""
    table = new_table(**options)
    joined = [seat for seat in range(4) if seat != sponsor][: len(held)]
    for seat, number in zip(joined, held, strict=True):
        table.hold(seat, *["Sword", "Horse", "Saxon Knight", "Robber Knight"][seat : seat + 1] * min(number, 7))
        table.hold(seat, *["Battle-ax"] * max(number - 7, 0))
    rest = {2: "Giant", 4: "Boar / Saxons / Giant"}[4 if quest == BEAST else 2]
    table.quest(quest, f"{test} / {rest}", joined=joined, sponsor=sponsor)
    return table.choose_all(*[""] * len(joined))


def bids(table: Table, *said: tuple[int, int]) -> Table:
    """Seats bid; 0 passes."""
    for seat, number in said:
        assert table.asked == (seat,)
        table.act(seat, f"Bid {number}" if number else "Pass")
    return table


def pay(table: Table, seat: int) -> int:
    """Pay with the first cards of the hand; return how many it took."""
    before = len(table.hand(seat))
    while table.phase == "bid_payment":
        takes = [label for label in table.labels(seat) if label.startswith("Take")]
        table.act(seat, takes[0] if takes else "Done")
    return before - len(table.hand(seat))


@pytest.mark.rule("QU-097", "QU-098", "QU-099", "QU-100", "QU-101", "QU-102", "QU-104", "QU-243", "QU-244", "QU-250")
def test_bids_go_round_and_rise_until_one_is_left(new_table: NewTable):
    """The worked example QG-07."""
    table = bidding(new_table, MORGAN)
    assert table.labels(0) == [*(f"Bid {n}" for n in range(3, 9)), "Pass"]
    with pytest.raises(IllegalAction):
        table.act(0, "Bid 2")
    bids(table, (0, 3), (1, 4), (2, 0))
    assert table.labels(0) == ["Bid 5", "Bid 6", "Bid 7", "Bid 8", "Pass"]
    bids(table, (0, 5), (1, 0))
    assert (table.phase, table.asked) == ("bid_payment", (0,))
    assert pay(table, 0) == 5
    assert (table.members("participants"), table.held[:3]) == ((0,), [3, 8, 8])
    assert (table.phase, table.asked, int(table.state.stage_now)) == ("stage_play", (0,), 1)
    assert table.told("bids") == [
        "Seat 1 bids 3.", "Seat 2 bids 4.", "Seat 3 bids no more and is out of the quest.",
        "Seat 1 bids 5.", "Seat 2 bids no more and is out of the quest.",
    ]  # fmt: skip
    assert "Seat 1 passes the test and discards 5 cards." in table.log()


@pytest.mark.rule("QU-098")
@pytest.mark.parametrize("sponsor", range(4))
def test_the_first_participant_left_of_the_sponsor_bids_first(new_table: NewTable, sponsor: int):
    table = bidding(new_table, sponsor=sponsor)
    bids(table, *(((sponsor + n) % 4, n) for n in (1, 2, 3)), ((sponsor + 1) % 4, 4))


@pytest.mark.rule("QU-245", "QU-102")
def test_by_option_each_speaks_once_and_the_highest_bid_wins(new_table: NewTable):
    table = bids(bidding(new_table, MORGAN, bidding="single_round"), (0, 3), (1, 4), (2, 0))
    assert (table.phase, table.asked) == ("bid_payment", (1,))
    assert pay(table, 1) == 4
    assert table.members("participants") == (1,)


@pytest.mark.rule("QU-249", "QU-246", "QU-251", "QU-250")
@pytest.mark.parametrize("order", ["repeated", "single_round"])
@pytest.mark.parametrize("last", [1, 0])
def test_if_all_others_have_passed_the_last_must_still_bid_or_the_quest_is_over(
    new_table: NewTable, order: str, last: int
):
    table = bids(bidding(new_table, bidding=order), (0, 0), (1, 0))
    assert table.labels(2)[:2] == ["Bid 1", "Bid 2"]
    bids(table, (2, last))
    if last:
        assert (pay(table, 2), table.members("participants")) == (1, (2,))
    else:
        assert table.told("Nobody completes") == ["Nobody completes the quest."]
        assert (table.match.turn, table.shields) == (2, [0] * 4)


@pytest.mark.rule("QU-100", "QU-185", "QU-186", "QU-246")
@pytest.mark.parametrize(
    ("test", "quest", "least"), [(VALOR, BOARS, 1), (MORGAN, BOARS, 3), (BEASTS, BEAST, 4), (BEASTS, BOARS, 1)]
)
def test_the_first_bid_is_at_least_the_minimum_in_force(new_table: NewTable, test: str, quest: str, least: int):
    assert bidding(new_table, test, quest=quest).labels(0)[0] == f"Bid {least}"
    assert bidding(new_table, test, (least - 1, 8), quest=quest).labels(0) == ["Pass"]


@pytest.mark.rule("QU-100", "QU-106", "QU-185")
@pytest.mark.parametrize("joined", [(0, 1), (0,)])
def test_the_least_bid_is_that_of_the_test_whatever_lies_with_it(new_table: NewTable, joined: tuple[int, ...]):
    table = new_table(lone_bid_minimum=1).hold(0, *["Sword"] * 5).quest(BOARS, f"Lance+{MORGAN} / Giant", joined=joined)
    table.choose_all(*[""] * len(joined))
    assert table.labels(0)[0] == "Bid 3"


@pytest.mark.rule("QU-247", "QU-099")
def test_nobody_bids_more_than_its_cards_and_free_bids(new_table: NewTable):
    table = new_table().before(0, "Queen Guinevere").hold(0, *["Sword"] * 2).hold(1, *["Horse"] * 4)
    table.quest(BOARS, f"{VALOR} / Giant", joined=(0, 1), drawer=0).pass_windows().choose_all("", "")
    assert table.labels(0) == ["Bid 1", "Bid 2", "Bid 3", "Bid 4", "Bid 5", "Pass"]
    bids(table, (0, 4))
    assert table.labels(1) == ["Pass"]


@pytest.mark.rule("QU-103", "QU-104", "QU-105")
def test_the_highest_bidder_discards_any_cards_for_its_bid_less_its_free_bids(new_table: NewTable):
    table = new_table().before(0, "King Arthur").hold(0, "Sword", "Amour", "Boar", VALOR, "Amour").hold(1, "Horse")
    table.quest(BOARS, "Test of Temptation / Giant", joined=(0, 1), drawer=0).pass_windows()
    table.choose(0, "Amour").choose(1)
    bids(table, (0, 5), (1, 0))
    assert table.labels(0) == [f"Take {name}" for name in ("Sword", "Boar", VALOR, "Amour")]
    table.act(0, "Take Boar", "Take Amour")
    assert [label for label in table.labels(0) if label.startswith("Take")] == []
    table.act(0, "Put Amour back")
    assert "Done" not in table.labels(0)
    table.act(0, "Take Test of Valor", "Done")
    assert sorted(table.hand(0)) == ["Amour", "Sword"]
    assert sorted(table.tableau(0)) == ["Amour", "King Arthur"]
    assert table.told("Seat 1 discards", viewer=2) == ["Seat 1 discards Boar.", "Seat 1 discards Test of Valor."]
    assert table.hand(1) == ["Horse"]
    assert (int(table.state.bid), int(table.state.bidder), int(table.state.to_pay)) == (0, -1, 0)  # all is settled


@pytest.mark.rule("QU-103")
def test_a_bid_that_is_wholly_free_is_paid_with_nothing(new_table: NewTable):
    """A line of the worked example QG-06."""
    table = new_table().before(0, "Queen Iseult").before(1, "Sir Tristan").hold(0, *["Sword"] * 4)
    table.quest(BOARS, f"{VALOR} / Giant", joined=(0, 1)).pass_windows().choose_all("", "")
    bids(table, (0, 3), (1, 0)).pass_windows()
    assert (len(table.hand(0)), table.phase) == (4, "stage_play")
    assert "Seat 1 passes the test and discards no cards." in table.log()


@pytest.mark.rule("QU-273", "QU-271")
def test_a_bid_stands_if_its_free_bids_are_lost_and_is_paid_with_the_whole_hand_at_most(new_table: NewTable):
    for held, paid in ((4, 4), (6, 5)):
        table = new_table(mordred_windows="every_step").before(0, "Queen Guinevere")
        table.hold(0, *["Sword"] * held).hold(1, "Mordred")
        table.quest(BOARS, f"{VALOR} / Giant", joined=(0, 1)).pass_windows().choose_all("", "").pass_windows()
        table.act(0, "Bid 5").act(1, "Give up Mordred against Queen Guinevere of Seat 1").pass_windows()
        table.act(1, "Pass").pass_windows()
        assert pay(table, 0) == paid


@pytest.mark.rule("QU-106", "QU-107", "QU-252", "QU-246")
@pytest.mark.parametrize(
    ("test", "quest", "held", "bid"),
    [
        (VALOR, BOARS, 2, None),
        (VALOR, BOARS, 3, 3),
        (MORGAN, BOARS, 8, 3),
        (BEASTS, BEAST, 3, None),
        (BEASTS, BEAST, 4, 4),
        (BEASTS, BOARS, 3, 3),
    ],
)
@pytest.mark.parametrize("sponsor", [3, 0])
def test_who_is_alone_in_the_quest_bids_the_minimum_or_drops_out(
    new_table: NewTable, test: str, quest: str, held: int, bid: int | None, sponsor: int
):
    """The end of the worked example QG-07."""
    table = bidding(new_table, test, (held,), quest=quest, sponsor=sponsor)
    (seat,) = table.asked
    assert table.labels(seat) == [*([f"Bid {bid}"] if bid else []), "Drop out"]
    if bid:
        table.act(seat, f"Bid {bid}")
        assert pay(table, seat) == bid
        assert (table.members("participants"), int(table.state.stage_now)) == ((seat,), 1)


@pytest.mark.rule("QU-107", "QU-252", "QU-108", "QU-111")
def test_when_the_lone_participant_drops_out_the_quest_is_over(new_table: NewTable):
    table = bidding(new_table, VALOR, (5,)).act(0, "Drop out")
    assert "Nobody completes the quest." in table.log()
    assert (table.shields, table.held, table.match.turn) == ([0] * 4, [5, 0, 0, 4], 2)


@pytest.mark.rule("QU-208", "QU-209", "QU-106", "QU-103", "QU-113")
def test_with_two_seats_every_test_is_one_for_a_lone_participant(new_table: NewTable):
    """The worked example QG-15."""
    for answer in ("Bid 3", "Drop out"):
        table = new_table(seats=2).before(0, "Queen Iseult").hold(0, "Sword", "Amour")
        table.quest(BOARS, "Test of Temptation / Giant", joined=(), sponsor=1, at="join_offer")
        table.act(0, "Join the quest").pass_windows()
        table.say(hand={0: "Sword, Amour"})  # without what it was given on joining
        table.choose(0, "Amour")
        assert len(table.hand(0)) == 1
        assert table.ask("capacity", 0) == 4
        assert table.labels(0) == ["Bid 3", "Drop out"]
        table.act(0, answer).pass_windows()
        if answer == "Bid 3":
            assert (len(table.hand(0)), table.phase, table.asked) == (1, "stage_play", (0,))
        else:
            assert (table.shields, len(table.hand(1)), table.match.turn) == ([0, 0], 4, 2)
