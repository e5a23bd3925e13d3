"""The computer players of Guild Master: legal, thrifty with offers, and the same at the table as in the lab."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.games.guild_master.bots import OFFERS
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.play import Match

from ..speeds import Played, play_out
from .decks import tables
from .table import NewTable, Table

seeds = st.integers(0, 2**62)
quick = settings(max_examples=10)


def played_by(bot: str, **settings: object) -> Match:
    """A whole match between bots of one kind."""
    match = Match("guild_master", **settings)  # type: ignore[arg-type]
    for seat in range(match.seats):
        match.seat_bot(seat, bot)
    match.play_bots()
    return match


@pytest.mark.parametrize("bot", ["random", "greedy"])
@quick
@given(table=tables(), seed=seeds)
def test_bots_play_any_table_to_its_end(bot: str, table: tuple, seed: int) -> None:
    deck, seats, options = table
    match = played_by(bot, deck=deck, seats=seats, options=options, seed=seed)
    assert match.over
    assert match.winners
    assert match.to_act == ()


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_pick_in_ascending_order_and_use_nothing_that_is_for_people(bot: str) -> None:
    match = played_by(bot, seats=4, seed=3)
    for act in match.acts:
        verbs = [match.variant.actions.decode(action)[0] for action in act.actions]
        assert set(verbs[:-1]) <= {"pick"}, "an act is a set with what submits it"
        assert list(act.actions[:-1]) == sorted(act.actions[:-1])
        assert all(match.variant.actions.verb(verb).use != PEOPLE_ONLY for verb in verbs)


def offered(match: Match) -> list[tuple[int, str, int, tuple[int, ...]]]:
    """Each offer that was made: turn, trade phase, partner, and the actions that picked its cards."""
    made = []
    replayed = Match(match.game, seats=match.seats, seed=match.seed, deck=match.deck, options=match.options)
    for act in match.acts:
        turn, phase, partner = replayed.turn, replayed.phase, int(replayed.state.own_partner[act.seat])
        replayed.play(act.seat, act.actions)
        if partner >= 0 and replayed.variant.actions.decode(act.actions[-1])[0] == "done":
            made.append((turn, phase, partner, tuple(act.actions[:-1])))
    return made


def offers(match: Match) -> Counter[tuple[int, str]]:
    """How many offers were made in each trade phase that saw one, by turn and phase."""
    return Counter((turn, phase) for turn, phase, _partner, _cards in offered(match))


@pytest.mark.rule("GM-283")
def test_random_bots_make_three_offers_a_phase_at_most_though_people_may_make_more() -> None:
    most = max(max(offers(played_by("random", seats=3, seed=seed)).values()) for seed in range(6))
    assert most == 3


@pytest.mark.rule("GM-283")
def test_greedy_bots_make_few_offers() -> None:
    most = max(max(offers(played_by("greedy", seats=4, seed=seed)).values()) for seed in range(6))
    assert most == OFFERS


def test_greedy_never_repeats_an_offer_in_a_trade_phase() -> None:
    made = [offered(played_by("greedy", seats=seats, seed=seed)) for seats in (2, 4, 6) for seed in range(4)]
    assert all(len(set(one)) == len(one) for one in made)
    assert any(count > 1 for one in made for count in Counter((turn, phase) for turn, phase, *_ in one).values())


@pytest.mark.rule("GM-283")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_makes_no_offer_after_a_person_made_three(new_table: NewTable, bot: str) -> None:
    table = new_table(2).put(hands={0: ["Mason", "Port"], 1: ["Pub", "Inn"]}, phase="trade_1")
    for _ in range(5):
        table.offer(0, 1, ["Mason"]).play(1, "decline")
    assert "offer_to" in table.verbs(0)
    table.match.seat_bot(0, bot)
    table.match.play_bot(0)
    assert table.match.log[-1][1].verb == "end_trade"


def test_an_offer_cap_of_the_host_holds_for_bots_as_it_is() -> None:
    most = {
        cap: max(
            max(offers(played_by("random", seats=3, seed=seed, options={"trade_offer_cap": cap})).values())
            for seed in range(3)
        )
        for cap in (1, 5)
    }
    assert most[1] == 1
    assert most[5] > 3


@pytest.mark.parametrize("seed", [0, 7, 2**62])
@pytest.mark.parametrize("compiled", [False, True], ids=["plain lab", "compiled lab"])
def test_greedy_bots_choose_alike_at_the_table_and_in_the_lab(seed: int, compiled: bool) -> None:
    options = {"trade_offer_cap": 3}
    match = played_by("greedy", seats=4, seed=seed, options=options)
    lab: Played = play_out(match.deck, 4, options, ["greedy"] * 4, seed, 0, compiled=compiled)
    assert [(seat, action.id) for seat, action in match.log] == lab.log
    assert match.state.tobytes() == lab.record
    assert sum(1 << seat for seat in match.winners) == lab.winners


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_same_match_is_played_again_by_the_same_bots(bot: str) -> None:
    matches = [played_by(bot, seats=3, seed=9) for _ in range(2)]
    assert matches[0].acts == matches[1].acts
    assert played_by(bot, seats=3, seed=10).acts != matches[0].acts


def test_random_bots_of_one_match_do_not_act_in_step() -> None:
    match = played_by("random", seats=4, seed=3)
    by_seat = [[act.actions for act in match.acts if act.seat == seat][:12] for seat in range(4)]
    assert len({tuple(acts) for acts in by_seat}) == 4


def test_greedy_beats_random_clearly() -> None:
    report = simulate("guild_master", games=400, seats=4, bots=["greedy", "random", "random", "random"], seed=11)
    assert report.seats.low[0] > 0.4


# What greedy does with a position


def greedy(table: Table, seat: int) -> list[str]:
    """The labels of the act that greedy plays."""
    table.match.seat_bot(seat, "greedy")
    table.match.play_bot(seat)
    return [
        table.match.variant.actions.describe(action, table.match.naming).label
        for action in table.match.acts[-1].actions
    ]


def test_greedy_draws_all_it_may(new_table: NewTable) -> None:
    assert greedy(new_table(2).put(hands={0: ["Mason"], 1: ["Pub"]}), 0) == ["Draw 4"]


def test_greedy_keeps_its_cards_when_none_can_be_drawn_for_them(new_table: NewTable) -> None:
    table = new_table(2).put(hands={0: ["Mason", "Port"], 1: ["Pub"]}, stock=[], phase="discard")
    assert greedy(table, 0) == ["Done"]


def test_greedy_builds_all_cards_that_match_the_category_it_picks(new_table: NewTable) -> None:
    hand = ["Mason", "Port", "Moat", "Temple", "Shrine"]
    table = new_table(2).put(hands={0: hand, 1: ["Pub"]}, phase="build")
    greedy(table, 0)
    matching = set(table.may(0, "pick"))
    assert matching
    greedy(table, 0)
    assert table.built(0) == matching


def test_greedy_declines_to_give_something_for_nothing(new_table: NewTable) -> None:
    table = new_table(2).put(hands={0: ["Mason"], 1: ["Pub", "Temple"]}, phase="trade_1").offer(0, 1)
    assert greedy(table, 1) == ["Decline the offer"]


def test_greedy_withdraws_when_it_gets_nothing_back(new_table: NewTable) -> None:
    table = new_table(2).put(hands={0: ["Mason"], 1: ["Pub", "Temple"]}, phase="trade_1")
    table.offer(0, 1, ["Mason"]).answer(1)
    assert greedy(table, 0) == ["Withdraw the offer"]


def test_greedy_takes_two_cards_for_nothing(new_table: NewTable) -> None:
    table = new_table(2).put(hands={0: ["Mason"], 1: ["Pub", "Temple"]}, phase="trade_1")
    table.offer(0, 1).answer(1, ["Pub", "Temple"])
    assert greedy(table, 0) == ["Confirm the trade"]


def test_a_face_down_offer_is_weighed_without_seeing_it(new_table: NewTable) -> None:
    answers = []
    for card in ("Mason", "Temple"):
        hands = {0: [card, "Port"], 1: ["Pub", "Inn"]}
        table = new_table(2, trade_reveal="face_down").put(hands=hands, phase="trade_1").offer(0, 1, [card])
        answers.append(greedy(table, 1))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_that_takes_over_in_the_middle_of_a_set_finishes_it(new_table: NewTable, bot: str) -> None:
    for phase, then in (("discard", None), ("trade_1", "offer_to")):
        table = new_table(2).put(hands={0: ["Mason", "Port", "Temple"], 1: ["Pub"]}, phase=phase)
        if then:
            table.play(0, then, 1)
        table.play(0, "pick", "Temple")
        table.match.seat_bot(0, bot)
        table.match.play_bot(0)
        assert int(table.match.state.staged_count[0]) == 0
        assert table.match.log[-1][1].verb == "done"


def test_wins_are_not_all_one_seats_when_all_play_greedy() -> None:
    shares = simulate("guild_master", games=500, seats=4, bots="greedy", seed=2).seats.win_share
    assert np.all(shares > 0.15)
