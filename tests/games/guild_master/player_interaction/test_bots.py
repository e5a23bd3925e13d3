"""Bots of the variant: what `greedy` bids, votes and trades; the order on the floor; the same games at both speeds."""

from __future__ import annotations

from collections import Counter

import pytest

import workbench as wb
from workbench.games.guild_master.player_interaction.rules import PHASES
from workbench.play import Match

from ...speeds import play_out
from ..decks import MEDIEVAL
from .table import NewRound

KEY = "player_interaction"
FIRST_BID = wb.game("guild_master").variant(KEY).actions.bid


def with_bots(seed: int, bot: str = "random", seats: int = 4, **options: object) -> Match:
    bots = dict.fromkeys(range(seats), bot)
    return Match("guild_master", seats=seats, seed=seed, bots=bots, options={"game_variant": KEY, **options})


def play_next(match: Match) -> int:
    """Let the next bot act; return its seat."""
    seat = match.next_bot
    assert seat is not None
    match.play_bot(seat)
    return seat


def test_on_the_floor_bots_act_once_each_in_an_order_drawn_anew() -> None:
    orders = set()
    for seed in range(12):
        match = with_bots(seed)
        while match.phase != "trade_1":
            play_next(match)
        orders.add(tuple(play_next(match) for _ in range(4)))
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(orders) > 6
    assert len({order[0] for order in orders}) > 2


def test_elsewhere_the_lowest_seat_acts_first() -> None:
    match = with_bots(1)
    assert match.phase == "bid"
    assert [play_next(match) for _ in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_in_simulated_games_no_seat_begins_the_floor_more_often_than_another(compiled: bool) -> None:
    begun: Counter[int] = Counter()
    for index in range(60):
        log = play_out(MEDIEVAL, 4, {"max_turns": 4}, ["random"] * 4, 1, index, compiled=compiled, variant_key=KEY).log
        draws = [number for number, (_, action) in enumerate(log) if action in range(FIRST_BID, FIRST_BID + 6)]
        begun[log[draws[3] + 1][0]] += 1
    assert set(begun) == {0, 1, 2, 3}
    assert max(begun.values()) < 30


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("bots", [("random",), ("greedy",), ("random", "greedy")])
def test_both_speeds_play_the_same_game(seats: int, bots: tuple[str, ...]) -> None:
    names = [bots[seat % len(bots)] for seat in range(seats)]
    options = {"max_turns": 40, "trade_floor": "in_order" if seats == 5 else "open", "bid_cost": "all"}
    played = [
        play_out(MEDIEVAL, seats, options, names, 4, 2, compiled=speed, variant_key=KEY) for speed in (False, True)
    ]
    assert played[0] == played[1]
    assert played[0].over


def test_greedy_beats_random() -> None:
    report = wb.simulate(
        "guild_master", games=24, seats=4, bots=["greedy", "random", "greedy", "random"], seed=3, compiled=False,
        options={"game_variant": KEY, "max_turns": 40},
    )  # fmt: skip
    wins = report.seats.set_index("seat")["win_share"]
    shares = wins.groupby(report.seats.set_index("seat")["bot"]).sum()
    assert shares["greedy"] > 2 * shares["random"]


def test_greedy_bids_what_it_can_spare_and_nothing_less_where_nobody_pays(new_round: NewRound) -> None:
    hands = {0: ["Mason", "Port", "Quarry"], 1: ["Moat"]}
    free = new_round(2, bid_cost="none").lay(hands, "bid")
    free.match.seat_bot(0, "greedy")
    free.match.play_bot(0)
    assert int(free.match.state.own_number[0]) == 3
    paid = new_round(2).lay(hands, "bid")
    paid.match.seat_bot(0, "greedy")
    paid.match.play_bot(0)
    assert int(paid.match.state.own_number[0]) <= 2


def test_greedy_answers_and_decides_so_that_every_floor_closes() -> None:
    match = with_bots(1, "greedy")
    phases = set()
    while not match.over:
        phases.add(match.phase)
        play_next(match)
    assert phases >= {PHASES[number].key for number in range(len(PHASES))} - {"game_over", "vote"}
