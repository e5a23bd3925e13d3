"""Chips that meet each other: Galahad, Fisher King, Lancelot, Black Knight, Morgana and whatever takes chips."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable, Table, flips, with_flips

# Galahad against everything that takes, moves or looks


def protected(table: Table, chip: str, **put: object) -> Table:
    """Seat 0 has closed its fist on Excalibur and holds a Thief; seat 1 (or whoever plays it) resolves a chip."""
    table.put(["Excalibur, Thief", "Spy"], played={0: "Galahad", 1: chip}, **put)
    return table.act("Protect Excalibur")


@pytest.mark.rule("EX-128", "EX-330", "EX-324", "EX-350", "EX-351")
@pytest.mark.parametrize(
    ("chip", "acts"),
    [
        ("Arthur", []),
        ("Green Knight", []),
        ("Merlin", []),
        ("Gawain", ["Name Seat 1"]),
        ("Uther", ["To the left"]),
        ("Guinevere", ["Mix region 1"]),
        ("Lady of the Lake", ["To the left"]),
        ("Spirit", ["To the left"]),
        ("Mordred", ["Name Seat 1", "Swap hands"]),
        ("Spy", ["Name Seat 1", "Show Thief"]),
        ("Caelia", ["Name Seat 1"]),
        ("Thief", ["Steal from Seat 1"]),
        ("Robyn of Roxley", ["Steal from Seat 1"]),
    ],
)
def test_no_effect_touches_the_protected_chip(new_table: NewTable, chip: str, acts: list[str]) -> None:
    table = protected(new_table(2), chip).act(*acts)
    assert table.trashed == ["Galahad of Seat 1", *table.trashed[1:-1], f"{chip} of Seat 2"]
    assert (table.phase, "Excalibur" in table.hand(0), "Excalibur" in table.hand(1)) == ("draw", True, False)
    assert not any("Excalibur" in line for line in table.told(1))
    assert table.seen_in_hand(1, 0).count("Excalibur") == 0


@pytest.mark.rule("EX-128", "EX-330", "EX-113")
def test_caelia_does_not_reach_a_protected_chip_that_she_would_trash(new_table: NewTable) -> None:
    table = new_table(2).put(["Merlin, Arthur", ""], played={0: "Galahad", 1: "Caelia"}).act("Protect Merlin")
    table.act("Name Seat 1")
    assert (table.hand(0), "Arthur of Seat 1" in table.trashed) == (["Merlin"], True)


@pytest.mark.rule("EX-128", "EX-330", "EX-316")
@pytest.mark.parametrize("chip", ["Thief", "Robyn of Roxley", "Peasant", "Merchant", "Artisan"])
def test_a_protected_chip_is_never_among_those_that_can_be_stolen(new_table: NewTable, chip: str) -> None:
    for seed in range(12):
        table = new_table(2, seed=seed).put(["Merlin, Spy", "Uther"], played={0: "Galahad", 1: chip})
        table.act("Protect Merlin", "Steal from Seat 1")
        assert ("Spy" in table.hand(1), "Merlin" in table.hand(1)) == (True, False)


@pytest.mark.rule("EX-128", "EX-330")
@pytest.mark.parametrize("chip", ["Peasant", "Merchant", "Artisan"])
def test_what_steals_and_returns_does_not_reach_it_either(new_table: NewTable, chip: str) -> None:
    table = protected(new_table(2), chip).act("Steal from Seat 1")
    assert sorted(table.hand(1)) == ["Spy", "Thief"]
    assert table.fist(0) == ["Excalibur"]


@pytest.mark.rule("EX-351", "EX-330")
def test_nobody_who_peeks_sees_it(new_table: NewTable) -> None:
    table = protected(new_table(2), "Mordred").act("Name Seat 1")
    assert (table.seen_in_hand(1, 0), table.seen(1, places.ZONES.fist)) == (["Thief"], [])


@pytest.mark.rule("EX-330", "EX-316")
def test_a_seat_whose_only_chip_is_protected_cannot_be_stolen_from(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur", "", "Spy"], played={0: "Galahad", 1: "Thief"}).act("Protect Excalibur")
    assert table.may() == ["Steal from Seat 3"]


@pytest.mark.rule("EX-330", "EX-332")
def test_galahad_revealed_by_morgana_protects_for_the_rest_of_the_round_only(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Excalibur", "Merlin"], played={0: "Morgana", 1: "Green Knight"}, regions=("Galahad, Thief", 3, 3)
    )
    table.draw((1, 1), (1, 1)).act("Reveal Galahad")
    assert table.may() == ["Protect Excalibur", "Protect Thief"]
    table.act("Protect Excalibur")
    assert (table.match.over, sorted(table.hand(0)), table.match.winners) == (True, ["Excalibur", "Thief"], (0,))
    assert table.trashed == ["Galahad of Seat 1", "Morgana of Seat 1", "Green Knight of Seat 2"]


# The Fisher King against what steals and what does not


@pytest.mark.rule("EX-333", "EX-316", "EX-125")
@pytest.mark.parametrize("chip", ["Artisan", "Merchant", "Peasant", "Thief", "Robyn of Roxley"])
def test_a_steal_may_name_a_protected_seat_and_takes_nothing(new_table: NewTable, chip: str) -> None:
    table = new_table(3, flip_chance=100).put(["Spy", "", "Arthur"], played={1: chip}, permanents={0: "Fisher King"})
    table.act("Flip the Fisher King")
    assert [label for label in table.may() if label != "Draw"] == ["Steal from Seat 1", "Steal from Seat 3"]
    table.act("Steal from Seat 1")
    assert (table.hand(0), table.hand(1)) == (["Spy"], [])
    assert table.heard("Seat 2 aims at Seat 1.", 2)
    if chip in ("Thief", "Robyn of Roxley"):
        assert (table.acting, table.may()) == (1, ["Steal from Seat 3"])  # and so Robyn comes to an end
        table.act("Steal from Seat 3")
        assert table.hand(1) == ["Arthur"]
    assert table.trashed == [f"{chip} of Seat 2"]


@pytest.mark.rule("EX-316", "EX-318", "EX-319")
@pytest.mark.parametrize(("chip", "left"), [("Peasant", 2), ("Merchant", 2), ("Artisan", 0)])
def test_what_takes_nothing_returns_nothing_but_the_artisan_places_two(
    new_table: NewTable, chip: str, left: int
) -> None:
    table = new_table(2, flip_chance=100).put(
        ["Spy", "Arthur, Uther"], played={1: chip}, permanents={0: "Fisher King"}, regions=("", "", "")
    )
    table.act("Flip the Fisher King", "Steal from Seat 1")
    if chip == "Artisan":
        table.act("Put Arthur into region 1", "Put Uther into region 1")
    assert (table.trashed, len(table.hand(1)), table.hand(0)) == ([f"{chip} of Seat 2"], left, ["Spy"])


@pytest.mark.rule("EX-316", "EX-158")
def test_robyn_ends_where_only_protected_seats_are_left(new_table: NewTable) -> None:
    table = new_table(2, flip_chance=100).put(["Spy", ""], played={1: "Robyn of Roxley"}, permanents={0: "Fisher King"})
    table.act("Flip the Fisher King")
    assert table.may() == ["Steal from Seat 1"]
    table.act("Steal from Seat 1")
    assert (table.trashed, table.hand_sizes) == (["Robyn of Roxley of Seat 2"], [1, 0])


@pytest.mark.rule("EX-333", "EX-143", "EX-336")
def test_merlins_own_player_may_be_protected_when_chips_are_stolen_back(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100, fisher_king_windows="before_steal").put(
        ["", "Excalibur", "Squire Sword"], played={0: "Merlin"}, permanents={0: "Fisher King"}
    )
    assert table.may() == ["Flip the Fisher King", "Let the Fisher King be"]
    table.act("Let the Fisher King be", "Flip the Fisher King")
    assert table.hand_sizes == [1, 1, 0]


@pytest.mark.rule("EX-334")
@pytest.mark.parametrize(
    ("chip", "acts"),
    [
        ("Gawain", ["Name Seat 1", "Give Excalibur"]),
        ("Green Knight", []),
        ("Uther", ["To the left"]),
        ("Lady of the Lake", ["To the left"]),
        ("Mordred", ["Name Seat 1", "Swap hands"]),
        ("Guinevere", ["Mix region 1", "Take a sword of Seat 1"]),
    ],
)
def test_giving_passing_swapping_and_placing_get_through(new_table: NewTable, chip: str, acts: list[str]) -> None:
    table = new_table(2, flip_chance=100).put(["Excalibur"], played={1: chip}, permanents={0: "Fisher King"})
    table.act("Flip the Fisher King", *acts)
    assert "Excalibur" not in table.hand(0)
    assert table.trashed == [f"{chip} of Seat 2"]


@pytest.mark.rule("EX-334")
def test_caelia_and_the_spy_get_through_as_well(new_table: NewTable) -> None:
    for chip, acts in (("Caelia", ["Name Seat 1"]), ("Spy", ["Name Seat 1", "Show Thief"])):
        table = new_table(2, flip_chance=100).put(["Thief"], played={1: chip}, permanents={0: "Fisher King"})
        table.act("Flip the Fisher King", *acts)
        assert ("Thief" in table.hand(0)) == (chip == "Spy")
        assert table.heard("Seat 2 shows Thief from the hand of Seat 1.") == (chip == "Spy")


@pytest.mark.rule("EX-337", "EX-110", "EX-332", "EX-111")
def test_protection_ends_when_the_black_knight_takes_the_king(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["Spy", "", ""],
        played={1: "Morgana", 2: "Thief"},
        permanents={0: "Fisher King"},
        regions=("Black Knight, Uther", 4, 4),
    )
    table.act("Flip the Fisher King").draw((1, 1), (1, 1)).act("Reveal Black Knight")
    assert table.may() == ["Take the played chip of Seat 3", "Take the permanent of Seat 1"]
    table.act("Take the permanent of Seat 1")
    assert int(table.state.protected) == 0
    assert table.may() == ["Steal from Seat 1", "Steal from Seat 2"]


@pytest.mark.rule("EX-337", "EX-139", "EX-332", "EX-329")
def test_lancelot_over_the_king_and_over_morganas_extra_chip(new_table: NewTable) -> None:
    def build(seed: int) -> Table:
        table = new_table(3, seed=seed).put(
            ["Spy", "", "Merlin"],
            played={1: "Morgana", 2: "Thief"},
            permanents={0: "Fisher King"},
            regions=("Lancelot, Uther", 4, 4),
        )
        return table.act("Flip the Fisher King").draw((1, 1), (1, 1)).act("Reveal Lancelot")

    # The king by himself; then the king again, Lancelot (Morgana is being resolved) and the Thief.
    table = with_flips("up down down up", build)
    assert table.permanents(0) == []
    assert int(table.state.protected) == 0
    assert table.trashed == ["Fisher King of Seat 1", "Lancelot of Seat 2", "Morgana of Seat 2"]
    assert table.may() == ["Steal from Seat 1", "Steal from Seat 2"]


@pytest.mark.rule("EX-332", "EX-058")
def test_a_king_whom_morgana_reveals_stays(new_table: NewTable) -> None:
    table = new_table(2).put(["", "Spy"], played={0: "Morgana"}, regions=("Fisher King, Uther", 4, 4))
    table.draw((1, 1), (1, 1)).act("Reveal Fisher King")
    assert (table.permanents(0), table.hand(0), table.trashed) == (["Fisher King"], ["Uther"], ["Morgana of Seat 1"])


@pytest.mark.rule("EX-332", "EX-327")
def test_the_black_knight_of_morgana_takes_a_chip_that_is_not_resolved_yet(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["", "Spy", ""], played={0: "Morgana", 1: "Merlin", 2: "Arthur"}, regions=("Black Knight, Uther", 4, 4)
    )
    table.draw((1, 1), (1, 1)).act("Reveal Black Knight", "Take the played chip of Seat 2")
    assert sorted(table.hand(0)) == ["Merlin", "Uther"]
    assert not table.heard("Seat 2 uses Merlin.")
    assert table.heard("Seat 3 uses Arthur.")


@pytest.mark.rule("EX-332", "EX-148")
def test_morganas_extra_chip_may_steal_and_meet_the_king(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=0).put(
        ["", "Spy", "Merlin"], played={0: "Morgana"}, permanents={1: "Fisher King"}, regions=("Thief, Uther", 4, 4)
    )
    table.act("Let the Fisher King be").draw((1, 1), (1, 1)).act("Reveal Thief", "Steal from Seat 2")
    assert int(table.state.frame_count) == 4
    table.act("Flip the Fisher King", "Steal from Seat 3")
    assert sorted(table.hand(0)) == ["Merlin", "Spy", "Uther"]
    assert table.trashed == ["Fisher King of Seat 2", "Thief of Seat 1", "Morgana of Seat 1"]


# Robyn's forced repetition


@pytest.mark.rule("EX-158", "EX-159", "EX-316", "EX-323")
def test_robyn_goes_on_past_a_protected_seat_until_there_is_no_target(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100, fisher_king_windows="before_steal").put(
        ["", "Spy, Spy, Spy", "Thief"], played={0: "Robyn of Roxley"}, permanents={1: "Fisher King"}
    )
    table.act("Steal from Seat 2", "Let the Fisher King be", "Steal from Seat 2", "Flip the Fisher King")
    assert (table.hand(0), table.may()) == (["Spy"], ["Steal from Seat 3"])
    table.act("Steal from Seat 3")
    assert table.trashed == ["Robyn of Roxley of Seat 1"]


# Several swords


@pytest.mark.rule("EX-346", "EX-330", "EX-338")
def test_uther_passes_several_swords_and_not_the_protected_one(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Squire Sword", "Cursed Blade", ""], played={0: "Galahad", 1: "Uther"})
    table.act("Protect Squire Sword", "To the left")
    assert table.hands == [["Squire Sword"], ["Excalibur"], ["Cursed Blade"]]


@pytest.mark.rule("EX-330", "EX-338", "EX-343")
def test_guinevere_holds_out_her_own_players_swords_but_not_a_protected_one(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Squire Sword", "Cursed Blade", ""], played={0: "Galahad", 1: "Guinevere"})
    table.act("Protect Excalibur", "Mix region 1")
    assert table.may() == ["No more", "Take a sword of Seat 1", "Take a sword of Seat 2"]
    table.act("Take a sword of Seat 1")
    assert table.may() == ["No more", "Take a sword of Seat 2"]


# Lancelot and a Lancelot that is taken; Avalon running dry


@pytest.mark.rule("EX-326", "EX-036", "EX-327")
def test_the_black_knight_after_lancelot_in_turn_order_is_flipped_first(new_table: NewTable) -> None:
    table = new_table(2, flip_chance=0).put(["Spy"], played={0: "Lancelot", 1: "Black Knight"})
    assert (flips(table), table.phase) == ("down down", "draw")
    assert table.trashed == ["Lancelot of Seat 1", "Black Knight of Seat 2"]


@pytest.mark.rule("EX-303", "EX-034", "EX-304")
def test_a_draw_that_empties_avalon_ends_there_and_the_round_goes_on(new_table: NewTable) -> None:
    table = new_table(3).put(
        ["Spy", "Thief", "Uther"], played={0: "Merchant", 1: "Priest", 2: "Percival"}, regions=("", "Arthur", "")
    )
    table.act("Draw").draw((2, 1)).act("Put Spy into region 3").draw((3, 1))
    assert table.heard("Seat 2 draws chip 1 from region 3.")
    assert (table.match.over, table.hands) == (True, [["Arthur"], ["Spy", "Thief"], ["Uther"]])
