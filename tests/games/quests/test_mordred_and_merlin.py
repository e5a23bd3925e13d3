"""When Mordred may be given up, and what Merlin shows (QU-200 to QU-204, QU-267 to QU-277)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import ZONES, Table

BOARS, ARTHUR, YORK = "Boar Hunt", "Vanquish King Arthur's Enemies", "Tournament at York"
OPTION_VALUES = ("off", "stage_start", "every_step")


def in_window(table: Table) -> list[int]:
    """The seats that a window comes to, in order; nobody gives anything up."""
    seats = []
    while table.asked and table.state.frame_count and table.labels(table.asked[0])[-1] == "Pass":
        (seat,) = table.asked
        seats.append(seat)
        table.act(seat, "Pass")
    return seats


# Mordred


@pytest.mark.rule("QU-200", "QU-201", "QU-202", "QU-274", "QU-203", "QU-267")
def test_the_drawer_may_give_up_mordred_before_the_story_card_against_a_named_ally_of_another(new_table: NewTable):
    table = new_table().hold(1, "Mordred", "Sword").before(1, "King Arthur").before(0, "Sir Galahad", "Merlin")
    table.before(3, "Sir Gawain", "Amour").turn(BOARS, drawer=1)
    assert (table.asked, table.at(ZONES.story_card)) == ((1,), [])
    assert table.labels(1) == [
        "Give up Mordred against Sir Galahad of Seat 1",
        "Give up Mordred against Merlin of Seat 1",
        "Give up Mordred against Sir Gawain of Seat 4",
        "Pass",
    ]
    table.act(1, "Give up Mordred against Merlin of Seat 1")
    assert sorted(table.discard) == ["Merlin", "Mordred"]
    assert table.tableau(0) == ["Sir Galahad"]
    assert table.hand(1) == ["Sword"]
    assert table.log(2) == ["Seat 2 gives up Mordred, and Merlin of Seat 1 must leave."]
    table.act(1, "Pass")
    assert table.at(ZONES.story_card) == [BOARS]


@pytest.mark.rule("QU-269", "QU-200")
def test_any_number_of_mordreds_may_be_given_up_and_the_window_goes_round_once(new_table: NewTable):
    table = new_table().hold(0, "Mordred", "Mordred").hold(3, "Mordred").before(2, "Merlin").before(1, "King Arthur")
    table.quest(BOARS, "Boar / Giant", joined=(1, 2), drawer=0)
    assert table.asked == (0,)
    table.act(0, "Give up Mordred against Merlin of Seat 3")
    assert table.asked == (0,)
    table.act(0, "Give up Mordred against King Arthur of Seat 2")
    assert (table.phase, table.asked) == ("stage_play", (1, 2))  # no ally is left


@pytest.mark.rule("QU-268", "QU-269", "QU-270", "QU-267", "QU-203")
@pytest.mark.parametrize("drawer", range(4))
def test_drawer_sponsor_and_participants_are_asked_clockwise_from_the_drawer_if_others_have_an_ally(
    new_table: NewTable, drawer: int
):
    table = new_table().before(1, "Merlin").hold(3, "Mordred")
    table.quest(BOARS, "Boar / Giant", joined=(1, 2), sponsor=3, drawer=drawer)
    expected = [seat % 4 for seat in range(drawer, drawer + 4) if seat % 4 in {drawer, 2, 3} - {1}]
    assert table.told("Stage 1")  # it has been presented
    assert in_window(table) == expected
    both = new_table().before(1, "Merlin").before(2, "King Arthur")
    both.quest(BOARS, "Boar / Giant", joined=(1,), sponsor=3, drawer=2)
    assert in_window(both) == [2, 3, 1]


@pytest.mark.rule("QU-270", "QU-226")
def test_a_window_opens_whether_or_not_a_seat_holds_a_mordred_and_never_for_ones_own_ally(new_table: NewTable):
    for holds in ((), ("Mordred",)):
        table = new_table().before(1, "Merlin").hold(2, *holds).turn(BOARS, drawer=2)
        assert table.asked == (2,)
        assert table.labels(2)[-1] == "Pass"
        own = new_table().before(2, "Merlin", "King Arthur").hold(2, "Mordred").turn(BOARS, drawer=2)
        assert own.phase == "sponsor_offer"


@pytest.mark.rule("QU-268", "QU-267")
def test_in_a_tournament_the_drawer_and_the_entrants_still_in_it_are_asked_in_each_round(new_table: NewTable):
    table = new_table().before(2, "Merlin").rank(1, "knight").rank(3, "knight")
    table.tournament(YORK, entered=(1, 2, 3), drawer=0)
    assert in_window(table) == [0, 1, 3]
    table.choose_all("", "", "")
    assert in_window(table) == [0, 1, 3]  # 1 and 3 have tied
    assert table.asked == (1, 3)


@pytest.mark.rule("QU-267", "QU-271", "QU-272")
@pytest.mark.parametrize("option", OPTION_VALUES)
def test_windows_open_at_the_start_of_a_stage_or_round_before_what_is_measured_or_never(
    new_table: NewTable, option: str
):
    table = new_table(mordred_windows=option).before(2, "King Arthur").hold(0, "Sword", "Horse", "Mordred")
    table.hold(1, "Sword")
    table.quest(ARTHUR, "Thieves / Test of Valor / Dragon", joined=(0, 1), sponsor=3, drawer=0)
    start = [] if option == "off" else [0, 1, 3]
    further = start if option == "every_step" else []
    assert in_window(table) == start
    table.choose_all("", "")
    assert in_window(table) == [*further, *start]  # before the fight; the next stage begins
    table.choose_all("", "")
    assert in_window(table) == further
    table.act(0, "Bid 1")
    assert in_window(table) == further
    table.act(1, "Pass")
    assert table.phase == "bid_payment"
    assert not any("Give up" in label for seat in range(4) for label in table.labels(seat))
    rounds = new_table(mordred_windows=option).before(2, "King Arthur").hold(0, "Mordred").rank(1, "knight")
    rounds.tournament(YORK, entered=(0, 1), drawer=0)
    assert in_window(rounds) == [seat for seat in start if seat != 3]
    rounds.choose_all("", "")
    assert rounds.match.turn == (2 if option == "off" or option == "stage_start" else 1)
    turns = new_table(mordred_windows=option).before(2, "King Arthur").turn(BOARS, drawer=1)
    assert in_window(turns) == ([] if option == "off" else [1])


@pytest.mark.rule("QU-271", "QU-106")
@pytest.mark.parametrize("option", OPTION_VALUES)
def test_a_window_opens_by_option_before_the_bid_of_somebody_alone_in_a_test(new_table: NewTable, option: str):
    table = new_table(mordred_windows=option).before(1, "Queen Guinevere").hold(1, "Sword").hold(3, "Mordred")
    table.quest(ARTHUR, "Test of Valor / Thieves / Dragon", joined=(1,), sponsor=3, drawer=0)
    in_window(table)
    table.choose(1)
    if option == "every_step":
        assert (table.phase, table.asked) == ("bid_window", (0,))
        table.act(0, "Pass").act(3, "Give up Mordred against Queen Guinevere of Seat 2")
    assert (table.phase, table.asked) == ("lone_bid", (1,))
    assert table.labels(1) == ["Drop out"] if option == "every_step" else ["Bid 3", "Drop out"]


@pytest.mark.rule("QU-271", "QU-249")
def test_who_is_left_alone_in_an_auction_is_asked_after_a_window_to_bid_as_before(new_table: NewTable):
    table = new_table(mordred_windows="every_step").before(2, "King Arthur").hold(0, "Sword").hold(1, "Sword")
    table.quest(ARTHUR, "Test of Valor / Thieves / Dragon", joined=(0, 1), sponsor=3, drawer=0)
    in_window(table)
    table.choose_all("", "")
    in_window(table)
    table.act(0, "Pass")
    assert in_window(table) == [0, 1, 3]
    assert (table.phase, table.labels(1)) == ("bidding", ["Bid 1", "Pass"])


@pytest.mark.rule("QU-271", "QU-241")
def test_an_ally_played_in_a_tournament_may_be_taken_before_the_comparison_by_option(new_table: NewTable):
    table = new_table(mordred_windows="every_step").hold(0, "Sir Galahad").hold(1, "Mordred", "Sword")
    table.tournament(YORK, entered=(0, 1)).choose_all("Sir Galahad", "Sword")
    assert table.match.view(3)["fields"]["battle_total"] == [20, 15, 0, 0, 0]  # seen before Mordred is given up
    table.act(1, "Give up Mordred against Sir Galahad of Seat 1").pass_windows()
    assert table.told("has") == ["Seat 1 has 5 points.", "Seat 2 has 15 points."]


# Merlin


def with_merlin(new_table: NewTable, groups: str = "Boar+Dagger / Test of Valor / Giant", **options: object) -> Table:
    """Seat 1 has Merlin in play and is in a quest; the windows have passed."""
    table = new_table(**options).before(1, "Merlin").rank(0, "knight").rank(1, "knight")
    table.hold(1, *["Sword"] * 5).hold(0, "Dagger")
    return table.quest(ARTHUR, groups, joined=(0, 1), sponsor=3, drawer=0)


@pytest.mark.rule("QU-204", "QU-275", "QU-276")
def test_merlin_shows_one_stage_that_is_still_face_down_to_its_owner_alone(new_table: NewTable):
    table = with_merlin(new_table)
    assert table.state.frame_count  # Mordred's window comes first
    assert in_window(table) == [0, 3]
    assert (table.phase, table.asked) == ("stage_merlin", (1,))
    assert table.labels(1) == ["Look at stage 2", "Look at stage 3", "Do not look yet"]
    table.act(1, "Look at stage 3")
    assert table.told("Merlin", viewer=2) == ["Seat 2 looks at stage 3 with Merlin."]
    assert table.told("You see", viewer=1) == ["You see Giant in stage 3."]
    for viewer in (None, 0, 2):
        assert table.told("Giant", "You see", viewer=viewer) == []
        assert table.seen(viewer, "stage")[2]["cards"] == [None]
    assert table.seen(1, "stage")[2]["cards"] == ["Giant"]
    assert table.seen(1, "stage")[1]["cards"] == [None]
    table.choose_all("", "")
    assert "stage_merlin" not in (table.phase, table.pass_windows().phase)  # once in a quest
    assert table.asked == (0, 1)


@pytest.mark.rule("QU-276", "QU-070")
def test_while_only_the_kind_is_told_the_stage_itself_may_be_looked_at(new_table: NewTable):
    table = with_merlin(new_table, stage_reveal="kind").pass_windows()
    assert table.labels(1)[0] == "Look at stage 1"
    table.act(1, "Look at stage 1")
    assert table.told("You see", viewer=1) == ["You see Boar in stage 1.", "You see Dagger in stage 1."]


@pytest.mark.rule("QU-275", "QU-277")
def test_a_look_not_taken_may_be_taken_later_until_the_quest_ends_or_merlin_is_gone(new_table: NewTable):
    table = with_merlin(new_table).pass_windows().act(1, "Do not look yet")
    table.choose_all("", "").pass_windows()
    assert (table.phase, table.labels(1)) == ("stage_merlin", ["Look at stage 3", "Do not look yet"])
    lost = with_merlin(new_table, "Boar / Thieves / Giant").hold(3, "Mordred")
    lost.act(0, "Pass").act(3, "Give up Mordred against Merlin of Seat 2")
    assert lost.phase == "stage_play"
    last = with_merlin(new_table, "Boar / Thieves / Saxons").pass_windows()
    for _ in range(2):
        last.act(1, "Do not look yet").choose_all("", "").pass_windows()
    assert last.phase == "stage_play"  # nothing is face down any more
    last.choose_all("", "").pass_windows()
    assert last.told("looks") == []
    again = with_merlin(new_table).pass_windows().act(1, "Look at stage 3")
    assert again.members("looked") == (1,)
    again.hold(0, "Boar", "Giant").begin("quest_end").turn(BOARS, drawer=0).pass_windows().act(0, "Sponsor the quest")
    assert again.members("looked") == ()  # a new quest, a new look


@pytest.mark.rule("QU-204", "QU-275")
@pytest.mark.parametrize("why", ["option", "not in play", "no participant", "nothing hidden"])
def test_nobody_is_asked_to_look_without_a_reason(new_table: NewTable, why: str):
    table = new_table(merlin_preview=why != "option")
    if why == "not in play":
        table.hold(1, "Merlin")
    else:
        table.before(2 if why == "no participant" else 1, "Merlin")
    stage = 1 if why == "nothing hidden" else 0
    table.quest(BOARS, "Boar / Giant", joined=(0, 1), sponsor=3, drawer=0, stage=stage).pass_windows()
    assert table.phase == "stage_play"


@pytest.mark.rule("QU-200", "QU-272")
def test_mordred_is_a_foe_like_any_other_too(new_table: NewTable):
    table = new_table(mordred_windows="off").before(0, "Merlin").hold(1, "Mordred", "Boar")
    table.turn(BOARS, drawer=1).act(1, "Sponsor the quest", "Put Boar into stage 1", "Put Mordred into stage 2")
    table.act(1, "Set the quest")
    assert table.at(ZONES.stage[1]) == ["Mordred"]
    with pytest.raises(IllegalAction):
        table.act(1, "Give up Mordred against Merlin of Seat 1")
