"""The eight events (QU-138 to QU-151, QU-260 to QU-266, and the worked example QG-14)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import ZONES, Table

SQUIRE, KNIGHT, CHAMPION = "squire", "knight", "champion_knight"
FAVOR, CALL, PROSPERITY = "Queen's Favor", "King's Call to Arms", "Prosperity Throughout the Realm"


def seated(table: Table, *seats: tuple[str, int]) -> Table:
    """Give the seats their ranks and shields."""
    for seat, (rank, shields) in enumerate(seats):
        table.rank(seat, rank, shields)
    return table


@pytest.mark.rule("QU-138", "QU-139", "QU-033", "QU-140", "QU-141", "QU-142")
@pytest.mark.parametrize(
    ("event", "drawer", "before", "after"),
    [
        ("Pox", 0, [(SQUIRE, 1), (SQUIRE, 0), (SQUIRE, 1), (SQUIRE, 3)], [(0, 1), (0, 0), (0, 0), (0, 2)]),
        ("Pox", 3, [(SQUIRE, 1), (KNIGHT, 0), (SQUIRE, 1), (SQUIRE, 3)], [(0, 0), (1, 0), (0, 0), (0, 3)]),
        ("Plague", 0, [(KNIGHT, 1), (SQUIRE, 4), (SQUIRE, 4), (SQUIRE, 4)], [(1, 0), (0, 4), (0, 4), (0, 4)]),
        ("Plague", 2, [(KNIGHT, 1), (SQUIRE, 4), (SQUIRE, 4), (SQUIRE, 4)], [(1, 1), (0, 4), (0, 2), (0, 4)]),
        ("Chivalrous Deed", 0, [(KNIGHT, 0), (SQUIRE, 2), (SQUIRE, 1), (SQUIRE, 1)],
         [(1, 0), (0, 2), (0, 4), (0, 4)]),
        ("Chivalrous Deed", 1, [(KNIGHT, 1), (SQUIRE, 4), (SQUIRE, 4), (CHAMPION, 0)],
         [(1, 1), (1, 2), (1, 2), (2, 0)]),
        ("Chivalrous Deed", 0, [(CHAMPION, 8), (CHAMPION, 7), (CHAMPION, 9), (CHAMPION, 8)],
         [(2, 8), (3, 0), (2, 9), (2, 8)]),
    ],
)  # fmt: skip
def test_shields_are_gained_or_lost_as_the_event_says(
    new_table: NewTable,
    event: str,
    drawer: int,
    before: list[tuple[str, int]],
    after: list[tuple[int, int]],
):
    table = seated(new_table(), *before).turn(event, drawer=drawer)
    assert [(int(table.state.rank[seat]), int(table.state.shields[seat])) for seat in range(4)] == after
    for viewer in (None, 0, 1, 2, 3):
        assert table.log(viewer)[0] == f"Seat {drawer + 1} draws {event}."
    assert event in table.at(ZONES.story_discard)
    assert int(table.state.frame_count) == 0


@pytest.mark.rule("QU-140")
def test_the_lowest_rank_is_that_of_somebody_who_plays(new_table: NewTable):
    table = seated(new_table(seats=3), (KNIGHT, 0), (KNIGHT, 0), (CHAMPION, 0)).turn("Chivalrous Deed", drawer=0)
    assert [int(table.state.shields[seat]) for seat in range(3)] == [3, 3, 0]


@pytest.mark.rule("QU-145", "QU-146", "QU-010")
def test_queens_favor_gives_two_cards_to_all_of_the_lowest_rank(new_table: NewTable):
    table = seated(new_table(), (KNIGHT, 0), (SQUIRE, 3), (SQUIRE, 0), (CHAMPION, 0))
    for seat, number in enumerate((6, 12, 9, 6)):
        table.hold(seat, *["Sword", "Horse", "Saxon Knight", "Lance"][seat : seat + 1] * min(number, 6))
        table.hold(seat, *["Sword", "Robber Knight", "Thieves", "Lance"][seat : seat + 1] * (number - 6))
    table.turn(FAVOR)
    assert (table.held, table.asked) == ([6, 14, 11, 6], (1,))
    table.act(1, "Discard Horse", "Discard Horse")
    assert (table.held, table.match.turn) == ([6, 12, 11, 6], 2)


@pytest.mark.rule("QU-143", "QU-262", "QU-138")
def test_kings_recognition_waits_and_its_card_is_discarded(new_table: NewTable):
    table = new_table().turn("King's Recognition")
    assert int(table.state.pending_recognition) == 1
    assert table.at(ZONES.story_discard) == ["King's Recognition"]
    assert table.log()[1] == "Extra shields wait for the next completed quest (1 card)."
    assert table.match.view(2)["fields"]["pending_recognition"] == 1


@pytest.mark.rule("QU-147", "QU-088")
def test_court_called_to_camelot_discards_all_allies_in_play(new_table: NewTable):
    table = new_table().before(0, "Sir Galahad", "Merlin").before(2, "King Arthur").hold(1, "Sir Gawain")
    table.begin("turn_start", current=3).pass_windows()
    table.turn("Court Called to Camelot", drawer=3).pass_windows()
    assert [table.tableau(seat) for seat in range(4)] == [[]] * 4
    assert sorted(table.discard) == ["King Arthur", "Merlin", "Sir Galahad"]
    assert table.hand(1) == ["Sir Gawain"]


@pytest.mark.rule("QU-148", "QU-149", "QU-263", "QU-264", "QU-265", "QU-138")
def test_call_to_arms_takes_a_weapon_or_foes_of_all_of_the_highest_rank_in_secret(new_table: NewTable):
    table = seated(new_table(), (CHAMPION, 0), (KNIGHT, 0), (CHAMPION, 0), (SQUIRE, 0))
    table.hold(0, "Sword", "Lance", "Boar", "Amour").hold(1, "Sword").hold(2, "Boar", "Amour").hold(3, "Horse")
    table.turn(CALL)
    assert table.asked == (0, 2)
    assert table.labels(0) == ["Take Lance", "Take Sword"]
    assert table.labels(2) == ["Take Boar"]
    table.act(0, "Take Lance")
    assert table.labels(0) == ["Put Lance back", "Done"]
    table.act(0, "Done")
    assert table.discard == []
    assert table.told("discards") == []
    with pytest.raises(IllegalAction):
        table.act(0, "Take Sword")
    table.choose(2, "Boar")
    assert table.told("discards", viewer=3) == ["Seat 1 discards Lance.", "Seat 3 discards Boar."]
    assert sorted(table.discard) == ["Boar", "Lance"]
    assert table.match.turn == 2


@pytest.mark.rule("QU-149", "QU-263", "QU-264")
@pytest.mark.parametrize(
    ("hand", "taken"),
    [("Boar, Thieves, Giant", 2), ("Boar, Boar", 2), ("Boar", 1), ("Amour, Test of Valor", 0), ("", 0)],
)
def test_without_a_weapon_two_foes_go_or_those_there_are(new_table: NewTable, hand: str, taken: int):
    cards = [name for name in hand.split(", ") if name]
    table = seated(new_table(), (KNIGHT, 0)).hold(0, *cards).play(0, "Excalibur").turn(CALL)
    assert table.asked == (0,)
    for n in range(taken):
        assert "Done" not in table.labels(0)
        table.act(0, next(label for label in table.labels(0) if label.startswith("Take")))
        assert int(table.state.staged_count[0]) == n + 1
    assert [label for label in table.labels(0) if not label.startswith("Put")] == ["Done"]
    table.act(0, "Done")
    assert len(table.discard) == taken
    assert table.at(ZONES.played) == ["Excalibur"]  # only cards in hand count


@pytest.mark.rule("QU-150")
def test_prosperity_gives_everybody_two_cards(new_table: NewTable):
    table = new_table().turn(PROSPERITY)
    assert (table.held, table.match.turn) == ([2] * 4, 2)


@pytest.mark.rule("QU-151", "QU-266", "QU-012")
def test_prosperity_may_be_left_by_option_both_cards_or_none(new_table: NewTable):
    table = new_table(prosperity="may_draw").hold(3, *["Sword"] * 12).turn(PROSPERITY, drawer=2)
    assert (table.asked, table.labels(2)) == ((2,), ["Take two cards", "Leave them"])
    table.act(2, "Leave them")
    assert table.log()[-1] == "Seat 3 takes no cards."
    assert table.asked == (3,)
    table.act(3, "Take two cards", "Discard Sword", "Discard Sword")
    assert table.asked == (0,)
    table.act(0, "Take two cards").act(1, "Leave them")
    assert (table.held, table.match.turn, table.asked) == ([2, 0, 0, 12], 2, (3,))
