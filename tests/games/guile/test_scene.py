"""What a screen shows of Guile: the Round Table, what may be pressed, and how a round's cards are turned."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from workbench.games.guile.scene import ARROWS
from workbench.kernel.scenes.scene import CardFace, Scene, SceneZone
from workbench.play import Match

from .table import KNIGHTS, NewTable, Table

VIEWERS = (None, 0, 1)
WITHOUT_AID: dict[str, Any] = {}
WITH_AID = {"memory_aid": "on", "extended_cast": True, "show_aside": "after_round"}
SHORT_MATCH = {"memory_aid": "on", "code_of_chivalry": True, "rounds_to_win": 1}


def walk(seed: int, **options: Any) -> Iterator[Match]:
    """A match played at random to its end, people's choices included; yielded before every action and at the end."""
    match, chance = Match("guile", seed=seed, options=options), random.Random(seed)
    while not match.over:
        yield match
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    yield match


def zone(scene: Scene, wanted: str) -> SceneZone:
    (found,) = [one for one in scene.zones if one.id == wanted]
    return found


def ring(match: Match, seat: int | None) -> list[CardFace]:
    """The cards on the knights, clockwise from the top, as a screen draws them."""
    return list(zone(match.scene(seat), "round_table").cards)


def titles(cards: list[CardFace]) -> str:
    """What a row of cards shows, `-` for a back."""
    return " ".join("-" if card.face_down else card.title for card in cards)


def words(scene: Scene) -> str:
    """Everything in a scene except its log and what it reveals of the last round."""
    content = scene.as_dict()
    del content["log"], content["reveal"]
    return json.dumps(content, ensure_ascii=False)


# What a screen is made of


@pytest.mark.slow  # the kit checks this for every game
@pytest.mark.rule("GL-511")
@pytest.mark.parametrize("options", [WITHOUT_AID, WITH_AID, SHORT_MATCH])
def test_a_scene_is_the_same_in_every_world_that_its_seat_cannot_tell_apart(options: dict[str, Any]) -> None:
    for count, match in enumerate(islice(walk(11, **options), None, None, 3)):
        for viewer in VIEWERS:
            shown = match.scene(viewer)
            assert match.redealt(viewer, count).scene(viewer) == shown


@pytest.mark.parametrize("options", [WITHOUT_AID, WITH_AID, SHORT_MATCH])
def test_all_that_is_legal_can_be_pressed_and_nothing_else(options: dict[str, Any]) -> None:
    for match in islice(walk(5, **options), None, None, 3):
        for viewer in VIEWERS:
            scene = match.scene(viewer)
            pressed = {card.action for one in scene.zones for card in one.cards} - {None}
            pressed |= {choice.action for choice in scene.choices}
            assert pressed == ({action.id for action in match.legal(viewer)} if viewer is not None else set())


@pytest.mark.parametrize("options", [WITHOUT_AID, WITH_AID, SHORT_MATCH])
def test_every_scene_says_what_is_asked_and_of_whom(options: dict[str, Any]) -> None:
    for match in islice(walk(7, **options), None, None, 3):
        for viewer in VIEWERS:
            scene = match.scene(viewer)
            assert scene.message
            assert [panel.to_act for panel in scene.seats] == [seat in match.to_act for seat in (0, 1)]
            assert match.over or scene.phase in dict(scene.phases)
            if viewer not in match.to_act and not match.over:
                assert any(f"Seat {seat + 1}" in scene.message for seat in match.to_act)


@pytest.mark.rule("GL-500")
def test_the_knights_sit_clockwise_from_the_top_in_the_same_places_for_everybody(new_table: NewTable) -> None:
    match = new_table().put("4 1 1 3 2 2 3 1", errant=3, actions=6).match
    for viewer in VIEWERS:
        table = zone(match.scene(viewer), "round_table")
        assert [group.title for group in table.groups] == KNIGHTS
        assert "".join(group.symbol.letter for group in table.groups if group.symbol) == "AMAMAMAM"
        assert [group.badge for group in table.groups if group.badge] == ["Knight-Errant", "Start Knight"]
        assert table.groups[3].badge == "Knight-Errant"
        assert table.centre == ("Round 1", "Coins down, action 7 of 8", "Excalibur ↙")


@pytest.mark.rule("GL-023", "GL-043")
def test_the_cycle_card_is_shown_coins_up_in_the_second_cycle(new_table: NewTable) -> None:
    match = new_table().put("4 1 1 3 2 2 3 1", errant=4, actions=10).match
    scene = match.scene(None)
    assert zone(scene, "round_table").centre == ("Round 1", "Coins up, action 3 of 8", f"Excalibur {ARROWS[2]}")
    assert dict(scene.phases)[scene.phase] == "Second cycle"


# Who is shown which card


