"""Chips that move swords: Arthur, Gawain, Green Knight, Guinevere, Merlin, Uther (EX-044, EX-338 to EX-346)."""

from __future__ import annotations

from collections import Counter

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable


@pytest.mark.rule("EX-044", "EX-004", "EX-115", "EX-119", "EX-166", "EX-117", "EX-121", "EX-168")
def test_the_three_swords_can_change_hands_and_nothing_else_is_one(new_table: NewTable) -> None:
    table = new_table(3).put(
        ["", "Excalibur, Merlin, Uther", "Cursed Blade, Squire Sword, Arthur"], played={0: "Green Knight"}
    )
    assert table.hands == [["Cursed Blade", "Excalibur", "Squire Sword"], ["Merlin", "Uther"], ["Arthur"]]


# Arthur


@pytest.mark.rule("EX-101", "EX-102", "EX-338", "EX-342", "EX-412", "EX-339", "EX-510")
def test_arthur_takes_one_of_the_swords_the_others_hold_out(new_table: NewTable) -> None:
    taken: Counter[str] = Counter()
    for seed in range(60):
        table = new_table(3, seed=seed).put(
            ["Excalibur", "Cursed Blade, Squire Sword, Spy", "Thief"], played={0: "Arthur"}
        )
        assert table.may() == ["Take a sword of Seat 2"]
        assert table.heard("Seat 2 holds out 2 swords.")
        assert not any("Seat 3 holds" in line or "Seat 1 holds" in line for line in table.told())
        assert list(table.state.swords_out[:3]) == [0, 2, 0]
        assert [len(table.seen(viewer, places.ZONES.held_out + 1)) for viewer in (None, 0, 1, 2)] == [0, 0, 2, 0]
        table.act("Take a sword of Seat 2")
        (got,) = set(table.hand(0)) - {"Excalibur"}
        taken[got] += 1
        assert (len(table.hand(1)), table.at(places.ZONES.held_out + 1)) == (2, [])
        assert [table.seen_in_hand(viewer, 0) for viewer in (1, 2)] == [[got], []]
    assert min(taken["Cursed Blade"], taken["Squire Sword"]) > 15


