"""The bonus graph: what it holds, what it says in words, and what its picture shows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.decks import Deck, load_deck
from workbench.graphs import bonus_graph
from workbench.graphs.bonuses import WIDTHS, BonusGraph
from workbench.graphs.drawing import LEAST_SQUEEZE
from workbench.graphs.placing import HIGH, WIDE, place
from workbench.pen import text_width
from workbench.play import Match

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def medieval() -> Deck:
    return load_deck("guild_master")


def bonus(key: str, source: str, letter: str) -> dict[str, str]:
    """The edit that gives a card a bonus."""
    return {"card_id": key, "bonus_resource": letter, "bonus_source": source, "bonus_source_printed": source}


def lost(key: str, printed: str, letter: str) -> dict[str, str]:
    """The edit that gives a card a bonus from a card that is not there."""
    return {"card_id": key, "bonus_resource": letter, "bonus_source": "", "bonus_source_printed": printed}


@pytest.fixture(scope="module")
def faulty(medieval: Deck) -> Deck:
    """The deck with two rings, two missing sources (one of them named twice) and a name too long for its box."""
    return medieval.edit(
        change=[
            bonus("quarry", "Stone Walls", "C"),
            bonus("iron_mine", "Smelter", "I"),
            lost("pub", "Brewery", "A"),
            lost("tavern", "Brewery", "A"),
            lost("moat", EVIL, "M"),
            {"card_id": "sage", "name": "W" * 80, "count": 3},
        ]
    )


def drawn(svg: str) -> ElementTree.Element:
    """The parsed picture."""
    return ElementTree.fromstring(svg)


def boxes(svg: str) -> dict[str, tuple[float, float]]:
    """The upper left corner of every card of a picture."""
    found = {}
    for group in drawn(svg).iter(f"{SVG}g"):
        for node in group.findall(f"{SVG}g[@data-key]"):
            x, y = re.findall(r"[\d.]+", group.attrib["transform"])
            found[node.attrib["data-key"]] = (float(x), float(y))
    return found


def by_hand(*bonuses: str) -> BonusGraph:
    """A graph of cards a, b, c ... with these bonuses: "ab" is one that a gives b."""
    graph = BonusGraph(title="By hand")
    for card in sorted(set("".join(bonuses))):
        graph.add_node(card, name=card.upper(), letters="", row=0, copies=1, missing=False)
    graph.add_edges_from(map(tuple, bonuses), letters=("",))
    return graph


# What it holds


@pytest.mark.rule("GM-009", "GM-301")
def test_every_bonus_is_an_edge_from_its_source_to_its_card(medieval: Deck) -> None:
    graph = bonus_graph(medieval)
    assert isinstance(graph, networkx.DiGraph)
    names = dict(graph.nodes(data="name"))
    edges = {(names[source], names[card], letters) for source, card, letters in graph.edges(data="letters")}
    listed = {
        (row["bonus_source"], row["name"], (row["bonus_resource"],)) for row in medieval.rows if row["bonus_resource"]
    }
    assert edges == listed
    assert len(edges) == 62


def test_a_node_knows_its_card(medieval: Deck) -> None:
    graph = bonus_graph(medieval)
    assert list(graph) == [row["card_id"] for row in medieval.rows]
    assert graph.nodes["carpenter"] == {
        "name": "Carpenter", "letters": "CI", "row": 14, "copies": 1, "missing": False,
    }  # fmt: skip
    assert medieval.rows[14]["card_id"] == "carpenter"


@pytest.mark.rule("GM-262")
def test_a_missing_source_is_a_node_of_its_own_for_all_cards_that_name_it(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    assert graph.missing == [f"missing: {EVIL}", "missing: Brewery"]
    assert sorted(graph.successors("missing: Brewery")) == ["pub", "tavern"]
    assert graph.nodes["missing: Brewery"]["row"] is None


def test_rings_and_chains_are_told_from_the_giving_card_on(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    assert set(graph.rings) == {("mason", "stone_walls", "quarry"), ("smelter", "iron_mine")}
    assert graph.chains[0] == ("fishing_village", "dye_maker", "printing_press", "library", "university", "sage")


def test_without_rings_chains_are_what_networkx_finds(medieval: Deck) -> None:
    graph = bonus_graph(medieval)
    assert graph.rings == []
    assert len(graph.chains[0]) == networkx.dag_longest_path_length(graph) + 1
    assert len(graph.chains) == sum(graph.out_degree(card) == 0 < graph.in_degree(card) for card in graph)


def test_a_card_with_two_sources_has_an_edge_from_each() -> None:
    graph = by_hand("ab", "bc", "ac", "dc")
    assert graph.chains == [("a", "b", "c")]
    assert graph.in_words()[1:4] == ["A → B → C", "Also A → C", "Also D → C"]
    assert set(boxes(graph.picture())) == set("abcd")


# In words


def test_the_words_say_what_there_is_and_every_bonus(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    first, *rest = graph.in_words()
    assert first == (
        "Medieval town: 65 bonuses among 88 of 113 cards; the longest chain has 6 cards. "
        "25 cards neither with a bonus nor giving one. 2 sources missing. 2 rings."
    )
    for source, card, letters in graph.edges(data="letters"):
        start, end = map(re.escape, (graph.names[source], f"{graph.names[card]} ({letters[0]})"))
        step = re.compile(rf"(^|: |Also |→ ){start}( \(\w\))? → {end}")
        assert any(map(step.search, rest)), step
    assert "Ring: Mason → Stone Walls (M) → Quarry (C) → Mason (C)" in rest
    assert "Brewery (missing) → Pub (A)" in rest
    assert not [sentence for sentence in rest if sentence.startswith("Also")], "every bonus is told once"


def test_hubs_groups_and_the_worth_of_a_chain_are_told() -> None:
    graph = by_hand("ab", "bc", "ac", "ad", "xy")
    assert graph.hubs == ["a"]
    assert graph.components == [set("abcd"), set("xy")]
    assert graph.in_words()[-3:] == [
        "The longest chain, to C, is worth 3 to who has it all: 0 as points of its cards' own, 3 as bonuses.",
        "Hubs: A feeds 3.",
        "Hang together: 2 groups, the largest of 4 cards.",
    ]
    assert graph.worth_in_words("c") == "With 2 cards that feed it it is worth 3: 0 of their own, 3 as bonuses."
    assert graph.worth_in_words("a") == ""


def test_cards_are_worth_what_a_seat_scores_that_has_built_them(medieval: Deck) -> None:
    """Counted by the game's own scoring, of every seat of a match."""
    graph = bonus_graph(medieval)
    match = Match("guild_master", seats=3, seed=5, bots=dict.fromkeys(range(3), "greedy"))
    match.play_bots()
    lines = [line for line in match.score_lines() if line["level"] == "point"]
    keys = {kind.name: kind.key for kind in medieval.kinds}
    for seat in range(3):
        own = [line for line in lines if line["seat"] == seat]
        worth = graph.worth({keys[line["source"]] for line in own})
        assert sum(worth) == sum(line["points"] for line in own)
        assert worth[1] == sum(line["points"] for line in own if "bonus" in line["reason"])


