"""What the game consists of: factions, knights, influence cards, the turn and cycle card (GL-001 to GL-013)."""

from __future__ import annotations

from itertools import combinations

import pytest

from workbench.decks import load_deck
from workbench.games.guile import GAME, rules
from workbench.play import Match
from workbench.storage.errors import OptionError

from .table import NewTable

CLASSIC = load_deck("guile", "classic")
KNIGHT_ROWS = CLASSIC.tables["knights.csv"]
INFLUENCE = [row for row in CLASSIC.rows if not row["character"]]


@pytest.mark.rule("GL-001")
def test_two_seats_play_and_no_other_number() -> None:
    assert list(GAME.seats) == [2]
    for seats in (1, 3):
        with pytest.raises(OptionError, match="Choose 2 to 2"):
            Match("guile", seats=seats)
    assert [(category.letter, category.name) for category in CLASSIC.meta.categories] == [
        ("A", "King Arthur's allies"),
        ("M", "Sir Mordred's pawns"),
    ]


@pytest.mark.rule("GL-002", "GL-003")
def test_there_are_eight_knights_four_of_each_faction() -> None:
    assert [row["faction"] for row in KNIGHT_ROWS] == ["A"] * 4 + ["M"] * 4
    assert len({row["name"] for row in KNIGHT_ROWS}) == 8


@pytest.mark.rule("GL-004")
def test_tristan_is_arthurs_and_palamedes_mordreds() -> None:
    named = {row["name"]: (row["faction"], row["role"]) for row in KNIGHT_ROWS if row["role"]}
    assert named == {"Sir Tristan": ("A", "tristan"), "Sir Palamedes": ("M", "palamedes")}


@pytest.mark.rule("GL-006", "GL-007")
def test_there_are_ten_influence_cards_with_their_values() -> None:
    values = [row["value"] for row in INFLUENCE for _ in range(row["count"])]
    assert sorted(values) == [1, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    assert Match("guile").state.card_count == 10


@pytest.mark.rule("GL-008", "GL-009")
def test_one_card_a_4_shows_the_dagger() -> None:
    assert [(row["value"], row["count"]) for row in CLASSIC.rows if row["dagger"]] == [(4, 1)]


@pytest.mark.rule("GL-300")
def test_the_dagger_always_decides_because_it_is_on_a_4() -> None:
    values = [1, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    missing = dict.fromkeys(range(10), 0)
    tied = tied_again = 0
    for arthur in combinations(range(10), 4):
        rest = [card for card in range(10) if card not in arthur]
        for mordred in combinations(rest, 4):
            sides = [[values[card] for card in side] for side in (arthur, mordred)]
            if sum(sides[0]) != sum(sides[1]):
                continue
            tied += 1
            if max(sides[0]) == max(sides[1]):
                tied_again += 1
                for card in set(rest) - set(mordred):
                    missing[card] += 1
    assert (tied, tied_again) == (402, 216)
    shares = {
        value: {round(100 * missing[card] / 216) for card in range(10) if values[card] == value} for value in values
    }
    assert shares == {1: {22}, 2: {33}, 3: {17}, 4: {0}}


@pytest.mark.rule("GL-010")
def test_the_turn_card_lies_at_one_knight_whose_seat_acts(new_table: NewTable) -> None:
    table = new_table().put("4 1 1 3 2 2 3 1", errant=3).peek()
    assert table.match.view(None)["fields"]["knight_errant"] == 4
    assert table.match.to_act == (0,)


@pytest.mark.rule("GL-011")
def test_the_cycle_card_has_a_sword_and_a_side_with_coins(new_table: NewTable) -> None:
    table = new_table().play(0, "start_at", new_table().knight_at(4)).set_up()
    shown = []
    while table.state.rounds == 0:
        fields = table.match.view(None)["fields"]
        shown.append((fields["sword"], fields["coins_up"]))
        table.peek()
    assert shown == [(4, 0)] * 8 + [(4, 1)] * 8


@pytest.mark.rule("GL-012")
def test_no_match_of_the_ten_cards_gives_more_than_three_victory_cards() -> None:
    given = set()
    for seed in range(60):
        match = Match("guile", seed=seed, bots={0: "random", 1: "random"})
        match.play_bots()
        given.add(tuple(sorted(match.state.victory_cards.tolist())))
    assert given == {(0, 2), (1, 2)}


@pytest.mark.rule("GL-013", "GL-203", "GL-221")
def test_the_three_characters_are_played_with_in_the_extended_cast_alone() -> None:
    characters = [row["name"] for row in CLASSIC.rows if row["character"]]
    assert characters == ["Isolde", "Morgana", "Merlin"]
    for extended, count in ((False, 10), (True, 13)):
        dealt = set()
        for seed in range(40):
            state = Match("guile", seed=seed, options={"extended_cast": extended}).state
            assert state.card_count == count
            kinds = CLASSIC.arrays.kind
            stock = state["rows"][rules.ZONES.stock, : state["counts"][rules.ZONES.stock]]
            dealt |= {CLASSIC.rows[int(kinds[card])]["name"] for card in stock[-8:]}
        assert dealt == {row["name"] for row in CLASSIC.rows if extended or not row["character"]}
