"""The components, and how a game is set up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.games.cadwallon.deck import CONDITION
from workbench.kernel.registry import game
from workbench.play import Match
from workbench.storage.errors import OptionError

from .table import ZONES


def begin(seats: int = 4, seed: int = 1, **options: Any) -> Match:
    return Match("cadwallon", seats=seats, seed=seed, options=options)


def cards_at(match: Match, place: int) -> list[int]:
    """The kinds of the cards of a place."""
    state = match.state
    return [int(match.deck.arrays.kind[card]) for card in state.rows[place, : state.counts[place]]]


def types(match: Match, place: int) -> Counter[str]:
    """How many cards of each type lie in a place."""
    return Counter(str(match.deck.kinds[kind].row.get("type")) for kind in cards_at(match, place))


# Components


@pytest.mark.rule("CA-003", "CA-142", "CA-009", "CA-012", "CA-013", "CA-016", "CA-007", "CA-008")
def test_the_district_cards(reconstruction: Deck):
    rows = reconstruction.tables["district.csv"]
    assert Counter(row["type"] for row in rows) == {"guild": 16, "action": 14, "militia": 5, "personality": 4}
    assert Counter(row["guild"] for row in rows if row["type"] == "guild") == dict.fromkeys("UBGA", 4)
    assert not any(row["guild"] for row in rows if row["type"] != "guild")
    assert Counter(row["district_type"] for row in rows) == {"noble": 13, "market": 13, "harbour": 13}


@pytest.mark.rule("CA-010", "CA-011", "CA-014", "CA-015", "CA-017", "CA-019")
def test_the_values_are_within_what_the_rulebook_says(reconstruction: Deck):
    for row in reconstruction.tables["district.csv"]:
        points, penalty, support = (int(row[column] or 0) for column in ("points", "penalty", "support"))
        assert {
            "guild": points >= 1 and penalty == 0 and 1 <= support <= 3,
            "militia": points == 0 and penalty >= 1 and 1 <= support <= 2,
            "personality": points == penalty == support == 0,
            "action": points == support == 2 and penalty == 0,
        }[row["type"]], row["name"]


@pytest.mark.rule("CA-004", "CA-005")
def test_twelve_conditions_and_twelve_contracts(reconstruction: Deck):
    assert len(reconstruction.tables["conditions.csv"]) == len(reconstruction.tables["contracts.csv"]) == 12


@pytest.mark.rule("CA-141")
def test_every_card_says_that_it_is_a_reconstruction_and_what_the_rulebook_says_of_it(reconstruction: Deck):
    for rows in reconstruction.tables.values():
        assert {row["status"] for row in rows} == {"reconstruction"}
        assert all(row["printed_facts"] for row in rows)


@pytest.mark.rule("CA-006")
def test_two_to_four_seats_play():
    assert game("cadwallon").seats == range(2, 5)
    with pytest.raises(OptionError):
        begin(seats=5)


@pytest.mark.rule("CA-001", "CA-029", "CA-145")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_has_six_agents_of_its_colour(seats: int):
    assert begin(seats).state.supply.tolist()[:seats] == [6] * seats
    assert len(begin(seats).state.supply) * 6 == 24


@pytest.mark.rule("CA-029")
def test_people_choose_a_colour_and_all_agents_of_it_are_theirs():
    chosen = Match("cadwallon", seats=4, seed=1, colours={0: 2, 3: 1}, options={"first_player": "seat_0"})
    assert chosen.arms == (2, 0, 3, 1), "the colours of others are what is left"
    chosen.play(0, chosen.legal(0)[0])
    plain = begin(first_player="seat_0")
    plain.play(0, plain.legal(0)[0])
    assert chosen.state.tobytes() == plain.state.tobytes(), "a colour is no act and no part of the record"
    assert all(chosen.scene(viewer).arms == chosen.arms for viewer in (None, 0, 1, 2, 3))


@pytest.mark.rule("CA-029")
@pytest.mark.parametrize("colours", [{0: 4}, {0: 1, 2: 1}, {0: -1}, {0: True}, {0: "red"}, {4: 0}, [0, 1]])
def test_a_colour_that_there_is_not_or_that_somebody_has_is_refused(colours: Any):
    with pytest.raises(OptionError, match="colour"):
        Match("cadwallon", seats=4, colours=colours)


# Set-up


@pytest.mark.rule("CA-026", "CA-028", "CA-036", "CA-037", "CA-038", "CA-042", "CA-025", "CA-002")
def test_six_action_cards_go_to_the_box_and_nine_cards_lie_open():
    match = begin()
    assert types(match, ZONES.box) == {"action": 6}
    city = [cards_at(match, place) for place in ZONES.cell]
    assert [len(cards) for cards in city] == [1] * 9
    assert match.state.counts[ZONES.stock] == 33 - 9
    seen = match.observed(None)
    assert [seen.rows[place, 0] != 255 for place in ZONES.cell] == [True] * 9
    dealt = sum((types(match, place) for place in (ZONES.stock, *ZONES.cell)), Counter())
    assert dealt == {"guild": 16, "action": 8, "militia": 5, "personality": 4}


@pytest.mark.rule("CA-026", "CA-027")
def test_which_cards_go_and_how_the_others_lie_is_chance():
    boxes = [tuple(sorted(cards_at(begin(seed=seed), ZONES.box))) for seed in range(40)]
    tops = {cards_at(begin(seed=seed), ZONES.cell[0])[0] for seed in range(40)}
    removed = Counter(kind for box in boxes for kind in box)
    assert len(removed) == 14
    assert max(removed.values()) < 35
    assert len(tops) > 15


@pytest.mark.rule("CA-030", "CA-031", "CA-146", "CA-043")
def test_the_first_player_is_named_or_found_by_chance():
    assert {int(begin(seed=seed).state.first_seat) for seed in range(30)} == {0, 1, 2, 3}
    match = begin(first_player="seat_2")
    assert match.to_act == (2,)
    with pytest.raises(OptionError, match="seat_3"):
        begin(seats=3, first_player="seat_3")


@pytest.mark.rule("CA-022", "CA-023", "CA-024", "CA-032", "CA-091")
def test_without_options_there_are_no_conditions_contracts_and_action_cards():
    match = begin()
    assert match.state.condition_now == -1
    assert match.state.counts[ZONES.in_force] == 0
    for seat in range(4):
        for zone in (ZONES.hand, ZONES.won, ZONES.contracts):
            assert match.state.counts[zone + seat] == 0


# Conditions


@pytest.mark.rule("CA-092", "CA-091")
def test_a_condition_is_drawn_at_random_and_lies_open():
    drawn = set()
    for seed in range(60):
        match = begin(seed=seed, condition_cards=True)
        (kind,) = cards_at(match, ZONES.in_force)
        assert match.state.condition_now == kind
        drawn.add(match.deck.kinds[kind].row["effect"])
    assert drawn == set(CONDITION)


@pytest.mark.rule("CA-092")
@pytest.mark.parametrize("condition", list(CONDITION))
def test_a_condition_can_be_chosen(condition: str):
    match = begin(condition_cards=True, condition=condition)
    assert match.deck.kinds[int(match.state.condition_now)].row["effect"] == condition


@pytest.mark.rule("CA-125", "CA-168")
def test_with_curfew_each_seat_has_five_agents():
    assert begin(condition_cards=True, condition="curfew").state.supply.tolist() == [5] * 4


@pytest.mark.rule("CA-125")
@pytest.mark.parametrize(("aside", "left"), [(4, 2), (5, 1)])
def test_a_designers_curfew_leaves_each_seat_an_agent(aside: int, left: int):
    deck = load_deck("cadwallon", "reconstruction").edit(change=[{"card_id": "c_09", "amount": aside}])
    match = Match("cadwallon", seats=4, seed=1, deck=deck, options={"condition_cards": True, "condition": "curfew"})
    assert match.state.supply.tolist() == [left] * 4


# Special action cards and contracts


@pytest.mark.rule("CA-095", "CA-096", "CA-098")
def test_each_seat_is_dealt_one_of_the_six_action_cards_and_may_play_it_in_the_first_round():
    match = begin(special_action_cards=True, first_player="seat_0")
    for seat in range(4):
        assert types(match, ZONES.hand + seat) == {"action": 1}
    assert types(match, ZONES.box) == {"action": 2}
    match.play(0, match.legal(0)[0])
    assert match.phase == "action"
    assert match.to_act == (0,)


@pytest.mark.rule("CA-097")
def test_a_special_action_card_is_secret_until_it_is_played():
    match = begin(special_action_cards=True, first_player="seat_0", seed=3)
    (card,) = (int(card) for card in match.state.rows[ZONES.hand, :1])
    name = match.deck.kinds[int(match.deck.arrays.kind[card])].name
    for seat in (None, 1, 2, 3):
        assert match.observed(seat).place[card] == 255
        assert not any(name in line for line in match.seat_log(seat))
    assert any(name in line for line in match.seat_log(0))


@pytest.mark.rule("CA-099", "CA-100")
@pytest.mark.parametrize("dealt", [1, 2, 3])
def test_each_seat_keeps_one_of_the_contracts_it_is_dealt(dealt: int):
    match = begin(contract_cards=True, contracts_dealt=dealt)
    assert (match.phase, match.to_act) == ("contract_choice", (0, 1, 2, 3))
    kept = []
    for seat in range(4):
        assert match.state.counts[ZONES.contracts + seat] == dealt
        assert len(match.legal(seat)) == dealt
        kept.append(match.legal(seat)[-1].args[0])
        match.play(seat, match.legal(seat)[-1])
    assert [cards_at(match, ZONES.contracts + seat) for seat in range(4)] == [[kind] for kind in kept]
    assert match.state.counts[ZONES.contract_stock] == 12 - 4
    assert match.phase == "place"


@pytest.mark.rule("CA-100")
def test_who_gave_a_contract_back_knows_it_and_nobody_else_does():
    match = begin(contract_cards=True)
    dealt = [int(card) for card in match.state.rows[ZONES.contracts + 1, :2]]
    for seat in range(4):
        match.play(seat, match.legal(seat)[0])
    returned = next(card for card in dealt if match.state.place[card] == ZONES.contract_stock)
    assert match.observed(1).place[returned] == ZONES.contract_stock
    for seat in (None, 0, 2, 3):
        assert match.observed(seat).place[returned] == 255


@pytest.mark.rule("CA-099")
def test_too_few_contracts_for_all_are_refused(reconstruction: Deck):
    short = reconstruction.edit(remove=[f"k_{number:02}" for number in range(8, 13)])
    with pytest.raises(OptionError, match="has 7"):
        Match("cadwallon", seats=4, deck=short, options={"contract_cards": True})
    assert Match("cadwallon", seats=3, deck=short, options={"contract_cards": True}).phase == "contract_choice"


@pytest.mark.rule("CA-092")
def test_a_condition_that_the_deck_lacks_is_refused(reconstruction: Deck):
    short = reconstruction.edit(remove=["c_03"])
    with pytest.raises(OptionError, match="festival"):
        Match("cadwallon", deck=short, options={"condition_cards": True, "condition": "festival"})
