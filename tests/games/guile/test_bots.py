"""The computer players of Guile: legal, honest about what they know, strong, and the same at both speeds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.checks.trial import option_values
from workbench.games.guile import bots, rules, table
from workbench.kernel.engine.linking import link
from workbench.kernel.rule import rule
from workbench.play import Match

from ..speeds import play_out
from .decks import CLASSIC, deals
from .table import NewTable, Table

NAMES = [bot.name for bot in bots.BOTS]
THINKING = ["greedy", "bold"]
EXTENDED = {"extended_cast": True}
FLAVOURS: list[dict[str, Any]] = [{}, {"code_of_chivalry": True}, EXTENDED, {"code_of_chivalry": True, **EXTENDED}]
quick = settings(max_examples=10)
LINKED = {"note_table": bots.note_table, "worth": bots.worth, "balance": bots.balance}
BOUND = {
    "SORTED_PLACES": table.STATE.sorted_places,
    "PLACE_SEEN": list(table.STATE.place_seen()),
    "PLACE_OWNER": table.STATE.place_owner,
}
RULES = link(LINKED, BOUND, rule)  # the bots' own, as plain Python


def seated(first: str, second: str, **settings: Any) -> Match:
    """A match between two bots."""
    match = Match("guile", **settings)
    match.seat_bot(0, first)
    match.seat_bot(1, second)
    return match


def verbs(match: Match, seat: int) -> list[str]:
    """The verbs of all that a seat has done."""
    return [action.verb for actor, action in match.log if actor == seat]


# Any table


@pytest.mark.parametrize("names", [("greedy", "bold"), ("bold", "greedy"), ("random", "greedy")], ids=" and ".join)
@quick
@given(deal=deals(), seed=st.integers(0, 2**62))
def test_bots_play_any_deck_and_options_to_the_end(names: tuple[str, str], deal: tuple, seed: int) -> None:
    deck, options = deal
    match = seated(*names, deck=deck, options=options, seed=seed)
    match.play_bots()
    assert match.over
    assert match.to_act == ()


EVERY_VALUE = [(option.key, value) for option in rules.OPTIONS for value in option_values(option)]


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE, ids=str)
def test_bots_play_every_value_of_every_option(key: str, value: Any) -> None:
    match = seated("greedy", "bold", seed=3, options={**EXTENDED, key: value})
    match.play_bots()
    assert match.over


@quick
@given(
    deal=deals(),
    names=st.lists(st.sampled_from(NAMES), min_size=2, max_size=2),
    seed=st.integers(0, 2**62),
    index=st.integers(0, 2**40),
)
def test_bots_choose_alike_at_both_speeds(deal: tuple, names: list[str], seed: int, index: int) -> None:
    deck, options = deal
    plain, compiled = (play_out(deck, 2, options, names, seed, index, compiled=speed) for speed in (False, True))
    assert plain == compiled
    assert plain.over


@pytest.mark.parametrize("bot", THINKING)
def test_the_same_match_is_played_again_by_the_same_bots(bot: str) -> None:
    played = []
    for seed in (9, 9, 10):
        match = seated(bot, bot, seed=seed)
        match.play_bots()
        played.append(match.acts)
    assert played[0] == played[1] != played[2]


# Nothing but what the seat knows


@pytest.mark.rule("GL-507", "GL-511")
@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("options", FLAVOURS, ids=str)
def test_a_choice_is_the_same_in_every_world_that_the_seat_cannot_tell_from_this_one(bot: str, options: dict) -> None:
    match = seated(bot, bot, seed=5, options={**options, "rounds_to_win": 1})
    moved = 0
    while not match.over:
        seat = match.to_act[0]
        worlds = [match.redealt(seat, seed) for seed in range(3)]
        match.play_bot(seat)
        for world in worlds:
            moved += world.state.tobytes() != match.state.tobytes()
            world.play_bot(seat)
            assert world.acts[-1] == match.acts[-1]
    assert moved > 50


def expected_worths(view: Any, deck: Any, seat: int) -> list[Fraction]:
    """What every position is worth on average, counted over all ways in which the unknown cards may lie."""
    kind = [int(deck.kind[card]) for card in range(view.card_count)]
    laid = [view.rows[rules.ZONES.position[position], 0] for position in range(8)]
    bare = [position for position in range(8) if laid[position] == 255]
    spare = [card for card in range(view.card_count) if view.place[card] == 255]
    seen = Counter(kind[card] for card in range(view.card_count) if view.seen[seat] >> card & 1)
    seen.subtract(kind[card] for card in range(view.card_count) if card not in spare)
    shown = {card for card in spare if [kind[one] for one in spare if one < card].count(kind[card]) < seen[kind[card]]}
    ways = [way for way in permutations(spare, len(bare)) if shown <= set(way)]
    worths = [Fraction(0)] * 8
    for position in range(8):
        if position not in bare:
            worths[position] = Fraction(RULES["worth"](deck, kind[laid[position]]))
    for i, position in enumerate(bare):
        worths[position] = Fraction(sum(RULES["worth"](deck, kind[way[i]]) for way in ways), len(ways))
    return worths


@pytest.mark.rule("GL-510")
@pytest.mark.parametrize("options", [{}, {"code_of_chivalry": True}], ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_unknown_cards_count_as_the_exact_average_of_what_may_lie_there(options: dict, seed: int) -> None:
    match = seated("random", "random", seed=seed, options={**options, "rounds_to_win": 1})
    compared = 0
    while not match.over:
        if match.phase == "act" and not match.to_act[0]:
            view, notes = match.observed(0), [0] * 32
            RULES["note_table"](view, match.referee.arrays, 0, notes)
            worths = expected_worths(view, match.referee.arrays, 0)
            cases = Fraction(notes[0], 1) / worths[0]
            assert [Fraction(worth) for worth in notes[:8]] == [cases * worth for worth in worths]
            compared += 1
        match.play_bot(match.to_act[0])
    assert compared == 8


# Draft and placement


def greedy_keeps(table: Table) -> str:
    table.seat_bots("greedy").match.play_bot(0)
    return table.short[int(table.match.record.chosen[0])]


@pytest.mark.parametrize(
    ("hand", "kept"), [("1 2 3 4", "4"), ("1 2 4d 4", "4d"), ("3 Is 2 1", "Is"), ("3 Me Mo 2", "3"), ("Mo 1 1 2", "2")]
)
def test_greedy_keeps_the_card_that_is_worth_most(new_table: NewTable, hand: str, kept: str) -> None:
    assert greedy_keeps(new_table(**EXTENDED).put_hands(hand, "2 2 3 1")) == kept


def plan_of(table: Table, bot: str = "greedy", seat: int = 0) -> list[str]:
    """The cards that a bot lays on its knights, from the lowest position on."""
    table.match.seat_bot(seat, bot)
    for _ in range(4):
        table.match.play_bot(seat)
    return [table.short[kind] for kind in table.state.plan[seat].tolist()]


@pytest.mark.parametrize("bot", THINKING)
@pytest.mark.parametrize("sword", [0, 4])
def test_the_better_cards_go_to_the_knights_that_act_first_in_no_fixed_order(
    new_table: NewTable, bot: str, sword: int
) -> None:
    plans = set()
    for seed in range(40):
        table = new_table(seed=seed).put_kept("1 2 3 4d", "1 1 2 4", sword=sword)
        plan = plan_of(table, bot)
        plans.add((*plan[sword // 2 :], *plan[: sword // 2]))
    assert len(plans) == 4
    for plan in plans:
        assert set(plan[:2]) == {"3", "4d"}


@pytest.mark.rule("GL-205", "GL-206")
@pytest.mark.parametrize(("seat", "knight"), [(0, "Sir Tristan"), (1, "Sir Palamedes")])
def test_isolde_is_laid_on_the_knight_that_makes_her_count(new_table: NewTable, seat: int, knight: str) -> None:
    hands = ("Is 4 2 1", "3 4d 2 1") if seat == 0 else ("3 4 2 1", "Is 4d 2 1")
    for seed in range(5):
        table = new_table(seed=seed, table_order="shuffled", **EXTENDED).put_kept(*hands)
        assert table.knights()[seat + 2 * plan_of(table, seat=seat).index("Is")] == knight


@pytest.mark.rule("GL-209")
def test_merlin_is_laid_across_from_the_highest_card(new_table: NewTable) -> None:
    for seed in range(5):
        plan = plan_of(new_table(seed=seed, **EXTENDED).put_kept("Me 4 2 1", "3 3 2 1"))
        assert plan[(plan.index("Me") + 2) % 4] == "4"


# Actions


def exchange_of(table: Table, bot: str) -> int:
    """The position with which a bot exchanges the Knight-Errant's card; -1 for a peek."""
    table.seat_bots(bot).match.play_bot(table.acting)
    action = table.match.log[-1][1]
    return -1 if action.verb == "peek" else table.knights().index(table.match.naming("knight", action.args[0]))


