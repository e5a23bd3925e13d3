"""The draw phases (GM-032 to GM-036, GM-303 to GM-306) and the options that concern them."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .table import NewTable

HAND = ["Mason", "Port", "Quarry", "Moat", "Docks", "Castle", "Temple"]
DRAWS = pytest.mark.parametrize("phase", ["draw_1", "draw_2"])
TOP = ["Pub", "Inn", "Circus", "Arena", "Bridge", "Palace", "Sewers"]


def most_drawn(new_table: NewTable, hand: int, stock: int, phase: str = "draw_1", **options: object) -> int:
    """The most cards that seat 0 may draw; a draw phase without a choice is passed over."""
    table = new_table(3, **options).put(hands={0: HAND[:hand], 1: ["Pub"]}, stock=stock, phase=phase)
    return max(table.may(0, "draw")) if table.phase == phase else 0


@DRAWS
@pytest.mark.rule("GM-032", "GM-036")
def test_only_the_current_seat_draws(new_table: NewTable, phase: str) -> None:
    table = new_table(3).put(hands={0: ["Mason"], 2: ["Port"]}, current=1, phase=phase)
    assert "draw" in table.verbs(1)
    for seat in (0, 2):
        with pytest.raises(IllegalAction):
            table.play(seat, "draw", 1)
    table.play(1, "draw", 2)
    assert [len(table.hand(seat)) for seat in range(3)] == [1, 2, 1]


@DRAWS
@pytest.mark.rule("GM-033", "GM-036", "GM-304")
def test_a_seat_may_draw_nothing(new_table: NewTable, phase: str) -> None:
    table = new_table(3).put(hands={0: ["Mason"]}, stock=10, phase=phase)
    table.play(0, "draw", 0)
    assert table.hand(0) == {"Mason"}
    assert len(table.stock) == 10
    assert table.phase != phase


@DRAWS
@pytest.mark.rule("GM-034", "GM-036")
def test_nobody_draws_more_than_five(new_table: NewTable, phase: str) -> None:
    table = new_table(3).put(hands={1: ["Mason"]}, stock=40, phase=phase)
    assert table.may(0, "draw") == [0, 1, 2, 3, 4, 5]
    assert len(table.play(0, "draw", 5).hand(0)) == 5


@DRAWS
@pytest.mark.rule("GM-035", "GM-036")
@pytest.mark.parametrize("rule", ["refill_to_five", "five_if_below"])
@pytest.mark.parametrize("hand", [5, 6, 7])
def test_a_hand_of_five_or_more_draws_nothing(new_table: NewTable, phase: str, rule: str, hand: int) -> None:
    assert most_drawn(new_table, hand, 40, phase, draw_rule=rule) == 0


@DRAWS
@pytest.mark.rule("GM-303", "GM-304", "GM-036", "GM-401")
@pytest.mark.parametrize("hand", range(5))
def test_a_hand_is_filled_up_to_five_by_any_number(new_table: NewTable, phase: str, hand: int) -> None:
    for number in range(6 - hand):
        table = new_table(3).put(
            hands={0: HAND[:hand], 1: ["Arena"]},
            stock=["Pub", "Inn", "Circus", "Bridge", "Palace", "Sewers"],
            phase=phase,
        )
        assert table.may(0, "draw") == list(range(6 - hand))
        expected = {*HAND[:hand], *table.stock[:number]}
        left = table.stock[number:]
        table.play(0, "draw", number)
        assert table.hand(0) == expected
        assert table.stock == left


@pytest.mark.rule("GM-304", "GM-278")
def test_the_number_is_named_before_a_card_is_seen(new_table: NewTable) -> None:
    table = new_table(3).put(hands={1: ["Mason"]}, stock=TOP)
    before = table.match.seat_log(0)
    table.play(0, "draw", 3)
    assert table.phase == "trade_1"  # no second thoughts after the cards were seen
    told = [line for line in table.match.seat_log(0)[len(before) :] if any(name in line for name in TOP)]
    assert len(told) == 3
    assert table.match.acts[-1].actions == (table.action("draw", 3),)


@pytest.mark.rule("GM-305")
def test_a_short_stock_gives_what_is_left_and_the_discards_stay(new_table: NewTable) -> None:
    table = new_table(3).put(hands={1: ["Mason"]}, stock=["Pub", "Inn"], discards=HAND[1:])
    assert table.may(0, "draw") == [0, 1, 2]
    table.play(0, "draw", 2)
    assert table.hand(0) == {"Pub", "Inn"}
    table.pass_to("trade_2")  # the second draw has nothing left to offer
    assert table.hand(0) == {"Pub", "Inn"}
    assert table.stock == []
    assert table.discards == set(HAND[1:])


@pytest.mark.rule("GM-306")
def test_a_hand_that_grew_by_trading_keeps_its_cards_and_draws_none(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND[:4], 1: ["Pub", "Inn", "Arena"]}, phase="trade_1")
    table.trade(0, 1, ["Mason"], ["Pub", "Inn", "Arena"]).play(0, "end_trade")
    assert len(table.hand(0)) == 6
    assert table.may(0, "pick")
    table.play(0, "done")
    assert table.phase == "trade_2"  # the second draw was passed over
    assert len(table.hand(0)) == 6


@DRAWS
@pytest.mark.rule("GM-277", "GM-303")
@pytest.mark.parametrize(("hand", "most"), [(0, 5), (1, 5), (4, 5), (5, 0)])
def test_below_five_one_may_draw_five(new_table: NewTable, phase: str, hand: int, most: int) -> None:
    assert most_drawn(new_table, hand, 40, phase, draw_rule="five_if_below") == most


@pytest.mark.rule("GM-277", "GM-303")
def test_with_five_if_below_a_hand_may_end_above_five(new_table: NewTable) -> None:
    table = new_table(3, draw_rule="five_if_below").put(hands={0: HAND[:4]})
    assert len(table.play(0, "draw", 5).hand(0)) == 9


@DRAWS
@pytest.mark.rule("GM-278", "GM-304")
@pytest.mark.parametrize(("rule", "most"), [("refill_to_five", 2), ("five_if_below", 5)])
def test_one_by_one_decides_after_each_card(new_table: NewTable, phase: str, rule: str, most: int) -> None:
    table = new_table(3, draw_mode="one_by_one", draw_rule=rule).put(hands={0: HAND[:3]}, stock=TOP, phase=phase)
    for number in range(most):
        assert (table.phase, table.may(0, "draw")) == (phase, [0, 1])
        table.play(0, "draw", 1)
        assert table.hand(0) == {*HAND[:3], *TOP[: number + 1]}
    assert table.phase != phase


@pytest.mark.rule("GM-278", "GM-304")
def test_one_by_one_stops_when_the_seat_has_enough(new_table: NewTable) -> None:
    table = new_table(3, draw_mode="one_by_one").put(hands={1: ["Mason"]}, stock=TOP)
    table.play(0, "draw", 1).play(0, "draw", 0)
    assert table.hand(0) == {TOP[0]}
    assert table.phase != "draw_1"


@pytest.mark.rule("GM-717", "GM-303", "GM-305", "GM-277")
@pytest.mark.parametrize(
    ("hand", "stock", "refill", "below"),
    [(5, 40, 0, 0), (2, 40, 3, 5), (7, 40, 0, 0), (0, 2, 2, 2), (4, 40, 1, 5), (3, 1, 1, 1)],
)
def test_the_most_cards_drawn(new_table: NewTable, hand: int, stock: int, refill: int, below: int) -> None:
    assert most_drawn(new_table, hand, stock) == refill
    assert most_drawn(new_table, hand, stock, draw_rule="five_if_below") == below


@pytest.mark.rule("GM-401", "GM-506")
@pytest.mark.parametrize("mode", ["count", "one_by_one"])
def test_the_others_learn_the_number_and_not_the_cards(new_table: NewTable, mode: str) -> None:
    table = new_table(3, draw_mode=mode).put(hands={0: HAND[:3]}, stock=TOP)
    heard = {seat: len(table.match.seat_log(seat)) for seat in (None, 0, 1, 2)}
    table.play(0, "draw", 1 if mode == "one_by_one" else 2)
    if mode == "one_by_one":
        table.play(0, "draw", 1)
    for seat in (None, 1, 2):
        view = table.match.view(seat)
        assert view["zones"]["hand"][0] == {"count": 5, "cards": [None] * 5}
        assert view["zones"]["stock"]["count"] == 5
        lines = table.match.seat_log(seat)[heard[seat] :]
        assert not any(name in line for line in lines for name in TOP)
        assert any("draws" in line and "5 left" in line for line in lines)
    own = " ".join(table.match.seat_log(0)[heard[0] :])
    assert TOP[0] in own
    assert TOP[1] in own
