"""The course of a turn, and whose is the next (QU-028 to QU-041, QU-210 to QU-213)."""

from __future__ import annotations

from collections import Counter

import pytest

from .conftest import NewTable
from .table import ZONES

QUEST, EVENT, TOURNAMENT = "Boar Hunt", "Pox", "Tournament at York"


@pytest.mark.rule("QU-028", "QU-029", "QU-030", "QU-031", "QU-032")
@pytest.mark.parametrize(
    ("story", "phase"), [(QUEST, "sponsor_offer"), (TOURNAMENT, "entry_offer"), ("King's Call to Arms", "event")]
)
def test_the_drawer_turns_the_top_story_card_and_it_is_played_at_once(new_table: NewTable, story: str, phase: str):
    table = new_table().turn(story, drawer=2)
    assert (table.phase, table.at(ZONES.story_card)) == (phase, [story])
    assert table.log()[0] == f"Seat 3 draws {story}."
    assert len(table.at(ZONES.story_stock)) == 27


@pytest.mark.rule("QU-033", "QU-036", "QU-037", "QU-039")
@pytest.mark.parametrize("drawer", range(4))
@pytest.mark.parametrize("story", [QUEST, TOURNAMENT, EVENT])
def test_the_story_card_is_discarded_and_the_turn_passes_clockwise(new_table: NewTable, story: str, drawer: int):
    table = new_table().turn(story, drawer=drawer)
    for seat in range(drawer, drawer + 4):
        if story != EVENT:
            table.act(seat % 4, "Decline" if story == QUEST else "Stay out")
    assert table.at(ZONES.story_discard) == [story]
    assert table.at(ZONES.story_card) == ["Repel the Saxon Raiders"]
    assert (int(table.state.current), table.match.turn, table.asked) == ((drawer + 1) % 4, 2, ((drawer + 1) % 4,))


@pytest.mark.rule("QU-038")
@pytest.mark.parametrize(("option", "following"), [("left_of_sponsor", 0), ("left_of_drawer", 2)])
def test_after_a_sponsored_quest_the_next_turn_is_left_of_the_sponsor(new_table: NewTable, option: str, following: int):
    table = new_table(after_quest=option).quest(QUEST, "Boar / Giant", sponsor=3, drawer=1, at="join_offer", joined=())
    for seat in (0, 1, 2):
        table.act(seat, "Stay out")
    assert int(table.state.current) == following


@pytest.mark.rule("QU-210")
def test_by_option_chance_says_each_time_who_is_next(new_table: NewTable):
    following = set()
    for seed in range(12):
        table = new_table(seed=seed, next_player="random").turn(EVENT, drawer=0)
        following.add(int(table.state.current))
    assert following == {0, 1, 2, 3}


@pytest.mark.rule("QU-034", "QU-035", "QU-205")
@pytest.mark.parametrize("story", ["Chivalrous Deed", EVENT])
def test_once_the_story_card_is_discarded_it_is_seen_whether_somebody_has_won(new_table: NewTable, story: str):
    table = new_table()
    for seat, shields in enumerate((8, 7, 9, 8)):
        table.rank(seat, "champion_knight", shields)
    table.turn(story)
    assert table.at(ZONES.story_discard) == [story]
    assert table.match.over == (story == "Chivalrous Deed")
    if table.match.over:
        assert (table.phase, table.log()[-1], table.match.winners) == ("game_over", "Seat 2 wins the game.", (1,))
    else:
        assert (table.at(ZONES.story_card), table.asked) == (["Repel the Saxon Raiders"], (1,))


