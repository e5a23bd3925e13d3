"""What a screen says of bids, votes, open offers and secret choices, and to whom."""

from __future__ import annotations

import pytest

from workbench.play import Match
from workbench.play.host import TableHost
from workbench.storage.errors import IllegalAction

from .table import NewRound

HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks"], 2: ["Castle", "Temple"], 3: ["Pub"]}


@pytest.mark.parametrize(("cost", "badges"), [("winner", ["free", "pay 1", "pay 2"]), ("none", ["free"] * 3)])
def test_a_bid_is_chosen_from_a_row_of_numbers_that_says_what_each_costs(
    new_round: NewRound, cost: str, badges: list[str]
) -> None:
    table = new_round(4, bid_cost=cost).lay(HANDS, "bid")
    (bids,) = [zone for zone in table.match.scene(1).zones if zone.layout == "track"]
    assert [group.badge for group in bids.groups] == badges
    assert not [zone for zone in table.match.scene(None).zones if zone.layout == "track"]


def test_who_has_chosen_is_ready_and_in_a_vote_all_see_what_was_bid(new_round: NewRound) -> None:
    table = new_round(4).lay(HANDS, "bid")
    table.play(0, "bid", 0).play(3, "bid", 0)
    assert table.match.scene(None).ready == (0, 3)
    table.play(1, "bid", 2).play(2, "bid", 2)
    scene = table.match.scene(0)
    assert [panel.state for panel in scene.seats] == ["bid 0", "bid 2", "bid 2", "bid 0"]
    assert {choice.on for choice in scene.choices} == {"seat:1", "seat:2"}
    table.play(0, "vote_for", 1)
    assert table.match.scene(3).seats[0].state == f"for {table.match.naming('seat', 1)}"


def test_the_guildmaster_carries_the_mace(new_round: NewRound) -> None:
    table = new_round(4, bid_cost="none").lay(HANDS, "bid").bid(0, 2, 1, 0)
    assert [panel.marks for panel in table.match.scene(0).seats] == [(), ("mace",), (), ()]


def test_what_was_bid_stands_on_the_ribbon_that_all_look_at(new_round: NewRound) -> None:
    table = new_round(4, bid_cost="none").lay(HANDS, "bid").bid(0, 2, 1, 0)
    (ribbon,) = [zone for zone in table.match.scene(None).zones if zone.region == "prompt"]
    assert ribbon.groups[0].standing == ((1, 2), (2, 1), (0, 0), (3, 0))
    assert ribbon.groups[0].seat == 1
    assert not [zone for zone in table.match.scene(0).zones if zone.id == ribbon.id]


def test_an_answer_shows_what_is_given_and_what_it_would_make_of_the_guilds(new_round: NewRound) -> None:
    table = new_round(4).lay(HANDS, "trade_1").offer(0, 1, ["Port"], wish_category="M").play(1, "answer_to", 0)
    scene = table.match.scene(1)
    mat, guilds = (next(zone for zone in scene.zones if zone.id == name) for name in ("offered", "guilds"))
    assert [card.title for card in mat.cards] == ["Port"]
    assert {group.key: (group.total, group.badge) for group in guilds.groups} == {
        "T": ("2 if built", ""),
        "M": ("", f"{table.match.naming('seat', 0)} asks for"),
    }
    assert "Port and asks for Military" in scene.message


def test_an_offering_seat_decides_on_what_it_is_shown(new_round: NewRound) -> None:
    table = new_round(4).lay(HANDS, "trade_1").offer(0, 1, ["Port"]).reply(1, 0, ["Moat", "Docks"])
    scene = table.match.scene(0)
    assert scene.strong == f"{table.match.naming('seat', 1)} gives you Moat and Docks."
    assert [choice.main for choice in scene.choices if choice.label == "Confirm the trade"] == [True]
    (slips,) = [zone for zone in scene.zones if zone.layout == "slips"]
    assert {card.group for card in slips.cards} == {"0", "0/back"}
    assert [panel.to_act for panel in table.match.scene(3).seats] == [True, False, False, False]


def test_offers_that_wait_are_declined_by_one_press_each_and_all_at_once(new_round: NewRound) -> None:
    table = new_round(4).lay(HANDS, "trade_1").offer(0, 1, ["Port"]).offer(2, 1, ["Castle"])
    match = table.match
    names = [match.naming("seat", seat) for seat in range(4)]
    labels = [label for label, _acts in match.scene(1).series]
    assert labels == [f"Decline {names[0]}", f"Decline {names[2]}", "Decline all"]
    assert match.scene(3).series == match.scene(None).series == ()
    host = TableHost(match)
    with pytest.raises(IllegalAction, match="moved on"):
        host.act_series(1, 3, host.question(1))
    with pytest.raises(IllegalAction, match="moved on"):
        host.act_series(1, 2, host.question(1) + 1)
    host.act_series(1, 0, host.question(1))
    assert [label for label, _acts in match.scene(1).series] == [f"Decline {names[2]}"]
    match.undo()
    match.undo()
    host.act_series(1, 2, host.question(1))
    assert match.scene(1).series == ()
    assert [line for line in match.seat_log(None) if "says no" in line] == [
        f"{names[1]} says no to {names[giver]}." for giver in (0, 2)
    ]


def test_who_is_done_reads_so_and_who_still_trades(new_round: NewRound) -> None:
    table = new_round(4).lay(HANDS, "trade_1")
    names = [table.match.naming("seat", seat) for seat in range(4)]
    table.play(0, "end_trade")
    scene = table.match.scene(0)
    assert scene.strong == "You are done."
    assert scene.prompt == f"{names[1]}, {names[2]} and {names[3]} still trade."
    assert table.match.scene(1).strong == ""
    table.play(1, "end_trade").play(2, "end_trade")
    assert table.match.scene(0).prompt == f"{names[3]} still trades."


def test_at_one_device_it_goes_round_once_and_on_only_to_who_is_asked_something() -> None:
    """Whoever holds the device keeps it until done; bots do not take it away."""
    options = {"game_variant": "player_interaction", "bid_cost": "none"}
    match = Match("guild_master", seats=3, seed=2, bots={2: "greedy"}, options=options)
    host = TableHost(match)
    host.start()
    taken: list[int] = []
    for _ in range(60):
        if host.cover is not None:
            taken.append(host.cover)
            host.ready(host.cover)
        elif match.phase == "discard":
            break
        else:
            viewer = host.viewer
            assert viewer is not None
            label = "End trading" if match.phase == "trade_1" else ""
            legal = match.legal(viewer)
            offered = [action for action in legal if action.label == label] or legal[-1:]
            if any(action.verb == "answer_to" for action in legal):
                offered = [action for action in legal if action.verb == "answer_to"]
            elif any(action.verb == "decline" for action in legal):
                offered = [action for action in legal if action.verb == "decline"]
            host.act(viewer, (offered[0].id,))
    assert match.phase == "discard"
    assert len(taken) <= 6
    assert set(taken) == {0, 1}
