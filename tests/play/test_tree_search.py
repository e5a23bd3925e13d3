"""Advice by searching: what it says, what it may cost, and that it changes nothing."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import workbench as wb
from workbench.play import Match
from workbench.play.host import TableHost
from workbench.play.tree_search import PLAIN_ITERATIONS, Advice, Weighed, choice_among
from workbench.storage.errors import IllegalAction, OptionError, RoomError


def new_match(game: str = "guile", acts: int = 3, **given: Any) -> Match:
    """A match between the usual bots after some acts."""
    seats = given.pop("seats", wb.game(game).seats[0])
    match = Match(game, seats=seats, seed=11, bots=dict.fromkeys(range(seats), wb.game(game).usual_bot), **given)
    for _ in range(acts):
        assert match.next_bot is not None
        match.play_bot(match.next_bot)
    return match


USUAL = Weighed(3, 150, 0.5)


@pytest.mark.parametrize(("other", "chosen"), [
    (Weighed(5, 100, 0.65), 5), (Weighed(5, 100, 0.6), 3), (Weighed(5, 4, 0.6), 3), (Weighed(5, 100, 0.4), 3),
    (Weighed(5, 0, None), 3), (Weighed(5, 3, 1.0), 5), (Weighed(5, 2, 1.0), 3),
])  # fmt: skip
def test_the_usual_action_is_left_where_another_one_is_clearly_better(other: Weighed, chosen: int) -> None:
    assert choice_among([USUAL, other], USUAL).action == chosen


def test_of_several_that_are_better_it_is_the_clearest_and_without_a_usual_one_what_was_tried_most() -> None:
    clear, lucky = Weighed(5, 120, 0.7), Weighed(9, 3, 1.0)
    assert choice_among([USUAL, lucky, clear], USUAL) is clear
    assert choice_among([lucky, USUAL, clear], None) is USUAL


def test_an_advice_weighs_every_legal_action_and_those_tried_most_often_first() -> None:
    match = new_match()
    seat = match.to_act[0]
    advice = match.advise(seat, iterations=10, compiled=False)
    visits = [one.visits for one in advice.weighed]
    assert visits[1:] == sorted(visits[1:], reverse=True)
    assert (sum(visits), advice.iterations, advice.seat) == (10, 10, seat)
    assert sorted(one.action for one in advice.weighed) == [action.id for action in match.legal(seat)]
    assert all(0 <= one.expected <= 1 if one.visits else one.expected is None for one in advice.weighed)


def test_equal_seeds_give_equal_advice_and_the_match_stays_as_it_is() -> None:
    match = new_match("excalibur")
    seat, before = match.to_act[0], match.to_dict()
    told = [match.advise(seat, 2, seed=3, compiled=False) for _ in range(2)]
    assert told[0] == told[1]
    assert match.to_dict() == before


def test_time_may_be_the_budget_and_is_enough_for_one_iteration_at_least() -> None:
    match = new_match()
    advice = match.advise(match.to_act[0], seconds=1e-9, compiled=False)
    assert advice.iterations == 1
    assert match.advise(match.to_act[0], iterations=3, seconds=1e6, compiled=False).iterations == 3


def test_in_plain_python_nobody_waits_for_many_iterations(nothing_compiled: None) -> None:
    match = new_match()
    assert match.advise(match.to_act[0]).iterations == PLAIN_ITERATIONS


def test_where_there_is_one_action_nothing_is_searched() -> None:
    match = new_match("guile", acts=0)
    while len(match.legal(match.to_act[0])) > 1:
        assert match.next_bot is not None
        match.play_bot(match.next_bot)
    advice = match.advise(match.to_act[0], compiled=False)
    assert (len(advice.weighed), advice.iterations) == (1, 0)
    assert match.explained(advice).endswith(": nothing else is allowed.")


@pytest.mark.parametrize(("budget", "words"), [
    ({"iterations": 0}, "1 to 100,000"), ({"iterations": True}, "iterations"), ({"iterations": 1.5}, "1.5"),
    ({"seconds": 0}, "above 0"), ({"seconds": "3"}, "seconds"), ({"mixed": 101}, "0 to 100"), ({"mixed": -1}, "mixed"),
    ({"seed": "x"}, "seed"),
])  # fmt: skip
def test_a_budget_that_is_none_is_refused_in_words(budget: dict[str, Any], words: str) -> None:
    match = new_match()
    with pytest.raises(OptionError, match=words):
        match.advise(match.to_act[0], **({"compiled": False} | budget))


def test_a_seat_that_is_not_asked_gets_no_advice() -> None:
    match = new_match("excalibur")
    waiting = next(seat for seat in range(match.seats) if seat not in match.to_act)
    with pytest.raises(IllegalAction, match="may not act now"):
        match.advise(waiting)
    with pytest.raises(OptionError, match="no seat"):
        match.advise(match.seats)


def test_a_single_try_is_said_in_the_singular_and_what_was_never_tried_is_left_out() -> None:
    advice = Advice(0, (Weighed(3, 1, 1.0), Weighed(5, 0, None)), 1)
    assert advice.in_words(["Keep", "Swap"]) == "Keep: wins 100% of 1 try."


def test_a_set_is_chosen_as_one_act_that_is_legal() -> None:
    match = new_match("guild_master", acts=0)
    sets = 0
    while not match.over and not sets and len(match.acts) < 40:
        seat = match.to_act[0]
        act = match.act_by_search(seat, iterations=1, compiled=False)
        sets += len(act) > 1
        match.play(seat, act)
    assert sets


# Levels


def test_the_hard_bot_plays_what_the_search_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("guile")
    seat = match.to_act[0]
    match.seat_bot(seat, "hard")
    monkeypatch.setattr(Match, "can_search", True)  # here in plain Python
    assert match.choice_of_bot(seat, "hard") == match.act_by_search(seat)
    assert match.scene(None).seats[seat].player == "looks ahead"


def test_until_its_rules_are_compiled_the_hard_bot_plays_as_the_usual_one(nothing_compiled: None) -> None:
    """A search in plain Python kept the server of a room from everybody for half a second an act."""
    match = new_match("guild_master", acts=0)
    assert not match.can_search
    for _ in range(12):
        seat = match.to_act[0]
        act = match.choice_of_bot(seat, "hard")
        assert act == match.choice_of_bot(seat, "greedy")
        match.play(seat, act)


def test_the_easy_bot_leaves_the_usual_one_now_and_then_and_does_so_again() -> None:
    left = decided = 0
    match = new_match("guile", acts=0)
    while not match.over and decided < 40:
        seat = match.to_act[0]
        usual, easy = match.choice_of_bot(seat, "greedy"), match.choice_of_bot(seat, "easy")
        if len(match.legal(seat)) > 1:
            decided, left = decided + 1, left + (easy != usual)
        match.play(seat, usual)
    assert easy == match.after(len(match.acts) - 1).choice_of_bot(seat, "easy")
    assert 0 < left < decided / 2


def test_a_match_with_these_bots_is_saved_and_comes_back() -> None:
    match = Match("guile", seed=2, bots={0: "easy", 1: "hard"})
    assert Match.from_dict(match.to_dict()).bots == {0: "easy", 1: "hard"}


def hosted(bots: dict[int, str]) -> TableHost:
    """A table of Guile whose bots play at once."""
    return TableHost(Match("guile", seed=5, bots=bots), pace=0.0)


def test_at_a_table_the_hard_bot_thinks_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[bool] = []

    def choose(match: Match, seat: int, bot: str) -> list[int]:
        threads.append(threading.current_thread() is threading.main_thread())
        return [match.legal(seat)[0].id]

    monkeypatch.setattr(Match, "choice_of_bot", choose)

    async def play() -> None:
        host = hosted({0: "hard", 1: "greedy"})
        host.bots.started = True
        host.bots.wake()
        while len(host.match.acts) < 6:
            await asyncio.sleep(0)
        host.bots.started = False
        assert host.bots.playing is not None
        await host.bots.playing

    asyncio.run(play())
    assert {False, True} == set(threads)


def test_what_a_bot_has_thought_of_a_table_that_changed_meanwhile_is_not_played() -> None:
    async def think() -> None:
        host = hosted({0: "hard", 1: "hard"})
        host.bots.started = True
        seat = host.match.next_bot
        assert seat is not None
        thinking = asyncio.ensure_future(host.bots._choice(seat))
        await asyncio.sleep(0)
        host.match.seat_bot(seat, "greedy")
        assert await thinking is None

    asyncio.run(think())


# Hints


def test_a_hint_names_the_whole_act_and_says_how_often_it_wins() -> None:
    match = new_match("guild_master", acts=0)
    while not match.over:
        seat = match.to_act[0]
        act, words = match.hint(seat, iterations=1, compiled=False)
        match.play(seat, act)
        if len(act) > 1:
            break
    assert words.startswith(match.words_of(act))
    assert ": wins " in words


def asked_table() -> TableHost:
    """A table of Guile at which a person is asked, in plain Python."""
    host = TableHost(Match("guile", seed=5, bots={1: "greedy"}, options={"start_player": "seat_0"}), pace=0.0)
    host.start()
    assert host.due
    return host


def test_a_hint_is_told_to_whoever_asked_until_the_table_moves_on(nothing_compiled: None) -> None:
    host = asked_table()
    viewer = host.viewer
    host.help.give_hint()
    scene = host.scene(viewer)
    hint = host.help.hints[viewer]
    assert scene["mark"]["words"] == hint.words
    assert scene["mark"]["at"] == hint.act
    assert scene["ways"] == [["Stop", "stop"]]
    assert host.scene(None)["mark"] is None, "nobody else reads it"
    host.act(viewer, tuple(hint.act))
    assert host.scene(viewer)["mark"] is None


def test_a_hint_goes_when_it_has_been_read(nothing_compiled: None) -> None:
    host = asked_table()
    host.help.give_hint()
    host.help.stop()
    assert host.scene(host.viewer)["mark"] is None


def test_nobody_is_given_a_hint_whose_turn_it_is_not() -> None:
    host = TableHost(Match("guile", seed=5, bots={0: "greedy", 1: "greedy"}), pace=0.0)
    with pytest.raises(RoomError, match="Wait until it is yours"):
        host.help.give_hint()
