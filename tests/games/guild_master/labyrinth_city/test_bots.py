"""What the bots do in Labyrinth City, and that both speeds play alike."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.games.guild_master import GAME

from .table import NewClass

OPTIONS = {"game_variant": "labyrinth_city"}


def test_a_greedy_bot_names_the_guild_of_most_of_its_cards(new_class: NewClass) -> None:
    table = new_class().lay({0: ["Cross Roads", "Trade route", "Mason"], 1: ["Moat"]}, "build")
    table.match.seat_bot(0, "greedy")
    table.match.play_bot(0)
    assert table.letters[int(table.match.state["category"])] == "T"


def test_a_greedy_bot_takes_a_useful_gift_and_owes_a_favour(new_class: NewClass) -> None:
    table = new_class().lay({0: ["Cross Roads"], 1: ["Trade route"]})
    table.match.seat_bot(1, "greedy")
    table.play(0, "offer_to", 1).play(0, "promise", 2).play(0, "pick", "Cross Roads").play(0, "done")
    while int(table.match.state["step"][0]) == 1 and 1 in table.match.to_act:
        table.match.play_bot(1)
    table.play(0, "confirm")
    assert table.hand(1) == {"Cross Roads", "Trade route"}
    assert int(table.match.state["owes"][1, 0]) == 1


@pytest.mark.slow
def test_greedy_bots_win_more_than_their_share_among_random_ones() -> None:
    bots = ["greedy" if seat % 2 else "random" for seat in range(12)]
    report = wb.simulate("guild_master", games=400, seats=12, bots=bots, seed=3, options=OPTIONS)
    wins = report.seats.groupby("bot")["win_share"].sum()
    assert wins["greedy"] > 0.8


@pytest.mark.slow
def test_both_speeds_play_alike() -> None:
    found = wb.check_game(GAME, seats=30, checks=["two speeds"])
    assert found.passed
