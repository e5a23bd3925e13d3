from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.kernel.engine.linking import link
from workbench.kernel.rule import rule
from workbench.kernel.scoring import (
    LINE_CAPACITY,
    Lines,
    Ranking,
    Reason,
    best_of,
    emit_line,
    figure,
    winners,
)

RANKING = Ranking(
    (
        Reason("point", "a card", name="card"),
        Reason("derived", "all", name="total"),
        Reason("derived", "how many", name="cards"),
    ),
    chain=("total", "cards", "card"),
    fewest=("cards",),
)
CARD, TOTAL, CARDS = range(3)


def test_reasons_are_read_by_name():
    assert (RANKING.cards, RANKING.card, RANKING.total) == (CARDS, CARD, TOTAL)


@pytest.mark.parametrize("part", ["chain", "fewest"])
def test_a_ranking_by_a_reason_that_is_not_declared_is_refused(part):
    with pytest.raises(ValueError, match=r"There is no reason (of the chain )?'totl'\. .* Did you mean 'total'\?"):
        Ranking(RANKING.reasons, **{"chain": ("total",), part: ("totl",)})


def lines_of(entries: list[tuple[int, int, int]]) -> Lines:
    """A buffer of (seat, points, reason) lines."""
    lines = Lines()
    for seat, points, reason in entries:
        emit_line(lines, seat, -1, -1, -1, points, reason)
    return lines


def winning(entries: list[tuple[int, int, int]], seats: int, ranking: Ranking = RANKING) -> list[int]:
    bindings = {
        "CHAIN": ranking.chain_numbers.tolist(),
        "CHAIN_SIGNS": ranking.chain_signs.tolist(),
        "LEAST": ranking.least,
    }
    mask = link({"winners": winners}, bindings, rule)["winners"](lines_of(entries), seats)
    return [seat for seat in range(seats) if (mask >> seat) & 1]


def winning_by_hand(entries: list[tuple[int, int, int]], seats: int, ranking: Ranking = RANKING) -> list[int]:
    """The same with dictionaries."""
    left = list(range(seats))
    for name in ranking.chain:
        reason = ranking.number(name)
        own = {seat: [points for who, points, why in entries if (who, why) == (seat, reason)] for seat in left}
        if len(left) > 1 and any(own.values()):
            sums = {seat: sum(points) for seat, points in own.items()}
            best = min(sums.values()) if name in ranking.fewest else max(sums.values())
            left = [seat for seat in left if sums[seat] == best]
    return left


@given(st.integers(1, 6), st.data())
def test_the_winners_are_those_that_the_lines_say(seats, data):
    line = st.tuples(st.integers(0, seats - 1), st.integers(-3, 3), st.integers(0, 2))
    entries = data.draw(st.lists(line, max_size=24))
    assert winning(entries, seats) == winning_by_hand(entries, seats)
    assert winning(entries, seats), "somebody always wins"


def test_most_points_win():
    assert winning([(0, 4, TOTAL), (1, 7, TOTAL), (2, 6, TOTAL)], 3) == [1]


def test_several_lines_of_a_seat_are_added():
    assert winning([(0, 4, TOTAL), (1, 3, TOTAL), (1, 3, TOTAL)], 2) == [1]


def test_a_tie_is_broken_by_the_next_reason_of_the_chain():
    entries = [(0, 5, TOTAL), (1, 5, TOTAL), (2, 1, TOTAL), (0, 3, CARDS), (1, 2, CARDS), (2, 1, CARDS)]
    assert winning(entries, 3) == [1], "fewest cards, and only among those who tie"


def test_an_unbroken_tie_is_shared():
    assert winning([(0, 5, TOTAL), (1, 5, TOTAL), (2, 1, TOTAL)], 3) == [0, 1]


def test_a_reason_that_no_remaining_seat_has_decides_nothing():
    entries = [(0, 5, TOTAL), (1, 5, TOTAL), (2, 4, TOTAL), (2, 0, CARDS), (0, 1, CARD), (1, 2, CARD)]
    assert winning(entries, 3) == [1], "cards are compared only if a remaining seat has such a line"


def test_a_seat_without_a_line_counts_as_nothing():
    assert winning([(0, -2, TOTAL)], 2) == [1]
    assert winning([], 3) == [0, 1, 2]


def test_nobody_wins_who_has_less_than_the_least():
    strict = Ranking(RANKING.reasons, RANKING.chain, RANKING.fewest, least=4)
    assert winning([(0, 3, TOTAL), (1, 3, TOTAL)], 2, strict) == []
    assert winning([(0, 3, TOTAL), (1, 4, TOTAL)], 2, strict) == [1]


def test_what_a_card_is_used_for_counts_as_its_own_and_a_sum_does_not():
    levels = [Reason("point", "", name="point"), Reason("use", "", name="use"), Reason("derived", "", name="sum")]
    assert Ranking(tuple(levels), chain=("sum",)).is_of_card.tolist() == [1, 1, 0]


def test_a_line_keeps_all_that_it_says():
    lines = Lines()
    emit_line(lines, 1, 2, 30, 4, -5, TOTAL)
    kept = (lines.seat[0], lines.category[0], lines.source[0], lines.other[0], lines.points[0], lines.reason[0])
    assert kept == (1, 2, 30, 4, -5, TOTAL)
    assert lines.count == 1


def test_a_line_too_many_is_refused():
    lines = Lines()
    for _ in range(LINE_CAPACITY):
        emit_line(lines, 0, 0, 0, 0, 1, CARD)
    with pytest.raises(OverflowError, match="LINE_CAPACITY"):
        emit_line(lines, 0, 0, 0, 0, 1, CARD)
    assert figure(lines, 0, CARD) == LINE_CAPACITY


def test_best_of_keeps_all_that_are_equal():
    lines = lines_of([(0, 3, CARD), (1, 3, CARD), (2, 2, CARD)])
    assert best_of(lines, 0b111, CARD, 1) == 0b011
    assert best_of(lines, 0b111, CARD, -1) == 0b100
    assert best_of(lines, 0b110, CARD, 1) == 0b010


def test_a_ranking_lists_its_chain_signs_and_point_reasons():
    assert RANKING.chain_numbers.tolist() == [TOTAL, CARDS, CARD]
    assert RANKING.chain_signs.tolist() == [1, -1, 1]
    assert RANKING.is_of_card.tolist() == [1, 0, 0]
