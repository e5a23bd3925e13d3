"""Stealing and returning: Artisan, Merchant, Peasant, Thief, Robyn, Spirit (EX-048 to EX-053, EX-316 to EX-325)."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import NewTable

# What a steal is


@pytest.mark.rule("EX-048", "EX-320", "EX-149", "EX-049")
def test_a_stolen_chip_is_a_random_one_of_the_hand(new_table: NewTable) -> None:
    taken: Counter[str] = Counter()
    for seed in range(300):
        table = new_table(2, seed=seed).put(["", "Spy, Arthur, Merlin"], played={0: "Thief"}).act("Steal from Seat 2")
        taken[table.hand(0)[0]] += 1
    assert set(taken) == {"Spy", "Arthur", "Merlin"}
    assert min(taken.values()) > 70


@pytest.mark.rule("EX-320", "EX-506")
def test_thief_and_victim_know_the_stolen_chip_and_others_the_number(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Spy, Spy", "Priest"], played={0: "Thief"}).act("Steal from Seat 2")
    assert table.heard("You steal Spy.", 0)
    assert table.heard("Seat 1 steals your Spy.", 1)
    assert table.heard("Seat 1 steals 1 chip from Seat 2.", 2)
    assert not any("Spy" in line for line in table.told(2) + table.told())
    assert [table.seen_in_hand(viewer, 0) for viewer in (0, 1, 2, None)] == [["Spy"], ["Spy"], [], []]


@pytest.mark.rule("EX-316")
def test_a_target_is_another_seat_with_a_chip_in_hand(new_table: NewTable) -> None:
    table = new_table(5).put(["Spy, Spy", "Thief", "", "Thief", ""], played={0: "Thief"})
    assert table.may() == ["Steal from Seat 2", "Steal from Seat 4"]


@pytest.mark.rule("EX-050", "EX-354", "EX-016")
def test_there_is_no_way_to_show_a_chip_of_ones_own(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur, Spy", "Thief"], phase="play")
    verbs = {action.verb for action in table.match.legal(0)}
    assert verbs == {"play"}
    shows = [verb.name for verb in table.match.variant.actions.verbs if verb.name.startswith("show")]
    assert shows == ["show"]  # the Spy's, of another hand
    table.put(["Excalibur, Spy", "Thief"], played={0: "Spy"}).act("Name Seat 2")
    assert table.may() == ["Show Thief"]


# Peasant and Merchant


@pytest.mark.rule("EX-149", "EX-150", "EX-318", "EX-406")
def test_peasant_draws_or_steals_one_and_returns_one(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Arthur", "Merlin"], played={0: "Peasant"}, regions=("Thief, Thief", 2, 2))
    assert table.may() == ["Draw", "Steal from Seat 2", "Steal from Seat 3"]
    table.act("Draw").draw((1, 2))
    assert sorted(table.hand(0)) == ["Spy", "Thief"]
    table.act("Put Spy into region 3")
    assert (table.hand(0), table.regions) == (["Thief"], [1, 2, 3])
    table.put(["Spy", "Arthur", "Merlin"], played={0: "Peasant"}).act("Steal from Seat 2", "Give back Spy")
    assert table.hands == [["Arthur"], ["Spy"], ["Merlin"]]


@pytest.mark.rule("EX-140", "EX-141", "EX-317", "EX-051", "EX-052", "EX-053", "EX-319", "EX-407")
def test_merchant_takes_two_and_returns_any_one_to_where_they_came_from(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Arthur, Merlin, Uther", "Thief"], played={0: "Merchant"})
    table.act("Steal from Seat 2")
    stolen = [name for name in table.hand(0) if name != "Spy"]
    assert len(stolen) == 2
    assert table.may() == [f"Give back {name}" for name in table.hand(0)]
    table.act("Give back Spy")
    assert (sorted(table.hand(0)), len(table.hand(1)), table.hand(2)) == (sorted(stolen), 2, ["Thief"])
    assert "Spy" in table.hand(1)
    table.put(["Spy", "Arthur", "Thief"], played={0: "Merchant"}, regions=("Thief, Thief", 3, 3))
    table.act("Draw").draw((1, 1), (2, 1))
    places = [f"Put {name} into region {region}" for region in (1, 2, 3) for name in sorted(set(table.hand(0)))]
    assert sorted(table.may()) == sorted(places)
    table.act("Put Spy into region 1")
    assert (table.regions, len(table.hand(0))) == ([2, 2, 3], 2)


@pytest.mark.rule("EX-721", "EX-317", "EX-038")
def test_two_stolen_of_one_chip_are_one_and_both_hands_keep_their_sizes(new_table: NewTable) -> None:
    table = new_table(2).put(["Cursed Blade, Spy", "Excalibur"], played={0: "Merchant"})
    table.act("Steal from Seat 2", "Give back Cursed Blade")
    assert table.hands == [["Excalibur", "Spy"], ["Cursed Blade"]]
    assert table.heard("Seat 1 steals 1 chip from Seat 2.")
    assert table.heard("You get Cursed Blade from Seat 1.", 1)


@pytest.mark.rule("EX-722", "EX-053", "EX-117")
def test_peasant_may_put_the_cursed_blade_into_another_region(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Cursed Blade, Thief, Thief", "Spy"], played={0: "Peasant"}, regions=("Arthur, Spy", 4, 4)
    )
    table.act("Draw").draw((1, 1))
    assert len(table.hand(0)) == 4
    table.act("Put Cursed Blade into region 2")
    assert (len(table.hand(0)), table.regions, table.region(1)[-1]) == (3, [1, 5, 4], "Cursed Blade")


@pytest.mark.rule("EX-318", "EX-303")
def test_if_only_one_source_is_left_it_must_be_that_and_without_any_nothing_happens(new_table: NewTable) -> None:
    for chip in ("Peasant", "Merchant", "Artisan"):
        table = new_table(2).put(["Spy", ""], played={0: chip})
        assert table.may() == ["Draw"]
        table.put(["Spy", "Thief"], played={0: chip}, regions=("", "", ""))
        assert table.may() == ["Steal from Seat 2"]
        table.put(["Spy", ""], played={0: chip}, regions=("", "", ""))
        assert (table.trashed, table.hand(0), table.regions) == ([f"{chip} of Seat 1"], ["Spy"], [0, 0, 0])


@pytest.mark.rule("EX-319", "EX-125", "EX-333", "EX-321")
def test_where_nothing_was_taken_nothing_is_returned_but_artisan_places_all_the_same(new_table: NewTable) -> None:
    for chip in ("Peasant", "Merchant", "Artisan"):
        table = new_table(2, flip_chance=100, fisher_king_windows="before_steal")
        table.put(["Spy, Arthur", "Thief"], played={0: chip}, permanents={1: "Fisher King"})
        table.act("Steal from Seat 2", "Flip the Fisher King")
        assert table.hand(1)[:1] == ["Thief"]
        assert (table.phase == "resolve") == (chip == "Artisan")
        if chip == "Artisan":
            table.act("Put Spy into region 1", "Put Arthur into region 1")
            assert table.regions[0] == 8


@pytest.mark.rule("EX-303", "EX-319")
def test_a_draw_of_two_from_a_last_chip_takes_one_and_returns_one(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"], played={0: "Merchant"}, regions=("Arthur", "", ""))
    table.act("Draw").draw((1, 1))
    assert table.may()[0] == "Put Arthur into region 1"
    table.act("Put Spy into region 3")
    assert table.hand(0) == ["Arthur"]


# Artisan


@pytest.mark.rule("EX-103", "EX-104", "EX-321", "EX-408", "EX-120")
def test_artisan_takes_two_and_places_two_of_the_hand_swords_too(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur", "Thief, Thief, Spirit"], played={0: "Artisan"})
    table.act("Steal from Seat 2")
    assert len(table.hand(0)) == 3
    table.act("Put Excalibur into region 1")
    table.act(next(label for label in table.may() if "region 3" in label))
    assert (len(table.hand(0)), table.regions, table.region(0)[-1]) == (1, [7, 6, 7], "Excalibur")
    assert table.heard("Seat 1 puts a chip into region 1.", 1)
    assert not any("Excalibur" in line for line in table.told(1))
    table.put(["Spy", "Thief"], played={0: "Artisan"}).act("Draw").draw((1, 1), (1, 1))
    assert (table.phase, len(table.hand(0)), len(table.may())) == ("resolve", 3, 3 * len(set(table.hand(0))))


@pytest.mark.rule("EX-321")
def test_artisan_places_as_many_as_the_hand_has(new_table: NewTable) -> None:
    table = new_table(2, fisher_king_windows="before_steal").put(["", "Thief"], played={0: "Artisan"})
    table.act("Steal from Seat 2", "Put Thief into region 2")
    assert (table.hand(0), table.regions) == ([], [6, 7, 6])


# Thief


@pytest.mark.rule("EX-171", "EX-172", "EX-325", "EX-410")
def test_thief_steals_from_two_different_seats(new_table: NewTable) -> None:
    table = new_table(4).put(["", "Spy, Spy", "Arthur", ""], played={0: "Thief"}).act("Steal from Seat 2")
    assert table.may() == ["Steal from Seat 3"]
    table.act("Steal from Seat 3")
    assert table.hands[:3] == [["Arthur", "Spy"], ["Spy"], []]
    assert table.trashed == ["Thief of Seat 1"]


@pytest.mark.rule("EX-172", "EX-325", "EX-728", "EX-322")
def test_thief_steals_once_where_there_is_no_second_target(new_table: NewTable) -> None:
    table = new_table(2).put(["", "Spy, Spy"], played={0: "Thief"}).act("Steal from Seat 2")
    assert (table.trashed, table.hand_sizes) == (["Thief of Seat 1"], [1, 1])
    table = new_table(4).put(["", "Spy, Spy", "", ""], played={0: "Thief"}).act("Steal from Seat 2")
    assert table.trashed == ["Thief of Seat 1"]
    table = new_table(2).put(["Spy", ""], played={0: "Thief"})
    assert table.trashed == ["Thief of Seat 1"]


@pytest.mark.rule("EX-727", "EX-325", "EX-125", "EX-336")
def test_thief_meets_the_fisher_king(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["", "Spy, Spy", "Arthur"], played={0: "Thief", 2: "Thief"}, permanents={1: "Fisher King"}
    )
    table.act("Let the Fisher King be", "Steal from Seat 2")
    assert (table.acting, table.may()) == (1, ["Flip the Fisher King", "Let the Fisher King be"])
    table.act("Flip the Fisher King")
    assert table.hand(1) == ["Spy", "Spy"]
    assert (table.acting, table.may()) == (0, ["Steal from Seat 3"])
    table.act("Steal from Seat 3")
    assert (table.acting, table.may()) == (2, ["Steal from Seat 1", "Steal from Seat 2"])
    table.act("Steal from Seat 2")
    assert (table.acting, table.may()) == (2, ["Steal from Seat 1"])  # no flip was offered, and nothing was taken
    assert table.hand(1) == ["Spy", "Spy"]


# Robyn of Roxley


@pytest.mark.rule("EX-157", "EX-158", "EX-159", "EX-715", "EX-323")
def test_robyn_steals_until_seven(new_table: NewTable) -> None:
    table = new_table(3).put(
        ["Spy, Spy, Spy", "Thief, Thief, Thief", "Priest, Priest, Priest"], played={0: "Robyn of Roxley"}
    )
    for target in (2, 3, 2, 2):
        assert set(table.may()) <= {"Steal from Seat 2", "Steal from Seat 3"}
        table.act(f"Steal from Seat {target}")
    assert [table.told().count(f"Seat 1 steals 1 chip from Seat {seat}.") for seat in (2, 3)] == [3, 1]
    assert table.trashed == ["Robyn of Roxley of Seat 1"]
    assert len(table.hand(0)) == 7


@pytest.mark.rule("EX-716", "EX-323")
def test_robyn_with_eight_steals_once(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Spy, Spy, Spy, Thief, Thief, Thief, Spirit, Spirit", "Priest, Priest"], played={0: "Robyn of Roxley"}
    )
    table.act("Steal from Seat 2")
    assert (table.trashed, len(table.hand(0))) == (["Robyn of Roxley of Seat 1"], 9)


@pytest.mark.rule("EX-717", "EX-158")
def test_robyn_stops_where_no_target_is_left(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy, Spy, Spy", "Thief", ""], played={0: "Robyn of Roxley"}).act("Steal from Seat 2")
    assert (table.trashed, len(table.hand(0))) == (["Robyn of Roxley of Seat 1"], 4)


@pytest.mark.rule("EX-158", "EX-353")
def test_robyns_repetition_is_compulsory(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy"], played={0: "Robyn of Roxley"})
    assert table.trashed == ["Robyn of Roxley of Seat 1"]
    table.put(["Spy", "Thief, Thief", ""], played={0: "Robyn of Roxley"})
    assert table.may() == ["Steal from Seat 2"]
    table.act("Steal from Seat 2")
    assert table.may() == ["Steal from Seat 2"]


# Spirit


@pytest.mark.rule("EX-718", "EX-160", "EX-161", "EX-162", "EX-324", "EX-411")
def test_spirit_to_the_left_over_hands_of_three_none_and_two(new_table: NewTable) -> None:
    table = new_table(3).put(["Arthur, Merlin, Uther", "", "Spy, Thief"], played={0: "Spirit"})
    assert table.may() == ["To the left", "To the right"]
    table.act("To the left")
    assert [len(hand) for hand in table.hands] == [2, 1, 2]
    assert table.hand(1)[0] in ("Spy", "Thief")
    assert set(table.hand(2)) & {"Arthur", "Merlin", "Uther"}
    told = [line for line in table.told() if " steals " in line]
    assert told == ["Seat 2 steals 1 chip from Seat 3.", "Seat 3 steals 1 chip from Seat 1."]


@pytest.mark.rule("EX-320", "EX-161", "EX-506")
def test_each_thief_and_each_victim_of_a_spirit_are_told_the_chip(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Arthur", "Merlin"], played={0: "Spirit"}).act("To the right")
    for thief, victim, chip in ((1, 0, "Spy"), (2, 1, "Arthur"), (0, 2, "Merlin")):
        assert table.heard(f"You steal {chip}.", thief)
        assert table.heard(f"Seat {thief + 1} steals your {chip}.", victim)
        assert not any(chip in line for line in table.told(3 - thief - victim))


@pytest.mark.rule("EX-160", "EX-322")
def test_spirit_to_the_right(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Arthur", "Merlin"], played={0: "Spirit"}).act("To the right")
    assert table.hands == [["Merlin"], ["Spy"], ["Arthur"]]
    for direction in ("left", "right"):
        table = new_table(2).put(["Spy", "Arthur"], played={0: "Spirit"}).act(f"To the {direction}")
        assert table.hands == [["Arthur"], ["Spy"]]


@pytest.mark.rule("EX-324", "EX-161")
def test_no_chip_moves_on_in_the_same_spirit(new_table: NewTable) -> None:
    for seed in range(30):
        table = new_table(4, seed=seed).put(
            ["Spy, Spy", "Thief, Thief", "Priest, Priest", "Merchant, Merchant"], played={0: "Spirit"}
        )
        table.act("To the left")
        assert table.hands == [["Spy", "Thief"], ["Priest", "Thief"], ["Merchant", "Priest"], ["Merchant", "Spy"]]
