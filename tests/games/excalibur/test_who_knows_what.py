"""Who may know what: views, logs, screens and other worlds (EX-500 to EX-515), and what a seat remembers (EX-511)."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.excalibur import rules as places
from workbench.play import Match
from workbench.play.device import PUBLIC_SCREEN
from workbench.play.host import TableHost
from workbench.storage.errors import RoomError

from .decks import begin, deals, somehow
from .table import NewTable, Table

SEED = 918273645546
quick = settings(max_examples=12)
seeds = st.integers(0, 2**62)


def everything_shown(match: Match, viewer: int | None) -> dict[str, object]:
    """All that the public methods tell a viewer."""
    shown: dict[str, object] = {
        "view": match.view(viewer), "log": match.seat_log(viewer), "screen": match.screen_log(viewer),
        "scene": match.scene(viewer), "lines": match.score_lines(), "to_act": match.to_act,
    }  # fmt: skip
    if viewer is not None:
        shown |= {"legal": match.legal(viewer), "export": match.export(viewer)}
    return shown


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("EX-500", "EX-501", "EX-505", "EX-506", "EX-512")
@quick
@given(deal=deals(), seed=seeds, data=st.data())
def test_a_viewer_would_notice_nothing_if_the_chips_it_cannot_know_lay_otherwise(
    deal: tuple, seed: int, data: st.DataObject
) -> None:
    match, chooser = begin(deal, seed), random.Random(seed)
    viewer = data.draw(st.sampled_from([None, *range(match.seats)]))
    for acts in range(120):
        if match.over:
            break
        if acts % 6 == 0:
            other = match.redealt(viewer, chooser.randrange(2**60))
            assert everything_shown(other, viewer) == everything_shown(match, viewer)
        somehow(match, chooser)


@pytest.mark.rule("EX-502", "EX-402", "EX-401")
def test_in_another_world_the_choices_of_others_are_unknown_and_it_is_played_on(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy, Thief", "Excalibur, Merlin", "Cursed Blade, Peasant"], phase="play")
    table.by(1, "Play Merlin").by(2, "Play Peasant")
    for seed in range(20):
        world = Table(table.match.redealt(0, seed)).by(0, "Play Spy")
        assert world.phase == "resolve"
        shown = [world.played(seat) for seat in range(3)]
        assert shown[0] == ["Spy"]
        assert not {name for chips in shown for name in chips} & {"Excalibur", "Cursed Blade"}


@pytest.mark.rule("EX-515")
def test_neither_seed_nor_generator_is_shown() -> None:
    table = Table(Match("excalibur", seats=3, seed=SEED))
    for acts, _ in enumerate(table.play_on()):
        if acts > 60:
            break
        generator = [int(number) for number in (*table.state.random_state, *table.state.shuffle_state)]
        for viewer in (None, 0, 1, 2):
            shown = json.dumps(everything_shown(table.match, viewer), default=str)
            assert str(SEED) not in shown
            assert not any(str(number) in shown for number in generator if number > 10**6)
            observed = table.match.observed(viewer)
            assert {*observed.random_state, *observed.shuffle_state} == {-1}


@pytest.mark.rule("EX-513", "EX-503", "EX-504", "EX-516")
def test_what_lies_open_is_the_same_for_everybody() -> None:
    table = Table(Match("excalibur", seats=4, seed=5))
    public = ("crown", "final", "final_region", "protected", "swords_out", "huzzah", "turned", "resolved")
    for _ in table.play_on():
        views = [table.match.view(viewer) for viewer in (None, 0, 1, 2, 3)]
        for name in public:
            assert all(view["fields"][name] == views[0]["fields"][name] for view in views)
        for zone in ("played", "permanent", "trash"):
            assert all(view["zones"][zone] == views[0]["zones"][zone] for view in views)


# What a seat remembers


@pytest.mark.rule("EX-511", "EX-300", "EX-306")
def test_a_seat_remembers_the_slot_of_a_chip_it_put_back_and_others_do_not(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Spy"], played={0: "Peasant"}, regions=("Thief, Arthur, Uther", 4, 4))
    table.act("Draw").draw((2, 1)).act("Put Excalibur into region 1")
    assert [table.seen_in_slots(viewer, 0)[-1] for viewer in (0, 1, 2)] == ["Excalibur", None, None]


@pytest.mark.rule("EX-300", "EX-511", "EX-401")
def test_who_knew_a_slot_knows_who_draws_the_chip(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Spy"], played={1: "Priest"}, regions=("Thief, Excalibur, Uther", 4, 4))
    table.let_see(0, "Excalibur", places.ZONES.region_0).draw((1, 2), (1, 1))
    assert [table.seen_in_hand(viewer, 1) for viewer in (0, 2)] == [["Excalibur"], []]


@pytest.mark.rule("EX-511", "EX-320")
def test_a_random_steal_makes_others_uncertain_of_the_whole_hand(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Excalibur, Spy", "Merlin"], played={0: "Thief"})
    table.let_see(2, "Spy", places.ZONES.hand + 1).act("Steal from Seat 2")
    assert [table.seen_in_hand(2, seat) for seat in (0, 1)] == [[], []]
    assert table.seen_in_hand(1, 0) == table.hand(0)


@pytest.mark.rule("EX-511", "EX-320")
def test_who_knew_a_single_chip_knows_where_it_went(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Spy", "Merlin"], played={0: "Thief"})
    table.let_see(2, "Spy", places.ZONES.hand + 1).act("Steal from Seat 2")
    assert table.seen_in_hand(2, 0) == ["Spy"]
    table.put(["", "Excalibur", "Merlin"], played={1: "Galahad"})
    table.let_see(2, "Excalibur", places.ZONES.hand + 1).act("Protect Excalibur")
    assert table.seen_in_hand(2, 1) == ["Excalibur"]


@pytest.mark.rule("EX-511", "EX-506", "EX-407")
def test_a_chip_given_back_is_known_to_two_and_makes_the_others_uncertain(new_table: NewTable) -> None:
    table = new_table(3).put(["Cursed Blade, Uther", "Arthur"], played={0: "Peasant"})
    table.let_see(2, "Cursed Blade", places.ZONES.hand).act("Steal from Seat 2", "Give back Cursed Blade")
    assert [table.seen_in_hand(viewer, 1) for viewer in (0, 1, 2)] == [["Cursed Blade"], ["Cursed Blade"], []]
    assert table.seen_in_hand(2, 0) == []
    assert table.seen_in_hand(1, 0) == ["Arthur"]


@pytest.mark.rule("EX-511", "EX-414", "EX-339")
def test_a_gift_to_gawain_makes_others_uncertain_of_swords_only(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Excalibur, Squire Sword, Spy"], played={0: "Gawain"})
    for name in ("Excalibur", "Spy"):
        table.let_see(2, name, places.ZONES.hand + 1)
    table.act("Name Seat 2", "Give Squire Sword")
    assert [table.seen_in_hand(2, seat) for seat in (0, 1)] == [[], ["Spy"]]


@pytest.mark.rule("EX-511", "EX-342", "EX-339")
def test_after_arthur_only_the_two_know_which_sword_went(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Excalibur, Cursed Blade"], played={0: "Arthur"})
    for name in ("Excalibur", "Cursed Blade"):
        for viewer in (0, 2):
            table.let_see(viewer, name, places.ZONES.held_out + 1)
    table.act("Take a sword of Seat 2")
    assert [table.seen_in_hand(2, seat) for seat in (0, 1)] == [[], []]
    assert table.seen_in_hand(0, 1) == table.hand(1)


@pytest.mark.rule("EX-511", "EX-508")
def test_a_chip_shown_or_taken_openly_is_remembered_by_all(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Thief, Priest"], played={0: "Spy"}).act("Name Seat 2", "Show Priest")
    assert table.seen_in_hand(2, 1) == ["Priest"]


# Copies look alike


@pytest.mark.rule("EX-511", "EX-503")
def test_a_copy_that_is_played_may_be_the_one_a_seat_knew(new_table: NewTable) -> None:
    for known in (1, 2):
        table = new_table(2).put(["Thief, Thief, Thief", "Spy"], phase="play")
        for _ in range(known):
            table.let_see(1, "Thief", places.ZONES.hand)
        # Whichever of the three a seat knows, it knows one fewer after one was played.
        table.play("Thief", "Spy")
        assert table.seen_in_hand(1, 0) == ["Thief"] * (known - 1)
        assert len(table.hand(0)) == 2


@pytest.mark.rule("EX-511", "EX-503")
def test_a_copy_that_a_seat_did_not_know_is_told_from_none_it_knew(new_table: NewTable) -> None:
    table = new_table(2).put(["Thief, Thief, Spy", "Spy"], phase="play")
    table.let_see(1, "Thief", places.ZONES.hand)  # the last copy; the first is played
    table.play("Thief", "Spy")
    assert table.seen_in_hand(1, 0) == []


@pytest.mark.rule("EX-511", "EX-409")
def test_a_copy_that_is_trashed_may_be_the_one_a_seat_knew(new_table: NewTable) -> None:
    table = new_table(2).put(["Thief, Thief", "Spy"], played={0: "Baroness"}, regions=("Uther, Merlin, Arthur", 3, 3))
    table.let_see(1, "Thief", places.ZONES.hand)  # the last copy; the first is trashed
    table.draw((1, 1), (1, 1)).act("Trash Thief")
    assert (table.match.over, table.seen_in_hand(1, 0)) == (False, [])


@pytest.mark.rule("EX-511", "EX-508")
def test_a_copy_that_the_spy_shows_may_be_the_one_a_seat_knew(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Thief, Thief"], played={0: "Spy"})
    table.let_see(2, "Thief", places.ZONES.hand + 1)  # the last copy; the Spy shows the first
    table.act("Name Seat 2", "Show Thief")
    assert table.seen_in_hand(2, 1) == ["Thief"]


@pytest.mark.rule("EX-511", "EX-320")
def test_a_copy_that_is_stolen_may_be_the_one_the_thief_knew(new_table: NewTable) -> None:
    for seed in range(10):
        table = new_table(2, seed=seed).put(["", "Thief, Thief"], played={0: "Peasant"})
        table.let_see(0, "Thief", places.ZONES.hand + 1).act("Steal from Seat 2")
        assert table.seen_in_hand(0, 1) == []


# What screens keep


@pytest.mark.rule("EX-507", "EX-225")
def test_a_hand_that_was_peeked_at_is_not_listed_on_the_screen(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Excalibur"], played={0: "Mordred"}).act("Name Seat 2", "Keep your hand")
    assert any("Excalibur" in line for line in table.match.seat_log(0))
    assert not any("Excalibur" in line for line in table.match.screen_log(0))


def faces_up(table: Table, viewer: int | None) -> set[str]:
    """The chips of Avalon that a screen shows face up."""
    (avalon,) = [zone for zone in table.match.scene(viewer).zones if zone.id == "avalon"]
    return {face.title for face in avalon.cards if not face.face_down}


@pytest.mark.rule("EX-225", "EX-511")
def test_the_memory_aid_keeps_what_a_seat_knows_on_its_screen_and_on_no_other(new_table: NewTable) -> None:
    for aid in ("off", "on"):
        table = new_table(2, memory_aid=aid).put(
            ["Spy", "Excalibur"], played={0: "Mordred"}, regions=("Merlin, Uther", 3, 3)
        )
        table.let_see(0, "Uther", places.ZONES.region_0).act("Name Seat 2", "Keep your hand")
        shown = faces_up(table, 0)
        assert ("Uther" in shown) == (aid == "on")
        assert "Uther" not in faces_up(table, 1) | faces_up(table, None)


def undo_told(table: Table) -> list[tuple[bool, str, bool]]:
    """What each page of a table of people is told about taking back: the shared page, then each seat's own."""
    host = TableHost(table.match, PUBLIC_SCREEN)
    return [
        (host.may_undo(viewer), host.undo_refusal_for(viewer), host.can_redo)
        for viewer in (None, *range(table.match.seats))
    ]


@pytest.mark.rule("EX-506")
def test_whether_a_step_may_be_taken_back_tells_no_third_seat_which_chip_was_given_back(new_table: NewTable) -> None:
    told = []
    for chip in ("Spy", "Arthur"):
        table = new_table(3).put(["Spy", "Arthur", "Merlin"], played={0: "Peasant"}).act("Steal from Seat 2")
        told.append(undo_told(table.act(f"Give back {chip}")))
    assert told[0] == told[1]
    assert not any(may for may, _, _ in told[0]), "the thief has seen what it stole"


@pytest.mark.rule("EX-144")
def test_a_look_into_a_hand_that_is_over_is_not_brought_back(new_table: NewTable) -> None:
    for then in ("Swap hands", "Keep your hand"):
        table = new_table(3).put(["Spy", "Arthur", "Merlin"], played={0: "Mordred"}).act("Name Seat 2", then)
        host = TableHost(table.match, PUBLIC_SCREEN)
        before = [table.match.view(viewer) for viewer in (None, 0, 1, 2)]
        for viewer in (None, 0, 1, 2):
            with pytest.raises(RoomError, match="cannot be taken back"):
                host.undo_for(viewer)
        assert [table.match.view(viewer) for viewer in (None, 0, 1, 2)] == before
