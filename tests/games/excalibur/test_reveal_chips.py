"""Chips that act when they are shown, and flips: Black Knight, Fisher King, Galahad, Lancelot (EX-056 to EX-063)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable, Table, flips, with_flips

# Flips


@pytest.mark.rule("EX-062", "EX-063", "EX-217", "EX-420")
@pytest.mark.parametrize(("chance", "least", "most"), [(0, 0, 0), (50, 70, 130), (100, 200, 200)])
def test_a_flipped_chip_lands_face_up_by_chance(new_table: NewTable, chance: int, least: int, most: int) -> None:
    ups = 0
    for seed in range(100):
        table = new_table(2, seed=seed, flip_chance=chance).put(["Spy", ""], played={0: "Black Knight"})
        ups += flips(table).split().count("up")
        assert table.told(1) == table.told()
    assert least <= ups <= most


@pytest.mark.rule("EX-724", "EX-108", "EX-138")
def test_the_black_knight_succeeds_three_times_in_four_and_a_chip_survives_lancelot_once_in_two(
    new_table: NewTable,
) -> None:
    successes = survivals = 0
    for seed in range(400):
        table = new_table(2, seed=seed).put([], played={0: "Black Knight", 1: "Peasant"})
        successes += table.phase == "reveal"
        table.put(["Thief"], played={0: "Lancelot", 1: "Peasant"})
        survivals += table.phase == "resolve"
    assert 265 < successes < 335
    assert 160 < survivals < 240


# Black Knight


@pytest.mark.rule("EX-108", "EX-109", "EX-063")
@pytest.mark.parametrize(
    ("landed", "takes"), [("up up", True), ("up down", True), ("down up", True), ("down down", False)]
)
def test_one_flip_of_two_is_enough_for_the_black_knight(new_table: NewTable, landed: str, takes: bool) -> None:
    table = with_flips(
        landed, lambda seed: new_table(2, seed=seed).put(["", "Thief"], played={0: "Black Knight", 1: "Peasant"})
    )
    assert (table.phase == "reveal") == takes
    if takes:
        table.act("Take the played chip of Seat 2")
        assert (table.hand(0), table.played(1)) == (["Peasant"], [])
    assert "Black Knight of Seat 1" in table.trashed


@pytest.mark.rule("EX-726", "EX-110", "EX-327")
def test_a_lancelot_that_the_black_knight_takes_never_acts(new_table: NewTable) -> None:
    chips = {0: "Black Knight", 1: "Peasant", 2: "Lancelot"}
    table = with_flips("down up", lambda seed: new_table(3, seed=seed).put(["", "Thief"], played=chips))
    table.act("Take the played chip of Seat 3")
    assert (table.phase, table.acting, table.hand(0)) == ("resolve", 1, ["Lancelot"])
    assert flips(table) == "down up"
    assert [table.seen_in_hand(viewer, 0) for viewer in (1, 2)] == [["Lancelot"]] * 2
    table.act("Draw").draw((1, 1))
    table.act(table.may()[0])
    assert [line for line in table.told() if " uses " in line] == ["Seat 2 uses Peasant."]
    assert not table.heard("Seat 3's Lancelot is trashed.")


@pytest.mark.rule("EX-111", "EX-109", "EX-328", "EX-405", "EX-353")
def test_the_black_knight_chooses_any_played_chip_or_permanent_but_himself_and_must_take_one(
    new_table: NewTable,
) -> None:
    table = new_table(4, flip_chance=100).put(
        ["Spy"], played={0: "Black Knight", 2: "Thief", 3: "Merlin"}, permanents={1: "Fisher King"}
    )
    assert table.may() == [
        "Take the played chip of Seat 3",
        "Take the played chip of Seat 4",
        "Take the permanent of Seat 2",
    ]
    table.act("Take the permanent of Seat 2")
    assert (sorted(table.hand(0)), table.permanents(1)) == (["Fisher King", "Spy"], [])
    assert table.heard("Seat 1 takes Fisher King from Seat 2.", 3)


@pytest.mark.rule("EX-328", "EX-220")
def test_without_a_chip_to_take_nothing_happens(new_table: NewTable) -> None:
    table = new_table(2, flip_chance=100).put([""], played={0: "Black Knight"})
    assert table.trashed == ["Black Knight of Seat 1"]
    table = new_table(2, flip_chance=100, black_knight_targets="others")
    table.put([""], played={0: "Black Knight"}, permanents={0: "Fisher King"})
    assert table.trashed == ["Black Knight of Seat 1"]


@pytest.mark.rule("EX-328", "EX-220")
def test_the_black_knight_takes_the_own_fisher_king_too(new_table: NewTable) -> None:
    table = new_table(2, flip_chance=100).put(["", "Spy"], played={0: "Black Knight"}, permanents={0: "Fisher King"})
    assert table.may() == ["Take the permanent of Seat 1"]
    table.act("Take the permanent of Seat 1")
    assert table.hand(0) == ["Fisher King"]


@pytest.mark.rule("EX-220", "EX-148", "EX-332")
def test_a_chip_that_is_being_resolved_cannot_be_taken_even_by_its_own_seat(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["", "Spy", "Uther"], played={0: "Morgana", 1: "Peasant"}, regions=("Black Knight, Thief", 3, 3)
    )
    table.draw((1, 1), (1, 1)).act("Reveal Black Knight")
    assert table.may() == ["Take the played chip of Seat 2"]
    assert [card.title for zone in table.match.scene(0).zones for card in zone.cards if card.action is not None] == [
        "Peasant"
    ]
    table.act("Take the played chip of Seat 2")
    assert sorted(table.trashed) == ["Black Knight of Seat 1", "Morgana of Seat 1"]


@pytest.mark.rule("EX-336", "EX-036")
@pytest.mark.parametrize(("crown", "order"), [(0, [0, 2, 3]), (3, [3, 0, 2]), (2, [2, 3, 0])])
def test_owners_of_the_fisher_king_are_asked_in_turn_order(new_table: NewTable, crown: int, order: list[int]) -> None:
    deck = new_table().match.deck.edit(change=[{"chip_id": "fisher_king", "count": 3}])
    table = new_table(4, deck=deck, fisher_king_windows="resolve_start").put(
        ["Spy", "Spy", "Spy"], played={1: "Priest"}, permanents=dict.fromkeys(order, "Fisher King"), crown=crown
    )
    asked = []
    while table.may() == ["Flip the Fisher King", "Let the Fisher King be"]:
        asked.append(table.acting)
        table.act("Let the Fisher King be")
    assert asked == order


# Galahad


@pytest.mark.rule("EX-127", "EX-330", "EX-404", "EX-505")
def test_galahad_protects_a_chip_of_the_hand_and_only_his_seat_knows_which(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur, Spy, Spy", "Thief"], played={0: "Galahad", 1: "Spirit"})
    table.let_see(1, "Spy", places.ZONES.hand)
    assert table.may() == ["Protect Excalibur", "Protect Spy"]
    table.act("Protect Excalibur")
    assert (table.fist(0), table.hand(0)) == (["Excalibur"], ["Spy", "Spy"])
    assert [table.seen(viewer, places.ZONES.fist) for viewer in (None, 0, 1)] == [[], ["Excalibur"], []]
    assert table.match.view(1)["zones"]["fist"][0]["count"] == 1
    assert table.heard("Seat 1 closes a fist around a chip.", 1)
    assert table.seen_in_hand(1, 0) == []


@pytest.mark.rule("EX-331", "EX-128", "EX-314")
def test_the_protected_chip_comes_back_when_the_round_ends(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur", "Thief"], played={0: "Galahad", 1: "Green Knight"}).act("Protect Excalibur")
    assert (table.phase, table.hand(0), table.fist(0)) == ("draw", ["Excalibur"], [])
    assert table.heard("Seat 1 opens the fist again.")
    table.put(["Excalibur", "Thief"], played={0: "Galahad", 1: "Priest"}, regions=("Spy", 3, 3))
    table.act("Protect Excalibur").draw((1, 1), (2, 1))
    assert (table.match.over, table.match.winners) == (True, (0,))


@pytest.mark.rule("EX-331")
def test_an_empty_hand_protects_nothing(new_table: NewTable) -> None:
    table = new_table(2).put(["", "Thief"], played={0: "Galahad"})
    assert table.trashed == ["Galahad of Seat 1"]
    assert not table.heard("Seat 1 closes a fist around a chip.")


# Lancelot


@pytest.mark.rule("EX-137", "EX-138", "EX-725", "EX-329", "EX-326", "EX-327")
def test_lancelot_flips_what_is_still_on_the_table(new_table: NewTable) -> None:
    chips = {0: "Galahad", 1: "Lancelot", 2: "Peasant", 3: "Thief"}

    def build(seed: int) -> Table:
        table = new_table(4, seed=seed).put(["Spy, Excalibur", "Arthur", "Uther", ""], played=chips)
        return table.act("Protect Excalibur")

    table = with_flips("down down up", build)
    assert table.fist(0) == ["Excalibur"]
    assert table.trashed == ["Galahad of Seat 1", "Lancelot of Seat 2", "Peasant of Seat 3"]
    assert (table.phase, table.acting) == ("resolve", 3)
    assert table.may() == ["Steal from Seat 1", "Steal from Seat 2", "Steal from Seat 3"]
    table.act("Steal from Seat 1")
    assert (table.hand(3), table.fist(0)) == (["Spy"], ["Excalibur"])


@pytest.mark.rule("EX-137", "EX-329")
def test_lancelots_own_flip_changes_nothing(new_table: NewTable) -> None:
    for chance in (0, 100):
        table = new_table(2, flip_chance=chance).put(["", "Spy"], played={0: "Lancelot", 1: "Peasant"})
        assert flips(table) == ("up up" if chance else "down down")
        assert ("Lancelot of Seat 1" in table.trashed, table.at(places.ZONES.trash).count("Lancelot")) == (True, 1)
        assert (table.phase == "resolve") == bool(chance)


@pytest.mark.rule("EX-139", "EX-337")
def test_lancelot_flips_permanents_too(new_table: NewTable) -> None:
    for chance in (0, 100):
        table = new_table(3, flip_chance=chance).put(["Spy"], played={0: "Lancelot"}, permanents={1: "Fisher King"})
        assert table.permanents(1) == (["Fisher King"] if chance else [])
        assert int(table.state.protected) == 0
        assert (table.phase == "resolve") == bool(chance)  # where he survives, his player may flip him again


@pytest.mark.rule("EX-036", "EX-326")
def test_an_on_reveal_chip_that_lancelot_trashes_never_acts(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=0).put(
        ["", "Spy", "Thief"], played={0: "Lancelot", 1: "Galahad", 2: "Fisher King"}
    )
    assert table.fist(1) == []
    assert table.permanents(2) == []
    assert table.phase == "draw"


# Fisher King


@pytest.mark.rule("EX-058", "EX-059", "EX-060", "EX-123", "EX-503", "EX-337")
def test_the_fisher_king_stays_beside_his_player_who_plays_on(new_table: NewTable) -> None:
    table = new_table(2).put(["Fisher King, Spy, Spy, Spy", "Thief, Thief, Thief, Thief"], phase="play")
    table.play("Fisher King", "Thief").act("Let the Fisher King be", "Steal from Seat 1", "Let the Fisher King be")
    assert (table.permanents(0), len(table.hand(0)), table.seen(1, places.ZONES.permanent)) == (
        ["Fisher King"],
        2,
        ["Fisher King"],
    )
    assert table.trashed == ["Thief of Seat 2"]
    table.draw((1, 1), (1, 1))
    assert (table.phase, table.asked) == ("play", [0, 1])
    assert "Play Fisher King" not in table.may(0)
    table.play("Spy", "Thief")
    assert (table.permanents(0), table.acting) == (["Fisher King"], 0)


@pytest.mark.rule("EX-061", "EX-124", "EX-125", "EX-337", "EX-403", "EX-336")
def test_face_up_he_protects_for_the_rest_of_the_round(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["Spy", "Arthur"], played={1: "Thief", 2: "Peasant"}, permanents={0: "Fisher King"}
    )
    assert (table.acting, table.may()) == (0, ["Flip the Fisher King", "Let the Fisher King be"])
    table.act("Flip the Fisher King")
    assert table.heard("Nobody steals from Seat 1 in this round.", 2)
    table.act("Steal from Seat 1")
    assert (table.trashed, table.hand(0)) == (["Thief of Seat 2"], ["Spy"])
    assert table.may() == ["Draw", "Steal from Seat 1", "Steal from Seat 2"]
    table.act("Draw").draw((1, 1)).act(table.may()[0])
    assert (table.phase, int(table.state.protected)) == ("draw", 0)
    assert table.permanents(0) == ["Fisher King"]


@pytest.mark.rule("EX-337", "EX-125")
def test_the_protection_stays_when_another_chip_of_its_seat_goes_to_the_box(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["Spy", "Arthur"], played={1: "Priest", 2: "Thief"}, permanents={1: "Fisher King"}, crown=1
    )
    table.act("Flip the Fisher King").draw((1, 1), (1, 1))
    assert table.trashed == ["Priest of Seat 2"]
    assert table.acting == 2
    table.act("Steal from Seat 2")
    assert len(table.hand(1)) == 3


@pytest.mark.rule("EX-336")
@pytest.mark.parametrize(("chip", "acts"), [("Spirit", ["To the left"]), ("Arthur", [])])
def test_the_crowns_own_fisher_king_is_offered_before_a_steal_too(
    new_table: NewTable, chip: str, acts: list[str]
) -> None:
    table = new_table(3, fisher_king_windows="before_steal").put(
        ["Excalibur", "Merlin"], played={1: chip}, permanents={0: "Fisher King"}
    )
    table.act(*acts)
    assert (table.acting, table.may()) == (0, ["Flip the Fisher King", "Let the Fisher King be"])


@pytest.mark.rule("EX-126")
def test_face_down_he_is_trashed_without_effect(new_table: NewTable) -> None:
    table = new_table(2, flip_chance=0).put(["Spy", ""], played={1: "Thief"}, permanents={0: "Fisher King"})
    table.act("Flip the Fisher King")
    assert (table.permanents(0), table.trashed) == ([], ["Fisher King of Seat 1"])
    table.act("Steal from Seat 1")
    assert table.hand(1) == ["Spy"]


@pytest.mark.rule("EX-336", "EX-218")
@pytest.mark.parametrize(
    ("windows", "offers"), [("both", [True, True]), ("resolve_start", [True, False]), ("before_steal", [False, True])]
)
def test_the_flip_is_offered_when_the_resolve_step_begins_and_before_each_steal(
    new_table: NewTable, windows: str, offers: list[bool]
) -> None:
    table = new_table(3, fisher_king_windows=windows).put(
        ["Spy, Spy", ""], played={1: "Thief"}, permanents={0: "Fisher King"}
    )
    found = [table.acting == 0]
    if table.acting == 0:
        table.act("Let the Fisher King be")
    table.act("Steal from Seat 1")
    found.append(table.asked == [0] and table.phase == "resolve")
    assert found == offers


@pytest.mark.rule("EX-336")
def test_there_is_one_flip_an_offer_and_none_while_protection_is_on(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100).put(
        ["Spy, Spy", "Merlin"], played={2: "Spirit"}, permanents={0: "Fisher King"}
    )
    table.act("Flip the Fisher King")
    assert table.acting == 2
    table.act("To the left")
    assert table.hand(0) == ["Merlin", "Spy", "Spy"]
    assert flips(table) == "up"


@pytest.mark.rule("EX-333", "EX-334", "EX-336", "EX-324")
def test_spirit_offers_the_flip_to_every_owner_before_chips_are_taken(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100, fisher_king_windows="before_steal").put(
        ["Merlin", "Arthur", "Uther"], played={1: "Spirit"}, permanents={1: "Fisher King"}
    )
    table.act("To the right")
    assert table.acting == 1
    table.act("Flip the Fisher King")
    assert table.hands == [["Uther"], ["Arthur", "Merlin"], []]
