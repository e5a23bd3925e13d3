"""The report tables of the variants say of simulated games what the games themselves show."""

from __future__ import annotations

import numpy as np
import pytest

import workbench as wb
from workbench.games.guild_master.labyrinth_city.counting import longest_road
from workbench.games.guild_master.labyrinth_city.network import city_of, network
from workbench.games.guild_master.labyrinth_city.network import longest_road as road_in_the_graph
from workbench.lab.report import Report
from workbench.play import Match

GAMES, SEATS = 4, 8


def report_of(variant: str, seats: int, **options: str) -> Report:
    chosen = {"game_variant": variant, **options}
    return wb.simulate("guild_master", games=GAMES, seats=seats, bots="greedy", seed=3, options=chosen, compiled=False)


@pytest.fixture(scope="module")
def cities() -> Report:
    """A few cities of eight bots."""
    return report_of("labyrinth_city", SEATS)


def test_the_city_table_counts_cards_roads_and_favours(cities: Report) -> None:
    assert list(cities.tables) == ["Titles by category", "The city"]
    table = cities.tables["The city"].set_index("figure")
    dealt = 3 * SEATS + 1
    assert table.value["cards laid"] + table.value["cards left in hands"] == dealt
    assert 1 < table.value["cards along the longest road"] <= table.value["cards laid"]
    assert (table.low <= table.value).all()
    assert (table.value <= table.high).all()
    owed = sum(cities.counted(f"owed_by_seat_{seat}").sum() for seat in range(SEATS))
    assert table.value["favours owed by a seat"] == pytest.approx(owed / (GAMES * SEATS))


@pytest.mark.rule("GM-252")
def test_every_title_goes_by_a_category(cities: Report) -> None:
    table = cities.tables["Titles by category"]
    assert table.titles.sum() == pytest.approx(1)
    best = cities.outcome.scores.max(axis=1)
    won = table.titles > 0
    assert (table.titles[won] * table.points[won]).sum() == pytest.approx(best.mean())


@pytest.mark.rule("GM-294")
def test_a_title_by_leads_goes_by_no_category() -> None:
    assert list(report_of("labyrinth_city", 6, city_title="most_leads").tables) == ["The city"]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_longest_road_is_that_of_the_graph(seed: int) -> None:
    match = Match("guild_master", seats=7, seed=seed, options={"game_variant": "labyrinth_city"})
    for seat in range(match.seats):
        match.seat_bot(seat, "greedy")
    match.play_bots()
    graph = network(city_of(match.state, match.deck))
    count = match.referee.engine.linked(longest_road)
    assert count(match.record, match.referee.arrays) == len(road_in_the_graph(graph)) > 1


@pytest.mark.rule("GM-218", "GM-219", "GM-220", "GM-606")
def test_the_scores_of_player_interaction_are_told_by_their_parts() -> None:
    report = report_of("player_interaction", 3)
    assert list(report.tables) == ["Worst category and leads", "Whose worst category"]
    table = report.tables["Worst category and leads"].set_index("figure")
    for column in ("winners", "all"):
        parts = table[column].drop("score").sum()
        assert parts == pytest.approx(table[column]["score"])
    assert table.winners["score"] == pytest.approx(report.outcome.scores.max(axis=1).mean())
    shares = report.tables["Whose worst category"].share
    assert shares.sum() >= 1
    assert np.all((shares >= 0) & (shares <= 1))