def test_greedy_peeks_in_the_first_cycle_and_bold_never() -> None:
    match = seated("greedy", "bold", seed=4)
    match.play_bots()
    for seat, first_cycle in ((0, {"peek"}), (1, {"exchange"})):
        acts = [verb for verb in verbs(match, seat) if verb in ("peek", "exchange")]
        assert {verb for i, verb in enumerate(acts) if i % 8 < 4} == first_cycle
    assert "peek" not in verbs(match, 1)
    assert "exchange" in verbs(match, 0)


@pytest.mark.parametrize("bot", THINKING)
def test_the_last_action_brings_a_high_card_home(new_table: NewTable, bot: str) -> None:
    table = new_table().put_kept("1 2 2 3", "4 4d 1 1").lay_all(0, "2 3 2 1").lay_all(1, "4 1 4d 1")
    table.exchange(1)  # Arthur takes the 4 from position 1, whose owner knows where it is now
    for _ in range(14):
        table.peek()
    assert table.laid == "4 2 3 1 2 4d 1 1"
    assert exchange_of(table, bot) == 0


def test_greedy_leaves_the_cards_where_no_exchange_gains(new_table: NewTable) -> None:
    table = new_table().last_action("2 3 2 3 1 4 1 4d", known=True)
    assert exchange_of(table, "greedy") == -1
    table = new_table().last_action("2 3 2 3 1 4 1 4d", known=True)
    assert exchange_of(table, "bold") % 2 == 1, "among its own knights"


