"""What a study of games finds: who was ahead when, and what the worth of each card does, held against slow recounts."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.example_game import GAME as PLEDGES
from tests.kernel.tables import DECK as PLEDGES_DECK
from workbench.decks import Deck, load_deck
from workbench.games.guile.recount import recount as recount_guile
from workbench.kernel.engine import study as rules
from workbench.kernel.engine.linking import link
from workbench.kernel.engine.playout import seed_bots
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.engine.study import CHOICE_COUNTS, IMPACT_SUMS, SET_PARTS, TAKEN, TURNS_NOTED
from workbench.kernel.game import Game, Reports
from workbench.kernel.registry import registered
from workbench.kernel.rule import rule
from workbench.kernel.scoring import Lines, Ranking, Reason, emit_line
from workbench.lab import study as studies
from workbench.lab.intervals import NORMAL_95, ratio_interval
from workbench.lab.report_tables import forced_share, listed_actions
from workbench.lab.simulation import CHUNK, How, Plan, plan_run
from workbench.lab.study import (
    EVENTS,
    PRECISE,
    STUDIED,
    Ended,
    StudiedGames,
    Study,
    Worth,
    games_wanted,
    studied_of,
    study,
    study_parts,
    worths_of,
)
from workbench.play import Match

EXTENDED = {"extended_cast": True}


def without_points(arrays: Any, kind: int) -> Any:
    """What a card of the example game is worth, as such a game would declare it."""
    points = arrays.points.copy()
    points[kind] = 0
    return arrays._replace(points=points) if arrays.points[kind] else None


@pytest.fixture(autouse=True, scope="module")
def example_game() -> Iterator[Game]:
    """The example game with a worth, known to the workbench while these tests run."""
    with registered(replace(PLEDGES, reports=Reports(worth={"points": without_points}))) as game:
        yield game


# Who was ahead: by hand

ONE, TWO, BOTH, THREE = 0b01, 0b10, 0b11, 0b100


def study_of(leaders: Sequence[Sequence[int]], winning: Sequence[int], behind: Sequence[Sequence[int]] = ()) -> Study:
    """A study of games in which the seats (bit masks) were ahead after each turn, and these won."""
    noted = np.zeros((len(leaders), TURNS_NOTED), np.int64)
    for game, turns in enumerate(leaders):
        noted[game, : len(turns)] = turns
    games, seats = len(leaders), 3
    empty = StudiedGames.empty(games, seats, phases=1, categories=0, kinds=0, verbs=0, worths=0)
    far = np.array(behind or np.zeros((games, seats)), np.int32)
    return Study([], [empty._replace(leaders=noted, behind=far, winning=np.array(winning, np.int64))])


@pytest.mark.parametrize(
    ("turns", "changes"),
    [
        ([ONE], 0),
        ([ONE, ONE, ONE], 0),
        ([ONE, TWO, ONE], 2),
        ([ONE, BOTH, TWO, TWO, ONE], 2),
        ([ONE, BOTH, ONE], 0),
        ([BOTH, BOTH, TWO], 0),
        ([BOTH, ONE, BOTH, BOTH, TWO, THREE], 2),
        ([BOTH, BOTH], 0),
        ([BOTH, THREE], 1),
        ([BOTH, TWO | THREE, THREE, ONE], 2),  # two is left of one and two, and gone with the last of these
        ([0b0101, 0b1010, 0b1010, 0b0101], 2),  # sides of two seats
        ([], 0),
    ],
)
def test_the_lead_changes_when_none_of_those_who_held_it_is_ahead_any_more(turns: list[int], changes: int) -> None:
    assert study_of([turns], [ONE]).lead_changes.tolist() == [changes]


MASKS = st.lists(st.lists(st.integers(1, 7), max_size=12), min_size=1, max_size=5)


def seats_of(mask: int) -> set[int]:
    return {seat for seat in range(3) if (mask >> seat) & 1}


@given(MASKS)
def test_lead_changes_are_those_of_a_slow_count(games: list[list[int]]) -> None:
    expected = []
    for turns in games:
        changes, holders = 0, {0, 1, 2}
        for ahead in map(seats_of, turns):
            changes += not holders & ahead
            holders = holders & ahead or ahead
        expected.append(changes)
    assert study_of(games, [ONE] * len(games)).lead_changes.tolist() == expected


@pytest.mark.parametrize(
    ("turns", "winner", "decided"),
    [
        ([ONE, ONE, ONE], ONE, 1),
        ([TWO, ONE, ONE], ONE, 2),
        ([ONE, BOTH, ONE], ONE, 1),  # another draws level, and never passes
        ([7, 7, ONE, ONE], ONE, 3),
        ([BOTH, BOTH, TWO], TWO, 3),  # level with another until then
        ([ONE, BOTH, TWO], TWO, 3),
        ([ONE, TWO, ONE], ONE, 3),
        ([ONE, BOTH, BOTH], BOTH, 2),
        ([0b0101, 0b1010, 0b1010], 0b1010, 2),  # sides of two seats
        ([BOTH, BOTH], ONE, 2),  # alone never, so at the end
        ([ONE, ONE], TWO, 2),
        ([ONE, ONE], 0, 2),
        ([ONE], ONE, 1),
    ],
)
def test_a_game_is_decided_once_the_winners_lead_and_nobody_passes_them(
    turns: list[int], winner: int, decided: int
) -> None:
    assert study_of([turns, [ONE] * TURNS_NOTED], [winner, ONE]).decided.tolist() == [decided, 1]


@given(MASKS)
def test_from_the_turn_that_decides_a_game_nobody_is_ahead_of_those_who_won_it(games: list[list[int]]) -> None:
    games = [turns for turns in games if turns] or [[ONE]]
    found = study_of(games, [turns[-1] for turns in games])  # at the end those win who are ahead
    for turns, decided, changes in zip(games, found.decided.tolist(), found.lead_changes.tolist(), strict=True):
        won = turns[-1]
        assert turns[decided - 1] == won
        assert all(ahead & won == won for ahead in turns[decided:])
        earlier = [place for place in range(decided - 1) if turns[place] == won]
        assert all(any(ahead & won != won for ahead in turns[place:decided]) for place in earlier)
        alone = [place for place, ahead in enumerate(turns, 1) if ahead in (ONE, TWO, THREE)]
        if changes == 0 and won in (ONE, TWO, THREE):
            assert decided == alone[0], "without a change of lead, from the first time that anybody leads alone"


@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=9), min_size=1, max_size=4))
def test_decisions_with_a_choice_and_without_one_are_all_decisions(games: list[list[int]]) -> None:
    counts = np.zeros((len(games), 2, CHOICE_COUNTS), np.int64)
    note_choices = linked("note_choices")
    for game, numbers in enumerate(games):
        for place, listed in enumerate(numbers):
            note_choices(0, listed, counts[game], place % 2)
    every = counts.sum(axis=1)
    for numbers, forced, listed in zip(games, forced_share(every), listed_actions(every), strict=True):
        free = [number for number in numbers if number > 1]
        assert forced * len(numbers) + len(free) == pytest.approx(len(numbers))
        assert listed == pytest.approx(sum(free) / len(free) if free else 1)
    assert forced_share(np.zeros((1, CHOICE_COUNTS))).tolist() == [0]


@pytest.mark.parametrize(
    ("turns", "early"),
    [([7, 7, ONE], False), ([7, 3, 7], True), ([ONE, 7], True), ([ONE], False), ([7, 7, 7], False)],
)
def test_a_seat_is_ahead_early_if_some_other_is_behind_before_the_last_turn(turns: list[int], early: bool) -> None:
    assert study_of([turns], [ONE]).led_early.tolist() == [early]


@pytest.mark.parametrize(
    ("turns", "winner", "comeback"),
    [
        ([ONE, ONE, ONE, TWO], TWO, True),
        ([ONE, TWO, ONE, TWO], TWO, False),  # ahead when two of four turns were over
        ([ONE, BOTH, ONE, TWO], TWO, False),
        ([ONE, ONE, TWO], TWO, True),  # one of three
        ([ONE, TWO, TWO], TWO, True),
        ([THREE, THREE, ONE, BOTH], BOTH, False),  # won by several
        ([ONE, TWO, TWO, ONE], THREE, True),  # by the tie-break
        ([TWO], ONE, False),
        ([ONE, TWO], TWO, True),
    ],
)
def test_a_comeback_is_won_by_one_seat_that_was_not_ahead_halfway(
    turns: list[int], winner: int, comeback: bool
) -> None:
    assert study_of([turns], [winner]).comebacks.tolist() == [comeback]


def test_a_game_that_nobody_wins_is_no_comeback() -> None:
    assert study_of([[ONE, ONE, TWO, TWO]], [0]).comebacks.tolist() == [False]


def test_what_was_overcome_is_how_far_the_winner_was_behind() -> None:
    behind = [[0, 4, 9], [3, 2, 9], [5, 7, 0]]
    assert study_of([[ONE]] * 3, [TWO, ONE | TWO, THREE], behind).overcome.tolist() == [4, 3, 0]


def test_the_turns_of_each_game_are_counted() -> None:
    found = study_of([[ONE] * 7, [BOTH], [TWO] * TURNS_NOTED], [ONE] * 3)
    assert found.turns.tolist() == [7, 1, TURNS_NOTED]
    assert found.games == 3


def test_parts_are_put_together_in_order() -> None:
    parts = [
        StudiedGames(
            leaders=np.full((2, TURNS_NOTED), n),
            behind=np.full((2, 2), n),
            winning=np.full(2, n),
            used=np.full((2, 4), n),
            by_phase=np.full((2, 5, CHOICE_COUNTS), n),
            by_seat=np.full((2, 2, CHOICE_COUNTS), n),
            impacts=np.full((1, IMPACT_SUMS), n),
            leading=np.full((1, 1, 2), n),
        )
        for n in (1, 2)
    ]
    found = Study([Worth(0, "points")], parts)
    assert found.winning.tolist() == [1, 1, 2, 2]
    assert found.leaders[:, 0].tolist() == found.behind[:, 1].tolist() == [1, 1, 2, 2]
    assert found.used[:, 3].tolist() == found.by_phase[:, 4, 2].tolist() == [1, 1, 2, 2]
    assert found.choices[:, 0].tolist() == [2, 2, 4, 4], "of both seats"
    assert found.impacts.tolist() == [[3] * IMPACT_SUMS]
    assert found.leading.tolist() == [[[3, 3]]]


# The rule functions: by hand

RANKING = Ranking(
    (
        Reason("point", "a card", name="point"),
        Reason("point", "beside another", bonus=True, name="bonus"),
        Reason("derived", "all", name="total"),
        Reason("derived", "fewer is better", name="faults"),
    ),
    chain=("total", "faults"),
    fewest=("faults",),
)
POINT, BONUS, TOTAL, FAULTS = range(4)


def linked(name: str, ranking: Ranking = RANKING) -> Any:
    """A rule function of the study, with a ranking of the test's own."""
    bindings = {
        "CHAIN": ranking.chain_numbers.tolist(),
        "CHAIN_SIGNS": ranking.chain_signs.tolist(),
        "LEAST": ranking.least,
        "IS_OF_CARD": ranking.is_of_card.tolist(),
        "IS_BONUS": ranking.is_bonus.tolist(),
    }
    return link({name: getattr(rules, name)}, bindings, rule)[name]


