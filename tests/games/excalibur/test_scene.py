"""What a screen shows of Excalibur: fists, regions of numbered chips, what may be pressed, and how a game ended."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from workbench.games.excalibur.table import SAYINGS, ZONES
from workbench.kernel.scenes.scene import CardFace, Scene, SceneZone
from workbench.play import Match

from .table import SWORDS, NewTable, Table, names

WALKS: list[tuple[int, dict[str, Any]]] = [
    (2, {"memory_aid": "on"}),
    (4, {}),
    (5, {"avalon_choice": "region", "chat": False, "black_knight_targets": "any", "spy_must_show": False}),
    (8, {"memory_aid": "on", "draw_order": "one_each", "caelia_self": True}),
]


def walk(seats: int, seed: int, **options: Any) -> Iterator[Match]:
    """A game played at random to its end, talk included; yielded before every act and at the end."""
    match, chance = Match("excalibur", seats=seats, seed=seed, options=options), random.Random(seed)
    while not match.over:
        yield match
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    yield match


def zone(scene: Scene, wanted: str) -> SceneZone:
    (found,) = [one for one in scene.zones if one.id == wanted]
    return found


def cards(table: Table, seat: int | None, wanted: str, group: str = "") -> list[CardFace]:
    """The chips of a zone as a screen draws them, or those of one group."""
    found = zone(table.match.scene(seat), wanted).cards
    return [card for card in found if not group or card.group == group]


def drawn(faces: list[CardFace]) -> str:
    """What chips show: `Thief (played)`, and `- (closed)` for one face down."""
    return ", ".join(f"{face.title or '-'}{f' ({face.badge})' if face.badge else ''}" for face in faces)


def pressed(table: Table, seat: int, wanted: str) -> list[str]:
    """The labels of what pressing the chips of a zone does."""
    labels = {action.id: action.label for action in table.match.legal(seat)}
    return [labels[card.action] for card in cards(table, seat, wanted) if card.action is not None]


def words(scene: Scene) -> str:
    """Everything in a scene."""
    return json.dumps(scene.as_dict(), ensure_ascii=False)


# What a screen is made of


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("EX-500", "EX-501", "EX-502", "EX-505", "EX-506", "EX-507", "EX-511", "EX-512", "EX-515")
@pytest.mark.parametrize(("seats", "options"), WALKS)
def test_a_scene_is_the_same_in_every_world_that_its_seat_cannot_tell_apart(
    seats: int, options: dict[str, Any]
) -> None:
    for count, match in enumerate(islice(walk(seats, 11, **options), None, None, 3)):
        for viewer in {None, count % seats, *match.to_act[:1]}:
            assert match.redealt(viewer, count).scene(viewer) == match.scene(viewer)


@pytest.mark.parametrize("seats", range(2, 9))
def test_all_that_is_legal_can_be_pressed_and_nothing_else(seats: int) -> None:
    options = next((chosen for number, chosen in WALKS if number == seats), {})
    for count, match in enumerate(islice(walk(seats, seats, **options), None, None, 3)):
        for viewer in {None, count % seats, *match.to_act[:1]}:
            scene = match.scene(viewer)
            offered = {card.action for one in scene.zones for card in one.cards} - {None}
            offered |= {choice.action for choice in scene.choices}
            assert offered == ({action.id for action in match.legal(viewer)} if viewer is not None else set())


def test_every_scene_says_what_is_asked_and_of_whom_and_tells_its_chips_apart() -> None:
    for count, match in enumerate(walk(4, 7)):
        for viewer in {None, count % 4}:
            scene = match.scene(viewer)
            assert [panel.to_act for panel in scene.seats] == [seat in match.to_act for seat in range(4)]
            if viewer not in match.to_act:
                assert all(f"Seat {seat + 1}" in scene.message for seat in match.to_act)
            keys = [(one.id, card.id) for one in scene.zones for card in one.cards]
            assert len(set(keys)) == len(keys)


# Drawing and playing


@pytest.mark.rule("EX-500", "EX-040", "EX-401", "EX-513")
def test_regions_are_rows_of_numbered_chips_and_a_chip_named_is_marked_for_its_seat_alone(new_table: NewTable) -> None:
    table = new_table(3).put(["Thief", "Spy", "Uther"], regions=(4, 3, 3))
    avalon = zone(table.match.scene(0), "avalon")
    assert [(group.title, group.total) for group in avalon.groups] == [
        ("Region 1", "4"),
        ("Region 2", "3"),
        ("Region 3", "3"),
    ]
    assert drawn(cards(table, 0, "avalon", "0")) == "- (1), - (2), - (3), - (4)"
    assert pressed(table, 0, "avalon")[:2] == ["Chip 1 of region 1", "Chip 2 of region 1"]
    table.by(0, "Chip 2 of region 1")
    assert drawn(cards(table, 0, "avalon", "0")) == "- (1), - (yours), - (3), - (4)"
    for viewer in (None, 1):
        assert drawn(cards(table, viewer, "avalon", "0")) == "- (1), - (2), - (3), - (4)"
    assert [group.badge for group in zone(table.match.scene(0), "table").groups] == ["crown", "", ""]


@pytest.mark.rule("EX-022", "EX-023", "EX-502")
def test_a_fist_is_closed_once_a_chip_is_chosen_and_only_its_seat_sees_which(new_table: NewTable) -> None:
    table = new_table(2).put(["Thief, Spy", "Uther"], phase="play")
    assert drawn(cards(table, None, "table")) == "- (open), - (open)"
    assert pressed(table, 0, "hand") == ["Play Spy", "Play Thief"]
    table.by(0, "Play Spy")
    assert drawn(cards(table, None, "table")) == "- (closed), - (open)"
    assert drawn(cards(table, 0, "hand")) == "Spy (in your fist), Thief"
    assert "Spy" not in words(table.match.scene(1)).split('"out-there"')[0]


@pytest.mark.rule("EX-024", "EX-503")
def test_all_fists_open_together_and_what_was_shown_stays_on_the_table_when_its_chip_is_gone(
    new_table: NewTable,
) -> None:
    table = new_table(3).put(["Green Knight, Priest", "Thief, Priest", "Spy, Priest"], phase="play")
    table.play("Green Knight", "Thief", "Spy")
    for viewer in (None, 0, 1, 2):
        before = [drawn(cards(table, viewer, "table", str(seat))) for seat in range(3)]
        assert before == ["Green Knight (played)", "Thief (resolving)", "Spy"]


@pytest.mark.rule("EX-024", "EX-503")
def test_who_plays_nothing_no_longer_shows_the_chip_of_the_round_before(new_table: NewTable) -> None:
    table = new_table(3).put(["Green Knight", "Thief", "Spy"], phase="play").play("Green Knight", "Thief", "Spy")
    assert drawn(cards(table, None, "table", "0")) == "Green Knight (played)"
    table.put(["Excalibur", "Thief", "Spy"], phase="play").play("", "Thief", "Spy")
    assert drawn(cards(table, None, "table", "0")) == ""


@pytest.mark.rule("EX-308", "EX-120")
def test_a_sword_in_the_hand_cannot_be_pressed_to_play_it(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur, Thief", "Uther"], phase="play")
    assert pressed(table, 0, "hand") == ["Play Thief"]


def test_a_chip_that_cannot_be_chosen_says_whether_a_sword_may_not_or_must_be(new_table: NewTable) -> None:
    def reasons(table: Table, seat: int) -> dict[str, str]:
        return {card.title: card.why for card in cards(table, seat, "hand")}

    playing = new_table(2).put(["Excalibur, Thief", "Uther"], phase="play")
    assert reasons(playing, 0) == {"Excalibur": "A sword cannot be chosen here.", "Thief": ""}
    giving = new_table(2).put(["", "Excalibur, Squire Sword, Thief"], played={0: "Gawain"}).act("Name Seat 2")
    assert reasons(giving, 1) == {
        "Excalibur": "", "Squire Sword": "", "Thief": "A sword has to be chosen, as long as you hold one.",
    }  # fmt: skip


# Effects


@pytest.mark.rule("EX-507", "EX-416")
def test_mordred_shows_the_hand_he_looks_at_to_his_seat_until_it_has_decided(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Thief, Excalibur", "Uther"], played={0: "Mordred"})
    table.act("Name Seat 2")
    assert drawn(cards(table, 0, "seen-hand")) == "Excalibur (sword), Thief"
    assert table.match.scene(0).message.startswith("Mordred: this is the hand of Seat 2.")
    for viewer in (None, 1, 2):
        assert all(one.id != "seen-hand" for one in table.match.scene(viewer).zones)
    table.act("Keep your hand")
    assert all(one.id != "seen-hand" for one in table.match.scene(0).zones), "he has to remember it"


@pytest.mark.rule("EX-508", "EX-417")
def test_the_spy_presses_the_chip_that_all_are_shown(new_table: NewTable) -> None:
    table = new_table(3).put(["Peasant", "Thief, Excalibur", "Uther"], played={0: "Spy"})
    table.act("Name Seat 2")
    assert pressed(table, 0, "seen-hand") == ["Show Excalibur", "Show Thief"]


@pytest.mark.rule("EX-508", "EX-418")
def test_what_percival_turns_up_lies_open_before_everybody_until_one_is_taken(new_table: NewTable) -> None:
    table = new_table(3).put(
        ["Peasant", "Thief", "Uther"], regions=("Spy, Caelia, Priest", 3, 3), played={0: "Percival"}
    )
    table.draw((1, 2), (1, 3))
    for viewer in (None, 0, 1):
        assert drawn(cards(table, viewer, "avalon", "0")) == "- (1), Caelia (turned 2), Priest (turned 3)"
    table.draw((2, 1), (1, 1))
    assert pressed(table, 0, "avalon") == table.may()
    assert len(table.may()) == 4
    table.draw((1, 2))
    for viewer in (None, 1):
        assert drawn(cards(table, viewer, "avalon", "0")) == "- (1), -, - (3)"


@pytest.mark.rule("EX-510", "EX-339", "EX-412", "EX-413")
def test_swords_held_out_lie_face_down_before_all_and_may_be_pressed_one_s_own_too(new_table: NewTable) -> None:
    hands = ["Excalibur, Spy", "Cursed Blade, Thief", "Uther"]
    table = new_table(3).put(hands, played={0: "Arthur"})
    assert pressed(table, 0, "table") == ["Take a sword of Seat 2"]
    assert "Cursed Blade" not in drawn(cards(table, 0, "table"))
    table = new_table(3).put(hands, played={0: "Guinevere"})
    table.act("Mix region 2")
    assert pressed(table, 0, "table") == ["Take a sword of Seat 2"]
    assert pressed(table, 0, "hand") == ["Take a sword of Seat 1"]
    assert drawn(cards(table, 0, "hand")) == "Spy, Excalibur (held out)"


@pytest.mark.rule("EX-419", "EX-332")
def test_only_the_two_chips_that_morgana_has_drawn_can_be_revealed(new_table: NewTable) -> None:
    table = new_table(2).put(["Thief", "Uther"], regions=("Thief, Priest", 3, 3), played={0: "Morgana"})
    table.draw((1, 1), (1, 1))
    faces = cards(table, 0, "hand")
    assert drawn(faces) == "Thief, Priest (just drawn), Thief (just drawn)"
    assert [card.action is not None for card in faces] == [False, True, True]
    assert table.match.scene(1).message.startswith("Seat 1 uses Morgana: waiting for Seat 1.")


@pytest.mark.rule("EX-104", "EX-408")
def test_a_chip_that_the_artisan_puts_back_is_pressed_first_and_then_a_region(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy, Thief", "Uther, Priest"], played={0: "Artisan"})
    table.act("Draw").draw((1, 1), (1, 1))
    choices = table.match.scene(0).choices
    assert list(dict.fromkeys(choice.group for choice in choices)) == [f"Put into region {n}" for n in (1, 2, 3)]
    held = {card.title: f"card:{card.id}" for card in cards(table, 0, "hand")}
    assert {choice.label for choice in choices} == set(held)
    assert all(held[choice.label] in choice.using for choice in choices)
    assert {choice.on for choice in choices} == {f"group:avalon/{region}" for region in range(3)}


@pytest.mark.rule("EX-127", "EX-505", "EX-404")
def test_a_protected_chip_is_a_fist_to_the_others(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur, Spy", "Thief", "Uther"], played={0: "Galahad", 1: "Peasant"})
    table.act("Protect Excalibur")
    assert drawn(cards(table, 1, "table", "0")) == "- (protected)"
    assert "Excalibur (protected)" in drawn(cards(table, 0, "hand"))


@pytest.mark.rule("EX-336", "EX-403", "EX-513")
def test_the_fisher_kings_window_says_that_a_ruling_narrows_any_time(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy", "Thief", "Uther"], permanents={0: "Fisher King"}, played={1: "Priest"})
    scene = table.match.scene(0)
    assert "at any time" in scene.message
    assert "offered when the resolving begins and before each steal (EX-336)" in scene.message
    assert [choice.label for choice in scene.choices] == ["Flip the Fisher King", "Let the Fisher King be"]
    assert table.match.scene(1).message.startswith("Seat 1 may flip the Fisher King.")
    assert drawn(cards(table, 1, "table", "0")) == "Fisher King (permanent)"


@pytest.mark.rule("EX-405", "EX-328")
def test_the_black_knight_takes_what_is_pressed_but_never_himself(new_table: NewTable) -> None:
    table = new_table(3, flip_chance=100, black_knight_targets="any")
    table.put(["Spy", "Thief", "Uther"], permanents={1: "Fisher King"}, played={0: "Black Knight", 1: "Priest"})
    assert pressed(table, 0, "table") == ["Take the played chip of Seat 2", "Take the permanent of Seat 2"]
    table.put(["Spy"], regions=("Black Knight, Priest", 3, 3), played={0: "Morgana", 2: "Thief"})
    table.draw((1, 1), (1, 1)).act("Reveal Black Knight")
    assert drawn(cards(table, 0, "table", "0")) == "Morgana (resolving), Black Knight (resolving)"
    assert [card.title for card in cards(table, 0, "table") if card.action is not None] == ["Thief"]


# What everybody knows


@pytest.mark.rule("EX-028", "EX-504")
def test_the_box_and_what_is_still_out_there_count_every_chip_once(new_table: NewTable) -> None:
    for match in walk(5, 3):
        scene = match.scene(None)
        open_chips = [card for one in scene.zones if one.id in ("table", "open-hands") for card in one.cards]
        lying = [card for card in open_chips if not card.face_down and not card.id.startswith("shown")]
        assert zone(scene, "box").count + zone(scene, "out-there").count + len(lying) == 62
    table = new_table(2).put(["Thief", "Spy"], regions=(2, 2, 2))
    out = {card.title: card.badge for card in cards(table, 1, "out-there")}
    assert out["Spy"] == "1×"
    assert zone(table.match.scene(1), "out-there").count == 8


@pytest.mark.rule("EX-225", "EX-511")
def test_the_memory_aid_shows_on_its_own_screen_what_a_seat_has_seen(new_table: NewTable) -> None:
    for aid in ("off", "on"):
        table = new_table(3, memory_aid=aid).put(["Priest, Thief", "Spy", "Uther"], played={0: "Peasant"})
        table.act("Draw").draw((1, 1)).act("Put Thief into region 2")
        slot = drawn(cards(table, 0, "avalon", "1")[-1:])
        assert slot == ("Thief (you know 7)" if aid == "on" else "- (7)")
        assert drawn(cards(table, 1, "avalon", "1")[-1:]) == "- (7)"
        table.let_see(0, "Spy", ZONES.hand + 1)
        known = [drawn(list(one.cards)) for one in table.match.scene(0).zones if one.id == "known-hands"]
        assert known == (["Spy"] if aid == "on" else [])


@pytest.mark.rule("EX-035", "EX-354", "EX-226")
def test_phrases_are_said_beside_the_game_and_stand_with_their_seat_until_the_round_ends(new_table: NewTable) -> None:
    table = new_table(2, chat=True).put(["Spy, Thief", "Uther, Merlin"], phase="play")
    asides = [choice for choice in table.match.scene(0).choices if choice.aside]
    assert "I hold Excalibur." in [choice.label for choice in asides]
    assert [choice.group for choice in asides if choice.label.startswith("Seat 2")] == ["Of others"] * 2
    for choice in asides[:SAYINGS]:
        table.match.play(0, choice.action)
    assert not any(choice.aside for choice in table.match.scene(0).choices), "in this round it has said enough"
    assert ("Says:", asides[SAYINGS - 1].label) in table.match.scene(1).seats[0].facts
    assert f"Seat 1 says: {asides[0].label}" in table.match.scene(None).log
    assert table.asked == [0, 1]


# The end


@pytest.mark.rule("EX-514", "EX-600", "EX-601", "EX-602", "EX-603", "EX-604", "EX-605", "EX-608")
@pytest.mark.parametrize(
    ("hands", "told", "outcomes"),
    [
        (
            ["Excalibur", "Spy", "Cursed Blade", "Thief"],
            "Seat 1 holds Excalibur and wins. Seat 3 holds the Cursed Blade and loses worst of all. ",
            ["win: holds Excalibur", "loss: Seat 1 holds Excalibur", "ultimate loss: holds the Cursed Blade",
             "loss: Seat 1 holds Excalibur"],
        ),
        (
            ["Excalibur", "Spy", "Thief", "Squire Sword"],
            "Seat 1 holds Excalibur and wins. Seat 4, the squire, wins too. ",
            ["win: holds Excalibur", "loss: Seat 1 holds Excalibur", "loss: Seat 1 holds Excalibur",
             "win: squire of Seat 1, who wins"],
        ),
        (
            ["Excalibur, Cursed Blade", "Spy", "Thief", "Uther"],
            "Seat 1 holds Excalibur and the Cursed Blade and loses worst of all. "
            "Seat 2, Seat 3 and Seat 4 share the win, a tainted one. ",
            ["ultimate loss: holds Excalibur and the Cursed Blade",
             *["tainted win: Seat 1 holds Excalibur and the Cursed Blade"] * 3],
        ),
        (
            ["Spy", "Cursed Blade", "Thief", "Uther"],
            "Nobody holds Excalibur: everybody loses. Seat 2 holds the Cursed Blade and loses worst of all. ",
            ["loss: nobody holds Excalibur", "ultimate loss: holds the Cursed Blade",
             *["loss: nobody holds Excalibur"] * 2],
        ),
    ],
)  # fmt: skip
def test_the_end_shows_all_hands_and_says_why_each_outcome_follows(
    new_table: NewTable, hands: list[str], told: str, outcomes: list[str]
) -> None:
    table = new_table().end(hands)
    for viewer in (None, 0, 3):
        scene = table.match.scene(viewer)
        assert scene.over
        assert scene.message.startswith(told)
        shown = zone(scene, "open-hands")
        by_seat = {group.key: group.badge for group in shown.groups}
        assert [by_seat[str(seat)] for seat in range(4)] == outcomes
        assert [panel.facts for panel in scene.seats] == [(("Outcome:", outcome),) for outcome in outcomes]
        for seat, held in enumerate(hands):
            faces = [card for card in shown.cards if card.group == str(seat)]
            assert sorted(card.title for card in faces) == sorted(names(held))
            assert all((card.badge == "sword") == (card.title in SWORDS) for card in faces)


@pytest.mark.rule("EX-608", "EX-033")
def test_a_finished_game_names_its_rounds_and_the_region_that_ended_it() -> None:
    match = list(walk(3, 2))[-1]
    region = int(match.state.final_region)
    scene = match.scene(None)
    assert f" The game took {match.turn} rounds: " in scene.message
    assert f" took the last chip of region {region + 1} " in scene.message
    assert zone(scene, "avalon").groups[region].badge == "ended the game"
    assert dict(scene.phases)[scene.phase] == "Game over"


@pytest.mark.rule("EX-608", "EX-304")
@pytest.mark.parametrize(
    ("seats", "position", "acts", "told"),
    [
        (3, {"hands": ["Spy, Spy, Spy", *["Peasant, Peasant, Peasant, Peasant"] * 2], "regions": ("Thief", 9, 9)},
         ["Chip 1 of region 1"],
         "Seat 1 took the last chip of region 1 when drawing."),
        (3, {"played": {1: "Priest"}, "regions": (9, "Thief", 9)}, ["Chip 1 of region 2", "Chip 1 of region 1"],
         "Seat 2 took the last chip of region 2 with Priest."),
        (3, {"played": {2: "Percival"}, "regions": (0, 0, 1)}, ["Chip 1 of region 3", "Chip 1 of region 3"],
         "Seat 3 took the last chip of region 3 with Percival."),
        (3, {"played": {0: "Morgana"}, "regions": ("Peasant", "Spy", 9)},
         ["Chip 1 of region 2", "Chip 1 of region 3", "Reveal Spy"],
         "Seat 1 took the last chip of region 2 with Morgana."),
        (6, {"played": {0: "Priest"}, "regions": (0, 1, 9)}, ["Chip 1 of region 2", "Chip 1 of region 3"],
         "Seat 1 took the last chip of region 2 with Priest, and 2 regions were empty."),
    ],
)  # fmt: skip
def test_the_end_tells_who_made_the_round_the_final_one_and_by_which_movement(
    new_table: NewTable, seats: int, position: dict[str, Any], acts: list[str], told: str
) -> None:
    table = new_table(seats).put(position.pop("hands", []), **position)
    for act in acts:
        table.act(act if act in table.may() else table.may()[0])
    assert table.final
    for _ in table.play_on():
        pass
    for viewer in (None, 0):
        assert table.match.scene(viewer).message.endswith(told)


@pytest.mark.rule("EX-608", "EX-222")
@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (["Excalibur", "Squire Sword", "Spy", "Thief"], "Cursed Blade lies in Avalon. Seat 2 holds the Squire Sword."),
        (["Excalibur, Squire Sword", "Cursed Blade"], "Seat 1 holds the Squire Sword."),
        (["Excalibur", "Cursed Blade"], "The Squire Sword lies in Avalon."),
        (["Excalibur", "Spy", "Thief", "Squire Sword"], "wins too. The Cursed Blade lies in Avalon."),
    ],
)
def test_the_end_tells_where_all_three_swords_are(new_table: NewTable, hands: list[str], told: str) -> None:
    assert told in new_table().end(hands).match.scene(None).message
