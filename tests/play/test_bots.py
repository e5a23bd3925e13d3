"""Bots in the seats of a match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.play.matches import everything, new_match, pick_labels
from workbench.games.guild_master.rules import OFFER_STOP
from workbench.play import Match
from workbench.storage.errors import IllegalAction, OptionError


def test_bots_play_until_a_person_is_asked() -> None:
    match = new_match(bots={1: "greedy", 2: "random"})
    for _ in range(40):
        match.play_bots()
        if match.over:
            break
        assert match.to_act == (0,)
        match.play_default(0)
    assert {act.seat for act in match.acts} == {0, 1, 2}


def test_a_bot_takes_over_and_gives_back_at_any_time(match: Match) -> None:
    with pytest.raises(OptionError, match=r"Seat 1 is played by a person.*seat_bot\(0"):
        match.play_bot(0)
    match.play(0, "Offer cards to Seat 3")
    match.play(0, pick_labels(match, 0)[0])
    match.seat_bot(0, "greedy")
    match.play_bots()
    assert match.to_act == (2,)
    match.seat_bot(2, "random")
    match.play_bot(2)
    match.seat_bot(0, "random")
    assert match.bots == {0: "random", 2: "random"}
    match.seat_bot(0, None)
    match.seat_bot(0, None)
    match.seat_bot(2, None)
    assert match.bots == {}
    with pytest.raises(OptionError, match="played by a person"):
        match.play_bot(match.to_act[0])


def test_a_bot_that_is_not_asked_does_not_act(match: Match) -> None:
    match.seat_bot(1, "greedy")
    before = everything(match)
    with pytest.raises(IllegalAction, match=r"Bors may not act now\. It is up to Seat 1"):
        match.play_bot(1)
    assert everything(match) == before


@pytest.mark.parametrize("bot", ["gredy", "", 1, [], "None"])
def test_an_unknown_bot_leaves_the_one_who_sits_there(match: Match, bot: Any) -> None:
    match.seat_bot(1, "greedy")
    with pytest.raises(OptionError, match="Choose one of: easy, greedy, hard, random"):
        match.seat_bot(1, bot)
    assert match.bots == {1: "greedy"}


def test_people_may_go_on_offering_when_bots_would_stop(match: Match) -> None:
    for _ in range(OFFER_STOP + 1):
        match.play(0, "Offer cards to Seat 2")
        match.play(0, "Done")
        match.play(1, "Decline the offer")
        assert match.phase == "trade_1"
        assert match.state.trade_offer_cap == -1


def test_a_bot_leaves_the_options_as_they_are(match: Match) -> None:
    match.seat_bot(0, "random")
    match.play_bot(0)
    assert match.state.trade_offer_cap == -1
    assert match.options["trade_offer_cap"] == "none"
