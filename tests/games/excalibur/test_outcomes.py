"""Who has won: outcomes by the three swords, and the worked examples (EX-011 to EX-014, EX-309 on, EX-600 on)."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from workbench.games.excalibur.recount import REASONS as HAPPENED
from workbench.games.excalibur.recount import recount
from workbench.games.excalibur.scoring import RANKING

from .table import SWORDS, NewTable, Table

WIN, TAINTED, LOSS, ULTIMATE = 2, 1, 0, -1
NOBODY = None
# seats, who holds Excalibur, the Cursed Blade and the Squire Sword -> outcomes
EXAMPLES = {
    "EX-700": (4, (0, 2, NOBODY), [WIN, LOSS, ULTIMATE, LOSS]),
    "EX-701": (4, (0, 0, 3), [ULTIMATE, TAINTED, TAINTED, TAINTED]),
    "EX-702": (4, (NOBODY, 1, 2), [LOSS, ULTIMATE, LOSS, LOSS]),
    "EX-703": (4, (0, 2, 3), [WIN, LOSS, ULTIMATE, WIN]),
    "EX-704": (4, (0, NOBODY, 1), [WIN, LOSS, LOSS, LOSS]),
    "EX-705": (4, (0, 3, 3), [WIN, LOSS, LOSS, ULTIMATE]),
    "EX-706": (3, (0, 1, 2), [WIN, ULTIMATE, LOSS]),
    "EX-707": (2, (0, 0, 1), [ULTIMATE, TAINTED]),
    "EX-708": (8, (0, 4, 7), [WIN, LOSS, LOSS, LOSS, ULTIMATE, LOSS, LOSS, WIN]),
}


def ended(table: Table, holders: tuple[int | None, ...]) -> Table:
    """The table when the game is over and these seats hold the three swords."""
    hands = [["Spy"] if seat < 3 else [] for seat in range(table.match.seats)]
    for sword, holder in zip(SWORDS, holders, strict=True):
        if holder is not None:
            hands[holder].append(sword)
    return table.end([", ".join(hand) for hand in hands])


def reasons(table: Table) -> list[tuple[int, str]]:
    """The line of each seat that says what happened to it."""
    told = ("outcome", "sword")
    return [(line["seat"], line["reason"]) for line in table.match.score_lines() if line["reason"] not in told]


@pytest.mark.rule("EX-700", "EX-701", "EX-702", "EX-703", "EX-704", "EX-705", "EX-706", "EX-707", "EX-708")
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_worked_examples(new_table: NewTable, example: str) -> None:
    seats, holders, outcomes = EXAMPLES[example]
    table = ended(new_table(seats), holders)
    assert table.outcomes == outcomes
    best = max(outcomes)
    assert table.match.winners == tuple(seat for seat in range(seats) if outcomes[seat] == best and best > LOSS)
    found = recount(table.match.view(None), table.match.deck)
    assert (list(found.figures["outcome"]), found.winners) == (outcomes, table.match.winners)


@pytest.mark.rule("EX-709", "EX-606")
def test_all_125_ways_in_which_the_swords_can_end_at_four_seats(new_table: NewTable) -> None:
    table = new_table(4)
    found: Counter[str] = Counter()
    for holders in product([NOBODY, 0, 1, 2, 3], repeat=3):
        outcomes = ended(table, holders).outcomes
        kind = {WIN: "win", TAINTED: "tainted", LOSS: "lost", ULTIMATE: "lost"}[max(outcomes)]
        found[f"{outcomes.count(max(outcomes))} {kind}, {outcomes.count(ULTIMATE)} ultimate"] += 1
        counted = recount(table.match.view(None), table.match.deck)
        assert (list(counted.figures["outcome"]), counted.winners) == (outcomes, table.match.winners)
    assert found == {
        "4 lost, 0 ultimate": 5,
        "3 lost, 1 ultimate": 20,
        "3 tainted, 1 ultimate": 20,
        "1 win, 1 ultimate": 52,
        "1 win, 0 ultimate": 16,
        "2 win, 1 ultimate": 8,
        "2 win, 0 ultimate": 4,
    }


@pytest.mark.rule("EX-011", "EX-122", "EX-600", "EX-605")
def test_a_seat_that_holds_excalibur_wins_and_the_others_lose(new_table: NewTable) -> None:
    table = ended(new_table(3), (1, NOBODY, NOBODY))
    assert table.match.winners == (1,)
    assert reasons(table) == [(0, "loss"), (1, "holds_excalibur"), (2, "loss")]
    assert table.match.score_lines()[0]["text"] == "loss: Seat 2 holds Excalibur"


@pytest.mark.rule("EX-012", "EX-309", "EX-604", "EX-601")
def test_if_nobody_holds_excalibur_all_lose_and_the_cursed_blade_is_the_worst(new_table: NewTable) -> None:
    table = ended(new_table(3), (NOBODY, 1, NOBODY))
    assert (table.outcomes, table.match.winners) == ([LOSS, ULTIMATE, LOSS], ())
    assert reasons(table) == [(0, "no_excalibur"), (1, "holds_cursed_blade"), (2, "no_excalibur")]


@pytest.mark.rule("EX-013", "EX-118", "EX-601")
def test_a_seat_that_holds_the_cursed_blade_is_the_ultimate_loser(new_table: NewTable) -> None:
    table = ended(new_table(3), (1, 0, NOBODY))
    assert table.outcomes == [ULTIMATE, WIN, LOSS]


@pytest.mark.rule("EX-014", "EX-310", "EX-602", "EX-606")
def test_both_blades_in_one_hand_give_all_others_a_tainted_win(new_table: NewTable) -> None:
    for squire in (NOBODY, 0, 1, 3):
        table = ended(new_table(4), (0, 0, squire))
        assert (table.outcomes, table.match.winners) == ([ULTIMATE, TAINTED, TAINTED, TAINTED], (1, 2, 3))
        assert reasons(table) == [(0, "holds_both"), (1, "tainted"), (2, "tainted"), (3, "tainted")]


@pytest.mark.rule("EX-169", "EX-170", "EX-313", "EX-603", "EX-606")
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_squire_wins_with_the_seat_on_the_left_from_four_seats_on(new_table: NewTable, seats: int) -> None:
    for squire in range(seats):
        table = ended(new_table(seats), (0, NOBODY, squire))
        wins = seats >= 4 and squire == seats - 1
        assert table.match.winners == ((0, squire) if wins else (0,))
        if wins:
            assert reasons(table)[-1] == (squire, "squire_of_winner")
            assert "win: squire of Seat 1, who wins" in [line["text"] for line in table.match.score_lines()]


@pytest.mark.rule("EX-311")
def test_the_squire_sword_beside_excalibur_adds_nothing(new_table: NewTable) -> None:
    table = ended(new_table(4), (0, NOBODY, 0))
    assert (table.match.winners, reasons(table)[0]) == ((0,), (0, "holds_excalibur"))


@pytest.mark.rule("EX-312", "EX-223")
def test_the_cursed_blade_undoes_the_squires_win_unless_otherwise_agreed(new_table: NewTable) -> None:
    assert ended(new_table(4), (0, 3, 3)).outcomes == [WIN, LOSS, LOSS, ULTIMATE]
    table = ended(new_table(4, cursed_squire_wins=True), (0, 3, 3))
    assert (table.outcomes, table.match.winners) == ([WIN, LOSS, LOSS, WIN], (0, 3))
    assert recount(table.match.view(None), table.match.deck).winners == (0, 3)
    assert ended(new_table(4, cursed_squire_wins=True), (0, 1, 3)).outcomes == [WIN, ULTIMATE, LOSS, WIN]


@pytest.mark.rule("EX-607")
def test_outcomes_are_ranked_win_tainted_win_loss_ultimate_loss() -> None:
    assert (RANKING.chain, RANKING.least) == (("outcome",), TAINTED)
    assert WIN > TAINTED > LOSS > ULTIMATE


@pytest.mark.rule("EX-227", "EX-607")
def test_what_outcomes_are_worth_stands_on_the_sheet_and_changes_no_winner(new_table: NewTable) -> None:
    odd = {"win_value": -7, "tainted_win_value": 300, "loss_value": 40, "ultimate_loss_value": 1000}
    usual = {"win_value": 100, "tainted_win_value": 50, "loss_value": 0, "ultimate_loss_value": -100}
    for worth in (usual, odd):
        values = {WIN: worth["win_value"], TAINTED: worth["tainted_win_value"], LOSS: worth["loss_value"]}
        values[ULTIMATE] = worth["ultimate_loss_value"]
        for _, holders, outcomes in [example for example in EXAMPLES.values() if example[0] == 4]:
            table = ended(new_table(4, **(worth if worth is odd else {})), holders)
            sheet = {line["seat"]: line["points"] for line in table.match.score_lines() if line["reason"] in HAPPENED}
            assert [sheet[seat] for seat in range(4)] == [values[outcome] for outcome in outcomes]
            best = max(outcomes)
            assert table.match.winners == tuple(seat for seat in range(4) if outcomes[seat] == best and best > LOSS)
            counted = recount(table.match.view(None), table.match.deck).figures
            assert [sum(counted[reason][seat] for reason in HAPPENED) for seat in range(4)] == list(sheet.values())


@pytest.mark.rule("EX-315", "EX-606")
def test_the_crown_does_not_matter_at_the_end(new_table: NewTable) -> None:
    for crown in range(4):
        table = new_table(4).put(
            ["Excalibur", "Cursed Blade"], played={3: "Priest"}, regions=("Uther", 5, 5), crown=crown
        )
        assert table.draw((1, 1), (2, 1)).outcomes == [WIN, ULTIMATE, LOSS, LOSS]


@pytest.mark.rule("EX-608", "EX-514")
def test_the_sheet_says_where_the_swords_are(new_table: NewTable) -> None:
    table = ended(new_table(4), (0, 2, 2))
    lines = [line for line in table.match.score_lines() if line["reason"] == "sword"]
    assert sorted((line["seat"], line["source"], line["points"]) for line in lines) == [
        (0, "Excalibur", 0), (2, "Cursed Blade", 0), (2, "Squire Sword", 0),
    ]  # fmt: skip


@pytest.mark.rule("EX-609", "EX-327")
def test_the_sheet_names_each_chip_that_took_effect_with_its_seat(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["Excalibur"], played={0: "Black Knight", 1: "Peasant", 2: "Morgana"}, regions=("Priest, Uther", 5, 5)
    )
    table.act("Take the played chip of Seat 2").draw((1, 1), (1, 1)).act("Reveal Uther", "To the left")
    lines = [line for line in table.match.score_lines() if line["reason"] == "resolved"]
    assert sorted((line["seat"], line["source"], line["points"]) for line in lines) == [
        (0, "Black Knight", 0), (2, "Morgana", 0), (2, "Uther", 0),
    ]  # fmt: skip


@pytest.mark.rule("EX-600")
def test_there_are_no_lines_before_the_end(new_table: NewTable) -> None:
    assert new_table(4).match.score_lines() == []