def totals(*by_seat: int, reason: int = TOTAL) -> Lines:
    lines = Lines()
    for seat, points in enumerate(by_seat):
        emit_line(lines, seat, -1, -1, -1, points, reason)
    return lines


def test_who_would_win_is_ahead_and_others_are_behind_in_the_first_figure() -> None:
    note_lead = linked("note_lead")
    leaders, behind = [0] * 4, [0] * 3
    for turn, scores in enumerate([(2, 5, 4), (6, 5, 6), (6, 6, 6)]):
        note_lead(totals(*scores), 3, leaders, turn, behind)
    assert leaders == [0b010, 0b101, 0b111, 0]
    assert behind == [3, 1, 1], "the farthest so far"


def test_where_fewest_is_best_who_has_fewest_is_ahead() -> None:
    golf = Ranking(RANKING.reasons, ("faults", "total"), RANKING.fewest, RANKING.least)
    leaders, behind = [0], [0] * 3
    linked("note_lead", golf)(totals(4, 1, 3, reason=FAULTS), 3, leaders, 0, behind)
    assert leaders == [0b010]
    assert behind == [3, 0, 2]


def test_the_tie_break_tells_who_is_ahead() -> None:
    lines = totals(5, 3, 5)
    emit_line(lines, 0, -1, -1, -1, 1, FAULTS)
    leaders, behind = [0], [0] * 3
    linked("note_lead")(lines, 3, leaders, 0, behind)
    assert leaders == [0b100]
    assert behind == [0, 2, 0]