@pytest.mark.rule("EX-339", "EX-506")
def test_arthur_and_his_victim_are_told_which_sword_it_was_and_nobody_else(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Excalibur"], played={0: "Arthur"}).act("Take a sword of Seat 2")
    assert table.heard("You steal Excalibur.", 0)
    assert table.heard("Seat 1 steals your Excalibur.", 1)
    assert not any("Excalibur" in line for line in table.told(2))


@pytest.mark.rule("EX-510")
def test_how_many_swords_were_held_out_is_told_of_the_last_call_alone(new_table: NewTable) -> None:
    table = new_table(3).put(
        ["", "Excalibur, Squire Sword", "Cursed Blade"], played={0: "Arthur", 1: "Green Knight", 2: "Peasant"}
    )
    assert list(table.state.swords_out[:3]) == [0, 2, 1]
    table.act("Take a sword of Seat 3")
    assert list(table.state.swords_out[:3]) == [1, 0, 0]


@pytest.mark.rule("EX-102", "EX-342", "EX-338")
def test_arthur_chooses_the_seat_and_must_take_a_sword_if_there_is_one(new_table: NewTable) -> None:
    table = new_table(4).put(["", "Excalibur", "", "Squire Sword"], played={0: "Arthur"})
    assert table.may() == ["Take a sword of Seat 2", "Take a sword of Seat 4"]
    table.act("Take a sword of Seat 4")
    assert table.hands == [["Squire Sword"], ["Excalibur"], [], []]
    table.put(["Excalibur", "Spy"], played={0: "Arthur"})
    assert table.trashed == ["Arthur of Seat 1"]


@pytest.mark.rule("EX-335", "EX-219", "EX-336", "EX-333")
def test_a_seat_under_the_fisher_king_holds_out_no_sword_to_arthur(new_table: NewTable) -> None:
    windows = {"flip_chance": 100, "fisher_king_windows": "before_steal"}
    table = new_table(3, **windows).put(
        ["", "Excalibur", "Squire Sword"], played={0: "Arthur"}, permanents={1: "Fisher King"}
    )
    table.act("Flip the Fisher King")
    assert table.may() == ["Take a sword of Seat 3"]
    table = new_table(3, fisher_king_blocks_arthur=False, **windows).put(
        ["", "Excalibur", "Squire Sword"], played={0: "Arthur"}, permanents={1: "Fisher King"}
    )
    assert table.may() == ["Take a sword of Seat 2", "Take a sword of Seat 3"]


@pytest.mark.rule("EX-336", "EX-338")
def test_arthurs_own_player_is_offered_no_flip(new_table: NewTable) -> None:
    table = new_table(3, fisher_king_windows="before_steal").put(
        ["", "Excalibur"], played={0: "Arthur"}, permanents={0: "Fisher King"}
    )
    assert table.may() == ["Take a sword of Seat 2"]


# Gawain


@pytest.mark.rule("EX-129", "EX-130", "EX-414", "EX-339")
def test_gawain_is_given_a_sword_of_the_givers_choice(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Excalibur, Cursed Blade, Thief"], played={0: "Gawain"})
    assert table.may() == ["Name Seat 2", "Name Seat 3"]
    table.act("Name Seat 2")
    assert (table.acting, table.may()) == (1, ["Give Cursed Blade", "Give Excalibur"])
    table.act("Give Cursed Blade")
    assert table.hands == [["Cursed Blade", "Spy"], ["Excalibur", "Thief"], []]
    assert table.heard("Seat 2 gives Seat 1 1 sword.", 2)
    assert [table.seen_in_hand(viewer, 0) for viewer in (1, 2)] == [["Cursed Blade"], []]


@pytest.mark.rule("EX-414", "EX-501")
def test_how_many_swords_a_seat_could_give_gawain_shows_nowhere(new_table: NewTable) -> None:
    views = []
    for hand in ("Excalibur, Cursed Blade, Squire Sword", "Excalibur, Spy, Thief"):
        table = new_table(3).put(["Spy", hand], played={0: "Gawain"}).act("Name Seat 2")
        views.append([table.view_without_box(viewer) for viewer in (0, 2, None)])
        table.act("Give Excalibur")
        views[-1] += [table.view_without_box(viewer) for viewer in (2, None)]
    assert views[0] == views[1]


@pytest.mark.rule("EX-345", "EX-129")
def test_a_seat_without_a_sword_gives_gawain_nothing_and_all_learn_it(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Thief"], played={0: "Gawain"}).act("Name Seat 2")
    assert table.heard("Seat 2 has no sword.")
    assert table.trashed == ["Gawain of Seat 1"]


# Green Knight and Merlin


@pytest.mark.rule("EX-131", "EX-338", "EX-339", "EX-510")
def test_all_others_give_the_green_knight_their_swords(new_table: NewTable) -> None:
    table = new_table(4).put(["", "Excalibur, Spy", "Thief", "Squire Sword, Cursed Blade"], played={0: "Green Knight"})
    assert table.hands == [["Cursed Blade", "Excalibur", "Squire Sword"], ["Spy"], ["Thief"], []]
    assert table.heard("Seat 4 gives Seat 1 2 swords.")
    assert list(table.state.swords_out[:4]) == [0, 1, 0, 2]
    assert [table.seen_in_hand(viewer, 0) for viewer in (1, 2, 3)] == [
        ["Excalibur"], [], ["Cursed Blade", "Squire Sword"],
    ]  # fmt: skip


@pytest.mark.rule("EX-142", "EX-143", "EX-344", "EX-720", "EX-338")
def test_each_giver_steals_one_chip_back_from_merlin_in_turn_order(new_table: NewTable) -> None:
    table = new_table(4).put(["Spy, Thief", "Excalibur", "Arthur", "Squire Sword, Cursed Blade"], played={0: "Merlin"})
    assert table.hand_sizes == [3, 1, 1, 1]
    told = [line for line in table.told() if " gives " in line or "steals" in line]
    assert told == [
        "Seat 2 gives Seat 1 1 sword.",
        "Seat 4 gives Seat 1 2 swords.",
        "Seat 2 steals 1 chip from Seat 1.",
        "Seat 4 steals 1 chip from Seat 1.",
    ]
    assert table.hand(2) == ["Arthur"]


@pytest.mark.rule("EX-344", "EX-143")
def test_what_is_stolen_back_from_merlin_is_any_chip_swords_too(new_table: NewTable) -> None:
    back = Counter(
        new_table(2, seed=seed).put(["Spy, Thief", "Excalibur"], played={0: "Merlin"}).hand(1)[0] for seed in range(120)
    )
    assert set(back) == {"Spy", "Thief", "Excalibur"}
    assert min(back.values()) > 20


@pytest.mark.rule("EX-143", "EX-036")
def test_the_first_giver_after_the_crown_steals_first(new_table: NewTable) -> None:
    table = new_table(3).put(["Squire Sword", "", "Excalibur"], played={1: "Merlin"}, crown=2)
    assert [line for line in table.told() if "steals" in line] == [
        "Seat 3 steals 1 chip from Seat 2.",
        "Seat 1 steals 1 chip from Seat 2.",
    ]


@pytest.mark.rule("EX-338", "EX-131", "EX-142")
def test_the_actor_gives_no_sword_to_itself_and_steals_none_back(new_table: NewTable) -> None:
    for chip in ("Green Knight", "Merlin"):
        table = new_table(3).put(["Excalibur", "Spy", "Thief"], played={0: chip})
        assert (table.hand_sizes, list(table.state.swords_out[:3])) == ([1, 1, 1], [0, 0, 0])
        assert not any(" gives " in line or "steals" in line for line in table.told())


# Guinevere


@pytest.mark.rule("EX-132", "EX-133", "EX-134", "EX-338", "EX-343", "EX-413")
def test_guinevere_puts_up_to_two_swords_unseen_into_a_region_and_mixes_it(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Spy", "Cursed Blade", "Squire Sword"], played={0: "Guinevere"})
    assert table.may() == ["Mix region 1", "Mix region 2", "Mix region 3"]
    assert table.hand_sizes == [1, 0, 0]
    table.act("Mix region 2")
    assert table.may() == ["No more", *(f"Take a sword of Seat {seat}" for seat in (1, 2, 3))]
    table.act("Take a sword of Seat 1")
    assert table.may() == ["No more", "Take a sword of Seat 2", "Take a sword of Seat 3"]
    table.act("Take a sword of Seat 3")
    assert table.hands == [["Spy"], ["Cursed Blade"], []]
    assert table.heard("Seat 1 puts a sword of Seat 3 into region 2.", 1)
    assert (sorted(set(table.region(1)) & {"Excalibur", "Squire Sword"}), table.regions) == (
        ["Excalibur", "Squire Sword"],
        [6, 8, 6],
    )
    assert table.heard("Seat 1 mixes region 2.")


@pytest.mark.rule("EX-134", "EX-043", "EX-300")
def test_guinevere_mixes_one_region_and_all_forget_its_slots(new_table: NewTable) -> None:
    first = set()
    for seed in range(40):
        regions = ("Peasant, Merchant, Spy, Thief, Priest, Arthur", "Peasant, Merchant, Merlin, Thief, Priest", 3)
        table = new_table(2, seed=seed).put(["", "Excalibur"], played={0: "Guinevere"}, regions=regions)
        table.let_see(1, "Spy", places.ZONES.region_0).let_see(1, "Merlin", places.ZONES.region_0 + 1)
        before = table.region(1)
        table.act("Mix region 1", "Take a sword of Seat 2")
        first.add(table.region(0).index("Excalibur"))
        assert table.region(1) == before
        assert table.seen_in_slots(1, 0) == [None] * 7
        assert table.seen_in_slots(1, 1) == [None, None, "Merlin", None, None]
    assert first == set(range(7))


@pytest.mark.rule("EX-343", "EX-133")
def test_guinevere_may_place_none_and_mixes_all_the_same(new_table: NewTable) -> None:
    table = new_table(2).put(["Cursed Blade", "Excalibur"], played={0: "Guinevere"}).act("Mix region 3", "No more")
    assert (table.hands, table.regions) == ([["Cursed Blade"], ["Excalibur"]], [6, 6, 6])
    assert table.heard("Seat 1 mixes region 3.")
    orders = set()
    for seed in range(20):
        table = new_table(2, seed=seed).put(
            ["", "Excalibur"], played={0: "Guinevere"}, regions=(3, "Spy, Thief, Uther", 3)
        )
        table.let_see(1, "Spy", places.ZONES.region_0 + 1).act("Mix region 2", "No more")
        orders.add(tuple(table.region(1)))
        assert table.seen_in_slots(1, 1) == [None] * 3
    assert len(orders) > 3, "mixed although no sword was put there"
    table.put(["Spy", "Thief"], played={0: "Guinevere"}).act("Mix region 3")
    assert table.heard("Seat 1 mixes region 3.")
    assert table.trashed == ["Guinevere of Seat 1"]


@pytest.mark.rule("EX-343", "EX-413", "EX-339")
def test_which_of_two_swords_guinevere_takes_is_chance_and_only_its_seat_knows(new_table: NewTable) -> None:
    left = Counter()
    for seed in range(60):
        table = new_table(3, seed=seed).put(["", "Excalibur, Cursed Blade"], played={0: "Guinevere"})
        table.let_see(2, "Excalibur", places.ZONES.held_out + 1)
        table.act("Mix region 1", "Take a sword of Seat 2", "No more")
        left[table.hand(1)[0]] += 1
        assert [table.seen_in_hand(viewer, 1) for viewer in (0, 2)] == [[], []]
    assert min(left["Excalibur"], left["Cursed Blade"]) > 15


# Uther


@pytest.mark.rule("EX-173", "EX-174", "EX-719", "EX-346", "EX-338", "EX-411")
def test_uther_passes_all_swords_to_the_left_at_once(new_table: NewTable) -> None:
    table = new_table(4).put(["Excalibur", "Cursed Blade", "Spy", ""], played={0: "Uther"})
    assert table.may() == ["To the left", "To the right"]
    table.act("To the left")
    assert table.hands == [[], ["Excalibur"], ["Cursed Blade", "Spy"], []]
    assert table.heard("Seat 1 points to the left.")
    assert table.heard("Seat 2 holds out 1 sword.")
    assert [table.seen_in_hand(viewer, 1) for viewer in (0, 2, 3)] == [["Excalibur"], [], []]


@pytest.mark.rule("EX-173", "EX-174", "EX-322")
def test_uther_to_the_right_and_with_several_swords(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Squire Sword", "Cursed Blade"], played={1: "Uther"}).act("To the right")
    assert table.hands == [["Cursed Blade"], [], ["Excalibur", "Squire Sword"]]
    for direction in ("left", "right"):
        table = new_table(2).put(["Excalibur", "Cursed Blade"], played={0: "Uther"}).act(f"To the {direction}")
        assert table.hands == [["Cursed Blade"], ["Excalibur"]]
