"""The discard phase (GM-043, GM-044, GM-317) and the options that concern it."""

from __future__ import annotations

from itertools import combinations

import pytest

from workbench.storage.errors import IllegalAction, OptionError

from .table import NewTable

HAND = ["Mason", "Port", "Quarry", "Moat", "Docks"]


@pytest.mark.rule("GM-043", "GM-317")
@pytest.mark.parametrize("names", [names for count in range(4) for names in combinations(HAND, count)])
def test_any_cards_up_to_three_are_discarded(new_table: NewTable, names: tuple[str, ...]) -> None:
    table = new_table(3).put(hands={0: HAND, 1: ["Pub"]}, discards=["Inn"], phase="discard")
    table.discard(0, names)
    assert table.hand(0) == set(HAND) - set(names)
    assert table.discards == {"Inn", *names}
    assert table.phase != "discard"


@pytest.mark.rule("GM-043")
def test_a_fourth_card_is_refused(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND}, phase="discard")
    before = table.everything()
    with pytest.raises(IllegalAction):
        table.discard(0, HAND[:4])
    assert table.everything() == before
    for name in HAND[:3]:
        table.play(0, "pick", name)
    assert table.may(0, "pick") == []


@pytest.mark.rule("GM-317", "GM-321")
def test_any_card_in_hand_and_no_other_is_discarded(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND, 1: ["Pub"]}, built={0: ["Inn"]}, phase="discard")
    assert sorted(table.may(0, "pick")) == sorted(HAND)
    for name in ("Inn", "Pub"):
        with pytest.raises(IllegalAction):
            table.play(0, "pick", name)


@pytest.mark.rule("GM-044")
def test_the_others_discard_nothing(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND, 1: ["Pub"], 2: ["Inn"]}, phase="discard")
    table.discard(0, HAND[:2])
    assert (table.hand(1), table.hand(2)) == ({"Pub"}, {"Inn"})
    assert table.discards == set(HAND[:2])


@pytest.mark.rule("GM-279")
@pytest.mark.parametrize("most", [1, 4, 5])
def test_another_limit_may_be_set(new_table: NewTable, most: int) -> None:
    table = new_table(3, discard_max=most).put(hands={0: HAND}, phase="discard")
    with pytest.raises(IllegalAction):
        table.discard(0, [*HAND, "Pub"][: most + 1])
    assert table.discard(0, HAND[:most]).discards == set(HAND[:most])


@pytest.mark.rule("GM-279")
def test_without_discards_the_phase_is_passed_over(new_table: NewTable) -> None:
    assert new_table(3, discard_max=0).put(hands={0: HAND[:2]}, phase="discard").phase == "draw_2"
    for wrong in (-1, 11):
        with pytest.raises(OptionError, match="discard_max"):
            new_table(3, discard_max=wrong)


@pytest.mark.rule("GM-280", "GM-409", "GM-503")
def test_open_discards_are_seen_by_all(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND}, phase="discard").discard(0, ["Port", "Moat"])
    for viewer in (None, 0, 1, 2):
        assert sorted(table.match.view(viewer)["zones"]["discard"]["cards"]) == ["Moat", "Port"]
        assert any("discards" in line and "Port" in line for line in table.match.seat_log(viewer))


@pytest.mark.rule("GM-280", "GM-409", "GM-503")
def test_closed_discards_are_a_number_to_the_others(new_table: NewTable) -> None:
    views = []
    for names in (["Port", "Moat"], ["Quarry", "Docks"]):
        table = new_table(3, discard_visibility="face_down").put(hands={0: HAND}, phase="discard").discard(0, names)
        assert table.discards == set(names)
        views.append([[table.match.view(viewer), table.match.scene(viewer)] for viewer in (None, 1, 2)])
        zones = table.match.view(1)["zones"]
        assert zones["discard"]["count"] + zones["face_down_discard"]["count"] == 2
        assert any("Seat 1 discards 2 cards." in line for line in table.match.seat_log(1))
    assert views[0] == views[1]


@pytest.mark.rule("GM-280", "GM-503")
def test_a_card_known_from_a_trade_is_not_seen_going_to_a_closed_pile(new_table: NewTable) -> None:
    views = []
    for name in ("Pub", "Mason"):
        table = new_table(3, discard_visibility="face_down").put(hands={0: HAND, 1: ["Pub"]}, phase="trade_1")
        table.trade(0, 1, ["Port"], ["Pub"]).play(0, "end_trade").discard(0, [name])
        views.append(table.match.view(1))
    assert views[0] == views[1]


@pytest.mark.rule("GM-409")
def test_choosing_discards_shows_nothing(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: HAND}, phase="discard")
    before = [table.match.view(viewer) for viewer in (None, 1, 2)]
    table.play(0, "pick", "Port").play(0, "pick", "Mason").play(0, "put_back", "Port")
    assert [table.match.view(viewer) for viewer in (None, 1, 2)] == before
    assert table.match.view(0)["picked"] == ["Mason"]
    assert table.play(0, "done").discards == {"Mason"}