def test_where_nobody_would_win_nobody_is_ahead_of_another() -> None:
    leaders = [0]
    linked("note_lead", Ranking(RANKING.reasons, RANKING.chain, least=6))(totals(5, 3, 4), 3, leaders, 0, [0] * 3)
    assert leaders == [0b111]


DRAFT, PLAY = range(2)  # phases
NOBODY = 0


@pytest.mark.parametrize(
    ("acts", "decisions", "forced", "listed"),
    [
        # An act: the seat, how many actions it had, then how many cards each seat has picked, who is asked, the phase.
        ([(0, 5, [0, 0], TWO, DRAFT), (1, 1, [0, 0], ONE, DRAFT)], 2, 1, 6),
        ([(0, 5, [1, 0], ONE, DRAFT), (0, 3, [2, 0], ONE, DRAFT), (0, 1, [0, 0], TWO, DRAFT)], 1, 0, 5),
        ([(0, 1, [1, 0], ONE, DRAFT), (0, 3, [2, 0], ONE, DRAFT), (0, 4, [0, 0], TWO, DRAFT)], 1, 0, 3),
        ([(0, 1, [1, 0], ONE, DRAFT), (0, 1, [2, 0], ONE, DRAFT), (0, 1, [0, 0], TWO, DRAFT)], 1, 1, 1),
        ([(0, 5, [1, 0], ONE, DRAFT), (0, 2, [0, 0], ONE, DRAFT), (0, 3, [1, 0], ONE, DRAFT)], 2, 0, 8),
        # Two choose in turns, and the second has something else to say amid its set, which is a part of it.
        ([(0, 5, [1, 0], BOTH, DRAFT), (1, 7, [1, 1], BOTH, DRAFT), (0, 2, [0, 1], TWO, DRAFT),
          (1, 4, [0, 1], TWO, DRAFT), (1, 3, [0, 2], TWO, DRAFT), (1, 2, [0, 0], NOBODY, DRAFT)], 2, 0, 12),
        # A card is picked and waits for the others: who is asked anew decides anew.
        ([(0, 3, [1, 0], TWO, DRAFT), (1, 3, [1, 1], ONE, DRAFT), (0, 2, [1, 1], ONE, DRAFT),
          (0, 1, [0, 0], NOBODY, PLAY)], 4, 1, 9),
        # The phase ends, or others end it, before the set is closed.
        ([(0, 3, [1, 0], ONE, PLAY), (0, 2, [0, 0], ONE, PLAY)], 2, 0, 5),
        ([(0, 3, [1, 0], BOTH, DRAFT), (1, 2, [0, 0], BOTH, DRAFT), (0, 2, [0, 0], ONE, DRAFT)], 3, 0, 7),
    ],
    ids=["no set", "set", "late choice", "no choice", "two sets", "in turns", "waiting", "next phase", "taken away"],
)  # fmt: skip
def test_a_set_that_is_chosen_card_by_card_is_one_decision(
    acts: list[tuple[int, int, list[int], int, int]], decisions: int, forced: int, listed: int
) -> None:
    note_decision = linked("note_decision")
    by_phase, by_seat = np.zeros((2, 2, CHOICE_COUNTS), np.int64)
    sets, phase = np.zeros((2, SET_PARTS), np.int64), DRAFT
    for seat, number, picked, asked, after in acts:
        state = SimpleNamespace(staged_count=picked, to_act=asked, phase=after)
        note_decision(state, seat, phase, number, sets, by_phase, by_seat)
        phase = after
    assert by_phase.sum(axis=0).tolist() == by_seat.sum(axis=0).tolist() == [decisions, forced, listed]
    for counts in (*by_phase, *by_seat):
        assert 0 <= counts[1] <= counts[0] <= counts[2], "no phase and no seat lacks what another has too much of"


def test_copies_are_counted_by_seat_in_the_category_of_the_first_line() -> None:
    lines = Lines()
    for seat, category, kind, reason in [
        (0, 1, 2, POINT), (0, 3, 2, POINT),  # one card in two categories
        (1, 1, 2, POINT), (1, 1, 2, POINT), (1, 1, 2, BONUS),  # two copies, and a bonus, which is no copy
        (2, 0, 4, POINT), (2, -1, -1, POINT), (2, 1, 5, TOTAL), (2, 0, 6, BONUS),
    ]:  # fmt: skip
        emit_line(lines, seat, category, kind, -1, 2, reason)
    held = np.full((8, 3, 2), 99, np.int64)
    linked("count_held")(lines, held)
    assert held[2, :, 0].tolist() == [1, 2, 0]
    assert held[4, :, 0].tolist() == [0, 0, 1]
    assert not held[[0, 1, 3, 5, 6, 7], :, 0].any()