def least_loss(values: list[int], position: int, actions: int, depth: int, own: int) -> int:
    """The best balance for the faction `own`, found by searching this many more actions, none after the sixteenth."""
    if depth == 0 or actions == 16:
        return sum(value if i % 2 == own else -value for i, value in enumerate(values))
    balances = []
    for other in range(8):
        after = list(values)
        after[position], after[other] = after[other], after[position]
        balances.append(least_loss(after, (position + 1) % 8, actions + 1, depth - 1, own))
    return max(balances) if position % 2 == own else min(balances)


@settings(max_examples=60)
@given(
    laid=st.permutations(["1", "1", "1", "2", "2", "2", "3", "3", "4", "4d"]),
    actions=st.integers(8, 15),
    sword=st.integers(0, 7),
    bot=st.sampled_from(THINKING),
)
def test_an_exchange_is_weighed_with_the_answer_and_the_next_own_action(
    laid: list[str], actions: int, sword: int, bot: str
) -> None:
    match = Match("guile", seed=7, options={"start_player": "seat_0", "faction_choice": "seat_0_arthur"})
    errant = (sword + actions) % 8
    table = Table(match).put(" ".join(laid[:8]), errant=errant, actions=actions, known=True)
    values = [9 if letters == "4d" else 2 * int(letters) for letters in laid[:8]]
    found = {}
    for other in range(8):
        after = list(values)
        after[errant], after[other] = after[other], after[errant]
        found[other] = least_loss(after, (errant + 1) % 8, actions + 1, 2, errant % 2)
    chosen = exchange_of(table, bot)
    if bot == "bold":
        assert chosen >= 0
        del found[errant]
    assert found[errant if chosen < 0 else chosen] == max(found.values())


NO_DAGGER = CLASSIC.edit(change=[{"card_id": "influence_4_dagger", "dagger": 0}])


@pytest.mark.rule("GL-310", "GL-312", "GL-313")
@pytest.mark.parametrize("source", ["resolved", "printed"])
@settings(max_examples=100)
@given(
    laid=st.permutations(["1", "1", "1", "2", "2", "2", "3", "3", "4", "4d", "Is", "Mo", "Me"]).filter(
        lambda laid: "Is" in laid[:8] and "Mo" in laid[:8]
    ),
    seed=st.integers(0, 100),
)
def test_the_extended_cast_is_weighed_as_it_will_be_scored(source: str, laid: list[str], seed: int) -> None:
    options = {"start_player": "seat_0", "faction_choice": "seat_0_arthur", "rounds_to_win": 1, **EXTENDED}
    begun = Match("guile", seed=seed, deck=NO_DAGGER, options={**options, "isolde_source": source})
    table = Table(begun).last_action(" ".join(laid[:8]), known=True)
    match = table.match
    view, notes = match.observed(1), [0] * 32
    RULES["note_table"](view, match.referee.arrays, 1, notes)
    balance = RULES["balance"](view, match.referee.arrays, notes, 1)
    table.peek()
    arthur, mordred = table.totals()
    cases = 5  # cards set aside
    assert balance == 2 * cases * (mordred - arthur)


# Strength


@pytest.mark.parametrize("options", FLAVOURS, ids=str)
@pytest.mark.parametrize("first", [True, False], ids=["seat 1", "seat 2"])
def test_greedy_wins_nine_matches_in_ten_against_random(options: dict, first: bool) -> None:
    names = ["greedy", "random"] if first else ["random", "greedy"]
    report = simulate("guile", games=1000, bots=names, seed=11, options=options)
    assert report.seats.low[0 if first else 1] > 0.9


@pytest.mark.parametrize("options", FLAVOURS, ids=str)
def test_greedy_which_peeks_beats_bold_which_does_not(options: dict) -> None:
    report = simulate("guile", games=1000, bots=["greedy", "bold"], seed=12, options=options)
    assert report.seats.low[0] > 0.55


def test_bold_beats_random() -> None:
    assert simulate("guile", games=500, bots=["bold", "random"], seed=13).seats.low[0] > 0.9


@pytest.mark.parametrize("bot", NAMES)
def test_seats_are_alike(bot: str) -> None:
    shares = simulate("guile", games=2000, bots=bot, seed=2).seats.win_share
    assert np.all(shares > 0.45)