@pytest.mark.rule("GL-504", "GL-231", "GL-507")
def test_without_the_memory_aid_the_cycles_show_eight_backs_but_for_a_peek() -> None:
    peeks = 0
    for match in walk(3):
        if match.phase not in ("act", "look"):
            continue
        for viewer in VIEWERS:
            shown = [card for card in ring(match, viewer) if not card.face_down]
            looks = match.phase == "look" and viewer in match.to_act
            assert len(shown) == int(looks)
            assert ("Influence" in words(match.scene(viewer))) == looks
            peeks += looks
    assert peeks


@pytest.mark.rule("GL-036", "GL-308", "GL-505")
def test_a_peek_shows_the_card_to_its_seat_until_it_is_put_back(new_table: NewTable) -> None:
    table = new_table().put("4d 1 1 3 2 2 3 1")
    table.play(0, "peek")
    assert titles(ring(table.match, 0)) == "4† - - - - - - -"
    assert titles(ring(table.match, 1)) == titles(ring(table.match, None)) == "- - - - - - - -"
    assert table.match.scene(1).message == table.match.scene(None).message == "Seat 1 looks at the card on Sir Tristan."
    assert not any("Influence" in line for line in table.match.scene(0).log), "the log would show it again"
    back = ring(table.match, 0)[0]
    table.match.play(0, back.action)
    assert titles(ring(table.match, 0)) == "- - - - - - - -"


@pytest.mark.rule("GL-231", "GL-507")
def test_the_memory_aid_marks_what_a_seat_knows_on_its_own_screen_only(new_table: NewTable) -> None:
    table = new_table(memory_aid="on").put("4d 1 1 3 2 2 3 1")
    table.peek()
    assert titles(ring(table.match, 0)) == "4† - - - - - - -"
    assert ring(table.match, 0)[0].badge == "you know"
    assert titles(ring(table.match, 1)) == titles(ring(table.match, None)) == "- - - - - - - -"
    table.exchange(0)
    assert titles(ring(table.match, 0)) == "- 4† - - - - - -", "it follows what the seat knows"