def test_who_scored_alone_with_a_card_is_held_against_the_points_of_its_category() -> None:
    lines = Lines()
    for seat, category, kind, points, reason in [
        (0, 1, 2, 3, POINT),  # seat 0 alone has it, and leads category 1 with 3 to 2
        (1, 1, 4, 2, POINT),  # seat 1 alone has it, and does not
        (1, 0, 5, 2, POINT), (2, 0, 5, 4, POINT),  # two seats have it
        (2, 0, 6, 1, BONUS),  # a bonus is no card, but counts
        (1, 2, 7, 1, POINT), (0, 2, 7, 9, TOTAL),  # a total is no point of a category
        (2, 3, 3, 2, POINT), (0, 3, 6, 2, BONUS),  # level with another
    ]:  # fmt: skip
        emit_line(lines, seat, category, kind, -1, points, reason)
    held, points_of, leading = np.zeros((8, 3, 2), np.int64), np.full((3, 4), 9), np.zeros((8, 4, 2), np.int64)
    linked("count_held")(lines, held)
    for _ in range(2):
        linked("note_leading")(lines, held, points_of, 3, leading)
    assert {tuple(map(int, place)) for place in np.argwhere(leading[:, :, 0])} == {(2, 1), (4, 1), (7, 2), (3, 3)}
    assert leading[2, 1].tolist() == leading[7, 2].tolist() == [2, 2]
    assert leading[4, 1].tolist() == leading[3, 3].tolist() == [2, 0]


def copies(*by_seat: int) -> np.ndarray:
    """What the seats hold, as `count_held` leaves it."""
    return np.array([[count, 0] for count in by_seat], np.int64)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=8))
def test_how_far_apart_copies_are_is_their_spread(by_seat: list[int]) -> None:
    seats, mean = len(by_seat), Fraction(sum(by_seat), len(by_seat))
    expected = sum((count - mean) ** 2 for count in by_seat) * seats / (seats - 1)
    assert linked("apart")(copies(*by_seat), seats) == pytest.approx(float(expected))


def test_one_copy_of_one_seat_is_one_apart() -> None:
    for seats in range(2, 9):
        assert linked("apart")(copies(*[1] + [0] * (seats - 1)), seats) == 1
        assert linked("apart")(copies(*[2] * seats), seats) == 0


@pytest.mark.parametrize(("winning", "shares"), [(0b001, [1, 0, 0]), (0b110, [0, 0.5, 0.5]), (0b111, [1 / 3] * 3)])
def test_a_win_is_shared_by_its_winners(winning: int, shares: list[float]) -> None:
    assert [linked("win_share")(winning, seat) for seat in range(3)] == pytest.approx(shares)


def test_a_game_adds_what_the_seats_with_more_copies_owe_to_them() -> None:
    note_impact = linked("note_impact")
    sums = np.zeros(IMPACT_SUMS)
    note_impact(sums, copies(1, 0, 0), 0b001, 0b010, 3)  # without it, another seat wins
    assert sums.tolist() == [1, 1, 1, 1, 1, 1]
    note_impact(sums, copies(0, 1, 0), 0b001, 0b001, 3)  # it changed nothing
    assert sums.tolist() == [2, 2, 1, 2, 1, 1]
    note_impact(sums, copies(2, 0, 0), 0b011, 0b100, 3)  # two copies brought half a win each
    assert sums.tolist() == pytest.approx([3, 6, 2, 18, 5, 2])
    note_impact(sums, copies(0, 0, 1), 0b001, 0b100, 3)  # and one did harm
    assert sums.tolist() == pytest.approx([4, 7, 1, 19, 4, 3])


# What cards are worth


def test_cards_of_guild_master_are_worth_their_points_their_bonus_and_the_bonuses_that_need_them() -> None:
    deck = load_deck("guild_master")
    found = studied_of(deck)
    with_bonus = [kind for kind, row in enumerate(deck.rows) if row["bonus_source"]]
    named = {row["bonus_source"] for row in deck.rows}
    sources = [kind for kind, row in enumerate(deck.rows) if row["name"] in named]
    expected = [(kind, "points") for kind in range(len(deck.rows))] + [(kind, "bonus") for kind in with_bonus]
    assert [tuple(worth) for worth, _ in found] == expected + [(kind, "chain") for kind in sources]
    assert [tuple(worth) for worth, _ in worths_of(deck)] == expected, "what it enables is no worth of its own"
    for worth, without in found[len(expected) :]:
        assert differing(deck.arrays, without) == {"bonus_source"}
        now, then = without.bonus_source, deck.arrays.bonus_source
        assert np.array_equal(now != then, then == worth.kind)
        assert (now[now != then] == -1).all()
    for worth, without in found[: len(expected)]:
        gone = {"points": without.points[worth.kind], "bonus": without.bonus_source[:, worth.kind] + 1}[worth.name]
        assert not gone.any()
        assert differing(deck.arrays, without) == {{"points": "points", "bonus": "bonus_source"}[worth.name]}
        others = np.arange(len(deck.arrays.points)) != worth.kind
        assert np.array_equal(without.points[others], deck.arrays.points[others])
        assert np.array_equal(without.bonus_source[:, others], deck.arrays.bonus_source[:, others])


