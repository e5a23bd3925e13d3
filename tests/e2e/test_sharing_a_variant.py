"""A variant goes from its author's studio to a reader's table and back into the gallery, in browsers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.designers import Designer
from tests.e2e.people import Person
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer, running_dashboards
from workbench.decks import load_deck
from workbench.gallery import Gallery, Parent


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the server."""
    return tmp_path_factory.mktemp("sharing")


@pytest.fixture(scope="module")
def server(place: Path) -> Iterator[RunningServer]:
    """A server for visitors that are told apart."""
    with running_dashboards(None, place, "--shared") as running:
        yield running


def publish(designer: Designer, title: str, author: str) -> str:
    """Publish the list on the page; the address of the variant's page."""
    page = designer.page
    designer.turn_to("Publish")
    form = page.locator(".rt-publish-form")  # the list itself has a title as well
    form.get_by_label("Title", exact=True).fill(title)
    page.get_by_label("Your name, as readers see it").fill(author)
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_text(f"of {title}: /v/").wait_for()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_text("Copied.", exact=True).wait_for()
    return str(page.get_by_role("link", name="Open its page").evaluate("link => link.href"))


@pytest.mark.slow
def test_what_a_reader_measures_stands_on_the_variants_page(
    server: RunningServer, place: Path, new_page: Callable[..., Any]
) -> None:
    classic = load_deck("guile")
    wider = classic.edit(change=[{"card_id": "influence_2", "value": 3}])
    Gallery(place / "workbench" / "gallery.sqlite").publish(wider, {"title": "Wider"}, Parent.of_deck(classic))
    page = new_page(width=1366, height=768)
    page.goto(f"{server.url}v/wider")
    page.get_by_role("link", name="Play it now").wait_for()
    assert page.locator(".wb-verdict").count() == 0
    page.get_by_role("link", name="Report and graphs").click()
    page.locator('.rt-report-status[data-mood="fresh"]').wait_for()
    page.get_by_role("tab", name="Cards", exact=True).click()
    page.locator(".wb-verdict").wait_for()
    page.get_by_role("tab", name="Graphs").click()
    page.locator(".rt-graphs svg").first.wait_for()
    page.get_by_role("combobox", name="Game").wait_for(state="hidden")
    page.get_by_role("link", name="Its page, with the link and the code for others").click()
    page.get_by_role("heading", name="Wider").wait_for()
    page.get_by_text("What 10,000 games of bots with each list say").wait_for()
    assert page.errors == []


@pytest.mark.slow
def test_a_variant_is_published_opened_played_forked_and_found(
    server: RunningServer, new_page: Callable[..., Any], tmp_path: Path
) -> None:
    author = Designer(new_page(width=1366, height=768))
    author.page.goto(server.notebook("deck_studio.ipynb?game=guile"))
    author.wait_for_cards()
    address = publish(author, "Knights & <b>noon</b>", "Ann")
    assert address.startswith(f"{server.url}v/knights-b-noon-b")

    reader = new_page(width=1366, height=768)
    reader.goto(address)
    reader.get_by_role("heading", level=1, name="Knights & <b>noon</b>", exact=True).wait_for()
    assert reader.context.cookies() == []
    reader.get_by_role("link", name="Play it now").click()
    chosen = reader.get_by_role("radio", name="The Round Table Justin")  # a copy so far: the cards of that list
    chosen.wait_for()
    assert chosen.is_checked(), "the lobby of the game, with these cards"
    Person(reader).play(acts=2)
    assert "variant.ipynb" in reader.url
    for width in (360, 1920, 1366):
        reader.set_viewport_size({"width": width, "height": 768})
        wait_until(reader, "document.documentElement.scrollWidth <= innerWidth")
    reader.goto(address)
    reader.get_by_role("link", name="Report and graphs").click()
    reader.get_by_role("tab", name="Cards", exact=True).click()
    reader.get_by_role("heading", name="A copy of The Round Table so far").wait_for()
    assert [one for one in serious_findings(reader) if "color" not in str(one)] == []

    reader.goto(address)
    reader.get_by_role("link", name="Fork it into the studio").click()
    reader_as_designer = Designer(reader)
    reader_as_designer.wait_for_cards()
    reader_as_designer.write("Isolde", "Name", "Iseult")
    fork = publish(reader_as_designer, "Iseult's round", "Ben")

    beside = reader.context.new_page()
    beside.goto(fork)
    beside.get_by_text("A variant of Knights & <b>noon</b> for Guile").wait_for()
    beside.get_by_role("heading", name="One card is different").wait_for()
    tree = beside.get_by_role("region", name="Who was made from whom").get_by_role("listitem")
    steps = [text.split(" by ")[0].strip() for text in tree.all_inner_texts()]
    assert [step.splitlines()[0] for step in steps] == ["The Round Table", "Knights & <b>noon</b>", "Iseult's round"]
    tree.last.get_by_text("One card is different").click()
    tree.last.get_by_text("Iseult").last.wait_for()

    beside.goto(f"{server.url}voila/render/gallery.ipynb?search=iseult")
    assert beside.locator(".wb-tile").first.inner_text().startswith("Iseult's round")

    own = reader.get_by_role("region", name="What you have published").get_by_role("listitem")
    wait_for(reader, lambda: [text.splitlines()[0] for text in own.all_inner_texts()] == ["Iseult's round"])
    own.get_by_text("Take it back", exact=True).click()
    own.get_by_role("button", name="Take back Iseult's round").click()
    reader.get_by_text("Taken back: nobody sees a version of it any more").wait_for()
    assert beside.goto(fork).status == 410
    beside.get_by_text("was withdrawn by the one who published it").wait_for()
    assert author.page.errors == []
    assert reader.errors == []
