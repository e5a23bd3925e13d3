"""The Guildmaster phase: secret bids, the vote on a tie, chance, and the price (GM-205 to GM-209, GM-329 to GM-333)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .table import NewRound, Round

HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks", "Inn", "Barber", "Bridge"],
         2: ["Castle", "Temple", "University", "Library", "Shrine"], 3: ["Pub", "Tavern"]}  # fmt: skip


def bidding(new_round: NewRound, seats: int = 4, **options: object) -> Round:
    hands = {seat: HANDS[seat] for seat in range(seats)}
    return new_round(seats, **options).lay(hands, "bid")


@pytest.mark.rule("GM-205", "GM-206", "GM-329", "GM-402")
def test_every_seat_bids_any_number_of_its_cards_in_any_order(new_round: NewRound) -> None:
    table = bidding(new_round)
    assert table.asked == {0, 1, 2, 3}
    assert [table.may(seat, "bid") for seat in range(4)] == [[*range(4)], [*range(6)], [*range(6)], [*range(3)]]
    table.play(3, "bid", 2).play(1, "bid", 3).play(0, "bid", 0)
    assert table.phase == "bid"
    table.play(2, "bid", 1)
    for seat, cards in enumerate(("no cards", "3 cards", "1 card", "2 cards")):
        assert f"{table.match.naming('seat', seat)} bids {cards}." in table.told()


@pytest.mark.rule("GM-329")
def test_no_card_leaves_a_hand_with_a_bid(new_round: NewRound) -> None:
    table = bidding(new_round, bid_cost="none").bid(3, 5, 4, 2)
    assert [len(table.hand(seat)) for seat in range(4)] == [3, 5, 5, 2]


@pytest.mark.rule("GM-507")
@pytest.mark.parametrize("number", [0, 3])
def test_before_all_have_bid_one_sees_who_has_and_no_number(new_round: NewRound, number: int) -> None:
    views = []
    for bid in (number, 5):
        table = bidding(new_round).play(1, "bid", bid)
        assert table.asked == {0, 2, 3}
        assert table.match.scene(0).ready == (1,)
        views.append([table.match.view(seat) for seat in (0, 2, 3, None)])
    assert views[0] == views[1]


@pytest.mark.rule("GM-207")
@pytest.mark.parametrize(("bids", "winner"), [((3, 2, 1, 0), 0), ((0, 0, 0, 1), 3), ((2, 5, 4, 2), 1)])
def test_the_highest_bid_wins(new_round: NewRound, bids: tuple[int, ...], winner: int) -> None:
    assert bidding(new_round).bid(*bids).guildmaster == winner


@pytest.mark.rule("GM-208", "GM-403", "GM-331", "GM-508")
def test_the_seats_outside_a_tie_vote_openly_for_one_of_the_tied(new_round: NewRound) -> None:
    table = bidding(new_round).bid(3, 5, 5, 2)
    assert table.phase == "vote"
    assert table.asked == {0, 3}
    assert table.may(0, "vote_for") == table.may(3, "vote_for") == [1, 2]
    with pytest.raises(IllegalAction):
        table.play(0, "vote_for", 3)
    table.play(0, "vote_for", 1)
    assert table.match.view(2)["fields"]["votes"][0] == 1
    assert "votes for" in table.told(2)
    with pytest.raises(IllegalAction):
        table.play(0, "vote_for", 2)


@pytest.mark.rule("GM-720", "GM-208", "GM-330")
def test_a_vote_that_agrees_makes_the_guildmaster_who_pays_five_cards(new_round: NewRound) -> None:
    table = bidding(new_round).bid(3, 5, 5, 2).vote({0: 1, 3: 1})
    assert (table.guildmaster, table.phase, table.asked) == (1, "pay_bid", {1})
    table.choose(1, HANDS[1])
    assert table.hand(1) == set()
    assert table.discards == set(HANDS[1])


@pytest.mark.rule("GM-721", "GM-209", "GM-331", "GM-404")
def test_a_vote_that_does_not_agree_leaves_it_to_chance_between_the_tied(new_round: NewRound) -> None:
    chosen = set()
    for seed in range(30):
        table = bidding(new_round, seed=seed).bid(3, 5, 5, 2).vote({0: 1, 3: 2})
        assert "the lot picks" in table.told()
        chosen.add(table.guildmaster)
    assert chosen == {1, 2}


@pytest.mark.rule("GM-722", "GM-332")
def test_two_that_tie_have_no_voters_and_chance_decides(new_round: NewRound) -> None:
    chosen = set()
    for seed in range(30):
        table = new_round(2, seed=seed).lay({0: HANDS[1], 1: HANDS[2]}, "bid").bid(4, 4)
        assert table.phase == "pay_bid"
        chosen.add(table.guildmaster)
    assert chosen == {0, 1}


VOTERS = {seat: [card] for seat, card in enumerate(["Mason", "Port", "Quarry", "Moat", "Docks", "Inn", "Barber"])}


def seven(new_round: NewRound, votes: list[int], bid_tie: str, seed: int = 7) -> Round:
    """Seven seats, of which the first three are tied; the others vote."""
    table = new_round(7, seed=seed, bid_tie=bid_tie, bid_cost="none").lay(VOTERS, "bid").bid(1, 1, 1, 0, 0, 0, 0)
    return table.vote(dict(enumerate(votes, start=3)))


@pytest.mark.rule("GM-291", "GM-331")
@pytest.mark.parametrize(
    ("bid_tie", "votes", "winners"),
    [
        ("majority", [1, 1, 1, 2], {1}),
        ("majority", [1, 1, 0, 2], {0, 1, 2}),
        ("majority", [1, 1, 2, 2], {0, 1, 2}),
        ("unanimous", [2, 2, 2, 2], {2}),
        ("unanimous", [2, 2, 2, 1], {0, 1, 2}),
        ("plurality", [1, 1, 0, 2], {1}),
        ("plurality", [1, 1, 2, 2], {1, 2}),
    ],
)
def test_each_way_of_deciding_a_tie(new_round: NewRound, bid_tie: str, votes: list[int], winners: set[int]) -> None:
    assert {seven(new_round, votes, bid_tie, seed).guildmaster for seed in range(40)} == winners


@pytest.mark.rule("GM-291")
def test_at_random_nobody_votes(new_round: NewRound) -> None:
    tables = [seven_at_random(new_round, seed) for seed in range(40)]
    assert {table.guildmaster for table in tables} == {0, 1, 2}


def seven_at_random(new_round: NewRound, seed: int) -> Round:
    table = new_round(7, seed=seed, bid_tie="random", bid_cost="none").lay(VOTERS, "bid").bid(1, 1, 1, 0, 0, 0, 0)
    assert table.phase == "trade_1"
    return table


@pytest.mark.rule("GM-330", "GM-290", "GM-405")
@pytest.mark.parametrize(("cost", "payers"), [("none", {}), ("winner", {1: 4}), ("all", {0: 2, 1: 4, 3: 1})])
def test_who_pays_gives_up_as_many_cards_as_were_bid(new_round: NewRound, cost: str, payers: dict[int, int]) -> None:
    table = bidding(new_round, bid_cost=cost).bid(2, 4, 0, 1)
    assert table.asked == (set(payers) or {0, 1, 2, 3})
    for seat, price in payers.items():
        with pytest.raises(IllegalAction):
            table.choose(seat, HANDS[seat][: price - 1])
        table.choose(seat, HANDS[seat][:price])
    assert table.phase == "trade_1"
    assert [len(HANDS[seat]) - len(table.hand(seat)) for seat in range(4)] == [payers.get(seat, 0) for seat in range(4)]


@pytest.mark.rule("GM-405", "GM-280")
@pytest.mark.parametrize("visibility", ["face_up", "face_down"])
def test_what_is_paid_is_seen_as_discards_are(new_round: NewRound, visibility: str) -> None:
    table = bidding(new_round, discard_visibility=visibility).bid(0, 2, 1, 0)
    table.choose(1, ["Moat", "Inn"])
    assert ("Moat" in table.told(0)) == (visibility == "face_up")
    assert "Moat" in table.told(1)


@pytest.mark.rule("GM-333")
def test_the_title_is_kept_until_the_next_bid(new_round: NewRound) -> None:
    table = bidding(new_round, bid_cost="none").bid(0, 0, 1, 0)
    for phase in table.default_acts():
        if phase == "bid":
            break
        assert table.guildmaster == 2
    table.bid(*(1 if seat == 3 else 0 for seat in sorted(table.asked)))
    assert table.guildmaster == 3