def test_cards_of_guile_are_worth_their_influence_their_dagger_and_their_effect() -> None:
    deck = load_deck("guile")
    columns = {"influence": "value", "dagger": "dagger", "effect": "character"}
    expected = [
        (kind, name, array)
        for name, array in columns.items()
        for kind, row in enumerate(deck.rows)
        if row[array] and not (array == "value" and row["character"])
    ]
    found = worths_of(deck)
    assert [(worth.kind, worth.name) for worth, _ in found] == [(kind, name) for kind, name, _ in expected]
    for (worth, without), (_, _, array) in zip(found, expected, strict=True):
        assert differing(deck.arrays, without) == {array}
        assert getattr(without, array)[worth.kind] == 0
        assert (getattr(without, array) != getattr(deck.arrays, array)).sum() == 1


def differing(arrays: Any, others: Any) -> set[str]:
    """The names of the arrays in which two decks differ."""
    return {name for name in arrays._fields if not np.array_equal(getattr(arrays, name), getattr(others, name))}


def test_a_game_that_declares_no_worth_has_a_study_without_impact() -> None:
    with registered(PLEDGES):
        plan = plan_run("pledges", games=5, seats=3, deck=PLEDGES_DECK)
        found = study(plan, how=How(compiled=False))
    assert found.worths == ()
    assert found.impacts.shape == (0, IMPACT_SUMS)
    assert found.games == 5


# The same at both speeds, on any threads, of any length

PLANS: dict[str, dict[str, Any]] = {
    "guild_master": {"seats": 3, "bots": ["greedy", "random", "greedy"]},
    "guile": {"seats": 2, "bots": "greedy", "options": EXTENDED},
    "pledges": {"seats": 3, "bots": ["eager", "random", "eager"]},
}
ARRAYS = ("leaders", "behind", "winning", "used", "by_phase", "by_seat", "impacts", "leading")


def plan_of(game: str, games: int = 4 * CHUNK, seed: int = 6) -> Plan:
    deck = Deck.from_dict(PLEDGES_DECK.to_dict()) if game == "pledges" else None  # of the game as it is known here
    return plan_run(game, games=games, seed=seed, deck=deck, **PLANS[game])


def same(one: Study, other: Study) -> bool:
    return one.worths == other.worths and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in ARRAYS
    )


@pytest.mark.parametrize("game", PLANS)
def test_plain_python_studies_the_same(game: str) -> None:
    plain, compiled = (study(plan_of(game), 5, How(compiled=speed)) for speed in (False, True))
    assert same(plain, compiled)
    assert plain.impacts[:, 0].any()


@pytest.mark.parametrize("game", PLANS)
@pytest.mark.parametrize("games", [1, CHUNK, CHUNK + 7])
def test_a_study_is_the_same_for_any_number_of_threads(game: str, games: int) -> None:
    one, three = (study(plan_of(game), games, How(threads)) for threads in (1, 3))
    assert one.games == games
    assert same(one, three)


def test_a_study_is_of_the_first_games_of_its_run() -> None:
    plan = plan_of("guild_master")
    long, short = study(plan, CHUNK + 7), study(plan, CHUNK)
    for name in ("leaders", "behind", "winning"):
        assert np.array_equal(getattr(long, name)[:CHUNK], getattr(short, name))
    assert (long.impacts[:, 0] >= short.impacts[:, 0]).all()
    assert study(plan_of("guild_master", 10)).games == 10, "no more than there are"
    assert study(plan_run("guile", games=STUDIED + 1, bots="random")).games == STUDIED


# How many games are studied


def told(half: float, games: float = 1_000) -> np.ndarray:
    """Sums of games that tell an impact of 0 within `half`."""
    return np.array([games, games, 0, games, 0, (half / NORMAL_95 * games) ** 2 - 2])


def study_telling(*impacts: np.ndarray, games: int = STUDIED) -> Study:
    """A study of this many games that tells these impacts of cards 0, 1 and so on."""
    worths = [Worth(kind, "points") for kind in range(len(impacts))]
    empty = StudiedGames.empty(games, 2, phases=1, categories=0, kinds=0, verbs=0, worths=len(worths))
    return Study(worths, [empty._replace(impacts=np.array(impacts))])


def test_a_study_that_tells_each_impact_well_needs_no_more_games() -> None:
    found = study_telling(told(0.02), told(0.029))
    assert found.needed == found.games


def test_twice_as_wide_an_interval_needs_four_times_the_games() -> None:
    found = study_telling(told(0.01), told(2 * PRECISE))
    assert found.loosest is not None
    worth, half = found.loosest
    assert worth == Worth(1, "points")
    assert found.needed == ceil(STUDIED * (half / PRECISE) ** 2 / CHUNK) * CHUNK
    assert 4 * STUDIED <= found.needed <= 4 * STUDIED + 2 * CHUNK


def test_what_hardly_any_game_tells_asks_for_no_more_of_them() -> None:
    hardly = np.array([EVENTS - 1.0] * 6)
    found = study_telling(told(0.02), hardly)
    assert ratio_interval(hardly)[2] - ratio_interval(hardly)[1] > 2 * PRECISE
    assert found.needed == found.games
    assert study_telling(hardly).loosest is None


@pytest.mark.slow
def test_a_wide_study_goes_on_until_it_is_narrow_and_is_the_same_as_one_made_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    least, precise = CHUNK, 3 * PRECISE  # a ninth of the games is a third as precise
    monkeypatch.setattr(studies, "STUDIED", least)
    monkeypatch.setattr(studies, "PRECISE", precise)
    plan = plan_run("excalibur", games=1_500, seats=4)
    first = study(plan, most=least)
    assert (first.games, first.ended) == (least, Ended.MOST)
    assert first.loosest is not None
    assert first.loosest[1] > precise
    whole = study(plan, begun=first)
    assert least < whole.games < plan.games
    assert first.needed <= whole.games <= first.needed + least, "what is needed, and a little more by what that tells"
    assert whole.ended == Ended.PRECISE
    assert whole.loosest is not None
    assert whole.loosest[1] <= precise
    assert games_wanted(plan, whole) == whole.games
    assert same(whole, study(plan, whole.games))
    assert study(plan, begun=whole).games == whole.games, "there is nothing to add"


