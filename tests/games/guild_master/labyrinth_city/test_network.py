"""The roads of a city as a graph, and the city on paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from workbench.games.guild_master.labyrinth_city.city_map import city_cards, city_picture, export_city
from workbench.games.guild_master.labyrinth_city.network import (
    Placed,
    dead_ends,
    districts,
    links,
    longest_road,
    network,
    open_ends,
)
from workbench.play import Match
from workbench.storage.errors import OptionError

#   Mill - Moat - Port        Mill F, Moat M, Port T and of another seat; below Moat a Dock T, whose road goes on south
CITY = (
    Placed(0, "Mill", 0, 0, "0100", 0, ("F",)),
    Placed(1, "Moat", 0, 1, "0111", 1, ("M",)),
    Placed(2, "Port", 0, 2, "0001", 2, ("T", "M")),
    Placed(3, "Dock", 1, 1, "1010", 1, ("T",)),
)


def test_roads_join_cards_only_where_they_meet() -> None:
    assert sorted(network(CITY).edges) == [(0, 1), (1, 2), (1, 3)]


def test_what_the_network_says() -> None:
    graph = network(CITY)
    assert [CITY[number].title for number in longest_road(graph)] == ["Mill", "Moat", "Port"]
    assert dead_ends(graph) == [0, 2]
    assert open_ends(graph) == [(3, 2)]
    assert districts(graph) == [("M", (1, 2))]
    assert links(graph) == {(0, 1): 1, (1, 2): 1}


def test_an_empty_city_has_nothing_to_say() -> None:
    graph = network(())
    assert (longest_road(graph), dead_ends(graph), open_ends(graph), districts(graph)) == ([], [], [], [])


@pytest.fixture(scope="module")
def played() -> Match:
    """A match of eight bots at its end."""
    bots = dict.fromkeys(range(8), "greedy")
    match = Match("guild_master", seats=8, seed=5, bots=bots, options={"game_variant": "labyrinth_city"})
    while not match.over:
        match.play_bot(match.to_act[0])
    return match


def test_the_screen_tells_the_network_in_words(played: Match) -> None:
    (roads,) = [zone for zone in played.scene(None).zones if zone.id == "roads"]
    told = {group.key: f"{group.title}: {group.total}" for group in roads.groups}
    assert told["open"].endswith(str(int(played.state["open_ends"])))
    assert re.fullmatch(r"Longest road, from .+ to .+: \d+ cards", told["longest"])
    assert any(key.startswith("link-") for key in told)


def test_the_map_on_paper_has_every_card_once(played: Match, tmp_path: Path) -> None:
    laid = int(played.state["laid"])
    city = city_cards(played)
    assert laid == len(city) == len({(card.row, card.column) for card in city}) > 10
    titles = re.findall(r"<title>([A-Z]+\d+): ([^<]+)</title>", str(city_picture(played)))
    assert sorted(name for name, _ in titles) == sorted(card.cell for card in city)
    assert export_city(played, tmp_path / "city.svg").read_text().startswith("<svg")
    assert export_city(played, tmp_path / "city.png").read_bytes().startswith(b"\x89PNG")


def test_the_pdf_has_pages_of_a4_with_cards_at_their_size(played: Match, tmp_path: Path) -> None:
    file = export_city(played, tmp_path / "city.pdf").read_bytes()
    city = city_cards(played)
    pages = {(card.row // 3, card.column // 3) for card in city}
    assert len(re.findall(rb"/Type /Page\b", file)) == len(pages)
    (box,) = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+ [\d.]+)\]", file))
    wide, high = map(float, box.split())
    assert (round(wide / 72 * 25.4), round(high / 72 * 25.4)) == (210, 297)


def test_only_a_city_is_drawn_and_only_as_a_known_file(played: Match, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"\.svg"):
        export_city(played, tmp_path / "city.gif")
    with pytest.raises(OptionError, match="Labyrinth City"):
        export_city(Match("guild_master", seed=1), tmp_path / "city.svg")
