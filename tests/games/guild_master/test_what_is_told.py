"""What the log tells of a turn and of the end, line by line, and to whom."""

from __future__ import annotations

import pytest

from .table import NewTable, Table

HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks"], 2: ["Castle", "Temple"], 3: ["Pub"]}
ALL = (None, 0, 1, 2, 3)  # None is a spectator
TURN = (
    ("You draw Arena.", (0,)),
    ("You draw Bridge.", (0,)),
    ("Seat 1 draws 2 cards; 1 left in the stock.", ALL),
    ("Seat 1 offers Seat 2 2 cards.", ALL),
    ("Seat 1 asks for 1 card in return.", ALL),
    ("Seat 1 asks for cards of Food and agriculture.", ALL),
    ("Seat 1 puts Mason into the trade.", (0, 1)),
    ("Seat 1 puts Port into the trade.", (0, 1)),
    ("Seat 2 offers 1 card in return.", ALL),
    ("Seat 2 puts Docks into the trade.", (0, 1)),
    ("Seat 1 gives Seat 2 2 cards for 1 card.", ALL),
    ("Seat 1 offers Seat 3 1 card.", ALL),
    ("Seat 1 puts Quarry into the trade.", (0, 2)),
    ("Seat 3 says no.", ALL),
    ("Seat 1 discards 2 cards.", ALL),
    ("Seat 1 discards Quarry.", ALL),
    ("Seat 1 discards Arena.", ALL),
    ("You draw Inn.", (0,)),
    ("Seat 1 draws 1 card; 0 left in the stock.", ALL),
    ("Seat 1 draws the last card of the stock.", ALL),
    ("Seat 1 offers Seat 4 no cards.", ALL),
    ("Seat 4 offers 1 card in return.", ALL),
    ("Seat 4 puts Pub into the trade.", (0, 3)),
    ("Seat 1 takes the offer back.", ALL),
    ("Seat 1 chooses Trade and transport for building.", ALL),
    ("Seat 1 builds 2 cards.", ALL),
    ("Seat 1 builds Docks.", ALL),
    ("Seat 1 builds Bridge.", ALL),
)
# With nothing shown before it must be, cards of trades and discards are told to fewer seats.
FACE_DOWN = {
    "Seat 1 puts Mason into the trade.": (0,),
    "Seat 1 puts Port into the trade.": (0,),
    "Seat 2 puts Docks into the trade.": (1,),
    "Seat 1 puts Quarry into the trade.": (0,),
    "Seat 4 puts Pub into the trade.": (3,),
    "Seat 1 discards Arena.": (0,),
    "Seat 1 discards Quarry.": (0,),
}
RECEIVED = (
    ("Seat 2 receives Mason.", (1,)),
    ("Seat 2 receives Port.", (1,)),
    ("Seat 1 receives Docks.", (0,)),
)


def play_turn(table: Table) -> list[list[str]]:
    """Play seat 0's turn to its end; what each of ALL was told of it."""
    table.put(hands=HANDS, stock=["Arena", "Bridge", "Inn"])
    before = [len(table.match.seat_log(viewer)) for viewer in ALL]
    table.play(0, "draw", 2)
    table.offer(0, 1, ["Mason", "Port"], wish_number=1, wish_category="F").answer(1, ["Docks"]).play(0, "confirm")
    table.offer(0, 2, ["Quarry"]).play(2, "decline").play(0, "end_trade").discard(0, ["Arena", "Quarry"])
    table.play(0, "draw", 1)
    table.offer(0, 3).answer(3, ["Pub"]).play(0, "withdraw").play(0, "end_trade").build(0, "T", ["Bridge", "Docks"])
    return [table.match.seat_log(viewer)[start:] for viewer, start in zip(ALL, before, strict=True)]


@pytest.mark.rule("GM-501", "GM-504", "GM-506", "GM-401", "GM-406", "GM-407", "GM-408", "GM-409", "GM-052")
def test_each_seat_is_told_its_own_cards_and_everybody_the_numbers(new_table: NewTable) -> None:
    told = play_turn(new_table(4))
    assert told == [[line for line, hearers in TURN if viewer in hearers] for viewer in ALL]


@pytest.mark.rule("GM-280", "GM-282", "GM-504")
def test_face_down_cards_are_shown_to_those_who_give_and_receive_them(new_table: NewTable) -> None:
    turn = [(line, FACE_DOWN.get(line, hearers)) for line, hearers in TURN]
    turn[11:11] = RECEIVED
    told = play_turn(new_table(4, discard_visibility="face_down", trade_reveal="face_down"))
    assert told == [[line for line, hearers in turn if viewer in hearers] for viewer in ALL]


@pytest.mark.rule("GM-029", "GM-309", "GM-289")
def test_turns_and_the_reason_of_an_early_end_are_reported(new_table: NewTable) -> None:
    stalled = new_table(2, stall_rounds=1).pass_to("game_over")
    lines = stalled.match.seat_log(None)
    assert [line for line in lines if line.startswith(("Turn", "Nothing", "The game"))] == [
        "Turn 1: Seat 1.",
        "Turn 2: Seat 2.",
        "Nothing has happened for 1 round: the game ends.",
    ]
    stopped = new_table(2, stall_rounds=9, max_turns=3).pass_to("game_over")
    assert stopped.match.seat_log(1)[-1] == "The game stops after 3 turns."
