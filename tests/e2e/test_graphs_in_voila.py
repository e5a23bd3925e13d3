"""The page of graphs in Voila: a graph is zoomed, walked through and asked, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer
from workbench.decks import load_deck
from workbench.graphs import bonus_graph

A_PHASE = {"Guild Master": "trade_1", "Guile": "choose_faction"}  # that only this game has
EACH_LEAST_TYPE = """all => all.map((svg) => {
  const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize));
  return Math.min(...sizes) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
})"""
FIRST_IN_SIGHT = """frame => {
  const [box, seen] = [frame.querySelector("[data-key] .rt-box"), frame].map((one) => one.getBoundingClientRect());
  const beside = box.left >= seen.left && box.left + Math.min(box.width, seen.width) <= seen.right + 1;
  return beside && box.top >= seen.top && box.bottom <= seen.bottom;
}"""

NOW_IN_THE_MIDDLE = """() => {
  const frame = document.querySelector(".rt-replay .rt-graph-frame");
  const box = frame.querySelector(".rt-now .rt-box")?.getBoundingClientRect();
  if (!box) return false;
  const seen = frame.getBoundingClientRect();
  const aside = box.left + box.width / 2 - (seen.left + frame.clientLeft + frame.clientWidth / 2);
  const [left, most] = [frame.scrollLeft, frame.scrollWidth - frame.clientWidth];
  const asFarAsItGoes = (aside < 0 && left < 1) || (aside > 0 && left > most - 1);
  return most > 0 && box.left >= seen.left && box.right <= seen.right && (Math.abs(aside) < 2 || asFarAsItGoes);
}"""


PHASES_DRAWN = ":is(.rt-round, .rt-course)"


@pytest.fixture(scope="module")
def graphs(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Any:
    """The page with the phases of Guile on it."""
    page = shared_pages(width=1366, height=768)
    page.goto(dashboards.notebook("graphs.ipynb") + "?game=guile")
    page.wait_for_selector(".rt-graph-frame [data-key=act]")
    return page


def view(page: Any) -> Any:
    """The view of graphs; further down the page a match is replayed beside one of its own."""
    return page.locator(".rt-graphs")


def choose(page: Any, game: str, graph: str) -> None:
    """Choose a game, and then one of the graphs that the page offers of it once its phases are shown."""
    games = view(page).get_by_label("Game", exact=True)
    if games.locator("option:checked").inner_text().replace("\xa0", " ") != game:
        games.select_option(label=game)
        view(page).locator(f".rt-graph-frame [data-key='{A_PHASE[game]}']").wait_for()
    view(page).get_by_role("button", name=graph, exact=True).click()


def wait_until_said(page: Any, *words: str) -> None:
    """Wait until the line below the graph begins with the first words and has the others."""
    line = view(page).locator(".rt-graph-said")
    wait_for(page, lambda: line.inner_text().startswith(words[0]) and all(word in line.inner_text() for word in words))


def lit(page: Any) -> list[str]:
    """The keys of the nodes that are lit."""
    nodes = view(page).locator(".rt-graph-frame [data-key].rt-lit")
    return nodes.evaluate_all("all => all.map((one) => one.dataset.key)")


def test_a_phase_that_is_pressed_says_how_often_one_decides_there_and_where_it_leads(graphs: Any) -> None:
    view(graphs).locator(".rt-graph-frame [data-key=act]").click()
    wait_until_said(graphs, "Action", " decisions", "Peek")
    wait_for(graphs, lambda: {"act", "look", "draft"} <= set(lit(graphs)))
    assert "choose_faction" not in lit(graphs)
    view(graphs).locator(".rt-graph-frame svg").click(position={"x": 3, "y": 3})
    wait_for(graphs, lambda: lit(graphs) == [])


def test_arrow_keys_walk_from_node_to_node(graphs: Any) -> None:
    view(graphs).locator(".rt-graph-frame [data-key=deal]").focus()
    graphs.keyboard.press("ArrowRight")
    wait_until_said(graphs, "Choose a faction")
    graphs.keyboard.press("End")
    wait_until_said(graphs, "Match over")
    graphs.keyboard.press("Escape")
    wait_for(graphs, lambda: lit(graphs) == [])


def width_at_rest(picture: Any) -> float:
    """The width of a picture once two looks find the same: it is fitted to its frame after it is drawn."""
    looks = [0.0, picture.bounding_box()["width"]]

    def same() -> bool:
        looks.append(picture.bounding_box()["width"])
        return looks[-1] == looks[-2] > 0

    wait_for(picture.page, same, "the picture is at rest")
    return looks[-1]


def test_the_picture_grows_shrinks_and_fits(graphs: Any) -> None:
    svg = view(graphs).locator(".rt-graph-frame svg")
    before = width_at_rest(svg)
    view(graphs).get_by_role("button", name="Larger").click()
    wait_for(graphs, lambda: svg.bounding_box()["width"] == pytest.approx(1.25 * before, rel=0.01))
    view(graphs).get_by_role("button", name="The whole picture").click()
    inside = "frame => frame.scrollHeight <= frame.clientHeight + 1 && frame.scrollWidth <= frame.clientWidth + 1"
    wait_for(graphs, lambda: view(graphs).locator(".rt-graph-frame").evaluate(inside))


def wait_until_readable(page: Any, least: float, what: str) -> None:
    """Wait until the smallest text in the picture has at least so many pixels on screen: it is drawn for its window."""
    pictures = view(page).locator(".rt-graph-frame svg")
    wait_for(page, lambda: [round(size, 1) >= least for size in pictures.evaluate_all(EACH_LEAST_TYPE)] == [True], what)


def test_exchanges_grow_beside_a_table_with_a_ring_of_its_own(graphs: Any) -> None:
    choose(graphs, "Guile", "Who gave whom what")
    svg = view(graphs).locator(".rt-graph-frame svg.rt-exchanges")
    svg.wait_for()
    before = width_at_rest(svg)
    view(graphs).get_by_role("button", name="Larger").click()
    wait_for(graphs, lambda: svg.bounding_box()["width"] == pytest.approx(1.25 * before, rel=0.01))
    choose(graphs, "Guile", "How the game goes")
    view(graphs).locator(PHASES_DRAWN).wait_for()


def test_a_graph_can_be_read_on_a_phone_and_from_afar(graphs: Any) -> None:
    for width, height, least in ((360, 740, 12), (1920, 1080, 16)):  # each picture is drawn for its window
        graphs.set_viewport_size({"width": width, "height": height})
        for kind, drawn in (
            ("Who gave whom what", ".rt-exchanges"),
            ("What can happen from here", ".rt-layers"),
            ("How the game goes", PHASES_DRAWN),
        ):
            choose(graphs, "Guile", kind)
            view(graphs).locator(drawn).wait_for()
            wait_until_readable(graphs, least, f"{kind} at {width}")
            frame = view(graphs).locator(".rt-graph-frame")
            wait_for(graphs, lambda frame=frame: frame.evaluate(FIRST_IN_SIGHT), f"{kind} at {width}")
    graphs.set_viewport_size({"width": 1366, "height": 768})


@pytest.mark.slow
def test_stories_and_code_are_not_shrunk_past_reading_and_nothing_scrolls_sideways(graphs: Any) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    in_code = graphs.locator("section.rt-story").nth(1)  # the first is that of the replay
    in_code.get_by_role("heading", name="Who was expected to win").wait_for()
    pictures = graphs.locator(":is(section.rt-story, .rt-graph-page) svg:visible")
    for width in (360, 1920, 1366):
        graphs.set_viewport_size({"width": width, "height": 768})
        wait_for(graphs, lambda: len(pictures.all()) > 4 and min(pictures.evaluate_all(EACH_LEAST_TYPE)) > 11.9)
        wait_until(graphs, "document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        if width != 1366:  # what axe looks at is between them there
            assert serious_findings(graphs) == [], width


def test_it_is_saved_as_each_kind_of_file(graphs: Any) -> None:
    view(graphs).locator(".rt-graph-files summary").click()
    for name, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("GraphML", b"<graphml"), ("DOT", b"digraph {")):
        with graphs.expect_download() as download:
            view(graphs).get_by_role("button", name=name, exact=True).click()
        path = download.value.path()
        assert path.read_bytes().startswith(begins)
        assert download.value.suggested_filename.endswith(f".{name.lower()}")
    view(graphs).locator(".rt-graph-files summary").click()


def test_a_card_lights_all_that_feeds_it_and_all_that_it_feeds(graphs: Any) -> None:
    choose(graphs, "Guild Master", "Which card feeds which")
    graphs.wait_for_selector(".rt-graphs .rt-graph-frame [data-key=library]")
    chain = bonus_graph(load_deck("guild_master")).chains[0]
    view(graphs).locator(f".rt-graph-frame [data-key='{chain[2]}']").click()
    wait_for(graphs, lambda: set(chain) <= set(lit(graphs)))
    assert len(lit(graphs)) < 20


@pytest.mark.slow  # each time at a desk above, and on a phone with the pictures of Guile
def test_the_map_of_bonuses_can_be_read_on_a_phone_and_from_afar(graphs: Any) -> None:
    choose(graphs, "Guild Master", "Which card feeds which")
    graphs.wait_for_selector(".rt-graphs .rt-graph-frame [data-key=library]")
    chain = bonus_graph(load_deck("guild_master")).chains[0]
    for width, height in ((360, 740), (1920, 1080)):
        graphs.set_viewport_size({"width": width, "height": height})
        choose(graphs, "Guild Master", "Who gave whom what")
        view(graphs).locator(".rt-exchanges").wait_for()
        choose(graphs, "Guild Master", "Which card feeds which")
        view(graphs).locator(".rt-bonus-graph").wait_for()
        frame = view(graphs).locator(".rt-graph-frame")
        wait_until_readable(graphs, 16 if width == 1920 else 12, f"Bonuses at {width}")
        fits = "frame => frame.scrollWidth <= frame.clientWidth"
        wait_for(graphs, lambda frame=frame, fits=fits: frame.evaluate(fits), f"Bonuses at {width}")
    graphs.set_viewport_size({"width": 1366, "height": 768})
    view(graphs).locator(f".rt-graph-frame [data-key='{chain[2]}']").click()
    wait_until(graphs, "() => document.querySelectorAll('.rt-graphs .rt-graph-frame [data-edge].rt-lit').length >= 5")


def test_one_plays_on_from_a_position_that_is_pressed_and_opened_on_a_table(graphs: Any) -> None:
    choose(graphs, "Guile", "What can happen from here")
    graphs.locator(".rt-graphs .rt-layers").wait_for()
    opened = view(graphs).locator(".rt-open-table")
    opened.locator(".rt-table").wait_for(state="hidden")
    view(graphs).locator(".rt-graph-frame [data-key='1']").click()
    wait_until_said(graphs, "After ")
    view(graphs).get_by_role("button", name="Open this position").click()
    opened.locator(".rt-table").wait_for()
    view(graphs).get_by_role("button", name="Play on from here").click()
    offered = opened.locator("[data-action]:not(:disabled):not(.rt-asides *):visible")
    offered.first.wait_for()
    asked = opened.locator(".rt-table").get_attribute("data-asked")
    offered.first.press("Enter")
    pointed = opened.locator(".rt-pointed[data-action]")
    if pointed.count():
        pointed.first.press("Enter")
    moved_on = "(asked) => document.querySelector('.rt-graphs .rt-open-table .rt-table').dataset.asked !== asked"
    wait_until(graphs, moved_on, asked)
    assert view(graphs).get_by_role("alert").count() == 0


def test_a_match_is_replayed_act_by_act_on_a_table(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("replay.ipynb"))
    replay = page.locator(".rt-replay")
    replay.locator(".rt-open-table .rt-table").wait_for()
    replay.get_by_label("Graph").locator("option:checked", has_text="None").wait_for(state="attached")
    replay.locator(".rt-graph-frame").wait_for(state="hidden")
    said = replay.get_by_role("status").filter(has_text="Act ")
    replay.get_by_role("slider", name="Act").press("ArrowRight")
    said.get_by_text("Act 1 of").wait_for()
    table = replay.locator(".rt-open-table .rt-table")
    wait_for(page, lambda: table.bounding_box()["height"] > 400 and table.bounding_box()["x"] < 10)
    page.locator(".workbench-header").wait_for(state="hidden")  # the replay has the window to itself
    replay.locator(".rt-act-marks button").first.wait_for()
    page.set_viewport_size({"width": 360, "height": 740})
    wait_until(page, "document.documentElement.scrollWidth <= window.innerWidth")
    assert serious_findings(page) == []
    before = table.locator(".rt-message").inner_text()
    replay.get_by_role("button", name="The end").click()
    wait_until(page, "() => document.querySelector('.rt-replay .rt-table').dataset.over === 'true'")
    wait_for(page, lambda: table.locator(".rt-message").inner_text() != before)
    assert page.errors == []


@pytest.mark.slow  # each time on a phone above
def test_a_replay_fits_its_window_and_keeps_nobody_out(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("replay.ipynb"))
    replay = page.locator(".rt-replay")
    replay.locator(".rt-act-marks button").first.wait_for()
    replay.get_by_role("button", name="The end").click()
    wait_until(page, "() => document.querySelector('.rt-replay .rt-table').dataset.over === 'true'")
    for width, height in ((360, 740), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(page, "document.documentElement.scrollWidth <= window.innerWidth")
        if width != 1366:  # what axe looks at is between them there
            assert serious_findings(page) == [], width
    assert page.errors == []


def test_where_a_match_is_stands_in_the_middle_of_a_phone(graphs: Any) -> None:
    """The course is wider than a phone at a size that can be read; the frame begins where the match is."""
    graphs.set_viewport_size({"width": 360, "height": 740})
    replay = graphs.locator(".rt-replay")
    replay.get_by_label("Graph").select_option(label="Where in the game")
    replay.get_by_role("slider", name="Act").press("ArrowRight")
    replay.locator(".rt-graph-frame .rt-now").wait_for()
    for key, over in (("Home", "false"), ("End", "true")):
        replay.get_by_role("slider", name="Act").press(key)
        reached = "(over) => document.querySelector('.rt-replay .rt-table').dataset.over === over"
        wait_until(graphs, reached, over)
        wait_until(graphs, NOW_IN_THE_MIDDLE)
    replay.get_by_label("Graph").select_option(label="None")
    graphs.set_viewport_size({"width": 1366, "height": 768})


def test_an_exercise_says_where_to_look_and_then_that_an_answer_is_right(graphs: Any) -> None:
    exercises = graphs.locator(".rt-exercises")
    answer = exercises.get_by_label("Answer 2")
    answer.fill("5")
    answer.press("Enter")
    exercises.get_by_role("status").filter(has_text="Not 5. Follow the lines").wait_for()
    answer.fill(str(len(bonus_graph(load_deck("guild_master")).chains[0])))
    answer.press("Enter")
    exercises.get_by_role("status").filter(has_text="Right: ").wait_for()


def test_styles_count_in_their_order_voilas_then_ours_then_those_of_widgets(graphs: Any) -> None:
    """A page begins with our look; Voila's styles come later, and are put before it."""
    order = graphs.evaluate(
        """() => {
          const all = [...document.querySelectorAll("style, link[rel=stylesheet]")];
          const at = (found) => all.findLastIndex((one) => one.textContent.includes(found));
          return [at(".jp-RenderedHTMLCommon{"), at("--workbench-paper:"), at(".rt-graph-frame")];
        }"""
    )
    assert order == sorted(order)
    assert order[1] >= 0
    assert graphs.locator("body > style, body > link[rel=stylesheet]").count() == 0


def test_nothing_went_wrong_and_nothing_was_asked_of_others(graphs: Any) -> None:
    assert graphs.errors == []