def test_a_missing_source_says_which_cards_wait_for_it(faulty: Deck) -> None:
    assert "Dangling: Brewery (missing) should feed Tavern, Pub." in bonus_graph(faulty).in_words()


def test_a_deck_without_bonuses_is_a_sentence_and_no_picture() -> None:
    graph = bonus_graph(load_deck("guile"))
    assert graph.picture() == ""
    assert graph._repr_svg_() is None
    assert graph._repr_html_() == "<p>In The Round Table no card gives another one a bonus.</p>"


def test_a_deck_without_any_missing_source_says_so(medieval: Deck) -> None:
    assert "No source is missing." in bonus_graph(medieval).in_words()[0]


# The picture


@pytest.mark.parametrize("width", WIDTHS)
def test_every_card_with_a_part_in_a_bonus_is_drawn_once_and_no_other(faulty: Deck, width: int) -> None:
    graph = bonus_graph(faulty)
    svg = graph.picture(width)
    assert sorted(boxes(svg)) == sorted(graph.connected)
    assert svg.count("data-key=") == len(graph.connected) == 90
    assert f"Left out: {115 - 90} cards without any bonus." in " ".join(text.text or "" for text in drawn(svg).iter())


@pytest.mark.parametrize("width", [*WIDTHS, 200, 2000])
def test_no_card_lies_on_another_nor_outside_the_picture(faulty: Deck, width: int) -> None:
    svg = bonus_graph(faulty).picture(width)
    right, bottom = (float(drawn(svg).attrib[side]) for side in ("width", "height"))
    places = sorted(boxes(svg).values())
    assert all(0 <= x <= right - WIDE and 0 <= y <= bottom - HIGH for x, y in places)
    for index, (x, y) in enumerate(places):
        for other_x, other_y in places[index + 1 :]:
            assert other_x >= x + WIDE or abs(other_y - y) >= HIGH