@pytest.mark.rule("QU-040", "QU-211", "QU-278")
@pytest.mark.parametrize(("seen", "place"), [("open", "story_discard"), ("top_card", "story_covered")])
def test_when_the_last_story_card_has_been_played_all_are_shuffled_and_one_is_drawn(
    new_table: NewTable, seen: str, place: int
):
    orders, last = [], ["Boar Hunt"]
    for seed in range(3):
        table = new_table(seed=seed, discard_pile=seen)
        played = (Counter(table.stories) - Counter(last)).elements()
        table.say(story_stock=last, **{place: list(played)}).begin("turn_start")
        assert table.at(ZONES.story_card) == last  # nothing is shuffled before a card is wanted
        assert len(table.at(getattr(ZONES, place))) == 27
        for seat in range(4):
            table.act(seat, "Decline")
        zones = ("story_stock", "story_card", "story_discard", "story_covered")
        everywhere = [card for zone in zones for card in table.at(getattr(ZONES, zone))]
        assert len(everywhere) == 28
        assert set(last) < set(everywhere)
        orders.append(everywhere)
    assert orders[0] != orders[1] != orders[2]


@pytest.mark.rule("QU-041", "QU-211", "QU-278")
@pytest.mark.parametrize(("seen", "place"), [("open", "discard"), ("top_card", "covered")])
def test_when_an_adventure_card_is_wanted_and_none_is_left_the_discards_are_shuffled(
    new_table: NewTable, seen: str, place: int
):
    table = new_table(discard_pile=seen).say(**{"stock": 3, "discard": 1, place: [...]})
    table.turn("Prosperity Throughout the Realm")
    assert table.held == [2, 2, 2, 2]
    assert table.discard == table.at(ZONES.covered) == []
    assert len(table.at(ZONES.stock)) == 117
    assert table.log().count("The discarded adventure cards are shuffled into a new stock.") == 1
    assert new_table().say(stock=8, discard=...).turn("Prosperity Throughout the Realm").discard != []


@pytest.mark.rule("QU-041", "QU-212")
@pytest.mark.parametrize(("reshuffle", "discarded"), [(False, True), (True, False)])
def test_where_no_card_is_left_seats_go_without(new_table: NewTable, reshuffle: bool, discarded: bool):
    elsewhere = {"discard": ...} if discarded else {"turned": {4: [...]}}
    table = new_table(adventure_reshuffle=reshuffle).say(stock=3, **elsewhere)
    table.turn("Prosperity Throughout the Realm", drawer=1)
    assert table.held == [0, 2, 1, 0]
    assert table.told("is given") == [
        f"Seat {seat} is given {cards}."
        for seat, cards in ((2, "2 cards"), (3, "1 card"), (4, "no cards"), (1, "no cards"))
    ]


@pytest.mark.rule("QU-213")
def test_seats_draw_clockwise_each_all_its_cards_at_once_from_the_drawer_in_events(new_table: NewTable):
    table = new_table().coming("Sword", "Horse", "Boar", "Giant", "Lance", "Dagger", "Saxons", "Thieves")
    table.turn("Prosperity Throughout the Realm", drawer=2)
    held = [sorted(table.hand(seat)) for seat in (2, 3, 0, 1)]
    assert held == [["Horse", "Sword"], ["Boar", "Giant"], ["Dagger", "Lance"], ["Saxons", "Thieves"]]


@pytest.mark.rule("QU-213", "QU-067")
def test_participants_draw_a_card_each_from_the_left_of_the_sponsor(new_table: NewTable):
    table = new_table().coming("Sword", "Horse", "Lance")
    table.quest(QUEST, "Boar / Giant", sponsor=1, drawer=0, joined=(0, 2, 3), at="quest_deal")
    assert [table.hand(seat) for seat in range(4)] == [["Lance"], [], ["Sword"], ["Horse"]]


@pytest.mark.rule("QU-213", "QU-119")
def test_entrants_draw_a_card_each_from_the_drawer_on(new_table: NewTable):
    table = new_table().coming("Sword", "Horse")
    table.tournament(TOURNAMENT, entered=(0, 3), drawer=2, at="tournament_deal")
    assert [table.hand(seat) for seat in range(4)] == [["Horse"], [], [], ["Sword"]]
    assert table.told("is given", viewer=1) == ["Seat 4 is given 1 card.", "Seat 1 is given 1 card."]
    assert table.told("are given", viewer=3) == ["You are given Sword."]
