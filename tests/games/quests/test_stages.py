"""Every stage of a quest, and those with a foe (QU-068 to QU-096, QU-234 to QU-240)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from workbench.kernel.scenes.scene import CardFace
from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import Table

BOARS, ARTHUR = "Boar Hunt", "Vanquish King Arthur's Enemies"
STRONG = ("Sword", "Horse", "Lance", "Amour", "Merlin")


def seen_of_stage(table: Table, viewer: int | None, n: int) -> list[Any]:
    """The cards of a stage that a viewer sees where they lie face down, and those that are turned up."""
    names = table.seen(viewer, "stage")[n]["cards"], table.seen(viewer, "turned")[n]["cards"]
    return [card for cards in names for card in cards]


@pytest.mark.rule("QU-068", "QU-083", "QU-236", "QU-108")
def test_stages_are_played_in_order_and_stay_open_until_the_quest_ends(new_table: NewTable):
    table = new_table().rank(0, "champion_knight").rank(1, "champion_knight")
    table.quest(ARTHUR, "Thieves / Saxons / Saxon Knight", joined=(0, 1))
    for n, foe in enumerate(("Thieves", "Saxons", "Saxon Knight")):
        assert (int(table.state.stage_now), table.asked) == (n, (0, 1))
        assert [bool(cards["cards"]) for cards in table.seen(2, "turned")] == [m <= n for m in range(5)]
        assert table.told("Stage")[-1] == f"Stage {n + 1}: {foe}."
        table.choose_all("", "")
    assert table.told("completes") == ["Seat 1 completes the quest.", "Seat 2 completes the quest."]
    assert [table.seen(2, "turned")[n]["cards"] for n in range(5)] == [[]] * 5


@pytest.mark.rule("QU-069", "QU-070", "QU-071", "QU-064")
@pytest.mark.parametrize(
    ("reveal", "groups", "shown"),
    [
        ("cards", "Boar+Dagger / Giant", ["Stage 1: Boar.", "Stage 1: Dagger."]),
        ("kind", "Boar+Dagger / Giant", ["A foe waits in stage 1."]),
        ("cards", "Test of Valor / Giant", ["Stage 1: Test of Valor."]),
        ("kind", "Test of Valor / Giant", ["Stage 1: Test of Valor."]),
    ],
)
def test_a_stage_is_shown_before_cards_are_chosen_or_only_its_kind_but_a_test_always(
    new_table: NewTable, reveal: str, groups: str, shown: list[str]
):
    table = new_table(stage_reveal=reveal).rank(0, "champion_knight").quest(BOARS, groups, joined=(0, 1))
    assert table.phase == "stage_play"
    assert table.log(0) == shown
    is_shown = not shown[0].startswith("A foe")
    assert all((card is not None) == is_shown for card in seen_of_stage(table, 0, 0))
    assert seen_of_stage(table, 0, 1) == [None]
    table.choose(0)
    assert table.log(0) == shown
    table.choose(1)
    assert {"Stage 1: Boar.", "Stage 1: Test of Valor."} & set(table.log(0))
    assert None not in seen_of_stage(table, 0, 0)


@pytest.mark.rule("QU-072", "QU-073", "QU-234", "QU-074")
def test_selections_are_secret_until_the_last_is_in_and_then_fixed(new_table: NewTable):
    table = new_table().hold(0, *STRONG).hold(1, "Dagger").rank(2, "knight").quest(BOARS, "Boar / Giant")
    before = table.log(1)
    assert table.asked == (0, 1, 2)
    table.act(0, "Take Sword", "Take Merlin", "Put Merlin back", "Take Amour", "Done")
    with pytest.raises(IllegalAction):
        table.act(0, "Take Horse")
    for viewer in (None, 1, 3):
        assert table.log(viewer) == before
        assert len(table.seen(viewer, "hand")[0]["cards"]) == 5
        assert not any(table.match.view(viewer)["fields"].get("staged_count", [0]))
    table.choose(2).choose(1, "Dagger")
    assert table.told("plays", viewer=3) == [
        "Seat 1 plays Sword.", "Seat 1 plays Amour.", "Seat 2 plays Dagger.", "Seat 3 plays nothing."
    ]  # fmt: skip


@pytest.mark.rule("QU-075", "QU-076", "QU-078", "QU-079")
def test_weapons_of_different_names_allies_and_one_amour_are_played(new_table: NewTable):
    hand = ("Sword", "Sword", "Horse", "Amour", "Amour", "Merlin", "Sir Galahad", "Boar", "Test of Valor")
    table = new_table().hold(0, *hand).quest(BOARS, "Thieves / Giant", joined=(0,))
    table.act(0, "Take Sword", "Take Horse", "Take Amour", "Take Merlin", "Take Sir Galahad")
    assert [label for label in table.labels(0) if label.startswith("Take")] == []
    table.act(0, "Done").pass_windows()
    assert sorted(table.hand(0)) == ["Amour", "Boar", "Sword", "Test of Valor"]
    assert [label for label in table.labels(0) if label.startswith("Take")] == ["Take Sword"]  # a second amour is not


@pytest.mark.rule("QU-077", "QU-248", "QU-071")
def test_in_a_test_allies_and_an_amour_are_put_into_play_and_no_weapons(new_table: NewTable):
    table = new_table().hold(0, *STRONG).hold(1, "Sword", "Sir Galahad")
    table.quest(BOARS, "Test of Valor / Giant", joined=(0, 1))
    takes = [[label for label in table.labels(seat) if label.startswith("Take")] for seat in (0, 1)]
    assert takes == [["Take Merlin", "Take Amour"], ["Take Sir Galahad"]]
    table.choose(0, "Amour")
    assert table.told("plays") == []
    table.choose(1, "Sir Galahad")
    assert table.told("plays") == ["Seat 1 plays Amour.", "Seat 2 plays Sir Galahad."]
    assert table.phase == "bidding"
    assert not {"pick", "put_into_play"} & table.verbs(0)


@pytest.mark.rule("QU-080", "QU-081", "QU-082", "QU-083", "QU-084", "QU-092", "QU-096")
def test_each_participant_is_measured_by_itself_and_who_fails_is_out(new_table: NewTable):
    table = new_table().hold(0, "Sword").hold(1, "Horse").hold(2, "Dagger")
    table.quest(ARTHUR, "Saxon Knight / Giant / Dragon").choose_all("Sword", "Horse", "Dagger")
    assert table.told(" points to ") == [
        "Seat 1 passes the stage, 15 points to 15.",
        "Seat 2 passes the stage, 15 points to 15.",
        "Seat 3 is out of the quest, 10 points to 15.",
    ]
    assert table.asked == (0, 1)
    assert table.members("participants") == (0, 1)
    assert table.choose_all("", "").told("out of the quest")[1:] == [
        f"Seat {seat} is out of the quest, 5 points to 40." for seat in (1, 2)
    ]
    assert "Nobody completes the quest." in table.log()


@pytest.mark.rule("QU-095", "QU-096")
@pytest.mark.parametrize(("option", "passes"), [("player_passes", (0, 1)), ("foe_wins", (1,))])
def test_a_total_equal_to_the_stage_passes_or_not_by_option(new_table: NewTable, option: str, passes: tuple[int, ...]):
    table = new_table(foe_tie=option).hold(0, "Sword").hold(1, "Battle-ax").hold(2, "Dagger")
    table.quest(ARTHUR, "Saxon Knight / Giant / Dragon").choose_all("Sword", "Battle-ax", "Dagger")
    assert table.members("participants") == passes


@pytest.mark.rule("QU-085", "QU-086", "QU-087", "QU-088", "QU-094", "QU-115", "QU-237", "QU-093")
def test_weapons_go_after_their_stage_an_amour_with_the_quest_and_allies_stay(new_table: NewTable):
    table = new_table().hold(0, "Sword", "Amour", "Sir Galahad", "Horse").before(0, "King Arthur")
    table.quest(ARTHUR, "Saxon Knight / Giant / Dragon", joined=(0,)).pass_windows()
    table.choose(0, "Sword, Amour, Sir Galahad").pass_windows()
    assert table.told("passes") == ["Seat 1 passes the stage, 50 points to 15."]
    assert table.discard == ["Sword"]
    assert sorted(table.tableau(0)) == ["Amour", "King Arthur", "Sir Galahad"]
    table.choose(0, "Horse").pass_windows()
    assert table.told("passes")[-1] == "Seat 1 passes the stage, 50 points to 40."
    assert table.discard == ["Sword", "Horse"]
    table.choose(0)  # the Dragon has 50
    assert sorted(table.tableau(0)) == ["King Arthur", "Sir Galahad"]
    assert sorted(table.discard) == ["Amour", "Dragon", "Giant", "Horse", "Saxon Knight", "Sword"]


@pytest.mark.rule("QU-089", "QU-237")
def test_by_option_amours_and_allies_go_with_the_weapons_of_the_stage(new_table: NewTable):
    table = new_table(cleanup="all_at_once").hold(0, "Sword", "Amour", "Sir Galahad").before(0, "King Arthur")
    table.quest(ARTHUR, "Saxon Knight / Giant / Dragon", joined=(0,)).pass_windows()
    table.choose(0, "Sword, Amour, Sir Galahad")
    assert sorted(table.discard) == ["Amour", "Sir Galahad", "Sword"]
    assert table.tableau(0) == ["King Arthur"]


@pytest.mark.rule("QU-079", "QU-089")
@pytest.mark.parametrize(("limit", "more"), [(1, 0), (2, 1), (3, 2)])
def test_an_amour_that_went_with_its_stage_counts_to_the_end_of_the_quest(new_table: NewTable, limit: int, more: int):
    table = new_table(cleanup="all_at_once", amour_limit=limit).hold(0, *["Amour"] * 4)
    table.quest(ARTHUR, "Thieves / Boar / Giant", joined=(0,)).choose(0, "Amour")
    assert (table.discard, table.hand(0)) == (["Amour"], ["Amour"] * 3)
    assert sum(face.action is not None for face in hand_on_screen(table)) == more
    table.act(0, *["Take Amour"] * more)
    assert "Take Amour" not in table.labels(0)
    table.act(0, "Done").choose(0)
    assert table.told("Nobody completes") != []
    table.quest(BOARS, "Thieves / Giant", joined=(0,))
    assert "Take Amour" in table.labels(0)


@pytest.mark.rule("QU-124", "QU-089")
def test_the_next_tournament_may_see_another_amour(new_table: NewTable):
    table = new_table(cleanup="all_at_once").hold(0, "Amour", "Amour")
    table.tournament("Tournament at York", entered=(0, 1)).choose_all("Amour", "")
    assert table.told("wins") == ["Seat 1 wins the tournament."]
    assert "Take Amour" in table.put_away().tournament("Tournament at Camelot", entered=(0, 1)).labels(0)


def hand_on_screen(table: Table) -> Sequence[CardFace]:
    """The cards of the hand as seat 0 has them on its screen."""
    return next(zone.cards for zone in table.match.scene(0).zones if zone.id == "hand")


@pytest.mark.rule("QU-238", "QU-087")
def test_the_amour_of_a_seat_that_fails_goes_when_the_quest_ends(new_table: NewTable):
    table = new_table().hold(0, "Amour").rank(1, "champion_knight")
    table.quest(BOARS, "Saxon Knight+Dagger / Giant", joined=(0, 1)).choose_all("Amour", "")
    assert (table.members("participants"), table.tableau(0)) == ((1,), ["Amour"])
    table.choose(1)
    assert table.tableau(0) == []
    assert "Amour" in table.discard


@pytest.mark.rule("QU-090", "QU-091", "QU-235")
@pytest.mark.parametrize(
    ("cards", "after_last", "drawn"), [(0, False, [0, 0]), (0, True, [0, 0]), (1, False, [1, 1]), (1, True, [1, 2])]
)
def test_passing_a_stage_brings_a_card_by_option_and_after_the_last_by_another(
    new_table: NewTable, cards: int, after_last: bool, drawn: list[int]
):
    table = new_table(cards_per_passed_stage=cards, card_after_last_stage=after_last).rank(0, "champion_knight")
    table.quest(BOARS, "Boar / Saxon Knight", joined=(0, 1)).choose_all("", "")
    assert table.held[:2] == [drawn[0], 0]
    table.choose(0)
    assert table.held[:2] == [drawn[1], 0]
    assert table.match.turn == 2


@pytest.mark.rule("QU-240", "QU-239", "QU-093")
def test_allies_turned_in_a_stage_are_in_play_for_it(new_table: NewTable):
    """The worked example QG-05."""
    for scope, verdicts in (("anyone", ((0, 30), (1, 25))), ("same_owner", ((0, 20), (1, 25)))):
        table = new_table(pair_scope=scope).rank(0, "knight").before(0, "Sir Tristan").hold(1, "Queen Iseult", "Lance")
        table.quest("Slay the Dragon", "Mordred / Giant / Dragon", joined=(0, 1), drawer=3)
        table.pass_windows().choose_all("", "Queen Iseult, Lance")
        assert table.told("points to 30") == [
            f"Seat {seat + 1} {'passes the stage' if bp >= 30 else 'is out of the quest'}, {bp} points to 30."
            for seat, bp in verdicts
        ]


@pytest.mark.rule("QU-239", "QU-271", "QU-240")
def test_who_loses_the_pair_before_the_fight_loses_its_points(new_table: NewTable):
    """The end of the worked example QG-05."""
    table = new_table(mordred_windows="every_step").rank(0, "knight").before(0, "Sir Tristan")
    table.hold(1, "Queen Iseult", "Lance").hold(3, "Mordred")
    table.quest("Slay the Dragon", "Mordred / Giant / Dragon", joined=(0, 1), drawer=3)
    table.pass_windows().choose_all("", "Queen Iseult, Lance")
    assert (table.phase, table.asked) == ("stage_window", (3,))
    assert table.match.view(3)["fields"]["battle_total"] == [30, 25, 0, 0, 30]  # seen before Mordred is given up
    table.act(3, "Give up Mordred against Queen Iseult of Seat 2", "Pass")
    table.pass_windows()
    assert "Seat 1 is out of the quest, 20 points to 30." in table.log()


def test_the_last_battle_is_kept_for_screens(new_table: NewTable):
    table = new_table().hold(0, "Sword", "Merlin").rank(1, "knight").before(1, "King Arthur")
    table.quest(BOARS, "Boar+Dagger / Giant", joined=(0, 1), drawer=1)
    table.pass_windows().choose_all("Sword", "")
    fields = table.match.view(None)["fields"]
    assert fields["battle_total"] == [15, 20, 0, 0, 20]
    kinds = [[table.names[kind] for kind in row if kind >= 0] for row in fields["battle_kind"]]
    assert kinds == [["Sword"], ["King Arthur"], [], [], ["Boar", "Dagger"]]
    assert fields["battle_points"][4][:3] == [15, 5, 0]
