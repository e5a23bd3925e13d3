"""Who sponsors a quest, sets it up, and joins it (QU-042 to QU-067, QU-225 to QU-233)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import ZONES, Table

BOARS, FOREST = "Boar Hunt", "Journey through the Enchanted Forest"


def offered(new_table: NewTable, able: tuple[int, ...], drawer: int = 0, **options: str) -> Table:
    """A Boar Hunt is drawn; some seats can build it, the others hold as many cards."""
    table = new_table(**options)
    for seat in range(4):
        table.hold(seat, *(("Saxons", "Giant") if seat in able and seat < 2 else ("Thieves", "Evil Knight")
                           if seat in able else ("Sword", "Horse")))  # fmt: skip
    return table.turn(BOARS, drawer=drawer)


# The sponsor


@pytest.mark.rule("QU-042", "QU-043", "QU-226", "QU-046")
@pytest.mark.parametrize("drawer", range(4))
def test_all_are_asked_clockwise_from_the_drawer_and_who_cannot_build_it_can_only_decline(
    new_table: NewTable, drawer: int
):
    table = offered(new_table, (1, 3), drawer)
    for seat in range(drawer, drawer + 4):
        assert table.asked == (seat % 4,)
        able = ["Sponsor the quest"] if seat % 4 in (1, 3) else []
        assert table.labels(seat % 4) == [*able, "Decline"]
        table.act(seat % 4, "Decline")
    assert table.told("sponsor")[4] == "Nobody sponsors the quest."
    assert (table.match.turn, table.held, table.shields, table.discard) == (2, [2] * 4, [0] * 4, [])


@pytest.mark.rule("QU-044", "QU-045", "QU-048", "QU-227")
def test_the_first_to_accept_sponsors_all_are_told_and_it_cannot_withdraw(new_table: NewTable):
    table = offered(new_table, (1, 2)).act(0, "Decline").act(1, "Sponsor the quest")
    assert (table.phase, table.asked) == ("quest_setup", (1,))
    for viewer in (None, 0, 3):
        assert table.log(viewer)[-1] == "Seat 2 sponsors the quest of 2 stages."
    assert table.verbs(1) == {"place", "set_for_me"}
    table.act(1, "Put Saxons into stage 1")
    assert table.verbs(1) == {"place", "take_back", "start_over", "set_for_me"}


@pytest.mark.rule("QU-227", "QU-225", "QU-049")
@pytest.mark.parametrize(
    ("quest", "hand", "stages"),
    [
        (BOARS, "Giant, Thieves, Sword", ["Thieves", "Giant"]),
        (BOARS, "Thieves, Thieves, Dagger, Lance", ["Thieves", "Thieves, Lance"]),
        (FOREST, "Test of Valor, Saxons, Saxons, Horse, Excalibur", ["Saxons", "Excalibur, Saxons", "Test of Valor"]),
    ],
)
@pytest.mark.parametrize("begun", [False, True])
def test_a_sponsor_who_is_out_of_time_has_its_stages_filled_from_its_hand_and_then_set(
    new_table: NewTable, quest: str, hand: str, stages: list[str], begun: bool
):
    table = sponsoring(new_table, quest, *hand.split(", "))
    if begun:  # with what cannot be completed
        table.act(1, next(label for label in table.labels(1) if label.endswith("stage 2")))
        ids = [action.id for action in table.match.legal(1)]
        assert ids == sorted(set(ids))
    table.match.play_default(1)
    assert (table.phase, table.asked) == ("quest_setup", (1,))  # it shows before it is set
    assert "Set the quest" in table.labels(1)
    (laid,) = [zone.groups for zone in table.match.scene(1).zones if zone.id == "stages"]
    assert all(group.total for group in laid)
    table.match.play_default(1)
    assert table.phase == "join_offer"
    groups = [sorted(table.at(ZONES.stage[n])) for n in range(len(stages))]
    assert groups == [sorted(names.split(", ")) for names in stages]


@pytest.mark.rule("QU-230")
@pytest.mark.parametrize(("drawer", "willing", "sponsor"), [(2, (1, 3), 3), (2, (0, 1), 0), (1, (0, 1), 1)])
def test_by_option_all_answer_together_and_the_willing_seat_nearest_to_the_drawer_sponsors(
    new_table: NewTable, drawer: int, willing: tuple[int, ...], sponsor: int
):
    table = offered(new_table, (0, 1, 2, 3), drawer, sponsor_order="all_at_once")
    assert table.asked == (0, 1, 2, 3)
    before = table.log(), table.match.view(0)["fields"]
    for seat in (3, 2, 1, 0):
        assert (table.log(), table.match.view(0)["fields"]) == before
        table.act(seat, "Sponsor the quest" if seat in willing else "Decline")
    assert (table.phase, table.asked) == ("quest_setup", (sponsor,))
    assert {f"Seat {seat + 1} would sponsor the quest." for seat in willing} <= set(table.log(2))
    assert f"Seat {sponsor + 1} sponsors the quest of 2 stages." in table.log(2)


@pytest.mark.rule("QU-230", "QU-046")
def test_of_seats_that_answer_together_none_may_be_willing(new_table: NewTable):
    table = offered(new_table, (), sponsor_order="all_at_once")
    for seat in range(4):
        assert table.labels(seat) == ["Decline"]
        table.act(seat, "Decline")
    assert "Nobody sponsors the quest." in table.log()
    assert table.match.turn == 2


@pytest.mark.rule("QU-047")
def test_the_sponsor_neither_fights_nor_bids(new_table: NewTable):
    table = new_table().hold(3, "Excalibur").quest(BOARS, "Test of Valor / Giant", joined=(0, 1), sponsor=3)
    assert table.asked == (0, 1)
    table.hold(0, "Sword").hold(1, "Sword").choose_all("", "").act(0, "Bid 1")
    assert table.asked == (1,)
    assert table.act(1, "Pass").choose(0, "Sword").asked == (0,)
    assert table.hand(3) == ["Excalibur"]


# Setting up


def sponsoring(new_table: NewTable, quest: str = FOREST, *hand: str) -> Table:
    """Seat 1 sets a quest up."""
    cards = hand or ("Thieves", "Dagger", "Sword", "Sword", "Test of Valor", "Evil Knight", "Merlin", "Amour")
    return new_table().hold(1, *cards).lay(ZONES.story_card, quest).begin("quest_setup", sponsor=1, turn=1)


@pytest.mark.rule("QU-049", "QU-050", "QU-051", "QU-052", "QU-053", "QU-055", "QU-064", "QU-279", "QU-229")
def test_cards_are_placed_stage_by_stage_until_the_quest_is_legal_and_then_lie_face_down(new_table: NewTable):
    table = sponsoring(new_table)
    assert {label for label in table.labels(1) if label.endswith("stage 1")} == {
        f"Put {name} into stage 1" for name in ("Thieves", "Test of Valor", "Evil Knight")
    }
    table.act(1, "Put Thieves into stage 1", "Put Sword into stage 1", "Put Dagger into stage 1")
    assert not [label for label in table.labels(1) if label.startswith("Put") and label.endswith("stage 1")]
    table.act(1, "Put Test of Valor into stage 2")
    assert not [label for label in table.labels(1) if label.startswith("Put") and label.endswith("stage 2")]
    assert "Set the quest" not in table.labels(1)
    table.act(1, "Put Evil Knight into stage 3", "Put Sword into stage 3")
    assert table.log() == []  # nothing is told before it is set
    table.act(1, "Set the quest")
    assert table.log() == [
        f"Seat 2 lays {cards} for stage {n}." for n, cards in ((1, "3 cards"), (2, "1 card"), (3, "2 cards"))
    ]
    for viewer, known in ((None, False), (0, False), (1, True)):
        stages = table.seen(viewer, "stage")
        assert [len(stage["cards"]) for stage in stages] == [3, 1, 2, 0, 0]
        assert all((card is not None) == known for stage in stages for card in stage["cards"])
    assert int(table.state.cards_set) == 6


@pytest.mark.rule("QU-228")
def test_until_it_is_set_a_card_may_be_taken_back_and_moved(new_table: NewTable):
    table = sponsoring(new_table, BOARS, "Thieves", "Boar", "Sword")
    table.act(1, "Put Boar into stage 1", "Put Thieves into stage 2")
    assert "Set the quest" not in table.labels(1)  # 15, 5
    table.act(1, "Take Boar back from stage 1", "Put Sword into stage 2", "Take Thieves back from stage 2")
    assert "Put Sword into stage 2" not in table.labels(1)
    table.act(1, "Put Boar into stage 2", "Take all cards back")
    assert sorted(table.hand(1)) == ["Boar", "Sword", "Thieves"]
    assert not any(table.state.staged[card] for card in range(table.state.card_count))
    table.act(1, "Put Thieves into stage 1", "Put Boar into stage 2", "Set the quest")
    assert (table.at(ZONES.stage[0]), table.at(ZONES.stage[1]), table.hand(1)) == (["Thieves"], ["Boar"], ["Sword"])
    assert table.asked == (2,)
    with pytest.raises(IllegalAction):
        table.act(1, "Put Sword into stage 1")


@pytest.mark.rule("QU-049", "QU-056")
def test_a_quest_is_not_set_before_every_stage_is_filled_and_their_totals_rise(new_table: NewTable):
    table = sponsoring(new_table, BOARS, "Boar", "Robber Knight", "Dagger")
    table.act(1, "Put Boar into stage 1")
    assert "Set the quest" not in table.labels(1)
    table.act(1, "Put Robber Knight into stage 2")
    assert "Set the quest" not in table.labels(1)  # 15, 15
    table.act(1, "Put Dagger into stage 2")
    assert "Set the quest" in table.labels(1)


# Joining


@pytest.mark.rule("QU-065", "QU-066", "QU-067", "QU-231")
@pytest.mark.parametrize("sponsor", range(4))
def test_the_others_are_asked_clockwise_from_the_left_of_the_sponsor_and_heard_at_once(
    new_table: NewTable, sponsor: int
):
    table = new_table().quest(BOARS, "Thieves / Giant", sponsor=sponsor, drawer=2, joined=(), at="join_offer")
    first, second, third = ((sponsor + n) % 4 for n in (1, 2, 3))
    assert (table.asked, table.labels(first)) == ((first,), ["Join the quest", "Stay out"])
    table.act(first, "Join the quest")
    assert (table.asked, table.log()[-1]) == ((second,), f"Seat {first + 1} joins the quest.")
    table.act(second, "Stay out")
    assert (table.asked, table.log()[-1]) == ((third,), f"Seat {second + 1} stays out.")
    table.act(third, "Join the quest")
    assert table.members("participants") == tuple(sorted((first, third)))
    assert [len(table.hand(seat)) for seat in (first, second, third, sponsor)] == [1, 0, 1, 0]
    assert table.asked == tuple(sorted((first, third)))
    table.choose_all("", "")
    assert second not in table.asked
    assert sponsor not in table.asked


@pytest.mark.rule("QU-231")
def test_by_option_all_answers_to_joining_are_revealed_together(new_table: NewTable):
    table = new_table(join_order="all_at_once").quest(BOARS, "Thieves / Giant", sponsor=2, joined=(), at="join_vote")
    assert table.asked == (0, 1, 3)
    table.act(1, "Stay out").act(3, "Join the quest")
    assert table.log() == []
    table.act(0, "Join the quest")
    assert table.log()[:3] == ["Seat 1 joins the quest.", "Seat 2 stays out.", "Seat 4 joins the quest."]
    assert table.asked == (0, 3)


@pytest.mark.rule("QU-232", "QU-113", "QU-233")
@pytest.mark.parametrize("order", ["in_turn", "all_at_once"])
def test_if_nobody_joins_the_quest_is_over_and_the_sponsor_has_its_cards(new_table: NewTable, order: str):
    phase = "join_offer" if order == "in_turn" else "join_vote"
    table = new_table(join_order=order).quest(BOARS, "Boar / Giant+Horse", joined=(), at=phase)
    for seat in range(3):
        table.act(seat, "Stay out")
    assert sorted(table.discard) == ["Boar", "Giant", "Horse"]
    assert table.told("Stage") == ["Stage 1: Boar.", "Stage 2: Giant.", "Stage 2: Horse."]
    assert (table.held, table.shields, table.match.turn) == ([0, 0, 0, 5], [0] * 4, 2)
