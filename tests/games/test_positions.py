"""What each game says of its positions: what follows from where cards lie, and what no play leads to."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.decks import load_deck
from workbench.play import position
from workbench.play.positions import Position
from workbench.storage.errors import PositionError

ARTHUR = {"faction_choice": "seat_0_arthur"}
CITY = {"game_variant": "labyrinth_city"}
CONTRACTS = {"contract_cards": True}
DEAD_ENDS = [row["name"] for row in load_deck("guild_master").rows if row["road_class"] == "dead_end"][:3]


def guile(**said: Any) -> Position:
    return position("guile", seed=1, options=ARTHUR).cleared().table(aside=..., **said)


def quests(**said: Any) -> Position:
    return position("quests", seats=3, seed=1).cleared().table(**said)


def cadwallon(**said: Any) -> Position:
    return position("cadwallon", seats=3, seed=1).table(**said)


@pytest.mark.parametrize(("laid", "text"), [
    (lambda: position("guile", seed=1).phase("act"), "each seat leads one faction. Give faction_seat"),
    (lambda: guile(position=[1] * 7).phase("act"), "one card lies on each knight, and 0 at position 7"),
    (lambda: guile(position=[1] * 8, knight_errant=3).phase("act"), "the turn card moves with each action"),
    (lambda: guile(hand=[4, 3]).phase("draft"), "a seat has 4 cards in hand and kept, and seat 1 has 3"),
    (lambda: guile(hand=[4, 4]).phase("place"), "cards are placed once all of them are kept"),
    (lambda: position("excalibur", seed=1).seat(0, played="Excalibur").phase("reveal"), "no sword is ever played"),
    (lambda: quests(story_card="Pox").phase("join_offer"), "a quest is played with its card"),
    (lambda: quests(story_card="Boar Hunt").phase("entry_offer"), "a tournament is played with its card"),
    (lambda: quests(story_card="Boar Hunt", sponsor=-1).phase("stage_start"), "a quest has a sponsor"),
    (
        lambda: quests(story_card="Boar Hunt", sponsor=1, participants={0, 1}).phase("stage_start"),
        "nobody takes part in the quest that it sponsors",
    ),
    (lambda: cadwallon(cell={4: ""}).phase("place"), "one card lies in each cell of the city, and 0 in cell 4"),
    (lambda: cadwallon(agents={0: {1: 7}}).phase("place"), "seat 1 has 1 agents more in the city than there are"),
    (
        lambda: position("cadwallon", seats=3, seed=1, options=CONTRACTS).phase("reveal"),
        "each seat has kept one contract, and seat 0 has 2",
    ),
    (
        lambda: position("guild_master", seed=1, options=CITY).cleared().seat(0, built=DEAD_ENDS).phase("build"),
        "3 cards are built, but 2 of them fit together",
    ),
])  # fmt: skip
def test_what_a_game_declares_impossible_is_refused(laid: Any, text: str) -> None:
    with pytest.raises(PositionError, match=f"No play leads to this position: {text}"):
        laid().match()


def test_base_points_are_those_of_the_cards_that_are_built() -> None:
    match = position("guild_master", seed=1, seats=2).cleared().seat(1, built="Mason, Moat").phase("draw_1").match()
    assert match.state.base_points.sum(axis=1).tolist()[:2] == [0, 4]
    assert {line["category"] for line in match.score_lines() if line["seat"] == 1 and line["points"]} > {""}


def test_cards_that_are_built_lie_in_the_city_side_by_side() -> None:
    laid = position("guild_master", seed=1, options=CITY).cleared()
    match = laid.table(built={0: "Cross Roads", 3: "Trade route"}, hand={1: "Mason"}).phase("build").match()
    state = match.state
    assert (state.laid, state.spots > 0, state.open_ends > 0) == (2, True, True)
    assert abs(int(state.column[1])) + abs(int(state.row[1])) == 1


def test_agents_that_do_not_stand_in_the_city_are_in_their_supply() -> None:
    match = cadwallon(agents={0: {1: 2}, 5: {0: 1}}).phase("place").match()
    assert match.view(None)["fields"]["supply"][:3] == [5, 4, 6]


def test_the_turn_card_the_coins_and_what_was_seen_follow_in_guile() -> None:
    match = guile(position=[1] * 8, sword=6, actions_taken=9).knows(0, position={2: []}).phase("act").match()
    fields = match.view(None)["fields"]
    assert (fields["knight_errant"], fields["coins_up"], fields["round_start"][0], match.to_act) == (7, 1, 6, (1,))


def test_the_sponsor_knows_its_groups_and_everybody_that_the_stage_is_a_test() -> None:
    laid = quests(story_card="Boar Hunt", stage=["Test of Valor", "Giant, Sword"], sponsor=2, participants={0, 1})
    match = laid.table(hand=[5, 5]).phase("stage_start").match()
    shown = [match.view(viewer)["zones"]["stage"][1]["cards"] for viewer in (None, 0, 2)]
    assert shown == [[None, None], [None, None], ["Giant", "Sword"]]
    fields = match.view(None)["fields"]
    assert (fields["test_now"], fields["cards_set"]) == (1, 3)
