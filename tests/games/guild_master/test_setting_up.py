"""Setting up a game of Guild Master (GM-024 to GM-028, GM-308) and the options that concern it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.play import Match
from workbench.storage.errors import OptionError, WorkbenchError

from .table import NewTable


@pytest.mark.rule("GM-024", "GM-400")
def test_every_card_may_come_early_or_late(new_table: NewTable) -> None:
    early, late, beginnings = set(), set(), set()
    for seed in range(200):
        table = new_table(2, seed=seed)
        beginnings.add((*sorted(table.hand(0)), *sorted(table.hand(1)), *table.stock))
        early.update(table.stock[:20])
        late.update(table.stock[-20:])
    assert early == late == set(table.names)
    assert len(beginnings) == 200


@pytest.mark.rule("GM-024", "GM-400")
def test_the_same_seed_shuffles_the_same_way(new_table: NewTable) -> None:
    assert new_table(seed=3).everything() == new_table(seed=3).everything()
    assert new_table(seed=3).stock != new_table(seed=4).stock


@pytest.mark.rule("GM-025", "GM-026")
@pytest.mark.parametrize("seats", range(2, 9))
def test_five_cards_each_and_the_rest_is_the_stock(new_table: NewTable, seats: int) -> None:
    table = new_table(seats)
    hands = [table.hand(seat) for seat in range(seats)]
    assert [len(hand) for hand in hands] == [5] * seats
    assert sorted([*table.stock, *(name for hand in hands for name in hand)]) == sorted(table.names)
    assert len(table.stock) == 113 - 5 * seats


@pytest.mark.rule("GM-026")
def test_the_stock_lies_face_down(new_table: NewTable) -> None:
    match = new_table().match
    for seat in (None, 0, 1, 2, 3):
        assert match.view(seat)["zones"]["stock"] == {"count": 93, "cards": [None] * 93}


@pytest.mark.rule("GM-027")
def test_nothing_is_built_or_discarded_at_first(new_table: NewTable) -> None:
    table = new_table()
    assert [table.built(seat) for seat in range(4)] == [set()] * 4
    assert table.discards == set()


@pytest.mark.rule("GM-028", "GM-287", "GM-400")
def test_the_beginner_is_drawn_by_lot_and_known_to_all(new_table: NewTable) -> None:
    beginners = [new_table(seed=seed, first_seat="random").current for seed in range(60)]
    assert set(beginners) == {0, 1, 2, 3}
    match = new_table(seed=2, first_seat="random").match
    assert {match.view(seat)["fields"]["current"] for seat in (None, 0, 1, 2, 3)} == {beginners[2]}


@pytest.mark.rule("GM-028", "GM-287")
@pytest.mark.parametrize("first", [0, 1, 3])
def test_a_named_seat_begins(new_table: NewTable, first: int) -> None:
    assert {new_table(seed=seed, first_seat=first).match.to_act for seed in range(5)} == {(first,)}


@pytest.mark.rule("GM-287")
def test_a_beginner_outside_the_table_is_refused(new_table: NewTable) -> None:
    with pytest.raises(OptionError):
        new_table(3, first_seat=3)
    with pytest.raises(OptionError, match="first_seat"):
        new_table(3, first_seat="nobody")


@pytest.mark.rule("GM-308", "GM-718")
@pytest.mark.parametrize(("seats", "stock"), [(2, 103), (4, 93), (5, 88), (8, 73)])
def test_what_the_stock_begins_with(new_table: NewTable, seats: int, stock: int) -> None:
    assert len(new_table(seats).stock) == stock


@pytest.mark.rule("GM-308", "GM-271", "GM-718")
@pytest.mark.parametrize("seats", [1, 9, 0, -2, 22, "4", True, 2.0])
def test_other_numbers_of_seats_are_refused(seats: object) -> None:
    with pytest.raises(OptionError, match="2 to 8"):
        Match("guild_master", seats=seats)  # type: ignore[arg-type]


@pytest.mark.rule("GM-308")
def test_a_deal_that_leaves_no_stock_is_refused(new_table: NewTable) -> None:
    deck = Match("guild_master", seed=1).deck
    ids = [str(row["card_id"]) for row in deck.rows]
    twenty = deck.edit(remove=ids[20:])
    with pytest.raises(WorkbenchError) as refusal:
        new_table(4, deck=twenty)
    assert "20" in str(refusal.value)
    assert len(new_table(4, deck=deck.edit(remove=ids[21:])).stock) == 1
    assert len(new_table(3, deck=twenty).stock) == 5
    with pytest.raises(WorkbenchError):
        new_table(3, deck=twenty, deal_size=7)


@pytest.mark.rule("GM-271")
def test_four_seats_are_usual() -> None:
    assert Match("guild_master", seed=1).seats == 4
    assert list(Match("guild_master", seed=1).game.seats) == [2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("GM-270")
def test_the_base_game_is_played_unless_another_way_is_chosen() -> None:
    assert Match("guild_master", seed=1).variant.key == "base_game"
    assert Match("guild_master", seed=1, options={"game_variant": "base_game"}).variant.key == "base_game"
    with pytest.raises(OptionError, match="base_game"):
        Match("guild_master", options={"game_variant": "base_gane"})


@pytest.mark.rule("GM-272")
def test_the_medieval_deck_is_played_unless_another_is_chosen(tmp_path: Path) -> None:
    medieval = Match("guild_master", seed=1).deck
    assert medieval.name == "medieval"
    own = medieval.edit(change=[{"card_id": "moat", "name": "Ditch"}], name="own")
    match = Match("guild_master", seed=1, deck=own.save(tmp_path / "own"))
    assert match.deck == own
    assert "Ditch" in [row["name"] for row in match.deck.rows]
    assert "Ditch" not in [row["name"] for row in Match("guild_master", seed=1).deck.rows]


@pytest.mark.rule("GM-276")
@pytest.mark.parametrize("size", [1, 2, 7, 10])
def test_another_number_of_cards_is_dealt(new_table: NewTable, size: int) -> None:
    table = new_table(3, deal_size=size)
    assert [len(table.hand(seat)) for seat in range(3)] == [size] * 3
    assert len(table.stock) == 113 - 3 * size


@pytest.mark.rule("GM-276")
@pytest.mark.parametrize("size", [0, 11, "many"])
def test_no_cards_or_too_many_are_not_dealt(new_table: NewTable, size: object) -> None:
    with pytest.raises(OptionError, match="deal_size"):
        new_table(3, deal_size=size)
