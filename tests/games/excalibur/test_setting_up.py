"""The crown, the key chips, Avalon and its regions (EX-001 to EX-010, EX-200 to EX-202)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.checks import check_game
from workbench.games.excalibur import GAME, rules
from workbench.kernel.game import Measures
from workbench.play import Match
from workbench.storage.errors import OptionError

from .table import SWORDS, NewTable, Table

KEY_CHIPS = ["Excalibur", "Cursed Blade"]
SET_UP = {  # seats -> regions, Avalon after the first draw, empty regions that start the final round
    2: ([20, 20, 20], 54, 1), 3: ([20, 20, 19], 50, 1), 4: ([20, 19, 19], 46, 1), 5: ([19, 19, 19], 42, 1),
    6: ([19, 19, 18], 38, 2), 7: ([19, 18, 18], 34, 2), 8: ([18, 18, 18], 30, 2),
}  # fmt: skip


def new_match(seats: int, seed: int, **options: object) -> Table:
    return Table(Match("excalibur", seats=seats, seed=seed, options=options))


@pytest.mark.rule("EX-001", "EX-002", "EX-211", "EX-400", "EX-513")
def test_chance_gives_the_crown_to_any_seat_unless_the_host_does() -> None:
    crowned = {int(new_match(4, seed).state.crown) for seed in range(60)}
    assert crowned == {0, 1, 2, 3}
    for seat in range(4):
        assert {int(new_match(4, seed, crown_start=f"seat_{seat}").state.crown) for seed in range(5)} == {seat}
    crowned_here = new_match(4, 3)
    assert crowned_here.told()[0] == f"Seat {int(crowned_here.state.crown) + 1} has the crown."


@pytest.mark.rule("EX-211")
def test_a_seat_that_does_not_play_is_refused_the_crown() -> None:
    with pytest.raises(OptionError, match="seats 0 to 2 play"):
        new_match(3, 1, crown_start="seat_3")


@pytest.mark.rule("EX-003", "EX-006", "EX-007", "EX-008", "EX-201")
@pytest.mark.parametrize("seats", range(2, 9))
def test_each_seat_is_dealt_one_chip_and_two_of_them_are_the_key_chips(seats: int) -> None:
    holders: dict[str, set[int]] = {name: set() for name in KEY_CHIPS}
    others = set()
    for seed in range(120):
        new = new_match(seats, seed)
        assert new.hand_sizes == [1] * seats
        dealt = [hand[0] for hand in new.hands]
        assert set(KEY_CHIPS) <= set(dealt)
        for name in KEY_CHIPS:
            holders[name].add(dealt.index(name))
        others |= set(dealt) - set(KEY_CHIPS)
    assert list(holders.values()) == [set(range(seats))] * 2
    assert bool(others) == (seats > 2)


@pytest.mark.rule("EX-201", "EX-005")
def test_the_other_starting_chips_come_from_avalon_and_may_be_the_squire_sword() -> None:
    dealt = [new_match(8, seed).hands for seed in range(80)]
    assert any(["Squire Sword"] in hands for hands in dealt)
    assert len({hand[0] for hands in dealt for hand in hands}) == 27


@pytest.mark.rule("EX-009", "EX-302", "EX-710", "EX-005", "EX-200")
@pytest.mark.parametrize("seats", SET_UP)
def test_the_regions_differ_by_one_chip_at_most_and_the_first_have_the_surplus(seats: int) -> None:
    regions, after, threshold = SET_UP[seats]
    new = new_match(seats, 5)
    assert new.regions == regions
    assert sum(new.hand_sizes) + sum(regions) == 62
    while new.phase == "draw":
        seat = new.asked[0]
        new.match.play(seat, new.match.legal(seat)[0])
    assert (sum(new.regions), new.hand_sizes) == (after, [4] * seats)
    draining = Table(Match("excalibur", seats=seats, seed=5)).put(regions=("Thief", "Spy", 30))
    draining.by(0, "Chip 1 of region 1")
    for seat in range(1, seats):
        draining.by(seat, f"Chip {seat} of region 3")
    assert draining.final == (threshold == 1)


@pytest.mark.rule("EX-005", "EX-400")
def test_avalon_is_mixed() -> None:
    first = {new_match(4, seed).region(0)[0] for seed in range(60)}
    assert len(first) > 12


@pytest.mark.rule("EX-010", "EX-019")
def test_the_first_step_of_the_game_fills_every_hand_to_four() -> None:
    new = new_match(5, 1)
    assert (new.phase, new.asked, new.told()[1]) == ("draw", [0, 1, 2, 3, 4], "Round 1.")
    while new.phase == "draw":
        seat = new.asked[-1]
        new.match.play(seat, new.match.legal(seat)[-1])
    assert new.hand_sizes == [4] * 5


@pytest.mark.rule("EX-200", "EX-210")
def test_two_to_eight_seats_play_four_usually() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6, 7, 8]
    assert GAME.variant().default_seats == 4
    assert len(GAME.variants) == 1
    for seats in (1, 9):
        with pytest.raises(OptionError):
            new_match(seats, 1)


@pytest.mark.rule("EX-202")
@pytest.mark.parametrize("seats", [5, 6, 8])
def test_six_seats_can_empty_a_region_with_the_first_draw_and_five_cannot(seats: int) -> None:
    new = new_match(seats, 1, draw_order="seat_by_seat")
    while new.phase == "draw":
        new.act(new.may()[-1])  # of the smallest region, while it has any
    assert (min(new.regions) == 0) == (seats >= 6)
    assert new.regions.count(0) <= 1
    assert not new.final


@pytest.mark.rule("EX-313", "EX-222")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_squire_sword_stays_in_the_pool_unless_it_is_left_out_of_a_small_table(seats: int) -> None:
    for choice in ("in_pool", "removed"):
        new = new_match(seats, 4, squire_sword_small_table=choice)
        removed = seats <= 3 and choice == "removed"
        assert new.at(rules.ZONES.trash) == (["Squire Sword"] if removed else [])
        assert sum(new.regions) + seats == 62 - removed


@pytest.mark.rule("EX-304", "EX-032")
def test_a_deck_too_small_for_the_table_begins_with_its_final_round(new_table: NewTable) -> None:
    deck = new_table().match.deck
    small = deck.edit(
        remove=[
            row["chip_id"] for row in deck.rows if row["effect"] not in ("spirit", "spy", "excalibur", "cursed_blade")
        ]
    )
    new = Table(Match("excalibur", seats=8, seed=1, deck=small, options={"final_threshold": "1"}))
    assert (new.regions, new.final) == ([1, 1, 0], True)


@pytest.mark.rule("EX-512", "EX-501")
def test_which_seat_has_a_key_chip_is_hidden_and_each_sees_its_own_chip() -> None:
    new = new_match(3, 2)
    for seat in range(3):
        assert [new.seen_in_hand(seat, other) for other in range(3)] == [
            new.hand(other) if other == seat else [] for other in range(3)
        ]
        assert new.seen_in_hand(None, seat) == []
    assert not any(sword in line for sword in SWORDS for line in new.told())


@pytest.mark.rule("EX-003", "EX-005", "EX-008")
def test_the_deal_is_fair_and_the_key_chips_are_dealt_apart() -> None:
    assert check_game(GAME, checks=["fair shuffle"]).passed
    unaware = replace(GAME, variants=(replace(GAME.variant(), measures=Measures(dealt_apart=lambda arrays: ())),))
    failure = check_game(unaware, checks=["fair shuffle"])["fair shuffle"].failure
    assert failure is not None
    assert "over 400 deals card" in failure.text