@pytest.mark.parametrize("width", WIDTHS)
def test_groups_lie_beside_and_below_one_another(faulty: Deck, width: int) -> None:
    placed = place(bonus_graph(faulty).sources, width)
    assert max(group.right for group in placed) <= width
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            beside = one.right <= other.x or other.right <= one.x
            assert beside or one.bottom <= other.y or other.bottom <= one.y


def test_in_a_wide_picture_a_bonus_leads_to_the_right_unless_it_closes_a_ring(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    places = boxes(graph.picture(WIDTHS[-1]))
    closing = {(ring[-1], ring[0]) for ring in graph.rings}
    for source, card in graph.edges:
        assert (places[source][0] < places[card][0]) != ((source, card) in closing)
    for ring in graph.rings:
        assert len({places[card][1] for card in ring}) == 1, "a ring stands in one line"


def test_a_ring_stands_in_one_line_even_if_a_longer_chain_leads_out_of_it() -> None:
    graph = by_hand("ab", "ba", "bc", "cd", "de", "ef")
    assert graph.rings == [("b", "a")]
    places = boxes(graph.picture(2000))
    assert places["a"][1] == places["b"][1] < places["c"][1]


def test_a_page_has_the_pictures_of_a_wide_window_a_projector_and_a_phone_in_that_order(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    wide, projector, phone = graph.pictures()
    assert wide == graph.picture()
    assert projector == graph.picture(820)
    assert phone == graph.picture(336)
    assert len({wide, projector, phone}) == 3


def test_in_a_narrow_picture_a_card_is_indented_below_its_source(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    places = boxes(graph.picture(WIDTHS[0]))
    closing = {(ring[-1], ring[0]) for ring in graph.rings}
    for source, card in set(graph.edges) - closing:
        assert places[source][0] < places[card][0]
        assert places[source][1] < places[card][1]


def test_a_chain_of_any_length_fits_a_phone() -> None:
    deck = load_deck("guild_master")
    names = [(row["card_id"], row["name"]) for row in deck.rows]
    links = [bonus(str(key), str(before), "T") for (_, before), (key, _) in pairwise(names)]
    graph = bonus_graph(deck.edit(change=[*links, {"card_id": names[0][0], "bonus_resource": "", "bonus_source": ""}]))
    assert len(graph.chains[0]) == 113
    svg = graph.picture(WIDTHS[0])
    assert len(boxes(svg)) == 113
    assert float(drawn(svg).attrib["width"]) <= 113 * 10 + WIDE + 40


def test_the_picture_is_the_same_in_every_process(faulty: Deck) -> None:
    code = (
        "import sys, json; from workbench.decks import Deck; from workbench.graphs import bonus_graph\n"
        "print(bonus_graph(Deck.from_dict(json.load(sys.stdin))).picture())"
    )
    pictures = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(faulty.to_dict()),
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert pictures == {bonus_graph(faulty).picture() + "\n"}


def test_a_missing_source_is_marked_by_dash_sign_and_word(faulty: Deck) -> None:
    svg = drawn(bonus_graph(faulty).picture())
    (node,) = [group for group in svg.iter(f"{SVG}g") if group.attrib.get("data-key") == "missing: Brewery"]
    assert "rt-missing" in node.attrib["class"]
    assert {"?", "Brewery", "missing"} <= {text.text for text in node.iter(f"{SVG}text")}
    style = svg.find(f"{SVG}style").text
    assert re.search(r"\.rt-missing \.rt-box \{[^}]*stroke-dasharray", style)
    assert re.search(r"\.rt-missing-line \{[^}]*stroke-dasharray", style)
    lines = [path for path in svg.iter(f"{SVG}path") if "rt-missing-line" in path.attrib["class"]]
    assert len(lines) == 3


def test_every_ring_says_so(faulty: Deck) -> None:
    svg = drawn(bonus_graph(faulty).picture())
    assert [text.text for text in svg.iter(f"{SVG}text")].count("ring") == 2
    assert len([path for path in svg.iter(f"{SVG}path") if "rt-ring-line" in path.attrib["class"]]) == 2


def test_changed_cards_are_marked_by_a_word_and_those_left_out_are_named(medieval: Deck) -> None:
    svg = drawn(bonus_graph(medieval, ["mason", "vineyard"]).picture())
    (node,) = [group for group in svg.iter(f"{SVG}g") if "rt-changed" in group.attrib.get("class", "")]
    assert node.attrib["data-key"] == "mason"
    words = [text.text for text in svg.iter(f"{SVG}text")]
    assert words.count("changed") == 1
    assert "Changed among them: Vineyard." in words


def test_a_card_shows_colour_letter_and_sign_of_its_categories_and_copies(faulty: Deck) -> None:
    svg = drawn(bonus_graph(faulty).picture())
    nodes = {group.attrib["data-key"]: group for group in svg.iter(f"{SVG}g") if "data-key" in group.attrib}
    categories = {category.letter: category for category in faulty.meta.categories}
    for row in faulty.rows:
        if row["card_id"] not in nodes:
            continue
        node = nodes[row["card_id"]]
        text = "".join(text.text or "" for text in node.iter(f"{SVG}text"))
        fills = {part.attrib.get("fill") for part in node.iter(f"{SVG}rect")}
        for letter in str(row["resources"]):
            assert letter in text
            assert categories[letter].sign in text
            assert categories[letter].colour in fills
    assert "3×" in "".join(text.text or "" for text in nodes["sage"].iter(f"{SVG}text"))


def test_the_picture_has_a_name_and_a_description(medieval: Deck) -> None:
    svg = drawn(bonus_graph(medieval).picture())
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"].startswith("Bonus graph. Medieval town: 62 bonuses")
    assert svg.find(f"{SVG}title").text == "Medieval town: bonus graph"
    assert "Quarry → Mason (C) → Stone Walls (M) → Gatehouse (M)" in svg.find(f"{SVG}desc").text


def test_names_stay_text(faulty: Deck) -> None:
    deck = faulty.edit(change=[{"card_id": "quarry", "name": EVIL + "&'\""}], meta={"title": EVIL})
    for html in (bonus_graph(deck).picture(), bonus_graph(deck, ["quarry"]).page()):
        assert "<script" not in html
    drawn(bonus_graph(deck).picture())


@given(
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zs", "Cf", "Zl", "Zp"]), min_size=1, max_size=80
    )
)
def test_a_name_takes_no_more_than_its_box(name: str) -> None:
    graph = BonusGraph(title="By hand")
    for key, title in (("a", name), ("b", "B")):
        graph.add_node(key, name=title, letters="", row=0, copies=1, missing=False)
    graph.add_edge("a", "b", letters=("",))
    svg = drawn(graph.picture())
    (node,) = [group for group in svg.iter(f"{SVG}g") if group.attrib.get("data-key") == "a"]
    lines = list(node.iter(f"{SVG}text"))
    assert 1 <= len(lines) <= 2
    for line in lines:
        shown = float(line.attrib.get("textLength", 0)) or text_width(line.text or "", 13)
        assert shown <= WIDE
        assert LEAST_SQUEEZE * text_width(line.text or "", 13) <= shown + 1, "text is cut rather than made unreadable"


# The page


def test_the_page_shows_one_picture_for_the_room_there_is_and_the_same_in_words(faulty: Deck) -> None:
    graph = bonus_graph(faulty)
    html = graph._repr_html_()
    assert html.count("<svg") == len(WIDTHS)
    for width in WIDTHS[1:]:
        assert f"@container rt-bonus-room (min-width: {width}px)" in html
    assert html.count("<li>") == len(graph.in_words()) - 1
    assert "<li>Quarry → Sculptor" not in html
    assert "<li>Ring: Mason → Stone Walls (M) → Quarry (C) → Mason (C)</li>" in html


def test_subgraphs_and_copies_draw_themselves_too(medieval: Deck) -> None:
    graph = bonus_graph(medieval)
    part = graph.subgraph(networkx.descendants(graph, "quarry") | {"quarry"})
    assert part._repr_svg_().count("data-key=") == 6
    assert graph.copy()._repr_svg_() == graph._repr_svg_()


def test_networkx_is_loaded_with_the_first_graph_only() -> None:
    code = (
        "import sys, workbench, workbench.graphs, workbench.decks\n"
        "workbench.decks.load_deck('guild_master').lint()\n"
        "assert 'networkx' not in sys.modules\n"
        "workbench.graphs.bonus_graph(workbench.decks.load_deck('guild_master'))\n"
        "print(sorted({'networkx', 'numba', 'pandas', 'matplotlib', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['networkx']\n"
