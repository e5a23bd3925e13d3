"""What a screen shows of Quests: what may be pressed and where, what it says, and what it keeps to itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from workbench.games.quests.options import RULES
from workbench.games.quests.rules import PHASES
from workbench.games.quests.table import ZONES
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.kernel.scenes.scene import Choice, Group, Scene, SceneZone
from workbench.play import Match
from workbench.play.foresight import foresee

from .conftest import NewTable
from .table import Table

VARIED = {"sponsor_order": "all_at_once", "join_order": "all_at_once", "max_tests": 3, "foe_tie": "foe_wins"} | {
    "stage_counts": "hidden", "discard_pile": "top_card",
}  # fmt: skip
WALKS: list[tuple[int, dict[str, Any]]] = [(2, {}), (4, RULES.values("published")), (3, VARIED)]
ASKED_PHASES = {
    "sponsor_offer", "sponsor_vote", "quest_setup", "join_offer", "join_vote", "stage_play", "bidding", "lone_bid",
    "entry_offer", "tournament_play",
}  # fmt: skip


def walk(seats: int, seed: int, acts: int, **options: Any) -> Iterator[Match]:
    """A game played at random, yielded before every act. Sponsors set their quests up as bots do."""
    match, chance = Match("quests", seats=seats, seed=seed, options=options), random.Random(seed)
    for _ in range(acts):
        if match.over:
            return
        yield match
        seat = chance.choice(match.to_act)
        if match.phase == "quest_setup" and chance.random() < 0.8:
            match.seat_bot(seat, "random")
            match.play_bot(seat)
            match.seat_bot(seat, None)
        else:
            match.play(seat, chance.choice(match.legal(seat)))


def zone(scene: Scene, wanted: str) -> SceneZone:
    (found,) = [one for one in scene.zones if one.id == wanted]
    return found


def group(scene: Scene, wanted: str, key: str) -> Group:
    (found,) = [one for one in zone(scene, wanted).groups if one.key == key]
    return found


def choice(scene: Scene, label: str) -> Choice:
    (found,) = [one for one in scene.choices if one.label == label]
    return found


def offered(scene: Scene) -> set[int]:
    """All that the screen lets its seat do."""
    cards = {card.action for one in scene.zones for card in one.cards if card.action is not None}
    closing = {one.action for one in scene.selection.submit} if scene.selection else set()
    return cards | closing | {one.action for one in scene.choices}


def things(scene: Scene) -> set[str]:
    """The names of all things that are drawn."""
    cards = {f"card:{card.id}" for one in scene.zones for card in one.cards}
    groups = {f"group:{one.id}/{part.key}" for one in scene.zones for part in one.groups}
    return cards | groups | {f"seat:{panel.seat}" for panel in scene.seats}


# Every moment


@pytest.mark.parametrize(("seats", "options"), WALKS)
def test_every_question_has_words_and_everything_legal_can_be_pressed(seats: int, options: dict[str, Any]) -> None:
    phases = set()
    for seed in range(2):
        for match in walk(seats, seed, 150, **options):
            for seat in match.to_act:
                scene, legal = match.scene(seat), match.legal(seat)
                phases.add(match.phase)
                assert scene.prompt.endswith((".", "?")), (match.phase, scene.prompt)
                usual = {a.id for a in legal if match.variant.actions.verb(a.verb).use != PEOPLE_ONLY}
                closing = {one.action for one in scene.selection.submit} if scene.selection else set()
                assert usual <= offered(scene)
                assert offered(scene) - closing <= {a.id for a in legal}
                assert {one.on for one in scene.choices if one.on} <= things(scene)
                assert {used for one in scene.choices for used in one.using} <= things(scene)
                assert sum(one.main for one in scene.choices if not one.using) <= 1
            waiting = match.scene(None)
            assert waiting.prompt.endswith(".")
            assert not waiting.choices
            assert waiting.selection is None
    assert len(phases & ASKED_PHASES) >= 5


@pytest.mark.rule("QU-279")
@pytest.mark.parametrize(("seats", "options"), WALKS)
def test_a_screen_is_the_same_in_every_world_that_its_seat_cannot_tell_apart(
    seats: int, options: dict[str, Any]
) -> None:
    compared = 0
    for number, match in enumerate(walk(seats, 11, 150, **options)):
        if number % 8:
            continue
        for viewer in range(seats):
            other = match.redealt(viewer, number)
            if viewer in match.to_act and other.legal(viewer) != match.legal(viewer):
                continue  # another world may have forgotten that a foe was announced
            compared += 1
            assert match.scene(viewer).as_dict() == other.scene(viewer).as_dict()
    assert compared > 20


# A quest is set up


def being_set_up(new_table: NewTable) -> Table:
    hand = ("Robber Knight", "Thieves", "Dagger", "Sword", "Saxons", "Test of Valor", "Sir Galahad")
    table = new_table().hold(0, *hand).lay(ZONES.story_card, "Vanquish King Arthur's Enemies")
    table.begin("quest_setup", sponsor=0)
    for label in ("Put Robber Knight into stage 1", "Put Thieves into stage 2", "Put Dagger into stage 2"):
        table.match.play(0, label)
    return table


@pytest.mark.rule("QU-056", "QU-228")
def test_a_sponsor_sees_the_one_total_that_is_wrong_and_why_the_quest_cannot_be_set(new_table: NewTable) -> None:
    scene = being_set_up(new_table).match.scene(0)
    assert [part.total for part in zone(scene, "stages").groups] == ["15", "10", ""]
    assert [part.fault for part in zone(scene, "stages").groups] == ["", "not over 15", ""]
    assert scene.not_yet == (("Set the quest", "Stage 2 has 10 and must have more than 15."),)


def test_a_card_has_a_room_in_each_stage_that_it_may_join_with_the_new_total(new_table: NewTable) -> None:
    scene = being_set_up(new_table).match.scene(0)
    sword = choice(scene, "Put Sword into stage 2")
    assert (sword.on, sword.tab, sword.then) == ("group:stages/1", "+10", "makes 20")
    (held,) = [card for card in zone(scene, "hand").cards if card.title == "Sword"]
    assert sword.using == (f"card:{held.id}",)
    assert choice(scene, "Put Test of Valor into stage 3").tab == "test"
    assert not any(one.label == "Put Sword into stage 3" for one in scene.choices)


def test_a_card_in_a_stage_has_left_the_hand_and_is_taken_back_there(new_table: NewTable) -> None:
    table = being_set_up(new_table)
    scene = table.match.scene(0)
    assert "Dagger" not in [card.title for card in zone(scene, "hand").cards]
    back = choice(scene, "Take Dagger back from stage 2")
    (dagger,) = [card for card in zone(scene, "stages").cards if card.title == "Dagger"]
    assert back.on == f"card:{dagger.id}"
    table.match.play(0, back.action)
    assert "Dagger" in [card.title for card in zone(table.match.scene(0), "hand").cards]


def test_an_ally_says_why_it_joins_no_stage(new_table: NewTable) -> None:
    cards = zone(being_set_up(new_table).match.scene(0), "hand").cards
    assert cards[-1].title == "Sir Galahad"
    assert "not for a stage" in cards[-1].why


@pytest.mark.rule("QU-228", "QU-279")
def test_nobody_else_sees_what_lies_in_a_stage_before_it_is_set(new_table: NewTable) -> None:
    match = being_set_up(new_table).match
    for viewer in (None, 1, 2, 3):
        assert zone(match.scene(viewer), "stages").cards == ()
        assert [part.total for part in zone(match.scene(viewer), "stages").groups] == ["", "", ""]


# A stage


def test_the_current_stage_shows_its_total_and_who_has_chosen(new_table: NewTable) -> None:
    table = new_table().hold(0, "Horse", "Sword").hold(1, "Sword").rank(0, "knight")
    table.quest("Boar Hunt", "Boar / Giant", joined=(0, 1), stage=1)
    table.match.play(1, "Done")
    scene = table.match.scene(0)
    first, second = zone(scene, "stages").groups
    assert (first.state, first.total, second.state, second.total) == ("past", "15", "current", "40")
    assert second.notes == ((0, "10 you"), (1, "ready"))
    assert scene.ready == (1,)
    assert scene.prompt == "The Giant has 40. You have 10 so far."
    assert scene.selection is not None
    assert scene.selection.base == 10


@pytest.mark.rule("QU-078")
def test_of_two_weapons_alike_one_can_be_picked_and_the_other_says_why(new_table: NewTable) -> None:
    table = new_table().hold(0, "Sword", "Sword", "Boar").quest("Boar Hunt", "Boar / Giant", joined=(0, 1))
    sword, again, boar = zone(table.match.scene(0), "hand").cards
    assert sword.action is not None
    assert (again.action, again.why) == (None, "Two weapons alike do not count together.")
    assert "sponsors" in boar.why


def test_values_that_change_each_other_are_not_added_up(new_table: NewTable) -> None:
    table = new_table().hold(0, "Sir Tristan", "Queen Iseult").quest("Boar Hunt", "Boar / Giant", joined=(0, 1))
    selection = table.match.scene(0).selection
    assert selection is not None
    assert "{total}" not in selection.sentence
    pair = [next(one.id for one in table.match.legal(0) if one.label.endswith(name)) for name in ("Tristan", "Iseult")]
    assert foresee(table.match, 0, [*pair, selection.submit[0].action]).sentence == (
        "With Sir Tristan and Queen Iseult you have 25."  # a Squire's 5, and 20 for Sir Tristan beside her
    )


def test_a_stage_that_is_face_down_shows_backs_and_no_total(new_table: NewTable) -> None:
    table = new_table(stage_reveal="kind").hold(0, "Sword").quest("Boar Hunt", "Boar+Dagger / Giant", joined=(0, 1))
    scene = table.match.scene(0)
    assert all(card.face_down and not card.title for card in zone(scene, "stages").cards)
    assert [part.total for part in zone(scene, "stages").groups] == ["2 cards", "1 card"]
    assert [part.total for part in zone(table.match.scene(3), "stages").groups] == ["20", "40"]


# A test


def in_a_test(new_table: NewTable) -> Table:
    table = new_table().hold(0, "Sword", "Dagger", "Boar").before(0, "King Arthur").hold(1, "Sword", "Horse", "Lance")
    table.quest("Boar Hunt", "Test of Valor / Giant", joined=(0, 1), at="stage_play")
    for seat in (0, 1):
        table.match.play(seat, "Done")
    return table


@pytest.mark.rule("QU-105", "QU-247")
def test_the_track_says_what_each_bid_costs_and_how_far_one_can_go(new_table: NewTable) -> None:
    scene = in_a_test(new_table).match.scene(0)
    words = {part.title: (part.state, part.badge) for part in zone(scene, "bids").groups}
    assert words["2"] == ("open", "free")
    assert words["5"] == ("open", "pay 3")
    assert words["6"] == ("beyond", "")
    assert "5 at most" in group(scene, "bids", "6").why
    assert scene.hint.endswith("You can bid up to 5: 3 cards and 2 free.")
    first, second = choice(scene, "Bid 1"), choice(scene, "Bid 2")
    assert (first.on, first.main, first.points, second.main) == ("group:bids/1", True, True, False)


def test_the_bid_that_stands_has_its_bidder(new_table: NewTable) -> None:
    table = in_a_test(new_table)
    table.match.play(0, "Bid 2")
    scene = table.match.scene(1)
    assert (group(scene, "bids", "2").seat, group(scene, "bids", "2").state) == (0, "standing")
    assert scene.hint.endswith("You can bid up to 3.")
    assert "3" in group(scene, "bids", "1").why
    assert scene.seats[0].state == "bids 2"


# Interruptions


def test_a_hand_that_is_too_large_offers_what_becomes_of_each_card(new_table: NewTable) -> None:
    table = new_table(hand_limit=2, starting_hand=2).hold(0, "Sword", "Sir Galahad", "Boar").begin("turn_end")
    scene = table.match.scene(0)
    assert scene.prompt == "You hold 1 card too many."
    play, discard = choice(scene, "Put Sir Galahad into play"), choice(scene, "Discard Sir Galahad")
    assert play.using == discard.using
    assert all(not one.on for one in scene.choices)


@pytest.mark.rule("QU-112", "QU-216")
def test_while_the_sponsor_trims_its_hand_the_quest_is_over_and_its_stages_are_gone(new_table: NewTable) -> None:
    table = new_table(hand_limit=3, starting_hand=2).hold(3, "Sword", "Horse", "Boar")
    table.quest("Boar Hunt", "Boar / Giant", joined=(0,), at="quest_end")
    for seat in (0, 3):
        scene = table.match.scene(seat)
        assert scene.phases[0][1] == "The quest is over"
        assert not [one for one in scene.zones if one.id == "stages"]
        assert zone(scene, "story").cards[0].title == "Boar Hunt"
        assert [panel.state for panel in scene.seats] == ["", "", "", ""]


@pytest.mark.rule("QU-226")
def test_who_cannot_build_the_quest_is_told_so_and_nobody_else_is(new_table: NewTable) -> None:
    table = new_table().hold(0, "Sword").hold(1, "Boar", "Giant").turn("Boar Hunt")
    said = "No 2 stages can be set from your hand, so you can only decline. Nobody else is told why."
    assert table.match.scene(0).hint == said
    assert table.match.scene(1).hint == ""
    table.act(0, "Decline")
    assert table.match.scene(1).hint.startswith("You set 2 stages")


@pytest.mark.rule("QU-200", "QU-274")
def test_mordreds_victims_are_pressed_where_they_lie(new_table: NewTable) -> None:
    table = new_table().hold(0, "Mordred").before(1, "Merlin").before(2, "Amour").turn("Boar Hunt")
    scene = table.match.scene(0)
    (victim,) = [one for one in scene.choices if one.on]
    (merlin,) = zone(scene, "before-1").cards
    assert (victim.on, victim.points) == (f"card:{merlin.id}", True)
    assert [one.label for one in scene.choices if not one.on] == ["Keep Mordred"]


@pytest.mark.rule("QU-270")
def test_the_ribbon_says_why_a_seat_without_mordred_is_asked_too(new_table: NewTable):
    scene = new_table().hold(0, "Sword").before(1, "Merlin").turn("Boar Hunt").match.scene(0)
    assert scene.prompt == "You hold no Mordred to remove an ally with."
    assert scene.hint == "Somebody else has an ally, so you are asked too: nobody learns who holds Mordred."
    assert [one.label for one in scene.choices] == ["Go on"]


@pytest.mark.rule("QU-125", "QU-126")
@pytest.mark.parametrize("counts", [False, True])
def test_allies_that_do_not_count_in_a_tournament_say_so_on_their_banners(new_table: NewTable, counts: bool):
    table = new_table(table_allies_in_tournaments=counts).before(0, "Sir Gawain").before(1, "Merlin", "Sir Galahad")
    scene = table.before(2, "Sir Tristan").tournament("Tournament at York", entered=(0, 1)).match.scene(0)
    told = [[fact for fact in panel.facts if "stay" in fact[0]] for panel in scene.seats]
    beside = [zone(scene, f"before-{seat}").centre for seat in range(3)]
    values = [[card.value for card in zone(scene, f"before-{seat}").cards] for seat in range(3)]
    if counts:
        assert (told[:3], beside) == ([[]] * 3, [()] * 3)
        assert values == [["10"], ["0", "15"], ["10"]]
    else:
        assert told[:3] == [[("stays out", "Sir Gawain")], [("stay out", "2 allies")], []]
        assert beside == [("Sir Gawain stays out",), ("2 allies stay out",), ()]
        assert values == [[""], ["", ""], ["10"]]


@pytest.mark.rule("QU-278")
def test_the_discards_can_be_looked_through_by_all(new_table: NewTable) -> None:
    table = new_table().lay(ZONES.discard, "Sword", "Boar", "Sword").turn("Boar Hunt")
    for viewer in (None, 0, 3):
        discards = zone(table.match.scene(viewer), "discards")
        assert [card.title for card in discards.cards] == ["Sword", "Sword", "Boar"]
        assert [part.title for part in discards.groups] == ["Weapon", "Foe"]
        assert discards.listing


# What a battle reveals


@pytest.mark.rule("QU-073", "QU-093")
def test_the_cards_of_all_turn_together_and_add_up_to_the_totals(new_table: NewTable) -> None:
    table = new_table().hold(0, "Horse", "Sword").hold(1, "Dagger").rank(0, "knight")
    table.quest("Boar Hunt", "Boar / Giant", joined=(0, 1))
    for seat, cards in ((0, ("Horse", "Sword")), (1, ())):
        for card in cards:
            table.match.play(seat, f"Take {card}")
        table.match.play(seat, "Done")
    reveal = table.match.scene(2).reveal
    assert reveal is not None
    assert dict(reveal.steps[-1].totals) == {0: 30, 1: 5}
    assert [set(map(len, (step.also,))) for step in reveal.steps] == [{1}, {0}]
    assert reveal.outcome == f"The stage has 15. Passed: {name(table, 0)} 30. Out of the quest: {name(table, 1)} 5."
    assert {part.key: part.state for part in reveal.zone.groups} == {"stage": "", "0": "latest", "1": "out"}


def test_every_screen_reveals_a_battle_under_the_same_key(new_table: NewTable) -> None:
    table = new_table().hold(0, "Horse").hold(1, "Dagger").quest("Boar Hunt", "Boar / Giant", joined=(0, 1))
    assert table.match.scene(0).reveal is None
    for seat in (0, 1):
        table.match.play(seat, "Done")
    keys = {table.match.scene(viewer).reveal_key for viewer in (None, 0, 1, 2, 3)}
    assert keys == {"battle 1"}


def name(table: Table, seat: int) -> str:
    return table.match.scene(None).seats[seat].name


# The end, and the tournament


def test_lanes_show_who_fights_with_what_lies_open(new_table: NewTable) -> None:
    table = new_table().hold(0, "Horse").hold(1, "Dagger").rank(1, "champion_knight").turn("Tournament at York")
    for answer in ("Enter the tournament", "Enter the tournament", "Stay out", "Stay out"):
        table.match.play(table.match.to_act[0], answer)
    assert table.match.phase == "tournament_play"
    scene = table.match.scene(0)
    first = zone(scene, "lanes").groups[0]
    assert (first.title, first.badge, first.total) == ("You", "Squire 5", "5")
    assert group(scene, "lanes", "1").total == "20"
    assert [panel.state for panel in scene.seats][2:] == ["out", "out"]


def test_every_phase_in_which_somebody_is_asked_has_words_while_others_wait() -> None:
    silent = {"turn_start", "story_draw", "game_over"}
    assert set(ASKED_PHASES) <= {phase.key for phase in PHASES} - silent
