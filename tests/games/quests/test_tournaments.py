"""Tournaments: entry, play, ties and the award (QU-116 to QU-137, QU-253 to QU-256)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import ZONES, Table

YORK, TINTAGEL, ORKNEY, CAMELOT = (f"Tournament at {place}" for place in ("York", "Tintagel", "Orkney", "Camelot"))


def entering(table: Table, *enters: int) -> Table:
    """Let the seats answer whether they enter; the seat that is asked first is the drawer."""
    for _ in range(table.match.seats):
        (seat,) = table.asked
        table.act(seat, "Enter the tournament" if seat in enters else "Stay out")
    return table


@pytest.mark.rule("QU-116", "QU-117", "QU-119", "QU-120")
@pytest.mark.parametrize("drawer", range(4))
def test_all_are_asked_to_enter_the_drawer_first_and_each_entrant_is_given_a_card(new_table: NewTable, drawer: int):
    table = new_table().turn(YORK, drawer=drawer)
    enters = (drawer, (drawer + 3) % 4)
    for seat in range(drawer, drawer + 4):
        assert table.asked == (seat % 4,)
        assert table.labels(seat % 4) == ["Enter the tournament", "Stay out"]
        table.act(seat % 4, "Enter the tournament" if seat % 4 in enters else "Stay out")
        words = "enters the tournament." if seat % 4 in enters else "stays out."
        assert table.log()[seat - drawer + 1] == f"Seat {seat % 4 + 1} {words}"
    assert table.held == [int(seat in enters) for seat in range(4)]
    assert (table.phase, table.asked) == ("tournament_play", tuple(sorted(enters)))


@pytest.mark.rule("QU-118", "QU-256", "QU-255")
@pytest.mark.parametrize(
    ("option", "enters", "shields"),
    [("not_held", (), 0), ("not_held", (2,), 0), ("walkover", (), 0), ("walkover", (2,), 3)],
)
def test_with_less_than_two_entrants_it_is_not_held_or_walked_over_by_option(
    new_table: NewTable, option: str, enters: tuple[int, ...], shields: int
):
    table = entering(new_table(lone_entrant=option).turn(ORKNEY), *enters)
    assert table.shields == [0, 0, shields, 0]
    assert table.held == [0, 0, int(shields > 0), 0]
    assert bool(table.told("There is no tournament: too few enter.")) == (shields == 0)
    assert (table.match.turn, int(table.state.contenders)) == (2, 0)


@pytest.mark.rule("QU-121", "QU-120")
def test_selections_are_hidden_until_all_are_in(new_table: NewTable):
    table = new_table().hold(0, "Sword", "Horse").hold(1, "Lance").tournament(YORK, entered=(0, 1, 2))
    table.choose(2).choose(0, "Sword, Horse")
    with pytest.raises(IllegalAction):
        table.act(0, "Done")
    assert table.log(1) == []
    assert len(table.seen(1, "hand")[0]["cards"]) == 2
    table.choose(1, "Lance")
    assert table.log(3)[:7] == [
        "Seat 1 plays Sword.", "Seat 1 plays Horse.", "Seat 2 plays Lance.", "Seat 3 plays nothing.",
        "Seat 1 has 25 points.", "Seat 2 has 25 points.", "Seat 3 has 5 points.",
    ]  # fmt: skip


@pytest.mark.rule("QU-122", "QU-123", "QU-124")
def test_only_allies_weapons_of_different_names_and_an_amour_are_played(new_table: NewTable):
    hand = ("Sword", "Sword", "Boar", "Amour", "Amour", "Merlin", "Test of Valor")
    table = new_table().hold(0, *hand).tournament(YORK, entered=(0, 1))
    assert [label for label in table.labels(0) if label.startswith("Take")] == [
        "Take Sword", "Take Merlin", "Take Amour"
    ]  # fmt: skip
    table.act(0, "Take Sword", "Take Amour")
    assert [label for label in table.labels(0) if label.startswith("Take")] == ["Take Merlin"]
    freely = new_table(amour_limit="unlimited").hold(0, *hand).tournament(YORK, entered=(0, 1))
    assert "Take Amour" in freely.act(0, "Take Amour").labels(0)


@pytest.mark.rule("QU-128", "QU-129", "QU-130", "QU-133", "QU-136", "QU-123", "QU-131")
def test_the_tied_fight_again_and_the_highest_wins(new_table: NewTable):
    """The worked example QG-11."""
    table = new_table().rank(1, "knight", 3).hold(0, "Sword", "Horse", "Lance").hold(1, "Battle-ax", "Excalibur")
    table.hold(2, "Dagger").tournament(ORKNEY, entered=(0, 1, 2)).choose_all("Sword, Horse", "Battle-ax", "Dagger")
    assert table.told("has") == ["Seat 1 has 25 points.", "Seat 2 has 25 points.", "Seat 3 has 10 points."]
    assert table.told("fights again") == ["Seat 1 is level and fights again.", "Seat 2 is level and fights again."]
    assert table.asked == (0, 1)
    assert sorted(table.discard) == ["Battle-ax", "Horse", "Sword"]
    table.choose_all("Lance", "Excalibur")
    assert table.told("has")[3:] == ["Seat 1 has 25 points.", "Seat 2 has 40 points."]
    assert table.told("wins the tournament") == ["Seat 2 wins the tournament."]
    assert table.standing(1) == ("Champion Knight", 1)
    assert table.shields == [0, 1, 0, 0]
    gained = [line["points"] for line in table.match.score_lines() if line["reason"].startswith("tournament")]
    assert gained == [3, 2]


@pytest.mark.rule("QU-130", "QU-129", "QU-124")
def test_allies_and_the_amour_stay_and_count_in_a_tie_round(new_table: NewTable):
    """The last line of the worked example QG-11."""
    table = new_table().rank(1, "knight").hold(0, "Amour", "Sword", "Dagger", "Amour").hold(1, "Battle-ax", "Horse")
    table.tournament(ORKNEY, entered=(0, 1)).choose_all("Amour, Sword", "Battle-ax")
    assert table.discard == ["Sword", "Battle-ax"]
    assert "Take Amour" not in table.labels(0)
    assert table.choose_all("Dagger", "Horse").told("has")[2:4] == ["Seat 1 has 20 points.", "Seat 2 has 20 points."]


@pytest.mark.rule("QU-131", "QU-132", "QU-253", "QU-134", "QU-135", "QU-136")
@pytest.mark.parametrize(
    ("rules", "rank", "plays", "gained"),
    [
        ("published", "squire", "Horse, Lance", [[3], [3]]),
        ("use_cases", "squire", "Horse, Lance", [[3, 2], [3, 2]]),
        ("use_cases", "knight", "Dagger, Battle-ax", [[], [3, 2]]),
    ],
)
def test_a_second_tie_is_shared_or_fought_out_until_nobody_plays_a_card(
    new_table: NewTable, rules: str, rank: str, plays: str, gained: list[list[int]]
):
    """The middle of the worked example QG-11."""
    first, second = plays.split(", ")
    table = new_table(rules=rules).rank(1, rank).hold(0, "Sword", "Lance").hold(1, first, second, "Excalibur")
    table.tournament(ORKNEY, entered=(0, 1, 2)).choose_all("Sword", first, "").choose_all("Lance", second)
    if rules == "use_cases":
        assert (table.phase, table.asked, int(table.state.tie_round)) == ("tournament_play", (0, 1), 2)
        table.choose_all("", "")
    lines = [line for line in table.match.score_lines() if line["reason"].startswith("tournament")]
    assert [[line["points"] for line in lines if line["seat"] == seat] for seat in (0, 1)] == gained
    assert len(lines) == sum(map(len, gained))


@pytest.mark.rule("QU-253", "QU-131")
def test_those_who_tie_without_a_card_share_the_win_only_after_a_tie_round(new_table: NewTable):
    table = new_table().hold(0, "Sword").hold(1, "Horse").tournament(YORK, entered=(0, 1)).choose_all("", "")
    assert table.told("wins") == []
    table.choose_all("Sword", "Horse")
    assert table.told("wins") == []  # they played: one more round
    table.choose_all("", "")
    assert table.told("wins the tournament") == [f"Seat {n} wins the tournament." for n in (1, 2)]
    assert table.shields == [2, 2, 0, 0]


@pytest.mark.rule("QU-254")
@pytest.mark.parametrize(("draw", "held"), [(False, [0, 0, 0, 0]), (True, [1, 0, 1, 0])])
def test_a_card_is_drawn_for_a_tie_round_by_option(new_table: NewTable, draw: bool, held: list[int]):
    table = new_table(tie_round_draw=draw).hold(3, "Sword").rank(0, "knight").rank(2, "knight")
    table.tournament(YORK, entered=(0, 2, 3)).choose_all("", "", "")
    assert (table.asked, table.held[:3]) == ((0, 2), held[:3])


@pytest.mark.rule("QU-133", "QU-134", "QU-135", "QU-136", "QU-162", "QU-163", "QU-164", "QU-165")
@pytest.mark.parametrize(
    ("tournament", "entrants", "shared", "bonus", "shields"),
    [
        (CAMELOT, 4, False, True, [7, 0, 0, 0]),
        (YORK, 2, False, True, [2, 0, 0, 0]),
        (TINTAGEL, 3, False, True, [4, 0, 0, 0]),
        (ORKNEY, 2, False, False, [4, 0, 0, 0]),
        (CAMELOT, 4, True, True, [7, 7, 0, 0]),
        (CAMELOT, 4, True, False, [4, 4, 0, 0]),
    ],
)
def test_the_winner_has_a_shield_for_each_entrant_and_the_bonus(
    new_table: NewTable, tournament: str, entrants: int, shared: bool, bonus: bool, shields: list[int]
):
    """The worked example QG-13."""
    table = new_table(shared_win_bonus=bonus, tournament_tie_rounds="one")
    for seat in range(4):
        table.rank(seat, "champion_knight" if seat == 0 or (shared and seat == 1) else "squire")
    table.tournament(tournament, entered=tuple(range(entrants))).choose_all(*[""] * entrants)
    if shared:
        assert table.asked == (0, 1)
        table.choose_all("", "")
    assert table.shields == shields


@pytest.mark.rule("QU-125", "QU-126", "QU-127", "QU-241", "QU-137", "QU-088")
def test_allies_that_lay_in_play_have_no_part_in_a_tournament_unless_an_option_says_so(new_table: NewTable):
    """The worked example QG-12."""
    for counts in (False, True):
        table = new_table(table_allies_in_tournaments=counts).before(0, "Sir Galahad", "Queen Iseult")
        table.rank(1, "knight").hold(0, "Sword").hold(1, "Sir Tristan", "Amour")
        table.tournament(YORK, entered=(0, 1)).pass_windows().choose_all("Sword", "Sir Tristan")
        assert table.told("has") == (["Seat 1 has 30 points.", "Seat 2 has 30 points."] if counts else
                                     ["Seat 1 has 15 points.", "Seat 2 has 20 points."])  # fmt: skip
        if not counts:
            assert table.told("wins") == ["Seat 2 wins the tournament."]
            assert (table.tableau(1), table.discard) == (["Sir Tristan"], ["Sword"])
            assert table.tableau(0) == ["Sir Galahad", "Queen Iseult"]


@pytest.mark.rule("QU-137", "QU-089", "QU-087")
@pytest.mark.parametrize(("cleanup", "stays"), [("by_kind", ["Merlin"]), ("all_at_once", [])])
def test_afterwards_weapons_and_amours_are_discarded_and_allies_stay_unless_an_option_says_all(
    new_table: NewTable, cleanup: str, stays: list[str]
):
    table = new_table(cleanup=cleanup).hold(0, "Amour", "Sword", "Merlin").before(1, "Sir Galahad").hold(1, "Amour")
    table.tournament(YORK, entered=(0, 1)).pass_windows().choose_all("Amour, Sword, Merlin", "Amour").pass_windows()
    assert table.tableau(0) == stays
    assert table.tableau(1) == ["Sir Galahad"]
    assert sorted(table.discard) == sorted(["Amour", "Amour", "Sword", *(["Merlin"] if not stays else [])])
    assert table.at(ZONES.played) == []
