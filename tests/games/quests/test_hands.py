"""The limit of a hand, and how a hand that is over it is trimmed (QU-010 to QU-014, QU-146, QU-214 to QU-216)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import ZONES, Table

ELEVEN = ("Sword",) * 8 + ("Horse",) * 3
PROSPERITY = "Prosperity Throughout the Realm"


def discard_down(table: Table, seat: int) -> int:
    """Discard until a seat is no longer asked; return how many cards went."""
    before = len(table.hand(seat))
    while seat in table.asked and table.verbs(seat) <= {"discard", "put_into_play"}:
        table.act(seat, next(label for label in table.labels(seat) if label.startswith("Discard")))
    return before - len(table.hand(seat))


@pytest.mark.rule("QU-010", "QU-012", "QU-014", "QU-146", "QU-036")
def test_who_has_more_than_twelve_cards_discards_any_before_anything_else_goes_on(new_table: NewTable):
    table = new_table().hold(1, *ELEVEN, "Test of Valor").hold(2, *ELEVEN[:10]).turn(PROSPERITY)
    assert (table.asked, table.match.turn) == ((1,), 1)
    assert table.labels(1) == ["Discard Sword", "Discard Horse", "Discard Test of Valor", "Discard Amour"]
    table.act(1, "Discard Test of Valor")
    assert (table.asked, table.match.turn, len(table.hand(1))) == ((1,), 1, 13)
    table.act(1, "Discard Sword")
    assert (table.asked, table.match.turn, table.phase, len(table.hand(1))) == ((1,), 2, "sponsor_offer", 12)
    assert table.discard == ["Test of Valor", "Sword"]
    assert table.told("discards", viewer=0) == ["Seat 2 discards Test of Valor.", "Seat 2 discards Sword."]


@pytest.mark.rule("QU-010")
@pytest.mark.parametrize("limit", [3, 12, 20])
def test_the_limit_is_an_option(new_table: NewTable, limit: int):
    table = new_table(hand_limit=limit, starting_hand=3).hold(0, *["Sword"] * 16, "Horse").turn(PROSPERITY)
    assert discard_down(table, 0) == max(19 - limit, 0)


@pytest.mark.rule("QU-011")
def test_what_lies_in_a_tableau_does_not_count(new_table: NewTable):
    table = (
        new_table().hold(1, *ELEVEN[:10]).before(1, "Sir Galahad", "Merlin", "King Arthur").turn(PROSPERITY, drawer=1)
    )
    assert len(table.hand(1)) == 12
    assert table.match.turn == 2


@pytest.mark.rule("QU-013", "QU-146", "QU-215")
def test_an_ally_that_is_too_much_is_put_into_play_and_no_amour_or_weapon(new_table: NewTable):
    table = new_table().hold(1, *ELEVEN, "Sir Galahad").coming(*["Amour"] * 4).turn(PROSPERITY)
    assert [label for label in table.labels(1) if "into play" in label] == ["Put Sir Galahad into play"]
    table.act(1, "Put Sir Galahad into play")
    assert (table.tableau(1), len(table.hand(1)), table.discard) == (["Sir Galahad"], 13, [])
    assert table.told("into play", viewer=3) == ["Seat 2 puts Sir Galahad into play."]
    assert table.verbs(1) == {"discard"}


@pytest.mark.rule("QU-214")
def test_several_seats_trim_at_the_same_time_and_the_game_goes_on_when_all_are_done(new_table: NewTable):
    table = new_table()
    for seat in (0, 2):
        table.hold(seat, *ELEVEN[:6], *["Dagger"] * 3, *["Lance"] * 2)
    table.turn(PROSPERITY)
    assert table.asked == (0, 2)
    table.act(2, "Discard Dagger")
    assert table.asked == (0,)
    with pytest.raises(IllegalAction):
        table.act(2, "Discard Dagger")
    assert table.match.turn == 1
    table.act(0, "Discard Sword")
    assert (table.match.turn, table.held) == (2, [12, 2, 12, 2])


@pytest.mark.rule("QU-012")
def test_a_hand_is_trimmed_at_the_end_of_the_turn_by_option(new_table: NewTable):
    def joined(timing: str) -> Table:
        table = new_table(over_limit_timing=timing).hold(0, *ELEVEN, "Dagger").rank(0, "champion_knight")
        return table.quest("Boar Hunt", "Boar / Giant", joined=(0,), at="quest_deal")

    assert joined("at_once").verbs(0) == {"discard"}
    table = joined("end_of_turn")
    assert (table.phase, len(table.hand(0))) == ("stage_play", 13)
    table.choose(0)
    table.choose(0)
    assert (table.phase, table.asked, table.at(ZONES.story_discard)) == ("turn_end", (0,), ["Boar Hunt"])
    table.act(0, "Discard Sword")
    assert (table.match.turn, len(table.hand(0))) == (2, 12)


@pytest.mark.rule("QU-012")
@pytest.mark.parametrize("source", ["join", "stage", "tournament", "tie", "sponsor", "favor"])
def test_a_hand_is_trimmed_wherever_the_cards_came_from(new_table: NewTable, source: str):
    table = new_table(cards_per_passed_stage=1, tie_round_draw=True).hold(0, *ELEVEN, "Lance")
    if source == "join":
        table.quest("Boar Hunt", "Boar / Giant", joined=(0,), at="quest_deal")
    elif source == "stage":
        table.quest("Boar Hunt", "Thieves / Giant", joined=(0,)).choose(0)
    elif source == "tournament":
        table.tournament("Tournament at York", entered=(0, 1), at="tournament_deal")
    elif source == "tie":
        table.tournament("Tournament at York", entered=(0, 1)).choose_all("", "")
    elif source == "sponsor":
        table.quest("Boar Hunt", "Thieves / Giant", sponsor=0, joined=(), at="quest_end")
    else:
        table.turn("Queen's Favor")
    assert table.verbs(0) == {"discard"}
    assert discard_down(table, 0) == {"sponsor": 4, "favor": 2}.get(source, 1)


@pytest.mark.rule("QU-216", "QU-112", "QU-113", "QU-232")
@pytest.mark.parametrize(
    ("quest", "groups", "before", "received", "trimmed"),
    [
        ("Slay the Dragon", "Boar / Thieves+Sword / Giant+Horse", 12, 8, 3),
        ("Test of the Green Knight", "Test of Valor / Boar / Saxons+Sword / Giant+Horse+Lance", 12, 11, 4),
        ("Boar Hunt", "Boar / Giant", 6, 4, 0),
        ("Boar Hunt", "Boar / Giant+Horse+Lance", 12, 6, 2),
    ],
)
def test_the_sponsor_draws_what_it_used_and_the_stages_and_trims_at_once(
    new_table: NewTable, quest: str, groups: str, before: int, received: int, trimmed: int
):
    """The worked example QG-09."""
    used = received - len(groups.split(" / "))
    table = new_table().hold(3, *["Saxon Knight"] * (before - used))
    table.quest(quest, groups, sponsor=3, joined=(), at="quest_end")
    assert table.told("Seat 4 is given") == [f"Seat 4 is given {received} cards."]
    assert len(table.hand(3)) == before + len(groups.split(" / "))
    assert discard_down(table, 3) == trimmed
    assert table.match.turn == 2
    assert int(table.state.cards_received[3]) == received
    assert int(table.state.trimmed[3]) == trimmed