def test_a_study_says_how_many_games_and_why_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [kind.name for kind in load_deck("excalibur").kinds]
    plan = plan_run("excalibur", games=300, seats=4)
    every = study(plan)
    assert every.loosest is not None
    worth, half = every.loosest
    assert every.words(names) == (
        "Studied: the first 300 games, which are all games of the run. Least is known of "
        f"{names[worth.kind]}'s {worth.name}: within {100 * half:.1f} wins in 100 games."
    )
    assert study(plan, CHUNK).words(names).startswith("Studied: the first 250 games, as many as were asked for. Least")
    cancelled = threading.Event()
    cancelled.set()
    assert study(plan, how=How(1, cancel=cancelled)).ended == Ended.CANCELLED
    monkeypatch.setattr(studies, "STUDIED", CHUNK)
    monkeypatch.setattr(studies, "PRECISE", 3 * PRECISE)
    narrow = study(plan_run("guild_master", games=3 * CHUNK))
    assert narrow.words([]) == f"Studied: the first 250 games, {Ended.PRECISE.value}."
    assert study(plan_of("guild_master", 30), 20, How(compiled=False)).ended == Ended.PLAIN
    without = study_of([[ONE]], [ONE])
    assert without.loosest is None
    assert without.needed == 1


@pytest.mark.slow
def test_a_study_plays_two_thousand_games_unless_it_is_told_otherwise() -> None:
    narrow = study(plan_run("guild_master", games=2_000))
    assert narrow.words([]) == "Studied: the first 2,000 games, which tell each impact within 3 wins in 100 games."


def test_progress_is_reported_and_a_cancelled_study_has_its_first_games() -> None:
    told: list[tuple[int, int]] = []
    cancel = threading.Event()

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done >= 2 * CHUNK:
            cancel.set()

    plan = plan_of("guild_master")
    found = study(plan, how=How(1, on_progress=progress, cancel=cancel))
    assert told == [(CHUNK, 4 * CHUNK), (2 * CHUNK, 4 * CHUNK)]
    assert found.games == 2 * CHUNK
    assert same(found, study(plan, 2 * CHUNK))


# Against slow recounts


class Played:
    """A game of a run played step by step in plain Python: who was ahead after each turn, and how it ended.

    `believed` is the deck that bots think they play with; `arrays` the one they do play with.
    """

    def __init__(self, plan: Plan, number: int, arrays: Any = None) -> None:
        self.plan, self.number, self.engine = plan, number, plain_engine(plan.variant)
        self.believed = self.engine.deck(plan.deck.arrays)[0]
        self.deck = self.believed if arrays is None else self.engine.deck(arrays)[0]
        self.states, self.raws = self.engine.new_states()
        self.views, self.raw_views = self.engine.new_states()
        self.state, self.events, self.actions = (
            self.states[0],
            self.engine.new_events()[0],
            self.engine.new_actions()[0],
        )
        self.bots = [plan.game.bot_number(name) for name in plan.bots]
        options = np.array([option.encode(plan.options[option.key]) for option in plan.variant.options], np.int64)
        self.engine.begin(self.state, self.raws[0], self.deck, self.events, plan.seats, options, plan.seed, number)
        seed_bots(self.actions, plan.seed, number)

    @property
    def seat(self) -> int:
        return next(seat for seat in range(self.plan.seats) if (int(self.state.to_act) >> seat) & 1)

    def chosen(self) -> int:
        """What the bot whose turn it is does."""
        bot, seat = self.bots[self.seat], self.seat
        if bot == 0:
            return int(self.engine.random_bot(self.state, self.believed, seat, self.actions))
        return int(
            self.engine.bot_action(
                bot, self.state, self.raws[0], self.views[0], self.raw_views[0], self.plan.variant.state.hidden,
                self.believed, seat, self.actions,
            )
        )  # fmt: skip

    def take(self, action: int, seat: int | None = None) -> None:
        self.engine.take(self.state, self.deck, self.events, self.seat if seat is None else seat, action)

    def acts(self) -> list[tuple[int, int]]:
        """Seat and action of every decision to the end, in the order of play, which an open floor draws anew."""
        log, bots = np.zeros((20_000, 2), np.int32), np.array(self.bots, np.int64)
        rest = Played(self.plan, self.number)
        made = self.engine.play_game(
            rest.state, rest.raws[0], rest.views[0], rest.raw_views[0], self.plan.variant.state.hidden,
            rest.deck, rest.believed, rest.events, bots, rest.actions, log, len(log),
        )  # fmt: skip
        return [(int(seat), int(action)) for seat, action in log[:made]]

    def play_out(self) -> Played:
        while not self.state.over:
            self.take(self.chosen())
        return self

    def lines(self) -> list[dict[str, int]]:
        """The point lines and figures as they stand."""
        lines = self.engine.new_lines()[0]
        self.engine.score(self.state, self.deck, lines)
        columns = ("seat", "category", "source", "points", "reason")
        return [{name: int(getattr(lines, name)[i]) for name in columns} for i in range(int(lines.count))]

    def figures(self) -> list[list[int]]:
        """What each seat has of each thing that the ranking looks at; higher is better."""
        ranking, lines = self.plan.variant.ranking, self.lines()
        chain = list(zip(ranking.chain_numbers, ranking.chain_signs, strict=True))
        return [
            [
                int(sign) * sum(line["points"] for line in lines if (line["seat"], line["reason"]) == (seat, reason))
                for reason, sign in chain
            ]
            for seat in range(self.plan.seats)
        ]

    def winners(self) -> set[int]:
        lines = self.engine.new_lines()[0]
        self.engine.score(self.state, self.deck, lines)
        mask = int(self.engine.winners(lines, self.plan.seats))
        return {seat for seat in range(self.plan.seats) if (mask >> seat) & 1}


