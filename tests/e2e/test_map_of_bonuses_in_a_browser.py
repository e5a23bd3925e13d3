"""The map of bonuses as one of several views of a list: a card selected there is selected here, and vice versa."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.harness import fresh, sent, show
from workbench.decks import load_deck
from workbench.graphs import bonus_graph


@pytest.fixture
def page(bare_page: Any, address: str) -> Any:
    if bare_page.url != f"{address}map":
        fresh(bare_page, f"{address}map")
    return bare_page


def draw(page: Any, **more: Any) -> Any:
    """Draw the map of Guild Master's bonuses."""
    graph = bonus_graph(load_deck("guild_master"))
    ways = [list(edge) for edge in graph.edges]
    show(page, {"title": "Bonuses", "picture": graph.picture(), "nodes": dict(graph.said_of()), "ways": ways, **more})
    page.locator("[data-key]").first.wait_for()
    return page


def node(page: Any, key: str) -> Any:
    return page.locator(f'[data-key="{key}"]')


def test_a_card_that_is_pressed_is_told_where_the_map_shares_its_selection(page: Any) -> None:
    node(draw(page, shared=True), "mason").click()
    assert {"type": "ask", "node": "mason"} in sent(page)
    node(draw(page), "mason").click()
    assert sent(page) == []


def test_the_card_that_is_selected_elsewhere_is_marked_and_the_tab_key_leads_to_it(page: Any) -> None:
    draw(page, shared=True, chosen="mason")
    assert page.locator(".rt-chosen").evaluate_all("nodes => nodes.map(node => node.dataset.key)") == ["mason"]
    page.evaluate("window.change('chosen', 'sage')")
    assert page.locator(".rt-chosen").evaluate_all("nodes => nodes.map(node => node.dataset.key)") == ["sage"]
    assert page.locator('[data-key][tabindex="0"]').evaluate_all("nodes => nodes.map(node => node.dataset.key)") == [
        "sage"
    ]
    assert page.locator(".rt-graph-said").inner_text().startswith("Sage:")
    assert page.evaluate("document.activeElement === document.body"), "nothing takes the focus"
    assert sent(page) == [], "it is known already"
    page.evaluate("window.change('chosen', 'no such card')")
    assert page.locator(".rt-chosen").count() == 0


def test_a_node_that_is_asked_stays_asked_when_more_is_known_of_the_same_graph(page: Any) -> None:
    node(draw(page, opens="Open"), "mason").click()
    asked, lit = page.locator(".rt-graph-said").inner_text(), page.locator(".rt-lit").count()
    anew = page.evaluate("document.querySelector('.rt-graph-frame svg').outerHTML + '<!-- known better by now -->'")
    page.evaluate("picture => window.change('picture', picture)", anew)
    assert page.locator(".rt-graph-said").inner_text() == asked
    assert page.get_by_role("button", name="Open").is_visible()
    assert page.locator(".rt-lit").count() == lit > 1
    assert page.evaluate("document.activeElement.dataset.key") == "mason", "the keyboard goes on from there"
    page.evaluate("picture => { window.change('title', 'Another'); window.change('picture', picture); }", anew)
    assert page.get_by_role("button", name="Open").is_hidden(), "another graph is not asked yet"
    assert page.locator(".rt-lit").count() == 0
