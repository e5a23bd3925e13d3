"""The deal, the two rounds, open trade with favours, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from workbench.games.guild_master.labyrinth_city import LABYRINTH_CITY
from workbench.games.guild_master.labyrinth_city.scoring import NEXT
from workbench.games.guild_master.recount import recount_city
from workbench.play import Match
from workbench.storage.errors import DeckError, OptionError

from .table import Class, NewClass


def hands(match: Match) -> Counter[int]:
    """How many seats hold how many cards."""
    hand = match.variant.state.zones.hand
    return Counter(int(match.state["counts"][hand + seat]) for seat in range(match.seats))


@pytest.mark.rule("GM-723", "GM-231", "GM-237", "GM-238")
@pytest.mark.parametrize(
    ("seats", "held", "dealt", "cards"),
    [
        (6, {3: 5, 4: 1}, 19, 85),
        (12, {3: 10, 4: 1, 5: 1}, 39, 85),
        (24, {3: 20, 4: 2, 5: 2}, 78, 85),
        (26, {3: 22, 4: 2, 5: 2}, 84, 85),
        (30, {3: 25, 4: 3, 5: 2}, 97, 97),
    ],
)
def test_the_deal(new_class: NewClass, seats: int, held: dict[int, int], dealt: int, cards: int) -> None:
    match = new_class(seats).match
    assert hands(match) == held
    stock = int(match.state["counts"][match.variant.state.zones.stock])
    assert sum(n * many for n, many in held.items()) == dealt
    assert stock + dealt == cards


@pytest.mark.rule("GM-237")
def test_who_gets_more_cards_is_drawn_by_lot(new_class: NewClass) -> None:
    hand = LABYRINTH_CITY.state.zones.hand
    longest = {int(new_class(6, seed=seed).match.state["counts"][hand : hand + 6].argmax()) for seed in range(60)}
    assert longest == set(range(6))


@pytest.mark.rule("GM-236", "GM-271")
def test_six_to_thirty_seats() -> None:
    assert (LABYRINTH_CITY.seats[0], LABYRINTH_CITY.seats[-1], LABYRINTH_CITY.default_seats) == (6, 30, 24)
    for seats in (5, 31):
        with pytest.raises(OptionError):
            Match("guild_master", seats=seats, options={"game_variant": "labyrinth_city"})


@pytest.mark.rule("GM-276", "GM-292", "GM-238")
def test_the_deal_and_the_share_may_be_others(new_class: NewClass) -> None:
    match = new_class(6, deal_size=5, city_card_share=30).match
    assert hands(match) == {5: 5, 6: 1}
    stock = match.variant.state.zones.stock
    assert int(match.state["counts"][stock]) == 34 - 31
    with pytest.raises(DeckError, match="Add cards"):
        new_class(30, deal_size=4)


@pytest.mark.rule("GM-232", "GM-239", "GM-240", "GM-251", "GM-293", "GM-339")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_each_round_is_trade_then_building_in_seat_order_from_the_same_seat(new_class: NewClass, rounds: int) -> None:
    table = new_class(6, city_rounds=rounds, first_seat=2).seat_bots("greedy")
    course: list[tuple[str, int]] = []
    while not table.match.over:
        seat = table.match.to_act[0]
        now = (table.phase, seat if table.phase == "build" else -1)
        if table.phase in ("open_trade", "build") and (not course or course[-1] != now):
            course.append(now)
        table.match.play_bot(seat)
    firsts = [course[i + 1][1] for i, (phase, _) in enumerate(course) if phase == "open_trade"]
    builders = [seat for phase, seat in course if phase == "build"]
    assert firsts[0] == 2
    assert len(firsts) == rounds
    assert builders[:6] == [2, 3, 4, 5, 0, 1]
    assert not {"draw", "discard"} & {verb.name for verb in table.match.variant.actions.verbs}


@pytest.mark.rule("GM-241", "GM-311", "GM-313", "GM-334")
def test_a_gift_is_a_trade_between_any_two(new_class: NewClass) -> None:
    table = new_class().lay({0: ["Mason"], 3: ["Moat"], 4: ["Port"]})
    table.offer(3, 4, ["Moat"]).reply(4, 3).play(3, "confirm")
    assert table.hand(4) == {"Moat", "Port"}
    assert table.hand(3) == set()


@pytest.mark.rule("GM-338", "GM-274")
def test_where_seats_offer_in_order_the_first_builder_begins(new_class: NewClass) -> None:
    table = new_class(trade_floor="in_order", first_seat=2).lay({0: ["Mason"], 3: ["Moat"]}, builder=2)
    assert table.match.to_act == (2,)
    table.play(2, "end_trade")
    assert table.match.to_act == (3,)
    table.close()
    assert (table.phase, table.current) == ("build", 3), "who holds no card builds nothing"


@pytest.mark.rule("GM-242", "GM-413", "GM-514")
@pytest.mark.parametrize(("favour", "debtor", "creditor"), [(1, 0, 1), (2, 1, 0)])
def test_a_favour_is_written_down_with_its_trade(new_class: NewClass, favour: int, debtor: int, creditor: int) -> None:
    table = new_class().lay({0: ["Mason"], 1: ["Moat"]})
    table.play(0, "offer_to", 1).play(0, "promise", favour).play(0, "pick", "Mason").play(0, "done")
    assert int(table.match.state["owes"].sum()) == 0
    table.reply(1, 0)
    assert int(table.match.state["owes"].sum()) == 0, "the other side has agreed, the first not yet"
    table.play(0, "confirm")
    assert int(table.match.state["owes"][debtor, creditor]) == 1
    names = [table.match.naming("seat", seat) for seat in (debtor, creditor)]
    assert f"{names[0]} owes {names[1]} a favour." in " ".join(table.match.seat_log(None))
    for seat in (None, 4):
        zone = next(zone for zone in table.match.scene(seat).zones if zone.id == "favours")
        assert [(group.title, group.total) for group in zone.groups] == [(f"{names[0]} owes {names[1]}", "×1")]


@pytest.mark.rule("GM-242")
@pytest.mark.parametrize("ending", ["decline", "withdraw"])
def test_without_the_trade_nobody_owes_anything(new_class: NewClass, ending: str) -> None:
    table = new_class().lay({0: ["Mason"], 1: ["Moat"]})
    table.play(0, "offer_to", 1).play(0, "promise", 2).play(0, "pick", "Mason").play(0, "done")
    if ending == "decline":
        table.play(1, "answer_to", 0).play(1, "decline")
    else:
        table.reply(1, 0).play(0, "withdraw")
    table.offer(0, 1, ["Mason"]).reply(1, 0).play(0, "confirm")
    assert int(table.match.state["owes"].sum()) == 0


@pytest.mark.rule("GM-296")
def test_favours_may_be_left_out(new_class: NewClass) -> None:
    table = new_class(favour_ledger="off").lay({0: ["Mason"], 1: ["Moat"]}).play(0, "offer_to", 1)
    assert "promise" not in table.verbs(0)
    assert "favours" not in {zone.id for zone in table.match.scene(0).zones}


@pytest.mark.rule("GM-243", "GM-341", "GM-410")
def test_a_seat_names_any_category_and_lays_cards_of_it_one_after_another(new_class: NewClass) -> None:
    table = new_class()
    table.lay({0: ["Trade route", "Cross Roads", "Mason"], 1: ["Moat"]}, "build")
    assert table.may(0, "build_category") == table.letters
    table.play(0, "build_category", "T")
    assert set(table.may(0, "take_card")) == {"Trade route", "Cross Roads"}
    table.lays(0, "Cross Roads").lays(0, "Trade route")
    assert table.built(0) == {"Trade route", "Cross Roads"}
    assert table.verbs(0) == {"stop"}
    table.play(0, "stop")
    assert table.match.to_act == (1,)
    table.play(1, "build_category", "R")
    assert table.verbs(1) == {"stop"}


@pytest.mark.rule("GM-252", "GM-608")
def test_the_most_points_in_one_category_win(new_class: NewClass) -> None:
    table = new_class(city_rounds=1)
    table.lay({0: ["Trade route", "Cross Roads"], 1: ["Farmland"]}, "build")
    table.play(0, "build_category", "T").lays(0, "Cross Roads").lays(0, "Trade route")
    table.play(1, "build_category", "F").lays(1, "Farmland")
    assert table.match.over
    assert table.match.winners == (0,)
    best = {line["seat"]: (line["category"], line["points"]) for line in table.lines("best_category")}
    assert best[0] == ("T", 5)
    assert best[1] == ("F", 2)
    assert not table.lines("tie_second")


@pytest.mark.rule("GM-252", "GM-608", "GM-609")
def test_a_tie_goes_by_the_next_category_and_may_stay_one(new_class: NewClass) -> None:
    table = new_class(city_rounds=1)
    table.lay({0: ["Cross Roads"], 1: ["Farmland"], 2: ["Carpenter"]}, "build")
    table.play(0, "build_category", "T").lays(0, "Cross Roads")
    table.play(1, "build_category", "F").lays(1, "Farmland")
    table.play(2, "build_category", "C")
    if table.match.to_act == (2,):
        table.play(2, "stop")
    assert table.match.winners == (0, 1)
    assert {line["seat"] for line in table.lines("tie_second")} == {0, 1}
    assert {line["seat"] for line in table.lines("shared_win")} == {0, 1}


def build_all(table: Class, built: Mapping[int, Sequence[str]]) -> None:
    """Lay these cards before their owners as if all had been built, and let the last seat build nothing."""
    table.lay_out("build", hand={5: ["Pub"]}, built=built, first=0, current=5)
    table.play(5, "build_category", "F").play(5, "stop")
    assert table.match.over


EIGHT_OF_THREE, EIGHT_OF_FOUR = ["Trade route", "Cross Roads", "Caravan"], ["Farmland", "Bakery", "Vineyard", "Orchard"]
SIX_AND_TWO_OF_THREE = ["Graveyard", "Cathedral", "Shrine"]
SIX_AND_TWO_OF_FOUR = ["Farmland", "Bakery", "Vineyard", "Trade route"]


@pytest.mark.rule("GM-252", "GM-327", "GM-609")
@pytest.mark.parametrize(("built", "winners", "told"), [
    (  # each leads its one guild alone: fewer cards, because bonuses made up for the fourth
        {0: EIGHT_OF_THREE, 1: EIGHT_OF_FOUR},
        (0,),
        {"tie_unshared_leads": [1, 1], "tie_total_points": [8, 8], "tie_fewer_cards": [3, 4]},
    ),
    (  # seat 2 shares a lead of seat 0, so that seat 1 has more of its own, whatever it has built
        {0: SIX_AND_TWO_OF_THREE, 1: SIX_AND_TWO_OF_FOUR, 2: ["Sewers"]},
        (1,),
        {"tie_unshared_leads": [1, 2]},
    ),
    (  # nothing tells them apart
        {0: ["Cross Roads"], 1: ["Farmland"]},
        (0, 1),
        {"tie_unshared_leads": [1, 1], "tie_total_points": [2, 2], "tie_fewer_cards": [1, 1], "shared_win": [0, 0]},
    ),
])  # fmt: skip
def test_seats_equal_in_all_guilds_are_told_apart_as_in_any_tie(
    new_class: NewClass, built: dict[int, list[str]], winners: tuple[int, ...], told: dict[str, list[int]]
) -> None:
    table = new_class(city_rounds=1)
    build_all(table, built)
    ties = ("tie_unshared_leads", "tie_total_points", "tie_fewer_cards", "shared_win")
    shown = {reason: [(line["seat"], line["points"]) for line in table.lines(reason)] for reason in ties}
    assert {reason: lines for reason, lines in shown.items() if lines} == {
        reason: list(enumerate(points)) for reason, points in told.items()
    }
    assert table.match.winners == winners
    assert recount_city(table.match.view(None), table.match.deck).winners == winners


@pytest.mark.rule("GM-294")
def test_the_title_may_go_by_categories_led(new_class: NewClass) -> None:
    hands = {0: ["Trade route", "Cross Roads"], 1: ["Farmland"], 2: ["Carpenter", "Weaver"]}
    won = {}
    for title in ("best_category", "most_leads"):
        table = new_class(city_rounds=2, city_title=title).lay(hands, "build")
        for guilds in ("TFC", "TFI"):
            if table.phase == "open_trade":
                table.close()
            while table.phase in ("build", "placement") and not table.match.over:
                seat = table.match.to_act[0]
                if table.phase == "build":
                    table.play(seat, "build_category", guilds[seat])
                elif cards := table.may(seat, "take_card"):
                    table.lays(seat, cards[0])
                else:
                    table.play(seat, "stop")
        won[title] = (table.match.winners, [line["points"] for line in table.lines("title")])
        assert bool(table.lines("lead_count")) == (title == "most_leads")
        assert bool(table.lines("best_category")) == (title == "best_category")
    assert won == {"best_category": ((0,), [5, 2, 3, 0, 0, 0]), "most_leads": ((2,), [1, 1, 2, 0, 0, 0])}


@pytest.mark.rule("GM-294", "GM-327")
def test_equal_leads_go_by_those_held_alone_then_points_then_fewer_cards(new_class: NewClass) -> None:
    table = new_class(city_rounds=1, city_title="most_leads")
    table.lay({0: ["Cross Roads"], 1: ["Farmland"]}, "build")
    table.play(0, "build_category", "T").lays(0, "Cross Roads")
    table.play(1, "build_category", "F").lays(1, "Farmland")
    assert table.match.winners == (0, 1)
    told = {line["reason"] for line in table.match.score_lines() if line["reason"].startswith(("tie", "shared"))}
    assert told == {"tie_unshared_leads", "tie_total_points", "tie_fewer_cards", "shared_win"}


@pytest.mark.rule("GM-295")
@pytest.mark.parametrize(("bonus", "neighbours", "points"), [
    ("owned", False, 5), ("road_linked", False, 4), ("owned", True, 5), ("road_linked", True, 5),
])  # fmt: skip
def test_a_bonus_may_need_a_road_over_cards_of_its_owner(
    new_class: NewClass, bonus: str, neighbours: bool, points: int
) -> None:
    table = new_class(city_rounds=1, city_bonus=bonus)
    straight = table.of_class("straight", 5)
    table.lay({0: ["Trade route", "Cross Roads"], 1: ["Farmland"]}, "build", city=[straight])
    table.lays(0, "Cross Roads").takes(0, "Trade route")
    beside = [action for action in table.match.legal(0) if action.verb == "lay_beside"]
    table.match.play(0, next(action for action in beside if (action.args[0] == 1) == neighbours))
    table.match.play(0, next(action for action in table.match.legal(0) if action.verb == "turn"))
    totals = {(line["seat"], line["category"]): line["points"] for line in table.lines("category_total")}
    assert totals[0, "T"] == points
    assert len(table.lines("bonus")) == points - 4


@pytest.mark.rule("GM-294", "GM-295")
@pytest.mark.parametrize("title", ["best_category", "most_leads"])
@pytest.mark.parametrize("bonus", ["owned", "road_linked"])
def test_the_second_scorer_knows_both_titles_and_both_bonuses(title: str, bonus: str) -> None:
    options = {"game_variant": "labyrinth_city", "city_title": title, "city_bonus": bonus, "deal_size": 10}
    match = Match("guild_master", seats=7, seed=3, options=options, bots=dict.fromkeys(range(7), "greedy"))
    match.play_bots()
    recount = recount_city(match.view(None), match.deck)
    assert recount.winners == match.winners
    assert sum(recount.figures["bonus"]) > 0
    for reason, figures in recount.figures.items():
        lines = [line for line in match.score_lines() if line["reason"] == reason]
        assert tuple(sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(7)) == figures


@pytest.mark.rule("GM-252")
def test_places_behind_the_winner_go_by_the_next_categories_too() -> None:
    options, bots = {"game_variant": "labyrinth_city"}, dict.fromkeys(range(8), "greedy")
    match = Match("guild_master", seats=8, seed=2, options=options, bots=bots)
    match.play_bots()
    lines = [line for line in match.score_lines() if line["reason"] == "category_total"]
    totals = [sorted((line["points"] for line in lines if line["seat"] == seat), reverse=True) for seat in range(8)]
    assert len(set(map(tuple, totals))) > 1
    figures = match.figures()
    for seat, own in enumerate(totals):
        by_categories, by_leads = figures[: 1 + len(NEXT) + 1], figures[1 + len(NEXT) + 1 :]
        assert [of[seat] for of in by_categories] == [own[0], *own, *[0] * (len(by_categories) - len(own) - 1)]
        assert by_leads[0][seat] == 0, "how many guilds are led counts under the other title alone"
        assert abs(by_leads[2][seat]) == sum(own)