@pytest.mark.parametrize("game", PLANS)
def test_who_was_ahead_is_what_a_slow_count_after_each_turn_finds(game: str) -> None:
    plan = plan_of(game, games=8)
    found = study(plan, 8)
    for number in range(8):
        played = Played(plan, number)
        leaders, behind = [], [0] * plan.seats
        turn = int(played.state.turn)
        for seat, action in played.acts():
            played.take(action, seat)
            if played.state.turn != turn or played.state.over:
                turn = int(played.state.turn)
                figures = played.figures()
                leaders.append(sum(1 << seat for seat, own in enumerate(figures) if own == max(figures)))
                first = [own[0] for own in figures]
                behind = [max(far, max(first) - own) for far, own in zip(behind, first, strict=True)]
        assert found.leaders[number, : len(leaders)].tolist() == leaders
        assert not found.leaders[number, len(leaders) :].any()
        assert found.behind[number].tolist() == behind
        assert sum(1 << seat for seat in played.winners()) == found.winning[number]


@pytest.mark.parametrize("game", PLANS)
def test_what_there_was_to_choose_from_is_what_a_slow_count_of_legal_actions_finds(game: str) -> None:
    plan = plan_of(game, games=4)
    found = study(plan, 4)
    for number in range(4):
        played = Played(plan, number)
        decisions: list[tuple[int, int, list[int]]] = []  # phase, seat, how many actions each of its acts had
        sets: dict[int, list[int]] = {}  # those of a set that a seat is choosing
        for seat, action in played.acts():
            played.engine.list_actions(played.state, played.deck, seat, played.actions, 0, 1)
            if seat not in sets:
                decisions.append((int(played.state.phase), seat, sets.setdefault(seat, [])))
            sets[seat].append(int(played.actions.count))
            if plan.variant.actions.decode(action)[0] != "pick":
                del sets[seat]
            played.take(action, seat)
        by_phase, by_seat = np.zeros_like(found.by_phase[0]), np.zeros_like(found.by_seat[0])
        for phase, seat, acts in decisions:
            listed = next((number for number in acts if number > 1), 1)
            for counts in (by_phase[phase], by_seat[seat]):
                counts += (1, listed == 1, listed)
        assert np.array_equal(found.by_phase[number], by_phase)
        assert np.array_equal(found.by_seat[number], by_seat)


@pytest.mark.parametrize("game", PLANS)
def test_verbs_are_noted_that_decisions_allowed_and_took(game: str) -> None:
    plan = plan_of(game, games=4)
    found, space = study(plan, 4), plan.variant.actions
    verbs = [verb.name for verb in space.verbs]
    for number in range(4):
        played, taken, allowed = Played(plan, number), set(), set()
        for seat, action in played.acts():
            played.engine.list_actions(played.state, played.deck, seat, played.actions, 0, 1)
            allowed |= {space.decode(int(one))[0] for one in played.actions.list[: played.actions.count]}
            taken.add(space.decode(action)[0])
            played.take(action, seat)
        assert {verbs[verb] for verb in np.nonzero(found.used[number] == TAKEN)[0]} == taken
        assert {verbs[verb] for verb in np.nonzero(found.used[number])[0]} == allowed | taken


def impact_by_hand(copies: Sequence[int], won: set[int], without: set[int]) -> tuple[Fraction, Fraction]:
    """How far apart the copies are, and what seats with more of them owe to their worth: exact, as the legend says."""
    seats = len(copies)
    mean = Fraction(sum(copies), seats)
    apart = sum(((count - mean) ** 2 for count in copies), Fraction(0)) * seats / (seats - 1)
    share = [Fraction(seat in won, len(won)) - Fraction(seat in without, len(without)) for seat in range(seats)]
    return apart, sum((count * change for count, change in zip(copies, share, strict=True)), Fraction(0))


def check_against(found: Study, games: Sequence[dict[int, tuple[Fraction, Fraction]]]) -> None:
    """Compare the sums of a study with (apart, gained) of each worth in each game."""
    for number, sums in enumerate(found.impacts):
        told = [game[number] for game in games if game[number][0]]
        expected = [
            len(told),
            sum(apart for apart, _ in told),
            sum(gained for _, gained in told),
            sum(apart**2 for apart, _ in told),
            sum(apart * gained for apart, gained in told),
            sum(gained**2 for _, gained in told),
        ]
        assert sums.tolist() == pytest.approx([float(total) for total in expected]), found.worths[number]


def city_winners(cities: list[list[dict[str, Any]]], worth: Worth | None, deck: Deck) -> set[int]:
    """Who wins Guild Master with these cards built, one card being worth less; counted by the words of the rules."""
    gone, gone_name = (deck.rows[worth.kind][key] if worth else "" for key in ("card_id", "name"))
    points: list[Counter[str]] = []
    for city in cities:
        names = {row["name"] for row in city}
        own: Counter[str] = Counter()
        for row in city:
            if not (worth and worth.name == "points" and row["card_id"] == gone):
                own.update(row["resources"])
            lost = worth and {"bonus": row["card_id"] == gone, "chain": row["bonus_source"] == gone_name}.get(
                worth.name
            )
            if row["bonus_source"] in names and not lost:
                own[row["bonus_resource"]] += 1
        points.append(own)
    ranks = []
    for seat, city in enumerate(cities):
        led = alone = 0
        for category in deck.meta.categories:
            best = max(own[category.letter] for own in points)
            leaders = [other for other, own in enumerate(points) if own[category.letter] == best > 0]
            led += seat in leaders
            alone += leaders == [seat]
        ranks.append((led, alone, points[seat].total(), -len(city)))
    return {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}