@pytest.mark.rule("GL-501", "GL-502", "GL-306")
def test_while_drafting_and_placing_a_seat_sees_its_own_cards_and_no_others(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")
    scene = table.match.scene(0)
    assert titles(list(zone(scene, "hand").cards)) == "1 2 3 4"
    table.keep(0, "4")
    assert [card.badge for card in zone(table.match.scene(0), "hand").cards] == ["", "", "", "you keep it"]
    table.keep(1, "4d").keep_both("3", "3").keep_both("2", "2")
    table.lay(0, 0, "1").lay(0, 2, "4")
    scene = table.match.scene(0)
    assert titles(list(zone(scene, "kept").cards)) == "2 3"
    assert [(card.group, card.title) for card in ring(table.match, 0)] == [("position-0", "1"), ("position-2", "4")]
    assert [group.badge for group in zone(scene, "round_table").groups][4] == "lay here"
    for viewer in (None, 1):
        assert ring(table.match, viewer) == []
    assert titles(list(zone(table.match.scene(1), "kept").cards)) == "1 2 3 4†"
    assert "Influence" not in words(table.match.scene(None))


@pytest.mark.rule("GL-032")
def test_a_card_that_was_laid_is_taken_back_by_pressing_it(new_table: NewTable) -> None:
    table = new_table().put_hands("1 2 3 4", "1 2 3 4d")
    table.keep_both("4", "4d").keep_both("3", "3").keep_both("2", "2")
    table.lay(0, 0, "1").lay(0, 2, "4")
    (_, laid) = ring(table.match, 0)
    table.match.play(0, laid.action)
    assert [card.title for card in ring(table.match, 0)] == ["1"]


@pytest.mark.rule("GL-503", "GL-232")
def test_the_aside_pile_is_a_count_until_an_option_shows_it_after_the_round(new_table: NewTable) -> None:
    laid = "4 1 1 3 2 2 3 1"
    for option, shown in (("never", False), ("after_round", True)):
        match = new_table(show_aside=option).last_action(laid).match
        aside = zone(match.scene(0), "aside")
        assert (aside.count, aside.cards) == (2, ())
        match.play(1, "Peek")
        match.play(1, "Put the card back")
        for viewer in VIEWERS:
            scene = match.scene(viewer)
            found = [one for one in scene.zones if one.id == "aside_shown"]
            assert [titles(list(one.cards)) for one in found] == (["2 4†"] if shown else [])
            assert scene.reveal is not None
            assert scene.reveal.outcome.endswith("Aside lay Influence 2, Influence 4 dagger.") == shown


# What can be done


@pytest.mark.rule("GL-406", "GL-307")
def test_pressing_the_knight_errants_card_peeks_and_any_other_card_exchanges(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1", errant=2)
    scene = table.match.scene(0)
    by_id = {action.id: action for action in table.match.legal(0)}
    does = [by_id[card.action].label for card in zone(scene, "round_table").cards if card.action is not None]
    assert does == ["Peek" if knight == "Sir Lancelot" else f"Exchange with {knight}" for knight in KNIGHTS]
    assert {choice.label for choice in scene.choices} == set(does)
    assert all(card.action is None for viewer in (None, 1) for card in ring(table.match, viewer))


# Turning the cards


def revealed(table: Table) -> Any:
    """What every screen reveals of the round that the next peek ends."""
    table.peek()
    reveals = [table.match.scene(viewer).reveal for viewer in VIEWERS]
    assert reveals[0] == reveals[1] == reveals[2], "everybody sees the same"
    return reveals[0]


@pytest.mark.rule("GL-048", "GL-049", "GL-508")
def test_cards_are_turned_from_the_start_knight_clockwise_with_both_totals(new_table: NewTable) -> None:
    reveal = revealed(new_table().last_action("4 1 1 3 2 2 3 1", sword=3))
    assert [step.card for step in reveal.steps] == [f"turned-{(3 + i) % 8}" for i in range(8)]
    assert titles(list(reveal.zone.cards)) == "4 1 1 3 2 2 3 1"
    assert [step.said for step in reveal.steps][:2] == [
        "Influence 3 on Sir Agravaine: 3. King Arthur's allies 0, Sir Mordred's pawns 3.",
        "Influence 2 on Sir Galahad: 2. King Arthur's allies 2, Sir Mordred's pawns 3.",
    ]
    assert reveal.steps[-1].said.endswith("King Arthur's allies 10, Sir Mordred's pawns 7.")


@pytest.mark.rule("GL-204", "GL-207", "GL-600")
def test_a_cancelled_and_a_copied_card_are_named_when_they_are_turned(new_table: NewTable) -> None:
    reveal = revealed(new_table(extended_cast=True).last_action("Is Mo 3 4 2 Me 1 2"))
    badges = [card.badge for card in reveal.zone.cards]
    assert badges == ["cancelled", "counts 0", "", "", "", "counts 0", "", ""]
    assert "Isolde on Sir Tristan is cancelled by Morgana: 0." in reveal.steps[0].said
    reveal = revealed(new_table(extended_cast=True).last_action("Is 1 Me 2 1 2 4 3"))
    assert "Merlin on Sir Lancelot copies the card across: 4." in reveal.steps[2].said
    assert reveal.zone.cards[0].badge == "counts 4"


@pytest.mark.rule("GL-050", "GL-052", "GL-053", "GL-315")
@pytest.mark.parametrize(
    ("laid", "outcome"),
    [
        ("4 1 1 3 2 2 3 1", "Seat 1 wins round 1: King Arthur's allies 10, Sir Mordred's pawns 7."),
        (
            "4d 3 1 2 1 2 2 1",
            "Both factions total 8. Seat 1 wins round 1 by the highest card, 4 on Sir Tristan against 3.",
        ),
        (
            "4d 4 1 2 2 1 3 3",
            "Both factions total 10. The highest cards are equal too. "
            "Seat 1 wins round 1 by the dagger on Sir Tristan.",
        ),
        (
            "3 3 2 2 1 2 1 Is",
            "Both factions total 7. The highest cards are equal and no dagger counts: "
            "the round is a tie, nobody gains a victory card.",
        ),
    ],
)
def test_the_outcome_names_the_step_that_decided(new_table: NewTable, laid: str, outcome: str) -> None:
    table = new_table(extended_cast="Is" in laid).last_action(laid)
    assert revealed(table).outcome == outcome


@pytest.mark.rule("GL-315")
def test_a_drawn_round_that_counts_for_both_says_so(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, drawn_round="count_for_both").last_action("3 3 2 2 1 2 1 Is")
    assert revealed(table).outcome.endswith("the round is a tie, each gains a victory card.")


@pytest.mark.rule("GL-059")
def test_the_last_reveal_ends_with_who_controls_camelot(new_table: NewTable) -> None:
    table = new_table().win_round(1).win_round(0).win_round(1)
    scene = table.match.scene(None)
    assert scene.reveal is not None
    assert scene.message == "Seat 2 wins 2 victory cards to 1 and controls Camelot."
    assert scene.reveal.outcome.endswith(scene.message)
    assert titles(ring(table.match, None)) == titles(list(scene.reveal.zone.cards)), "the cards stay turned"


def test_a_round_is_revealed_under_one_key_while_the_next_is_played_and_another_round_under_another() -> None:
    keys = []
    for seed in range(3):
        keys += dict.fromkeys(reveal.key for match in walk(seed) if (reveal := match.scene(None).reveal))
    rounds = sum(int(list(walk(seed))[-1].state.rounds) for seed in range(3))
    assert len(keys) == len(set(keys)) == rounds
