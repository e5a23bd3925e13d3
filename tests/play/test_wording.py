"""What a match calls its things."""

from __future__ import annotations

from workbench.play import Match


def test_a_number_that_is_no_seat_has_nobodys_name() -> None:
    match = Match("guild_master", seats=3, names={0: "Anna", 1: "Ben", 2: "Carl"})
    assert [match.naming("seat", number) for number in range(3)] == ["Anna", "Ben", "Carl"]
    assert not {match.naming("seat", number) for number in (-1, 3)} & {"Anna", "Ben", "Carl"}


def test_an_action_is_worded_once_and_anew_where_a_seat_is_called_otherwise(match: Match) -> None:
    offer = match.legal(0)[0]
    assert (offer.label, match.legal(0)[0] is offer) == ("Offer cards to Seat 2", True)
    other = match.fork()
    assert other.legal(0)[0] is offer, "a copy uses the same words"
    other.name_seats({1: "Anna"})
    assert other.legal(0)[0].label == "Offer cards to Anna"
    assert match.legal(0)[0] is offer
