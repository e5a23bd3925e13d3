"""Who sees what: nothing that a seat is shown, may do or hears depends on cards it cannot know (QU-278, QU-279)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.play import Match

from .conftest import NewTable
from .table import PHASES, ZONES
from .tables import like_people, tables

some = settings(max_examples=8)
seeds = st.integers(0, 2**62)
HIDDEN = 255


def everything_shown(match: Match, viewer: int | None) -> dict[str, Any]:
    """All that the public methods tell a viewer."""
    shown = {"view": match.view(viewer), "log": match.seat_log(viewer)}
    if viewer is not None:
        shown |= {"legal": match.legal(viewer), "export": match.export(viewer)}
    return {**shown, "lines": match.score_lines(), "to_act": match.to_act, "winners": match.winners}


def begun(table: tuple[int, dict[str, Any]], seed: int) -> Match:
    """A match of a table."""
    seats, options = table
    return Match("quests", seats=seats, seed=seed, options=options)


@pytest.mark.rule("QU-064", "QU-073", "QU-121", "QU-226", "QU-270", "QU-276")
@some
@given(table=tables(), seed=seeds, start=st.integers(0, 120))
def test_nothing_a_viewer_is_shown_depends_on_cards_it_cannot_know(table: tuple, seed: int, start: int):
    match, chooser = begun(table, seed), random.Random(seed)
    for acts in range(start + 12):
        if match.over:
            break
        if acts >= start and acts % 3 == 0:
            viewer = chooser.choice([None, *range(match.seats)])
            other = match.redealt(viewer, chooser.randrange(2**60))
            assert everything_shown(other, viewer) == everything_shown(match, viewer)
        like_people(match, chooser)


@some
@given(table=tables(), seed=seeds, start=st.integers(0, 120))
def test_no_bot_chooses_by_cards_it_cannot_know(table: tuple, seed: int, start: int):
    match, chooser = begun(table, seed), random.Random(seed)
    for acts in range(start + 12):
        if match.over:
            break
        if acts >= start and acts % 3 == 0:
            seat = match.to_act[0]
            other = match.redealt(seat, chooser.randrange(2**60))
            for bot in ("greedy", "random"):
                chosen = []
                for world in (match, other):
                    world.seat_bot(seat, bot)
                    world.play_bot(seat)
                    chosen.append(world.acts[-1])
                    world.undo()
                    world.seat_bot(seat, None)
                assert chosen[0] == chosen[1]
        like_people(match, chooser)


@some
@given(table=tables(), seed=seeds)
def test_a_view_names_no_card_whose_place_is_hidden(table: tuple, seed: int):
    match, chooser = begun(table, seed), random.Random(seed)
    names = [kind.name for kind in match.deck.kinds]
    for acts in range(60):
        if match.over:
            break
        if acts % 10 == 0:
            kinds = match.deck.arrays.kind.tolist()
            for viewer in (None, 0, 1):
                places = list(match.observed(viewer).place)[: len(kinds)]
                hidden = {names[kind] for kind, place in zip(kinds, places, strict=True) if place == HIDDEN}
                seen = {names[kind] for kind, place in zip(kinds, places, strict=True) if place != HIDDEN}
                zones = json.dumps(match.view(viewer)["zones"], ensure_ascii=False)
                assert [name for name in hidden - seen if json.dumps(name, ensure_ascii=False) in zones] == []
        like_people(match, chooser)


@pytest.mark.rule("QU-278")
def test_both_discard_piles_are_open_to_all(new_table: NewTable):
    table = new_table().lay(ZONES.discard, "Sword", "Merlin").lay(ZONES.story_discard, "Pox", "Plague")
    for viewer in (None, 0, 3):
        assert table.seen(viewer, "discard")["cards"] == ["Sword", "Merlin"]
        assert table.seen(viewer, "story_discard")["cards"] == ["Pox", "Plague"]


@pytest.mark.rule("QU-278")
def test_by_option_only_the_top_of_a_discard_pile_is_seen(new_table: NewTable):
    table = new_table(discard_pile="top_card", hand_limit=1).hold(0, "Merlin", "Sword", "Boar").hold(2, "Horse")
    table.lay(ZONES.story_discard, "Pox").turn("Plague", drawer=0)
    table.act(0, "Discard Merlin", "Discard Boar")
    for viewer in (None, 0, 1, 2):
        assert (table.seen(viewer, "discard")["cards"], table.seen(viewer, "covered")["cards"]) == (["Boar"], [None])
        assert (table.seen(viewer, "story_discard")["cards"], table.seen(viewer, "story_covered")["cards"]) == (
            ["Plague"], [None]
        )  # fmt: skip
        zones = {zone.id: zone for zone in table.match.scene(viewer).zones}
        assert (zones["discard"].count, [card.title for card in zones["discard"].cards]) == (2, ["Boar"])
        assert "discards" not in zones
    worlds = [table.match.redealt(2, seed) for seed in range(40)]
    covered = {table.names[table.arrays.kind[world.record.rows[ZONES.covered, 0]]] for world in worlds}
    assert len(covered) > 5  # whoever saw it go remembers; the record does not


@pytest.mark.rule("QU-064", "QU-276")
def test_hands_stocks_and_stages_are_seen_as_they_should_be(new_table: NewTable):
    table = new_table().hold(0, "Sword", "Boar").before(1, "Merlin").hold(1, "Lance")
    table.quest("Boar Hunt", "Thieves / Giant", joined=(0, 1), sponsor=3, drawer=0).pass_windows()
    assert table.phase == "stage_merlin"
    table.act(1, "Look at stage 2")
    for viewer, hand, stage in ((None, None, None), (0, "Sword", None), (1, None, "Giant"), (3, None, "Giant")):
        assert table.seen(viewer, "hand")[0]["cards"][0] == hand
        assert table.seen(viewer, "stage")[1]["cards"] == [stage]
        assert set(table.seen(viewer, "stock")["cards"]) <= {None}
        assert set(table.seen(viewer, "story_stock")["cards"]) <= {None}
        assert table.seen(viewer, "tableau")[1]["cards"] == ["Merlin"]


@pytest.mark.rule("QU-228", "QU-279")
def test_a_draft_of_a_quest_is_seen_by_nobody_else(new_table: NewTable):
    table = new_table().hold(1, "Thieves", "Giant", "Sword").lay(ZONES.story_card, "Boar Hunt")
    table.begin("quest_setup", sponsor=1, turn=1)
    before = [everything_shown(table.match, viewer) for viewer in (None, 0, 2)]
    for label in ("Put Thieves into stage 1", "Put Giant into stage 2", "Put Sword into stage 2"):
        table.act(1, label)
        after = [everything_shown(table.match, viewer) for viewer in (None, 0, 2)]
        for earlier, later in zip(before, after, strict=True):
            earlier.pop("export", None)
            later.pop("export", None)
            assert later == earlier
    assert table.state.phase == PHASES.quest_setup


@pytest.mark.rule("QU-278", "QU-233")
@pytest.mark.parametrize("counts", ["public", "hidden"])
def test_who_knew_a_card_does_not_see_it_under_the_top_card_either(new_table: NewTable, counts: str):
    table = new_table(discard_pile="top_card", stage_counts=counts)
    table.quest("Boar Hunt", "Thieves+Dagger / Giant", joined=(0,), sponsor=3).choose(0)
    assert table.told("Nobody completes")
    for viewer in (None, 0, 3):
        assert table.seen(viewer, "discard")["cards"] == ["Giant"]
        assert table.seen(viewer, "covered")["cards"] == [None, None]


@pytest.mark.rule("QU-279", "QU-064")
def test_by_option_nobody_else_sees_how_many_cards_a_stage_has(new_table: NewTable):
    hand = ("Thieves", "Giant", "Sword", "Dagger")
    tables = []
    for armed in (1, 2):
        table = new_table(stage_counts="hidden").hold(1, *hand).lay(ZONES.story_card, "Boar Hunt")
        table.begin("quest_setup", sponsor=1, turn=1)
        weapons = [f"Put {name} into stage {n}" for name, n in (("Sword", armed), ("Dagger", 2))]
        tables.append(table.act(1, "Put Thieves into stage 1", "Put Giant into stage 2", *weapons, "Set the quest"))
    one, other = tables
    for viewer in (None, 0, 2, 3):
        assert everything_shown(one.match, viewer) == everything_shown(other.match, viewer)
        assert one.match.scene(viewer).as_dict() == other.match.scene(viewer).as_dict()
        assert one.seen(viewer, "sealed")[1] == {"count": 4, "cards": [None] * 4}
    assert one.log() == ["Seat 2 sets the quest."]
    stages = [next(zone for zone in table.match.scene(1).zones if zone.id == "stages") for table in tables]
    assert [[group.total for group in zone.groups] for zone in stages] == [["15", "45"], ["5", "55"]]
    assert int(one.state.cards_set) == 4


@pytest.mark.rule("QU-279", "QU-236", "QU-233", "QU-112")
@pytest.mark.parametrize("reveal", ["cards", "kind"])
def test_stages_whose_number_was_hidden_are_played_and_shown_like_others(new_table: NewTable, reveal: str):
    runs = []
    for counts in ("public", "hidden"):
        table = new_table(stage_counts=counts, stage_reveal=reveal, seats=3).hold(0, "Sword", "Amour", "Lance", "Boar")
        table.quest("Slay the Dragon", "Thieves+Dagger / Test of Valor / Dragon+Horse", joined=(0, 1), sponsor=2)
        table.hold(1, "Battle-ax", "Saxons").choose_all("Sword", "Battle-ax").choose_all("Amour", "")
        table.act(0, "Bid 1").act(1, "Pass").choose(0, "Lance")
        said = [line for line in table.log() if "draws" not in line]
        runs.append((said, sorted(table.discard), sorted(table.held), table.shields, int(table.state.staged_count[2])))
    assert runs[0] == runs[1]
    assert "Stage 3: Dragon." in runs[1][0]


@pytest.mark.rule("QU-279", "QU-276")
def test_merlin_shows_a_stage_of_hidden_number_to_its_owner_alone(new_table: NewTable):
    table = new_table(stage_counts="hidden", mordred_windows="off").before(1, "Merlin")
    table.quest("Boar Hunt", "Thieves / Giant+Sword", joined=(0, 1), sponsor=3, drawer=0)
    table.act(1, "Look at stage 2")
    assert table.told("You see", viewer=1) == ["You see Sword in stage 2.", "You see Giant in stage 2."]
    for viewer, words in ((None, "face down"), (0, "face down"), (1, "50"), (3, "50")):
        stages = next(zone for zone in table.match.scene(viewer).zones if zone.id == "stages")
        assert [group.total for group in stages.groups] == ["5", words]
        titles = [card.title for card in stages.cards if card.group == "1"]
        assert (titles == ["Giant", "Sword"]) == (words == "50")
        assert len(titles) == (2 if words == "50" else 1)


@pytest.mark.rule("QU-279")
def test_a_world_in_which_hidden_numbers_are_dealt_anew_is_played_to_the_end(new_table: NewTable):
    for seed in range(12):
        table = new_table(stage_counts="hidden", stage_reveal="kind", seed=seed).hold(1, "Sword", "Lance")
        table.quest("Slay the Dragon", "Thieves+Dagger / Boar+Lance / Dragon+Horse", joined=(0, 1), sponsor=2)
        world = table.match.redealt(1, seed)
        for seat in range(4):
            world.seat_bot(seat, "greedy")
        while world.turn == 1 and not world.over:
            world.play_bot(world.to_act[0])
        assert int(world.record.counts[ZONES.sealed + 2]) == 0


@pytest.mark.rule("QU-138")
def test_cards_that_are_drawn_are_told_to_their_seat_alone_and_their_number_to_all(new_table: NewTable):
    table = new_table().coming("Sword", "Boar").hold(0, "Lance").turn("Queen's Favor", drawer=1)
    for viewer in (None, 0, 2, 3):
        assert "Seat 2 is given 2 cards." in table.log(viewer)
        assert table.told("You are given Sword", "You are given Boar", viewer=viewer) == []
    assert table.told("You are given", viewer=1) == ["You are given Sword.", "You are given Boar."]