@pytest.mark.slow
def test_impact_in_guild_master_is_what_a_slow_recount_of_the_cities_finds() -> None:
    deck = load_deck("guild_master")
    rows = {row["name"]: row for row in deck.rows}
    worths = [worth for worth, _ in studied_of(deck)]
    changed = 0
    for seed in range(20):
        plan = plan_run("guild_master", games=1, seats=3, bots="greedy", seed=seed)
        match = Match("guild_master", seats=3, seed=seed, options=plan.options, bots=dict(enumerate(plan.bots)))
        match.play_bots()
        cities = [[rows[name] for name in zone["cards"]] for zone in match.view(0)["zones"]["built"]]
        won = city_winners(cities, None, deck)
        assert won == set(match.winners)
        game = {}
        for number, worth in enumerate(worths):
            built = [sum(row["name"] == deck.rows[worth.kind]["name"] for row in city) for city in cities]
            game[number] = impact_by_hand(built, won, city_winners(cities, worth, deck))
            changed += game[number][1] != 0
        check_against(study(plan), [game])
    assert changed > 20, "cards do matter"


@pytest.mark.slow
def test_impact_in_guile_is_what_games_played_again_without_it_find() -> None:
    plan = plan_of("guile", games=20, seed=4)
    deck = plan.deck
    games, changed = [], 0
    for number in range(20):
        first = Played(plan, number).play_out()
        won = guile_winners(first, deck)
        assert won == first.winners()
        turned = Counter((line["source"], line["seat"]) for line in first.lines() if 0 <= line["reason"] <= 6)
        game = {}
        for place, (worth, without) in enumerate(worths_of(deck)):
            again = Played(plan, number, without).play_out()
            game[place] = impact_by_hand(
                [turned[worth.kind, seat] for seat in range(2)], won, guile_winners(again, reduced(deck, worth))
            )
            changed += game[place][1] != 0
        games.append(game)
    check_against(study(plan, 20), games)
    assert changed > 20, "cards do matter"


def reduced(deck: Deck, worth: Worth) -> Deck:
    """A deck whose card is worth less, as the second scorer of Guile reads it: it takes any mapping."""
    column = {"influence": "value", "dagger": "dagger", "effect": "character"}[worth.name]
    rows = [dict(row) for row in deck.rows]
    rows[worth.kind][column] = {"effect": ""}.get(worth.name, 0)
    rows[worth.kind]["value"] = rows[worth.kind]["value"] or 0

    class Reduced:
        meta = deck.meta
        tables = {**deck.tables, "cards.csv": tuple(rows)}

    Reduced.rows = tuple(rows)  # type: ignore[attr-defined]
    return Reduced  # type: ignore[return-value]


def guile_winners(played: Played, deck: Deck) -> set[int]:
    """Who wins Guile by its second scorer."""
    names = ("faction_seat", "knight_at", "scored_kind", "rounds")
    fields = {name: np.asarray(getattr(played.state, name)).tolist() for name in names}
    view = {"fields": fields, "options": played.plan.options, "seats": played.plan.seats}
    return set(recount_guile(view, deck).winners)


# What bots believe

RESULTS = {"influence", "why", "decided_by", "round_winner", "victory_cards"}


def test_up_to_the_first_result_that_changes_everybody_plays_as_if_the_card_had_its_worth() -> None:
    plan = plan_of("guile", games=5, seed=4)
    fields = [field.name for field in plan.variant.state.fields]
    parted = 0
    for number in range(5):
        for worth, without in worths_of(plan.deck):
            real, other = Played(plan, number), Played(plan, number, without)
            while not real.state.over and not differing_fields(real, other, fields):
                assert real.raws[0].tobytes() == other.raws[0].tobytes()
                action = real.chosen()
                assert other.chosen() == action, worth
                real.take(action)
                other.take(action)
            apart = differing_fields(real, other, fields)
            parted += bool(apart)
            assert not apart or apart & RESULTS, worth
    assert parted > 20


def differing_fields(one: Played, other: Played, fields: Sequence[str]) -> set[str]:
    return {
        name
        for name in fields
        if np.asarray(getattr(one.state, name)).tolist() != np.asarray(getattr(other.state, name)).tolist()
    }


def test_bots_that_knew_of_the_change_would_play_otherwise() -> None:
    plan = plan_of("guile", games=10, seed=4)
    otherwise = 0
    for number in range(10):
        for _, without in worths_of(plan.deck)[:5]:
            real, other = Played(plan, number), Played(plan, number, without)
            other.believed = other.deck
            while not real.state.over and real.raws[0].tobytes() == other.raws[0].tobytes():
                action, differently = real.chosen(), other.chosen()
                if action != differently:
                    otherwise += 1
                    break
                real.take(action)
                other.take(action)
    assert otherwise > 0


def test_where_scores_are_counted_at_the_end_the_play_does_not_depend_on_what_cards_are_worth() -> None:
    plan = plan_of("guild_master", games=1)
    assert plan.variant.measures.scored_at_end
    real = Played(plan, 0).play_out()
    for _, without in worths_of(plan.deck)[::25]:
        assert Played(plan, 0, without).play_out().raws[0].tobytes() == real.raws[0].tobytes()


def test_of_some_cards_a_study_tells_what_it_tells_of_them_among_all() -> None:
    plan = plan_run("guile", games=3)
    cards = {"influence_1", "influence_4_dagger"}
    worths, (some,) = study_parts(plan, 3, How(compiled=False), cards=cards)
    everything, (whole,) = study_parts(plan, 3, How(compiled=False))
    assert {plan.deck.kinds[worth.kind].key for worth in worths} == cards
    for number, worth in enumerate(worths):
        assert np.array_equal(some.impacts[number], whole.impacts[everything.index(worth)])
    assert np.array_equal(some.leaders, whole.leaders)
